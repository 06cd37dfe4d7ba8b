// SPDX-License-Identifier: MIT
#ifndef KILN_WORLD_WORLD_H
#define KILN_WORLD_WORLD_H

#include "bounds/posing.h"
#include "kiln/world.h"

/// What the parts of a world share.

/// A member as queries take it.
typedef struct kiln_placed_member
{
	kiln_member member;
	bool is_convex;		   ///< asked as `object`; else through the asset
	uint32_t mesh;		   ///< of an asset: its shape's mesh; KILN_NONE: all nodes
	kiln_convex_shape own; ///< of a cooked hull or primitive
	kiln_hull hull;
	kiln_posing posing;
	bool rests; ///< its coordinates are the world's
} kiln_placed_member;

struct kiln_world
{
	kiln_broadphase *broadphase;
	kiln_placed_member *members; ///< by index
	kiln_broadphase_filter *filter;
	void *filter_user;
	float margin; ///< of boxes

	// Pairs as they were last told, with their slots.
	kiln_proxy_pair *pairs, *other_pairs; ///< those, and room for the next
	uint32_t *slots, *other_slots;
	size_t pair_count;
	uint32_t *free_slots;
	uint32_t free_count;
	uint8_t *fresh; ///< by slot: what is kept of it is an earlier pair's
};

/// The convex shape of a member where it stands.
static inline kiln_convex_object kiln_member_object(const kiln_placed_member *placed)
{
	return (kiln_convex_object){
		.shape = placed->member.asset ? &placed->own : placed->member.convex, .pose = placed->member.pose};
}

static inline bool kiln_world_chooses(const kiln_world *world, const kiln_world_choice *choice, uint32_t index)
{
	const kiln_member *member = &world->members[index].member;
	if (!choice)
		return true;
	return !((member->category ? member->category : 1) & choice->ignores) &&
		   (!choice->accepts || choice->accepts(choice->user, index));
}

/// What an asset knows of a member that is one of its solids; nothing of shapes in memory.
static inline uint32_t kiln_member_shape(const kiln_placed_member *placed)
{
	return placed->member.asset ? placed->member.shape : KILN_NONE;
}
uint32_t kiln_member_material(const kiln_placed_member *placed);
uint32_t kiln_member_source(const kiln_placed_member *placed);

/// A box around a usable object, rounded outwards.
kiln_aabb kiln_object_box(const kiln_convex_object *object);

// --- Between the world's coordinates and a member's own -------------------------------------------------------------

kiln_vec3 kiln_member_point(const kiln_placed_member *placed, kiln_vec3 point);
kiln_vec3 kiln_member_vector(const kiln_placed_member *placed, kiln_vec3 vector);
kiln_pose kiln_member_pose(const kiln_placed_member *placed, const kiln_pose *pose);
kiln_vec3 kiln_world_point(const kiln_placed_member *placed, kiln_vec3 point);
kiln_vec3 kiln_world_normal(const kiln_placed_member *placed, kiln_vec3 normal);

/// The point and normal of a hit, which the member's own coordinates have.
void kiln_hit_to_world(const kiln_placed_member *placed, kiln_hit *hit);

#endif
