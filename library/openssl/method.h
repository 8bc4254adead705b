/* A method is an algorithm as EVP has it: EVP_MD, EVP_CIPHER, EVP_SIGNATURE. */
#ifndef CPB_OPENSSL_METHOD_H
#define CPB_OPENSSL_METHOD_H

#include "openssl.h"

enum cpb_openssl_kind {
	CPB_OPENSSL_MD,
	CPB_OPENSSL_CIPHER,
	CPB_OPENSSL_SIGNATURE, /* 3.0 on */
};

struct cpb_openssl_method {
	enum cpb_openssl_kind kind;
	const void *(*function)(void); /* EVP_sha256(), EVP_aes_128_cbc(), where the caller names it in that way */
	const void *method;            /* what was fetched, or what function() returns */
	void *fetched;                 /* to be freed */
};

/* Fetches from the default library context; NULL, with an error kept by the library, where there is none to be had. */
void *cpb_openssl_fetch(const struct cpb_openssl *lib, enum cpb_openssl_kind kind, const char *name, const char *properties);

/* Frees what was fetched, where something was. */
void cpb_openssl_unfetch(const struct cpb_openssl *lib, struct cpb_openssl_method *method);

/* The provider of what was fetched. NULL where the library does not tell. */
const void *cpb_openssl_provider_of(const struct cpb_openssl *lib, const struct cpb_openssl_method *method);

/* What method->function() returns. */
const void *cpb_openssl_builtin(const struct cpb_openssl_method *method);

/* The name of the engine that the library calls for what function() returns, in place of its own code; NULL for none. */
const char *cpb_openssl_engine_of(const struct cpb_openssl *lib, const struct cpb_openssl_method *method);

/* The name of an engine that was got from the library, which is given back; NULL for none. */
const char *cpb_openssl_engine_name(const struct cpb_openssl *lib, void *engine);

#endif
