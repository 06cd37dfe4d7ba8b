// SPDX-License-Identifier: MIT
#include "deform.h"
#include "frame.h"
#include "math/double3.h"
#include "math/rounding.h"

/// Half of a float32's last place, relative.
#define ROUNDING 0x1p-24

static const float identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

/// A bound of what float32 arithmetic and rounded entries lose on row `row` of a matrix, for points within `reach`. Six
/// operations and the rounding of the entries make seven errors; the eighth covers their products.
static double row_error(const float *row, const double reach[3])
{
	double sum = kiln_double_abs((double)row[3]);
	for (int k = 0; k < 3; ++k)
		sum += kiln_double_abs((double)row[k]) * reach[k];
	return 8 * ROUNDING * sum + 0x1p-140;
}

/// The box of a placed box, with the errors of the node's matrices in both directions, as the cooker computes it from
/// the vertices.
static void place_box(const kiln_refit_box *box, kiln_format_node *node)
{
	double middle[3], half[3], reach[3], there[3], back[3];
	for (int k = 0; k < 3; ++k)
	{
		middle[k] = 0.5 * ((double)box->min[k] + (double)box->max[k]);
		half[k] = 0.5 * ((double)box->max[k] - (double)box->min[k]);
		reach[k] = kiln_double_abs(middle[k]) + half[k];
	}
	double at[3], extent[3];
	for (int i = 0; i < 3; ++i)
	{
		const float *row = node->to_asset + 4 * i;
		at[i] = (double)row[3];
		extent[i] = row_error(row, reach);
		for (int k = 0; k < 3; ++k)
		{
			at[i] += (double)row[k] * middle[k];
			extent[i] += kiln_double_abs((double)row[k]) * half[k];
		}
		there[i] = kiln_double_abs(at[i]) + extent[i];
	}
	for (int i = 0; i < 3; ++i)
		back[i] = row_error(node->to_mesh + 4 * i, there);
	const double limit = 2 * (double)KILN_COORDINATE_MAX;
	for (int i = 0; i < 3; ++i)
	{
		for (int k = 0; k < 3; ++k)
			extent[i] += kiln_double_abs((double)node->to_asset[4 * i + k]) * back[k];
		const double low = at[i] - extent[i], high = at[i] + extent[i];
		node->bounds_min[i] = kiln_float_down(kiln_double_max(-limit, kiln_double_min(low, limit)));
		node->bounds_max[i] = kiln_float_up(kiln_double_min(limit, kiln_double_max(high, -limit)));
	}
}

/// Makes the tree of a scene with one node.
static void fit_scene(const kiln_format_node *node, kiln_format_tree_node *root)
{
	*root = (kiln_format_tree_node){.counts = 1};
	memset(root->lo, 255, sizeof root->lo);
	for (int axis = 0; axis < 3; ++axis)
	{
		const kiln_frame frame = kiln_frame_choose(node->bounds_min[axis], node->bounds_max[axis]);
		root->origin[axis] = frame.origin;
		root->exponent[axis] = frame.exponent;
		root->lo[axis][0] = kiln_frame_below(frame, node->bounds_min[axis]);
		root->hi[axis][0] = kiln_frame_above(frame, node->bounds_max[axis]);
	}
}

static kiln_format_tree_node *scene_tree_of(kiln_deformed_head *head)
{
	uint8_t *boxes = (uint8_t *)(void *)head + head->tree[KILN_TREE_AABB].nodes;
	return (kiln_format_tree_node *)(void *)boxes - 1;
}

void kilni_deformed_view_fit(kiln_deformed_head *head)
{
	kiln_deformed_view *view = &head->view;
	const kiln_refit_box *box = &head->bounds;
	memcpy(view->mesh.bounds_min, box->min, sizeof box->min);
	memcpy(view->mesh.bounds_max, box->max, sizeof box->max);
	if (view->node.flags & KILN_NODE_IDENTITY)
	{
		memcpy(view->node.bounds_min, box->min, sizeof box->min);
		memcpy(view->node.bounds_max, box->max, sizeof box->max);
	}
	else
		place_box(box, &view->node);
	memcpy(view->scene.bounds_min, view->node.bounds_min, sizeof box->min);
	memcpy(view->scene.bounds_max, view->node.bounds_max, sizeof box->max);
	fit_scene(&view->node, scene_tree_of(head));
}

/// Lists the volume trees of the deformed mesh; returns their number, and the index of the one that pair queries walk.
static uint32_t list_trees(const kiln_asset *asset, kiln_deformed_head *head, uint32_t *pair_tree)
{
	const uint32_t chosen = asset->meshes[head->mesh].pair_tree;
	uint32_t count = 0;
	*pair_tree = KILN_NONE;
	for (uint32_t i = 0; i < asset->volume_tree_count; ++i)
	{
		const kiln_format_volume_tree *tree = &asset->volume_trees[i];
		if (tree->mesh != head->mesh || !head->tree[tree->kind].nodes)
			continue;
		if (i == chosen)
			*pair_tree = count;
		kiln_format_volume_tree *own = &head->view.trees[count++];
		*own = *tree;
		own->mesh = 0;
		own->nodes = head->tree[tree->kind].nodes;
	}
	return count;
}

static uint32_t shape_of(const kiln_asset *asset, uint32_t mesh)
{
	uint32_t shape = 0;
	while (shape < asset->shape_count &&
		   (asset->shapes[shape].kind != KILN_SHAPE_MESH || asset->shapes[shape].index != mesh))
		++shape;
	return shape;
}

/// Fills the records of the view.
static void fill(const kiln_asset *asset, kiln_deformed_head *head, uint32_t node, uint32_t *tree_count)
{
	kiln_deformed_view *view = &head->view;
	const uint32_t shape = shape_of(asset, head->mesh);
	view->header = *asset->header;
	// Whoever knows assets by their hashes must not take this one, whose numbers differ, for the cooked one.
	for (int i = 0; i < 4; ++i)
		view->header.content_hash[i] ^= (uint8_t)((head->mesh + 1) >> 8 * i);
	view->mesh = asset->meshes[head->mesh];
	view->mesh.triangle_first = view->mesh.leaf_first = view->mesh.leaf_index_first = 0;
	view->mesh.tree_first = 1;
	if (view->mesh.vertex_first != KILN_NONE)
		view->mesh.vertex_first = 0;
	*tree_count = list_trees(asset, head, &view->mesh.pair_tree);
	view->shape = (kiln_format_shape){.kind = KILN_SHAPE_MESH,
		.name = view->mesh.name,
		.material = KILN_NONE,
		.part_first = view->mesh.part_first,
		.part_count = view->mesh.part_count,
		.volumes = KILN_NONE};
	if (shape < asset->shape_count)
		view->shape.name = asset->shapes[shape].name;
	view->node = (kiln_format_node){.name = KILN_NONE,
		.source_node = KILN_NONE,
		.flags = KILN_NODE_IDENTITY,
		.layers = KILN_LAYER_DEFAULT,
		.collides = ~(uint64_t)0};
	memcpy(view->node.to_asset, identity, sizeof identity);
	memcpy(view->node.to_mesh, identity, sizeof identity);
	if (node != KILN_NONE)
		view->node = asset->nodes[node];
	view->node.mesh = view->node.shape = 0;
	view->scene = (kiln_format_scene){.tree_count = 1, .depth = 1, .pair_tree = KILN_NONE};
}

/// The asset that points to the records of the view.
static kiln_asset asset_of(const kiln_asset *from, kiln_deformed_head *head, uint32_t tree_count)
{
	const kiln_format_mesh *mesh = &from->meshes[head->mesh];
	const uint8_t *memory = (const uint8_t *)(const void *)head;
	kiln_asset asset = *from;
	asset.data = memory;
	asset.size = head->size;
	asset.header = &head->view.header;
	asset.meshes = &head->view.mesh;
	asset.nodes = &head->view.node;
	asset.shapes = &head->view.shape;
	asset.mesh_count = asset.node_count = asset.shape_count = 1;
	asset.scene = &head->view.scene;
	asset.tree = scene_tree_of(head);
	asset.leaves = memory + head->leaves;
	asset.sources += (uint64_t)mesh->triangle_first * asset.source_size;
	asset.edges += (uint64_t)mesh->triangle_first * asset.edge_size;
	asset.adjacency = asset.adjacency ? asset.adjacency + 3 * (uint64_t)mesh->triangle_first : NULL;
	asset.leaf_index += mesh->leaf_index_first;
	asset.vertices += mesh->vertex_first;
	asset.vertex_count = mesh->leaf_vertex_count;
	asset.triangle_count = mesh->triangle_count;
	asset.volume_trees = head->view.trees;
	asset.volume_tree_count = tree_count;
	asset.volume_nodes = memory;
	asset.volume_count = asset.hull_count = asset.level_count = 0;
	asset.body_count = asset.node_body_count = asset.metadata_count = 0;
	asset.metadata_text_size = 0;
	asset.mapping = NULL;
	asset.mapping_size = 0;
	asset.budget = NULL;
	asset.filter = NULL;
	return asset;
}

kiln_status kiln_deformed_asset(kiln_deformed *deformed, uint32_t node, kiln_asset *asset)
{
	if (!asset || !kilni_deformed_head_of(deformed))
		return KILN_E_ARGUMENT;
	const kiln_asset *from = deformed->asset;
	if (node != KILN_NONE && (node >= from->node_count || from->nodes[node].mesh != deformed->mesh))
		return KILN_E_ARGUMENT;
	kiln_deformed_head *head = deformed->memory;
	uint32_t tree_count = 0;
	fill(from, head, node, &tree_count);
	kilni_deformed_view_fit(head);
	*asset = asset_of(from, head, tree_count);
	return KILN_OK;
}
