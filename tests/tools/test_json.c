// SPDX-License-Identifier: MIT
#include "common/json.h"
#include "common/number.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// Ends a value and compares the output.
static void assert_written(json_writer *json, const char *expected)
{
	char text[4096];
	json_end(json);
	rewind(json->out);
	size_t size = fread(text, 1, sizeof text - 1, json->out);
	text[size] = '\0';
	fclose(json->out);
	assert_string_equal(text, expected);
}

static json_writer begin(bool pretty)
{
	FILE *file = tmpfile();
	assert_non_null(file);
	return json_begin(file, pretty);
}

static void commas_stand_between_members_only(void **state)
{
	(void)state;
	json_writer json = begin(false);
	json_object(&json);
	json_key(&json, "a");
	json_array(&json);
	json_uint(&json, 1);
	json_array(&json);
	json_array_end(&json);
	json_object(&json);
	json_object_end(&json);
	json_int(&json, -2);
	json_array_end(&json);
	json_key(&json, "b");
	json_bool(&json, true);
	json_key(&json, "c");
	json_null(&json);
	json_object_end(&json);
	assert_written(&json, "{\"a\":[1,[],{},-2],\"b\":true,\"c\":null}\n");
}

static void pretty_puts_one_member_on_a_line(void **state)
{
	(void)state;
	json_writer json = begin(true);
	const uint32_t counts[] = {1, 2, 3};
	json_object(&json);
	json_key(&json, "counts");
	json_counts(&json, counts, 3);
	json_key(&json, "rows");
	json_array(&json);
	json_object_inline(&json);
	json_key(&json, "x");
	json_uint(&json, 7);
	json_key(&json, "y");
	json_array(&json);
	json_array_end(&json);
	json_object_end(&json);
	json_array_end(&json);
	json_key(&json, "empty");
	json_array(&json);
	json_array_end(&json);
	json_object_end(&json);
	assert_written(
		&json, "{\n\t\"counts\": [1, 2, 3],\n\t\"rows\": [\n\t\t{\"x\": 7, \"y\": []}\n\t],\n\t\"empty\": []\n}\n");
}

static void controls_quotes_and_backslashes_are_escaped(void **state)
{
	(void)state;
	json_writer json = begin(false);
	json_bytes(&json, "a\"b\\c\n\r\t\x01\x7f\0d", 12);
	assert_written(&json, "\"a\\\"b\\\\c\\n\\r\\t\\u0001\\u007f\\u0000d\"\n");
}

static void valid_utf8_is_kept(void **state)
{
	(void)state;
	json_writer json = begin(false);
	json_text(&json, "\xc3\xa9\xe2\x82\xac\xf0\x9f\x94\xa5");
	assert_written(&json, "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x94\xa5\"\n");
}

static void invalid_utf8_is_replaced_byte_by_byte(void **state)
{
	(void)state;
	static const char *const bad[] = {
		"\x80", "\xff", "\xc0", "\xe2\x82", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xc0\x80", "\xf4\x90\x80\x80"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		json_writer json = begin(false);
		char expected[64] = "\"";
		for (size_t k = 0; k < strlen(bad[i]); ++k)
		{
			strcat(expected, "\xef\xbf\xbd");
		}
		strcat(expected, "\"\n");
		json_text(&json, bad[i]);
		assert_written(&json, expected);
	}
}

static void floats_come_back_to_the_bit(void **state)
{
	(void)state;
	json_writer json = begin(false);
	const float values[] = {0.1f, -0.0f, 1e-45f, 3.40282347e38f, 16777217.0f, 1.0f / 3.0f};
	json_floats(&json, values, 6);
	assert_written(&json, "[0.100000001,-0,1.40129846e-45,3.40282347e+38,16777216,0.333333343]\n");
}

static void doubles_are_short_and_come_back(void **state)
{
	(void)state;
	json_writer json = begin(false);
	json_array(&json);
	json_double(&json, 0.1);
	json_double(&json, 1.0 / 3.0);
	json_double(&json, 1e300);
	json_array_end(&json);
	assert_written(&json, "[0.1,0.3333333333333333,1e+300]\n");
}

static void what_is_no_number_is_null(void **state)
{
	(void)state;
	json_writer json = begin(false);
	json_array(&json);
	json_float(&json, (float)NAN);
	json_float(&json, (float)INFINITY);
	json_double(&json, (double)-INFINITY);
	json_array_end(&json);
	assert_written(&json, "[null,null,null]\n");
}

static void hexadecimal_is_lower_case(void **state)
{
	(void)state;
	json_writer json = begin(false);
	const uint8_t bytes[] = {0x00, 0xab, 0xff};
	json_hex(&json, bytes, 3);
	assert_written(&json, "\"00abff\"\n");
}

static void assert_float(const char *text, float expected)
{
	float value = 42.0f;
	assert_int_equal(number_float(text, strlen(text), &value), NUMBER_OK);
	assert_memory_equal(&value, &expected, sizeof value);
}

static void decimal_numbers_are_read(void **state)
{
	(void)state;
	assert_float("0", 0.0f);
	assert_float("-0", -0.0f);
	assert_float("+1.5", 1.5f);
	assert_float(".5", 0.5f);
	assert_float("5.", 5.0f);
	assert_float("1e3", 1000.0f);
	assert_float("1E-3", 0.001f);
	assert_float("1e-60", 0.0f);
	assert_float("3.40282347e38", 3.40282347e38f);
	// Halfway cases, which conversion by way of double would round twice.
	assert_float("1.00000005960464477540", 1.00000012f);
	assert_float("16777217", 16777216.0f);
}

static void very_long_numbers_are_read(void **state)
{
	(void)state;
	char text[3001];
	memset(text, '0', sizeof text);
	text[1] = '.';
	text[2999] = '1';
	float value = 1.0f;
	assert_int_equal(number_float(text, 3000, &value), NUMBER_OK);
	assert_true(value <= 0.0f && value >= 0.0f);
}

static void what_strtof_would_forgive_is_refused(void **state)
{
	(void)state;
	static const char *const bad[] = {"", "+", "-", ".", "e5", "1e", "1e+", "1x", " 1", "1 ", "nan", "NAN", "inf",
		"-infinity", "0x10", "1,5", "1..2", "--1", "1e5.5", "1d3"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		float value = 42.0f;
		assert_int_equal(number_float(bad[i], strlen(bad[i]), &value), NUMBER_SYNTAX);
		assert_true(value > 41.0f && value < 43.0f);
	}
	float value = 42.0f;
	assert_int_equal(number_float("1\0", 2, &value), NUMBER_SYNTAX);
}

static void too_large_numbers_are_out_of_range(void **state)
{
	(void)state;
	float value = 42.0f;
	assert_int_equal(number_float("1e39", 4, &value), NUMBER_RANGE);
	assert_int_equal(number_float("-3.5e38", 7, &value), NUMBER_RANGE);
	assert_int_equal(number_float("1e999999999999", 14, &value), NUMBER_RANGE);
	uint32_t count = 7;
	assert_int_equal(number_uint32("4294967296", 10, &count), NUMBER_RANGE);
	assert_int_equal(number_uint32("-1", 2, &count), NUMBER_SYNTAX);
	assert_int_equal(count, 7);
	assert_int_equal(number_uint32("4294967295", 10, &count), NUMBER_OK);
	assert_true(count == UINT32_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commas_stand_between_members_only),
		cmocka_unit_test(pretty_puts_one_member_on_a_line),
		cmocka_unit_test(controls_quotes_and_backslashes_are_escaped),
		cmocka_unit_test(valid_utf8_is_kept),
		cmocka_unit_test(invalid_utf8_is_replaced_byte_by_byte),
		cmocka_unit_test(floats_come_back_to_the_bit),
		cmocka_unit_test(doubles_are_short_and_come_back),
		cmocka_unit_test(what_is_no_number_is_null),
		cmocka_unit_test(hexadecimal_is_lower_case),
		cmocka_unit_test(decimal_numbers_are_read),
		cmocka_unit_test(very_long_numbers_are_read),
		cmocka_unit_test(what_strtof_would_forgive_is_refused),
		cmocka_unit_test(too_large_numbers_are_out_of_range),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
