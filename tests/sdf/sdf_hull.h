// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_SDF_HULL_H
#define KILN_TESTS_SDF_HULL_H

#include "support/cook_bench.h"

/// Hulls with signed distance fields, and the exact distance, by brute force.

enum
{
	SDF_HULL_CUBE,
	SDF_HULL_CLOUD,	 ///< of 20 random points in a cube
	SDF_HULL_ROUND,	 ///< of 200 random points on a sphere
	SDF_HULL_PRISM,	 ///< of 32 sides: two faces have many corners
	SDF_HULL_FEW,	 ///< the round one, made simpler
	SDF_HULL_PLATE,	 ///< a ten-thousandth as thick as wide, turned
	SDF_HULL_NEEDLE, ///< a thousand times as long as thick, turned
	SDF_HULL_FAR,	 ///< 30 000 units from the origin
	SDF_HULL_TINY,	 ///< a millionth of a unit wide
	SDF_HULL_HUGE,	 ///< a million units wide
	SDF_HULLS,
};

typedef struct sdf_hull
{
	cooked cooked;
	kiln_sdf sdf; ///< of shape 0
	kiln_hull hull;
	double (*planes)[6]; ///< by face: unit normal and a corner, in double
	double size;		 ///< diagonal of the box
} sdf_hull;

/// The points of a case as a mesh that has them all; its arrays are static, and the next call replaces them.
kilncook_mesh sdf_hull_mesh(int number);

/// Cooks a case with the error `error`, a share of the diagonal, and opens its field; the test fails where this fails.
void sdf_hull_make(sdf_hull *c, int number, double error);
void sdf_hull_free(sdf_hull *c);

/// A random point in the box of the hull, enlarged on each side by `more` times the longest one.
kiln_vec3 sdf_hull_point(const sdf_hull *c, uint64_t *random, double more);

/// A random point of the surface: a corner, on an edge, or in a face.
kiln_vec3 sdf_hull_surface(const sdf_hull *c, uint64_t *random);

/// The signed distance: that of the farthest plane in the hull, that of the nearest face, edge or corner outside. Right to 2^-40 of
/// coordinate differences.
double sdf_hull_exact(const sdf_hull *c, kiln_vec3 point);

#endif
