// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_PLY_H
#define KILN_COOKER_IMPORT_PLY_H

#include "common/import_words.h"

/// The header of a PLY file (Turk 1994), which describes its elements.

typedef enum ply_type
{
	PLY_INT8,
	PLY_UINT8,
	PLY_INT16,
	PLY_UINT16,
	PLY_INT32,
	PLY_UINT32,
	PLY_FLOAT32,
	PLY_FLOAT64,
	PLY_NONE,
} ply_type;

typedef enum ply_encoding
{
	PLY_ASCII,
	PLY_LITTLE,
	PLY_BIG,
} ply_encoding;

/// What a property is used for.
typedef enum ply_role
{
	PLY_OTHER,
	PLY_X,
	PLY_Y,
	PLY_Z,
	PLY_POLYGON, ///< a list of vertices around a face
	PLY_STRIPS,	 ///< a list of vertices of triangle strips, with -1 between strips
} ply_role;

typedef struct ply_property
{
	ply_type type;
	ply_type count_type; ///< PLY_NONE: not a list
	ply_role role;
} ply_property;

typedef struct ply_element
{
	uint64_t count;
	uint32_t first; ///< index of the element's first property
	uint32_t property_count;
	bool vertices;
	bool faces;
	bool strips;
} ply_element;

typedef struct ply_header
{
	ply_encoding encoding;
	ply_element *elements;
	uint32_t element_count;
	size_t element_capacity;
	ply_property *properties;
	uint32_t property_count;
	size_t property_capacity;
} ply_header;

/// Reads the header; `words` is then positioned after the header. KILNCOOK_REFUSED with a message when it is invalid.
kilncook_status ply_header_read(const kilncook_context *context, import_words *words, ply_header *header);

void ply_header_free(const kilncook_context *context, ply_header *header);

/// Returns the bytes of a number; 0 for PLY_NONE.
size_t ply_type_size(ply_type type);

#endif
