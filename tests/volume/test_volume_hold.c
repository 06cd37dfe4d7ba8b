// SPDX-License-Identifier: MIT
#include "support/asset_fixture.h"
#include "support/big_integer.h"
#include "volume/volume_hold.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Containment of points in single stored volumes, and the stored rotations.

static float between(uint64_t *random, float low, float high)
{
	return low + (high - low) * fixture_random_unit(random);
}

enum
{
	/// Whole numbers here are in units of 2^UNIT; every float is a multiple of it.
	UNIT = -149,
};

static big_integer exact(double x)
{
	return big_from_double(x, UNIT);
}

/// Sum of a[k] b[k], in units of 2^(2 UNIT), of numbers in units of 2^UNIT.
static big_integer dot(const big_integer a[3], const big_integer b[3])
{
	big_integer sum = big_multiply(&a[0], &b[0]);
	for (int k = 1; k < 3; ++k)
	{
		big_integer term = big_multiply(&a[k], &b[k]);
		sum = big_add(&sum, &term);
	}
	return sum;
}

/// x / 2^unit times 2^(unit - 2 UNIT): a number in the units of sums of products.
static big_integer squared_unit(float x)
{
	big_integer value = exact((double)x), one = exact(1.0);
	return big_multiply(&value, &one);
}

/// Whether a point lies in a box, by whole numbers.
static bool box_holds(const volume_held *v, const float point[3])
{
	big_integer away[3];
	for (int k = 0; k < 3; ++k)
	{
		big_integer p = exact((double)point[k]), c = exact((double)v->body.center[k]);
		away[k] = big_subtract(&p, &c);
	}
	for (int i = 0; i < 3; ++i)
	{
		big_integer axis[3] = {exact(v->axes.axes[i][0]), exact(v->axes.axes[i][1]), exact(v->axes.axes[i][2])};
		big_integer at = dot(axis, away), size = squared_unit(v->body.size[i]), none = exact(0.0);
		big_integer mirrored = big_subtract(&none, &at);
		if (big_compare(&at, &size) > 0 || big_compare(&mirrored, &size) > 0)
			return false;
	}
	return true;
}

static bool sphere_holds(const volume_held *v, const float point[3])
{
	big_integer away[3], radius = exact((double)v->body.size[0]);
	for (int k = 0; k < 3; ++k)
	{
		big_integer p = exact((double)point[k]), c = exact((double)v->body.center[k]);
		away[k] = big_subtract(&p, &c);
	}
	big_integer distance2 = dot(away, away), radius2 = big_multiply(&radius, &radius);
	return big_compare(&distance2, &radius2) <= 0;
}

/// Makes a volume with numbers of few bits, so that points can lie exactly on its surface, or of many bits.
static void random_body(kiln_tree_kind kind, bool few, uint64_t *random, uint8_t *node)
{
	volume_body body = {.rotation = {{0, 0, 0, 16384}}};
	for (int k = 0; k < 3; ++k)
	{
		body.center[k] = few ? (float)(int)(fixture_random(random) % 16) : between(random, -2, 2);
		body.size[k] = few ? (float)(int)(fixture_random(random) % 8) : between(random, 0, 1);
	}
	for (int k = 0; k < 4 && !few; ++k)
		body.rotation.q[k] = (int16_t)((int)(fixture_random(random) % 40000) - 20000);
	// Long enough in every case.
	body.rotation.q[3] = few && fixture_random(random) % 2 ? 0 : 32000;
	body.rotation.q[0] = body.rotation.q[3] ? body.rotation.q[0] : 16384;
	volume_node_store(kind, node, 2, &body);
}

/// A point near the surface of a box or ball: a corner, or a point of it, rounded.
static void random_point(const volume_held *v, bool few, uint64_t *random, float point[3])
{
	double at[3];
	for (int k = 0; k < 3; ++k)
		at[k] =
			(double)v->body.size[v->kind == KILN_TREE_SPHERE ? 0 : k] * (double)((int)(fixture_random(random) % 3) - 1);
	for (int k = 0; k < 3; ++k)
	{
		double sum = (double)v->body.center[k];
		for (int i = 0; i < 3; ++i)
			sum += at[i] * (v->kind == KILN_TREE_SPHERE ? (i == k) * 0.57735026 : v->axes.axes[i][k]);
		point[k] = few && v->kind == KILN_TREE_SPHERE ? (float)(int)sum : (float)sum;
	}
}

static void what_a_volume_holds_is_decided_exactly(void **state)
{
	(void)state;
	uint64_t random = 11;
	int inside = 0, outside = 0;
	for (int trial = 0; trial < 3000; ++trial)
	{
		kiln_tree_kind kind = trial % 2 ? KILN_TREE_OBB : KILN_TREE_SPHERE;
		bool few = trial % 6 < 2;
		union
		{
			kiln_format_oriented_node oriented;
			uint8_t bytes[sizeof(kiln_format_oriented_node)];
		} node = {.bytes = {0}};
		random_body(kind, few, &random, node.bytes);
		volume_held volume;
		float point[3];
		assert_true(volume_held_read(kind, node.bytes, 2, &volume));
		random_point(&volume, few, &random, point);
		bool expected = kind == KILN_TREE_OBB ? box_holds(&volume, point) : sphere_holds(&volume, point);
		assert_int_equal(volume_holds(&volume, (const float(*)[3])point, 1), expected);
		inside += expected;
		outside += !expected;
	}
	assert_true(inside > 300 && outside > 300);
}

/// Distance from the rectangle, in long double.
static long double rss_distance(const volume_held *v, const float point[3])
{
	long double away[3], off[3], sum = 0;
	for (int k = 0; k < 3; ++k)
		away[k] = off[k] = (long double)point[k] - (long double)v->body.center[k];
	for (int i = 0; i < 2; ++i)
	{
		long double at = 0, size = (long double)v->body.size[i];
		for (int k = 0; k < 3; ++k)
			at += away[k] * (long double)v->axes.axes[i][k];
		at = at > size ? size : at < -size ? -size : at;
		for (int k = 0; k < 3; ++k)
			off[k] -= at * (long double)v->axes.axes[i][k];
	}
	for (int k = 0; k < 3; ++k)
		sum += off[k] * off[k];
	return sqrtl(sum);
}

static void a_lozenge_holds_what_its_rectangle_is_near_to(void **state)
{
	(void)state;
	uint64_t random = 12;
	int inside = 0, outside = 0;
	for (int trial = 0; trial < 20000; ++trial)
	{
		union
		{
			kiln_format_oriented_node oriented;
			uint8_t bytes[sizeof(kiln_format_oriented_node)];
		} node = {.bytes = {0}};
		volume_held volume;
		random_body(KILN_TREE_RSS, trial % 2, &random, node.bytes);
		assert_true(volume_held_read(KILN_TREE_RSS, node.bytes, 2, &volume));
		float point[3];
		for (int k = 0; k < 3; ++k)
			point[k] = volume.body.center[k] + between(&random, -2, 2);
		long double distance = rss_distance(&volume, point), radius = (long double)volume.body.size[2];
		bool held = volume_holds(&volume, (const float(*)[3])point, 1);
		// Axes are perpendicular only to rounding.
		if (held)
			assert_true(distance <= radius + 1e-6L);
		else
			assert_true(distance >= radius - 1e-6L);
		inside += held;
		outside += !held;
	}
	assert_true(inside > 3000 && outside > 3000);
}

static void rotations_come_back_nearly_as_they_went(void **state)
{
	(void)state;
	uint64_t random = 2;
	double worst = 0;
	for (int trial = 0; trial < 20000; ++trial)
	{
		double u[3], v[3];
		obb_frame frame;
		for (int k = 0; k < 3; ++k)
		{
			// Includes exact half turns, and frames near them.
			u[k] = trial % 3 ? (double)between(&random, -1, 1) : (k == trial / 3 % 3) * (trial % 2 ? 1 : -1);
			v[k] = trial % 3 ? (double)between(&random, -1, 1)
							 : (k == (trial / 3 + 1 + trial / 9 % 2) % 3) + (trial % 4 == 3 ? 1e-5 : 0);
		}
		if (!obb_frame_from(u, v, &frame))
			continue;
		volume_rotation rotation = volume_rotation_of(&frame);
		obb_frame back = volume_rotation_axes(&rotation);
		int64_t length2 = 0;
		for (int k = 0; k < 4; ++k)
			length2 += (int64_t)rotation.q[k] * rotation.q[k];
		assert_true(length2 >= 1 << 28);
		for (int i = 0; i < 3; ++i)
			for (int k = 0; k < 3; ++k)
			{
				double off = fabs(back.axes[i][k] - frame.axes[i][k]);
				worst = off > worst ? off : worst;
				if (trial % 3 == 0 && trial % 4 != 3)
					assert_true(off == 0);
			}
	}
	assert_true(worst < 0x1p-14);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_volume_holds_is_decided_exactly),
		cmocka_unit_test(a_lozenge_holds_what_its_rectangle_is_near_to),
		cmocka_unit_test(rotations_come_back_nearly_as_they_went),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
