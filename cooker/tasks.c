// SPDX-License-Identifier: MIT
#include "tasks.h"

#include "memory.h"
#include "platform/platform.h"

#include <string.h>

/// A message that waits for the end of all tasks: `where`, `code` and `text` follow, each with its NUL.
typedef struct held_message
{
	struct held_message *next;
	size_t size; ///< of the whole block
	kilncook_severity severity;
} held_message;

/// A task on its way.
typedef struct worker
{
	const kilncook_context *outer;
	platform_desk *desk;
	cook_held *held;
} worker;

typedef struct run
{
	const kilncook_context *context;
	cook_task *tasks;
} run;

typedef struct resize_call
{
	const kilncook_allocator *allocator;
	void *block;
	size_t old_size, new_size;
} resize_call;

static void make_resize(void *argument)
{
	resize_call *call = argument;
	call->block = call->allocator->resize(call->allocator->user, call->block, call->old_size, call->new_size);
}

static void *resize_at_desk(void *user, void *block, size_t old_size, size_t new_size)
{
	worker *w = user;
	resize_call call = {&w->outer->allocator, block, old_size, new_size};
	platform_ask(w->desk, make_resize, &call);
	return call.block;
}

typedef struct message_call
{
	worker *worker;
	kilncook_severity severity;
	const char *where, *code, *text;
} message_call;

static void hold_message(void *argument)
{
	const message_call *call = argument;
	worker *w = call->worker;
	const size_t where = strlen(call->where) + 1, code = strlen(call->code) + 1, text = strlen(call->text) + 1;
	const size_t size = sizeof(held_message) + where + code + text;
	held_message *held = cook_alloc(w->outer, size, 1);
	if (!held)
	{
		w->held->failed = true;
		return;
	}
	*held = (held_message){.size = size, .severity = call->severity};
	char *words = (char *)(held + 1);
	memcpy(words, call->where, where);
	memcpy(words + where, call->code, code);
	memcpy(words + where + code, call->text, text);
	*(w->held->first ? &w->held->last->next : &w->held->first) = held;
	w->held->last = held;
}

static void message_at_desk(
	void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	worker *w = user;
	message_call call = {w, severity, where, code, text};
	platform_ask(w->desk, hold_message, &call);
}

static void run_task(void *user, uint32_t i, platform_desk *desk)
{
	const run *all = user;
	cook_task *task = &all->tasks[i];
	worker w = {all->context, desk, &task->held};
	kilncook_context context = {.allocator = {0}};
	// Without an allocator, blocks are malloc's, which any thread may call.
	if (w.outer->allocator.resize)
		context.allocator = (kilncook_allocator){resize_at_desk, &w};
	if (w.outer->log.message)
		context.log = (kilncook_log){message_at_desk, &w};
	task->status = task->run(&context, task->work);
}

kilncook_status cook_task_end(const kilncook_context *context, cook_task *task, bool pass)
{
	const kilncook_status unheard = task->held.failed ? KILNCOOK_INTERNAL : KILNCOOK_OK;
	while (task->held.first)
	{
		held_message *held = task->held.first;
		const char *where = (const char *)(held + 1), *code = where + strlen(where) + 1;
		if (pass)
			context->log.message(context->log.user, held->severity, where, code, code + strlen(code) + 1);
		task->held.first = held->next;
		cook_free(context, held, held->size, 1);
	}
	task->held = (cook_held){NULL, NULL, false};
	return task->status != KILNCOOK_OK ? task->status : unheard;
}

static kilncook_status run_in_turn(const kilncook_context *context, cook_task *tasks, uint32_t count)
{
	const kilncook_context quiet = {.allocator = context->allocator, .log = context->log};
	for (uint32_t i = 0; i < count; ++i)
	{
		tasks[i].status = tasks[i].run(&quiet, tasks[i].work);
		if (tasks[i].status != KILNCOOK_OK)
			return tasks[i].status;
	}
	return KILNCOOK_OK;
}

void cook_tasks_make(const kilncook_context *context, uint32_t threads, cook_task *tasks, uint32_t count)
{
	run all = {context, tasks};
	for (uint32_t i = 0; i < count; ++i)
		tasks[i].held = (cook_held){NULL, NULL, false};
	platform_together(threads, count, run_task, &all);
}

kilncook_status cook_tasks_run(const kilncook_context *context, uint32_t threads, cook_task *tasks, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		tasks[i].status = KILNCOOK_OK;
	if (threads < 2 || count < 2)
		return run_in_turn(context, tasks, count);
	cook_tasks_make(context, threads, tasks, count);
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t i = 0; i < count; ++i)
	{
		const kilncook_status ended = cook_task_end(context, &tasks[i], status == KILNCOOK_OK);
		status = status == KILNCOOK_OK ? ended : status;
	}
	return status;
}
