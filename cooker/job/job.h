// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_JOB_H
#define KILN_COOKER_JOB_H

#include "clean/clean.h"
#include "clean/edge_kinds.h"
#include "hull/pack/pack.h"
#include "kiln_format.h"
#include "names.h"
#include "plan/plan.h"
#include "scene.h"
#include "tree/pack.h"
#include "volume/volume_tree.h"

/// One cook on its way from an art_scene to a blob: what is known so far, and what all steps use.

/// What becomes one shape: the art meshes of one node taken together, or a primitive.
typedef struct cook_set
{
	uint32_t mesh_first; ///< in cook_job.set_meshes, increasing numbers of art meshes
	uint32_t mesh_count;
	const art_primitive *primitive; ///< instead of meshes, or NULL; gone with the art scene
	uint32_t node_first;			///< in cook_job.placed
	uint32_t node_count;
	uint32_t name;		  ///< offset in names
	kilncook_shape shape; ///< what is made of it
	uint32_t settings;	  ///< in cook_job.plan
	bool named;			  ///< a convention of names says so
	float fit_error;	  ///< kilncook_mesh_row's
	/// Once cooked: in cook_job.meshes or, of other shapes, in cook_job.solids; KILN_NONE when nothing was left.
	uint32_t cooked;
	bool baked;	 ///< cooked with its one node's transform
	bool shared; ///< it was cooked for an earlier set
} cook_set;

/// A node that places a set.
typedef struct cook_placed
{
	uint32_t set;
	bool kept; ///< its shape is cooked, and its box is inside the range of the format
	kiln_format_node node;
} cook_placed;

/// A cooked mesh. `tree.order` holds the SOURCES once the tree is proved; `head` counts from the mesh's own start.
typedef struct cook_mesh
{
	kiln_format_mesh head;
	kiln_format_shape shape;
	packed_tree tree;
	volume_tree trees[KILN_TREE_KIND_END]; ///< by kind; without nodes where the mesh has no such tree
	uint32_t rule;						   ///< name: how they were built
	uint32_t pair_kind;					   ///< kiln_tree_kind that pair queries take
	uint32_t choice;					   ///< name: what it was chosen from, or KILN_NONE
	uint32_t *vertices;					   ///< source vertex of every leaf vertex, or NULL
	uint16_t *edges;					   ///< per triangle: what kinds of edge its sides are
	clean_side_counts sides;			   ///< of all its triangles
	uint64_t key[2];					   ///< hash of all that went into the tree
} cook_mesh;

/// A cooked hull or primitive. `shape.part_first` counts from the first part of solids.
typedef struct cook_solid
{
	kiln_format_shape shape;
	packed_hull hull; ///< of KILN_SHAPE_HULL
	uint32_t ordinal; ///< among the hulls, or among the primitives
	uint64_t key[2];  ///< hash of what it is
} cook_solid;

/// A growing list of parts.
typedef struct cook_parts
{
	kiln_format_part *items;
	uint32_t count;
	uint32_t capacity;
} cook_parts;

typedef struct cook_job
{
	kilncook_context context; ///< the caller's, with a log that counts
	const kilncook_context *outer;
	kilncook_options asked;	  ///< checked, as the caller gave them
	kilncook_options options; ///< defaults in; what all nodes and the scene have
	node_plan plan;			  ///< what each node becomes
	uint64_t warnings;
	uint64_t errors;
	uint64_t raised; ///< of the errors, warnings that the options make errors
	bool unheard;	 ///< out of memory for the report's messages

	art_scene *scene; ///< freed as soon as everything is cleaned
	uint32_t scene_nodes;
	uint32_t up_axis;			   ///< what the art says
	const uint32_t *material_tags; ///< per material or NULL for zeros
	const uint32_t *node_tags;	   ///< per node or NULL for zeros
	const kilncook_scene *given;   ///< the scene in memory, or NULL for a file
	double root[12];			   ///< art to asset

	cook_names names;
	uint32_t source_name;
	uint32_t options_name;
	uint32_t importer_name;
	uint32_t *node_names; ///< per art node
	kiln_format_material *materials;
	uint32_t material_count;
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
	uint32_t cooked_capacity; ///< of meshes, and of solids
	uint32_t *mesh_slots;	  ///< open addressing by key: mesh + 1
	cook_solid *solids;
	uint32_t solid_count;
	uint32_t *solid_slots; ///< open addressing by key: solid + 1
	uint32_t slot_count;   ///< of either
	uint32_t hull_count;   ///< of the solids
	uint64_t hull_looks;   ///< that estimates of hulls have taken
	cook_parts parts;	   ///< of meshes, in their order
	cook_parts solid_parts;
	kiln_format_volumes *volumes;
	uint32_t volume_count;
	uint32_t volume_capacity;

	uint32_t *order; ///< placed node of every node in the blob
	uint32_t node_count;
	kiln_format_scene scene_head;
	packed_tree scene_tree;
	volume_tree scene_trees[KILN_TREE_KIND_END];
	uint32_t scene_rule;
	uint32_t scene_pair_kind;

	uint8_t source_hash[16];
	uint8_t options_hash[16];
	bool explain;			///< nothing is cooked
	bool collect;			///< whether anyone wants dropped faces and rows
	kilncook_report report; ///< what is known so far; strings come last
} cook_job;

/// Tells the progress callback; KILNCOOK_CANCELLED when it says stop.
kilncook_status cook_step(cook_job *job, kilncook_stage stage, uint64_t done, uint64_t total);

/// KILNCOOK_INTERNAL with a message.
kilncook_status cook_no_memory(cook_job *job);

/// Number of a cooked set's shape in SHAPES: meshes first, then hulls, then primitives.
uint32_t cook_shape_number(const cook_job *job, const cook_set *set);

/// A stable word for a kilncook_tree, such as `obb`; `auto` behind the last.
const char *cook_tree_name(uint32_t kind);

/// Writes 32 hexadecimal digits and a NUL.
void cook_hex(const uint8_t hash[16], char text[33]);

#endif
