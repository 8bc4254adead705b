/*
 * SHA-256 (FIPS 180-4, sections 4.1.2, 5 and 6.2) under the names that LibTomCrypt has for it, and nothing else: as much of a library as
 * cpb needs to verify and measure one. bisect makes a repository of it.
 */
#include <stdint.h>
#include <string.h>

/* Fits into LibTomCrypt's hash_state, for which whoever calls has room. */
struct state {
	uint32_t h[8];
	uint64_t bytes;
	unsigned char block[64];
};

const char *crypt_build_settings = "LibTomCrypt 0.1 (gate-example)\n";

static const uint32_t k[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

static uint32_t load(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void store(unsigned char *p, uint32_t x)
{
	p[0] = (unsigned char)(x >> 24), p[1] = (unsigned char)(x >> 16), p[2] = (unsigned char)(x >> 8), p[3] = (unsigned char)x;
}

static void compress(uint32_t *h, const unsigned char *in)
{
	uint32_t w[64], s[8], t1, t2;

	for (int i = 0; i < 16; i++)
		w[i] = load(in + 4 * i);
	for (int i = 16; i < 64; i++)
		w[i] = w[i - 16] + w[i - 7] + (rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3) +
		       (rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10);
	memcpy(s, h, sizeof(s));
	for (int i = 0; i < 64; i++) {
		t1 = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
		t2 = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
		memmove(s + 1, s, 7 * sizeof(*s));
		s[4] += t1;
		s[0] = t1 + t2;
	}
	for (int i = 0; i < 8; i++)
		h[i] += s[i];
}

int sha256_init(struct state *state)
{
	static const uint32_t h[8] = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	};

	memcpy(state->h, h, sizeof(h));
	state->bytes = 0;
	return 0;
}

int sha256_process(struct state *state, const unsigned char *in, unsigned long size)
{
	while (size > 0) {
		size_t at = state->bytes % 64, n = size < 64 - at ? size : 64 - at;

		if (n == 64) {
			compress(state->h, in); /* whole blocks are not copied */
		} else {
			memcpy(state->block + at, in, n);
			if (at + n == 64)
				compress(state->h, state->block);
		}
		state->bytes += n, in += n, size -= n;
	}
	return 0;
}

int sha256_done(struct state *state, unsigned char *out)
{
	static const unsigned char padding[64] = {0x80};
	uint64_t bits = state->bytes * 8;
	unsigned char length[8];

	store(length, (uint32_t)(bits >> 32));
	store(length + 4, (uint32_t)bits);
	sha256_process(state, padding, 1 + (119 - state->bytes % 64) % 64);
	sha256_process(state, length, 8);
	for (int i = 0; i < 8; i++)
		store(out + 4 * i, state->h[i]);
	return 0;
}
