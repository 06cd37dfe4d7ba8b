// SPDX-License-Identifier: MIT
#include "kiln/pack.h"
#include "pack/patch_format.h"
#include "pack/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/// Compares PACK.md with kiln_pack_format.h, the structures of patches and the rules. Run from the root of the repository.

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
	WHOLE(kiln_format_pack_header),
	FIELD(kiln_format_pack_header, magic),
	FIELD(kiln_format_pack_header, endian),
	FIELD(kiln_format_pack_header, version_major),
	FIELD(kiln_format_pack_header, version_minor),
	FIELD(kiln_format_pack_header, size),
	FIELD(kiln_format_pack_header, index_hash),
	FIELD(kiln_format_pack_header, required_features),
	FIELD(kiln_format_pack_header, data_offset),
	FIELD(kiln_format_pack_header, names_size),
	FIELD(kiln_format_pack_header, entry_count),
	FIELD(kiln_format_pack_header, blob_count),
	FIELD(kiln_format_pack_header, dictionary_count),
	FIELD(kiln_format_pack_header, codec),
	FIELD(kiln_format_pack_header, alignment),
	FIELD(kiln_format_pack_header, tool_version),
	FIELD(kiln_format_pack_header, reserved),
	WHOLE(kiln_format_pack_entry),
	FIELD(kiln_format_pack_entry, hash),
	FIELD(kiln_format_pack_entry, name),
	FIELD(kiln_format_pack_entry, blob),
	WHOLE(kiln_format_pack_blob),
	FIELD(kiln_format_pack_blob, offset),
	FIELD(kiln_format_pack_blob, stored),
	FIELD(kiln_format_pack_blob, size),
	FIELD(kiln_format_pack_blob, content_hash),
	FIELD(kiln_format_pack_blob, dictionary),
	FIELD(kiln_format_pack_blob, reserved),
	WHOLE(kiln_format_pack_dictionary),
	FIELD(kiln_format_pack_dictionary, offset),
	FIELD(kiln_format_pack_dictionary, size),
	FIELD(kiln_format_pack_dictionary, content_hash),
	WHOLE(patch_header),
	FIELD(patch_header, magic),
	FIELD(patch_header, endian),
	FIELD(patch_header, version),
	FIELD(patch_header, size),
	FIELD(patch_header, hash),
	FIELD(patch_header, old_hash),
	FIELD(patch_header, new_size),
	FIELD(patch_header, head_size),
	FIELD(patch_header, head_stored),
	FIELD(patch_header, part_count),
	FIELD(patch_header, reserved),
	WHOLE(patch_part),
	FIELD(patch_part, stored),
	FIELD(patch_part, old),
	FIELD(patch_part, reserved),
};

#define FIELD_COUNT (sizeof fields / sizeof fields[0])

#define ROW(name, status, where, reason) "| " #name " | " #status " | " where " | " reason " |\n",
static const char *const rules[] = {KILN_PACK_RULES(ROW)};

static FILE *open_document(void)
{
	FILE *file = fopen("format/PACK.md", "r");
	if (!file)
		fail_msg("format/PACK.md can't be read: run this from the root of the repository");
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
			assert_in_range(next, 0, KILN_PACK_RULE_COUNT - 1);
			assert_string_equal(line, rules[next++]);
		}
	(void)fclose(file);
	assert_int_equal(next, KILN_PACK_RULE_COUNT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(document_lists_every_field_at_its_offset),
		cmocka_unit_test(document_lists_every_rule_of_the_proof),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
