// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_H
#define KILNCOOK_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A name that libkilncook gives to others; all others end in it.
#if defined(__GNUC__) && !defined(_WIN32)
#define KILNCOOK_API __attribute__((visibility("default")))
#else
#define KILNCOOK_API
#endif

/// libkilncook: from an art file, or a scene in memory, to a Kiln blob.
///
/// Everything hangs on a kilncook_context that the caller fills in; there is no global state. Functions return a
/// kilncook_status and leave their out-parameters untouched on failure; the reason goes to the context's log.

// As in kiln/base.h: a truth is one byte, and a kind or a status an integer of 32 bits.
static_assert(sizeof(bool) == 1, "a bool of kilncook's structures is one byte");

/// Pinned; the value is the command line's exit code.
typedef uint32_t kilncook_status;
enum kilncook_status_values
{
	KILNCOOK_OK = 0,
	KILNCOOK_REFUSED = 1,	///< the input can't be cooked; the log says why and where
	KILNCOOK_USAGE = 2,		///< options that contradict each other or are out of range
	KILNCOOK_IO = 3,		///< a file could not be read or written
	KILNCOOK_INTERNAL = 4,	///< out of memory, or a proof of our own failed
	KILNCOOK_CANCELLED = 5, ///< the progress callback said stop; no exit code of the command line
};

typedef uint32_t kilncook_severity;
enum kilncook_severity_values
{
	KILNCOOK_NOTE = 0,
	KILNCOOK_WARNING = 1,
	KILNCOOK_ERROR = 2,
};

/// Memory for the cooker. `resize(user, NULL, 0, n)` allocates, `resize(user, p, n, 0)` frees, both as realloc
/// does; returns NULL when there is none (never called with 0, 0). Blocks are aligned for any type.
typedef struct kilncook_allocator
{
	void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
	void *user;
} kilncook_allocator;

/// Receives every message. `where` names the node or mesh ("" for the file), `code` is a stable short word such as
/// `mesh-empty` (kilncook_code). `text` is one line without a newline.
typedef struct kilncook_log
{
	void (*message)(void *user, kilncook_severity severity, const char *where, const char *code, const char *text);
	void *user;
} kilncook_log;

/// Hears how far a cook is: before every stage and every mesh, `done` of `total` of the stage. `stage` is one of
/// kilncook_stage_name. Returning false ends the cook with KILNCOOK_CANCELLED.
typedef struct kilncook_progress
{
	bool (*step)(void *user, const char *stage, uint64_t done, uint64_t total);
	void *user;
} kilncook_progress;

/// What a cook needs besides its input. `{0}` uses malloc and drops messages. However many threads work, only the one
/// that called the cooker calls back.
typedef struct kilncook_context
{
	kilncook_allocator allocator;
	kilncook_log log;
	kilncook_progress progress;
} kilncook_context;

/// A coordinate axis, or the answer of whoever is asked next.
typedef uint32_t kilncook_axis;
enum kilncook_axis_values
{
	KILNCOOK_AXIS_DEFAULT = 0,
	KILNCOOK_AXIS_X = 1,
	KILNCOOK_AXIS_Y = 2,
	KILNCOOK_AXIS_Z = 3,
	KILNCOOK_AXIS_END = 4,
};

/// What is cooked from the meshes of a node.
typedef uint32_t kilncook_shape;
enum kilncook_shape_values
{
	KILNCOOK_SHAPE_DEFAULT = 0,	 ///< of a node: what the options say; of the options: KILNCOOK_SHAPE_MESH
	KILNCOOK_SHAPE_MESH = 1,	 ///< their triangles
	KILNCOOK_SHAPE_HULL = 2,	 ///< their convex hull
	KILNCOOK_SHAPE_SPHERE = 3,	 ///< the smallest sphere around them
	KILNCOOK_SHAPE_CAPSULE = 4,	 ///< a small capsule around them
	KILNCOOK_SHAPE_BOX = 5,		 ///< the smallest oriented box found around them
	KILNCOOK_SHAPE_CYLINDER = 6, ///< a small cylinder around them
	KILNCOOK_SHAPE_PARTS = 7,	 ///< convex parts; not in this version
	KILNCOOK_SHAPE_END = 8,
};

/// A stable word for a shape, such as `hull`.
KILNCOOK_API const char *kilncook_shape_name(kilncook_shape shape);

/// The shape of the nodes whose name matches a pattern.
typedef struct kilncook_shape_rule
{
	const char *pattern; ///< `*` stands for any characters, `?` for one byte, everything else for itself
	kilncook_shape shape;
} kilncook_shape_rule;

/// Bounding volumes of a tree.
typedef uint32_t kilncook_tree;
enum kilncook_tree_values
{
	KILNCOOK_TREE_AABB = 0,
	KILNCOOK_TREE_OBB = 1,
	KILNCOOK_TREE_KDOP14 = 2,
	KILNCOOK_TREE_KDOP18 = 3,
	KILNCOOK_TREE_KDOP26 = 4,
	KILNCOOK_TREE_SPHERE = 5,
	KILNCOOK_TREE_RSS = 6,
	KILNCOOK_TREE_END = 7,
};

/// In a set of trees: the cooker chooses one of them, or of all if the set names none.
#define KILNCOOK_TREES_AUTO 0x80000000u

/// How a tree is built.
typedef uint32_t kilncook_method;
enum kilncook_method_values
{
	KILNCOOK_METHOD_TOP_DOWN = 0,	   ///< ranges are divided by the split rule
	KILNCOOK_METHOD_AGGLOMERATIVE = 1, ///< the two clusters of least joint surface are joined (Walter et al. 2008)
	KILNCOOK_METHOD_PLOC = 2,		   ///< parallel locally-ordered clustering (Meister and Bittner 2018)
	KILNCOOK_METHOD_INSERTION = 3, ///< one after the other where the surface grows least (Goldsmith and Salmon 1987)
	KILNCOOK_METHOD_END = 4,
};

/// How a tree builder divides a range of triangles.
typedef uint32_t kilncook_split;
enum kilncook_split_values
{
	KILNCOOK_SPLIT_SAH = 0,
	KILNCOOK_SPLIT_MEAN = 1,
	KILNCOOK_SPLIT_MEDIAN = 2,
	KILNCOOK_SPLIT_OBJECT_MEDIAN = 3,
	KILNCOOK_SPLIT_MIDPOINT = 4,
	KILNCOOK_SPLIT_SPATIAL = 5, ///< SAH with spatial splits; of a triangle that is split, one leaf keeps it whole
	KILNCOOK_SPLIT_END = 6,
};

/// Along which direction it divides; SAH tries all three axes and ignores this.
typedef uint32_t kilncook_split_axis;
enum kilncook_split_axis_values
{
	KILNCOOK_SPLIT_AXIS_LONGEST = 0,
	KILNCOOK_SPLIT_AXIS_VARIANCE = 1,
	KILNCOOK_SPLIT_AXIS_COVARIANCE = 2,
	KILNCOOK_SPLIT_AXIS_END = 3,
};

#define KILNCOOK_WELD_MIN 1e-12
#define KILNCOOK_WELD_MAX 0.1
#define KILNCOOK_FACTOR_MIN 1e-12
#define KILNCOOK_FACTOR_MAX 1e12
#define KILNCOOK_HULL_ERROR_MAX 1.0
#define KILNCOOK_LEAF_SIZE_MAX 8
#define KILNCOOK_OPTIMIZE_MAX 64
#define KILNCOOK_THREADS_MAX 256
#define KILNCOOK_IMPORT_SECONDS 600
#define KILNCOOK_FLAT_EDGE_DEFAULT 0.025 /* 1.43 degrees */
#define KILNCOOK_FLAT_EDGE_MAX 0.5
/// Only edges of exactly coplanar triangles are flat.
#define KILNCOOK_FLAT_EDGE_EXACT (-1.0)

/// `{0}` cooks triangles as they are, into AABB trees, in metres if the file names its unit.
typedef struct kilncook_options
{
	/// Vertices closer than this times the diagonal of their mesh's box become one; KILNCOOK_WELD_MIN ..
	/// KILNCOOK_WELD_MAX. 0 welds equal positions only.
	double weld;
	/// Metres per unit of the art; 0 takes the file's word and 1 without it. KILNCOOK_FACTOR_MIN ..
	/// KILNCOOK_FACTOR_MAX.
	double unit;
	/// Extra factor on all coordinates, in the same range; 0 means 1.
	double scale;
	/// Turn the asset by 90 degrees so that the art's up axis becomes this one; KILNCOOK_AXIS_DEFAULT turns
	/// nothing.
	kilncook_axis up;
	/// The art's up axis; KILNCOOK_AXIS_DEFAULT takes the file's word and y without it.
	kilncook_axis art_up;
	/// Reverse the winding of every triangle.
	bool flip;
	kilncook_shape shape; ///< of nodes that no rule names
	/// Of several rules that match a node, the last one counts. A node's own `shape` beats them.
	const kilncook_shape_rule *shape_rules;
	uint32_t shape_rule_count;
	/// Hulls: most vertices and most faces, 4 or more; 0 sets no limit.
	uint32_t hull_vertices;
	uint32_t hull_faces;
	/// Hulls: how far the simplified surface may be from the exact hull's, as a share of the diagonal of its box, 0 ..
	/// KILNCOOK_HULL_ERROR_MAX; 0 sets no limit. Without counts, the fewest vertices within it are sought; with counts,
	/// it is reached as far as they allow.
	double hull_error;
	/// Hulls that are simplified lie inside the exact one instead of around it.
	bool hull_inner;
	/// Bits 1 << kilncook_tree of the trees that pair queries can walk, of which the lowest is the one that they take by
	/// themselves; the AABB tree is always there. With KILNCOOK_TREES_AUTO the cooker takes for each mesh the tree, and
	/// of other volumes than AABBs the way to build it, that does least counted work in sample queries of the mesh against
	/// itself. 0: AABB.
	uint32_t trees;
	kilncook_method method;
	kilncook_split split;
	kilncook_split_axis split_axis;
	/// Most triangles of a leaf before the wide tree is packed, 1 .. KILNCOOK_LEAF_SIZE_MAX; 0 lets the builder
	/// choose.
	uint32_t leaf_size;
	/// Passes that improve the built tree by moving subtrees, 0 .. KILNCOOK_OPTIMIZE_MAX.
	uint32_t optimize;
	/// Passes that improve the built tree by rotations (Kensler 2008), in the same range.
	uint32_t rotate;
	/// Most children of a node of other volumes than AABBs, 2 .. 8; 0: 8.
	uint32_t tree_width;
	/// Keep for every vertex which vertex of the art it was, so that meshes can be deformed (kiln/deform.h).
	bool deformable;
	/// Largest sine of the angle between two triangles whose edge counts as flat, so that contacts with a mesh take the
	/// faces' normals there; at most KILNCOOK_FLAT_EDGE_MAX. 0: KILNCOOK_FLAT_EDGE_DEFAULT; or
	/// KILNCOOK_FLAT_EDGE_EXACT.
	double flat_edge;
	/// Folders whose files the art may name. Art is not trusted: without them, a file that it names is read only if it lies,
	/// with symbolic links resolved, in the art's folder or below; naming one elsewhere that exists refuses the art. A
	/// folder that does not exist is KILNCOOK_USAGE.
	const char *const *allow_outside;
	uint32_t allow_outside_count;
	/// Import files in a process of their own, which hands over plain arrays that are checked, and ends: a crash, a hang or
	/// a damaged heap of an importer refuses the art and goes no further. The process is made with fork(): a program of
	/// several threads should isolate only where its C library lets a forked child allocate (glibc, musl and macOS do).
	/// Without it, the import runs in the caller's process, without limits, and those of several threads through assimp wait
	/// for each other: assimp has one log a process. It takes assimp's logger from a program that uses assimp itself. Windows has no fork: there this changes
	/// nothing, and nothing is isolated. Cleaning and all that follows always run in the caller's process.
	bool isolate_import;
	/// Limits of an isolated import. Seconds: 0 means KILNCOOK_IMPORT_SECONDS, INFINITY sets no limit. Bytes of memory
	/// besides the caller's: 0 means 2 GB and 256 times the files that are read, at most three quarters of the machine's
	/// memory. Art that reaches one is KILNCOOK_REFUSED with `time-limit` or `memory-limit`, a crash with
	/// `import-crashed`.
	double import_seconds;
	uint64_t import_memory;
	/// Threads that may work at a time, 0 .. KILNCOOK_THREADS_MAX; 0: one a processor. The blob does not depend on it.
	uint32_t threads;
	/// Warnings that are errors: all of them, or those with these codes (kilncook_code). They reach the log as errors; the
	/// cook goes on, so that the others are heard too, and ends as KILNCOOK_REFUSED.
	bool warnings_are_errors;
	const char *const *error_codes;
	uint32_t error_code_count;
	/// Codes of warnings that are dropped: neither the log nor the report has them, and none is an error. A code that is in
	/// both lists, that no message has or that no warning has, is KILNCOOK_USAGE.
	const char *const *silent_codes;
	uint32_t silent_code_count;
} kilncook_options;

/// The codes of all messages, by name: code `i`, or NULL from their number on. `severities`, unless NULL, gets the bits
/// 1 << kilncook_severity of those that it has. cooker/messages/README.md says what each means.
KILNCOOK_API const char *kilncook_code(uint32_t i, unsigned *severities);

/// A cooked blob, or a report's text. `data` of a blob is aligned to 64 bytes.
typedef struct kilncook_blob
{
	uint8_t *data;
	size_t size;
	void *block; ///< what the allocator gave, and how much
	size_t block_size;
} kilncook_blob;

/// Frees a blob and clears it; an empty one is allowed.
KILNCOOK_API void kilncook_blob_free(const kilncook_context *context, kilncook_blob *blob);

/// What cleaning did to faces and vertices.
typedef struct kilncook_counts
{
	uint64_t vertices;	   ///< before
	uint64_t faces;		   ///< before
	uint64_t points;	   ///< faces with one corner, skipped
	uint64_t lines;		   ///< faces with two corners, skipped
	uint64_t invalid;	   ///< faces with an index out of range or a non-finite or huge coordinate, dropped
	uint64_t triangulated; ///< triangles made of the rest
	uint64_t degenerate;   ///< of these, dropped for having no area
	uint64_t duplicates;   ///< of these, dropped because the same vertices stand already
	uint64_t slivers;	   ///< kept, but very thin
	uint64_t welded;	   ///< vertices merged away
} kilncook_counts;

/// A face of which something was dropped, or that has a sliver.
typedef struct kilncook_dropped
{
	uint32_t source_mesh; ///< mesh in the art file
	uint32_t face;		  ///< face of that mesh
	const char *reason;	  ///< stable word, such as `degenerate`
} kilncook_dropped;

/// A node of the art that is not in the blob.
typedef struct kilncook_dropped_node
{
	const char *name;
	uint32_t source_node; ///< depth-first number in the art's scene graph
	const char *reason;	  ///< stable word: `no-triangles`, `transform-not-finite`, `transform-overflow`
} kilncook_dropped_node;

/// A tree of other volumes than AABBs.
typedef struct kilncook_tree_row
{
	kilncook_tree kind;
	const char *rule; ///< how it was built
	uint32_t nodes;
	uint32_t depth;
	uint64_t bytes;
	float sah_cost; ///< surface areas of its volumes over that of the mesh's box
	float volume;	///< their volumes over the box's
	float overlap;	///< mean over its nodes: volumes of their children over that of the box around them
} kilncook_tree_row;

/// One mesh that was cleaned, and the shape it became.
typedef struct kilncook_mesh_row
{
	const char *name;
	kilncook_shape kind;	///< what it became
	uint32_t shape;			///< its shape's number in the blob; KILNCOOK_NO_MESH when nothing was left
	uint32_t mesh;			///< its number in the blob; KILNCOOK_NO_MESH when nothing was left or it is another shape
	bool shared;			///< the same as an earlier shape, and stored once
	bool baked;				///< cooked with its node's transform, which has no usable inverse
	uint32_t source_meshes; ///< meshes of the art that it was made of
	uint32_t nodes;			///< nodes that place it
	kilncook_counts counts;
	double weld_tolerance;	///< in the mesh's own units
	uint64_t dropped_first; ///< in kilncook_report.dropped
	uint64_t dropped_count;
	uint32_t triangles; ///< after cleaning
	uint32_t vertices;
	uint32_t flags; ///< kiln_mesh_flags
	uint32_t edges;
	uint32_t boundary_edges;
	uint32_t nonmanifold_edges;
	uint32_t inconsistent_edges;
	uint32_t components;
	int32_t euler_characteristic;
	uint64_t convex_sides; ///< meshes only: sides of triangles at convex edges, two an edge
	uint64_t concave_sides;
	uint64_t flat_sides;
	float bounds_min[3]; ///< in the mesh's own units
	float bounds_max[3];
	uint32_t tree_nodes;
	uint32_t tree_depth;
	uint32_t leaves;
	uint64_t tree_bytes;
	uint64_t leaf_bytes;
	float sah_cost;									///< a visit of a node or a leaf costs 1
	kilncook_tree_row trees[KILNCOOK_TREE_END - 1]; ///< of other volumes
	uint32_t tree_count;
	kilncook_tree pair_tree; ///< that pair queries take
	const char *choice;		 ///< counted cost of those it was chosen from, as `kind:cost` words; "" without a choice
	uint32_t hull_dimension; ///< hulls only, as everything below: 3, or 2 for a flat one
	uint32_t hull_vertices;
	uint32_t hull_edges;
	uint32_t hull_faces;
	uint32_t hull_exact_vertices; ///< of the hull before simplification
	float hull_error;			  ///< largest distance to the exact hull's surface; 0: it is exact
	uint64_t hull_bytes;
} kilncook_mesh_row;

/// Warnings or notes that say the same.
typedef struct kilncook_message_row
{
	kilncook_severity severity;
	const char *code;
	const char *where; ///< node or mesh, "" for the file
	const char
		*text;		///< of the eleventh text of one code and severity on: KILNCOOK_MORE_LIKE_THESE, for all that follow
	uint64_t count; ///< times that it was said
	char *block;	///< what `where` and `text` point into, and its size
	size_t block_size;
} kilncook_message_row;

#define KILNCOOK_MORE_LIKE_THESE "more like these"

#define KILNCOOK_NO_MESH 0xffffffffu

/// Stages of a cook, in their order.
typedef uint32_t kilncook_stage;
enum kilncook_stage_values
{
	KILNCOOK_STAGE_READ = 0,   ///< hash the art file
	KILNCOOK_STAGE_IMPORT = 1, ///< parse it
	KILNCOOK_STAGE_CLEAN = 2,
	KILNCOOK_STAGE_BOUND = 3, ///< hulls, bounding volumes, mass
	KILNCOOK_STAGE_TREE = 4,
	KILNCOOK_STAGE_PROVE = 5, ///< of trees and of the finished blob
	KILNCOOK_STAGE_WRITE = 6, ///< lay the blob out
	KILNCOOK_STAGE_END = 7,
};

/// A stable word for a stage, such as `import`.
KILNCOOK_API const char *kilncook_stage_name(kilncook_stage stage);

#define KILNCOOK_SECTIONS_MAX 24

typedef struct kilncook_section_row
{
	const char *name;
	uint64_t bytes;
} kilncook_section_row;

/// Everything a cook can tell. Owned by the caller after success (kilncook_report_free).
typedef struct kilncook_report
{
	const char *source_name; ///< without directories
	const char *importer;	 ///< library and version
	const char *options;	 ///< effective options as `key=value` words
	uint64_t source_bytes;
	char source_hash[33]; ///< hexadecimal
	char options_hash[33];
	char content_hash[33];

	uint64_t source_meshes;
	uint64_t source_nodes;
	uint64_t source_vertices;
	uint64_t source_faces;
	kilncook_counts counts; ///< sums over `rows`
	uint64_t warnings;
	kilncook_message_row *messages; ///< warnings and notes, in the order in which each was said first
	uint64_t message_count;

	uint64_t bytes; ///< of the blob
	uint64_t triangles;
	uint32_t meshes;
	uint32_t hulls;
	uint32_t primitives;
	uint32_t nodes;
	uint32_t materials;
	uint32_t scene_depth;
	uint32_t scene_tree_nodes;
	double unit;				 ///< metres per unit of the art that was used
	bool unit_known;			 ///< by the file or the options
	double scale;				 ///< extra factor that was used
	char art_up;				 ///< `x`, `y`, `z`, or `?` when the file does not say
	double bounds_min_metres[3]; ///< of the whole asset
	double bounds_max_metres[3];

	kilncook_section_row sections[KILNCOOK_SECTIONS_MAX];
	uint32_t section_count;
	kilncook_mesh_row *rows;
	uint64_t row_count;
	kilncook_dropped *dropped;
	uint64_t dropped_count;
	kilncook_dropped_node *dropped_nodes;
	uint64_t dropped_node_count;

	/// Files that were read besides the art file, each once, as the importer named them; bytes as in the path. None for
	/// a scene in memory.
	char **side_files;
	uint32_t side_file_count;

	double ms[KILNCOOK_STAGE_END]; ///< the only fields that differ from run to run are these
	double ms_total;
	/// Of memory, of the process or of an isolated import, whichever had more; 0 where the system does not tell.
	uint64_t peak_bytes;

	char *strings; ///< what the names above point into
	size_t strings_size;
	uint64_t row_capacity;
	uint64_t dropped_capacity;
	uint64_t dropped_node_capacity;
	uint64_t message_capacity;
} kilncook_report;

KILNCOOK_API void kilncook_report_free(const kilncook_context *context, kilncook_report *report);

/// The report for people, many lines. KILNCOOK_INTERNAL when out of memory.
KILNCOOK_API kilncook_status kilncook_report_text(
	const kilncook_context *context, const kilncook_report *report, kilncook_blob *text);

/// The report as one JSON object, UTF-8, with `"schema": "kiln-cook-report/1"`.
KILNCOOK_API kilncook_status kilncook_report_json(
	const kilncook_context *context, const kilncook_report *report, kilncook_blob *text);

/// Reads an art file and cooks it. The same file name, bytes and options give the same blob everywhere for OBJ, PLY, STL
/// and glTF 2.0, which are read without assimp; for other formats, with the same assimp on the same processor. `report`
/// may be NULL. KILNCOOK_REFUSED when nothing usable is in the file, KILNCOOK_IO when it can't be read.
KILNCOOK_API kilncook_status kilncook_cook_file(const kilncook_context *context, const char *path,
	const kilncook_options *options, kilncook_blob *blob, kilncook_report *report);

/// A mesh in the caller's memory. It is read once and not kept.
typedef struct kilncook_mesh
{
	const char *name;		///< UTF-8, may be NULL
	const float *positions; ///< x, y, z of every vertex
	size_t position_stride; ///< bytes from a vertex to the next; 0 means 12; any value from 12 on, aligned or not
	uint32_t vertex_count;
	const void *indices; ///< NULL: the vertices follow each other as they are
	uint32_t index_size; ///< bytes: 2 or 4; 0 means 4
	uint64_t index_count;
	const uint32_t *face_sizes; ///< corners of every face; NULL: triangles
	uint32_t face_count;		///< of face_sizes
	uint32_t material;			///< in kilncook_scene.materials
} kilncook_mesh;

/// A solid given by its numbers. Finite, each coordinate at most 2^40 in magnitude, sizes 0 or more.
typedef struct kilncook_primitive
{
	const char *name; ///< UTF-8, may be NULL
	/// KILNCOOK_SHAPE_SPHERE: centre, radius. CAPSULE: ends a and b of the segment, radius. BOX: centre, half extents,
	/// quaternion x, y, z, w of its rotation, all zero for none. CYLINDER: centres a and b of the caps, which differ, and
	/// the radius.
	kilncook_shape shape;
	float parameters[12]; ///< the unused ones are 0
	uint32_t material;	  ///< in kilncook_scene.materials
} kilncook_primitive;

/// A placed shape: a set of meshes, or a primitive. The meshes of one node are cooked together, so that a surface split
/// by material stays closed.
typedef struct kilncook_node
{
	const char *name; ///< UTF-8, may be NULL
	/// Three rows of four; NULL: the identity. A node whose transform is not finite, or that places a primitive and has
	/// no usable inverse, is dropped with a warning; a scene of which nothing is left is refused.
	const double *to_asset;
	const uint32_t *meshes; ///< numbers in kilncook_scene.meshes
	uint32_t mesh_count;
	uint32_t tag;						 ///< the caller's own number, answered by queries
	kilncook_shape shape;				 ///< what the meshes become
	const kilncook_primitive *primitive; ///< instead of meshes; may be shared by nodes; NULL: none
} kilncook_node;

typedef struct kilncook_material
{
	const char *name; ///< UTF-8, may be NULL
	uint32_t tag;	  ///< the caller's own number
} kilncook_material;

typedef struct kilncook_scene
{
	const char *name; ///< stands in the blob where a file's name would; may be NULL
	const kilncook_mesh *meshes;
	uint32_t mesh_count;
	const kilncook_node *nodes; ///< NULL: one node places all meshes as one
	uint32_t node_count;
	const kilncook_material *materials; ///< NULL: one without a name
	uint32_t material_count;
	kilncook_axis up; ///< KILNCOOK_AXIS_DEFAULT: not known
	double unit;	  ///< metres per unit; 0: not known
} kilncook_scene;

/// Cooks a scene in memory. KILNCOOK_USAGE when the scene contradicts itself (a mesh or material number out of
/// range, an odd index size, face sizes that don't add up, a node with meshes and a primitive, a primitive out of
/// range); broken geometry is cleaned or refused as from a file.
KILNCOOK_API kilncook_status kilncook_cook_memory(const kilncook_context *context, const kilncook_scene *scene,
	const kilncook_options *options, kilncook_blob *blob, kilncook_report *report);

/// Writes a file so that `path` holds either what it held before or all of the new bytes: a temporary file in the
/// same directory, flushed to the disk, takes its place. A device or pipe is written straight. KILNCOOK_IO with a
/// message.
KILNCOOK_API kilncook_status kilncook_write_atomic(
	const kilncook_context *context, const char *path, const void *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
