// SPDX-License-Identifier: MIT
#include "shape_assets.h"

#include "scene/instance.h"

#include <math.h>
#include <stdlib.h>

static void *allocate(size_t count, size_t size)
{
	void *block = calloc(count ? count : 1, size);
	if (!block)
		abort();
	return block;
}

static void list_own(shape_asset *shapes)
{
	const kiln_asset *asset = &shapes->asset;
	shapes->own = allocate(asset->triangle_count, sizeof *shapes->own);
	for (uint32_t mesh = 0; mesh < asset->mesh_count; ++mesh)
		for (uint32_t i = 0; i < asset->meshes[mesh].triangle_count; ++i)
		{
			shape_triangle *t = &shapes->own[shapes->own_count++];
			*t = (shape_triangle){.node = KILN_NONE, .mesh = mesh};
			t->triangle = asset->meshes[mesh].triangle_first + i;
			if (!kiln_triangle_corners(asset, mesh, i, t->corners))
				abort();
		}
}

static void list_placed(shape_asset *shapes)
{
	const kiln_asset *asset = &shapes->asset;
	size_t count = 0;
	for (uint32_t node = 0; node < asset->node_count; ++node)
		count += asset->meshes[asset->nodes[node].mesh].triangle_count;
	shapes->placed = allocate(count, sizeof *shapes->placed);
	for (uint32_t node = 0; node < asset->node_count; ++node)
	{
		const kiln_format_node *at = &asset->nodes[node];
		const kiln_format_mesh *mesh = &asset->meshes[at->mesh];
		for (uint32_t i = 0; i < mesh->triangle_count; ++i)
		{
			shape_triangle *t = &shapes->placed[shapes->placed_count++];
			*t = shapes->own[mesh->triangle_first + i];
			t->node = node;
			t->mirrored = (at->flags & KILN_NODE_MIRRORED) != 0;
			for (int k = 0; k < 3 && !(at->flags & KILN_NODE_IDENTITY); ++k)
				t->corners[k] = kiln_transform_point(at->to_asset, t->corners[k]);
		}
	}
}

static shape_asset make(
	const fixture_mesh *meshes, uint32_t mesh_count, const fixture_node *nodes, uint32_t node_count, kiln_isa isa)
{
	shape_asset shapes = {0};
	kiln_open_options options = {.isa = isa};
	if (!fixture_blob_make(&shapes.blob, meshes, mesh_count, nodes, node_count) ||
		kiln_open(&shapes.asset, shapes.blob.data, shapes.blob.size, &options).status != KILN_OK)
		abort();
	list_own(&shapes);
	list_placed(&shapes);
	return shapes;
}

shape_asset shape_asset_mixed(kiln_isa isa)
{
	enum
	{
		BALL,
		BOX,
		GROUND,
		SOUP,
		ONE,
		MESHES
	};
	fixture_mesh meshes[MESHES] = {fixture_sphere(9, 14, 2), fixture_box(1, 2, 0.5f), fixture_ground(12, 3),
		fixture_soup(300, 0.2f, 4), fixture_ground(0, 0)};
	meshes[BALL].part_count = 3;
	// Turns by angles with c = 0.6, s = 0.8.
	const fixture_node nodes[] = {
		{.mesh = BALL, .tag = 1},
		{.mesh = BOX, .tag = 2},
		{.mesh = GROUND, .placed = true, .to_asset = {1, 0, 0, -6, 0, 1, 0, -6, 0, 0, 1, -3}, .tag = 3},
		{.mesh = BALL, .placed = true, .to_asset = {0.6, -0.8, 0, 5, 0.8, 0.6, 0, 0, 0, 0, 1, 0}, .tag = 4},
		{.mesh = BALL, .placed = true, .to_asset = {1.2, 0, -1.6, 0, 0, 2, 0, 7, 1.6, 0, 1.2, 1}, .tag = 5},
		{.mesh = BOX, .placed = true, .to_asset = {3, 0, 0, -6, 0, 0.25, 0, 1, 0, 0, 1, 2}, .tag = 6},
		{.mesh = BALL, .placed = true, .to_asset = {-1, 0, 0, -5, 0, 1, 0, -5, 0, 0, 1, 2}, .tag = 7},
		{.mesh = SOUP, .placed = true, .to_asset = {-3, 2.4, 0, 3, 4, 1.8, 0, -7, 0, 0, 2, 0}, .tag = 8},
		{.mesh = BOX, .placed = true, .to_asset = {1, 0.7, 0.2, 0, 0, 1, 0.5, 0, 0, 0, 1, 5}, .tag = 9},
		{.mesh = SOUP, .placed = true, .to_asset = {1e-3, 0, 0, 1, 0, 1e-3, 0, 1, 0, 0, 2e-3, 3}, .tag = 10},
		{.mesh = ONE, .placed = true, .to_asset = {0, 0, 50, 300, 0, -50, 0, 200, 50, 0, 0, 100}, .tag = 11},
	};
	shape_asset shapes = make(meshes, MESHES, nodes, sizeof nodes / sizeof *nodes, isa);
	for (int i = 0; i < MESHES; ++i)
		fixture_mesh_free(&meshes[i]);
	return shapes;
}

shape_asset shape_asset_of(fixture_mesh *mesh, kiln_isa isa)
{
	const fixture_node node = {.mesh = 0, .tag = 5};
	shape_asset shapes = make(mesh, 1, &node, 1, isa);
	fixture_mesh_free(mesh);
	return shapes;
}

shape_asset shape_asset_placed(fixture_mesh *mesh, const double to_asset[12], kiln_isa isa)
{
	fixture_node node = {.mesh = 0, .placed = true, .tag = 5};
	for (int i = 0; i < 12; ++i)
		node.to_asset[i] = to_asset[i];
	shape_asset shapes = make(mesh, 1, &node, 1, isa);
	fixture_mesh_free(mesh);
	return shapes;
}

void shape_asset_free(shape_asset *shapes)
{
	free(shapes->own);
	free(shapes->placed);
	kiln_unmap(&shapes->asset);
	fixture_blob_free(&shapes->blob);
}

uint32_t shape_triangles(const shape_asset *shapes, uint32_t mesh, const shape_triangle **first)
{
	*first = shapes->placed;
	if (mesh == KILN_NONE)
		return shapes->placed_count;
	*first = shapes->own + shapes->asset.meshes[mesh].triangle_first;
	return shapes->asset.meshes[mesh].triangle_count;
}

static void bounds_of(const shape_asset *shapes, uint32_t mesh, const float **min, const float **max)
{
	const kiln_asset *asset = &shapes->asset;
	*min = mesh == KILN_NONE ? asset->scene->bounds_min : asset->meshes[mesh].bounds_min;
	*max = mesh == KILN_NONE ? asset->scene->bounds_max : asset->meshes[mesh].bounds_max;
}

kiln_vec3 shape_point(const shape_asset *shapes, uint32_t mesh, uint64_t *random)
{
	const float *min, *max;
	float p[3];
	bounds_of(shapes, mesh, &min, &max);
	// The asset's one far triangle extends its box; most points are chosen near the other triangles.
	const float near_min[3] = {-5, -5, -2}, near_max[3] = {5, 5, 4};
	bool near = mesh == KILN_NONE && shapes->asset.node_count > 1 && fixture_random(random) % 8;
	min = near ? near_min : min;
	max = near ? near_max : max;
	for (int i = 0; i < 3; ++i)
		p[i] = min[i] + (max[i] - min[i]) * (2 * fixture_random_unit(random) - 0.5f);
	return (kiln_vec3){p[0], p[1], p[2]};
}

double shape_size(const shape_asset *shapes, uint32_t mesh)
{
	const float *min, *max;
	double sum = 0;
	bounds_of(shapes, mesh, &min, &max);
	for (int i = 0; i < 3; ++i)
		sum += ((double)max[i] - (double)min[i]) * ((double)max[i] - (double)min[i]);
	return sqrt(sum) / 2;
}
