// SPDX-License-Identifier: MIT
#include "pair_checks.h"

#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

const compound_plan pair_plan_mixed = {
	.spheres = 1, .capsules = 1, .boxes = 1, .cylinders = 1, .hulls = 2, .grounds = 2, .copies = 2, .spread = 1.5};

kiln_pose pair_random_pose(uint64_t *random, double spread, float scale)
{
	return (kiln_pose){oracle_rotation(random), oracle_vector(random, spread), scale};
}

// --- Names ------------------------------------------------------------------------------------------------------------

int compare_pairs(const void *a, const void *b)
{
	const kiln_pair *p = a, *q = b;
	const uint32_t one[4] = {p->node_a, p->triangle_a, p->node_b, p->triangle_b};
	const uint32_t other[4] = {q->node_a, q->triangle_a, q->node_b, q->triangle_b};
	for (int i = 0; i < 4; ++i)
		if (one[i] != other[i])
			return one[i] < other[i] ? -1 : 1;
	return 0;
}

kiln_pair pair_named(const oracle_piece *a, const oracle_piece *b)
{
	return (kiln_pair){.node_a = a->node, .node_b = b->node, .triangle_a = a->triangle, .triangle_b = b->triangle};
}

// --- Against brute force ----------------------------------------------------------------------------------------------

/// The answers of brute force for two objects.
typedef struct brute
{
	oracle_pieces a, b;
	double *gaps;	///< for each piece of a and each piece of b
	double least;	///< the smallest gap
	uint32_t count; ///< touching pairs
	double size;	///< size of the coordinates
} brute;

static double gap_of(const brute *all, uint32_t i, uint32_t j)
{
	return all->gaps[(size_t)i * all->b.count + j];
}

static brute brute_of(const kiln_object *a, const kiln_object *b)
{
	brute all = {.a = pair_oracle_of(a), .b = pair_oracle_of(b), .least = HUGE_VAL};
	all.gaps = calloc((size_t)all.a.count * all.b.count, sizeof *all.gaps);
	assert_non_null(all.gaps);
	for (uint32_t i = 0; i < all.a.count; ++i)
		for (uint32_t j = 0; j < all.b.count; ++j)
		{
			double gap = pair_oracle_gap(&all.a.piece[i], &all.b.piece[j]);
			all.gaps[(size_t)i * all.b.count + j] = gap;
			all.least = fmin(all.least, gap);
			all.count += gap == 0;
		}
	all.size = 0;
	const kiln_pose *poses[2] = {&a->pose, &b->pose};
	for (int i = 0; i < 2; ++i)
	{
		double scale = poses[i]->scale == 0 ? 1 : (double)poses[i]->scale;
		all.size = fmax(all.size, fmax(scale * 8, kiln_d3_largest(kiln_d3_from(poses[i]->translation))));
	}
	return all;
}

static void brute_free(brute *all)
{
	pair_oracle_free(&all->a);
	pair_oracle_free(&all->b);
	free(all->gaps);
}

static const oracle_piece *piece_of(const oracle_pieces *pieces, uint32_t node, uint32_t triangle)
{
	for (uint32_t i = 0; i < pieces->count; ++i)
		if (pieces->piece[i].node == node && pieces->piece[i].triangle == triangle)
			return &pieces->piece[i];
	fail_msg("an answer names what is not there");
	return NULL;
}

/// The ends lie on both.
static void check_ends(const brute *all, const kiln_pair *pair)
{
	const oracle_piece *a = piece_of(&all->a, pair->node_a, pair->triangle_a);
	const oracle_piece *b = piece_of(&all->b, pair->node_b, pair->triangle_b);
	for (int i = 0; i < 2; ++i)
	{
		const oracle_piece end = pair_oracle_point(pair->ends[i]);
		assert_true(pair_oracle_gap(&end, a) <= 1e-6 * all->size);
		assert_true(pair_oracle_gap(&end, b) <= 1e-6 * all->size);
	}
}

static void check_contacts(
	const brute *all, const kiln_object *a, const kiln_object *b, const kiln_pair_options *options)
{
	kiln_pair *pairs = calloc(PAIRS_MOST, sizeof *pairs), first;
	uint32_t count = 0;
	bool touching = false;
	assert_non_null(pairs);
	assert_int_equal(kiln_pair_contacts(a, b, options, pairs, PAIRS_MOST, &count), KILN_OK);
	assert_in_range(count, 0, PAIRS_MOST);
	assert_int_equal(kiln_pair_collide(a, b, options, &touching, &first), KILN_OK);
	assert_int_equal(touching, count > 0);
	qsort(pairs, count, sizeof *pairs, compare_pairs);
	uint64_t found = 0;
	for (uint64_t i = 0; i < count; ++i)
	{
		assert_true(i == 0 || compare_pairs(&pairs[i - 1], &pairs[i]) != 0);
		if (i % 7 == 0)
			check_ends(all, &pairs[i]);
	}
	for (uint32_t i = 0; i < all->a.count; ++i)
		for (uint32_t j = 0; j < all->b.count; ++j)
		{
			const kiln_pair name = pair_named(&all->a.piece[i], &all->b.piece[j]);
			bool there = bsearch(&name, pairs, count, sizeof *pairs, compare_pairs) != NULL;
			double gap = gap_of(all, i, j);
			// At smaller distances, both answers are correct.
			if (gap == 0 || gap > 1e-9 * all->size)
				assert_int_equal(there, gap == 0);
			found += there;
		}
	assert_int_equal(found, count);
	if (touching)
	{
		assert_non_null(bsearch(&first, pairs, count, sizeof *pairs, compare_pairs));
		check_ends(all, &first);
	}
	else
		assert_int_equal(first.node_a & first.node_b & first.triangle_a & first.triangle_b, KILN_NONE);
	free(pairs);
}

static void check_distance(
	const brute *all, const kiln_object *a, const kiln_object *b, const kiln_pair_options *options)
{
	kiln_pair_separation s;
	bool within;
	double slack = 1e-6 * all->least + 1e-9 * all->size;
	assert_int_equal(kiln_pair_distance(a, b, options, &s), KILN_OK);
	assert_true(s.found);
	assert_true(fabs((double)s.distance - all->least) <= slack);
	const oracle_piece *on_a = piece_of(&all->a, s.node_a, s.triangle_a);
	const oracle_piece *on_b = piece_of(&all->b, s.node_b, s.triangle_b);
	const oracle_piece point_a = pair_oracle_point(s.on_a), point_b = pair_oracle_point(s.on_b);
	assert_true(pair_oracle_gap(&point_a, on_a) <= 1e-6 * all->size);
	assert_true(pair_oracle_gap(&point_b, on_b) <= 1e-6 * all->size);
	assert_true(fabs(pair_oracle_gap(&point_a, &point_b) - (double)s.distance) <= 1e-6 * all->size);
	const float part[3] = {0, 0.999f, 1.001f};
	for (int i = 0; i < 3; ++i)
	{
		if (all->least > 0 && all->least < 1e-4 * all->size)
			continue;
		assert_int_equal(kiln_pair_within(a, b, part[i] * (float)all->least, options, &within), KILN_OK);
		assert_int_equal(within, all->least == 0 || i == 2);
	}
}

uint32_t check_pair(const kiln_object *a, const kiln_object *b, const kiln_descent *descent)
{
	const kiln_pair_options options = {.descent = descent};
	brute all = brute_of(a, b);
	check_contacts(&all, a, b, &options);
	check_distance(&all, a, b, &options);
	uint32_t count = all.count;
	brute_free(&all);
	return count;
}

// --- Against each other -----------------------------------------------------------------------------------------------

uint32_t sorted_contacts(const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, kiln_pair *pairs)
{
	uint32_t count = 0;
	assert_int_equal(kiln_pair_contacts(a, b, options, pairs, PAIRS_MOST, &count), KILN_OK);
	assert_in_range(count, 0, PAIRS_MOST);
	qsort(pairs, count, sizeof *pairs, compare_pairs);
	return count;
}

void check_same_pairs(const kiln_pair *one, const kiln_pair *other, uint32_t count, bool swapped)
{
	for (uint64_t i = 0; i < count; ++i)
	{
		kiln_pair name = one[i];
		if (swapped)
			name = (kiln_pair){.node_a = one[i].node_b,
				.node_b = one[i].node_a,
				.triangle_a = one[i].triangle_b,
				.triangle_b = one[i].triangle_a};
		assert_non_null(bsearch(&name, other, count, sizeof *other, compare_pairs));
	}
}

void check_same_separations(const kiln_pair_separation *one, const kiln_pair_separation *other)
{
	const size_t from = offsetof(kiln_pair_separation, distance);
	assert_int_equal(one->found, other->found);
	assert_memory_equal((const char *)one + from, (const char *)other + from, sizeof *one - from);
}
