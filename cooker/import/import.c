// SPDX-License-Identifier: MIT
#include "import.h"

#include "import_files.h"
#include "import_internal.h"
#include "kiln_format.h"
#include "memory.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/version.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/// Finds out what assimp does not tell: whether the file can be read at all. A directory opens but does not read.
static kilncook_status probe_file(const kilncook_context *context, const char *path)
{
	errno = 0;
	FILE *file = fopen(path, "rb");
	if (!file)
	{
		cook_message(context, KILNCOOK_ERROR, "", "import-unreadable", "cannot open: %s", strerror(errno));
		return KILNCOOK_IO;
	}
	kilncook_status status = KILNCOOK_OK;
	errno = 0;
	if (fgetc(file) == EOF)
	{
		if (ferror(file))
		{
			cook_message(context, KILNCOOK_ERROR, "", "import-unreadable", "cannot read: %s", strerror(errno));
			status = KILNCOOK_IO;
		}
		else
		{
			cook_message(context, KILNCOOK_ERROR, "", "import-empty", "the file has no bytes");
			status = KILNCOOK_REFUSED;
		}
	}
	fclose(file);
	return status;
}

/// Runs assimp without post-processing. What a collision mesh has no use for is not even read: animations, and the
/// skeletons that some importers draw as meshes. FBX pivots are folded into their nodes instead of becoming nodes.
static const struct aiScene *read_scene(const char *path, import_files *files)
{
	struct aiFileIO io = import_files_calls(files);
	struct aiPropertyStore *store = aiCreatePropertyStore();
	if (!store)
		return NULL;
	aiSetImportPropertyInteger(store, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
	aiSetImportPropertyInteger(store, AI_CONFIG_IMPORT_FBX_READ_ANIMATIONS, 0);
	aiSetImportPropertyInteger(store, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 0);
	const struct aiScene *source = aiImportFileExWithProperties(path, 0, &io, store);
	aiReleasePropertyStore(store);
	return source;
}

/// Whether some importer claims the ending of the file's name. Others are still tried by their content.
static bool extension_known(const char *path)
{
	const char *name = path;
	for (const char *c = path; *c; ++c)
		if (*c == '/' || *c == '\\')
			name = c + 1;
	const char *extension = strrchr(name, '.');
	return extension && aiIsExtensionSupported(extension);
}

/// Reports assimp's reason for a file that it could not read.
static void report_failure(const kilncook_context *context, const char *path)
{
	const char *reason = aiGetErrorString();
	if (!reason || !*reason)
		reason = "the importer gave no reason";
	bool unknown = !extension_known(path);
	cook_message(context, KILNCOOK_ERROR, "", unknown ? "import-format" : "import-failed", "%s%s",
		unknown ? "not a known format: " : "", reason);
}

static kilncook_status copy_scene(const kilncook_context *context, const struct aiScene *source, art_scene *scene)
{
	if (source->mNumMeshes == 0 || !source->mMeshes)
	{
		cook_message(context, KILNCOOK_ERROR, "", "import-empty", "the file has no mesh");
		return KILNCOOK_REFUSED;
	}
	if (source->mFlags & AI_SCENE_FLAGS_INCOMPLETE)
		cook_message(context, KILNCOOK_WARNING, "", "import-incomplete", "the importer calls the scene incomplete");
	import_conventions(source, scene);
	kilncook_status status = import_materials(context, source, scene);
	if (status == KILNCOOK_OK)
		status = import_meshes(context, source, scene);
	if (status == KILNCOOK_OK)
		status = import_nodes(context, source, scene);
	if (status == KILNCOOK_INTERNAL)
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for the imported scene");
	if (status == KILNCOOK_REFUSED)
		cook_message(context, KILNCOOK_ERROR, "", "import-too-big", "a mesh has more than 2^32 - 1 corners");
	return status;
}

kilncook_status art_import(const kilncook_context *context, const char *path, art_scene *scene)
{
	kilncook_status status = probe_file(context, path);
	if (status != KILNCOOK_OK)
		return status;
	import_files files = {.context = context, .art = path};
	const struct aiScene *source = read_scene(path, &files);
	art_scene copy = {.files = files.paths, .file_count = files.count};
	if (files.failed)
	{
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for the files that are read");
		status = KILNCOOK_INTERNAL;
	}
	else if (!source)
	{
		report_failure(context, path);
		status = KILNCOOK_REFUSED;
	}
	else
		status = copy_scene(context, source, &copy);
	if (source)
		aiReleaseImport(source);
	if (status == KILNCOOK_OK)
		*scene = copy;
	else
		art_scene_free(context, &copy);
	return status;
}

static void free_mesh(const kilncook_context *context, art_mesh *mesh)
{
	uint32_t corner_count = mesh->corners ? mesh->face_first[mesh->face_count] : 0;
	import_text_free(context, mesh->name);
	cook_free(context, mesh->positions, mesh->vertex_count, sizeof *mesh->positions);
	cook_free(context, mesh->corners, corner_count, sizeof *mesh->corners);
	cook_free(context, mesh->face_first, (size_t)mesh->face_count + 1, sizeof *mesh->face_first);
}

void art_files_free(const kilncook_context *context, char **files, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		import_text_free(context, files[i]);
	cook_free(context, files, count, sizeof *files);
}

void art_scene_free(const kilncook_context *context, art_scene *scene)
{
	for (uint32_t i = 0; scene->materials && i < scene->material_count; ++i)
		import_text_free(context, scene->materials[i]);
	for (uint32_t i = 0; scene->meshes && i < scene->mesh_count; ++i)
		free_mesh(context, &scene->meshes[i]);
	for (uint32_t i = 0; scene->nodes && i < scene->node_count; ++i)
		import_node_free(context, &scene->nodes[i]);
	for (uint32_t i = 0; scene->primitives && i < scene->primitive_count; ++i)
		import_text_free(context, scene->primitives[i].name);
	art_files_free(context, scene->files, scene->file_count);
	cook_free(context, scene->primitives, scene->primitive_count, sizeof *scene->primitives);
	cook_free(context, scene->materials, scene->material_count, sizeof *scene->materials);
	cook_free(context, scene->meshes, scene->mesh_count, sizeof *scene->meshes);
	cook_free(context, scene->nodes, scene->node_count, sizeof *scene->nodes);
	*scene = (art_scene){0};
}

void art_importer_name(char *text, size_t size)
{
	snprintf(text, size, "assimp %u.%u.%u", aiGetVersionMajor(), aiGetVersionMinor(), aiGetVersionPatch());
}
