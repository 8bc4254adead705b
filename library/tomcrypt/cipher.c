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

/* Sets the key and, in CBC mode, the IV. */
static int set(const struct cpb_call *call)
{
	const struct cpb_tomcrypt_cipher *cipher = call->alg;

	if (cipher->iv_bytes > 0)
		return cipher->cbc_start(cipher->index, call->iv, call->key, (int)call->key_len, 0, call->state);
	return cipher->setup(call->key, (int)call->key_len, 0, call->state);
}

/* Takes the key back. cbc_done() fails for a cipher only that was taken out of the registered ones. */
static int unset(const struct cpb_tomcrypt_cipher *cipher)
{
	if (cipher->iv_bytes > 0)
		return cipher->cbc_done(cipher->context->bytes);
	cipher->done(cipher->context->bytes);
	return 0;
}

static const char *init(struct cpb_call *call)
{
	const struct cpb_tomcrypt_cipher *cipher = call->alg;
	const char *why = unfit(call);
	int error;

	if (why != NULL)
		return why;
	call->state = cipher->context->bytes;
	if (!cipher->context->set && (error = set(call)) != 0)
		return cpb_tomcrypt_error(cipher->error_to_string, "the key is refused", error);
	cipher->context->set = 1;
	return NULL;
}

void cpb_tomcrypt_cipher_close(const struct cpb_tomcrypt_cipher *cipher)
{
	if (cipher->context->set)
		unset(cipher);
	cipher->context->set = 0;
}

/* The key is tried here, and set by each call. */
static const char *keyed_init(struct cpb_call *call)
{
	const char *why = init(call);

	if (why == NULL)
		cpb_tomcrypt_cipher_close(call->alg);
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

static int keyed(struct cpb_call *call, int (*update)(struct cpb_call *))
{
	int error;

	if (set(call) != 0)
		return 1;
	error = update(call);
	return unset(call->alg) != 0 || error != 0;
}

static int ecb_keyed(struct cpb_call *call)
{
	return keyed(call, ecb_update);
}

static int cbc_keyed(struct cpb_call *call)
{
	return keyed(call, cbc_update);
}

const struct cpb_op cpb_tomcrypt_ecb_update = {init, ecb_update, cipher_fini, 1};
const struct cpb_op cpb_tomcrypt_ecb_keyed = {keyed_init, ecb_keyed, cipher_fini, 1};
const struct cpb_op cpb_tomcrypt_cbc_update = {init, cbc_update, cipher_fini, 1};
const struct cpb_op cpb_tomcrypt_cbc_message = {init, cbc_message, cipher_fini, 1};
const struct cpb_op cpb_tomcrypt_cbc_keyed = {keyed_init, cbc_keyed, cipher_fini, 1};
