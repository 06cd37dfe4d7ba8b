// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CLEAN_MEMORY_H
#define KILN_TESTS_CLEAN_MEMORY_H

#include "kilncook.h"

#include <stdlib.h>
#include <string.h>

/// An allocator that fails on request, and that detects blocks that are freed with a wrong size.
typedef struct counted_memory
{
	size_t live; ///< bytes not freed
	size_t peak;
	size_t calls;	   ///< requests for memory
	size_t fail_at;	   ///< this request fails, and all after it; 0 never
	size_t wrong_size; ///< blocks that were freed with a wrong size
	size_t messages;
	kilncook_severity worst; ///< code of the first message
	char first_code[64];	 ///< of the messages
	char last_code[64];
} counted_memory;

/// Room before each block for its size, which keeps the block aligned.
#define COUNTED_HEAD 16

static inline void *counted_resize(void *user, void *block, size_t old_size, size_t new_size)
{
	counted_memory *memory = user;
	char *base = block ? (char *)block - COUNTED_HEAD : NULL;
	size_t held = 0;
	if (base)
		memcpy(&held, base, sizeof held);
	memory->wrong_size += held != old_size;
	if (new_size == 0)
	{
		memory->live -= held;
		free(base);
		return NULL;
	}
	++memory->calls;
	if (memory->fail_at && memory->calls >= memory->fail_at)
		return NULL;
	base = realloc(base, new_size + COUNTED_HEAD);
	if (!base)
		return NULL;
	memcpy(base, &new_size, sizeof new_size);
	memory->live += new_size - held;
	memory->peak = memory->live > memory->peak ? memory->live : memory->peak;
	return base + COUNTED_HEAD;
}

static inline void counted_message(
	void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	counted_memory *memory = user;
	memory->worst = severity > memory->worst ? severity : memory->worst;
	(void)where;
	(void)text;
	if (memory->messages++ == 0)
		strncpy(memory->first_code, code, sizeof memory->first_code - 1);
	strncpy(memory->last_code, code, sizeof memory->last_code - 1);
}

static inline kilncook_context counted_context(counted_memory *memory)
{
	*memory = (counted_memory){0};
	return (kilncook_context){.allocator = {counted_resize, memory}, .log = {counted_message, memory}};
}

#endif
