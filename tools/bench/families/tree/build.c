// SPDX-License-Identifier: MIT
#include "bench/bench.h"
#include "rules.h"

#include "common/message.h"
#include "tree/pack.h"

/// One builder on one mesh.
typedef struct build_entry
{
	const bench_mesh *mesh;
	rival_mesh given;
	const rival_library *rival; ///< NULL: Kiln
	rival_kind kind;
	rival_world *world;
	packed_tree tree;
} build_entry;

static void run_kiln(void *user)
{
	build_entry *entry = user;
	kilncook_context context = bench_context();
	build_options options = {0};
	if (pack_mesh(&context, &entry->mesh->clean, &options, &entry->tree) != KILNCOOK_OK)
		tool_message(entry->mesh->name, "error", "build", "the tree could not be built");
}

static void free_kiln(void *user)
{
	build_entry *entry = user;
	kilncook_context context = bench_context();
	packed_tree_free(&context, &entry->tree);
}

static void prepare_rival(void *user)
{
	build_entry *entry = user;
	entry->world = entry->rival->prepare(&entry->given, entry->kind);
}

static void run_rival(void *user)
{
	build_entry *entry = user;
	if (entry->world)
		entry->rival->build(entry->world);
}

static void free_rival(void *user)
{
	build_entry *entry = user;
	entry->rival->release(entry->world);
	entry->world = NULL;
}

enum
{
	KILN,
	EMBREE_MEDIUM,
	EMBREE_LOW,
	EMBREE_HIGH,
	BULLET,
	BUILDERS
};

static const table_column columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"triangles", {"", "triangles"}, "1", 0},
	{"kiln", {"", "Kiln"}, "ms", 1},
	{"embree_medium", {"Embree", "medium"}, "ms", 1},
	{"embree_low", {"Embree", "low"}, "ms", 1},
	{"embree_high", {"Embree", "high"}, "ms", 1},
	{"bullet", {"", "Bullet"}, "ms", 1},
	{"kiln_over_embree_medium", {"Kiln/", "medium"}, "x", 2},
	{"kiln_over_embree_low", {"Kiln/", "low"}, "x", 2},
	{"kiln_over_embree_high", {"Kiln/", "high"}, "x", 2},
	{"kiln_over_bullet", {"Kiln/", "Bullet"}, "x", 2},
};

static void measure(bench_table *table, const bench_mesh *mesh, const bench_options *options)
{
	build_entry entries[BUILDERS];
	bench_contestant contestants[BUILDERS], *of[BUILDERS] = {0};
	uint32_t count = 0;
	for (uint32_t i = 0; i < BUILDERS; ++i)
	{
		static const rival_kind kinds[BUILDERS] = {RIVAL_DEFAULT, RIVAL_DEFAULT, RIVAL_LOW, RIVAL_HIGH, RIVAL_DEFAULT};
		entries[i] = (build_entry){.mesh = mesh, .given = bench_mesh_rival(mesh), .kind = kinds[i]};
		entries[i].rival = i == KILN ? NULL : i == BULLET ? rival_bullet() : rival_embree();
		if (i != KILN && !entries[i].rival)
			continue;
		of[i] = &contestants[count++];
		*of[i] = i == KILN ? (bench_contestant){.run = run_kiln, .after = free_kiln, .user = &entries[i]}
						   : (bench_contestant){prepare_rival, run_rival, free_rival, &entries[i], {.count = 0}};
	}
	bench_contest(contestants, count, bench_repetitions(options), options->clock);
	table_cell *cell = table_row(table);
	cell[0] = cell_text(mesh->name);
	cell[1] = cell_count(mesh->clean.triangle_count);
	for (uint32_t i = 0; i < BUILDERS; ++i)
		if (of[i])
			cell[2 + i] = cell_time(&of[i]->samples, 1e3);
	for (uint32_t i = 0; i < BUILDERS - 1; ++i)
		cell[7 + i] = cell_ratio(&cell[2], &cell[3 + i]);
}

int bench_build(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_table_add(result, "build", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"from clean triangles to the packed tree, one thread: ms, median of %u; ratios of times, below 1 is faster",
		bench_repetitions(options));
	mesh_list list = mesh_list_make(options->models, options->only, options->quick);
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bench_progress("build", list.specs[i].name);
		bench_mesh mesh;
		if (!bench_mesh_make(&mesh, &list.specs[i], options->seed))
			return TOOL_REFUSED;
		measure(table, &mesh, options);
		bench_mesh_free(&mesh);
	}
	return bench_rules(options, result);
}
