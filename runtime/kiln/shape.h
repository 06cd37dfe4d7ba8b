// SPDX-License-Identifier: MIT
#ifndef KILN_SHAPE_H
#define KILN_SHAPE_H

#include "bounds.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bounding volumes around the same points. The cooker proves that each contains all of the points. The k-DOP has all
/// axes.
typedef struct kiln_volumes
{
	kiln_aabb aabb;
	kiln_sphere sphere; ///< the smallest one
	kiln_obb obb;		///< of the least volume that the cooker found
	kiln_capsule capsule;
	kiln_rss rss;
	kiln_kdop kdop;
} kiln_volumes;

/// Stores the volumes around the vertices of a mesh or hull, in its own coordinates: transform them by the node's
/// transform. Returns false, with `*volumes` unchanged, out of range and for primitives, which are volumes themselves.
KILN_API bool kiln_shape_volumes(const kiln_asset *asset, uint32_t shape, kiln_volumes *volumes);

/// Stores the volumes around one part of a mesh: the triangles that came from one mesh of the art. Returns false also
/// where no triangle of that mesh was left, and for parts of hulls and primitives that were made of several parts.
KILN_API bool kiln_part_volumes(const kiln_asset *asset, uint32_t part, kiln_volumes *volumes);

/// Mass of a solid of density 1, in the coordinates and units of the shape. Multiply volume, inertia and moments by the
/// density.
typedef struct kiln_mass
{
	/// False: an open or flat surface, a solid too large or too small for float32 (by its inertia, a cube 7e7 or 4e-8
	/// wide), or a number out of range. Then all fields but area and center are 0.
	bool solid;
	float volume;	  ///< > 0 for a solid
	float area;		  ///< of the surface
	kiln_vec3 center; ///< center of mass; without mass, of the area
	float inertia[6]; ///< tensor about the center of mass: xx, yy, zz, xy, xz, yz
	float moments[3]; ///< principal moments, increasing
	kiln_quat axes;	  ///< rotates x, y, z to the principal axes
} kiln_mass;

/// Returns the mass that the cooker integrated (Mirtich 1996, Tonon 2004). Every field is zero out of range.
KILN_API kiln_mass kiln_shape_mass(const kiln_asset *asset, uint32_t shape);

#ifdef __cplusplus
}
#endif

#endif
