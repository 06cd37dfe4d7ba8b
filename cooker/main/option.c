// SPDX-License-Identifier: MIT
#include "option.h"

#include "messages/codes.h"

#include <stdio.h>
#include <stdlib.h>
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

static kilncook_status take_shape(const option_source *from, const char *name, const char *value, kilncook_shape *shape)
{
	for (int i = KILNCOOK_SHAPE_MESH; i < KILNCOOK_SHAPE_END; ++i)
		if (strcmp(value, kilncook_shape_name((kilncook_shape)i)) == 0)
		{
			if (i == KILNCOOK_SHAPE_PARTS)
				return option_complain(from, "%s %s is not in this version", name, value);
			*shape = (kilncook_shape)i;
			return KILNCOOK_OK;
		}
	return option_complain(from, "%s does not know '%s'", name, value);
}

static kilncook_status set_shape(cli_settings *s, const option_source *from, const char *name, const char *value)
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
	size_t length = (size_t)(equals - value);
	uint32_t rule = s->cook.shape_rule_count;
	if (length == 0 || length >= CLI_PATTERN_SIZE)
		return option_complain(from, "%s PATTERN=KIND takes a pattern of 1 to %d bytes", name, CLI_PATTERN_SIZE - 1);
	if (rule == CLI_SHAPE_RULES_MAX)
		return option_complain(from, "more than %d shape patterns", CLI_SHAPE_RULES_MAX);
	memcpy(s->shape_patterns[rule], value, length);
	s->shape_rules[rule] = (kilncook_shape_rule){s->shape_patterns[rule], shape};
	s->cook.shape_rules = s->shape_rules;
	++s->cook.shape_rule_count;
	return KILNCOOK_OK;
}

/// PATTERN=VALUE, or VALUE for all; a trigger has no value. The option is named as the kind is.
static kilncook_status set_mark(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	uint32_t kind = 0, mark = s->cook.mark_count;
	while (strcmp(name + 2, kilncook_mark_name(kind)) != 0)
		++kind;
	bool bare = kind == KILNCOOK_MARK_TRIGGER;
	const char *equals = bare ? NULL : strrchr(value, '=');
	const char *pattern = bare || equals ? value : "*";
	size_t length = equals ? (size_t)(equals - value) : strlen(pattern);
	if (length == 0 || length >= CLI_PATTERN_SIZE)
		return option_complain(from, "%s takes a pattern of 1 to %d bytes", name, CLI_PATTERN_SIZE - 1);
	if (mark == CLI_MARKS_MAX)
		return option_complain(from, "more than %d layers, triggers and physics settings", CLI_MARKS_MAX);
	memcpy(s->mark_patterns[mark], pattern, length);
	s->marks[mark] = (kilncook_mark){kind, s->mark_patterns[mark], bare ? "" : equals ? equals + 1 : value};
	s->cook.marks = s->marks;
	++s->cook.mark_count;
	return KILNCOOK_OK;
}

/// 0 for no limit, or a whole number from 4.
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
	(void)from, (void)name, (void)value;
	s->cook.hull_inner = true;
	return KILNCOOK_OK;
}

/// A list of trees between commas.
static kilncook_status set_tree(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const char *const words[] = {"aabb", "obb", "kdop14", "kdop18", "kdop26", "sphere", "rss", "auto"};
	uint32_t trees = 0;
	for (const char *at = value;;)
	{
		char word[16];
		size_t length = strcspn(at, ",");
		snprintf(word, sizeof word, "%.*s", (int)(length < 15 ? length : 15), at);
		int chosen = 0;
		kilncook_status status =
			option_word(from, name, word, words, KILNCOOK_TREE_END + 1, (2u << KILNCOOK_TREE_END) - 1, &chosen);
		if (status != KILNCOOK_OK)
			return status;
		trees |= chosen == KILNCOOK_TREE_END ? KILNCOOK_TREES_AUTO : 1u << chosen;
		if (!at[length])
			break;
		at += length + 1;
	}
	s->cook.trees = trees;
	return KILNCOOK_OK;
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
	(void)from, (void)name, (void)value;
	s->cook.flip = true;
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
	(void)from, (void)name, (void)value;
	s->cook.deformable = true;
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

/// Adds a code to one list and takes it out of the other: the last word counts.
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
	if (value)
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

// An option is one line here: --help, the man page and the completions follow.
static const option output_options[] = {
	{{"-o, --output OUT.kiln", "where the asset goes; OUT is replaced at once or not at all"}, set_output},
	{{"--depfile OUT.d", "writes a Make rule: OUT depends on the art, its side files and the recipes"}, set_depfile},
	{{"--report OUT.json", "writes what was found, dropped and built, and the time of each stage"}, set_report},
	{{"--werror[=CODE]", "refuses art with a warning, or with a warning of this code. The option may be repeated"},
		set_werror},
	{{"--no-warn CODE", "drops warnings of this code from messages and report. The option may be repeated"},
		set_no_warn},
	{{"-q, --quiet", "prints warnings and errors only"}, set_quiet},
	{{"-v, --verbose", "prints notes and a full report"}, set_verbose},
};

static const option art_options[] = {
	{{"--art-up x|y|z", "the art's up axis, where the art does not say or is wrong"}, set_art_up},
	{{"--up x|y|z", "turns the asset so that this axis points up"}, set_up},
	{{"--unit mm|cm|m|in|ft|METRES", "the length of the art's unit, where the art does not say or is wrong; a warning "
									 "says where the art says otherwise"},
		set_unit},
	{{"--scale S", "multiplies all lengths by S"}, set_scale},
	{{"--flip", "reverses the winding of all triangles"}, set_flip},
	{{"--weld REL",
		 "merges vertices that are closer than REL times the mesh's diagonal; the default, 0, merges equal vertices"},
		set_weld},
	{{"--deformable", "keeps the vertices of the art, for meshes that deform"}, set_deformable},
	{{"--flat-edge SINE",
		 "calls an edge flat when the sine of the angle between its triangles is at most SINE (0.025)"},
		set_flat_edge},
};

static const option shape_options[] = {
	{{"--shape [PATTERN=]mesh|hull|sphere|capsule|box|cylinder",
		 "what nodes become (mesh). PATTERN, with * and ?, limits the option to nodes whose name matches. The option "
		 "may be repeated; of the patterns that match a node, the last one counts"},
		set_shape},
	{{"--hull-vertices N", "gives hulls at most N vertices, 4 or more; 0: no limit"}, set_hull_vertices},
	{{"--hull-faces N", "gives hulls at most N faces, 4 or more; 0: no limit"}, set_hull_faces},
	{{"--hull-error REL",
		 "lets a simplified hull differ from the exact hull by REL times its diagonal; without the two options above, "
		 "kiln-cook seeks the fewest vertices within that"},
		set_hull_error},
	{{"--hull-inner", "puts simplified hulls inside the exact hull instead of around it"}, set_hull_inner},
};

static const option mark_options[] = {
	{{"--layer [PATTERN=]LAYER[,...]",
		 "puts nodes whose name matches PATTERN, with * and ?, into these layers (the first, `default`), for the "
		 "filters of "
		 "queries. A new name takes the next of 64 layers; `*` stands for all. These options may be repeated; the last "
		 "one that matches counts"},
		set_mark},
	{{"--collides [PATTERN=]LAYER[,...]", "the layers that these nodes collide with (*); `PATTERN=`: none"}, set_mark},
	{{"--trigger PATTERN", "marks nodes as triggers, which filters can leave out"}, set_mark},
	{{"--user [PATTERN=]N", "gives these nodes 64 bits of user data"}, set_mark},
	{{"--material-layer [PATTERN=]LAYER[,...]",
		 "puts the triangles of these materials into layers of their own instead of the node's"},
		set_mark},
	{{"--material-collides [PATTERN=]LAYER[,...]", "the layers that these triangles collide with"}, set_mark},
	{{"--material-user [PATTERN=]N", "gives these materials 64 bits of user data"}, set_mark},
	{{"--friction [PATTERN=]F", "the friction of these materials, 0 or more"}, set_mark},
	{{"--restitution [PATTERN=]R", "the restitution of these materials, 0 to 1"}, set_mark},
};

static const option tree_options[] = {
	{{"--tree aabb|obb|kdop14|kdop18|kdop26|sphere|rss|auto[,...]",
		 "builds these trees for queries about two assets. The tree of AABBs is always built. `auto` chooses for each "
		 "mesh the tree of least counted work, among the trees that are listed or among all"},
		set_tree},
	{{"--tree-width N", "gives the nodes of trees other than AABB's at most N children, 2 to 8"}, set_tree_width},
	{{"--build top-down|agglomerative|ploc|insertion", "the method that builds trees (top-down)"}, set_build},
	{{"--split sah|mean|median|object-median|midpoint|spatial", "the rule that top-down splits a node by (sah)"},
		set_split},
	{{"--axis longest|variance|covariance", "the axis that top-down splits a node along (longest)"}, set_axis},
	{{"--leaf N", "puts at most N triangles into a leaf"}, set_leaf},
	{{"--rotate N", "improves a built tree by N passes of rotations"}, set_rotate},
	{{"--optimize N", "improves a built tree by N passes that move subtrees"}, set_optimize},
};

static const option process_options[] = {
	{{"-j, --threads N", "works on N threads; 0, the default, takes one for each processor. The asset does not change"},
		set_threads},
	{{"--allow-outside DIR",
		 "lets art name files in DIR and below it, besides the art's own folder. The option may be repeated"},
		set_folder},
	{{"--time-limit S", "refuses the art after S seconds (600); 0: no limit"}, set_time},
	{{"--memory-limit MB",
		 "refuses art that needs more memory. The default is three quarters of the machine's memory, and for an import "
		 "at most 2048 MB plus 256 times the bytes of the files that are read"},
		set_memory},
	{{"--no-isolation", "cooks in this process and without limits, for debuggers"}, set_in_process},
};

static const command_section *const sections[] = {
	COMMAND_SECTION("Output", COMMAND_ROWS(output_options)),
	COMMAND_SECTION("Art", COMMAND_ROWS(art_options)),
	COMMAND_SECTION("Shapes", COMMAND_ROWS(shape_options)),
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
		"#. An option of the command line replaces the same option of a recipe.",
	.refused = "the art was refused",
	.plain = "FILE",
	.sections = sections,
	.section_count = sizeof sections / sizeof sections[0],
};
