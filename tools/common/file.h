// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_FILE_H
#define KILN_TOOLS_FILE_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// File functions of the tools. They return 0 or an errno value.

#define FILE_PIPE_MAX ((size_t)1 << 30)

/// A whole file in memory, at a multiple of 64 bytes.
typedef struct file_bytes
{
	uint8_t *data; ///< never NULL after file_read succeeded
	size_t size;
} file_bytes;

/// Reads a file, or a pipe to its end; the path - stands for standard input. Other kinds, which may have no end, are refused with EINVAL: devices, sockets,
/// folders. A pipe without a writer is empty; a pipe with more than FILE_PIPE_MAX bytes is refused with EFBIG.
int file_read(const char *path, file_bytes *bytes);

/// Reads a file as file_read does, and reports what failed. Returns a tool_exit.
int tool_read(const char *path, file_bytes *bytes);

void file_free(file_bytes *bytes);

/// Reads standard input: up to `size` bytes, as soon as any are available. `got` is 0 at the end.
int file_read_input(void *buffer, size_t size, size_t *got);

#endif
