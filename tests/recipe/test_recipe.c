// SPDX-License-Identifier: MIT

/// The text of recipes: what recipes say, which text is refused and on which line, and that no bytes break the reader.

#include "recipe/recipe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Reads a text, and writes its events: `3:[node a*] 4:key=value`, or `4:wrong`.
static void read_all(const char *bytes, size_t size, char *out, size_t room)
{
	char *copy = malloc(size + 1);
	recipe_reader reader;
	recipe_event event;
	size_t used = 0;
	assert_non_null(copy);
	memcpy(copy, bytes, size);
	copy[size] = 'x'; // the reader may write this byte, but must not read it
	out[0] = 0;
	recipe_begin(&reader, copy, size);
	while ((event = recipe_next(&reader)) != RECIPE_END && used + 200 < room)
	{
		if (event == RECIPE_SECTION)
			used += (size_t)snprintf(out + used, room - used, "%u:[%s %s] ", reader.line,
				recipe_section_name(reader.section), reader.pattern);
		else if (event == RECIPE_SETTING)
			used += (size_t)snprintf(out + used, room - used, "%u:%s=%s ", reader.line, reader.key, reader.value);
		else
		{
			snprintf(out + used, room - used, "%u:wrong", reader.line);
			assert_int_equal(recipe_next(&reader), RECIPE_END);
			break;
		}
	}
	free(copy);
}

static void recipes_say_what_they_say(void **state)
{
	(void)state;
	const struct
	{
		const char *text, *events;
	} cases[] = {
		{"", ""},
		{"\n\n# nothing\n   \t\n", ""},
		{"\xef\xbb\xbfweld = 1e-4", "1:weld=1e-4 "},
		{"weld=1e-4\r\n  flip =  yes  \r\n", "1:weld=1e-4 2:flip=yes "},
		{"[asset]\nflip = yes\n[node UCX_*]\nshape = hull", "1:[asset ] 2:flip=yes 3:[node UCX_*] 4:shape=hull "},
		{"[ node   two words  ] # why\n", "1:[node two words] "},
		{"[node \"a ] b\"]\n[node 'c\"']", "1:[node a ] b] 2:[node c\"] "},
		{"material = \"a \\\"b\\\" \\\\ # c\" # d", "1:material=a \"b\" \\ # c "},
		{"material = 'a \\ b'", "1:material=a \\ b "},
		{"material = a#b c # d", "1:material=a#b c "},
		{"material = a = b", "1:material=a = b "},
		{"[node #3]", "1:[node #3] "},
		{"[node \xc3\xa4*]", "1:[node \xc3\xa4*] "},
		{"[material *]\n[name A_{mesh}]", "1:[material *] 2:[name A_{mesh}] "},
	};
	char events[1024];
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
	{
		read_all(cases[i].text, strlen(cases[i].text), events, sizeof events);
		assert_string_equal(events, cases[i].events);
	}
}

static void wrong_lines_are_named(void **state)
{
	(void)state;
	static const char *const wrong[] = {"weld", "= 3", "weld =", "weld = # 3", "weld = \"\"", "Weld = 3", "we ld = 3",
		"[node]", "[node ]", "[node \"\"]", "[asset x]", "[nodes x]", "[]", "[node x", "[node x] y", "[node \"x]",
		"[node \"x\" y]", "[node a]b]", "material = \"a", "material = 'a", "material = 'a' b", "a\x01 = 3",
		"weld = 3\x7f", "weld = \xff", "weld = \xc0\x80", "weld = \xe2\x80\xae", "]", "\"weld\" = 3", "weld\r = 3"};
	char text[128], events[1024];
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i)
	{
		snprintf(text, sizeof text, "# first\nflip = yes\n%s\nflip = yes\n", wrong[i]);
		read_all(text, strlen(text), events, sizeof events);
		assert_string_equal(events, "2:flip=yes 3:wrong");
	}
	read_all("a = b\0c", 7, events, sizeof events);
	assert_string_equal(events, "1:wrong");
}

static void sections_have_a_limit(void **state)
{
	(void)state;
	static const char line[] = "[node x]\n";
	size_t size = (sizeof line - 1) * (RECIPE_SECTIONS_MAX + 1);
	char *text = malloc(size + 1);
	recipe_reader reader;
	uint32_t sections = 0;
	recipe_event event;
	assert_non_null(text);
	for (size_t i = 0; i < size; ++i)
		text[i] = line[i % (sizeof line - 1)];
	recipe_begin(&reader, text, size);
	while ((event = recipe_next(&reader)) == RECIPE_SECTION)
		++sections;
	assert_int_equal(event, RECIPE_WRONG);
	assert_int_equal(sections, RECIPE_SECTIONS_MAX);
	free(text);
}

static uint32_t next_random(uint64_t *random)
{
	*random = *random * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*random >> 33);
}

static void damaged_recipes_break_nothing(void **state)
{
	(void)state;
	static const char seed[] =
		"# how to cook\nhull-vertices = 64\n[node UCX_*] # hulls\nshape = hull\nmaterial = \"wet \\\"rock\\\"\"\n"
		"[name 'COL_{mesh}_{n}']\r\nshape=none\n\n[material ?]\ntag = 7\n[asset]\nflip = no";
	static const char pieces[] = "[]\"'\\=#\n\r\t {}*\xff\xc3\0\x1b";
	uint64_t random = 1;
	uint32_t whole = 0, refused = 0;
	for (uint32_t i = 0; i < 200000; ++i)
	{
		char bytes[2 * sizeof seed], events[4096];
		size_t size = sizeof seed - 1;
		memcpy(bytes, seed, size);
		for (uint32_t k = next_random(&random) % 6 + 1; k > 0 && size > 0; --k)
		{
			size_t at = next_random(&random) % size, length = next_random(&random) % 8;
			switch (next_random(&random) % 4)
			{
			case 0:
				bytes[at] = pieces[next_random(&random) % (sizeof pieces - 1)];
				break;
			case 1:
				size = at;
				break;
			case 2:
				length = length < size - at ? length : size - at;
				memmove(bytes + at, bytes + at + length, size - at - length);
				size -= length;
				break;
			default:
				if (size + length > sizeof bytes)
					break;
				memmove(bytes + at + length, bytes + at, size - at);
				for (size_t j = 0; j < length; ++j)
					bytes[at + j] = pieces[next_random(&random) % (sizeof pieces - 1)];
				size += length;
			}
		}
		read_all(bytes, size, events, sizeof events);
		whole += strstr(events, "wrong") == NULL;
		refused += strstr(events, "wrong") != NULL;
	}
	assert_true(whole > 1000 && refused > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recipes_say_what_they_say),
		cmocka_unit_test(wrong_lines_are_named),
		cmocka_unit_test(sections_have_a_limit),
		cmocka_unit_test(damaged_recipes_break_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
