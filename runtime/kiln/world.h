// SPDX-License-Identifier: MIT
#ifndef KILN_WORLD_H
#define KILN_WORLD_H

#include "broadphase.h"
#include "closest.h"
#include "convex/cast.h"
#include "convex/mesh.h"
#include "pair.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A world: cooked scenes and moving bodies, asked together. A query goes through the broadphase to the members it may
/// concern, there through the trees of a cooked asset or to the convex code, and comes back in the world's coordinates.
///
/// A member is a cooked asset with all its nodes, one shape of it, or a convex shape in memory, at a pose; any number of
/// members may share an asset. Members come and go at any time, such as the parts of a level that are streamed: what they
/// are made of must stay where it is as long as they are there. The world itself is in the caller's memory, and allocates
/// nothing.
///
/// Answers are those of the single functions, asked in the member's own coordinates, where the pose is not the identity:
/// going there and back rounds to float32, which moves things by some 2^-22 of the coordinates. A member that is a hull
/// or primitive of an asset is asked as a convex shape. Ties are decided by the lowest member, then node, then triangle.
///
/// A ray or moving object that starts farther from a cooked member than 256 of its sizes, or beyond KILN_COORDINATE_MAX in
/// its coordinates, is asked about from where it comes near, which is known to some 2^-50 of the way: so a small member is
/// met from anywhere. `back` of a moving object is then that of the place where it comes near. What is nearest to a point
/// from beyond that range is right to d^2 / KILN_COORDINATE_MAX in the coordinates of a member of size d that reaches
/// through no more than half the range. A convex object must fit in itself: where in a member's coordinates, which are the
/// world's divided by its scale, its size, what its shape reaches from its own origin, or where it would touch exceed
/// KILN_COORDINATE_MAX, it meets and overlaps nothing of that member; kiln_world_contacts_visit then says so.
///
/// Queries see changes at once, but look at members changed since the last update one by one. They may run on any number
/// of threads while nothing changes.

/// What is placed where.
typedef struct kiln_member
{
	const kiln_asset *asset;		 ///< or NULL
	uint32_t shape;					 ///< of the asset, in its own coordinates; KILN_NONE: all nodes
	const kiln_convex_shape *convex; ///< where `asset` is NULL; no line or ray
	kiln_pose pose;
	bool fixed; ///< makes no pairs with others that are
	uint64_t user;
	uint32_t category, ignores; ///< as of kiln_proxy_options
} kiln_member;

typedef struct kiln_world_options
{
	/// capacity: most members; pair_capacity: most pairs. The filter is asked for pairs that aren't both fixed.
	kiln_broadphase_options broadphase;
	/// Boxes of members are larger by it on each side, so that pairs are told before they touch: half the skin of contacts, at
	/// least. 0 .. KILN_COORDINATE_MAX.
	float margin;
} kiln_world_options;

typedef struct kiln_world kiln_world;

/// Bytes that a world takes, its broadphase's among them; 0 for options that are not usable.
KILN_API size_t kiln_world_size(const kiln_world_options *options);

/// Makes an empty world in `size` bytes of the caller's memory, aligned to 64, where it stays. Errors as of
/// kiln_broadphase_create.
KILN_API kiln_status kiln_world_create(
	kiln_world **world, void *memory, size_t size, const kiln_world_options *options);

/// The broadphase that it goes through, for queries of boxes; not to be changed.
KILN_API const kiln_broadphase *kiln_world_broadphase(const kiln_world *world);

/// Adds a member, named by the handle of its proxy. KILN_E_ARGUMENT for what is not usable: shapes, poses, numbers, or an
/// asset, or shape of one, that the pose carries beyond KILN_COORDINATE_MAX by more than rounding (2^-20 of it);
/// KILN_E_CAPACITY as of kiln_broadphase_add.
KILN_API kiln_status kiln_world_add(kiln_world *world, const kiln_member *member, kiln_proxy *proxy);

/// Puts a member elsewhere. KILN_E_HANDLE for a handle that names nothing; nothing changes for poses that are not usable.
KILN_API kiln_status kiln_world_move(kiln_world *world, kiln_proxy proxy, const kiln_pose *pose);

/// Takes a member away. What it was made of is not looked at again.
KILN_API kiln_status kiln_world_remove(kiln_world *world, kiln_proxy proxy);

/// What a member is, by the index that answers name; NULL where there is none. It stays until the member changes.
KILN_API const kiln_member *kiln_world_member(const kiln_world *world, uint32_t index);

/// Lets changes take effect and finds the pairs of boxes, as of kiln_broadphase_update, with all that is said there.
KILN_API kiln_status kiln_world_update(kiln_world *world, kiln_broadphase_pairs *pairs);

// --- Queries ----------------------------------------------------------------------------------------------------------

/// Which members a query sees: all for NULL, and {0}.
typedef struct kiln_world_query_options
{
	uint32_t ignores;		   ///< bits of categories
	kiln_visit_proxy *accepts; ///< or NULL; a member for which it answers false is not there
	void *user;
	/// Of the work; NULL: none. Where it ends a query (kiln_budget.ended says so) the answer is that of the part that was
	/// seen: a hit or an overlap is there, a closest point bounds the distance from above, nothing says nothing.
	kiln_budget *budget;
} kiln_world_query_options;

/// What a ray or a moving shape meets, and whose it is.
typedef struct kiln_world_hit
{
	kiln_hit hit;	 ///< of a convex shape in memory: nothing that an asset knows; KILN_NONE
	uint32_t member; ///< KILN_NONE without a hit
	uint64_t user;	 ///< the member's
} kiln_world_hit;

/// First triangle or solid that a ray meets, by the rules of kiln/ray.h. Convex shapes are met where the ray comes in, and
/// from inside where it leaves them.
KILN_API kiln_world_hit kiln_world_ray_closest(
	const kiln_world *world, const kiln_ray *ray, const kiln_world_query_options *options);

/// Whether a ray meets anything; cheaper.
KILN_API bool kiln_world_ray_any(const kiln_world *world, const kiln_ray *ray, const kiln_world_query_options *options);

/// Every triangle and solid that it meets, by increasing t, then member, then in the member's own order: hits[i] is members[i]'s.
/// Returns how many there are; both arrays hold the first `capacity` of them.
KILN_API uint32_t kiln_world_ray_all(const kiln_world *world, const kiln_ray *ray,
	const kiln_world_query_options *options, kiln_hit *hits, uint32_t *members, uint32_t capacity);

/// First contact of a moving convex object, by the rules of kiln_scene_cast_convex. Against a convex shape t is that of
/// kiln_convex_cast, `back` tells overlap at the start.
KILN_API kiln_world_hit kiln_world_cast_convex(const kiln_world *world, const kiln_convex_object *object,
	const kiln_motion *motion, const kiln_world_query_options *options);

/// A triangle or solid that an object touches.
typedef struct kiln_world_overlap
{
	uint32_t member;
	kiln_overlap of; ///< node and triangle; both KILN_NONE for a convex shape
} kiln_world_overlap;

/// All that a convex object touches, by member, node and triangle. Returns how many there are; `overlaps` holds the first
/// `capacity` of them. A member that surrounds the object without touching it, as a mesh may, is none.
KILN_API uint32_t kiln_world_overlap_convex(const kiln_world *world, const kiln_convex_object *object,
	const kiln_world_query_options *options, kiln_world_overlap *overlaps, uint32_t capacity);

typedef struct kiln_world_closest
{
	kiln_closest closest; ///< in the world's coordinates
	uint32_t member;	  ///< KILN_NONE where nothing is found
	uint64_t user;		  ///< the member's
} kiln_world_closest;

/// The closest point of all members, by the rules of kiln_scene_closest_point.
KILN_API kiln_world_closest kiln_world_closest_point(
	const kiln_world *world, const kiln_point_query *query, const kiln_world_query_options *options);

// --- Contacts ---------------------------------------------------------------------------------------------------------

/// Where two members touch: one manifold of theirs. Two convex shapes have one, others one for each pair of pieces.
typedef struct kiln_world_contact
{
	uint32_t a, b;									 ///< members, a < b
	uint32_t slot;									 ///< of the pair
	kiln_manifold manifold;							 ///< the normal leads from b to a
	uint32_t node_a, node_b, triangle_a, triangle_b; ///< as of kiln_pair; all KILN_NONE for convex shapes
	kiln_lasting_manifold *lasting;					 ///< of two convex shapes, where asked for; or NULL
} kiln_world_contact;

/// Receives contacts; false ends the visit.
typedef bool kiln_visit_world_contact(void *user, const kiln_world_contact *contact);

/// How contacts are found, and what is kept of them. All optional; all memory is the caller's.
typedef struct kiln_world_contact_options
{
	/// skin, tolerance and sides, for convex shapes too. Two cooked members have no skin.
	kiln_mesh_contact_options contact;
	/// Of each pair, by its slot: pair_capacity entries, {0} at first. A pair keeps its slot as long as it is told; an entry
	/// is set to zero when another gets it, by the first call that is given the array then. `lasting` instead of the
	/// manifold at once makes it grow a contact a call, by kiln_convex_manifold_update.
	kiln_convex_cache *caches;
	kiln_lasting_manifold *lasting;
	/// Room for the manifolds of one pair with meshes. Without it such pairs are passed over.
	kiln_mesh_manifold *mesh_room; ///< a convex shape with a cooked member
	uint32_t mesh_room_capacity;
	kiln_pair_manifold *pair_room; ///< two cooked members
	uint32_t pair_room_capacity;
	kiln_budget *budget; ///< of the work; NULL: none
} kiln_world_contact_options;

/// All contacts of the pairs that the last update told, members being where they are now: by pairs, then nodes and
/// triangles. Convex shapes have kiln_convex_manifold's, one with a cooked member kiln_scene_manifolds' (whose edges
/// inside a surface add nothing), two cooked members kiln_pair_manifolds'. KILN_E_CAPACITY where one pair had more than
/// there was room for: the first of the list that the function makes were told, and all pairs were gone through. So they were where a pair could not be
/// asked about: then it is what that function answered of the first such pair, KILN_E_ARGUMENT for one out of range in the
/// cooked member's coordinates, as above, or whose skin is. It goes before KILN_E_CAPACITY. KILN_E_BUDGET where the budget
/// ended it: all contacts of the pairs before were told, and of the one in hand none.
KILN_API kiln_status kiln_world_contacts_visit(
	kiln_world *world, const kiln_world_contact_options *options, kiln_visit_world_contact *visit, void *user);

#ifdef __cplusplus
}
#endif

#endif
