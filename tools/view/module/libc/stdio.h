// SPDX-License-Identifier: MIT
#ifndef KILN_VIEW_STDIO_H
#define KILN_VIEW_STDIO_H

#include "math/ieee.h"

#include <stddef.h>

/// The functions of C's stdio.h that tools which write answers call, for the module of kiln-view: a stream is a text in
/// memory. wasi-libc formats numbers.

typedef struct view_stream
{
	char *text; ///< without a NUL
	size_t size, capacity;
	int failed; ///< memory ran out: the text is not complete
} FILE;

/// Appends bytes. Returns how many.
size_t view_stream_write(FILE *stream, const void *bytes, size_t size);
/// Appends formatted text, of less than 1024 bytes for each call.
int view_stream_print(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
int view_stream_char(FILE *stream, int character);
int view_stream_text(FILE *stream, const char *text);

#define fwrite(bytes, size, count, stream) view_stream_write(stream, bytes, (size) * (count))
#define fprintf view_stream_print
#define putc(character, stream) view_stream_char(stream, character)
#define fputs(text, stream) view_stream_text(stream, text)
#define ferror(stream) ((stream)->failed)

int snprintf(char *restrict text, size_t size, const char *restrict format, ...) __attribute__((format(printf, 3, 4)));
int vsnprintf(char *restrict text, size_t size, const char *restrict format, __builtin_va_list list);

#endif
