// SPDX-License-Identifier: MIT
#include "bench/bench.h"
#include "bench/scenes/rayset.h"

#include "common/message.h"

#include <stdlib.h>
#include <string.h>

/// Contestants in the order of turns: Kiln and a rival alternate.
typedef enum racer
{
	KILN_MESH,
	EMBREE_MEDIUM,
	KILN_ASSET,
	EMBREE_COMPACT,
	KILN_BATCH,
	EMBREE_ROBUST,
	KILN_ANY,
	EMBREE_ANY,
	KILN_SCALAR,
	KILN_SSE2,
	KILN_AVX2,
	KILN_NEON,
	KILN_COMPACT, ///< the same art in the compact layout
	KILN_COMPACT_BATCH,
	BULLET,
	KD_TREE,
	RACER_COUNT,
} racer;

/// One contestant's work: the rays and the query.
typedef struct race_entry
{
	const ray_set *set;
	kiln_asset asset;
	const rival_library *rival; ///< NULL: Kiln
	rival_world *world;
	float *t;
	bool *any;
	kiln_hit *hits; ///< of a batch
	bool present;
} race_entry;

typedef struct ray_race
{
	ray_set set;
	kilncook_blob blob, compact;
	race_entry entries[RACER_COUNT];
	bench_samples samples[RACER_COUNT];
} ray_race;

static void run_mesh(void *user)
{
	race_entry *entry = user;
	ray_set_closest(&entry->asset, entry->set, entry->set->count, entry->t);
}

static void run_asset(void *user)
{
	race_entry *entry = user;
	for (uint32_t i = 0; i < entry->set->count; ++i)
	{
		kiln_hit hit = kiln_scene_ray_closest(&entry->asset, &entry->set->rays[i]);
		entry->t[i] = hit.hit ? hit.t : -1.0f;
	}
}

static void run_batch(void *user)
{
	race_entry *entry = user;
	kiln_mesh_ray_closest_batch(&entry->asset, 0, entry->set->rays, entry->set->count, entry->hits);
}

static void run_any(void *user)
{
	race_entry *entry = user;
	for (uint32_t i = 0; i < entry->set->count; ++i)
		entry->any[i] = kiln_mesh_ray_any(&entry->asset, 0, &entry->set->rays[i]);
}

static void run_rival(void *user)
{
	race_entry *entry = user;
	entry->rival->closest(entry->world, entry->set->rival, entry->set->count, entry->t);
}

static void run_rival_any(void *user)
{
	race_entry *entry = user;
	entry->rival->any(entry->world, entry->set->rival, entry->set->count, entry->any);
}

/// Refills the caches with the contestant's own tree after another contestant's turn.
static void warm(void *user)
{
	race_entry *entry = user;
	uint32_t count = entry->set->count / 20;
	if (entry->rival)
		entry->rival->closest(entry->world, entry->set->rival, count, entry->t);
	else
		ray_set_closest(&entry->asset, entry->set, count, entry->t);
}

static void (*runner(racer who))(void *)
{
	switch (who)
	{
	case KILN_ASSET:
		return run_asset;
	case KILN_BATCH:
	case KILN_COMPACT_BATCH:
		return run_batch;
	case KILN_ANY:
		return run_any;
	case EMBREE_MEDIUM:
	case EMBREE_COMPACT:
	case EMBREE_ROBUST:
	case BULLET:
	case KD_TREE:
		return run_rival;
	case EMBREE_ANY:
		return run_rival_any;
	default:
		return run_mesh;
	}
}

static kiln_isa isa_of(racer who)
{
	switch (who)
	{
	case KILN_SCALAR:
		return KILN_ISA_SCALAR;
	case KILN_SSE2:
		return KILN_ISA_SSE2;
	case KILN_AVX2:
		return KILN_ISA_AVX2;
	case KILN_NEON:
		return KILN_ISA_NEON;
	default:
		return KILN_ISA_AUTO;
	}
}

/// Opens for one instruction set; false when this machine or build lacks it.
static bool enter_kiln(ray_race *race, racer who)
{
	race_entry *entry = &race->entries[who];
	kiln_isa isa = isa_of(who);
	const bool compact = who == KILN_COMPACT || who == KILN_COMPACT_BATCH;
	if (!bench_blob_open(compact ? &race->compact : &race->blob, isa, &entry->asset))
		return false;
	return isa == KILN_ISA_AUTO || entry->asset.isa == isa;
}

static bool enter_rival(ray_race *race, racer who, const rival_library *rival, const rival_mesh *mesh, rival_kind kind)
{
	race_entry *entry = &race->entries[who];
	entry->rival = rival;
	entry->world = rival ? rival->prepare(mesh, kind) : NULL;
	if (entry->world)
		rival->build(entry->world);
	return entry->world != NULL;
}

static bool enter(ray_race *race, racer who, const rival_mesh *mesh)
{
	switch (who)
	{
	case EMBREE_MEDIUM:
	case EMBREE_ANY:
		return enter_rival(race, who, rival_embree(), mesh, RIVAL_DEFAULT);
	case EMBREE_COMPACT:
		return enter_rival(race, who, rival_embree(), mesh, RIVAL_COMPACT);
	case EMBREE_ROBUST:
		return enter_rival(race, who, rival_embree(), mesh, RIVAL_ROBUST);
	case BULLET:
		return enter_rival(race, who, rival_bullet(), mesh, RIVAL_DEFAULT);
	case KD_TREE:
		return enter_rival(race, who, rival_kd(), mesh, RIVAL_DEFAULT);
	default:
		return enter_kiln(race, who);
	}
}

static bool race_start(ray_race *race, const bench_mesh *mesh, const bench_options *options)
{
	memset(race, 0, sizeof *race);
	if (!bench_mesh_cook(mesh, &(kilncook_options){0}, &race->blob) ||
		!bench_mesh_cook(mesh, &(kilncook_options){.layout = KILNCOOK_LAYOUT_BITS_MIN}, &race->compact))
		return false;
	race->set = ray_set_make(mesh, options->quick ? 20000 : 200000, options->seed);
	rival_mesh given = bench_mesh_rival(mesh);
	for (uint32_t i = 0; i < RACER_COUNT; ++i)
	{
		race_entry *entry = &race->entries[i];
		entry->set = &race->set;
		entry->present = enter(race, (racer)i, &given);
		entry->t = bench_memory(race->set.count, sizeof *entry->t);
		entry->any = bench_memory(race->set.count, sizeof *entry->any);
		const bool batch = i == KILN_BATCH || i == KILN_COMPACT_BATCH;
		entry->hits = batch ? bench_memory(race->set.count, sizeof *entry->hits) : NULL;
	}
	return true;
}

static void race_run(ray_race *race, const bench_options *options)
{
	bench_contestant contestants[RACER_COUNT];
	uint32_t who[RACER_COUNT], count = 0;
	for (uint32_t i = 0; i < RACER_COUNT; ++i)
	{
		if (!race->entries[i].present)
			continue;
		who[count] = i;
		contestants[count++] = (bench_contestant){.before = warm, .run = runner((racer)i), .user = &race->entries[i]};
	}
	bench_contest(contestants, count, bench_repetitions(options), options->clock);
	for (uint32_t i = 0; i < count; ++i)
		race->samples[who[i]] = contestants[i].samples;
	race_entry *batch = &race->entries[KILN_BATCH];
	for (uint32_t i = 0; i < race->set.count; ++i)
		batch->t[i] = batch->hits[i].hit ? batch->hits[i].t : -1.0f;
}

static void race_end(ray_race *race)
{
	kilncook_context context = bench_context();
	for (uint32_t i = 0; i < RACER_COUNT; ++i)
	{
		race_entry *entry = &race->entries[i];
		if (entry->rival)
			entry->rival->release(entry->world);
		free(entry->t);
		free(entry->any);
		free(entry->hits);
	}
	ray_set_free(&race->set);
	kilncook_blob_free(&context, &race->blob);
	kilncook_blob_free(&context, &race->compact);
}

static table_cell rate(const ray_race *race, racer who)
{
	return cell_rate(&race->samples[who], race->set.count * 1e-6);
}

/// Counts answers of `right` that differ from those of `left`.
static table_cell differing(const ray_race *race, racer left, racer right)
{
	if (!race->entries[left].present || !race->entries[right].present)
		return (table_cell){0};
	return cell_count(ray_set_differing(&race->set, race->entries[left].t, race->entries[right].t));
}

/// Counts any-hit answers of `who` that differ from Kiln's closest hits.
static table_cell differing_any(const ray_race *race, racer who)
{
	const race_entry *entry = &race->entries[who];
	if (!entry->present)
		return (table_cell){0};
	uint64_t count = 0;
	for (uint32_t i = 0; i < race->set.count; ++i)
		count += entry->any[i] != (race->entries[KILN_MESH].t[i] >= 0);
	return cell_count(count);
}

/// Counts answers of other ways to query Kiln that differ in any bit.
static uint64_t differing_bits(const ray_race *race)
{
	static const racer ours[] = {KILN_ASSET, KILN_BATCH, KILN_SCALAR, KILN_SSE2, KILN_AVX2, KILN_NEON};
	uint64_t count = 0;
	for (size_t k = 0; k < sizeof ours / sizeof *ours; ++k)
		for (uint32_t i = 0; race->entries[ours[k]].present && i < race->set.count; ++i)
			count += memcmp(&race->entries[ours[k]].t[i], &race->entries[KILN_MESH].t[i], sizeof(float)) != 0;
	return count;
}

static uint64_t hits(const ray_race *race)
{
	uint64_t count = 0;
	for (uint32_t i = 0; i < race->set.count; ++i)
		count += race->entries[KILN_MESH].t[i] >= 0;
	return count;
}

static const table_column closest_columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"triangles", {"", "triangles"}, "1", 0},
	{"hits", {"", "hits"}, "1", 0},
	{"kiln", {"Kiln", "mesh"}, "Mray/s", 2},
	{"embree_medium", {"Embree", "medium"}, "Mray/s", 2},
	{"embree_compact", {"Embree", "compact"}, "Mray/s", 2},
	{"embree_robust", {"Embree", "robust"}, "Mray/s", 2},
	{"bullet", {"", "Bullet"}, "Mray/s", 2},
	{"kd_tree", {"k-d", "tree"}, "Mray/s", 2},
	{"kiln_over_embree_medium", {"Kiln/", "medium"}, "x", 2},
	{"kiln_over_embree_compact", {"Kiln/", "compact"}, "x", 2},
	{"kiln_over_embree_robust", {"Kiln/", "robust"}, "x", 2},
	{"kiln_over_bullet", {"Kiln/", "Bullet"}, "x", 1},
	{"kiln_over_kd_tree", {"Kiln/", "k-d"}, "x", 2},
	{"differ_embree_medium", {"differ", "medium"}, "1", 0},
	{"differ_embree_robust", {"differ", "robust"}, "1", 0},
	{"differ_bullet", {"differ", "Bullet"}, "1", 0},
	{"differ_kd_tree", {"differ", "k-d"}, "1", 0},
	{"wrong", {"Kiln", "wrong"}, "1", 0},
};

static void closest_row(bench_table *table, const ray_race *race, const bench_mesh *mesh)
{
	table_cell *cell = table_row(table);
	cell[0] = cell_text(mesh->name);
	cell[1] = cell_count(mesh->clean.triangle_count);
	cell[2] = cell_count(hits(race));
	static const racer rates[] = {KILN_MESH, EMBREE_MEDIUM, EMBREE_COMPACT, EMBREE_ROBUST, BULLET, KD_TREE};
	for (uint32_t i = 0; i < 6; ++i)
		cell[3 + i] = rate(race, rates[i]);
	for (uint32_t i = 0; i < 5; ++i)
		cell[9 + i] = cell_ratio(&cell[3], &cell[4 + i]);
	cell[14] = differing(race, KILN_MESH, EMBREE_MEDIUM);
	cell[15] = differing(race, KILN_MESH, EMBREE_ROBUST);
	cell[16] = differing(race, KILN_MESH, BULLET);
	cell[17] = differing(race, KILN_MESH, KD_TREE);
	static const racer doubters[] = {EMBREE_MEDIUM, EMBREE_COMPACT, EMBREE_ROBUST, BULLET, KD_TREE};
	const float *others[5];
	for (uint32_t i = 0; i < 5; ++i)
		others[i] = race->entries[doubters[i]].present ? race->entries[doubters[i]].t : NULL;
	cell[18] = cell_count(ray_set_wrong(&race->set, &mesh->clean, race->entries[KILN_MESH].t, others, 5));
}

static const table_column ways_columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"kiln_mesh", {"Kiln", "mesh"}, "Mray/s", 2},
	{"kiln_asset", {"Kiln", "asset"}, "Mray/s", 2},
	{"kiln_batch", {"Kiln", "batch"}, "Mray/s", 2},
	{"kiln_scalar", {"Kiln", "scalar"}, "Mray/s", 2},
	{"kiln_sse2", {"Kiln", "SSE2"}, "Mray/s", 2},
	{"kiln_avx2", {"Kiln", "AVX2"}, "Mray/s", 2},
	{"kiln_neon", {"Kiln", "NEON"}, "Mray/s", 2},
	{"differ_bits", {"differ", "to the bit"}, "1", 0},
	{"kiln_compact", {"Kiln", "compact"}, "Mray/s", 2},
	{"kiln_compact_batch", {"compact", "batch"}, "Mray/s", 2},
	{"kiln_compact_over_kiln", {"compact/", "exact"}, "x", 2},
	{"kiln_compact_batch_over_kiln_batch", {"compact/", "exact batch"}, "x", 2},
	{"kiln_any", {"Kiln", "any"}, "Mray/s", 2},
	{"embree_any", {"Embree", "any"}, "Mray/s", 2},
	{"kiln_any_over_embree_any", {"Kiln/", "Embree"}, "x", 2},
	{"differ_kiln_any", {"differ", "Kiln any"}, "1", 0},
	{"differ_embree_any", {"differ", "Embree any"}, "1", 0},
};

static void ways_row(bench_table *table, const ray_race *race, const bench_mesh *mesh)
{
	table_cell *cell = table_row(table);
	cell[0] = cell_text(mesh->name);
	static const racer rates[] = {KILN_MESH, KILN_ASSET, KILN_BATCH, KILN_SCALAR, KILN_SSE2, KILN_AVX2, KILN_NEON};
	for (uint32_t i = 0; i < 7; ++i)
		cell[1 + i] = rate(race, rates[i]);
	cell[8] = cell_count(differing_bits(race));
	cell[9] = rate(race, KILN_COMPACT);
	cell[10] = rate(race, KILN_COMPACT_BATCH);
	cell[11] = cell_ratio(&cell[9], &cell[1]);
	cell[12] = cell_ratio(&cell[10], &cell[3]);
	cell[13] = rate(race, KILN_ANY);
	cell[14] = rate(race, EMBREE_ANY);
	cell[15] = cell_ratio(&cell[13], &cell[14]);
	cell[16] = differing_any(race, KILN_ANY);
	cell[17] = differing_any(race, EMBREE_ANY);
}

int bench_rays(const bench_options *options, bench_result *result)
{
	bench_table *closest =
		bench_table_add(result, "closest", closest_columns, sizeof closest_columns / sizeof *closest_columns);
	bench_table *ways = bench_table_add(result, "ways", ways_columns, sizeof ways_columns / sizeof *ways_columns);
	uint32_t rays = options->quick ? 20000 : 200000, repetitions = bench_repetitions(options);
	snprintf(closest->title, sizeof closest->title,
		"closest hits of %u incoherent rays, one at a time, one thread: Mray/s, median of %u; different "
		"answers, and those of ours that are wrong by every triangle in double precision",
		rays, repetitions);
	snprintf(ways->title, sizeof ways->title,
		"other ways to ask: through the asset's node, as a batch, by instruction set; in the compact layout; any hit. "
		"Mray/s, median of %u",
		repetitions);
	mesh_list list = mesh_list_make(options->models, options->only, options->quick);
	for (uint32_t i = 0; i < list.count; ++i)
	{
		bench_progress("rays", list.specs[i].name);
		bench_mesh mesh;
		if (!bench_mesh_make(&mesh, &list.specs[i], options->seed))
			return TOOL_REFUSED;
		ray_race race;
		bool started = race_start(&race, &mesh, options);
		if (started)
		{
			race_run(&race, options);
			closest_row(closest, &race, &mesh);
			ways_row(ways, &race, &mesh);
		}
		race_end(&race);
		bench_mesh_free(&mesh);
		if (!started)
			return TOOL_INTERNAL;
	}
	return TOOL_DONE;
}
