#include "tomcrypt.h"

/*
 * The timed work of the block ciphers.
 *
 * ECB is a loop over the cipher's own block function, as in FFmpeg's crypto_bench: the library has nothing that is faster, its
 * ecb_encrypt() makes the same loop behind a descriptor. CBC is the library's mode, for a chain by hand would be our code.
 */

/* Why the buffers are none for the cipher, or NULL. */
static const char *unfit(const struct cpb_call *call)
{
	const struct cpb_tomcrypt_cipher *cipher = call->alg;

	if (call->size == 0 || call->size % cipher->block_bytes != 0)
		return "the message is not whole blocks";
	if (call->out_len < call->size)
		return "no room for the output";
	if (call->iv_len != cipher->iv_bytes)
		return "the IV is of another length";
	return NULL;
}

static void cipher_fini(struct cpb_call *call)
{
	(void)call;
}

static int ecb_set(const struct cpb_call *call)
{
	const struct cpb_tomcrypt_cipher *cipher = call->alg;

	return cipher->setup(call->key, (int)call->key_len, 0, call->state);
}

static const char *ecb_init(struct cpb_call *call)
{
	const struct cpb_tomcrypt_cipher *cipher = call->alg;
	const char *why = unfit(call);
	int error;

	if (why != NULL)
		return why;
	call->state = cipher->context->bytes;
	if (!cipher->context->set && (error = ecb_set(call)) != 0)
		return cpb_tomcrypt_error(cipher->error_to_string, "the key is refused", error);
	cipher->context->set = 1;
	return NULL;
}

void cpb_tomcrypt_ecb_close(const struct cpb_tomcrypt_cipher *cipher)
{
	if (cipher->context->set)
		cipher->done(cipher->context->bytes);
	cipher->context->set = 0;
}

/* The key is tried here, and set by each call. */
static const char *ecb_keyed_init(struct cpb_call *call)
{
	const char *why = ecb_init(call);

	if (why == NULL)
		cpb_tomcrypt_ecb_close(call->alg);
	return why;
}

static int ecb_update(struct cpb_call *call)
{
	const struct cpb_tomcrypt_cipher *cipher = call->alg;
	int (*const encrypt)(const unsigned char *, unsigned char *, void *) = cipher->encrypt;
	const unsigned char *in = call->in, *const end = in + call->size;
	const size_t block_bytes = cipher->block_bytes;
	unsigned char *out = call->out;
	void *skey = call->state;
	int error = 0;

	for (; in != end; in += block_bytes, out += block_bytes)
		error |= encrypt(in, out, skey);
	return error;
}

static int ecb_keyed(struct cpb_call *call)
{
	const struct cpb_tomcrypt_cipher *cipher = call->alg;
	int error;

	if (ecb_set(call) != 0)
		return 1;
	error = ecb_update(call);
	cipher->done(call->state);
	return error;
}

static int cbc_set(const struct cpb_call *call)
{
	const struct cpb_tomcrypt_cipher *cipher = call->alg;

	return cipher->cbc_start(cipher->index, call->iv, call->key, (int)call->key_len, 0, call->state);
}

static const char *cbc_init(struct cpb_call *call)
{
	const struct cpb_tomcrypt_cipher *cipher = call->alg;
	const char *why = unfit(call);
	int error;

	if (why != NULL)
		return why;
	call->state = cipher->context->bytes;
	if (!cipher->context->set && (error = cbc_set(call)) != 0)
		return cpb_tomcrypt_error(cipher->error_to_string, "the key is refused", error);
	cipher->context->set = 1;
	return NULL;
}

void cpb_tomcrypt_cbc_close(const struct cpb_tomcrypt_cipher *cipher)
{
	if (cipher->context->set)
		cipher->cbc_done(cipher->context->bytes); /* fails for a cipher only that was taken out of the registered ones */
	cipher->context->set = 0;
}

static const char *cbc_keyed_init(struct cpb_call *call)
{
	const char *why = cbc_init(call);

	if (why == NULL)
		cpb_tomcrypt_cbc_close(call->alg);
	return why;
}

static int cbc_update(struct cpb_call *call)
{
	const struct cpb_tomcrypt_cipher *cipher = call->alg;

	return cipher->cbc_encrypt(call->in, call->out, call->size, call->state);
}

static int cbc_message(struct cpb_call *call)
{
	const struct cpb_tomcrypt_cipher *cipher = call->alg;

	return cipher->cbc_setiv(call->iv, call->iv_len, call->state) != 0 || cbc_update(call) != 0;
}

static int cbc_keyed(struct cpb_call *call)
{
	const struct cpb_tomcrypt_cipher *cipher = call->alg;
	int error;

	if (cbc_set(call) != 0)
		return 1;
	error = cbc_update(call);
	return cipher->cbc_done(call->state) != 0 || error != 0;
}

const struct cpb_op cpb_tomcrypt_ecb_update = {ecb_init, ecb_update, cipher_fini, 1};
const struct cpb_op cpb_tomcrypt_ecb_keyed = {ecb_keyed_init, ecb_keyed, cipher_fini, 1};
const struct cpb_op cpb_tomcrypt_cbc_update = {cbc_init, cbc_update, cipher_fini, 1};
const struct cpb_op cpb_tomcrypt_cbc_message = {cbc_init, cbc_message, cipher_fini, 1};
const struct cpb_op cpb_tomcrypt_cbc_keyed = {cbc_keyed_init, cbc_keyed, cipher_fini, 1};
