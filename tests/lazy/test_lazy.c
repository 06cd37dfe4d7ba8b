// SPDX-License-Identifier: MIT
#include "kiln/lazy.h"
#include "open/open_case.h"

#include <math.h>

/// Assets that are proved where rays go: answers, what is read, refusals.

/// A blob opened lazily.
typedef struct lazy_case
{
	kiln_lazy lazy;
	uint32_t *memory;
} lazy_case;

static lazy_case lazy_of(const uint8_t *data, size_t size)
{
	lazy_case made;
	const uint32_t count = kiln_lazy_marks(data, size);
	assert_true(count > 0);
	made.memory = malloc(count * sizeof *made.memory);
	assert_non_null(made.memory);
	const kiln_result result = kiln_lazy_open(&made.lazy, data, size, made.memory, count, NULL);
	assert_string_equal(result.reason, "every rule holds");
	return made;
}

static kiln_vec3 random_point(uint64_t *random, const kiln_format_scene *scene, float spread)
{
	float p[3];
	for (int k = 0; k < 3; ++k)
	{
		const float low = scene->bounds_min[k], high = scene->bounds_max[k];
		p[k] = low + (high - low) * (0.5f + spread * (fixture_random_unit(random) - 0.5f));
	}
	return (kiln_vec3){p[0], p[1], p[2]};
}

/// A ray through the scene, sometimes along an axis, from far away, short or without direction.
static kiln_ray random_ray(uint64_t *random, const kiln_asset *asset)
{
	const uint64_t kind = fixture_random(random) % 16;
	kiln_ray ray = {.origin = random_point(random, asset->scene, kind < 8 ? 1 : kind == 15 ? 1e6f : 4)};
	const kiln_vec3 to = random_point(random, asset->scene, 1);
	ray.direction = (kiln_vec3){to.x - ray.origin.x, to.y - ray.origin.y, to.z - ray.origin.z};
	if (kind % 4 == 1)
		ray.direction.x = ray.direction.y = 0;
	if (kind % 4 == 2)
		ray.t_max = fixture_random_unit(random);
	if (kind == 7)
		ray.direction.z = 0;
	ray.flags = fixture_random(random) % 3 == 0 ? KILN_RAY_CULL_BACK : 0;
	return ray;
}

typedef bool make_blob(fixture_blob *blob);

static bool make_ground(fixture_blob *blob)
{
	return case_two_meshes(blob, 60);
}

static bool make_alone(fixture_blob *blob)
{
	fixture_mesh mesh = fixture_ground(70, 3);
	const fixture_node node = {.mesh = 0};
	const bool made = fixture_blob_make(blob, &mesh, 1, &node, 1);
	fixture_mesh_free(&mesh);
	return made;
}

static make_blob *const makers[] = {fixture_blob_small, make_ground, make_alone, fixture_blob_deep};

/// Asks a lazy asset and an opened one, and asserts the same answers. Returns whether there is a hit.
static bool assert_same(kiln_lazy *lazy, const kiln_asset *asset, const kiln_ray *ray)
{
	kiln_hit hit;
	bool any;
	assert_int_equal(kiln_lazy_ray_any(lazy, ray, &any).status, KILN_OK);
	assert_int_equal(kiln_lazy_ray_closest(lazy, ray, &hit).status, KILN_OK);
	const kiln_hit expected = kiln_scene_ray_closest(asset, ray);
	assert_memory_equal(&hit, &expected, sizeof hit);
	assert_int_equal(any, kiln_scene_ray_any(asset, ray));
	return any;
}

static void lazy_rays_give_the_answers_of_an_opened_asset(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof makers / sizeof *makers; ++i)
	{
		fixture_blob blob;
		assert_true(makers[i](&blob));
		kiln_asset asset;
		assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
		lazy_case one = lazy_of(blob.data, blob.size);
		uint64_t random = i;
		uint32_t hits = 0;
		for (uint32_t k = 0; k < (i < 3 ? 2000 : 100); ++k)
		{
			const kiln_ray ray = random_ray(&random, &asset);
			hits += assert_same(&one.lazy, &asset, &ray);
		}
		assert_true(hits > 10);
		free(one.memory);
		fixture_blob_free(&blob);
	}
}

/// Overwrites all that was not proved: whole nodes of meshes' trees, with the leaves and sources that they refer to.
/// Returns how many nodes.
static uint32_t spoil(open_case *c, const kiln_lazy *lazy)
{
	const kiln_asset *asset = &lazy->asset;
	uint32_t spoiled = 0;
	memset(case_section(c, KILN_SECTION_LEAF_INDEX), 0xff, (size_t)case_entry(c, KILN_SECTION_LEAF_INDEX)->size);
	for (uint32_t m = 0; m < asset->mesh_count; ++m)
		for (uint32_t n = 0; n < asset->meshes[m].tree_count; ++n)
		{
			const uint64_t number = (uint64_t)asset->meshes[m].tree_first + n;
			if (lazy->marks[number / 16] >> (2 * (number % 16)) & 1)
				continue;
			kiln_format_tree_node *node = case_tree(c, m, n);
			uint32_t *sources = case_section(c, KILN_SECTION_SOURCES);
			for (uint32_t i = node->counts >> 4; i < (node->counts & 15u); ++i)
			{
				kiln_format_leaf *head = leaf_head(c, m, node->leaf_base + node->leaf_offset[i]);
				const uint32_t size = kiln_format_leaf_size(head->triangle_count, head->vertex_count);
				memset(
					sources + asset->meshes[m].triangle_first + head->triangle, 0xff, 4 * (size_t)head->triangle_count);
				memset(head, 0xff, size);
			}
			memset(node, 0xff, sizeof *node);
			++spoiled;
		}
	return spoiled;
}

static void lazy_rays_read_nothing_that_was_not_proved(void **state)
{
	(void)state;
	for (size_t i = 1; i < 3; ++i)
	{
		fixture_blob blob;
		assert_true(makers[i](&blob));
		kiln_asset asset;
		assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
		uint64_t random = 77 + i;
		uint32_t spoiled = 0;
		for (uint32_t k = 0; k < 100; ++k)
		{
			open_case c = case_of(blob.data, blob.size);
			lazy_case one = lazy_of(c.data, c.size);
			const kiln_ray ray = random_ray(&random, &asset);
			assert_same(&one.lazy, &asset, &ray);
			spoiled += spoil(&c, &one.lazy);
			const kiln_hit expected = kiln_scene_ray_closest(&asset, &ray);
			const kiln_hit hit = kiln_scene_ray_closest(&one.lazy.asset, &ray);
			assert_memory_equal(&hit, &expected, sizeof hit);
			assert_int_equal(kiln_scene_ray_any(&one.lazy.asset, &ray), hit.hit);
			free(one.memory);
			free(c.data);
		}
		assert_true(spoiled > 100);
		fixture_blob_free(&blob);
	}
}

/// Sends rays into a damaged blob: each is refused at `at`, with no hit, or has the answer of the sound blob. Returns how
/// many were refused.
static uint32_t refusals(const open_case *c, const kiln_asset *sound, kiln_status status, const void *at)
{
	lazy_case one = lazy_of(c->data, c->size);
	uint64_t random = 5;
	uint32_t refused = 0;
	for (uint32_t k = 0; k < 200; ++k)
	{
		const kiln_ray ray = random_ray(&random, sound);
		kiln_hit hit, expected = kiln_scene_ray_closest(sound, &ray);
		bool any;
		const kiln_result result = kiln_lazy_ray_closest(&one.lazy, &ray, &hit);
		assert_int_equal(kiln_lazy_ray_any(&one.lazy, &ray, &any).status, result.status);
		if (result.status != KILN_OK)
		{
			assert_int_equal(result.status, status);
			assert_int_equal(result.offset, (uint64_t)((const uint8_t *)at - c->data));
			memset(&expected, 0, sizeof expected);
			++refused;
		}
		assert_memory_equal(&hit, &expected, sizeof hit);
		assert_int_equal(any, expected.hit);
	}
	free(one.memory);
	return refused;
}

/// Sets a field, counts refusals, and restores the field.
#define REFUSALS(c, sound, field, value, status, at, sum)                                                              \
	do                                                                                                                 \
	{                                                                                                                  \
		const __typeof__(field) kept_ = (field);                                                                       \
		(field) = (__typeof__(field))(value);                                                                          \
		(sum) += refusals((c), (sound), (status), (at));                                                               \
		(field) = kept_;                                                                                               \
	} while (0)

static void a_damaged_place_is_refused_by_the_rays_that_need_it(void **state)
{
	(void)state;
	fixture_blob blob;
	assert_true(make_ground(&blob));
	open_case c = case_of(blob.data, blob.size);
	kiln_asset sound;
	assert_int_equal(kiln_open(&sound, blob.data, blob.size, NULL).status, KILN_OK);
	uint32_t refused[6] = {0};
	for (uint32_t n = 0; n < case_mesh(&c, 1)->tree_count; n += 1 + n / 8)
	{
		kiln_format_tree_node *node = case_tree(&c, 1, n);
		const uint32_t inner = node->counts >> 4;
		REFUSALS(&c, &sound, node->counts, 0, KILN_E_TREE, &node->counts, refused[0]);
		REFUSALS(&c, &sound, node->child_base, n, KILN_E_TREE, &node->child_base, refused[1]);
		REFUSALS(&c, &sound, node->origin[1], NAN, KILN_E_NUMBER, &node->origin[1], refused[2]);
		if (inner == (node->counts & 15u))
			continue;
		const uint32_t unit = node->leaf_base + node->leaf_offset[inner];
		kiln_format_leaf *head = leaf_head(&c, 1, unit);
		uint32_t *source =
			(uint32_t *)case_section(&c, KILN_SECTION_SOURCES) + case_mesh(&c, 1)->triangle_first + head->triangle;
		REFUSALS(&c, &sound, head->triangle_count, 9, KILN_E_RANGE, &head->triangle_count, refused[3]);
		REFUSALS(&c, &sound, head->triangle, case_mesh(&c, 1)->triangle_count, KILN_E_RANGE, head, refused[4]);
		REFUSALS(&c, &sound, *source, KILN_NONE, KILN_E_RANGE, source, refused[5]);
	}
	for (int i = 0; i < 6; ++i)
		assert_true(refused[i] > 0);
	free(c.data);
	fixture_blob_free(&blob);
}

/// Eight times as many ways on each level would take a walk as long as the blob likes.
static void children_of_two_parents_are_refused(void **state)
{
	(void)state;
	fixture_blob blob;
	assert_true(make_alone(&blob));
	open_case c = case_of(blob.data, blob.size);
	kiln_asset sound;
	assert_int_equal(kiln_open(&sound, blob.data, blob.size, NULL).status, KILN_OK);
	lazy_case one = lazy_of(c.data, c.size);
	const kiln_format_tree_node *root = case_tree(&c, 0, 0);
	kiln_format_tree_node *first = case_tree(&c, 0, root->child_base), *second = first + 1;
	assert_true((root->counts >> 4) >= 2 && first->counts >> 4 && second->counts >> 4 == first->counts >> 4);
	second->child_base = first->child_base;
	uint64_t random = 8;
	uint32_t refused = 0;
	for (uint32_t k = 0; k < 500; ++k)
	{
		const kiln_ray ray = random_ray(&random, &sound);
		kiln_hit hit;
		const kiln_result result = kiln_lazy_ray_closest(&one.lazy, &ray, &hit);
		assert_true(result.status == KILN_OK || result.status == KILN_E_TREE);
		assert_true(result.status == KILN_OK || !hit.hit);
		refused += result.status != KILN_OK;
	}
	assert_true(refused > 0);
	free(one.memory);
	free(c.data);
	fixture_blob_free(&blob);
}

static void lazy_open_refuses_what_it_cannot_use(void **state)
{
	(void)state;
	fixture_blob blob;
	assert_true(fixture_blob_small(&blob));
	const uint32_t count = kiln_lazy_marks(blob.data, blob.size);
	uint32_t *marks = malloc(count * sizeof *marks);
	kiln_lazy lazy, before;
	memset(&lazy, 0x5a, sizeof lazy);
	memset(&before, 0x5a, sizeof before);
	const kiln_open_options odd = {.isa = (kiln_isa)99};
	assert_int_equal(kiln_lazy_marks(NULL, 0), 0);
	assert_int_equal(kiln_lazy_marks(blob.data, blob.size - 1), 0);
	assert_int_equal(kiln_lazy_open(&lazy, blob.data, blob.size, marks, count - 1, NULL).status, KILN_E_CAPACITY);
	assert_int_equal(kiln_lazy_open(&lazy, blob.data, blob.size, NULL, count, NULL).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_lazy_open(&lazy, blob.data, blob.size, marks, count, &odd).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_lazy_open(&lazy, blob.data, blob.size - 1, marks, count, NULL).status,
		kiln_open(&lazy.asset, blob.data, blob.size - 1, NULL).status);
	assert_memory_equal(&lazy, &before, sizeof lazy);
	kiln_ray ray = {.direction = {1, 0, 0}};
	kiln_hit hit;
	assert_int_equal(kiln_lazy_open(&lazy, blob.data, blob.size, marks, count, NULL).status, KILN_OK);
	assert_int_equal(kiln_lazy_ray_closest(&lazy, NULL, &hit).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_lazy_ray_any(&lazy, &ray, NULL).status, KILN_E_ARGUMENT);
	free(marks);
	fixture_blob_free(&blob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lazy_rays_give_the_answers_of_an_opened_asset),
		cmocka_unit_test(lazy_rays_read_nothing_that_was_not_proved),
		cmocka_unit_test(a_damaged_place_is_refused_by_the_rays_that_need_it),
		cmocka_unit_test(children_of_two_parents_are_refused),
		cmocka_unit_test(lazy_open_refuses_what_it_cannot_use),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
