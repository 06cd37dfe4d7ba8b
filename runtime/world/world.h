// SPDX-License-Identifier: MIT
#ifndef KILN_WORLD_WORLD_H
#define KILN_WORLD_WORLD_H

#include "bounds/posing.h"
#include "kiln/world.h"
#include "math/budget.h"

/// The data that all queries of a world share.

/// A member, prepared for queries.
typedef struct kiln_placed_member
{
	kiln_member member;
	bool is_convex;		   ///< queried as a convex object; else through the asset
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

static inline bool kiln_world_chooses(const kiln_world *world, const kiln_world_query_options *options, uint32_t index)
{
	if (options && !kiln_budget_take(options->budget, 1))
		return false;
	const kiln_member *member = &world->members[index].member;
	if (!options)
		return true;
	return !((member->category ? member->category : 1) & options->ignores) &&
		   (!options->accepts || options->accepts(options->user, index));
}

/// Starts the budget at the begin of a query.
static inline void kiln_world_begin(const kiln_world_query_options *options)
{
	if (options)
		kilni_budget_begin(options->budget);
}

/// A member's asset with the query's budget; `room` holds the copy.
static inline const kiln_asset *kiln_member_asset(
	const kiln_placed_member *placed, kiln_budget *budget, kiln_asset *room)
{
	if (!budget)
		return placed->member.asset;
	*room = *placed->member.asset;
	room->budget = budget;
	return room;
}

static inline kiln_budget *kiln_choice_budget(const kiln_world_query_options *options)
{
	return options ? options->budget : NULL;
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

/// Lets a new answer at `root` of a heap sink to its place.
void kilni_world_sift(const kiln_world_order *order, uint32_t root, uint32_t count);

void kilni_world_sort(const kiln_world_order *order, uint32_t count);

/// A box around a usable object, rounded outwards.
kiln_aabb kilni_object_box(const kiln_convex_object *object);

// --- Between the world's coordinates and a member's own -------------------------------------------------------------

kiln_vec3 kilni_member_point(const kiln_placed_member *placed, kiln_vec3 point);
kiln_pose kilni_member_pose(const kiln_placed_member *placed, const kiln_pose *pose);
kiln_vec3 kilni_world_point(const kiln_placed_member *placed, kiln_vec3 point);
kiln_vec3 kilni_world_normal(const kiln_placed_member *placed, kiln_vec3 normal);

/// Converts a point to the coordinates of a member that is not convex. A point out of range is moved into range, straight
/// towards the nearest point of the member's box; then the function returns true. The point nearest to the moved point is as
/// near to the original point as any, to d^2 / KILN_COORDINATE_MAX for a box of size d that spans at most half the range.
bool kilni_member_near_point(const kiln_placed_member *placed, kiln_vec3 point, kiln_vec3 *local);

/// A straight way in a member's coordinates. The way begins near the member: from a start that is many times the member's size
/// away, float32 would lose digits or overflow.
typedef struct kiln_member_way
{
	kiln_vec3 origin, direction;
	float t_max;  ///< 0: no limit
	double from;  ///< t of the way's begin
	double unit;  ///< the way's own time is (t - from) * unit
	double limit; ///< latest t
} kiln_member_way;

/// A body that moves along a way, around `origin`.
typedef struct kiln_member_mover
{
	kiln_vec3 origin;
	kiln_d3 center; ///< centre of a ball around the body
	double radius;	///< radius of this ball
} kiln_member_mover;

/// The way of a moving body in the coordinates of a member that is not convex. False when the body does not come near. Numbers
/// are finite.
bool kilni_member_way_of(const kiln_placed_member *placed, const kiln_member_mover *mover, kiln_vec3 direction,
	float t_max, kiln_member_way *way);

/// Converts time, point and normal of a hit from the member's coordinates to the world's.
void kilni_hit_to_world(const kiln_placed_member *placed, const kiln_member_way *way, kiln_hit *hit);

#endif
