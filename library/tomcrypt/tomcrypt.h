/* LibTomCrypt as this package calls it, without its headers. */
#ifndef CPB_TOMCRYPT_H
#define CPB_TOMCRYPT_H

#include "shim.h"

/* What the runs of a hash need: call->alg. The functions return 0 (CRYPT_OK) on success. */
struct cpb_tomcrypt_hash {
	size_t bytes; /* of a digest */
	int (*init)(void *state);
	int (*process)(void *state, const unsigned char *in, unsigned long size);
	int (*done)(void *state, unsigned char *out);
};

extern const struct cpb_op cpb_tomcrypt_native;

#endif
