// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BRUTE_FORCE_H
#define KILN_TESTS_BRUTE_FORCE_H

#include "kiln.h"
#include "primitive/solid.h"
#include "tree/kernels.h"

/// Answers about a mesh or a whole asset from every one of its triangles, without a tree: brute_force compares the
/// queries with them.

typedef struct brute_triangle
{
	uint32_t node; ///< KILN_NONE: in a mesh's own coordinates
	uint32_t mesh;
	uint32_t triangle; ///< in the asset
	kiln_vec3 corners[3];
} brute_triangle;

/// The target of queries: a mesh in its own coordinates, or the asset.
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

/// Makes a target; false when out of memory. The caller calls brute_target_free.
bool brute_target_make(brute_target *target, const kiln_asset *asset, uint32_t mesh);
void brute_target_free(brute_target *target);

/// Finds the first hit and the number of all hits, from every leaf record of every mesh; fills only the fields that the
/// rules of rays determine: hit, t, u, v, back, triangle, node.
kiln_hit brute_ray(const brute_target *target, const kiln_ray *ray, uint32_t *all);

/// The verdict of a second method about a hit of a mesh: edge functions in long double over the corners.
typedef enum brute_verdict
{
	BRUTE_SURE,		///< agrees, and would have detected any other answer as wrong
	BRUTE_DOUBTFUL, ///< agrees, but the ray passes edges closer than float32 can distinguish
	BRUTE_WRONG,
} brute_verdict;

brute_verdict brute_ray_judge(const brute_target *mesh, const kiln_ray *ray, const kiln_hit *hit);

/// The closest point over all triangles: found, distance, point, triangle, mesh, node.
kiln_closest brute_closest(const brute_target *target, const kiln_point_query *query);

/// Whether the closest point's distance is that of its triangle by a second method, in long double, and a sample of
/// `sample` triangles from `first` on is not nearer.
bool brute_closest_judge(const brute_target *target, const kiln_point_query *query, const kiln_closest *closest,
	uint32_t first, uint32_t sample);

/// Checks that exactly the triangles that a solid touches are listed, in order. The second method tests about `sample`
/// of the near triangles. Returns the first triangle with an error, or KILN_NONE.
uint32_t brute_overlap_error(
	const brute_target *target, const kiln_solid *solid, const kiln_overlap *listed, uint32_t count, uint32_t sample);

#endif
