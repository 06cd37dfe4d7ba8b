// SPDX-License-Identifier: MIT
#include "../common/page.h"
#include "batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// How long a batch waits for another one: the cooks of a killed batch end within moments.
#define LOCK_TRIALS 20
#define LOCK_MS 50

typedef struct batch_option
{
	command_row row;
	enum
	{
		BATCH_OUTPUT,
		BATCH_CACHE,
		BATCH_THREADS,
		BATCH_DRY,
		BATCH_WHY,
		BATCH_REPORT,
		BATCH_QUIET,
		BATCH_ENGINE,
		BATCH_SBATCH,
		BATCH_WATCH,
		BATCH_WATCH_EVERY,
	} kind;
} batch_option;

// Each option is one row here, from which --help, the man page and the completions are made.
static const batch_option option_rows[] = {
	{{"-o, --output DIR", "the folder of the assets: DIR/a/b.kiln for the art a/b.fbx below a folder ART"},
		BATCH_OUTPUT},
	{{"--cache DIR", "takes finished cooks from a folder: see kiln-cook"}, BATCH_CACHE},
	{{"-j, --jobs N", "cooks N assets at a time; without the option Ninja chooses by the processors"}, BATCH_THREADS},
	{{"--dry-run", "prints what would be cooked"}, BATCH_DRY},
	{{"--why ART", "prints why the asset of ART, or an asset itself, would be cooked"}, BATCH_WHY},
	{{"--report OUT.json", "writes what became of each asset, with its time, size and warnings"}, BATCH_REPORT},
	{{"--engine ninja|slurm", "cooks on this machine, which is the default, or by job arrays of a Slurm cluster"},
		BATCH_ENGINE},
	{{"--sbatch WORDS", "options for Slurm's sbatch, such as '-p night -t 60'"}, BATCH_SBATCH},
	{{"--watch", "goes on: cooks what changes, until SIGINT or SIGTERM"}, BATCH_WATCH},
	{{"--watch-every S",
		 "looks every S seconds, in folders of other machines, whose changes the system does not report"},
		BATCH_WATCH_EVERY},
	{{"-q, --quiet", "prints warnings and errors only"}, BATCH_QUIET},
};

static const command_section *const sections[] = {COMMAND_SECTION("Options", COMMAND_ROWS(option_rows))};

static const command_about about = {
	.name = BATCH_NAME,
	.purpose = "cooks folders of art, as far as something has changed",
	.usage = "ART... -o DIR [OPTION...] [-- OPTION-OF-KILN-COOK...]",
	.about =
		"ART is a folder, whose art files are cooked with those of its subfolders, an art file, a quoted pattern of "
		"paths "
		"(*, ?, [a-z], and ** for folders), or @MANIFEST, a file of paths and patterns, one a line. Options behind -- "
		"go to every kiln-cook; recipes beside the art count as usual.\n\n"
		"Ninja runs the cooks beside each other. DIR/.kiln-batch has what they read: an asset is cooked again when its "
		"art, a "
		"file that the art names, a recipe, an option or kiln-cook has other contents than before. Assets whose art is "
		"gone are removed. A cook that fails does not stop the others; its exit code counts.",
	.refused = "art was refused",
	.plain = "FILE",
	.sections = sections,
	.section_count = 1,
};

static int usage_error(const char *text, const char *word)
{
	return tool_usage_error(&about, text, word);
}

/// A number, or -1 for another text.
static double number_of(const char *text)
{
	char *end;
	const double number = strtod(text, &end);
	return *text && !*end ? number : -1;
}

static int take_option(const command_word *word, batch *b)
{
	switch (((const batch_option *)(const void *)word->row)->kind)
	{
	case BATCH_OUTPUT:
		b->output = word->value;
		break;
	case BATCH_CACHE:
		b->cache = *word->value ? word->value : NULL;
		break;
	case BATCH_THREADS:
		if (strlen(word->value) > 4 || strspn(word->value, "0123456789") != strlen(word->value) ||
			atoi(word->value) < 1)
			return usage_error("--jobs takes a number from 1 to 9999, not ", word->value);
		b->threads = word->value;
		break;
	case BATCH_DRY:
		b->dry = true;
		break;
	case BATCH_WHY:
		b->why = word->value;
		break;
	case BATCH_REPORT:
		b->report = word->value;
		break;
	case BATCH_QUIET:
		b->quiet = true;
		break;
	case BATCH_WATCH_EVERY:
		b->watch_seconds = number_of(word->value);
		if (!(b->watch_seconds >= 0.1 && b->watch_seconds <= 86400))
			return usage_error("--watch-every takes seconds from 0.1 to 86400, not ", word->value);
		b->watch = true;
		break;
	case BATCH_ENGINE:
		b->farm = strcmp(word->value, "slurm") == 0;
		if (!b->farm && strcmp(word->value, "ninja") != 0)
			return usage_error("--engine takes ninja or slurm, not ", word->value);
		break;
	case BATCH_SBATCH:
		b->farm_options = *word->value ? word->value : NULL;
		break;
	case BATCH_WATCH:
		b->watch = true;
		break;
	}
	return TOOL_DONE;
}

static int parse_options(int argc, char **argv, batch *b, bool *finished)
{
	command_words words = tool_words(argc, argv);
	command_word word;
	b->inputs = calloc((size_t)argc + 1, sizeof *b->inputs);
	b->options = calloc((size_t)argc + 1, sizeof *b->options);
	if (!b->inputs || !b->options)
		return TOOL_INTERNAL;
	while (command_next(&about, &words, &word) != COMMAND_END)
	{
		switch (word.kind)
		{
		case COMMAND_OPTION:
		{
			const int status = take_option(&word, b);
			if (status != TOOL_DONE)
				return status;
			break;
		}
		case COMMAND_PLAIN:
			if (words.ended)
				b->options[b->option_count++] = words.words[word.at];
			else
				b->inputs[b->input_count++] = word.value;
			break;
		default:
			*finished = true;
			return tool_page(&about, &word);
		}
	}
	if (b->input_count == 0)
		return usage_error("no art given", "");
	return b->output ? TOOL_DONE : usage_error("no folder for the assets: -o DIR", "");
}

/// Finds kiln-cook beside this program, or leaves the search to the shell.
static bool find_cook(batch *b)
{
	char *self = platform_program();
	const int folder = self ? (int)(platform_base_name(self) - self) : 0;
	b->cook = batch_text(b, "%.*skiln-cook", folder, self ? self : "");
	free(self);
	return b->cook && platform_file_kind(b->cook, NULL, NULL) == PLATFORM_REGULAR;
}

/// Makes the folder of the batch and takes its lock.
static int begin(batch *b)
{
	char reason[PLATFORM_REASON] = "";
	b->state = batch_text(b, "%s/" BATCH_STATE, b->output);
	if (!b->state)
		return TOOL_INTERNAL;
	if (!find_cook(b))
	{
		tool_message(BATCH_NAME, "error", "io", "there is no kiln-cook beside this program");
		return TOOL_IO;
	}
	if (!platform_folder_make(b->state, reason))
	{
		tool_message(b->output, "error", "io", "cannot be made: %s", reason);
		return TOOL_IO;
	}
	char *path = batch_text(b, "%s/lock", b->state);
	bool locked = path && platform_lock_take(&b->lock, path, reason);
	// The cooks of a batch that was killed may still be ending.
	for (int i = 0; path && !locked && i < LOCK_TRIALS && !platform_interrupted(); ++i)
	{
		platform_sleep(LOCK_MS);
		locked = platform_lock_take(&b->lock, path, reason);
	}
	if (path && !locked)
		tool_message(b->output, "error", "locked", "another batch has the folder: %s", reason);
	free(path);
	return locked ? TOOL_DONE : b->out_of_memory ? TOOL_INTERNAL : TOOL_IO;
}

/// Prints why an asset would be cooked.
static int explain(batch *b)
{
	const batch_job *job = NULL;
	for (size_t i = 0; i < b->count && !job; ++i)
		job = strcmp(b->jobs[i].art, b->why) == 0 || strcmp(b->jobs[i].asset, b->why) == 0 ? &b->jobs[i] : NULL;
	if (!job)
	{
		tool_message(b->why, "error", "usage", "no art and no asset of this batch");
		return TOOL_USAGE;
	}
	batch_plan(b, job);
	if (!job->stale)
		puts("nothing has changed");
	return TOOL_DONE;
}

/// Prints what would be cooked.
static int print_plan(batch *b)
{
	batch_plan(b, NULL);
	for (size_t i = 0; i < b->count; ++i)
	{
		if (b->jobs[i].stale)
		{
			printf("cook ");
			tool_text(stdout, b->jobs[i].art);
			printf(" -> ");
			tool_text(stdout, b->jobs[i].asset);
			putchar('\n');
		}
	}
	return batch_write(b);
}

/// Cooks what is stale.
static int cook(batch *b)
{
	batch_plan(b, NULL);
	b->stale_any = b->stale_count > 0;
	int status = b->stale_any ? batch_memo_begin(b) : TOOL_DONE;
	if (status == TOOL_DONE)
	{
		batch_cancel_farm(b);
		status = b->farm ? batch_run_slurm(b) : batch_run(b);
	}
	batch_memo_end(b);
	// A watch says what a change did.
	if (!b->watch || b->stale_any || b->removed > 0)
	{
		const int written = batch_summarize(b);
		status = written > status ? written : status;
	}
	return status;
}

static int work(batch *b)
{
	int found = batch_find(b);
	int status = b->out_of_memory ? TOOL_INTERNAL : found == TOOL_USAGE ? TOOL_USAGE : TOOL_DONE;
	if (status == TOOL_DONE && b->count == 0 && !b->watch)
	{
		// What cannot be read was said already.
		if (found == TOOL_DONE)
			tool_message(b->inputs[0], "error", "usage", "no art found");
		status = found != TOOL_DONE ? found : TOOL_USAGE;
	}
	// Where a folder could not be read, its art may still be there.
	const bool looking = b->dry || b->why;
	if (status == TOOL_DONE)
		status = batch_remember(b, !looking && found != TOOL_IO);
	if (status != TOOL_DONE)
		return status;
	b->start = platform_seconds();
	status = b->why ? explain(b) : b->dry ? print_plan(b) : cook(b);
	return found > status ? found : status;
}

int main(int argc, char **argv)
{
	batch b = {.count = 0};
	bool finished = false;
	tool_start();
	platform_interrupts_hold();
	int status = parse_options(argc, argv, &b, &finished);
	if (status == TOOL_DONE && !finished)
	{
		status = begin(&b);
		if (status == TOOL_DONE)
			status = b.watch ? batch_watch(&b, work) : work(&b);
		if (b.out_of_memory)
		{
			tool_message(BATCH_NAME, "error", "out-of-memory", "out of memory");
			status = TOOL_INTERNAL;
		}
	}
	const bool watching = b.watch && status == TOOL_DONE;
	platform_lock_release(&b.lock);
	batch_free(&b);
	// A signal is the usual end of a watch.
	if (!watching)
		platform_interrupts_release();
	return tool_finish(BATCH_NAME, status);
}
