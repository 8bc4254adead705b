/*
 * A provider of another version than any library, for tests: it has an MD4 that does nothing. Numbers and types are those of
 * openssl/core_dispatch.h and openssl/core.h, 3.0.
 */
#include <stddef.h>
#include <string.h>

struct dispatch {
	int id;
	void (*function)(void);
};

struct param {
	const char *key;
	unsigned int type;
	void *data;
	size_t size, returned;
};

struct algorithm {
	const char *names, *properties;
	const struct dispatch *functions;
	const char *description;
};

static int context;

static void *new_context(void *provider)
{
	(void)provider;
	return &context;
}

static int init(void *c, const struct param *params)
{
	(void)c, (void)params;
	return 1;
}

static int update(void *c, const unsigned char *in, size_t size)
{
	(void)c, (void)in, (void)size;
	return 1;
}

static int final(void *c, unsigned char *out, size_t *n, size_t size)
{
	(void)c, (void)size;
	memset(out, 0, 16);
	*n = 16;
	return 1;
}

static void free_context(void *c)
{
	(void)c;
}

static int digest_params(struct param *p)
{
	for (; p->key != NULL; p++) {
		size_t n = strcmp(p->key, "size") == 0 ? 16 : strcmp(p->key, "blocksize") == 0 ? 64 : 0;

		if (n == 0)
			continue;
		memcpy(p->data, &n, sizeof(n));
		p->returned = sizeof(n);
	}
	return 1;
}

static const struct dispatch md4[] = {
	{1, (void (*)(void))new_context}, {2, (void (*)(void))init}, {3, (void (*)(void))update}, {4, (void (*)(void))final},
	{6, (void (*)(void))free_context}, {8, (void (*)(void))digest_params}, {0, NULL},
};

static const struct algorithm *query(void *provider, int operation, int *no_cache)
{
	static const struct algorithm digests[] = {{"MD4", "provider=legacy", md4, NULL}, {NULL, NULL, NULL, NULL}};

	(void)provider;
	*no_cache = 0;
	return operation == 1 ? digests : NULL;
}

static int provider_params(void *provider, struct param *p)
{
	(void)provider;
	for (; p->key != NULL; p++) {
		if (strcmp(p->key, "version") == 0 || strcmp(p->key, "buildinfo") == 0) {
			*(const char **)p->data = "9.9.9";
			p->returned = 5;
		}
	}
	return 1;
}

int OSSL_provider_init(const void *handle, const struct dispatch *in, const struct dispatch **out, void **state)
{
	static const struct dispatch functions[] = {
		{1026, (void (*)(void))provider_params}, {1027, (void (*)(void))query}, {0, NULL},
	};

	(void)handle, (void)in;
	*out = functions;
	*state = &context;
	return 1;
}
