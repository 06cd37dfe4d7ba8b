// SPDX-License-Identifier: MIT
#include "scene_leaves.h"

#include "math/quaternion.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// A box in a shape's own coordinates.
typedef struct shape_box
{
	kiln_d3 center;
	kiln_d3 axes[3];
	double half[3];
} shape_box;

static kiln_d3 from3(const float v[3])
{
	return (kiln_d3){(double)v[0], (double)v[1], (double)v[2]};
}

/// Around a segment from a to b, by `radius`.
static shape_box box_around_ends(const float *a, const float *b, float radius)
{
	shape_box box = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
	const kiln_d3 ends[2] = {from3(a), from3(b)};
	box.center = kiln_d3_scale(kiln_d3_add(ends[0], ends[1]), 0.5);
	kiln_d3 half = kiln_d3_abs(kiln_d3_scale(kiln_d3_sub(ends[1], ends[0]), 0.5));
	box.half[0] = half.x + (double)radius;
	box.half[1] = half.y + (double)radius;
	box.half[2] = half.z + (double)radius;
	return box;
}

static shape_box box_of(const kiln_format_shape *shape, const kiln_format_volumes *volumes)
{
	const float *p = shape->parameters;
	if (!volumes && shape->kind != KILN_SHAPE_BOX)
		return shape->kind == KILN_SHAPE_SPHERE ? box_around_ends(p, p, p[3]) : box_around_ends(p, p + 3, p[6]);
	shape_box box;
	if (volumes)
	{
		box.center = from3(volumes->obb_center);
		for (int i = 0; i < 3; ++i)
			box.axes[i] = from3(volumes->obb_axes + 3 * i);
	}
	else
	{
		box.center = from3(p);
		kiln_quat_axes((kiln_quat){p[6], p[7], p[8], p[9]}, box.axes);
	}
	const float *half = volumes ? volumes->obb_half_extents : p + 3;
	for (int i = 0; i < 3; ++i)
		box.half[i] = (double)half[i];
	return box;
}

/// Widens a box by more than the errors of float32 transformations of its contents, in shape coordinates: 2^-20 of the
/// largest added numbers, times the scale of the inverse transform.
static void widen(const kiln_format_node *node, shape_box *box)
{
	double reach = box->half[0] + box->half[1] + box->half[2], largest = 0, back = 0;
	kiln_d3 far = kiln_d3_add(kiln_d3_abs(box->center), (kiln_d3){reach, reach, reach});
	for (int i = 0; i < 3; ++i)
	{
		const float *there = node->to_asset + 4 * i, *home = node->to_mesh + 4 * i;
		double sum = kiln_d3_dot(kiln_d3_abs(from3(there)), far) + fabs((double)there[3]);
		largest = sum > largest ? sum : largest;
		back += kiln_d3_length2(from3(home));
	}
	double room = 0x1p-20 * largest * sqrt(back);
	for (int i = 0; i < 3; ++i)
		box->half[i] += room + 0x1p-20 * box->half[i];
}

void scene_leaf_bounds(const kiln_format_node *node, float corners[8][3])
{
	for (int i = 0; i < 8; ++i)
		for (int axis = 0; axis < 3; ++axis)
			corners[i][axis] = i >> axis & 1 ? node->bounds_max[axis] : node->bounds_min[axis];
}

static double half_area(kiln_d3 a, kiln_d3 b, kiln_d3 c)
{
	return sqrt(kiln_d3_length2(kiln_d3_cross(a, b))) + sqrt(kiln_d3_length2(kiln_d3_cross(b, c))) +
		   sqrt(kiln_d3_length2(kiln_d3_cross(c, a)));
}

void scene_leaf_corners(const kiln_format_node *node, const kiln_format_shape *shape,
	const kiln_format_volumes *volumes, float corners[8][3])
{
	shape_box box = box_of(shape, volumes);
	if (!(node->flags & KILN_NODE_IDENTITY))
		widen(node, &box);
	kiln_d3 edges[3], center;
	const float *m = node->to_asset;
	const kiln_d3 rows[3] = {from3(m), from3(m + 4), from3(m + 8)};
	center = (kiln_d3){kiln_d3_dot(rows[0], box.center) + (double)m[3], kiln_d3_dot(rows[1], box.center) + (double)m[7],
		kiln_d3_dot(rows[2], box.center) + (double)m[11]};
	for (int i = 0; i < 3; ++i)
	{
		kiln_d3 edge = kiln_d3_scale(box.axes[i], box.half[i] * (1 + 0x1p-20));
		edges[i] = (kiln_d3){kiln_d3_dot(rows[0], edge), kiln_d3_dot(rows[1], edge), kiln_d3_dot(rows[2], edge)};
	}
	kiln_d3 sides = kiln_d3_scale(kiln_d3_sub(from3(node->bounds_max), from3(node->bounds_min)), 0.5);
	double own = half_area((kiln_d3){sides.x, 0, 0}, (kiln_d3){0, sides.y, 0}, (kiln_d3){0, 0, sides.z});
	double limit = 2 * (double)KILN_COORDINATE_MAX;
	bool fits = half_area(edges[0], edges[1], edges[2]) < own;
	for (int i = 0; i < 8; ++i)
	{
		kiln_d3 p = center;
		for (int k = 0; k < 3; ++k)
			p = kiln_d3_along(p, i >> k & 1 ? 1 : -1, edges[k]);
		fits = fits && kiln_d3_largest(p) < limit;
		corners[i][0] = (float)p.x + 0.0f;
		corners[i][1] = (float)p.y + 0.0f;
		corners[i][2] = (float)p.z + 0.0f;
	}
	if (!fits)
		scene_leaf_bounds(node, corners);
}

kilncook_status scene_leaves_make(const kilncook_context *context, uint32_t count, volume_leaf_store *store)
{
	*store = (volume_leaf_store){
		.items = cook_alloc(context, count, sizeof *store->items),
		.boxes = cook_alloc(context, count, sizeof *store->boxes),
		.points = cook_alloc(context, 8 * (size_t)count, sizeof *store->points),
		.point_first = cook_alloc(context, (size_t)count + 1, sizeof *store->point_first),
		.point_count = 8 * (uint64_t)count,
	};
	store->leaves.count = count;
	if (!store->items || !store->boxes || !store->points || !store->point_first)
	{
		volume_leaf_store_free(context, store);
		return KILNCOOK_INTERNAL;
	}
	for (uint32_t i = 0; i <= count; ++i)
		store->point_first[i] = 8 * (uint64_t)i;
	for (uint32_t i = 0; i < count; ++i)
		store->items[i] = i;
	store->leaves =
		(volume_leaves){count, store->items, store->boxes, (const float(*)[3])store->points, store->point_first};
	return KILNCOOK_OK;
}

void scene_leaves_set(volume_leaf_store *store, uint32_t i, const float corners[8][3])
{
	build_box *box = &store->boxes[i];
	memcpy(store->points[8 * (size_t)i], corners, 8 * sizeof corners[0]);
	for (int axis = 0; axis < 3; ++axis)
	{
		box->min[axis] = box->max[axis] = corners[0][axis];
		for (int k = 1; k < 8; ++k)
		{
			box->min[axis] = corners[k][axis] < box->min[axis] ? corners[k][axis] : box->min[axis];
			box->max[axis] = corners[k][axis] > box->max[axis] ? corners[k][axis] : box->max[axis];
		}
	}
}
