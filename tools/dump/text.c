// SPDX-License-Identifier: MIT
#include "../common/message.h"
#include "lines/text_parts.h"
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

static void write_hash(FILE *out, const char *label, const uint8_t hash[16])
{
	write_label(out, label);
	for (int i = 0; i < 16; ++i)
		fprintf(out, "%02x", (unsigned)hash[i]);
}

static void write_verdict(FILE *out, const dump_report *report)
{
	kiln_result verdict = report_verdict(report);
	write_label(out, "verdict");
	if (verdict.status != KILN_OK)
	{
		fprintf(out, "broken at offset %llu: %s [%s]\n", (unsigned long long)verdict.offset, verdict.reason,
			kiln_status_name(verdict.status));
	}
	else
	{
		fputs(report->verified ? "verified: proof, hash and containment hold\n" : "proved\n", out);
		if (report->has_art)
		{
			write_label(out, "art");
			fprintf(out, "%llu triangle%s of %llu node%s in the solids, by exact signs\n",
				(unsigned long long)report->art.triangles, plural(report->art.triangles),
				(unsigned long long)report->art.nodes, plural(report->art.nodes));
			if (report->art.limits.clear > 0)
			{
				write_label(out, "clear");
				fprintf(out, "a ball of radius %.9g passes as in the art but for %.6g of its radius, certainly\n",
					report->art.limits.clear, report->art.depth);
			}
			if (report->art.limits.error > 0)
			{
				write_label(out, "error");
				fprintf(out,
					"no hull or box sticks out of the art by more than %.9g, certainly; %llu round solid%s left out\n",
					report->art.limits.error, (unsigned long long)report->art.round, plural(report->art.round));
			}
		}
	}
}

static void write_header(FILE *out, const dump_report *report)
{
	const kiln_format_header *header = &report->raw.header;
	tool_text(out, report->path);
	fputs(": ", out);
	if (!report->raw.has_header)
	{
		fprintf(out, "%llu byte%s, no Kiln header\n", (unsigned long long)report->raw.size, plural(report->raw.size));
		write_verdict(out, report);
		return;
	}
	fprintf(out, "Kiln format %u.%u, %llu bytes\n", (unsigned)header->version_major, (unsigned)header->version_minor,
		(unsigned long long)report->raw.size);
	write_verdict(out, report);
	if (header->size != report->raw.size)
	{
		write_label(out, "size");
		fprintf(out, "%llu bytes by the header\n", (unsigned long long)header->size);
	}
	if (report->opened.status == KILN_OK)
	{
		write_label(out, "holds");
		const kiln_asset *asset = &report->asset;
		uint32_t primitives = asset->shape_count - asset->mesh_count - asset->hull_count;
		fprintf(out, "%lu mesh%s, ", (unsigned long)asset->mesh_count, asset->mesh_count == 1 ? "" : "es");
		if (asset->hull_count > 0)
			fprintf(out, "%lu hull%s, ", (unsigned long)asset->hull_count, plural(asset->hull_count));
		if (primitives > 0)
			fprintf(out, "%lu primitive%s, ", (unsigned long)primitives, plural(primitives));
		fprintf(out, "%lu node%s, %llu triangle%s\n", (unsigned long)asset->node_count, plural(asset->node_count),
			(unsigned long long)asset->triangle_count, plural(asset->triangle_count));
	}
	write_label(out, "cooked by");
	fprintf(out, "kiln-cook %u.%u.%u\n", (unsigned)header->tool_version[0], (unsigned)header->tool_version[1],
		(unsigned)header->tool_version[2]);
	write_label(out, "unit");
	fprintf(out, "%.9g m\n", (double)header->metres_per_unit);
	if (report->opened.status == KILN_OK)
		origin_text(out, &report->asset);
	write_label(out, "features");
	fprintf(out, "required 0x%llx, optional 0x%llx\n", (unsigned long long)header->required_features,
		(unsigned long long)header->optional_features);
	write_hash(out, "content hash", header->content_hash);
	bool hashed = report->verified && report->hash.status == KILN_OK;
	fputs(hashed ? " (matches)\n" : report->verified ? " (does not match)\n" : "\n", out);
	write_hash(out, "source hash", header->source_hash);
	putc('\n', out);
	write_hash(out, "options hash", header->options_hash);
	putc('\n', out);
}

static void write_share(FILE *out, const char *label, uint64_t bytes, const dump_report *report)
{
	double share = report->raw.size > 0 ? 100.0 * (double)bytes / (double)report->raw.size : 0.0;
	fprintf(out, "  %-15s %12s %12llu %6.1f%%", label, "", (unsigned long long)bytes, share);
	if (report->opened.status == KILN_OK && report->asset.triangle_count > 0)
		fprintf(out, " %12.2f", (double)bytes / (double)report->asset.triangle_count);
	putc('\n', out);
}

static void write_sections(FILE *out, const dump_report *report)
{
	const raw_blob *raw = &report->raw;
	bool proved = report->opened.status == KILN_OK;
	fprintf(out, "\n%-17s %12s %12s %7s%s %10s\n", "sections", "offset", "bytes", "share",
		proved ? "    /triangle" : "", "count");
	for (uint32_t i = 0; i < raw->section_count; ++i)
	{
		const kiln_format_section *section = &raw->sections[i];
		char name[RAW_NAME_SIZE];
		if (raw_section_name(section->kind, name) == NULL)
			snprintf(name, sizeof name, "kind %lu", (unsigned long)section->kind);
		double share = raw->size > 0 ? 100.0 * (double)section->size / (double)raw->size : 0.0;
		fprintf(out, "  %-15s %12llu %12llu %6.1f%%", name, (unsigned long long)section->offset,
			(unsigned long long)section->size, share);
		if (proved)
			fprintf(out, " %12.2f", (double)section->size / (double)report->asset.triangle_count);
		fprintf(out, " %10llu\n", (unsigned long long)section->count);
	}
	if (raw->section_count < raw->header.section_count)
		fprintf(out, "  and %lu more by the header\n", (unsigned long)(raw->header.section_count - raw->section_count));
	if (proved)
	{
		uint64_t head = sizeof raw->header + (uint64_t)raw->section_count * sizeof raw->sections[0];
		write_share(out, "header, table", head, report);
		write_share(out, "padding", raw_padding(raw), report);
		write_share(out, "total", raw->size, report);
	}
}

static void write_provenance(FILE *out, const kiln_asset *asset)
{
	const kiln_format_provenance *p = asset->provenance;
	fputs("\nprovenance\n", out);
	write_label(out, "source");
	write_name(out, kiln_name(asset, p->source_name));
	fputs("\n", out);
	write_label(out, "options");
	write_name(out, kiln_name(asset, p->options));
	fputs("\n", out);
	write_label(out, "importer");
	write_name(out, kiln_name(asset, p->importer));
	fputs("\n", out);
	write_label(out, "art's axes");
	fprintf(out, "%s up, %.9g m a unit, scaled by %.9g\n",
		p->up_axis == 0	  ? "x"
		: p->up_axis == 1 ? "y"
		: p->up_axis == 2 ? "z"
						  : "unknown",
		p->unit, p->scale);
	write_label(out, "art's size");
	fprintf(out, "%llu mesh%s, %llu vertices, %llu faces\n", (unsigned long long)p->source_meshes,
		p->source_meshes == 1 ? "" : "es", (unsigned long long)p->source_vertices, (unsigned long long)p->source_faces);
	write_label(out, "skipped");
	fprintf(out, "%llu points, %llu lines, %llu invalid faces\n", (unsigned long long)p->skipped_points,
		(unsigned long long)p->skipped_lines, (unsigned long long)p->invalid_faces);
	write_label(out, "welded");
	if (p->weld_relative > 0.0)
	{
		fprintf(out, "%llu vertices, no farther apart than %.9g of the diagonal\n", (unsigned long long)p->welded,
			p->weld_relative);
	}
	else
	{
		fprintf(out, "%llu vertices at equal positions\n", (unsigned long long)p->welded);
	}
	write_label(out, "triangles");
	fprintf(out, "%llu triangulated, %llu degenerate and %llu duplicate dropped, %llu kept\n",
		(unsigned long long)p->triangulated, (unsigned long long)p->degenerate, (unsigned long long)p->duplicates,
		(unsigned long long)p->triangles);
}

static void write_bounds(FILE *out, const kiln_asset *asset, const float min[3], const float max[3])
{
	double scale = (double)asset->header->metres_per_unit;
	write_label(out, "bounds");
	fprintf(out, "(%.9g %.9g %.9g) .. (%.9g %.9g %.9g) units\n", (double)min[0], (double)min[1], (double)min[2],
		(double)max[0], (double)max[1], (double)max[2]);
	write_label(out, "size");
	fprintf(out, "%.6g x %.6g x %.6g m\n", ((double)max[0] - (double)min[0]) * scale,
		((double)max[1] - (double)min[1]) * scale, ((double)max[2] - (double)min[2]) * scale);
}

static void write_tree(FILE *out, const tree_stats *stats, bool has_triangles)
{
	write_label(out, "tree");
	fprintf(out, "%llu node%s, %llu %s, depth %lu", (unsigned long long)stats->nodes, plural(stats->nodes),
		(unsigned long long)stats->leaves, stats->leaves == 1 ? "leaf" : "leaves", (unsigned long)stats->depth);
	if (has_triangles)
		fprintf(out, ", %.3f triangles a leaf", (double)stats->triangles / (double)stats->leaves);
	putc('\n', out);
	write_histogram(out, "children a node", stats->children, KILN_TREE_WIDTH + 1);
	write_histogram(out, "nodes at level", stats->nodes_at, KILN_TREE_DEPTH_MAX + 1);
	write_histogram(out, "leaves at level", stats->leaves_at, KILN_TREE_DEPTH_MAX + 1);
	if (has_triangles)
	{
		write_histogram(out, "leaf triangles", stats->leaf_triangles, KILN_LEAF_TRIANGLES_MAX + 1);
		write_histogram(out, "leaf vertices", stats->leaf_vertices, KILN_LEAF_VERTICES_MAX + 1);
		if (stats->compact_leaves)
		{
			// A vertex moves by half a step on each axis at most, and not at all where the art lies on the grid.
			const double step = ldexp(1, stats->grid - 127);
			write_label(out, "layout");
			fprintf(out, "compact, grid of %.9g, %u of %llu leaves; moves no vertex by more than %.3g\n", step,
				stats->compact_leaves, (unsigned long long)stats->leaves, step * 0.8660254037844387);
		}
	}
}

static void write_materials(FILE *out, const kiln_asset *asset)
{
	fputs("\nmaterials\n", out);
	for (uint32_t i = 0; i < asset->material_count; ++i)
	{
		fputs("  ", out);
		write_material_name(out, asset, i);
		fprintf(out, " tag %lu", (unsigned long)asset->materials[i].tag);
		material_marks_text(out, asset, i);
		surface_text(out, asset, i);
		putc('\n', out);
	}
}

static void write_surface(FILE *out, const kiln_format_mesh *mesh)
{
	write_label(out, "surface");
	fprintf(out, "%s, %s, %s, %s\n", mesh->flags & KILN_MESH_CLOSED ? "closed" : "not closed",
		mesh->flags & KILN_MESH_MANIFOLD ? "manifold" : "not manifold",
		mesh->flags & KILN_MESH_ORIENTABLE ? "orientable" : "not orientable",
		mesh->flags & KILN_MESH_WOUND ? "consistently wound" : "not consistently wound");
	write_label(out, "edges");
	fprintf(out, "%lu: %lu boundary, %lu non-manifold, %lu inconsistent\n", (unsigned long)mesh->edge_count,
		(unsigned long)mesh->boundary_edges, (unsigned long)mesh->nonmanifold_edges,
		(unsigned long)mesh->inconsistent_edges);
	write_label(out, "topology");
	fprintf(out, "%lu component%s, Euler characteristic %ld\n", (unsigned long)mesh->component_count,
		plural(mesh->component_count), (long)mesh->euler_characteristic);
}

static void write_mesh(FILE *out, const dump_report *report, uint32_t index)
{
	const kiln_asset *asset = &report->asset;
	const kiln_format_mesh *mesh = &asset->meshes[index];
	fprintf(out, "\nmesh %lu ", (unsigned long)index);
	write_name(out, kiln_name(asset, mesh->name));
	fprintf(out, ": %lu triangle%s from %lu, %lu vertices\n", (unsigned long)mesh->triangle_count,
		plural(mesh->triangle_count), (unsigned long)mesh->triangle_first, (unsigned long)mesh->vertex_count);
	write_surface(out, mesh);
	edges_text(out, asset, index);
	levels_text(out, asset, index);
	sdf_text(out, asset, index);
	survey_text(out, asset, index);
	write_bounds(out, asset, mesh->bounds_min, mesh->bounds_max);
	for (uint32_t i = 0; i < mesh->part_count; ++i)
	{
		const kiln_format_part *part = &asset->parts[mesh->part_first + i];
		write_label(out, i == 0 ? "parts" : "");
		write_name(out, kiln_name(asset, part->name));
		fprintf(out, ": mesh %lu of the art, %lu face%s, material ", (unsigned long)part->source_mesh,
			(unsigned long)part->face_count, plural(part->face_count));
		write_material_name(out, asset, part->material);
		putc('\n', out);
	}
	write_tree(out, &report->meshes[index], true);
	write_label(out, "SAH cost");
	fprintf(
		out, "%.6g of the boxes as stored, %.6g as cooked\n", report->meshes[index].sah_cost, (double)mesh->sah_cost);
	trees_text(out, asset, index);
	mesh_bytes bytes = stats_mesh_bytes(asset, index);
	double count = mesh->triangle_count;
	write_label(out, "bytes/triangle");
	fprintf(out, "%.2f: tree %.2f, leaves %.2f, sources %.2f, leaf index %.2f, edges %.2f, record and parts %.2f",
		(double)bytes.total / count, (double)bytes.tree / count, (double)bytes.leaves / count,
		(double)bytes.sources / count, (double)bytes.leaf_index / count, (double)bytes.edges / count,
		(double)bytes.parts / count);
	if (bytes.volume_trees > 0)
		fprintf(out, ", other trees %.2f", (double)bytes.volume_trees / count);
	if (bytes.vertices > 0)
		fprintf(out, ", source vertices %.2f", (double)bytes.vertices / count);
	putc('\n', out);
}

static void write_node(FILE *out, const kiln_asset *asset, uint32_t index)
{
	const kiln_format_node *node = &asset->nodes[index];
	const float *m = node->to_asset;
	fprintf(out, "\nnode %lu ", (unsigned long)index);
	write_name(out, kiln_name(asset, node->name));
	fprintf(out, ": shape %lu, %s%s%s, node %lu of the art, tag %lu\n", (unsigned long)node->shape,
		shape_kind_name(asset->shapes[node->shape].kind), node->flags & KILN_NODE_MIRRORED ? ", mirrored" : "",
		node->flags & KILN_NODE_TRIGGER ? ", trigger" : "", (unsigned long)node->source_node, (unsigned long)node->tag);
	node_marks_text(out, asset, index);
	node_body_text(out, asset, index);
	write_bounds(out, asset, node->bounds_min, node->bounds_max);
	if (node->flags & KILN_NODE_IDENTITY)
	{
		write_label(out, "to asset");
		fputs("identity\n", out);
		return;
	}
	for (int row = 0; row < 3; ++row, m += 4)
	{
		write_label(out, row == 0 ? "to asset" : "");
		fprintf(out, "%14.9g %14.9g %14.9g %14.9g\n", (double)m[0], (double)m[1], (double)m[2], (double)m[3]);
	}
}

void report_text(FILE *out, const dump_report *report)
{
	const kiln_asset *asset = &report->asset;
	write_header(out, report);
	if (report->raw.has_header)
		write_sections(out, report);
	if (report->opened.status != KILN_OK)
		return;
	write_provenance(out, asset);
	layers_text(out, asset);
	write_materials(out, asset);
	bodies_text(out, asset);
	for (uint32_t i = 0; i < asset->mesh_count; ++i)
		write_mesh(out, report, i);
	for (uint32_t i = 0; i < asset->shape_count; ++i)
		shape_text(out, asset, i);
	if (asset->mesh_count > 1)
	{
		fprintf(out, "\nall meshes: %llu triangles\n", (unsigned long long)asset->triangle_count);
		write_tree(out, &report->all_meshes, true);
	}
	for (uint32_t i = 0; i < asset->node_count; ++i)
		write_node(out, asset, i);
	fprintf(out, "\nscene: %lu node%s\n", (unsigned long)asset->node_count, plural(asset->node_count));
	write_bounds(out, asset, asset->scene->bounds_min, asset->scene->bounds_max);
	write_tree(out, &report->scene, false);
	write_label(out, "SAH cost");
	fprintf(out, "%.6g\n", report->scene.sah_cost);
	trees_text(out, asset, KILN_NONE);
	metadata_text(out, asset);
}
