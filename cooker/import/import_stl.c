// SPDX-License-Identifier: MIT
#include "common/import_build.h"
#include "common/import_raw.h"
#include "common/import_words.h"
#include "kiln_format.h"
#include "memory.h"

#include <string.h>

/// STL (3D Systems 1988), binary and text. Every facet has its own vertices. The scene is a root without meshes, and
/// below it one node with a mesh for each solid, named after the solid; a binary file has one node without a name.

#define STL_HEADER 84
#define STL_FACET 50

typedef struct stl_solid
{
	size_t first; ///< number of its first facet
	const char *name;
	size_t length;
} stl_solid;

typedef struct stl_reader
{
	const kilncook_context *context;
	import_words words;
	import_vertices vertices;
	import_faces faces;
	stl_solid *solids;
	uint32_t solid_count;
	size_t solid_capacity;
} stl_reader;

static kilncook_status broken(const stl_reader *reader, const char *what)
{
	char line[IMPORT_LINE];
	cook_message(reader->context, KILNCOOK_ERROR, import_line(line, reader->words.line), "import-failed", "%s", what);
	return KILNCOOK_REFUSED;
}

static kilncook_status not_added(const stl_reader *reader)
{
	if (reader->faces.corner_count >= IMPORT_CORNERS_MAX || reader->faces.face_count >= IMPORT_CORNERS_MAX)
		return import_too_big(reader->context, "2^28 corners or faces");
	return import_no_memory(reader->context);
}

static bool add_corner(stl_reader *reader, const import_real position[3])
{
	return import_faces_corner(reader->context, &reader->faces, reader->vertices.count) &&
		   import_vertices_add(reader->context, &reader->vertices, position);
}

static bool begin_solid(stl_reader *reader, const char *name, size_t length)
{
	if (!import_grow(reader->context, &reader->solids, &reader->solid_capacity, (uint64_t)reader->solid_count + 1,
			sizeof *reader->solids))
		return false;
	reader->solids[reader->solid_count++] = (stl_solid){reader->faces.face_count, name, length};
	return true;
}

static kilncook_status read_binary(stl_reader *reader, const uint8_t *bytes, size_t size)
{
	uint32_t count = size < STL_HEADER ? 0 : (uint32_t)import_raw(bytes + 80, 4, false);
	uint64_t needed = STL_HEADER + (uint64_t)STL_FACET * count;
	if (size < needed)
	{
		cook_message(reader->context, KILNCOOK_ERROR, "", "import-failed",
			"no `solid` at the beginning, and too short for a binary file: %llu bytes of %llu for its %lu facets",
			(unsigned long long)size, (unsigned long long)needed, (unsigned long)count);
		return KILNCOOK_REFUSED;
	}
	if (size > needed)
		cook_message(reader->context, KILNCOOK_WARNING, "", "import-trailing",
			"the file goes on for %llu bytes behind the %lu facets that it declares",
			(unsigned long long)(size - needed), (unsigned long)count);
	if (!begin_solid(reader, "", 0))
		return import_no_memory(reader->context);
	for (uint32_t i = 0; i < count; ++i)
	{
		const uint8_t *facet = bytes + STL_HEADER + (size_t)STL_FACET * i;
		for (int corner = 0; corner < 3; ++corner)
		{
			import_real position[3];
			for (int k = 0; k < 3; ++k)
			{
				position[k].near = import_raw_float(import_raw(facet + 12 + 12 * corner + 4 * k, 4, false));
				position[k].exact = (double)position[k].near;
			}
			if (!add_corner(reader, position))
				return not_added(reader);
		}
		if (!import_faces_end(reader->context, &reader->faces))
			return not_added(reader);
	}
	return KILNCOOK_OK;
}

static kilncook_status read_vertex(stl_reader *reader)
{
	import_real position[3];
	for (int k = 0; k < 3; ++k)
		if (!import_words_any(&reader->words) ||
			!import_words_real(&reader->words, reader->vertices.wants_exact, &position[k]))
			return broken(reader, "a vertex without three numbers");
	return add_corner(reader, position) ? KILNCOOK_OK : not_added(reader);
}

/// Reads from after `facet` to `endfacet`. The normal is not needed, because the order of the vertices defines it.
static kilncook_status read_facet(stl_reader *reader)
{
	static const char *const skipped[] = {"normal", "outer", "loop", "endloop"};
	import_words *words = &reader->words;
	while (import_words_any(words))
	{
		if (import_words_are(words, "vertex"))
		{
			kilncook_status status = read_vertex(reader);
			if (status != KILNCOOK_OK)
				return status;
			continue;
		}
		if (import_words_are(words, "endfacet"))
			return import_faces_end(reader->context, &reader->faces) ? KILNCOOK_OK : not_added(reader);
		bool known = false;
		for (size_t i = 0; i < sizeof skipped / sizeof *skipped && !known; ++i)
		{
			known = import_words_are(words, skipped[i]);
			float normal;
			for (int k = 0; known && i == 0 && k < 3; ++k)
				if (import_words_more(words) && !import_words_float(words, &normal))
					words->at += import_words_length(words);
		}
		if (!known)
			return broken(reader, "an unknown word within a facet");
	}
	return broken(reader, "the file ends within a facet");
}

static kilncook_status read_text(stl_reader *reader)
{
	import_words *words = &reader->words;
	bool open = false;
	while (import_words_any(words))
	{
		kilncook_status status = KILNCOOK_OK;
		size_t length;
		if (import_words_are(words, "solid"))
		{
			const char *name = import_words_rest(words, &length);
			open = true;
			status = begin_solid(reader, name, length) ? KILNCOOK_OK : import_no_memory(reader->context);
		}
		else if (import_words_are(words, "endsolid"))
		{
			(void)import_words_rest(words, &length);
			open = false;
		}
		else if (open && import_words_are(words, "facet"))
			status = read_facet(reader);
		else
			return broken(reader, open ? "an unknown word within a solid" : "an unknown word outside of a solid");
		if (status != KILNCOOK_OK)
			return status;
	}
	if (open)
		cook_message(reader->context, KILNCOOK_WARNING, "", "import-incomplete", "the last solid does not end");
	return KILNCOOK_OK;
}

static bool make_solids(stl_reader *reader, art_scene *scene)
{
	const kilncook_context *context = reader->context;
	scene->meshes = cook_alloc_zero(context, reader->solid_count, sizeof *scene->meshes);
	scene->mesh_count = scene->meshes ? reader->solid_count : 0;
	if (!scene->meshes || !import_nodes_make(context, reader->solid_count + 1, scene) ||
		!import_node_fill(context, &scene->nodes[0], "", 0, 0, 0))
		return false;
	import_used used = {0};
	bool made = true;
	for (uint32_t i = 0; made && i < reader->solid_count; ++i)
	{
		const stl_solid *solid = &reader->solids[i];
		size_t last = i + 1 < reader->solid_count ? solid[1].first : reader->faces.face_count;
		made = import_node_fill(context, &scene->nodes[i + 1], solid->name, solid->length, i, 1) &&
			   import_mesh_make(context, &reader->vertices, &reader->faces, solid->first, last - solid->first,
				   reader->solid_count > 1 ? &used : NULL, scene->nodes[i + 1].name, &scene->meshes[i]);
	}
	import_used_free(context, &used);
	return made;
}

static kilncook_status make_scene(stl_reader *reader, art_scene *scene)
{
	static const char material[] = "DefaultMaterial";
	const kilncook_context *context = reader->context;
	if (reader->faces.face_count == 0)
	{
		cook_message(context, KILNCOOK_ERROR, "", "import-empty", "the file has no facet");
		return KILNCOOK_REFUSED;
	}
	import_names materials = {0};
	bool made = make_solids(reader, scene) && import_names_add(context, &materials, material, sizeof material - 1) &&
				import_names_to_materials(context, &materials, scene);
	import_names_free(context, &materials);
	return made ? KILNCOOK_OK : import_no_memory(context);
}

/// Binary files may also begin with `solid`; then the file's size decides.
static bool is_text(const import_input *input, const import_words *words)
{
	const uint8_t *bytes = input->bytes;
	if (input->size >= STL_HEADER &&
		input->size == STL_HEADER + (uint64_t)STL_FACET * (uint32_t)import_raw(bytes + 80, 4, false))
		return false;
	import_words start = *words;
	return import_words_any(&start) && import_words_are(&start, "solid");
}

static kilncook_status read_stl(import_input *input, art_scene *scene)
{
	stl_reader reader = {.context = input->context};
	kilncook_status status = KILNCOOK_OK;
	reader.words =
		(import_words){.at = (const char *)input->bytes, .end = (const char *)input->bytes + input->size, .line = 1};
	// Binary files have floats only.
	reader.vertices.wants_exact = input->exact && is_text(input, &reader.words);
	if (is_text(input, &reader.words))
		status = read_text(&reader);
	else
		status = read_binary(&reader, input->bytes, input->size);
	if (status == KILNCOOK_OK)
		status = make_scene(&reader, scene);
	scene->up_axis = KILN_NONE;
	memcpy(scene->importer, "kiln stl", sizeof "kiln stl");
	import_vertices_free(input->context, &reader.vertices);
	cook_free(input->context, reader.solids, reader.solid_capacity, sizeof *reader.solids);
	import_faces_free(input->context, &reader.faces);
	return status;
}

static bool claims(const char *extension, const uint8_t *head, size_t size)
{
	(void)head, (void)size;
	return strcmp(extension, "stl") == 0;
}

const import_reader import_reader_stl = {.claims = claims, .read = read_stl};
