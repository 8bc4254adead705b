/*
 * LibTomCrypt as this package calls it, without its headers. The library tells the sizes of its structures itself
 * (crypt_get_size()), and its functions return 0 (CRYPT_OK) on success.
 */
#ifndef CPB_TOMCRYPT_H
#define CPB_TOMCRYPT_H

#include "shim.h"

/*
 * "what: the library's reason", without the full stop that error_to_string() gives it. The text lives until the thread's
 * next call.
 */
const char *cpb_tomcrypt_error(const char *(*error_to_string)(int error), const char *what, int error);

/* What the runs of a hash need: call->alg. */
struct cpb_tomcrypt_hash {
	size_t bytes; /* of a digest */
	int (*init)(void *state);
	int (*process)(void *state, const unsigned char *in, unsigned long size);
	int (*done)(void *state, unsigned char *out);
};

extern const struct cpb_op cpb_tomcrypt_hash_message;

/* A symmetric_key or a symmetric_CBC, one for all calls of an op: they have the same key, and a chain goes on from call to call. */
struct cpb_tomcrypt_context {
	int set; /* whether it has a key */
	_Alignas(64) unsigned char bytes[];
};

/* What the runs of a block cipher need: call->alg. ECB uses the cipher's own functions, CBC the mode's. */
struct cpb_tomcrypt_cipher {
	size_t block_bytes;
	size_t iv_bytes; /* 0 in ECB mode */
	struct cpb_tomcrypt_context *context;
	const char *(*error_to_string)(int error);

	int (*setup)(const unsigned char *key, int key_bytes, int rounds, void *skey);
	int (*encrypt)(const unsigned char *in, unsigned char *out, void *skey);
	void (*done)(void *skey);

	int index; /* of the cipher among those registered */
	int (*cbc_start)(int index, const unsigned char *iv, const unsigned char *key, int key_bytes, int rounds, void *cbc);
	int (*cbc_setiv)(const unsigned char *iv, unsigned long size, void *cbc);
	int (*cbc_encrypt)(const unsigned char *in, unsigned char *out, unsigned long size, void *cbc);
	int (*cbc_done)(void *cbc);
};

extern const struct cpb_op cpb_tomcrypt_ecb_update, cpb_tomcrypt_ecb_keyed;
extern const struct cpb_op cpb_tomcrypt_cbc_update, cpb_tomcrypt_cbc_message, cpb_tomcrypt_cbc_keyed;

/* Takes back the key that the context still has when an op is over. */
void cpb_tomcrypt_cipher_close(const struct cpb_tomcrypt_cipher *cipher);

/* Room for an rsa_key, 72 bytes in 1.18, or a dsa_key, 48 bytes: a type and pointers to numbers. */
struct cpb_tomcrypt_key {
	_Alignas(16) unsigned char bytes[256];
};

/* What the runs of RSA and DSA need: call->alg. Of the functions that sign and verify it has the one that its op calls. */
struct cpb_tomcrypt_pk {
	size_t sig_bytes; /* of the signature that is made, at most; 0 where none is */
	const char *(*error_to_string)(int error);

	void *current;     /* ltc_mp: how the library calculates now */
	const void *math;  /* ltm_desc, gmp_desc: how it is to */
	size_t math_bytes; /* of each */

	int (*import)(const unsigned char *in, unsigned long size, void *key);
	void (*release)(void *key);

	int hash; /* of SHA-256 among those registered */
	int (*rsa_sign)(const unsigned char *in, unsigned long size, unsigned char *out, unsigned long *out_len, int padding,
			void *prng, int prng_index, int hash, unsigned long salt_bytes, void *key);
	int (*rsa_verify)(const unsigned char *sig, unsigned long sig_len, const unsigned char *in, unsigned long size, int padding,
			  int hash, unsigned long salt_bytes, int *holds, void *key);

	void *prng; /* prng_state, one for the process */
	int prng_index;
	int (*dsa_sign)(const unsigned char *in, unsigned long size, unsigned char *out, unsigned long *out_len, void *prng,
			int prng_index, void *key);
	int (*dsa_verify)(const unsigned char *sig, unsigned long sig_len, const unsigned char *in, unsigned long size, int *holds,
			  void *key);
};

extern const struct cpb_op cpb_tomcrypt_rsa_sign, cpb_tomcrypt_rsa_sign_fresh;
extern const struct cpb_op cpb_tomcrypt_rsa_verify, cpb_tomcrypt_rsa_verify_fresh;
extern const struct cpb_op cpb_tomcrypt_dsa_sign, cpb_tomcrypt_dsa_sign_fresh;
extern const struct cpb_op cpb_tomcrypt_dsa_verify, cpb_tomcrypt_dsa_verify_fresh;

/* Functions of the library that are called once, through pointers, which cgo cannot. */

/* crypt_get_size(): the bytes of a structure, 0 where the library does not know it. */
size_t cpb_tomcrypt_size(int (*get_size)(const char *name, unsigned int *bytes), const char *name);

/* register_cipher(), register_hash(), register_prng(): an index, or -1 where there is no room. */
int cpb_tomcrypt_index(int (*enter)(const void *descriptor), const void *descriptor);

/* rng_make_prng(): starts a generator with random numbers from the system. 0, or an error. */
int cpb_tomcrypt_seed(int (*make)(int bits, int index, void *prng, void (*while_waiting)(void)), int index, void *prng);

#endif
