// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_SOLID_H
#define KILN_PRIMITIVE_SOLID_H

#include "kiln/overlap.h"
#include "math/double3.h"

/// A shape of a query, checked and prepared. All kinds share the walks, and differ only in the test against a triangle.

typedef enum kiln_solid_kind
{
	KILN_SOLID_SPHERE,
	KILN_SOLID_BOX,
	KILN_SOLID_CAPSULE,
} kiln_solid_kind;

typedef struct kiln_solid
{
	kiln_solid_kind kind;
	kiln_d3 center;	 ///< capsule: the middle of its axis
	kiln_d3 reach;	 ///< center - reach .. center + reach holds the solid, with room for rounding
	double radius;	 ///< sphere and capsule
	kiln_d3 axis;	 ///< capsule: its axis runs from center - axis to center + axis
	kiln_d3 half;	 ///< box: half extents
	kiln_d3 side[3]; ///< box: its unit axes
} kiln_solid;

/// These return false, and leave `solid` unspecified, for a negative size, NaN, infinity or a coordinate beyond
/// KILN_COORDINATE_MAX, and for NULL.
bool kilni_solid_from_sphere(kiln_solid *solid, const kiln_sphere *sphere);
bool kilni_solid_from_box(kiln_solid *solid, const kiln_box *box);
bool kilni_solid_from_capsule(kiln_solid *solid, const kiln_capsule *capsule);

/// Whether a point is finite and within +-KILN_COORDINATE_MAX.
bool kilni_point_in_range(kiln_vec3 point);

/// The corners of a triangle relative to the solid's center.
static inline void kiln_solid_see(const kiln_solid *solid, const kiln_vec3 corners[3], kiln_d3 seen[3])
{
	for (int i = 0; i < 3; ++i)
		seen[i] = kiln_d3_sub(kiln_d3_from(corners[i]), solid->center);
}

/// A round solid (sphere or capsule) and a triangle, projected on the triangle's normal: a quick test that they are
/// apart.
typedef struct kiln_solid_plane
{
	kiln_d3 normal; ///< any length
	double height;	///< of the triangle
	double reach;	///< of the solid about its center, with a margin for rounding
} kiln_solid_plane;

kiln_solid_plane kilni_solid_on_plane(const kiln_solid *round, const kiln_d3 seen[3]);

#endif
