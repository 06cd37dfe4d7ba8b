// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_COOK_H
#define KILN_COOKER_COOK_H

#include "clean/clean.h"
#include "job/job.h"
#include "job/text.h"
#include "mass/mass.h"
#include "place.h"

/// The steps of a cook. Every step returns a status after having logged the reason; the job owns everything and cook_job_end
/// frees whatever is there.

/// Checks options and fills defaults in; KILNCOOK_USAGE with a message.
kilncook_status cook_options_check(
	const kilncook_context *context, const kilncook_options *given, kilncook_options *effective);

/// Appends the effective options as `key=value` words, the same text for the same effect.
void cook_options_text(const kilncook_options *options, cook_text *text);

/// A word for the way in which the options have trees built: the split rule's, or the method's.
const char *cook_rule_name(const kilncook_options *options);

/// Appends the words of the options that say how trees are built.
void cook_rule_text(const kilncook_options *options, cook_text *text);

/// How the options have trees built.
build_options cook_build_options(const kilncook_options *options);

/// Builds and proves the trees of other volumes of a mesh whose packed tree is there, and chooses one where that is
/// asked.
kilncook_status cook_mesh_trees(cook_job *job, const kilncook_options *given, cook_mesh *mesh);

/// The same over the nodes, of which there are several, in the order of the scene's tree.
kilncook_status cook_scene_trees(cook_job *job);

/// Frees what a cooked mesh owns.
void cook_mesh_free(const kilncook_context *context, cook_mesh *mesh);

/// Frees the trees of a mesh or of the scene.
void cook_trees_free(const kilncook_context *context, volume_tree trees[KILN_TREE_KIND_END]);

/// The settings of a set.
static inline const kilncook_options *cook_set_options(const cook_job *job, const cook_set *set)
{
	return &job->plan.settings[set->settings];
}

/// Appends the words of the options that rules and names add.
void cook_rules_text(const kilncook_options *options, cook_text *text);

/// Decides what becomes of every node: fills job->plan, and the report's rows of nodes.
kilncook_status cook_plan(cook_job *job);

/// A convention says what solid a set becomes: warns where that is not what the mesh is.
void cook_judge_fit(cook_job *job, const cook_set *set, const clean_mesh *mesh, const convex_hull *exact);

/// Largest distance from a primitive's surface to a hull; -1 for one that has none.
double cook_fit_error(kilncook_shape shape, const float parameters[12], const convex_hull *h);

/// The number of the material that the set's settings name; KILN_NONE: the art says.
uint32_t cook_set_material(const cook_job *job, const cook_set *set);

/// Appends a pattern as one word, without blanks, `=`, `,` and `:`.
void cook_pattern_text(const char *pattern, cook_text *text);

/// What is wrong with a mark; NULL when nothing is.
const char *cook_mark_fault(const kilncook_mark *mark);

/// Appends the marks of the options as words.
void cook_marks_text(const kilncook_options *options, cook_text *text);

/// Numbers the layers: those of the scene, then those that marks name. Warns of marks that match nothing.
/// KILNCOOK_USAGE for more than 64.
kilncook_status cook_marks_begin(cook_job *job);
void cook_marks_free(cook_job *job);

/// The mask of layers named between commas, `*` for all; a name that is new gets the next layer. False when there are
/// more than 64, or no memory.
bool cook_layers_of(cook_job *job, const char *names, uint64_t *mask);

/// Sets masks, flags and user data of a node, and those and the physics of a material.
void cook_mark_node(const cook_job *job, uint32_t node, kiln_format_node *out);
void cook_mark_material(const cook_job *job, uint32_t material, kiln_format_material *out);

/// The same of a material that is not the scene's.
void cook_mark_named(const cook_job *job, const char *name, kiln_format_material *out);

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

/// Grows the report by one set's row and dropped faces. `mesh` is empty for a primitive.
kilncook_status cook_row_add(cook_job *job, const cook_set *set, const clean_mesh *mesh);

/// Why nothing is left, for people.
void cook_explain_empty(const cook_job *job, char *text, size_t size);

/// The tree over the nodes that are left, and their order.
kilncook_status cook_scene_build(cook_job *job);

/// Warns of an asset larger than 10 km or smaller than 1 mm, with a guess at the cause.
void cook_judge_size(cook_job *job);

/// The whole way from the gathered scene to blob and report.
kilncook_status cook_run(cook_job *job, kilncook_blob *blob);

/// Ends a job: hands blob and report over after success. Whatever step ran out of memory, the log hears of it.
kilncook_status cook_job_end(
	cook_job *job, kilncook_status status, kilncook_blob *made, kilncook_blob *blob, kilncook_report *report);

void cook_job_begin(cook_job *job, const kilncook_context *context);

/// Whether a growing array of `count` elements, `capacity` allocated, has room for `more`; grows it by half if not.
bool cook_reserve(
	const kilncook_context *context, void **block, uint32_t count, uint32_t *capacity, uint32_t more, size_t size);

#endif
