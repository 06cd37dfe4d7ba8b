// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_CLEAN_INTERNAL_H
#define KILN_COOKER_CLEAN_INTERNAL_H

#include "clean.h"
#include "triangulate.h"
#include "weld.h"

/// Instead of a welded number: a source vertex with unusable coordinates, and one that no face has used yet.
#define CLEAN_VERTEX_BAD 0xffffffffu
#define CLEAN_VERTEX_UNUSED 0xfffffffeu
/// The same while faces are surveyed: the vertex is in the queue.
#define CLEAN_VERTEX_WAITS 0xfffffffdu

enum
{
	CLEAN_QUEUE = 128, ///< vertices
	/// Faces from which threads save more than they cost: a pair of threads starts in some 60 us, and a face takes 60 ns.
	CLEAN_BESIDE_LEAST = 1 << 16,
};

/// A growing list of dropped triangles, by increasing face.
typedef struct clean_drops
{
	clean_dropped *items;
	uint32_t count;
	uint32_t capacity;
	bool failed; ///< an addition ran out of memory
} clean_drops;

/// Faces with a fault.
typedef struct clean_faults
{
	uint64_t count;
	uint32_t first; ///< number of the first one
} clean_faults;

static inline void clean_tally(clean_faults *faults, uint32_t face)
{
	if (faults->count++ == 0)
		faults->first = face;
}

/// A source face and its position in the scene.
typedef struct clean_face
{
	const art_mesh *mesh;
	const uint32_t *corners;
	uint32_t count;		   ///< number of all corners; corners of holes come last
	uint32_t outer;		   ///< number of corners of the outer contour
	const uint32_t *holes; ///< index in `corners` at which each hole begins, plus `first`
	uint32_t hole_count;
	uint32_t first;			///< index in the mesh of the first element of `corners`
	uint32_t number;		///< number of the face over all meshes
	const uint32_t *welded; ///< per vertex of the mesh: its welded number
} clean_face;

/// Vertices in the order of their first use that wait to be welded, so that the memory of many is fetched at the same time.
typedef struct clean_queue
{
	clean_weld_key keys[CLEAN_QUEUE];
	uint32_t *welded[CLEAN_QUEUE]; ///< where their numbers go; CLEAN_VERTEX_WAITS
	uint32_t count;
} clean_queue;

/// A place among the source faces. {0} is the first.
typedef struct clean_cursor
{
	uint32_t part;
	uint32_t face, hole; ///< of the part
	uint32_t number;	 ///< of the face over all meshes
	size_t vertex;		 ///< of the part's first vertex in `welded`
} clean_cursor;

/// A cleaning in progress.
typedef struct clean_work
{
	const kilncook_context *context;
	const art_scene *scene;
	const uint32_t *meshes;
	uint32_t mesh_count;
	const double *transform;
	double step; ///< as in clean_options
	bool reverse;
	double drop_slivers; ///< as in clean_options
	bool unjudged;		 ///< as in clean_options
	uint32_t threads;	 ///< as in clean_options
	uint32_t *welded;	 ///< per source vertex, mesh after mesh
	uint64_t vertex_total;
	clean_weld weld;
	clean_queue queue;
	uint32_t *sources; ///< per welded number: its lowest source vertex; KILN_NONE for a vertex merged into another
	clean_triangulation triangulation;
	uint64_t collapsed;		///< faces of at least three corners that are all the same vertex
	uint64_t out_of_range;	///< faces with an index out of range
	clean_faults unproved;	///< faces whose cuts reached the limit of work
	clean_faults crossed;	///< faces without holes that cross themselves
	clean_faults leaving;	///< faces with holes that cannot be filled without overlap
	clean_faults nonplanar; ///< faces thicker than `thickness_most`
	double thickness_most;
	double thickest;
	uint32_t *ring; ///< welded corners of one face, contour after contour
	uint32_t ring_capacity;
	uint32_t *contour_ends; ///< in `ring`
	uint32_t contour_capacity;
	clean_drops drops;	 ///< triangles dropped before duplicates and slivers
	clean_drops slivers; ///< slivers among the triangles, before duplicates are dropped: lists triangle numbers instead
						 ///< of faces
	bool was_closed;	 ///< the surface was closed before slivers were dropped
	clean_mesh result;
	clean_cursor emitted;		///< the faces before this one have their triangles
	uint32_t triangles_most;	///< that the surveyed faces can give
	uint32_t triangle_capacity; ///< of the result's triangles
	uint32_t face_capacity;		///< of the result's faces
} clean_work;

/// Returns the position of an art vertex. A transform, three rows of four, is applied in double, and the result is rounded to
/// the grid, if any, then once to float.
void clean_position(const clean_work *work, const art_mesh *mesh, uint32_t vertex, float out[3]);

/// Adds an entry unless it equals the last one.
void clean_drop(const kilncook_context *context, clean_drops *drops, uint32_t face, clean_reason reason);

/// Calls `visit` for at most `most` source faces from a place on, in order, until it returns false, and moves the place behind them.
/// Returns true if no call returned false.
bool clean_each_face(
	clean_work *work, clean_cursor *at, uint32_t most, bool (*visit)(clean_work *work, const clean_face *face));

/// Welds the vertices of the first faces, as clean_survey_face does, while another thread adds the triangles of those before them,
/// as clean_emit_face does. Moves `at` and work->emitted behind these faces. Ends where a face is no usable triangle, and does nothing
/// for a mesh of other faces, or of few. False when out of memory.
bool clean_weld_and_emit(clean_work *work, clean_cursor *at);

/// Welds the vertices of a usable face, and counts the most triangles that it can give.
bool clean_survey_face(clean_work *work, const clean_face *face);

/// Welds the vertices that wait in the queue.
void clean_weld_queue(clean_work *work);

/// Gives the result's triangles and faces room for `count`, and keeps those that fit. False when out of memory.
bool clean_resize_triangles(clean_work *work, uint32_t count);

/// Adds the triangles of a face, without degenerate ones. An unusable face is counted and listed instead.
bool clean_emit_face(clean_work *work, const clean_face *face);

/// Third pass, over the triangles. Drops duplicates and, if chosen, slivers; lists other slivers. Keeps only the
/// vertices in use, in the order of their first use, and computes the properties of the surface. Moves the positions
/// and the list of drops into the result.
bool clean_finish(clean_work *work);

#endif
