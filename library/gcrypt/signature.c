#include "gcrypt.h"

#include <stdlib.h>
#include <string.h>

/*
 * The timed work of RSA and DSA. The S-expression objects of digest and signature, and of a key that is not fresh, are made
 * before; a signature's numbers are read out of the object that gcry_pk_sign() returns, since that is of no use to anybody as it
 * is.
 */

/* The code in a gcry_error_t, beside which it has the part of the library that it comes from; and one code. */
enum {
	CODE = 0xffff,
	BAD_SIGNATURE = 8, /* GPG_ERR_BAD_SIGNATURE */
};

/* The objects of a call: call->state. NULL where the call has no such thing. */
struct objects {
	void *key, *data, *sig;
};

static unsigned int parse(const struct cpb_gcrypt *lib, void **object, const unsigned char *text, size_t size)
{
	*object = NULL;
	return size != 0 ? lib->gcry_sexp_new(object, text, size, 0) : 0; /* NULL again where it fails */
}

static void signature_fini(struct cpb_call *call)
{
	const struct cpb_gcrypt_signature *alg = call->alg;
	struct objects *made = call->state;

	alg->lib.gcry_sexp_release(made->key);
	alg->lib.gcry_sexp_release(made->data);
	alg->lib.gcry_sexp_release(made->sig);
	free(made);
	call->state = NULL;
}

/* A fresh key is made here too, though each run makes its own, so that a bad one is an error in words. */
static const char *signature_init(struct cpb_call *call)
{
	const struct cpb_gcrypt_signature *alg = call->alg;
	struct objects *made = cpb_alloc(sizeof(*made));
	unsigned int error;

	if (made == NULL)
		return "out of memory";
	call->state = made;
	if ((error = parse(&alg->lib, &made->key, call->key, call->key_len)) != 0 ||
	    (error = parse(&alg->lib, &made->data, call->in, call->size)) != 0 ||
	    (error = parse(&alg->lib, &made->sig, call->sig, call->sig_len)) != 0) {
		signature_fini(call);
		return cpb_gcrypt_words(&alg->lib, error);
	}
	return NULL;
}

static const char *sign_init(struct cpb_call *call)
{
	const struct cpb_gcrypt_signature *alg = call->alg;

	return call->out_len < alg->bytes ? "no room for the signature" : signature_init(call);
}

/* A number of a signature, without zeros before it, and the list that holds it. */
struct number {
	void *list;
	const unsigned char *bytes;
	size_t size;
};

static int find(const struct cpb_gcrypt *lib, void *sig, const char *name, struct number *n)
{
	n->size = 0;
	n->list = lib->gcry_sexp_find_token(sig, name, strlen(name));
	if (n->list == NULL)
		return 1;
	n->bytes = (const unsigned char *)lib->gcry_sexp_nth_data(n->list, 1, &n->size);
	if (n->bytes == NULL)
		return 1;
	for (; n->size > 0 && *n->bytes == 0; n->size--)
		n->bytes++;
	return n->size == 0;
}

/* RFC 8017, section 4.1: as many bytes as the modulus has. */
static int put_rsa(const struct cpb_gcrypt_signature *alg, void *sig, unsigned char *out)
{
	struct number s;
	int failed = find(&alg->lib, sig, "s", &s) || s.size > alg->bytes;

	if (!failed) {
		memset(out, 0, alg->bytes - s.size);
		memcpy(out + alg->bytes - s.size, s.bytes, s.size);
	}
	alg->lib.gcry_sexp_release(s.list);
	return failed;
}

/* The bytes that a number takes as an INTEGER, whose first bit is its sign. */
static size_t content_bytes(const struct number *n)
{
	return n->size + (n->bytes[0] >> 7);
}

static unsigned char *put_integer(unsigned char *out, const struct number *n)
{
	*out++ = 0x02;
	*out++ = (unsigned char)content_bytes(n);
	if (n->bytes[0] >> 7)
		*out++ = 0;
	memcpy(out, n->bytes, n->size);
	return out + n->size;
}

/* RFC 3279, section 2.2.2: a SEQUENCE of the INTEGERs r and s in DER. It is short enough that a length is one byte. */
static int put_dsa(const struct cpb_gcrypt_signature *alg, void *sig, unsigned char *out)
{
	struct number r, s = {0};
	int failed = find(&alg->lib, sig, "r", &r) || find(&alg->lib, sig, "s", &s);
	size_t body;

	if (!failed) {
		body = 2 + content_bytes(&r) + 2 + content_bytes(&s);
		failed = body > 127 || 2 + body > alg->bytes;
	}
	if (!failed) {
		*out++ = 0x30;
		*out++ = (unsigned char)body;
		out = put_integer(out, &r);
		put_integer(out, &s);
	}
	alg->lib.gcry_sexp_release(r.list);
	alg->lib.gcry_sexp_release(s.list);
	return failed;
}

static int sign_with(struct cpb_call *call, void *key)
{
	const struct cpb_gcrypt_signature *alg = call->alg;
	const struct objects *made = call->state;
	void *sig;
	int failed;

	if (alg->lib.gcry_pk_sign(&sig, made->data, key) != 0)
		return 1;
	failed = alg->dsa ? put_dsa(alg, sig, call->out) : put_rsa(alg, sig, call->out);
	alg->lib.gcry_sexp_release(sig);
	return failed;
}

static int verify_with(struct cpb_call *call, void *key)
{
	const struct cpb_gcrypt_signature *alg = call->alg;
	const struct objects *made = call->state;

	return alg->lib.gcry_pk_verify(made->sig, made->data, key) != 0;
}

/* Imports the key, uses it and frees it. */
static int freshly(struct cpb_call *call, int (*use)(struct cpb_call *, void *))
{
	const struct cpb_gcrypt_signature *alg = call->alg;
	void *key;
	int failed;

	if (parse(&alg->lib, &key, call->key, call->key_len) != 0)
		return 1;
	failed = use(call, key);
	alg->lib.gcry_sexp_release(key);
	return failed;
}

static int sign(struct cpb_call *call)
{
	return sign_with(call, ((const struct objects *)call->state)->key);
}

static int sign_fresh(struct cpb_call *call)
{
	return freshly(call, sign_with);
}

static int verify(struct cpb_call *call)
{
	return verify_with(call, ((const struct objects *)call->state)->key);
}

static int verify_fresh(struct cpb_call *call)
{
	return freshly(call, verify_with);
}

/* Blinding of RSA takes new random numbers in each call, so that none is dearer than another. */
const struct cpb_op cpb_gcrypt_sign = {sign_init, sign, signature_fini, 1};
const struct cpb_op cpb_gcrypt_sign_fresh = {sign_init, sign_fresh, signature_fini, 1};
const struct cpb_op cpb_gcrypt_verify = {signature_init, verify, signature_fini, 1};
const struct cpb_op cpb_gcrypt_verify_fresh = {signature_init, verify_fresh, signature_fini, 1};

static unsigned int try(struct cpb_call *call)
{
	const struct cpb_gcrypt_signature *alg = call->alg;
	const struct objects *made = call->state;
	unsigned int error;
	void *sig;

	if (made->sig != NULL) {
		error = alg->lib.gcry_pk_verify(made->sig, made->data, made->key);
		return (error & CODE) == BAD_SIGNATURE ? 0 : error;
	}
	error = alg->lib.gcry_pk_sign(&sig, made->data, made->key);
	if (error == 0)
		alg->lib.gcry_sexp_release(sig);
	return error;
}

const char *cpb_gcrypt_trial(struct cpb_call *call)
{
	const struct cpb_gcrypt_signature *alg = call->alg;
	const char *why = signature_init(call);
	unsigned int error;

	if (why != NULL)
		return why;
	error = try(call);
	signature_fini(call);
	return error != 0 ? cpb_gcrypt_words(&alg->lib, error) : NULL;
}
