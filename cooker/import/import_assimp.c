// SPDX-License-Identifier: MIT
#include "import_assimp_log.h"
#include "import_internal.h"
#include "import_lost.h"
#include "import_reader.h"
#include "import_sib.h"
#include "import_unit.h"
#include "kiln_format.h"
#include "memory.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/version.h>
#include <stdio.h>
#include <string.h>

/// How assimp says that no importer takes a file.
#define NO_IMPORTER "No suitable reader found"

/// Runs assimp without post-processing. Parts that a collision mesh does not need are not read: animations, and the
/// skeletons that some importers draw as meshes. FBX pivots become nodes, which import_nodes folds. When assimp 5.2
/// folds pivots itself, children inherit a geometric transform, and a rotation behind the rotation has the wrong
/// direction.
static const struct aiScene *read_scene(const char *path, import_files *files)
{
	struct aiFileIO io = import_files_calls(files);
	struct aiPropertyStore *store = aiCreatePropertyStore();
	if (!store)
		return NULL;
	aiSetImportPropertyInteger(store, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
	aiSetImportPropertyInteger(store, AI_CONFIG_IMPORT_FBX_READ_ANIMATIONS, 0);
	aiSetImportPropertyInteger(store, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 1);
	const struct aiScene *source = aiImportFileExWithProperties(path, 0, &io, store);
	aiReleasePropertyStore(store);
	return source;
}

/// Returns whether an importer claims the extension of the file's name. The other importers are still tried by content.
static bool extension_known(const char *extension)
{
	char dotted[IMPORT_EXTENSION + 1];
	snprintf(dotted, sizeof dotted, ".%s", extension);
	return extension[0] && aiIsExtensionSupported(dotted);
}

/// Copies assimp's reason for a failure, because the next import overwrites it.
static void keep_reason(char reason[ASSIMP_LOG_BYTES])
{
	const char *said = aiGetErrorString();
	snprintf(reason, ASSIMP_LOG_BYTES, "%s", said && *said ? said : "the importer gave no reason");
}

/// Reports a file with an extension that no importer has. An importer that found something like its own format in the file has a
/// reason, which matters to nobody else.
static void report_unknown(const kilncook_context *context, const char *extension, const char *reason)
{
	const bool tried = strncmp(reason, NO_IMPORTER, strlen(NO_IMPORTER)) != 0;
	char name[IMPORT_EXTENSION + 32];
	snprintf(name, sizeof name, extension[0] ? "no reader has the suffix .%s" : "the name has no suffix", extension);
	cook_message(context, KILNCOOK_ERROR, "", "import-format", "not a known format: %s, %s%s", name,
		tried ? "and the one that tried the bytes says: " : "and none knows the bytes", tried ? reason : "");
}

static void report_failure(const kilncook_context *context, const char *extension, const char *reason)
{
	char line[IMPORT_LINE] = "";
	import_assimp_line(reason, line);
	if (strncmp(reason, NO_IMPORTER, strlen(NO_IMPORTER)) == 0)
		cook_message(context, KILNCOOK_ERROR, "", "import-failed",
			"no reader of .%s knows the bytes: they may be of another version of the format, or the suffix is wrong",
			extension);
	else
		cook_message(context, KILNCOOK_ERROR, line, "import-failed", "%s", reason);
}

static kilncook_status copy_scene(const import_input *input, const struct aiScene *source, art_scene *scene)
{
	const kilncook_context *context = input->context;
	const char *path = input->path;
	if (source->mNumMeshes == 0 || !source->mMeshes)
	{
		cook_message(context, KILNCOOK_ERROR, "", "import-empty", "the file has no mesh");
		return KILNCOOK_REFUSED;
	}
	if (source->mFlags & AI_SCENE_FLAGS_INCOMPLETE)
		cook_message(context, KILNCOOK_WARNING, "", "import-incomplete", "the importer calls the scene incomplete");
	import_conventions(source, scene);
	import_scene_metadata(input->metadata, source->mMetaData);
	if (scene->unit == 0 && scene->up_axis == KILN_NONE)
	{
		import_unit unit = import_unit_of_file(context, path);
		scene->unit = unit.metres;
		scene->up_axis = unit.up;
	}
	kilncook_status status = import_materials(context, source, scene);
	if (status == KILNCOOK_OK)
		status = import_meshes(context, source, scene);
	if (status == KILNCOOK_OK)
		status = import_nodes(context, source, input->metadata, scene);
	if (status == KILNCOOK_OK)
		status = import_skins(context, source, scene);
	if (status == KILNCOOK_INTERNAL)
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for the imported scene");
	if (status == KILNCOOK_REFUSED)
		cook_message(context, KILNCOOK_ERROR, "", "import-too-big",
			"a mesh has more than 2^32 - 1 corners, or the scene has more than %u nodes", ART_NODES_MAX);
	if (status != KILNCOOK_OK)
		return status;
	status = import_sib_repair(context, path, scene);
	return status == KILNCOOK_OK ? import_lost(context, path, scene) : status;
}

static bool claims(const char *extension, const uint8_t *head, size_t size)
{
	(void)extension, (void)head, (void)size;
	return true;
}

static kilncook_status read_art(import_input *input, art_scene *scene)
{
	assimp_log log;
	char reason[ASSIMP_LOG_BYTES] = "";
	import_assimp_log_begin(&log);
	const struct aiScene *source = read_scene(input->path, input->files);
	if (!source)
		keep_reason(reason);
	char extension[IMPORT_EXTENSION];
	import_extension(input->path, extension);
	const bool unknown = !source && !extension_known(extension);
	import_assimp_log_end(&log);
	// For an unknown format, the log only holds each importer's complaint, which is not useful.
	if (!unknown)
		import_assimp_log_report(input->context, &log, reason);
	kilncook_status status = KILNCOOK_REFUSED;
	if (input->files->failed)
	{
		cook_message(input->context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for the files that are read");
		status = KILNCOOK_INTERNAL;
	}
	else if (input->files->refused.count > 0)
		status = KILNCOOK_REFUSED; // even if assimp made a scene without the refused file; the log has the error
	else if (unknown)
		report_unknown(input->context, extension, reason);
	else if (!source)
		report_failure(input->context, extension, reason);
	else
		status = copy_scene(input, source, scene);
	if (source)
		aiReleaseImport(source);
	import_assimp_name(scene->importer, sizeof scene->importer);
	return status;
}

void import_assimp_name(char *text, size_t size)
{
	snprintf(text, size, "assimp %u.%u.%u", aiGetVersionMajor(), aiGetVersionMinor(), aiGetVersionPatch());
}

const import_reader import_reader_assimp = {.claims = claims, .read = read_art, .opens_itself = true};
