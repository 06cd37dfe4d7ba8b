// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_SIMPLIFY_MESH_CASE_H
#define KILN_TESTS_SIMPLIFY_MESH_CASE_H

#include "hausdorff/hausdorff.h"
#include "simplify/simplify_mesh.h"
#include "survey/survey_case.h"

/// The triangles of a mesh.
typedef struct kept_mesh
{
	float (*vertices)[3];
	uint32_t (*triangles)[3];
	uint32_t vertex_count, triangle_count;
} kept_mesh;

kept_mesh simplify_mesh_case_copy(const clean_mesh *mesh);
void simplify_mesh_case_free(kept_mesh *copy);

/// The certain distance between a kept mesh and another one, to a thousandth.
hausdorff_result simplify_mesh_case_distance(const kept_mesh *a, const float (*vertices)[3], uint32_t vertex_count,
	const uint32_t (*triangles)[3], uint32_t triangle_count);

/// Simplifies the mesh of a case that was run. Fails the test unless the verdicts, the number of parts, the Euler characteristic and the border
/// stay, the last one where it has to, and the distance from the mesh before, measured independently, agrees with the counts and is within the
/// error. Small meshes are also compared triangle by triangle.
simplify_mesh_counts simplify_mesh_case_with(survey_case *c, const simplify_mesh_options *options);

/// The same, within `error` or to `triangles`.
simplify_mesh_counts simplify_mesh_case_run(survey_case *c, double error, uint32_t triangles);

/// Simplifies to a side. Fails the test unless points of each surface are on the right side of the other one, by winding
/// numbers, or the mesh stays as it is.
simplify_mesh_counts simplify_mesh_case_side(
	survey_case *c, double error, uint32_t triangles, kilncook_simplify_side side);

#endif
