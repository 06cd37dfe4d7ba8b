// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_H
#define KILN_PAIR_H

#include "bounds.h"
#include "budget.h"
#include "convex/manifold.h"
#include "convex/motion.h"
#include "convex/penetration.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Queries between two objects: which triangles touch, how far apart they are. Both sides are walked through their trees
/// at once; nothing is allocated.
///
/// What counts as touching. A corner of b's triangles is moved into the coordinates of a's shape by one affine map in
/// double and rounded there once more; the triangles thus given are decided exactly: they touch where they have a point
/// in common, be it an edge, a corner, or an area of two that are coplanar. So the answer is that of exact arithmetic
/// but for pairs apart, or overlapping, by less than 2^-46 of the coordinates involved; and where the map rounds nothing
/// (both at the identity, say) it is exact. No choice of tree or descent changes it. Hulls and primitives are solids: they
/// touch whatever has a point in common with them, within 2^-28 of the coordinates. A node whose transform has no
/// inverse, which no cooker writes, is never met.
///
/// Every function answers KILN_E_BUDGET where options.budget ends it, with what it knows by then: a pair that it names
/// touches, a distance is that of its pair and the least found so far. What it does not name it knows nothing of.
///
/// Every function answers KILN_E_ARGUMENT, and sets its results to "nothing", for a pose with NaN or infinity, a negative
/// scale, numbers out of range, or coordinates that the poses carry beyond KILN_COORDINATE_MAX.

struct kiln_deformed;
struct kiln_front;

/// An asset, or one of its shapes, somewhere.
typedef struct kiln_object
{
	const kiln_asset *asset;
	uint32_t shape; ///< in the asset's shapes, in its own coordinates; KILN_NONE: the whole asset with all its nodes
	kiln_pose pose;
	/// Bit 1 << kiln_tree_kind of the trees that may be walked, the lowest kind that the asset has; 0: the one that the
	/// cooker chose. Meshes without any of them are walked by their AABBs.
	uint32_t trees;
	const struct kiln_deformed *deformed; ///< of the mesh that `shape` is, instead of its trees; or NULL
} kiln_object;

/// The whole asset. A NULL pose is the identity.
KILN_API kiln_object kiln_object_from_asset(const kiln_asset *asset, const kiln_pose *pose);
/// One shape of it, in its own coordinates.
KILN_API kiln_object kiln_object_from_shape(const kiln_asset *asset, uint32_t shape, const kiln_pose *pose);

/// Which of two overlapping volumes is replaced by its children (Ericson 2005, 6.3). Answers do not depend on
/// it, but for which of several touching pairs is named first, and the order of contacts. In
/// grouped queries it rules the walks of the objects in question; the boxes' walk before them has no choice.
typedef uint32_t kiln_descent;
enum kiln_descent_values
{
	KILN_DESCENT_DEFAULT = 0,	   ///< the one that was fastest when measured
	KILN_DESCENT_LARGER = 1,	   ///< the larger
	KILN_DESCENT_A_FIRST = 2,	   ///< a's until its leaf
	KILN_DESCENT_ALTERNATE = 3,	   ///< by turns
	KILN_DESCENT_SIMULTANEOUS = 4, ///< both
	KILN_DESCENT_INFORMED = 5, ///< the larger, and of all open pairs the most promising one first (best-first search)
	KILN_DESCENT_LEAF_DIRECT = 6, ///< a's leaves, each moved once, against b's tree
	KILN_DESCENT_END = 7,
};

/// Work that was done, added to what stands there: T = Nv Cv + Np Cp + Nu Cu (Gottschalk 2000). Between two meshes whose
/// trees have two children a node, a walk that nothing ended early has D - I + 2S + 2K = 1.
typedef struct kiln_pair_counters
{
	uint64_t volume_tests;	  ///< Nv: pairs of bounding volumes, D + I
	uint64_t volume_overlaps; ///< I: of these, not proved apart
	uint64_t leaf_pairs;	  ///< Np: pairs of leaves whose triangles were compared, S + K
	uint64_t leaf_hits;		  ///< K: of these, with triangles that touch
	uint64_t triangle_tests;  ///< pairs of triangles
	uint64_t exact_tests;	  ///< of these, that float32 could not decide
	/// Nu: volumes and leaves that were moved from one side's coordinates into the other's, or laid along directions
	uint64_t updates;
	uint64_t children;	  ///< volume tests other than of the two roots: of the children of pairs that were opened
	uint64_t front_pairs; ///< pairs that a front was begun with
	uint64_t shape_pairs; ///< pairs of nodes' shapes
} kiln_pair_counters;

/// All optional.
typedef struct kiln_pair_options
{
	kiln_descent descent;
	kiln_pair_counters *counters; ///< or NULL
	/// What the last frame left, see kiln/front.h; or NULL. Of use where both objects are one mesh: a shape, or an asset
	/// with one node; else it is not looked at.
	struct kiln_front *front;
	/// kiln_pair_distance: of no interest are distances above `upper` (0: none), and one that is at most `lower` is good
	/// enough, so that it may be answered before a smaller one is sought.
	float lower;
	float upper;
	/// Of the work: kiln/budget.h; NULL: none. Without one a query is bounded by the product of the objects' triangles, each
	/// counted in every node that has it, and of the nodes of their trees.
	kiln_budget *budget;
} kiln_pair_options;

/// Two triangles, or solids, that touch.
typedef struct kiln_pair
{
	uint32_t node_a; ///< index in the asset's nodes; KILN_NONE where the object is a shape
	uint32_t node_b;
	uint32_t triangle_a; ///< number in the asset; KILN_NONE for a solid
	uint32_t triangle_b;
	kiln_vec3 ends[2]; ///< what they share: a segment or point of it. In the coordinates of the poses
	bool coplanar;	   ///< triangles of one plane, which share an area or a part of their edges
} kiln_pair;

/// Receives pairs; false ends the query.
typedef bool kiln_visit_pair(void *user, const kiln_pair *pair);

/// Whether a and b touch. `first` gets a pair that does, node_a and all KILN_NONE when none does; NULL: not asked.
/// KILN_E_BUDGET: `touching` is false, and it is not known.
KILN_API kiln_status kiln_pair_collide(
	const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, bool *touching, kiln_pair *first);

/// All pairs that touch, in an order that the assets, poses and descent determine. `count` gets how many there are; `pairs` holds
/// the first `capacity` of them. KILN_E_BUDGET: those before the
/// work ran out, which are the first of the same order.
KILN_API kiln_status kiln_pair_contacts(const kiln_object *a, const kiln_object *b, const kiln_pair_options *options,
	kiln_pair *pairs, uint32_t capacity, uint32_t *count);

/// The same, one call a pair, until `visit` answers false. `count` counts those it was called for.
KILN_API kiln_status kiln_pair_contacts_visit(const kiln_object *a, const kiln_object *b,
	const kiln_pair_options *options, kiln_visit_pair *visit, void *user, uint32_t *count);

/// How far apart two objects are.
typedef struct kiln_pair_separation
{
	bool found;										 ///< false: nothing is within options.upper
	float distance;									 ///< 0 where they touch, and only there
	kiln_vec3 on_a, on_b;							 ///< as far apart; in the coordinates of the poses
	uint32_t node_a, node_b, triangle_a, triangle_b; ///< as of kiln_pair
} kiln_pair_separation;

/// The least distance, to 2^-22 of itself and 2^-40 of the coordinates, where a hull or primitive takes part 2^-28.
///
/// Distances are compared as the float32 numbers that are answered: of all pairs with the least number, if it is above 0,
/// that with the lowest nodes, then triangles, is answered, whatever tree, descent or instruction set finds it. The points
/// are those of this pair. Two meshes of n triangles take work in proportion to n log n, be they flat, alike or far apart,
/// unless very many pairs are as far apart as where the float32 numbers change, to 2^-46 of the coordinates. That is never
/// at a float32 number nor halfway between two. Scenes of many nodes that are far apart, or face each other in layers, take far
/// less work than all pairs of their nodes. KILN_E_BUDGET: the least distance found, which bounds the true one from above; nothing
/// found says nothing.
KILN_API kiln_status kiln_pair_distance(
	const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, kiln_pair_separation *separation);

/// Whether the distance that kiln_pair_distance answers is at most `distance`; 0 asks whether they touch. Negative or NaN:
/// KILN_E_ARGUMENT. KILN_E_BUDGET: `within` is false, and it is not known.
KILN_API kiln_status kiln_pair_within(
	const kiln_object *a, const kiln_object *b, float distance, const kiln_pair_options *options, bool *within);

// --- Motion -----------------------------------------------------------------------------------------------------------

/// The first contact of two objects that move and turn.
typedef struct kiln_pair_impact
{
	bool hit;		 ///< false: none from the start to the end; the other fields but `steps` are zero
	bool inside;	 ///< they touch at the start, as kiln_pair_distance tells it: t is 0
	float t;		 ///< never later than the exact time of contact
	float gap;		 ///< at t they are at most this far apart
	kiln_vec3 point; ///< at t, in the middle between the closest points
	kiln_vec3
		normal; ///< at t: unit, from b's closest point to a's; zero for `inside`, but of two solids the shortest way out
	uint32_t node_a, node_b, triangle_a, triangle_b; ///< nearest at t, as of kiln_pair
	uint32_t steps;									 ///< distances that were computed
} kiln_pair_impact;

/// When two objects, each on its sweep from 0 to 1 instead of at its pose, first come within `tolerance` of each other: by
/// conservative advancement (Mirtich 1996), each step a kiln_pair_distance, with the speed of the centers and of the
/// rotation at the boxes' farthest corners, and steps of up to twice the way where the last one has shown that they close
/// slowly. NULL for a sweep: the object stays at its pose. Two shapes that are hulls or primitives are given to
/// kiln_convex_time_of_impact.
///
/// They are proved apart before t, as far as distances are right (kiln_pair_distance). `tolerance` 0: 2^-20 of the sum of half
/// the diagonals of both boxes; no less than 2^-35, where a hull or primitive takes part 2^-24, of how far the boxes'
/// middles are apart then and the objects reach from their origins, and 2^-45 of the coordinates. Where 512 distances
/// have been computed t is the last time that was proved, and `gap` tells how far they are then: early, never late.
/// options.front may be used; lower and upper are not looked at. No more than 514 distances are computed, whatever the
/// numbers are. KILN_E_BUDGET: `impact` is zero but for the number of distances, and t, before which they are proved apart.
///
/// KILN_E_ARGUMENT, with `impact` zero, as of the other queries at the first and last pose, for sweeps that are not usable, and
/// a negative or NaN tolerance.
KILN_API kiln_status kiln_pair_time_of_impact(const kiln_object *a, const kiln_sweep *sweep_a, const kiln_object *b,
	const kiln_sweep *sweep_b, float tolerance, const kiln_pair_options *options, kiln_pair_impact *impact);

// --- Depth and manifolds ----------------------------------------------------------------------------------------------

/// How deep two objects are in each other, and their contacts, piece by piece: every pair that kiln_pair_contacts finds, a
/// triangle or solid of a with one of b, taken as two convex shapes that stand where the objects, nodes and poses put
/// them, under whatever affine map.
///
/// Pieces, not unions: parting one pair may leave, or bring, others in contact; a mesh is its surface, each triangle
/// may be left to either side, whichever is nearer; and edges inside of meshes push like all others
/// (kiln_scene_manifolds of kiln/convex/mesh.h leaves them out, for one convex object). Touching counts, as deep as 0.
/// Normals lead from b to a.

/// The deepest pair of pieces.
typedef struct kiln_pair_depth
{
	bool touching;	  ///< false: no pieces touch; the numbers are KILN_NONE, all else is zero
	float depth;	  ///< >= 0: a's way along `normal` until these two only touch: no shorter one parts them
	kiln_vec3 normal; ///< unit
	/// What of a's piece is deepest in b's, and b's surface there: on_b = on_a + depth normal.
	kiln_vec3 on_a, on_b;
	uint32_t node_a, node_b, triangle_a, triangle_b; ///< as of kiln_pair
} kiln_pair_depth;

/// The deepest of all pairs of pieces that touch; of equally deep ones (to the float32 that is answered) that of the
/// lowest nodes, a's first, then triangles, whatever the descent. Depths are as good as kiln_convex_penetration's (EPA),
/// whose sizes are those of the pieces. Each pair costs what that does, unless a triangle's plane shows that it is less
/// deep than the deepest so far. options.lower and upper are not looked at. KILN_E_BUDGET: the deepest of the pairs that
/// were looked at. KILN_E_ARGUMENT, with nothing touching.
KILN_API kiln_status kiln_pair_penetration(
	const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, kiln_pair_depth *deepest);

/// The contacts of two pieces.
typedef struct kiln_pair_manifold
{
	kiln_manifold manifold; ///< features: of a triangle, hull, box, segment (capsules) or point (spheres)
	uint32_t node_a, node_b, triangle_a, triangle_b; ///< as of kiln_pair
} kiln_pair_manifold;

/// The manifolds of all pairs of pieces that touch, as kiln_convex_manifold makes them, each with at least one contact:
/// what is apart by less than 2^-22 of the contact's size touches, too. `count` gets how many there are;
/// `manifolds` holds the first `capacity` of them, by increasing node_a, triangle_a, node_b and triangle_b. Of `contact` (NULL: nothing set) the tolerance is heard; with a skin other than 0 it is refused, since
/// only pieces that touch are found. KILN_E_BUDGET: of those found until then. KILN_E_ARGUMENT, with a count of 0 and no manifold written.
KILN_API kiln_status kiln_pair_manifolds(const kiln_object *a, const kiln_object *b, const kiln_pair_options *options,
	const kiln_manifold_options *contact, kiln_pair_manifold *manifolds, uint32_t capacity, uint32_t *count);

// --- Many objects against one -----------------------------------------------------------------------------------------

/// Grouped queries (Ericson 2005, 6.6.7): what a makes of itself is made once, and the upper part of its tree is walked
/// once for sixteen of the others at a time, as boxes along its axes. Only those that come into question are asked one by
/// one. Each answer is, to the bit, the one that the single function gives for that object. It pays where many objects
/// are apart from a: proving that takes about two fifths of a single call; one that touches costs what it costs alone.
///
/// An object that a single call would refuse gets KILN_E_ARGUMENT in `statuses` (NULL: not asked; else `count` of them)
/// and answers of "nothing"; the others are answered. The function then returns KILN_E_ARGUMENT too. With a, options or
/// arrays that can't be used it is that for all of them. An object that the budget, which all share, leaves without an
/// answer, or with a part of one, gets KILN_E_BUDGET, which the function then returns, too. `count` may be 0. options.front is not looked at. Counters also
/// count the boxes' walk: a volume test for each object and each child that is compared with it.

/// kiln_pair_collide of each: `touching` has room for `count`, and `firsts`, unless NULL.
KILN_API kiln_status kiln_pair_collide_group(const kiln_object *a, const kiln_object *others, uint32_t count,
	const kiln_pair_options *options, bool *touching, kiln_pair *firsts, kiln_status *statuses);

/// Receives pairs, and which of the objects is b; false ends the query.
typedef bool kiln_visit_group_pair(void *user, uint32_t index, const kiln_pair *pair);

/// kiln_pair_contacts_visit of each, by increasing index, until `visit` answers false. `counts` gets how many pairs each
/// object has, or had until then; NULL: not asked. A NULL `visit` only counts.
KILN_API kiln_status kiln_pair_contacts_visit_group(const kiln_object *a, const kiln_object *others, uint32_t count,
	const kiln_pair_options *options, kiln_visit_group_pair *visit, void *user, uint32_t *counts,
	kiln_status *statuses);

/// kiln_pair_distance of the object that is nearest to a, of several at the same float32 distance the first; `index` gets
/// which it is, KILN_NONE where none is found within options.upper; NULL: not asked. The search ends at the first object
/// that is at most options.lower away. What was found bounds what is still looked at, so it takes a small part of the
/// time of asking for every object's distance.
KILN_API kiln_status kiln_pair_distance_group(const kiln_object *a, const kiln_object *others, uint32_t count,
	const kiln_pair_options *options, kiln_pair_separation *separation, uint32_t *index, kiln_status *statuses);

#ifdef __cplusplus
}
#endif

#endif
