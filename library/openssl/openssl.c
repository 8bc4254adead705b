#include "openssl.h"

#include <stdio.h>
#include <string.h>

void cpb_openssl_resolve(struct cpb_openssl *lib, void *handle)
{
	/* POSIX has dlsym() return functions as void *; memcpy() because ISO C has no cast for that. */
#define X(result, name, arguments)                              \
	do {                                                    \
		void *symbol = cpb_dlsym(handle, #name);        \
                                                                \
		memcpy(&lib->name, &symbol, sizeof(lib->name)); \
	} while (0);
	CPB_OPENSSL_SYMBOLS(X)
#undef X
}

void cpb_openssl_start(const struct cpb_openssl *lib)
{
	int libressl = lib->OPENSSL_cpu_caps != NULL;

	if (libressl && lib->OPENSSL_init_crypto != NULL)
		lib->OPENSSL_init_crypto(0, NULL);
	if (lib->CRYPTO_library_init != NULL)
		lib->CRYPTO_library_init();
	if (lib->ERR_load_crypto_strings != NULL)
		lib->ERR_load_crypto_strings();
}

const char *cpb_openssl_text(const struct cpb_openssl *lib, enum cpb_openssl_text what)
{
	/* By cpb_openssl_text: what 1.1.0 and later, and what earlier versions number it. -1: they have not got it. */
	static const struct {
		int now, before;
	} numbers[] = {{0, 0}, {1, 2}, {3, 4}, {6, -1}, {7, -1}, {9, -1}};
	int now = numbers[what].now, before = numbers[what].before;

	/*
	 * 1.1.x, LibreSSL, BoringSSL and AWS-LC answer "not available" where they do not know the number. Only versions with
	 * providers have those of the later numbers.
	 */
	if (before < 0 && lib->OSSL_PROVIDER_get_params == NULL)
		return NULL;
	if (lib->OpenSSL_version != NULL)
		return lib->OpenSSL_version(now);
	if (lib->SSLeay_version != NULL && before >= 0)
		return lib->SSLeay_version(before);
	return NULL;
}

const char *cpb_openssl_capabilities(const struct cpb_openssl *lib, uint64_t *capabilities)
{
	const void *at;

	if (lib->OPENSSL_cpu_caps != NULL) {
		*capabilities = lib->OPENSSL_cpu_caps();
		return "OPENSSL_cpu_caps";
	}
	/*
	 * Before 1.0.2 it is one word of 64 bits. 1.0.2 has a second one, which the function clears: the library would do without
	 * SHA, AVX2, ADX and BMI2 instructions from then on.
	 */
	if (lib->OPENSSL_ia32cap_loc == NULL || lib->SSLeay == NULL || lib->SSLeay() >= 0x10002000)
		return NULL;
	at = lib->OPENSSL_ia32cap_loc();
	if (at == NULL)
		return NULL;
	memcpy(capabilities, at, sizeof(*capabilities));
	return "OPENSSL_ia32cap";
}

int cpb_openssl_fips(const struct cpb_openssl *lib)
{
	if (lib->EVP_default_properties_is_fips_enabled != NULL)
		return lib->EVP_default_properties_is_fips_enabled(NULL) != 0;
	if (lib->FIPS_mode != NULL)
		return lib->FIPS_mode() != 0;
	return -1;
}

int cpb_openssl_error(const struct cpb_openssl *lib, char *text, size_t size)
{
	unsigned long code;

	if (lib->ERR_get_error == NULL || lib->ERR_error_string_n == NULL || size == 0)
		return 0;
	code = lib->ERR_get_error() & 0xffffffff;
	if (code == 0)
		return 0;
	text[0] = '\0';
	lib->ERR_error_string_n(code, text, size);
	text[size - 1] = '\0';
	if (lib->ERR_clear_error != NULL)
		lib->ERR_clear_error();
	return text[0] != '\0';
}

const char *cpb_openssl_failed(const struct cpb_openssl *lib, const char *what)
{
	static _Thread_local char text[384];
	char error[256];

	if (!cpb_openssl_error(lib, error, sizeof(error)))
		snprintf(error, sizeof(error), "the library gives no reason");
	snprintf(text, sizeof(text), "%s fails: %s", what, error);
	return text;
}

struct list {
	const void **items;
	int n, max;
};

static int add(void *item, void *arg)
{
	struct list *list = arg;

	if (list->n < list->max)
		list->items[list->n] = item;
	list->n++;
	return 1;
}

int cpb_openssl_providers(const struct cpb_openssl *lib, const void **providers, int max)
{
	struct list list = {providers, 0, max};

	if (lib->OSSL_PROVIDER_do_all != NULL)
		lib->OSSL_PROVIDER_do_all(NULL, add, &list);
	return list.n;
}

int cpb_openssl_engines(const struct cpb_openssl *lib, const char **names, int max)
{
	int n = 0;

	if (lib->ENGINE_get_first == NULL || lib->ENGINE_get_next == NULL || lib->ENGINE_get_id == NULL)
		return 0;
	for (void *e = lib->ENGINE_get_first(); e != NULL; e = lib->ENGINE_get_next(e)) {
		if (n < max)
			names[n] = lib->ENGINE_get_id(e);
		n++;
	}
	return n;
}

int cpb_openssl_load(const struct cpb_openssl *lib, const char *provider)
{
	return lib->OSSL_PROVIDER_try_load(NULL, provider, 1) != NULL;
}

const char *cpb_openssl_provider_name(const struct cpb_openssl *lib, const void *provider)
{
	return lib->OSSL_PROVIDER_get0_name != NULL ? lib->OSSL_PROVIDER_get0_name(provider) : NULL;
}

const char *cpb_openssl_provider_text(const struct cpb_openssl *lib, const void *provider, const char *key)
{
	enum { UTF8_PTR = 6 }; /* OSSL_PARAM_UTF8_PTR */
	const char *text = NULL;
	struct cpb_ossl_param params[] = {
		{key, UTF8_PTR, &text, 0, 0},
		{NULL, 0, NULL, 0, 0},
	};

	if (lib->OSSL_PROVIDER_get_params == NULL || lib->OSSL_PROVIDER_get_params(provider, params) != 1)
		return NULL;
	return text;
}
