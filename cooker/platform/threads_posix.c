// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#if defined(__linux__)
#define _GNU_SOURCE
#include <sched.h>
#else
#define _XOPEN_SOURCE 700
#endif
#include "platform.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

enum
{
	HELPERS_MAX = 63,
	/// Bytes of a thread's stack: a task may be a whole stage, and some systems give new threads 128 KB.
	STACK_SIZE = 8 << 20,
};

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

static void *make_calls(void *user)
{
	calls *all = user;
	// At most count + threads numbers are used, which is far from overflow.
	for (;;)
	{
		uint32_t i = (uint32_t)atomic_fetch_add(&all->next, 1);
		if (i >= all->count)
			return NULL;
		all->task(all->user, i);
	}
}

void platform_parallel(uint32_t threads, uint32_t count, void (*task)(void *user, uint32_t i), void *user)
{
	calls all = {.task = task, .user = user, .count = count};
	pthread_t helpers[HELPERS_MAX];
	uint32_t wanted = threads < count ? threads : count, started = 0;
	sigset_t every, before;
	// Only the calling thread receives signals.
	sigfillset(&every);
	pthread_sigmask(SIG_BLOCK, &every, &before);
	while (
		started + 1 < wanted && started < HELPERS_MAX && pthread_create(&helpers[started], NULL, make_calls, &all) == 0)
		++started;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	make_calls(&all);
	while (started > 0)
		pthread_join(helpers[--started], NULL);
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
	pthread_mutex_t mutex;
	pthread_cond_t brought;	 ///< a call was asked for, or a thread has ended
	pthread_cond_t answered; ///< a call was made
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
	pthread_mutex_lock(&desk->mutex);
	// Of several that wait, any may be first.
	own.next = desk->first;
	desk->first = &own;
	pthread_cond_signal(&desk->brought);
	while (!own.done)
		pthread_cond_wait(&desk->answered, &desk->mutex);
	pthread_mutex_unlock(&desk->mutex);
}

static void *do_tasks(void *user)
{
	platform_desk *desk = user;
	pthread_mutex_lock(&desk->mutex);
	while (desk->next < desk->count)
	{
		const uint32_t i = desk->next++;
		pthread_mutex_unlock(&desk->mutex);
		desk->task(desk->user, i, desk);
		pthread_mutex_lock(&desk->mutex);
	}
	--desk->running;
	pthread_cond_signal(&desk->brought);
	pthread_mutex_unlock(&desk->mutex);
	return NULL;
}

/// Makes calls until all threads have ended.
static void serve(platform_desk *desk)
{
	pthread_mutex_lock(&desk->mutex);
	while (desk->running || desk->first)
	{
		asked *one = desk->first;
		if (!one)
		{
			pthread_cond_wait(&desk->brought, &desk->mutex);
			continue;
		}
		desk->first = one->next;
		pthread_mutex_unlock(&desk->mutex);
		one->call(one->argument);
		pthread_mutex_lock(&desk->mutex);
		one->done = true;
		pthread_cond_broadcast(&desk->answered);
	}
	pthread_mutex_unlock(&desk->mutex);
}

/// Starts threads that block every signal. Returns their number.
static uint32_t start(platform_desk *desk, uint32_t wanted, pthread_t *threads)
{
	pthread_attr_t attributes;
	sigset_t every, before;
	uint32_t started = 0;
	if (pthread_attr_init(&attributes) != 0)
		return 0;
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	sigfillset(&every);
	pthread_sigmask(SIG_BLOCK, &every, &before);
	pthread_mutex_lock(&desk->mutex);
	while (started < wanted && pthread_create(&threads[started], &attributes, do_tasks, desk) == 0)
		++started;
	desk->running = started;
	pthread_mutex_unlock(&desk->mutex);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return started;
}

void platform_together(
	uint32_t threads, uint32_t count, void (*task)(void *user, uint32_t i, platform_desk *desk), void *user)
{
	platform_desk desk = {.mutex = PTHREAD_MUTEX_INITIALIZER,
		.brought = PTHREAD_COND_INITIALIZER,
		.answered = PTHREAD_COND_INITIALIZER,
		.count = count,
		.task = task,
		.user = user};
	pthread_t helpers[HELPERS_MAX];
	uint32_t wanted = threads < count ? threads : count;
	uint32_t started = start(&desk, wanted < HELPERS_MAX ? wanted : HELPERS_MAX, helpers);
	for (uint32_t i = 0; i < count && started == 0; ++i)
		task(user, i, NULL);
	if (started)
		serve(&desk);
	while (started > 0)
		pthread_join(helpers[--started], NULL);
	pthread_cond_destroy(&desk.brought);
	pthread_cond_destroy(&desk.answered);
	pthread_mutex_destroy(&desk.mutex);
}

#else
typedef int platform_threads_posix_is_empty;
#endif
