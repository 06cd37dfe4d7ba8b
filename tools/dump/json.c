// SPDX-License-Identifier: MIT
#include "lines/json_keys.h"
#include "report.h"
#include "sections/bodies.h"
#include "sections/edges.h"
#include "sections/levels.h"
#include "sections/marks.h"
#include "sections/metadata.h"
#include "sections/origin.h"
#include "sections/sdf.h"
#include "sections/shapes.h"
#include "sections/survey.h"
#include "sections/trees.h"

#include <math.h>

static void write_header(json_writer *json, const kiln_format_header *header)
{
	const uint32_t format[2] = {header->version_major, header->version_minor};
	const uint32_t tool[3] = {header->tool_version[0], header->tool_version[1], header->tool_version[2]};
	key_object(json, "header");
	key_counts(json, "format", format, 2);
	key_uint(json, "size", header->size);
	key_hash(json, "content_hash", header->content_hash);
	key_hash(json, "source_hash", header->source_hash);
	key_hash(json, "options_hash", header->options_hash);
	key_uint(json, "required_features", header->required_features);
	key_uint(json, "optional_features", header->optional_features);
	key_counts(json, "tool_version", tool, 3);
	key_float(json, "metres_per_unit", header->metres_per_unit);
	key_uint(json, "section_count", header->section_count);
	json_object_end(json);
}

// `triangles` is 0 when it is not known.
static void write_sections(json_writer *json, const raw_blob *raw, uint64_t triangles)
{
	json_key(json, "sections");
	json_array(json);
	for (uint32_t i = 0; i < raw->section_count; ++i)
	{
		const kiln_format_section *section = &raw->sections[i];
		char words[RAW_NAME_SIZE];
		const char *name = raw_section_name(section->kind, words);
		json_object_inline(json);
		key_uint(json, "kind", section->kind);
		key_text(json, "name", name != NULL ? name : "unknown");
		key_bool(json, "required", (section->flags & KILN_SECTION_REQUIRED) != 0);
		key_uint(json, "offset", section->offset);
		key_uint(json, "bytes", section->size);
		key_float(json, "share", raw->size > 0 ? (float)((double)section->size / (double)raw->size) : 0.0f);
		if (triangles > 0)
			key_float(json, "per_triangle", (float)((double)section->size / (double)triangles));
		key_uint(json, "count", section->count);
		json_object_end(json);
	}
	json_array_end(json);
	key_uint(json, "padding", raw_padding(raw));
}

static void write_provenance(json_writer *json, const kiln_asset *asset)
{
	const kiln_format_provenance *p = asset->provenance;
	key_object(json, "provenance");
	key_text(json, "source_name", kiln_name(asset, p->source_name));
	key_text(json, "options", kiln_name(asset, p->options));
	key_text(json, "importer", kiln_name(asset, p->importer));
	json_key(json, "up_axis");
	if (p->up_axis < 3)
		json_bytes(json, &"xyz"[p->up_axis], 1);
	else
		json_null(json);
	key_double(json, "unit", p->unit);
	key_double(json, "scale", p->scale);
	key_double(json, "weld_relative", p->weld_relative);
	key_uint(json, "source_meshes", p->source_meshes);
	key_uint(json, "source_vertices", p->source_vertices);
	key_uint(json, "source_faces", p->source_faces);
	key_uint(json, "skipped_points", p->skipped_points);
	key_uint(json, "skipped_lines", p->skipped_lines);
	key_uint(json, "invalid_faces", p->invalid_faces);
	key_uint(json, "triangulated", p->triangulated);
	key_uint(json, "degenerate", p->degenerate);
	key_uint(json, "duplicates", p->duplicates);
	key_uint(json, "welded", p->welded);
	key_uint(json, "triangles", p->triangles);
	key_double(json, "flat_edge", p->flat_edge);
	json_object_end(json);
}

static void write_materials(json_writer *json, const kiln_asset *asset)
{
	json_key(json, "materials");
	json_array(json);
	for (uint32_t i = 0; i < asset->material_count; ++i)
	{
		json_object_inline(json);
		key_text(json, "name", kiln_name(asset, asset->materials[i].name));
		key_uint(json, "tag", asset->materials[i].tag);
		material_marks_json(json, asset, i);
		surface_json(json, asset, i);
		json_object_end(json);
	}
	json_array_end(json);
}

static void write_tree(json_writer *json, const tree_stats *stats, bool has_triangles)
{
	json_object(json);
	key_uint(json, "nodes", stats->nodes);
	key_uint(json, "leaves", stats->leaves);
	key_uint(json, "depth", stats->depth);
	key_counts(json, "nodes_at_level", stats->nodes_at + 1, stats->depth);
	key_counts(json, "leaves_at_level", stats->leaves_at + 1, stats->depth);
	key_counts(json, "nodes_with_children", stats->children + 1, KILN_TREE_WIDTH);
	if (has_triangles)
	{
		key_counts(json, "leaves_with_triangles", stats->leaf_triangles + 1, KILN_LEAF_TRIANGLES_MAX);
		key_counts(json, "leaves_with_vertices", stats->leaf_vertices + 1, KILN_LEAF_VERTICES_MAX);
		if (stats->compact_leaves)
		{
			key_uint(json, "compact_leaves", stats->compact_leaves);
			key_double(json, "grid_step", ldexp(1, stats->grid - 127));
		}
	}
	if (stats->sah_cost > 0.0)
		key_double(json, "sah_cost", stats->sah_cost);
	json_object_end(json);
}

static void key_scaled(json_writer *json, const char *key, const float values[3], float scale)
{
	json_key(json, key);
	json_array_inline(json);
	for (int i = 0; i < 3; ++i)
		json_float(json, (float)((double)values[i] * (double)scale));
	json_array_end(json);
}

static void write_bounds(json_writer *json, const kiln_asset *asset, const float min[3], const float max[3])
{
	float scale = asset->header->metres_per_unit;
	key_floats(json, "bounds_min", min, 3);
	key_floats(json, "bounds_max", max, 3);
	key_scaled(json, "bounds_min_metres", min, scale);
	key_scaled(json, "bounds_max_metres", max, scale);
}

static void write_parts(json_writer *json, const kiln_asset *asset, const kiln_format_mesh *mesh)
{
	json_key(json, "parts");
	json_array(json);
	for (uint32_t i = 0; i < mesh->part_count; ++i)
	{
		const kiln_format_part *part = &asset->parts[mesh->part_first + i];
		json_object_inline(json);
		key_text(json, "name", kiln_name(asset, part->name));
		key_uint(json, "source_mesh", part->source_mesh);
		key_uint(json, "material", part->material);
		key_uint(json, "first_face", part->first_face);
		key_uint(json, "faces", part->face_count);
		json_object_end(json);
	}
	json_array_end(json);
}

static void write_mesh_bytes(json_writer *json, const mesh_bytes *bytes, uint32_t triangles)
{
	key_inline(json, "bytes");
	key_uint(json, "total", bytes->total);
	key_uint(json, "tree", bytes->tree);
	key_uint(json, "leaves", bytes->leaves);
	key_uint(json, "sources", bytes->sources);
	key_uint(json, "leaf_index", bytes->leaf_index);
	key_uint(json, "parts", bytes->parts);
	key_uint(json, "volume_trees", bytes->volume_trees);
	key_uint(json, "vertices", bytes->vertices);
	key_uint(json, "edges", bytes->edges);
	key_float(json, "per_triangle", (float)((double)bytes->total / triangles));
	json_object_end(json);
}

static void write_mesh(json_writer *json, const dump_report *report, uint32_t index)
{
	const kiln_asset *asset = &report->asset;
	const kiln_format_mesh *mesh = &asset->meshes[index];
	mesh_bytes bytes = stats_mesh_bytes(asset, index);
	json_object(json);
	key_text(json, "name", kiln_name(asset, mesh->name));
	key_uint(json, "triangle_first", mesh->triangle_first);
	key_uint(json, "triangles", mesh->triangle_count);
	key_uint(json, "vertices", mesh->vertex_count);
	key_uint(json, "edges", mesh->edge_count);
	key_uint(json, "components", mesh->component_count);
	json_key(json, "euler");
	json_int(json, mesh->euler_characteristic);
	key_bool(json, "closed", (mesh->flags & KILN_MESH_CLOSED) != 0);
	key_bool(json, "manifold", (mesh->flags & KILN_MESH_MANIFOLD) != 0);
	key_bool(json, "orientable", (mesh->flags & KILN_MESH_ORIENTABLE) != 0);
	key_bool(json, "wound", (mesh->flags & KILN_MESH_WOUND) != 0);
	key_uint(json, "boundary_edges", mesh->boundary_edges);
	key_uint(json, "nonmanifold_edges", mesh->nonmanifold_edges);
	key_uint(json, "inconsistent_edges", mesh->inconsistent_edges);
	edges_json(json, asset, index);
	levels_json(json, asset, index);
	sdf_json(json, asset, index);
	survey_json(json, asset, index);
	write_bounds(json, asset, mesh->bounds_min, mesh->bounds_max);
	write_parts(json, asset, mesh);
	key_float(json, "sah_cost_cooked", mesh->sah_cost);
	json_key(json, "tree");
	write_tree(json, &report->meshes[index], true);
	trees_json(json, asset, index);
	write_mesh_bytes(json, &bytes, mesh->triangle_count);
	json_object_end(json);
}

static void write_nodes(json_writer *json, const kiln_asset *asset)
{
	json_key(json, "nodes");
	json_array(json);
	for (uint32_t i = 0; i < asset->node_count; ++i)
	{
		const kiln_format_node *node = &asset->nodes[i];
		json_object(json);
		key_text(json, "name", kiln_name(asset, node->name));
		key_uint(json, "shape", node->shape);
		key_index(json, "mesh", node->mesh);
		key_index(json, "source_node", node->source_node);
		key_uint(json, "tag", node->tag);
		node_marks_json(json, asset, i);
		node_body_json(json, asset, i);
		key_bool(json, "identity", (node->flags & KILN_NODE_IDENTITY) != 0);
		key_bool(json, "mirrored", (node->flags & KILN_NODE_MIRRORED) != 0);
		key_floats(json, "to_asset", node->to_asset, 12);
		key_floats(json, "to_mesh", node->to_mesh, 12);
		write_bounds(json, asset, node->bounds_min, node->bounds_max);
		json_object_end(json);
	}
	json_array_end(json);
}

static void write_result(json_writer *json, const char *key, kiln_result result)
{
	key_inline(json, key);
	key_bool(json, "ok", result.status == KILN_OK);
	key_text(json, "code", kiln_status_name(result.status));
	key_uint(json, "offset", result.offset);
	key_text(json, "reason", result.reason);
	json_object_end(json);
}

static void write_asset(json_writer *json, const dump_report *report)
{
	const kiln_asset *asset = &report->asset;
	write_provenance(json, asset);
	origin_json(json, asset);
	layers_json(json, asset);
	write_materials(json, asset);
	bodies_json(json, asset);
	json_key(json, "meshes");
	json_array(json);
	for (uint32_t i = 0; i < asset->mesh_count; ++i)
		write_mesh(json, report, i);
	json_array_end(json);
	shapes_json(json, asset);
	key_object(json, "all_meshes");
	key_uint(json, "triangles", asset->triangle_count);
	if (asset->triangle_count > 0)
		key_float(json, "bytes_per_triangle", (float)((double)asset->size / (double)asset->triangle_count));
	json_key(json, "tree");
	write_tree(json, &report->all_meshes, true);
	json_object_end(json);
	write_nodes(json, asset);
	key_object(json, "scene");
	write_bounds(json, asset, asset->scene->bounds_min, asset->scene->bounds_max);
	json_key(json, "tree");
	write_tree(json, &report->scene, false);
	trees_json(json, asset, KILN_NONE);
	json_object_end(json);
	metadata_json(json, asset);
}

void report_json(FILE *out, const dump_report *report)
{
	json_writer json = json_begin(out, true);
	json_object(&json);
	key_text(&json, "schema", "kiln-dump 1");
	key_text(&json, "file", report->path);
	key_uint(&json, "bytes", report->raw.size);
	key_bool(&json, "ok", report_verdict(report).status == KILN_OK);
	if (report_verdict(report).status != KILN_OK)
		write_result(&json, "error", report_verdict(report));
	write_result(&json, "proof", report->opened);
	if (report->verified)
	{
		if (report->raw.has_header)
			write_result(&json, "hash", report->hash);
		if (report->opened.status == KILN_OK)
		{
			write_result(&json, "containment", report->contained);
			if (report->has_art)
			{
				write_result(&json, "art", report->art.result);
				key_uint(&json, "art_triangles", report->art.triangles);
				if (report->art.limits.clear > 0)
				{
					key_double(&json, "clear", report->art.limits.clear);
					key_double(&json, "clear_depth", report->art.depth);
				}
				if (report->art.limits.error > 0)
				{
					key_double(&json, "error", report->art.limits.error);
					key_uint(&json, "round_left_out", report->art.round);
				}
			}
		}
	}
	if (report->raw.has_header)
	{
		write_header(&json, &report->raw.header);
		write_sections(&json, &report->raw, report->asset.triangle_count);
	}
	if (report->opened.status == KILN_OK)
		write_asset(&json, report);
	json_object_end(&json);
	json_end(&json);
}
