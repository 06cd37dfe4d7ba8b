// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_PRIMITIVES_H
#define KILN_BENCH_PRIMITIVES_H

#include "kiln/primitive.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The primitive tests. Every library that has a test runs it on the same pairs.

/// Every test: kind of answer, verb, shapes. A verdict is 0 or 1, a number is a distance, a time is that of a hit, or
/// -1.
#define PRIMITIVE_TESTS(TEST)                                                                                          \
	TEST(VERDICT, overlaps, plane, sphere)                                                                             \
	TEST(VERDICT, overlaps, plane, obb)                                                                                \
	TEST(VERDICT, overlaps, halfspace, sphere)                                                                         \
	TEST(VERDICT, overlaps, halfspace, obb)                                                                            \
	TEST(VERDICT, overlaps, halfspace, cone)                                                                           \
	TEST(VERDICT, overlaps, sphere, sphere)                                                                            \
	TEST(VERDICT, overlaps, sphere, capsule)                                                                           \
	TEST(VERDICT, overlaps, sphere, aabb)                                                                              \
	TEST(VERDICT, overlaps, sphere, obb)                                                                               \
	TEST(VERDICT, overlaps, sphere, triangle)                                                                          \
	TEST(VERDICT, overlaps, sphere, cylinder)                                                                          \
	TEST(VERDICT, overlaps, capsule, capsule)                                                                          \
	TEST(VERDICT, overlaps, capsule, obb)                                                                              \
	TEST(VERDICT, overlaps, capsule, triangle)                                                                         \
	TEST(VERDICT, overlaps, aabb, aabb)                                                                                \
	TEST(VERDICT, overlaps, aabb, triangle)                                                                            \
	TEST(VERDICT, overlaps, obb, obb)                                                                                  \
	TEST(VERDICT, overlaps, obb, triangle)                                                                             \
	TEST(VERDICT, overlaps, cylinder, cylinder)                                                                        \
	TEST(VERDICT, overlaps, triangle, triangle)                                                                        \
	TEST(VERDICT, overlaps, triangle, triangle_interval)                                                               \
	TEST(VERDICT, overlaps, triangle, triangle_axes)                                                                   \
	TEST(VERDICT, overlaps, triangle, triangle_edges)                                                                  \
	TEST(NUMBER, closest, point, segment)                                                                              \
	TEST(NUMBER, closest, point, obb)                                                                                  \
	TEST(NUMBER, closest, point, triangle)                                                                             \
	TEST(NUMBER, closest, point, tetrahedron)                                                                          \
	TEST(NUMBER, closest, point, ellipsoid)                                                                            \
	TEST(NUMBER, closest, segment, segment)                                                                            \
	TEST(NUMBER, closest, segment, triangle)                                                                           \
	TEST(NUMBER, closest, triangle, triangle)                                                                          \
	TEST(TIME, intersect, ray, plane)                                                                                  \
	TEST(TIME, intersect, ray, sphere)                                                                                 \
	TEST(TIME, intersect, ray, capsule)                                                                                \
	TEST(TIME, intersect, ray, aabb)                                                                                   \
	TEST(TIME, intersect, ray, obb)                                                                                    \
	TEST(TIME, intersect, ray, triangle)                                                                               \
	TEST(TIME, intersect, ray, quad)                                                                                   \
	TEST(TIME, intersect, ray, polygon)                                                                                \
	TEST(TIME, intersect, ray, cylinder)                                                                               \
	TEST(TIME, intersect, ray, cone)                                                                                   \
	TEST(TIME, intersect, ray, ellipsoid)                                                                              \
	TEST(TIME, intersect, ray, torus)                                                                                  \
	TEST(TIME, intersect, segment, triangle)                                                                           \
	TEST(TIME, moving, sphere, plane)                                                                                  \
	TEST(TIME, moving, sphere, sphere)                                                                                 \
	TEST(TIME, moving, sphere, aabb)                                                                                   \
	TEST(TIME, moving, sphere, triangle)                                                                               \
	TEST(TIME, moving, aabb, aabb)                                                                                     \
	TEST(TIME, moving, obb, obb)                                                                                       \
	TEST(TIME, deforming, point, triangle)                                                                             \
	TEST(TIME, deforming, segment, segment)                                                                            \
	TEST(TIME, deforming, triangle, triangle)

#define PRIMITIVE_NAME(kind, verb, a, b) PRIMITIVE_##verb##_##a##_##b,
typedef enum primitive_test
{
	PRIMITIVE_TESTS(PRIMITIVE_NAME) PRIMITIVE_TEST_COUNT
} primitive_test;
#undef PRIMITIVE_NAME

typedef enum primitive_kind
{
	PRIMITIVE_VERDICT,
	PRIMITIVE_NUMBER,
	PRIMITIVE_TIME,
} primitive_kind;

typedef struct primitive_title
{
	primitive_kind kind;
	const char *name; ///< "overlaps sphere aabb"
} primitive_title;

primitive_title primitive_title_of(primitive_test test);

/// One side of every pair: arrays with the names of the shapes in functions' names.
typedef struct primitive_side
{
	kiln_vec3 *point, *point_after;
	kiln_segment *segment, *segment_after;
	kiln_ray *ray;
	kiln_plane *plane, *halfspace;
	kiln_sphere *sphere;
	kiln_capsule *capsule;
	kiln_aabb *aabb;
	kiln_obb *obb;
	kiln_triangle *triangle, *triangle_after;
	kiln_triangle *triangle_interval, *triangle_axes, *triangle_edges; ///< the same triangles, with the names of the
																	   ///< methods
	kiln_quad *quad;
	kiln_polygon *polygon;
	kiln_vec3 *polygon_corners;
	kiln_tetrahedron *tetrahedron;
	kiln_cylinder *cylinder;
	kiln_cone *cone;
	kiln_ellipsoid *ellipsoid;
	kiln_torus *torus;
} primitive_side;

#define PRIMITIVE_POLYGON_CORNERS 6

/// Seeded pairs of shapes of about unit size. The shapes of side a are near the origin. Those of side b are around it,
/// at distances with which about half of the pairs overlap. Rays come from outside, motions lead towards the other
/// shape.
typedef struct primitive_set
{
	uint32_t count; ///< a multiple of 4
	primitive_side a, b;
	kiln_vec3 *motion; ///< of a
} primitive_set;

primitive_set primitive_set_make(uint64_t seed, uint32_t count);
void primitive_set_free(primitive_set *set);

/// Runs one test on every pair; `answers` has one number a pair.
typedef void primitive_run(void *prepared, float *answers);

typedef struct primitive_library
{
	const char *name;
	/// Makes the library's own objects for all pairs, which is not timed. NULL when out of memory.
	void *(*prepare)(const primitive_set *set);
	void (*release)(void *prepared);
	primitive_run *(*find)(primitive_test test); ///< NULL: not offered
} primitive_library;

/// The contestants. A library that this program was built without is NULL.
typedef enum primitive_rival
{
	PRIMITIVE_KILN,
	PRIMITIVE_FCL,
	PRIMITIVE_FCL_GENERAL, ///< FCL's method for all pairs of shapes
	PRIMITIVE_BULLET,
	PRIMITIVE_ODE,
	PRIMITIVE_CCD,
	PRIMITIVE_LIBRARY_COUNT
} primitive_rival;

const primitive_library *primitive_library_of(primitive_rival rival);

const primitive_library *primitive_kiln(void);
const primitive_library *primitive_fcl(void);
const primitive_library *primitive_fcl_general(void);
const primitive_library *primitive_bullet(void);
const primitive_library *primitive_ode(void);
const primitive_library *primitive_ccd(void);

/// Counts instructions a call, by callgrind: counts[rival * PRIMITIVE_TEST_COUNT + test], unchanged for tests that are
/// not offered. False when valgrind or its header are missing, or it failed.
bool primitive_count(uint64_t seed, double *counts);

/// Arguments of the copy that runs under callgrind: PRIMITIVE_COUNTED and the seed.
#define PRIMITIVE_COUNTED "--counted-primitives"
void primitive_counted(uint64_t seed);

#ifdef __cplusplus
}
#endif

#endif
