// SPDX-License-Identifier: MIT
#include "bound/bound.h"
#include "bound/proof/polytope.h"
#include "tree/pack_case.h"
#include "volume/volume_hold.h"
#include "volume_cloud.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Trees of volumes other than AABBs: what they contain, their layout, and the detection of damage.

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
	for (int c = 0; c < VOLUME_CLOUDS; ++c)
		for (uint32_t n = 0; n < sizeof counts / sizeof *counts; ++n)
		{
			volume_cloud points = volume_cloud_make(c, counts[n], (uint64_t)(100 * c) + n);
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
			volume_cloud_free(&points);
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
		unit += kiln_format_leaf_units(&head);
	}
	assert_int_equal(store.point_first[packed.leaf_count], store.point_count);
	volume_leaf_store_free(&context, &store);
	packed_tree_free(&context, &packed);
	fixture_mesh_free(&mesh);
}

/// Reduces size `k` of child `slot` by about two of its last bits.
static bool shrink(kiln_tree_kind kind, uint8_t *node, uint32_t slot, int k)
{
	volume_body body = volume_node_body(kind, node, slot);
	// A size near zero may be the rounding of the others' lengths.
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
		volume_cloud points = volume_cloud_make(trial % 7 == 3 ? 7 : 0, 60, (uint64_t)trial);
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
			// The rectangle of a lozenge may be smaller if the radius is larger.
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
		volume_cloud_free(&points);
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
		volume_cloud points = volume_cloud_make(0, 40, (uint64_t)kind);
		volume_tree tree;
		assert_int_equal(
			volume_tree_build(&context, (kiln_tree_kind)kind, &points.leaves, &(build_options){0}, 4, &tree),
			KILNCOOK_OK);
		size_t bytes = (size_t)tree.node_count * kiln_format_volume_node_size((uint32_t)kind);
		for (int i = 0; i < 1500; ++i, ++trials)
		{
			uint8_t *at = &tree.nodes[fixture_random(&random) % bytes], saved = *at;
			*at = (uint8_t)(i % 3 ? fixture_random(&random) : saved ^ (1u << (i % 8)));
			// Any changed number changes a figure or containment, except a rotation that turns a cube.
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
		volume_cloud_free(&points);
	}
	assert_true(refused > trials * 9 / 10);
}

static void threads_change_no_byte(void **state)
{
	(void)state;
	kilncook_context context = {.log = {0}};
	volume_cloud points = volume_cloud_make(0, 700, 3);
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
	volume_cloud_free(&points);
}

static void running_out_of_memory_leaves_nothing_behind(void **state)
{
	(void)state;
	volume_cloud points = volume_cloud_make(0, 30, 9);
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
			// Without memory, the binary tree is not trimmed, which is no failure.
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
	volume_cloud_free(&points);
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
		// One leaf in any plane; one in a coordinate plane, where no rounding is allowed.
		bool straight = i % 2;
		volume_cloud points = volume_cloud_make(straight ? 10 : 0, 1, 5 + 6 * (uint64_t)i);
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
		volume_cloud_free(&points);
	}
}

/// Points under a child.
static uint32_t gather(const volume_cloud *c, const volume_tree *tree, uint32_t child, float (*points)[3])
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
		volume_cloud points = volume_cloud_make(clouds[c], 80, 21);
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
		volume_cloud_free(&points);
	}
}

/// The figures by their definition, top-down.
typedef struct sums
{
	double area, volume, overlap;
	uint32_t nodes;
} sums;

static build_box add_up(const volume_cloud *c, const volume_tree *tree, uint32_t child, sums *s)
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
		volume_cloud points = volume_cloud_make(trial % 2 ? 0 : 12, 90, (uint64_t)trial);
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
		volume_cloud_free(&points);
	}
}

static void trees_of_peeled_leaves_stay_within_the_depth_of_a_stack(void **state)
{
	(void)state;
	kilncook_context context = {.log = {0}};
	int deep = 0;
	for (int width = 2; width <= KILN_TREE_WIDTH; ++width)
	{
		volume_cloud points = volume_cloud_make(9, 90, 1);
		build_options options = {.split = BUILD_SPLIT_MIDPOINT};
		volume_tree tree;
		assert_int_equal(
			volume_tree_build(&context, KILN_TREE_SPHERE, &points.leaves, &options, (uint32_t)width, &tree),
			KILNCOOK_OK);
		assert_in_range(tree.depth, 1, KILN_TREE_DEPTH_MAX);
		for (uint32_t i = 0; i < tree.node_count; ++i)
			assert_in_range(head_at(&tree, i)->count, 1, width);
		build_input input = {.boxes = points.boxes, .count = 90};
		build_tree binary;
		assert_int_equal(build_tree_build(&context, &input, &options, &binary), KILNCOOK_OK);
		deep += binary.depth > KILN_TREE_DEPTH_MAX + 1 && width == 2;
		build_tree_free(&context, &binary);
		volume_tree_free(&context, &tree);
		volume_cloud_free(&points);
	}
	assert_int_equal(deep, 1);
}

static void a_sample_of_leaves_has_leaves_of_the_mesh_in_order(void **state)
{
	(void)state;
	kilncook_context context = {.log = {0}};
	const uint32_t counts[] = {VOLUME_LEAF_SAMPLE, VOLUME_LEAF_SAMPLE + 1, 2 * VOLUME_LEAF_SAMPLE + 7, 9001};
	for (uint32_t n = 0; n < 4; ++n)
	{
		volume_cloud points = volume_cloud_make(8, counts[n], n);
		const volume_leaves *all = &points.leaves;
		volume_leaf_store store;
		assert_int_equal(volume_leaves_sample(&context, all, &store), KILNCOOK_OK);
		const volume_leaves *some = &store.leaves;
		assert_int_equal(some->count, VOLUME_LEAF_SAMPLE);
		assert_int_equal(some->items[0], all->items[0]);
		assert_int_equal(some->items[some->count - 1], all->items[all->count - 1]);
		for (uint32_t i = 0, leaf = 0; i < some->count; ++i, ++leaf)
		{
			while (leaf < all->count && all->items[leaf] != some->items[i])
				++leaf;
			assert_in_range(leaf, 0, all->count - 1);
			uint64_t count = all->point_first[leaf + 1] - all->point_first[leaf];
			assert_int_equal(some->point_first[i + 1] - some->point_first[i], count);
			assert_memory_equal(&some->boxes[i], &all->boxes[leaf], sizeof some->boxes[i]);
			assert_memory_equal(some->points[some->point_first[i]], all->points[all->point_first[leaf]],
				(size_t)count * sizeof *some->points);
		}
		volume_leaf_store_free(&context, &store);
		volume_cloud_free(&points);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_tree_of_every_cloud_is_proved),
		cmocka_unit_test(every_tree_of_every_mesh_is_proved),
		cmocka_unit_test(leaves_of_records_are_those_of_the_mesh),
		cmocka_unit_test(a_sample_of_leaves_has_leaves_of_the_mesh_in_order),
		cmocka_unit_test(a_volume_that_is_a_bit_smaller_is_refused),
		cmocka_unit_test(no_changed_byte_harms_the_proof),
		cmocka_unit_test(threads_change_no_byte),
		cmocka_unit_test(running_out_of_memory_leaves_nothing_behind),
		cmocka_unit_test(flat_leaves_have_flat_boxes),
		cmocka_unit_test(fits_are_about_as_good_as_the_best_there_are),
		cmocka_unit_test(figures_are_what_the_format_says),
		cmocka_unit_test(trees_of_peeled_leaves_stay_within_the_depth_of_a_stack),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
