#include "openssl.h"

#include <stddef.h>

/* The timed work of the hashes, one run for each interface. All functions return 1, or the output, on success. */

static const char *hash_init(struct cpb_call *call)
{
	const struct cpb_openssl_hash *hash = call->alg;

	return call->out_len < hash->bytes ? "no room for the digest" : NULL;
}

static void hash_fini(struct cpb_call *call)
{
	(void)call;
}

static int oneshot(struct cpb_call *call)
{
	const struct cpb_openssl_hash *hash = call->alg;

	return hash->oneshot(call->in, call->size, call->out) == NULL;
}

/* A context of any hash, on the stack as an application has it. The largest is SHA512_CTX with 216 bytes. */
union context {
	max_align_t align;
	unsigned char bytes[512];
};

static int lowlevel(struct cpb_call *call)
{
	const struct cpb_openssl_hash *hash = call->alg;
	union context context;

	return !(hash->init(&context) == 1 &&
		 hash->update(&context, call->in, call->size) == 1 &&
		 hash->final(call->out, &context) == 1);
}

static int evp(struct cpb_call *call)
{
	const struct cpb_openssl_hash *hash = call->alg;
	unsigned int n;

	return hash->digest(call->in, call->size, call->out, &n, hash->md(), NULL) != 1;
}

static int fetched(struct cpb_call *call)
{
	const struct cpb_openssl_hash *hash = call->alg;
	unsigned int n;

	return hash->digest(call->in, call->size, call->out, &n, hash->method, NULL) != 1;
}

static int reused(struct cpb_call *call)
{
	const struct cpb_openssl_hash *hash = call->alg;
	unsigned int n;

	return !(hash->digest_init(hash->context, hash->method, NULL) == 1 &&
		 hash->digest_update(hash->context, call->in, call->size) == 1 &&
		 hash->digest_final(hash->context, call->out, &n) == 1);
}

const struct cpb_op cpb_openssl_oneshot = {hash_init, oneshot, hash_fini, 1};
const struct cpb_op cpb_openssl_lowlevel = {hash_init, lowlevel, hash_fini, 1};
const struct cpb_op cpb_openssl_evp = {hash_init, evp, hash_fini, 1};
const struct cpb_op cpb_openssl_fetched = {hash_init, fetched, hash_fini, 1};
const struct cpb_op cpb_openssl_reused = {hash_init, reused, hash_fini, 1};

void *cpb_openssl_fetch(const struct cpb_openssl *lib, const char *name, const char *properties)
{
	return lib->EVP_MD_fetch(NULL, name, properties);
}

void cpb_openssl_unfetch(const struct cpb_openssl *lib, void *method)
{
	if (lib->EVP_MD_free != NULL)
		lib->EVP_MD_free(method);
}

const void *cpb_openssl_provider_of(const struct cpb_openssl *lib, const void *method)
{
	return lib->EVP_MD_get0_provider(method);
}

const void *cpb_openssl_builtin(const struct cpb_openssl_hash *hash)
{
	return hash->md();
}

const char *cpb_openssl_engine_of(const struct cpb_openssl *lib, const void *method)
{
	int (*type)(const void *) = lib->EVP_MD_get_type != NULL ? lib->EVP_MD_get_type : lib->EVP_MD_type;
	const char *name;
	void *engine;

	if (type == NULL || lib->ENGINE_get_digest_engine == NULL || lib->ENGINE_get_id == NULL || lib->ENGINE_finish == NULL)
		return NULL;
	engine = lib->ENGINE_get_digest_engine(type(method));
	if (engine == NULL)
		return NULL;
	name = lib->ENGINE_get_id(engine);
	lib->ENGINE_finish(engine);
	return name;
}

void *cpb_openssl_context_new(const struct cpb_openssl *lib)
{
	return lib->EVP_MD_CTX_new != NULL ? lib->EVP_MD_CTX_new() : lib->EVP_MD_CTX_create();
}

void cpb_openssl_context_free(const struct cpb_openssl *lib, void *context)
{
	if (lib->EVP_MD_CTX_free != NULL)
		lib->EVP_MD_CTX_free(context);
	else if (lib->EVP_MD_CTX_destroy != NULL)
		lib->EVP_MD_CTX_destroy(context);
}
