// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MOVER_ORACLE_H
#define KILN_TESTS_MOVER_ORACLE_H

#include "mover_level.h"

/// Passages through surfaces, by exact signs and brute force: no code of the runtime takes part.

/// Most triangles of a level and of the hulls of its solids.
#define ORACLE_FACES (LEVEL_TRIANGLES + LEVEL_SOLIDS * 2 * LEVEL_POINTS)

typedef struct oracle_faces
{
	double corners[ORACLE_FACES][3][3];
	uint32_t count;
} oracle_faces;

/// Collects the triangles of a level. Of each solid, which is a point cloud, they are the faces of the convex hull: triples
/// of points with all other points on one side.
void oracle_collect(const mover_level *level, oracle_faces *faces);

/// A segment inside a body, along y through the body's origin: from `low` to `high`.
typedef struct oracle_core
{
	float low, high;
} oracle_core;

/// The core of a body of level_body, at least 0.1 inside.
oracle_core oracle_core_of(uint32_t kind);

/// Whether the core touches a face on its straight way: the parallelogram that it sweeps, whose corners are sums that
/// double represents exactly, against every triangle, by signs of determinants. Coplanar segments and triangles do not count: the
/// other sides of the parallelogram meet such a triangle.
bool oracle_passes(const oracle_faces *faces, oracle_core core, kiln_vec3 from, kiln_vec3 to);

#endif
