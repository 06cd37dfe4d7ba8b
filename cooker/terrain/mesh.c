// SPDX-License-Identifier: MIT
#include "cook/place.h"
#include "import/import.h"
#include "kiln_format.h"
#include "memory.h"
#include "terrain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A grid of a mesh: vertices stand on crossings of columns and rows that are equally far apart, and each face is a cell or a half of one.
/// Faces may be missing: holes.

/// A column or row may be off its place by this share of the spacing.
#define OFF_PLACE 1e-3
/// Coordinates closer than this share of the whole are one column or row.
#define SAME_PLACE 1e-6
/// Two vertices at one sample may differ in height by this share of the largest coordinate.
#define SAME_HEIGHT 1e-6

/// Equally spaced columns, or rows.
typedef struct grid_lines
{
	double first, spacing;
	uint32_t count;
} grid_lines;

typedef struct grid_work
{
	terrain *it;
	const art_scene *scene;
	double root[12];	 ///< from the art's to the field's coordinates
	double (*points)[3]; ///< of all meshes of all nodes: along columns, along rows, height
	size_t point_count;
	uint32_t *samples; ///< of each point
	uint8_t *halves;   ///< of each cell: bits of the corners that its triangles lack; 16: one face of four corners
	grid_lines lines[2];
	double largest;		 ///< coordinate
	uint32_t *materials; ///< of each material of the art: its number in the field
	uint64_t mixed;		 ///< cells whose triangles have two materials
} grid_work;

static kilncook_status no_grid(const grid_work *work, const char *text, double column_place, double row_place)
{
	cook_message(work->it->context, KILNCOOK_ERROR, "", "heightfield-grid",
		"the mesh is no grid: at x %.9g, %c %.9g %s", column_place,
		heightfield_up(&work->it->grid) == KILN_HEIGHTFIELD_UP_Z ? 'y' : 'z', row_place, text);
	return KILNCOOK_REFUSED;
}

/// Calls `visit` for each mesh of each node, with the number of its first point.
static kilncook_status each_mesh(grid_work *work,
	kilncook_status (*visit)(grid_work *work, const art_node *node, const art_mesh *mesh, size_t first))
{
	size_t first = 0;
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t i = 0; i < work->scene->node_count; ++i)
	{
		const art_node *node = &work->scene->nodes[i];
		for (uint32_t k = 0; k < node->mesh_count && status == KILNCOOK_OK; ++k)
		{
			const art_mesh *mesh = &work->scene->meshes[node->meshes[k]];
			status = visit(work, node, mesh, first);
			first += mesh->vertex_count;
		}
	}
	work->point_count = first;
	return status;
}

static kilncook_status count_points(grid_work *work, const art_node *node, const art_mesh *mesh, size_t first)
{
	(void)node;
	if (first + mesh->vertex_count > 4 * KILNCOOK_HEIGHTFIELD_SAMPLES_MAX)
	{
		cook_message(work->it->context, KILNCOOK_ERROR, "", "image-size", "the meshes have more than 2^30 vertices");
		return KILNCOOK_REFUSED;
	}
	return KILNCOOK_OK;
}

/// Places a mesh's vertices.
static kilncook_status place_points(grid_work *work, const art_node *node, const art_mesh *mesh, size_t first)
{
	const uint32_t up = heightfield_up(&work->it->grid);
	double m[12];
	cook_place_multiply(work->root, node->to_root, m);
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
	{
		double p[3];
		for (int k = 0; k < 3; ++k)
		{
			p[k] = m[4 * k] * (double)mesh->positions[i][0] + m[4 * k + 1] * (double)mesh->positions[i][1] +
				   m[4 * k + 2] * (double)mesh->positions[i][2] + m[4 * k + 3];
			if (!(fabs(p[k]) <= (double)KILN_COORDINATE_MAX))
				return no_grid(work, "a vertex is NaN, infinite or too far away", p[0], p[3 - up]);
			work->largest = fabs(p[k]) > work->largest ? fabs(p[k]) : work->largest;
		}
		double *to = work->points[first + i];
		to[0] = p[0];
		to[1] = p[3 - up];
		to[2] = p[up];
	}
	return KILNCOOK_OK;
}

static int compare_places(const void *left, const void *right)
{
	const double a = *(const double *)left, b = *(const double *)right;
	return (a > b) - (a < b);
}

/// Keeps one of the sorted coordinates that are the same; returns how many are left.
static size_t keep_different(double *places, size_t count, double same)
{
	size_t kept = 1;
	for (size_t i = 1; i < count; ++i)
		if (places[i] - places[kept - 1] > same)
			places[kept++] = places[i];
	return kept;
}

/// The usual distance of neighbours among `count` sorted coordinates, which are overwritten.
static double median_gap(double *places, size_t count)
{
	for (size_t i = 0; i + 1 < count; ++i)
		places[i] = places[i + 1] - places[i];
	qsort(places, count - 1, sizeof *places, compare_places);
	return places[(count - 1) / 2];
}

/// Finds equally spaced lines along axis `axis`.
static kilncook_status find_lines(grid_work *work, double *places, int axis)
{
	const size_t count = work->point_count;
	grid_lines *lines = &work->lines[axis];
	for (size_t i = 0; i < count; ++i)
		places[i] = work->points[i][axis];
	qsort(places, count, sizeof *places, compare_places);
	const double range = places[count - 1] - places[0];
	lines->first = places[0];
	const size_t different = keep_different(places, count, range * SAME_PLACE);
	if (different < 2)
		return no_grid(work, axis ? "all vertices lie in one row" : "all vertices lie in one column",
			work->points[0][0], work->points[0][1]);
	// SAME_PLACE bounds the number of lines.
	lines->count = (uint32_t)(range / median_gap(places, different) + 0.5) + 1;
	lines->spacing = range / (double)(lines->count - 1);
	for (size_t i = 0; i < count; ++i)
	{
		const double *p = work->points[i], at = (p[axis] - lines->first) / lines->spacing;
		if (fabs(at - floor(at + 0.5)) > OFF_PLACE)
			return no_grid(work,
				axis ? "a vertex is in no row: rows are equally far apart"
					 : "a vertex is in no column: columns are equally far apart",
				p[0], p[1]);
	}
	return KILNCOOK_OK;
}

/// Gives each point its sample, and samples their heights.
static kilncook_status take_heights(grid_work *work)
{
	terrain *it = work->it;
	for (size_t i = 0; i < work->point_count; ++i)
	{
		const double *p = work->points[i];
		const uint32_t column = (uint32_t)((p[0] - work->lines[0].first) / work->lines[0].spacing + 0.5);
		const uint32_t row = (uint32_t)((p[1] - work->lines[1].first) / work->lines[1].spacing + 0.5);
		const uint32_t sample = row * work->lines[0].count + column;
		work->samples[i] = sample;
		if (it->unknown[sample])
			terrain_set_height(it, sample, p[2]);
		else if (fabs((double)it->heights[sample] - p[2]) > SAME_HEIGHT * work->largest)
			return no_grid(work, "two vertices have different heights", p[0], p[1]);
		it->unknown[sample] = 0;
	}
	return KILNCOOK_OK;
}

/// Marks the cell, or the half of one, that a face is.
static kilncook_status take_face(grid_work *work, const uint32_t *samples, uint32_t count, uint32_t material)
{
	terrain *it = work->it;
	const uint32_t columns = it->grid.columns;
	uint32_t column = columns, row = it->grid.rows, corners = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		column = samples[i] % columns < column ? samples[i] % columns : column;
		row = samples[i] / columns < row ? samples[i] / columns : row;
	}
	const double x = work->lines[0].first + work->lines[0].spacing * column;
	const double y = work->lines[1].first + work->lines[1].spacing * row;
	for (uint32_t i = 0; i < count; ++i)
	{
		const uint32_t right = samples[i] % columns - column, up = samples[i] / columns - row;
		if (right > 1 || up > 1)
			return no_grid(work, "a face reaches over more than one cell", x, y);
		corners |= 1u << (right + 2 * up);
	}
	const size_t cell = (size_t)row * (columns - 1) + column;
	const uint32_t missing = 15 & ~corners;
	if (count > 4 || (missing & (missing - 1)) || count != 4u - (missing != 0))
		return no_grid(work, "a face is neither a cell nor the half of one", x, y);
	uint8_t *half = &work->halves[cell];
	const bool fits =
		missing == 0 ? *half == 0 : *half == 0 || *half == (missing == 1 || missing == 8 ? 9 - missing : 6 - missing);
	if (!fits)
		return no_grid(work, "faces overlap, or a cell's halves do not fit", x, y);
	if (*half && it->materials[cell] != material)
		++work->mixed;
	if (!*half)
		it->materials[cell] = (uint8_t)material;
	*half |= (uint8_t)(missing ? missing : 16);
	it->turned[cell] = missing == 1 || missing == 8;
	return KILNCOOK_OK;
}

static kilncook_status take_faces(grid_work *work, const art_node *node, const art_mesh *mesh, size_t first)
{
	(void)node;
	for (uint32_t i = 0; i < mesh->face_count; ++i)
	{
		uint32_t samples[5], count = 0;
		for (uint32_t k = mesh->face_first[i]; k < mesh->face_first[i + 1] && count < 5; ++k)
		{
			const uint32_t vertex = mesh->corners[k];
			if (vertex >= mesh->vertex_count)
			{
				cook_message(work->it->context, KILNCOOK_ERROR, "", "heightfield-grid",
					"the mesh is no grid: face %u has a vertex that is not there", (unsigned)i);
				return KILNCOOK_REFUSED;
			}
			samples[count++] = work->samples[first + vertex];
		}
		const kilncook_status status =
			count < 3 ? KILNCOOK_OK : take_face(work, samples, count, work->materials[mesh->material]);
		if (status != KILNCOOK_OK)
			return status;
	}
	return KILNCOOK_OK;
}

/// Makes holes of the cells without faces; refuses halves.
static kilncook_status finish_cells(grid_work *work)
{
	terrain *it = work->it;
	const size_t columns = it->grid.columns - 1, count = terrain_cells(it);
	const kilncook_status status = terrain_need_cells(it, &it->holes);
	for (size_t i = 0; i < count && status == KILNCOOK_OK; ++i)
	{
		const uint8_t half = work->halves[i];
		it->holes[i] = half == 0;
		if (half == 0 || half == 16 || half == 9 || half == 6)
			continue;
		return no_grid(work, "a cell has one of its triangles only",
			work->lines[0].first + work->lines[0].spacing * (double)(i % columns),
			work->lines[1].first + work->lines[1].spacing * (double)(i / columns));
	}
	if (work->mixed && status == KILNCOOK_OK)
		cook_message(it->context, KILNCOOK_WARNING, "", "heightfield-material",
			"%llu cells have triangles of two materials: they get that of the triangle that comes first",
			(unsigned long long)work->mixed);
	return status;
}

/// Makes the grid's arrays, after it has checked their size.
static kilncook_status make_grid(grid_work *work)
{
	terrain *it = work->it;
	const uint32_t up = heightfield_up(&it->grid);
	const uint64_t samples = (uint64_t)work->lines[0].count * work->lines[1].count;
	if (samples > KILNCOOK_HEIGHTFIELD_SAMPLES_MAX || samples / 4 > work->point_count)
	{
		cook_message(it->context, KILNCOOK_ERROR, "", "heightfield-grid",
			"the mesh is no grid: its vertices have %u places along x and %u along %c, for %llu vertices",
			(unsigned)work->lines[0].count, (unsigned)work->lines[1].count, up == KILN_HEIGHTFIELD_UP_Z ? 'y' : 'z',
			(unsigned long long)work->point_count);
		return KILNCOOK_REFUSED;
	}
	it->grid.columns = work->lines[0].count;
	it->grid.rows = work->lines[1].count;
	const uint32_t axes[2] = {0, 3 - up};
	for (int i = 0; i < 2; ++i)
	{
		it->grid.origin[axes[i]] = (float)work->lines[i].first;
		it->grid.spacing[i] = (float)work->lines[i].spacing;
	}
	it->grid.error = (float)it->how->error;
	it->heights = cook_alloc_zero(it->context, terrain_samples(it), sizeof *it->heights);
	it->unknown = cook_alloc(it->context, terrain_samples(it), 1);
	work->samples = cook_alloc(it->context, work->point_count, sizeof *work->samples);
	work->halves = cook_alloc_zero(it->context, terrain_cells(it), 1);
	if (!it->heights || !it->unknown || !work->samples || !work->halves)
		return terrain_no_memory(it);
	memset(it->unknown, 1, terrain_samples(it));
	const kilncook_status status = terrain_need_cells(it, &it->turned);
	return status == KILNCOOK_OK ? terrain_need_cells(it, &it->materials) : status;
}

/// The transform from the art's coordinates, as a cook of meshes has it.
static void find_root(grid_work *work)
{
	const kilncook_options *options = work->it->options;
	const double scale = options->scale > 0 ? options->scale : 1;
	double unit = options->unit > 0 ? options->unit : work->scene->unit;
	if (!(unit >= KILNCOOK_FACTOR_MIN && unit <= KILNCOOK_FACTOR_MAX))
		unit = 1;
	const uint32_t named = work->scene->up_axis <= 2 ? work->scene->up_axis : 1;
	const uint32_t from = options->art_up ? (uint32_t)options->art_up - 1 : named;
	if (!options->up && from == KILN_HEIGHTFIELD_UP_Z)
		work->it->grid.up = KILNCOOK_AXIS_Z;
	cook_place_root(unit * scale, from, heightfield_up(&work->it->grid), work->root);
}

/// Numbers the materials that nodes' meshes have, in the order of the art.
static kilncook_status number_materials(grid_work *work)
{
	terrain *it = work->it;
	const art_scene *scene = work->scene;
	work->materials = cook_alloc_zero(it->context, scene->material_count, sizeof *work->materials);
	if (!work->materials)
		return terrain_no_memory(it);
	for (uint32_t i = 0; i < scene->node_count; ++i)
		for (uint32_t k = 0; k < scene->nodes[i].mesh_count; ++k)
			work->materials[scene->meshes[scene->nodes[i].meshes[k]].material] = 1;
	uint32_t count = 0;
	for (uint32_t i = 0; i < scene->material_count; ++i)
	{
		if (!work->materials[i])
			continue;
		if (count == 256)
		{
			cook_message(it->context, KILNCOOK_ERROR, "", "heightfield-grid",
				"the meshes have more than 256 materials, which is all that a height field counts");
			return KILNCOOK_REFUSED;
		}
		work->materials[i] = count++;
		const kilncook_status status =
			terrain_add_text(it, &it->material_names, &it->material_name_count, scene->materials[i]);
		if (status != KILNCOOK_OK)
			return status;
	}
	return KILNCOOK_OK;
}

static kilncook_status find_grid(grid_work *work)
{
	const kilncook_context *context = work->it->context;
	find_root(work);
	kilncook_status status = each_mesh(work, count_points);
	if (status != KILNCOOK_OK)
		return status;
	if (work->point_count == 0)
	{
		cook_message(context, KILNCOOK_ERROR, "", "import-empty", "the art has no mesh");
		return KILNCOOK_REFUSED;
	}
	const size_t count = work->point_count;
	work->points = cook_alloc(context, count, sizeof *work->points);
	double *places = cook_alloc(context, count, sizeof *places);
	status = work->points && places ? each_mesh(work, place_points) : terrain_no_memory(work->it);
	for (int axis = 0; axis < 2 && status == KILNCOOK_OK; ++axis)
		status = find_lines(work, places, axis);
	cook_free(context, places, count, sizeof *places);
	if (status == KILNCOOK_OK)
		status = make_grid(work);
	if (status == KILNCOOK_OK)
		status = take_heights(work);
	if (status == KILNCOOK_OK)
		status = each_mesh(work, take_faces);
	if (status == KILNCOOK_OK)
		status = finish_cells(work);
	cook_free(context, work->points, count, sizeof *work->points);
	cook_free(context, work->samples, count, sizeof *work->samples);
	if (work->halves)
		cook_free(context, work->halves, terrain_cells(work->it), 1);
	return status;
}

kilncook_status terrain_from_mesh(terrain *it)
{
	const kilncook_options *options = it->options;
	const art_import_rules rules = {
		.allow_outside = options->allow_outside, .allow_outside_count = options->allow_outside_count};
	art_scene scene = {0};
	grid_work work = {.it = it, .scene = &scene};
	kilncook_status status = options->isolate_import
								 ? art_import_apart(it->context, it->path, &rules, &it->limits, &scene)
								 : art_import(it->context, it->path, &rules, &scene);
	if (status != KILNCOOK_OK)
		return status;
	status = number_materials(&work);
	if (status == KILNCOOK_OK)
		status = find_grid(&work);
	cook_free(it->context, work.materials, scene.material_count, sizeof *work.materials);
	it->side_files = scene.files;
	it->side_file_count = scene.file_count;
	it->side_file_stamp = scene.file_stamp;
	scene.files = NULL;
	scene.file_count = 0;
	art_scene_free(it->context, &scene);
	return status;
}
