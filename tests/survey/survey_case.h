// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_SURVEY_CASE_H
#define KILN_TESTS_SURVEY_CASE_H

#include "clean/clean.h"
#include "clean/clean_shapes.h"
#include "survey/survey.h"

/// Meshes put together triangle by triangle, cleaned and surveyed.
typedef struct survey_case
{
	float (*positions)[3];
	uint32_t vertex_count, vertex_capacity;
	uint32_t *corners;
	uint32_t triangle_count, triangle_capacity;
	survey_options options; ///< tolerance 1e-4, everything listed, pairs too
	clean_mesh mesh;
	survey s;
} survey_case;

void survey_case_begin(survey_case *c);
void survey_case_end(survey_case *c);

uint32_t survey_case_vertex(survey_case *c, double x, double y, double z);
void survey_case_triangle(survey_case *c, uint32_t a, uint32_t b, uint32_t d);

/// Drops a triangle; the last one gets its number.
void survey_case_drop(survey_case *c, uint32_t triangle);

/// Reverses the winding of a triangle, or of all triangles from `first` on.
void survey_case_turn(survey_case *c, uint32_t triangle);
void survey_case_turn_from(survey_case *c, uint32_t first);

/// Adds the vertices and triangles of another case, and takes its options.
void survey_case_copy(survey_case *c, const survey_case *from);

/// Cleans and surveys the triangles. Fails the test when cleaning or the survey fails.
void survey_case_run(survey_case *c);

/// Returns the only fault of a kind. Fails the test unless there is exactly one.
const kilncook_fault *survey_case_only(const survey_case *c, kilncook_fault_kind kind);

/// Whether all faults have kinds whose bits 1 << kind are given. Prints other kinds.
bool survey_case_nothing_but(const survey_case *c, uint32_t kinds);

/// Handles of all connected parts together.
int64_t survey_case_genus(const survey_case *c);

/// A fault without the numbers that depend on the order of triangles.
typedef struct survey_finding
{
	kilncook_fault_kind kind;
	uint32_t count;
	float place[3];
	float length, distance;
} survey_finding;

/// Orders findings by their bytes, for qsort.
int survey_case_compare(const void *left, const void *right);

/// Lists the s.fault_count findings of a survey in their order. The caller frees the list.
survey_finding *survey_case_findings(const survey_case *c);

/// Puts the triangles in another order, and begins each at another corner.
void survey_case_permute(survey_case *c, shape_random *random);

/// A sphere of `rings` x `segments` facets around a point, wound outwards, without poles of more than one vertex.
void survey_case_sphere(survey_case *c, uint32_t rings, uint32_t segments, const double center[3], double radius);

/// A torus of m x n cells around the origin, wound outwards.
void survey_case_torus(survey_case *c, uint32_t m, uint32_t n);

/// A second torus through the hole of survey_case_torus, which it does not touch: a chain of two links, wound outwards.
void survey_case_link(survey_case *c, uint32_t m, uint32_t n);

/// The surface of the space within survey_case_torus at a third of its radius, wound inwards: a cavity with a handle.
void survey_case_torus_cavity(survey_case *c, uint32_t m, uint32_t n);

/// A wavy slab with `handles` holes through it in a row, wound outwards: genus `handles`.
void survey_case_slab(survey_case *c, uint32_t handles);

/// A box between two corners, wound outwards; inwards where `inside_out`.
void survey_case_box(survey_case *c, const double low[3], const double high[3], bool inside_out);

/// A grid of m x n vertices whose sides are glued: the vertex (i, k) is the vertex (i mod m, k) with k mirrored for
/// every time that i passes m, where `mirror`, and the same for k where `wrap`. Without `wrap` there are n - 1 rows
/// of cells. Positions are strewn without order in the unit cube.
void survey_case_glued(survey_case *c, uint32_t m, uint32_t n, bool wrap, bool mirror);

#endif
