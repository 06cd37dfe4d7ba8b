// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_SIMPLIFY_CASE_H
#define KILN_TESTS_SIMPLIFY_CASE_H

#include "hull/simplify/simplify.h"
#include "support/clean_memory.h"

/// Hulls to simplify, and oracles for the results: containment by exact signs on their float32 vertices, distances by
/// brute force over faces, edges and vertices.

/// Less than the default, so that many cases can be tested; one test uses the default.
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

/// Whether every vertex of `inner` is behind every face of the solid `outer`, by exact signs only.
bool simplify_case_contains(const convex_hull *outer, const convex_hull *inner);

/// Returns the largest distance of a vertex of `outer` from the faces of `inner`.
double simplify_case_distance(const convex_hull *outer, const convex_hull *inner);

/// Of the box around the vertices.
double simplify_case_diagonal(const convex_hull *h);

/// Simplifies and checks all promises; returns the distance. `got`, the count of vertices, may be NULL.
double simplify_case_check(
	const kilncook_context *context, const convex_hull *exact, hull_budget budget, uint32_t *got);

#endif
