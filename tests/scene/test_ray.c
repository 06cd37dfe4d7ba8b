// SPDX-License-Identifier: MIT
#include "support/asset_fixture.h"

#include "simd/isa.h"
#include "tree/kernels.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Rays and a blob, from any builder.
typedef struct scene
{
	fixture_blob blob;
	kiln_asset asset;
} scene;

/// A mesh scaled and moved, as a blob of one identity node.
static void scene_of(scene *s, fixture_mesh mesh, float scale, float offset)
{
	for (uint32_t i = 0; i < mesh.vertex_count; ++i)
		for (int axis = 0; axis < 3; ++axis)
			mesh.vertices[i][axis] = mesh.vertices[i][axis] * scale + offset;
	fixture_node node = {.mesh = 0};
	assert_true(fixture_blob_make(&s->blob, &mesh, 1, &node, 1));
	fixture_mesh_free(&mesh);
	assert_int_equal(kiln_open(&s->asset, s->blob.data, s->blob.size, NULL).status, KILN_OK);
}

static void scene_free(scene *s)
{
	fixture_blob_free(&s->blob);
}

static kiln_vec3 random_point(uint64_t *random, const float min[3], const float max[3], float grow)
{
	float p[3];
	for (int axis = 0; axis < 3; ++axis)
	{
		float size = max[axis] - min[axis];
		p[axis] = min[axis] - grow * size + fixture_random_unit(random) * size * (1 + 2 * grow);
	}
	return (kiln_vec3){p[0], p[1], p[2]};
}

/// Makes a ray from around the mesh to a place in it; every fourth ray is along an axis.
static kiln_ray random_ray(uint64_t *random, const kiln_format_mesh *mesh)
{
	kiln_vec3 from = random_point(random, mesh->bounds_min, mesh->bounds_max, 1);
	kiln_vec3 to = random_point(random, mesh->bounds_min, mesh->bounds_max, 0);
	kiln_ray ray = {.origin = from, .direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
	switch (fixture_random(random) % 12)
	{
	case 0:
		ray.direction = (kiln_vec3){0, ray.direction.y, 0};
		break;
	case 1:
		ray.direction = (kiln_vec3){0, 0, ray.direction.z};
		break;
	case 2:
		ray.direction.x = -0.0f;
		break;
	default:
		break;
	}
	return ray;
}

/// Finds the nearest hit among all leaves, without culling.
static kiln_ray_best brute_best(const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray, double *scale)
{
	const kiln_format_mesh *m = &asset->meshes[mesh];
	kiln_walk_ray walk;
	float limit;
	kiln_ray_best best = {.triangle = KILN_NONE};
	if (!kilni_walk_ray_init(&walk, &ray->origin, &ray->direction, ray->t_max, m->bounds_min, m->bounds_max, &limit))
		return best;
	best.t = limit;
	*scale = walk.scale;
	kiln_tree tree = kiln_mesh_tree(asset, mesh);
	for (uint32_t unit = 0; unit < m->leaf_units;)
	{
		kiln_leaf_room room;
		kiln_leaf leaf = kiln_leaf_at(tree.leaves, unit, &room);
		kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
		uint32_t count = kilni_ray_leaf_scalar(&leaf, &walk, ray->flags, limit, meets);
		for (uint32_t i = 0; i < count; ++i)
			if (meets[i].t < best.t || (meets[i].t == best.t && best.triangle == KILN_NONE))
				best = (kiln_ray_best){
					meets[i].t, meets[i].triangle, unit, meets[i].lane, meets[i].u, meets[i].v, meets[i].back};
		unit += kiln_format_leaf_units(kiln_leaf_head(tree.leaves, unit));
	}
	return best;
}

static void equals_brute_force(const scene *s, uint64_t seed, int rays)
{
	kiln_asset forced[3] = {s->asset, s->asset, s->asset};
	forced[0].isa = KILN_ISA_SCALAR;
	forced[1].isa = KILN_ISA_SSE2;
	forced[2].isa = kilni_isa_resolve(KILN_ISA_AUTO);
	for (int i = 0; i < rays; ++i)
	{
		kiln_ray ray = random_ray(&seed, &s->asset.meshes[0]);
		double scale = 1;
		kiln_ray_best best = brute_best(&s->asset, 0, &ray, &scale);
		kiln_hit hits[3];
		for (int k = 0; k < 3; ++k)
			hits[k] = kiln_mesh_ray_closest(&forced[k], 0, &ray);
		assert_int_equal(hits[0].hit, best.triangle != KILN_NONE);
		assert_memory_equal(&hits[0], &hits[1], sizeof hits[0]);
		assert_memory_equal(&hits[0], &hits[2], sizeof hits[0]);
		assert_int_equal(kiln_mesh_ray_any(&s->asset, 0, &ray), hits[0].hit);
		assert_int_equal(kiln_scene_ray_any(&s->asset, &ray), hits[0].hit);
		if (!hits[0].hit)
			continue;
		assert_int_equal(hits[0].triangle, best.triangle);
		assert_true(hits[0].t == (float)((double)best.t * scale));
		assert_true(hits[0].u == best.u && hits[0].v == best.v && hits[0].back == best.back);
	}
}

static void culling_loses_no_hit_on_any_shape_size_or_place(void **state)
{
	(void)state;
	const float scales[] = {1, 1e-3f, 1e-20f, 1e-30f, 1e5f, 1e10f};
	const float offsets[] = {0, 1000, 1e6f};
	scene s;
	for (size_t i = 0; i < sizeof scales / sizeof *scales; ++i)
		for (size_t k = 0; k < sizeof offsets / sizeof *offsets; ++k)
		{
			// Shapes smaller than the coordinates' last place become points when they are moved.
			if (k && scales[i] != 1 && scales[i] != 1e5f)
				continue;
			uint64_t seed = 17 + i * 3 + k;
			scene_of(&s, fixture_sphere(12, 17, 1), scales[i], offsets[k]);
			equals_brute_force(&s, seed, 400);
			scene_free(&s);
			scene_of(&s, fixture_ground(15, 3), scales[i], offsets[k]);
			equals_brute_force(&s, seed, 400);
			scene_free(&s);
			scene_of(&s, fixture_soup(150, 0.4f, 5), scales[i], offsets[k]);
			equals_brute_force(&s, seed, 400);
			scene_free(&s);
		}
}

/// Moeller and Trumbore's test in long double: computes t, and how far inside the triangle the ray passes (negative:
/// outside), as a share of its size.
static bool triangle_oracle(const kiln_ray *ray, const kiln_vec3 c[3], long double *t, long double *margin)
{
	long double e1[3] = {(long double)c[1].x - c[0].x, (long double)c[1].y - c[0].y, (long double)c[1].z - c[0].z};
	long double e2[3] = {(long double)c[2].x - c[0].x, (long double)c[2].y - c[0].y, (long double)c[2].z - c[0].z};
	long double s[3] = {
		(long double)ray->origin.x - c[0].x, (long double)ray->origin.y - c[0].y, (long double)ray->origin.z - c[0].z};
	long double d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
	long double p[3] = {d[1] * e2[2] - d[2] * e2[1], d[2] * e2[0] - d[0] * e2[2], d[0] * e2[1] - d[1] * e2[0]};
	long double det = e1[0] * p[0] + e1[1] * p[1] + e1[2] * p[2];
	if (det == 0)
		return false;
	long double u = (s[0] * p[0] + s[1] * p[1] + s[2] * p[2]) / det;
	long double q[3] = {s[1] * e1[2] - s[2] * e1[1], s[2] * e1[0] - s[0] * e1[2], s[0] * e1[1] - s[1] * e1[0]};
	long double v = (d[0] * q[0] + d[1] * q[1] + d[2] * q[2]) / det;
	*t = (e2[0] * q[0] + e2[1] * q[1] + e2[2] * q[2]) / det;
	*margin = fminl(fminl(u, v), 1 - u - v);
	return true;
}

static void closest_agrees_with_another_method_in_long_double(void **state)
{
	(void)state;
	scene s;
	uint64_t random = 99;
	int certain = 0;
	scene_of(&s, fixture_sphere(9, 14, 1), 1, 0);
	for (int i = 0; i < 4000; ++i)
	{
		kiln_ray ray = random_ray(&random, &s.asset.meshes[0]);
		long double nearest = INFINITY, t, margin;
		bool doubtful = false;
		for (uint32_t k = 0; k < s.asset.meshes[0].triangle_count; ++k)
		{
			kiln_vec3 corners[3];
			assert_true(kiln_triangle_corners(&s.asset, 0, k, corners));
			if (!triangle_oracle(&ray, corners, &t, &margin) || t < -1e-5L)
				continue;
			doubtful = doubtful || fabsl(margin) < 1e-4L || fabsl(t) < 1e-5L;
			if (margin > 0 && t < nearest)
				nearest = t;
		}
		kiln_hit hit = kiln_scene_ray_closest(&s.asset, &ray);
		if (doubtful)
			continue;
		++certain;
		assert_int_equal(hit.hit, isfinite(nearest));
		if (hit.hit)
		{
			assert_true(fabsl(hit.t - nearest) < 2e-6L);
			// The sphere is wound outwards, so the normal points away from its centre.
			assert_true(hit.normal.x * hit.point.x + hit.normal.y * hit.point.y + hit.normal.z * hit.point.z > 0);
			float along =
				hit.normal.x * ray.direction.x + hit.normal.y * ray.direction.y + hit.normal.z * ray.direction.z;
			assert_int_equal(hit.back, along > 0);
		}
	}
	assert_true(certain > 3000);
	scene_free(&s);
}

/// Aims at corners, edges and points near them from inside a closed mesh: every ray must hit.
static void aim_at_seams(const scene *s, kiln_vec3 inside, uint64_t random)
{
	const kiln_format_mesh *m = &s->asset.meshes[0];
	for (uint32_t i = 0; i < m->triangle_count; ++i)
	{
		kiln_vec3 c[3];
		assert_true(kiln_triangle_corners(&s->asset, 0, i, c));
		for (int k = 0; k < 24; ++k)
		{
			const kiln_vec3 *a = &c[k % 3], *b = &c[(k + 1) % 3];
			float w = k < 3 ? 0 : k < 6 ? 0.5f : fixture_random_unit(&random);
			kiln_vec3 aim = {a->x + w * (b->x - a->x), a->y + w * (b->y - a->y), a->z + w * (b->z - a->z)};
			kiln_ray ray = {.origin = inside, .direction = {aim.x - inside.x, aim.y - inside.y, aim.z - inside.z}};
			assert_true(kiln_scene_ray_closest(&s->asset, &ray).hit);
			assert_true(kiln_scene_ray_any(&s->asset, &ray));
			ray.flags = KILN_RAY_CULL_BACK;
			assert_false(kiln_scene_ray_closest(&s->asset, &ray).hit);
		}
	}
}

static void no_ray_slips_through_an_edge_or_vertex_of_a_closed_mesh(void **state)
{
	(void)state;
	const float scales[] = {1, 1e-18f, 1e-30f, 1e9f};
	scene s;
	for (size_t i = 0; i < sizeof scales / sizeof *scales; ++i)
	{
		float e = scales[i];
		scene_of(&s, fixture_sphere(8, 11, 1), e, 0);
		aim_at_seams(&s, (kiln_vec3){0, 0, 0}, i);
		aim_at_seams(&s, (kiln_vec3){0.1f * e, -0.2f * e, 0.3f * e}, i);
		scene_free(&s);
		scene_of(&s, fixture_box(1, 2, 3), e, 0);
		aim_at_seams(&s, (kiln_vec3){0, 0, 0}, i);
		aim_at_seams(&s, (kiln_vec3){0.5f * e, 1.5f * e, -2.5f * e}, i);
		scene_free(&s);
	}
	scene_of(&s, fixture_sphere(8, 11, 1), 1, 4096);
	aim_at_seams(&s, (kiln_vec3){4096.125f, 4095.75f, 4096}, 7);
	scene_free(&s);
}

static void useless_rays_hit_nothing(void **state)
{
	(void)state;
	scene s;
	scene_of(&s, fixture_box(1, 1, 1), 1, 0);
	const kiln_ray rays[] = {
		{.origin = {0, 0, 0}, .direction = {0, 0, 0}},
		{.origin = {NAN, 0, 0}, .direction = {0, 0, 1}},
		{.origin = {0, 0, 0}, .direction = {0, NAN, 1}},
		{.origin = {0, 0, 0}, .direction = {NAN, NAN, NAN}},
		{.origin = {0, 0, 0}, .direction = {0, 0, INFINITY}},
		{.origin = {0, 0, -INFINITY}, .direction = {0, 0, 1}},
		{.origin = {0, 0, -2 * KILN_COORDINATE_MAX}, .direction = {0, 0, 1}},
		{.origin = {0, 0, 0}, .direction = {0, 0, 1}, .t_max = -1},
		{.origin = {0, 0, 0}, .direction = {0, 0, 1}, .t_max = NAN},
		{.origin = {0, 0, 0}, .direction = {0, 0, 1}, .t_max = 0.99999f},
	};
	kiln_hit none = {0};
	for (size_t i = 0; i < sizeof rays / sizeof *rays; ++i)
	{
		kiln_hit hit = kiln_scene_ray_closest(&s.asset, &rays[i]);
		kiln_hit mesh_hit = kiln_mesh_ray_closest(&s.asset, 0, &rays[i]);
		assert_memory_equal(&hit, &none, sizeof hit);
		assert_memory_equal(&mesh_hit, &none, sizeof hit);
		assert_false(kiln_scene_ray_any(&s.asset, &rays[i]));
		assert_int_equal(kiln_scene_ray_all(&s.asset, &rays[i], &hit, 1), 0);
	}
	const kiln_ray good = {.direction = {0, 0, 1}};
	assert_false(kiln_mesh_ray_closest(&s.asset, 1, &good).hit);
	assert_false(kiln_mesh_ray_any(&s.asset, KILN_NONE, &good));
	assert_int_equal(kiln_mesh_ray_all(&s.asset, 7, &good, NULL, 0), 0);
	scene_free(&s);
}

static void t_counts_lengths_of_the_direction_as_given(void **state)
{
	(void)state;
	scene s;
	scene_of(&s, fixture_box(1, 1, 1), 1, 0);
	const float lengths[] = {1, 0.5f, 3, 1e-3f, 1e-19f, 1e-30f, 1e-37f, FLT_TRUE_MIN * 64, 1e6f, 1e19f, 1e30f, 1e38f};
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i)
	{
		kiln_ray ray = {.origin = {0.25f, 0.125f, -3}, .direction = {0, 0, lengths[i]}};
		kiln_hit hit = kiln_scene_ray_closest(&s.asset, &ray);
		float expected = 2 / lengths[i];
		assert_int_equal(hit.hit, expected <= FLT_MAX);
		assert_int_equal(kiln_scene_ray_any(&s.asset, &ray), hit.hit);
		if (!hit.hit)
			continue;
		assert_true(fabsf(hit.t - expected) <= expected * 4e-7f);
		ray.t_max = hit.t;
		assert_true(kiln_scene_ray_closest(&s.asset, &ray).hit);
	}
	scene_free(&s);
}

static void touching_counts_at_both_ends(void **state)
{
	(void)state;
	scene s;
	scene_of(&s, fixture_box(1, 1, 1), 1, 0);
	kiln_ray ray = {.origin = {0.3f, 0.2f, -3}, .direction = {0, 0, 2}, .t_max = 1};
	assert_true(kiln_scene_ray_closest(&s.asset, &ray).hit);
	ray.t_max = nextafterf(1, 0);
	assert_false(kiln_scene_ray_closest(&s.asset, &ray).hit);
	ray = (kiln_ray){.origin = {0.3f, 0.2f, 1}, .direction = {0, 0, 1}};
	kiln_hit hit = kiln_scene_ray_closest(&s.asset, &ray);
	assert_true(hit.hit && hit.t == 0 && hit.normal.z == 1 && hit.back);
	scene_free(&s);
}

static void all_lists_every_triangle_in_order_and_keeps_the_nearest(void **state)
{
	(void)state;
	scene s;
	uint64_t random = 5;
	scene_of(&s, fixture_soup(400, 0.7f, 11), 1, 0);
	for (int i = 0; i < 300; ++i)
	{
		kiln_ray ray = random_ray(&random, &s.asset.meshes[0]);
		static kiln_hit hits[400], few[400];
		uint32_t count = kiln_scene_ray_all(&s.asset, &ray, hits, 400);
		uint32_t expected = 0;
		// Without culling, each leaf gives its own answer: brute force over leaves has the same count.
		kiln_walk_ray walk;
		float limit;
		const kiln_format_mesh *m = &s.asset.meshes[0];
		if (kilni_walk_ray_init(&walk, &ray.origin, &ray.direction, 0, m->bounds_min, m->bounds_max, &limit))
			for (uint32_t unit = 0; unit < m->leaf_units;)
			{
				kiln_leaf_room room;
				kiln_leaf leaf = kiln_leaf_at(kiln_mesh_tree(&s.asset, 0).leaves, unit, &room);
				kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
				expected += kilni_ray_leaf_scalar(&leaf, &walk, 0, limit, meets);
				unit += kiln_format_leaf_units(kiln_leaf_head(kiln_mesh_tree(&s.asset, 0).leaves, unit));
			}
		assert_int_equal(count, expected);
		for (uint32_t k = 1; k < count; ++k)
			assert_true(
				hits[k - 1].t < hits[k].t || (hits[k - 1].t == hits[k].t && hits[k - 1].triangle < hits[k].triangle));
		kiln_hit closest = kiln_scene_ray_closest(&s.asset, &ray);
		assert_int_equal(closest.hit, count > 0);
		if (count)
			assert_memory_equal(&closest, &hits[0], sizeof closest);
		for (uint32_t capacity = 0; capacity <= count; capacity += 1 + count / 5)
		{
			assert_int_equal(kiln_mesh_ray_all(&s.asset, 0, &ray, few, capacity), count);
			for (uint32_t k = 0; k < capacity; ++k)
			{
				few[k].node = 0;
				assert_memory_equal(&few[k], &hits[k], sizeof few[k]);
			}
		}
	}
	scene_free(&s);
}

static void equal_hits_answer_with_the_lowest_node_and_triangle(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	fixture_node nodes[5] = {{0}};
	fixture_blob blob;
	kiln_asset asset;
	assert_true(fixture_blob_make(&blob, &box, 1, nodes, 5));
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	// Along the diagonal of a face, both of its triangles are hit at the same t, and five boxes are at the same place.
	kiln_ray ray = {.origin = {0, 0, -3}, .direction = {0, 0, 1}};
	kiln_hit hits[64];
	uint32_t count = kiln_scene_ray_all(&asset, &ray, hits, 64);
	assert_int_equal(count, 20);
	kiln_hit closest = kiln_scene_ray_closest(&asset, &ray);
	assert_int_equal(closest.node, 0);
	for (uint32_t i = 0; i < count; ++i)
		assert_true(hits[i].t > closest.t || hits[i].node > 0 || hits[i].triangle >= closest.triangle);
	fixture_blob_free(&blob);
	fixture_mesh_free(&box);
}

static void nodes_of_any_scale_and_mirroring_answer_like_their_triangles(void **state)
{
	(void)state;
	fixture_mesh meshes[2] = {fixture_sphere(7, 9, 1), fixture_box(1, 0.5f, 0.25f)};
	fixture_node nodes[] = {
		{.mesh = 0},
		{.mesh = 0, .placed = true, .to_asset = {2, 0, 0, 5, 0, 0.5, 0, 1, 0, 0, 3, -2}, .tag = 7},
		{.mesh = 1, .placed = true, .to_asset = {-1, 0, 0, -4, 0, 1, 0, 2, 0, 0, 1, 1}, .tag = 9},
		{.mesh = 1, .placed = true, .to_asset = {0.6, -0.8, 0.1, 0, 0.8, 0.6, 0, 4, 0.2, 0, 1.5, 3}},
	};
	fixture_blob blob;
	kiln_asset asset;
	uint64_t random = 3;
	int hits = 0;
	assert_true(fixture_blob_make(&blob, meshes, 2, nodes, 4));
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	for (int i = 0; i < 5000; ++i)
	{
		kiln_vec3 from = random_point(&random, asset.scene->bounds_min, asset.scene->bounds_max, 1);
		kiln_vec3 to = random_point(&random, asset.scene->bounds_min, asset.scene->bounds_max, 0);
		kiln_ray ray = {.origin = from, .direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
		long double nearest = INFINITY;
		bool doubtful = false;
		uint32_t node = KILN_NONE;
		for (uint32_t n = 0; n < asset.node_count; ++n)
			for (uint32_t k = 0; k < asset.meshes[asset.nodes[n].mesh].triangle_count; ++k)
			{
				kiln_vec3 c[3];
				long double t, margin;
				assert_true(kiln_triangle_corners(&asset, asset.nodes[n].mesh, k, c));
				const float *m = asset.nodes[n].to_asset;
				for (int j = 0; j < 3; ++j)
					c[j] = (kiln_vec3){m[0] * c[j].x + m[1] * c[j].y + m[2] * c[j].z + m[3],
						m[4] * c[j].x + m[5] * c[j].y + m[6] * c[j].z + m[7],
						m[8] * c[j].x + m[9] * c[j].y + m[10] * c[j].z + m[11]};
				if (!triangle_oracle(&ray, c, &t, &margin) || t < -1e-4L)
					continue;
				doubtful = doubtful || fabsl(margin) < 1e-3L || fabsl(t) < 1e-4L;
				doubtful = doubtful || (margin > 0 && isfinite(nearest) && fabsl(t - nearest) < 1e-4L);
				if (margin > 0 && t < nearest)
				{
					nearest = t;
					node = n;
				}
			}
		kiln_hit hit = kiln_scene_ray_closest(&asset, &ray);
		assert_int_equal(hit.hit, kiln_scene_ray_any(&asset, &ray));
		if (doubtful)
			continue;
		assert_int_equal(hit.hit, isfinite(nearest));
		if (!hit.hit)
			continue;
		++hits;
		assert_int_equal(hit.node, node);
		assert_int_equal(hit.tag, asset.nodes[node].tag);
		assert_true(fabsl(hit.t - nearest) < 1e-5L);
		float along = hit.normal.x * ray.direction.x + hit.normal.y * ray.direction.y + hit.normal.z * ray.direction.z;
		assert_int_equal(hit.back, along > 0);
		// All shapes are convex and wound outwards: a ray from outside hits them from the front.
		assert_true(
			fabsf(hit.normal.x * hit.normal.x + hit.normal.y * hit.normal.y + hit.normal.z * hit.normal.z - 1) < 1e-5f);
	}
	assert_true(hits > 500);
	fixture_blob_free(&blob);
	fixture_mesh_free(&meshes[0]);
	fixture_mesh_free(&meshes[1]);
}

static void nodes_that_shrink_their_mesh_are_hit_from_far_away(void **state)
{
	(void)state;
	const double scales[] = {1e-3, 1e-6, 1e-9, 1e-12};
	fixture_mesh box = fixture_box(1, 1, 1);
	for (size_t i = 0; i < sizeof scales / sizeof *scales; ++i)
	{
		double e = scales[i];
		fixture_node nodes[2] = {
			{.placed = true, .to_asset = {e, 0, 0, 0, 0, e, 0, 0, 0, 0, e, 0}},
			{.placed = true, .to_asset = {e, 0, 0, 0, 0, e, 0, 0, 0, 0, e, 100}},
		};
		fixture_blob blob;
		kiln_asset asset;
		for (uint32_t node_count = 1; node_count <= 2; ++node_count)
		{
			assert_true(fixture_blob_make(&blob, &box, 1, nodes, node_count));
			assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
			kiln_ray ray = {.origin = {(float)(0.2 * e), (float)(0.3 * e), -2e6f}, .direction = {0, 0, 1}};
			kiln_hit hit = kiln_scene_ray_closest(&asset, &ray), hits[8], batch;
			assert_true(hit.hit && fabsf(hit.t - 2e6f) <= 0.25f && hit.normal.z == -1 && !hit.back);
			assert_true(kiln_scene_ray_any(&asset, &ray));
			assert_int_equal(kiln_scene_ray_all(&asset, &ray, hits, 8), 2 * node_count);
			assert_memory_equal(&hits[0], &hit, sizeof hit);
			kiln_scene_ray_closest_batch(&asset, &ray, 1, &batch);
			assert_memory_equal(&batch, &hit, sizeof hit);
			ray.t_max = 1.9e6f;
			assert_false(kiln_scene_ray_closest(&asset, &ray).hit);
			ray = (kiln_ray){.origin = {(float)(1.2 * e), 0, -2e6f}, .direction = {0, 0, 1}};
			assert_false(kiln_scene_ray_closest(&asset, &ray).hit);
			ray.origin = (kiln_vec3){0, 0, -2 * KILN_COORDINATE_MAX};
			assert_false(kiln_scene_ray_closest(&asset, &ray).hit);
			fixture_blob_free(&blob);
		}
	}
	fixture_mesh_free(&box);
}

/// Assets of one node use another code path of the batch; large ones are tested in turn.
static void batch_of_one_node_answers_like_single_calls(fixture_mesh mesh, uint64_t random, uint32_t count)
{
	fixture_node node = {.placed = true, .to_asset = {-1, 0, 0, 0.25, 0, 2, 0, 0, 0, 0, 1, 0.5}, .tag = 4};
	fixture_blob blob;
	kiln_asset asset;
	kiln_ray *rays = calloc(count, sizeof *rays);
	kiln_hit *hits = calloc(count, sizeof *hits);
	int met = 0;
	assert_non_null(rays);
	assert_non_null(hits);
	assert_true(fixture_blob_make(&blob, &mesh, 1, &node, 1));
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	for (size_t i = 0; i < count; ++i)
		rays[i] = random_ray(&random, &asset.meshes[0]);
	rays[3].direction = (kiln_vec3){0, 0, 0};
	rays[4].t_max = 1e-3f;
	rays[5].flags = KILN_RAY_CULL_BACK;
	for (int isa = KILN_ISA_AUTO; isa <= KILN_ISA_NEON; ++isa)
	{
		asset.isa = kilni_isa_resolve((kiln_isa)isa);
		kiln_scene_ray_closest_batch(&asset, rays, count, hits);
		for (size_t i = 0; i < count; ++i)
		{
			kiln_hit single = kiln_scene_ray_closest(&asset, &rays[i]);
			assert_memory_equal(&single, &hits[i], sizeof single);
			met += single.hit;
		}
	}
	assert_true(met > 0);
	fixture_blob_free(&blob);
	fixture_mesh_free(&mesh);
	free(rays);
	free(hits);
}

static void batches_answer_like_single_calls(void **state)
{
	(void)state;
	fixture_blob blob;
	kiln_asset asset;
	enum
	{
		COUNT = 257
	};
	static kiln_ray rays[COUNT];
	static kiln_hit hits[COUNT], mesh_hits[COUNT], all[COUNT * 4];
	static bool any[COUNT];
	static uint32_t counts[COUNT];
	uint64_t random = 8;
	assert_true(fixture_blob_small(&blob));
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	for (size_t i = 0; i < COUNT; ++i)
		rays[i] = random_ray(&random, &asset.meshes[i % asset.mesh_count]);
	rays[13].direction = (kiln_vec3){0, 0, 0};
	rays[14].origin.x = NAN;
	rays[15].t_max = 1e-3f;
	kiln_scene_ray_closest_batch(&asset, rays, COUNT, hits);
	kiln_mesh_ray_closest_batch(&asset, 0, rays, COUNT, mesh_hits);
	kiln_scene_ray_any_batch(&asset, rays, COUNT, any);
	kiln_scene_ray_all_batch(&asset, rays, COUNT, all, 4, counts);
	kiln_scene_ray_closest_batch(&asset, rays, 0, NULL);
	batch_of_one_node_answers_like_single_calls(fixture_sphere(20, 30, 1), 1, 99);
	batch_of_one_node_answers_like_single_calls(fixture_ground(420, 4), 2, 99);
	for (size_t i = 0; i < COUNT; ++i)
	{
		kiln_hit single = kiln_scene_ray_closest(&asset, &rays[i]);
		kiln_hit mesh_single = kiln_mesh_ray_closest(&asset, 0, &rays[i]);
		kiln_hit four[4];
		assert_memory_equal(&single, &hits[i], sizeof single);
		assert_memory_equal(&mesh_single, &mesh_hits[i], sizeof single);
		assert_int_equal(any[i], single.hit);
		assert_int_equal(counts[i], kiln_scene_ray_all(&asset, &rays[i], four, 4));
		assert_memory_equal(four, &all[4 * i], sizeof *four * (counts[i] < 4 ? counts[i] : 4));
	}
	fixture_blob_free(&blob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(culling_loses_no_hit_on_any_shape_size_or_place),
		cmocka_unit_test(closest_agrees_with_another_method_in_long_double),
		cmocka_unit_test(no_ray_slips_through_an_edge_or_vertex_of_a_closed_mesh),
		cmocka_unit_test(useless_rays_hit_nothing),
		cmocka_unit_test(t_counts_lengths_of_the_direction_as_given),
		cmocka_unit_test(touching_counts_at_both_ends),
		cmocka_unit_test(all_lists_every_triangle_in_order_and_keeps_the_nearest),
		cmocka_unit_test(equal_hits_answer_with_the_lowest_node_and_triangle),
		cmocka_unit_test(nodes_of_any_scale_and_mirroring_answer_like_their_triangles),
		cmocka_unit_test(nodes_that_shrink_their_mesh_are_hit_from_far_away),
		cmocka_unit_test(batches_answer_like_single_calls),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
