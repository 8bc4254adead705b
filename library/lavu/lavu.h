/* libavutil as this package calls it, without its headers. */
#ifndef CPB_LAVU_H
#define CPB_LAVU_H

#include "shim.h"

/* What the library says of itself; NULL where the file has no such symbol. */
struct cpb_lavu {
	unsigned (*avutil_version)(void);
	const char *(*av_version_info)(void);
	const char *(*avutil_configuration)(void);
	int (*av_get_cpu_flags)(void);
};

/* major << 16 | minor << 8 | micro: 57.28.100; 0 where the library does not tell. */
unsigned cpb_lavu_version(const struct cpb_lavu *lib);

/* FFmpeg's version, "5.1.9-0+deb12u1", and what it was configured with; NULL where the library does not tell. */
const char *cpb_lavu_release(const struct cpb_lavu *lib);
const char *cpb_lavu_configuration(const struct cpb_lavu *lib);

/* The AV_CPU_FLAG_s of this processor. 0 where the library does not tell. */
int cpb_lavu_cpu_flags(const struct cpb_lavu *lib, int *flags);

/*
 * What the runs of a hash need: call->alg.
 *
 * Lengths are size_t from libavutil 57 on (FF_API_CRYPTO_SIZE_T). Before, they are int or unsigned int, and a size_t stands in
 * for them: in the ABIs of x86-64 and arm64 either is passed in the same register, of which a function that takes 32 bits
 * does not read the upper half. So one call is measured in all versions; most keeps the value in range.
 */
struct cpb_lavu_hash {
	int bits;     /* of a digest */
	size_t bytes; /* of a digest */
	size_t most;  /* bytes of input */

	void *(*alloc)(void);
	void (*free)(void *context);
	void (*init_md5)(void *context);
	int (*init)(void *context, int bits); /* negative on failure */
	void (*update)(void *context, const uint8_t *in, size_t size);
	void (*final)(void *context, uint8_t *out);
	void (*sum)(uint8_t *out, const uint8_t *in, size_t size);

	void *context; /* made before the runs, the same for all calls of an op */
};

extern const struct cpb_op cpb_lavu_md5_sum, cpb_lavu_md5, cpb_lavu_reused;

/* Whether init() takes this length of digest. */
int cpb_lavu_knows(const struct cpb_lavu_hash *hash);

/*
 * What the runs of a block cipher need: call->alg. One of the three init functions is set: ciphers with two key schedules are told
 * which one is wanted, and Blowfish counts bytes and cannot fail. crypt() takes a number of blocks; with an IV it is in CBC mode
 * and leaves the next IV there, with NULL in ECB mode.
 */
struct cpb_lavu_cipher {
	int key_bits;
	size_t block; /* bytes */

	void *(*alloc)(void);
	void (*free)(void *context);
	int (*init_direction)(void *context, const uint8_t *key, int bits, int decrypt);
	int (*init)(void *context, const uint8_t *key, int bits);
	void (*init_blowfish)(void *context, const uint8_t *key, int bytes);
	void (*crypt)(void *context, uint8_t *out, const uint8_t *in, int blocks, uint8_t *iv, int decrypt);

	void *context;     /* made before the runs, the same for all calls of an op */
	int started;       /* whether an op's first call has set key and IV */
	uint8_t *iv;       /* NULL in ECB mode; else chain */
	uint8_t chain[16]; /* the IV of the call to come */
};

extern const struct cpb_op cpb_lavu_update, cpb_lavu_message, cpb_lavu_keyed;

/* A context of an alloc() of the library, NULL on failure; and its end, where it is none too. */
void *cpb_lavu_context_new(void *(*alloc)(void));
void cpb_lavu_context_free(void (*free)(void *context), void *context);

#endif
