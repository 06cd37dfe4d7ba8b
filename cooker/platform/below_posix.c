// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#include "platform.h"
#include "temporary_posix.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Longest name of a folder or file, with its NUL.
#define PART_SIZE 256

/// Replaces the descriptor of a folder by that of a folder in it, which is made where it is missing. False with errno.
static bool descend(int *folder, const char *part)
{
	if (mkdirat(*folder, part, 0777) != 0 && errno != EEXIST)
		return false;
	const int inner = openat(*folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (inner < 0)
		return false;
	close(*folder);
	*folder = inner;
	return true;
}

/// Copies the part of a path up to a slash; false where the part is too long.
static bool take_part(const char *name, size_t length, char part[PART_SIZE])
{
	if (length >= PART_SIZE)
	{
		errno = ENAMETOOLONG;
		return false;
	}
	memcpy(part, name, length);
	part[length] = '\0';
	return true;
}

static bool write_all(int file, const uint8_t *data, size_t size)
{
	while (size > 0)
	{
		const ssize_t written = write(file, data, size);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		data += written;
		size -= (size_t)written;
	}
	return true;
}

/// Whether a regular file of a folder holds these bytes. A link holds nothing.
static bool holds(int folder, const char *part, const uint8_t *data, size_t size)
{
	uint8_t block[16384];
	struct stat status;
	const int file = openat(folder, part, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	bool equal =
		file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && (uint64_t)status.st_size == (uint64_t)size;
	for (size_t at = 0; equal && at < size;)
	{
		const ssize_t got = read(file, block, sizeof block < size - at ? sizeof block : size - at);
		equal = got > 0 && memcmp(block, data + at, (size_t)got) == 0;
		at += got > 0 ? (size_t)got : 0;
	}
	if (file >= 0)
		close(file);
	return equal;
}

/// Renaming replaces a link itself, never what the link leads to.
static bool write_in(int folder, const char *part, const void *data, size_t size)
{
	char temporary[TEMPORARY_NAME];
	if (holds(folder, part, data, size))
		return true;
	const int file = temporary_create(folder, temporary, 0, part);
	if (file < 0)
		return false;
	// Until the file has its name, its lock says that it is not left over.
	const int lock = fcntl(file, F_DUPFD_CLOEXEC, 0);
	bool good = write_all(file, data, size);
	int error = errno;
	if (close(file) != 0 && good)
	{
		good = false;
		error = errno;
	}
	if (good && renameat(folder, temporary, folder, part) != 0)
	{
		good = false;
		error = errno;
	}
	if (!good)
		unlinkat(folder, temporary, 0);
	if (lock >= 0)
		close(lock);
	errno = error;
	return good;
}

bool platform_write_below(
	const char *folder, const char *name, const void *data, size_t size, char reason[PLATFORM_REASON])
{
	char part[PART_SIZE];
	int inner = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool good = inner >= 0;
	size_t length = strcspn(name, "/");
	for (; good && name[length] == '/'; name += length + 1, length = strcspn(name, "/"))
		good = take_part(name, length, part) && descend(&inner, part);
	good = good && take_part(name, length, part) && write_in(inner, part, data, size);
	if (!good && reason)
	{
		const bool link = errno == ELOOP || errno == ENOTDIR;
		snprintf(reason, PLATFORM_REASON, "%s",
			link ? "a symbolic link or a file stands in place of a folder" : strerror(errno));
	}
	if (inner >= 0)
		close(inner);
	return good;
}
#endif

/// ISO C forbids an empty translation unit.
typedef int platform_below_posix_is_compiled;
