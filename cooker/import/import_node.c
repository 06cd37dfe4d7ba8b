// SPDX-License-Identifier: MIT
#include "import_internal.h"
#include "kiln_format.h"
#include "memory.h"

#include <string.h>

/// A node of assimp's graph that has not been visited yet.
typedef struct pending_node
{
	const struct aiNode *node;
	uint32_t parent;
	uint32_t link; ///< index in node_walk.links of the transform above it; KILN_NONE: the parent's
} pending_node;

/// The walk keeps its own stack, because the file determines the depth of the graph.
typedef struct node_walk
{
	const kilncook_context *context;
	art_scene *scene;
	import_metadata *metadata; ///< or NULL
	pending_node *stack;
	size_t stack_count;
	size_t stack_capacity;
	double (*links)[12]; ///< `to_root` of links between a node and its parent
	size_t link_count;
	size_t link_capacity;
	uint32_t done;		  ///< nodes of the scene that are complete
	uint32_t lost_meshes; ///< mesh references out of range
} node_walk;

/// Returns whether a node is a link. assimp splits an FBX node's transform into links: nodes without meshes above the
/// node and between the node and its children. Links do not become nodes of the scene.
static bool is_link(const struct aiNode *node)
{
	size_t length = node->mName.length < sizeof node->mName.data ? node->mName.length : 0;
	return node->mNumMeshes == 0 && length > 0 && node->mName.data[length] == 0 &&
		   strstr(node->mName.data, "_$AssimpFbx$_") != NULL;
}

static bool push_node(node_walk *walk, const struct aiNode *node, uint32_t parent, uint32_t link)
{
	if (walk->stack_count == walk->stack_capacity)
	{
		size_t capacity = walk->stack_capacity ? walk->stack_capacity * 2 : 64;
		pending_node *stack =
			cook_resize(walk->context, walk->stack, walk->stack_capacity, capacity, sizeof *walk->stack);
		if (!stack)
			return false;
		walk->stack = stack;
		walk->stack_capacity = capacity;
	}
	walk->stack[walk->stack_count++] = (pending_node){node, parent, link};
	return true;
}

/// Children are pushed in reverse order, so they are popped in file order.
static bool push_children(node_walk *walk, const struct aiNode *node, uint32_t parent, uint32_t link)
{
	for (uint32_t i = node->mChildren ? node->mNumChildren : 0; i > 0; --i)
		if (node->mChildren[i - 1] && !push_node(walk, node->mChildren[i - 1], parent, link))
			return false;
	return true;
}

/// Counts the nodes after unfolding the graph; shared nodes count each time. The root is never a link.
static kilncook_status count_nodes(node_walk *walk, const struct aiNode *root, uint32_t *count)
{
	if (!push_node(walk, root, KILN_NONE, KILN_NONE))
		return KILNCOOK_INTERNAL;
	*count = 0;
	for (uint32_t visited = 0; walk->stack_count > 0; ++visited)
	{
		if (visited == ART_NODES_MAX)
			return KILNCOOK_REFUSED;
		const struct aiNode *node = walk->stack[--walk->stack_count].node;
		*count += visited == 0 || !is_link(node);
		if (!push_children(walk, node, KILN_NONE, KILN_NONE))
			return KILNCOOK_INTERNAL;
	}
	return KILNCOOK_OK;
}

/// Computes `to_root` = parent's `to_root` times the node's own matrix. The fourth row is assumed to be 0 0 0 1.
static void place_node(const double *parent, const struct aiMatrix4x4 *matrix, double *to_root)
{
	const double own[12] = {(double)matrix->a1, (double)matrix->a2, (double)matrix->a3, (double)matrix->a4,
		(double)matrix->b1, (double)matrix->b2, (double)matrix->b3, (double)matrix->b4, (double)matrix->c1,
		(double)matrix->c2, (double)matrix->c3, (double)matrix->c4};
	if (!parent)
	{
		memcpy(to_root, own, sizeof own);
		return;
	}
	for (int row = 0; row < 3; ++row)
	{
		const double *p = parent + 4 * row;
		for (int column = 0; column < 4; ++column)
			to_root[4 * row + column] =
				p[0] * own[column] + p[1] * own[4 + column] + p[2] * own[8 + column] + (column == 3 ? p[3] : 0.0);
	}
}

static bool copy_mesh_list(node_walk *walk, const struct aiNode *source, art_node *node)
{
	uint32_t given = source->mMeshes ? source->mNumMeshes : 0;
	uint32_t count = 0;
	for (uint32_t i = 0; i < given; ++i)
		count += source->mMeshes[i] < walk->scene->mesh_count;
	walk->lost_meshes += given - count;
	node->meshes = cook_alloc(walk->context, count, sizeof *node->meshes);
	if (!node->meshes)
		return false;
	for (uint32_t i = 0; i < given; ++i)
		if (source->mMeshes[i] < walk->scene->mesh_count)
			node->meshes[node->mesh_count++] = source->mMeshes[i];
	return true;
}

/// Returns the transform above a node; NULL above the root.
static const double *above(const node_walk *walk, const pending_node *pending)
{
	if (pending->link != KILN_NONE)
		return walk->links[pending->link];
	return pending->parent == KILN_NONE ? NULL : walk->scene->nodes[pending->parent].to_root;
}

/// Skips a link: its children become children of its parent, with another transform above them.
static bool pass_link(node_walk *walk, const pending_node *pending)
{
	if (walk->link_count == walk->link_capacity)
	{
		size_t capacity = walk->link_capacity ? walk->link_capacity * 2 : 64;
		double(*links)[12] =
			cook_resize(walk->context, walk->links, walk->link_capacity, capacity, sizeof *walk->links);
		if (!links)
			return false;
		walk->links = links;
		walk->link_capacity = capacity;
	}
	uint32_t self = (uint32_t)walk->link_count++;
	place_node(above(walk, pending), &pending->node->mTransformation, walk->links[self]);
	return push_children(walk, pending->node, pending->parent, self);
}

static bool copy_node(node_walk *walk, const pending_node *pending)
{
	const struct aiNode *source = pending->node;
	uint32_t self = walk->done++;
	art_node *node = &walk->scene->nodes[self];
	node->parent = pending->parent;
	place_node(above(walk, pending), &source->mTransformation, node->to_root);
	node->name = import_string(walk->context, &source->mName);
	node->metadata = import_node_metadata(walk->metadata, source->mMetaData);
	return node->name && copy_mesh_list(walk, source, node) && push_children(walk, source, self, KILN_NONE);
}

/// Makes a root for a scene that has meshes but no graph.
static bool make_root(node_walk *walk)
{
	art_node *root = &walk->scene->nodes[0];
	root->parent = KILN_NONE;
	root->to_root[0] = root->to_root[5] = root->to_root[10] = 1.0;
	root->name = import_text(walk->context, "", 0);
	root->meshes = cook_alloc(walk->context, walk->scene->mesh_count, sizeof *root->meshes);
	root->mesh_count = walk->scene->mesh_count;
	if (!root->name || !root->meshes)
		return false;
	for (uint32_t i = 0; i < root->mesh_count; ++i)
		root->meshes[i] = i;
	cook_message(walk->context, KILNCOOK_WARNING, "", "import-graph",
		"the file has no scene graph; its meshes are "
		"placed as they are");
	return true;
}

static bool walk_graph(node_walk *walk, const struct aiNode *root)
{
	if (!push_node(walk, root, KILN_NONE, KILN_NONE))
		return false;
	while (walk->stack_count > 0)
	{
		pending_node next = walk->stack[--walk->stack_count];
		bool linked = next.parent != KILN_NONE && is_link(next.node);
		if (!(linked ? pass_link(walk, &next) : copy_node(walk, &next)))
			return false;
	}
	return true;
}

kilncook_status import_nodes(
	const kilncook_context *context, const struct aiScene *source, import_metadata *metadata, art_scene *scene)
{
	node_walk walk = {.context = context, .scene = scene, .metadata = metadata};
	uint32_t count = 1;
	kilncook_status status = source->mRootNode ? count_nodes(&walk, source->mRootNode, &count) : KILNCOOK_OK;
	if (status == KILNCOOK_OK)
	{
		scene->nodes = cook_alloc_zero(context, count, sizeof *scene->nodes);
		scene->node_count = scene->nodes ? count : 0;
		bool done = scene->nodes && (source->mRootNode ? walk_graph(&walk, source->mRootNode) : make_root(&walk));
		status = done ? KILNCOOK_OK : KILNCOOK_INTERNAL;
	}
	cook_free(context, walk.stack, walk.stack_capacity, sizeof *walk.stack);
	cook_free(context, walk.links, walk.link_capacity, sizeof *walk.links);
	if (walk.lost_meshes > 0)
		cook_message(context, KILNCOOK_WARNING, "", "import-reference", "nodes refer to %u meshes that are not there",
			walk.lost_meshes);
	return status;
}
