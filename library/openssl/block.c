#include "block.h"

#include <string.h>

/*
 * The timed work of the ciphers through their own functions. Those that encrypt return nothing. ECB is one call for each block,
 * as FFmpeg's crypto_bench has it.
 */

/* The types of the public headers, with key schedules as void * and DES_cblock as bytes. */
typedef int set_bits(const unsigned char *key, int bits, void *schedule);    /* AES, Camellia: 0 on success */
typedef void set_bytes(void *schedule, size_t bytes, const unsigned char *key); /* Blowfish, CAST5: an int, in AWS-LC a size_t */
typedef void set_des(const unsigned char *key, void *schedule);

/* The size is a long with Blowfish and DES, but a size_t in BoringSSL. */
typedef void cbc(const unsigned char *in, unsigned char *out, size_t size, const void *schedule, unsigned char *iv, int encrypt);
typedef void ede3_cbc(const unsigned char *in, unsigned char *out, size_t size, const void *schedule1, const void *schedule2,
		      const void *schedule3, unsigned char *iv, int encrypt);
typedef void aes_block(const unsigned char *in, unsigned char *out, const void *schedule);
typedef void ecb(const unsigned char *in, unsigned char *out, const void *schedule, int encrypt);

enum { ENCRYPT = 1 };

/* Fill made it for this op alone, whose calls take turns. */
static struct cpb_openssl_block *of(const struct cpb_call *call)
{
	return (struct cpb_openssl_block *)call->alg;
}

/* How a key is set. 0, or any other value where the library reported a failure. */

static int with_bits(struct cpb_openssl_block *c, const unsigned char *key)
{
	return ((set_bits *)c->set)(key, 8 * (int)c->key_bytes, &c->schedule);
}

static int with_bytes(struct cpb_openssl_block *c, const unsigned char *key)
{
	((set_bytes *)c->set)(&c->schedule, c->key_bytes, key);
	return 0;
}

static int with_des(struct cpb_openssl_block *c, const unsigned char *key)
{
	((set_des *)c->set)(key, &c->schedule);
	return 0;
}

static int with_des_thrice(struct cpb_openssl_block *c, const unsigned char *key)
{
	for (int i = 0; i < 3; i++)
		((set_des *)c->set)(key + 8 * i, c->schedule.three[i]);
	return 0;
}

/* How data are encrypted. In CBC mode the last block of the output goes to iv. */

static void in_cbc(struct cpb_openssl_block *c, const struct cpb_call *call, unsigned char *iv)
{
	((cbc *)c->encrypt)(call->in, call->out, call->size, &c->schedule, iv, ENCRYPT);
}

static void in_ede3_cbc(struct cpb_openssl_block *c, const struct cpb_call *call, unsigned char *iv)
{
	((ede3_cbc *)c->encrypt)(call->in, call->out, call->size, c->schedule.three[0], c->schedule.three[1], c->schedule.three[2], iv,
				 ENCRYPT);
}

static void by_aes_block(struct cpb_openssl_block *c, const struct cpb_call *call)
{
	aes_block *encrypt = (aes_block *)c->encrypt;

	for (size_t i = 0; i < call->size; i += 16)
		encrypt(call->in + i, call->out + i, &c->schedule);
}

static void by_block_of_16(struct cpb_openssl_block *c, const struct cpb_call *call)
{
	ecb *encrypt = (ecb *)c->encrypt;

	for (size_t i = 0; i < call->size; i += 16)
		encrypt(call->in + i, call->out + i, &c->schedule, ENCRYPT);
}

static void by_block_of_8(struct cpb_openssl_block *c, const struct cpb_call *call)
{
	ecb *encrypt = (ecb *)c->encrypt;

	for (size_t i = 0; i < call->size; i += 8)
		encrypt(call->in + i, call->out + i, &c->schedule, ENCRYPT);
}

static const char *start(struct cpb_call *call, size_t block_bytes, int (*set)(struct cpb_openssl_block *, const unsigned char *))
{
	struct cpb_openssl_block *c = of(call);

	if (call->key_len != c->key_bytes)
		return "the key is not of the cipher's length";
	if (call->iv_len != c->iv_bytes)
		return "the IV is not of the cipher's length";
	if (call->size % block_bytes != 0)
		return "the input is not whole blocks";
	if (call->out_len < call->size)
		return "no room for the output";
	if (c->started)
		return NULL;
	if (set(c, call->key) != 0)
		return "the key cannot be set";
	if (call->iv_len > 0)
		memcpy(c->chain, call->iv, call->iv_len);
	c->started = 1;
	return NULL;
}

static void fini(struct cpb_call *call)
{
	(void)call;
}

#define INIT(name, block_bytes, set)                         \
	static const char *name##_init(struct cpb_call *call) \
	{                                                    \
		return start(call, block_bytes, set);        \
	}

#define CBC(name, block_bytes, set, encrypt)               \
	INIT(name, block_bytes, set)                       \
                                                           \
	static int name##_update(struct cpb_call *call)    \
	{                                                  \
		encrypt(of(call), call, of(call)->chain);  \
		return 0;                                  \
	}                                                  \
                                                           \
	static int name##_message(struct cpb_call *call)   \
	{                                                  \
		unsigned char iv[block_bytes];             \
                                                           \
		memcpy(iv, call->iv, sizeof(iv));          \
		encrypt(of(call), call, iv);               \
		return 0;                                  \
	}                                                  \
                                                           \
	static int name##_keyed(struct cpb_call *call)     \
	{                                                  \
		int failed = set(of(call), call->key) != 0; \
                                                           \
		return name##_message(call) | failed;      \
	}                                                  \
                                                           \
	const struct cpb_openssl_block_ops cpb_openssl_##name = { \
		{name##_init, name##_update, fini, 1},     \
		{name##_init, name##_message, fini, 1},    \
		{name##_init, name##_keyed, fini, 1},      \
	};

#define ECB(name, block_bytes, set, encrypt)               \
	INIT(name, block_bytes, set)                       \
                                                           \
	static int name##_update(struct cpb_call *call)    \
	{                                                  \
		encrypt(of(call), call);                   \
		return 0;                                  \
	}                                                  \
                                                           \
	static int name##_keyed(struct cpb_call *call)     \
	{                                                  \
		int failed = set(of(call), call->key) != 0; \
                                                           \
		return name##_update(call) | failed;       \
	}                                                  \
                                                           \
	const struct cpb_openssl_block_ops cpb_openssl_##name = { \
		.update = {name##_init, name##_update, fini, 1}, \
		.keyed = {name##_init, name##_keyed, fini, 1}, \
	};

CBC(aes_cbc, 16, with_bits, in_cbc)
ECB(aes_ecb, 16, with_bits, by_aes_block)
ECB(camellia_ecb, 16, with_bits, by_block_of_16)
CBC(blowfish_cbc, 8, with_bytes, in_cbc)
ECB(blowfish_ecb, 8, with_bytes, by_block_of_8)
ECB(cast_ecb, 8, with_bytes, by_block_of_8)
CBC(des_cbc, 8, with_des, in_cbc)
CBC(des_ede3_cbc, 8, with_des_thrice, in_ede3_cbc)
