// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_WRITE_H
#define KILN_COOKER_WRITE_H

#include "job/job.h"

/// Lays the sections out, hashes them and opens the result with the runtime. Frees the trees on the way.
kilncook_status cook_layout(cook_job *job, kilncook_blob *blob);

/// The contents of PROVENANCE.
void cook_provenance(const cook_job *job, kiln_format_provenance *provenance);

/// Moves the names into the report and the report to the caller.
void cook_report_finish(cook_job *job, kilncook_report *report);

#endif
