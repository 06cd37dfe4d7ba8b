// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_QUICKHULL_H
#define KILN_COOKER_HULL_QUICKHULL_H

#include "hull_internal.h"
#include "quick_lanes.h"

/// The growing hull: a triangulated sphere whose triangles may be coplanar with their neighbours.
///
/// A half-edge is numbered 4 * face + k; it runs from corner k of its face to the next one.

#define QUICK_NONE 0xffffffffu

/// One cache line.
typedef struct quick_face
{
	double normal[3];	 ///< rounded, scaled by quickhull.scale, not of unit length; outwards
	double offset;		 ///< normal . p - offset is how far p is in front, for a position relative to quickhull.low
	float bound;		 ///< upper bound of the rounding error of a height, for any point of the cloud
	uint32_t stamp;		 ///< twice the number of the insertion that last visited the face, plus 1 if its point saw the
						 ///< face
	uint32_t corners[3]; ///< vertices, counter-clockwise seen from outside; corners[1] of a dead face is QUICK_NONE
	uint32_t twins[3];	 ///< half-edges
} quick_face;

static_assert(sizeof(quick_face) == 64, "a line of the cache");

/// The points in front of a face that are assigned to it; each point is assigned to one face.
typedef struct quick_list
{
	uint32_t first; ///< position in the store
	uint32_t count;
	uint32_t farthest; ///< position in the list
} quick_list;

/// The farthest point of a list during assignment.
typedef struct quick_best
{
	double height;
	uint32_t in_hand;
} quick_best;

#define QUICK_SCRATCH (sizeof(quick_lanes) / 4 + sizeof(quick_best) + 2 * sizeof(uint32_t))

/// A list to be processed, unless its face has lost it.
typedef struct quick_pending
{
	uint32_t face;
	uint32_t first; ///< start of the list
} quick_pending;

typedef struct quick_vertex
{
	float position[3];
	uint32_t source;  ///< in the caller's points
	uint32_t leaving; ///< for a vertex on the horizon: the new face that starts there
} quick_vertex;

typedef struct quickhull
{
	const kilncook_context *context;
	double low[3];	  ///< the box's corner
	double extent[3]; ///< the largest relative position
	double scale;	  ///< a power of two that brings normals and heights near 1
	bool huge;		  ///< too large for differences in float
	bool lattice;	  ///< positions are so short that relative ones cause no rounding in double

	quick_vertex *vertices;
	uint32_t vertex_count;
	uint32_t vertex_capacity;
	quick_face *faces; ///< dead faces included
	quick_list *lists; ///< the lists of the faces
	uint32_t face_count;
	uint32_t face_capacity;
	uint32_t list_capacity;
	uint32_t spare; ///< first dead face; its corners[0] is the next one
	uint32_t stamp;
	quick_lanes *lanes; ///< planes of the new faces
	float apex[3];		///< a corner that these planes share
	quick_best *bests;	///< per new face
	uint32_t *seen;		///< faces that the new point sees
	uint32_t seen_count;
	uint32_t *horizon; ///< half-edges around them, which belong to the faces outside; then the new faces
	uint32_t horizon_count;
	uint32_t scratch_capacity; ///< capacity of `lanes`, `bests`, `seen` and `horizon`, which are one block

	hull_point *hand; ///< points to be assigned
	uint32_t *owners; ///< their new faces
	uint32_t hand_count;
	uint32_t hand_count_most; ///< elements of `owners`
	hull_point *store;		  ///< lists of points in the order of `pending`; some lists are lost
	quick_pending *pending;	  ///< a stack
	uint32_t store_count;
	uint32_t pending_count;
	uint32_t store_capacity; ///< of both
} quickhull;

/// Returns the height of a relative position over a face, in units of the normal's length.
static inline double quick_height(const quick_face *face, const double at[3])
{
	return face->normal[0] * at[0] + face->normal[1] * at[1] + face->normal[2] * at[2] - face->offset;
}

static inline void quick_relative(const quickhull *q, const float position[3], double at[3])
{
	for (int i = 0; i < 3; ++i)
		at[i] = (double)position[i] - q->low[i];
}

/// Returns the exact side of a face, like hull_side.
static inline int quick_side(const quickhull *q, const quick_face *face, const float position[3])
{
	const uint32_t *corners = face->corners;
	return hull_side(
		q->vertices[corners[0]].position, q->vertices[corners[1]].position, q->vertices[corners[2]].position, position);
}

/// Whether a point is in front of a face, exactly, given its height.
static inline bool quick_in_front(const quickhull *q, const quick_face *face, double height, const float position[3])
{
	double bound = (double)face->bound;
	if (height > bound)
		return true;
	if (height < -bound || q->lattice)
		return false;
	return quick_side(q, face, position) > 0;
}

/// Builds the hull of points that span a simplex. Overwrites the points. False when out of memory. The caller calls
/// quick_release in any case.
bool quick_grow(quickhull *q, const kilncook_context *context, const hull_cloud *cloud, const hull_simplex *simplex);

void quick_release(quickhull *q);

/// Assigns the points in the hand to `count` faces without points, which share q->apex and whose planes are in
/// q->lanes. Points that see none of the faces stay in the hand.
void quick_deal(quickhull *q, const uint32_t *faces, uint32_t count);

/// Merges coplanar triangles and writes the hull.
kilncook_status quick_finish(const quickhull *q, convex_hull *out);

#endif
