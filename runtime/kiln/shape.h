// SPDX-License-Identifier: MIT
#ifndef KILN_SHAPE_H
#define KILN_SHAPE_H

#include "bounds.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bounding volumes around the same points, each proved by the cooker to contain all of them. The k-DOP has all axes.
typedef struct kiln_volumes
{
	kiln_aabb aabb;
	kiln_sphere sphere; ///< the smallest one
	kiln_obb obb;		///< of the least volume found
	kiln_capsule capsule;
	kiln_rss rss;
	kiln_kdop kdop;
} kiln_volumes;

/// The volumes around a mesh's or hull's vertices, in its own coordinates: transform them by the node's. False, with
/// `*volumes` untouched, out of range and for primitives, which are volumes themselves.
KILN_API bool kiln_shape_volumes(const kiln_asset *asset, uint32_t shape, kiln_volumes *volumes);

/// The same around one part of a mesh: what came from one mesh of the art. False also where nothing of it was left, and
/// for parts of hulls and primitives that were made of several.
KILN_API bool kiln_part_volumes(const kiln_asset *asset, uint32_t part, kiln_volumes *volumes);

/// Mass of a solid of density 1, in the shape's own coordinates and units; multiply volume, inertia and moments by the
/// density.
typedef struct kiln_mass
{
	/// False: an open or flat surface, a solid so large or so small that float32 does not hold its numbers (by its inertia,
	/// for a cube 7e7 and 4e-8 across), or out of range. Then all but area and center are 0.
	bool solid;
	float volume;	  ///< > 0 for a solid
	float area;		  ///< of the surface
	kiln_vec3 center; ///< of mass; without mass, of the area
	float inertia[6]; ///< about the centre: the tensor's entries xx, yy, zz, xy, xz, yz
	float moments[3]; ///< principal moments, increasing
	kiln_quat axes;	  ///< turns x, y, z to their axes
} kiln_mass;

/// What the cooker integrated (Mirtich 1996, Tonon 2004). Everything is zero out of range.
KILN_API kiln_mass kiln_shape_mass(const kiln_asset *asset, uint32_t shape);

#ifdef __cplusplus
}
#endif

#endif
