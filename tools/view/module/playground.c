// SPDX-License-Identifier: MIT
#include "playground.h"

#include <stdlib.h>

// The object of a body. `shape` is room for its shape.
static kiln_convex_object object_of(const view_body *body, kiln_convex_shape *shape)
{
	const kiln_vec3 h = body->half_extents;
	*shape = (kiln_convex_shape){0};
	switch (body->kind)
	{
	case VIEW_BODY_BOX:
		shape->kind = KILN_CONVEX_AABB;
		shape->aabb = (kiln_aabb){{-h.x, -h.y, -h.z}, h};
		break;
	case VIEW_BODY_CAPSULE:
		shape->kind = KILN_CONVEX_CAPSULE;
		shape->capsule = (kiln_capsule){{0, -body->half_length, 0}, {0, body->half_length, 0}, body->radius};
		break;
	default:
		shape->kind = KILN_CONVEX_SPHERE;
		shape->sphere = (kiln_sphere){{0, 0, 0}, body->radius};
		break;
	}
	return (kiln_convex_object){.shape = shape, .pose = body->pose};
}

static view_touch touch_of(const kiln_manifold *manifold, uint32_t node, uint32_t triangle)
{
	view_touch touch = {.normal = manifold->normal, .count = manifold->count, .node = node, .triangle = triangle};
	for (uint32_t i = 0; i < manifold->count; ++i)
	{
		touch.contacts[i].on_a = manifold->contacts[i].on_a;
		touch.contacts[i].on_b = manifold->contacts[i].on_b;
		touch.contacts[i].depth = manifold->contacts[i].depth;
	}
	return touch;
}

uint32_t view_body_manifolds(const kiln_asset *asset, const view_body *body, float skin, kiln_mesh_manifold *room,
	view_touch *touches, uint32_t capacity)
{
	kiln_convex_shape shape;
	const kiln_convex_object object = object_of(body, &shape);
	const kiln_mesh_contact_options options = {.skin = skin, .both_sides = true};
	uint32_t count = 0;
	if (kiln_scene_manifolds(asset, &object, &options, room, capacity, &count) != KILN_OK)
		return 0;
	for (uint32_t i = 0; i < count && i < capacity; ++i)
		touches[i] = touch_of(&room[i].manifold, room[i].node, room[i].triangle);
	return count;
}

size_t view_manifold_size(void)
{
	return sizeof(kiln_mesh_manifold);
}

bool view_body_pair(const view_body *a, const view_body *b, float skin, view_touch *touch)
{
	kiln_convex_shape shapes[2];
	const kiln_convex_object first = object_of(a, &shapes[0]), second = object_of(b, &shapes[1]);
	kiln_manifold manifold;
	const kiln_manifold_options options = {.skin = skin};
	if (kiln_convex_manifold(&first, &second, &options, NULL, &manifold) != KILN_OK || manifold.count == 0)
		return false;
	*touch = touch_of(&manifold, KILN_NONE, KILN_NONE);
	return true;
}

kiln_broadphase *view_broadphase_new(uint32_t capacity, uint32_t pair_capacity)
{
	const kiln_broadphase_options options = {.capacity = capacity, .pair_capacity = pair_capacity};
	const size_t size = kiln_broadphase_size(&options);
	// A broadphase begins at a multiple of 64 bytes.
	const size_t whole = (size + 63) / 64 * 64;
	void *memory = size > 0 && whole >= size ? aligned_alloc(64, whole) : NULL;
	kiln_broadphase *broadphase = NULL;
	if (memory != NULL && kiln_broadphase_create(&broadphase, memory, size, &options) != KILN_OK)
		free(memory);
	return broadphase;
}

uint32_t view_broadphase_add(kiln_broadphase *broadphase, const kiln_aabb *box)
{
	kiln_proxy proxy;
	return kiln_broadphase_add(broadphase, box, NULL, &proxy) == KILN_OK ? proxy.index : KILN_NONE;
}

bool view_broadphase_move(kiln_broadphase *broadphase, uint32_t index, const kiln_aabb *box)
{
	return kiln_broadphase_move(broadphase, kiln_broadphase_proxy(broadphase, index), box) == KILN_OK;
}

bool view_broadphase_remove(kiln_broadphase *broadphase, uint32_t index)
{
	return kiln_broadphase_remove(broadphase, kiln_broadphase_proxy(broadphase, index)) == KILN_OK;
}
