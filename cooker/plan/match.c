// SPDX-License-Identifier: MIT
#include "match.h"

#include "kiln_format.h"

#include <string.h>

// When the match after a `*` fails, the `*` is tried again one byte longer. Only the last `*` matters, so the cost is
// at most the product of both lengths.
bool match_glob(const char *pattern, size_t size, const char *name)
{
	const char *end = pattern + size, *star = NULL, *from = NULL;
	while (*name)
	{
		if (pattern < end && *pattern == '*')
		{
			star = pattern++;
			from = name;
		}
		else if (pattern < end && (*pattern == '?' || *pattern == *name))
		{
			++pattern;
			++name;
		}
		else if (star)
		{
			pattern = star + 1;
			name = ++from;
		}
		else
			return false;
	}
	while (pattern < end && *pattern == '*')
		++pattern;
	return pattern == end;
}

bool match_node(const char *pattern, const art_scene *scene, uint32_t node)
{
	const char *end = pattern + strlen(pattern);
	for (;; node = scene->nodes[node].parent)
	{
		const char *part = end;
		while (part > pattern && part[-1] != '/')
			--part;
		if (node >= scene->node_count || !match_glob(part, (size_t)(end - part), scene->nodes[node].name))
			return false;
		if (part == pattern)
			return true;
		end = part - 1;
	}
}

static const struct
{
	const char *text;
	match_kind kind;
} placeholders[] = {{"{mesh}", MATCH_MESH}, {"{n}", MATCH_DIGITS}, {"{any}", MATCH_ANY}, {"{tail}", MATCH_TAIL},
	{"{rest}", MATCH_REST}};

/// Reads one token. Returns its length in the text in bytes; 0 for an unknown placeholder.
static size_t read_token(const char *text, match_token *token)
{
	*token = (match_token){.kind = MATCH_LITERAL, .text = text, .size = strcspn(text, "{}")};
	if (token->size)
		return token->size;
	for (size_t i = 0; i < sizeof placeholders / sizeof placeholders[0]; ++i)
	{
		size_t size = strlen(placeholders[i].text);
		if (strncmp(text, placeholders[i].text, size) == 0)
		{
			*token = (match_token){.kind = placeholders[i].kind};
			return size;
		}
	}
	return 0;
}

const char *match_template_read(const char *text, match_template *out)
{
	bool literal = true;
	uint32_t placeholders_left = 2;
	*out = (match_template){0};
	if (!*text)
		return "a template without text";
	for (size_t size = 0; *text; text += size)
	{
		if (out->count == MATCH_TOKENS_MAX)
			return "a template of more than 8 parts";
		match_token *token = &out->tokens[out->count++];
		size = read_token(text, token);
		if (size == 0)
			return "a placeholder other than {mesh}, {n}, {any}, {tail}, {rest}";
		if (token->kind != MATCH_LITERAL && !literal)
			return "two placeholders beside each other";
		if (token->kind != MATCH_LITERAL && placeholders_left-- == 0)
			return "more than two placeholders";
		if (token->kind == MATCH_MESH && out->has_mesh)
			return "{mesh} twice";
		literal = token->kind == MATCH_LITERAL;
		out->has_mesh = out->has_mesh || token->kind == MATCH_MESH;
	}
	return out->count == 1 && !literal ? "a template of a placeholder alone" : NULL;
}

static bool starts(const char *name, const char *text, size_t size)
{
	for (size_t i = 0; i < size; ++i)
		if (match_lower(name[i]) != match_lower(text[i]))
			return false; // the NUL at the name's end also differs
	return true;
}

/// Returns the most bytes of a name that a placeholder can match.
static size_t reach(match_kind kind, const char *name)
{
	if (kind == MATCH_DIGITS)
		return strspn(name, "0123456789");
	if (kind == MATCH_ANY)
		return strcspn(name, "_");
	if (kind == MATCH_TAIL)
		return strspn(name, "0123456789 _.");
	return strlen(name);
}

/// A template has at most two placeholders and a name is short, so trying every length is cheap.
static bool match_from(const match_template *t, uint32_t at, const char *name, const char **mesh, size_t *mesh_size)
{
	if (at == t->count)
		return *name == 0;
	const match_token *token = &t->tokens[at];
	if (token->kind == MATCH_LITERAL)
		return starts(name, token->text, token->size) && match_from(t, at + 1, name + token->size, mesh, mesh_size);
	size_t least = token->kind == MATCH_TAIL || token->kind == MATCH_REST ? 0 : 1;
	for (size_t size = reach(token->kind, name) + 1; size-- > least;)
		if (match_from(t, at + 1, name + size, mesh, mesh_size))
		{
			if (token->kind == MATCH_MESH)
			{
				*mesh = name;
				*mesh_size = size;
			}
			return true;
		}
	return false;
}

bool match_template_name(const match_template *t, const char *name, const char **mesh, size_t *mesh_size)
{
	*mesh = NULL;
	*mesh_size = 0;
	name = match_plain(name);
	const match_token *first = &t->tokens[0];
	if (first->kind == MATCH_LITERAL && !starts(name, first->text, first->size))
		return false;
	return strlen(name) <= MATCH_NAME_MAX && match_from(t, 0, name, mesh, mesh_size);
}

uint32_t match_lod(const char *name, size_t *stem)
{
	size_t length = strlen(name), digits = length;
	uint32_t number = 0;
	while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
		--digits;
	if (digits == length || length - digits > 3 || digits < 5 || !starts(name + digits - 4, "_LOD", 4))
		return KILN_NONE;
	for (size_t i = digits; i < length; ++i)
		number = 10 * number + (uint32_t)(name[i] - '0');
	*stem = digits - 4;
	return number;
}

const char *match_plain(const char *name)
{
	const char *colon = strrchr(name, ':');
	return colon && colon[1] ? colon + 1 : name;
}
