// SPDX-License-Identifier: MIT
#include "import_internal.h"
#include "kiln_format.h"
#include "math/ieee.h"

#include <assimp/commonMetaData.h>
#include <assimp/metadata.h>
#include <string.h>

static const struct aiMetadataEntry *find_entry(const struct aiScene *source, const char *key)
{
	const struct aiMetadata *metadata = source->mMetaData;
	if (!metadata || !metadata->mKeys || !metadata->mValues)
		return NULL;
	size_t length = strlen(key);
	for (unsigned i = 0; i < metadata->mNumProperties; ++i)
		if (metadata->mKeys[i].length == length && memcmp(metadata->mKeys[i].data, key, length) == 0)
			return metadata->mValues[i].mData ? &metadata->mValues[i] : NULL;
	return NULL;
}

/// Returns a number from the file's metadata, stored in any type; `missing` when the file does not store this number.
static double metadata_number(const struct aiScene *source, const char *key, double missing)
{
	const struct aiMetadataEntry *entry = find_entry(source, key);
	if (!entry)
		return missing;
	int32_t integer;
	uint64_t natural;
	float single;
	double number = missing;
	switch (entry->mType)
	{
	case AI_INT32:
		memcpy(&integer, entry->mData, sizeof integer);
		return (double)integer;
	case AI_UINT64:
		memcpy(&natural, entry->mData, sizeof natural);
		return (double)natural;
	case AI_FLOAT:
		memcpy(&single, entry->mData, sizeof single);
		return (double)single;
	case AI_DOUBLE:
		memcpy(&number, entry->mData, sizeof number);
		return number;
	default:
		return missing;
	}
}

/// Returns whether the name of the importer that read the file contains `word`.
static bool format_is(const struct aiScene *source, const char *word)
{
	const struct aiMetadataEntry *entry = find_entry(source, AI_METADATA_SOURCE_FORMAT);
	if (!entry || entry->mType != AI_AISTRING)
		return false;
	const struct aiString *name = entry->mData;
	return name->length < sizeof name->data && strstr(name->data, word) != NULL;
}

void import_conventions(const struct aiScene *source, art_scene *scene)
{
	scene->up_axis = KILN_NONE;
	scene->unit = 0.0;
	// glTF fixes metres and y (glTF 2.0, 3.4). For Collada and IFC, assimp's root node converts the file's unit and
	// axis to the same.
	if (format_is(source, "glTF") || format_is(source, "Collada") || format_is(source, "IFC"))
	{
		scene->up_axis = 1;
		scene->unit = 1.0;
		return;
	}
	// FBX units are in centimetres. An up axis that points down cannot be expressed here.
	double unit = metadata_number(source, "UnitScaleFactor", 0.0) * 0.01;
	if (unit > 0.0 && unit < 1e30)
		scene->unit = unit;
	double axis = metadata_number(source, "UpAxis", -1.0);
	double sign = metadata_number(source, "UpAxisSign", 1.0);
	if (sign > 0.0 && (axis == 0.0 || axis == 1.0 || axis == 2.0))
		scene->up_axis = (uint32_t)axis;
}
