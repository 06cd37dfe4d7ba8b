// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_READER_H
#define KILN_COOKER_IMPORT_READER_H

#include "scene.h"

/// The readers. Each one fills an art_scene from one kind of art file; import.c chooses the reader.

struct import_files;
struct import_metadata;

/// Room for the extension of a file's name.
#define IMPORT_EXTENSION 16

/// An art file while it is read into a scene.
typedef struct import_input
{
	const kilncook_context *context;
	const char *path;
	uint8_t *bytes; ///< the whole file, `size` bytes; NULL for a reader that opens the file itself
	size_t size;
	size_t capacity;				  ///< allocated bytes of `bytes`
	struct import_files *files;		  ///< must be used to open all files that the art refers to (import_files.h)
	struct import_metadata *metadata; ///< collects the art's metadata (import_metadata.h); NULL: nobody wants it
	bool exact;						  ///< as in art_import_rules
	bool passed; ///< set by a reader that leaves the file to the next reader; its scene must be empty
} import_input;

typedef struct import_reader
{
	/// Returns whether this reader accepts a file, by the extension of its name (lower case, without the dot, "" if
	/// missing or too long) and by its first bytes (at most 512).
	bool (*claims)(const char *extension, const uint8_t *head, size_t size);
	/// Fills the cleared scene, except `files`. After a failure, art_scene_free frees what was stored. Returns
	/// KILNCOOK_OK, or KILNCOOK_REFUSED, KILNCOOK_IO or KILNCOOK_INTERNAL after one error message.
	kilncook_status (*read)(import_input *input, art_scene *scene);
	bool opens_itself;
} import_reader;

/// Our own readers: the same bytes give the same scene on every machine.
extern const import_reader import_reader_gltf;
extern const import_reader import_reader_obj;
extern const import_reader import_reader_off;
extern const import_reader import_reader_ply;
extern const import_reader import_reader_stl;

/// Reads all files that the others do not claim, through assimp's C API.
extern const import_reader import_reader_assimp;

/// Writes the library's name and version, such as `assimp 5.2.5`, to `text`.
void import_assimp_name(char *text, size_t size);

/// Gets the extension of a file's name in the form that import_reader.claims expects.
void import_extension(const char *path, char extension[IMPORT_EXTENSION]);

#endif
