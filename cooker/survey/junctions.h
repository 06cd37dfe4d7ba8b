// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_JUNCTIONS_H
#define KILN_COOKER_JUNCTIONS_H

#include "survey.h"

/// The sides that run along each other at T-junctions, although they share no edge.
typedef struct survey_junction_list
{
	uint64_t *pairs; ///< one side << 32 | the other, increasing, without copies; each pair in both orders
	uint64_t count, capacity;
} survey_junction_list;

/// Returns how far two sides that run along each other are apart: of the four distances of an end from the other side, the second
/// least, since two ends bound what they share. Neither the order of the sides nor that of their ends counts.
double survey_sides_apart(const float a[2][3], const float b[2][3]);

/// Lists the boundary sides that begin at a vertex of a T-junction and run along its side: they are
/// apart by the tolerance at most (survey_sides_apart). Sides of at most twice the tolerance are left out. Where several sides pass a
/// vertex, the T-junction counts for the nearest, as in the survey `s` of the mesh. False when out of memory, with nothing to free.
bool survey_junctions(
	const kilncook_context *context, const clean_mesh *mesh, const survey *s, survey_junction_list *junctions);

void survey_junctions_free(const kilncook_context *context, survey_junction_list *junctions);

#endif
