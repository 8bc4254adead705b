/*
 * A libcrypto with one function, SHA256(), which calls hot(). What it gives is no digest. -DPADDING=N puts N bytes before hot(), which
 * are never run; -DMORE=1 gives it one instruction more; -DCRASH=1 ends the process from the 20th call on, which is the first that is
 * stepped through.
 */
#include <stddef.h>
#include <stdlib.h>

#ifndef PADDING
#define PADDING 0
#endif
#ifndef MORE
#define MORE 0
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

__attribute__((aligned(64))) unsigned char *SHA256(const unsigned char *in, size_t size, unsigned char *out)
{
	static int calls;

	if (++calls >= 17 && CRASH)
		abort();
	hot(in, size < 32 ? size : 32, out);
	return out;
}
