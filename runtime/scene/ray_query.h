// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_RAY_QUERY_H
#define KILN_SCENE_RAY_QUERY_H

#include "kiln/ray.h"
#include "tree/kernels.h"

/// What the ray queries share.

/// A triangle that a ray meets, before the public hit is filled.
typedef struct kiln_ray_found
{
	float t;	   ///< in lengths of the direction as given
	uint32_t node; ///< KILN_NONE: the mesh in its own coordinates
	uint32_t mesh;
	uint32_t leaf; ///< unit of the triangle's leaf
	uint32_t lane; ///< its place there
	float u, v;
	bool back;
} kiln_ray_found;

/// A ray in the coordinates of a node's mesh. Where the origin lies so far outside of the mesh that float32 would lose
/// it, the ray begins near the mesh instead, `from` later.
typedef struct kiln_local_ray
{
	kiln_ray ray;
	double from; ///< t of the ray as given = from + t of this one
} kiln_local_ray;

/// False when the ray can't meet the node's mesh: it passes the box, or its origin is out of range.
bool kiln_ray_to_mesh(const kiln_asset *asset, uint32_t node, const kiln_ray *ray, kiln_local_ray *local);

/// t of the ray as given for one of a walk of the local ray.
static inline float kiln_local_t(const kiln_local_ray *local, const kiln_walk_ray *walk, float t)
{
	return (float)(local->from + (double)t * walk->scale);
}

/// Fills the public hit from what was found, whatever `hit` is before.
void kiln_ray_fill(const kiln_asset *asset, const kiln_ray *ray, const kiln_ray_found *found, kiln_hit *hit);

#endif
