// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SIMPLIFY_INTERNAL_H
#define KILN_COOKER_SIMPLIFY_INTERNAL_H

#include "simplify_mesh.h"

#include "clean/adjacency.h"
#include "complex.h"

/// A collapse of an edge: a vertex moves onto another one.
typedef struct simplify_collapse
{
	uint32_t from, to;
} simplify_collapse;

/// A mesh that is being simplified.
typedef struct simplify_work
{
	const kilncook_context *context;
	const simplify_mesh_options *options;
	const clean_mesh *mesh;
	clean_adjacency adjacency;
	uint32_t *part_of; ///< per triangle: its part
	bool *locked;	   ///< per vertex: it stays
	complex_kinds kinds;
	simplify_collapse *collapses; ///< of the last reduction, in their order
	uint32_t collapse_count;
	float (*moved)[3]; ///< per vertex: its place in the result; NULL: that in the mesh
	uint32_t trials;
} simplify_work;

/// Some triangles of the mesh, whose corners have moved. What vanished is left out.
typedef struct simplify_trial
{
	uint32_t (*triangles)[3]; ///< of vertices of the mesh; room for all of the mesh's
	uint32_t *sources;		  ///< per triangle: the one in the mesh that it was
	uint32_t count;
	double lower, upper; ///< certain bounds of the distance; an `upper` of infinity: unknown, or too far
} simplify_trial;

/// Finds the adjacency and the vertices that must stay. False when out of memory; simplify_end frees in any case.
bool simplify_begin(simplify_work *work);
void simplify_end(simplify_work *work);

/// Allocates room for a trial. False when out of memory; simplify_trial_end frees in any case.
bool simplify_trial_begin(const simplify_work *work, simplify_trial *trial);
void simplify_trial_end(const simplify_work *work, simplify_trial *trial);

/// Finds collapses, those that move the surface by least first, until there are at most `target` triangles, or until none stays within `limit`. That
/// is a distance, as the points see it (near.h); 0: none. `strict` marks triangles of the mesh that are looked at more closely; NULL: none. False when out of
/// memory.
bool simplify_reduce(simplify_work *work, const bool *strict, double limit, uint32_t target);

/// Makes a result the mesh. False when out of memory, with the mesh unchanged.
bool simplify_store(simplify_work *work, const simplify_trial *trial, clean_mesh *mesh);

/// Seeks the fewest triangles within the error, or the least error at a number of triangles. `best` has no triangles when there is
/// nothing better than the mesh. False when out of memory.
bool simplify_search(simplify_work *work, simplify_trial *best);

#endif
