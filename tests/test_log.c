// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "kiln/log.h"

#include "asset_fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/// A log of `capacity` entries in memory that ends where it ends.
static kiln_log *log_make(uint32_t capacity)
{
	kiln_log *log = NULL;
	void *memory = malloc(kiln_log_size(capacity));
	assert_non_null(memory);
	assert_int_equal(kiln_log_begin(memory, kiln_log_size(capacity), &log), KILN_OK);
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
	kiln_log_ray(log, KILN_LOG_RAY_ALL, &a, 7, &ray);
	kiln_log_frame(log, 42);
	kiln_sphere ball = {{1, 2, 3}, 4};
	kiln_motion motion = {{5, 6, 7}, 8};
	kiln_log_of_sphere(log, &a, KILN_NONE, &ball, NULL);
	kiln_log_of_sphere(log, &a, KILN_NONE, &ball, &motion);
	kiln_object first = {.asset = &a, .shape = 3, .pose = {.translation = {1, 0, 0}}};
	kiln_object second = {.asset = &b, .shape = KILN_NONE, .pose = {.scale = 2}};
	kiln_log_of_pair(log, KILN_LOG_PAIR_WITHIN, &first, NULL, &second, NULL, NULL, 0.25f);
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

static void full_log_drops_its_oldest_entries(void **state)
{
	(void)state;
	kiln_log *log = log_make(5);
	for (uint32_t i = 0; i < 23; ++i)
	{
		assert_int_equal(kiln_log_count(log), i < 5 ? i : 5);
		kiln_log_point_inside(log, NULL, KILN_NONE, (kiln_vec3){(float)i, 0, 0});
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
	kiln_log_of_box(log, NULL, 1, &box, &(kiln_motion){{1, 1, 1}, 1});
	kiln_log_point_inside(log, NULL, 1, (kiln_vec3){0, 0, 0});
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
	kiln_log_ray(NULL, KILN_LOG_RAY_ANY, NULL, KILN_NONE, &ray);
	kiln_log_frame(NULL, 1);
	kiln_log_point_inside(NULL, NULL, KILN_NONE, ray.origin);
	kiln_log_ray(log, KILN_LOG_POINT_INSIDE, NULL, KILN_NONE, &ray);
	kiln_log_ray(log, KILN_LOG_KIND_END, NULL, KILN_NONE, &ray);
	kiln_log_of_pair(log, KILN_LOG_RAY_ANY, &object, NULL, &object, NULL, NULL, 0);
	kiln_log_of_pair(log, KILN_LOG_KIND_END, &object, NULL, &object, NULL, NULL, 0);
	assert_int_equal(kiln_log_count(log), 0);
	free(log);
}

static void memory_that_is_too_small_or_oblique_is_refused(void **state)
{
	(void)state;
	kiln_log *log = NULL;
	_Alignas(8) uint8_t memory[1024];
	assert_int_equal(kiln_log_size(0), 0);
	assert_int_equal(kiln_log_begin(memory, kiln_log_size(1) - 1, &log), KILN_E_CAPACITY);
	assert_int_equal(kiln_log_begin(memory + 1, 900, &log), KILN_E_ARGUMENT);
	assert_int_equal(kiln_log_begin(NULL, 900, &log), KILN_E_ARGUMENT);
	assert_null(log);
	assert_int_equal(kiln_log_begin(memory, sizeof memory, &log), KILN_OK);
	assert_int_equal(log->capacity, (1024 - 64) / 256);
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
		kiln_log_point_inside(log, NULL, KILN_NONE, (kiln_vec3){(float)i, 0, 0});
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

static void open_refuses_what_is_no_log(void **state)
{
	(void)state;
	kiln_log *log = log_make(2);
	const kiln_log *opened = NULL;
	size_t size = kiln_log_size(2);
	for (size_t cut = 0; cut < size; ++cut)
		assert_int_equal(kiln_log_open(&opened, log, cut).status, KILN_E_TRUNCATED);
	kiln_log whole = *log;
	log->magic[0] = 'k';
	assert_int_equal(kiln_log_open(&opened, log, size).status, KILN_E_NOT_KILN);
	*log = whole;
	log->endian = 0x04030201u;
	assert_int_equal(kiln_log_open(&opened, log, size).status, KILN_E_ENDIAN);
	*log = whole;
	log->version = 1;
	assert_int_equal(kiln_log_open(&opened, log, size).status, KILN_E_VERSION);
	*log = whole;
	log->entry_size = 128;
	assert_int_equal(kiln_log_open(&opened, log, size).status, KILN_E_VERSION);
	*log = whole;
	log->capacity = 0;
	assert_int_equal(kiln_log_open(&opened, log, size).status, KILN_E_VALUE);
	*log = whole;
	log->capacity = UINT32_MAX;
	assert_int_equal(kiln_log_open(&opened, log, size).status, KILN_E_TRUNCATED);
	*log = whole;
	log->recorded = UINT64_MAX;
	assert_int_equal(kiln_log_open(&opened, log, size).status, KILN_OK);
	assert_non_null(kiln_log_at(opened, 1));
	assert_null(kiln_log_at(opened, 2));
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(log_keeps_arguments_bit_for_bit),
		cmocka_unit_test(full_log_drops_its_oldest_entries),
		cmocka_unit_test(entry_of_another_kind_leaves_nothing_of_the_one_before),
		cmocka_unit_test(nothing_is_recorded_without_log_or_with_a_kind_of_other_arguments),
		cmocka_unit_test(memory_that_is_too_small_or_oblique_is_refused),
		cmocka_unit_test(saved_log_opens_with_the_same_entries),
		cmocka_unit_test(save_leaves_alone_what_has_its_temporary_names),
		cmocka_unit_test(open_refuses_what_is_no_log),
		cmocka_unit_test(every_kind_has_a_name_of_its_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
