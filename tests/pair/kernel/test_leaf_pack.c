// SPDX-License-Identifier: MIT
#include "leaf_kernels.h"
#include "pair/kernel/affine.h"
#include "primitive/triangle/pair.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/// Compares float32's proofs about the triangles of two leaves with exact results: no touching pair is proved separate,
/// no bound exceeds a distance, and every instruction set gives the same result.

/// A leaf record in memory, with room for wide loads after it.
typedef struct leaf_record
{
	uint16_t corners[16];
	float vertices[3 * KILN_LEAF_VERTICES_MAX + 16];
	kiln_leaf leaf;
} leaf_record;

static uint64_t next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state * 0x2545f4914f6cdd1dull >> 16;
}

/// In [-1, 1].
static double unit(uint64_t *state)
{
	return (double)(next(state) & 0xffffffffull) * 0x1p-31 - 1;
}

/// Makes up to eight triangles that share vertices, about a point; some are needles, segments and points.
static void random_leaf(uint64_t *state, kiln_d3 about, double size, bool lattice, leaf_record *record)
{
	memset(record, 0, sizeof *record);
	kiln_leaf *leaf = &record->leaf;
	leaf->triangle_count = 1 + (uint32_t)(next(state) % 8);
	leaf->vertex_count = 3 + (uint32_t)(next(state) % 14);
	double flat = next(state) % 4 ? 1 : ldexp(1, -(int)(next(state) % 20));
	const double middle[3] = {about.x, about.y, about.z};
	for (uint32_t k = 0; k < 3; ++k)
		for (uint32_t i = 0; i < leaf->vertex_count; ++i)
		{
			double offset = lattice ? floor(4 * unit(state)) / 4 : unit(state);
			record->vertices[k * leaf->vertex_count + i] = (float)(middle[k] + size * (k == 1 ? flat : 1) * offset);
		}
	// The bytes after the last number must not matter.
	for (uint32_t i = 3 * leaf->vertex_count; i < sizeof record->vertices / sizeof *record->vertices; ++i)
		record->vertices[i] = i % 2 ? NAN : -INFINITY;
	for (uint32_t i = 0; i < leaf->triangle_count; ++i)
		for (uint32_t k = 0; k < 3; ++k)
			record->corners[i] |= (uint16_t)(next(state) % leaf->vertex_count << (4 * k));
	leaf->corners = record->corners;
	leaf->x = record->vertices;
	leaf->y = leaf->x + leaf->vertex_count;
	leaf->z = leaf->y + leaf->vertex_count;
}

static void corners_of(const kiln_leaf *leaf, uint32_t i, const kiln_affine *map, kiln_d3 corner[3])
{
	kiln_vec3 corners[3];
	kiln_leaf_triangle(leaf, i, corners);
	for (int k = 0; k < 3; ++k)
		corner[k] = kiln_affine_point(map, kiln_d3_from(corners[k]));
}

/// The result must have the same bits for every instruction set.
static void compare_everywhere(const leaf_pair *pair, leaf_answer *answer)
{
	const leaf_kernels *all[3];
	uint32_t count = leaf_kernels_all(all);
	all[0]->compare(pair, answer);
	for (uint32_t i = 1; i < count; ++i)
	{
		leaf_answer other;
		all[i]->compare(pair, &other);
		assert_memory_equal(answer, &other, sizeof other);
	}
}

/// Counts of pairs, and what was proved of them.
typedef struct tally
{
	uint64_t pairs, touching, kept;
	double distance, lower; ///< sums over separate pairs
	double along;			///< the same by one direction for the leaf
} tally;

/// Finds the direction between the nearest points of the first two triangles; zero where they touch.
static void find_way(leaf_pair *pair, const kiln_affine *a_to_b)
{
	const kiln_affine rest = kiln_affine_identity();
	kiln_d3 a[3], b[3], on_a, on_b;
	corners_of(&pair->one, 0, a_to_b, a);
	corners_of(&pair->many, 0, &rest, b);
	double length = sqrt(kilni_triangles_distance2(a, b, &on_a, &on_b));
	kiln_d3 way = kiln_d3_scale(kiln_d3_sub(on_b, on_a), length > 0 ? 1 / length : 0);
	pair->way[0] = (float)way.x;
	pair->way[1] = (float)way.y;
	pair->way[2] = (float)way.z;
}

static void check_pair(const leaf_pair *given, const kiln_affine *a_to_b, const kiln_affine *b_to_a, tally *sum)
{
	const kiln_affine rest = kiln_affine_identity();
	leaf_pair aimed = *given;
	const leaf_pair *pair = &aimed;
	leaf_answer answer;
	find_way(&aimed, a_to_b);
	compare_everywhere(pair, &answer);
	for (uint32_t i = 0; i < pair->one.triangle_count; ++i)
		for (uint32_t j = 0; j < pair->many.triangle_count; ++j)
		{
			kiln_d3 a[3], b[3], moved_a[3], moved_b[3];
			uint32_t row = pair->swapped ? j : i, lane = pair->swapped ? i : j;
			corners_of(&pair->one, i, &rest, a);
			corners_of(&pair->many, j, &rest, b);
			corners_of(&pair->one, i, a_to_b, moved_a);
			corners_of(&pair->many, j, b_to_a, moved_b);
			bool kept = answer.touch[row] >> lane & 1, near = answer.near[row] >> lane & 1;
			bool touching = kilni_triangles_touch(a, moved_b);
			double distance = sqrt(kilni_triangles_distance2(moved_a, b, NULL, NULL));
			double lower = (double)answer.lower[row][lane];
			assert_true(kept || !touching);
			assert_true(lower >= 0 && lower <= distance * (1 + 0x1p-40));
			double along = (double)answer.along[row][lane];
			assert_true(along >= 0 && along <= distance * (1 + 0x1p-40));
			assert_true(near || !(distance <= (double)pair->limit));
			assert_true(near == !(lower > (double)pair->limit));
			++sum->pairs;
			sum->touching += touching;
			sum->kept += kept;
			sum->distance += distance;
			sum->lower += lower;
			sum->along += along;
		}
	uint32_t rows = pair->swapped ? pair->many.triangle_count : pair->one.triangle_count;
	uint32_t lanes = pair->swapped ? pair->one.triangle_count : pair->many.triangle_count;
	for (uint32_t i = 0; i < rows; ++i)
		assert_int_equal((answer.touch[i] | answer.near[i]) >> lanes, 0);
}

static kiln_d3 random_point(uint64_t *state, double size)
{
	double x = size * unit(state), y = size * unit(state);
	return (kiln_d3){x, y, size * unit(state)};
}

static void leaves_in_place_are_never_proved_apart_wrongly(void **state)
{
	(void)state;
	uint64_t random = 0x9e3779b97f4a7c15ull;
	tally all = {0};
	const kiln_affine rest = kiln_affine_identity();
	for (int n = 0; n < 4000; ++n)
	{
		static const double sizes[] = {1, 1, 1, 1e-20, 1e11, 3e-5, 1e-38, 700};
		double size = sizes[next(&random) % 8];
		kiln_d3 middle = random_point(&random, n % 2 ? 0 : 1000 * size);
		leaf_record one, many;
		random_leaf(&random, middle, size, n % 3 == 0, &one);
		random_leaf(&random, kiln_d3_add(middle, random_point(&random, 1.5 * size)), size, n % 3 == 0, &many);
		leaf_pair pair = {.one = one.leaf, .many = many.leaf, .limit = (float)(size * fabs(unit(&random)))};
		pair.swapped = n % 5 == 0;
		for (int k = 0; k < 3; ++k)
		{
			double numbers[3] = {middle.x, middle.y, middle.z};
			pair.one_middle[k] = pair.many_middle[k] = n % 7 ? (float)numbers[k] : 0;
		}
		check_pair(&pair, &rest, &rest, &all);
	}
	assert_in_range(all.touching, all.pairs / 100, all.pairs / 2);
}

/// A rotation, or any affine map.
static kiln_affine random_map(uint64_t *state, bool rotation)
{
	kiln_affine map;
	double x = unit(state), y = unit(state), z = unit(state), w = unit(state);
	double over = 2 / (x * x + y * y + z * z + w * w);
	map.column[0] = (kiln_d3){1 - over * (y * y + z * z), over * (x * y + z * w), over * (x * z - y * w)};
	map.column[1] = (kiln_d3){over * (x * y - z * w), 1 - over * (x * x + z * z), over * (y * z + x * w)};
	map.column[2] = (kiln_d3){over * (x * z + y * w), over * (y * z - x * w), 1 - over * (x * x + y * y)};
	double scale = ldexp(1 + fabs(unit(state)), (int)(next(state) % 12) - 6);
	for (int k = 0; k < 3; ++k)
	{
		double stretch = rotation ? 1 : 0.2 + fabs(unit(state));
		map.column[k] = kiln_d3_scale(map.column[k], next(state) % 8 && !rotation ? -scale * stretch : scale * stretch);
	}
	map.origin = random_point(state, 100 * scale);
	return map;
}

static void tree_of(const kiln_leaf *leaf, double around, kiln_pair_tree *tree)
{
	float min[3], max[3];
	*tree = (kiln_pair_tree){0};
	for (uint32_t k = 0; k < 3; ++k)
	{
		const float *number = leaf->x + k * leaf->vertex_count;
		min[k] = max[k] = number[0];
		for (uint32_t i = 1; i < leaf->vertex_count; ++i)
		{
			min[k] = fminf(min[k], number[i]);
			max[k] = fmaxf(max[k], number[i]);
		}
		min[k] -= (float)around;
		max[k] += (float)(around * 0.5);
	}
	kilni_pair_tree_box(tree, min, max);
}

static void moved_leaves_are_never_proved_apart_wrongly(void **state)
{
	(void)state;
	uint64_t random = 0xda3e39cb94b95bdbull;
	tally all = {0};
	for (int n = 0; n < 4000; ++n)
	{
		leaf_record one, many;
		kiln_pair_tree trees[2];
		kiln_pair_link links[2];
		kiln_affine a_to_b = random_map(&random, n % 2), b_to_a = kiln_affine_inverse(&a_to_b);
		double size = n % 3 ? 1 : 1e-4, around = n % 5 ? 0 : 30 * size;
		kiln_d3 place = random_point(&random, 50);
		random_leaf(&random, place, size, false, &one);
		double scale = sqrt(kiln_d3_length2(a_to_b.column[0]));
		kiln_d3 target = kiln_d3_add(kiln_affine_point(&a_to_b, place), random_point(&random, scale * size));
		random_leaf(&random, target, scale * size, false, &many);
		tree_of(&one.leaf, around, &trees[0]);
		tree_of(&many.leaf, scale * around, &trees[1]);
		kilni_pair_link_make(links, &trees[0], &trees[1], &a_to_b, &b_to_a, 1);
		leaf_pair pair = {.one = one.leaf, .many = many.leaf, .link = &links[0], .slack = links[0].slack};
		pair.limit = (float)(scale * size * fabs(unit(&random)));
		pair.swapped = n % 7 == 0;
		memcpy(pair.one_middle, trees[0].middle, sizeof pair.one_middle);
		memcpy(pair.many_middle, trees[1].middle, sizeof pair.many_middle);
		check_pair(&pair, &a_to_b, &b_to_a, &all);
	}
	assert_in_range(all.touching, all.pairs / 100, all.pairs / 2);
}

/// Culling that keeps everything would pass the tests above.
static void most_of_what_is_apart_is_proved_so(void **state)
{
	(void)state;
	uint64_t random = 0x5851f42d4c957f2dull;
	tally all = {0};
	const kiln_affine rest = kiln_affine_identity();
	for (int n = 0; n < 2000; ++n)
	{
		leaf_record one, many;
		random_leaf(&random, (kiln_d3){0, 0, 0}, 1, false, &one);
		random_leaf(&random, random_point(&random, 1.5), 1, false, &many);
		leaf_pair pair = {.one = one.leaf, .many = many.leaf, .limit = 100};
		check_pair(&pair, &rest, &rest, &all);
	}
	uint64_t apart = all.pairs - all.touching, doubtful = all.kept - all.touching;
	assert_true(doubtful * 5 < apart);
	assert_true(all.lower > 0.99 * all.distance);
	assert_true(all.along > 0.5 * all.distance);
}

static void shared_corners_and_edges_are_kept_without_slack(void **state)
{
	(void)state;
	uint64_t random = 0x14057b7ef767814full;
	const kiln_affine rest = kiln_affine_identity();
	for (int n = 0; n < 2000; ++n)
	{
		leaf_record one;
		tally all = {0};
		random_leaf(&random, random_point(&random, n % 2 ? 0 : 1e4), 1, false, &one);
		leaf_pair pair = {.one = one.leaf, .many = one.leaf, .limit = 0};
		check_pair(&pair, &rest, &rest, &all);
		assert_true(all.touching >= one.leaf.triangle_count);
	}
}

static void numbers_out_of_range_prove_nothing(void **state)
{
	(void)state;
	uint64_t random = 0xd1342543de82ef95ull;
	static const float bad[] = {NAN, INFINITY, -INFINITY, 3e38f};
	for (int n = 0; n < 4000; ++n)
	{
		leaf_record one, many;
		kiln_pair_link link = {.slack = 0};
		leaf_answer answer;
		random_leaf(&random, (kiln_d3){0, 0, 0}, 1, false, &one);
		random_leaf(&random, (kiln_d3){5, 0, 0}, 1, false, &many);
		for (int k = 0; k < 3; ++k)
			link.column[k][k] = 1;
		uint64_t where = next(&random) % 5;
		float number = bad[next(&random) % (where == 4 ? 2 : 4)];
		if (where < 3)
			link.column[where][next(&random) % 3] = number;
		else if (where == 3)
			link.origin[next(&random) % 3] = number;
		leaf_pair pair = {.one = one.leaf, .many = many.leaf, .link = &link, .limit = 1e-3f, .swapped = n % 2};
		pair.slack = where == 4 ? number : 0;
		compare_everywhere(&pair, &answer);
		// A finite number of this size is a distant place; a triangle may correctly stay proved separate.
		if (number == 3e38f)
			continue;
		const kiln_leaf *rows = pair.swapped ? &pair.many : &pair.one, *lanes = pair.swapped ? &pair.one : &pair.many;
		for (uint32_t i = 0; i < rows->triangle_count; ++i)
		{
			assert_int_equal(answer.touch[i], (1u << lanes->triangle_count) - 1);
			assert_int_equal(answer.near[i], (1u << lanes->triangle_count) - 1);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(leaves_in_place_are_never_proved_apart_wrongly),
		cmocka_unit_test(moved_leaves_are_never_proved_apart_wrongly),
		cmocka_unit_test(most_of_what_is_apart_is_proved_so),
		cmocka_unit_test(shared_corners_and_edges_are_kept_without_slack),
		cmocka_unit_test(numbers_out_of_range_prove_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
