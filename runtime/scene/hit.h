// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_HIT_H
#define KILN_SCENE_HIT_H

#include "instance.h"
#include "kiln/ray.h"
#include "tree/layout.h"

#include <math.h>

/// Filling the public hit.

/// Unit vector along the cross product of a triangle's edges; zero for a triangle without area. In double: the edges'
/// products of tiny triangles vanish in float32.
static inline kiln_vec3 kiln_triangle_normal(const kiln_vec3 corners[3])
{
	double ax = (double)corners[1].x - (double)corners[0].x, ay = (double)corners[1].y - (double)corners[0].y,
		   az = (double)corners[1].z - (double)corners[0].z;
	double bx = (double)corners[2].x - (double)corners[0].x, by = (double)corners[2].y - (double)corners[0].y,
		   bz = (double)corners[2].z - (double)corners[0].z;
	double x = ay * bz - az * by, y = az * bx - ax * bz, z = ax * by - ay * bx;
	double length = sqrt(x * x + y * y + z * z);
	double inverse = length > 0 ? 1 / length : 0;
	return (kiln_vec3){(float)(x * inverse), (float)(y * inverse), (float)(z * inverse)};
}

static inline kiln_vec3 kiln_normalize(kiln_vec3 v)
{
	double x = (double)v.x, y = (double)v.y, z = (double)v.z;
	double length = sqrt(x * x + y * y + z * z);
	double inverse = length > 0 ? 1 / length : 0;
	return (kiln_vec3){(float)(x * inverse), (float)(y * inverse), (float)(z * inverse)};
}

/// Where the triangle came from, its number in the asset, and the node. `node` may be KILN_NONE.
static inline void kiln_hit_identify(
	const kiln_asset *asset, uint32_t mesh, uint32_t node, uint32_t triangle, kiln_hit *hit)
{
	kiln_source source = kiln_triangle_source(asset, mesh, triangle);
	hit->hit = true;
	hit->triangle = asset->meshes[mesh].triangle_first + triangle;
	hit->mesh = mesh;
	hit->source_mesh = source.mesh;
	hit->source_face = source.face;
	hit->material = source.material;
	hit->node = node;
	hit->tag = node == KILN_NONE ? 0 : asset->nodes[node].tag;
}

#endif
