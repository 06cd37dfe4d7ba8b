// SPDX-License-Identifier: MIT
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include "platform.h"

#include <windows.h>

enum
{
	HELPERS_MAX = 63,
	/// Bytes of a thread's stack: a task may be a whole stage.
	STACK_SIZE = 8 << 20,
};

/// Numbered calls that several threads make.
typedef struct calls
{
	void (*task)(void *user, uint32_t i);
	void *user;
	LONG count;
	volatile LONG next;
} calls;

uint32_t platform_processors(void)
{
	SYSTEM_INFO info;
	GetSystemInfo(&info);
	return info.dwNumberOfProcessors > 1 ? info.dwNumberOfProcessors : 1;
}

static SRWLOCK library_lock = SRWLOCK_INIT;

void platform_library_lock(void)
{
	AcquireSRWLockExclusive(&library_lock);
}

void platform_library_unlock(void)
{
	ReleaseSRWLockExclusive(&library_lock);
}

static DWORD WINAPI make_calls(void *user)
{
	calls *all = user;
	for (;;)
	{
		LONG i = InterlockedIncrement(&all->next) - 1;
		if (i >= all->count)
			return 0;
		all->task(all->user, (uint32_t)i);
	}
}

void platform_parallel(uint32_t threads, uint32_t count, void (*task)(void *user, uint32_t i), void *user)
{
	calls all = {task, user, (LONG)count, 0};
	HANDLE helpers[HELPERS_MAX];
	uint32_t wanted = threads < count ? threads : count, started = 0;
	while (started + 1 < wanted && started < HELPERS_MAX)
	{
		HANDLE helper = CreateThread(NULL, 0, make_calls, &all, 0, NULL);
		if (!helper)
			break;
		helpers[started++] = helper;
	}
	make_calls(&all);
	while (started > 0)
	{
		WaitForSingleObject(helpers[--started], INFINITE);
		CloseHandle(helpers[started]);
	}
}

/// A call that waits for the caller's thread.
typedef struct asked
{
	void (*call)(void *argument);
	void *argument;
	bool done;
	struct asked *next;
} asked;

struct platform_desk
{
	SRWLOCK lock;
	CONDITION_VARIABLE brought;	 ///< a call was asked for, or a thread has ended
	CONDITION_VARIABLE answered; ///< a call was made
	asked *first;
	uint32_t running; ///< threads
	uint32_t next, count;
	void (*task)(void *user, uint32_t i, platform_desk *desk);
	void *user;
};

void platform_ask(platform_desk *desk, void (*call)(void *argument), void *argument)
{
	if (!desk)
	{
		call(argument);
		return;
	}
	asked own = {.call = call, .argument = argument};
	AcquireSRWLockExclusive(&desk->lock);
	// Of several that wait, any may be first.
	own.next = desk->first;
	desk->first = &own;
	WakeConditionVariable(&desk->brought);
	while (!own.done)
		SleepConditionVariableSRW(&desk->answered, &desk->lock, INFINITE, 0);
	ReleaseSRWLockExclusive(&desk->lock);
}

static DWORD WINAPI do_tasks(void *user)
{
	platform_desk *desk = user;
	AcquireSRWLockExclusive(&desk->lock);
	while (desk->next < desk->count)
	{
		const uint32_t i = desk->next++;
		ReleaseSRWLockExclusive(&desk->lock);
		desk->task(desk->user, i, desk);
		AcquireSRWLockExclusive(&desk->lock);
	}
	--desk->running;
	WakeConditionVariable(&desk->brought);
	ReleaseSRWLockExclusive(&desk->lock);
	return 0;
}

/// Makes calls until all threads have ended.
static void serve(platform_desk *desk)
{
	AcquireSRWLockExclusive(&desk->lock);
	while (desk->running || desk->first)
	{
		asked *one = desk->first;
		if (!one)
		{
			SleepConditionVariableSRW(&desk->brought, &desk->lock, INFINITE, 0);
			continue;
		}
		desk->first = one->next;
		ReleaseSRWLockExclusive(&desk->lock);
		one->call(one->argument);
		AcquireSRWLockExclusive(&desk->lock);
		one->done = true;
		WakeAllConditionVariable(&desk->answered);
	}
	ReleaseSRWLockExclusive(&desk->lock);
}

void platform_together(
	uint32_t threads, uint32_t count, void (*task)(void *user, uint32_t i, platform_desk *desk), void *user)
{
	platform_desk desk = {.lock = SRWLOCK_INIT,
		.brought = CONDITION_VARIABLE_INIT,
		.answered = CONDITION_VARIABLE_INIT,
		.count = count,
		.task = task,
		.user = user};
	HANDLE helpers[HELPERS_MAX];
	uint32_t wanted = threads < count ? threads : count, started = 0;
	AcquireSRWLockExclusive(&desk.lock);
	while (started < wanted && started < HELPERS_MAX)
	{
		HANDLE helper = CreateThread(NULL, STACK_SIZE, do_tasks, &desk, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
		if (!helper)
			break;
		helpers[started++] = helper;
	}
	desk.running = started;
	ReleaseSRWLockExclusive(&desk.lock);
	for (uint32_t i = 0; i < count && started == 0; ++i)
		task(user, i, NULL);
	if (started)
		serve(&desk);
	while (started > 0)
	{
		WaitForSingleObject(helpers[--started], INFINITE);
		CloseHandle(helpers[started]);
	}
}

#else
typedef int platform_threads_windows_is_empty;
#endif
