// SPDX-License-Identifier: MIT
#include "common/query_line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static query_line parsed(const char *line)
{
	query_line query;
	char error[QUERY_ERROR_SIZE] = "";
	if (!query_parse(line, strlen(line), &query, error))
	{
		fail_msg("'%s' was refused: %s", line, error);
	}
	return query;
}

static void assert_refused(const char *line, const char *expected)
{
	query_line query;
	char error[QUERY_ERROR_SIZE] = "";
	assert_false(query_parse(line, strlen(line), &query, error));
	assert_int_equal(query.kind, QUERY_NOTHING);
	assert_string_equal(error, expected);
}

static void assert_floats(const void *actual, const float *expected, size_t count)
{
	assert_memory_equal(actual, expected, count * sizeof *expected);
}

static void empty_lines_and_comments_ask_nothing(void **state)
{
	(void)state;
	static const char *const lines[] = {"", " ", "\t \t", "\r", "#", "# ray 1 2 3", "  # x", "#\r"};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i)
	{
		assert_int_equal(parsed(lines[i]).kind, QUERY_NOTHING);
	}
}

static void a_ray_has_six_numbers_or_a_limit_too(void **state)
{
	(void)state;
	query_line query = parsed("ray 1 2 3 4 5 6");
	assert_int_equal(query.kind, QUERY_RAY);
	assert_floats(&query.ray.origin, (const float[]){1, 2, 3, 4, 5, 6, 0}, 7);
	assert_int_equal(query.ray.flags, 0);
	query = parsed("  rayall\t1  2 3 4 5 6 7.5 \r");
	assert_int_equal(query.kind, QUERY_RAY_ALL);
	assert_floats(&query.ray.origin, (const float[]){1, 2, 3, 4, 5, 6, 7.5f}, 7);
	assert_refused("ray 1 2 3 4 5", "5 numbers given, expected: ray OX OY OZ DX DY DZ [TMAX]");
	assert_refused("ray 1 2 3 4 5 6 7 8", "8 numbers given, expected: ray OX OY OZ DX DY DZ [TMAX]");
	assert_refused("ray", "0 numbers given, expected: ray OX OY OZ DX DY DZ [TMAX]");
}

static void points_have_three_numbers(void **state)
{
	(void)state;
	query_line query = parsed("closest 1 2 3");
	assert_floats(&query.closest, (const float[]){1, 2, 3, 0}, 4);
	query = parsed("closest 1 2 3 4");
	assert_int_equal(query.kind, QUERY_CLOSEST);
	assert_floats(&query.closest, (const float[]){1, 2, 3, 4}, 4);
	query = parsed("inside 1 2 3");
	assert_int_equal(query.kind, QUERY_INSIDE);
	assert_floats(&query.point, (const float[]){1, 2, 3}, 3);
	assert_refused("inside 1 2 3 4", "4 numbers given, expected: inside X Y Z");
}

static void shapes_take_their_sizes(void **state)
{
	(void)state;
	query_line query = parsed("sphere 1 2 3 0");
	assert_int_equal(query.kind, QUERY_SPHERE);
	assert_floats(&query.sphere, (const float[]){1, 2, 3, 0}, 4);
	query = parsed("box 1 2 3 4 5 6");
	assert_int_equal(query.kind, QUERY_BOX);
	assert_floats(&query.box, (const float[]){1, 2, 3, 4, 5, 6, 0, 0, 0, 0}, 10);
	query = parsed("box 1 2 3 4 5 6 -7 8 9 10");
	assert_floats(&query.box, (const float[]){1, 2, 3, 4, 5, 6, -7, 8, 9, 10}, 10);
	query = parsed("capsule 1 2 3 4 5 6 7");
	assert_int_equal(query.kind, QUERY_CAPSULE);
	assert_floats(&query.capsule, (const float[]){1, 2, 3, 4, 5, 6, 7}, 7);
}

static void the_count_tells_whether_a_cast_box_is_turned(void **state)
{
	(void)state;
	query_line query = parsed("castbox 1 2 3 4 5 6 7 8 9");
	assert_int_equal(query.kind, QUERY_CAST_BOX);
	assert_floats(&query.box, (const float[]){1, 2, 3, 4, 5, 6, 0, 0, 0, 0}, 10);
	assert_floats(&query.motion, (const float[]){7, 8, 9, 0}, 4);
	query = parsed("castbox 1 2 3 4 5 6 7 8 9 10");
	assert_floats(&query.motion, (const float[]){7, 8, 9, 10}, 4);
	query = parsed("castbox 1 2 3 4 5 6 0 0 0.6 0.8 7 8 9");
	assert_floats(&query.box, (const float[]){1, 2, 3, 4, 5, 6, 0, 0, 0.6f, 0.8f}, 10);
	assert_floats(&query.motion, (const float[]){7, 8, 9, 0}, 4);
	query = parsed("castbox 1 2 3 4 5 6 0 0 0.6 0.8 7 8 9 10");
	assert_floats(&query.motion, (const float[]){7, 8, 9, 10}, 4);
	assert_refused("castbox 1 2 3 4 5 6 7 8 9 10 11",
		"11 numbers given, expected: castbox CX CY CZ HX HY HZ [QX QY QZ QW] DX DY DZ [TMAX]");
	assert_refused("castbox 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
		"15 numbers given, expected: castbox CX CY CZ HX HY HZ [QX QY QZ QW] DX DY DZ [TMAX]");
}

static void casts_take_a_motion(void **state)
{
	(void)state;
	query_line query = parsed("castsphere 1 2 3 4 5 6 7");
	assert_int_equal(query.kind, QUERY_CAST_SPHERE);
	assert_floats(&query.sphere, (const float[]){1, 2, 3, 4}, 4);
	assert_floats(&query.motion, (const float[]){5, 6, 7, 0}, 4);
	query = parsed("castcapsule 1 2 3 4 5 6 7 8 9 10 11");
	assert_int_equal(query.kind, QUERY_CAST_CAPSULE);
	assert_floats(&query.capsule, (const float[]){1, 2, 3, 4, 5, 6, 7}, 7);
	assert_floats(&query.motion, (const float[]){8, 9, 10, 11}, 4);
	assert_int_equal(parsed("castsphere 1 2 3 4 0 0 0").kind, QUERY_CAST_SPHERE);
}

static void queries_of_distance_fields_have_the_numbers_of_their_line(void **state)
{
	(void)state;
	query_line query = parsed("sdf 1 2 3");
	assert_int_equal(query.kind, QUERY_SDF);
	assert_floats(&query.closest, (const float[]){1, 2, 3, -1}, 4);
	query = parsed("sdf 1 2 3 0");
	assert_floats(&query.closest, (const float[]){1, 2, 3, 0}, 4);
	query = parsed("sdfsphere 1 2 3 4 5 6 7 8");
	assert_int_equal(query.kind, QUERY_SDF_SPHERE);
	assert_floats(&query.sphere, (const float[]){1, 2, 3, 4}, 4);
	assert_floats(&query.motion, (const float[]){5, 6, 7, 8}, 4);
	query = parsed("sdfcapsule 1 2 3 4 5 6 7 8 9 10");
	assert_int_equal(query.kind, QUERY_SDF_CAPSULE);
	assert_floats(&query.capsule, (const float[]){1, 2, 3, 4, 5, 6, 7}, 7);
	assert_floats(&query.motion, (const float[]){8, 9, 10, 0}, 4);
	assert_true(query_is_sdf(query.kind) && !query_is_sdf(QUERY_CAST_CONVEX) && !query_is_sdf(QUERY_FILTER));
	assert_refused("sdf 1 2 3 -1", "negative limit -1");
}

static void what_cannot_be_asked_is_refused_with_a_reason(void **state)
{
	(void)state;
	assert_refused("ray 0 0 0 0 -0 0", "the direction is zero");
	assert_refused("ray 0 0 0 1 0 0 -1", "negative limit -1");
	assert_refused("sphere 0 0 0 -2", "negative size -2");
	assert_refused("box 0 0 0 1 -1e-30 1", "negative size -1e-30");
}

static void what_is_no_number_is_named(void **state)
{
	(void)state;
	assert_refused("inside 1 nan 3", "'nan' is not a number");
	assert_refused("inside 1 2 -inf", "'-inf' is not a number");
	assert_refused("inside 1 2 1e39", "'1e39' is out of range");
	assert_refused("inside 1 2 0x10", "'0x10' is not a number");
	assert_refused("inside 1 2 \xff", "'?' is not a number");
	assert_refused("inside 1 2 abcdefghijklmnopqrstuvwxyz", "'abcdefghijklmnopqrstuvwx...' is not a number");
	assert_refused("inside 2199023255552 0 0", "2.19902326e+12 is beyond the largest coordinate, 2^40");
	assert_int_equal(parsed("inside 1099511627776 0 0").kind, QUERY_INSIDE);
}

static void pair_questions_pose_the_second_asset(void **state)
{
	(void)state;
	query_line query = parsed("within 0.5 1 2 3 0 0 0.6 0.8 4");
	assert_int_equal(query.kind, QUERY_WITHIN);
	assert_true(query_is_pair(query.kind) && !query_is_pair(QUERY_CAST_CAPSULE));
	assert_true(query.pair.distance == 0.5f && query.pair.b.from.scale == 4);
	assert_true(query.pair.b.from.translation.x == 1 && query.pair.b.from.translation.z == 3);
	assert_true(query.pair.b.from.rotation.z == 0.6f && query.pair.b.from.rotation.w == 0.8f);
	const query_kind kinds[] = {QUERY_COLLIDE, QUERY_CONTACTS, QUERY_DISTANCE, QUERY_DEPTH, QUERY_MANIFOLD};
	const char *const words[] = {"collide 1 2 3 0 0 0 1", "contacts 1 2 3 0 0 0 1", "distance 1 2 3 0 0 0 1",
		"depth 1 2 3 0 0 0 1", "manifold 1 2 3 0 0 0 1"};
	for (int i = 0; i < 5; ++i)
	{
		query = parsed(words[i]);
		assert_int_equal(query.kind, kinds[i]);
		assert_true(query.pair.b.from.scale == 1 && query.pair.b.from.translation.y == 2);
	}
	query = parsed("toi 1 2 3 0 0 0 1 4 5 6 0 0.6 0 0.8 2");
	assert_int_equal(query.kind, QUERY_TOI);
	assert_true(
		query.pair.b.from.translation.z == 3 && query.pair.b.from.rotation.w == 1 && query.pair.b.from.scale == 2);
	assert_true(query.pair.b.to.translation.z == 6 && query.pair.b.to.rotation.y == 0.6f && query.pair.b.to.scale == 2);
	assert_true(parsed("toi 1 2 3 0 0 0 1 4 5 6 0 0 0 1").pair.b.from.scale == 1);
	assert_refused(
		"toi 0 0 0 0 0 0 1", "7 numbers given, expected: toi TX TY TZ QX QY QZ QW TX TY TZ QX QY QZ QW [SCALE]");
	assert_refused("collide 0 0 0 0 0 0", "6 numbers given, expected: collide TX TY TZ QX QY QZ QW [SCALE]");
	assert_refused("collide 0 0 0 0 0 0 1 0", "the scale 0 is not above zero, or beyond 2^40");
	assert_refused("within -1 0 0 0 0 0 0 1", "negative size -1");
	assert_refused("distance nan 0 0 0 0 0 1", "'nan' is not a number");
}

static void filters_keep_their_words_for_later(void **state)
{
	(void)state;
	static const struct
	{
		const char *line, *words;
	} cases[] = {{"filter", ""}, {"  filter \t", ""}, {"filter ignore glass", "ignore glass"},
		{"filter\tbelongs  a masks\r", "belongs  a masks"}, {"filter node a b # c", "node a b # c"},
		{"filter \xff nan -inf", "\xff nan -inf"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		const query_line query = parsed(cases[i].line);
		assert_int_equal(query.kind, QUERY_FILTER);
		// Spaces at both ends are of no word.
		size_t at = 0, of = 0;
		query_word word, expected;
		bool more = true;
		while (more)
		{
			more = query_next_word(query.words, query.words_size, &at, &word);
			assert_int_equal(query_next_word(cases[i].words, strlen(cases[i].words), &of, &expected), more);
			if (more)
			{
				assert_int_equal(word.size, expected.size);
				assert_memory_equal(word.text, expected.text, word.size);
			}
		}
	}
	assert_refused("filters ignore glass", "unknown query 'filters'");
	assert_refused("Filter", "unknown query 'Filter'");
}

static void origins_are_read_in_double(void **state)
{
	(void)state;
	query_line query = parsed("origin 1000000000.0000001 -9007199254740992 0.1\r");
	assert_int_equal(query.kind, QUERY_ORIGIN);
	assert_true(
		query.has_origin && query.origin.x == 1000000000.0000001 && query.origin.y == -0x1p53 && query.origin.z == 0.1);
	query = parsed("origin");
	assert_true(query.kind == QUERY_ORIGIN && !query.has_origin);
	assert_true(query_asks_nothing(QUERY_ORIGIN) && !query_asks_nothing(QUERY_RAY));
	assert_refused("origin 1 2", "2 numbers given, expected: origin [X Y Z]");
	assert_refused("origin 1 2 3 4", "4 numbers given, expected: origin [X Y Z]");
	assert_refused("origin 1 2 nan", "'nan' is not a number");
	assert_refused("origin 1 1e400 2", "'1e400' is beyond the largest origin, 2^53");
	assert_refused("origin 1 2 9007199254740994", "'9007199254740994' is beyond the largest origin, 2^53");
}

static void unknown_words_are_named(void **state)
{
	(void)state;
	assert_refused("RAY 1 2 3 4 5 6", "unknown query 'RAY'");
	assert_refused("rays", "unknown query 'rays'");
	assert_refused("collides 0 0 0 0 0 0 1", "unknown query 'collides'");
}

static void a_nul_is_a_bad_character_not_an_end(void **state)
{
	(void)state;
	query_line query;
	char error[QUERY_ERROR_SIZE];
	assert_false(query_parse("inside 1 2 3\0", 13, &query, error));
	assert_string_equal(error, "'3?' is not a number");
	assert_false(query_parse("\0", 1, &query, error));
	assert_string_equal(error, "unknown query '?'");
}

static void any_number_of_words_is_safe(void **state)
{
	(void)state;
	enum
	{
		SIZE = 60000
	};
	// Allocates exactly the stated size, so that a sanitizer finds a read beyond it.
	char *line = malloc(SIZE);
	assert_non_null(line);
	memset(line, ' ', SIZE);
	memcpy(line, "ray", 3);
	for (size_t i = 4; i < SIZE; i += 2)
	{
		line[i] = '1';
	}
	query_line query;
	char error[QUERY_ERROR_SIZE];
	assert_false(query_parse(line, SIZE, &query, error));
	assert_string_equal(error, "29998 numbers given, expected: ray OX OY OZ DX DY DZ [TMAX]");
	free(line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_lines_and_comments_ask_nothing),
		cmocka_unit_test(a_ray_has_six_numbers_or_a_limit_too),
		cmocka_unit_test(points_have_three_numbers),
		cmocka_unit_test(shapes_take_their_sizes),
		cmocka_unit_test(the_count_tells_whether_a_cast_box_is_turned),
		cmocka_unit_test(casts_take_a_motion),
		cmocka_unit_test(queries_of_distance_fields_have_the_numbers_of_their_line),
		cmocka_unit_test(what_cannot_be_asked_is_refused_with_a_reason),
		cmocka_unit_test(what_is_no_number_is_named),
		cmocka_unit_test(pair_questions_pose_the_second_asset),
		cmocka_unit_test(filters_keep_their_words_for_later),
		cmocka_unit_test(origins_are_read_in_double),
		cmocka_unit_test(unknown_words_are_named),
		cmocka_unit_test(a_nul_is_a_bad_character_not_an_end),
		cmocka_unit_test(any_number_of_words_is_safe),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
