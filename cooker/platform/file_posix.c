// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#if defined(__linux__)
#define _GNU_SOURCE
#else
#define _XOPEN_SOURCE 700
#endif
#include "platform.h"
#include "temporary_posix.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void say(char reason[PLATFORM_REASON], const char *text)
{
	if (reason)
		snprintf(reason, PLATFORM_REASON, "%s", text);
}

platform_kind platform_file_kind(const char *path, uint64_t *size, char reason[PLATFORM_REASON])
{
	struct stat status;
	if (stat(path, &status) != 0)
	{
		say(reason, strerror(errno));
		return errno == ENOENT ? PLATFORM_MISSING : PLATFORM_UNREACHABLE;
	}
	if (S_ISDIR(status.st_mode))
	{
		say(reason, "it is a directory");
		return PLATFORM_DIRECTORY;
	}
	if (!S_ISREG(status.st_mode))
	{
		say(reason, "it is not a regular file");
		return PLATFORM_DEVICE;
	}
	if (size)
		*size = (uint64_t)status.st_size;
	return PLATFORM_REGULAR;
}

bool platform_same_file(const char *left, const char *right)
{
	struct stat a, b;
	return stat(left, &a) == 0 && stat(right, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

const char *platform_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

bool platform_is_separator(char c)
{
	return c == '/';
}

bool platform_is_absolute(const char *path)
{
	return path[0] == '/';
}

char *platform_resolve(const char *path, char reason[PLATFORM_REASON])
{
	char *resolved = realpath(path, NULL);
	if (!resolved)
		say(reason, strerror(errno));
	return resolved;
}

bool platform_is_within(const char *folder, const char *path)
{
	size_t length = strlen(folder);
	while (length > 0 && folder[length - 1] == '/')
		--length;
	return strncmp(folder, path, length) == 0 && (path[length] == '/' || path[length] == 0);
}

FILE *platform_input_open(const char *path, uint64_t *size, char reason[PLATFORM_REASON])
{
	// Opening a file may have effects: the writer of a pipe wakes up, a tape rewinds. So the kind is checked first.
	if (platform_file_kind(path, NULL, reason) != PLATFORM_REGULAR)
		return NULL;
	FILE *file = NULL;
	struct stat status;
	errno = 0;
	int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (descriptor >= 0 && fstat(descriptor, &status) == 0)
	{
		// The name may refer to another file since the check.
		if (!S_ISREG(status.st_mode))
			errno = EINVAL;
		else
			file = fdopen(descriptor, "rb");
	}
	if (!file)
	{
		say(reason, strerror(errno ? errno : EIO));
		if (descriptor >= 0)
			close(descriptor);
		return NULL;
	}
	if (size)
		*size = (uint64_t)status.st_size;
	return file;
}

double platform_seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

uint64_t platform_peak_memory(void)
{
	struct rusage own, children;
	if (getrusage(RUSAGE_SELF, &own) != 0 || getrusage(RUSAGE_CHILDREN, &children) != 0)
		return 0;
	uint64_t most = (uint64_t)(own.ru_maxrss > children.ru_maxrss ? own.ru_maxrss : children.ru_maxrss);
#if defined(__APPLE__)
	return most;
#else
	return most * 1024;
#endif
}

uint64_t platform_physical_memory(void)
{
#if defined(_SC_PHYS_PAGES)
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
	return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
#else
	return 0;
#endif
}

/// Opens a device, or a pipe that has a reader; fails without a reader, instead of waiting for one.
static FILE *open_device(const char *path)
{
	int descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (descriptor < 0)
		return NULL;
	int flags = fcntl(descriptor, F_GETFL);
	FILE *file = flags >= 0 && fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) == 0 ? fdopen(descriptor, "wb") : NULL;
	if (!file)
		close(descriptor);
	return file;
}

/// Returns the folder of a path, which the caller frees; NULL when out of memory.
static char *folder_of(const char *path)
{
	size_t length = (size_t)(platform_base_name(path) - path);
	char *folder = malloc(length + 2);
	if (!folder)
		return NULL;
	memcpy(folder, path, length);
	memcpy(folder + length, length > 0 ? "" : ".", length > 0 ? 1 : 2);
	return folder;
}

/// Allocates room for a name beside `path`, after its folder's `length` bytes. NULL when out of memory.
static char *temporary_room(const char *path, size_t *length)
{
	*length = (size_t)(platform_base_name(path) - path);
	char *name = malloc(*length + TEMPORARY_NAME);
	if (name)
		memcpy(name, path, *length);
	return name;
}

/// Creates a new file beside `path`.
static FILE *open_temporary(const char *path, char **temporary)
{
	size_t length;
	char *name = temporary_room(path, &length);
	if (!name)
		return NULL;
	const int descriptor = temporary_create(AT_FDCWD, name, length, platform_base_name(path));
	FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
	if (file)
	{
		*temporary = name;
		return file;
	}
	const int error = errno;
	if (descriptor >= 0)
	{
		unlink(name);
		close(descriptor);
	}
	free(name);
	errno = error;
	return NULL;
}

/// Removes what killed processes left beside `path`.
static void remove_left(const char *path)
{
	size_t length;
	char *name = temporary_room(path, &length);
	if (name)
		temporary_remove_left(AT_FDCWD, name, length, platform_base_name(path));
	free(name);
}

#if defined(O_TMPFILE)
/// Writes the path by which a descriptor can be linked.
static void link_source(char source[64], int descriptor)
{
	snprintf(source, 64, "/proc/self/fd/%d", descriptor);
}

/// Opens a file without a name in the folder of `path`. NULL where the file system does not support this or /proc is
/// missing.
static FILE *open_unnamed(const char *path)
{
	char source[64];
	char *folder = folder_of(path);
	int descriptor = folder ? open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666) : -1;
	free(folder);
	if (descriptor < 0)
		return NULL;
	link_source(source, descriptor);
	FILE *file = access(source, F_OK) == 0 ? fdopen(descriptor, "wb") : NULL;
	if (!file)
		close(descriptor);
	return file;
}

/// Gives a file its name. If the name exists, only renaming another name can replace it: that temporary name exists for
/// the time of two calls.
static bool name_file(const platform_output *output)
{
	char source[64];
	link_source(source, fileno(output->file));
	if (linkat(AT_FDCWD, source, AT_FDCWD, output->path, AT_SYMLINK_FOLLOW) == 0)
		return true;
	size_t length = 0;
	char *name = errno == EEXIST ? temporary_room(output->path, &length) : NULL;
	bool linked = false, good = false;
	(void)temporary_lock(fileno(output->file));
	for (int attempt = 0; name && attempt < TEMPORARY_ATTEMPTS && !linked; ++attempt)
	{
		temporary_name(name + length, platform_base_name(output->path), attempt);
		linked = linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
		if (!linked && errno != EEXIST)
			break;
	}
	if (linked)
		good = rename(name, output->path) == 0;
	int error = errno;
	if (linked && !good)
		unlink(name);
	free(name);
	errno = error;
	return good;
}
#else
static FILE *open_unnamed(const char *path)
{
	(void)path;
	return NULL;
}

static bool name_file(const platform_output *output)
{
	(void)output;
	return false;
}
#endif

/// Flushes the folder of a path to the disk. Not every file system supports this, and not every folder is readable;
/// without it the file is still correct, but may be lost in a crash of the system.
static void sync_folder(const char *path)
{
	char *folder = folder_of(path);
	int descriptor = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	free(folder);
	if (descriptor < 0)
		return;
	(void)fsync(descriptor);
	close(descriptor);
}

/// Opens standard output once more, so that the one of stdio stays open.
static FILE *open_standard(void)
{
	int descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
	if (!file && descriptor >= 0)
		close(descriptor);
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
		if (kind != PLATFORM_DEVICE)
			remove_left(path);
		made.file = standard ? open_standard() : kind == PLATFORM_DEVICE ? open_device(path) : open_unnamed(path);
		made.unnamed = made.file && kind != PLATFORM_DEVICE;
		if (!made.file && kind != PLATFORM_DEVICE)
			made.file = open_temporary(path, &made.temporary);
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
	if (good && !output->unflushed && platform_output_is_file(output))
		good = fsync(fileno(output->file)) == 0;
	if (!good)
		say(reason, strerror(errno));
	return good;
}

/// Reads up to `size` bytes of a file, fewer at its end only.
static size_t read_at(int descriptor, uint8_t *bytes, size_t size, uint64_t at)
{
	size_t read = 0;
	for (ssize_t part = 1; read < size && part > 0; read += part > 0 ? (size_t)part : 0)
		part = pread(descriptor, bytes + read, size - read, (off_t)(at + read));
	return read;
}

/// Whether the file in place has the bytes of a finished output.
static bool is_unchanged(const platform_output *output)
{
	uint8_t new[16384], old[sizeof new];
	struct stat status;
	uint64_t bytes = 0;
	const int descriptor = fileno(output->file);
	FILE *file = platform_input_open(output->path, &bytes, NULL);
	bool equal = file && fstat(descriptor, &status) == 0 && (uint64_t)status.st_size == bytes;
	for (uint64_t at = 0; equal && at < bytes; at += sizeof new)
	{
		const size_t size = read_at(descriptor, new, sizeof new, at);
		equal = size > 0 && read_at(fileno(file), old, size, at) == size && memcmp(new, old, size) == 0;
	}
	if (file)
		fclose(file);
	return equal;
}

bool platform_output_commit(platform_output *output, char reason[PLATFORM_REASON])
{
	errno = 0;
	if (output->changed_only && platform_output_is_file(output) && fflush(output->file) == 0 && is_unchanged(output))
	{
		platform_output_discard(output);
		return true;
	}
	bool good = fflush(output->file) == 0 && (!output->unnamed || name_file(output));
	int error = errno;
	// Until the file has its name, its lock says that it is not left over.
	const int lock = output->temporary ? fcntl(fileno(output->file), F_DUPFD_CLOEXEC, 0) : -1;
	if (fclose(output->file) != 0 && good)
	{
		error = errno;
		good = false;
	}
	output->file = NULL;
	if (good && output->temporary)
	{
		good = rename(output->temporary, output->path) == 0;
		error = errno;
	}
	if (lock >= 0)
		close(lock);
	if (!good)
	{
		say(reason, strerror(error ? error : EIO));
		platform_output_discard(output);
		return false;
	}
	if (!output->unflushed && platform_output_is_file(output))
		sync_folder(output->path);
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
		unlink(output->temporary);
	free(output->temporary);
	free(output->path);
	*output = (platform_output){0};
}
#endif
