// SPDX-License-Identifier: MIT
#include "heightfield/rules.h"
#include "kiln/heightfield.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/// Compares HEIGHTFIELD.md with kiln_heightfield_format.h and the rules. Run from the root of the repository.

typedef struct field
{
	const char *type, *name;
	size_t offset, size;
} field;

#define WHOLE(type)                                                                                                    \
	{                                                                                                                  \
#type, "", 0, sizeof(type)                                                                                     \
	}
#define FIELD(type, name)                                                                                              \
	{                                                                                                                  \
#type, #name, offsetof(type, name), sizeof(((type *)0)->name)                                                  \
	}

/// Every struct, then its fields in order.
static const field fields[] = {
	WHOLE(kiln_format_heightfield_header),
	FIELD(kiln_format_heightfield_header, magic),
	FIELD(kiln_format_heightfield_header, endian),
	FIELD(kiln_format_heightfield_header, version_major),
	FIELD(kiln_format_heightfield_header, version_minor),
	FIELD(kiln_format_heightfield_header, size),
	FIELD(kiln_format_heightfield_header, required_features),
	FIELD(kiln_format_heightfield_header, columns),
	FIELD(kiln_format_heightfield_header, rows),
	FIELD(kiln_format_heightfield_header, origin),
	FIELD(kiln_format_heightfield_header, spacing),
	FIELD(kiln_format_heightfield_header, step),
	FIELD(kiln_format_heightfield_header, up),
	FIELD(kiln_format_heightfield_header, material_count),
	FIELD(kiln_format_heightfield_header, error),
	FIELD(kiln_format_heightfield_header, level_count),
	FIELD(kiln_format_heightfield_header, data_offset),
	FIELD(kiln_format_heightfield_header, tool_version),
	FIELD(kiln_format_heightfield_header, reserved),
	WHOLE(kiln_format_heightfield_block),
	FIELD(kiln_format_heightfield_block, data),
	FIELD(kiln_format_heightfield_block, base),
	FIELD(kiln_format_heightfield_block, range),
	FIELD(kiln_format_heightfield_block, bits),
	FIELD(kiln_format_heightfield_block, flags),
	FIELD(kiln_format_heightfield_block, material),
	FIELD(kiln_format_heightfield_block, reserved),
	WHOLE(kiln_format_heightfield_range),
	FIELD(kiln_format_heightfield_range, low),
	FIELD(kiln_format_heightfield_range, high),
};

#define FIELD_COUNT (sizeof fields / sizeof fields[0])

#define ROW(name, status, where, reason) "| " #name " | " #status " | " where " | " reason " |\n",
static const char *const rules[] = {KILN_HEIGHTFIELD_RULES(ROW)};

static FILE *open_document(void)
{
	FILE *file = fopen("format/HEIGHTFIELD.md", "r");
	if (!file)
		fail_msg("format/HEIGHTFIELD.md can't be read: run this from the root of the repository");
	return file;
}

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

static void document_lists_every_rule_of_the_proof(void **state)
{
	(void)state;
	FILE *file = open_document();
	char line[1024], name[64];
	size_t next = 0;
	while (fgets(line, sizeof line, file))
		if (sscanf(line, "| %63[A-Z_] |", name) == 1)
		{
			assert_in_range(next, 0, KILN_HEIGHTFIELD_RULE_COUNT - 1);
			assert_string_equal(line, rules[next++]);
		}
	(void)fclose(file);
	assert_int_equal(next, KILN_HEIGHTFIELD_RULE_COUNT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(document_lists_every_field_at_its_offset),
		cmocka_unit_test(document_lists_every_rule_of_the_proof),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
