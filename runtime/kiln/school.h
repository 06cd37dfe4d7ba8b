// SPDX-License-Identifier: MIT
#ifndef KILN_SCHOOL_H
#define KILN_SCHOOL_H

#include "broadphase.h"
#include "convex/cast.h"
#include "convex/distance.h"
#include "convex/penetration.h"
#include "pair.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The school: methods of the literature, for comparison with the runtime's own methods. The school is a library of its
/// own, libkilnschool: a game links only the methods that it names. Each method gives the same answers as the default.

// --- Broadphase -------------------------------------------------------------------------------------------------------

/// Every box against every other: the oracle, and suitable for some dozens of boxes.
extern const kiln_broadphase_method kiln_broadphase_brute_force;
/// Sweep and prune, sorted linked lists (Baraff 1992; Cohen et al. 1995).
extern const kiln_broadphase_method kiln_broadphase_sap_linked;
/// Sweep and prune, sorted arrays of end points.
extern const kiln_broadphase_method kiln_broadphase_sap_array;
/// Sweep and prune, arrays; batches of boxes are merged in and out (Tracy et al. 2009).
extern const kiln_broadphase_method kiln_broadphase_sap_batch;
/// Segmented interval lists (Tracy, Buss, Woods 2009).
extern const kiln_broadphase_method kiln_broadphase_sap_segmented;
/// End points that pass each other at known times (Coming and Staadt 2006).
extern const kiln_broadphase_method kiln_broadphase_sap_kinetic;
/// One sweep and prune for each cell of a coarse grid (Tracy et al. 2009).
extern const kiln_broadphase_method kiln_broadphase_multi_sap;
/// Box pruning in each of the regions that the caller names.
extern const kiln_broadphase_method kiln_broadphase_multi_box;
/// Uniform grid, an array of all cells.
extern const kiln_broadphase_method kiln_broadphase_grid_dense;
/// Uniform grid, cells in a hash table.
extern const kiln_broadphase_method kiln_broadphase_grid_hashed;
/// Uniform grid, a row of bits for each slice of each axis (Ericson 2005, 7.1.5).
extern const kiln_broadphase_method kiln_broadphase_grid_bits;
/// Grids of doubling cells (Mirtich 1996; Ericson 2005, 7.2.1).
extern const kiln_broadphase_method kiln_broadphase_grid_hierarchical;
/// Octree: a box is at the lowest cell that contains the box.
extern const kiln_broadphase_method kiln_broadphase_octree;
/// Loose octree: cells overlap (Ulrich 2000).
extern const kiln_broadphase_method kiln_broadphase_octree_loose;
/// Linear octree: cells are sorted by Morton code (Gargantini 1982).
extern const kiln_broadphase_method kiln_broadphase_octree_linear;
/// k-d tree: a box is in every leaf that the box touches.
extern const kiln_broadphase_method kiln_broadphase_kd_tree;
/// Dynamic tree of fattened boxes.
extern const kiln_broadphase_method kiln_broadphase_aabb_tree;
/// One segment tree an axis (Gavrilova and Rokne 2003).
extern const kiln_broadphase_method kiln_broadphase_segment_trees;
/// A segment tree with sorted lists in its nodes.
extern const kiln_broadphase_method kiln_broadphase_range_tree;
/// Balanced tree of the cells that are not empty.
extern const kiln_broadphase_method kiln_broadphase_spatial_tree;

/// Numbers of methods that kiln_school_broadphase knows.
#define KILN_SCHOOL_BROADPHASES 22u

/// Returns the method with a number, for programs that run all methods. 0 returns NULL, the default; the last number is
/// the packed tree. Returns NULL from KILN_SCHOOL_BROADPHASES on. Links every method.
const kiln_broadphase_method *kiln_school_broadphase(uint32_t number);

// --- Convex shapes ----------------------------------------------------------------------------------------------------

/// Johnson's distance algorithm (Gilbert, Johnson, Keerthi 1988), with a backup.
extern const kiln_simplex_solver kiln_simplex_johnson;
/// Every face of the simplex: an oracle.
extern const kiln_simplex_solver kiln_simplex_brute;

/// V-Clip (Mirtich 1998) for polytopes; GJK computes the distances of other shapes.
extern const kiln_distance_method kiln_distance_vclip;
/// A quadratic programme: an oracle for polytopes that are apart; GJK computes all other distances.
extern const kiln_distance_method kiln_distance_qp;

/// Separating vector (Chung, Wang 1996).
extern const kiln_collide_method kiln_collide_chung_wang;
/// A separating plane by linear programming (Seidel 1991): polytopes.
extern const kiln_collide_method kiln_collide_seidel;

/// All separating axes: an oracle for polytopes; EPA computes the depths of other shapes.
extern const kiln_penetration_method kiln_penetration_sat_brute;

/// Each support plane that GJK finds clips the way (van den Bergen 2004). The faster method where a shape is curved, up
/// to 1.7 times for ellipsoids, and for small shapes: capsules, triangles.
extern const kiln_cast_method kiln_cast_gjk_ray;
/// A distance query at each step, then a motion up to its plane (conservative advancement, Mirtich 1996, with the speed
/// of the plane, which is Newton's method on the distance). A fifth faster for boxes and hulls.
extern const kiln_cast_method kiln_cast_conservative;

/// Conservative advancement (Mirtich 1996): each step passes the time in which the objects cannot close the gap at their
/// highest possible speed. One distance a step, and many steps for shapes that turn.
extern const kiln_time_of_impact_method kiln_time_of_impact_conservative;

/// Each returns the method with a number, for programs that run all methods: 0 returns NULL, the default; NULL from the
/// count on.
#define KILN_SCHOOL_SIMPLICES 3u
#define KILN_SCHOOL_DISTANCES 3u
#define KILN_SCHOOL_COLLIDES 5u
#define KILN_SCHOOL_PENETRATIONS 4u
#define KILN_SCHOOL_CASTS 3u
#define KILN_SCHOOL_TIMES_OF_IMPACT 2u
const kiln_simplex_solver *kiln_school_simplex(uint32_t number);
const kiln_distance_method *kiln_school_distance(uint32_t number);
const kiln_collide_method *kiln_school_collide(uint32_t number);
const kiln_penetration_method *kiln_school_penetration(uint32_t number);
const kiln_cast_method *kiln_school_cast(uint32_t number);
const kiln_time_of_impact_method *kiln_school_time_of_impact(uint32_t number);

// --- Two assets -------------------------------------------------------------------------------------------------------

/// The larger volume: the default by a name of its own.
extern const kiln_descent kiln_descent_larger;
/// a's volume, down to its leaf.
extern const kiln_descent kiln_descent_a_first;
/// a's and b's volume by turns.
extern const kiln_descent kiln_descent_alternate;
/// Both volumes.
extern const kiln_descent kiln_descent_simultaneous;
/// The larger volume, and the most promising open pair first (best-first search).
extern const kiln_descent kiln_descent_informed;
/// a's leaves, each moved once, against b's tree.
extern const kiln_descent kiln_descent_leaf_direct;

/// Numbers of descents that kiln_school_descent knows.
#define KILN_SCHOOL_DESCENTS 7u

/// Returns the descent with a number, which is also the number in a log (kiln/log.h): 0 returns NULL, the default; NULL
/// from KILN_SCHOOL_DESCENTS on.
const kiln_descent *kiln_school_descent(uint32_t number);

#ifdef __cplusplus
}
#endif

#endif
