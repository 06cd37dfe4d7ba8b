// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#include "platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

/// The work's last line: this byte and the work's result.
#define DONE_MARK '\004'
#define LINE_MAX_BYTES 16384
#define NOISE_BYTES 4096
/// The longest time until a signal or the time limit is noticed.
#define POLL_MS 25

/// The streams from the child.
enum
{
	LINES,
	NOISE,
	DATA,
	PIPES,
};

struct platform_channel
{
	int lines; ///< descriptors, -1 in the same process
	int data;
	const platform_job *job;
	double end; ///< end of the time, or 0
	bool rejected;
};

/// The parent's data about the child.
typedef struct child
{
	const platform_job *job;
	pid_t process;
	struct pollfd pipes[PIPES];
	bool rejected;
	char line[LINE_MAX_BYTES];
	size_t line_size;
	char noise[NOISE_BYTES + 1]; ///< the end of its output
	size_t noise_size;
	int code; ///< -1 until the work has returned
} child;

static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
#define WATCHED_COUNT (sizeof watched / sizeof watched[0])

bool platform_reader_is_gone(void)
{
	struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
	return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

void platform_interrupts_hold(void)
{
	sigset_t set;
	sigemptyset(&set);
	for (size_t i = 0; i < WATCHED_COUNT; ++i)
	{
		struct sigaction action;
		if (sigaction(watched[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(&set, watched[i]);
	}
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	signal(SIGCHLD, SIG_DFL);
}

int platform_interrupted(void)
{
	sigset_t pending;
	if (sigpending(&pending) != 0)
		return 0;
	for (size_t i = 0; i < WATCHED_COUNT; ++i)
	{
		// A signal that is ignored stays pending in the same way if it was blocked before.
		struct sigaction action;
		if (sigismember(&pending, watched[i]) == 1 && sigaction(watched[i], NULL, &action) == 0 &&
			action.sa_handler != SIG_IGN)
			return watched[i];
	}
	return 0;
}

void platform_interrupts_take(int signal_number)
{
	raise(signal_number);
}

void platform_interrupts_release(void)
{
	sigset_t set;
	sigemptyset(&set);
	for (size_t i = 0; i < WATCHED_COUNT; ++i)
		sigaddset(&set, watched[i]);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/// Writes all bytes; a reader that has ended does not matter.
static void write_all(int descriptor, const char *bytes, size_t size)
{
	while (size > 0)
	{
		ssize_t written = write(descriptor, bytes, size);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return;
		bytes += written;
		size -= (size_t)written;
	}
}

void platform_channel_send(platform_channel *channel, const char *line)
{
	if (channel->lines < 0)
	{
		channel->job->line(channel->job->user, line);
		return;
	}
	write_all(channel->lines, line, strlen(line));
	write_all(channel->lines, "\n", 1);
}

void platform_channel_data(platform_channel *channel, const void *bytes, size_t size)
{
	if (channel->data >= 0)
		write_all(channel->data, bytes, size);
	else if (channel->lines < 0 && channel->job->data && !channel->rejected)
		channel->rejected = !channel->job->data(channel->job->user, bytes, size);
}

bool platform_channel_stop(const platform_channel *channel)
{
	// In a separate process, the parent checks both.
	if (channel->lines >= 0)
		return false;
	return platform_interrupted() != 0 || (channel->end > 0 && platform_seconds() > channel->end);
}

static platform_outcome run_here(const platform_job *job)
{
	platform_channel channel = {.lines = -1,
		.data = -1,
		.job = job,
		.end = job->limits.seconds > 0 ? platform_seconds() + job->limits.seconds : 0};
	int code = job->work(job->user, &channel);
	if (platform_interrupted())
		return (platform_outcome){PLATFORM_END_INTERRUPTED, platform_interrupted()};
	if (channel.end > 0 && platform_seconds() > channel.end)
		return (platform_outcome){PLATFORM_END_TIME, 0};
	if (channel.rejected)
		return (platform_outcome){PLATFORM_END_REJECTED, 0};
	return (platform_outcome){PLATFORM_END_DONE, code};
}

static rlim_t to_limit(uint64_t bound)
{
	return bound < (uint64_t)RLIM_INFINITY ? (rlim_t)bound : RLIM_INFINITY;
}

/// Lowers a limit to `bound`, and the limit up to which it can be raised to `most`.
static void lower_limit(int resource, rlim_t bound, rlim_t most)
{
	struct rlimit limit;
	if (getrlimit(resource, &limit) != 0)
		return;
	if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > most)
		limit.rlim_max = most;
	if (bound > limit.rlim_max)
		bound = limit.rlim_max;
	if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > bound)
		limit.rlim_cur = bound;
	setrlimit(resource, &limit);
}

/// At the lower limit the system sends SIGXCPU, and at the upper one, which a process that handles this signal reaches,
/// SIGKILL.
static void limit_processor(double seconds)
{
	const rlim_t whole = (rlim_t)ceil(seconds);
	lower_limit(RLIMIT_CPU, whole, whole + 1);
}

/// Sets the child's limits. Suppresses core files.
static void set_limits(const platform_limits *limits)
{
	lower_limit(RLIMIT_CORE, 0, 0);
	uint64_t most = limits->memory_most > limits->memory ? limits->memory_most : limits->memory;
	if (limits->memory && !PLATFORM_SANITIZED)
		lower_limit(RLIMIT_AS, to_limit(limits->memory), to_limit(most));
	// The parent measures the time; this limit is for a parent that has ended.
	if (limits->seconds > 0 && limits->seconds < 1e9)
		limit_processor((limits->seconds + 10) * platform_processors());
	if (limits->processor_seconds > 0 && limits->processor_seconds < 1e9)
		limit_processor(limits->processor_seconds);
	if (limits->descriptors == 0)
		return;
	lower_limit(RLIMIT_NOFILE, limits->descriptors, limits->descriptors);
#if defined(RLIMIT_NPROC)
	lower_limit(RLIMIT_NPROC, 0, 0);
#endif
	// A sanitizer's report may go to a file.
	if (!PLATFORM_SANITIZED)
		lower_limit(RLIMIT_FSIZE, 0, 0);
}

uint64_t platform_memory_grant(uint64_t bytes)
{
	struct rlimit limit;
	if (PLATFORM_SANITIZED || getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
		return 0;
	uint64_t most = limit.rlim_max == RLIM_INFINITY ? UINT64_MAX : (uint64_t)limit.rlim_max;
	uint64_t now = (uint64_t)limit.rlim_cur;
	limit.rlim_cur = to_limit(bytes < most - now ? now + bytes : most);
	setrlimit(RLIMIT_AS, &limit);
	return limit.rlim_cur == RLIM_INFINITY ? 0 : (uint64_t)limit.rlim_cur;
}

uint64_t platform_address_space(void)
{
	unsigned long long pages = 0;
#if defined(__linux__)
	FILE *file = fopen("/proc/self/statm", "r");
	if (file && fscanf(file, "%llu", &pages) != 1)
		pages = 0;
	if (file)
		fclose(file);
#endif
	long size = sysconf(_SC_PAGESIZE);
	return size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}

bool platform_can_isolate(void)
{
	return true;
}

/// Resets every signal to its default action: a handler belongs to the surrounding program, which the work may have
/// damaged.
static void forget_handlers(void)
{
	for (int number = 1; number < 32; ++number)
	{
		struct sigaction action;
		if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN && action.sa_handler != SIG_DFL)
			signal(number, SIG_DFL);
	}
}

/// Closes all descriptors that the work must not use. Standard input becomes empty.
static void close_others(const int ends[PIPES])
{
	long most = sysconf(_SC_OPEN_MAX);
	DIR *list = opendir("/dev/fd");
	int own = list ? dirfd(list) : -1;
	for (long i = 3; !list && i < (most > 0 && most < 65536 ? most : 65536); ++i)
		if (i != ends[LINES] && i != ends[DATA])
			close((int)i);
	for (const struct dirent *entry = list ? readdir(list) : NULL; entry; entry = readdir(list))
	{
		int descriptor = atoi(entry->d_name);
		if (descriptor > STDERR_FILENO && descriptor != own && descriptor != ends[LINES] && descriptor != ends[DATA])
			close(descriptor);
	}
	if (list)
		closedir(list);
	close(STDIN_FILENO);
	// The lowest free number is that of standard input.
	(void)!open("/dev/null", O_RDONLY);
}

/// The main function of the child.
static void live(const platform_job *job, const int ends[PIPES], pid_t parent)
{
	int noise = ends[NOISE];
#if defined(__linux__)
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
	if (getppid() != parent)
		_exit(1);
	if (!PLATFORM_SANITIZED)
		forget_handlers();
	platform_interrupts_release();
	// A sanitizer's report must appear even when this process can no longer send it.
	dup2(PLATFORM_SANITIZED ? STDERR_FILENO : noise, STDOUT_FILENO);
	if (!PLATFORM_SANITIZED)
		dup2(noise, STDERR_FILENO);
	if (job->alone)
		close_others(ends);
	set_limits(&job->limits);
	platform_channel channel = {.lines = ends[LINES], .data = ends[DATA], .job = job};
	int code = job->work(job->user, &channel);
	char done[16];
	snprintf(done, sizeof done, "%c%d", DONE_MARK, code);
	platform_channel_send(&channel, done);
	_exit(0);
}

static void take_line(child *c)
{
	c->line[c->line_size] = 0;
	c->line_size = 0;
	if (c->line[0] == DONE_MARK)
		c->code = atoi(c->line + 1);
	else
		c->job->line(c->job->user, c->line);
}

static void take_lines(child *c, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; ++i)
		if (bytes[i] == '\n')
			take_line(c);
		else if (c->line_size + 1 < sizeof c->line)
			c->line[c->line_size++] = bytes[i];
}

static void take_noise(child *c, const char *bytes, size_t size)
{
	if (size > NOISE_BYTES)
	{
		bytes += size - NOISE_BYTES;
		size = NOISE_BYTES;
	}
	size_t kept = c->noise_size < NOISE_BYTES - size ? c->noise_size : NOISE_BYTES - size;
	memmove(c->noise, c->noise + c->noise_size - kept, kept);
	memcpy(c->noise + kept, bytes, size);
	c->noise_size = kept + size;
}

/// Reads the available bytes from one pipe; closes the pipe at its end.
static void drain(child *c, int which)
{
	char bytes[65536];
	while (c->pipes[which].fd >= 0 && !c->rejected)
	{
		ssize_t size = read(c->pipes[which].fd, bytes, sizeof bytes);
		if (size < 0 && errno == EINTR)
			continue;
		if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return;
		if (size <= 0)
		{
			close(c->pipes[which].fd);
			c->pipes[which].fd = -1;
			return;
		}
		if (which == LINES)
			take_lines(c, bytes, (size_t)size);
		else if (which == DATA)
			c->rejected = !c->job->data || !c->job->data(c->job->user, bytes, (size_t)size);
		else
			take_noise(c, bytes, (size_t)size);
		if (which == NOISE && c->job->noise)
			write_all(STDERR_FILENO, bytes, (size_t)size);
	}
}

/// Waits for the child's end and stops the child when necessary; returns its status and why it was stopped.
static int attend(child *c, platform_end *stopped, int *signal_number)
{
	double end = c->job->limits.seconds > 0 ? platform_seconds() + c->job->limits.seconds : 0;
	int status = 0;
	*stopped = PLATFORM_END_DONE;
	if (c->job->meanwhile)
		c->rejected = !c->job->meanwhile(c->job->user);
	for (;;)
	{
		bool open = false;
		for (int which = 0; which < PIPES; ++which)
			open = open || c->pipes[which].fd >= 0;
		poll(c->pipes, PIPES, open ? POLL_MS : 1);
		for (int which = 0; which < PIPES; ++which)
			drain(c, which);
		pid_t ended = waitpid(c->process, &status, WNOHANG);
		if (ended == c->process || (ended < 0 && errno != EINTR))
			break;
		if (*stopped != PLATFORM_END_DONE)
			continue;
		*signal_number = platform_interrupted();
		if (*signal_number)
			*stopped = PLATFORM_END_INTERRUPTED;
		else if (end > 0 && platform_seconds() > end)
			*stopped = PLATFORM_END_TIME;
		else if (c->rejected)
			*stopped = PLATFORM_END_REJECTED;
		if (*stopped != PLATFORM_END_DONE)
			kill(c->process, SIGKILL);
	}
	for (int which = 0; which < PIPES; ++which)
		drain(c, which);
	return status;
}

static bool is_watched(int number)
{
	for (size_t i = 0; i < WATCHED_COUNT; ++i)
		if (watched[i] == number)
			return true;
	return false;
}

/// Whether the last output of a library reports a failed allocation; heap corruption has other messages.
static bool reports_no_memory(const char *noise)
{
	return strstr(noise, "bad_alloc") || strstr(noise, "ut of memory") || strstr(noise, "annot allocate memory");
}

/// The system call that ended a child, by the last line that names one; -1 without such a line.
static int forbidden_call(const char *noise)
{
	const char *found = NULL;
	for (const char *at = strstr(noise, PLATFORM_FORBIDDEN); at; at = strstr(at + 1, PLATFORM_FORBIDDEN))
		found = at + sizeof PLATFORM_FORBIDDEN - 1;
	return found && *found >= '0' && *found <= '9' ? atoi(found) : -1;
}

/// Classifies a child's end. A C++ library that runs out of memory prints a message and aborts.
static platform_outcome judge(const child *c, int status, platform_end stopped, int signal_number)
{
	if (c->rejected)
		return (platform_outcome){PLATFORM_END_REJECTED, 0};
	if (c->code >= 0)
		return (platform_outcome){PLATFORM_END_DONE, c->code};
	if (stopped != PLATFORM_END_DONE)
		return (platform_outcome){stopped, signal_number};
	if (!WIFSIGNALED(status))
		return (platform_outcome){PLATFORM_END_CRASHED, 0};
	int number = WTERMSIG(status);
	if (is_watched(number))
		return (platform_outcome){PLATFORM_END_INTERRUPTED, number};
	if (number == SIGXCPU)
		return (platform_outcome){c->job->limits.processor_seconds > 0 ? PLATFORM_END_PROCESSOR : PLATFORM_END_TIME, 0};
	if (number == SIGSYS)
		return (platform_outcome){PLATFORM_END_FORBIDDEN, forbidden_call(c->noise)};
	if (number == SIGABRT && c->job->limits.memory && reports_no_memory(c->noise))
		return (platform_outcome){PLATFORM_END_MEMORY, 0};
	return (platform_outcome){PLATFORM_END_CRASHED, number};
}

static bool open_pipe(int ends[2])
{
	if (pipe(ends) != 0)
		return false;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	return true;
}

static void close_ends(const int ends[PIPES], int count)
{
	for (int which = 0; which < count; ++which)
		close(ends[which]);
}

static platform_outcome run_apart(const platform_job *job)
{
	int reads[PIPES], writes[PIPES];
	child c = {.job = job, .code = -1};
	for (int which = 0; which < PIPES; ++which)
	{
		int ends[2];
		if (!open_pipe(ends))
		{
			close_ends(reads, which);
			close_ends(writes, which);
			return (platform_outcome){PLATFORM_END_FAILED, 0};
		}
		reads[which] = ends[0];
		writes[which] = ends[1];
		c.pipes[which] = (struct pollfd){ends[0], POLLIN, 0};
	}
	fflush(NULL);
	pid_t parent = getpid();
	// The child has only the thread that forks: a lock that another thread holds would stay locked.
	platform_library_lock();
	c.process = fork();
	platform_library_unlock();
	if (c.process == 0)
	{
		close_ends(reads, PIPES);
		live(job, writes, parent);
	}
	close_ends(writes, PIPES);
	platform_outcome outcome = {PLATFORM_END_FAILED, 0};
	if (c.process > 0)
	{
		platform_end stopped;
		int signal_number = 0;
		int status = attend(&c, &stopped, &signal_number);
		c.noise[c.noise_size] = 0;
		outcome = judge(&c, status, stopped, signal_number);
	}
	for (int which = 0; which < PIPES; ++which)
		if (c.pipes[which].fd >= 0)
			close(c.pipes[which].fd);
	return outcome;
}

platform_outcome platform_isolate(const platform_job *job)
{
	return job->apart ? run_apart(job) : run_here(job);
}
#endif
