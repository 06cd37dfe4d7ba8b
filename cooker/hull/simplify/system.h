// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_SYSTEM_H
#define KILN_COOKER_HULL_SIMPLIFY_SYSTEM_H

#include "kilncook/base.h"

/// A sparse, symmetric, positive definite system of equations with three unknowns for each vertex of a surface. Its
/// answers are steps of a search, for which float suffices.

/// The most vertices.
#define SYSTEM_MOST 256
#define SYSTEM_WORDS (SYSTEM_MOST / 64)
#define SYSTEM_ROW 4
#define SYSTEM_BLOCK (3 * SYSTEM_ROW)

typedef struct simplify_system
{
	uint32_t capacity;
	uint32_t count;					  ///< vertices in the system
	uint64_t (*joined)[SYSTEM_WORDS]; ///< per vertex: the vertices that share an equation with it, itself included
	uint32_t *place;				  ///< per vertex in the system: its place in the order of elimination
	uint32_t *vertex;				  ///< per place: its vertex
	uint32_t *later_first;			  ///< per place: where its later neighbours start in `later`, with fill-in
	uint16_t *later;				  ///< places
	uint8_t *numbers; ///< per two places, the earlier one first: the number of their block, from 1 on, or 0
	float *values;	  ///< per place: its own block and those of `later`, 3 x 4; the last column is 0
	float *inverse;	  ///< per place: of the pivots of its unknowns, and 0
} simplify_system;

bool simplify_system_create(const kilncook_context *context, uint32_t capacity, simplify_system *s);
void simplify_system_free(const kilncook_context *context, simplify_system *s);
/// Orders the vertices that `joined` joins with themselves so that elimination fills in little: the vertex with the
/// fewest neighbours first (Tinney and Walker 1967). Destroys `joined`.
void simplify_system_order(simplify_system *s);
/// Sets all values to 0.
void simplify_system_clear(simplify_system *s);
/// Returns the block of a place with itself; its rows are SYSTEM_ROW numbers apart.
static inline float *simplify_system_own(const simplify_system *s, uint32_t place)
{
	return s->values + SYSTEM_BLOCK * ((size_t)s->later_first[place] + place);
}
/// Returns a place's block of number `i`, from 1 on.
static inline float *simplify_system_block(const simplify_system *s, uint32_t place, uint32_t i)
{
	return simplify_system_own(s, place) + SYSTEM_BLOCK * (size_t)i;
}
/// Returns the number of a place's block with a later one, or 0.
static inline uint32_t simplify_system_find(const simplify_system *s, uint32_t place, uint32_t later)
{
	return s->numbers[(size_t)place * s->capacity + later];
}
/// Factors the values (Cholesky without roots); false when they are not positive definite.
bool simplify_system_factor(simplify_system *s);
/// Two right sides at a place: three numbers each, and 0.
typedef float simplify_sides[2][SYSTEM_ROW];
/// Replaces two right sides by the solutions.
void simplify_system_solve(const simplify_system *s, simplify_sides *sides);

#endif
