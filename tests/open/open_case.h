// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_OPEN_CASE_H
#define KILN_TESTS_OPEN_CASE_H

#include "support/asset_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

/// A blob to damage, in memory of exactly its size.
typedef struct open_case
{
	uint8_t *data;
	size_t size;
} open_case;

static inline open_case case_of(const uint8_t *data, size_t size)
{
	open_case made = {fixture_memory(size), size};
	assert_non_null(made.data);
	memcpy(made.data, data, size);
	return made;
}

/// Changes the size and the number of elements of a section; see fixture_blob_resize.
static inline void case_resize(open_case *c, uint32_t kind, uint64_t size, uint64_t count)
{
	fixture_blob blob = {c->data, c->size};
	assert_true(fixture_blob_resize(&blob, kind, size, count));
	*c = (open_case){blob.data, blob.size};
}

/// Set-up of a test: its state is a copy of the blob to damage.
static inline int case_begin(void **state, const fixture_blob *blob)
{
	open_case *c = malloc(sizeof *c);
	assert_non_null(c);
	*c = case_of(blob->data, blob->size);
	*state = c;
	return 0;
}

/// Tear-down of a test.
static inline int case_end(void **state)
{
	open_case *c = *state;
	free(c->data);
	free(c);
	return 0;
}

/// Mesh 0 is a soup whose leaves have odd numbers of triangles, mesh 1 a ground of two parts.
static inline bool case_two_meshes(fixture_blob *blob, uint32_t ground_side)
{
	fixture_mesh meshes[2] = {fixture_soup(75, 0.2f, 8), fixture_ground(ground_side, 4)};
	meshes[1].part_count = 2;
	const fixture_node nodes[2] = {
		{.mesh = 0}, {.mesh = 1, .placed = true, .to_asset = {1, 0, 0, 3, 0, 1, 0, 0, 0, 0, 1, 0}}};
	bool made = fixture_blob_make(blob, meshes, 2, nodes, 2);
	fixture_mesh_free(&meshes[0]);
	fixture_mesh_free(&meshes[1]);
	return made;
}

static inline kiln_format_header *case_header(const open_case *c)
{
	return (kiln_format_header *)(void *)c->data;
}

static inline kiln_format_section *case_entry(const open_case *c, uint32_t kind)
{
	return (kiln_format_section *)(void *)(c->data + sizeof(kiln_format_header)) + (kind - 1);
}

static inline void *case_section(const open_case *c, uint32_t kind)
{
	return c->data + case_entry(c, kind)->offset;
}

static inline kiln_format_mesh *case_mesh(const open_case *c, uint32_t i)
{
	return (kiln_format_mesh *)case_section(c, KILN_SECTION_MESHES) + i;
}

/// Node `i` of a mesh's tree.
static inline kiln_format_tree_node *case_tree(const open_case *c, uint32_t mesh, uint32_t i)
{
	return (kiln_format_tree_node *)case_section(c, KILN_SECTION_TREE) + case_mesh(c, mesh)->tree_first + i;
}

/// The leaf record at a unit of a mesh.
static inline uint8_t *leaf_record(const open_case *c, uint32_t mesh, uint32_t unit)
{
	return (uint8_t *)case_section(c, KILN_SECTION_LEAVES) +
		   ((size_t)case_mesh(c, mesh)->leaf_first + unit) * KILN_LEAF_UNIT;
}

static inline kiln_format_leaf *leaf_head(const open_case *c, uint32_t mesh, uint32_t unit)
{
	return (kiln_format_leaf *)(void *)leaf_record(c, mesh, unit);
}

/// Returns the unit of the leaf after the leaf at `unit`.
static inline uint32_t leaf_after(const open_case *c, uint32_t mesh, uint32_t unit)
{
	const kiln_format_leaf *head = leaf_head(c, mesh, unit);
	return unit + kiln_format_leaf_units(head);
}

/// Inserts `levels` nodes of one child each above the scene's root.
static inline void case_chain(open_case *c, uint32_t levels)
{
	const kiln_format_section *tree = case_entry(c, KILN_SECTION_TREE);
	uint64_t size = tree->size, count = tree->count;
	case_resize(c, KILN_SECTION_TREE, size + levels * sizeof(kiln_format_tree_node), count + levels);
	kiln_format_tree_node *nodes = case_section(c, KILN_SECTION_TREE);
	memmove(nodes + levels, nodes, (size_t)size);
	for (uint32_t i = 0; i < levels; ++i)
	{
		kiln_format_tree_node node = {.exponent = {127, 127, 127}, .counts = 0x11, .child_base = i + 1};
		memset(node.lo, 255, sizeof node.lo);
		for (int axis = 0; axis < 3; ++axis)
		{
			node.origin[axis] = -128;
			node.lo[axis][0] = 0;
			node.hi[axis][0] = 255;
		}
		nodes[i] = node;
	}
	kiln_format_scene *scene = case_section(c, KILN_SECTION_SCENE);
	for (uint32_t i = 0; i < scene->tree_count; ++i)
		if (nodes[levels + i].counts >> 4)
			nodes[levels + i].child_base += levels;
	scene->tree_count += levels;
	scene->depth += levels;
	for (uint32_t i = 0; i < case_entry(c, KILN_SECTION_MESHES)->count; ++i)
		case_mesh(c, i)->tree_first += levels;
}

/// Asserts that the blob is refused with this status at this field, and that the asset is unchanged.
static inline void assert_refused_at(const open_case *c, kiln_status status, const void *field)
{
	kiln_asset asset, before;
	memset(&asset, 0x5a, sizeof asset);
	memset(&before, 0x5a, sizeof before);
	kiln_result result = kiln_open(&asset, c->data, c->size, NULL);
	assert_string_equal(kiln_status_name(result.status), kiln_status_name(status));
	assert_int_equal(result.offset, (uint64_t)((const uint8_t *)field - c->data));
	assert_non_null(result.reason);
	assert_memory_equal(&asset, &before, sizeof asset);
}

static inline void assert_opens(const open_case *c)
{
	kiln_asset asset;
	kiln_result result = kiln_open(&asset, c->data, c->size, NULL);
	if (result.status != KILN_OK)
		fail_msg("refused at byte %llu: %s", (unsigned long long)result.offset, result.reason);
}

/// Sets a field, asserts the refusal at `at`, and restores the field, so that one blob serves many rules.
#define ASSERT_REFUSES(c, field, value, status, at)                                                                    \
	do                                                                                                                 \
	{                                                                                                                  \
		__typeof__(field) kept_ = (field);                                                                             \
		(field) = (value);                                                                                             \
		assert_refused_at((c), (status), (at));                                                                        \
		(field) = kept_;                                                                                               \
		assert_opens(c);                                                                                               \
	} while (0)

#endif
