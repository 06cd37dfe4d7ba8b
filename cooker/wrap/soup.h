// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_WRAP_SOUP_H
#define KILN_COOKER_WRAP_SOUP_H

#include "kiln_format.h"
#include "kilncook/wrap.h"
#include "math/double3.h"
#include "tree/build/build.h"

/// The triangles of the art in a tree: distances of points, and exact touch tests.

typedef struct wrap_soup
{
	const kilncook_context *context;
	kiln_d3 (*corners)[3]; ///< in the order of the tree, the corners of each triangle in lexical order
	uint32_t triangle_count;
	build_tree tree;
	double slack2; ///< squared distance by which the walk looks farther than its best find
} wrap_soup;

/// The closest point of the art.
typedef struct wrap_near
{
	kiln_d3 point;	   ///< on the triangle, to 2^-50 of the coordinates
	double distance;   ///< from the query to `point`; INFINITY where nothing is near enough
	uint32_t triangle; ///< place in wrap_soup.corners
} wrap_near;

/// A closed tetrahedron, or a triangle.
typedef struct wrap_probe
{
	kiln_d3 corners[4]; ///< where `count` is 4, wound so that orient3d of the four is positive
	int count;
} wrap_probe;

/// KILNCOOK_INTERNAL when out of memory.
kilncook_status wrap_soup_build(
	const kilncook_context *context, const kilncook_wrap_art *art, uint32_t threads, wrap_soup *soup);

void wrap_soup_free(wrap_soup *soup);

/// The closest point that is not farther than `most`, of several the first in lexical order: independent of the triangles' order.
wrap_near wrap_soup_nearest(const wrap_soup *soup, kiln_d3 at, double most);

/// Whether a triangle of the art has a point in common with the probe, exactly.
bool wrap_soup_touches(const wrap_soup *soup, const wrap_probe *probe);

#endif
