// SPDX-License-Identifier: MIT
#include "common/import_build.h"
#include "common/import_number.h"
#include "import_ply.h"
#include "memory.h"

#include <string.h>

size_t ply_type_size(ply_type type)
{
	static const uint8_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8, 0};
	return sizes[type];
}

static kilncook_status broken(const kilncook_context *context, const import_words *words, const char *what)
{
	char line[IMPORT_LINE];
	cook_message(context, KILNCOOK_ERROR, import_line(line, words->line), "import-failed", "header: %s", what);
	return KILNCOOK_REFUSED;
}

static ply_type read_type(import_words *words)
{
	static const char *const names[][2] = {{"char", "int8"}, {"uchar", "uint8"}, {"short", "int16"},
		{"ushort", "uint16"}, {"int", "int32"}, {"uint", "uint32"}, {"float", "float32"}, {"double", "float64"}};
	(void)import_words_more(words);
	for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
		if (import_words_are(words, names[i][0]) || import_words_are(words, names[i][1]))
			return (ply_type)i;
	return PLY_NONE;
}

static kilncook_status read_format(const kilncook_context *context, import_words *words, ply_header *header)
{
	(void)import_words_more(words);
	if (import_words_are(words, "ascii"))
		header->encoding = PLY_ASCII;
	else if (import_words_are(words, "binary_little_endian"))
		header->encoding = PLY_LITTLE;
	else if (import_words_are(words, "binary_big_endian"))
		header->encoding = PLY_BIG;
	else
		return broken(context, words, "a format other than ascii, binary_little_endian and binary_big_endian");
	(void)import_words_more(words);
	return import_words_are(words, "1.0") ? KILNCOOK_OK : broken(context, words, "a version other than 1.0");
}

static kilncook_status read_element(const kilncook_context *context, import_words *words, ply_header *header)
{
	ply_element element = {.first = header->property_count};
	(void)import_words_more(words);
	element.vertices = import_words_are(words, "vertex");
	element.faces = !element.vertices && import_words_are(words, "face");
	element.strips = !element.vertices && !element.faces && import_words_are(words, "tristrips");
	words->at += import_words_length(words);
	(void)import_words_more(words);
	size_t length = import_words_length(words);
	int64_t count = 0;
	if (length == 0 || import_integer(words->at, length, &count) != length || count < 0)
		return broken(context, words, "an element without a count");
	for (uint32_t i = 0; i < header->element_count; ++i)
		if (element.vertices && header->elements[i].vertices)
			return broken(context, words, "vertices for the second time");
	element.count = (uint64_t)count;
	if (!import_grow(context, &header->elements, &header->element_capacity, (uint64_t)header->element_count + 1,
			sizeof *header->elements))
		return import_no_memory(context);
	header->elements[header->element_count++] = element;
	return KILNCOOK_OK;
}

static ply_role read_role(import_words *words, const ply_element *element, bool list)
{
	(void)import_words_more(words);
	if (element->vertices && !list)
		return import_words_are(words, "x")	  ? PLY_X
			   : import_words_are(words, "y") ? PLY_Y
			   : import_words_are(words, "z") ? PLY_Z
											  : PLY_OTHER;
	if (list && (import_words_are(words, "vertex_indices") || import_words_are(words, "vertex_index")))
		return element->faces ? PLY_POLYGON : element->strips ? PLY_STRIPS : PLY_OTHER;
	return PLY_OTHER;
}

static kilncook_status read_property(const kilncook_context *context, import_words *words, ply_header *header)
{
	if (header->element_count == 0)
		return broken(context, words, "a property before the first element");
	ply_element *element = &header->elements[header->element_count - 1];
	ply_property property = {.count_type = PLY_NONE};
	(void)import_words_more(words);
	bool list = import_words_are(words, "list");
	if (list)
		property.count_type = read_type(words);
	property.type = read_type(words);
	if (property.type == PLY_NONE || (list && property.count_type >= PLY_FLOAT32))
		return broken(context, words, "a property of an unknown type");
	property.role = read_role(words, element, list);
	if (list && property.role != PLY_OTHER && property.type >= PLY_FLOAT32)
		return broken(context, words, "vertices of a face that are no integers");
	for (uint32_t i = 0; i < element->property_count; ++i)
		if (property.role != PLY_OTHER && header->properties[element->first + i].role == property.role)
			return broken(context, words, "a property for the second time");
	if (!import_grow(context, &header->properties, &header->property_capacity, (uint64_t)header->property_count + 1,
			sizeof *header->properties))
		return import_no_memory(context);
	header->properties[header->property_count++] = property;
	++element->property_count;
	return KILNCOOK_OK;
}

/// Checks the elements; `vertices` need all three coordinates.
static kilncook_status check(const kilncook_context *context, const import_words *words, const ply_header *header)
{
	for (uint32_t i = 0; i < header->element_count; ++i)
	{
		const ply_element *element = &header->elements[i];
		uint32_t roles = 0;
		for (uint32_t k = 0; k < element->property_count; ++k)
			roles |= 1u << header->properties[element->first + k].role;
		const uint32_t needed = 1u << PLY_X | 1u << PLY_Y | 1u << PLY_Z;
		if (element->vertices && (roles & needed) != needed)
			return broken(context, words, "vertices without x, y and z");
	}
	return KILNCOOK_OK;
}

kilncook_status ply_header_read(const kilncook_context *context, import_words *words, ply_header *header)
{
	char line[IMPORT_LINE];
	bool format = false;
	if (!import_words_are(words, "ply"))
		return broken(context, words, "the file does not begin with `ply`");
	// If lines end with a single carriage return, a line feed after the header belongs to the data.
	bool lone_return = words->end - words->at >= 2 && words->at[0] == '\r' && words->at[1] != '\n';
	for (;;)
	{
		if (!import_words_next_line(words))
			return broken(context, words, "the header does not end");
		kilncook_status status = KILNCOOK_OK;
		if (!import_words_more(words) || import_words_are(words, "comment") || import_words_are(words, "obj_info"))
			continue;
		if (import_words_are(words, "format"))
		{
			status = read_format(context, words, header);
			format = true;
		}
		else if (import_words_are(words, "element"))
			status = read_element(context, words, header);
		else if (import_words_are(words, "property"))
			status = read_property(context, words, header);
		else if (import_words_are(words, "end_header"))
			break;
		else
			cook_message(context, KILNCOOK_WARNING, import_line(line, words->line), "import-syntax",
				"this line of the header cannot be read");
		if (status != KILNCOOK_OK)
			return status;
	}
	if (!format)
		return broken(context, words, "no format");
	while (lone_return && words->at < words->end && *words->at != '\r')
		++words->at;
	if (lone_return)
		words->at += words->at < words->end;
	else
		(void)import_words_next_line(words);
	return check(context, words, header);
}

void ply_header_free(const kilncook_context *context, ply_header *header)
{
	cook_free(context, header->elements, header->element_capacity, sizeof *header->elements);
	cook_free(context, header->properties, header->property_capacity, sizeof *header->properties);
	*header = (ply_header){0};
}
