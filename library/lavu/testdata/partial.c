/*
 * A libavutil with a few functions, for tests. It is of the version 56.1.2. av_sha_init() takes 160 bits, fails for 224, and
 * for 256 it fails from the call on that FAIL says; there is no context for SHA-512; of MD5 there is only av_md5_sum(). Of the
 * ciphers there are DES, which takes a key of 64 bits, up to that call too, and none of 192; and CAST5 without a context.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

unsigned avutil_version(void)
{
	return 56 << 16 | 1 << 8 | 2;
}

void av_free(void *p)
{
	free(p);
}

void av_md5_sum(uint8_t *out, const uint8_t *in, int size)
{
	(void)in;
	out[0] = (uint8_t)size;
}

void *av_sha_alloc(void)
{
	return malloc(1);
}

int av_sha_init(void *context, int bits)
{
	static int calls;

	(void)context;
	if (bits == 256)
		return ++calls < FAIL ? 0 : -1;
	return bits == 160 ? 0 : -22;
}

void av_sha_update(void *context, const uint8_t *in, unsigned size)
{
	(void)context, (void)in, (void)size;
}

void av_sha_final(void *context, uint8_t *out)
{
	(void)context;
	out[0] = 1;
}

void *av_sha512_alloc(void)
{
	return NULL;
}

int av_sha512_init(void *context, int bits)
{
	(void)context;
	return bits;
}

void av_sha512_update(void *context, const uint8_t *in, unsigned size)
{
	(void)context, (void)in, (void)size;
}

void av_sha512_final(void *context, uint8_t *out)
{
	(void)context, (void)out;
}

void *av_des_alloc(void)
{
	return malloc(1);
}

int av_des_init(void *context, const uint8_t *key, int bits, int decrypt)
{
	static int calls;

	(void)context, (void)key;
	return bits == 64 && decrypt == 0 && ++calls < FAIL ? 0 : -1;
}

void av_des_crypt(void *context, uint8_t *out, const uint8_t *in, int blocks, uint8_t *iv, int decrypt)
{
	(void)context, (void)in, (void)blocks, (void)iv, (void)decrypt;
	out[0] = 1;
}

void *av_cast5_alloc(void)
{
	return NULL;
}

int av_cast5_init(void *context, const uint8_t *key, int bits)
{
	(void)context, (void)key, (void)bits;
	return 0;
}

void av_cast5_crypt2(void *context, uint8_t *out, const uint8_t *in, int blocks, uint8_t *iv, int decrypt)
{
	(void)context, (void)out, (void)in, (void)blocks, (void)iv, (void)decrypt;
}
