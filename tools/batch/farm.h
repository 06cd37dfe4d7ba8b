// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_BATCH_FARM_H
#define KILN_TOOLS_BATCH_FARM_H

#include "batch.h"

#define FARM_NAME 32

/// One cook in one task. Its number names its files, so that a second task for the same asset has other ones.
typedef struct farm_ticket
{
	size_t job;
	size_t task;
	bool done; ///< or given up with its task
} farm_ticket;

/// A task of a job array: a list of cooks, one behind the other.
typedef struct farm_task
{
	unsigned submission;
	unsigned long id;	 ///< of the array, by Slurm
	unsigned long index; ///< in the array
	bool seen;			 ///< Slurm has it
	bool ended;
} farm_task;

typedef struct farm
{
	batch *b;
	char name[FARM_NAME]; ///< of all arrays of this batch
	char *folder;
	farm_ticket *tickets;
	size_t ticket_count;
	farm_task *tasks;
	size_t task_count;
	size_t waiting; ///< jobs without a result
	unsigned submissions;
	unsigned idle; ///< submissions in a row of which no cook has begun
	unsigned silent;
} farm;

/// Makes empty folders for the files of tasks. False with a message.
bool farm_folders(farm *f);

/// Removes them.
void farm_clear(farm *f);

/// Submits an array with all stale jobs, in tasks of about equal time; they are not stale then. A tool_exit.
int farm_submit(farm *f);

#endif
