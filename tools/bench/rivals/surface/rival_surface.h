// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_RIVAL_SURFACE_H
#define KILN_BENCH_RIVAL_SURFACE_H

#include "../rivals.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Another library that judges and repairs surfaces.

typedef struct rival_surface rival_surface;

/// What a surface is.
typedef struct rival_surface_verdict
{
	bool manifold;	  ///< a consistently wound surface whose edges and vertices are manifold
	bool closed;	  ///< manifold, and without a border
	uint32_t borders; ///< edges of one triangle; 0 where the surface is not manifold
	uint64_t pairs;	  ///< of triangles that meet where they should not, on request; 0 where the surface is not manifold
} rival_surface_verdict;

typedef struct rival_surface_library
{
	const char *name;
	const char *version;
	/// Copies the triangles; NULL when out of memory.
	rival_surface *(*prepare)(const rival_mesh *mesh);
	/// Makes a connected surface of the triangles and finds its connected parts and borders. Timed.
	bool (*survey)(rival_surface *surface);
	/// Finds the pairs of triangles that meet where they should not. After `survey`. Timed.
	bool (*intersect)(rival_surface *surface);
	/// Makes a surface of the triangles, stitches borders, closes holes whose boxes have at most this diagonal, and winds closed
	/// parts outwards. Timed.
	bool (*repair)(rival_surface *surface, double hole_diagonal);
	/// Judges the triangles as they were given, with pairs on request.
	rival_surface_verdict (*judge)(const rival_surface *surface, bool pairs);
	/// Judges the result of `repair`, with pairs.
	rival_surface_verdict (*judge_repaired)(const rival_surface *surface);
	/// Returns the number of pairs that `intersect` found.
	uint64_t (*pair_count)(const rival_surface *surface);
	/// The triangles of a pair.
	void (*pair)(const rival_surface *surface, uint64_t i, uint32_t triangles[2]);
	/// Whether two triangles share all vertices in the connected surface that they shared when given. Elsewhere the library cut
	/// the surface apart, and its pairs mean something else.
	bool (*keeps_shared)(const rival_surface *surface, uint32_t a, uint32_t b);
	void (*release)(rival_surface *surface); ///< NULL is allowed
} rival_surface_library;

/// Returns NULL when this program was built without CGAL.
const rival_surface_library *rival_cgal(void);

#ifdef KILN_BENCH_CGAL
extern const rival_surface_library rival_cgal_adapter;
#endif

#ifdef __cplusplus
}
#endif

#endif
