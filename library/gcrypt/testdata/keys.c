/*
 * The public keys of the library in partial.c. FAIL: 6 gcry_sexp_new() of a key, 7 gcry_pk_sign() and gcry_pk_verify(), 8 s is missing from
 * what is signed, 9 it is no string, 10 it is zero, 11 it has 300 bytes. Else r is 0x8001 and s is 5, both after a byte of zero. There can
 * be no more than 24 objects at once, so that what is not released is seen.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int objects;

static unsigned int make(void **object, char kind)
{
	char *p;

	if (objects == 24)
		return 99;
	objects++;
	p = malloc(1);
	*p = kind;
	*object = p;
	return 0;
}

unsigned int gcry_pk_algo_info(int algo, int what, void *buffer, size_t *size)
{
	if (what != 8 || buffer != NULL || size != NULL)
		__builtin_trap();
	return algo == 1 || algo == 17 ? 0 : 4;
}

unsigned int gcry_sexp_new(void **object, const char *text, size_t size, int autodetect)
{
	*object = NULL;
	if (size < 5 || text[0] != '(' || text[size - 1] != ')' || autodetect != 0)
		__builtin_trap();
	if (FAIL == 6 && text[1] == '1')
		return 65;
	return make(object, 'o');
}

void gcry_sexp_release(void *object)
{
	objects -= object != NULL;
	free(object);
}

unsigned int gcry_pk_sign(void **sig, void *data, void *key)
{
	if (data == NULL || key == NULL)
		__builtin_trap();
	*sig = NULL;
	return FAIL == 7 ? 1 : make(sig, 'o');
}

unsigned int gcry_pk_verify(void *sig, void *data, void *key)
{
	if (sig == NULL || data == NULL || key == NULL)
		__builtin_trap();
	return FAIL == 7 ? 8 : 0;
}

void *gcry_sexp_find_token(void *list, const char *token, size_t size)
{
	void *found = NULL;

	if (list == NULL || size != 1)
		__builtin_trap();
	if (FAIL != 8 || token[0] == 'r')
		make(&found, token[0]);
	return found;
}

const char *gcry_sexp_nth_data(void *list, int number, size_t *size)
{
	static char many[300] = {1};
	int is_s = *(char *)list == 's';

	if (number != 1)
		__builtin_trap();
	*size = is_s ? 2 : 3;
	if (is_s && FAIL == 9)
		return NULL;
	if (is_s && FAIL == 11) {
		*size = sizeof(many);
		return many;
	}
	return !is_s ? "\0\x80\1" : FAIL == 10 ? "\0\0" : "\0\5";
}
