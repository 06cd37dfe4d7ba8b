// SPDX-License-Identifier: MIT
#include "fuzz/solid_seeds.h"
#include "open_case.h"

#include <math.h>

/// Volume trees, their use, and VERTICES: breaks every rule once. test_open_deep_volume.c tests that queries survive
/// what the proof accepts.

/// Two deformable meshes under a scene; each of them, and the scene, has a narrow tree of every kind with several
/// levels.
static fixture_blob sample;

enum
{
	KINDS = KILN_TREE_KIND_END - 1,
	TREES = 3 * KINDS,
};

static int set_up(void **state)
{
	(void)state;
	return solid_seed_make(SOLID_SEEDS - 1, &sample) ? 0 : -1;
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

/// Returns tree `i` of the blob: kind 1 + i % KINDS of the scene, mesh 0 or mesh 1.
static kiln_format_volume_tree *tree_at(const open_case *c, uint32_t i)
{
	return (kiln_format_volume_tree *)case_section(c, KILN_SECTION_VOLUME_TREES) + i;
}

static kiln_format_volume_head *head_at(const open_case *c, uint32_t tree, uint32_t node)
{
	const kiln_format_volume_tree *t = tree_at(c, tree);
	uint8_t *nodes = (uint8_t *)case_section(c, KILN_SECTION_VOLUME_NODES) + t->nodes;
	return (kiln_format_volume_head *)(void *)(nodes + (size_t)node * kiln_format_volume_node_size(t->kind));
}

static bool is_leaf(uint32_t child)
{
	return (child & KILN_VOLUME_LEAF) != 0;
}

/// Returns the `skip`th child of a tree, in preorder of its nodes, that is a leaf, or that is not.
static uint32_t *find_child(const open_case *c, uint32_t tree, bool leaf, uint32_t skip)
{
	for (uint32_t n = 0; n < tree_at(c, tree)->node_count; ++n)
	{
		kiln_format_volume_head *head = head_at(c, tree, n);
		for (uint32_t i = 0; i < head->count; ++i)
			if (is_leaf(head->child[i]) == leaf && skip-- == 0)
				return &head->child[i];
	}
	fail_msg("tree %u has too few children of a kind", tree);
	return NULL;
}

/// Returns a node of a tree whose children are leaves, more than one.
static kiln_format_volume_head *find_last(const open_case *c, uint32_t tree)
{
	for (uint32_t n = 0; n < tree_at(c, tree)->node_count; ++n)
	{
		kiln_format_volume_head *head = head_at(c, tree, n);
		bool found = head->count > 1;
		for (uint32_t i = 0; i < head->count; ++i)
			found &= is_leaf(head->child[i]);
		if (found)
			return head;
	}
	return NULL;
}

static void the_sample_has_several_nodes_in_every_tree(void **state)
{
	open_case *c = *state;
	assert_opens(c);
	assert_int_equal(case_entry(c, KILN_SECTION_VOLUME_TREES)->count, TREES);
	assert_int_equal(case_entry(c, KILN_SECTION_MESHES)->count, 2);
	for (uint32_t i = 0; i < TREES; ++i)
	{
		const kiln_format_volume_tree *tree = tree_at(c, i);
		assert_int_equal(tree->kind, 1 + i % KINDS);
		assert_int_equal(tree->mesh, i / KINDS - 1);
		assert_int_equal(tree->width, 3);
		assert_true(tree->node_count >= 4 && tree->depth >= 2);
	}
}

// --- Records ------------------------------------------------------------------------------------------------------------

static void kinds_and_owners_out_of_order_are_refused(void **state)
{
	open_case *c = *state;
	for (uint32_t i = 0; i < TREES; ++i)
	{
		kiln_format_volume_tree *tree = tree_at(c, i);
		ASSERT_REFUSES(c, tree->kind, KILN_TREE_AABB, KILN_E_VALUE, &tree->kind);
		ASSERT_REFUSES(c, tree->kind, KILN_TREE_KIND_END, KILN_E_VALUE, &tree->kind);
		ASSERT_REFUSES(c, tree->kind, UINT32_MAX, KILN_E_VALUE, &tree->kind);
		ASSERT_REFUSES(c, tree->mesh, 2, KILN_E_RANGE, &tree->mesh);
		ASSERT_REFUSES(c, tree->mesh, KILN_NONE - 1, KILN_E_RANGE, &tree->mesh);
		if (i % KINDS)
			ASSERT_REFUSES(c, tree->kind, tree[-1].kind, KILN_E_VALUE, tree);
		if (i % KINDS > 1)
			ASSERT_REFUSES(c, tree->kind, tree[-2].kind, KILN_E_VALUE, tree);
		if (i >= KINDS)
			ASSERT_REFUSES(c, tree->mesh, tree->mesh - 1, KILN_E_VALUE, tree);
		if (i >= 2 * KINDS)
			ASSERT_REFUSES(c, tree->mesh, KILN_NONE, KILN_E_VALUE, tree);
	}
}

static void node_ranges_that_leave_or_skip_are_refused(void **state)
{
	open_case *c = *state;
	for (uint32_t i = 0; i < TREES; ++i)
	{
		kiln_format_volume_tree *tree = tree_at(c, i);
		const uint32_t *last = NULL;
		for (uint32_t n = 0; n < tree->node_count; ++n)
			for (uint32_t k = 0; k < head_at(c, i, n)->count; ++k)
				if (head_at(c, i, n)->child[k] == tree->node_count - 1)
					last = &head_at(c, i, n)->child[k];
		ASSERT_REFUSES(c, tree->nodes, tree->nodes + 16, KILN_E_RANGE, &tree->nodes);
		ASSERT_REFUSES(c, tree->nodes, tree->nodes - 16, KILN_E_RANGE, &tree->nodes);
		ASSERT_REFUSES(c, tree->nodes, UINT64_MAX, KILN_E_RANGE, &tree->nodes);
		ASSERT_REFUSES(c, tree->node_count, 0, KILN_E_RANGE, &tree->node_count);
		ASSERT_REFUSES(c, tree->node_count, KILN_TREE_NODES_MAX + 1, KILN_E_RANGE, &tree->node_count);
		ASSERT_REFUSES(c, tree->node_count, KILN_TREE_NODES_MAX, KILN_E_RANGE, &tree->node_count);
		ASSERT_REFUSES(c, tree->node_count, tree->node_count - 1, KILN_E_TREE, last);
		// The tree does not reach an additional node; after the last tree no node follows.
		ASSERT_REFUSES(
			c, tree->node_count, tree->node_count + 1, i + 1 < TREES ? KILN_E_TREE : KILN_E_RANGE, &tree->node_count);
	}
	kiln_format_section *nodes = case_entry(c, KILN_SECTION_VOLUME_NODES);
	ASSERT_REFUSES(c, nodes->count, nodes->count + 1, KILN_E_RANGE, c->data + nodes->offset);
	ASSERT_REFUSES(c, nodes->count, 0, KILN_E_RANGE, c->data + nodes->offset);
}

static void figures_and_limits_out_of_range_are_refused(void **state)
{
	open_case *c = *state;
	const float bad[] = {NAN, INFINITY, -INFINITY, -1, -1e-45f};
	for (uint32_t i = 0; i < TREES; ++i)
	{
		kiln_format_volume_tree *tree = tree_at(c, i);
		float *figures[] = {&tree->sah_cost, &tree->volume, &tree->overlap};
		for (int k = 0; k < 15; ++k)
			ASSERT_REFUSES(c, *figures[k % 3], bad[k / 3], KILN_E_NUMBER, &tree->sah_cost);
		ASSERT_REFUSES(c, tree->width, 0, KILN_E_VALUE, &tree->width);
		ASSERT_REFUSES(c, tree->width, 1, KILN_E_VALUE, &tree->width);
		ASSERT_REFUSES(c, tree->width, KILN_TREE_WIDTH + 1, KILN_E_VALUE, &tree->width);
		ASSERT_REFUSES(c, tree->depth, tree->depth + 1, KILN_E_TREE, &tree->depth);
		ASSERT_REFUSES(c, tree->depth, tree->depth - 1, KILN_E_TREE, &tree->depth);
		ASSERT_REFUSES(c, tree->depth, 0, KILN_E_TREE, &tree->depth);
		uint32_t names = (uint32_t)case_entry(c, KILN_SECTION_NAMES)->size;
		ASSERT_REFUSES(c, tree->rule, names, KILN_E_RANGE, &tree->rule);
		ASSERT_REFUSES(c, tree->rule, KILN_NONE - 1, KILN_E_RANGE, &tree->rule);
		for (size_t k = 0; k < sizeof tree->reserved / sizeof *tree->reserved; ++k)
			ASSERT_REFUSES(c, tree->reserved[k], 1, KILN_E_VALUE, tree->reserved);
	}
}

// --- Nodes --------------------------------------------------------------------------------------------------------------

static void heads_that_contradict_their_tree_are_refused(void **state)
{
	open_case *c = *state;
	for (uint32_t t = 0; t < TREES; ++t)
		for (uint32_t n = 0; n < tree_at(c, t)->node_count; ++n)
		{
			kiln_format_volume_head *head = head_at(c, t, n);
			ASSERT_REFUSES(c, head->count, 0, KILN_E_TREE, &head->count);
			ASSERT_REFUSES(c, head->count, 4, KILN_E_TREE, &head->count);
			ASSERT_REFUSES(c, head->count, UINT32_MAX, KILN_E_TREE, &head->count);
			const uint32_t *last = &head->child[head->count - 1];
			if (head->count > 1)
				ASSERT_REFUSES(c, head->count, head->count - 1, KILN_E_TREE, last);
			for (size_t k = 0; k < sizeof head->reserved / sizeof *head->reserved; ++k)
				ASSERT_REFUSES(c, head->reserved[k], 1, KILN_E_VALUE, head->reserved);
			for (uint32_t i = head->count; i < KILN_TREE_WIDTH; ++i)
			{
				ASSERT_REFUSES(c, head->child[i], 0, KILN_E_TREE, &head->child[i]);
				ASSERT_REFUSES(c, head->child[i], KILN_VOLUME_LEAF, KILN_E_TREE, &head->child[i]);
			}
		}
}

static void more_children_than_the_width_are_refused(void **state)
{
	open_case *c = *state;
	for (uint32_t t = 0; t < TREES; ++t)
	{
		const kiln_format_volume_head *full = NULL;
		for (uint32_t n = 0; n < tree_at(c, t)->node_count && !full; ++n)
			full = head_at(c, t, n)->count == 3 ? head_at(c, t, n) : NULL;
		if (full)
			ASSERT_REFUSES(c, tree_at(c, t)->width, 2, KILN_E_TREE, &full->count);
	}
}

static void inner_nodes_that_break_the_preorder_are_refused(void **state)
{
	open_case *c = *state;
	for (uint32_t t = 0; t < TREES; ++t)
	{
		uint32_t count = tree_at(c, t)->node_count;
		for (uint32_t i = 0; i + 1 < count; ++i)
		{
			uint32_t *child = find_child(c, t, false, i);
			// Its own number, or an ancestor's, makes a cycle; an earlier node's number shares a subtree.
			for (uint32_t n = 0; n <= count; ++n)
				if (n != *child)
					ASSERT_REFUSES(c, *child, n, KILN_E_TREE, child);
			ASSERT_REFUSES(c, *child, KILN_VOLUME_LEAF - 1, KILN_E_TREE, child);
		}
	}
}

/// Tests every unit of a mesh, and some after it, as a leaf.
static void only_units_at_which_a_leaf_of_the_mesh_begins_are_leaves(void **state)
{
	open_case *c = *state;
	for (uint32_t t = KINDS; t < TREES; t += KINDS / 2)
	{
		uint32_t mesh = tree_at(c, t)->mesh, units = case_mesh(c, mesh)->leaf_units, next = 0, starts = 0;
		uint32_t *child = find_child(c, t, true, 1);
		for (uint32_t unit = 0; unit < units + 20; ++unit)
		{
			uint32_t kept = *child;
			*child = KILN_VOLUME_LEAF | unit;
			if (unit == next && unit < units)
			{
				assert_opens(c);
				next = leaf_after(c, mesh, unit);
				++starts;
			}
			else
				assert_refused_at(c, KILN_E_TREE, child);
			*child = kept;
		}
		assert_int_equal(starts, case_mesh(c, mesh)->leaf_count);
		ASSERT_REFUSES(c, *child, KILN_NONE, KILN_E_TREE, child);
	}
}

/// A vertex coordinate that looks like a triangle's number is no leaf, also for the last leaf's triangles: the search
/// for their leaf ends with the mesh.
static void coordinates_that_look_like_a_leaf_are_none(void **state)
{
	open_case *c = *state;
	for (uint32_t mesh = 0; mesh < 2; ++mesh)
	{
		const kiln_format_mesh *m = case_mesh(c, mesh);
		uint32_t *child = find_child(c, (mesh + 1) * KINDS, true, 0);
		for (uint32_t unit = 0; unit < m->leaf_units; unit = leaf_after(c, mesh, unit))
		{
			const kiln_format_leaf *leaf = leaf_head(c, mesh, unit);
			uint32_t at = (kiln_format_leaf_vertices_offset(leaf->triangle_count) + 7) / 8;
			float *value = (float *)(void *)(leaf_record(c, mesh, unit) + (size_t)at * KILN_LEAF_UNIT);
			float kept_value = *value;
			uint32_t kept = *child;
			*child = KILN_VOLUME_LEAF | (unit + at);
			for (uint32_t triangle = 0; triangle <= m->triangle_count; ++triangle)
			{
				memcpy(value, &triangle, sizeof triangle);
				assert_refused_at(c, KILN_E_TREE, child);
			}
			*child = kept;
			*value = kept_value;
		}
	}
	assert_opens(c);
}

static void only_nodes_of_the_scene_are_leaves_of_its_trees(void **state)
{
	open_case *c = *state;
	uint32_t nodes = (uint32_t)case_entry(c, KILN_SECTION_NODES)->count;
	for (uint32_t t = 0; t < KINDS; ++t)
	{
		uint32_t *child = find_child(c, t, true, 2), kept = *child;
		for (uint32_t n = 0; n < nodes; ++n)
		{
			*child = KILN_VOLUME_LEAF | n;
			assert_opens(c);
		}
		*child = kept;
		ASSERT_REFUSES(c, *child, KILN_VOLUME_LEAF | nodes, KILN_E_TREE, child);
		ASSERT_REFUSES(c, *child, KILN_NONE, KILN_E_TREE, child);
	}
}

/// Removes the last child of a node, with its volume.
static void drop_last(const open_case *c, uint32_t tree, kiln_format_volume_head *head)
{
	uint32_t kind = tree_at(c, tree)->kind, i = --head->count;
	uint8_t *node = (uint8_t *)head;
	head->child[i] = KILN_NONE;
	if (kiln_format_kdop_slabs(kind))
	{
		kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(kiln_format_kdop_slabs(kind));
		for (uint32_t at_slab = at.lo + i; at_slab < at.hi + 8 * kiln_format_kdop_slabs(kind); at_slab += 8)
			node[at_slab] = 0;
		return;
	}
	kiln_format_oriented_node *oriented = (kiln_format_oriented_node *)(void *)node;
	for (int k = 0; k < (kind == KILN_TREE_SPHERE ? 4 : 6); ++k)
		((float *)(void *)(node + sizeof *head))[k * KILN_TREE_WIDTH + (int)i] = 0;
	for (int k = 0; k < 4 && kind != KILN_TREE_SPHERE; ++k)
		oriented->rotation[k][i] = 0;
}

static void a_leaf_too_few_is_refused(void **state)
{
	const open_case *c = *state;
	for (uint32_t t = 0; t < TREES; ++t)
	{
		open_case other = case_of(c->data, c->size);
		kiln_format_volume_head *head = find_last(&other, t);
		assert_non_null(head);
		drop_last(&other, t, head);
		assert_refused_at(&other, KILN_E_TREE, tree_at(&other, t));
		free(other.data);
	}
}

// --- Volumes ------------------------------------------------------------------------------------------------------------

#define LARGEST (32 * KILN_COORDINATE_MAX)

/// Tests a row of eight numbers; the used ones must be from `least` to LARGEST.
static void refuses_row(const open_case *c, float *row, uint32_t count, float least)
{
	const float beyond = nextafterf(LARGEST, INFINITY), below = least < 0 ? -beyond : -1e-45f;
	for (uint32_t i = 0; i < KILN_TREE_WIDTH; ++i)
	{
		if (i >= count)
		{
			ASSERT_REFUSES(c, row[i], 1e-45f, KILN_E_NUMBER, &row[i]);
			ASSERT_REFUSES(c, row[i], NAN, KILN_E_NUMBER, &row[i]);
			continue;
		}
		ASSERT_REFUSES(c, row[i], NAN, KILN_E_NUMBER, &row[i]);
		ASSERT_REFUSES(c, row[i], INFINITY, KILN_E_NUMBER, &row[i]);
		ASSERT_REFUSES(c, row[i], -INFINITY, KILN_E_NUMBER, &row[i]);
		ASSERT_REFUSES(c, row[i], beyond, KILN_E_NUMBER, &row[i]);
		ASSERT_REFUSES(c, row[i], below, KILN_E_NUMBER, &row[i]);
		float kept = row[i];
		row[i] = LARGEST;
		assert_opens(c);
		row[i] = least < 0 ? -LARGEST : -0.0f;
		assert_opens(c);
		row[i] = kept;
	}
}

static void spheres_out_of_range_are_refused(void **state)
{
	open_case *c = *state;
	for (uint32_t t = KILN_TREE_SPHERE - 1; t < TREES; t += KINDS)
		for (uint32_t n = 0; n < tree_at(c, t)->node_count; n += 3)
		{
			kiln_format_sphere_node *node = (kiln_format_sphere_node *)(void *)head_at(c, t, n);
			for (int axis = 0; axis < 3; ++axis)
				refuses_row(c, node->center[axis], node->head.count, -LARGEST);
			refuses_row(c, node->radius, node->head.count, 0);
		}
}

/// The shortest quaternion has the length 2^14.
static void refuses_rotation(const open_case *c, kiln_format_oriented_node *node, uint32_t i)
{
	static const int16_t good[][4] = {{16384, 0, 0, 0}, {0, 0, 0, -16384}, {8192, -8192, 8192, -8192},
		{INT16_MIN, INT16_MIN, INT16_MIN, INT16_MIN}, {0, INT16_MAX, 0, INT16_MIN}};
	static const int16_t bad[][4] = {
		{0, 0, 0, 0}, {16383, 0, 0, 0}, {0, 0, 0, -16383}, {8192, 8191, 8192, 8192}, {0, 1, 0, 0}};
	int16_t kept[4];
	bool used = i < node->head.count;
	for (int k = 0; k < 4; ++k)
		kept[k] = node->rotation[k][i];
	for (int n = 0; n < 10; ++n)
	{
		for (int k = 0; k < 4; ++k)
			node->rotation[k][i] = n < 5 ? good[n][k] : bad[n - 5][k];
		if (n < 5 ? used : !used && n == 5)
			assert_opens(c);
		else
			assert_refused_at(c, KILN_E_NUMBER, &node->rotation[0][i]);
	}
	for (int k = 0; k < 4; ++k)
		node->rotation[k][i] = kept[k];
}

static void oriented_volumes_out_of_range_are_refused(void **state)
{
	open_case *c = *state;
	for (uint32_t t = 0; t < TREES; ++t)
		for (uint32_t n = 0; n < tree_at(c, t)->node_count; n += 4)
		{
			if (tree_at(c, t)->kind != KILN_TREE_OBB && tree_at(c, t)->kind != KILN_TREE_RSS)
				continue;
			kiln_format_oriented_node *node = (kiln_format_oriented_node *)(void *)head_at(c, t, n);
			for (int axis = 0; axis < 3; ++axis)
			{
				refuses_row(c, node->center[axis], node->head.count, -LARGEST);
				refuses_row(c, node->size[axis], node->head.count, 0);
			}
			for (uint32_t i = 0; i < KILN_TREE_WIDTH; ++i)
				refuses_rotation(c, node, i);
		}
}

/// Planes must be whole steps from 0, at most 2^24 of them.
static void refuses_frame(const open_case *c, float *origin, uint8_t *exponent)
{
	const float step = ldexpf(1, *exponent - 127), kept = *origin;
	const float bad[] = {NAN, INFINITY, -INFINITY, nextafterf(LARGEST, INFINITY), -nextafterf(LARGEST, INFINITY),
		step / 2, 100.25f * step, step * 0x1p24f, step * (0x1p24f - 254), -step * (0x1p24f + 2)};
	for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k)
		ASSERT_REFUSES(c, *origin, bad[k], KILN_E_NUMBER, origin);
	ASSERT_REFUSES(c, *exponent, 0, KILN_E_NUMBER, origin);
	ASSERT_REFUSES(c, *exponent, 255, KILN_E_NUMBER, origin);
	ASSERT_REFUSES(c, *exponent, 127 + 45 - 7, KILN_E_NUMBER, origin);
	const float good[] = {0, -0.0f, step, -100 * step, step * (0x1p24f - 255), -step * 0x1p24f};
	for (size_t k = 0; k < sizeof good / sizeof *good; ++k)
	{
		*origin = good[k];
		assert_opens(c);
	}
	*origin = kept;
}

static void refuses_slab(const open_case *c, uint32_t count, uint8_t *lo, uint8_t *hi)
{
	for (uint32_t i = 0; i < KILN_TREE_WIDTH; ++i)
	{
		uint8_t kept_lo = lo[i], kept_hi = hi[i];
		lo[i] = i < count ? 201 : 0;
		hi[i] = i < count ? 200 : 1;
		assert_refused_at(c, KILN_E_TREE, &lo[i]);
		lo[i] = i < count ? 200 : 1;
		hi[i] = i < count ? 200 : 0;
		if (i < count)
			assert_opens(c);
		else
			assert_refused_at(c, KILN_E_TREE, &lo[i]);
		lo[i] = kept_lo;
		hi[i] = kept_hi;
	}
}

static void refuses_padding(const open_case *c, uint8_t *from, const uint8_t *end)
{
	for (uint8_t *at = from; at < end; ++at)
		ASSERT_REFUSES(c, *at, 1, KILN_E_VALUE, from);
}

static void slabs_out_of_range_are_refused(void **state)
{
	open_case *c = *state;
	for (uint32_t t = 0; t < TREES; ++t)
	{
		uint32_t slabs = kiln_format_kdop_slabs(tree_at(c, t)->kind);
		kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(slabs);
		for (uint32_t n = 0; slabs && n < tree_at(c, t)->node_count; n += 4)
		{
			uint8_t *node = (uint8_t *)head_at(c, t, n);
			for (uint32_t s = 0; s < slabs; ++s)
			{
				refuses_frame(c, (float *)(void *)(node + at.origin) + s, node + at.exponent + s);
				refuses_slab(c, head_at(c, t, n)->count, node + at.lo + 8 * s, node + at.hi + 8 * s);
			}
			refuses_padding(c, node + at.exponent + slabs, node + at.lo);
			refuses_padding(c, node + at.hi + 8 * slabs, node + at.size);
		}
	}
}

// --- What is taken of them, and VERTICES --------------------------------------------------------------------------------

static void trees_of_others_cannot_be_chosen(void **state)
{
	open_case *c = *state;
	kiln_format_scene *scene = case_section(c, KILN_SECTION_SCENE);
	uint32_t *choices[] = {&scene->pair_tree, &case_mesh(c, 0)->pair_tree, &case_mesh(c, 1)->pair_tree};
	for (uint32_t owner = 0; owner < 3; ++owner)
	{
		uint32_t kept = *choices[owner];
		for (uint32_t t = 0; t < TREES; ++t)
		{
			*choices[owner] = t;
			if (t / KINDS == owner)
				assert_opens(c);
			else
				assert_refused_at(c, KILN_E_RANGE, choices[owner]);
		}
		*choices[owner] = KILN_NONE;
		assert_opens(c);
		*choices[owner] = kept;
		ASSERT_REFUSES(c, *choices[owner], TREES, KILN_E_RANGE, choices[owner]);
		ASSERT_REFUSES(c, *choices[owner], KILN_NONE - 1, KILN_E_RANGE, choices[owner]);
	}
}

static void source_vertices_that_leave_or_skip_are_refused(void **state)
{
	open_case *c = *state;
	uint32_t *vertices = case_section(c, KILN_SECTION_VERTICES);
	for (uint32_t i = 0; i < 2; ++i)
	{
		kiln_format_mesh *m = case_mesh(c, i);
		ASSERT_REFUSES(c, m->vertex_first, m->vertex_first + 1, KILN_E_RANGE, &m->vertex_first);
		ASSERT_REFUSES(c, m->vertex_first, m->vertex_first - 2, KILN_E_RANGE, &m->vertex_first);
		ASSERT_REFUSES(c, m->leaf_vertex_count, m->leaf_vertex_count + 1, KILN_E_RANGE, &m->leaf_vertex_count);
		ASSERT_REFUSES(c, m->leaf_vertex_count, m->leaf_vertex_count - 1, KILN_E_RANGE, &m->leaf_vertex_count);
		ASSERT_REFUSES(c, m->leaf_vertex_count, UINT32_MAX, KILN_E_RANGE, &m->leaf_vertex_count);
		ASSERT_REFUSES(c, m->source_vertex_count, 0, KILN_E_RANGE, &vertices[m->vertex_first]);
		for (uint32_t v = m->vertex_first; v < m->vertex_first + m->leaf_vertex_count; ++v)
		{
			ASSERT_REFUSES(c, vertices[v], m->source_vertex_count, KILN_E_RANGE, &vertices[v]);
			ASSERT_REFUSES(c, vertices[v], KILN_NONE, KILN_E_RANGE, &vertices[v]);
		}
	}
}

static void source_vertices_of_no_mesh_are_refused(void **state)
{
	open_case *c = *state;
	kiln_format_mesh *last = case_mesh(c, 1);
	kiln_format_section *section = case_entry(c, KILN_SECTION_VERTICES);
	ASSERT_REFUSES(c, last->vertex_first, KILN_NONE, KILN_E_RANGE, case_mesh(c, 0));
	ASSERT_REFUSES(c, case_mesh(c, 0)->vertex_first, KILN_NONE, KILN_E_RANGE, &last->vertex_first);
	// One element less in the section than the meshes have.
	memset((uint32_t *)case_section(c, KILN_SECTION_VERTICES) + --section->count, 0, sizeof(uint32_t));
	section->size -= sizeof(uint32_t);
	assert_refused_at(c, KILN_E_RANGE, &last->leaf_vertex_count);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_sample_has_several_nodes_in_every_tree, begin, case_end),
		cmocka_unit_test_setup_teardown(kinds_and_owners_out_of_order_are_refused, begin, case_end),
		cmocka_unit_test_setup_teardown(node_ranges_that_leave_or_skip_are_refused, begin, case_end),
		cmocka_unit_test_setup_teardown(figures_and_limits_out_of_range_are_refused, begin, case_end),
		cmocka_unit_test_setup_teardown(heads_that_contradict_their_tree_are_refused, begin, case_end),
		cmocka_unit_test_setup_teardown(more_children_than_the_width_are_refused, begin, case_end),
		cmocka_unit_test_setup_teardown(inner_nodes_that_break_the_preorder_are_refused, begin, case_end),
		cmocka_unit_test_setup_teardown(only_units_at_which_a_leaf_of_the_mesh_begins_are_leaves, begin, case_end),
		cmocka_unit_test_setup_teardown(coordinates_that_look_like_a_leaf_are_none, begin, case_end),
		cmocka_unit_test_setup_teardown(only_nodes_of_the_scene_are_leaves_of_its_trees, begin, case_end),
		cmocka_unit_test_setup_teardown(a_leaf_too_few_is_refused, begin, case_end),
		cmocka_unit_test_setup_teardown(spheres_out_of_range_are_refused, begin, case_end),
		cmocka_unit_test_setup_teardown(oriented_volumes_out_of_range_are_refused, begin, case_end),
		cmocka_unit_test_setup_teardown(slabs_out_of_range_are_refused, begin, case_end),
		cmocka_unit_test_setup_teardown(trees_of_others_cannot_be_chosen, begin, case_end),
		cmocka_unit_test_setup_teardown(source_vertices_that_leave_or_skip_are_refused, begin, case_end),
		cmocka_unit_test_setup_teardown(source_vertices_of_no_mesh_are_refused, begin, case_end),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
