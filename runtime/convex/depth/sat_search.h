// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SAT_SEARCH_H
#define KILN_CONVEX_SAT_SEARCH_H

#include "math/budget.h"
#include "sat.h"

/// The state of a search for the least depth, shared by the files of separating axes.

/// The most cuts that a side stores.
#define KILN_SAT_CUTS 8

/// A point of the other side: its middle, or a vertex that was the support of a face. It bounds depths: the depth of
/// each face of this side is at least its height over such a point, and the depth of each axis on an arc between two
/// faces is at least the lesser of their two heights.
typedef struct kiln_sat_cut
{
	uint32_t vertex; ///< KILN_NONE: not a vertex
	float over[3];	 ///< in the coordinates of the side's planes
	kiln_d3 point;	 ///< placed
} kiln_sat_cut;

/// One of two polytopes.
typedef struct kiln_sat_side
{
	const kiln_polytope *p;
	kiln_d3 middle; ///< a point of it, mostly well inside
	double size;	///< no two of its points are farther apart
	/// Scale of heights: for a normal n in the hull's coordinates, n . (v - from) stretch = (mapped n) . (placed v -
	/// origin).
	double stretch;
	/// Planes of the faces, n . p = d, padded to whole blocks. Under a similarity these are the hull's own; under
	/// another map, the placed planes if there are few faces. NULL: neither.
	const float *nx, *ny, *nz, *d;
	float scale;		 ///< of the planes' coordinates
	float planes[4][8];	 ///< room for a few
	double slack;		 ///< the error of the heights of faces over a point of the other side is less
	kiln_sat_cut beyond; ///< cut at the other's middle
	uint32_t cut_count;
	kiln_sat_cut cuts[KILN_SAT_CUTS]; ///< the latest ones, in a ring
} kiln_sat_side;

typedef enum kiln_sat_kind
{
	KILN_SAT_NOTHING,
	KILN_SAT_FACE,
	KILN_SAT_EDGES,
} kiln_sat_kind;

/// An axis: `outward` of one side, towards the other side.
typedef struct kiln_sat_axis
{
	kiln_sat_kind kind;
	int side;			///< the side of the face, or of the first edge; 0: a
	uint32_t face;		///< its number
	uint32_t vertex[2]; ///< on this side: the ends of its edge; for a face any vertex of it
	uint32_t other[2];	///< on the other side: the ends of its edge; for a face the support, twice
	kiln_d3 outward;	///< unit
	double depth;
	bool supported; ///< other[0] is the other side's support against `outward`
} kiln_sat_axis;

typedef struct kiln_sat_search
{
	kiln_sat_side side[2];
	kiln_sat_axis best;
	double rounding; ///< a depth below its negative proves that the polytopes are apart
	double shallow;	 ///< a depth above it is certainly an overlap
	bool apart;		 ///< `best` separates: the search is over
	uint32_t axes;
	kiln_budget *budget; ///< of the search; may be NULL
} kiln_sat_search;

/// True when the search cannot improve: separated, or not deeper than rounding; or when the budget ended the search.
static inline bool kiln_sat_over(const kiln_sat_search *search)
{
	return search->apart || !(search->best.depth > 0) || kiln_budget_ended(search->budget);
}

/// Records an axis with true supports that is less deep than the best. `axis.depth` is the depth of its vertices in
/// each other, which is never greater.
void kilni_sat_take(kiln_sat_search *search, kiln_sat_axis axis);

/// Sets depth and vertices of an axis by true supports of both sides along its normal; the searches start at its
/// vertices. The vertices of an edge stay.
void kilni_sat_settle(const kiln_sat_search *search, kiln_sat_axis *axis);

/// Prepares the sides, with the other's middle as the first cut of each.
void kilni_sat_begin(kiln_sat_search *search, const kiln_polytope *a, const kiln_polytope *b);

/// The faces 8 block .. 8 block + 7 whose height over a cut is less than `limit`, as bits.
uint32_t kilni_sat_low_faces(const kiln_sat_side *side, uint32_t block, const kiln_sat_cut *cut, float limit);

/// The height of a face over a cut: the number that kilni_sat_low_faces compares, to the bit.
float kilni_sat_height(const kiln_sat_side *side, uint32_t face, const kiln_sat_cut *cut);

/// Whether both faces are at least `limit` high over one of a side's cuts.
bool kilni_sat_both_high(const kiln_sat_side *side, uint32_t face, uint32_t beside, float limit);

/// The radius of a ball around the middle of a side that is inside the side, with room for rounding; 0 if there is
/// none.
double kilni_sat_inner(const kiln_sat_side *side);

/// The height over a cut at and above which faces, and axes between two of them, are deeper than the best.
static inline float kiln_sat_limit(const kiln_sat_search *search, int side)
{
	double limit = search->best.depth + search->side[side].slack;
	return limit < 0x1p+100 ? (float)limit : HUGE_VALF;
}

/// The outward normal of a side's face, of any length, and the other side's support against it, searched from `seed`
/// on.
typedef struct kiln_sat_facing
{
	kiln_d3 normal; ///< placed
	kiln_d3 down;	///< the direction for supports, in the other hull's coordinates
	uint32_t vertex, other;
	double depth; ///< times the normal's length
} kiln_sat_facing;

kiln_sat_facing kilni_sat_face(const kiln_sat_search *search, int side, uint32_t face, uint32_t seed);

/// Tests a face of a side. `*seed` is the vertex of the other side at which the search for the support starts, and
/// receives the support. Returns true when this is a new cut.
bool kilni_sat_try_face(kiln_sat_search *search, int side, uint32_t face, uint32_t *seed);

/// Tests an edge of each side, given by their ends. `outward` is near the intended axis, and is the axis where the
/// edges are parallel.
void kilni_sat_try_edges(
	kiln_sat_search *search, int side, const uint32_t edge[2], const uint32_t other[2], kiln_d3 outward);

/// Tests all faces of a side that could be better than the best axis.
void kilni_sat_faces(kiln_sat_search *search, int side);

/// Tests all pairs of edges that could be better.
void kilni_sat_edges(kiln_sat_search *search);

/// Computes the answer from the best axis.
void kilni_sat_finish(kiln_sat_search *search, kiln_convex_cache *cache, kiln_sat_result *result);

#endif
