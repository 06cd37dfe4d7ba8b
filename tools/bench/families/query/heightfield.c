// SPDX-License-Identifier: MIT
#include "bench/rivals/heightfield.h"
#include "bench/bench.h"

#include "common/message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Height fields: bytes, and rays against the same triangles as a mesh and against the height fields of Bullet and ODE, whose
/// diagonals the field has.

/// Samples on a side; with and without the mesh of the same triangles, which takes long to cook.
typedef struct field_size
{
	uint32_t side;
	bool mesh;
} field_size;

/// Directions of rays. All begin above the hills, at random places.
typedef enum ray_kind
{
	RAYS_DOWN,	  ///< straight down: wheels, feet
	RAYS_SLANTED, ///< half as fast down as across
	RAYS_GRAZING, ///< over a quarter of the field, nearly level: lines of sight
	RAY_KINDS,
} ray_kind;

static const char *const kind_names[RAY_KINDS] = {"down", "slanted", "grazing"};

typedef enum racer
{
	FIELD,
	MESH,
	BULLET,
	ODE,
	RACERS,
} racer;

typedef struct field_stage
{
	uint32_t side;
	float *heights; ///< as the field stores them
	float low, high;
	kilncook_blob blob, mesh_blob;
	kiln_heightfield field;
	kiln_asset asset; ///< of mesh_blob, where there is one
	const rival_field_library *libraries[RACERS];
	rival_field *rivals[RACERS];
	kiln_ray *rays;
	rival_ray *given;
	uint32_t count;
	ray_kind kind;
	float *t[RACERS];
} field_stage;

typedef struct contender
{
	field_stage *stage;
	racer who;
} contender;

/// A random number of a point of a lattice, in [0, 1).
static float lattice(uint32_t x, uint32_t y, uint64_t seed)
{
	uint64_t bits = seed ^ (uint64_t)x << 32 ^ y;
	bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9ull;
	bits = (bits ^ bits >> 27) * 0x94d049bb133111ebull;
	return (float)(bits >> 40) * 0x1p-24f;
}

/// Value noise, smooth between points of a lattice `size` samples apart.
static float noise(uint32_t column, uint32_t row, uint32_t size, uint64_t seed)
{
	const uint32_t x = column / size, y = row / size;
	const float a = (float)(column % size) / (float)size, b = (float)(row % size) / (float)size;
	const float u = a * a * (3 - 2 * a), v = b * b * (3 - 2 * b);
	const float top = lattice(x, y, seed) * (1 - u) + lattice(x + 1, y, seed) * u;
	const float bottom = lattice(x, y + 1, seed) * (1 - u) + lattice(x + 1, y + 1, seed) * u;
	return top * (1 - v) + bottom * v;
}

/// Hills of 200 m over 512 m, and smaller ones, each half as large as the ones before, to stones of 1.5 m.
static float height_at(uint32_t column, uint32_t row, uint64_t seed)
{
	float height = 0;
	for (uint32_t octave = 0; octave < 8; ++octave)
		height += 200 * ldexpf(noise(column, row, 512u >> octave, seed + octave), -(int)octave);
	return height;
}

/// Makes the field of 1 m cells, with patches of five materials.
static bool make_field(field_stage *stage, uint64_t seed)
{
	const kilncook_context context = bench_context();
	const uint32_t side = stage->side;
	const size_t cells = (size_t)(side - 1) * (side - 1);
	uint8_t *materials = bench_memory(cells, 1), *turned = bench_memory(cells, 1);
	stage->heights = bench_memory((size_t)side * side, sizeof *stage->heights);
	for (uint32_t row = 0; row < side; ++row)
		for (uint32_t column = 0; column < side; ++column)
			stage->heights[(size_t)row * side + column] = height_at(column, row, seed);
	for (size_t i = 0; i < cells; ++i)
	{
		materials[i] = (uint8_t)(5 * noise((uint32_t)(i % (side - 1)), (uint32_t)(i / (side - 1)), 64, seed + 99));
		turned[i] = 1;
	}
	const kilncook_heightfield grid = {.columns = side,
		.rows = side,
		.heights = stage->heights,
		.spacing = {1, 1},
		.diagonals = turned,
		.materials = materials};
	const bool good = kilncook_heightfield_make(&context, &grid, &stage->blob) == KILNCOOK_OK &&
					  kiln_heightfield_open(&stage->field, stage->blob.data, stage->blob.size).status == KILN_OK;
	free(materials);
	free(turned);
	for (uint32_t i = 0; good && i < side * side; ++i)
	{
		kiln_vec3 at;
		(void)kiln_heightfield_sample(&stage->field, i % side, i / side, &at);
		stage->heights[i] = at.y;
	}
	stage->low = stage->field.min.y;
	stage->high = stage->field.max.y;
	return good;
}

/// Cooks the field's triangles as a mesh, with the cooker's defaults.
static bool make_mesh(field_stage *stage)
{
	const kilncook_context context = bench_context();
	const uint32_t side = stage->side, cells = side - 1;
	float(*vertices)[3] = bench_memory((size_t)side * side, sizeof *vertices);
	uint32_t(*triangles)[3] = bench_memory(2 * (size_t)cells * cells, sizeof *triangles);
	size_t count = 0;
	for (uint32_t i = 0; i < side * side; ++i)
	{
		vertices[i][0] = (float)(i % side);
		vertices[i][1] = stage->heights[i];
		vertices[i][2] = (float)(i / side);
	}
	for (uint32_t row = 0; row < cells; ++row)
		for (uint32_t column = 0; column < cells; ++column)
		{
			const uint32_t at = row * side + column;
			const uint32_t corners[2][3] = {{at, at + side, at + 1}, {at + 1, at + side, at + side + 1}};
			memcpy(triangles[count], corners, sizeof corners);
			count += 2;
		}
	const kilncook_mesh mesh = {.positions = vertices[0],
		.vertex_count = side * side,
		.indices = (const uint32_t *)triangles,
		.index_count = 3 * (uint64_t)count};
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1};
	const bool good = kilncook_cook_memory(&context, &scene, NULL, &stage->mesh_blob, NULL) == KILNCOOK_OK &&
					  bench_blob_open(&stage->mesh_blob, KILN_ISA_AUTO, &stage->asset);
	free(vertices);
	free(triangles);
	return good;
}

/// Makes rays of one kind. Each ends beyond the field, but for grazing ones.
static void make_rays(field_stage *stage, ray_kind kind, uint64_t seed)
{
	bench_random random = bench_random_make(seed + kind);
	const float size = (float)(stage->side - 1), top = stage->high + 1, fall = stage->high - stage->low + 2;
	for (uint32_t i = 0; i < stage->count; ++i)
	{
		const float x = size * (float)bench_random_unit(&random), z = size * (float)bench_random_unit(&random);
		const float toward_x = size * (float)bench_random_unit(&random) - x;
		const float toward_z = size * (float)bench_random_unit(&random) - z;
		const float length = sqrtf(toward_x * toward_x + toward_z * toward_z) + 1e-3f;
		kiln_ray ray = {.origin = {x, top, z}, .direction = {0, -fall, 0}, .t_max = 1};
		if (kind == RAYS_SLANTED)
			ray.direction = (kiln_vec3){2 * fall * toward_x / length, -fall, 2 * fall * toward_z / length};
		if (kind == RAYS_GRAZING)
			ray.direction = (kiln_vec3){size / 4 * toward_x / length, -fall / 8, size / 4 * toward_z / length};
		if (kind == RAYS_GRAZING)
			ray.origin.y = stage->low + (stage->high - stage->low) * (0.6f + 0.4f * (float)bench_random_unit(&random));
		stage->rays[i] = ray;
		stage->given[i] = (rival_ray){
			{ray.origin.x, ray.origin.y, ray.origin.z}, {ray.direction.x, ray.direction.y, ray.direction.z}, 1};
	}
}

static uint32_t count_of(const field_stage *stage, racer who)
{
	const rival_field_library *library = stage->libraries[who];
	return library ? (stage->count + library->thin - 1) / library->thin : stage->count;
}

static void run(void *user)
{
	const contender *c = user;
	field_stage *stage = c->stage;
	if (stage->libraries[c->who])
		stage->libraries[c->who]->closest(
			stage->rivals[c->who], stage->given, count_of(stage, c->who), stage->t[c->who]);
	for (uint32_t i = 0; c->who < BULLET && i < stage->count; ++i)
	{
		const kiln_hit hit = c->who == FIELD ? kiln_heightfield_ray_closest(&stage->field, &stage->rays[i])
											 : kiln_mesh_ray_closest(&stage->asset, 0, &stage->rays[i]);
		stage->t[c->who][i] = hit.hit ? hit.t : -1;
	}
}

static bool takes_part(const field_stage *stage, racer who)
{
	if (who < BULLET)
		return who == FIELD || stage->mesh_blob.data;
	return stage->rivals[who] && (stage->kind == RAYS_DOWN || stage->side <= stage->libraries[who]->most_side);
}

/// Counts answers that differ from the field's by more than `tolerance`, or in a bit.
static table_cell differing(const field_stage *stage, racer who, float tolerance)
{
	uint64_t count = 0;
	if (!takes_part(stage, who))
		return (table_cell){0};
	for (uint32_t i = 0; i < count_of(stage, who); ++i)
	{
		const float a = stage->t[FIELD][i], b = stage->t[who][i];
		count += (a < 0) != (b < 0) || fabsf(a - b) > tolerance;
	}
	return cell_count(count);
}

static const table_column ray_columns[] = {
	{"samples", {"", "samples"}, "", 0},
	{"rays", {"", "rays"}, "", 0},
	{"hits", {"", "hits"}, "%", 1},
	{"kiln", {"Kiln", "field"}, "Mray/s", 3},
	{"kiln_mesh", {"Kiln", "mesh"}, "Mray/s", 3},
	{"bullet", {"", "Bullet"}, "Mray/s", 3},
	{"ode", {"", "ODE"}, "Mray/s", 6},
	{"field_over_mesh", {"field/", "mesh"}, "x", 2},
	{"field_over_bullet", {"field/", "Bullet"}, "x", 2},
	{"field_over_ode", {"field/", "ODE"}, "x", 2},
	{"differ_mesh", {"differ", "mesh"}, "1", 0},
	{"differ_bullet", {"differ", "Bullet"}, "1", 0},
	{"differ_ode", {"differ", "ODE"}, "1", 0},
};

static void ray_row(field_stage *stage, ray_kind kind, const bench_options *options, bench_table *table)
{
	contender entries[RACERS];
	bench_contestant contestants[RACERS];
	uint32_t who[RACERS], count = 0;
	stage->kind = kind;
	make_rays(stage, kind, options->seed);
	for (uint32_t i = 0; i < RACERS; ++i)
	{
		entries[i] = (contender){stage, (racer)i};
		if (!takes_part(stage, (racer)i))
			continue;
		who[count] = i;
		contestants[count++] = (bench_contestant){.run = run, .user = &entries[i]};
	}
	bench_contest(contestants, count, bench_repetitions(options), options->clock);
	table_cell *row = table_row(table);
	char text[32];
	uint64_t hits = 0;
	snprintf(text, sizeof text, "%u x %u", stage->side, stage->side);
	row[0] = cell_text(text);
	row[1] = cell_text(kind_names[kind]);
	for (uint32_t i = 0; i < stage->count; ++i)
		hits += stage->t[FIELD][i] >= 0;
	row[2] = cell_value(100 * (double)hits / stage->count);
	for (uint32_t i = 0; i < count; ++i)
		row[3 + who[i]] = cell_rate(&contestants[i].samples, count_of(stage, (racer)who[i]) * 1e-6);
	for (uint32_t i = 0; i < 3; ++i)
		row[7 + i] = cell_ratio(&row[3], &row[4 + i]);
	row[10] = differing(stage, MESH, 0);
	row[11] = differing(stage, BULLET, 1e-4f);
	row[12] = differing(stage, ODE, 1e-4f);
}

static const table_column byte_columns[] = {
	{"samples", {"", "samples"}, "", 0},
	{"kiln", {"Kiln", "field"}, "MB", 2},
	{"kiln_mesh", {"Kiln", "mesh"}, "MB", 2},
	{"bullet", {"", "Bullet"}, "MB", 2},
	{"ode", {"", "ODE"}, "MB", 2},
	{"a_sample", {"Kiln", "a sample"}, "byte", 2},
	{"mesh_over_field", {"mesh/", "field"}, "x", 1},
	{"error", {"Kiln", "error"}, "m", 4},
};

static void byte_row(const field_stage *stage, bench_table *table)
{
	table_cell *row = table_row(table);
	char text[32];
	snprintf(text, sizeof text, "%u x %u", stage->side, stage->side);
	row[0] = cell_text(text);
	row[1] = cell_value((double)stage->blob.size * 1e-6);
	if (stage->mesh_blob.data)
		row[2] = cell_value((double)stage->mesh_blob.size * 1e-6);
	for (uint32_t i = BULLET; i < RACERS; ++i)
		if (stage->rivals[i])
			row[1 + i] = cell_value((double)stage->libraries[i]->bytes(stage->rivals[i]) * 1e-6);
	row[5] = cell_value((double)stage->blob.size / ((double)stage->side * stage->side));
	row[6] = cell_ratio(&row[2], &row[1]);
	row[7] = cell_value((double)stage->field.header->error);
}

static void enter_rivals(field_stage *stage)
{
	const rival_grid grid = {stage->heights, stage->side, stage->side, 1, stage->low, stage->high};
	stage->libraries[BULLET] = rival_field_bullet();
	stage->libraries[ODE] = rival_field_ode();
	for (uint32_t i = BULLET; i < RACERS; ++i)
		stage->rivals[i] = stage->libraries[i] ? stage->libraries[i]->make(&grid) : NULL;
}

static void free_stage(field_stage *stage)
{
	const kilncook_context context = bench_context();
	for (uint32_t i = BULLET; i < RACERS; ++i)
		if (stage->rivals[i])
			stage->libraries[i]->release(stage->rivals[i]);
	kilncook_blob_free(&context, &stage->blob);
	kilncook_blob_free(&context, &stage->mesh_blob);
	free(stage->heights);
	free(stage->rays);
	free(stage->given);
	for (uint32_t i = 0; i < RACERS; ++i)
		free(stage->t[i]);
}

static bool measure(const bench_options *options, const field_size *size, bench_table *rays, bench_table *bytes)
{
	field_stage stage = {.side = size->side, .count = options->quick ? 2000 : 100000};
	stage.rays = bench_memory(stage.count, sizeof *stage.rays);
	stage.given = bench_memory(stage.count, sizeof *stage.given);
	for (uint32_t i = 0; i < RACERS; ++i)
		stage.t[i] = bench_memory(stage.count, sizeof *stage.t[i]);
	const bool good = make_field(&stage, options->seed) && (!size->mesh || make_mesh(&stage));
	if (good)
	{
		enter_rivals(&stage);
		for (uint32_t kind = 0; kind < RAY_KINDS; ++kind)
			ray_row(&stage, (ray_kind)kind, options, rays);
		byte_row(&stage, bytes);
	}
	free_stage(&stage);
	return good;
}

int bench_heightfield(const bench_options *options, bench_result *result)
{
	static const field_size sizes[] = {{65, true}, {513, true}, {2049, true}, {4097, false}};
	bench_table *rays = bench_table_add(result, "rays", ray_columns, sizeof ray_columns / sizeof *ray_columns);
	bench_table *bytes = bench_table_add(result, "bytes", byte_columns, sizeof byte_columns / sizeof *byte_columns);
	snprintf(rays->title, sizeof rays->title,
		"closest hits of rays on a height field, one at a time: Mray/s, median of %u; answers that differ from the "
		"field's, from the mesh's in any bit, from others' by more than 1e-4 of the ray",
		bench_repetitions(options));
	snprintf(bytes->title, sizeof bytes->title,
		"bytes of height fields with five materials in patches, and of the same triangles as a mesh: MB");
	// The smallest one is for quick runs.
	for (size_t i = options->quick ? 0 : 1; i < (options->quick ? 1 : sizeof sizes / sizeof *sizes); ++i)
	{
		char name[24];
		snprintf(name, sizeof name, "field-%u", sizes[i].side);
		if (options->only && !strstr(name, options->only))
			continue;
		bench_progress("heightfield", name);
		if (!measure(options, &sizes[i], rays, bytes))
			return TOOL_INTERNAL;
	}
	return TOOL_DONE;
}
