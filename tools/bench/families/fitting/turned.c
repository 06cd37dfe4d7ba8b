// SPDX-License-Identifier: MIT
#include "bench/bench.h"
#include "bench/figures/duel.h"

#include "bench/scenes/convex.h"
#include "common/message.h"
#include "kiln/primitive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Volumes of a turned hull: three ways to fit a k-DOP again, and layered tests. Points in polygons and polyhedra.

enum
{
	VERTICES = 256,
	DOP = 26,
};

typedef struct turned_stage
{
	convex_set set;
	kiln_vec3 *points, corners[KILN_KDOP_VERTICES_MAX];
	uint32_t corner_count;
	float slack;
	kiln_kdop *all, *ours;
	kiln_layered *layered;
	kiln_vec2 *polygon;
	uint32_t *face_first, *face_vertices;
	kiln_polyhedron hull;
	bool *verdicts, *others;
} turned_stage;

static void fit_points(void *user)
{
	turned_stage *it = user;
	for (uint32_t i = 0; i < it->set.count; ++i)
		it->all[i] = kiln_kdop_from_points(it->points, it->set.b.vertex_count, 0, &it->set.frames[0][i], DOP);
}

static void fit_hull(void *user)
{
	turned_stage *it = user;
	uint32_t seeds[2 * KILN_KDOP_AXES];
	for (int i = 0; i < 2 * KILN_KDOP_AXES; ++i)
		seeds[i] = KILN_NONE;
	for (uint32_t i = 0; i < it->set.count; ++i)
		it->ours[i] = kiln_hull_kdop(&it->set.b, &it->set.frames[0][i], DOP, seeds);
}

static void fit_corners(void *user)
{
	turned_stage *it = user;
	for (uint32_t i = 0; i < it->set.count; ++i)
		it->ours[i] = kiln_kdop_from_points(it->corners, it->corner_count, it->slack, &it->set.frames[0][i], DOP);
}

/// Counts k-DOPs that leave out a part of the one around all points, beyond rounding: both are rounded outwards.
static uint64_t kdops_leave_out(void *user)
{
	const turned_stage *it = user;
	uint64_t out = 0;
	for (uint32_t i = 0; i < it->set.count; ++i)
	{
		bool leaves = false;
		for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
			leaves |= it->ours[i].min[axis] > it->all[i].min[axis] + 1e-5f ||
					  it->ours[i].max[axis] < it->all[i].max[axis] - 1e-5f;
		out += leaves;
	}
	return out;
}

static void test_layered(void *user)
{
	turned_stage *it = user;
	for (uint32_t i = 0; i < it->set.count; ++i)
		it->verdicts[i] = kiln_overlaps_layered(&it->layered[0], &it->layered[i]);
}

static void test_boxes(void *user)
{
	turned_stage *it = user;
	for (uint32_t i = 0; i < it->set.count; ++i)
		it->others[i] = kiln_overlaps_obb_obb(&it->layered[0].obb, &it->layered[i].obb);
}

static uint64_t verdicts_differ(void *user)
{
	const turned_stage *it = user;
	uint64_t differ = 0;
	for (uint32_t i = 0; i < it->set.count; ++i)
		differ += it->verdicts[i] != it->others[i];
	return differ;
}

static void halve_polygon(void *user)
{
	turned_stage *it = user;
	for (uint32_t i = 0; i < it->set.count; ++i)
	{
		const kiln_vec3 p = it->set.frames[0][i].translation;
		it->verdicts[i] = kiln_point2_in_convex_polygon((kiln_vec2){p.x, p.y}, it->polygon, VERTICES);
	}
}

static void cross_polygon(void *user)
{
	turned_stage *it = user;
	for (uint32_t i = 0; i < it->set.count; ++i)
	{
		const kiln_vec3 p = it->set.frames[0][i].translation;
		it->others[i] = kiln_point2_in_polygon((kiln_vec2){p.x, p.y}, it->polygon, VERTICES);
	}
}

static void planes_of_hull(void *user)
{
	turned_stage *it = user;
	for (uint32_t i = 0; i < it->set.count; ++i)
		it->verdicts[i] = kiln_point_in_convex_polyhedron(&it->set.frames[0][i].translation, &it->hull);
}

static void wind_hull(void *user)
{
	turned_stage *it = user;
	for (uint32_t i = 0; i < it->set.count; ++i)
		it->others[i] = kiln_point_in_polyhedron(&it->set.frames[0][i].translation, &it->hull);
}

/// Makes a polyhedron of b's faces, from its half-edges.
static void make_hull(turned_stage *it)
{
	const kiln_hull *b = &it->set.b;
	it->face_first = bench_memory(b->face_count + 1u, sizeof *it->face_first);
	it->face_vertices = bench_memory(2 * (size_t)b->edge_count, sizeof *it->face_vertices);
	uint32_t at = 0;
	for (uint32_t face = 0; face < b->face_count; ++face)
	{
		uint32_t count;
		const uint32_t first = kiln_hull_face(b, face, &count);
		it->face_first[face] = at;
		for (uint32_t i = 0; i < count; ++i)
			it->face_vertices[at++] = kiln_hull_origin(b, first + i);
	}
	it->face_first[b->face_count] = at;
	it->hull = (kiln_polyhedron){it->points, b->vertex_count, it->face_first, it->face_vertices, b->face_count};
}

static bool make_stage(turned_stage *it, const bench_options *options)
{
	if (!convex_set_make(options->seed, VERTICES, options->quick ? 50 : 1000, &it->set))
		return false;
	const uint32_t count = it->set.count;
	it->points = bench_memory(it->set.b.vertex_count, sizeof *it->points);
	for (uint32_t i = 0; i < it->set.b.vertex_count; ++i)
		it->points[i] = kiln_hull_vertex(&it->set.b, i);
	const kiln_kdop rest = kiln_kdop_from_points(it->points, it->set.b.vertex_count, 0, &(kiln_pose){.scale = 1}, DOP);
	it->corner_count = kiln_kdop_vertices(&rest, DOP, it->corners, &it->slack);
	it->all = bench_memory(count, sizeof *it->all);
	it->ours = bench_memory(count, sizeof *it->ours);
	it->layered = bench_memory(count, sizeof *it->layered);
	it->verdicts = bench_memory(count, sizeof *it->verdicts);
	it->others = bench_memory(count, sizeof *it->others);
	it->polygon = bench_memory(VERTICES, sizeof *it->polygon);
	for (uint32_t i = 0; i < count; ++i)
	{
		// Half extents of the ellipsoid whose points the hull has, and the ball around the same box.
		const kiln_pose *pose = &it->set.frames[0][i];
		const kiln_box box = {pose->translation, {1, 0.8f, 0.65f}, pose->rotation};
		it->layered[i] = (kiln_layered){{pose->translation, 1.4362f}, kiln_obb_from_box(&box)};
	}
	for (uint32_t i = 0; i < VERTICES; ++i)
	{
		const double turn = 6.283185307179586 * i / VERTICES;
		it->polygon[i] = (kiln_vec2){(float)cos(turn), (float)sin(turn)};
	}
	make_hull(it);
	return true;
}

static void free_stage(turned_stage *it)
{
	free(it->face_vertices);
	free(it->face_first);
	free(it->polygon);
	free(it->others);
	free(it->verdicts);
	free(it->layered);
	free(it->ours);
	free(it->all);
	free(it->points);
	convex_set_free(&it->set);
}

int bench_turned(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_duel_table(result, "turned");
	snprintf(table->title, sizeof table->title,
		"volumes of a hull of %d vertices that turns, and points in its faces and in a polygon of %d corners, "
		"nanoseconds "
		"each; a k-DOP that leaves a point out differs",
		VERTICES, VERTICES);
	turned_stage it = {.slack = 0};
	if (!make_stage(&it, options))
		return TOOL_INTERNAL;
	const uint32_t count = it.set.count;
	const bench_duel duels[] = {
		{"26-DOP, climbing on the hull", "from all points", count, fit_hull, fit_points, kdops_leave_out, &it},
		{"26-DOP, of its corners", "from all points", count, fit_corners, fit_points, kdops_leave_out, &it},
		{"layered: sphere, then OBB", "OBB alone", count, test_layered, test_boxes, verdicts_differ, &it},
		{"point in a convex polygon", "crossings", count, halve_polygon, cross_polygon, verdicts_differ, &it},
		{"point in a convex polyhedron", "winding number", count, planes_of_hull, wind_hull, verdicts_differ, &it},
	};
	for (size_t i = 0; i < sizeof duels / sizeof *duels; ++i)
	{
		bench_progress("turned", duels[i].work);
		bench_duel_run(&duels[i], bench_repetitions(options), options->clock, table);
	}
	free_stage(&it);
	return TOOL_DONE;
}
