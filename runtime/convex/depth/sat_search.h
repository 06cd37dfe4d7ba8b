// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SAT_SEARCH_H
#define KILN_CONVEX_SAT_SEARCH_H

#include "math/budget.h"
#include "sat.h"

/// A search for the least depth on its way: what the files of separating axes share.

/// Most cuts that a side remembers.
#define KILN_SAT_CUTS 8

/// A point of the other side, its middle or a vertex that was the support of a face. No face of this side, and none of
/// the axes on an arc between two faces, is less deep than the lower of them is high over such a point.
typedef struct kiln_sat_cut
{
	uint32_t vertex; ///< KILN_NONE: none
	float over[3];	 ///< in the coordinates of the side's planes
	kiln_d3 point;	 ///< placed
} kiln_sat_cut;

/// One of two polytopes.
typedef struct kiln_sat_side
{
	const kiln_polytope *p;
	kiln_d3 middle; ///< a point of it, mostly well inside
	double size;	///< no two of its points are farther apart
	/// Normals n of the hull's coordinates have n . (v - from) stretch = (mapped n) . (placed v - origin).
	double stretch;
	/// Planes of the faces, n . p = d, padded to whole blocks: the hull's own under a similarity, of few faces under another
	/// map those that are placed. NULL: neither.
	const float *nx, *ny, *nz, *d;
	float scale;		 ///< of their coordinates
	float planes[4][8];	 ///< room for a few
	double slack;		 ///< heights of faces over a point of the other side are off by less
	kiln_sat_cut beyond; ///< the other's middle
	uint32_t cut_count;
	kiln_sat_cut cuts[KILN_SAT_CUTS]; ///< the last ones, in a ring
} kiln_sat_side;

typedef enum kiln_sat_kind
{
	KILN_SAT_NOTHING,
	KILN_SAT_FACE,
	KILN_SAT_EDGES,
} kiln_sat_kind;

/// An axis: `outward` of one side, that leads to the other.
typedef struct kiln_sat_axis
{
	kiln_sat_kind kind;
	int side;			///< of the face, or the first edge; 0: a
	uint32_t face;		///< its number
	uint32_t vertex[2]; ///< of the side: ends of its edge. A face: any vertex of it
	uint32_t other[2];	///< of the other side: ends of its edge. A face: the support, twice
	kiln_d3 outward;	///< unit
	double depth;
	bool supported; ///< other[0] is the other's support against `outward`
} kiln_sat_axis;

typedef struct kiln_sat_search
{
	kiln_sat_side side[2];
	kiln_sat_axis best;
	double rounding; ///< depths below its negative prove that the polytopes are apart
	double shallow;	 ///< depths above it are overlap for certain
	bool apart;		 ///< `best` separates: the search is over
	uint32_t axes;
	kiln_budget *budget; ///< of the search; or NULL
} kiln_sat_search;

/// True when nothing more can be gained: separated, or not deeper than rounding; or when the budget ended it.
static inline bool kiln_sat_over(const kiln_sat_search *search)
{
	return search->apart || !(search->best.depth > 0) || kiln_budget_ended(search->budget);
}

/// Takes an axis that is less deep than the best, with true supports. `axis.depth` is how deep its vertices are in each
/// other, which is never deeper.
void kilni_sat_take(kiln_sat_search *search, kiln_sat_axis axis);

/// Sets depth and vertices of an axis by true supports of both along its normal, which begin at its vertices. The
/// vertices of an edge stay.
void kilni_sat_settle(const kiln_sat_search *search, kiln_sat_axis *axis);

/// Makes the sides ready, with the other's middle as the first cut of each.
void kilni_sat_begin(kiln_sat_search *search, const kiln_polytope *a, const kiln_polytope *b);

/// The faces 8 block .. 8 block + 7 that are less high over a cut than `limit`, as bits.
uint32_t kilni_sat_low_faces(const kiln_sat_side *side, uint32_t block, const kiln_sat_cut *cut, float limit);

/// Height of a face over a cut: what kilni_sat_low_faces compares, to the bit.
float kilni_sat_height(const kiln_sat_side *side, uint32_t face, const kiln_sat_cut *cut);

/// Whether both of two faces are at least `limit` high over one of a side's cuts.
bool kilni_sat_both_high(const kiln_sat_side *side, uint32_t face, uint32_t beside, float limit);

/// Radius of a ball around the middle of a side that is inside it, rounding allowed for; 0 where there is none.
double kilni_sat_inner(const kiln_sat_side *side);

/// The height over a cut from which on faces, and axes between two of them, are deeper than the best.
static inline float kiln_sat_limit(const kiln_sat_search *search, int side)
{
	double limit = search->best.depth + search->side[side].slack;
	return limit < 0x1p+100 ? (float)limit : HUGE_VALF;
}

/// The outward normal of a side's face, not of unit length, and the other's support against it, from `seed` on.
typedef struct kiln_sat_facing
{
	kiln_d3 normal; ///< placed
	kiln_d3 down;	///< the same for the other hull's coordinates: supports are lowest along it
	uint32_t vertex, other;
	double depth; ///< times the normal's length
} kiln_sat_facing;

kiln_sat_facing kilni_sat_face(const kiln_sat_search *search, int side, uint32_t face, uint32_t seed);

/// Looks at a face of a side; `*seed` is a vertex of the other where the support is looked for first, and gets it. True
/// when that is a new cut.
bool kilni_sat_try_face(kiln_sat_search *search, int side, uint32_t face, uint32_t *seed);

/// Looks at an edge of each, given by their ends. `outward` is near the axis that is meant, and the axis where the edges
/// are parallel.
void kilni_sat_try_edges(
	kiln_sat_search *search, int side, const uint32_t edge[2], const uint32_t other[2], kiln_d3 outward);

/// All faces of a side that could be better than the best.
void kilni_sat_faces(kiln_sat_search *search, int side);

/// All pairs of edges that could be.
void kilni_sat_edges(kiln_sat_search *search);

/// The answer from the best axis.
void kilni_sat_finish(kiln_sat_search *search, kiln_convex_cache *cache, kiln_sat_result *result);

#endif
