// SPDX-License-Identifier: MIT
#include "cook.h"
#include "import/import.h"
#include "memory.h"
#include "memory_metadata.h"
#include "platform/platform.h"
#include "survey_tables.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <xxhash.h>

static kilncook_status usage(cook_job *job, const char *where, const char *reason)
{
	cook_message(&job->context, KILNCOOK_ERROR, where ? where : "", "usage", "%s", reason);
	return KILNCOOK_USAGE;
}

/// Copies a name for art_scene_free to free; NULL becomes "".
static char *copy_name(cook_job *job, const char *name)
{
	size_t size = strlen(name ? name : "") + 1;
	char *copy = cook_alloc(&job->context, size, 1);
	if (copy)
		memcpy(copy, name ? name : "", size);
	return copy;
}

static uint64_t corner_count(const kilncook_mesh *mesh)
{
	return mesh->indices ? mesh->index_count : mesh->vertex_count;
}

/// Checks that a mesh's description is consistent; its geometry may still be broken.
static kilncook_status check_mesh(cook_job *job, const kilncook_mesh *mesh, uint32_t materials)
{
	uint64_t corners = corner_count(mesh), sum = 0;
	if (mesh->vertex_count && !mesh->positions && !mesh->exact)
		return usage(job, mesh->name, "vertices without positions");
	if (mesh->position_stride && mesh->position_stride < 12)
		return usage(job, mesh->name, "a position stride of less than 12 bytes");
	if (mesh->index_size != 0 && mesh->index_size != 2 && mesh->index_size != 4)
		return usage(job, mesh->name, "an index size other than 2 and 4 bytes");
	if (mesh->material >= materials)
		return usage(job, mesh->name, "a material number out of range");
	if (corners >= KILN_NONE)
		return usage(job, mesh->name, "a mesh of 2^32 - 1 corners or more");
	if (mesh->holes && (!mesh->face_sizes || (mesh->face_count && mesh->holes[0])))
		return usage(job, mesh->name, "a hole without a face before it");
	if (!mesh->face_sizes)
		return corners % 3 ? usage(job, mesh->name, "a number of corners that is no multiple of three") : KILNCOOK_OK;
	for (uint32_t i = 0; i < mesh->face_count; ++i)
	{
		bool hole = mesh->holes && mesh->holes[i],
			 before = mesh->holes && i + 1 < mesh->face_count && mesh->holes[i + 1];
		if ((hole || before) && mesh->face_sizes[i] < 3)
			return usage(job, mesh->name, "a hole, or a face with a hole, of fewer than three corners");
		sum += mesh->face_sizes[i];
	}
	return sum == corners ? KILNCOOK_OK : usage(job, mesh->name, "face sizes that don't add up to the corners");
}

static kilncook_status check_node(cook_job *job, const kilncook_scene *scene, const kilncook_node *node)
{
	uint32_t materials = scene->materials ? scene->material_count : 1;
	for (uint32_t k = 0; k < node->mesh_count; ++k)
		if (node->meshes[k] >= scene->mesh_count)
			return usage(job, node->name, "a mesh number out of range");
	if ((int)node->shape < 0 || node->shape >= KILNCOOK_SHAPE_END)
		return usage(job, node->name, "a node of an unknown shape");
	if (!node->primitive)
		return KILNCOOK_OK;
	if (node->mesh_count)
		return usage(job, node->name, "a node with meshes and a primitive");
	if (node->primitive->material >= materials)
		return usage(job, node->primitive->name, "a material number out of range");
	const char *fault = cook_primitive_fault(node->primitive->shape, node->primitive->parameters);
	return fault ? usage(job, node->primitive->name, fault) : KILNCOOK_OK;
}

static kilncook_status check_material(cook_job *job, const kilncook_material *material)
{
	if (material->friction && !(*material->friction >= 0 && *material->friction <= FLT_MAX))
		return usage(job, material->name, "a friction that is not a finite number from 0");
	if (material->restitution && !(*material->restitution >= 0 && *material->restitution <= 1))
		return usage(job, material->name, "a restitution that is not from 0 to 1");
	return KILNCOOK_OK;
}

static kilncook_status check_scene(cook_job *job, const kilncook_scene *scene)
{
	uint32_t materials = scene->materials ? scene->material_count : 1;
	if (scene->mesh_count && !scene->meshes)
		return usage(job, "", "meshes are missing");
	if (materials == 0)
		return usage(job, "", "a list of no materials");
	if ((int)scene->up < 0 || scene->up >= KILNCOOK_AXIS_END)
		return usage(job, "", "an up axis that is none of x, y, z");
	if (scene->unit != 0 && !(scene->unit >= KILNCOOK_FACTOR_MIN && scene->unit <= KILNCOOK_FACTOR_MAX))
		return usage(job, "", "a unit outside 1e-12 .. 1e12 metres");
	if (scene->layers ? scene->layer_count > KILN_LAYERS_MAX : scene->layer_count > 0)
		return usage(job, "", "more than 64 layers, or layers that are missing");
	for (uint32_t i = 0; i < scene->layer_count; ++i)
		if (scene->layers[i] && strlen(scene->layers[i]) > KILNCOOK_LAYER_NAME_MAX)
			return usage(job, "", "a layer's name of more than 255 bytes");
	const char *fault = cook_memory_metadata_fault(scene);
	kilncook_status status = fault ? usage(job, "", fault) : KILNCOOK_OK;
	for (uint32_t i = 0; scene->materials && i < scene->material_count && status == KILNCOOK_OK; ++i)
		status = check_material(job, &scene->materials[i]);
	for (uint32_t i = 0; i < scene->mesh_count && status == KILNCOOK_OK; ++i)
		status = check_mesh(job, &scene->meshes[i], materials);
	for (uint32_t i = 0; scene->nodes && i < scene->node_count && status == KILNCOOK_OK; ++i)
		status = check_node(job, scene, &scene->nodes[i]);
	return status;
}

static void copy_corners(const kilncook_mesh *from, art_mesh *to)
{
	uint32_t corners = (uint32_t)corner_count(from);
	for (uint32_t i = 0; i < corners; ++i)
	{
		uint16_t narrow;
		if (!from->indices)
			to->corners[i] = i;
		else if (from->index_size == 2)
		{
			memcpy(&narrow, (const uint8_t *)from->indices + (size_t)i * 2, sizeof narrow);
			to->corners[i] = narrow;
		}
		else
			memcpy(&to->corners[i], (const uint8_t *)from->indices + (size_t)i * 4, sizeof to->corners[i]);
	}
}

static void copy_faces(const kilncook_mesh *from, art_mesh *to)
{
	uint32_t entries = from->face_sizes ? from->face_count : to->face_count, at = 0, face = 0, hole = 0;
	for (uint32_t i = 0; i < entries; ++i)
	{
		if (from->holes && from->holes[i])
			to->holes[hole++] = at;
		else
			to->face_first[face++] = at;
		at += from->face_sizes ? from->face_sizes[i] : 3;
	}
	to->face_first[to->face_count] = at;
}

static uint32_t count_holes(const kilncook_mesh *mesh)
{
	uint32_t count = 0;
	for (uint32_t i = 0; mesh->holes && i < mesh->face_count; ++i)
		count += mesh->holes[i];
	return count;
}

static bool copy_exact(cook_job *job, const kilncook_mesh *from, art_mesh *to)
{
	to->exact = cook_alloc(&job->context, to->vertex_count, sizeof *to->exact);
	if (!to->exact)
		return false;
	memcpy(to->exact, from->exact, to->vertex_count * sizeof *to->exact);
	for (uint32_t i = 0; i < to->vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			// Converting a value outside float's range is undefined; cleaning drops it.
			const double value = to->exact[i][k];
			to->positions[i][k] = fabs(value) <= (double)FLT_MAX ? (float)value : (float)NAN;
		}
	return true;
}

static bool copy_mesh(cook_job *job, const kilncook_mesh *from, art_mesh *to)
{
	size_t stride = from->position_stride ? from->position_stride : 12;
	uint32_t corners = (uint32_t)corner_count(from);
	to->material = from->material;
	to->name = copy_name(job, from->name);
	to->vertex_count = from->vertex_count;
	uint32_t holes = count_holes(from);
	to->face_count = from->face_sizes ? from->face_count - holes : corners / 3;
	to->holes = cook_alloc(&job->context, holes, sizeof *to->holes);
	to->hole_count = to->holes ? holes : 0;
	to->face_first = cook_alloc_zero(&job->context, (size_t)to->face_count + 1, sizeof *to->face_first);
	to->positions = cook_alloc(&job->context, to->vertex_count, sizeof *to->positions);
	if (to->face_first)
		to->face_first[to->face_count] = corners;
	to->corners = to->face_first ? cook_alloc(&job->context, corners, sizeof *to->corners) : NULL;
	if (!to->name || !to->positions || !to->corners || !to->holes)
		return false;
	if (from->exact && !copy_exact(job, from, to))
		return false;
	for (uint32_t i = 0; i < to->vertex_count && !from->exact; ++i)
		memcpy(to->positions[i], (const uint8_t *)from->positions + i * stride, sizeof to->positions[i]);
	copy_corners(from, to);
	copy_faces(from, to);
	return true;
}

static bool copy_primitive(cook_job *job, const kilncook_primitive *from, art_primitive *to)
{
	to->shape = from->shape;
	to->material = from->material;
	memcpy(to->parameters, from->parameters, sizeof to->parameters);
	to->name = copy_name(job, from->name);
	return to->name != NULL;
}

/// Fills one node; NULL makes the node that places all meshes.
static bool copy_node(cook_job *job, const kilncook_scene *scene, const kilncook_node *from, art_node *to)
{
	to->name = copy_name(job, from ? from->name : scene->name);
	to->parent = KILN_NONE;
	to->shape = from ? from->shape : KILNCOOK_SHAPE_DEFAULT;
	to->mesh_count = from ? from->mesh_count : scene->mesh_count;
	to->meshes = cook_alloc(&job->context, to->mesh_count, sizeof *to->meshes);
	if (!to->name || !to->meshes)
		return false;
	for (uint32_t i = 0; i < to->mesh_count; ++i)
		to->meshes[i] = from ? from->meshes[i] : i;
	for (uint32_t i = 0; i < 12; ++i)
		to->to_root[i] = from && from->to_asset ? from->to_asset[i] : i % 5 == 0 ? 1.0 : 0.0;
	return true;
}

/// Every node with a primitive gets a copy of its own; a later step finds equal primitives.
static bool copy_primitives(cook_job *job, const kilncook_scene *from, art_scene *to)
{
	uint32_t count = 0;
	for (uint32_t i = 0; from->nodes && i < from->node_count; ++i)
		count += from->nodes[i].primitive != NULL;
	if (count == 0)
		return true;
	to->primitives = cook_alloc_zero(&job->context, count, sizeof *to->primitives);
	to->primitive_count = to->primitives ? count : 0;
	bool good = to->primitives != NULL;
	for (uint32_t i = from->node_count; i > 0 && good; --i)
		if (from->nodes[i - 1].primitive)
		{
			to->nodes[i - 1].primitive = &to->primitives[--count];
			good = copy_primitive(job, from->nodes[i - 1].primitive, &to->primitives[count]);
		}
	return good;
}

/// Makes an art scene, so that both kinds of input take the same path.
static kilncook_status copy_scene(cook_job *job, const kilncook_scene *from, art_scene *to)
{
	kilncook_context *context = &job->context;
	uint32_t materials = from->materials ? from->material_count : 1, nodes = from->nodes ? from->node_count : 1;
	to->up_axis = from->up ? (uint32_t)from->up - 1 : KILN_NONE;
	to->unit = from->unit;
	to->materials = cook_alloc_zero(context, materials, sizeof *to->materials);
	to->material_count = to->materials ? materials : 0;
	to->meshes = cook_alloc_zero(context, from->mesh_count, sizeof *to->meshes);
	to->mesh_count = to->meshes ? from->mesh_count : 0;
	to->nodes = cook_alloc_zero(context, nodes, sizeof *to->nodes);
	to->node_count = to->nodes ? nodes : 0;
	bool good = to->materials && to->meshes && to->nodes;
	for (uint32_t i = 0; i < materials && good; ++i)
		good = (to->materials[i] = copy_name(job, from->materials ? from->materials[i].name : NULL)) != NULL;
	for (uint32_t i = 0; i < from->mesh_count && good; ++i)
		good = copy_mesh(job, &from->meshes[i], &to->meshes[i]);
	for (uint32_t i = 0; i < nodes && good; ++i)
		good = copy_node(job, from, from->nodes ? &from->nodes[i] : NULL, &to->nodes[i]);
	if (good)
		good = copy_primitives(job, from, to);
	return good ? cook_memory_metadata(job, from, to) : cook_no_memory(job);
}

static void hash_primitive(XXH3_state_t *state, const art_primitive *primitive)
{
	const uint32_t numbers[2] = {primitive->shape, primitive->material};
	XXH3_128bits_update(state, primitive->name, strlen(primitive->name) + 1);
	XXH3_128bits_update(state, numbers, sizeof numbers);
	XXH3_128bits_update(state, primitive->parameters, sizeof primitive->parameters);
}

static void hash_node_marks(XXH3_state_t *state, const kilncook_node *node)
{
	const uint64_t numbers[4] = {node->layers, node->collides, node->user, node->trigger ? 1 : 0};
	XXH3_128bits_update(state, numbers, sizeof numbers);
}

static void hash_material_marks(XXH3_state_t *state, const kilncook_material *material)
{
	const uint64_t numbers[3] = {material->layers, material->collides, material->user};
	const float physics[4] = {material->friction ? 1 : 0, material->friction ? *material->friction : 0,
		material->restitution ? 1 : 0, material->restitution ? *material->restitution : 0};
	XXH3_128bits_update(state, numbers, sizeof numbers);
	XXH3_128bits_update(state, physics, sizeof physics);
}

/// Before the name, where no mesh without holes has a byte of 255.
static void hash_holes(XXH3_state_t *state, const art_mesh *mesh)
{
	const uint32_t head[2] = {UINT32_MAX, mesh->hole_count};
	XXH3_128bits_update(state, head, sizeof head);
	XXH3_128bits_update(state, mesh->holes, mesh->hole_count * sizeof *mesh->holes);
}

/// Hashes the scene in place of an art file's bytes: everything except the scene's name. Counts precede lists, so that
/// different scenes never give the same bytes.
static kilncook_status hash_scene(cook_job *job, const art_scene *scene)
{
	const uint32_t head[4] = {scene->mesh_count, scene->node_count, scene->material_count, scene->up_axis};
	XXH3_state_t *state = XXH3_createState();
	if (!state)
		return cook_no_memory(job);
	XXH3_128bits_reset(state);
	XXH3_128bits_update(state, head, sizeof head);
	XXH3_128bits_update(state, &scene->unit, sizeof scene->unit);
	for (uint32_t i = 0; i < scene->mesh_count; ++i)
	{
		const art_mesh *mesh = &scene->meshes[i];
		uint32_t counts[3] = {mesh->vertex_count, mesh->face_count, mesh->material};
		if (mesh->hole_count)
			hash_holes(state, mesh);
		XXH3_128bits_update(state, mesh->name, strlen(mesh->name) + 1);
		XXH3_128bits_update(state, counts, sizeof counts);
		XXH3_128bits_update(state, mesh->positions, mesh->vertex_count * sizeof *mesh->positions);
		if (mesh->exact)
			XXH3_128bits_update(state, mesh->exact, mesh->vertex_count * sizeof *mesh->exact);
		XXH3_128bits_update(state, mesh->face_first, ((size_t)mesh->face_count + 1) * sizeof *mesh->face_first);
		XXH3_128bits_update(state, mesh->corners, mesh->face_first[mesh->face_count] * sizeof *mesh->corners);
	}
	for (uint32_t i = 0; i < scene->node_count; ++i)
	{
		const art_node *node = &scene->nodes[i];
		const uint32_t numbers[4] = {
			node->mesh_count, job->node_tags ? job->node_tags[i] : 0, node->shape, node->primitive ? 1 : 0};
		XXH3_128bits_update(state, node->name, strlen(node->name) + 1);
		XXH3_128bits_update(state, numbers, sizeof numbers);
		XXH3_128bits_update(state, node->to_root, sizeof node->to_root);
		XXH3_128bits_update(state, node->meshes, node->mesh_count * sizeof *node->meshes);
		if (node->primitive)
			hash_primitive(state, node->primitive);
		if (job->given->nodes)
			hash_node_marks(state, &job->given->nodes[i]);
	}
	for (uint32_t i = 0; i < scene->material_count; ++i)
	{
		const uint32_t tag = job->material_tags ? job->material_tags[i] : 0;
		XXH3_128bits_update(state, scene->materials[i], strlen(scene->materials[i]) + 1);
		XXH3_128bits_update(state, &tag, sizeof tag);
		if (job->given->materials)
			hash_material_marks(state, &job->given->materials[i]);
	}
	for (uint32_t i = 0; i < job->given->layer_count; ++i)
	{
		const char *name = job->given->layers[i] ? job->given->layers[i] : "";
		XXH3_128bits_update(state, name, strlen(name) + 1);
	}
	cook_memory_metadata_hash(scene, state);
	XXH128_canonical_t hash;
	XXH128_canonicalFromHash(&hash, XXH3_128bits_digest(state));
	memcpy(job->source_hash, hash.digest, sizeof job->source_hash);
	XXH3_freeState(state);
	return KILNCOOK_OK;
}

/// Copies the tags of materials and nodes into plain arrays. Only materials and nodes that the caller lists have tags.
static kilncook_status copy_tags(
	cook_job *job, const kilncook_scene *scene, uint32_t *material_tags, uint32_t *node_tags)
{
	if (!material_tags || !node_tags)
		return cook_no_memory(job);
	for (uint32_t i = 0; scene->materials && i < scene->material_count; ++i)
		material_tags[i] = scene->materials[i].tag;
	for (uint32_t i = 0; scene->nodes && i < scene->node_count; ++i)
		node_tags[i] = scene->nodes[i].tag;
	if (scene->materials)
		job->material_tags = material_tags;
	if (scene->nodes)
		job->node_tags = node_tags;
	return KILNCOOK_OK;
}

static kilncook_status cook_scene(cook_job *job, const kilncook_scene *scene, art_scene *art, kilncook_blob *made)
{
	kilncook_context *context = &job->context;
	uint32_t materials = scene->materials ? scene->material_count : 0, nodes = scene->nodes ? scene->node_count : 0;
	uint32_t *material_tags = cook_alloc(context, materials, sizeof *material_tags);
	uint32_t *node_tags = cook_alloc(context, nodes, sizeof *node_tags);
	kilncook_status status = copy_tags(job, scene, material_tags, node_tags);
	double start = platform_seconds();
	job->scene = art;
	job->given = scene;
	if (status == KILNCOOK_OK)
		status = copy_scene(job, scene, art);
	if (status == KILNCOOK_OK)
		status = hash_scene(job, art);
	job->report.ms[KILNCOOK_STAGE_READ] = 1e3 * (platform_seconds() - start);
	job->source_name = cook_names_add(context, &job->names, scene->name);
	job->importer_name = cook_names_add(context, &job->names, "memory");
	if (status == KILNCOOK_OK)
		status = cook_run(job, made);
	cook_free(context, material_tags, materials, sizeof *material_tags);
	cook_free(context, node_tags, nodes, sizeof *node_tags);
	return status;
}

static kilncook_status cook_memory(const kilncook_context *context, const kilncook_scene *scene,
	const kilncook_options *options, cook_purpose purpose, cook_tables *tables, kilncook_blob *blob,
	kilncook_report *report)
{
	cook_job job;
	art_scene art = {0};
	kilncook_blob made = {0};
	kilncook_status status = cook_job_begin(&job, context, options, purpose, tables, report != NULL);
	if (status == KILNCOOK_OK)
		status = check_scene(&job, scene);
	if (status == KILNCOOK_OK)
		status = cook_scene(&job, scene, &art, &made);
	return cook_job_end(&job, status, &made, blob, report);
}

kilncook_status kilncook_cook_memory(const kilncook_context *context, const kilncook_scene *scene,
	const kilncook_options *options, kilncook_blob *blob, kilncook_report *report)
{
	return cook_memory(context, scene, options, COOK_BLOB, NULL, blob, report);
}

kilncook_status kilncook_survey_memory(const kilncook_context *context, const kilncook_scene *scene,
	const kilncook_options *options, kilncook_report *report)
{
	kilncook_blob none;
	return cook_memory(context, scene, options, COOK_SURVEY, NULL, &none, report);
}

kilncook_status kilncook_tables_memory(const kilncook_context *context, const kilncook_scene *scene,
	const kilncook_options *options, uint64_t row, kilncook_tables *tables)
{
	cook_tables wanted = {.row = row};
	kilncook_blob none;
	kilncook_report report = {0};
	kilncook_status status = cook_memory(context, scene, options, COOK_SURVEY, &wanted, &none, &report);
	kilncook_report_free(context, &report);
	return cook_tables_end(context, status, &wanted, tables);
}
