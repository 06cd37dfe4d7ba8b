// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_REPAIR_INTERNAL_H
#define KILN_COOKER_REPAIR_INTERNAL_H

#include "kiln_format.h"
#include "repair.h"
#include "survey/survey.h"

/// A mesh under repair. Vertices that no triangle uses may stay until the end.
typedef struct repair_mesh
{
	float (*vertices)[3];
	uint32_t *sources;
	double *moved; ///< per vertex: the farthest that a vertex welded into this one moved, in the running step
	uint32_t vertex_count, vertex_capacity;
	uint32_t (*corners)[3];
	uint32_t *faces;
	uint32_t *
		origins; ///< per triangle: the triangle, in the canonical order, that this one was cut from; KILN_NONE when made
	double *drifts; ///< per triangle: how far the running step has moved its surface
	uint32_t count, capacity;
} repair_mesh;

/// A triangle that is cut by no other triangle: only its sides are, where the other triangles at them are cut.
typedef enum repair_sparing
{
	REPAIR_SPARED = 1, ///< a verdict was worse there
	REPAIR_CLUMSY = 2, ///< snapping would turn pieces over
} repair_sparing;

/// Per vertex of the mesh at the start of an attempt: what the steps may not change, and what they changed.
typedef struct repair_vertices
{
	uint8_t *refused; ///< the vertex is not welded, and no side, surface or hole at it is cut or closed
	uint8_t *touched;
	uint32_t *goals; ///< the vertex that it was welded onto, or itself
	uint32_t count;
	uint32_t *parents; ///< per vertex that a step added: one of the first `count`, at its triangle or at its place
	uint32_t parent_count, parent_capacity;
	/// Per triangle of the source, for the step `self-intersections`: bits of repair_sparing. NULL for other steps.
	uint8_t *spared;
	uint8_t *
		suspects; ///< per triangle of the source: it, or a piece of it, is where a verdict is worse. NULL for other steps
} repair_vertices;

typedef struct repair_work
{
	const kilncook_context *context;
	const repair_options *options;
	const clean_mesh *source; ///< the mesh as cleaning left it
	clean_copy *copies;		  ///< of the source, with originals in the canonical order
	repair_mesh mesh;
	survey s;	  ///< of `mesh`, without pairs, with all faults
	survey *keep; ///< receives `s` when the next survey replaces it; NULL: `s` is freed then
	repair_vertices vertices;
	double tolerance;	 ///< in the mesh's own units
	double largest_hole; ///< diagonal of the box of a hole that is closed, in the mesh's own units
	/// Pairs of triangles that meet where they should not, at the first and the last call of `self-intersections` in a trial; UINT64_MAX
	/// before them.
	uint64_t first_pairs, pairs;
	uint64_t first_crossings; ///< those of the first pairs that do more than touch
	uint32_t worse, lost;	  ///< of the running attempt: what its trials made worse, as in kilncook_repair_row
	bool holes_follow;		  ///< holes are closed after the current step, before orient runs once more
	kilncook_repair_row *rows;
} repair_work;

/// A step changes work->mesh and counts its changes in the row. False when out of memory. One call may leave work to the
/// next call, which sees a new survey; a call that finds nothing changes no count.
typedef bool (*repair_step)(repair_work *work, kilncook_repair_row *row);

bool repair_opposite(repair_work *work, kilncook_repair_row *row);
bool repair_cracks(repair_work *work, kilncook_repair_row *row);
bool repair_junctions(repair_work *work, kilncook_repair_row *row);
bool repair_orient(repair_work *work, kilncook_repair_row *row);
bool repair_nonmanifold(repair_work *work, kilncook_repair_row *row);
bool repair_holes(repair_work *work, kilncook_repair_row *row);
bool repair_inner(repair_work *work, kilncook_repair_row *row);
bool repair_slivers(repair_work *work, kilncook_repair_row *row);
bool repair_self_intersections(repair_work *work, kilncook_repair_row *row);

bool repair_copy(const kilncook_context *context, const repair_mesh *from, repair_mesh *to);
void repair_free(const kilncook_context *context, repair_mesh *mesh);
bool repair_add_triangle(const kilncook_context *context, repair_mesh *mesh, const uint32_t corners[3], uint32_t like);
/// Adds a copy of a vertex.
bool repair_add_vertex(const kilncook_context *context, repair_mesh *mesh, uint32_t like);
/// Remembers the vertex that the one which was added last is refused with. Every step that adds vertices says so of each, in their
/// order. False when out of memory.
bool repair_add_parent(repair_work *work, uint32_t parent);
/// Removes the triangles whose first corner is KILN_NONE. Returns their number.
uint32_t repair_compact(repair_mesh *mesh);

/// Counts the pairs of triangles that meet where they should not, and of these those that cross or share an area. False when out of
/// memory.
bool repair_count_pairs(const repair_work *work, uint64_t *crossings, uint64_t *all);

/// The diagonal of the box of the largest hole that the options close, in the mesh's own units.
double repair_largest_hole(const repair_work *work);

/// Counts the holes and gaps of the survey that are loops within that size.
uint64_t repair_count_holes(const repair_work *work);

/// Copies the source into work->mesh as it is. False when out of memory.
bool repair_take(repair_work *work);

/// The mesh as a survey reads it.
clean_mesh repair_view(const repair_work *work, const repair_mesh *mesh);
/// Surveys a mesh under repair, with pairs of triangles on request. `listed` limits the list of each kind of fault.
bool repair_survey(const repair_work *work, const repair_mesh *mesh, bool pairs, uint32_t listed, survey *out);
/// Replaces the survey of work->mesh.
bool repair_survey_again(repair_work *work);

/// Counts the triangles of work->mesh at the edge between two vertices, as the survey has them.
uint32_t repair_count_at_edge(const repair_work *work, uint32_t a, uint32_t b);
/// Whether a triangle may stand for another one, or for a part of it: it has three corners and area, faces the same way, and is a
/// sliver only if the other one is.
bool repair_may_stand(const repair_mesh *mesh, const uint32_t whole[3], const uint32_t part[3]);
bool repair_is_sliver(const repair_mesh *mesh, const uint32_t corners[3]);

/// Sorts the `count` sides of an edge by the angle of their triangles around the edge, from its lower vertex to its higher
/// one counter-clockwise, exactly. Triangles at one angle keep the order of their numbers.
bool repair_sort_around(const kilncook_context *context, const repair_mesh *mesh, uint32_t *sides, uint32_t count);

/// The vertex of the start of the attempt that stands for a vertex: itself, or for one that a step added, its parent.
static inline uint32_t repair_parent(const repair_work *work, uint32_t vertex)
{
	const repair_vertices *v = &work->vertices;
	return vertex >= v->count && vertex - v->count < v->parent_count ? v->parents[vertex - v->count] : vertex;
}

static inline bool repair_is_refused(const repair_work *work, uint32_t vertex)
{
	uint32_t first = repair_parent(work, vertex);
	return first < work->vertices.count && work->vertices.refused[first];
}

/// The bits of repair_sparing of the triangle that one was cut from; 0 for one that a step made.
static inline uint32_t repair_spared(const repair_work *work, uint32_t triangle)
{
	const uint32_t origin = work->mesh.origins[triangle];
	return work->vertices.spared && origin != KILN_NONE ? work->vertices.spared[origin] : 0;
}

static inline void repair_touch(repair_work *work, uint32_t vertex)
{
	if (vertex < work->vertices.count)
		work->vertices.touched[vertex] = 1;
}

static inline void repair_point(const repair_mesh *m, uint32_t vertex, double at[3])
{
	for (int i = 0; i < 3; ++i)
		at[i] = (double)m->vertices[vertex][i];
}

static inline uint32_t repair_from(const repair_mesh *m, uint32_t side)
{
	return m->corners[side / 3][side % 3];
}

static inline uint32_t repair_to(const repair_mesh *m, uint32_t side)
{
	return m->corners[side / 3][(side % 3 + 1) % 3];
}

static inline double repair_distance2(const double a[3], const double b[3])
{
	double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
	return x * x + y * y + z * z;
}

/// The cross product (b - a) x (c - a), twice the area long.
void repair_normal(const double a[3], const double b[3], const double c[3], double normal[3]);

/// Finds the root of a set, and shortens the way to it.
static inline uint32_t repair_root(uint32_t *sets, uint32_t i)
{
	while (sets[i] != i)
		i = sets[i] = sets[sets[i]];
	return i;
}

/// Joins two sets under the lower root. Returns whether they were apart.
static inline bool repair_join(uint32_t *sets, uint32_t a, uint32_t b)
{
	a = repair_root(sets, a);
	b = repair_root(sets, b);
	sets[a > b ? a : b] = a > b ? b : a;
	return a != b;
}

#endif
