#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/*
 * Puts a copy in new memory in the place of one mapping. The copy is whole before it is moved there, so no thread ever sees
 * anything else than the code.
 */
static int renew(char *begin, size_t size, int protection)
{
	char *copy = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (copy == MAP_FAILED)
		return errno;
#ifdef MADV_POPULATE_WRITE
	madvise(copy, size, MADV_POPULATE_WRITE); /* one system call in place of a page fault a page */
#endif
	memcpy(copy, begin, size);
	if (mprotect(copy, size, protection) != 0 || mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, begin) == MAP_FAILED) {
		int err = errno;

		munmap(copy, size);
		return err;
	}
	return 0;
}

int cpb_renew_code(void)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[4352]; /* a path has at most 4096 bytes */
	int err = maps ? 0 : errno;
	const unsigned long own = (unsigned long)&cpb_renew_code;

	while (err == 0 && fgets(line, sizeof(line), maps)) {
		unsigned long begin, end;
		char mode[5];
		int path = 0;

		if (sscanf(line, "%lx-%lx %4s %*s %*s %*s %n", &begin, &end, mode, &path) == 3 && path > 0 && line[path] == '/' &&
		    strcmp(mode, "r-xp") == 0 && !(begin <= own && own < end))
			err = renew((char *)begin, end - begin, PROT_READ | PROT_EXEC);
	}
	if (maps)
		fclose(maps);
	return err;
}
