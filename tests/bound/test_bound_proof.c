// SPDX-License-Identifier: MIT
#include "bound/bound.h"
#include "bound/proof/approx.h"
#include "bound/proof/floats.h"
#include "bound/proof/proof.h"
#include "bound/proof/slabs.h"
#include "bound/proof/wide.h"
#include "bound_clouds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// 64 bits suffice. For lattice ellipsoids, sizes are up to 4 and squared axes up to 25: the square of their product is
/// below 2^40, and a sum of three squared products of a point with an axis is below 2^13. The other kinds have smaller
/// numbers.
typedef int64_t whole;

static uint64_t random_bits(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/// Returns any finite float32; every exponent has the same probability.
static float any_float(uint64_t *state)
{
	float x;
	do
	{
		uint32_t bits = (uint32_t)(random_bits(state) >> 16);
		memcpy(&x, &bits, sizeof x);
	} while (!kiln_float_finite(x));
	return x;
}

static bool same(const wide *a, const wide *b)
{
	return a->sign == b->sign && a->count == b->count && (a->count == 0 || a->low == b->low) &&
		   memcmp(a->limb, b->limb, a->count * sizeof *a->limb) == 0;
}

static void wide_numbers_keep_the_laws_of_arithmetic_at_every_exponent(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (int trial = 0; trial < 20000; ++trial)
	{
		wide a = wide_from_float(any_float(&random)), b = wide_from_float(any_float(&random));
		wide c = wide_from_float(any_float(&random));
		wide sum = wide_add(&a, &b), back = wide_sub(&sum, &b), difference = wide_sub(&a, &b);
		assert_true(same(&back, &a));
		wide product = wide_mul(&sum, &difference), aa = wide_mul(&a, &a), bb = wide_mul(&b, &b);
		wide squares = wide_sub(&aa, &bb);
		assert_true(same(&product, &squares));
		wide left = wide_mul(&sum, &c), ac = wide_mul(&a, &c), bc = wide_mul(&b, &c), right = wide_add(&ac, &bc);
		assert_true(same(&left, &right));
	}
}

static void wide_numbers_hold_products_of_twelve(void **state)
{
	(void)state;
	static const float extremes[4] = {FLT_MAX, 0x1p-149f, -FLT_MAX, 1.0f + 0x1p-23f};
	for (int first = 0; first < 4; ++first)
		for (int second = 0; second < 4; ++second)
		{
			wide a = wide_from_float(extremes[first]), b = wide_from_float(extremes[second]);
			wide six = a, other = b;
			for (int i = 1; i < 6; ++i)
			{
				wide next = wide_mul(&six, &a);
				six = next;
				next = wide_mul(&other, &b);
				other = next;
			}
			wide product = wide_mul(&six, &other), sum = wide_add(&product, &product);
			assert_true(product.count <= WIDE_LIMBS && product.sign == 1);
			wide back = wide_sub(&sum, &product);
			assert_true(same(&back, &product));
		}
}

/// A double's mantissa is the sum of three float32 numbers, and its power of two the product of a few.
static wide wide_from_double(double x)
{
	int exponent;
	double mantissa = frexp(x, &exponent);
	wide sum = wide_from_float(0);
	for (int i = 0; i < 3; ++i)
	{
		float part = (float)mantissa;
		wide term = wide_from_float(part), next = wide_add(&sum, &term);
		sum = next;
		mantissa -= (double)part;
	}
	assert_true(mantissa == 0);
	while (exponent != 0)
	{
		int part = exponent > 100 ? 100 : exponent < -100 ? -100 : exponent;
		wide power = wide_from_float((float)ldexp(1, part)), next = wide_mul(&sum, &power);
		sum = next;
		exponent -= part;
	}
	return sum;
}

static void errors_of_approximate_numbers_cover_the_exact_ones(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (int trial = 0; trial < 20000; ++trial)
	{
		approx a = approx_from_float((float)cloud_random(&random)), x = a;
		wide b = wide_from_float((float)a.value), y = b;
		for (int step = 0; step < 5; ++step)
		{
			float next = (float)(cloud_random(&random) * (step % 2 ? 1 : 0x1p-20));
			approx c = approx_from_float(next);
			wide d = wide_from_float(next);
			uint64_t operation = random_bits(&random) >> 62;
			x = operation == 0 ? approx_add(&x, &c) : operation == 1 ? approx_sub(&x, &c) : approx_mul(&x, &c);
			wide z = operation == 0 ? wide_add(&y, &d) : operation == 1 ? wide_sub(&y, &d) : wide_mul(&y, &d);
			y = z;
		}
		wide value = wide_from_double(x.value), off = wide_sub(&y, &value), error = wide_from_double(x.error);
		if (off.sign < 0)
			off.sign = 1;
		wide room = wide_sub(&error, &off);
		assert_true(room.sign >= 0);
	}
}

/// Returns a small whole number.
static int small(uint64_t *state, int most)
{
	return (int)(random_bits(state) >> 33) % (2 * most + 1) - most;
}

/// A volume in whole numbers, with axes and edges that are perpendicular but not unit.
typedef struct lattice_volume
{
	bound_kind kind;
	int origin[3];
	int axes[3][3];
	int sizes[3];
} lattice_volume;

static whole dot(const int a[3], const int b[3])
{
	return (whole)a[0] * b[0] + (whole)a[1] * b[1] + (whole)a[2] * b[2];
}

static whole square(whole x)
{
	return x * x;
}

static lattice_volume random_lattice_volume(bound_kind kind, uint64_t *random)
{
	// The rows of each basis are perpendicular.
	static const int bases[4][3][3] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{1, 1, 0}, {1, -1, 0}, {0, 0, -1}},
		{{1, 2, 2}, {2, 1, -2}, {2, -2, 1}}, {{3, 4, 0}, {0, 0, 2}, {4, -3, 0}}};
	lattice_volume v = {.kind = kind};
	uint64_t choice = random_bits(random) >> 62;
	for (int i = 0; i < 3; ++i)
	{
		v.origin[i] = small(random, 3);
		v.sizes[i] = abs(small(random, 4));
		for (int k = 0; k < 3; ++k)
			v.axes[i][k] = bases[choice][i][k];
	}
	bool edges = kind == BOUND_RSS || kind == BOUND_CAPSULE || kind == BOUND_CYLINDER || kind == BOUND_CONE;
	for (int i = 0; i < 3 && edges; ++i)
	{
		int times = small(random, 2);
		for (int k = 0; k < 3; ++k)
			v.axes[i][k] *= times;
	}
	return v;
}

/// Computes the squared distance of w from the rectangle of the first `edges` axes as a fraction: both axes by
/// clamping, which is correct because they are perpendicular.
static void rectangle_distance(const lattice_volume *v, int edges, const int w[3], whole *numerator, whole *denominator)
{
	*denominator = 1;
	for (int i = 0; i < edges; ++i)
		if (dot(v->axes[i], v->axes[i]) > 0)
			*denominator *= dot(v->axes[i], v->axes[i]);
	*numerator = dot(w, w) * *denominator;
	for (int i = 0; i < edges; ++i)
	{
		whole edge2 = dot(v->axes[i], v->axes[i]), foot = dot(w, v->axes[i]);
		if (edge2 == 0 || foot <= 0)
			continue;
		// |w|^2 - foot^2 / edge2 along the edge, and the part beyond its end.
		whole beyond = foot > edge2 ? foot - edge2 : 0;
		*numerator += (square(beyond) - square(foot)) * (*denominator / edge2);
	}
}

static bool lattice_inside(const lattice_volume *v, const int p[3])
{
	int w[3] = {p[0] - v->origin[0], p[1] - v->origin[1], p[2] - v->origin[2]};
	whole r2 = square(v->sizes[0]), numerator, denominator, axis2 = dot(v->axes[0], v->axes[0]);
	whole foot = dot(w, v->axes[0]), product = 1, sum = 0;
	switch (v->kind)
	{
	case BOUND_SPHERE:
		return dot(w, w) <= r2;
	case BOUND_CAPSULE:
	case BOUND_RSS:
		rectangle_distance(v, v->kind == BOUND_RSS ? 2 : 1, w, &numerator, &denominator);
		return numerator <= r2 * denominator;
	case BOUND_CYLINDER:
	case BOUND_CONE:
		if (axis2 == 0)
			return dot(w, w) <= r2;
		if (foot < 0 || foot > axis2)
			return false;
		// |w|^2 - foot^2 / axis2, compared with r^2 or with r^2 (foot / axis2)^2
		if (v->kind == BOUND_CYLINDER)
			return dot(w, w) * axis2 - square(foot) <= r2 * axis2;
		return (dot(w, w) * axis2 - square(foot)) * axis2 <= r2 * square(foot);
	case BOUND_OBB:
		for (int i = 0; i < 3; ++i)
			if (square(dot(w, v->axes[i])) > square(v->sizes[i] * dot(v->axes[i], v->axes[i])))
				return false;
		return true;
	default:
		for (int i = 0; i < 3; ++i)
		{
			if (v->sizes[i] == 0 && dot(w, v->axes[i]) != 0)
				return false;
			product *= v->sizes[i] ? square(v->sizes[i] * dot(v->axes[i], v->axes[i])) : 1;
		}
		for (int i = 0; i < 3; ++i)
			if (v->sizes[i])
				sum += square(dot(w, v->axes[i])) * (product / square(v->sizes[i] * dot(v->axes[i], v->axes[i])));
		return sum <= product;
	}
}

static kiln_vec3 scaled(const int v[3], double scale)
{
	return (kiln_vec3){(float)(v[0] * scale), (float)(v[1] * scale), (float)(v[2] * scale)};
}

static bound_volume volume_of_lattice(const lattice_volume *v, double scale)
{
	bound_volume out = {.kind = v->kind};
	kiln_vec3 origin = scaled(v->origin, scale);
	const int end[3] = {v->origin[0] + v->axes[0][0], v->origin[1] + v->axes[0][1], v->origin[2] + v->axes[0][2]};
	float sizes[3];
	for (int i = 0; i < 3; ++i)
		sizes[i] = (float)(v->sizes[i] * scale);
	switch (v->kind)
	{
	case BOUND_SPHERE:
		out.sphere.center = origin;
		break;
	case BOUND_CAPSULE:
		out.capsule = (kiln_capsule){origin, scaled(end, scale), 0};
		break;
	case BOUND_CYLINDER:
		out.cylinder = (kiln_cylinder){origin, scaled(end, scale), 0};
		break;
	case BOUND_CONE:
		out.cone = (kiln_cone){origin, scaled(end, scale), 0};
		break;
	case BOUND_RSS:
		out.rss = (kiln_rss){origin, {scaled(v->axes[0], scale), scaled(v->axes[1], scale)}, 0};
		break;
	case BOUND_OBB:
		out.obb.center = origin;
		for (int i = 0; i < 3; ++i)
			out.obb.axes[i] = scaled(v->axes[i], 1);
		break;
	default:
		out.ellipsoid.center = origin;
		for (int i = 0; i < 3; ++i)
			out.ellipsoid.axes[i] = scaled(v->axes[i], 1);
		break;
	}
	bound_set_sizes(&out, sizes);
	return out;
}

/// Many of these points lie exactly on a surface or exactly beside the border of a region.
static void membership_agrees_with_whole_numbers_at_every_scale(void **state)
{
	(void)state;
	static const bound_kind kinds[7] = {
		BOUND_SPHERE, BOUND_OBB, BOUND_CAPSULE, BOUND_RSS, BOUND_CYLINDER, BOUND_CONE, BOUND_ELLIPSOID};
	static const double scales[4] = {1, 0x1p-140, 0x1p35, 0x1p120};
	uint64_t random = 3;
	for (int trial = 0; trial < 3000; ++trial)
	{
		lattice_volume v = random_lattice_volume(kinds[trial % 7], &random);
		double scale = scales[trial / 7 % 4];
		bound_volume volume = volume_of_lattice(&v, scale);
		for (int i = 0; i < 40; ++i)
		{
			int p[3] = {small(&random, 6), small(&random, 6), small(&random, 6)};
			kiln_vec3 q = scaled(p, scale);
			const float point[1][3] = {{q.x, q.y, q.z}};
			assert_int_equal(bound_prove(&volume, point, 1, NULL), lattice_inside(&v, p));
		}
	}
}

/// Scales over the whole range of float32: an error of one ulp is detected beside numbers of any size.
static void one_ulp_is_seen_beside_numbers_of_any_size(void **state)
{
	(void)state;
	// The corner of a box far away, with sides along the axes: |1 - 2^30| <= 2^30 - 1 as float32 rounds it.
	bound_volume box = {
		.kind = BOUND_OBB, .obb = {{0x1p30f, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0x1p30f, 0x1p-149f, 0}}};
	const float touching[1][3] = {{0, 0x1p-149f, 0}}, outside[1][3] = {{-0x1p-149f, 0, 0}};
	assert_true(bound_prove(&box, touching, 1, NULL));
	assert_false(bound_prove(&box, outside, 1, NULL));
	bound_volume sphere = {.kind = BOUND_SPHERE, .sphere = {{0x1p40f, 0, 0}, 0x1p40f}};
	const float origin[1][3] = {{0, 0, 0}}, beside[1][3] = {{0, 0x1p-149f, 0}};
	assert_true(bound_prove(&sphere, origin, 1, NULL));
	assert_false(bound_prove(&sphere, beside, 1, NULL));
	bound_volume ellipsoid = {.kind = BOUND_ELLIPSOID,
		.ellipsoid = {{0x1p40f, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0x1p40f, 0x1p-149f, FLT_MAX}}};
	assert_true(bound_prove(&ellipsoid, origin, 1, NULL));
	assert_false(bound_prove(&ellipsoid, beside, 1, NULL));
	bound_volume cone = {.kind = BOUND_CONE, .cone = {{0, 0, 0}, {0x1p40f, 0, 0}, 0x1p40f}};
	const float side[1][3] = {{0x1p-149f, -0x1p-149f, 0}}, off[1][3] = {{0x1p-149f, 0x1p-148f, 0}};
	assert_true(bound_prove(&cone, side, 1, NULL));
	assert_false(bound_prove(&cone, off, 1, NULL));
}

static void slab_sides_agree_with_exact_sums_of_any_exponents(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (int trial = 0; trial < 20000; ++trial)
	{
		float p[3] = {any_float(&random), any_float(&random), any_float(&random)};
		int axis = (int)(random_bits(&random) >> 40) % KILN_KDOP_AXES;
		double near_limit = 0;
		for (int k = 0; k < 3; ++k)
			near_limit += bound_kdop_axes[axis][k] * (double)p[k];
		float limit = near_limit > (double)FLT_MAX || near_limit < -(double)FLT_MAX ? p[0] : (float)near_limit;
		wide sum = wide_from_float(0);
		for (int k = 0; k < 3; ++k)
		{
			wide x = wide_from_float(p[k]), next = sum;
			if (bound_kdop_axes[axis][k])
				next = bound_kdop_axes[axis][k] > 0 ? wide_add(&sum, &x) : wide_sub(&sum, &x);
			sum = next;
		}
		wide at = wide_from_float(limit), above = wide_sub(&sum, &at);
		assert_int_equal(bound_slab_side(axis, p, limit), above.sign);
	}
}

/// Sums beyond the limit that double rounds onto the limit.
static void slabs_see_what_a_double_cannot_hold(void **state)
{
	(void)state;
	const float beyond[1][3] = {{0x1p30f, 0x1p-40f, 0}}, below[1][3] = {{-0x1p30f, 0, -0x1p-40f}};
	bound_volume slabs = {.kind = BOUND_KDOP, .k = 8};
	for (int i = 0; i < KILN_KDOP_AXES; ++i)
	{
		slabs.kdop.min[i] = -0x1p30f;
		slabs.kdop.max[i] = 0x1p30f;
	}
	assert_false(bound_prove(&slabs, beyond, 1, NULL));
	assert_false(bound_prove(&slabs, below, 1, NULL));
	for (int i = 0; i < 2; ++i)
	{
		const bound_input input = {i ? below : beyond, 1, NULL};
		assert_true(bound_enclose(&input, &slabs));
		assert_true(bound_prove(&slabs, input.points, 1, NULL));
		for (int axis = 3; axis < 7; ++axis)
			assert_true(slabs.kdop.max[axis] - slabs.kdop.min[axis] >= 0x1p-149f);
	}
	// Two points whose distances double cannot distinguish.
	const float pair[2][3] = {{0x1p30f, 0, 0}, {0x1p30f, 0x1p-40f, 0}};
	const bound_input both = {pair, 2, NULL};
	assert_true(bound_enclose(&both, &slabs) && bound_prove(&slabs, pair, 2, NULL));
	assert_true(slabs.kdop.max[3] > 0x1p30f);
}

static void what_is_not_finite_or_negative_proves_nothing(void **state)
{
	(void)state;
	const float origin[1][3] = {{0, 0, 0}};
	for (int kind = 0; kind < BOUND_KIND_COUNT; ++kind)
	{
		bound_volume volume = {.kind = (bound_kind)kind, .k = kind == BOUND_KDOP ? 26 : 0};
		if (kind == BOUND_OBB || kind == BOUND_ELLIPSOID)
			for (int i = 0; i < 3; ++i)
				(kind == BOUND_OBB ? volume.obb.axes : volume.ellipsoid.axes)[i] = (kiln_vec3){i == 0, i == 1, i == 2};
		assert_true(bound_prove(&volume, origin, 1, NULL));
		bound_frame frame = bound_frame_of(&volume);
		for (int i = 0; i < frame.size_count; ++i)
			for (int bad = 0; bad < 3; ++bad)
			{
				bound_volume damaged = volume;
				float sizes[3] = {frame.sizes[0], frame.sizes[1], frame.sizes[2]};
				sizes[i] = bad == 0 ? (float)NAN : bad == 1 ? HUGE_VALF : -1.0f;
				bound_set_sizes(&damaged, sizes);
				assert_false(bound_prove(&damaged, origin, 1, NULL));
			}
	}
	bound_volume endless = {.kind = BOUND_AABB, .aabb = {{-1, -1, -1}, {1, HUGE_VALF, 1}}};
	assert_false(bound_prove(&endless, origin, 1, NULL));
	bound_volume slabs = {.kind = BOUND_KDOP, .k = 14};
	slabs.kdop.min[4] = -HUGE_VALF;
	assert_false(bound_prove(&slabs, origin, 1, NULL));
	bound_volume unknown = {.kind = BOUND_KDOP, .k = 10}, none = {.kind = BOUND_KIND_COUNT};
	assert_false(bound_prove(&unknown, origin, 1, NULL));
	assert_false(bound_prove(&none, origin, 1, NULL));
	bound_volume hollow = {.kind = BOUND_OBB, .obb = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {1, 1, 1}}};
	assert_false(bound_prove(&hollow, origin, 1, NULL));
}

/// Makes a volume of every kind that contains all points within 1 of the origin.
static bound_volume roomy(bound_kind kind)
{
	bound_volume v = {.kind = kind, .k = kind == BOUND_KDOP ? 26 : 0};
	const kiln_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	const float sizes[3] = {9, 9, 9};
	v.aabb = kind == BOUND_AABB ? (kiln_aabb){{-9, -9, -9}, {9, 9, 9}} : v.aabb;
	for (int i = 0; i < KILN_KDOP_AXES && kind == BOUND_KDOP; ++i)
	{
		v.kdop.min[i] = -9;
		v.kdop.max[i] = 9;
	}
	for (int i = 0; i < 3 && (kind == BOUND_OBB || kind == BOUND_ELLIPSOID); ++i)
		(kind == BOUND_OBB ? v.obb.axes : v.ellipsoid.axes)[i] = axes[i];
	if (kind == BOUND_CYLINDER)
		v.cylinder = (kiln_cylinder){{0, -9, 0}, {0, 9, 0}, 0};
	if (kind == BOUND_CONE)
		v.cone = (kiln_cone){{0, -9, 0}, {0, 9, 0}, 0};
	if (kind != BOUND_AABB && kind != BOUND_KDOP)
		bound_set_sizes(&v, sizes);
	return v;
}

/// The proof judges blocks of points by their boxes. It must still find a single bad point in a block, and report the
/// first one.
static void the_first_point_outside_is_named_wherever_it_stands(void **state)
{
	(void)state;
	enum
	{
		count = 300
	};
	float points[count][3];
	static const float bad[4] = {NAN, INFINITY, -INFINITY, 100};
	static const uint32_t places[6] = {0, 63, 64, 130, 255, 299};
	for (int kind = 0; kind < BOUND_KIND_COUNT; ++kind)
		for (int i = 0; i < 6; ++i)
			for (int k = 0; k < 12; ++k)
			{
				make_cloud(CLOUD_CUBE, 5, count, points);
				bound_volume volume = roomy((bound_kind)kind);
				uint32_t where = 1234;
				assert_true(bound_prove(&volume, (const float(*)[3])points, count, &where));
				assert_int_equal(where, 1234);
				points[places[i]][k % 3] = bad[k / 3];
				points[count - 1][0] = k % 2 ? 100 : points[count - 1][0];
				assert_false(bound_prove(&volume, (const float(*)[3])points, count, &where));
				assert_int_equal(where, places[i]);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wide_numbers_keep_the_laws_of_arithmetic_at_every_exponent),
		cmocka_unit_test(wide_numbers_hold_products_of_twelve),
		cmocka_unit_test(errors_of_approximate_numbers_cover_the_exact_ones),
		cmocka_unit_test(membership_agrees_with_whole_numbers_at_every_scale),
		cmocka_unit_test(one_ulp_is_seen_beside_numbers_of_any_size),
		cmocka_unit_test(slab_sides_agree_with_exact_sums_of_any_exponents),
		cmocka_unit_test(slabs_see_what_a_double_cannot_hold),
		cmocka_unit_test(what_is_not_finite_or_negative_proves_nothing),
		cmocka_unit_test(the_first_point_outside_is_named_wherever_it_stands),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
