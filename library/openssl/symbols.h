/*
 * The functions of libcrypto that are looked up by name, as X(result, name, arguments); those of single hashes and
 * ciphers are in hashes.go and ciphers.go, RSA's and DSA's own in keys.go. Types are those of the public headers with every pointer to an opaque type as void *; where a function
 * changed, what changed is noted. No file has all of them.
 */
#ifndef CPB_OPENSSL_SYMBOLS_H
#define CPB_OPENSSL_SYMBOLS_H

#define CPB_OPENSSL_SYMBOLS(X) \
	/* start */ \
	X(int, OPENSSL_init_crypto, (uint64_t options, const void *settings)) /* 1.1.0 */ \
	X(void, CRYPTO_library_init, (void)) /* BoringSSL, AWS-LC */ \
	X(void, ERR_load_crypto_strings, (void)) /* before 1.1.0: else errors are numbers */ \
	\
	/* what the library says of itself: from 1.1.0 on, and before */ \
	X(const char *, OpenSSL_version, (int what)) \
	X(const char *, SSLeay_version, (int what)) \
	X(unsigned long, SSLeay, (void)) /* before 1.1.0: the version as a number */ \
	X(uint64_t, OPENSSL_cpu_caps, (void)) /* LibreSSL */ \
	X(const void *, OPENSSL_ia32cap_loc, (void)) /* before 1.1.0 */ \
	X(int, FIPS_mode, (void)) /* before 3.0, BoringSSL, AWS-LC */ \
	X(int, EVP_default_properties_is_fips_enabled, (void *context)) /* 3.0 */ \
	\
	/* errors; BoringSSL's code is 32 bits wide */ \
	X(unsigned long, ERR_get_error, (void)) \
	X(void, ERR_error_string_n, (unsigned long code, char *text, size_t size)) \
	X(void, ERR_clear_error, (void)) \
	\
	/* hashes */ \
	X(int, EVP_Digest, (const void *in, size_t size, unsigned char *out, unsigned int *n, const void *md, void *engine)) \
	X(int, EVP_DigestInit_ex, (void *context, const void *md, void *engine)) \
	X(int, EVP_DigestUpdate, (void *context, const void *in, size_t size)) \
	X(int, EVP_DigestFinal_ex, (void *context, unsigned char *out, unsigned int *n)) \
	X(void *, EVP_MD_CTX_new, (void)) \
	X(void, EVP_MD_CTX_free, (void *context)) \
	X(void *, EVP_MD_CTX_create, (void)) /* before 1.1.0 */ \
	X(void, EVP_MD_CTX_destroy, (void *context)) /* before 1.1.0 */ \
	X(void *, EVP_MD_fetch, (void *context, const char *name, const char *properties)) /* 3.0 */ \
	X(void, EVP_MD_free, (void *md)) /* 3.0 */ \
	\
	/* ciphers */ \
	X(void *, EVP_CIPHER_CTX_new, (void)) /* 0.9.8b: before, the context is in the caller's memory, of a size in the headers only */ \
	X(void, EVP_CIPHER_CTX_free, (void *context)) \
	X(int, EVP_CIPHER_CTX_set_padding, (void *context, int padding)) \
	X(int, EVP_EncryptInit_ex, (void *context, const void *cipher, void *engine, const unsigned char *key, const unsigned char *iv)) \
	X(int, EVP_EncryptUpdate, (void *context, unsigned char *out, int *n, const unsigned char *in, int size)) \
	X(void *, EVP_CIPHER_fetch, (void *context, const char *name, const char *properties)) /* 3.0 */ \
	X(void, EVP_CIPHER_free, (void *cipher)) /* 3.0 */ \
	\
	/* signatures */ \
	X(void *, d2i_PrivateKey, (int type, void **key, const unsigned char **der, long size)) \
	X(void *, d2i_PUBKEY, (void **key, const unsigned char **der, long size)) \
	X(void, EVP_PKEY_free, (void *key)) \
	X(void *, EVP_PKEY_CTX_new, (void *key, void *engine)) /* 1.0.0, as all that follow */ \
	X(void *, EVP_PKEY_CTX_new_id, (int type, void *engine)) \
	X(void, EVP_PKEY_CTX_free, (void *context)) \
	X(int, EVP_PKEY_sign_init, (void *context)) \
	X(int, EVP_PKEY_sign, (void *context, unsigned char *sig, size_t *sig_size, const unsigned char *in, size_t size)) \
	X(int, EVP_PKEY_verify_init, (void *context)) \
	X(int, EVP_PKEY_verify, (void *context, const unsigned char *sig, size_t sig_size, const unsigned char *in, size_t size)) \
	X(int, EVP_PKEY_CTX_ctrl, (void *context, int type, int operation, int command, int number, void *pointer)) \
	X(int, EVP_PKEY_CTX_set_rsa_padding, (void *context, int padding)) /* 3.0, BoringSSL: before, a macro for the one above */ \
	X(int, EVP_PKEY_CTX_set_signature_md, (void *context, const void *md)) /* the same */ \
	X(const void *, EVP_sha256, (void)) \
	X(void *, EVP_SIGNATURE_fetch, (void *context, const char *name, const char *properties)) /* 3.0 */ \
	X(void, EVP_SIGNATURE_free, (void *signature)) /* 3.0 */ \
	\
	/* providers, 3.0 */ \
	X(const void *, EVP_MD_get0_provider, (const void *md)) \
	X(const void *, EVP_CIPHER_get0_provider, (const void *cipher)) \
	X(const void *, EVP_SIGNATURE_get0_provider, (const void *signature)) \
	X(void *, OSSL_PROVIDER_try_load, (void *context, const char *name, int retain_fallbacks)) \
	X(int, OSSL_PROVIDER_do_all, (void *context, int (*each)(void *provider, void *arg), void *arg)) \
	X(const char *, OSSL_PROVIDER_get0_name, (const void *provider)) \
	X(int, OSSL_PROVIDER_get_params, (const void *provider, struct cpb_ossl_param *params)) \
	\
	/* engines, before 4.0 */ \
	X(void *, ENGINE_get_first, (void)) \
	X(void *, ENGINE_get_next, (void *engine)) \
	X(const char *, ENGINE_get_id, (const void *engine)) \
	X(void *, ENGINE_get_digest_engine, (int nid)) \
	X(void *, ENGINE_get_cipher_engine, (int nid)) \
	X(void *, ENGINE_get_pkey_meth_engine, (int nid)) /* 1.0.0 */ \
	X(void *, ENGINE_get_default_RSA, (void)) \
	X(void *, ENGINE_get_default_DSA, (void)) \
	X(int, ENGINE_finish, (void *engine)) \
	X(int, EVP_MD_get_type, (const void *md)) \
	X(int, EVP_MD_type, (const void *md)) /* before 3.0 */ \
	X(int, EVP_CIPHER_get_nid, (const void *cipher)) \
	X(int, EVP_CIPHER_nid, (const void *cipher)) /* before 3.0 */

#endif
