// SPDX-License-Identifier: MIT
#include "open_case.h"

#include "cook/place.h"
#include "open/proof_nodes.h"

#include <float.h>
#include <math.h>

/// The matrices of nodes: what the proof refuses, and that it accepts everything that the cooker writes.

static fixture_blob small;

static int set_up(void **state)
{
	(void)state;
	return fixture_blob_small(&small) ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	fixture_blob_free(&small);
	return 0;
}

static int begin(void **state)
{
	return case_begin(state, &small);
}

static double between(uint64_t *random, double low, double high)
{
	return low + (high - low) * (double)fixture_random_unit(random);
}

/// A random rotation into the first three columns.
static void turn(uint64_t *random, double m[9])
{
	double q[4], length2 = 0;
	for (int i = 0; i < 4; ++i)
	{
		q[i] = between(random, -1, 1);
		length2 += q[i] * q[i];
	}
	double s = length2 > 0 ? 2 / length2 : 0, x = q[0], y = q[1], z = q[2], w = q[3];
	const double made[9] = {1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w), s * (x * y + z * w),
		1 - s * (x * x + z * z), s * (y * z - x * w), s * (x * z - y * w), s * (y * z + x * w),
		1 - s * (x * x + y * y)};
	memcpy(m, made, sizeof made);
}

/// Makes two rotations with a scale between them whose extremes differ by a factor of up to 10^decades, and a
/// translation that may be large. Kinds in turn: random, a plane's or a line's scale nearly 0, exact diagonals, shears.
static void make_matrix(uint64_t *random, uint32_t kind, double decades, double m[12])
{
	double a[9], b[9], scale[3], size = pow(10, between(random, -15, 15)), thin = pow(10, -between(random, 0, decades));
	turn(random, a);
	turn(random, b);
	for (int i = 0; i < 3; ++i)
		scale[i] = pow(10, -between(random, 0, decades)) * (fixture_random(random) % 2 ? 1 : -1);
	if (kind % 5 == 1 || kind % 5 == 2)
		for (int i = 0; i < 3; ++i)
			scale[i] = (kind % 5 == 1) == (i == 0) ? thin : 1;
	if (kind % 5 == 3)
		for (int i = 0; i < 9; ++i)
			a[i] = b[i] = i % 4 == 0 ? 1 : 0;
	double far = pow(10, between(random, -15, 15));
	for (int i = 0; i < 12; ++i)
	{
		m[i] = i % 4 == 3 ? between(random, -far, far) : 0;
		for (int k = 0; i % 4 != 3 && k < 3; ++k)
			m[i] += size * a[i / 4 * 3 + k] * scale[k] * b[k * 3 + i % 4];
	}
	if (kind % 5 == 4)
	{
		const double shear[12] = {
			size, size * between(random, -1, 1) / thin, size, m[3], 0, size, size, m[7], 0, 0, size, m[11]};
		memcpy(m, shear, sizeof shear);
	}
}

/// Condition number in the Frobenius norm of a matrix of floats, by cofactors in long double.
static double condition_of(const float m[12])
{
	long double norm = 0, inverse = 0, determinant = 0;
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
		{
			const float *r1 = m + 4 * ((i + 1) % 3), *r2 = m + 4 * ((i + 2) % 3);
			int c1 = (j + 1) % 3, c2 = (j + 2) % 3;
			long double c = (long double)r1[c1] * (long double)r2[c2] - (long double)r1[c2] * (long double)r2[c1];
			long double entry = (long double)m[4 * i + j];
			norm += entry * entry;
			inverse += c * c;
			determinant += i == 0 ? entry * c : 0;
		}
	return (double)(sqrtl(norm) * sqrtl(inverse) / fabsl(determinant));
}

/// Returns how far M T is from the identity, as a share of the sum of the absolute terms: the maximum over its twelve
/// numbers.
static double error_of(const kiln_format_node *node)
{
	double worst = 0;
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 4; ++j)
		{
			long double sum = (j == 3 ? (long double)node->to_mesh[4 * i + 3] : 0) - (i == j),
						size = fabsl(sum + (i == j));
			for (int k = 0; k < 3; ++k)
			{
				long double term = (long double)node->to_mesh[4 * i + k] * (long double)node->to_asset[4 * k + j];
				sum += term;
				size += fabsl(term);
			}
			double error = size > 0 ? (double)(fabsl(sum) / size) : 0;
			worst = error > worst ? error : worst;
		}
	return worst;
}

static void the_cooker_places_every_transform_up_to_its_condition_and_open_accepts_it(void **state)
{
	(void)state;
	uint64_t random = 15;
	uint32_t placed = 0, baked = 0;
	double worst = 0;
	for (uint32_t i = 0; i < 200000; ++i)
	{
		double m[12];
		make_matrix(&random, i, i % 3 ? 3.5 : 8, m);
		kiln_format_node node = {0};
		cook_place place = cook_place_node(m, &node);
		float rounded[12];
		float largest = 0;
		for (int k = 0; k < 12; ++k)
		{
			rounded[k] = (float)m[k];
			largest = k % 4 != 3 && fabsf(rounded[k]) > largest ? fabsf(rounded[k]) : largest;
		}
		double condition = condition_of(rounded);
		if (!(largest >= 0x1p-60f && largest <= 0x1p60f))
			assert_int_equal(place, COOK_PLACE_BAKE);
		else if (condition < 0.999e6)
			assert_int_equal(place, COOK_PLACE_INSTANCE);
		if (condition > 1.001e6)
			assert_int_equal(place, COOK_PLACE_BAKE);
		if (place != COOK_PLACE_INSTANCE)
		{
			++baked;
			continue;
		}
		++placed;
		assert_int_equal(kilni_node_matrices(&node), KILN_RULE_COUNT);
		double error = error_of(&node);
		worst = error > worst ? error : worst;
	}
	// As derived in FORMAT.md: 1.01 roundings; the proof allows two.
	assert_true(worst <= 1.01 * 0x1p-24);
	assert_true(worst > 0.9 * 0x1p-24);
	assert_true(placed > 100000 && baked > 20000);
}

static kiln_format_node *node_at(const open_case *c, uint32_t i)
{
	return (kiln_format_node *)case_section(c, KILN_SECTION_NODES) + i;
}

static void open_refuses_an_inverse_that_is_none(void **state)
{
	open_case *c = *state;
	for (uint32_t i = 0; i < 4; ++i)
	{
		kiln_format_node *node = node_at(c, i);
		if (node->flags & KILN_NODE_IDENTITY)
			continue;
		for (int k = 0; k < 12; ++k)
		{
			float *entry = &node->to_mesh[k];
			ASSERT_REFUSES(c, *entry, *entry + 1, KILN_E_NUMBER, node->to_mesh);
			if (*entry < 0 || *entry > 0)
				ASSERT_REFUSES(c, *entry, *entry * (1 + 0x1p-19f), KILN_E_NUMBER, node->to_mesh);
		}
	}
	kiln_format_node *node = node_at(c, 1);
	memset(node->to_mesh, 0, sizeof node->to_mesh);
	assert_refused_at(c, KILN_E_NUMBER, node->to_mesh);
}

static void open_refuses_nearly_singular_matrices_with_any_inverse(void **state)
{
	open_case *c = *state;
	kiln_format_node *node = node_at(c, 1);
	uint64_t random = 3;
	uint32_t refused = 0;
	for (uint32_t i = 0; i < 20000; ++i)
	{
		double m[12];
		make_matrix(&random, i, 12, m);
		for (int k = 0; k < 12; ++k)
			node->to_asset[k] = (float)m[k];
		if (!(condition_of(node->to_asset) > 1.25 * 0x1p20))
			continue;
		// Computes a cofactor divided by the determinant, each rounded to float32 if possible.
		long double determinant = 0, inverse[12];
		for (int row = 0; row < 3; ++row)
			for (int column = 0; column < 3; ++column)
			{
				const float *r1 = node->to_asset + 4 * ((column + 1) % 3),
							*r2 = node->to_asset + 4 * ((column + 2) % 3);
				int c1 = (row + 1) % 3, c2 = (row + 2) % 3;
				inverse[4 * row + column] =
					(long double)r1[c1] * (long double)r2[c2] - (long double)r1[c2] * (long double)r2[c1];
				determinant += column == 0 ? inverse[4 * row] * (long double)node->to_asset[row] : 0;
			}
		bool finite = true;
		for (int row = 0; row < 3; ++row)
		{
			inverse[4 * row + 3] = 0;
			for (int column = 0; column < 3; ++column)
			{
				inverse[4 * row + column] /= determinant;
				inverse[4 * row + 3] -= inverse[4 * row + column] * (long double)node->to_asset[4 * column + 3];
			}
			for (int column = 0; column < 4; ++column)
			{
				node->to_mesh[4 * row + column] = (float)inverse[4 * row + column];
				finite = finite && isfinite(node->to_mesh[4 * row + column]);
			}
		}
		node->flags = determinant < 0 ? KILN_NODE_MIRRORED : 0;
		if (!finite)
			continue;
		++refused;
		assert_int_not_equal(kilni_node_matrices(node), KILN_RULE_COUNT);
		kiln_asset asset;
		assert_int_equal(kiln_open(&asset, c->data, c->size, NULL).status, KILN_E_NUMBER);
	}
	assert_true(refused > 5000);
}

static void open_refuses_scales_and_translations_out_of_range(void **state)
{
	open_case *c = *state;
	kiln_format_node *node = node_at(c, 1);
	const float scales[] = {0x1p-60f, 0x1p60f, 0x1.fffffep-61f, 0x1.000002p60f, 1e38f, FLT_MIN, FLT_TRUE_MIN, 0};
	for (size_t i = 0; i < sizeof scales / sizeof scales[0]; ++i)
	{
		memset(node->to_asset, 0, sizeof node->to_asset);
		memset(node->to_mesh, 0, sizeof node->to_mesh);
		for (int k = 0; k < 3; ++k)
		{
			node->to_asset[5 * k] = scales[i];
			node->to_mesh[5 * k] = i < 5 ? 1 / scales[i] : 0;
		}
		node->flags = 0;
		if (i < 2)
			assert_opens(c);
		else
			assert_refused_at(c, KILN_E_NUMBER, node->to_asset);
	}
	for (int k = 0; k < 3; ++k)
		node->to_asset[5 * k] = node->to_mesh[5 * k] = 1;
	for (int k = 0; k < 3; ++k)
	{
		node->to_asset[4 * k + 3] = 0x1p63f;
		node->to_mesh[4 * k + 3] = -0x1p63f;
		assert_opens(c);
		ASSERT_REFUSES(c, node->to_asset[4 * k + 3], 0x1.000002p63f, KILN_E_NUMBER, node->to_asset);
		ASSERT_REFUSES(c, node->to_mesh[4 * k + 3], 0x1.000002p126f, KILN_E_NUMBER, node->to_mesh);
	}
}

static void open_refuses_flags_that_contradict_the_matrices(void **state)
{
	open_case *c = *state;
	for (uint32_t i = 0; i < 4; ++i)
	{
		kiln_format_node *node = node_at(c, i);
		ASSERT_REFUSES(c, node->flags, node->flags ^ KILN_NODE_MIRRORED, KILN_E_VALUE, &node->flags);
		if (!(node->flags & KILN_NODE_IDENTITY))
			continue;
		for (int k = 0; k < 12; ++k)
			if (node->to_asset[k] < 0.5f)
			{
				ASSERT_REFUSES(c, node->to_asset[k], -0.0f, KILN_E_VALUE, &node->flags);
				ASSERT_REFUSES(c, node->to_mesh[k], -0.0f, KILN_E_VALUE, &node->flags);
			}
	}
}

/// The sign is exact: a matrix and its mirror image, nearly singular, are distinguished.
static void the_mirrored_flag_is_proved_up_to_the_worst_condition(void **state)
{
	(void)state;
	uint64_t random = 8;
	for (uint32_t i = 0; i < 20000; ++i)
	{
		double m[12];
		make_matrix(&random, i, 6, m);
		kiln_format_node node = {0}, image = {0};
		if (cook_place_node(m, &node) != COOK_PLACE_INSTANCE)
			continue;
		for (int k = 0; k < 12; ++k)
			m[k] = (k < 4 ? -1 : 1) * (double)node.to_asset[k];
		assert_int_equal(cook_place_node(m, &image), COOK_PLACE_INSTANCE);
		assert_int_equal(node.flags ^ image.flags, KILN_NODE_MIRRORED);
	}
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, case_end)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_cooker_places_every_transform_up_to_its_condition_and_open_accepts_it),
		CASE(open_refuses_an_inverse_that_is_none),
		CASE(open_refuses_nearly_singular_matrices_with_any_inverse),
		CASE(open_refuses_scales_and_translations_out_of_range),
		CASE(open_refuses_flags_that_contradict_the_matrices),
		cmocka_unit_test(the_mirrored_flag_is_proved_up_to_the_worst_condition),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
