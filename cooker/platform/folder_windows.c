// SPDX-License-Identifier: MIT
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include "platform.h"

#include <windows.h>

#include <direct.h>
#include <errno.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utime.h>

// Paths use the program's code page, like those of fopen.

bool platform_folder_make(const char *path, char reason[PLATFORM_REASON])
{
	char *copy = _strdup(path);
	bool good = copy && *copy;
	errno = copy ? ENOENT : ENOMEM;
	for (char *c = copy; good && *c; ++c)
	{
		const char next = c[1];
		// A drive and a root are there already.
		if (platform_is_separator(*c) || *c == ':' || !(platform_is_separator(next) || next == 0))
			continue;
		c[1] = 0;
		good = _mkdir(copy) == 0 || errno == EEXIST;
		c[1] = next;
	}
	if (!good)
		snprintf(reason, PLATFORM_REASON, "%s", strerror(errno));
	free(copy);
	return good && platform_file_kind(path, NULL, reason) == PLATFORM_DIRECTORY;
}

/// Nanoseconds since 1970 of a time, which counts 100 nanoseconds since 1601.
static int64_t nanoseconds(FILETIME time)
{
	const int64_t ticks = (int64_t)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime);
	return (ticks - 116444736000000000) * 100;
}

void platform_folder_each(
	const char *folder, bool (*visit)(void *user, const char *name, uint64_t bytes, int64_t changed), void *user)
{
	char pattern[4096];
	WIN32_FIND_DATAA found;
	const int size = snprintf(pattern, sizeof pattern, "%s\\*", folder);
	if (size < 0 || size >= (int)sizeof pattern)
		return;
	HANDLE entries = FindFirstFileA(pattern, &found);
	if (entries == INVALID_HANDLE_VALUE)
		return;
	bool more = true;
	while (more)
	{
		if (!(found.dwFileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT)))
			more = visit(user, found.cFileName, (uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow,
				nanoseconds(found.ftLastWriteTime));
		more = more && FindNextFileA(entries, &found);
	}
	FindClose(entries);
}

bool platform_folder_walk(
	const char *folder, bool (*visit)(void *user, const char *path), void *user, char reason[PLATFORM_REASON])
{
	(void)folder, (void)visit, (void)user;
	snprintf(reason, PLATFORM_REASON, "folders are not walked on this system");
	return false;
}

bool platform_lock(const char *path, char reason[PLATFORM_REASON])
{
	// Nobody else may open the file until this process ends.
	HANDLE file = CreateFileA(path, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
	if (file == INVALID_HANDLE_VALUE)
		snprintf(reason, PLATFORM_REASON, "%s",
			GetLastError() == ERROR_SHARING_VIOLATION ? "another process works there" : "it cannot be made");
	return file != INVALID_HANDLE_VALUE;
}

bool platform_terminal(void)
{
	return _isatty(_fileno(stderr)) != 0;
}

int platform_shell(const char *command, platform_line *line, void *user)
{
	(void)command, (void)line, (void)user;
	return -1;
}

void platform_file_touch(const char *path)
{
	(void)_utime64(path, NULL);
}

void platform_file_count(const char *path)
{
	FILE *file = fopen(path, "ab");
	if (!file)
		return;
	(void)fputc(0, file);
	fclose(file);
}

bool platform_file_remove(const char *path)
{
	return remove(path) == 0;
}

char *platform_program(void)
{
	char path[4096];
	const DWORD size = GetModuleFileNameA(NULL, path, sizeof path);
	return size > 0 && size < sizeof path ? _strdup(path) : NULL;
}

uint64_t platform_stream_stamp(FILE *file)
{
	BY_HANDLE_FILE_INFORMATION about;
	HANDLE handle = (HANDLE)_get_osfhandle(_fileno(file));
	if (handle == INVALID_HANDLE_VALUE || !GetFileInformationByHandle(handle, &about))
		return 0;
	const uint64_t numbers[] = {about.dwVolumeSerialNumber, (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow,
		(uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow, (uint64_t)nanoseconds(about.ftLastWriteTime)};
	// FNV-1a over the numbers (Fowler, Noll, Vo 1991).
	uint64_t stamp = 0xcbf29ce484222325u;
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i)
		for (int shift = 0; shift < 64; shift += 8)
			stamp = (stamp ^ (numbers[i] >> shift & 0xff)) * 0x100000001b3u;
	return stamp;
}
#endif
