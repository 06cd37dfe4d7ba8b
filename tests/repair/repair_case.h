// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_REPAIR_CASE_H
#define KILN_TESTS_REPAIR_CASE_H

#include "clean/clean_shapes.h"
#include "repair/repair.h"
#include "survey/survey_case.h"

/// Meshes of survey_case that are repaired and surveyed again.
typedef struct repair_case
{
	survey_case art;
	kilncook_repair_row rows[KILNCOOK_REPAIR_END];
	survey_case copy; ///< of the mesh before the repair: positions and corners, cleaned and surveyed
} repair_case;

#define STEP(name) (1u << KILNCOOK_REPAIR_##name)

void repair_case_begin(repair_case *c);
void repair_case_end(repair_case *c);

/// Cleans, surveys, repairs and surveys again. Fails the test when the repair makes a count of faults or a property of the
/// surface worse, when a vertex of the art is farther from the repaired surface than the steps' distances say (by brute force; for
/// more than 400 triangles by the certain distance of hausdorff_one_sided), when a triangle has no area or a face that is not there,
/// or when a second repair changes something.
void repair_case_run(repair_case *c, uint32_t steps);

/// Does the same, and surveys and repairs the triangles in another order too. Fails the test unless both find and make the same. Art with opposite
/// triangles, of which cleaning keeps the first ones, is not compared.
void repair_case_orders(repair_case *c, uint32_t steps, shape_random *random);

/// Repairs the mesh of art as it is.
void repair_case_repair(repair_case *c, uint32_t steps);

/// Cuts all triangles apart, with corners that are moved by at most `reach`.
void repair_case_shatter(survey_case *art, shape_random *random, double reach);
/// Reverses every triangle with a chance of one half.
void repair_case_reverse(survey_case *art, shape_random *random);
/// Cuts one triangle in two, at a vertex beside the middle of one side, which its neighbour does not have.
void repair_case_cut(survey_case *art, shape_random *random, double reach);

/// Whether two meshes have the same triangles, with their windings, by positions.
bool repair_case_same_surface(const clean_mesh *a, const clean_mesh *b);

/// The volume within the survey's parts, summed.
double repair_case_volume(const survey_case *art);

/// Whether the mesh is closed, manifold, orientable and wound, without faults of other kinds than those given.
bool repair_case_sound(const survey_case *art, uint32_t kinds);

#endif
