// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_BATCH_H
#define KILN_TOOLS_BATCH_H

#include "../common/message.h"
#include "cache/cache.h"
#include "command/command.h"
#include "platform/platform.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BATCH_NAME "kiln-batch"
/// The folder of a batch inside the output folder.
#define BATCH_STATE ".kiln-batch"
/// Room for the name of a message's code.
#define BATCH_CODE_SIZE 32

typedef enum batch_status
{
	BATCH_KEPT,	  ///< nothing has changed since the last batch
	BATCH_COOKED, ///< or taken from the cache
	BATCH_FAILED,
	BATCH_NOT_RUN, ///< the batch ended before
} batch_status;

/// How often a warning or an error was printed.
typedef struct batch_code
{
	char name[BATCH_CODE_SIZE];
	uint64_t count;
} batch_code;

/// The stamp of a file whose name is not known to the byte.
#define BATCH_UNCLEAR 1

/// Counts by code.
typedef struct batch_codes
{
	batch_code *items;
	size_t count;
} batch_codes;

/// A file that a cook read, or looked for in vain.
typedef struct batch_file
{
	char *path;
	uint64_t stamp; ///< of platform_file_stamp; 0: there was no file
	cache_key hash; ///< of the contents
} batch_file;

/// What is known about the last cook of an asset. A cook that failed leaves no record.
typedef struct batch_record
{
	bool valid;
	bool cached; ///< from the cache
	uint64_t token;
	uint64_t program;	  ///< hash of kiln-cook and of the options
	uint64_t asset_stamp; ///< of the file that was written
	batch_file *files;	  ///< `file_count`: the art, its side files and recipes
	size_t file_count;
	double ms;
	uint64_t bytes;
	uint64_t triangles;
	uint64_t warnings;
	batch_codes codes; ///< of warnings
} batch_record;

/// One asset. Paths are as the commands get them.
typedef struct batch_job
{
	char *art;
	char *asset;
	const char *name; ///< of the asset, below the output folder
	char *report;
	batch_record record;
	batch_status status;
	bool stale;
	bool cached;
	int code; ///< exit code of kiln-cook, of BATCH_FAILED
	/// Part of the command, which is another one after every change: Ninja runs commands that it has not run before.
	uint64_t token;
	uint64_t recipe_stamp; ///< of the recipes beside the art, before the cook
	unsigned rounds;	   ///< cooks of this batch
	unsigned lost;		   ///< tasks of a farm that ended during this cook
	double last_ms;		   ///< of the cook before; 0: not known
} batch_job;

typedef struct batch
{
	const char **inputs;
	size_t input_count;
	const char *output;
	const char *cache; ///< NULL for none
	const char *report;
	const char *why; ///< an asset, or NULL
	const char *threads;
	bool farm;				  ///< Slurm cooks instead of this machine
	const char *farm_options; ///< words for sbatch, or NULL
	bool dry;
	bool quiet;
	bool watch;
	double watch_seconds; ///< between two looks; 0: the system reports changes
	size_t removed;		  ///< assets without art
	char **options;		  ///< of kiln-cook
	size_t option_count;

	char *cook;	 ///< the program kiln-cook
	char *state; ///< folder
	platform_lock lock;
	batch_job *jobs; ///< sorted by asset
	size_t count;
	size_t capacity;
	size_t stale_count;
	bool stale_any; ///< at the start of the batch
	bool out_of_memory;
	uint64_t program; ///< hash of kiln-cook and of the options
	FILE *memo;		  ///< open for records of this batch; NULL when nothing is cooked
	size_t old_records;

	// While a manifest is read.
	const char *manifest; ///< or NULL
	unsigned line;

	// While jobs run.
	size_t current; ///< the job whose output is read; `count` before the first
	bool skip;		///< the next line repeats a command
	batch_codes codes;
	uint64_t done, total, failed;
	uint64_t taken; ///< from the cache before the cooks
	double start;
	int64_t round_start; ///< nanoseconds since 1970, by the clock of the output folder
} batch;

/// Formats text into new memory, which the caller frees; NULL when out of memory, which the batch remembers.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
char *
batch_text(batch *b, const char *format, ...);

/// Finds the art of all inputs, and names its assets. A tool_exit.
int batch_find(batch *b);

/// Whether a name stays below a folder: a relative path without empty parts, `.` and `..`.
bool batch_is_inside(const char *name);

/// Whether a path has the form of a pattern: `*`, `?`, `[a-z]` and `[!a-z]` match within a name; a part `**` any folders, and at the
/// end any rest.
bool batch_is_pattern(const char *path);

/// Whether a path has the form of a pattern's paths. The work is at most the product of three lengths.
bool batch_matches(const char *pattern, const char *path);

/// Bytes of the folder in front of a pattern's first special character, without the slash.
size_t batch_pattern_folder(const char *pattern);

/// Reads the records of earlier batches, and gives each job its own. Removes the assets of which no art is left, if `remove`.
/// A tool_exit.
int batch_remember(batch *b, bool remove);

/// Gives each job its record of a text, which is cut into lines. A record that is not whole, or that holds anything that
/// batch_note does not write, counts as none.
void batch_memo_take(batch *b, char *text, bool remove);

/// Opens the file of the records for batch_note. A tool_exit.
int batch_memo_begin(batch *b);

/// Adds a job's record, valid or not, behind those of the file, so that it survives the end of this process.
void batch_note(batch *b, const batch_job *job);

/// Closes the file of the records; removes those from the file that others replace.
void batch_memo_end(batch *b);

void batch_record_free(batch_record *record);

/// Finds the jobs whose last cook is not that of now. `explain` prints the reasons for that job; NULL prints none.
void batch_plan(batch *b, const batch_job *explain);

/// Prepares a stale job for its next cook.
void batch_renew(const batch *b, batch_job *job);

/// The stamp of both recipes beside a job's art.
uint64_t batch_recipe_stamp(const batch_job *job);

/// The path of one of the two recipes that count for art. False when the path is too long.
#define BATCH_RECIPES 2
#define BATCH_PATH 8192
bool batch_recipe_path(const batch_job *job, int which, char path[BATCH_PATH]);

/// Whether the files of a finished cook are those that the cook read; if so, makes its record. Otherwise the job is stale
/// again.
void batch_collect(batch *b, batch_job *job);

/// Writes the file that Ninja reads. A tool_exit.
int batch_write(batch *b);

/// Makes the folders of a job's asset and report, as Ninja does for what it runs. Where that fails, the cook says what is wrong.
void batch_make_folders(batch *b, const batch_job *job);

/// Takes stale jobs from the cache, in few processes: starting kiln-cook costs more than what the cache does. Those that the cache
/// does not have stay stale, as all do without a cache.
void batch_take_hits(batch *b);

/// Cooks the stale jobs by Ninja, and collects them. A tool_exit.
int batch_run(batch *b);

/// Does the same by job arrays of Slurm.
int batch_run_slurm(batch *b);

/// Cancels the job arrays that a killed batch has left.
void batch_cancel_farm(batch *b);

/// Counts and draws the end of a job.
void batch_progress(batch *b, const batch_job *job);
void batch_progress_hide(const batch *b);

/// Takes a line that a cook printed. `job` may be NULL.
void batch_take_output(batch *b, batch_job *job, const char *line);

/// Prints the summary, and writes the report. A tool_exit.
int batch_summarize(batch *b);

/// Counts a message's code.
void batch_count_code(batch_codes *codes, const char *name, size_t size, uint64_t count);

/// Does the work once, and again after every change, until a signal ends the process. A tool_exit.
int batch_watch(batch *b, int (*work)(batch *b));

/// Frees the jobs and the counts; the inputs and the options stay.
void batch_forget(batch *b);

void batch_free(batch *b);

#endif
