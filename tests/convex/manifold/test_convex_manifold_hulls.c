// SPDX-License-Identifier: MIT
#include "convex/depth/sat.h"
#include "convex/distance/gjk.h"
#include "convex/shape/polytope.h"
#include "convex/shape/shape.h"
#include "manifold_case.h"
#include "school/convex/sat_brute.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Manifolds of random hulls without symmetry.

/// The largest error, as a share of the hulls' sizes.
#define PART 1e-5

/// Returns the depth by all separating axes, or the negative distance.
static double true_depth(const manifold_hull *a, const manifold_hull *b)
{
	kiln_polytope_room rooms[2];
	kiln_polytope p, q;
	kiln_d3 eye = kiln_d3_from(a->object.pose.translation);
	assert_true(kilni_polytope_of_object(&a->object, eye, &rooms[0], &p));
	assert_true(kilni_polytope_of_object(&b->object, eye, &rooms[1], &q));
	kiln_sat_result result;
	kilni_sat_brute(&p, &q, &result);
	if (!result.apart)
		return result.depth;
	kiln_convex first[KILN_CONVEX_TERMS_MAX], second[KILN_CONVEX_TERMS_MAX];
	kiln_simplex simplex = {.count = 0};
	kiln_gap gap;
	kilni_convex_of_object(&a->object, eye, first);
	kilni_convex_of_object(&b->object, eye, second);
	kilni_gjk(first, (kiln_d3){0, 0, 0}, second, (kiln_enough){0, HUGE_VAL, 0, 0}, &simplex, &gap);
	return -gap.upper;
}

/// Checks that every contact lies in both hulls, and on the surface that faces the other hull: moved outwards by a
/// share of the size, it is outside.
static void check_surfaces(const manifold_hull *a, const manifold_hull *b, const manifold_contacts *found, double size)
{
	for (uint32_t i = 0; i < found->count; ++i)
	{
		const kiln_contact *c = &found->contacts[i];
		kiln_d3 n = kiln_d3_from(found->normal);
		kiln_vec3 below = kiln_d3_to(kiln_d3_along(kiln_d3_from(c->on_a), -4 * PART * size, n));
		kiln_vec3 above = kiln_d3_to(kiln_d3_along(kiln_d3_from(c->on_b), 4 * PART * size, n));
		assert_true(manifold_outside(a, c->on_a) <= PART * size);
		assert_true(manifold_outside(b, c->on_b) <= PART * size);
		assert_true(manifold_outside(a, below) > -0.01 * size);
		assert_true(manifold_outside(b, above) > -0.01 * size);
	}
}

/// Computes the common area of two faces, projected along a normal, by a sweep: at many positions, the length of the
/// overlap of both convex slices. The midpoint rule is exact between the places of corners and intersections.
typedef struct slice_face
{
	uint32_t count;
	double x[64], y[64];
} slice_face;

static bool slice(const slice_face *face, double x, double *low, double *high)
{
	*low = HUGE_VAL;
	*high = -HUGE_VAL;
	for (uint32_t i = 0; i < face->count; ++i)
	{
		uint32_t j = i + 1 < face->count ? i + 1 : 0;
		double from = face->x[i], to = face->x[j];
		if ((from < x) == (to < x))
			continue;
		double y = face->y[i] + (face->y[j] - face->y[i]) * (x - from) / (to - from);
		*low = fmin(*low, y);
		*high = fmax(*high, y);
	}
	return *low <= *high;
}

static double common_area(const slice_face *a, const slice_face *b)
{
	double low = HUGE_VAL, high = -HUGE_VAL, area = 0;
	for (uint32_t i = 0; i < a->count; ++i)
	{
		low = fmin(low, a->x[i]);
		high = fmax(high, a->x[i]);
	}
	const int steps = 4000;
	double step = (high - low) / steps;
	for (int i = 0; i < steps; ++i)
	{
		double x = low + (i + 0.5) * step, from_a, to_a, from_b, to_b;
		if (slice(a, x, &from_a, &to_a) && slice(b, x, &from_b, &to_b))
			area += fmax(0, fmin(to_a, to_b) - fmax(from_a, from_b)) * step;
	}
	return area;
}

static slice_face face_seen(const manifold_hull *h, uint32_t face, kiln_d3 u, kiln_d3 v)
{
	slice_face seen = {.count = 0};
	uint32_t first = kiln_hull_face(&h->cooked.view, face, &seen.count);
	assert_in_range(seen.count, 3, 64);
	for (uint32_t i = 0; i < seen.count; ++i)
	{
		kiln_vec3 p = kiln_hull_vertex(&h->cooked.view, kiln_hull_origin(&h->cooked.view, first + i));
		kiln_d3 there = manifold_posed(&h->object.pose, kiln_d3_from(p));
		seen.x[i] = kiln_d3_dot(there, u);
		seen.y[i] = kiln_d3_dot(there, v);
	}
	return seen;
}

static void check_pair(const manifold_hull *a, const manifold_hull *b, float skin)
{
	double size = a->size + b->size, depth = true_depth(a, b);
	manifold_contacts found = manifold_find(&a->object, &b->object, skin);
	assert_true(depth > -(double)skin + PART * size ? found.count > 0 : true);
	assert_true(depth < -(double)skin - PART * size ? found.count == 0 : true);
	manifold_check(&a->object, &b->object, skin, PART * size);
	check_surfaces(a, b, &found, size);
	if (found.count > 0)
		assert_true(fabs((double)found.contacts[0].depth - depth) <= fabs(depth) / 64 + PART * size);
}

/// Turns and moves a so that one of its faces lies on a face of b, `gap` above it, tilted by up to `tilt`; returns the
/// faces.
static void lay_on(
	manifold_hull *a, const manifold_hull *b, uint64_t *random, double gap, double tilt, uint32_t faces[2])
{
	const kiln_hull *va = &a->cooked.view, *vb = &b->cooked.view;
	uint32_t i = (uint32_t)(fixture_random(random) % va->face_count), count;
	uint32_t j = (uint32_t)(fixture_random(random) % vb->face_count);
	kiln_d3 na = kiln_d3_from(kiln_hull_normal(va, i)), nb = kiln_d3_from(kiln_hull_normal(vb, j));
	nb = manifold_turned(&b->object.pose, nb);
	kiln_d3 to = kiln_d3_along(kiln_d3_scale(nb, -1), tilt, kiln_d3_from(oracle_vector(random, 1)));
	a->object.pose = (kiln_pose){.rotation = manifold_turn(na, kiln_d3_scale(to, 1 / sqrt(kiln_d3_length2(to))))};
	uint32_t fa = kiln_hull_face(va, i, &count), fb = kiln_hull_face(vb, j, &count);
	kiln_d3 pa = manifold_turned(&a->object.pose, kiln_d3_from(kiln_hull_vertex(va, kiln_hull_origin(va, fa))));
	kiln_d3 pb = manifold_posed(&b->object.pose, kiln_d3_from(kiln_hull_vertex(vb, kiln_hull_origin(vb, fb))));
	kiln_d3 move = kiln_d3_along(kiln_d3_sub(pb, pa), gap, nb), aside = kiln_d3_from(oracle_vector(random, 0.3));
	move = kiln_d3_add(move, kiln_d3_along(aside, -kiln_d3_dot(aside, nb), nb));
	a->object.pose.translation = kiln_d3_to(move);
	faces[0] = i;
	faces[1] = j;
}

static void random_hulls_keep_all_claims(void **state)
{
	(void)state;
	uint64_t random = 1, trials = trials_random(60);
	for (uint64_t n = 0; n < trials; ++n)
	{
		manifold_hull a, b;
		uint32_t most = n % 4 == 0 ? 120 : 20;
		manifold_hull_make(&a, &random, 5 + (uint32_t)(fixture_random(&random) % most), 1);
		manifold_hull_make(&b, &random, 5 + (uint32_t)(fixture_random(&random) % most), 1);
		for (int k = 0; k < 12; ++k)
		{
			b.object.pose = manifold_pose(&random, 1);
			a.object.pose = manifold_pose(&random, 1.2);
			check_pair(&a, &b, k % 2 ? 0.05f : 0);
		}
		manifold_hull_free(&a);
		manifold_hull_free(&b);
	}
}

static void faces_on_faces_keep_all_claims(void **state)
{
	(void)state;
	uint64_t random = 2, trials = trials_random(60);
	static const double tilts[4] = {0, 1e-6, 1e-3, 0.02};
	for (uint64_t n = 0; n < trials; ++n)
	{
		manifold_hull a, b;
		uint32_t most = n % 4 == 0 ? 120 : 20;
		manifold_hull_make(&a, &random, 5 + (uint32_t)(fixture_random(&random) % most), 1);
		manifold_hull_make(&b, &random, 5 + (uint32_t)(fixture_random(&random) % most), 1);
		for (int k = 0; k < 16; ++k)
		{
			b.object.pose = manifold_pose(&random, 1);
			uint32_t faces[2];
			lay_on(&a, &b, &random, 0.01 * oracle_signed(&random), tilts[k % 4], faces);
			check_pair(&a, &b, k & 4 ? 0.02f : 0);
		}
		manifold_hull_free(&a);
		manifold_hull_free(&b);
	}
}

static kiln_d3 face_normal(const manifold_hull *h, uint32_t face)
{
	return manifold_turned(&h->object.pose, kiln_d3_from(kiln_hull_normal(&h->cooked.view, face)));
}

/// Whether no other face's normal is within 3 degrees of this one: then the face alone determines the area.
static bool stands_out(const manifold_hull *h, uint32_t face)
{
	for (uint32_t i = 0; i < h->cooked.view.face_count; ++i)
		if (i != face && kiln_d3_dot(face_normal(h, i), face_normal(h, face)) > 0.99)
			return false;
	return true;
}

static void contacts_of_faces_span_what_both_have_in_common(void **state)
{
	(void)state;
	uint64_t random = 3, trials = trials_random(60), tried = 0, many = 0;
	for (uint64_t n = 0; n < trials; ++n)
	{
		manifold_hull a, b;
		manifold_hull_make(&a, &random, 5 + (uint32_t)(fixture_random(&random) % 30), 1);
		manifold_hull_make(&b, &random, 5 + (uint32_t)(fixture_random(&random) % 30), 1);
		for (int k = 0; k < 16; ++k)
		{
			uint32_t faces[2];
			b.object.pose = manifold_pose(&random, 1);
			lay_on(&a, &b, &random, -0.001, 1e-4, faces);
			manifold_contacts found = manifold_find(&a.object, &b.object, 0.1f);
			kiln_d3 u, v, normal = kiln_d3_from(found.normal);
			if (!stands_out(&a, faces[0]) || !stands_out(&b, faces[1]) ||
				kiln_d3_dot(normal, face_normal(&b, faces[1])) < 0.9999)
				continue;
			kiln_d3 other = fabs(normal.x) < 0.7 ? (kiln_d3){1, 0, 0} : (kiln_d3){0, 1, 0};
			u = kiln_d3_cross(normal, other);
			u = kiln_d3_scale(u, 1 / sqrt(kiln_d3_length2(u)));
			v = kiln_d3_cross(normal, u);
			slice_face first = face_seen(&a, faces[0], u, v), second = face_seen(&b, faces[1], u, v);
			double area = common_area(&first, &second);
			assert_true(fabs(manifold_area(found.contacts, found.count, found.normal) - area) <= 5e-3);
			++tried;
			many += found.count > 4;
		}
		manifold_hull_free(&a);
		manifold_hull_free(&b);
	}
	print_message(
		"%llu pairs of faces, %llu with more than 4 contacts\n", (unsigned long long)tried, (unsigned long long)many);
	assert_true(tried > trials);
	assert_true(many > 0);
}

static void swapped_hulls_have_mirrored_contacts(void **state)
{
	(void)state;
	uint64_t random = 4, trials = trials_random(600);
	for (uint64_t n = 0; n < trials; ++n)
	{
		manifold_hull a, b;
		uint32_t faces[2];
		manifold_hull_make(&a, &random, 5 + (uint32_t)(fixture_random(&random) % 30), 1);
		manifold_hull_make(&b, &random, 5 + (uint32_t)(fixture_random(&random) % 30), 1);
		for (int k = 0; k < 12; ++k)
		{
			b.object.pose = manifold_pose(&random, 1);
			a.object.pose = manifold_pose(&random, 1);
			if (k % 2)
				lay_on(&a, &b, &random, 0.01 * oracle_signed(&random), k % 4 ? 0 : 0.01, faces);
			manifold_check_swap(&a.object, &b.object, 0.05f, PART * (a.size + b.size));
		}
		manifold_hull_free(&a);
		manifold_hull_free(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_hulls_keep_all_claims),
		cmocka_unit_test(faces_on_faces_keep_all_claims),
		cmocka_unit_test(contacts_of_faces_span_what_both_have_in_common),
		cmocka_unit_test(swapped_hulls_have_mirrored_contacts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
