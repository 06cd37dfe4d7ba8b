// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "temporary_posix.h"

#include "math/ieee.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/// Names that are looked at even where the one before does not exist: a process that ended well leaves gaps.
#define ALWAYS 8

void temporary_name(char name[TEMPORARY_NAME], const char *base, int attempt)
{
	// FNV-1a (Fowler, Noll, Vo 1991).
	uint64_t hash = 0xcbf29ce484222325u;
	for (; *base; ++base)
		hash = (hash ^ (uint8_t)*base) * 0x100000001b3u;
	snprintf(name, TEMPORARY_NAME, ".kiln-%016llx-%d.tmp", (unsigned long long)hash, attempt);
}

/// Removes a file whose lock is free. False when no such file exists.
static bool remove_left(int folder, const char *path)
{
	struct stat opened, named;
	const int file = openat(folder, path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (file < 0)
		return errno != ENOENT;
	// The lock may have been waiting for a file that has its final name by now.
	if (flock(file, LOCK_EX | LOCK_NB) == 0 && fstat(file, &opened) == 0 && S_ISREG(opened.st_mode) &&
		fstatat(folder, path, &named, AT_SYMLINK_NOFOLLOW) == 0 && named.st_dev == opened.st_dev &&
		named.st_ino == opened.st_ino)
		unlinkat(folder, path, 0);
	close(file);
	return true;
}

void temporary_remove_left(int folder, char *path, size_t length, const char *base)
{
	bool exists = true;
	for (int attempt = 0; attempt < ALWAYS || (exists && attempt < TEMPORARY_ATTEMPTS); ++attempt)
	{
		temporary_name(path + length, base, attempt);
		exists = remove_left(folder, path);
	}
}

bool temporary_lock(int file)
{
	struct stat status;
	while (flock(file, LOCK_EX) != 0 && errno == EINTR)
		continue;
	return fstat(file, &status) != 0 || status.st_nlink > 0;
}

int temporary_create(int folder, char *path, size_t length, const char *base)
{
	int file = -1;
	temporary_remove_left(folder, path, length, base);
	for (int attempt = 0; attempt < TEMPORARY_ATTEMPTS && file < 0; ++attempt)
	{
		temporary_name(path + length, base, attempt);
		file = openat(folder, path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
		if (file < 0 && errno != EEXIST)
			break;
		// Another process may take the file for left over before it is locked.
		if (file >= 0 && !temporary_lock(file))
		{
			close(file);
			file = -1;
		}
	}
	return file;
}
#endif

/// ISO C forbids an empty translation unit.
typedef int platform_temporary_posix_is_compiled;
