// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_REPORT_H
#define KILN_DUMP_REPORT_H

#include "blob/raw.h"
#include "blob/stats.h"
#include "verify/verify_art.h"

#include <stdio.h>

/// All facts about a file; the functions below only write them.
typedef struct dump_report
{
	const char *path;
	raw_blob raw;
	kiln_result opened;	   ///< the result of the proof
	kiln_asset asset;	   ///< only when the proof succeeded
	tree_stats *meshes;	   ///< per mesh; only when the proof succeeded
	tree_stats all_meshes; ///< their sum
	tree_stats scene;
	bool verified; ///< --verify was given: the next two fields are set
	kiln_result hash;
	kiln_result contained;
	bool has_art; ///< --art was given, and the asset had no other fault: the next field is set
	art_proof art;
} dump_report;

/// Fills a report about bytes, which must outlive the report. `path` is what messages name. With `verify`, also proves what --verify
/// names. False when out of memory. The caller frees the report in either case.
bool report_fill(dump_report *report, const char *path, const uint8_t *data, size_t size, bool verify);
void report_free(dump_report *report);

/// Writes the message about a result that is not KILN_OK.
void report_broken(const char *path, kiln_result result);

/// Returns the first rule that the file breaks, or KILN_OK.
kiln_result report_verdict(const dump_report *report);

/// Writes the report as text.
void report_text(FILE *out, const dump_report *report);

/// Writes one JSON object with all contents of the text, and more.
void report_json(FILE *out, const dump_report *report);

#endif
