/*
 * A libgcrypt with a few functions, for tests. FAIL is what fails: 1 gcry_md_open(), 2 gcry_md_read(), 3 the self-tests, 4 setting it
 * up, 5 its version; 0 nothing, and then gcry_md_reset() is not there. Only SHA-256 is allowed, SHA-1's digest is said to have 21
 * bytes, and there is neither gcry_md_hash_buffer() nor a configuration. What is called before it is set up ends the process. There
 * are no block ciphers and no public keys but those of ciphers.c and keys.c.
 */
#include <stddef.h>

static int stage; /* of setting it up; 3: done, 4: a nonce has been drawn, too */

const char *gcry_check_version(const char *at_least)
{
	(void)at_least;
	if (stage == 0)
		stage = 1;
	return FAIL == 5 ? NULL : "a version with blanks";
}

unsigned int gcry_control(int command, ...)
{
	switch (command) {
	case 37: /* GCRYCTL_DISABLE_SECMEM */
		if (stage++ != 1)
			__builtin_trap();
		return FAIL == 4;
	case 38: /* GCRYCTL_INITIALIZATION_FINISHED */
		if (stage++ != 2)
			__builtin_trap();
		return 0;
	case 54: /* GCRYCTL_OPERATIONAL_P */
		return FAIL != 3;
	case 55: /* GCRYCTL_FIPS_MODE_P */
		return 0;
	}
	__builtin_trap();
}

void gcry_create_nonce(void *buffer, size_t size)
{
	(void)buffer, (void)size;
	if (stage++ != 3)
		__builtin_trap();
}

const char *gcry_strerror(unsigned int error)
{
	switch (error) {
	case 5:
		return "Invalid digest algorithm";
	case 12:
		return "Invalid cipher algorithm";
	case 43:
		return "Weak encryption key";
	case 65:
		return "Invalid object";
	}
	return "General error";
}

unsigned int gcry_md_algo_info(int algo, int what, void *buffer, size_t *size)
{
	if (stage != 4 || what != 8 || buffer != NULL || size != NULL)
		__builtin_trap();
	return algo == 8 || algo == 2 ? 0 : 5;
}

unsigned int gcry_md_get_algo_dlen(int algo)
{
	return algo == 8 ? 32 : 21;
}

unsigned int gcry_md_open(void **handle, int algo, unsigned int flags)
{
	(void)algo, (void)flags;
	*handle = &stage;
	return FAIL == 1;
}

void gcry_md_close(void *handle)
{
	if (handle != &stage)
		__builtin_trap();
}

void gcry_md_write(void *handle, const void *in, size_t size)
{
	(void)handle, (void)in, (void)size;
}

unsigned char *gcry_md_read(void *handle, int algo)
{
	static unsigned char digest[32] = {1};

	(void)handle, (void)algo;
	return FAIL == 2 ? NULL : digest;
}

#if FAIL
void gcry_md_reset(void *handle)
{
	(void)handle;
}
#endif
