/*
 * A libcrypto with one function, which is right but for the one habit that -DHABIT=... gives it. Tests measure it beside
 * good libraries: it must cost its own rows, with the reason, and nothing else.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NONE 0
#define WRONG 1       /* a wrong digest */
#define WRONG_LONG 2  /* a wrong digest for messages that no known answer has the length of */
#define WRONG_LATER 3 /* a wrong digest after AFTER calls */
#define FAIL_LATER 4  /* an error after AFTER calls */
#define ABORT 5       /* and so on, after AFTER calls */
#define SEGV 6
#define LOOP 7
#define LEAVE 8
#define PRINT 9
#define FORK 10
#define OVERRUN 11
#define LOAD 12       /* a crash when it is loaded */
#define NO_SYMBOL 13
#define UNLOADABLE 14 /* needs a symbol that nobody has */
#define LOAD_PRINT 15 /* prints when it is loaded, which is no reason to refuse it */

#ifndef HABIT
#define HABIT NONE
#endif
#ifndef AFTER
#define AFTER 0
#endif
#ifndef FROM_LOAD
#define FROM_LOAD 1 /* the habit shows from this time on that the library is loaded, counted in the file $CPB_TEST_LOADS */
#endif

const char *OpenSSL_version(int what) { return what == 0 ? "OpenSSL 9.9." VERSION " 1 Jan 2026" : ""; }

/* SHA-256, FIPS 180-4, section 6.2 */
static uint32_t rotr(uint32_t x, int n) { return x >> n | x << (32 - n); }

static uint32_t root_bits(unsigned prime, int cube)
{
	/* the first 32 bits of the fractional part of the square or cube root, by bisection in 128-bit integers */
	unsigned __int128 low = 0, high = (unsigned __int128)1 << 40, target;

	while (high - low > 1) {
		unsigned __int128 mid = (low + high) / 2;
		int above;

		if (cube) {
			target = (unsigned __int128)prime << 96;
			above = mid > 0 && mid * mid > target / mid;
		} else {
			target = (unsigned __int128)prime << 64;
			above = mid * mid > target;
		}
		if (above)
			high = mid;
		else
			low = mid;
	}
	return (uint32_t)low;
}

static void block(uint32_t h[8], const unsigned char *p, const uint32_t k[64])
{
	uint32_t w[64], s[8];

	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)p[4 * i] << 24 | p[4 * i + 1] << 16 | p[4 * i + 2] << 8 | p[4 * i + 3];
	for (int i = 16; i < 64; i++)
		w[i] = w[i - 16] + (rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
		       (rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ w[i - 2] >> 10);
	memcpy(s, h, sizeof(s));
	for (int i = 0; i < 64; i++) {
		uint32_t t1 = s[7] + (rotr(s[4], 6) ^ rotr(s[4], 11) ^ rotr(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
		uint32_t t2 = (rotr(s[0], 2) ^ rotr(s[0], 13) ^ rotr(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));

		memmove(s + 1, s, 7 * sizeof(s[0]));
		s[4] += t1;
		s[0] = t1 + t2;
	}
	for (int i = 0; i < 8; i++)
		h[i] += s[i];
}

__attribute__((unused)) static void sha256(const unsigned char *d, size_t n, unsigned char *md)
{
	static uint32_t k[64], first[8];
	unsigned char tail[128] = {0};
	uint32_t h[8];
	size_t rest = n % 64, total = rest < 56 ? 64 : 128;

	if (!k[0]) {
		int found = 0;

		for (unsigned p = 2; found < 64; p++) {
			int prime = 1;

			for (unsigned q = 2; q * q <= p; q++)
				prime &= p % q != 0;
			if (!prime)
				continue;
			if (found < 8)
				first[found] = root_bits(p, 0);
			k[found++] = root_bits(p, 1);
		}
	}
	memcpy(h, first, sizeof(h));
	for (size_t i = 0; i + 64 <= n; i += 64)
		block(h, d + i, k);
	memcpy(tail, d + n - rest, rest);
	tail[rest] = 0x80;
	for (int i = 0; i < 8; i++)
		tail[total - 1 - i] = (unsigned char)((uint64_t)n * 8 >> 8 * i);
	for (size_t i = 0; i < total; i += 64)
		block(h, tail + i, k);
	for (int i = 0; i < 32; i++)
		md[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
}

#if HABIT == LOAD
__attribute__((constructor)) static void load(void) { raise(SIGSEGV); }
#endif
#if HABIT == LOAD_PRINT
__attribute__((constructor)) static void load(void)
{
	printf("welcome\n");
	fflush(stdout);
}
#endif
#if HABIT == UNLOADABLE
extern int nobody_has_this(void);
int wants(void) { return nobody_has_this(); }
#endif

#if HABIT != NO_SYMBOL
#if HABIT == NONE
static const int shows;
#else
static int shows;

__attribute__((constructor)) static void count_load(void)
{
	const char *path = getenv("CPB_TEST_LOADS");
	FILE *f = path ? fopen(path, "a") : NULL;

	shows = FROM_LOAD <= 1;
	if (f) {
		fputc('x', f);
		shows = ftell(f) >= FROM_LOAD;
		fclose(f);
	}
}
#endif

unsigned char *SHA256(const unsigned char *d, size_t n, unsigned char *md)
{
	static long calls;
	static char *volatile nowhere;

	sha256(d, n, md);
	if (!shows || calls++ < AFTER)
		return md;
	switch (HABIT) {
	case WRONG:
	case WRONG_LATER:
		md[31] ^= 1;
		break;
	case WRONG_LONG:
		md[31] ^= n == 16384;
		break;
	case FAIL_LATER:
		return NULL;
	case ABORT:
		abort();
	case SEGV:
		*nowhere = 0;
		break;
	case LOOP:
		for (;;)
			;
	case LEAVE:
		exit(0);
	case PRINT:
		printf("a line that nobody asked for\n");
		fflush(stdout);
		break;
	case FORK:
		if (fork() == 0)
			for (;;)
				pause();
		break;
	case OVERRUN:
		md[32] ^= 1;
		break;
	}
	return md;
}
#endif
