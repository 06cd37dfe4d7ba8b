// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_OPTIONS_H
#define KILNCOOK_OPTIONS_H

#include "base.h"
#include "parts.h"
#include "simplify.h"

#ifdef __cplusplus
extern "C" {
#endif

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
	KILNCOOK_KEY_WRAP = 22,
	KILNCOOK_KEY_WRAP_OFFSET = 23,
	KILNCOOK_KEY_SIMPLIFY = 24,
	KILNCOOK_KEY_SIMPLIFY_SIDE = 25,
	KILNCOOK_KEY_PARTS_MAX = 26,
	KILNCOOK_KEY_PARTS_ERROR = 27,
	KILNCOOK_KEY_PARTS_QUALITY = 28,
	KILNCOOK_KEY_LEVELS = 29,
	KILNCOOK_KEY_PARTS_CLEAR = 30,
	KILNCOOK_KEY_PARTS_CLEAR_FROM = 31,
	KILNCOOK_KEY_SDF = 32,
	KILNCOOK_KEY_SDF_BLOCKS = 33,
	KILNCOOK_KEY_SIMPLIFY_BORDERS = 34,
	KILNCOOK_KEY_LAYOUT = 35,
	KILNCOOK_KEY_EXACT_IF_POSSIBLE = 36,
	KILNCOOK_KEY_END = 37,
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

/// Where the coordinates of an asset begin.
typedef uint32_t kilncook_origin;
enum kilncook_origin_values
{
	KILNCOOK_ORIGIN_ZERO = 0,  ///< at zero
	KILNCOOK_ORIGIN_GIVEN = 1, ///< at kilncook_options.origin_at
	/// At the middle of the box of all meshes and primitives, rounded to a sixteenth to an eighth of the box's longest side; at
	/// zero where nothing is farther from zero than four of these sides.
	KILNCOOK_ORIGIN_AUTO = 2,
	KILNCOOK_ORIGIN_END = 3,
};

/// Largest coordinate of an origin.
#define KILNCOOK_ORIGIN_MAX 9007199254740992.0 /* 2^53 */
#define KILNCOOK_SNAP_MIN 1e-30
#define KILNCOOK_SNAP_MAX 1e9

#define KILNCOOK_WELD_MIN 1e-12
#define KILNCOOK_WELD_MAX 0.1
#define KILNCOOK_SLIVERS_MAX 0.1
/// Merges exactly coplanar triangles only.
#define KILNCOOK_MERGE_EXACT (-1.0)
#define KILNCOOK_MERGE_MIN 1e-12
#define KILNCOOK_MERGE_MAX 0.1
#define KILNCOOK_WRAP_DEFAULT 0.05
/// The default of kilncook_options.wrap_offset, as a share of the detail.
#define KILNCOOK_WRAP_OFFSET_SHARE 0.1
#define KILNCOOK_WRAP_MIN 1e-9
#define KILNCOOK_WRAP_MAX 1e9
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
#define KILNCOOK_SDF_BLOCKS_MIN 64
#define KILNCOOK_SDF_BLOCKS_MAX (1u << 24)
#define KILNCOOK_SDF_BLOCKS_DEFAULT (1u << 15)
#define KILNCOOK_LAYOUT_BITS_MIN 16
#define KILNCOOK_LAYOUT_BITS_MAX 21
/// Limits of metadata: values of an asset, bytes of their paths and strings in the art, objects and arrays inside each other.
#define KILNCOOK_METADATA_MAX (1u << 20)
#define KILNCOOK_METADATA_BYTES_MAX (1u << 26)
#define KILNCOOK_METADATA_DEPTH_MAX 64
/// Makes only edges of exactly coplanar triangles flat.
#define KILNCOOK_FLAT_EDGE_EXACT (-1.0)

/// The most points in a list.
#define KILNCOOK_POINTS_MAX 8

/// A short list of points; coordinates are finite.
typedef struct kilncook_points
{
	uint32_t count;
	uint32_t reserved; ///< 0
	double at[KILNCOOK_POINTS_MAX][3];
} kilncook_points;

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
	/// For large worlds: the asset's coordinates are floats about an origin, which is subtracted in double before anything is
	/// rounded, and stored for kiln_asset_origin. Positions are doubles where the art has them: OBJ, PLY, OFF, STL as text,
	/// kilncook_mesh.exact, and transforms of glTF. A mesh that lies farther from its own origin than four times as far as from
	/// the asset's is cooked in place, with the transform of its node applied. Else the node's transform leads to the origin.
	kilncook_origin origin;
	/// Of KILNCOOK_ORIGIN_GIVEN: the origin, in the asset's unit, after `up`, `unit` and `scale`. KILNCOOK_ORIGIN_MAX in
	/// magnitude at most, and a multiple of the grid.
	double origin_at[3];
	/// Moves vertices to a grid of the large world, KILNCOOK_SNAP_MIN .. KILNCOOK_SNAP_MAX: to multiples of the largest power of
	/// two that is at most `snap`, in the asset's unit. 0: no grid. Assets with one grid that share vertices in the art share
	/// them exactly, whatever their origins: tiles meet without a crack. Each mesh that one node places is cooked in place and
	/// moved; those that several nodes place are not. Later steps that move vertices, such as wraps, are not on the grid.
	double snap;
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
	/// Replaces each mesh by a wrap, a closed surface around it (kilncook_wrap_build), with openings narrower than this detail
	/// closed; only in nodes that are cooked as meshes and are not deformable, as convex parts, or as the shape that costs least. 0
	/// wraps nothing. KILNCOOK_WRAP_MIN .. KILNCOOK_WRAP_MAX: a share of the diagonal of the mesh's box. Below 0, in the same range: minus a length in the asset's unit,
	/// before a node scales the mesh. A triangle of the wrap names the face of the art that is nearest to its middle. A
	/// wrap that cannot be made refuses the art.
	double wrap;
	/// Largest distance of a wrap's vertices from the mesh, in the same way. 0: KILNCOOK_WRAP_OFFSET_SHARE of the detail.
	double wrap_offset;
	/// Simplifies meshes by collapses of edges, after merging, where they are cooked as meshes and are not deformable. 0 simplifies none.
	/// KILNCOOK_SIMPLIFY_ERROR_MIN .. KILNCOOK_SIMPLIFY_ERROR_MAX is the largest two-sided Hausdorff distance between the surfaces before and
	/// after, as a share of the diagonal of the mesh's box: the fewest triangles within it are sought, and the distance is certain. A whole
	/// number from 1 to KILNCOOK_SIMPLIFY_TRIANGLES_MAX is the most triangles of a mesh: the least distance is sought. Borders, unless
	/// `simplify_borders` is set, edges between art meshes and the topology stay, so that more triangles can be left. Simplified triangles name a face near them.
	double simplify;
	/// The side on which simplified surfaces lie. Other than KILNCOOK_SIMPLIFY_BOTH, only closed meshes are simplified, their vertices move,
	/// and a mesh whose side can't be proved stays as it is, with the warning `simplify-side`.
	kilncook_simplify_side simplify_side;
	/// Lets the vertices of borders move along the borders, in simplified meshes and levels. Borders of other meshes then fit no longer. Edges between
	/// art meshes stay.
	bool simplify_borders;
	/// Levels of detail: coarser meshes that are stored beside each mesh, for kiln/level.h, where meshes are not deformable. Each number
	/// is an error or a number of triangles as in `simplify`, about the mesh that is stored, on `simplify_side` of it; the first 0 ends
	/// the list, in any order. A level that has no fewer triangles than a nearer one is left out, with the warning `levels-dropped`.
	double levels[KILNCOOK_LEVELS_MAX];
	/// Makes a signed distance field of each mesh and hull that is stored, for kiln/sdf.h; primitives need none. 0 makes none. The largest
	/// error of the field near the surface: a share of the diagonal or minus a length, as `wrap`; farther away, an eighth of the distance
	/// is allowed. The error of each block is proved and stored. A mesh that is open or not consistently wound and a hull without a volume
	/// have no inside, and refuse the art.
	double sdf;
	/// Most blocks of a field, of 1040 bytes each, KILNCOOK_SDF_BLOCKS_MIN .. KILNCOOK_SDF_BLOCKS_MAX; 0: KILNCOOK_SDF_BLOCKS_DEFAULT.
	/// Where they do not suffice for the error, the blocks keep the error that they have, and the warning `sdf-limit` says so.
	uint32_t sdf_blocks;
	/// Stores meshes compactly: their vertices move to a grid whose step is a power of two, and take two to three bytes a coordinate less.
	/// 0: the exact layout, four bytes a coordinate. KILNCOOK_LAYOUT_BITS_MIN .. KILNCOOK_LAYOUT_BITS_MAX: so many bits number the
	/// steps along the longest axis of each mesh. Below 1: the largest distance that a vertex may move, a share of the diagonal;
	/// or minus a length: then all meshes whose transforms are alike share one grid, and meet where they met. Triangles that lose
	/// their area, or become copies, are dropped, with the warning `layout-dropped`. Meshes that are deformable, simplified to one side, or too far from
	/// their origin keep the exact layout, with the warning `layout-exact`.
	double layout;
	/// Takes a finer grid, of up to KILNCOOK_LAYOUT_BITS_MAX bits, if all vertices lie on it, so that none moves.
	bool exact_if_possible;
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
	/// Of KILNCOOK_SHAPE_PARTS: most hulls of a shape, up to KILNCOOK_PARTS_MAX; 0: KILNCOOK_PARTS_DEFAULT. Where so many do not
	/// suffice for the error, the warning `parts-error` says so.
	uint32_t parts_max;
	/// How far a hull may stick out of the art: a share of the diagonal or minus a length, as `wrap`; 0: KILNCOOK_PARTS_ERROR_DEFAULT of the
	/// diagonal. Parts are merged as long as they keep it. Limits of hulls come later and may exceed it; the report has the sum.
	double parts_error;
	kilncook_parts_quality parts_quality;
	/// Radius of a ball whose way stays free: as `wrap`; 0: no ball. No hull enters the space that the ball reaches among the mesh's own triangles
	/// deeper than a quarter of the radius, certainly: a ball of three quarters of it passes wherever the ball passes. Hulls are not merged, and
	/// are cut, where they would enter it. The warning `parts-clear` says so where `parts_max` hulls do not suffice. Of
	/// KILNCOOK_SHAPE_AUTO, too, where the choice is parts or a hull.
	double parts_clear;
	/// Points from which the ball starts, in the coordinates of the mesh. None: outside, from beyond the mesh's box.
	kilncook_points parts_clear_from;
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
	/// Keeps adjacency: the twin of each side of each triangle, for kiln_triangle_twin, twelve bytes a triangle; and for
	/// kiln/junction.h the sides that run along each other at T-junctions within `tolerance`, 16 bytes each.
	bool adjacency;
	/// Keeps the survey of each mesh for kiln/survey.h: its connected parts and the faults of its surface after cleaning and repairs, up
	/// to `listed` of each kind, with pairs of triangles if `survey_pairs` is set. 168 bytes a mesh, 96 a part and 60 a fault.
	bool keep_survey;
	/// Folders whose files the art may name, besides the art's own folder and all folders in it. Symbolic links are resolved
	/// first. Art is not trusted: the cooker refuses art that names an existing file in another folder. A folder here that
	/// does not exist gives KILNCOOK_USAGE.
	const char *const *allow_outside;
	uint32_t allow_outside_count;
	/// Import files in a process of their own, which hands over plain arrays that are checked, and ends: a crash, a hang or
	/// a damaged heap of an importer refuses the art and goes no further. The process can read the art's folder and the
	/// allowed ones, and write to its pipes; it can open no socket, start no process and write no file. Linux alone confines a
	/// process so far, by seccomp and landlock where the kernel has them. The process is made with fork(): a program of several threads should isolate only where its C library lets a forked child allocate (glibc, musl and macOS do).
	/// Without it, the import runs in the caller's process, without limits, and those of several threads through assimp wait
	/// for each other: assimp has one log a process. It takes assimp's logger from a program that uses assimp itself. Windows has no fork: there this changes
	/// nothing, and nothing is isolated. Cleaning and all that follows always run in the caller's process.
	bool isolate_import;
	/// Limits of an isolated import. Seconds, and seconds of processor time, which do not depend on what else the machine does,
	/// rounded up: 0 means KILNCOOK_IMPORT_SECONDS, INFINITY sets no limit. Bytes of memory
	/// besides the caller's: 0 means 2 GB plus 256 times the bytes of the files that are read, at most three quarters of the
	/// machine's memory. Art that reaches a limit is refused with the code `time-limit` or `memory-limit`, art that crashes
	/// the importer with `import-crashed` or `import-forbidden`.
	double import_seconds;
	double import_processor_seconds;
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
	/// Threads that may work at a time, at most KILNCOOK_THREADS_MAX; 0: one for each processor. The blob and the messages are the same
	/// for any number. Several meshes of an asset are made at a time, unless the context has an allocator, whose calls
	/// would take longer than small meshes do; a large mesh is packed, surveyed and bounded at the same time.
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

#ifdef __cplusplus
}
#endif

#endif
