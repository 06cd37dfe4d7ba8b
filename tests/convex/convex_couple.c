// SPDX-License-Identifier: MIT
#include "convex_couple.h"

#include "convex/shape/shape.h"
#include "support/asset_fixture.h"
#include "support/hull_clouds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST_POINTS 512

typedef float cloud[MOST_POINTS][3];

static uint32_t below(uint64_t *random, uint32_t limit)
{
	return (uint32_t)(fixture_random(random) % limit);
}

static double between(uint64_t *random, double low, double high)
{
	return low + (high - low) * (double)fixture_random_unit(random);
}

/// Points of an ellipsoid around a center, some of them inside.
static void fill_round(
	float (*points)[3], uint32_t count, uint64_t *random, const double center[3], const double radii[3])
{
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 p = kiln_d3_from(hull_case_direction(random));
		double part = below(random, 4) ? 1 : between(random, 0.5, 1);
		points[i][0] = (float)(center[0] + part * radii[0] * p.x);
		points[i][1] = (float)(center[1] + part * radii[1] * p.y);
		points[i][2] = (float)(center[2] + part * radii[2] * p.z);
	}
}

static void fill_lattice(float (*points)[3], uint32_t count, uint64_t *random, const int offset[3])
{
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
			points[i][k] = (float)((int)below(random, 4) + offset[k]);
}

static void nudge(float (*points)[3], uint32_t count, uint64_t *random)
{
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
			points[i][k] = hull_cloud_nudge(points[i][k], (int)below(random, 3) - 1);
}

static uint32_t fill_box(float (*points)[3], const float low[3], const float high[3])
{
	for (int i = 0; i < 8; ++i)
		for (int k = 0; k < 3; ++k)
			points[i][k] = i >> k & 1 ? high[k] : low[k];
	return 8;
}

/// Boxes side by side: faces of both lie in one plane or an ulp apart, and the boxes are shifted along the other axes.
static void fill_boxes(cloud points[2], uint32_t counts[2], uint64_t *random)
{
	float low[2][3], high[2][3];
	int axis = (int)below(random, 3);
	for (int s = 0; s < 2; ++s)
		for (int k = 0; k < 3; ++k)
		{
			low[s][k] = (float)between(random, -1, 1);
			high[s][k] = low[s][k] + (float)between(random, 0.1, 2);
		}
	low[1][axis] = hull_cloud_nudge(high[0][axis], (int)below(random, 3) - 1);
	high[1][axis] = low[1][axis] + 0.75f;
	for (int s = 0; s < 2; ++s)
		counts[s] = fill_box(points[s], low[s], high[s]);
}

/// Points on a plane or a line through whole numbers, or a single point.
static void fill_flat(float (*points)[3], uint32_t count, uint64_t *random)
{
	static const int spans[4][2][3] = {
		{{1, 2, 0}, {0, 1, -1}}, {{1, 0, 0}, {0, 1, 0}}, {{1, 1, 1}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}};
	uint32_t span = below(random, 4);
	int offset[3];
	for (int k = 0; k < 3; ++k)
		offset[k] = (int)below(random, 4);
	for (uint32_t i = 0; i < count; ++i)
	{
		int s = (int)below(random, 5) - 2, t = (int)below(random, 5) - 2;
		for (int k = 0; k < 3; ++k)
			points[i][k] = (float)(offset[k] + s * spans[span][0][k] + t * spans[span][1][k]);
	}
}

static void fill_mirrored(cloud points[2], uint32_t counts[2], uint64_t *random)
{
	uint32_t in = below(random, counts[0]);
	counts[1] = counts[0];
	for (uint32_t i = 0; i < counts[0]; ++i)
		for (int k = 0; k < 3; ++k)
			points[1][i][k] = 2 * points[0][in][k] - points[0][i][k];
}

/// The mean of one to three of the points: a vertex, near an edge, near a face.
static void near_surface(float (*points)[3], uint32_t count, uint64_t *random, double center[3])
{
	uint32_t corners = 1 + below(random, 3);
	for (int k = 0; k < 3; ++k)
		center[k] = 0;
	for (uint32_t c = 0; c < corners; ++c)
	{
		const float *p = points[below(random, count)];
		for (int k = 0; k < 3; ++k)
			center[k] += (double)p[k] / corners;
	}
}

static void fill_rounds(couple_kind kind, cloud points[2], const uint32_t counts[2], uint64_t *random)
{
	double far = kind == COUPLE_FAR ? 1e7 : 0, unit = kind == COUPLE_FAR ? between(random, 8, 1000) : 1;
	double away = kind == COUPLE_DEEP ? 0 : unit * between(random, 0, 2.4);
	kiln_d3 way = kiln_d3_from(hull_case_direction(random));
	for (int s = 0; s < 2; ++s)
	{
		double scale = unit * (kind == COUPLE_RATIO && s == 1 ? 1e-6 : 1);
		double radii[3] = {scale * between(random, 0.5, 1.5), scale, scale * between(random, 0.3, 1)};
		double center[3] = {far + s * away * way.x, s * away * way.y - far, s * away * way.z + far / 3};
		if (kind == COUPLE_NEEDLES)
			radii[below(random, 3)] *= 1e-4;
		if (kind == COUPLE_NEEDLES && below(random, 2))
			radii[below(random, 3)] *= 1e-3;
		if (kind == COUPLE_RATIO && s == 1)
			near_surface(points[0], counts[0], random, center);
		fill_round(points[s], counts[s], random, center, radii);
	}
}

static void fill(couple_kind kind, cloud points[2], uint32_t counts[2], uint64_t *random)
{
	const int offsets[2][3] = {
		{0, 0, 0}, {(int)below(random, 7) - 3, (int)below(random, 7) - 3, (int)below(random, 4)}};
	switch (kind)
	{
	case COUPLE_LATTICE:
	case COUPLE_NEARLY_LATTICE:
		for (int s = 0; s < 2; ++s)
		{
			fill_lattice(points[s], counts[s], random, offsets[s]);
			if (kind == COUPLE_NEARLY_LATTICE)
				nudge(points[s], counts[s], random);
		}
		break;
	case COUPLE_BOXES:
		fill_boxes(points, counts, random);
		break;
	case COUPLE_FLAT:
		for (int s = 0; s < 2; ++s)
			if (s == 0 || below(random, 2))
				fill_flat(points[s], counts[s], random);
			else
				fill_lattice(points[s], counts[s], random, offsets[s]);
		break;
	default:
		fill_rounds(kind, points, counts, random);
		break;
	}
	if (kind == COUPLE_MIRRORED)
		fill_mirrored(points, counts, random);
	if (kind == COUPLE_SAME)
	{
		counts[1] = counts[0];
		memcpy(points[1], points[0], sizeof(cloud));
	}
}

static kiln_pose random_pose(uint64_t *random)
{
	kiln_pose pose = {.scale = (float)between(random, 0.25, 3)};
	float *numbers[] = {&pose.rotation.x, &pose.rotation.y, &pose.rotation.z, &pose.rotation.w, &pose.translation.x,
		&pose.translation.y, &pose.translation.z};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
		*numbers[i] = (float)between(random, -1, 1);
	return pose;
}

static void need(bool condition)
{
	if (!condition)
		abort();
}

/// Computes the properties that follow from the points.
static void finish(couple *c, cloud points[2], const uint32_t counts[2])
{
	for (int s = 0; s < 2; ++s)
	{
		hull_case_make_of(&c->hulls[s], (const float(*)[3])points[s], counts[s], UINT32_MAX);
		c->shapes[s] = (kiln_convex_shape){.kind = KILN_CONVEX_HULL, .hull = &c->hulls[s].view};
		c->objects[s].shape = &c->shapes[s];
		double margin;
		c->vertices[s] = malloc(EXACT_VERTICES * sizeof *c->vertices[s]);
		need(c->vertices[s] != NULL);
		c->counts[s] = convex_exact_vertices(&c->objects[s], c->vertices[s], &margin);
		for (uint32_t i = 0; i < c->counts[s]; ++i)
		{
			kiln_d3 side = kiln_d3_sub(c->vertices[s][i], c->vertices[s][0]);
			c->size = fmax(c->size, sqrt(kiln_d3_length2(side)));
			c->reach = fmax(c->reach, kiln_d3_largest(c->vertices[s][i]));
		}
	}
	c->eye = kiln_d3_scale(kiln_d3_add(c->vertices[0][0], c->vertices[1][0]), 0.5);
	for (int s = 0; s < 2; ++s)
		need(kilni_polytope_of_object(&c->objects[s], c->eye, &c->rooms[s], &c->polytopes[s]));
	convex_exact_gap(c->vertices[0], c->counts[0], c->vertices[1], c->counts[1], &c->exact);
}

void couple_make(couple *c, uint64_t *random, couple_kind kind, uint32_t most)
{
	static const kiln_pose identity = {.scale = 0};
	uint32_t counts[2], limit = most < MOST_POINTS ? most : MOST_POINTS;
	cloud *points = malloc(2 * sizeof *points);
	need(points != NULL);
	memset(c, 0, sizeof *c);
	for (int s = 0; s < 2; ++s)
	{
		counts[s] = 4 + below(random, limit - 3);
		c->objects[s].pose = kind == COUPLE_POSED ? random_pose(random) : identity;
	}
	fill(kind, points, counts, random);
	finish(c, points, counts);
	free(points);
}

void couple_free(couple *c)
{
	for (int s = 0; s < 2; ++s)
	{
		hull_case_free(&c->hulls[s]);
		free(c->vertices[s]);
	}
}

void couple_print(const couple *c)
{
	fprintf(stderr, "distance %.17g, size %.9g, reach %.9g\n", c->exact.distance, c->size, c->reach);
	for (int s = 0; s < 2; ++s)
	{
		const kiln_pose *p = &c->objects[s].pose;
		fprintf(stderr, "pose %a %a %a %a, %a %a %a, %a\n", (double)p->rotation.x, (double)p->rotation.y,
			(double)p->rotation.z, (double)p->rotation.w, (double)p->translation.x, (double)p->translation.y,
			(double)p->translation.z, (double)p->scale);
		for (uint32_t i = 0; i < c->counts[s]; ++i)
			fprintf(stderr, "  {%.9g, %.9g, %.9g}\n", c->vertices[s][i].x, c->vertices[s][i].y, c->vertices[s][i].z);
	}
}

void couple_need(bool condition, const couple *c, const char *what)
{
	if (condition)
		return;
	couple_print(c);
	fail_msg("%s", what);
}

void couple_see(const couple *c, couple_seen *s)
{
	kilni_convex_of_object(&c->objects[0], c->eye, s->a);
	kilni_convex_of_object(&c->objects[1], c->eye, s->b);
	double size = 0;
	for (int k = 0; k < 2; ++k)
		for (uint32_t i = 0; i < c->counts[k]; ++i)
			size = fmax(size, kiln_d3_largest(kiln_d3_sub(c->vertices[k][i], c->eye)));
	s->slack = 0x1p-44 * size + 0x1p-50 * kiln_d3_largest(c->eye);
}

kiln_d3 couple_axis(uint64_t *random)
{
	static const double odd[] = {0, -0.0, 1, -1, (double)NAN, HUGE_VAL, -HUGE_VAL, 1e300, 1e-310};
	kiln_d3 axis = kiln_d3_from(hull_case_direction(random));
	double *numbers[3] = {&axis.x, &axis.y, &axis.z};
	for (int i = 0; i < 3; ++i)
		if (fixture_random(random) % 4 == 0)
			*numbers[i] = odd[fixture_random(random) % (sizeof odd / sizeof *odd)];
	return axis;
}
