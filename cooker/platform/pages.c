// SPDX-License-Identifier: MIT
#if defined(__linux__)
#define _DEFAULT_SOURCE
#include <sys/mman.h>
#endif
#include "platform.h"

/// Size of a large page on all known machines; on other machines the hint is only less exact.
#define LARGE_PAGE ((uintptr_t)1 << 21)

void platform_large_pages(void *block, size_t size)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
	uintptr_t begin = ((uintptr_t)block + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
	uintptr_t end = ((uintptr_t)block + size) / LARGE_PAGE * LARGE_PAGE;
	// The system may refuse the hint: the block works as before.
	if (begin < end)
		(void)madvise((uint8_t *)block + (begin - (uintptr_t)block), end - begin, MADV_HUGEPAGE);
#else
	(void)block, (void)size, (void)LARGE_PAGE;
#endif
}
