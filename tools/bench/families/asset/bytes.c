// SPDX-License-Identifier: MIT
#include "bench/bench.h"

#include "common/message.h"

/// Returns the bytes of one section of a blob, without the gap after it.
static uint64_t section_bytes(const kiln_asset *asset, kiln_section_kind kind)
{
	const kiln_format_section *sections = (const kiln_format_section *)(const void *)(asset->header + 1);
	for (uint32_t i = 0; i < asset->header->section_count; ++i)
		if (sections[i].kind == (uint32_t)kind)
			return sections[i].size;
	return 0;
}

/// Returns a rival's bytes without the caller's mesh; CELL_NONE when the rival is missing.
static table_cell rival_bytes(const rival_library *rival, const rival_mesh *mesh, rival_kind kind)
{
	rival_world *world = rival ? rival->prepare(mesh, kind) : NULL;
	if (!world)
		return (table_cell){0};
	rival->build(world);
	table_cell cell = cell_value((double)rival->bytes(world) / mesh->triangle_count);
	rival->release(world);
	return cell;
}

/// Returns the bytes of a whole blob of the mesh, by triangle of the art.
static table_cell cooked_bytes(const bench_mesh *mesh, const kilncook_options *options)
{
	kilncook_blob blob = {0};
	kilncook_context context = bench_context();
	table_cell cell = {0};
	if (bench_mesh_cook(mesh, options, &blob))
		cell = cell_value((double)blob.size / bench_mesh_rival(mesh).triangle_count);
	kilncook_blob_free(&context, &blob);
	return cell;
}

static table_cell with_caller(table_cell own, double caller)
{
	if (own.kind == CELL_VALUE)
		own.value += caller;
	return own;
}

static const table_column columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"triangles", {"", "triangles"}, "1", 0},
	{"tree", {"Kiln", "tree"}, "B", 2},
	{"leaves", {"", "leaves"}, "B", 2},
	{"sources", {"", "sources"}, "B", 2},
	{"leaf_index", {"leaf", "index"}, "B", 2},
	{"rest", {"", "rest"}, "B", 2},
	{"kiln", {"Kiln", "queries"}, "B", 2},
	{"blob", {"Kiln", "blob"}, "B", 2},
	{"compact", {"compact", "blob"}, "B", 2},
	{"compact_median", {"and object", "medians"}, "B", 2},
	{"caller", {"caller's", "mesh"}, "B", 1},
	{"embree_compact", {"Embree", "compact"}, "B", 1},
	{"embree_compact_all", {"with", "mesh"}, "B", 1},
	{"embree_medium", {"Embree", "medium"}, "B", 1},
	{"embree_medium_all", {"with", "mesh"}, "B", 1},
	{"bullet", {"", "Bullet"}, "B", 1},
	{"bullet_all", {"with", "mesh"}, "B", 1},
	{"kd_tree", {"k-d", "tree"}, "B", 1},
	{"kd_tree_all", {"with", "mesh"}, "B", 1},
	{"kiln_over_embree_compact", {"Kiln/", "compact"}, "x", 2},
	{"kiln_over_embree_medium", {"Kiln/", "medium"}, "x", 2},
	{"kiln_over_bullet", {"Kiln/", "Bullet"}, "x", 2},
	{"kiln_over_kd_tree", {"Kiln/", "k-d"}, "x", 2},
};

static void fill_row(table_cell *cell, const bench_mesh *mesh, const kiln_asset *asset)
{
	static const kiln_section_kind parts[] = {
		KILN_SECTION_TREE, KILN_SECTION_LEAVES, KILN_SECTION_SOURCES, KILN_SECTION_LEAF_INDEX};
	static const kiln_section_kind rest[] = {
		KILN_SECTION_MATERIALS, KILN_SECTION_PARTS, KILN_SECTION_MESHES, KILN_SECTION_NODES, KILN_SECTION_SCENE};
	rival_mesh given = bench_mesh_rival(mesh);
	double triangles = given.triangle_count, total = 0, others = 0;
	cell[0] = cell_text(mesh->name);
	cell[1] = cell_count(given.triangle_count);
	for (uint32_t i = 0; i < 4; ++i)
	{
		double bytes = (double)section_bytes(asset, parts[i]);
		cell[2 + i] = cell_value(bytes / triangles);
		total += bytes;
	}
	for (uint32_t i = 0; i < 5; ++i)
		others += (double)section_bytes(asset, rest[i]);
	cell[6] = cell_value(others / triangles);
	cell[7] = cell_value((total + others) / triangles);
	cell[8] = cell_value((double)asset->size / triangles);
	cell[9] = cooked_bytes(mesh, &(kilncook_options){.layout = KILNCOOK_LAYOUT_BITS_MIN});
	cell[10] = cooked_bytes(
		mesh, &(kilncook_options){.layout = KILNCOOK_LAYOUT_BITS_MIN, .split = KILNCOOK_SPLIT_OBJECT_MEDIAN});
	double caller = 12.0 * given.vertex_count / triangles + 12;
	cell[11] = cell_value(caller);
	cell[12] = rival_bytes(rival_embree(), &given, RIVAL_COMPACT);
	cell[14] = rival_bytes(rival_embree(), &given, RIVAL_DEFAULT);
	cell[16] = rival_bytes(rival_bullet(), &given, RIVAL_DEFAULT);
	cell[18] = rival_bytes(rival_kd(), &given, RIVAL_DEFAULT);
	for (uint32_t i = 12; i < 20; i += 2)
	{
		cell[i + 1] = with_caller(cell[i], caller);
		cell[14 + i / 2] = cell_ratio(&cell[7], &cell[i + 1]);
	}
}

int bench_bytes(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_table_add(result, "bytes", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"bytes a triangle of all that queries touch, vertices to the bit; rivals' trees beside and with the mesh that "
		"their caller keeps; ratios with it");
	mesh_list list = mesh_list_make(options->models, options->only, options->quick);
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bench_progress("bytes", list.specs[i].name);
		bench_mesh mesh;
		kilncook_blob blob = {0};
		kiln_asset asset;
		if (!bench_mesh_make(&mesh, &list.specs[i], options->seed))
			return TOOL_REFUSED;
		bool cooked =
			bench_mesh_cook(&mesh, &(kilncook_options){0}, &blob) && bench_blob_open(&blob, KILN_ISA_AUTO, &asset);
		if (cooked)
			fill_row(table_row(table), &mesh, &asset);
		kilncook_context context = bench_context();
		kilncook_blob_free(&context, &blob);
		bench_mesh_free(&mesh);
		if (!cooked)
			return TOOL_INTERNAL;
	}
	return TOOL_DONE;
}
