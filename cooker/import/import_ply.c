// SPDX-License-Identifier: MIT
#include "import_ply.h"

#include "common/import_build.h"
#include "common/import_digits.h"
#include "common/import_raw.h"
#include "kiln_format.h"
#include "memory.h"

#include <string.h>

/// PLY (Turk 1994; Stanford's `tristrips` too): ascii and binary of both byte orders. One mesh with the vertices of the
/// file, in one node. Every count that the header declares must be there.

typedef struct ply_reader
{
	const kilncook_context *context;
	import_words words; ///< `at` is the position, also in binary data
	ply_header header;
	import_vertices vertices;
	import_faces faces;
	uint64_t element; ///< for messages: index of the element type, and of the instance
	uint64_t instance;
} ply_reader;

/// A number of the data.
typedef struct ply_value
{
	import_real real;
	int64_t integer; ///< 0 for a real type
} ply_value;

static kilncook_status broken(const ply_reader *reader, const char *what)
{
	char line[IMPORT_LINE] = "";
	if (reader->header.encoding == PLY_ASCII)
		import_line(line, reader->words.line);
	cook_message(reader->context, KILNCOOK_ERROR, line, "import-failed", "element %llu, number %llu of %llu: %s",
		(unsigned long long)reader->element, (unsigned long long)reader->instance,
		(unsigned long long)reader->header.elements[reader->element].count, what);
	return KILNCOOK_REFUSED;
}

static ply_value value_of(ply_type type, uint64_t raw)
{
	double wide;
	float narrow;
	switch (type)
	{
	case PLY_FLOAT32:
		narrow = import_raw_float(raw);
		return (ply_value){.real = {narrow, (double)narrow}};
	case PLY_FLOAT64:
		memcpy(&wide, &raw, sizeof wide);
		return (ply_value){.real = {(float)wide, wide}};
	case PLY_INT8:
	case PLY_INT16:
	case PLY_INT32:
		raw = (uint64_t)import_raw_signed(raw, ply_type_size(type));
		break;
	default:
		break;
	}
	return (ply_value){.real = {(float)(int64_t)raw, (double)(int64_t)raw}, .integer = (int64_t)raw};
}

/// Reads the word at hand as a number of a type.
static bool read_word(ply_reader *reader, ply_type type, ply_value *value)
{
	import_words *words = &reader->words;
	const size_t left = (size_t)(words->end - words->at);
	const bool whole = type < PLY_FLOAT32;
	const size_t length = whole ? import_integer(words->at, left, &value->integer) : 0;
	// Some writers store integers as reals, but the length of a list must be an integer. Minus zero is a real of its own, and a huge
	// number may not be the integer.
	if (whole && length && value->integer != 0 && value->integer < INT64_MAX && value->integer > -INT64_MAX)
	{
		value->real = (import_real){(float)value->integer, (double)value->integer};
		return import_words_pass(words, length);
	}
	const size_t all = import_real_read(words->at, left, reader->vertices.wants_exact, &value->real);
	return (!whole || length == all) && import_words_pass(words, all);
}

/// Reads the next number. Returns false at the end of the file, or when a word is not a number of this type.
static bool read_value(ply_reader *reader, ply_type type, ply_value *value)
{
	import_words *words = &reader->words;
	if (reader->header.encoding != PLY_ASCII)
	{
		size_t size = ply_type_size(type);
		if ((size_t)(words->end - words->at) < size)
			return false;
		*value = value_of(type, import_raw((const uint8_t *)words->at, size, reader->header.encoding == PLY_BIG));
		words->at += size;
		return true;
	}
	*value = (ply_value){0};
	return import_words_any(words) && read_word(reader, type, value);
}

/// Returns the fewest bytes that one instance of an element takes.
static uint64_t least_size(const ply_reader *reader, const ply_element *element)
{
	uint64_t size = 0;
	for (uint32_t i = 0; i < element->property_count; ++i)
	{
		const ply_property *property = &reader->header.properties[element->first + i];
		size += reader->header.encoding == PLY_ASCII ? 2
				: property->count_type != PLY_NONE	 ? ply_type_size(property->count_type)
													 : ply_type_size(property->type);
	}
	return size;
}

/// Returns whether the rest of the file can hold `count` instances of `size` bytes. Prevents large allocations for
/// short files.
static bool fits(const ply_reader *reader, uint64_t count, uint64_t size)
{
	// The last word of a text needs no blank after it.
	uint64_t left = (uint64_t)(reader->words.end - reader->words.at) + 1;
	return size == 0 ? count <= left : count <= left / size;
}

static kilncook_status not_added(const ply_reader *reader)
{
	if (reader->faces.corner_count >= IMPORT_CORNERS_MAX || reader->faces.face_count >= IMPORT_CORNERS_MAX)
		return import_too_big(reader->context, "2^28 corners or faces");
	return import_no_memory(reader->context);
}

static uint32_t vertex_of(int64_t index)
{
	return index < 0 || index >= (int64_t)KILN_NONE ? KILN_NONE : (uint32_t)index;
}

/// Adds a vertex to a triangle strip; every second triangle is reversed. -1 ends a strip, and the next one begins.
static bool add_strip_vertex(ply_reader *reader, int64_t index, uint32_t strip[2], uint64_t *length)
{
	if (index == -1)
	{
		*length = 0;
		return true;
	}
	uint32_t vertex = vertex_of(index);
	bool added = true;
	if (*length >= 2)
	{
		bool odd = *length & 1;
		added = import_faces_corner(reader->context, &reader->faces, strip[odd ? 1 : 0]) &&
				import_faces_corner(reader->context, &reader->faces, strip[odd ? 0 : 1]) &&
				import_faces_corner(reader->context, &reader->faces, vertex) &&
				import_faces_end(reader->context, &reader->faces);
	}
	strip[0] = strip[1];
	strip[1] = vertex;
	++*length;
	return added;
}

static kilncook_status read_list(ply_reader *reader, const ply_property *property)
{
	ply_value count, value;
	if (!read_value(reader, property->count_type, &count))
		return broken(reader, "the file ends, or has no number, where a list's length should be");
	uint64_t size = reader->header.encoding == PLY_ASCII ? 2 : ply_type_size(property->type);
	if (count.integer < 0 || !fits(reader, (uint64_t)count.integer, size))
		return broken(reader, "a list is longer than the file");
	uint32_t strip[2] = {0, 0};
	uint64_t strip_length = 0;
	for (int64_t i = 0; i < count.integer; ++i)
	{
		if (!read_value(reader, property->type, &value))
			return broken(reader, "the file ends, or has no number, within a list");
		if ((property->role == PLY_POLYGON &&
				!import_faces_corner(reader->context, &reader->faces, vertex_of(value.integer))) ||
			(property->role == PLY_STRIPS && !add_strip_vertex(reader, value.integer, strip, &strip_length)))
			return not_added(reader);
	}
	if (property->role == PLY_POLYGON && !import_faces_end(reader->context, &reader->faces))
		return not_added(reader);
	return KILNCOOK_OK;
}

static kilncook_status read_instance(ply_reader *reader, const ply_element *element, import_real position[3])
{
	for (uint32_t i = 0; i < element->property_count; ++i)
	{
		const ply_property *property = &reader->header.properties[element->first + i];
		ply_value value;
		if (property->count_type != PLY_NONE)
		{
			kilncook_status status = read_list(reader, property);
			if (status != KILNCOOK_OK)
				return status;
		}
		else if (!read_value(reader, property->type, &value))
			return broken(reader, "the file ends, or has no number, where a property should be");
		else if (property->role >= PLY_X && property->role <= PLY_Z)
			position[property->role - PLY_X] = value.real;
	}
	return KILNCOOK_OK;
}

enum
{
	QUICK_CORNERS = 8, ///< the most corners of a polygon that is read at once
	QUICK_BLANKS = 16, ///< the most blanks before one of its numbers
};

/// Skips a few blanks and line feeds; returns whether at least IMPORT_DIGITS_READ bytes and one more follow.
static inline bool skip_short(import_words *words)
{
	for (int blanks = 0; words->end - words->at > IMPORT_DIGITS_READ && blanks < QUICK_BLANKS; ++blanks)
	{
		if (*words->at != ' ' && *words->at != '\n')
			return true;
		words->line += *words->at == '\n';
		++words->at;
	}
	return false;
}

/// Whether a word ends here, before the end of the file.
static inline bool ends_short(const import_words *words)
{
	return words->at < words->end && (*words->at == ' ' || *words->at == '\n' || *words->at == '\r');
}

/// Reads a whole number of at most eight digits, as read_value does, behind blanks and line feeds. Returns false, having moved to an
/// unknown place, for anything else.
static inline bool read_short(import_words *words, uint32_t *value)
{
	const size_t length = skip_short(words) ? import_digits(words->at, value) : 0;
	words->at += length;
	return length && ends_short(words);
}

/// Whether an element is one polygon of whole numbers in text.
static bool is_plain_polygon(const ply_reader *reader, const ply_element *element)
{
	const ply_property *property = &reader->header.properties[element->first];
	return reader->header.encoding == PLY_ASCII && element->property_count == 1 && property->role == PLY_POLYGON &&
		   property->count_type < PLY_FLOAT32 && property->type < PLY_FLOAT32;
}

/// Reads a polygon of short numbers, like nearly all are. Returns false, having changed nothing, for any other.
static bool read_quick_polygon(ply_reader *reader)
{
	import_words words = reader->words;
	import_faces *faces = &reader->faces;
	uint32_t count = 0, corners[QUICK_CORNERS];
	// The usual number of corners is one digit.
	const bool begun = skip_short(&words);
	if (begun && *words.at >= '0' && *words.at <= '0' + QUICK_CORNERS && words.at[1] == ' ')
		count = (uint32_t)(*words.at++ - '0');
	else if (!begun || !read_short(&words, &count))
		return false;
	if (count > QUICK_CORNERS || faces->corner_count + count > faces->corner_capacity ||
		faces->face_count == faces->face_capacity)
		return false;
	for (uint32_t i = 0; i < count; ++i)
		if (!read_short(&words, &corners[i]))
			return false;
	for (uint32_t i = 0; i < count; ++i)
		faces->corners[faces->corner_count + i] = corners[i];
	faces->corner_count += count;
	faces->ends[faces->face_count++] = (uint32_t)faces->corner_count;
	reader->words = words;
	return true;
}

/// Whether an element's instances are vertices of reals in text.
static bool is_plain_vertex(const ply_reader *reader, const ply_element *element)
{
	bool plain = reader->header.encoding == PLY_ASCII && element->vertices;
	for (uint32_t i = 0; i < element->property_count && plain; ++i)
	{
		const ply_property *property = &reader->header.properties[element->first + i];
		plain = property->count_type == PLY_NONE && (property->type == PLY_FLOAT32 || property->type == PLY_FLOAT64);
	}
	return plain;
}

/// Reads a vertex, as read_instance does. Returns false, having changed nothing but `position`, where a number stands in an unusual
/// place.
static bool read_quick_vertex(ply_reader *reader, const ply_element *element, import_real position[3])
{
	import_words words = reader->words;
	const ply_property *properties = &reader->header.properties[element->first];
	const bool exact = reader->vertices.wants_exact;
	for (uint32_t i = 0; i < element->property_count; ++i)
	{
		import_real real;
		const size_t length =
			skip_short(&words) ? import_real_read(words.at, (size_t)(words.end - words.at), exact, &real) : 0;
		words.at += length;
		if (!length || !ends_short(&words))
			return false;
		if (properties[i].role >= PLY_X && properties[i].role <= PLY_Z)
			position[properties[i].role - PLY_X] = real;
	}
	reader->words = words;
	return true;
}

static kilncook_status read_element(ply_reader *reader, const ply_element *element)
{
	reader->instance = 0;
	if (!fits(reader, element->count, least_size(reader, element)))
		return broken(reader, "the header declares more than the file holds");
	if (element->vertices)
	{
		if (element->count >= IMPORT_CORNERS_MAX)
			return import_too_big(reader->context, "2^28 vertices");
		if (!import_vertices_reserve(reader->context, &reader->vertices, element->count))
			return import_no_memory(reader->context);
	}
	const bool polygons = is_plain_polygon(reader, element), vertices = is_plain_vertex(reader, element);
	for (; reader->instance < element->count; ++reader->instance)
	{
		import_real position[3] = {{0}};
		if (polygons && read_quick_polygon(reader))
			continue;
		const bool read = vertices && read_quick_vertex(reader, element, position);
		kilncook_status status = read ? KILNCOOK_OK : read_instance(reader, element, position);
		if (status != KILNCOOK_OK)
			return status;
		if (element->vertices && !import_vertices_add(reader->context, &reader->vertices, position))
			return import_no_memory(reader->context);
	}
	return KILNCOOK_OK;
}

static kilncook_status read_elements(ply_reader *reader)
{
	for (uint32_t i = 0; i < reader->header.element_count; ++i)
	{
		reader->element = i;
		kilncook_status status = read_element(reader, &reader->header.elements[i]);
		if (status != KILNCOOK_OK)
			return status;
	}
	bool rest =
		reader->header.encoding == PLY_ASCII ? import_words_any(&reader->words) : reader->words.at < reader->words.end;
	if (rest)
		cook_message(reader->context, KILNCOOK_WARNING, "", "import-trailing",
			"the file goes on for %llu bytes behind what its header declares",
			(unsigned long long)(reader->words.end - reader->words.at));
	return KILNCOOK_OK;
}

static kilncook_status read_ply(import_input *input, art_scene *scene)
{
	ply_reader reader = {.context = input->context, .vertices = {.wants_exact = input->exact}};
	reader.words =
		(import_words){.at = (const char *)input->bytes, .end = (const char *)input->bytes + input->size, .line = 1};
	kilncook_status status = ply_header_read(input->context, &reader.words, &reader.header);
	if (status == KILNCOOK_OK)
		status = read_elements(&reader);
	if (status == KILNCOOK_OK)
		status = import_surface_make(input->context, &reader.vertices, &reader.faces, scene);
	scene->up_axis = KILN_NONE;
	memcpy(scene->importer, "kiln ply", sizeof "kiln ply");
	import_vertices_free(input->context, &reader.vertices);
	import_faces_free(input->context, &reader.faces);
	ply_header_free(input->context, &reader.header);
	return status;
}

static bool claims(const char *extension, const uint8_t *head, size_t size)
{
	return strcmp(extension, "ply") == 0 ||
		   (size >= 4 && memcmp(head, "ply", 3) == 0 && (head[3] == '\n' || head[3] == '\r'));
}

const import_reader import_reader_ply = {.claims = claims, .read = read_ply};
