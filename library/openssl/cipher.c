#include "cipher.h"

#include <limits.h>

/*
 * The timed work of the ciphers through EVP. All functions return 1 on success.
 *
 * Nothing is padded, and there is no EVP_EncryptFinal_ex(): it would have nothing to do. In 1.0 and later a context that is not
 * to pad stays so over EVP_EncryptInit_ex(), and from 3.0 on tells its cipher again each time; where it does not stay so,
 * EVP_EncryptUpdate() of whole blocks does not look at it.
 */

/* Fill made it for this op alone, whose calls take turns. */
static struct cpb_openssl_cipher *of(const struct cpb_call *call)
{
	return (struct cpb_openssl_cipher *)call->alg;
}

static const void *method(const struct cpb_openssl_cipher *c)
{
	return c->cipher.function != NULL ? c->cipher.function() : c->cipher.method;
}

static const char *init(struct cpb_call *call)
{
	struct cpb_openssl_cipher *c = of(call);

	if (call->key_len != c->key_bytes)
		return "the key is not of the cipher's length";
	if (call->iv_len != c->iv_bytes)
		return "the IV is not of the cipher's length";
	if (call->out_len < call->size)
		return "no room for the output";
	if (call->size > INT_MAX)
		return "more than EVP_EncryptUpdate() takes";
	if (c->started)
		return NULL;
	if (c->lib.EVP_EncryptInit_ex(c->context, method(c), NULL, call->key, call->iv) != 1)
		return cpb_openssl_failed(&c->lib, "EVP_EncryptInit_ex");
	if (c->lib.EVP_CIPHER_CTX_set_padding(c->context, 0) != 1)
		return cpb_openssl_failed(&c->lib, "EVP_CIPHER_CTX_set_padding");
	c->started = 1;
	return NULL;
}

static void fini(struct cpb_call *call)
{
	(void)call;
}

static int update(struct cpb_call *call)
{
	const struct cpb_openssl_cipher *c = of(call);
	int n;

	return c->lib.EVP_EncryptUpdate(c->context, call->out, &n, call->in, (int)call->size) != 1;
}

static int message(struct cpb_call *call)
{
	const struct cpb_openssl_cipher *c = of(call);

	return c->lib.EVP_EncryptInit_ex(c->context, NULL, NULL, NULL, call->iv) != 1 || update(call);
}

static int keyed(struct cpb_call *call)
{
	const struct cpb_openssl_cipher *c = of(call);

	return c->lib.EVP_EncryptInit_ex(c->context, c->cipher.function(), NULL, call->key, call->iv) != 1 || update(call);
}

static int keyed_fetched(struct cpb_call *call)
{
	const struct cpb_openssl_cipher *c = of(call);

	return c->lib.EVP_EncryptInit_ex(c->context, c->cipher.method, NULL, call->key, call->iv) != 1 || update(call);
}

const struct cpb_op cpb_openssl_cipher_update = {init, update, fini, 1};
const struct cpb_op cpb_openssl_cipher_message = {init, message, fini, 1};
const struct cpb_op cpb_openssl_cipher_keyed = {init, keyed, fini, 1};
const struct cpb_op cpb_openssl_cipher_keyed_fetched = {init, keyed_fetched, fini, 1};

int cpb_openssl_cipher_open(struct cpb_openssl_cipher *cipher)
{
	cipher->context = cipher->lib.EVP_CIPHER_CTX_new();
	return cipher->context != NULL;
}

void cpb_openssl_cipher_close(struct cpb_openssl_cipher *cipher)
{
	if (cipher->context != NULL)
		cipher->lib.EVP_CIPHER_CTX_free(cipher->context);
	cipher->context = NULL;
	cpb_openssl_unfetch(&cipher->lib, &cipher->cipher);
}
