// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_MATCH_H
#define KILN_COOKER_MATCH_H

#include "math/ieee.h"
#include "scene.h"

/// Matches names with patterns and templates.

/// Returns whether a name matches a pattern of `*`, `?` and plain bytes; the pattern has `size` bytes.
bool match_glob(const char *pattern, size_t size, const char *name);

/// Returns whether a node matches a pattern: by its name, or by its own and its parents' names if the pattern contains
/// `/`.
bool match_node(const char *pattern, const art_scene *scene, uint32_t node);

/// Longest name that can follow a convention.
#define MATCH_NAME_MAX 255

#define MATCH_TOKENS_MAX 8

typedef enum match_kind
{
	MATCH_LITERAL,
	MATCH_MESH,
	MATCH_DIGITS,
	MATCH_ANY,	///< any text without `_`
	MATCH_TAIL, ///< digits, blanks, `_`, `.`, or empty
	MATCH_REST, ///< any text, or empty
} match_kind;

typedef struct match_token
{
	match_kind kind;
	const char *text; ///< of a literal
	size_t size;
} match_token;

/// A parsed template of a convention.
typedef struct match_template
{
	match_token tokens[MATCH_TOKENS_MAX];
	uint32_t count;
	bool has_mesh;
} match_template;

/// Parses a template. Returns NULL, or what is wrong with the template.
const char *match_template_read(const char *text, match_template *out);

/// Returns whether a name matches a template; ASCII letters match in either case. `mesh` gets the text at {mesh}, the
/// longest if several are possible.
bool match_template_name(const match_template *t, const char *name, const char **mesh, size_t *mesh_size);

/// Converts a byte to lower case, to compare names.
static inline char match_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

/// Returns the level of detail at the end of a name, such as 1 for `Tree_LOD1`; `stem` gets the length of the part
/// before it. KILN_NONE when the name has none.
uint32_t match_lod(const char *name, size_t *stem);

/// Returns a name without the namespace that Maya puts in front.
const char *match_plain(const char *name);

#endif
