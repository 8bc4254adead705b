#include "hash.h"

#include <stddef.h>

/* The timed work of the hashes, one run for each interface. All functions return 1, or the output, on success. */

static const char *hash_init(struct cpb_call *call)
{
	const struct cpb_openssl_hash *hash = call->alg;

	return call->out_len < hash->bytes ? "no room for the digest" : NULL;
}

static void hash_fini(struct cpb_call *call)
{
	(void)call;
}

static int oneshot(struct cpb_call *call)
{
	const struct cpb_openssl_hash *hash = call->alg;

	return hash->oneshot(call->in, call->size, call->out) == NULL;
}

/* A context of any hash, on the stack as an application has it. The largest is SHA512_CTX with 216 bytes. */
union context {
	max_align_t align;
	unsigned char bytes[512];
};

static int lowlevel(struct cpb_call *call)
{
	const struct cpb_openssl_hash *hash = call->alg;
	union context context;

	return !(hash->init(&context) == 1 &&
		 hash->update(&context, call->in, call->size) == 1 &&
		 hash->final(call->out, &context) == 1);
}

static int evp(struct cpb_call *call)
{
	const struct cpb_openssl_hash *hash = call->alg;
	unsigned int n;

	return hash->lib.EVP_Digest(call->in, call->size, call->out, &n, hash->md.function(), NULL) != 1;
}

static int fetched(struct cpb_call *call)
{
	const struct cpb_openssl_hash *hash = call->alg;
	unsigned int n;

	return hash->lib.EVP_Digest(call->in, call->size, call->out, &n, hash->md.method, NULL) != 1;
}

static int reused(struct cpb_call *call)
{
	const struct cpb_openssl_hash *hash = call->alg;
	unsigned int n;

	return !(hash->lib.EVP_DigestInit_ex(hash->context, hash->md.method, NULL) == 1 &&
		 hash->lib.EVP_DigestUpdate(hash->context, call->in, call->size) == 1 &&
		 hash->lib.EVP_DigestFinal_ex(hash->context, call->out, &n) == 1);
}

const struct cpb_op cpb_openssl_oneshot = {hash_init, oneshot, hash_fini, 1};
const struct cpb_op cpb_openssl_lowlevel = {hash_init, lowlevel, hash_fini, 1};
const struct cpb_op cpb_openssl_evp = {hash_init, evp, hash_fini, 1};
const struct cpb_op cpb_openssl_fetched = {hash_init, fetched, hash_fini, 1};
const struct cpb_op cpb_openssl_reused = {hash_init, reused, hash_fini, 1};

int cpb_openssl_hash_open(struct cpb_openssl_hash *hash)
{
	const struct cpb_openssl *lib = &hash->lib;

	hash->context = lib->EVP_MD_CTX_new != NULL ? lib->EVP_MD_CTX_new() : lib->EVP_MD_CTX_create();
	return hash->context != NULL;
}

void cpb_openssl_hash_close(struct cpb_openssl_hash *hash)
{
	const struct cpb_openssl *lib = &hash->lib;

	if (hash->context != NULL && lib->EVP_MD_CTX_free != NULL)
		lib->EVP_MD_CTX_free(hash->context);
	else if (hash->context != NULL && lib->EVP_MD_CTX_destroy != NULL)
		lib->EVP_MD_CTX_destroy(hash->context);
	hash->context = NULL;
	cpb_openssl_unfetch(lib, &hash->md);
}
