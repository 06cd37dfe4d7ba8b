// SPDX-License-Identifier: MIT
#include "import_internal.h"
#include "kiln_format.h"
#include "memory.h"

#include <assimp/material.h>

char *import_string(const kilncook_context *context, const struct aiString *text)
{
	size_t length = text->length < sizeof text->data ? text->length : sizeof text->data - 1;
	return import_text(context, text->data, length);
}

/// Returns whether a mesh uses a material that the file does not have.
static bool material_missing(const struct aiScene *source, uint32_t material_count)
{
	for (unsigned i = 0; i < source->mNumMeshes; ++i)
		if (source->mMeshes[i] && source->mMeshes[i]->mMaterialIndex >= material_count)
			return true;
	return material_count == 0;
}

static char *material_name(const kilncook_context *context, const struct aiMaterial *material)
{
	struct aiString name;
	name.length = 0;
	name.data[0] = 0;
	if (material && aiGetMaterialString(material, AI_MATKEY_NAME, &name) == aiReturn_SUCCESS)
		return import_string(context, &name);
	return import_text(context, "", 0);
}

kilncook_status import_materials(const kilncook_context *context, const struct aiScene *source, art_scene *scene)
{
	uint32_t given = source->mMaterials ? source->mNumMaterials : 0;
	if (given == UINT32_MAX)
		return KILNCOOK_REFUSED;
	uint32_t count = given + (material_missing(source, given) ? 1 : 0);
	scene->materials = cook_alloc_zero(context, count, sizeof *scene->materials);
	if (!scene->materials)
		return KILNCOOK_INTERNAL;
	scene->material_count = count;
	for (uint32_t i = 0; i < count; ++i)
	{
		scene->materials[i] = material_name(context, i < given ? source->mMaterials[i] : NULL);
		if (!scene->materials[i])
			return KILNCOOK_INTERNAL;
	}
	return KILNCOOK_OK;
}

static uint32_t face_size(const struct aiFace *face)
{
	return face->mIndices ? face->mNumIndices : 0;
}

static kilncook_status copy_positions(const kilncook_context *context, const struct aiMesh *source, art_mesh *mesh)
{
	uint32_t count = source->mVertices ? source->mNumVertices : 0;
	mesh->positions = cook_alloc(context, count, sizeof *mesh->positions);
	if (!mesh->positions)
		return KILNCOOK_INTERNAL;
	mesh->vertex_count = count;
	for (uint32_t i = 0; i < count; ++i)
	{
		mesh->positions[i][0] = (float)source->mVertices[i].x;
		mesh->positions[i][1] = (float)source->mVertices[i].y;
		mesh->positions[i][2] = (float)source->mVertices[i].z;
	}
	return KILNCOOK_OK;
}

static kilncook_status copy_faces(const kilncook_context *context, const struct aiMesh *source, art_mesh *mesh)
{
	uint32_t count = source->mFaces ? source->mNumFaces : 0;
	mesh->face_first = cook_alloc(context, (size_t)count + 1, sizeof *mesh->face_first);
	if (!mesh->face_first)
		return KILNCOOK_INTERNAL;
	mesh->face_count = count;
	uint64_t corner_count = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		mesh->face_first[i] = (uint32_t)corner_count;
		corner_count += face_size(&source->mFaces[i]);
		if (corner_count > UINT32_MAX)
			return KILNCOOK_REFUSED;
	}
	mesh->face_first[count] = (uint32_t)corner_count;
	mesh->corners = cook_alloc(context, (size_t)corner_count, sizeof *mesh->corners);
	if (!mesh->corners)
		return KILNCOOK_INTERNAL;
	uint32_t *corner = mesh->corners;
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t k = 0; k < face_size(&source->mFaces[i]); ++k)
			*corner++ = source->mFaces[i].mIndices[k];
	return KILNCOOK_OK;
}

/// Copies one mesh. A NULL mesh becomes an empty one, so that indices stay valid.
static kilncook_status copy_mesh(const kilncook_context *context, const struct aiMesh *source, art_mesh *mesh)
{
	static const struct aiMesh none;
	if (!source)
		source = &none;
	mesh->name = import_string(context, &source->mName);
	if (!mesh->name)
		return KILNCOOK_INTERNAL;
	mesh->material = source->mMaterialIndex;
	kilncook_status status = copy_positions(context, source, mesh);
	if (status == KILNCOOK_OK)
		status = copy_faces(context, source, mesh);
	return status;
}

kilncook_status import_meshes(const kilncook_context *context, const struct aiScene *source, art_scene *scene)
{
	scene->meshes = cook_alloc_zero(context, source->mNumMeshes, sizeof *scene->meshes);
	if (!scene->meshes)
		return KILNCOOK_INTERNAL;
	scene->mesh_count = source->mNumMeshes;
	uint32_t given = source->mMaterials ? source->mNumMaterials : 0;
	for (uint32_t i = 0; i < scene->mesh_count; ++i)
	{
		art_mesh *mesh = &scene->meshes[i];
		kilncook_status status = copy_mesh(context, source->mMeshes[i], mesh);
		if (status != KILNCOOK_OK)
			return status;
		if (mesh->material < given)
			continue;
		if (given > 0)
			cook_message(context, KILNCOOK_WARNING, mesh->name, "import-material",
				"mesh %u has material %u of %u; it gets one without a name", i, mesh->material, given);
		mesh->material = scene->material_count - 1;
	}
	return KILNCOOK_OK;
}
