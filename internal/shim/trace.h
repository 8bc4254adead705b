/* Which instructions one call executes. */
#ifndef CPB_TRACE_H
#define CPB_TRACE_H

#include "shim.h"

/* One executable segment of a file in this process, and what of it was executed. */
struct cpb_segment {
	const char *name;    /* the file's, by the loader; no path for what the kernel maps */
	int own;             /* this program's: not looked at */
	uintptr_t base;      /* where the file's address 0 lies */
	uintptr_t begin;
	uintptr_t end;
	unsigned char *seen; /* a bit for each byte: an instruction that begins there was executed */
	uint64_t steps;      /* instructions executed in it */
};

#define CPB_SEGMENTS 256

struct cpb_trace {
	struct cpb_segment segments[CPB_SEGMENTS];
	size_t n;
	int stepped;         /* whether there was any step: not every system has them */
	int untold;          /* whether it stopped for what could not be told to be a step */
	uint64_t steps;      /* instructions executed, outside of this program */
	uint64_t elsewhere;  /* of them, in no segment */
	int cut;             /* the call went on after limit steps, untraced */
	int failed;          /* it returned non-zero */
};

/*
 * Makes one call of the batch, the next, and steps through it by the processor's trap flag until limit instructions were executed.
 * Signals other than those of a crash wait until it has returned. Returns 0 or an errno: ENOSYS where there is no such flag
 * (on everything but x86-64), ENOTSUP where the system does not say that a step was one, ENOBUFS where there are more than CPB_SEGMENTS segments. One call at a time in a process.
 */
int cpb_trace(struct cpb_batch *batch, uint64_t limit, struct cpb_trace *trace);

/* Frees what cpb_trace() made in it. */
void cpb_trace_free(struct cpb_trace *trace);

#endif
