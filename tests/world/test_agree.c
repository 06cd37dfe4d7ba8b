// SPDX-License-Identifier: MIT
#include "convex/manifold/manifold_case.h"
#include "support/compound_case.h"
#include "support/real256.h"
#include "support/shape_oracle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Checks that functions with the same result but different code agree.

/// Whether a point is behind all faces of a hull with volume, in 256 bits.
static bool exactly_in(const kiln_hull *hull, kiln_vec3 point)
{
	for (uint32_t face = 0; face < hull->face_count; ++face)
	{
		uint32_t count, first = kiln_hull_face(hull, face, &count);
		real3 c[3];
		for (uint32_t i = 0; i < 3; ++i)
			c[i] = real3_from(kiln_hull_vertex(hull, kiln_hull_origin(hull, first + i)));
		real3 n = real3_cross(real3_sub(c[1], c[0]), real3_sub(c[2], c[0]));
		if (real_sign(real3_dot(n, real3_sub(real3_from(point), c[0]))) > 0)
			return false;
	}
	return true;
}

/// Returns a point near a face: on it as float32 rounds, or some last places beside it.
static kiln_vec3 beside_a_face(const kiln_hull *hull, uint64_t *random)
{
	uint32_t count, first = kiln_hull_face(hull, (uint32_t)(fixture_random(random) % hull->face_count), &count);
	kiln_d3 p = {0, 0, 0};
	double sum = 0;
	for (uint32_t i = 0; i < 3; ++i)
	{
		const double w = (double)fixture_random_unit(random) + 1e-3;
		p = kiln_d3_along(p, w, kiln_d3_from(kiln_hull_vertex(hull, kiln_hull_origin(hull, first + i))));
		sum += w;
	}
	kiln_vec3 q = kiln_d3_to(kiln_d3_scale(p, 1 / sum));
	if (fixture_random(random) % 2)
		q.x = nextafterf(q.x, fixture_random(random) % 2 ? 9 : -9);
	return q;
}

static void one_answer_where_a_point_is_in_a_hull(void **state)
{
	(void)state;
	uint64_t random = 4;
	int in = 0, out = 0;
	for (uint64_t trial = 0; trial < 12; ++trial)
	{
		compound c;
		static const double as_it_is[12] = {[0] = 1, [5] = 1, [10] = 1};
		compound_of_points(&c, trial, 4 + 2 * (uint32_t)trial, KILNCOOK_SHAPE_HULL, as_it_is, 1);
		const kiln_asset *asset = &c.cooked.asset;
		kiln_hull hull;
		assert_true(kiln_hull_from_asset(asset, 0, &hull));
		for (int i = 0; i < 1000; ++i)
		{
			const kiln_vec3 p = beside_a_face(&hull, &random);
			const bool inside = exactly_in(&hull, p);
			const kiln_sphere point = {p, 0};
			const kiln_closest closest = kiln_scene_closest_point(asset, &(kiln_point_query){.point = p});
			assert_int_equal(closest.distance == 0, inside);
			assert_int_equal(kiln_hull_contains(&hull, p), inside);
			assert_int_equal(kiln_scene_point_inside(asset, p) == KILN_INSIDE_YES, inside);
			assert_int_equal(kiln_scene_overlap_sphere(asset, &point, NULL, 0) > 0, inside);
			const kiln_convex_shape a = {.kind = KILN_CONVEX_POINT, .point = p};
			const kiln_convex_shape b = {.kind = KILN_CONVEX_HULL, .hull = &hull};
			const kiln_convex_object one = {.shape = &a}, two = {.shape = &b};
			kiln_convex_separation apart;
			assert_int_equal(kiln_convex_distance(&one, &two, NULL, NULL, &apart), KILN_OK);
			assert_true(!inside || apart.distance == 0);
			assert_true(fabs((double)apart.distance - (double)closest.distance) <= 0x1p-33);
			in += inside;
			out += !inside;
		}
		compound_free(&c);
	}
	assert_true(in > 2000 && out > 2000);
}

static void one_answer_where_a_point_is_in_a_placed_solid(void **state)
{
	(void)state;
	static const compound_plan plan = {
		.spheres = 2, .capsules = 2, .boxes = 2, .cylinders = 2, .hulls = 3, .copies = 2, .spread = 2};
	uint64_t random = 8;
	int in = 0, out = 0;
	for (int trial = 0; trial < 6; ++trial)
	{
		compound c;
		compound_make(&c, &random, &plan);
		const kiln_asset *asset = &c.cooked.asset;
		for (int i = 0; i < 3000; ++i)
		{
			// From outside to the surface, and some last places further.
			kiln_vec3 p =
				kiln_scene_closest_point(asset, &(kiln_point_query){.point = oracle_vector(&random, 4)}).point;
			for (int k = (int)(fixture_random(&random) % 4); k > 0; --k)
				p.y = nextafterf(p.y, 0);
			const bool inside = kiln_scene_point_inside(asset, p) == KILN_INSIDE_YES;
			assert_int_equal(kiln_scene_closest_point(asset, &(kiln_point_query){.point = p}).distance == 0, inside);
			assert_int_equal(kiln_scene_overlap_sphere(asset, &(kiln_sphere){p, 0}, NULL, 0) > 0, inside);
			in += inside;
			out += !inside;
		}
		compound_free(&c);
	}
	assert_true(in > 1000 && out > 1000);
}

enum
{
	SOLIDS = 64
};

/// A shape that has many contacts with shapes of its kind, whose corners often coincide.
typedef struct solid
{
	hull_case cooked;
	kiln_convex_shape shape;
} solid;

/// Makes hulls of small whole numbers; prisms, whose caps are faces of many corners; or whole numbers stretched to a
/// needle.
static void make_hull(solid *s, uint64_t *random)
{
	enum
	{
		MOST = 12
	};
	float points[2 * MOST][3];
	const uint32_t kind = (uint32_t)(fixture_random(random) % 4), count = 5 + (uint32_t)(fixture_random(random) % 8);
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_vec3 p = oracle_integer_vector(random, 2);
		if (kind > 1)
		{
			// Not a circle: the corners are found by rational numbers, not by the sine.
			const double t = oracle_signed(random), side = fixture_random(random) % 2 ? 1 : -1;
			p = kiln_d3_to((kiln_d3){side * (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t), 0.5});
		}
		const float stretch = kind == 1 ? 0x1p8f : 1;
		const float near[3] = {p.x * stretch, p.y, p.z}, far[3] = {p.x * stretch, p.y, -p.z};
		memcpy(points[i], near, sizeof near);
		memcpy(points[count + i], far, sizeof far);
	}
	hull_case_make_of(&s->cooked, (const float(*)[3])(const void *)points, 2 * count, UINT32_MAX);
	s->shape = (kiln_convex_shape){.kind = KILN_CONVEX_HULL, .hull = &s->cooked.view};
}

static void make_solid(solid *s, uint64_t *random)
{
	const bool whole = fixture_random(random) % 2;
	const kiln_vec3 half = whole ? (kiln_vec3){1, 0.5f, 0.5f} : (kiln_vec3){0.3f, 1, 0.5f};
	switch (fixture_random(random) % 8)
	{
	case 0:
		s->shape = (kiln_convex_shape){
			.kind = KILN_CONVEX_CAPSULE, .capsule = {.a = {-1, 0, 0}, .b = {1, 0, 0}, .radius = 0.5f}};
		break;
	case 1:
		s->shape = (kiln_convex_shape){
			.kind = KILN_CONVEX_CYLINDER, .cylinder = {.a = {0, 0, -0.5f}, .b = {0, 0, 0.5f}, .radius = 0.75f}};
		break;
	case 2:
		s->shape =
			(kiln_convex_shape){.kind = KILN_CONVEX_AABB, .aabb = {.min = {-half.x, -half.y, -half.z}, .max = half}};
		break;
	default:
		make_hull(s, random);
		break;
	}
}

/// Often on top of each other, face to face, sometimes far from the origin.
static void place(kiln_convex_object *a, kiln_convex_object *b, uint64_t *random, int trial)
{
	if (trial % 4)
		a->pose.rotation = b->pose.rotation = oracle_rotation(random);
	if (trial % 8 == 1)
		b->pose.rotation = oracle_rotation(random);
	kiln_vec3 way = trial % 3 ? oracle_vector(random, 0.5) : oracle_integer_vector(random, 1);
	if (trial % 16)
		way.z = 1;
	a->pose.translation = oracle_vector(random, trial % 2 ? 1 : 10000);
	const kiln_d3 turned = manifold_turned(&a->pose, kiln_d3_from(way));
	b->pose.translation = kiln_d3_to(kiln_d3_add(kiln_d3_from(a->pose.translation), turned));
}

/// Returns all contacts, reduced after the visits.
static kiln_manifold reduced_contacts(
	const kiln_convex_object *a, const kiln_convex_object *b, const kiln_manifold_options *options, bool *many)
{
	kiln_manifold reduced = {.count = 0};
	kiln_contact contacts[KILN_CONTACTS_MAX];
	uint32_t count;
	assert_int_equal(
		kiln_convex_contacts(a, b, options, NULL, contacts, KILN_CONTACTS_MAX, &count, &reduced.normal), KILN_OK);
	reduced.count = kiln_contacts_reduce(contacts, count, reduced.normal, reduced.contacts);
	*many = count > KILN_MANIFOLD_POINTS_MAX;
	return reduced;
}

static void a_manifold_is_its_contacts_reduced(void **state)
{
	(void)state;
	uint64_t random = 15;
	int several = 0, differ = 0;
	solid *solids = calloc(SOLIDS, sizeof *solids);
	assert_non_null(solids);
	for (int i = 0; i < SOLIDS; ++i)
		make_solid(&solids[i], &random);
	for (int trial = 0; trial < 40000; ++trial)
	{
		kiln_convex_object a = {.shape = &solids[fixture_random(&random) % SOLIDS].shape};
		kiln_convex_object b = {.shape = &solids[fixture_random(&random) % SOLIDS].shape};
		const kiln_manifold_options options = {.skin = trial % 7 ? 0.05f : 0};
		bool many;
		place(&a, &b, &random, trial);
		kiln_manifold manifold;
		assert_int_equal(kiln_convex_manifold(&a, &b, &options, NULL, &manifold), KILN_OK);
		const kiln_manifold reduced = reduced_contacts(&a, &b, &options, &many);
		differ += manifold.count != reduced.count ||
				  memcmp(&manifold.normal, &reduced.normal, sizeof reduced.normal) != 0 ||
				  memcmp(manifold.contacts, reduced.contacts, reduced.count * sizeof *reduced.contacts) != 0;
		several += many;
	}
	assert_int_equal(differ, 0);
	assert_true(several > 5000);
	for (int i = 0; i < SOLIDS; ++i)
		if (solids[i].shape.kind == KILN_CONVEX_HULL)
			hull_case_free(&solids[i].cooked);
	free(solids);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_answer_where_a_point_is_in_a_hull),
		cmocka_unit_test(one_answer_where_a_point_is_in_a_placed_solid),
		cmocka_unit_test(a_manifold_is_its_contacts_reduced),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
