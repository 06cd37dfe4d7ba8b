// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_FILE_H
#define KILN_TOOLS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// Files as the tools use them. Functions return 0 or an errno value.

/// A whole file in memory, at a multiple of 64 bytes.
typedef struct file_bytes
{
	uint8_t *data; ///< never NULL after file_read succeeded
	size_t size;
} file_bytes;

/// Reads a file, or anything that can be read to an end, such as a pipe.
int file_read(const char *path, file_bytes *bytes);
void file_free(file_bytes *bytes);

/// Whether both paths name one existing file, links followed.
bool file_is_same(const char *left, const char *right);

/// A file that appears whole or not at all.
typedef struct file_output
{
	FILE *stream;
	char *temporary; ///< where the bytes go first; NULL when they go to `path` directly
	char *path;
} file_output;

/// Starts writing `path` through a temporary file beside it. What is there and is not a regular file (a device, a pipe)
/// is written to directly.
int file_output_open(file_output *output, const char *path);
/// Flushes, closes and puts the file in place. On failure nothing is left behind.
int file_output_commit(file_output *output);
/// Closes and removes what was written.
void file_output_abort(file_output *output);

/// Reads standard input: up to `size` bytes, as soon as there are any. `got` is 0 at the end.
int file_read_input(void *buffer, size_t size, size_t *got);

#endif
