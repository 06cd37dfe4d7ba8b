// SPDX-License-Identifier: MIT
#include "big_integer.h"
#include "bound/bound.h"
#include "bound/floats.h"
#include "bound/polytope.h"
#include "memory.h"
#include "pack_case.h"
#include "volume/volume_hold.h"
#include "volume/volume_tree.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Trees of other volumes than AABBs: what they hold, how they lie, and who notices when they don't.

enum
{
	POINTS = 6, ///< of a leaf
	CLOUDS = 13,
};

/// Leaves with what they point at.
typedef struct cloud
{
	volume_leaves leaves;
	uint32_t *items;
	build_box *boxes;
	float (*points)[3];
	uint64_t *point_first;
} cloud;

static float between(uint64_t *random, float low, float high)
{
	return low + (high - low) * fixture_random_unit(random);
}

/// One point of leaf `leaf` of a kind of cloud.
static void place_point(int kind, uint32_t leaf, uint32_t count, uint64_t *random, const float base[3][3], float p[3])
{
	float s = between(random, -1, 1), t = between(random, -1, 1), size = ldexpf(1, (int)(leaf % 100) - 60);
	for (int k = 0; k < 3; ++k)
	{
		float own = between(random, -0.1f, 0.1f), plane = base[0][k] + 0.1f * (s * base[1][k] + t * base[2][k]);
		switch (kind)
		{
		case 0: // in any plane
			p[k] = plane;
			break;
		case 1: // one point for all
			p[k] = 0.3f;
			break;
		case 2: // a line
			p[k] = (float)(k + 1) * (float)leaf + s;
			break;
		case 3: // as large as may be
			p[k] = s < 0 ? -KILN_COORDINATE_MAX * (base[0][k] > 0 ? 1 : t) : KILN_COORDINATE_MAX * base[1][k];
			break;
		case 4:
			p[k] = 1e-30f * (base[0][k] + own);
			break;
		case 5: // far away
			p[k] = 3e6f + base[0][k] + own;
			break;
		case 6: // denormal
			p[k] = 0x1p-149f * (float)(int)(20 * base[0][k] + 40 * own);
			break;
		case 7: // on a lattice
			p[k] = (float)(int)(8 * base[0][k] + 20 * own);
			break;
		case 8: // needles
			p[k] = base[0][k] + s * base[1][k] + 1e-6f * own;
			break;
		case 9: // each leaf at another scale
			p[k] = size * (1 + 0.1f * base[0][k] + own);
			break;
		case 10: // the ground
			p[k] = k == 2 ? 0.25f : base[0][k] + own;
			break;
		case 11: // leaves about one centre
			p[k] = (float)(leaf + 1) * (base[1][k] * s + base[2][k] * t) / (float)count;
			break;
		default: // a room's walls
			p[k] = k == (int)(leaf % 3) ? (leaf & 4 ? 2.0f : -2.0f) : 2 * base[0][k] + own;
			break;
		}
	}
}

static cloud cloud_make(int kind, uint32_t count, uint64_t seed)
{
	uint64_t random = seed;
	cloud c = {.leaves.count = count};
	c.items = calloc(count, sizeof *c.items);
	c.boxes = calloc(count, sizeof *c.boxes);
	c.points = calloc((size_t)count * POINTS, sizeof *c.points);
	c.point_first = calloc(count + 1, sizeof *c.point_first);
	if (!c.items || !c.boxes || !c.points || !c.point_first)
		abort();
	for (uint32_t i = 0; i < count; ++i)
	{
		float base[3][3];
		for (int k = 0; k < 9; ++k)
			base[k / 3][k % 3] = between(&random, -1, 1);
		// Some leaves have fewer points.
		uint32_t points = 1 + (i + (uint32_t)seed) % POINTS;
		c.items[i] = 3 * i + i % 2;
		c.point_first[i + 1] = c.point_first[i] + points;
		for (uint32_t j = 0; j < points; ++j)
		{
			float *p = c.points[c.point_first[i] + j];
			place_point(kind, i, count, &random, (const float(*)[3])base, p);
			for (int k = 0; k < 3; ++k)
			{
				c.boxes[i].min[k] = j == 0 || p[k] < c.boxes[i].min[k] ? p[k] : c.boxes[i].min[k];
				c.boxes[i].max[k] = j == 0 || p[k] > c.boxes[i].max[k] ? p[k] : c.boxes[i].max[k];
			}
		}
	}
	c.leaves.items = c.items;
	c.leaves.boxes = c.boxes;
	c.leaves.points = (const float(*)[3])c.points;
	c.leaves.point_first = c.point_first;
	return c;
}

static void cloud_free(cloud *c)
{
	free(c->items);
	free(c->boxes);
	free(c->points);
	free(c->point_first);
}

static const kiln_format_volume_head *head_at(const volume_tree *tree, uint32_t node)
{
	return (const kiln_format_volume_head *)(const void *)volume_node_at(tree, node);
}

static kiln_tree_kind kind_at(int i)
{
	return (kiln_tree_kind)(KILN_TREE_OBB + i % (KILN_TREE_KIND_END - KILN_TREE_OBB));
}

static void every_tree_of_every_cloud_is_proved(void **state)
{
	(void)state;
	const uint32_t counts[] = {1, 2, 3, 9, 70, 400};
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	int trial = 0;
	for (int c = 0; c < CLOUDS; ++c)
		for (uint32_t n = 0; n < sizeof counts / sizeof *counts; ++n)
		{
			cloud points = cloud_make(c, counts[n], (uint64_t)(100 * c) + n);
			for (int kind = KILN_TREE_OBB; kind < KILN_TREE_KIND_END; ++kind, ++trial)
			{
				uint32_t width = (uint32_t)(trial % 8) < 2 ? 0 : (uint32_t)(trial % 8) + 1;
				build_options options = {
					.split = (build_split)(trial % BUILD_SPLIT_COUNT), .axis = (build_axis)(trial % BUILD_AXIS_COUNT)};
				volume_tree tree;
				assert_int_equal(
					volume_tree_build(&context, (kiln_tree_kind)kind, &points.leaves, &options, width, &tree),
					KILNCOOK_OK);
				assert_int_equal(tree.width, width ? width : KILN_TREE_WIDTH);
				assert_int_equal(volume_tree_prove(&context, &points.leaves, &tree), KILNCOOK_OK);
				volume_tree_free(&context, &tree);
			}
			cloud_free(&points);
		}
	assert_int_equal(memory.live, 0);
	assert_int_equal(memory.wrong_size, 0);
	assert_int_equal(memory.messages, 0);
}

static void every_tree_of_every_mesh_is_proved(void **state)
{
	(void)state;
	kilncook_context context = {.log = {0}};
	for (int shape = 0; shape < PACK_SHAPES; ++shape)
	{
		fixture_mesh mesh = pack_shape(shape);
		clean_mesh clean = pack_clean(&mesh);
		packed_tree packed;
		volume_leaf_store store;
		assert_int_equal(pack_mesh(&context, &clean, &(build_options){0}, &packed), KILNCOOK_OK);
		assert_int_equal(
			volume_leaves_of_records(&context, packed.leaves, packed.leaf_units, packed.leaf_count, &store),
			KILNCOOK_OK);
		for (int kind = KILN_TREE_OBB; kind < KILN_TREE_KIND_END; ++kind)
		{
			volume_tree tree;
			assert_int_equal(volume_tree_build(&context, (kiln_tree_kind)kind, &store.leaves, &(build_options){0},
								 (uint32_t)shape % 3 * 2, &tree),
				KILNCOOK_OK);
			assert_int_equal(volume_tree_prove(&context, &store.leaves, &tree), KILNCOOK_OK);
			volume_tree_free(&context, &tree);
		}
		volume_leaf_store_free(&context, &store);
		packed_tree_free(&context, &packed);
		fixture_mesh_free(&mesh);
	}
}

static void leaves_of_records_are_those_of_the_mesh(void **state)
{
	(void)state;
	kilncook_context context = {.log = {0}};
	fixture_mesh mesh = fixture_ground(20, 3);
	clean_mesh clean = pack_clean(&mesh);
	packed_tree packed;
	volume_leaf_store store;
	assert_int_equal(pack_mesh(&context, &clean, &(build_options){0}, &packed), KILNCOOK_OK);
	assert_int_equal(
		volume_leaves_of_records(&context, packed.leaves, packed.leaf_units, packed.leaf_count, &store), KILNCOOK_OK);
	uint32_t unit = 0;
	for (uint32_t i = 0; i < packed.leaf_count; ++i)
	{
		kiln_format_leaf head;
		memcpy(&head, packed.leaves + (size_t)unit * KILN_LEAF_UNIT, sizeof head);
		assert_int_equal(store.items[i], unit);
		assert_int_equal(store.point_first[i + 1] - store.point_first[i], head.vertex_count);
		for (uint32_t t = 0; t < head.triangle_count; ++t)
			for (int k = 0; k < 3; ++k)
			{
				const float *vertex = mesh.vertices[mesh.triangles[packed.order[head.triangle + t]][k]];
				bool found = false;
				for (uint64_t j = store.point_first[i]; j < store.point_first[i + 1]; ++j)
					found = found || memcmp(store.points[j], vertex, sizeof store.points[j]) == 0;
				assert_true(found);
				for (int axis = 0; axis < 3; ++axis)
					assert_true(store.boxes[i].min[axis] <= vertex[axis] && vertex[axis] <= store.boxes[i].max[axis]);
			}
		unit += kiln_format_leaf_size(head.triangle_count, head.vertex_count) / KILN_LEAF_UNIT;
	}
	assert_int_equal(store.point_first[packed.leaf_count], store.point_count);
	volume_leaf_store_free(&context, &store);
	packed_tree_free(&context, &packed);
	fixture_mesh_free(&mesh);
}

enum
{
	/// Whole numbers here count in units of 2^UNIT, of which every float is a multiple.
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

/// x / 2^unit times 2^(unit - 2 UNIT): a number as sums of products count.
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

/// A volume with numbers of few bits, so that points can lie right on its surface, or with many.
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
	// Long enough in any case.
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
		// Axes are at right angles to rounding only.
		if (held)
			assert_true(distance <= radius + 1e-6L);
		else
			assert_true(distance >= radius - 1e-6L);
		inside += held;
		outside += !held;
	}
	assert_true(inside > 3000 && outside > 3000);
}

/// Makes size `k` of child `slot` smaller by about two of its last bits.
static bool shrink(kiln_tree_kind kind, uint8_t *node, uint32_t slot, int k)
{
	volume_body body = volume_node_body(kind, node, slot);
	// Where a size is nearly nothing, it is what rounding of the others' length may be.
	if (!(body.size[k] > 1e-6f * (body.size[0] + body.size[1] + body.size[2])))
		return false;
	body.size[k] *= 1 - 0x1p-22f;
	volume_node_store(kind, node, slot, &body);
	return true;
}

static void a_volume_that_is_a_bit_smaller_is_refused(void **state)
{
	(void)state;
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	for (int trial = 0; trial < 60; ++trial)
	{
		kiln_tree_kind kind = kind_at(trial);
		cloud points = cloud_make(trial % 7 == 3 ? 7 : 0, 60, (uint64_t)trial);
		volume_tree tree;
		assert_int_equal(volume_tree_build(&context, kind, &points.leaves, &(build_options){0}, 0, &tree), KILNCOOK_OK);
		uint32_t size = kiln_format_volume_node_size(kind), slabs = kiln_format_kdop_slabs(kind);
		kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(slabs);
		for (uint32_t i = 0; i < tree.node_count; ++i)
		{
			uint8_t *node = tree.nodes + (size_t)i * size, saved[512];
			assert_true(size <= sizeof saved);
			memcpy(saved, node, size);
			uint32_t slot = (uint32_t)trial % head_at(&tree, i)->count;
			bool changed = false;
			// The rectangle of a lozenge may be smaller at the cost of a radius that is not.
			if (slabs)
			{
				uint8_t *hi = node + at.hi + (uint32_t)trial % slabs * KILN_TREE_WIDTH + slot;
				changed = *hi > node[at.lo + (uint32_t)trial % slabs * KILN_TREE_WIDTH + slot];
				*hi = (uint8_t)(*hi - changed);
			}
			else
				changed = shrink(kind, node, slot, kind == KILN_TREE_OBB ? trial % 3 : kind == KILN_TREE_RSS ? 2 : 0);
			memory.messages = 0;
			if (changed)
			{
				assert_int_equal(volume_tree_prove(&context, &points.leaves, &tree), KILNCOOK_INTERNAL);
				assert_int_equal(memory.messages, 1);
				assert_string_equal(memory.last_code, "volume-proof");
			}
			memcpy(node, saved, size);
		}
		assert_int_equal(volume_tree_prove(&context, &points.leaves, &tree), KILNCOOK_OK);
		volume_tree_free(&context, &tree);
		cloud_free(&points);
	}
}

static void no_changed_byte_harms_the_proof(void **state)
{
	(void)state;
	kilncook_context context = {.log = {0}};
	uint64_t random = 5;
	int refused = 0, trials = 0;
	for (int kind = KILN_TREE_OBB; kind < KILN_TREE_KIND_END; ++kind)
	{
		cloud points = cloud_make(0, 40, (uint64_t)kind);
		volume_tree tree;
		assert_int_equal(
			volume_tree_build(&context, (kiln_tree_kind)kind, &points.leaves, &(build_options){0}, 4, &tree),
			KILNCOOK_OK);
		size_t bytes = (size_t)tree.node_count * kiln_format_volume_node_size((uint32_t)kind);
		for (int i = 0; i < 1500; ++i, ++trials)
		{
			uint8_t *at = &tree.nodes[fixture_random(&random) % bytes], saved = *at;
			*at = (uint8_t)(i % 3 ? fixture_random(&random) : saved ^ (1u << (i % 8)));
			// Any changed number changes a figure or what is held, but for a rotation that turns a cube.
			if (*at != saved)
				refused += volume_tree_prove(&context, &points.leaves, &tree) != KILNCOOK_OK;
			else
				++refused;
			*at = saved;
		}
		volume_tree wrong = tree;
		wrong.depth += 1;
		assert_int_equal(volume_tree_prove(&context, &points.leaves, &wrong), KILNCOOK_INTERNAL);
		wrong = tree;
		wrong.figures.sah_cost *= 1.01f;
		assert_int_equal(volume_tree_prove(&context, &points.leaves, &wrong), KILNCOOK_INTERNAL);
		wrong = tree;
		wrong.node_count -= 1;
		assert_int_equal(volume_tree_prove(&context, &points.leaves, &wrong), KILNCOOK_INTERNAL);
		wrong = tree;
		wrong.width = 2;
		assert_int_equal(volume_tree_prove(&context, &points.leaves, &wrong), KILNCOOK_INTERNAL);
		volume_tree_free(&context, &tree);
		cloud_free(&points);
	}
	assert_true(refused > trials * 9 / 10);
}

static void threads_change_no_byte(void **state)
{
	(void)state;
	kilncook_context context = {.log = {0}};
	cloud points = cloud_make(0, 700, 3);
	for (int kind = KILN_TREE_OBB; kind < KILN_TREE_KIND_END; ++kind)
	{
		volume_tree one, many;
		assert_int_equal(
			volume_tree_build(&context, (kiln_tree_kind)kind, &points.leaves, &(build_options){0}, 0, &one),
			KILNCOOK_OK);
		for (uint32_t threads = 2; threads < 6; ++threads)
		{
			build_options options = {.threads = threads};
			assert_int_equal(
				volume_tree_build(&context, (kiln_tree_kind)kind, &points.leaves, &options, 0, &many), KILNCOOK_OK);
			assert_int_equal(many.node_count, one.node_count);
			assert_memory_equal(
				many.nodes, one.nodes, (size_t)one.node_count * kiln_format_volume_node_size((uint32_t)kind));
			assert_memory_equal(&many.figures, &one.figures, sizeof one.figures);
			volume_tree_free(&context, &many);
		}
		volume_tree_free(&context, &one);
	}
	cloud_free(&points);
}

static void running_out_of_memory_leaves_nothing_behind(void **state)
{
	(void)state;
	cloud points = cloud_make(0, 30, 9);
	for (int kind = KILN_TREE_OBB; kind < KILN_TREE_KIND_END; ++kind)
	{
		counted_memory memory;
		size_t requests = 1;
		for (size_t fail_at = 0; fail_at <= requests; ++fail_at)
		{
			kilncook_context context = counted_context(&memory);
			memory.fail_at = fail_at;
			volume_tree tree = {.node_count = 77};
			kilncook_status status =
				volume_tree_build(&context, (kiln_tree_kind)kind, &points.leaves, &(build_options){0}, 0, &tree);
			// The binary tree is not trimmed without memory, which is no failure.
			assert_true(status == KILNCOOK_OK || (fail_at && status == KILNCOOK_INTERNAL && tree.node_count == 77));
			if (status == KILNCOOK_OK)
			{
				size_t held = memory.calls;
				memory.fail_at = fail_at ? memory.calls + 1 : 0;
				assert_int_equal(
					volume_tree_prove(&context, &points.leaves, &tree), fail_at ? KILNCOOK_INTERNAL : KILNCOOK_OK);
				volume_tree_free(&context, &tree);
				requests = fail_at ? requests : held;
			}
			assert_int_equal(memory.live, 0);
			assert_int_equal(memory.wrong_size, 0);
		}
		assert_true(requests > 5);
	}
	cloud_free(&points);
	counted_memory memory;
	fixture_mesh mesh = pack_shape_plain();
	clean_mesh clean = pack_clean(&mesh);
	kilncook_context plain = {.log = {0}};
	packed_tree packed;
	assert_int_equal(pack_mesh(&plain, &clean, &(build_options){0}, &packed), KILNCOOK_OK);
	for (size_t fail_at = 1; fail_at <= 4; ++fail_at)
	{
		kilncook_context context = counted_context(&memory);
		memory.fail_at = fail_at;
		volume_leaf_store store;
		assert_int_equal(
			volume_leaves_of_records(&context, packed.leaves, packed.leaf_units, packed.leaf_count, &store),
			KILNCOOK_INTERNAL);
		assert_int_equal(memory.live, 0);
	}
	packed_tree_free(&plain, &packed);
	fixture_mesh_free(&mesh);
}

static void flat_leaves_have_flat_boxes(void **state)
{
	(void)state;
	kilncook_context context = {.log = {0}};
	for (int i = 0; i < 400; ++i)
	{
		// One leaf in any plane; one in that of two axes, where no rounding is allowed at all.
		bool straight = i % 2;
		cloud points = cloud_make(straight ? 10 : 0, 1, 5 + 6 * (uint64_t)i);
		volume_tree tree;
		kiln_tree_kind kind = i % 4 < 2 ? KILN_TREE_OBB : KILN_TREE_RSS;
		assert_int_equal(volume_tree_build(&context, kind, &points.leaves, &(build_options){0}, 0, &tree), KILNCOOK_OK);
		volume_body body = volume_node_body(kind, tree.nodes, 0);
		float most = 0, least = body.size[2];
		for (int k = 0; k < 3; ++k)
		{
			most = body.size[k] > most ? body.size[k] : most;
			least = kind == KILN_TREE_OBB && body.size[k] < least ? body.size[k] : least;
		}
		if (kind == KILN_TREE_OBB && straight)
			assert_true(least == 0);
		else
			assert_true(least <= 1e-4f * most);
		volume_tree_free(&context, &tree);
		cloud_free(&points);
	}
}

/// Points under a child.
static uint32_t gather(const cloud *c, const volume_tree *tree, uint32_t child, float (*points)[3])
{
	if (child & KILN_VOLUME_LEAF)
	{
		uint32_t leaf = volume_leaf_of_item(&c->leaves, child & ~KILN_VOLUME_LEAF);
		uint32_t count = (uint32_t)(c->point_first[leaf + 1] - c->point_first[leaf]);
		memcpy(points, c->points[c->point_first[leaf]], count * sizeof *points);
		return count;
	}
	uint32_t count = 0;
	for (uint32_t i = 0; i < head_at(tree, child)->count; ++i)
		count += gather(c, tree, head_at(tree, child)->child[i], points + count);
	return count;
}

static double box_area(const float (*points)[3], uint32_t count)
{
	double side[3];
	for (int k = 0; k < 3; ++k)
	{
		double low = (double)points[0][k], high = low;
		for (uint32_t i = 1; i < count; ++i)
		{
			low = fmin(low, (double)points[i][k]);
			high = fmax(high, (double)points[i][k]);
		}
		side[k] = high - low;
	}
	return 2 * (side[0] * side[1] + side[1] * side[2] + side[2] * side[0]);
}

static void fits_are_about_as_good_as_the_best_there_are(void **state)
{
	(void)state;
	kilncook_context context = {.log = {0}};
	const int clouds[] = {0, 8, 9, 11, 12};
	for (int c = 0; c < 5; ++c)
	{
		cloud points = cloud_make(clouds[c], 80, 21);
		float(*below)[3] = calloc(points.point_first[80], sizeof *below);
		assert_non_null(below);
		for (int kind = KILN_TREE_OBB; kind < KILN_TREE_KIND_END; kind += kind == KILN_TREE_OBB ? 4 : 1)
		{
			double own = 0, reference = 0;
			volume_tree tree;
			const bound_method *method = bound_method_named(kind == KILN_TREE_OBB	   ? "obb-refined"
															: kind == KILN_TREE_SPHERE ? "sphere-minimum"
																					   : "rss-principal");
			assert_non_null(method);
			assert_int_equal(
				volume_tree_build(&context, (kiln_tree_kind)kind, &points.leaves, &(build_options){0}, 3, &tree),
				KILNCOOK_OK);
			for (uint32_t i = 0; i < tree.node_count; ++i)
				for (uint32_t slot = 0; slot < head_at(&tree, i)->count; ++slot)
				{
					bound_volume best;
					bound_input input = {.points = (const float(*)[3])below,
						.count = gather(&points, &tree, head_at(&tree, i)->child[slot], below)};
					volume_body body = volume_node_body((kiln_tree_kind)kind, volume_node_at(&tree, i), slot);
					assert_int_equal(bound_fit(&context, method, &input, &best), KILNCOOK_OK);
					double area = volume_body_area((kiln_tree_kind)kind, body.size);
					if (kind == KILN_TREE_OBB)
						assert_true(area <= box_area(input.points, input.count) * (1 + 1e-6));
					own += area;
					reference += bound_area_of(&best);
				}
			assert_true(own <= reference * (kind == KILN_TREE_SPHERE ? 1.0001 : 1.02));
			volume_tree_free(&context, &tree);
		}
		free(below);
		cloud_free(&points);
	}
}

/// The figures by their definition, top-down.
typedef struct sums
{
	double area, volume, overlap;
	uint32_t nodes;
} sums;

static build_box add_up(const cloud *c, const volume_tree *tree, uint32_t child, sums *s)
{
	if (child & KILN_VOLUME_LEAF)
		return c->boxes[volume_leaf_of_item(&c->leaves, child & ~KILN_VOLUME_LEAF)];
	build_box all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
	double parts = 0, whole = 1;
	for (uint32_t i = 0; i < head_at(tree, child)->count; ++i)
	{
		double area, volume, part = 1;
		build_box box = add_up(c, tree, head_at(tree, child)->child[i], s);
		for (int k = 0; k < 3; ++k)
		{
			part *= (double)box.max[k] - (double)box.min[k];
			all.min[k] = fminf(all.min[k], box.min[k]);
			all.max[k] = fmaxf(all.max[k], box.max[k]);
		}
		parts += part;
		volume_body body = {.size = {0, 0, 0}};
		if (!kiln_format_kdop_slabs(tree->kind))
			body = volume_node_body(tree->kind, volume_node_at(tree, child), i);
		const double x = 2 * (double)body.size[0], y = 2 * (double)body.size[1], z = (double)body.size[2];
		const double pi = acos(-1);
		if (kiln_format_kdop_slabs(tree->kind))
		{
			kiln_kdop slabs = volume_node_slabs(tree->kind, volume_node_at(tree, child), i);
			bound_polytope_measure(&slabs, volume_kind_axes(tree->kind), &volume, &area);
		}
		else if (tree->kind == KILN_TREE_OBB)
		{
			area = 2 * (x * y + 2 * (x + y) * z);
			volume = 2 * x * y * z;
		}
		else if (tree->kind == KILN_TREE_SPHERE)
		{
			area = pi * x * x;
			volume = area * x / 6;
		}
		else
		{
			area = 2 * x * y + 2 * pi * z * (x + y) + 4 * pi * z * z;
			volume = 2 * x * y * z + pi * z * z * (x + y) + 4.0 / 3 * pi * z * z * z;
		}
		s->area += area;
		s->volume += volume;
	}
	for (int k = 0; k < 3; ++k)
		whole *= (double)all.max[k] - (double)all.min[k];
	s->overlap += whole > 0 ? parts / whole : 0;
	s->nodes += whole > 0;
	return all;
}

static void figures_are_what_the_format_says(void **state)
{
	(void)state;
	kilncook_context context = {.log = {0}};
	for (int trial = 0; trial < 24; ++trial)
	{
		cloud points = cloud_make(trial % 2 ? 0 : 12, 90, (uint64_t)trial);
		volume_tree tree;
		sums s = {0};
		assert_int_equal(
			volume_tree_build(&context, kind_at(trial), &points.leaves, &(build_options){0}, 0, &tree), KILNCOOK_OK);
		build_box all = add_up(&points, &tree, 0, &s);
		double side[3];
		for (int k = 0; k < 3; ++k)
			side[k] = (double)all.max[k] - (double)all.min[k];
		double area = 2 * (side[0] * side[1] + side[1] * side[2] + side[2] * side[0]);
		double volume = side[0] * side[1] * side[2];
		assert_true(fabs(s.area / area - (double)tree.figures.sah_cost) <= 1e-5 * s.area / area);
		assert_true(fabs(s.volume / volume - (double)tree.figures.volume) <= 1e-5 * s.volume / volume);
		assert_true(fabs(s.overlap / s.nodes - (double)tree.figures.overlap) <= 1e-5 * s.overlap / s.nodes);
		volume_tree_free(&context, &tree);
		cloud_free(&points);
	}
}

static void trees_of_peeled_leaves_stay_within_the_depth_of_a_stack(void **state)
{
	(void)state;
	kilncook_context context = {.log = {0}};
	int deep = 0;
	for (int width = 2; width <= KILN_TREE_WIDTH; ++width)
	{
		cloud points = cloud_make(9, 90, 1);
		build_options options = {.split = BUILD_SPLIT_MIDPOINT};
		volume_tree tree;
		assert_int_equal(
			volume_tree_build(&context, KILN_TREE_SPHERE, &points.leaves, &options, (uint32_t)width, &tree),
			KILNCOOK_OK);
		assert_in_range(tree.depth, 1, KILN_TREE_MAX_DEPTH);
		for (uint32_t i = 0; i < tree.node_count; ++i)
			assert_in_range(head_at(&tree, i)->count, 1, width);
		build_input input = {.boxes = points.boxes, .count = 90};
		build_tree binary;
		assert_int_equal(build_tree_build(&context, &input, &options, &binary), KILNCOOK_OK);
		deep += binary.depth > KILN_TREE_MAX_DEPTH + 1 && width == 2;
		build_tree_free(&context, &binary);
		volume_tree_free(&context, &tree);
		cloud_free(&points);
	}
	assert_int_equal(deep, 1);
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
			// Among them exact half turns, and frames near them.
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
		cmocka_unit_test(every_tree_of_every_cloud_is_proved),
		cmocka_unit_test(every_tree_of_every_mesh_is_proved),
		cmocka_unit_test(leaves_of_records_are_those_of_the_mesh),
		cmocka_unit_test(what_a_volume_holds_is_decided_exactly),
		cmocka_unit_test(a_lozenge_holds_what_its_rectangle_is_near_to),
		cmocka_unit_test(a_volume_that_is_a_bit_smaller_is_refused),
		cmocka_unit_test(no_changed_byte_harms_the_proof),
		cmocka_unit_test(threads_change_no_byte),
		cmocka_unit_test(running_out_of_memory_leaves_nothing_behind),
		cmocka_unit_test(flat_leaves_have_flat_boxes),
		cmocka_unit_test(fits_are_about_as_good_as_the_best_there_are),
		cmocka_unit_test(figures_are_what_the_format_says),
		cmocka_unit_test(trees_of_peeled_leaves_stay_within_the_depth_of_a_stack),
		cmocka_unit_test(rotations_come_back_nearly_as_they_went),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
