// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PRIMITIVE_DEFORMING_H
#define KILN_TESTS_PRIMITIVE_DEFORMING_H

#include "kiln/primitive/deforming.h"
#include "support/real256.h"

/// Four moving points: a vertex and a face, or two edges.
typedef struct four
{
	kiln_vec3 from[4], to[4];
	bool edges; ///< 0 and 1 against 2 and 3; else 0 against 1, 2 and 3
} four;

kiln_impact four_impact(const four *q);

/// Whether two answers are equal in every field.
bool same_impact(const kiln_impact *a, const kiln_impact *b);

/// The truth in 256 bits: the first time of contact lies in [low, high], 2^-50 apart, if there is contact.
typedef struct truth
{
	bool touch; ///< or come closer than these numbers can distinguish
	double low, high;
} truth;

truth four_truth(const four *q);

/// Returns the distance of the two at a time.
double four_distance(const four *q, double t);

/// Largest difference of coordinates between the two, at the start and at the end.
double four_size(const four *q);

/// Kinds of random configurations. Those from FOUR_NEAR on are nearly degenerate.
enum
{
	FOUR_ANY,	 ///< corners anywhere in a cube
	FOUR_AIMED,	 ///< they meet at some time, except for rounding
	FOUR_CLOTH,	 ///< close together, with small motions
	FOUR_BULLET, ///< one is small and fast
	FOUR_NEAR,
	FOUR_LATTICE = FOUR_NEAR, ///< small integers: common points, parallel, touching, at rest
	FOUR_LATTICE_OFF,		  ///< the same, some coordinates changed to a neighbour
	FOUR_FLAT,				  ///< all in one plane all the time
	FOUR_SLIDE,				  ///< the point or edge stays in the other's plane, or next to it
	FOUR_NEEDLE,			  ///< parallel or without area, except for rounding
	FOUR_GRAZE,				  ///< they meet without crossing, or nearly
	FOUR_ENDS,				  ///< they meet at the start or the end exactly, or nearly
	FOUR_FAR,				  ///< far from the origin
	FOUR_SCALED,			  ///< any of the others, huge or tiny
	FOUR_KINDS
};

four four_random(uint32_t *state, int kind, bool edges);

/// A number in [-1, 1].
float random_share(uint32_t *state);
uint32_t random_below(uint32_t *state, uint32_t count);

#endif
