// SPDX-License-Identifier: MIT
#include "support/hull_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/// Compares hulls in the layout of the blob with exact oracles.

/// Small enough for brute force, large enough for a hierarchy of some levels.
#define SIZES 4
static const uint32_t sizes[SIZES] = {4, 17, 90, 700};
/// Hierarchies are built for small hulls here, so that the tests are fast.
#define HIERARCHY_FROM 40

static void on_all(hull_claim *claim)
{
	hull_case_on_all(claim, sizes, SIZES, HIERARCHY_FROM);
}

static void is_proved_and_sound(const hull_case *c)
{
	assert_int_equal(hull_pack_prove(&c->context, &c->h, &c->packed), KILNCOOK_OK);
	convex_hull again;
	assert_int_equal(hull_unpack(&c->context, &c->packed, &again), KILNCOOK_OK);
	hull_points points = {c->points[0], 0, c->point_count};
	assert_string_equal(hull_fault_name(hull_check(&c->context, &again, &points, NULL)), "sound");
	hull_free(&c->context, &again);
	assert_true(c->packed.head.data == 0 && c->packed.head.error == 0 && c->packed.head.flags == 0);
	assert_int_equal(c->packed.head.exact_vertex_count, 0);
}

static void hulls_of_all_kinds_are_packed_and_proved(void **state)
{
	(void)state;
	on_all(is_proved_and_sound);
}

static float below(float value)
{
	return nextafterf(value, -INFINITY);
}

static void has_least_planes(const hull_case *c)
{
	uint64_t pairs = (uint64_t)c->view.face_count * c->view.vertex_count;
	uint32_t stride = pairs > 200000 ? (uint32_t)(pairs / 200000) + 1 : 1;
	for (uint32_t face = 0; face < c->view.face_count; face += stride)
	{
		kiln_vec3 normal = kiln_hull_normal(&c->view, face);
		float n[3] = {normal.x, normal.y, normal.z}, d = c->view.d[face], v[3];
		bool tight = false;
		for (uint32_t i = 0; i < c->view.vertex_count; ++i)
		{
			hull_case_vertex(c, i, v);
			assert_true(hull_case_side(n, v, d) <= 0);
			tight = tight || hull_case_side(n, v, below(d)) > 0;
		}
		assert_true(tight);
		double length2 = 0;
		for (int i = 0; i < 3; ++i)
			length2 += (double)n[i] * (double)n[i];
		assert_true(fabs(length2 - 1) < 4e-7);
	}
}

static void planes_are_the_lowest_above_every_vertex(void **state)
{
	(void)state;
	on_all(has_least_planes);
}

static void has_extreme_seeds(const hull_case *c)
{
	for (uint32_t i = 0; i < KILN_HULL_SEEDS; ++i)
	{
		uint32_t cell = i < 13 ? i : i + 1, seed = kiln_hull_index(&c->view, c->view.seeds, i);
		float n[3] = {(float)(cell / 9) - 1, (float)(cell / 3 % 3) - 1, (float)(cell % 3) - 1}, top[3], v[3];
		hull_case_vertex(c, seed, top);
		for (uint32_t k = 0; k < c->view.vertex_count; ++k)
		{
			hull_case_vertex(c, k, v);
			assert_true(hull_case_compare(n, v, top) < (k < seed ? 0 : 1));
		}
	}
}

static void seeds_are_the_lowest_extreme_vertices(void **state)
{
	(void)state;
	on_all(has_extreme_seeds);
}

static void has_true_edges(const hull_case *c)
{
	const kiln_hull *v = &c->view;
	for (uint32_t i = 0; i < v->edge_count; ++i)
	{
		uint32_t first = kiln_hull_edge(v, i), second = kiln_hull_twin(v, first);
		assert_true(first < second);
		for (int axis = 0; axis < 3; ++axis)
		{
			const float *n = axis == 0 ? v->nx : axis == 1 ? v->ny : v->nz;
			assert_true(v->a[axis][i] == n[kiln_hull_face_of(v, first)]);
			assert_true(v->b[axis][i] == n[kiln_hull_face_of(v, second)]);
		}
		assert_int_equal(kiln_hull_origin(v, kiln_hull_next(v, first)), kiln_hull_origin(v, second));
	}
	for (uint32_t i = v->vertex_count; i % KILN_HULL_BLOCK; ++i)
		assert_true(v->x[i] == v->x[0] && v->y[i] == v->y[0] && v->z[i] == v->z[0]);
	for (uint32_t i = v->face_count; i % KILN_HULL_BLOCK; ++i)
		assert_true(v->nx[i] == v->nx[0] && v->d[i] == v->d[0]);
	for (uint32_t i = v->edge_count; i % KILN_HULL_BLOCK; ++i)
		assert_true(v->a[2][i] == v->a[2][0] && v->b[0][i] == v->b[0][0]);
}

static void edges_know_the_normals_of_their_faces(void **state)
{
	(void)state;
	on_all(has_true_edges);
}

/// Finds the neighbours by walking around every vertex.
static void has_true_neighbours(const hull_case *c)
{
	const kiln_hull *v = &c->view;
	for (uint32_t half = 0; half < 2 * v->edge_count; ++half)
	{
		uint32_t origin = kiln_hull_origin(v, half), around = half, degree = 0;
		uint32_t first = kiln_hull_index(v, v->vertex_first, origin);
		uint32_t end = kiln_hull_index(v, v->vertex_first, origin + 1);
		do
		{
			uint32_t twin = kiln_hull_twin(v, around), neighbour = kiln_hull_origin(v, twin), found = first;
			while (found < end && kiln_hull_index(v, v->neighbours, found) != neighbour)
				++found;
			assert_true(found < end);
			++degree;
			around = kiln_hull_next(v, twin);
		} while (around != half && degree < 32);
		assert_true(degree == end - first || degree == 32);
	}
}

static void neighbours_are_those_that_edges_join(void **state)
{
	(void)state;
	on_all(has_true_neighbours);
}

/// From the top of a level, its links lead to the top of the next.
static void has_true_levels(const hull_case *c)
{
	const kiln_hull *v = &c->view;
	uint64_t random = 5;
	for (int trial = 0; trial < 40 && v->level_count; ++trial)
	{
		kiln_vec3 direction = hull_case_direction(&random);
		float n[3] = {direction.x, direction.y, direction.z}, best[3], p[3];
		uint32_t top = 0, place = 0;
		for (uint32_t level = 0; level <= v->level_count; ++level)
		{
			uint32_t size = level < v->level_count ? kiln_hull_index(v, v->level_sizes, level) : v->vertex_count;
			for (uint32_t i = 0; i < (level ? 0 : size); ++i)
			{
				hull_case_vertex(c, i, p);
				hull_case_vertex(c, top, best);
				top = hull_case_compare(n, p, best) > 0 ? i : top;
			}
			hull_case_vertex(c, top, best);
			for (uint32_t i = 0; i < size; ++i)
			{
				hull_case_vertex(c, i, p);
				assert_true(hull_case_compare(n, p, best) <= 0);
			}
			if (level == v->level_count)
				break;
			uint32_t end = kiln_hull_index(v, v->link_first, place + top + 1), from = top;
			for (uint32_t i = kiln_hull_index(v, v->link_first, place + from); i < end; ++i)
			{
				hull_case_vertex(c, kiln_hull_index(v, v->links, i), p);
				hull_case_vertex(c, top, best);
				top = hull_case_compare(n, p, best) > 0 ? kiln_hull_index(v, v->links, i) : top;
			}
			place += size + 1;
		}
	}
}

static void links_lead_from_the_top_of_a_level_to_that_of_the_next(void **state)
{
	(void)state;
	on_all(has_true_levels);
}

static void hierarchies_have_few_levels_and_links(void **state)
{
	(void)state;
	static const hull_case_kind kinds[] = {CASE_ELLIPSOID, CASE_CONE, CASE_PRISM, CASE_FAR};
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
	{
		hull_case c;
		hull_case_make(&c, kinds[k], 4000, HIERARCHY_FROM);
		double logarithm = 0;
		for (uint32_t n = c.view.vertex_count; n > 1; n /= 2)
			++logarithm;
		assert_true(c.view.level_count > 0 && c.view.level_count <= 2.5 * logarithm);
		assert_true(c.packed.head.link_count <= HULL_HIERARCHY_DEGREE * c.view.vertex_count);
		assert_true(kiln_hull_index(&c.view, c.view.level_sizes, 0) <= HULL_HIERARCHY_COARSE);
		hull_case_free(&c);
	}
}

/// Any order of the points, and the packed hull itself, give the same bytes.
static void packs_alike_in_any_order(const hull_case *c)
{
	uint64_t random = 3;
	float(*shuffled)[3] = malloc(c->point_count * sizeof *shuffled);
	assert_non_null(shuffled);
	memcpy(shuffled, c->points, c->point_count * sizeof *shuffled);
	for (uint32_t i = c->point_count; i > 1; --i)
	{
		uint32_t k = (uint32_t)(hull_case_unit(&random) * i);
		float kept[3];
		memcpy(kept, shuffled[i - 1], sizeof kept);
		memcpy(shuffled[i - 1], shuffled[k], sizeof kept);
		memcpy(shuffled[k], kept, sizeof kept);
	}
	hull_case other;
	hull_case_make_of(&other, (const float(*)[3])shuffled, c->point_count, HIERARCHY_FROM);
	assert_memory_equal(&other.packed.head, &c->packed.head, sizeof c->packed.head);
	assert_memory_equal(other.packed.data, c->packed.data, c->packed.head.size);
	hull_case_free(&other);
	free(shuffled);
	convex_hull decoded;
	packed_hull again;
	assert_int_equal(hull_unpack(&c->context, &c->packed, &decoded), KILNCOOK_OK);
	assert_int_equal(hull_pack_from(&c->context, &decoded, HIERARCHY_FROM, &again), KILNCOOK_OK);
	assert_int_equal(again.head.size, c->packed.head.size);
	assert_memory_equal(again.data, c->packed.data, again.head.size);
	packed_hull_free(&c->context, &again);
	hull_free(&c->context, &decoded);
}

static void packing_does_not_know_the_order_of_points(void **state)
{
	(void)state;
	on_all(packs_alike_in_any_order);
}

static void indices_are_short_up_to_65535_of_them(void **state)
{
	(void)state;
	hull_case c;
	hull_case_make(&c, CASE_ELLIPSOID, 10900, UINT32_MAX);
	assert_int_equal(c.view.vertex_count, 10900);
	assert_int_equal(c.view.index_size, 2);
	hull_case_free(&c);
	hull_case_make(&c, CASE_ELLIPSOID, 10930, UINT32_MAX);
	assert_int_equal(c.view.index_size, 4);
	assert_int_equal(hull_pack_prove(&c.context, &c.h, &c.packed), KILNCOOK_OK);
	hull_case_free(&c);
}

static void large_hulls_alone_get_a_hierarchy_by_default(void **state)
{
	(void)state;
	static const uint32_t counts[2] = {HULL_HIERARCHY_FROM - 1, HULL_HIERARCHY_FROM};
	for (int i = 0; i < 2; ++i)
	{
		hull_case c;
		packed_hull packed[2];
		hull_case_make(&c, CASE_ELLIPSOID, counts[i], UINT32_MAX);
		for (int wanted = 0; wanted < 2; ++wanted)
		{
			assert_int_equal(hull_pack(&c.context, &c.h, wanted, &packed[wanted]), KILNCOOK_OK);
			assert_int_equal(packed[wanted].head.level_count > 0, wanted && i);
			packed_hull_free(&c.context, &packed[wanted]);
		}
		hull_case_free(&c);
	}
}

static void vertices_beyond_the_format_are_refused(void **state)
{
	(void)state;
	static const float points[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1.1e12f}};
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	convex_hull h;
	packed_hull packed, before;
	memset(&packed, 0x5a, sizeof packed);
	memcpy(&before, &packed, sizeof before);
	assert_int_equal(hull_build(&context, &(hull_points){points[0], 0, 4}, &h), KILNCOOK_OK);
	assert_int_equal(hull_pack(&context, &h, true, &packed), KILNCOOK_REFUSED);
	assert_string_equal(memory.last_code, "hull-range");
	assert_memory_equal(&packed, &before, sizeof packed);
	hull_free(&context, &h);
	assert_int_equal(memory.live, 0);
}

/// Makes every allocation of packing and proving fail in turn.
static void running_out_of_memory_leaks_nothing(void **state)
{
	(void)state;
	hull_case c;
	hull_case_make(&c, CASE_ELLIPSOID, 300, HIERARCHY_FROM);
	for (size_t fail_at = 1;; ++fail_at)
	{
		counted_memory memory;
		kilncook_context context = counted_context(&memory);
		memory.fail_at = fail_at;
		packed_hull packed;
		kilncook_status status = hull_pack_from(&context, &c.h, HIERARCHY_FROM, &packed);
		if (status == KILNCOOK_OK)
		{
			status = hull_pack_prove(&context, &c.h, &packed);
			packed_hull_free(&context, &packed);
		}
		assert_int_equal(memory.live, 0);
		assert_int_equal(memory.wrong_size, 0);
		if (status == KILNCOOK_OK)
			break;
		assert_int_equal(status, KILNCOOK_INTERNAL);
		assert_string_equal(memory.last_code, "out-of-memory");
	}
	hull_case_free(&c);
}

static void is_refused(hull_case *c)
{
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	assert_int_equal(hull_pack_prove(&context, &c->h, &c->packed), KILNCOOK_INTERNAL);
	assert_string_equal(memory.last_code, "hull-proof");
	assert_int_equal(memory.live, 0);
}

/// Sets an element of the packed arrays, asserts that the proof fails, and restores the element.
#define ASSERT_NOTICES(c, array, type, i, value)                                                                       \
	do                                                                                                                 \
	{                                                                                                                  \
		type *at_ = (type *)(uintptr_t)(array) + (i), kept_ = *at_;                                                    \
		*at_ = (type)(value);                                                                                          \
		is_refused(c);                                                                                                 \
		*at_ = kept_;                                                                                                  \
	} while (0)

/// Index of a vertex that is not extreme in the direction of a seed.
static uint32_t wrong_seed(const hull_case *c, uint32_t i)
{
	return (kiln_hull_index(&c->view, c->view.seeds, i) + c->view.vertex_count / 2) % c->view.vertex_count;
}

static void the_proof_notices_what_is_not_the_hull(void **state)
{
	(void)state;
	hull_case c;
	hull_case_make(&c, CASE_ELLIPSOID, 200, HIERARCHY_FROM);
	const kiln_hull *v = &c.view;
	assert_int_equal(v->index_size, 2);
	assert_true(v->level_count > 1);
	for (uint32_t i = 1; i < 4; ++i)
	{
		ASSERT_NOTICES(&c, v->x, float, i, nextafterf(v->x[i], 0));
		ASSERT_NOTICES(&c, v->d, float, i, nextafterf(v->d[i], 100));
		ASSERT_NOTICES(&c, v->d, float, i, nextafterf(v->d[i], -100));
		ASSERT_NOTICES(&c, v->nx, float, i, v->nx[i] + 0.0001f);
		ASSERT_NOTICES(&c, v->a[1], float, i, -v->a[1][i]);
		ASSERT_NOTICES(&c, v->seeds, uint16_t, i, wrong_seed(&c, i));
		ASSERT_NOTICES(&c, v->twins, uint16_t, i, i);
	}
	// A link with another target in its range, and a missing link.
	uint32_t last = c.packed.head.link_count - 1, link = kiln_hull_index(v, v->links, last);
	uint32_t size = kiln_hull_index(v, v->level_sizes, v->level_count - 1);
	ASSERT_NOTICES(&c, v->links, uint16_t, last, link > size ? link - 1 : link + 1);
	uint32_t place = c.packed.head.link_first_count - 2;
	if (kiln_hull_index(v, v->link_first, place) < last + 1)
		ASSERT_NOTICES(&c, v->link_first, uint16_t, place, last + 1);
	assert_int_equal(hull_pack_prove(&c.context, &c.h, &c.packed), KILNCOOK_OK);
	hull_case_free(&c);
}

/// Another hull of the same counts.
static void the_proof_notices_another_hull(void **state)
{
	(void)state;
	hull_case a, b;
	static const float moved[4][3] = {{1, 2, 3}, {4, -2, 2}, {0, 5, -1}, {2, 1, -6}};
	hull_case_make(&a, CASE_TETRAHEDRON, 4, HIERARCHY_FROM);
	hull_case_make_of(&b, moved, 4, HIERARCHY_FROM);
	assert_int_equal(hull_pack_prove(&a.context, &a.h, &b.packed), KILNCOOK_INTERNAL);
	assert_int_equal(hull_pack_prove(&a.context, &b.h, &b.packed), KILNCOOK_OK);
	hull_case_free(&a);
	hull_case_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hulls_of_all_kinds_are_packed_and_proved),
		cmocka_unit_test(planes_are_the_lowest_above_every_vertex),
		cmocka_unit_test(seeds_are_the_lowest_extreme_vertices),
		cmocka_unit_test(edges_know_the_normals_of_their_faces),
		cmocka_unit_test(neighbours_are_those_that_edges_join),
		cmocka_unit_test(links_lead_from_the_top_of_a_level_to_that_of_the_next),
		cmocka_unit_test(hierarchies_have_few_levels_and_links),
		cmocka_unit_test(packing_does_not_know_the_order_of_points),
		cmocka_unit_test(indices_are_short_up_to_65535_of_them),
		cmocka_unit_test(large_hulls_alone_get_a_hierarchy_by_default),
		cmocka_unit_test(vertices_beyond_the_format_are_refused),
		cmocka_unit_test(running_out_of_memory_leaks_nothing),
		cmocka_unit_test(the_proof_notices_what_is_not_the_hull),
		cmocka_unit_test(the_proof_notices_another_hull),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
