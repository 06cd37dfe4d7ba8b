// SPDX-License-Identifier: MIT
#include "open/proof_hulls.h"
#include "open_case.h"
#include "support/cook_bench.h"
#include "support/hull_case.h"

#include <float.h>
#include <math.h>

/// Breaks every rule of the proof about hulls once.

#define HIERARCHY_FROM 40
/// Base of a refusal's offsets in these tests.
#define HEAD_AT 1000u
#define DATA_AT 64000u

/// A packed hull to damage, in memory of exactly its size.
typedef struct proof_case
{
	hull_case c;
	kiln_format_hull head;
	uint8_t *data;
	kiln_format_hull_layout at;
} proof_case;

static void begin_proof(proof_case *p, hull_case_kind kind, uint32_t count)
{
	hull_case_make(&p->c, kind, count, HIERARCHY_FROM);
	p->head = p->c.packed.head;
	p->data = fixture_memory(p->head.size);
	assert_non_null(p->data);
	memcpy(p->data, p->c.packed.data, p->head.size);
	p->at = kiln_format_hull_place_arrays(&p->head);
}

static void end_proof(proof_case *p)
{
	free(p->data);
	hull_case_free(&p->c);
}

static kiln_result prove(const proof_case *p)
{
	return kilni_prove_hull(&p->head, HEAD_AT, p->data, DATA_AT, p->head.size);
}

static void assert_holds(const proof_case *p)
{
	kiln_result result = prove(p);
	if (result.status != KILN_OK)
		fail_msg("refused at byte %llu: %s", (unsigned long long)result.offset, result.reason);
}

static void assert_refused(const proof_case *p, kiln_status status, uint64_t offset)
{
	kiln_result result = prove(p);
	assert_string_equal(kiln_status_name(result.status), kiln_status_name(status));
	assert_int_equal(result.offset, offset);
	assert_non_null(result.reason);
}

static uint32_t get_index(const proof_case *p, uint64_t array, uint64_t i)
{
	const uint8_t *at = p->data + array;
	return p->head.index_size == 2 ? ((const uint16_t *)(const void *)at)[i] : ((const uint32_t *)(const void *)at)[i];
}

static void set_index(proof_case *p, uint64_t array, uint64_t i, uint32_t value)
{
	if (p->head.index_size == 2)
		((uint16_t *)(void *)(p->data + array))[i] = (uint16_t)value;
	else
		((uint32_t *)(void *)(p->data + array))[i] = value;
}

/// Sets element `i` of an array of indices, asserts the refusal at element `refused`, and restores the element.
static void refuses_index(proof_case *p, uint64_t array, uint64_t i, uint32_t value, kiln_status status,
	uint64_t refused_array, uint64_t refused)
{
	uint32_t kept = get_index(p, array, i);
	assert_true(kept != value);
	set_index(p, array, i, value);
	assert_refused(p, status, DATA_AT + refused_array + refused * p->head.index_size);
	set_index(p, array, i, kept);
	assert_holds(p);
}

static void refuses_float(
	proof_case *p, uint64_t array, uint64_t i, float value, kiln_status status, uint64_t refused_at)
{
	float *at = (float *)(void *)(p->data + array) + i, kept = *at;
	*at = value;
	assert_refused(p, status, DATA_AT + refused_at);
	*at = kept;
	assert_holds(p);
}

#define REFUSES_HEAD(p, field, value, status, named)                                                                   \
	do                                                                                                                 \
	{                                                                                                                  \
		__typeof__((p)->head.field) kept_ = (p)->head.field;                                                           \
		(p)->head.field = (value);                                                                                     \
		assert_refused((p), (status), HEAD_AT + offsetof(kiln_format_hull, named));                                    \
		(p)->head.field = kept_;                                                                                       \
		assert_holds(p);                                                                                               \
	} while (0)

static void heads_whose_counts_contradict_each_other_are_refused(void **state)
{
	(void)state;
	for (int kind = 0; kind < CASE_KIND_COUNT; ++kind)
	{
		proof_case p;
		begin_proof(&p, (hull_case_kind)kind, 60);
		assert_holds(&p);
		REFUSES_HEAD(&p, dimension, 4, KILN_E_VALUE, dimension);
		REFUSES_HEAD(&p, dimension, p.head.dimension ^ 1, KILN_E_RANGE, vertex_count);
		REFUSES_HEAD(&p, vertex_count, p.head.vertex_count + 1, KILN_E_RANGE, vertex_count);
		REFUSES_HEAD(&p, vertex_count, 0, KILN_E_RANGE, vertex_count);
		REFUSES_HEAD(&p, vertex_count, UINT32_MAX, KILN_E_RANGE, vertex_count);
		REFUSES_HEAD(&p, edge_count, p.head.edge_count + 1, KILN_E_RANGE, vertex_count);
		REFUSES_HEAD(&p, edge_count, 0x80000000u, KILN_E_RANGE, vertex_count);
		REFUSES_HEAD(&p, face_count, p.head.face_count + 1, KILN_E_RANGE, vertex_count);
		REFUSES_HEAD(&p, index_size, 4, KILN_E_VALUE, index_size);
		REFUSES_HEAD(&p, index_size, 0, KILN_E_VALUE, index_size);
		REFUSES_HEAD(&p, level_count, KILN_HULL_LEVELS_MAX + 1, KILN_E_RANGE, level_count);
		REFUSES_HEAD(&p, link_count, 65536, KILN_E_VALUE, index_size);
		REFUSES_HEAD(&p, error, -1, KILN_E_NUMBER, error);
		REFUSES_HEAD(&p, error, NAN, KILN_E_NUMBER, error);
		REFUSES_HEAD(&p, error, INFINITY, KILN_E_NUMBER, error);
		REFUSES_HEAD(&p, flags, KILN_HULL_FLAGS_KNOWN + 1, KILN_E_VALUE, flags);
		REFUSES_HEAD(&p, reserved, 1, KILN_E_VALUE, reserved);
		REFUSES_HEAD(&p, size, p.head.size + 64, KILN_E_RANGE, size);
		kiln_result result = kilni_prove_hull(&p.head, HEAD_AT, p.data, DATA_AT, p.head.size - 1);
		assert_int_equal(result.status, KILN_E_RANGE);
		if (p.head.dimension < 3)
			REFUSES_HEAD(&p, level_count, 1, KILN_E_RANGE, level_count);
		end_proof(&p);
	}
}

static void vertices_and_planes_out_of_range_are_refused(void **state)
{
	(void)state;
	static const float bad[] = {NAN, INFINITY, -INFINITY, 1.01f * KILN_COORDINATE_MAX, -1.01f * KILN_COORDINATE_MAX};
	proof_case p;
	begin_proof(&p, CASE_ELLIPSOID, 30);
	const uint64_t coordinates[3] = {p.at.x, p.at.y, p.at.z};
	for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k)
		for (uint64_t i = 0; i < p.head.vertex_count; ++i)
			for (int axis = 0; axis < 3; ++axis)
			{
				uint64_t at = coordinates[axis] + 4 * i;
				refuses_float(&p, coordinates[axis], i, bad[k], KILN_E_NUMBER, at);
			}
	for (uint64_t i = 0; i < p.head.face_count; ++i)
	{
		refuses_float(&p, p.at.d, i, NAN, KILN_E_NUMBER, p.at.d + 4 * i);
		refuses_float(&p, p.at.d, i, 3 * KILN_COORDINATE_MAX, KILN_E_NUMBER, p.at.d + 4 * i);
		refuses_float(&p, p.at.nx, i, INFINITY, KILN_E_NUMBER, p.at.nx + 4 * i);
		refuses_float(&p, p.at.ny, i, NAN, KILN_E_NUMBER, p.at.ny + 4 * i);
		refuses_float(&p, p.at.nz, i, 1.5f, KILN_E_NUMBER, p.at.nx + 4 * i);
	}
	end_proof(&p);
}

static void what_fills_blocks_must_repeat_the_first_and_gaps_be_zero(void **state)
{
	(void)state;
	proof_case p;
	begin_proof(&p, CASE_ELLIPSOID, 61);
	const kiln_format_hull *head = &p.head;
	assert_true(head->vertex_count % 8 && head->face_count % 8 && head->edge_count % 8);
	assert_true(head->level_count > 0);
	refuses_float(&p, p.at.y, head->vertex_count, 7, KILN_E_VALUE, p.at.y + 4 * (uint64_t)head->vertex_count);
	refuses_float(&p, p.at.nz, head->face_count, 0.5f, KILN_E_VALUE, p.at.nz + 4 * (uint64_t)head->face_count);
	refuses_float(&p, p.at.a[1], head->edge_count, 2, KILN_E_VALUE, p.at.a[1] + 4 * (uint64_t)head->edge_count);
	const uint64_t ends[][2] = {{p.at.face_first + 2 * (head->face_count + 1ull), p.at.origins},
		{p.at.origins + 4ull * head->edge_count, p.at.twins}, {p.at.twins + 4ull * head->edge_count, p.at.faces},
		{p.at.faces + 4ull * head->edge_count, p.at.edges}, {p.at.edges + 2ull * head->edge_count, p.at.vertex_first},
		{p.at.vertex_first + 2 * (head->vertex_count + 1ull), p.at.neighbours},
		{p.at.neighbours + 4ull * head->edge_count, p.at.seeds},
		{p.at.seeds + 2ull * KILN_HULL_SEEDS, p.at.level_sizes},
		{p.at.level_sizes + 2ull * head->level_count, p.at.link_first},
		{p.at.link_first + 2ull * head->link_first_count, p.at.links},
		{p.at.links + 2ull * head->link_count, p.at.size}};
	uint32_t tried = 0;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i)
		for (uint64_t at = ends[i][0]; at < ends[i][1]; ++at, ++tried)
		{
			p.data[at] = 1;
			assert_refused(&p, KILN_E_VALUE, DATA_AT + ends[i][0]);
			p.data[at] = 0;
		}
	assert_true(tried > 50);
	assert_holds(&p);
	end_proof(&p);
}

static void faces_that_do_not_cover_their_half_edges_are_refused(void **state)
{
	(void)state;
	proof_case p;
	begin_proof(&p, CASE_PRISM, 24);
	uint32_t halves = 2 * p.head.edge_count, faces = p.head.face_count;
	refuses_index(&p, p.at.face_first, 0, 1, KILN_E_RANGE, p.at.face_first, 0);
	for (uint32_t i = 1; i <= faces; ++i)
	{
		uint32_t before = get_index(&p, p.at.face_first, i - 1);
		refuses_index(&p, p.at.face_first, i, before + 2, KILN_E_RANGE, p.at.face_first, i);
		refuses_index(&p, p.at.face_first, i, halves + 1, KILN_E_RANGE, p.at.face_first, i);
	}
	uint32_t short_end = get_index(&p, p.at.face_first, faces) - 1, last = get_index(&p, p.at.face_first, faces - 1);
	if (short_end - last >= 3)
		refuses_index(&p, p.at.face_first, faces, short_end, KILN_E_RANGE, p.at.face_first, faces);
	for (uint32_t half = 0; half < halves; ++half)
	{
		uint32_t face = get_index(&p, p.at.faces, half);
		refuses_index(&p, p.at.faces, half, (face + 1) % faces, KILN_E_RANGE, p.at.faces, half);
		refuses_index(&p, p.at.faces, half, 0xffff, KILN_E_RANGE, p.at.faces, half);
	}
	end_proof(&p);
}

static void half_edges_that_are_no_pairs_are_refused(void **state)
{
	(void)state;
	proof_case p;
	begin_proof(&p, CASE_CONE, 30);
	uint32_t halves = 2 * p.head.edge_count;
	for (uint32_t half = 0; half < halves; ++half)
	{
		uint32_t twin = get_index(&p, p.at.twins, half);
		// The proof finds the fault at the first element of a pair.
		uint32_t first = half < twin ? half : twin;
		refuses_index(&p, p.at.origins, half, p.head.vertex_count, KILN_E_RANGE, p.at.origins, half);
		refuses_index(&p, p.at.twins, half, halves, KILN_E_RANGE, p.at.twins, first);
		refuses_index(&p, p.at.twins, half, half, KILN_E_RANGE, p.at.twins, first);
	}
	for (uint32_t i = 0; i < p.head.edge_count; ++i)
	{
		refuses_index(&p, p.at.edges, i, halves, KILN_E_RANGE, p.at.edges, i);
		refuses_index(&p, p.at.edges, i, get_index(&p, p.at.edges, i) + 1, KILN_E_RANGE, p.at.edges, i);
	}
	// Two pairs that exchange partners are still pairs, but do not run in opposite directions.
	uint32_t a = 0, b = get_index(&p, p.at.twins, 0), c = 1;
	while (c == b || get_index(&p, p.at.twins, c) == 0)
		++c;
	uint32_t d = get_index(&p, p.at.twins, c);
	set_index(&p, p.at.twins, a, d);
	set_index(&p, p.at.twins, d, a);
	set_index(&p, p.at.twins, c, b);
	set_index(&p, p.at.twins, b, c);
	assert_refused(&p, KILN_E_RANGE, DATA_AT + p.at.twins);
	end_proof(&p);
}

static void origins_that_twins_do_not_share_are_refused(void **state)
{
	(void)state;
	proof_case p;
	begin_proof(&p, CASE_CONE, 30);
	for (uint32_t half = 0; half < 2 * p.head.edge_count; ++half)
	{
		uint32_t kept = get_index(&p, p.at.origins, half);
		set_index(&p, p.at.origins, half, (kept + 1) % p.head.vertex_count);
		kiln_result result = prove(&p);
		assert_int_equal(result.status, KILN_E_RANGE);
		assert_true(result.offset >= DATA_AT + p.at.twins && result.offset < DATA_AT + p.at.faces);
		set_index(&p, p.at.origins, half, kept);
	}
	assert_holds(&p);
	end_proof(&p);
}

static void edge_normals_that_are_not_their_faces_are_refused(void **state)
{
	(void)state;
	proof_case p;
	begin_proof(&p, CASE_BALL, 40);
	for (uint64_t i = 0; i < p.head.edge_count; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			refuses_float(&p, p.at.a[axis], i, NAN, KILN_E_VALUE, p.at.a[axis] + 4 * i);
			refuses_float(&p, p.at.b[axis], i, 0.125f, KILN_E_VALUE, p.at.b[axis] + 4 * i);
		}
	end_proof(&p);
}

static void neighbours_that_no_edge_joins_are_refused(void **state)
{
	(void)state;
	proof_case p;
	begin_proof(&p, CASE_ELLIPSOID, 30);
	uint32_t vertices = p.head.vertex_count, halves = 2 * p.head.edge_count;
	refuses_index(&p, p.at.vertex_first, 0, 1, KILN_E_RANGE, p.at.vertex_first, 0);
	for (uint32_t i = 1; i <= vertices; ++i)
		refuses_index(&p, p.at.vertex_first, i, halves + 1, KILN_E_RANGE, p.at.vertex_first, i - 1);
	for (uint32_t i = 0; i < vertices; ++i)
	{
		uint32_t first = get_index(&p, p.at.vertex_first, i);
		uint32_t after = get_index(&p, p.at.neighbours, first + 1);
		refuses_index(&p, p.at.neighbours, first, vertices, KILN_E_RANGE, p.at.neighbours, first);
		refuses_index(&p, p.at.neighbours, first, after, KILN_E_RANGE, p.at.neighbours, first + 1);
		uint32_t below = get_index(&p, p.at.neighbours, first);
		if (below > 0 && below - 1 != i)
			refuses_index(&p, p.at.neighbours, first, below - 1, KILN_E_RANGE, p.at.neighbours, first);
		// One of three moves on to the next vertex.
		uint32_t end = get_index(&p, p.at.vertex_first, i + 1);
		if (i + 1 < vertices && end - first == 3)
			refuses_index(&p, p.at.vertex_first, i + 1, end - 1, KILN_E_RANGE, p.at.vertex_first, i);
	}
	end_proof(&p);
}

static void seeds_out_of_range_or_not_extreme_along_an_axis_are_refused(void **state)
{
	(void)state;
	for (int kind = CASE_SEGMENT; kind < CASE_KIND_COUNT; ++kind)
	{
		proof_case p;
		begin_proof(&p, (hull_case_kind)kind, 30);
		for (uint32_t i = 0; i < KILN_HULL_SEEDS; ++i)
			refuses_index(&p, p.at.seeds, i, p.head.vertex_count, KILN_E_RANGE, p.at.seeds, i);
		static const uint32_t along[6] = {4, 21, 10, 15, 12, 13};
		for (uint32_t k = 0; k < 6; ++k)
		{
			uint32_t other = get_index(&p, p.at.seeds, along[k ^ 1]), axis = k / 2;
			const float *x = (const float *)(const void *)(p.data + (axis == 0 ? p.at.x : axis == 1 ? p.at.y : p.at.z));
			if (x[other] != x[get_index(&p, p.at.seeds, along[k])])
				refuses_index(&p, p.at.seeds, along[k], other, KILN_E_VALUE, p.at.seeds, along[k]);
		}
		end_proof(&p);
	}
}

static void levels_that_do_not_grow_are_refused(void **state)
{
	(void)state;
	proof_case p;
	begin_proof(&p, CASE_ELLIPSOID, 300);
	uint32_t levels = p.head.level_count;
	assert_true(levels > 2);
	refuses_index(&p, p.at.level_sizes, 0, 0, KILN_E_RANGE, p.at.level_sizes, 0);
	refuses_index(&p, p.at.level_sizes, levels - 1, p.head.vertex_count, KILN_E_RANGE, p.at.level_sizes, levels - 1);
	for (uint32_t i = 1; i < levels; ++i)
		refuses_index(
			&p, p.at.level_sizes, i, get_index(&p, p.at.level_sizes, i - 1), KILN_E_RANGE, p.at.level_sizes, i);
	uint32_t size = get_index(&p, p.at.level_sizes, 1);
	set_index(&p, p.at.level_sizes, 1, size - 1);
	assert_refused(&p, KILN_E_RANGE, HEAD_AT + offsetof(kiln_format_hull, link_first_count));
	set_index(&p, p.at.level_sizes, 1, size);
	assert_holds(&p);
	end_proof(&p);
}

static void links_out_of_their_level_are_refused(void **state)
{
	(void)state;
	proof_case p;
	begin_proof(&p, CASE_ELLIPSOID, 300);
	uint32_t place = 0;
	for (uint32_t level = 0; level < p.head.level_count; ++level)
	{
		uint32_t size = get_index(&p, p.at.level_sizes, level);
		uint32_t next =
			level + 1 < p.head.level_count ? get_index(&p, p.at.level_sizes, level + 1) : p.head.vertex_count;
		for (uint32_t i = 0; i < size; ++i)
		{
			uint32_t first = get_index(&p, p.at.link_first, place + i);
			uint32_t end = get_index(&p, p.at.link_first, place + i + 1);
			refuses_index(
				&p, p.at.link_first, place + i + 1, p.head.link_count + 1, KILN_E_RANGE, p.at.link_first, place + i);
			if (end == first)
				continue;
			refuses_index(&p, p.at.links, first, size - 1, KILN_E_RANGE, p.at.links, first);
			refuses_index(&p, p.at.links, first, next, KILN_E_RANGE, p.at.links, first);
			if (end - first > 1)
				refuses_index(
					&p, p.at.links, first + 1, get_index(&p, p.at.links, first), KILN_E_RANGE, p.at.links, first + 1);
		}
		place += size + 1;
	}
	refuses_index(&p, p.at.link_first, 0, 1, KILN_E_RANGE, p.at.link_first, 0);
	end_proof(&p);
}

/// A change of any single byte is refused, or leaves a hull whose queries stay in range.
static void damaged_hulls_are_refused_or_safe(void **state)
{
	(void)state;
	uint64_t random = 9;
	for (int kind = 0; kind < CASE_KIND_COUNT; ++kind)
	{
		proof_case p;
		begin_proof(&p, (hull_case_kind)kind, 50);
		for (int trial = 0; trial < 1500; ++trial)
		{
			uint64_t at = (uint64_t)(hull_case_unit(&random) * (double)p.head.size);
			uint8_t kept = p.data[at];
			p.data[at] = (uint8_t)fixture_random(&random);
			if (prove(&p).status == KILN_OK)
			{
				kiln_hull view;
				kilni_hull_view_arrays(&p.head, p.data, KILN_ISA_AUTO, &view);
				kiln_vec3 d = hull_case_direction(&random);
				uint32_t seed = (uint32_t)(hull_case_unit(&random) * view.vertex_count),
						 seeds[6] = {seed, 1, 2, 3, 4, 5};
				assert_true(kiln_hull_support_scan(&view, d) < view.vertex_count);
				assert_true(kiln_hull_support_climb(&view, d, &seed) < view.vertex_count);
				assert_true(kiln_hull_support_hierarchy(&view, d) < view.vertex_count);
				kiln_vec3 point = kiln_hull_vertex(&view, seed);
				(void)kiln_hull_contains(&view, point);
				(void)kiln_hull_ray(&view, &(kiln_ray){.origin = point, .direction = d});
				(void)kiln_hull_aabb(&view, (const float[12]){1, 0, d.x, 5, 0, d.y, 0, 6, d.z, 0, 1, 7}, seeds);
				uint32_t on_axes[2 * KILN_KDOP_AXES] = {seed, 1, 2, 3};
				(void)kiln_hull_kdop(&view, &(kiln_pose){.rotation = {d.x, d.y, d.z, 1}}, 26, on_axes);
				(void)kiln_hull_planes_separate(&view, &p.c.view, &(kiln_pose){.translation = d});
			}
			p.data[at] = kept;
		}
		end_proof(&p);
	}
}

/// A blob of two hulls, of which the second is flat.
static fixture_blob sample;

static int set_up(void **state)
{
	(void)state;
	static const float quad[4][3] = {{0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}};
	static const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
	const kilncook_mesh meshes[2] = {bench_cube(), {.name = "quad",
													   .positions = quad[0],
													   .vertex_count = 4,
													   .indices = corners,
													   .index_size = 4,
													   .index_count = 6}};
	const uint32_t numbers[2] = {0, 1};
	const kilncook_node nodes[2] = {
		{.name = "a", .meshes = &numbers[0], .mesh_count = 1}, {.name = "b", .meshes = &numbers[1], .mesh_count = 1}};
	const kilncook_options options = {.shape = KILNCOOK_SHAPE_HULL};
	cooked c;
	bench_cook(&c,
		&(kilncook_scene){.name = "hulls", .meshes = meshes, .mesh_count = 2, .nodes = nodes, .node_count = 2},
		&options);
	sample.size = (size_t)c.asset.size;
	sample.data = fixture_memory(sample.size);
	if (!sample.data || c.status != KILNCOOK_OK || c.asset.hull_count != 2)
		return -1;
	memcpy(sample.data, c.asset.data, sample.size);
	bench_release(&c);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	fixture_blob_free(&sample);
	return 0;
}

static int begin(void **state)
{
	return case_begin(state, &sample);
}

static void open_rejects_hulls_that_do_not_follow_each_other(void **state)
{
	open_case *c = *state;
	kiln_format_hull *hulls = case_section(c, KILN_SECTION_HULLS);
	assert_opens(c);
	ASSERT_REFUSES(c, hulls[0].data, 64, KILN_E_RANGE, &hulls[0].data);
	ASSERT_REFUSES(c, hulls[1].data, 0, KILN_E_RANGE, &hulls[1].data);
	ASSERT_REFUSES(c, hulls[1].size, hulls[1].size + 64, KILN_E_RANGE, &hulls[1].size);
	ASSERT_REFUSES(c, hulls[0].reserved, 1, KILN_E_VALUE, &hulls[0].reserved);
	kiln_format_section *data = case_entry(c, KILN_SECTION_HULL_DATA);
	ASSERT_REFUSES(c, data->count, 1, KILN_E_RANGE, &data->count);
}

static void open_gives_views_of_hulls(void **state)
{
	open_case *c = *state;
	kiln_asset asset;
	kiln_hull view, before;
	memset(&view, 0x5a, sizeof view);
	memcpy(&before, &view, sizeof before);
	assert_int_equal(kiln_open(&asset, c->data, c->size, NULL).status, KILN_OK);
	assert_false(kiln_hull_from_asset(&asset, 2, &view));
	assert_false(kiln_hull_from_asset(NULL, 0, &view));
	assert_memory_equal(&view, &before, sizeof view);
	assert_true(kiln_hull_from_asset(&asset, 0, &view));
	assert_true(view.vertex_count == 8 && view.face_count == 6 && view.edge_count == 12 && view.dimension == 3);
	assert_true(view.low.x == -1 && view.high.z == 1 && view.reach == 1);
	assert_true(kiln_hull_from_asset(&asset, 1, &view));
	assert_true(view.vertex_count == 4 && view.face_count == 2 && view.dimension == 2 && view.reach == 2);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, case_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heads_whose_counts_contradict_each_other_are_refused),
		cmocka_unit_test(vertices_and_planes_out_of_range_are_refused),
		cmocka_unit_test(what_fills_blocks_must_repeat_the_first_and_gaps_be_zero),
		cmocka_unit_test(faces_that_do_not_cover_their_half_edges_are_refused),
		cmocka_unit_test(half_edges_that_are_no_pairs_are_refused),
		cmocka_unit_test(origins_that_twins_do_not_share_are_refused),
		cmocka_unit_test(edge_normals_that_are_not_their_faces_are_refused),
		cmocka_unit_test(neighbours_that_no_edge_joins_are_refused),
		cmocka_unit_test(seeds_out_of_range_or_not_extreme_along_an_axis_are_refused),
		cmocka_unit_test(levels_that_do_not_grow_are_refused),
		cmocka_unit_test(links_out_of_their_level_are_refused),
		cmocka_unit_test(damaged_hulls_are_refused_or_safe),
		CASE(open_rejects_hulls_that_do_not_follow_each_other),
		CASE(open_gives_views_of_hulls),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
