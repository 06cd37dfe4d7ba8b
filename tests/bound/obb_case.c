// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "obb_case.h"

#include "bound/obb/obb.h"

void obb_ball_point(shape_random *random, bool on_sphere, double p[3])
{
	double square;
	do
	{
		for (uint32_t k = 0; k < 3; ++k)
			p[k] = obb_signed_share(random);
		square = obb_dot(p, p);
	} while (square > 1.0 || square < 1e-4);
	for (uint32_t k = 0; k < 3 && on_sphere; ++k)
		p[k] /= sqrt(square);
}

void obb_add(obb_case *c, double x, double y, double z)
{
	float *p = c->points[c->count++];
	p[0] = (float)x;
	p[1] = (float)y;
	p[2] = (float)z;
}

/// Makes about n points of a solid kind.
static void scatter_solid(shape_random *random, int kind, uint32_t n, obb_case *c)
{
	double slant[3] = {obb_signed_share(random), obb_signed_share(random), obb_signed_share(random)};
	for (uint32_t i = 0; i < n; ++i)
	{
		double p[3], q = obb_signed_share(random);
		obb_ball_point(random, kind == OBB_ON_SPHERE || kind == OBB_ON_ELLIPSOID, p);
		switch (kind)
		{
		case OBB_ON_ELLIPSOID:
			obb_add(c, 3 * p[0] + p[1], 2 * p[1] + p[2], p[2]);
			break;
		case OBB_IN_CUBE:
			obb_add(c, obb_signed_share(random), obb_signed_share(random), obb_signed_share(random));
			break;
		case OBB_CLUSTERS:
			obb_add(c, 0.1 * p[0] + i % 5, 0.1 * p[1] + i % 3, 0.1 * p[2] + (i % 5 == 0));
			break;
		case OBB_NEEDLE:
			obb_add(c, 0.01 * p[0] + 5 * q * slant[0], 0.01 * p[1] + 5 * q * slant[1], 0.01 * p[2] + 5 * q * slant[2]);
			break;
		case OBB_LATTICE:
			obb_add(c, shape_below(random, 4), shape_below(random, 5), shape_below(random, 3));
			break;
		case OBB_SLAB:
			obb_add(c, p[0], p[1], slant[0] * p[0] + slant[1] * p[1] + 1e-3 * p[2]);
			break;
		case OBB_PRISM:
			obb_add(c, cos(i / 2) + slant[0] * (i & 1), sin(i / 2) + slant[1] * (i & 1), 2.0 * (i & 1));
			break;
		default:
			obb_add(c, p[0], p[1], p[2]);
		}
	}
}

obb_case obb_scatter(shape_random *random, int kind, uint32_t n)
{
	obb_case c = {.count = 0};
	if (kind < OBB_SOLIDS)
	{
		scatter_solid(random, kind, n, &c);
		return c;
	}
	for (uint32_t i = 0; i < (kind == OBB_SINGLE ? 1 : n); ++i)
	{
		double p[3];
		obb_ball_point(random, false, p);
		switch (kind)
		{
		case OBB_FLAT:
			obb_add(&c, p[0], 7, p[2]);
			break;
		case OBB_TILTED_FLAT:
			obb_add(&c, p[0], p[1], round(64 * p[0]) / 64 - p[1]);
			break;
		case OBB_COLLINEAR:
			obb_add(&c, i, 2.0 * i, -3.0 * i);
			break;
		case OBB_REPEATED:
			obb_add(&c, i % 3, i % 2, 5);
			break;
		case OBB_FAR_AWAY:
			obb_add(&c, 1e7 + 100 * p[0], -1e7 + 1e-3 * p[1], 1e7 + 30 * p[2]);
			break;
		case OBB_TINY:
			obb_add(&c, 1e-30 * p[0], 1e-30 * p[1], 2e-30 * p[2]);
			break;
		case OBB_HUGE:
			obb_add(&c, 0x1p39 * p[0], 0x1p39 * p[1], 0x1p38 * p[2]);
			break;
		case OBB_DENORMAL:
			obb_add(&c, 0x1p-140 * p[0], 0x1p-141 * p[1], 0x1p-142 * p[2]);
			break;
		case OBB_THIN:
			obb_add(&c, p[0], p[1], 1e-30 * p[2]);
			break;
		default:
			obb_add(&c, p[0], p[1], p[2]);
		}
	}
	return c;
}

bound_input obb_case_input(const obb_case *c)
{
	return (bound_input){.points = c->points, .count = c->count};
}

obb_frame obb_turned(const double q[4])
{
	double x = q[0], y = q[1], z = q[2], w = q[3], s = 2.0 / (x * x + y * y + z * z + w * w);
	return (obb_frame){{{1 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)},
		{s * (x * y - z * w), 1 - s * (x * x + z * z), s * (y * z + x * w)},
		{s * (x * z + y * w), s * (y * z - x * w), 1 - s * (x * x + y * y)}}};
}

double obb_cloud_cost(const obb_cloud *cloud, const obb_frame *frame)
{
	return obb_cost((const double(*)[3])cloud->points, cloud->count, frame);
}

double obb_least_by_brute_force(const obb_cloud *cloud, shape_random *random)
{
	double best[4] = {0, 0, 0, 1}, least = (double)INFINITY;
	const double(*p)[3] = (const double(*)[3])cloud->points;
	for (uint32_t start = 0; start < 12; ++start)
	{
		double q[4] = {0, 0, 0, 1}, cost = (double)INFINITY;
		for (uint32_t i = 0; i < 500; ++i)
		{
			double r[4] = {
				obb_signed_share(random), obb_signed_share(random), obb_signed_share(random), obb_signed_share(random)};
			obb_frame frame = obb_turned(r);
			double c = obb_cost(p, cloud->count, &frame);
			if (c < cost)
			{
				cost = c;
				memcpy(q, r, sizeof q);
			}
		}
		double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
		for (double step = 0.2 * size; step > 1e-10 * size;)
		{
			bool moved = false;
			for (uint32_t i = 0; i < 30; ++i)
			{
				double r[4];
				for (uint32_t k = 0; k < 4; ++k)
					r[k] = q[k] + step * obb_signed_share(random);
				obb_frame frame = obb_turned(r);
				double c = obb_cost(p, cloud->count, &frame);
				if (c < cost)
				{
					cost = c;
					memcpy(q, r, sizeof q);
					moved = true;
				}
			}
			step *= moved ? 1.0 : 0.6;
		}
		if (cost < least)
		{
			least = cost;
			memcpy(best, q, sizeof best);
		}
	}
	return least;
}

const bound_method *obb_method(const char *name)
{
	for (uint32_t i = 0; i < bound_obb_method_count; ++i)
		if (strcmp(bound_obb_methods[i]->name, name) == 0)
			return bound_obb_methods[i];
	fail_msg("no method %s", name);
	return NULL;
}

double obb_fit_volume(const char *method, const obb_case *c)
{
	kilncook_context context = {0};
	bound_input given = obb_case_input(c);
	bound_volume v;
	assert_int_equal(bound_fit(&context, obb_method(method), &given, &v), KILNCOOK_OK);
	assert_true(bound_prove(&v, given.points, given.count, NULL));
	const float *h = v.obb.half_extents;
	return 8.0 * (double)h[0] * (double)h[1] * (double)h[2];
}

void obb_assert_volume(const char *method, const obb_case *c, double expected, double tolerance)
{
	double volume = obb_fit_volume(method, c);
	if (!(fabs(volume - expected) <= tolerance * expected))
		fail_msg("%s: %.9g is not %.9g", method, volume, expected);
}
