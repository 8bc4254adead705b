#include "method.h"

#include <stddef.h>

/* The library's functions for one kind; NULL where it has not got them. */
struct functions {
	void *(*fetch)(void *context, const char *name, const char *properties);
	void (*release)(void *method);
	const void *(*provider)(const void *method);
};

static struct functions functions(const struct cpb_openssl *lib, enum cpb_openssl_kind kind)
{
	switch (kind) {
	case CPB_OPENSSL_MD:
		return (struct functions){lib->EVP_MD_fetch, lib->EVP_MD_free, lib->EVP_MD_get0_provider};
	case CPB_OPENSSL_CIPHER:
		return (struct functions){lib->EVP_CIPHER_fetch, lib->EVP_CIPHER_free, lib->EVP_CIPHER_get0_provider};
	case CPB_OPENSSL_SIGNATURE:
		return (struct functions){lib->EVP_SIGNATURE_fetch, lib->EVP_SIGNATURE_free, lib->EVP_SIGNATURE_get0_provider};
	}
	return (struct functions){NULL, NULL, NULL};
}

void *cpb_openssl_fetch(const struct cpb_openssl *lib, enum cpb_openssl_kind kind, const char *name, const char *properties)
{
	struct functions f = functions(lib, kind);

	return f.fetch != NULL ? f.fetch(NULL, name, properties) : NULL;
}

void cpb_openssl_unfetch(const struct cpb_openssl *lib, struct cpb_openssl_method *method)
{
	struct functions f = functions(lib, method->kind);

	if (method->fetched != NULL && f.release != NULL)
		f.release(method->fetched);
	method->fetched = NULL;
}

const void *cpb_openssl_provider_of(const struct cpb_openssl *lib, const struct cpb_openssl_method *method)
{
	struct functions f = functions(lib, method->kind);

	return method->fetched != NULL && f.provider != NULL ? f.provider(method->fetched) : NULL;
}

const void *cpb_openssl_builtin(const struct cpb_openssl_method *method)
{
	return method->function();
}

const char *cpb_openssl_engine_of(const struct cpb_openssl *lib, const struct cpb_openssl_method *method)
{
	int (*nid)(const void *);
	void *(*engine)(int);

	switch (method->kind) {
	case CPB_OPENSSL_MD:
		nid = lib->EVP_MD_get_type != NULL ? lib->EVP_MD_get_type : lib->EVP_MD_type;
		engine = lib->ENGINE_get_digest_engine;
		break;
	case CPB_OPENSSL_CIPHER:
		nid = lib->EVP_CIPHER_get_nid != NULL ? lib->EVP_CIPHER_get_nid : lib->EVP_CIPHER_nid;
		engine = lib->ENGINE_get_cipher_engine;
		break;
	default:
		return NULL;
	}
	if (nid == NULL || engine == NULL || lib->ENGINE_finish == NULL)
		return NULL;
	return cpb_openssl_engine_name(lib, engine(nid(method->function())));
}

const char *cpb_openssl_engine_name(const struct cpb_openssl *lib, void *engine)
{
	const char *name;

	if (engine == NULL)
		return NULL;
	name = lib->ENGINE_get_id != NULL ? lib->ENGINE_get_id(engine) : NULL;
	lib->ENGINE_finish(engine);
	return name;
}
