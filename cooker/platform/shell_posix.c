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

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

/// The longest time until a signal is noticed.
#define POLL_MS 50

/// The text that a command has printed without a newline at its end.
typedef struct partial_line
{
	char *text;
	size_t size;
	size_t capacity;
} partial_line;

/// Adds bytes, and hands on the lines that they end. False when out of memory.
static bool take_bytes(partial_line *p, const char *bytes, size_t size, platform_line *line, void *user)
{
	if (p->size + size + 1 > p->capacity)
	{
		const size_t capacity = (p->size + size + 1) * 2;
		char *text = realloc(p->text, capacity);
		if (!text)
			return false;
		p->text = text;
		p->capacity = capacity;
	}
	memcpy(p->text + p->size, bytes, size);
	p->size += size;
	size_t start = 0;
	for (char *end; (end = memchr(p->text + start, '\n', p->size - start)) != NULL; start = (size_t)(end - p->text) + 1)
	{
		*end = 0;
		if (line)
			line(user, p->text + start);
	}
	memmove(p->text, p->text + start, p->size - start);
	p->size -= start;
	return true;
}

/// The process that becomes the shell.
static void become_shell(const char *command, const int ends[2], pid_t parent)
{
#if defined(__linux__)
	prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
	if (getppid() != parent)
		_exit(126);
	dup2(ends[1], STDOUT_FILENO);
	close(ends[0]);
	close(ends[1]);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	platform_interrupts_release();
	// The lines go to this program, not to a terminal.
	platform_color_choose("never");
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

/// Reads what the command prints, to its end.
static bool read_lines(int descriptor, pid_t process, platform_line *line, void *user)
{
	partial_line partial = {.text = NULL};
	// A command that begins after the signal is the caller's way to end.
	bool good = true, passed = platform_interrupted() != 0;
	for (;;)
	{
		char bytes[65536];
		struct pollfd pipe = {descriptor, POLLIN, 0};
		const int ready = poll(&pipe, 1, POLL_MS);
		if (!passed && platform_interrupted())
		{
			kill(process, SIGTERM);
			passed = true;
		}
		if (ready <= 0)
			continue;
		const ssize_t size = read(descriptor, bytes, sizeof bytes);
		if (size < 0 && errno == EINTR)
			continue;
		if (size <= 0)
			break;
		good = good && take_bytes(&partial, bytes, (size_t)size, line, user);
	}
	good = good && (partial.size == 0 || take_bytes(&partial, "\n", 1, line, user));
	free(partial.text);
	return good;
}

int platform_shell(const char *command, platform_line *line, void *user)
{
	int ends[2], status = 0;
	if (pipe(ends) != 0)
		return -1;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fflush(NULL);
	const pid_t parent = getpid(), process = fork();
	if (process == 0)
		become_shell(command, ends, parent);
	close(ends[1]);
	bool good = process > 0 && read_lines(ends[0], process, line, user);
	close(ends[0]);
	while (process > 0 && waitpid(process, &status, 0) < 0)
		good = good && errno == EINTR;
	return good && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

char *platform_shell_word(const char *word)
{
	char *quoted = malloc(strlen(word) * 4 + 3), *at = quoted;
	if (!quoted)
		return NULL;
	*at++ = '\'';
	for (const char *c = word; *c; ++c)
	{
		const char *piece = *c == '\'' ? "'\\''" : c;
		const size_t size = *c == '\'' ? 4 : 1;
		memcpy(at, piece, size);
		at += size;
	}
	*at++ = '\'';
	*at = 0;
	return quoted;
}

/// Reads the line about the holder.
static void name_holder(int descriptor, char reason[PLATFORM_REASON])
{
	char text[PLATFORM_REASON - 32];
	const ssize_t size = pread(descriptor, text, sizeof text - 1, 0);
	text[size > 0 ? size : 0] = 0;
	text[strcspn(text, "\n")] = 0;
	snprintf(reason, PLATFORM_REASON, "%s works there", *text ? text : "another process");
}

/// Writes the line about this process.
static void name_self(int descriptor)
{
	char host[64] = "", text[128];
	gethostname(host, sizeof host - 1);
	const int size = snprintf(text, sizeof text, "process %ld on %s\n", (long)getpid(), host);
	if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, text, (size_t)size, 0) != size)
		return; // the lock counts, not its text
}

bool platform_lock_take(platform_lock *lock, const char *path, char reason[PLATFORM_REASON])
{
	*lock = (platform_lock){.path = NULL};
	for (;;)
	{
		struct stat held, named;
		// Commands of this process share the open file, so that the lock holds until the last of them has ended.
		const int descriptor = open(path, O_RDWR | O_CREAT | O_NOCTTY | O_NONBLOCK, 0666);
		if (descriptor < 0)
		{
			snprintf(reason, PLATFORM_REASON, "%s", strerror(errno));
			return false;
		}
		if (flock(descriptor, LOCK_EX | LOCK_NB) != 0)
		{
			if (errno == EWOULDBLOCK)
				name_holder(descriptor, reason);
			else
				snprintf(reason, PLATFORM_REASON, "%s", strerror(errno));
			close(descriptor);
			return false;
		}
		// The holder before may have removed the file after it was opened here.
		if (fstat(descriptor, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino &&
			held.st_dev == named.st_dev)
		{
			name_self(descriptor);
			*lock = (platform_lock){.path = strdup(path), .handle = descriptor};
			return true;
		}
		close(descriptor);
	}
}

void platform_lock_release(platform_lock *lock)
{
	if (!lock->path)
		return;
	unlink(lock->path);
	close((int)lock->handle);
	free(lock->path);
	*lock = (platform_lock){.path = NULL};
}

void platform_sleep(uint32_t milliseconds)
{
	for (uint32_t slept = 0; slept < milliseconds && !platform_interrupted(); slept += POLL_MS)
		poll(NULL, 0, milliseconds - slept < POLL_MS ? (int)(milliseconds - slept) : POLL_MS);
}
#endif
