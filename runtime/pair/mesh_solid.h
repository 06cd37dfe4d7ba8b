// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_MESH_SOLID_H
#define KILN_PAIR_MESH_SOLID_H

#include "object.h"
#include "pair/kernel/sift.h"
#include "solid_pair.h"

/// A mesh against a solid. The box around the solid walks the mesh's tree, and GJK compares the triangles with the
/// solid, in the query's coordinates relative to the solid.

/// Receives a triangle's number in the mesh, its corners relative to the origin of the solid's box, and its gap from
/// the solid, both in the query's coordinates; a is the triangle. Returns false to end the walk.
typedef bool kiln_visit_solid_gap(void *user, uint32_t triangle, const kiln_d3 corner[3], const kiln_solid_gap *gap);

/// Visits the triangles that are not proved farther than `*limit` from the solid; the visitor may lower the limit. With
/// 0, visits those that touch the solid. `sift` (NULL: none) excludes triangles. Returns false when the visitor or the
/// budget (NULL: none) ended the walk.
bool kilni_mesh_solid_walk(const kiln_pair_part *mesh, const kiln_pair_part *solid, const kiln_pair_sift *sift,
	const double *limit, kiln_pair_counters *counters, kiln_budget *budget, kiln_visit_solid_gap *visit, void *user);

/// Tests two solids in the same way: returns false where they are certainly farther apart than `limit`.
bool kilni_solid_solid(const kiln_pair_part *a, const kiln_pair_part *b, double limit, kiln_solid_gap *gap);

#endif
