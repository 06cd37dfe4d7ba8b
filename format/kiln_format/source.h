// SPDX-License-Identifier: MIT
#ifndef KILN_FORMAT_SOURCE_H
#define KILN_FORMAT_SOURCE_H

#include "blob.h"

/// Where the asset comes from: provenance and metadata of the art.

/// The source of the asset, and what cooking did to it.
typedef struct kiln_format_provenance
{
	uint32_t source_name; ///< offset in NAMES: the art file's name without folders
	uint32_t options;	  ///< offset in NAMES: the options that were used, as `key=value` words
	uint32_t importer;	  ///< offset in NAMES: the importing library and its version, or Kiln's own reader
	uint32_t up_axis;	  ///< up axis of the art: 0 x, 1 y, 2 z, KILN_NONE unknown
	double unit;		  ///< metres per unit of the art
	double scale;		  ///< extra factor
	double weld_relative; ///< weld tolerance, divided by the mesh's diagonal; 0 welds equal positions only
	uint64_t source_meshes;
	uint64_t source_vertices;
	uint64_t source_faces;
	uint64_t skipped_points; ///< faces with one corner
	uint64_t skipped_lines;	 ///< faces with two corners
	uint64_t invalid_faces;	 ///< faces dropped for an index out of range or a non-finite or huge coordinate
	uint64_t triangulated;	 ///< triangles that the remaining faces were cut into
	uint64_t degenerate;	 ///< triangles dropped for having no area
	uint64_t duplicates;	 ///< triangles dropped as copies of earlier triangles, of either winding
	uint64_t welded;		 ///< vertices that were merged into others
	uint64_t triangles;		 ///< triangles in the blob, each mesh counted once
	double flat_edge;		 ///< largest sine of the angle between the planes at a flat edge; 0: coplanar planes only
	uint64_t reserved[3];
} kiln_format_provenance;

/// What an entry of metadata belongs to. Values are fixed.
typedef uint32_t kiln_metadata_owner;
enum kiln_metadata_owner_values
{
	KILN_METADATA_SCENE = 0,	///< the whole asset, with index 0
	KILN_METADATA_NODE = 1,		///< a node, by its index in NODES
	KILN_METADATA_MATERIAL = 2, ///< a material, by its index in MATERIALS
	KILN_METADATA_PART = 3,		///< a mesh of the art, by its index in PARTS
	KILN_METADATA_OWNER_END = 4,
};

/// The type of a value of metadata. Values are fixed.
typedef uint32_t kiln_metadata_type;
enum kiln_metadata_type_values
{
	KILN_METADATA_NULL = 0,	  ///< no value: 0
	KILN_METADATA_BOOL = 1,	  ///< 0 or 1
	KILN_METADATA_INT = 2,	  ///< an int64_t
	KILN_METADATA_DOUBLE = 3, ///< the bits of a finite double
	KILN_METADATA_STRING = 4, ///< offset of a string in METADATA_TEXT
	KILN_METADATA_TYPE_END = 5,
};

/// A value of the art, with its path, for the game. Kiln does not use the value.
typedef struct kiln_format_metadata
{
	uint32_t owner; ///< kiln_metadata_owner
	uint32_t index; ///< of the owner
	uint32_t path;	///< offset in METADATA_TEXT of a JSON Pointer (RFC 6901), which begins with `/`
	uint32_t type;	///< kiln_metadata_type
	uint64_t value; ///< as the type says
} kiln_format_metadata;

KILN_FORMAT_LAYOUT(kiln_format_provenance, 160);
KILN_FORMAT_FIELD(kiln_format_provenance, source_name, 0);
KILN_FORMAT_FIELD(kiln_format_provenance, options, 4);
KILN_FORMAT_FIELD(kiln_format_provenance, importer, 8);
KILN_FORMAT_FIELD(kiln_format_provenance, up_axis, 12);
KILN_FORMAT_FIELD(kiln_format_provenance, unit, 16);
KILN_FORMAT_FIELD(kiln_format_provenance, scale, 24);
KILN_FORMAT_FIELD(kiln_format_provenance, weld_relative, 32);
KILN_FORMAT_FIELD(kiln_format_provenance, source_meshes, 40);
KILN_FORMAT_FIELD(kiln_format_provenance, source_vertices, 48);
KILN_FORMAT_FIELD(kiln_format_provenance, source_faces, 56);
KILN_FORMAT_FIELD(kiln_format_provenance, skipped_points, 64);
KILN_FORMAT_FIELD(kiln_format_provenance, skipped_lines, 72);
KILN_FORMAT_FIELD(kiln_format_provenance, invalid_faces, 80);
KILN_FORMAT_FIELD(kiln_format_provenance, triangulated, 88);
KILN_FORMAT_FIELD(kiln_format_provenance, degenerate, 96);
KILN_FORMAT_FIELD(kiln_format_provenance, duplicates, 104);
KILN_FORMAT_FIELD(kiln_format_provenance, welded, 112);
KILN_FORMAT_FIELD(kiln_format_provenance, triangles, 120);
KILN_FORMAT_FIELD(kiln_format_provenance, flat_edge, 128);
KILN_FORMAT_FIELD(kiln_format_provenance, reserved, 136);

KILN_FORMAT_LAYOUT(kiln_format_metadata, 24);
KILN_FORMAT_FIELD(kiln_format_metadata, owner, 0);
KILN_FORMAT_FIELD(kiln_format_metadata, index, 4);
KILN_FORMAT_FIELD(kiln_format_metadata, path, 8);
KILN_FORMAT_FIELD(kiln_format_metadata, type, 12);
KILN_FORMAT_FIELD(kiln_format_metadata, value, 16);

#endif
