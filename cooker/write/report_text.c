// SPDX-License-Identifier: MIT
#include "job/job.h"
#include "job/text.h"
#include "write.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void add_verdict(cook_text *text, const kilncook_mesh_row *row)
{
	cook_text_print(text, "    %s, %s, %s, %s; %u components, Euler characteristic %d\n",
		row->flags & KILN_MESH_CLOSED ? "closed" : "open",
		row->flags & KILN_MESH_MANIFOLD ? "manifold" : "not manifold",
		row->flags & KILN_MESH_ORIENTABLE ? "orientable" : "not orientable",
		row->flags & KILN_MESH_WOUND ? "consistently wound" : "not consistently wound", row->components,
		row->euler_characteristic);
	if (row->boundary_edges || row->nonmanifold_edges || row->inconsistent_edges)
		cook_text_print(text, "    of %u edges %u are open, %u have more than two triangles, %u are wound two ways\n",
			row->edges, row->boundary_edges, row->nonmanifold_edges, row->inconsistent_edges);
}

static void add_cleaning(cook_text *text, const char *indent, const kilncook_counts *counts)
{
	const struct
	{
		uint64_t count;
		const char *what;
	} rows[] = {
		{counts->points, "points skipped"},
		{counts->lines, "lines skipped"},
		{counts->invalid, "faces with a bad index or coordinate dropped"},
		{counts->degenerate, "triangles without area dropped"},
		{counts->duplicates, "duplicate triangles dropped"},
		{counts->slivers, "slivers kept"},
		{counts->slivers_dropped, "slivers dropped"},
		{counts->welded, "vertices welded"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
		if (rows[i].count)
			cook_text_print(text, "%s%llu %s\n", indent, (unsigned long long)rows[i].count, rows[i].what);
}

static void add_merge(cook_text *text, const kilncook_mesh_row *row)
{
	uint32_t after = row->simplify_before ? row->simplify_before : row->triangles;
	cook_text_print(text, "    merged: %u -> %u triangles, %u polygon%s fewer than before; ", row->merge_before, after,
		row->merge_regions, row->merge_regions == 1 ? " has" : "s have");
	if (row->merge_tolerance > 0)
		cook_text_print(text, "the surface moved by at most %.9g of %.9g\n", row->merge_moved, row->merge_tolerance);
	else
		cook_text_print(text, "the surface did not move\n");
	if (row->merge_kept)
		cook_text_print(
			text, "    %u polygons keep vertices that other polygons stand in the way of\n", row->merge_kept);
}

static void add_wrap(cook_text *text, const kilncook_wrap_counts *wrap)
{
	cook_text_print(text,
		"    wrapped: %u triangles from %u cells, detail %.9g, offset %.9g; at most %.9g from the mesh, %.9g allowed; "
		"volume "
		"%.9g\n",
		wrap->triangles, wrap->cells, wrap->detail, wrap->offset, wrap->certain, wrap->stated, wrap->volume);
}

static void add_tree(cook_text *text, const kilncook_mesh_row *row)
{
	cook_text_print(text,
		"    tree: %u nodes, %u leaves, %u levels, SAH cost %.4g, %llu bytes; leaves: %llu bytes (%.1f a triangle)\n",
		row->tree_nodes, row->leaves, row->tree_depth, (double)row->sah_cost, (unsigned long long)row->tree_bytes,
		(unsigned long long)row->leaf_bytes, (double)(row->tree_bytes + row->leaf_bytes) / row->triangles);
}

static void add_sides(cook_text *text, const kilncook_mesh_row *row)
{
	cook_text_print(text, "    sides of triangles: %llu at convex edges, %llu at concave ones, %llu at flat ones\n",
		(unsigned long long)row->convex_sides, (unsigned long long)row->concave_sides,
		(unsigned long long)row->flat_sides);
}

static void add_trees(cook_text *text, const kilncook_mesh_row *row)
{
	for (uint32_t i = 0; i < row->tree_count; ++i)
	{
		const kilncook_tree_row *tree = &row->trees[i];
		cook_text_print(text,
			"    %s tree: %u nodes, %u levels, SAH cost %.4g, volume %.4g, overlap %.4g, %llu bytes (%.1f a "
			"triangle)\n",
			cook_tree_name(tree->kind), tree->nodes, tree->depth, (double)tree->sah_cost, (double)tree->volume,
			(double)tree->overlap, (unsigned long long)tree->bytes, (double)tree->bytes / row->triangles);
		cook_text_print(text, "      %s\n", tree->rule);
	}
	if (row->choice[0])
		cook_text_print(text, "    %s was chosen for pair queries: %s\n", cook_tree_name(row->pair_tree), row->choice);
}

static void add_simplify(cook_text *text, const kilncook_mesh_row *row)
{
	cook_text_print(text, "    simplified: %u -> %u triangles, ", row->simplify_before, row->triangles);
	if (row->simplify_upper > 0)
		cook_text_print(text, "Hausdorff distance %.6g to %.6g, certain%s%s\n", row->simplify_lower,
			row->simplify_upper, row->simplify_side ? ", proved to be " : "",
			row->simplify_side ? kilncook_simplify_side_name(row->simplify_side) : "");
	else
		cook_text_print(text, "the surface did not move\n");
}

static void add_parts(cook_text *text, const kilncook_mesh_row *row)
{
	const kilncook_parts_counts *parts = &row->parts;
	cook_text_print(text, "    %u convex parts that contain the mesh, certainly at most %.6g beyond it\n", parts->parts,
		parts->error);
	cook_text_print(text, "    volume of the parts %.6g", parts->volume);
	if (parts->art > 0)
		cook_text_print(text, ", %.3g %% more than the mesh's", 100 * (parts->volume / parts->art - 1));
	cook_text_print(text, "; %u cuts, %u merges\n", parts->cuts, parts->merges);
	if (parts->mass == KILNCOOK_PARTS_MASS_UNION)
		cook_text_print(text, "    volume of their union %.6g\n", parts->mass_volume);
	if (parts->mirrors)
		cook_text_print(text, "    mirror images of each other across%s%s%s\n", parts->mirrors & 1 ? " x" : "",
			parts->mirrors & 2 ? " y" : "", parts->mirrors & 4 ? " z" : "");
	if (parts->clear > 0)
		cook_text_print(text, "    the space of a ball of radius %.6g from outside is entered by %.6g at most%s\n",
			parts->clear, parts->depth,
			parts->open ? "; the mesh is open: outside is what the ball reaches from beyond its box" : "");
}

/// Why KILNCOOK_SHAPE_AUTO chose the shape.
static void add_candidates(cook_text *text, const kilncook_mesh_row *row)
{
	cook_text_print(text, "    %s chosen, of least counted cost:", kilncook_shape_name(row->kind));
	const char *separator = "";
	for (kilncook_shape i = KILNCOOK_SHAPE_MESH; i <= KILNCOOK_SHAPE_PARTS; ++i)
	{
		const kilncook_shape_candidate *candidate = &row->candidates[i];
		if (candidate->cost <= 0)
			continue;
		cook_text_print(text, "%s %s %.3g", separator, kilncook_shape_name(i), candidate->cost);
		if (candidate->error > DBL_MAX)
			cook_text_print(text, " but sticks out too far");
		else if (candidate->error > 0)
			cook_text_print(text, " within %.3g", candidate->error);
		separator = ",";
	}
	cook_text_print(text, "\n");
}

static void add_levels(cook_text *text, const kilncook_mesh_row *row)
{
	for (uint32_t i = 0; i < row->level_count; ++i)
		cook_text_print(text, "    level %u: %u triangles, Hausdorff distance %.6g to %.6g, certain\n", i + 1,
			row->levels[i].triangles, row->levels[i].lower, row->levels[i].upper);
}

/// The field of a shape, or the fields of its convex parts together. A part that an earlier shape is equal to adds no blocks.
static void add_sdf(cook_text *text, const kilncook_report *report, const kilncook_mesh_row *row)
{
	kilncook_sdf_row sum = row->sdf;
	uint32_t fields = sum.blocks != 0, shared = 0;
	for (uint32_t i = 0; i < row->parts.parts; ++i)
	{
		const kilncook_part_row *part = &report->parts[row->part_first + i];
		const kilncook_sdf_row *sdf = &part->sdf;
		if (sdf->blocks == 0)
			continue;
		++fields;
		shared += part->shared;
		sum.blocks += part->shared ? 0 : sdf->blocks;
		sum.bytes += part->shared ? 0 : sdf->bytes;
		sum.wanted = sdf->wanted;
		sum.depth = sdf->depth > sum.depth ? sdf->depth : sum.depth;
		sum.error = sdf->error > sum.error ? sdf->error : sum.error;
	}
	if (fields == 0)
		return;
	cook_text_print(text, "    signed distance field");
	if (row->parts.parts)
		cook_text_print(text, "s of %u parts", fields);
	if (shared)
		cook_text_print(text, ", %u shared", shared);
	cook_text_print(text, ": %u blocks in %u levels, %llu bytes, error %.6g of %.6g, certain\n", sum.blocks,
		sum.depth + 1, (unsigned long long)sum.bytes, sum.error, sum.wanted);
}

static void add_layout(cook_text *text, const kilncook_mesh_row *row)
{
	if (row->layout_step > 0)
		cook_text_print(text,
			"    compact layout: grid of %.6g, vertices moved by at most %.6g, %u merged; %u triangles without area "
			"and %u "
			"copies dropped; %u leaves exact\n",
			row->layout_step, row->layout_moved, row->layout_merged, row->layout_flat, row->layout_duplicates,
			row->layout_exact);
}

static void add_hull(cook_text *text, const kilncook_mesh_row *row)
{
	cook_text_print(text, "    hull: %u vertices, %u edges, %u faces%s, %llu bytes; ", row->hull_vertices,
		row->hull_edges, row->hull_faces, row->hull_dimension < 3 ? " (flat)" : "",
		(unsigned long long)row->hull_bytes);
	if (row->hull_error > 0)
		cook_text_print(
			text, "within %.9g of the exact hull of %u vertices\n", (double)row->hull_error, row->hull_exact_vertices);
	else
		cook_text_print(text, "exact\n");
}

static void add_name(cook_text *text, const char *name)
{
	cook_text_print(text, "\"");
	cook_text_show(text, name);
	cook_text_print(text, "\"");
}

static void add_row(cook_text *text, const kilncook_report *report, const kilncook_mesh_row *row)
{
	cook_text_print(text, "  %s ", kilncook_shape_name(row->kind));
	add_name(text, row->name);
	if (row->shape == KILNCOOK_NO_MESH)
		cook_text_print(text, " dropped");
	else
		cook_text_print(text, " %u%s%s", row->shape, row->shared ? " (shared)" : "", row->baked ? " (baked)" : "");
	if (row->source_meshes == 0)
	{
		cook_text_print(text, ": given as a primitive, %u nodes\n", row->nodes);
		return;
	}
	cook_text_print(text, ": %llu faces -> %u triangles, %llu -> %u vertices, %u nodes\n",
		(unsigned long long)row->counts.faces, row->triangles, (unsigned long long)row->counts.vertices, row->vertices,
		row->nodes);
	add_cleaning(text, "    ", &row->counts);
	if (row->counts.welded)
		cook_text_print(text, "    weld tolerance %.9g\n", row->weld_tolerance);
	if (row->wrap.triangles)
		add_wrap(text, &row->wrap);
	if (row->merge_before)
		add_merge(text, row);
	if (row->simplify_before)
		add_simplify(text, row);
	add_levels(text, row);
	add_sdf(text, report, row);
	add_layout(text, row);
	if (row->triangles)
		add_verdict(text, row);
	cook_survey_text(report, row, text);
	if (row->mesh != KILNCOOK_NO_MESH && !row->shared)
	{
		add_sides(text, row);
		add_tree(text, row);
		add_trees(text, row);
	}
	if (row->candidates[KILNCOOK_SHAPE_MESH].cost > 0)
		add_candidates(text, row);
	if (row->parts.parts)
		add_parts(text, row);
	if (row->hull_vertices)
		add_hull(text, row);
	if (row->fit_error > 0)
		cook_text_print(text, "    up to %.9g away from the mesh's hull\n", (double)row->fit_error);
}

static void add_sizes(cook_text *text, const kilncook_report *report)
{
	cook_text_print(text, "%llu bytes:", (unsigned long long)report->bytes);
	for (uint32_t i = 0; i < report->section_count; ++i)
		cook_text_print(
			text, "%s %s %llu", i ? "," : "", report->sections[i].name, (unsigned long long)report->sections[i].bytes);
	cook_text_print(text, "\nms:");
	for (int i = 0; i < KILNCOOK_STAGE_END; ++i)
		cook_text_print(text, " %s %.1f,", kilncook_stage_name((kilncook_stage)i), report->ms[i]);
	cook_text_print(text, " in all %.1f", report->ms_total);
	if (report->peak_bytes)
		cook_text_print(text, "; peak memory %.1f MB", (double)report->peak_bytes / 1e6);
	cook_text_print(text, "\n");
}

static bool has_origin(const kilncook_report *report)
{
	const double *at = report->origin;
	return fabs(at[0]) > 0 || fabs(at[1]) > 0 || fabs(at[2]) > 0 || report->step > 0;
}

static void add_bounds(cook_text *text, const kilncook_report *report)
{
	const double *min = report->bounds_min_metres, *max = report->bounds_max_metres;
	cook_text_print(text, "bounds in metres: %.9g %.9g %.9g .. %.9g %.9g %.9g (%.4g x %.4g x %.4g)\n", min[0], min[1],
		min[2], max[0], max[1], max[2], max[0] - min[0], max[1] - min[1], max[2] - min[2]);
	if (has_origin(report))
	{
		cook_text_print(text, "origin: %.17g %.17g %.17g", report->origin[0], report->origin[1], report->origin[2]);
		if (report->step > 0)
			cook_text_print(text, "; on a grid of %.9g", report->step);
		cook_text_print(text, "\n");
	}
	cook_text_print(text, "unit %.9g m (%s), scale %.9g, the art's up axis is %s\n", report->unit,
		report->unit_known ? "given" : "assumed", report->scale,
		report->art_up == '?' ? "not known" : (char[]){report->art_up, 0});
}

/// Adds the nodes that a rule or a name changes.
static void add_nodes(cook_text *text, const kilncook_report *report)
{
	for (uint64_t i = 0; i < report->node_row_count; ++i)
	{
		const kilncook_node_row *row = &report->node_rows[i];
		const kilncook_decision *first = &report->decisions[row->decision_first];
		if (row->decision_count == 1 && strcmp(first->by, "default") == 0)
			continue;
		cook_text_print(text, "  node %u ", row->source_node);
		add_name(text, row->name);
		for (uint32_t k = 0; k < row->decision_count; ++k)
		{
			cook_text_print(text, "%s %s ", k ? "," : ":", first[k].key);
			cook_text_show(text, first[k].value);
			cook_text_print(text, " (");
			cook_text_show(text, first[k].by);
			cook_text_print(text, ")");
		}
		cook_text_print(text, "\n");
	}
}

kilncook_status kilncook_report_text(const kilncook_context *context, const kilncook_report *report, kilncook_blob *out)
{
	cook_text text = {.context = context};
	cook_text_print(&text, "source ");
	add_name(&text, report->source_name);
	cook_text_print(&text, ": %llu bytes, %s\noptions: ", (unsigned long long)report->source_bytes, report->importer);
	cook_text_show(&text, report->options);
	cook_text_print(&text, "\n");
	cook_text_print(&text, "art: %llu meshes, %llu nodes, %llu vertices, %llu faces\n",
		(unsigned long long)report->source_meshes, (unsigned long long)report->source_nodes,
		(unsigned long long)report->source_vertices, (unsigned long long)report->source_faces);
	for (uint64_t i = 0; i < report->row_count; ++i)
		add_row(&text, report, &report->rows[i]);
	for (uint64_t i = 0; i < report->dropped_node_count; ++i)
	{
		cook_text_print(&text, "  node %u ", report->dropped_nodes[i].source_node);
		add_name(&text, report->dropped_nodes[i].name);
		cook_text_print(&text, " dropped: %s\n", report->dropped_nodes[i].reason);
	}
	add_nodes(&text, report);
	cook_text_print(&text,
		"asset: %llu triangles, %u meshes, %u hulls, %u primitives, %u nodes, %u materials, scene tree of %u levels\n",
		(unsigned long long)report->triangles, report->meshes, report->hulls, report->primitives, report->nodes,
		report->materials, report->scene_depth);
	if (report->layers > 1 || report->triggers)
		cook_text_print(&text, "  %u layers, %u nodes are triggers\n", report->layers, report->triggers);
	if (report->metadata)
		cook_text_print(&text, "  %u values of metadata\n", report->metadata);
	add_cleaning(&text, "  ", &report->counts);
	add_bounds(&text, report);
	add_sizes(&text, report);
	return cook_text_finish(&text, out);
}
