// SPDX-License-Identifier: MIT
#include "solid_seeds.h"

#include "hull/pack/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_MESHES 6
#define MOST_NODES 16
#define CLOUD_TRIANGLES 40

/// A scene under construction.
typedef struct draft
{
	kilncook_scene scene;
	kilncook_mesh meshes[MOST_MESHES];
	uint32_t numbers[MOST_MESHES];
	fixture_mesh owned[MOST_MESHES];
	kilncook_primitive primitives[4];
	kilncook_node nodes[MOST_NODES];
	double places[MOST_NODES][12];
} draft;

static const float rough = 0.75f;
static const kilncook_material materials[2] = {
	{.name = "stone", .tag = 4}, {.name = "wood", .tag = 5, .layers = 2, .collides = 5, .user = 6, .friction = &rough}};

/// Places a node: every other node with the identity, the others turned, sheared, scaled or mirrored.
static void add_node(draft *d, kilncook_node node)
{
	uint32_t i = d->scene.node_count++;
	double x = i % 4, y = i / 4;
	const double place[12] = {0.6, -0.8 - 0.1 * x, 0, 2 * x, 0.8, 0.6 + 0.2 * y, 0, 2 * y, 0, 0.1 * y,
		i % 3 == 1 ? -1.0 : 0.5 * (i + 1), 0.25};
	memcpy(d->places[i], place, sizeof place);
	node.to_asset = i % 2 ? d->places[i] : NULL;
	node.tag = i;
	node.layers = (uint64_t)1 << i % 3;
	node.trigger = i == 2;
	d->nodes[i] = node;
}

static void add_mesh(draft *d, fixture_mesh mesh, kilncook_shape shape)
{
	uint32_t i = d->scene.mesh_count++;
	d->owned[i] = mesh;
	d->numbers[i] = i;
	d->meshes[i] = (kilncook_mesh){.name = "mesh",
		.positions = mesh.vertices[0],
		.vertex_count = mesh.vertex_count,
		.indices = mesh.triangles,
		.index_count = 3 * (uint64_t)mesh.triangle_count,
		.material = i % 2};
	add_node(d, (kilncook_node){.name = "art", .meshes = &d->numbers[i], .mesh_count = 1, .shape = shape});
}

static void add_primitives(draft *d, uint32_t copies)
{
	const kilncook_primitive primitives[4] = {
		{"ball", KILNCOOK_SHAPE_SPHERE, {0.5f, 0, 0, 0.75f}, 0},
		{"pill", KILNCOOK_SHAPE_CAPSULE, {-1, 0, 0, 1, 0.5f, 0, 0.25f}, 1},
		{"crate", KILNCOOK_SHAPE_BOX, {0, 0, 1, 0.5f, 1, 0.25f, 0, 0, 0.6f, 0.8f}, 0},
		{"drum", KILNCOOK_SHAPE_CYLINDER, {0, 0, -0.5f, 0, 0.25f, 0.5f, 0.4f}, 1},
	};
	memcpy(d->primitives, primitives, sizeof primitives);
	for (uint32_t i = 0; i < 4 * copies; ++i)
		add_node(d, (kilncook_node){.name = "solid", .primitive = &d->primitives[i % 4]});
}

static fixture_mesh flat_mesh(void)
{
	fixture_mesh mesh = fixture_ground(3, 1);
	for (uint32_t i = 0; i < mesh.vertex_count; ++i)
		mesh.vertices[i][2] = 0.5f * mesh.vertices[i][0];
	return mesh;
}

/// Cooks the draft and frees its memory.
static bool cook(draft *d, const kilncook_options *options, fixture_blob *blob)
{
	const kilncook_context context = {0};
	kilncook_blob cooked = {0};
	d->scene.meshes = d->meshes;
	d->scene.nodes = d->nodes;
	d->scene.materials = materials;
	d->scene.material_count = 2;
	bool made = kilncook_cook_memory(&context, &d->scene, options, &cooked, NULL) == KILNCOOK_OK;
	blob->data = made ? fixture_memory(cooked.size) : NULL;
	if (blob->data)
	{
		memcpy(blob->data, cooked.data, cooked.size);
		blob->size = cooked.size;
	}
	kilncook_blob_free(&context, &cooked);
	for (uint32_t i = 0; i < d->scene.mesh_count; ++i)
		fixture_mesh_free(&d->owned[i]);
	return blob->data != NULL;
}

static kiln_format_section *section_of(fixture_blob *blob, uint32_t kind)
{
	kiln_format_header *header = (kiln_format_header *)(void *)blob->data;
	kiln_format_section *sections = (kiln_format_section *)(void *)(header + 1);
	for (uint32_t i = 0; i < header->section_count; ++i)
		if (sections[i].kind == kind)
			return &sections[i];
	return NULL;
}

/// Replaces the arrays of the blob's only hull.
static bool replace_hull(fixture_blob *blob, const packed_hull *packed)
{
	const kiln_format_section *heads = section_of(blob, KILN_SECTION_HULLS);
	if (!heads || heads->count != 1 || !fixture_blob_resize(blob, KILN_SECTION_HULL_DATA, packed->head.size, 1))
		return false;
	const kiln_format_section *arrays = section_of(blob, KILN_SECTION_HULL_DATA);
	heads = section_of(blob, KILN_SECTION_HULLS);
	kiln_format_hull *head = (kiln_format_hull *)(void *)(blob->data + heads->offset);
	kiln_format_hull changed = packed->head;
	changed.data = head->data;
	changed.exact_vertex_count = head->exact_vertex_count;
	*head = changed;
	memcpy(blob->data + arrays->offset, packed->data, (size_t)packed->head.size);
	return true;
}

/// Replaces the blob's only hull by the hull of `count` points, with a hierarchy if `levels` is set.
static bool put_hull(const float (*vertices)[3], uint32_t count, bool levels, fixture_blob *blob)
{
	const kilncook_context context = {0};
	const hull_points points = {vertices[0], 0, count};
	convex_hull built = {0};
	packed_hull packed = {0};
	bool made = hull_build(&context, &points, &built) == KILNCOOK_OK;
	made = made && hull_pack_from(&context, &built, 4, &packed) == KILNCOOK_OK;
	made = made && (packed.head.level_count > 1) == levels && replace_hull(blob, &packed);
	packed_hull_free(&context, &packed);
	hull_free(&context, &built);
	return made;
}

static bool make_layered(draft *d, fixture_blob *blob)
{
	// The cook frees the first mesh; a second one is for the hierarchy.
	fixture_mesh mesh = fixture_sphere(9, 15, 1.5f);
	add_mesh(d, fixture_sphere(9, 15, 1.5f), KILNCOOK_SHAPE_HULL);
	add_node(d, (kilncook_node){.name = "again", .meshes = d->numbers, .mesh_count = 1, .shape = KILNCOOK_SHAPE_HULL});
	bool made = cook(d, &(kilncook_options){.threads = 1}, blob);
	made = made && put_hull((const float(*)[3])mesh.vertices, mesh.vertex_count, true, blob);
	fixture_mesh_free(&mesh);
	return made;
}

/// Makes hulls that no triangles have: a segment, or a point.
static bool make_thin(draft *d, uint32_t count, fixture_blob *blob)
{
	static const float ends[2][3] = {{-0.5f, 0.25f, 1}, {0.75f, 0.5f, -1}};
	add_mesh(d, fixture_box(0.5f, 0.5f, 1), KILNCOOK_SHAPE_HULL);
	add_node(d, (kilncook_node){.name = "again", .meshes = d->numbers, .mesh_count = 1, .shape = KILNCOOK_SHAPE_HULL});
	return cook(d, &(kilncook_options){.threads = 1}, blob) && put_hull(ends, count, false, blob);
}

/// Makes narrow trees of every kind, so that small meshes have several levels.
static bool make_forest(draft *d, fixture_blob *blob)
{
	add_mesh(d, fixture_soup(CLOUD_TRIANGLES, 0.3f, 12), KILNCOOK_SHAPE_MESH);
	add_mesh(d, fixture_ground(5, 3), KILNCOOK_SHAPE_MESH);
	for (int i = 0; i < 4; ++i)
		add_node(d, (kilncook_node){.name = "again", .meshes = &d->numbers[i % 2], .mesh_count = 1});
	add_primitives(d, 1);
	const kilncook_options options = {
		.threads = 1, .trees = (1u << KILNCOOK_TREE_END) - 1, .tree_width = 3, .deformable = true};
	return cook(d, &options, blob);
}

bool solid_seed_make(size_t i, fixture_blob *blob)
{
	draft *d = calloc(1, sizeof *d);
	kilncook_options options = {.threads = 1};
	bool made = false;
	*blob = (fixture_blob){0};
	if (!d)
		return false;
	switch (i)
	{
	case 0:
		add_primitives(d, 3);
		made = cook(d, &options, blob) && fixture_blob_bodies(blob);
		break;
	case 1:
		add_mesh(d, fixture_box(1, 0.5f, 2), KILNCOOK_SHAPE_HULL);
		add_mesh(d, flat_mesh(), KILNCOOK_SHAPE_HULL);
		made = cook(d, &options, blob);
		break;
	case 2:
		options.trees = (1u << KILNCOOK_TREE_END) - 1;
		options.deformable = true;
		add_primitives(d, 1);
		add_mesh(d, fixture_soup(CLOUD_TRIANGLES, 0.3f, 9), KILNCOOK_SHAPE_HULL);
		add_mesh(d, fixture_box(0.5f, 0.5f, 1), KILNCOOK_SHAPE_MESH);
		add_mesh(d, fixture_ground(2, 7), KILNCOOK_SHAPE_MESH);
		add_mesh(d, fixture_box(1, 1, 1), KILNCOOK_SHAPE_HULL);
		made = cook(d, &options, blob);
		break;
	case 3:
		options.hull_vertices = 8;
		options.hull_inner = true;
		add_mesh(d, fixture_soup(CLOUD_TRIANGLES, 0.4f, 5), KILNCOOK_SHAPE_HULL);
		add_mesh(d, fixture_soup(4, 0.4f, 1), KILNCOOK_SHAPE_SPHERE);
		add_mesh(d, fixture_soup(4, 0.4f, 2), KILNCOOK_SHAPE_CAPSULE);
		add_mesh(d, fixture_soup(4, 0.4f, 3), KILNCOOK_SHAPE_BOX);
		add_mesh(d, fixture_soup(4, 0.4f, 4), KILNCOOK_SHAPE_CYLINDER);
		made = cook(d, &options, blob);
		break;
	case 4:
		made = make_layered(d, blob);
		break;
	case 5:
		made = make_thin(d, 2, blob);
		break;
	case 6:
		made = make_thin(d, 1, blob);
		break;
	case 7:
		options.trees = (1u << KILNCOOK_TREE_END) - 1;
		options.layout = 18;
		add_mesh(d, fixture_soup(CLOUD_TRIANGLES, 0.3f, 21), KILNCOOK_SHAPE_MESH);
		add_mesh(d, fixture_box(0.5f, 0.7f, 1), KILNCOOK_SHAPE_MESH);
		add_mesh(d, fixture_ground(5, 7), KILNCOOK_SHAPE_MESH);
		made = cook(d, &options, blob);
		break;
	case 8:
		options.sdf = 0.25;
		add_mesh(d, fixture_box(2, 0.2f, 0.15f), KILNCOOK_SHAPE_MESH);
		add_mesh(d, fixture_box(2, 0.1f, 0.2f), KILNCOOK_SHAPE_HULL);
		add_primitives(d, 1);
		made = cook(d, &options, blob);
		break;
	case 9:
		made = make_forest(d, blob);
		break;
	default:
		break;
	}
	free(d);
	if (!made)
		fixture_blob_free(blob);
	return made;
}
