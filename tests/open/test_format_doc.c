// SPDX-License-Identifier: MIT

/// Compares FORMAT.md with kiln_format.h and a real blob. Run from the root of the repository.

#include "junction/rules.h"
#include "open/origin_rules.h"
#include "open/rules.h"
#include "sdf/rules.h"
#include "support/asset_fixture.h"
#include "support/format_page.h"
#include "survey/rules.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Every struct, then its fields in order.
static const format_field fields[] = {
	FORMAT_STRUCT(kiln_format_header),
	FORMAT_FIELD(kiln_format_header, magic),
	FORMAT_FIELD(kiln_format_header, endian),
	FORMAT_FIELD(kiln_format_header, version_major),
	FORMAT_FIELD(kiln_format_header, version_minor),
	FORMAT_FIELD(kiln_format_header, size),
	FORMAT_FIELD(kiln_format_header, content_hash),
	FORMAT_FIELD(kiln_format_header, required_features),
	FORMAT_FIELD(kiln_format_header, optional_features),
	FORMAT_FIELD(kiln_format_header, source_hash),
	FORMAT_FIELD(kiln_format_header, options_hash),
	FORMAT_FIELD(kiln_format_header, tool_version),
	FORMAT_FIELD(kiln_format_header, metres_per_unit),
	FORMAT_FIELD(kiln_format_header, section_count),
	FORMAT_FIELD(kiln_format_header, reserved),
	FORMAT_STRUCT(kiln_format_section),
	FORMAT_FIELD(kiln_format_section, kind),
	FORMAT_FIELD(kiln_format_section, flags),
	FORMAT_FIELD(kiln_format_section, offset),
	FORMAT_FIELD(kiln_format_section, size),
	FORMAT_FIELD(kiln_format_section, count),
	FORMAT_STRUCT(kiln_format_material),
	FORMAT_FIELD(kiln_format_material, name),
	FORMAT_FIELD(kiln_format_material, tag),
	FORMAT_FIELD(kiln_format_material, layers),
	FORMAT_FIELD(kiln_format_material, collides),
	FORMAT_FIELD(kiln_format_material, user),
	FORMAT_FIELD(kiln_format_material, friction),
	FORMAT_FIELD(kiln_format_material, restitution),
	FORMAT_FIELD(kiln_format_material, flags),
	FORMAT_FIELD(kiln_format_material, reserved),
	FORMAT_STRUCT(kiln_format_surface),
	FORMAT_FIELD(kiln_format_surface, static_friction),
	FORMAT_FIELD(kiln_format_surface, dynamic_friction),
	FORMAT_FIELD(kiln_format_surface, restitution),
	FORMAT_FIELD(kiln_format_surface, friction_combine),
	FORMAT_FIELD(kiln_format_surface, restitution_combine),
	FORMAT_FIELD(kiln_format_surface, given),
	FORMAT_STRUCT(kiln_format_body),
	FORMAT_FIELD(kiln_format_body, to_asset),
	FORMAT_FIELD(kiln_format_body, mass),
	FORMAT_FIELD(kiln_format_body, gravity),
	FORMAT_FIELD(kiln_format_body, center),
	FORMAT_FIELD(kiln_format_body, inertia),
	FORMAT_FIELD(kiln_format_body, axes),
	FORMAT_FIELD(kiln_format_body, linear_velocity),
	FORMAT_FIELD(kiln_format_body, angular_velocity),
	FORMAT_FIELD(kiln_format_body, kind),
	FORMAT_FIELD(kiln_format_body, flags),
	FORMAT_FIELD(kiln_format_body, name),
	FORMAT_FIELD(kiln_format_body, source_node),
	FORMAT_FIELD(kiln_format_body, reserved),
	FORMAT_STRUCT(kiln_format_metadata),
	FORMAT_FIELD(kiln_format_metadata, owner),
	FORMAT_FIELD(kiln_format_metadata, index),
	FORMAT_FIELD(kiln_format_metadata, path),
	FORMAT_FIELD(kiln_format_metadata, type),
	FORMAT_FIELD(kiln_format_metadata, value),
	FORMAT_STRUCT(kiln_format_part),
	FORMAT_FIELD(kiln_format_part, name),
	FORMAT_FIELD(kiln_format_part, source_mesh),
	FORMAT_FIELD(kiln_format_part, material),
	FORMAT_FIELD(kiln_format_part, first_face),
	FORMAT_FIELD(kiln_format_part, face_count),
	FORMAT_FIELD(kiln_format_part, volumes),
	FORMAT_FIELD(kiln_format_part, reserved),
	FORMAT_STRUCT(kiln_format_mesh),
	FORMAT_FIELD(kiln_format_mesh, bounds_min),
	FORMAT_FIELD(kiln_format_mesh, bounds_max),
	FORMAT_FIELD(kiln_format_mesh, name),
	FORMAT_FIELD(kiln_format_mesh, flags),
	FORMAT_FIELD(kiln_format_mesh, part_first),
	FORMAT_FIELD(kiln_format_mesh, part_count),
	FORMAT_FIELD(kiln_format_mesh, triangle_first),
	FORMAT_FIELD(kiln_format_mesh, triangle_count),
	FORMAT_FIELD(kiln_format_mesh, tree_first),
	FORMAT_FIELD(kiln_format_mesh, tree_count),
	FORMAT_FIELD(kiln_format_mesh, leaf_first),
	FORMAT_FIELD(kiln_format_mesh, leaf_units),
	FORMAT_FIELD(kiln_format_mesh, leaf_index_first),
	FORMAT_FIELD(kiln_format_mesh, leaf_count),
	FORMAT_FIELD(kiln_format_mesh, depth),
	FORMAT_FIELD(kiln_format_mesh, vertex_count),
	FORMAT_FIELD(kiln_format_mesh, edge_count),
	FORMAT_FIELD(kiln_format_mesh, boundary_edges),
	FORMAT_FIELD(kiln_format_mesh, nonmanifold_edges),
	FORMAT_FIELD(kiln_format_mesh, inconsistent_edges),
	FORMAT_FIELD(kiln_format_mesh, component_count),
	FORMAT_FIELD(kiln_format_mesh, euler_characteristic),
	FORMAT_FIELD(kiln_format_mesh, sah_cost),
	FORMAT_FIELD(kiln_format_mesh, pair_tree),
	FORMAT_FIELD(kiln_format_mesh, choice),
	FORMAT_FIELD(kiln_format_mesh, vertex_first),
	FORMAT_FIELD(kiln_format_mesh, leaf_vertex_count),
	FORMAT_FIELD(kiln_format_mesh, source_vertex_count),
	FORMAT_STRUCT(kiln_format_level),
	FORMAT_FIELD(kiln_format_level, mesh),
	FORMAT_FIELD(kiln_format_level, level_mesh),
	FORMAT_FIELD(kiln_format_level, distance),
	FORMAT_STRUCT(kiln_format_sdf),
	FORMAT_FIELD(kiln_format_sdf, shape),
	FORMAT_FIELD(kiln_format_sdf, origin),
	FORMAT_FIELD(kiln_format_sdf, edge),
	FORMAT_FIELD(kiln_format_sdf, roots),
	FORMAT_FIELD(kiln_format_sdf, depth),
	FORMAT_FIELD(kiln_format_sdf, cell_first),
	FORMAT_FIELD(kiln_format_sdf, cell_count),
	FORMAT_FIELD(kiln_format_sdf, block_first),
	FORMAT_FIELD(kiln_format_sdf, block_count),
	FORMAT_FIELD(kiln_format_sdf, error),
	FORMAT_FIELD(kiln_format_sdf, reserved),
	FORMAT_STRUCT(kiln_format_sdf_block),
	FORMAT_FIELD(kiln_format_sdf_block, base),
	FORMAT_FIELD(kiln_format_sdf_block, step),
	FORMAT_FIELD(kiln_format_sdf_block, error),
	FORMAT_FIELD(kiln_format_sdf_block, reserved),
	FORMAT_FIELD(kiln_format_sdf_block, samples),
	FORMAT_STRUCT(kiln_format_survey),
	FORMAT_FIELD(kiln_format_survey, mesh),
	FORMAT_FIELD(kiln_format_survey, surveyed),
	FORMAT_FIELD(kiln_format_survey, unfinished),
	FORMAT_FIELD(kiln_format_survey, components),
	FORMAT_FIELD(kiln_format_survey, component_first),
	FORMAT_FIELD(kiln_format_survey, component_count),
	FORMAT_FIELD(kiln_format_survey, fault_first),
	FORMAT_FIELD(kiln_format_survey, fault_count),
	FORMAT_FIELD(kiln_format_survey, tolerance),
	FORMAT_FIELD(kiln_format_survey, counts),
	FORMAT_STRUCT(kiln_format_component),
	FORMAT_FIELD(kiln_format_component, source_mesh),
	FORMAT_FIELD(kiln_format_component, face),
	FORMAT_FIELD(kiln_format_component, flags),
	FORMAT_FIELD(kiln_format_component, triangles),
	FORMAT_FIELD(kiln_format_component, vertices),
	FORMAT_FIELD(kiln_format_component, edges),
	FORMAT_FIELD(kiln_format_component, boundary_edges),
	FORMAT_FIELD(kiln_format_component, nonmanifold_edges),
	FORMAT_FIELD(kiln_format_component, nonmanifold_vertices),
	FORMAT_FIELD(kiln_format_component, inconsistent_edges),
	FORMAT_FIELD(kiln_format_component, boundary_loops),
	FORMAT_FIELD(kiln_format_component, euler_characteristic),
	FORMAT_FIELD(kiln_format_component, genus),
	FORMAT_FIELD(kiln_format_component, depth),
	FORMAT_FIELD(kiln_format_component, area),
	FORMAT_FIELD(kiln_format_component, volume),
	FORMAT_FIELD(kiln_format_component, bounds_min),
	FORMAT_FIELD(kiln_format_component, bounds_max),
	FORMAT_STRUCT(kiln_format_fault),
	FORMAT_FIELD(kiln_format_fault, kind),
	FORMAT_FIELD(kiln_format_fault, source_mesh),
	FORMAT_FIELD(kiln_format_fault, face),
	FORMAT_FIELD(kiln_format_fault, other_source_mesh),
	FORMAT_FIELD(kiln_format_fault, other_face),
	FORMAT_FIELD(kiln_format_fault, component),
	FORMAT_FIELD(kiln_format_fault, other_component),
	FORMAT_FIELD(kiln_format_fault, count),
	FORMAT_FIELD(kiln_format_fault, place),
	FORMAT_FIELD(kiln_format_fault, length),
	FORMAT_FIELD(kiln_format_fault, distance),
	FORMAT_FIELD(kiln_format_fault, triangle),
	FORMAT_FIELD(kiln_format_fault, other_triangle),
	FORMAT_STRUCT(kiln_format_junction),
	FORMAT_FIELD(kiln_format_junction, mesh),
	FORMAT_FIELD(kiln_format_junction, side),
	FORMAT_FIELD(kiln_format_junction, other),
	FORMAT_FIELD(kiln_format_junction, distance),
	FORMAT_STRUCT(kiln_format_origin),
	FORMAT_FIELD(kiln_format_origin, position),
	FORMAT_FIELD(kiln_format_origin, step),
	FORMAT_STRUCT(kiln_format_volume_tree),
	FORMAT_FIELD(kiln_format_volume_tree, kind),
	FORMAT_FIELD(kiln_format_volume_tree, mesh),
	FORMAT_FIELD(kiln_format_volume_tree, nodes),
	FORMAT_FIELD(kiln_format_volume_tree, node_count),
	FORMAT_FIELD(kiln_format_volume_tree, depth),
	FORMAT_FIELD(kiln_format_volume_tree, width),
	FORMAT_FIELD(kiln_format_volume_tree, rule),
	FORMAT_FIELD(kiln_format_volume_tree, sah_cost),
	FORMAT_FIELD(kiln_format_volume_tree, volume),
	FORMAT_FIELD(kiln_format_volume_tree, overlap),
	FORMAT_FIELD(kiln_format_volume_tree, reserved),
	FORMAT_STRUCT(kiln_format_volume_head),
	FORMAT_FIELD(kiln_format_volume_head, count),
	FORMAT_FIELD(kiln_format_volume_head, reserved),
	FORMAT_FIELD(kiln_format_volume_head, child),
	FORMAT_STRUCT(kiln_format_sphere_node),
	FORMAT_FIELD(kiln_format_sphere_node, head),
	FORMAT_FIELD(kiln_format_sphere_node, center),
	FORMAT_FIELD(kiln_format_sphere_node, radius),
	FORMAT_STRUCT(kiln_format_oriented_node),
	FORMAT_FIELD(kiln_format_oriented_node, head),
	FORMAT_FIELD(kiln_format_oriented_node, center),
	FORMAT_FIELD(kiln_format_oriented_node, size),
	FORMAT_FIELD(kiln_format_oriented_node, rotation),
	FORMAT_STRUCT(kiln_format_shape),
	FORMAT_FIELD(kiln_format_shape, kind),
	FORMAT_FIELD(kiln_format_shape, index),
	FORMAT_FIELD(kiln_format_shape, name),
	FORMAT_FIELD(kiln_format_shape, material),
	FORMAT_FIELD(kiln_format_shape, part_first),
	FORMAT_FIELD(kiln_format_shape, part_count),
	FORMAT_FIELD(kiln_format_shape, volumes),
	FORMAT_FIELD(kiln_format_shape, flags),
	FORMAT_FIELD(kiln_format_shape, parameters),
	FORMAT_FIELD(kiln_format_shape, volume),
	FORMAT_FIELD(kiln_format_shape, area),
	FORMAT_FIELD(kiln_format_shape, center),
	FORMAT_FIELD(kiln_format_shape, inertia),
	FORMAT_FIELD(kiln_format_shape, moments),
	FORMAT_FIELD(kiln_format_shape, axes),
	FORMAT_FIELD(kiln_format_shape, reserved),
	FORMAT_STRUCT(kiln_format_volumes),
	FORMAT_FIELD(kiln_format_volumes, aabb_min),
	FORMAT_FIELD(kiln_format_volumes, aabb_max),
	FORMAT_FIELD(kiln_format_volumes, sphere_center),
	FORMAT_FIELD(kiln_format_volumes, sphere_radius),
	FORMAT_FIELD(kiln_format_volumes, obb_center),
	FORMAT_FIELD(kiln_format_volumes, obb_axes),
	FORMAT_FIELD(kiln_format_volumes, obb_half_extents),
	FORMAT_FIELD(kiln_format_volumes, capsule_a),
	FORMAT_FIELD(kiln_format_volumes, capsule_b),
	FORMAT_FIELD(kiln_format_volumes, capsule_radius),
	FORMAT_FIELD(kiln_format_volumes, rss_origin),
	FORMAT_FIELD(kiln_format_volumes, rss_edges),
	FORMAT_FIELD(kiln_format_volumes, rss_radius),
	FORMAT_FIELD(kiln_format_volumes, kdop_min),
	FORMAT_FIELD(kiln_format_volumes, kdop_max),
	FORMAT_FIELD(kiln_format_volumes, reserved),
	FORMAT_STRUCT(kiln_format_hull),
	FORMAT_FIELD(kiln_format_hull, data),
	FORMAT_FIELD(kiln_format_hull, size),
	FORMAT_FIELD(kiln_format_hull, dimension),
	FORMAT_FIELD(kiln_format_hull, vertex_count),
	FORMAT_FIELD(kiln_format_hull, edge_count),
	FORMAT_FIELD(kiln_format_hull, face_count),
	FORMAT_FIELD(kiln_format_hull, index_size),
	FORMAT_FIELD(kiln_format_hull, level_count),
	FORMAT_FIELD(kiln_format_hull, link_first_count),
	FORMAT_FIELD(kiln_format_hull, link_count),
	FORMAT_FIELD(kiln_format_hull, exact_vertex_count),
	FORMAT_FIELD(kiln_format_hull, error),
	FORMAT_FIELD(kiln_format_hull, flags),
	FORMAT_FIELD(kiln_format_hull, reserved),
	FORMAT_STRUCT(kiln_format_node),
	FORMAT_FIELD(kiln_format_node, to_asset),
	FORMAT_FIELD(kiln_format_node, to_mesh),
	FORMAT_FIELD(kiln_format_node, bounds_min),
	FORMAT_FIELD(kiln_format_node, bounds_max),
	FORMAT_FIELD(kiln_format_node, mesh),
	FORMAT_FIELD(kiln_format_node, name),
	FORMAT_FIELD(kiln_format_node, source_node),
	FORMAT_FIELD(kiln_format_node, flags),
	FORMAT_FIELD(kiln_format_node, tag),
	FORMAT_FIELD(kiln_format_node, shape),
	FORMAT_FIELD(kiln_format_node, layers),
	FORMAT_FIELD(kiln_format_node, collides),
	FORMAT_FIELD(kiln_format_node, user),
	FORMAT_FIELD(kiln_format_node, reserved),
	FORMAT_STRUCT(kiln_format_scene),
	FORMAT_FIELD(kiln_format_scene, bounds_min),
	FORMAT_FIELD(kiln_format_scene, bounds_max),
	FORMAT_FIELD(kiln_format_scene, tree_count),
	FORMAT_FIELD(kiln_format_scene, depth),
	FORMAT_FIELD(kiln_format_scene, pair_tree),
	FORMAT_FIELD(kiln_format_scene, reserved),
	FORMAT_STRUCT(kiln_format_tree_node),
	FORMAT_FIELD(kiln_format_tree_node, origin),
	FORMAT_FIELD(kiln_format_tree_node, exponent),
	FORMAT_FIELD(kiln_format_tree_node, counts),
	FORMAT_FIELD(kiln_format_tree_node, child_base),
	FORMAT_FIELD(kiln_format_tree_node, leaf_base),
	FORMAT_FIELD(kiln_format_tree_node, leaf_offset),
	FORMAT_FIELD(kiln_format_tree_node, lo),
	FORMAT_FIELD(kiln_format_tree_node, hi),
	FORMAT_STRUCT(kiln_format_leaf),
	FORMAT_FIELD(kiln_format_leaf, triangle),
	FORMAT_FIELD(kiln_format_leaf, triangle_count),
	FORMAT_FIELD(kiln_format_leaf, vertex_count),
	FORMAT_FIELD(kiln_format_leaf, planes),
	FORMAT_FIELD(kiln_format_leaf, exponent),
	FORMAT_STRUCT(kiln_format_provenance),
	FORMAT_FIELD(kiln_format_provenance, source_name),
	FORMAT_FIELD(kiln_format_provenance, options),
	FORMAT_FIELD(kiln_format_provenance, importer),
	FORMAT_FIELD(kiln_format_provenance, up_axis),
	FORMAT_FIELD(kiln_format_provenance, unit),
	FORMAT_FIELD(kiln_format_provenance, scale),
	FORMAT_FIELD(kiln_format_provenance, weld_relative),
	FORMAT_FIELD(kiln_format_provenance, source_meshes),
	FORMAT_FIELD(kiln_format_provenance, source_vertices),
	FORMAT_FIELD(kiln_format_provenance, source_faces),
	FORMAT_FIELD(kiln_format_provenance, skipped_points),
	FORMAT_FIELD(kiln_format_provenance, skipped_lines),
	FORMAT_FIELD(kiln_format_provenance, invalid_faces),
	FORMAT_FIELD(kiln_format_provenance, triangulated),
	FORMAT_FIELD(kiln_format_provenance, degenerate),
	FORMAT_FIELD(kiln_format_provenance, duplicates),
	FORMAT_FIELD(kiln_format_provenance, welded),
	FORMAT_FIELD(kiln_format_provenance, triangles),
	FORMAT_FIELD(kiln_format_provenance, flat_edge),
	FORMAT_FIELD(kiln_format_provenance, reserved),
};

#define FIELD_COUNT (sizeof fields / sizeof fields[0])

static const format_rule rules[] = {KILN_RULES(FORMAT_RULE) KILN_SDF_RULES(FORMAT_RULE) KILN_SURVEY_RULES(FORMAT_RULE)
		KILN_JUNCTION_RULES(FORMAT_RULE) KILN_ORIGIN_RULES(FORMAT_RULE)};

#define PAGE "format/FORMAT.md"

static void document_lists_every_field_at_its_offset(void **state)
{
	(void)state;
	format_page_check_fields(PAGE, fields, FIELD_COUNT);
}

/// The table of the page is the table that drives the proof.
static void document_lists_every_rule_of_the_proof(void **state)
{
	(void)state;
	format_page_check_rules(PAGE, rules, sizeof rules / sizeof rules[0]);
}

static void fields_leave_no_hidden_padding(void **state)
{
	(void)state;
	format_fields_check_padding(fields, FIELD_COUNT);
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
	FILE *file = format_page_open(PAGE);
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
