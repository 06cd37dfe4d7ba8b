// SPDX-License-Identifier: MIT
#ifndef KILN_TEST_SURFACE_NEAR_H
#define KILN_TEST_SURFACE_NEAR_H

#include <stdbool.h>
#include <stdint.h>

/// Whether points are near a surface, by all triangles that can be near: an oracle for distances.

/// A triangle with its box, and the largest x of this box and those before.
typedef struct near_triangle
{
	double corners[3][3], low[3], high[3], most;
} near_triangle;

/// The triangles of a surface, sorted by the least x of their boxes.
typedef struct surface_near
{
	near_triangle *triangles;
	uint32_t count;
	uint32_t last; ///< the triangle that was near the last point
} surface_near;

void surface_near_begin(
	surface_near *near, const float (*vertices)[3], const uint32_t (*triangles)[3], uint32_t triangle_count);
void surface_near_end(surface_near *near);

/// Whether a point is within the limit of the surface.
bool surface_near_point(surface_near *near, const double point[3], double limit);

/// Whether the corners of a triangle, the middles of its sides and its own are within the limit of the surface.
bool surface_near_triangle(surface_near *near, const float (*vertices)[3], const uint32_t triangle[3], double limit);

#endif
