#include "tomcrypt.h"

#include <stdlib.h>
#include <string.h>

/*
 * The timed work of RSA and DSA.
 *
 * The library does its arithmetic through one variable, ltc_mp, which an application sets once, to the descriptor of LibTomMath
 * or of GMP. Here ops of both take turns in a process, so each call looks whose descriptor is there and copies its own (416
 * bytes in 1.18) where it is the other's: that is once a turn, among its untimed calls, and a comparison in all others. The
 * numbers of one are nothing to the other, so importing and freeing a key look as well.
 */

enum { PKCS_1_V1_5 = 1 }; /* enum ltc_pkcs_1_paddings, LTC_PKCS_1_V1_5: part of the ABI */

static void calculate(const struct cpb_tomcrypt_pk *pk)
{
	/* A descriptor begins with a pointer to its name, which no other has. */
	if (memcmp(pk->current, pk->math, sizeof(const char *)) != 0)
		memcpy(pk->current, pk->math, pk->math_bytes);
}

typedef int work(struct cpb_call *call, void *key);

static int rsa_sign(struct cpb_call *call, void *key)
{
	const struct cpb_tomcrypt_pk *pk = call->alg;
	unsigned long len = call->out_len;

	/* This padding has no salt and asks for no generator. */
	return pk->rsa_sign(call->in, call->size, call->out, &len, PKCS_1_V1_5, NULL, 0, pk->hash, 0, key);
}

static int rsa_verify(struct cpb_call *call, void *key)
{
	const struct cpb_tomcrypt_pk *pk = call->alg;
	int holds = 0;

	return pk->rsa_verify(call->sig, call->sig_len, call->in, call->size, PKCS_1_V1_5, pk->hash, 0, &holds, key) != 0 || holds != 1;
}

static int dsa_sign(struct cpb_call *call, void *key)
{
	const struct cpb_tomcrypt_pk *pk = call->alg;
	unsigned long len = call->out_len;

	return pk->dsa_sign(call->in, call->size, call->out, &len, pk->prng, pk->prng_index, key);
}

static int dsa_verify(struct cpb_call *call, void *key)
{
	const struct cpb_tomcrypt_pk *pk = call->alg;
	int holds = 0;

	return pk->dsa_verify(call->sig, call->sig_len, call->in, call->size, &holds, key) != 0 || holds != 1;
}

/* The key imported before. */
static int kept(struct cpb_call *call, work *does)
{
	calculate(call->alg);
	return does(call, call->state);
}

/* The key imported, used once and freed. It frees itself where it cannot be imported. */
static int fresh(struct cpb_call *call, work *does)
{
	const struct cpb_tomcrypt_pk *pk = call->alg;
	struct cpb_tomcrypt_key key;
	int error;

	calculate(pk);
	if (pk->import(call->key, call->key_len, &key) != 0)
		return 1;
	error = does(call, &key);
	pk->release(&key);
	return error;
}

static const char *kept_init(struct cpb_call *call)
{
	const struct cpb_tomcrypt_pk *pk = call->alg;
	void *key;
	int error;

	if (call->out_len < pk->sig_bytes)
		return "no room for the signature";
	key = cpb_alloc(sizeof(struct cpb_tomcrypt_key));
	if (key == NULL)
		return "out of memory";
	calculate(pk);
	error = pk->import(call->key, call->key_len, key);
	if (error != 0) {
		free(key);
		return cpb_tomcrypt_error(pk->error_to_string, "the key is refused", error);
	}
	call->state = key;
	return NULL;
}

static void kept_fini(struct cpb_call *call)
{
	const struct cpb_tomcrypt_pk *pk = call->alg;

	calculate(pk);
	pk->release(call->state);
	free(call->state);
}

/* The key is tried here, and imported by each call. */
static const char *fresh_init(struct cpb_call *call)
{
	const char *why = kept_init(call);

	if (why == NULL)
		kept_fini(call);
	return why;
}

static void fresh_fini(struct cpb_call *call)
{
	(void)call;
}

#define OPS(name)                                                                                   \
	static int name##_kept(struct cpb_call *call) { return kept(call, name); }                  \
	static int name##_fresh(struct cpb_call *call) { return fresh(call, name); }                \
	const struct cpb_op cpb_tomcrypt_##name = {kept_init, name##_kept, kept_fini, 1};           \
	const struct cpb_op cpb_tomcrypt_##name##_fresh = {fresh_init, name##_fresh, fresh_fini, 1}

OPS(rsa_sign);
OPS(rsa_verify);
OPS(dsa_sign);
OPS(dsa_verify);
