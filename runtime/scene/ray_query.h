// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_RAY_QUERY_H
#define KILN_SCENE_RAY_QUERY_H

#include "kiln/ray.h"
#include "tree/filter.h"
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

/// A ray in the coordinates of a mesh, ready to walk its tree. Where the origin lies so far outside of the mesh that
/// float32 would lose it, the ray begins near the mesh instead, `from` later.
typedef struct kiln_local_ray
{
	kiln_walk_ray walk;
	float limit; ///< of the walk
	float last;	 ///< drops hits with a larger t as answered; infinite where `limit` already drops them
	double from; ///< t of the ray as given = from + t of this one; 0: it begins where the given one does
} kiln_local_ray;

/// The ray begins where it enters the mesh's box; the rare case of kiln_ray_to_mesh, as is the ray of a node that moves
/// its mesh. `to_mesh` may be NULL.
bool kilni_ray_start_near(
	const kiln_format_mesh *mesh, const float to_mesh[12], const kiln_ray *ray, kiln_local_ray *local);
bool kilni_ray_to_moved(
	const kiln_format_mesh *mesh, const kiln_format_node *node, const kiln_ray *ray, kiln_local_ray *local);

/// The ray as `mesh` sees it, placed by `node` or, for KILN_NONE, in its own coordinates. False when the ray cannot meet
/// the mesh: the ray passes the box or is invalid.
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

/// t of the ray as given for one of a walk of the local ray.
static inline float kiln_local_t(const kiln_local_ray *local, float t)
{
	return (float)(local->from + (double)t * local->walk.scale);
}

/// Fills the public hit from what was found, whatever `hit` is before.
void kilni_ray_fill(const kiln_asset *asset, const kiln_ray_found *found, kiln_hit *hit);

#endif
