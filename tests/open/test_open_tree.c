// SPDX-License-Identifier: MIT
#include "open_case.h"

#include "tree/layout.h"

#include <math.h>

/// Meshes and trees. Leaves and their index are in test_open_leaf.c.

/// Mesh 0 is a soup whose leaves have odd numbers of triangles, mesh 1 a ground of two parts.
static fixture_blob sample;

static int set_up(void **state)
{
	(void)state;
	return case_two_meshes(&sample, 12) ? 0 : -1;
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

/// A node of mesh `mesh` with at least `inner` inner children and `leaves` leaves.
static kiln_format_tree_node *find_node(const open_case *c, uint32_t mesh, uint32_t inner, uint32_t leaves)
{
	for (uint32_t i = 0; i < case_mesh(c, mesh)->tree_count; ++i)
	{
		kiln_format_tree_node *node = case_tree(c, mesh, i);
		if (kiln_node_inner_count(node) >= inner && kiln_node_child_count(node) - kiln_node_inner_count(node) >= leaves)
			return node;
	}
	fail_msg("no node of mesh %u has %u inner children and %u leaves", mesh, inner, leaves);
	return NULL;
}

static void open_accepts_the_sample(void **state)
{
	assert_opens(*state);
	assert_true(case_mesh(*state, 0)->tree_count > 2 && case_mesh(*state, 1)->depth > 1);
}

static void open_rejects_mesh_ranges_that_leave_or_skip(void **state)
{
	open_case *c = *state;
	for (uint32_t i = 0; i < 2; ++i)
	{
		kiln_format_mesh *m = case_mesh(c, i);
		ASSERT_REFUSES(c, m->part_first, m->part_first + 1, KILN_E_RANGE, &m->part_first);
		ASSERT_REFUSES(c, m->part_count, 0, KILN_E_RANGE, &m->part_first);
		ASSERT_REFUSES(c, m->part_count, KILN_NONE, KILN_E_RANGE, &m->part_count);
		ASSERT_REFUSES(c, m->triangle_first, m->triangle_first + 1, KILN_E_RANGE, &m->triangle_first);
		ASSERT_REFUSES(c, m->triangle_count, 0, KILN_E_RANGE, &m->triangle_first);
		ASSERT_REFUSES(c, m->triangle_count, KILN_NONE, KILN_E_RANGE, &m->triangle_count);
		ASSERT_REFUSES(c, m->tree_first, m->tree_first - 1, KILN_E_RANGE, &m->tree_first);
		ASSERT_REFUSES(c, m->tree_count, 0, KILN_E_RANGE, &m->tree_first);
		ASSERT_REFUSES(c, m->tree_count, KILN_TREE_NODES_MAX + 1, KILN_E_RANGE, &m->tree_first);
		ASSERT_REFUSES(c, m->tree_count, KILN_TREE_NODES_MAX, KILN_E_RANGE, &m->tree_count);
		ASSERT_REFUSES(c, m->leaf_first, m->leaf_first + 1, KILN_E_RANGE, &m->leaf_first);
		ASSERT_REFUSES(c, m->leaf_units, 0, KILN_E_RANGE, &m->leaf_first);
		ASSERT_REFUSES(c, m->leaf_units, 0x80000000u, KILN_E_RANGE, &m->leaf_first);
		ASSERT_REFUSES(c, m->leaf_units, 0x7fffffffu, KILN_E_RANGE, &m->leaf_units);
		ASSERT_REFUSES(c, m->leaf_index_first, m->leaf_index_first + 1, KILN_E_RANGE, &m->leaf_index_first);
	}
}

static void open_rejects_meshes_that_do_not_cover_their_sections(void **state)
{
	open_case *c = *state;
	kiln_format_mesh *last = case_mesh(c, 1);
	void *meshes = case_mesh(c, 0);
	ASSERT_REFUSES(c, last->triangle_count, last->triangle_count - 1, KILN_E_RANGE, meshes);
	ASSERT_REFUSES(c, last->tree_count, last->tree_count - 1, KILN_E_RANGE, meshes);
	ASSERT_REFUSES(c, last->leaf_units, last->leaf_units - 1, KILN_E_RANGE, meshes);
	ASSERT_REFUSES(c, last->leaf_count, last->leaf_count + 1, KILN_E_RANGE, meshes);
	// Mesh 1's first part gets all faces; its second part is removed.
	kiln_format_part *part = (kiln_format_part *)case_section(c, KILN_SECTION_PARTS) + last->part_first;
	part->face_count += part[1].face_count;
	last->part_count = 1;
	kiln_format_shape *shape = (kiln_format_shape *)case_section(c, KILN_SECTION_SHAPES) + 1;
	assert_refused_at(c, KILN_E_RANGE, &shape->part_first);
}

/// One element more or less in the section table than the meshes have.
static void open_rejects_sections_that_do_not_end_with_the_last_mesh(void **state)
{
	open_case *c = *state;
	const uint32_t kinds[] = {KILN_SECTION_SOURCES, KILN_SECTION_LEAF_INDEX};
	for (size_t i = 0; i < 2; ++i)
		for (int more = -1; more <= 1; more += 2)
		{
			open_case other = case_of(c->data, c->size);
			case_entry(&other, kinds[i])->count += (uint64_t)more;
			case_entry(&other, kinds[i])->size += 4 * (uint64_t)more;
			memset((uint8_t *)case_section(&other, kinds[i]) + case_entry(&other, kinds[i])->size, 0, 4);
			const void *field = more > 0 ? (const void *)case_mesh(&other, 0) : &case_mesh(&other, 1)->triangle_count;
			assert_refused_at(&other, KILN_E_RANGE, field);
			free(other.data);
		}
}

static void open_rejects_wrong_leaf_counts(void **state)
{
	open_case *c = *state;
	++case_mesh(c, 0)->leaf_count;
	--case_mesh(c, 1)->leaf_count;
	assert_refused_at(c, KILN_E_RANGE, &case_mesh(c, 0)->leaf_count);
}

static void open_rejects_bad_mesh_values(void **state)
{
	open_case *c = *state;
	kiln_format_mesh *m = case_mesh(c, 1);
	const float bad[] = {NAN, INFINITY, -INFINITY, 2 * KILN_COORDINATE_MAX, -2 * KILN_COORDINATE_MAX};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			ASSERT_REFUSES(c, m->bounds_min[axis], bad[i], KILN_E_NUMBER, &m->bounds_min[axis]);
			ASSERT_REFUSES(c, m->bounds_max[axis], bad[i], KILN_E_NUMBER, &m->bounds_min[axis]);
		}
	ASSERT_REFUSES(c, m->bounds_min[2], m->bounds_max[2] + 1, KILN_E_NUMBER, &m->bounds_min[2]);
	ASSERT_REFUSES(c, m->flags, 16, KILN_E_VALUE, &m->flags);
	ASSERT_REFUSES(c, m->depth, 0, KILN_E_TREE, &m->depth);
	ASSERT_REFUSES(c, m->depth, KILN_TREE_DEPTH_MAX + 1, KILN_E_TREE, &m->depth);
	ASSERT_REFUSES(c, m->depth, m->depth + 1, KILN_E_TREE, &m->depth);
	ASSERT_REFUSES(c, m->sah_cost, NAN, KILN_E_NUMBER, &m->sah_cost);
	ASSERT_REFUSES(c, m->sah_cost, -1, KILN_E_NUMBER, &m->sah_cost);
	ASSERT_REFUSES(c, m->choice, 0x7fffffffu, KILN_E_RANGE, &m->choice);
	ASSERT_REFUSES(c, m->pair_tree, 0, KILN_E_RANGE, &m->pair_tree);
	ASSERT_REFUSES(c, m->leaf_vertex_count, m->leaf_vertex_count + 1, KILN_E_RANGE, &m->leaf_vertex_count);
	ASSERT_REFUSES(c, m->vertex_first, 0, KILN_E_RANGE, &m->leaf_vertex_count);
}

static void open_rejects_sources_beyond_their_parts(void **state)
{
	open_case *c = *state;
	uint32_t *sources = case_section(c, KILN_SECTION_SOURCES);
	for (uint32_t mesh = 0; mesh < 2; ++mesh)
	{
		// The fixture's parts count three faces more than the triangles.
		uint32_t faces = case_mesh(c, mesh)->triangle_count + 3;
		for (uint32_t i = 0; i < case_mesh(c, mesh)->triangle_count; ++i)
		{
			uint32_t *source = &sources[case_mesh(c, mesh)->triangle_first + i];
			ASSERT_REFUSES(c, *source, faces, KILN_E_RANGE, source);
			ASSERT_REFUSES(c, *source, faces | 0x80000000u, KILN_E_RANGE, source);
			ASSERT_REFUSES(c, *source, KILN_NONE, KILN_E_RANGE, source);
		}
		sources[case_mesh(c, mesh)->triangle_first] = faces - 1;
		assert_opens(c);
	}
}

static void open_rejects_sides_of_no_kind(void **state)
{
	open_case *c = *state;
	uint16_t *edges = case_section(c, KILN_SECTION_EDGES);
	uint64_t count = case_entry(c, KILN_SECTION_EDGES)->count;
	assert_int_equal(count, case_entry(c, KILN_SECTION_SOURCES)->count);
	for (uint64_t i = 0; i < count; ++i)
	{
		for (uint32_t kind = KILN_EDGE_KIND_END; kind < 8; ++kind)
			for (int k = 0; k < 3; ++k)
				ASSERT_REFUSES(c, edges[i], (uint16_t)(kind << 3 * k), KILN_E_VALUE, &edges[i]);
		for (uint32_t bit = 9; bit < 16; ++bit)
			ASSERT_REFUSES(c, edges[i], (uint16_t)(1u << bit), KILN_E_VALUE, &edges[i]);
	}
	for (uint64_t i = 0; i < count; ++i)
		edges[i] = (uint16_t)(i % 5 | (i / 5) % 5 << 3 | (i / 25) % 5 << 6);
	assert_opens(c);
	--case_entry(c, KILN_SECTION_EDGES)->count;
	case_entry(c, KILN_SECTION_EDGES)->size -= sizeof *edges;
	edges[count - 1] = 0;
	assert_refused_at(c, KILN_E_RANGE, edges);
}

static void open_rejects_cycles(void **state)
{
	open_case *c = *state;
	for (uint32_t mesh = 0; mesh < 2; ++mesh)
		for (uint32_t i = 0; i < case_mesh(c, mesh)->tree_count; ++i)
		{
			kiln_format_tree_node *node = case_tree(c, mesh, i);
			if (kiln_node_inner_count(node))
			{
				ASSERT_REFUSES(c, node->child_base, i, KILN_E_TREE, &node->child_base);
				ASSERT_REFUSES(c, node->child_base, 0, KILN_E_TREE, &node->child_base);
			}
			else
				ASSERT_REFUSES(c, node->child_base, 1, KILN_E_TREE, &node->child_base);
		}
}

static void open_rejects_children_outside_the_tree(void **state)
{
	open_case *c = *state;
	kiln_format_tree_node *node = find_node(c, 0, 1, 0);
	uint32_t count = case_mesh(c, 0)->tree_count, inner = kiln_node_inner_count(node);
	ASSERT_REFUSES(c, node->child_base, count - inner + 1, KILN_E_TREE, &node->child_base);
	ASSERT_REFUSES(c, node->child_base, KILN_NONE, KILN_E_TREE, &node->child_base);
	ASSERT_REFUSES(c, node->child_base, 0x80000000u, KILN_E_TREE, &node->child_base);
}

static void open_rejects_shared_subtrees(void **state)
{
	open_case *c = *state;
	kiln_format_tree_node *node = find_node(c, 1, 2, 0);
	kiln_format_tree_node *first = case_tree(c, 1, node->child_base), *second = first + 1;
	kiln_format_tree_node kept = *second;
	*second = *first;
	kiln_asset asset;
	kiln_result result = kiln_open(&asset, c->data, c->size, NULL);
	assert_int_equal(result.status, KILN_E_TREE);
	assert_true(result.offset >= (uint64_t)((uint8_t *)second - c->data));
	*second = kept;
	assert_opens(c);
}

static void open_rejects_leaves_that_nothing_reaches(void **state)
{
	open_case *c = *state;
	// The last node in preorder with at least two leaves loses one.
	kiln_format_mesh *m = case_mesh(c, 1);
	for (uint32_t i = m->tree_count; i-- > 0;)
	{
		kiln_format_tree_node *node = case_tree(c, 1, i);
		uint32_t inner = kiln_node_inner_count(node), children = kiln_node_child_count(node);
		if (children - inner < 2)
			continue;
		uint32_t last = children - 1;
		node->counts = (uint8_t)(last | inner << 4);
		for (int axis = 0; axis < 3; ++axis)
		{
			node->lo[axis][last] = 255;
			node->hi[axis][last] = 0;
		}
		node->leaf_offset[last] = 0;
		kiln_asset asset;
		assert_int_equal(kiln_open(&asset, c->data, c->size, NULL).status, KILN_E_TREE);
		return;
	}
	fail();
}

static void open_rejects_leaves_out_of_preorder(void **state)
{
	open_case *c = *state;
	kiln_format_tree_node *node = find_node(c, 1, 0, 3);
	uint32_t i = kiln_node_inner_count(node) + 1;
	ASSERT_REFUSES(c, node->leaf_offset[i], (uint8_t)(node->leaf_offset[i] + 1), KILN_E_TREE, &node->leaf_offset[i]);
	ASSERT_REFUSES(c, node->leaf_offset[i], node->leaf_offset[i + 1], KILN_E_TREE, &node->leaf_offset[i]);
	ASSERT_REFUSES(c, node->leaf_base, node->leaf_base + 1, KILN_E_TREE, &node->leaf_offset[i - 1]);
	ASSERT_REFUSES(c, node->leaf_base, KILN_NONE, KILN_E_TREE, &node->leaf_offset[i - 1]);
}

static void open_rejects_scene_leaves_out_of_order(void **state)
{
	open_case *c = *state;
	kiln_format_tree_node *root = case_section(c, KILN_SECTION_TREE);
	assert_int_equal(root->counts, 2);
	ASSERT_REFUSES(c, root->leaf_offset[1], 0, KILN_E_TREE, &root->leaf_offset[1]);
	ASSERT_REFUSES(c, root->leaf_offset[0], 1, KILN_E_TREE, &root->leaf_offset[0]);
	ASSERT_REFUSES(c, root->leaf_base, 1, KILN_E_TREE, &root->leaf_offset[0]);
	// A third leaf, whose node does not exist.
	root->counts = 3;
	root->leaf_offset[2] = 2;
	for (int axis = 0; axis < 3; ++axis)
		root->lo[axis][2] = 0;
	assert_refused_at(c, KILN_E_TREE, &root->leaf_offset[2]);
}

static void open_rejects_bad_child_counts(void **state)
{
	open_case *c = *state;
	kiln_format_tree_node *node = case_tree(c, 0, 0);
	const uint8_t bad[] = {0x00, 0x09, 0x0f, 0x98, 0x21, 0xff};
	for (size_t i = 0; i < sizeof bad; ++i)
		ASSERT_REFUSES(c, node->counts, bad[i], KILN_E_TREE, &node->counts);
}

static void open_rejects_planes_that_are_not_exact(void **state)
{
	open_case *c = *state;
	for (uint32_t mesh = 0; mesh < 2; ++mesh)
		for (int axis = 0; axis < 3; ++axis)
		{
			kiln_format_tree_node *node = case_tree(c, mesh, 0);
			float *origin = &node->origin[axis];
			float step = kiln_exponent_scale(node->exponent[axis]);
			ASSERT_REFUSES(c, *origin, NAN, KILN_E_NUMBER, origin);
			ASSERT_REFUSES(c, *origin, INFINITY, KILN_E_NUMBER, origin);
			ASSERT_REFUSES(c, *origin, -INFINITY, KILN_E_NUMBER, origin);
			ASSERT_REFUSES(c, *origin, *origin + 0.5f * step, KILN_E_NUMBER, origin);
			ASSERT_REFUSES(c, *origin, 16777216.0f * step, KILN_E_NUMBER, origin);
			ASSERT_REFUSES(c, *origin, -33554432.0f * step, KILN_E_NUMBER, origin);
			ASSERT_REFUSES(c, node->exponent[axis], 0, KILN_E_NUMBER, origin);
			ASSERT_REFUSES(c, node->exponent[axis], 255, KILN_E_NUMBER, origin);
			// 255 steps of 2^36 are beyond 2^43.
			ASSERT_REFUSES(c, node->exponent[axis], 127 + 36, KILN_E_NUMBER, origin);
			*origin = -16777216.0f * step;
			assert_opens(c);
			*origin = (16777216.0f - 255) * step;
			assert_opens(c);
		}
}

static void open_rejects_boxes_inside_out(void **state)
{
	open_case *c = *state;
	kiln_format_tree_node *node = find_node(c, 1, 0, 2);
	for (uint32_t i = 0; i < kiln_node_child_count(node); ++i)
		for (int axis = 0; axis < 3; ++axis)
			for (int hi = 0; hi < 255; ++hi)
			{
				uint8_t lo_kept = node->lo[axis][i], hi_kept = node->hi[axis][i];
				node->lo[axis][i] = (uint8_t)(hi + 1);
				node->hi[axis][i] = (uint8_t)hi;
				assert_refused_at(c, KILN_E_TREE, node->leaf_offset);
				node->lo[axis][i] = (uint8_t)hi;
				assert_opens(c);
				node->lo[axis][i] = lo_kept;
				node->hi[axis][i] = hi_kept;
			}
}

static void open_rejects_unused_slots_that_are_not_empty(void **state)
{
	open_case *c = *state;
	uint32_t found = 0;
	for (uint32_t mesh = 0; mesh < 2; ++mesh)
		for (uint32_t n = 0; n < case_mesh(c, mesh)->tree_count; ++n)
		{
			kiln_format_tree_node *node = case_tree(c, mesh, n);
			for (uint32_t i = kiln_node_child_count(node); i < KILN_TREE_WIDTH; ++i, ++found)
			{
				ASSERT_REFUSES(c, node->leaf_offset[i], 1, KILN_E_TREE, node->leaf_offset);
				for (int axis = 0; axis < 3; ++axis)
				{
					ASSERT_REFUSES(c, node->lo[axis][i], 254, KILN_E_TREE, node->leaf_offset);
					ASSERT_REFUSES(c, node->hi[axis][i], 1, KILN_E_TREE, node->leaf_offset);
				}
			}
			for (uint32_t i = 0; i < kiln_node_inner_count(node); ++i)
				ASSERT_REFUSES(c, node->leaf_offset[i], 1, KILN_E_TREE, node->leaf_offset);
		}
	assert_true(found > 0);
}

static void open_rejects_leaf_bases_without_leaves(void **state)
{
	open_case *c = *state;
	kiln_format_tree_node *root = case_tree(c, 1, 0);
	if (kiln_node_inner_count(root) == kiln_node_child_count(root))
		ASSERT_REFUSES(c, root->leaf_base, 1, KILN_E_TREE, &root->leaf_base);
}

/// A copy of the blob with a chain above its scene.
static open_case with_chain(const open_case *c, uint32_t levels)
{
	open_case deep = case_of(c->data, c->size);
	case_chain(&deep, levels);
	return deep;
}

static void open_bounds_the_depth_of_trees(void **state)
{
	open_case *c = *state;
	uint32_t depth = ((kiln_format_scene *)case_section(c, KILN_SECTION_SCENE))->depth;
	open_case deepest = with_chain(c, KILN_TREE_DEPTH_MAX - depth);
	assert_opens(&deepest);
	free(deepest.data);
	open_case deeper = with_chain(c, KILN_TREE_DEPTH_MAX - depth + 1);
	kiln_asset asset;
	assert_int_equal(kiln_open(&asset, deeper.data, deeper.size, NULL).status, KILN_E_TREE);
	free(deeper.data);
}

static void open_rejects_nodes_that_nothing_reaches(void **state)
{
	open_case deep = with_chain(*state, 1);
	kiln_format_tree_node *nodes = case_section(&deep, KILN_SECTION_TREE);
	assert_int_equal(nodes[1].counts, 2);
	nodes[0] = nodes[1];
	((kiln_format_scene *)case_section(&deep, KILN_SECTION_SCENE))->depth = 1;
	assert_refused_at(&deep, KILN_E_TREE, nodes);
	free(deep.data);
}

/// Sets every byte of the proved sections to a few values: open must return, and every lookup in an accepted blob must
/// work.
static void accepted_blobs_answer_every_lookup(void **state)
{
	open_case *c = *state;
	const uint8_t values[] = {0, 1, 0x7f, 0x80, 0xff};
	kiln_asset asset;
	uint32_t accepted = 0;
	for (size_t at = (size_t)case_entry(c, KILN_SECTION_MESHES)->offset; at < c->size; at += 7)
	{
		uint8_t kept = c->data[at];
		c->data[at] = values[at % sizeof values];
		if (kiln_open(&asset, c->data, c->size, NULL).status == KILN_OK)
		{
			++accepted;
			for (uint32_t i = 0; i < asset.triangle_count; ++i)
			{
				kiln_vec3 corners[3];
				uint32_t triangle, mesh = kiln_triangle_mesh(&asset, i, &triangle);
				assert_true(kiln_triangle_corners(&asset, mesh, triangle, corners));
				assert_true(kiln_triangle_source(&asset, mesh, triangle).material < asset.material_count);
			}
		}
		c->data[at] = kept;
	}
	assert_true(accepted > 10);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, case_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(open_accepts_the_sample),
		CASE(open_rejects_mesh_ranges_that_leave_or_skip),
		CASE(open_rejects_meshes_that_do_not_cover_their_sections),
		CASE(open_rejects_sections_that_do_not_end_with_the_last_mesh),
		CASE(open_rejects_wrong_leaf_counts),
		CASE(open_rejects_bad_mesh_values),
		CASE(open_rejects_sources_beyond_their_parts),
		CASE(open_rejects_sides_of_no_kind),
		CASE(open_rejects_cycles),
		CASE(open_rejects_children_outside_the_tree),
		CASE(open_rejects_shared_subtrees),
		CASE(open_rejects_leaves_that_nothing_reaches),
		CASE(open_rejects_leaves_out_of_preorder),
		CASE(open_rejects_scene_leaves_out_of_order),
		CASE(open_rejects_bad_child_counts),
		CASE(open_rejects_planes_that_are_not_exact),
		CASE(open_rejects_boxes_inside_out),
		CASE(open_rejects_unused_slots_that_are_not_empty),
		CASE(open_rejects_leaf_bases_without_leaves),
		CASE(open_bounds_the_depth_of_trees),
		CASE(open_rejects_nodes_that_nothing_reaches),
		CASE(accepted_blobs_answer_every_lookup),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
