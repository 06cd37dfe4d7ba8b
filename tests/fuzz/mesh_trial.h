// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MESH_TRIAL_H
#define KILN_TESTS_MESH_TRIAL_H

#include "survey/survey_case.h"

/// Trials of what repairs and reduces meshes, on one mesh each. A broken promise ends the program: the trials check with
/// functions that fail a test, and the target sets CMOCKA_TEST_ABORT. Each returns a static word for the result.

/// Numbers that choose what a trial does; each trial takes any.
typedef struct mesh_trial_choice
{
	uint32_t what;
	uint32_t size;
	uint64_t seed; ///< of orders and samples
} mesh_trial_choice;

/// Surveys and repairs, once more with the triangles in another order: as repair_case_orders promises. `what` chooses the steps.
const char *mesh_trial_repair(const survey_case *art, const mesh_trial_choice *choice);

/// Merges the mesh with its positions rounded to a lattice: exactly, or within a tolerance. The surface, its verdicts and its
/// coverage stay; within a tolerance, the certain distance of the surfaces is at most the one that is reported.
const char *mesh_trial_merge(const survey_case *art, const mesh_trial_choice *choice);

/// Simplifies within an error, to a number of triangles, or to a side: as simplify_mesh_case_run and simplify_mesh_case_side promise. The result
/// does not depend on the number of threads.
const char *mesh_trial_simplify(const survey_case *art, const mesh_trial_choice *choice);

/// Wraps: as wrap_case_check promises. Triangles and vertices in another order have the same wrap, or are refused too.
const char *mesh_trial_wrap(const survey_case *art, const mesh_trial_choice *choice);

/// Measures the distance of the first triangles from the next ones: as hausdorff_case_check promises.
const char *mesh_trial_hausdorff(const survey_case *art, const mesh_trial_choice *choice);

#endif
