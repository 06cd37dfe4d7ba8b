// SPDX-License-Identifier: MIT
#include "../common/message.h"
#include "answer.h"
#include "input.h"

#include "tree/kernels.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
	"usage: kiln-query [options] A.kiln <queries >answers\n"
	"\n"
	"Answers collision queries: one a line on standard input, one JSON object a line on standard output.\n"
	"\n"
	"  ray OX OY OZ DX DY DZ [TMAX]          first triangle that O + t D meets, 0 <= t <= TMAX\n"
	"  rayall OX OY OZ DX DY DZ [TMAX]       every one of them, by increasing t\n"
	"  closest X Y Z [MAX]                   closest point of the surface, at most MAX away\n"
	"  inside X Y Z                          whether a closed mesh holds the point\n"
	"  sphere X Y Z R                        triangles that the shape touches\n"
	"  box CX CY CZ HX HY HZ [QX QY QZ QW]     half extents, rotation\n"
	"  capsule AX AY AZ BX BY BZ R             ends of the segment, radius\n"
	"  castsphere X Y Z R DX DY DZ [TMAX]    first triangle that the moving shape touches; t as for a ray\n"
	"  castbox CX CY CZ HX HY HZ [QX QY QZ QW] DX DY DZ [TMAX]\n"
	"  castcapsule AX AY AZ BX BY BZ R DX DY DZ [TMAX]\n"
	"\n"
	"A limit of 0 is none. Empty lines and lines that begin with # are skipped. A query that can't be answered gives\n"
	"{\"error\":\"...\",\"line\":N} and the run goes on; the exit code is then 1.\n"
	"\n"
	"  --isa auto|scalar|sse2|avx2|neon      instruction set; the answers are the same\n"
	"  --trust                               skip the proof of the blob: only for bytes that were proved before\n"
	"  --help, --version\n"
	"\n"
	"Exit codes: 0 done, 1 the asset or a query was refused, 2 usage, 3 input/output, 4 internal error.\n";

static const char *const isa_names[] = {"auto", "scalar", "sse2", "avx2", "neon"};

typedef struct query_options
{
	const char *path;
	kiln_open_options open;
	bool finished; ///< --help or --version was answered
} query_options;

static bool parse_isa(const char *name, kiln_isa *isa)
{
	for (size_t i = 0; i < sizeof isa_names / sizeof *isa_names; ++i)
	{
		if (strcmp(name, isa_names[i]) == 0)
		{
			*isa = (kiln_isa)i;
			return true;
		}
	}
	return false;
}

static int usage_error(const char *text, const char *word)
{
	tool_message("kiln-query", "error", "usage", "%s%s; see kiln-query --help", text, word);
	return TOOL_USAGE;
}

static int parse_options(int argc, char **argv, query_options *options)
{
	bool only_paths = false;
	for (int i = 1; i < argc; ++i)
	{
		const char *word = argv[i];
		const char *isa = !only_paths && strncmp(word, "--isa=", 6) == 0 ? word + 6 : NULL;
		if (only_paths || word[0] != '-' || word[1] == '\0')
		{
			if (options->path != NULL)
			{
				return usage_error("queries between two assets are not in this version: ", word);
			}
			options->path = word;
		}
		else if (strcmp(word, "--") == 0)
		{
			only_paths = true;
		}
		else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
		{
			fputs(help, stdout);
			options->finished = true;
			return TOOL_DONE;
		}
		else if (strcmp(word, "--version") == 0)
		{
			printf("kiln-query %s (format %d.%d)\n", kiln_version(), KILN_FORMAT_MAJOR, KILN_FORMAT_MINOR);
			options->finished = true;
			return TOOL_DONE;
		}
		else if (strcmp(word, "--trust") == 0)
		{
			options->open.trust = true;
		}
		else if (isa != NULL || strcmp(word, "--isa") == 0)
		{
			isa = isa != NULL ? isa : i + 1 < argc ? argv[++i] : "";
			if (!parse_isa(isa, &options->open.isa))
			{
				return usage_error("--isa takes auto, scalar, sse2, avx2 or neon, not ", isa);
			}
		}
		else
		{
			return usage_error("unknown option ", word);
		}
	}
	return options->path != NULL ? TOOL_DONE : usage_error("no asset given", "");
}

typedef struct run_counts
{
	uint64_t lines;
	uint64_t queries;
	uint64_t errors;
} run_counts;

// False when there is no memory for the answer.
static bool answer_line(const kiln_asset *asset, input_status status, const char *line, size_t size,
	answer_scratch *scratch, run_counts *counts)
{
	query_line query = {0};
	char error[QUERY_ERROR_SIZE] = "the line is too long";
	++counts->lines;
	bool parsed = status == INPUT_LINE && query_parse(line, size, &query, error);
	if (parsed && query.kind == QUERY_NOTHING)
	{
		return true;
	}
	++counts->queries;
	answer_status answered = parsed ? answer_query(stdout, asset, &query, scratch) : ANSWER_GIVEN;
	if (answered == ANSWER_NOT_CLOSED)
	{
		snprintf(error, sizeof error, "a mesh that is not closed may surround the point");
	}
	if (!parsed || answered == ANSWER_NOT_CLOSED)
	{
		answer_error(stdout, error, counts->lines);
		++counts->errors;
	}
	return answered != ANSWER_NO_MEMORY;
}

static int run(const kiln_asset *asset, const char *path, input_lines *input)
{
	answer_scratch scratch = {0};
	run_counts counts = {0};
	int code = TOOL_DONE;
	const char *line = NULL;
	size_t size = 0;
	for (;;)
	{
		input_status status = input_next(input, &line, &size);
		if (status == INPUT_END)
		{
			break;
		}
		if (status != INPUT_MORE)
		{
			if (!answer_line(asset, status, line, size, &scratch, &counts))
			{
				tool_message(
					path, "error", "memory", "no memory for the answer to line %llu", (unsigned long long)counts.lines);
				code = TOOL_INTERNAL;
				break;
			}
			continue;
		}
		// Whoever waits for answers gets them before we wait for questions.
		if (fflush(stdout) != 0 || ferror(stdout))
		{
			break;
		}
		int error = input_fill(input);
		if (error != 0)
		{
			tool_message("kiln-query", "error", "read", "cannot read standard input: %s", strerror(error));
			code = TOOL_IO;
			break;
		}
	}
	answer_free(&scratch);
	if (code == TOOL_DONE && counts.errors > 0)
	{
		tool_message(path, "error", "query", "%llu of %llu queries were not answered",
			(unsigned long long)counts.errors, (unsigned long long)counts.queries);
		code = TOOL_REFUSED;
	}
	return code;
}

static int open_failed(const char *path, kiln_result result)
{
	if (result.status == KILN_E_IO)
	{
		tool_message(path, "error", kiln_status_name(result.status), "%s", result.reason);
		return TOOL_IO;
	}
	tool_message(path, "error", kiln_status_name(result.status), "offset %llu: %s", (unsigned long long)result.offset,
		result.reason);
	return TOOL_REFUSED;
}

int main(int argc, char **argv)
{
	tool_start();
	query_options options = {0};
	int code = parse_options(argc, argv, &options);
	if (code != TOOL_DONE || options.finished)
	{
		return tool_finish("kiln-query", code);
	}
	kiln_asset asset;
	kiln_result result = kiln_map(&asset, options.path, &options.open);
	if (result.status != KILN_OK)
	{
		return open_failed(options.path, result);
	}
	if (options.open.isa != KILN_ISA_AUTO && asset.kernels->isa != options.open.isa)
	{
		tool_message("kiln-query", "warning", "isa", "this build or machine has no %s, using %s",
			isa_names[options.open.isa], isa_names[asset.kernels->isa]);
	}
	input_lines *input = calloc(1, sizeof *input);
	if (input == NULL)
	{
		tool_message("kiln-query", "error", "memory", "no memory");
		code = TOOL_INTERNAL;
	}
	else
	{
		code = run(&asset, options.path, input);
		free(input);
	}
	kiln_unmap(&asset);
	return tool_finish("kiln-query", code);
}
