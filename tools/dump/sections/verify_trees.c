// SPDX-License-Identifier: MIT
#include "../verify/verify.h"
#include "../verify/verify_quiet.h"
#include "trees.h"

#include "volume/scene_leaves.h"

// Makes the leaves of an owner's trees. False when out of memory.
static bool leaves_of(const kiln_asset *asset, uint32_t owner, volume_leaf_store *store)
{
	if (owner != KILN_NONE)
	{
		const kiln_format_mesh *mesh = &asset->meshes[owner];
		return volume_leaves_of_records(&verify_quiet, asset->leaves + (uint64_t)mesh->leaf_first * KILN_LEAF_UNIT,
				   mesh->leaf_units, mesh->leaf_count, store) == KILNCOOK_OK;
	}
	if (scene_leaves_make(&verify_quiet, asset->node_count, store) != KILNCOOK_OK)
		return false;
	for (uint32_t i = 0; i < asset->node_count; ++i)
	{
		const kiln_format_node *node = &asset->nodes[i];
		const kiln_format_shape *shape = &asset->shapes[node->shape];
		float corners[8][3];
		if (kiln_level_count(asset, node->mesh) > 1)
		{
			scene_leaf_bounds(node, corners);
		}
		else
		{
			scene_leaf_corners(
				node, shape, shape->volumes == KILN_NONE ? NULL : &asset->volumes[shape->volumes], corners);
		}
		scene_leaves_set(store, i, (const float(*)[3])corners);
	}
	return true;
}

kiln_result verify_trees(const kiln_asset *asset, bool *memory)
{
	kiln_result result = verify_passed();
	*memory = false;
	for (uint32_t i = 0; i < asset->volume_tree_count && result.status == KILN_OK && !*memory; ++i)
	{
		const kiln_format_volume_tree *record = &asset->volume_trees[i];
		// The tree is only read.
		const volume_tree tree = {
			.kind = (kiln_tree_kind)record->kind,
			.width = record->width,
			.nodes = (uint8_t *)(uintptr_t)(asset->volume_nodes + record->nodes),
			.node_count = record->node_count,
			.depth = record->depth,
			.figures = {record->sah_cost, record->volume, record->overlap},
		};
		volume_leaf_store store = {0};
		*memory = !leaves_of(asset, record->mesh, &store);
		if (!*memory && volume_tree_prove(&verify_quiet, &store.leaves, &tree) != KILNCOOK_OK)
		{
			result = verify_refused(asset, KILN_E_TREE, record,
				"a volume tree leaves a leaf out, or a volume does not hold what is below it, or its figures are "
				"wrong");
		}
		volume_leaf_store_free(&verify_quiet, &store);
	}
	return result;
}
