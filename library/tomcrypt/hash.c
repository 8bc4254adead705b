#include "tomcrypt.h"

static const char *hash_init(struct cpb_call *call)
{
	const struct cpb_tomcrypt_hash *hash = call->alg;

	return call->out_len < hash->bytes ? "no room for the digest" : NULL;
}

static void hash_fini(struct cpb_call *call)
{
	(void)call;
}

/* Room for a hash_state, on the stack as an application has it. It is a union over all hashes: 416 bytes in 1.18, for SHA-3. */
struct state {
	_Alignas(16) unsigned char bytes[1024];
};

static int message(struct cpb_call *call)
{
	const struct cpb_tomcrypt_hash *hash = call->alg;
	struct state state;

	return hash->init(&state) != 0 ||
	       hash->process(&state, call->in, call->size) != 0 ||
	       hash->done(&state, call->out) != 0;
}

const struct cpb_op cpb_tomcrypt_hash_message = {hash_init, message, hash_fini, 1};
