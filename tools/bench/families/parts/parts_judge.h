// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_PARTS_JUDGE_H
#define KILN_BENCH_PARTS_JUDGE_H

#include "bench/scenes/house.h"
#include "bench/scenes/meshes.h"
#include "hull/hull.h"

/// The judgement of convex parts, the same for Kiln's and for others'.

/// Volumes by rays: along each axis, a grid of rays, one at a random place of each cell. Along a ray, lengths are exact but for rounding.
/// A point is in the art where its winding number is not 0.
typedef struct parts_volumes
{
	double art;
	double parts;	///< their union
	double added;	///< in a part, not in the art
	double missing; ///< in the art, in no part
} parts_volumes;

/// Computes the volumes with `side` x `side` rays along each axis.
parts_volumes parts_volumes_find(const clean_mesh *mesh, const convex_hull *hulls, uint32_t count, uint32_t side);

/// Art that the parts leave out.
typedef struct parts_loss
{
	uint32_t gaps;		///< triangles with a point in no part, by exact signs
	uint32_t undecided; ///< triangles for which the counted work did not suffice
	double distance;	///< no point of the art is farther from the parts, certainly
	/// The area of the art that is more than PARTS_LOSS_FAR from the parts, by the centres of small triangles.
	double area;
} parts_loss;

/// A share of the diagonal.
#define PARTS_LOSS_FAR 0.001

/// Finds what parts leave out. False when out of memory.
bool parts_loss_find(const clean_mesh *mesh, const convex_hull *hulls, uint32_t count, parts_loss *out);

/// Bounds how far parts stick out of the art: no point of a part's surface outside of the solid is farther from it, certainly. `*closed` says whether the
/// art has an inside. False when out of memory.
bool parts_reach_find(
	const clean_mesh *mesh, const convex_hull *hulls, uint32_t count, double diagonal, double *reach, bool *closed);

/// Counts the openings through which a ball passes: its centre's way is more than its radius from each part.
uint32_t parts_passed(const convex_hull *hulls, uint32_t count, const house_opening *openings, uint32_t opening_count,
	double scale, double radius);

#endif
