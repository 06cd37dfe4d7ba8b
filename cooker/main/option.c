// SPDX-License-Identifier: MIT
#include "option.h"

#include "messages/codes.h"

#include <string.h>

static kilncook_status set_output(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->output = value;
	return KILNCOOK_OK;
}

static kilncook_status set_depfile(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->depfile = value;
	return KILNCOOK_OK;
}

static kilncook_status set_report(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->report = value;
	return KILNCOOK_OK;
}

static kilncook_status set_touch(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name, (void)value;
	s->touch = true;
	return KILNCOOK_OK;
}

static kilncook_status set_threads(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_whole(from, name, value, KILNCOOK_THREADS_MAX, &s->cook.threads);
}

static kilncook_status set_folder(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	if (!*value)
		return option_complain(from, "%s takes a folder", name);
	if (s->cook.allow_outside_count == CLI_FOLDERS_MAX)
		return option_complain(from, "more than %d folders", CLI_FOLDERS_MAX);
	s->folders[s->cook.allow_outside_count++] = value;
	s->cook.allow_outside = s->folders;
	return KILNCOOK_OK;
}

static kilncook_status set_time(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_number(from, name, value, 0, 1e6, &s->time_limit);
}

static kilncook_status set_processor(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_number(from, name, value, 0, 1e6, &s->processor_limit);
}

static kilncook_status set_memory(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	uint32_t megabytes = 0;
	kilncook_status status = option_whole(from, name, value, 1u << 30, &megabytes);
	s->memory_limit = (uint64_t)megabytes << 20;
	return status;
}

/// Adds a code to one list and removes it from the other: the last option counts.
static kilncook_status take_code(const option_source *from, const char *name, const char *code, const char **list,
	uint32_t *count, const char **other, uint32_t *other_count)
{
	const code_entry *entry = code_find(code);
	if (!entry)
		return option_complain(
			from, "%s: no message has the code '%s': the nearest code is '%s'", name, code, code_nearest(code));
	if (!(entry->severities & CODE_WARNING))
		return option_complain(from, "%s: '%s' is not the code of a warning", name, code);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < *other_count; ++i)
		if (strcmp(other[i], entry->name) != 0)
			other[kept++] = other[i];
	*other_count = kept;
	for (uint32_t i = 0; i < *count; ++i)
		if (strcmp(list[i], entry->name) == 0)
			return KILNCOOK_OK;
	list[(*count)++] = entry->name;
	return KILNCOOK_OK;
}

static kilncook_status set_werror(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	s->cook.error_codes = s->error_codes;
	s->cook.silent_codes = s->silent_codes;
	if (value && strcmp(value, "yes") != 0)
		return take_code(
			from, name, value, s->error_codes, &s->cook.error_code_count, s->silent_codes, &s->cook.silent_code_count);
	s->cook.warnings_are_errors = true;
	return KILNCOOK_OK;
}

static kilncook_status set_no_warn(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	s->cook.error_codes = s->error_codes;
	s->cook.silent_codes = s->silent_codes;
	return take_code(
		from, name, value, s->silent_codes, &s->cook.silent_code_count, s->error_codes, &s->cook.error_code_count);
}

static kilncook_status set_explain(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name, (void)value;
	s->explain = true;
	return KILNCOOK_OK;
}

static kilncook_status set_survey(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name, (void)value;
	s->survey = true;
	return KILNCOOK_OK;
}

static kilncook_status set_survey_pairs(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cook.survey_pairs = option_is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_tolerance(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_number(from, name, value, 0, KILNCOOK_TOLERANCE_MAX, &s->cook.tolerance);
}

static kilncook_status set_listed(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_whole(from, name, value, KILNCOOK_LISTED_MAX, &s->cook.listed);
}

static kilncook_status set_cache(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cache = value;
	return KILNCOOK_OK;
}

static kilncook_status set_cache_size(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	uint32_t megabytes = 0;
	kilncook_status status = option_whole(from, name, value, 1u << 30, &megabytes);
	s->cache_limit = (uint64_t)megabytes << 20;
	return status;
}

static kilncook_status set_cache_only(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name, (void)value;
	s->cache_only = true;
	return KILNCOOK_OK;
}

static kilncook_status set_cache_stats(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name, (void)value;
	s->cache_stats = true;
	return KILNCOOK_OK;
}

static kilncook_status set_quiet(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name, (void)value;
	s->verbosity = -1;
	return KILNCOOK_OK;
}

static kilncook_status set_verbose(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name, (void)value;
	s->verbosity = 1;
	return KILNCOOK_OK;
}

static kilncook_status set_in_process(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name, (void)value;
	s->in_process = true;
	return KILNCOOK_OK;
}

static kilncook_status set_each(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->each = value;
	return KILNCOOK_OK;
}

#define CALL OPTION_OF_CALL, KILNCOOK_KEY_END, false
#define ASSET OPTION_OF_ASSET, KILNCOOK_KEY_END, false

// Each option is one row here, from which --help, the man page and the completions are made.
static const option output_options[] = {
	{{"-o, --output OUT.kiln", "the path of the asset; OUT is replaced at once or not at all. - stands for "
							   "standard output"},
		set_output, OPTION_OF_CALL, KILNCOOK_KEY_END, true},
	{{"--depfile OUT.d", "writes a Make rule: OUT depends on the art, its side files and the recipes"}, set_depfile,
		CALL},
	{{"--touch",
		 "gives OUT the time of this cook even when its bytes stay the same; for build systems, such as Make, that "
		 "compare times only"},
		set_touch, CALL},
	{{"--report OUT.json", "writes what was found, dropped and built, and the time of each stage"}, set_report, CALL},
	{{"--werror[=CODE]", "refuses art with a warning, or with a warning of this code. The option may be repeated"},
		set_werror, ASSET},
	{{"--no-warn CODE", "drops warnings of this code from messages and report. The option may be repeated"},
		set_no_warn, ASSET},
	{{"--explain", "prints what becomes of each node, and which line or name decides it; cooks nothing"}, set_explain,
		CALL},
	{{"-q, --quiet", "prints warnings and errors only"}, set_quiet, CALL},
	{{"-v, --verbose", "prints notes and a full report"}, set_verbose, CALL},
};

static const option survey_options[] = {
	{{"--survey", "prints the connected parts of each mesh and what is wrong with its surface; cooks nothing"},
		set_survey, CALL},
	{{"--survey-pairs", "looks for triangles that cross or touch others in a cook, too, as --survey does"},
		set_survey_pairs, ASSET},
	{{"--tolerance REL", "calls boundary edges a crack, or a T-junction, when they are closer than REL times the "
						 "mesh's diagonal (1e-4)"},
		set_tolerance, ASSET},
	{{"--listed N", "lists at most N connected parts and N faults of each kind of a mesh (16); all are counted"},
		set_listed, CALL},
};

static const option cache_options[] = {
	{{"--cache DIR",
		 "takes the asset from the folder DIR if an equal cook stored it there, else cooks and stores it. The "
		 "variable KILN_CACHE does the same; an empty DIR means no cache"},
		set_cache, CALL},
	{{"--cache-size MB", "keeps at most MB in the cache (5120) and removes what was used longest ago; 0: no limit"},
		set_cache_size, CALL},
	{{"--cache-only", "fails instead of cooking when the cache does not have the asset"}, set_cache_only, CALL},
	{{"--cache-stats", "prints what the cache holds and how often it helped; takes no IN"}, set_cache_stats, CALL},
};

static const option process_options[] = {
	{{"--each LIST",
		 "cooks many assets in one process, for build systems; takes no IN. LIST holds four texts for each asset, each "
		 "with a NUL byte at its end: a name, IN, OUT, and the file of --report or nothing. A line with the byte 1, "
		 "the "
		 "name and the exit code follows what each prints, on standard error and output"},
		set_each, CALL},
	{{"-j, --threads N", "works on N threads; 0, the default, takes one for each processor. The asset does not change"},
		set_threads, CALL},
	{{"--allow-outside DIR",
		 "lets art name files in DIR and below it, besides the art's own folder. The option may be repeated"},
		set_folder, CALL},
	{{"--time-limit S", "refuses the art after S seconds (600); 0: no limit"}, set_time, CALL},
	{{"--cpu-limit S",
		 "refuses art whose import takes more than S seconds of processor time (600), which do not depend on "
		 "what else the machine does; 0: no limit"},
		set_processor, CALL},
	{{"--memory-limit MB",
		 "refuses art that needs more memory. The default is three quarters of the machine's memory, and for an import "
		 "at most 2048 MB plus 256 times the bytes of the files that are read"},
		set_memory, CALL},
	{{"--no-isolation", "cooks in this process and without limits, for debuggers"}, set_in_process, CALL},
};

static const command_section *const sections[] = {
	COMMAND_SECTION("Output", COMMAND_ROWS(output_options)),
	COMMAND_SECTION("Survey", COMMAND_ROWS(survey_options)),
	&option_art_section,
	&option_shape_section,
	&option_node_section,
	&option_mark_section,
	&option_tree_section,
	&option_heightfield_section,
	COMMAND_SECTION("Cache", COMMAND_ROWS(cache_options)),
	COMMAND_SECTION("Process", COMMAND_ROWS(process_options)),
};

const command_about cli_command = {
	.name = CLI_TOOL,
	.purpose = "cooks an art file into a collision asset",
	.usage = "IN -o OUT.kiln [OPTION...] [@RECIPE...]",
	.about =
		"Reads meshes from the art file IN, cleans them, builds hulls, primitives and trees, and writes the asset OUT, "
		"which libkiln maps and queries. An image IN becomes a height field. OBJ, PLY, STL, OFF and glTF 2.0 are read "
		"by Kiln itself, other formats by "
		"assimp. "
		"The same art, options and version give the same bytes.\n"
		"@RECIPE reads options from a file: words between blanks, quotes as in a shell, and comments that begin with "
		"#. An option of the command line replaces the same option of a recipe.\n"
		"IN.kiln and kiln.recipe beside the art are read without being named: lines of `key = value`, where keys are "
		"options without their dashes, and sections such as [node UCX_*] for single nodes. IN.kiln beats kiln.recipe, "
		"and the "
		"command line beats both.",
	.refused = "the art was refused",
	.plain = "FILE",
	.sections = sections,
	.section_count = sizeof sections / sizeof sections[0],
};

const option *option_at(size_t i)
{
	for (size_t k = 0; k < sizeof sections / sizeof sections[0]; ++k)
	{
		if (i < sections[k]->row_count)
			return (const option *)sections[k]->rows + i;
		i -= sections[k]->row_count;
	}
	return NULL;
}
