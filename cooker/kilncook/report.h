// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_REPORT_H
#define KILNCOOK_REPORT_H

#include "parts.h"
#include "repair.h"
#include "survey.h"
#include "wrap.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/// A coarser mesh that is stored beside a mesh.
typedef struct kilncook_level_row
{
	uint32_t mesh; ///< its number in the blob
	uint32_t triangles;
	/// The two-sided Hausdorff distance from the full mesh, in the mesh's own units, is certainly in this interval.
	double lower, upper;
} kilncook_level_row;

/// A cleaned mesh and the shape that was cooked from it.
typedef struct kilncook_mesh_row
{
	const char *name;
	kilncook_shape kind; ///< the kind of shape
	uint32_t shape;		 ///< the shape's number in the blob; KILNCOOK_NO_MESH when cleaning left nothing
	uint32_t
		mesh;	 ///< the mesh's number in the blob; KILNCOOK_NO_MESH when cleaning left nothing or the shape is no mesh
	bool shared; ///< equal to an earlier shape: both are stored once
	bool
		baked; ///< cooked in place, with the transform of its node applied: it has no usable inverse, or the mesh is far from its own origin
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
	/// Triangles before simplifying (kilncook_options.simplify), 0: it was not asked for. Figures are as with merging.
	uint32_t simplify_before;
	uint32_t simplify_trials; ///< sequences of collapses
	/// The two-sided Hausdorff distance between the surfaces before and after simplifying, in the mesh's own units, is certainly at
	/// least `simplify_lower` and at most `simplify_upper`.
	double simplify_lower;
	double simplify_upper;
	kilncook_level_row levels[KILNCOOK_LEVELS_MAX]; ///< coarser meshes (kilncook_options.levels), by distance
	uint32_t level_count;
	kilncook_sdf_row sdf; ///< of a mesh or hull; those of convex parts are in kilncook_report.parts
	/// Of a compact layout (kilncook_options.layout): the step of the mesh's grid, in its own units; 0: the layout is exact. Figures of
	/// this row but those of merging and simplifying are those of the moved mesh.
	double layout_step;
	double layout_moved;				  ///< the largest distance that a vertex moved, certain
	uint32_t layout_merged;				  ///< vertices that became one with another
	uint32_t layout_flat;				  ///< triangles that lost their area, and were dropped
	uint32_t layout_duplicates;			  ///< triangles that became copies, and were dropped
	uint32_t layout_exact;				  ///< leaves that are too large for the compact layout, and are stored exactly
	kilncook_simplify_side simplify_side; ///< on which the surface is proved to lie; KILNCOOK_SIMPLIFY_BOTH: none
	/// Triangles before merging (kilncook_options.merge), 0: it was not asked for. All figures of this row but these and `counts`
	/// are those after merging.
	uint32_t merge_before;
	uint32_t merge_regions; ///< polygons that have fewer triangles than before
	/// Polygons of which a vertex could go, but stays: without it, triangles or edges of different polygons would coincide.
	uint32_t merge_kept;
	double merge_tolerance; ///< in the mesh's own units; 0: exact
	double
		merge_moved; ///< an upper bound of the distance between the surfaces before and after, in the mesh's own units
	/// Figures of the wrap (kilncook_options.wrap), in the mesh's own units; 0 triangles: it was not asked for. All figures of
	/// this row but `counts` and `repairs` are those of the wrap.
	kilncook_wrap_counts wrap;
	double tolerance;						  ///< of the survey, in the mesh's own units
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
	/// By shape, KILNCOOK_SHAPE_MESH to KILNCOOK_SHAPE_PARTS: what KILNCOOK_SHAPE_AUTO weighed; all zero when the shape was given.
	kilncook_shape_candidate candidates[KILNCOOK_SHAPE_NONE];
	/// Figures of convex parts (KILNCOOK_SHAPE_PARTS); the error includes that of the hulls' limits. 0 parts: the shape is another. `shape` is
	/// that of the first part, and each node of the art has a node of the blob for each part.
	kilncook_parts_counts parts;
	uint64_t part_first;	 ///< the mesh's first entry in kilncook_report.parts; it has parts.parts of them
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

#define KILNCOOK_SECTIONS_MAX 64

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
	double bounds_max_metres[3]; ///< about the origin
	double origin[3];			 ///< of the asset's coordinates, in metres
	double step;				 ///< of the grid of meshes that are cooked in place, in metres; 0: there is none

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
	kilncook_part_row *parts; ///< convex parts of meshes; kilncook_mesh_row says which are a mesh's
	uint64_t part_count;
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
	/// Files that were looked for with the art and do not exist, each once, at most 4096: the asset may change when one
	/// appears.
	char **missing_files;
	uint32_t missing_file_count;
	/// Changes when a side file is written again or replaced: a sum over their identities, sizes and times when they were
	/// opened.
	uint64_t side_file_stamp;

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
	uint64_t part_capacity;
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

#ifdef __cplusplus
}
#endif

#endif
