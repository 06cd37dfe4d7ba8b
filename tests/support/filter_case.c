// SPDX-License-Identifier: MIT
#include "filter_case.h"

#include "support/asset_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <string.h>

#define NODES 12

uint64_t filter_case_mask(uint64_t *random)
{
	uint64_t mask = fixture_random(random) & fixture_random(random);
	return mask & 255;
}

static void describe_nodes(kilncook_node *nodes, double (*places)[12], const uint32_t (*numbers)[3],
	const kilncook_primitive *primitives, uint64_t *random)
{
	for (uint32_t i = 0; i < NODES; ++i)
	{
		const double place[12] = {
			1, 0.25 * (i % 3), 0, 1.5 * (i % 4), 0, i % 5 == 4 ? -1 : 1, 0, 1.25 * (i / 4), 0, 0.125, 1, 0.25 * i};
		memcpy(places[i], place, sizeof place);
		nodes[i] = (kilncook_node){.to_asset = i ? places[i] : NULL,
			.layers = filter_case_mask(random) | 1u << i % 8,
			.collides = filter_case_mask(random) | 1u << i % 7,
			.trigger = i % 5 == 1};
		if (i % 4 == 3)
			nodes[i].primitive = &primitives[i / 4 % 2];
		else
		{
			nodes[i].meshes = numbers[i % 2];
			nodes[i].mesh_count = i % 2 ? 1 : 3;
			nodes[i].shape = i == 6 || i == 9 ? KILNCOOK_SHAPE_HULL : KILNCOOK_SHAPE_MESH;
		}
	}
}

void filter_case_begin(filter_case *c, uint64_t seed)
{
	static const uint32_t numbers[2][3] = {{0, 1, 2}, {3}};
	static const kilncook_primitive primitives[2] = {{"ball", KILNCOOK_SHAPE_SPHERE, {0, 0, 0, 0.75f}, 0},
		{"crate", KILNCOOK_SHAPE_BOX, {0, 0, 0, 0.5f, 0.5f, 0.75f}, 1}};
	uint64_t random = seed;
	fixture_mesh owned[4] = {fixture_sphere(6, 9, 0.9f), fixture_soup(40, 0.4f, (uint32_t)seed),
		fixture_soup(30, 0.6f, (uint32_t)seed + 1), fixture_sphere(5, 8, 0.7f)};
	kilncook_mesh meshes[4];
	kilncook_material materials[4] = {{.name = "a"}, {.name = "b"}, {.name = "c"}, {.name = "d"}};
	kilncook_node nodes[NODES];
	double places[NODES][12];
	for (uint32_t i = 0; i < 4; ++i)
	{
		meshes[i] = (kilncook_mesh){.positions = owned[i].vertices[0],
			.vertex_count = owned[i].vertex_count,
			.indices = owned[i].triangles,
			.index_count = 3 * (uint64_t)owned[i].triangle_count,
			.material = i};
		// The first two leave the masks to the nodes, in part.
		materials[i].layers = i >= 2 ? filter_case_mask(&random) : 0;
		materials[i].collides = i % 2 ? filter_case_mask(&random) : 0;
	}
	describe_nodes(nodes, places, numbers, primitives, &random);
	const kilncook_scene scene = {.meshes = meshes,
		.mesh_count = 4,
		.nodes = nodes,
		.node_count = NODES,
		.materials = materials,
		.material_count = 4};
	const kilncook_context context = {0};
	assert_int_equal(kilncook_cook_memory(&context, &scene, NULL, &c->blob, NULL), KILNCOOK_OK);
	assert_int_equal(kiln_open(&c->asset, c->blob.data, c->blob.size, NULL).status, KILN_OK);
	for (uint32_t i = 0; i < 4; ++i)
		fixture_mesh_free(&owned[i]);
}

void filter_case_end(filter_case *c)
{
	kilncook_blob_free(&(kilncook_context){0}, &c->blob);
}

/// Keeps by numbers, so that neighbours differ.
static bool keep_some(void *user, const kiln_asset *asset, uint32_t node, uint32_t triangle, uint32_t material)
{
	const uint32_t *salt = user;
	assert_true((node == KILN_NONE || node < asset->node_count) && material < asset->material_count);
	return (node * 7 + triangle * 5 + material + *salt) % 4 != 0;
}

static uint32_t material_of(const kiln_asset *asset, uint32_t node, uint32_t triangle)
{
	uint32_t number;
	if (triangle == KILN_NONE)
		return asset->shapes[asset->nodes[node].shape].material;
	const uint32_t mesh = kiln_triangle_mesh(asset, triangle, &number);
	return kiln_triangle_source(asset, mesh, number).material;
}

void filter_case_masks(const kiln_asset *asset, uint32_t node, uint32_t triangle, uint64_t masks[2])
{
	const kiln_format_material *m = &asset->materials[material_of(asset, node, triangle)];
	masks[0] = m->layers;
	masks[1] = m->collides;
	if (masks[0] == 0)
		masks[0] = node != KILN_NONE ? asset->nodes[node].layers : 1;
	if (masks[1] == 0)
		masks[1] = node != KILN_NONE ? asset->nodes[node].collides : UINT64_MAX;
}

bool filter_case_left(const kiln_asset *asset, const kiln_filter *filter, uint32_t node, uint32_t triangle)
{
	uint64_t masks[2];
	bool trigger = node != KILN_NONE && (asset->nodes[node].flags & KILN_NODE_TRIGGER);
	filter_case_masks(asset, node, triangle, masks);
	if ((filter->flags & KILN_FILTER_NO_TRIGGERS && trigger) || (filter->flags & KILN_FILTER_ONLY_TRIGGERS && !trigger))
		return false;
	if ((masks[0] | filter->ignores) == filter->ignores || (filter->belongs && (masks[1] & filter->belongs) == 0))
		return false;
	return !filter->keep || filter->keep(filter->user, asset, node, triangle, material_of(asset, node, triangle));
}

kiln_filter filter_case_filter(uint64_t *random, uint32_t *salt)
{
	kiln_filter filter = {.ignores = filter_case_mask(random) | filter_case_mask(random)};
	if (fixture_random(random) % 2)
		filter.belongs = filter_case_mask(random);
	if (fixture_random(random) % 3 == 0)
		filter.flags = (kiln_filter_flags)(fixture_random(random) % 4);
	if (fixture_random(random) % 3 == 0)
	{
		*salt = (uint32_t)fixture_random(random);
		filter.keep = keep_some;
		filter.user = salt;
	}
	return filter;
}
