#include "tomcrypt.h"

#include <stdio.h>
#include <string.h>

const char *cpb_tomcrypt_error(const char *(*error_to_string)(int error), const char *what, int error)
{
	static _Thread_local char text[160];
	const char *reason = error_to_string(error);
	size_t len = strlen(reason);

	if (len > 0 && reason[len - 1] == '.')
		len--;
	snprintf(text, sizeof(text), "%s: %.*s", what, (int)len, reason);
	return text;
}

size_t cpb_tomcrypt_size(int (*get_size)(const char *name, unsigned int *bytes), const char *name)
{
	unsigned int bytes;

	return get_size(name, &bytes) == 0 ? bytes : 0;
}

int cpb_tomcrypt_index(int (*enter)(const void *descriptor), const void *descriptor)
{
	return enter(descriptor);
}

/* What lives as long as the process must be seen to: the leak sanitizer does not look into Go's memory, which alone points to it. */
static void *volatile generator;

int cpb_tomcrypt_seed(int (*make)(int bits, int index, void *prng, void (*while_waiting)(void)), int index, void *prng)
{
	/* 256 bits: the key of ChaCha20. The library reads twice as many. */
	int error = make(256, index, prng, NULL);

	if (error == 0)
		generator = prng;
	return error;
}
