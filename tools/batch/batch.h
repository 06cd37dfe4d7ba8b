// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_BATCH_H
#define KILN_TOOLS_BATCH_H

#include "../common/message.h"
#include "command/command.h"
#include "platform/platform.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BATCH_NAME "kiln-batch"
/// The folder of a batch inside the output folder.
#define BATCH_STATE ".kiln-batch"

typedef enum batch_status
{
	BATCH_KEPT,	  ///< nothing has changed since the last batch
	BATCH_COOKED, ///< or taken from the cache
	BATCH_FAILED,
	BATCH_NOT_RUN, ///< the batch ended before
} batch_status;

/// A warning or an error of an asset.
typedef struct batch_code
{
	char name[32];
	uint64_t count;
} batch_code;

/// One asset. Paths are as the commands get them.
typedef struct batch_job
{
	char *art;
	char *asset;
	char *report;
	char *depfile;
	batch_status status;
	int code; ///< exit code of kiln-cook, of BATCH_FAILED
	// From the report of the last cook.
	double ms;
	uint64_t bytes;
	uint64_t triangles;
	uint64_t warnings;
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
	bool dry;
	bool quiet;
	char **options; ///< of kiln-cook
	size_t option_count;

	char *cook;		 ///< the program kiln-cook
	char *state;	 ///< folder
	batch_job *jobs; ///< sorted by asset
	size_t count;
	size_t capacity;
	bool out_of_memory;

	// While ninja runs.
	size_t current;	   ///< the job whose output is read; `count` before the first
	bool skip;		   ///< the next line repeats a command
	batch_code *codes; ///< of all assets
	size_t code_count;
	uint64_t done, total, failed;
	double start;
} batch;

/// Formats text into new memory, which the caller frees; NULL when out of memory, which the batch remembers.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
char *
batch_text(batch *b, const char *format, ...);

/// Finds the art of all inputs, and names its assets. A tool_exit.
int batch_find(batch *b);

/// Writes the file that Ninja reads. A tool_exit.
int batch_write(batch *b);

/// Removes assets that no art has any more, then cooks what has changed; or prints what would be cooked, or why. A tool_exit.
int batch_run(batch *b);

/// Reads the report of an asset's last cook. An asset without one was never cooked.
void batch_read_report(batch *b, batch_job *job);

/// Reads the reports of all assets, prints the summary, and writes the report. A tool_exit.
int batch_summarize(batch *b);

/// Counts a message's code.
void batch_count_code(batch *b, const char *name, size_t size, uint64_t count);

void batch_free(batch *b);

#endif
