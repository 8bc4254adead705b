#include <limits.h>
#include <string.h>

#include "lavu.h"

/* Returns 0. av_twofish_init() says 1 of a key that it fills up. */
static int set_key(const struct cpb_lavu_cipher *cipher, const uint8_t *key)
{
	if (cipher->init_direction != NULL)
		return cipher->init_direction(cipher->context, key, cipher->key_bits, 0);
	if (cipher->init != NULL)
		return cipher->init(cipher->context, key, cipher->key_bits);
	cipher->init_blowfish(cipher->context, key, cipher->key_bits / 8);
	return 0;
}

static void set_iv(const struct cpb_lavu_cipher *cipher, const struct cpb_call *call)
{
	if (cipher->iv != NULL)
		memcpy(cipher->iv, call->iv, cipher->block);
}

static const char *cipher_init(struct cpb_call *call)
{
	struct cpb_lavu_cipher *cipher = (struct cpb_lavu_cipher *)call->alg; /* of this op alone */

	if (call->key_len != (size_t)cipher->key_bits / 8)
		return "the key has another length than the cipher's";
	if (cipher->iv != NULL && call->iv_len != cipher->block)
		return "the IV has another length than the block";
	if (call->size == 0 || call->size % cipher->block != 0)
		return "the input is not whole blocks";
	if (call->size / cipher->block > INT_MAX)
		return "no version takes more than 2147483647 blocks in a call";
	if (call->out_len < call->size)
		return "no room for the output";
	if (cipher->started)
		return NULL;
	if (set_key(cipher, call->key) != 0)
		return "the library refuses the key";
	set_iv(cipher, call);
	cipher->started = 1;
	return NULL;
}

static void cipher_fini(struct cpb_call *call)
{
	(void)call;
}

static int update(struct cpb_call *call)
{
	const struct cpb_lavu_cipher *cipher = call->alg;

	cipher->crypt(cipher->context, call->out, call->in, (int)(call->size / cipher->block), cipher->iv, 0);
	return 0;
}

static int message(struct cpb_call *call)
{
	set_iv(call->alg, call);
	return update(call);
}

static int keyed(struct cpb_call *call)
{
	if (set_key(call->alg, call->key) != 0)
		return 1;
	return message(call);
}

const struct cpb_op cpb_lavu_update = {cipher_init, update, cipher_fini, 1};
const struct cpb_op cpb_lavu_message = {cipher_init, message, cipher_fini, 1};
const struct cpb_op cpb_lavu_keyed = {cipher_init, keyed, cipher_fini, 1};
