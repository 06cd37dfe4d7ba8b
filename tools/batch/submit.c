// SPDX-License-Identifier: MIT
#include "farm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Tasks for each processor of the farm: many enough that an end of unequal tasks is short.
#define TASKS_PER_PROCESSOR 4
/// Most tasks of an array: Slurm's own limit, unless its owner sets another.
#define TASKS_MOST 1000
#define PROCESSORS_ASSUMED 16

/// The folders below that of the farm.
static const char *const folders[] = {"out", "done", "begun", "task"};

/// A stale job and the time that it probably takes.
typedef struct load
{
	size_t job;
	double ms;
} load;

static void drop_line(void *user, const char *line)
{
	(void)user, (void)line;
}

void farm_clear(farm *f)
{
	// The folders of killed batches, too.
	char *path = batch_text(f->b, "%s/farm", f->b->state), *word = path ? platform_shell_word(path) : NULL;
	char *command = word ? batch_text(f->b, "exec rm -rf %s", word) : NULL;
	if (command)
	{
		platform_shell(command, drop_line, f);
	}
	free(command);
	free(word);
	free(path);
}

bool farm_folders(farm *f)
{
	char reason[PLATFORM_REASON] = "";
	farm_clear(f);
	for (size_t i = 0; i < sizeof folders / sizeof folders[0]; ++i)
	{
		char *path = batch_text(f->b, "%s/%s", f->folder, folders[i]);
		const bool made = path && platform_folder_make(path, reason);
		if (path && !made)
		{
			tool_message(path, "error", "io", "cannot be made: %s", reason);
		}
		free(path);
		if (!made)
		{
			return false;
		}
	}
	return true;
}

/// Longest first; equal ones in the order of their assets.
static int by_time(const void *left, const void *right)
{
	const load *a = left, *b = right;
	return a->ms != b->ms ? (a->ms > b->ms ? -1 : 1) : (a->job > b->job) - (a->job < b->job);
}

/// Lists the stale jobs with the times of their last cooks; others take the time of as many bytes of other art.
static load *list_loads(const batch *b, size_t *count)
{
	load *loads = malloc((b->count + 1) * sizeof *loads);
	double ms = 0, bytes = 0;
	*count = 0;
	for (size_t i = 0; i < b->count && loads; ++i)
	{
		const batch_job *job = &b->jobs[i];
		uint64_t size = 0;
		if (platform_file_kind(job->art, &size, NULL) != PLATFORM_REGULAR)
		{
			size = 0;
		}
		ms += job->last_ms > 0 ? job->last_ms : 0;
		bytes += job->last_ms > 0 ? (double)size : 0;
		if (job->stale)
		{
			loads[(*count)++] = (load){i, job->last_ms > 0 ? job->last_ms : -1 - (double)size};
		}
	}
	for (size_t i = 0; i < *count; ++i)
	{
		if (loads[i].ms < 0)
		{
			loads[i].ms = (-1 - loads[i].ms) * (bytes > 0 ? ms / bytes : 1e-4) + 5;
		}
	}
	if (*count > 0)
	{
		qsort(loads, *count, sizeof *loads, by_time);
	}
	return loads;
}

static void add_processors(void *user, const char *line)
{
	unsigned long total = 0;
	if (sscanf(line, "%*u/%*u/%*u/%lu", &total) == 1)
	{
		*(unsigned long *)user += total;
	}
}

/// How many tasks there should be.
static size_t count_tasks(const batch *b, size_t jobs)
{
	unsigned long processors = 0;
	if (platform_shell("exec sinfo -h -o %C 2>/dev/null", add_processors, &processors) != 0 || processors == 0)
	{
		processors = PROCESSORS_ASSUMED;
	}
	if (b->threads && strtoul(b->threads, NULL, 10) < processors)
	{
		processors = strtoul(b->threads, NULL, 10);
	}
	size_t tasks = processors * TASKS_PER_PROCESSOR;
	tasks = tasks < jobs ? tasks : jobs;
	return tasks < TASKS_MOST ? tasks : TASKS_MOST;
}

/// Writes a word of the shell.
static void put_word(FILE *out, const char *word)
{
	char *quoted = platform_shell_word(word);
	fprintf(out, " %s", quoted ? quoted : "");
	free(quoted);
}

/// Writes what each task runs. A result appears by a rename, and stays for a task that Slurm starts again.
static bool write_script(const farm *f, const char *path)
{
	const batch *b = f->b;
	FILE *out = fopen(path, "w");
	if (!out)
	{
		return false;
	}
	fputs("#!/bin/sh\n# Written by " BATCH_NAME ".\nset --", out);
	put_word(out, f->folder);
	fputs(" \"$@\"\nfarm=$1\ntask=$2.$SLURM_ARRAY_TASK_ID\ncook()\n{\n"
		  "\t[ ! -e \"$farm/out/$1\" ] && [ ! -e \"$farm/done/$1\" ] || return 0\n"
		  "\techo \"$1\" >\"$farm/begun/$task\"\n\t",
		out);
	put_word(out, b->cook);
	fputs(" -j 1 -o \"$2\" --report \"$3\"", out);
	if (b->cache)
	{
		fputs(" --cache", out);
		put_word(out, b->cache);
	}
	for (size_t i = 0; i < b->option_count; ++i)
	{
		put_word(out, b->options[i]);
	}
	// A cook that a signal ended has no result: the signal was for the task, and will reach this shell, too.
	fputs(" -- \"$4\" >\"$farm/task/$task.output\" 2>&1\n"
		  "\tcode=$?\n\t[ $code -le 128 ] || exit $code\n"
		  "\techo \"" BATCH_NAME ": exit $code\" >>\"$farm/task/$task.output\"\n"
		  "\tmv \"$farm/task/$task.output\" \"$farm/out/$1\"\n}\n. \"$farm/task/$task\"\n",
		out);
	const bool good = !ferror(out);
	return fclose(out) == 0 && good;
}

/// Writes the cooks of a task, and gives them tickets.
static bool write_task(farm *f, size_t task, const load *loads, const size_t *tasks, size_t count)
{
	char *path = batch_text(f->b, "%s/task/%u.%lu", f->folder, f->submissions, f->tasks[task].index);
	FILE *out = path ? fopen(path, "w") : NULL;
	free(path);
	for (size_t i = 0; i < count && out; ++i)
	{
		batch_job *job = &f->b->jobs[loads[i].job];
		if (tasks[i] != f->tasks[task].index)
		{
			continue;
		}
		batch_make_folders(f->b, job);
		fprintf(out, "cook %zu", f->ticket_count);
		put_word(out, job->asset);
		put_word(out, job->report);
		put_word(out, job->art);
		fputc('\n', out);
		f->tickets[f->ticket_count++] = (farm_ticket){.job = loads[i].job, .task = task};
	}
	const bool good = out && !ferror(out);
	return out && fclose(out) == 0 && good;
}

/// Gives each job to the task with the least time so far, the longest job first (Graham 1969).
static void balance(const load *loads, size_t count, size_t *tasks, size_t task_count, double *sums)
{
	for (size_t i = 0; i < count; ++i)
	{
		size_t least = 0;
		for (size_t k = 1; k < task_count; ++k)
		{
			least = sums[k] < sums[least] ? k : least;
		}
		tasks[i] = least;
		sums[least] += loads[i].ms;
	}
}

static void take_id(void *user, const char *line)
{
	unsigned long id = 0;
	if (sscanf(line, "%lu", &id) == 1)
	{
		*(unsigned long *)user = id;
	}
	else
	{
		tool_message(BATCH_NAME, "error", "farm", "%s", line);
	}
}

/// Hands the array to Slurm; its number, or 0.
static unsigned long call_sbatch(const farm *f, const char *script, size_t task_count)
{
	batch *b = f->b;
	unsigned long id = 0;
	char *word = platform_shell_word(script);
	// What a task has not done is submitted again, balanced with all that is left.
	char *command =
		word ? batch_text(b,
				   "exec sbatch --parsable --no-requeue --ntasks=1 -J %s -o /dev/null -a 0-%zu%s%s %s %s %u 2>&1",
				   f->name, task_count - 1, b->threads ? "%" : "", b->threads ? b->threads : "",
				   b->farm_options ? b->farm_options : "", word, f->submissions)
			 : NULL;
	const int code = command ? platform_shell(command, take_id, &id) : -1;
	free(command);
	free(word);
	return code == 0 ? id : 0;
}

/// Writes and submits the tasks of a list.
static int submit(farm *f, const load *loads, const size_t *tasks, size_t count, size_t task_count)
{
	const size_t first = f->task_count;
	char *script = batch_text(f->b, "%s/task/script", f->folder);
	bool good = script && write_script(f, script);
	for (size_t i = 0; i < task_count && good; ++i)
	{
		f->tasks[f->task_count++] = (farm_task){.submission = f->submissions, .index = i, .ended = true};
		good = write_task(f, first + i, loads, tasks, count);
	}
	const unsigned long id = good ? call_sbatch(f, script, task_count) : 0;
	free(script);
	if (!good)
	{
		tool_message(f->folder, "error", "io", "cannot write the tasks");
	}
	else if (!id)
	{
		tool_message(BATCH_NAME, "error", "io", "sbatch does not take the work");
	}
	for (size_t i = first; i < f->task_count && id; ++i)
	{
		f->tasks[i].id = id;
		f->tasks[i].ended = false;
	}
	for (size_t i = 0; i < count && id; ++i)
	{
		f->b->jobs[loads[i].job].stale = false;
	}
	++f->submissions;
	return id ? TOOL_DONE : TOOL_IO;
}

int farm_submit(farm *f)
{
	size_t count = 0;
	load *loads = list_loads(f->b, &count);
	const size_t task_count = count_tasks(f->b, count);
	size_t *tasks = malloc((count + 1) * sizeof *tasks);
	double *sums = calloc(task_count + 1, sizeof *sums);
	farm_ticket *tickets = realloc(f->tickets, (f->ticket_count + count + 1) * sizeof *tickets);
	f->tickets = tickets ? tickets : f->tickets;
	farm_task *all = realloc(f->tasks, (f->task_count + task_count + 1) * sizeof *all);
	f->tasks = all ? all : f->tasks;
	int status = TOOL_INTERNAL;
	f->b->out_of_memory = f->b->out_of_memory || !loads || !tasks || !sums || !tickets || !all;
	if (!f->b->out_of_memory)
	{
		balance(loads, count, tasks, task_count, sums);
		status = submit(f, loads, tasks, count, task_count);
	}
	free(sums);
	free(tasks);
	free(loads);
	return status;
}
