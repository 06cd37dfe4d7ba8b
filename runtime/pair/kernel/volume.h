// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_VOLUME_H
#define KILN_PAIR_VOLUME_H

#include "volume_kdop.h"

/// Decodes volumes of every kind from their node, and maps them.

/// The share of each half edge and of the radius in the slack. Products, sums and the rounding of axes that count as
/// unit and perpendicular cost less than 64 u (u = 2^-24) of the edges. Where axes come from a quaternion, they cost 44
/// u more, twice (see kiln_format_axes): entries have an error of 7 u relative to sums of at most 2, in all less than
/// 22 u.
#define KILN_VOLUME_EDGE_SLACK 0x1p-18f
#define KILN_VOLUME_TURNED_SLACK 0x1.4p-17f

/// Decodes slot `slot` of an AABB node. A grid's planes are exact. Its center is computed in two steps, so that it
/// rounds once where the middle is subtracted and once more.
static inline void kiln_local_aabb(
	const kiln_pair_tree *tree, const uint8_t *bytes, uint32_t slot, kiln_volume_local *local)
{
	static const float halves[4] = {0.5f, 0.5f, 0.5f, 0};
	const kiln_format_tree_node *node = (const kiln_format_tree_node *)(const void *)bytes;
	f3 step = f3_mul(f3_powers(node->exponent), f3_load(halves));
	f3 lo = f3_from3((float)node->lo[0][slot], (float)node->lo[1][slot], (float)node->lo[2][slot]);
	f3 hi = f3_from3((float)node->hi[0][slot], (float)node->hi[1][slot], (float)node->hi[2][slot]);
	f3 base = f3_sub(f3_load(node->origin), f3_load(tree->middle));
	local->center = f3_add(base, f3_mul(f3_add(lo, hi), step));
	f3_store(local->half, f3_mul(f3_sub(hi, lo), step));
	local->radius = 0;
}

static inline f3 kiln_local_center(const kiln_pair_tree *tree, const float center[3][KILN_TREE_WIDTH], uint32_t slot)
{
	return f3_sub(f3_from3(center[0][slot], center[1][slot], center[2][slot]), f3_load(tree->middle));
}

static inline void kiln_local_sphere(
	const kiln_pair_tree *tree, const uint8_t *bytes, uint32_t slot, kiln_volume_local *local)
{
	const kiln_format_sphere_node *node = (const kiln_format_sphere_node *)(const void *)bytes;
	local->center = kiln_local_center(tree, node->center, slot);
	local->half[0] = local->half[1] = local->half[2] = 0;
	local->radius = node->radius[slot];
}

/// Decodes an OBB or an RSS.
static inline void kiln_local_oriented(
	const kiln_pair_tree *tree, const uint8_t *bytes, uint32_t slot, kiln_volume_local *local)
{
	const kiln_format_oriented_node *node = (const kiln_format_oriented_node *)(const void *)bytes;
	float axes[3][3];
	kiln_format_axes((float)node->rotation[0][slot], (float)node->rotation[1][slot], (float)node->rotation[2][slot],
		(float)node->rotation[3][slot], axes);
	for (int k = 0; k < 3; ++k)
	{
		memcpy(local->axes[k], axes[k], sizeof axes[k]);
		local->axes[k][3] = 0;
		local->half[k] = node->size[k][slot];
	}
	local->center = kiln_local_center(tree, node->center, slot);
	local->radius = 0;
	if (tree->kind == KILN_TREE_RSS)
	{
		local->radius = local->half[2];
		local->half[2] = 0;
	}
}

/// A map that is not a similarity does not map a ball to a ball: maps the box around the ball instead.
static inline void kiln_local_square(kiln_volume_local *local)
{
	for (int k = 0; k < 3; ++k)
		local->half[k] += local->radius;
	local->radius = 0;
}

static inline float kiln_f3_sum(const float v[3])
{
	return fabsf(v[0]) + fabsf(v[1]) + fabsf(v[2]);
}

/// L v + start.
static inline f3 kiln_link_transform(const kiln_pair_link *link, f3 start, float x, float y, float z)
{
	start = f3_add(start, f3_mul(f3_load(link->column[0]), f3_set1(x)));
	start = f3_add(start, f3_mul(f3_load(link->column[1]), f3_set1(y)));
	return f3_add(start, f3_mul(f3_load(link->column[2]), f3_set1(z)));
}

/// Maps the edges and normals of a box along the source's axes.
static inline void kiln_transform_straight(
	const kiln_volume_local *local, const kiln_pair_link *link, kiln_pair_volume *volume)
{
	f3 extent = f3_set1(0);
	for (int k = 0; k < 3; ++k)
	{
		f3 edge = f3_mul(f3_load(link->column[k]), f3_set1(local->half[k]));
		extent = f3_add(extent, f3_abs(edge));
		f3_store(volume->edge[k], edge);
		f3_store(volume->axis[k], f3_load(link->axis[k]));
		volume->half[k] = local->half[k] * link->along[k];
	}
	f3_store(volume->extent, extent);
	volume->turned = !link->aligned;
}

/// The normals of the faces of a box's image under a map that is not a similarity, from its unit axes, mapped and
/// divided by the greatest stretch. Any directions would be valid, because the extent of the edges along them is
/// computed from all three. A box that is almost flat gets normals of zero, which prove nothing.
static inline void kiln_transform_normals(kiln_pair_volume *volume, float spokes[3][4])
{
	for (int k = 0; k < 3; ++k)
	{
		const float *a = spokes[(k + 1) % 3], *b = spokes[(k + 2) % 3];
		float n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
		float length2 = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
		float per_length = length2 > 0x1p-80f ? 1 / sqrtf(length2) : 0;
		float along = 0;
		for (int i = 0; i < 3; ++i)
			volume->axis[k][i] = n[i] * per_length;
		for (int i = 0; i < 3; ++i)
			along += fabsf(volume->axis[k][0] * volume->edge[i][0] + volume->axis[k][1] * volume->edge[i][1] +
						   volume->axis[k][2] * volume->edge[i][2]);
		volume->axis[k][3] = 0;
		volume->half[k] = along;
	}
}

/// Maps the edges and normals of a box with its own axes.
static inline void kiln_transform_oriented(
	const kiln_volume_local *local, const kiln_pair_link *link, kiln_pair_volume *volume)
{
	f3 extent = f3_set1(0), per_scale = f3_set1(1 / link->scale);
	float spokes[3][4];
	for (int k = 0; k < 3; ++k)
	{
		const float *axis = local->axes[k];
		f3 spoke = kiln_link_transform(link, f3_set1(0), axis[0], axis[1], axis[2]);
		f3 edge = f3_mul(spoke, f3_set1(local->half[k]));
		extent = f3_add(extent, f3_abs(edge));
		f3_store(spokes[k], f3_mul(spoke, per_scale));
		f3_store(volume->edge[k], edge);
		f3_store(volume->axis[k], f3_load(spokes[k]));
		volume->half[k] = local->half[k] * link->scale;
	}
	f3_store(volume->extent, extent);
	volume->turned = true;
	if (!link->similar)
		kiln_transform_normals(volume, spokes);
}

/// Maps a volume of the tree `from` to the coordinates of `to`, by the link between them. The tree and the reference
/// are trusted.
KILN_NEVER_INLINE static void kiln_volume_transform(const kiln_pair_tree *from, kiln_volume_ref ref,
	const kiln_pair_tree *to, const kiln_pair_link *link, kiln_pair_volume *volume)
{
	kiln_volume_local local;
	kiln_kdop_slabs slabs;
	const uint8_t *node = ref == KILN_ROOT_REF ? NULL : kiln_volume_node(from, ref / KILN_TREE_WIDTH);
	uint32_t slot = ref % KILN_TREE_WIDTH;
	bool oriented = false, placed = true, sliced = false;
	if (ref == KILN_ROOT_REF)
	{
		local.center = f3_set1(0);
		memcpy(local.half, from->half, sizeof from->half);
		local.radius = 0;
	}
	else if (from->kind == KILN_TREE_AABB)
		kiln_local_aabb(from, node, slot, &local);
	else if (from->kind == KILN_TREE_SPHERE)
	{
		placed = false;
		kiln_local_sphere(from, node, slot, &local);
	}
	else if (from->kind == KILN_TREE_OBB || from->kind == KILN_TREE_RSS)
	{
		oriented = true;
		placed = false;
		kiln_local_oriented(from, node, slot, &local);
	}
	else
	{
		sliced = true;
		kiln_local_kdop(from, node, slot, link, &slabs, &local);
	}
	float size = local.half[0] + local.half[1] + local.half[2] + 3 * local.radius;
	if (!link->similar && local.radius > 0)
		kiln_local_square(&local);
	float at[4];
	f3_store(at, local.center);
	f3 center = kiln_link_transform(link, f3_load(link->origin), at[0], at[1], at[2]);
	f3_store(volume->center, center);
	if (oriented)
		kiln_transform_oriented(&local, link, volume);
	else
		kiln_transform_straight(&local, link, volume);
	volume->radius = local.radius * link->greatest;
	volume->size = size * link->source_measure;
	volume->aimed = false;
	volume->slack =
		link->slack + (oriented ? KILN_VOLUME_TURNED_SLACK : KILN_VOLUME_EDGE_SLACK) * (size * link->greatest);
	// Centers of spheres and oriented boxes may lie outside the tree's box, to which the link's slack applies.
	if (!placed)
		volume->slack += 0x1p-20f * (link->greatest * kiln_f3_sum(at) + kiln_f3_sum(volume->center));
	if (local.half[0] == 0 && local.half[1] == 0 && local.half[2] == 0)
		volume->turned = false;
	if (!kiln_format_kdop_slabs((uint32_t)to->kind))
		return;
	// The intervals already contain a k-DOP's own faces.
	volume->turned = volume->turned && !sliced;
	kiln_transform_slabs(volume, link, sliced ? &slabs : NULL, kiln_format_kdop_slabs((uint32_t)to->kind));
}

#endif
