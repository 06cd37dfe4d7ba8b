// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#if defined(__linux__)
#define _GNU_SOURCE
#include <sched.h>
#else
#define _XOPEN_SOURCE 700
#endif
#include "threads.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

/// Numbered calls that several threads make.
typedef struct calls
{
	void (*task)(void *user, uint32_t i);
	void *user;
	uint32_t count;
	atomic_uint_least32_t next;
} calls;

uint32_t platform_processors(void)
{
	long count = 0;
#if defined(__linux__)
	cpu_set_t allowed;
	if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
		count = CPU_COUNT(&allowed);
#elif defined(_SC_NPROCESSORS_ONLN)
	count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
	return count > 1 ? (uint32_t)count : 1;
}

static pthread_mutex_t library_mutex = PTHREAD_MUTEX_INITIALIZER;

void platform_library_lock(void)
{
	pthread_mutex_lock(&library_mutex);
}

void platform_library_unlock(void)
{
	pthread_mutex_unlock(&library_mutex);
}

static void make_calls(void *user)
{
	calls *all = user;
	// At most count + threads numbers are used, which is far from overflow.
	for (;;)
	{
		uint32_t i = (uint32_t)atomic_fetch_add(&all->next, 1);
		if (i >= all->count)
			return;
		all->task(all->user, i);
	}
}

void platform_parallel(uint32_t threads, uint32_t count, void (*task)(void *user, uint32_t i), void *user)
{
	calls all = {.task = task, .user = user, .count = count};
	thread_set helpers;
	uint32_t wanted = threads < count ? threads : count;
	threads_start(&helpers, wanted ? wanted - 1 : 0, make_calls, &all);
	make_calls(&all);
	threads_join(&helpers);
}

static void *run_thread(void *user)
{
	const thread_set *set = user;
	set->run(set->user);
	return NULL;
}

void threads_start(thread_set *set, uint32_t wanted, void (*run)(void *user), void *user)
{
	pthread_attr_t attributes;
	sigset_t every, before;
	*set = (thread_set){.run = run, .user = user};
	if (pthread_attr_init(&attributes) != 0)
		return;
	pthread_attr_setstacksize(&attributes, THREADS_STACK);
	// Only the calling thread receives signals.
	sigfillset(&every);
	pthread_sigmask(SIG_BLOCK, &every, &before);
	while (set->count < wanted && set->count < THREADS_MAX &&
		   pthread_create(&set->handles[set->count], &attributes, run_thread, set) == 0)
		++set->count;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
}

void threads_join(thread_set *set)
{
	while (set->count > 0)
		pthread_join(set->handles[--set->count], NULL);
}

#else
typedef int platform_threads_posix_is_empty;
#endif
