// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SIMPLIFY_INTERNAL_H
#define KILN_COOKER_SIMPLIFY_INTERNAL_H

#include "simplify_mesh.h"

#include "clean/adjacency.h"

/// A mesh that is being simplified. Its triangles name wedges: vertices of one art mesh. A vertex between art meshes has a wedge for
/// each, so that a triangle of wedges tells its art mesh.
typedef struct simplify_work
{
	const kilncook_context *context;
	const simplify_mesh_options *options;
	const clean_mesh *mesh;
	clean_adjacency adjacency;
	uint32_t *part_of;		///< per triangle: its part
	uint32_t *wedge_vertex; ///< per wedge
	uint32_t *wedge_part;	///< per wedge
	uint32_t wedge_count;
	uint32_t wedge_capacity;
	uint32_t (*triangles)[3]; ///< of wedges
	bool *fixed;			  ///< per vertex: what must be kept
	bool *kept;				  ///< per vertex: what is kept besides, in this trial
	float (*moved)[3];		  ///< per vertex: its place in the result; NULL: that in the mesh
	uint32_t trials;
} simplify_work;

/// A result of the simplifier.
typedef struct simplify_trial
{
	uint32_t (*triangles)[3]; ///< of wedges; room for all of the mesh's
	uint32_t count;
	double lower, upper; ///< certain bounds of the distance; an `upper` of infinity: unknown, or too far
} simplify_trial;

/// Finds the adjacency, the wedges and the vertices that must be kept. False when out of memory; simplify_end frees in any case.
bool simplify_begin(simplify_work *work);
void simplify_end(simplify_work *work);

/// Compares a result with the mesh. Where they differ in topology, marks the vertices around the cause as kept. `*good` tells whether they
/// agree, `*marked` whether there are new marks. False when out of memory.
bool simplify_check(simplify_work *work, const simplify_trial *trial, bool *good, bool *marked);

/// Makes a result the mesh. False when out of memory, with the mesh unchanged.
bool simplify_store(simplify_work *work, const simplify_trial *trial, clean_mesh *mesh);

/// Runs the simplifier on the triangles of `from`, or of the mesh for NULL, until the result passes the check. The result has at most `target`
/// triangles if the relative error, as meshoptimizer has it, allows. A result that fails the check has no triangles. False when out of memory.
bool simplify_run(simplify_work *work, const simplify_trial *from, uint32_t target, double error, simplify_trial *out);

/// Seeks the fewest triangles within the error, or the least error at a number of triangles. `best` has no triangles when there is
/// nothing better than the mesh. False when out of memory.
bool simplify_search(simplify_work *work, simplify_trial *best);

#endif
