// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TASKS_H
#define KILN_COOKER_TASKS_H

#include "kilncook.h"

/// Steps of a cook that do not depend on each other.

/// Messages of a task that wait for their place in the log.
typedef struct cook_held
{
	struct held_message *first, *last;
	bool failed; ///< memory ran out for a message
} cook_held;

typedef struct cook_task
{
	kilncook_status (*run)(const kilncook_context *context, void *work);
	void *work;				///< tasks may share it where none writes what another reads or writes
	kilncook_status status; ///< set by the call; of a task that did not run, KILNCOOK_OK
	cook_held held;			///< set by cook_tasks_make
} cook_task;

/// Runs tasks: with one thread, one after the other until one fails; with more, on threads of their own. Returns the status of
/// the first task that failed.
///
/// A task's context has the allocator and the log of `context`, whose callbacks only the caller's thread makes, and no progress.
/// The log gets the same messages in the same order for any number of threads: those of the tasks up to the first that failed,
/// one task after the other. KILNCOOK_INTERNAL also where memory runs out for messages.
kilncook_status cook_tasks_run(const kilncook_context *context, uint32_t threads, cook_task *tasks, uint32_t count);

/// Runs all tasks as cook_tasks_run does, but holds their messages until cook_task_end. Tasks run also after one has failed.
void cook_tasks_make(const kilncook_context *context, uint32_t threads, cook_task *tasks, uint32_t count);

/// Passes the held messages of a task to the log, or drops them. Returns the status of the task; KILNCOOK_INTERNAL also where memory
/// ran out for messages.
kilncook_status cook_task_end(const kilncook_context *context, cook_task *task, bool pass);

#endif
