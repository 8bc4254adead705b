/*
 * The C ABI between cpb and the code it times.
 *
 * An op is three functions over a call. init() is given a call with its buffers and makes what a run needs (a context, a
 * fetched algorithm, a key schedule) in call->state; run() is the timed work; fini() frees what init() made. They are
 * called through pointers, for every library from the one loop in time.c.
 *
 * run() allocates, prints, locks and calls back nothing of its own: what the library does inside is what is measured.
 */
#ifndef CPB_SHIM_H
#define CPB_SHIM_H

#include <stddef.h>
#include <stdint.h>

/* The buffers of one call. Memory belongs to the caller and is 64-byte aligned unless asked otherwise. */
struct cpb_call {
	const unsigned char *key;
	size_t key_len;
	const unsigned char *iv;
	size_t iv_len;
	const unsigned char *in;
	size_t size;         /* bytes at in */
	unsigned char *out;
	size_t out_len;      /* bytes of room at out */
	const unsigned char *sig; /* the signature to be verified */
	size_t sig_len;
	const void *alg;     /* what the library's file needs to know of the algorithm: its function pointers, names */
	void *state;         /* init()'s own */
};

struct cpb_op {
	/* NULL, or an error in words; the text lives until the thread's next init() */
	const char *(*init)(struct cpb_call *call);
	/* 0, or any other value where the library reported a failure */
	int (*run)(struct cpb_call *call);
	void (*fini)(struct cpb_call *call);
	/* calls after which the op's cost repeats (blinding renewed each 32nd call: 32); 0 or 1 where each is alike */
	unsigned period;
};

/* An op and the n prepared calls it rotates over. */
struct cpb_batch {
	const struct cpb_op *op;
	struct cpb_call *calls;
	unsigned n;
	unsigned next;       /* the call to go on with */
};

/*
 * Makes warm untimed calls, then n slices of count timed ones each, over the calls in turn, and puts the nanoseconds of each
 * slice (CLOCK_MONOTONIC), one reading of the clock included, into slice_ns. Returns how many calls returned non-zero,
 * untimed ones included. The only timed loop for C libraries.
 */
uint64_t cpb_time(struct cpb_batch *batch, uint64_t warm, uint64_t count, int64_t *slice_ns, size_t n);

/* An op that does nothing: what the loop itself costs. */
extern const struct cpb_op cpb_empty_op;

/* 64-byte aligned zeroed memory from malloc, so that the address sanitizer sees its ends; NULL where there is none. */
void *cpb_alloc(size_t size);

/* dlopen(path, RTLD_NOW | RTLD_LOCAL). NULL on failure, with dlerror()'s text copied into err. */
void *cpb_dlopen(const char *path, char *err, size_t err_len);

/* dlsym: NULL where the library has no such symbol. */
void *cpb_dlsym(void *handle, const char *name);

/*
 * Moves the code of all libraries, the C library's too, into memory of this process alone. A file's pages lie in physical memory where
 * they happened to be read to, once, for all processes: two copies of one libcrypto were seen to differ by 2 % for that alone.
 * After this, where they lie is drawn anew in each process. Returns 0 or an errno.
 */
int cpb_renew_code(void);

/*
 * Prepares the process for foreign code, once, before the first dlopen: default actions for the signals of a crash, so
 * that the kernel tells the parent which one it was, and children that a library forks die with their parent.
 */
int cpb_contain(void);

#endif
