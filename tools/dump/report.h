// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_REPORT_H
#define KILN_DUMP_REPORT_H

#include "raw.h"
#include "stats.h"
#include "verify_art.h"

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

/// Writes every node's surface in asset coordinates as Wavefront OBJ: a group a node, `usemtl` by material, vertices
/// shared inside a node; hulls as their polygons, round solids in facets. Reverses the triangles of mirrored nodes, so
/// that the outside stays outside. False when out of memory.
bool report_obj(FILE *out, const kiln_asset *asset);

/// Draws what the nodes place as SVG: three views along the axes, without what is hidden, a section through the middle, and a
/// bar of a round length. Fronts of meshes are grey, backs blue, solids green; edges of one triangle are red, of three or more
/// violet. The file is bounded by pixels and visible edges. False when out of memory.
bool report_svg(FILE *out, const kiln_asset *asset);

/// Writes the asset as glTF 2.0 with its buffer inside: each node with its surface, parts and solids in colours of their own,
/// and as a collider or trigger of KHR_physics_rigid_bodies, primitives as KHR_implicit_shapes; layers as collision
/// systems, and the surfaces of materials that the art gave. kiln-cook makes the same shapes of the file. Rigid bodies,
/// names of solids' materials without a surface, and hulls of a point or a segment are not written. False when out of
/// memory.
bool report_gltf(FILE *out, const kiln_asset *asset);

#endif
