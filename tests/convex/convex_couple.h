// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CONVEX_COUPLE_H
#define KILN_TESTS_CONVEX_COUPLE_H

#include "convex/convex.h"
#include "convex/shape/polytope.h"
#include "convex_exact.h"
#include "support/hull_case.h"

/// Pairs of hulls, of which many are hard to tell apart, and what is exactly true of them.

typedef enum couple_kind
{
	COUPLE_RANDOM,
	COUPLE_LATTICE,		   ///< few whole numbers: touching in every way, parallel faces, shared vertices
	COUPLE_NEARLY_LATTICE, ///< and moved by an ulp here and there
	COUPLE_BOXES,		   ///< that touch along faces, slid, or are an ulp apart
	COUPLE_FLAT,		   ///< one or both; polygons, segments, points
	COUPLE_NEEDLES,
	COUPLE_RATIO, ///< 1e6 : 1
	COUPLE_FAR,	  ///< 1e7 from the origin
	COUPLE_DEEP,  ///< middles coincide
	COUPLE_SAME,
	COUPLE_MIRRORED, ///< the other mirrored in a vertex: touching, mostly exactly
	COUPLE_POSED,	 ///< turned, scaled and moved
	COUPLE_KINDS
} couple_kind;

typedef struct couple
{
	hull_case hulls[2]; ///< asymmetric hulls by the cooker
	kiln_convex_shape shapes[2];
	kiln_convex_object objects[2];
	kiln_d3 *vertices[2]; ///< placed, to the last bit but for COUPLE_POSED
	uint32_t counts[2];
	kiln_d3 eye;
	kiln_polytope_room rooms[2];
	kiln_polytope polytopes[2]; ///< seen from the eye
	double size;				///< of the larger one, across
	double reach;				///< largest coordinate
	exact_gap exact;
} couple;

/// `most` vertices of either, at least 4. The couple must stay where it is.
void couple_make(couple *c, uint64_t *random, couple_kind kind, uint32_t most);
void couple_free(couple *c);

/// What shows in a failure: the couple's kind and points.
void couple_print(const couple *c);

/// Fails with `what`, and the couple printed, unless the condition holds.
void couple_need(bool condition, const couple *c, const char *what);

/// A couple as the support mapping sees it.
typedef struct couple_seen
{
	kiln_convex a[KILN_CONVEX_TERMS_MAX], b[KILN_CONVEX_TERMS_MAX];
	double slack; ///< of heights
} couple_seen;

void couple_see(const couple *c, couple_seen *s);

/// An axis as a cache may hold it, nonsense too.
kiln_d3 couple_axis(uint64_t *random);

#endif
