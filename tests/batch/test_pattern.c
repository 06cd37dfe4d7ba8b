// SPDX-License-Identifier: MIT
// What patterns of paths match, by examples and by a second method.

#include "batch/batch.h"
#include "pattern_oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct example
{
	const char *pattern, *path;
	bool matches;
} example;

static void patterns_match_what_they_say(void **state)
{
	(void)state;
	static const example examples[] = {
		{"a.obj", "a.obj", true},
		{"a.obj", "b.obj", false},
		{"*.obj", "a.obj", true},
		{"*.obj", ".obj", true},
		{"*.obj", "a/b.obj", false},
		{"a*c*e", "abcde", true},
		{"a*c*e", "abcd", false},
		{"a?c", "abc", true},
		{"a?c", "a/c", false},
		{"[a-c]x", "bx", true},
		{"[!a-c]x", "bx", false},
		{"[^a-c]x", "dx", true},
		{"[]x]", "]", true},
		{"[!]x]", "]", false},
		{"[a-]", "-", true},
		{"[x].obj", "[x].obj", false},
		{"[x.obj", "[x.obj", true},
		{"[a/b]", "[a/b]", true},
		{"a[/]b", "a/b", false},
		{"**", "a/b/c", true},
		{"**/c", "a/b/c", true},
		{"**/c", "c", true},
		{"a/**", "a/b/c", true},
		{"a/**", "a", false},
		{"a/**/c", "a/c", true},
		{"a/**/c", "a/b/b/c", true},
		{"a/**/c", "a/b/cc", false},
		{"**/b/**/b", "b/b", true},
		{"**/b/**/b", "a/b/c/b", true},
		{"**/b/**/b", "b", false},
		{"**/*.obj", "a/b/c.obj", true},
		// Only a whole part stands for folders.
		{"a**/c", "ab/c", true},
		{"a**/c", "a/b/c", false},
		{"***/c", "ab/c", true},
		{"**c", "a/c", false},
		{"", "", true},
		{"", "a", false},
		{"*", "", true},
		{"?", "", false},
	};
	for (size_t i = 0; i < sizeof examples / sizeof examples[0]; ++i)
		if (batch_matches(examples[i].pattern, examples[i].path) != examples[i].matches)
			fail_msg("'%s' and '%s'", examples[i].pattern, examples[i].path);
}

static uint32_t draw(uint64_t *state, uint32_t below)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((*state >> 33) % below);
}

/// Draws a text of the words.
static void draw_text(uint64_t *state, const char *const *words, uint32_t word_count, uint32_t most, char *text)
{
	const uint32_t count = draw(state, most + 1);
	*text = 0;
	for (uint32_t i = 0; i < count; ++i)
		strcat(text, words[draw(state, word_count)]);
}

/// Draws a path that often matches a pattern: stars and sets become other texts.
static void draw_like(uint64_t *state, const char *pattern, char *text)
{
	static const char *const of_stars[] = {"", "a", "b/a", "ca"}, *const of_sets[] = {"a", "b", "["};
	for (*text = 0; *pattern; ++pattern)
	{
		const char one[2] = {*pattern, 0};
		if (*pattern == '*')
			strcat(text, of_stars[draw(state, 4)]);
		else if (*pattern == '?' || *pattern == '[')
			strcat(text, of_sets[draw(state, 3)]);
		else
			strcat(text, one);
		const char *end = *pattern == '[' ? strchr(pattern, ']') : NULL;
		pattern = end ? end : pattern;
	}
}

static void random_patterns_match_as_by_the_second_method(void **state)
{
	(void)state;
	static const char *const of_patterns[] = {"a", "b", "c", "a", "b", "/", "/", "*", "*", "?", "**/", "/**", "[ab]",
		"[!a]", "[a-b]", "[", "]", "-", "!", "[^b"};
	static const char *const of_paths[] = {"a", "b", "c", "a", "b", "/", "[", "]", "-", "!"};
	uint64_t seed = 20, matches = 0;
	for (uint32_t i = 0; i < 300000; ++i)
	{
		char pattern[64], path[256];
		draw_text(&seed, of_patterns, sizeof of_patterns / sizeof of_patterns[0], 9, pattern);
		if (i % 2)
			draw_text(&seed, of_paths, sizeof of_paths / sizeof of_paths[0], 9, path);
		else
			draw_like(&seed, pattern, path);
		const bool expected = pattern_oracle(pattern, path);
		matches += expected;
		if (batch_matches(pattern, path) != expected)
			fail_msg("'%s' and '%s' should %smatch", pattern, path, expected ? "" : "not ");
	}
	// Both answers occur often enough to be tested.
	assert_true(matches > 10000 && matches < 290000);
}

static void a_pattern_that_fails_late_ends_soon(void **state)
{
	(void)state;
	char pattern[512] = "", path[4096];
	for (int i = 0; i < 20; ++i)
		strcat(pattern, "**/*a*a*a*a/");
	strcat(pattern, "b");
	memset(path, 'a', sizeof path - 1);
	path[sizeof path - 1] = 0;
	for (size_t i = 40; i < sizeof path - 1; i += 41)
		path[i] = '/';
	const double begin = platform_seconds();
	assert_false(batch_matches(pattern, path));
	assert_true(platform_seconds() - begin < 10);
}

static void the_folder_of_a_pattern_has_no_special_character(void **state)
{
	(void)state;
	assert_int_equal(batch_pattern_folder("a/b/*.obj"), 3);
	assert_int_equal(batch_pattern_folder("a/b*/c"), 1);
	assert_int_equal(batch_pattern_folder("*.obj"), 0);
	assert_int_equal(batch_pattern_folder("/*.obj"), 0);
	assert_false(batch_is_pattern("a/b.obj"));
	assert_true(batch_is_pattern("a/[b].obj"));
}

static void a_name_is_inside_unless_a_part_leads_out(void **state)
{
	(void)state;
	static const char *const inside[] = {"a", "a/b", "..a", "a../b", "...", " "};
	static const char *const outside[] = {
		"", "/", "/a", "a/", "a//b", ".", "..", "./a", "../a", "a/.", "a/..", "a/../b"};
	for (size_t i = 0; i < sizeof inside / sizeof inside[0]; ++i)
		assert_true(batch_is_inside(inside[i]));
	for (size_t i = 0; i < sizeof outside / sizeof outside[0]; ++i)
		assert_false(batch_is_inside(outside[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(patterns_match_what_they_say),
		cmocka_unit_test(random_patterns_match_as_by_the_second_method),
		cmocka_unit_test(a_pattern_that_fails_late_ends_soon),
		cmocka_unit_test(the_folder_of_a_pattern_has_no_special_character),
		cmocka_unit_test(a_name_is_inside_unless_a_part_leads_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
