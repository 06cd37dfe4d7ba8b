// SPDX-License-Identifier: MIT
#include "kiln/pack.h"
#include "pack/patch_format.h"
#include "pack/rules.h"
#include "support/format_page.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// Compares PACK.md with kiln_pack_format.h, the structures of patches and the rules. Run from the root of the repository.

/// Every struct, then its fields in order.
static const format_field fields[] = {
	FORMAT_STRUCT(kiln_format_pack_header),
	FORMAT_FIELD(kiln_format_pack_header, magic),
	FORMAT_FIELD(kiln_format_pack_header, endian),
	FORMAT_FIELD(kiln_format_pack_header, version_major),
	FORMAT_FIELD(kiln_format_pack_header, version_minor),
	FORMAT_FIELD(kiln_format_pack_header, size),
	FORMAT_FIELD(kiln_format_pack_header, index_hash),
	FORMAT_FIELD(kiln_format_pack_header, required_features),
	FORMAT_FIELD(kiln_format_pack_header, data_offset),
	FORMAT_FIELD(kiln_format_pack_header, names_size),
	FORMAT_FIELD(kiln_format_pack_header, entry_count),
	FORMAT_FIELD(kiln_format_pack_header, blob_count),
	FORMAT_FIELD(kiln_format_pack_header, dictionary_count),
	FORMAT_FIELD(kiln_format_pack_header, codec),
	FORMAT_FIELD(kiln_format_pack_header, alignment),
	FORMAT_FIELD(kiln_format_pack_header, tool_version),
	FORMAT_FIELD(kiln_format_pack_header, reserved),
	FORMAT_STRUCT(kiln_format_pack_entry),
	FORMAT_FIELD(kiln_format_pack_entry, hash),
	FORMAT_FIELD(kiln_format_pack_entry, name),
	FORMAT_FIELD(kiln_format_pack_entry, blob),
	FORMAT_STRUCT(kiln_format_pack_blob),
	FORMAT_FIELD(kiln_format_pack_blob, offset),
	FORMAT_FIELD(kiln_format_pack_blob, stored),
	FORMAT_FIELD(kiln_format_pack_blob, size),
	FORMAT_FIELD(kiln_format_pack_blob, content_hash),
	FORMAT_FIELD(kiln_format_pack_blob, dictionary),
	FORMAT_FIELD(kiln_format_pack_blob, reserved),
	FORMAT_STRUCT(kiln_format_pack_dictionary),
	FORMAT_FIELD(kiln_format_pack_dictionary, offset),
	FORMAT_FIELD(kiln_format_pack_dictionary, size),
	FORMAT_FIELD(kiln_format_pack_dictionary, content_hash),
	FORMAT_STRUCT(patch_header),
	FORMAT_FIELD(patch_header, magic),
	FORMAT_FIELD(patch_header, endian),
	FORMAT_FIELD(patch_header, version),
	FORMAT_FIELD(patch_header, size),
	FORMAT_FIELD(patch_header, hash),
	FORMAT_FIELD(patch_header, old_hash),
	FORMAT_FIELD(patch_header, new_size),
	FORMAT_FIELD(patch_header, head_size),
	FORMAT_FIELD(patch_header, head_stored),
	FORMAT_FIELD(patch_header, part_count),
	FORMAT_FIELD(patch_header, reserved),
	FORMAT_STRUCT(patch_part),
	FORMAT_FIELD(patch_part, stored),
	FORMAT_FIELD(patch_part, old),
	FORMAT_FIELD(patch_part, reserved),
};

#define FIELD_COUNT (sizeof fields / sizeof fields[0])

static const format_rule rules[] = {KILN_PACK_RULES(FORMAT_RULE)};

#define PAGE "format/PACK.md"

static void document_lists_every_field_at_its_offset(void **state)
{
	(void)state;
	format_page_check_fields(PAGE, fields, FIELD_COUNT);
}

/// The table of the page is the table that drives the proof.
static void document_lists_every_rule_of_the_proof(void **state)
{
	(void)state;
	format_page_check_rules(PAGE, rules, sizeof rules / sizeof rules[0]);
}

static void fields_leave_no_hidden_padding(void **state)
{
	(void)state;
	format_fields_check_padding(fields, FIELD_COUNT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(document_lists_every_field_at_its_offset),
		cmocka_unit_test(document_lists_every_rule_of_the_proof),
		cmocka_unit_test(fields_leave_no_hidden_padding),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
