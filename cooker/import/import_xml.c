// SPDX-License-Identifier: MIT
#include "import_xml.h"

#include "memory.h"

#include <string.h>

static bool is_blank(int c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static int next_byte(import_xml *xml)
{
	int c = import_zip_next(&xml->zip);
	xml->line += c == '\n';
	return c;
}

/// Skips past the next `end`.
static bool skip_to(import_xml *xml, const char *end)
{
	char last[4] = "";
	size_t size = strlen(end);
	for (int c; (c = next_byte(xml)) >= 0;)
	{
		memmove(last, last + 1, size - 1);
		last[size - 1] = (char)c;
		if (memcmp(last, end, size) == 0)
			return true;
	}
	return false;
}

/// Skips a declaration, which begins with `<!`.
static bool skip_declaration(import_xml *xml)
{
	int c = next_byte(xml);
	if (c == '-' && next_byte(xml) == '-')
		return skip_to(xml, "-->");
	if (c == '[')
		return skip_to(xml, "]]>");
	// A document type may hold nested declarations in brackets.
	for (int depth = 1; c >= 0; c = next_byte(xml))
	{
		depth += c == '<' ? 1 : c == '>' ? -1 : 0;
		if (depth == 0)
			return true;
	}
	return false;
}

/// Reads a tag's attributes, from their first byte; true when the tag is complete.
static bool read_attributes(import_xml *xml, int c)
{
	import_xml_tag *tag = &xml->tag;
	size_t size = 0;
	int quote = 0, before = 0;
	for (; c >= 0 && (quote || c != '>'); c = next_byte(xml))
	{
		if (size + 1 < sizeof tag->attributes)
			tag->attributes[size++] = (char)c;
		if (quote ? c == quote : c == '"' || c == '\'')
			quote = quote ? 0 : c;
		before = c;
	}
	if (before == '/')
	{
		tag->ends = true;
		size -= size > 0 && tag->attributes[size - 1] == '/';
	}
	tag->attributes[size] = 0;
	return c == '>';
}

/// Reads a tag, from the first byte of its name.
static bool read_tag(import_xml *xml, int c)
{
	import_xml_tag *tag = &xml->tag;
	size_t size = 0;
	tag->ends = c == '/';
	tag->starts = !tag->ends;
	tag->line = xml->line;
	if (tag->ends)
		c = next_byte(xml);
	for (; c >= 0 && !is_blank(c) && c != '>' && c != '/'; c = next_byte(xml))
		if (c == ':')
			size = 0;
		else if (size + 1 < sizeof tag->name)
			tag->name[size++] = (char)c;
	tag->name[size] = 0;
	return read_attributes(xml, c);
}

bool import_xml_next(import_xml *xml)
{
	for (int c; (c = next_byte(xml)) >= 0;)
	{
		if (c != '<')
		{
			if (!xml->begun && ++xml->before > IMPORT_XML_BEFORE)
				return false;
			continue;
		}
		xml->begun = true;
		c = next_byte(xml);
		if (c == '!')
		{
			if (!skip_declaration(xml))
				return false;
		}
		else if (c == '?')
		{
			if (!skip_to(xml, "?>"))
				return false;
		}
		else
			return read_tag(xml, c);
	}
	return false;
}

const char *import_xml_attribute(const import_xml_tag *tag, const char *name, size_t *length)
{
	size_t wanted = strlen(name);
	for (const char *at = tag->attributes; *at;)
	{
		while (is_blank(*at))
			++at;
		const char *word = at;
		while (*at && !is_blank(*at) && *at != '=')
			++at;
		size_t size = (size_t)(at - word);
		while (is_blank(*at))
			++at;
		if (*at != '=')
		{
			if (size == 0)
				return NULL;
			continue;
		}
		for (++at; is_blank(*at);)
			++at;
		const char *value = at + 1, *quote = *at == '"' || *at == '\'' ? strchr(value, *at) : NULL;
		if (!quote)
			return NULL;
		at = quote + 1;
		*length = (size_t)(quote - value);
		if (size == wanted && memcmp(word, name, size) == 0)
			return value;
	}
	return NULL;
}

bool import_xml_is(const import_xml_tag *tag, const char *name, const char *value)
{
	size_t length = 0;
	const char *found = import_xml_attribute(tag, name, &length);
	return found && strlen(value) == length && memcmp(found, value, length) == 0;
}

import_xml *import_xml_begin(const kilncook_context *context, const char *path)
{
	import_xml *xml = cook_alloc(context, 1, sizeof *xml);
	if (!xml)
		return NULL;
	xml->line = 1;
	xml->before = 0;
	xml->begun = false;
	if (import_zip_begin(context, path, &xml->zip))
		return xml;
	import_xml_end(context, xml);
	return NULL;
}

void import_xml_end(const kilncook_context *context, import_xml *xml)
{
	if (!xml)
		return;
	import_zip_end(&xml->zip);
	cook_free(context, xml, 1, sizeof *xml);
}
