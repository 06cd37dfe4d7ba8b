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
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/inotify.h>
#endif

/// How long no event must come for a save to be over; and while a file has been written but not closed.
#define QUIET_MS 200
#define QUIET_OPEN_MS 2000
/// The longest time until a signal is noticed.
#define POLL_MS 50
#define FALLBACK_SECONDS 1.0

struct platform_watch
{
	int descriptor; ///< -1: waits for a time only
	double seconds;
	bool lost; ///< a folder could not be added
};

platform_watch *platform_watch_begin(double seconds)
{
	platform_watch *watch = malloc(sizeof *watch);
	if (!watch)
		return NULL;
	*watch = (platform_watch){.descriptor = -1, .seconds = seconds};
#if defined(__linux__)
	if (seconds <= 0)
		watch->descriptor = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
#endif
	if (watch->descriptor < 0 && seconds <= 0)
		watch->seconds = FALLBACK_SECONDS;
	return watch;
}

void platform_watch_end(platform_watch *watch)
{
	if (watch && watch->descriptor >= 0)
		close(watch->descriptor);
	free(watch);
}

#if defined(__linux__)
static void add_one(platform_watch *watch, const char *folder)
{
	const uint32_t mask = IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO |
						  IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK;
	// A folder that was removed meanwhile is no loss.
	if (inotify_add_watch(watch->descriptor, folder, mask) < 0 &&
		platform_file_kind(folder, NULL, NULL) == PLATFORM_DIRECTORY)
		watch->lost = true;
}

static bool is_excepted(const char *folder, const char *except)
{
	char *resolved = except ? platform_resolve(folder, NULL) : NULL;
	const bool excepted = resolved && strcmp(resolved, except) == 0;
	free(resolved);
	return excepted;
}

void platform_watch_add(platform_watch *watch, const char *folder, bool deep, const char *except)
{
	if (watch->descriptor < 0 || (deep && is_excepted(folder, except)))
		return;
	add_one(watch, folder);
	DIR *entries = deep ? opendir(folder) : NULL;
	for (const struct dirent *entry = entries ? readdir(entries) : NULL; entry; entry = readdir(entries))
	{
		struct stat status;
		if (entry->d_name[0] == '.' || fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
			!S_ISDIR(status.st_mode))
			continue;
		const size_t size = strlen(folder) + strlen(entry->d_name) + 2;
		char *path = malloc(size);
		if (path)
		{
			snprintf(path, size, "%s/%s", folder, entry->d_name);
			platform_watch_add(watch, path, true, except);
		}
		free(path);
	}
	if (entries)
		closedir(entries);
}

/// Reads all events that have come; whether the last one of files leaves a file open.
static bool read_events(const platform_watch *watch, bool open)
{
	_Alignas(struct inotify_event) char bytes[65536];
	for (ssize_t size; (size = read(watch->descriptor, bytes, sizeof bytes)) > 0;)
		for (ssize_t at = 0; at < size;)
		{
			struct inotify_event event;
			memcpy(&event, bytes + at, sizeof event);
			at += (ssize_t)(sizeof event + event.len);
			if (event.mask & (IN_MODIFY | IN_CLOSE_WRITE))
				open = !(event.mask & IN_CLOSE_WRITE);
		}
	return open;
}

/// Waits for an event, at most so long. 1: an event, 0: none, -1: a signal.
static int wait_event(const platform_watch *watch, double seconds)
{
	const double end = platform_seconds() + seconds;
	do
	{
		struct pollfd events = {watch->descriptor, POLLIN, 0};
		if (poll(&events, 1, POLL_MS) > 0)
			return 1;
		if (platform_interrupted())
			return -1;
	} while (platform_seconds() < end);
	return 0;
}
#else
void platform_watch_add(platform_watch *watch, const char *folder, bool deep, const char *except)
{
	(void)watch, (void)folder, (void)deep, (void)except;
}
#endif

bool platform_watch_wait(platform_watch *watch)
{
#if defined(__linux__)
	if (watch->descriptor >= 0)
	{
		// Where the system refuses to watch more folders, a second is as long as a change may stay unseen.
		int event = wait_event(watch, watch->lost ? FALLBACK_SECONDS : 1e9);
		for (bool open = false; event > 0;)
		{
			open = read_events(watch, open);
			event = wait_event(watch, (open ? QUIET_OPEN_MS : QUIET_MS) / 1000.0);
		}
		return event == 0;
	}
#endif
	platform_sleep((uint32_t)(watch->seconds * 1000));
	return platform_interrupted() == 0;
}
#endif
