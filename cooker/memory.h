// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_MEMORY_H
#define KILN_COOKER_MEMORY_H

#include "kilncook.h"
#include "math/ieee.h"

/// Typed allocation over the context's allocator, with the size overflow checked. All return NULL when out of memory.

/// `count` elements of `size` bytes, not cleared. A count of 0 gives a valid block of one element.
void *cook_alloc(const kilncook_context *context, size_t count, size_t size);
/// The same, cleared.
void *cook_alloc_zero(const kilncook_context *context, size_t count, size_t size);
/// Like cook_alloc, for a large block of which every byte is soon written. A block from malloc may get large pages,
/// which waste memory when the block stays half empty.
void *cook_alloc_whole(const kilncook_context *context, size_t count, size_t size);
/// Grows or shrinks a block of `old_count` elements to `new_count`; on failure the old block stays valid.
void *cook_resize(const kilncook_context *context, void *block, size_t old_count, size_t new_count, size_t size);
/// Frees a block of `count` elements of `size` bytes; NULL is allowed.
void cook_free(const kilncook_context *context, void *block, size_t count, size_t size);

/// Hints to the processor that these bytes will be read soon, where the compiler supports hints.
static inline void cook_prefetch(const void *address)
{
#if defined(__GNUC__)
	__builtin_prefetch(address);
#else
	(void)address;
#endif
}

/// Sends a formatted message to the context's log.
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
void cook_message(const kilncook_context *context, kilncook_severity severity, const char *where, const char *code,
	const char *format, ...);

#endif
