// SPDX-License-Identifier: MIT
#include "rule_breaks.h"

static kiln_format_metadata *entry(const open_case *c, uint32_t i)
{
	return (kiln_format_metadata *)case_section(c, KILN_SECTION_METADATA) + i;
}

/// Copies the sample, sets a byte of METADATA_TEXT, and returns the address of byte `place`.
static const void *break_text(open_case *c, uint64_t at, uint8_t byte, uint64_t place)
{
	rule_use(c, BODIES);
	uint8_t *text = case_section(c, KILN_SECTION_METADATA_TEXT);
	text[at] = byte;
	return text + place;
}

static const void *break_METADATA_TEXT_END(open_case *c)
{
	rule_use(c, BODIES);
	const uint64_t last = case_entry(c, KILN_SECTION_METADATA_TEXT)->size - 1;
	free(c->data);
	return break_text(c, last, 'x', last);
}

/// The first byte of the last string's only character becomes one that nothing begins with.
static const void *break_METADATA_TEXT_UTF8(open_case *c)
{
	return break_text(c, 47, 0xf8, 47);
}

/// The second string becomes lower than the first one.
static const void *break_METADATA_TEXT_ORDER(open_case *c)
{
	return break_text(c, 7, '.', 6);
}

/// The path leads into a string.
BREAK_FIELD(METADATA_PATH, BODIES, kiln_format_metadata, entry(c, 1), path, 7, path)
BREAK_FIELD(METADATA_OWNER, BODIES, kiln_format_metadata, entry(c, 6), index, 1000, owner)
BREAK_FIELD(METADATA_TYPE, BODIES, kiln_format_metadata, entry(c, 0), type, KILN_METADATA_TYPE_END, type)
BREAK_FIELD(METADATA_VALUE, BODIES, kiln_format_metadata, entry(c, 0), value, 2, value)

static const void *break_METADATA_ORDER(open_case *c)
{
	rule_use(c, BODIES);
	entry(c, 4)->path = entry(c, 3)->path;
	return entry(c, 4);
}

rule_breaks rule_breaks_of_metadata(void)
{
	static const rule_break breaks[] = {KILN_RULES_METADATA(RULE_BREAK)};
	return (rule_breaks){breaks, sizeof breaks / sizeof *breaks};
}
