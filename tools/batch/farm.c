// SPDX-License-Identifier: MIT
#include "farm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Holds the name of the arrays of a batch, while it runs.
#define FARM_FILE "farm-name"
/// Milliseconds between two looks for results.
#define LOOK_MS 200
/// Looks between two questions to Slurm: each costs its controller some work.
#define LOOKS_PER_QUESTION 10
/// Questions in a row that may stay without an answer: a controller may be started again.
#define SILENT_MOST 60
/// Ends of tasks in the middle of a cook, after which the cook counts as failed.
#define LOST_MOST 3
/// Submissions in a row of which no cook begins.
#define IDLE_MOST 3

/// Takes a job's result: what the cook printed, and its exit code in the last line.
static void take_result(farm *f, uint32_t ticket, const char *path)
{
	batch *b = f->b;
	batch_job *job = &b->jobs[f->tickets[ticket].job];
	char line[16384];
	FILE *file = platform_input_open(path, NULL, NULL);
	job->code = -1;
	job->cached = false;
	while (file && fgets(line, sizeof line, file))
	{
		line[strcspn(line, "\n")] = 0;
		batch_take_output(b, job, line);
	}
	if (file)
		fclose(file);
	// A result without its last line met a full disk.
	job->code = job->code < 0 ? TOOL_IO : job->code;
	job->status = job->code == 0 ? BATCH_COOKED : BATCH_FAILED;
	b->failed += job->status == BATCH_FAILED;
	++b->done;
	batch_progress(b, job);
	batch_collect(b, job);
	job->stale = job->stale && job->status == BATCH_COOKED;
	f->waiting -= !job->stale;
}

/// Takes one file of the folder of results. The rename keeps the file as a sign that the cook is done.
static bool visit_result(void *user, const char *name, uint64_t bytes, int64_t changed)
{
	farm *f = user;
	char *end;
	const unsigned long ticket = strtoul(name, &end, 10);
	(void)bytes, (void)changed;
	if (*end || ticket >= f->ticket_count || f->tickets[ticket].done)
		return true;
	char *path = batch_text(f->b, "%s/out/%s", f->folder, name),
		 *moved = batch_text(f->b, "%s/done/%s", f->folder, name);
	f->tickets[ticket].done = true;
	if (path && moved && rename(path, moved) == 0)
	{
		take_result(f, (uint32_t)ticket, moved);
		f->idle = 0;
	}
	free(moved);
	free(path);
	return true;
}

/// Looks for results.
static void look(farm *f)
{
	char *path = batch_text(f->b, "%s/out", f->folder);
	if (path)
		platform_folder_each(path, visit_result, f);
	free(path);
}

/// Takes a line of squeue: the name of the array's first job, and the number of a task that has not ended.
static void take_task(void *user, const char *line)
{
	farm *f = user;
	unsigned long id = 0, index = 0;
	if (sscanf(line, "%lu %lu", &id, &index) != 2)
		return;
	for (size_t i = 0; i < f->task_count; ++i)
		if (f->tasks[i].id == id && f->tasks[i].index == index)
			f->tasks[i].seen = true;
}

/// The ticket whose cook a task began last; the number of tickets if there is none.
static size_t begun_ticket(farm *f, const farm_task *task)
{
	char text[32] = "";
	char *path = batch_text(f->b, "%s/begun/%u.%lu", f->folder, task->submission, task->index);
	FILE *file = path ? platform_input_open(path, NULL, NULL) : NULL;
	const bool read = file && fgets(text, sizeof text, file);
	if (file)
		fclose(file);
	free(path);
	return read ? strtoul(text, NULL, 10) : f->ticket_count;
}

/// Ends a task that Slurm no longer has: what it has not done will be submitted again. A cook that was cut often is the
/// cause itself, as when it crashed, or the task had no more memory or time.
static void end_task(farm *f, farm_task *task)
{
	const size_t begun = begun_ticket(f, task);
	task->ended = true;
	for (size_t i = 0; i < f->ticket_count; ++i)
	{
		farm_ticket *ticket = &f->tickets[i];
		batch_job *job = &f->b->jobs[ticket->job];
		if (ticket->done || ticket->task != (size_t)(task - f->tasks))
			continue;
		ticket->done = true;
		job->lost += i == begun;
		f->idle = i == begun ? 0 : f->idle;
		if (job->lost < LOST_MOST)
		{
			job->stale = true;
			continue;
		}
		tool_message(job->art, "error", "farm-lost", "Slurm ended %d tasks during this cook", LOST_MOST);
		batch_count_code(&f->b->codes, "farm-lost", 9, 1);
		job->status = BATCH_FAILED;
		job->code = TOOL_REFUSED;
		job->stale = false;
		++f->b->failed;
		--f->waiting;
	}
}

/// Asks Slurm which tasks there are. False when it has not answered for too long.
static bool question(farm *f)
{
	bool open = false;
	for (size_t i = 0; i < f->task_count; ++i)
	{
		f->tasks[i].seen = false;
		open = open || !f->tasks[i].ended;
	}
	if (!open)
		return true;
	char *command = batch_text(f->b, "exec squeue -h -r -n %s -o '%%F %%K' 2>/dev/null", f->name);
	const int code = command ? platform_shell(command, take_task, f) : -1;
	free(command);
	if (code != 0)
		return ++f->silent < SILENT_MOST;
	f->silent = 0;
	// What ended just now has left its results before.
	look(f);
	for (size_t i = 0; i < f->task_count; ++i)
		if (!f->tasks[i].ended && !f->tasks[i].seen)
			end_task(f, &f->tasks[i]);
	return true;
}

/// Submits what is stale and in no task.
static int submit_rest(farm *f)
{
	size_t count = 0;
	for (size_t i = 0; i < f->b->count; ++i)
		count += f->b->jobs[i].stale;
	if (count == 0)
		return TOOL_DONE;
	if (++f->idle > IDLE_MOST)
	{
		tool_message(BATCH_NAME, "error", "farm-lost", "Slurm ended %d arrays before they began", IDLE_MOST);
		return TOOL_IO;
	}
	return farm_submit(f);
}

static int wait_for_all(farm *f)
{
	int status = submit_rest(f);
	for (uint32_t i = 1; status == TOOL_DONE && f->waiting > 0 && !platform_interrupted(); ++i)
	{
		platform_sleep(LOOK_MS);
		look(f);
		if (i % LOOKS_PER_QUESTION != 0)
			continue;
		if (!question(f))
		{
			tool_message(BATCH_NAME, "error", "io", "Slurm does not answer: squeue fails");
			return TOOL_IO;
		}
		status = submit_rest(f);
	}
	return status;
}

static void drop_line(void *user, const char *line)
{
	(void)user, (void)line;
}

/// Cancels what is left of this batch or of one that was killed, and waits for its end.
static void cancel(farm *f, const char *name)
{
	char *command = batch_text(f->b, "scancel -n %s 2>/dev/null", name);
	if (command)
		platform_shell(command, drop_line, f);
	free(command);
}

void batch_cancel_farm(batch *b)
{
	char name[FARM_NAME] = "";
	farm f = {.b = b};
	char *path = batch_text(b, "%s/" FARM_FILE, b->state);
	FILE *file = path ? platform_input_open(path, NULL, NULL) : NULL;
	const bool read = file && fgets(name, sizeof name, file);
	if (file)
		fclose(file);
	if (read && strspn(name, "abcdefghijklmnopqrstuvwxyz-0123456789") == strlen(name))
		cancel(&f, name);
	if (file)
		platform_file_remove(path);
	free(path);
}

/// Writes the name of this batch's tasks for the next one.
static bool leave_name(const farm *f, const char *path)
{
	FILE *file = fopen(path, "w");
	const bool good = file && fputs(f->name, file) >= 0;
	return file && fclose(file) == 0 && good;
}

static int worst_code(const batch *b)
{
	int worst = TOOL_DONE;
	for (size_t i = 0; i < b->count; ++i)
		worst = b->jobs[i].status == BATCH_FAILED && b->jobs[i].code > worst ? b->jobs[i].code : worst;
	return worst;
}

static int run(farm *f)
{
	char *path = batch_text(f->b, "%s/" FARM_FILE, f->b->state);
	int status = path && farm_folders(f) && leave_name(f, path) ? wait_for_all(f) : TOOL_IO;
	batch_progress_hide(f->b);
	cancel(f, f->name);
	if (path)
		platform_file_remove(path);
	free(path);
	farm_clear(f);
	const int worst = worst_code(f->b);
	return worst > status ? worst : status;
}

int batch_run_slurm(batch *b)
{
	farm f = {.b = b, .waiting = b->stale_count};
	if (b->stale_count == 0)
		return TOOL_DONE;
	b->total = b->stale_count;
	platform_file_touch(b->lock.path);
	const uint64_t stamp = platform_file_stamp(b->lock.path, &b->round_start);
	snprintf(f.name, sizeof f.name, "kiln-%" PRIx64, stamp);
	f.folder = batch_text(b, "%s/farm/%s", b->state, f.name);
	const int status = f.folder ? run(&f) : TOOL_INTERNAL;
	free(f.tasks);
	free(f.tickets);
	free(f.folder);
	return status;
}
