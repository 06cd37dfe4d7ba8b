// SPDX-License-Identifier: MIT
#include "memory_metadata.h"
#include "import/common/import_metadata.h"
#include "utf8.h"

#include <string.h>

static_assert((int)KILNCOOK_METADATA_MESH == (int)KILN_METADATA_PART, "owners are passed through");
static_assert((int)KILNCOOK_METADATA_OWNER_END == (int)KILN_METADATA_OWNER_END, "owners are passed through");
static_assert((int)KILNCOOK_METADATA_STRING == (int)KILN_METADATA_STRING, "types are passed through");
static_assert((int)KILNCOOK_METADATA_TYPE_END == (int)KILN_METADATA_TYPE_END, "types are passed through");

static bool is_utf8(const char *text)
{
	for (size_t taken, left = strlen(text); left > 0; left -= taken, text += taken)
	{
		taken = utf8_sequence(text, left);
		if (taken == 0)
			return false;
	}
	return true;
}

/// Whether a path is a JSON Pointer (RFC 6901) of at least one key.
static bool is_pointer(const char *path)
{
	if (!path || *path != '/' || !is_utf8(path))
		return false;
	for (const char *at = strchr(path, '~'); at; at = strchr(at + 1, '~'))
		if (at[1] != '0' && at[1] != '1')
			return false;
	return true;
}

const char *cook_memory_metadata_fault(const kilncook_scene *scene)
{
	if (scene->metadata_count && !scene->metadata)
		return "metadata is missing";
	const uint32_t counts[KILNCOOK_METADATA_OWNER_END] = {
		1, scene->nodes ? scene->node_count : 1, scene->materials ? scene->material_count : 1, scene->mesh_count};
	for (uint32_t i = 0; i < scene->metadata_count; ++i)
	{
		const kilncook_metadata *m = &scene->metadata[i];
		if (m->owner >= KILNCOOK_METADATA_OWNER_END || m->index >= counts[m->owner])
			return "metadata of an owner out of range";
		if (!is_pointer(m->path))
			return "metadata with a path that is no JSON Pointer";
		if (m->type >= KILNCOOK_METADATA_TYPE_END)
			return "metadata of an unknown type";
		if (m->type == KILNCOOK_METADATA_STRING && (!m->string || !is_utf8(m->string)))
			return "metadata with a string that is missing, or that is not UTF-8";
	}
	return NULL;
}

static void add(import_metadata *to, const kilncook_metadata *from)
{
	const bool group = from->owner == KILNCOOK_METADATA_NODE || from->owner == KILNCOOK_METADATA_MESH;
	import_metadata_begin(to, from->owner, from->index + (group ? 1 : 0));
	if (!import_metadata_set_path(to, from->path))
		return;
	switch (from->type)
	{
	case KILNCOOK_METADATA_NULL:
		import_metadata_null(to);
		break;
	case KILNCOOK_METADATA_BOOL:
		import_metadata_bool(to, from->boolean);
		break;
	case KILNCOOK_METADATA_INT:
		import_metadata_int(to, from->integer);
		break;
	case KILNCOOK_METADATA_DOUBLE:
		import_metadata_double(to, from->number);
		break;
	default:
		import_metadata_string(to, from->string, strlen(from->string));
		break;
	}
}

kilncook_status cook_memory_metadata(cook_job *job, const kilncook_scene *from, art_scene *to)
{
	if (!job->options.metadata || job->purpose != COOK_BLOB || from->metadata_count == 0)
		return KILNCOOK_OK;
	import_metadata metadata = {.context = &job->context};
	for (uint32_t i = 0; i < from->metadata_count; ++i)
		add(&metadata, &from->metadata[i]);
	// Each node and mesh is a group of its own.
	for (uint32_t i = 0; i < to->node_count; ++i)
		to->nodes[i].metadata = i + 1;
	for (uint32_t i = 0; i < to->mesh_count; ++i)
		to->meshes[i].metadata = i + 1;
	return import_metadata_finish(&metadata, true, to);
}

void cook_memory_metadata_hash(const art_scene *scene, XXH3_state_t *state)
{
	const uint32_t head[2] = {scene->metadata_count, scene->metadata_text_size};
	if (scene->metadata_count == 0)
		return;
	XXH3_128bits_update(state, head, sizeof head);
	XXH3_128bits_update(state, scene->metadata, scene->metadata_count * sizeof *scene->metadata);
	XXH3_128bits_update(state, scene->metadata_text, scene->metadata_text_size);
}
