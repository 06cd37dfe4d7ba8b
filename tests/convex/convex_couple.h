// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CONVEX_COUPLE_H
#define KILN_TESTS_CONVEX_COUPLE_H

#include "convex/convex.h"
#include "convex/shape/polytope.h"
#include "convex_exact.h"
#include "support/hull_case.h"

/// Pairs of hulls, many of which nearly touch, and exact facts about them.

typedef enum couple_kind
{
	COUPLE_RANDOM,
	COUPLE_LATTICE,		   ///< few whole numbers: touching in every way, parallel faces, shared vertices
	COUPLE_NEARLY_LATTICE, ///< the same, some moved by an ulp
	COUPLE_BOXES,		   ///< that touch along faces, are shifted, or are an ulp apart
	COUPLE_FLAT,		   ///< one or both; polygons, segments, points
	COUPLE_NEEDLES,
	COUPLE_RATIO, ///< 1e6 : 1
	COUPLE_FAR,	  ///< 1e7 from the origin
	COUPLE_DEEP,  ///< middles coincide
	COUPLE_SAME,
	COUPLE_MIRRORED, ///< the other hull mirrored at a vertex: touching, mostly exactly
	COUPLE_POSED,	 ///< turned, scaled and moved
	COUPLE_KINDS
} couple_kind;

typedef struct couple
{
	hull_case hulls[2]; ///< asymmetric hulls from the cooker
	kiln_convex_shape shapes[2];
	kiln_convex_object objects[2];
	kiln_d3 *vertices[2]; ///< placed; exact to the last bit except for COUPLE_POSED
	uint32_t counts[2];
	kiln_d3 eye;
	kiln_polytope_room rooms[2];
	kiln_polytope polytopes[2]; ///< relative to the eye
	double size;				///< size of the larger hull
	double reach;				///< largest coordinate
	exact_gap exact;
} couple;

/// Makes a couple with at most `most` vertices each, at least 4. The couple must not move in memory.
void couple_make(couple *c, uint64_t *random, couple_kind kind, uint32_t most);
void couple_free(couple *c);

/// Prints the couple's kind and points for a failure.
void couple_print(const couple *c);

/// Fails with `what`, and the couple printed, unless the condition holds.
void couple_need(bool condition, const couple *c, const char *what);

/// A couple as support mappings of its hulls.
typedef struct couple_seen
{
	kiln_convex a[KILN_CONVEX_TERMS_MAX], b[KILN_CONVEX_TERMS_MAX];
	double slack; ///< error of heights
} couple_seen;

void couple_see(const couple *c, couple_seen *s);

/// Returns an axis as a cache may contain it, also an invalid one.
kiln_d3 couple_axis(uint64_t *random);

#endif
