// SPDX-License-Identifier: MIT
#ifndef KILN_FORMAT_H
#define KILN_FORMAT_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/// The on-disk structures of a Kiln blob. FORMAT.md describes the same structures, with the rules that a reader checks.
///
/// A blob is little-endian, position independent and never written to. Offsets are bytes from the first byte of the
/// blob unless a field names another start. Every reserved byte is zero.

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

/// Most children of a tree node.
#define KILN_TREE_WIDTH 8
/// Most levels of tree nodes from a root down to a leaf; bounds every traversal stack.
#define KILN_TREE_DEPTH_MAX 40
/// Most tree nodes of a tree: a node's number and a slot share 32 bits of a traversal stack.
#define KILN_TREE_NODES_MAX (1u << 28)
/// Most triangles and most distinct vertices of a leaf.
#define KILN_LEAF_TRIANGLES_MAX 8
#define KILN_LEAF_VERTICES_MAX 16
/// Set in `planes` of a compact leaf.
#define KILN_LEAF_COMPACT 8u
/// Bytes of the least steps of a compact leaf along the three axes.
#define KILN_LEAF_LEAST_SIZE 9u
/// They are at least minus this number, and below it.
#define KILN_LEAF_LEAST_MAX 0x800000
/// The largest exponent of the steps of a compact leaf: 2^24 steps are KILN_COORDINATE_MAX.
#define KILN_LEAF_EXPONENT_MAX 143u
/// Leaves are addressed in units of this many bytes.
#define KILN_LEAF_UNIT 8
/// Zero bytes at the end of the leaf section, so that wide loads of the last leaf stay inside the section.
#define KILN_LEAF_TAIL 64
/// Consecutive triangles that one entry of the leaf index covers.
#define KILN_LEAF_INDEX_STEP 16
/// Largest absolute vertex coordinate. A product of four coordinates stays finite in float32.
#define KILN_COORDINATE_MAX 1.099511627776e12f /* 2^40 */
/// No name, no parent, no material.
#define KILN_NONE 0xffffffffu

/// Most layers: a layer is a bit of 64.
#define KILN_LAYERS_MAX 64
/// The layer of a node without a layer of its own.
#define KILN_LAYER_DEFAULT 1ull

/// Elements of the hull arrays that SIMD reads, and axes of a k-DOP.
#define KILN_HULL_BLOCK 8
#define KILN_KDOP_AXES 13
/// Directions with a seed vertex: all of {-1, 0, 1}^3 but the middle one.
#define KILN_HULL_SEEDS 26
/// Most levels of a hull's Dobkin-Kirkpatrick hierarchy.
#define KILN_HULL_LEVELS_MAX 24
/// Samples along an edge of a block of a signed distance field, and cells between them.
#define KILN_SDF_SAMPLES 8
#define KILN_SDF_CELLS (KILN_SDF_SAMPLES - 1)
/// Most root cells along an axis of a field, and most levels below them.
#define KILN_SDF_ROOTS_MAX 64
#define KILN_SDF_DEPTH_MAX 12
/// Marks a cell with eight children: the other bits are the first child's number. A cell without this bit is a block.
#define KILN_SDF_INNER 0x80000000u
/// The share of its least distance that a block's error may have, far from the surface.
#define KILN_SDF_FAR 0.125f

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

/// Flags of a material.
typedef uint32_t kiln_material_flags;
enum kiln_material_flags_values
{
	KILN_MATERIAL_FRICTION = 1,	   ///< `friction` is given
	KILN_MATERIAL_RESTITUTION = 2, ///< `restitution` is given
	KILN_MATERIAL_FLAGS_KNOWN = 3,
};

/// A mask has a bit for each layer. A triangle or solid has the masks of its material; a mask of 0 stands for that of its node.
typedef struct kiln_format_material
{
	uint32_t name;	   ///< offset in NAMES or KILN_NONE
	uint32_t tag;	   ///< the user's own number for this material
	uint64_t layers;   ///< layers that contain the triangles; 0: the layers of the node
	uint64_t collides; ///< layers that the triangles collide with; 0: those that the node collides with
	uint64_t user;	   ///< the user's own 64 bits
	float friction;	   ///< >= 0; 0 where it is not given
	float restitution; ///< 0 .. 1; 0 where it is not given
	uint32_t flags;	   ///< kiln_material_flags
	uint32_t reserved;
} kiln_format_material;

/// How a physics engine combines the friction, or the restitution, of two materials. When their modes differ, the lower one
/// counts.
typedef uint32_t kiln_combine;
enum kiln_combine_values
{
	KILN_COMBINE_AVERAGE = 0,
	KILN_COMBINE_MINIMUM = 1,
	KILN_COMBINE_MAXIMUM = 2,
	KILN_COMBINE_MULTIPLY = 3,
	KILN_COMBINE_END = 4,
};

/// The surface of a material in the art, for a physics engine. Kiln does not use the numbers. All fields are 0 when the art
/// gives none of them.
typedef struct kiln_format_surface
{
	float static_friction; ///< >= 0, like the next two
	float dynamic_friction;
	float restitution;
	uint32_t friction_combine;	  ///< kiln_combine
	uint32_t restitution_combine; ///< kiln_combine
	uint32_t given;				  ///< 1: the art gives these values; 0: it gives none of them
} kiln_format_surface;

/// A coarser mesh that can stand for another mesh. Both are meshes of MESHES.
typedef struct kiln_format_level
{
	uint32_t mesh;		 ///< the full mesh, in MESHES
	uint32_t level_mesh; ///< the coarser mesh, in MESHES
	/// No point of either surface is farther than this from the other surface, in mesh coordinates; >= 0.
	float distance;
} kiln_format_level;

/// A signed distance field of a closed mesh or a hull: negative inside. A grid of cubes covers the shape's box; each cube is a cell that has a
/// block of samples, or eight children of half its edge, x fastest. Cells are numbered from the field's first: the grid's, x fastest,
/// then groups of eight children; the children of a cell have greater numbers than the cell.
typedef struct kiln_format_sdf
{
	uint32_t shape;		 ///< in SHAPES: a mesh that is closed and consistently wound, or a hull of dimension 3
	float origin[3];	 ///< the least corner of the grid
	float edge;			 ///< of a cell of the grid; > 0
	uint32_t roots[3];	 ///< cells of the grid along each axis, 1 .. KILN_SDF_ROOTS_MAX
	uint32_t depth;		 ///< levels below the grid, at most KILN_SDF_DEPTH_MAX
	uint32_t cell_first; ///< in SDF_CELLS
	uint32_t cell_count;
	uint32_t block_first; ///< in SDF_BLOCKS
	uint32_t block_count;
	/// No block has a greater error than this, or than KILN_SDF_FAR times the least magnitude of its samples; >= 0.
	float error;
	uint32_t reserved[2];
} kiln_format_sdf;

/// Samples of a signed distance in a cubic cell, its corners included: sample (i, j, k) is base + step * samples[i + 8 j + 64 k] at
/// i / 7, j / 7, k / 7 of the cell's edges. Between samples the field is the trilinear interpolation.
typedef struct kiln_format_sdf_block
{
	float base;
	float step; ///< >= 0
	float
		error; ///< the field, as the runtime computes it, is nowhere in the cell farther than this from the exact distance; >= 0
	uint32_t reserved;
	uint16_t samples[KILN_SDF_SAMPLES * KILN_SDF_SAMPLES * KILN_SDF_SAMPLES];
} kiln_format_sdf_block;

/// What can be wrong with a surface. Values are fixed. "The tolerance" is that of the survey.
typedef uint32_t kiln_fault_kind;
enum kiln_fault_kind_values
{
	/// Two boundary edges, each longer than twice the tolerance, whose ends are pairwise within the tolerance. distance: between the
	/// ends that are farther apart. length: of the first edge.
	KILN_FAULT_CRACK = 0,
	/// A boundary vertex within the tolerance of the inside of a boundary edge. distance: from the edge.
	KILN_FAULT_T_JUNCTION = 1,
	KILN_FAULT_GAP = 2, ///< a hole that is long and narrow
	/// A loop of boundary edges that cracks and T-junctions do not explain. count: its edges. length: their sum. distance: the largest
	/// distance of a vertex from the mean plane.
	KILN_FAULT_HOLE = 3,
	KILN_FAULT_SLIVER = 4,	  ///< a triangle of little height. length: of its longest edge. distance: the height
	KILN_FAULT_DUPLICATE = 5, ///< a face that cleaning dropped: it has the vertices of another one, wound the same way
	KILN_FAULT_OPPOSITE = 6,  ///< the same, wound the opposite way
	KILN_FAULT_NONMANIFOLD_EDGE = 7,   ///< an edge of more than two triangles. count: how many. length: of the edge
	KILN_FAULT_NONMANIFOLD_VERTEX = 8, ///< a vertex at which surfaces meet that share no edge there. count: how many
	KILN_FAULT_WINDING = 9,			   ///< an edge that its two triangles run the same way. length: of the edge
	KILN_FAULT_INVERTED = 10,		   ///< a closed connected part, wound inside out, that bounds no cavity of another
	KILN_FAULT_INNER = 11,	  ///< a connected part inside a closed one, other than a cavity. count: parts around it
	KILN_FAULT_CROSSING = 12, ///< two triangles whose insides cross
	KILN_FAULT_COPLANAR = 13, ///< two triangles of one plane that share an area
	KILN_FAULT_TOUCHING = 14, ///< two triangles that touch beyond the vertices and the edge that they share
	KILN_FAULT_OVERLAPPING =
		15, ///< two connected parts with triangles that cross or are coplanar. count: pairs of these
	KILN_FAULT_KIND_END = 16,
};

/// The survey of a mesh: its connected parts and the faults of its surface, after cleaning and repairs.
typedef struct kiln_format_survey
{
	uint32_t mesh;	   ///< in MESHES
	uint32_t surveyed; ///< bits 1 << kiln_fault_kind of what was looked for
	uint32_t
		unfinished; ///< those of `surveyed` whose search ended at its limit of work: there may be more than `counts` says
	uint32_t components;				  ///< connected parts of the mesh, listed or not
	uint32_t component_first;			  ///< in COMPONENTS: the first parts of the mesh
	uint32_t component_count;			  ///< of those that are listed
	uint32_t fault_first;				  ///< in FAULTS: the first faults of each kind
	uint32_t fault_count;				  ///< of those that are listed
	double tolerance;					  ///< in mesh coordinates, >= 0
	uint64_t counts[KILN_FAULT_KIND_END]; ///< faults of each kind, listed or not
} kiln_format_survey;

/// No genus is known.
#define KILN_NO_GENUS (-1)

/// A connected part of a mesh: triangles that are connected by shared vertices.
typedef struct kiln_format_component
{
	uint32_t source_mesh; ///< mesh in the art of the part's first triangle
	uint32_t face;		  ///< face of that mesh
	uint32_t flags;		  ///< bits of kiln_mesh_flags
	uint32_t triangles;
	uint32_t vertices;
	uint32_t edges;
	uint32_t boundary_edges;
	uint32_t nonmanifold_edges;
	uint32_t nonmanifold_vertices;
	uint32_t inconsistent_edges;
	uint32_t boundary_loops;
	int32_t euler_characteristic;
	int32_t genus;	///< handles of an orientable part, crosscaps of another one, or KILN_NO_GENUS
	uint32_t depth; ///< closed parts around this one; KILN_NONE where the search ended at its limit of work
	double area;	///< >= 0
	double volume;	///< of a closed part that is consistently wound, negative when inside out; else 0
	float bounds_min[3];
	float bounds_max[3];
} kiln_format_component;

/// A fault of a surface. Numbers that do not apply are KILN_NONE, lengths 0.
typedef struct kiln_format_fault
{
	kiln_fault_kind kind;
	uint32_t source_mesh; ///< mesh in the art
	uint32_t face;		  ///< face of that mesh
	uint32_t other_source_mesh;
	uint32_t other_face;
	uint32_t component; ///< the connected part: a number below kiln_format_survey.components
	uint32_t other_component;
	uint32_t count;	   ///< as the kind says
	float place[3];	   ///< a point of the fault, in mesh coordinates
	float length;	   ///< as the kind says, >= 0
	float distance;	   ///< as the kind says, >= 0
	uint32_t triangle; ///< of the mesh
	uint32_t other_triangle;
} kiln_format_fault;

/// Two sides of triangles of one mesh that run along each other without sharing an edge, as at a T-junction. A side is 3 times its
/// triangle plus its number, as in ADJACENCY.
typedef struct kiln_format_junction
{
	uint32_t mesh;	///< in MESHES
	uint32_t side;	///< has no twin
	uint32_t other; ///< has no twin; a side of another triangle, for which there is an entry with the sides exchanged
	float distance; ///< the farthest that the two are apart where they run along each other, in mesh coordinates; >= 0
} kiln_format_junction;

/// Where the coordinates of an asset begin in a large world. A blob without one begins at zero.
typedef struct kiln_format_origin
{
	double position[3]; ///< of the origin of asset coordinates; finite, at most 2^53 in magnitude
	double step; ///< of a grid, a power of two: vertices that were cooked in place are on it; 0: there is no grid
} kiln_format_origin;

/// How a body moves. Values are fixed.
typedef uint32_t kiln_body_kind;
enum kiln_body_kind_values
{
	KILN_BODY_STATIC = 0,	 ///< does not move
	KILN_BODY_KINEMATIC = 1, ///< moves as the game sets it, as if its mass were infinite
	KILN_BODY_DYNAMIC = 2,	 ///< moves by forces
	KILN_BODY_KIND_END = 3,
};

/// Flags of a body.
typedef uint32_t kiln_body_flags;
enum kiln_body_flags_values
{
	KILN_BODY_MASS = 1,	   ///< `mass` is given
	KILN_BODY_CENTER = 2,  ///< `center` is given
	KILN_BODY_INERTIA = 4, ///< `inertia` and `axes` are given
	KILN_BODY_FLAGS_KNOWN = 7,
};

/// A rigid body of the art, for a physics engine. Kiln does not use the numbers. Vectors are in the body's own coordinates,
/// the units are kilograms, metres and seconds. Numbers that are not given are 0.
typedef struct kiln_format_body
{
	float to_asset[12]; ///< from the body's coordinates to asset coordinates, at the beginning
	float mass;			///< kg, >= 0; given as 0: infinite
	float gravity;		///< factor of gravity, of any sign
	float center[3];	///< centre of mass
	float inertia[3];	///< principal moments, kg m^2, >= 0; given as 0: infinite
	float axes[4];		///< unit quaternion x, y, z, w that turns the principal axes into the body's coordinates
	float linear_velocity[3];
	float angular_velocity[3]; ///< radians a second
	uint32_t kind;			   ///< kiln_body_kind
	uint32_t flags;			   ///< kiln_body_flags
	uint32_t name;			   ///< offset in NAMES or KILN_NONE: the art node's name
	uint32_t source_node;	   ///< number of the node in the art's scene graph, counted depth first
	uint32_t reserved[2];
} kiln_format_body;

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

/// A run of a mesh's source faces that came from one mesh of the art file.
typedef struct kiln_format_part
{
	uint32_t name;		  ///< offset in NAMES or KILN_NONE: the source mesh's name
	uint32_t source_mesh; ///< index of the mesh in the art file
	uint32_t material;	  ///< index in MATERIALS
	uint32_t first_face;  ///< the part's first face in the mesh's own count of source faces
	uint32_t face_count;  ///< source faces, dropped ones included
	uint32_t
		volumes; ///< index in VOLUMES of the volumes around the part's own vertices; KILN_NONE when cleaning dropped the whole part
	uint32_t reserved[2];
} kiln_format_part;

/// Verdicts about a mesh's surface after cleaning (by vertex identity, not by position).
typedef uint32_t kiln_mesh_flags;
enum kiln_mesh_flags_values
{
	KILN_MESH_CLOSED = 1,	  ///< every edge has two or more, and an even number of, triangles
	KILN_MESH_MANIFOLD = 2,	  ///< no edge has more than two triangles
	KILN_MESH_ORIENTABLE = 4, ///< the triangles can be wound consistently
	KILN_MESH_WOUND = 8, ///< the triangles are wound consistently: every shared edge is used once in each direction
	KILN_MESH_FLAGS_KNOWN = 15,
};

typedef struct kiln_format_mesh
{
	float bounds_min[3]; ///< box of the vertices, exact
	float bounds_max[3];
	uint32_t name;	///< offset in NAMES or KILN_NONE
	uint32_t flags; ///< kiln_mesh_flags
	uint32_t part_first;
	uint32_t part_count;	   ///< > 0; the parts' faces are consecutive from 0
	uint32_t triangle_first;   ///< number of the mesh's first triangle in the asset, index in SOURCES
	uint32_t triangle_count;   ///< > 0
	uint32_t tree_first;	   ///< root in TREE; child_base counts from here
	uint32_t tree_count;	   ///< > 0
	uint32_t leaf_first;	   ///< first unit in LEAVES; leaf_base counts from here
	uint32_t leaf_units;	   ///< > 0
	uint32_t leaf_index_first; ///< in LEAF_INDEX
	uint32_t leaf_count;
	uint32_t depth;		   ///< levels of tree nodes, 1 .. KILN_TREE_DEPTH_MAX
	uint32_t vertex_count; ///< distinct vertices after welding
	uint32_t edge_count;
	uint32_t boundary_edges;	  ///< edges with one triangle
	uint32_t nonmanifold_edges;	  ///< edges with three or more triangles
	uint32_t inconsistent_edges;  ///< edges with two triangles that run the edge in the same direction
	uint32_t component_count;	  ///< parts that are connected by shared vertices
	int32_t euler_characteristic; ///< vertices - edges + triangles
	float sah_cost;				  ///< sum of the areas of the tree's nodes and leaves, divided by the root's area
	uint32_t pair_tree;	   ///< index in VOLUME_TREES of the tree that pair queries walk; KILN_NONE: the tree in TREE
	uint32_t choice;	   ///< offset in NAMES: counted costs of the candidate trees; KILN_NONE: there was no choice
	uint32_t vertex_first; ///< index in VERTICES of the first leaf vertex; KILN_NONE: source vertices were not kept
	uint32_t leaf_vertex_count;	  ///< vertices of all leaves
	uint32_t source_vertex_count; ///< vertices of the mesh's parts in the art, counted through the parts
} kiln_format_mesh;

/// The bounding volumes that a tree is made of. Values are fixed.
typedef uint32_t kiln_tree_kind;
enum kiln_tree_kind_values
{
	KILN_TREE_AABB = 0,	  ///< kiln_format_tree_node in TREE; every mesh and the scene have one
	KILN_TREE_OBB = 1,	  ///< kiln_format_oriented_node in VOLUME_NODES
	KILN_TREE_KDOP14 = 2, ///< nodes in the layout of kiln_format_kdop_place_arrays
	KILN_TREE_KDOP18 = 3,
	KILN_TREE_KDOP26 = 4,
	KILN_TREE_SPHERE = 5, ///< kiln_format_sphere_node
	KILN_TREE_RSS = 6,	  ///< kiln_format_oriented_node
	KILN_TREE_KIND_END = 7,
};

/// A further tree over the leaves of a mesh, or over the nodes of the scene, for queries between two assets.
typedef struct kiln_format_volume_tree
{
	uint32_t kind;		 ///< kiln_tree_kind, not KILN_TREE_AABB
	uint32_t mesh;		 ///< index in MESHES; KILN_NONE: a tree of the scene
	uint64_t nodes;		 ///< bytes from the start of VOLUME_NODES; trees lie without a gap
	uint32_t node_count; ///< > 0; nodes lie in preorder
	uint32_t depth;		 ///< levels of nodes, 1 .. KILN_TREE_DEPTH_MAX
	uint32_t width;		 ///< most children of a node, 2 .. KILN_TREE_WIDTH
	uint32_t rule;		 ///< offset in NAMES: the rule that built the tree
	float sah_cost;		 ///< sum of the volumes' surface areas, divided by the area of the mesh's or scene's box
	float volume;		 ///< sum of the volumes, divided by the volume of the box; 0 for a flat box
	float overlap; ///< mean over the nodes: volume of the children's boxes, divided by that of the box around them
	uint32_t reserved[5];
} kiln_format_volume_tree;

/// Marks a child that is a leaf: the other bits are the unit of a mesh's leaf, counted from leaf_first, or an index in NODES.
/// A child without this bit is a node of the same tree.
#define KILN_VOLUME_LEAF 0x80000000u

/// The head of a volume tree's node. The first `count` slots hold the children; unused slots have the child KILN_NONE and
/// volumes of zero bytes. Inner children have greater numbers than their node.
typedef struct kiln_format_volume_head
{
	uint32_t count; ///< 1 .. width
	uint32_t reserved[3];
	uint32_t child[KILN_TREE_WIDTH];
} kiln_format_volume_head;

/// Spheres: a child is the set of points within `radius` of its centre.
typedef struct kiln_format_sphere_node
{
	kiln_format_volume_head head;
	float center[3][KILN_TREE_WIDTH];
	float radius[KILN_TREE_WIDTH]; ///< >= 0
} kiln_format_sphere_node;

/// OBBs and rectangle swept spheres. kiln_format_axes gives the axes of a child from its quaternion. OBB: points
/// p with |axis k . (p - center)| <= size[k] for each k. RSS: points within size[2] of a point center + s axis 0 + t axis 1
/// with |s| <= size[0], |t| <= size[1].
typedef struct kiln_format_oriented_node
{
	kiln_format_volume_head head;
	float center[3][KILN_TREE_WIDTH];
	float size[3][KILN_TREE_WIDTH];		  ///< >= 0
	int16_t rotation[4][KILN_TREE_WIDTH]; ///< x, y, z, w of a quaternion: whole numbers, sum of squares >= 2^28
} kiln_format_oriented_node;

/// Computes the axes of a child's rotation by exactly these operations on float32, each rounded: axes[k] is column k of the
/// matrix. The axes are unit vectors and perpendicular, to rounding.
static inline void kiln_format_axes(float x, float y, float z, float w, float axes[3][3])
{
	float xx = x * x, yy = y * y, zz = z * z, xy = x * y, xz = x * z, yz = y * z, xw = x * w, yw = y * w, zw = z * w;
	float s = 2.0f / (xx + yy + (zz + w * w));
	axes[0][0] = 1.0f - s * (yy + zz);
	axes[0][1] = s * (xy + zw);
	axes[0][2] = s * (xz - yw);
	axes[1][0] = s * (xy - zw);
	axes[1][1] = 1.0f - s * (xx + zz);
	axes[1][2] = s * (yz + xw);
	axes[2][0] = s * (xz + yw);
	axes[2][1] = s * (yz - xw);
	axes[2][2] = 1.0f - s * (xx + yy);
}

/// The kind of a shape. Values are fixed.
typedef uint32_t kiln_shape_kind;
enum kiln_shape_kind_values
{
	KILN_SHAPE_MESH = 0,	 ///< a surface of triangles
	KILN_SHAPE_HULL = 1,	 ///< a convex solid that is given by planes
	KILN_SHAPE_SPHERE = 2,	 ///< parameters: centre, radius
	KILN_SHAPE_CAPSULE = 3,	 ///< ends a and b of the segment, radius
	KILN_SHAPE_BOX = 4,		 ///< centre, half extents, unit quaternion x, y, z, w
	KILN_SHAPE_CYLINDER = 5, ///< centres a and b of the caps, radius; a and b differ
	KILN_SHAPE_KIND_END = 6,
};

/// Flags of a shape.
typedef uint32_t kiln_shape_flags;
enum kiln_shape_flags_values
{
	KILN_SHAPE_HAS_MASS = 1, ///< volume, centre and inertia are a solid's; without the flag only the area is known
	KILN_SHAPE_MASKED = 2,	 ///< its material, or the material of a part of the mesh, has a mask of its own
	KILN_SHAPE_FLAGS_KNOWN = 3,
};

/// A shape that nodes place. A shape is stored once, however many nodes place it.
typedef struct kiln_format_shape
{
	uint32_t kind;		 ///< kiln_shape_kind
	uint32_t index;		 ///< in MESHES or HULLS; 0 for a primitive
	uint32_t name;		 ///< offset in NAMES or KILN_NONE
	uint32_t material;	 ///< index in MATERIALS; KILN_NONE for a mesh, whose parts have materials
	uint32_t part_first; ///< the parts that the shape was made from; 0, 0 for a primitive given by its numbers
	uint32_t part_count;
	uint32_t volumes;	  ///< index in VOLUMES; KILN_NONE for a primitive
	uint32_t flags;		  ///< kiln_shape_flags
	float parameters[12]; ///< numbers of a primitive, see kiln_shape_kind; unused ones are 0
	float volume;		  ///< volume of the solid, which has density 1
	float area;			  ///< area of the surface
	float center[3];	  ///< centre of mass; without mass: centre of the area
	float inertia[6];	  ///< about the centre: xx, yy, zz, xy, xz, yz entries of the tensor
	float moments[3];	  ///< principal moments, increasing
	float axes[4];		  ///< unit quaternion that turns x, y, z to their axes
	uint32_t reserved[2];
} kiln_format_shape;

/// Bounding volumes around the same points. The cooker proves that each contains all points. kiln/bounds.h describes the
/// volumes.
typedef struct kiln_format_volumes
{
	float aabb_min[3];
	float aabb_max[3];
	float sphere_center[3];
	float sphere_radius;
	float obb_center[3];
	float obb_axes[9]; ///< three unit vectors
	float obb_half_extents[3];
	float capsule_a[3];
	float capsule_b[3];
	float capsule_radius;
	float rss_origin[3];
	float rss_edges[6]; ///< two vectors
	float rss_radius;
	float kdop_min[KILN_KDOP_AXES];
	float kdop_max[KILN_KDOP_AXES];
	uint32_t reserved[4];
} kiln_format_volumes;

/// Flags of a hull.
typedef uint32_t kiln_hull_flags;
enum kiln_hull_flags_values
{
	KILN_HULL_INNER = 1, ///< the hull lies inside the exact hull; without the flag, the hull contains the exact hull
	KILN_HULL_FLAGS_KNOWN = 1,
};

/// A convex hull. Its arrays lie in HULL_DATA in the order of kiln_format_hull_layout, each padded with zero bytes to a
/// multiple of 32. `index` stands for uint16_t or uint32_t, by index_size. V, E, F are the counts; V8 means V
/// rounded up to a multiple of KILN_HULL_BLOCK, whose extra elements repeat element 0.
///
///   float x[V8], y[V8], z[V8]               vertices
///   float nx[F8], ny[F8], nz[F8], d[F8]     planes: n . p <= d holds exactly for every vertex; n is unit to rounding
///   float ax[E8] .. az[E8], bx[E8] .. bz[E8]   the normals of every edge's two faces: the face of its first half-edge, of its second
///   index face_first[F + 1]                 half-edges of a face, counter-clockwise from outside
///   index origins[2E], twins[2E], faces[2E] for every half-edge
///   index edges[E]                          the first half-edge of every edge, increasing; its twin is the second
///   index vertex_first[V + 1], neighbours[2E]   vertices that an edge joins, increasing, for hill climbing
///   index seeds[KILN_HULL_SEEDS]            an extreme vertex of direction (i/9 - 1, i/3%3 - 1, i%3 - 1), i < 13, and of
///                                           i + 1 from there on
///   index level_sizes[level_count]          Dobkin-Kirkpatrick: level k is the hull of the first level_sizes[k]
///                                           vertices, increasing and less than V; the last level is the whole hull
///   index link_first[sum of (level_sizes[k] + 1)], links[link_count]   for each vertex of each level k: its
///                                           neighbours in the next level that are not in level k, increasing; link_first
///                                           counts from links[0]
typedef struct kiln_format_hull
{
	uint64_t data; ///< bytes from the start of HULL_DATA, multiple of KILN_FORMAT_ALIGNMENT; hulls lie without a gap
	uint64_t size; ///< bytes of the arrays, rounded up to a multiple of KILN_FORMAT_ALIGNMENT
	uint32_t dimension; ///< 3 polyhedron; 2 polygon, as two faces back to back; 1 segment; 0 point: no faces, no edges
	uint32_t vertex_count;		 ///< V > 0
	uint32_t edge_count;		 ///< E
	uint32_t face_count;		 ///< F; V - E + F = 2 where there are faces
	uint32_t index_size;		 ///< 2 where 2E < 65536 and link_count < 65536, else 4
	uint32_t level_count;		 ///< 0 without a hierarchy, at most KILN_HULL_LEVELS_MAX
	uint32_t link_first_count;	 ///< elements of link_first
	uint32_t link_count;		 ///< elements of links
	uint32_t exact_vertex_count; ///< vertices of the exact hull, before simplification
	float error; ///< largest distance between the hull's surface and the exact hull's, rounded up; 0: the hull is exact
	uint32_t flags; ///< kiln_hull_flags
	uint32_t reserved;
} kiln_format_hull;

/// Flags of a node.
typedef uint32_t kiln_node_flags;
enum kiln_node_flags_values
{
	KILN_NODE_IDENTITY = 1, ///< both transforms are exactly the identity
	KILN_NODE_MIRRORED = 2, ///< the transform has a negative determinant; hit normals are turned to stay outward
	KILN_NODE_TRIGGER = 4,	///< a region that reports what enters it, and collides with nothing
	KILN_NODE_FLAGS_KNOWN = 7,
};

/// A shape placed in the asset. Matrices are three rows of four: p' = M[0..2] . (p, 1).
typedef struct kiln_format_node
{
	float to_asset[12];	 ///< from the shape's coordinates to asset coordinates
	float to_mesh[12];	 ///< from asset coordinates to the shape's: the inverse, computed in double
	float bounds_min[3]; ///< conservative box in asset coordinates
	float bounds_max[3];
	uint32_t mesh;		  ///< index in MESHES; KILN_NONE when the shape is not a mesh
	uint32_t name;		  ///< offset in NAMES or KILN_NONE
	uint32_t source_node; ///< number of the node in the art's scene graph, counted depth first
	uint32_t flags;		  ///< kiln_node_flags
	uint32_t tag;		  ///< the user's own number for this node
	uint32_t shape;		  ///< index in SHAPES
	uint64_t layers;	  ///< layers that contain the node; not 0
	uint64_t collides;	  ///< layers that the node collides with
	uint64_t user;		  ///< the user's own 64 bits
	uint32_t reserved[2];
} kiln_format_node;

/// The scene: the tree over the nodes. Each leaf holds one node: leaf k is NODES[k].
typedef struct kiln_format_scene
{
	float bounds_min[3]; ///< conservative box of the asset
	float bounds_max[3];
	uint32_t tree_count; ///< tree nodes, which are the first in TREE; > 0
	uint32_t depth;		 ///< levels of the tree, 1 .. KILN_TREE_DEPTH_MAX
	uint32_t pair_tree;	 ///< index in VOLUME_TREES of the tree that pair queries walk; KILN_NONE: the tree in TREE
	uint32_t reserved[7];
} kiln_format_scene;

/// A wide node. Child i's box on axis a is origin[a] + lo[a][i] * s .. origin[a] + hi[a][i] * s, s = 2^(exponent[a] -
/// 127); the cooker chooses origin and exponent so that both planes are exact in float32. Child i below the number of
/// inner children is node child_base + i; every other child is the leaf at leaf_base + leaf_offset[i]. Unused slots have lo 255, hi 0,
/// offset 0.
typedef struct kiln_format_tree_node
{
	float origin[3];
	uint8_t exponent[3]; ///< 1 .. 254
	uint8_t counts;		 ///< low four bits: children, 1 .. 8; high four bits: inner children
	uint32_t child_base; ///< greater than this node's own number; 0 without inner children
	uint32_t leaf_base;	 ///< mesh: unit from leaf_first; scene: index in NODES; 0 without leaves
	uint8_t leaf_offset[8];
	uint8_t lo[3][8];
	uint8_t hi[3][8];
} kiln_format_tree_node;

/// Head of a leaf. uint16_t corners[triangle_count] follow. A triangle's three corners are vertex numbers of four bits
/// each: corners & 15, corners >> 4 & 15, corners >> 8 & 15; the top four bits are zero. In an exact leaf follow padding
/// to 4 bytes, then the vertices as float x[vertex_count], y[vertex_count], z[vertex_count]. In a compact leaf follow
/// three whole numbers of three bytes, signed, the least steps along x, y and z; then the low bytes of the steps above
/// them, uint8_t x[vertex_count], y[vertex_count], z[vertex_count], then the high bytes in the same way, of the axes in
/// `planes` only. A coordinate is (least + low + 256 * high) * 2^(exponent - 127), exactly. Both end with padding to 8 bytes.
/// In preorder (a node's own leaves first, then its inner children) leaves follow each other without a gap.
typedef struct kiln_format_leaf
{
	uint32_t triangle;		///< number of the first triangle in the mesh; the leaf's other triangles follow
	uint8_t triangle_count; ///< 1 .. KILN_LEAF_TRIANGLES_MAX
	uint8_t vertex_count;	///< 3 .. KILN_LEAF_VERTICES_MAX
	uint8_t planes;			///< 0: exact; else KILN_LEAF_COMPACT, and bit `axis` where the axis has high bytes
	uint8_t exponent;		///< compact: 1 .. KILN_LEAF_EXPONENT_MAX; exact: 0
} kiln_format_leaf;

/// The kind of edge at a triangle's side. EDGES holds the kind of side k, from corner k to the next, in bits 3 k to 3 k + 2.
/// Contacts read the kind, so that a flat or concave edge inside a surface adds no contact. Triangles share an edge by its
/// vertices, not by positions that cross or touch. Values are fixed.
typedef uint32_t kiln_edge_kind;
enum kiln_edge_kind_values
{
	KILN_EDGE_BOUNDARY = 0,	   ///< no other triangle has the edge
	KILN_EDGE_NONMANIFOLD = 1, ///< two or more other triangles have the edge
	KILN_EDGE_CONVEX = 2,	   ///< the other triangle lies behind the plane of this triangle, or is folded back onto it
	KILN_EDGE_CONCAVE = 3,	   ///< the other triangle lies in front of the plane of this triangle
	KILN_EDGE_FLAT =
		4, ///< the other triangle continues the plane, or differs from it by at most `flat_edge` of PROVENANCE
	KILN_EDGE_KIND_END = 5,
};

/// Bits of a triangle in EDGES that are used.
#define KILN_EDGE_BITS 0x1ffu

/// Returns the kiln_edge_kind of side `side` (0, 1, 2) from a triangle's entry in EDGES.
static inline uint32_t kiln_format_edge_kind(uint32_t edges, uint32_t side)
{
	return edges >> 3 * side & 7u;
}

/// Numbers that a byte of EDGES has in a blob with KILN_FEATURE_COMPACT: all kinds of three sides.
#define KILN_EDGES_COMPACT (KILN_EDGE_KIND_END * KILN_EDGE_KIND_END * KILN_EDGE_KIND_END)

/// Returns a triangle's byte in EDGES of a blob with KILN_FEATURE_COMPACT: the kinds of its sides as digits to the base of
/// KILN_EDGE_KIND_END, side 0 lowest.
static inline uint8_t kiln_format_edges_compact(uint32_t edges)
{
	return (uint8_t)(kiln_format_edge_kind(edges, 0) + KILN_EDGE_KIND_END * kiln_format_edge_kind(edges, 1) +
					 KILN_EDGE_KIND_END * KILN_EDGE_KIND_END * kiln_format_edge_kind(edges, 2));
}

/// Returns the entry in EDGES of other blobs that a byte stands for.
static inline uint32_t kiln_format_edges_of(uint8_t byte)
{
	const uint32_t end = KILN_EDGE_KIND_END;
	return byte % end | byte / end % end << 3 | byte / (end * end) << 6;
}

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

/// Returns the offset of a leaf's vertices, in bytes from its head.
static inline uint32_t kiln_format_leaf_vertices_offset(uint32_t triangle_count)
{
	return (uint32_t)sizeof(kiln_format_leaf) + ((triangle_count * 2u + 3u) & ~3u);
}

/// Returns the bytes of an exact leaf.
static inline uint32_t kiln_format_leaf_size(uint32_t triangle_count, uint32_t vertex_count)
{
	uint32_t size = kiln_format_leaf_vertices_offset(triangle_count) + vertex_count * 12u;
	return (size + (KILN_LEAF_UNIT - 1)) & ~(uint32_t)(KILN_LEAF_UNIT - 1);
}

/// Returns where the padding of a compact leaf begins, in bytes from its head.
static inline uint32_t kiln_format_leaf_compact_end(uint32_t triangle_count, uint32_t vertex_count, uint32_t planes)
{
	uint32_t axes = 3 + (planes & 1u) + (planes >> 1 & 1u) + (planes >> 2 & 1u);
	return (uint32_t)sizeof(kiln_format_leaf) + triangle_count * 2u + KILN_LEAF_LEAST_SIZE + vertex_count * axes;
}

/// Returns the units of a leaf, exact or compact.
static inline uint32_t kiln_format_leaf_units(const kiln_format_leaf *head)
{
	uint32_t size = head->planes ? kiln_format_leaf_compact_end(head->triangle_count, head->vertex_count, head->planes)
								 : kiln_format_leaf_vertices_offset(head->triangle_count) + head->vertex_count * 12u;
	return (size + (KILN_LEAF_UNIT - 1)) / KILN_LEAF_UNIT;
}

/// The offsets of a hull's arrays, in bytes from the hull's `data`.
typedef struct kiln_format_hull_layout
{
	uint64_t x, y, z;
	uint64_t nx, ny, nz, d;
	uint64_t a[3], b[3];
	uint64_t face_first, origins, twins, faces, edges, vertex_first, neighbours, seeds;
	uint64_t level_sizes, link_first, links;
	uint64_t size; ///< bytes of all arrays, rounded up to KILN_FORMAT_ALIGNMENT
} kiln_format_hull_layout;

static inline uint64_t kiln_format_hull_place(uint64_t *end, uint64_t count, uint64_t element)
{
	uint64_t at = *end;
	*end = (at + count * element + 31) & ~(uint64_t)31;
	return at;
}

/// Computes the layout from the counts alone. The counts may have any value: no sum exceeds 64 bits.
static inline kiln_format_hull_layout kiln_format_hull_place_arrays(const kiln_format_hull *head)
{
	kiln_format_hull_layout at;
	uint64_t end = 0, index = head->index_size;
	uint64_t v = head->vertex_count, e = head->edge_count, f = head->face_count;
	uint64_t v8 = (v + 7) & ~(uint64_t)7, e8 = (e + 7) & ~(uint64_t)7, f8 = (f + 7) & ~(uint64_t)7;
	at.x = kiln_format_hull_place(&end, v8, 4);
	at.y = kiln_format_hull_place(&end, v8, 4);
	at.z = kiln_format_hull_place(&end, v8, 4);
	at.nx = kiln_format_hull_place(&end, f8, 4);
	at.ny = kiln_format_hull_place(&end, f8, 4);
	at.nz = kiln_format_hull_place(&end, f8, 4);
	at.d = kiln_format_hull_place(&end, f8, 4);
	for (int axis = 0; axis < 3; ++axis)
		at.a[axis] = kiln_format_hull_place(&end, e8, 4);
	for (int axis = 0; axis < 3; ++axis)
		at.b[axis] = kiln_format_hull_place(&end, e8, 4);
	at.face_first = kiln_format_hull_place(&end, f + 1, index);
	at.origins = kiln_format_hull_place(&end, 2 * e, index);
	at.twins = kiln_format_hull_place(&end, 2 * e, index);
	at.faces = kiln_format_hull_place(&end, 2 * e, index);
	at.edges = kiln_format_hull_place(&end, e, index);
	at.vertex_first = kiln_format_hull_place(&end, v + 1, index);
	at.neighbours = kiln_format_hull_place(&end, 2 * e, index);
	at.seeds = kiln_format_hull_place(&end, KILN_HULL_SEEDS, index);
	at.level_sizes = kiln_format_hull_place(&end, head->level_count, index);
	at.link_first = kiln_format_hull_place(&end, head->link_first_count, index);
	at.links = kiln_format_hull_place(&end, head->link_count, index);
	at.size = (end + (KILN_FORMAT_ALIGNMENT - 1)) & ~(uint64_t)(KILN_FORMAT_ALIGNMENT - 1);
	return at;
}

/// Slabs of a k-DOP kind, and which of the KILN_KDOP_AXES axes they are: 14: 0 .. 6; 18: 0 .. 2, 7 .. 12; 26: all.
static inline uint32_t kiln_format_kdop_slabs(uint32_t kind)
{
	return kind == KILN_TREE_KDOP14 ? 7 : kind == KILN_TREE_KDOP18 ? 9 : kind == KILN_TREE_KDOP26 ? 13 : 0;
}

static inline uint32_t kiln_format_kdop_axis(uint32_t kind, uint32_t slab)
{
	return kind == KILN_TREE_KDOP18 && slab >= 3 ? slab + 4 : slab;
}

/// The offsets of a k-DOP node's arrays, in bytes from its kiln_format_volume_head. Slab s of child i reaches from
/// origin[s] + lo[s][i] * 2^(exponent[s] - 127) to origin[s] + hi[s][i] * 2^(exponent[s] - 127), along an axis that is
/// not normalised. Both planes are exact in float32; lo <= hi.
typedef struct kiln_format_kdop_layout
{
	uint32_t origin;   ///< float[slabs]
	uint32_t exponent; ///< uint8_t[slabs], 1 .. 254
	uint32_t lo;	   ///< uint8_t[slabs][KILN_TREE_WIDTH]
	uint32_t hi;
	uint32_t size; ///< bytes of a node, multiple of 16; zero bytes fill the gaps
} kiln_format_kdop_layout;

static inline kiln_format_kdop_layout kiln_format_kdop_place_arrays(uint32_t slabs)
{
	kiln_format_kdop_layout at;
	at.origin = (uint32_t)sizeof(kiln_format_volume_head);
	at.exponent = at.origin + 4 * slabs;
	at.lo = (at.exponent + slabs + 7) & ~7u;
	at.hi = at.lo + KILN_TREE_WIDTH * slabs;
	at.size = (at.hi + KILN_TREE_WIDTH * slabs + 15) & ~15u;
	return at;
}

/// Bytes of a node of a volume tree; 0 for kinds that have none.
static inline uint32_t kiln_format_volume_node_size(uint32_t kind)
{
	switch (kind)
	{
	case KILN_TREE_OBB:
	case KILN_TREE_RSS:
		return (uint32_t)sizeof(kiln_format_oriented_node);
	case KILN_TREE_SPHERE:
		return (uint32_t)sizeof(kiln_format_sphere_node);
	default:
		return kiln_format_kdop_slabs(kind) ? kiln_format_kdop_place_arrays(kiln_format_kdop_slabs(kind)).size : 0;
	}
}

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

KILN_FORMAT_LAYOUT(kiln_format_material, 48);
KILN_FORMAT_FIELD(kiln_format_material, name, 0);
KILN_FORMAT_FIELD(kiln_format_material, tag, 4);
KILN_FORMAT_FIELD(kiln_format_material, layers, 8);
KILN_FORMAT_FIELD(kiln_format_material, collides, 16);
KILN_FORMAT_FIELD(kiln_format_material, user, 24);
KILN_FORMAT_FIELD(kiln_format_material, friction, 32);
KILN_FORMAT_FIELD(kiln_format_material, restitution, 36);
KILN_FORMAT_FIELD(kiln_format_material, flags, 40);
KILN_FORMAT_FIELD(kiln_format_material, reserved, 44);

KILN_FORMAT_LAYOUT(kiln_format_part, 32);
KILN_FORMAT_FIELD(kiln_format_part, name, 0);
KILN_FORMAT_FIELD(kiln_format_part, source_mesh, 4);
KILN_FORMAT_FIELD(kiln_format_part, material, 8);
KILN_FORMAT_FIELD(kiln_format_part, first_face, 12);
KILN_FORMAT_FIELD(kiln_format_part, face_count, 16);
KILN_FORMAT_FIELD(kiln_format_part, volumes, 20);
KILN_FORMAT_FIELD(kiln_format_part, reserved, 24);

KILN_FORMAT_LAYOUT(kiln_format_mesh, 128);
KILN_FORMAT_FIELD(kiln_format_mesh, bounds_min, 0);
KILN_FORMAT_FIELD(kiln_format_mesh, bounds_max, 12);
KILN_FORMAT_FIELD(kiln_format_mesh, name, 24);
KILN_FORMAT_FIELD(kiln_format_mesh, flags, 28);
KILN_FORMAT_FIELD(kiln_format_mesh, part_first, 32);
KILN_FORMAT_FIELD(kiln_format_mesh, part_count, 36);
KILN_FORMAT_FIELD(kiln_format_mesh, triangle_first, 40);
KILN_FORMAT_FIELD(kiln_format_mesh, triangle_count, 44);
KILN_FORMAT_FIELD(kiln_format_mesh, tree_first, 48);
KILN_FORMAT_FIELD(kiln_format_mesh, tree_count, 52);
KILN_FORMAT_FIELD(kiln_format_mesh, leaf_first, 56);
KILN_FORMAT_FIELD(kiln_format_mesh, leaf_units, 60);
KILN_FORMAT_FIELD(kiln_format_mesh, leaf_index_first, 64);
KILN_FORMAT_FIELD(kiln_format_mesh, leaf_count, 68);
KILN_FORMAT_FIELD(kiln_format_mesh, depth, 72);
KILN_FORMAT_FIELD(kiln_format_mesh, vertex_count, 76);
KILN_FORMAT_FIELD(kiln_format_mesh, edge_count, 80);
KILN_FORMAT_FIELD(kiln_format_mesh, boundary_edges, 84);
KILN_FORMAT_FIELD(kiln_format_mesh, nonmanifold_edges, 88);
KILN_FORMAT_FIELD(kiln_format_mesh, inconsistent_edges, 92);
KILN_FORMAT_FIELD(kiln_format_mesh, component_count, 96);
KILN_FORMAT_FIELD(kiln_format_mesh, euler_characteristic, 100);
KILN_FORMAT_FIELD(kiln_format_mesh, sah_cost, 104);
KILN_FORMAT_FIELD(kiln_format_mesh, pair_tree, 108);
KILN_FORMAT_FIELD(kiln_format_mesh, choice, 112);
KILN_FORMAT_FIELD(kiln_format_mesh, vertex_first, 116);
KILN_FORMAT_FIELD(kiln_format_mesh, leaf_vertex_count, 120);
KILN_FORMAT_FIELD(kiln_format_mesh, source_vertex_count, 124);

KILN_FORMAT_LAYOUT(kiln_format_volume_tree, 64);
KILN_FORMAT_FIELD(kiln_format_volume_tree, kind, 0);
KILN_FORMAT_FIELD(kiln_format_volume_tree, mesh, 4);
KILN_FORMAT_FIELD(kiln_format_volume_tree, nodes, 8);
KILN_FORMAT_FIELD(kiln_format_volume_tree, node_count, 16);
KILN_FORMAT_FIELD(kiln_format_volume_tree, depth, 20);
KILN_FORMAT_FIELD(kiln_format_volume_tree, width, 24);
KILN_FORMAT_FIELD(kiln_format_volume_tree, rule, 28);
KILN_FORMAT_FIELD(kiln_format_volume_tree, sah_cost, 32);
KILN_FORMAT_FIELD(kiln_format_volume_tree, volume, 36);
KILN_FORMAT_FIELD(kiln_format_volume_tree, overlap, 40);
KILN_FORMAT_FIELD(kiln_format_volume_tree, reserved, 44);

KILN_FORMAT_LAYOUT(kiln_format_volume_head, 48);
KILN_FORMAT_FIELD(kiln_format_volume_head, count, 0);
KILN_FORMAT_FIELD(kiln_format_volume_head, reserved, 4);
KILN_FORMAT_FIELD(kiln_format_volume_head, child, 16);

KILN_FORMAT_LAYOUT(kiln_format_sphere_node, 176);
KILN_FORMAT_FIELD(kiln_format_sphere_node, head, 0);
KILN_FORMAT_FIELD(kiln_format_sphere_node, center, 48);
KILN_FORMAT_FIELD(kiln_format_sphere_node, radius, 144);

KILN_FORMAT_LAYOUT(kiln_format_oriented_node, 304);
KILN_FORMAT_FIELD(kiln_format_oriented_node, head, 0);
KILN_FORMAT_FIELD(kiln_format_oriented_node, center, 48);
KILN_FORMAT_FIELD(kiln_format_oriented_node, size, 144);
KILN_FORMAT_FIELD(kiln_format_oriented_node, rotation, 240);

KILN_FORMAT_LAYOUT(kiln_format_shape, 160);
KILN_FORMAT_FIELD(kiln_format_shape, kind, 0);
KILN_FORMAT_FIELD(kiln_format_shape, index, 4);
KILN_FORMAT_FIELD(kiln_format_shape, name, 8);
KILN_FORMAT_FIELD(kiln_format_shape, material, 12);
KILN_FORMAT_FIELD(kiln_format_shape, part_first, 16);
KILN_FORMAT_FIELD(kiln_format_shape, part_count, 20);
KILN_FORMAT_FIELD(kiln_format_shape, volumes, 24);
KILN_FORMAT_FIELD(kiln_format_shape, flags, 28);
KILN_FORMAT_FIELD(kiln_format_shape, parameters, 32);
KILN_FORMAT_FIELD(kiln_format_shape, volume, 80);
KILN_FORMAT_FIELD(kiln_format_shape, area, 84);
KILN_FORMAT_FIELD(kiln_format_shape, center, 88);
KILN_FORMAT_FIELD(kiln_format_shape, inertia, 100);
KILN_FORMAT_FIELD(kiln_format_shape, moments, 124);
KILN_FORMAT_FIELD(kiln_format_shape, axes, 136);
KILN_FORMAT_FIELD(kiln_format_shape, reserved, 152);

KILN_FORMAT_LAYOUT(kiln_format_volumes, 288);
KILN_FORMAT_FIELD(kiln_format_volumes, aabb_min, 0);
KILN_FORMAT_FIELD(kiln_format_volumes, aabb_max, 12);
KILN_FORMAT_FIELD(kiln_format_volumes, sphere_center, 24);
KILN_FORMAT_FIELD(kiln_format_volumes, sphere_radius, 36);
KILN_FORMAT_FIELD(kiln_format_volumes, obb_center, 40);
KILN_FORMAT_FIELD(kiln_format_volumes, obb_axes, 52);
KILN_FORMAT_FIELD(kiln_format_volumes, obb_half_extents, 88);
KILN_FORMAT_FIELD(kiln_format_volumes, capsule_a, 100);
KILN_FORMAT_FIELD(kiln_format_volumes, capsule_b, 112);
KILN_FORMAT_FIELD(kiln_format_volumes, capsule_radius, 124);
KILN_FORMAT_FIELD(kiln_format_volumes, rss_origin, 128);
KILN_FORMAT_FIELD(kiln_format_volumes, rss_edges, 140);
KILN_FORMAT_FIELD(kiln_format_volumes, rss_radius, 164);
KILN_FORMAT_FIELD(kiln_format_volumes, kdop_min, 168);
KILN_FORMAT_FIELD(kiln_format_volumes, kdop_max, 220);
KILN_FORMAT_FIELD(kiln_format_volumes, reserved, 272);

KILN_FORMAT_LAYOUT(kiln_format_hull, 64);
KILN_FORMAT_FIELD(kiln_format_hull, data, 0);
KILN_FORMAT_FIELD(kiln_format_hull, size, 8);
KILN_FORMAT_FIELD(kiln_format_hull, dimension, 16);
KILN_FORMAT_FIELD(kiln_format_hull, vertex_count, 20);
KILN_FORMAT_FIELD(kiln_format_hull, edge_count, 24);
KILN_FORMAT_FIELD(kiln_format_hull, face_count, 28);
KILN_FORMAT_FIELD(kiln_format_hull, index_size, 32);
KILN_FORMAT_FIELD(kiln_format_hull, level_count, 36);
KILN_FORMAT_FIELD(kiln_format_hull, link_first_count, 40);
KILN_FORMAT_FIELD(kiln_format_hull, link_count, 44);
KILN_FORMAT_FIELD(kiln_format_hull, exact_vertex_count, 48);
KILN_FORMAT_FIELD(kiln_format_hull, error, 52);
KILN_FORMAT_FIELD(kiln_format_hull, flags, 56);
KILN_FORMAT_FIELD(kiln_format_hull, reserved, 60);

KILN_FORMAT_LAYOUT(kiln_format_node, 176);
KILN_FORMAT_FIELD(kiln_format_node, to_asset, 0);
KILN_FORMAT_FIELD(kiln_format_node, to_mesh, 48);
KILN_FORMAT_FIELD(kiln_format_node, bounds_min, 96);
KILN_FORMAT_FIELD(kiln_format_node, bounds_max, 108);
KILN_FORMAT_FIELD(kiln_format_node, mesh, 120);
KILN_FORMAT_FIELD(kiln_format_node, name, 124);
KILN_FORMAT_FIELD(kiln_format_node, source_node, 128);
KILN_FORMAT_FIELD(kiln_format_node, flags, 132);
KILN_FORMAT_FIELD(kiln_format_node, tag, 136);
KILN_FORMAT_FIELD(kiln_format_node, shape, 140);
KILN_FORMAT_FIELD(kiln_format_node, layers, 144);
KILN_FORMAT_FIELD(kiln_format_node, collides, 152);
KILN_FORMAT_FIELD(kiln_format_node, user, 160);
KILN_FORMAT_FIELD(kiln_format_node, reserved, 168);

KILN_FORMAT_LAYOUT(kiln_format_scene, 64);
KILN_FORMAT_FIELD(kiln_format_scene, bounds_min, 0);
KILN_FORMAT_FIELD(kiln_format_scene, bounds_max, 12);
KILN_FORMAT_FIELD(kiln_format_scene, tree_count, 24);
KILN_FORMAT_FIELD(kiln_format_scene, depth, 28);
KILN_FORMAT_FIELD(kiln_format_scene, pair_tree, 32);
KILN_FORMAT_FIELD(kiln_format_scene, reserved, 36);

KILN_FORMAT_LAYOUT(kiln_format_tree_node, 80);
KILN_FORMAT_FIELD(kiln_format_tree_node, origin, 0);
KILN_FORMAT_FIELD(kiln_format_tree_node, exponent, 12);
KILN_FORMAT_FIELD(kiln_format_tree_node, counts, 15);
KILN_FORMAT_FIELD(kiln_format_tree_node, child_base, 16);
KILN_FORMAT_FIELD(kiln_format_tree_node, leaf_base, 20);
KILN_FORMAT_FIELD(kiln_format_tree_node, leaf_offset, 24);
KILN_FORMAT_FIELD(kiln_format_tree_node, lo, 32);
KILN_FORMAT_FIELD(kiln_format_tree_node, hi, 56);

KILN_FORMAT_LAYOUT(kiln_format_leaf, 8);
KILN_FORMAT_FIELD(kiln_format_leaf, triangle, 0);
KILN_FORMAT_FIELD(kiln_format_leaf, triangle_count, 4);
KILN_FORMAT_FIELD(kiln_format_leaf, vertex_count, 5);
KILN_FORMAT_FIELD(kiln_format_leaf, planes, 6);
KILN_FORMAT_FIELD(kiln_format_leaf, exponent, 7);

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

KILN_FORMAT_LAYOUT(kiln_format_surface, 24);
KILN_FORMAT_FIELD(kiln_format_surface, static_friction, 0);
KILN_FORMAT_FIELD(kiln_format_surface, dynamic_friction, 4);
KILN_FORMAT_FIELD(kiln_format_surface, restitution, 8);
KILN_FORMAT_FIELD(kiln_format_surface, friction_combine, 12);
KILN_FORMAT_FIELD(kiln_format_surface, restitution_combine, 16);
KILN_FORMAT_FIELD(kiln_format_surface, given, 20);

KILN_FORMAT_LAYOUT(kiln_format_level, 12);
KILN_FORMAT_FIELD(kiln_format_level, mesh, 0);
KILN_FORMAT_FIELD(kiln_format_level, level_mesh, 4);
KILN_FORMAT_FIELD(kiln_format_level, distance, 8);

KILN_FORMAT_LAYOUT(kiln_format_sdf, 64);
KILN_FORMAT_FIELD(kiln_format_sdf, shape, 0);
KILN_FORMAT_FIELD(kiln_format_sdf, origin, 4);
KILN_FORMAT_FIELD(kiln_format_sdf, edge, 16);
KILN_FORMAT_FIELD(kiln_format_sdf, roots, 20);
KILN_FORMAT_FIELD(kiln_format_sdf, depth, 32);
KILN_FORMAT_FIELD(kiln_format_sdf, cell_first, 36);
KILN_FORMAT_FIELD(kiln_format_sdf, cell_count, 40);
KILN_FORMAT_FIELD(kiln_format_sdf, block_first, 44);
KILN_FORMAT_FIELD(kiln_format_sdf, block_count, 48);
KILN_FORMAT_FIELD(kiln_format_sdf, error, 52);
KILN_FORMAT_FIELD(kiln_format_sdf, reserved, 56);

KILN_FORMAT_LAYOUT(kiln_format_sdf_block, 1040);
KILN_FORMAT_FIELD(kiln_format_sdf_block, base, 0);
KILN_FORMAT_FIELD(kiln_format_sdf_block, step, 4);
KILN_FORMAT_FIELD(kiln_format_sdf_block, error, 8);
KILN_FORMAT_FIELD(kiln_format_sdf_block, reserved, 12);
KILN_FORMAT_FIELD(kiln_format_sdf_block, samples, 16);

KILN_FORMAT_LAYOUT(kiln_format_survey, 168);
KILN_FORMAT_FIELD(kiln_format_survey, mesh, 0);
KILN_FORMAT_FIELD(kiln_format_survey, surveyed, 4);
KILN_FORMAT_FIELD(kiln_format_survey, unfinished, 8);
KILN_FORMAT_FIELD(kiln_format_survey, components, 12);
KILN_FORMAT_FIELD(kiln_format_survey, component_first, 16);
KILN_FORMAT_FIELD(kiln_format_survey, component_count, 20);
KILN_FORMAT_FIELD(kiln_format_survey, fault_first, 24);
KILN_FORMAT_FIELD(kiln_format_survey, fault_count, 28);
KILN_FORMAT_FIELD(kiln_format_survey, tolerance, 32);
KILN_FORMAT_FIELD(kiln_format_survey, counts, 40);

KILN_FORMAT_LAYOUT(kiln_format_component, 96);
KILN_FORMAT_FIELD(kiln_format_component, source_mesh, 0);
KILN_FORMAT_FIELD(kiln_format_component, face, 4);
KILN_FORMAT_FIELD(kiln_format_component, flags, 8);
KILN_FORMAT_FIELD(kiln_format_component, triangles, 12);
KILN_FORMAT_FIELD(kiln_format_component, vertices, 16);
KILN_FORMAT_FIELD(kiln_format_component, edges, 20);
KILN_FORMAT_FIELD(kiln_format_component, boundary_edges, 24);
KILN_FORMAT_FIELD(kiln_format_component, nonmanifold_edges, 28);
KILN_FORMAT_FIELD(kiln_format_component, nonmanifold_vertices, 32);
KILN_FORMAT_FIELD(kiln_format_component, inconsistent_edges, 36);
KILN_FORMAT_FIELD(kiln_format_component, boundary_loops, 40);
KILN_FORMAT_FIELD(kiln_format_component, euler_characteristic, 44);
KILN_FORMAT_FIELD(kiln_format_component, genus, 48);
KILN_FORMAT_FIELD(kiln_format_component, depth, 52);
KILN_FORMAT_FIELD(kiln_format_component, area, 56);
KILN_FORMAT_FIELD(kiln_format_component, volume, 64);
KILN_FORMAT_FIELD(kiln_format_component, bounds_min, 72);
KILN_FORMAT_FIELD(kiln_format_component, bounds_max, 84);

KILN_FORMAT_LAYOUT(kiln_format_junction, 16);
KILN_FORMAT_FIELD(kiln_format_junction, mesh, 0);
KILN_FORMAT_FIELD(kiln_format_junction, side, 4);
KILN_FORMAT_FIELD(kiln_format_junction, other, 8);
KILN_FORMAT_FIELD(kiln_format_junction, distance, 12);

KILN_FORMAT_LAYOUT(kiln_format_origin, 32);
KILN_FORMAT_FIELD(kiln_format_origin, position, 0);
KILN_FORMAT_FIELD(kiln_format_origin, step, 24);

KILN_FORMAT_LAYOUT(kiln_format_fault, 60);
KILN_FORMAT_FIELD(kiln_format_fault, kind, 0);
KILN_FORMAT_FIELD(kiln_format_fault, source_mesh, 4);
KILN_FORMAT_FIELD(kiln_format_fault, face, 8);
KILN_FORMAT_FIELD(kiln_format_fault, other_source_mesh, 12);
KILN_FORMAT_FIELD(kiln_format_fault, other_face, 16);
KILN_FORMAT_FIELD(kiln_format_fault, component, 20);
KILN_FORMAT_FIELD(kiln_format_fault, other_component, 24);
KILN_FORMAT_FIELD(kiln_format_fault, count, 28);
KILN_FORMAT_FIELD(kiln_format_fault, place, 32);
KILN_FORMAT_FIELD(kiln_format_fault, length, 44);
KILN_FORMAT_FIELD(kiln_format_fault, distance, 48);
KILN_FORMAT_FIELD(kiln_format_fault, triangle, 52);
KILN_FORMAT_FIELD(kiln_format_fault, other_triangle, 56);

KILN_FORMAT_LAYOUT(kiln_format_metadata, 24);
KILN_FORMAT_FIELD(kiln_format_metadata, owner, 0);
KILN_FORMAT_FIELD(kiln_format_metadata, index, 4);
KILN_FORMAT_FIELD(kiln_format_metadata, path, 8);
KILN_FORMAT_FIELD(kiln_format_metadata, type, 12);
KILN_FORMAT_FIELD(kiln_format_metadata, value, 16);

KILN_FORMAT_LAYOUT(kiln_format_body, 144);
KILN_FORMAT_FIELD(kiln_format_body, to_asset, 0);
KILN_FORMAT_FIELD(kiln_format_body, mass, 48);
KILN_FORMAT_FIELD(kiln_format_body, gravity, 52);
KILN_FORMAT_FIELD(kiln_format_body, center, 56);
KILN_FORMAT_FIELD(kiln_format_body, inertia, 68);
KILN_FORMAT_FIELD(kiln_format_body, axes, 80);
KILN_FORMAT_FIELD(kiln_format_body, linear_velocity, 96);
KILN_FORMAT_FIELD(kiln_format_body, angular_velocity, 108);
KILN_FORMAT_FIELD(kiln_format_body, kind, 120);
KILN_FORMAT_FIELD(kiln_format_body, flags, 124);
KILN_FORMAT_FIELD(kiln_format_body, name, 128);
KILN_FORMAT_FIELD(kiln_format_body, source_node, 132);
KILN_FORMAT_FIELD(kiln_format_body, reserved, 136);

#endif
