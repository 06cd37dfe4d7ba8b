// SPDX-License-Identifier: MIT
#include "../common/message.h"
#include "../common/number.h"
#include "answer.h"
#include "input.h"
#include "replay.h"

#include "tree/kernels.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
	"usage: kiln-query [options] A.kiln [B.kiln] <queries >answers\n"
	"       kiln-query --replay LOG [options] A.kiln [B.kiln] >answers\n"
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
	"With a second asset, scaled, turned by Q, then moved by T:\n"
	"\n"
	"  collide TX TY TZ QX QY QZ QW [SCALE]  whether A and B touch\n"
	"  contacts TX TY TZ QX QY QZ QW [SCALE] all pairs of triangles that do, and the segments that they share\n"
	"  distance TX TY TZ QX QY QZ QW [SCALE] how far apart they are, and where\n"
	"  within D TX TY TZ QX QY QZ QW [SCALE] whether they are at most D apart\n"
	"  depth TX TY TZ QX QY QZ QW [SCALE]    the two that are deepest in each other, triangles or solids, and the way "
	"out\n"
	"  manifold TX TY TZ QX QY QZ QW [SCALE] contact points of all that touch\n"
	"  toi TX TY TZ QX QY QZ QW TX TY TZ QX QY QZ QW [SCALE]   when B first touches A on its way from the first place "
	"to\n"
	"                                        the second, and where\n"
	"\n"
	"A limit of 0 is none. Empty lines and lines that begin with # are skipped. A query that can't be answered gives\n"
	"{\"error\":\"...\",\"line\":N} and the run goes on; the exit code is then 1.\n"
	"\n"
	"  --isa auto|scalar|sse2|avx2|neon      instruction set; the answers are the same\n"
	"  --tree LIST                           trees that questions about two assets may walk: aabb, obb, kdop14, "
	"kdop18,\n"
	"                                        kdop26, sphere, rss between commas; without it, those the cooker chose\n"
	"  --descent larger|a-first|alternate|simultaneous|informed|leaf-direct   how; the answers are the same\n"
	"  --replay LOG                          asks the queries of a log (kiln/log.h) again instead, and compares each\n"
	"                                        answer with every triangle's; exit code 1 where one differs. Trees and\n"
	"                                        descents are the log's, unless they are given here\n"
	"  --work                                answers about two assets tell the tests that they took\n"
	"  --budget N                            each question about two assets may take N units of work (kiln/budget.h);\n"
	"                                        one that needs more can't be answered\n"
	"  --trust                               skip the proof of the blob: only for bytes that were proved before\n"
	"  --help, --version\n"
	"\n"
	"Exit codes: 0 done, 1 the asset or a query was refused, 2 usage, 3 input/output, 4 internal error.\n";

static const char *const isa_names[] = {"auto", "scalar", "sse2", "avx2", "neon"};

static const char *const tree_names[] = {"aabb", "obb", "kdop14", "kdop18", "kdop26", "sphere", "rss"};
static const char *const descent_names[] = {
	"default", "larger", "a-first", "alternate", "simultaneous", "informed", "leaf-direct"};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

typedef struct query_options
{
	const char *paths[2];
	kiln_open_options open;
	uint32_t trees;
	kiln_descent descent;
	bool work;
	bool limited;
	uint32_t budget;
	const char *replay;
	bool finished; ///< --help or --version was answered
} query_options;

// The number of the name that `word`, `size` bytes of it, is; `count` when it is none.
static size_t find_name(const char *word, size_t size, const char *const *names, size_t count)
{
	size_t i = 0;
	while (i < count && (strlen(names[i]) != size || memcmp(names[i], word, size) != 0))
	{
		++i;
	}
	return i;
}

// Names between commas, as bits.
static bool parse_trees(const char *list, uint32_t *trees)
{
	*trees = 0;
	for (const char *at = list;; ++at)
	{
		size_t size = strcspn(at, ","), kind = find_name(at, size, tree_names, COUNT_OF(tree_names));
		if (kind == COUNT_OF(tree_names))
		{
			return false;
		}
		*trees |= 1u << kind;
		at += size;
		if (*at == '\0')
		{
			return true;
		}
	}
}

static int usage_error(const char *text, const char *word)
{
	tool_message("kiln-query", "error", "usage", "%s%s; see kiln-query --help", text, word);
	return TOOL_USAGE;
}

static int parse_path(const char *word, query_options *options)
{
	if (options->paths[1] != NULL)
	{
		return usage_error("more than two assets: ", word);
	}
	options->paths[options->paths[0] != NULL] = word;
	return TOOL_DONE;
}

// Options with a value.
static int parse_value(const char *name, size_t size, const char *value, query_options *options)
{
	size_t chosen;
	if (size == 5 && memcmp(name, "--isa", size) == 0)
	{
		chosen = find_name(value, strlen(value), isa_names, COUNT_OF(isa_names));
		options->open.isa = (kiln_isa)chosen;
		return chosen < COUNT_OF(isa_names) ? TOOL_DONE
											: usage_error("--isa takes auto, scalar, sse2, avx2 or neon, not ", value);
	}
	if (size == 6 && memcmp(name, "--tree", size) == 0)
	{
		return parse_trees(value, &options->trees)
				   ? TOOL_DONE
				   : usage_error(
						 "--tree takes aabb, obb, kdop14, kdop18, kdop26, sphere, rss between commas, not ", value);
	}
	if (size == 9 && memcmp(name, "--descent", size) == 0)
	{
		chosen = find_name(value, strlen(value), descent_names, COUNT_OF(descent_names));
		options->descent = (kiln_descent)chosen;
		return chosen < COUNT_OF(descent_names)
				   ? TOOL_DONE
				   : usage_error(
						 "--descent takes larger, a-first, alternate, simultaneous, informed or leaf-direct, not ",
						 value);
	}
	if (size == 8 && memcmp(name, "--budget", size) == 0)
	{
		options->limited = number_uint32(value, strlen(value), &options->budget) == NUMBER_OK;
		return options->limited ? TOOL_DONE : usage_error("--budget takes a number below 2^32, not ", value);
	}
	if (size == 8 && memcmp(name, "--replay", size) == 0)
	{
		options->replay = value;
		return value[0] != '\0' ? TOOL_DONE : usage_error("--replay takes a log", "");
	}
	return usage_error("unknown option ", name);
}

static bool takes_value(const char *word, size_t size)
{
	static const char *const names[] = {"--isa", "--tree", "--descent", "--budget", "--replay"};
	return find_name(word, size, names, COUNT_OF(names)) < COUNT_OF(names);
}

static int parse_options(int argc, char **argv, query_options *options)
{
	bool only_paths = false;
	int code = TOOL_DONE;
	for (int i = 1; i < argc && code == TOOL_DONE && !options->finished; ++i)
	{
		const char *word = argv[i];
		size_t size = strcspn(word, "=");
		if (only_paths || word[0] != '-' || word[1] == '\0')
		{
			code = parse_path(word, options);
		}
		else if (strcmp(word, "--") == 0)
		{
			only_paths = true;
		}
		else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
		{
			fputs(help, stdout);
			options->finished = true;
		}
		else if (strcmp(word, "--version") == 0)
		{
			printf("kiln-query %s (format %d.%d)\n", kiln_version(), KILN_FORMAT_MAJOR, KILN_FORMAT_MINOR);
			options->finished = true;
		}
		else if (strcmp(word, "--trust") == 0)
		{
			options->open.trust = true;
		}
		else if (strcmp(word, "--work") == 0)
		{
			options->work = true;
		}
		else if (takes_value(word, size))
		{
			const char *value = word[size] == '=' ? word + size + 1 : i + 1 < argc ? argv[++i] : "";
			code = parse_value(word, size, value, options);
		}
		else
		{
			code = usage_error("unknown option ", word);
		}
	}
	if (code != TOOL_DONE || options->finished)
	{
		return code;
	}
	return options->paths[0] != NULL ? TOOL_DONE : usage_error("no asset given", "");
}

typedef struct run_counts
{
	uint64_t lines;
	uint64_t queries;
	uint64_t errors;
} run_counts;

static answer_status answer_line_query(const answer_assets *assets, const query_line *query, answer_scratch *scratch)
{
	const answer_given given = answer_ask(assets, query, scratch);
	if (given.status == ANSWER_GIVEN)
	{
		json_writer json = json_begin(stdout, false);
		answer_write(&json, assets, query, &given, scratch);
		json_end(&json);
	}
	return given.status;
}

// False when there is no memory for the answer.
static bool answer_line(const answer_assets *assets, input_status status, const char *line, size_t size,
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
	answer_status answered = parsed ? answer_line_query(assets, &query, scratch) : ANSWER_GIVEN;
	if (answered == ANSWER_NOT_CLOSED)
	{
		snprintf(error, sizeof error, "a mesh that is not closed may surround the point");
	}
	if (answered == ANSWER_NO_SECOND)
	{
		snprintf(error, sizeof error, "this is a question about two assets, and there is one");
	}
	if (answered == ANSWER_REFUSED)
	{
		snprintf(error, sizeof error, "the pose carries the second asset beyond the largest coordinate, 2^40");
	}
	if (answered == ANSWER_ENDED)
	{
		snprintf(error, sizeof error, "the work ran out: the budget is %u units", assets->budget);
	}
	if (!parsed || (answered != ANSWER_GIVEN && answered != ANSWER_NO_MEMORY))
	{
		answer_error(stdout, error, counts->lines);
		++counts->errors;
	}
	return answered != ANSWER_NO_MEMORY;
}

static int run(const answer_assets *assets, const char *path, input_lines *input)
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
			if (!answer_line(assets, status, line, size, &scratch, &counts))
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

static int open_assets(const query_options *options, answer_assets *assets)
{
	kiln_asset *asset[2] = {&assets->first, &assets->second};
	for (int i = 0; i < 2 && options->paths[i] != NULL; ++i)
	{
		kiln_result result = kiln_map(asset[i], options->paths[i], &options->open);
		if (result.status != KILN_OK)
		{
			return open_failed(options->paths[i], result);
		}
	}
	return TOOL_DONE;
}

static int ask_again(const query_options *options, const answer_assets *assets)
{
	replay_counts counts;
	int code = replay_log(options->replay, assets, &counts);
	if (counts.queries > 0)
	{
		tool_message(options->replay, "note", "replay",
			"%llu queries: %llu as brute force, %llu to rounding, %llu different, %llu not compared, %llu not asked",
			(unsigned long long)counts.queries, (unsigned long long)counts.same, (unsigned long long)counts.doubtful,
			(unsigned long long)counts.different, (unsigned long long)counts.not_asked,
			(unsigned long long)counts.others);
	}
	return code;
}

static int ask(const query_options *options, const answer_assets *assets)
{
	kiln_isa isa = assets->first.kernels->isa;
	if (options->open.isa != KILN_ISA_AUTO && isa != options->open.isa)
	{
		tool_message("kiln-query", "warning", "isa", "this build or machine has no %s, using %s",
			isa_names[options->open.isa], isa_names[isa]);
	}
	input_lines *input = calloc(1, sizeof *input);
	if (input == NULL)
	{
		tool_message("kiln-query", "error", "memory", "no memory");
		return TOOL_INTERNAL;
	}
	int code = run(assets, options->paths[0], input);
	free(input);
	return code;
}

int main(int argc, char **argv)
{
	tool_start();
	query_options options = {0};
	int code = parse_options(argc, argv, &options);
	if (code == TOOL_DONE && !options.finished)
	{
		answer_assets assets = {.trees = options.trees,
			.descent = options.descent,
			.counters = options.work,
			.limited = options.limited,
			.budget = options.budget};
		code = open_assets(&options, &assets);
		if (code == TOOL_DONE)
		{
			code = options.replay != NULL ? ask_again(&options, &assets) : ask(&options, &assets);
		}
		kiln_unmap(&assets.second);
		kiln_unmap(&assets.first);
	}
	return tool_finish("kiln-query", code);
}
