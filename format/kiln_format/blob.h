// SPDX-License-Identifier: MIT
#ifndef KILN_FORMAT_BLOB_H
#define KILN_FORMAT_BLOB_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/// What every blob begins with: the header and the table of sections.

#define KILN_FORMAT_MAJOR 5
#define KILN_FORMAT_MINOR 10

/// The first eight bytes. Every text-mode or 7-bit transfer damages the high bit, CR LF or SUB.
#define KILN_FORMAT_MAGIC "\x89KLN\r\n\x1a\n"
#define KILN_FORMAT_MAGIC_SIZE 8
/// A machine of the other byte order reads this number as 0x04030201.
#define KILN_FORMAT_ENDIAN_MARK 0x01020304u
/// Blob and sections start at multiples of this many bytes.
#define KILN_FORMAT_ALIGNMENT 64
/// Offset of the first byte after `content_hash`.
#define KILN_FORMAT_HASHED_FROM 40

/// Largest absolute vertex coordinate. A product of four coordinates stays finite in float32.
#define KILN_COORDINATE_MAX 1.099511627776e12f /* 2^40 */
/// No name, no parent, no material.
#define KILN_NONE 0xffffffffu

/// Feature bits.
/// LEAVES may have compact leaves; SOURCES has elements of three bytes where no number needs more, EDGES of one byte.
#define KILN_FEATURE_COMPACT 1ull
/// Required features that this version knows.
#define KILN_FEATURES_KNOWN KILN_FEATURE_COMPACT

/// The kind of a section. Values are fixed.
typedef uint32_t kiln_section_kind;
enum kiln_section_kind_values
{
	KILN_SECTION_NAMES = 1,		  ///< UTF-8 strings, each ended by a NUL; offsets count from the section
	KILN_SECTION_MATERIALS = 2,	  ///< kiln_format_material
	KILN_SECTION_PARTS = 3,		  ///< kiln_format_part
	KILN_SECTION_MESHES = 4,	  ///< kiln_format_mesh
	KILN_SECTION_NODES = 5,		  ///< kiln_format_node, in the order of the scene tree's leaves
	KILN_SECTION_SCENE = 6,		  ///< one kiln_format_scene
	KILN_SECTION_TREE = 7,		  ///< kiln_format_tree_node of the scene, then of every mesh
	KILN_SECTION_LEAVES = 8,	  ///< kiln_format_leaf records of every mesh, then KILN_LEAF_TAIL zero bytes
	KILN_SECTION_SOURCES = 9,	  ///< uint32_t for each triangle: source face, counted through the mesh's parts
	KILN_SECTION_LEAF_INDEX = 10, ///< uint32_t for every KILN_LEAF_INDEX_STEP triangles: unit of the leaf of the first
	KILN_SECTION_PROVENANCE = 11, ///< one kiln_format_provenance
	KILN_SECTION_SHAPES = 12,	  ///< kiln_format_shape: all meshes in order, all hulls in order, then primitives
	KILN_SECTION_VOLUMES = 13,	  ///< kiln_format_volumes
	KILN_SECTION_HULLS = 14,	  ///< kiln_format_hull
	KILN_SECTION_HULL_DATA = 15,  ///< the arrays of every hull in order, see kiln_format_hull
	KILN_SECTION_VOLUME_TREES = 16, ///< kiln_format_volume_tree: of the scene, then of every mesh, by increasing kind
	KILN_SECTION_VOLUME_NODES = 17, ///< the nodes of every volume tree in order
	KILN_SECTION_VERTICES =
		18,					 ///< uint32_t for each vertex of every leaf, in the order of the leaves: its source vertex
	KILN_SECTION_EDGES = 19, ///< uint16_t for each triangle, in the order of SOURCES: the kind of edge of each side
	KILN_SECTION_LAYERS =
		20, ///< uint32_t for each layer: offset of its name in NAMES or KILN_NONE. Layer i is bit i of a mask
	KILN_SECTION_KIND_END =
		21, ///< every blob has the sections of smaller kinds; the sections of larger kinds are optional
	KILN_SECTION_BODIES = 21, ///< kiln_format_body
	KILN_SECTION_NODE_BODIES =
		22, ///< uint32_t for each node: index in BODIES of the body that it moves with, or KILN_NONE
	KILN_SECTION_SURFACES = 23,		 ///< kiln_format_surface of each material
	KILN_SECTION_METADATA = 24,		 ///< kiln_format_metadata by increasing owner, index and path
	KILN_SECTION_METADATA_TEXT = 25, ///< UTF-8 strings in increasing order of their bytes, each ended by a NUL
	KILN_SECTION_ADJACENCY =
		26, ///< uint32_t[3] for each triangle, in the order of SOURCES: the twin of each side, see kiln_triangle_twin
	KILN_SECTION_LEVELS = 27, ///< kiln_format_level by increasing mesh and distance, see kiln/level.h
	KILN_SECTION_SDFS = 28,	  ///< kiln_format_sdf by increasing shape, see kiln/sdf.h
	KILN_SECTION_SDF_CELLS =
		29, ///< uint32_t for each cell of every field's octrees: index of a block, or KILN_SDF_INNER and its first child
	KILN_SECTION_SDF_BLOCKS = 30, ///< kiln_format_sdf_block of every field in order
	KILN_SECTION_SURVEYS = 31,	  ///< kiln_format_survey by increasing mesh, see kiln/survey.h
	KILN_SECTION_COMPONENTS = 32, ///< kiln_format_component of every survey in order
	KILN_SECTION_FAULTS = 33,	  ///< kiln_format_fault of every survey in order, those of a survey by increasing kind
	KILN_SECTION_JUNCTIONS = 34,  ///< kiln_format_junction by increasing mesh, side and other side, see kiln/junction.h
	KILN_SECTION_ORIGIN = 35,	  ///< kiln_format_origin, exactly one, see kiln_asset_origin
	KILN_SECTION_END = 36,
};

/// Section flag: a reader that does not know the section's kind refuses the blob. Without the flag, a reader skips the
/// section.
#define KILN_SECTION_REQUIRED 1u

typedef struct kiln_format_header
{
	uint8_t magic[KILN_FORMAT_MAGIC_SIZE]; ///< KILN_FORMAT_MAGIC
	uint32_t endian;					   ///< KILN_FORMAT_ENDIAN_MARK
	uint16_t version_major;				   ///< KILN_FORMAT_MAJOR
	uint16_t version_minor;				   ///< versions above KILN_FORMAT_MINOR only add optional parts
	uint64_t size;						   ///< bytes of the whole blob
	uint8_t
		content_hash[16]; ///< XXH3-128, canonical, of all bytes after this field; seed: XXH3-64 of all bytes before it
	uint64_t required_features; ///< a reader refuses bits outside KILN_FEATURES_KNOWN
	uint64_t optional_features; ///< unknown bits are ignored
	uint8_t source_hash[16];	///< XXH3-128 of the art file
	uint8_t options_hash[16];	///< XXH3-128 of the effective cook options
	uint16_t tool_version[4];	///< major, minor, patch of the cooker, then 0
	float metres_per_unit;		///< length of one unit of the cooked coordinates, > 0
	uint32_t section_count;		///< entries of the section table, which follows this header
	uint32_t reserved[6];
} kiln_format_header;

typedef struct kiln_format_section
{
	uint32_t kind;	 ///< kiln_section_kind; kinds increase; each kind below KILN_SECTION_KIND_END occurs once
	uint32_t flags;	 ///< KILN_SECTION_REQUIRED
	uint64_t offset; ///< multiple of KILN_FORMAT_ALIGNMENT; sections do not overlap and increase
	uint64_t size;	 ///< bytes; zero bytes fill the gap to the next section
	uint64_t count;	 ///< elements
} kiln_format_section;

/// Proves the size of a structure, and where a field lies in it.
#define KILN_FORMAT_LAYOUT(type, bytes) static_assert(sizeof(type) == (bytes), #type " has the wrong size")
#define KILN_FORMAT_FIELD(type, field, at) static_assert(offsetof(type, field) == (at), #type "." #field " has moved")

KILN_FORMAT_LAYOUT(kiln_format_header, 128);
KILN_FORMAT_FIELD(kiln_format_header, magic, 0);
KILN_FORMAT_FIELD(kiln_format_header, endian, 8);
KILN_FORMAT_FIELD(kiln_format_header, version_major, 12);
KILN_FORMAT_FIELD(kiln_format_header, version_minor, 14);
KILN_FORMAT_FIELD(kiln_format_header, size, 16);
KILN_FORMAT_FIELD(kiln_format_header, content_hash, 24);
KILN_FORMAT_FIELD(kiln_format_header, required_features, 40);
KILN_FORMAT_FIELD(kiln_format_header, optional_features, 48);
KILN_FORMAT_FIELD(kiln_format_header, source_hash, 56);
KILN_FORMAT_FIELD(kiln_format_header, options_hash, 72);
KILN_FORMAT_FIELD(kiln_format_header, tool_version, 88);
KILN_FORMAT_FIELD(kiln_format_header, metres_per_unit, 96);
KILN_FORMAT_FIELD(kiln_format_header, section_count, 100);
KILN_FORMAT_FIELD(kiln_format_header, reserved, 104);

KILN_FORMAT_LAYOUT(kiln_format_section, 32);
KILN_FORMAT_FIELD(kiln_format_section, kind, 0);
KILN_FORMAT_FIELD(kiln_format_section, flags, 4);
KILN_FORMAT_FIELD(kiln_format_section, offset, 8);
KILN_FORMAT_FIELD(kiln_format_section, size, 16);
KILN_FORMAT_FIELD(kiln_format_section, count, 24);

#endif
