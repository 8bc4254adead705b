#define _GNU_SOURCE
#include "shim.h"

#include <time.h>

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

uint64_t cpb_time(struct cpb_batch *batch, uint64_t warm, uint64_t count, int64_t *slice_ns, size_t n)
{
	int (*const run)(struct cpb_call *) = batch->op->run;
	struct cpb_call *const first = batch->calls, *const end = first + batch->n;
	struct cpb_call *call = first + batch->next;
	uint64_t failures = 0;
	int64_t begin, now;

	for (uint64_t i = 0; i < warm; i++) {
		failures += run(call) != 0;
		call = call + 1 == end ? first : call + 1;
	}
	begin = now_ns();
	for (size_t slice = 0; slice < n; slice++) {
		for (uint64_t i = 0; i < count; i++) {
			failures += run(call) != 0;
			call = call + 1 == end ? first : call + 1;
		}
		now = now_ns();
		slice_ns[slice] = now - begin;
		begin = now;
	}
	batch->next = (unsigned)(call - first);
	return failures;
}

static const char *empty_init(struct cpb_call *call)
{
	(void)call;
	return NULL;
}

static int empty_run(struct cpb_call *call)
{
	(void)call;
	return 0;
}

static void empty_fini(struct cpb_call *call)
{
	(void)call;
}

const struct cpb_op cpb_empty_op = {empty_init, empty_run, empty_fini, 1};
