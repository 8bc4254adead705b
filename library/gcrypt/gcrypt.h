/*
 * libgcrypt as this package calls it, without its header: everything is looked up by name in the file that was loaded, so
 * one program measures every version.
 */
#ifndef CPB_GCRYPT_H
#define CPB_GCRYPT_H

#include "shim.h"
#include "symbols.h"

/* One pointer a function; NULL where the file has no such symbol. */
struct cpb_gcrypt {
#define X(result, name, arguments) result (*name) arguments;
	CPB_GCRYPT_SYMBOLS(X)
#undef X
};

/* Looks up the functions in what dlopen() returned. */
void cpb_gcrypt_resolve(struct cpb_gcrypt *lib, void *handle);

/* Has the library leave a hardware feature unused. Only before cpb_gcrypt_start(). NULL, or an error in words. */
const char *cpb_gcrypt_disable(const struct cpb_gcrypt *lib, const char *feature);

/*
 * Initializes the library in the order that its manual prescribes: gcry_check_version() before anything else, then without
 * secure memory, whose pool would be locked and warned about (keys then lie in ordinary memory), then as finished. What is
 * left undone here the library does in its first other call, with a warning in the system's log.
 *
 * Then it draws a nonce, which fills the pool of the random generator. From then on gcry_md_open() and gcry_cipher_open() stir
 * the pool each time (seen: 0.06 us before, 4.3 us after), so that otherwise a row would cost what it costs by whether the
 * process has measured a signature before it. A program that makes keys, IVs or signatures has a filled pool.
 *
 * NULL, or an error in words.
 */
const char *cpb_gcrypt_start(const struct cpb_gcrypt *lib);

/*
 * The calls after which the cost of opening handles repeats. From 1.8 to 1.12 the pool is of 600 bytes and mixed when so many
 * have been added (random/random-csprng.c); an open adds 240: times, a struct rusage, 64 bytes from RDRAND. Where there is no
 * RDRAND it is 75 calls.
 */
enum { CPB_GCRYPT_POOL_PERIOD = 5 };

/* What an error means. The text belongs to the library. */
const char *cpb_gcrypt_words(const struct cpb_gcrypt *lib, unsigned int error);

/* "1.10.1" */
const char *cpb_gcrypt_version(const struct cpb_gcrypt *lib);

/* The line of the configuration that begins with what and a colon, to be freed; NULL where there is none. */
char *cpb_gcrypt_config(const struct cpb_gcrypt *lib, const char *what);
void cpb_gcrypt_config_free(const struct cpb_gcrypt *lib, char *line);

/* 1 or 0. */
int cpb_gcrypt_fips(const struct cpb_gcrypt *lib);

/*
 * NULL, or why the library does not let this algorithm be used, in words. To be asked before anything else: of a hash that it has not
 * got or has disabled gcry_md_open() prints that, and gcry_md_hash_buffer() then ends the process.
 */
const char *cpb_gcrypt_hash_refusal(const struct cpb_gcrypt *lib, int algo);
const char *cpb_gcrypt_cipher_refusal(const struct cpb_gcrypt *lib, int algo);
const char *cpb_gcrypt_key_refusal(const struct cpb_gcrypt *lib, int algo);

/* Bytes of a digest; 0 where the library does not know. */
unsigned cpb_gcrypt_digest_bytes(const struct cpb_gcrypt *lib, int algo);

/* What the runs of a hash need: call->alg. */
struct cpb_gcrypt_hash {
	struct cpb_gcrypt lib; /* a copy: one load less in each call than through a pointer */
	int algo;              /* GCRY_MD_… */
	size_t bytes;          /* of a digest */
	void *handle;          /* gcry_md_hd_t, the same for all calls of an op */
};

/* The second is for hashes of which gcry_md_hash_buffer() opens a handle inside. */
extern const struct cpb_op cpb_gcrypt_oneshot, cpb_gcrypt_oneshot_opening, cpb_gcrypt_native, cpb_gcrypt_reused;

/* NULL, or an error in words. */
const char *cpb_gcrypt_hash_open(struct cpb_gcrypt_hash *hash);
void cpb_gcrypt_hash_close(struct cpb_gcrypt_hash *hash);

/* Bytes of a block; 0 where the library does not know. */
size_t cpb_gcrypt_block_bytes(const struct cpb_gcrypt *lib, int algo);

/* What the runs of a block cipher need: call->alg. */
struct cpb_gcrypt_cipher {
	struct cpb_gcrypt lib;
	int algo, mode;        /* GCRY_CIPHER_…, GCRY_CIPHER_MODE_… */
	size_t iv_bytes;       /* 0 in a mode without */
	void *handle;          /* gcry_cipher_hd_t, the same for all calls of an op */
	int begun;             /* whether the handle has its key, and the IV of the op's first call */
};

extern const struct cpb_op cpb_gcrypt_update, cpb_gcrypt_message, cpb_gcrypt_keyed, cpb_gcrypt_opened_keyed;

/* NULL, or an error in words. */
const char *cpb_gcrypt_cipher_open(struct cpb_gcrypt_cipher *cipher);
void cpb_gcrypt_cipher_close(struct cpb_gcrypt_cipher *cipher);

/*
 * What the runs of a signature need: call->alg. Their keys, digests and signatures are S-expressions in canonical text: call->key,
 * call->in, call->sig.
 */
struct cpb_gcrypt_signature {
	struct cpb_gcrypt lib;
	int dsa;               /* 0: RSA */
	size_t bytes;          /* of an RSA signature; of the longest DSA signature in DER */
};

extern const struct cpb_op cpb_gcrypt_sign, cpb_gcrypt_sign_fresh, cpb_gcrypt_verify, cpb_gcrypt_verify_fresh;

/*
 * Its init() says why the library does not let this key be used, in words: FIPS mode goes by its size too, and only use tells. It is
 * used to verify where call->sig is there, whether that holds or not, else to sign. There is no run.
 */
extern const struct cpb_op cpb_gcrypt_trial;

#endif
