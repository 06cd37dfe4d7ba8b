// SPDX-License-Identifier: MIT
#include "asset_fixture.h"
#include "compound_case.h"
#include "math/quaternion.h"
#include "pair_oracle.h"
#include "shape_assets.h"
#include "shape_oracle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Queries between two objects, by the public functions alone, against brute force over all their triangles and solids.

#define PAIRS_MOST 20000

static const compound_plan mixed = {
	.spheres = 1, .capsules = 1, .boxes = 1, .cylinders = 1, .hulls = 2, .grounds = 2, .copies = 2, .spread = 1.5};
static const compound_plan solids = {
	.spheres = 2, .capsules = 2, .boxes = 2, .cylinders = 2, .hulls = 3, .copies = 2, .spread = 2};

static kiln_pose random_pose(uint64_t *random, double spread, float scale)
{
	return (kiln_pose){oracle_rotation(random), oracle_vector(random, spread), scale};
}

// --- Brute force ------------------------------------------------------------------------------------------------------

static int compare_pairs(const void *a, const void *b)
{
	const kiln_pair *p = a, *q = b;
	const uint32_t one[4] = {p->node_a, p->triangle_a, p->node_b, p->triangle_b};
	const uint32_t other[4] = {q->node_a, q->triangle_a, q->node_b, q->triangle_b};
	for (int i = 0; i < 4; ++i)
		if (one[i] != other[i])
			return one[i] < other[i] ? -1 : 1;
	return 0;
}

static kiln_pair named(const oracle_piece *a, const oracle_piece *b)
{
	return (kiln_pair){.node_a = a->node, .node_b = b->node, .triangle_a = a->triangle, .triangle_b = b->triangle};
}

static bool same_names(const kiln_pair *a, const kiln_pair *b)
{
	return compare_pairs(a, b) == 0;
}

/// What brute force knows of two objects.
typedef struct brute
{
	oracle_pieces a, b;
	double *gaps;	///< a's piece by b's
	double least;	///< of the gaps
	uint64_t count; ///< of pairs that touch
	double size;	///< of the coordinates
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
	uint64_t count = 0;
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
		assert_true(i == 0 || !same_names(&pairs[i - 1], &pairs[i]));
		if (i % 7 == 0)
			check_ends(all, &pairs[i]);
	}
	for (uint32_t i = 0; i < all->a.count; ++i)
		for (uint32_t j = 0; j < all->b.count; ++j)
		{
			const kiln_pair name = named(&all->a.piece[i], &all->b.piece[j]);
			bool there = bsearch(&name, pairs, count, sizeof *pairs, compare_pairs) != NULL;
			double gap = gap_of(all, i, j);
			// Nearer than this both are right.
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
	kiln_separation s;
	bool within;
	double slack = 1e-6 * all->least + 1e-9 * all->size;
	assert_int_equal(kiln_pair_distance(a, b, options, &s), KILN_OK);
	assert_true(s.found);
	assert_true(fabs((double)s.distance - all->least) <= slack);
	const oracle_piece *on_a = piece_of(&all->a, s.node_a, s.triangle_a);
	const oracle_piece *on_b = piece_of(&all->b, s.node_b, s.triangle_b);
	const oracle_piece point_a = pair_oracle_point(s.point_a), point_b = pair_oracle_point(s.point_b);
	assert_true(pair_oracle_gap(&point_a, on_a) <= 1e-6 * all->size);
	assert_true(pair_oracle_gap(&point_b, on_b) <= 1e-6 * all->size);
	assert_true(fabs(pair_oracle_gap(&point_a, &point_b) - (double)s.distance) <= 1e-6 * all->size);
	const float part[3] = {0, 0.999f, 1.001f};
	for (int i = 0; i < 3; ++i)
	{
		if (all->least > 0 && all->least < 1e-4 * all->size)
			continue;
		assert_int_equal(kiln_pair_within(a, b, options, part[i] * (float)all->least, &within), KILN_OK);
		assert_int_equal(within, all->least == 0 || i == 2);
	}
}

/// Compares everything that can be asked of two objects; `descent` of all others the contacts only.
static uint64_t check_pair(const kiln_object *a, const kiln_object *b, kiln_descent descent)
{
	const kiln_pair_options options = {.descent = descent};
	brute all = brute_of(a, b);
	check_contacts(&all, a, b, &options);
	check_distance(&all, a, b, &options);
	uint64_t count = all.count;
	brute_free(&all);
	return count;
}

// --- Against brute force ----------------------------------------------------------------------------------------------

static void compounds_agree_with_brute_force_over_all_their_shapes(void **state)
{
	(void)state;
	uint64_t random = 1, touching = 0, apart = 0;
	for (int trial = 0; trial < 12; ++trial)
	{
		compound one, other;
		compound_make(&one, &random, trial % 3 == 0 ? &solids : &mixed);
		compound_make(&other, &random, trial % 4 == 0 ? &solids : &mixed);
		for (int i = 0; i < 4; ++i)
		{
			const float scale[4] = {0, 0.5f, 1, 3};
			const kiln_pose pose_a = random_pose(&random, 2, scale[trial % 4]);
			const kiln_pose pose_b = random_pose(&random, i % 2 ? 12 : 3, scale[i]);
			const kiln_object a = kiln_object_of_asset(&one.cooked.asset, i == 0 ? NULL : &pose_a);
			const kiln_object b = kiln_object_of_asset(&other.cooked.asset, &pose_b);
			uint64_t count = check_pair(&a, &b, (kiln_descent)((trial + i) % KILN_DESCENT_COUNT));
			touching += count > 0;
			apart += count == 0;
		}
		compound_free(&one);
		compound_free(&other);
	}
	assert_true(touching > 10 && apart > 10);
}

static void single_shapes_agree_with_brute_force(void **state)
{
	(void)state;
	uint64_t random = 2, kinds = 0;
	compound c;
	compound_make(&c, &random, &mixed);
	const kiln_asset *asset = &c.cooked.asset;
	for (uint32_t i = 0; i < asset->shape_count; ++i)
		for (uint32_t j = 0; j < asset->shape_count; ++j)
		{
			const kiln_pose pose_a = random_pose(&random, 1, 0), pose_b = random_pose(&random, 2, 0.75f);
			const kiln_object a = kiln_object_of_shape(asset, i, &pose_a);
			const kiln_object b = kiln_object_of_shape(asset, j, &pose_b);
			const kiln_object whole = kiln_object_of_asset(asset, &pose_b);
			check_pair(&a, &b, KILN_DESCENT_DEFAULT);
			if (j == 0)
			{
				check_pair(&a, &whole, KILN_DESCENT_DEFAULT);
				check_pair(&whole, &a, KILN_DESCENT_DEFAULT);
			}
			kinds |= 1ull << (asset->shapes[i].kind * 6 + asset->shapes[j].kind);
		}
	assert_true(kinds == 0xfffffffffull);
	compound_free(&c);
}

static void meshes_under_every_transform_agree_with_brute_force(void **state)
{
	(void)state;
	uint64_t random = 3, touching = 0;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	fixture_mesh sphere = fixture_sphere(5, 7, 1.5f);
	shape_asset ball = shape_asset_of(&sphere, KILN_ISA_AUTO);
	for (int i = 0; i < 10; ++i)
	{
		const kiln_pose pose_a = random_pose(&random, 2, 0), pose_b = random_pose(&random, 6, i % 2 ? 2.0f : 0.3f);
		const kiln_object a = kiln_object_of_asset(&shapes.asset, &pose_a);
		const kiln_object b = kiln_object_of_asset(&ball.asset, &pose_b);
		touching += check_pair(i % 2 ? &a : &b, i % 2 ? &b : &a, (kiln_descent)(i % KILN_DESCENT_COUNT)) > 0;
	}
	assert_true(touching > 2);
	shape_asset_free(&shapes);
	shape_asset_free(&ball);
}

/// A rotation, a scale of `thin` along one axis, another rotation.
static void flatten(uint64_t *random, double thin, double to_asset[12])
{
	kiln_d3 left[3], right[3];
	kiln_quat_axes(oracle_rotation(random), left);
	kiln_quat_axes(oracle_rotation(random), right);
	const double scale[3] = {1, thin, 1};
	memset(to_asset, 0, 12 * sizeof *to_asset);
	for (int k = 0; k < 3; ++k)
	{
		const double l[3] = {left[k].x, left[k].y, left[k].z}, r[3] = {right[k].x, right[k].y, right[k].z};
		for (int i = 0; i < 9; ++i)
			to_asset[4 * (i / 3) + i % 3] += scale[k] * l[i / 3] * r[i % 3];
	}
	for (int i = 0; i < 3; ++i)
		to_asset[4 * i + 3] = 0.3 * oracle_signed(random);
}

static void meshes_flattened_to_a_hundred_thousandth_agree_with_brute_force(void **state)
{
	(void)state;
	uint64_t random = 15, touching = 0, apart = 0;
	for (int trial = 0; trial < 24; ++trial)
	{
		double thin = pow(10, -1 - trial % 5), one[12], other[12];
		fixture_mesh sphere = fixture_sphere(6, 7, 2), ground = fixture_ground(4, (uint32_t)trial);
		flatten(&random, thin, one);
		flatten(&random, trial % 2 ? thin : 1, other);
		shape_asset a = shape_asset_placed(&sphere, one, KILN_ISA_AUTO);
		shape_asset b = shape_asset_placed(&ground, other, KILN_ISA_AUTO);
		const kiln_pose pose = random_pose(&random, trial % 3 ? 1 : 6, 0);
		const kiln_object x = kiln_object_of_asset(&a.asset, NULL), y = kiln_object_of_asset(&b.asset, &pose);
		for (int descent = 0; descent < KILN_DESCENT_COUNT; ++descent)
		{
			uint64_t count = check_pair(descent % 2 ? &x : &y, descent % 2 ? &y : &x, (kiln_descent)descent);
			touching += count > 0;
			apart += count == 0;
		}
		shape_asset_free(&a);
		shape_asset_free(&b);
	}
	assert_true(touching > 20 && apart > 20);
}

static void scales_of_a_millionth_and_a_million_change_no_answer(void **state)
{
	(void)state;
	uint64_t random = 4;
	compound one, other;
	compound_make(&one, &random, &mixed);
	compound_make(&other, &random, &mixed);
	const float scales[4] = {1e-6f, 1e6f, 1, 1e-3f};
	for (int i = 0; i < 16; ++i)
	{
		float scale = scales[i % 4], other_scale = scales[i / 4];
		double spread = 2 * (double)fmaxf(scale, other_scale);
		const kiln_pose pose_a = random_pose(&random, spread, scale);
		const kiln_pose pose_b = random_pose(&random, spread, other_scale);
		const kiln_object a = kiln_object_of_asset(&one.cooked.asset, &pose_a);
		const kiln_object b = kiln_object_of_asset(&other.cooked.asset, &pose_b);
		check_pair(&a, &b, KILN_DESCENT_DEFAULT);
	}
	compound_free(&one);
	compound_free(&other);
}

// --- Relations --------------------------------------------------------------------------------------------------------

/// All contacts, by name, and how many.
static uint64_t sorted_contacts(
	const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, kiln_pair *pairs)
{
	uint64_t count = 0;
	assert_int_equal(kiln_pair_contacts(a, b, options, pairs, PAIRS_MOST, &count), KILN_OK);
	assert_in_range(count, 0, PAIRS_MOST);
	qsort(pairs, count, sizeof *pairs, compare_pairs);
	return count;
}

static void check_same(const kiln_pair *one, const kiln_pair *other, uint64_t count, bool swapped)
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

static void no_descent_tree_or_instruction_set_changes_an_answer(void **state)
{
	(void)state;
	uint64_t random = 5;
	compound one, other;
	compound_plan plan = mixed;
	plan.trees = (1u << KILN_TREE_KIND_END) - 1;
	compound_make(&one, &random, &plan);
	compound_make(&other, &random, &plan);
	// Of the scene and of two meshes every kind.
	assert_int_equal(one.cooked.asset.volume_tree_count, 3 * (KILN_TREE_KIND_END - 1));
	kiln_pair *pairs = calloc(2 * PAIRS_MOST, sizeof *pairs);
	assert_non_null(pairs);
	for (int trial = 0; trial < 6; ++trial)
	{
		const kiln_pose pose = random_pose(&random, trial < 3 ? 2 : 10, 0);
		kiln_object a = kiln_object_of_asset(&one.cooked.asset, NULL);
		kiln_object b = kiln_object_of_asset(&other.cooked.asset, &pose);
		uint64_t count = sorted_contacts(&a, &b, NULL, pairs);
		kiln_separation near, now;
		assert_int_equal(kiln_pair_distance(&a, &b, NULL, &near), KILN_OK);
		for (uint32_t kind = 0; kind < KILN_TREE_KIND_END * KILN_TREE_KIND_END; ++kind)
		{
			const kiln_pair_options options = {.descent = (kiln_descent)(kind % KILN_DESCENT_COUNT)};
			a.trees = 1u << kind % KILN_TREE_KIND_END;
			b.trees = 1u << kind / KILN_TREE_KIND_END;
			a.asset = kind % 3 == 1 ? &one.scalar : &one.cooked.asset;
			assert_int_equal(sorted_contacts(&a, &b, &options, pairs + PAIRS_MOST), count);
			check_same(pairs, pairs + PAIRS_MOST, count, false);
			assert_int_equal(kiln_pair_distance(&a, &b, &options, &now), KILN_OK);
			assert_true(near.distance == now.distance);
			if (near.distance > 0)
				assert_memory_equal(&near, &now, sizeof now);
		}
	}
	free(pairs);
	compound_free(&one);
	compound_free(&other);
}

static void swapping_the_objects_swaps_the_answers(void **state)
{
	(void)state;
	uint64_t random = 6, total = 0;
	compound c;
	compound_make(&c, &random, &mixed);
	kiln_pair *pairs = calloc(2 * PAIRS_MOST, sizeof *pairs);
	assert_non_null(pairs);
	for (int trial = 0; trial < 20; ++trial)
	{
		const kiln_pose pose_a = random_pose(&random, 2, 0), pose_b = random_pose(&random, trial % 2 ? 4 : 9, 1.5f);
		const kiln_object a = kiln_object_of_asset(&c.cooked.asset, &pose_a);
		const kiln_object b = kiln_object_of_asset(&c.cooked.asset, &pose_b);
		uint64_t count = sorted_contacts(&a, &b, NULL, pairs);
		assert_int_equal(sorted_contacts(&b, &a, NULL, pairs + PAIRS_MOST), count);
		check_same(pairs, pairs + PAIRS_MOST, count, true);
		total += count;
		kiln_separation there, back;
		assert_int_equal(kiln_pair_distance(&a, &b, NULL, &there), KILN_OK);
		assert_int_equal(kiln_pair_distance(&b, &a, NULL, &back), KILN_OK);
		assert_true(fabs((double)there.distance - (double)back.distance) <= 1e-6 * (double)there.distance);
	}
	assert_true(total > 100);
	free(pairs);
	compound_free(&c);
}

static void moving_both_alike_changes_nothing_between_them(void **state)
{
	(void)state;
	uint64_t random = 7;
	compound c;
	compound_make(&c, &random, &mixed);
	kiln_pair *pairs = calloc(2 * PAIRS_MOST, sizeof *pairs);
	assert_non_null(pairs);
	const kiln_object rest = kiln_object_of_asset(&c.cooked.asset, NULL);
	const uint64_t count = sorted_contacts(&rest, &rest, NULL, pairs);
	for (int trial = 0; trial < 10; ++trial)
	{
		const float scales[3] = {0, 0.25f, 7};
		const kiln_pose pose = random_pose(&random, trial % 2 ? 1 : 1e4, scales[trial % 3]);
		const kiln_object moved = kiln_object_of_asset(&c.cooked.asset, &pose);
		assert_int_equal(sorted_contacts(&moved, &moved, NULL, pairs + PAIRS_MOST), count);
		check_same(pairs, pairs + PAIRS_MOST, count, false);
	}
	free(pairs);
	compound_free(&c);
}

static void an_asset_touches_itself_with_every_triangle_and_solid(void **state)
{
	(void)state;
	uint64_t random = 8;
	compound c;
	compound_make(&c, &random, &mixed);
	kiln_pair *pairs = calloc(PAIRS_MOST, sizeof *pairs);
	assert_non_null(pairs);
	for (int trial = 0; trial < 4; ++trial)
	{
		const kiln_pose pose = random_pose(&random, 1e3, 3);
		const kiln_object object = kiln_object_of_asset(&c.cooked.asset, trial ? &pose : NULL);
		oracle_pieces pieces = pair_oracle_of(&object);
		uint64_t count = sorted_contacts(&object, &object, NULL, pairs);
		for (uint32_t i = 0; i < pieces.count; ++i)
		{
			const kiln_pair name = named(&pieces.piece[i], &pieces.piece[i]);
			assert_non_null(bsearch(&name, pairs, count, sizeof *pairs, compare_pairs));
		}
		pair_oracle_free(&pieces);
	}
	free(pairs);
	compound_free(&c);
}

// --- Touching, inside -------------------------------------------------------------------------------------------------

static bool touch(const kiln_object *a, const kiln_object *b, float *distance)
{
	bool touching, within;
	uint64_t count;
	kiln_separation s;
	assert_int_equal(kiln_pair_collide(a, b, NULL, &touching, NULL), KILN_OK);
	assert_int_equal(kiln_pair_contacts(a, b, NULL, NULL, 0, &count), KILN_OK);
	assert_int_equal(kiln_pair_distance(a, b, NULL, &s), KILN_OK);
	assert_int_equal(kiln_pair_within(a, b, NULL, 0, &within), KILN_OK);
	assert_true(s.found);
	assert_int_equal(touching, count > 0);
	assert_int_equal(touching, s.distance == 0);
	assert_int_equal(touching, within);
	if (distance)
		*distance = s.distance;
	return touching;
}

static kiln_object moved_by(const kiln_object *object, float x, float y, float z)
{
	kiln_object moved = *object;
	moved.pose.translation = (kiln_vec3){x, y, z};
	return moved;
}

static void boxes_of_triangles_that_share_a_face_an_edge_or_a_corner_touch(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_box(1, 1, 1);
	shape_asset box = shape_asset_of(&mesh, KILN_ISA_AUTO);
	const kiln_object a = kiln_object_of_asset(&box.asset, NULL);
	const float over = 2 + 0x1p-22f;
	for (int i = 1; i < 8; ++i)
	{
		float x = i & 1 ? 2 : 0.3f, y = i & 2 ? 2 : 0.2f, z = i & 4 ? 2 : 0.1f, distance;
		kiln_object b = moved_by(&a, x, y, z);
		assert_true(touch(&a, &b, NULL) && touch(&b, &a, NULL));
		b = moved_by(&a, i & 1 ? over : x, i & 1 ? y : i & 2 ? over : y, i & 3 ? z : over);
		assert_false(touch(&a, &b, &distance) || touch(&b, &a, NULL));
		assert_true(distance == 0x1p-22f);
	}
	shape_asset_free(&box);
}

static void a_surface_within_a_surface_is_apart_and_within_a_solid_is_not(void **state)
{
	(void)state;
	fixture_mesh outer = fixture_sphere(8, 12, 4), inner = fixture_box(0.5f, 0.5f, 0.5f);
	shape_asset shell = shape_asset_of(&outer, KILN_ISA_AUTO), core = shape_asset_of(&inner, KILN_ISA_AUTO);
	const kiln_object a = kiln_object_of_asset(&shell.asset, NULL), b = kiln_object_of_asset(&core.asset, NULL);
	const kilncook_primitive ball = {.shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, 2}};
	const double place[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
	compound c;
	float distance;
	assert_false(touch(&a, &b, &distance) || touch(&b, &a, NULL));
	assert_true(distance > 2.5f && distance < 3.2f);
	compound_of_primitive(&c, &ball, place);
	const kiln_object solid = kiln_object_of_asset(&c.cooked.asset, NULL);
	uint64_t count;
	assert_true(touch(&b, &solid, NULL) && touch(&solid, &b, NULL) && touch(&solid, &solid, NULL));
	assert_int_equal(kiln_pair_contacts(&b, &solid, NULL, NULL, 0, &count), KILN_OK);
	assert_int_equal(count, 12);
	assert_false(touch(&a, &solid, &distance));
	assert_true(distance > 1.5f && distance < 2);
	compound_free(&c);
	shape_asset_free(&shell);
	shape_asset_free(&core);
}

static void solids_that_just_touch_touch(void **state)
{
	(void)state;
	const double place[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
	const kilncook_primitive primitives[3] = {{.shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, 1}},
		{.shape = KILNCOOK_SHAPE_BOX, .parameters = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1}},
		{.shape = KILNCOOK_SHAPE_CAPSULE, .parameters = {0, 0, -1, 0, 0, 1, 1}}};
	compound c[3];
	for (int i = 0; i < 3; ++i)
		compound_of_primitive(&c[i], &primitives[i], place);
	for (int i = 0; i < 9; ++i)
	{
		const kiln_object a = kiln_object_of_asset(&c[i / 3].cooked.asset, NULL);
		const kiln_object other = kiln_object_of_asset(&c[i % 3].cooked.asset, NULL);
		float distance;
		kiln_object b = moved_by(&other, 2, 0, 0);
		assert_true(touch(&a, &b, NULL));
		b = moved_by(&other, 2.0625f, 0, 0);
		assert_false(touch(&a, &b, &distance));
		assert_true(fabsf(distance - 0.0625f) < 1e-7f);
	}
	for (int i = 0; i < 3; ++i)
		compound_free(&c[i]);
}

// --- Arguments --------------------------------------------------------------------------------------------------------

static void check_refused(const kiln_object *a, const kiln_object *b, const kiln_pair_options *options)
{
	bool touching = true, within = true;
	uint64_t count = 99;
	kiln_pair first = {0};
	kiln_separation s = {.found = true};
	assert_int_equal(kiln_pair_collide(a, b, options, &touching, &first), KILN_E_ARGUMENT);
	assert_false(touching);
	assert_int_equal(first.node_a & first.node_b & first.triangle_a & first.triangle_b, KILN_NONE);
	assert_int_equal(kiln_pair_contacts(a, b, options, &first, 1, &count), KILN_E_ARGUMENT);
	assert_int_equal(count, 0);
	assert_int_equal(kiln_pair_distance(a, b, options, &s), KILN_E_ARGUMENT);
	assert_false(s.found);
	assert_int_equal(s.node_a & s.node_b & s.triangle_a & s.triangle_b, KILN_NONE);
	assert_int_equal(kiln_pair_within(a, b, options, 1, &within), KILN_E_ARGUMENT);
	assert_false(within);
}

static void what_is_no_object_is_refused_and_clears_the_results(void **state)
{
	(void)state;
	uint64_t random = 9;
	compound c;
	compound_make(&c, &random, &mixed);
	const kiln_asset *asset = &c.cooked.asset;
	const kiln_object good = kiln_object_of_asset(asset, NULL);
	const kiln_pose bad[] = {{.scale = -1}, {.scale = NAN}, {.scale = INFINITY}, {.translation = {NAN, 0, 0}},
		{.translation = {0, -INFINITY, 0}}, {.translation = {0, 0, 2e12f}}, {.rotation = {0, NAN, 0, 1}},
		{.rotation = {0, 0, 0, INFINITY}}, {.scale = 1e30f}};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		const kiln_object whole = kiln_object_of_asset(asset, &bad[i]);
		check_refused(&whole, &good, NULL);
		check_refused(&good, &whole, NULL);
		for (uint32_t shape = 0; shape < asset->shape_count; ++shape)
		{
			const kiln_object one = kiln_object_of_shape(asset, shape, &bad[i]);
			check_refused(&one, &good, NULL);
		}
	}
	kiln_object object = kiln_object_of_shape(asset, asset->shape_count, NULL);
	check_refused(&object, &good, NULL);
	object = good;
	object.trees = 1u << KILN_TREE_KIND_END;
	check_refused(&good, &object, NULL);
	object = kiln_object_of_asset(NULL, NULL);
	check_refused(&good, &object, NULL);
	check_refused(NULL, &good, NULL);
	check_refused(&good, NULL, NULL);
	const kiln_pair_options options[] = {{.descent = KILN_DESCENT_COUNT}, {.lower = -1}, {.upper = NAN}, {.upper = -1}};
	for (size_t i = 0; i < sizeof options / sizeof *options; ++i)
		check_refused(&good, &good, &options[i]);
	bool within = true;
	assert_int_equal(kiln_pair_within(&good, &good, NULL, NAN, &within), KILN_E_ARGUMENT);
	assert_false(within);
	assert_int_equal(kiln_pair_within(&good, &good, NULL, -1, &within), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_collide(&good, &good, NULL, NULL, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_distance(&good, &good, NULL, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_within(&good, &good, NULL, 1, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_contacts_visit(&good, &good, NULL, NULL, NULL, NULL), KILN_E_ARGUMENT);
	uint64_t count = 7;
	assert_int_equal(kiln_pair_contacts(&good, &good, NULL, NULL, 1, &count), KILN_E_ARGUMENT);
	assert_int_equal(count, 0);
	compound_free(&c);
}

typedef struct stopper
{
	uint64_t left, calls;
} stopper;

static bool stop_after(void *user, const kiln_pair *pair)
{
	stopper *s = user;
	(void)pair;
	++s->calls;
	return --s->left > 0;
}

static void too_small_a_capacity_gives_the_beginning_and_the_whole_count(void **state)
{
	(void)state;
	uint64_t random = 10, count, part;
	compound c;
	compound_make(&c, &random, &mixed);
	const kiln_pose pose = random_pose(&random, 0.5, 0);
	const kiln_object a = kiln_object_of_asset(&c.cooked.asset, NULL), b = kiln_object_of_asset(&c.cooked.asset, &pose);
	kiln_pair *pairs = calloc(2 * PAIRS_MOST, sizeof *pairs), *few = pairs + PAIRS_MOST;
	assert_non_null(pairs);
	assert_int_equal(kiln_pair_contacts(&a, &b, NULL, pairs, PAIRS_MOST, &count), KILN_OK);
	assert_in_range(count, 20, PAIRS_MOST - 1);
	for (size_t capacity = 0; capacity < 20; ++capacity)
	{
		memset(few, 0xa5, 30 * sizeof *few);
		assert_int_equal(kiln_pair_contacts(&a, &b, NULL, capacity ? few : NULL, capacity, &part), KILN_OK);
		assert_int_equal(part, count);
		for (size_t i = 0; i < capacity; ++i)
			assert_true(same_names(&few[i], &pairs[i]));
		assert_int_equal(((unsigned char *)&few[capacity])[0], 0xa5);
		stopper s = {.left = capacity + 1};
		assert_int_equal(kiln_pair_contacts_visit(&a, &b, NULL, stop_after, &s, &part), KILN_OK);
		assert_int_equal(part, capacity + 1);
		assert_int_equal(s.calls, capacity + 1);
	}
	free(pairs);
	compound_free(&c);
}

static void limits_of_distance_are_kept(void **state)
{
	(void)state;
	uint64_t random = 11;
	compound one, other;
	compound_make(&one, &random, &mixed);
	compound_make(&other, &random, &mixed);
	for (int trial = 0; trial < 12; ++trial)
	{
		kiln_pose pose = random_pose(&random, 3, 0);
		pose.translation.x = 9;
		const kiln_object a = kiln_object_of_asset(&one.cooked.asset, NULL);
		const kiln_object b = kiln_object_of_asset(&other.cooked.asset, &pose);
		kiln_separation s, limited;
		assert_int_equal(kiln_pair_distance(&a, &b, NULL, &s), KILN_OK);
		assert_true(s.found && s.distance > 0.1f);
		assert_int_equal(
			kiln_pair_distance(&a, &b, &(kiln_pair_options){.upper = s.distance * 0.999f}, &limited), KILN_OK);
		assert_false(limited.found);
		assert_int_equal(
			kiln_pair_distance(&a, &b, &(kiln_pair_options){.upper = s.distance * 1.001f}, &limited), KILN_OK);
		assert_memory_equal(&s, &limited, sizeof s);
		assert_int_equal(kiln_pair_distance(&a, &b, &(kiln_pair_options){.lower = s.distance * 2}, &limited), KILN_OK);
		assert_true(limited.found && limited.distance >= s.distance);
		assert_true(limited.distance == s.distance || limited.distance <= s.distance * 2);
	}
	compound_free(&one);
	compound_free(&other);
}

static void counters_add_up_what_was_done(void **state)
{
	(void)state;
	uint64_t random = 12, count;
	compound c;
	compound_make(&c, &random, &mixed);
	const kiln_pose pose = random_pose(&random, 0.5, 0);
	const kiln_object a = kiln_object_of_asset(&c.cooked.asset, NULL), b = kiln_object_of_asset(&c.cooked.asset, &pose);
	kiln_pair_counters once = {0}, twice = {0};
	assert_int_equal(kiln_pair_contacts(&a, &b, &(kiln_pair_options){.counters = &once}, NULL, 0, &count), KILN_OK);
	for (int i = 0; i < 2; ++i)
		assert_int_equal(
			kiln_pair_contacts(&a, &b, &(kiln_pair_options){.counters = &twice}, NULL, 0, &count), KILN_OK);
	assert_true(
		once.shape_pairs > 0 && once.shape_pairs <= (uint64_t)c.cooked.asset.node_count * c.cooked.asset.node_count);
	assert_true(once.leaf_hits <= once.leaf_pairs && once.exact_tests <= once.triangle_tests);
	assert_true(once.volume_overlaps <= once.volume_tests && once.children <= once.volume_tests);
	const uint64_t *o = (const uint64_t *)(const void *)&once, *t = (const uint64_t *)(const void *)&twice;
	for (size_t i = 0; i < sizeof once / sizeof *o; ++i)
		assert_int_equal(2 * o[i], t[i]);
	compound_free(&c);
}

// --- Frames and deformation -------------------------------------------------------------------------------------------

/// A cooked mesh, as it is and deformable.
static void cook_mesh(cooked *c, const fixture_mesh *mesh, uint32_t trees)
{
	static const uint32_t number = 0;
	const kilncook_mesh source = {.name = "mesh",
		.positions = mesh->vertices[0],
		.vertex_count = mesh->vertex_count,
		.indices = mesh->triangles[0],
		.index_count = 3 * (uint64_t)mesh->triangle_count};
	const kilncook_node node = {.name = "node", .meshes = &number, .mesh_count = 1};
	const kilncook_scene scene = {.meshes = &source, .mesh_count = 1, .nodes = &node, .node_count = 1};
	const kilncook_options options = {.threads = 1, .trees = trees, .deformable = true};
	memset(c, 0, sizeof *c);
	bench_cook(c, &scene, &options);
	assert_int_equal(c->status, KILNCOOK_OK);
}

static void a_front_never_changes_an_answer(void **state)
{
	(void)state;
	uint64_t random = 13;
	fixture_mesh mesh = fixture_sphere(12, 16, 1);
	shape_asset ball = shape_asset_of(&mesh, KILN_ISA_AUTO);
	compound c;
	compound_make(&c, &random, &mixed);
	const size_t size = kiln_front_size(500);
	void *memory = fixture_memory(size);
	kiln_front front;
	kiln_front_init(&front, memory, size);
	kiln_pose pose = random_pose(&random, 0.5, 0);
	for (int frame = 0; frame < 60; ++frame)
	{
		const kiln_pair_options with = {.front = &front};
		// Now and then it is used for other objects.
		bool odd = frame % 16 == 15;
		pose.translation.x = 2.2f - 0.01f * (float)frame;
		pose.translation.y = 0.02f * (float)frame;
		const kiln_object a = kiln_object_of_asset(odd ? &c.cooked.asset : &ball.asset, NULL);
		const kiln_object b = kiln_object_of_asset(&ball.asset, &pose);
		bool touching, cached;
		kiln_separation s, near;
		assert_int_equal(kiln_pair_collide(&a, &b, NULL, &touching, NULL), KILN_OK);
		assert_int_equal(kiln_pair_collide(&a, &b, &with, &cached, NULL), KILN_OK);
		assert_int_equal(touching, cached);
		assert_int_equal(kiln_pair_distance(&a, &b, NULL, &s), KILN_OK);
		assert_int_equal(kiln_pair_distance(&a, &b, &with, &near), KILN_OK);
		assert_true(s.distance == near.distance);
	}
	free(memory);
	compound_free(&c);
	shape_asset_free(&ball);
}

/// Pairs of an object and a single mesh by the mesh's source faces, which cooking anew leaves as they are.
static uint64_t contacts_by_face(const kiln_object *a, const kiln_object *mesh, kiln_pair *pairs)
{
	uint64_t count = sorted_contacts(a, mesh, NULL, pairs);
	for (uint64_t i = 0; i < count; ++i)
	{
		pairs[i].triangle_b = mesh->asset->sources[pairs[i].triangle_b];
		pairs[i].node_b = KILN_NONE;
	}
	qsort(pairs, count, sizeof *pairs, compare_pairs);
	return count;
}

static void a_deformed_mesh_answers_as_one_that_was_cooked_so(void **state)
{
	(void)state;
	uint64_t random = 14, total = 0;
	fixture_mesh mesh = fixture_sphere(9, 13, 2);
	compound c;
	cooked rest;
	compound_make(&c, &random, &mixed);
	cook_mesh(&rest, &mesh, (1u << KILN_TREE_KIND_END) - 1);
	const size_t size = kiln_deformed_size(&rest.asset, 0, (1u << KILN_TREE_KIND_END) - 1);
	void *memory = fixture_memory(size);
	kiln_pair *pairs = calloc(2 * PAIRS_MOST, sizeof *pairs), *again = pairs + PAIRS_MOST;
	kiln_deformed deformed;
	assert_true(pairs && size > 0);
	assert_int_equal(
		kiln_deformed_init(&deformed, &rest.asset, 0, (1u << KILN_TREE_KIND_END) - 1, memory, size), KILN_OK);
	for (int frame = 0; frame < 6; ++frame)
	{
		for (uint32_t i = 0; i < mesh.vertex_count; ++i)
			for (int k = 0; k < 3; ++k)
				mesh.vertices[i][k] += (float)(0.15 * oracle_signed(&random));
		assert_int_equal(kiln_deform(&deformed, mesh.vertices[0], 0, mesh.vertex_count), KILN_OK);
		cooked now;
		cook_mesh(&now, &mesh, 1u << KILN_TREE_AABB);
		const kiln_pose pose = random_pose(&random, 1.5, 0);
		const kiln_object a = kiln_object_of_asset(&c.cooked.asset, &pose);
		const kiln_object fresh = kiln_object_of_shape(&now.asset, 0, NULL);
		const uint64_t count = contacts_by_face(&a, &fresh, pairs);
		kiln_separation s, near;
		assert_int_equal(kiln_pair_distance(&a, &fresh, NULL, &s), KILN_OK);
		for (uint32_t kind = 0; kind <= KILN_TREE_KIND_END; ++kind)
		{
			kiln_object moved = kiln_object_of_shape(&rest.asset, 0, NULL);
			moved.deformed = &deformed;
			moved.trees = kind < KILN_TREE_KIND_END ? 1u << kind : 0;
			assert_int_equal(contacts_by_face(&a, &moved, again), count);
			check_same(pairs, again, count, false);
			assert_int_equal(kiln_pair_distance(&a, &moved, NULL, &near), KILN_OK);
			assert_true(s.distance == near.distance);
		}
		total += count;
		bench_release(&now);
	}
	assert_true(total > 50);
	// It is of this mesh and no other, and not of a whole asset.
	const kiln_object good = kiln_object_of_asset(&rest.asset, NULL);
	kiln_object bad = good;
	bad.deformed = &deformed;
	check_refused(&good, &bad, NULL);
	for (uint32_t shape = 0; shape < c.cooked.asset.shape_count; ++shape)
	{
		bad = kiln_object_of_shape(&c.cooked.asset, shape, NULL);
		bad.deformed = &deformed;
		check_refused(&good, &bad, NULL);
	}
	memset(memory, 0xff, size);
	bad = kiln_object_of_shape(&rest.asset, 0, NULL);
	bad.deformed = &deformed;
	check_refused(&bad, &good, NULL);
	free(memory);
	free(pairs);
	fixture_mesh_free(&mesh);
	bench_release(&rest);
	compound_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compounds_agree_with_brute_force_over_all_their_shapes),
		cmocka_unit_test(single_shapes_agree_with_brute_force),
		cmocka_unit_test(meshes_under_every_transform_agree_with_brute_force),
		cmocka_unit_test(meshes_flattened_to_a_hundred_thousandth_agree_with_brute_force),
		cmocka_unit_test(scales_of_a_millionth_and_a_million_change_no_answer),
		cmocka_unit_test(no_descent_tree_or_instruction_set_changes_an_answer),
		cmocka_unit_test(swapping_the_objects_swaps_the_answers),
		cmocka_unit_test(moving_both_alike_changes_nothing_between_them),
		cmocka_unit_test(an_asset_touches_itself_with_every_triangle_and_solid),
		cmocka_unit_test(boxes_of_triangles_that_share_a_face_an_edge_or_a_corner_touch),
		cmocka_unit_test(a_surface_within_a_surface_is_apart_and_within_a_solid_is_not),
		cmocka_unit_test(solids_that_just_touch_touch),
		cmocka_unit_test(what_is_no_object_is_refused_and_clears_the_results),
		cmocka_unit_test(too_small_a_capacity_gives_the_beginning_and_the_whole_count),
		cmocka_unit_test(limits_of_distance_are_kept),
		cmocka_unit_test(counters_add_up_what_was_done),
		cmocka_unit_test(a_front_never_changes_an_answer),
		cmocka_unit_test(a_deformed_mesh_answers_as_one_that_was_cooked_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
