// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_RIVAL_HULL_H
#define KILN_BENCH_RIVAL_HULL_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Other libraries that build convex hulls. Each is optional.

/// A hull in the library's own representation.
typedef struct rival_hull rival_hull;

typedef struct rival_hull_library
{
	const char *name;
	const char *version;
	/// Copies the points (x, y, z) into the library's form; NULL when out of memory. The points must outlive the hull.
	rival_hull *(*prepare)(const float *points, uint32_t count);
	/// Builds from scratch each time; this is timed. At most `limit` vertices; 0: all.
	bool (*build)(rival_hull *hull, uint32_t limit);
	/// Returns the number of vertices of the last build.
	uint32_t (*vertex_count)(const rival_hull *hull);
	/// Copies their positions.
	void (*vertices)(const rival_hull *hull, float (*vertices)[3]);
	void (*release)(rival_hull *hull); ///< NULL is allowed
} rival_hull_library;

/// Return NULL when this program was built without the library. Qhull and Bullet's hull computer have no limit;
/// Bullet's older library, which reduces physics shapes, is used for limited hulls.
const rival_hull_library *rival_qhull(void);
const rival_hull_library *rival_bullet_computer(void);
const rival_hull_library *rival_bullet_hull_library(void);

#ifdef KILN_BENCH_QHULL
extern const rival_hull_library rival_qhull_adapter;
#endif
#ifdef KILN_BENCH_BULLET
extern const rival_hull_library rival_bullet_computer_adapter;
extern const rival_hull_library rival_bullet_hull_library_adapter;
#endif

#ifdef __cplusplus
}
#endif

#endif
