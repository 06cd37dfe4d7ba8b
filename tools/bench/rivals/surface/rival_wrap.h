// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_RIVAL_WRAP_H
#define KILN_BENCH_RIVAL_WRAP_H

#include "../rivals.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Another library that wraps triangles into a closed surface.

/// A wrap.
typedef struct rival_wrap
{
	double (*vertices)[3];	  ///< of malloc
	uint32_t (*triangles)[3]; ///< of malloc
	uint32_t vertex_count, triangle_count;
} rival_wrap;

typedef struct rival_wrap_library
{
	const char *name;
	const char *version;
	/// Wraps the triangles: balls of the radius `alpha` carve, vertices are within `offset` of the triangles. Timed. False when
	/// the library gives up.
	bool (*wrap)(const rival_mesh *mesh, double alpha, double offset, rival_wrap *out);
	/// Whether the surface is closed and manifold and nowhere crosses itself, by the library's exact predicates.
	bool (*is_sound)(const rival_wrap *wrap);
	/// Returns the number of vertices of the mesh that are outside of the surface, by exact predicates.
	uint32_t (*count_outside)(const rival_wrap *wrap, const rival_mesh *mesh);
} rival_wrap_library;

/// Returns NULL when this program was built without CGAL's alpha wraps.
const rival_wrap_library *rival_wrap_cgal(void);

#ifdef KILN_BENCH_ALPHA_WRAP
extern const rival_wrap_library rival_wrap_cgal_adapter;
#endif

#ifdef __cplusplus
}
#endif

#endif
