#define _GNU_SOURCE
#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#define PAGE 4096u

void *cpb_alloc(size_t size)
{
	void *p = NULL;

	if (posix_memalign(&p, 64, size ? size : 1) != 0)
		return NULL;
#ifdef MADV_POPULATE_WRITE
	/* one system call in place of a page fault a page, where the kernel has it; else memset faults them in */
	if (size >= 16 * PAGE) {
		uintptr_t begin = ((uintptr_t)p + PAGE - 1) & -(uintptr_t)PAGE;

		madvise((void *)begin, ((uintptr_t)p + size - begin) & -(uintptr_t)PAGE, MADV_POPULATE_WRITE);
	}
#endif
	memset(p, 0, size);
	return p;
}

void *cpb_dlopen(const char *path, char *err, size_t err_len)
{
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);

	if (handle == NULL && err_len > 0) {
		const char *text = dlerror();

		snprintf(err, err_len, "%s", text ? text : "unknown error");
	}
	return handle;
}

void *cpb_dlsym(void *handle, const char *name)
{
	return dlsym(handle, name);
}

static void die_with_parent(void)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

int cpb_contain(void)
{
	static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
	struct sigaction act;

	memset(&act, 0, sizeof(act));
	act.sa_handler = SIG_DFL;
	for (size_t i = 0; i < sizeof(crashes) / sizeof(crashes[0]); i++)
		if (sigaction(crashes[i], &act, NULL) != 0)
			return -1;
	return pthread_atfork(NULL, NULL, die_with_parent);
}
