// SPDX-License-Identifier: MIT
#include "job/job.h"
#include "job/text.h"
#include "write.h"

#include <float.h>
#include <math.h>

static void add_number(cook_text *text, const char *key, uint64_t value, const char *end)
{
	cook_text_print(text, "\"%s\": %llu%s", key, (unsigned long long)value, end);
}

static void add_string(cook_text *text, const char *key, const char *value, const char *end)
{
	cook_text_print(text, "\"%s\": ", key);
	cook_text_json(text, value);
	cook_text_print(text, "%s", end);
}

static void add_flag(cook_text *text, const char *key, bool value, const char *end)
{
	cook_text_print(text, "\"%s\": %s%s", key, value ? "true" : "false", end);
}

static void add_counts(cook_text *text, const kilncook_counts *counts)
{
	cook_text_print(text, "\"counts\": {");
	add_number(text, "vertices", counts->vertices, ", ");
	add_number(text, "faces", counts->faces, ", ");
	add_number(text, "points", counts->points, ", ");
	add_number(text, "lines", counts->lines, ", ");
	add_number(text, "invalid", counts->invalid, ", ");
	add_number(text, "triangulated", counts->triangulated, ", ");
	add_number(text, "degenerate", counts->degenerate, ", ");
	add_number(text, "duplicates", counts->duplicates, ", ");
	add_number(text, "slivers", counts->slivers, ", ");
	add_number(text, "slivers_dropped", counts->slivers_dropped, ", ");
	add_number(text, "welded", counts->welded, "}");
}

static void add_source(cook_text *text, const kilncook_report *report)
{
	cook_text_print(text, "  \"source\": {");
	add_string(text, "name", report->source_name, ", ");
	add_number(text, "bytes", report->source_bytes, ", ");
	add_string(text, "hash", report->source_hash, ", ");
	add_string(text, "importer", report->importer, ",\n    ");
	add_number(text, "meshes", report->source_meshes, ", ");
	add_number(text, "nodes", report->source_nodes, ", ");
	add_number(text, "vertices", report->source_vertices, ", ");
	add_number(text, "faces", report->source_faces, ", ");
	cook_text_print(text, "\"up\": %s},\n", report->art_up == '?' ? "null" : (char[]){'"', report->art_up, '"', 0});
	cook_text_print(text, "  \"options\": {");
	add_string(text, "text", report->options, ", ");
	add_string(text, "hash", report->options_hash, ", ");
	cook_text_print(text, "\"unit\": %.17g, \"unit_known\": %s, \"scale\": %.17g},\n", report->unit,
		report->unit_known ? "true" : "false", report->scale);
}

static void add_asset(cook_text *text, const kilncook_report *report)
{
	const double *min = report->bounds_min_metres, *max = report->bounds_max_metres;
	cook_text_print(text, "  \"asset\": {");
	add_number(text, "bytes", report->bytes, ", ");
	add_string(text, "hash", report->content_hash, ", ");
	add_number(text, "triangles", report->triangles, ", ");
	add_number(text, "meshes", report->meshes, ", ");
	add_number(text, "hulls", report->hulls, ", ");
	add_number(text, "primitives", report->primitives, ", ");
	add_number(text, "nodes", report->nodes, ", ");
	add_number(text, "materials", report->materials, ", ");
	add_number(text, "layers", report->layers, ", ");
	add_number(text, "triggers", report->triggers, ", ");
	add_number(text, "metadata", report->metadata, ",\n    ");
	add_number(text, "scene_tree_nodes", report->scene_tree_nodes, ", ");
	add_number(text, "scene_tree_depth", report->scene_depth, ",\n    ");
	cook_text_print(text, "\"bounds_metres\": {\"min\": [%.9g, %.9g, %.9g], \"max\": [%.9g, %.9g, %.9g]}", min[0],
		min[1], min[2], max[0], max[1], max[2]);
	const double *origin = report->origin;
	if (fabs(origin[0]) > 0 || fabs(origin[1]) > 0 || fabs(origin[2]) > 0 || report->step > 0)
		cook_text_print(text, ", \"origin\": [%.17g, %.17g, %.17g], \"step\": %.17g", origin[0], origin[1], origin[2],
			report->step);
	cook_text_print(text, "},\n");
	cook_text_print(text, "  ");
	add_counts(text, &report->counts);
	cook_text_print(text, ",\n  \"sections\": {");
	for (uint32_t i = 0; i < report->section_count; ++i)
		add_number(
			text, report->sections[i].name, report->sections[i].bytes, i + 1 < report->section_count ? ", " : "");
	cook_text_print(text, "},\n");
}

static void add_surface(cook_text *text, const kilncook_mesh_row *row)
{
	add_flag(text, "closed", row->flags & KILN_MESH_CLOSED, ", ");
	add_flag(text, "manifold", row->flags & KILN_MESH_MANIFOLD, ", ");
	add_flag(text, "orientable", row->flags & KILN_MESH_ORIENTABLE, ", ");
	add_flag(text, "wound", row->flags & KILN_MESH_WOUND, ", ");
	add_number(text, "edges", row->edges, ", ");
	add_number(text, "boundary_edges", row->boundary_edges, ", ");
	add_number(text, "nonmanifold_edges", row->nonmanifold_edges, ", ");
	add_number(text, "inconsistent_edges", row->inconsistent_edges, ", ");
	add_number(text, "convex_sides", row->convex_sides, ", ");
	add_number(text, "concave_sides", row->concave_sides, ", ");
	add_number(text, "flat_sides", row->flat_sides, ", ");
	add_number(text, "components", row->components, ", ");
	cook_text_print(text, "\"euler_characteristic\": %d,\n      ", row->euler_characteristic);
}

static void add_dropped(cook_text *text, const kilncook_report *report, const kilncook_mesh_row *row)
{
	cook_text_print(text, "\"dropped\": [");
	for (uint64_t i = 0; i < row->dropped_count; ++i)
	{
		const kilncook_dropped *dropped = &report->dropped[row->dropped_first + i];
		cook_text_print(text, "%s{", i ? ", " : "");
		add_number(text, "source_mesh", dropped->source_mesh, ", ");
		add_number(text, "face", dropped->face, ", ");
		add_string(text, "reason", dropped->reason, "}");
	}
	cook_text_print(text, "]");
}

static void add_hull(cook_text *text, const kilncook_mesh_row *row)
{
	cook_text_print(text, "\"hull\": {");
	add_number(text, "dimension", row->hull_dimension, ", ");
	add_number(text, "vertices", row->hull_vertices, ", ");
	add_number(text, "edges", row->hull_edges, ", ");
	add_number(text, "faces", row->hull_faces, ", ");
	add_number(text, "exact_vertices", row->hull_exact_vertices, ", ");
	cook_text_print(text, "\"error\": %.9g, ", (double)row->hull_error);
	add_number(text, "bytes", row->hull_bytes, "},\n      ");
}

/// An upper bound; null where none is known.
static void add_bound(cook_text *text, const char *key, double value, const char *end)
{
	if (value <= DBL_MAX)
		cook_text_print(text, "\"%s\": %.17g%s", key, value, end);
	else
		cook_text_print(text, "\"%s\": null%s", key, end);
}

/// The letters of axes that are bits.
static void add_axes(cook_text *text, const char *key, uint32_t axes, const char *end)
{
	cook_text_print(
		text, "\"%s\": \"%s%s%s\"%s", key, axes & 1 ? "x" : "", axes & 2 ? "y" : "", axes & 4 ? "z" : "", end);
}

static void add_sdf(cook_text *text, const kilncook_sdf_row *row, const char *end)
{
	cook_text_print(text, "\"sdf\": {");
	add_number(text, "blocks", row->blocks, ", ");
	add_number(text, "levels", row->depth + 1, ", ");
	add_number(text, "bytes", row->bytes, ", ");
	cook_text_print(text, "\"error\": %.17g, \"error_wanted\": %.17g}%s", row->error, row->wanted, end);
}

static void add_parts(cook_text *text, const kilncook_report *report, const kilncook_mesh_row *row)
{
	const kilncook_parts_counts *parts = &row->parts;
	cook_text_print(text, "\"parts\": {");
	add_number(text, "count", parts->parts, ", ");
	add_number(text, "components", parts->components, ", ");
	add_number(text, "cuts", parts->cuts, ", ");
	add_number(text, "merges", parts->merges, ", ");
	add_axes(text, "art_mirrors", parts->art_mirrors, ", ");
	add_axes(text, "mirrors", parts->mirrors, ", ");
	if (parts->art > 0)
		cook_text_print(text, "\"added_volume\": %.17g, ", parts->volume - parts->art);
	add_string(text, "mass_of", kilncook_parts_mass_name(parts->mass), ", ");
	if (parts->mass != KILNCOOK_PARTS_MASS_NONE)
		cook_text_print(text,
			"\"mass_volume\": %.17g, \"center\": [%.17g, %.17g, %.17g], "
			"\"inertia\": [%.17g, %.17g, %.17g, %.17g, %.17g, %.17g], ",
			parts->mass_volume, parts->center[0], parts->center[1], parts->center[2], parts->inertia[0],
			parts->inertia[1], parts->inertia[2], parts->inertia[3], parts->inertia[4], parts->inertia[5]);
	cook_text_print(text, "\"volume\": %.17g, \"art_volume\": %.17g, \"wanted\": %.17g, ", parts->volume, parts->art,
		parts->wanted);
	add_bound(text, "error", parts->error, ",\n      ");
	if (parts->clear > 0)
		cook_text_print(text, "\"clear\": %.17g, \"clear_depth\": %.17g, \"clear_cubes\": %u, \"closed\": %s, ",
			parts->clear, parts->depth, parts->clear_cubes, parts->open ? "false" : "true");
	cook_text_print(text, "\"list\": [");
	for (uint32_t i = 0; i < parts->parts; ++i)
	{
		const kilncook_part_row *part = &report->parts[row->part_first + i];
		cook_text_print(text, "%s{", i ? ",\n      " : "");
		add_string(text, "kind", kilncook_shape_name(part->shape), ", ");
		add_number(text, "vertices", part->vertices, ", ");
		add_number(text, "faces", part->faces, ", ");
		cook_text_print(text, "\"volume\": %.17g, \"cost\": %.17g, ", part->volume, part->cost);
		add_flag(text, "shared", part->shared, ", ");
		if (part->sdf.blocks)
			add_sdf(text, &part->sdf, ", ");
		add_bound(text, "error", part->error, "}");
	}
	cook_text_print(text, "]},\n      ");
}

/// What a choice of shape weighed.
static void add_candidates(cook_text *text, const kilncook_mesh_row *row)
{
	const char *separator = "";
	cook_text_print(text, "\"candidates\": {");
	for (kilncook_shape i = KILNCOOK_SHAPE_MESH; i <= KILNCOOK_SHAPE_PARTS; ++i)
		if (row->candidates[i].cost > 0)
		{
			cook_text_print(
				text, "%s\"%s\": {\"cost\": %.17g, ", separator, kilncook_shape_name(i), row->candidates[i].cost);
			add_bound(text, "error", row->candidates[i].error, "}");
			separator = ", ";
		}
	cook_text_print(text, "},\n      ");
}

/// Trees of volumes other than AABBs.
static void add_trees(cook_text *text, const kilncook_mesh_row *row)
{
	add_string(text, "pair_tree", cook_tree_name(row->pair_tree), ", ");
	add_string(text, "choice", row->choice, ", ");
	cook_text_print(text, "\"trees\": [");
	for (uint32_t i = 0; i < row->tree_count; ++i)
	{
		const kilncook_tree_row *tree = &row->trees[i];
		cook_text_print(text, "%s{", i ? ", " : "");
		add_string(text, "kind", cook_tree_name(tree->kind), ", ");
		add_string(text, "rule", tree->rule, ", ");
		add_number(text, "nodes", tree->nodes, ", ");
		add_number(text, "depth", tree->depth, ", ");
		add_number(text, "bytes", tree->bytes, ", ");
		cook_text_print(text, "\"sah_cost\": %.9g, \"volume\": %.9g, \"overlap\": %.9g}", (double)tree->sah_cost,
			(double)tree->volume, (double)tree->overlap);
	}
	cook_text_print(text, "],\n      ");
}

static void add_merge(cook_text *text, const kilncook_mesh_row *row)
{
	cook_text_print(text, "\"merge\": {");
	add_number(text, "triangles_before", row->merge_before, ", ");
	add_number(text, "triangles", row->simplify_before ? row->simplify_before : row->triangles, ", ");
	add_number(text, "regions", row->merge_regions, ", ");
	add_number(text, "regions_kept", row->merge_kept, ", ");
	cook_text_print(text, "\"tolerance\": %.17g, \"moved\": %.17g},\n      ", row->merge_tolerance, row->merge_moved);
}

static void add_wrap(cook_text *text, const kilncook_wrap_counts *wrap)
{
	cook_text_print(text, "\"wrap\": {");
	add_number(text, "triangles", wrap->triangles, ", ");
	add_number(text, "cells", wrap->cells, ", ");
	add_number(text, "cells_filled", wrap->filled, ", ");
	add_number(text, "rounds", wrap->rounds, ", ");
	cook_text_print(text,
		"\"detail\": %.17g, \"offset\": %.17g, \"distance_stated\": %.17g, \"distance_certain\": %.17g, \"volume\": "
		"%.17g},\n      ",
		wrap->detail, wrap->offset, wrap->stated, wrap->certain, wrap->volume);
}

static void add_simplify(cook_text *text, const kilncook_mesh_row *row)
{
	cook_text_print(text, "\"simplify\": {");
	add_number(text, "triangles_before", row->simplify_before, ", ");
	add_number(text, "triangles", row->triangles, ", ");
	add_number(text, "trials", row->simplify_trials, ", ");
	add_string(text, "side", kilncook_simplify_side_name(row->simplify_side), ", ");
	cook_text_print(text, "\"distance\": [%.17g, %.17g]},\n      ", row->simplify_lower, row->simplify_upper);
}

static void add_levels(cook_text *text, const kilncook_mesh_row *row)
{
	cook_text_print(text, "\"levels\": [");
	for (uint32_t i = 0; i < row->level_count; ++i)
	{
		const kilncook_level_row *level = &row->levels[i];
		cook_text_print(text, "%s{", i ? ", " : "");
		add_number(text, "mesh", level->mesh, ", ");
		add_number(text, "triangles", level->triangles, ", ");
		cook_text_print(text, "\"distance\": [%.17g, %.17g]}", level->lower, level->upper);
	}
	cook_text_print(text, "],\n      ");
}

static void add_layout(cook_text *text, const kilncook_mesh_row *row)
{
	cook_text_print(text, "\"layout\": {\"step\": %.17g, \"moved\": %.17g, ", row->layout_step, row->layout_moved);
	add_number(text, "merged", row->layout_merged, ", ");
	add_number(text, "flat", row->layout_flat, ", ");
	add_number(text, "duplicates", row->layout_duplicates, ", ");
	add_number(text, "exact_leaves", row->layout_exact, "},\n      ");
}

static void add_row(cook_text *text, const kilncook_report *report, const kilncook_mesh_row *row)
{
	cook_text_print(text, "    {");
	add_string(text, "name", row->name, ", ");
	add_string(text, "kind", kilncook_shape_name(row->kind), ", ");
	if (row->shape == KILNCOOK_NO_MESH)
		cook_text_print(text, "\"shape\": null, ");
	else
		add_number(text, "shape", row->shape, ", ");
	if (row->mesh == KILNCOOK_NO_MESH)
		cook_text_print(text, "\"mesh\": null, ");
	else
		add_number(text, "mesh", row->mesh, ", ");
	add_flag(text, "shared", row->shared, ", ");
	add_flag(text, "baked", row->baked, ", ");
	add_number(text, "source_meshes", row->source_meshes, ", ");
	add_number(text, "nodes", row->nodes, ",\n      ");
	add_counts(text, &row->counts);
	cook_text_print(text, ",\n      \"weld_tolerance\": %.17g, ", row->weld_tolerance);
	add_number(text, "triangles", row->triangles, ", ");
	add_number(text, "vertices", row->vertices, ",\n      ");
	if (row->wrap.triangles)
		add_wrap(text, &row->wrap);
	if (row->merge_before)
		add_merge(text, row);
	if (row->simplify_before)
		add_simplify(text, row);
	if (row->level_count)
		add_levels(text, row);
	if (row->sdf.blocks)
		add_sdf(text, &row->sdf, ",\n      ");
	if (row->layout_step > 0)
		add_layout(text, row);
	add_surface(text, row);
	add_number(text, "tree_nodes", row->tree_nodes, ", ");
	add_number(text, "tree_depth", row->tree_depth, ", ");
	add_number(text, "leaves", row->leaves, ", ");
	add_number(text, "tree_bytes", row->tree_bytes, ", ");
	add_number(text, "leaf_bytes", row->leaf_bytes, ", ");
	cook_text_print(text, "\"sah_cost\": %.9g,\n      ", (double)row->sah_cost);
	if (row->mesh != KILNCOOK_NO_MESH)
		add_trees(text, row);
	if (row->parts.parts)
		add_parts(text, report, row);
	if (row->candidates[KILNCOOK_SHAPE_MESH].cost > 0)
		add_candidates(text, row);
	if (row->hull_vertices)
		add_hull(text, row);
	if (row->fit_error >= 0)
		cook_text_print(text, "\"fit_error\": %.9g, ", (double)row->fit_error);
	add_dropped(text, report, row);
	cook_survey_json(report, row, text);
	cook_text_print(text, "}");
}

static void add_dropped_nodes(cook_text *text, const kilncook_report *report)
{
	cook_text_print(text, "  \"dropped_nodes\": [");
	for (uint64_t i = 0; i < report->dropped_node_count; ++i)
	{
		const kilncook_dropped_node *node = &report->dropped_nodes[i];
		cook_text_print(text, "%s{", i ? ", " : "");
		add_number(text, "source_node", node->source_node, ", ");
		add_string(text, "name", node->name, ", ");
		add_string(text, "reason", node->reason, "}");
	}
	cook_text_print(text, "],\n");
}

static void add_messages(cook_text *text, const kilncook_report *report)
{
	static const char *const severities[] = {"note", "warning", "error"};
	cook_text_print(text, "  \"messages\": [");
	for (uint64_t i = 0; i < report->message_count; ++i)
	{
		const kilncook_message_row *row = &report->messages[i];
		cook_text_print(text, "%s\n    {", i ? "," : "");
		add_string(text, "severity", severities[row->severity], ", ");
		add_string(text, "code", row->code, ", ");
		add_string(text, "where", row->where, ", ");
		add_string(text, "text", row->text, ", ");
		add_number(text, "count", row->count, "}");
	}
	cook_text_print(text, "],\n");
}

/// Adds each node's shape, and the line or name that decided it.
static void add_nodes(cook_text *text, const kilncook_report *report)
{
	cook_text_print(text, "  ");
	add_number(text, "nodes_by_name", report->nodes_by_name, ", ");
	add_number(text, "nodes_by_extension", report->nodes_by_extension, ", ");
	add_number(text, "nodes_left_out", report->nodes_left_out, ",\n  \"nodes\": [");
	for (uint64_t i = 0; i < report->node_row_count; ++i)
	{
		const kilncook_node_row *row = &report->node_rows[i];
		cook_text_print(text, "%s\n    {", i ? "," : "");
		add_number(text, "source_node", row->source_node, ", ");
		add_string(text, "name", row->name, ", ");
		add_string(text, "shape", kilncook_shape_name(row->shape), ", ");
		add_flag(text, "by_name", row->by_name, ", ");
		cook_text_print(text, "\"decisions\": [");
		for (uint32_t k = 0; k < row->decision_count; ++k)
		{
			const kilncook_decision *decision = &report->decisions[row->decision_first + k];
			cook_text_print(text, "%s{", k ? ", " : "");
			add_string(text, "key", decision->key, ", ");
			add_string(text, "value", decision->value, ", ");
			add_string(text, "by", decision->by, "}");
		}
		cook_text_print(text, "]}");
	}
	cook_text_print(text, "],\n");
}

static void add_paths(cook_text *text, const char *key, char *const *paths, uint32_t count, const char *end)
{
	cook_text_print(text, "\"%s\": [", key);
	for (uint32_t i = 0; i < count; ++i)
	{
		cook_text_print(text, "%s", i ? ", " : "");
		cook_text_json(text, paths[i]);
	}
	cook_text_print(text, "]%s", end);
}

/// Adds the files on which the asset depends besides the art.
static void add_files(cook_text *text, const kilncook_report *report)
{
	cook_text_print(text, "  \"files\": {");
	add_paths(text, "read", report->side_files, report->side_file_count, ", ");
	add_paths(text, "missing", report->missing_files, report->missing_file_count, "},\n");
}

kilncook_status kilncook_report_json(const kilncook_context *context, const kilncook_report *report, kilncook_blob *out)
{
	cook_text text = {.context = context};
	cook_text_print(&text, "{\n  \"schema\": \"kiln-cook-report/1\",\n");
	add_source(&text, report);
	add_files(&text, report);
	add_asset(&text, report);
	cook_text_print(&text, "  \"meshes\": [\n");
	for (uint64_t i = 0; i < report->row_count; ++i)
	{
		add_row(&text, report, &report->rows[i]);
		cook_text_print(&text, i + 1 < report->row_count ? ",\n" : "\n");
	}
	cook_text_print(&text, "  ],\n");
	add_dropped_nodes(&text, report);
	add_nodes(&text, report);
	add_messages(&text, report);
	cook_text_print(&text, "  ");
	add_number(&text, "warnings", report->warnings, ",\n  \"ms\": {");
	for (int i = 0; i < KILNCOOK_STAGE_END; ++i)
		cook_text_print(&text, "\"%s\": %.3f, ", kilncook_stage_name((kilncook_stage)i), report->ms[i]);
	cook_text_print(&text, "\"all\": %.3f},\n  ", report->ms_total);
	add_number(&text, "peak_bytes", report->peak_bytes, ",\n  ");
	// As text: JSON numbers are doubles to many readers.
	cook_text_print(&text, "\"side_file_stamp\": \"%016llx\"\n}\n", (unsigned long long)report->side_file_stamp);
	return cook_text_finish(&text, out);
}
