// SPDX-License-Identifier: MIT
#ifndef KILN_WORLD_WORLD_H
#define KILN_WORLD_WORLD_H

#include "bounds/origin.h"
#include "bounds/posing.h"
#include "kiln/world.h"
#include "math/budget.h"
#include "tree/filter.h"

/// The data that all queries of a world share.

/// A member, prepared for queries.
typedef struct kiln_placed_member
{
	kiln_member member;
	bool is_convex;		   ///< queried as a convex object; else through the asset or surface
	uint32_t mesh;		   ///< of an asset: its shape's mesh; KILN_NONE: all nodes
	kiln_convex_shape own; ///< of a cooked hull or primitive
	kiln_hull hull;
	kiln_posing posing;
	bool rests; ///< the member's coordinates are the world's
} kiln_placed_member;

struct kiln_world
{
	kiln_broadphase *broadphase;
	kiln_placed_member *members; ///< by index
	kiln_broadphase_filter *filter;
	void *filter_user;
	float margin; ///< of boxes
	kiln_origin origin;

	// Pairs as they were last reported, with their slots.
	kiln_proxy_pair *pairs, *other_pairs; ///< these pairs, and room for the next update's
	uint32_t *slots, *other_slots;
	size_t pair_count;
	uint32_t *free_slots;
	uint32_t free_count;
	uint8_t *stale; ///< by slot: which of the caller's arrays may still hold an earlier pair's entry
};

/// The caller's arrays, as bits.
enum
{
	KILN_SLOT_CACHE = 1,
	KILN_SLOT_LASTING = 2,
};

/// A member's convex shape at its pose.
static inline kiln_convex_object kiln_member_object(const kiln_placed_member *placed)
{
	return (kiln_convex_object){
		.shape = placed->member.asset ? &placed->own : placed->member.convex, .pose = placed->member.pose};
}

// --- Filters ----------------------------------------------------------------------------------------------------------

/// The filters that a query adds to the filter of a member's asset: the filter of its options, and the other member's
/// masks.
typedef struct kiln_world_filters
{
	const kiln_filter *query; ///< or NULL
	const kiln_filter *other; ///< or NULL
} kiln_world_filters;

/// The view of a member's asset in a query.
typedef struct kiln_member_view
{
	kiln_asset asset;
	kiln_filter filter;		   ///< of the asset: the first of `all`, and a `keep` for the others
	const kiln_filter *all[3]; ///< filters that must all keep a piece
	uint32_t count;
} kiln_member_view;

/// Returns the asset of a member with the budget and the filters of a query. `view` gets the copy, if a copy is needed.
const kiln_asset *kilni_member_asset(
	const kiln_placed_member *placed, kiln_budget *budget, kiln_world_filters filters, kiln_member_view *view);

/// The masks of a member that is convex or a surface.
kiln_masks kilni_member_masks(const kiln_placed_member *placed);

/// Whether filters let a member pass as a whole. Of a scene or mesh they may still leave out all pieces.
bool kilni_member_passes(const kiln_placed_member *placed, kiln_world_filters filters);

/// kilni_member_passes, which costs only two comparisons without filters.
static inline bool kiln_member_passes(const kiln_placed_member *placed, kiln_world_filters filters)
{
	const kiln_asset *asset = placed->member.asset;
	return !(filters.query || filters.other || (asset && asset->filter)) || kilni_member_passes(placed, filters);
}

static inline kiln_world_filters kiln_world_query_filters(const kiln_world_query_options *options)
{
	return (kiln_world_filters){.query = options ? options->filter : NULL};
}

static inline bool kiln_world_chooses(const kiln_world *world, const kiln_world_query_options *options, uint32_t index)
{
	if (options && !kiln_budget_take(options->budget, 1))
		return false;
	const kiln_placed_member *placed = &world->members[index];
	const kiln_member *member = &placed->member;
	if (options && (((member->category ? member->category : 1) & options->ignores) ||
					   (options->accepts && !options->accepts(options->user, index))))
		return false;
	return kiln_member_passes(placed, kiln_world_query_filters(options));
}

// --- Origins ----------------------------------------------------------------------------------------------------------

/// Whether an origin is within reach of the world's.
bool kilni_world_reaches(const kiln_world *world, const kiln_origin *origin);

/// Starts the budget of a query. Returns false where the query's origin is invalid.
static inline bool kiln_world_begin(const kiln_world *world, const kiln_world_query_options *options)
{
	if (!options)
		return true;
	kilni_budget_begin(options->budget);
	return kilni_world_reaches(world, &options->origin);
}

static inline kiln_origin kiln_world_query_origin(const kiln_world_query_options *options)
{
	return options ? options->origin : (kiln_origin){0, 0, 0};
}

/// Copies a member, with its pointer to a hull's view that is part of it.
void kilni_member_settle(kiln_placed_member *to, const kiln_placed_member *from);

/// Makes a copy of a member as seen from another origin.
const kiln_placed_member *kilni_member_from(
	const kiln_placed_member *placed, const kiln_origin *origin, kiln_placed_member *room);

/// A member as seen from an origin: itself, or a copy in `room`.
static inline const kiln_placed_member *kiln_member_about(
	const kiln_placed_member *placed, const kiln_origin *origin, kiln_placed_member *room)
{
	return kiln_origin_equal(&placed->member.origin, origin) ? placed : kilni_member_from(placed, origin, room);
}

/// A member as a query sees it.
static inline const kiln_placed_member *kiln_world_sees(
	const kiln_world *world, const kiln_world_query_options *options, uint32_t index, kiln_placed_member *room)
{
	const kiln_origin origin = kiln_world_query_origin(options);
	return kiln_member_about(&world->members[index], &origin, room);
}

/// Converts a box from coordinates about an origin to those of the broadphase, rounded outwards.
kiln_aabb kilni_world_box(const kiln_world *world, const kiln_origin *origin, const kiln_aabb *box);

/// Visits the members whose boxes a ray may meet.
void kilni_world_walk_ray(const kiln_world *world, const kiln_world_query_options *options, const kiln_ray *ray,
	kiln_visit_proxy_hit *visit, void *user);

/// Visits the members whose boxes a moving box about the query's origin may meet.
void kilni_world_walk_box(const kiln_world *world, const kiln_world_query_options *options, const kiln_aabb *box,
	const kiln_motion *motion, kiln_visit_proxy_hit *visit, void *user);

// --- Members in answers -----------------------------------------------------------------------------------------------

/// The asset of a member in a query with options.
static inline const kiln_asset *kiln_world_query_asset(
	const kiln_placed_member *placed, const kiln_world_query_options *options, kiln_member_view *view)
{
	return kilni_member_asset(placed, options ? options->budget : NULL, kiln_world_query_filters(options), view);
}

/// The shape, material and source of a member that is a solid of an asset; KILN_NONE for shapes in memory.
static inline uint32_t kiln_member_shape(const kiln_placed_member *placed)
{
	return placed->member.asset ? placed->member.shape : KILN_NONE;
}
uint32_t kilni_member_material(const kiln_placed_member *placed);
uint32_t kilni_member_source(const kiln_placed_member *placed);

/// A hit of a convex member, without the fields that depend on the place of the hit.
kiln_hit kilni_member_hit(const kiln_placed_member *placed);

/// A time later than `t` by more than rounding and the tolerance of conservative advancement, so that culling keeps hits that
/// are equally near.
static inline float kiln_world_behind(float t)
{
	double margin = (double)t * (1 + 0x1p-18) + 0x1p-140;
	return margin < (double)FLT_MAX ? (float)margin : FLT_MAX;
}

/// The order that sorts answers.
typedef struct kiln_world_order
{
	bool (*before)(void *items, uint32_t i, uint32_t j);
	void (*swap)(void *items, uint32_t i, uint32_t j);
	void *items;
} kiln_world_order;

/// Makes a heap of answers, the last on top, so that one that comes before it can take its place.
void kilni_world_heap(const kiln_world_order *order, uint32_t count);

/// Sinks a new answer at `root` of a heap to its place.
void kilni_world_sift(const kiln_world_order *order, uint32_t root, uint32_t count);

void kilni_world_sort(const kiln_world_order *order, uint32_t count);

/// A box around a usable object, rounded outwards.
kiln_aabb kilni_object_box(const kiln_convex_object *object);

/// The box of a member that is not convex in its own coordinates; with min above max where it is empty.
void kilni_cooked_bounds(const kiln_placed_member *placed, float min[3], float max[3]);

/// The box of a member that is not convex, where it is. Returns false where it is out of range.
bool kilni_cooked_box(const kiln_placed_member *placed, kiln_aabb *box);

/// A box enlarged on each side, rounded outwards.
kiln_aabb kilni_enlarged(const kiln_aabb *box, double by);

// --- Between the world's coordinates and a member's own -------------------------------------------------------------

kiln_vec3 kilni_member_point(const kiln_placed_member *placed, kiln_vec3 point);
kiln_pose kilni_member_pose(const kiln_placed_member *placed, const kiln_pose *pose);
kiln_vec3 kilni_world_point(const kiln_placed_member *placed, kiln_vec3 point);
kiln_vec3 kilni_world_normal(const kiln_placed_member *placed, kiln_vec3 normal);

/// Converts a point to the coordinates of a member that is not convex. A point out of range is moved into range, straight
/// towards the nearest point of the member's box; then the function returns true. The point nearest to the moved point is as
/// near to the original point as any, to d^2 / KILN_COORDINATE_MAX for a box of size d that spans at most half the range.
bool kilni_member_near_point(const kiln_placed_member *placed, kiln_vec3 point, kiln_vec3 *local);

/// A straight path in a member's coordinates. The path begins near the member: from a start that is many times the
/// member's size away, float32 would lose digits or overflow.
typedef struct kiln_member_way
{
	kiln_vec3 origin, direction;
	float t_max;  ///< 0: no limit
	double from;  ///< t at which the path begins
	double unit;  ///< the path's own time is (t - from) * unit
	double limit; ///< latest t
} kiln_member_way;

/// A body that moves along a path, around `origin`.
typedef struct kiln_member_mover
{
	kiln_vec3 origin;
	kiln_d3 center; ///< centre of a ball around the body
	double radius;	///< radius of this ball
} kiln_member_mover;

/// Computes the path of a moving body in the coordinates of a member that is not convex. Returns false when the body
/// does not come near. Numbers are finite.
bool kilni_member_way_of(const kiln_placed_member *placed, const kiln_member_mover *mover, kiln_vec3 direction,
	float t_max, kiln_member_way *way);

/// Converts time, point and normal of a hit from the member's coordinates to the world's.
void kilni_hit_to_world(const kiln_placed_member *placed, const kiln_member_way *way, kiln_hit *hit);

/// Converts the manifold of a cooked member from the member's coordinates to the world's.
void kilni_manifold_to_world(const kiln_placed_member *placed, kiln_manifold *manifold);

// --- All hits ---------------------------------------------------------------------------------------------------------

/// A query for all hits of a world, for a visitor.
typedef struct kiln_world_visit
{
	const kiln_world *world;
	const kiln_world_query_options *options;
	kiln_visit_world_hit *visit;
	void *user;
	const kiln_placed_member *placed; ///< the member that is tested
	const kiln_member_way *way; ///< of the ray or shape in the member's coordinates; NULL: the hits are the world's
	uint32_t member;
	float most; ///< hits with a larger t are dropped
	bool ended;
} kiln_world_visit;

/// Receives a hit of the member, in the member's coordinates, for the visitor: a kiln_visit_hit.
float kilni_world_visit_hit(void *user, const kiln_hit *hit);

/// The return value of the broadphase's visitor after these hits.
static inline float kiln_world_visit_rest(const kiln_world_visit *visit)
{
	return visit->ended ? -1 : visit->most < FLT_MAX ? kiln_world_behind(visit->most) : FLT_MAX;
}

#endif
