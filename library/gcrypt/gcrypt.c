#include "gcrypt.h"

#include <string.h>

/* enum gcry_ctl_cmds: part of the ABI. */
enum {
	TEST_ALGO = 8,
	DISABLE_SECMEM = 37,
	INITIALIZATION_FINISHED = 38,
	OPERATIONAL_P = 54,
	FIPS_MODE_P = 55,
	DISABLE_HWF = 63,
};

void cpb_gcrypt_resolve(struct cpb_gcrypt *lib, void *handle)
{
	/* POSIX has dlsym() return functions as void *; memcpy() because ISO C has no cast for that. */
#define X(result, name, arguments)                              \
	do {                                                    \
		void *symbol = cpb_dlsym(handle, #name);        \
                                                                \
		memcpy(&lib->name, &symbol, sizeof(lib->name)); \
	} while (0);
	CPB_GCRYPT_SYMBOLS(X)
#undef X
}

const char *cpb_gcrypt_words(const struct cpb_gcrypt *lib, unsigned int error)
{
	const char *text = lib->gcry_strerror != NULL ? lib->gcry_strerror(error) : NULL;

	return text != NULL ? text : "the library gives no reason";
}

const char *cpb_gcrypt_disable(const struct cpb_gcrypt *lib, const char *feature)
{
	unsigned int error;

	if (lib->gcry_control == NULL)
		return "no symbol gcry_control";
	error = lib->gcry_control(DISABLE_HWF, feature, NULL);
	return error != 0 ? cpb_gcrypt_words(lib, error) : NULL;
}

const char *cpb_gcrypt_start(const struct cpb_gcrypt *lib)
{
	unsigned char nonce;
	unsigned int error;

	if (lib->gcry_check_version == NULL)
		return "no symbol gcry_check_version";
	if (lib->gcry_control == NULL)
		return "no symbol gcry_control";
	if (lib->gcry_check_version(NULL) == NULL)
		return "gcry_check_version() gives no version";
	if ((error = lib->gcry_control(DISABLE_SECMEM, 0)) != 0 || (error = lib->gcry_control(INITIALIZATION_FINISHED, 0)) != 0)
		return cpb_gcrypt_words(lib, error);
	/* The answer to questions is an error code for yes. In FIPS mode this runs the self-tests where they have not been run. */
	if (lib->gcry_control(OPERATIONAL_P) == 0)
		return "it is not operational: its self-tests for FIPS mode failed";
	if (lib->gcry_create_nonce != NULL)
		lib->gcry_create_nonce(&nonce, sizeof(nonce));
	return NULL;
}

const char *cpb_gcrypt_version(const struct cpb_gcrypt *lib)
{
	return lib->gcry_check_version(NULL);
}

char *cpb_gcrypt_config(const struct cpb_gcrypt *lib, const char *what)
{
	return lib->gcry_get_config != NULL && lib->gcry_free != NULL ? lib->gcry_get_config(0, what) : NULL;
}

void cpb_gcrypt_config_free(const struct cpb_gcrypt *lib, char *line)
{
	if (line != NULL)
		lib->gcry_free(line);
}

int cpb_gcrypt_fips(const struct cpb_gcrypt *lib)
{
	return lib->gcry_control(FIPS_MODE_P) != 0;
}

/* gcry_md_test_algo() and the like are macros for this. */
static const char *refusal(const struct cpb_gcrypt *lib, unsigned int (*info)(int, int, void *, size_t *), int algo)
{
	unsigned int error = info(algo, TEST_ALGO, NULL, NULL);

	return error != 0 ? cpb_gcrypt_words(lib, error) : NULL;
}

const char *cpb_gcrypt_hash_refusal(const struct cpb_gcrypt *lib, int algo)
{
	return refusal(lib, lib->gcry_md_algo_info, algo);
}

const char *cpb_gcrypt_cipher_refusal(const struct cpb_gcrypt *lib, int algo)
{
	return refusal(lib, lib->gcry_cipher_algo_info, algo);
}

const char *cpb_gcrypt_key_refusal(const struct cpb_gcrypt *lib, int algo)
{
	return refusal(lib, lib->gcry_pk_algo_info, algo);
}
