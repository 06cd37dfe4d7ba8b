// SPDX-License-Identifier: MIT
#include "parts.h"

#include "bench/rivals/hull/rival_parts.h"
#include "common/message.h"
#include "parts/parts.h"
#include "parts_judge.h"
#include "platform/platform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Convex decompositions, by Kiln and by programs of others, judged by the same code.

enum
{
	FILES_MOST = 256,
	BUDGETS_MOST = 8,
	RAYS = 256, ///< per side of the grid that measures volumes
	/// Meshes of more triangles are not cut in the quality best, nor bounded again by the judge.
	LARGE = 300000,
};

/// The error that Kiln has to keep, a share of the diagonal: so small that the number of parts decides.
#define ERROR_SHARE 1e-4

/// In the house with a ball: parts may stick out by this share of the diagonal, where the ball lets them.
#define ERROR_WITH_BALL 0.2
#define BUDGET_WITH_BALL 256

static const table_column columns[] = {
	{"mesh", {"", "mesh"}, "", 0},
	{"triangles", {"", "triangles"}, "1", 0},
	{"by", {"", "by"}, "", 0},
	{"parts", {"", "parts"}, "1", 0},
	{"seconds", {"CPU", "s"}, "s", 2},
	{"bytes", {"bytes a", "triangle"}, "1", 0},
	{"sum", {"sum,", "% more"}, "%", 2},
	{"added", {"added", "%"}, "%", 2},
	{"missing", {"missing", "%"}, "%", 3},
	{"gaps", {"triangles", "with gaps"}, "1", 0},
	{"undecided", {"triangles", "undecided"}, "1", 0},
	{"sticks_out", {"sticks", "out %"}, "%", 3},
	{"left_out", {"left", "out %"}, "%", 3},
	{"lost_area", {"lost", "area %"}, "%", 3},
	{"passed", {"balls", "pass"}, "1", 0},
	{"openings", {"of", "openings"}, "1", 0},
};

/// A mesh, and what is known of it.
typedef struct parts_case
{
	const bench_options *options;
	const bench_mesh *mesh;
	bench_table *table;
	double diagonal, area;
	house_opening openings[HOUSE_OPENINGS_MOST];
	uint32_t opening_count; ///< 0 of meshes that are no house
	uint32_t budgets[BUDGETS_MOST];
	uint32_t budget_count;
} parts_case;

static double area_of(const clean_mesh *mesh)
{
	double sum = 0;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		double e[3], f[3], square = 0;
		const uint32_t *t = mesh->triangles[i];
		for (int k = 0; k < 3; ++k)
		{
			e[k] = (double)mesh->vertices[t[1]][k] - (double)mesh->vertices[t[0]][k];
			f[k] = (double)mesh->vertices[t[2]][k] - (double)mesh->vertices[t[0]][k];
		}
		for (int k = 0; k < 3; ++k)
		{
			double n = e[(k + 1) % 3] * f[(k + 2) % 3] - e[(k + 2) % 3] * f[(k + 1) % 3];
			square += n * n;
		}
		sum += sqrt(square) / 2;
	}
	return sum;
}

static double volume_of(const convex_hull *h)
{
	double sum = 0;
	for (uint32_t f = 0; f < h->face_count && h->dimension == 3; ++f)
		for (uint32_t i = h->face_first[f] + 2; i < h->face_first[f + 1]; ++i)
		{
			const uint32_t corners[3] = {h->origins[h->face_first[f]], h->origins[i - 1], h->origins[i]};
			double c[3][3];
			for (int k = 0; k < 9; ++k)
				c[k / 3][k % 3] = (double)h->vertices[corners[k / 3]][k % 3] - (double)h->vertices[0][k % 3];
			for (int k = 0; k < 3; ++k)
				sum += c[0][k] * (c[1][(k + 1) % 3] * c[2][(k + 2) % 3] - c[1][(k + 2) % 3] * c[2][(k + 1) % 3]) / 6;
		}
	return sum;
}

/// Appends a row with the judgement of some hulls. False when out of memory.
static bool judge(
	const parts_case *c, const char *by, const convex_hull *hulls, uint32_t count, double seconds, double bytes)
{
	const clean_mesh *mesh = &c->mesh->clean;
	table_cell *row = table_row(c->table);
	parts_loss loss;
	double reach = 0;
	bool closed = false;
	row[0] = cell_text(c->mesh->name);
	row[1] = cell_count(mesh->triangle_count);
	row[2] = cell_text(by);
	row[4] = cell_value(seconds);
	if (count == 0)
		return true;
	row[3] = cell_count(count);
	if (bytes > 0)
		row[5] = cell_value(bytes);
	if (!parts_loss_find(mesh, hulls, count, &loss) ||
		!parts_reach_find(mesh, hulls, mesh->triangle_count <= LARGE ? count : 1, c->diagonal, &reach, &closed))
		return false;
	if (closed)
	{
		const parts_volumes v = parts_volumes_find(mesh, hulls, count, RAYS);
		double sum = 0;
		for (uint32_t i = 0; i < count; ++i)
			sum += volume_of(&hulls[i]);
		row[6] = cell_value(100 * (sum / v.art - 1));
		row[7] = cell_value(100 * v.added / v.art);
		row[8] = cell_value(100 * v.missing / v.art);
	}
	row[9] = cell_count(loss.gaps);
	row[10] = cell_count(loss.undecided);
	if (mesh->triangle_count <= LARGE)
		row[11] = cell_value(100 * reach / c->diagonal);
	row[12] = cell_value(100 * loss.distance / c->diagonal);
	row[13] = cell_value(100 * loss.area / c->area);
	if (c->opening_count)
	{
		row[14] =
			cell_count(parts_passed(hulls, count, c->openings, c->opening_count, (double)c->mesh->scale, HOUSE_BALL));
		row[15] = cell_count(c->opening_count);
	}
	return true;
}

/// Memory that is in use, and the most that was.
typedef struct memory_count
{
	size_t now, most;
} memory_count;

static void *resize(void *user, void *block, size_t old_size, size_t new_size)
{
	memory_count *m = user;
	void *moved = NULL;
	if (new_size == 0)
		free(block);
	else if (!(moved = realloc(block, new_size)))
		return NULL;
	m->now += new_size - old_size;
	m->most = m->now > m->most ? m->now : m->most;
	return moved;
}

static bool measure_kiln(const parts_case *c, uint32_t most, kilncook_parts_quality quality, bool ball)
{
	memory_count memory = {0};
	kilncook_context context = bench_context();
	context.allocator.user = &memory;
	context.allocator.resize = resize;
	const clean_mesh *mesh = &c->mesh->clean;
	const parts_art art = {(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles, mesh->vertex_count,
		mesh->triangle_count};
	parts_options options = {
		.error = c->diagonal * (ball ? ERROR_WITH_BALL : ERROR_SHARE), .most = most, .threads = 1, .quality = quality};
	if (ball)
		options.clear = HOUSE_CLEAR * (double)c->mesh->scale;
	parts_set set = {0};
	char by[64];
	snprintf(by, sizeof by, "Kiln %s%s, %u", kilncook_parts_quality_name(quality), ball ? ", ball" : "", most);
	bench_progress(c->mesh->name, by);
	double start = bench_now_cpu();
	if (parts_build(&context, &art, &options, NULL, NULL, &set) != KILNCOOK_OK)
		return false;
	double seconds = bench_now_cpu() - start;
	bool good = judge(c, by, set.hulls, set.count, seconds, (double)memory.most / mesh->triangle_count);
	parts_free(&context, &set);
	return good;
}

static void add_budget(parts_case *c, uint32_t budget)
{
	for (uint32_t i = 0; i < c->budget_count; ++i)
		if (c->budgets[i] == budget)
			return;
	if (c->budget_count < BUDGETS_MOST && budget)
		c->budgets[c->budget_count++] = budget;
}

static bool measure_rival(parts_case *c, const rival_parts_order *order)
{
	const rival_mesh mesh = bench_mesh_rival(c->mesh);
	rival_parts parts;
	char by[64];
	snprintf(by, sizeof by, order->kind == RIVAL_PARTS_VHACD ? "V-HACD, %g" : "CoACD, %g", order->wanted);
	bench_progress(c->mesh->name, by);
	if (!rival_parts_run(order, &mesh, &parts))
		return false;
	bool good = judge(c, by, parts.hulls, parts.count, parts.seconds, 0);
	// Kiln is measured with as many parts.
	if (order->kind == RIVAL_PARTS_COACD)
		add_budget(c, parts.count);
	rival_parts_free(&parts);
	return good;
}

static bool measure_rivals(parts_case *c)
{
	static const double budgets[] = {16, 64}, thresholds[] = {0.05, 0.02};
	const uint32_t count = c->options->quick ? 1 : 2;
	bool good = true;
	for (uint32_t i = 0; i < count && good && c->options->vhacd; ++i)
		good = measure_rival(c, &(rival_parts_order){RIVAL_PARTS_VHACD, c->options->vhacd, budgets[i]});
	for (uint32_t i = 0; i < count && good && c->options->coacd; ++i)
		good = measure_rival(c, &(rival_parts_order){RIVAL_PARTS_COACD, c->options->coacd, thresholds[i]});
	return good;
}

static bool measure_mesh(parts_case *c)
{
	static const kilncook_parts_quality qualities[] = {KILNCOOK_PARTS_FAST, KILNCOOK_PARTS_GOOD, KILNCOOK_PARTS_BEST};
	const uint32_t count = c->options->quick ? 1 : c->mesh->clean.triangle_count > LARGE ? 2 : 3;
	add_budget(c, 16);
	if (!c->options->quick)
		add_budget(c, 64);
	bool good = measure_rivals(c);
	for (uint32_t i = 0; i < c->budget_count; ++i)
		for (uint32_t q = 0; q < count && good; ++q)
			good = measure_kiln(c, c->budgets[i], qualities[q], false);
	for (uint32_t q = 0; q < count && good && c->opening_count; ++q)
		good = measure_kiln(c, BUDGET_WITH_BALL, qualities[q], true);
	return good;
}

/// Art files by their paths, which malloc gave.
typedef struct path_list
{
	char *paths[FILES_MOST];
	uint32_t count;
} path_list;

static bool add_path(void *user, const char *path)
{
	path_list *list = user;
	const char *end = strrchr(path, '.');
	const bool is_art = end && (strcmp(end, ".obj") == 0 || strcmp(end, ".ply") == 0 || strcmp(end, ".off") == 0 ||
								   strcmp(end, ".stl") == 0);
	if (!is_art || list->count == FILES_MOST)
		return true;
	const size_t size = strlen(path) + 1;
	list->paths[list->count] = bench_memory(size, 1);
	memcpy(list->paths[list->count++], path, size);
	return true;
}

static int compare_paths(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

/// Measures one mesh. Returns a tool_exit.
static int measure(const bench_options *options, const mesh_spec *spec, bench_table *table, bench_table *queries)
{
	bench_mesh mesh;
	if (options->only && !strstr(spec->name, options->only))
		return TOOL_DONE;
	if (!bench_mesh_make(&mesh, spec, options->seed))
		return TOOL_REFUSED;
	parts_case c = {.options = options,
		.mesh = &mesh,
		.table = table,
		.diagonal = 2 * (double)mesh.radius,
		.area = area_of(&mesh.clean)};
	if (spec->shape == MESH_HOUSE)
		c.opening_count = house_openings(c.openings);
	const bool good = measure_mesh(&c) && parts_query_measure(options, &mesh, queries);
	bench_mesh_free(&mesh);
	return good ? TOOL_DONE : TOOL_INTERNAL;
}

static int measure_files(const bench_options *options, bench_table *table, bench_table *queries)
{
	path_list *list = bench_memory(1, sizeof *list);
	int code = TOOL_DONE;
	list->count = 0;
	(void)platform_folder_walk(options->models, add_path, list, NULL);
	qsort(list->paths, list->count, sizeof *list->paths, compare_paths);
	for (uint32_t i = 0; i < list->count; ++i)
	{
		mesh_spec spec = {.shape = MESH_FILE};
		const int length = snprintf(spec.path, sizeof spec.path, "%s", list->paths[i]);
		snprintf(spec.name, sizeof spec.name, "%.23s", platform_base_name(list->paths[i]));
		if (code == TOOL_DONE && length > 0 && (size_t)length < sizeof spec.path)
			code = measure(options, &spec, table, queries);
		free(list->paths[i]);
	}
	free(list);
	return code;
}

int bench_parts(const bench_options *options, bench_result *result)
{
	static const mesh_spec generated[] = {{"house", MESH_HOUSE, 0, ""}, {"sphere 6k", MESH_SPHERE, 40, ""}};
	bench_table *table = bench_table_add(result, "parts", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"convex decompositions, one thread, processor time: how much the volumes' sum is more than the art's, volume "
		"that "
		"the union adds and misses (%d x %d rays along each axis), triangles of the art that are not in the union "
		"(exact), how "
		"far parts stick out and leave out at most (certain, of the diagonal), area of the art that is %g %% of the "
		"diagonal "
		"away from parts, and through how many doors and windows a ball passes; CoACD: concavity",
		RAYS, RAYS, 100 * PARTS_LOSS_FAR);
	bench_table *queries = parts_query_table(result);
	int code = TOOL_DONE;
	for (size_t i = 0; i < sizeof generated / sizeof *generated && code == TOOL_DONE; ++i)
		code = measure(options, &generated[i], table, queries);
	return code == TOOL_DONE && !options->quick ? measure_files(options, table, queries) : code;
}
