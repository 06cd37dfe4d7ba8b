// SPDX-License-Identifier: MIT
#include "format_page.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

FILE *format_page_open(const char *path)
{
	FILE *file = fopen(path, "r");
	if (!file)
		fail_msg("%s can't be read: run this from the root of the repository", path);
	return file;
}

void format_page_check_fields(const char *path, const format_field *fields, size_t count)
{
	FILE *file = format_page_open(path);
	char line[1024], current[64] = "", name[64];
	size_t next = 0, offset, size;
	while (fgets(line, sizeof line, file))
	{
		const format_field *expected = next < count ? &fields[next] : &(format_field){"the end", "", 0, 0};
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
	assert_int_equal(next, count);
}

void format_page_check_rules(const char *path, const format_rule *rules, size_t count)
{
	FILE *file = format_page_open(path);
	char line[1024], expected[1024];
	bool inside = false;
	size_t next = 0;
	while (fgets(line, sizeof line, file))
	{
		inside = strncmp(line, "## ", 3) == 0 ? strcmp(line, "## Rules\n") == 0 : inside;
		if (!inside || strncmp(line, "| ", 2) != 0 || strncmp(line, "| rule |", 8) == 0)
			continue;
		assert_true(next < count);
		const format_rule *rule = &rules[next++];
		int length = snprintf(
			expected, sizeof expected, "| %s | %s | %s | %s |\n", rule->name, rule->status, rule->where, rule->reason);
		assert_true(length > 0 && (size_t)length < sizeof expected);
		assert_string_equal(line, expected);
	}
	(void)fclose(file);
	assert_int_equal(next, count);
}

void format_fields_check_padding(const format_field *fields, size_t count)
{
	for (size_t i = 0, end = 0, whole = 0; i < count; ++i)
	{
		if (fields[i].name[0] == '\0')
		{
			end = 0;
			whole = fields[i].size;
			continue;
		}
		assert_int_equal(fields[i].offset, end);
		end += fields[i].size;
		if (i + 1 == count || fields[i + 1].name[0] == '\0')
			assert_int_equal(end, whole);
	}
}
