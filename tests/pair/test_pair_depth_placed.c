// SPDX-License-Identifier: MIT
#include "convex/manifold/manifold_case.h"
#include "depth_pieces.h"
#include "pair_checks.h"
#include "support/shape_assets.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares depth and manifolds of single pieces, under many placements, with those of convex objects.

static const compound_plan solids = {
	.spheres = 2, .capsules = 2, .boxes = 2, .cylinders = 2, .hulls = 3, .spread = 0.8};

static kiln_pair_depth depth_of(const kiln_object *a, const kiln_object *b)
{
	kiln_pair_depth depth;
	memset(&depth, 0xff, sizeof depth);
	assert_int_equal(kiln_pair_penetration(a, b, NULL, &depth), KILN_OK);
	return depth;
}

/// Returns the only manifold, if any.
static kiln_pair_manifold manifold_of(const kiln_object *a, const kiln_object *b, uint32_t *count)
{
	kiln_pair_manifold manifold;
	memset(&manifold, 0, sizeof manifold);
	assert_int_equal(kiln_pair_manifolds(a, b, NULL, NULL, &manifold, 1, count), KILN_OK);
	assert_true(*count <= 1);
	return manifold;
}

static double apart(kiln_vec3 a, kiln_vec3 b)
{
	return sqrt(kiln_d3_length2(kiln_d3_sub(kiln_d3_from(a), kiln_d3_from(b))));
}

/// Whether every contact of one is a contact of the other, to `slack`.
static bool same_contacts(const kiln_manifold *one, const kiln_manifold *other, double slack)
{
	if (one->count != other->count || apart(one->normal, other->normal) > 1e-4)
		return false;
	for (uint32_t i = 0; i < one->count; ++i)
	{
		double nearest = HUGE_VAL;
		for (uint32_t k = 0; k < other->count; ++k)
			nearest = fmin(nearest, apart(one->contacts[i].on_a, other->contacts[k].on_a) +
										apart(one->contacts[i].on_b, other->contacts[k].on_b));
		if (!(nearest <= slack))
			return false;
	}
	return true;
}

static bool same_names(const kiln_manifold *one, const kiln_manifold *other)
{
	for (uint32_t i = 0; i < one->count; ++i)
		if (memcmp(&one->contacts[i].feature_a, &other->contacts[i].feature_a, sizeof(kiln_feature)) != 0 ||
			memcmp(&one->contacts[i].feature_b, &other->contacts[i].feature_b, sizeof(kiln_feature)) != 0)
			return false;
	return true;
}

static void shapes_have_the_contacts_of_convex_objects(void **state)
{
	(void)state;
	uint64_t random = 13;
	int touching = 0, same = 0, named = 0;
	compound first;
	compound_make(&first, &random, &solids);
	const kiln_asset *asset = &first.cooked.asset;
	for (uint32_t i = 0; i < 12 * asset->shape_count * asset->shape_count; ++i)
	{
		uint32_t shapes[2] = {i % asset->shape_count, i / asset->shape_count % asset->shape_count};
		kiln_hull hulls[2];
		kiln_convex_shape shape[2];
		kiln_convex_object object[2];
		kiln_object whole[2];
		for (int k = 0; k < 2; ++k)
		{
			kiln_pose pose = pair_random_pose(&random, 0.6, k ? 1.5f : 0);
			assert_true(kiln_convex_from_asset(asset, shapes[k], &hulls[k], &shape[k]));
			object[k] = (kiln_convex_object){&shape[k], pose};
			whole[k] = kiln_object_from_shape(asset, shapes[k], &pose);
		}
		kiln_convex_depth known;
		kiln_manifold manifold;
		uint32_t count;
		assert_int_equal(kiln_convex_penetration(&object[0], &object[1], NULL, NULL, &known), KILN_OK);
		assert_int_equal(kiln_convex_manifold(&object[0], &object[1], NULL, NULL, &manifold), KILN_OK);
		const kiln_pair_depth found = depth_of(&whole[0], &whole[1]);
		const kiln_pair_manifold found_one = manifold_of(&whole[0], &whole[1], &count);
		assert_int_equal(found.touching, known.touching);
		assert_int_equal(count, known.touching);
		if (known.touching)
		{
			assert_true(found.node_a == KILN_NONE && found.triangle_b == KILN_NONE);
			assert_true(fabsf(found.depth - known.depth) <= 2e-6f);
			++touching;
			bool alike = same_contacts(&found_one.manifold, &manifold, 1e-4);
			same += alike;
			named += alike && same_names(&found_one.manifold, &manifold);
		}
	}
	// Round pieces whose centres nearly coincide have several shortest separations.
	if (touching < 400 || same < touching * 99 / 100 || named < same * 99 / 100)
		fail_msg("%d touch, %d have the same contacts, %d the same names", touching, same, named);
	compound_free(&first);
}

/// Makes the first solid from its vertices, rounded at their places.
static void bake(const kiln_object *object, hull_case *hull, kiln_convex_shape *shape)
{
	kiln_vec3 corners[256];
	oracle_pieces pieces = pair_oracle_of(object);
	uint32_t count = depth_corners(&pieces.piece[0], corners);
	hull_case_make_of(hull, (const float(*)[3])corners, count, 64);
	*shape = (kiln_convex_shape){.kind = KILN_CONVEX_HULL, .hull = &hull->view};
	pair_oracle_free(&pieces);
}

/// Makes a cooked hull with a copy far away, or a box: in an asset that places it by a map of a kind.
static void make_solid(compound *made, uint64_t *random, int i, convex_map map, double size)
{
	double to_asset[12];
	convex_case_matrix(random, map, to_asset);
	kilncook_primitive box = {.name = "box", .shape = KILNCOOK_SHAPE_BOX};
	convex_case_parameters(random, KILN_SHAPE_BOX, size, box.parameters);
	if (i % 3)
		compound_of_points(made, fixture_random(random), (uint32_t)(6 + i % 20), KILNCOOK_SHAPE_HULL, to_asset, size);
	else
		compound_of_primitive(made, &box, to_asset);
}

static void placed_solids_have_the_contacts_of_baked_ones(void **state)
{
	(void)state;
	uint64_t random = 14;
	int touching = 0, same = 0;
	for (int i = 0; i < 2 * CONVEX_MAPS * CONVEX_MAPS; ++i)
	{
		compound made[2];
		make_solid(&made[0], &random, i, (convex_map)(i % CONVEX_MAPS), 1);
		make_solid(&made[1], &random, i / 2, (convex_map)(i / CONVEX_MAPS % CONVEX_MAPS), 1.3);
		for (int round = 0; round < 6; ++round)
		{
			kiln_object whole[2];
			kiln_convex_object object[2];
			kiln_convex_shape shape[2];
			hull_case hulls[2];
			for (int k = 0; k < 2; ++k)
			{
				kiln_pose pose = pair_random_pose(&random, 0.8, 0);
				whole[k] = kiln_object_from_asset(&made[k].cooked.asset, &pose);
				bake(&whole[k], &hulls[k], &shape[k]);
				object[k] = (kiln_convex_object){.shape = &shape[k]};
			}
			kiln_convex_depth known;
			kiln_manifold manifold;
			uint32_t count;
			assert_int_equal(kiln_convex_penetration(&object[0], &object[1], NULL, NULL, &known), KILN_OK);
			assert_int_equal(kiln_convex_manifold(&object[0], &object[1], NULL, NULL, &manifold), KILN_OK);
			const kiln_pair_depth found = depth_of(&whole[0], &whole[1]);
			const kiln_pair_manifold found_one = manifold_of(&whole[0], &whole[1], &count);
			if (known.depth > 1e-5f || !known.touching)
				assert_int_equal(found.touching, known.touching);
			if (known.touching && found.touching)
			{
				assert_true(fabsf(found.depth - known.depth) <= 4e-6f);
				assert_true(count == 1 && found_one.node_a == 0 && found_one.node_b == 0);
				++touching;
				same += same_contacts(&found_one.manifold, &manifold, 1e-3);
			}
			hull_case_free(&hulls[0]);
			hull_case_free(&hulls[1]);
		}
		compound_free(&made[0]);
		compound_free(&made[1]);
	}
	// At exactly the angle of the tolerance, either choice of faces is correct.
	if (touching < 100 || same < touching * 98 / 100)
		fail_msg("%d touch, %d have the same contacts", touching, same);
}

// --- Sizes ------------------------------------------------------------------------------------------------------------

/// One triangle of about `size`, in the plane y = 0 around the origin.
static shape_asset wide_triangle(float size)
{
	fixture_mesh mesh = fixture_loose(1);
	const float corners[3][3] = {{-size, 0, -size}, {0, 0, 2 * size}, {2 * size, 0, -size}};
	memcpy(mesh.vertices, corners, sizeof corners);
	return shape_asset_of(&mesh, KILN_ISA_AUTO);
}

static void small_solids_are_deep_in_large_triangles_to_their_own_size(void **state)
{
	(void)state;
	const float r = 0x1p-7f;
	const kilncook_primitive small[4] = {
		{.name = "sphere", .shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, r}},
		{.name = "capsule", .shape = KILNCOOK_SHAPE_CAPSULE, .parameters = {-r, 0, 0, r, 0, 0, r}},
		{.name = "box", .shape = KILNCOOK_SHAPE_BOX, .parameters = {0, 0, 0, 2 * r, r, 3 * r, 0, 0, 0, 1}},
		{.name = "cylinder", .shape = KILNCOOK_SHAPE_CYLINDER, .parameters = {0, -r, 0, 0, r, 0, 4 * r}},
	};
	const uint32_t contacts[4] = {1, 2, 4, 4};
	for (int i = 0; i < 20; ++i)
	{
		compound solid;
		shape_asset ground = wide_triangle(i < 4 ? 1 : 8192);
		compound_of_primitive(&solid, &small[i % 4], NULL);
		// The motion upwards is shorter, the motion downwards where it is turned over.
		float height = i % 2 ? r / 4 : -r / 2, side = height > 0 ? 1 : -1, away = i < 8 ? 0 : 0x1p9f * (float)i;
		kiln_pose pose = {.translation = {i < 4 ? 0 : 512, height, away}}, other = {.translation = {0, 0, away}};
		kiln_object a = kiln_object_from_asset(&solid.cooked.asset, &pose);
		kiln_object b = kiln_object_from_asset(&ground.asset, &other);
		const kiln_pair_depth depth = depth_of(&a, &b);
		uint32_t count;
		const kiln_pair_manifold m = manifold_of(&a, &b, &count);
		assert_true(depth.touching && fabsf(depth.depth - (r - fabsf(height))) <= 1e-6f * r);
		assert_true(fabsf(depth.normal.y - side) <= 1e-6f);
		assert_true(count == 1 && m.triangle_b == 0 && m.manifold.count == contacts[i % 4]);
		for (uint32_t k = 0; k < m.manifold.count; ++k)
			assert_true(fabsf(m.manifold.contacts[k].depth - depth.depth) <= 1e-6f * r);
		shape_asset_free(&ground);
		compound_free(&solid);
	}
}

static void flattened_and_mirrored_spheres_are_as_deep_as_ellipsoids(void **state)
{
	(void)state;
	const kilncook_primitive ball = {.name = "sphere", .shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, 1}};
	for (int i = 0; i < 12; ++i)
	{
		float x = i & 1 ? -2 : 0.5f, y = i & 2 ? 0.25f : 1.5f, z = i & 4 ? 0.0625f : 3;
		const double to_asset[12] = {(double)x, 0, 0, 0, 0, (double)y, 0, 0, 0, 0, (double)z, 0};
		compound solid;
		compound_of_primitive(&solid, &ball, to_asset);
		shape_asset ground = wide_triangle(64);
		kiln_pose pose = {.translation = {1, y / 2, 2}};
		kiln_object a = kiln_object_from_asset(&solid.cooked.asset, &pose);
		kiln_object b = kiln_object_from_asset(&ground.asset, NULL);
		uint32_t count;
		const kiln_pair_depth depth = depth_of(&a, &b);
		const kiln_pair_manifold m = manifold_of(&a, &b, &count);
		assert_true(depth.touching && fabsf(depth.depth - y / 2) <= 1e-6f && depth.normal.y > 0.999999f);
		assert_true(count == 1 && m.manifold.count == 1 && fabsf(m.manifold.contacts[0].depth - y / 2) <= 1e-6f);
		// Two of them, one above the other, each in its own kind.
		const kiln_convex_shape shape = {.kind = KILN_CONVEX_ELLIPSOID,
			.ellipsoid = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .radii = {fabsf(x), y, z}}};
		const kiln_convex_object one = {&shape, {.translation = {0.25f, y, 0.03f}}}, two = {&shape, {.scale = 0}};
		kiln_convex_depth known;
		assert_int_equal(kiln_convex_penetration(&one, &two, NULL, NULL, &known), KILN_OK);
		a.pose = one.pose;
		b = kiln_object_from_asset(&solid.cooked.asset, NULL);
		assert_true(known.touching && fabsf(depth_of(&a, &b).depth - known.depth) <= 2e-6f);
		shape_asset_free(&ground);
		compound_free(&solid);
	}
}

static void round_solids_rest_on_a_face_however_both_are_turned(void **state)
{
	(void)state;
	uint64_t random = 20;
	const double above[12] = {1, 0, 0, 0.1, 0, 1, 0, 1.5, 0, 0, 1, 0.2};
	const kilncook_primitive cube = {
		.name = "cube", .shape = KILNCOOK_SHAPE_BOX, .parameters = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1}};
	const kilncook_primitive round[3] = {
		{.name = "sphere", .shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, 0.5f}},
		{.name = "capsule", .shape = KILNCOOK_SHAPE_CAPSULE, .parameters = {-0.3f, 0, 0, 0.3f, 0, 0, 0.5f}},
		{.name = "cylinder", .shape = KILNCOOK_SHAPE_CYLINDER, .parameters = {-0.3f, 0, 0, 0.3f, 0, 0, 0.5f}},
	};
	compound lower;
	compound_of_primitive(&lower, &cube, NULL);
	for (int i = 0; i < 3; ++i)
	{
		compound upper;
		int touching = 0;
		compound_of_primitive(&upper, &round[i], above);
		for (int k = 0; k < 300; ++k)
		{
			// Many pairs are separate by a rounding error that touching allows.
			kiln_pose pose = pair_random_pose(&random, k % 2 ? 1 : 1000, 0);
			kiln_object a = kiln_object_from_asset(&upper.cooked.asset, &pose);
			kiln_object b = kiln_object_from_asset(&lower.cooked.asset, &pose);
			uint32_t count;
			const kiln_pair_manifold m = manifold_of(&a, &b, &count);
			const kiln_pair_depth depth = depth_of(&a, &b);
			assert_int_equal(depth.touching, count);
			if (!depth.touching)
				continue;
			++touching;
			assert_true(depth.depth >= 0 && depth.depth <= 1e-12f);
			assert_int_equal(m.manifold.count, i ? 2 : 1);
			for (uint32_t n = 0; n < m.manifold.count; ++n)
				assert_true(fabsf(m.manifold.contacts[n].depth) <= 1e-12f);
			const kiln_vec3 up = kiln_d3_to(manifold_turned(&pose, (kiln_d3){0, 1, 0}));
			assert_true(apart(depth.normal, up) <= 1e-6 && apart(m.manifold.normal, up) <= 1e-6);
		}
		assert_true(touching > 200);
		compound_free(&upper);
	}
	compound_free(&lower);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shapes_have_the_contacts_of_convex_objects),
		cmocka_unit_test(placed_solids_have_the_contacts_of_baked_ones),
		cmocka_unit_test(small_solids_are_deep_in_large_triangles_to_their_own_size),
		cmocka_unit_test(round_solids_rest_on_a_face_however_both_are_turned),
		cmocka_unit_test(flattened_and_mirrored_spheres_are_as_deep_as_ellipsoids),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
