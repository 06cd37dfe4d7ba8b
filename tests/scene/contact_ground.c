// SPDX-License-Identifier: MIT
#include "contact_ground.h"

#include "support/asset_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

ground *ground_begin(void)
{
	ground *g = calloc(1, sizeof *g);
	assert_non_null(g);
	return g;
}

uint32_t ground_vertex(ground *g, double x, double y, double z)
{
	float *v = g->vertices[g->vertex_count];
	v[0] = (float)x;
	v[1] = (float)y;
	v[2] = (float)z;
	return g->vertex_count++;
}

void ground_triangle(ground *g, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t *t = g->triangles[g->triangle_count++];
	t[0] = a;
	t[1] = b;
	t[2] = c;
}

void ground_cook(ground *g, const double (*matrices)[12], uint32_t count)
{
	const uint32_t zero = 0;
	kilncook_node nodes[8];
	for (uint32_t i = 0; i < count; ++i)
		nodes[i] = (kilncook_node){.to_asset = matrices[i], .meshes = &zero, .mesh_count = 1, .tag = 100 + i};
	const kilncook_mesh mesh = {.positions = g->vertices[0],
		.vertex_count = g->vertex_count,
		.indices = g->triangles,
		.index_count = 3ull * g->triangle_count};
	const kilncook_scene scene = {
		.meshes = &mesh, .mesh_count = 1, .nodes = matrices ? nodes : NULL, .node_count = count};
	const kilncook_options options = {.threads = 1};
	assert_int_equal(kilncook_cook_memory(&g->context, &scene, &options, &g->blob, NULL), KILNCOOK_OK);
	assert_int_equal(kiln_open(&g->asset, g->blob.data, g->blob.size, NULL).status, KILN_OK);
}

void ground_end(ground *g)
{
	kilncook_blob_free(&g->context, &g->blob);
	free(g);
}

float ground_random(uint64_t *random, double low, double high)
{
	return (float)(low + (high - low) * (double)fixture_random_unit(random));
}

ground *ground_grid(uint32_t side, double jitter, double bump, double shift, uint64_t seed)
{
	ground *g = ground_begin();
	uint64_t random = seed;
	double half = side / 2.0;
	for (uint32_t y = 0; y <= side; ++y)
		for (uint32_t x = 0; x <= side; ++x)
		{
			bool inner = x > 0 && y > 0 && x < side && y < side;
			double dx = inner ? (double)ground_random(&random, -jitter, jitter) : 0;
			double dy = inner ? (double)ground_random(&random, -jitter, jitter) : 0;
			ground_vertex(g, shift + x - half + dx, shift + y - half + dy,
				bump > 0 ? (double)ground_random(&random, -bump, bump) : 0);
		}
	for (uint32_t y = 0; y < side; ++y)
		for (uint32_t x = 0; x < side; ++x)
		{
			uint32_t a = y * (side + 1) + x, b = a + 1, c = a + side + 1, d = c + 1;
			bool either = jitter > 0 && fixture_random(&random) & 1;
			ground_triangle(g, a, b, either ? c : d);
			ground_triangle(g, either ? b : a, d, c);
		}
	return g;
}

kiln_quat ground_turned(double x, double y, double z, double angle)
{
	double s = sin(angle / 2);
	return (kiln_quat){(float)(x * s), (float)(y * s), (float)(z * s), (float)cos(angle / 2)};
}

kiln_convex_shape ground_box(float x, float y, float z)
{
	return (kiln_convex_shape){.kind = KILN_CONVEX_AABB, .aabb = {{-x, -y, -z}, {x, y, z}}};
}

uint32_t ground_find(const kiln_asset *asset, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds)
{
	uint32_t count = 0;
	assert_int_equal(kiln_scene_manifolds(asset, object, options, manifolds, GROUND_MOST, &count), KILN_OK);
	assert_true(count <= GROUND_MOST);
	for (uint32_t i = 0; i < count; ++i)
	{
		const kiln_mesh_manifold *m = &manifolds[i];
		assert_true(m->manifold.count > 0 && m->manifold.count <= KILN_MANIFOLD_POINTS_MAX);
		kiln_vec3 n = m->manifold.normal;
		assert_true(fabs((double)(n.x * n.x + n.y * n.y + n.z * n.z) - 1) < 1e-5);
		if (i > 0)
			assert_true(m->node > m[-1].node || (m->node == m[-1].node && m->triangle > m[-1].triangle));
	}
	return count;
}

float ground_deepest(const kiln_mesh_manifold *manifolds, uint32_t count)
{
	float depth = -INFINITY;
	for (uint32_t i = 0; i < count; ++i)
		depth = manifolds[i].manifold.contacts[0].depth > depth ? manifolds[i].manifold.contacts[0].depth : depth;
	return depth;
}

void ground_assert_near(double a, double b, double slack)
{
	if (!(fabs(a - b) <= slack))
		fail_msg("%.9g and %.9g differ by more than %g", a, b, slack);
}

void ground_assert_normal(kiln_vec3 n, double x, double y, double z, double slack)
{
	if (!(fabs((double)n.x - x) <= slack && fabs((double)n.y - y) <= slack && fabs((double)n.z - z) <= slack))
		fail_msg("normal %g %g %g, not %g %g %g", (double)n.x, (double)n.y, (double)n.z, x, y, z);
}

bool ground_has_contact(const kiln_mesh_manifold *manifolds, uint32_t count, kiln_vec3 at, double near)
{
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t k = 0; k < manifolds[i].manifold.count; ++k)
		{
			kiln_vec3 p = manifolds[i].manifold.contacts[k].on_a;
			if (hypot((double)(p.x - at.x), (double)(p.y - at.y)) <= near)
				return true;
		}
	return false;
}

ground *ground_roof(double slope, uint32_t count)
{
	ground *g = ground_begin();
	for (uint32_t i = 0; i <= count; ++i)
	{
		double x = 4.0 * i / count - 2;
		ground_vertex(g, x, -2, -2 * slope);
		ground_vertex(g, x, 0, 0);
		ground_vertex(g, x, 2, -2 * slope);
	}
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t k = 0; k < 2; ++k)
		{
			uint32_t a = 3 * i + k, b = a + 3;
			ground_triangle(g, a, b, b + 1);
			ground_triangle(g, a, b + 1, a + 1);
		}
	return g;
}
