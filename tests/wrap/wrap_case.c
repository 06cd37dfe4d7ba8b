// SPDX-License-Identifier: MIT
#include "wrap_case.h"

#include "primitive/triangle/pair.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

static const kilncook_context context;

void wrap_case_begin(wrap_case *c, double detail, double offset)
{
	*c = (wrap_case){.options = {.detail = detail, .offset = offset}, .reached = 0.75};
	survey_case_begin(&c->art);
}

void wrap_case_end(wrap_case *c)
{
	survey_case_end(&c->art);
	kilncook_wrap_free(&context, &c->wrap);
}

kilncook_wrap_art wrap_case_art(const wrap_case *c)
{
	return (kilncook_wrap_art){(const float(*)[3])c->art.positions, c->art.vertex_count,
		(const uint32_t(*)[3])c->art.corners, c->art.triangle_count};
}

void wrap_case_run(wrap_case *c)
{
	kilncook_wrap_free(&context, &c->wrap);
	const kilncook_wrap_art art = wrap_case_art(c);
	assert_int_equal(kilncook_wrap_build(&context, &art, &c->options, &c->wrap), KILNCOOK_OK);
}

// --- Topology ---------------------------------------------------------------------------------------------------------

typedef struct case_side
{
	uint32_t from, to, triangle;
} case_side;

static int compare_sides(const void *left, const void *right)
{
	const case_side *a = left, *b = right;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return a->to < b->to ? -1 : a->to > b->to;
}

static const case_side *find_side(const case_side *sides, uint32_t count, uint32_t from, uint32_t to)
{
	const case_side key = {from, to, 0};
	return bsearch(&key, sides, count, sizeof *sides, compare_sides);
}

/// Walks around a vertex from one side that leaves it, over the partners. Returns the number of sides.
static uint32_t walk_around(const kilncook_wrap_surface *wrap, const case_side *sides, const case_side *first)
{
	uint32_t seen = 0, count = 3 * wrap->triangle_count;
	const case_side *side = first;
	do
	{
		const uint32_t *t = wrap->triangles[side->triangle];
		uint32_t last = t[0] == side->from ? t[2] : t[1] == side->from ? t[0] : t[1];
		side = find_side(sides, count, side->from, last);
		assert_non_null(side);
		++seen;
	} while (side != first && seen <= count);
	return seen;
}

static void check_topology(const kilncook_wrap_surface *wrap)
{
	uint32_t count = 3 * wrap->triangle_count;
	case_side *sides = malloc(count * sizeof *sides);
	assert_non_null(sides);
	for (uint32_t i = 0; i < count; ++i)
	{
		const uint32_t *t = wrap->triangles[i / 3];
		assert_true(t[i % 3] < wrap->vertex_count && t[i % 3] != t[(i + 1) % 3]);
		sides[i] = (case_side){t[i % 3], t[(i + 1) % 3], i / 3};
	}
	qsort(sides, count, sizeof *sides, compare_sides);
	uint32_t vertices = 0;
	for (uint32_t i = 0, end; i < count; i = end)
	{
		for (end = i; end < count && sides[end].from == sides[i].from; ++end)
		{
			assert_true(end == i || sides[end].to != sides[end - 1].to);
			assert_non_null(find_side(sides, count, sides[end].to, sides[end].from));
		}
		assert_int_equal(walk_around(wrap, sides, &sides[i]), end - i);
		++vertices;
	}
	assert_int_equal(vertices, wrap->vertex_count);
	free(sides);
}

// --- Triangles --------------------------------------------------------------------------------------------------------

static void corners_of(const float (*vertices)[3], const uint32_t *t, kiln_d3 out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = (kiln_d3){(double)vertices[t[k]][0], (double)vertices[t[k]][1], (double)vertices[t[k]][2]};
}

static bool boxes_overlap(const kiln_d3 a[3], const kiln_d3 b[3])
{
	const double *p = &a[0].x, *q = &b[0].x;
	for (int k = 0; k < 3; ++k)
		if (fmin(p[k], fmin(p[k + 3], p[k + 6])) > fmax(q[k], fmax(q[k + 3], q[k + 6])) ||
			fmin(q[k], fmin(q[k + 3], q[k + 6])) > fmax(p[k], fmax(p[k + 3], p[k + 6])))
			return false;
	return true;
}

static void check_pair(const kilncook_wrap_surface *wrap, uint32_t i, uint32_t k)
{
	survey_corners a, b;
	memcpy(a.vertices, wrap->triangles[i], sizeof a.vertices);
	memcpy(b.vertices, wrap->triangles[k], sizeof b.vertices);
	corners_of((const float(*)[3])wrap->vertices, a.vertices, a.at);
	corners_of((const float(*)[3])wrap->vertices, b.vertices, b.at);
	if (boxes_overlap(a.at, b.at))
		assert_int_equal(survey_meet(&a, &b), KILNCOOK_FAULT_KIND_END);
}

static void check_pairs(const wrap_case *c)
{
	const kilncook_wrap_surface *wrap = &c->wrap;
	for (uint32_t i = 0; i < wrap->triangle_count; ++i)
	{
		kiln_d3 a[3], b[3];
		corners_of((const float(*)[3])wrap->vertices, wrap->triangles[i], a);
		for (uint32_t k = i + 1; k < wrap->triangle_count; ++k)
			check_pair(wrap, i, k);
		for (uint32_t k = 0; k < c->art.triangle_count; ++k)
		{
			corners_of((const float(*)[3])c->art.positions, c->art.corners + 3 * (size_t)k, b);
			assert_true(!boxes_overlap(a, b) || !kilni_triangles_touch(a, b));
		}
	}
}

// --- Inside -----------------------------------------------------------------------------------------------------------

/// The solid angle of a triangle (A. van Oosterom, J. Strackee, The Solid Angle of a Plane Triangle, 1983).
static double solid_angle(const kiln_d3 t[3], kiln_d3 at)
{
	kiln_d3 a = kiln_d3_sub(t[0], at), b = kiln_d3_sub(t[1], at), c = kiln_d3_sub(t[2], at);
	double x = sqrt(kiln_d3_length2(a)), y = sqrt(kiln_d3_length2(b)), z = sqrt(kiln_d3_length2(c));
	// Divided by the lengths, so that tiny sizes do not underflow.
	a = kiln_d3_scale(a, 1 / x);
	b = kiln_d3_scale(b, 1 / y);
	c = kiln_d3_scale(c, 1 / z);
	return 2 *
		   atan2(kiln_d3_dot(a, kiln_d3_cross(b, c)), 1 + kiln_d3_dot(a, b) + kiln_d3_dot(b, c) + kiln_d3_dot(c, a));
}

bool wrap_case_inside(const wrap_case *c, double x, double y, double z)
{
	double sum = 0;
	for (uint32_t i = 0; i < c->wrap.triangle_count; ++i)
	{
		kiln_d3 t[3];
		corners_of((const float(*)[3])c->wrap.vertices, c->wrap.triangles[i], t);
		sum += solid_angle(t, (kiln_d3){x, y, z});
	}
	double winding = sum / (4 * 3.141592653589793);
	assert_true(fabs(winding - round(winding)) < 1e-3);
	assert_true(winding > -0.5 && winding < 1.5);
	return winding > 0.5;
}

static kiln_d3 random_point(const kiln_d3 t[3], shape_random *random)
{
	double u = shape_share(random), v = shape_share(random);
	if (u + v > 1)
	{
		u = 1 - u;
		v = 1 - v;
	}
	return kiln_d3_along(kiln_d3_along(t[0], u, kiln_d3_sub(t[1], t[0])), v, kiln_d3_sub(t[2], t[0]));
}

static void check_inside(const wrap_case *c, shape_random *random)
{
	for (int i = 0; i < 100; ++i)
	{
		kiln_d3 t[3];
		corners_of((const float(*)[3])c->art.positions,
			c->art.corners + 3 * (size_t)shape_below(random, c->art.triangle_count), t);
		kiln_d3 at = random_point(t, random);
		assert_true(wrap_case_inside(c, at.x, at.y, at.z));
	}
}

// --- Distance ---------------------------------------------------------------------------------------------------------

/// By the test of two triangles, one of which is a point.
static double distance_of(const wrap_case *c, kiln_d3 at, uint32_t *nearest)
{
	double best = (double)INFINITY;
	const kiln_d3 point[3] = {at, at, at};
	for (uint32_t i = 0; i < c->art.triangle_count; ++i)
	{
		kiln_d3 t[3], on[2];
		corners_of((const float(*)[3])c->art.positions, c->art.corners + 3 * (size_t)i, t);
		double distance = sqrt(kilni_triangles_distance2(point, t, &on[0], &on[1]));
		if (distance < best)
		{
			best = distance;
			*nearest = i;
		}
	}
	return best;
}

static void check_distance(const wrap_case *c, shape_random *random)
{
	const kilncook_wrap_surface *wrap = &c->wrap;
	double farthest = 0;
	uint32_t nearest = 0;
	assert_true(wrap->counts.certain <= wrap->counts.stated);
	assert_true(fabs(wrap->counts.stated - (c->options.offset + c->options.detail / 2)) <= 1e-12 * wrap->counts.stated);
	for (uint32_t i = 0; i < wrap->triangle_count; ++i)
	{
		kiln_d3 t[3];
		corners_of((const float(*)[3])wrap->vertices, wrap->triangles[i], t);
		for (int k = 0; k < 12; ++k)
			farthest = fmax(farthest, distance_of(c, k < 3 ? t[k] : random_point(t, random), &nearest));
		kiln_d3 middle = kiln_d3_scale(kiln_d3_add(t[0], kiln_d3_add(t[1], t[2])), 1.0 / 3);
		double distance = distance_of(c, middle, &nearest);
		farthest = fmax(farthest, distance);
		assert_true(wrap->nearest[i] < c->art.triangle_count);
		const kiln_d3 point[3] = {middle, middle, middle};
		kiln_d3 found[3];
		corners_of((const float(*)[3])c->art.positions, c->art.corners + 3 * (size_t)wrap->nearest[i], found);
		assert_true(sqrt(kilni_triangles_distance2(point, found, NULL, NULL)) <= distance * (1 + 1e-6));
	}
	assert_true(farthest <= wrap->counts.certain);
	assert_true(farthest >= c->reached * wrap->counts.certain);
}

static void check_volume(const wrap_case *c)
{
	const kilncook_wrap_surface *wrap = &c->wrap;
	double sum = 0, size = 0;
	const float *o = wrap->vertices[wrap->vertex_count - 1];
	const kiln_d3 from = {(double)o[0], (double)o[1], (double)o[2]};
	for (uint32_t i = 0; i < wrap->triangle_count; ++i)
	{
		kiln_d3 t[3];
		corners_of((const float(*)[3])wrap->vertices, wrap->triangles[i], t);
		for (int k = 0; k < 3; ++k)
			t[k] = kiln_d3_sub(t[k], from);
		double part = kiln_d3_dot(kiln_d3_cross(t[0], t[1]), t[2]) / 6;
		sum += part;
		size += fabs(part);
	}
	assert_true(sum > 0);
	assert_true(fabs(sum - wrap->counts.volume) <= 1e-9 * size);
}

void wrap_case_check(const wrap_case *c, shape_random *random)
{
	assert_int_equal(c->wrap.triangle_count, c->wrap.counts.triangles);
	check_topology(&c->wrap);
	check_pairs(c);
	check_inside(c, random);
	check_distance(c, random);
	check_volume(c);
}

// --- Art --------------------------------------------------------------------------------------------------------------

void wrap_case_shuffle(survey_case *art, shape_random *random)
{
	uint32_t *numbers = malloc(art->vertex_count * sizeof *numbers);
	float(*positions)[3] = malloc(art->vertex_count * sizeof *positions);
	assert_true(numbers && positions);
	for (uint32_t i = 0; i < art->vertex_count; ++i)
	{
		uint32_t k = shape_below(random, i + 1);
		numbers[i] = i;
		numbers[i] = numbers[k];
		numbers[k] = i;
	}
	for (uint32_t i = 0; i < art->vertex_count; ++i)
		memcpy(positions[numbers[i]], art->positions[i], sizeof *positions);
	memcpy(art->positions, positions, art->vertex_count * sizeof *positions);
	for (uint32_t i = 0; i < art->triangle_count; ++i)
	{
		uint32_t k = shape_below(random, i + 1), turn = shape_below(random, 3), mirror = shape_below(random, 2);
		uint32_t *a = art->corners + 3 * (size_t)i, *b = art->corners + 3 * (size_t)k, old[3];
		for (uint32_t j = 0; j < 3; ++j)
			old[j] = numbers[a[(mirror ? 2 - j + turn : j + turn) % 3]];
		memmove(a, b, sizeof old);
		memcpy(b, old, sizeof old);
	}
	free(numbers);
	free(positions);
}

void wrap_case_holed_box(survey_case *art, double width)
{
	const double low[3] = {0, 0, 0}, high[3] = {1, 1, 1}, a = 0.5 - width / 2, b = 0.5 + width / 2;
	uint32_t first = art->vertex_count, begin = art->triangle_count;
	survey_case_box(art, low, high, false);
	// Without the two triangles of the top.
	uint32_t kept = begin;
	for (uint32_t i = begin; i < art->triangle_count; ++i)
	{
		uint32_t *t = art->corners + 3 * (size_t)i;
		if ((t[0] - first) & 4 && (t[1] - first) & 4 && (t[2] - first) & 4)
			continue;
		memmove(art->corners + 3 * (size_t)kept++, t, 3 * sizeof *t);
	}
	art->triangle_count = kept;
	const uint32_t outer[4] = {first + 4, first + 5, first + 7, first + 6};
	uint32_t inner[4];
	for (uint32_t i = 0; i < 4; ++i)
		inner[i] = survey_case_vertex(art, i == 1 || i == 2 ? b : a, i >= 2 ? b : a, 1);
	for (uint32_t i = 0; i < 4; ++i)
	{
		uint32_t n = (i + 1) % 4;
		survey_case_triangle(art, outer[i], outer[n], inner[n]);
		survey_case_triangle(art, outer[i], inner[n], inner[i]);
	}
}

void wrap_case_soup(survey_case *art, uint32_t count, double size, shape_random *random)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		double middle[3];
		uint32_t first = art->vertex_count;
		for (int k = 0; k < 3; ++k)
			middle[k] = 2 * shape_share(random) - 1;
		for (int k = 0; k < 3; ++k)
		{
			double x = middle[0] + size * (shape_share(random) - 0.5);
			double y = middle[1] + size * (shape_share(random) - 0.5);
			double z = middle[2] + size * (shape_share(random) - 0.5);
			survey_case_vertex(art, x, y, z);
		}
		survey_case_triangle(art, first, first + 1, first + 2);
	}
}
