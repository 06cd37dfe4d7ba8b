// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_MESH_SOLID_H
#define KILN_PAIR_MESH_SOLID_H

#include "object.h"
#include "solid_pair.h"

/// A mesh against a solid: its tree is walked with the box around the solid, its triangles are compared with the solid
/// by GJK, in the query's coordinates seen from the solid.

/// Receives a triangle's number in the mesh, its corners, less the origin of the solid's box, and how far it is from the
/// solid, both in the query's coordinates; a is the triangle. False ends the walk.
typedef bool kiln_visit_solid_gap(void *user, uint32_t triangle, const kiln_d3 corner[3], const kiln_solid_gap *gap);

/// Visits the triangles that are not proved farther than `*limit` from the solid; the visitor may lower it. 0: those
/// that touch it. False when the visitor or the budget (NULL: none) ended it.
bool kilni_mesh_solid_walk(const kiln_pair_part *mesh, const kiln_pair_part *solid, const double *limit,
	kiln_pair_counters *counters, kiln_budget *budget, kiln_visit_solid_gap *visit, void *user);

/// Two solids, likewise: false where they are surely farther apart than `limit`.
bool kilni_solid_solid(const kiln_pair_part *a, const kiln_pair_part *b, double limit, kiln_solid_gap *gap);

#endif
