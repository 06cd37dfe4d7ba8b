// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "bench/compare/compare.h"
#include "bench/figures/machine.h"
#include "bench/figures/report.h"
#include "bench/rivals/pair/rival_pairs.h"
#include "bench/scenes/primitives.h"

#include "common/message.h"
#include "common/page.h"
#include "platform/platform.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// In the order in which they run. Peak memory is measured in copies of this process, so `cook` runs while the process
/// is small.
static const bench_family families[] = {
	{{"cook", "from an art file to a blob, against the importer alone: time and peak memory"}, bench_cook},
	{{"build", "building the tree over triangles, against Embree and Bullet; the rules for splitting"}, bench_build},
	{{"bytes", "bytes a triangle of all that queries touch, against Embree, Bullet and a k-d tree"}, bench_bytes},
	{{"rays", "closest and any hits of incoherent rays, against Embree, Bullet and a k-d tree"}, bench_rays},
	{{"queries", "closest points, points inside, overlaps and casts of one mesh, and refits of moved vertices"},
		bench_queries},
	{{"bounds", "fitting bounding volumes: how tight, how fast, whether they hold every point"}, bench_bounds},
	{{"clean", "welding, kinds of edges, mass, and polygons with holes, against meshoptimizer"}, bench_clean},
	{{"survey", "surveys and repairs of art files, and their crossing triangles, against CGAL"}, bench_survey},
	{{"simplify", "fewer triangles within a certain distance, of art files too, against meshoptimizer"},
		bench_simplify},
	{{"hausdorff", "the certain distance of two surfaces, against brute force and CGAL"}, bench_hausdorff},
	{{"merge", "coplanar triangles of a wall with windows, merged to the fewest"}, bench_merge},
	{{"wrap", "closed surfaces around meshes, against CGAL's alpha wraps"}, bench_wrap},
	{{"sdf", "signed distance fields: building, points, casts, beside the exact answers"}, bench_sdf},
	{{"hull", "convex hulls, within a budget too, against Qhull and Bullet; support mappings"}, bench_hull},
	{{"turned", "k-DOPs and layered volumes of a turned hull, points in polygons and polyhedra"}, bench_turned},
	{{"parts", "convex decompositions, and queries of them, against V-HACD and CoACD where given"}, bench_parts},
	{{"pairs", "a mesh against itself: any, all, distance, within; against FCL, ODE and GImpact"}, bench_pairs},
	{{"groups", "one mesh against many in one query, beside one query for each"}, bench_groups},
	{{"trees", "kinds of trees against rules for building them: time, bytes, costs, counted work"}, bench_trees},
	{{"motion", "moving bodies, an experiment of 2003, and what front tracking is worth"}, bench_motion},
	{{"primitives", "the primitive tests: time and instructions a call, against FCL, Bullet, ODE and libccd"},
		bench_primitives},
	{{"solids", "trees of solids by sign functions, and contact by halving"}, bench_solids},
	{{"convex", "two convex hulls: distance, overlap, depth, manifolds, casts; against FCL, Bullet and libccd"},
		bench_convex},
	{{"broadphase", "moving boxes, all pairs of every frame: every method, against Bullet, FCL and ODE"},
		bench_broadphase},
	{{"instances", "a cooked scene of many instances: rays and overlaps, against Embree"}, bench_instances},
	{{"world", "rays, casts, overlaps, closest points and contacts of a world, about zero and 10^9 m away"},
		bench_world},
	{{"walks", "rays through the cells of a grid and of a k-d tree"}, bench_walks},
	{{"heightfield", "height fields: bytes, and rays against meshes, Bullet and ODE"}, bench_heightfield},
	{{"mover", "characters that walk over hills, stairs and along walls"}, bench_mover},
	{{"open", "from a file to the first answer, and the proof's bytes a second"}, bench_open},
};

typedef struct bench_choice
{
	command_row row;
	enum
	{
		CHOICE_JSON,
		CHOICE_QUICK,
		CHOICE_SEED,
		CHOICE_CLOCK,
		CHOICE_MESH,
		CHOICE_PLOT,
		CHOICE_MODELS,
		CHOICE_VHACD,
		CHOICE_COACD,
		CHOICE_REPORT,
		CHOICE_ROUNDS,
		CHOICE_ALLOW,
	} kind;
} bench_choice;

// Each option is one row here, from which --help, the man page and the completions are made.
static const bench_choice choices[] = {
	{{"--json", "prints one JSON object instead of tables"}, CHOICE_JSON},
	{{"--quick", "measures few, small and short cases: whether everything works, not how fast it is"}, CHOICE_QUICK},
	{{"--seed N", "the seed of rays and generated meshes (1)"}, CHOICE_SEED},
	{{"--clock wall|cpu", "the clock (wall); cpu, the processor's time, for a machine that is busy with other work"},
		CHOICE_CLOCK},
	{{"--mesh TEXT", "measures only meshes, or scenes of boxes, whose name contains TEXT"}, CHOICE_MESH},
	{{"--plot DIR", "writes pictures of curves (SVG) into an existing folder"}, CHOICE_PLOT},
	{{"--models DIR", "the folder of dragon_vrip*.ply, in which a big asset is kept, too (build/models)"},
		CHOICE_MODELS},
	{{"--vhacd PROGRAM", "parts: the path to TestVHACD of V-HACD 4.1"}, CHOICE_VHACD},
	{{"--coacd PROGRAM", "parts: the path to main of CoACD 1.0.11 or later"}, CHOICE_COACD},
	{{"--report PAGE.html", "writes a page of all tables, with bars, too"}, CHOICE_REPORT},
	{{"--rounds N", "compare: how often each build runs (12; 8 to 200)"}, CHOICE_ROUNDS},
	{{"--allow PERCENT", "compare: differences up to this do not count (3)"}, CHOICE_ALLOW},
};

static const command_section *const sections[] = {
	COMMAND_SECTION("Families", .plain = true, COMMAND_ROWS(families)),
	COMMAND_SECTION("Options", COMMAND_ROWS(choices)),
};

static const command_about bench_about = {
	.name = "kiln-bench",
	.purpose = "measures Kiln against other libraries",
	.usage = "[OPTION...] [FAMILY...]\ncompare OLD NEW [OPTION...] [FAMILY...]",
	.about =
		"Measures Kiln against other libraries in one run: the same work in turns, medians, and the answers compared. "
		"Without a FAMILY all families run. Everything runs on one thread, but a cook runs on as many as the machine "
		"has processors. The other libraries are those that kiln-bench was built with; the figures of missing ones "
		"read n/a. compare runs two builds of kiln-bench in turns, and lists the figures whose ratio differs from 1 "
		"with a "
		"certainty of 99 %.",
	.refused = "a model was refused, or a figure became worse",
	.sections = sections,
	.section_count = sizeof sections / sizeof *sections,
};

#define FAMILY_COUNT (sizeof families / sizeof *families)

typedef struct bench_command
{
	bench_options options;
	bool chosen[FAMILY_COUNT];
	bool json;
	const char *report;		///< the page to write; NULL: none
	const char *clock_word; ///< NULL: not given
	bool compares;			///< runs two builds, of which `build` has the names given so far
	const char *build[2];
	uint32_t rounds;
	double allowed; ///< a share
	bool finished;	///< --help or --version was printed
} bench_command;

static int usage_error(const char *text, const char *word)
{
	return tool_usage_error(&bench_about, text, word);
}

static bool parse_seed(const char *text, uint64_t *seed)
{
	char *end;
	if (text[0] < '0' || text[0] > '9')
		return false;
	errno = 0;
	*seed = strtoull(text, &end, 10);
	return *end == '\0' && errno == 0;
}

static bool choose_family(bench_command *command, const char *name)
{
	const bool all = strcmp(name, "all") == 0;
	for (size_t i = 0; i < FAMILY_COUNT && all; ++i)
		command->chosen[i] = true;
	for (size_t i = 0; i < FAMILY_COUNT; ++i)
		if (strcmp(name, families[i].row.term) == 0)
			return command->chosen[i] = true;
	return all;
}

/// Takes a word that is no option: a family, `compare`, or one of the two builds behind it.
static int take_plain(bench_command *command, const char *word, bool first)
{
	if (first && strcmp(word, "compare") == 0)
	{
		command->compares = true;
		return TOOL_DONE;
	}
	for (int i = 0; command->compares && i < 2; ++i)
		if (!command->build[i])
		{
			command->build[i] = word;
			return TOOL_DONE;
		}
	return choose_family(command, word) ? TOOL_DONE : usage_error("no such family: ", word);
}

/// Reads a number within bounds.
static bool parse_number(const char *text, double least, double most, double *number)
{
	char *end;
	*number = strtod(text, &end);
	return end != text && *end == '\0' && *number >= least && *number <= most;
}

/// Sets a folder. Reports a folder that does not allow `mode`.
static int take_folder(const char **folder, const char *value, int mode, const char *code, const char *complaint)
{
	*folder = value;
	if (value[0] == '\0')
		return usage_error("an option takes the name of a folder", "");
	if (access(value, mode) == 0)
		return TOOL_DONE;
	tool_message(value, "error", code, "%s: %s", complaint, strerror(errno));
	return TOOL_IO;
}

/// Sets a program of others. Reports one that cannot be run.
static int take_program(const char **program, const char *value)
{
	*program = value;
	if (value[0] != '\0' && access(value, X_OK) == 0)
		return TOOL_DONE;
	tool_message(value, "error", "read", "cannot be run: %s", value[0] ? strerror(errno) : "no name");
	return TOOL_IO;
}

static int take_choice(bench_command *command, const command_word *word)
{
	const char *value = word->value;
	double number = 0;
	bench_options *options = &command->options;
	switch (((const bench_choice *)(const void *)word->row)->kind)
	{
	case CHOICE_JSON:
		command->json = true;
		break;
	case CHOICE_QUICK:
		options->quick = true;
		break;
	case CHOICE_SEED:
		return parse_seed(value, &options->seed) ? TOOL_DONE : usage_error("--seed takes a number, not ", value);
	case CHOICE_CLOCK:
		command->clock_word = value;
		options->clock = strcmp(value, "cpu") == 0 ? bench_now_cpu : bench_now;
		if (strcmp(value, "cpu") != 0 && strcmp(value, "wall") != 0)
			return usage_error("--clock takes wall or cpu, not ", value);
		break;
	case CHOICE_MESH:
		options->only = value;
		break;
	case CHOICE_PLOT:
		return take_folder(&options->plots, value, W_OK | X_OK, "write", "cannot write into the folder");
	case CHOICE_MODELS:
		return take_folder(&options->models, value, R_OK | X_OK, "read", "cannot read the folder");
	case CHOICE_VHACD:
		return take_program(&options->vhacd, value);
	case CHOICE_COACD:
		return take_program(&options->coacd, value);
	case CHOICE_REPORT:
		command->report = value;
		break;
	case CHOICE_ROUNDS:
		if (!parse_number(value, COMPARE_ROUNDS_LEAST, COMPARE_ROUNDS_MOST, &number) || number != floor(number))
			return usage_error("--rounds takes a number from 8 to 200, not ", value);
		command->rounds = (uint32_t)number;
		break;
	case CHOICE_ALLOW:
		if (!parse_number(value, 0, 100, &number))
			return usage_error("--allow takes a percentage from 0 to 100, not ", value);
		command->allowed = number / 100;
		break;
	}
	return TOOL_DONE;
}

static int parse_command(int argc, char **argv, bench_command *command)
{
	command_words words = tool_words(argc, argv);
	command_word word;
	bool none = true, first = true;
	while (command_next(&bench_about, &words, &word) != COMMAND_END)
	{
		int code = TOOL_DONE;
		if (word.kind == COMMAND_OPTION)
			code = take_choice(command, &word);
		else if (word.kind == COMMAND_PLAIN)
		{
			code = take_plain(command, word.value, first);
			first = false;
		}
		else
		{
			command->finished = true;
			return tool_page(&bench_about, &word);
		}
		if (code != TOOL_DONE)
			return code;
	}
	if (command->compares && !command->build[1])
		return usage_error("compare takes two builds of kiln-bench", "");
	if (command->compares && (command->options.plots || command->report))
		return usage_error("compare draws nothing: ", command->options.plots ? "--plot" : "--report");
	for (size_t i = 0; i < FAMILY_COUNT; ++i)
		none = none && !command->chosen[i];
	for (size_t i = 0; i < FAMILY_COUNT; ++i)
		command->chosen[i] |= none;
	return TOOL_DONE;
}

static const char *rival_version(const rival_library *rival)
{
	return rival ? rival->version : "none";
}

static const char *pair_rival_version(const rival_pair_library *rival)
{
	return rival ? rival->version : "none";
}

static const char *clock_name(bench_clock *clock)
{
	return clock == bench_now_cpu ? "processor time" : "wall-clock time";
}

static void print_head(const bench_options *options, const bench_machine *machine)
{
	printf("kiln-bench %s%s, seed %" PRIu64 "\n", kiln_version(), options->quick ? " --quick" : "", options->seed);
	printf("%s, %ld processors, load %.1f, %s, %s, Kiln on %s\n", machine->cpu, machine->processors, machine->load,
		machine->system, machine->compiler, machine->isa);
	printf("Embree %s, Bullet %s, FCL %s, ODE %s, one thread each, %s\n", rival_version(rival_embree()),
		rival_version(rival_bullet()), pair_rival_version(rival_fcl()), pair_rival_version(rival_ode()),
		clock_name(options->clock));
	fflush(stdout);
}

/// `version` is NULL for a library that is missing.
static void json_rival(json_writer *json, const char *key, const char *version)
{
	json_key(json, key);
	if (version)
		json_text(json, version);
	else
		json_null(json);
}

static void json_head(json_writer *json, const bench_options *options, const bench_machine *machine)
{
	json_key(json, "schema");
	json_text(json, "kiln-bench/1");
	json_key(json, "version");
	json_text(json, kiln_version());
	json_key(json, "cpu");
	json_text(json, machine->cpu);
	json_key(json, "processors");
	json_int(json, machine->processors);
	json_key(json, "load");
	json_double(json, machine->load);
	json_key(json, "clock");
	json_text(json, clock_name(options->clock));
	json_key(json, "system");
	json_text(json, machine->system);
	json_key(json, "compiler");
	json_text(json, machine->compiler);
	json_key(json, "isa");
	json_text(json, machine->isa);
	json_rival(json, "embree", rival_embree() ? rival_embree()->version : NULL);
	json_rival(json, "bullet", rival_bullet() ? rival_bullet()->version : NULL);
	json_rival(json, "fcl", rival_fcl() ? rival_fcl()->version : NULL);
	json_rival(json, "ode", rival_ode() ? rival_ode()->version : NULL);
	json_key(json, "threads");
	json_uint(json, 1);
	json_key(json, "seed");
	json_uint(json, options->seed);
	json_key(json, "quick");
	json_bool(json, options->quick);
	json_key(json, "families");
	json_array(json);
}

static int run_family(const bench_command *command, const bench_family *family, json_writer *json, FILE *report)
{
	bench_result result = {.table_count = 0};
	int code = family->run(&command->options, &result);
	if (report)
		report_family(report, family->row.term, family->row.text);
	if (command->json)
	{
		json_object(json);
		json_key(json, "name");
		json_text(json, family->row.term);
		json_key(json, "description");
		json_text(json, family->row.text);
		json_key(json, "tables");
		json_array(json);
	}
	for (uint32_t i = 0; i < result.table_count; ++i)
	{
		if (command->json)
			table_json(&result.tables[i], json);
		else
			table_print(&result.tables[i], stdout);
		if (report)
			report_table(report, &result.tables[i]);
		table_free(&result.tables[i]);
	}
	if (command->json)
	{
		json_array_end(json);
		json_object_end(json);
	}
	fflush(stdout);
	return code;
}

/// Writes the options and families for both builds as words of the shell.
static bool write_words(const bench_command *command, FILE *out)
{
	const bench_options *options = &command->options;
	const char *const named[][2] = {{"--clock", command->clock_word}, {"--mesh", options->only},
		{"--models", options->models}, {"--vhacd", options->vhacd}, {"--coacd", options->coacd}};
	fprintf(out, "--seed %" PRIu64 "%s", options->seed, options->quick ? " --quick" : "");
	for (size_t i = 0; i < sizeof named / sizeof *named; ++i)
	{
		char *word = named[i][1] ? platform_shell_word(named[i][1]) : NULL;
		if (word)
			fprintf(out, " %s %s", named[i][0], word);
		free(word);
	}
	for (size_t i = 0; i < FAMILY_COUNT; ++i)
		if (command->chosen[i])
			fprintf(out, " %s", families[i].row.term);
	return !ferror(out);
}

static int compare(const bench_command *command)
{
	char *words = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&words, &size);
	const bool written = out && write_words(command, out);
	const bool closed = out && fclose(out) == 0;
	const compare_plan plan = {
		{command->build[0], command->build[1]}, words, command->rounds, command->allowed, command->json};
	const int code = written && closed ? bench_compare(&plan) : TOOL_INTERNAL;
	free(words);
	return code;
}

/// Begins the page of a run. NULL without memory.
static FILE *open_report(const bench_command *command, const bench_machine *machine, char **text, size_t *size)
{
	char conditions[160];
	const bench_options *options = &command->options;
	FILE *report = open_memstream(text, size);
	snprintf(conditions, sizeof conditions,
		"Version %s, seed %" PRIu64 ", %s%s; other libraries run on one thread each.", kiln_version(), options->seed,
		clock_name(options->clock), options->quick ? ", quick: times mean nothing" : "");
	if (report)
		report_begin(report, machine, conditions);
	return report;
}

/// Writes the page of a run under a temporary name, which is then renamed.
static int write_report(const char *path, FILE *report, char **text, const size_t *size)
{
	char reason[PLATFORM_REASON] = "";
	platform_output output;
	report_end(report);
	if (fclose(report) != 0)
		return TOOL_INTERNAL;
	bool good = platform_output_open(&output, path, reason);
	if (good && !(platform_output_write(&output, *text, *size, reason) && platform_output_commit(&output, reason)))
	{
		platform_output_discard(&output);
		good = false;
	}
	if (!good)
		tool_message(path, "error", "write", "cannot be written: %s", reason);
	return good ? TOOL_DONE : TOOL_IO;
}

static int run(const bench_command *command)
{
	bench_machine machine = bench_machine_make();
	char *text = NULL;
	size_t size = 0;
	FILE *report = command->report ? open_report(command, &machine, &text, &size) : NULL;
	if (command->report && !report)
		return TOOL_INTERNAL;
	json_writer json = json_begin(stdout, true);
	if (command->json)
	{
		json_object(&json);
		json_head(&json, &command->options, &machine);
	}
	else
		print_head(&command->options, &machine);
	int code = TOOL_DONE;
	for (size_t i = 0; i < FAMILY_COUNT && code == TOOL_DONE; ++i)
		if (command->chosen[i])
			code = run_family(command, &families[i], &json, report);
	if (command->json)
	{
		json_array_end(&json);
		json_object_end(&json);
		json_end(&json);
	}
	if (report)
	{
		const int written = write_report(command->report, report, &text, &size);
		code = code == TOOL_DONE ? written : code;
	}
	free(text);
	return code;
}

int main(int argc, char **argv)
{
	tool_start();
	if (argc == 3 && strcmp(argv[1], PRIMITIVE_COUNTED) == 0)
	{
		primitive_counted(strtoull(argv[2], NULL, 10));
		return TOOL_DONE;
	}
	bench_command command = {
		.options = {.seed = 1, .clock = bench_now, .models = "build/models"}, .rounds = 12, .allowed = 0.03};
	int code = parse_command(argc, argv, &command);
	if (code == TOOL_DONE && !command.finished)
		code = command.compares ? compare(&command) : run(&command);
	return tool_finish("kiln-bench", code);
}
