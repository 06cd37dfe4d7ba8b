// SPDX-License-Identifier: MIT
#include "choose_tree.h"
#include "cook.h"
#include "memory.h"
#include "platform/platform.h"
#include "volume/scene_leaves.h"

#include <math.h>

/// Trees of volumes other than AABBs.

/// Of a mesh with more leaves, most candidates are compared on a sample of the leaves: their trees take as long to
/// build as a whole cook.
#define SAMPLED_LEAVES (2 * VOLUME_LEAF_SAMPLE)

void cook_trees_free(const kilncook_context *context, volume_tree trees[KILN_TREE_KIND_END])
{
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
		if (trees[kind].nodes)
			volume_tree_free(context, &trees[kind]);
}

/// Builds and proves one kind after the other. After a failure, the caller frees the trees that were built.
static kilncook_status build_kinds(cook_job *job, const kilncook_options *given, const volume_leaves *leaves,
	uint32_t kinds, volume_tree trees[KILN_TREE_KIND_END])
{
	const build_options options = cook_build_options(given);
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t kind = KILN_TREE_AABB + 1; kind < KILN_TREE_KIND_END && status == KILNCOOK_OK; ++kind)
	{
		if (!(kinds >> kind & 1))
			continue;
		double start = platform_seconds();
		status =
			volume_tree_build(&job->context, (kiln_tree_kind)kind, leaves, &options, given->tree_width, &trees[kind]);
		double built = platform_seconds();
		if (status == KILNCOOK_OK)
			status = volume_tree_prove(&job->context, leaves, &trees[kind]);
		job->report.ms[KILNCOOK_STAGE_TREE] += 1e3 * (built - start);
		job->report.ms[KILNCOOK_STAGE_PROVE] += 1e3 * (platform_seconds() - built);
	}
	return status;
}

/// Stores the name of the way that the options build trees.
static kilncook_status name_rule(cook_job *job, const kilncook_options *options, uint32_t *name)
{
	cook_text text = {.context = &job->context};
	kilncook_blob words;
	cook_rule_text(options, &text);
	cook_text_print(&text, " width=%u", options->tree_width);
	kilncook_status status = cook_text_finish(&text, &words);
	if (status != KILNCOOK_OK)
		return status;
	*name = cook_names_add(&job->context, &job->names, (const char *)words.data);
	kilncook_blob_free(&job->context, &words);
	return KILNCOOK_OK;
}

/// Returns the tree that pair queries use, among the requested trees.
static uint32_t lowest_kind(uint32_t kinds)
{
	uint32_t kind = 0;
	while (!(kinds >> kind & 1))
		++kind;
	return kind;
}

/// A way to build a tree.
typedef struct tree_way
{
	kiln_tree_kind kind;
	kilncook_options rule;
} tree_way;

/// The comparison of a mesh's trees.
typedef struct tree_choice
{
	cook_job *job;
	cook_mesh *mesh;
	const kilncook_options *given; ///< the options of this mesh
	const volume_leaves *leaves;   ///< all leaves, or a sample
	bool sampled;
	uint32_t triangles; ///< below these leaves, about
	tree_way way;	  ///< of the best tree so far
	double best;	  ///< the best tree's work as a share of the work of `base`
	volume_tree tree; ///< without nodes if the AABB tree is the best
	tree_samples samples;
	tree_work base;	 ///< of the AABB tree; in a sample of leaves, of the first tree
	cook_text words; ///< the candidates and their costs
} tree_choice;

/// The mesh's tree, or its AABB tree when `tree` is NULL, in the form that pair queries walk.
static kiln_pair_tree walked(const cook_mesh *mesh, const volume_tree *tree)
{
	kiln_pair_tree walk = {
		.kind = tree ? tree->kind : KILN_TREE_AABB,
		.nodes = tree ? tree->nodes : (const uint8_t *)mesh->tree.nodes,
		.node_size = tree ? kiln_format_volume_node_size(tree->kind) : (uint32_t)sizeof(kiln_format_tree_node),
		.leaves = mesh->tree.leaves,
	};
	kilni_pair_tree_box(&walk, mesh->head.bounds_min, mesh->head.bounds_max);
	return walk;
}

static bool is_given(const tree_choice *choice, const kilncook_options *rule)
{
	return rule->method == choice->given->method && rule->split == choice->given->split;
}

/// Builds a tree and keeps it if it does less work than the best tree so far.
static kilncook_status try_tree(tree_choice *choice, kiln_tree_kind kind, const kilncook_options *rule)
{
	cook_job *job = choice->job;
	const build_options options = cook_build_options(rule);
	volume_tree tree = {0};
	double start = platform_seconds();
	kilncook_status status =
		volume_tree_build_unmeasured(&job->context, kind, choice->leaves, &options, rule->tree_width, &tree);
	if (status != KILNCOOK_OK)
		return status;
	kiln_pair_tree walk = walked(choice->mesh, &tree);
	const bool first = choice->sampled && choice->best == HUGE_VAL;
	if (first)
		tree_samples_find(&walk, choice->triangles, &choice->samples);
	const tree_work work = tree_work_count(&walk, &choice->samples);
	if (first)
		choice->base = work;
	double ratio = tree_work_ratio(&work, &choice->base);
	cook_text_print(&choice->words, " %s", cook_tree_name(kind));
	if (!is_given(choice, rule))
		cook_text_print(&choice->words, "/%s", cook_rule_name(rule));
	cook_text_print(&choice->words, "%c%.4f", choice->sampled ? '~' : ':', ratio);
	if (ratio < choice->best)
	{
		volume_tree old = choice->tree;
		choice->tree = tree;
		choice->way = (tree_way){kind, *rule};
		choice->best = ratio;
		tree = old;
	}
	if (tree.nodes)
		volume_tree_free(&job->context, &tree);
	job->report.ms[KILNCOOK_STAGE_TREE] += 1e3 * (platform_seconds() - start);
	return KILNCOOK_OK;
}

/// Finds the best kind, built by the given options; then finds the best way to build this kind.
static kilncook_status try_trees(tree_choice *choice)
{
	static const struct
	{
		kilncook_method method;
		kilncook_split split;
		kilncook_split_axis axis;
	} rules[] = {
		{KILNCOOK_METHOD_TOP_DOWN, KILNCOOK_SPLIT_SAH, KILNCOOK_SPLIT_AXIS_LONGEST},
		{KILNCOOK_METHOD_TOP_DOWN, KILNCOOK_SPLIT_MEAN, KILNCOOK_SPLIT_AXIS_COVARIANCE},
		{KILNCOOK_METHOD_TOP_DOWN, KILNCOOK_SPLIT_OBJECT_MEDIAN, KILNCOOK_SPLIT_AXIS_LONGEST},
		{KILNCOOK_METHOD_AGGLOMERATIVE, KILNCOOK_SPLIT_SAH, KILNCOOK_SPLIT_AXIS_LONGEST},
		{KILNCOOK_METHOD_PLOC, KILNCOOK_SPLIT_SAH, KILNCOOK_SPLIT_AXIS_LONGEST},
		{KILNCOOK_METHOD_INSERTION, KILNCOOK_SPLIT_SAH, KILNCOOK_SPLIT_AXIS_LONGEST},
	};
	const kilncook_options *given = choice->given;
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t kind = KILN_TREE_AABB + 1; kind < KILN_TREE_KIND_END && status == KILNCOOK_OK; ++kind)
		if (given->trees >> kind & 1)
			status = try_tree(choice, (kiln_tree_kind)kind, given);
	const kiln_tree_kind kind = choice->way.kind;
	for (uint32_t i = 0; kind != KILN_TREE_AABB && i < sizeof rules / sizeof rules[0] && status == KILNCOOK_OK; ++i)
	{
		kilncook_options rule = *given;
		rule.method = rules[i].method;
		rule.split = rules[i].split;
		rule.split_axis = rules[i].axis;
		if (!is_given(choice, &rule))
			status = try_tree(choice, kind, &rule);
	}
	return status;
}

/// Finds the best kind and way for a sample of the leaves, then compares the trees of all leaves: this kind built by
/// the given options, and in this way.
static kilncook_status try_trees_of_sample(tree_choice *choice)
{
	const kilncook_context *context = &choice->job->context;
	const volume_leaves *all = choice->leaves;
	const tree_work aabb = choice->base;
	const tree_samples samples = choice->samples;
	const double best = choice->best;
	volume_leaf_store store;
	kilncook_status status = volume_leaves_sample(context, all, &store);
	if (status != KILNCOOK_OK)
		return status;
	choice->leaves = &store.leaves;
	choice->sampled = true;
	choice->triangles = (uint32_t)((uint64_t)choice->mesh->head.triangle_count * store.leaves.count / all->count);
	choice->best = HUGE_VAL;
	cook_text_print(&choice->words, " leaves:%u", store.leaves.count);
	status = try_trees(choice);
	volume_leaf_store_free(context, &store);
	if (choice->tree.nodes)
		volume_tree_free(context, &choice->tree);
	const tree_way found = choice->way;
	choice->leaves = all;
	choice->sampled = false;
	choice->samples = samples;
	choice->base = aabb;
	choice->best = best;
	choice->way = (tree_way){KILN_TREE_AABB, *choice->given};
	if (status == KILNCOOK_OK)
		status = try_tree(choice, found.kind, choice->given);
	if (status == KILNCOOK_OK && !is_given(choice, &found.rule))
		status = try_tree(choice, found.kind, &found.rule);
	return status;
}

/// Moves the best tree into the mesh and records the candidates.
static kilncook_status keep_choice(tree_choice *choice, const char *words)
{
	cook_job *job = choice->job;
	cook_mesh *mesh = choice->mesh;
	mesh->pair_kind = choice->way.kind;
	if (mesh->pair_kind != KILN_TREE_AABB)
	{
		mesh->trees[mesh->pair_kind] = choice->tree;
		choice->tree = (volume_tree){0};
	}
	mesh->choice = cook_names_add(&job->context, &job->names, words);
	return name_rule(job, &choice->way.rule, &mesh->rule);
}

/// Finishes the tree that was chosen.
static kilncook_status measure_and_prove(cook_job *job, const volume_leaves *leaves, volume_tree *tree)
{
	double start = platform_seconds();
	kilncook_status status = volume_figures_of(&job->context, leaves, tree, &tree->figures);
	double measured = platform_seconds();
	if (status == KILNCOOK_OK)
		status = volume_tree_prove(&job->context, leaves, tree);
	job->report.ms[KILNCOOK_STAGE_TREE] += 1e3 * (measured - start);
	job->report.ms[KILNCOOK_STAGE_PROVE] += 1e3 * (platform_seconds() - measured);
	return status;
}

static kilncook_status choose_tree(
	cook_job *job, const kilncook_options *given, cook_mesh *mesh, const volume_leaves *leaves)
{
	tree_choice choice = {.job = job,
		.mesh = mesh,
		.leaves = leaves,
		.given = given,
		.way = {KILN_TREE_AABB, *given},
		.best = given->trees & 1u << KILN_TREE_AABB ? 1 : HUGE_VAL,
		.words = {.context = &job->context}};
	const kiln_pair_tree walk = walked(mesh, NULL);
	tree_samples_find(&walk, mesh->head.triangle_count, &choice.samples);
	choice.base = tree_work_count(&walk, &choice.samples);
	cook_text_print(&choice.words, "samples:%u aabb:1", choice.samples.count);
	// Without samples no tree can beat the AABB tree.
	bool blind = choice.samples.count == 0 && given->trees & 1u << KILN_TREE_AABB;
	kilncook_status status = KILNCOOK_OK;
	if (!blind)
		status = leaves->count > SAMPLED_LEAVES ? try_trees_of_sample(&choice) : try_trees(&choice);
	kilncook_blob words = {0};
	kilncook_status finished = cook_text_finish(&choice.words, &words);
	status = status == KILNCOOK_OK ? finished : status;
	if (status == KILNCOOK_OK)
		status = keep_choice(&choice, (const char *)words.data);
	kilncook_blob_free(&job->context, &words);
	if (status == KILNCOOK_OK && mesh->pair_kind != KILN_TREE_AABB)
		status = measure_and_prove(job, leaves, &mesh->trees[mesh->pair_kind]);
	if (choice.tree.nodes)
		volume_tree_free(&job->context, &choice.tree);
	return status;
}

kilncook_status cook_mesh_trees(cook_job *job, const kilncook_options *given, cook_mesh *mesh)
{
	uint32_t kinds = given->trees;
	bool choose = (kinds & KILNCOOK_TREES_AUTO) != 0;
	mesh->pair_kind = lowest_kind(kinds);
	if ((kinds & ~KILNCOOK_TREES_AUTO) == 1u << KILN_TREE_AABB)
		return KILNCOOK_OK;
	volume_leaf_store store = {0};
	kilncook_status status = name_rule(job, given, &mesh->rule);
	if (status == KILNCOOK_OK)
		status = volume_leaves_of_records(
			&job->context, mesh->tree.leaves, mesh->tree.leaf_units, mesh->tree.leaf_count, &store);
	if (status == KILNCOOK_OK)
		status = choose ? choose_tree(job, given, mesh, &store.leaves)
						: build_kinds(job, given, &store.leaves, kinds, mesh->trees);
	volume_leaf_store_free(&job->context, &store);
	return status;
}

/// Makes the leaves of the scene's trees, in the order of the nodes in the blob.
static kilncook_status scene_leaves(const cook_job *job, volume_leaf_store *store)
{
	kilncook_status status = scene_leaves_make(&job->context, job->node_count, store);
	for (uint32_t i = 0; i < job->node_count && status == KILNCOOK_OK; ++i)
	{
		const cook_placed *placed = &job->placed[job->order[i]];
		const cook_set *set = &job->sets[placed->set];
		bool mesh = set->shape == KILNCOOK_SHAPE_MESH;
		const kiln_format_shape *shape = mesh ? &job->meshes[set->cooked].shape : &job->solids[set->cooked].shape;
		float corners[8][3];
		// The oriented box of a mesh is not that of its levels, which may be outside.
		if (mesh && job->meshes[set->cooked].level_count > 0)
			scene_leaf_bounds(&placed->node, corners);
		else
			scene_leaf_corners(
				&placed->node, shape, shape->volumes == KILN_NONE ? NULL : &job->volumes[shape->volumes], corners);
		scene_leaves_set(store, i, (const float(*)[3])corners);
	}
	return status;
}

kilncook_status cook_scene_trees(cook_job *job)
{
	uint32_t kinds = job->options.trees & ~KILNCOOK_TREES_AUTO;
	if (kinds == 1u << KILN_TREE_AABB || job->node_count < 2 || job->options.trees & KILNCOOK_TREES_AUTO)
		return KILNCOOK_OK;
	volume_leaf_store store = {0};
	kilncook_status status = name_rule(job, &job->options, &job->scene_rule);
	if (status == KILNCOOK_OK)
		status = scene_leaves(job, &store);
	if (status == KILNCOOK_OK)
		status = build_kinds(job, &job->options, &store.leaves, kinds, job->scene_trees);
	job->scene_pair_kind = lowest_kind(kinds);
	volume_leaf_store_free(&job->context, &store);
	return status;
}
