// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_SIMPLIFY_CASE_H
#define KILN_TESTS_SIMPLIFY_CASE_H

#include "hull/simplify/simplify.h"
#include "support/clean_memory.h"

/// Hulls to be simplified, and what judges the results: containment by exact signs on their float32 vertices, distances
/// by brute force over faces, edges and vertices.

/// Less than usual, so that many cases can be tried; one test takes the usual.
#define SIMPLIFY_CASE_EFFORT 250

#define SIMPLIFY_CLOUD_MOST 700

typedef struct simplify_cloud
{
	float points[SIMPLIFY_CLOUD_MOST][3];
	uint32_t count;
	uint32_t seed;
} simplify_cloud;

typedef enum simplify_case_kind
{
	SIMPLIFY_BOX,
	SIMPLIFY_SPHERE,
	SIMPLIFY_NEEDLE,
	SIMPLIFY_PLATE,
	SIMPLIFY_SKEW_PLATE,
	SIMPLIFY_LATTICE,
	SIMPLIFY_FAR,
	SIMPLIFY_LIMIT,
	SIMPLIFY_TINY,
	SIMPLIFY_TINY_FAR,
	SIMPLIFY_CYLINDER,
	SIMPLIFY_CONE,
	SIMPLIFY_SPARSE,
	SIMPLIFY_DENORMAL,
	SIMPLIFY_KIND_COUNT,
} simplify_case_kind;

extern const char *const simplify_case_names[SIMPLIFY_KIND_COUNT];

/// The same points each time.
void simplify_case_cloud(simplify_cloud *c, simplify_case_kind kind);
void simplify_case_add(simplify_cloud *c, double x, double y, double z);

void simplify_case_hull_of(const kilncook_context *context, const simplify_cloud *c, convex_hull *h);
void simplify_case_hull(const kilncook_context *context, simplify_case_kind kind, convex_hull *h);

/// Every vertex of `inner` behind every face of `outer`, a solid, by exact signs and nothing else.
bool simplify_case_contains(const convex_hull *outer, const convex_hull *inner);

/// How far a vertex of `outer` is from the faces of `inner` at the most.
double simplify_case_distance(const convex_hull *outer, const convex_hull *inner);

/// Of the box around the vertices.
double simplify_case_diagonal(const convex_hull *h);

/// Simplifies and checks all that is promised; returns the distance. `got`, the count of vertices, may be NULL.
double simplify_case_check(
	const kilncook_context *context, const convex_hull *exact, hull_budget budget, uint32_t *got);

#endif
