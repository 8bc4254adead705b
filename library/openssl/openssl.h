/*
 * libcrypto as this package calls it, without OpenSSL's headers: everything is looked up by name in the file that was
 * loaded, so one program measures every version.
 */
#ifndef CPB_OPENSSL_H
#define CPB_OPENSSL_H

#include "shim.h"
#include "symbols.h"

/* OSSL_PARAM, openssl/core.h: part of 3.0's ABI. */
struct cpb_ossl_param {
	const char *key;
	unsigned int data_type;
	void *data;
	size_t data_size;
	size_t return_size;
};

/* One pointer a function; NULL where the file has no such symbol. */
struct cpb_openssl {
#define X(result, name, arguments) result (*name) arguments;
	CPB_OPENSSL_SYMBOLS(X)
#undef X
};

/* Looks up the functions in what dlopen() returned. */
void cpb_openssl_resolve(struct cpb_openssl *lib, void *handle);

/*
 * What a library that does not start itself needs. LibreSSL looks at the processor in OPENSSL_init_crypto() in some versions:
 * called before it, the hash functions would not use what the processor has. The same holds for CRYPTO_library_init() in
 * BoringSSL without static initializers. In OpenSSL the loader has that done.
 */
void cpb_openssl_start(const struct cpb_openssl *lib);

/* What OpenSSL_version() and SSLeay_version() are asked. */
enum cpb_openssl_text {
	CPB_OPENSSL_VERSION,      /* "OpenSSL 3.0.19 27 Jan 2026" */
	CPB_OPENSSL_CFLAGS,       /* "compiler: gcc -fPIC …" */
	CPB_OPENSSL_PLATFORM,     /* "platform: debian-amd64" */
	CPB_OPENSSL_NUMBER,       /* "3.0.19"; 3.0 on */
	CPB_OPENSSL_FULL_NUMBER,  /* "3.2.0-beta1"; 3.0 on */
	CPB_OPENSSL_CPU_INFO,     /* "CPUINFO: OPENSSL_ia32cap=…"; 3.0 on */
};

/* NULL where the library has no such text; it belongs to the library. */
const char *cpb_openssl_text(const struct cpb_openssl *lib, enum cpb_openssl_text what);

/* The function that tells of processor capabilities, in LibreSSL and before 1.0.2, and its answer. NULL where there is none. */
const char *cpb_openssl_capabilities(const struct cpb_openssl *lib, uint64_t *capabilities);

/* 1, 0, or -1 where the library does not tell. */
int cpb_openssl_fips(const struct cpb_openssl *lib);

/* Takes the first of the errors that the library keeps for this thread, in words, and forgets the rest. 0 for none. */
int cpb_openssl_error(const struct cpb_openssl *lib, char *text, size_t size);

/* The same as an init()'s answer: "EVP_PKEY_sign_init fails: error:…". */
const char *cpb_openssl_failed(const struct cpb_openssl *lib, const char *what);

/* Fills in at most max and returns how many there are. */
int cpb_openssl_providers(const struct cpb_openssl *lib, const void **providers, int max);
int cpb_openssl_engines(const struct cpb_openssl *lib, const char **names, int max);

/* Loads the provider beside those that are loaded anyway. 0 on failure. */
int cpb_openssl_load(const struct cpb_openssl *lib, const char *provider);

const char *cpb_openssl_provider_name(const struct cpb_openssl *lib, const void *provider);

/* A text that the provider tells of itself: "version", "buildinfo" (provider-base(7)). NULL where it does not. */
const char *cpb_openssl_provider_text(const struct cpb_openssl *lib, const void *provider, const char *key);

#endif
