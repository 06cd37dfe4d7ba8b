// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_SETTLE_H
#define KILN_PAIR_SETTLE_H

#include "kernels.h"

/// The second search for the nearest triangles. It runs when the first search (walk.h) has met many pairs of triangles
/// that are about as near as the best: on surfaces that are flat, far apart or similar everywhere.
///
/// Bounds are in double here, so that they can prove a pair to be no nearer than another one even if their distances
/// differ only by rounding. The search has two walks of both meshes' AABBs. The first walk finds the least key
/// (kiln_near_key), and prunes every pair that cannot have a lesser key, including ties. The second walk finds, among
/// the pairs of this key, the one with the lowest triangles. Leaves are in the order of the triangles, so that whole
/// nodes come after the best known pair and are pruned. Boxes of surfaces that are oblique to the axes are much thicker
/// than the surfaces. So a pair of nodes is also proved apart along one direction by all corners below both, as long as
/// this work does not exceed the rest.
///
/// The answer is the one that the first search would have found.

/// Tests whether the boxes of both meshes prove that no pair is nearer than the best, along the vector between its
/// points. This is so for flat surfaces that face each other. Sets run->looked and, if the boxes prove it, run->proved.
void kilni_pair_settle_look(kiln_pair_run *run);

/// Improves the run's best, or finds one. Both boxes of the pair are known.
void kilni_pair_settle(kiln_pair_run *run);

#endif
