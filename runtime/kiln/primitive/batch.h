// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_BATCH_H
#define KILN_PRIMITIVE_BATCH_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Four pairs at a time (Ericson 2005, 13.4): lane i of a against lane i of b; the answers are those of the single functions, to the bit. ...

typedef struct kiln_sphere4
{
	float x[4], y[4], z[4], radius[4];
} kiln_sphere4;

typedef struct kiln_aabb4
{
	float min_x[4], min_y[4], min_z[4], max_x[4], max_y[4], max_z[4];
} kiln_aabb4;

/// Bit i: whether lane i overlaps, as kiln_overlaps_sphere_sphere, _sphere_aabb, _aabb_aabb.
uint32_t kiln_overlaps4_sphere_sphere(const kiln_sphere4 *a, const kiln_sphere4 *b);
uint32_t kiln_overlaps4_sphere_aabb(const kiln_sphere4 *a, const kiln_aabb4 *b);
uint32_t kiln_overlaps4_aabb_aabb(const kiln_aabb4 *a, const kiln_aabb4 *b);

#ifdef __cplusplus
}
#endif

#endif
