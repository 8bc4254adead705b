/* The hashes, one op for each interface. */
#ifndef CPB_OPENSSL_HASH_H
#define CPB_OPENSSL_HASH_H

#include "method.h"

/* What the runs of a hash need: call->alg. */
struct cpb_openssl_hash {
	struct cpb_openssl lib; /* a copy: one load less in each call than through a pointer */
	size_t bytes;           /* of a digest */

	/* the hash's own functions */
	unsigned char *(*oneshot)(const unsigned char *in, size_t size, unsigned char *out);
	int (*init)(void *context);
	int (*update)(void *context, const void *in, size_t size);
	int (*final)(unsigned char *out, void *context);

	struct cpb_openssl_method md;
	void *context; /* EVP_MD_CTX, the same for all calls of an op */
};

extern const struct cpb_op cpb_openssl_oneshot, cpb_openssl_lowlevel, cpb_openssl_evp, cpb_openssl_fetched, cpb_openssl_reused;

/* Makes the context. 0 where the library does not. */
int cpb_openssl_hash_open(struct cpb_openssl_hash *hash);
void cpb_openssl_hash_close(struct cpb_openssl_hash *hash);

#endif
