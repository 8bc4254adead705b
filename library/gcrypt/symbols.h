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
	\
	/* hashes */ \
	X(unsigned int, gcry_md_algo_info, (int algo, int what, void *buffer, size_t *size)) \
	X(unsigned int, gcry_md_get_algo_dlen, (int algo)) \
	X(void, gcry_md_hash_buffer, (int algo, void *digest, const void *in, size_t size)) \
	X(unsigned int, gcry_md_open, (void **handle, int algo, unsigned int flags)) \
	X(void, gcry_md_close, (void *handle)) \
	X(void, gcry_md_reset, (void *handle)) \
	X(void, gcry_md_write, (void *handle, const void *in, size_t size)) \
	X(unsigned char *, gcry_md_read, (void *handle, int algo))

#endif
