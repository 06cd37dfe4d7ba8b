// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OBB_POLYHEDRON_H
#define KILN_COOKER_OBB_POLYHEDRON_H

#include "frame.h"

/// An edge of a hull, with the normals of its two faces.
typedef struct obb_edge
{
	uint32_t vertex;
	uint32_t faces[2];
	double direction[3]; ///< unit
} obb_edge;

/// The most cells a side of the table of starting vertices, for each side of a cube of directions.
#define OBB_TABLE 12

/// A hull in the layout that the search for its least box walks.
typedef struct obb_polyhedron
{
	const double (*points)[3];
	uint32_t vertex_count;
	double (*normals)[3]; ///< of faces, unit, outwards
	uint32_t face_count;
	obb_edge *edges;
	uint32_t edge_count;
	uint32_t *first; ///< vertex_count + 1 numbers of `neighbours`
	uint32_t *neighbours;
	uint32_t cells;							   ///< a side of the table
	uint32_t table[6 * OBB_TABLE * OBB_TABLE]; ///< the farthest vertex in the direction of each cell's middle
	uint64_t spent;							   ///< point projections
} obb_polyhedron;

/// Makes the polyhedron of a cloud with a hull of dimension 3; the cloud must outlive it. False when out of memory.
bool obb_polyhedron_make(const kilncook_context *context, const obb_cloud *cloud, obb_polyhedron *polyhedron);
void obb_polyhedron_free(const kilncook_context *context, obb_polyhedron *polyhedron);

/// Returns the vertex that is farthest in the direction n, of any length, by climbing from neighbour to neighbour.
uint32_t obb_support(obb_polyhedron *polyhedron, const double n[3]);

#endif
