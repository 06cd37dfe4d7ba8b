// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SURVEY_TABLES_H
#define KILN_COOKER_SURVEY_TABLES_H

#include "clean/adjacency.h"
#include "kilncook.h"
#include "scene.h"

/// The tables of one surveyed mesh, for a caller of libkilncook.
typedef struct cook_tables
{
	uint64_t row; ///< of the report: whose tables are wanted
	bool found;
	kilncook_tables made;
} cook_tables;

/// Copies the tables of the wanted mesh. False when out of memory.
bool cook_tables_take(
	const kilncook_context *context, const clean_mesh *mesh, const clean_adjacency *adjacency, cook_tables *tables);

/// Hands the tables over, or frees them where the survey failed or has no such row.
kilncook_status cook_tables_end(
	const kilncook_context *context, kilncook_status status, cook_tables *tables, kilncook_tables *out);

#endif
