// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PARTS_SURFACE_H
#define KILN_TESTS_PARTS_SURFACE_H

#include "clean/clean_shapes.h"
#include "parts/internal.h"

/// Surfaces in the making, for tests of convex parts.

#define VERTICES_MOST 4096
#define TRIANGLES_MOST 4096

typedef struct parts_surface
{
	float vertices[VERTICES_MOST][3];
	uint32_t triangles[TRIANGLES_MOST][3];
	uint32_t vertex_count;
	uint32_t triangle_count;
} parts_surface;

/// Makes an empty surface; free() ends its life.
parts_surface *parts_surface_new(void);
/// The surface as the art of parts_build.
parts_art parts_surface_art(const parts_surface *s);
/// Adds a vertex and returns its index.
uint32_t parts_surface_vertex(parts_surface *s, double x, double y, double z);
void parts_surface_triangle(parts_surface *s, uint32_t a, uint32_t b, uint32_t c);
/// Adds a box, wound outwards.
void parts_surface_box(parts_surface *s, const double low[3], const double high[3]);
/// Adds a prism over a polygon in the plane of x and y, whose triangles are given.
void parts_surface_prism(parts_surface *s, const double (*outline)[2], uint32_t count, const uint32_t (*cuts)[3]);
/// Rounds to a grid, so that midpoints are exact in double.
double parts_surface_on_grid(double x);
/// Adds a torus around z.
void parts_surface_torus(parts_surface *s, uint32_t around, uint32_t across);
/// Adds a closed surface of rings around z and two poles, whose radius varies.
void parts_surface_bumpy_ball(parts_surface *s, uint32_t rings, uint32_t around);
/// Adds triangles at random places, of at most this thickness.
void parts_surface_soup(parts_surface *s, shape_random *random, uint32_t count, double thickness);

#endif
