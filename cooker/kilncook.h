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

/// Marks the names that libkilncook exports; all other names stay inside the library.
#if defined(__GNUC__) && !defined(_WIN32)
#define KILNCOOK_API __attribute__((visibility("default")))
#else
#define KILNCOOK_API
#endif

/// libkilncook cooks an art file, or a scene in memory, into a Kiln blob.
///
/// Every function takes a kilncook_context, which the caller fills in; there is no global state. Functions return a
/// kilncook_status. A function that fails leaves its out-parameters untouched and reports the reason to the context's log.

// As in kiln/base.h: a bool has one byte; a kind or a status is an integer of 32 bits.
static_assert(sizeof(bool) == 1, "a bool of kilncook's structures is one byte");

/// How a call ended. The values are fixed: they are also the exit codes of kiln-cook.
typedef uint32_t kilncook_status;
enum kilncook_status_values
{
	KILNCOOK_OK = 0,
	KILNCOOK_REFUSED = 1,	///< the input cannot be cooked; the log reports why and where
	KILNCOOK_USAGE = 2,		///< options contradict each other or are out of range
	KILNCOOK_IO = 3,		///< a file could not be read or written
	KILNCOOK_INTERNAL = 4,	///< out of memory, or the cooker failed to prove its own output
	KILNCOOK_CANCELLED = 5, ///< the progress callback ended the cook; kiln-cook never exits with this value
};

typedef uint32_t kilncook_severity;
enum kilncook_severity_values
{
	KILNCOOK_NOTE = 0,
	KILNCOOK_WARNING = 1,
	KILNCOOK_ERROR = 2,
};

/// Memory for the cooker. `resize` works like realloc: `resize(user, NULL, 0, n)` allocates, `resize(user, p, n, 0)` frees;
/// the cooker never calls it with two sizes of 0. `resize` returns NULL when memory runs out. Blocks are aligned for any
/// type.
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

/// Receives the progress of a cook before every stage and every mesh: `done` of `total` steps of the stage. `stage` is a
/// name that kilncook_stage_name returns. Returning false ends the cook with KILNCOOK_CANCELLED.
typedef struct kilncook_progress
{
	bool (*step)(void *user, const char *stage, uint64_t done, uint64_t total);
	void *user;
} kilncook_progress;

/// Memory, log and progress of a cook. `{0}` uses malloc and drops messages. Callbacks run only on the thread that called
/// the cooker, however many threads work.
typedef struct kilncook_context
{
	kilncook_allocator allocator;
	kilncook_log log;
	kilncook_progress progress;
} kilncook_context;

/// A coordinate axis. KILNCOOK_AXIS_DEFAULT leaves the choice to the art file, then to the cooker.
typedef uint32_t kilncook_axis;
enum kilncook_axis_values
{
	KILNCOOK_AXIS_DEFAULT = 0,
	KILNCOOK_AXIS_X = 1,
	KILNCOOK_AXIS_Y = 2,
	KILNCOOK_AXIS_Z = 3,
	KILNCOOK_AXIS_END = 4,
};

/// The shape that the meshes of a node are cooked into.
typedef uint32_t kilncook_shape;
enum kilncook_shape_values
{
	KILNCOOK_SHAPE_DEFAULT = 0,	 ///< in a node: the shape of the options; in the options: KILNCOOK_SHAPE_MESH
	KILNCOOK_SHAPE_MESH = 1,	 ///< the triangles of the meshes
	KILNCOOK_SHAPE_HULL = 2,	 ///< the convex hull of the meshes
	KILNCOOK_SHAPE_SPHERE = 3,	 ///< the smallest sphere around the meshes
	KILNCOOK_SHAPE_CAPSULE = 4,	 ///< a small capsule around the meshes
	KILNCOOK_SHAPE_BOX = 5,		 ///< the smallest oriented box that a search finds around the meshes
	KILNCOOK_SHAPE_CYLINDER = 6, ///< a small cylinder around the meshes
	KILNCOOK_SHAPE_PARTS = 7,	 ///< convex parts; not in this version
	KILNCOOK_SHAPE_NONE = 8,	 ///< nothing: the node is left out
	KILNCOOK_SHAPE_END = 9,
};

/// Returns the name of a shape, such as `hull`. Names do not change from version to version.
KILNCOOK_API const char *kilncook_shape_name(kilncook_shape shape);

/// What a mark sets.
typedef uint32_t kilncook_mark_kind;
enum kilncook_mark_kind_values
{
	KILNCOOK_MARK_LAYER = 0,			 ///< of nodes: the layers that they are in
	KILNCOOK_MARK_COLLIDES = 1,			 ///< of nodes: the layers that they collide with; no name: none
	KILNCOOK_MARK_TRIGGER = 2,			 ///< of nodes: they are triggers; the value is not read
	KILNCOOK_MARK_USER = 3,				 ///< of nodes: 64 bits of the caller's own, a whole number
	KILNCOOK_MARK_MATERIAL_LAYER = 4,	 ///< of materials: the layers of their triangles, whatever the node's are
	KILNCOOK_MARK_MATERIAL_COLLIDES = 5, ///< of materials: the layers that their triangles collide with
	KILNCOOK_MARK_MATERIAL_USER = 6,
	KILNCOOK_MARK_FRICTION = 7,	   ///< of materials: a number from 0
	KILNCOOK_MARK_RESTITUTION = 8, ///< of materials: a number from 0 to 1
	KILNCOOK_MARK_KIND_END = 9,
};

/// A setting of the nodes, or materials, whose name matches a pattern.
typedef struct kilncook_mark
{
	kilncook_mark_kind kind;
	const char *pattern; ///< `*` stands for any characters, `?` for one byte, everything else for itself
	/// Layers: names of 1 to 255 bytes between commas, or `*` for all 64. A name that the asset does not have yet gets the
	/// next free layer. Numbers as C has them. NULL: "".
	const char *value;
	const char *where; ///< where the mark stands, for the report, such as `crate.fbx.kiln:3`; may be NULL
} kilncook_mark;

#define KILNCOOK_LAYER_NAME_MAX 255

/// A stable word for a kind of mark, such as `material-layer`: the name of kiln-cook's option.
KILNCOOK_API const char *kilncook_mark_name(kilncook_mark_kind kind);

/// The bounding volumes that a tree is made of.
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

/// How bounding volumes are fitted. Both kinds provably hold all points.
typedef uint32_t kilncook_bounds;
enum kilncook_bounds_values
{
	KILNCOOK_BOUNDS_BEST = 0, ///< searches for the volumes of least size
	KILNCOOK_BOUNDS_FAST = 1, ///< takes directions that are found at once; cooker/README.md measures the loss
	KILNCOOK_BOUNDS_END = 2,
};

/// In a set of trees: the cooker chooses one tree of the set, or one of all trees if the set is empty otherwise.
#define KILNCOOK_TREES_AUTO 0x80000000u

/// How a tree is built.
typedef uint32_t kilncook_method;
enum kilncook_method_values
{
	KILNCOOK_METHOD_TOP_DOWN = 0,	   ///< divides ranges of triangles by the split rule
	KILNCOOK_METHOD_AGGLOMERATIVE = 1, ///< joins the two clusters of least joint surface (Walter et al. 2008)
	KILNCOOK_METHOD_PLOC = 2,		   ///< parallel locally-ordered clustering (Meister and Bittner 2018)
	KILNCOOK_METHOD_INSERTION =
		3, ///< adds triangle after triangle where the surface grows least (Goldsmith, Salmon 1987)
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
	KILNCOOK_SPLIT_SPATIAL = 5, ///< SAH with spatial splits; one leaf keeps a split triangle whole
	KILNCOOK_SPLIT_END = 6,
};

/// The direction along which a tree builder divides a range. SAH ignores the direction and tries all three axes.
typedef uint32_t kilncook_split_axis;
enum kilncook_split_axis_values
{
	KILNCOOK_SPLIT_AXIS_LONGEST = 0,
	KILNCOOK_SPLIT_AXIS_VARIANCE = 1,
	KILNCOOK_SPLIT_AXIS_COVARIANCE = 2,
	KILNCOOK_SPLIT_AXIS_END = 3,
};

/// A step of the repair of a mesh, in the order in which steps run. cooker/README.md says what each step changes, and when it leaves
/// a fault.
typedef uint32_t kilncook_repair_step;
enum kilncook_repair_step_values
{
	KILNCOOK_REPAIR_OPPOSITE = 0,	  ///< drops pairs of opposite triangles between closed surfaces, and all copies
	KILNCOOK_REPAIR_CRACKS = 1,		  ///< welds the ends of the edges of cracks
	KILNCOOK_REPAIR_T_JUNCTIONS = 2,  ///< cuts the edge of a T-junction at its vertex
	KILNCOOK_REPAIR_ORIENT = 3,		  ///< winds triangles consistently, closed parts outwards
	KILNCOOK_REPAIR_HOLES = 4,		  ///< closes holes by triangulations of least area
	KILNCOOK_REPAIR_NON_MANIFOLD = 5, ///< cuts surfaces apart that meet at an edge or a vertex that is not manifold
	KILNCOOK_REPAIR_INNER = 6,		  ///< drops parts inside closed parts, which nothing outside can reach
	KILNCOOK_REPAIR_END = 7,
};

/// Sets of steps: all; those that move no vertex, add and drop no surface, and move it by no more than the tolerance.
#define KILNCOOK_REPAIR_ALL ((1u << KILNCOOK_REPAIR_END) - 1u)
#define KILNCOOK_REPAIR_SAFE                                                                                           \
	(1u << KILNCOOK_REPAIR_T_JUNCTIONS | 1u << KILNCOOK_REPAIR_ORIENT | 1u << KILNCOOK_REPAIR_NON_MANIFOLD)

/// Returns the name of a step, such as `t-junctions`. Names do not change from version to version.
KILNCOOK_API const char *kilncook_repair_name(kilncook_repair_step step);

/// Settings that a rule can give to single nodes; the field of kilncook_options is in brackets.
typedef uint32_t kilncook_key;
enum kilncook_key_values
{
	KILNCOOK_KEY_SHAPE = 0,
	KILNCOOK_KEY_HULL_VERTICES = 1,
	KILNCOOK_KEY_HULL_FACES = 2,
	KILNCOOK_KEY_HULL_ERROR = 3,
	KILNCOOK_KEY_HULL_INNER = 4,
	KILNCOOK_KEY_TREE = 5, ///< (trees)
	KILNCOOK_KEY_TREE_WIDTH = 6,
	KILNCOOK_KEY_BUILD = 7, ///< (method)
	KILNCOOK_KEY_SPLIT = 8,
	KILNCOOK_KEY_AXIS = 9,	///< (split_axis)
	KILNCOOK_KEY_LEAF = 10, ///< (leaf_size)
	KILNCOOK_KEY_ROTATE = 11,
	KILNCOOK_KEY_OPTIMIZE = 12,
	KILNCOOK_KEY_DEFORMABLE = 13,
	KILNCOOK_KEY_WELD = 14,
	KILNCOOK_KEY_FLIP = 15,
	KILNCOOK_KEY_TAG = 16,
	KILNCOOK_KEY_MATERIAL = 17,
	KILNCOOK_KEY_DROP_SLIVERS = 18,
	KILNCOOK_KEY_BOUNDS = 19,
	KILNCOOK_KEY_MERGE = 20,
	KILNCOOK_KEY_REPAIR = 21,
	KILNCOOK_KEY_END = 22,
};

/// A stable word for a key, such as `hull-vertices`: the name of kiln-cook's option.
KILNCOOK_API const char *kilncook_key_name(kilncook_key key);

/// Which nodes or materials a rule is about.
typedef uint32_t kilncook_rule_kind;
enum kilncook_rule_kind_values
{
	/// Nodes whose name matches the pattern: `*` stands for any characters, `?` for one byte, everything else for itself. A
	/// pattern with `/` is matched part by part: the last part with the node's name, the part before it with its parent's.
	KILNCOOK_RULE_NODE = 0,
	/// Nodes whose name follows a convention: a template of text, which is compared without regard to the case of ASCII letters,
	/// `{mesh}`, the name of the node that this one collides for and that is left out, `{n}`, digits, `{any}`, anything
	/// without `_`, `{tail}`, digits, blanks, `_` and `.`, or nothing, and `{rest}`, anything or nothing. At most two placeholders, not
	/// beside each other, and one `{mesh}`.
	KILNCOOK_RULE_NAME = 1,
	/// Materials whose name matches the pattern. They have KILNCOOK_KEY_TAG only.
	KILNCOOK_RULE_MATERIAL = 2,
	KILNCOOK_RULE_KIND_END = 3,
};

/// Settings of some nodes or materials.
typedef struct kilncook_rule
{
	kilncook_rule_kind kind;
	const char *pattern;
	uint64_t keys;						   ///< 1 << kilncook_key of what the rule sets
	const struct kilncook_options *values; ///< what to; other fields are not read
	const char *where;		  ///< where the rule stands, for the report, such as `crate.fbx.kiln:3`; may be NULL
	const char *const *lines; ///< by key: where that setting stands; NULL, or NULL elements: `where`
} kilncook_rule;

/// Conventions of names that artists author collision by, as bits. cooker/README.md lists the names.
#define KILNCOOK_NAMES_AUTO 0u	 ///< all of them, but of Godot's names only those with `-` or `$`
#define KILNCOOK_NAMES_UNREAL 1u ///< UCX_, UBX_, USP_, UCP_, MCDCX_
#define KILNCOOK_NAMES_GODOT 2u	 ///< -col, -convcol, -colonly, -convcolonly, -rigid, -noimp, -navmesh, -occonly
#define KILNCOOK_NAMES_LOD 4u	 ///< _LOD0, _LOD1, ...
#define KILNCOOK_NAMES_CUSTOM 8u ///< those of rules, which all other bits but NONE have too
#define KILNCOOK_NAMES_NONE 16u	 ///< none, alone: names mean nothing

/// What becomes of art whose file authors collision by extensions of glTF: KHR_physics_rigid_bodies, OMI_physics_body.
typedef uint32_t kilncook_colliders;
enum kilncook_colliders_values
{
	KILNCOOK_COLLIDERS_ONLY = 0, ///< where a file has colliders or triggers, nodes without one become nothing
	KILNCOOK_COLLIDERS_ALSO = 1, ///< nodes without one become what names and rules say, as in other art
	KILNCOOK_COLLIDERS_NONE = 2, ///< the extensions mean nothing
	KILNCOOK_COLLIDERS_END = 3,
};

/// Of kilncook_options.lod: the highest number; all numbers.
#define KILNCOOK_LOD_LAST 0xfffffffeu
#define KILNCOOK_LOD_ALL 0xffffffffu
#define KILNCOOK_LOD_MAX 999u

#define KILNCOOK_WELD_MIN 1e-12
#define KILNCOOK_WELD_MAX 0.1
#define KILNCOOK_SLIVERS_MAX 0.1
/// Merges exactly coplanar triangles only.
#define KILNCOOK_MERGE_EXACT (-1.0)
#define KILNCOOK_MERGE_MIN 1e-12
#define KILNCOOK_MERGE_MAX 0.1
#define KILNCOOK_FACTOR_MIN 1e-12
#define KILNCOOK_FACTOR_MAX 1e12
#define KILNCOOK_HULL_ERROR_MAX 1.0
#define KILNCOOK_LEAF_SIZE_MAX 8
#define KILNCOOK_OPTIMIZE_MAX 64
#define KILNCOOK_THREADS_MAX 256
#define KILNCOOK_IMPORT_SECONDS 600
#define KILNCOOK_TOLERANCE_DEFAULT 1e-4
#define KILNCOOK_TOLERANCE_MAX 0.1
#define KILNCOOK_HOLE_SIZE_DEFAULT 0.1
#define KILNCOOK_LISTED_DEFAULT 16
#define KILNCOOK_LISTED_MAX 1000000000
#define KILNCOOK_FLAT_EDGE_DEFAULT 0.025 /* 1.43 degrees */
#define KILNCOOK_FLAT_EDGE_MAX 0.5
/// Limits of metadata: values of an asset, bytes of their paths and strings in the art, objects and arrays inside each other.
#define KILNCOOK_METADATA_MAX (1u << 20)
#define KILNCOOK_METADATA_BYTES_MAX (1u << 26)
#define KILNCOOK_METADATA_DEPTH_MAX 64
/// Makes only edges of exactly coplanar triangles flat.
#define KILNCOOK_FLAT_EDGE_EXACT (-1.0)

/// How to cook. `{0}` keeps triangles as they are, builds AABB trees, and converts to metres if the file names its unit.
typedef struct kilncook_options
{
	/// Merges vertices that are closer than this factor times the diagonal of their mesh's box; KILNCOOK_WELD_MIN ..
	/// KILNCOOK_WELD_MAX. 0 merges equal positions only.
	double weld;
	/// Metres per unit of the art, KILNCOOK_FACTOR_MIN .. KILNCOOK_FACTOR_MAX. 0 uses the unit that the file names, or 1 if
	/// the file names none.
	double unit;
	/// Extra factor of all coordinates, in the same range; 0 means 1.
	double scale;
	/// Turns the asset by 90 degrees so that the art's up axis becomes this axis; KILNCOOK_AXIS_DEFAULT turns nothing.
	kilncook_axis up;
	/// The art's up axis. KILNCOOK_AXIS_DEFAULT uses the axis that the file names, or y if the file names none.
	kilncook_axis art_up;
	/// Reverses the winding of every triangle.
	bool flip;
	/// Drops triangles whose height is at most this share of their longest edge; 0 .. KILNCOOK_SLIVERS_MAX, 0 drops none. A
	/// dropped triangle leaves a slit of that height: a closed surface is open then, which a warning says. Without the
	/// option, slivers are kept and counted.
	double drop_slivers;
	/// Merges coplanar triangles of one art mesh into polygons, and cuts these into the fewest triangles; only in nodes that are
	/// cooked as meshes and are not deformable. 0 merges none. KILNCOOK_MERGE_EXACT merges exactly coplanar triangles and drops
	/// exactly collinear vertices: the surface does not move. KILNCOOK_MERGE_MIN .. KILNCOOK_MERGE_MAX is the largest distance
	/// between the surfaces before and after, as a share of the diagonal of the mesh's box. Merged triangles name the lowest face
	/// of their polygon.
	double merge;
	/// Repairs of cleaned meshes, as bits 1 << kilncook_repair_step; 0 repairs nothing. `tolerance` limits how far a repair moves the surface.
	uint32_t repair;
	kilncook_shape shape; ///< of nodes that no rule names
	/// Settings of single nodes. What is said about a node beats what these options say about all; of several rules that
	/// match a node, the last one with the key counts. Names come before rules, which beat them unless `names_win`; colliders
	/// of the file come directly after names. A node's own shape and tag (kilncook_node) beat everything.
	const kilncook_rule *rules;
	uint32_t rule_count;
	/// By key, KILNCOOK_KEY_END of them: who set these options' own field, for the report, such as `command line`. A setting
	/// that is named here and has no effect warns. NULL, or NULL elements: nobody.
	const char *const *origins;
	uint32_t names; ///< conventions of names: KILNCOOK_NAMES_AUTO, or bits
	bool names_win; ///< names and colliders of the file beat rules
	kilncook_colliders colliders;
	/// Of nodes with one parent whose names differ in the number behind `_LOD`, the one that is cooked: the lowest from this
	/// number on, or the highest below; or KILNCOOK_LOD_LAST, KILNCOOK_LOD_ALL.
	uint32_t lod;
	uint32_t tag;		  ///< of nodes that no rule gives one
	const char *material; ///< name of the material of all nodes; NULL: what the art says
	/// Layers, triggers and physics. When several marks of one kind match, the last one counts. A kilncook_node's or
	/// kilncook_material's own settings override all marks.
	const kilncook_mark *marks;
	uint32_t mark_count;
	/// Largest numbers of a hull's vertices and faces, 4 or more; 0 sets no limit.
	uint32_t hull_vertices;
	uint32_t hull_faces;
	/// Largest distance between the surface of a simplified hull and the exact hull's, as a share of the diagonal of the exact
	/// hull's box, 0 .. KILNCOOK_HULL_ERROR_MAX; 0 sets no limit. Without limits of vertices and faces, the cooker seeks the
	/// fewest vertices within this distance. With them, the limits come first and the distance may be exceeded.
	double hull_error;
	/// Puts simplified hulls inside the exact hull instead of around it.
	bool hull_inner;
	kilncook_bounds bounds; ///< how the bounding volumes of shapes are fitted
	/// The trees that pair queries can walk, as bits 1 << kilncook_tree; 0: AABB. The AABB tree is always built. Queries walk
	/// the tree of the lowest bit unless they name another. With KILNCOOK_TREES_AUTO the cooker chooses a tree for each mesh,
	/// and for volumes other than AABBs the method that builds the tree, by least counted work in sample queries of the mesh
	/// against itself.
	uint32_t trees;
	kilncook_method method;
	kilncook_split split;
	kilncook_split_axis split_axis;
	/// Most triangles in a leaf before the wide tree is packed, 1 .. KILNCOOK_LEAF_SIZE_MAX; 0 leaves the number to the
	/// builder.
	uint32_t leaf_size;
	/// Passes that improve the built tree by moving subtrees, 0 .. KILNCOOK_OPTIMIZE_MAX.
	uint32_t optimize;
	/// Passes that improve the built tree by rotations (Kensler 2008), in the same range.
	uint32_t rotate;
	/// Most children of a node in trees of volumes other than AABBs, 2 .. 8; 0: 8.
	uint32_t tree_width;
	/// Keeps the number that each vertex has in the art, so that meshes can be deformed (kiln/deform.h).
	bool deformable;
	/// Sine of the largest angle between two triangles at which their edge is flat; contacts at a flat edge take the faces'
	/// normals. At most KILNCOOK_FLAT_EDGE_MAX; 0 means KILNCOOK_FLAT_EDGE_DEFAULT. KILNCOOK_FLAT_EDGE_EXACT is allowed, too.
	double flat_edge;
	/// Keeps metadata: values that the art gives to its scene, nodes, materials and meshes, such as `extras` of glTF, for
	/// kiln/metadata.h. Values that do not fit, or have no type, are left out with the warning `metadata-lost`.
	bool metadata;
	/// Folders whose files the art may name, besides the art's own folder and all folders in it. Symbolic links are resolved
	/// first. Art is not trusted: the cooker refuses art that names an existing file in another folder. A folder here that
	/// does not exist gives KILNCOOK_USAGE.
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
	/// besides the caller's: 0 means 2 GB plus 256 times the bytes of the files that are read, at most three quarters of the
	/// machine's memory. Art that reaches a limit is refused with the code `time-limit` or `memory-limit`, art that crashes
	/// the importer with `import-crashed`.
	double import_seconds;
	uint64_t import_memory;
	/// Largest distance across a crack or T-junction that the survey finds and a repair closes, as a share of the diagonal of the mesh's box, up to
	/// KILNCOOK_TOLERANCE_MAX; 0 means KILNCOOK_TOLERANCE_DEFAULT.
	double tolerance;
	/// Largest diagonal of a hole's box that a repair closes, as a share of the diagonal of the mesh's box, up to 1; 0 means
	/// KILNCOOK_HOLE_SIZE_DEFAULT.
	double hole_size;
	/// Most connected parts of a mesh, and most faults of one kind in a mesh, that the report lists, up to
	/// KILNCOOK_LISTED_MAX; 0 means KILNCOOK_LISTED_DEFAULT. All are counted.
	uint32_t listed;
	/// A cook surveys pairs of triangles too, as kilncook_survey_file always does: KILNCOOK_FAULT_CROSSING and all after it.
	/// These take longer than all other items together.
	bool survey_pairs;
	/// Threads that may work at a time, at most KILNCOOK_THREADS_MAX; 0: one for each processor. The blob is the same for any
	/// number.
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
	void *block; ///< the allocator's block, which contains `data`
	size_t block_size;
} kilncook_blob;

/// Frees a blob and clears the structure. Accepts an empty blob.
KILNCOOK_API void kilncook_blob_free(const kilncook_context *context, kilncook_blob *blob);

/// Counts of what cleaning did to faces and vertices.
typedef struct kilncook_counts
{
	uint64_t vertices;	   ///< before cleaning
	uint64_t faces;		   ///< before cleaning
	uint64_t points;	   ///< faces with one corner, skipped
	uint64_t lines;		   ///< faces with two corners, skipped
	uint64_t invalid;	   ///< faces with an index out of range or a non-finite or huge coordinate, dropped
	uint64_t triangulated; ///< triangles that the remaining faces were cut into
	uint64_t degenerate;   ///< of these triangles, dropped for having no area
	uint64_t duplicates;   ///< of these triangles, dropped as copies of an earlier triangle
	/// Triangles whose height is at most 1/10000 of their longest edge, and that are kept.
	uint64_t slivers;
	uint64_t slivers_dropped; ///< thin triangles that kilncook_options.drop_slivers drops
	uint64_t welded;		  ///< vertices that were merged into others
} kilncook_counts;

/// A face that was dropped as a whole or in part, or that has a sliver.
typedef struct kilncook_dropped
{
	uint32_t source_mesh; ///< mesh in the art file
	uint32_t face;		  ///< face of that mesh
	const char *reason;	  ///< a word that stays the same, such as `degenerate`
} kilncook_dropped;

/// A node of the art that is not in the blob.
typedef struct kilncook_dropped_node
{
	const char *name;
	uint32_t source_node; ///< number in the art's scene graph, counted depth first
	const char *
		reason; ///< a word that stays the same: `left-out`, `no-triangles`, `transform-not-finite`, `transform-overflow`
} kilncook_dropped_node;

/// A tree of volumes other than AABBs.
typedef struct kilncook_tree_row
{
	kilncook_tree kind;
	const char *rule; ///< the rule that built the tree
	uint32_t nodes;
	uint32_t depth;
	uint64_t bytes;
	float sah_cost; ///< sum of the volumes' surface areas, divided by the surface area of the mesh's box
	float volume;	///< sum of the volumes, divided by the volume of the mesh's box
	float
		overlap; ///< mean over the nodes: sum of the children's volumes, divided by the volume of the box around the children
} kilncook_tree_row;

/// What can be wrong with a surface. Every kind is looked for after cleaning: equal vertices are one. "The tolerance" is that
/// of the options, as a length.
typedef uint32_t kilncook_fault_kind;
enum kilncook_fault_kind_values
{
	/// Two boundary edges, each longer than twice the tolerance, whose ends are pairwise within the tolerance of each other. Each edge
	/// is matched with its nearest. distance: between the ends that are farther apart.
	KILNCOOK_FAULT_CRACK = 0,
	/// A boundary vertex within the tolerance of the inside of a boundary edge, farther than the tolerance from the edge's ends, and
	/// no corner of the edge's triangle. distance: from the vertex to the nearest such edge.
	KILNCOOK_FAULT_T_JUNCTION = 1,
	/// A hole that is long and narrow: 4 pi times its area is less than a tenth of its squared length (1 for a circle).
	KILNCOOK_FAULT_GAP = 2,
	/// A loop of boundary edges, some of which are part of no crack and no T-junction. count: its edges. length: their sum.
	/// distance: flatness, the largest distance of a vertex from the mean plane. The outer border of an open surface is one.
	KILNCOOK_FAULT_HOLE = 3,
	/// A triangle whose height is at most 1e-4 of its longest edge. length: of this edge. distance: the height.
	KILNCOOK_FAULT_SLIVER = 4,
	KILNCOOK_FAULT_DUPLICATE = 5, ///< a triangle with the vertices of another, wound the same way; cleaning drops it
	KILNCOOK_FAULT_OPPOSITE = 6,  ///< the same, wound the opposite way; cleaning drops it
	KILNCOOK_FAULT_NONMANIFOLD_EDGE = 7, ///< an edge of more than two triangles. count: how many. length: of the edge
	/// A vertex at which surfaces meet that share no edge there. count: how many surfaces.
	KILNCOOK_FAULT_NONMANIFOLD_VERTEX = 8,
	KILNCOOK_FAULT_WINDING = 9,	  ///< an edge that its two triangles run the same way. length: of the edge
	KILNCOOK_FAULT_INVERTED = 10, ///< a closed connected part, wound inside out, that bounds no cavity of another
	/// A connected part inside a closed one, other than a cavity: nothing outside reaches it. count: parts around it.
	KILNCOOK_FAULT_INNER = 11,
	KILNCOOK_FAULT_CROSSING = 12, ///< two triangles whose insides cross
	KILNCOOK_FAULT_COPLANAR = 13, ///< two triangles of one plane that share an area
	KILNCOOK_FAULT_TOUCHING = 14, ///< two triangles that touch beyond the vertices and the edge that they share
	/// Two connected parts with triangles that cross or are coplanar. count: pairs of such triangles.
	KILNCOOK_FAULT_OVERLAPPING = 15,
	KILNCOOK_FAULT_KIND_END = 16,
};

/// Returns the name of a kind of fault, such as `t-junction`. Names do not change from version to version.
KILNCOOK_API const char *kilncook_fault_name(kilncook_fault_kind kind);

/// A fault, with the triangle where it is and, where two triangles take part, the other one. Numbers that do not apply are
/// KILNCOOK_NONE, lengths 0.
typedef struct kilncook_fault
{
	kilncook_fault_kind kind;
	uint32_t source_mesh; ///< mesh in the art file
	uint32_t face;		  ///< face of that mesh
	uint32_t other_source_mesh;
	uint32_t other_face;
	uint32_t component; ///< the connected part
	uint32_t other_component;
	uint32_t count;	   ///< as the kind says
	float place[3];	   ///< a point of the fault, in the mesh's own coordinates
	float length;	   ///< as the kind says, in the mesh's own units
	float distance;	   ///< as the kind says, in the mesh's own units
	uint32_t triangle; ///< of the cleaned mesh; triangles are in the order of faces
	uint32_t other_triangle;
} kilncook_fault;

#define KILNCOOK_NONE 0xffffffffu
#define KILNCOOK_NO_GENUS (-1)

/// A connected part of a cleaned mesh: triangles that are connected by shared vertices.
typedef struct kilncook_component
{
	uint32_t source_mesh; ///< of its first triangle
	uint32_t face;
	uint32_t flags; ///< bits of kiln_mesh_flags
	uint32_t triangles;
	uint32_t vertices;
	uint32_t edges;
	uint32_t boundary_edges;
	uint32_t nonmanifold_edges;
	uint32_t nonmanifold_vertices;
	uint32_t inconsistent_edges;
	uint32_t boundary_loops;
	int32_t euler_characteristic;
	/// Handles of an orientable part, crosscaps of another one, its holes taken as closed. KILNCOOK_NO_GENUS where an edge
	/// or vertex is not manifold.
	int32_t genus;
	/// Closed parts of the mesh whose box contains this part's box and which contain its highest vertex, by the parity of a ray.
	/// KILNCOOK_NONE when the search reached its limit of work.
	uint32_t depth;
	double area;
	/// Of a closed part that is consistently wound: positive when wound outwards, negative when inside out, 0 when rounding hides the
	/// sign. 0 for all others.
	double volume;
	float bounds_min[3]; ///< in the mesh's own units
	float bounds_max[3];
} kilncook_component;

/// What a step of the repair did to a mesh.
typedef struct kilncook_repair_row
{
	bool asked;	 ///< whether the options ask for the step
	bool undone; ///< the step would have made other faults worse, and was taken back as a whole or from some round on
	uint64_t
		changed; ///< opposite: copies; cracks: vertices welded; t-junctions: sides cut; orient: triangles turned; non-manifold: vertices made; holes: holes closed; inner: parts dropped
	uint64_t made;	  ///< triangles made
	uint64_t dropped; ///< triangles dropped
	uint64_t left;	  ///< faults of the step's kinds that the repaired mesh has
	double distance;  ///< the farthest that a vertex or the surface moved, in the mesh's own units
} kilncook_repair_row;

/// A cleaned mesh and the shape that was cooked from it.
typedef struct kilncook_mesh_row
{
	const char *name;
	kilncook_shape kind; ///< the kind of shape
	uint32_t shape;		 ///< the shape's number in the blob; KILNCOOK_NO_MESH when cleaning left nothing
	uint32_t
		mesh;	 ///< the mesh's number in the blob; KILNCOOK_NO_MESH when cleaning left nothing or the shape is no mesh
	bool shared; ///< equal to an earlier shape: both are stored once
	bool baked;	 ///< cooked with the transform of its node applied, as that transform has no usable inverse
	uint32_t source_meshes; ///< meshes of the art that the shape was made from
	uint32_t nodes;			///< nodes that place the shape
	kilncook_counts counts;
	double weld_tolerance;							  ///< in the mesh's own units
	kilncook_repair_row repairs[KILNCOOK_REPAIR_END]; ///< by step
	uint64_t dropped_first;							  ///< the mesh's first entry in kilncook_report.dropped
	uint64_t dropped_count;
	uint32_t triangles; ///< after cleaning
	uint32_t vertices;
	uint32_t flags; ///< bits of kiln_mesh_flags
	uint32_t edges;
	uint32_t boundary_edges;
	uint32_t nonmanifold_edges;
	uint32_t inconsistent_edges;
	uint32_t components;
	int32_t euler_characteristic;
	/// Triangles before merging (kilncook_options.merge), 0: it was not asked for. All figures of this row but these and `counts`
	/// are those after merging.
	uint32_t merge_before;
	uint32_t merge_regions; ///< polygons that have fewer triangles than before
	/// Polygons of which a vertex could go, but stays: without it, triangles or edges of different polygons would coincide.
	uint32_t merge_kept;
	double merge_tolerance; ///< in the mesh's own units; 0: exact
	double
		merge_moved;  ///< an upper bound of the distance between the surfaces before and after, in the mesh's own units
	double tolerance; ///< of the survey, in the mesh's own units
	uint64_t component_first;				  ///< the mesh's first entry in kilncook_report.components
	uint32_t component_count;				  ///< the first parts, at most kilncook_options.listed
	uint64_t fault_first;					  ///< the mesh's first entry in kilncook_report.faults
	uint64_t fault_count;					  ///< of each kind the first ones, by kind
	uint64_t faults[KILNCOOK_FAULT_KIND_END]; ///< by kind: how many there are
	uint32_t surveyed;						  ///< bits 1 << kilncook_fault_kind of what was looked for
	/// Bits 1 << kilncook_fault_kind of searches that reached their limit of work: there may be more than `faults` says.
	uint32_t unfinished;
	uint64_t convex_sides; ///< meshes only: sides of triangles at convex edges, two for each edge
	uint64_t concave_sides;
	uint64_t flat_sides;
	float bounds_min[3]; ///< in the mesh's own units
	float bounds_max[3];
	uint32_t tree_nodes;
	uint32_t tree_depth;
	uint32_t leaves;
	uint64_t tree_bytes;
	uint64_t leaf_bytes;
	float sah_cost;									///< expected visits of a random ray; a node and a leaf count 1 each
	kilncook_tree_row trees[KILNCOOK_TREE_END - 1]; ///< of volumes other than AABBs
	uint32_t tree_count;
	kilncook_tree pair_tree; ///< the tree that pair queries walk
	const char *choice;		 ///< counted costs of all candidates as `kind:cost` words; "" when there was no choice
	uint32_t hull_dimension; ///< this and all fields below are of hulls only; 3, or 2 for a flat hull
	uint32_t hull_vertices;
	uint32_t hull_edges;
	uint32_t hull_faces;
	uint32_t hull_exact_vertices; ///< of the exact hull, before simplification
	float hull_error;			  ///< largest distance to the exact hull's surface; 0: the hull is exact
	uint64_t hull_bytes;
	/// Spheres, capsules and boxes around meshes: largest distance from their surface to the hull of the mesh. Else -1.
	float fit_error;
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
/// A setting of a node, and who decided it.
typedef struct kilncook_decision
{
	const char *key;   ///< the name of a key or of a mark: kilncook_key_name, kilncook_mark_name
	const char *value; ///< as kiln-cook's option takes it
	const char *by;	   ///< `default`, the line or option that says so, or the name that implies it
} kilncook_decision;

/// What becomes of a node of the art that has meshes or a primitive.
typedef struct kilncook_node_row
{
	const char *name;
	uint32_t source_node;	 ///< depth-first number in the art's scene graph
	kilncook_shape shape;	 ///< KILNCOOK_SHAPE_NONE: it is left out
	bool by_name;			 ///< a convention of names decided something
	uint64_t decision_first; ///< in kilncook_report.decisions; several nodes may share them
	uint32_t decision_count; ///< the shape, and what is not as the options' defaults have it
} kilncook_node_row;

#define KILNCOOK_NO_MESH 0xffffffffu

/// Stages of a cook, in their order.
typedef uint32_t kilncook_stage;
enum kilncook_stage_values
{
	KILNCOOK_STAGE_READ = 0,   ///< hashes the art file
	KILNCOOK_STAGE_IMPORT = 1, ///< parses the art file
	KILNCOOK_STAGE_CLEAN = 2,
	KILNCOOK_STAGE_SURVEY = 3, ///< finds connected parts and faults of cleaned meshes
	KILNCOOK_STAGE_BOUND = 4,  ///< builds hulls, bounding volumes and mass
	KILNCOOK_STAGE_TREE = 5,
	KILNCOOK_STAGE_PROVE = 6, ///< proves trees and the finished blob
	KILNCOOK_STAGE_WRITE = 7, ///< lays the blob out
	KILNCOOK_STAGE_END = 8,
};

/// Returns the name of a stage, such as `import`. Names do not change from version to version.
KILNCOOK_API const char *kilncook_stage_name(kilncook_stage stage);

#define KILNCOOK_SECTIONS_MAX 32

typedef struct kilncook_section_row
{
	const char *name;
	uint64_t bytes;
} kilncook_section_row;

/// Everything that a cook reports. The caller owns the report of a successful cook and frees it with kilncook_report_free.
typedef struct kilncook_report
{
	const char *source_name; ///< the art file's name without folders
	const char *importer;	 ///< the importer's library and version
	const char *options;	 ///< the options that were used, as `key=value` words
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
	uint32_t layers;   ///< that have a name
	uint32_t triggers; ///< nodes that are triggers
	uint32_t bodies;   ///< rigid bodies of the art
	uint32_t metadata; ///< values of metadata
	uint32_t scene_depth;
	uint32_t scene_tree_nodes;
	double unit;				 ///< the metres per unit of the art that were used
	bool unit_known;			 ///< the file or the options named the unit
	double scale;				 ///< the extra factor that was used
	char art_up;				 ///< `x`, `y`, `z`, or `?` when the file does not name it
	double bounds_min_metres[3]; ///< of the whole asset
	double bounds_max_metres[3];

	kilncook_section_row sections[KILNCOOK_SECTIONS_MAX];
	uint32_t section_count;
	kilncook_mesh_row *rows;
	uint64_t row_count;
	kilncook_dropped *dropped;
	uint64_t dropped_count;
	kilncook_component *components; ///< connected parts of meshes; kilncook_mesh_row says which are a mesh's
	uint64_t component_count;
	kilncook_fault *faults;
	uint64_t fault_count;
	kilncook_dropped_node *dropped_nodes;
	uint64_t dropped_node_count;
	kilncook_node_row *node_rows; ///< by source node
	uint64_t node_row_count;
	kilncook_decision *decisions;
	uint64_t decision_count;
	uint32_t nodes_left_out;	 ///< by rules and names
	uint32_t nodes_by_name;		 ///< nodes of which a convention of names decided something
	uint32_t nodes_by_extension; ///< nodes whose shape an extension of the file decided

	/// Files that were read besides the art file, each once, by the names that the importer gave them, byte for byte. A scene
	/// in memory has none.
	char **side_files;
	uint32_t side_file_count;

	double ms[KILNCOOK_STAGE_END]; ///< only this field and the next two differ from run to run
	double ms_total;
	/// Most memory of the process or of the isolated import, whichever used more; 0 where the system does not report it.
	uint64_t peak_bytes;

	char *strings; ///< the bytes of all names above
	size_t strings_size;
	uint64_t row_capacity;
	uint64_t dropped_capacity;
	uint64_t component_capacity;
	uint64_t fault_capacity;
	uint64_t dropped_node_capacity;
	uint64_t message_capacity;
	uint64_t node_row_capacity;
	uint64_t decision_capacity;
	char *decision_strings; ///< what rows and decisions of nodes point into
	size_t decision_strings_size;
} kilncook_report;

KILNCOOK_API void kilncook_report_free(const kilncook_context *context, kilncook_report *report);

/// Writes the report for people, on many lines. KILNCOOK_INTERNAL when memory runs out.
KILNCOOK_API kilncook_status kilncook_report_text(
	const kilncook_context *context, const kilncook_report *report, kilncook_blob *text);

/// Writes the report as one JSON object in UTF-8, with `"schema": "kiln-cook-report/1"`.
KILNCOOK_API kilncook_status kilncook_report_json(
	const kilncook_context *context, const kilncook_report *report, kilncook_blob *text);

/// Reads an art file and cooks it. The same file name, bytes and options give the same blob on every machine for OBJ, PLY,
/// STL, OFF and glTF 2.0, which are read without assimp. For other formats they give the same blob with the same version of
/// assimp on the same kind of processor. `report` may be NULL. KILNCOOK_REFUSED when the file holds nothing usable,
/// KILNCOOK_IO when the file cannot be read.
KILNCOOK_API kilncook_status kilncook_cook_file(const kilncook_context *context, const char *path,
	const kilncook_options *options, kilncook_blob *blob, kilncook_report *report);

/// Reads an art file and decides what becomes of each node, without cooking it: the report has the source's figures,
/// `node_rows` and `decisions`. Warns as kilncook_cook_file does up to there.
KILNCOOK_API kilncook_status kilncook_explain_file(
	const kilncook_context *context, const char *path, const kilncook_options *options, kilncook_report *report);

/// Reads an art file, cleans its meshes and surveys them without cooking them: the report has the source's figures, and rows
/// with counts of cleaning, connected parts and faults of all kinds. Fails as kilncook_cook_file does up to there.
KILNCOOK_API kilncook_status kilncook_survey_file(
	const kilncook_context *context, const char *path, const kilncook_options *options, kilncook_report *report);

/// Writes the surveys of a report for people: lines for each mesh, its connected parts and its faults. KILNCOOK_INTERNAL when
/// memory runs out.
KILNCOOK_API kilncook_status kilncook_survey_text(
	const kilncook_context *context, const kilncook_report *report, kilncook_blob *text);

/// A mesh in the caller's memory. The cooker reads the mesh once and keeps no pointer to it.
typedef struct kilncook_mesh
{
	const char *name;		///< UTF-8, may be NULL
	const float *positions; ///< x, y, z of every vertex
	size_t position_stride; ///< bytes from a vertex to the next, 12 or more, aligned or not; 0 means 12
	uint32_t vertex_count;
	const void *indices; ///< NULL: vertex i is corner i
	uint32_t index_size; ///< bytes: 2 or 4; 0 means 4
	uint64_t index_count;
	const uint32_t *face_sizes; ///< corners of every face; NULL: triangles
	uint32_t face_count;		///< entries of face_sizes
	/// For each entry of face_sizes: whether its corners, 3 or more, are the contour of a hole in the last face before it. A
	/// hole lies inside of its face, may touch it or other holes, and may have either winding. Holes do not count in the
	/// numbers of faces. NULL: no holes.
	const bool *holes;
	uint32_t material; ///< number in kilncook_scene.materials
} kilncook_mesh;

/// A solid that is given by numbers. Coordinates are finite and at most 2^40 in magnitude, sizes are 0 or more.
typedef struct kilncook_primitive
{
	const char *name; ///< UTF-8, may be NULL
	/// KILNCOOK_SHAPE_SPHERE: centre, radius. CAPSULE: ends a and b of the segment, radius. BOX: centre, half extents,
	/// quaternion x, y, z, w of its rotation, all zero for no rotation. CYLINDER: centres a and b of the caps, which differ, and
	/// the radius.
	kilncook_shape shape;
	float parameters[12]; ///< unused ones are 0
	uint32_t material;	  ///< number in kilncook_scene.materials
} kilncook_primitive;

/// A placed shape: a set of meshes, or a primitive. The cooker joins the meshes of one node, so that a surface that is split
/// by material stays closed.
typedef struct kilncook_node
{
	const char *name; ///< UTF-8, may be NULL
	/// The transform: three rows of four; NULL: the identity. The cooker drops a node with a warning when the transform is
	/// not finite, or when the node places a primitive and the transform has no usable inverse. A scene without any node left
	/// is refused.
	const double *to_asset;
	const uint32_t *meshes; ///< numbers in kilncook_scene.meshes
	uint32_t mesh_count;
	uint32_t tag;						 ///< the caller's own number, which hits of queries report
	kilncook_shape shape;				 ///< the shape that the meshes are cooked into
	const kilncook_primitive *primitive; ///< instead of meshes; nodes may share a primitive; NULL: none
	uint64_t layers;					 ///< bit i: layer i. 0: what marks say, without a mark the first layer
	uint64_t collides;					 ///< layers that the node collides with; 0: what marks say, without a mark all
	uint64_t user;						 ///< the caller's own 64 bits; 0: what marks say
	bool trigger;						 ///< the node is a trigger; false: what marks say
} kilncook_node;

typedef struct kilncook_material
{
	const char *name;		  ///< UTF-8, may be NULL
	uint32_t tag;			  ///< the caller's own number
	uint64_t layers;		  ///< of its triangles; 0: what marks say, without one those of the node
	uint64_t collides;		  ///< layers that its triangles collide with; 0: the same
	uint64_t user;			  ///< the caller's own 64 bits; 0: what marks say
	const float *friction;	  ///< from 0; NULL: what marks say, without one not known
	const float *restitution; ///< 0 .. 1; NULL: the same
} kilncook_material;

/// What metadata belongs to.
typedef uint32_t kilncook_metadata_owner;
enum kilncook_metadata_owner_values
{
	KILNCOOK_METADATA_SCENE = 0,
	KILNCOOK_METADATA_NODE = 1,
	KILNCOOK_METADATA_MATERIAL = 2,
	KILNCOOK_METADATA_MESH = 3, ///< the parts of the asset that were made from the mesh
	KILNCOOK_METADATA_OWNER_END = 4,
};

/// The type of a value of metadata.
typedef uint32_t kilncook_metadata_type;
enum kilncook_metadata_type_values
{
	KILNCOOK_METADATA_NULL = 0,
	KILNCOOK_METADATA_BOOL = 1,
	KILNCOOK_METADATA_INT = 2,
	KILNCOOK_METADATA_DOUBLE = 3,
	KILNCOOK_METADATA_STRING = 4,
	KILNCOOK_METADATA_TYPE_END = 5,
};

/// A value of metadata. Only the field of its type is read.
typedef struct kilncook_metadata
{
	kilncook_metadata_owner owner;
	uint32_t index;	  ///< number of the node, material or mesh in the scene; 0 for the scene
	const char *path; ///< UTF-8, a JSON Pointer (RFC 6901) that begins with `/`
	kilncook_metadata_type type;
	bool boolean;
	int64_t integer;
	double number;		///< finite, else it is left out
	const char *string; ///< UTF-8
} kilncook_metadata;

typedef struct kilncook_scene
{
	const char *name; ///< the source's name in the blob, in place of a file's; may be NULL
	const kilncook_mesh *meshes;
	uint32_t mesh_count;
	const kilncook_node *nodes; ///< NULL: one node places all meshes together
	uint32_t node_count;
	const kilncook_material *materials; ///< NULL: one material without a name
	uint32_t material_count;
	kilncook_axis up; ///< KILNCOOK_AXIS_DEFAULT: unknown
	double unit;	  ///< metres per unit; 0: unknown
	/// Names of the layers from the first on, at most 64, each NULL or of at most 255 bytes. NULL: one layer, `default`.
	const char *const *layers;
	uint32_t layer_count;
	/// Values in any order, which kilncook_options.metadata keeps. Of several with one owner and path, the first counts.
	const kilncook_metadata *metadata;
	uint32_t metadata_count;
} kilncook_scene;

/// Cooks a scene in memory. KILNCOOK_USAGE when the scene contradicts itself (a mesh or material number out of
/// range, an odd index size, face sizes that don't add up, a node with meshes and a primitive, a primitive out of
/// range); broken geometry is cleaned or refused as in a file.
KILNCOOK_API kilncook_status kilncook_cook_memory(const kilncook_context *context, const kilncook_scene *scene,
	const kilncook_options *options, kilncook_blob *blob, kilncook_report *report);

/// Surveys a scene in memory, as kilncook_survey_file surveys a file. Fails as kilncook_cook_memory does.
KILNCOOK_API kilncook_status kilncook_survey_memory(const kilncook_context *context, const kilncook_scene *scene,
	const kilncook_options *options, kilncook_report *report);

/// A polygon in the caller's memory, with or without holes.
typedef struct kilncook_polygon
{
	const float *positions; ///< x, y, z of every vertex; finite, at most 2^40 in magnitude
	uint32_t vertex_count;
	const uint32_t *corners; ///< numbers of vertices, contour after contour; NULL: corner i is vertex i
	/// The corner before which each contour ends, increasing; each contour has 3 corners or more. The first contour is the outline, the
	/// others are holes, with either winding. Holes lie inside the outline, and may touch it or each other.
	const uint32_t *contour_ends;
	uint32_t contour_count; ///< 1 or more
} kilncook_polygon;

/// Whether all corners of a polygon lie in one plane: exactly, by exact signs, where `tolerance` is 0; else within the tolerance of the
/// plane whose normal is the sum of the outline's cross products (Newell) and that lies in the middle of the corners. `distance`, unless
/// NULL, gets the largest distance of a corner from that plane, rounded up, but 0 where the corners are exactly coplanar. Corners on one line are
/// planar. KILNCOOK_USAGE when the polygon contradicts itself or the tolerance is below 0 or NaN.
KILNCOOK_API kilncook_status kilncook_polygon_planar(
	const kilncook_context *context, const kilncook_polygon *polygon, double tolerance, bool *planar, double *distance);

/// How two polygons lie.
typedef uint32_t kilncook_coplanarity;
enum kilncook_coplanarity_values
{
	KILNCOOK_COPLANAR_NOT = 0,
	KILNCOOK_COPLANAR_SAME = 1,		///< in one plane, facing the same way
	KILNCOOK_COPLANAR_OPPOSITE = 2, ///< in one plane, facing opposite ways
	KILNCOOK_COPLANAR_FLAT =
		3, ///< in one plane, but one of the outlines has no area, or none that rounding leaves certain
	KILNCOOK_COPLANAR_END = 4,
};

/// Whether all corners of two polygons lie in one plane: exactly, where `tolerance` is 0; else within the tolerance of the plane of both
/// together, as kilncook_polygon_planar has it, with the normal of the outline of larger area. Fails as that does.
KILNCOOK_API kilncook_status kilncook_polygon_coplanar(const kilncook_context *context, const kilncook_polygon *a,
	const kilncook_polygon *b, double tolerance, kilncook_coplanarity *coplanarity);

/// How a polygon is cut.
typedef uint32_t kilncook_partition;
enum kilncook_partition_values
{
	KILNCOOK_PARTITION_TRIANGLES = 0, ///< the fewest triangles: corners + 2 holes - 2
	/// Convex pieces, at most four times as many as the fewest: triangles, joined across the longest edges first (S. Hertel,
	/// K. Mehlhorn, Fast Triangulation of Simple Polygons, 1983).
	KILNCOOK_PARTITION_CONVEX = 1,
	/// The fewest convex pieces without new vertices, for polygons of one contour of at most KILNCOOK_PARTITION_CORNERS_MAX corners (D. H. Greene, The
	/// Decomposition of Polygons into Convex Parts, 1983; J. M. Keil, Decomposing a Polygon into Simpler Components, 1985).
	KILNCOOK_PARTITION_FEWEST = 2,
	KILNCOOK_PARTITION_END = 3,
};

#define KILNCOOK_PARTITION_CORNERS_MAX 128

/// Pieces of a polygon: lists of its corners, by their place in `corners`, wound as the outline. The angle at a corner is at most 180
/// degrees, exactly, seen along the axis that is nearest to the outline's normal.
typedef struct kilncook_pieces
{
	uint32_t *corners;	  ///< piece after piece
	uint32_t *piece_ends; ///< where each piece ends in `corners`
	uint32_t piece_count;
	uint32_t corner_count;
} kilncook_pieces;

KILNCOOK_API void kilncook_pieces_free(const kilncook_context *context, kilncook_pieces *pieces);

/// Cuts a polygon into pieces that have no vertices but its own, cover it and do not overlap. KILNCOOK_USAGE when the polygon contradicts itself,
/// or has holes or too many corners for KILNCOOK_PARTITION_FEWEST. KILNCOOK_REFUSED (`polygon-crossed`) when contours cross, holes
/// leave the outline, or the polygon has no area, seen along that axis; with KILNCOOK_PARTITION_FEWEST also where it touches itself.
KILNCOOK_API kilncook_status kilncook_polygon_partition(const kilncook_context *context,
	const kilncook_polygon *polygon, kilncook_partition partition, kilncook_pieces *pieces);

/// Writes a file so that `path` holds either its old bytes or all new bytes, never a part: writes a temporary file in the
/// same folder, flushes it to the disk and renames it. Writes directly to a device or pipe. KILNCOOK_IO with a message.
KILNCOOK_API kilncook_status kilncook_write_atomic(
	const kilncook_context *context, const char *path, const void *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
