// SPDX-License-Identifier: MIT
#include "bench/bench.h"
#include "bench/families/pair/pair_stage.h"

#include "common/message.h"
#include "cook/cook.h"
#include "tree/pack.h"
#include "volume/volume_tree.h"

#include <stdlib.h>
#include <string.h>

typedef struct tree_rule
{
	const char *name;
	kilncook_options options;
} tree_rule;

static const tree_rule rules[] = {
	{"sah", {.split = KILNCOOK_SPLIT_SAH}},
	{"sah, 4 rotations", {.split = KILNCOOK_SPLIT_SAH, .rotate = 4}},
	{"sah, 2 reinsertions", {.split = KILNCOOK_SPLIT_SAH, .optimize = 2}},
	{"mean", {.split = KILNCOOK_SPLIT_MEAN, .split_axis = KILNCOOK_SPLIT_AXIS_COVARIANCE}},
	{"median", {.split = KILNCOOK_SPLIT_MEDIAN, .split_axis = KILNCOOK_SPLIT_AXIS_COVARIANCE}},
	{"object median", {.split = KILNCOOK_SPLIT_OBJECT_MEDIAN, .split_axis = KILNCOOK_SPLIT_AXIS_LONGEST}},
	{"midpoint", {.split = KILNCOOK_SPLIT_MIDPOINT, .split_axis = KILNCOOK_SPLIT_AXIS_LONGEST}},
	{"spatial", {.split = KILNCOOK_SPLIT_SPATIAL}},
	{"agglomerative", {.method = KILNCOOK_METHOD_AGGLOMERATIVE}},
	{"ploc", {.method = KILNCOOK_METHOD_PLOC}},
	{"insertion", {.method = KILNCOOK_METHOD_INSERTION}},
	{"insertion, 4 rotations", {.method = KILNCOOK_METHOD_INSERTION, .rotate = 4}},
};

#define RULES (sizeof rules / sizeof *rules)

/// The queries for every tree.
static const struct
{
	pair_question question;
	pair_pose_kind poses;
} questions[] = {
	{PAIR_ANY, PAIR_COLLIDING},
	{PAIR_ANY, PAIR_NEAR},
	{PAIR_ALL, PAIR_COLLIDING},
	{PAIR_DISTANCE, PAIR_NEAR},
};

#define QUESTIONS (sizeof questions / sizeof *questions)

/// One rule's tree of one kind.
typedef struct tree_entry
{
	const pair_stage *stage;
	const tree_rule *rule;
	build_options options;
	kiln_tree_kind kind;
	kilncook_blob blob;
	kiln_asset asset;
	bench_samples builds;
	pair_entry answers[QUESTIONS];
} tree_entry;

/// Builds the AABB tree with its leaves.
static bool build_boxes(const tree_entry *entry)
{
	kilncook_context context = bench_context();
	packed_tree tree = {0};
	bool done = pack_mesh(&context, &entry->stage->mesh.clean, &entry->options, &tree) == KILNCOOK_OK;
	if (done)
		packed_tree_free(&context, &tree);
	return done;
}

/// Builds a tree of other volumes over the leaves in the blob.
static bool build_volumes(const tree_entry *entry, const volume_leaves *leaves)
{
	kilncook_context context = bench_context();
	volume_tree tree = {0};
	bool done = volume_tree_build(&context, entry->kind, leaves, &entry->options, 0, &tree) == KILNCOOK_OK;
	if (done)
		volume_tree_free(&context, &tree);
	return done;
}

static bool time_build(tree_entry *entry, const bench_options *options)
{
	kilncook_context context = bench_context();
	const kiln_format_mesh *mesh = &entry->asset.meshes[0];
	volume_leaf_store store = {0};
	if (entry->kind != KILN_TREE_AABB &&
		volume_leaves_of_records(&context, entry->asset.leaves + (size_t)mesh->leaf_first * KILN_LEAF_UNIT,
			mesh->leaf_units, mesh->leaf_count, &store) != KILNCOOK_OK)
		return false;
	bool done = true;
	for (uint32_t i = 0; i < (options->quick ? 1u : 3u) && done; ++i)
	{
		double begin = options->clock();
		done = entry->kind == KILN_TREE_AABB ? build_boxes(entry) : build_volumes(entry, &store.leaves);
		samples_add(&entry->builds, options->clock() - begin);
	}
	volume_leaf_store_free(&context, &store);
	return done;
}

static bool entry_make(tree_entry *entry, const pair_stage *stage, const tree_rule *rule, kiln_tree_kind kind,
	const bench_options *options)
{
	kilncook_options cook = rule->options;
	cook.trees = 1u << kind;
	entry->stage = stage;
	entry->rule = rule;
	entry->kind = kind;
	entry->options = cook_build_options(&cook);
	return pair_cook(&stage->mesh, &cook, &entry->blob, &entry->asset) && time_build(entry, options);
}

static const table_column columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"rule", {"", "rule"}, "", 0},
	{"tree", {"", "tree"}, "", 0},
	{"build", {"build", "ms"}, "ms", 1},
	{"bytes", {"bytes a", "triangle"}, "1", 1},
	{"nodes", {"", "nodes"}, "1", 0},
	{"cost", {"SAH", "cost"}, "1", 1},
	{"volume", {"", "volume"}, "1", 2},
	{"overlap", {"over-", "lap"}, "1", 3},
	{"any_colliding", {"any col.", "us"}, "us", 2},
	{"any_near", {"any near", "us"}, "us", 2},
	{"all_colliding", {"all", "us"}, "us", 1},
	{"distance_near", {"distance", "us"}, "us", 1},
	{"any_colliding_volumes", {"any col.", "volumes"}, "1", 0},
	{"any_near_volumes", {"any near", "volumes"}, "1", 0},
	{"all_volumes", {"all", "volumes"}, "1", 0},
	{"distance_near_volumes", {"distance", "volumes"}, "1", 0},
	{"differ", {"", "differ"}, "1", 0},
};

static void fill_row(
	bench_table *table, const tree_entry *entry, const tree_entry *first, const pair_task tasks[QUESTIONS])
{
	const kiln_asset *asset = &entry->asset;
	uint64_t differ = 0;
	table_cell *cell = table_row(table);
	cell[0] = cell_text(entry->stage->mesh.name);
	cell[1] = cell_text(entry->rule->name);
	cell[2] = cell_text(pair_contestant_name(entry->kind));
	cell[3] = cell_time(&entry->builds, 1e3);
	cell[4] = cell_value((double)entry->blob.size / entry->stage->mesh.clean.triangle_count);
	cell[5] = cell_count(asset->meshes[0].tree_count);
	cell[6] = cell_value((double)asset->meshes[0].sah_cost);
	for (uint32_t i = 0; i < asset->volume_tree_count; ++i)
	{
		const kiln_format_volume_tree *tree = &asset->volume_trees[i];
		if (tree->mesh != 0 || tree->kind != entry->kind)
			continue;
		cell[5] = cell_count(tree->node_count);
		cell[6] = cell_value((double)tree->sah_cost);
		cell[7] = cell_value((double)tree->volume);
		cell[8] = cell_value((double)tree->overlap);
	}
	for (uint32_t i = 0; i < QUESTIONS; ++i)
	{
		cell[9 + i] = cell_time(&entry->answers[i].samples, 1e6);
		cell[9 + QUESTIONS + i] = cell_count(entry->answers[i].volume_tests);
		differ += pair_differing(&first->answers[i], &entry->answers[i], &tasks[i], false);
	}
	cell[9 + 2 * QUESTIONS] = cell_count(differ);
}

/// Runs all rules of one kind, in one race.
static bool measure_kind(bench_table *table, const pair_stage *stage, kiln_tree_kind kind, const bench_options *options)
{
	tree_entry *entries = bench_memory(RULES, sizeof *entries);
	pair_entry *racing = bench_memory(RULES, sizeof *racing);
	pair_task tasks[QUESTIONS];
	memset(entries, 0, RULES * sizeof *entries);
	bool made = true;
	for (uint32_t i = 0; i < RULES; ++i)
		made = made && entry_make(&entries[i], stage, &rules[i], kind, options);
	for (uint32_t k = 0; k < QUESTIONS && made; ++k)
	{
		tasks[k] = pair_stage_task(stage, questions[k].question, questions[k].poses);
		for (uint32_t i = 0; i < RULES; ++i)
			racing[i] = (pair_entry){.asset = &entries[i].asset};
		pair_race(racing, RULES, &tasks[k], options->quick ? 1 : 3, options->clock);
		for (uint32_t i = 0; i < RULES; ++i)
			entries[i].answers[k] = racing[i];
	}
	kilncook_context context = bench_context();
	for (uint32_t i = 0; i < RULES; ++i)
	{
		if (made)
			fill_row(table, &entries[i], &entries[0], tasks);
		kilncook_blob_free(&context, &entries[i].blob);
	}
	free(racing);
	free(entries);
	return made;
}

static int measure(bench_table *table, const mesh_spec *spec, const bench_options *options)
{
	pair_stage stage;
	int code = pair_stage_make(&stage, spec, 1u << PAIR_OURS, options->quick ? 10 : 60, options);
	if (code != TOOL_DONE)
		return code;
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END && code == TOOL_DONE; ++kind)
		if (!measure_kind(table, &stage, (kiln_tree_kind)kind, options))
			code = TOOL_INTERNAL;
	pair_stage_free(&stage);
	return code;
}

int bench_trees(const bench_options *options, bench_result *result)
{
	static const char *const chosen[] = {"sphere 70k", "dragon 48k"};
	bench_table *table = bench_table_add(result, "trees", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"kinds of trees against rules: ms from clean triangles to the packed tree of AABBs, or from its leaves to the "
		"tree of "
		"other volumes; surfaces and volumes over the mesh's box's; queries of family pairs, median of %d poses; "
		"answers that "
		"are not those of the first rule",
		options->quick ? 10 : 60);
	mesh_list list = pair_meshes(options);
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bool wanted = options->quick;
		for (size_t k = 0; k < sizeof chosen / sizeof *chosen; ++k)
			wanted = wanted || strcmp(list.specs[i].name, chosen[k]) == 0;
		if (!wanted)
			continue;
		bench_progress("trees", list.specs[i].name);
		int code = measure(table, &list.specs[i], options);
		if (code != TOOL_DONE)
			return code;
	}
	return TOOL_DONE;
}
