// SPDX-License-Identifier: MIT
#ifndef KILN_FORMAT_PAGE_H
#define KILN_FORMAT_PAGE_H

#include <stddef.h>
#include <stdio.h>

/// Compares the pages of format/ with the headers and the rules. Tests run from the root of the repository.

/// A field of a struct; with an empty name the struct itself.
typedef struct format_field
{
	const char *type;
	const char *name;
	size_t offset;
	size_t size;
} format_field;

#define FORMAT_FIELD(type, name)                                                                                       \
	{                                                                                                                  \
#type, #name, offsetof(type, name), sizeof(((type *)0)->name)                                                  \
	}
#define FORMAT_STRUCT(type)                                                                                            \
	{                                                                                                                  \
#type, "", 0, sizeof(type)                                                                                     \
	}

/// A row of a table of rules, as the entries of KILN_RULES, KILN_PACK_RULES and their like, in words.
typedef struct format_rule
{
	const char *name;
	const char *status;
	const char *where;
	const char *reason;
} format_rule;

#define FORMAT_RULE(name, status, where, reason) {#name, #status, where, reason},

/// Opens a page to read. The caller closes the file. Fails the test when the page can't be read.
FILE *format_page_open(const char *path);

/// Checks that the page's headings `### type, N bytes` and rows `| offset | size | field |` are exactly the fields: every
/// struct, then its fields in order.
void format_page_check_fields(const char *path, const format_field *fields, size_t count);

/// Checks that the rows `| name | status | at | reason |` under `## Rules` are exactly the rules, in order.
void format_page_check_rules(const char *path, const format_rule *rules, size_t count);

/// Checks that the fields of each struct follow each other without a gap and fill the struct.
void format_fields_check_padding(const format_field *fields, size_t count);

#endif
