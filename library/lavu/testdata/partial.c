/*
 * A libavutil with a few functions, for tests. It is of the version 56.1.2. av_sha_init() takes 160 bits, fails for 224, and
 * for 256 it fails from the call on that FAIL says; there is no context for SHA-512; of MD5 there is only av_md5_sum().
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
