// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_METADATA_H
#define KILN_COOKER_IMPORT_METADATA_H

#include "scene.h"

/// Collects the metadata of an art file for art_scene.metadata, within the limits of KILNCOOK_METADATA_*. Values that do
/// not fit, or that have no type, are counted and left out.

/// Why a value is left out.
typedef enum import_metadata_loss
{
	IMPORT_METADATA_FULL, ///< too many values, or too much text
	IMPORT_METADATA_DEEP,
	IMPORT_METADATA_TYPE, ///< no null, bool, number or text: an empty object, NaN, text that is not UTF-8 or holds a NUL
	IMPORT_METADATA_LOSSES,
} import_metadata_loss;

typedef struct import_metadata
{
	const kilncook_context *context;
	kiln_format_metadata *entries;
	uint32_t count;
	size_t capacity;
	char *text;
	size_t text_size;
	size_t text_capacity;
	char *path; ///< of the next value, without a NUL
	size_t path_size;
	size_t path_capacity;
	uint32_t depth;	  ///< keys and indices in the path
	uint32_t owner;	  ///< of the next value
	uint32_t index;	  ///< the same; 0: the next group
	uint32_t groups;  ///< so far
	uint32_t in_open; ///< values of the open group
	uint64_t visited; ///< bytes of keys and strings so far
	uint64_t lost[IMPORT_METADATA_LOSSES];
	char *first_lost[IMPORT_METADATA_LOSSES]; ///< path of the first such value
	bool failed;							  ///< out of memory
} import_metadata;

/// Begins the values of the scene, or of material `index`.
void import_metadata_begin(import_metadata *metadata, kiln_metadata_owner owner, uint32_t index);

/// Begins a group of values, which several nodes or meshes may share.
void import_metadata_begin_group(import_metadata *metadata, kiln_metadata_owner owner);

/// Returns the group's number for art_node.metadata or art_mesh.metadata; 0 for a group without values.
uint32_t import_metadata_end_group(import_metadata *metadata);

/// Appends a key to the path, with `~` and `/` escaped, or an index. Returns false, with the path unchanged, when the
/// values below are left out. After true, call import_metadata_pop with the old path_size.
bool import_metadata_push(import_metadata *metadata, const char *key, size_t length);
bool import_metadata_push_index(import_metadata *metadata, size_t index);
void import_metadata_pop(import_metadata *metadata, size_t path_size);

/// Sets the whole path, whose keys are escaped already.
bool import_metadata_set_path(import_metadata *metadata, const char *path);

/// Adds the value at the path.
void import_metadata_null(import_metadata *metadata);
void import_metadata_bool(import_metadata *metadata, bool value);
void import_metadata_int(import_metadata *metadata, int64_t value);
void import_metadata_double(import_metadata *metadata, double value);
void import_metadata_string(import_metadata *metadata, const char *text, size_t length);

/// Counts the value at the path as left out.
void import_metadata_lose(import_metadata *metadata, import_metadata_loss loss);

/// Moves the metadata into the scene, if `keep`, and frees the rest. Warns with `metadata-lost` of values that are left out.
/// KILNCOOK_INTERNAL when out of memory.
kilncook_status import_metadata_finish(import_metadata *metadata, bool keep, art_scene *scene);

/// Whether the scene's metadata is as scene.h says: an owner, a path and a value of its type in every entry.
bool import_metadata_is_sound(const art_scene *scene);

#endif
