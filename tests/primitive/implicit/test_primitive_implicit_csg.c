// SPDX-License-Identifier: MIT
#include "implicit/csg.h"
#include "primitive_implicit.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PARTS (2 * IMPLICIT_LEAVES)

/// Scratch for trees of IMPLICIT_LEAVES leaves, deliberately off any alignment.
static char room[2 * PARTS * sizeof(kiln_part) + 16];
static void *const scratch = room + 1;

static uint32_t ask_line(const kiln_csg *tree, const kiln_line *line, kiln_implicit_span spans[PARTS])
{
	size_t size = kiln_csg_scratch_size(tree);
	assert_true(size > 0 && size <= sizeof room - 1);
	return kiln_spans_line_csg(line, tree, scratch, size, spans, PARTS);
}

/// Returns the sum of sizes, in which rounding is measured.
static double size_of(const kiln_csg *tree, kiln_vec3 from)
{
	double size = 0;
	for (uint32_t i = 0; i < tree->leaf_count; ++i)
		size = fmax(size, implicit_size(tree->leaves + i, from));
	return size;
}

static real3 point_at(const kiln_line *line, double t)
{
	return real3_along(real3_from(line->point), real_from(t), real3_from(line->direction));
}

/// All times at which the line crosses a leaf, in order. Returns how many.
static uint32_t crossings(const kiln_csg *tree, const kiln_line *line, double times[4 * IMPLICIT_LEAVES])
{
	kiln_path path = kilni_path_of_line(line);
	uint32_t count = 0;
	for (uint32_t leaf = 0; leaf < tree->leaf_count; ++leaf)
	{
		kiln_part parts[KILN_IMPLICIT_SPANS_MAX];
		uint32_t found = kilni_implicit_parts(tree->leaves + leaf, &path, leaf, parts);
		for (uint32_t i = 0; i < 2 * found; ++i)
		{
			double t = i % 2 ? parts[i / 2].leave.t : parts[i / 2].enter.t;
			if (!(fabs(t) < HUGE_VAL))
				continue;
			uint32_t at = count++;
			for (; at > 0 && times[at - 1] > t; --at)
				times[at] = times[at - 1];
			times[at] = t;
		}
	}
	return count;
}

static bool holds(const kiln_implicit_span *spans, uint32_t count, double t)
{
	bool in = false;
	for (uint32_t i = 0; i < count; ++i)
		in = in || ((double)spans[i].enter.t <= t && t <= (double)spans[i].leave.t);
	return in;
}

/// The part between two crossings is in the tree or not, as the function says in its middle.
static void judge_between(const kiln_csg *tree, const kiln_line *line, const kiln_implicit_span *spans, uint32_t count)
{
	double times[4 * IMPLICIT_LEAVES], size = size_of(tree, line->point);
	double length = sqrt(kiln_d3_length2(kiln_d3_from(line->direction)));
	uint32_t found = crossings(tree, line, times);
	for (uint32_t i = 0; i <= found; ++i)
	{
		double low = i > 0 ? times[i - 1] : (found > 0 ? times[0] : 0) - 2 * size / length;
		double high = i < found ? times[i] : (found > 0 ? times[found - 1] : 0) + 2 * size / length;
		if ((high - low) * length < 0x1p-16 * size)
			continue;
		double middle = 0.5 * (low + high);
		real height = implicit_tree_height(tree, point_at(line, middle));
		// Flat solids have the height 0 along all of their length; rounding decides the side.
		if (fabs(real_to(height)) > 0x1p-44 * size)
			assert_int_equal(holds(spans, count, middle), real_sign(height) < 0);
	}
}

/// Whether only one surface is hit at a time.
static bool is_alone(const kiln_csg *tree, const kiln_line *line, double t, double size)
{
	double times[4 * IMPLICIT_LEAVES];
	uint32_t found = crossings(tree, line, times), near = 0;
	for (uint32_t i = 0; i < found; ++i)
		near += fabs(times[i] - t) < 1e-6 * size;
	return near == 1;
}

/// Ends are on the surface of the leaf that they name, with its normal or the opposite.
static void judge_ends(const kiln_csg *tree, const kiln_line *line, const kiln_implicit_span *spans, uint32_t count)
{
	double size = size_of(tree, line->point), length = sqrt(kiln_d3_length2(kiln_d3_from(line->direction)));
	for (uint32_t i = 0; i < 2 * count; ++i)
	{
		const kiln_implicit_end *end = i % 2 ? &spans[i / 2].leave : &spans[i / 2].enter;
		double way = i % 2 ? 1 : -1;
		if (!end->surface)
		{
			assert_true(end->leaf == KILN_NONE && end->t == (float)way * FLT_MAX);
			continue;
		}
		assert_true(end->leaf < tree->leaf_count);
		real height = implicit_height(tree->leaves + end->leaf, point_at(line, (double)end->t));
		assert_true(fabs(real_to(height)) <= 0x1p-22 * fmax(size, fabs((double)end->t) * length));
		double normal = sqrt(kiln_d3_length2(kiln_d3_from(end->normal)));
		assert_true(fabs(normal - 1) < 1e-6);
		if (is_alone(tree, line, (double)end->t, size / length))
			assert_true(way * kiln_d3_dot(kiln_d3_from(end->normal), kiln_d3_from(line->direction)) > -1e-6 * length);
		assert_true(i == 0 || end->t >= (i % 2 ? spans[i / 2].enter : spans[i / 2 - 1].leave).t);
	}
}

static kiln_line any_line(uint64_t *random, implicit_case shape)
{
	if (shape == IMPLICIT_LATTICE)
		return (kiln_line){oracle_integer_vector(random, 3), implicit_direction(random, shape)};
	kiln_vec3 from = oracle_vector(random, 5), to = oracle_vector(random, 1);
	return (kiln_line){from, {to.x - from.x, to.y - from.y, to.z - from.z}};
}

static void lines_are_in_a_tree_where_its_function_says(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (uint64_t round = trials_random(8000); round > 0; --round)
	{
		implicit_case shape = (implicit_case)(round % IMPLICIT_CASES);
		implicit_tree made;
		kiln_implicit_span spans[PARTS];
		implicit_random_tree(&random, shape, 1 + (uint32_t)(round % 7), &made);
		kiln_line line = any_line(&random, shape);
		uint32_t count = ask_line(&made.tree, &line, spans);
		judge_between(&made.tree, &line, spans, count);
		judge_ends(&made.tree, &line, spans, count);
		kiln_intersection met = kiln_intersect_line_csg(&line, &made.tree, scratch, sizeof room - 1);
		assert_true(met.hit == (count > 0) && !met.inside);
		if (count > 0)
		{
			assert_true(met.t == spans[0].enter.t && met.leave == spans[count - 1].leave.t);
			assert_true(met.face == spans[0].enter.leaf && met.normal.x == spans[0].enter.normal.x);
			assert_true(memcmp(&met.point, &spans[0].enter.point, sizeof met.point) == 0);
		}
	}
}

static void rays_and_segments_are_parts_of_lines(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (uint64_t round = trials_random(6000); round > 0; --round)
	{
		implicit_case shape = (implicit_case)(round % IMPLICIT_CASES);
		implicit_tree made;
		kiln_implicit_span spans[PARTS], parts[PARTS];
		implicit_random_tree(&random, shape, 1 + (uint32_t)(round % 5), &made);
		kiln_line line = any_line(&random, shape);
		size_t size = sizeof room - 1;
		uint32_t count = ask_line(&made.tree, &line, spans);
		kiln_ray ray = {line.point, line.direction, round % 3 ? 0 : 1, 0};
		kiln_vec3 end = {
			line.point.x + line.direction.x, line.point.y + line.direction.y, line.point.z + line.direction.z};
		kiln_segment segment = {line.point, end};
		bool inside = kiln_where_point_csg(&line.point, &made.tree) != KILN_WHERE_OUTSIDE;
		kiln_intersection met = kiln_intersect_ray_csg(&ray, &made.tree, scratch, size);
		assert_true(met.inside == inside && (met.hit || !inside));
		assert_true(!inside || (met.t == 0 && met.face == KILN_NONE));
		uint32_t found = kiln_spans_ray_csg(&ray, &made.tree, scratch, size, parts, PARTS);
		assert_true(found <= count && (met.hit == (found > 0) || inside));
		if (found > 0)
			assert_true(met.leave == parts[found - 1].leave.t);
		for (uint32_t i = 0; i < found; ++i)
		{
			double middle = 0.5 * ((double)parts[i].enter.t + (double)fminf(parts[i].leave.t, 1e6f));
			assert_true(parts[i].enter.t >= 0 && (ray.t_max == 0 || parts[i].leave.t <= ray.t_max));
			assert_true(holds(spans, count, middle));
		}
		// A line's direction is the rounded difference of the segment's ends: compared where both are equal.
		met = kiln_intersect_segment_csg(&segment, &made.tree, scratch, size);
		assert_int_equal(met.inside, inside);
		found = kiln_spans_segment_csg(&segment, &made.tree, scratch, size, parts, PARTS);
		assert_true(met.hit == (found > 0) || inside);
		for (uint32_t i = 0; i < found; ++i)
			assert_true(parts[i].enter.t >= 0 && parts[i].leave.t <= 1 && parts[i].enter.t <= parts[i].leave.t);
	}
}

static void points_are_in_a_tree_where_its_function_says(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (uint64_t round = trials_random(10000); round > 0; --round)
	{
		implicit_case shape = (implicit_case)(round % IMPLICIT_CASES);
		implicit_tree made;
		implicit_random_tree(&random, shape, 1 + (uint32_t)(round % IMPLICIT_LEAVES), &made);
		kiln_vec3 p = shape == IMPLICIT_LATTICE ? oracle_integer_vector(&random, 3) : oracle_vector(&random, 2);
		kiln_implicit_sample sample = kiln_sample_point_csg(&p, &made.tree);
		real height = implicit_tree_height(&made.tree, real3_from(p));
		double slack = 0x1p-44 * size_of(&made.tree, p), exact = real_to(height);
		assert_true(sample.found && sample.leaf < made.tree.leaf_count);
		assert_true(fabs((double)sample.value - exact) <= slack + 0x1p-24 * fabs(exact));
		if (sample.where == KILN_WHERE_BOUNDARY)
			assert_true(fabs(exact) <= slack);
		else
			assert_int_equal(sample.where, real_sign(height));
	}
}

/// Whether two trees contain the same parts of a line, to rounding.
static bool same_parts(const kiln_csg *a, const kiln_csg *b, const kiln_line *line)
{
	kiln_implicit_span first[PARTS], second[PARTS];
	uint32_t count = ask_line(a, line, first);
	bool same = ask_line(b, line, second) == count;
	for (uint32_t i = 0; same && i < count; ++i)
		same = first[i].enter.t == second[i].enter.t && first[i].leave.t == second[i].leave.t;
	return same;
}

static void trees_keep_the_laws_of_sets(void **state)
{
	(void)state;
	enum
	{
		U = KILN_CSG_UNION,
		I = KILN_CSG_INTERSECTION,
		D = KILN_CSG_DIFFERENCE
	};
	// Operands as -1 less their number; each law is two trees of up to seven nodes.
	static const int laws[][2][8] = {
		{{-1, -2, U}, {-2, -1, U}},
		{{-1, -2, I}, {-2, -1, I}},
		{{-1, -2, U, -3, U}, {-1, -2, -3, U, U}},
		{{-1, -2, I, -3, I}, {-1, -2, -3, I, I}},
		{{-1, -2, -3, U, I}, {-1, -2, I, -1, -3, I, U}},
		{{-1, -2, -3, I, U}, {-1, -2, U, -1, -3, U, I}},
		{{-1, -2, -3, U, D}, {-1, -2, D, -1, -3, D, I}},
		{{-1, -2, -3, I, D}, {-1, -2, D, -1, -3, D, U}},
		{{-1, -2, -3, U, D}, {-1, -2, D, -3, D}},
		{{-1, -1, -2, D, D}, {-1, -2, I}},
		{{-1, -1, U}, {-1}},
		{{-1, -1, I}, {-1}},
	};
	uint64_t random = 4;
	for (uint64_t round = trials_random(6000); round > 0; --round)
	{
		const int(*law)[8] = laws[round % (sizeof laws / sizeof *laws)];
		kiln_implicit leaves[3];
		kiln_csg_node nodes[2][8];
		kiln_csg trees[2];
		for (int i = 0; i < 3; ++i)
		{
			kiln_implicit_kind kind = (kiln_implicit_kind)(fixture_random(&random) % IMPLICIT_KINDS);
			leaves[i] = implicit_random(&random, kind, IMPLICIT_GENERAL, oracle_vector(&random, 0.7), 1);
		}
		for (int side = 0; side < 2; ++side)
		{
			uint32_t count = 0;
			for (; count < 8 && law[side][count] != 0; ++count)
			{
				int what = law[side][count];
				nodes[side][count] = what < 0 ? (kiln_csg_node){KILN_CSG_LEAF, (uint32_t)(-1 - what)}
											  : (kiln_csg_node){(kiln_csg_kind)what, 0};
			}
			trees[side] = (kiln_csg){nodes[side], count, leaves, 3};
		}
		kiln_line line = any_line(&random, IMPLICIT_GENERAL);
		assert_true(same_parts(&trees[0], &trees[1], &line));
		kiln_vec3 p = oracle_vector(&random, 1);
		assert_true(kiln_where_point_csg(&p, &trees[0]) == kiln_where_point_csg(&p, &trees[1]));
	}
}

static kiln_implicit box(float x0, float x1)
{
	kiln_obb b = {{0.5f * (x0 + x1), 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0.5f * (x1 - x0), 1, 1}};
	return (kiln_implicit){KILN_IMPLICIT_BOX, {.box = b}};
}

static kiln_implicit ball(float x, float radius)
{
	return (kiln_implicit){KILN_IMPLICIT_SPHERE, {.sphere = {{x, 0, 0}, radius}}};
}

/// Spans along x of a tree of two leaves.
static uint32_t along_x(const kiln_implicit leaves[2], kiln_csg_kind kind, kiln_implicit_span spans[PARTS])
{
	const kiln_csg_node nodes[] = {{KILN_CSG_LEAF, 0}, {KILN_CSG_LEAF, 1}, {kind, 0}};
	const kiln_csg tree = {nodes, 3, leaves, 2};
	const kiln_line line = {{-10, 0.25f, 0.125f}, {1, 0, 0}};
	return ask_line(&tree, &line, spans);
}

static void coincident_faces_leave_nothing_between_them(void **state)
{
	(void)state;
	kiln_implicit_span s[PARTS];
	kiln_implicit meeting[2] = {box(0, 1), box(1, 3)};
	assert_int_equal(along_x(meeting, KILN_CSG_UNION, s), 1);
	assert_true(s[0].enter.t == 10 && s[0].leave.t == 13 && s[0].enter.leaf == 0 && s[0].leave.leaf == 1);
	assert_int_equal(along_x(meeting, KILN_CSG_INTERSECTION, s), 1);
	assert_true(s[0].enter.t == 11 && s[0].leave.t == 11 && s[0].enter.leaf == 1 && s[0].leave.leaf == 0);
	assert_int_equal(along_x(meeting, KILN_CSG_DIFFERENCE, s), 1);
	assert_true(s[0].leave.t == 11 && s[0].leave.leaf == 0 && s[0].leave.normal.x == 1);
	kiln_implicit flush[2] = {box(0, 3), box(1, 3)};
	assert_int_equal(along_x(flush, KILN_CSG_DIFFERENCE, s), 1);
	assert_true(s[0].enter.t == 10 && s[0].leave.t == 11 && s[0].leave.leaf == 1 && s[0].leave.normal.x == 1);
	assert_int_equal(along_x(flush, KILN_CSG_UNION, s), 1);
	assert_true(s[0].leave.leaf == 0);
	kiln_implicit same[2] = {box(0, 3), box(0, 3)};
	assert_int_equal(along_x(same, KILN_CSG_DIFFERENCE, s), 0);
	kiln_implicit reversed[2] = {box(1, 3), box(0, 3)};
	assert_int_equal(along_x(reversed, KILN_CSG_DIFFERENCE, s), 0);
	assert_int_equal(along_x(reversed, KILN_CSG_UNION, s), 1);
	assert_true(s[0].enter.leaf == 1 && s[0].leave.leaf == 0);
	// Thirds are not exact: rounding errors between them are empty.
	const float third = 1.0f / 3;
	kiln_implicit thirds[2] = {box(0, third), box(third, 2 * third)};
	assert_int_equal(along_x(thirds, KILN_CSG_UNION, s), 1);
}

static void faces_that_rounding_sets_apart_are_one(void **state)
{
	(void)state;
	uint64_t random = 5;
	uint32_t apart = 0;
	for (uint64_t round = trials_near(4000); round > 0; --round)
	{
		// Cylinders end to end, and the cylinder that they form: caps and sides coincide, with different numbers.
		kiln_vec3 a = oracle_integer_vector(&random, 9), v = {0, 0, 0}, b, c;
		while (v.x == 0 && v.y == 0 && v.z == 0)
			v = oracle_integer_vector(&random, 9);
		b = (kiln_vec3){a.x + v.x, a.y + v.y, a.z + v.z};
		c = (kiln_vec3){b.x + 3 * v.x, b.y + 3 * v.y, b.z + 3 * v.z};
		float radius = 0.1f + fixture_random_unit(&random);
		const kiln_implicit leaves[3] = {{KILN_IMPLICIT_CYLINDER, {.cylinder = {a, b, radius}}},
			{KILN_IMPLICIT_CYLINDER, {.cylinder = {b, c, radius}}},
			{KILN_IMPLICIT_CYLINDER, {.cylinder = {c, a, radius}}}};
		kiln_vec3 off = oracle_vector(&random, 0.5 * (double)radius);
		kiln_line line = {{a.x - v.x + off.x, a.y - v.y + off.y, a.z - v.z + off.z}, {7 * v.x, 7 * v.y, 7 * v.z}};
		kiln_implicit_span s[PARTS];
		if (round % 2)
			line.direction = oracle_vector(&random, 1);
		kiln_csg_node nodes[5] = {{KILN_CSG_LEAF, 0}, {KILN_CSG_LEAF, 1}, {KILN_CSG_UNION, 0}, {KILN_CSG_LEAF, 2}};
		kiln_csg tree = {nodes, 3, leaves, 3};
		uint32_t whole = ask_line(&(kiln_csg){nodes + 3, 1, leaves, 3}, &line, s);
		apart += whole > 0 && ask_line(&(kiln_csg){nodes, 1, leaves, 3}, &line, s) > 0;
		assert_int_equal(ask_line(&tree, &line, s), whole);
		// Subtracting both leaves nothing of the other.
		tree.node_count = 5;
		nodes[4].kind = KILN_CSG_DIFFERENCE;
		assert_int_equal(ask_line(&tree, &line, s), 0);
		const kiln_csg_node parted[5] = {{KILN_CSG_LEAF, 2}, {KILN_CSG_LEAF, 0}, {KILN_CSG_DIFFERENCE, 0},
			{KILN_CSG_LEAF, 1}, {KILN_CSG_DIFFERENCE, 0}};
		assert_int_equal(ask_line(&(kiln_csg){parted, 5, leaves, 3}, &line, s), 0);
	}
	assert_true(apart > 100);
}

static void what_may_be_boundary_is_never_called_outside(void **state)
{
	(void)state;
	// Nearer to the small ball, and certainly outside it; the large ball is too far away for certainty.
	const kiln_implicit leaves[2] = {ball(0, 0x1p-11f), ball(-0x1p39f, 0x1p39f)};
	const kiln_vec3 p = {0x1p-11f + 0x1p-20f, 0, 0};
	kiln_csg_node nodes[] = {{KILN_CSG_LEAF, 0}, {KILN_CSG_LEAF, 1}, {KILN_CSG_UNION, 0}};
	const kiln_csg tree = {nodes, 3, leaves, 2};
	assert_int_equal(kiln_where_point_implicit(&p, &leaves[0]), KILN_WHERE_OUTSIDE);
	assert_int_equal(kiln_where_point_implicit(&p, &leaves[1]), KILN_WHERE_BOUNDARY);
	kiln_implicit_sample sample = kiln_sample_point_csg(&p, &tree);
	assert_true(sample.where == KILN_WHERE_BOUNDARY && sample.value == 0x1p-20f && sample.leaf == 0);
	nodes[2].kind = KILN_CSG_INTERSECTION;
	assert_int_equal(kiln_where_point_csg(&p, &tree), KILN_WHERE_OUTSIDE);
}

static void holes_turn_the_normals_of_what_is_taken(void **state)
{
	(void)state;
	kiln_implicit_span s[PARTS];
	kiln_implicit bored[2] = {box(0, 4), box(1, 2)};
	assert_int_equal(along_x(bored, KILN_CSG_DIFFERENCE, s), 2);
	assert_true(s[0].enter.t == 10 && s[0].leave.t == 11 && s[1].enter.t == 12 && s[1].leave.t == 14);
	assert_true(s[0].leave.normal.x == 1 && s[0].leave.leaf == 1 && s[1].enter.normal.x == -1 && s[1].enter.leaf == 1);
	// Points and flat solids subtract nothing, and other solids contain them.
	kiln_implicit flat[2] = {box(0, 4), box(2, 2)};
	assert_int_equal(along_x(flat, KILN_CSG_DIFFERENCE, s), 1);
	assert_true(s[0].enter.t == 10 && s[0].leave.t == 14);
	kiln_implicit within[2] = {box(2, 2), box(0, 4)};
	assert_int_equal(along_x(within, KILN_CSG_DIFFERENCE, s), 0);
	kiln_implicit beside[2] = {box(4, 4), box(0, 4)};
	assert_int_equal(along_x(beside, KILN_CSG_DIFFERENCE, s), 1);
	assert_true(s[0].enter.t == 14 && s[0].leave.t == 14);
	kiln_implicit apart[2] = {box(0, 1), box(2, 3)};
	assert_int_equal(along_x(apart, KILN_CSG_DIFFERENCE, s), 1);
	assert_int_equal(along_x(apart, KILN_CSG_INTERSECTION, s), 0);
	assert_int_equal(along_x(apart, KILN_CSG_UNION, s), 2);
	kiln_implicit before[2] = {box(2, 3), box(0, 1)};
	assert_int_equal(along_x(before, KILN_CSG_DIFFERENCE, s), 1);
	kiln_implicit all[2] = {{KILN_IMPLICIT_HALFSPACE, {.halfspace = {{1, 0, 0}, 5}}},
		{KILN_IMPLICIT_HALFSPACE, {.halfspace = {{-1, 0, 0}, 5}}}};
	assert_int_equal(along_x(all, KILN_CSG_UNION, s), 1);
	assert_true(s[0].enter.t == -FLT_MAX && !s[0].enter.surface && s[0].leave.t == FLT_MAX && !s[0].leave.surface);
	assert_true(s[0].enter.normal.x == -1 && s[0].leave.normal.x == 1);
	assert_int_equal(along_x(all, KILN_CSG_DIFFERENCE, s), 1);
	assert_true(s[0].leave.t == 5 && s[0].leave.normal.x == 1 && s[0].leave.leaf == 1);
	assert_int_equal(along_x(all, KILN_CSG_INTERSECTION, s), 1);
	assert_true(s[0].enter.t == 5 && s[0].leave.t == 15);
}

static void rays_that_begin_inside_hit_at_once(void **state)
{
	(void)state;
	const kiln_implicit leaves[3] = {ball(0, 3), ball(0, 1), box(1, 2)};
	const kiln_csg_node nodes[] = {{KILN_CSG_LEAF, 0}, {KILN_CSG_LEAF, 1}, {KILN_CSG_DIFFERENCE, 0}};
	const kiln_csg tree = {nodes, 3, leaves, 3};
	kiln_ray ray = {{2, 0, 0}, {-1, 0, 0}, 0, 0};
	kiln_intersection met = kiln_intersect_ray_csg(&ray, &tree, scratch, sizeof room - 1);
	assert_true(met.hit && met.inside && met.t == 0 && met.leave == 5 && met.normal.x == 1);
	assert_true(met.point.x == 2 && met.face == KILN_NONE);
	ray.origin.x = 0.5f; // in the hole
	met = kiln_intersect_ray_csg(&ray, &tree, scratch, sizeof room - 1);
	assert_true(met.hit && !met.inside && met.t == 1.5f && met.normal.x == 1 && met.face == 1 && met.leave == 3.5f);
	ray.origin.x = 3; // on the boundary, leading away and in
	ray.direction.x = 1;
	met = kiln_intersect_ray_csg(&ray, &tree, scratch, sizeof room - 1);
	assert_true(met.hit && met.inside && met.t == 0 && met.leave == 0);
	kiln_segment segment = {{2, 0, 0}, {2, 0, 0}};
	kiln_implicit_span span;
	met = kiln_intersect_segment_csg(&segment, &tree, scratch, sizeof room - 1);
	assert_true(met.hit && met.inside && met.t == 0 && met.leave == 0);
	assert_int_equal(kiln_spans_segment_csg(&segment, &tree, scratch, sizeof room - 1, &span, 1), 1);
	assert_true(span.enter.t == 0 && span.leave.t == 0 && !span.enter.surface && span.leave.leaf == KILN_NONE);
	segment = (kiln_segment){{0, 0, 0}, {0, 0, 0}};
	assert_false(kiln_intersect_segment_csg(&segment, &tree, scratch, sizeof room - 1).hit);
	assert_int_equal(kiln_spans_segment_csg(&segment, &tree, scratch, sizeof room - 1, &span, 1), 0);
}

static void check_fails(const kiln_csg *tree, kiln_status status, uint64_t offset)
{
	const kiln_line line = {{0, 0, 0}, {1, 0, 0}};
	const kiln_vec3 p = {0, 0, 0};
	kiln_result result = kiln_csg_check(tree);
	assert_true(result.status == status && result.offset == offset && result.reason);
	assert_int_equal(kiln_csg_scratch_size(tree), 0);
	assert_false(kiln_sample_point_csg(&p, tree).found);
	assert_int_equal(kiln_where_point_csg(&p, tree), KILN_WHERE_OUTSIDE);
	assert_false(kiln_intersect_line_csg(&line, tree, scratch, sizeof room - 1).hit);
	assert_int_equal(kiln_spans_line_csg(&line, tree, scratch, sizeof room - 1, NULL, 0), 0);
}

static void trees_that_are_none_are_refused(void **state)
{
	(void)state;
	const kiln_implicit leaves[2] = {ball(0, 1), ball(0, -1)};
	kiln_csg_node nodes[KILN_CSG_DEPTH_MAX + 1] = {{KILN_CSG_LEAF, 0}, {KILN_CSG_LEAF, 0}, {KILN_CSG_UNION, 9}};
	kiln_csg tree = {nodes, 3, leaves, 2};
	assert_int_equal(kiln_csg_check(&tree).status, KILN_OK);
	check_fails(NULL, KILN_E_ARGUMENT, 0);
	check_fails(&(kiln_csg){NULL, 3, leaves, 2}, KILN_E_ARGUMENT, 0);
	check_fails(&(kiln_csg){nodes, 3, NULL, 2}, KILN_E_ARGUMENT, 0);
	check_fails(&(kiln_csg){nodes, KILN_CSG_NODES_MAX + 1, leaves, 2}, KILN_E_ARGUMENT, KILN_CSG_NODES_MAX);
	check_fails(&(kiln_csg){NULL, 0, NULL, 0}, KILN_E_TREE, 0);
	check_fails(&(kiln_csg){nodes, 2, leaves, 2}, KILN_E_TREE, 2);
	check_fails(&(kiln_csg){nodes, 1, NULL, 0}, KILN_E_RANGE, 0);
	nodes[1].leaf = 2;
	check_fails(&tree, KILN_E_RANGE, 1);
	nodes[1].leaf = 1;
	check_fails(&tree, KILN_E_NUMBER, 1);
	nodes[1] = (kiln_csg_node){KILN_CSG_INTERSECTION, 0};
	check_fails(&tree, KILN_E_TREE, 1);
	nodes[1].kind = (kiln_csg_kind)4;
	check_fails(&tree, KILN_E_VALUE, 1);
	for (uint32_t i = 0; i <= KILN_CSG_DEPTH_MAX; ++i)
		nodes[i] = (kiln_csg_node){KILN_CSG_LEAF, 0};
	check_fails(&(kiln_csg){nodes, KILN_CSG_DEPTH_MAX + 1, leaves, 2}, KILN_E_TREE, KILN_CSG_DEPTH_MAX);
}

static void other_arguments_are_refused(void **state)
{
	(void)state;
	const kiln_implicit leaf = ball(0, 1);
	const kiln_csg_node node = {KILN_CSG_LEAF, 0};
	const kiln_csg tree = {&node, 1, &leaf, 1};
	const kiln_line line = {{-2, 0, 0}, {1, 0, 0}}, none = {{0, 0, 0}, {0, 0, 0}};
	const kiln_vec3 nan = {NAN, 0, 0};
	size_t size = kiln_csg_scratch_size(&tree);
	assert_true(kiln_intersect_line_csg(&line, &tree, scratch, size).hit);
	assert_true(kiln_intersect_line_csg(&line, &tree, room, size).hit);
	assert_false(kiln_intersect_line_csg(&line, &tree, scratch, size - 1).hit);
	assert_false(kiln_intersect_line_csg(&line, &tree, NULL, size).hit);
	assert_false(kiln_intersect_line_csg(&none, &tree, scratch, size).hit);
	assert_false(kiln_intersect_line_csg(NULL, &tree, scratch, size).hit);
	assert_false(kiln_intersect_ray_csg(NULL, &tree, scratch, size).hit);
	assert_false(kiln_intersect_segment_csg(NULL, &tree, scratch, size).hit);
	assert_false(kiln_sample_point_csg(&nan, &tree).found);
	assert_false(kiln_sample_point_csg(NULL, &tree).found);
	assert_int_equal(kiln_spans_line_csg(&line, &tree, scratch, size, NULL, 0), 1);
}

static void long_chains_are_cut_one_by_one(void **state)
{
	(void)state;
	enum
	{
		HOLES = 1000
	};
	kiln_implicit *leaves = malloc((HOLES + 1) * sizeof *leaves);
	kiln_csg_node *nodes = malloc((2 * HOLES + 1) * sizeof *nodes);
	leaves[0] = box(0, 2 * HOLES);
	nodes[0] = (kiln_csg_node){KILN_CSG_LEAF, 0};
	for (uint32_t i = 1; i <= HOLES; ++i)
	{
		float x = 2 * (float)(i * 7 % HOLES);
		leaves[i] = box(x + 0.5f, x + 1);
		nodes[2 * i - 1] = (kiln_csg_node){KILN_CSG_LEAF, i};
		nodes[2 * i] = (kiln_csg_node){KILN_CSG_DIFFERENCE, 0};
	}
	const kiln_csg tree = {nodes, 2 * HOLES + 1, leaves, HOLES + 1};
	size_t size = kiln_csg_scratch_size(&tree);
	void *memory = malloc(size);
	kiln_implicit_span *spans = malloc((HOLES + 1) * sizeof *spans);
	const kiln_line line = {{-1, 0, 0}, {1, 0, 0}};
	assert_int_equal(kiln_spans_line_csg(&line, &tree, memory, size, spans, HOLES + 1), HOLES + 1);
	for (uint32_t i = 0; i < HOLES; ++i)
		assert_true(spans[i].leave.t == 2 * (float)i + 1.5f && spans[i + 1].enter.t == 2 * (float)i + 2);
	assert_int_equal(kiln_spans_line_csg(&line, &tree, memory, size, spans, 10), HOLES + 1);
	free(spans);
	free(memory);
	free(nodes);
	free(leaves);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_in_a_tree_where_its_function_says),
		cmocka_unit_test(rays_and_segments_are_parts_of_lines),
		cmocka_unit_test(points_are_in_a_tree_where_its_function_says),
		cmocka_unit_test(trees_keep_the_laws_of_sets),
		cmocka_unit_test(coincident_faces_leave_nothing_between_them),
		cmocka_unit_test(faces_that_rounding_sets_apart_are_one),
		cmocka_unit_test(what_may_be_boundary_is_never_called_outside),
		cmocka_unit_test(holes_turn_the_normals_of_what_is_taken),
		cmocka_unit_test(rays_that_begin_inside_hit_at_once),
		cmocka_unit_test(trees_that_are_none_are_refused),
		cmocka_unit_test(other_arguments_are_refused),
		cmocka_unit_test(long_chains_are_cut_one_by_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
