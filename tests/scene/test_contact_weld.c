// SPDX-License-Identifier: MIT
#include "contact_ground.h"
#include "math/double3.h"
#include "scene/contact_weld.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares welding and covering with the rules in kiln/convex/mesh.h, for each pair of manifolds.

// --- By all pairs -----------------------------------------------------------------------------------------------------

static bool on_rim(const kiln_contact *c)
{
	return c->feature_b.kind == KILN_FEATURE_EDGE || c->feature_b.kind == KILN_FEATURE_VERTEX;
}

static bool same_normal(const kiln_mesh_manifold *a, const kiln_mesh_manifold *b, double sine)
{
	kiln_d3 n = kiln_d3_from(a->manifold.normal), m = kiln_d3_from(b->manifold.normal);
	return kiln_d3_dot(n, m) > 0 && kiln_d3_length2(kiln_d3_cross(n, m)) <= sine * sine;
}

static bool same_place(const kiln_contact *a, const kiln_contact *b, double near)
{
	kiln_d3 p = kiln_d3_from(a->on_b), q = kiln_d3_from(b->on_b);
	near += 0x1p-21 * fmax(kiln_d3_largest(p), kiln_d3_largest(q));
	return kiln_d3_length2(kiln_d3_sub(p, q)) <= near * near;
}

static void take_out(kiln_manifold *m, uint32_t i)
{
	--m->count;
	memmove(&m->contacts[i], &m->contacts[i + 1], (m->count - i) * sizeof *m->contacts);
	memset(&m->contacts[m->count], 0, sizeof *m->contacts);
}

static void weld_two(kiln_mesh_manifold *a, kiln_mesh_manifold *b, double near, double sine)
{
	for (uint32_t i = 0; same_normal(a, b, sine) && i < a->manifold.count;)
	{
		bool lost = false;
		for (uint32_t k = 0; !lost && k < b->manifold.count;)
		{
			const kiln_contact *p = &a->manifold.contacts[i], *q = &b->manifold.contacts[k];
			bool one = on_rim(p) && on_rim(q) && same_place(p, q, near);
			lost = one && q->depth > p->depth;
			if (one && !lost)
				take_out(&b->manifold, k);
			else
				++k;
		}
		if (lost)
			take_out(&a->manifold, i);
		else
			++i;
	}
}

static bool have_a_vertex(const kiln_asset *asset, const kiln_mesh_manifold *a, const kiln_mesh_manifold *b)
{
	kiln_vec3 p[3], q[3];
	bool have = false;
	assert_true(kiln_triangle_corners(asset, a->mesh, a->triangle - asset->meshes[a->mesh].triangle_first, p));
	assert_true(kiln_triangle_corners(asset, b->mesh, b->triangle - asset->meshes[b->mesh].triangle_first, q));
	for (int i = 0; i < 9; ++i)
		have |= p[i / 3].x == q[i % 3].x && p[i / 3].y == q[i % 3].y && p[i / 3].z == q[i % 3].z;
	return have;
}

static bool covers(const kiln_asset *asset, const kiln_mesh_manifold *all, uint32_t i, uint32_t own)
{
	float depth = all[i].manifold.contacts[0].depth, own_depth = all[own].manifold.contacts[0].depth;
	return i != own && all[i].node == all[own].node &&
		   (depth > own_depth || (depth >= own_depth && (!all[i].beside || i < own))) &&
		   have_a_vertex(asset, &all[i], &all[own]);
}

static uint32_t leave(kiln_mesh_manifold *all, uint32_t count, const bool *gone)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < count; ++i)
		if (all[i].manifold.count > 0 && !(gone && gone[i]))
			all[kept++] = all[i];
	return kept;
}

static uint32_t weld_pairs(const kiln_asset *asset, kiln_mesh_manifold *all, uint32_t count, double size)
{
	bool *gone = calloc(count + 1, sizeof *gone);
	assert_non_null(gone);
	for (uint32_t own = 0; own < count; ++own)
		for (uint32_t i = 0; all[own].beside && i < count; ++i)
			gone[own] |= covers(asset, all, i, own);
	count = leave(all, count, gone);
	free(gone);
	double sine = fmax((double)asset->provenance->flat_edge, 0x1p-10);
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t k = i + 1; k < count; ++k)
			if (all[i].node == all[k].node)
				weld_two(&all[i], &all[k], 0x1p-10 * size, sine);
	return leave(all, count, NULL);
}

// --- Manifolds to weld ------------------------------------------------------------------------------------------------

/// Makes manifolds of some triangles of a mesh under a few nodes. Contacts lie near the corners and edges, some
/// slightly apart; many depths are equal, and many normals nearly equal.
static uint32_t make_manifolds(
	const kiln_asset *asset, uint64_t *random, uint32_t nodes, double size, kiln_mesh_manifold *all)
{
	uint32_t count = 0, part = 1 + (uint32_t)(fixture_random(random) % 4);
	for (uint32_t node = 0; node < nodes; ++node)
		for (uint32_t t = 0; t < asset->meshes[0].triangle_count; ++t)
		{
			kiln_vec3 corners[3];
			if (fixture_random(random) % part)
				continue;
			assert_true(kiln_triangle_corners(asset, 0, t, corners));
			kiln_mesh_manifold *m = &all[count++];
			memset(m, 0, sizeof *m);
			m->node = node;
			m->triangle = asset->meshes[0].triangle_first + t;
			m->beside = m->corrected = fixture_random(random) % 3 == 0;
			m->manifold.normal = (kiln_vec3){ground_random(random, -1, 1) * 0x1p-9F, 0, 1};
			m->manifold.count = 1 + (uint32_t)(fixture_random(random) % KILN_MANIFOLD_POINTS_MAX);
			float depth = 0.01F * (float)(fixture_random(random) % 4);
			for (uint32_t i = 0; i < m->manifold.count; ++i)
			{
				kiln_contact *c = &m->manifold.contacts[i];
				kiln_d3 at = kiln_d3_from(corners[fixture_random(random) % 3]);
				if (fixture_random(random) % 3 == 0)
					at = kiln_d3_scale(kiln_d3_add(at, kiln_d3_from(corners[fixture_random(random) % 3])), 0.5);
				double hair = fixture_random(random) % 2 ? 0 : 0x1p-10 * size;
				at = kiln_d3_along(at, hair * (double)ground_random(random, -1, 1), (kiln_d3){1, 0.3, 0.1});
				c->on_a = c->on_b = kiln_d3_to(at);
				c->depth = depth;
				depth -= 0.01F * (float)(fixture_random(random) % 2);
				c->feature_b.kind = (kiln_feature_kind)(1 + fixture_random(random) % 3);
			}
		}
	return count;
}

/// Compares all fields except those that the caller has set afterwards.
static void assert_same(const kiln_mesh_manifold *a, const kiln_mesh_manifold *b)
{
	assert_memory_equal(&a->manifold, &b->manifold, sizeof a->manifold);
	assert_int_equal(a->triangle, b->triangle);
	assert_int_equal(a->node, b->node);
	assert_int_equal(a->mesh, b->mesh);
	assert_int_equal(a->beside, b->beside);
}

static void check_ground(ground *g, uint64_t seed, uint64_t trials)
{
	static const double sizes[] = {0, 0.01, 1, 30, 300, 5000};
	ground_cook(g, NULL, 0);
	uint64_t random = seed;
	uint32_t room = 3 * g->asset.meshes[0].triangle_count;
	kiln_mesh_manifold *all = calloc(room, sizeof *all), *other = calloc(room, sizeof *other);
	assert_true(all && other);
	for (uint64_t n = 0; n < trials; ++n)
	{
		double size = sizes[n % 6];
		uint32_t count = make_manifolds(&g->asset, &random, 1 + (uint32_t)(n % 3), size, all);
		memcpy(other, all, count * sizeof *all);
		uint32_t expected = weld_pairs(&g->asset, other, count, size);
		assert_int_equal(kilni_contacts_weld(&(kiln_contact_source){.asset = &g->asset}, all, count, size), expected);
		for (uint32_t i = 0; i < expected; ++i)
			assert_same(&all[i], &other[i]);
	}
	free(all);
	free(other);
	ground_end(g);
}

static void welding_by_cells_is_welding_of_all_pairs(void **state)
{
	(void)state;
	check_ground(ground_grid(2, 0, 0, 0, 1), 1, trials_random(300));
	check_ground(ground_grid(9, 0.3, 0.2, 0, 2), 2, trials_random(60));
	check_ground(ground_grid(9, 0, 0, 1e6, 3), 3, trials_random(60));
	check_ground(ground_roof(0.3, 12), 4, trials_random(60));
}

static void a_fan_around_a_vertex_is_welded_like_any(void **state)
{
	(void)state;
	ground *g = ground_begin();
	const uint32_t sides = 150;
	ground_vertex(g, 0, 0, 0);
	for (uint32_t i = 0; i < sides; ++i)
		ground_vertex(g, cos(6.283185307179586 * i / sides), sin(6.283185307179586 * i / sides), -0.1);
	for (uint32_t i = 0; i < sides; ++i)
		ground_triangle(g, 0, 1 + i, 1 + (i + 1) % sides);
	check_ground(g, 5, trials_random(30));
}

/// Contacts on a regular grid, each at its own triangles: the expected result is known.
static void a_floor_of_thousands_keeps_each_corner_once(void **state)
{
	(void)state;
	enum
	{
		SIDE = 88
	};
	ground *g = ground_grid(SIDE, 0, 0, 0, 1);
	ground_cook(g, NULL, 0);
	uint32_t count = g->asset.meshes[0].triangle_count;
	assert_int_equal(count, 2 * SIDE * SIDE);
	kiln_mesh_manifold *all = calloc(count, sizeof *all);
	assert_non_null(all);
	for (uint32_t t = 0; t < count; ++t)
	{
		kiln_vec3 corners[3];
		assert_true(kiln_triangle_corners(&g->asset, 0, t, corners));
		all[t].triangle = t;
		all[t].node = KILN_NONE;
		all[t].manifold.normal.z = 1;
		all[t].manifold.count = 3;
		for (int i = 0; i < 3; ++i)
		{
			kiln_contact *c = &all[t].manifold.contacts[i];
			c->on_a = c->on_b = corners[i];
			c->feature_b = (kiln_feature){KILN_FEATURE_VERTEX, (uint32_t)i};
		}
	}
	count = kilni_contacts_weld(&(kiln_contact_source){.asset = &g->asset}, all, count, SIDE);
	uint32_t contacts = 0;
	for (uint32_t i = 0; i < count; ++i)
		contacts += all[i].manifold.count;
	assert_int_equal(contacts, (SIDE + 1) * (SIDE + 1));
	free(all);
	ground_end(g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(welding_by_cells_is_welding_of_all_pairs),
		cmocka_unit_test(a_fan_around_a_vertex_is_welded_like_any),
		cmocka_unit_test(a_floor_of_thousands_keeps_each_corner_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
