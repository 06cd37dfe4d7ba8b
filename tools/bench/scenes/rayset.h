// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_RAYSET_H
#define KILN_BENCH_RAYSET_H

#include "meshes.h"

/// Incoherent rays. Origin: uniform on the bounding sphere of the mesh (around the middle of its box, through its
/// corners). Target: uniform inside that sphere, except for a millionth of its volume around the middle. Direction:
/// target minus origin, not normalised.
typedef struct ray_set
{
	kiln_ray *rays;
	rival_ray *rival; ///< the same, with an end beyond the sphere
	uint32_t count;
	float tolerance; ///< distances that differ by more count as different answers: 1e-4 of the sphere's radius
} ray_set;

ray_set ray_set_make(const bench_mesh *mesh, uint32_t count, uint64_t seed);
void ray_set_free(ray_set *set);

/// Counts answers that differ: a hit against a miss, or distances beyond the tolerance. t in lengths of the direction,
/// -1 for none.
uint64_t ray_set_differing(const ray_set *set, const float *left, const float *right);

/// Most rays that are tested again with every triangle.
#define RAY_SET_JUDGED_MAX 500

/// Of the rays for which an answer in `others` (NULL entries are skipped) differs from that in `ours`, the first
/// RAY_SET_JUDGED_MAX: counts how many of ours are wrong, by a test of every triangle in double precision (Moeller and
/// Trumbore 1997). A ray that passes an edge at a millionth of the sphere's radius or less may hit the triangle or not.
uint64_t ray_set_wrong(
	const ray_set *set, const clean_mesh *mesh, const float *ours, const float *const *others, uint32_t other_count);

/// Runs kiln_mesh_ray_closest on mesh 0 for the first `count` rays, t into `t`.
void ray_set_closest(const kiln_asset *asset, const ray_set *set, uint32_t count, float *t);

#endif
