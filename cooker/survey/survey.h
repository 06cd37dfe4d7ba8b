// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SURVEY_H
#define KILN_COOKER_SURVEY_H

#include "clean/adjacency.h"
#include "kilncook.h"
#include "scene.h"

/// Surveys a cleaned mesh: finds its connected parts and the faults of its surface (kilncook_fault_kind). A repair of
/// the mesh can use the tables.

/// Loops number the ends of sides in 32 bits.
#define SURVEY_TRIANGLES_MAX 715827882u

typedef struct survey_options
{
	double tolerance; ///< of cracks and T-junctions, as a share of the diagonal of the mesh's box; >= 0
	double length;	  ///< of cracks and T-junctions, in the mesh's own units, instead of `tolerance` where > 0
	uint32_t listed;  ///< most faults of each kind in the list
	bool pairs;		  ///< looks at pairs of triangles too
} survey_options;

/// Values of `mates` for a side whose edge has one side, or three or more.
#define SURVEY_BOUNDARY 0xffffffffu
#define SURVEY_MANY 0xfffffffeu

/// A chain of boundary sides that passes no vertex twice: a loop, or open where it ends at edges of three or more
/// triangles.
typedef struct survey_loop
{
	uint32_t first; ///< in survey.loop_sides
	uint32_t count;
	bool closed;
	/// What the survey lists: KILNCOOK_FAULT_GAP or _HOLE, or KILNCOOK_FAULT_KIND_END where cracks and T-junctions explain the loop.
	/// The faults of a kind are in the order of their loops.
	kilncook_fault_kind fault;
} survey_loop;

/// Two triangles that have more in common than the vertices and the edge that they share.
typedef struct survey_pair
{
	uint32_t a, b; ///< a < b
	kilncook_fault_kind kind;
} survey_pair;

typedef struct survey
{
	clean_adjacency adjacency;
	kilncook_component *components; ///< adjacency.component_count
	double tolerance;				///< in the mesh's own units

	uint32_t *mates; ///< per side: the other side of its edge, SURVEY_BOUNDARY or SURVEY_MANY

	// Boundary sides have numbers of their own, and so have their vertices. Without boundary sides, the tables of them are NULL.
	uint32_t *boundary; ///< the sides, increasing
	uint32_t boundary_count;
	uint32_t *boundary_vertices; ///< increasing
	uint32_t boundary_vertex_count;
	uint32_t (*boundary_ends)[2]; ///< per boundary side: its ends, as numbers in boundary_vertices
	uint32_t *vertex_sides_first; ///< boundary_vertex_count + 1 offsets into vertex_sides
	uint32_t *vertex_sides;		  ///< the boundary sides at each boundary vertex, increasing

	survey_loop *loops;
	uint32_t loop_count;
	uint32_t *loop_sides; ///< boundary sides in the order of their chains: twice the number, plus 1 if run backwards
	/// Per boundary side: the one that it makes a crack with, or KILN_NONE. Of several near sides, the one whose farther end is
	/// nearest; then the one whose other end is nearest; then the first by position.
	uint32_t *cracks;
	/// Per boundary vertex: the boundary side that it makes a T-junction with, or KILN_NONE. Of several, the nearest; then the
	/// first by position.
	uint32_t *junctions;

	uint64_t *nests; ///< inner part << 32 | closed part around it, increasing
	uint64_t nest_count;
	uint64_t nest_capacity;

	survey_pair *pairs; ///< by a, then b; NULL without survey_options.pairs
	uint64_t pair_count;
	uint64_t pair_capacity;

	kilncook_fault *faults; ///< by kind, of each kind the first ones
	uint64_t fault_count;
	uint64_t fault_capacity;
	uint64_t counts[KILNCOOK_FAULT_KIND_END];
	uint32_t surveyed;	 ///< bits of kinds
	uint32_t unfinished; ///< bits of kinds whose search reached its limit of work
} survey;

/// Surveys a mesh. Work and memory are O(n log n) for every mesh: a search ends at a counted limit and sets its bit
/// in `unfinished`. The result depends on the mesh and the options alone. The counts and places of faults depend
/// on positions only, not on the order of triangles and of their corners, unless a search is unfinished. A mesh of more than
/// SURVEY_TRIANGLES_MAX triangles is not surveyed: `surveyed` stays 0. KILNCOOK_INTERNAL when out of memory, with
/// nothing to free.
kilncook_status survey_build(
	const kilncook_context *context, const clean_mesh *mesh, const survey_options *options, survey *out);

void survey_free(const kilncook_context *context, survey *s);

/// Orders positions by x, then y, then z: less than, equal to or greater than 0.
static inline int survey_compare_positions(const float a[3], const float b[3])
{
	for (int i = 0; i < 3; ++i)
		if (a[i] < b[i] || a[i] > b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

/// Pairs of triangles that meet where they should not.
typedef struct survey_pairs
{
	survey_pair *pairs; ///< by a, then b
	uint64_t count, capacity;
	bool unfinished; ///< the search reached its limit of work: more pairs may exist
} survey_pairs;

/// Finds the pairs of which at least one triangle is marked, among all triangles of a mesh. False when out of memory, with nothing
/// to free.
bool survey_pairs_of(const kilncook_context *context, const clean_mesh *mesh, const uint8_t *marked, survey_pairs *out);

void survey_pairs_free(const kilncook_context *context, survey_pairs *pairs);

#endif
