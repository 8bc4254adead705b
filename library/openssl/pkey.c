#include "key.h"

/*
 * The timed work of RSA and DSA through EVP. All functions return 1, or a key or context, on success.
 *
 * A context for RSA is told padding and hash, as RSA_sign() is by its nature and its first argument. One for DSA is told nothing:
 * it then takes a digest as it is.
 */

/* evp.h and rsa.h: part of the ABI. */
enum {
	RSA_PKCS1_PADDING = 1,
	ANY = -1,
	OP_TYPE_SIG = 0xf8,
	CTRL_MD = 1,
	CTRL_RSA_PADDING = 0x1001,
};

/* Fill made it for this op alone. */
static struct cpb_openssl_pkey *of(const struct cpb_call *call)
{
	return (struct cpb_openssl_pkey *)call->alg;
}

/* What the macro of that name does in headers of versions that have no such function. */
static int set_rsa_padding(const struct cpb_openssl *lib, void *context)
{
	if (lib->EVP_PKEY_CTX_set_rsa_padding != NULL)
		return lib->EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING);
	return lib->EVP_PKEY_CTX_ctrl(context, CPB_OPENSSL_RSA, ANY, CTRL_RSA_PADDING, RSA_PKCS1_PADDING, NULL);
}

static int set_signature_md(const struct cpb_openssl *lib, void *context)
{
	if (lib->EVP_PKEY_CTX_set_signature_md != NULL)
		return lib->EVP_PKEY_CTX_set_signature_md(context, lib->EVP_sha256());
	return lib->EVP_PKEY_CTX_ctrl(context, ANY, OP_TYPE_SIG, CTRL_MD, 0, (void *)lib->EVP_sha256());
}

/* NULL, or what failed. */
static const char *start(const struct cpb_openssl_pkey *c, void *context)
{
	if (c->verify && c->lib.EVP_PKEY_verify_init(context) != 1)
		return "EVP_PKEY_verify_init";
	if (!c->verify && c->lib.EVP_PKEY_sign_init(context) != 1)
		return "EVP_PKEY_sign_init";
	if (c->type != CPB_OPENSSL_RSA)
		return NULL;
	if (set_rsa_padding(&c->lib, context) <= 0)
		return "EVP_PKEY_CTX_set_rsa_padding";
	if (set_signature_md(&c->lib, context) <= 0)
		return "EVP_PKEY_CTX_set_signature_md";
	return NULL;
}

static void release(const struct cpb_openssl_pkey *c, void *key, void *context)
{
	if (context != NULL)
		c->lib.EVP_PKEY_CTX_free(context);
	if (key != NULL)
		c->lib.EVP_PKEY_free(key);
}

/* A context for key, to be freed; or NULL, and what failed. */
static void *open_context(const struct cpb_openssl_pkey *c, void *key, const char **failed)
{
	void *context = c->lib.EVP_PKEY_CTX_new(key, NULL);

	*failed = context != NULL ? start(c, context) : "EVP_PKEY_CTX_new";
	if (*failed == NULL)
		return context;
	release(c, NULL, context);
	return NULL;
}

/* Makes key and context, to be released; or neither, and returns what failed. */
static const char *import(const struct cpb_openssl_pkey *c, const struct cpb_call *call, void **key, void **context)
{
	const unsigned char *der = call->key;
	long size = (long)call->key_len;
	const char *failed;

	*key = c->verify ? c->lib.d2i_PUBKEY(NULL, &der, size) : c->lib.d2i_PrivateKey(c->type, NULL, &der, size);
	if (*key == NULL)
		return c->verify ? "d2i_PUBKEY" : "d2i_PrivateKey";
	*context = open_context(c, *key, &failed);
	if (failed != NULL)
		release(c, *key, NULL);
	return failed;
}

/* Imports the key, for all calls or to see that it can be done. NULL, or an error in words. */
static const char *try_key(struct cpb_openssl_pkey *c, const struct cpb_call *call)
{
	void *key, *context;
	const char *failed = import(c, call, &key, &context);

	if (failed != NULL)
		return cpb_openssl_failed(&c->lib, failed);
	/* Asked for no signature it tells how long one is at most. */
	if (!c->verify && c->lib.EVP_PKEY_sign(context, NULL, &c->room, call->in, call->size) != 1) {
		failed = cpb_openssl_failed(&c->lib, "EVP_PKEY_sign");
		release(c, key, context);
		return failed;
	}
	c->tried = 1;
	if (c->reuse)
		c->context = context;
	else
		release(c, NULL, context);
	if (c->fresh)
		release(c, key, NULL);
	else
		c->key = key;
	return NULL;
}

static const char *init(struct cpb_call *call)
{
	struct cpb_openssl_pkey *c = of(call);
	const char *why = c->tried ? NULL : try_key(c, call);

	if (why == NULL && !c->verify && call->out_len < c->room)
		return "no room for the signature";
	return why;
}

static void fini(struct cpb_call *call)
{
	(void)call;
}

static int sign_with(const struct cpb_openssl_pkey *c, const struct cpb_call *call, void *context)
{
	size_t n = call->out_len;

	return c->lib.EVP_PKEY_sign(context, call->out, &n, call->in, call->size) != 1;
}

static int verify_with(const struct cpb_openssl_pkey *c, const struct cpb_call *call, void *context)
{
	return c->lib.EVP_PKEY_verify(context, call->sig, call->sig_len, call->in, call->size) != 1;
}

typedef int use(const struct cpb_openssl_pkey *c, const struct cpb_call *call, void *context);

/* With a context of the call's own. */
static int contextual(const struct cpb_call *call, use *with)
{
	const struct cpb_openssl_pkey *c = of(call);
	const char *failure;
	void *context = open_context(c, c->key, &failure);
	int failed;

	if (context == NULL)
		return 1;
	failed = with(c, call, context);
	release(c, NULL, context);
	return failed;
}

/* With a key and a context of the call's own. */
static int fresh(const struct cpb_call *call, use *with)
{
	const struct cpb_openssl_pkey *c = of(call);
	void *key, *context;
	int failed;

	if (import(c, call, &key, &context) != NULL)
		return 1;
	failed = with(c, call, context);
	release(c, key, context);
	return failed;
}

static int sign(struct cpb_call *call)
{
	return contextual(call, sign_with);
}

static int verify(struct cpb_call *call)
{
	return contextual(call, verify_with);
}

static int sign_reused(struct cpb_call *call)
{
	return sign_with(of(call), call, of(call)->context);
}

static int verify_reused(struct cpb_call *call)
{
	return verify_with(of(call), call, of(call)->context);
}

static int sign_fresh(struct cpb_call *call)
{
	return fresh(call, sign_with);
}

static int verify_fresh(struct cpb_call *call)
{
	return fresh(call, verify_with);
}

const struct cpb_openssl_key_ops cpb_openssl_pkey_ops = {
	.rsa_sign = {init, sign, fini, CPB_OPENSSL_BLINDING_PERIOD},
	.dsa_sign = {init, sign, fini, 1},
	.sign_fresh = {init, sign_fresh, fini, 1},
	.verify = {init, verify, fini, 1},
	.verify_fresh = {init, verify_fresh, fini, 1},
};

const struct cpb_openssl_key_ops cpb_openssl_pkey_reused_ops = {
	.rsa_sign = {init, sign_reused, fini, CPB_OPENSSL_BLINDING_PERIOD},
	.dsa_sign = {init, sign_reused, fini, 1},
	.verify = {init, verify_reused, fini, 1},
};

int cpb_openssl_pkey_known(const struct cpb_openssl *lib, int type)
{
	void *context = lib->EVP_PKEY_CTX_new_id(type, NULL);

	if (context != NULL)
		lib->EVP_PKEY_CTX_free(context);
	return context != NULL;
}

void cpb_openssl_pkey_close(struct cpb_openssl_pkey *pkey)
{
	release(pkey, pkey->key, pkey->context);
	pkey->key = pkey->context = NULL;
	cpb_openssl_unfetch(&pkey->lib, &pkey->signature);
}

const char *cpb_openssl_pkey_engine(const struct cpb_openssl *lib, int type)
{
	const char *name = NULL;

	if (lib->ENGINE_get_pkey_meth_engine != NULL && lib->ENGINE_finish != NULL)
		name = cpb_openssl_engine_name(lib, lib->ENGINE_get_pkey_meth_engine(type));
	return name != NULL ? name : cpb_openssl_key_engine(lib, type);
}
