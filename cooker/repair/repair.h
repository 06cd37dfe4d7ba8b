// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_REPAIR_H
#define KILN_COOKER_REPAIR_H

#include "kilncook.h"
#include "scene.h"
#include "survey/survey.h"

/// Repairs of a cleaned mesh, each on request, with every change counted (kilncook_repair_step).

typedef struct repair_options
{
	uint32_t steps;	  ///< bits 1 << kilncook_repair_step
	double tolerance; ///< a share of the diagonal of the mesh's box, as in survey_options
	double hole_size; ///< a share of the same diagonal: the largest diagonal of a hole's box; 0 closes none
} repair_options;

/// Repairs a mesh in place. A survey before and after each step decides whether the step stays: where a step makes a verdict
/// worse, its changes there are undone, after a counted number of trials all its changes. A second repair with the same options changes
/// nothing: the steps run again until a run changes nothing. Steps that have no end within the tolerance, or leave edges to `orient`
/// that it cannot turn, are left out, and their rows say that they were undone. A mesh without anything to repair keeps its arrays as they are.
/// Otherwise triangles are in the order of their faces, vertices in the order of their first use, and vertices that were cut apart share a
/// position. The result does not depend on the order of the mesh's triangles and vertices. `rows` receives KILNCOOK_REPAIR_END entries;
/// their distances are sums over the runs, each at most the tolerance.
/// A mesh beyond SURVEY_TRIANGLES_MAX triangles stays as it is: all rows say that the step was undone. KILNCOOK_INTERNAL when out
/// of memory; the mesh is valid then, too.
kilncook_status repair_run(
	const kilncook_context *context, const repair_options *options, clean_mesh *mesh, kilncook_repair_row *rows);

/// Stores with the holes and gaps that the survey `s` of a repaired mesh lists why they stay: tries to close them once more, on a copy.
/// False when out of memory.
bool repair_explain_holes(
	const kilncook_context *context, const repair_options *options, const clean_mesh *mesh, const survey *s);

#endif
