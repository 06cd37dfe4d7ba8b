// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_COOK_H
#define KILN_COOKER_COOK_H

#include "clean/clean.h"
#include "job/job.h"
#include "job/text.h"
#include "kiln/shape.h"
#include "mass/mass.h"
#include "parts/parts.h"
#include "place.h"
#include "survey/survey.h"

/// The steps of a cook. A step that fails logs the reason and returns a status. The job owns all memory, and
/// cook_job_end frees it.

/// Checks options and fills in defaults; KILNCOOK_USAGE with a message.
kilncook_status cook_options_check(
	const kilncook_context *context, const kilncook_options *given, kilncook_options *effective);

/// Appends the effective options as `key=value` words. Options with the same effect give the same text.
void cook_options_text(const kilncook_options *options, cook_text *text);

/// Returns a word for the way that trees are built: the name of the split rule or of the method.
const char *cook_rule_name(const kilncook_options *options);

/// Appends the words of the options that choose how trees are built.
void cook_rule_text(const kilncook_options *options, cook_text *text);

/// Returns the builder's options.
build_options cook_build_options(const kilncook_options *options);

/// Builds and proves the volume trees of a mesh whose packed tree exists, and chooses one tree when the options ask for
/// a choice.
kilncook_status cook_mesh_trees(cook_job *job, const kilncook_options *given, cook_mesh *mesh);

/// Does the same for the nodes, in the order of the scene's tree. At least two nodes.
kilncook_status cook_scene_trees(cook_job *job);

/// Frees what a cooked mesh owns.
void cook_mesh_free(const kilncook_context *context, cook_mesh *mesh);

/// Frees the trees of a mesh or of the scene.
void cook_trees_free(const kilncook_context *context, volume_tree trees[KILN_TREE_KIND_END]);

/// Returns the settings of a set.
static inline const kilncook_options *cook_set_options(const cook_job *job, const cook_set *set)
{
	return &job->plan.settings[set->settings];
}

/// Appends the words of the options that rules and names add.
void cook_rules_text(const kilncook_options *options, cook_text *text);

/// Decides the shape of every node: fills job->plan, and the report's rows of nodes.
kilncook_status cook_plan(cook_job *job);

/// Warns when a naming convention requests a solid and the mesh is not this solid.
void cook_judge_fit(cook_job *job, const cook_set *set, const clean_mesh *mesh, const convex_hull *exact);

/// Returns the largest distance from a primitive's surface to a hull; -1 for a shape without such a distance.
double cook_fit_error(kilncook_shape shape, const float parameters[12], const convex_hull *h);

/// Returns the number of the material that the set's settings name; KILN_NONE: the material of the art.
uint32_t cook_set_material(const cook_job *job, const cook_set *set);

/// Whether colliders of the file mean something.
static inline bool cook_has_colliders(const cook_job *job)
{
	return job->options.colliders != KILNCOOK_COLLIDERS_NONE;
}

/// Appends a pattern as one word, in which blanks, `=`, `,` and `:` are replaced.
void cook_pattern_text(const char *pattern, cook_text *text);

/// Returns a message about an invalid mark; NULL for a valid mark.
const char *cook_mark_fault(const kilncook_mark *mark);

/// Appends the marks of the options as words.
void cook_marks_text(const kilncook_options *options, cook_text *text);

/// Numbers the layers: the scene's layers, then new layers that marks name. Warns of marks that match nothing.
/// KILNCOOK_USAGE for more than 64.
kilncook_status cook_marks_begin(cook_job *job);
void cook_marks_free(cook_job *job);

/// Sets masks, flags and user data of a node; or masks, user data and physics of a material.
void cook_mark_node(const cook_job *job, uint32_t node, kiln_format_node *out);
void cook_mark_material(const cook_job *job, uint32_t material, kiln_format_material *out);

/// Does the same for a material that only an option names.
void cook_mark_named(const cook_job *job, const char *name, kiln_format_material *out);

/// Records in the report that the blob does not contain an art node.
kilncook_status cook_drop_node(cook_job *job, uint32_t source_node, const char *reason);

/// Warns of a node whose box leaves the format's range, and records that it is dropped.
kilncook_status cook_drop_overflow(cook_job *job, const cook_placed *placed);

/// Gathers the root conversion, materials and node names: all inputs of sets and reports except geometry.
kilncook_status cook_gather(cook_job *job);

/// Chooses the origin of the asset's coordinates, and the nodes that are cooked in place: without their transforms, around the
/// origin. KILNCOOK_REFUSED when the origin or the grid is out of range.
kilncook_status cook_choose_origin(cook_job *job);

/// Computes the transform of an art node to asset coordinates, which begin at the origin.
void cook_to_asset(const cook_job *job, uint32_t node, double to_asset[12]);

/// Rigid bodies and surfaces as the art has them.
kilncook_status cook_bodies(cook_job *job);
void cook_bodies_free(cook_job *job);

/// Takes the metadata of the art scene over, before the scene is freed.
kilncook_status cook_metadata_take(cook_job *job);

/// Makes METADATA and METADATA_TEXT, once the order of the nodes is known. Warns of what does not fit.
kilncook_status cook_metadata_build(cook_job *job);
/// Adds the masses of convex parts to the metadata of the art, as groups of their own: cook_metadata.group_first and the number of the set.
kilncook_status cook_metadata_add_parts(cook_job *job);
void cook_metadata_free(cook_job *job);

/// Repairs a cleaned mesh as the set's settings say, and warns of what is left. Frees the mesh on failure.
kilncook_status cook_repair(cook_job *job, const cook_set *set, clean_mesh *mesh, kilncook_repair_row *repairs);

/// What the options ask of a survey.
survey_options cook_survey_options(const cook_job *job);

/// Whether a mesh that is stored is surveyed. A level has no row in the report.
bool cook_needs_survey(const cook_job *job, bool is_level);

/// Keeps what the options ask for of the survey of a mesh whose triangles are packed: the survey's lists and the T-junctions. A level
/// keeps T-junctions only.
kilncook_status cook_store_survey(
	cook_job *job, const cook_set *set, const clean_mesh *mesh, const survey *s, bool is_level, cook_mesh *out);

/// Moves cook_job.survey, which is not NULL, to `out`.
void cook_survey_take(cook_job *job, survey *out);

/// Frees cook_job.survey, if any.
void cook_survey_release(cook_job *job);

/// Frees a survey and its own block; NULL is allowed.
void cook_survey_drop(const kilncook_context *context, survey *s);

void cook_kept_survey_free(const kilncook_context *context, cook_kept_survey *kept);

/// Stores with the holes that a survey lists why the repair left them, where the set's settings ask for `holes`. False when out of memory.
bool cook_explain_holes(const cook_job *job, const cook_set *set, const clean_mesh *mesh, const survey *s);

/// Surveys a cleaned mesh, unless cook_job.survey is that of the mesh, for its row and the report's lists.
kilncook_status cook_survey(cook_job *job, const cook_set *set, const clean_mesh *mesh, kilncook_mesh_row *row);

/// Merges the coplanar triangles of a cleaned mesh, where the set's settings say so.
kilncook_status cook_merge(cook_job *job, cook_set *set, clean_mesh *mesh);

/// Replaces a cleaned mesh by its wrap, where the set's settings say so. KILNCOOK_REFUSED when it cannot be wrapped.
kilncook_status cook_wrap(cook_job *job, cook_set *set, clean_mesh *mesh);

/// Simplifies a cleaned mesh, where the set's settings say so.
kilncook_status cook_simplify(cook_job *job, cook_set *set, clean_mesh *mesh);

/// Moves the vertices of a cleaned mesh to a grid, where the set's settings ask for a compact layout.
kilncook_status cook_snap(cook_job *job, cook_set *set, clean_mesh *mesh);

/// Finds the distinct sets of art meshes and the nodes that place them.
kilncook_status cook_sets_build(cook_job *job);

/// Whether nothing but cleaning changes a set's mesh.
bool cook_is_plain(const kilncook_options *settings);

/// Cleans a set's meshes, in the set's coordinates. Reads the job only, so that several threads may clean a set each.
kilncook_status cook_clean(
	const kilncook_context *context, const cook_job *job, const cook_set *set, uint32_t threads, clean_mesh *mesh);

/// Cleans, compares, packs and proves every set; frees the art scene after the last set is cleaned. KILNCOOK_REFUSED
/// when no shape is left.
kilncook_status cook_assemble(cook_job *job);

/// Stores the shape of a set, or finds an equal shape that is already stored. Drops nodes that are placed outside the
/// format's range.
kilncook_status cook_store_mesh(cook_job *job, cook_set *set, clean_mesh *mesh);
kilncook_status cook_store_solid(cook_job *job, cook_set *set, const clean_mesh *mesh);
kilncook_status cook_store_primitive(cook_job *job, cook_set *set);

/// Stores a solid that is made already, of a set whose parts are listed behind solid_parts; `error` is how far it is from what it replaces.
kilncook_status cook_store_hull(
	cook_job *job, cook_set *set, const clean_mesh *mesh, const convex_hull *exact, double *error);

/// Fits a sphere, capsule, box or cylinder around a hull. KILNCOOK_INTERNAL when a fit fails its proof, or out of memory.
kilncook_status cook_fit_primitive(
	const kilncook_context *context, kilncook_shape shape, const convex_hull *around, float parameters[12]);

/// Stores a primitive that is fitted already, as cook_store_hull does. The set's shape is the primitive's kind.
kilncook_status cook_store_fitted(
	cook_job *job, cook_set *set, const clean_mesh *mesh, const convex_hull *around, const float parameters[12]);

/// What becomes of a convex part: its hull, or a primitive around the hull.
typedef struct cook_fit
{
	kilncook_shape shape;
	float parameters[12]; ///< of a primitive
	double reach;		  ///< no point of the primitive is farther from the hull; 0 for the hull
} cook_fit;

/// What a cleaned mesh and its settings decide of a solid around it.
typedef struct cook_solid_facts
{
	convex_hull exact;
	convex_hull simple; ///< within a budget; without vertices where the exact hull is stored
	double error;		///< distance of the two
	bool bounded;
	kiln_volumes volumes; ///< of the stored hull, where `bounded`
	float parameters[12]; ///< of a primitive
} cook_solid_facts;

/// Computes the facts of a set of shape `shape`: KILNCOOK_SHAPE_HULL, with bounding volumes where `bounded`, or a primitive. On failure
/// there is nothing to free.
kilncook_status cook_solid_facts_make(const kilncook_context *context, const kilncook_options *settings,
	kilncook_shape shape, const clean_mesh *mesh, bool bounded, cook_solid_facts *out);

void cook_solid_facts_free(const kilncook_context *context, cook_solid_facts *facts);

/// What a choice of shape has made for the shape that it chose.
typedef struct cook_choice
{
	convex_hull hull;	  ///< of the mesh, where it was built
	float parameters[12]; ///< of a primitive
	parts_set parts;
	cook_fit *fits; ///< of the parts
} cook_choice;

/// Counted costs of queries: choose_shape.c.
double cook_hull_cost(const convex_hull *h);
double cook_primitive_cost(void);

/// Chooses the shape of a set whose shape is KILNCOOK_SHAPE_AUTO. Every hull or primitive that it considers contains the mesh and
/// sticks out of it by no more than the settings' error, certainly; the one of least counted cost is chosen, or the mesh itself.
kilncook_status cook_choose_shape(cook_job *job, cook_set *set, const clean_mesh *mesh, cook_choice *out);
void cook_choice_free(const kilncook_context *context, cook_choice *choice);

/// Makes convex parts of a mesh.
kilncook_status cook_make_parts(cook_job *job, const cook_set *set, const clean_mesh *mesh, parts_set *out);

/// Stores convex parts of a mesh: the first takes the set's place, and the others become sets and placed nodes behind all others. `number` is
/// that of the set. `fits`, unless NULL, says what each part becomes; without it, all are hulls.
kilncook_status cook_store_parts(
	cook_job *job, uint32_t number, const clean_mesh *mesh, const parts_set *parts, const cook_fit *fits);

/// Warns where the counted work did not suffice to know whether hulls keep an error.
void cook_warn_undecided(cook_job *job, const cook_set *set, uint32_t count, double error);

/// Bounds how deep a hull around a mesh enters the space of the ball of the set's `parts_clear`, whose radius `*clear` gets: 0 for none.
kilncook_status cook_hull_depth(
	cook_job *job, const cook_set *set, const clean_mesh *mesh, const convex_hull *h, double *clear, double *depth);

/// Frees what a solid owns.
void cook_solid_free(const kilncook_context *context, cook_solid *solid);

/// Makes room for `more` solids beyond one for each set.
bool cook_solids_reserve(cook_job *job, uint32_t more);

/// A share of the diagonal, or minus a length in the asset's unit, in the mesh's own.
double cook_mesh_length(const cook_job *job, const cook_set *set, double length, double diagonal);

/// How far convex parts of a set, or the shape that is chosen for it, may stick out of its mesh, in the mesh's own unit.
static inline double cook_parts_error(const cook_job *job, const cook_set *set, double diagonal)
{
	double error = cook_set_options(job, set)->parts_error;
	return cook_mesh_length(job, set, error != 0 ? error : KILNCOOK_PARTS_ERROR_DEFAULT, diagonal);
}

/// Packs and proves a cleaned mesh and stores it as the job's next mesh. Its parts are written behind those of the other meshes.
/// `key` is NULL for a level: no other mesh is compared with it, and it keeps no survey.
kilncook_status cook_pack_mesh(cook_job *job, const cook_set *set, clean_mesh *mesh, const uint64_t key[2]);

/// Makes the levels of mesh `stored`, which was just packed, and stores them as the next meshes, where the set's settings say so.
kilncook_status cook_store_levels(cook_job *job, const cook_set *set, const clean_mesh *mesh, uint32_t stored);

/// The error of the signed distance fields of a set, in the mesh's own unit; 0: the set's settings ask for none.
double cook_sdf_error(const cook_job *job, const cook_set *set, const clean_mesh *mesh);

/// The most blocks of each of them.
uint32_t cook_sdf_blocks(const cook_job *job, const cook_set *set);

/// Makes the signed distance field of mesh `stored`, which was just packed, where the set's settings say so. KILNCOOK_REFUSED for a mesh
/// without an inside.
kilncook_status cook_store_sdf(cook_job *job, const cook_set *set, const clean_mesh *mesh, uint32_t stored);

/// Makes the signed distance field of a hull. KILNCOOK_REFUSED for a hull without a volume; then, and without memory, there is nothing to
/// free.
kilncook_status cook_hull_sdf(
	cook_job *job, const cook_set *set, const packed_hull *hull, double error, sdf_field *field);

/// What the report says about a field.
kilncook_sdf_row cook_sdf_row(const sdf_field *field);

/// Extends the boxes of the set's nodes by the levels of its mesh. Drops nodes that leave the format's range.
kilncook_status cook_bound_levels(cook_job *job, const cook_set *set);

/// Builds the exact convex hull of some vertices.
kilncook_status cook_hull_of(
	const kilncook_context *context, const float (*vertices)[3], uint32_t count, convex_hull *out);

/// Fits the bounding volumes of a hull's vertices, as the settings say.
kilncook_status cook_fit_volumes(const kilncook_context *context, const kilncook_options *settings,
	const convex_hull *around, kiln_volumes *volumes);

/// Appends bounding volumes to those of the blob; `*volumes` gets their number.
kilncook_status cook_volumes_add(cook_job *job, const kiln_volumes *set, uint32_t *volumes);

/// Computes the unit quaternion x, y, z, w of a rotation whose columns are three right-handed unit vectors.
void cook_quaternion_of(const double axes[3][3], float q[4]);

/// Stores mass properties. A solid whose numbers exceed float32's range gets no mass.
void cook_mass_store(kiln_format_shape *shape, const mass_properties *mass);

/// Sets the mass of a primitive by its formulas.
void cook_primitive_mass(kiln_format_shape *shape);

/// Returns the volume of a primitive.
double cook_primitive_volume(kilncook_shape shape, const float parameters[12]);

/// The bounding volumes of a part of a mesh.
typedef struct cook_part_volumes
{
	bool used; ///< false: no triangle is left of the part
	kiln_volumes set;
} cook_part_volumes;

/// What a cleaned mesh, its settings and the options decide alone.
typedef struct cook_mesh_facts
{
	packed_tree tree; ///< proved; `order` has the numbers of clean triangles
	uint16_t *kinds;  ///< per clean triangle: the kinds of its sides' edges
	uint32_t kind_count;
	struct survey *survey; ///< NULL: nothing needs one
	kiln_volumes volumes;
	cook_part_volumes *parts; ///< of a mesh of several parts, else NULL
	uint32_t part_count;
	mass_properties mass;
} cook_mesh_facts;

/// The computation of a mesh's facts. The three tasks that may run beside each other write fields of their own.
typedef struct cook_facts_work
{
	clean_mesh *mesh;				  ///< what is not judged yet gets its verdict
	const kilncook_options *settings; ///< of the mesh
	const kilncook_options *options;  ///< of the asset
	bool surveyed;
	survey_options survey;
	cook_mesh_facts *facts;
	double seconds[KILNCOOK_STAGE_END];
	double mass_seconds;
} cook_facts_work;

/// Prepares a computation of the facts of a set's mesh. All that the job is needed for is read here.
void cook_facts_begin(const cook_job *job, const cook_set *set, clean_mesh *mesh, bool is_level, cook_mesh_facts *facts,
	cook_facts_work *work);

/// Computes all facts on this thread. On failure there is nothing to free.
kilncook_status cook_facts_run(const kilncook_context *context, cook_facts_work *work);

/// Computes only the survey, if one is needed. On failure there is nothing to free.
kilncook_status cook_facts_survey(const kilncook_context *context, cook_facts_work *work);

/// Adds the time that a computation took to the report.
void cook_facts_end(cook_job *job, const cook_facts_work *work);

/// Computes the facts of a mesh, on several threads where the mesh is large enough. A level is surveyed for its adjacency only. On
/// failure there is nothing to free.
kilncook_status cook_mesh_facts_make(
	cook_job *job, const cook_set *set, clean_mesh *mesh, bool is_level, cook_mesh_facts *out);

/// Frees what was not moved elsewhere; of that, the pointers are NULL.
void cook_mesh_facts_free(const kilncook_context *context, cook_mesh_facts *facts);

/// Returns a message about a primitive's invalid numbers; NULL when all are valid.
const char *cook_primitive_fault(kilncook_shape shape, const float parameters[12]);

/// Makes a primitive in the layout of the blob, with normalised quaternions, without name, material and mass.
kiln_format_shape cook_primitive_shape(kilncook_shape shape, const float parameters[12]);

/// Hashes the fields in which equal primitives agree.
void cook_primitive_key(const kiln_format_shape *shape, uint64_t key[2]);

/// Returns the slot of a solid with this key, or an empty slot.
uint32_t *cook_find_solid(cook_job *job, const uint64_t key[2]);

/// Stores a solid under the set's name in an empty slot. The array has room for one solid a set.
void cook_solid_add(cook_job *job, cook_set *set, const cook_solid *solid, uint32_t *slot);

/// Computes boxes of the set's nodes: around a primitive, or around vertices when the primitive is NULL. `fits` counts
/// the nodes inside the format's range; the others are dropped.
kilncook_status cook_bound_nodes(cook_job *job, const cook_set *set, const kiln_format_shape *primitive,
	const float (*vertices)[3], uint32_t count, uint32_t *fits);

/// Returns the slot of a key, or the empty slot where it belongs, among `slot_count`; `key_of` returns the key of entry
/// i.
uint32_t *cook_find(const cook_job *job, uint32_t *slots, uint32_t slot_count, const uint64_t key[2],
	const uint64_t *(*key_of)(const cook_job *job, uint32_t i));

/// Adds one set's row and its dropped faces to the report. `mesh` is empty for a primitive; `repairs` are by step.
kilncook_status cook_row_add(
	cook_job *job, const cook_set *set, const clean_mesh *mesh, const kilncook_repair_row *repairs);

/// Writes which faces were no triangles with an area, as `only 2 points, 1 line`; leaves the text as it is where there are none.
void cook_explain_counts(const kilncook_counts *counts, char *text, size_t size);

/// Explains to the user why nothing is left to cook.
void cook_explain_empty(const cook_job *job, char *text, size_t size);

/// Builds the tree over the remaining nodes, and their order.
kilncook_status cook_scene_build(cook_job *job);

/// Warns of an asset larger than 10 km or smaller than 1 mm, with a guess at the cause.
void cook_judge_size(cook_job *job);

/// Runs all steps from the gathered scene to blob and report.
kilncook_status cook_run(cook_job *job, kilncook_blob *blob);

/// Ends a job: returns blob and report after success. Logs when any step ran out of memory.
kilncook_status cook_job_end(
	cook_job *job, kilncook_status status, kilncook_blob *made, kilncook_blob *blob, kilncook_report *report);

/// Begins a job that cook_job_end ends, whatever the status: that of the options. `collect`: somebody wants the report.
kilncook_status cook_job_begin(cook_job *job, const kilncook_context *context, const kilncook_options *options,
	cook_purpose purpose, struct cook_tables *tables, bool collect);

/// Makes room for `more` elements in an array with `count` elements and room for `capacity`; grows it by half if
/// necessary. False when out of memory.
bool cook_reserve(
	const kilncook_context *context, void **block, uint32_t count, uint32_t *capacity, uint32_t more, size_t size);

#endif
