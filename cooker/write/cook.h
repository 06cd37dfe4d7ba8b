// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_COOK_H
#define KILN_COOKER_COOK_H

#include "clean/clean.h"
#include "kiln_format.h"
#include "names.h"
#include "place.h"
#include "scene.h"
#include "tree/pack.h"

/// One cook on its way from an art_scene to a blob, and the steps it takes. Every step returns a status after having
/// told the log why; the job owns everything and cook_job_free frees whatever is there.

/// A unique mesh: the art meshes of one node taken together.
typedef struct cook_set
{
	uint32_t mesh_first; ///< in cook_job.set_meshes, increasing numbers of art meshes
	uint32_t mesh_count;
	uint32_t node_first; ///< in cook_job.placed
	uint32_t node_count;
	uint32_t name; ///< offset in names
	uint32_t mesh; ///< in cook_job.meshes once cooked; KILN_NONE when nothing was left
	bool baked;	   ///< cooked with its one node's transform
	bool shared;   ///< `mesh` was cooked for an earlier set
} cook_set;

/// A node that places a set. Dropped ones keep node.mesh at KILN_NONE.
typedef struct cook_placed
{
	uint32_t set;
	kiln_format_node node;
} cook_placed;

/// A cooked mesh. `tree.order` holds the SOURCES once the tree is proved; `head` counts from the mesh's own start.
typedef struct cook_mesh
{
	kiln_format_mesh head;
	packed_tree tree;
	uint64_t key[2]; ///< hash of all that went into the tree
} cook_mesh;

typedef struct cook_job
{
	kilncook_context context; ///< the caller's, with a log that counts
	const kilncook_context *outer;
	kilncook_options options; ///< checked, defaults in
	uint64_t warnings;
	uint64_t errors;

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
	uint32_t mesh_capacity;
	uint32_t *mesh_slots; ///< open addressing by key: mesh + 1
	uint32_t mesh_slot_count;
	kiln_format_part *parts;
	uint32_t part_count;
	uint32_t part_capacity;

	uint32_t *order; ///< placed node of every node in the blob
	uint32_t node_count;
	kiln_format_scene scene_head;
	packed_tree scene_tree;

	uint8_t source_hash[16];
	uint8_t options_hash[16];
	bool collect;			///< whether anyone wants dropped faces and rows
	kilncook_report report; ///< what is known so far; strings come last
} cook_job;

/// Checks options and fills defaults in; KILNCOOK_USAGE with a message.
kilncook_status cook_options_check(
	const kilncook_context *context, const kilncook_options *given, kilncook_options *effective);

/// The effective options as `key=value` words, the same text for the same effect.
void cook_options_text(const kilncook_options *options, char *text, size_t size);

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
/// no triangle is left.
kilncook_status cook_assemble(cook_job *job);

/// Grows the report by one set's row and dropped faces.
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
	cook_job *job, kilncook_status status, const kilncook_blob *made, kilncook_blob *blob, kilncook_report *report);

void cook_job_begin(cook_job *job, const kilncook_context *context);

/// Writes 32 hexadecimal digits and a NUL.
void cook_hex(const uint8_t hash[16], char text[33]);

/// Whether a growing array of `count` elements, `capacity` allocated, has room for `more`; grows it by half if not.
bool cook_reserve(
	const kilncook_context *context, void **block, uint32_t count, uint32_t *capacity, uint32_t more, size_t size);

#endif
