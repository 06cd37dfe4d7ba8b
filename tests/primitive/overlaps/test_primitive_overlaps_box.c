// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "primitive_overlaps.h"
#include "support/trials.h"

#include <math.h>

/// The part of a triangle in a half-space, corner by corner (Sutherland and Hodgman 1974).
typedef struct piece
{
	real3 corners[12];
	int count;
} piece;

/// Keeps normal . p <= reach.
static void clip(piece *p, real3 normal, real reach)
{
	piece kept = {.count = 0};
	for (int i = 0; i < p->count; ++i)
	{
		real3 here = p->corners[i], next = p->corners[(i + 1) % p->count];
		real from = real_sub(reach, real3_dot(normal, here)), to = real_sub(reach, real3_dot(normal, next));
		if (real_sign(from) >= 0)
			kept.corners[kept.count++] = here;
		if (real_sign(from) * real_sign(to) < 0)
			kept.corners[kept.count++] = real3_along(here, real_div(from, real_sub(from, to)), real3_sub(next, here));
	}
	*p = kept;
}

/// Whether a box extended by `more` on all sides contains a part of the triangle.
static bool holds(const kiln_obb *box, const kiln_triangle *t, double more)
{
	piece p = {.count = 3};
	real3 axes[3];
	for (int i = 0; i < 3; ++i)
	{
		p.corners[i] = real3_sub(real3_from(t->corners[i]), real3_from(box->center));
		axes[i] = real3_from(box->axes[i]);
	}
	for (int i = 0; i < 3; ++i)
	{
		real3 normal = real3_cross(axes[(i + 1) % 3], axes[(i + 2) % 3]);
		real half = real_abs(real_mul(real3_dot(normal, axes[i]), real_from((double)box->half_extents[i])));
		real reach = real_add(half, real_mul(real3_length(normal), real_from(more)));
		clip(&p, normal, reach);
		clip(&p, real3_scale(normal, real_from_int(-1)), reach);
	}
	return p.count > 0;
}

static void judge_box(const scene *s, const kiln_obb *box, const kiln_triangle *t, bool answer)
{
	double size = (4 + s->offset * 0x1p-6) * s->scale;
	if (answer)
		assert_true(holds(box, t, 0x1p-45 * size));
	else
		assert_false(holds(box, t, 0));
}

/// Makes a box with a face near the origin, and a triangle with a corner there, whose small coordinates place it
/// exactly on the face; the rest of the triangle is beyond the face.
static void touch_face(scene *s, kiln_obb *box, kiln_triangle *t)
{
	kiln_d3 normal = kiln_d3_cross(kiln_d3_from(box->axes[0]), kiln_d3_from(box->axes[1]));
	normal = kiln_d3_scale(normal, 1 / sqrt(kiln_d3_length2(normal)));
	double reach = fabs(kiln_d3_dot(normal, kiln_d3_from(box->axes[2]))) * (double)box->half_extents[2];
	box->center = kiln_d3_to(kiln_d3_scale(normal, -reach));
	double beyond = -kiln_d3_dot(normal, kiln_d3_from(box->center)) - reach;
	double off = scene_below(s, 2) ? scene_unit(s) * ldexp(1, -(int)scene_below(s, 24)) : 0;
	t->corners[0] = kiln_d3_to(kiln_d3_scale(normal, -beyond * (1 + off)));
	for (int i = 1; i < 3; ++i)
	{
		kiln_d3 p = kiln_d3_from(t->corners[i]);
		double height = kiln_d3_dot(p, normal);
		t->corners[i] = kiln_d3_to(kiln_d3_along(p, fabs(height) - height + 0x1p-10 * s->scale, normal));
	}
}

static kiln_obb as_obb(const kiln_aabb *box, bool *fits)
{
	kiln_vec3 low = box->min, high = box->max;
	kiln_obb obb = {{0.5f * (low.x + high.x), 0.5f * (low.y + high.y), 0.5f * (low.z + high.z)},
		{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0.5f * (high.x - low.x), 0.5f * (high.y - low.y), 0.5f * (high.z - low.z)}};
	kiln_vec3 c = obb.center;
	const float *h = obb.half_extents;
	*fits = true;
	const float sides[3][4] = {{c.x, h[0], low.x, high.x}, {c.y, h[1], low.y, high.y}, {c.z, h[2], low.z, high.z}};
	for (int i = 0; i < 3; ++i)
	{
		double center = (double)sides[i][0], half = (double)sides[i][1];
		*fits = *fits && center - half == (double)sides[i][2] && center + half == (double)sides[i][3];
	}
	return obb;
}

static void try_boxes(bool near, uint64_t trials)
{
	scene s = scene_of(0x8cb92ba72f3d8dd7ull + near);
	uint64_t apart = 0, met = 0;
	for (uint64_t n = 0; n < trials; ++n)
	{
		scene_next(&s, near);
		kiln_obb obb = scene_obb(&s);
		kiln_aabb box = scene_aabb(&s);
		kiln_triangle t = scene_triangle(&s), turned = {{t.corners[1], t.corners[0], t.corners[2]}};
		if (near && scene_below(&s, 4) == 0) // an edge along one of the box's
			t.corners[1] = kiln_d3_to(
				kiln_d3_along(kiln_d3_from(t.corners[0]), scene_unit(&s) * s.scale, kiln_d3_from(obb.axes[0])));
		if (s.offset == 0 && scene_below(&s, 3) == 0)
			touch_face(&s, &obb, &t);
		bool answer = kiln_overlaps_obb_triangle(&obb, &t);
		judge_box(&s, &obb, &t, answer);
		turned = (kiln_triangle){{t.corners[1], t.corners[0], t.corners[2]}};
		judge_box(&s, &obb, &turned, kiln_overlaps_obb_triangle(&obb, &turned));
		bool fits;
		obb = as_obb(&box, &fits);
		bool second = kiln_overlaps_aabb_triangle(&box, &t);
		if (fits)
			judge_box(&s, &obb, &t, second);
		met += answer;
		met += second;
		apart += !answer;
		apart += !second;
	}
	assert_true(met > trials / 4);
	assert_true(apart > trials / 4);
}

static void random_boxes_overlap_triangles_that_they_clip(void **state)
{
	(void)state;
	try_boxes(false, trials_random(20000));
}

static void nearly_degenerate_boxes_overlap_triangles_that_they_clip(void **state)
{
	(void)state;
	try_boxes(true, trials_near(10000));
}

static void try_capsules(bool near, uint64_t trials)
{
	scene s = scene_of(0x6eed0e9da4d94a4full + near);
	uint64_t apart = 0, met = 0;
	for (uint64_t n = 0; n < trials; ++n)
	{
		scene_next(&s, near);
		kiln_capsule capsule = {scene_point(&s), scene_point(&s), scene_size(&s)};
		kiln_triangle t = scene_triangle(&s);
		if (near && scene_below(&s, 4) == 0) // along an edge
			capsule.b = kiln_d3_to(kiln_d3_add(
				kiln_d3_from(capsule.a), kiln_d3_sub(kiln_d3_from(t.corners[2]), kiln_d3_from(t.corners[1]))));
		const real3 c[3] = {real3_from(t.corners[0]), real3_from(t.corners[1]), real3_from(t.corners[2])};
		real distance = real_distance_segment_triangle(real3_from(capsule.a), real3_from(capsule.b), c);
		double size = (4 + s.offset * 0x1p-6) * s.scale;
		bool answer = kiln_overlaps_capsule_triangle(&capsule, &t);
		assert_true(real_judges(answer, distance, real_from((double)capsule.radius), size));
		met += answer;
		apart += !answer;
		// A radius that reaches it to about a float, and the corners and ends in another order.
		capsule.radius = (float)real_to(distance);
		capsule.radius = scene_below(&s, 2) ? capsule.radius : nextafterf(capsule.radius, 0);
		answer = kiln_overlaps_capsule_triangle(&capsule, &t);
		assert_true(real_judges(answer, distance, real_from((double)capsule.radius), size));
		kiln_capsule back = {capsule.b, capsule.a, capsule.radius};
		kiln_triangle turned = {{t.corners[1], t.corners[2], t.corners[0]}};
		answer = kiln_overlaps_capsule_triangle(&back, &turned);
		assert_true(real_judges(answer, distance, real_from((double)capsule.radius), size));
	}
	assert_true(met > trials / 8);
	assert_true(apart > trials / 8);
}

static void random_capsules_overlap_triangles_that_they_reach(void **state)
{
	(void)state;
	try_capsules(false, trials_random(20000));
}

static void nearly_degenerate_capsules_overlap_triangles_that_they_reach(void **state)
{
	(void)state;
	try_capsules(true, trials_near(10000));
}

static void touching_by_corner_edge_and_face_is_overlap(void **state)
{
	(void)state;
	kiln_aabb box = {{-1, -1, -1}, {1, 1, 1}};
	kiln_obb obb = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
	kiln_capsule capsule = {{0, 0, -1}, {0, 0, 1}, 1};
	kiln_triangle corner = {{{1, 1, 1}, {3, 2, 2}, {2, 3, 2}}}, edge = {{{0, 2, 1}, {2, 0, 1}, {3, 3, 3}}};
	kiln_triangle face = {{{0, 0, 1}, {9, 9, 1}, {9, 0, 1}}}, around = {{{-9, -9, 0}, {9, -9, 0}, {0, 20, 0}}};
	kiln_triangle inside = {{{0, 0, 0}, {0.5f, 0, 0}, {0, 0.5f, 0}}}, off = {{{1, 1.25f, 1}, {3, 2, 2}, {2, 3, 2}}};
	// Past an edge of the box, where only the product of two edges separates.
	kiln_triangle past = {{{3, 0, 3}, {0, 3, -3}, {9, 9, 0}}};
	assert_true(kiln_overlaps_aabb_triangle(&box, &corner));
	assert_true(kiln_overlaps_obb_triangle(&obb, &corner));
	assert_true(kiln_overlaps_aabb_triangle(&box, &edge));
	assert_true(kiln_overlaps_aabb_triangle(&box, &face));
	assert_true(kiln_overlaps_aabb_triangle(&box, &around));
	assert_true(kiln_overlaps_aabb_triangle(&box, &inside));
	assert_true(kiln_overlaps_capsule_triangle(&capsule, &around));
	assert_true(kiln_overlaps_capsule_triangle(&capsule, &inside));
	assert_false(kiln_overlaps_aabb_triangle(&box, &off));
	assert_false(kiln_overlaps_obb_triangle(&obb, &off));
	assert_false(kiln_overlaps_aabb_triangle(&box, &past));
	assert_false(kiln_overlaps_capsule_triangle(&capsule, &past));
	box.max.z = nextafterf(1, 0);
	assert_false(kiln_overlaps_aabb_triangle(&box, &face));
	capsule = (kiln_capsule){{0, 0, 2}, {5, 0, 2}, 1};
	assert_true(kiln_overlaps_capsule_triangle(&capsule, &face));
	capsule.radius = nextafterf(1, 0);
	assert_false(kiln_overlaps_capsule_triangle(&capsule, &face));
}

static void boxes_and_triangles_without_size_are_points_and_segments(void **state)
{
	(void)state;
	kiln_triangle t = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}, segment = {{{0, 0, 0}, {4, 4, 0}, {2, 2, 0}}};
	kiln_vec3 p = {1, 1, 0}, q = {3, 3, 0};
	kiln_aabb in = {p, p}, out = {q, q};
	assert_true(kiln_overlaps_aabb_triangle(&in, &t));
	assert_false(kiln_overlaps_aabb_triangle(&out, &t));
	assert_true(kiln_overlaps_aabb_triangle(&out, &segment));
	kiln_obb turned = {q, {{0.6f, 0.8f, 0}, {-0.8f, 0.6f, 0}, {0, 0, 1}}, {0, 0, 0}};
	assert_false(kiln_overlaps_obb_triangle(&turned, &t));
	assert_true(kiln_overlaps_obb_triangle(&turned, &segment));
	kiln_capsule point = {q, q, 0}, ball = {q, q, 1.5f};
	assert_false(kiln_overlaps_capsule_triangle(&point, &t));
	assert_true(kiln_overlaps_capsule_triangle(&point, &segment));
	assert_true(kiln_overlaps_capsule_triangle(&ball, &t));
	kiln_triangle same = {{q, q, q}};
	assert_true(kiln_overlaps_capsule_triangle(&point, &same));
	assert_true(kiln_overlaps_aabb_triangle(&out, &same));
	assert_false(kiln_overlaps_aabb_triangle(&in, &same));
}

static void what_is_not_usable_overlaps(void **state)
{
	(void)state;
	kiln_aabb box = {{0, 0, 0}, {1, 1, 1}};
	kiln_obb obb = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
	kiln_capsule capsule = {{0, 0, 0}, {1, 1, 1}, 1};
	kiln_triangle far = {{{9, 9, 9}, {8, 9, 9}, {9, 8, 9}}};
	assert_false(kiln_overlaps_aabb_triangle(&box, &far));
	assert_false(kiln_overlaps_obb_triangle(&obb, &far));
	assert_false(kiln_overlaps_capsule_triangle(&capsule, &far));
	for (uint32_t which = 0; which < 3; ++which)
	{
		kiln_triangle ill = far;
		ill.corners[which].y = bad_number(which);
		assert_true(kiln_overlaps_aabb_triangle(&box, &ill));
		assert_true(kiln_overlaps_obb_triangle(&obb, &ill));
		assert_true(kiln_overlaps_capsule_triangle(&capsule, &ill));
		kiln_aabb ill_box = {{0, bad_number(which), 0}, {1, -0x1p42f, 1}};
		kiln_obb ill_obb = obb;
		ill_obb.half_extents[which] = -1;
		kiln_capsule ill_capsule = {{0, 0, 0}, {0, 0, bad_number(which)}, 1};
		assert_true(kiln_overlaps_aabb_triangle(&ill_box, &far));
		assert_true(kiln_overlaps_obb_triangle(&ill_obb, &far));
		assert_true(kiln_overlaps_capsule_triangle(&ill_capsule, &far));
	}
	assert_true(kiln_overlaps_aabb_triangle(NULL, &far));
	assert_true(kiln_overlaps_obb_triangle(&obb, NULL));
	assert_true(kiln_overlaps_capsule_triangle(NULL, &far));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_boxes_overlap_triangles_that_they_clip),
		cmocka_unit_test(nearly_degenerate_boxes_overlap_triangles_that_they_clip),
		cmocka_unit_test(random_capsules_overlap_triangles_that_they_reach),
		cmocka_unit_test(nearly_degenerate_capsules_overlap_triangles_that_they_reach),
		cmocka_unit_test(touching_by_corner_edge_and_face_is_overlap),
		cmocka_unit_test(boxes_and_triangles_without_size_are_points_and_segments),
		cmocka_unit_test(what_is_not_usable_overlaps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
