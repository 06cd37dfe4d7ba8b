// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_RECIPE_H
#define KILN_COOKER_RECIPE_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The text of a recipe that lies beside art: settings of the whole asset, then sections about nodes, names and
/// materials.
///
///   hull-vertices = 64       # a comment: `#` at the start of a line, or behind a blank
///   [node UCX_*]
///   shape = hull
///   [material "wet [rock]"]  # "quotes" with \" and \\, or 'as is'
///   tag = 7
///
/// A line is a section, a setting, a comment or empty. Lines end with LF or CR LF. The text is UTF-8 without control
/// characters but tabs; a byte order mark may begin it. What keys and values mean is the reader's business.

/// Most bytes of a recipe, and most sections.
#define RECIPE_BYTES_MAX (1u << 20)
#define RECIPE_SECTIONS_MAX 4096u

typedef enum recipe_section
{
	RECIPE_ASSET,	 ///< before the first section, or in [asset]
	RECIPE_NODE,	 ///< [node PATTERN]
	RECIPE_NAME,	 ///< [name TEMPLATE]
	RECIPE_MATERIAL, ///< [material PATTERN]
	RECIPE_SECTION_KINDS,
} recipe_section;

typedef enum recipe_event
{
	RECIPE_END,
	RECIPE_SECTION, ///< `section`, `pattern`
	RECIPE_SETTING, ///< `key`, `value`
	RECIPE_WRONG,	///< `wrong` has the message; no event follows
} recipe_event;

typedef struct recipe_reader
{
	char *at;
	char *end;
	uint32_t line; ///< line number of the event, from 1
	uint32_t sections;
	recipe_section section;
	const char *pattern; ///< "" for [asset]
	const char *key;
	const char *value; ///< never ""
	char wrong[160];
} recipe_reader;

/// Begins to read `size` bytes, which the reader changes: strings of events lie in them. bytes[size] must be writable.
void recipe_begin(recipe_reader *reader, char *bytes, size_t size);

recipe_event recipe_next(recipe_reader *reader);

/// Whether the first bytes of a file with a recipe's name, at least RECIPE_HEAD of them or all, are those of a cooked asset or
/// height field.
#define RECIPE_HEAD 8
bool recipe_is_asset(const void *bytes, size_t size);

/// Returns the word of a kind of section, such as `node`.
const char *recipe_section_name(recipe_section section);

#endif
