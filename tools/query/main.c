// SPDX-License-Identifier: MIT
#include "../common/file.h"
#include "../common/message.h"
#include "../common/number.h"
#include "../common/page.h"
#include "../common/refused.h"
#include "field.h"
#include "input.h"
#include "kiln/school.h"
#include "platform/platform.h"
#include "replay.h"
#include "sdf.h"
#include "session.h"

#include <stdlib.h>
#include <string.h>

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
	const kiln_descent *descent;
	bool work;
	bool limited;
	uint32_t budget;
	const char *replay;
	bool finished; ///< --help or --version was handled
} query_options;

typedef struct query_option
{
	command_row row;
	enum
	{
		QUERY_OPTION_ISA,
		QUERY_OPTION_TREE,
		QUERY_OPTION_DESCENT,
		QUERY_OPTION_REPLAY,
		QUERY_OPTION_WORK,
		QUERY_OPTION_BUDGET,
		QUERY_OPTION_TRUST,
	} kind;
} query_option;

// Each option is one row: --help, the man page and the completions are made from these rows.
static const query_option option_rows[] = {
	{{"--isa auto|scalar|sse2|avx2|neon", "the instruction set; the answers are the same"}, QUERY_OPTION_ISA},
	{{"--tree aabb|obb|kdop14|kdop18|kdop26|sphere|rss[,...]",
		 "the trees that queries about two assets may walk; without it, the trees that the cooker chose"},
		QUERY_OPTION_TREE},
	{{"--descent larger|a-first|alternate|simultaneous|informed|leaf-direct",
		 "how queries about two assets walk both trees; the answers are the same"},
		QUERY_OPTION_DESCENT},
	{{"--replay FILE",
		 "repeats the queries of a log (kiln/log.h) instead, and compares each answer with brute force over all "
		 "triangles; an answer that differs makes the exit code 1. Trees and descent are those of the log, unless "
		 "--tree or --descent names others"},
		QUERY_OPTION_REPLAY},
	{{"--work", "adds to answers about two assets how many tests they took"}, QUERY_OPTION_WORK},
	{{"--budget N", "ends each query about two assets after N units of work (kiln/budget.h) with an error object"},
		QUERY_OPTION_BUDGET},
	{{"--trust", "skips the proof of the asset: only for bytes that were proved before"}, QUERY_OPTION_TRUST},
};

static const command_section *const sections[] = {
	&query_section,
	COMMAND_SECTION("Options", COMMAND_ROWS(option_rows)),
};

static const command_about query_command = {
	.name = "kiln-query",
	.purpose = "answers collision queries about assets",
	.usage = "[OPTION...] A.kiln [B.kiln] <QUERIES >ANSWERS\n--replay LOG [OPTION...] A.kiln [B.kiln] >ANSWERS",
	.about =
		"Reads one query a line from standard input and answers each with one JSON object a line on standard output. "
		"Empty lines and lines that begin with # are skipped. A query that cannot be answered gives "
		"{\"error\":\"...\",\"line\":N}; kiln-query goes on, and its exit code is 1.\n"
		"Queries that place B pose B relative to A: scaled by SCALE, turned by the quaternion Q, moved by T. "
		"A limit TMAX or MAX of 0 means no limit.\n"
		"A height field instead of A.kiln answers queries about one asset, but for inside, filter and those of signed "
		"distance fields. As B.kiln, it answers those about two assets.\n"
		"@FILE stands for the words of a file.",
	.refused = "an asset or a query was refused",
	.plain = "A.kiln",
	.sections = sections,
	.section_count = COUNT_OF(sections),
};

static int unknown_word(const char *option, const char *word, size_t size, const char *const *names, size_t count)
{
	return tool_unknown(&query_command, option, word, size, names, count);
}

// Returns the index of the name in the first `size` bytes of `word`; `count` when it is not a name.
static size_t find_name(const char *word, size_t size, const char *const *names, size_t count)
{
	size_t i = 0;
	while (i < count && (strlen(names[i]) != size || memcmp(names[i], word, size) != 0))
		++i;
	return i;
}

// Parses names separated by commas into bits.
static int parse_trees(const char *list, uint32_t *trees)
{
	*trees = 0;
	for (const char *at = list;; ++at)
	{
		size_t size = strcspn(at, ","), kind = find_name(at, size, tree_names, COUNT_OF(tree_names));
		if (kind == COUNT_OF(tree_names))
			return unknown_word("--tree", at, size, tree_names, COUNT_OF(tree_names));
		*trees |= 1u << kind;
		at += size;
		if (*at == '\0')
			return TOOL_DONE;
	}
}

static int usage_error(const char *text, const char *word)
{
	return tool_usage_error(&query_command, text, word);
}

static int parse_path(const char *word, query_options *options)
{
	if (options->paths[1] != NULL)
		return usage_error("more than two assets: ", word);
	options->paths[options->paths[0] != NULL] = word;
	return TOOL_DONE;
}

static int take_option(const command_word *word, query_options *options)
{
	const char *value = word->value;
	size_t chosen;
	switch (((const query_option *)(const void *)word->row)->kind)
	{
	case QUERY_OPTION_ISA:
		chosen = find_name(value, strlen(value), isa_names, COUNT_OF(isa_names));
		options->open.isa = (kiln_isa)chosen;
		return chosen < COUNT_OF(isa_names)
				   ? TOOL_DONE
				   : unknown_word("--isa", value, strlen(value), isa_names, COUNT_OF(isa_names));
	case QUERY_OPTION_TREE:
		return parse_trees(value, &options->trees);
	case QUERY_OPTION_DESCENT:
		chosen = find_name(value, strlen(value), descent_names, COUNT_OF(descent_names));
		options->descent = kiln_school_descent((uint32_t)chosen);
		return chosen < COUNT_OF(descent_names)
				   ? TOOL_DONE
				   : unknown_word("--descent", value, strlen(value), descent_names + 1, COUNT_OF(descent_names) - 1);
	case QUERY_OPTION_BUDGET:
		options->limited = number_uint32(value, strlen(value), &options->budget) == NUMBER_OK;
		return options->limited ? TOOL_DONE : usage_error("--budget takes a number below 2^32, not ", value);
	case QUERY_OPTION_REPLAY:
		options->replay = value;
		return value[0] != '\0' ? TOOL_DONE : usage_error("--replay takes a log", "");
	case QUERY_OPTION_WORK:
		options->work = true;
		break;
	case QUERY_OPTION_TRUST:
		options->open.trust = true;
		break;
	}
	return TOOL_DONE;
}

static int parse_options(int argc, char **argv, query_options *options)
{
	command_words words = tool_words(argc, argv);
	command_word word;
	int code = TOOL_DONE;
	while (code == TOOL_DONE && !options->finished && command_next(&query_command, &words, &word) != COMMAND_END)
	{
		switch (word.kind)
		{
		case COMMAND_OPTION:
			code = take_option(&word, options);
			break;
		case COMMAND_PLAIN:
			code = parse_path(word.value, options);
			break;
		default:
			options->finished = true;
			code = tool_page(&query_command, &word);
		}
	}
	if (code != TOOL_DONE || options->finished)
		return code;
	return options->paths[0] != NULL ? TOOL_DONE : usage_error("no asset given", "");
}

// Answers one line. `line` is NULL for a line that is too long.
static bool answer_line(
	query_session *session, const kiln_heightfield *field, sdf_first *sdf, const char *line, size_t size)
{
	if (field != NULL)
		return field_answer(field, session, stdout, line, size);
	if (line != NULL && sdf_is_query(line, size))
		return sdf_answer(sdf, session, stdout, line, size);
	return query_session_answer(session, stdout, line, size);
}

// Answers all lines, about the assets or about a height field.
static int run(query_session *session, const kiln_heightfield *field, const char *path, input_lines *input)
{
	int code = TOOL_DONE;
	const char *line = NULL;
	size_t size = 0;
	sdf_first sdf = {.tried = false};
	for (;;)
	{
		input_status status = input_next(input, &line, &size);
		if (status == INPUT_END)
			break;
		if (status != INPUT_MORE)
		{
			const char *text = status == INPUT_LINE ? line : NULL;
			if (!answer_line(session, field, &sdf, text, size))
			{
				tool_message(path, "error", "memory", "no memory for the answer to line %llu",
					(unsigned long long)session->lines);
				code = TOOL_INTERNAL;
				break;
			}
			continue;
		}
		// Flush answers before waiting for input, because another program may wait for them.
		if (fflush(stdout) != 0 || ferror(stdout))
			break;
		int error = input_fill(input);
		if (error != 0)
		{
			tool_message("kiln-query", "error", "read", "cannot read standard input: %s", strerror(error));
			code = TOOL_IO;
			break;
		}
	}
	query_session_free(session);
	if (code == TOOL_DONE && session->errors > 0)
	{
		tool_message(path, "error", "query", "%llu of %llu queries were not answered",
			(unsigned long long)session->errors, (unsigned long long)session->queries);
		code = TOOL_REFUSED;
	}
	return code;
}

// Whether a file begins with a height field's magic.
static bool is_heightfield(const char *path)
{
	uint8_t head[KILN_HEIGHTFIELD_FORMAT_MAGIC_SIZE];
	FILE *file = platform_input_open(path, NULL, NULL);
	const bool whole = file != NULL && fread(head, 1, sizeof head, file) == sizeof head;
	if (file != NULL)
		fclose(file);
	return whole && memcmp(head, KILN_HEIGHTFIELD_FORMAT_MAGIC, sizeof head) == 0;
}

static int open_assets(const query_options *options, answer_assets *assets, kiln_heightfield *field)
{
	kiln_asset *asset[2] = {&assets->first, &assets->second};
	for (int i = 0; i < 2 && options->paths[i] != NULL; ++i)
	{
		const bool terrain = i == 1 && is_heightfield(options->paths[i]);
		const kiln_result result = terrain ? kiln_heightfield_map(field, options->paths[i])
										   : kiln_map(asset[i], options->paths[i], &options->open);
		if (result.status != KILN_OK)
			return tool_refused(options->paths[i], result);
		if (terrain)
			assets->field = kiln_heightfield_surface(field);
	}
	if (assets->field.operations != NULL && options->replay != NULL)
		return usage_error("logs are of assets, not of a height field: ", options->paths[1]);
	return TOOL_DONE;
}

static int replay_queries(const query_options *options, const answer_assets *assets)
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

static int answer_lines(const query_options *options, query_session *session, const kiln_heightfield *field)
{
	input_lines *input = calloc(1, sizeof *input);
	if (input == NULL)
	{
		tool_message("kiln-query", "error", "memory", "no memory");
		return TOOL_INTERNAL;
	}
	int code = run(session, field, options->paths[0], input);
	free(input);
	return code;
}

static int answer_queries(const query_options *options, query_session *session)
{
	kiln_isa isa = session->assets.first.isa;
	if (options->open.isa != KILN_ISA_AUTO && isa != options->open.isa)
	{
		tool_message("kiln-query", "warning", "isa", "this build or machine has no %s, using %s",
			isa_names[options->open.isa], isa_names[isa]);
	}
	return answer_lines(options, session, NULL);
}

static int answer_field(const query_options *options)
{
	file_bytes bytes = {0};
	kiln_heightfield field;
	query_session session = {.lines = 0};
	if (options->paths[1] != NULL || options->replay != NULL)
		return usage_error(
			"a height field is queried alone or as the second file, without --replay: ", options->paths[0]);
	int code = tool_read(options->paths[0], &bytes);
	if (code != TOOL_DONE)
		return code;
	const kiln_result opened = kiln_heightfield_open(&field, bytes.data, bytes.size);
	code = opened.status == KILN_OK ? answer_lines(options, &session, &field) : tool_refused(options->paths[0], opened);
	file_free(&bytes);
	return code;
}

static int run_command(int argc, char **argv)
{
	query_options options = {0};
	int code = parse_options(argc, argv, &options);
	if (code == TOOL_DONE && !options.finished && is_heightfield(options.paths[0]))
		code = answer_field(&options);
	else if (code == TOOL_DONE && !options.finished)
	{
		kiln_heightfield field = {0};
		query_session session = {.assets = {.trees = options.trees,
									 .descent = options.descent,
									 .counters = options.work,
									 .limited = options.limited,
									 .budget = options.budget}};
		code = open_assets(&options, &session.assets, &field);
		if (code == TOOL_DONE)
		{
			code =
				options.replay != NULL ? replay_queries(&options, &session.assets) : answer_queries(&options, &session);
		}
		kiln_heightfield_unmap(&field);
		kiln_unmap(&session.assets.second);
		kiln_unmap(&session.assets.first);
	}
	return tool_finish("kiln-query", code);
}

int main(int argc, char **argv)
{
	tool_start();
	return tool_run("kiln-query", argc, argv, run_command);
}
