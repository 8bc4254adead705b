#include "key.h"

/* The timed work of RSA and DSA through their own functions. All functions return 1, or a key, on success. */

/* Fill made it for this op alone. */
static struct cpb_openssl_key *of(const struct cpb_call *call)
{
	return (struct cpb_openssl_key *)call->alg;
}

static void *import(const struct cpb_openssl_key *c, const struct cpb_call *call)
{
	const unsigned char *der = call->key;

	return c->import(NULL, &der, (long)call->key_len);
}

/* The first call imports the key, for all or to see that it can be done and how long a signature is. */
static const char *init(struct cpb_call *call)
{
	struct cpb_openssl_key *c = of(call);
	void *key;
	int bytes;

	if (c->room > 0)
		return NULL;
	key = import(c, call);
	if (key == NULL)
		return cpb_openssl_failed(&c->lib, "the import of the key");
	bytes = c->bytes(key);
	if (c->fresh || bytes <= 0)
		c->release(key);
	else
		c->key = key;
	if (bytes <= 0)
		return "the length of a signature is not known";
	c->room = (size_t)bytes;
	return NULL;
}

static const char *sign_init(struct cpb_call *call)
{
	const char *why = init(call);

	if (why == NULL && call->out_len < of(call)->room)
		return "no room for the signature";
	return why;
}

static void fini(struct cpb_call *call)
{
	(void)call;
}

static int sign_with(const struct cpb_openssl_key *c, const struct cpb_call *call, void *key)
{
	unsigned int n;

	return c->sign(c->hash, call->in, call->size, call->out, &n, key) != 1;
}

static int verify_with(const struct cpb_openssl_key *c, const struct cpb_call *call, void *key)
{
	return c->verify(c->hash, call->in, call->size, call->sig, call->sig_len, key) != 1;
}

static int sign(struct cpb_call *call)
{
	return sign_with(of(call), call, of(call)->key);
}

static int verify(struct cpb_call *call)
{
	return verify_with(of(call), call, of(call)->key);
}

/* With a key of the call's own. */
static int fresh(const struct cpb_call *call, int (*use)(const struct cpb_openssl_key *, const struct cpb_call *, void *))
{
	const struct cpb_openssl_key *c = of(call);
	void *key = import(c, call);
	int failed;

	if (key == NULL)
		return 1;
	failed = use(c, call, key);
	c->release(key);
	return failed;
}

static int sign_fresh(struct cpb_call *call)
{
	return fresh(call, sign_with);
}

static int verify_fresh(struct cpb_call *call)
{
	return fresh(call, verify_with);
}

const struct cpb_openssl_key_ops cpb_openssl_key_ops = {
	.rsa_sign = {sign_init, sign, fini, CPB_OPENSSL_BLINDING_PERIOD},
	.dsa_sign = {sign_init, sign, fini, 1},
	.sign_fresh = {sign_init, sign_fresh, fini, 1},
	.verify = {init, verify, fini, 1},
	.verify_fresh = {init, verify_fresh, fini, 1},
};

void cpb_openssl_key_close(struct cpb_openssl_key *key)
{
	if (key->key != NULL)
		key->release(key->key);
	key->key = NULL;
}

const char *cpb_openssl_key_engine(const struct cpb_openssl *lib, int type)
{
	void *(*engine)(void) = type == CPB_OPENSSL_RSA ? lib->ENGINE_get_default_RSA : lib->ENGINE_get_default_DSA;

	if (engine == NULL || lib->ENGINE_finish == NULL)
		return NULL;
	return cpb_openssl_engine_name(lib, engine());
}
