// SPDX-License-Identifier: MIT
#include "mesh_pair_case.h"

#include "simd/isa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void case_cook(case_mesh *made, fixture_mesh *mesh, uint32_t width)
{
	const kilncook_mesh cook_mesh = {.positions = mesh->vertices[0],
		.vertex_count = mesh->vertex_count,
		.indices = mesh->triangles[0],
		.index_count = (uint64_t)mesh->triangle_count * 3};
	const kilncook_scene scene = {.meshes = &cook_mesh, .mesh_count = 1};
	const kilncook_options options = {.trees = (1u << KILNCOOK_TREE_END) - 1u, .tree_width = width};
	memset(made, 0, sizeof *made);
	bench_cook(&made->cooked, &scene, &options);
	assert_int_equal(made->cooked.status, KILNCOOK_OK);
	made->asset = made->cooked.asset;
	fixture_mesh_free(mesh);
}

void case_lay_out(case_mesh *made, fixture_mesh *mesh)
{
	const fixture_node node = {.mesh = 0};
	memset(made, 0, sizeof *made);
	made->from_fixture = true;
	assert_true(fixture_blob_make(&made->blob, mesh, 1, &node, 1));
	assert_int_equal(kiln_open(&made->asset, made->blob.data, made->blob.size, NULL).status, KILN_OK);
	fixture_mesh_free(mesh);
}

void case_mesh_free(case_mesh *made)
{
	if (made->from_fixture)
		fixture_blob_free(&made->blob);
	else
		bench_release(&made->cooked);
}

static const kiln_format_volume_tree *find_tree(const case_mesh *mesh, kiln_tree_kind kind)
{
	for (uint32_t i = 0; i < mesh->asset.volume_tree_count; ++i)
		if (mesh->asset.volume_trees[i].mesh == 0 && mesh->asset.volume_trees[i].kind == (uint32_t)kind)
			return &mesh->asset.volume_trees[i];
	return NULL;
}

bool case_has(const case_mesh *mesh, kiln_tree_kind kind)
{
	return kind == KILN_TREE_AABB || find_tree(mesh, kind);
}

static kiln_pair_tree tree_of(const case_mesh *mesh, kiln_tree_kind kind, uint32_t *node_count)
{
	const kiln_format_mesh *record = &mesh->asset.meshes[0];
	kiln_pair_tree tree = {.kind = kind, .leaves = mesh->asset.leaves + (size_t)record->leaf_first * KILN_LEAF_UNIT};
	if (kind == KILN_TREE_AABB)
	{
		tree.nodes = (const uint8_t *)(const void *)(mesh->asset.tree + record->tree_first);
		tree.node_size = (uint32_t)sizeof(kiln_format_tree_node);
		*node_count = record->tree_count;
	}
	else
	{
		const kiln_format_volume_tree *volumes = find_tree(mesh, kind);
		assert_non_null(volumes);
		tree.nodes = mesh->asset.volume_nodes + volumes->nodes;
		tree.node_size = kiln_format_volume_node_size((uint32_t)kind);
		*node_count = volumes->node_count;
	}
	kilni_pair_tree_box(&tree, record->bounds_min, record->bounds_max);
	return tree;
}

kiln_mesh_pair case_pair(const case_mesh *a, kiln_tree_kind kind_a, const case_mesh *b, kiln_tree_kind kind_b,
	const kiln_affine *b_to_a, double scale, kiln_isa isa)
{
	kiln_mesh_pair pair = {.b_to_a = *b_to_a, .metric = {.similar = true, .scale = scale}};
	pair.a = tree_of(a, kind_a, &pair.node_count[0]);
	pair.b = tree_of(b, kind_b, &pair.node_count[1]);
	uint32_t nodes;
	pair.boxes[0] = (kiln_mesh_boxes){tree_of(a, KILN_TREE_AABB, &nodes), a->asset.meshes[0].triangle_count};
	pair.boxes[1] = (kiln_mesh_boxes){tree_of(b, KILN_TREE_AABB, &nodes), b->asset.meshes[0].triangle_count};
	const kiln_affine a_to_b = kiln_affine_inverse(b_to_a);
	kilni_pair_link_make(pair.links, &pair.a, &pair.b, &a_to_b, b_to_a, scale);
	pair.isa = kilni_isa_resolve(isa);
	pair.identity[0] = kilni_mesh_identity(&a->asset, 0, 0);
	pair.identity[1] = kilni_mesh_identity(&b->asset, 0, 0);
	return pair;
}

// --- Answers ------------------------------------------------------------------------------------------------------------

static void add(case_list *list, uint32_t a, uint32_t b)
{
	if (list->count == list->capacity)
	{
		list->capacity = 2 * list->capacity + 64;
		list->touches = realloc(list->touches, list->capacity * sizeof *list->touches);
		assert_non_null(list->touches);
	}
	list->touches[list->count++] = (case_touch){{a, b}};
}

bool case_visit(void *user, const kiln_mesh_touch *touch)
{
	case_list *list = user;
	assert_true(kilni_triangles_touch(touch->corner[0], touch->corner[1]));
	add(list, touch->triangle[0], touch->triangle[1]);
	return list->count != list->stop;
}

static int compare(const void *left, const void *right)
{
	const case_touch *a = left, *b = right;
	int side = a->triangle[0] == b->triangle[0];
	return a->triangle[side] < b->triangle[side] ? -1 : a->triangle[side] > b->triangle[side];
}

void case_list_sort(case_list *list)
{
	if (list->count)
		qsort(list->touches, list->count, sizeof *list->touches, compare);
}

void case_list_free(case_list *list)
{
	free(list->touches);
	*list = (case_list){0};
}

void case_assert_equal(const case_list *a, const case_list *b)
{
	assert_int_equal(a->count, b->count);
	if (a->count)
		assert_memory_equal(a->touches, b->touches, a->count * sizeof *a->touches);
}

/// Lists the corners of all triangles by number, from the consecutive leaves.
static kiln_d3 *corners_of(const case_mesh *mesh)
{
	const kiln_format_mesh *record = &mesh->asset.meshes[0];
	const uint8_t *leaves = mesh->asset.leaves + (size_t)record->leaf_first * KILN_LEAF_UNIT;
	kiln_d3 *corners = malloc((size_t)record->triangle_count * 3 * sizeof *corners);
	assert_non_null(corners);
	for (uint32_t unit = 0; unit < record->leaf_units;)
	{
		kiln_leaf_room room;
		kiln_leaf leaf = kiln_leaf_at(leaves, unit, &room);
		for (uint32_t i = 0; i < leaf.triangle_count; ++i)
			kiln_leaf_corners(&leaf, i, corners + (size_t)(leaf.triangle + i) * 3);
		unit += kiln_format_leaf_units(kiln_leaf_head(leaves, unit));
	}
	return corners;
}

void case_brute(case_answer *answer, const case_mesh *a, const case_mesh *b, const kiln_mesh_pair *pair)
{
	kiln_d3 *of_a = corners_of(a), *of_b = corners_of(b);
	uint32_t count_a = a->asset.meshes[0].triangle_count, count_b = b->asset.meshes[0].triangle_count;
	for (uint32_t i = 0; i < 3 * count_b; ++i)
		of_b[i] = kiln_affine_point(&pair->b_to_a, of_b[i]);
	memset(answer, 0, sizeof *answer);
	answer->nearest.distance = HUGE_VAL;
	for (uint32_t i = 0; i < count_a; ++i)
		for (uint32_t j = 0; j < count_b; ++j)
		{
			kiln_d3 point[2];
			double distance = kiln_metric_distance(&pair->metric, of_a + 3 * i, of_b + 3 * j, point);
			if (kilni_triangles_touch(of_a + 3 * i, of_b + 3 * j))
				add(&answer->touching, i, j);
			if (kiln_near_key(distance) < kiln_near_key(answer->nearest.distance))
				answer->nearest = (kiln_mesh_nearest){distance, {i, j}, {point[0], point[1]}};
		}
	free(of_a);
	free(of_b);
}

// --- Poses --------------------------------------------------------------------------------------------------------------

double case_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (double)(*state >> 11) * 0x1p-53;
}

kiln_affine case_pose(uint64_t *state, double scale, double reach)
{
	kiln_quat turn;
	turn.x = (float)(case_random(state) - 0.5);
	turn.y = (float)(case_random(state) - 0.5);
	turn.z = (float)(case_random(state) - 0.5);
	turn.w = (float)(case_random(state) - 0.5);
	kiln_affine map = kiln_affine_identity();
	kiln_quat_axes(turn, map.column);
	for (int k = 0; k < 3; ++k)
		map.column[k] = kiln_d3_scale(map.column[k], scale);
	map.origin.x = (2 * case_random(state) - 1) * reach;
	map.origin.y = (2 * case_random(state) - 1) * reach;
	map.origin.z = (2 * case_random(state) - 1) * reach;
	return map;
}
