// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_HIT_H
#define KILN_SCENE_HIT_H

#include "instance.h"
#include "kiln/ray.h"
#include "math/double3.h"
#include "tree/layout.h"

#include <math.h>

/// Fills the public hit.

/// Sets no hit: clears all bytes including padding, so that equal answers are equal bytes.
static inline void kiln_hit_clear(kiln_hit *hit)
{
	memset(hit, 0, sizeof *hit);
}

/// Begins a hit; the caller then sets all fields.
static inline void kiln_hit_begin(kiln_hit *hit)
{
	memset(hit, 0, offsetof(kiln_hit, t));
	hit->hit = true;
}

/// A triangle of a leaf in double: a corner, and the edges to the other two.
typedef struct kiln_leaf_face
{
	kiln_d3 corner, to_second, to_third;
} kiln_leaf_face;

static inline kiln_leaf_face kiln_leaf_face_of(const kiln_leaf *leaf, uint32_t lane)
{
	uint32_t corners = leaf->corners[lane];
	uint32_t a = corners & 15u, b = corners >> 4 & 15u, c = corners >> 8 & 15u;
	const kiln_d3 corner = {(double)leaf->x[a], (double)leaf->y[a], (double)leaf->z[a]};
	const kiln_d3 second = {(double)leaf->x[b], (double)leaf->y[b], (double)leaf->z[b]};
	const kiln_d3 third = {(double)leaf->x[c], (double)leaf->y[c], (double)leaf->z[c]};
	return (kiln_leaf_face){corner, kiln_d3_sub(second, corner), kiln_d3_sub(third, corner)};
}

/// Unit normal of a triangle by its winding, in mesh coordinates; zero for a triangle without area. In double, because
/// the edges' products of tiny triangles underflow in float32.
static inline kiln_vec3 kiln_leaf_normal(const kiln_leaf_face *face)
{
	kiln_d3 normal = kiln_d3_cross(face->to_second, face->to_third);
	double length = sqrt(kiln_d3_length2(normal));
	return kiln_d3_to(kiln_d3_scale(normal, length > 0 ? 1 / length : 0));
}

/// The point of the triangle with these weights of the second and third corner, neither of which is negative. Rounding
/// may make their sum a little more than 1: then the point of the edge between both corners.
static inline kiln_d3 kiln_leaf_point(const kiln_leaf_face *face, float second, float third)
{
	double u = (double)second, v = kiln_double_min((double)third, 1 - u);
	return kiln_d3_along(kiln_d3_along(face->corner, u, face->to_second), v, face->to_third);
}

static inline kiln_vec3 kiln_normalize(kiln_vec3 v)
{
	double x = (double)v.x, y = (double)v.y, z = (double)v.z;
	double length = sqrt(x * x + y * y + z * z);
	double inverse = length > 0 ? 1 / length : 0;
	return (kiln_vec3){(float)(x * inverse), (float)(y * inverse), (float)(z * inverse)};
}

/// Sets the triangle's source, its number in the asset, and the node. `node` may be KILN_NONE.
static inline void kiln_hit_identify(
	const kiln_asset *asset, uint32_t mesh, uint32_t node, uint32_t triangle, kiln_hit *hit)
{
	kiln_source source = kiln_triangle_source(asset, mesh, triangle);
	hit->triangle = asset->meshes[mesh].triangle_first + triangle;
	hit->mesh = mesh;
	hit->source_mesh = source.mesh;
	hit->source_face = source.face;
	hit->material = source.material;
	hit->node = node;
	hit->tag = node == KILN_NONE ? 0 : asset->nodes[node].tag;
	hit->shape = mesh;
	hit->face = KILN_NONE;
}

/// The mesh in the art file from which a solid was made.
static inline uint32_t kiln_body_source(const kiln_asset *asset, const kiln_format_shape *shape)
{
	return shape->part_count ? asset->parts[shape->part_first].source_mesh : KILN_NONE;
}

/// Sets the source and the shape of a solid that no node places.
static inline void kiln_hit_identify_shape(const kiln_asset *asset, uint32_t number, kiln_hit *hit)
{
	const kiln_format_shape *shape = &asset->shapes[number];
	hit->triangle = KILN_NONE;
	hit->mesh = KILN_NONE;
	hit->source_mesh = kiln_body_source(asset, shape);
	hit->source_face = KILN_NONE;
	hit->material = shape->material;
	hit->node = KILN_NONE;
	hit->tag = 0;
	hit->shape = number;
	hit->face = KILN_NONE;
}

/// kiln_hit_identify for a node that places a solid.
static inline void kiln_hit_identify_body(const kiln_asset *asset, uint32_t node, uint32_t face, kiln_hit *hit)
{
	const kiln_format_node *at = &asset->nodes[node];
	kiln_hit_identify_shape(asset, at->shape, hit);
	hit->node = node;
	hit->tag = at->tag;
	hit->face = face;
}

#endif
