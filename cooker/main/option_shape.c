// SPDX-License-Identifier: MIT
#include "command/points.h"
#include "option.h"

#include <stdlib.h>
#include <string.h>

static kilncook_status take_shape(const option_source *from, const char *name, const char *value, kilncook_shape *shape)
{
	const char *words[KILNCOOK_SHAPE_END];
	int chosen = 0;
	for (uint32_t i = KILNCOOK_SHAPE_MESH; i < KILNCOOK_SHAPE_END; ++i)
		words[i - KILNCOOK_SHAPE_MESH] = kilncook_shape_name(i);
	kilncook_status status =
		option_word(from, name, value, words, KILNCOOK_SHAPE_END - KILNCOOK_SHAPE_MESH, ~0u, &chosen);
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
	s->cook.hull_inner = option_is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_parts_max(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	kilncook_status status = option_whole(from, name, value, KILNCOOK_PARTS_MAX, &s->cook.parts_max);
	if (status == KILNCOOK_OK && s->cook.parts_max == 0)
		return option_complain(from, "%s takes a number from 1, not '%s'", name, value);
	return status;
}

static kilncook_status set_parts_error(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	if (strcmp(value, "auto") != 0)
		return option_length(from, name, value, &s->cook.parts_error);
	s->cook.parts_error = 0;
	return KILNCOOK_OK;
}

static kilncook_status set_parts_quality(
	cli_settings *s, const option_source *from, const char *name, const char *value)
{
	const char *words[KILNCOOK_PARTS_QUALITY_END];
	int chosen = 0;
	for (kilncook_parts_quality i = 0; i < KILNCOOK_PARTS_QUALITY_END; ++i)
		words[i] = kilncook_parts_quality_name(i);
	kilncook_status status = option_word(
		from, name, value, words, KILNCOOK_PARTS_QUALITY_END, (1u << KILNCOOK_PARTS_QUALITY_END) - 1, &chosen);
	s->cook.parts_quality = (kilncook_parts_quality)chosen;
	return status;
}

static kilncook_status set_parts_clear(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	if (strcmp(value, "no") != 0)
		return option_length(from, name, value, &s->cook.parts_clear);
	s->cook.parts_clear = 0;
	return KILNCOOK_OK;
}

/// Reads `outside`, or points X,Y,Z with semicolons between them.
static kilncook_status set_parts_clear_from(
	cli_settings *s, const option_source *from, const char *name, const char *value)
{
	kilncook_points points = {0};
	if (strcmp(value, "outside") != 0 &&
		!command_points(value, KILNCOOK_WRAP_MAX, points.at, KILNCOOK_POINTS_MAX, &points.count))
		return option_complain(from, "%s takes `outside`, or up to %d points X,Y,Z with ';' between them, not '%s'",
			name, KILNCOOK_POINTS_MAX, value);
	s->cook.parts_clear_from = points;
	return KILNCOOK_OK;
}

static kilncook_status set_bounds(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const char *const words[] = {"best", "fast"};
	int chosen = 0;
	kilncook_status status = option_word(from, name, value, words, KILNCOOK_BOUNDS_END, 3, &chosen);
	s->cook.bounds = (kilncook_bounds)chosen;
	return status;
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

static kilncook_status set_tree_width(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	kilncook_status status = option_whole(from, name, value, 8, &s->cook.tree_width);
	if (status == KILNCOOK_OK && s->cook.tree_width == 1)
		return option_complain(from, "%s takes a number from 2 to 8, not '%s'", name, value);
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

static kilncook_status set_leaf(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_whole(from, name, value, KILNCOOK_LEAF_SIZE_MAX, &s->cook.leaf_size);
}

static kilncook_status set_rotate(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_whole(from, name, value, KILNCOOK_OPTIMIZE_MAX, &s->cook.rotate);
}

static kilncook_status set_optimize(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_whole(from, name, value, KILNCOOK_OPTIMIZE_MAX, &s->cook.optimize);
}

#define MARK OPTION_OF_NODE_MARK, KILNCOOK_KEY_END, false
#define MATERIAL OPTION_OF_MATERIAL_MARK, KILNCOOK_KEY_END, false
#define NODE(key) OPTION_OF_NODE, KILNCOOK_KEY_##key, false

static const option shape_options[] = {
	{{"--shape [PATTERN=]mesh|hull|sphere|capsule|box|cylinder|parts|auto|none",
		 "what nodes become (mesh); auto chooses for each node, none leaves it out. PATTERN, with * and ?, limits the "
		 "option to nodes whose name "
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
	{{"--parts-max N", "makes at most N hulls of a node of the shape `parts` or `auto`, 1 to 4096 (64)"}, set_parts_max,
		NODE(PARTS_MAX)},
	{{"--parts-error LENGTH", "lets these hulls, and any shape that `auto` chooses, stick out of the art by LENGTH: a "
							  "share of the mesh's diagonal (0.01), or a "
							  "length such as 20cm. Fewer hulls are made where they keep it"},
		set_parts_error, NODE(PARTS_ERROR)},
	{{"--parts-clear RADIUS",
		 "keeps these hulls out of the space that a ball of RADIUS reaches: no hull enters it deeper than a quarter of "
		 "RADIUS, so that doors and windows stay open. A share of the mesh's diagonal, a length such as 30cm, or no"},
		set_parts_clear, NODE(PARTS_CLEAR)},
	{{"--parts-clear-from X,Y,Z[;...]",
		 "where that ball starts, in the coordinates of the mesh (outside): up to 8 points"},
		set_parts_clear_from, NODE(PARTS_CLEAR_FROM)},
	{{"--parts-quality fast|good|best", "how long these hulls are searched for (good)"}, set_parts_quality,
		NODE(PARTS_QUALITY)},
	{{"--bounds best|fast",
		 "how the bounding volumes of meshes and hulls are fitted (best); fast takes a fraction of the time and larger "
		 "volumes"},
		set_bounds, NODE(BOUNDS)},
};

const command_section option_shape_section = {.title = "Shapes", COMMAND_ROWS(shape_options)};

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

const command_section option_mark_section = {.title = "Layers and physics", COMMAND_ROWS(mark_options)};

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

const command_section option_tree_section = {.title = "Trees", COMMAND_ROWS(tree_options)};
