// SPDX-License-Identifier: MIT
#if !defined(_WIN32)

// madvise and MAP_POPULATE are not part of C17 or POSIX.
#define _DEFAULT_SOURCE
// Allows files of more than 2 GB on 32-bit machines.
#if !defined(__LP64__)
#define _FILE_OFFSET_BITS 64
#endif

#include "map.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static kiln_result refuse(kiln_status status, const char *reason)
{
	return (kiln_result){status, 0, reason};
}

static kiln_result map_descriptor(kiln_mapping *mapping, int file, bool prefault)
{
	struct stat about;
	if (fstat(file, &about) != 0)
		return refuse(KILN_E_IO, "the file's size could not be read");
	if (!S_ISREG(about.st_mode))
		return refuse(KILN_E_IO, "the path leads to no regular file");
	if (about.st_size <= 0)
		return refuse(KILN_E_TRUNCATED, "the file is empty");
	if ((uint64_t)about.st_size > SIZE_MAX)
		return refuse(KILN_E_IO, "the file is larger than this machine's address space");
	size_t size = (size_t)about.st_size;
	int flags = MAP_SHARED;
#if defined(MAP_POPULATE)
	flags |= prefault ? MAP_POPULATE : 0;
#endif
	void *address = mmap(NULL, size, PROT_READ, flags, file, 0);
	if (address == MAP_FAILED)
		return refuse(KILN_E_IO, "the file could not be mapped");
#if defined(MADV_WILLNEED)
	// Advice only: if the system refuses it, pages come in one by one.
	if (prefault)
		(void)madvise(address, size, MADV_WILLNEED);
#endif
	*mapping = (kiln_mapping){address, size};
	return (kiln_result){KILN_OK, 0, "mapped"};
}

kiln_result kilni_mapping_open(kiln_mapping *mapping, const char *path, bool prefault)
{
	// Without O_NONBLOCK, opening a named pipe would wait for a writer.
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file < 0)
		return refuse(KILN_E_IO, "the file could not be opened");
	kiln_result result = map_descriptor(mapping, file, prefault);
	(void)close(file);
	return result;
}

void kilni_mapping_close(const kiln_mapping *mapping)
{
	(void)munmap(mapping->address, mapping->size);
}

/// Length limit of the path of a file to replace.
#define PATH_SIZE 4096

static bool write_all(int file, const uint8_t *data, size_t size)
{
	while (size > 0)
	{
		ssize_t written = write(file, data, size);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		data += written;
		size -= (size_t)written;
	}
	return true;
}

/// Opens a new file beside `path` and writes its name to `temporary`. Returns -1 on failure.
static int open_temporary(char temporary[PATH_SIZE], const char *path)
{
	static const char ending[] = ".00.part";
	size_t length = 0;
	while (length < PATH_SIZE && path[length] != '\0')
		length++;
	if (length + sizeof ending > PATH_SIZE)
		return -1;
	memcpy(temporary, path, length);
	memcpy(temporary + length, ending, sizeof ending);
	// A name may be taken: by another process that saves now, or by one that was killed.
	for (int attempt = 0; attempt < 100; attempt++)
	{
		temporary[length + 1] = (char)('0' + attempt / 10);
		temporary[length + 2] = (char)('0' + attempt % 10);
		int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (file >= 0 || errno != EEXIST)
			return file;
	}
	return -1;
}

kiln_status kilni_file_replace(const char *path, const void *data, size_t size)
{
	char temporary[PATH_SIZE];
	int file = open_temporary(temporary, path);
	if (file < 0)
		return KILN_E_IO;
	bool written = write_all(file, data, size);
	written &= close(file) == 0;
	if (written && rename(temporary, path) == 0)
		return KILN_OK;
	(void)unlink(temporary);
	return KILN_E_IO;
}

#endif

/// ISO C forbids an empty translation unit.
typedef int kiln_map_posix_is_compiled;
