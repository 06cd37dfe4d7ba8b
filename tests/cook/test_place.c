// SPDX-License-Identifier: MIT
#include "cook/place.h"

#include "support/convex_case.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define ROUNDS 4000

typedef struct vector
{
	long double x, y, z;
} vector;

static vector at(const float *p)
{
	return (vector){p[0], p[1], p[2]};
}

static long double dot(vector a, vector b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vector cross(vector a, vector b)
{
	return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// u turned by the unit quaternion of q: u + 2 (w v x u + v x (v x u)) / |q|^2.
static vector turned(const float q[4], vector u)
{
	vector v = at(q), once = cross(v, u), twice = cross(v, once);
	long double w = q[3], f = 2 / (dot(v, v) + w * w);
	return (vector){
		u.x + f * (w * once.x + twice.x), u.y + f * (w * once.y + twice.y), u.z + f * (w * once.z + twice.z)};
}

/// Returns the height of a primitive's farthest point along a direction, by the definition of its kind.
static long double height(const kiln_format_shape *shape, vector d)
{
	const float *p = shape->parameters;
	long double length = sqrtl(dot(d, d)), top = dot(at(p), d);
	if (shape->kind == KILN_SHAPE_SPHERE)
		return top + p[3] * length;
	if (shape->kind == KILN_SHAPE_BOX)
	{
		for (int i = 0; i < 3; ++i)
			top += p[3 + i] * fabsl(dot(turned(p + 6, (vector){i == 0, i == 1, i == 2}), d));
		return top;
	}
	vector a = at(p), b = at(p + 3), axis = {b.x - a.x, b.y - a.y, b.z - a.z}, across = cross(axis, d);
	top = fmaxl(top, dot(b, d));
	bool capsule = shape->kind == KILN_SHAPE_CAPSULE;
	return top + p[6] * (capsule ? length : sqrtl(dot(across, across) / dot(axis, axis)));
}

/// Checks that the node's box contains the shape, and is wider by at most `room` of the coordinates.
static void check_box(const kiln_format_node *node, const kiln_format_shape *shape, long double room)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		const float *m = node->to_asset + 4 * axis;
		vector up = at(m), down = {-up.x, -up.y, -up.z};
		long double high = m[3] + height(shape, up), low = m[3] - height(shape, down);
		long double size = fabsl(low) + fabsl(high) + fabsl((long double)m[3]);
		// Far less than a float's rounding, but more than that of long double.
		long double slack = 0x1p-58L * size;
		assert_true(node->bounds_max[axis] >= high - slack && node->bounds_min[axis] <= low + slack);
		assert_true(node->bounds_max[axis] <= high + room * size && node->bounds_min[axis] >= low - room * size);
	}
}

static kiln_format_node unplaced(void)
{
	kiln_format_node node = {.flags = KILN_NODE_IDENTITY};
	for (int i = 0; i < 12; i += 5)
		node.to_asset[i] = node.to_mesh[i] = 1;
	return node;
}

static void boxes_of_primitives_are_the_least_of_float32(void **state)
{
	(void)state;
	uint64_t random = 21;
	for (int n = 0; n < ROUNDS; ++n)
	{
		kiln_format_shape shape = {.kind = (uint32_t)(KILN_SHAPE_SPHERE + n % 4)};
		kiln_format_node node = unplaced();
		convex_case_parameters(&random, (kiln_shape_kind)shape.kind, ldexp(1, n % 60 - 30), shape.parameters);
		assert_true(cook_place_primitive(&node, &shape));
		check_box(&node, &shape, 0x1p-22L);
	}
}

static void boxes_of_placed_primitives_hold_them(void **state)
{
	(void)state;
	uint64_t random = 22;
	for (int n = 0; n < ROUNDS; ++n)
	{
		kiln_format_shape shape = {.kind = (uint32_t)(KILN_SHAPE_SPHERE + n % 4)};
		kiln_format_node node = {0};
		double exact[12];
		convex_case_matrix(&random, (convex_map)(1 + n / 4 % (CONVEX_MAPS - 1)), exact);
		if (cook_place_node(exact, &node) != COOK_PLACE_INSTANCE)
			continue;
		convex_case_parameters(&random, (kiln_shape_kind)shape.kind, 1, shape.parameters);
		assert_true(cook_place_primitive(&node, &shape));
		check_box(&node, &shape, 0x1p-12L);
	}
}

/// A wide, slightly tilted disc or plate: its rim is higher than its axis by a share of the radius that rounding beside
/// the radius would lose.
static void boxes_of_wide_discs_hold_the_least_tilt(void **state)
{
	(void)state;
	uint64_t random = 23;
	for (int n = 0; n < ROUNDS; ++n)
	{
		float tilt = ldexpf((float)oracle_signed(&random), -(int)(fixture_random(&random) % 40));
		float radius = ldexpf(1, (int)(fixture_random(&random) % 30));
		kiln_format_shape disc = {.kind = KILN_SHAPE_CYLINDER, .parameters = {0, 0, 0, tilt, 0, 1, radius}};
		kiln_format_shape plate = {
			.kind = KILN_SHAPE_BOX, .parameters = {0, 0, 0, radius, radius, 0x1p-10f, 0, tilt / 2, 0, 1}};
		kiln_format_node node = unplaced();
		assert_true(cook_place_primitive(&node, &disc));
		check_box(&node, &disc, 1);
		assert_true(cook_place_primitive(&node, &plate));
		check_box(&node, &plate, 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boxes_of_primitives_are_the_least_of_float32),
		cmocka_unit_test(boxes_of_placed_primitives_hold_them),
		cmocka_unit_test(boxes_of_wide_discs_hold_the_least_tilt),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
