// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE
#include "bench/bench.h"
#include "bench/scenes/rayset.h"

#include "common/message.h"
#include "kiln/lazy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Cells along a side of the terrain whose blob has at least 100 MB.
#define BIG_SIDE 1500
#define BIG_BYTES 100000000u
#define BIG_NAME "terrain 4.5M"

/// One file, and one way to open it.
typedef struct open_entry
{
	const char *path;
	kiln_open_options options;
	bool sum;		  ///< reads the bytes instead of opening: a lower bound of the cost of proving them
	bool lazy;		  ///< opens a lazy asset
	bool resident;	  ///< uses `blob`, whose pages are in memory, instead of a new mapping
	kiln_asset blob;  ///< the file, mapped and proved
	kiln_asset asset; ///< the asset that `run` opened
	const ray_set *set;
	float t; ///< t of the first ray's hit
	uint64_t total;
} open_entry;

static uint64_t sum_bytes(const uint8_t *data, uint64_t size)
{
	uint64_t total = 0;
	for (uint64_t i = 0; i + 8 <= size; i += 8)
	{
		uint64_t word;
		memcpy(&word, data + i, 8);
		total += word;
	}
	return total;
}

/// Maps the file, opens a lazy asset in memory that is new each time, and traces the ray.
static kiln_result run_lazy(open_entry *entry)
{
	kiln_lazy lazy;
	kiln_hit hit = {0};
	kiln_result result = kiln_map(&entry->asset, entry->path, &(kiln_open_options){.trust = true});
	if (result.status != KILN_OK)
		return result;
	const uint32_t count = kiln_lazy_marks(entry->asset.data, (size_t)entry->asset.size);
	uint8_t *marks = bench_memory(count, sizeof *marks);
	result = kiln_lazy_open(&lazy, entry->asset.data, (size_t)entry->asset.size, marks, count, NULL);
	if (result.status == KILN_OK)
	{
		hit = kiln_scene_ray_closest(&lazy.asset, &entry->set->rays[0]);
		result = kiln_lazy_result(&lazy);
	}
	if (result.status == KILN_OK)
		entry->t = hit.hit ? hit.t : -1;
	free(marks);
	return result;
}

static void run_open(void *user)
{
	open_entry *entry = user;
	kiln_result result;
	if (entry->lazy)
		result = run_lazy(entry);
	else if (entry->resident)
		result = kiln_open(&entry->asset, entry->blob.data, entry->blob.size, &entry->options);
	else
		result = kiln_map(&entry->asset, entry->path, &entry->options);
	if (result.status != KILN_OK)
	{
		tool_message(entry->path, "error", kiln_status_name(result.status), "%s", result.reason);
		entry->asset = (kiln_asset){0};
		return;
	}
	if (entry->lazy)
		return;
	if (entry->sum)
		entry->total = sum_bytes(entry->asset.data, entry->asset.size);
	else
		ray_set_closest(&entry->asset, entry->set, 1, &entry->t);
}

static void close_asset(void *user)
{
	open_entry *entry = user;
	if (!entry->resident)
		kiln_unmap(&entry->asset);
}

enum
{
	TRUSTED,
	PREFAULTED,
	LAZY,
	PROVED,
	SUMMED,
	PROVED_RESIDENT,
	SUMMED_RESIDENT,
	WAYS
};

static const table_column columns[] = {
	{"blob", {"", "blob"}, "", 0},
	{"bytes", {"", "MB"}, "MB", 1},
	{"trusted", {"trusted", "us"}, "us", 1},
	{"prefaulted", {"prefault", "us"}, "us", 0},
	{"lazy", {"lazy", "us"}, "us", 1},
	{"proved", {"proved", "us"}, "us", 0},
	{"proved_rate", {"proved", "GB/s"}, "GB/s", 2},
	{"summed_rate", {"summed", "GB/s"}, "GB/s", 2},
	{"proved_over_summed", {"proved/", "summed"}, "x", 2},
	{"resident_proved_rate", {"resident", "proved"}, "GB/s", 2},
	{"resident_summed_rate", {"resident", "summed"}, "GB/s", 2},
	{"resident_proved_over_summed", {"proved/", "summed"}, "x", 2},
	{"differ", {"", "differ"}, "1", 0},
};

/// Opens `path` in every way, `repetitions` times each.
static bool measure_file(bench_table *table, const char *name, const char *path, const ray_set *set,
	uint32_t repetitions, bench_clock *clock)
{
	kiln_asset blob;
	kiln_result result = kiln_map(&blob, path, NULL);
	if (result.status != KILN_OK)
	{
		tool_message(path, "error", kiln_status_name(result.status), "%s", result.reason);
		return false;
	}
	open_entry entries[WAYS];
	bench_contestant contestants[WAYS];
	for (uint32_t i = 0; i < WAYS; ++i)
	{
		entries[i] = (open_entry){.path = path, .blob = blob, .set = set};
		entries[i].options.trust = i != PROVED && i != PROVED_RESIDENT;
		entries[i].options.prefault = i == PREFAULTED;
		entries[i].lazy = i == LAZY;
		entries[i].sum = i == SUMMED || i == SUMMED_RESIDENT;
		entries[i].resident = i == PROVED_RESIDENT || i == SUMMED_RESIDENT;
		contestants[i] = (bench_contestant){.run = run_open, .after = close_asset, .user = &entries[i]};
	}
	bench_contest(contestants, WAYS, repetitions, clock);
	float expected;
	ray_set_closest(&blob, set, 1, &expected);
	uint64_t differing = 0;
	for (uint32_t i = 0; i < WAYS; ++i)
		differing += !entries[i].sum && memcmp(&entries[i].t, &expected, sizeof expected) != 0;
	differing += entries[SUMMED].total != entries[SUMMED_RESIDENT].total;
	double gigabytes = 1e-9 * (double)blob.size;
	table_cell *cell = table_row(table);
	cell[0] = cell_text(name);
	cell[1] = cell_value(1e3 * gigabytes);
	for (uint32_t i = TRUSTED; i <= PROVED; ++i)
		cell[2 + i] = cell_time(&contestants[i].samples, 1e6);
	cell[6] = cell_rate(&contestants[PROVED].samples, gigabytes);
	cell[7] = cell_rate(&contestants[SUMMED].samples, gigabytes);
	cell[8] = cell_ratio(&cell[6], &cell[7]);
	cell[9] = cell_rate(&contestants[PROVED_RESIDENT].samples, gigabytes);
	cell[10] = cell_rate(&contestants[SUMMED_RESIDENT].samples, gigabytes);
	cell[11] = cell_ratio(&cell[9], &cell[10]);
	cell[12] = cell_count(differing);
	kiln_unmap(&blob);
	return true;
}

/// Makes a ray through the middle of the bounds, which is queried first. The rest of the set stays unused.
static ray_set first_ray(const bench_mesh *mesh, uint64_t seed)
{
	return ray_set_make(mesh, 1, seed);
}

/// Cooks a mesh and writes the blob atomically.
static bool cook_to(const bench_mesh *mesh, const char *path)
{
	kilncook_context context = bench_context();
	kilncook_blob blob = {0};
	bool written = bench_mesh_cook(mesh, &(kilncook_options){0}, &blob) &&
				   kilncook_write_atomic(&context, path, blob.data, blob.size) == KILNCOOK_OK;
	kilncook_blob_free(&context, &blob);
	return written;
}

/// Whether this program cooked the blob, judged by file times: the blob is newer than the program, and complete.
static bool is_fresh(const char *path)
{
	struct stat program, blob;
	if (stat("/proc/self/exe", &program) != 0 || stat(path, &blob) != 0 || blob.st_mtime < program.st_mtime)
		return false;
	kiln_asset asset;
	if (kiln_map(&asset, path, NULL).status != KILN_OK)
		return false;
	kiln_unmap(&asset);
	return true;
}

/// The large blob is kept between runs: cooking it takes longer than measuring.
static int measure_big(bench_table *table, const bench_options *options)
{
	char path[600];
	snprintf(path, sizeof path, "%.480s/bench-terrain-%d-%llu.kiln", options->models, BIG_SIDE,
		(unsigned long long)options->seed);
	bench_progress("open", BIG_NAME);
	if (mkdir(options->models, 0777) != 0 && errno != EEXIST)
	{
		tool_message(options->models, "error", "write", "cannot make the directory: %s", strerror(errno));
		return TOOL_IO;
	}
	bench_mesh mesh;
	mesh_spec spec = {.name = BIG_NAME, .shape = MESH_TERRAIN, .size = BIG_SIDE};
	if (!bench_mesh_make(&mesh, &spec, options->seed))
		return TOOL_INTERNAL;
	int code = is_fresh(path) || cook_to(&mesh, path) ? TOOL_DONE : TOOL_IO;
	ray_set set = first_ray(&mesh, options->seed);
	bench_mesh_free(&mesh);
	struct stat blob;
	if (code == TOOL_DONE && (stat(path, &blob) != 0 || blob.st_size < BIG_BYTES))
		tool_message(path, "warning", "size", "the big blob has less than 100 MB");
	if (code == TOOL_DONE && !measure_file(table, spec.name, path, &set, 15, options->clock))
		code = TOOL_IO;
	ray_set_free(&set);
	return code;
}

/// Every other blob is written to a temporary place and removed again.
static int measure_spec(bench_table *table, const bench_options *options, const mesh_spec *spec, const char *path)
{
	bench_progress("open", spec->name);
	bench_mesh mesh;
	if (!bench_mesh_make(&mesh, spec, options->seed))
		return TOOL_REFUSED;
	int code = cook_to(&mesh, path) ? TOOL_DONE : TOOL_IO;
	ray_set set = first_ray(&mesh, options->seed);
	bench_mesh_free(&mesh);
	if (code == TOOL_DONE && !measure_file(table, spec->name, path, &set, options->quick ? 5 : 51, options->clock))
		code = TOOL_IO;
	ray_set_free(&set);
	return code;
}

int bench_open(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_table_add(result, "open", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"from a file in the page cache to the first answer, trusted, lazy or proved, and summing its bytes as the "
		"limit; "
		"on new mappings and on pages that are there");
	const char *temporary = getenv("TMPDIR");
	char folder[400], path[448];
	snprintf(folder, sizeof folder, "%.380s/kiln-benchXXXXXX", temporary && *temporary ? temporary : "/tmp");
	if (!mkdtemp(folder))
	{
		tool_message(folder, "error", "write", "cannot make a directory: %s", strerror(errno));
		return TOOL_IO;
	}
	snprintf(path, sizeof path, "%s/mesh.kiln", folder);
	mesh_list list = mesh_list_make(options->models, options->only, options->quick);
	int code = TOOL_DONE;
	for (uint32_t i = 0; i < list.count && code == TOOL_DONE; ++i)
		code = measure_spec(table, options, &list.specs[i], path);
	unlink(path);
	rmdir(folder);
	if (code == TOOL_DONE && !options->quick && (!options->only || strstr(BIG_NAME, options->only)))
		code = measure_big(table, options);
	return code;
}
