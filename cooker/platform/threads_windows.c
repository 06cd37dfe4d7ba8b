// SPDX-License-Identifier: MIT
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include "platform.h"

#include <windows.h>

enum
{
	HELPERS_MAX = 63,
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

#else
typedef int platform_threads_windows_is_empty;
#endif
