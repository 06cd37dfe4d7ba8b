// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SURVEY_INTERNAL_H
#define KILN_COOKER_SURVEY_INTERNAL_H

#include "kiln_format.h"
#include "survey.h"

/// A survey in progress. Every step returns false when out of memory.
typedef struct survey_work
{
	const kilncook_context *context;
	const clean_mesh *mesh;
	survey_options options;
	survey *s;
} survey_work;

static inline const uint32_t *survey_triangle(const survey_work *w, uint32_t triangle)
{
	return w->mesh->triangles[triangle];
}

static inline uint32_t survey_from(const survey_work *w, uint32_t side)
{
	return w->mesh->triangles[side / 3][side % 3];
}

static inline uint32_t survey_to(const survey_work *w, uint32_t side)
{
	return w->mesh->triangles[side / 3][side % 3 == 2 ? 0 : side % 3 + 1];
}

static inline void survey_point(const survey_work *w, uint32_t vertex, double at[3])
{
	for (int i = 0; i < 3; ++i)
		at[i] = (double)w->mesh->vertices[vertex][i];
}

static inline double survey_distance2(const double a[3], const double b[3])
{
	double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
	return x * x + y * y + z * z;
}

/// Squared distance of a point from the segment ab.
static inline double survey_segment_distance2(const double p[3], const double a[3], const double b[3])
{
	double along = 0, length2 = survey_distance2(a, b), foot[3];
	for (int i = 0; i < 3; ++i)
		along += (p[i] - a[i]) * (b[i] - a[i]);
	double t = length2 > 0 ? along / length2 : 0;
	t = t < 0 ? 0 : t > 1 ? 1 : t;
	for (int i = 0; i < 3; ++i)
		foot[i] = a[i] + t * (b[i] - a[i]);
	return survey_distance2(p, foot);
}

/// Counts a fault and lists it, unless enough of its kind are listed. `fault` needs kind, triangle (KILN_NONE for a
/// source face that is given), other_triangle and figures; this fills in the rest.
bool survey_add(survey_work *w, const kilncook_fault *fault);

/// Whether the next fault of a kind is listed.
static inline bool survey_lists(const survey_work *w, kilncook_fault_kind kind)
{
	return w->s->counts[kind] < w->options.listed;
}

/// Counts a fault that is not listed.
static inline void survey_count(survey_work *w, kilncook_fault_kind kind)
{
	++w->s->counts[kind];
}

/// A fault of one triangle or two, at a place.
kilncook_fault survey_fault(kilncook_fault_kind kind, uint32_t triangle, uint32_t other, const double place[3]);

/// The art's own numbers of a triangle's source face.
void survey_locate(const survey_work *w, uint32_t triangle, uint32_t *source_mesh, uint32_t *face);

/// Puts the corners of a triangle in their order from the one of the lowest position on, in which a finding does not depend on the
/// triangle's first corner.
void survey_order_corners(const survey_work *w, uint32_t triangle, uint32_t corners[3]);

/// Orders triangles by the positions of their corners: less than, equal to or greater than 0.
int survey_compare_triangles(const survey_work *w, uint32_t a, uint32_t b);

/// Orders boundary sides by the positions of their ends, the lower end first, then by direction and by the position of the
/// triangle's third corner. Only sides of triangles with equal positions are ordered by their numbers.
int survey_compare_sides(const survey_work *w, uint32_t a, uint32_t b);

/// Fills mates.
bool survey_mates(survey_work *w);

/// Lists nonmanifold edges and edges that are run the same way twice.
bool survey_edges(survey_work *w);

/// Lists vertices at which several surfaces meet.
bool survey_vertices(survey_work *w);

/// Numbers boundary sides and vertices, and chains the sides into loops. Where several surfaces meet, the positions of the sides
/// decide which sides follow each other.
bool survey_boundary(survey_work *w);
bool survey_loops(survey_work *w);

/// Finds cracks and T-junctions, then the holes and gaps that they do not explain.
bool survey_cracks(survey_work *w);
bool survey_holes(survey_work *w);

/// Figures of connected parts, slivers and copies; then which parts are inside which.
bool survey_measure(survey_work *w);
bool survey_nest(survey_work *w);

/// Marks flat vertices: two triangles that share one have nothing in common but what they share by number. Not all such vertices are
/// found. Needs mates.
bool survey_flat_vertices(const survey_work *w, uint8_t *flat);

/// Finds pairs of triangles that meet where they should not, and parts that overlap.
bool survey_find_pairs(survey_work *w);

#endif
