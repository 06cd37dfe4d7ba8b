// SPDX-License-Identifier: MIT
#ifndef KILN_SURVEY_RULES_H
#define KILN_SURVEY_RULES_H

#include "kiln/base.h"

/// The rules of the format that kiln_survey_open proves: RULE(name, status of a refusal, meaning of the refusal's offset,
/// reason). This table drives the proof. FORMAT.md lists the same rows, and tests/survey/test_survey_rules.c breaks every
/// rule once.

// clang-format off
#define KILN_SURVEY_RULES(RULE) \
	RULE(SURVEY_MESH, RANGE, "survey.mesh", "the mesh of a survey is out of range") \
	RULE(SURVEY_ORDER, VALUE, "survey.mesh", "surveys do not increase by their meshes") \
	RULE(SURVEY_KINDS, VALUE, "survey.surveyed", "a survey has unknown kinds, or kinds that are unfinished or counted but not surveyed") \
	RULE(SURVEY_TOLERANCE, NUMBER, "survey.tolerance", "the tolerance of a survey is negative or not finite") \
	RULE(SURVEY_COMPONENTS, RANGE, "survey.component_first", \
		"the components of a survey do not follow those of the previous survey, lead outside COMPONENTS, or are more than the mesh has") \
	RULE(SURVEY_FAULTS, RANGE, "survey.fault_first", \
		"the faults of a survey do not follow those of the previous survey, or lead outside FAULTS") \
	RULE(SURVEYS_COVER, RANGE, "SURVEYS", "the surveys do not cover COMPONENTS and FAULTS") \
	RULE(COMPONENT_FLAGS, VALUE, "component.flags", "a component has an unknown flag") \
	RULE(COMPONENT_GENUS, VALUE, "component.genus", "the genus of a component is below -1") \
	RULE(COMPONENT_NUMBER, NUMBER, "component.area", "the area of a component is negative, or its area or volume not finite") \
	RULE(COMPONENT_BOX, NUMBER, "component.bounds_min", "the box of a component is not finite, or has a minimum above its maximum") \
	RULE(FAULT_KIND, VALUE, "fault.kind", "the kind of a fault is not surveyed, or below that of the previous fault") \
	RULE(FAULT_COUNT, VALUE, "fault.kind", "a survey lists more faults of a kind than it counts") \
	RULE(FAULT_COMPONENT, RANGE, "fault.component", "a component of a fault is out of range") \
	RULE(FAULT_TRIANGLE, RANGE, "fault.triangle", "a triangle of a fault is out of range") \
	RULE(FAULT_NUMBER, NUMBER, "fault.place", "a place is not finite, or a length negative or not finite")

#define KILN_SURVEY_RULE(name, status, where, reason) KILN_RULE_OF_##name,
// clang-format on

typedef enum kiln_survey_rule
{
	KILN_SURVEY_RULES(KILN_SURVEY_RULE) KILN_SURVEY_RULE_COUNT
} kiln_survey_rule;

#endif
