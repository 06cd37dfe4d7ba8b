// SPDX-License-Identifier: MIT

/// Compares matching of names by patterns and templates with a recursive matcher and with tables.

#include "kiln_format.h"
#include "plan/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// A pattern's meaning, word by word.
static bool glob_by_recursion(const char *pattern, const char *name)
{
	if (*pattern == 0)
		return *name == 0;
	if (*pattern == '*')
		return glob_by_recursion(pattern + 1, name) || (*name && glob_by_recursion(pattern, name + 1));
	return *name && (*pattern == '?' || *pattern == *name) && glob_by_recursion(pattern + 1, name + 1);
}

static void globs_match_as_their_meaning_does(void **state)
{
	(void)state;
	uint32_t random = 1, matched = 0;
	for (uint32_t i = 0; i < 200000; ++i)
	{
		char pattern[8] = "", name[9] = "";
		random = random * 1664525u + 1013904223u;
		for (uint32_t k = 0, left = random >> 8; k < 7 && left % 5; ++k, left /= 5)
			pattern[k] = "xab*?"[left % 5];
		random = random * 1664525u + 1013904223u;
		for (uint32_t k = 0, left = random >> 8; k < 8 && left % 4; ++k, left /= 4)
			name[k] = "xabb"[left % 4];
		bool expected = glob_by_recursion(pattern, name);
		matched += expected;
		assert_true(match_glob(pattern, strlen(pattern), name) == expected);
	}
	assert_in_range(matched, 1000, 190000);
}

static void a_path_is_matched_part_by_part(void **state)
{
	(void)state;
	art_node nodes[4] = {
		{.name = "root", .parent = KILN_NONE},
		{.name = "Doors", .parent = 0},
		{.name = "door_1", .parent = 1},
		{.name = "a/b", .parent = 2},
	};
	const art_scene scene = {.nodes = nodes, .node_count = 4};
	const struct
	{
		const char *pattern;
		uint32_t node;
		bool matches;
	} cases[] = {
		{"door_?", 2, true},
		{"Doors/door_?", 2, true},
		{"root/Doors/door_1", 2, true},
		{"*/*/*", 2, true},
		{"*/*/*/*", 2, false},
		{"/door_1", 2, false},
		{"Walls/door_1", 2, false},
		{"Doors/", 2, false},
		{"door_1/a?b", 3, true},
		{"a/b", 3, false},
		{"*", 3, true},
		{"root", 0, true},
		{"*/root", 0, false},
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
		assert_true(match_node(cases[i].pattern, &scene, cases[i].node) == cases[i].matches);
}

static void templates_find_the_mesh(void **state)
{
	(void)state;
	const struct
	{
		const char *text, *name, *mesh; ///< NULL: no match
	} cases[] = {
		{"UCX_{mesh}", "UCX_SM_Crate_01", "SM_Crate_01"},
		{"UCX_{mesh}_{any}", "UCX_SM_Crate_01", "SM_Crate"},
		{"UCX_{mesh}_{any}", "UCX_Crate", NULL},
		{"UCX_{mesh}", "ucx_crate", "crate"},
		{"UCX_{mesh}", "set:UCX_Crate", "Crate"},
		{"UCX_{mesh}", "UCX_", NULL},
		{"UCX_{mesh}", "XUCX_Crate", NULL},
		{"{mesh}-col{tail}", "Wall-col", "Wall"},
		{"{mesh}-col{tail}", "Wall-COL.001", "Wall"},
		{"{mesh}-col{tail}", "Wall-col_2 ", "Wall"},
		{"{mesh}-col{tail}", "Wall-colour", NULL},
		{"{mesh}-col{tail}", "Wall-colonly", NULL},
		{"{mesh}-col{tail}", "a-col-col", "a-col"},
		{"{mesh}-col{tail}", "-col", NULL},
		{"{mesh}$col{rest}", "Wall$colABC", "Wall"},
		{"COL_{mesh}_{n}", "COL_Crate_07", "Crate"},
		{"COL_{mesh}_{n}", "COL_Crate_7a", NULL},
		{"COL_{n}", "COL_7", ""},
		{"plain", "PLAIN", ""},
		{"plain", "plainer", NULL},
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
	{
		match_template t;
		const char *mesh;
		size_t size;
		assert_null(match_template_read(cases[i].text, &t));
		bool matched = match_template_name(&t, cases[i].name, &mesh, &size);
		assert_true(matched == (cases[i].mesh != NULL));
		assert_true(!matched || (size == strlen(cases[i].mesh) && memcmp(mesh ? mesh : "", cases[i].mesh, size) == 0));
	}
}

static void templates_that_mean_nothing_are_refused(void **state)
{
	(void)state;
	static const char *const wrong[] = {"", "{", "}", "{mesh", "UCX_{Mesh}", "{mesh}", "{rest}", "a{mesh}b{mesh}",
		"a{mesh}{n}", "a{mesh}_{n}_{any}", "a}b", "{n}-{mesh}-{any}"};
	match_template t;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i)
		assert_non_null(match_template_read(wrong[i], &t));
}

static void long_names_follow_no_convention(void **state)
{
	(void)state;
	char name[600];
	const char *mesh;
	size_t size;
	match_template t;
	assert_null(match_template_read("UCX_{mesh}", &t));
	for (size_t length = MATCH_NAME_MAX; length <= sizeof name - 1; length += 344)
	{
		memset(name, 'a', length);
		memcpy(name, "UCX_", 4);
		name[length] = 0;
		assert_true(match_template_name(&t, name, &mesh, &size) == (length <= MATCH_NAME_MAX));
	}
}

static void levels_of_detail_end_names(void **state)
{
	(void)state;
	const struct
	{
		const char *name;
		uint32_t number;
		size_t stem;
	} cases[] = {{"Tree_LOD0", 0, 4}, {"Tree_lod12", 12, 4}, {"Tree_LOD999", 999, 4}, {"Tree_LOD1000", KILN_NONE, 0},
		{"_LOD1", KILN_NONE, 0}, {"Tree_LOD", KILN_NONE, 0}, {"Tree-LOD1", KILN_NONE, 0}, {"LOD1", KILN_NONE, 0},
		{"", KILN_NONE, 0}, {"7", KILN_NONE, 0}};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
	{
		size_t stem = 0;
		assert_int_equal(match_lod(cases[i].name, &stem), cases[i].number);
		assert_int_equal(stem, cases[i].stem);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(globs_match_as_their_meaning_does),
		cmocka_unit_test(a_path_is_matched_part_by_part),
		cmocka_unit_test(templates_find_the_mesh),
		cmocka_unit_test(templates_that_mean_nothing_are_refused),
		cmocka_unit_test(long_names_follow_no_convention),
		cmocka_unit_test(levels_of_detail_end_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
