// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_SETTLE_H
#define KILN_PAIR_SETTLE_H

#include "kernels.h"

/// The second search for the nearest triangles, for a pair of meshes of which the first one (walk.h) has seen many pairs
/// that are about as near as the best: surfaces that are flat, far apart or alike all over.
///
/// Bounds are in double here, so that they prove a pair to be no nearer than another that only rounding parts from it. The
/// search has two walks of both meshes' AABBs: the first finds the least key (kiln_near_key) and passes over whatever
/// cannot have a lesser one, ties included; the second finds, among the pairs of that key, the one with the lowest triangles: the leaves
/// stand in the order of the triangles, so that whole nodes come after the best known pair and are passed over. Boxes of surfaces askew
/// to the axes are much thicker than the surfaces: so a pair of nodes is also proved apart along one direction by all
/// corners below both, as often as such work does not exceed the rest.
///
/// What it answers is what the first search would, had it gone on.

/// Looks whether the boxes of both meshes prove that nothing is nearer than the best, along the way between its points: so it is with
/// flat surfaces that face each other. Sets run->looked and, if so, run->proved.
void kilni_pair_settle_look(kiln_pair_run *run);

/// Improves the run's best, or finds one. Both boxes of the pair are known.
void kilni_pair_settle(kiln_pair_run *run);

#endif
