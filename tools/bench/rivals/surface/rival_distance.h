// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_RIVAL_DISTANCE_H
#define KILN_BENCH_RIVAL_DISTANCE_H

#include "../rivals.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Another library that measures the distance of two surfaces.

typedef struct rival_distance rival_distance;

typedef struct rival_distance_library
{
	const char *name;
	const char *version;
	/// Connects the triangles of two meshes; NULL when out of memory.
	rival_distance *(*prepare)(const rival_mesh *a, const rival_mesh *b);
	/// Finds the two-sided Hausdorff distance, wrong by at most `error`. Timed. Negative when the library gives up.
	double (*measure)(const rival_distance *distance, double error);
	void (*release)(rival_distance *distance); ///< NULL is allowed
} rival_distance_library;

/// Returns NULL when this program was built without CGAL.
const rival_distance_library *rival_distance_cgal(void);

#ifdef KILN_BENCH_CGAL
extern const rival_distance_library rival_distance_cgal_adapter;
#endif

#ifdef __cplusplus
}
#endif

#endif
