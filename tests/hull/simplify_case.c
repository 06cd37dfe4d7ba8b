// SPDX-License-Identifier: MIT
#include "simplify_case.h"

#include "exact/exact.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static double uniform(simplify_cloud *c)
{
	c->seed = c->seed * 1664525u + 1013904223u;
	return (double)(c->seed >> 8) / 16777216.0;
}

void simplify_case_add(simplify_cloud *c, double x, double y, double z)
{
	assert_true(c->count < SIMPLIFY_CLOUD_MOST);
	c->points[c->count][0] = (float)x;
	c->points[c->count][1] = (float)y;
	c->points[c->count++][2] = (float)z;
}

static void fill_box(simplify_cloud *c, double x, double y, double z)
{
	for (int i = 0; i < 300; ++i)
	{
		double p[3];
		for (int k = 0; k < 3; ++k)
			p[k] = uniform(c) - 0.5;
		simplify_case_add(c, x * p[0], y * p[1], z * p[2]);
	}
}

static void fill_sphere(simplify_cloud *c, double radius, double x, double y, double z)
{
	for (int i = 0; i < 250; ++i)
	{
		double p[3], length;
		do
		{
			for (int k = 0; k < 3; ++k)
				p[k] = 2 * uniform(c) - 1;
			length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
		} while (length > 1 || length < 0.1);
		simplify_case_add(c, x + radius * p[0] / length, y + radius * p[1] / length, z + radius * p[2] / length);
	}
}

const char *const simplify_case_names[SIMPLIFY_KIND_COUNT] = {"box", "sphere", "needle", "plate", "skew plate",
	"lattice", "far", "limit", "tiny", "tiny far", "cylinder", "cone", "sparse", "denormal"};

/// A round lattice, whose hull has many coplanar and collinear points.
static void fill_lattice(simplify_cloud *c)
{
	for (int x = -4; x <= 4; ++x)
		for (int y = -4; y <= 4; ++y)
			for (int z = -4; z <= 4; ++z)
				if (x * x + y * y + z * z <= 20 && x * x + y * y + z * z > 8)
					simplify_case_add(c, x, y, z);
}

static void fill_round(simplify_cloud *c, bool cone)
{
	// Points of the circle from rational parameters: the same on every machine.
	for (int i = 0; i < 90; ++i)
	{
		double t = (i % 45) / 22.5 - 1, s = 2 * t / (1 + t * t), k = (1 - t * t) / (1 + t * t);
		double side = i < 45 ? 1 : -1;
		simplify_case_add(c, side * k, s, 0);
		if (!cone)
			simplify_case_add(c, side * k, s, 3);
	}
	if (cone)
		simplify_case_add(c, 0.1, 0.2, 5);
}

void simplify_case_cloud(simplify_cloud *c, simplify_case_kind kind)
{
	*c = (simplify_cloud){.seed = 77 + (uint32_t)kind};
	switch (kind)
	{
	case SIMPLIFY_BOX:
		fill_box(c, 1, 1, 1);
		break;
	case SIMPLIFY_SPHERE:
		fill_sphere(c, 1, 0, 0, 0);
		break;
	case SIMPLIFY_NEEDLE:
		fill_box(c, 1000, 0.01, 0.02);
		break;
	case SIMPLIFY_PLATE:
		fill_box(c, 1, 2, 1e-6);
		break;
	case SIMPLIFY_SKEW_PLATE:
		for (int i = 0; i < 300; ++i)
		{
			double u = uniform(c), v = uniform(c), w = uniform(c) * 1e-6;
			simplify_case_add(c, u + w, v + w, 0.3 * u - 0.7 * v + w);
		}
		break;
	case SIMPLIFY_LATTICE:
		fill_lattice(c);
		break;
	case SIMPLIFY_FAR:
		fill_sphere(c, 1, 1e4, -2e4, 3e4);
		break;
	case SIMPLIFY_LIMIT:
		fill_sphere(c, 1.0e12, 0, 0, 0);
		simplify_case_add(c, 0x1p40, -0x1p40, 0x1p40);
		break;
	case SIMPLIFY_TINY:
		fill_sphere(c, 1e-30, 0, 0, 0);
		break;
	case SIMPLIFY_TINY_FAR:
		fill_sphere(c, 1e-3, 1e4, 1e4, -1e4);
		break;
	case SIMPLIFY_CYLINDER:
		fill_round(c, false);
		break;
	case SIMPLIFY_CONE:
		fill_round(c, true);
		break;
	case SIMPLIFY_SPARSE:
		for (int i = 0; i < 12; ++i)
		{
			double p[3];
			for (int k = 0; k < 3; ++k)
				p[k] = uniform(c);
			simplify_case_add(c, p[0], p[1], p[2]);
		}
		break;
	default:
		fill_sphere(c, 1e-42, 0, 0, 0);
		break;
	}
}

void simplify_case_hull_of(const kilncook_context *context, const simplify_cloud *c, convex_hull *h)
{
	assert_int_equal(hull_build(context, &(hull_points){.positions = c->points[0], .count = c->count}, h), KILNCOOK_OK);
}

void simplify_case_hull(const kilncook_context *context, simplify_case_kind kind, convex_hull *h)
{
	simplify_cloud c;
	simplify_case_cloud(&c, kind);
	simplify_case_hull_of(context, &c, h);
}

static void widen(const float p[3], double r[3])
{
	for (int k = 0; k < 3; ++k)
		r[k] = (double)p[k];
}

bool simplify_case_contains(const convex_hull *outer, const convex_hull *inner)
{
	for (uint32_t f = 0; f < outer->face_count; ++f)
	{
		const uint32_t *at = &outer->origins[outer->face_first[f]];
		double a[3], b[3], c[3], p[3];
		widen(outer->vertices[at[0]], a);
		widen(outer->vertices[at[1]], b);
		widen(outer->vertices[at[2]], c);
		for (uint32_t i = 0; i < inner->vertex_count; ++i)
		{
			widen(inner->vertices[i], p);
			if (exact_orient3d(a, b, c, p) > 0)
				return false;
		}
	}
	return true;
}

static bool is_vertex(const convex_hull *h, const float p[3])
{
	for (uint32_t i = 0; i < h->vertex_count; ++i)
		if (memcmp(h->vertices[i], p, 3 * sizeof *p) == 0)
			return true;
	return false;
}

static double segment_distance(const double p[3], const double a[3], const double b[3])
{
	double along = 0, length = 0, sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		along += (b[k] - a[k]) * (p[k] - a[k]);
		length += (b[k] - a[k]) * (b[k] - a[k]);
	}
	double t = length > 0 ? fmin(1, fmax(0, along / length)) : 0;
	for (int k = 0; k < 3; ++k)
	{
		double d = a[k] + t * (b[k] - a[k]) - p[k];
		sum += d * d;
	}
	return sqrt(sum);
}

/// Uses coordinates along the triangle's first edge and perpendicular to it, not signs like the code under test.
static double triangle_distance(const double p[3], const double a[3], const double b[3], const double c[3])
{
	double u[3], v[3], w[3], length = 0, along = 0, across = 0, x = 0, y = 0;
	for (int k = 0; k < 3; ++k)
	{
		u[k] = b[k] - a[k], v[k] = c[k] - a[k], w[k] = p[k] - a[k];
		length += u[k] * u[k];
	}
	length = sqrt(length);
	for (int k = 0; k < 3; ++k)
		along += u[k] / length * v[k];
	for (int k = 0; k < 3; ++k)
	{
		v[k] -= along * (u[k] / length);
		across += v[k] * v[k];
	}
	across = sqrt(across);
	for (int k = 0; k < 3; ++k)
		x += u[k] / length * w[k], y += v[k] / across * w[k];
	double t = y / across, s = (x - t * along) / length, sum = 0;
	if (!(s >= 0 && t >= 0 && s + t <= 1))
		return fmin(segment_distance(p, a, b), fmin(segment_distance(p, b, c), segment_distance(p, c, a)));
	for (int k = 0; k < 3; ++k)
	{
		double d = s * (b[k] - a[k]) + t * (c[k] - a[k]) - w[k];
		sum += d * d;
	}
	return sqrt(sum);
}

double simplify_case_distance(const convex_hull *outer, const convex_hull *inner)
{
	double largest = 0;
	for (uint32_t i = 0; i < outer->vertex_count; ++i)
	{
		double p[3], a[3], b[3], c[3], best = 1e300;
		widen(outer->vertices[i], p);
		for (uint32_t f = 0; f < inner->face_count; ++f)
			for (uint32_t e = inner->face_first[f] + 1; e + 1 < inner->face_first[f + 1]; ++e)
			{
				widen(inner->vertices[inner->origins[inner->face_first[f]]], a);
				widen(inner->vertices[inner->origins[e]], b);
				widen(inner->vertices[inner->origins[e + 1]], c);
				best = fmin(best, triangle_distance(p, a, b, c));
			}
		largest = fmax(largest, best);
	}
	return largest;
}

double simplify_case_diagonal(const convex_hull *h)
{
	double sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		double low = 1e300, high = -1e300;
		for (uint32_t i = 0; i < h->vertex_count; ++i)
		{
			low = fmin(low, (double)h->vertices[i][k]);
			high = fmax(high, (double)h->vertices[i][k]);
		}
		sum += (high - low) * (high - low);
	}
	return sqrt(sum);
}

double simplify_case_check(const kilncook_context *context, const convex_hull *exact, hull_budget budget, uint32_t *got)
{
	convex_hull h;
	double distance = -1;
	assert_int_equal(hull_simplify(context, exact, &budget, &h, &distance), KILNCOOK_OK);
	assert_int_equal(hull_check(context, &h, NULL, NULL), HULL_SOUND);
	assert_true(budget.vertices == 0 || h.vertex_count <= budget.vertices);
	assert_true(budget.faces == 0 || h.face_count <= budget.faces);
	double brute = budget.inner ? simplify_case_distance(exact, &h) : simplify_case_distance(&h, exact);
	double fuzz = 1e-9 * brute + 1e-13 * simplify_case_diagonal(exact);
	if (!(distance >= brute - fuzz && distance <= brute + fuzz))
		print_error("distance %.17g, brute force %.17g\n", distance, brute);
	assert_true(distance >= brute - fuzz && distance <= brute + fuzz);
	if (budget.inner)
	{
		for (uint32_t i = 0; i < h.vertex_count; ++i)
			assert_true(is_vertex(exact, h.vertices[i]));
		if (exact->dimension == 3)
			assert_true(simplify_case_contains(exact, &h));
	}
	else if (h.dimension == 3)
		assert_true(simplify_case_contains(&h, exact));
	if (got)
		*got = h.vertex_count;
	hull_free(context, &h);
	return distance;
}
