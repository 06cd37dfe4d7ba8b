// SPDX-License-Identifier: MIT
#include "fuzz.h"
#include "heightfield/heightfield_case.h"

#include <stdlib.h>
#include <string.h>

/// Fuzz target: opens the input as a height field and, if the proof accepts it, asks every query. The refusal must name a
/// place inside; answers must name triangles of the field, and agree with each other. A field with room is edited, and must be
/// accepted again; a refused edit must change nothing.

const char *fuzz_verdict = "";

static void check(bool condition)
{
	if (!condition)
		abort();
}

static void check_ray(const kiln_heightfield *field, uint64_t *random)
{
	const kiln_vec3 from = heightfield_random_point(field, random, 0.5f),
					to = heightfield_random_point(field, random, 0);
	const kiln_ray ray = {.origin = from, .direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
	const kiln_hit hit = kiln_heightfield_ray_closest(field, &ray);
	kiln_vec3 corners[3];
	check(hit.hit == kiln_heightfield_ray_any(field, &ray));
	check(!hit.hit || kiln_heightfield_triangle(field, hit.triangle, corners));
	check(!hit.hit || hit.material == kiln_heightfield_material(field, hit.triangle / 2));
}

static void check_near(const kiln_heightfield *field, uint64_t *random)
{
	const kiln_vec3 at = heightfield_random_point(field, random, 0.1f);
	const kiln_closest closest = kiln_heightfield_closest_point(field, &(kiln_point_query){.point = at});
	kiln_overlap overlaps[8];
	kiln_vec3 corners[3];
	if (!closest.found)
		return;
	check(kiln_heightfield_triangle(field, closest.triangle, corners));
	const float radius = closest.distance * 1.0001f;
	const uint32_t count = kiln_heightfield_overlap_sphere(field, &(kiln_sphere){at, radius}, overlaps, 8);
	check(count > 0);
	for (uint32_t i = 0; i < count && i < 8; ++i)
		check(kiln_heightfield_triangle(field, overlaps[i].triangle, corners));
}

/// Casts meet what rays and overlaps meet; contacts name triangles that exist.
static void check_object(const kiln_heightfield *field, uint64_t *random)
{
	const kiln_vec3 from = heightfield_random_point(field, random, 0.5f),
					to = heightfield_random_point(field, random, 0);
	const kiln_vec3 way = {to.x - from.x, to.y - from.y, to.z - from.z};
	const float size = field->header->spacing[0] * heightfield_random(random, 0.1f, 2);
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_AABB, .aabb = {{-size, -size, -size}, {size, size, size}}};
	const kiln_convex_object object = {&shape, {.translation = to}};
	const kiln_sweep sweep = {.from = {.translation = from}, .to = {.translation = to, .rotation = {1, 0, 0, 1}}};
	kiln_overlap overlaps[8];
	kiln_mesh_manifold manifolds[8];
	kiln_vec3 corners[3];
	uint32_t count = 0;
	const uint32_t touched = kiln_heightfield_overlap_convex(field, &object, overlaps, 8);
	const kiln_hit hit = kiln_heightfield_cast_sphere(field, &(kiln_sphere){from, size}, &(kiln_motion){way, 1});
	const kiln_hit turning = kiln_heightfield_cast_sweep(field, &shape, &sweep, 0);
	for (uint32_t i = 0; i < touched && i < 8; ++i)
		check(kiln_heightfield_triangle(field, overlaps[i].triangle, corners));
	check(!hit.hit || (hit.t >= 0 && hit.t <= 1 && kiln_heightfield_triangle(field, hit.triangle, corners)));
	check(!turning.hit || (turning.t <= 1 && kiln_heightfield_triangle(field, turning.triangle, corners)));
	check(!kiln_heightfield_ray_any(field, &(kiln_ray){from, way, 1, 0}) || hit.hit);
	if (touched < 200)
		check(kiln_heightfield_manifolds(field, &object, NULL, manifolds, 8, &count) == KILN_OK);
	for (uint32_t i = 0; i < count && i < 8; ++i)
		check(kiln_heightfield_triangle(field, manifolds[i].triangle, corners));
}

/// Edits a region of at most 24 x 24 samples, with heights around those of the field.
static void check_edit(kiln_heightfield *field, uint8_t *data, uint64_t *random)
{
	static const uint32_t most = 24;
	float heights[24 * 24];
	uint8_t cells[24 * 24];
	kiln_heightfield_region region = {.column = (uint32_t)(fixture_random(random) % field->columns),
		.row = (uint32_t)(fixture_random(random) % field->rows)};
	const uint32_t columns = field->columns - region.column, rows = field->rows - region.row;
	region.columns = 1 + (uint32_t)(fixture_random(random) % (columns < most ? columns : most));
	region.rows = 1 + (uint32_t)(fixture_random(random) % (rows < most ? rows : most));
	const float low = field->header->up == KILN_HEIGHTFIELD_UP_Z ? field->min.z : field->min.y;
	const float high = field->header->up == KILN_HEIGHTFIELD_UP_Z ? field->max.z : field->max.y;
	for (uint32_t i = 0; i < most * most; ++i)
	{
		heights[i] = heightfield_random(random, low, high + field->header->step);
		cells[i] = (uint8_t)(fixture_random(random) % 3);
	}
	const uint64_t kind = fixture_random(random);
	region.heights = kind & 1 ? heights : NULL;
	region.holes = kind & 2 ? cells : NULL;
	region.diagonals = kind & 4 ? cells : NULL;
	region.materials = kind & 8 ? cells : NULL;
	const size_t size = (size_t)field->size;
	uint8_t *before = malloc(size);
	check(before != NULL);
	memcpy(before, data, size);
	const kiln_result result = kiln_heightfield_edit(field, data, &region);
	kiln_heightfield again;
	check(result.status == KILN_OK || memcmp(before, data, size) == 0);
	check(kiln_heightfield_open(&again, data, size).status == KILN_OK);
	free(before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = fixture_memory(size);
	check(copy != NULL);
	memcpy(copy, data, size);
	kiln_heightfield field;
	uint64_t random = size;
	const kiln_result result = kiln_heightfield_open(&field, copy, size);
	check(result.reason != NULL && result.offset <= size);
	fuzz_verdict = result.status == KILN_OK ? kiln_status_name(result.status) : result.reason;
	for (int i = 0; i < 20 && result.status == KILN_OK; ++i)
	{
		check_ray(&field, &random);
		check_near(&field, &random);
		check_object(&field, &random);
		if (i % 5 == 4)
			check_edit(&field, copy, &random);
	}
	free(copy);
	return 0;
}

uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	const kilncook_context context = {.log = {0}};
	heightfield_recipe recipe;
	// Each field, then each with room for edits.
	uint32_t count = 0;
	while (heightfield_case_recipe(count, &recipe))
		++count;
	if (i >= 2 * (size_t)count)
		return NULL;
	(void)heightfield_case_recipe((uint32_t)i % count, &recipe);
	heightfield_case it;
	heightfield_case_make_field(&it, &recipe);
	if (i >= count)
	{
		kilncook_blob_free(&context, &it.blob);
		it.grid.editable = true;
		it.grid.error = 0;
		check(kilncook_heightfield_make(&context, &it.grid, &it.blob) == KILNCOOK_OK);
	}
	uint8_t *seed = malloc(it.blob.size);
	check(seed != NULL);
	memcpy(seed, it.blob.data, it.blob.size);
	*size = it.blob.size;
	heightfield_case_free(&it);
	return seed;
}
