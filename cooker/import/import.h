// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_H
#define KILN_COOKER_IMPORT_H

#include "scene.h"

/// What an import may do. NULL or `{0}`: it reads no file outside the art's folder.
typedef struct art_import_rules
{
	/// Folders whose files the art may name, besides its own folder; whatever is in them counts too.
	const char *const *allow_outside;
	uint32_t allow_outside_count;
	/// Hears of the size of every file that the art names, before it is read; NULL: nobody does.
	void (*opened)(void *user, uint64_t size);
	void *user;
} art_import_rules;

/// Reads an art file into `scene`: by one of our own readers (import_reader.h) or through assimp's C API, without any of
/// its post-processing.
/// KILNCOOK_IO when the file can't be opened or read, KILNCOOK_REFUSED when its format is unknown or its content broken
/// or without a mesh, or when it names a file outside that is there and not allowed. KILNCOOK_USAGE when a folder of
/// the rules is not there. `scene` is owned by the caller after success (art_scene_free).
/// Codes: `import-unreadable`, `import-empty` (no byte or no mesh), `import-format` (no reader for this file name, nor
/// one that knows the content), `import-failed` (with assimp's reason), `import-too-big`,
/// `import-outside`, `import-allow`, `import-extension` (glTF requires one that is not read); warnings `import-incomplete`,
/// `import-material`, `import-reference`, `import-graph`, `import-syntax` (statements that cannot be read),
/// `import-trailing` (bytes behind what the file declares), `import-weight`, `import-curves`, `import-positions`,
/// `import-hidden`, `import-skin`, `import-unused`, `unit-odd`; notes `import-skin`, `import-morph`.
/// A node's transform includes the root's own. Unit and up axis are those of the coordinates that it leads to. Names
/// are valid UTF-8 without control characters. What assimp logs comes as the warnings `assimp-warning` and `assimp-error`.
/// assimp keeps its log and its last error in one place for the whole process, so imports through assimp in several
/// threads of one process wait for each other; those that run apart do not. A program that uses assimp's logger itself
/// loses it with the first import in its process.
kilncook_status art_import(
	const kilncook_context *context, const char *path, const art_import_rules *rules, art_scene *scene);

void art_scene_free(const kilncook_context *context, art_scene *scene);

/// Frees what a node holds.
void art_node_free(const kilncook_context *context, art_node *node);

/// Frees a list of paths like art_scene.files; NULL with 0 is allowed.
void art_files_free(const kilncook_context *context, char **files, uint32_t count);

/// Library name and version, such as `assimp 5.2.5`, into `text`.
void art_importer_name(char *text, size_t size);

#endif
