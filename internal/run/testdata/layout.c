/*
 * A libcrypto with one function, SHA256(), which calls hot(). What it gives is no digest. -DPADDING=N puts N bytes before hot(), which
 * are never run; -DMORE=1 gives it one instruction more; -DTIMES=N calls it N times by a variable, with -DRELRO=1 by a number beside a
 * pointer in a constant, with -DPOINTER=1 by one that a variable points to; -DCOPIES=N has the C library do N times the work; -DCRASH=1 ends the process from the 20th call on, which is the first that is
 * stepped through.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifndef PADDING
#define PADDING 0
#endif
#ifndef MORE
#define MORE 0
#endif
#ifndef TIMES
#define TIMES 1
#endif
#ifndef RELRO
#define RELRO 0
#endif
#ifndef POINTER
#define POINTER 0
#endif
#ifndef COPIES
#define COPIES 0
#endif
#ifndef CRASH
#define CRASH 0
#endif

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)

__asm__(".text\n"
	".balign 64\n"
	".skip " TEXT(PADDING) ", 0xcc\n"
	".type hot, @function\n"
	"hot: .cfi_startproc\n"
	"lea table(%rip), %rax\n"
	"1: movzbl (%rdi), %ecx\n"
	"add (%rax), %cl\n"
#if MORE
	"add $1, %cl\n"
#endif
	"mov %cl, (%rdx)\n"
	"inc %rdi\n"
	"inc %rdx\n"
	"dec %rsi\n"
	"jnz 1b\n"
	"ret\n"
	".cfi_endproc\n"
	".size hot, . - hot\n"
	".section .rodata\n"
	".skip " TEXT(PADDING) "\n"
	"table: .byte 7\n"
	".text\n");

void hot(const unsigned char *in, size_t size, unsigned char *out);

const char *OpenSSL_version(int what)
{
	return what == 0 ? "OpenSSL 9.9.9 1 Jan 2026" : "";
}

#if RELRO
static const struct {
	int times;
	const char *(*other)(int);
} volatile chosen = {TIMES, OpenSSL_version}; /* in .data.rel.ro */
#elif POINTER
static const int number = TIMES;
static const int *volatile pointer = &number;
#else
static volatile int number = TIMES;
#endif
static const size_t length = COPIES;
static const size_t *volatile copied = &length;

__attribute__((aligned(64))) unsigned char *SHA256(const unsigned char *in, size_t size, unsigned char *out)
{
	static int calls;
#if RELRO
	int times = chosen.times;
#elif POINTER
	int times = *pointer;
#else
	int times = number;
#endif

	if (++calls >= 17 && CRASH)
		abort();
	for (int i = times; i > 0; i--)
		hot(in, size < 32 ? size : 32, out);
	if (*copied > 0) {
		static char from[1 << 16], to[1 << 16];
		memcpy(to, from, *copied);
		__asm__ volatile("" : : "r"(to) : "memory");
	}
	return out;
}
