// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TASKS_H
#define KILN_COOKER_TASKS_H

#include "kilncook.h"

/// Steps of a cook that do not depend on each other.

/// The most tasks of one call.
#define COOK_TASKS_MAX 8

typedef struct cook_task
{
	kilncook_status (*run)(const kilncook_context *context, void *work);
	void *work;				///< tasks may share it where none writes what another reads or writes
	kilncook_status status; ///< set by cook_tasks_run; of a task that did not run, KILNCOOK_OK
} cook_task;

/// Runs tasks: with one thread, one after the other until one fails; with more, on threads of their own. Returns the status of
/// the first task that failed.
///
/// A task's context has the allocator and the log of `context`, whose callbacks only the caller's thread makes, and no progress.
/// The log gets the same messages in the same order for any number of threads: those of the tasks up to the first that failed,
/// one task after the other. KILNCOOK_INTERNAL also where memory runs out for messages.
kilncook_status cook_tasks_run(const kilncook_context *context, uint32_t threads, cook_task *tasks, uint32_t count);

#endif
