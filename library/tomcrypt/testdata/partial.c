/*
 * A LibTomCrypt with a few functions, for tests: of SHA-256 all three, of which the one that FAIL names fails; of SHA-224
 * all but sha224_done(); and a version that has a letter.
 */
const char *crypt_build_settings =
	"LibTomCrypt 1.19.0-rc1 (www.libtom.net)\n"
	"\nClean stack: enabled\n\nMPI (Math):\n   LTC_MPI\n\nCompiler:\n   Some compiler 1.0.\n   x detected.\n\nVarious others:  A=0  B \n\n\n\n";

int sha256_init(void *state)
{
	(void)state;
	return FAIL == 1;
}

int sha256_process(void *state, const unsigned char *in, unsigned long size)
{
	(void)state, (void)in, (void)size;
	return FAIL == 2;
}

int sha256_done(void *state, unsigned char *out)
{
	(void)state;
	out[0] = 1;
	return FAIL == 3 ? 16 : 0;
}

int sha224_init(void *state)
{
	(void)state;
	return 0;
}
