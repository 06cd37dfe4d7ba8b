// SPDX-License-Identifier: MIT
// mkdtemp, mkfifo and MAP_ANONYMOUS are no part of C17.
#define _DEFAULT_SOURCE

#include "open_case.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/// Files, protected memory, trust and the lookups.

/// Several pages of leaves.
static fixture_blob large;
static fixture_mesh ground;
static char directory[] = "/tmp/kiln-open-XXXXXX";

static int set_up(void **state)
{
	(void)state;
	ground = fixture_ground(40, 9);
	ground.part_count = 5;
	fixture_mesh meshes[2] = {fixture_box(1, 1, 1), ground};
	const fixture_node nodes[2] = {{.mesh = 0}, {.mesh = 1}};
	bool made = fixture_blob_make(&large, meshes, 2, nodes, 2);
	fixture_mesh_free(&meshes[0]);
	return made && mkdtemp(directory) ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	fixture_blob_free(&large);
	fixture_mesh_free(&ground);
	return rmdir(directory);
}

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

/// Writes a file into the test's directory and returns its path.
static const char *write_file(const void *bytes, size_t size)
{
	static char path[sizeof directory + 16];
	(void)snprintf(path, sizeof path, "%s/file", directory);
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
	return path;
}

static kiln_status map_status(const char *path)
{
	kiln_asset asset;
	kiln_result result = kiln_map(&asset, path, NULL);
	assert_non_null(result.reason);
	if (result.status == KILN_OK)
		kiln_unmap(&asset);
	return result.status;
}

static void map_opens_a_file_and_unmap_ends_it(void **state)
{
	(void)state;
	const char *path = write_file(large.data, large.size);
	for (int prefault = 0; prefault < 2; ++prefault)
	{
		kiln_asset asset;
		kiln_open_options options = {.prefault = prefault};
		kiln_result result = kiln_map(&asset, path, &options);
		assert_int_equal(result.status, KILN_OK);
		assert_non_null(asset.mapping);
		assert_memory_equal(asset.data, large.data, large.size);
		kiln_unmap(&asset);
		assert_null(asset.data);
		assert_null(asset.mapping);
		kiln_unmap(&asset);
	}
	(void)unlink(path);
}

static void map_refuses_what_is_no_file(void **state)
{
	(void)state;
	char pipe[sizeof directory + 16];
	(void)snprintf(pipe, sizeof pipe, "%s/pipe", directory);
	assert_int_equal(mkfifo(pipe, 0600), 0);
	assert_int_equal(map_status(directory), KILN_E_IO);
	assert_int_equal(map_status(pipe), KILN_E_IO);
	assert_int_equal(map_status("/dev/null"), KILN_E_IO);
	assert_int_equal(map_status("/nowhere/at/all.kiln"), KILN_E_IO);
	assert_int_equal(map_status(""), KILN_E_IO);
	assert_int_equal(map_status(NULL), KILN_E_ARGUMENT);
	(void)unlink(pipe);
}

static void map_refuses_unreadable_files(void **state)
{
	(void)state;
	const char *path = write_file(large.data, large.size);
	assert_int_equal(chmod(path, 0), 0);
	// Root can read every file.
	assert_int_equal(map_status(path), geteuid() == 0 ? KILN_OK : KILN_E_IO);
	(void)unlink(path);
}

static void map_refuses_short_and_foreign_files(void **state)
{
	(void)state;
	assert_int_equal(map_status(write_file("", 0)), KILN_E_TRUNCATED);
	assert_int_equal(map_status(write_file(large.data, 1)), KILN_E_TRUNCATED);
	assert_int_equal(map_status(write_file(large.data, 127)), KILN_E_TRUNCATED);
	assert_int_equal(map_status(write_file(large.data, large.size - 1)), KILN_E_TRUNCATED);
	const char *path = write_file("o thing\nv 0 0 0\n", 16);
	assert_int_equal(map_status(path), KILN_E_NOT_KILN);
	(void)unlink(path);
}

/// Maps pages that hold the blob, `lead` bytes from the first byte.
static uint8_t *map_pages(size_t lead, size_t *size)
{
	size_t page = page_size();
	*size = (lead + large.size + page - 1) / page * page;
	uint8_t *pages = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(pages != MAP_FAILED);
	memset(pages, 0xa5, *size);
	memcpy(pages + lead, large.data, large.size);
	return pages;
}

static void open_and_lookups_never_write(void **state)
{
	(void)state;
	size_t size;
	uint8_t *pages = map_pages(0, &size);
	assert_int_equal(mprotect(pages, size, PROT_READ), 0);
	kiln_asset asset;
	assert_int_equal(kiln_open(&asset, pages, large.size, NULL).status, KILN_OK);
	kiln_vec3 corners[3];
	for (uint32_t i = 0; i < asset.meshes[1].triangle_count; ++i)
		assert_true(kiln_triangle_corners(&asset, 1, i, corners));
	assert_int_equal(munmap(pages, size), 0);
}

static void open_works_at_any_64_byte_offset_of_a_file(void **state)
{
	(void)state;
	size_t size;
	for (size_t lead = 0; lead < 4096; lead += 64)
	{
		uint8_t *pages = map_pages(lead, &size);
		assert_int_equal(mprotect(pages, size, PROT_READ), 0);
		kiln_asset asset;
		assert_int_equal(kiln_open(&asset, pages + lead, large.size, NULL).status, KILN_OK);
		assert_int_equal(munmap(pages, size), 0);
	}
}

static void proof_reads_nothing_outside_the_blob(void **state)
{
	(void)state;
	size_t page = page_size(), room = (large.size + page - 1) / page * page;
	uint8_t *pages = mmap(NULL, room + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(pages != MAP_FAILED);
	// The blob's last byte is the last of a page; the pages before and after can't be read.
	uint8_t *data = pages + page + room - large.size;
	memcpy(data, large.data, large.size);
	assert_int_equal(mprotect(pages, page, PROT_NONE), 0);
	assert_int_equal(mprotect(pages + page + room, page, PROT_NONE), 0);
	kiln_asset asset;
	assert_int_equal(kiln_open(&asset, data, large.size, NULL).status, KILN_OK);
	assert_int_equal(munmap(pages, room + 2 * page), 0);
}

static void trust_touches_only_header_and_table(void **state)
{
	(void)state;
	size_t size, page = page_size();
	uint8_t *pages = map_pages(0, &size);
	assert_true(size > 8 * page);
	assert_int_equal(mprotect(pages + page, size - page, PROT_NONE), 0);
	kiln_asset asset;
	kiln_open_options options = {.trust = true};
	assert_int_equal(kiln_open(&asset, pages, large.size, &options).status, KILN_OK);
	assert_int_equal(asset.mesh_count, 2);
	assert_int_equal(asset.triangle_count, 12 + 3200);
	assert_int_equal(munmap(pages, size), 0);
}

static void trust_still_checks_header_and_table(void **state)
{
	(void)state;
	open_case c = case_of(large.data, large.size);
	kiln_asset asset;
	kiln_open_options options = {.trust = true};
	case_entry(&c, KILN_SECTION_TREE)->count += 1;
	assert_int_equal(kiln_open(&asset, c.data, c.size, &options).status, KILN_E_SECTION);
	case_entry(&c, KILN_SECTION_TREE)->count -= 1;
	case_header(&c)->version_major += 1;
	assert_int_equal(kiln_open(&asset, c.data, c.size, &options).status, KILN_E_VERSION);
	case_header(&c)->version_major -= 1;
	// With trust, the contents of a section are not checked.
	case_mesh(&c, 0)->flags |= 16;
	assert_int_equal(kiln_open(&asset, c.data, c.size, &options).status, KILN_OK);
	assert_int_equal(kiln_open(&asset, c.data, c.size, NULL).status, KILN_E_VALUE);
	free(c.data);
}

/// In the fixture, source face i is triangle i of the mesh that was given.
static void corners_and_sources_are_those_of_the_art(void **state)
{
	(void)state;
	kiln_asset asset;
	assert_int_equal(kiln_open(&asset, large.data, large.size, NULL).status, KILN_OK);
	uint32_t count = ground.triangle_count;
	uint8_t *seen = calloc(count, 1);
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_source source = kiln_triangle_source(&asset, 1, i);
		const kiln_format_part *part = &asset.parts[source.part];
		uint32_t face = part->first_face + source.face;
		assert_true(source.face < part->face_count && face < count && !seen[face]);
		assert_int_equal(source.mesh, part->source_mesh);
		assert_int_equal(source.material, part->material);
		seen[face] = 1;
		kiln_vec3 corners[3];
		assert_true(kiln_triangle_corners(&asset, 1, i, corners));
		for (int k = 0; k < 3; ++k)
			assert_memory_equal(&corners[k], ground.vertices[ground.triangles[face][k]], sizeof corners[k]);
	}
	free(seen);
}

static void lookups_out_of_range_answer_none(void **state)
{
	(void)state;
	kiln_asset asset;
	assert_int_equal(kiln_open(&asset, large.data, large.size, NULL).status, KILN_OK);
	const uint32_t pairs[][2] = {{0, 12}, {1, 3200}, {2, 0}, {KILN_NONE, 0}, {0, KILN_NONE}};
	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i)
	{
		kiln_vec3 corners[3];
		kiln_source source = kiln_triangle_source(&asset, pairs[i][0], pairs[i][1]);
		assert_false(kiln_triangle_corners(&asset, pairs[i][0], pairs[i][1], corners));
		assert_int_equal(source.mesh, KILN_NONE);
		assert_int_equal(source.face, KILN_NONE);
		assert_int_equal(source.material, KILN_NONE);
		assert_int_equal(source.part, KILN_NONE);
	}
	uint32_t triangle = 5;
	assert_int_equal(kiln_triangle_mesh(&asset, 12 + 3200, &triangle), KILN_NONE);
	assert_int_equal(triangle, KILN_NONE);
	assert_int_equal(kiln_triangle_mesh(&asset, KILN_NONE, NULL), KILN_NONE);
	assert_string_equal(kiln_name(&asset, KILN_NONE), "");
	assert_string_equal(kiln_name(&asset, (uint32_t)asset.names_size), "");
	assert_string_equal(kiln_name(&asset, asset.provenance->source_name), "fixture.obj");
}

static void triangle_mesh_finds_every_triangle(void **state)
{
	(void)state;
	kiln_asset asset;
	assert_int_equal(kiln_open(&asset, large.data, large.size, NULL).status, KILN_OK);
	for (uint32_t i = 0; i < asset.triangle_count; ++i)
	{
		uint32_t triangle, mesh = kiln_triangle_mesh(&asset, i, &triangle);
		assert_int_equal(mesh, i < 12 ? 0 : 1);
		assert_int_equal(asset.meshes[mesh].triangle_first + triangle, i);
	}
}

/// Blobs of a terabyte that are nearly all holes: a gap after the last section, before it, or after the table. Opening
/// must not read through the gap.
static void map_refuses_a_sparse_terabyte_at_once(void **state)
{
	(void)state;
	const uint64_t size = (uint64_t)1 << 40;
	const size_t table = sizeof(kiln_format_header);
	for (int gap = 0; gap < 3; ++gap)
	{
		const char *path = write_file(large.data, large.size);
		kiln_format_header header;
		kiln_format_section entries[KILN_SECTION_KIND_END - 1];
		memcpy(&header, large.data, sizeof header);
		memcpy(entries, large.data + table, sizeof entries);
		header.size = size;
		for (uint32_t i = 0; i < KILN_SECTION_KIND_END - 1; ++i)
			if (gap == 2 || (gap == 1 && i == KILN_SECTION_KIND_END - 2))
				entries[i].offset += size - large.size;
		FILE *file = fopen(path, "r+b");
		assert_non_null(file);
		assert_int_equal(fwrite(&header, sizeof header, 1, file), 1);
		assert_int_equal(fwrite(entries, sizeof entries, 1, file), 1);
		assert_int_equal(fclose(file), 0);
		// Some file systems do not support such files.
		if (truncate(path, (off_t)size) != 0)
			skip();
		kiln_asset asset;
		kiln_result result = kiln_map(&asset, path, NULL);
		assert_int_equal(result.status, KILN_E_SECTION);
		size_t entry = table + (gap == 1 ? sizeof entries - sizeof *entries : 0);
		assert_int_equal(result.offset,
			gap == 0 ? offsetof(kiln_format_header, size) : entry + offsetof(kiln_format_section, offset));
		assert_int_equal(unlink(path), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(map_refuses_a_sparse_terabyte_at_once),
		cmocka_unit_test(map_opens_a_file_and_unmap_ends_it),
		cmocka_unit_test(map_refuses_what_is_no_file),
		cmocka_unit_test(map_refuses_unreadable_files),
		cmocka_unit_test(map_refuses_short_and_foreign_files),
		cmocka_unit_test(open_and_lookups_never_write),
		cmocka_unit_test(open_works_at_any_64_byte_offset_of_a_file),
		cmocka_unit_test(proof_reads_nothing_outside_the_blob),
		cmocka_unit_test(trust_touches_only_header_and_table),
		cmocka_unit_test(trust_still_checks_header_and_table),
		cmocka_unit_test(corners_and_sources_are_those_of_the_art),
		cmocka_unit_test(lookups_out_of_range_answer_none),
		cmocka_unit_test(triangle_mesh_finds_every_triangle),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
