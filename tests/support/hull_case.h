// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_HULL_CASE_H
#define KILN_TESTS_HULL_CASE_H

#include "clean_memory.h"
#include "hull/pack/internal.h"
#include "hull/view.h"

/// Packed hulls for the tests of packing, the proof and the queries, and exact oracles that are independent of them.

/// A hull of points: built, packed and opened.
typedef struct hull_case
{
	kilncook_context context;
	float (*points)[3];
	uint32_t point_count;
	convex_hull h;
	packed_hull packed;
	kiln_hull view;
} hull_case;

/// Kinds of points: the clouds of hull_clouds.h that fit into a blob, and some with many or few vertices.
typedef enum hull_case_kind
{
	CASE_POINT,
	CASE_SEGMENT,
	CASE_TRIANGLE,
	CASE_TETRAHEDRON,
	CASE_CUBE,
	CASE_BALL,
	CASE_ELLIPSOID,
	CASE_FAR,  ///< an ellipsoid ten million units away
	CASE_TINY, ///< one of 1e-30
	CASE_LATTICE,
	CASE_CONE,	  ///< the apex is a hub
	CASE_PRISM,	  ///< two large faces
	CASE_POLYGON, ///< flat, in a plane that is not parallel to an axis
	CASE_SLAB,	  ///< as thin as 1e-30
	CASE_NEEDLE,
	CASE_NEARLY_FLAT, ///< points of a plane, rounded
	CASE_LARGE,		  ///< coordinates up to 2^40
	CASE_KIND_COUNT,
} hull_case_kind;

/// Builds from about `count` points, with a hierarchy from `hierarchy_from` vertices on. A failure ends the program.
void hull_case_make(hull_case *c, hull_case_kind kind, uint32_t count, uint32_t hierarchy_from);
/// Does the same for any points, which are copied.
void hull_case_make_of(hull_case *c, const float (*points)[3], uint32_t count, uint32_t hierarchy_from);
void hull_case_free(hull_case *c);

typedef void hull_claim(const hull_case *c);

/// Runs a claim on hulls of every kind of about each of these numbers of points; kinds of a fixed size once.
void hull_case_on_all(hull_claim *claim, const uint32_t *sizes, uint32_t size_count, uint32_t hierarchy_from);

/// Corner `i`, counted around, of a face.
kiln_vec3 hull_case_corner(const kiln_hull *v, uint32_t face, uint32_t i);
/// Returns any vertex.
kiln_vec3 hull_case_some_vertex(const hull_case *c, uint64_t *state);
/// The point at a share of the way from a to b, rounded.
kiln_vec3 hull_case_mix(kiln_vec3 a, kiln_vec3 b, double share);
void hull_case_widen(kiln_vec3 p, double to[3]);

/// Vertex `i` of the view.
void hull_case_vertex(const hull_case *c, uint32_t i, float v[3]);

/// Returns the sign of n . p - d, exactly.
int hull_case_side(const float n[3], const float p[3], float d);
/// Returns the sign of n . a - n . b, exactly.
int hull_case_compare(const float n[3], const float a[3], const float b[3]);

/// Return a number in 0 .. 1, and a random direction.
double hull_case_unit(uint64_t *state);
kiln_vec3 hull_case_direction(uint64_t *state);

#endif
