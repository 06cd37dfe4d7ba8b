// SPDX-License-Identifier: MIT
#include "math/ieee.h"

/// Memory and streams of the module for WebAssembly. The page owns the memory: it gives out every byte (view.mjs).

#if defined(KILN_WASM_MODULE)

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IMPORT(name) __attribute__((import_module("kiln"), import_name(name)))

/// Returns the address of `size` bytes, a multiple of 64; NULL where memory cannot grow.
IMPORT("allocate") void *view_page_allocate(size_t size);
IMPORT("release") void view_page_release(void *memory);

// Before each block lies its size. The page aligns its blocks, and so those behind this many bytes, to 64.
#define HEAD 64

void *malloc(size_t size)
{
	char *block = size > SIZE_MAX - HEAD ? NULL : view_page_allocate(size + HEAD);
	if (block == NULL)
		return NULL;
	memcpy(block, &size, sizeof size);
	return block + HEAD;
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return alignment <= HEAD ? malloc(size) : NULL;
}

void free(void *memory)
{
	if (memory != NULL)
		view_page_release((char *)memory - HEAD);
}

void *calloc(size_t count, size_t size)
{
	void *memory = size != 0 && count > SIZE_MAX / size ? NULL : malloc(count * size);
	return memory != NULL ? memset(memory, 0, count * size) : NULL;
}

void *realloc(void *memory, size_t size)
{
	size_t had = 0;
	void *more = malloc(size);
	if (memory == NULL || more == NULL)
		return more;
	memcpy(&had, (char *)memory - HEAD, sizeof had);
	memcpy(more, memory, had < size ? had : size);
	free(memory);
	return more;
}

size_t view_stream_write(FILE *stream, const void *bytes, size_t size)
{
	if (size > stream->capacity - stream->size)
	{
		const size_t capacity = 2 * (stream->size + size) + 1024;
		char *text = realloc(stream->text, capacity);
		if (text == NULL)
		{
			stream->failed = 1;
			return 0;
		}
		stream->text = text;
		stream->capacity = capacity;
	}
	memcpy(stream->text + stream->size, bytes, size);
	stream->size += size;
	return size;
}

int view_stream_char(FILE *stream, int character)
{
	const char byte = (char)character;
	return view_stream_write(stream, &byte, 1) == 1 ? character : -1;
}

int view_stream_text(FILE *stream, const char *text)
{
	const size_t size = strlen(text);
	return view_stream_write(stream, text, size) == size ? 0 : -1;
}

int view_stream_print(FILE *stream, const char *format, ...)
{
	char text[1024];
	__builtin_va_list list;
	__builtin_va_start(list, format);
	const int length = vsnprintf(text, sizeof text, format, list);
	__builtin_va_end(list);
	return view_stream_write(stream, text, (size_t)length) == (size_t)length ? length : -1;
}

// wasi-libc refers to streams of a system, which the module does not have: these functions take the place of imports.
#define BAD_DESCRIPTOR 8

int view_no_close(int descriptor) __asm__("__imported_wasi_snapshot_preview1_fd_close");
int view_no_seek(int descriptor, int64_t offset, int whence, int position) __asm__(
	"__imported_wasi_snapshot_preview1_fd_seek");
int view_no_write(int descriptor, int list, int count, int written) __asm__(
	"__imported_wasi_snapshot_preview1_fd_write");

int view_no_close(int descriptor)
{
	(void)descriptor;
	return BAD_DESCRIPTOR;
}

int view_no_seek(int descriptor, int64_t offset, int whence, int position)
{
	(void)descriptor, (void)offset, (void)whence, (void)position;
	return BAD_DESCRIPTOR;
}

int view_no_write(int descriptor, int list, int count, int written)
{
	(void)descriptor, (void)list, (void)count, (void)written;
	return BAD_DESCRIPTOR;
}

#endif
