/* RSA and DSA: RSA_sign() and the like, and EVP_PKEY_sign(). */
#ifndef CPB_OPENSSL_KEY_H
#define CPB_OPENSSL_KEY_H

#include "method.h"

/*
 * What the runs through a primitive's own functions need: call->alg. Those of RSA and DSA have the same types. Lengths are
 * unsigned int or int, but a size_t in BoringSSL: a size_t is passed as either.
 */
struct cpb_openssl_key {
	struct cpb_openssl lib; /* for the library's errors */
	int hash;               /* NID of the hash that made the digest; DSA ignores it */
	int fresh;              /* whether each call imports the key */

	/* The library's: */
	void *(*import)(void **key, const unsigned char **der, long size);
	void (*release)(void *key);
	int (*bytes)(const void *key); /* of a signature at most */
	int (*sign)(int hash, const unsigned char *in, size_t size, unsigned char *sig, unsigned int *sig_size, void *key);
	int (*verify)(int hash, const unsigned char *in, size_t size, const unsigned char *sig, size_t sig_size, void *key);

	size_t room; /* what bytes() returned */
	void *key;   /* RSA or DSA, the same for all calls of an op; NULL where each imports its own */
};

void cpb_openssl_key_close(struct cpb_openssl_key *key);

/* What the runs through EVP need: call->alg. */
struct cpb_openssl_pkey {
	struct cpb_openssl lib; /* a copy: one load less in each call than through a pointer */
	int type;               /* EVP_PKEY_RSA, EVP_PKEY_DSA */
	int verify;             /* whether it verifies: with the public key */
	int fresh;              /* whether each call imports the key */
	int reuse;              /* whether all calls have one context, and do not make one each */

	struct cpb_openssl_method signature; /* only to know who serves it */
	int tried;                           /* whether a key was imported */
	size_t room;                         /* what a signature takes at most */
	void *key;                           /* EVP_PKEY, the same for all calls of an op; NULL where each imports its own */
	void *context;                       /* EVP_PKEY_CTX, likewise */
};

enum { CPB_OPENSSL_RSA = 6, CPB_OPENSSL_DSA = 116 }; /* EVP_PKEY_RSA, EVP_PKEY_DSA: NIDs */

/*
 * Whether there are contexts for keys of a type: 1, or 0 with an error kept by the library. BoringSSL imports DSA keys, but signs
 * and verifies with them through their own functions alone.
 */
int cpb_openssl_pkey_known(const struct cpb_openssl *lib, int type);

void cpb_openssl_pkey_close(struct cpb_openssl_pkey *pkey);

/* The ops of RSA and DSA through one interface. */
struct cpb_openssl_key_ops {
	struct cpb_op rsa_sign, dsa_sign; /* which differ in their period */
	struct cpb_op sign_fresh, verify, verify_fresh;
};

/* With a context that is kept there are no fresh keys. */
extern const struct cpb_openssl_key_ops cpb_openssl_key_ops, cpb_openssl_pkey_ops, cpb_openssl_pkey_reused_ops;

/*
 * The name of the engine that the library calls for keys of a type in place of its own code; NULL for none. One for EVP_PKEY_sign()
 * comes before one for RSA_sign().
 */
const char *cpb_openssl_key_engine(const struct cpb_openssl *lib, int type);
const char *cpb_openssl_pkey_engine(const struct cpb_openssl *lib, int type);

/* BN_BLINDING_COUNTER in all of OpenSSL and its forks: a key that is kept renews its blinding at each 32nd private operation. */
enum { CPB_OPENSSL_BLINDING_PERIOD = 32 };

#endif
