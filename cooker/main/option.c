// SPDX-License-Identifier: MIT
#include "option.h"

#include "messages/codes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The value of a flag: yes without a value; recipes can say no.
static bool is_yes(const char *value)
{
	return !value || strcmp(value, "no") != 0;
}

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

static kilncook_status take_shape(const option_source *from, const char *name, const char *value, kilncook_shape *shape)
{
	const char *words[KILNCOOK_SHAPE_END];
	int chosen = 0;
	for (uint32_t i = KILNCOOK_SHAPE_MESH; i < KILNCOOK_SHAPE_END; ++i)
		words[i - KILNCOOK_SHAPE_MESH] = kilncook_shape_name(i);
	uint32_t usable = ~(1u << (KILNCOOK_SHAPE_PARTS - KILNCOOK_SHAPE_MESH));
	kilncook_status status =
		option_word(from, name, value, words, KILNCOOK_SHAPE_END - KILNCOOK_SHAPE_MESH, usable, &chosen);
	*shape = (kilncook_shape)(chosen + (int)KILNCOOK_SHAPE_MESH);
	return status;
}

kilncook_status option_shape(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	const char *equals = strrchr(value, '=');
	kilncook_shape shape = KILNCOOK_SHAPE_DEFAULT;
	kilncook_status status = take_shape(from, name, equals ? equals + 1 : value, &shape);
	if (status != KILNCOOK_OK)
		return status;
	if (!equals)
	{
		s->cook.shape = shape;
		return KILNCOOK_OK;
	}
	if (equals == value)
		return option_complain(from, "%s PATTERN=SHAPE takes a pattern", name);
	const char *pattern = cli_text(s, "%.*s", (int)(equals - value), value);
	kilncook_rule *rule;
	status = pattern ? option_add_rule(s, KILNCOOK_RULE_NODE, pattern, from, &rule) : KILNCOOK_INTERNAL;
	static const option alone = {.set = option_shape, .scope = OPTION_OF_NODE, .key = KILNCOOK_KEY_SHAPE};
	return status == KILNCOOK_OK ? option_set_in_rule(s, &alone, from, name, equals + 1, rule) : status;
}

kilncook_mark_kind option_mark_kind(const char *name)
{
	kilncook_mark_kind kind = 0;
	name += strspn(name, "-");
	while (kind < KILNCOOK_MARK_KIND_END && strcmp(name, kilncook_mark_name(kind)) != 0)
		++kind;
	return kind;
}

/// Sets PATTERN=VALUE, or VALUE for all; a trigger has no value. The option has the name of the kind of mark.
static kilncook_status set_mark(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	kilncook_mark_kind kind = option_mark_kind(name);
	bool bare = kind == KILNCOOK_MARK_TRIGGER;
	const char *equals = bare ? NULL : strrchr(value, '=');
	const char *pattern = bare ? value : equals ? cli_text(s, "%.*s", (int)(equals - value), value) : NULL;
	if ((bare || equals) && (!pattern || !*pattern))
		return pattern ? option_complain(from, "%s takes a pattern", name) : KILNCOOK_INTERNAL;
	return option_add_mark(s, from, kind, pattern, bare ? "" : equals ? equals + 1 : value);
}

/// Reads 0 for no limit, or a whole number from 4.
static kilncook_status take_budget(const option_source *from, const char *name, const char *value, uint32_t *budget)
{
	kilncook_status status = option_whole(from, name, value, 1u << 30, budget);
	if (status == KILNCOOK_OK && *budget && *budget < 4)
		return option_complain(from, "%s takes a number from 4, or 0 for no limit, not '%s'", name, value);
	return status;
}

static kilncook_status set_hull_vertices(
	cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return take_budget(from, name, value, &s->cook.hull_vertices);
}

static kilncook_status set_hull_faces(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return take_budget(from, name, value, &s->cook.hull_faces);
}

static kilncook_status set_hull_error(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_number(from, name, value, 0, KILNCOOK_HULL_ERROR_MAX, &s->cook.hull_error);
}

static kilncook_status set_hull_inner(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cook.hull_inner = is_yes(value);
	return KILNCOOK_OK;
}

/// Reads a comma-separated list of trees.
static kilncook_status set_tree(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const char *const words[] = {"aabb", "obb", "kdop14", "kdop18", "kdop26", "sphere", "rss", "auto"};
	const uint32_t automatic = 1u << KILNCOOK_TREE_END;
	uint32_t set = 0;
	kilncook_status status =
		option_words(from, name, value, words, KILNCOOK_TREE_END + 1, (2u << KILNCOOK_TREE_END) - 1, &set);
	if (status == KILNCOOK_OK)
		s->cook.trees = (set & ~automatic) | (set & automatic ? KILNCOOK_TREES_AUTO : 0);
	return status;
}

static kilncook_status set_weld(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	double weld = 0;
	kilncook_status status = option_number(from, name, value, 0, KILNCOOK_WELD_MAX, &weld);
	if (status == KILNCOOK_OK && weld > 0 && weld < KILNCOOK_WELD_MIN)
		return option_complain(from, "%s takes 0 or at least %g, not '%s'", name, KILNCOOK_WELD_MIN, value);
	s->cook.weld = weld;
	return status;
}

static kilncook_status set_drop_slivers(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_number(from, name, value, 0, KILNCOOK_SLIVERS_MAX, &s->cook.drop_slivers);
}

static kilncook_status set_merge(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	double merge = 0;
	kilncook_status status = KILNCOOK_OK;
	if (!value || strcmp(value, "exact") == 0 || strcmp(value, "yes") == 0)
		merge = KILNCOOK_MERGE_EXACT;
	else if (strcmp(value, "no") != 0)
		status = option_number(from, name, value, KILNCOOK_MERGE_MIN, KILNCOOK_MERGE_MAX, &merge);
	s->cook.merge = merge;
	return status;
}

/// Reads steps between commas, or all, safe, none.
static kilncook_status set_repair(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	const char *words[KILNCOOK_REPAIR_END + 5];
	enum
	{
		ALL = KILNCOOK_REPAIR_END,
		SAFE,
		NONE,
		SLIVERS,
		SELF_INTERSECTIONS,
	};
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		words[step] = kilncook_repair_name(step);
	words[ALL] = "all";
	words[SAFE] = "safe";
	words[NONE] = "none";
	words[SLIVERS] = "slivers";
	words[SELF_INTERSECTIONS] = "self-intersections";
	uint32_t set = 0;
	kilncook_status status = option_words(from, name, value, words, SELF_INTERSECTIONS + 1, (1u << SLIVERS) - 1, &set);
	if (status == KILNCOOK_OK)
		s->cook.repair = (set & KILNCOOK_REPAIR_ALL) | (set & 1u << ALL ? KILNCOOK_REPAIR_ALL : 0) |
						 (set & 1u << SAFE ? KILNCOOK_REPAIR_SAFE : 0);
	return status;
}

static kilncook_status set_bounds(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const char *const words[] = {"best", "fast"};
	int chosen = 0;
	kilncook_status status = option_word(from, name, value, words, KILNCOOK_BOUNDS_END, 3, &chosen);
	s->cook.bounds = (kilncook_bounds)chosen;
	return status;
}

static kilncook_status set_unit(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const struct
	{
		const char *word;
		double metres;
	} units[] = {{"mm", 0.001}, {"cm", 0.01}, {"m", 1}, {"in", 0.0254}, {"ft", 0.3048}};
	for (size_t i = 0; i < sizeof units / sizeof *units; ++i)
		if (strcmp(value, units[i].word) == 0)
		{
			s->cook.unit = units[i].metres;
			return KILNCOOK_OK;
		}
	char *end;
	double metres = strtod(value, &end);
	if (end == value || *end || !(metres >= KILNCOOK_FACTOR_MIN && metres <= KILNCOOK_FACTOR_MAX))
		return option_complain(from, "%s takes mm, cm, m, in, ft or a number of metres from %g to %g, not '%s'", name,
			KILNCOOK_FACTOR_MIN, KILNCOOK_FACTOR_MAX, value);
	s->cook.unit = metres;
	return KILNCOOK_OK;
}

static kilncook_status set_scale(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_number(from, name, value, KILNCOOK_FACTOR_MIN, KILNCOOK_FACTOR_MAX, &s->cook.scale);
}

static kilncook_status take_axis(const option_source *from, const char *name, const char *value, kilncook_axis *axis)
{
	static const char *const words[] = {"x", "y", "z"};
	int chosen = 0;
	kilncook_status status = option_word(from, name, value, words, 3, 7, &chosen);
	*axis = (kilncook_axis)(chosen + 1);
	return status;
}

static kilncook_status set_up(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return take_axis(from, name, value, &s->cook.up);
}

static kilncook_status set_art_up(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return take_axis(from, name, value, &s->cook.art_up);
}

static kilncook_status set_flip(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cook.flip = is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_split(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const char *const words[] = {"sah", "mean", "median", "object-median", "midpoint", "spatial"};
	int chosen = 0;
	uint32_t usable = (1u << KILNCOOK_SPLIT_END) - 1;
	kilncook_status status = option_word(from, name, value, words, KILNCOOK_SPLIT_END, usable, &chosen);
	s->cook.split = (kilncook_split)chosen;
	return status;
}

static kilncook_status set_axis(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const char *const words[] = {"longest", "variance", "covariance"};
	int chosen = 0;
	kilncook_status status = option_word(from, name, value, words, KILNCOOK_SPLIT_AXIS_END, 7, &chosen);
	s->cook.split_axis = (kilncook_split_axis)chosen;
	return status;
}

static kilncook_status set_build(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const char *const words[] = {"top-down", "agglomerative", "ploc", "insertion"};
	int chosen = 0;
	uint32_t usable = (1u << KILNCOOK_METHOD_END) - 1;
	kilncook_status status = option_word(from, name, value, words, KILNCOOK_METHOD_END, usable, &chosen);
	s->cook.method = (kilncook_method)chosen;
	return status;
}

static kilncook_status set_rotate(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_whole(from, name, value, KILNCOOK_OPTIMIZE_MAX, &s->cook.rotate);
}

static kilncook_status set_tree_width(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	kilncook_status status = option_whole(from, name, value, 8, &s->cook.tree_width);
	if (status == KILNCOOK_OK && s->cook.tree_width == 1)
		return option_complain(from, "%s takes a number from 2 to 8, not '%s'", name, value);
	return status;
}

static kilncook_status set_flat_edge(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	double sine = 0;
	kilncook_status status = option_number(from, name, value, 0, KILNCOOK_FLAT_EDGE_MAX, &sine);
	s->cook.flat_edge = sine > 0 ? sine : KILNCOOK_FLAT_EDGE_EXACT;
	return status;
}

static kilncook_status set_deformable(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cook.deformable = is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_optimize(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_whole(from, name, value, KILNCOOK_OPTIMIZE_MAX, &s->cook.optimize);
}

static kilncook_status set_leaf(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_whole(from, name, value, KILNCOOK_LEAF_SIZE_MAX, &s->cook.leaf_size);
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

static kilncook_status set_tag(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_whole(from, name, value, UINT32_MAX, &s->cook.tag);
}

static kilncook_status set_material(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	if (!*value)
		return option_complain(from, "%s takes a name", name);
	s->cook.material = value;
	return KILNCOOK_OK;
}

/// Reads a comma-separated list of conventions; auto and none cannot be combined.
static kilncook_status set_names(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const char *const words[] = {"unreal", "godot", "lod", "custom", "none", "auto"};
	uint32_t names = 0;
	for (const char *at = value;;)
	{
		char word[16];
		size_t length = strcspn(at, ",");
		snprintf(word, sizeof word, "%.*s", (int)(length < 15 ? length : 15), at);
		int chosen = 0;
		kilncook_status status = option_word(from, name, word, words, 6, 63, &chosen);
		if (status != KILNCOOK_OK)
			return status;
		if (chosen > 3 && (at != value || at[length]))
			return option_complain(from, "%s %s cannot be combined with other words", name, word);
		names |= chosen == 5 ? KILNCOOK_NAMES_AUTO : 1u << chosen;
		if (!at[length])
			break;
		at += length + 1;
	}
	s->cook.names = names;
	return KILNCOOK_OK;
}

static kilncook_status set_names_win(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cook.names_win = is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_colliders(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const char *const words[KILNCOOK_COLLIDERS_END] = {"only", "also", "none"};
	int chosen = 0;
	kilncook_status status = option_word(from, name, value, words, KILNCOOK_COLLIDERS_END, ~0u, &chosen);
	s->cook.colliders = (kilncook_colliders)chosen;
	return status;
}

static kilncook_status set_lod(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	if (strcmp(value, "last") == 0 || strcmp(value, "all") == 0)
	{
		s->cook.lod = value[0] == 'l' ? KILNCOOK_LOD_LAST : KILNCOOK_LOD_ALL;
		return KILNCOOK_OK;
	}
	if (value[0] < '0' || value[0] > '9')
		return option_complain(
			from, "%s takes a number from 0 to %u, last or all, not '%s'", name, KILNCOOK_LOD_MAX, value);
	return option_whole(from, name, value, KILNCOOK_LOD_MAX, &s->cook.lod);
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
	s->cook.survey_pairs = is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_metadata(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cook.metadata = is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_adjacency(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cook.adjacency = is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_tolerance(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_number(from, name, value, 0, KILNCOOK_TOLERANCE_MAX, &s->cook.tolerance);
}

static kilncook_status set_hole_size(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_number(from, name, value, 0, 1, &s->cook.hole_size);
}

static kilncook_status set_listed(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_whole(from, name, value, KILNCOOK_LISTED_MAX, &s->cook.listed);
}

static kilncook_status set_no_sidecars(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name, (void)value;
	s->no_sidecars = true;
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

#define CALL OPTION_OF_CALL, KILNCOOK_KEY_END, false
#define ASSET OPTION_OF_ASSET, KILNCOOK_KEY_END, false
#define MARK OPTION_OF_NODE_MARK, KILNCOOK_KEY_END, false
#define MATERIAL OPTION_OF_MATERIAL_MARK, KILNCOOK_KEY_END, false
#define NODE(key) OPTION_OF_NODE, KILNCOOK_KEY_##key, false

// Each option is one row here, from which --help, the man page and the completions are made.
static const option output_options[] = {
	{{"-o, --output OUT.kiln", "the path of the asset; OUT is replaced at once or not at all"}, set_output,
		OPTION_OF_CALL, KILNCOOK_KEY_END, true},
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

static const option art_options[] = {
	{{"--art-up x|y|z", "the art's up axis, where the art does not state one or is wrong"}, set_art_up, ASSET},
	{{"--up x|y|z", "turns the asset so that this axis points up"}, set_up, ASSET},
	{{"--unit mm|cm|m|in|ft|METRES", "the length of the art's unit, where the art does not state one or is wrong; a "
									 "warning reports that the art states another unit"},
		set_unit, ASSET},
	{{"--scale S", "multiplies all lengths by S"}, set_scale, ASSET},
	{{"--flip", "reverses the winding of all triangles"}, set_flip, NODE(FLIP)},
	{{"--weld REL",
		 "merges vertices that are closer than REL times the mesh's diagonal; the default, 0, merges equal vertices"},
		set_weld, NODE(WELD)},
	{{"--drop-slivers REL", "drops triangles whose height is at most REL times their longest edge; a warning says "
							"where that opens a closed "
							"surface. The default, 0, keeps them"},
		set_drop_slivers, NODE(DROP_SLIVERS)},
	{{"--repair STEP[,...]",
		 "repairs meshes. The steps are opposite, cracks, t-junctions, orient, holes, non-manifold and inner; all "
		 "stands for all, "
		 "safe "
		 "for those that move no vertex, none, the default, for none. --tolerance limits how far a repair moves the "
		 "surface"},
		set_repair, NODE(REPAIR)},
	{{"--hole-size REL",
		 "the largest hole that a repair closes: the diagonal of its box, as a share of the mesh's diagonal (0.1)"},
		set_hole_size, ASSET},
	{{"--merge[=REL]", "merges coplanar triangles of a mesh into polygons with the fewest triangles: exactly coplanar "
					   "ones, or as long as "
					   "the surface moves by at most REL times the mesh's diagonal"},
		set_merge, NODE(MERGE)},
	{{"--deformable", "keeps the vertices of the art, for meshes that deform"}, set_deformable, NODE(DEFORMABLE)},
	{{"--flat-edge SINE",
		 "calls an edge flat when the sine of the angle between its triangles is at most SINE (0.025)"},
		set_flat_edge, ASSET},
	{{"--metadata", "keeps metadata: the values that the art gives to its scene, nodes, materials and meshes, such as "
					"`extras` of glTF. Games read these by kiln/metadata.h"},
		set_metadata, ASSET},
	{{"--adjacency", "keeps the triangle at the other side of each edge, for kiln_triangle_twin: 12 bytes a triangle"},
		set_adjacency, ASSET},
};

static const option shape_options[] = {
	{{"--shape [PATTERN=]mesh|hull|sphere|capsule|box|cylinder|none",
		 "what nodes become (mesh); none leaves them out. PATTERN, with * and ?, limits the option to nodes whose name "
		 "matches. The option "
		 "may be repeated; of the patterns that match a node, the last one counts"},
		option_shape, NODE(SHAPE)},
	{{"--hull-vertices N", "gives hulls at most N vertices, 4 or more; 0: no limit"}, set_hull_vertices,
		NODE(HULL_VERTICES)},
	{{"--hull-faces N", "gives hulls at most N faces, 4 or more; 0: no limit"}, set_hull_faces, NODE(HULL_FACES)},
	{{"--hull-error REL",
		 "lets a simplified hull differ from the exact hull by REL times its diagonal; without the two options above, "
		 "kiln-cook seeks the fewest vertices within this distance"},
		set_hull_error, NODE(HULL_ERROR)},
	{{"--hull-inner", "puts simplified hulls inside the exact hull instead of around it"}, set_hull_inner,
		NODE(HULL_INNER)},
	{{"--bounds best|fast",
		 "how the bounding volumes of meshes and hulls are fitted (best); fast takes a fraction of the time and larger "
		 "volumes"},
		set_bounds, NODE(BOUNDS)},
};

static const option node_options[] = {
	{{"--names auto|none|unreal|godot|lod|custom[,...]", "conventions of names that nodes follow (auto): UCX_ and "
														 "similar, -col and similar, _LOD1, those of recipes"},
		set_names, ASSET},
	{{"--names-win", "lets names and colliders of the file beat rules; without it, rules beat them"}, set_names_win,
		ASSET},
	{{"--colliders only|also|none",
		 "what counts in glTF with colliders (only): only these, also nodes without one, or none "
		 "of what the file says of collision"},
		set_colliders, ASSET},
	{{"--lod N|last|all", "the level of detail that is cooked of NAME_LOD0, NAME_LOD1 and so on (0), or the next one"},
		set_lod, ASSET},
	{{"--tag N", "the tag that queries return for nodes (0)"}, set_tag, NODE(TAG)},
	{{"--material NAME", "the material of nodes, instead of the art's"}, set_material, NODE(MATERIAL)},
	{{"--no-sidecars", "does not look for recipes beside the art"}, set_no_sidecars, OPTION_OF_CALL, KILNCOOK_KEY_END,
		true},
};

static const option mark_options[] = {
	{{"--layer [PATTERN=]LAYER[,...]",
		 "puts nodes whose name matches PATTERN, with * and ?, into these layers (the first, `default`), for the "
		 "filters of "
		 "queries. A new name takes the next of 64 layers; `*` stands for all. These options may be repeated; the last "
		 "one that matches counts"},
		set_mark, MARK},
	{{"--collides [PATTERN=]LAYER[,...]", "the layers that these nodes collide with (*); `PATTERN=`: none"}, set_mark,
		MARK},
	{{"--trigger PATTERN", "marks nodes as triggers, which filters can leave out"}, set_mark, MARK},
	{{"--user [PATTERN=]N", "gives these nodes 64 bits of user data"}, set_mark, MARK},
	{{"--material-layer [PATTERN=]LAYER[,...]",
		 "puts the triangles of these materials into layers of their own instead of the node's"},
		set_mark, MATERIAL},
	{{"--material-collides [PATTERN=]LAYER[,...]", "the layers that these triangles collide with"}, set_mark, MATERIAL},
	{{"--material-user [PATTERN=]N", "gives these materials 64 bits of user data"}, set_mark, MATERIAL},
	{{"--friction [PATTERN=]F", "the friction of these materials, 0 or more"}, set_mark, MATERIAL},
	{{"--restitution [PATTERN=]R", "the restitution of these materials, 0 to 1"}, set_mark, MATERIAL},
};

static const option tree_options[] = {
	{{"--tree aabb|obb|kdop14|kdop18|kdop26|sphere|rss|auto[,...]",
		 "builds these trees for queries about two assets. The tree of AABBs is always built. `auto` chooses for each "
		 "mesh the tree of least counted work, among the trees that are listed or among all"},
		set_tree, NODE(TREE)},
	{{"--tree-width N", "gives the nodes of trees other than AABB's at most N children, 2 to 8"}, set_tree_width,
		NODE(TREE_WIDTH)},
	{{"--build top-down|agglomerative|ploc|insertion", "the method that builds trees (top-down)"}, set_build,
		NODE(BUILD)},
	{{"--split sah|mean|median|object-median|midpoint|spatial", "the rule that top-down splits a node by (sah)"},
		set_split, NODE(SPLIT)},
	{{"--axis longest|variance|covariance", "the axis that top-down splits a node along (longest)"}, set_axis,
		NODE(AXIS)},
	{{"--leaf N", "puts at most N triangles into a leaf"}, set_leaf, NODE(LEAF)},
	{{"--rotate N", "improves a built tree by N passes of rotations"}, set_rotate, NODE(ROTATE)},
	{{"--optimize N", "improves a built tree by N passes that move subtrees"}, set_optimize, NODE(OPTIMIZE)},
};

static const option process_options[] = {
	{{"-j, --threads N", "works on N threads; 0, the default, takes one for each processor. The asset does not change"},
		set_threads, CALL},
	{{"--allow-outside DIR",
		 "lets art name files in DIR and below it, besides the art's own folder. The option may be repeated"},
		set_folder, CALL},
	{{"--time-limit S", "refuses the art after S seconds (600); 0: no limit"}, set_time, CALL},
	{{"--memory-limit MB",
		 "refuses art that needs more memory. The default is three quarters of the machine's memory, and for an import "
		 "at most 2048 MB plus 256 times the bytes of the files that are read"},
		set_memory, CALL},
	{{"--no-isolation", "cooks in this process and without limits, for debuggers"}, set_in_process, CALL},
};

static const command_section *const sections[] = {
	COMMAND_SECTION("Output", COMMAND_ROWS(output_options)),
	COMMAND_SECTION("Survey", COMMAND_ROWS(survey_options)),
	COMMAND_SECTION("Art", COMMAND_ROWS(art_options)),
	COMMAND_SECTION("Shapes", COMMAND_ROWS(shape_options)),
	COMMAND_SECTION("Nodes", COMMAND_ROWS(node_options)),
	COMMAND_SECTION("Layers and physics", COMMAND_ROWS(mark_options)),
	COMMAND_SECTION("Trees", COMMAND_ROWS(tree_options)),
	COMMAND_SECTION("Process", COMMAND_ROWS(process_options)),
};

const command_about cli_command = {
	.name = CLI_TOOL,
	.purpose = "cooks an art file into a collision asset",
	.usage = "IN -o OUT.kiln [OPTION...] [@RECIPE...]",
	.about =
		"Reads meshes from the art file IN, cleans them, builds hulls, primitives and trees, and writes the asset OUT, "
		"which libkiln maps and queries. OBJ, PLY, STL, OFF and glTF 2.0 are read by Kiln itself, other formats by "
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
