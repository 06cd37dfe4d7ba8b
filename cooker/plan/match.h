// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_MATCH_H
#define KILN_COOKER_MATCH_H

#include "math/ieee.h"
#include "scene.h"

/// Patterns and templates against names.

/// Whether a name matches a pattern of `*`, `?` and plain bytes, of `size` bytes.
bool match_glob(const char *pattern, size_t size, const char *name);

/// Whether a node does: by its name, or for a pattern with `/` by its own and its parents' names.
bool match_node(const char *pattern, const art_scene *scene, uint32_t node);

/// Longest name that a convention can have; longer ones follow none.
#define MATCH_NAME_MAX 255

#define MATCH_TOKENS_MAX 8

typedef enum match_kind
{
	MATCH_LITERAL,
	MATCH_MESH,
	MATCH_DIGITS,
	MATCH_ANY,	///< no `_`
	MATCH_TAIL, ///< digits, blanks, `_`, `.`, or nothing
	MATCH_REST, ///< anything, or nothing
} match_kind;

typedef struct match_token
{
	match_kind kind;
	const char *text; ///< of a literal
	size_t size;
} match_token;

/// A convention's template, taken apart.
typedef struct match_template
{
	match_token tokens[MATCH_TOKENS_MAX];
	uint32_t count;
	bool has_mesh;
} match_template;

/// Takes a template apart; returns what is wrong with it, or NULL.
const char *match_template_read(const char *text, match_template *out);

/// Whether a name follows a template, letters of ASCII in either case; `mesh` gets where {mesh} is, the longest of several.
bool match_template_name(const match_template *t, const char *name, const char **mesh, size_t *mesh_size);

/// A byte, as names are compared.
static inline char match_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

/// The level of detail that a name ends in, `stem` bytes behind its start, such as 1 for `Tree_LOD1`; KILN_NONE without.
uint32_t match_lod(const char *name, size_t *stem);

/// A name without the namespace that Maya puts before it.
const char *match_plain(const char *name);

#endif
