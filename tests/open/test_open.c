// SPDX-License-Identifier: MIT
#include "open_case.h"

#include <math.h>

/// Header, section table and plain arrays. Meshes, trees and leaves are in test_open_tree.c, files in test_open_map.c.

static fixture_blob small;

static int set_up(void **state)
{
	(void)state;
	return fixture_blob_small(&small) ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	fixture_blob_free(&small);
	return 0;
}

static int begin(void **state)
{
	return case_begin(state, &small);
}

static void open_accepts_a_sound_blob_and_describes_it(void **state)
{
	open_case *c = *state;
	kiln_asset asset;
	kiln_result result = kiln_open(&asset, c->data, c->size, NULL);
	assert_int_equal(result.status, KILN_OK);
	assert_int_equal(result.offset, 0);
	assert_non_null(result.reason);
	assert_ptr_equal(asset.data, c->data);
	assert_int_equal(asset.size, c->size);
	assert_int_equal(asset.mesh_count, 2);
	assert_int_equal(asset.node_count, 4);
	assert_int_equal(asset.part_count, 3);
	assert_int_equal(asset.material_count, 2);
	assert_int_equal(asset.triangle_count, asset.meshes[0].triangle_count + asset.meshes[1].triangle_count);
	assert_int_not_equal(asset.isa, KILN_ISA_AUTO);
	assert_null(asset.mapping);
}

static void open_rejects_null_and_unknown_options(void **state)
{
	open_case *c = *state;
	kiln_asset asset;
	kiln_open_options options = {.isa = (kiln_isa)99};
	assert_int_equal(kiln_open(NULL, c->data, c->size, NULL).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_open(&asset, NULL, c->size, NULL).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_open(&asset, c->data, c->size, &options).status, KILN_E_ARGUMENT);
}

static void open_rejects_misaligned_memory(void **state)
{
	open_case *c = *state;
	uint8_t *room = fixture_memory(c->size + 64);
	kiln_asset asset;
	for (size_t shift = 1; shift < 64; ++shift)
	{
		memcpy(room + shift, c->data, c->size);
		assert_int_equal(kiln_open(&asset, room + shift, c->size, NULL).status, KILN_E_ALIGNMENT);
	}
	free(room);
}

static void open_rejects_every_truncation(void **state)
{
	open_case *c = *state;
	kiln_asset asset;
	for (size_t size = 0; size < c->size; ++size)
	{
		open_case shorter = case_of(c->data, size);
		kiln_result result = kiln_open(&asset, shorter.data, size, NULL);
		assert_int_equal(result.status, KILN_E_TRUNCATED);
		assert_int_equal(result.offset, size);
		kiln_open_options trust = {.trust = true};
		assert_int_equal(kiln_open(&asset, shorter.data, size, &trust).status, KILN_E_TRUNCATED);
		free(shorter.data);
	}
}

static void open_rejects_trailing_bytes(void **state)
{
	open_case *c = *state;
	uint8_t *longer = fixture_memory(c->size + 64);
	kiln_asset asset;
	memset(longer, 0, c->size + 64);
	memcpy(longer, c->data, c->size);
	for (size_t more = 1; more <= 64; ++more)
	{
		kiln_result result = kiln_open(&asset, longer, c->size + more, NULL);
		assert_int_equal(result.status, KILN_E_SIZE);
		assert_int_equal(result.offset, c->size);
	}
	free(longer);
}

static void open_rejects_other_files(void **state)
{
	(void)state;
	static const char *const others[] = {
		"", "#", "solid cube\n", "PK\3\4", "glTF\2", "\x09KLN\r\n\x1a\n", "\x89KLN\n\x1a\n", "\x89KLN\r\n\x1a\r\n"};
	static const kiln_status expected[] = {KILN_E_TRUNCATED, KILN_E_NOT_KILN, KILN_E_NOT_KILN, KILN_E_NOT_KILN,
		KILN_E_NOT_KILN, KILN_E_NOT_KILN, KILN_E_NOT_KILN, KILN_E_NOT_KILN};
	for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i)
	{
		open_case other = case_of((const uint8_t *)others[i], strlen(others[i]));
		kiln_asset asset;
		kiln_result result = kiln_open(&asset, other.data, other.size, NULL);
		assert_int_equal(result.status, expected[i]);
		assert_int_equal(strstr(result.reason, "text-mode") != NULL, i == 5 || i == 7);
		free(other.data);
	}
}

static void open_rejects_damaged_magic(void **state)
{
	open_case *c = *state;
	for (int i = 0; i < KILN_FORMAT_MAGIC_SIZE; ++i)
		ASSERT_REFUSES(c, case_header(c)->magic[i], case_header(c)->magic[i] ^ 0x80, KILN_E_NOT_KILN, c->data);
}

static void open_rejects_other_endian(void **state)
{
	open_case *c = *state;
	kiln_format_header *header = case_header(c);
	ASSERT_REFUSES(c, header->endian, 0x04030201u, KILN_E_ENDIAN, &header->endian);
	ASSERT_REFUSES(c, header->endian, 0x01020305u, KILN_E_NOT_KILN, &header->endian);
}

static void open_rejects_other_major_versions_and_accepts_minor_ones(void **state)
{
	open_case *c = *state;
	kiln_format_header *header = case_header(c);
	ASSERT_REFUSES(c, header->version_major, KILN_FORMAT_MAJOR + 1, KILN_E_VERSION, &header->version_major);
	ASSERT_REFUSES(c, header->version_major, KILN_FORMAT_MAJOR - 1, KILN_E_VERSION, &header->version_major);
	header->version_minor = 77;
	assert_opens(c);
}

static void open_rejects_unknown_required_features_only(void **state)
{
	open_case *c = *state;
	kiln_format_header *header = case_header(c);
	for (int bit = 1; bit < 64; ++bit)
		ASSERT_REFUSES(c, header->required_features, (uint64_t)1 << bit, KILN_E_FEATURE, &header->required_features);
	header->optional_features = ~0ull;
	assert_opens(c);
}

static void open_rejects_bad_header_values(void **state)
{
	open_case *c = *state;
	kiln_format_header *header = case_header(c);
	const float bad[] = {0, -1, NAN, INFINITY, -INFINITY};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
		ASSERT_REFUSES(c, header->metres_per_unit, bad[i], KILN_E_NUMBER, &header->metres_per_unit);
	ASSERT_REFUSES(c, header->tool_version[3], 1, KILN_E_VALUE, &header->tool_version[3]);
	for (int i = 0; i < 6; ++i)
		ASSERT_REFUSES(c, header->reserved[i], 1, KILN_E_VALUE, header->reserved);
	ASSERT_REFUSES(c, header->section_count, 0xffffffffu, KILN_E_SECTION, &header->section_count);
	ASSERT_REFUSES(c, header->section_count, 0, KILN_E_SECTION, &header->section_count);
}

static void open_rejects_a_size_that_is_no_multiple_of_64(void **state)
{
	open_case *c = *state;
	open_case shorter = case_of(c->data, c->size - 1);
	case_header(&shorter)->size = shorter.size;
	assert_refused_at(&shorter, KILN_E_VALUE, &case_header(&shorter)->size);
	free(shorter.data);
}

static void open_rejects_unordered_and_doubled_sections(void **state)
{
	open_case *c = *state;
	for (uint32_t kind = 2; kind < KILN_SECTION_KIND_END; ++kind)
	{
		kiln_format_section *entry = case_entry(c, kind);
		ASSERT_REFUSES(c, entry->kind, kind - 1, KILN_E_SECTION, entry);
		ASSERT_REFUSES(c, entry->kind, 0, KILN_E_SECTION, entry);
	}
}

static void open_rejects_sections_that_overlap_or_are_misaligned(void **state)
{
	open_case *c = *state;
	for (uint32_t kind = 1; kind < KILN_SECTION_KIND_END; ++kind)
	{
		kiln_format_section *entry = case_entry(c, kind);
		ASSERT_REFUSES(c, entry->offset, entry->offset + 8, KILN_E_SECTION, &entry->offset);
		if (kind == 1 || entry[-1].size > 0)
			ASSERT_REFUSES(c, entry->offset, kind == 1 ? 0 : entry[-1].offset, KILN_E_SECTION, &entry->offset);
	}
}

static void open_rejects_sections_outside_without_overflowing(void **state)
{
	open_case *c = *state;
	const uint64_t far[] = {0xffffffffffffffc0u, 0x8000000000000000u, (uint64_t)c->size + 64, 0x7fffffffffffffc0u};
	for (uint32_t kind = 1; kind < KILN_SECTION_KIND_END; ++kind)
		for (size_t i = 0; i < sizeof far / sizeof far[0]; ++i)
		{
			kiln_format_section *entry = case_entry(c, kind);
			ASSERT_REFUSES(c, entry->offset, far[i], KILN_E_RANGE, &entry->size);
			ASSERT_REFUSES(c, entry->size, far[i], KILN_E_RANGE, &entry->size);
		}
}

static void open_rejects_counts_that_do_not_match_sizes(void **state)
{
	open_case *c = *state;
	for (uint32_t kind = 1; kind < KILN_SECTION_KIND_END; ++kind)
	{
		kiln_format_section *entry = case_entry(c, kind);
		ASSERT_REFUSES(c, entry->count, 0xffffffffu, KILN_E_SECTION, &entry->count);
		ASSERT_REFUSES(c, entry->count, ~0ull, KILN_E_SECTION, &entry->count);
		// 2^61 elements of 8 bytes overflow to 0.
		ASSERT_REFUSES(c, entry->count, 1ull << 61, KILN_E_SECTION, &entry->count);
		if (kind == KILN_SECTION_LEAVES || kind == KILN_SECTION_HULL_DATA || kind == KILN_SECTION_VOLUME_NODES)
			continue;
		ASSERT_REFUSES(c, entry->count, entry->count + 1, KILN_E_SECTION, &entry->count);
		if (entry->count > 0)
			ASSERT_REFUSES(c, entry->count, entry->count - 1, KILN_E_SECTION, &entry->count);
	}
}

static void open_rejects_empty_sections(void **state)
{
	open_case *c = *state;
	const uint32_t kinds[] = {KILN_SECTION_NAMES, KILN_SECTION_MATERIALS, KILN_SECTION_NODES, KILN_SECTION_SCENE,
		KILN_SECTION_TREE, KILN_SECTION_PROVENANCE, KILN_SECTION_SHAPES};
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i)
	{
		uint32_t kind = kinds[i];
		open_case other = case_of(c->data, c->size);
		case_entry(&other, kind)->count = 0;
		case_entry(&other, kind)->size = 0;
		assert_refused_at(&other, KILN_E_SECTION, &case_entry(&other, kind)->count);
		free(other.data);
	}
}

static void open_rejects_a_leaf_section_of_odd_size(void **state)
{
	open_case *c = *state;
	kiln_format_section *leaves = case_entry(c, KILN_SECTION_LEAVES);
	ASSERT_REFUSES(c, leaves->size, leaves->size - 4, KILN_E_SECTION, &leaves->size);
	ASSERT_REFUSES(c, leaves->size, 56, KILN_E_SECTION, &leaves->size);
}

static void open_rejects_unknown_section_flags(void **state)
{
	open_case *c = *state;
	for (uint32_t kind = 1; kind < KILN_SECTION_KIND_END; ++kind)
		ASSERT_REFUSES(c, case_entry(c, kind)->flags, 2, KILN_E_VALUE, &case_entry(c, kind)->flags);
	case_entry(c, KILN_SECTION_NAMES)->flags = 0;
	assert_opens(c);
}

/// Makes the blob with one more section of `extra` bytes of 0xcc after the others. The table grows into the zeros
/// before NAMES, or everything moves by 64 bytes.
static open_case with_section(const open_case *c, uint32_t kind, uint32_t flags, uint64_t extra)
{
	size_t table_end = sizeof(kiln_format_header) + (KILN_SECTION_KIND_END - 1) * sizeof(kiln_format_section);
	size_t names = (size_t)case_entry(c, KILN_SECTION_NAMES)->offset;
	size_t shift = table_end + sizeof(kiln_format_section) > names ? KILN_FORMAT_ALIGNMENT : 0;
	open_case more = {fixture_memory(c->size + shift + extra), c->size + shift + extra};
	memset(more.data, 0, more.size);
	memcpy(more.data, c->data, table_end);
	memcpy(more.data + names + shift, c->data + names, c->size - names);
	for (uint32_t i = 1; i < KILN_SECTION_KIND_END; ++i)
		case_entry(&more, i)->offset += shift;
	*case_entry(&more, KILN_SECTION_KIND_END) = (kiln_format_section){kind, flags, c->size + shift, extra, 3};
	memset(more.data + c->size + shift, 0xcc, extra);
	case_header(&more)->size = more.size;
	++case_header(&more)->section_count;
	return more;
}

static void open_skips_unknown_optional_sections(void **state)
{
	open_case more = with_section(*state, 1000, 0xfffffffeu, 128);
	assert_opens(&more);
	kiln_format_section *entry = case_entry(&more, KILN_SECTION_KIND_END);
	ASSERT_REFUSES(&more, entry->size, 129, KILN_E_RANGE, &entry->size);
	ASSERT_REFUSES(&more, entry->offset, entry->offset + 32, KILN_E_SECTION, &entry->offset);
	ASSERT_REFUSES(&more, entry->kind, 3, KILN_E_SECTION, entry);
	free(more.data);
}

static void open_rejects_unknown_required_sections(void **state)
{
	open_case more = with_section(*state, 1000, KILN_SECTION_REQUIRED, 128);
	assert_refused_at(&more, KILN_E_FEATURE, case_entry(&more, KILN_SECTION_KIND_END));
	free(more.data);
}

static void open_rejects_bytes_in_gaps(void **state)
{
	open_case *c = *state;
	size_t gaps = 0;
	for (uint32_t kind = 0; kind < KILN_SECTION_KIND_END; ++kind)
	{
		size_t from = kind ? (size_t)(case_entry(c, kind)->offset + case_entry(c, kind)->size)
						   : sizeof(kiln_format_header) + (KILN_SECTION_KIND_END - 1) * sizeof(kiln_format_section);
		size_t to = kind + 1 < KILN_SECTION_KIND_END ? (size_t)case_entry(c, kind + 1)->offset : c->size;
		for (size_t at = from; at < to; ++at, ++gaps)
			ASSERT_REFUSES(c, c->data[at], 1, KILN_E_VALUE, c->data + at);
	}
	assert_true(gaps > 100);
}

static void open_rejects_names_without_end(void **state)
{
	open_case *c = *state;
	kiln_format_section *names = case_entry(c, KILN_SECTION_NAMES);
	uint8_t *last = c->data + names->offset + names->size - 1;
	ASSERT_REFUSES(c, *last, 'x', KILN_E_VALUE, last);
}

static void open_rejects_names_out_of_range(void **state)
{
	open_case *c = *state;
	uint32_t size = (uint32_t)case_entry(c, KILN_SECTION_NAMES)->size;
	kiln_format_material *material = case_section(c, KILN_SECTION_MATERIALS);
	kiln_format_part *part = case_section(c, KILN_SECTION_PARTS);
	kiln_format_node *node = case_section(c, KILN_SECTION_NODES);
	kiln_format_provenance *provenance = case_section(c, KILN_SECTION_PROVENANCE);
	const uint32_t bad[] = {size, KILN_NONE - 1, 0x80000000u};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
	{
		ASSERT_REFUSES(c, material[1].name, bad[i], KILN_E_RANGE, &material[1].name);
		ASSERT_REFUSES(c, part[2].name, bad[i], KILN_E_RANGE, &part[2].name);
		ASSERT_REFUSES(c, case_mesh(c, 1)->name, bad[i], KILN_E_RANGE, &case_mesh(c, 1)->name);
		ASSERT_REFUSES(c, node[3].name, bad[i], KILN_E_RANGE, &node[3].name);
		ASSERT_REFUSES(c, provenance->source_name, bad[i], KILN_E_RANGE, provenance);
		ASSERT_REFUSES(c, provenance->options, bad[i], KILN_E_RANGE, provenance);
		ASSERT_REFUSES(c, provenance->importer, bad[i], KILN_E_RANGE, provenance);
	}
	material[1].name = part[2].name = case_mesh(c, 1)->name = node[3].name = KILN_NONE;
	assert_opens(c);
}

static void open_rejects_bad_parts(void **state)
{
	open_case *c = *state;
	kiln_format_part *part = case_section(c, KILN_SECTION_PARTS);
	ASSERT_REFUSES(c, part[1].material, 2, KILN_E_RANGE, &part[1].material);
	ASSERT_REFUSES(c, part[1].reserved[1], 1, KILN_E_VALUE, part[1].reserved);
	ASSERT_REFUSES(c, part[0].first_face, 1, KILN_E_RANGE, &part[0].first_face);
	ASSERT_REFUSES(c, part[1].first_face, part[1].first_face + 1, KILN_E_RANGE, &part[1].first_face);
	ASSERT_REFUSES(c, part[1].face_count, KILN_NONE, KILN_E_RANGE, &part[1].face_count);
}

static void open_rejects_bad_nodes(void **state)
{
	open_case *c = *state;
	kiln_format_node *node = (kiln_format_node *)case_section(c, KILN_SECTION_NODES) + 1;
	const float bad[] = {NAN, INFINITY, -INFINITY};
	for (size_t k = 0; k < 3; ++k)
	{
		for (int i = 0; i < 12; ++i)
		{
			ASSERT_REFUSES(c, node->to_asset[i], bad[k], KILN_E_NUMBER, node->to_asset);
			ASSERT_REFUSES(c, node->to_mesh[i], bad[k], KILN_E_NUMBER, node->to_mesh);
		}
		for (int i = 0; i < 3; ++i)
		{
			ASSERT_REFUSES(c, node->bounds_min[i], bad[k], KILN_E_NUMBER, node->bounds_min);
			ASSERT_REFUSES(c, node->bounds_max[i], bad[k], KILN_E_NUMBER, node->bounds_min);
		}
	}
	ASSERT_REFUSES(c, node->bounds_min[1], node->bounds_max[1] + 1, KILN_E_NUMBER, node->bounds_min);
	ASSERT_REFUSES(c, node->bounds_max[2], 8 * KILN_COORDINATE_MAX, KILN_E_NUMBER, node->bounds_min);
	ASSERT_REFUSES(c, node->mesh, 2, KILN_E_RANGE, &node->mesh);
	ASSERT_REFUSES(c, node->flags, 8, KILN_E_VALUE, &node->flags);
	for (int i = 0; i < 2; ++i)
		ASSERT_REFUSES(c, node->reserved[i], 1, KILN_E_VALUE, node->reserved);
}

static void open_rejects_false_identities(void **state)
{
	open_case *c = *state;
	kiln_format_node *nodes = case_section(c, KILN_SECTION_NODES);
	uint32_t identities = 0;
	for (uint32_t i = 0; i < 4; ++i)
	{
		kiln_format_node *node = &nodes[i];
		if (!(node->flags & KILN_NODE_IDENTITY))
		{
			ASSERT_REFUSES(c, node->flags, KILN_NODE_IDENTITY, KILN_E_VALUE, &node->flags);
			continue;
		}
		++identities;
		for (int k = 0; k < 12; ++k)
		{
			ASSERT_REFUSES(c, node->to_asset[k], 0.5f, KILN_E_VALUE, &node->flags);
			ASSERT_REFUSES(c, node->to_mesh[k], 0.5f, KILN_E_VALUE, &node->flags);
		}
		ASSERT_REFUSES(c, node->flags, KILN_NODE_IDENTITY | KILN_NODE_MIRRORED, KILN_E_VALUE, &node->flags);
	}
	assert_int_equal(identities, 1);
}

static void open_rejects_a_bad_scene(void **state)
{
	open_case *c = *state;
	kiln_format_scene *scene = case_section(c, KILN_SECTION_SCENE);
	ASSERT_REFUSES(c, scene->bounds_min[0], NAN, KILN_E_NUMBER, scene->bounds_min);
	ASSERT_REFUSES(c, scene->bounds_max[2], -1e9f, KILN_E_NUMBER, scene->bounds_min);
	ASSERT_REFUSES(c, scene->reserved[6], 1, KILN_E_VALUE, scene->reserved);
	ASSERT_REFUSES(c, scene->tree_count, 0, KILN_E_RANGE, &scene->tree_count);
	ASSERT_REFUSES(c, scene->tree_count, KILN_NONE, KILN_E_RANGE, &scene->tree_count);
	ASSERT_REFUSES(c, scene->depth, 0, KILN_E_TREE, &scene->depth);
	ASSERT_REFUSES(c, scene->depth, scene->depth + 1, KILN_E_TREE, &scene->depth);
}

static void open_rejects_bad_provenance(void **state)
{
	open_case *c = *state;
	kiln_format_provenance *p = case_section(c, KILN_SECTION_PROVENANCE);
	ASSERT_REFUSES(c, p->up_axis, 3, KILN_E_VALUE, &p->up_axis);
	ASSERT_REFUSES(c, p->unit, (double)NAN, KILN_E_NUMBER, &p->unit);
	ASSERT_REFUSES(c, p->scale, (double)INFINITY, KILN_E_NUMBER, &p->unit);
	ASSERT_REFUSES(c, p->weld_relative, -(double)INFINITY, KILN_E_NUMBER, &p->unit);
	const double bad[] = {-0x1p-1074, 1.0000000000000002, (double)NAN, (double)INFINITY};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
		ASSERT_REFUSES(c, p->flat_edge, bad[i], KILN_E_NUMBER, &p->flat_edge);
	ASSERT_REFUSES(c, p->reserved[2], 1, KILN_E_VALUE, p->reserved);
	p->up_axis = KILN_NONE;
	assert_opens(c);
}

/// No flipped bit makes open crash, and each refusal names a place inside the blob.
static void open_survives_every_flipped_bit(void **state)
{
	open_case *c = *state;
	kiln_asset asset;
	for (size_t bit = 0; bit < 8 * c->size; ++bit)
	{
		c->data[bit / 8] ^= (uint8_t)(1u << bit % 8);
		kiln_result result = kiln_open(&asset, c->data, c->size, NULL);
		assert_true(result.offset <= c->size);
		assert_non_null(result.reason);
		c->data[bit / 8] ^= (uint8_t)(1u << bit % 8);
	}
	assert_opens(c);
}

static void statuses_have_names_of_their_own(void **state)
{
	(void)state;
	static const kiln_status all[] = {KILN_OK, KILN_E_ARGUMENT, KILN_E_IO, KILN_E_ALIGNMENT, KILN_E_TRUNCATED,
		KILN_E_NOT_KILN, KILN_E_ENDIAN, KILN_E_VERSION, KILN_E_FEATURE, KILN_E_SIZE, KILN_E_SECTION, KILN_E_RANGE,
		KILN_E_TREE, KILN_E_NUMBER, KILN_E_VALUE, KILN_E_HASH};
	size_t count = sizeof all / sizeof all[0];
	for (size_t i = 0; i < count; ++i)
		for (size_t k = 0; k < i; ++k)
			assert_string_not_equal(kiln_status_name(all[i]), kiln_status_name(all[k]));
	assert_string_equal(kiln_status_name((kiln_status)9999), "unknown");
	assert_string_equal(kiln_status_name(KILN_E_TRUNCATED), "truncated");
	assert_string_equal(kiln_version(), "0.1.0");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, case_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(open_accepts_a_sound_blob_and_describes_it),
		CASE(open_rejects_null_and_unknown_options),
		CASE(open_rejects_misaligned_memory),
		CASE(open_rejects_every_truncation),
		CASE(open_rejects_trailing_bytes),
		CASE(open_rejects_other_files),
		CASE(open_rejects_damaged_magic),
		CASE(open_rejects_other_endian),
		CASE(open_rejects_other_major_versions_and_accepts_minor_ones),
		CASE(open_rejects_unknown_required_features_only),
		CASE(open_rejects_bad_header_values),
		CASE(open_rejects_a_size_that_is_no_multiple_of_64),
		CASE(open_rejects_unordered_and_doubled_sections),
		CASE(open_rejects_sections_that_overlap_or_are_misaligned),
		CASE(open_rejects_sections_outside_without_overflowing),
		CASE(open_rejects_counts_that_do_not_match_sizes),
		CASE(open_rejects_empty_sections),
		CASE(open_rejects_a_leaf_section_of_odd_size),
		CASE(open_rejects_unknown_section_flags),
		CASE(open_skips_unknown_optional_sections),
		CASE(open_rejects_unknown_required_sections),
		CASE(open_rejects_bytes_in_gaps),
		CASE(open_rejects_names_without_end),
		CASE(open_rejects_names_out_of_range),
		CASE(open_rejects_bad_parts),
		CASE(open_rejects_bad_nodes),
		CASE(open_rejects_false_identities),
		CASE(open_rejects_a_bad_scene),
		CASE(open_rejects_bad_provenance),
		CASE(open_survives_every_flipped_bit),
		CASE(statuses_have_names_of_their_own),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
