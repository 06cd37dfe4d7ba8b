// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_READER_H
#define KILN_COOKER_IMPORT_READER_H

#include "scene.h"

/// The family of readers. Each fills an art_scene from one kind of art file; import.c chooses.

struct import_files;

/// Room for the ending of a file's name.
#define IMPORT_EXTENSION 16

/// An art file on its way into a scene.
typedef struct import_input
{
	const kilncook_context *context;
	const char *path;
	uint8_t *bytes; ///< the whole file, `size` bytes; NULL for a reader that opens it itself
	size_t size;
	size_t capacity;			///< of the block of `bytes`
	struct import_files *files; ///< the only way to files that the art refers to (import_files.h)
	bool passed;				///< set by a reader that leaves the file to the next one; its scene must be empty
} import_input;

typedef struct import_reader
{
	/// Whether this reader takes a file, by the ending of its name (lower case, without the dot, "" without one or with a
	/// long one) and by its first bytes (512 at most).
	bool (*claims)(const char *extension, const uint8_t *head, size_t size);
	/// Fills the cleared scene, all but `files`; what it has stored when it fails is freed by art_scene_free. KILNCOOK_OK,
	/// KILNCOOK_REFUSED, KILNCOOK_IO or KILNCOOK_INTERNAL, the last three after one error message.
	kilncook_status (*read)(import_input *input, art_scene *scene);
	bool opens_itself;
} import_reader;

/// Our own readers: the same bytes give the same scene on every machine.
extern const import_reader import_reader_gltf;
extern const import_reader import_reader_obj;
extern const import_reader import_reader_off;
extern const import_reader import_reader_ply;
extern const import_reader import_reader_stl;

/// Everything that the others do not claim, through assimp's C API.
extern const import_reader import_reader_assimp;

/// Library name and version, such as `assimp 5.2.5`.
void import_assimp_name(char *text, size_t size);

/// The ending of a file's name as import_reader.claims wants it.
void import_extension(const char *path, char extension[IMPORT_EXTENSION]);

#endif
