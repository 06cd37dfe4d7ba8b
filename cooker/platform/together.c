// SPDX-License-Identifier: MIT
#include "threads.h"

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
	thread_lock lock;
	thread_signal brought;	///< a call was asked for, or a thread has ended
	thread_signal answered; ///< a call was made
	asked *first;
	uint32_t next, count, ended;
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
	thread_acquire(&desk->lock);
	// Of several that wait, any may be first.
	own.next = desk->first;
	desk->first = &own;
	thread_wake_all(&desk->brought);
	while (!own.done)
		thread_wait(&desk->answered, &desk->lock);
	thread_release(&desk->lock);
}

static void do_tasks(void *user)
{
	platform_desk *desk = user;
	thread_acquire(&desk->lock);
	while (desk->next < desk->count)
	{
		const uint32_t i = desk->next++;
		thread_release(&desk->lock);
		desk->task(desk->user, i, desk);
		thread_acquire(&desk->lock);
	}
	++desk->ended;
	thread_wake_all(&desk->brought);
	thread_release(&desk->lock);
}

/// Makes calls until all threads have ended.
static void serve(platform_desk *desk, uint32_t threads)
{
	thread_acquire(&desk->lock);
	while (desk->ended < threads || desk->first)
	{
		asked *one = desk->first;
		if (!one)
		{
			thread_wait(&desk->brought, &desk->lock);
			continue;
		}
		desk->first = one->next;
		thread_release(&desk->lock);
		one->call(one->argument);
		thread_acquire(&desk->lock);
		one->done = true;
		thread_wake_all(&desk->answered);
	}
	thread_release(&desk->lock);
}

void platform_together(
	uint32_t threads, uint32_t count, void (*task)(void *user, uint32_t i, platform_desk *desk), void *user)
{
	platform_desk desk = {.lock = THREAD_LOCK_BEGIN,
		.brought = THREAD_SIGNAL_BEGIN,
		.answered = THREAD_SIGNAL_BEGIN,
		.count = count,
		.task = task,
		.user = user};
	thread_set helpers;
	threads_start(&helpers, threads < count ? threads : count, do_tasks, &desk);
	for (uint32_t i = 0; i < count && helpers.count == 0; ++i)
		task(user, i, NULL);
	serve(&desk, helpers.count);
	threads_join(&helpers);
	thread_signal_end(&desk.brought);
	thread_signal_end(&desk.answered);
	thread_lock_end(&desk.lock);
}
