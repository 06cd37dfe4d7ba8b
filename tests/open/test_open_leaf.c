// SPDX-License-Identifier: MIT
#include "open_case.h"

#include <math.h>

/// Leaves, their index, and the triangle counts of meshes.

/// Mesh 0 is a soup whose leaves have odd numbers of triangles, mesh 1 a ground of two parts.
static fixture_blob sample;

static int set_up(void **state)
{
	(void)state;
	return case_two_meshes(&sample, 11) ? 0 : -1;
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

static void open_names_the_offset_of_a_bad_leaf(void **state)
{
	open_case *c = *state;
	for (uint32_t mesh = 0; mesh < 2; ++mesh)
		for (uint32_t unit = 0; unit < case_mesh(c, mesh)->leaf_units; unit = leaf_after(c, mesh, unit))
		{
			kiln_format_leaf *head = leaf_head(c, mesh, unit);
			ASSERT_REFUSES(c, head->triangle, head->triangle + 1, KILN_E_RANGE, head);
			ASSERT_REFUSES(c, head->triangle_count, 0, KILN_E_RANGE, &head->triangle_count);
			ASSERT_REFUSES(c, head->triangle_count, 9, KILN_E_RANGE, &head->triangle_count);
			ASSERT_REFUSES(c, head->vertex_count, 2, KILN_E_RANGE, &head->vertex_count);
			ASSERT_REFUSES(c, head->vertex_count, 17, KILN_E_RANGE, &head->vertex_count);
			ASSERT_REFUSES(c, head->planes, 1, KILN_E_VALUE, &head->planes);
			ASSERT_REFUSES(c, head->planes, KILN_LEAF_COMPACT, KILN_E_VALUE, &head->planes);
			ASSERT_REFUSES(c, head->exponent, 1, KILN_E_VALUE, &head->exponent);
		}
}

/// Damages every corner of a leaf in turn. Returns the number of padding halfwords.
static uint32_t damage_corners(const open_case *c, kiln_format_leaf *head)
{
	uint16_t *corners = (uint16_t *)(void *)(head + 1);
	for (uint32_t i = 0; i < head->triangle_count; ++i)
	{
		for (uint32_t k = 0; k < 3; ++k)
			for (uint32_t vertex = head->vertex_count; vertex < 16; ++vertex)
			{
				uint16_t bad = (uint16_t)((corners[i] & ~(15u << (4 * k))) | vertex << (4 * k));
				ASSERT_REFUSES(c, corners[i], bad, KILN_E_RANGE, &corners[i]);
			}
		for (uint32_t bit = 12; bit < 16; ++bit)
			ASSERT_REFUSES(c, corners[i], (uint16_t)(corners[i] | 1u << bit), KILN_E_VALUE, &corners[i]);
	}
	if (head->triangle_count % 2 == 0)
		return 0;
	for (uint32_t bit = 0; bit < 16; ++bit)
		ASSERT_REFUSES(
			c, corners[head->triangle_count], (uint16_t)(1u << bit), KILN_E_VALUE, &corners[head->triangle_count]);
	return 1;
}

static void open_rejects_corners_that_are_no_vertices(void **state)
{
	open_case *c = *state;
	uint32_t padded = 0;
	for (uint32_t mesh = 0; mesh < 2; ++mesh)
		for (uint32_t unit = 0; unit < case_mesh(c, mesh)->leaf_units; unit = leaf_after(c, mesh, unit))
			padded += damage_corners(c, leaf_head(c, mesh, unit));
	assert_true(padded > 0);
}

static void open_rejects_vertices_out_of_range(void **state)
{
	open_case *c = *state;
	const float bad[] = {NAN, INFINITY, -INFINITY, 1.01f * KILN_COORDINATE_MAX, -1.01f * KILN_COORDINATE_MAX};
	for (uint32_t unit = 0; unit < case_mesh(c, 1)->leaf_units; unit = leaf_after(c, 1, unit))
	{
		uint8_t *record = leaf_record(c, 1, unit);
		kiln_format_leaf *head = leaf_head(c, 1, unit);
		float *values = (float *)(void *)(record + kiln_format_leaf_vertices_offset(head->triangle_count));
		uint32_t count = head->vertex_count * 3u;
		for (uint32_t i = 0; i < count; ++i)
		{
			for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k)
				ASSERT_REFUSES(c, values[i], bad[k], KILN_E_NUMBER, &values[i]);
			float kept = values[i];
			values[i] = -KILN_COORDINATE_MAX;
			assert_opens(c);
			values[i] = kept;
		}
		if ((uint8_t *)(values + count) != leaf_record(c, 1, leaf_after(c, 1, unit)))
			ASSERT_REFUSES(c, values[count], 1.0f, KILN_E_VALUE, &values[count]);
	}
}

/// One or two more vertices need no padding; they use bytes of the next mesh's leaves, which are small floats.
static void open_rejects_leaves_that_leave_their_mesh(void **state)
{
	open_case *c = *state;
	uint32_t unit = 0, next;
	while ((next = leaf_after(c, 0, unit)) < case_mesh(c, 0)->leaf_units)
		unit = next;
	kiln_format_leaf *last = leaf_head(c, 0, unit);
	assert_true(last->vertex_count <= KILN_LEAF_VERTICES_MAX - 2);
	uint32_t end = kiln_format_leaf_vertices_offset(last->triangle_count) + 12 * (last->vertex_count + 1u);
	uint32_t more = end % KILN_LEAF_UNIT ? 2 : 1;
	ASSERT_REFUSES(c, last->vertex_count, (uint8_t)(last->vertex_count + more), KILN_E_RANGE, last);
}

/// Mesh 0 gives its last triangles to mesh 1 everywhere except in the leaves.
static void open_rejects_triangle_counts_that_leaves_do_not_hold(void **state)
{
	open_case *c = *state;
	kiln_format_mesh *first = case_mesh(c, 0), *second = case_mesh(c, 1);
	for (uint32_t moved = 1; moved < first->triangle_count; ++moved)
	{
		open_case other = case_of(c->data, c->size);
		case_mesh(&other, 0)->triangle_count = first->triangle_count - moved;
		case_mesh(&other, 1)->triangle_first = first->triangle_count - moved;
		case_mesh(&other, 1)->triangle_count = second->triangle_count + moved;
		case_mesh(&other, 1)->leaf_index_first = (first->triangle_count - moved + 15) / 16;
		kiln_asset asset;
		assert_int_equal(kiln_open(&asset, other.data, other.size, NULL).status, KILN_E_RANGE);
		free(other.data);
	}
}

static void open_rejects_wrong_leaf_indices(void **state)
{
	open_case *c = *state;
	uint32_t *index = case_section(c, KILN_SECTION_LEAF_INDEX);
	uint64_t count = case_entry(c, KILN_SECTION_LEAF_INDEX)->count;
	assert_true(count > 4);
	for (uint64_t i = 0; i < count; ++i)
	{
		ASSERT_REFUSES(c, index[i], index[i] + 1, KILN_E_RANGE, &index[i]);
		ASSERT_REFUSES(c, index[i], KILN_NONE, KILN_E_RANGE, &index[i]);
	}
}

static void open_rejects_a_dirty_leaf_tail(void **state)
{
	open_case *c = *state;
	kiln_format_section *leaves = case_entry(c, KILN_SECTION_LEAVES);
	uint8_t *tail = c->data + leaves->offset + leaves->size - KILN_LEAF_TAIL;
	for (uint32_t i = 0; i < KILN_LEAF_TAIL; ++i)
		ASSERT_REFUSES(c, tail[i], 1, KILN_E_VALUE, tail);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, case_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(open_names_the_offset_of_a_bad_leaf),
		CASE(open_rejects_corners_that_are_no_vertices),
		CASE(open_rejects_vertices_out_of_range),
		CASE(open_rejects_leaves_that_leave_their_mesh),
		CASE(open_rejects_triangle_counts_that_leaves_do_not_hold),
		CASE(open_rejects_wrong_leaf_indices),
		CASE(open_rejects_a_dirty_leaf_tail),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
