// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "file.h"
#include "message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <io.h>
#include <malloc.h>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#define FILE_ALIGNMENT 64
#define FILE_FIRST_CAPACITY 65536

static int error_or(int fallback)
{
	return errno != 0 ? errno : fallback;
}

// Windows has no aligned_alloc, and such memory needs its own function to free it.
static void *aligned_new(size_t size)
{
#if defined(_WIN32)
	return _aligned_malloc(size, FILE_ALIGNMENT);
#else
	return aligned_alloc(FILE_ALIGNMENT, size);
#endif
}

static void aligned_free(void *block)
{
#if defined(_WIN32)
	_aligned_free(block);
#else
	free(block);
#endif
}

static int grow(file_bytes *bytes, size_t *capacity, size_t wanted)
{
	if (wanted > SIZE_MAX / 2)
		return ENOMEM;
	// aligned_alloc needs a multiple of the alignment.
	size_t larger = (wanted + FILE_ALIGNMENT - 1) / FILE_ALIGNMENT * FILE_ALIGNMENT;
	uint8_t *data = aligned_new(larger);
	if (data == NULL)
		return ENOMEM;
	if (bytes->size > 0)
		memcpy(data, bytes->data, bytes->size);
	aligned_free(bytes->data);
	bytes->data = data;
	*capacity = larger;
	return 0;
}

// Opens a file or a pipe; `expected` gets the size of a file, 0 for a pipe.
static int open_input(const char *path, FILE **file, size_t *expected)
{
	*expected = 0;
#if defined(_WIN32)
	errno = 0;
	*file = fopen(path, "rb");
	return *file != NULL ? 0 : error_or(EIO);
#else
	struct stat status;
	// Without O_NONBLOCK, opening a pipe would wait for a writer. The kind is checked before opening: opening a device
	// may have effects.
	if (stat(path, &status) != 0)
		return errno;
	if (S_ISDIR(status.st_mode))
		return EISDIR;
	if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode))
		return EINVAL;
	int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (descriptor < 0)
		return errno;
	int error = 0;
	if (fstat(descriptor, &status) != 0 || (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)))
		error = EINVAL;
	int flags = fcntl(descriptor, F_GETFL);
	if (error == 0 && (flags < 0 || fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) != 0))
		error = errno;
	*file = error == 0 ? fdopen(descriptor, "rb") : NULL;
	if (*file == NULL)
	{
		error = error != 0 ? error : error_or(EIO);
		close(descriptor);
		return error;
	}
	uintmax_t size = S_ISREG(status.st_mode) && status.st_size > 0 ? (uintmax_t)status.st_size : 0;
	*expected = size < SIZE_MAX / 2 ? (size_t)size : 0;
	return 0;
#endif
}

int file_read(const char *path, file_bytes *bytes)
{
	FILE *file = stdin;
	file_bytes read = {0};
	size_t capacity = 0, expected = 0;
	int error = strcmp(path, "-") != 0 ? open_input(path, &file, &expected) : 0;
	if (error != 0)
		return error;
	errno = 0;
	// Room for one more byte, so that the end is detected without growing.
	error = grow(&read, &capacity, expected > 0 ? expected + 1 : FILE_FIRST_CAPACITY);
	while (error == 0)
	{
		read.size += fread(read.data + read.size, 1, capacity - read.size, file);
		if (read.size < capacity)
			break;
		error = expected > 0 || capacity < FILE_PIPE_MAX ? grow(&read, &capacity, capacity * 2) : EFBIG;
	}
	if (error == 0 && ferror(file))
		error = error_or(EIO);
	if (file != stdin)
		fclose(file);
	if (error != 0)
	{
		aligned_free(read.data);
		return error;
	}
	*bytes = read;
	return 0;
}

int tool_read(const char *path, file_bytes *bytes)
{
	const int error = file_read(path, bytes);
	if (error != 0)
		tool_message(path, "error", "read", "cannot read: %s", strerror(error));
	return error == 0 ? TOOL_DONE : TOOL_IO;
}

void file_free(file_bytes *bytes)
{
	aligned_free(bytes->data);
	*bytes = (file_bytes){0};
}

int file_read_input(void *buffer, size_t size, size_t *got)
{
#if defined(_WIN32)
	int count = _read(0, buffer, size < 65536 ? (unsigned)size : 65536u);
	*got = count > 0 ? (size_t)count : 0;
	return count < 0 ? error_or(EIO) : 0;
#else
	ssize_t count = 0;
	do
	{
		count = read(STDIN_FILENO, buffer, size);
	} while (count < 0 && errno == EINTR);
	*got = count > 0 ? (size_t)count : 0;
	return count < 0 ? error_or(EIO) : 0;
#endif
}
