// SPDX-License-Identifier: MIT
#include "sdf_hull.h"

#include "math/double3.h"
#include "sdf_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum
{
	POINTS = 200,
	SIDES = 32,
};

static float positions[POINTS][3];
static uint32_t corners[POINTS - 2][3];
static uint32_t count;

static void add_point(double x, double y, double z)
{
	const double p[3] = {x, y, z};
	for (int k = 0; k < 3; ++k)
		positions[count][k] = (float)p[k];
	++count;
}

/// Turns a point about an axis that no coordinate axis is near.
static void add_turned(double x, double y, double z)
{
	add_point(0.36 * x + 0.48 * y - 0.8 * z, -0.8 * x + 0.6 * y, 0.48 * x + 0.64 * y + 0.6 * z);
}

/// Points in a box around `at`.
static void add_cloud(const double half[3], const double at[3], bool turned)
{
	uint64_t random = 4;
	for (int i = 0; i < 20; ++i)
	{
		double p[3];
		for (int k = 0; k < 3; ++k)
			p[k] = at[k] + half[k] * (2 * sdf_case_share(&random) - 1);
		if (turned)
			add_turned(p[0], p[1], p[2]);
		else
			add_point(p[0], p[1], p[2]);
	}
}

static void add_round(void)
{
	uint64_t random = 8;
	while (count < POINTS)
	{
		const double x = 2 * sdf_case_share(&random) - 1, y = 2 * sdf_case_share(&random) - 1;
		const double z = 2 * sdf_case_share(&random) - 1, r = sqrt(x * x + y * y + z * z);
		if (r > 0.1 && r <= 1)
			add_point(x / r, y / r, z / r);
	}
}

kilncook_mesh sdf_hull_mesh(int number)
{
	static const double zero[3] = {0, 0, 0}, far[3] = {30000, -20000, 10000}, one[3] = {1, 1, 1};
	static const double thin[3] = {1, 1, 1e-4}, long_thin[3] = {1, 1e-3, 1e-3}, tiny[3] = {1e-6, 1e-6, 1e-6};
	static const double huge[3] = {1e6, 1e6, 1e6};
	count = 0;
	if (number == SDF_HULL_CUBE)
		for (int i = 0; i < 8; ++i)
			add_point(i & 1, i >> 1 & 1, i >> 2);
	else if (number == SDF_HULL_ROUND || number == SDF_HULL_FEW)
		add_round();
	else if (number == SDF_HULL_PRISM)
		for (int i = 0; i < 2 * SIDES; ++i)
			add_point(cos(i / 2 * 6.28318530718 / SIDES), sin(i / 2 * 6.28318530718 / SIDES), i % 2 ? 0.5 : -0.25);
	else if (number == SDF_HULL_PLATE || number == SDF_HULL_NEEDLE)
		add_cloud(number == SDF_HULL_PLATE ? thin : long_thin, zero, true);
	else
		add_cloud(number == SDF_HULL_TINY	? tiny
				  : number == SDF_HULL_HUGE ? huge
											: one,
			number == SDF_HULL_FAR ? far : zero, false);
	for (uint32_t i = 0; i + 2 < count; ++i)
		for (uint32_t k = 0; k < 3; ++k)
			corners[i][k] = i + k;
	return (kilncook_mesh){.name = "solid",
		.positions = positions[0],
		.vertex_count = count,
		.indices = corners[0],
		.index_count = 3 * (count - 2)};
}

static kiln_d3 corner_of(const sdf_hull *c, uint32_t half_edge)
{
	return kiln_d3_from(kiln_hull_vertex(&c->hull, kiln_hull_origin(&c->hull, half_edge)));
}

/// The normal from the sum over the corners, which are exactly in one plane.
static void set_plane(sdf_hull *c, uint32_t face)
{
	uint32_t sides;
	const uint32_t first = kiln_hull_face(&c->hull, face, &sides);
	const kiln_d3 from = corner_of(c, first);
	kiln_d3 normal = {0, 0, 0};
	for (uint32_t i = 1; i + 1 < sides; ++i)
		normal = kiln_d3_add(normal,
			kiln_d3_cross(kiln_d3_sub(corner_of(c, first + i), from), kiln_d3_sub(corner_of(c, first + i + 1), from)));
	normal = kiln_d3_scale(normal, 1 / sqrt(kiln_d3_length2(normal)));
	const double plane[6] = {normal.x, normal.y, normal.z, from.x, from.y, from.z};
	memcpy(c->planes[face], plane, sizeof plane);
}

void sdf_hull_make(sdf_hull *c, int number, double error)
{
	const kilncook_mesh mesh = sdf_hull_mesh(number);
	const kilncook_options options = {
		.sdf = error, .threads = 2, .shape = KILNCOOK_SHAPE_HULL, .hull_vertices = number == SDF_HULL_FEW ? 24 : 0};
	bench_cook(&c->cooked, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, &options);
	assert_int_equal(c->cooked.status, KILNCOOK_OK);
	const kiln_result opened = kiln_sdf_open(&c->sdf, &c->cooked.asset, 0);
	if (opened.status != KILN_OK)
		fail_msg("case %d: %s", number, opened.reason);
	assert_true(kiln_hull_from_asset(&c->cooked.asset, 0, &c->hull));
	c->planes = malloc(c->hull.face_count * sizeof *c->planes);
	assert_non_null(c->planes);
	for (uint32_t i = 0; i < c->hull.face_count; ++i)
		set_plane(c, i);
	c->size = sqrt(kiln_d3_length2(kiln_d3_sub(kiln_d3_from(c->hull.high), kiln_d3_from(c->hull.low))));
}

void sdf_hull_free(sdf_hull *c)
{
	free(c->planes);
	bench_release(&c->cooked);
}

kiln_vec3 sdf_hull_point(const sdf_hull *c, uint64_t *random, double more)
{
	const float *low = &c->hull.low.x, *high = &c->hull.high.x;
	float p[3];
	for (int k = 0; k < 3; ++k)
	{
		const double side = (double)high[k] - (double)low[k], room = more * c->size;
		p[k] = (float)((double)low[k] - room + sdf_case_share(random) * (side + 2 * room));
	}
	return (kiln_vec3){p[0], p[1], p[2]};
}

kiln_vec3 sdf_hull_surface(const sdf_hull *c, uint64_t *random)
{
	uint32_t sides;
	const uint32_t first = kiln_hull_face(&c->hull, (uint32_t)(sdf_case_share(random) * c->hull.face_count), &sides);
	const uint32_t kind = (uint32_t)(3 * sdf_case_share(random));
	const double s = kind > 0 ? sdf_case_share(random) : 0, t = kind > 1 ? (1 - s) * sdf_case_share(random) : 0;
	const kiln_d3 a = corner_of(c, first), b = corner_of(c, first + 1), d = corner_of(c, first + 2);
	return kiln_d3_to(kiln_d3_along(kiln_d3_along(a, s, kiln_d3_sub(b, a)), t, kiln_d3_sub(d, a)));
}

static double segment_distance2(kiln_d3 a, kiln_d3 b, kiln_d3 p)
{
	const kiln_d3 way = kiln_d3_sub(b, a), to = kiln_d3_sub(p, a);
	const double share = kiln_d3_dot(way, to) / kiln_d3_length2(way);
	return kiln_d3_length2(kiln_d3_along(to, -fmin(fmax(share, 0), 1), way));
}

/// The squared distance from a face, which the point is `height` above.
static double face_distance2(const sdf_hull *c, uint32_t face, double height, kiln_d3 normal, kiln_d3 p)
{
	uint32_t sides;
	const uint32_t first = kiln_hull_face(&c->hull, face, &sides);
	double best = (double)INFINITY;
	bool over = true;
	for (uint32_t i = 0; i < sides; ++i)
	{
		const kiln_d3 a = corner_of(c, first + i), b = corner_of(c, first + (i + 1) % sides);
		best = fmin(best, segment_distance2(a, b, p));
		over &= kiln_d3_dot(normal, kiln_d3_cross(kiln_d3_sub(b, a), kiln_d3_sub(p, a))) >= 0;
	}
	return over ? height * height : best;
}

double sdf_hull_exact(const sdf_hull *c, kiln_vec3 point)
{
	const kiln_d3 p = kiln_d3_from(point);
	double farthest = -(double)INFINITY, best = (double)INFINITY;
	for (uint32_t i = 0; i < c->hull.face_count; ++i)
	{
		const double *plane = c->planes[i];
		const kiln_d3 normal = {plane[0], plane[1], plane[2]}, corner = {plane[3], plane[4], plane[5]};
		const double height = kiln_d3_dot(normal, kiln_d3_sub(p, corner));
		farthest = fmax(farthest, height);
		if (height > 0 && height * height < best)
			best = fmin(best, face_distance2(c, i, height, normal, p));
	}
	return farthest > 0 ? sqrt(best) : farthest;
}
