// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SCENE_H
#define KILN_COOKER_SCENE_H

#include "kiln_format.h"
#include "kilncook.h"

/// The structures that the cooker's rooms hand on: import makes an art_scene, clean turns its meshes into clean_meshes,
/// tree builds trees over clean_meshes, write lays the blob out. A struct owns its arrays.

/// Most nodes of an art scene. Formats that share subtrees name 2^30 nodes in a thousand bytes: a reader counts
/// nodes before it makes them.
#define ART_NODES_MAX (1u << 22)

/// One mesh with the art file's own polygons. Positions may be NaN or infinite; cleaning drops those.
typedef struct art_mesh
{
	char *name;			   ///< NUL-terminated, may be ""
	float (*positions)[3]; ///< art units, mesh space
	double (*exact)
		[3]; ///< the same in double, where art_import_rules.exact asks for it and the file has more than floats; or NULL
	uint32_t vertex_count;
	uint32_t *face_first; ///< face_count + 1 offsets into corners
	uint32_t *corners;	  ///< vertex numbers; may be out of range
	uint32_t face_count;
	uint32_t
		*holes; ///< corners, by increasing numbers, with which a hole in a face begins; never the face's first corner
	uint32_t hole_count;
	uint32_t material; ///< index in art_scene.materials
	uint32_t metadata; ///< group in art_scene.metadata; 0: none
} art_mesh;

/// A solid that the art gives by numbers.
typedef struct art_primitive
{
	char *name;
	kilncook_shape shape; ///< KILNCOOK_SHAPE_SPHERE .. KILNCOOK_SHAPE_CYLINDER
	float parameters[12]; ///< as in kiln_format_shape
	uint32_t material;
} art_primitive;

/// The extension of glTF that authors a node's collision.
typedef enum art_extension
{
	ART_EXTENSION_KHR, ///< KHR_physics_rigid_bodies, with the shapes of KHR_implicit_shapes
	ART_EXTENSION_OMI, ///< OMI_physics_body, with the shapes of OMI_physics_shape
	ART_EXTENSION_END,
} art_extension;

/// Layers of a collider. Bit 0 is the layer `default`, bit i the layer i - 1 of art_scene.layers.
typedef struct art_filter
{
	uint64_t layers;
	uint64_t collides;
} art_filter;

/// How two values of friction or restitution become one. Of two modes, the lower counts.
typedef enum art_combine
{
	ART_COMBINE_AVERAGE,
	ART_COMBINE_MINIMUM,
	ART_COMBINE_MAXIMUM,
	ART_COMBINE_MULTIPLY,
	ART_COMBINE_END,
} art_combine;

/// A physics material. Surface i is the surface of the material art_scene.surface_first + i.
typedef struct art_surface
{
	float static_friction; ///< from 0, like the next two
	float dynamic_friction;
	float restitution;
	art_combine friction_combine;
	art_combine restitution_combine;
} art_surface;

/// What an extension says about a node. The node's meshes or primitive are those of its collider.
typedef struct art_physics
{
	art_extension extension;
	/// What the meshes become, or the kind of the primitive. KILNCOOK_SHAPE_NONE: nothing, because the file has colliders and the
	/// node has none, or because its scale is zero.
	kilncook_shape shape;
	bool trigger;
	uint32_t primitive; ///< in art_scene.primitives, or KILN_NONE
	uint32_t filter;	///< in art_scene.filters, or KILN_NONE
	uint32_t surface;	///< in art_scene.surfaces: the material of all its meshes; KILN_NONE: their own
	uint32_t *render;	///< meshes that the node shows where it has a collider, in art_scene.meshes
	uint32_t render_count;
} art_physics;

/// A node of the art's scene graph, in depth-first order, the root first.
typedef struct art_node
{
	char *name;
	double to_root[12]; ///< node to root coordinates, three rows of four, all ancestors multiplied
	uint32_t parent;	///< KILN_NONE for the root
	uint32_t body;		///< 1 + index in art_scene.bodies of the body that it moves with; 0: none
	uint32_t *meshes;	///< indices in art_scene.meshes
	uint32_t mesh_count;
	kilncook_shape shape;	  ///< the shape that the meshes are cooked into, or KILNCOOK_SHAPE_DEFAULT
	art_primitive *primitive; ///< in art_scene.primitives, instead of meshes; or NULL
	art_physics *physics;	  ///< owned; NULL where no extension says anything
	uint32_t metadata;		  ///< group in art_scene.metadata; 0: none. Nodes may share a group
} art_node;

/// A whole art file. import/import_wire.c must carry every field here and above between processes.
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
	char **layers; ///< names of layers, of 1 to KILNCOOK_LAYER_NAME_MAX bytes; at most KILN_LAYERS_MAX - 1
	uint32_t layer_count;
	art_filter *filters;
	uint32_t filter_count;
	art_surface *surfaces;
	uint32_t surface_count;
	uint32_t surface_first;	  ///< in materials, which has one for each surface
	kiln_format_body *bodies; ///< without names and transforms, which are those of their nodes
	uint32_t body_count;
	uint32_t metadata_count;
	/// Values in any order. The owner KILN_METADATA_PART stands for art meshes. `index` is the number of the material; of nodes
	/// and meshes it is the group that they name; 0 for the scene. Offsets count in `metadata_text`: UTF-8 strings, each ended
	/// by a NUL. A path may occur twice.
	kiln_format_metadata *metadata;
	char *metadata_text;
	uint32_t metadata_text_size;
	uint32_t up_axis;  ///< 0 x, 1 y, 2 z; KILN_NONE if the file does not name it
	double unit;	   ///< metres per unit; 0 if the file does not name it
	char importer[32]; ///< the reader: a library and its version, or Kiln's own
	char **files;	   ///< paths of the `file_count` files that were read besides the art file, each once
	uint32_t file_count;
	char **missing; ///< paths of the `missing_count` files that were looked for and that do not exist, each once
	uint32_t missing_count;
	uint64_t file_stamp; ///< the sum of the stamps of `files` (platform_stream_stamp) when they were opened
} art_scene;

/// A run of the cleaned mesh's source faces: one art mesh.
typedef struct clean_part
{
	uint32_t source_mesh;
	uint32_t first_face;
	uint32_t face_count;
} clean_part;

/// Counts of what cleaning did; their sums go into the report.
typedef struct clean_counts
{
	uint64_t vertices;	   ///< before
	uint64_t faces;		   ///< before
	uint64_t points;	   ///< skipped faces with one corner (or all corners equal by index)
	uint64_t lines;		   ///< skipped faces with two corners
	uint64_t invalid;	   ///< faces with an index out of range or a non-finite or huge coordinate
	uint64_t triangulated; ///< triangles made
	uint64_t degenerate;   ///< triangles dropped for having no area
	uint64_t slivers;	   ///< triangles whose height is at most 1e-4 of their longest edge; kept and listed
	uint64_t slivers_dropped;
	uint64_t duplicates; ///< triangles dropped as copies of an earlier triangle
	uint64_t welded;	 ///< vertices that were merged into others
} clean_counts;

typedef enum clean_reason
{
	CLEAN_POINT,
	CLEAN_LINE,
	CLEAN_INVALID_INDEX,
	CLEAN_INVALID_COORDINATE,
	CLEAN_DEGENERATE,
	CLEAN_SLIVER,
	CLEAN_SLIVER_DROPPED,
	CLEAN_DUPLICATE,
} clean_reason;

/// A source face (counted through the parts) that was dropped as a whole or in part, or that has a sliver.
typedef struct clean_dropped
{
	uint32_t face;
	clean_reason reason;
} clean_dropped;

/// A triangle that was dropped as a copy of another.
typedef struct clean_copy
{
	uint32_t face;	   ///< its source face, counted through the parts
	uint32_t original; ///< the triangle that stays
	bool opposite;	   ///< both face opposite ways
} clean_copy;

/// Triangles ready for a tree: finite, |coordinate| <= KILN_COORDINATE_MAX, area above zero, no duplicates.
typedef struct clean_mesh
{
	float (*vertices)[3];
	uint32_t vertex_count; ///< distinct positions, unless `parted`; all used
	bool parted;		   ///< a repair cut vertices apart, which share a position
	/// For each vertex: the lowest used source vertex that was welded into it, counted through the parts' art vertices.
	uint32_t *vertex_sources;
	uint32_t source_vertex_count; ///< art vertices of all parts, unused ones included
	uint32_t (*triangles)[3];
	uint32_t *faces;		 ///< per triangle: its source face, counted through the parts
	uint32_t triangle_count; ///< may be 0, when cleaning left nothing
	clean_part *parts;
	uint32_t part_count;
	clean_dropped *dropped; ///< by increasing face
	uint32_t dropped_count;
	clean_copy *copies; ///< in the order of the triangles that were dropped
	uint32_t copy_count;
	clean_counts counts;
	double weld_tolerance; ///< absolute, in mesh units
	/// The grid of a compact layout: coordinates are whole numbers of steps of 2^(grid - 127); 0: exact layout.
	uint8_t grid;
	bool unjudged;	///< the rest is not known yet: clean_judge_parts or clean_judge_mesh stores it
	uint32_t flags; ///< kiln_mesh_flags
	uint32_t edge_count;
	uint32_t boundary_edges;
	uint32_t nonmanifold_edges;
	uint32_t inconsistent_edges;
	uint32_t component_count;
	int32_t euler_characteristic;
} clean_mesh;

#endif
