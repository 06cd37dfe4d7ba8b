// SPDX-License-Identifier: MIT
#include "hull_case.h"

#include "asset_fixture.h"
#include "big_integer.h"
#include "hull_clouds.h"
#include "simd/isa.h"

#include <math.h>
#include <stdio.h>

static void need(bool condition, const char *what)
{
	if (condition)
		return;
	fprintf(stderr, "hull_case: %s\n", what);
	abort();
}

double hull_case_unit(uint64_t *state)
{
	return (double)(fixture_random(state) >> 11) * 0x1p-53;
}

/// A point of the unit sphere.
static void on_sphere(uint64_t *state, double p[3])
{
	double length2;
	do
	{
		length2 = 0;
		for (int i = 0; i < 3; ++i)
		{
			p[i] = 2 * hull_case_unit(state) - 1;
			length2 += p[i] * p[i];
		}
	} while (length2 > 1 || length2 < 0.01);
	for (int i = 0; i < 3; ++i)
		p[i] /= sqrt(length2);
}

kiln_vec3 hull_case_direction(uint64_t *state)
{
	double p[3];
	on_sphere(state, p);
	return (kiln_vec3){(float)p[0], (float)p[1], (float)p[2]};
}

/// Computes point `i` of `count` on a circle, by a rational map: no two are equal.
static void on_circle(uint32_t i, uint32_t count, double *x, double *y)
{
	double t = 4.0 * i / count, s = t - floor(t);
	double px = (1 - s * s) / (1 + s * s), py = 2 * s / (1 + s * s);
	int quarter = (int)t;
	*x = quarter == 0 ? px : quarter == 1 ? -py : quarter == 2 ? -px : py;
	*y = quarter == 0 ? py : quarter == 1 ? px : quarter == 2 ? -py : -px;
}

static void set(float point[3], double x, double y, double z)
{
	point[0] = (float)x;
	point[1] = (float)y;
	point[2] = (float)z;
}

static void place(hull_case_kind kind, uint64_t *state, float point[3], uint32_t i, uint32_t count)
{
	double p[3], x, y;
	on_sphere(state, p);
	on_circle(i, count, &x, &y);
	switch (kind)
	{
	case CASE_CUBE:
		set(point, i & 1 ? 1.5 : -0.5, i & 2 ? 1 : -1, i & 4 ? 3 : 2);
		break;
	case CASE_BALL:
		set(point, p[0] * hull_case_unit(state), p[1] * hull_case_unit(state), p[2] * hull_case_unit(state));
		break;
	case CASE_ELLIPSOID:
		set(point, 3 * p[0] + 0.25, 2 * p[1] - 0.5, p[2]);
		break;
	case CASE_FAR:
		set(point, 300 * p[0] + 1e7, 200 * p[1] - 1e7, 100 * p[2] + 1e6);
		break;
	case CASE_TINY:
		set(point, 1e-30 * p[0], 2e-30 * p[1], 3e-30 * p[2]);
		break;
	case CASE_CONE:
		set(point, i ? x : 0, i ? y : 0, i ? 0 : 3);
		break;
	case CASE_PRISM:
		on_circle(i / 2, (count + 1) / 2, &x, &y);
		set(point, x, y, i % 2 ? 1 : -1);
		break;
	case CASE_POLYGON:
		set(point, floor(1000 * x), floor(1000 * y), floor(1000 * x) + 2 * floor(1000 * y));
		break;
	case CASE_LARGE:
		set(point, 0x1p40 * p[0], 0x1p40 * p[1], 0x1p40 * p[2]);
		break;
	default:
		set(point, 1, 2, 3);
		break;
	}
}

static bool fill_from_cloud(hull_case_kind kind, float (*points)[3], uint32_t count)
{
	static const struct
	{
		hull_case_kind kind;
		hull_cloud_kind cloud;
	} clouds[] = {{CASE_LATTICE, CLOUD_OCTAHEDRON}, {CASE_SLAB, CLOUD_SLAB}, {CASE_NEEDLE, CLOUD_NEEDLE},
		{CASE_NEARLY_FLAT, CLOUD_TILTED}};
	for (size_t i = 0; i < sizeof clouds / sizeof *clouds; ++i)
		if (clouds[i].kind == kind)
		{
			hull_cloud_fill(clouds[i].cloud, 7, points, count);
			return true;
		}
	return false;
}

void hull_case_make_of(hull_case *c, const float (*points)[3], uint32_t count, uint32_t hierarchy_from)
{
	*c = (hull_case){.point_count = count};
	c->points = malloc(count * sizeof *c->points);
	need(c->points != NULL, "no memory");
	memcpy(c->points, points, count * sizeof *c->points);
	hull_points given = {c->points[0], 0, count};
	need(hull_build(&c->context, &given, &c->h) == KILNCOOK_OK, "no hull");
	need(hull_pack_from(&c->context, &c->h, hierarchy_from, &c->packed) == KILNCOOK_OK, "not packed");
	kilni_hull_view_arrays(&c->packed.head, c->packed.data, kilni_isa_resolve(KILN_ISA_AUTO), &c->view);
}

void hull_case_make(hull_case *c, hull_case_kind kind, uint32_t count, uint32_t hierarchy_from)
{
	static const float few[4][3] = {{1, 2, 3}, {4, -2, 2}, {0, 5, -1}, {2, 1, -7}};
	uint64_t state = 1 + (uint64_t)kind;
	if (kind <= CASE_TETRAHEDRON)
	{
		hull_case_make_of(c, few, 1 + (uint32_t)kind, hierarchy_from);
		return;
	}
	count = kind == CASE_CUBE ? 8 : count;
	float(*points)[3] = malloc(count * sizeof *points);
	need(points != NULL, "no memory");
	if (!fill_from_cloud(kind, points, count))
		for (uint32_t i = 0; i < count; ++i)
			place(kind, &state, points[i], i, count);
	hull_case_make_of(c, (const float(*)[3])points, count, hierarchy_from);
	free(points);
}

void hull_case_free(hull_case *c)
{
	packed_hull_free(&c->context, &c->packed);
	hull_free(&c->context, &c->h);
	free(c->points);
}

void hull_case_vertex(const hull_case *c, uint32_t i, float v[3])
{
	v[0] = c->view.x[i];
	v[1] = c->view.y[i];
	v[2] = c->view.z[i];
}

/// Computes n . p in units of 2^-298.
static big_integer exact_height(const float n[3], const float p[3])
{
	big_integer sum = big_from_double(0, 0);
	for (int i = 0; i < 3; ++i)
	{
		big_integer a = big_from_double((double)n[i], -149), b = big_from_double((double)p[i], -149);
		big_integer product = big_multiply(&a, &b), before = sum;
		sum = big_add(&before, &product);
	}
	return sum;
}

int hull_case_side(const float n[3], const float p[3], float d)
{
	double sum = -(double)d, size = fabs((double)d);
	for (int i = 0; i < 3; ++i)
	{
		sum += (double)n[i] * (double)p[i];
		size += fabs((double)n[i] * (double)p[i]);
	}
	if (fabs(sum) > 1e-14 * size)
		return sum > 0 ? 1 : -1;
	big_integer height = exact_height(n, p), limit = big_from_double((double)d, -298);
	return big_compare(&height, &limit);
}

int hull_case_compare(const float n[3], const float a[3], const float b[3])
{
	double sum = 0, size = 0;
	for (int i = 0; i < 3; ++i)
	{
		sum += (double)n[i] * (double)a[i] - (double)n[i] * (double)b[i];
		size += fabs((double)n[i] * (double)a[i]) + fabs((double)n[i] * (double)b[i]);
	}
	if (fabs(sum) > 1e-14 * size)
		return sum > 0 ? 1 : -1;
	big_integer of_a = exact_height(n, a), of_b = exact_height(n, b);
	return big_compare(&of_a, &of_b);
}

void hull_case_on_all(hull_claim *claim, const uint32_t *sizes, uint32_t size_count, uint32_t hierarchy_from)
{
	for (int kind = 0; kind < CASE_KIND_COUNT; ++kind)
		for (uint32_t size = 0; size < size_count; ++size)
		{
			if (size > 0 && kind <= CASE_CUBE)
				break;
			hull_case c;
			hull_case_make(&c, (hull_case_kind)kind, sizes[size], hierarchy_from);
			claim(&c);
			hull_case_free(&c);
		}
}

void hull_case_widen(kiln_vec3 p, double to[3])
{
	to[0] = (double)p.x;
	to[1] = (double)p.y;
	to[2] = (double)p.z;
}

kiln_vec3 hull_case_corner(const kiln_hull *v, uint32_t face, uint32_t i)
{
	uint32_t count, first = kiln_hull_face(v, face, &count);
	return kiln_hull_vertex(v, kiln_hull_origin(v, first + i % count));
}

kiln_vec3 hull_case_some_vertex(const hull_case *c, uint64_t *state)
{
	return kiln_hull_vertex(&c->view, (uint32_t)(hull_case_unit(state) * c->view.vertex_count));
}

static float between(float a, float b, double share)
{
	return (float)((double)a + share * ((double)b - (double)a));
}

kiln_vec3 hull_case_mix(kiln_vec3 a, kiln_vec3 b, double share)
{
	return (kiln_vec3){between(a.x, b.x, share), between(a.y, b.y, share), between(a.z, b.z, share)};
}
