// SPDX-License-Identifier: MIT

/// Manifolds of convex objects against meshes and scenes: inner edges of a surface add no contacts, and no contact is
/// lost.

#include "contact_ground.h"
#include "support/asset_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Counts the normals of single triangles that differ from `up`.
static uint32_t count_ghosts(const kiln_asset *asset, const kiln_convex_object *object, float skin)
{
	kiln_mesh_manifold *manifolds = malloc(GROUND_MOST * sizeof *manifolds);
	const kiln_mesh_contact_options every = {.skin = skin, .every_edge = true};
	uint32_t count = ground_find(asset, object, &every, manifolds), ghosts = 0;
	for (uint32_t i = 0; i < count; ++i)
		ghosts += manifolds[i].manifold.normal.z < 0.99f;
	free(manifolds);
	return ghosts;
}

/// Puts boxes on a floor at z = 0 around (shift, shift): only the floor's normal, and contacts at all four corners.
static void slide_boxes(const ground *g, double shift, double slack, uint32_t *ghosts)
{
	uint64_t random = 9;
	kiln_mesh_manifold *manifolds = malloc(GROUND_MOST * sizeof *manifolds);
	for (int round = 0; round < 400; ++round)
	{
		float x = ground_random(&random, 0.1, 1.6), y = ground_random(&random, 0.1, 1.6);
		float depth = ground_random(&random, -0.01, 0.04);
		const kiln_convex_shape box = ground_box(x, y, 0.5f);
		kiln_convex_object object = {.shape = &box};
		double angle = round % 4 == 0 ? 0 : (double)ground_random(&random, 0, 6.28);
		object.pose.rotation = ground_turned(0, 0, 1, angle);
		object.pose.translation = (kiln_vec3){(float)shift + ground_random(&random, -1.5, 1.5),
			(float)shift + ground_random(&random, -2, 2), 0.5f - depth};
		const kiln_mesh_contact_options options = {.skin = 0.02f};
		uint32_t count = ground_find(&g->asset, &object, &options, manifolds);
		assert_true(count > 0);
		*ghosts += count_ghosts(&g->asset, &object, 0.02f);
		for (uint32_t i = 0; i < count; ++i)
		{
			ground_assert_normal(manifolds[i].manifold.normal, 0, 0, 1, 1e-6);
			for (uint32_t k = 0; k < manifolds[i].manifold.count; ++k)
				ground_assert_near((double)manifolds[i].manifold.contacts[k].depth, (double)depth, slack);
		}
		for (int corner = 0; corner < 4; ++corner)
		{
			double cx = (double)(corner & 1 ? x : -x), cy = (double)(corner & 2 ? y : -y);
			kiln_vec3 at = {(float)((double)object.pose.translation.x + cx * cos(angle) - cy * sin(angle)),
				(float)((double)object.pose.translation.y + cx * sin(angle) + cy * cos(angle)), 0};
			if (!ground_has_contact(manifolds, count, at, 0.002 + slack))
				fail_msg(
					"round %d: nothing at corner %g %g; depth %g", round, (double)at.x, (double)at.y, (double)depth);
		}
	}
	free(manifolds);
}

static void a_box_that_slides_over_a_flat_floor_meets_only_the_floor(void **state)
{
	(void)state;
	uint32_t ghosts = 0;
	ground *g = ground_grid(8, 0, 0, 0, 1);
	ground_cook(g, NULL, 0);
	slide_boxes(g, 0, 1e-5, &ghosts);
	ground_end(g);
	g = ground_grid(8, 0.3, 0, 0, 2);
	ground_cook(g, NULL, 0);
	slide_boxes(g, 0, 1e-5, &ghosts);
	ground_end(g);
	// Without the rule, such contacts must exist.
	if (ghosts < 200)
		fail_msg("%u ghosts", ghosts);
	// Where floats are 2^-6 apart, in x and y.
	g = ground_grid(8, 0, 0, 131072, 1);
	ground_cook(g, NULL, 0);
	slide_boxes(g, 131072, 0.02, &ghosts);
	ground_end(g);
}

static void round_objects_on_a_flat_floor_meet_only_the_floor(void **state)
{
	(void)state;
	ground *g = ground_grid(8, 0.3, 0, 0, 3);
	ground_cook(g, NULL, 0);
	uint64_t random = 4;
	kiln_mesh_manifold *manifolds = malloc(GROUND_MOST * sizeof *manifolds);
	for (int round = 0; round < 600; ++round)
	{
		float radius = ground_random(&random, 0.1, 0.8), depth = ground_random(&random, -0.01, 0.06);
		kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, radius}};
		float length = ground_random(&random, 0.2, 1.5);
		if (round % 3 == 1)
			shape =
				(kiln_convex_shape){.kind = KILN_CONVEX_CAPSULE, .capsule = {{-length, 0, 0}, {length, 0, 0}, radius}};
		if (round % 3 == 2)
			shape = (kiln_convex_shape){
				.kind = KILN_CONVEX_CYLINDER, .cylinder = {{0, 0, -radius}, {0, 0, radius}, length}};
		kiln_convex_object object = {.shape = &shape};
		object.pose.rotation = ground_turned(0, 0, 1, (double)ground_random(&random, 0, 6));
		object.pose.translation =
			(kiln_vec3){ground_random(&random, -1.5, 1.5), ground_random(&random, -2, 2), radius - depth};
		if (round % 7 == 0)
			object.pose.translation.x = object.pose.translation.y = 0;
		const kiln_mesh_contact_options options = {.skin = 0.02f};
		uint32_t count = ground_find(&g->asset, &object, &options, manifolds);
		assert_true(count > 0);
		for (uint32_t i = 0; i < count; ++i)
			ground_assert_normal(manifolds[i].manifold.normal, 0, 0, 1, 1e-6);
		ground_assert_near((double)ground_deepest(manifolds, count), (double)depth, 1e-5);
	}
	free(manifolds);
	ground_end(g);
}

static void bumps_below_the_threshold_are_faces(void **state)
{
	(void)state;
	// Slopes of neighbours differ by at most 4 * 0.004 in z over some cells of one unit.
	ground *g = ground_grid(8, 0, 0.004, 0, 5);
	ground_cook(g, NULL, 0);
	for (uint32_t i = 0; i < g->asset.meshes[0].triangle_count; ++i)
		for (uint32_t k = 0; k < 3; ++k)
		{
			uint32_t kind = kiln_format_edge_kind(kiln_triangle_edges(&g->asset, 0, i), k);
			assert_true(kind == KILN_EDGE_FLAT || kind == KILN_EDGE_BOUNDARY);
		}
	uint64_t random = 6;
	kiln_mesh_manifold *manifolds = malloc(GROUND_MOST * sizeof *manifolds);
	for (int round = 0; round < 400; ++round)
	{
		const kiln_convex_shape box =
			ground_box(ground_random(&random, 0.2, 1.4), ground_random(&random, 0.2, 1.4), 0.5f);
		const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};
		kiln_convex_object object = {.shape = round % 3 ? &box : &ball};
		object.pose.rotation = ground_turned(0, 0, 1, (double)ground_random(&random, 0, 6));
		object.pose.translation = (kiln_vec3){ground_random(&random, -1.5, 1.5), ground_random(&random, -2, 2), 0.49f};
		const kiln_mesh_contact_options options = {.skin = 0.01f};
		uint32_t count = ground_find(&g->asset, &object, &options, manifolds);
		assert_true(count > 0);
		for (uint32_t i = 0; i < count; ++i)
		{
			kiln_vec3 c[3], n = manifolds[i].manifold.normal;
			assert_true(kiln_triangle_corners(&g->asset, 0, manifolds[i].triangle, c));
			double ux = (double)(c[1].x - c[0].x), uy = (double)(c[1].y - c[0].y), uz = (double)(c[1].z - c[0].z);
			double vx = (double)(c[2].x - c[0].x), vy = (double)(c[2].y - c[0].y), vz = (double)(c[2].z - c[0].z);
			double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx, l = sqrt(x * x + y * y + z * z);
			ground_assert_normal(n, x / l, y / l, z / l, 1e-6);
		}
		float depth = ground_deepest(manifolds, count);
		assert_true(depth > 0.0059f && depth < 0.0141f + 0.01f);
	}
	free(manifolds);
	ground_end(g);
}

static void a_ridge_gives_its_own_normal(void **state)
{
	(void)state;
	const double slopes[] = {0.05, 0.5, 3};
	kiln_mesh_manifold manifolds[GROUND_MOST / 16];
	for (int s = 0; s < 3; ++s)
	{
		ground *g = ground_roof(slopes[s], 5);
		ground_cook(g, NULL, 0);
		const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};
		const kiln_convex_shape box = ground_box(0.9f, 0.4f, 0.5f);
		for (int i = 0; i < 40; ++i)
		{
			kiln_convex_object object = {.shape = i % 2 ? &ball : &box};
			object.pose.translation = (kiln_vec3){-1 + 0.05f * (float)i, 0, 0.49f};
			uint32_t count = ground_find(&g->asset, &object, NULL, manifolds), contacts = 0;
			assert_true(count > 0);
			for (uint32_t k = 0; k < count; ++k)
			{
				ground_assert_normal(manifolds[k].manifold.normal, 0, 0, 1, 1e-5);
				contacts += manifolds[k].manifold.count;
			}
			ground_assert_near((double)ground_deepest(manifolds, count), 0.01, 1e-5);
			// One place of a ball, whether on an edge or at a vertex.
			if (i % 2)
				assert_int_equal(contacts, 1);
			else
				assert_true(
					ground_has_contact(manifolds, count, (kiln_vec3){object.pose.translation.x - 0.9f, 0, 0}, 0.01) &&
					ground_has_contact(manifolds, count, (kiln_vec3){object.pose.translation.x + 0.9f, 0, 0}, 0.01));
		}
		// Tilted across the ridge by less than the slope: the normal is the box's own, between those of the faces.
		kiln_convex_object object = {.shape = &box};
		double angle = atan(slopes[s]) / 2;
		object.pose.rotation = ground_turned(1, 0, 0, angle);
		object.pose.translation = (kiln_vec3){0, (float)(-0.495 * sin(angle)), (float)(0.495 * cos(angle))};
		uint32_t count = ground_find(&g->asset, &object, NULL, manifolds);
		assert_true(count > 0);
		for (uint32_t k = 0; k < count; ++k)
			if (s > 0)
				ground_assert_normal(manifolds[k].manifold.normal, 0, -sin(angle), cos(angle), 2e-3);
		ground_end(g);
	}
}

static void a_hollow_edge_gives_the_faces_normals(void **state)
{
	(void)state;
	// A floor for y < 0 and a wall that faces it.
	ground *g = ground_begin();
	for (int i = 0; i < 6; ++i)
	{
		ground_vertex(g, i - 3, -2, 0);
		ground_vertex(g, i - 3, 0, 0);
		ground_vertex(g, i - 3, 0, 2);
	}
	for (uint32_t i = 0; i < 5; ++i)
		for (uint32_t k = 0; k < 2; ++k)
		{
			uint32_t a = 3 * i + k, b = a + 3;
			ground_triangle(g, a, b, b + 1);
			ground_triangle(g, a, b + 1, a + 1);
		}
	ground_cook(g, NULL, 0);
	uint64_t random = 8;
	kiln_mesh_manifold manifolds[GROUND_MOST / 16];
	for (int round = 0; round < 300; ++round)
	{
		const kiln_convex_shape box = ground_box(0.5f, 0.5f, 0.5f);
		kiln_convex_object object = {.shape = &box};
		float into = ground_random(&random, 0, 0.03), down = ground_random(&random, 0, 0.03);
		object.pose.translation = (kiln_vec3){ground_random(&random, -1, 1), -0.5f + into, 0.5f - down};
		uint32_t count = ground_find(&g->asset, &object, NULL, manifolds), floors = 0, walls = 0;
		for (uint32_t k = 0; k < count; ++k)
		{
			const kiln_manifold *m = &manifolds[k].manifold;
			bool floor = m->normal.z > 0.5f;
			ground_assert_normal(m->normal, 0, floor ? 0 : -1, floor ? 1 : 0, 1e-6);
			ground_assert_near((double)m->contacts[0].depth, (double)(floor ? down : into), 1e-5);
			++*(floor ? &floors : &walls);
		}
		assert_true(floors > 0 && walls > 0);
	}
	ground_end(g);
}

static void a_sharp_vertex_is_met_though_its_edges_are_flat(void **state)
{
	(void)state;
	// A cone of so many sides that each edge is flat.
	ground *g = ground_begin();
	const uint32_t sides = 400;
	uint32_t apex = ground_vertex(g, 0, 0, 0);
	for (uint32_t i = 0; i < sides; ++i)
		ground_vertex(g, cos(6.283185307179586 * i / sides), sin(6.283185307179586 * i / sides), -1);
	for (uint32_t i = 0; i < sides; ++i)
		ground_triangle(g, apex, 1 + i, 1 + (i + 1) % sides);
	ground_cook(g, NULL, 0);
	kiln_mesh_manifold *manifolds = malloc(GROUND_MOST * sizeof *manifolds);
	assert_int_equal(kiln_format_edge_kind(kiln_triangle_edges(&g->asset, 0, 5), 0), KILN_EDGE_FLAT);
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};
	const kiln_convex_object object = {.shape = &ball, .pose.translation = {0, 0, 0.49f}};
	uint32_t count = ground_find(&g->asset, &object, NULL, manifolds);
	assert_int_equal(count, 1);
	assert_int_equal(manifolds[0].manifold.count, 1);
	ground_assert_normal(manifolds[0].manifold.normal, 0, 0, 1, 1e-5);
	ground_assert_near((double)ground_deepest(manifolds, count), 0.01, 1e-6);
	free(manifolds);
	ground_end(g);
}

/// A step as wide as a street: its triangles are so long that their far corners are within the tolerance of any plane at
/// the edge.
static void an_edge_of_long_thin_triangles_keeps_its_normal(void **state)
{
	(void)state;
	for (int i = 0; i < 3; ++i)
	{
		static const double halves[3] = {0.5, 3, 40};
		ground *g = ground_begin();
		const double y = halves[i];
		const uint32_t a = ground_vertex(g, 0, -y, 0), b = ground_vertex(g, 0, y, 0);
		const uint32_t c = ground_vertex(g, 0, -y, 0.2), d = ground_vertex(g, 0, y, 0.2);
		const uint32_t e = ground_vertex(g, 0.3, -y, 0.2), f = ground_vertex(g, 0.3, y, 0.2);
		ground_triangle(g, b, a, c);
		ground_triangle(g, b, c, d);
		ground_triangle(g, d, c, e);
		ground_triangle(g, d, e, f);
		ground_cook(g, NULL, 0);
		kiln_mesh_manifold *manifolds = malloc(GROUND_MOST * sizeof *manifolds);
		const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.3f}};
		for (double angle = 0.1; angle < 1.5; angle += 0.1)
		{
			const double x = -cos(angle), z = sin(angle);
			const kiln_convex_object object = {
				.shape = &ball, .pose.translation = {(float)(0.29 * x), 0.1f, (float)(0.2 + 0.29 * z)}};
			const uint32_t count = ground_find(&g->asset, &object, NULL, manifolds);
			assert_int_equal(count, 1);
			ground_assert_normal(manifolds[0].manifold.normal, x, 0, z, 1e-5);
			assert_false(manifolds[0].corrected);
			ground_assert_near((double)ground_deepest(manifolds, count), 0.01, 1e-6);
		}
		free(manifolds);
		ground_end(g);
	}
}

static kiln_triangle triangle_of(const kiln_asset *asset, uint32_t triangle)
{
	kiln_triangle t;
	assert_true(kiln_triangle_corners(asset, 0, triangle, t.corners));
	return t;
}

static bool is_behind(const kiln_triangle *t, kiln_vec3 p)
{
	const kiln_vec3 *c = t->corners;
	double ux = (double)c[1].x - (double)c[0].x, uy = (double)c[1].y - (double)c[0].y,
		   uz = (double)c[1].z - (double)c[0].z;
	double vx = (double)c[2].x - (double)c[0].x, vy = (double)c[2].y - (double)c[0].y,
		   vz = (double)c[2].z - (double)c[0].z;
	double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
	return x * ((double)p.x - (double)c[0].x) + y * ((double)p.y - (double)c[0].y) +
			   z * ((double)p.z - (double)c[0].z) <
		   0;
}

/// Objects near steep and rough ground, separate or slightly inside: the manifolds must contain the nearest triangle,
/// as found by testing each triangle alone.
static void nothing_that_is_nearest_is_lost(void **state)
{
	(void)state;
	uint64_t random = 12;
	kiln_mesh_manifold *manifolds = malloc(GROUND_MOST * sizeof *manifolds);
	uint32_t apart = 0, inside = 0;
	for (int world = 0; world < 8; ++world)
	{
		const double bumps[] = {0.004, 0.05, 0.3, 0.9};
		ground *g = ground_grid(6, 0.2, bumps[world % 4], 0, 20 + (uint64_t)world);
		ground_cook(g, NULL, 0);
		for (int round = 0; round < 60; ++round)
		{
			float size = ground_random(&random, 0.1, 0.6);
			const kiln_convex_shape shapes[3] = {{.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, size}},
				ground_box(size, size / 2, size / 3),
				{.kind = KILN_CONVEX_CAPSULE, .capsule = {{-size, 0, 0}, {size, 0, 0}, size / 2}}};
			kiln_convex_object object = {.shape = &shapes[round % 3]};
			object.pose.rotation = (kiln_quat){ground_random(&random, -1, 1), ground_random(&random, -1, 1),
				ground_random(&random, -1, 1), ground_random(&random, 0.1, 1)};
			object.pose.translation =
				(kiln_vec3){ground_random(&random, -1.5, 1.5), ground_random(&random, -1.5, 1.5), 3};
			// Moves down to the ground by its distance, then slightly further.
			for (int step = 0; step < 30; ++step)
			{
				float nearest = INFINITY;
				for (uint32_t i = 0; i < g->asset.meshes[0].triangle_count; ++i)
				{
					kiln_convex_shape t = {.kind = KILN_CONVEX_TRIANGLE, .triangle = triangle_of(&g->asset, i)};
					const kiln_convex_object triangle = {.shape = &t};
					kiln_convex_separation between;
					assert_int_equal(kiln_convex_distance(&object, &triangle, NULL, NULL, &between), KILN_OK);
					nearest = between.distance < nearest ? between.distance : nearest;
				}
				if (nearest < 1e-3f)
					break;
				object.pose.translation.z -= nearest;
			}
			object.pose.translation.z += ground_random(&random, round % 5 ? -0.01 : -0.2, 0.02);
			const kiln_mesh_contact_options options = {.skin = 0.05f};
			uint32_t count = ground_find(&g->asset, &object, &options, manifolds);
			float best = -INFINITY;
			for (uint32_t i = 0; i < g->asset.meshes[0].triangle_count; ++i)
			{
				kiln_convex_shape t = {.kind = KILN_CONVEX_TRIANGLE, .triangle = triangle_of(&g->asset, i)};
				const kiln_convex_object triangle = {.shape = &t};
				if (is_behind(&t.triangle, object.pose.translation))
					continue;
				kiln_manifold own;
				const kiln_manifold_options plain = {.skin = 0.05f};
				assert_int_equal(kiln_convex_manifold(&object, &triangle, &plain, NULL, &own), KILN_OK);
				if (own.count > 0 && own.contacts[0].depth > best)
					best = own.contacts[0].depth;
			}
			assert_true((best > -INFINITY) == (count > 0));
			if (count == 0)
				continue;
			// Faces may be deeper than a triangle's own shortest separation, but separate triangles have no depth.
			float found = ground_deepest(manifolds, count);
			if (found < best - 1e-5f)
				fail_msg("world %d round %d: %g is lost, %g is the deepest", world, round, (double)best, (double)found);
			if (best < 0)
				ground_assert_near((double)found, (double)best, 1e-4 + 0.02 * fabs((double)best));
			++*(best < 0 ? &apart : &inside);
		}
		ground_end(g);
	}
	assert_true(apart > 50 && inside > 50);
	free(manifolds);
}

static void both_sides_of_a_fold_are_seen_from_either(void **state)
{
	(void)state;
	// From below, a valley is a ridge.
	ground *g = ground_roof(-0.5, 5);
	ground_cook(g, NULL, 0);
	kiln_mesh_manifold manifolds[GROUND_MOST / 16];
	const kiln_mesh_contact_options both = {.both_sides = true};
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};
	const kiln_convex_shape box = ground_box(0.9f, 0.4f, 0.5f);
	for (int i = 0; i < 20; ++i)
	{
		kiln_convex_object object = {.shape = i % 2 ? &ball : &box};
		object.pose.translation = (kiln_vec3){-1 + 0.1f * (float)i, 0, -0.49f};
		assert_int_equal(ground_find(&g->asset, &object, NULL, manifolds), 0);
		uint32_t count = ground_find(&g->asset, &object, &both, manifolds);
		assert_true(count > 0);
		for (uint32_t k = 0; k < count; ++k)
		{
			ground_assert_normal(manifolds[k].manifold.normal, 0, 0, -1, 1e-5);
			assert_true(manifolds[k].back);
		}
		ground_assert_near((double)ground_deepest(manifolds, count), 0.01, 1e-5);
		// From above, its faces are hit.
		object.shape = &ball;
		object.pose.translation.z = 0.5f * sqrtf(1.25f) - 0.01f;
		count = ground_find(&g->asset, &object, i % 3 ? &both : NULL, manifolds);
		assert_true(count >= 2);
		for (uint32_t k = 0; k < count; ++k)
		{
			double side = manifolds[k].manifold.normal.y > 0 ? 1 : -1;
			ground_assert_normal(manifolds[k].manifold.normal, 0, side / sqrt(5), 2 / sqrt(5), 1e-5);
			assert_false(manifolds[k].back);
		}
	}
	ground_end(g);
}

static void nodes_of_any_map_are_met_as_they_are_placed(void **state)
{
	(void)state;
	// Mirrored at x; stretched and sheared; flat bumps made steep; turned upside down, so that one-sided contacts
	// disappear.
	const double maps[4][12] = {{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, {2, 0.5, 0, 20, 0, 0.7, 0, 0, 0, 0, 3, 0},
		{1, 0, 0, 40, 0, 1, 0, 0, 0, 0, 200, 0}, {1, 0, 0, 60, 0, -1, 0, 0, 0, 0, -1, 0}};
	ground *g = ground_grid(8, 0, 0, 0, 1);
	ground_cook(g, maps, 4);
	kiln_mesh_manifold *manifolds = malloc(GROUND_MOST * sizeof *manifolds);
	uint64_t random = 3;
	for (int round = 0; round < 200; ++round)
	{
		const kiln_convex_shape box = ground_box(0.8f, 0.6f, 0.5f);
		kiln_convex_object object = {.shape = &box};
		object.pose.rotation = ground_turned(0, 0, 1, (double)ground_random(&random, 0, 6));
		object.pose.translation = (kiln_vec3){
			(float)(round % 3 * 20) + ground_random(&random, -1.5, 1.5), ground_random(&random, -1, 1), 0.49f};
		uint32_t count = ground_find(&g->asset, &object, NULL, manifolds);
		assert_true(count > 0);
		for (uint32_t i = 0; i < count; ++i)
		{
			ground_assert_normal(manifolds[i].manifold.normal, 0, 0, 1, 1e-6);
			ground_assert_near((double)manifolds[i].manifold.contacts[0].depth, 0.01, 1e-5);
			assert_int_equal(manifolds[i].tag, 100 + round % 3);
			assert_false(manifolds[i].back);
		}
		object.pose.translation.x += (float)(60 - round % 3 * 20);
		assert_int_equal(ground_find(&g->asset, &object, NULL, manifolds), 0);
		const kiln_mesh_contact_options both = {.both_sides = true};
		count = ground_find(&g->asset, &object, &both, manifolds);
		assert_true(count > 0);
		for (uint32_t i = 0; i < count; ++i)
		{
			ground_assert_normal(manifolds[i].manifold.normal, 0, 0, 1, 1e-6);
			assert_true(manifolds[i].back);
		}
	}
	ground_end(g);
	// A flat ridge that a node makes steep counts as a ridge.
	const double steep[1][12] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 200, 0}};
	g = ground_roof(0.005, 4);
	ground_cook(g, steep, 1);
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};
	const kiln_convex_object object = {.shape = &ball, .pose.translation = {0.3f, 0, 0.49f}};
	assert_int_equal(ground_find(&g->asset, &object, NULL, manifolds), 1);
	ground_assert_normal(manifolds[0].manifold.normal, 0, 0, 1, 1e-5);
	assert_false(manifolds[0].corrected);
	ground_end(g);
	free(manifolds);
}

static void solids_are_met_like_objects(void **state)
{
	(void)state;
	const kilncook_primitive ball = {.shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, 1}};
	const kilncook_primitive block = {.shape = KILNCOOK_SHAPE_BOX, .parameters = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1}};
	const double maps[3][12] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, {1, 0, 0, 10, 0, -1, 0, 0, 0, 0, 1, 0},
		{3, 0, 0, 20, 0, 2, 0, 0, 0, 0, 1, 0}};
	fixture_mesh cube = fixture_box(1, 1, 1);
	const kilncook_mesh mesh = {.positions = cube.vertices[0],
		.vertex_count = cube.vertex_count,
		.indices = cube.triangles,
		.index_count = 3ull * cube.triangle_count};
	const uint32_t zero = 0;
	const kilncook_node nodes[3] = {{.to_asset = maps[0], .primitive = &block},
		{.to_asset = maps[1], .meshes = &zero, .mesh_count = 1, .shape = KILNCOOK_SHAPE_HULL},
		{.to_asset = maps[2], .primitive = &ball}};
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1, .nodes = nodes, .node_count = 3};
	kilncook_context context = {0};
	kilncook_blob blob;
	kiln_asset asset;
	assert_int_equal(kilncook_cook_memory(&context, &scene, NULL, &blob, NULL), KILNCOOK_OK);
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	kiln_mesh_manifold manifolds[8];
	const kiln_convex_shape box = ground_box(0.5f, 0.5f, 0.5f);
	for (int i = 0; i < 3; ++i)
	{
		kiln_convex_object object = {.shape = &box, .pose.translation = {10 * (float)i, i < 2 ? 0.2f : 0, 1.49f}};
		uint32_t count = ground_find(&asset, &object, NULL, manifolds);
		assert_int_equal(count, 1);
		assert_int_equal(manifolds[0].triangle, KILN_NONE);
		if (i < 2)
			assert_int_equal(manifolds[0].manifold.count, 4);
		ground_assert_normal(manifolds[0].manifold.normal, 0, 0, 1, 1e-6);
		ground_assert_near((double)ground_deepest(manifolds, 1), 0.01, 1e-6);
	}
	kilncook_blob_free(&context, &blob);
	fixture_mesh_free(&cube);
}

static void too_little_room_is_told(void **state)
{
	(void)state;
	ground *g = ground_grid(8, 0.3, 0.1, 0, 2);
	ground_cook(g, NULL, 0);
	const kiln_convex_shape box = ground_box(1.5f, 1.5f, 0.5f);
	const kiln_convex_object object = {.shape = &box, .pose.translation = {0.3f, 0.2f, 0.45f}};
	kiln_mesh_manifold all[GROUND_MOST / 16], some[GROUND_MOST / 16];
	uint32_t none = 0, count = 0, fewer = 0;
	assert_int_equal(kiln_mesh_manifolds(&g->asset, 0, &object, NULL, NULL, 0, &none), KILN_OK);
	assert_true(none > 4);
	assert_int_equal(kiln_mesh_manifolds(&g->asset, 0, &object, NULL, all, none, &count), KILN_OK);
	assert_true(count > 0 && count <= none);
	memset(some, 0x5a, sizeof some);
	assert_int_equal(kiln_mesh_manifolds(&g->asset, 0, &object, NULL, some, 3, &fewer), KILN_OK);
	assert_int_equal(fewer, none);
	for (size_t i = 3 * sizeof *some; i < sizeof some; ++i)
		assert_int_equal(((const uint8_t *)some)[i], 0x5a);
	// Again with the same result, to the bit.
	assert_int_equal(kiln_mesh_manifolds(&g->asset, 0, &object, NULL, some, none, &fewer), KILN_OK);
	assert_int_equal(fewer, count);
	assert_memory_equal(all, some, count * sizeof *all);
	ground_end(g);
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	ground *g = ground_grid(2, 0, 0, 0, 2);
	ground_cook(g, NULL, 0);
	const kiln_convex_shape box = ground_box(1, 1, 1);
	const kiln_convex_object good = {.shape = &box};
	kiln_convex_object bad = good;
	bad.pose.translation.x = NAN;
	kiln_mesh_manifold manifolds[64];
	uint32_t count = 7;
	assert_int_equal(kiln_scene_manifolds(&g->asset, &bad, NULL, manifolds, 64, &count), KILN_E_ARGUMENT);
	assert_int_equal(count, 0);
	assert_int_equal(kiln_mesh_manifolds(&g->asset, 1, &good, NULL, manifolds, 64, &count), KILN_E_ARGUMENT);
	assert_int_equal(kiln_scene_manifolds(&g->asset, NULL, NULL, manifolds, 64, &count), KILN_E_ARGUMENT);
	assert_int_equal(kiln_scene_manifolds(&g->asset, &good, NULL, NULL, 64, &count), KILN_E_ARGUMENT);
	assert_int_equal(kiln_scene_manifolds(&g->asset, &good, NULL, manifolds, 64, NULL), KILN_E_ARGUMENT);
	const float numbers[] = {-1, NAN, INFINITY};
	for (int i = 0; i < 3; ++i)
	{
		const kiln_mesh_contact_options skin = {.skin = numbers[i]}, angle = {.tolerance = numbers[i]};
		assert_int_equal(kiln_scene_manifolds(&g->asset, &good, &skin, manifolds, 64, &count), KILN_E_ARGUMENT);
		assert_int_equal(kiln_scene_manifolds(&g->asset, &good, &angle, manifolds, 64, &count), KILN_E_ARGUMENT);
	}
	ground_end(g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_box_that_slides_over_a_flat_floor_meets_only_the_floor),
		cmocka_unit_test(round_objects_on_a_flat_floor_meet_only_the_floor),
		cmocka_unit_test(bumps_below_the_threshold_are_faces),
		cmocka_unit_test(a_ridge_gives_its_own_normal),
		cmocka_unit_test(a_hollow_edge_gives_the_faces_normals),
		cmocka_unit_test(a_sharp_vertex_is_met_though_its_edges_are_flat),
		cmocka_unit_test(an_edge_of_long_thin_triangles_keeps_its_normal),
		cmocka_unit_test(nothing_that_is_nearest_is_lost),
		cmocka_unit_test(both_sides_of_a_fold_are_seen_from_either),
		cmocka_unit_test(nodes_of_any_map_are_met_as_they_are_placed),
		cmocka_unit_test(solids_are_met_like_objects),
		cmocka_unit_test(too_little_room_is_told),
		cmocka_unit_test(what_is_not_usable_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
