// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_AFFINE_H
#define KILN_PAIR_AFFINE_H

#include "bounds/posing.h"

/// Affine maps in double: x maps to column[0] x.x + column[1] x.y + column[2] x.z + origin.
typedef struct kiln_affine
{
	kiln_d3 column[3];
	kiln_d3 origin;
} kiln_affine;

static inline kiln_affine kiln_affine_identity(void)
{
	return (kiln_affine){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
}

/// Maps a vector: without the origin.
static inline kiln_d3 kiln_affine_vector(const kiln_affine *map, kiln_d3 v)
{
	kiln_d3 to = kiln_d3_scale(map->column[0], v.x);
	return kiln_d3_along(kiln_d3_along(to, v.y, map->column[1]), v.z, map->column[2]);
}

/// Maps a point. The identity keeps every number unchanged.
static inline kiln_d3 kiln_affine_point(const kiln_affine *map, kiln_d3 p)
{
	return kiln_d3_add(kiln_affine_vector(map, p), map->origin);
}

/// The map `inner` followed by `outer`. If one is the identity, the result is the other one to the bit, except for
/// signs of zero.
static inline kiln_affine kiln_affine_compose(const kiln_affine *outer, const kiln_affine *inner)
{
	kiln_affine map;
	for (int k = 0; k < 3; ++k)
		map.column[k] = kiln_affine_vector(outer, inner->column[k]);
	map.origin = kiln_affine_point(outer, inner->origin);
	return map;
}

/// The map of a valid pose: scale, then rotation, then translation. The identity pose gives the identity.
static inline kiln_affine kiln_affine_of_pose(const kiln_pose *pose)
{
	kiln_affine map;
	double scale = pose->scale == 0 ? 1 : (double)pose->scale;
	kiln_quat_axes(pose->rotation, map.column);
	for (int k = 0; k < 3; ++k)
		map.column[k] = kiln_d3_scale(map.column[k], scale);
	map.origin = kiln_d3_from(pose->translation);
	return map;
}

/// The rows of the linear part's inverse: the cross products of its columns divided by its determinant (Cramer).
/// Infinite or NaN for a singular map.
static inline void kiln_affine_inverse_rows(const kiln_affine *map, kiln_d3 row[3])
{
	const kiln_d3 *c = map->column;
	row[0] = kiln_d3_cross(c[1], c[2]);
	row[1] = kiln_d3_cross(c[2], c[0]);
	row[2] = kiln_d3_cross(c[0], c[1]);
	double determinant = kiln_d3_dot(c[0], row[0]);
	for (int k = 0; k < 3; ++k)
		row[k] = (kiln_d3){row[k].x / determinant, row[k].y / determinant, row[k].z / determinant};
}

/// The inverse, within rounding; that of the identity is the identity. A singular map gives infinities or NaN.
static inline kiln_affine kiln_affine_inverse(const kiln_affine *map)
{
	kiln_d3 row[3];
	kiln_affine_inverse_rows(map, row);
	kiln_affine back = {
		.column = {{row[0].x, row[1].x, row[2].x}, {row[0].y, row[1].y, row[2].y}, {row[0].z, row[1].z, row[2].z}}};
	kiln_d3 o = map->origin;
	back.origin = (kiln_d3){-kiln_d3_dot(row[0], o), -kiln_d3_dot(row[1], o), -kiln_d3_dot(row[2], o)};
	return back;
}

#endif
