// SPDX-License-Identifier: MIT

/// hull_holds MESH.kiln HULL.kiln: the same art cooked as meshes and as hulls. Every vertex of a mesh must lie in the
/// hull in its place, by exact signs. Prints how many hulls and vertices were tested.

#include "kiln.h"
#include "kiln/hull.h"
#include "tree/layout.h"

#include <stdio.h>

/// Returns the node of an asset that came from this node of the art; KILN_NONE for none.
static uint32_t node_from(const kiln_asset *asset, uint32_t source_node)
{
	for (uint32_t i = 0; i < asset->node_count; ++i)
		if (asset->nodes[i].source_node == source_node)
			return i;
	return KILN_NONE;
}

/// How many vertices of a mesh lie outside a hull.
static uint64_t count_outside(const kiln_asset *asset, uint32_t mesh, const kiln_hull *view, uint64_t *seen)
{
	const kiln_format_mesh *m = &asset->meshes[mesh];
	kiln_tree tree = kiln_mesh_tree(asset, mesh);
	uint64_t outside = 0;
	for (uint32_t unit = 0; unit < m->leaf_units;)
	{
		kiln_leaf_room room;
		kiln_leaf leaf = kiln_leaf_at(tree.leaves, unit, &room);
		for (uint32_t i = 0; i < leaf.vertex_count; ++i)
			outside += !kiln_hull_contains(view, (kiln_vec3){leaf.x[i], leaf.y[i], leaf.z[i]});
		*seen += leaf.vertex_count;
		unit += kiln_format_leaf_units(kiln_leaf_head(tree.leaves, unit));
	}
	return outside;
}

int main(int argc, char **argv)
{
	kiln_asset meshes, hulls;
	if (argc != 3)
		return 2;
	kiln_result result = kiln_map(&meshes, argv[1], NULL);
	if (result.status == KILN_OK)
		result = kiln_map(&hulls, argv[2], NULL);
	if (result.status != KILN_OK)
	{
		printf("%s\n", result.reason);
		return 3;
	}
	uint64_t vertices = 0, outside = 0, missing = 0;
	for (uint32_t i = 0; i < hulls.node_count; ++i)
	{
		const kiln_format_shape *shape = &hulls.shapes[hulls.nodes[i].shape];
		uint32_t node = node_from(&meshes, hulls.nodes[i].source_node);
		kiln_hull view;
		if (node == KILN_NONE || shape->kind != KILN_SHAPE_HULL || !kiln_hull_from_asset(&hulls, shape->index, &view))
			++missing;
		else
			outside += count_outside(&meshes, meshes.nodes[node].mesh, &view, &vertices);
	}
	missing += hulls.node_count != meshes.node_count;
	printf("hulls %lu within %llu outside %llu missing %llu\n", (unsigned long)hulls.node_count,
		(unsigned long long)vertices, (unsigned long long)outside, (unsigned long long)missing);
	return outside || missing ? 1 : 0;
}
