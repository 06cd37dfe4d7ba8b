// SPDX-License-Identifier: MIT

/// Layers, triggers, user data and physics: from a scene in memory, from marks of the options, and from both.

#include "support/cook_bench.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

/// Two nodes, "wall" and "pane", of one cube each, and two materials, "brick" and "glass".
typedef struct marked
{
	kilncook_mesh meshes[2];
	uint32_t numbers[2];
	kilncook_node nodes[2];
	kilncook_material materials[2];
	double away[12];
	kilncook_scene scene;
} marked;

static void begin(marked *m)
{
	const double away[12] = {1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0};
	memset(m, 0, sizeof *m);
	memcpy(m->away, away, sizeof away);
	for (uint32_t i = 0; i < 2; ++i)
	{
		m->meshes[i] = bench_cube();
		m->meshes[i].material = i;
		m->numbers[i] = i;
		m->nodes[i] = (kilncook_node){.name = i ? "pane" : "wall", .meshes = &m->numbers[i], .mesh_count = 1};
		m->materials[i].name = i ? "glass" : "brick";
	}
	m->nodes[1].to_asset = m->away;
	m->scene = (kilncook_scene){.meshes = m->meshes,
		.mesh_count = 2,
		.nodes = m->nodes,
		.node_count = 2,
		.materials = m->materials,
		.material_count = 2};
}

static const kiln_format_node *node_named(const cooked *c, const char *name)
{
	for (uint32_t i = 0; i < c->asset.node_count; ++i)
		if (strcmp(kiln_name(&c->asset, c->asset.nodes[i].name), name) == 0)
			return &c->asset.nodes[i];
	fail();
	return NULL;
}

static void what_nobody_marks_is_in_the_default_layer_and_collides_with_all(void **state)
{
	(void)state;
	marked m;
	cooked c;
	begin(&m);
	bench_cook(&c, &m.scene, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(kiln_layer(&c.asset, "default"), 1);
	assert_int_equal(kiln_layer(&c.asset, "glass"), 0);
	assert_int_equal(kiln_layer(&c.asset, ""), 0);
	assert_int_equal(kiln_layer(&c.asset, NULL), 0);
	assert_string_equal(kiln_layer_name(&c.asset, 0), "default");
	assert_string_equal(kiln_layer_name(&c.asset, 1), "");
	for (uint32_t i = 0; i < 2; ++i)
	{
		assert_int_equal(c.asset.nodes[i].layers, KILN_LAYER_DEFAULT);
		assert_true(c.asset.nodes[i].collides == ~0ull);
		assert_int_equal(c.asset.nodes[i].user, 0);
		assert_false(c.asset.nodes[i].flags & KILN_NODE_TRIGGER);
		assert_int_equal(c.asset.materials[i].flags, 0);
		assert_false(c.asset.shapes[i].flags & KILN_SHAPE_MASKED);
	}
	bench_release(&c);
}

static void marks_set_the_nodes_and_materials_that_match_and_the_last_counts(void **state)
{
	(void)state;
	const kilncook_mark marks[] = {
		{KILNCOOK_MARK_LAYER, "*", "world", NULL},
		{KILNCOOK_MARK_LAYER, "p?ne", "windows,world", NULL},
		{KILNCOOK_MARK_COLLIDES, "wall", "", NULL},
		{KILNCOOK_MARK_COLLIDES, "pane", "*", NULL},
		{KILNCOOK_MARK_TRIGGER, "pane", NULL, NULL},
		{KILNCOOK_MARK_USER, "wall", "0xffffffffffffffff", NULL},
		{KILNCOOK_MARK_MATERIAL_LAYER, "gl*", "clear", NULL},
		{KILNCOOK_MARK_MATERIAL_COLLIDES, "gl*", "default", NULL},
		{KILNCOOK_MARK_MATERIAL_USER, "glass", "7", NULL},
		{KILNCOOK_MARK_FRICTION, "*", "0.5", NULL},
		{KILNCOOK_MARK_RESTITUTION, "brick", "1", NULL},
	};
	const kilncook_options options = {.marks = marks, .mark_count = sizeof marks / sizeof marks[0]};
	marked m;
	cooked c;
	begin(&m);
	bench_cook(&c, &m.scene, &options);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(kiln_layer(&c.asset, "world"), 2);
	assert_int_equal(kiln_layer(&c.asset, "windows"), 4);
	assert_int_equal(kiln_layer(&c.asset, "clear"), 8);
	const kiln_format_node *wall = node_named(&c, "wall"), *pane = node_named(&c, "pane");
	assert_int_equal(wall->layers, 2);
	assert_int_equal(pane->layers, 6);
	assert_int_equal(wall->collides, 0);
	assert_true(pane->collides == ~0ull && wall->user == ~0ull);
	assert_true(pane->flags & KILN_NODE_TRIGGER);
	assert_false(wall->flags & KILN_NODE_TRIGGER);
	const kiln_format_material *brick = &c.asset.materials[0], *glass = &c.asset.materials[1];
	assert_int_equal(brick->layers, 0);
	assert_int_equal(glass->layers, 8);
	assert_int_equal(glass->collides, 1);
	assert_int_equal(glass->user, 7);
	assert_int_equal(brick->flags, KILN_MATERIAL_FRICTION | KILN_MATERIAL_RESTITUTION);
	assert_int_equal(glass->flags, KILN_MATERIAL_FRICTION);
	assert_true(brick->friction == 0.5f && brick->restitution == 1 && glass->restitution == 0);
	assert_false(c.asset.shapes[wall->shape].flags & KILN_SHAPE_MASKED);
	assert_true(c.asset.shapes[pane->shape].flags & KILN_SHAPE_MASKED);
	bench_release(&c);
}

static void what_a_scene_says_beats_marks(void **state)
{
	(void)state;
	static const char *const layers[3] = {"ground", NULL, "water"};
	const kilncook_mark marks[] = {{KILNCOOK_MARK_LAYER, "*", "water", NULL}, {KILNCOOK_MARK_USER, "*", "5", NULL},
		{KILNCOOK_MARK_FRICTION, "*", "0.5", NULL}, {KILNCOOK_MARK_LAYER, "pane", "new", NULL}};
	const kilncook_options options = {.marks = marks, .mark_count = 4};
	const float slippery = 0;
	marked m;
	cooked c;
	begin(&m);
	m.scene.layers = layers;
	m.scene.layer_count = 3;
	m.nodes[0].layers = 2;
	m.nodes[0].user = 9;
	m.nodes[0].trigger = true;
	m.materials[0].friction = &slippery;
	bench_cook(&c, &m.scene, &options);
	assert_int_equal(c.status, KILNCOOK_OK);
	const kiln_format_node *wall = node_named(&c, "wall"), *pane = node_named(&c, "pane");
	assert_int_equal(wall->layers, 2);
	assert_int_equal(wall->user, 9);
	assert_true(wall->flags & KILN_NODE_TRIGGER);
	assert_int_equal(kiln_layer(&c.asset, "water"), 4);
	assert_int_equal(pane->layers, 8);
	assert_string_equal(kiln_layer_name(&c.asset, 3), "new");
	assert_int_equal(pane->user, 5);
	assert_true(c.asset.materials[0].friction == 0 && c.asset.materials[0].flags == KILN_MATERIAL_FRICTION);
	bench_release(&c);
}

static void marks_that_are_wrong_are_refused(void **state)
{
	(void)state;
	char long_name[300];
	memset(long_name, 'x', sizeof long_name);
	long_name[256] = 0;
	const kilncook_mark wrong[] = {{KILNCOOK_MARK_KIND_END, "*", "a", NULL}, {KILNCOOK_MARK_LAYER, NULL, "a", NULL},
		{KILNCOOK_MARK_LAYER, "*", "", NULL}, {KILNCOOK_MARK_LAYER, "*", "a,", NULL},
		{KILNCOOK_MARK_LAYER, "*", ",a", NULL}, {KILNCOOK_MARK_LAYER, "*", long_name, NULL},
		{KILNCOOK_MARK_MATERIAL_LAYER, "*", NULL, NULL}, {KILNCOOK_MARK_USER, "*", "-1", NULL},
		{KILNCOOK_MARK_USER, "*", "18446744073709551616", NULL}, {KILNCOOK_MARK_USER, "*", "1x", NULL},
		{KILNCOOK_MARK_FRICTION, "*", "-0.5", NULL}, {KILNCOOK_MARK_FRICTION, "*", "nan", NULL},
		{KILNCOOK_MARK_FRICTION, "*", "inf", NULL}, {KILNCOOK_MARK_RESTITUTION, "*", "1.5", NULL},
		{KILNCOOK_MARK_RESTITUTION, "*", "", NULL}};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i)
	{
		const kilncook_options options = {.marks = &wrong[i], .mark_count = 1};
		marked m;
		cooked c;
		begin(&m);
		bench_cook(&c, &m.scene, &options);
		assert_int_equal(c.status, KILNCOOK_USAGE);
		bench_release(&c);
	}
}

static void layers_beyond_64_are_refused(void **state)
{
	(void)state;
	char names[64][8];
	kilncook_mark marks[64];
	for (uint32_t i = 0; i < 64; ++i)
	{
		snprintf(names[i], sizeof names[i], "l%u", i);
		marks[i] = (kilncook_mark){KILNCOOK_MARK_LAYER, "wall", names[i], NULL};
	}
	for (uint32_t count = 63; count <= 64; ++count)
	{
		const kilncook_options options = {.marks = marks, .mark_count = count};
		marked m;
		cooked c;
		begin(&m);
		bench_cook(&c, &m.scene, &options);
		// The default layer is the 64th.
		assert_int_equal(c.status, count == 63 ? KILNCOOK_OK : KILNCOOK_USAGE);
		if (count == 63)
			assert_true(node_named(&c, "wall")->layers == 1ull << 63);
		bench_release(&c);
	}
	marked m;
	cooked c;
	begin(&m);
	const char *many[65] = {0};
	m.scene.layers = many;
	m.scene.layer_count = 65;
	bench_cook(&c, &m.scene, NULL);
	assert_int_equal(c.status, KILNCOOK_USAGE);
	bench_release(&c);
}

static void a_scene_of_other_marks_has_another_hash(void **state)
{
	(void)state;
	const float half = 0.5f;
	marked m[6];
	cooked c[6];
	for (uint32_t i = 0; i < 6; ++i)
		begin(&m[i]);
	m[1].nodes[1].layers = 2;
	m[2].nodes[1].trigger = true;
	m[3].materials[0].restitution = &half;
	m[4].nodes[0].user = 1;
	m[5].materials[1].collides = 1;
	for (uint32_t i = 0; i < 6; ++i)
		bench_cook(&c[i], &m[i].scene, NULL);
	for (uint32_t i = 0; i < 6; ++i)
		for (uint32_t k = 0; k < i; ++k)
			assert_memory_not_equal(c[i].asset.header->source_hash, c[k].asset.header->source_hash, 16);
	for (uint32_t i = 0; i < 6; ++i)
		bench_release(&c[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_nobody_marks_is_in_the_default_layer_and_collides_with_all),
		cmocka_unit_test(marks_set_the_nodes_and_materials_that_match_and_the_last_counts),
		cmocka_unit_test(what_a_scene_says_beats_marks),
		cmocka_unit_test(marks_that_are_wrong_are_refused),
		cmocka_unit_test(layers_beyond_64_are_refused),
		cmocka_unit_test(a_scene_of_other_marks_has_another_hash),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
