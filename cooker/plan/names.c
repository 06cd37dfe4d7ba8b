// SPDX-License-Identifier: MIT
#include "names.h"

#include "memory.h"

#include <string.h>

typedef enum convention_kind
{
	CONVENTION_SHAPE = 0,	  ///< the node itself gets a shape
	CONVENTION_REPLACES = 1,  ///< the node replaces the node called {mesh}
	CONVENTION_NEEDS = 2,	  ///< the node called {mesh} must exist
	CONVENTION_BELOW = 4,	  ///< applies to all nodes below as well
	CONVENTION_OF_MESHES = 8, ///< the names of the node's meshes also match
	CONVENTION_LOOSE = 16,	  ///< a common name, which only counts if the family is requested
} convention_kind;

/// Unreal's names come from its pipeline for static meshes; Godot's from its scene importer, which also accepts digits,
/// blanks, `_` and `.` after them, and `$` anywhere.
static const struct
{
	uint32_t family;
	kilncook_shape shape;
	uint32_t kind;
	const char *text;
} conventions[] = {
#define UNREAL(tag, shape)                                                                                             \
	{KILNCOOK_NAMES_UNREAL, shape, CONVENTION_REPLACES | CONVENTION_NEEDS, tag "_{mesh}"},                             \
	{                                                                                                                  \
		KILNCOOK_NAMES_UNREAL, shape, CONVENTION_REPLACES | CONVENTION_NEEDS, tag "_{mesh}_{any}"                      \
	}
	UNREAL("UCX", KILNCOOK_SHAPE_HULL),
	UNREAL("UBX", KILNCOOK_SHAPE_BOX),
	UNREAL("USP", KILNCOOK_SHAPE_SPHERE),
	UNREAL("UCP", KILNCOOK_SHAPE_CAPSULE),
	UNREAL("MCDCX", KILNCOOK_SHAPE_HULL),
#define GODOT(word, shape, kind)                                                                                       \
	{KILNCOOK_NAMES_GODOT, shape, kind, "{mesh}-" word "{tail}"},                                                      \
		{KILNCOOK_NAMES_GODOT, shape, (kind) | CONVENTION_LOOSE, "{mesh}_" word "{tail}"},                             \
	{                                                                                                                  \
		KILNCOOK_NAMES_GODOT, shape, kind, "{mesh}$" word "{rest}"                                                     \
	}
	GODOT("noimp", KILNCOOK_SHAPE_NONE, CONVENTION_BELOW),
	GODOT("convcolonly", KILNCOOK_SHAPE_HULL, CONVENTION_REPLACES),
	GODOT("colonly", KILNCOOK_SHAPE_MESH, CONVENTION_REPLACES),
	GODOT("convcol", KILNCOOK_SHAPE_HULL, CONVENTION_OF_MESHES),
	GODOT("col", KILNCOOK_SHAPE_MESH, CONVENTION_OF_MESHES),
	GODOT("rigid", KILNCOOK_SHAPE_HULL, CONVENTION_SHAPE),
	GODOT("navmesh", KILNCOOK_SHAPE_NONE, CONVENTION_SHAPE),
	GODOT("occonly", KILNCOOK_SHAPE_NONE, CONVENTION_SHAPE),
};

#define BUILT_IN (sizeof conventions / sizeof conventions[0])

/// What conventions set: for each shape, options that contain only the shape.
static const kilncook_options shapes[KILNCOOK_SHAPE_END] = {
	[KILNCOOK_SHAPE_MESH] = {.shape = KILNCOOK_SHAPE_MESH},
	[KILNCOOK_SHAPE_HULL] = {.shape = KILNCOOK_SHAPE_HULL},
	[KILNCOOK_SHAPE_SPHERE] = {.shape = KILNCOOK_SHAPE_SPHERE},
	[KILNCOOK_SHAPE_CAPSULE] = {.shape = KILNCOOK_SHAPE_CAPSULE},
	[KILNCOOK_SHAPE_BOX] = {.shape = KILNCOOK_SHAPE_BOX},
	[KILNCOOK_SHAPE_NONE] = {.shape = KILNCOOK_SHAPE_NONE},
};

/// Endings that belong to no convention but look like one, and the convention they resemble. `_col` and `_rigid` also
/// end many unrelated names.
static const struct
{
	uint32_t family;
	const char *text;
	const char *like;
} likenesses[] = {
#define LIKE_UNREAL(tag)                                                                                               \
	{KILNCOOK_NAMES_UNREAL, tag "_", tag "_{mesh}"}, {KILNCOOK_NAMES_UNREAL, tag "-{rest}", tag "_{mesh}"},            \
		{KILNCOOK_NAMES_UNREAL, tag ".{rest}", tag "_{mesh}"}, {KILNCOOK_NAMES_UNREAL, tag " {rest}", tag "_{mesh}"},  \
	{                                                                                                                  \
		KILNCOOK_NAMES_UNREAL, "{mesh}_" tag "{tail}", tag "_{mesh}"                                                   \
	}
	LIKE_UNREAL("UCX"),
	LIKE_UNREAL("UBX"),
	LIKE_UNREAL("USP"),
	LIKE_UNREAL("UCP"),
	LIKE_UNREAL("MCDCX"),
#define LIKE_GODOT(word)                                                                                               \
	{KILNCOOK_NAMES_GODOT, "{mesh}_" word "{tail}", "{mesh}-" word},                                                   \
		{KILNCOOK_NAMES_GODOT, "{mesh}." word "{tail}", "{mesh}-" word},                                               \
	{                                                                                                                  \
		KILNCOOK_NAMES_GODOT, "{mesh} " word "{tail}", "{mesh}-" word                                                  \
	}
	LIKE_GODOT("noimp"),
	LIKE_GODOT("convcolonly"),
	LIKE_GODOT("colonly"),
	LIKE_GODOT("convcol"),
	{KILNCOOK_NAMES_LOD, "LOD{n}_{rest}", "{mesh}_LOD{n}"},
	{KILNCOOK_NAMES_LOD, "{mesh}-LOD{n}", "{mesh}_LOD{n}"},
	{KILNCOOK_NAMES_LOD, "{mesh}.LOD{n}", "{mesh}_LOD{n}"},
	{KILNCOOK_NAMES_LOD, "{mesh} LOD{n}", "{mesh}_LOD{n}"},
};

#define LIKENESSES (sizeof likenesses / sizeof likenesses[0])

/// Returns the families of conventions that the options choose, as KILNCOOK_NAMES_ bits. AUTO means all families, and
/// sets `*careful`.
static uint32_t families_of(const kilncook_options *given, bool *careful)
{
	*careful = given->names == KILNCOOK_NAMES_AUTO;
	return *careful ? KILNCOOK_NAMES_UNREAL | KILNCOOK_NAMES_GODOT | KILNCOOK_NAMES_LOD | KILNCOOK_NAMES_CUSTOM
		   : given->names == KILNCOOK_NAMES_NONE ? 0
												 : given->names | KILNCOOK_NAMES_CUSTOM;
}

static kilncook_status no_memory(const kilncook_context *context)
{
	cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "out of memory");
	return KILNCOOK_INTERNAL;
}

kilncook_status names_table(
	const kilncook_context *context, const kilncook_options *given, name_row **rows, uint32_t *count)
{
	bool careful;
	uint32_t families = families_of(given, &careful), used = 0, most = BUILT_IN;
	for (uint32_t i = 0; i < given->rule_count; ++i)
		most += given->rules[i].kind == KILNCOOK_RULE_NAME;
	name_row *table = cook_alloc_zero(context, most, sizeof *table);
	if (!table)
		return no_memory(context);
	for (uint32_t i = given->rule_count; i > 0; --i)
	{
		const kilncook_rule *rule = &given->rules[i - 1];
		if (rule->kind != KILNCOOK_RULE_NAME || !families)
			continue;
		name_row *row = &table[used++];
		(void)match_template_read(rule->pattern, &row->shape);
		row->text = rule->pattern;
		row->keys = rule->keys;
		row->values = rule->values;
		row->where = rule->where;
		row->lines = rule->lines;
		row->replaces = row->needs = row->shape.has_mesh;
	}
	for (uint32_t i = 0; i < BUILT_IN; ++i)
	{
		uint32_t kind = conventions[i].kind;
		if (!(conventions[i].family & families) || (careful && kind & CONVENTION_LOOSE))
			continue;
		name_row *row = &table[used++];
		(void)match_template_read(conventions[i].text, &row->shape);
		row->text = conventions[i].text;
		row->keys = 1u << KILNCOOK_KEY_SHAPE;
		row->values = &shapes[conventions[i].shape];
		row->replaces = (kind & CONVENTION_REPLACES) != 0;
		row->needs = (kind & CONVENTION_NEEDS) != 0;
		row->below = (kind & CONVENTION_BELOW) != 0;
		row->of_meshes = (kind & CONVENTION_OF_MESHES) != 0;
	}
	*rows = table;
	*count = most;
	// Rows after the last have no text, which ends the search for a name's row.
	return KILNCOOK_OK;
}

/// Data shared by all nodes.
typedef struct names_job
{
	const kilncook_context *context;
	const art_scene *scene;
	const name_row *rows;
	uint32_t row_count;
	uint32_t *by_name;
	match_template likes[LIKENESSES];
	uint32_t families;
	kilncook_colliders colliders;
} names_job;

static bool node_follows(
	const names_job *job, const art_node *node, const name_row *row, const char **mesh, size_t *size)
{
	if (match_template_name(&row->shape, node->name, mesh, size))
		return true;
	for (uint32_t i = 0; row->of_meshes && i < node->mesh_count; ++i)
		if (node->meshes[i] < job->scene->mesh_count &&
			match_template_name(&row->shape, job->scene->meshes[node->meshes[i]].name, mesh, size))
			return true;
	return false;
}

/// Returns the first row, from `from` on, that matches a node; row_count if no row matches.
static uint32_t next_row(const names_job *job, const art_node *node, uint32_t from, const char **mesh, size_t *size)
{
	while (from < job->row_count && job->rows[from].text && !node_follows(job, node, &job->rows[from], mesh, size))
		++from;
	return from < job->row_count && job->rows[from].text ? from : job->row_count;
}

/// Returns whether an extension decides about a node, so that its name is ignored.
static bool is_authored(const names_job *job, const art_node *node)
{
	const art_physics *physics = node->physics;
	return physics && job->colliders != KILNCOOK_COLLIDERS_NONE &&
		   (job->colliders == KILNCOOK_COLLIDERS_ONLY || physics->shape != KILNCOOK_SHAPE_NONE);
}

/// Assigns every node its first matching row, or the row of its parent if that applies to nodes below. Parents come
/// before their children.
static void give_rows(names_job *job)
{
	for (uint32_t i = 0; i < job->scene->node_count; ++i)
	{
		const art_node *node = &job->scene->nodes[i];
		const char *mesh;
		size_t size;
		uint32_t above = node->parent < i ? job->by_name[node->parent] : 0;
		uint32_t row = next_row(job, node, 0, &mesh, &size);
		if (above && PLAN_SOURCE(above) == PLAN_ABOVE)
			job->by_name[i] = above;
		else if (row < job->row_count && job->rows[row].below)
			job->by_name[i] = PLAN_BY(PLAN_ABOVE, i);
		else if (row < job->row_count && (node->mesh_count || node->primitive) && !is_authored(job, node))
			job->by_name[i] = PLAN_BY(PLAN_NAME, row);
	}
}

static void warn_of_partner(const names_job *job, uint32_t node, const char *mesh, size_t size, bool unclear)
{
	cook_message(job->context, KILNCOOK_WARNING, job->scene->nodes[node].name, "name-partner",
		unclear ? "the name says that the node collides for '%.*s', but several nodes are called so: none is left out"
				: "the name says that the node collides for '%.*s', but no node is called so: nothing is left out",
		(int)size, mesh);
}

/// Chooses the first row whose partner exists, and leaves the partner out.
static void find_partner(const names_job *job, const name_index *index, uint32_t node)
{
	uint32_t first = PLAN_INDEX(job->by_name[node]);
	const char *mesh = NULL, *first_mesh = NULL;
	size_t size = 0, first_size = 0;
	bool unclear = false;
	for (uint32_t row = first; row < job->row_count; ++row)
	{
		row = next_row(job, &job->scene->nodes[node], row, &mesh, &size);
		if (row == job->row_count)
			break;
		if (row == first)
		{
			first_mesh = mesh;
			first_size = size;
		}
		// Rows of one kind follow each other; rows of the next kind do not apply.
		if (!job->rows[row].replaces || job->rows[row].values->shape != job->rows[first].values->shape)
			break;
		uint32_t count = mesh ? names_partners(index, job->scene, node, mesh, size, job->by_name) : 0;
		unclear = unclear || count == KILN_NONE;
		if (count == 0 || count == KILN_NONE)
			continue;
		job->by_name[node] = PLAN_BY(PLAN_NAME, row);
		return;
	}
	if (first_mesh && (job->rows[first].needs || unclear))
		warn_of_partner(job, node, first_mesh, first_size, unclear);
}

/// Warns of names that resemble a convention.
static void judge_likeness(const names_job *job, uint32_t node)
{
	const char *mesh;
	size_t size;
	for (uint32_t i = 0; i < LIKENESSES; ++i)
		if (likenesses[i].family & job->families &&
			match_template_name(&job->likes[i], job->scene->nodes[node].name, &mesh, &size))
		{
			cook_message(job->context, KILNCOOK_WARNING, job->scene->nodes[node].name, "name-unmatched",
				"the name looks like %s, but does not follow it: it means nothing%s", likenesses[i].like,
				likenesses[i].family == KILNCOOK_NAMES_GODOT ? " (--names godot takes all that Godot does)" : "");
			return;
		}
}

static kilncook_status decide(names_job *job, const kilncook_options *given)
{
	name_index index = {0};
	give_rows(job);
	for (uint32_t i = 0; i < LIKENESSES; ++i)
		(void)match_template_read(likenesses[i].text, &job->likes[i]);
	for (uint32_t i = 0; i < job->scene->node_count; ++i)
	{
		const art_node *node = &job->scene->nodes[i];
		if (!job->by_name[i] && (node->mesh_count || node->primitive) && !is_authored(job, node))
			judge_likeness(job, i);
	}
	kilncook_status status = names_index(job->context, job->scene, job->by_name, &index);
	if (status == KILNCOOK_OK && job->families & KILNCOOK_NAMES_LOD && given->lod != KILNCOOK_LOD_ALL)
		status = names_levels(job->context, job->scene, given->lod, job->by_name);
	for (uint32_t i = 0; i < job->scene->node_count && status == KILNCOOK_OK; ++i)
		if (PLAN_SOURCE(job->by_name[i]) == PLAN_NAME && job->rows[PLAN_INDEX(job->by_name[i])].replaces)
			find_partner(job, &index, i);
	cook_free(job->context, index.entries, index.capacity, sizeof *index.entries);
	return status;
}

kilncook_status names_decide(const kilncook_context *context, const art_scene *scene, const kilncook_options *given,
	const name_row *rows, uint32_t count, uint32_t *by_name)
{
	bool careful;
	names_job *job = cook_alloc_zero(context, 1, sizeof *job);
	if (!job)
		return no_memory(context);
	*job = (names_job){.context = context,
		.scene = scene,
		.rows = rows,
		.row_count = count,
		.by_name = by_name,
		.colliders = given->colliders};
	job->families = families_of(given, &careful);
	kilncook_status status = job->families ? decide(job, given) : KILNCOOK_OK;
	cook_free(context, job, 1, sizeof *job);
	return status;
}
