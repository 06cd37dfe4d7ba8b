// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_RIVALS_HEIGHTFIELD_H
#define KILN_BENCH_RIVALS_HEIGHTFIELD_H

#include "rivals.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Height fields of other libraries. The diagonal of each cell joins (column + 1, row) and (column, row + 1).

/// A grid in the caller's memory, which outlives all that is made of it: rows along z, y up, the first sample at the origin.
typedef struct rival_grid
{
	const float *heights;
	uint32_t columns, rows;
	float spacing;
	float low, high; ///< of all heights
} rival_grid;

typedef struct rival_field rival_field;

typedef struct rival_field_library
{
	const char *name;
	/// NULL when out of memory.
	rival_field *(*make)(const rival_grid *grid);
	/// Bytes, the heights included.
	uint64_t (*bytes)(const rival_field *field);
	/// As rival_library.closest.
	void (*closest)(rival_field *field, const rival_ray *rays, uint32_t count, float *t);
	void (*release)(rival_field *field); ///< NULL is allowed
	uint32_t thin;						 ///< casts one of so many rays, since it takes long
	uint32_t most_side;					 ///< on larger grids, only vertical rays: others take seconds or minutes each
} rival_field_library;

/// Return NULL when this program was built without the library.
const rival_field_library *rival_field_bullet(void);
const rival_field_library *rival_field_ode(void);

#ifdef KILN_BENCH_BULLET
extern const rival_field_library rival_field_bullet_adapter;
#endif
#ifdef KILN_BENCH_ODE
extern const rival_field_library rival_field_ode_adapter;
#endif

#ifdef __cplusplus
}
#endif

#endif
