// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE
#include "bench/bench.h"
#include "bench/figures/apart.h"
#include "bench/scenes/generate.h"

#include "common/message.h"

#include <assert.h>
#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// Each work runs in a process of its own, so that it starts without the memory of the others.
typedef enum cook_work
{
	WORK_NOTHING,		///< the process itself
	WORK_IMPORT,		///< assimp, as the cooker calls it: no post-processing
	WORK_IMPORT_JOINED, ///< assimp with the steps that cooking needs: triangulation and joining of vertices
	WORK_COOK,			///< Kiln, from the file to the blob in memory
	WORK_COUNT,
} cook_work;

/// The result that a process sends.
typedef struct cook_outcome
{
	double seconds;
	double peak; ///< bytes
	double ms[KILNCOOK_STAGE_END];
	uint64_t triangles;
	uint64_t bytes;
	bool done;
} cook_outcome;

static bool import(const char *path, unsigned steps)
{
	const struct aiScene *scene = aiImportFile(path, steps);
	return scene && scene->mNumMeshes > 0;
}

static bool cook(const char *path, cook_outcome *outcome)
{
	kilncook_context context = bench_context();
	kilncook_options options = {0};
	kilncook_blob blob;
	kilncook_report report;
	if (kilncook_cook_file(&context, path, &options, &blob, &report) != KILNCOOK_OK)
		return false;
	memcpy(outcome->ms, report.ms, sizeof outcome->ms);
	outcome->triangles = report.triangles;
	outcome->bytes = blob.size;
	return true;
}

/// Runs in the child. Memory is not freed: the process ends.
static void do_work(cook_work work, const char *path, bench_clock *clock, cook_outcome *outcome)
{
	double start = clock();
	switch (work)
	{
	case WORK_IMPORT:
		outcome->done = import(path, 0);
		break;
	case WORK_IMPORT_JOINED:
		outcome->done = import(path, aiProcess_Triangulate | aiProcess_JoinIdenticalVertices);
		break;
	case WORK_COOK:
		outcome->done = cook(path, outcome);
		break;
	case WORK_NOTHING:
	case WORK_COUNT:
		outcome->done = true;
		break;
	}
	outcome->seconds = clock() - start;
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	outcome->peak = 1024.0 * (double)usage.ru_maxrss;
}

/// What a child does.
typedef struct cook_order
{
	cook_work work;
	const char *path;
	bench_clock *clock;
} cook_order;

static void run_order(void *user, void *outcome)
{
	const cook_order *order = user;
	do_work(order->work, order->path, order->clock, outcome);
}

/// Runs the work in a child. False with a message when it failed there.
static bool work_apart(cook_work work, const char *path, bench_clock *clock, cook_outcome *outcome)
{
	cook_order order = {work, path, clock};
	const bench_apart apart = {run_order, &order, sizeof *outcome};
	*outcome = (cook_outcome){0};
	if (bench_run_apart(&apart, outcome) && outcome->done)
		return true;
	tool_message(path, "error", "cook", "importing or cooking failed");
	return false;
}

/// Writes a mesh as PLY, in text or little-endian.
static bool write_ply(const char *path, const clean_mesh *mesh, bool text)
{
	FILE *file = fopen(path, "wb");
	if (!file)
		return false;
	fprintf(file,
		"ply\nformat %s 1.0\nelement vertex %u\nproperty float x\nproperty float y\nproperty float z\n"
		"element face %u\nproperty list uchar int vertex_indices\nend_header\n",
		text ? "ascii" : "binary_little_endian", mesh->vertex_count, mesh->triangle_count);
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
	{
		const float *v = mesh->vertices[i];
		if (text)
			fprintf(file, "%.9g %.9g %.9g\n", (double)v[0], (double)v[1], (double)v[2]);
		else
			fwrite(v, sizeof *v, 3, file);
	}
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		const uint32_t *t = mesh->triangles[i];
		if (text)
			fprintf(file, "3 %u %u %u\n", t[0], t[1], t[2]);
		else
		{
			fputc(3, file);
			fwrite(t, sizeof *t, 3, file);
		}
	}
	bool written = !ferror(file);
	return fclose(file) == 0 && written;
}

/// Writes a generated sphere in a child, whose memory is freed when it ends.
static bool write_apart(const char *path, uint32_t rings, uint64_t seed, bool text)
{
	int status = 1;
	fflush(stdout);
	pid_t child = fork();
	if (child == 0)
	{
		clean_mesh mesh;
		generate_sphere(&mesh, rings, seed);
		_exit(write_ply(path, &mesh, text) ? 0 : 1);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
	{
		tool_message(path, "error", "write", "cannot write a model");
		return false;
	}
	return true;
}

static const table_column columns[] = {
	{"file", {"", "file"}, "", 0},
	{"triangles", {"", "triangles"}, "1", 0},
	{"assimp", {"assimp", "import"}, "ms", 1},
	{"assimp_joined", {"assimp", "joined"}, "ms", 1},
	{"kiln", {"Kiln", "cook"}, "ms", 1},
	{"kiln_over_assimp", {"Kiln/", "import"}, "x", 2},
	{"kiln_over_assimp_joined", {"Kiln/", "joined"}, "x", 2},
	{"assimp_peak", {"assimp", "MB"}, "MB", 1},
	{"assimp_joined_peak", {"joined", "MB"}, "MB", 1},
	{"kiln_peak", {"Kiln", "MB"}, "MB", 1},
	{"kiln_peak_over_assimp", {"Kiln/", "import"}, "x", 2},
	{"blob", {"blob", "MB"}, "MB", 1},
	{"ms_read", {"Kiln", "read"}, "ms", 1},
	{"ms_import", {"", "import"}, "ms", 1},
	{"ms_clean", {"", "clean"}, "ms", 1},
	{"ms_survey", {"", "survey"}, "ms", 1},
	{"ms_bound", {"", "bound"}, "ms", 1},
	{"ms_tree", {"", "tree"}, "ms", 1},
	{"ms_prove", {"", "prove"}, "ms", 1},
	{"ms_write", {"", "write"}, "ms", 1},
};

/// Index of the first stage's column. The stages are the last columns.
#define STAGE_COLUMN 12
static_assert(sizeof columns / sizeof *columns == STAGE_COLUMN + KILNCOOK_STAGE_END, "each stage has a column");

/// Times and peak memory of one file's turns.
typedef struct cook_measure
{
	bench_samples times[WORK_COUNT];
	bench_samples peaks[WORK_COUNT];
	bench_samples stages[KILNCOOK_STAGE_END];
	uint64_t triangles;
	uint64_t bytes;
} cook_measure;

static void fill_row(table_cell *cell, const char *name, const cook_measure *measure)
{
	cell[0] = cell_text(name);
	cell[1] = cell_count(measure->triangles);
	double idle = samples_median(&measure->peaks[WORK_NOTHING]);
	for (uint32_t i = 0; i < 3; ++i)
	{
		cell[2 + i] = cell_time(&measure->times[WORK_IMPORT + i], 1e3);
		cell[7 + i] = cell_value(1e-6 * (samples_median(&measure->peaks[WORK_IMPORT + i]) - idle));
	}
	cell[5] = cell_ratio(&cell[4], &cell[2]);
	cell[6] = cell_ratio(&cell[4], &cell[3]);
	cell[10] = cell_ratio(&cell[9], &cell[7]);
	cell[11] = cell_value(1e-6 * (double)measure->bytes);
	for (uint32_t i = 0; i < KILNCOOK_STAGE_END; ++i)
		cell[STAGE_COLUMN + i] = cell_time(&measure->stages[i], 1);
}

static bool measure_file(bench_table *table, const char *name, const char *path, const bench_options *options)
{
	cook_measure measure = {.triangles = 0};
	bench_progress("cook", name);
	for (uint32_t round = 0; round <= bench_repetitions(options); ++round)
		for (uint32_t work = 0; work < WORK_COUNT; ++work)
		{
			cook_outcome outcome;
			if (!work_apart((cook_work)work, path, options->clock, &outcome))
				return false;
			if (round == 0)
				continue;
			samples_add(&measure.times[work], outcome.seconds);
			samples_add(&measure.peaks[work], outcome.peak);
			if (work != WORK_COOK)
				continue;
			measure.triangles = outcome.triangles;
			measure.bytes = outcome.bytes;
			for (uint32_t i = 0; i < KILNCOOK_STAGE_END; ++i)
				samples_add(&measure.stages[i], outcome.ms[i]);
		}
	fill_row(table_row(table), name, &measure);
	return true;
}

/// Measures generated art in a directory of its own, which is removed afterwards.
static bool measure_generated(bench_table *table, const bench_options *options)
{
	const char *temporary = getenv("TMPDIR");
	char folder[400], path[448];
	snprintf(folder, sizeof folder, "%.380s/kiln-benchXXXXXX", temporary && *temporary ? temporary : "/tmp");
	if (!mkdtemp(folder))
	{
		tool_message(folder, "error", "write", "cannot make a directory: %s", strerror(errno));
		return false;
	}
	snprintf(path, sizeof path, "%s/sphere.ply", folder);
	bool measured = true;
	for (uint32_t text = 0; text < 2 && measured; ++text)
	{
		char name[32];
		snprintf(name, sizeof name, "sphere %s, %s", options->quick ? "6k" : "270k", text ? "text" : "binary");
		measured = write_apart(path, options->quick ? 40 : 260, options->seed, text) &&
				   measure_file(table, name, path, options);
	}
	unlink(path);
	rmdir(folder);
	return measured;
}

int bench_cook(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_table_add(result, "cook", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"whole cook of a PLY file against assimp's import of it, a process each: ms and peak memory beyond an idle "
		"process, median of %u; the aim is a ratio below 3; Kiln's stages on the wall",
		bench_repetitions(options));
	if ((!options->only || strstr("sphere", options->only)) && !measure_generated(table, options))
		return TOOL_IO;
	mesh_list list = mesh_list_make(options->models, options->only, options->quick);
	for (uint32_t i = 0; i < list.count; ++i)
		if (list.specs[i].shape == MESH_FILE && !measure_file(table, list.specs[i].name, list.specs[i].path, options))
			return TOOL_REFUSED;
	return TOOL_DONE;
}
