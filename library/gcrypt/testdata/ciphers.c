/*
 * The block ciphers of the library in partial.c. FAIL: 6 gcry_cipher_open(), 7 gcry_cipher_setkey(), 8 gcry_cipher_setiv(), 9
 * gcry_cipher_encrypt(). Only AES-128 and Blowfish are allowed, and Blowfish's blocks are said to have 7 bytes. What is encrypted is the
 * first byte of the key plus that of the IV plus how many calls there were since one of them was set.
 */
#include <stddef.h>
#include <stdlib.h>

struct handle {
	unsigned char key, iv, calls;
};

unsigned int gcry_cipher_algo_info(int algo, int what, void *buffer, size_t *size)
{
	if (what != 8 || buffer != NULL || size != NULL)
		__builtin_trap();
	return algo == 7 || algo == 4 ? 0 : 12;
}

size_t gcry_cipher_get_algo_blklen(int algo)
{
	return algo == 7 ? 16 : 7;
}

unsigned int gcry_cipher_open(void **handle, int algo, int mode, unsigned int flags)
{
	if (algo != 7 || (mode != 1 && mode != 3) || flags != 0)
		__builtin_trap();
	*handle = FAIL == 6 ? NULL : calloc(1, sizeof(struct handle));
	return FAIL == 6;
}

void gcry_cipher_close(void *handle)
{
	free(handle);
}

unsigned int gcry_cipher_setkey(void *handle, const unsigned char *key, size_t size)
{
	struct handle *h = handle;

	h->key = size == 16 ? key[0] : 0;
	h->calls = 0;
	return FAIL == 7 ? 43 : 0;
}

unsigned int gcry_cipher_setiv(void *handle, const unsigned char *iv, size_t size)
{
	struct handle *h = handle;

	h->iv = size == 16 ? iv[0] : 0;
	h->calls = 0;
	return FAIL == 8;
}

unsigned int gcry_cipher_encrypt(void *handle, unsigned char *out, size_t room, const void *in, size_t size)
{
	struct handle *h = handle;

	(void)in;
	if (room < size)
		__builtin_trap();
	out[0] = h->key + h->iv + ++h->calls;
	return FAIL == 9;
}
