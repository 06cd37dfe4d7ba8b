// SPDX-License-Identifier: MIT
#ifndef KILN_WORLD_H
#define KILN_WORLD_H

#include "broadphase.h"
#include "closest.h"
#include "convex/cast.h"
#include "convex/mesh.h"
#include "large.h"
#include "pair.h"
#include "surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A world: cooked scenes and moving bodies, queried together. A query goes through the broadphase to the members that
/// may matter. There it uses the trees of a cooked asset, or the convex code. Results are in the coordinates of the
/// world.
///
/// A member is a cooked asset with all its nodes, one shape of an asset, a convex shape in memory, or a surface such as a
/// height field, at a pose. Members may share an asset. A caller may add and remove members at any time, such as parts of
/// a streamed level. The asset, shape or field of a member must stay at its address until the member is removed. The world
/// itself lies in the memory of the caller, and allocates nothing.
///
/// Answers are those of the single functions, in the coordinates of the member. Where the pose is not the identity, the
/// way to these coordinates and back rounds to float32, which moves results by some 2^-22 of the coordinates. A member
/// that is a hull or primitive of an asset is queried as a convex shape. Of equal answers the lowest member wins, then
/// the lowest node, then the lowest triangle.
///
/// A ray or moving object may start farther from a cooked member than 256 of the member's sizes, or beyond
/// KILN_COORDINATE_MAX in the member's coordinates. The query then moves the start to where the ray or object comes
/// near the member; this place is accurate to some 2^-50 of the way. So a small member is met from anywhere. `back` of
/// a moving object then applies to that place. The closest point from beyond that range is accurate to d^2 /
/// KILN_COORDINATE_MAX, in the coordinates of a member of size d that spans no more than half the range.
///
/// A convex object must fit in the coordinates of a member, which are those of the world divided by the member's scale.
/// The object meets and overlaps nothing of a member where one of these exceeds KILN_COORDINATE_MAX in the member's
/// coordinates: its size, its shape's reach from its own origin, or the place where it would touch.
/// kiln_world_contacts_visit then reports KILN_E_ARGUMENT.
///
/// In a large world, members and queries have origins (kiln/large.h), each within KILN_COORDINATE_MAX / 2 of the world's
/// own. The pose of a member is about the member's origin, and the numbers of a query and of its answer are about the
/// query's. Each member is seen from the query's origin: the difference of the origins, in double, is added to the
/// translation of the pose, before anything is rounded. So answers do not depend on where the world's origin is. Give
/// members the origin where they are, and queries one near by. Where all origins are equal, as with `{0}`, nothing is
/// added and rounded.
///
/// Queries see changes at once, but test members that changed since the last update one by one. Queries may run on any
/// number of threads while nothing changes.

/// A body of the world: an asset or shape, and its pose.
typedef struct kiln_member
{
	const kiln_asset *asset; ///< or NULL
	uint32_t shape;			 ///< index in the asset's shapes, in the shape's own coordinates; KILN_NONE: all nodes
	const kiln_convex_shape *convex; ///< where `asset` is NULL; no line or ray; NULL for a surface
	kiln_pose pose;
	bool fixed; ///< makes no pairs with other fixed members
	uint64_t user;
	/// As in kiln_proxy_options, judged for the member as a whole, before filters judge its pieces.
	uint32_t category, ignores;
	/// Masks of a member that is one shape, in the place of a node's (kiln/filter.h). 0: those of the filter of the
	/// asset, which are the first layer and all layers to collide with by default. Layers have equal numbers in all
	/// members.
	uint64_t layers, collides;
	bool trigger;		///< everything of the member is a trigger; else the asset says which nodes are triggers
	kiln_origin origin; ///< of the coordinates that `pose` leads to
	/// Where `asset` and `convex` are NULL: a surface, such as a height field (kiln_heightfield_surface). Its masks are those
	/// of a convex shape; filters see the member as a whole.
	kiln_surface surface;
} kiln_member;

/// Options of a world. `{0}` is valid except for `capacity`.
typedef struct kiln_world_options
{
	/// capacity: most members; pair_capacity: most pairs. The filter is called for pairs that are not both fixed.
	kiln_broadphase_options broadphase;
	/// Enlarges the boxes of members on each side, so that pairs are reported before they touch. At least half the skin
	/// of contacts. 0 .. KILN_COORDINATE_MAX.
	float margin;
	/// Origin of the boxes in the broadphase, which are float32: where most members are close together. Boxes are rounded
	/// outwards, so that another origin costs time and adds pairs, and changes no answer.
	kiln_origin origin;
} kiln_world_options;

/// A world, in the memory that kiln_world_create took.
typedef struct kiln_world kiln_world;

/// Returns the bytes that a world takes, with its broadphase; 0 for invalid options.
KILN_API size_t kiln_world_size(const kiln_world_options *options);

/// Makes an empty world in `size` bytes of the caller's memory, aligned to 64. The world stays there. Errors are those
/// of kiln_broadphase_create; an origin is at most KILN_ORIGIN_MAX from zero.
KILN_API kiln_status kiln_world_create(
	kiln_world **world, void *memory, size_t size, const kiln_world_options *options);

/// Returns the broadphase of a world, for queries of boxes about the world's origin. The caller must not change it.
KILN_API const kiln_broadphase *kiln_world_broadphase(const kiln_world *world);

/// Adds a member; the handle of its proxy names it. KILN_E_ARGUMENT for invalid shapes, poses and numbers, for an
/// asset or shape that the pose carries beyond KILN_COORDINATE_MAX by more than rounding (2^-20 of
/// KILN_COORDINATE_MAX), and for an origin that is farther from the world's than KILN_COORDINATE_MAX / 2.
/// KILN_E_CAPACITY as in kiln_broadphase_add.
KILN_API kiln_status kiln_world_add(kiln_world *world, const kiln_member *member, kiln_proxy *proxy);

/// Moves a member to another pose about its origin. KILN_E_HANDLE for a handle that names nothing. An invalid pose
/// changes nothing.
KILN_API kiln_status kiln_world_move(kiln_world *world, kiln_proxy proxy, const kiln_pose *pose);

/// Moves a member of a large world: the translation becomes the member's origin, and the pose about it has no
/// translation. Errors are those of kiln_world_move, and of kiln_world_add for the origin.
KILN_API kiln_status kiln_world_move_large(kiln_world *world, kiln_proxy proxy, const kiln_large_pose *pose);

/// Moves a member along a sweep during the next frame: the member is at `sweep->from`, where all queries meet it. Its box
/// moves with it up to `sweep->to`: two members make a pair where their boxes touch at the same time of the motion, so
/// that nothing fast is missed. Rounding and rotation may add pairs. For each pair kiln_convex_time_of_impact and
/// kiln_pair_time_of_impact then find when the members themselves touch. A member that turns has the box of a ball
/// around `sweep->center`. The next kiln_world_move ends the motion. Errors are those of kiln_world_move;
/// KILN_E_ARGUMENT also for a sweep that is not usable, or that leads out of range.
KILN_API kiln_status kiln_world_move_swept(kiln_world *world, kiln_proxy proxy, const kiln_sweep *sweep);

/// Changes the masks of a member in place: takes `category`, `ignores`, `layers`, `collides` and `trigger` of `masks`,
/// and nothing else. Handle, pose and slots of pairs stay. Queries see the change at once, pairs with the next update,
/// which looks at all pairs again where `category` or `ignores` changes. KILN_E_HANDLE for a handle that names nothing.
KILN_API kiln_status kiln_world_set_masks(kiln_world *world, kiln_proxy proxy, const kiln_member *masks);

/// Removes a member. The world does not use its asset or shape any more.
KILN_API kiln_status kiln_world_remove(kiln_world *world, kiln_proxy proxy);

/// Returns the member with the index that answers report; NULL where no member has it. The pointer is valid until the
/// member changes.
KILN_API const kiln_member *kiln_world_member(const kiln_world *world, uint32_t index);

/// Applies changes and finds the pairs of boxes, with the rules of kiln_broadphase_update.
KILN_API kiln_status kiln_world_update(kiln_world *world, kiln_broadphase_pairs *pairs);

// --- Queries ----------------------------------------------------------------------------------------------------------

/// Selects what a query sees: members, and pieces of them. NULL and `{0}` select everything but what the filters of the
/// members' own assets leave out (kiln_asset.filter); these filters count in every query.
typedef struct kiln_world_query_options
{
	uint32_t ignores;		   ///< categories that the query ignores, as bits
	kiln_visit_proxy *accepts; ///< or NULL; false hides a member from the query
	void *user;
	/// Selects pieces of members, besides the filters of their assets; or NULL. kiln_filter.keep is not called for
	/// convex shapes in memory. `layers` and `collides` of the filter are ignored: a member has its own.
	const kiln_filter *filter;
	/// Limits the work. NULL sets no limit. Where the budget ends a query (kiln_budget.ended is then true), the answer
	/// is that of the part that the query saw: a hit or an overlap is there, a closest point bounds the distance from
	/// above, and an empty answer proves nothing.
	kiln_budget *budget;
	/// Origin of the coordinates of the query and of its answer. Farther from the world's origin than
	/// KILN_COORDINATE_MAX / 2, or where the query itself leads beyond KILN_COORDINATE_MAX from the world's origin, the query
	/// finds nothing; kiln_world_manifolds then reports KILN_E_ARGUMENT.
	kiln_origin origin;
} kiln_world_query_options;

/// Hit of a ray or of a moving shape, and the member that was hit.
typedef struct kiln_world_hit
{
	kiln_hit hit;	 ///< for a convex shape in memory the numbers of assets are KILN_NONE
	uint32_t member; ///< KILN_NONE without a hit
	uint64_t user;	 ///< of the member
} kiln_world_hit;

/// Finds the first triangle or solid that a ray meets, by the rules of kiln/ray.h. A ray from outside meets a convex
/// shape where it enters, and a ray from inside where it leaves the shape.
KILN_API kiln_world_hit kiln_world_ray_closest(
	const kiln_world *world, const kiln_ray *ray, const kiln_world_query_options *options);

/// Reports whether a ray meets anything; the cost is lower.
KILN_API bool kiln_world_ray_any(const kiln_world *world, const kiln_ray *ray, const kiln_world_query_options *options);

/// Finds every triangle and solid that a ray meets, by increasing t, then member, then in the order of the member.
/// hits[i] belongs to members[i]. Returns the number of hits; both arrays hold the first `capacity` of them.
KILN_API uint32_t kiln_world_ray_all(const kiln_world *world, const kiln_ray *ray,
	const kiln_world_query_options *options, kiln_hit *hits, uint32_t *members, uint32_t capacity);

/// Receives a hit, which is valid until the function returns, and returns the greatest t that matters from now on, as a
/// kiln_visit_hit does.
typedef float kiln_visit_world_hit(void *user, const kiln_world_hit *hit);

/// Calls `visit` for each hit that kiln_world_ray_all finds, until `visit` ends the query. The order of the hits is not
/// that of t, and depends on which members changed since the last update.
KILN_API void kiln_world_ray_all_visit(const kiln_world *world, const kiln_ray *ray,
	const kiln_world_query_options *options, kiln_visit_world_hit *visit, void *user);

/// Finds the first contact of a moving convex object, by the rules of kiln_scene_cast_convex. Against a convex shape t
/// is that of kiln_convex_cast, and `back` reports overlap at the start.
KILN_API kiln_world_hit kiln_world_cast_convex(const kiln_world *world, const kiln_convex_object *object,
	const kiln_motion *motion, const kiln_world_query_options *options);

/// Finds every triangle and solid that a moving convex object touches, each at its first contact, by increasing t, then
/// member, then node, then triangle. Returns the number of hits; `hits` holds the first `capacity` of them.
KILN_API uint32_t kiln_world_cast_convex_all(const kiln_world *world, const kiln_convex_object *object,
	const kiln_motion *motion, const kiln_world_query_options *options, kiln_world_hit *hits, uint32_t capacity);

/// Calls `visit` for each hit that kiln_world_cast_convex_all finds, in the order of kiln_world_ray_all_visit.
KILN_API void kiln_world_cast_convex_all_visit(const kiln_world *world, const kiln_convex_object *object,
	const kiln_motion *motion, const kiln_world_query_options *options, kiln_visit_world_hit *visit, void *user);

/// Finds the first contact of a convex shape that moves and turns, by the rules of kiln_scene_cast_sweep; against a convex
/// shape by those of kiln_convex_time_of_impact, where `back` reports overlap at the start. The shape and its sweep must
/// fit in the coordinates of a member, or the member is not met.
KILN_API kiln_world_hit kiln_world_cast_sweep(const kiln_world *world, const kiln_convex_shape *shape,
	const kiln_sweep *sweep, float tolerance, const kiln_world_query_options *options);

/// A triangle or solid that an object touches.
typedef struct kiln_world_overlap
{
	uint32_t member;
	kiln_overlap of; ///< node and triangle; both KILN_NONE for a convex shape
} kiln_world_overlap;

/// Finds everything that a convex object touches, by member, node and triangle. Returns the number of overlaps;
/// `overlaps` holds the first `capacity` of them. A member that surrounds the object without touching it, as a mesh
/// may, does not overlap.
KILN_API uint32_t kiln_world_overlap_convex(const kiln_world *world, const kiln_convex_object *object,
	const kiln_world_query_options *options, kiln_world_overlap *overlaps, uint32_t capacity);

/// Closest point, and the member that it belongs to.
typedef struct kiln_world_closest
{
	kiln_closest closest; ///< in the world's coordinates
	uint32_t member;	  ///< KILN_NONE where nothing is found
	uint64_t user;		  ///< of the member
} kiln_world_closest;

/// Finds the closest point of all members, by the rules of kiln_scene_closest_point.
KILN_API kiln_world_closest kiln_world_closest_point(
	const kiln_world *world, const kiln_point_query *query, const kiln_world_query_options *options);

/// Reports whether a point lies in a member, by the rules of kiln_scene_point_inside and kiln_mesh_point_inside; in a
/// convex shape where kiln_world_closest_point finds the distance 0. YES where it lies in some member. Else UNKNOWN
/// where a member reports UNKNOWN whose box, enlarged by the world's margin, contains the point, or where the budget
/// ended the query. The point is outside of all other members. NO for NaN, infinity, and a point beyond
/// KILN_COORDINATE_MAX.
KILN_API kiln_inside kiln_world_point_inside(
	const kiln_world *world, const kiln_vec3 *point, const kiln_world_query_options *options);

/// Answers `count` queries, each as by the single call. A budget is shared by all of them.
KILN_API void kiln_world_ray_closest_batch(const kiln_world *world, const kiln_ray *rays, uint32_t count,
	const kiln_world_query_options *options, kiln_world_hit *hits);
KILN_API void kiln_world_ray_any_batch(
	const kiln_world *world, const kiln_ray *rays, uint32_t count, const kiln_world_query_options *options, bool *any);
KILN_API void kiln_world_cast_convex_batch(const kiln_world *world, const kiln_convex_object *objects,
	const kiln_motion *motions, uint32_t count, const kiln_world_query_options *options, kiln_world_hit *hits);
KILN_API void kiln_world_closest_point_batch(const kiln_world *world, const kiln_point_query *queries, uint32_t count,
	const kiln_world_query_options *options, kiln_world_closest *answers);
KILN_API void kiln_world_point_inside_batch(const kiln_world *world, const kiln_vec3 *points, uint32_t count,
	const kiln_world_query_options *options, kiln_inside *answers);

/// Finds the contacts of a convex object that is no member, one manifold for each triangle or solid within the skin, by
/// member, node and triangle. manifolds[i] belongs to members[i]; the object is a, the member is b. Triangles and solids
/// of cooked scenes have the manifolds of kiln_scene_manifolds, without false contacts at the edges inside a surface;
/// convex shapes have that of kiln_convex_manifold, with KILN_NONE for the numbers of assets. Triggers are found like
/// other members; a filter can leave them out.
///
/// `count` gets the number of manifolds; both arrays hold the first `capacity` of them. Where the manifolds of a cooked
/// member do not fit, they are not welded, and `count` is the length of this longer list. `contact` NULL: no skin,
/// 2 degrees, one-sided; its borders have poses in the world. KILN_E_ARGUMENT, with `count` 0, for an object or options
/// that are not usable, also in the coordinates of a member; KILN_E_BUDGET where the budget ended the query: the
/// manifolds are those found so far.
KILN_API kiln_status kiln_world_manifolds(const kiln_world *world, const kiln_convex_object *object,
	const kiln_world_query_options *options, const kiln_mesh_contact_options *contact, kiln_mesh_manifold *manifolds,
	uint32_t *members, uint32_t capacity, uint32_t *count);

// --- Contacts ---------------------------------------------------------------------------------------------------------

/// One manifold of two members that touch. Two convex shapes have one manifold; other members have one for each pair of
/// pieces.
typedef struct kiln_world_contact
{
	uint32_t a, b;			///< members, a < b
	uint32_t slot;			///< slot of the pair
	bool trigger;			///< a trigger takes part: the two overlap, and do not push each other
	kiln_manifold manifold; ///< the normal leads from b to a
	uint32_t node_a, node_b, triangle_a, triangle_b; ///< numbers as in kiln_pair; all KILN_NONE for convex shapes
	kiln_lasting_manifold *lasting; ///< of two convex shapes, where the options have `lasting`; or NULL
	/// Origin of the coordinates of the manifold: that of b where a is fixed and b is not, else that of a.
	kiln_origin origin;
} kiln_world_contact;

/// Receives contacts. False ends the visit.
typedef bool kiln_visit_world_contact(void *user, const kiln_world_contact *contact);

/// How contacts are found, and what the caller keeps of them. Every field is optional. All memory is the caller's.
typedef struct kiln_world_contact_options
{
	/// Skin, tolerance and sides, for convex shapes too. Two cooked members have no skin. The list of `borders` has poses
	/// in the world; the pose of the borders themselves is that of the member in question.
	kiln_mesh_contact_options contact;
	/// Arrays by slot of the pair: pair_capacity entries, {0} at first. A pair keeps its slot as long as updates report
	/// it. When another pair gets the slot, the first call with the array sets the entry to zero. With `lasting` a
	/// manifold grows by one contact a call, through kiln_convex_manifold_update, instead of being complete at once.
	kiln_convex_cache *caches;
	kiln_lasting_manifold *lasting;
	/// Room for the manifolds of one pair with meshes. Without this room such pairs are skipped.
	kiln_mesh_manifold *mesh_room; ///< for a convex shape with a cooked member
	uint32_t mesh_room_capacity;
	kiln_pair_manifold *pair_room; ///< for two cooked members or surfaces
	uint32_t pair_room_capacity;
	kiln_budget *budget; ///< limits the work; NULL: no limit
	/// Selects pieces of both members as in queries; or NULL. KILN_FILTER_NO_TRIGGERS leaves out triggers, which are
	/// else reported with kiln_world_contact.trigger.
	const kiln_filter *filter;
	bool masks;			///< leaves out pieces that do not collide by their masks (kiln/filter.h)
	kiln_origin origin; ///< of the poses in the list of `contact.borders`
} kiln_world_contact_options;

/// Visits all contacts of the pairs that the last update reported, with the members where they are now, by pairs, then
/// nodes and triangles. Two convex shapes have the manifold of kiln_convex_manifold. A convex shape and a cooked member
/// have those of kiln_scene_manifolds, whose edges inside a surface add nothing. Two cooked members, a cooked member and a
/// surface, and two surfaces have those of kiln_pair_manifolds.
///
/// An error of one pair does not end the visit: all pairs are visited, and the function reports the error at the end.
///   - KILN_E_CAPACITY: a pair had more manifolds than its room holds. `visit` received the first of that pair's list.
///   - The error of the pair's function, for the first pair where it fails. KILN_E_ARGUMENT: a convex shape, or its
///     skin, is out of range in the coordinates of the cooked member, as above. Such an error goes before
///     KILN_E_CAPACITY.
///
/// KILN_E_BUDGET: the budget ended the visit. `visit` received all contacts of the pairs before, and no contact of the
/// current pair.
KILN_API kiln_status kiln_world_contacts_visit(
	kiln_world *world, const kiln_world_contact_options *options, kiln_visit_world_contact *visit, void *user);

#ifdef __cplusplus
}
#endif

#endif
