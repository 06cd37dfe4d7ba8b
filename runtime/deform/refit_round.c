// SPDX-License-Identifier: MIT
#include "refit.h"

#include "balls.h"

/// Facts about a node's subtree. Nodes lie in preorder, so a subtree is a run of nodes.
typedef struct round_subtree
{
	kiln_refit_box box; ///< of the subtree's points
	uint32_t nodes;
	uint32_t vertices; ///< number of the leaves' vertices, or more than KILN_FIT_BALLS
} round_subtree;

uint32_t kilni_refit_scratch(uint32_t kind)
{
	uint32_t slabs = kiln_format_kdop_slabs(kind);
	if (slabs)
		return (2 * slabs * (uint32_t)sizeof(float) + 15) & ~15u;
	return kind == KILN_TREE_AABB ? (uint32_t)sizeof(kiln_refit_box) : (uint32_t)sizeof(round_subtree);
}

static const kiln_format_volume_head *head_at(const kiln_refit *refit, uint32_t n)
{
	uint64_t size = kiln_format_volume_node_size(refit->kind);
	return (const kiln_format_volume_head *)(const void *)(refit->nodes + n * size);
}

static void axes_of(const kiln_format_oriented_node *node, uint32_t i, kiln_d3 axes[3])
{
	float rows[3][3];
	kiln_format_axes((float)node->rotation[0][i], (float)node->rotation[1][i], (float)node->rotation[2][i],
		(float)node->rotation[3][i], rows);
	for (int k = 0; k < 3; ++k)
		axes[k] = (kiln_d3){(double)rows[k][0], (double)rows[k][1], (double)rows[k][2]};
}

/// The middle of a box; a point of the box.
static kiln_vec3 middle(const kiln_refit_box *box)
{
	float at[3];
	for (int axis = 0; axis < 3; ++axis)
		at[axis] = (float)(((double)box->min[axis] + (double)box->max[axis]) / 2);
	return (kiln_vec3){at[0], at[1], at[2]};
}

static void begin(kiln_fit_set *set, const kiln_refit_box *box)
{
	set->from = middle(box);
	set->count = 0;
	set->largest = 0;
}

static void gather_leaf(const kiln_refit *refit, uint32_t child, kiln_fit_set *set)
{
	kiln_leaf_room room;
	kiln_leaf leaf = kiln_leaf_at(refit->leaves, child & ~KILN_VOLUME_LEAF, &room);
	for (uint32_t i = 0; i < leaf.vertex_count; ++i)
	{
		kiln_d3 at = {(double)leaf.x[i], (double)leaf.y[i], (double)leaf.z[i]};
		kiln_fit_add(set, kiln_d3_sub(at, kiln_d3_from(set->from)), 0);
	}
}

static void gather_points(const kiln_refit *refit, uint32_t first, uint32_t nodes, kiln_fit_set *set)
{
	for (uint32_t n = first; n < first + nodes; ++n)
	{
		const kiln_format_volume_head *head = head_at(refit, n);
		for (uint32_t i = 0; i < head->count; ++i)
			if (head->child[i] & KILN_VOLUME_LEAF)
				gather_leaf(refit, head->child[i], set);
	}
}

/// The corners of an OBB or of an RSS's rectangle.
///
/// An OBB is the set of points with |A (p - c)| <= size by components, with the rows of A as stored. If the rows were
/// orthonormal, p - c would be a sum of axes times numbers within the sizes. With A A^T = 1 + E, p - c differs from
/// this sum by no more than |E| (1 + |E|) times the sizes' length. kiln_format_axes rounds each product, sum and
/// quotient by u = 2^-24: entries on the diagonal have an error of at most 17 u, the others of 9 u, A one of 37 u in
/// its Frobenius norm, and E is less than 75 u < 2^-17. So balls with that share of the sizes' sum as radius cover the
/// error. An RSS is built from the stored axes themselves.
static void gather_oriented(
	const kiln_refit *refit, const kiln_format_oriented_node *node, uint32_t i, kiln_fit_set *set)
{
	kiln_d3 axes[3];
	axes_of(node, i, axes);
	kiln_d3 from = kiln_d3_from(set->from);
	kiln_d3 center = kiln_d3_sub(
		(kiln_d3){(double)node->center[0][i], (double)node->center[1][i], (double)node->center[2][i]}, from);
	double size[3] = {(double)node->size[0][i], (double)node->size[1][i], (double)node->size[2][i]};
	bool swept = refit->kind == KILN_TREE_RSS;
	kiln_d3 away = kiln_d3_abs(center);
	double sum = size[0] + size[1] + size[2];
	double radius = (swept ? size[2] : sum * 0x1p-17) + (away.x + away.y + away.z + 2 * sum) * KILN_FIT_SLACK;
	for (uint32_t corner = 0; corner < (swept ? 4u : 8u); ++corner)
	{
		kiln_d3 at = kiln_d3_along(center, corner & 1 ? size[0] : -size[0], axes[0]);
		at = kiln_d3_along(at, corner & 2 ? size[1] : -size[1], axes[1]);
		if (!swept)
			at = kiln_d3_along(at, corner & 4 ? size[2] : -size[2], axes[2]);
		kiln_fit_add(set, at, radius);
	}
}

/// Gathers the volumes of a node.
static void gather_volumes(const kiln_refit *refit, uint32_t n, kiln_fit_set *set)
{
	const kiln_format_volume_head *head = head_at(refit, n);
	for (uint32_t i = 0; i < head->count; ++i)
		if (refit->kind == KILN_TREE_SPHERE)
		{
			const kiln_format_sphere_node *node = (const kiln_format_sphere_node *)(const void *)head;
			kiln_d3 at = {(double)node->center[0][i], (double)node->center[1][i], (double)node->center[2][i]};
			kiln_fit_add(set, kiln_d3_sub(at, kiln_d3_from(set->from)), (double)node->radius[i]);
		}
		else
			gather_oriented(refit, (const kiln_format_oriented_node *)(const void *)head, i, set);
}

static void gather_corners(const kiln_refit_box *box, kiln_fit_set *set)
{
	for (uint32_t corner = 0; corner < 8; ++corner)
	{
		kiln_d3 at = {(double)(corner & 1 ? box->max : box->min)[0], (double)(corner & 2 ? box->max : box->min)[1],
			(double)(corner & 4 ? box->max : box->min)[2]};
		kiln_fit_add(set, kiln_d3_sub(at, kiln_d3_from(set->from)), 0);
	}
}

static kiln_fit_volume fit_set(const kiln_refit *refit, const kiln_fit_set *set, const kiln_d3 axes[3])
{
	if (refit->kind == KILN_TREE_SPHERE)
		return kilni_fit_sphere(set);
	return refit->kind == KILN_TREE_OBB ? kilni_fit_obb(set, axes) : kilni_fit_rss(set, axes);
}

/// Fits child `i` of a node. A large subtree has two sets to fit to: its children's volumes, and the corners of the box
/// of its points. The smaller volume is taken.
static kiln_fit_volume fit_child(
	const kiln_refit *refit, const kiln_format_volume_head *head, uint32_t i, const round_subtree *subtree)
{
	kiln_fit_set set;
	kiln_d3 axes[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
	if (refit->kind != KILN_TREE_SPHERE)
		axes_of((const kiln_format_oriented_node *)(const void *)head, i, axes);
	uint32_t child = head->child[i];
	begin(&set, &subtree->box);
	if (child & KILN_VOLUME_LEAF)
		gather_leaf(refit, child, &set);
	else if (subtree->vertices <= KILN_FIT_BALLS)
		gather_points(refit, child, subtree->nodes, &set);
	else
		gather_volumes(refit, child, &set);
	kiln_fit_volume volume = fit_set(refit, &set, axes);
	if (subtree->vertices <= KILN_FIT_BALLS)
		return volume;
	begin(&set, &subtree->box);
	gather_corners(&subtree->box, &set);
	kiln_fit_volume other = fit_set(refit, &set, axes);
	return other.surface < volume.surface ? other : volume;
}

static void store(const kiln_refit *refit, uint32_t n, uint32_t i, const kiln_fit_volume *volume)
{
	uint8_t *at = refit->nodes + (uint64_t)n * kiln_format_volume_node_size(refit->kind);
	bool sphere = refit->kind == KILN_TREE_SPHERE;
	kiln_format_sphere_node *balls = (kiln_format_sphere_node *)(void *)at;
	kiln_format_oriented_node *oriented = (kiln_format_oriented_node *)(void *)at;
	float(*center)[KILN_TREE_WIDTH] = sphere ? balls->center : oriented->center;
	center[0][i] = volume->center.x;
	center[1][i] = volume->center.y;
	center[2][i] = volume->center.z;
	if (sphere)
		balls->radius[i] = volume->size[0];
	else
		for (int k = 0; k < 3; ++k)
			oriented->size[k][i] = volume->size[k];
}

double kilni_refit_round(const kiln_refit *refit)
{
	round_subtree *subtrees = refit->scratch;
	double surfaces = 0;
	for (uint32_t n = refit->node_count; n-- > 0;)
	{
		const kiln_format_volume_head *head = head_at(refit, n);
		round_subtree all = {.nodes = 1};
		for (uint32_t i = 0; i < head->count; ++i)
		{
			round_subtree below = {.nodes = 0};
			if (head->child[i] & KILN_VOLUME_LEAF)
			{
				kiln_leaf_room room;
				kiln_leaf leaf = kiln_leaf_at(refit->leaves, head->child[i] & ~KILN_VOLUME_LEAF, &room);
				below.box = kiln_refit_leaf_box(&leaf);
				below.vertices = leaf.vertex_count;
			}
			else
				below = subtrees[head->child[i]];
			kiln_fit_volume volume = fit_child(refit, head, i, &below);
			surfaces += volume.surface;
			store(refit, n, i, &volume);
			if (i == 0)
				all.box = below.box;
			else
				kiln_refit_box_join(&all.box, &below.box);
			all.nodes += below.nodes;
			all.vertices += below.vertices;
		}
		// Above KILN_FIT_BALLS the exact number does not matter. With this cap, sums of eight cannot overflow.
		all.vertices = all.vertices > KILN_FIT_BALLS ? KILN_FIT_BALLS + 1 : all.vertices;
		subtrees[n] = all;
	}
	return surfaces;
}
