// SPDX-License-Identifier: MIT
#include "memory.h"

#include "platform/platform.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *resize_block(const kilncook_context *context, void *block, size_t old_size, size_t new_size)
{
	if (context->allocator.resize)
		return context->allocator.resize(context->allocator.user, block, old_size, new_size);
	if (new_size == 0)
	{
		free(block);
		return NULL;
	}
	return realloc(block, new_size);
}

/// Bytes of `count` elements, at least one element; 0 on overflow.
static size_t block_size(size_t count, size_t size)
{
	if (count == 0)
		count = 1;
	return count > SIZE_MAX / size ? 0 : count * size;
}

void *cook_alloc(const kilncook_context *context, size_t count, size_t size)
{
	size_t bytes = block_size(count, size);
	return bytes ? resize_block(context, NULL, 0, bytes) : NULL;
}

void *cook_alloc_zero(const kilncook_context *context, size_t count, size_t size)
{
	void *block = cook_alloc(context, count, size);
	if (block)
		memset(block, 0, block_size(count, size));
	return block;
}

void *cook_alloc_whole(const kilncook_context *context, size_t count, size_t size)
{
	void *block = cook_alloc(context, count, size);
	if (block && !context->allocator.resize)
		platform_large_pages(block, block_size(count, size));
	return block;
}

void *cook_resize(const kilncook_context *context, void *block, size_t old_count, size_t new_count, size_t size)
{
	size_t bytes = block_size(new_count, size);
	return bytes ? resize_block(context, block, block ? block_size(old_count, size) : 0, bytes) : NULL;
}

void cook_free(const kilncook_context *context, void *block, size_t count, size_t size)
{
	if (block)
		resize_block(context, block, block_size(count, size), 0);
}

void cook_message(const kilncook_context *context, kilncook_severity severity, const char *where, const char *code,
	const char *format, ...)
{
	if (!context->log.message)
		return;
	char text[2048];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	for (char *c = text; *c; ++c)
		if ((unsigned char)*c < 0x20)
			*c = ' ';
	context->log.message(context->log.user, severity, where ? where : "", code, text);
}
