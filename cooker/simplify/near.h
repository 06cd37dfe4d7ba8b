// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SIMPLIFY_NEAR_H
#define KILN_COOKER_SIMPLIFY_NEAR_H

#include "complex.h"
#include "hausdorff/nearest.h"

/// Points of the first surface, each of which stays with the triangle that was nearest among those around it when these last changed. The
/// distance of the point from it is an upper bound of the point's distance from the surface (R. Klein, G. Liebich, W. Straßer, Mesh
/// Reduction with Error Control, 1996).
typedef struct near_points
{
	double (*at)[3];
	uint32_t *next;	 ///< per point: the next one with the same triangle, or KILN_NONE
	uint32_t *first; ///< per triangle: its first point, or KILN_NONE
	uint32_t count, capacity, triangle_count;
	/// The points at a star that is looked at.
	uint32_t *gathered;
	uint32_t gathered_count;
	nearest_tree tree; ///< of the first surface
} near_points;

/// Takes the vertices of a mesh, which join the points when they vanish, and four points in each of the triangles that are
/// `strict`; NULL: none. False when out of memory; near_end frees in any case.
bool near_begin(
	const kilncook_context *context, const clean_mesh *mesh, const bool *strict, uint32_t threads, near_points *out);
void near_end(const kilncook_context *context, near_points *near);

/// Gathers the points at the triangles of a star, and its vertex.
void near_gather(near_points *near, const complex_star *star);

/// Returns the largest squared distance of the gathered points from the triangles that a collapse leaves around the star: at least `most` when that is reached, infinity where there is none.
double near_measure(
	near_points *near, complex_mesh *c, const clean_mesh *mesh, const complex_star *star, uint32_t to, double most);

/// Returns the largest squared distance of the centroids and middles of edges that a collapse makes from the first surface, or `least` when it is
/// less; at least `most` when that is reached.
double near_measure_back(
	near_points *near, const clean_mesh *mesh, const complex_star *star, uint32_t to, double least, double most);

/// Gives the gathered points to these triangles, before the collapse.
void near_move(near_points *near, complex_mesh *c, const clean_mesh *mesh, const complex_star *star, uint32_t to);

#endif
