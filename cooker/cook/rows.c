// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

kilncook_status cook_drop_node(cook_job *job, uint32_t source_node, const char *reason)
{
	kilncook_report *report = &job->report;
	if (report->dropped_node_count == report->dropped_node_capacity)
	{
		uint64_t capacity = report->dropped_node_capacity + report->dropped_node_capacity / 2 + 16;
		kilncook_dropped_node *nodes = cook_resize(&job->context, report->dropped_nodes,
			(size_t)report->dropped_node_capacity, (size_t)capacity, sizeof *nodes);
		if (!nodes)
			return cook_no_memory(job);
		report->dropped_nodes = nodes;
		report->dropped_node_capacity = capacity;
	}
	report->dropped_nodes[report->dropped_node_count++] = (kilncook_dropped_node){NULL, source_node, reason};
	return KILNCOOK_OK;
}

static void add_counts(kilncook_counts *sum, const kilncook_counts *more)
{
	sum->vertices += more->vertices;
	sum->faces += more->faces;
	sum->points += more->points;
	sum->lines += more->lines;
	sum->invalid += more->invalid;
	sum->triangulated += more->triangulated;
	sum->degenerate += more->degenerate;
	sum->duplicates += more->duplicates;
	sum->slivers += more->slivers;
	sum->slivers_dropped += more->slivers_dropped;
	sum->welded += more->welded;
}

static kilncook_counts counts_of(const clean_mesh *mesh)
{
	const clean_counts *c = &mesh->counts;
	return (kilncook_counts){
		.vertices = c->vertices,
		.faces = c->faces,
		.points = c->points,
		.lines = c->lines,
		.invalid = c->invalid,
		.triangulated = c->triangulated,
		.degenerate = c->degenerate,
		.duplicates = c->duplicates,
		.slivers = c->slivers,
		.slivers_dropped = c->slivers_dropped,
		.welded = c->welded,
	};
}

/// Lists the faces that were dropped as a whole or in part, by the art's own numbers.
static kilncook_status add_dropped(cook_job *job, const clean_mesh *mesh)
{
	kilncook_report *report = &job->report;
	uint64_t needed = report->dropped_count + mesh->dropped_count;
	if (needed > report->dropped_capacity)
	{
		uint64_t capacity = needed + report->dropped_capacity / 2;
		kilncook_dropped *dropped = cook_resize(
			&job->context, report->dropped, (size_t)report->dropped_capacity, (size_t)capacity, sizeof *dropped);
		if (!dropped)
			return cook_no_memory(job);
		report->dropped = dropped;
		report->dropped_capacity = capacity;
	}
	uint32_t part = 0;
	for (uint32_t i = 0; i < mesh->dropped_count; ++i)
	{
		const clean_dropped *from = &mesh->dropped[i];
		while (part + 1 < mesh->part_count && from->face >= mesh->parts[part + 1].first_face)
			++part;
		report->dropped[report->dropped_count++] = (kilncook_dropped){
			mesh->parts[part].source_mesh,
			from->face - mesh->parts[part].first_face,
			clean_reason_name(from->reason),
		};
	}
	return KILNCOOK_OK;
}

static void describe_mesh(kilncook_mesh_row *row, const clean_mesh *mesh)
{
	row->weld_tolerance = mesh->weld_tolerance;
	row->triangles = mesh->triangle_count;
	row->vertices = mesh->vertex_count;
	row->flags = mesh->flags;
	row->edges = mesh->edge_count;
	row->boundary_edges = mesh->boundary_edges;
	row->nonmanifold_edges = mesh->nonmanifold_edges;
	row->inconsistent_edges = mesh->inconsistent_edges;
	row->components = mesh->component_count;
	row->euler_characteristic = mesh->euler_characteristic;
}

static void describe_tree(kilncook_mesh_row *row, const kiln_format_mesh *head)
{
	for (uint32_t axis = 0; axis < 3; ++axis)
	{
		row->bounds_min[axis] = head->bounds_min[axis];
		row->bounds_max[axis] = head->bounds_max[axis];
	}
	row->tree_nodes = head->tree_count;
	row->tree_depth = head->depth;
	row->leaves = head->leaf_count;
	row->tree_bytes = (uint64_t)head->tree_count * sizeof(kiln_format_tree_node);
	row->leaf_bytes = (uint64_t)head->leaf_units * KILN_LEAF_UNIT;
	row->sah_cost = head->sah_cost;
}

/// The row's names are filled in at the end of the cook.
static void describe_trees(kilncook_mesh_row *row, const cook_mesh *mesh)
{
	row->pair_tree = (kilncook_tree)mesh->pair_kind;
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
	{
		const volume_tree *tree = &mesh->trees[kind];
		if (!tree->nodes)
			continue;
		row->trees[row->tree_count++] = (kilncook_tree_row){
			.kind = (kilncook_tree)kind,
			.nodes = tree->node_count,
			.depth = tree->depth,
			.bytes = (uint64_t)tree->node_count * kiln_format_volume_node_size(kind),
			.sah_cost = tree->figures.sah_cost,
			.volume = tree->figures.volume,
			.overlap = tree->figures.overlap,
		};
	}
}

static void describe_levels(kilncook_mesh_row *row, const cook_job *job, const cook_mesh *mesh)
{
	for (; row->level_count < mesh->level_count; ++row->level_count)
	{
		const cook_level *level = &mesh->levels[row->level_count];
		row->levels[row->level_count] = (kilncook_level_row){
			level->mesh, job->meshes[level->mesh].head.triangle_count, level->lower, (double)level->distance};
	}
}

static void describe_layout(kilncook_mesh_row *row, const cook_set *set, const cook_mesh *mesh)
{
	row->layout_step = mesh->grid ? ldexp(1, mesh->grid - 127) : 0;
	row->layout_moved = set->snapped.moved;
	row->layout_merged = set->snapped.merged;
	row->layout_flat = set->snapped.flat;
	row->layout_duplicates = set->snapped.duplicates;
	row->layout_exact = mesh->grid ? mesh->head.leaf_count - mesh->tree.compact_leaves : 0;
}

static void describe_sides(kilncook_mesh_row *row, const clean_side_counts *sides)
{
	row->convex_sides = sides->of[KILN_EDGE_CONVEX];
	row->concave_sides = sides->of[KILN_EDGE_CONCAVE];
	row->flat_sides = sides->of[KILN_EDGE_FLAT];
}

static void describe_hull(kilncook_mesh_row *row, const kiln_format_hull *head)
{
	row->hull_dimension = head->dimension;
	row->hull_vertices = head->vertex_count;
	row->hull_edges = head->edge_count;
	row->hull_faces = head->face_count;
	row->hull_exact_vertices = head->exact_vertex_count;
	row->hull_error = head->error;
	row->hull_bytes = head->size;
}

kilncook_status cook_row_add(
	cook_job *job, const cook_set *set, const clean_mesh *mesh, const kilncook_repair_row *repairs)
{
	kilncook_report *report = &job->report;
	kilncook_counts counts = counts_of(mesh);
	add_counts(&report->counts, &counts);
	if (!job->collect)
		return KILNCOOK_OK;
	kilncook_mesh_row *row = &report->rows[report->row_count];
	*row = (kilncook_mesh_row){
		.kind = set->cut.parts ? KILNCOOK_SHAPE_PARTS : set->shape,
		.shape = KILNCOOK_NO_MESH,
		.mesh = set->shape == KILNCOOK_SHAPE_MESH && set->cooked != KILN_NONE ? set->cooked : KILNCOOK_NO_MESH,
		.shared = set->shared,
		.baked = set->baked,
		.source_meshes = set->mesh_count,
		.nodes = set->node_count,
		.counts = counts,
		.dropped_first = report->dropped_count,
		.dropped_count = mesh->dropped_count,
		.merge_before = set->merged.before,
		.merge_regions = set->merged.regions,
		.merge_kept = set->merged.kept,
		.merge_tolerance = set->merge_tolerance,
		.merge_moved = set->merged.moved,
		.wrap = set->wrapped,
		.simplify_before = set->simplified.before,
		.simplify_trials = set->simplified.trials,
		.simplify_lower = set->simplified.lower,
		.simplify_side = set->simplified.after < set->simplified.before ? cook_set_options(job, set)->simplify_side
																		: KILNCOOK_SIMPLIFY_BOTH,
		.simplify_upper = set->simplified.upper,
		.fit_error = set->cut.parts ? -1 : set->fit_error,
		.parts = set->cut,
		.part_first = set->part_first,
	};
	memcpy(row->candidates, set->candidates, sizeof row->candidates);
	describe_mesh(row, mesh);
	memcpy(row->repairs, repairs, sizeof row->repairs);
	if (row->mesh != KILNCOOK_NO_MESH)
	{
		describe_tree(row, &job->meshes[set->cooked].head);
		describe_trees(row, &job->meshes[set->cooked]);
		describe_sides(row, &job->meshes[set->cooked].sides);
		describe_levels(row, job, &job->meshes[set->cooked]);
		row->sdf = cook_sdf_row(&job->meshes[set->cooked].field);
		describe_layout(row, set, &job->meshes[set->cooked]);
	}
	else if (set->cooked != KILN_NONE && set->shape == KILNCOOK_SHAPE_HULL && !set->cut.parts)
	{
		describe_hull(row, &job->solids[set->cooked].hull.head);
		row->sdf = cook_sdf_row(&job->solids[set->cooked].field);
	}
	++report->row_count;
	kilncook_status status = add_dropped(job, mesh);
	return status == KILNCOOK_OK ? cook_survey(job, set, mesh, row) : status;
}

/// Appends `count words` to a list in `text`: `count`, a noun in singular or plural, and the rest.
static void append(char *text, size_t size, size_t *length, uint64_t count, const char *noun, const char *rest)
{
	if (count == 0 || *length >= size)
		return;
	int more = snprintf(text + *length, size - *length, "%s%llu %s%s%s", *length ? ", " : "only ",
		(unsigned long long)count, noun, count == 1 ? "" : "s", rest);
	*length += more > 0 ? (size_t)more : 0;
}

void cook_explain_counts(const kilncook_counts *c, char *text, size_t size)
{
	size_t length = 0;
	append(text, size, &length, c->points, "point", "");
	append(text, size, &length, c->lines, "line", "");
	append(text, size, &length, c->invalid, "face", " with a bad index or coordinate");
	append(text, size, &length, c->degenerate, "triangle", " without area");
}

void cook_explain_empty(const cook_job *job, char *text, size_t size)
{
	const kilncook_counts *c = &job->report.counts;
	if (job->placed_count == 0)
		snprintf(text, size, "%s",
			job->plan.left_out && job->plan.left_out == job->report.dropped_node_count
				? "rules or names leave every node out"
			: job->report.dropped_node_count ? "no node has a usable transform"
											 : "no node places a mesh");
	else if (c->faces == 0)
		snprintf(text, size, "the meshes have no faces");
	else
	{
		snprintf(text, size, "no node has a usable transform");
		cook_explain_counts(c, text, size);
	}
}
