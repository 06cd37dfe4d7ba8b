// SPDX-License-Identifier: MIT
#include "heightfield/rules.h"
#include "kiln/heightfield.h"
#include "support/format_page.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// Compares HEIGHTFIELD.md with kiln_heightfield_format.h and the rules. Run from the root of the repository.

/// Every struct, then its fields in order.
static const format_field fields[] = {
	FORMAT_STRUCT(kiln_format_heightfield_header),
	FORMAT_FIELD(kiln_format_heightfield_header, magic),
	FORMAT_FIELD(kiln_format_heightfield_header, endian),
	FORMAT_FIELD(kiln_format_heightfield_header, version_major),
	FORMAT_FIELD(kiln_format_heightfield_header, version_minor),
	FORMAT_FIELD(kiln_format_heightfield_header, size),
	FORMAT_FIELD(kiln_format_heightfield_header, required_features),
	FORMAT_FIELD(kiln_format_heightfield_header, columns),
	FORMAT_FIELD(kiln_format_heightfield_header, rows),
	FORMAT_FIELD(kiln_format_heightfield_header, origin),
	FORMAT_FIELD(kiln_format_heightfield_header, spacing),
	FORMAT_FIELD(kiln_format_heightfield_header, step),
	FORMAT_FIELD(kiln_format_heightfield_header, up),
	FORMAT_FIELD(kiln_format_heightfield_header, material_count),
	FORMAT_FIELD(kiln_format_heightfield_header, error),
	FORMAT_FIELD(kiln_format_heightfield_header, level_count),
	FORMAT_FIELD(kiln_format_heightfield_header, data_offset),
	FORMAT_FIELD(kiln_format_heightfield_header, tool_version),
	FORMAT_FIELD(kiln_format_heightfield_header, reserved),
	FORMAT_STRUCT(kiln_format_heightfield_block),
	FORMAT_FIELD(kiln_format_heightfield_block, data),
	FORMAT_FIELD(kiln_format_heightfield_block, base),
	FORMAT_FIELD(kiln_format_heightfield_block, range),
	FORMAT_FIELD(kiln_format_heightfield_block, bits),
	FORMAT_FIELD(kiln_format_heightfield_block, flags),
	FORMAT_FIELD(kiln_format_heightfield_block, material),
	FORMAT_FIELD(kiln_format_heightfield_block, reserved),
	FORMAT_STRUCT(kiln_format_heightfield_range),
	FORMAT_FIELD(kiln_format_heightfield_range, low),
	FORMAT_FIELD(kiln_format_heightfield_range, high),
};

#define FIELD_COUNT (sizeof fields / sizeof fields[0])

static const format_rule rules[] = {KILN_HEIGHTFIELD_RULES(FORMAT_RULE)};

#define PAGE "format/HEIGHTFIELD.md"

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
