// SPDX-License-Identifier: MIT
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include "platform.h"

#include <windows.h>

#include <signal.h>

// Windows has no fork: work always runs in this process. The time limit is checked between the steps of a cook, and a
// job object sets the memory limit; a crash ends the program and leaves a temporary file.

struct platform_channel
{
	const platform_job *job;
	double end; ///< end of the time, or 0
	bool rejected;
};

/// The console's handler runs on its own thread and can use only this variable.
static volatile LONG interrupt_waits;

static BOOL WINAPI hold_interrupt(DWORD event)
{
	if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT && event != CTRL_CLOSE_EVENT)
		return FALSE;
	InterlockedExchange(&interrupt_waits, SIGINT);
	return TRUE;
}

bool platform_reader_is_gone(void)
{
	return false;
}

void platform_interrupts_hold(void)
{
	SetConsoleCtrlHandler(hold_interrupt, TRUE);
}

int platform_interrupted(void)
{
	return (int)InterlockedCompareExchange(&interrupt_waits, 0, 0);
}

void platform_interrupts_take(int signal_number)
{
	InterlockedExchange(&interrupt_waits, signal_number);
}

void platform_interrupts_release(void)
{
	SetConsoleCtrlHandler(hold_interrupt, FALSE);
	// The exit code with which the system ends a process after Ctrl-C.
	if (platform_interrupted())
		ExitProcess(0xc000013au);
}

void platform_channel_send(platform_channel *channel, const char *line)
{
	channel->job->line(channel->job->user, line);
}

void platform_channel_data(platform_channel *channel, const void *bytes, size_t size)
{
	if (channel->job->data && !channel->rejected)
		channel->rejected = !channel->job->data(channel->job->user, bytes, size);
}

bool platform_can_isolate(void)
{
	return false;
}

uint64_t platform_memory_grant(uint64_t bytes)
{
	(void)bytes;
	return 0;
}

uint64_t platform_address_space(void)
{
	return 0;
}

bool platform_channel_stop(const platform_channel *channel)
{
	return platform_interrupted() != 0 || (channel->end > 0 && platform_seconds() > channel->end);
}

/// Limits the further allocations of this process.
static void limit_memory(uint64_t bytes)
{
	JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
	HANDLE job = CreateJobObjectA(NULL, NULL);
	if (!job)
		return;
	limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_MEMORY;
	limits.ProcessMemoryLimit = bytes > SIZE_MAX ? SIZE_MAX : (SIZE_T)bytes;
	if (SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits))
		AssignProcessToJobObject(job, GetCurrentProcess());
	CloseHandle(job);
}

platform_outcome platform_isolate(const platform_job *job)
{
	platform_channel channel = {
		.job = job, .end = job->limits.seconds > 0 ? platform_seconds() + job->limits.seconds : 0};
	if (job->apart && job->limits.memory)
		limit_memory(job->limits.memory);
	int code = job->work(job->user, &channel);
	if (platform_interrupted())
		return (platform_outcome){PLATFORM_END_INTERRUPTED, platform_interrupted()};
	if (channel.end > 0 && platform_seconds() > channel.end)
		return (platform_outcome){PLATFORM_END_TIME, 0};
	if (channel.rejected)
		return (platform_outcome){PLATFORM_END_REJECTED, 0};
	return (platform_outcome){PLATFORM_END_DONE, code};
}
#else
typedef int platform_process_windows_is_empty;
#endif
