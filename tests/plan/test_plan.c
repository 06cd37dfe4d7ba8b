// SPDX-License-Identifier: MIT

/// The shape of each node by rules and names, and the line or name that decided it.

#include "kiln/shape.h"

#include "support/cook_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NODES_MAX 12

/// A scene of cubes, given by the names of their nodes.
typedef struct named_scene
{
	kilncook_mesh cube;
	uint32_t zero;
	kilncook_node nodes[NODES_MAX];
	double places[NODES_MAX][12];
	kilncook_scene scene;
} named_scene;

static void make_scene(named_scene *s, const char *const *names, uint32_t count)
{
	memset(s, 0, sizeof *s);
	s->cube = bench_cube();
	for (uint32_t i = 0; i < count; ++i)
	{
		for (uint32_t k = 0; k < 3; ++k)
			s->places[i][5 * k] = 1;
		s->places[i][3] = 4.0 * i;
		s->nodes[i] = (kilncook_node){.name = names[i], .meshes = &s->zero, .mesh_count = 1, .to_asset = s->places[i]};
	}
	s->scene = (kilncook_scene){.meshes = &s->cube, .mesh_count = 1, .nodes = s->nodes, .node_count = count};
}

/// Returns the row of a node; fails the test when it does not exist.
static const kilncook_node_row *row_of(const cooked *c, const char *name)
{
	for (uint64_t i = 0; i < c->report.node_row_count; ++i)
		if (strcmp(c->report.node_rows[i].name, name) == 0)
			return &c->report.node_rows[i];
	fail_msg("no row of %s", name);
	return NULL;
}

/// Returns the source of a key of a node, "" when the row has no such key.
static const char *by_of(const cooked *c, const char *name, kilncook_key key)
{
	const kilncook_node_row *row = row_of(c, name);
	for (uint32_t i = 0; i < row->decision_count; ++i)
		if (strcmp(c->report.decisions[row->decision_first + i].key, kilncook_key_name(key)) == 0)
			return c->report.decisions[row->decision_first + i].by;
	return "";
}

static void assert_shape(const cooked *c, const char *name, kilncook_shape shape, const char *by)
{
	assert_string_equal(kilncook_shape_name(row_of(c, name)->shape), kilncook_shape_name(shape));
	assert_string_equal(by_of(c, name, KILNCOOK_KEY_SHAPE), by);
}

static void unreal_names_decide(void **state)
{
	(void)state;
	static const char *const names[] = {"SM_Crate", "UBX_SM_Crate_01", "UBX_SM_Crate_02", "Ball", "USP_Ball", "Pill",
		"UCP_Pill_a", "Roof_01", "UCX_Roof_01", "MCDCX_Lamp", "Lamp"};
	named_scene s;
	cooked c;
	make_scene(&s, names, 11);
	bench_cook(&c, &s.scene, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_shape(&c, "SM_Crate", KILNCOOK_SHAPE_NONE, "UBX_SM_Crate_02 collides for it");
	assert_shape(&c, "UBX_SM_Crate_01", KILNCOOK_SHAPE_BOX, "name UBX_{mesh}_{any}");
	assert_shape(&c, "UBX_SM_Crate_02", KILNCOOK_SHAPE_BOX, "name UBX_{mesh}_{any}");
	assert_shape(&c, "Ball", KILNCOOK_SHAPE_NONE, "USP_Ball collides for it");
	assert_shape(&c, "USP_Ball", KILNCOOK_SHAPE_SPHERE, "name USP_{mesh}");
	assert_shape(&c, "UCP_Pill_a", KILNCOOK_SHAPE_CAPSULE, "name UCP_{mesh}_{any}");
	assert_shape(&c, "Roof_01", KILNCOOK_SHAPE_NONE, "UCX_Roof_01 collides for it");
	assert_shape(&c, "UCX_Roof_01", KILNCOOK_SHAPE_HULL, "name UCX_{mesh}");
	assert_shape(&c, "MCDCX_Lamp", KILNCOOK_SHAPE_HULL, "name MCDCX_{mesh}");
	assert_int_equal(c.report.nodes_left_out, 5);
	assert_int_equal(c.report.nodes_by_name, 11);
	assert_int_equal(c.report.dropped_node_count, 5);
	assert_string_equal(c.report.dropped_nodes[0].name, "SM_Crate");
	assert_string_equal(c.report.dropped_nodes[0].reason, "left-out");
	assert_int_equal(c.asset.node_count, 6);
	assert_int_equal(c.asset.mesh_count, 0);
	// A sphere and a capsule are not cubes, which warnings report.
	assert_int_equal(c.bench.warnings, 2);
	assert_string_equal(c.bench.code, "name-fit");
	bench_release(&c);
}

/// The corners of a box around a flat octagon lie in the octagon's plane, outside.
static void a_box_of_a_flat_octagon_has_a_warning(void **state)
{
	(void)state;
	static const char *const names[] = {"SM_Sign", "UBX_SM_Sign"};
	static const float octagon[8][3] = {{3, 1}, {1, 3}, {-1, 3}, {-3, 1}, {-3, -1}, {-1, -3}, {1, -3}, {3, -1}};
	static const uint32_t fan[18] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 6, 0, 6, 7};
	named_scene s;
	cooked c;
	make_scene(&s, names, 2);
	s.cube = (kilncook_mesh){.positions = octagon[0], .vertex_count = 8, .indices = fan, .index_count = 18};
	bench_cook(&c, &s.scene, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_shape(&c, "UBX_SM_Sign", KILNCOOK_SHAPE_BOX, "name UBX_{mesh}");
	assert_int_equal(c.bench.warnings, 1);
	assert_string_equal(c.bench.code, "name-fit");
	bench_release(&c);
}

static void a_box_of_a_box_is_exact(void **state)
{
	(void)state;
	static const char *const names[] = {"UBX_Crate", "Crate"};
	named_scene s;
	cooked c;
	make_scene(&s, names, 2);
	bench_cook(&c, &s.scene, NULL);
	assert_int_equal(c.bench.warnings, 0);
	const float *p = c.asset.shapes[0].parameters;
	for (int i = 0; i < 3; ++i)
		assert_true(p[i] == 0 && p[3 + i] == 1);
	assert_true(c.report.rows[0].fit_error == 0);
	bench_release(&c);
	// One corner is cut off by a known distance: the corner of the box is at this distance.
	float positions[24][3];
	memcpy(positions, bench_cube_positions, sizeof bench_cube_positions);
	static const uint32_t cut[] = {
		1, 4, 3, 1, 3, 2, 1, 5, 4, 3, 4, 7, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 4, 5, 6, 4, 6, 7};
	kilncook_mesh mesh = {.positions = positions[0], .vertex_count = 8, .indices = cut, .index_count = 30};
	uint32_t zero = 0;
	kilncook_node node = {.name = "USP_x", .meshes = &zero, .mesh_count = 1};
	bench_cook(&c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1, .nodes = &node, .node_count = 1}, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	// The face at the corner (-1 -1 -1) is 1 / sqrt(3) away from the centre, the sphere sqrt(3).
	assert_true(fabs((double)c.report.rows[0].fit_error - (sqrt(3.0) - 1 / sqrt(3.0))) < 1e-5);
	bench_release(&c);
}

static void godot_names_decide(void **state)
{
	(void)state;
	static const char *const names[] = {"Wall-col", "Rock-convcol.001", "Floor", "Floor-colonly", "Car-convcolonly",
		"Hidden-noimp", "Path-navmesh", "Barrel-rigid", "Sign$colxyz", "left_col", "Lift_colonly"};
	named_scene s;
	cooked c;
	make_scene(&s, names, 11);
	const kilncook_options hulls = {.shape = KILNCOOK_SHAPE_CYLINDER};
	bench_cook(&c, &s.scene, &hulls);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_shape(&c, "Wall-col", KILNCOOK_SHAPE_MESH, "name {mesh}-col{tail}");
	assert_shape(&c, "Rock-convcol.001", KILNCOOK_SHAPE_HULL, "name {mesh}-convcol{tail}");
	assert_shape(&c, "Floor", KILNCOOK_SHAPE_NONE, "Floor-colonly collides for it");
	assert_shape(&c, "Floor-colonly", KILNCOOK_SHAPE_MESH, "name {mesh}-colonly{tail}");
	assert_shape(&c, "Car-convcolonly", KILNCOOK_SHAPE_HULL, "name {mesh}-convcolonly{tail}");
	assert_shape(&c, "Hidden-noimp", KILNCOOK_SHAPE_NONE, "name Hidden-noimp");
	assert_shape(&c, "Path-navmesh", KILNCOOK_SHAPE_NONE, "name {mesh}-navmesh{tail}");
	assert_shape(&c, "Barrel-rigid", KILNCOOK_SHAPE_HULL, "name {mesh}-rigid{tail}");
	assert_shape(&c, "Sign$colxyz", KILNCOOK_SHAPE_MESH, "name {mesh}$col{rest}");
	// By default, names with `_` mean nothing; a warning names the one that looks like a convention.
	assert_shape(&c, "left_col", KILNCOOK_SHAPE_CYLINDER, "default");
	assert_shape(&c, "Lift_colonly", KILNCOOK_SHAPE_CYLINDER, "default");
	assert_int_equal(c.bench.warnings, 1);
	assert_string_equal(c.bench.code, "name-unmatched");
	assert_string_equal(c.bench.where, "Lift_colonly");
	bench_release(&c);
	const kilncook_options godot = {.names = KILNCOOK_NAMES_GODOT, .shape = KILNCOOK_SHAPE_CYLINDER};
	bench_cook(&c, &s.scene, &godot);
	assert_shape(&c, "left_col", KILNCOOK_SHAPE_MESH, "name {mesh}_col{tail}");
	assert_shape(&c, "Lift_colonly", KILNCOOK_SHAPE_MESH, "name {mesh}_colonly{tail}");
	assert_int_equal(c.bench.warnings, 0);
	bench_release(&c);
}

static void a_name_of_the_mesh_will_do_for_godot(void **state)
{
	(void)state;
	static const char *const names[] = {"Wall"};
	named_scene s;
	cooked c;
	make_scene(&s, names, 1);
	s.cube.name = "Cube-convcol";
	bench_cook(&c, &s.scene, NULL);
	assert_shape(&c, "Wall", KILNCOOK_SHAPE_HULL, "name {mesh}-convcol{tail}");
	bench_release(&c);
}

static void one_level_of_detail_is_cooked(void **state)
{
	(void)state;
	static const char *const names[] = {
		"Tree_LOD2", "Tree_LOD0", "Tree_lod1", "Bush_LOD1", "Bush_LOD3", "Rock_LOD0", "Stump_LOD1"};
	const struct
	{
		uint32_t lod;
		const char *kept;
	} cases[] = {{0, "Tree_LOD0 Bush_LOD1"}, {1, "Tree_lod1 Bush_LOD1"}, {2, "Tree_LOD2 Bush_LOD3"},
		{7, "Tree_LOD2 Bush_LOD3"}, {KILNCOOK_LOD_LAST, "Tree_LOD2 Bush_LOD3"}};
	named_scene s;
	cooked c;
	make_scene(&s, names, 7);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
	{
		const kilncook_options options = {.lod = cases[i].lod};
		bench_cook(&c, &s.scene, &options);
		assert_int_equal(c.report.nodes_left_out, 3);
		for (uint32_t k = 0; k < 5; ++k)
			assert_true(
				(row_of(&c, names[k])->shape != KILNCOOK_SHAPE_NONE) == (strstr(cases[i].kept, names[k]) != NULL));
		assert_int_equal(row_of(&c, "Rock_LOD0")->shape, KILNCOOK_SHAPE_MESH);
		// A single level is cooked; a warning reports a level that is not the first.
		assert_int_equal(c.bench.warnings, 1);
		assert_string_equal(c.bench.where, "Stump_LOD1");
		bench_release(&c);
	}
	const kilncook_options all = {.lod = KILNCOOK_LOD_ALL};
	bench_cook(&c, &s.scene, &all);
	assert_int_equal(c.report.nodes_left_out, 0);
	bench_release(&c);
	bench_cook(&c, &s.scene, NULL);
	assert_string_equal(by_of(&c, "Tree_LOD2", KILNCOOK_KEY_SHAPE), "Tree_LOD0 is taken");
	bench_release(&c);
}

static void all_levels_of_a_partner_are_left_out(void **state)
{
	(void)state;
	static const char *const names[] = {"Tree_LOD0", "Tree_LOD1", "UCX_Tree_01"};
	named_scene s;
	cooked c;
	make_scene(&s, names, 3);
	bench_cook(&c, &s.scene, NULL);
	assert_int_equal(c.report.nodes_left_out, 2);
	assert_int_equal(c.bench.warnings, 0);
	bench_release(&c);
}

static void partners_that_are_missing_or_many_warn(void **state)
{
	(void)state;
	static const char *const names[] = {"Crate", "UCX_Crate_01", "Crate", "UCX_Nobody_01", "Door-colonly"};
	named_scene s;
	cooked c;
	make_scene(&s, names, 5);
	bench_cook(&c, &s.scene, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	// Two crates: none is left out, because the hull is at one place.
	assert_int_equal(c.report.nodes_left_out, 0);
	assert_int_equal(c.bench.warnings, 2);
	assert_string_equal(c.bench.code, "name-partner");
	assert_string_equal(c.bench.where, "UCX_Nobody_01");
	assert_non_null(strstr(c.bench.text, "no node is called so"));
	assert_int_equal(row_of(&c, "UCX_Nobody_01")->shape, KILNCOOK_SHAPE_HULL);
	bench_release(&c);
}

static void names_can_mean_nothing(void **state)
{
	(void)state;
	static const char *const names[] = {
		"SM_Crate", "UCX_SM_Crate_01", "Wall-convcol", "Tree_LOD0", "Tree_LOD1", "Crate_UCX"};
	named_scene s;
	cooked c;
	make_scene(&s, names, 6);
	const kilncook_options none = {.names = KILNCOOK_NAMES_NONE};
	bench_cook(&c, &s.scene, &none);
	assert_int_equal(c.report.nodes_by_name, 0);
	assert_int_equal(c.report.nodes_left_out, 0);
	assert_int_equal(c.bench.warnings, 0);
	for (int i = 0; i < 6; ++i)
		assert_shape(&c, names[i], KILNCOOK_SHAPE_MESH, "default");
	bench_release(&c);
	const kilncook_options unreal = {.names = KILNCOOK_NAMES_UNREAL};
	bench_cook(&c, &s.scene, &unreal);
	assert_int_equal(c.report.nodes_by_name, 2);
	assert_int_equal(c.bench.warnings, 1);
	assert_string_equal(c.bench.where, "Crate_UCX");
	bench_release(&c);
}

static void what_is_said_of_a_node_beats_what_is_said_of_all(void **state)
{
	(void)state;
	static const char *const names[] = {"UBX_a", "a", "b1", "b2", "own"};
	const kilncook_options sphere = {.shape = KILNCOOK_SHAPE_SPHERE, .tag = 7},
						   hull = {.shape = KILNCOOK_SHAPE_HULL, .hull_vertices = 4};
	const char *lines[KILNCOOK_KEY_END] = {[KILNCOOK_KEY_TAG] = "r:9"};
	const kilncook_rule rules[] = {
		{KILNCOOK_RULE_NODE, "b*", 1u << KILNCOOK_KEY_SHAPE | 1u << KILNCOOK_KEY_TAG, &sphere, "r:1", lines},
		{KILNCOOK_RULE_NODE, "b2", 1u << KILNCOOK_KEY_SHAPE | 1u << KILNCOOK_KEY_HULL_VERTICES, &hull, NULL, NULL},
		{KILNCOOK_RULE_NODE, "a", 1u << KILNCOOK_KEY_SHAPE, &sphere, "r:3", NULL},
		{KILNCOOK_RULE_NODE, "own", 1u << KILNCOOK_KEY_SHAPE, &sphere, "r:4", NULL},
	};
	const char *origins[KILNCOOK_KEY_END] = {[KILNCOOK_KEY_SHAPE] = "--shape"};
	kilncook_options options = {.shape = KILNCOOK_SHAPE_CYLINDER, .rules = rules, .rule_count = 4, .origins = origins};
	named_scene s;
	cooked c;
	make_scene(&s, names, 5);
	s.nodes[4].shape = KILNCOOK_SHAPE_MESH;
	bench_cook(&c, &s.scene, &options);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_shape(&c, "UBX_a", KILNCOOK_SHAPE_BOX, "name UBX_{mesh}");
	assert_shape(&c, "a", KILNCOOK_SHAPE_SPHERE, "r:3");
	assert_shape(&c, "b1", KILNCOOK_SHAPE_SPHERE, "r:1");
	assert_string_equal(by_of(&c, "b1", KILNCOOK_KEY_TAG), "r:9");
	assert_shape(&c, "b2", KILNCOOK_SHAPE_HULL, "rule 1");
	assert_string_equal(by_of(&c, "b2", KILNCOOK_KEY_TAG), "r:9");
	assert_shape(&c, "own", KILNCOOK_SHAPE_MESH, "the scene");
	// The option for all nodes, and the rule that the scene overrides, have no effect.
	assert_int_equal(c.bench.warnings, 2);
	assert_string_equal(c.bench.code, "option-unused");
	assert_non_null(strstr(c.bench.text, "r:4: shape"));
	for (uint32_t i = 0; i < c.asset.node_count; ++i)
		assert_int_equal(
			c.asset.nodes[i].tag, c.asset.nodes[i].source_node == 2 || c.asset.nodes[i].source_node == 3 ? 7 : 0);
	bench_release(&c);
	options.names_win = true;
	bench_cook(&c, &s.scene, &options);
	assert_shape(&c, "a", KILNCOOK_SHAPE_NONE, "UBX_a collides for it");
	bench_release(&c);
}

static void settings_without_effect_warn(void **state)
{
	(void)state;
	static const char *const names[] = {"a", "b"};
	const kilncook_options values = {.hull_vertices = 8,
		.split = KILNCOOK_SPLIT_MEAN,
		.split_axis = KILNCOOK_SPLIT_AXIS_VARIANCE,
		.hull_inner = true,
		.tree_width = 4,
		.shape = KILNCOOK_SHAPE_HULL};
	const struct
	{
		kilncook_key key;
		uint64_t with; ///< further keys that give the setting an effect
	} cases[] = {
		{KILNCOOK_KEY_HULL_VERTICES, 1u << KILNCOOK_KEY_SHAPE},
		{KILNCOOK_KEY_HULL_INNER, 1u << KILNCOOK_KEY_SHAPE | 1u << KILNCOOK_KEY_HULL_VERTICES},
		{KILNCOOK_KEY_AXIS, 1u << KILNCOOK_KEY_SPLIT},
	};
	named_scene s;
	cooked c;
	make_scene(&s, names, 2);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
		for (int with = 0; with < 2; ++with)
		{
			const kilncook_rule rule = {
				KILNCOOK_RULE_NODE, "a", 1ull << cases[i].key | (with ? cases[i].with : 0), &values, "r:1", NULL};
			const kilncook_options options = {.rules = &rule, .rule_count = 1};
			bench_cook(&c, &s.scene, &options);
			assert_int_equal(c.status, KILNCOOK_OK);
			assert_int_equal(c.bench.warnings, with ? 0 : 1);
			assert_true(with || strcmp(c.bench.code, "option-unused") == 0);
			assert_true(with || strstr(c.bench.text, kilncook_key_name(cases[i].key)));
			bench_release(&c);
		}
}

static void equal_effects_share_a_shape(void **state)
{
	(void)state;
	static const char *const names[] = {"a", "b", "c", "d"};
	// A hull's budget has no effect on a mesh, and an explicit default equals the default.
	const kilncook_options budget = {.hull_vertices = 8, .tree_width = 8, .trees = 1u << KILNCOOK_TREE_AABB};
	const kilncook_options obb = {.trees = 1u << KILNCOOK_TREE_OBB};
	const kilncook_rule rules[] = {
		{KILNCOOK_RULE_NODE, "b", 1u << KILNCOOK_KEY_HULL_VERTICES, &budget, NULL, NULL},
		{KILNCOOK_RULE_NODE, "c", 1u << KILNCOOK_KEY_TREE_WIDTH | 1u << KILNCOOK_KEY_TREE, &budget, NULL, NULL},
		{KILNCOOK_RULE_NODE, "d", 1u << KILNCOOK_KEY_TREE, &obb, NULL, NULL},
	};
	const kilncook_options options = {.rules = rules, .rule_count = 3};
	named_scene s;
	cooked c;
	make_scene(&s, names, 4);
	bench_cook(&c, &s.scene, &options);
	assert_int_equal(c.asset.mesh_count, 2);
	assert_int_equal(c.report.row_count, 2);
	assert_int_equal(c.report.rows[0].nodes, 3);
	assert_int_equal(c.report.rows[0].tree_count, 0);
	assert_int_equal(c.report.rows[1].tree_count, 1);
	assert_int_equal(c.report.rows[1].pair_tree, KILNCOOK_TREE_OBB);
	bench_release(&c);
}

static void materials_are_set_by_node_and_tagged_by_name(void **state)
{
	(void)state;
	static const char *const names[] = {"a", "b", "c"};
	const kilncook_options wet = {.material = "wet", .tag = 5, .shape = KILNCOOK_SHAPE_HULL},
						   oak = {.material = "oak", .tag = 6};
	const kilncook_rule rules[] = {
		{KILNCOOK_RULE_NODE, "b", 1u << KILNCOOK_KEY_MATERIAL, &wet, NULL, NULL},
		{KILNCOOK_RULE_NODE, "c", 1u << KILNCOOK_KEY_MATERIAL | 1u << KILNCOOK_KEY_SHAPE, &wet, NULL, NULL},
		{KILNCOOK_RULE_MATERIAL, "w?t", 1u << KILNCOOK_KEY_TAG, &wet, NULL, NULL},
		{KILNCOOK_RULE_MATERIAL, "o*", 1u << KILNCOOK_KEY_TAG, &oak, NULL, NULL},
	};
	const kilncook_options options = {.rules = rules, .rule_count = 4};
	const kilncook_material materials[] = {{.name = "oak"}, {.name = "own", .tag = 9}};
	named_scene s;
	cooked c;
	make_scene(&s, names, 3);
	s.scene.materials = materials;
	s.scene.material_count = 2;
	bench_cook(&c, &s.scene, &options);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.bench.warnings, 0);
	assert_int_equal(c.asset.material_count, 3);
	static const uint32_t tags[] = {6, 9, 5};
	for (uint32_t i = 0; i < 3; ++i)
		assert_int_equal(c.asset.materials[i].tag, tags[i]);
	assert_string_equal(kiln_name(&c.asset, c.asset.materials[2].name), "wet");
	assert_int_equal(c.asset.mesh_count, 2);
	assert_int_equal(c.asset.parts[0].material, 0);
	assert_int_equal(c.asset.parts[1].material, 2);
	assert_int_equal(c.asset.shapes[2].kind, KILN_SHAPE_HULL);
	assert_int_equal(c.asset.shapes[2].material, 2);
	bench_release(&c);
}

static void custom_names_leave_their_partner_out(void **state)
{
	(void)state;
	static const char *const names[] = {"COL_Crate_01", "Crate", "PHYS-Wall", "Wall", "COL_Box_01", "UCX_Crate"};
	const kilncook_options hull = {.shape = KILNCOOK_SHAPE_HULL, .tag = 3}, box = {.shape = KILNCOOK_SHAPE_BOX};
	const kilncook_rule rules[] = {
		{KILNCOOK_RULE_NAME, "COL_{mesh}_{n}", 1u << KILNCOOK_KEY_SHAPE | 1u << KILNCOOK_KEY_TAG, &hull, "r:1", NULL},
		{KILNCOOK_RULE_NAME, "PHYS-{mesh}", 1u << KILNCOOK_KEY_SHAPE, &box, "r:2", NULL},
	};
	const kilncook_options options = {.rules = rules, .rule_count = 2, .names = KILNCOOK_NAMES_CUSTOM};
	named_scene s;
	cooked c;
	make_scene(&s, names, 6);
	bench_cook(&c, &s.scene, &options);
	assert_shape(&c, "COL_Crate_01", KILNCOOK_SHAPE_HULL, "name COL_{mesh}_{n} of r:1");
	assert_shape(&c, "Crate", KILNCOOK_SHAPE_NONE, "COL_Crate_01 collides for it");
	assert_shape(&c, "PHYS-Wall", KILNCOOK_SHAPE_BOX, "name PHYS-{mesh} of r:2");
	assert_shape(&c, "Wall", KILNCOOK_SHAPE_NONE, "PHYS-Wall collides for it");
	assert_shape(&c, "UCX_Crate", KILNCOOK_SHAPE_MESH, "default");
	assert_int_equal(c.bench.warnings, 1);
	assert_string_equal(c.bench.where, "COL_Box_01");
	bench_release(&c);
}

static void nothing_left_says_why(void **state)
{
	(void)state;
	static const char *const names[] = {"a", "b-noimp"};
	named_scene s;
	cooked c;
	make_scene(&s, names, 2);
	const kilncook_options none = {.shape = KILNCOOK_SHAPE_NONE};
	bench_cook(&c, &s.scene, &none);
	assert_int_equal(c.status, KILNCOOK_REFUSED);
	assert_string_equal(c.bench.code, "cook-empty");
	assert_non_null(strstr(c.bench.text, "leave every node out"));
	bench_release(&c);
}

static void rules_that_make_no_sense_are_refused(void **state)
{
	(void)state;
	static const char *const names[] = {"a"};
	const kilncook_options good = {.shape = KILNCOOK_SHAPE_HULL}, end = {.shape = KILNCOOK_SHAPE_END},
						   three = {.hull_vertices = 3}, control = {.material = "a\nb"}, broken = {.material = "\xff"},
						   empty = {.material = ""};
	const uint64_t shape = 1u << KILNCOOK_KEY_SHAPE, material = 1u << KILNCOOK_KEY_MATERIAL;
	const kilncook_rule wrong[] = {
		{KILNCOOK_RULE_KIND_END, "a", shape, &good, NULL, NULL},
		{KILNCOOK_RULE_NODE, NULL, shape, &good, NULL, NULL},
		{KILNCOOK_RULE_NODE, "", shape, &good, NULL, NULL},
		{KILNCOOK_RULE_NODE, "a", shape, NULL, NULL, NULL},
		{KILNCOOK_RULE_NODE, "a", 1ull << KILNCOOK_KEY_END, &good, NULL, NULL},
		{KILNCOOK_RULE_NODE, "a", shape, &end, NULL, NULL},
		{KILNCOOK_RULE_NODE, "a", 1u << KILNCOOK_KEY_HULL_VERTICES, &three, NULL, NULL},
		{KILNCOOK_RULE_NODE, "a", material, &control, NULL, NULL},
		{KILNCOOK_RULE_NODE, "a", material, &broken, NULL, NULL},
		{KILNCOOK_RULE_NODE, "a", material, &empty, NULL, NULL},
		{KILNCOOK_RULE_MATERIAL, "a", shape, &good, NULL, NULL},
		{KILNCOOK_RULE_NAME, "{mesh}", shape, &good, NULL, NULL},
	};
	named_scene s;
	cooked c;
	make_scene(&s, names, 1);
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i)
	{
		const kilncook_options options = {.rules = &wrong[i], .rule_count = 1};
		bench_cook(&c, &s.scene, &options);
		assert_int_equal(c.status, KILNCOOK_USAGE);
		bench_release(&c);
	}
	const kilncook_options others[] = {{.rule_count = 1}, {.names = 32}, {.lod = 1000}};
	for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i)
	{
		bench_cook(&c, &s.scene, &others[i]);
		assert_int_equal(c.status, KILNCOOK_USAGE);
		bench_release(&c);
	}
}

static void running_out_of_memory_leaves_nothing(void **state)
{
	(void)state;
	static const char *const names[] = {"Crate", "UBX_Crate_01", "Tree_LOD0", "Tree_LOD1", "b"};
	const kilncook_options values = {.shape = KILNCOOK_SHAPE_HULL, .material = "wet"};
	const kilncook_rule rule = {
		KILNCOOK_RULE_NODE, "b", 1u << KILNCOOK_KEY_SHAPE | 1u << KILNCOOK_KEY_MATERIAL, &values, "r:1", NULL};
	const kilncook_options options = {.rules = &rule, .rule_count = 1, .threads = 1};
	named_scene s;
	make_scene(&s, names, 5);
	kilncook_status status = KILNCOOK_INTERNAL;
	for (uint64_t at = 1; status != KILNCOOK_OK; ++at)
	{
		bench b = {.refuse_at = at};
		const kilncook_context context = bench_context(&b);
		kilncook_blob blob = {0};
		kilncook_report report = {0};
		status = kilncook_cook_memory(&context, &s.scene, &options, &blob, &report);
		assert_true(status == KILNCOOK_OK || (status == KILNCOOK_INTERNAL && b.errors > 0));
		kilncook_blob_free(&context, &blob);
		kilncook_report_free(&context, &report);
		assert_int_equal(b.blocks, 0);
		assert_true(at < 100000);
	}
}

static void many_equal_names_take_bounded_work(void **state)
{
	(void)state;
	enum
	{
		COUNT = 20000
	};
	kilncook_node *nodes = calloc(COUNT, sizeof *nodes);
	kilncook_mesh cube = bench_cube();
	uint32_t zero = 0;
	for (uint32_t i = 0; i < COUNT; ++i)
		nodes[i] = (kilncook_node){.name = i & 1 ? "Crate" : "UCX_Crate_01", .meshes = &zero, .mesh_count = 1};
	cooked c;
	bench_cook(&c, &(kilncook_scene){.meshes = &cube, .mesh_count = 1, .nodes = nodes, .node_count = COUNT}, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.report.nodes_left_out, 0);
	assert_int_equal(c.report.decision_count, 2);
	bench_release(&c);
	free(nodes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unreal_names_decide),
		cmocka_unit_test(a_box_of_a_flat_octagon_has_a_warning),
		cmocka_unit_test(a_box_of_a_box_is_exact),
		cmocka_unit_test(godot_names_decide),
		cmocka_unit_test(a_name_of_the_mesh_will_do_for_godot),
		cmocka_unit_test(one_level_of_detail_is_cooked),
		cmocka_unit_test(all_levels_of_a_partner_are_left_out),
		cmocka_unit_test(partners_that_are_missing_or_many_warn),
		cmocka_unit_test(names_can_mean_nothing),
		cmocka_unit_test(what_is_said_of_a_node_beats_what_is_said_of_all),
		cmocka_unit_test(settings_without_effect_warn),
		cmocka_unit_test(equal_effects_share_a_shape),
		cmocka_unit_test(materials_are_set_by_node_and_tagged_by_name),
		cmocka_unit_test(custom_names_leave_their_partner_out),
		cmocka_unit_test(nothing_left_says_why),
		cmocka_unit_test(rules_that_make_no_sense_are_refused),
		cmocka_unit_test(running_out_of_memory_leaves_nothing),
		cmocka_unit_test(many_equal_names_take_bounded_work),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
