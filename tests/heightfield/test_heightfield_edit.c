// SPDX-License-Identifier: MIT
#include "heightfield_case.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Edits of regions. The oracle cooks the edited grid: the bytes of both fields are the same, so that all answers are, too;
/// a mesh of the same triangles answers some queries again.

static const kilncook_context context;

/// A field with room, in memory that the test writes, and the grid that it should be.
typedef struct edit_case
{
	heightfield_case it;
	uint8_t *data;
	kiln_heightfield field;
	float low, high; ///< heights that edits may need
	float *given;	 ///< heights of a region, and its cells
	uint8_t *holes, *diagonals, *materials;
} edit_case;

static edit_case begin(const heightfield_recipe *recipe)
{
	edit_case e = {.low = -3 * recipe->height - 40, .high = 6 * recipe->height + 90};
	const size_t samples = (size_t)recipe->columns * recipe->rows;
	heightfield_case_make_field(&e.it, recipe);
	// What a hole has is lost, for edits that end the hole.
	for (size_t i = 0; i < (size_t)(recipe->columns - 1) * (recipe->rows - 1); ++i)
		if (e.it.holes[i])
			e.it.diagonals[i] = e.it.materials[i] = 0;
	e.it.grid.editable = true;
	e.it.grid.lowest = e.low;
	e.it.grid.highest = e.high;
	kilncook_blob_free(&context, &e.it.blob);
	assert_int_equal(kilncook_heightfield_make(&context, &e.it.grid, &e.it.blob), KILNCOOK_OK);
	assert_int_equal(kiln_heightfield_open(&e.it.field, e.it.blob.data, e.it.blob.size).status, KILN_OK);
	e.data = fixture_memory(e.it.blob.size);
	e.given = malloc(samples * sizeof *e.given);
	e.holes = malloc(samples);
	e.diagonals = malloc(samples);
	e.materials = malloc(samples);
	assert_true(e.data && e.given && e.holes && e.diagonals && e.materials);
	memcpy(e.data, e.it.blob.data, e.it.blob.size);
	assert_int_equal(kiln_heightfield_open(&e.field, e.data, e.it.blob.size).status, KILN_OK);
	return e;
}

static void end(edit_case *e)
{
	heightfield_case_free(&e->it);
	free(e->data);
	free(e->given);
	free(e->holes);
	free(e->diagonals);
	free(e->materials);
}

static float up_of(const kiln_heightfield *field, kiln_vec3 p)
{
	return field->header->up == KILN_HEIGHTFIELD_UP_Y ? p.y : p.z;
}

/// Changes the region of the grid as the edit should: cells that become holes lose what they had.
static void change_grid(edit_case *e, const kiln_heightfield_region *region)
{
	heightfield_case *it = &e->it;
	const size_t columns = it->grid.columns, cells = columns - 1;
	for (uint32_t row = 0; region->heights && row < region->rows; ++row)
		memcpy(&it->heights[(region->row + row) * columns + region->column],
			&region->heights[(size_t)row * region->columns], region->columns * sizeof *it->heights);
	for (uint32_t row = 0; row + 1 < region->rows; ++row)
		for (uint32_t column = 0; column + 1 < region->columns; ++column)
		{
			const size_t from = (size_t)row * (region->columns - 1) + column;
			const size_t to = (region->row + row) * cells + region->column + column;
			if (region->holes)
				it->holes[to] = region->holes[from];
			if (region->diagonals)
				it->diagonals[to] = region->diagonals[from];
			if (region->materials)
				it->materials[to] = region->materials[from];
			if (it->holes[to])
				it->diagonals[to] = it->materials[to] = 0;
		}
}

/// Cooks the changed grid, and compares its bytes with those of the edited field.
static void compare(edit_case *e, uint32_t materials)
{
	kilncook_blob cooked;
	kiln_heightfield opened, oracle;
	const kiln_result result = kiln_heightfield_open(&opened, e->data, e->it.blob.size);
	if (result.status != KILN_OK)
		fail_msg("byte %llu: %s", (unsigned long long)result.offset, result.reason);
	assert_memory_equal(&opened, &e->field, sizeof opened);
	assert_int_equal(kilncook_heightfield_make(&context, &e->it.grid, &cooked), KILNCOOK_OK);
	assert_int_equal(kiln_heightfield_open(&oracle, cooked.data, cooked.size).status, KILN_OK);
	assert_int_equal(cooked.size, e->it.blob.size);
	// The error is that of all heights so far, the number of materials that of all materials.
	assert_true(opened.header->error >= oracle.header->error && opened.header->error < opened.header->step);
	assert_true(opened.header->material_count >= oracle.header->material_count);
	assert_true(opened.header->material_count <= materials);
	kiln_format_heightfield_header *header = (void *)cooked.data;
	header->error = opened.header->error;
	header->material_count = opened.header->material_count;
	assert_memory_equal(cooked.data, e->data, cooked.size);
	kilncook_blob_free(&context, &cooked);
}

/// Fills a region with random contents; some arrays are left out.
static kiln_heightfield_region random_region(edit_case *e, uint64_t *random)
{
	const uint32_t columns = e->field.columns, rows = e->field.rows;
	kiln_heightfield_region region = {
		.column = (uint32_t)(fixture_random(random) % columns), .row = (uint32_t)(fixture_random(random) % rows)};
	const uint64_t kind = fixture_random(random);
	if (kind % 8 == 0)
		region.column = region.row = 0;
	region.columns = kind % 8 == 0 ? columns : 1 + (uint32_t)(fixture_random(random) % (columns - region.column));
	region.rows = kind % 8 == 0 ? rows : 1 + (uint32_t)(fixture_random(random) % (rows - region.row));
	if (kind % 8 == 1)
		region.columns = 1;
	if (kind % 8 == 2)
		region.rows = 1;
	if (kind % 8 == 3)
		region.columns = region.rows = 1;
	const float middle = heightfield_random(random, e->low, e->high),
				size = heightfield_random(random, 0, e->high - middle);
	for (size_t i = 0; i < (size_t)region.columns * region.rows; ++i)
	{
		e->given[i] = fixture_random(random) % 16 ? middle + size * fixture_random_unit(random) : e->low;
		e->holes[i] = fixture_random(random) % 5 == 0;
		e->diagonals[i] = fixture_random(random) % 3 == 0 ? 7 : 0;
		e->materials[i] = (uint8_t)(fixture_random(random) % 230);
	}
	region.heights = kind & 16 ? NULL : e->given;
	region.holes = kind & 32 ? NULL : e->holes;
	region.diagonals = kind & 64 ? NULL : e->diagonals;
	region.materials = kind & 128 ? NULL : e->materials;
	return region;
}

static void edited_fields_have_the_bytes_of_cooked_ones(void **state)
{
	(void)state;
	uint64_t random = 7;
	heightfield_recipe recipe;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		// Heights are given to the cooker without the origin, to edits with it.
		recipe.origin[recipe.z_up ? 2 : 1] = 0;
		recipe.error = 0;
		edit_case e = begin(&recipe);
		for (int trial = 0; trial < 24; ++trial)
		{
			const kiln_heightfield_region region = random_region(&e, &random);
			const kiln_result result = kiln_heightfield_edit(&e.field, e.data, &region);
			if (result.status != KILN_OK)
				fail_msg("field %u, edit %d: %s", i, trial, result.reason);
			change_grid(&e, &region);
			compare(&e, 230);
		}
		end(&e);
	}
}

static void queries_see_the_edit(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	assert_true(heightfield_case_recipe(1, &recipe));
	recipe.origin[recipe.z_up ? 2 : 1] = 0;
	recipe.error = 0;
	recipe.holes = false;
	edit_case e = begin(&recipe);
	const float crater[9] = {-20, -21, -20, -21, -30, -21, -20, -21, -20};
	const uint8_t hole[4] = {0, 1, 0, 0};
	kiln_heightfield_region region = {
		.column = 15, .row = 15, .columns = 3, .rows = 3, .heights = crater, .holes = hole};
	assert_int_equal(kiln_heightfield_edit(&e.field, e.data, &region).status, KILN_OK);
	assert_true(up_of(&e.field, e.field.min) <= -29.9f);
	for (uint32_t i = 0; i < 9; ++i)
	{
		kiln_vec3 p;
		assert_true(kiln_heightfield_sample(&e.field, 15 + i % 3, 15 + i / 3, &p));
		assert_true(fabsf(up_of(&e.field, p) - crater[i]) <= e.field.header->error);
		// What a sample has can be given back.
		const kiln_heightfield_region same = {
			.column = 15 + i % 3, .row = 15 + i / 3, .columns = 1, .rows = 1, .heights = (float[]){up_of(&e.field, p)}};
		kiln_vec3 again;
		assert_int_equal(kiln_heightfield_edit(&e.field, e.data, &same).status, KILN_OK);
		assert_true(kiln_heightfield_sample(&e.field, 15 + i % 3, 15 + i / 3, &again));
		assert_memory_equal(&p, &again, sizeof p);
	}
	assert_int_equal(kiln_heightfield_material(&e.field, 15 * (recipe.columns - 1) + 16), KILN_NONE);
	kiln_vec3 at;
	assert_true(kiln_heightfield_sample(&e.field, 16, 16, &at));
	kiln_ray down = {.origin = at, .direction = {0, recipe.z_up ? 0 : -1.0f, recipe.z_up ? -1.0f : 0}};
	down.origin.y += recipe.z_up ? 0 : 100;
	down.origin.z += recipe.z_up ? 100.0f : 0;
	const kiln_hit hit = kiln_heightfield_ray_closest(&e.field, &down);
	assert_true(hit.hit && fabsf(hit.t - 100) < 1e-3f);
	end(&e);
}

typedef struct bad_edit
{
	kiln_status status;
	uint64_t offset;
	kiln_heightfield_region region;
} bad_edit;

static void refused_edits_change_nothing(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	assert_true(heightfield_case_recipe(1, &recipe));
	recipe.origin[recipe.z_up ? 2 : 1] = 0;
	recipe.error = 0;
	edit_case e = begin(&recipe);
	const uint32_t columns = e.field.columns, rows = e.field.rows;
	uint8_t *before = malloc(e.it.blob.size);
	assert_non_null(before);
	memcpy(before, e.data, e.it.blob.size);
	const kiln_heightfield field = e.field;
	const float range = e.high - e.low;
	const float deep[4] = {e.low - 1, 2, 3, 1}, steep[4] = {1, 1, 1, e.low + range * 1.5f};
	static const float nans[4] = {1, 2, NAN, 3}, infinite[4] = {1, -INFINITY, 2, 3}, huge[4] = {1, 2, 3, FLT_MAX};
	const bad_edit bad[] = {
		{KILN_E_NUMBER, 2, {.columns = 2, .rows = 2, .heights = nans}},
		{KILN_E_NUMBER, 1, {.columns = 4, .rows = 1, .heights = infinite}},
		{KILN_E_RANGE, 3, {.columns = 1, .rows = 4, .heights = huge}},
		{KILN_E_RANGE, 0, {.columns = 2, .rows = 2, .heights = deep}},
		{KILN_E_RANGE, 0, {.column = columns - 2, .row = rows - 2, .columns = 2, .rows = 2, .heights = steep}},
		{KILN_E_ARGUMENT, 0, {.columns = 0, .rows = 2, .heights = steep}},
		{KILN_E_ARGUMENT, 0, {.columns = 2, .rows = 0, .heights = steep}},
		{KILN_E_ARGUMENT, 0, {.column = columns, .columns = 1, .rows = 1, .heights = steep}},
		{KILN_E_ARGUMENT, 0, {.row = rows - 1, .columns = 1, .rows = 2, .heights = steep}},
		{KILN_E_ARGUMENT, 0, {.column = 1, .columns = UINT32_MAX, .rows = 1, .heights = steep}},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		const kiln_result result = kiln_heightfield_edit(&e.field, e.data, &bad[i].region);
		if (result.status != bad[i].status || result.offset != bad[i].offset)
			fail_msg("edit %zu: %s at %llu: %s", i, kiln_status_name(result.status), (unsigned long long)result.offset,
				result.reason);
		assert_memory_equal(before, e.data, e.it.blob.size);
		assert_memory_equal(&field, &e.field, sizeof field);
	}
	const kiln_heightfield_region good = {.columns = 1, .rows = 1, .heights = nans};
	assert_int_equal(kiln_heightfield_edit(NULL, e.data, &good).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_heightfield_edit(&e.field, NULL, &good).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_heightfield_edit(&e.field, e.data, NULL).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_heightfield_edit(&e.field, before, &good).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_heightfield_edit(&(kiln_heightfield){0}, e.data, &good).status, KILN_E_ARGUMENT);
	assert_memory_equal(before, e.data, e.it.blob.size);
	// A field without room.
	heightfield_case plain;
	heightfield_case_make_field(&plain, &recipe);
	memcpy(before, plain.blob.data, plain.blob.size);
	assert_int_equal(kiln_heightfield_edit(&plain.field, plain.blob.data, &good).status, KILN_E_FEATURE);
	assert_memory_equal(before, plain.blob.data, plain.blob.size);
	heightfield_case_free(&plain);
	free(before);
	end(&e);
}

static void all_cells_can_become_holes_and_return(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	assert_true(heightfield_case_recipe(1, &recipe));
	recipe.origin[recipe.z_up ? 2 : 1] = 0;
	recipe.error = 0;
	edit_case e = begin(&recipe);
	kiln_heightfield_region whole = {.columns = e.field.columns, .rows = e.field.rows, .holes = e.holes};
	memset(e.holes, 1, (size_t)whole.columns * whole.rows);
	assert_int_equal(kiln_heightfield_edit(&e.field, e.data, &whole).status, KILN_OK);
	kiln_heightfield opened;
	assert_int_equal(kiln_heightfield_open(&opened, e.data, e.it.blob.size).status, KILN_OK);
	const kiln_point_query near = {.point = e.field.min};
	assert_false(kiln_heightfield_closest_point(&e.field, &near).found);
	change_grid(&e, &whole);
	memset(e.holes, 0, (size_t)whole.columns * whole.rows);
	assert_int_equal(kiln_heightfield_edit(&e.field, e.data, &whole).status, KILN_OK);
	change_grid(&e, &whole);
	compare(&e, 230);
	assert_true(kiln_heightfield_closest_point(&e.field, &near).found);
	end(&e);
}

static void levels_of_images_keep_their_range(void **state)
{
	(void)state;
	static uint16_t levels[40 * 40];
	kilncook_heightfield grid = {
		.columns = 40, .rows = 40, .levels = levels, .level_height = 0.25f, .origin = {0, -100, 0}, .spacing = {1, 1}};
	grid.editable = true;
	levels[5] = 999;
	kilncook_blob blob;
	assert_int_equal(kilncook_heightfield_make(&context, &grid, &blob), KILNCOOK_OK);
	kiln_heightfield field;
	assert_int_equal(kiln_heightfield_open(&field, blob.data, blob.size).status, KILN_OK);
	assert_true(blob.size < 40 * 40 * 6);
	const float ends[2] = {-100, -100 + 0.25f * 65535};
	const kiln_heightfield_region region = {.column = 38, .row = 39, .columns = 2, .rows = 1, .heights = ends};
	assert_int_equal(kiln_heightfield_edit(&field, blob.data, &region).status, KILN_OK);
	assert_true(field.min.y == ends[0] && field.max.y == ends[1] && field.header->error == 0);
	kilncook_blob_free(&context, &blob);
	grid.lowest = -101;
	grid.highest = 0;
	assert_int_equal(kilncook_heightfield_make(&context, &grid, &blob), KILNCOOK_USAGE);
	grid.lowest = -100;
	grid.highest = 20000;
	assert_int_equal(kilncook_heightfield_make(&context, &grid, &blob), KILNCOOK_USAGE);
	grid.highest = NAN;
	assert_int_equal(kilncook_heightfield_make(&context, &grid, &blob), KILNCOOK_USAGE);
	// An error that 65535 steps between both ends cannot keep.
	static float heights[40 * 40];
	kilncook_heightfield fine = {.columns = 40, .rows = 40, .heights = heights, .error = 1e-4f, .spacing = {1, 1}};
	fine.editable = true;
	fine.lowest = -50;
	fine.highest = 50;
	assert_int_equal(kilncook_heightfield_make(&context, &fine, &blob), KILNCOOK_REFUSED);
	fine.error = 1e-3f;
	assert_int_equal(kilncook_heightfield_make(&context, &fine, &blob), KILNCOOK_OK);
	kilncook_blob_free(&context, &blob);
}

// --- In a world -------------------------------------------------------------------------------------------------------

#define CONTACTS 4096

typedef struct edit_world
{
	kiln_world *world;
	void *memory;
	kiln_proxy proxies[2]; ///< the field, and a ball
} edit_world;

static const kiln_convex_shape edit_ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 1.5f}};

static edit_world world_make(const kiln_heightfield *field, const kiln_pose *pose, const kiln_pose *ball)
{
	const kiln_world_options options = {.broadphase = {.capacity = 4, .pair_capacity = 4}};
	const size_t size = kiln_world_size(&options);
	edit_world w = {.memory = fixture_memory(size)};
	const kiln_member members[2] = {
		{.shape = KILN_NONE, .surface = kiln_heightfield_surface(field), .pose = *pose, .fixed = true},
		{.convex = &edit_ball, .pose = *ball}};
	assert_non_null(w.memory);
	assert_int_equal(kiln_world_create(&w.world, w.memory, size, &options), KILN_OK);
	for (int i = 0; i < 2; ++i)
		assert_int_equal(kiln_world_add(w.world, &members[i], &w.proxies[i]), KILN_OK);
	return w;
}

static bool add_contact(void *user, const kiln_world_contact *contact)
{
	kiln_world_contact *list = user;
	uint32_t i = 0;
	while (list[i].a != KILN_NONE)
		++i;
	assert_true(i < CONTACTS - 1);
	// Field by field: structures have padding.
	list[i].a = contact->a;
	list[i].b = contact->b;
	list[i].trigger = contact->trigger;
	list[i].manifold = contact->manifold;
	list[i].triangle_a = contact->triangle_a;
	list[i].triangle_b = contact->triangle_b;
	return true;
}

static void list_contacts(const edit_world *w, kiln_world_contact list[CONTACTS])
{
	static kiln_mesh_manifold room[CONTACTS];
	const kiln_world_contact_options options = {
		.contact = {.skin = 0.1f}, .mesh_room = room, .mesh_room_capacity = CONTACTS};
	memset(list, 0, CONTACTS * sizeof *list);
	for (int i = 0; i < CONTACTS; ++i)
		list[i].a = KILN_NONE;
	kiln_broadphase_pairs pairs;
	assert_int_equal(kiln_world_update(w->world, &pairs), KILN_OK);
	assert_int_equal(kiln_world_contacts_visit(w->world, &options, add_contact, list), KILN_OK);
}

/// Compares rays, casts, closest points, overlaps and contacts of two worlds; returns how many rays hit.
static uint32_t compare_worlds(
	const edit_world *a, const edit_world *b, const kiln_heightfield *field, uint64_t *random)
{
	static kiln_world_overlap overlaps[2][256];
	static kiln_world_contact contacts[2][CONTACTS];
	uint32_t hits = 0;
	for (int i = 0; i < 60; ++i)
	{
		const kiln_vec3 from = heightfield_random_point(field, random, 0.5f),
						to = heightfield_random_point(field, random, 0);
		const kiln_ray ray = {.origin = from, .direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
		const kiln_motion motion = {.direction = ray.direction, .t_max = 1};
		const kiln_convex_object ball = {.shape = &edit_ball, .pose = {.translation = i % 2 ? to : from}};
		const kiln_world_hit x = kiln_world_ray_closest(a->world, &ray, NULL),
							 y = kiln_world_ray_closest(b->world, &ray, NULL);
		assert_memory_equal(&x.hit, &y.hit, sizeof x.hit);
		assert_int_equal(x.member, y.member);
		hits += x.hit.hit;
		const kiln_world_hit u = kiln_world_cast_convex(a->world, &ball, &motion, NULL);
		const kiln_world_hit v = kiln_world_cast_convex(b->world, &ball, &motion, NULL);
		assert_memory_equal(&u.hit, &v.hit, sizeof u.hit);
		const kiln_point_query near = {.point = from};
		const kiln_world_closest p = kiln_world_closest_point(a->world, &near, NULL);
		const kiln_world_closest q = kiln_world_closest_point(b->world, &near, NULL);
		assert_int_equal(p.closest.found, q.closest.found);
		assert_memory_equal(
			&p.closest.distance, &q.closest.distance, sizeof p.closest - offsetof(kiln_closest, distance));
		const uint32_t count = kiln_world_overlap_convex(a->world, &ball, NULL, overlaps[0], 256);
		assert_int_equal(kiln_world_overlap_convex(b->world, &ball, NULL, overlaps[1], 256), count);
		assert_memory_equal(overlaps[0], overlaps[1], (count < 256 ? count : 256) * sizeof overlaps[0][0]);
	}
	list_contacts(a, contacts[0]);
	list_contacts(b, contacts[1]);
	assert_memory_equal(contacts[0], contacts[1], sizeof contacts[0]);
	return hits;
}

/// The oracle is a new world with the same bytes. The field grows beyond its old box, so that a world whose member was not moved
/// misses what is new.
static void worlds_see_an_edit_when_its_member_moves_to_the_pose_that_it_has(void **state)
{
	(void)state;
	static const kiln_pose poses[2] = {{.translation = {0, 0, 0}}, {{0, 0.6f, 0, 0.8f}, {30, -4, 12}, 0.5f}};
	uint64_t random = 5;
	uint32_t hits = 0, missed = 0;
	for (uint32_t i = 0; i < 40; ++i)
	{
		heightfield_recipe recipe;
		assert_true(heightfield_case_recipe(i % 4, &recipe));
		recipe.origin[recipe.z_up ? 2 : 1] = 0;
		recipe.error = 0;
		edit_case e = begin(&recipe);
		const kiln_vec3 middle = heightfield_random_point(&e.field, &random, 0);
		const kiln_pose *pose = &poses[i / 4 % 2], ball = {.translation = middle};
		edit_world edited = world_make(&e.field, pose, &ball);
		assert_int_equal(kiln_world_update(edited.world, NULL), KILN_OK);
		for (int k = 0; k < 3; ++k)
		{
			const kiln_heightfield_region region = random_region(&e, &random);
			assert_int_equal(kiln_heightfield_edit(&e.field, e.data, &region).status, KILN_OK);
			edit_world fresh = world_make(&e.field, pose, &ball);
			for (uint32_t sample = 0; pose == &poses[0] && sample < region.columns; ++sample)
			{
				kiln_vec3 p;
				assert_true(kiln_heightfield_sample(&e.field, region.column + sample, region.row, &p));
				const kiln_vec3 up = {0, recipe.z_up ? 0 : 0.5f, recipe.z_up ? 0.5f : 0};
				const kiln_ray down = {
					.origin = {p.x, p.y + up.y, p.z + up.z}, .direction = {0, -up.y, -up.z}, .t_max = 2};
				missed += kiln_world_ray_any(edited.world, &down, NULL) != kiln_world_ray_any(fresh.world, &down, NULL);
			}
			assert_int_equal(kiln_world_move(edited.world, edited.proxies[0], pose), KILN_OK);
			// Queries see the change at once, and after an update.
			for (int update = 0; update < 2; ++update)
				hits += compare_worlds(&edited, &fresh, &e.field, &random);
			free(fresh.memory);
		}
		free(edited.memory);
		end(&e);
	}
	assert_true(hits > 1000 && missed > 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(edited_fields_have_the_bytes_of_cooked_ones),
		cmocka_unit_test(queries_see_the_edit),
		cmocka_unit_test(refused_edits_change_nothing),
		cmocka_unit_test(all_cells_can_become_holes_and_return),
		cmocka_unit_test(levels_of_images_keep_their_range),
		cmocka_unit_test(worlds_see_an_edit_when_its_member_moves_to_the_pose_that_it_has),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
