// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_REPAIR_SETTLE_H
#define KILN_COOKER_REPAIR_SETTLE_H

#include "attempt.h"

/// One run of all steps over a mesh, and what another run needs to know of it.

typedef struct repair_run_result
{
	clean_mesh mesh; ///< unless `changed`, all arrays are those of the mesh from before
	kilncook_repair_row rows[KILNCOOK_REPAIR_END];
	double tolerance; ///< in the mesh's own units
	bool changed;
	repair_verdict before, after;
} repair_run_result;

/// Runs all steps, each until it has nothing more to change. Where a step has used up the tolerance, or has made room for another
/// one, another run can change more. False when out of memory.
bool repair_once(
	const kilncook_context *context, const repair_options *options, const clean_mesh *from, repair_run_result *to);

/// Counts what each step of the options leaves in a mesh that none of them changed: all holes and copies too. False when out of memory.
bool repair_count(
	const kilncook_context *context, const repair_options *options, const clean_mesh *mesh, kilncook_repair_row *rows);

#endif
