#include "gcrypt.h"

#include <string.h>

/*
 * The timed work of the hashes, one run for each interface.
 *
 * gcry_md_hash_buffer(), gcry_md_reset() and gcry_md_write() return nothing: where they fail only the digest shows it, and
 * that is compared after every sample. gcry_md_read() returns where the digest lies inside the handle. It is copied to the caller as
 * users do, whose handle is closed or reset next; the other interfaces have that copy inside the library.
 */

unsigned cpb_gcrypt_digest_bytes(const struct cpb_gcrypt *lib, int algo)
{
	return lib->gcry_md_get_algo_dlen(algo);
}

const char *cpb_gcrypt_hash_open(struct cpb_gcrypt_hash *hash)
{
	unsigned int error = hash->lib.gcry_md_open(&hash->handle, hash->algo, 0);

	if (error == 0)
		return hash->handle != NULL ? NULL : "gcry_md_open() gives no handle";
	hash->handle = NULL;
	return cpb_gcrypt_words(&hash->lib, error);
}

void cpb_gcrypt_hash_close(struct cpb_gcrypt_hash *hash)
{
	if (hash->handle != NULL)
		hash->lib.gcry_md_close(hash->handle);
	hash->handle = NULL;
}

static const char *hash_init(struct cpb_call *call)
{
	const struct cpb_gcrypt_hash *hash = call->alg;

	return call->out_len < hash->bytes ? "no room for the digest" : NULL;
}

static void hash_fini(struct cpb_call *call)
{
	(void)call;
}

static int oneshot(struct cpb_call *call)
{
	const struct cpb_gcrypt_hash *hash = call->alg;

	hash->lib.gcry_md_hash_buffer(hash->algo, call->out, call->in, call->size);
	return 0;
}

static int native(struct cpb_call *call)
{
	const struct cpb_gcrypt_hash *hash = call->alg;
	const unsigned char *digest;
	void *handle;

	if (hash->lib.gcry_md_open(&handle, hash->algo, 0) != 0)
		return 1;
	hash->lib.gcry_md_write(handle, call->in, call->size);
	digest = hash->lib.gcry_md_read(handle, hash->algo);
	if (digest != NULL)
		memcpy(call->out, digest, hash->bytes);
	hash->lib.gcry_md_close(handle);
	return digest == NULL;
}

static int reused(struct cpb_call *call)
{
	const struct cpb_gcrypt_hash *hash = call->alg;
	const unsigned char *digest;

	hash->lib.gcry_md_reset(hash->handle);
	hash->lib.gcry_md_write(hash->handle, call->in, call->size);
	digest = hash->lib.gcry_md_read(hash->handle, hash->algo);
	if (digest == NULL)
		return 1;
	memcpy(call->out, digest, hash->bytes);
	return 0;
}

const struct cpb_op cpb_gcrypt_oneshot = {hash_init, oneshot, hash_fini, 1};
const struct cpb_op cpb_gcrypt_oneshot_opening = {hash_init, oneshot, hash_fini, CPB_GCRYPT_POOL_PERIOD};
const struct cpb_op cpb_gcrypt_native = {hash_init, native, hash_fini, CPB_GCRYPT_POOL_PERIOD};
const struct cpb_op cpb_gcrypt_reused = {hash_init, reused, hash_fini, 1};
