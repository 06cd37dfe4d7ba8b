// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SCENE_H
#define KILN_COOKER_SCENE_H

#include "kilncook.h"

/// What the rooms of the cooker hand to each other: import gives an art_scene, clean turns it into clean_mesh after
/// clean_mesh, tree builds over them, write lays the blob out. Arrays are owned by the struct that holds them.

/// Most nodes of an art scene. Formats that share subtrees name 2^30 nodes in a thousand bytes: a reader counts before it
/// makes them.
#define ART_NODES_MAX (1u << 22)

/// One mesh as the art file has it, polygons and all. Positions are finite or not: cleaning decides.
typedef struct art_mesh
{
	char *name;			   ///< NUL-terminated, may be ""
	float (*positions)[3]; ///< art units, mesh space
	uint32_t vertex_count;
	uint32_t *face_first; ///< face_count + 1 offsets into corners
	uint32_t *corners;	  ///< vertex numbers; may be out of range
	uint32_t face_count;
	uint32_t material; ///< index in art_scene.materials
} art_mesh;

/// A solid that the art gives by its numbers.
typedef struct art_primitive
{
	char *name;
	kilncook_shape shape; ///< KILNCOOK_SHAPE_SPHERE .. KILNCOOK_SHAPE_CYLINDER
	float parameters[12]; ///< as kiln_format_shape has them
	uint32_t material;
} art_primitive;

/// A node of the art's scene graph, in depth-first order, the root first.
typedef struct art_node
{
	char *name;
	double to_root[12]; ///< node to root coordinates, three rows of four, all ancestors multiplied
	uint32_t parent;	///< KILN_NONE for the root
	uint32_t *meshes;	///< indices in art_scene.meshes
	uint32_t mesh_count;
	kilncook_shape shape;	  ///< what the meshes become, or KILNCOOK_SHAPE_DEFAULT
	art_primitive *primitive; ///< in art_scene.primitives, instead of meshes; or NULL
} art_node;

/// A new field here or above must travel between processes too (import/import_wire.c).
typedef struct art_scene
{
	char **materials; ///< names; at least one
	uint32_t material_count;
	art_mesh *meshes;
	uint32_t mesh_count;
	art_node *nodes;
	uint32_t node_count;
	art_primitive *primitives;
	uint32_t primitive_count;
	uint32_t up_axis;  ///< 0 x, 1 y, 2 z if the file says so, else KILN_NONE
	double unit;	   ///< metres per unit if the file says so, else 0
	char importer[32]; ///< what read it: library and version, or our own reader
	char **files;	   ///< what was read besides the art file: `file_count` paths, each once
	uint32_t file_count;
} art_scene;

/// A run of the cleaned mesh's source faces: one art mesh.
typedef struct clean_part
{
	uint32_t source_mesh;
	uint32_t first_face;
	uint32_t face_count;
} clean_part;

/// What cleaning did; the sums go into the report.
typedef struct clean_counts
{
	uint64_t vertices;	   ///< before
	uint64_t faces;		   ///< before
	uint64_t points;	   ///< skipped faces with one corner (or all corners equal by index)
	uint64_t lines;		   ///< skipped faces with two corners
	uint64_t invalid;	   ///< faces with an index out of range or a non-finite or huge coordinate
	uint64_t triangulated; ///< triangles made
	uint64_t degenerate;   ///< triangles dropped for having no area
	uint64_t slivers;	   ///< kept, but named: height under 1e-4 of the longest edge
	uint64_t duplicates;   ///< triangles dropped because the same three vertices stand already
	uint64_t welded;	   ///< vertices merged away
} clean_counts;

typedef enum clean_reason
{
	CLEAN_POINT,
	CLEAN_LINE,
	CLEAN_INVALID_INDEX,
	CLEAN_INVALID_COORDINATE,
	CLEAN_DEGENERATE,
	CLEAN_SLIVER,
	CLEAN_DUPLICATE,
} clean_reason;

/// A source face (counted through the parts) of which something was dropped, or that has a sliver.
typedef struct clean_dropped
{
	uint32_t face;
	clean_reason reason;
} clean_dropped;

/// Triangles ready for a tree: finite, |coordinate| <= KILN_COORDINATE_MAX, area above zero, no duplicates.
typedef struct clean_mesh
{
	float (*vertices)[3];
	uint32_t vertex_count; ///< distinct positions, all used
	/// Per vertex: the lowest source vertex in use that was welded into it, counted through the parts' art vertices.
	uint32_t *vertex_sources;
	uint32_t source_vertex_count; ///< art vertices of all parts, those out of use included
	uint32_t (*triangles)[3];
	uint32_t *faces;		 ///< per triangle: its source face, counted through the parts
	uint32_t triangle_count; ///< may be 0: nothing was left
	clean_part *parts;
	uint32_t part_count;
	clean_dropped *dropped; ///< by increasing face
	uint32_t dropped_count;
	clean_counts counts;
	double weld_tolerance; ///< absolute, in mesh units
	uint32_t flags;		   ///< kiln_mesh_flags
	uint32_t edge_count;
	uint32_t boundary_edges;
	uint32_t nonmanifold_edges;
	uint32_t inconsistent_edges;
	uint32_t component_count;
	int32_t euler_characteristic;
} clean_mesh;

#endif
