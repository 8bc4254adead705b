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
 * secure memory, whose pool would be locked and warned about and which hashes do not use, then as finished. What is left
 * undone here the library does in its first other call, with a warning in the system's log. NULL, or an error in words.
 */
const char *cpb_gcrypt_start(const struct cpb_gcrypt *lib);

/* "1.10.1" */
const char *cpb_gcrypt_version(const struct cpb_gcrypt *lib);

/* The line of the configuration that begins with what and a colon, to be freed; NULL where there is none. */
char *cpb_gcrypt_config(const struct cpb_gcrypt *lib, const char *what);
void cpb_gcrypt_config_free(const struct cpb_gcrypt *lib, char *line);

/* 1 or 0. */
int cpb_gcrypt_fips(const struct cpb_gcrypt *lib);

/*
 * NULL, or why the library does not let this hash be used, in words. To be asked before anything else: of a hash that it has not
 * got or has disabled gcry_md_open() prints that, and gcry_md_hash_buffer() then ends the process.
 */
const char *cpb_gcrypt_refusal(const struct cpb_gcrypt *lib, int algo);

/* Bytes of a digest; 0 where the library does not know. */
unsigned cpb_gcrypt_digest_bytes(const struct cpb_gcrypt *lib, int algo);

/* What the runs of a hash need: call->alg. */
struct cpb_gcrypt_hash {
	struct cpb_gcrypt lib; /* a copy: one load less in each call than through a pointer */
	int algo;              /* GCRY_MD_… */
	size_t bytes;          /* of a digest */
	void *handle;          /* gcry_md_hd_t, the same for all calls of an op */
};

extern const struct cpb_op cpb_gcrypt_oneshot, cpb_gcrypt_native, cpb_gcrypt_reused;

/* NULL, or an error in words. */
const char *cpb_gcrypt_hash_open(struct cpb_gcrypt_hash *hash);
void cpb_gcrypt_hash_close(struct cpb_gcrypt_hash *hash);

#endif
