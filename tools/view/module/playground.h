// SPDX-License-Identifier: MIT
#ifndef KILN_VIEW_MODULE_PLAYGROUND_H
#define KILN_VIEW_MODULE_PLAYGROUND_H

#include "kiln.h"
#include "math/ieee.h"

/// Bodies that move in the level: their contacts, and a broadphase for their boxes.

typedef uint32_t view_body_kind;
enum view_body_kind_values
{
	VIEW_BODY_SPHERE = 0,
	VIEW_BODY_BOX = 1,
	VIEW_BODY_CAPSULE = 2, ///< along y
};

/// A body around the origin of its pose.
typedef struct view_body
{
	view_body_kind kind;
	float radius; ///< of spheres and capsules
	kiln_vec3 half_extents;
	float half_length; ///< of the segment of a capsule
	kiln_pose pose;
} view_body;

/// A manifold as a page reads it. Its normal leads to the first body.
typedef struct view_touch
{
	kiln_vec3 normal;
	uint32_t count;
	struct
	{
		kiln_vec3 on_a, on_b;
		float depth;
	} contacts[KILN_MANIFOLD_POINTS_MAX];
	uint32_t node, triangle; ///< of the level; KILN_NONE between bodies, and for the triangle of a solid
} view_touch;

/// Finds the contacts of a body with the level by kiln_scene_manifolds, with gaps up to `skin`. Returns the number of
/// manifolds; stores the first `capacity` of them. `room` has as many elements. 0 for bodies that are not usable.
uint32_t view_body_manifolds(const kiln_asset *asset, const view_body *body, float skin, kiln_mesh_manifold *room,
	view_touch *touches, uint32_t capacity);

/// The bytes of an element of `room`.
size_t view_manifold_size(void);

/// Finds the contacts of two bodies. False where they are farther apart than `skin`, or not usable.
bool view_body_pair(const view_body *a, const view_body *b, float skin, view_touch *touch);

/// Makes a broadphase; NULL without memory, and for invalid numbers. End it by free().
kiln_broadphase *view_broadphase_new(uint32_t capacity, uint32_t pair_capacity);

/// Adds a box. Returns its index; KILN_NONE where there is no room, or the box is not valid.
uint32_t view_broadphase_add(kiln_broadphase *broadphase, const kiln_aabb *box);

/// Moves or removes the box with an index. False where there is no such box, or the new one is not valid.
bool view_broadphase_move(kiln_broadphase *broadphase, uint32_t index, const kiln_aabb *box);
bool view_broadphase_remove(kiln_broadphase *broadphase, uint32_t index);

#endif
