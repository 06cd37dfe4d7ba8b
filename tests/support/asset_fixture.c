// SPDX-License-Identifier: MIT
// posix_memalign is no part of C17.
#define _POSIX_C_SOURCE 200809L

#include "asset_fixture.h"

#include "cook/place.h"
#include "memory.h"
#include "tree/pack.h"

#include <stdlib.h>
#include <string.h>

uint64_t fixture_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

float fixture_random_unit(uint64_t *state)
{
	return (float)(fixture_random(state) >> 40) / 16777216.0f;
}

void *fixture_memory(size_t size)
{
	void *memory = NULL;
	return posix_memalign(&memory, KILN_FORMAT_ALIGNMENT, size ? size : 1) == 0 ? memory : NULL;
}

/// The data between meshes and blob.
typedef struct fixture_layout
{
	kilncook_context context;
	const fixture_mesh *meshes;
	uint32_t mesh_count;
	const fixture_node *nodes;
	uint32_t node_count;
	packed_tree *trees;
	packed_tree scene;
	kiln_format_node *placed;
	uint64_t counts[KILN_SECTION_KIND_END];
	uint64_t sizes[KILN_SECTION_KIND_END];
	uint64_t offsets[KILN_SECTION_KIND_END];
	uint64_t size;
} fixture_layout;

/// NAMES, and the offsets of its strings.
static const char names[] = "fixture.obj\0weld=0\0fixture 1\0steel\0wood\0mesh\0node\0part";
enum
{
	NAME_SOURCE = 0,
	NAME_OPTIONS = 12,
	NAME_IMPORTER = 19,
	NAME_STEEL = 29,
	NAME_WOOD = 35,
	NAME_MESH = 40,
	NAME_NODE = 45,
	NAME_PART = 50,
};

static uint32_t part_count(const fixture_mesh *mesh)
{
	return mesh->part_count ? mesh->part_count : 1;
}

static bool pack_meshes(fixture_layout *layout)
{
	layout->trees = calloc(layout->mesh_count, sizeof *layout->trees);
	for (uint32_t i = 0; layout->trees && i < layout->mesh_count; ++i)
	{
		const fixture_mesh *mesh = &layout->meshes[i];
		clean_mesh clean = {.vertices = mesh->vertices,
			.vertex_count = mesh->vertex_count,
			.triangles = mesh->triangles,
			.triangle_count = mesh->triangle_count};
		build_options options = {0};
		if (pack_mesh(&layout->context, &clean, &options, &layout->trees[i]) != KILNCOOK_OK)
			return false;
	}
	return layout->trees != NULL;
}

static void set_bounds(float min[3], float max[3], const float (*points)[3], uint32_t count)
{
	memcpy(min, points[0], sizeof points[0]);
	memcpy(max, points[0], sizeof points[0]);
	for (uint32_t i = 1; i < count; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			min[axis] = points[i][axis] < min[axis] ? points[i][axis] : min[axis];
			max[axis] = points[i][axis] > max[axis] ? points[i][axis] : max[axis];
		}
}

static bool place_node(const fixture_layout *layout, uint32_t number, kiln_format_node *placed)
{
	static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
	const fixture_node *node = &layout->nodes[number];
	const fixture_mesh *mesh = &layout->meshes[node->mesh];
	*placed = (kiln_format_node){.mesh = node->mesh,
		.name = NAME_NODE,
		.source_node = number + 1,
		.tag = node->tag,
		.shape = node->mesh,
		.layers = KILN_LAYER_DEFAULT,
		.collides = ~0ull};
	return cook_place_node(node->placed ? node->to_asset : identity, placed) == COOK_PLACE_INSTANCE &&
		   cook_place_bounds(placed, (const float(*)[3])mesh->vertices, mesh->vertex_count);
}

/// Places the nodes and packs the scene's tree over them. Nodes are in the order of the tree's leaves.
static bool pack_scene(fixture_layout *layout)
{
	uint32_t count = layout->node_count;
	kiln_format_node *given = calloc(count, sizeof *given);
	build_box *boxes = calloc(count, sizeof *boxes);
	layout->placed = calloc(count, sizeof *layout->placed);
	bool done = given && boxes && layout->placed;
	for (uint32_t i = 0; done && i < count; ++i)
	{
		done = place_node(layout, i, &given[i]);
		memcpy(boxes[i].min, given[i].bounds_min, sizeof boxes[i].min);
		memcpy(boxes[i].max, given[i].bounds_max, sizeof boxes[i].max);
	}
	build_options options = {0};
	done = done && pack_boxes(&layout->context, boxes, count, &options, &layout->scene) == KILNCOOK_OK;
	for (uint32_t i = 0; done && i < count; ++i)
		layout->placed[i] = given[layout->scene.order[i]];
	free(given);
	free(boxes);
	return done;
}

static void measure(fixture_layout *layout)
{
	static const uint32_t element[KILN_SECTION_KIND_END] = {0, 1, sizeof(kiln_format_material),
		sizeof(kiln_format_part), sizeof(kiln_format_mesh), sizeof(kiln_format_node), sizeof(kiln_format_scene),
		sizeof(kiln_format_tree_node), 0, sizeof(uint32_t), sizeof(uint32_t), sizeof(kiln_format_provenance),
		sizeof(kiln_format_shape), sizeof(kiln_format_volumes), sizeof(kiln_format_hull), 0,
		sizeof(kiln_format_volume_tree), 0, sizeof(uint32_t), sizeof(uint16_t), sizeof(uint32_t)};
	uint64_t *counts = layout->counts, units = 0;
	counts[KILN_SECTION_NAMES] = sizeof names;
	counts[KILN_SECTION_MATERIALS] = 2;
	counts[KILN_SECTION_MESHES] = layout->mesh_count;
	counts[KILN_SECTION_NODES] = layout->node_count;
	counts[KILN_SECTION_SCENE] = 1;
	counts[KILN_SECTION_TREE] = layout->scene.node_count;
	counts[KILN_SECTION_PROVENANCE] = 1;
	counts[KILN_SECTION_SHAPES] = layout->mesh_count;
	counts[KILN_SECTION_VOLUMES] = layout->mesh_count;
	counts[KILN_SECTION_LAYERS] = 2;
	for (uint32_t i = 0; i < layout->mesh_count; ++i)
	{
		const packed_tree *tree = &layout->trees[i];
		counts[KILN_SECTION_PARTS] += part_count(&layout->meshes[i]);
		counts[KILN_SECTION_TREE] += tree->node_count;
		counts[KILN_SECTION_LEAVES] += tree->leaf_count;
		counts[KILN_SECTION_SOURCES] += tree->order_count;
		counts[KILN_SECTION_EDGES] += tree->order_count;
		counts[KILN_SECTION_LEAF_INDEX] += tree->leaf_index_count;
		units += tree->leaf_units;
	}
	uint64_t end = sizeof(kiln_format_header) + (KILN_SECTION_KIND_END - 1) * sizeof(kiln_format_section);
	for (uint32_t kind = 1; kind < KILN_SECTION_KIND_END; ++kind)
	{
		layout->sizes[kind] =
			kind == KILN_SECTION_LEAVES ? units * KILN_LEAF_UNIT + KILN_LEAF_TAIL : counts[kind] * element[kind];
		layout->offsets[kind] = (end + KILN_FORMAT_ALIGNMENT - 1) / KILN_FORMAT_ALIGNMENT * KILN_FORMAT_ALIGNMENT;
		end = layout->offsets[kind] + layout->sizes[kind];
	}
	layout->size = (end + KILN_FORMAT_ALIGNMENT - 1) / KILN_FORMAT_ALIGNMENT * KILN_FORMAT_ALIGNMENT;
}

static void write_table(const fixture_layout *layout, uint8_t *data)
{
	kiln_format_header header = {.endian = KILN_FORMAT_ENDIAN_MARK,
		.version_major = KILN_FORMAT_MAJOR,
		.version_minor = KILN_FORMAT_MINOR,
		.size = layout->size,
		.tool_version = {0, 1, 0},
		.metres_per_unit = 1,
		.section_count = KILN_SECTION_KIND_END - 1};
	memcpy(header.magic, KILN_FORMAT_MAGIC, sizeof header.magic);
	memcpy(data, &header, sizeof header);
	for (uint32_t kind = 1; kind < KILN_SECTION_KIND_END; ++kind)
	{
		kiln_format_section section = {
			kind, KILN_SECTION_REQUIRED, layout->offsets[kind], layout->sizes[kind], layout->counts[kind]};
		memcpy(data + sizeof header + (kind - 1) * sizeof section, &section, sizeof section);
	}
}

/// Writes one mesh's parts: each gets an even share of the faces, the last also three dropped faces.
static kiln_format_part *write_parts(const fixture_mesh *mesh, kiln_format_part *out)
{
	uint32_t count = part_count(mesh), first = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t end = (uint32_t)((uint64_t)mesh->triangle_count * (i + 1) / count);
		*out++ = (kiln_format_part){.name = NAME_PART,
			.source_mesh = 10 + i,
			.material = i % 2,
			.first_face = first,
			.face_count = end - first + (i + 1 == count ? 3 : 0),
			.volumes = KILN_NONE};
		first = end;
	}
	return out;
}

/// Makes volumes around a box: not tight, but they contain the box.
static kiln_format_volumes volumes_of(const float min[3], const float max[3])
{
	static const signed char axes[KILN_KDOP_AXES][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, -1},
		{1, -1, 1}, {-1, 1, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};
	kiln_format_volumes v = {.obb_axes = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
	float radius = 0;
	for (int i = 0; i < 3; ++i)
	{
		float middle = min[i] + (max[i] - min[i]) / 2;
		v.aabb_min[i] = min[i];
		v.aabb_max[i] = max[i];
		v.obb_center[i] = v.sphere_center[i] = v.capsule_a[i] = v.capsule_b[i] = v.rss_origin[i] = middle;
		v.obb_half_extents[i] = max[i] - min[i];
		radius += max[i] - min[i];
	}
	v.sphere_radius = v.capsule_radius = v.rss_radius = radius;
	for (int k = 0; k < KILN_KDOP_AXES; ++k)
		for (int i = 0; i < 3; ++i)
		{
			v.kdop_min[k] += (axes[k][i] > 0 ? min[i] : axes[k][i] < 0 ? -max[i] : 0);
			v.kdop_max[k] += (axes[k][i] > 0 ? max[i] : axes[k][i] < 0 ? -min[i] : 0);
		}
	return v;
}

/// Writes the data of every mesh: its record, parts, tree, leaves, sources and leaf index.
static uint32_t leaf_vertices(const packed_tree *tree)
{
	uint32_t count = 0;
	for (uint32_t unit = 0; unit < tree->leaf_units;)
	{
		const kiln_format_leaf *leaf = (const void *)(tree->leaves + (size_t)unit * KILN_LEAF_UNIT);
		unit += kiln_format_leaf_units(leaf);
		count += leaf->vertex_count;
	}
	return count;
}

static void write_meshes(const fixture_layout *layout, uint8_t *data)
{
	const uint64_t *at = layout->offsets;
	kiln_format_part *parts = (kiln_format_part *)(void *)(data + at[KILN_SECTION_PARTS]);
	kiln_format_part *part = parts;
	kiln_format_mesh *out = (kiln_format_mesh *)(void *)(data + at[KILN_SECTION_MESHES]);
	kiln_format_shape *shape = (kiln_format_shape *)(void *)(data + at[KILN_SECTION_SHAPES]);
	kiln_format_volumes *volumes = (kiln_format_volumes *)(void *)(data + at[KILN_SECTION_VOLUMES]);
	kiln_format_tree_node *tree = (kiln_format_tree_node *)(void *)(data + at[KILN_SECTION_TREE]);
	uint32_t *sources = (uint32_t *)(void *)(data + at[KILN_SECTION_SOURCES]);
	uint32_t *index = (uint32_t *)(void *)(data + at[KILN_SECTION_LEAF_INDEX]);
	uint32_t node = layout->scene.node_count, unit = 0, triangle = 0, entry = 0;
	memcpy(tree, layout->scene.nodes, node * sizeof *tree);
	for (uint32_t i = 0; i < layout->mesh_count; ++i, ++out)
	{
		const fixture_mesh *mesh = &layout->meshes[i];
		const packed_tree *packed = &layout->trees[i];
		*out = (kiln_format_mesh){.name = NAME_MESH,
			.flags = mesh->flags,
			.part_first = (uint32_t)(part - parts),
			.part_count = part_count(mesh),
			.triangle_first = triangle,
			.triangle_count = packed->order_count,
			.tree_first = node,
			.tree_count = packed->node_count,
			.leaf_first = unit,
			.leaf_units = packed->leaf_units,
			.leaf_index_first = entry,
			.leaf_count = packed->leaf_count,
			.depth = packed->depth,
			.vertex_count = mesh->vertex_count,
			.sah_cost = packed->sah_cost,
			.pair_tree = KILN_NONE,
			.choice = KILN_NONE,
			.vertex_first = KILN_NONE,
			.leaf_vertex_count = leaf_vertices(packed),
			.source_vertex_count = mesh->vertex_count};
		set_bounds(out->bounds_min, out->bounds_max, (const float(*)[3])mesh->vertices, mesh->vertex_count);
		*shape++ = (kiln_format_shape){.kind = KILN_SHAPE_MESH,
			.index = i,
			.name = NAME_MESH,
			.material = KILN_NONE,
			.part_first = out->part_first,
			.part_count = out->part_count,
			.volumes = i};
		*volumes++ = volumes_of(out->bounds_min, out->bounds_max);
		part = write_parts(mesh, part);
		memcpy(tree + node, packed->nodes, packed->node_count * sizeof *tree);
		memcpy(data + at[KILN_SECTION_LEAVES] + (uint64_t)unit * KILN_LEAF_UNIT, packed->leaves,
			(size_t)packed->leaf_units * KILN_LEAF_UNIT);
		memcpy(sources + triangle, packed->order, packed->order_count * sizeof *sources);
		memcpy(index + entry, packed->leaf_index, packed->leaf_index_count * sizeof *index);
		node += packed->node_count;
		unit += packed->leaf_units;
		triangle += packed->order_count;
		entry += packed->leaf_index_count;
	}
}

static void write_scene(const fixture_layout *layout, uint8_t *data)
{
	const uint64_t *at = layout->offsets;
	kiln_format_material materials[2] = {{.name = NAME_STEEL, .tag = 100}, {.name = NAME_WOOD, .tag = 200}};
	kiln_format_scene scene = {
		.tree_count = layout->scene.node_count, .depth = layout->scene.depth, .pair_tree = KILN_NONE};
	memcpy(scene.bounds_min, layout->placed[0].bounds_min, sizeof scene.bounds_min);
	memcpy(scene.bounds_max, layout->placed[0].bounds_max, sizeof scene.bounds_max);
	for (uint32_t i = 1; i < layout->node_count; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			float min = layout->placed[i].bounds_min[axis], max = layout->placed[i].bounds_max[axis];
			scene.bounds_min[axis] = min < scene.bounds_min[axis] ? min : scene.bounds_min[axis];
			scene.bounds_max[axis] = max > scene.bounds_max[axis] ? max : scene.bounds_max[axis];
		}
	kiln_format_provenance provenance = {.source_name = NAME_SOURCE,
		.options = NAME_OPTIONS,
		.importer = NAME_IMPORTER,
		.up_axis = 2,
		.unit = 1,
		.scale = 1,
		.source_meshes = layout->mesh_count,
		.triangles = layout->counts[KILN_SECTION_SOURCES]};
	memcpy(data + at[KILN_SECTION_NAMES], names, sizeof names);
	memcpy(data + at[KILN_SECTION_MATERIALS], materials, sizeof materials);
	memcpy(data + at[KILN_SECTION_LAYERS], (const uint32_t[2]){NAME_STEEL, NAME_WOOD}, 2 * sizeof(uint32_t));
	memcpy(data + at[KILN_SECTION_NODES], layout->placed, layout->node_count * sizeof *layout->placed);
	memcpy(data + at[KILN_SECTION_SCENE], &scene, sizeof scene);
	memcpy(data + at[KILN_SECTION_PROVENANCE], &provenance, sizeof provenance);
}

bool fixture_blob_make(
	fixture_blob *blob, const fixture_mesh *meshes, uint32_t mesh_count, const fixture_node *nodes, uint32_t node_count)
{
	fixture_layout layout = {.meshes = meshes, .mesh_count = mesh_count, .nodes = nodes, .node_count = node_count};
	uint8_t *data = NULL;
	if (pack_meshes(&layout) && pack_scene(&layout))
	{
		measure(&layout);
		data = fixture_memory(layout.size);
	}
	if (data)
	{
		memset(data, 0, layout.size);
		write_table(&layout, data);
		write_meshes(&layout, data);
		write_scene(&layout, data);
		*blob = (fixture_blob){data, layout.size};
	}
	for (uint32_t i = 0; layout.trees && i < mesh_count; ++i)
		if (layout.trees[i].nodes)
			packed_tree_free(&layout.context, &layout.trees[i]);
	if (layout.scene.nodes)
		packed_tree_free(&layout.context, &layout.scene);
	free(layout.trees);
	free(layout.placed);
	return data != NULL;
}

void fixture_blob_free(fixture_blob *blob)
{
	free(blob->data);
	*blob = (fixture_blob){0};
}

bool fixture_blob_small(fixture_blob *blob)
{
	fixture_mesh meshes[2] = {fixture_sphere(5, 8, 1.5f), fixture_box(1, 2, 0.5f)};
	meshes[0].part_count = 2;
	const fixture_node nodes[4] = {
		{.mesh = 0, .tag = 7},
		{.mesh = 1, .placed = true, .to_asset = {1, 0, 0, 6, 0, 1, 0, 0.5, 0, 0, 1, -1}, .tag = 8},
		{.mesh = 0, .placed = true, .to_asset = {2, 0, 0, -4, 0, 0, -0.5, 3, 0, 1, 0, 0}, .tag = 9},
		{.mesh = 1, .placed = true, .to_asset = {-1, 0, 0, 1, 0, 1, 0, -5, 0, 0, 1, 2}, .tag = 10},
	};
	bool made = fixture_blob_make(blob, meshes, 2, nodes, 4);
	fixture_mesh_free(&meshes[0]);
	fixture_mesh_free(&meshes[1]);
	return made;
}
