// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MERGE_CASE_H
#define KILN_TESTS_MERGE_CASE_H

#include "clean/clean.h"
#include "clean/clean_shapes.h"
#include "merge/merge.h"

/// Meshes whose vertices are whole numbers times a power of two, cleaned, merged and compared in exact arithmetic.
typedef struct merge_case
{
	int32_t (*points)[3]; ///< at most 2^20 in magnitude
	uint32_t point_count, point_capacity;
	uint32_t (*triangles)[3];
	uint32_t *parts; ///< per triangle: 0 or 1
	uint32_t triangle_count, triangle_capacity;
	double scale; ///< of the points; a power of two
	merge_options options;
	clean_mesh before;
	clean_mesh after;
	merge_counts counts;
} merge_case;

/// Starts without triangles, with a scale of 1 and no tolerance.
void merge_case_begin(merge_case *c);
void merge_case_end(merge_case *c);

/// Adds a point; equal points are welded by cleaning.
uint32_t merge_case_point(merge_case *c, int32_t x, int32_t y, int32_t z);
void merge_case_triangle(merge_case *c, uint32_t a, uint32_t b, uint32_t d, uint32_t part);

/// Cleans the triangles twice, and merges one of the results.
void merge_case_run(merge_case *c);

/// Puts the triangles in a random order, each with a random first corner, and the points, too.
void merge_case_shuffle(merge_case *c, shape_random *random);

/// Fails the test unless `after` is valid: no triangle without area, none twice, faces in order and of the same part, all
/// vertices in use, verdicts as before, and merging again changes nothing.
void merge_case_check(const merge_case *c);

/// Fails the test unless both surfaces are the same set of points, covered as often: equal areas in each plane and
/// part; samples of the old triangles lie in as many triangles of each surface; each old vertex lies on the new surface, each
/// new vertex is an old one.
void merge_case_check_same(const merge_case *c, shape_random *random);

/// Fails the test unless no vertex lies inside the circle of a triangle across an edge of one plane, with the diagonal at the
/// smallest vertex for four vertices on a circle.
void merge_case_check_delaunay(const merge_case *c);

/// A solid of unit cells.
#define MERGE_CELLS 12
typedef struct merge_solid
{
	bool filled[MERGE_CELLS + 2][MERGE_CELLS + 2][MERGE_CELLS + 2]; ///< [z][y][x], the outermost are empty
	int32_t at[3][MERGE_CELLS + 3]; ///< coordinates of the planes between cells, by axis; increasing
} merge_solid;

/// Adds the surface of the solid, each side of a cell cut by a random diagonal, and by a point inside where `strewn`. The
/// point (x, y, z) goes to `matrix` (x, y, z), three rows.
void merge_case_add_solid(
	merge_case *c, const merge_solid *solid, const int32_t matrix[3][3], bool strewn, shape_random *random);

/// Counts the triangles of the fewest polygons with all corners that the solid's surface needs: n + 2 h - 2 for each connected
/// flat region with n corners and h holes. Counted on the cells.
uint32_t merge_solid_fewest(const merge_solid *solid);

#endif
