// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <io.h>
#else
#include <sys/stat.h>
#include <unistd.h>
#endif

#define FILE_ALIGNMENT 64
#define FILE_FIRST_CAPACITY 65536
#define FILE_TEMPORARIES 1000

static int error_or(int fallback)
{
	return errno != 0 ? errno : fallback;
}

static int grow(file_bytes *bytes, size_t *capacity, size_t wanted)
{
	if (wanted > SIZE_MAX / 2)
	{
		return ENOMEM;
	}
	// aligned_alloc wants a multiple of the alignment.
	size_t larger = (wanted + FILE_ALIGNMENT - 1) / FILE_ALIGNMENT * FILE_ALIGNMENT;
	uint8_t *data = aligned_alloc(FILE_ALIGNMENT, larger);
	if (data == NULL)
	{
		return ENOMEM;
	}
	if (bytes->size > 0)
	{
		memcpy(data, bytes->data, bytes->size);
	}
	free(bytes->data);
	bytes->data = data;
	*capacity = larger;
	return 0;
}

// Size of a regular file, 0 of others.
static size_t expected_size(FILE *file)
{
#if defined(_WIN32)
	(void)file;
	return 0;
#else
	struct stat status;
	if (fstat(fileno(file), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size < 0)
	{
		return 0;
	}
	uintmax_t size = (uintmax_t)status.st_size;
	return size < SIZE_MAX / 2 ? (size_t)size : 0;
#endif
}

int file_read(const char *path, file_bytes *bytes)
{
	errno = 0;
	FILE *file = fopen(path, "rb");
	if (file == NULL)
	{
		return error_or(EIO);
	}
	file_bytes read = {0};
	size_t capacity = 0;
	// Room for one byte more, so that the end is seen without growing.
	size_t expected = expected_size(file);
	int error = grow(&read, &capacity, expected > 0 ? expected + 1 : FILE_FIRST_CAPACITY);
	while (error == 0)
	{
		read.size += fread(read.data + read.size, 1, capacity - read.size, file);
		if (read.size < capacity)
		{
			break;
		}
		error = grow(&read, &capacity, capacity * 2);
	}
	if (error == 0 && ferror(file))
	{
		error = error_or(EIO);
	}
	fclose(file);
	if (error != 0)
	{
		free(read.data);
		return error;
	}
	*bytes = read;
	return 0;
}

void file_free(file_bytes *bytes)
{
	free(bytes->data);
	*bytes = (file_bytes){0};
}

bool file_is_same(const char *left, const char *right)
{
#if defined(_WIN32)
	char left_path[_MAX_PATH], right_path[_MAX_PATH];
	return _fullpath(left_path, left, sizeof left_path) != NULL &&
		   _fullpath(right_path, right, sizeof right_path) != NULL && _stricmp(left_path, right_path) == 0;
#else
	struct stat a, b;
	return stat(left, &a) == 0 && stat(right, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
#endif
}

static bool is_written_directly(const char *path)
{
#if defined(_WIN32)
	(void)path;
	return false;
#else
	struct stat status;
	return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
#endif
}

// A name that nobody has, chosen by trying: exclusive creation (C11 "x") decides.
static int open_temporary(file_output *output)
{
	size_t size = strlen(output->path) + 16;
	output->temporary = malloc(size);
	if (output->temporary == NULL)
	{
		return ENOMEM;
	}
	for (unsigned i = 0; i < FILE_TEMPORARIES; ++i)
	{
		snprintf(output->temporary, size, "%s.tmp%u", output->path, i);
		errno = 0;
		output->stream = fopen(output->temporary, "wbx");
		if (output->stream != NULL)
		{
			return 0;
		}
		if (errno != EEXIST)
		{
			return error_or(EIO);
		}
	}
	return EEXIST;
}

static void forget(file_output *output)
{
	free(output->temporary);
	free(output->path);
	*output = (file_output){0};
}

int file_output_open(file_output *output, const char *path)
{
	*output = (file_output){0};
	size_t size = strlen(path) + 1;
	output->path = malloc(size);
	if (output->path == NULL)
	{
		return ENOMEM;
	}
	memcpy(output->path, path, size);
	int error = 0;
	if (is_written_directly(path))
	{
		errno = 0;
		output->stream = fopen(path, "wb");
		error = output->stream != NULL ? 0 : error_or(EIO);
	}
	else
	{
		error = open_temporary(output);
	}
	if (error != 0)
	{
		forget(output);
	}
	return error;
}

int file_output_commit(file_output *output)
{
	errno = 0;
	bool lost = fflush(output->stream) != 0 || ferror(output->stream) != 0;
	int error = lost ? error_or(EIO) : 0;
#if !defined(_WIN32)
	// The name must not reach the disk before the bytes do.
	if (error == 0 && output->temporary != NULL && fsync(fileno(output->stream)) != 0)
	{
		error = error_or(EIO);
	}
#endif
	errno = 0;
	if (fclose(output->stream) != 0 && error == 0)
	{
		error = error_or(EIO);
	}
	if (output->temporary != NULL)
	{
		errno = 0;
		if (error == 0 && rename(output->temporary, output->path) != 0)
		{
			error = error_or(EIO);
		}
		if (error != 0)
		{
			remove(output->temporary);
		}
	}
	forget(output);
	return error;
}

void file_output_abort(file_output *output)
{
	if (output->stream != NULL)
	{
		fclose(output->stream);
	}
	if (output->temporary != NULL)
	{
		remove(output->temporary);
	}
	forget(output);
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
