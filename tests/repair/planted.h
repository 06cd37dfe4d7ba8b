// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_REPAIR_PLANTED_H
#define KILN_TESTS_REPAIR_PLANTED_H

#include "survey/survey_case.h"

/// Faults planted in surveyed models, at spots that are far from each other.

#define PLANTED_MOST 6

typedef enum planted_kind
{
	PLANTED_HOLE,	///< a triangle is dropped
	PLANTED_CRACKS, ///< some of the triangles at a vertex get a vertex of their own, within half the tolerance
	PLANTED_TURNED, ///< a triangle's winding is reversed
	PLANTED_KINDS,
} planted_kind;

/// A fault that the survey has to find: one of the kinds, within `reach` of the place.
typedef struct planted_fault
{
	uint32_t kinds; ///< bits 1 << kilncook_fault_kind
	double place[3];
	double reach;
} planted_fault;

typedef struct planted_spot
{
	planted_kind kind;
	uint32_t triangle;
	double min[3], max[3]; ///< the box around the triangles at the triangle's corners
	planted_fault faults[3];
	uint32_t fault_count;
} planted_spot;

typedef struct planted
{
	planted_spot spots[PLANTED_MOST];
	uint32_t count;
} planted;

/// Damages a model, which is surveyed, with up to PLANTED_MOST faults at spots that no other fault touches. Triangles are those of the
/// cleaned mesh: `damaged`, which is empty, gets them.
planted planted_damage(const survey_case *model, shape_random *random, survey_case *damaged);

/// Whether the survey of the damaged model has each planted fault, all faults that the model had before, and no others. Prints the
/// others.
bool planted_found(const planted *p, const survey_case *model, const survey_case *damaged);

#endif
