// SPDX-License-Identifier: MIT
#include "kiln/lazy.h"

#include "open/proof_part.h"
#include "scene/ray_query.h"
#include "simd/isa.h"

// The baseline of the target: every instruction set computes the same bits, and so meets the same nodes.
#if defined(KILN_ONLY_SCALAR)
#elif defined(__x86_64__) || defined(_M_X64)
#define KILN_BACKEND_SSE2
#elif defined(__aarch64__)
#define KILN_BACKEND_NEON
#elif defined(__wasm_simd128__)
#define KILN_BACKEND_SIMD128
#endif
#include "tree/node_test.h"

#include <string.h>

// A query visits a part of the nodes that its ray meets within the first limit: limits only become smaller, and a
// smaller limit makes a node test keep fewer children. So a walk that never lowers the limit proves enough.
//
// A node leads to later nodes, which no other node leads to: marks see to it. So each walk ends. Its depth is checked on
// the way, since the depth that the mesh states is not proved.

/// Nodes whose bits are in one mark.
#define NODES_A_MARK 16

/// One walk, and what it found broken.
typedef struct lazy_walk
{
	kiln_lazy *lazy;
	kiln_blob blob;
	const kiln_ray *ray;
	kiln_result result;
} lazy_walk;

/// A node that the ray meets, and its level.
typedef struct lazy_entry
{
	uint32_t node, level;
} lazy_entry;

/// A bit of a tree node of the blob: 0, proved; 1, has a parent.
static bool is_marked(const kiln_lazy *lazy, uint64_t node, uint32_t which)
{
	return lazy->marks[node / NODES_A_MARK] >> (2 * (node % NODES_A_MARK) + which) & 1u;
}

static void mark(kiln_lazy *lazy, uint64_t node, uint32_t which)
{
	lazy->marks[node / NODES_A_MARK] |= 1u << (2 * (node % NODES_A_MARK) + which);
}

/// Proves a node that no walk has met, and claims its children.
static kiln_result prove_once(lazy_walk *walk, const kiln_format_mesh *mesh, uint32_t number)
{
	kiln_lazy *lazy = walk->lazy;
	const kiln_format_tree_node *node = lazy->asset.tree + mesh->tree_first + number;
	kiln_result result = kiln_proved();
	// The table was proved when the asset was opened, and is read again for the places of sections.
	if (!walk->blob.table)
		result = kilni_prove_table(lazy->asset.data, lazy->asset.size, &walk->blob);
	if (result.status == KILN_OK)
		result = kilni_prove_tree_node(&walk->blob, mesh, number);
	const uint32_t inner = kiln_node_inner_count(node);
	for (uint32_t i = 0; i < inner && result.status == KILN_OK; ++i)
		if (is_marked(lazy, (uint64_t)mesh->tree_first + node->child_base + i, 1))
			result = kiln_refuse_field(&walk->blob, KILN_RULE_TREE_CHILD_BASE, &node->child_base);
	if (result.status != KILN_OK)
		return result;
	for (uint32_t i = 0; i < inner; ++i)
		mark(lazy, (uint64_t)mesh->tree_first + node->child_base + i, 1);
	mark(lazy, (uint64_t)mesh->tree_first + number, 0);
	return result;
}

/// Proves the nodes of a mesh that a ray meets within the limit.
static kiln_result prove_mesh(lazy_walk *walk, const kiln_format_mesh *mesh, const kiln_walk_ray *ray, float limit)
{
	const kiln_format_tree_node *nodes = walk->lazy->asset.tree + mesh->tree_first;
	lazy_entry stack[KILN_TREE_STACK];
	uint32_t height = 1;
	stack[0] = (lazy_entry){0, 1};
	while (height)
	{
		const lazy_entry at = stack[--height];
		const kiln_format_tree_node *node = &nodes[at.node];
		if (at.level > KILN_TREE_DEPTH_MAX)
			return kiln_refuse_field(&walk->blob, KILN_RULE_TREE_LEVELS, node);
		if (!is_marked(walk->lazy, (uint64_t)mesh->tree_first + at.node, 0))
		{
			const kiln_result result = prove_once(walk, mesh, at.node);
			if (result.status != KILN_OK)
				return result;
		}
		f8 enter;
		uint32_t met = ~m8_bits(kiln_ray_node(node, ray, limit, &enter)) & ((1u << kiln_node_inner_count(node)) - 1u);
		for (; met; met &= met - 1)
			stack[height++] = (lazy_entry){node->child_base + kiln_lowest_bit(met), at.level + 1};
	}
	return kiln_proved();
}

/// Proves what the ray may read of a node of the scene.
static bool prove_placed(void *user, uint32_t number, float *limit)
{
	lazy_walk *walk = user;
	const kiln_asset *asset = &walk->lazy->asset;
	const uint32_t mesh = asset->nodes[number].mesh;
	kiln_local_ray local;
	(void)limit;
	if (mesh == KILN_NONE || !kiln_ray_to_mesh(asset, mesh, number, walk->ray, &local))
		return true;
	walk->result = prove_mesh(walk, &asset->meshes[mesh], &local.walk, local.limit);
	return walk->result.status == KILN_OK;
}

/// Proves all that a query of a ray may read.
static kiln_result prove_ray(kiln_lazy *lazy, const kiln_ray *ray)
{
	static const float no_extents[3] = {0, 0, 0};
	const kiln_asset *asset = &lazy->asset;
	lazy_walk walk = {.lazy = lazy, .blob.data = asset->data, .ray = ray, .result = kiln_proved()};
	const kiln_tree tree = kiln_scene_tree(asset);
	kiln_walk_ray over;
	float limit;
	if (asset->node_count == 1)
		prove_placed(&walk, 0, &limit);
	else if (kilni_walk_ray_init(&over, &ray->origin, &ray->direction, ray->t_max, asset->scene->bounds_min,
				 asset->scene->bounds_max, &limit))
		kilni_walk_ray_for(asset->isa)(&tree, &over, no_extents, limit, prove_placed, &walk);
	return walk.result;
}

uint32_t kiln_lazy_marks(const void *data, size_t size)
{
	kiln_blob blob;
	if (!data || (uintptr_t)data % KILN_FORMAT_ALIGNMENT || kilni_prove_table(data, size, &blob).status != KILN_OK)
		return 0;
	return (uint32_t)((kiln_blob_count(&blob, KILN_SECTION_TREE) + NODES_A_MARK - 1) / NODES_A_MARK);
}

kiln_result kiln_lazy_open(kiln_lazy *lazy, const void *data, size_t size, uint32_t *marks, uint32_t mark_count,
	const kiln_open_options *options)
{
	kiln_lazy opened = {.marks = marks};
	if (!lazy || !data || !marks)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the lazy asset, the data or the marks are NULL"};
	const kiln_result result = kilni_open_part(&opened.asset, data, size, options ? options->isa : KILN_ISA_AUTO);
	if (result.status != KILN_OK)
		return result;
	const uint32_t needed = kiln_lazy_marks(data, size);
	if (mark_count < needed)
		return (kiln_result){KILN_E_CAPACITY, 0, "there are fewer marks than kiln_lazy_marks"};
	memset(marks, 0, needed * sizeof *marks);
	*lazy = opened;
	return result;
}

kiln_result kiln_lazy_ray_closest(kiln_lazy *lazy, const kiln_ray *ray, kiln_hit *hit)
{
	if (!lazy || !ray || !hit)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the lazy asset, the ray or the hit is NULL"};
	const kiln_result result = prove_ray(lazy, ray);
	*hit = kiln_scene_ray_closest(result.status == KILN_OK ? &lazy->asset : NULL, ray);
	return result;
}

kiln_result kiln_lazy_ray_any(kiln_lazy *lazy, const kiln_ray *ray, bool *any)
{
	if (!lazy || !ray || !any)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the lazy asset, the ray or the answer is NULL"};
	const kiln_result result = prove_ray(lazy, ray);
	*any = result.status == KILN_OK && kiln_scene_ray_any(&lazy->asset, ray);
	return result;
}
