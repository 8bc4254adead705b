/* The block ciphers through their own functions. */
#ifndef CPB_OPENSSL_BLOCK_H
#define CPB_OPENSSL_BLOCK_H

#include "shim.h"

/*
 * Room for a key's schedule: AES_KEY has 244 bytes, BF_KEY 4168, CAST_KEY 132 and before 1.0.1 264, CAMELLIA_KEY 280,
 * DES_key_schedule 128, and 256 where a DES_LONG is a long. Triple DES has three of the last.
 */
union cpb_openssl_schedule {
	_Alignas(64) unsigned char one[5120];
	unsigned char three[3][512];
};

/* What the runs of a cipher need: call->alg. */
struct cpb_openssl_block {
	size_t key_bytes, iv_bytes;
	void (*set)(void);     /* AES_set_encrypt_key() and the like, whose types differ: block.c knows them */
	void (*encrypt)(void); /* AES_cbc_encrypt(), AES_encrypt() and the like */
	int started;           /* the key is set, and chain is the first call's IV */
	unsigned char chain[16];
	union cpb_openssl_schedule schedule;
};

/* The ops of one cipher. ECB mode has no messages. */
struct cpb_openssl_block_ops {
	struct cpb_op update, message, keyed;
};

extern const struct cpb_openssl_block_ops cpb_openssl_aes_cbc, cpb_openssl_aes_ecb, cpb_openssl_camellia_ecb;
extern const struct cpb_openssl_block_ops cpb_openssl_blowfish_cbc, cpb_openssl_blowfish_ecb, cpb_openssl_cast_ecb;
extern const struct cpb_openssl_block_ops cpb_openssl_des_cbc, cpb_openssl_des_ede3_cbc;

#endif
