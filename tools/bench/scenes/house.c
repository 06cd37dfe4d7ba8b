// SPDX-License-Identifier: MIT
#include "house.h"

#include "bench/figures/timing.h"

#include <string.h>

#define THICKNESS 0.25
#define HEIGHT 2.5
#define BOXES_MOST 80
/// Length of a ball's way on each side of a wall.
#define APPROACH 0.6

/// A wall along x (axis 0) or y, from one coordinate to another, with an opening.
typedef struct wall
{
	int axis;
	double at; ///< the lower side across the axis
	double from, to;
	double start, end; ///< of the opening; equal: the wall has no opening
	double low, high;
} wall;

static const wall walls[] = {
	{0, 0, 0, 4.5, 1.75, 2.75, 0, 2},
	{0, 0, 4.5, 9, 6.25, 7.25, 1, 2},
	{0, 7.75, 0, 4.5, 1.75, 2.75, 1, 2},
	{0, 7.75, 4.5, 9, 6.25, 7.25, 1, 2},
	{1, 0, 0.25, 4, 1.5, 2.5, 1, 2},
	{1, 0, 4, 7.75, 5.5, 6.5, 1, 2},
	{1, 8.75, 0.25, 4, 4, 4, 0, 0},
	{1, 8.75, 4, 7.75, 5.5, 6.5, 1, 2},
	{1, 4.5, 0.25, 4, 1.5, 2.5, 0, 2},
	{1, 4.5, 4, 7.75, 5.25, 6.25, 0, 2},
	{0, 4, 0.25, 4.5, 2, 3, 0, 2},
	{0, 4, 4.75, 8.75, 6, 7, 0, 2},
};

#define WALL_COUNT (sizeof walls / sizeof *walls)

static void add_box(clean_mesh *mesh, const double low[3], const double high[3])
{
	// Corners by bits: x, y, z.
	static const uint32_t faces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4}, {2, 6, 7},
		{2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
	if (high[0] <= low[0] || high[1] <= low[1] || high[2] <= low[2])
		return;
	for (uint32_t i = 0; i < 12; ++i, ++mesh->triangle_count)
	{
		mesh->faces[mesh->triangle_count] = mesh->triangle_count;
		for (int k = 0; k < 3; ++k)
			mesh->triangles[mesh->triangle_count][k] = mesh->vertex_count + faces[i][k];
	}
	for (uint32_t i = 0; i < 8; ++i, ++mesh->vertex_count)
		for (uint32_t k = 0; k < 3; ++k)
			mesh->vertices[mesh->vertex_count][k] = (float)(i >> k & 1 ? high[k] : low[k]);
}

/// Adds the part of a wall between two places along it and two heights.
static void add_piece(clean_mesh *mesh, const wall *w, double from, double to, double low, double high)
{
	double corners[2][3] = {{0, 0, low}, {0, 0, high}};
	corners[0][w->axis] = from;
	corners[1][w->axis] = to;
	corners[0][1 - w->axis] = w->at;
	corners[1][1 - w->axis] = w->at + THICKNESS;
	add_box(mesh, corners[0], corners[1]);
}

static void add_wall(clean_mesh *mesh, const wall *w)
{
	add_piece(mesh, w, w->from, w->start, 0, HEIGHT);
	add_piece(mesh, w, w->start, w->end, 0, w->low);
	add_piece(mesh, w, w->start, w->end, w->high, HEIGHT);
	add_piece(mesh, w, w->end, w->to, 0, HEIGHT);
}

static void add_table(clean_mesh *mesh, double x, double y)
{
	const double board = 0.0625, width = 1.25, depth = 0.75, height = 0.75;
	add_box(mesh, (const double[3]){x, y, height - board}, (const double[3]){x + width, y + depth, height});
	for (int i = 0; i < 4; ++i)
	{
		const double leg[3] = {x + (i & 1) * (width - board), y + (i >> 1) * (depth - board), 0};
		add_box(mesh, leg, (const double[3]){leg[0] + board, leg[1] + board, height - board});
	}
}

void generate_house(clean_mesh *mesh)
{
	*mesh = (clean_mesh){.vertex_count = 0};
	// Bullet and Embree read the last vertex as four floats.
	mesh->vertices = bench_memory(8 * BOXES_MOST + 2, sizeof *mesh->vertices);
	mesh->triangles = bench_memory(12 * BOXES_MOST, sizeof *mesh->triangles);
	mesh->faces = bench_memory(12 * BOXES_MOST, sizeof *mesh->faces);
	add_box(mesh, (const double[3]){0, 0, -THICKNESS}, (const double[3]){9, 8, 0});
	add_box(mesh, (const double[3]){0, 0, HEIGHT}, (const double[3]){9, 8, HEIGHT + THICKNESS});
	for (size_t i = 0; i < WALL_COUNT; ++i)
		add_wall(mesh, &walls[i]);
	for (int i = 0; i < 4; ++i)
		add_table(mesh, i & 1 ? 6.25 : 1.5, i >> 1 ? 5.5 : 1.5);
}

uint32_t house_openings(house_opening openings[HOUSE_OPENINGS_MOST])
{
	uint32_t count = 0;
	for (size_t i = 0; i < WALL_COUNT; ++i)
	{
		const wall *w = &walls[i];
		house_opening *o = &openings[count];
		if (w->end <= w->start)
			continue;
		o->from[w->axis] = (w->start + w->end) / 2;
		o->from[1 - w->axis] = w->at - APPROACH;
		o->from[2] = (w->low + w->high) / 2;
		memcpy(o->to, o->from, sizeof o->to);
		o->to[1 - w->axis] = w->at + THICKNESS + APPROACH;
		++count;
	}
	return count;
}
