// SPDX-License-Identifier: MIT
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#define PSAPI_VERSION 2
#include "platform.h"

#include <windows.h>

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <psapi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// The most names of temporary files to try.
#define ATTEMPTS 1000

// Paths use the program's code page, like those of fopen.

static void say(char reason[PLATFORM_REASON], const char *text)
{
	if (reason)
		snprintf(reason, PLATFORM_REASON, "%s", text);
}

/// Copies the system's message for its last error.
static void say_error(char reason[PLATFORM_REASON])
{
	if (!reason)
		return;
	DWORD error = GetLastError();
	DWORD size = FormatMessageA(
		FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, error, 0, reason, PLATFORM_REASON, NULL);
	if (size == 0)
		snprintf(reason, PLATFORM_REASON, "Windows error %lu", (unsigned long)error);
	reason[strcspn(reason, "\r\n")] = 0;
}

platform_kind platform_file_kind(const char *path, uint64_t *size, char reason[PLATFORM_REASON])
{
	struct _stat64 status;
	if (_stat64(path, &status) != 0)
	{
		say(reason, strerror(errno));
		return errno == ENOENT ? PLATFORM_MISSING : PLATFORM_UNREACHABLE;
	}
	if (status.st_mode & _S_IFDIR)
	{
		say(reason, "it is a directory");
		return PLATFORM_DIRECTORY;
	}
	if (!(status.st_mode & _S_IFREG))
	{
		say(reason, "it is not a regular file");
		return PLATFORM_DEVICE;
	}
	if (size)
		*size = (uint64_t)status.st_size;
	return PLATFORM_REGULAR;
}

static bool identify(const char *path, BY_HANDLE_FILE_INFORMATION *about)
{
	HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
		FILE_FLAG_BACKUP_SEMANTICS, NULL);
	if (file == INVALID_HANDLE_VALUE)
		return false;
	bool known = GetFileInformationByHandle(file, about) != 0;
	CloseHandle(file);
	return known;
}

bool platform_same_file(const char *left, const char *right)
{
	BY_HANDLE_FILE_INFORMATION a, b;
	return identify(left, &a) && identify(right, &b) && a.dwVolumeSerialNumber == b.dwVolumeSerialNumber &&
		   a.nFileIndexHigh == b.nFileIndexHigh && a.nFileIndexLow == b.nFileIndexLow;
}

const char *platform_base_name(const char *path)
{
	const char *base = path;
	for (const char *c = path; *c; ++c)
		if (*c == '/' || *c == '\\' || *c == ':')
			base = c + 1;
	return base;
}

bool platform_is_separator(char c)
{
	return c == '/' || c == '\\';
}

bool platform_is_absolute(const char *path)
{
	return path[0] == '/' || path[0] == '\\' || (path[0] && path[1] == ':');
}

char *platform_resolve(const char *path, char reason[PLATFORM_REASON])
{
	HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
		FILE_FLAG_BACKUP_SEMANTICS, NULL);
	if (file == INVALID_HANDLE_VALUE)
	{
		say_error(reason);
		return NULL;
	}
	DWORD size = GetFinalPathNameByHandleA(file, NULL, 0, FILE_NAME_NORMALIZED);
	char *resolved = size ? malloc((size_t)size + 1) : NULL;
	DWORD length = resolved ? GetFinalPathNameByHandleA(file, resolved, size + 1, FILE_NAME_NORMALIZED) : 0;
	if (length == 0 || length > size)
	{
		say_error(reason);
		free(resolved);
		resolved = NULL;
	}
	CloseHandle(file);
	return resolved;
}

bool platform_is_within(const char *folder, const char *path)
{
	size_t length = strlen(folder);
	while (length > 0 && folder[length - 1] == '\\')
		--length;
	return strncmp(folder, path, length) == 0 && (path[length] == '\\' || path[length] == 0);
}

FILE *platform_input_open(const char *path, uint64_t *size, char reason[PLATFORM_REASON])
{
	if (platform_file_kind(path, size, reason) != PLATFORM_REGULAR)
		return NULL;
	errno = 0;
	FILE *file = fopen(path, "rb");
	if (!file)
		say(reason, strerror(errno ? errno : EIO));
	return file;
}

double platform_seconds(void)
{
	LARGE_INTEGER now, frequency;
	QueryPerformanceFrequency(&frequency);
	QueryPerformanceCounter(&now);
	return (double)now.QuadPart / (double)frequency.QuadPart;
}

uint64_t platform_peak_memory(void)
{
	PROCESS_MEMORY_COUNTERS counters;
	return GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters) ? counters.PeakWorkingSetSize : 0;
}

uint64_t platform_physical_memory(void)
{
	MEMORYSTATUSEX status = {.dwLength = sizeof status};
	return GlobalMemoryStatusEx(&status) ? status.ullTotalPhys : 0;
}

/// Creates a new file beside `path`.
static FILE *open_temporary(const char *path, char **temporary)
{
	size_t directory = (size_t)(platform_base_name(path) - path);
	size_t size = directory + 64;
	char *name = malloc(size);
	FILE *file = NULL;
	if (!name)
		return NULL;
	memcpy(name, path, directory);
	// The names follow from the output's, and no process can remove a file that another one has open: so this removes what
	// killed processes left of the output. FNV-1a (Fowler, Noll, Vo 1991).
	unsigned long long hash = 0xcbf29ce484222325u;
	for (const char *c = path + directory; *c; ++c)
		hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
	for (int attempt = 0; attempt < ATTEMPTS && !file; ++attempt)
	{
		snprintf(name + directory, size - directory, ".kiln-%016llx-%d.tmp", hash, attempt);
		DeleteFileA(name);
		file = fopen(name, "wbx");
		if (!file && errno != EEXIST)
			break;
	}
	if (file)
		*temporary = name;
	else
		free(name);
	return file;
}

/// Opens standard output once more, so that the one of stdio stays open.
static FILE *open_standard(void)
{
	int descriptor = _dup(1);
	FILE *file = descriptor >= 0 ? _fdopen(descriptor, "wb") : NULL;
	if (!file && descriptor >= 0)
		_close(descriptor);
	if (file)
		_setmode(descriptor, _O_BINARY);
	return file;
}

bool platform_output_open(platform_output *output, const char *path, char reason[PLATFORM_REASON])
{
	platform_output made = {0};
	const bool standard = strcmp(path, PLATFORM_STANDARD) == 0;
	platform_kind kind = standard ? PLATFORM_DEVICE : platform_file_kind(path, NULL, reason);
	if (kind == PLATFORM_DIRECTORY || kind == PLATFORM_UNREACHABLE)
		return false;
	if (kind == PLATFORM_MISSING && *platform_base_name(path) == 0)
	{
		say(reason, "the path has no file name");
		return false;
	}
	errno = 0;
	made.path = malloc(strlen(path) + 1);
	if (made.path)
	{
		memcpy(made.path, path, strlen(path) + 1);
		made.file = standard				  ? open_standard()
					: kind == PLATFORM_DEVICE ? fopen(path, "wb")
											  : open_temporary(path, &made.temporary);
	}
	if (!made.file)
	{
		say(reason, strerror(errno ? errno : ENOMEM));
		free(made.path);
		return false;
	}
	*output = made;
	return true;
}

bool platform_output_write(platform_output *output, const void *data, size_t size, char reason[PLATFORM_REASON])
{
	errno = 0;
	bool good = fwrite(data, 1, size, output->file) == size && !ferror(output->file) && fflush(output->file) == 0;
	// Only files can be flushed to a disk, not devices.
	if (good && output->temporary && !output->unflushed)
		good = _commit(_fileno(output->file)) == 0;
	if (!good)
		say(reason, strerror(errno));
	return good;
}

/// Whether both files exist and hold the same bytes.
static bool same_bytes(const char *left, const char *right)
{
	char a[16384], b[sizeof a];
	FILE *files[2] = {platform_input_open(left, NULL, NULL), platform_input_open(right, NULL, NULL)};
	bool equal = files[0] && files[1];
	for (size_t size = 1; equal && size > 0;)
	{
		size = fread(a, 1, sizeof a, files[0]);
		equal = fread(b, 1, sizeof b, files[1]) == size && memcmp(a, b, size) == 0;
	}
	for (int i = 0; i < 2; ++i)
		if (files[i])
			fclose(files[i]);
	return equal;
}

bool platform_output_commit(platform_output *output, char reason[PLATFORM_REASON])
{
	errno = 0;
	if (output->changed_only && output->temporary && fflush(output->file) == 0 &&
		same_bytes(output->temporary, output->path))
	{
		platform_output_discard(output);
		return true;
	}
	bool good = fclose(output->file) == 0;
	output->file = NULL;
	if (!good)
		say(reason, strerror(errno));
	else if (output->temporary)
	{
		good = MoveFileExA(output->temporary, output->path, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
		if (!good)
			say_error(reason);
	}
	if (!good)
	{
		platform_output_discard(output);
		return false;
	}
	free(output->temporary);
	free(output->path);
	*output = (platform_output){0};
	return true;
}

void platform_output_discard(platform_output *output)
{
	if (output->file)
		fclose(output->file);
	if (output->temporary)
		DeleteFileA(output->temporary);
	free(output->temporary);
	free(output->path);
	*output = (platform_output){0};
}
#else
typedef int platform_file_windows_is_empty;
#endif
