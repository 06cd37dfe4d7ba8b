// SPDX-License-Identifier: MIT
#include "rules.h"

#include "bench/scenes/rayset.h"

#include "common/message.h"
#include "tree/pack.h"

#include <stdlib.h>
#include <string.h>

typedef struct split_rule
{
	const char *name;
	const char *axis;
	build_options options;
} split_rule;

static const split_rule rules[] = {
	{"sah", "any", {.split = BUILD_SPLIT_SAH}},
	{"sah, 2 passes", "any", {.split = BUILD_SPLIT_SAH, .optimize_passes = 2}},
	{"sah, 8 passes", "any", {.split = BUILD_SPLIT_SAH, .optimize_passes = 8}},
	{"mean", "longest", {.split = BUILD_SPLIT_MEAN, .axis = BUILD_AXIS_LONGEST}},
	{"mean", "variance", {.split = BUILD_SPLIT_MEAN, .axis = BUILD_AXIS_VARIANCE}},
	{"mean", "covariance", {.split = BUILD_SPLIT_MEAN, .axis = BUILD_AXIS_COVARIANCE}},
	{"median", "longest", {.split = BUILD_SPLIT_MEDIAN, .axis = BUILD_AXIS_LONGEST}},
	{"median", "variance", {.split = BUILD_SPLIT_MEDIAN, .axis = BUILD_AXIS_VARIANCE}},
	{"median", "covariance", {.split = BUILD_SPLIT_MEDIAN, .axis = BUILD_AXIS_COVARIANCE}},
	{"spatial, unshared", "any", {.split = BUILD_SPLIT_SPATIAL}},
	{"object median", "longest", {.split = BUILD_SPLIT_OBJECT_MEDIAN, .axis = BUILD_AXIS_LONGEST}},
	{"object median", "variance", {.split = BUILD_SPLIT_OBJECT_MEDIAN, .axis = BUILD_AXIS_VARIANCE}},
	{"object median", "covariance", {.split = BUILD_SPLIT_OBJECT_MEDIAN, .axis = BUILD_AXIS_COVARIANCE}},
	{"midpoint", "longest", {.split = BUILD_SPLIT_MIDPOINT, .axis = BUILD_AXIS_LONGEST}},
	{"midpoint", "variance", {.split = BUILD_SPLIT_MIDPOINT, .axis = BUILD_AXIS_VARIANCE}},
	{"midpoint", "covariance", {.split = BUILD_SPLIT_MIDPOINT, .axis = BUILD_AXIS_COVARIANCE}},
};

#define RULE_COUNT (sizeof rules / sizeof *rules)

/// One rule on one mesh.
typedef struct rule_entry
{
	const bench_mesh *mesh;
	const split_rule *rule;
	packed_tree tree;
	kilncook_blob blob;
	kiln_asset asset;
	const ray_set *set;
	float *t;
} rule_entry;

static void run_build(void *user)
{
	rule_entry *entry = user;
	kilncook_context context = bench_context();
	if (pack_mesh(&context, &entry->mesh->clean, &entry->rule->options, &entry->tree) != KILNCOOK_OK)
		tool_message(entry->mesh->name, "error", "build", "the tree could not be built");
}

static void free_build(void *user)
{
	rule_entry *entry = user;
	kilncook_context context = bench_context();
	packed_tree_free(&context, &entry->tree);
}

static void run_rays(void *user)
{
	rule_entry *entry = user;
	ray_set_closest(&entry->asset, entry->set, entry->set->count, entry->t);
}

static void warm_rays(void *user)
{
	rule_entry *entry = user;
	ray_set_closest(&entry->asset, entry->set, entry->set->count / 20, entry->t);
}

/// Returns the public options with the same meaning.
static kilncook_options public_options(const build_options *options)
{
	return (kilncook_options){
		.split = (kilncook_split)options->split,
		.split_axis = (kilncook_split_axis)options->axis,
		.optimize = options->optimize_passes,
	};
}

static const table_column columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"split", {"", "split"}, "", 0},
	{"axis", {"", "axis"}, "", 0},
	{"build", {"build", "ms"}, "ms", 1},
	{"build_over_sah", {"build/", "sah"}, "x", 2},
	{"nodes", {"", "nodes"}, "1", 0},
	{"depth", {"", "depth"}, "1", 0},
	{"cost", {"SAH", "cost"}, "1", 2},
	{"rays", {"", "Mray/s"}, "Mray/s", 2},
	{"rays_over_sah", {"rays/", "sah"}, "x", 2},
	{"differ", {"differ", "to the bit"}, "1", 0},
};

static void fill_row(bench_table *table, const rule_entry entries[RULE_COUNT], uint32_t i,
	const bench_contestant *builds, const bench_contestant *races)
{
	const rule_entry *entry = &entries[i];
	const kiln_format_mesh *mesh = &entry->asset.meshes[0];
	double work = entry->set->count * 1e-6;
	uint64_t differing = 0;
	for (uint32_t k = 0; k < entry->set->count; ++k)
		differing += memcmp(&entry->t[k], &entries[0].t[k], sizeof(float)) != 0;
	table_cell sah_build = cell_time(&builds[0].samples, 1e3), sah_rays = cell_rate(&races[0].samples, work);
	table_cell *cell = table_row(table);
	cell[0] = cell_text(entry->mesh->name);
	cell[1] = cell_text(entry->rule->name);
	cell[2] = cell_text(entry->rule->axis);
	cell[3] = cell_time(&builds[i].samples, 1e3);
	cell[4] = cell_ratio(&cell[3], &sah_build);
	cell[5] = cell_count(mesh->tree_count);
	cell[6] = cell_count(mesh->depth);
	cell[7] = cell_value((double)mesh->sah_cost);
	cell[8] = cell_rate(&races[i].samples, work);
	cell[9] = cell_ratio(&cell[8], &sah_rays);
	cell[10] = cell_count(differing);
}

static bool measure(bench_table *table, const bench_mesh *mesh, const bench_options *options)
{
	rule_entry entries[RULE_COUNT];
	bench_contestant builds[RULE_COUNT], races[RULE_COUNT];
	ray_set set = ray_set_make(mesh, options->quick ? 5000 : 100000, options->seed);
	bool cooked = true;
	for (uint32_t i = 0; i < RULE_COUNT; ++i)
	{
		entries[i] = (rule_entry){.mesh = mesh, .rule = &rules[i], .set = &set};
		entries[i].t = bench_memory(set.count, sizeof *entries[i].t);
		builds[i] = (bench_contestant){.run = run_build, .after = free_build, .user = &entries[i]};
		races[i] = (bench_contestant){.before = warm_rays, .run = run_rays, .user = &entries[i]};
		kilncook_options cook = public_options(&rules[i].options);
		cooked = cooked && bench_mesh_cook(mesh, &cook, &entries[i].blob) &&
				 bench_blob_open(&entries[i].blob, KILN_ISA_AUTO, &entries[i].asset);
	}
	if (cooked)
	{
		bench_contest(builds, RULE_COUNT, options->quick ? 1 : 5, options->clock);
		bench_contest(races, RULE_COUNT, options->quick ? 1 : 5, options->clock);
	}
	for (uint32_t i = 0; cooked && i < RULE_COUNT; ++i)
		fill_row(table, entries, i, builds, races);
	kilncook_context context = bench_context();
	for (uint32_t i = 0; i < RULE_COUNT; ++i)
	{
		kilncook_blob_free(&context, &entries[i].blob);
		free(entries[i].t);
	}
	ray_set_free(&set);
	return cooked;
}

int bench_rules(const bench_options *options, bench_result *result)
{
	static const char *const chosen[] = {"sphere 70k", "terrain 70k", "soup 50k", "dragon 203k"};
	bench_table *table = bench_table_add(result, "rules", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"rules for splitting: from clean triangles to the packed tree, median of %d; cost with visits of nodes and "
		"leaves at 1; closest hits of %d incoherent rays",
		options->quick ? 1 : 5, options->quick ? 5000 : 100000);
	mesh_list list = mesh_list_make(options->models, options->only, options->quick);
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bool wanted = options->quick && i == 0;
		for (size_t k = 0; !options->quick && k < sizeof chosen / sizeof *chosen; ++k)
			wanted = wanted || strcmp(list.specs[i].name, chosen[k]) == 0;
		if (!wanted)
			continue;
		bench_progress("rules", list.specs[i].name);
		bench_mesh mesh;
		if (!bench_mesh_make(&mesh, &list.specs[i], options->seed))
			return TOOL_REFUSED;
		bool measured = measure(table, &mesh, options);
		bench_mesh_free(&mesh);
		if (!measured)
			return TOOL_INTERNAL;
	}
	return TOOL_DONE;
}
