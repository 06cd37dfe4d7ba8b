// SPDX-License-Identifier: MIT
#include "mover_level.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

static uint32_t vertex(mover_level *level, kiln_vec3 at)
{
	const float v[3] = {at.x + 0.0f, at.y + 0.0f, at.z + 0.0f};
	for (uint32_t i = 0; i < level->vertex_count; i++)
		if (level->vertices[i][0] == v[0] && level->vertices[i][1] == v[1] && level->vertices[i][2] == v[2])
			return i;
	assert_true(level->vertex_count < LEVEL_VERTICES);
	memcpy(level->vertices[level->vertex_count], v, sizeof v);
	return level->vertex_count++;
}

void level_triangle(mover_level *level, kiln_vec3 a, kiln_vec3 b, kiln_vec3 c)
{
	const uint32_t i = vertex(level, a), j = vertex(level, b), k = vertex(level, c);
	assert_true(level->triangle_count < LEVEL_TRIANGLES);
	uint32_t *corners = level->triangles[level->triangle_count++];
	corners[0] = i;
	corners[1] = j;
	corners[2] = k;
}

void level_quad(mover_level *level, kiln_vec3 a, kiln_vec3 b, kiln_vec3 c, kiln_vec3 d)
{
	level_triangle(level, a, b, c);
	level_triangle(level, a, c, d);
}

static kiln_vec3 corner(kiln_vec3 low, kiln_vec3 high, int i)
{
	return (kiln_vec3){i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
}

void level_box(mover_level *level, kiln_vec3 low, kiln_vec3 high)
{
	static const int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
	for (int i = 0; i < 6; i++)
		level_quad(level, corner(low, high, faces[i][0]), corner(low, high, faces[i][1]),
			corner(low, high, faces[i][2]), corner(low, high, faces[i][3]));
}

void level_floor(mover_level *level, float height, int half)
{
	for (int x = -half; x < half; x++)
		for (int z = -half; z < half; z++)
		{
			const float x0 = (float)x, z0 = (float)z, x1 = x0 + 1, z1 = z0 + 1;
			level_quad(level, (kiln_vec3){x0, height, z0}, (kiln_vec3){x0, height, z1}, (kiln_vec3){x1, height, z1},
				(kiln_vec3){x1, height, z0});
		}
}

uint32_t level_solid(mover_level *level, const kiln_convex_shape *shape, const kiln_pose *pose)
{
	assert_true(level->solid_count < LEVEL_SOLIDS);
	level->solids[level->solid_count] = *shape;
	level->poses[level->solid_count] = *pose;
	return level->solid_count++;
}

void level_hull(mover_level *level, uint64_t *random, kiln_vec3 place, float size)
{
	kiln_vec3 *points = level->points[level->solid_count];
	for (uint32_t i = 0; i < LEVEL_POINTS; i++)
		points[i] = level_place(random, size);
	const kiln_convex_shape hull = {.kind = KILN_CONVEX_POINTS, .points = {points, LEVEL_POINTS}};
	level_solid(level, &hull, &(kiln_pose){.translation = place});
}

static void cook(mover_level *level)
{
	const kilncook_mesh mesh = {.positions = level->vertices[0],
		.vertex_count = level->vertex_count,
		.indices = level->triangles,
		.index_count = 3ull * level->triangle_count};
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1};
	const kilncook_options options = {.threads = 1};
	assert_int_equal(kilncook_cook_memory(&level->context, &scene, &options, &level->blob, NULL), KILNCOOK_OK);
	assert_int_equal(kiln_open(&level->asset, level->blob.data, level->blob.size, NULL).status, KILN_OK);
}

void level_field(mover_level *level, uint64_t *random)
{
	uint32_t height = 16;
	level->has_field = true;
	for (uint32_t i = 0; i < LEVEL_FIELD * LEVEL_FIELD; i++)
	{
		// Mostly slopes, and steps of up to two units.
		const uint64_t kind = fixture_random(random) % 16;
		height = kind == 0 ? (uint32_t)(fixture_random(random) % 96) : height + (uint32_t)(kind % 5);
		height = height > 2 && height < 96 ? height - 2 : 16;
		level->heights[i] = (uint16_t)height;
	}
}

/// Makes the field. Its triangles join those of the level, which the oracle judges, after the mesh was cooked.
static void finish_field(mover_level *level)
{
	const kilncook_heightfield grid = {.columns = LEVEL_FIELD,
		.rows = LEVEL_FIELD,
		.levels = level->heights,
		.level_height = LEVEL_STEP,
		.origin = {-4, -4, -4},
		.spacing = {0.5f, 0.5f}};
	assert_int_equal(kilncook_heightfield_make(&level->context, &grid, &level->field_blob), KILNCOOK_OK);
	assert_int_equal(
		kiln_heightfield_open(&level->field, level->field_blob.data, level->field_blob.size).status, KILN_OK);
	const kiln_member member = {.surface = kiln_heightfield_surface(&level->field)};
	assert_int_equal(kiln_world_add(level->world, &member, NULL), KILN_OK);
	for (uint32_t i = 0; i < 2 * (LEVEL_FIELD - 1) * (LEVEL_FIELD - 1); i++)
	{
		kiln_vec3 c[3];
		assert_true(kiln_heightfield_triangle(&level->field, i, c));
		level_triangle(level, c[0], c[1], c[2]);
	}
}

void level_finish(mover_level *level)
{
	const uint32_t most = level->solid_count + 2;
	const kiln_world_options options = {.broadphase = {.capacity = most, .pair_capacity = most * most}};
	if (level->triangle_count > 0)
		cook(level);
	const size_t size = kiln_world_size(&options);
	level->memory = fixture_memory(size);
	assert_int_equal(kiln_world_create(&level->world, level->memory, size, &options), KILN_OK);
	for (uint32_t i = 0; i < level->solid_count; i++)
	{
		const kiln_member member = {.convex = &level->solids[i], .pose = level->poses[i]};
		assert_int_equal(kiln_world_add(level->world, &member, &level->handles[i]), KILN_OK);
	}
	if (level->triangle_count > 0)
	{
		const kiln_member member = {.asset = &level->asset, .shape = KILN_NONE};
		assert_int_equal(kiln_world_add(level->world, &member, NULL), KILN_OK);
	}
	if (level->has_field)
		finish_field(level);
	kiln_broadphase_pairs pairs;
	assert_int_equal(kiln_world_update(level->world, &pairs), KILN_OK);
}

void level_free(mover_level *level)
{
	free(level->memory);
	kilncook_blob_free(&level->context, &level->blob);
	kilncook_blob_free(&level->context, &level->field_blob);
}

float level_between(uint64_t *random, float low, float high)
{
	return low + (high - low) * fixture_random_unit(random);
}

kiln_vec3 level_place(uint64_t *random, float size)
{
	const float x = level_between(random, -size, size), y = level_between(random, -size, size);
	return (kiln_vec3){x, y, level_between(random, -size, size)};
}

static kiln_vec3 moved(kiln_vec3 a, kiln_vec3 b)
{
	return (kiln_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

/// Two rectangles that meet in an edge, at any angle; a small one is a wedge, a crease or a thin fin.
static void add_wedge(mover_level *level, uint64_t *random)
{
	const kiln_vec3 at = level_place(random, 3), along = level_place(random, 3);
	const kiln_vec3 one = level_place(random, 3);
	const float near = fixture_random(random) % 2 ? 0.1f : 3;
	const kiln_vec3 off = level_place(random, near), other = moved(one, off);
	level_quad(level, at, moved(at, along), moved(moved(at, along), one), moved(at, one));
	level_quad(level, at, moved(at, along), moved(moved(at, along), other), moved(at, other));
}

/// Two parallel walls along z, as far apart as bodies are wide, more or less.
static void add_slit(mover_level *level, uint64_t *random)
{
	static const float widths[5] = {0.6f, 0.5999f, 0.601f, 0.62f, 0.7f};
	const kiln_vec3 at = level_place(random, 2);
	const float half = widths[fixture_random(random) % 5] / 2;
	for (int side = -1; side <= 1; side += 2)
	{
		const float x = at.x + (float)side * half;
		level_quad(level, (kiln_vec3){x, at.y - 2, at.z - 2}, (kiln_vec3){x, at.y - 2, at.z + 2},
			(kiln_vec3){x, at.y + 2, at.z + 2}, (kiln_vec3){x, at.y + 2, at.z - 2});
	}
}

static void add_stairs(mover_level *level, uint64_t *random)
{
	const float rise = level_between(random, 0.05f, 0.4f), tread = level_between(random, 0.1f, 0.5f);
	for (int i = 0; i < 6; i++)
	{
		const float x = (float)i * tread - 2, y = (float)i * rise - 3.5f;
		level_quad(level, (kiln_vec3){x, y, -2}, (kiln_vec3){x, y, 2}, (kiln_vec3){x, y + rise, 2},
			(kiln_vec3){x, y + rise, -2});
		level_quad(level, (kiln_vec3){x, y + rise, -2}, (kiln_vec3){x, y + rise, 2},
			(kiln_vec3){x + tread, y + rise, 2}, (kiln_vec3){x + tread, y + rise, -2});
	}
}

void level_random(mover_level *level, uint64_t *random)
{
	const uint64_t kinds = fixture_random(random);
	memset(level, 0, sizeof *level);
	if (kinds & 3)
		level_box(level, (kiln_vec3){-4, -4, -4}, (kiln_vec3){4, 4, 4});
	if (kinds & 4)
		level_floor(level, -3.5f, 4);
	if (kinds & 8)
		add_stairs(level, random);
	for (uint64_t i = (kinds >> 8) % 3; i > 0; i--)
		add_slit(level, random);
	for (uint64_t i = (kinds >> 16) % 4; i > 0; i--)
		add_wedge(level, random);
	for (uint64_t i = (kinds >> 24) % 12; i > 0; i--)
	{
		const kiln_vec3 at = level_place(random, 3), a = level_place(random, 2);
		const kiln_vec3 b = level_place(random, 2);
		level_triangle(level, at, moved(at, a), moved(at, b));
	}
	for (uint64_t i = (kinds >> 32) % 6; i > 0; i--)
	{
		const kiln_vec3 at = level_place(random, 3);
		level_hull(level, random, at, level_between(random, 0.2f, 1.5f));
	}
}

void level_terrain(mover_level *level, uint64_t *random)
{
	level_random(level, random);
	level_field(level, random);
}

void level_body(uint32_t kind, kiln_vec3 points[LEVEL_POINTS], kiln_convex_shape *shape)
{
	static const kiln_convex_shape shapes[LEVEL_BODIES] = {
		{.kind = KILN_CONVEX_CAPSULE, .capsule = {{0, -0.3f, 0}, {0, 0.3f, 0}, 0.3f}},
		{.kind = KILN_CONVEX_AABB, .aabb = {{-0.3f, -0.5f, -0.3f}, {0.3f, 0.5f, 0.3f}}},
		{.kind = KILN_CONVEX_CYLINDER, .cylinder = {{0, -0.5f, 0}, {0, 0.5f, 0}, 0.3f}},
		{.kind = KILN_CONVEX_POINTS, .points = {NULL, 0}},
		{.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.3f}},
		{.kind = KILN_CONVEX_AABB, .aabb = {{-0.2f, -0.4f, -0.2f}, {0.2f, 0.4f, 0.2f}}, .margin = 0.1f},
	};
	*shape = shapes[kind % LEVEL_BODIES];
	if (shape->kind != KILN_CONVEX_POINTS)
		return;
	// A prism with a point below, whose origin is not its middle.
	for (uint32_t i = 0; i < 8; i++)
		points[i] = (kiln_vec3){i & 1 ? 0.3f : -0.3f, i & 2 ? 1.0f : 0.4f, i & 4 ? 0.3f : -0.3f};
	points[8] = (kiln_vec3){0.0625f, 0, 0.0625f};
	shape->points = (kiln_convex_points){points, 9};
}
