// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_WRITE_H
#define KILN_COOKER_WRITE_H

#include "job/job.h"
#include "job/text.h"

/// Lays out and hashes the sections, and opens the result with the runtime. Frees the trees.
kilncook_status cook_layout(cook_job *job, kilncook_blob *blob);

/// The contents of PROVENANCE.
void cook_provenance(const cook_job *job, kiln_format_provenance *provenance);

/// Appends the survey of a mesh: its connected parts and faults.
void cook_survey_text(const kilncook_report *report, const kilncook_mesh_row *row, cook_text *text);
void cook_survey_json(const kilncook_report *report, const kilncook_mesh_row *row, cook_text *text);

/// Moves the names into the report and the report to the caller.
void cook_report_finish(cook_job *job, kilncook_report *report);

#endif
