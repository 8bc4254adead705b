/*
 * A libcrypto with a few functions, for tests: SHA-256 through SHA256() fails, through SHA256_Init() and so on it fails in the
 * function that FAIL names; there is no version but for a NUMBER, and an engine for SHA-256, AES-128-CBC, and DSA.
 */
#include <stddef.h>
#ifdef NUMBER
#include <stdint.h>

unsigned long SSLeay(void)
{
	return NUMBER;
}

uint64_t *OPENSSL_ia32cap_loc(void)
{
	static uint64_t capabilities[] = {0x700000003, 5};

	capabilities[1] = 0;
	return capabilities;
}
#endif

unsigned char *SHA256(const unsigned char *in, size_t size, unsigned char *out)
{
	(void)in, (void)size, (void)out;
	return NULL;
}

int SHA256_Init(void *context)
{
	(void)context;
	return FAIL != 1;
}

int SHA256_Update(void *context, const void *in, size_t size)
{
	(void)context, (void)in, (void)size;
	return FAIL != 2;
}

int SHA256_Final(unsigned char *out, void *context)
{
	(void)context;
	out[0] = 1;
	return FAIL != 3;
}

const void *EVP_sha256(void)
{
	return FAIL ? NULL : "sha256";
}

int EVP_Digest(const void *in, size_t size, unsigned char *out, unsigned int *n, const void *md, void *engine)
{
	(void)in, (void)size, (void)md, (void)engine;
	out[0] = 1;
	*n = 32;
	return 1;
}

int EVP_MD_type(const void *md)
{
	return md != NULL ? 672 : 0; /* NID_sha256 */
}

static int engine;

void *ENGINE_get_digest_engine(int nid)
{
	return nid == 672 ? &engine : NULL;
}

const void *EVP_aes_128_cbc(void)
{
	return "aes-128-cbc";
}

int EVP_CIPHER_nid(const void *cipher)
{
	return cipher != NULL ? 419 : 0; /* NID_aes_128_cbc */
}

void *EVP_CIPHER_CTX_new(void)
{
	return "context";
}

void EVP_CIPHER_CTX_free(void *context)
{
	(void)context;
}

int EVP_CIPHER_CTX_set_padding(void *context, int padding)
{
	return context != NULL && padding == 0;
}

int EVP_EncryptInit_ex(void *context, const void *cipher, void *engine, const unsigned char *key, const unsigned char *iv)
{
	return context != NULL && (cipher != NULL || engine != NULL || key != NULL || iv != NULL);
}

int EVP_EncryptUpdate(void *context, unsigned char *out, int *n, const unsigned char *in, int size)
{
	out[0] = in[0];
	*n = size;
	return context != NULL;
}

static void *key(void **to, const unsigned char **der, long size)
{
	(void)to;
	*der += size;
	return "key";
}

void *d2i_PUBKEY(void **to, const unsigned char **der, long size)
{
	return key(to, der, size);
}

void *d2i_DSA_PUBKEY(void **to, const unsigned char **der, long size)
{
	return key(to, der, size);
}

int DSA_verify(int type, const unsigned char *in, int size, const unsigned char *sig, int sig_size, void *dsa)
{
	(void)type, (void)in, (void)size, (void)sig, (void)sig_size, (void)dsa;
	return 1;
}

int DSA_size(const void *dsa)
{
	return dsa != NULL ? 48 : 0;
}

void DSA_free(void *dsa)
{
	(void)dsa;
}

void EVP_PKEY_free(void *pkey)
{
	(void)pkey;
}

void *EVP_PKEY_CTX_new(void *pkey, void *engine)
{
	return engine == NULL ? pkey : NULL;
}

void *EVP_PKEY_CTX_new_id(int type, void *engine)
{
	return type == 116 && engine == NULL ? "context" : NULL;
}

void EVP_PKEY_CTX_free(void *context)
{
	(void)context;
}

int EVP_PKEY_verify_init(void *context)
{
	return context != NULL;
}

int EVP_PKEY_verify(void *context, const unsigned char *sig, size_t sig_size, const unsigned char *in, size_t size)
{
	return context != NULL && sig != NULL && sig_size > 0 && in != NULL && size > 0;
}

void *ENGINE_get_cipher_engine(int nid)
{
	return nid == 419 ? &engine : NULL;
}

void *ENGINE_get_default_DSA(void)
{
	return &engine;
}

const char *ENGINE_get_id(const void *engine)
{
	return engine != NULL ? "odd" : NULL;
}

int ENGINE_finish(void *engine)
{
	return engine != NULL;
}
