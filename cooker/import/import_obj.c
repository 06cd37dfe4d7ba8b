// SPDX-License-Identifier: MIT
#include "common/import_build.h"
#include "common/import_files.h"
#include "common/import_number.h"
#include "common/import_text.h"
#include "common/import_words.h"
#include "kiln_format.h"
#include "memory.h"
#include "platform/platform.h"

#include <math.h>
#include <string.h>

/// Wavefront OBJ (Advanced Visualizer manual, appendix B1): polygons, lines and points, by object or group and
/// material. The scene is like that of assimp's reader: a root named after the file, below it one node per object or
/// group in file order, and one mesh for each run of one material. The material DefaultMaterial comes first.
/// Differences from assimp: corners share the vertices of the file (assimp makes a vertex of every corner), faces
/// before the first `usemtl` of an object keep the material that they have, and a fourth number of a vertex does not
/// divide the others.

/// Consecutive faces of one object and one material.
typedef struct obj_run
{
	uint32_t object;
	uint32_t material;
	size_t first;
} obj_run;

typedef struct obj_reader
{
	import_input *input;
	const kilncook_context *context;
	import_words words;
	import_vertices vertices;
	import_faces faces;
	import_names objects;
	import_names materials;
	char *group; ///< name of the last `g`
	obj_run *runs;
	uint32_t run_count;
	size_t run_capacity;
	uint32_t object; ///< the current object, KILN_NONE before the first
	uint32_t material;
	uint64_t unread; ///< statements with a part that cannot be read, and the line of the first one
	uint64_t unread_line;
	uint64_t weighted; ///< vertices with a fourth number other than 1
	uint64_t curved;   ///< statements that define curves or surfaces
} obj_reader;

/// Counts a statement that cannot be read; each statement counts once.
static void note_unread(obj_reader *reader)
{
	if (reader->unread++ == 0)
		reader->unread_line = reader->words.line;
}

/// Returns the status for a face that could not be added.
static kilncook_status not_added(const obj_reader *reader)
{
	if (reader->faces.corner_count >= IMPORT_CORNERS_MAX || reader->faces.face_count >= IMPORT_CORNERS_MAX)
		return import_too_big(reader->context, "2^28 corners or faces");
	return import_no_memory(reader->context);
}

/// Returns whether the line has another word that is not a comment.
static bool more(import_words *words)
{
	return import_words_more(words) && *words->at != '#';
}

/// Reads a vertex. A vertex that cannot be read becomes NaN: cleaning drops the faces that use it.
static kilncook_status read_vertex(obj_reader *reader)
{
	import_real numbers[8] = {{0}};
	int count = 0;
	while (count < 8 && more(&reader->words) &&
		   import_words_real(&reader->words, reader->vertices.wants_exact, &numbers[count]))
		++count;
	bool whole = count >= 3 && (count == 8 || !more(&reader->words));
	if (!whole)
	{
		note_unread(reader);
		numbers[0] = numbers[1] = numbers[2] = (import_real){NAN, (double)NAN};
	}
	reader->weighted += whole && count == 4 && numbers[3].near != 1.0f;
	if (reader->vertices.count >= IMPORT_CORNERS_MAX)
		return import_too_big(reader->context, "2^28 vertices");
	return import_vertices_add(reader->context, &reader->vertices, numbers) ? KILNCOOK_OK
																			: import_no_memory(reader->context);
}

/// Reads the vertex of a corner such as `3`, `-1/2` or `5//7`; KILN_NONE for an index out of range, which cleaning
/// drops. Returns false when the word is not a corner.
static bool read_corner(obj_reader *reader, uint32_t *vertex)
{
	import_words *words = &reader->words;
	size_t length = import_words_length(words);
	int64_t number = 0;
	size_t used = import_integer(words->at, length, &number);
	bool read = used > 0 && (used == length || words->at[used] == '/');
	for (size_t i = used; i < length; ++i)
	{
		char c = words->at[i];
		read = read && ((c >= '0' && c <= '9') || c == '/' || c == '-' || c == '+');
	}
	words->at += length;
	int64_t index = number > 0 ? number - 1 : number + (int64_t)reader->vertices.count;
	*vertex = !read || number == 0 || index < 0 || index >= (int64_t)KILN_NONE ? KILN_NONE : (uint32_t)index;
	return read;
}

static bool add_object(obj_reader *reader, const char *name, size_t length)
{
	reader->object = reader->objects.count;
	return import_names_add(reader->context, &reader->objects, name, length);
}

/// Begins a run if object or material have changed since the last face. The first run of an object is named after the
/// object, later runs after their material.
static bool begin_run(obj_reader *reader)
{
	static const char unnamed[] = "defaultobject";
	if (reader->object == KILN_NONE && !add_object(reader, unnamed, sizeof unnamed - 1))
		return false;
	const obj_run *last = reader->run_count ? &reader->runs[reader->run_count - 1] : NULL;
	if (last && last->object == reader->object && last->material == reader->material)
		return true;
	if (!import_grow(reader->context, &reader->runs, &reader->run_capacity, (uint64_t)reader->run_count + 1,
			sizeof *reader->runs))
		return false;
	reader->runs[reader->run_count++] = (obj_run){reader->object, reader->material, reader->faces.face_count};
	return true;
}

/// Reads a polygon, a line strip or points; a line strip becomes faces of two corners, points become faces of one.
static kilncook_status read_element(obj_reader *reader, int size)
{
	if (!more(&reader->words))
	{
		note_unread(reader);
		return KILNCOOK_OK;
	}
	if (!begin_run(reader))
		return import_no_memory(reader->context);
	uint32_t vertex = 0, last = 0;
	int count = 0;
	bool whole = true;
	for (; more(&reader->words); ++count)
	{
		last = vertex;
		whole = read_corner(reader, &vertex) && whole;
		if (size == 2 && count == 0)
			continue;
		if ((size == 2 && !import_faces_corner(reader->context, &reader->faces, last)) ||
			!import_faces_corner(reader->context, &reader->faces, vertex) ||
			(size != 0 && !import_faces_end(reader->context, &reader->faces)))
			return not_added(reader);
	}
	if (!whole || (size == 2 && count == 1))
		note_unread(reader);
	return size != 0 || import_faces_end(reader->context, &reader->faces) ? KILNCOOK_OK : not_added(reader);
}

/// Returns the rest of the line as text, to be freed with import_text_free. NULL when out of memory.
static char *read_name(obj_reader *reader, size_t *length)
{
	const char *rest = import_words_rest(&reader->words, length);
	char *name = import_text(reader->context, rest, *length);
	*length = name ? strlen(name) : 0;
	return name;
}

/// Reads `o`, which continues an existing object of this name, or `g`, which begins a new object unless the previous
/// group has the same name.
static kilncook_status read_object(obj_reader *reader, bool group)
{
	size_t length;
	char *name = read_name(reader, &length);
	if (!name)
		return import_no_memory(reader->context);
	bool added = true;
	uint32_t found = group ? KILN_NONE : import_names_find(&reader->objects, name, length);
	if (found != KILN_NONE)
		reader->object = found;
	else if (!group || strcmp(reader->group ? reader->group : "", name) != 0)
		added = add_object(reader, name, length);
	if (group)
	{
		import_text_free(reader->context, reader->group);
		reader->group = name;
	}
	else
		import_text_free(reader->context, name);
	return added ? KILNCOOK_OK : import_no_memory(reader->context);
}

static kilncook_status read_material(obj_reader *reader)
{
	size_t length;
	char *name = read_name(reader, &length);
	if (!name)
		return import_no_memory(reader->context);
	uint32_t found = length ? import_names_find(&reader->materials, name, length) : reader->material;
	bool added = true;
	if (found == KILN_NONE)
	{
		found = reader->materials.count;
		added = import_names_add(reader->context, &reader->materials, name, length);
	}
	import_text_free(reader->context, name);
	reader->material = found;
	return added ? KILNCOOK_OK : import_no_memory(reader->context);
}

/// Adds the materials that a library names, in its order.
static bool add_library(obj_reader *reader, const uint8_t *bytes, size_t size)
{
	import_words words = {.at = (const char *)bytes, .end = (const char *)bytes + size, .line = 1};
	bool added = true;
	for (bool lines = size > 0; lines && added; lines = import_words_next_line(&words))
	{
		size_t length;
		if (!import_words_more(&words) || !import_words_are(&words, "newmtl"))
			continue;
		const char *rest = import_words_rest(&words, &length);
		char *name = import_text(reader->context, rest, length);
		added = name && (!*name || import_names_find(&reader->materials, name, strlen(name)) != KILN_NONE ||
							import_names_add(reader->context, &reader->materials, name, strlen(name)));
		import_text_free(reader->context, name);
	}
	return added;
}

/// Reads one library, by its name in the file. If the library is missing, only the order of the materials is lost.
static kilncook_status read_library(obj_reader *reader, const char *name, size_t length)
{
	char *reference = cook_alloc(reader->context, length + 1, 1);
	if (!reference)
		return import_no_memory(reader->context);
	memcpy(reference, name, length);
	reference[length] = 0;
	char reason[PLATFORM_REASON] = "";
	import_bytes bytes = {0};
	kilncook_status status = import_files_read(reader->input->files, reader->input->path, reference, &bytes, reason);
	cook_free(reader->context, reference, length + 1, 1);
	if (status == KILNCOOK_OK && !add_library(reader, bytes.data, bytes.size))
		status = KILNCOOK_INTERNAL;
	import_bytes_free(reader->context, &bytes);
	return status == KILNCOOK_INTERNAL ? import_no_memory(reader->context) : status;
}

/// Reads `mtllib`: one name that may hold blanks, or several names without blanks.
static kilncook_status read_libraries(obj_reader *reader)
{
	import_words *words = &reader->words;
	if (!import_words_more(words))
		return KILNCOOK_OK;
	import_words single = *words;
	size_t length;
	const char *rest = import_words_rest(words, &length);
	kilncook_status status = read_library(reader, rest, length);
	bool several = import_words_length(&single) < length;
	while (several && status == KILNCOOK_IO && import_words_more(&single))
	{
		size_t word = import_words_length(&single);
		status = read_library(reader, single.at, word);
		single.at += word;
		several = status == KILNCOOK_OK || status == KILNCOOK_IO;
		status = several ? KILNCOOK_IO : status;
	}
	return status == KILNCOOK_IO ? KILNCOOK_OK : status;
}

static bool is_curved(import_words *words)
{
	static const char *const curved[] = {"curv", "curv2", "surf", "cstype", "con"};
	for (size_t i = 0; i < sizeof curved / sizeof *curved; ++i)
		if (import_words_are(words, curved[i]))
			return true;
	return false;
}

static kilncook_status read_line(obj_reader *reader)
{
	import_words *words = &reader->words;
	if (!more(words))
		return KILNCOOK_OK;
	if (import_words_are(words, "v"))
		return read_vertex(reader);
	if (import_words_are(words, "f") || import_words_are(words, "fo"))
		return read_element(reader, 0);
	if (import_words_are(words, "l"))
		return read_element(reader, 2);
	if (import_words_are(words, "p"))
		return read_element(reader, 1);
	if (import_words_are(words, "o"))
		return read_object(reader, false);
	if (import_words_are(words, "g"))
		return read_object(reader, true);
	if (import_words_are(words, "usemtl"))
		return read_material(reader);
	if (import_words_are(words, "mtllib"))
		return read_libraries(reader);
	reader->curved += is_curved(words);
	return KILNCOOK_OK;
}

static size_t run_end(const obj_reader *reader, uint32_t run)
{
	return run + 1 < reader->run_count ? reader->runs[run + 1].first : reader->faces.face_count;
}

/// Orders the runs by object: run `order[i]` becomes mesh i. `firsts` gets the first mesh of every object, and the mesh
/// count at its end.
static void order_runs(const obj_reader *reader, uint32_t *firsts, uint32_t *order)
{
	memset(firsts, 0, ((size_t)reader->objects.count + 2) * sizeof *firsts);
	for (uint32_t i = 0; i < reader->run_count; ++i)
		++firsts[reader->runs[i].object + 2];
	for (uint32_t i = 0; i < reader->objects.count; ++i)
		firsts[i + 2] += firsts[i + 1];
	for (uint32_t i = 0; i < reader->run_count; ++i)
		order[firsts[reader->runs[i].object + 1]++] = i;
}

static bool make_meshes(obj_reader *reader, const uint32_t *firsts, const uint32_t *order, art_scene *scene)
{
	scene->meshes = cook_alloc_zero(reader->context, reader->run_count, sizeof *scene->meshes);
	if (!scene->meshes)
		return false;
	scene->mesh_count = reader->run_count;
	import_used used = {0};
	bool made = true;
	for (uint32_t i = 0; made && i < reader->run_count; ++i)
	{
		const obj_run *run = &reader->runs[order[i]];
		const char *name =
			i == firsts[run->object] ? reader->objects.names[run->object] : reader->materials.names[run->material];
		scene->meshes[i].material = run->material;
		made = import_mesh_make(reader->context, &reader->vertices, &reader->faces, run->first,
			run_end(reader, order[i]) - run->first, reader->run_count > 1 ? &used : NULL, name, &scene->meshes[i]);
	}
	// Each mesh only has the vertices that it uses, so unused vertices must be counted here.
	uint32_t unused = 0;
	for (uint32_t i = 0; made && used.round && i < reader->vertices.count; ++i)
		unused += used.round[i] == 0;
	if (made)
		import_say_unused(reader->context, "", unused, reader->vertices.count);
	import_used_free(reader->context, &used);
	return made;
}

static bool make_nodes(obj_reader *reader, const uint32_t *firsts, art_scene *scene)
{
	const char *name = platform_base_name(reader->input->path);
	if (!import_nodes_make(reader->context, reader->objects.count + 1, scene) ||
		!import_node_fill(reader->context, &scene->nodes[0], name, strlen(name), 0, 0))
		return false;
	for (uint32_t i = 0; i < reader->objects.count; ++i)
	{
		const char *object = reader->objects.names[i];
		if (!import_node_fill(
				reader->context, &scene->nodes[i + 1], object, strlen(object), firsts[i], firsts[i + 1] - firsts[i]))
			return false;
	}
	return true;
}

static kilncook_status make_scene(obj_reader *reader, art_scene *scene)
{
	const kilncook_context *context = reader->context;
	if (reader->run_count == 0)
	{
		cook_message(context, KILNCOOK_ERROR, "", "import-empty", "the file has no face");
		return KILNCOOK_REFUSED;
	}
	size_t first_count = (size_t)reader->objects.count + 2;
	uint32_t *firsts = cook_alloc(context, first_count, sizeof *firsts);
	uint32_t *order = cook_alloc(context, reader->run_count, sizeof *order);
	bool made = firsts && order;
	if (made)
		order_runs(reader, firsts, order);
	made = made && make_meshes(reader, firsts, order, scene) && make_nodes(reader, firsts, scene) &&
		   import_names_to_materials(context, &reader->materials, scene);
	cook_free(context, firsts, first_count, sizeof *firsts);
	cook_free(context, order, reader->run_count, sizeof *order);
	if (!made)
		return import_no_memory(context);
	char line[IMPORT_LINE];
	if (reader->unread)
		cook_message(context, KILNCOOK_WARNING, import_line(line, reader->unread_line), "import-syntax",
			"%llu statements cannot be read; this is the first", (unsigned long long)reader->unread);
	if (reader->weighted)
		cook_message(context, KILNCOOK_WARNING, "", "import-weight",
			"%llu vertices have a weight other than 1, which counts for curves only",
			(unsigned long long)reader->weighted);
	if (reader->curved)
		cook_message(context, KILNCOOK_WARNING, "", "import-curves",
			"%llu statements of curves and free-form surfaces are left out", (unsigned long long)reader->curved);
	return KILNCOOK_OK;
}

static kilncook_status read_obj(import_input *input, art_scene *scene)
{
	obj_reader reader = {.input = input, .context = input->context, .object = KILN_NONE};
	static const char first[] = "DefaultMaterial";
	kilncook_status status = KILNCOOK_OK;
	if (!import_names_add(input->context, &reader.materials, first, sizeof first - 1) ||
		!import_words_begin(input, &reader.words))
		status = import_no_memory(input->context);
	reader.words.continued = true;
	reader.vertices.wants_exact = input->exact;
	for (bool lines = status == KILNCOOK_OK; lines && status == KILNCOOK_OK;)
	{
		status = read_line(&reader);
		lines = import_words_next_line(&reader.words);
	}
	if (status == KILNCOOK_OK)
		status = make_scene(&reader, scene);
	scene->up_axis = KILN_NONE;
	memcpy(scene->importer, "kiln obj", sizeof "kiln obj");
	import_vertices_free(input->context, &reader.vertices);
	cook_free(input->context, reader.runs, reader.run_capacity, sizeof *reader.runs);
	import_faces_free(input->context, &reader.faces);
	import_names_free(input->context, &reader.objects);
	import_names_free(input->context, &reader.materials);
	import_text_free(input->context, reader.group);
	return status;
}

static bool claims(const char *extension, const uint8_t *head, size_t size)
{
	(void)head, (void)size;
	return strcmp(extension, "obj") == 0;
}

const import_reader import_reader_obj = {.claims = claims, .read = read_obj};
