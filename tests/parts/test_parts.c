// SPDX-License-Identifier: MIT
// Convex parts: that their union contains every triangle and the solid, by recursion over exact points; how far they stick out, by samples;
// and the parts of art that is made of boxes.

#include "parts/internal.h"

#include "clean/clean_shapes.h"
#include "exact/exact.h"
#include "memory.h"
#include "support/clean_memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static const kilncook_context quiet;

#define VERTICES_MOST 4096
#define TRIANGLES_MOST 4096

typedef struct surface
{
	float vertices[VERTICES_MOST][3];
	uint32_t triangles[TRIANGLES_MOST][3];
	uint32_t vertex_count;
	uint32_t triangle_count;
} surface;

static surface *new_surface(void)
{
	surface *s = calloc(1, sizeof *s);
	assert_non_null(s);
	return s;
}

static parts_art art_of(const surface *s)
{
	return (parts_art){
		(const float(*)[3])s->vertices, (const uint32_t(*)[3])s->triangles, s->vertex_count, s->triangle_count};
}

static uint32_t add_vertex(surface *s, double x, double y, double z)
{
	float *v = s->vertices[s->vertex_count];
	v[0] = (float)x;
	v[1] = (float)y;
	v[2] = (float)z;
	return s->vertex_count++;
}

static void add_triangle(surface *s, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t *t = s->triangles[s->triangle_count++];
	t[0] = a;
	t[1] = b;
	t[2] = c;
}

static void add_box(surface *s, const double low[3], const double high[3])
{
	static const uint32_t faces[6][4] = {
		{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
	uint32_t first = s->vertex_count;
	for (uint32_t i = 0; i < 8; ++i)
		add_vertex(s, i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]);
	for (uint32_t f = 0; f < 6; ++f)
		for (uint32_t i = 2; i < 4; ++i)
			add_triangle(s, first + faces[f][0], first + faces[f][i - 1], first + faces[f][i]);
}

/// A prism over a polygon in the plane of x and y, whose triangles are given.
static void add_prism(surface *s, const double (*outline)[2], uint32_t count, const uint32_t (*cuts)[3])
{
	uint32_t first = s->vertex_count;
	for (uint32_t level = 0; level < 2; ++level)
		for (uint32_t i = 0; i < count; ++i)
			add_vertex(s, outline[i][0], outline[i][1], level);
	for (uint32_t i = 0; i < count - 2; ++i)
	{
		add_triangle(s, first + cuts[i][0], first + cuts[i][2], first + cuts[i][1]);
		add_triangle(s, first + count + cuts[i][0], first + count + cuts[i][1], first + count + cuts[i][2]);
	}
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t a = first + i, b = first + (i + 1) % count;
		add_triangle(s, a, b, b + count);
		add_triangle(s, a, b + count, a + count);
	}
}

/// Rounds to a grid, so that midpoints are exact in double.
static double on_grid(double x)
{
	return floor(x * 0x1p14) * 0x1p-14;
}

static void add_torus(surface *s, uint32_t around, uint32_t across)
{
	uint32_t first = s->vertex_count;
	for (uint32_t i = 0; i < around * across; ++i)
	{
		double a = 2 * 3.14159265358979 * (i / across) / around, b = 2 * 3.14159265358979 * (i % across) / across;
		double r = 1 + 0.3 * cos(b);
		add_vertex(s, on_grid(r * cos(a)), on_grid(r * sin(a)), on_grid(0.3 * sin(b)));
	}
	for (uint32_t i = 0; i < around * across; ++i)
	{
		uint32_t u = i / across, v = i % across, n = (u + 1) % around, m = (v + 1) % across;
		add_triangle(s, first + u * across + v, first + n * across + v, first + n * across + m);
		add_triangle(s, first + u * across + v, first + n * across + m, first + u * across + m);
	}
}

/// A closed surface of rings around z and two poles, whose radius varies.
static void add_bumpy_ball(surface *s, uint32_t rings, uint32_t around)
{
	uint32_t first = s->vertex_count, south = add_vertex(s, 0, 0, -1), north;
	for (uint32_t i = 1; i < rings; ++i)
		for (uint32_t k = 0; k < around; ++k)
		{
			double a = 3.14159265358979 * i / rings, b = 2 * 3.14159265358979 * k / around;
			double r = 1 + 0.25 * sin(3 * b) * sin(a) * sin(2 * a);
			add_vertex(s, on_grid(r * sin(a) * cos(b)), on_grid(r * sin(a) * sin(b)), on_grid(-r * cos(a)));
		}
	north = add_vertex(s, 0, 0, 1);
	for (uint32_t k = 0; k < around; ++k)
	{
		uint32_t n = (k + 1) % around, top = first + 1 + (rings - 2) * around;
		add_triangle(s, south, first + 1 + n, first + 1 + k);
		add_triangle(s, north, top + k, top + n);
		for (uint32_t i = 0; i + 2 < rings; ++i)
		{
			uint32_t low = first + 1 + i * around, high = low + around;
			add_triangle(s, low + k, low + n, high + n);
			add_triangle(s, low + k, high + n, high + k);
		}
	}
}

static void add_soup(surface *s, shape_random *random, uint32_t count, double thickness)
{
	while (count > 0)
	{
		double centre[3];
		uint32_t corners[3];
		for (int k = 0; k < 3; ++k)
			centre[k] = 4 * shape_share(random);
		for (int i = 0; i < 3; ++i)
		{
			double at[3];
			for (int k = 0; k < 3; ++k)
				at[k] = on_grid(centre[k] + (k == 2 ? thickness : 1) * shape_share(random));
			corners[i] = add_vertex(s, at[0], at[1], at[2]);
		}
		if (exact_collinear(s->vertices[corners[0]], s->vertices[corners[1]], s->vertices[corners[2]]))
			s->vertex_count -= 3;
		else
		{
			add_triangle(s, corners[0], corners[1], corners[2]);
			--count;
		}
	}
}

static void corner_of(const convex_hull *h, uint32_t half_edge, double out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = (double)h->vertices[h->origins[half_edge]][k];
}

/// Whether a point of a flat hull's plane is in the polygon: on no projection outside of an edge.
static bool polygon_has(const convex_hull *h, const double p[3])
{
	for (int axis = 0; axis < 3; ++axis)
	{
		int u = (axis + 1) % 3, v = (axis + 2) % 3, turn = 0;
		uint32_t count = h->face_first[1];
		for (uint32_t i = 0; i < count; ++i)
		{
			double a[3], b[3];
			corner_of(h, i, a);
			corner_of(h, (i + 1) % count, b);
			int side = exact_orient2d(
				(const double[2]){a[u], a[v]}, (const double[2]){b[u], b[v]}, (const double[2]){p[u], p[v]});
			if (side && turn && side != turn)
				return false;
			turn = side ? side : turn;
		}
	}
	return true;
}

static bool hull_has(const convex_hull *h, const double p[3])
{
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		double a[3], b[3], c[3];
		corner_of(h, h->face_first[f], a);
		corner_of(h, h->face_first[f] + 1, b);
		corner_of(h, h->face_first[f] + 2, c);
		int side = exact_orient3d(a, b, c, p);
		if (side > 0 || (h->dimension == 2 && side != 0))
			return false;
	}
	return h->dimension == 3 || polygon_has(h, p);
}

static bool some_has(const parts_set *set, const double p[3])
{
	for (uint32_t i = 0; i < set->count; ++i)
		if (hull_has(&set->hulls[i], p))
			return true;
	return false;
}

/// Whether a triangle is covered: one hull has all corners, or its four quarters are covered. At the last depth, each corner is in some hull.
static bool is_covered(const parts_set *set, const double corners[3][3], uint32_t depth)
{
	for (uint32_t i = 0; i < set->count; ++i)
		if (hull_has(&set->hulls[i], corners[0]) && hull_has(&set->hulls[i], corners[1]) &&
			hull_has(&set->hulls[i], corners[2]))
			return true;
	for (int k = 0; k < 3; ++k)
		if (!some_has(set, corners[k]))
			return false;
	if (depth == 0)
		return true;
	double middle[3][3], part[3][3];
	for (int k = 0; k < 3; ++k)
		for (int i = 0; i < 3; ++i)
			middle[k][i] = (corners[k][i] + corners[(k + 1) % 3][i]) / 2;
	for (int k = 0; k < 3; ++k)
	{
		memcpy(part[0], corners[k], sizeof part[0]);
		memcpy(part[1], middle[k], sizeof part[1]);
		memcpy(part[2], middle[(k + 2) % 3], sizeof part[2]);
		if (!is_covered(set, (const double(*)[3])part, depth - 1))
			return false;
	}
	return is_covered(set, (const double(*)[3])middle, depth - 1);
}

static void assert_covered(const surface *s, const parts_set *set, uint32_t depth)
{
	for (uint32_t i = 0; i < s->triangle_count; ++i)
	{
		double corners[3][3];
		for (int k = 0; k < 3; ++k)
			for (int axis = 0; axis < 3; ++axis)
				corners[k][axis] = (double)s->vertices[s->triangles[i][k]][axis];
		assert_true(is_covered(set, (const double(*)[3])corners, depth));
	}
}

/// The winding number at a point in general position, by a ray along x.
static int winding(const surface *s, const double p[3])
{
	int sum = 0;
	for (uint32_t i = 0; i < s->triangle_count; ++i)
	{
		double c[3][3], flat[3][2];
		for (int k = 0; k < 3; ++k)
			for (int axis = 0; axis < 3; ++axis)
				c[k][axis] = (double)s->vertices[s->triangles[i][k]][axis];
		for (int k = 0; k < 3; ++k)
			memcpy(flat[k], &c[k][1], sizeof flat[k]);
		int up = exact_orient2d(flat[0], flat[1], flat[2]), inside = 0;
		for (int k = 0; k < 3; ++k)
			inside += exact_orient2d(flat[k], flat[(k + 1) % 3], p + 1) == up;
		if (up && inside == 3 && exact_orient3d(c[0], c[1], c[2], p) * up < 0)
			sum += up;
	}
	return sum;
}

static double odd_share(shape_random *random)
{
	return ((double)shape_below(random, 1u << 30) + 0.5) / (double)(1u << 30);
}

static void assert_filled(const surface *s, const parts_set *set, const double low[3], const double high[3])
{
	shape_random random = {0x5eed};
	uint32_t inside = 0;
	for (uint32_t i = 0; i < 4000; ++i)
	{
		double p[3];
		for (int k = 0; k < 3; ++k)
			p[k] = low[k] + (high[k] - low[k]) * odd_share(&random);
		if (winding(s, p) == 0)
			continue;
		++inside;
		assert_true(some_has(set, p));
	}
	assert_true(inside > 100);
}

static double point_distance(const surface *s, const double p[3])
{
	double best = (double)INFINITY;
	for (uint32_t i = 0; i < s->triangle_count; ++i)
	{
		double c[3][3], u[3], v[3], w[3], n[3], nn = 0, dn = 0;
		for (int k = 0; k < 3; ++k)
			for (int axis = 0; axis < 3; ++axis)
				c[k][axis] = (double)s->vertices[s->triangles[i][k]][axis];
		for (int k = 0; k < 3; ++k)
		{
			u[k] = c[1][k] - c[0][k];
			v[k] = c[2][k] - c[0][k];
			w[k] = p[k] - c[0][k];
		}
		bool over = true;
		for (int k = 0; k < 3; ++k)
		{
			int a = (k + 1) % 3, b = (k + 2) % 3;
			n[k] = u[a] * v[b] - u[b] * v[a];
			nn += n[k] * n[k];
			dn += n[k] * w[k];
		}
		for (int k = 0; k < 3; ++k)
		{
			double e[3], r[3], ee = 0, er = 0, turn = 0, sum = 0;
			for (int axis = 0; axis < 3; ++axis)
			{
				e[axis] = c[(k + 1) % 3][axis] - c[k][axis];
				r[axis] = p[axis] - c[k][axis];
				ee += e[axis] * e[axis];
				er += e[axis] * r[axis];
			}
			for (int axis = 0; axis < 3; ++axis)
			{
				int a = (axis + 1) % 3, b = (axis + 2) % 3;
				turn += (e[a] * r[b] - e[b] * r[a]) * n[axis];
			}
			over &= turn >= 0;
			double t = er / ee < 0 ? 0 : er / ee > 1 ? 1 : er / ee;
			for (int axis = 0; axis < 3; ++axis)
				sum += (r[axis] - t * e[axis]) * (r[axis] - t * e[axis]);
			best = sqrt(sum) < best ? sqrt(sum) : best;
		}
		if (over && fabs(dn) / sqrt(nn) < best)
			best = fabs(dn) / sqrt(nn);
	}
	return best;
}

/// Samples the faces of all parts: no point outside of the solid is farther from the art than said.
static void assert_near(const surface *s, const parts_set *set, bool closed)
{
	shape_random random = {0xd15c};
	for (uint32_t i = 0; i < set->count; ++i)
	{
		const convex_hull *h = &set->hulls[i];
		assert_true(set->errors[i] <= set->counts.error);
		for (uint32_t f = 0; f < h->face_count; ++f)
			for (uint32_t e = h->face_first[f] + 2, tries = 0; tries < 4; ++tries)
			{
				double corners[3][3], p[3], a = odd_share(&random), b = odd_share(&random) * (1 - a);
				corner_of(h, h->face_first[f], corners[0]);
				corner_of(h, e - 1, corners[1]);
				corner_of(h, e, corners[2]);
				for (int k = 0; k < 3; ++k)
					p[k] = corners[0][k] + a * (corners[1][k] - corners[0][k]) + b * (corners[2][k] - corners[0][k]);
				if (!closed || winding(s, p) == 0)
					assert_true(point_distance(s, p) <= set->errors[i] * (1 + 1e-9) + 1e-9);
			}
	}
}

static parts_set build(const surface *s, double error, uint32_t most, kilncook_parts_quality quality)
{
	parts_set set = {0};
	const parts_art art = art_of(s);
	const parts_options options = {.error = error, .most = most, .quality = quality};
	assert_int_equal(parts_build(&quiet, &art, &options, NULL, NULL, &set), KILNCOOK_OK);
	assert_true(set.count >= 1 && set.count <= most);
	assert_int_equal(set.counts.parts, set.count);
	return set;
}

static const double ell[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
static const uint32_t ell_cuts[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {3, 4, 5}};

static void prism_comes_back_as_its_boxes(void **state)
{
	(void)state;
	for (kilncook_parts_quality quality = 0; quality < KILNCOOK_PARTS_QUALITY_END; ++quality)
	{
		surface *s = new_surface();
		add_prism(s, ell, 6, ell_cuts);
		parts_set set = build(s, 0.03, 16, quality);
		assert_int_equal(set.count, 2);
		assert_true(set.counts.volume >= 4 && set.counts.volume <= 4);
		assert_true(set.counts.art >= 4 && set.counts.art <= 4);
		for (uint32_t i = 0; i < 2; ++i)
			assert_int_equal(set.hulls[i].vertex_count, 8);
		assert_covered(s, &set, 6);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void house_of_boxes_comes_back_as_its_boxes(void **state)
{
	(void)state;
	// A floor, four walls that overlap at the corners, of which one has a gap, a lintel over the gap, and a table that stands free.
	static const double boxes[8][2][3] = {{{0, 0, 0}, {8, 6, 0.25}}, {{0, 0, 0.25}, {0.25, 6, 3}},
		{{7.75, 0, 0.25}, {8, 6, 3}}, {{0, 5.75, 0.25}, {8, 6, 3}}, {{0, 0, 0.25}, {3, 0.25, 3}},
		{{4, 0, 0.25}, {8, 0.25, 3}}, {{3, 0, 2.25}, {4, 0.25, 3}}, {{5, 3, 0.25}, {6, 4, 1}}};
	surface *s = new_surface();
	double volume = 0;
	for (uint32_t i = 0; i < 8; ++i)
	{
		add_box(s, boxes[i][0], boxes[i][1]);
		volume +=
			(boxes[i][1][0] - boxes[i][0][0]) * (boxes[i][1][1] - boxes[i][0][1]) * (boxes[i][1][2] - boxes[i][0][2]);
	}
	parts_set set = build(s, 0.01, 32, KILNCOOK_PARTS_GOOD);
	// The two halves of the wall and the lintel are one wall but for the door.
	assert_true(set.count <= 8);
	assert_true(fabs(set.counts.volume - volume) < 1e-6);
	assert_true(set.counts.error < 0.01);
	// The door is passable: its middle is in no part.
	assert_false(some_has(&set, (const double[3]){3.5, 0.125, 1}));
	assert_covered(s, &set, 5);
	parts_free(&quiet, &set);
	free(s);
}

static void torus_is_contained_and_near(void **state)
{
	(void)state;
	surface *s = new_surface();
	add_torus(s, 32, 12);
	for (kilncook_parts_quality quality = 0; quality < KILNCOOK_PARTS_QUALITY_END; ++quality)
	{
		parts_set set = build(s, 0.05, 40, quality);
		assert_true(set.count > 4);
		assert_true(set.counts.error <= 0.05);
		assert_true(set.counts.volume < 1.15 * set.counts.art);
		assert_covered(s, &set, 5);
		assert_filled(s, &set, (const double[3]){-1.4, -1.4, -0.4}, (const double[3]){1.4, 1.4, 0.4});
		assert_near(s, &set, true);
		parts_free(&quiet, &set);
	}
	free(s);
}

static void inner_corners_of_a_solid_are_filled(void **state)
{
	(void)state;
	// So many cells of a ball with bumps that corners of their boxes are deep inside.
	surface *s = new_surface();
	add_bumpy_ball(s, 12, 16);
	parts_set set = build(s, 0.02, 48, KILNCOOK_PARTS_FAST);
	assert_true(set.count > 8);
	assert_covered(s, &set, 3);
	assert_filled(s, &set, (const double[3]){-1.5, -1.5, -1.5}, (const double[3]){1.5, 1.5, 1.5});
	parts_free(&quiet, &set);
	free(s);
}

static void best_is_never_worse_than_good(void **state)
{
	(void)state;
	surface *s = new_surface();
	add_bumpy_ball(s, 8, 12);
	add_torus(s, 12, 6);
	for (uint32_t most = 4; most <= 16; most *= 4)
	{
		parts_set good = build(s, 0.05, most, KILNCOOK_PARTS_GOOD), best = build(s, 0.05, most, KILNCOOK_PARTS_BEST);
		if (good.counts.error <= 0.05)
			assert_true(best.counts.error <= 0.05 && best.count <= good.count);
		else
			assert_true(best.counts.error <= 0.05 || best.counts.volume <= good.counts.volume * (1 + 1e-6));
		parts_free(&quiet, &good);
		parts_free(&quiet, &best);
	}
	free(s);
}

static void soups_are_contained(void **state)
{
	(void)state;
	shape_random random = {0x50ff};
	for (uint32_t trial = 0; trial < 24; ++trial)
	{
		surface *s = new_surface();
		double thickness = trial % 3 == 0 ? 1 : trial % 3 == 1 ? 0.001 : 0;
		add_soup(s, &random, 1 + shape_below(&random, 40), thickness);
		uint32_t most = 1 + shape_below(&random, 12);
		double error = 0.002 + shape_share(&random) * 0.3;
		parts_set set = build(s, error, most, trial % 3);
		assert_covered(s, &set, 5);
		assert_near(s, &set, false);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void far_from_the_origin_is_contained(void **state)
{
	(void)state;
	shape_random random = {0xfa5};
	for (uint32_t trial = 0; trial < 9; ++trial)
	{
		surface *s = new_surface();
		add_soup(s, &random, 12, 1);
		// A float has a step of 1/8 here: triangles become steps.
		for (uint32_t i = 0; i < s->vertex_count; ++i)
			for (int k = 0; k < 3; ++k)
				s->vertices[i][k] = (float)((double)s->vertices[i][k] * 8 + (trial % 2 ? 1 << 20 : -(1 << 20)));
		uint32_t kept = 0;
		for (uint32_t i = 0; i < s->triangle_count; ++i)
			if (!exact_collinear(
					s->vertices[s->triangles[i][0]], s->vertices[s->triangles[i][1]], s->vertices[s->triangles[i][2]]))
				memmove(s->triangles[kept++], s->triangles[i], sizeof s->triangles[i]);
		s->triangle_count = kept;
		parts_set set = build(s, 0.5, 10, trial % 3);
		assert_covered(s, &set, 5);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void needles_are_contained(void **state)
{
	(void)state;
	shape_random random = {0x1ead};
	for (uint32_t trial = 0; trial < 9; ++trial)
	{
		surface *s = new_surface();
		for (uint32_t i = 0; i < 8; ++i)
		{
			double at[3], to[3];
			for (int k = 0; k < 3; ++k)
				at[k] = on_grid(shape_share(&random) * 4);
			for (int k = 0; k < 3; ++k)
				to[k] = on_grid(shape_share(&random) * 4);
			uint32_t a = add_vertex(s, at[0], at[1], at[2]), b = add_vertex(s, to[0], to[1], to[2]);
			uint32_t c = add_vertex(s, at[0], at[1], at[2] + 0x1p-14);
			if (exact_collinear(s->vertices[a], s->vertices[b], s->vertices[c]))
				s->vertex_count -= 3;
			else
				add_triangle(s, a, b, c);
		}
		parts_set set = build(s, 0.001, 20, trial % 3);
		assert_covered(s, &set, 6);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void plates_stay_flat(void **state)
{
	(void)state;
	// Two squares that share an edge, at a right angle.
	surface *s = new_surface();
	for (uint32_t i = 0; i < 6; ++i)
		add_vertex(s, i < 4 ? 0 : 1, i % 2, i < 2 ? 1 : 0);
	for (uint32_t i = 0; i < 2; ++i)
	{
		add_triangle(s, 2 * i, 2 * i + 1, 2 * i + 3);
		add_triangle(s, 2 * i, 2 * i + 3, 2 * i + 2);
	}
	parts_set set = build(s, 0.01, 8, KILNCOOK_PARTS_GOOD);
	assert_int_equal(set.count, 2);
	assert_int_equal(set.hulls[0].dimension, 2);
	assert_int_equal(set.hulls[1].dimension, 2);
	assert_covered(s, &set, 5);
	parts_free(&quiet, &set);
	free(s);
}

static void one_triangle_and_one_part(void **state)
{
	(void)state;
	surface *s = new_surface();
	for (uint32_t i = 0; i < 3; ++i)
		add_vertex(s, i == 1, i == 2, 0.3);
	add_triangle(s, 0, 1, 2);
	parts_set set = build(s, 0.01, 8, KILNCOOK_PARTS_GOOD);
	assert_int_equal(set.count, 1);
	assert_int_equal(set.hulls[0].vertex_count, 3);
	parts_free(&quiet, &set);
	add_torus(s, 16, 8);
	set = build(s, 0.01, 1, KILNCOOK_PARTS_BEST);
	assert_int_equal(set.count, 1);
	assert_true(set.counts.error > 0.1);
	assert_covered(s, &set, 0);
	parts_free(&quiet, &set);
	free(s);
}

static void crossing_solids_are_contained(void **state)
{
	(void)state;
	shape_random random = {0xc805};
	for (uint32_t trial = 0; trial < 4; ++trial)
	{
		surface *s = new_surface();
		add_torus(s, 12, 8);
		for (uint32_t i = 0; i < 3; ++i)
		{
			double low[3], high[3];
			for (int k = 0; k < 3; ++k)
				low[k] = on_grid(2 * shape_share(&random) - 1.5);
			for (int k = 0; k < 3; ++k)
				high[k] = low[k] + on_grid(0.1 + shape_share(&random));
			add_box(s, low, high);
		}
		parts_set set = build(s, 0.03, trial % 2 ? 3 : 24, trial % 3);
		assert_covered(s, &set, 4);
		assert_filled(s, &set, (const double[3]){-1.5, -1.5, -1.5}, (const double[3]){2, 2, 2});
		assert_near(s, &set, true);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void threads_change_nothing(void **state)
{
	(void)state;
	surface *s = new_surface();
	add_torus(s, 24, 10);
	const parts_art art = art_of(s);
	parts_set sets[2];
	for (uint32_t i = 0; i < 2; ++i)
	{
		const parts_options options = {.error = 0.05, .most = 12, .threads = 1 + 3 * i};
		assert_int_equal(parts_build(&quiet, &art, &options, NULL, NULL, &sets[i]), KILNCOOK_OK);
	}
	assert_int_equal(sets[0].count, sets[1].count);
	for (uint32_t i = 0; i < sets[0].count; ++i)
	{
		assert_int_equal(sets[0].hulls[i].vertex_count, sets[1].hulls[i].vertex_count);
		assert_memory_equal(sets[0].hulls[i].vertices, sets[1].hulls[i].vertices,
			sets[0].hulls[i].vertex_count * sizeof *sets[0].hulls[i].vertices);
	}
	parts_free(&quiet, &sets[0]);
	parts_free(&quiet, &sets[1]);
	free(s);
}

static kilncook_status stop_at(void *user, uint64_t done, uint64_t total)
{
	uint32_t *left = user;
	assert_true(done <= total);
	return (*left)-- == 0 ? KILNCOOK_CANCELLED : KILNCOOK_OK;
}

static void ends_without_memory_and_when_cancelled(void **state)
{
	(void)state;
	surface *s = new_surface();
	add_prism(s, ell, 6, ell_cuts);
	add_box(s, (const double[3]){3, 3, 3}, (const double[3]){4, 4, 4});
	const parts_art art = art_of(s);
	const parts_options options = {.error = 0.03, .most = 4};
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	parts_set set = {0};
	assert_int_equal(parts_build(&context, &art, &options, NULL, NULL, &set), KILNCOOK_OK);
	size_t calls = memory.calls;
	parts_free(&context, &set);
	assert_int_equal(memory.live, 0);
	for (size_t i = 1; i <= calls; ++i)
	{
		context = counted_context(&memory);
		memory.fail_at = i;
		assert_int_equal(parts_build(&context, &art, &options, NULL, NULL, &set), KILNCOOK_INTERNAL);
		assert_int_equal(memory.live, 0);
		assert_int_equal(memory.wrong_size, 0);
		assert_string_equal(memory.last_code, "out-of-memory");
	}
	kilncook_status status = KILNCOOK_CANCELLED;
	uint32_t callbacks = 0;
	for (; status == KILNCOOK_CANCELLED; ++callbacks)
	{
		uint32_t left = callbacks;
		context = counted_context(&memory);
		status = parts_build(&context, &art, &options, stop_at, &left, &set);
		assert_true(status == KILNCOOK_OK || memory.live == 0);
	}
	assert_int_equal(status, KILNCOOK_OK);
	assert_true(callbacks > 4);
	parts_free(&context, &set);
	assert_int_equal(memory.live, 0);
	free(s);
}

static void proof_finds_a_part_that_is_too_small(void **state)
{
	(void)state;
	surface *s = new_surface();
	add_box(s, (const double[3]){0, 0, 0}, (const double[3]){1, 1, 1});
	const parts_art art = art_of(s);
	const parts_options options = {.error = 0.03, .most = 1};
	counted_memory memory;
	const kilncook_context context = counted_context(&memory);
	parts_job job = {.context = &context, .art = &art, .options = &options};
	assert_int_equal(parts_bodies_begin(&job), KILNCOOK_OK);
	assert_int_equal(parts_cells_begin(&job), KILNCOOK_OK);
	assert_int_equal(job.cell_count, 1);
	parts_set set = {.hulls = &job.cells[0].hull, .count = 1};
	assert_int_equal(parts_prove(&job, &set), KILNCOOK_OK);
	convex_hull smaller;
	const hull_points points = {&s->vertices[0][0], 0, 7};
	assert_int_equal(hull_build(&context, &points, &smaller), KILNCOOK_OK);
	set.hulls = &smaller;
	assert_int_equal(parts_prove(&job, &set), KILNCOOK_REFUSED);
	assert_string_equal(memory.last_code, "parts-proof");
	hull_free(&context, &smaller);
	parts_cells_free(&job);
	parts_bodies_free(&job);
	cook_free(&context, job.points.at, job.points.capacity, sizeof *job.points.at);
	assert_int_equal(memory.live, 0);
	free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prism_comes_back_as_its_boxes),
		cmocka_unit_test(house_of_boxes_comes_back_as_its_boxes),
		cmocka_unit_test(torus_is_contained_and_near),
		cmocka_unit_test(inner_corners_of_a_solid_are_filled),
		cmocka_unit_test(best_is_never_worse_than_good),
		cmocka_unit_test(soups_are_contained),
		cmocka_unit_test(far_from_the_origin_is_contained),
		cmocka_unit_test(needles_are_contained),
		cmocka_unit_test(plates_stay_flat),
		cmocka_unit_test(one_triangle_and_one_part),
		cmocka_unit_test(crossing_solids_are_contained),
		cmocka_unit_test(threads_change_nothing),
		cmocka_unit_test(ends_without_memory_and_when_cancelled),
		cmocka_unit_test(proof_finds_a_part_that_is_too_small),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
