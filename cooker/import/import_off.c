// SPDX-License-Identifier: MIT
#include "common/import_build.h"
#include "common/import_words.h"
#include "kiln_format.h"
#include "memory.h"

#include <string.h>

/// OFF (Geomview's object file format, as text) in three dimensions: one mesh in one node. A vertex and a face take one
/// line each; colours, normals and texture coordinates at the end of a line are skipped. Every vertex and face that the
/// header declares must be there. Binary files and files with four or more dimensions are left to the next reader.

typedef struct off_reader
{
	const kilncook_context *context;
	import_words words;
	uint32_t vertex_count;
	uint32_t face_count;
	import_vertices vertices;
	import_faces faces;
} off_reader;

static kilncook_status broken(const off_reader *reader, const char *what)
{
	char line[IMPORT_LINE];
	cook_message(reader->context, KILNCOOK_ERROR, import_line(line, reader->words.line), "import-failed", "%s", what);
	return KILNCOOK_REFUSED;
}

/// Goes to the next word that is not in a comment, on this line or a later one.
static bool next_word(import_words *words)
{
	while (import_words_any(words))
	{
		if (*words->at != '#')
			return true;
		if (!import_words_next_line(words))
			return false;
	}
	return false;
}

/// Returns whether this line has another word.
static bool more_words(import_words *words)
{
	return import_words_more(words) && *words->at != '#';
}

static bool read_whole(import_words *words, int64_t *value)
{
	size_t length = import_words_length(words);
	if (length == 0 || import_integer(words->at, length, value) != length)
		return false;
	words->at += length;
	return true;
}

/// Skips the keyword; returns false for a variant that we don't read.
static bool read_keyword(import_words *words)
{
	static const char *const read[] = {"off", "coff", "noff", "cnoff", "ncoff", "stoff", "stcoff", "stnoff", "stcnoff"};
	static const char *const left[] = {"4OFF", "C4OFF", "N4OFF", "CN4OFF", "ST4OFF", "nOFF", "CnOFF", "NnOFF", "4nOFF"};
	size_t length = import_words_length(words);
	for (size_t i = 0; i < sizeof left / sizeof *left; ++i)
		if (strlen(left[i]) == length && memcmp(left[i], words->at, length) == 0)
			return false;
	for (size_t i = 0; i < sizeof read / sizeof *read; ++i)
		if (import_words_are(words, read[i]))
			return !(more_words(words) && import_words_are(words, "binary"));
	return true;
}

static kilncook_status read_counts(off_reader *reader, bool *passed)
{
	import_words *words = &reader->words;
	int64_t counts[3] = {0};
	if (next_word(words) && !read_keyword(words))
	{
		*passed = true;
		return KILNCOOK_REFUSED;
	}
	// Some writers omit the count of edges.
	for (int i = 0; i < 3 && (i < 2 ? next_word(words) : more_words(words)); ++i)
		if (!read_whole(words, &counts[i]))
			return broken(reader, "no counts of vertices and faces");
	// A vertex takes at least six bytes, a face at least two.
	uint64_t left = (uint64_t)(words->end - words->at) + 1;
	if (counts[0] < 0 || counts[1] < 0 || (uint64_t)counts[0] > left / 6 || (uint64_t)counts[1] > left / 2)
		return broken(reader, "the header declares more than the file holds");
	if (counts[0] >= IMPORT_CORNERS_MAX || counts[1] >= IMPORT_CORNERS_MAX)
		return import_too_big(reader->context, "2^28 vertices or faces");
	reader->vertex_count = (uint32_t)counts[0];
	reader->face_count = (uint32_t)counts[1];
	return KILNCOOK_OK;
}

static kilncook_status read_vertices(off_reader *reader)
{
	if (!import_vertices_reserve(reader->context, &reader->vertices, reader->vertex_count))
		return import_no_memory(reader->context);
	for (uint32_t i = 0; i < reader->vertex_count; ++i)
	{
		(void)import_words_next_line(&reader->words);
		if (!next_word(&reader->words))
			return broken(reader, "the file ends before its last vertex");
		import_real position[3];
		for (int k = 0; k < 3; ++k)
			if (!more_words(&reader->words) ||
				!import_words_real(&reader->words, reader->vertices.wants_exact, &position[k]))
				return broken(reader, "a vertex without three numbers");
		if (!import_vertices_add(reader->context, &reader->vertices, position))
			return import_no_memory(reader->context);
	}
	return KILNCOOK_OK;
}

static kilncook_status read_faces(off_reader *reader)
{
	for (uint32_t i = 0; i < reader->face_count; ++i)
	{
		int64_t count, vertex;
		(void)import_words_next_line(&reader->words);
		if (!next_word(&reader->words))
			return broken(reader, "the file ends before its last face");
		if (!read_whole(&reader->words, &count) || count < 0)
			return broken(reader, "a face without a number of corners");
		bool added = true;
		for (int64_t k = 0; k < count && added; ++k)
		{
			if (!more_words(&reader->words) || !read_whole(&reader->words, &vertex))
				return broken(reader, "a face with fewer corners than it declares");
			added = import_faces_corner(reader->context, &reader->faces,
				vertex < 0 || vertex >= (int64_t)reader->vertex_count ? KILN_NONE : (uint32_t)vertex);
		}
		if (!added || !import_faces_end(reader->context, &reader->faces))
			return reader->faces.corner_count >= IMPORT_CORNERS_MAX ? import_too_big(reader->context, "2^28 corners")
																	: import_no_memory(reader->context);
	}
	(void)import_words_next_line(&reader->words);
	if (next_word(&reader->words))
		cook_message(reader->context, KILNCOOK_WARNING, "", "import-trailing",
			"the file goes on in line %llu behind the faces that it declares", (unsigned long long)reader->words.line);
	return KILNCOOK_OK;
}

static kilncook_status read_off(import_input *input, art_scene *scene)
{
	off_reader reader = {.context = input->context, .vertices = {.wants_exact = input->exact}};
	kilncook_status status = import_words_begin(input, &reader.words) ? KILNCOOK_OK : import_no_memory(input->context);
	if (status == KILNCOOK_OK)
		status = read_counts(&reader, &input->passed);
	if (status == KILNCOOK_OK)
		status = read_vertices(&reader);
	if (status == KILNCOOK_OK)
		status = read_faces(&reader);
	if (status == KILNCOOK_OK)
		status = import_surface_make(input->context, &reader.vertices, &reader.faces, scene);
	import_vertices_free(input->context, &reader.vertices);
	import_faces_free(input->context, &reader.faces);
	if (input->passed)
		return status;
	scene->up_axis = KILN_NONE;
	memcpy(scene->importer, "kiln off", sizeof "kiln off");
	return status;
}

static bool claims(const char *extension, const uint8_t *head, size_t size)
{
	return strcmp(extension, "off") == 0 ||
		   (size >= 4 && memcmp(head, "OFF", 3) == 0 && (head[3] == '\n' || head[3] == '\r'));
}

const import_reader import_reader_off = {.claims = claims, .read = read_off};
