#include "gcrypt.h"

#include <string.h>

/*
 * The timed work of RSA and DSA. The S-expression objects of digest and signature are made in each call, as a program does that has
 * a digest and a signature, and a signature's numbers are read out of the object that gcry_pk_sign() returns, since that is of no
 * use to anybody as it is. What they are made of, canonical text, is made before.
 */

/* The code in a gcry_error_t, beside which it has the part of the library that it comes from; and one code. */
enum {
	CODE = 0xffff,
	BAD_SIGNATURE = 8, /* GPG_ERR_BAD_SIGNATURE */
};

static unsigned int parse(const struct cpb_gcrypt *lib, void **object, const unsigned char *text, size_t size)
{
	*object = NULL;
	return lib->gcry_sexp_new(object, text, size, 0); /* NULL again where it fails */
}

/* NULL, or why text is no S-expression; that of a signature is not there where one is to be made. */
static const char *unreadable(const struct cpb_gcrypt *lib, const unsigned char *text, size_t size)
{
	void *object;
	unsigned int error = size != 0 ? parse(lib, &object, text, size) : 0;

	if (error != 0)
		return cpb_gcrypt_words(lib, error);
	if (size != 0)
		lib->gcry_sexp_release(object);
	return NULL;
}

static void signature_fini(struct cpb_call *call)
{
	const struct cpb_gcrypt_signature *alg = call->alg;

	alg->lib.gcry_sexp_release(call->state);
	call->state = NULL;
}

/* Makes the key, call->state, and makes sure that all texts can be read. A fresh key is made here too, though each run makes its own. */
static const char *signature_init(struct cpb_call *call)
{
	const struct cpb_gcrypt_signature *alg = call->alg;
	const char *why = unreadable(&alg->lib, call->in, call->size);
	unsigned int error;

	if (why == NULL)
		why = unreadable(&alg->lib, call->sig, call->sig_len);
	if (why != NULL)
		return why;
	error = parse(&alg->lib, &call->state, call->key, call->key_len);
	return error != 0 ? cpb_gcrypt_words(&alg->lib, error) : NULL;
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

/* gcry_pk_sign() over the digest. 0, or an error code. */
static unsigned int make(const struct cpb_gcrypt *lib, const struct cpb_call *call, void *key, void **sig)
{
	void *data;
	unsigned int error = parse(lib, &data, call->in, call->size);

	if (error != 0)
		return error;
	error = lib->gcry_pk_sign(sig, data, key);
	lib->gcry_sexp_release(data);
	return error;
}

/* gcry_pk_verify() of the digest and the signature. 0, or an error code. */
static unsigned int check(const struct cpb_gcrypt *lib, const struct cpb_call *call, void *key)
{
	void *data, *sig;
	unsigned int error = parse(lib, &data, call->in, call->size);

	if (error != 0)
		return error;
	error = parse(lib, &sig, call->sig, call->sig_len);
	if (error == 0) {
		error = lib->gcry_pk_verify(sig, data, key);
		lib->gcry_sexp_release(sig);
	}
	lib->gcry_sexp_release(data);
	return error;
}

static int sign_with(struct cpb_call *call, void *key)
{
	const struct cpb_gcrypt_signature *alg = call->alg;
	void *sig;
	int failed;

	if (make(&alg->lib, call, key, &sig) != 0)
		return 1;
	failed = alg->dsa ? put_dsa(alg, sig, call->out) : put_rsa(alg, sig, call->out);
	alg->lib.gcry_sexp_release(sig);
	return failed;
}

static int verify_with(struct cpb_call *call, void *key)
{
	const struct cpb_gcrypt_signature *alg = call->alg;

	return check(&alg->lib, call, key) != 0;
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
	return sign_with(call, call->state);
}

static int sign_fresh(struct cpb_call *call)
{
	return freshly(call, sign_with);
}

static int verify(struct cpb_call *call)
{
	return verify_with(call, call->state);
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
	unsigned int error;
	void *sig;

	if (call->sig_len != 0) {
		error = check(&alg->lib, call, call->state);
		return (error & CODE) == BAD_SIGNATURE ? 0 : error;
	}
	error = make(&alg->lib, call, call->state, &sig);
	if (error == 0)
		alg->lib.gcry_sexp_release(sig);
	return error;
}

static const char *trial_init(struct cpb_call *call)
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

/* The call of a trial is over when it is prepared. */
static void trial_fini(struct cpb_call *call)
{
	(void)call;
}

const struct cpb_op cpb_gcrypt_trial = {trial_init, NULL, trial_fini, 1};
