// SPDX-License-Identifier: MIT
#if defined(_WIN32)
#include "threads.h"

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

static void make_calls(void *user)
{
	calls *all = user;
	for (;;)
	{
		LONG i = InterlockedIncrement(&all->next) - 1;
		if (i >= all->count)
			return;
		all->task(all->user, (uint32_t)i);
	}
}

void platform_parallel(uint32_t threads, uint32_t count, void (*task)(void *user, uint32_t i), void *user)
{
	calls all = {task, user, (LONG)count, 0};
	thread_set helpers;
	uint32_t wanted = threads < count ? threads : count;
	threads_start(&helpers, wanted ? wanted - 1 : 0, make_calls, &all);
	make_calls(&all);
	threads_join(&helpers);
}

static DWORD WINAPI run_thread(void *user)
{
	const thread_set *set = user;
	set->run(set->user);
	return 0;
}

void threads_start(thread_set *set, uint32_t wanted, void (*run)(void *user), void *user)
{
	*set = (thread_set){.run = run, .user = user};
	while (set->count < wanted && set->count < THREADS_MAX)
	{
		HANDLE handle = CreateThread(NULL, THREADS_STACK, run_thread, set, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
		if (!handle)
			return;
		set->handles[set->count++] = handle;
	}
}

void threads_join(thread_set *set)
{
	while (set->count > 0)
	{
		WaitForSingleObject(set->handles[--set->count], INFINITE);
		CloseHandle(set->handles[set->count]);
	}
}

#else
typedef int platform_threads_windows_is_empty;
#endif
