// SPDX-License-Identifier: MIT
#include "import_scene.h"

#include "import_metadata.h"
#include "import_text.h"
#include "memory.h"

static void free_mesh(const kilncook_context *context, art_mesh *mesh)
{
	uint32_t corner_count = mesh->corners ? mesh->face_first[mesh->face_count] : 0;
	import_text_free(context, mesh->name);
	cook_free(context, mesh->positions, mesh->vertex_count, sizeof *mesh->positions);
	cook_free(context, mesh->exact, mesh->vertex_count, sizeof *mesh->exact);
	cook_free(context, mesh->corners, corner_count, sizeof *mesh->corners);
	cook_free(context, mesh->face_first, (size_t)mesh->face_count + 1, sizeof *mesh->face_first);
	cook_free(context, mesh->holes, mesh->hole_count, sizeof *mesh->holes);
}

/// Frees the memory that a node owns.
static void free_node(const kilncook_context *context, art_node *node)
{
	import_text_free(context, node->name);
	cook_free(context, node->meshes, node->mesh_count, sizeof *node->meshes);
	if (!node->physics)
		return;
	cook_free(context, node->physics->render, node->physics->render_count, sizeof *node->physics->render);
	cook_free(context, node->physics, 1, sizeof *node->physics);
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
		free_node(context, &scene->nodes[i]);
	for (uint32_t i = 0; scene->primitives && i < scene->primitive_count; ++i)
		import_text_free(context, scene->primitives[i].name);
	for (uint32_t i = 0; scene->layers && i < scene->layer_count; ++i)
		import_text_free(context, scene->layers[i]);
	art_files_free(context, scene->files, scene->file_count);
	art_files_free(context, scene->missing, scene->missing_count);
	cook_free(context, scene->layers, scene->layer_count, sizeof *scene->layers);
	cook_free(context, scene->filters, scene->filter_count, sizeof *scene->filters);
	cook_free(context, scene->surfaces, scene->surface_count, sizeof *scene->surfaces);
	cook_free(context, scene->metadata, scene->metadata_count, sizeof *scene->metadata);
	cook_free(context, scene->metadata_text, scene->metadata_text_size, 1);
	cook_free(context, scene->bodies, scene->body_count, sizeof *scene->bodies);
	cook_free(context, scene->primitives, scene->primitive_count, sizeof *scene->primitives);
	cook_free(context, scene->materials, scene->material_count, sizeof *scene->materials);
	cook_free(context, scene->meshes, scene->mesh_count, sizeof *scene->meshes);
	cook_free(context, scene->nodes, scene->node_count, sizeof *scene->nodes);
	*scene = (art_scene){0};
}
