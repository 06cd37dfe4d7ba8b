// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_PLACED_BODY_H
#define KILN_SCENE_PLACED_BODY_H

#include "convex/shape/body.h"
#include "math/rounding.h"
#include "primitive/moving/sweep.h"

/// A node that places a hull or a primitive: a solid, where a mesh is a surface. The queries against one such body.

static inline bool kiln_node_is_body(const kiln_asset *asset, uint32_t node)
{
	return asset->nodes[node].mesh == KILN_NONE;
}

typedef struct kiln_placed_body
{
	kiln_body body;
	kiln_place place;
} kiln_placed_body;

/// A point of the body, as the eye.
static inline kiln_d3 kiln_body_eye(const kiln_placed_body *placed)
{
	const kiln_body *body = &placed->body;
	const bool hull = body->kind == KILN_SHAPE_HULL;
	return kiln_place_point(&placed->place, hull ? kiln_d3_from(kiln_hull_vertex(&body->hull, 0)) : body->center);
}

/// `node` places a body.
kiln_placed_body kilni_place_body(const kiln_asset *asset, uint32_t node);

/// A point where a ray crosses a body's surface.
typedef struct kiln_body_hit
{
	float t;		///< in lengths of the given direction, 0 <= t <= the limit
	bool back;		///< at the exit
	kiln_d3 point;	///< on the surface, in the body's own coordinates
	kiln_d3 normal; ///< outward, in the body's own coordinates, of any length; may be zero
	uint32_t face;
} kiln_body_hit;

/// The entry and the exit, if they count; one hit if both have the same reported time. The ray is one that
/// kilni_walk_ray_init accepts. Returns the number of hits.
uint32_t kilni_body_ray(const kiln_placed_body *placed, const kiln_ray *ray, kiln_body_hit hits[2]);

/// Fills all fields of the public hit.
void kilni_body_ray_fill(
	const kiln_asset *asset, uint32_t node, const kiln_ray *ray, const kiln_body_hit *found, kiln_hit *hit);

/// Whether a point lies in the body: all queries of points use this test.
bool kilni_body_has(const kiln_placed_body *placed, kiln_d3 point);

/// The vector from a point to the closest point of the body, zero exactly where kilni_body_has is true. Returns false
/// if it is certainly longer than `limit`.
bool kilni_body_closest(const kiln_placed_body *placed, kiln_d3 point, double limit, kiln_d3 *way);

/// Whether a solid and the body share a point. Touching counts; bodies that are apart by less than 2^-28 of the
/// coordinates involved may count as touching. For a solid without size kilni_body_has decides.
bool kilni_body_touches(const kiln_placed_body *placed, const kiln_solid *solid);

/// The time and place at which a solid first touches the body.
typedef struct kiln_body_contact
{
	double time; ///< in lengths of the path's direction
	bool from_start;
	kiln_d3 normal; ///< unit, away from the body
	kiln_d3 point;	///< on the body
	bool back;		///< the solid's center starts in the body
} kiln_body_contact;

/// The first contact at 0 <= time <= limit; kilni_body_contact_finish sets normal, point and `back`.
bool kilni_body_sweep(const kiln_placed_body *placed, const kiln_solid *solid, const kiln_path *path, double limit,
	kiln_body_contact *contact);

void kilni_body_contact_finish(const kiln_placed_body *placed, const kiln_solid *solid, kiln_body_contact *contact);

#endif
