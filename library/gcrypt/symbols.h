/*
 * The functions of libgcrypt that are looked up by name, as X(result, name, arguments). Types are those of gcrypt.h with
 * every handle as void *, gcry_error_t as unsigned int, enumerations as int.
 */
#ifndef CPB_GCRYPT_SYMBOLS_H
#define CPB_GCRYPT_SYMBOLS_H

#define CPB_GCRYPT_SYMBOLS(X) \
	/* start, and what the library says of itself */ \
	X(const char *, gcry_check_version, (const char *at_least)) \
	X(unsigned int, gcry_control, (int command, ...)) \
	X(const char *, gcry_strerror, (unsigned int error)) \
	X(char *, gcry_get_config, (int mode, const char *what)) \
	X(void, gcry_free, (void *p)) \
	X(void, gcry_create_nonce, (void *buffer, size_t size)) \
	\
	/* hashes */ \
	X(unsigned int, gcry_md_algo_info, (int algo, int what, void *buffer, size_t *size)) \
	X(unsigned int, gcry_md_get_algo_dlen, (int algo)) \
	X(void, gcry_md_hash_buffer, (int algo, void *digest, const void *in, size_t size)) \
	X(unsigned int, gcry_md_open, (void **handle, int algo, unsigned int flags)) \
	X(void, gcry_md_close, (void *handle)) \
	X(void, gcry_md_reset, (void *handle)) \
	X(void, gcry_md_write, (void *handle, const void *in, size_t size)) \
	X(unsigned char *, gcry_md_read, (void *handle, int algo)) \
	\
	/* block ciphers */ \
	X(unsigned int, gcry_cipher_algo_info, (int algo, int what, void *buffer, size_t *size)) \
	X(size_t, gcry_cipher_get_algo_blklen, (int algo)) \
	X(unsigned int, gcry_cipher_open, (void **handle, int algo, int mode, unsigned int flags)) \
	X(void, gcry_cipher_close, (void *handle)) \
	X(unsigned int, gcry_cipher_setkey, (void *handle, const void *key, size_t size)) \
	X(unsigned int, gcry_cipher_setiv, (void *handle, const void *iv, size_t size)) \
	X(unsigned int, gcry_cipher_encrypt, (void *handle, void *out, size_t room, const void *in, size_t size)) \
	\
	/* public keys, and the S-expressions that they, digests and signatures are given in */ \
	X(unsigned int, gcry_pk_algo_info, (int algo, int what, void *buffer, size_t *size)) \
	X(unsigned int, gcry_pk_sign, (void **sig, void *data, void *key)) \
	X(unsigned int, gcry_pk_verify, (void *sig, void *data, void *key)) \
	X(unsigned int, gcry_sexp_new, (void **sexp, const void *text, size_t size, int autodetect)) \
	X(void, gcry_sexp_release, (void *sexp)) \
	X(void *, gcry_sexp_find_token, (void *list, const char *token, size_t size)) \
	X(const char *, gcry_sexp_nth_data, (void *list, int number, size_t *size))

#endif
