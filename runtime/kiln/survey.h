// SPDX-License-Identifier: MIT
#ifndef KILN_SURVEY_H
#define KILN_SURVEY_H

#include "asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is wrong with a mesh: its connected parts, and cracks, holes and other faults of its surface, each with the face of the art and
/// a place. kiln-cook keeps surveys on request (--keep-survey), for tools and editors that have the asset but not its report.
/// kiln_format_survey, kiln_format_component and kiln_format_fault have the fields, kiln_fault_kind the kinds.

/// The survey of a mesh of a proved blob. A kiln_survey owns nothing; copy a kiln_survey freely. The lists are read-only. `{0}` is no
/// survey: kiln_survey_list finds nothing there.
typedef struct kiln_survey
{
	const kiln_format_survey *head;
	const kiln_format_component *components; ///< head->component_count, the mesh's first connected parts
	const kiln_format_fault *faults;		 ///< head->fault_count, by increasing kind
} kiln_survey;

/// Opens the survey of a mesh, and proves it: one pass over its lists and the heads of all surveys. kiln_open alone proves no more of
/// surveys than the sizes of their sections, so that programs without surveys carry nothing of them. `asset` must outlive `survey`, its
/// blob too. On failure `survey` is unchanged. KILN_E_ARGUMENT for NULL, a mesh out of range, and a mesh without a survey; else the
/// status of the broken rule, with its place in the blob (FORMAT.md).
KILN_API kiln_result kiln_survey_open(kiln_survey *survey, const kiln_asset *asset, uint32_t mesh);

/// Returns the first listed fault of a kind, and stores in `*count` how many are listed; they follow each other.
/// head->counts says how many there are. Returns NULL and 0 where none is listed, for NULL and for an unknown kind. `count` may be
/// NULL.
KILN_API const kiln_format_fault *kiln_survey_list(const kiln_survey *survey, kiln_fault_kind kind, uint32_t *count);

#ifdef __cplusplus
}
#endif

#endif
