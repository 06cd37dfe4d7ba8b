// SPDX-License-Identifier: MIT
#include "import_internal.h"
#include "kiln_format.h"
#include "math/ieee.h"

#include <assimp/metadata.h>
#include <string.h>

/// Types that assimp has from version 5.3 on.
#define TYPE_INT64 8
#define TYPE_UINT32 9

static void add_entry(import_metadata *metadata, const struct aiMetadataEntry *entry);

static size_t length_of(const struct aiString *text)
{
	return text->length < sizeof text->data ? text->length : sizeof text->data - 1;
}

/// Adds an integer that may be beyond int64_t; a double has it then, if exactly.
static void add_unsigned(import_metadata *metadata, uint64_t value)
{
	if (value <= INT64_MAX)
		import_metadata_int(metadata, (int64_t)value);
	else if (value % 2048 == 0)
		import_metadata_double(metadata, (double)value);
	else
		import_metadata_lose(metadata, IMPORT_METADATA_TYPE);
}

static void add_vector(import_metadata *metadata, const struct aiVector3D *vector)
{
	const double values[3] = {(double)vector->x, (double)vector->y, (double)vector->z};
	for (size_t i = 0; i < 3; ++i)
	{
		const size_t before = metadata->path_size;
		if (!import_metadata_push_index(metadata, i))
			continue;
		import_metadata_double(metadata, values[i]);
		import_metadata_pop(metadata, before);
	}
}

/// Adds what assimp 5.3 and later have besides; the values are 64 and 32 bits wide.
static void add_later(import_metadata *metadata, int type, const void *data)
{
	int64_t wide;
	uint32_t narrow;
	if ((int)AI_META_MAX > TYPE_UINT32 && type == TYPE_INT64)
	{
		memcpy(&wide, data, sizeof wide);
		import_metadata_int(metadata, wide);
	}
	else if ((int)AI_META_MAX > TYPE_UINT32 && type == TYPE_UINT32)
	{
		memcpy(&narrow, data, sizeof narrow);
		import_metadata_int(metadata, narrow);
	}
	else
		import_metadata_lose(metadata, IMPORT_METADATA_TYPE);
}

static void add_members(import_metadata *metadata, const struct aiMetadata *source)
{
	const unsigned count = source->mKeys && source->mValues ? source->mNumProperties : 0;
	if (count == 0 && metadata->depth > 0)
		import_metadata_lose(metadata, IMPORT_METADATA_TYPE);
	for (unsigned i = 0; i < count; ++i)
	{
		const size_t before = metadata->path_size;
		if (!import_metadata_push(metadata, source->mKeys[i].data, length_of(&source->mKeys[i])))
			continue;
		add_entry(metadata, &source->mValues[i]);
		import_metadata_pop(metadata, before);
	}
}

static void add_entry(import_metadata *metadata, const struct aiMetadataEntry *entry)
{
	const void *data = entry->mData;
	if (!data)
	{
		import_metadata_null(metadata);
		return;
	}
	switch ((int)entry->mType)
	{
	case AI_BOOL:
		import_metadata_bool(metadata, *(const uint8_t *)data != 0);
		break;
	case AI_INT32:
		import_metadata_int(metadata, *(const int32_t *)data);
		break;
	case AI_UINT64:
		add_unsigned(metadata, *(const uint64_t *)data);
		break;
	case AI_FLOAT:
		import_metadata_double(metadata, (double)*(const float *)data);
		break;
	case AI_DOUBLE:
		import_metadata_double(metadata, *(const double *)data);
		break;
	case AI_AISTRING:
		import_metadata_string(
			metadata, ((const struct aiString *)data)->data, length_of((const struct aiString *)data));
		break;
	case AI_AIVECTOR3D:
		add_vector(metadata, data);
		break;
	case AI_AIMETADATA:
		add_members(metadata, data);
		break;
	default:
		add_later(metadata, (int)entry->mType, data);
		break;
	}
}

uint32_t import_node_metadata(import_metadata *metadata, const struct aiMetadata *source)
{
	if (!metadata || !source)
		return 0;
	import_metadata_begin_group(metadata, KILN_METADATA_NODE);
	add_members(metadata, source);
	return import_metadata_end_group(metadata);
}

void import_scene_metadata(import_metadata *metadata, const struct aiMetadata *source)
{
	if (!metadata || !source)
		return;
	import_metadata_begin(metadata, KILN_METADATA_SCENE, 0);
	add_members(metadata, source);
}
