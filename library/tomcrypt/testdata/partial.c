/*
 * A LibTomCrypt with a few functions, for tests: SHA-256, and SHA-224 but for sha224_done(); Camellia, and Blowfish in CBC;
 * RSA and DSA, and LibTomMath alone to calculate. Its version has a letter. The function that a test names in fail fails; keys and
 * schedules counts what was made and not freed.
 */
#include <string.h>

char fail[32];
int keys, schedules;

static int result(const char *function) { return strcmp(fail, function) == 0 ? 16 : 0; }

const char *crypt_build_settings =
	"LibTomCrypt 1.19.0-rc1 (www.libtom.net)\n"
	"\nClean stack: enabled\n\nPK Crypto:\n   RSA (with blinding)\n   ECC\n\nMPI (Math):\n   LTC_MPI\n"
	"\nCompiler:\n   Some compiler 1.0.\n   x detected.\n\nVarious others:  A=0  B \n\n\n\n";

const char *error_to_string(int error) { return error == 16 ? "Invalid argument provided." : "Unknown."; }

int crypt_get_size(const char *name, unsigned int *bytes)
{
	*bytes = strcmp(fail, "large keys") == 0 && strstr(name, "_key") != NULL ? 257 : 16;
	return strcmp(fail, name) == 0 ? -1 : 0;
}

int sha256_init(void *state) { return (void)state, result("sha256_init"); }

int sha256_process(void *state, const void *in, unsigned long size)
{
	return (void)state, (void)in, (void)size, result("sha256_process");
}

int sha256_done(void *state, unsigned char *out) { return (void)state, out[0] = 1, result("sha256_done"); }
int sha224_init(void *state) { return (void)state, 0; }

static int scheduled(const char *function)
{
	if (result(function) != 0)
		return 16;
	schedules++;
	return 0;
}

int camellia_setup(const void *key, int bytes, int rounds, void *skey)
{
	(void)key, (void)bytes, (void)rounds, (void)skey;
	return scheduled("camellia_setup");
}

/* Fails in the block alone that begins with a 1. */
int camellia_ecb_encrypt(const unsigned char *in, unsigned char *out, void *skey)
{
	return (void)out, (void)skey, in[0] == 1 ? result("camellia_ecb_encrypt") : 0;
}

void camellia_done(void *skey) { (void)skey, schedules--; }

struct { const char *name; } blowfish_desc = {"blowfish"}, sha256_desc = {"sha256"}, chacha20_prng_desc = {"chacha20"};

int register_cipher(const void *desc) { return desc == &blowfish_desc && result("register_cipher") == 0 ? 3 : -1; }
int register_hash(const void *desc) { return desc == &sha256_desc && result("register_hash") == 0 ? 4 : -1; }
int register_prng(const void *desc) { return desc == &chacha20_prng_desc && result("register_prng") == 0 ? 5 : -1; }

int rng_make_prng(int bits, int index, void *prng, void (*wait)(void))
{
	return bits != 256 || index != 5 || prng == NULL || wait != NULL ? 1 : result("rng_make_prng");
}

int cbc_start(int cipher, const void *iv, const void *key, int bytes, int rounds, void *cbc)
{
	return (void)iv, (void)key, (void)rounds, (void)cbc, cipher != 3 || bytes != 16 ? 1 : scheduled("cbc_start");
}

int cbc_setiv(const void *iv, unsigned long bytes, void *cbc) { return (void)iv, (void)cbc, bytes != 8 ? 1 : result("cbc_setiv"); }

int cbc_encrypt(const void *in, void *out, unsigned long bytes, void *cbc)
{
	return (void)in, (void)out, (void)bytes, (void)cbc, result("cbc_encrypt");
}

int cbc_done(void *cbc) { return (void)cbc, schedules--, result("cbc_done"); }

struct { const char *name; int (*unused)(void); } ltc_mp;
const struct { const char *name; int (*unused)(void); } ltm_desc = {"LibTomMath", NULL};

/* Keys are numbers of the arithmetic that the library is set to. */
static int imported(const char *function)
{
	if (ltc_mp.name != ltm_desc.name || result(function) != 0)
		return 16;
	keys++;
	return 0;
}

int rsa_import(const void *in, unsigned long size, void *key) { return (void)in, (void)size, (void)key, imported("rsa_import"); }
int dsa_import(const void *in, unsigned long size, void *key) { return (void)in, (void)size, (void)key, imported("dsa_import"); }
void rsa_free(void *key) { (void)key, keys--; }
void dsa_free(void *key) { (void)key, keys--; }

int rsa_sign_hash_ex(const void *in, unsigned long size, void *out, unsigned long *len, int padding, void *prng, int prng_index,
		     int hash, unsigned long salt, void *key)
{
	(void)in, (void)size, (void)out, (void)prng, (void)prng_index, (void)salt, (void)key;
	return *len != 256 || padding != 1 || hash != 4 ? 1 : result("rsa_sign_hash_ex");
}

int rsa_verify_hash_ex(const void *sig, unsigned long len, const void *in, unsigned long size, int padding, int hash,
		       unsigned long salt, int *holds, void *key)
{
	(void)sig, (void)in, (void)size, (void)salt, (void)key;
	*holds = result("holds") == 0;
	return len != 256 || padding != 1 || hash != 4 ? 1 : result("rsa_verify_hash_ex");
}

int dsa_sign_hash(const void *in, unsigned long size, void *out, unsigned long *len, void *prng, int prng_index, void *key)
{
	(void)in, (void)size, (void)out, (void)key;
	return *len != 72 || prng == NULL || prng_index != 5 ? 1 : result("dsa_sign_hash");
}

int dsa_verify_hash(const void *sig, unsigned long len, const void *in, unsigned long size, int *holds, void *key)
{
	(void)sig, (void)in, (void)size, (void)key;
	*holds = result("holds") == 0;
	return len != 70 ? 1 : result("dsa_verify_hash");
}
