// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_REPORT_H
#define KILN_DUMP_REPORT_H

#include "raw.h"
#include "stats.h"

#include <stdio.h>

/// Everything that is known about a file; the writers below only put it down.
typedef struct dump_report
{
	const char *path;
	raw_blob raw;
	kiln_result opened;	   ///< the proof's outcome
	kiln_asset asset;	   ///< only when it succeeded
	tree_stats *meshes;	   ///< per mesh; only then
	tree_stats all_meshes; ///< their sum
	tree_stats scene;
	bool verified; ///< --verify was given: the two below hold something
	kiln_result hash;
	kiln_result contained;
} dump_report;

/// The first rule that the file breaks, or KILN_OK.
kiln_result report_verdict(const dump_report *report);

/// Lines for people.
void report_text(FILE *out, const dump_report *report);

/// One JSON object with everything the text has, and more.
void report_json(FILE *out, const dump_report *report);

/// Every node's surface in asset coordinates as Wavefront OBJ: a group a node, `usemtl` by material, vertices shared
/// inside a node; hulls by their polygons, round solids in facets. Mirrored nodes' triangles are turned around, so that outside stays outside. False without memory.
bool report_obj(FILE *out, const kiln_asset *asset);

#endif
