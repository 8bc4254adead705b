/*
 * A libcrypto with a few functions, for tests: SHA-256 through SHA256() fails, through SHA256_Init() and so on it fails in the
 * function that FAIL names; there is no version, and an engine for hashes.
 */
#include <stddef.h>

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

void *ENGINE_get_digest_engine(int nid)
{
	static int engine;

	return nid == 672 ? &engine : NULL;
}

const char *ENGINE_get_id(const void *engine)
{
	return engine != NULL ? "odd" : NULL;
}

int ENGINE_finish(void *engine)
{
	return engine != NULL;
}
