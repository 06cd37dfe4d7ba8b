// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_ADJACENCY_H
#define KILN_COOKER_ADJACENCY_H

#include "scene.h"

/// Finds the triangles that meet at the edges and vertices of a mesh, and derives the properties of the surface from
/// them.
///
/// A side is 3 * triangle + corner: it leads from this corner to the triangle's next corner. An edge is a pair of
/// vertices, in either order, with all sides between them.

/// Every side of a mesh, grouped by edge.
typedef struct clean_edges
{
	uint32_t *sides; ///< 3 * triangle_count entries, sorted by the edge's lower vertex, then its higher vertex, then
					 ///< the side
	uint32_t *first; ///< edge_count + 1 offsets into sides
	uint32_t edge_count;
	uint32_t side_count;
} clean_edges;

/// Every side of a mesh, grouped by edge, but without its triangle. Sufficient to count sides.
typedef struct clean_ends
{
	uint32_t *ends; ///< by the edge's lower vertex: 2 * higher vertex, plus 1 if the side runs up to it; increasing
	uint32_t *past; ///< per vertex: the end of its list in `ends`, which is also the start of the next vertex's list
	uint32_t vertex_count;
	uint32_t side_count;
} clean_ends;

/// Stores the twin of every side: the only other side on its edge, or KILN_NONE. Returns false when memory runs out.
bool clean_find_twins(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, uint32_t (*twins)[3]);

/// Stores the same from the edges of the triangles.
void clean_twins_of(const clean_edges *edges, uint32_t (*twins)[3]);

/// Properties of a mesh, or of one connected part of it, that follow from its edges.
///
/// Edges with more than two triangles: with an even number, a surface can be closed. WOUND requires that equally many
/// run in each direction, so that the winding number of any point is well defined. With an odd number, a surface is not
/// ORIENTABLE; otherwise ORIENTABLE depends on edges with two triangles.
typedef struct clean_verdict
{
	uint32_t flags; ///< kiln_mesh_flags; 0 without triangles
	uint32_t vertex_count;
	uint32_t edge_count;
	uint32_t triangle_count;
	uint32_t boundary_edges;
	uint32_t nonmanifold_edges;
	uint32_t inconsistent_edges;
	int32_t euler_characteristic;
} clean_verdict;

/// The full tables.
typedef struct clean_adjacency
{
	clean_edges edges;
	uint32_t *vertex_first;		///< vertex_count + 1 offsets into vertex_triangles
	uint32_t *vertex_triangles; ///< the triangles at each vertex, increasing
	uint32_t *components;		///< per triangle: its connected part, numbered by first triangle
	clean_verdict *verdicts;	///< per connected part
	uint32_t component_count;
	uint32_t vertex_count;
	uint32_t triangle_count;
} clean_adjacency;

/// Groups the sides by one counting sort, and a small sort for each vertex. Triangles have three different vertices
/// below `vertex_count`, and there are at most 2^32 / 3 of them. False when out of memory, with nothing to free.
bool clean_edges_build(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, clean_edges *edges);

void clean_edges_free(const kilncook_context *context, clean_edges *edges);

/// Lists the ends of all sides by one counting sort, and a small sort for each vertex. Same conditions as
/// clean_edges_build, but vertex numbers are below 2^31.
bool clean_ends_build(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, clean_ends *ends);

void clean_ends_free(const kilncook_context *context, clean_ends *ends);

/// Computes the verdict on a whole mesh whose vertices are all used, as clean_judge does. Takes a third of its time
/// when edges are consistent, because the triangles at an edge are then not needed. False when out of memory.
bool clean_judge_surface(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, clean_verdict *verdict, uint32_t *component_count);

/// Stores the verdict of clean_judge_surface on these triangles in `mesh`: its flags, its counts of edges and parts, and its
/// Euler characteristic. The arrays of `mesh` and their lengths are neither read nor changed. False when out of memory, with
/// `mesh` unchanged.
bool clean_judge_mesh(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, clean_mesh *mesh);

/// Stores the same from the tables of these triangles.
void clean_judge_parts(const clean_adjacency *adjacency, clean_mesh *mesh);

/// Computes the verdict on a whole mesh whose vertices are all used. `component_count` receives the number of parts
/// connected by shared vertices. False when out of memory.
bool clean_judge(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, const clean_edges *edges, clean_verdict *verdict, uint32_t *component_count);

/// Builds the full tables of a cleaned mesh and computes the verdict on every connected part. False when out of memory,
/// with nothing to free.
bool clean_adjacency_build(const kilncook_context *context, const uint32_t (*triangles)[3], uint32_t triangle_count,
	uint32_t vertex_count, clean_adjacency *adjacency);

void clean_adjacency_free(const kilncook_context *context, clean_adjacency *adjacency);

#endif
