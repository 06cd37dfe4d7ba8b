// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BRUTE_FORCE_H
#define KILN_TESTS_BRUTE_FORCE_H

#include "kiln.h"
#include "primitive/solid.h"
#include "tree/kernels.h"

/// Answers about a mesh or a whole asset from every one of its triangles, without any tree: what brute_force compares
/// the queries with.

typedef struct brute_triangle
{
	uint32_t node; ///< KILN_NONE: a mesh's own
	uint32_t mesh;
	uint32_t triangle; ///< in the asset
	kiln_vec3 corners[3];
} brute_triangle;

/// What is asked: a mesh in its own coordinates, or the asset.
typedef struct brute_target
{
	const kiln_asset *asset;
	uint32_t mesh;			   ///< KILN_NONE: the asset
	brute_triangle *triangles; ///< by node, then number
	uint32_t count;
	const float *bounds_min;
	const float *bounds_max;
	double size; ///< half the diagonal of the bounds
} brute_target;

/// False when out of memory. brute_target_free ends it.
bool brute_target_make(brute_target *target, const kiln_asset *asset, uint32_t mesh);
void brute_target_free(brute_target *target);

/// The first hit and the number of all hits, from every leaf record of every mesh; only what the rays' rules are about
/// is filled: hit, t, u, v, back, triangle, node.
kiln_hit brute_ray(const brute_target *target, const kiln_ray *ray, uint32_t *all);

/// How a second method, edge functions in long double over the corners, judges a hit of a mesh.
typedef enum brute_verdict
{
	BRUTE_SURE,		///< agrees, and would have found any other answer wrong
	BRUTE_DOUBTFUL, ///< agrees, but the ray passes edges by less than float32 can tell
	BRUTE_WRONG,
} brute_verdict;

brute_verdict brute_ray_judge(const brute_target *mesh, const kiln_ray *ray, const kiln_hit *hit);

/// The closest point over all triangles: found, distance, point, triangle, mesh, node.
kiln_closest brute_closest(const brute_target *target, const kiln_point_query *query);

/// Whether the closest point's distance is that of its triangle by a second method, in long double, and a sample of
/// `sample` triangles from `first` on is not nearer.
bool brute_closest_judge(const brute_target *target, const kiln_point_query *query, const kiln_closest *closest,
	uint32_t first, uint32_t sample);

/// Whether exactly the triangles that a solid touches are listed, in order. The second method looks at about `sample`
/// of those that are near. Returns the number of the first triangle where something is wrong, or KILN_NONE.
uint32_t brute_overlap_error(
	const brute_target *target, const kiln_solid *solid, const kiln_overlap *listed, uint32_t count, uint32_t sample);

#endif
