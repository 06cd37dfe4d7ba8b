// SPDX-License-Identifier: MIT
#include "metadata.h"

#include "../lines/json_keys.h"
#include "../lines/text_parts.h"

static const char *owner_name(uint32_t owner)
{
	static const char *const names[KILN_METADATA_OWNER_END] = {"scene", "node", "material", "part"};
	return owner < KILN_METADATA_OWNER_END ? names[owner] : "";
}

/// The name of what an entry belongs to; "" for the scene.
static const char *name_of(const kiln_asset *asset, const kiln_format_metadata *entry)
{
	switch (entry->owner)
	{
	case KILN_METADATA_NODE:
		return kiln_name(asset, asset->nodes[entry->index].name);
	case KILN_METADATA_MATERIAL:
		return kiln_name(asset, asset->materials[entry->index].name);
	case KILN_METADATA_PART:
		return kiln_name(asset, asset->parts[entry->index].name);
	default:
		return "";
	}
}

static void write_value(FILE *out, const kiln_asset *asset, const kiln_format_metadata *entry)
{
	char number[JSON_DOUBLE_SIZE];
	switch (entry->type)
	{
	case KILN_METADATA_BOOL:
		fputs(kiln_metadata_bool(entry, false) ? "true" : "false", out);
		break;
	case KILN_METADATA_INT:
		fprintf(out, "%lld", (long long)kiln_metadata_int(entry, 0));
		break;
	case KILN_METADATA_DOUBLE:
		json_double_text(kiln_metadata_double(entry, 0), number);
		fputs(number, out);
		break;
	case KILN_METADATA_STRING:
		write_name(out, kiln_metadata_string(asset, entry, ""));
		break;
	default:
		fputs("null", out);
		break;
	}
}

void metadata_text(FILE *out, const kiln_asset *asset)
{
	if (asset->metadata_count == 0)
		return;
	fprintf(out, "\nmetadata: %lu value%s\n", (unsigned long)asset->metadata_count, plural(asset->metadata_count));
	for (uint32_t i = 0; i < asset->metadata_count; ++i)
	{
		const kiln_format_metadata *entry = &asset->metadata[i];
		const bool same = i > 0 && entry[-1].owner == entry->owner && entry[-1].index == entry->index;
		if (!same && entry->owner == KILN_METADATA_SCENE)
		{
			fputs("  scene\n", out);
		}
		else if (!same)
		{
			fprintf(out, "  %s %lu ", owner_name(entry->owner), (unsigned long)entry->index);
			write_name(out, name_of(asset, entry));
			putc('\n', out);
		}
		fputs("    ", out);
		write_name(out, kiln_metadata_path(asset, entry));
		fputs(": ", out);
		write_value(out, asset, entry);
		putc('\n', out);
	}
}

static void json_value(json_writer *json, const kiln_asset *asset, const kiln_format_metadata *entry)
{
	switch (entry->type)
	{
	case KILN_METADATA_BOOL:
		json_bool(json, kiln_metadata_bool(entry, false));
		break;
	case KILN_METADATA_INT:
		json_int(json, kiln_metadata_int(entry, 0));
		break;
	case KILN_METADATA_DOUBLE:
		json_double(json, kiln_metadata_double(entry, 0));
		break;
	case KILN_METADATA_STRING:
		json_text(json, kiln_metadata_string(asset, entry, ""));
		break;
	default:
		json_null(json);
		break;
	}
}

void metadata_json(json_writer *json, const kiln_asset *asset)
{
	static const char *const types[KILN_METADATA_TYPE_END] = {"null", "bool", "int", "double", "string"};
	json_key(json, "metadata");
	json_array(json);
	for (uint32_t i = 0; i < asset->metadata_count; ++i)
	{
		const kiln_format_metadata *entry = &asset->metadata[i];
		json_object_inline(json);
		key_text(json, "owner", owner_name(entry->owner));
		key_uint(json, "index", entry->index);
		key_text(json, "path", kiln_metadata_path(asset, entry));
		key_text(json, "type", entry->type < KILN_METADATA_TYPE_END ? types[entry->type] : "");
		json_key(json, "value");
		json_value(json, asset, entry);
		json_object_end(json);
	}
	json_array_end(json);
}
