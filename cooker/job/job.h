// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_JOB_H
#define KILN_COOKER_JOB_H

#include "clean/clean.h"
#include "clean/edge_kinds.h"
#include "clean/snap.h"
#include "hull/pack/pack.h"
#include "kiln_format.h"
#include "merge/merge.h"
#include "names.h"
#include "plan/plan.h"
#include "scene.h"
#include "sdf/sdf.h"
#include "simplify/simplify_mesh.h"
#include "tree/pack.h"
#include "volume/volume_tree.h"

/// One cook on its way from an art_scene to a blob: its state, which all steps share.

/// The input of one shape: the art meshes of one node together, or a primitive.
typedef struct cook_set
{
	uint32_t mesh_first; ///< in cook_job.set_meshes, increasing numbers of art meshes
	uint32_t mesh_count;
	const art_primitive *primitive; ///< instead of meshes, or NULL; invalid after the art scene is freed
	uint32_t node_first;			///< in cook_job.placed
	uint32_t node_count;
	uint32_t name;		  ///< offset in names
	kilncook_shape shape; ///< the shape to make
	uint32_t surface;	  ///< physics material of the art, in art_scene.surfaces; KILN_NONE: the meshes' own
	uint32_t settings;	  ///< in cook_job.plan
	bool named;			  ///< a naming convention decided the shape
	float fit_error;	  ///< kilncook_mesh_row's
	merge_counts merged;  ///< zero when no merging was asked for
	double merge_tolerance;
	kilncook_wrap_counts wrapped;							  ///< zero when it is not wrapped
	clean_snapped snapped;									  ///< zero where the layout is exact
	simplify_mesh_counts simplified;						  ///< zero when no simplifying was asked for
	kilncook_parts_counts cut;								  ///< zero when it does not become convex parts
	uint64_t part_first;									  ///< in the report's list of parts
	kilncook_shape_candidate candidates[KILNCOOK_SHAPE_NONE]; ///< zero when its shape was given
	/// After cooking: the index in cook_job.meshes or, for other shapes, in cook_job.solids; KILN_NONE when cleaning
	/// left nothing.
	uint32_t cooked;
	bool baked;	 ///< cooked in place, with its one node's transform
	bool shared; ///< an equal earlier set was cooked
} cook_set;

/// A node that places a set.
typedef struct cook_placed
{
	uint32_t set;
	bool kept;	   ///< its shape is cooked, and its box is inside the range of the format
	uint32_t body; ///< in cook_job.bodies, or KILN_NONE
	kiln_format_node node;
} cook_placed;

/// A coarser mesh of a cooked mesh.
typedef struct cook_level
{
	uint32_t mesh;	///< in cook_job.meshes
	double lower;	///< lower bound of the distance from the full mesh
	float distance; ///< upper bound
} cook_level;

/// The survey of a cooked mesh, with the numbers of its packed triangles.
typedef struct cook_kept_survey
{
	bool kept;				 ///< false: none was asked for
	kiln_format_survey head; ///< without `mesh`, `component_first` and `fault_first`
	kiln_format_component *components;
	kiln_format_fault *faults;
} cook_kept_survey;

/// A cooked mesh. `tree.order` holds the SOURCES once the tree is proved; `head` counts from the mesh's own start.
typedef struct cook_mesh
{
	kiln_format_mesh head;
	kiln_format_shape shape;
	packed_tree tree;
	volume_tree trees[KILN_TREE_KIND_END];	///< by kind; without nodes where the mesh has no such tree
	uint32_t rule;							///< name: how the trees were built
	uint32_t pair_kind;						///< kiln_tree_kind that pair queries use
	uint32_t choice;						///< name: the candidates of the choice, or KILN_NONE
	uint32_t *vertices;						///< source vertex of every leaf vertex, or NULL
	uint16_t *edges;						///< per triangle: the kinds of its sides' edges
	uint32_t (*twins)[3];					///< per triangle: the twins of its sides, or NULL
	clean_side_counts sides;				///< counts over all its triangles
	cook_level levels[KILNCOOK_LEVELS_MAX]; ///< by increasing distance
	uint32_t level_count;
	sdf_field field; ///< without blocks where none was asked for
	cook_kept_survey survey;
	kiln_format_junction *junctions; ///< without `mesh`; or NULL
	uint64_t junction_count;
	uint64_t key[2]; ///< hash of all inputs of the tree
	uint8_t grid;	 ///< as clean_mesh.grid
} cook_mesh;

/// A cooked hull or primitive. `shape.part_first` counts from the first part of solids.
typedef struct cook_solid
{
	kiln_format_shape shape;
	packed_hull hull; ///< of KILN_SHAPE_HULL
	sdf_field field;  ///< of a hull; without blocks where none was asked for
	uint32_t ordinal; ///< among the hulls, or among the primitives
	uint64_t key[2];  ///< hash of its contents
} cook_solid;

/// A growing list of parts.
typedef struct cook_parts
{
	kiln_format_part *items;
	uint32_t count;
	uint32_t capacity;
} cook_parts;

/// Metadata on its way from the art to the blob.
typedef struct cook_metadata
{
	kiln_format_metadata *art; ///< as art_scene.metadata; then by owner, index and path
	uint32_t art_count;
	char *art_text;
	uint32_t art_text_size;
	uint32_t *nodes; ///< by art node: its group
	uint32_t node_count;
	uint32_t *meshes; ///< by art mesh
	uint32_t mesh_count;
	uint32_t materials;			   ///< of the art
	uint32_t group_first;		   ///< of the nodes: groups from here on are the masses of sets
	kiln_format_metadata *entries; ///< METADATA
	uint32_t count;
	uint32_t capacity;
	char *text; ///< METADATA_TEXT
	size_t text_size;
	size_t text_capacity;
} cook_metadata;

/// How far a job goes.
typedef enum cook_purpose
{
	COOK_BLOB,	  ///< all the way
	COOK_EXPLAIN, ///< until it is known what becomes of each node
	COOK_SURVEY,  ///< until every mesh is cleaned and surveyed
} cook_purpose;

typedef struct cook_job
{
	kilncook_context context; ///< the caller's, with a log that counts
	const kilncook_context *outer;
	kilncook_options requested; ///< the caller's options, checked
	kilncook_options options; ///< the same with defaults filled in, for the scene and for nodes without other settings
	node_plan plan;			  ///< the plan of each node
	uint64_t warnings;
	uint64_t errors;
	uint64_t raised; ///< errors that are warnings in themselves
	bool unheard;	 ///< memory ran out for the report's messages

	art_scene *scene; ///< freed after all meshes are cleaned
	uint32_t scene_nodes;
	uint32_t up_axis;			   ///< the art's up axis
	const uint32_t *material_tags; ///< per material or NULL for zeros
	const uint32_t *node_tags;	   ///< per node or NULL for zeros
	const kilncook_scene *given;   ///< the scene in memory, or NULL for a file
	double root[12];			   ///< art to asset, before the origin is subtracted
	double origin[3];			   ///< of the asset's coordinates
	double step;				   ///< of the grid of what is cooked in place; 0: no grid
	bool *in_place;				   ///< per art node; NULL: none

	cook_names names;
	uint32_t source_name;
	uint32_t options_name;
	uint32_t importer_name;
	uint32_t *node_names; ///< per art node
	kiln_format_material *materials;
	uint32_t material_count;
	uint32_t surface_first;		   ///< material of the art's first physics material
	kiln_format_surface *surfaces; ///< of the materials; NULL where the art says nothing of them
	kiln_format_body *bodies;
	uint32_t body_count;
	cook_metadata *metadata;		  ///< of the art, then of the blob; NULL: none
	uint32_t layers[KILN_LAYERS_MAX]; ///< names
	uint32_t layer_count;
	struct cook_mark_value *marks; ///< of options.marks

	uint32_t *set_meshes;
	uint32_t set_mesh_capacity;
	cook_set *sets;
	uint32_t set_count;
	uint32_t set_capacity;
	cook_placed *placed;
	uint32_t placed_count;
	uint32_t placed_capacity;

	cook_mesh *meshes;
	uint32_t mesh_count;
	uint32_t cooked_capacity; ///< of meshes, levels included
	uint32_t *mesh_slots;	  ///< open addressing by key: mesh + 1
	cook_solid *solids;
	uint32_t solid_count;
	uint32_t solid_capacity;
	uint32_t *solid_slots; ///< open addressing by key: solid + 1
	uint32_t solid_slot_count;
	uint32_t slot_count; ///< of meshes
	uint32_t hull_count; ///< of the solids
	uint64_t hull_looks; ///< looks that estimates of hulls have used
	cook_parts parts;	 ///< of meshes, in their order
	cook_parts solid_parts;
	kiln_format_volumes *volumes;
	uint32_t volume_count;
	uint32_t volume_capacity;

	uint32_t *order; ///< for each node in the blob: its placed node
	uint32_t node_count;
	kiln_format_scene scene_head;
	packed_tree scene_tree;
	volume_tree scene_trees[KILN_TREE_KIND_END];
	uint32_t scene_rule;
	uint32_t scene_pair_kind;

	uint8_t source_hash[16];
	uint8_t options_hash[16];
	cook_purpose purpose;
	struct cook_tables *tables; ///< of one surveyed mesh, for the caller; NULL: none
	struct cook_ahead *ahead;	///< sets that are made before their turn, or NULL
	struct survey *survey;		///< of the mesh that was packed last, until its row has it; NULL: none
	bool collect;				///< whether the report has dropped faces and rows
	kilncook_report report;		///< the report so far; strings are added at the end
} cook_job;

/// Reports progress to the callback; KILNCOOK_CANCELLED when the callback ends the cook.
kilncook_status cook_step(cook_job *job, kilncook_stage stage, uint64_t done, uint64_t total);

/// KILNCOOK_INTERNAL with a message.
kilncook_status cook_no_memory(cook_job *job);

/// Number of a cooked set's shape in SHAPES: meshes first, then hulls, then primitives.
uint32_t cook_shape_number(const cook_job *job, const cook_set *set);

/// A stable word for a kilncook_tree, such as `obb`; `auto` for the number after the last.
const char *cook_tree_name(uint32_t kind);

/// The name of an extension, such as `KHR_physics_rigid_bodies`.
const char *cook_extension_name(art_extension extension);

/// Writes 32 hexadecimal digits and a NUL.
void cook_hex(const uint8_t hash[16], char text[33]);

#endif
