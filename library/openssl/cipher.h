/* The block ciphers through EVP. */
#ifndef CPB_OPENSSL_CIPHER_H
#define CPB_OPENSSL_CIPHER_H

#include "method.h"

/* What the runs of a cipher need: call->alg. */
struct cpb_openssl_cipher {
	struct cpb_openssl lib; /* a copy: one load less in each call than through a pointer */
	size_t key_bytes, iv_bytes;
	struct cpb_openssl_method cipher;
	void *context; /* EVP_CIPHER_CTX, the same for all calls of an op */
	int started;   /* it has the key and the first call's IV */
};

/* cpb_openssl_cipher_keyed names the cipher by its function in each call, the other one gives what was fetched. */
extern const struct cpb_op cpb_openssl_cipher_update, cpb_openssl_cipher_message;
extern const struct cpb_op cpb_openssl_cipher_keyed, cpb_openssl_cipher_keyed_fetched;

/* Makes the context. 0 where the library does not. */
int cpb_openssl_cipher_open(struct cpb_openssl_cipher *cipher);
void cpb_openssl_cipher_close(struct cpb_openssl_cipher *cipher);

#endif
