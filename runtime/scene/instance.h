// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_INSTANCE_H
#define KILN_SCENE_INSTANCE_H

#include "kiln/asset.h"

/// Applies a node's transform: three rows of four, p' = M (p, 1).

static inline kiln_vec3 kiln_transform_point(const float m[12], kiln_vec3 p)
{
	return (kiln_vec3){
		m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3],
		m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
		m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11],
	};
}

static inline kiln_vec3 kiln_transform_vector(const float m[12], kiln_vec3 v)
{
	return (kiln_vec3){
		m[0] * v.x + m[1] * v.y + m[2] * v.z,
		m[4] * v.x + m[5] * v.y + m[6] * v.z,
		m[8] * v.x + m[9] * v.y + m[10] * v.z,
	};
}

/// Normals map by the transposed inverse; `to_mesh` is the node's inverse matrix.
static inline kiln_vec3 kiln_transform_normal(const float to_mesh[12], kiln_vec3 n)
{
	return (kiln_vec3){
		to_mesh[0] * n.x + to_mesh[4] * n.y + to_mesh[8] * n.z,
		to_mesh[1] * n.x + to_mesh[5] * n.y + to_mesh[9] * n.z,
		to_mesh[2] * n.x + to_mesh[6] * n.y + to_mesh[10] * n.z,
	};
}

#endif
