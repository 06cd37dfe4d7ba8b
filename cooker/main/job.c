// SPDX-License-Identifier: MIT
#include "job.h"

#include "depfile.h"
#include "explain.h"
#include "memory.h"
#include "messages.h"
#include "platform/platform.h"
#include "result.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/// Separates the fields of a line between the processes.
#define FIELD '\x1f'

typedef enum job_output
{
	JOB_BLOB, ///< committed first: a depfile must not exist if the blob is not written
	JOB_REPORT,
	JOB_DEPFILE,
	JOB_OUTPUTS,
} job_output;

/// A cook, as used by both processes.
typedef struct job
{
	const cli_settings *settings;
	platform_output outputs[JOB_OUTPUTS];
	bool wanted[JOB_OUTPUTS];
	bool kept; ///< the asset in place has the bytes of this cook, and stays
	uint64_t memory_limit;

	// for the cooking process
	platform_channel *channel;
	const char *sent_stage;
	uint32_t sent_percent;
	bool out_of_memory;
	bool raised; ///< a warning counts as an error

	// for the waiting process
	cli_messages messages;
	char stage[16];
	char summary[512];
	double begun;
	bool shows_progress;
	bool progress_shown; ///< the terminal's last line shows the progress
} job;

static const char *output_path(const cli_settings *settings, int which)
{
	if (!cli_cooks(settings) && which != JOB_REPORT)
		return NULL;
	return which == JOB_BLOB ? settings->output : which == JOB_REPORT ? settings->report : settings->depfile;
}

// --- The cooking process ---

/// Sends fields as one line; a field's own control characters become blanks.
static void send_line(job *j, const char *kind, const char *const *fields, size_t count)
{
	char line[8192];
	size_t size = (size_t)snprintf(line, sizeof line, "%s", kind);
	for (size_t i = 0; i < count; ++i)
	{
		if (size + 1 < sizeof line)
			line[size++] = FIELD;
		for (const char *c = fields[i]; *c && size + 1 < sizeof line; ++c)
			line[size++] = (unsigned char)*c < 0x20 ? ' ' : *c;
	}
	line[size] = 0;
	platform_channel_send(j->channel, line);
}

/// Logs a message of the cook. Running out of memory under the limit is reported once, at the end.
static void send_message(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	job *j = user;
	if (severity == KILNCOOK_ERROR && (strcmp(code, "out-of-memory") == 0 || strstr(text, "bad_alloc")))
	{
		j->out_of_memory = true;
		return;
	}
	if (strcmp(code, "cancelled") == 0)
		return;
	// The cook has already applied the options to its own messages; a depfile has warnings, too.
	bool warning = severity == KILNCOOK_WARNING;
	if (!code_judge(&j->settings->cook, code, &severity))
		return;
	j->raised = j->raised || (warning && severity == KILNCOOK_ERROR);
	const char *fields[] = {severity == KILNCOOK_ERROR	   ? "2"
							: severity == KILNCOOK_WARNING ? "1"
														   : "0",
		where, code, text};
	send_line(j, "M", fields, 4);
}

static bool send_progress(void *user, const char *stage, uint64_t done, uint64_t total)
{
	job *j = user;
	const uint32_t percent = total > 0 && done <= total ? (uint32_t)(100 * (double)done / (double)total) : 0;
	if (!j->sent_stage || strcmp(j->sent_stage, stage) != 0 || (j->shows_progress && percent != j->sent_percent))
	{
		char number[16];
		snprintf(number, sizeof number, "%u", percent);
		send_line(j, "P", (const char *[]){stage, number}, 2);
	}
	j->sent_stage = stage;
	j->sent_percent = percent;
	return !platform_channel_stop(j->channel);
}

static kilncook_status write_output(job *j, const kilncook_context *context, int which, const void *data, size_t size)
{
	char reason[PLATFORM_REASON] = "";
	if (platform_output_write(&j->outputs[which], data, size, reason))
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "output", "cannot write %s: %s", output_path(j->settings, which), reason);
	return KILNCOOK_IO;
}

/// Writes the asset. An asset that is in place with the same bytes stays as it is: what depends on its time is not built
/// again.
static kilncook_status write_blob(job *j, const kilncook_context *context, const cache_bytes *blob)
{
	const char *path = output_path(j->settings, JOB_BLOB);
	bool standard = strcmp(path, PLATFORM_STANDARD) == 0;
	if (standard || j->settings->touch || !platform_file_holds(path, blob->data, blob->size))
		return write_output(j, context, JOB_BLOB, blob->data, blob->size);
	send_line(j, "K", &path, 1);
	return KILNCOOK_OK;
}

static kilncook_status write_depfile(job *j, const kilncook_context *context, const cache_files *files)
{
	cook_text text = {.context = context};
	kilncook_blob rule;
	cli_depfile(j->settings, files->read, files->read_count, &text);
	kilncook_status status = cook_text_finish(&text, &rule);
	if (status != KILNCOOK_OK)
		return status;
	status = write_output(j, context, JOB_DEPFILE, rule.data, rule.size);
	kilncook_blob_free(context, &rule);
	return status;
}

/// Sends text, line by line.
static void send_lines(job *j, const char *kind, const void *text, size_t size)
{
	char line[8192];
	const char *at = text, *end = at + size;
	for (const char *stop; at < end && (stop = memchr(at, '\n', (size_t)(end - at))) != NULL; at = stop + 1)
	{
		const char *field = line;
		snprintf(line, sizeof line, "%.*s", (int)(stop - at), at);
		send_line(j, kind, &field, 1);
	}
}

/// Sends the last line, with how the result came to be.
static void send_summary(job *j, const cli_result *result)
{
	char text[256];
	const cache_bytes *summary = &result->parts[CACHE_SUMMARY];
	if (result->cached)
		snprintf(text, sizeof text, "%.*s, from the cache", (int)summary->size, (const char *)summary->data);
	else
		snprintf(text, sizeof text, "%.*s, %.0f ms", (int)summary->size, (const char *)summary->data, result->ms);
	const char *field = text;
	send_line(j, "S", &field, 1);
}

/// Refuses to overwrite a file that was read with the art.
static kilncook_status check_side_files(job *j, const kilncook_context *context, const cache_files *files)
{
	for (int which = 0; which < JOB_OUTPUTS; ++which)
		for (uint32_t i = 0; j->wanted[which] && i < files->read_count; ++i)
			if (platform_same_file(output_path(j->settings, which), files->read[i]))
			{
				cook_message(context, KILNCOOK_ERROR, "", "usage", "%s belongs to the art, and would be overwritten",
					output_path(j->settings, which));
				return KILNCOOK_USAGE;
			}
	return KILNCOOK_OK;
}

/// What the command prints instead of cooking.
static kilncook_status print_findings(
	const job *j, const kilncook_context *context, const kilncook_report *report, kilncook_blob *lines)
{
	if (j->settings->survey)
		return kilncook_survey_text(context, report, lines);
	cook_text text = {.context = context};
	cli_explain(report, &text);
	return cook_text_finish(&text, lines);
}

/// Explains or surveys.
static kilncook_status find_and_write(job *j, const kilncook_context *context, const kilncook_options *options)
{
	kilncook_report report;
	kilncook_blob lines;
	const char *path = j->settings->input;
	if (cli_is_image(j->settings) || (j->settings->field.mesh && j->settings->explain))
	{
		cook_message(context, KILNCOOK_ERROR, "", "usage",
			"%s is about nodes and meshes, but the art becomes one height field: cook it with -v, or see kiln-dump",
			j->settings->survey ? "--survey" : "--explain");
		return KILNCOOK_USAGE;
	}
	kilncook_status status = j->settings->survey ? kilncook_survey_file(context, path, options, &report)
												 : kilncook_explain_file(context, path, options, &report);
	if (status != KILNCOOK_OK)
		return status;
	status = print_findings(j, context, &report, &lines);
	if (status == KILNCOOK_OK)
	{
		send_lines(j, "O", lines.data, lines.size);
		kilncook_blob_free(context, &lines);
	}
	if (status == KILNCOOK_OK && j->wanted[JOB_REPORT])
		status = kilncook_report_json(context, &report, &lines);
	if (status == KILNCOOK_OK && j->wanted[JOB_REPORT])
	{
		status = write_output(j, context, JOB_REPORT, lines.data, lines.size);
		kilncook_blob_free(context, &lines);
	}
	if (status == KILNCOOK_OK && j->raised)
		status = KILNCOOK_REFUSED;
	kilncook_report_free(context, &report);
	return status;
}

static kilncook_status cook_and_write(job *j, const kilncook_context *context)
{
	const cli_settings *settings = j->settings;
	kilncook_options options = settings->cook;
	options.isolate_import = !settings->in_process;
	options.import_memory = settings->memory_limit;
	// The waiting process watches the time; a second more lets it report the limit first.
	options.import_processor_seconds = settings->processor_limit > 0 ? settings->processor_limit : (double)INFINITY;
	options.import_seconds = settings->time_limit > 0 ? settings->time_limit + 1 : (double)INFINITY;
	if (!cli_cooks(settings))
		return find_and_write(j, context, &options);
	cli_result result;
	kilncook_status status = cli_result_make(settings, context, &options, &result);
	if (status != KILNCOOK_OK)
		return status;
	const cache_bytes *report = &result.parts[CACHE_REPORT], *text = &result.parts[CACHE_TEXT];
	status = check_side_files(j, context, &result.files);
	if (status == KILNCOOK_OK)
		status = write_blob(j, context, &result.parts[CACHE_ASSET]);
	if (status == KILNCOOK_OK && j->wanted[JOB_REPORT])
		status = write_output(j, context, JOB_REPORT, report->data, report->size);
	if (status == KILNCOOK_OK && j->wanted[JOB_DEPFILE])
		status = write_depfile(j, context, &result.files);
	if (status == KILNCOOK_OK && settings->verbosity > 0)
		send_lines(j, "T", text->data, text->size);
	if (status == KILNCOOK_OK && j->raised)
		status = KILNCOOK_REFUSED;
	if (status == KILNCOOK_OK)
		send_summary(j, &result);
	cli_result_free(context, &result);
	return status;
}

/// The work itself, in either process.
static int work(void *user, platform_channel *channel)
{
	job *j = user;
	const kilncook_context context = {.log = {send_message, j}, .progress = {send_progress, j}};
	j->channel = channel;
	kilncook_status status = cook_and_write(j, &context);
	if (!j->out_of_memory || status == KILNCOOK_OK)
		return (int)status;
	bool limited = j->memory_limit && !j->settings->in_process;
	char text[128];
	if (limited)
		snprintf(text, sizeof text, "memory limit of %llu MB reached (%s)", (unsigned long long)(j->memory_limit >> 20),
			j->sent_stage ? j->sent_stage : "start");
	else
		snprintf(text, sizeof text, "out of memory (%s)", j->sent_stage ? j->sent_stage : "start");
	const char *fields[] = {"2", "", limited ? "memory-limit" : "out-of-memory", text};
	send_line(j, "M", fields, 4);
	return limited ? KILNCOOK_REFUSED : (int)status;
}

// --- The waiting process ---

/// The seconds after which a cook shows its progress on a terminal.
#define LONG_COOK 1.0

static void show_progress(job *j, const char *percent)
{
	if (!j->shows_progress || platform_seconds() - j->begun < LONG_COOK)
		return;
	const char *name = platform_base_name(j->settings->input);
	fputs("\r\033[K", stderr);
	// A line that is broken could not be removed.
	if (strlen(name) < 48)
		cli_say_part(name);
	fprintf(stderr, ": %s %s %%", j->stage, percent);
	fflush(stderr);
	j->progress_shown = true;
}

static void hide_progress(job *j)
{
	if (j->progress_shown)
		fputs("\r\033[K", stderr);
	j->progress_shown = false;
}

/// Splits and handles a line from the cooking process.
static void take_line(void *user, const char *line)
{
	job *j = user;
	char copy[16384];
	char *fields[5] = {0};
	size_t count = 0;
	snprintf(copy, sizeof copy, "%s", line);
	fields[count++] = copy;
	for (char *c = copy; *c; ++c)
		if (*c == FIELD && count < 5)
		{
			*c = 0;
			fields[count++] = c + 1;
		}
	if (copy[0] != 'P')
		hide_progress(j);
	if (count == 5 && copy[0] == 'M')
		cli_messages_take(&j->messages, (kilncook_severity)(fields[1][0] - '0'), fields[2], fields[3], fields[4]);
	else if (count == 3 && copy[0] == 'P')
	{
		snprintf(j->stage, sizeof j->stage, "%s", fields[1]);
		show_progress(j, fields[2]);
	}
	else if (count == 2 && copy[0] == 'S')
		snprintf(j->summary, sizeof j->summary, "%s", fields[1]);
	else if (count == 2 && copy[0] == 'K')
		j->kept = true;
	else if (count == 2 && copy[0] == 'T')
		cli_say_line(fields[1]);
	else if (count == 2 && copy[0] == 'O')
		puts(fields[1]);
}

/// Whether two outputs would be the same directory entry: equal base names in one folder, however the paths spell the
/// folder.
static bool same_entry(const char *left, const char *right)
{
	char left_folder[4096], right_folder[4096];
	const char *left_name = platform_base_name(left), *right_name = platform_base_name(right);
	if (strcmp(left_name, right_name) != 0)
		return false;
	size_t left_size = (size_t)(left_name - left), right_size = (size_t)(right_name - right);
	if (left_size + 2 > sizeof left_folder || right_size + 2 > sizeof right_folder)
		return strcmp(left, right) == 0;
	snprintf(left_folder, sizeof left_folder, "%.*s.", (int)left_size, left);
	snprintf(right_folder, sizeof right_folder, "%.*s.", (int)right_size, right);
	return platform_same_file(left_folder, right_folder);
}

/// Whether writing output `which` would overwrite a file that the cook reads, or another output.
static bool output_clashes(const cli_settings *settings, int which)
{
	const char *path = output_path(settings, which);
	bool standard = strcmp(path, PLATFORM_STANDARD) == 0;
	platform_kind kind = standard ? PLATFORM_MISSING : platform_file_kind(path, NULL, NULL);
	if (kind == PLATFORM_DEVICE)
		return false;
	for (int k = 0; k < which; ++k)
		if (output_path(settings, k) && same_entry(path, output_path(settings, k)))
			return true;
	if (kind != PLATFORM_REGULAR)
		return false;
	if (platform_same_file(path, settings->input))
		return true;
	for (size_t k = 0; k < settings->recipe_count; ++k)
		if (platform_same_file(path, settings->recipes[k].path))
			return true;
	for (size_t k = 0; k < settings->sidecar_count; ++k)
		if (platform_same_file(path, settings->sidecars[k].path))
			return true;
	return false;
}

/// Refuses paths with which one file would overwrite another. Devices accept any number of outputs.
static kilncook_status check_paths(const cli_settings *settings)
{
	for (int i = 0; i < JOB_OUTPUTS; ++i)
	{
		const char *path = output_path(settings, i);
		if (path && output_clashes(settings, i))
		{
			cli_say(settings->input, KILNCOOK_ERROR, "usage",
				"%s is another file of this cook, and would be overwritten", path);
			return KILNCOOK_USAGE;
		}
	}
	if (settings->depfile && cli_cooks(settings) && strcmp(settings->output, PLATFORM_STANDARD) == 0)
	{
		cli_say(settings->input, KILNCOOK_ERROR, "usage",
			"no depfile for standard output: a rule needs the name of a file");
		return KILNCOOK_USAGE;
	}
	const char *fault = settings->depfile && cli_cooks(settings) ? cli_depfile_fault(settings->output) : NULL;
	if (fault)
	{
		cli_say(settings->input, KILNCOOK_ERROR, "usage",
			"no depfile for the output %s: Make would read a name with %s as something else (a relative path may help)",
			settings->output, fault);
		return KILNCOOK_USAGE;
	}
	return KILNCOOK_OK;
}

/// Checks the input, and derives how much memory the cook may use: the memory that the machine can spare. The import
/// has its own limits.
static kilncook_status check_input(job *j)
{
	const cli_settings *settings = j->settings;
	char reason[PLATFORM_REASON] = "";
	if (strcmp(settings->input, PLATFORM_STANDARD) == 0)
	{
		cli_say("kiln-cook", KILNCOOK_ERROR, "usage",
			"art is a file, not standard input: its name says its format, and its folder which files it may read");
		return KILNCOOK_USAGE;
	}
	if (platform_file_kind(settings->input, NULL, reason) != PLATFORM_REGULAR)
	{
		cli_say(settings->input, KILNCOOK_ERROR, "import-unreadable", "cannot read: %s", reason);
		return KILNCOOK_IO;
	}
	j->memory_limit = settings->memory_limit ? settings->memory_limit : platform_physical_memory() / 4 * 3;
	return KILNCOOK_OK;
}

static void discard(job *j)
{
	for (int i = 0; i < JOB_OUTPUTS; ++i)
		platform_output_discard(&j->outputs[i]);
}

static kilncook_status open_outputs(job *j)
{
	for (int i = 0; i < JOB_OUTPUTS; ++i)
	{
		const char *path = output_path(j->settings, i);
		char reason[PLATFORM_REASON] = "";
		j->wanted[i] = path != NULL;
		if (!path)
			continue;
		if (platform_output_open(&j->outputs[i], path, reason))
		{
			j->outputs[i].changed_only = !j->settings->touch;
			continue;
		}
		cli_say(j->settings->input, KILNCOOK_ERROR, "output", "cannot write %s: %s", path, reason);
		return KILNCOOK_IO;
	}
	return KILNCOOK_OK;
}

static kilncook_status commit(job *j)
{
	for (int i = 0; i < JOB_OUTPUTS; ++i)
	{
		char reason[PLATFORM_REASON] = "";
		bool stays = !j->wanted[i] || (i == JOB_BLOB && j->kept);
		if (stays || platform_output_commit(&j->outputs[i], reason))
			continue;
		cli_say(
			j->settings->input, KILNCOOK_ERROR, "output", "cannot write %s: %s", output_path(j->settings, i), reason);
		return KILNCOOK_IO;
	}
	return KILNCOOK_OK;
}

/// Explains why a cook did not return. The import runs in its own process; where it does not, a crash of the import is
/// not an internal error.
static kilncook_status explain(job *j, platform_outcome outcome)
{
	const char *path = j->settings->input;
	const char *stage = j->stage[0] ? j->stage : "start";
	bool ours = strcmp(stage, "read") != 0 && strcmp(stage, "import") != 0;
	switch (outcome.end)
	{
	case PLATFORM_END_CRASHED:
		if (outcome.code)
			cli_say(path, KILNCOOK_ERROR, ours ? "internal" : "import-crashed", "%s crashed (signal %d)", stage,
				outcome.code);
		else
			cli_say(path, KILNCOOK_ERROR, ours ? "internal" : "import-crashed", "%s ended the process", stage);
		return ours ? KILNCOOK_INTERNAL : KILNCOOK_REFUSED;
	case PLATFORM_END_MEMORY:
		cli_say(path, KILNCOOK_ERROR, "memory-limit", "memory limit of %llu MB reached (%s)",
			(unsigned long long)(j->memory_limit >> 20), stage);
		return KILNCOOK_REFUSED;
	case PLATFORM_END_PROCESSOR:
	case PLATFORM_END_TIME:
		cli_say(path, KILNCOOK_ERROR, "time-limit", "time limit of %g s reached (%s)", j->settings->time_limit, stage);
		return KILNCOOK_REFUSED;
	case PLATFORM_END_INTERRUPTED:
		cli_say(path, KILNCOOK_ERROR, "interrupted", "interrupted (signal %d)", outcome.code);
		return KILNCOOK_CANCELLED;
	case PLATFORM_END_FAILED:
		cli_say(path, KILNCOOK_ERROR, "internal", "no process for the cook could be started");
		return KILNCOOK_INTERNAL;
	case PLATFORM_END_FORBIDDEN:
	case PLATFORM_END_REJECTED:
	case PLATFORM_END_DONE:
		break;
	}
	return outcome.code <= KILNCOOK_CANCELLED ? (kilncook_status)outcome.code : KILNCOOK_INTERNAL;
}

/// Prints how the import is confined.
static void say_isolation(const cli_settings *settings)
{
	char text[PLATFORM_REASON];
	const platform_sandbox offered = platform_sandbox_offered();
	if (settings->in_process || !platform_can_isolate())
		snprintf(text, sizeof text, "the import is not isolated");
	else if (offered.files)
		snprintf(text, sizeof text, "the import is isolated by limits,%s landlock (version %u)",
			offered.calls ? " seccomp and" : " without seccomp, by", offered.files);
	else
		snprintf(text, sizeof text, "the import is isolated by limits%s",
			offered.calls ? " and seccomp, without landlock" : ", without seccomp and landlock");
	cli_say_plain(settings->input, text);
}

static kilncook_status run(job *j)
{
	const platform_job apart = {
		.work = work,
		.line = take_line,
		.user = j,
		.limits = {.memory = j->memory_limit, .seconds = j->settings->time_limit},
		.apart = !j->settings->in_process,
		.noise = j->settings->verbosity > 0,
	};
	if (j->settings->verbosity > 0)
		say_isolation(j->settings);
	j->begun = platform_seconds();
	j->shows_progress = j->settings->verbosity >= 0 && platform_terminal();
	platform_outcome outcome = platform_isolate(&apart);
	hide_progress(j);
	cli_messages_end(&j->messages);
	int waiting = platform_interrupted();
	if (waiting)
		outcome = (platform_outcome){PLATFORM_END_INTERRUPTED, waiting};
	kilncook_status status = explain(j, outcome);
	// Who ends a group of processes reaches a child before its parent.
	if (status == KILNCOOK_CANCELLED && !waiting)
		platform_interrupts_take(outcome.end == PLATFORM_END_INTERRUPTED ? outcome.code : SIGTERM);
	return status;
}

kilncook_status cli_cook(const cli_settings *settings)
{
	job *j = calloc(1, sizeof *j);
	if (!j)
	{
		cli_say(settings->input, KILNCOOK_ERROR, "out-of-memory", "out of memory");
		return KILNCOOK_INTERNAL;
	}
	j->settings = settings;
	j->messages.path = settings->input;
	j->messages.verbosity = settings->verbosity;
	platform_interrupts_hold();
	kilncook_status status = check_input(j);
	if (status == KILNCOOK_OK)
		status = check_paths(settings);
	if (status == KILNCOOK_OK)
		status = open_outputs(j);
	if (status == KILNCOOK_OK)
		status = run(j);
	if (status == KILNCOOK_OK)
		status = commit(j);
	if (status == KILNCOOK_OK && settings->verbosity >= 0 && cli_cooks(settings))
		cli_say_plain(settings->input, j->summary);
	discard(j);
	free(j);
	platform_interrupts_release();
	return status == KILNCOOK_CANCELLED ? KILNCOOK_INTERNAL : status;
}
