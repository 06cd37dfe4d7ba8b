// SPDX-License-Identifier: MIT
#include "parts_check.h"

#include "exact/exact.h"
#include "support/clean_memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
// cmocka needs these first.
#include <cmocka.h>

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

bool parts_check_has(const parts_set *set, const double p[3])
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
		if (!parts_check_has(set, corners[k]))
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

void parts_check_covered(const parts_surface *s, const parts_set *set, uint32_t depth)
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
static int winding(const parts_surface *s, const double p[3])
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

void parts_check_filled(const parts_surface *s, const parts_set *set, const double low[3], const double high[3])
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
		assert_true(parts_check_has(set, p));
	}
	assert_true(inside > 100);
}

static double point_distance(const parts_surface *s, const double p[3])
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

void parts_check_near(const parts_surface *s, const parts_set *set, bool closed)
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
				// Faces lie in planes that the art's edges lie in, too: moved out of them, the point is in general position.
				const double moved = 1e-9;
				corner_of(h, h->face_first[f], corners[0]);
				corner_of(h, e - 1, corners[1]);
				corner_of(h, e, corners[2]);
				for (int k = 0; k < 3; ++k)
					p[k] = corners[0][k] + a * (corners[1][k] - corners[0][k]) + b * (corners[2][k] - corners[0][k]) +
						   moved * (k + 1);
				if (!closed || winding(s, p) == 0)
					assert_true(point_distance(s, p) <= set->errors[i] * (1 + 1e-9) + 4 * moved);
			}
	}
}

/// Progress that cancels: `user` counts the calls that go on before.
static kilncook_status stop_at(void *user, uint64_t done, uint64_t total)
{
	uint32_t *left = user;
	assert_true(done <= total);
	return (*left)-- == 0 ? KILNCOOK_CANCELLED : KILNCOOK_OK;
}

static void end_without_memory(
	const parts_art *art, const parts_options *options, size_t calls, const parts_check_failures *failures)
{
	const size_t step = 1 + calls / failures->spread;
	for (size_t i = 1; i <= calls; i += i + failures->last < calls ? step : 1)
	{
		counted_memory memory;
		kilncook_context context = counted_context(&memory);
		parts_set set = {0};
		memory.fail_at = i;
		assert_int_equal(parts_build(&context, art, options, NULL, NULL, &set), KILNCOOK_INTERNAL);
		assert_int_equal(memory.live, 0);
		assert_int_equal(memory.wrong_size, 0);
		assert_string_equal(memory.last_code, "out-of-memory");
	}
}

uint32_t parts_check_ends(const parts_art *art, const parts_options *options, const parts_check_failures *failures)
{
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	parts_set set = {0};
	assert_int_equal(parts_build(&context, art, options, NULL, NULL, &set), KILNCOOK_OK);
	const size_t calls = memory.calls;
	parts_free(&context, &set);
	assert_int_equal(memory.live, 0);
	end_without_memory(art, options, calls, failures);
	kilncook_status status = KILNCOOK_CANCELLED;
	uint32_t callbacks = 0;
	for (; status == KILNCOOK_CANCELLED; ++callbacks)
	{
		uint32_t left = callbacks;
		context = counted_context(&memory);
		status = parts_build(&context, art, options, stop_at, &left, &set);
		assert_true(status == KILNCOOK_OK || memory.live == 0);
	}
	assert_int_equal(status, KILNCOOK_OK);
	parts_free(&context, &set);
	assert_int_equal(memory.live, 0);
	return callbacks;
}
