// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_COOK_H
#define KILN_COOKER_COOK_H

#include "clean/clean.h"
#include "clean/edge_kinds.h"
#include "hull/pack/pack.h"
#include "kiln_format.h"
#include "mass/mass.h"
#include "place.h"
#include "scene.h"
#include "tree/pack.h"
#include "volume/volume_tree.h"
#include "write/names.h"
#include "write/text.h"

/// One cook on its way from an art_scene to a blob, and the steps it takes. Every step returns a status after having
/// told the log why; the job owns everything and cook_job_free frees whatever is there.

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
	volume_tree trees[KILN_TREE_KIND_END]; ///< by kind; without nodes where there is none
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
	kilncook_options options; ///< checked, defaults in
	uint64_t warnings;
	uint64_t errors;
	uint64_t raised; ///< of the errors, warnings that the options make errors
	bool unheard;	 ///< out of memory for the report's messages

	art_scene *scene; ///< freed as soon as everything is cleaned
	uint32_t scene_nodes;
	uint32_t up_axis;			   ///< what the art says
	const uint32_t *material_tags; ///< per material or NULL for zeros
	const uint32_t *node_tags;	   ///< per node or NULL for zeros
	double root[12];			   ///< art to asset

	cook_names names;
	uint32_t source_name;
	uint32_t options_name;
	uint32_t importer_name;
	uint32_t *node_names; ///< per art node
	kiln_format_material *materials;
	uint32_t material_count;

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
	bool collect;			///< whether anyone wants dropped faces and rows
	kilncook_report report; ///< what is known so far; strings come last
} cook_job;

/// Checks options and fills defaults in; KILNCOOK_USAGE with a message.
kilncook_status cook_options_check(
	const kilncook_context *context, const kilncook_options *given, kilncook_options *effective);

/// Appends the effective options as `key=value` words, the same text for the same effect.
void cook_options_text(const kilncook_options *options, cook_text *text);

/// A stable word for a kilncook_tree, such as `obb`; `auto` behind the last.
const char *cook_tree_name(uint32_t kind);

/// A word for the way in which the options have trees built: the split rule's, or the method's.
const char *cook_rule_name(const kilncook_options *options);

/// Appends the words of the options that say how trees are built.
void cook_rule_text(const kilncook_options *options, cook_text *text);

/// How the options have trees built.
build_options cook_build_options(const kilncook_options *options);

/// Builds and proves the trees of other volumes of a mesh whose packed tree is there, and chooses one where that is
/// asked.
kilncook_status cook_mesh_trees(cook_job *job, cook_mesh *mesh);

/// The same over the nodes, of which there are several, in the order of the scene's tree.
kilncook_status cook_scene_trees(cook_job *job);

/// Frees what a cooked mesh owns.
void cook_mesh_free(const kilncook_context *context, cook_mesh *mesh);

/// Frees the trees of a mesh or of the scene.
void cook_trees_free(const kilncook_context *context, volume_tree trees[KILN_TREE_KIND_END]);

/// What a node's meshes become: what the node says, else the last rule that matches its name, else the options.
kilncook_shape cook_shape_of_node(const cook_job *job, const art_node *node);

/// Warns of rules that no node's name matches.
void cook_shape_rules_judge(const cook_job *job);

/// Appends the `shape=` words of the options.
void cook_shape_rules_text(const kilncook_options *options, cook_text *text);

/// Tells the progress callback; KILNCOOK_CANCELLED when it says stop.
kilncook_status cook_step(cook_job *job, kilncook_stage stage, uint64_t done, uint64_t total);

/// KILNCOOK_INTERNAL with a message.
kilncook_status cook_no_memory(cook_job *job);

/// Notes that an art node is not in the blob.
kilncook_status cook_drop_node(cook_job *job, uint32_t source_node, const char *reason);

/// Root conversion, material and node names; everything that a set or a report needs besides geometry.
kilncook_status cook_gather(cook_job *job);

/// Finds the unique sets of art meshes and where they are placed.
kilncook_status cook_sets_build(cook_job *job);

/// Cleans, compares, packs and proves every set; frees the art scene after the last was cleaned. KILNCOOK_REFUSED when
/// no shape is left.
kilncook_status cook_assemble(cook_job *job);

/// Stores what a set becomes, or finds it stored already. Nodes that are placed outside the format's range are dropped.
kilncook_status cook_store_mesh(cook_job *job, cook_set *set, const clean_mesh *mesh);
kilncook_status cook_store_solid(cook_job *job, cook_set *set, const clean_mesh *mesh);
kilncook_status cook_store_primitive(cook_job *job, cook_set *set);

/// The exact convex hull of some vertices.
kilncook_status cook_hull_of(cook_job *job, const float (*vertices)[3], uint32_t count, convex_hull *out);

/// Fits the bounding volumes of a hull's vertices and appends them; `*volumes` gets their number.
kilncook_status cook_volumes_add(cook_job *job, const convex_hull *around, uint32_t *volumes);

/// The unit quaternion x, y, z, w of a rotation whose columns are three right-handed unit vectors.
void cook_quaternion_of(const double axes[3][3], float q[4]);

/// Puts mass properties down. A solid whose numbers float32 can't hold has none.
void cook_mass_store(kiln_format_shape *shape, const mass_properties *mass);

/// Sets the mass of a primitive by its formulas.
void cook_primitive_mass(kiln_format_shape *shape);

/// Volumes and mass of a mesh, and volumes of its parts.
kilncook_status cook_describe_mesh(
	cook_job *job, const clean_mesh *mesh, kiln_format_shape *shape, kiln_format_part *parts);

/// What is wrong with a primitive's numbers; NULL when nothing is.
const char *cook_primitive_fault(kilncook_shape shape, const float parameters[12]);

/// A primitive as the blob has it, quaternions normalised, without name, material and mass.
kiln_format_shape cook_primitive_shape(kilncook_shape shape, const float parameters[12]);

/// Hash of what makes a primitive the same as another.
void cook_primitive_key(const kiln_format_shape *shape, uint64_t key[2]);

/// The slot of a solid with this key, or an empty one.
uint32_t *cook_find_solid(cook_job *job, const uint64_t key[2]);

/// Stores a solid under the set's name in an empty slot; there is room for one a set.
void cook_solid_add(cook_job *job, cook_set *set, const cook_solid *solid, uint32_t *slot);

/// Boxes of the set's nodes: around a primitive, or around vertices where that is NULL. `fits` counts those inside the
/// format's range, which are kept; the others are dropped.
kilncook_status cook_bound_nodes(cook_job *job, const cook_set *set, const kiln_format_shape *primitive,
	const float (*vertices)[3], uint32_t count, uint32_t *fits);

/// Parts of the set behind the list's others, not counted yet; the art scene is still there.
kilncook_status cook_parts_write(cook_job *job, const cook_set *set, cook_parts *parts);

/// The slot of a key, or the empty one that it would get, among `slot_count`; `key_of` gives the key of entry i.
uint32_t *cook_find(const cook_job *job, uint32_t *slots, const uint64_t key[2],
	const uint64_t *(*key_of)(const cook_job *job, uint32_t i));

/// Number of a cooked set's shape in SHAPES: meshes first, then hulls, then primitives.
uint32_t cook_shape_number(const cook_job *job, const cook_set *set);

/// Grows the report by one set's row and dropped faces. `mesh` is empty for a primitive.
kilncook_status cook_row_add(cook_job *job, const cook_set *set, const clean_mesh *mesh);

/// Why nothing is left, for people.
void cook_explain_empty(const cook_job *job, char *text, size_t size);

/// The tree over the nodes that are left, and their order.
kilncook_status cook_scene_build(cook_job *job);

/// Lays the sections out, hashes them and opens the result with the runtime. Frees the trees on the way.
kilncook_status cook_layout(cook_job *job, kilncook_blob *blob);

/// What PROVENANCE says.
void cook_provenance(const cook_job *job, kiln_format_provenance *provenance);

/// The whole way from the gathered scene to blob and report.
kilncook_status cook_run(cook_job *job, kilncook_blob *blob);

/// Moves the names into the report and the report to the caller.
void cook_report_finish(cook_job *job, kilncook_report *report);

/// Ends a job: hands blob and report over after success. Whatever step ran out of memory, the log hears of it.
kilncook_status cook_job_end(
	cook_job *job, kilncook_status status, kilncook_blob *made, kilncook_blob *blob, kilncook_report *report);

void cook_job_begin(cook_job *job, const kilncook_context *context);

/// Writes 32 hexadecimal digits and a NUL.
void cook_hex(const uint8_t hash[16], char text[33]);

/// Whether a growing array of `count` elements, `capacity` allocated, has room for `more`; grows it by half if not.
bool cook_reserve(
	const kilncook_context *context, void **block, uint32_t count, uint32_t *capacity, uint32_t more, size_t size);

#endif
