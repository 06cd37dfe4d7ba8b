// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_SDF_CASE_H
#define KILN_TESTS_SDF_CASE_H

#include "support/cook_bench.h"

/// Closed meshes with signed distance fields, and the exact distance.

enum
{
	SDF_CASE_CUBE,
	SDF_CASE_INVERTED,	  ///< a cube that is wound inside out
	SDF_CASE_CAVITY,	  ///< a cube with a cubic cavity
	SDF_CASE_OVERLAPPING, ///< two cubes that overlap: the surface inside is surface, too
	SDF_CASE_PLATE,		  ///< a plate, a thousandth as thick as wide
	SDF_CASE_SLIVERS,	  ///< a turned prism with long thin triangles
	SDF_CASE_FAR,		  ///< bumpy, 30 000 units from the origin
	SDF_CASE_TINY,		  ///< bumpy, a millionth of a unit wide
	SDF_CASE_BUMPY,
	SDF_CASES,
};

typedef struct sdf_case
{
	cooked cooked;
	kiln_sdf sdf; ///< of mesh 0
} sdf_case;

/// Cooks a case with the error `error`, a share of the diagonal, and opens its field; the test fails where this fails.
void sdf_case_make(sdf_case *c, int number, double error);
void sdf_case_free(sdf_case *c);

/// The mesh of a case; its arrays are static, and the next call replaces them.
kilncook_mesh sdf_case_mesh(int number);

/// A random point in the box of the mesh, enlarged on each side by `more` times its sides.
kiln_vec3 sdf_case_point(const sdf_case *c, uint64_t *random, double more);

/// The exact signed distance, by kiln_mesh_closest_point and kiln_mesh_point_inside.
double sdf_case_exact(const sdf_case *c, kiln_vec3 point);

/// The rounding of sdf_case_exact.
double sdf_case_rounding(const sdf_case *c, kiln_vec3 point);

/// From 0 to 1.
double sdf_case_share(uint64_t *random);

#endif
