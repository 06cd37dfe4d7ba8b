// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_RAY_QUERY_H
#define KILN_SCENE_RAY_QUERY_H

#include "kiln/ray.h"
#include "tree/filter.h"
#include "tree/kernels.h"

/// Shared by the ray queries.

/// A triangle that a ray meets, before the public hit is filled.
typedef struct kiln_ray_found
{
	float t;	   ///< in lengths of the given direction
	uint32_t node; ///< KILN_NONE: the mesh in its own coordinates
	uint32_t mesh;
	uint32_t leaf; ///< unit of the triangle's leaf
	uint32_t lane; ///< its lane there
	float u, v;
	bool back;
} kiln_ray_found;

/// A ray in the coordinates of a mesh, ready to walk its tree. If the origin lies so far outside the mesh that float32
/// would lose precision, the ray begins near the mesh instead, `from` later.
typedef struct kiln_local_ray
{
	kiln_walk_ray walk;
	float limit; ///< of the walk
	float last;	 ///< drops hits with a larger reported t; infinite where `limit` already drops them
	double from; ///< t of the given ray = from + t of this one; 0: both begin at the same point
} kiln_local_ray;

/// Moves the start of the ray to its entry into the mesh's box: the rare case of kiln_ray_to_mesh. Also handles the ray
/// of a node that moves its mesh. `to_mesh` may be NULL.
bool kilni_ray_start_near(
	const kiln_format_mesh *mesh, const float to_mesh[12], const kiln_ray *ray, kiln_local_ray *local);
bool kilni_ray_to_moved(
	const kiln_format_mesh *mesh, const kiln_format_node *node, const kiln_ray *ray, kiln_local_ray *local);

/// The ray in the coordinates of `mesh`, which `node` places; KILN_NONE stands for a mesh in its own coordinates.
/// Returns false when the ray cannot meet the mesh: it misses the box or is invalid.
static inline bool kiln_ray_to_mesh(
	const kiln_asset *asset, uint32_t mesh, uint32_t node, const kiln_ray *ray, kiln_local_ray *local)
{
	const kiln_format_mesh *m = &asset->meshes[mesh];
	local->from = 0;
	local->last = HUGE_VALF;
	if (node != KILN_NONE && !(asset->nodes[node].flags & KILN_NODE_IDENTITY))
		return kilni_ray_to_moved(m, &asset->nodes[node], ray, local);
	return kilni_walk_ray_init(
			   &local->walk, &ray->origin, &ray->direction, ray->t_max, m->bounds_min, m->bounds_max, &local->limit) &&
		   (!local->walk.far || kilni_ray_start_near(m, NULL, ray, local));
}

/// The t of the given ray for a t of the local ray.
static inline float kiln_local_t(const kiln_local_ray *local, float t)
{
	return (float)(local->from + (double)t * local->walk.scale);
}

/// The public hit of a found triangle.
kiln_hit kilni_ray_hit(const kiln_asset *asset, const kiln_ray_found *found);

#endif
