// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#if defined(__linux__)
#define _GNU_SOURCE
#elif defined(__APPLE__)
#define _DARWIN_C_SOURCE
#else
#define _XOPEN_SOURCE 700
#endif
#include "platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <link.h>
#endif

bool platform_folder_make(const char *path, char reason[PLATFORM_REASON])
{
	char *copy = strdup(path);
	bool good = copy && *copy;
	errno = copy ? ENOENT : ENOMEM;
	// Each parent ends in front of a slash, and the folder itself at the end.
	for (size_t i = 1; good && copy[i - 1]; ++i)
	{
		const char end = copy[i];
		if (end && end != '/')
			continue;
		copy[i] = 0;
		good = mkdir(copy, 0777) == 0 || errno == EEXIST || errno == EISDIR;
		copy[i] = end;
	}
	if (!good)
		snprintf(reason, PLATFORM_REASON, "%s", strerror(errno));
	free(copy);
	return good && (platform_file_kind(path, NULL, reason) == PLATFORM_DIRECTORY);
}

static int64_t nanoseconds(struct timespec time)
{
	return (int64_t)time.tv_sec * 1000000000 + (int64_t)time.tv_nsec;
}

#if defined(__APPLE__)
#define CHANGED(status) ((status)->st_mtimespec)
#define MARKED(status) ((status)->st_ctimespec)
#else
#define CHANGED(status) ((status)->st_mtim)
#define MARKED(status) ((status)->st_ctim)
#endif

void platform_folder_each(
	const char *folder, bool (*visit)(void *user, const char *name, uint64_t bytes, int64_t changed), void *user)
{
	DIR *entries = opendir(folder);
	bool more = entries != NULL;
	while (more)
	{
		const struct dirent *entry = readdir(entries);
		struct stat status;
		if (!entry)
			break;
		if (fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode))
			more = visit(user, entry->d_name, (uint64_t)status.st_size, nanoseconds(CHANGED(&status)));
	}
	if (entries)
		closedir(entries);
}

static bool walk(char **path, size_t *capacity, bool (*visit)(void *user, const char *path), void *user, bool *more);

/// Visits an entry of the folder `path`, of which `size` bytes are the folder's name.
static bool walk_entry(char **path, size_t *capacity, size_t size, const char *name,
	bool (*visit)(void *user, const char *path), void *user, bool *more)
{
	const size_t needed = size + strlen(name) + 2;
	if (needed > *capacity)
	{
		char *larger = realloc(*path, needed * 2);
		if (!larger)
			return false;
		*path = larger;
		*capacity = needed * 2;
	}
	struct stat status, target;
	snprintf(*path + size, *capacity - size, "%s%s", size > 0 && (*path)[size - 1] == '/' ? "" : "/", name);
	bool good = true;
	if (lstat(*path, &status) == 0)
	{
		if (S_ISDIR(status.st_mode) && name[0] != '.')
			good = walk(path, capacity, visit, user, more);
		else if (stat(*path, &target) == 0 && S_ISREG(target.st_mode))
			*more = visit(user, *path);
	}
	(*path)[size] = 0;
	return good;
}

static bool walk(char **path, size_t *capacity, bool (*visit)(void *user, const char *path), void *user, bool *more)
{
	DIR *entries = opendir(*path);
	bool good = entries != NULL;
	const size_t size = strlen(*path);
	while (good && *more)
	{
		const struct dirent *entry = readdir(entries);
		if (!entry)
			break;
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			good = walk_entry(path, capacity, size, entry->d_name, visit, user, more);
	}
	if (entries)
		closedir(entries);
	return good;
}

bool platform_folder_walk(
	const char *folder, bool (*visit)(void *user, const char *path), void *user, char reason[PLATFORM_REASON])
{
	char *path = strdup(folder);
	size_t capacity = strlen(folder) + 1;
	bool more = true;
	errno = ENOMEM;
	const bool good = path && walk(&path, &capacity, visit, user, &more);
	if (!good)
		snprintf(reason, PLATFORM_REASON, "%s", strerror(errno));
	free(path);
	return good;
}

bool platform_terminal(void)
{
	return isatty(STDERR_FILENO) == 1;
}

void platform_file_touch(const char *path)
{
	(void)utimensat(AT_FDCWD, path, NULL, 0);
}

void platform_file_count(const char *path)
{
	const int descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
	if (descriptor < 0)
		return;
	const ssize_t written = write(descriptor, "", 1);
	(void)written;
	close(descriptor);
}

bool platform_file_remove(const char *path)
{
	return unlink(path) == 0;
}

char *platform_program(void)
{
#if defined(__linux__)
	return realpath("/proc/self/exe", NULL);
#else
	return NULL;
#endif
}

#if defined(__linux__)
typedef struct
{
	uint8_t *build;
	size_t size;
} build_id;

/// Copies the build id from the notes of a loaded file: of the first one only, which is the program.
static int read_build(struct dl_phdr_info *info, size_t info_size, void *user)
{
	build_id *found = user;
	(void)info_size;
	for (size_t i = 0; i < info->dlpi_phnum; ++i)
	{
		const ElfW(Phdr) *part = info->dlpi_phdr + i;
		if (part->p_type != PT_NOTE)
			continue;
		// The address of a loaded part is a number in its header.
		const uint8_t *note = (const uint8_t *)(uintptr_t)(info->dlpi_addr + part->p_vaddr);
		for (size_t left = part->p_memsz; left > sizeof(ElfW(Nhdr));)
		{
			ElfW(Nhdr) head;
			memcpy(&head, note, sizeof head);
			const size_t name = sizeof head, value = name + ((size_t)head.n_namesz + 3) / 4 * 4;
			const size_t size = value + ((size_t)head.n_descsz + 3) / 4 * 4;
			if (size > left)
				break;
			if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 && memcmp(note + name, "GNU", 4) == 0 &&
				head.n_descsz <= PLATFORM_BUILD)
			{
				memcpy(found->build, note + value, head.n_descsz);
				found->size = head.n_descsz;
			}
			note += size;
			left -= size;
		}
	}
	return 1;
}
#endif

size_t platform_program_build(uint8_t build[PLATFORM_BUILD])
{
#if defined(__linux__)
	build_id found = {build, 0};
	dl_iterate_phdr(read_build, &found);
	return found.size;
#else
	(void)build;
	return 0;
#endif
}

/// Mixes a number into a stamp (the finalizer of MurmurHash3; Appleby 2011).
static uint64_t mix(uint64_t stamp, uint64_t number)
{
	stamp ^= number;
	stamp = (stamp ^ stamp >> 33) * 0xff51afd7ed558ccdu;
	stamp = (stamp ^ stamp >> 33) * 0xc4ceb9fe1a85ec53u;
	return stamp ^ stamp >> 33;
}

static uint64_t stamp_of(const struct stat *status)
{
	const uint64_t numbers[] = {(uint64_t)status->st_dev, (uint64_t)status->st_ino, (uint64_t)status->st_size,
		(uint64_t)nanoseconds(CHANGED(status)), (uint64_t)nanoseconds(MARKED(status))};
	uint64_t stamp = 1;
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i)
		stamp = mix(stamp, numbers[i]);
	return stamp;
}

uint64_t platform_stream_stamp(FILE *file)
{
	struct stat status;
	return fstat(fileno(file), &status) == 0 ? stamp_of(&status) : 0;
}

uint64_t platform_file_stamp(const char *path, int64_t *changed)
{
	struct stat status;
	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
		return 0;
	if (changed)
		*changed = nanoseconds(MARKED(&status));
	return stamp_of(&status);
}
#endif
