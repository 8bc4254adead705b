#include "lavu.h"

static const char *hash_init(struct cpb_call *call)
{
	const struct cpb_lavu_hash *hash = call->alg;

	if (call->size > hash->most)
		return "this version takes no more than 2147483647 bytes in a call";
	return call->out_len < hash->bytes ? "no room for the digest" : NULL;
}

static void hash_fini(struct cpb_call *call)
{
	(void)call;
}

static int md5_sum(struct cpb_call *call)
{
	const struct cpb_lavu_hash *hash = call->alg;

	hash->sum(call->out, call->in, call->size);
	return 0;
}

static int md5(struct cpb_call *call)
{
	const struct cpb_lavu_hash *hash = call->alg;

	hash->init_md5(hash->context);
	hash->update(hash->context, call->in, call->size);
	hash->final(hash->context, call->out);
	return 0;
}

static int reused(struct cpb_call *call)
{
	const struct cpb_lavu_hash *hash = call->alg;

	if (hash->init(hash->context, hash->bits) < 0)
		return 1;
	hash->update(hash->context, call->in, call->size);
	hash->final(hash->context, call->out);
	return 0;
}

const struct cpb_op cpb_lavu_md5_sum = {hash_init, md5_sum, hash_fini, 1};
const struct cpb_op cpb_lavu_md5 = {hash_init, md5, hash_fini, 1};
const struct cpb_op cpb_lavu_reused = {hash_init, reused, hash_fini, 1};

unsigned cpb_lavu_version(const struct cpb_lavu *lib)
{
	return lib->avutil_version != NULL ? lib->avutil_version() : 0;
}

const char *cpb_lavu_release(const struct cpb_lavu *lib)
{
	return lib->av_version_info != NULL ? lib->av_version_info() : NULL;
}

const char *cpb_lavu_configuration(const struct cpb_lavu *lib)
{
	return lib->avutil_configuration != NULL ? lib->avutil_configuration() : NULL;
}

int cpb_lavu_cpu_flags(const struct cpb_lavu *lib, int *flags)
{
	if (lib->av_get_cpu_flags == NULL)
		return 0;
	*flags = lib->av_get_cpu_flags();
	return 1;
}

void *cpb_lavu_context_new(void *(*alloc)(void))
{
	return alloc();
}

void cpb_lavu_context_free(void (*free)(void *context), void *context)
{
	if (context != NULL)
		free(context);
}

int cpb_lavu_knows(const struct cpb_lavu_hash *hash)
{
	return hash->init(hash->context, hash->bits) >= 0;
}
