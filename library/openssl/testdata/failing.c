/*
 * A libcrypto with AES-128-CBC, ECB and RSA, for tests: they do nothing, and the function whose name is in failing fails. live is
 * what was made and not freed.
 */
#include <stddef.h>
#include <string.h>

char failing[64];
int live;

static int works(const char *function)
{
	return strcmp(function, failing) != 0;
}

static void *made(const char *function)
{
	static int object;

	if (!works(function))
		return NULL;
	live++;
	return &object;
}

static void freed(void *object)
{
	live -= object != NULL;
}

unsigned long ERR_get_error(void)
{
	return failing[0] != '\0' ? 7 : 0;
}

void ERR_error_string_n(unsigned long code, char *text, size_t size)
{
	(void)code;
	strncpy(text, "error seven", size);
}

int AES_set_encrypt_key(const unsigned char *key, int bits, void *schedule)
{
	(void)key, (void)schedule;
	return bits == 128 && works(__func__) ? 0 : -1;
}

void AES_cbc_encrypt(const unsigned char *in, unsigned char *out, size_t size, const void *schedule, unsigned char *iv, int encrypt)
{
	(void)in, (void)out, (void)size, (void)schedule, (void)iv, (void)encrypt;
}

void AES_encrypt(const unsigned char *in, unsigned char *out, const void *schedule)
{
	(void)in, (void)out, (void)schedule;
}

const void *EVP_aes_128_cbc(void)
{
	return works(__func__) ? "aes-128-cbc" : NULL;
}

void *EVP_CIPHER_fetch(void *context, const char *name, const char *properties)
{
	(void)context, (void)properties;
	return strcmp(name, "AES-128-CBC") == 0 ? made(__func__) : NULL;
}

void EVP_CIPHER_free(void *cipher)
{
	freed(cipher);
}

void *EVP_CIPHER_CTX_new(void)
{
	return made(__func__);
}

void EVP_CIPHER_CTX_free(void *context)
{
	freed(context);
}

int EVP_CIPHER_CTX_set_padding(void *context, int padding)
{
	(void)context;
	return padding == 0 && works(__func__);
}

int EVP_EncryptInit_ex(void *context, const void *cipher, void *engine, const unsigned char *key, const unsigned char *iv)
{
	(void)context, (void)engine;
	return (cipher != NULL) == (key != NULL) && iv != NULL && works(__func__);
}

int EVP_EncryptUpdate(void *context, unsigned char *out, int *n, const unsigned char *in, int size)
{
	(void)context, (void)out, (void)in;
	*n = size;
	return works(__func__);
}

void *d2i_RSAPrivateKey(void **key, const unsigned char **der, long size)
{
	(void)key;
	*der += size;
	return made(__func__);
}

void *d2i_RSA_PUBKEY(void **key, const unsigned char **der, long size)
{
	(void)key;
	*der += size;
	return made(__func__);
}

void RSA_free(void *key)
{
	freed(key);
}

int RSA_size(const void *key)
{
	(void)key;
	return works(__func__) ? 256 : 0;
}

int RSA_sign(int hash, const unsigned char *in, unsigned int size, unsigned char *sig, unsigned int *sig_size, void *key)
{
	(void)in, (void)sig, (void)key;
	*sig_size = 256;
	return hash == 672 && size == 32 && works(__func__);
}

int RSA_verify(int hash, const unsigned char *in, unsigned int size, const unsigned char *sig, unsigned int sig_size, void *key)
{
	(void)in, (void)sig, (void)key;
	return hash == 672 && size == 32 && sig_size == 256 && works(__func__) ? 1 : -1;
}

void *d2i_PrivateKey(int type, void **key, const unsigned char **der, long size)
{
	(void)key;
	*der += size;
	return type == 6 ? made(__func__) : NULL;
}

void *d2i_PUBKEY(void **key, const unsigned char **der, long size)
{
	(void)key;
	*der += size;
	return made(__func__);
}

void EVP_PKEY_free(void *key)
{
	freed(key);
}

void *EVP_PKEY_CTX_new(void *key, void *engine)
{
	(void)engine;
	return key != NULL ? made(__func__) : NULL;
}

void *EVP_PKEY_CTX_new_id(int type, void *engine)
{
	(void)engine;
	return type == 6 ? made(__func__) : NULL;
}

void EVP_PKEY_CTX_free(void *context)
{
	freed(context);
}

const void *EVP_sha256(void)
{
	return "sha256";
}

/* EVP_PKEY_CTX_set_rsa_padding() and EVP_PKEY_CTX_set_signature_md() in the headers of 1.0.0 to 1.1.1. */
int EVP_PKEY_CTX_ctrl(void *context, int type, int operation, int command, int number, void *pointer)
{
	(void)context;
	if (command == 0x1001)
		return type == 6 && operation == -1 && number == 1 && pointer == NULL && works("padding") ? 1 : -2;
	if (command == 1)
		return type == -1 && operation == 0xf8 && number == 0 && pointer != NULL && works("md") ? 1 : -2;
	return -2;
}

int EVP_PKEY_sign_init(void *context)
{
	(void)context;
	return works(__func__);
}

int EVP_PKEY_sign(void *context, unsigned char *sig, size_t *sig_size, const unsigned char *in, size_t size)
{
	(void)context, (void)in, (void)size;
	if (sig != NULL && *sig_size < 256)
		return 0;
	*sig_size = 256;
	return works(__func__);
}

int EVP_PKEY_verify_init(void *context)
{
	(void)context;
	return works(__func__);
}

int EVP_PKEY_verify(void *context, const unsigned char *sig, size_t sig_size, const unsigned char *in, size_t size)
{
	(void)context, (void)sig, (void)sig_size, (void)in, (void)size;
	return works(__func__) ? 1 : -1;
}
