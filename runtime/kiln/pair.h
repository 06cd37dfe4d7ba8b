// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_H
#define KILN_PAIR_H

#include "bounds.h"
#include "budget.h"
#include "convex/manifold.h"
#include "convex/motion.h"
#include "convex/penetration.h"
#include "surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Queries between two objects: which triangles touch, and how far apart the objects are. A query walks the trees of
/// both objects together, and allocates nothing.
///
/// Touching is defined as follows. One affine map, in double, moves the corners of b's triangles into the coordinates
/// of a's shape, where each corner is rounded once more. The query decides these triangles exactly: they touch where
/// they have a point in common, whether an edge, a corner, or an area of two coplanar triangles. So the answer equals
/// that of exact arithmetic, except for pairs that are apart, or overlap, by less than 2^-46 of the coordinates. Where
/// the map rounds nothing (both objects at the identity, for example), the answer is exact. The choice of tree or
/// descent does not change the answer. Hulls and primitives are solids: they touch everything that has a point in
/// common with them, within 2^-28 of the coordinates. A node whose transform has no inverse is never met; no cooker
/// writes such a node.
///
/// Every function reports KILN_E_BUDGET where options.budget ends the function early, with the results found by then: a
/// reported pair touches, and a reported distance is the distance of its pair and the least found so far. The results
/// say nothing about pairs that they do not name.
///
/// Every function reports KILN_E_ARGUMENT, and stores empty results, for a pose with NaN or infinity, a negative scale,
/// numbers out of range, and coordinates that the poses carry beyond KILN_COORDINATE_MAX.

struct kiln_deformed;
struct kiln_front;

/// An asset, one of its shapes, or a surface such as a height field, at a pose.
typedef struct kiln_object
{
	const kiln_asset *asset; ///< NULL for a surface
	uint32_t shape; ///< index in the asset's shapes, in its own coordinates; KILN_NONE: the asset with all its nodes
	kiln_pose pose;
	/// Bits 1 << kiln_tree_kind of the trees that the query may walk; the query takes the lowest kind that the asset
	/// has. 0: the kind that the cooker chose. A mesh without any of these trees is walked by its AABBs.
	uint32_t trees;
	const struct kiln_deformed *deformed; ///< replaces the trees of the mesh `shape`; or NULL
	/// Where `asset` is NULL: a surface (kiln_heightfield_surface), which then answers as a mesh with the same triangles does, bit
	/// for bit; triangles have their numbers in the surface. The other fields but `pose` are ignored. A filter of the pair sees
	/// the surface as a mesh of the first layer that collides with all. The parts of a surface near the other object become
	/// meshes for the time of the query, on the stack, which takes up to 20 KB; a budget counts each of their cells.
	kiln_surface surface;
} kiln_object;

/// Makes an object from a whole asset. A NULL pose is the identity.
KILN_API kiln_object kiln_object_from_asset(const kiln_asset *asset, const kiln_pose *pose);
/// Makes an object from one shape of an asset, in the shape's own coordinates. A NULL pose is the identity.
KILN_API kiln_object kiln_object_from_shape(const kiln_asset *asset, uint32_t shape, const kiln_pose *pose);
/// Makes an object from a surface, such as a height field; NULL is no surface, which queries refuse. A NULL pose is the identity.
KILN_API kiln_object kiln_object_from_surface(const kiln_surface *surface, const kiln_pose *pose);

/// Rule that chooses which of two overlapping volumes a query replaces by its children (Ericson 2005, 6.3). The descent
/// changes no answer, except which of several touching pairs is first, and the order of contacts. In group queries the
/// descent applies to the walks of the single objects; the walk of boxes before them has no choice. kiln/school.h has
/// descents besides the default.
typedef struct kiln_descent kiln_descent;

/// Counts of the work that a query did. Queries add to the counts: T = Nv Cv + Np Cp + Nu Cu (Gottschalk 2000). Between
/// two meshes whose trees have two children a node, a walk that nothing ended early has D - I + 2S + 2K = 1.
typedef struct kiln_pair_counters
{
	uint64_t volume_tests;	  ///< Nv: pairs of bounding volumes, D + I
	uint64_t volume_overlaps; ///< I: volume tests that did not prove the volumes apart
	uint64_t leaf_pairs;	  ///< Np: pairs of leaves whose triangles were compared, S + K
	uint64_t leaf_hits;		  ///< K: leaf pairs with triangles that touch
	uint64_t triangle_tests;  ///< pairs of triangles
	uint64_t exact_tests;	  ///< triangle tests that float32 could not decide
	/// Nu: volumes and leaves that the query moved into the other side's coordinates, or projected on directions
	uint64_t updates;
	uint64_t children;	  ///< volume tests of the children of opened pairs, without the test of the two roots
	uint64_t front_pairs; ///< pairs with which a front began
	uint64_t shape_pairs; ///< pairs of nodes' shapes
} kiln_pair_counters;

/// Options of pair queries. `{0}` is the default.
typedef struct kiln_pair_options
{
	const kiln_descent *descent;  ///< NULL: the larger volume, the fastest descent when measured
	kiln_pair_counters *counters; ///< or NULL
	/// State that the last frame left, see kiln/front.h; or NULL. The front is used where both objects are one mesh: a
	/// shape, or an asset with one node, and no surface. Elsewhere the query ignores the front.
	struct kiln_front *front;
	/// kiln_pair_distance: ignores distances above `upper` (0: no limit). A distance of at most `lower` is good enough:
	/// the query may report such a distance before it has searched for a smaller one.
	float lower;
	float upper;
	/// Limits the work (kiln/budget.h). NULL sets no limit: then the work is bounded by the product of the triangles of
	/// both objects, each counted in every node that has it, and of the nodes of their trees.
	kiln_budget *budget;
	/// Selects the pairs of pieces that the query sees, besides the filters of both assets (kiln/filter.h). NULL: all
	/// pairs. Distances of meshes of which filters leave little take some work for each triangle of both meshes.
	const kiln_pair_filter *filter;
} kiln_pair_options;

/// Two triangles, or solids, that touch.
typedef struct kiln_pair
{
	uint32_t node_a; ///< index in the asset's nodes; KILN_NONE where the object is a shape or a surface
	uint32_t node_b;
	uint32_t triangle_a; ///< number in the asset or surface; KILN_NONE for a solid
	uint32_t triangle_b;
	kiln_vec3 ends[2]; ///< ends of a segment or point that both share, in the coordinates of the poses
	bool coplanar;	   ///< triangles of one plane, which share an area or a part of their edges
} kiln_pair;

/// Receives pairs. False ends the query.
typedef bool kiln_visit_pair(void *user, const kiln_pair *pair);

/// Reports whether a and b touch. `first` gets a pair that touches; where nothing touches, its node and triangle
/// numbers are KILN_NONE. `first` may be NULL. KILN_E_BUDGET: `touching` is false, but the objects may touch.
KILN_API kiln_status kiln_pair_collide(
	const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, bool *touching, kiln_pair *first);

/// Finds all pairs that touch, in an order that the assets, poses and descent determine. `count` gets the number of
/// pairs; `pairs` holds the first `capacity` of them. KILN_E_BUDGET: the results are the pairs found before the work
/// ran out, which are the first of the same order.
KILN_API kiln_status kiln_pair_contacts(const kiln_object *a, const kiln_object *b, const kiln_pair_options *options,
	kiln_pair *pairs, uint32_t capacity, uint32_t *count);

/// Calls `visit` for each pair that kiln_pair_contacts finds, until `visit` returns false. `count` gets the number of
/// calls.
KILN_API kiln_status kiln_pair_contacts_visit(const kiln_object *a, const kiln_object *b,
	const kiln_pair_options *options, kiln_visit_pair *visit, void *user, uint32_t *count);

/// How far apart two objects are.
typedef struct kiln_pair_separation
{
	bool found;										 ///< false: nothing is within options.upper
	float distance;									 ///< 0 exactly where they touch
	kiln_vec3 on_a, on_b;							 ///< points at this distance; in the coordinates of the poses
	uint32_t node_a, node_b, triangle_a, triangle_b; ///< numbers as in kiln_pair
} kiln_pair_separation;

/// Finds the least distance between two objects, to 2^-22 of the distance and 2^-40 of the coordinates; where a hull or
/// primitive takes part, 2^-28 of the coordinates.
///
/// Distances are compared as the float32 numbers that the query reports. If the least number is above 0,
/// the query reports the pair with the lowest nodes, then the lowest triangles, and the points of this pair. Trees,
/// descents and instruction sets do not change this pair. Two meshes of n triangles take work in proportion to n log n,
/// whether they are flat, alike or far apart. The exception is very many pairs whose distances lie, to 2^-46 of the
/// coordinates, where the float32 number changes; no such place is a float32 number or halfway between two. Scenes of
/// many nodes that are far apart, or that face each other in layers, take far less work than all pairs of their nodes.
/// KILN_E_BUDGET: the result is the least distance found, which bounds the true distance from above; `found` false then
/// proves nothing.
KILN_API kiln_status kiln_pair_distance(
	const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, kiln_pair_separation *separation);

/// Reports whether the distance that kiln_pair_distance reports is at most `distance`; with 0, whether the objects
/// touch. A negative `distance` and NaN fail with KILN_E_ARGUMENT. KILN_E_BUDGET: `within` is false, but may be true
/// with more work.
KILN_API kiln_status kiln_pair_within(
	const kiln_object *a, const kiln_object *b, float distance, const kiln_pair_options *options, bool *within);

// --- Motion -----------------------------------------------------------------------------------------------------------

/// First contact of two objects that move and turn.
typedef struct kiln_pair_impact
{
	bool hit;		  ///< false: no contact from start to end; all fields except `steps` are zero
	bool inside;	  ///< they touch at the start, by the rules of kiln_pair_distance; t is 0
	float t;		  ///< never later than the exact time of contact
	float gap;		  ///< at t the objects are at most this far apart
	kiln_vec3 point;  ///< at t, in the middle between the closest points
	kiln_vec3 normal; ///< unit, at t, from b's closest point to a's; `inside`: 0, or two solids' shortest way out
	uint32_t node_a, node_b, triangle_a, triangle_b; ///< the pieces that are nearest at t, as in kiln_pair
	uint32_t steps;									 ///< number of computed distances
} kiln_pair_impact;

/// Finds when two objects, each on its sweep from 0 to 1 instead of at its pose, first come within `tolerance` of each
/// other. A NULL sweep leaves the object at its pose. The method is conservative advancement (Mirtich 1996): each step
/// is one kiln_pair_distance, with the speed of the centers and of the rotation at the farthest corners of the boxes. A
/// step goes up to twice the proved way where the last step showed that the objects approach slowly. Two shapes that
/// are hulls or primitives go to kiln_convex_time_of_impact.
///
/// The objects are proved apart before t, as far as distances are right (kiln_pair_distance). A tolerance of 0 stands
/// for 2^-20 of half the sum of the diagonals of both boxes. The tolerance is never less than 2^-35 (2^-24 where a hull
/// or primitive takes part) of the distance between the middles of the boxes at that time and of the reach of the
/// objects from their origins, nor less than 2^-45 of the coordinates. After 512 distances t is the last time that was
/// proved, and `gap` is the distance there: t is then early, never late. No more than 514 distances are computed,
/// whatever the numbers are. options.front may be used; options.lower and options.upper are ignored. KILN_E_BUDGET:
/// `impact` is zero except for the number of distances, and t, before which the objects are proved apart.
///
/// KILN_E_ARGUMENT, with `impact` zero, for the reasons of the other queries at the first and last pose, for invalid
/// sweeps, and for a negative or NaN tolerance.
KILN_API kiln_status kiln_pair_time_of_impact(const kiln_object *a, const kiln_sweep *sweep_a, const kiln_object *b,
	const kiln_sweep *sweep_b, float tolerance, const kiln_pair_options *options, kiln_pair_impact *impact);

// --- Depth and manifolds ----------------------------------------------------------------------------------------------

/// Depth of two objects in each other, and their contacts, piece by piece. Each pair that kiln_pair_contacts finds, a
/// triangle or solid of a with one of b, is taken as two convex shapes that stand where the objects, nodes and poses
/// put them, under any affine map.
///
/// The results are those of pieces, not of unions: moving one pair apart may leave, or bring, other pairs in contact. A
/// mesh is its surface: each triangle may be left to either side, whichever is nearer. Edges inside a mesh push like
/// all other edges (kiln_scene_manifolds of kiln/convex/mesh.h leaves these edges out, for one convex object). Touching
/// counts, with depth 0. Normals lead from b to a.

/// The deepest pair of pieces.
typedef struct kiln_pair_depth
{
	bool touching;	  ///< false: no pieces touch; the numbers are KILN_NONE, all other fields are zero
	float depth;	  ///< >= 0: length of a's shortest way out, along `normal`, until the two only touch
	kiln_vec3 normal; ///< unit
	/// The point of a's piece that is deepest in b's, and the point of b's surface there: on_b = on_a + depth normal.
	kiln_vec3 on_a, on_b;
	uint32_t node_a, node_b, triangle_a, triangle_b; ///< numbers as in kiln_pair
} kiln_pair_depth;

/// Finds the deepest of all pairs of pieces that touch. Of pairs with the same depth in float32 the lowest nodes win,
/// a's first, then the lowest triangles, whatever the descent. Depths are as accurate as those of
/// kiln_convex_penetration (EPA) for shapes of the pieces' sizes. Each pair costs one kiln_convex_penetration, unless
/// the plane of a triangle shows that the pair is less deep than the deepest so far. options.lower and options.upper
/// are ignored. KILN_E_BUDGET: the result is the deepest of the pairs that were examined. KILN_E_ARGUMENT: `touching`
/// is false.
KILN_API kiln_status kiln_pair_penetration(
	const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, kiln_pair_depth *deepest);

/// The contacts of two pieces.
typedef struct kiln_pair_manifold
{
	kiln_manifold manifold; ///< features: of a triangle, hull, box, segment (capsules) or point (spheres)
	uint32_t node_a, node_b, triangle_a, triangle_b; ///< numbers as in kiln_pair
} kiln_pair_manifold;

/// Finds the manifolds of all pairs of pieces that touch, made by kiln_convex_manifold, each with at least one contact.
/// Pieces that are apart by less than 2^-22 of the contact's size touch, too. `count` gets the number of manifolds;
/// `manifolds` holds the first `capacity` of them, by increasing node_a, triangle_a, node_b and triangle_b. The query
/// uses the tolerance of `contact` (NULL: the default). A skin other than 0 is invalid, because the query finds only
/// pieces that touch. KILN_E_BUDGET: the results are the manifolds found so far. KILN_E_ARGUMENT: `count` is 0 and no
/// manifold is written.
KILN_API kiln_status kiln_pair_manifolds(const kiln_object *a, const kiln_object *b, const kiln_pair_options *options,
	const kiln_manifold_options *contact, kiln_pair_manifold *manifolds, uint32_t capacity, uint32_t *count);

// --- Many objects against one -----------------------------------------------------------------------------------------

/// Group queries of one object a against many others (Ericson 2005, 6.6.7). A group query prepares a once, and walks
/// the upper part of a's tree once for sixteen of the others at a time, as boxes along a's axes. Only objects that may
/// meet a are then queried one by one. Each answer is that of the single function for that object, bit for bit. A group
/// query pays where many objects are apart from a: proving an object apart takes about two fifths of a single call. An
/// object that touches costs the same as alone.
///
/// An object that a single call would refuse gets KILN_E_ARGUMENT in `statuses` (NULL, or `count` entries) and an empty
/// answer; the other objects get their answers. The function then returns KILN_E_ARGUMENT too. Where a, the options or
/// the arrays are invalid, every object gets KILN_E_ARGUMENT. All objects share the budget. An object that the budget
/// leaves without an answer, or with a part of one, gets KILN_E_BUDGET, and the function then returns KILN_E_BUDGET
/// too. `count` may be 0. options.front is ignored. Counters also count the walk of the boxes: one volume test for each
/// object and each child that is compared with it.

/// Answers kiln_pair_collide for each object. `touching` has `count` entries. `firsts` has `count` entries, or is NULL.
KILN_API kiln_status kiln_pair_collide_group(const kiln_object *a, const kiln_object *others, uint32_t count,
	const kiln_pair_options *options, bool *touching, kiln_pair *firsts, kiln_status *statuses);

/// Receives pairs. `index` is the number of the object that is b. False ends the query.
typedef bool kiln_visit_group_pair(void *user, uint32_t index, const kiln_pair *pair);

/// Answers kiln_pair_contacts_visit for each object, by increasing index, until `visit` returns false. `counts` gets
/// the number of pairs that each object has, or had until then; `counts` may be NULL. With a NULL `visit` the function
/// only counts.
KILN_API kiln_status kiln_pair_contacts_visit_group(const kiln_object *a, const kiln_object *others, uint32_t count,
	const kiln_pair_options *options, kiln_visit_group_pair *visit, void *user, uint32_t *counts,
	kiln_status *statuses);

/// Answers kiln_pair_distance for the object that is nearest to a. Of several objects at the same float32 distance the
/// first wins. `index` gets the number of that object, KILN_NONE where no object is within options.upper; `index` may
/// be NULL. The search ends at the first object that is at most options.lower away. Distances found bound the remaining
/// search, so the function takes a small part of the time of a distance for every object.
KILN_API kiln_status kiln_pair_distance_group(const kiln_object *a, const kiln_object *others, uint32_t count,
	const kiln_pair_options *options, kiln_pair_separation *separation, uint32_t *index, kiln_status *statuses);

#ifdef __cplusplus
}
#endif

#endif
