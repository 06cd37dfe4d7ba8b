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

bool platform_lock_take(platform_lock *lock, const char *path, char reason[PLATFORM_REASON])
{
	// Nobody else may open the file, which the system removes when this process ends.
	HANDLE file = CreateFileA(path, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_ALWAYS,
		FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE, NULL);
	if (file == INVALID_HANDLE_VALUE)
		snprintf(reason, PLATFORM_REASON, "%s",
			GetLastError() == ERROR_SHARING_VIOLATION ? "another process works there" : "it cannot be made");
	*lock = (platform_lock){.handle = (intptr_t)file};
	lock->path = file != INVALID_HANDLE_VALUE ? _strdup(path) : NULL;
	return file != INVALID_HANDLE_VALUE;
}

void platform_lock_release(platform_lock *lock)
{
	if (lock->path)
		CloseHandle((HANDLE)lock->handle);
	free(lock->path);
	*lock = (platform_lock){0};
}

struct platform_watch
{
	double seconds;
};

platform_watch *platform_watch_begin(double seconds)
{
	platform_watch *watch = malloc(sizeof *watch);
	if (watch)
		watch->seconds = seconds > 0 ? seconds : 1;
	return watch;
}

void platform_watch_end(platform_watch *watch)
{
	free(watch);
}

void platform_watch_add(platform_watch *watch, const char *folder, bool deep, const char *except)
{
	(void)watch, (void)folder, (void)deep, (void)except;
}

bool platform_watch_wait(platform_watch *watch)
{
	Sleep((DWORD)(watch->seconds * 1000));
	return platform_interrupted() == 0;
}

void platform_sleep(uint32_t milliseconds)
{
	Sleep(milliseconds);
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

char *platform_shell_word(const char *word)
{
	return _strdup(word);
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

size_t platform_program_build(uint8_t build[PLATFORM_BUILD])
{
	(void)build;
	return 0;
}

uint64_t platform_file_stamp(const char *path, int64_t *changed)
{
	FILE *file = platform_input_open(path, NULL, NULL);
	const uint64_t stamp = file ? platform_stream_stamp(file) : 0;
	if (changed)
		*changed = 0;
	if (file)
		fclose(file);
	return stamp;
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
