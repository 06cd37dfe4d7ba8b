// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_GENERATE_H
#define KILN_BENCH_GENERATE_H

#include "scene.h"

/// Generated meshes: already clean, and the same for the same seed. Arrays come from malloc.

/// A sphere around the origin, of radius about 1, with bumps of a quarter of it: `rings` x 2 `rings` facets, that is
/// 4 rings (rings - 1) triangles. At least 3 rings.
void generate_sphere(clean_mesh *mesh, uint32_t rings, uint64_t seed);

/// Generates the same without bumps.
void generate_ball(clean_mesh *mesh, uint32_t rings);

/// Generates a cube from -1 to 1: 12 triangles.
void generate_cube(clean_mesh *mesh);

/// Generates ground of `side` x `side` cells over 100 x 100 units with hills of 20: 2 side^2 triangles.
void generate_terrain(clean_mesh *mesh, uint32_t side, uint64_t seed);

/// Generates `count` triangles that share no vertex, distributed over the unit cube; their total area is about 24 times
/// a side of the cube.
void generate_soup(clean_mesh *mesh, uint32_t count, uint64_t seed);

#endif
