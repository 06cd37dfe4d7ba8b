// SPDX-License-Identifier: MIT

/// Compares FORMAT.md with kiln_format.h and a real blob. Run from the root of the repository.

#include "open/rules.h"
#include "sdf/rules.h"
#include "support/asset_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A field of the header file.
typedef struct field
{
	const char *type;
	const char *name;
	size_t offset;
	size_t size;
} field;

#define FIELD(type, name)                                                                                              \
	{                                                                                                                  \
#type, #name, offsetof(type, name), sizeof(((type *)0)->name)                                                  \
	}
#define WHOLE(type)                                                                                                    \
	{                                                                                                                  \
#type, "", 0, sizeof(type)                                                                                     \
	}

/// Every struct, then its fields in order.
static const field fields[] = {
	WHOLE(kiln_format_header),
	FIELD(kiln_format_header, magic),
	FIELD(kiln_format_header, endian),
	FIELD(kiln_format_header, version_major),
	FIELD(kiln_format_header, version_minor),
	FIELD(kiln_format_header, size),
	FIELD(kiln_format_header, content_hash),
	FIELD(kiln_format_header, required_features),
	FIELD(kiln_format_header, optional_features),
	FIELD(kiln_format_header, source_hash),
	FIELD(kiln_format_header, options_hash),
	FIELD(kiln_format_header, tool_version),
	FIELD(kiln_format_header, metres_per_unit),
	FIELD(kiln_format_header, section_count),
	FIELD(kiln_format_header, reserved),
	WHOLE(kiln_format_section),
	FIELD(kiln_format_section, kind),
	FIELD(kiln_format_section, flags),
	FIELD(kiln_format_section, offset),
	FIELD(kiln_format_section, size),
	FIELD(kiln_format_section, count),
	WHOLE(kiln_format_material),
	FIELD(kiln_format_material, name),
	FIELD(kiln_format_material, tag),
	FIELD(kiln_format_material, layers),
	FIELD(kiln_format_material, collides),
	FIELD(kiln_format_material, user),
	FIELD(kiln_format_material, friction),
	FIELD(kiln_format_material, restitution),
	FIELD(kiln_format_material, flags),
	FIELD(kiln_format_material, reserved),
	WHOLE(kiln_format_surface),
	FIELD(kiln_format_surface, static_friction),
	FIELD(kiln_format_surface, dynamic_friction),
	FIELD(kiln_format_surface, restitution),
	FIELD(kiln_format_surface, friction_combine),
	FIELD(kiln_format_surface, restitution_combine),
	FIELD(kiln_format_surface, given),
	WHOLE(kiln_format_body),
	FIELD(kiln_format_body, to_asset),
	FIELD(kiln_format_body, mass),
	FIELD(kiln_format_body, gravity),
	FIELD(kiln_format_body, center),
	FIELD(kiln_format_body, inertia),
	FIELD(kiln_format_body, axes),
	FIELD(kiln_format_body, linear_velocity),
	FIELD(kiln_format_body, angular_velocity),
	FIELD(kiln_format_body, kind),
	FIELD(kiln_format_body, flags),
	FIELD(kiln_format_body, name),
	FIELD(kiln_format_body, source_node),
	FIELD(kiln_format_body, reserved),
	WHOLE(kiln_format_metadata),
	FIELD(kiln_format_metadata, owner),
	FIELD(kiln_format_metadata, index),
	FIELD(kiln_format_metadata, path),
	FIELD(kiln_format_metadata, type),
	FIELD(kiln_format_metadata, value),
	WHOLE(kiln_format_part),
	FIELD(kiln_format_part, name),
	FIELD(kiln_format_part, source_mesh),
	FIELD(kiln_format_part, material),
	FIELD(kiln_format_part, first_face),
	FIELD(kiln_format_part, face_count),
	FIELD(kiln_format_part, volumes),
	FIELD(kiln_format_part, reserved),
	WHOLE(kiln_format_mesh),
	FIELD(kiln_format_mesh, bounds_min),
	FIELD(kiln_format_mesh, bounds_max),
	FIELD(kiln_format_mesh, name),
	FIELD(kiln_format_mesh, flags),
	FIELD(kiln_format_mesh, part_first),
	FIELD(kiln_format_mesh, part_count),
	FIELD(kiln_format_mesh, triangle_first),
	FIELD(kiln_format_mesh, triangle_count),
	FIELD(kiln_format_mesh, tree_first),
	FIELD(kiln_format_mesh, tree_count),
	FIELD(kiln_format_mesh, leaf_first),
	FIELD(kiln_format_mesh, leaf_units),
	FIELD(kiln_format_mesh, leaf_index_first),
	FIELD(kiln_format_mesh, leaf_count),
	FIELD(kiln_format_mesh, depth),
	FIELD(kiln_format_mesh, vertex_count),
	FIELD(kiln_format_mesh, edge_count),
	FIELD(kiln_format_mesh, boundary_edges),
	FIELD(kiln_format_mesh, nonmanifold_edges),
	FIELD(kiln_format_mesh, inconsistent_edges),
	FIELD(kiln_format_mesh, component_count),
	FIELD(kiln_format_mesh, euler_characteristic),
	FIELD(kiln_format_mesh, sah_cost),
	FIELD(kiln_format_mesh, pair_tree),
	FIELD(kiln_format_mesh, choice),
	FIELD(kiln_format_mesh, vertex_first),
	FIELD(kiln_format_mesh, leaf_vertex_count),
	FIELD(kiln_format_mesh, source_vertex_count),
	WHOLE(kiln_format_level),
	FIELD(kiln_format_level, mesh),
	FIELD(kiln_format_level, level_mesh),
	FIELD(kiln_format_level, distance),
	WHOLE(kiln_format_sdf),
	FIELD(kiln_format_sdf, mesh),
	FIELD(kiln_format_sdf, origin),
	FIELD(kiln_format_sdf, edge),
	FIELD(kiln_format_sdf, roots),
	FIELD(kiln_format_sdf, depth),
	FIELD(kiln_format_sdf, cell_first),
	FIELD(kiln_format_sdf, cell_count),
	FIELD(kiln_format_sdf, block_first),
	FIELD(kiln_format_sdf, block_count),
	FIELD(kiln_format_sdf, error),
	FIELD(kiln_format_sdf, reserved),
	WHOLE(kiln_format_sdf_block),
	FIELD(kiln_format_sdf_block, base),
	FIELD(kiln_format_sdf_block, step),
	FIELD(kiln_format_sdf_block, error),
	FIELD(kiln_format_sdf_block, reserved),
	FIELD(kiln_format_sdf_block, samples),
	WHOLE(kiln_format_volume_tree),
	FIELD(kiln_format_volume_tree, kind),
	FIELD(kiln_format_volume_tree, mesh),
	FIELD(kiln_format_volume_tree, nodes),
	FIELD(kiln_format_volume_tree, node_count),
	FIELD(kiln_format_volume_tree, depth),
	FIELD(kiln_format_volume_tree, width),
	FIELD(kiln_format_volume_tree, rule),
	FIELD(kiln_format_volume_tree, sah_cost),
	FIELD(kiln_format_volume_tree, volume),
	FIELD(kiln_format_volume_tree, overlap),
	FIELD(kiln_format_volume_tree, reserved),
	WHOLE(kiln_format_volume_head),
	FIELD(kiln_format_volume_head, count),
	FIELD(kiln_format_volume_head, reserved),
	FIELD(kiln_format_volume_head, child),
	WHOLE(kiln_format_sphere_node),
	FIELD(kiln_format_sphere_node, head),
	FIELD(kiln_format_sphere_node, center),
	FIELD(kiln_format_sphere_node, radius),
	WHOLE(kiln_format_oriented_node),
	FIELD(kiln_format_oriented_node, head),
	FIELD(kiln_format_oriented_node, center),
	FIELD(kiln_format_oriented_node, size),
	FIELD(kiln_format_oriented_node, rotation),
	WHOLE(kiln_format_shape),
	FIELD(kiln_format_shape, kind),
	FIELD(kiln_format_shape, index),
	FIELD(kiln_format_shape, name),
	FIELD(kiln_format_shape, material),
	FIELD(kiln_format_shape, part_first),
	FIELD(kiln_format_shape, part_count),
	FIELD(kiln_format_shape, volumes),
	FIELD(kiln_format_shape, flags),
	FIELD(kiln_format_shape, parameters),
	FIELD(kiln_format_shape, volume),
	FIELD(kiln_format_shape, area),
	FIELD(kiln_format_shape, center),
	FIELD(kiln_format_shape, inertia),
	FIELD(kiln_format_shape, moments),
	FIELD(kiln_format_shape, axes),
	FIELD(kiln_format_shape, reserved),
	WHOLE(kiln_format_volumes),
	FIELD(kiln_format_volumes, aabb_min),
	FIELD(kiln_format_volumes, aabb_max),
	FIELD(kiln_format_volumes, sphere_center),
	FIELD(kiln_format_volumes, sphere_radius),
	FIELD(kiln_format_volumes, obb_center),
	FIELD(kiln_format_volumes, obb_axes),
	FIELD(kiln_format_volumes, obb_half_extents),
	FIELD(kiln_format_volumes, capsule_a),
	FIELD(kiln_format_volumes, capsule_b),
	FIELD(kiln_format_volumes, capsule_radius),
	FIELD(kiln_format_volumes, rss_origin),
	FIELD(kiln_format_volumes, rss_edges),
	FIELD(kiln_format_volumes, rss_radius),
	FIELD(kiln_format_volumes, kdop_min),
	FIELD(kiln_format_volumes, kdop_max),
	FIELD(kiln_format_volumes, reserved),
	WHOLE(kiln_format_hull),
	FIELD(kiln_format_hull, data),
	FIELD(kiln_format_hull, size),
	FIELD(kiln_format_hull, dimension),
	FIELD(kiln_format_hull, vertex_count),
	FIELD(kiln_format_hull, edge_count),
	FIELD(kiln_format_hull, face_count),
	FIELD(kiln_format_hull, index_size),
	FIELD(kiln_format_hull, level_count),
	FIELD(kiln_format_hull, link_first_count),
	FIELD(kiln_format_hull, link_count),
	FIELD(kiln_format_hull, exact_vertex_count),
	FIELD(kiln_format_hull, error),
	FIELD(kiln_format_hull, flags),
	FIELD(kiln_format_hull, reserved),
	WHOLE(kiln_format_node),
	FIELD(kiln_format_node, to_asset),
	FIELD(kiln_format_node, to_mesh),
	FIELD(kiln_format_node, bounds_min),
	FIELD(kiln_format_node, bounds_max),
	FIELD(kiln_format_node, mesh),
	FIELD(kiln_format_node, name),
	FIELD(kiln_format_node, source_node),
	FIELD(kiln_format_node, flags),
	FIELD(kiln_format_node, tag),
	FIELD(kiln_format_node, shape),
	FIELD(kiln_format_node, layers),
	FIELD(kiln_format_node, collides),
	FIELD(kiln_format_node, user),
	FIELD(kiln_format_node, reserved),
	WHOLE(kiln_format_scene),
	FIELD(kiln_format_scene, bounds_min),
	FIELD(kiln_format_scene, bounds_max),
	FIELD(kiln_format_scene, tree_count),
	FIELD(kiln_format_scene, depth),
	FIELD(kiln_format_scene, pair_tree),
	FIELD(kiln_format_scene, reserved),
	WHOLE(kiln_format_tree_node),
	FIELD(kiln_format_tree_node, origin),
	FIELD(kiln_format_tree_node, exponent),
	FIELD(kiln_format_tree_node, counts),
	FIELD(kiln_format_tree_node, child_base),
	FIELD(kiln_format_tree_node, leaf_base),
	FIELD(kiln_format_tree_node, leaf_offset),
	FIELD(kiln_format_tree_node, lo),
	FIELD(kiln_format_tree_node, hi),
	WHOLE(kiln_format_leaf),
	FIELD(kiln_format_leaf, triangle),
	FIELD(kiln_format_leaf, triangle_count),
	FIELD(kiln_format_leaf, vertex_count),
	FIELD(kiln_format_leaf, reserved),
	WHOLE(kiln_format_provenance),
	FIELD(kiln_format_provenance, source_name),
	FIELD(kiln_format_provenance, options),
	FIELD(kiln_format_provenance, importer),
	FIELD(kiln_format_provenance, up_axis),
	FIELD(kiln_format_provenance, unit),
	FIELD(kiln_format_provenance, scale),
	FIELD(kiln_format_provenance, weld_relative),
	FIELD(kiln_format_provenance, source_meshes),
	FIELD(kiln_format_provenance, source_vertices),
	FIELD(kiln_format_provenance, source_faces),
	FIELD(kiln_format_provenance, skipped_points),
	FIELD(kiln_format_provenance, skipped_lines),
	FIELD(kiln_format_provenance, invalid_faces),
	FIELD(kiln_format_provenance, triangulated),
	FIELD(kiln_format_provenance, degenerate),
	FIELD(kiln_format_provenance, duplicates),
	FIELD(kiln_format_provenance, welded),
	FIELD(kiln_format_provenance, triangles),
	FIELD(kiln_format_provenance, flat_edge),
	FIELD(kiln_format_provenance, reserved),
};

#define FIELD_COUNT (sizeof fields / sizeof fields[0])

static FILE *open_document(void)
{
	FILE *file = fopen("format/FORMAT.md", "r");
	if (!file)
		fail_msg("format/FORMAT.md can't be read: run this from the root of the repository");
	return file;
}

/// Headings `### type, N bytes` and rows `| offset | size | field |...` must be exactly the fields, in order.
static void document_lists_every_field_at_its_offset(void **state)
{
	(void)state;
	FILE *file = open_document();
	char line[1024], current[64] = "", name[64];
	size_t next = 0, offset, size;
	while (fgets(line, sizeof line, file))
	{
		const field *expected = next < FIELD_COUNT ? &fields[next] : &(field){"the end", "", 0, 0};
		if (sscanf(line, "### %63[a-z_], %zu bytes", current, &size) == 2)
		{
			assert_string_equal(current, expected->type);
			assert_string_equal("", expected->name);
			assert_int_equal(size, expected->size);
			++next;
		}
		else if (sscanf(line, "| %zu | %zu | %63[a-z_] |", &offset, &size, name) == 3)
		{
			assert_string_equal(current, expected->type);
			assert_string_equal(name, expected->name);
			assert_int_equal(offset, expected->offset);
			assert_int_equal(size, expected->size);
			++next;
		}
	}
	(void)fclose(file);
	assert_int_equal(next, FIELD_COUNT);
}

typedef struct rule_row
{
	const char *name, *status, *where, *reason;
} rule_row;

/// "Rules": the rows `| name | status | at | reason |` must be exactly the table that drives the proof, in its order.
static void document_lists_every_rule_of_the_proof(void **state)
{
	(void)state;
#define ROW(name, status, where, reason) {#name, #status, where, reason},
	static const rule_row rows[] = {KILN_RULES(ROW) KILN_SDF_RULES(ROW)};
#undef ROW
	FILE *file = open_document();
	char line[1024], expected[1024];
	bool inside = false;
	size_t next = 0;
	while (fgets(line, sizeof line, file))
	{
		inside = strncmp(line, "## ", 3) == 0 ? strcmp(line, "## Rules\n") == 0 : inside;
		if (!inside || strncmp(line, "| ", 2) != 0 || strncmp(line, "| rule |", 8) == 0)
			continue;
		assert_true(next < sizeof rows / sizeof *rows);
		const rule_row *row = &rows[next++];
		assert_true(snprintf(expected, sizeof expected, "| %s | %s | %s | %s |\n", row->name, row->status, row->where,
						row->reason) < (int)sizeof expected);
		assert_string_equal(line, expected);
	}
	(void)fclose(file);
	assert_int_equal(next, sizeof rows / sizeof *rows);
}

/// The structs have no hidden padding: the fields of each struct are consecutive.
static void fields_leave_no_hidden_padding(void **state)
{
	(void)state;
	for (size_t i = 0, end = 0, whole = 0; i < FIELD_COUNT; ++i)
	{
		if (fields[i].name[0] == '\0')
		{
			end = 0;
			whole = fields[i].size;
			continue;
		}
		assert_int_equal(fields[i].offset, end);
		end += fields[i].size;
		if (i + 1 == FIELD_COUNT || fields[i + 1].name[0] == '\0')
			assert_int_equal(end, whole);
	}
}

static void document_shows_the_bytes_of_a_real_blob(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_ground(0, 1);
	fixture_node node = {.tag = 7};
	fixture_blob blob;
	assert_true(fixture_blob_make(&blob, &mesh, 1, &node, 1));
	uint8_t *shown = calloc(blob.size, 1);
	assert_non_null(shown);
	FILE *file = open_document();
	char line[1024];
	while (fgets(line, sizeof line, file))
	{
		unsigned at, b[16];
		int got =
			sscanf(line, "    %8x %2x %2x %2x %2x %2x %2x %2x %2x %2x %2x %2x %2x %2x %2x %2x %2x", &at, &b[0], &b[1],
				&b[2], &b[3], &b[4], &b[5], &b[6], &b[7], &b[8], &b[9], &b[10], &b[11], &b[12], &b[13], &b[14], &b[15]);
		if (got != 17)
			continue;
		assert_true(at + 16 <= blob.size);
		for (int i = 0; i < 16; ++i)
			shown[at + (unsigned)i] = (uint8_t)b[i];
	}
	(void)fclose(file);
	assert_memory_equal(shown, blob.data, blob.size);
	free(shown);
	fixture_blob_free(&blob);
	fixture_mesh_free(&mesh);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(document_lists_every_field_at_its_offset),
		cmocka_unit_test(document_lists_every_rule_of_the_proof),
		cmocka_unit_test(fields_leave_no_hidden_padding),
		cmocka_unit_test(document_shows_the_bytes_of_a_real_blob),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
