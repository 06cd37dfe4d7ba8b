// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SIMPLIFY_MESH_H
#define KILN_COOKER_SIMPLIFY_MESH_H

#include "kilncook.h"
#include "scene.h"

/// Simplifies cleaned meshes by collapses of edges. A collapse is chosen by how far points of both surfaces are from each other
/// (near.h); what is taken is decided by a certain bound of the distance between the surfaces (hausdorff/hausdorff.h).
///
/// Vertices keep their positions. Those where art meshes meet stay, and those at borders unless borders move, so that neighbours in other
/// nodes and assets still fit. A collapse is made only where it keeps the verdicts, the Euler characteristic and the connected parts (complex.h).

/// Largest number of triangles of a mesh that is simplified; larger meshes stay as they are.
#define SIMPLIFY_TRIANGLES_MAX (1u << 28)

typedef struct simplify_mesh_options
{
	double error; ///< largest certain distance, in mesh units: the fewest triangles are sought; 0: `triangles` counts
	uint32_t triangles; ///< without `error`, the most triangles: the least distance is sought
	/// The side of the mesh on which the result must lie, which has to be closed and wound. Vertices move to it along their
	/// normals, those between art meshes too; the proof is exact.
	kilncook_simplify_side side;
	/// Vertices on borders, but for those between art meshes, move along the borders. Neighbours in other meshes then fit no
	/// longer.
	bool borders_move;
	uint32_t threads; ///< that may build trees, of no effect on the result; 0 means 1
} simplify_mesh_options;

/// Why a mesh is not simplified to a side.
typedef enum simplify_unsided
{
	SIMPLIFY_SIDED,	   ///< it is, or no side was asked for
	SIMPLIFY_OPEN,	   ///< it is not closed, or not consistently wound
	SIMPLIFY_UNPROVED, ///< no result was proved to be on that side, within the error
} simplify_unsided;

typedef struct simplify_mesh_counts
{
	uint32_t before; ///< triangles
	uint32_t after;	 ///< triangles
	uint32_t trials; ///< sequences of collapses
	/// The two-sided Hausdorff distance between the surfaces before and after, in mesh units, is certainly in this interval.
	double lower, upper;
	simplify_unsided unsided; ///< unless SIMPLIFY_SIDED, the mesh stays as it is
} simplify_mesh_counts;

/// Simplifies a mesh, in place. Each triangle names the source face of a triangle of the same art mesh that was at one of its corners;
/// triangles are in the order of their faces, vertices are numbered by first use. A mesh that cannot be simplified within the
/// bound, or has no more triangles than wanted, stays as it is, to the bit. With a number of triangles, `after` can be larger:
/// what must be kept comes first. The result depends on the mesh and the options only. Work is counted: a vertex of more than COMPLEX_STAR_MOST triangles
/// stays until there are fewer. KILNCOOK_INTERNAL when out of memory, with the mesh unchanged.
kilncook_status simplify_mesh(const kilncook_context *context, const simplify_mesh_options *options, clean_mesh *mesh,
	simplify_mesh_counts *counts);

#endif
