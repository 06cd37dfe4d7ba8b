// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "kiln/log.h"
#include "kiln/school.h"

#include "support/asset_fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/// Makes a log of `capacity` entries in memory of exactly this size.
static kiln_log *log_make(uint32_t capacity)
{
	kiln_log *log = NULL;
	void *memory = malloc(kiln_log_size(capacity));
	assert_non_null(memory);
	assert_int_equal(kiln_log_create(&log, memory, kiln_log_size(capacity)), KILN_OK);
	assert_ptr_equal(log, memory);
	assert_int_equal(log->capacity, capacity);
	return log;
}

static kiln_asset asset_with(const kiln_format_header *header)
{
	return (kiln_asset){.header = header};
}

static void log_keeps_arguments_bit_for_bit(void **state)
{
	(void)state;
	kiln_log *log = log_make(8);
	kiln_format_header header = {.content_hash = {1, 2, 3, 16}}, other = {.content_hash = {9}};
	kiln_asset a = asset_with(&header), b = asset_with(&other);
	uint32_t odd = 0x7FC12345u;
	kiln_ray ray = {.origin = {-0.0f, 1e-45f, 3}, .direction = {INFINITY, 1, 0}, .flags = KILN_RAY_CULL_BACK};
	memcpy(&ray.t_max, &odd, sizeof odd);
	kiln_log_add_ray(log, KILN_LOG_RAY_ALL, &a, 7, &ray);
	kiln_log_set_frame(log, 42);
	kiln_sphere ball = {{1, 2, 3}, 4};
	kiln_motion motion = {{5, 6, 7}, 8};
	kiln_log_add_sphere(log, &a, KILN_NONE, &ball, NULL);
	kiln_log_add_sphere(log, &a, KILN_NONE, &ball, &motion);
	kiln_object first = {.asset = &a, .shape = 3, .pose = {.translation = {1, 0, 0}}};
	kiln_object second = {.asset = &b, .shape = KILN_NONE, .pose = {.scale = 2}};
	kiln_log_add_pair(log, KILN_LOG_PAIR_WITHIN, &first, NULL, &second, NULL, 0.25f, NULL);
	assert_int_equal(kiln_log_count(log), 4);
	const kiln_log_entry *entry = kiln_log_at(log, 0);
	assert_int_equal(entry->kind, KILN_LOG_RAY_ALL);
	assert_int_equal(entry->mesh, 7);
	assert_int_equal(entry->frame, 0);
	assert_memory_equal(entry->asset, header.content_hash, 16);
	assert_memory_equal(&entry->arguments.ray, &ray, sizeof ray);
	entry = kiln_log_at(log, 1);
	assert_int_equal(entry->kind, KILN_LOG_OVERLAP_SPHERE);
	assert_int_equal(entry->frame, 42);
	entry = kiln_log_at(log, 2);
	assert_int_equal(entry->kind, KILN_LOG_CAST_SPHERE);
	assert_memory_equal(&entry->arguments.sphere.motion, &motion, sizeof motion);
	entry = kiln_log_at(log, 3);
	assert_int_equal(entry->kind, KILN_LOG_PAIR_WITHIN);
	assert_memory_equal(entry->asset_b, other.content_hash, 16);
	assert_memory_equal(&entry->arguments.pair.a.from, &first.pose, sizeof first.pose);
	assert_memory_equal(&entry->arguments.pair.b.to, &second.pose, sizeof second.pose);
	assert_int_equal(entry->arguments.pair.shape_a, 3);
	assert_true(entry->arguments.pair.distance == 0.25f);
	assert_null(kiln_log_at(log, 4));
	free(log);
}

/// Sets random bits in every number of the shape, of any kind.
static kiln_convex_shape shape_of_bits(kiln_convex_kind kind, uint64_t *random)
{
	kiln_convex_shape shape;
	memset(&shape, 0, sizeof shape);
	for (size_t i = offsetof(kiln_convex_shape, point); i < offsetof(kiln_convex_shape, margin); ++i)
		((uint8_t *)&shape)[i] = (uint8_t)fixture_random(random);
	shape.kind = kind;
	shape.margin = fixture_random_unit(random);
	return shape;
}

static void convex_objects_come_back_bit_for_bit(void **state)
{
	(void)state;
	static const struct
	{
		kiln_convex_kind kind;
		size_t size;
	} members[] = {{KILN_CONVEX_POINT, 12}, {KILN_CONVEX_LINE, 24}, {KILN_CONVEX_RAY, 32}, {KILN_CONVEX_SEGMENT, 24},
		{KILN_CONVEX_SPHERE, 16}, {KILN_CONVEX_CAPSULE, 28}, {KILN_CONVEX_AABB, 24}, {KILN_CONVEX_OBB, 60},
		{KILN_CONVEX_RECTANGLE, 44}, {KILN_CONVEX_TRIANGLE, 36}, {KILN_CONVEX_TETRAHEDRON, 48},
		{KILN_CONVEX_CYLINDER, 28}, {KILN_CONVEX_CONE, 28}, {KILN_CONVEX_ELLIPSOID, 60}, {KILN_CONVEX_RSS, 40}};
	kiln_log *log = log_make(1);
	kiln_format_header header = {.content_hash = {7}};
	kiln_asset asset = asset_with(&header);
	uint64_t random = 11;
	for (size_t i = 0; i < sizeof members / sizeof *members; ++i)
	{
		const kiln_convex_shape shape = shape_of_bits(members[i].kind, &random);
		const kiln_convex_object object = {.shape = &shape, .pose = {{1, 2, 3, 4}, {-0.0f, 6, 1e-45f}, (float)i}};
		const kiln_motion motion = {{5, 6, INFINITY}, 8};
		kiln_log_add_convex(log, &asset, 5, &object, i % 2 ? &motion : NULL);
		assert_int_equal(log->recorded, i + 1);
		const kiln_log_entry *entry = kiln_log_at(log, 0);
		assert_int_equal(entry->kind, i % 2 ? KILN_LOG_CAST_CONVEX : KILN_LOG_OVERLAP_CONVEX);
		assert_int_equal(entry->mesh, 5);
		assert_memory_equal(entry->asset, header.content_hash, 16);
		kiln_motion none = {{0, 0, 0}, 0};
		assert_memory_equal(&entry->arguments.convex.motion, i % 2 ? &motion : &none, sizeof motion);
		kiln_convex_shape again;
		kiln_convex_object back;
		assert_true(kiln_convex_object_from_log(&entry->arguments.convex, &again, &back));
		assert_ptr_equal(back.shape, &again);
		assert_memory_equal(&back.pose, &object.pose, sizeof object.pose);
		assert_int_equal(again.kind, shape.kind);
		assert_memory_equal(&again.margin, &shape.margin, sizeof shape.margin);
		assert_null(again.plus);
		size_t at = offsetof(kiln_convex_shape, point);
		assert_memory_equal((const char *)&again + at, (const char *)&shape + at, members[i].size);
	}
	free(log);
}

static void convex_objects_that_point_elsewhere_are_not_recorded(void **state)
{
	(void)state;
	kiln_log *log = log_make(1);
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 1}};
	const kiln_convex_shape odd[] = {{.kind = KILN_CONVEX_POINTS}, {.kind = KILN_CONVEX_HULL},
		{.kind = (kiln_convex_kind)(KILN_CONVEX_HULL + 1)}, {.kind = (kiln_convex_kind)-1},
		{.kind = KILN_CONVEX_SPHERE, .plus = &ball}};
	kiln_convex_object object = {.shape = &ball};
	kiln_log_add_convex(NULL, NULL, KILN_NONE, &object, NULL);
	for (size_t i = 0; i < sizeof odd / sizeof *odd; ++i)
	{
		object.shape = &odd[i];
		kiln_log_add_convex(log, NULL, KILN_NONE, &object, NULL);
		kiln_log_convex logged = {.kind = (uint32_t)odd[i].kind};
		kiln_convex_shape shape = ball;
		if (!odd[i].plus)
			assert_false(kiln_convex_object_from_log(&logged, &shape, &object));
		assert_memory_equal(&shape, &ball, sizeof ball);
	}
	object.shape = NULL;
	kiln_log_add_convex(log, NULL, KILN_NONE, &object, NULL);
	assert_int_equal(log->recorded, 0);
	free(log);
}

static void pairs_keep_their_trees_and_options(void **state)
{
	(void)state;
	kiln_log *log = log_make(1);
	kiln_object a = {.shape = KILN_NONE, .trees = 1u << KILN_TREE_RSS}, b = {.shape = 4, .trees = UINT32_MAX};
	kiln_pair_options options = {.descent = &kiln_descent_informed, .lower = -0.0f, .upper = INFINITY};
	kiln_log_add_pair(log, KILN_LOG_PAIR_DISTANCE, &a, NULL, &b, NULL, 0, &options);
	const kiln_log_pair *pair = &kiln_log_at(log, 0)->arguments.pair;
	assert_int_equal(pair->trees_a, 1u << KILN_TREE_RSS);
	assert_int_equal(pair->trees_b, UINT32_MAX);
	assert_int_equal(pair->descent, 5);
	assert_memory_equal(&pair->lower, &options.lower, sizeof(float));
	assert_memory_equal(&pair->upper, &options.upper, sizeof(float));
	kiln_log_add_pair(log, KILN_LOG_PAIR_DISTANCE, &a, NULL, &b, NULL, 0, NULL);
	assert_int_equal(log->recorded, 2);
	assert_int_equal(pair->descent, 0);
	assert_true(pair->upper == 0);
	// A query of a deformed object can't be repeated.
	uint64_t room[8] = {0};
	b.deformed = (const struct kiln_deformed *)(const void *)room;
	kiln_log_add_pair(log, KILN_LOG_PAIR_DISTANCE, &a, NULL, &b, NULL, 0, NULL);
	kiln_log_add_pair(log, KILN_LOG_PAIR_DISTANCE, &b, NULL, &a, NULL, 0, NULL);
	assert_int_equal(log->recorded, 2);
	// Nor can one of a surface.
	b.deformed = NULL;
	b.surface.operations = (const kiln_surface_operations *)(const void *)room;
	kiln_log_add_pair(log, KILN_LOG_PAIR_DISTANCE, &a, NULL, &b, NULL, 0, NULL);
	kiln_log_add_pair(log, KILN_LOG_PAIR_DISTANCE, &b, NULL, &a, NULL, 0, NULL);
	assert_int_equal(log->recorded, 2);
	free(log);
}

static bool keeps(void *user, const kiln_asset *asset, uint32_t node, uint32_t triangle, uint32_t material)
{
	(void)user, (void)asset, (void)node, (void)triangle, (void)material;
	return true;
}

static bool keeps_pair(void *user, uint32_t node_a, uint32_t triangle_a, uint32_t node_b, uint32_t triangle_b)
{
	(void)user, (void)node_a, (void)triangle_a, (void)node_b, (void)triangle_b;
	return true;
}

static void masks_and_flags_of_filters_come_back_and_callbacks_do_not(void **state)
{
	(void)state;
	kiln_log *log = log_make(2);
	uint64_t random = 23;
	for (int round = 0; round < 16; ++round)
	{
		kiln_filter filters[2];
		uint8_t map[KILN_LAYERS_MAX];
		for (int i = 0; i < 2; ++i)
			filters[i] = (kiln_filter){.ignores = fixture_random(&random),
				.belongs = fixture_random(&random),
				.layers = fixture_random(&random),
				.collides = fixture_random(&random),
				.flags = (kiln_filter_flags)fixture_random(&random),
				.keep = round & 1 << i ? keeps : NULL,
				.user = map};
		for (uint32_t i = 0; i < KILN_LAYERS_MAX; ++i)
			map[i] = (uint8_t)(i * 5 % KILN_LAYERS_MAX);
		const kiln_asset a = {.filter = &filters[0]}, b = {.filter = &filters[1]};
		const kiln_object first = {.asset = &a}, second = {.asset = &b};
		const kiln_pair_filter pairs = {
			.masks = true, .layers_of_b = round & 4 ? map : NULL, .keep = round & 8 ? keeps_pair : NULL};
		const kiln_pair_options options = {.filter = &pairs};
		kiln_log_add_point_inside(log, &a, KILN_NONE, (kiln_vec3){0, 0, 0});
		kiln_log_add_pair(log, KILN_LOG_PAIR_COLLIDE, &first, NULL, &second, NULL, 0, &options);
		const kiln_log_entry *point = kiln_log_at(log, 0), *pair = kiln_log_at(log, 1);
		assert_memory_equal(&point->filter, &pair->filter, sizeof pair->filter);
		const kiln_log_filter *logged[2] = {&pair->filter, &pair->filter_b};
		for (int i = 0; i < 2; ++i)
		{
			kiln_filter back = {.ignores = 77};
			assert_int_equal(kiln_filter_from_log(logged[i], &back), !filters[i].keep);
			if (filters[i].keep)
			{
				assert_true(back.ignores == 77);
				continue;
			}
			assert_true(back.ignores == filters[i].ignores && back.belongs == filters[i].belongs);
			assert_true(back.layers == filters[i].layers && back.collides == filters[i].collides);
			assert_int_equal(back.flags, filters[i].flags);
			assert_true(!back.keep && !back.user);
		}
		kiln_pair_filter back = {.masks = false};
		assert_int_equal(kiln_filter_pairs_from_log(&pair->pair_filter, &back), !pairs.keep);
		assert_int_equal(back.masks, !pairs.keep);
		assert_int_equal(back.layers_of_b != NULL, !pairs.keep && pairs.layers_of_b);
		if (back.layers_of_b)
			assert_memory_equal(back.layers_of_b, map, sizeof map);
	}
	// No filter is one that leaves out nothing.
	const kiln_asset open = {.filter = NULL};
	kiln_log_add_point_inside(log, &open, KILN_NONE, (kiln_vec3){0, 0, 0});
	kiln_filter back = {.ignores = 77};
	assert_true(kiln_filter_from_log(&kiln_log_at(log, 1)->filter, &back));
	assert_true(back.ignores == 0 && back.belongs == 0 && back.flags == 0 && back.layers == 0 && back.collides == 0);
	kiln_log_pair_filter odd = {.mapped = 1, .layers_of_b = {[9] = KILN_LAYERS_MAX}};
	kiln_pair_filter of_pairs;
	assert_false(kiln_filter_pairs_from_log(&odd, &of_pairs));
	assert_false(kiln_filter_from_log(NULL, &back));
	assert_false(kiln_filter_pairs_from_log(NULL, &of_pairs));
	free(log);
}

static void full_log_drops_its_oldest_entries(void **state)
{
	(void)state;
	kiln_log *log = log_make(5);
	for (uint32_t i = 0; i < 23; ++i)
	{
		assert_int_equal(kiln_log_count(log), i < 5 ? i : 5);
		kiln_log_add_point_inside(log, NULL, KILN_NONE, (kiln_vec3){(float)i, 0, 0});
		for (uint32_t k = 0; k < kiln_log_count(log); ++k)
		{
			uint32_t number = i + 1 - kiln_log_count(log) + k;
			assert_int_equal(kiln_log_at(log, k)->number, number);
			assert_true(kiln_log_at(log, k)->arguments.point.x == (float)number);
		}
	}
	free(log);
}

static void entry_of_another_kind_leaves_nothing_of_the_one_before(void **state)
{
	(void)state;
	kiln_log *log = log_make(1);
	kiln_box box = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9, 10}};
	kiln_log_add_box(log, NULL, 1, &box, &(kiln_motion){{1, 1, 1}, 1});
	kiln_log_add_point_inside(log, NULL, 1, (kiln_vec3){0, 0, 0});
	kiln_log_arguments none;
	memset(&none, 0, sizeof none);
	assert_memory_equal(&kiln_log_at(log, 0)->arguments, &none, sizeof none);
	free(log);
}

static void nothing_is_recorded_without_log_or_with_a_kind_of_other_arguments(void **state)
{
	(void)state;
	kiln_log *log = log_make(2);
	kiln_ray ray = {.direction = {1, 0, 0}};
	kiln_object object = {.shape = KILN_NONE};
	kiln_log_add_ray(NULL, KILN_LOG_RAY_ANY, NULL, KILN_NONE, &ray);
	kiln_log_set_frame(NULL, 1);
	kiln_log_add_point_inside(NULL, NULL, KILN_NONE, ray.origin);
	kiln_log_add_ray(log, KILN_LOG_POINT_INSIDE, NULL, KILN_NONE, &ray);
	kiln_log_add_ray(log, KILN_LOG_KIND_END, NULL, KILN_NONE, &ray);
	kiln_log_add_pair(log, KILN_LOG_RAY_ANY, &object, NULL, &object, NULL, 0, NULL);
	kiln_log_add_pair(log, KILN_LOG_OVERLAP_CONVEX, &object, NULL, &object, NULL, 0, NULL);
	kiln_log_add_pair(log, KILN_LOG_KIND_END, &object, NULL, &object, NULL, 0, NULL);
	assert_int_equal(kiln_log_count(log), 0);
	free(log);
}

static void memory_that_is_too_small_or_oblique_is_refused(void **state)
{
	(void)state;
	kiln_log *log = NULL;
	_Alignas(8) uint8_t memory[1024];
	assert_int_equal(kiln_log_size(0), 0);
	kiln_log before;
	log = &before;
	assert_int_equal(kiln_log_create(&log, memory, kiln_log_size(1) - 1), KILN_E_CAPACITY);
	assert_null(log);
	log = &before;
	assert_int_equal(kiln_log_create(&log, memory + 1, 900), KILN_E_ALIGNMENT);
	assert_null(log);
	log = &before;
	assert_int_equal(kiln_log_create(&log, NULL, 900), KILN_E_ARGUMENT);
	assert_null(log);
	assert_int_equal(kiln_log_create(NULL, memory, sizeof memory), KILN_E_ARGUMENT);
	assert_int_equal(kiln_log_create(&log, memory, sizeof memory), KILN_OK);
	assert_int_equal(log->capacity, (1024 - 152) / 504);
}

static void saved_log_opens_with_the_same_entries(void **state)
{
	(void)state;
	char path[] = "/tmp/kiln-test-log-XXXXXX";
	int file = mkstemp(path);
	assert_true(file >= 0);
	close(file);
	kiln_log *log = log_make(3);
	for (int i = 0; i < 7; ++i)
		kiln_log_add_point_inside(log, NULL, KILN_NONE, (kiln_vec3){(float)i, 0, 0});
	assert_int_equal(kiln_log_save(log, path), KILN_OK);
	size_t size = kiln_log_size(3);
	kiln_log *read = malloc(size);
	FILE *in = fopen(path, "rb");
	assert_non_null(in);
	assert_int_equal(fread(read, 1, size, in), size);
	assert_int_equal(fgetc(in), EOF);
	fclose(in);
	const kiln_log *opened = NULL;
	assert_int_equal(kiln_log_open(&opened, read, size).status, KILN_OK);
	assert_memory_equal(opened, log, size);
	assert_int_equal(kiln_log_save(log, "/nowhere/at/all"), KILN_E_IO);
	unlink(path);
	free(read);
	free(log);
}

static void save_leaves_alone_what_has_its_temporary_names(void **state)
{
	(void)state;
	char folder[] = "/tmp/kiln-test-log-XXXXXX", path[64], taken[64];
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/log", folder);
	kiln_log *log = log_make(1);
	for (int i = 0; i < 100; ++i)
	{
		assert_int_equal(kiln_log_save(log, path), KILN_OK);
		snprintf(taken, sizeof taken, "%s/log.%02d.part", folder, i);
		assert_int_equal(symlink("/nowhere/at/all", taken), 0);
	}
	assert_int_equal(unlink(path), 0);
	assert_int_equal(kiln_log_save(log, path), KILN_E_IO);
	assert_int_not_equal(access(path, F_OK), 0);
	for (int i = 0; i < 100; ++i)
	{
		snprintf(taken, sizeof taken, "%s/log.%02d.part", folder, i);
		assert_int_equal(unlink(taken), 0);
	}
	assert_int_equal(rmdir(folder), 0);
	free(log);
}

/// A refused log must leave no valid handle.
static kiln_status opening(const void *data, size_t size)
{
	kiln_log before;
	const kiln_log *opened = &before;
	kiln_status status = kiln_log_open(&opened, data, size).status;
	assert_true(status == KILN_OK ? opened == data : opened == NULL);
	return status;
}

static void open_refuses_what_is_no_log(void **state)
{
	(void)state;
	kiln_log *log = log_make(2);
	size_t size = kiln_log_size(2);
	for (size_t cut = 0; cut < size; ++cut)
		assert_int_equal(opening(log, cut), KILN_E_TRUNCATED);
	assert_int_equal(opening(NULL, size), KILN_E_ARGUMENT);
	assert_int_equal(opening((const char *)log + 4, size - 4), KILN_E_ALIGNMENT);
	assert_int_equal(kiln_log_open(NULL, log, size).status, KILN_E_ARGUMENT);
	kiln_log whole = *log;
	log->magic[0] = 'k';
	assert_int_equal(opening(log, size), KILN_E_NOT_KILN);
	*log = whole;
	log->endian = 0x04030201u;
	assert_int_equal(opening(log, size), KILN_E_ENDIAN);
	*log = whole;
	log->version = 1;
	assert_int_equal(opening(log, size), KILN_E_VERSION);
	*log = whole;
	log->entry_size = 128;
	assert_int_equal(opening(log, size), KILN_E_VERSION);
	*log = whole;
	log->capacity = 0;
	assert_int_equal(opening(log, size), KILN_E_VALUE);
	*log = whole;
	log->capacity = UINT32_MAX;
	assert_int_equal(opening(log, size), KILN_E_TRUNCATED);
	*log = whole;
	log->recorded = UINT64_MAX;
	assert_int_equal(opening(log, size), KILN_OK);
	assert_non_null(kiln_log_at(log, 1));
	assert_null(kiln_log_at(log, 2));
	free(log);
}

static void every_kind_has_a_name_of_its_own(void **state)
{
	(void)state;
	for (int i = KILN_LOG_RAY_CLOSEST; i < KILN_LOG_KIND_END; ++i)
	{
		assert_true(strlen(kiln_log_kind_name((kiln_log_kind)i)) > 0);
		for (int k = KILN_LOG_RAY_CLOSEST; k < i; ++k)
			assert_string_not_equal(kiln_log_kind_name((kiln_log_kind)i), kiln_log_kind_name((kiln_log_kind)k));
	}
	assert_string_equal(kiln_log_kind_name(KILN_LOG_KIND_END), "");
}

static kiln_log_place some_place(double x)
{
	kiln_log_place place;
	memset(&place, 0xa5, sizeof place);
	place.origin = (kiln_origin){x, -x, 0.125};
	place.of = (kiln_origin){x + 0x1p-20, 0x1p53, (double)NAN};
	place.pose = (kiln_pose){{0, 0, 0.6f, 0.8f}, {1, -0.0f, 1e-45f}, 2};
	return place;
}

static void places_are_recorded_with_every_following_query_until_another_is_set(void **state)
{
	(void)state;
	kiln_log *log = log_make(3);
	const kiln_log_place first = some_place(1e9), second = some_place(-4e15);
	const kiln_vec3 point = {1, 2, 3};
	kiln_log_set_place(NULL, &first);
	for (int i = 0; i < 7; ++i)
	{
		kiln_log_set_place(log, i == 0 || i == 4 ? NULL : i < 4 ? &first : &second);
		kiln_log_add_point_inside(log, NULL, KILN_NONE, point);
		const kiln_log_place *last = kiln_log_place_at(log, kiln_log_count(log) - 1);
		assert_true((last != NULL) == (i % 4 != 0));
		if (!last)
			continue;
		const kiln_log_place *given = i < 4 ? &first : &second;
		assert_memory_equal(&last->origin, &given->origin, sizeof last->origin);
		assert_memory_equal(&last->of, &given->of, sizeof last->of);
		assert_memory_equal(&last->pose, &given->pose, sizeof last->pose);
		assert_true(last->given == 1 && last->reserved == 0);
	}
	// Entries 4, 5 and 6 are left.
	assert_null(kiln_log_place_at(log, 0));
	assert_true(kiln_log_place_at(log, 1)->origin.x == -4e15 && kiln_log_place_at(log, 2)->origin.x == -4e15);
	assert_null(kiln_log_place_at(log, 3));
	assert_null(kiln_log_place_at(NULL, 0));
	for (uint32_t i = 0; i < 3; ++i)
		assert_true(kiln_log_at(log, i)->number == 4 + i && kiln_log_at(log, i)->arguments.point.z == 3);
	free(log);
}

/// A file of version 3 is a head of 64 bytes and entries without places.
static void logs_of_the_version_before_places_open(void **state)
{
	(void)state;
	kiln_log *log = log_make(3);
	const kiln_log_place place = some_place(7);
	kiln_log_set_place(log, &place);
	for (int i = 0; i < 5; ++i)
		kiln_log_add_point_inside(log, NULL, 7, (kiln_vec3){(float)i, 0, 0});
	const size_t size = 64 + 3 * 416;
	uint8_t *old = malloc(size);
	assert_non_null(old);
	memcpy(old, log, 64);
	for (size_t i = 0; i < 3; ++i)
		memcpy(old + 64 + i * 416, (const uint8_t *)log + sizeof *log + i * 504, 416);
	kiln_log *head = (void *)old;
	head->version = 3;
	head->entry_size = 416;
	const kiln_log *opened;
	assert_int_equal(kiln_log_open(&opened, old, size).status, KILN_OK);
	assert_int_equal(kiln_log_count(opened), 3);
	for (uint32_t i = 0; i < 3; ++i)
	{
		assert_memory_equal(kiln_log_at(opened, i), kiln_log_at(log, i), sizeof(kiln_log_entry));
		assert_true(kiln_log_at(opened, i)->arguments.point.x == (float)(2 + i));
		assert_null(kiln_log_place_at(opened, i));
	}
	for (size_t cut = 0; cut < size; ++cut)
		assert_int_equal(opening(old, cut), KILN_E_TRUNCATED);
	head->entry_size = 504;
	assert_int_equal(opening(old, size), KILN_E_VERSION);
	head->entry_size = 416;
	head->version = 4;
	assert_int_equal(opening(old, size), KILN_E_VERSION);
	free(old);
	free(log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(log_keeps_arguments_bit_for_bit),
		cmocka_unit_test(convex_objects_come_back_bit_for_bit),
		cmocka_unit_test(convex_objects_that_point_elsewhere_are_not_recorded),
		cmocka_unit_test(pairs_keep_their_trees_and_options),
		cmocka_unit_test(masks_and_flags_of_filters_come_back_and_callbacks_do_not),
		cmocka_unit_test(full_log_drops_its_oldest_entries),
		cmocka_unit_test(entry_of_another_kind_leaves_nothing_of_the_one_before),
		cmocka_unit_test(nothing_is_recorded_without_log_or_with_a_kind_of_other_arguments),
		cmocka_unit_test(memory_that_is_too_small_or_oblique_is_refused),
		cmocka_unit_test(saved_log_opens_with_the_same_entries),
		cmocka_unit_test(save_leaves_alone_what_has_its_temporary_names),
		cmocka_unit_test(open_refuses_what_is_no_log),
		cmocka_unit_test(places_are_recorded_with_every_following_query_until_another_is_set),
		cmocka_unit_test(logs_of_the_version_before_places_open),
		cmocka_unit_test(every_kind_has_a_name_of_its_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
