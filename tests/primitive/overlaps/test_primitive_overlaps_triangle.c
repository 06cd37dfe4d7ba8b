// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "primitive/triangle/triangle_case.h"
#include "primitive_overlaps.h"
#include "support/trials.h"

#include <math.h>

typedef bool method(const kiln_triangle *a, const kiln_triangle *b);

static method *const methods[] = {kiln_overlaps_triangle_triangle, kiln_overlaps_triangle_triangle_interval,
	kiln_overlaps_triangle_triangle_axes, kiln_overlaps_triangle_triangle_edges};

#define METHODS (sizeof methods / sizeof *methods)

static bool separates(const real3 corners[6], real3 axis)
{
	real low[2], high[2];
	for (int i = 0; i < 6; ++i)
	{
		real height = real3_dot(corners[i], axis);
		low[i / 3] = i % 3 == 0 ? height : real_min(low[i / 3], height);
		high[i / 3] = i % 3 == 0 ? height : real_max(high[i / 3], height);
	}
	return real_compare(low[0], high[1]) > 0 || real_compare(low[1], high[0]) > 0;
}

static bool is_zero(real3 v)
{
	return real_sign(v.x) == 0 && real_sign(v.y) == 0 && real_sign(v.z) == 0;
}

/// Decides exactly, for coordinates whose products of four fit into 256 bits. The facets' normals of the Minkowski
/// difference are products of edges; in a plane they are edges' normals; on a line, and for points, the vector from one
/// to the other.
static bool exact_touch(const kiln_triangle *a, const kiln_triangle *b)
{
	real3 corners[6], edges[6], normal = {0}, along = {0};
	for (int i = 0; i < 6; ++i)
		corners[i] = real3_sub(real3_from(i < 3 ? a->corners[i] : b->corners[i - 3]), real3_from(a->corners[0]));
	for (int i = 0; i < 6; ++i)
	{
		edges[i] = real3_sub(corners[i / 3 * 3 + (i + 1) % 3], corners[i]);
		along = is_zero(edges[i]) ? along : edges[i];
	}
	for (int i = 0; i < 6; ++i)
		for (int j = 0; j < i; ++j)
		{
			real3 axis = real3_cross(edges[i], edges[j]);
			if (separates(corners, axis))
				return false;
			normal = is_zero(axis) ? normal : axis;
		}
	for (int i = 0; i < 6; ++i)
		if (separates(corners, real3_cross(normal, edges[i])) || separates(corners, edges[i]))
			return false;
	real3 apart = corners[3];
	return !separates(corners, real3_cross(real3_cross(along, apart), along)) && !separates(corners, apart);
}

/// Queries the pair in one of its twelve equivalent forms.
static bool ask(method *ask_method, const kiln_triangle *a, const kiln_triangle *b, uint32_t way)
{
	kiln_triangle first = {{a->corners[way % 3], a->corners[(way + 1) % 3], a->corners[(way + 2) % 3]}};
	kiln_triangle second = *b;
	if (way & 1)
		second = (kiln_triangle){{b->corners[1], b->corners[0], b->corners[2]}};
	return way & 2 ? ask_method(&second, &first) : ask_method(&first, &second);
}

static uint64_t judge(scene *s, const kiln_triangle *a, const kiln_triangle *b)
{
	bool expected = exact_touch(a, b);
	for (size_t i = 0; i < METHODS; ++i)
	{
		assert_int_equal(methods[i](a, b), expected);
		assert_int_equal(ask(methods[i], a, b, scene_below(s, 12)), expected);
	}
	assert_int_equal(kiln_contact_triangle_triangle(a, b).touching, expected);
	return expected;
}

/// Without offsets of many digits, so that 256 bits are enough.
static void another_scene(scene *s, bool near)
{
	do
		scene_next(s, near);
	while (s->offset > 1000);
}

static void random_triangles_touch_by_all_methods_as_they_do_exactly(void **state)
{
	(void)state;
	scene s = scene_of(0x2545f4914f6cdd1dull);
	uint64_t trials = trials_random(20000), touching = 0;
	for (uint64_t n = 0; n < trials; ++n)
	{
		another_scene(&s, false);
		kiln_triangle a = scene_triangle(&s), b = scene_triangle(&s);
		touching += judge(&s, &a, &b);
	}
	assert_in_range(touching, trials / 10, trials / 2);
}

/// A triangle near the origin, and there a corner of the other, whose small coordinates place it exactly in the plane.
static void touch_plane(scene *s, kiln_triangle *a, kiln_triangle *b)
{
	kiln_d3 p = kiln_d3_from(a->corners[0]), q = kiln_d3_from(a->corners[1]);
	a->corners[2] = kiln_d3_to(kiln_d3_along(kiln_d3_scale(p, -fabs(scene_unit(s))), -fabs(scene_unit(s)), q));
	kiln_d3 normal = kiln_d3_cross(kiln_d3_sub(q, p), kiln_d3_sub(kiln_d3_from(a->corners[2]), p));
	double length2 = kiln_d3_length2(normal);
	if (length2 > 0)
		b->corners[0] = kiln_d3_to(kiln_d3_scale(normal, kiln_d3_dot(normal, p) / length2));
}

/// Gives them common corners, edges and planes, exactly or nearly.
static void share(scene *s, kiln_triangle *a, kiln_triangle *b)
{
	uint32_t kind = scene_below(s, 8);
	if (kind < 2)
		b->corners[kind] = a->corners[2];
	if (kind == 1)
		b->corners[0] = a->corners[1];
	if (kind == 2) // into the plane, to rounding
		for (int i = 0; i < 3; ++i)
		{
			kiln_d3 p = kiln_d3_from(a->corners[0]);
			p = kiln_d3_along(p, scene_unit(s), kiln_d3_sub(kiln_d3_from(a->corners[1]), p));
			p = kiln_d3_along(p, scene_unit(s), kiln_d3_sub(kiln_d3_from(a->corners[2]), p));
			b->corners[i] = kiln_d3_to(p);
		}
	if (kind == 3) // nearly parallel edges
		b->corners[1] = kiln_d3_to(kiln_d3_along(kiln_d3_from(b->corners[0]), 1 + scene_unit(s),
			kiln_d3_sub(kiln_d3_from(a->corners[1]), kiln_d3_from(a->corners[0]))));
	if (kind == 5 && s->offset == 0 && s->scale > 1e-20)
		touch_plane(s, a, b);
	if (kind == 4) // a flat layer
		for (int i = 0; i < 3; ++i)
			b->corners[i].z = a->corners[i].z = a->corners[0].z;
}

static void nearly_degenerate_triangles_touch_by_all_methods_as_they_do_exactly(void **state)
{
	(void)state;
	scene s = scene_of(0xd1342543de82ef95ull);
	uint64_t trials = trials_near(10000), touching = 0;
	for (uint64_t n = 0; n < trials; ++n)
	{
		another_scene(&s, scene_below(&s, 4) > 0);
		kiln_triangle a = scene_triangle(&s), b = scene_triangle(&s);
		share(&s, &a, &b);
		touching += judge(&s, &a, &b);
	}
	assert_in_range(touching, trials / 4, trials - trials / 10);
}

static kiln_triangle of_lattice(const lattice_triangle *t, double scale)
{
	kiln_triangle triangle;
	for (int i = 0; i < 3; ++i)
		triangle.corners[i] = (kiln_vec3){(float)((double)t->at[i][0] * scale), (float)((double)t->at[i][1] * scale),
			(float)((double)t->at[i][2] * scale)};
	return triangle;
}

static void lattice_triangles_touch_by_all_methods_as_integers_say(void **state)
{
	(void)state;
	static const double scales[] = {1, 0x1p-149, 0x1p-60, 0x1p33};
	uint64_t random = 0x9e6c63d0876a9a47ull;
	for (int n = 0; n < 40000; ++n)
	{
		lattice_triangle p, q;
		lattice_pair(&random, 1 + n % 5, &p, &q);
		kiln_triangle a = of_lattice(&p, scales[n % 4]), b = of_lattice(&q, scales[n % 4]);
		bool expected = lattice_touch(&p, &q);
		for (size_t i = 0; i < METHODS; ++i)
			assert_int_equal(methods[i](&a, &b), expected);
		assert_int_equal(kiln_contact_triangle_triangle(&a, &b).touching, expected);
	}
}

static void turning_the_world_about_changes_no_clear_answer(void **state)
{
	(void)state;
	scene s = scene_of(0x94d049bb133111ebull);
	for (int n = 0; n < 4000; ++n)
	{
		kiln_triangle a = scene_triangle(&s), b = scene_triangle(&s), turned[2] = {a, b};
		kiln_vec3 axes[3];
		scene_axes(&s, axes);
		for (int i = 0; i < 6; ++i)
		{
			kiln_vec3 *p = &turned[i / 3].corners[i % 3];
			kiln_d3 v = kiln_d3_scale(kiln_d3_from(axes[0]), (double)p->x);
			v = kiln_d3_along(
				kiln_d3_along(v, (double)p->y, kiln_d3_from(axes[1])), (double)p->z, kiln_d3_from(axes[2]));
			*p = kiln_d3_to(v);
		}
		// Rounding the corners to float32 moves them by 2^-24: triangles that overlap by more still do.
		kiln_triangle_contact contact = kiln_contact_triangle_triangle(&a, &b);
		kiln_d3 shared = kiln_d3_sub(kiln_d3_from(contact.ends[1]), kiln_d3_from(contact.ends[0]));
		kiln_closest_points before = kiln_closest_triangle_triangle(&a, &b);
		if (before.distance > 1e-5f || kiln_d3_length2(shared) > 1e-2)
			for (size_t i = 0; i < METHODS; ++i)
				assert_int_equal(methods[i](&turned[0], &turned[1]), before.distance == 0);
	}
}

static void triangles_overlap_where_their_distance_is_zero(void **state)
{
	(void)state;
	scene s = scene_of(0xbf58476d1ce4e5b9ull);
	for (int n = 0; n < 4000; ++n)
	{
		scene_next(&s, n & 1);
		kiln_triangle a = scene_triangle(&s), b = scene_triangle(&s);
		kiln_closest_points closest = kiln_closest_triangle_triangle(&a, &b);
		assert_true(closest.found);
		assert_int_equal(kiln_overlaps_triangle_triangle(&a, &b), closest.distance == 0);
	}
}

static void contacts_end_on_both_triangles(void **state)
{
	(void)state;
	scene s = scene_of(0x133111eb94d049bbull);
	int coplanar = 0, touching = 0;
	for (int n = 0; n < 3000; ++n)
	{
		another_scene(&s, n % 3 > 0);
		kiln_triangle a = scene_triangle(&s), b = scene_triangle(&s);
		share(&s, &a, &b);
		kiln_triangle_contact contact = kiln_contact_triangle_triangle(&a, &b);
		touching += contact.touching;
		coplanar += contact.coplanar;
		double size = (1 + s.offset) * s.scale;
		for (int i = 0; i < 2; ++i)
		{
			real3 end = real3_from(contact.ends[i]), p[3], q[3];
			for (int k = 0; k < 3; ++k)
			{
				p[k] = real3_from(a.corners[k]);
				q[k] = real3_from(b.corners[k]);
			}
			if (contact.touching)
			{
				assert_true(real_to(real_distance_to_triangle(end, p)) <= 0x1p-21 * size + 0x1p-148);
				assert_true(real_to(real_distance_to_triangle(end, q)) <= 0x1p-21 * size + 0x1p-148);
			}
			else
				assert_true(contact.ends[i].x == 0 && contact.ends[i].y == 0 && contact.ends[i].z == 0);
		}
		assert_true(contact.touching || !contact.coplanar);
	}
	assert_in_range(touching, 600, 2900);
	assert_in_range(coplanar, 100, 1500);
}

static void what_is_not_usable_overlaps_and_has_no_contact(void **state)
{
	(void)state;
	kiln_triangle far = {{{100, 0, 0}, {101, 0, 0}, {100, 1, 0}}};
	for (uint32_t which = 0; which < 27; ++which)
	{
		kiln_triangle good = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 3}}}, ill = good;
		(&ill.corners[which / 3 % 3].x)[which / 9] = bad_number(which);
		for (size_t i = 0; i < METHODS; ++i)
		{
			assert_false(methods[i](&good, &far));
			assert_true(methods[i](&ill, &far));
			assert_true(methods[i](&far, &ill));
			assert_true(methods[i](NULL, &far));
			assert_true(methods[i](&far, NULL));
		}
		assert_false(kiln_contact_triangle_triangle(&ill, &good).touching);
		assert_false(kiln_contact_triangle_triangle(&good, &ill).touching);
		assert_false(kiln_contact_triangle_triangle(&good, NULL).touching);
	}
	// The largest coordinates that may be, and the next float.
	float most = 0x1p40f;
	kiln_triangle edge = {{{most, most, most}, {-most, most, most}, {most, -most, most}}};
	kiln_triangle beyond = {{{nextafterf(most, INFINITY), most, most}, {-most, most, most}, {most, -most, most}}};
	for (size_t i = 0; i < METHODS; ++i)
	{
		assert_false(methods[i](&edge, &far));
		assert_true(methods[i](&beyond, &far));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_triangles_touch_by_all_methods_as_they_do_exactly),
		cmocka_unit_test(nearly_degenerate_triangles_touch_by_all_methods_as_they_do_exactly),
		cmocka_unit_test(lattice_triangles_touch_by_all_methods_as_integers_say),
		cmocka_unit_test(turning_the_world_about_changes_no_clear_answer),
		cmocka_unit_test(triangles_overlap_where_their_distance_is_zero),
		cmocka_unit_test(contacts_end_on_both_triangles),
		cmocka_unit_test(what_is_not_usable_overlaps_and_has_no_contact),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
