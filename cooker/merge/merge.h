// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_MERGE_H
#define KILN_COOKER_MERGE_H

#include "scene.h"

/// Merges coplanar triangles into polygons with holes, and triangulates the polygons with the fewest triangles.
///
/// A region is a set of triangles of one plane and one part, connected by edges of two triangles that run in opposite
/// directions. The polygon of a region with n corners and h holes becomes n + 2 h - 2 triangles. No polygon is ever
/// traced: vertices are removed from the triangulation one by one, and the triangles around a vertex are replaced by
/// two fewer with the same outline. Every new triangle has area, exactly, and the winding of the region. So each step
/// keeps the covered points, the topology and the outline, also where a region touches or covers itself.

/// Largest number of triangles of a mesh that is merged; larger meshes stay as they are.
#define MERGE_TRIANGLES_MAX (0x7fffffffu / 3 / 2)

typedef struct merge_options
{
	/// Largest distance, in mesh units, between the surfaces before and after, 0 or more; 0 merges exactly coplanar
	/// triangles and drops exactly collinear vertices only.
	double tolerance;
} merge_options;

typedef struct merge_counts
{
	uint32_t before;  ///< triangles
	uint32_t after;	  ///< triangles
	uint32_t regions; ///< regions that lost triangles
	/// Regions of which a vertex could go, but stays: without it, triangles or edges of different regions would
	/// coincide.
	uint32_t kept;
	double moved; ///< an upper bound of the distance between the surfaces before and after; 0 for a tolerance of 0
	bool limited; ///< the limit of work was reached: triangles are the fewest, but not the best shaped
} merge_counts;

/// Merges the triangles of a cleaned mesh, in place. A region that loses no triangle stays as it is, to the bit; a
/// triangle of any other region names the lowest source face of its region. Triangles stay in the order of their
/// faces, vertices are numbered by first use. What was closed, manifold, orientable or wound stays so; the Euler
/// characteristic and, with tolerance 0, the set of points of the surface do not change. A vertex stays where the
/// border of another region needs it, so that no T-junction arises. With tolerance 0, and where no region is kept, the
/// positions of the resulting triangles do not depend on the order of the triangles and vertices, and merging again
/// changes nothing.
///
/// Within a tolerance, regions grow from the largest triangle left: all connected triangles whose vertices lie within a
/// quarter of the tolerance of one plane, measured along an axis. Their surface and that of the new triangles then
/// differ by at most half the tolerance along this axis. Vertices of borders are dropped, the nearest first, while all
/// dropped ones stay within the other half of the new edge, measured in the planes of all regions there. All distances
/// include the bound of their rounding error.
///
/// Triangles are those of the constrained Delaunay triangulation, found by flipping edges (C. L. Lawson, Software for
/// C1 Surface Interpolation, 1977) with exact signs; of four points on one circle, the diagonal at the
/// lexicographically smallest is taken. Time is O(n log n) but for the flips, of which there are at most 64 per
/// triangle. KILNCOOK_INTERNAL when out of memory, with the mesh unchanged.
kilncook_status merge_build(
	const kilncook_context *context, const merge_options *options, clean_mesh *mesh, merge_counts *counts);

#endif
