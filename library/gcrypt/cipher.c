#include "gcrypt.h"

/*
 * The timed work of the block ciphers. A handle keeps the last block of a message as the IV of the next, so that in CBC mode
 * calls of gcry_cipher_encrypt() that follow each other are one chain.
 */

size_t cpb_gcrypt_block_bytes(const struct cpb_gcrypt *lib, int algo)
{
	return lib->gcry_cipher_get_algo_blklen(algo);
}

const char *cpb_gcrypt_cipher_open(struct cpb_gcrypt_cipher *cipher)
{
	unsigned int error = cipher->lib.gcry_cipher_open(&cipher->handle, cipher->algo, cipher->mode, 0);

	if (error == 0)
		return cipher->handle != NULL ? NULL : "gcry_cipher_open() gives no handle";
	cipher->handle = NULL;
	return cpb_gcrypt_words(&cipher->lib, error);
}

void cpb_gcrypt_cipher_close(struct cpb_gcrypt_cipher *cipher)
{
	if (cipher->handle != NULL)
		cipher->lib.gcry_cipher_close(cipher->handle);
	cipher->handle = NULL;
}

static unsigned int set_iv(const struct cpb_gcrypt_cipher *cipher, void *handle, const struct cpb_call *call)
{
	return cipher->iv_bytes != 0 ? cipher->lib.gcry_cipher_setiv(handle, call->iv, call->iv_len) : 0;
}

static unsigned int set_key(const struct cpb_gcrypt_cipher *cipher, void *handle, const struct cpb_call *call)
{
	unsigned int error = cipher->lib.gcry_cipher_setkey(handle, call->key, call->key_len);

	return error != 0 ? error : set_iv(cipher, handle, call);
}

static unsigned int encrypt(const struct cpb_gcrypt_cipher *cipher, void *handle, struct cpb_call *call)
{
	return cipher->lib.gcry_cipher_encrypt(handle, call->out, call->out_len, call->in, call->size);
}

/*
 * The op's first call gives the handle its key, which all share, and its IV, with which a chain begins. So a key that the library
 * refuses, a weak one of DES, is an error in words for every work.
 */
static const char *cipher_init(struct cpb_call *call)
{
	struct cpb_gcrypt_cipher *cipher = (void *)call->alg; /* the op's own */
	unsigned int error;

	if (call->out_len < call->size)
		return "no room for the ciphertext";
	if (call->iv_len != cipher->iv_bytes)
		return "the IV has not the length of a block"; /* which the library would only warn about, on stderr */
	if (cipher->begun)
		return NULL;
	error = set_key(cipher, cipher->handle, call);
	if (error != 0)
		return cpb_gcrypt_words(&cipher->lib, error);
	cipher->begun = 1;
	return NULL;
}

static void cipher_fini(struct cpb_call *call)
{
	(void)call;
}

static int update(struct cpb_call *call)
{
	const struct cpb_gcrypt_cipher *cipher = call->alg;

	return encrypt(cipher, cipher->handle, call) != 0;
}

static int message(struct cpb_call *call)
{
	const struct cpb_gcrypt_cipher *cipher = call->alg;

	return set_iv(cipher, cipher->handle, call) != 0 || encrypt(cipher, cipher->handle, call) != 0;
}

static int keyed(struct cpb_call *call)
{
	const struct cpb_gcrypt_cipher *cipher = call->alg;

	return set_key(cipher, cipher->handle, call) != 0 || encrypt(cipher, cipher->handle, call) != 0;
}

static int opened_keyed(struct cpb_call *call)
{
	const struct cpb_gcrypt_cipher *cipher = call->alg;
	void *handle;
	int failed;

	if (cipher->lib.gcry_cipher_open(&handle, cipher->algo, cipher->mode, 0) != 0)
		return 1;
	failed = set_key(cipher, handle, call) != 0 || encrypt(cipher, handle, call) != 0;
	cipher->lib.gcry_cipher_close(handle);
	return failed;
}

const struct cpb_op cpb_gcrypt_update = {cipher_init, update, cipher_fini, 1};
const struct cpb_op cpb_gcrypt_message = {cipher_init, message, cipher_fini, 1};
const struct cpb_op cpb_gcrypt_keyed = {cipher_init, keyed, cipher_fini, 1};
const struct cpb_op cpb_gcrypt_opened_keyed = {cipher_init, opened_keyed, cipher_fini, CPB_GCRYPT_POOL_PERIOD};
