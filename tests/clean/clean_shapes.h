// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CLEAN_SHAPES_H
#define KILN_TESTS_CLEAN_SHAPES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// Shapes and oracles for the tests of the cooker's cleaning.

/// A small generator with a fixed sequence (G. Marsaglia, Xorshift RNGs, 2003).
typedef struct shape_random
{
	uint64_t state;
} shape_random;

static inline uint32_t shape_below(shape_random *random, uint32_t limit)
{
	random->state ^= random->state << 13;
	random->state ^= random->state >> 7;
	random->state ^= random->state << 17;
	return (uint32_t)((random->state >> 32) % limit);
}

/// From 0 to 1.
static inline double shape_share(shape_random *random)
{
	return (double)shape_below(random, 1u << 30) / (double)(1u << 30);
}

#define SHAPE_MAX_CORNERS 4096
#define SHAPE_MAX_CONTOURS 256
#define SHAPE_GRID 16

/// A polygon of one or more contours; corner i is position i.
typedef struct shape_polygon
{
	float positions[SHAPE_MAX_CORNERS][3];
	uint32_t corners[SHAPE_MAX_CORNERS];
	uint32_t count;
	uint32_t ends[SHAPE_MAX_CONTOURS];
	uint32_t contour_count;
} shape_polygon;

static inline void shape_add(shape_polygon *polygon, double x, double y, double z)
{
	uint32_t i = polygon->count++;
	polygon->positions[i][0] = (float)x;
	polygon->positions[i][1] = (float)y;
	polygon->positions[i][2] = (float)z;
	polygon->corners[i] = i;
}

static inline void shape_end_contour(shape_polygon *polygon)
{
	polygon->ends[polygon->contour_count++] = polygon->count;
}

/// A set of unit squares; the squares at the border are always empty.
typedef struct shape_cells
{
	bool filled[SHAPE_GRID + 2][SHAPE_GRID + 2];
	uint32_t count;
} shape_cells;

/// Grows a set of squares that are connected by edges; it has bays, holes and corners where it touches itself.
static inline void shape_grow(shape_random *random, uint32_t target, shape_cells *cells)
{
	memset(cells, 0, sizeof *cells);
	cells->filled[SHAPE_GRID / 2][SHAPE_GRID / 2] = true;
	cells->count = 1;
	for (uint32_t tries = 0; cells->count < target && tries < 20000; ++tries)
	{
		uint32_t x = 1 + shape_below(random, SHAPE_GRID), y = 1 + shape_below(random, SHAPE_GRID);
		if (cells->filled[y][x])
			continue;
		if (cells->filled[y - 1][x] || cells->filled[y + 1][x] || cells->filled[y][x - 1] || cells->filled[y][x + 1])
		{
			cells->filled[y][x] = true;
			++cells->count;
		}
	}
}

/// Whether the directed unit edge that leaves lattice point (x, y) in direction d has a filled square on its left and
/// an empty one on its right. Directions: 0 east, 1 north, 2 west, 3 south; square (x, y) spans x .. x + 1.
static inline bool shape_is_border(const shape_cells *cells, int x, int y, int d)
{
	static const int left[4][2] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
	static const int right[4][2] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};
	int lx = x + left[d][0], ly = y + left[d][1], rx = x + right[d][0], ry = y + right[d][1];
	bool l = lx >= 0 && ly >= 0 && lx < SHAPE_GRID + 2 && ly < SHAPE_GRID + 2 && cells->filled[ly][lx];
	bool r = rx >= 0 && ry >= 0 && rx < SHAPE_GRID + 2 && ry < SHAPE_GRID + 2 && cells->filled[ry][rx];
	return l && !r;
}

/// Follows one border of the squares, filled ones on the left, with a corner at every lattice point.
static inline void shape_follow(const shape_cells *cells, bool (*seen)[SHAPE_GRID + 3][4], int x, int y, int d,
	void (*add)(shape_polygon *, int, int), shape_polygon *polygon)
{
	static const int step[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
	while (!seen[y][x][d])
	{
		seen[y][x][d] = true;
		add(polygon, x, y);
		x += step[d][0];
		y += step[d][1];
		// Left first: where two squares touch only at a corner, the border follows its own square.
		for (int turn = 1; turn >= -1; --turn)
			if (shape_is_border(cells, x, y, (d + turn + 4) % 4))
			{
				d = (d + turn + 4) % 4;
				break;
			}
	}
	shape_end_contour(polygon);
}

/// Makes the polygon of a set of squares. Its outer contour comes first, because the lowest leftmost border is on it.
static inline void shape_trace(const shape_cells *cells, void (*add)(shape_polygon *, int, int), shape_polygon *polygon)
{
	static bool seen[SHAPE_GRID + 3][SHAPE_GRID + 3][4];
	memset(seen, 0, sizeof seen);
	polygon->count = polygon->contour_count = 0;
	for (int y = 0; y < SHAPE_GRID + 3; ++y)
		for (int x = 0; x < SHAPE_GRID + 3; ++x)
			for (int d = 0; d < 4; ++d)
				if (shape_is_border(cells, x, y, d) && !seen[y][x][d])
					shape_follow(cells, seen, x, y, d, add, polygon);
}

/// Twice the signed area of a triangle or contour in the x-y plane.
static inline double shape_cross(const float a[3], const float b[3], const float c[3])
{
	return ((double)b[0] - (double)a[0]) * ((double)c[1] - (double)a[1]) -
		   ((double)b[1] - (double)a[1]) * ((double)c[0] - (double)a[0]);
}

/// Twice the area vector of a triangle.
static inline void shape_normal(const float a[3], const float b[3], const float c[3], double normal[3])
{
	for (int i = 0; i < 3; ++i)
	{
		int j = (i + 1) % 3, k = (i + 2) % 3;
		normal[i] = ((double)b[j] - (double)a[j]) * ((double)c[k] - (double)a[k]) -
					((double)b[k] - (double)a[k]) * ((double)c[j] - (double)a[j]);
	}
}

#endif
