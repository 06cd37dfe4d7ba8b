// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_WRAP_MESH_H
#define KILN_COOKER_WRAP_MESH_H

#include "kiln_format.h"
#include "kilncook/wrap.h"
#include "math/double3.h"

/// A tetrahedral mesh of a box: the Delaunay triangulation of the box's corners and of points inside, one inserted after
/// the other (A. Bowyer, Computing Dirichlet Tessellations, 1981; D. F. Watson, Computing the n-Dimensional Delaunay
/// Tessellation, 1981). All signs are exact. Cospherical points give one of their triangulations.

#define WRAP_BOX_CORNERS 8u

typedef struct wrap_cell
{
	uint32_t vertices[4];	///< orient3d of the four is 1
	uint32_t neighbours[4]; ///< opposite to each vertex; KILN_NONE at the box
	uint32_t stamp;			///< of the last search that found the cell
	uint32_t made;			///< number of the cell, of all that were ever made
	bool outside;
	bool free; ///< in the list of free cells
	kiln_d3 centre;
	double radius2; ///< of the sphere through the vertices; INFINITY where it overflows
} wrap_cell;

/// A side of the cavity that a new point leaves.
typedef struct wrap_rim
{
	uint32_t cell; ///< in the cavity
	uint32_t side;
} wrap_rim;

typedef struct wrap_mesh
{
	const kilncook_context *context;
	float (*points)[3]; ///< the first WRAP_BOX_CORNERS are the box's
	uint32_t point_count, point_capacity;
	wrap_cell *cells;
	uint32_t cell_count, cell_capacity;
	uint32_t cells_max;
	uint32_t free_first, free_count; ///< a list through neighbours[0]
	uint32_t stamp, made;

	// Scratch of one insertion.
	uint32_t *cavity;
	uint32_t cavity_count, cavity_capacity;
	wrap_rim *rims;
	uint32_t rim_count, rim_capacity;
	uint32_t *fresh; ///< the cells that it made
	uint32_t fresh_count, fresh_capacity;
	uint64_t (*edges)[2]; ///< open addressing: edge of the rim; then stamp << 32 | 4 * cell + side
	uint32_t edge_capacity;
} wrap_mesh;

typedef enum wrap_inserted
{
	WRAP_INSERTED,
	WRAP_TOO_NEAR, ///< the point is nearer to another than asked for, or not strictly inside the box
	WRAP_NO_CELLS, ///< `cells_max` is reached
	WRAP_NO_MEMORY,
} wrap_inserted;

/// The corners of a cell's side, counterclockwise seen from outside the cell.
extern const uint8_t wrap_sides[4][3];

/// Makes the six cells of a box. False when out of memory, with nothing to free.
bool wrap_mesh_begin(
	const kilncook_context *context, const float low[3], const float high[3], uint32_t cells_max, wrap_mesh *mesh);

void wrap_mesh_end(wrap_mesh *mesh);

/// A cell that contains the point, by a walk from the cell `near`. KILN_NONE outside and on the box.
uint32_t wrap_mesh_locate(const wrap_mesh *mesh, const double point[3], uint32_t near);

/// Inserts a point, unless another one is nearer than `apart`. The cells that contain it in their spheres are replaced by new
/// cells, which `fresh` lists and which are not outside. The search starts at the cell `near`. The mesh does not change
/// unless the result is WRAP_INSERTED.
wrap_inserted wrap_mesh_insert(wrap_mesh *mesh, const float point[3], uint32_t near, double apart);

static inline kiln_d3 wrap_mesh_point(const wrap_mesh *mesh, uint32_t point)
{
	const float *p = mesh->points[point];
	return (kiln_d3){(double)p[0], (double)p[1], (double)p[2]};
}

/// The side of a cell through which its neighbour sees it.
static inline uint32_t wrap_mesh_back(const wrap_mesh *mesh, uint32_t neighbour, uint32_t cell)
{
	const uint32_t *n = mesh->cells[neighbour].neighbours;
	return n[0] == cell ? 0 : n[1] == cell ? 1 : n[2] == cell ? 2 : 3;
}

#endif
