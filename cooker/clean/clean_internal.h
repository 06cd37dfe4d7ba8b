// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_CLEAN_INTERNAL_H
#define KILN_COOKER_CLEAN_INTERNAL_H

#include "clean.h"
#include "triangulate.h"
#include "weld.h"

/// A source vertex whose coordinates can't be used, and one that no face has asked for yet; else its welded number.
#define CLEAN_VERTEX_BAD 0xffffffffu
#define CLEAN_VERTEX_UNUSED 0xfffffffeu

/// A growing list of what was dropped, by increasing face.
typedef struct clean_drops
{
	clean_dropped *items;
	uint32_t count;
	uint32_t capacity;
	bool failed; ///< out of memory at some point
} clean_drops;

/// A source face with its place.
typedef struct clean_face
{
	const art_mesh *mesh;
	const uint32_t *corners;
	uint32_t count;
	uint32_t number;		///< counted through the parts
	const uint32_t *welded; ///< per vertex of the mesh: its welded number
} clean_face;

/// A cleaning in progress.
typedef struct clean_work
{
	const kilncook_context *context;
	const art_scene *scene;
	const uint32_t *meshes;
	uint32_t mesh_count;
	const double *transform;
	bool reverse;
	uint32_t *welded; ///< per source vertex, mesh after mesh
	uint64_t vertex_total;
	clean_weld weld;
	uint32_t *sources; ///< per welded number: its lowest source vertex, KILN_NONE where it was merged into another
	clean_triangulation triangulation;
	uint64_t collapsed;	   ///< faces of three corners or more that are all one vertex
	uint64_t out_of_range; ///< faces with an index out of range
	uint64_t unproved;	   ///< faces whose cuts reached the limit of work
	uint32_t unproved_first;
	uint32_t *ring; ///< welded corners of one face
	uint32_t ring_capacity;
	clean_drops drops;	 ///< found before duplicates and slivers
	clean_drops slivers; ///< among the triangles before duplicates are dropped: their numbers instead of faces
	clean_mesh result;
	uint32_t triangle_capacity; ///< of the result's triangles
	uint32_t face_capacity;		///< of the result's faces
} clean_work;

/// Applies a transform, three rows of four or NULL, in double and rounds once.
void clean_transform(const double *transform, const float position[3], float out[3]);

/// Adds an entry unless it repeats the last one.
void clean_drop(const kilncook_context *context, clean_drops *drops, uint32_t face, clean_reason reason);

/// Calls `visit` for every source face in order until it returns false; returns whether none did.
bool clean_each_face(clean_work *work, bool (*visit)(clean_work *work, const clean_face *face));

/// Welds the vertices of a face that can be used and counts the triangles that it can give at most.
bool clean_survey_face(clean_work *work, const clean_face *face);

/// Adds the triangles of a face, without the degenerate ones; counts and lists a face that can't be used.
bool clean_emit_face(clean_work *work, const clean_face *face);

/// Third pass, over the triangles: drops duplicates, lists slivers, keeps only the vertices in use, in the order of
/// their first use, and judges the surface. Takes the positions and the list of drops over into the result.
bool clean_finish(clean_work *work);

#endif
