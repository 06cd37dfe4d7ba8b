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

/// The ray in the coordinates of the node's mesh; t stays as it is.
kiln_ray kiln_ray_to_mesh(const kiln_asset *asset, uint32_t node, const kiln_ray *ray);

/// Fills the public hit from what was found. `hit` is zero before.
void kiln_ray_fill(const kiln_asset *asset, const kiln_ray *ray, const kiln_ray_found *found, kiln_hit *hit);

#endif
