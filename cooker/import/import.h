// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_H
#define KILN_COOKER_IMPORT_H

#include "import/common/import_scene.h"

/// What an import may do. NULL or `{0}`: it reads no file outside the art's folder.
typedef struct art_import_rules
{
	/// Folders whose files the art may name, in addition to its own folder. Their subfolders are included.
	const char *const *allow_outside;
	uint32_t allow_outside_count;
	/// Called with the size of every file that the art names, before the file is read. May be NULL.
	void (*opened)(void *user, uint64_t size);
	/// Called once, before the art is opened, with the folders whose files may be read: `count` absolute paths without links.
	/// May be NULL.
	void (*begun)(void *user, char *const *folders, size_t count);
	void *user;
	/// Called once with `meanwhile_user` and this process's own memory while another process reads the art, or before it is read here.
	/// Ends the import with its status, after its own message, unless this is KILNCOOK_OK. May be NULL.
	kilncook_status (*meanwhile)(void *user);
	void *meanwhile_user;
	bool metadata; ///< keep metadata
	bool exact;	   ///< keep positions in double, too, of art in text or with doubles that Kiln reads itself
} art_import_rules;

/// Reads an art file into `scene`: by one of our own readers (import_reader.h) or through assimp's C API, without any
/// of its post-processing. KILNCOOK_IO when the file can't be opened or read, KILNCOOK_REFUSED when its format is
/// unknown or its content broken or without a mesh, or when it names an existing file outside the allowed folders.
/// KILNCOOK_USAGE when a folder of the rules does not exist. `scene` is owned by the caller after success
/// (art_scene_free). Codes: `import-unreadable`, `import-empty` (no byte or no mesh), `import-format` (no reader for
/// this file name, and none that recognises the content), `import-failed` (with assimp's reason), `import-too-big`,
/// `import-outside`, `import-allow`, `import-extension` (a glTF file requires an extension that is not read); warnings
/// `import-incomplete`, `import-material`, `import-reference`, `import-graph`, `import-syntax` (statements that cannot
/// be read), `import-trailing` (bytes behind what the file declares), `import-weight`, `import-curves`,
/// `import-positions`, `import-hidden`, `import-skin`, `import-unused`, `metadata-lost`, `unit-odd`; notes `import-skin`,
/// `import-morph`. A node's transform includes the root's own. Unit and up axis describe the coordinates after this
/// transform. Names are valid UTF-8 without control characters. Lines of assimp's log are reported as the warnings
/// `assimp-warning` and `assimp-error`. assimp keeps its log and its last error in one place for the whole process, so
/// imports through assimp in several threads of one process wait for each other; imports in separate processes do not.
/// A program that uses assimp's logger itself loses this logger at the first import in its process.
kilncook_status art_import(
	const kilncook_context *context, const char *path, const art_import_rules *rules, art_scene *scene);

/// Writes the library's name and version, such as `assimp 5.2.5`, to `text`.
void art_importer_name(char *text, size_t size);

#endif
