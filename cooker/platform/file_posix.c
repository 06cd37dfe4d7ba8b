// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#include "platform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/// Names of temporary files that may be taken already, by threads or by earlier runs of the same process number.
#define ATTEMPTS 1000

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
	// Opening is an act of its own: the writer of a pipe wakes up, a tape rewinds. So the kind is looked at first.
	if (platform_file_kind(path, NULL, reason) != PLATFORM_REGULAR)
		return NULL;
	FILE *file = NULL;
	struct stat status;
	errno = 0;
	int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (descriptor >= 0 && fstat(descriptor, &status) == 0)
	{
		// The name may have got another file since.
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
	struct rusage usage;
	if (getrusage(RUSAGE_SELF, &usage) != 0)
		return 0;
#if defined(__APPLE__)
	return (uint64_t)usage.ru_maxrss;
#else
	return (uint64_t)usage.ru_maxrss * 1024;
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

/// A device or a pipe with a reader; none without one, rather than waiting for it.
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

/// Creates a file beside `path` that did not exist before.
static FILE *open_temporary(const char *path, char **temporary)
{
	size_t directory = (size_t)(platform_base_name(path) - path);
	size_t size = directory + 64;
	char *name = malloc(size);
	FILE *file = NULL;
	if (!name)
		return NULL;
	memcpy(name, path, directory);
	for (int attempt = 0; attempt < ATTEMPTS && !file; ++attempt)
	{
		snprintf(name + directory, size - directory, ".kiln-%ld-%d.tmp", (long)getpid(), attempt);
		file = fopen(name, "wbx");
		if (!file && errno != EEXIST)
			break;
	}
	if (file)
	{
		fcntl(fileno(file), F_SETFD, FD_CLOEXEC);
		*temporary = name;
	}
	else
	{
		int error = errno;
		free(name);
		errno = error;
	}
	return file;
}

bool platform_output_open(platform_output *output, const char *path, char reason[PLATFORM_REASON])
{
	platform_output made = {0};
	platform_kind kind = platform_file_kind(path, NULL, reason);
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
		made.file = kind == PLATFORM_DEVICE ? open_device(path) : open_temporary(path, &made.temporary);
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
	bool good = fwrite(data, 1, size, output->file) == size && fflush(output->file) == 0;
	// Devices can't be flushed to a disk.
	if (good && output->temporary)
		good = fsync(fileno(output->file)) == 0;
	if (!good)
		say(reason, strerror(errno));
	return good;
}

bool platform_output_commit(platform_output *output, char reason[PLATFORM_REASON])
{
	errno = 0;
	bool good = fclose(output->file) == 0;
	output->file = NULL;
	if (good && output->temporary)
		good = rename(output->temporary, output->path) == 0;
	if (!good)
	{
		say(reason, strerror(errno));
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
		unlink(output->temporary);
	free(output->temporary);
	free(output->path);
	*output = (platform_output){0};
}
#endif
