// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PARTS_H
#define KILN_COOKER_PARTS_H

#include "hull/hull.h"
#include "kilncook.h"
#include "mass/mass.h"

/// Convex decomposition: hulls whose union contains a surface, and the solid inside of a closed one.
///
/// Space is cut into boxes by planes across the axes. The part of a box is the hull of the art in the box: corners of triangles, points
/// where edges cross the sides of the box, and points where triangles cross its edges. Where such a point is no float, the floats around
/// the point take its place, by exact signs, so that the hull contains the exact piece of every triangle. The extreme points of a solid
/// within a box are on its surface, or are corners of the box; so the corners that lie in the solid are added, and the hulls of all boxes
/// together contain the solid.
///
/// A third generator does the same in linear maps of closed, planarly cut art, where planes of its faces become planes across the axes (oblique.c).
///
/// A fourth, for symmetric art, makes the cuts and merges of the first two in mirror images (images.c).
///
/// Two generators share these boxes. The first cuts the box that has the most volume outside of the art, where the hulls of both sides have
/// the least volume (as K. Mamou, V-HACD; X. Wei et al., Approximate Convex Decomposition for 3D Meshes with Collision-Aware Concavity and
/// Tree Search, 2022). The second cuts on to more boxes than wanted and merges pairs of parts while that adds the least volume (as
/// K. Mamou, F. Ghorbel, A Simple and Efficient Approach for 3D Mesh Approximate Convex Decomposition, 2009). The better one is taken: parts that
/// keep the error; then fewer parts; then less volume.

/// A surface. Coordinates are finite and at most KILN_COORDINATE_MAX in size, vertex numbers valid, no triangle degenerate.
typedef struct parts_art
{
	const float (*vertices)[3];
	const uint32_t (*triangles)[3];
	uint32_t vertex_count;
	uint32_t triangle_count; ///< at least 1, below 2^30
} parts_art;

typedef struct parts_options
{
	double error;	  ///< how far a part may stick out of the art, in units of the art; more than 0
	uint32_t most;	  ///< parts; at least 1
	uint32_t threads; ///< that may build trees, of no effect on the result; 0 means 1
	kilncook_parts_quality quality;
	double clear; ///< radius of the ball whose space parts do not enter (clearance.h), in units of the art; 0: none
	const double (*clear_from)[3]; ///< where the ball starts; NULL: outside
	uint32_t clear_from_count;
} parts_options;

/// What was made.
typedef struct parts_set
{
	convex_hull *hulls;
	double *errors; ///< per part: no point of its surface outside of the solid is farther from the art
	double *
		depths; ///< per part: how deep it enters the space of the ball (clearance.h), certainly no deeper; 0 without a ball
	uint32_t count;
	uint32_t capacity;
	kilncook_parts_counts counts;
} parts_set;

/// Decomposes a surface. Any triangles: open, crossing, folded. KILNCOOK_REFUSED with `parts-proof` if a check after the fit fails, which is a
/// fault of this room; KILNCOOK_INTERNAL when out of memory, with a message. `step` reports progress, done of total, and ends the search
/// with its status unless KILNCOOK_OK; NULL for none. The result depends on art and options alone.
kilncook_status parts_build(const kilncook_context *context, const parts_art *art, const parts_options *options,
	kilncook_status (*step)(void *user, uint64_t done, uint64_t total), void *user, parts_set *out);

/// Bounds how far a hull sticks out of the surface that it contains: no point of the hull's surface outside of the solid is farther from it.
/// Infinity where the bound would exceed `most`, or where the counted work ends before: `*undecided` gets how often. `*closed` says whether the
/// surface has an inside. KILNCOOK_INTERNAL when out of memory.
kilncook_status parts_hull_error(const kilncook_context *context, const parts_art *art, const convex_hull *h,
	double most, uint32_t threads, double *error, bool *closed, uint32_t *undecided);

/// Bounds how deep a hull enters the space of the ball of `options->clear` (clearance.h), as the depths of parts_build. KILNCOOK_REFUSED and
/// KILNCOOK_INTERNAL as there. `step` as there.
kilncook_status parts_hull_depth(const kilncook_context *context, const parts_art *art, const parts_options *options,
	const convex_hull *h, kilncook_status (*step)(void *user, uint64_t done, uint64_t total), void *user,
	double *depth);

/// Bounds how far a sphere, capsule, box or cylinder reaches from a hull that it contains: no point of it is farther from the hull.
/// `parameters` are as in the blob. Infinity for a hull that is a segment or a point. KILNCOOK_INTERNAL when out of memory.
///
/// The distance from a convex set is a convex function. Its largest value over a box is at a corner, over a capsule in one of the two balls at its ends, and
/// over a cylinder on a circle, which is put into a polygon. From a ball whose centre is inside of the hull, it is the radius less the depth.
kilncook_status parts_primitive_error(const kilncook_context *context, const convex_hull *h, kilncook_shape shape,
	const float parameters[12], double *error);

/// Integrates over the union of hulls: a point in several hulls counts once. `area` is not set, and `closed` is false without volume.
/// Each hull is cut by the planes of the hulls before it, into convex pieces outside of them, in double precision; coordinates within 1e-11 of
/// half the extent of all hulls count as equal. The number of pieces grows with the faces that overlap: where counted work does not suffice,
/// `*whole` is false and the result is the sum over the hulls, which counts common points several times. KILNCOOK_INTERNAL when out of memory,
/// with a message.
kilncook_status parts_union_mass(
	const kilncook_context *context, const convex_hull *hulls, uint32_t count, mass_properties *mass, bool *whole);

void parts_free(const kilncook_context *context, parts_set *set);

#endif
