// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_SYSTEM_H
#define KILN_COOKER_HULL_SIMPLIFY_SYSTEM_H

#include "kilncook/base.h"

/// A sparse, symmetric, positive definite system of equations with three unknowns for each vertex of a surface.

/// The most vertices.
#define SYSTEM_MOST 256
#define SYSTEM_WORDS (SYSTEM_MOST / 64)

typedef struct simplify_system
{
	uint32_t capacity;
	uint32_t count;					  ///< vertices in the system
	uint64_t (*joined)[SYSTEM_WORDS]; ///< per vertex: the vertices that share an equation with it, itself included
	uint32_t *place;				  ///< per vertex in the system: its place in the order of elimination
	uint32_t *vertex;				  ///< per place: its vertex
	uint32_t *later_first;			  ///< per place: where its later neighbours start in `later`, with fill-in
	uint16_t *later;				  ///< places
	double *values;					  ///< the upper half: 3 x 3 blocks of rows of 3 `capacity` numbers, by place
	double *inverse;				  ///< per unknown: of its pivot
} simplify_system;

bool simplify_system_create(const kilncook_context *context, uint32_t capacity, simplify_system *s);
void simplify_system_free(const kilncook_context *context, simplify_system *s);
/// Orders the vertices that `joined` joins with themselves so that elimination fills in little: the vertex with the
/// fewest neighbours first (Tinney and Walker 1967). Destroys `joined`.
void simplify_system_order(simplify_system *s);
/// Sets all values to 0.
void simplify_system_clear(simplify_system *s);
/// Returns the block of two places, of which the first is not later; rows are 3 `capacity` numbers apart.
static inline double *simplify_system_block(simplify_system *s, uint32_t a, uint32_t b)
{
	return s->values + (size_t)(3 * a) * 3 * s->capacity + 3 * (size_t)b;
}
/// Factors the values (Cholesky without roots); false when they are not positive definite.
bool simplify_system_factor(simplify_system *s);
/// Replaces the right side, three numbers a place, by the solution.
void simplify_system_solve(const simplify_system *s, double *side);

#endif
