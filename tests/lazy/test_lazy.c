// SPDX-License-Identifier: MIT
#include "kiln/lazy.h"
#include "open/open_case.h"

#include <math.h>

/// Assets that are proved where queries go: answers, what is read, refusals.

/// A blob opened lazily.
typedef struct lazy_case
{
	kiln_lazy lazy;
	uint8_t *memory;
} lazy_case;

static lazy_case *lazy_of(const uint8_t *data, size_t size)
{
	lazy_case *made = malloc(sizeof *made);
	const uint32_t count = kiln_lazy_marks(data, size);
	assert_true(made && count > 0);
	made->memory = malloc(count);
	assert_non_null(made->memory);
	const kiln_result result = kiln_lazy_open(&made->lazy, data, size, made->memory, count, NULL);
	assert_string_equal(result.reason, "every rule holds");
	return made;
}

static void lazy_free(lazy_case *one)
{
	free(one->memory);
	free(one);
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

/// One query of any kind.
typedef struct question
{
	uint32_t kind;
	kiln_ray ray;
	kiln_sphere sphere;
	kiln_box box;
	kiln_capsule capsule;
	kiln_point_query point;
	kiln_motion motion;
} question;

#define KINDS 14
#define ROOM 64

/// What a query reports; all else is zero.
typedef struct answer
{
	uint32_t count;
	kiln_hit hits[ROOM];
	kiln_overlap overlaps[ROOM];
	kiln_closest closest;
} answer;

static question random_question(uint64_t *random, const kiln_asset *asset)
{
	const kiln_format_scene *scene = asset->scene;
	const float size = scene->bounds_max[0] - scene->bounds_min[0], radius = 0.04f * size * fixture_random_unit(random);
	const kiln_vec3 at = random_point(random, scene, 1.2f), to = random_point(random, scene, 1);
	question made = {.kind = (uint32_t)(fixture_random(random) % KINDS), .ray = random_ray(random, asset)};
	made.sphere = (kiln_sphere){at, radius};
	made.box = (kiln_box){at, {radius, 0.5f * radius, 2 * radius}, {0, 0, 0, 0}};
	if (fixture_random(random) % 2)
		made.box.rotation = (kiln_quat){0.5f, 0.5f, -0.5f, 0.5f};
	made.capsule = (kiln_capsule){at, {at.x + radius, at.y, at.z + 2 * radius}, 0.5f * radius};
	made.point = (kiln_point_query){at, fixture_random(random) % 3 ? 3 * radius : 0};
	made.motion = (kiln_motion){{to.x - at.x, to.y - at.y, to.z - at.z}, fixture_random_unit(random)};
	return made;
}

static answer *answer_of(const kiln_asset *asset, const question *q)
{
	answer *a = calloc(1, sizeof *a);
	assert_non_null(a);
	switch (q->kind)
	{
	case 0:
		a->hits[0] = kiln_scene_ray_closest(asset, &q->ray);
		break;
	case 1:
		a->count = kiln_scene_ray_any(asset, &q->ray);
		break;
	case 2:
		a->count = kiln_scene_ray_all(asset, &q->ray, a->hits, ROOM);
		break;
	case 3:
		kiln_scene_ray_closest_batch(asset, &q->ray, 1, a->hits);
		break;
	case 4:
		a->count = kiln_scene_overlap_sphere(asset, &q->sphere, a->overlaps, ROOM);
		break;
	case 5:
		a->count = kiln_scene_overlap_box(asset, &q->box, a->overlaps, ROOM);
		break;
	case 6:
		a->count = kiln_scene_overlap_capsule(asset, &q->capsule, a->overlaps, ROOM);
		break;
	case 7:
		a->closest = kiln_scene_closest_point(asset, &q->point);
		break;
	case 8:
		a->count = kiln_scene_point_inside(asset, q->point.point);
		break;
	case 9:
		a->hits[0] = kiln_scene_cast_sphere(asset, &q->sphere, &q->motion);
		break;
	case 10:
		a->hits[0] = kiln_scene_cast_box(asset, &q->box, &q->motion);
		break;
	case 11:
		a->hits[0] = kiln_scene_cast_capsule(asset, &q->capsule, &q->motion);
		break;
	case 12:
		a->count = kiln_scene_cast_sphere_all(asset, &q->sphere, &q->motion, a->hits, ROOM);
		break;
	default:
		a->hits[0] = kiln_mesh_ray_closest(asset, asset->mesh_count - 1, &q->ray);
		break;
	}
	return a;
}

static bool is_empty(const answer *a)
{
	const answer *none = calloc(1, sizeof *none);
	const bool empty = memcmp(a, none, sizeof *a) == 0;
	free((void *)(uintptr_t)none);
	return empty;
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

/// Asks a lazy asset and an opened one, and asserts the same answers. Returns whether the answer is not empty.
static bool assert_same(kiln_lazy *lazy, const kiln_asset *asset, const question *q)
{
	answer *lazily = answer_of(&lazy->asset, q), *expected = answer_of(asset, q);
	assert_string_equal(kiln_lazy_result(lazy).reason, "every rule holds");
	assert_memory_equal(lazily, expected, sizeof *expected);
	const bool met = !is_empty(expected);
	free(lazily);
	free(expected);
	return met;
}

static void lazy_queries_give_the_answers_of_an_opened_asset(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof makers / sizeof *makers; ++i)
	{
		fixture_blob blob;
		assert_true(makers[i](&blob));
		kiln_asset asset;
		assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
		lazy_case *one = lazy_of(blob.data, blob.size);
		uint64_t random = i;
		uint32_t met[KINDS] = {0};
		for (uint32_t k = 0; k < (i < 3 ? 3000 : 100); ++k)
		{
			const question q = random_question(&random, &asset);
			met[q.kind] += assert_same(&one->lazy, &asset, &q);
		}
		for (int k = 0; k < KINDS && (i == 1 || i == 2); ++k)
			assert_true(met[k] > 10 || k == 8);
		lazy_free(one);
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
			if (lazy->marks[number] & 0x80)
				continue;
			kiln_format_tree_node *node = case_tree(c, m, n);
			uint32_t *sources = case_section(c, KILN_SECTION_SOURCES);
			for (uint32_t i = node->counts >> 4; i < (node->counts & 15u); ++i)
			{
				kiln_format_leaf *head = leaf_head(c, m, node->leaf_base + node->leaf_offset[i]);
				const uint32_t size = kiln_format_leaf_size(head->triangle_count, head->vertex_count);
				const uint64_t triangle = asset->meshes[m].triangle_first + head->triangle;
				memset(case_section(c, KILN_SECTION_EDGES) + triangle * asset->edge_size, 0xff,
					head->triangle_count * (size_t)asset->edge_size);
				memset(
					sources + asset->meshes[m].triangle_first + head->triangle, 0xff, 4 * (size_t)head->triangle_count);
				memset(head, 0xff, size);
			}
			memset(node, 0xff, sizeof *node);
			++spoiled;
		}
	return spoiled;
}

static void lazy_queries_read_nothing_that_was_not_proved(void **state)
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
		for (uint32_t k = 0; k < 20 * KINDS; ++k)
		{
			open_case c = case_of(blob.data, blob.size);
			lazy_case *one = lazy_of(c.data, c.size);
			question q = random_question(&random, &asset);
			q.kind = k % KINDS;
			assert_same(&one->lazy, &asset, &q);
			spoiled += spoil(&c, &one->lazy);
			assert_same(&one->lazy, &asset, &q);
			lazy_free(one);
			free(c.data);
		}
		assert_true(spoiled > 100);
		fixture_blob_free(&blob);
	}
}

/// Asks a damaged blob: each query is refused at `at`, or has the answer of the sound blob. Returns how many were refused.
static uint32_t refusals(const open_case *c, const kiln_asset *sound, kiln_status status, const void *at)
{
	lazy_case *one = lazy_of(c->data, c->size);
	uint64_t random = 5;
	uint32_t refused = 0;
	for (uint32_t k = 0; k < 100; ++k)
	{
		const question q = random_question(&random, sound);
		answer *lazily = answer_of(&one->lazy.asset, &q), *expected = answer_of(sound, &q);
		const kiln_result result = kiln_lazy_result(&one->lazy);
		if (result.status == KILN_OK)
			assert_memory_equal(lazily, expected, sizeof *lazily);
		else
		{
			assert_int_equal(result.status, status);
			assert_int_equal(result.offset, (uint64_t)((const uint8_t *)at - c->data));
			++refused;
		}
		free(lazily);
		free(expected);
	}
	lazy_free(one);
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

static void a_damaged_place_is_refused_by_the_queries_that_need_it(void **state)
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
	lazy_case *one = lazy_of(c.data, c.size);
	const kiln_format_tree_node *root = case_tree(&c, 0, 0);
	kiln_format_tree_node *first = case_tree(&c, 0, root->child_base), *second = first + 1;
	assert_true((root->counts >> 4) >= 2 && first->counts >> 4 && second->counts >> 4 == first->counts >> 4);
	second->child_base = first->child_base;
	uint64_t random = 8;
	uint32_t refused = 0;
	for (uint32_t k = 0; k < 500; ++k)
	{
		const kiln_ray ray = random_ray(&random, &sound);
		const kiln_hit hit = kiln_scene_ray_closest(&one->lazy.asset, &ray),
					   expected = kiln_scene_ray_closest(&sound, &ray);
		const kiln_result result = kiln_lazy_result(&one->lazy);
		assert_true(result.status == KILN_OK || result.status == KILN_E_TREE);
		refused += result.status != KILN_OK;
		if (result.status == KILN_OK && !refused)
			assert_true(hit.hit || !expected.hit);
	}
	assert_true(refused > 0);
	lazy_free(one);
	free(c.data);
	fixture_blob_free(&blob);
}

/// A chain of more nodes than a tree has levels would overflow the stacks of walks.
static void chains_of_nodes_are_refused_at_the_last_level(void **state)
{
	(void)state;
	fixture_blob blob;
	assert_true(make_alone(&blob));
	open_case c = case_of(blob.data, blob.size);
	lazy_case *one = lazy_of(c.data, c.size);
	assert_true(case_mesh(&c, 0)->tree_count > KILN_TREE_DEPTH_MAX + 1);
	const kiln_format_tree_node root = *case_tree(&c, 0, 0);
	for (uint32_t n = 0; n <= KILN_TREE_DEPTH_MAX; ++n)
	{
		kiln_format_tree_node *node = case_tree(&c, 0, n);
		*node = root;
		node->counts = 1u << 4 | 1;
		node->child_base = n + 1;
		node->leaf_base = 0;
		memset(node->leaf_offset, 0, sizeof node->leaf_offset);
		for (int axis = 0; axis < 3; ++axis)
			for (int slot = 0; slot < 8; ++slot)
			{
				node->lo[axis][slot] = slot ? 255 : 0;
				node->hi[axis][slot] = slot ? 0 : 255;
			}
	}
	const kiln_format_scene *scene = one->lazy.asset.scene;
	const kiln_vec3 middle = {0.5f * (scene->bounds_min[0] + scene->bounds_max[0]),
		0.5f * (scene->bounds_min[1] + scene->bounds_max[1]), 0.5f * (scene->bounds_min[2] + scene->bounds_max[2])};
	const kiln_point_query near = {.point = middle};
	kiln_scene_closest_point(&one->lazy.asset, &near);
	kiln_result result = kiln_lazy_result(&one->lazy);
	assert_int_equal(result.status, KILN_E_TREE);
	assert_int_equal(result.offset, (uint64_t)((const uint8_t *)case_tree(&c, 0, KILN_TREE_DEPTH_MAX) - c.data));
	kiln_sphere sphere = {middle, 1};
	kiln_scene_overlap_sphere(&one->lazy.asset, &sphere, NULL, 0);
	assert_int_equal(kiln_lazy_result(&one->lazy).offset, result.offset);
	assert_int_equal(kiln_lazy_result(&one->lazy).status, KILN_OK);
	lazy_free(one);
	free(c.data);
	fixture_blob_free(&blob);
}

static void functions_that_need_the_whole_proof_refuse_a_lazy_asset(void **state)
{
	(void)state;
	fixture_blob blob;
	assert_true(make_ground(&blob));
	lazy_case *one = lazy_of(blob.data, blob.size);
	const kiln_asset *asset = &one->lazy.asset;
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {.radius = 1}};
	const kiln_convex_object body = {&ball, {.translation = {0, 0, 0}}};
	const kiln_object object = kiln_object_from_asset(asset, NULL);
	const kiln_object far = kiln_object_from_asset(asset, &(kiln_pose){.translation = {1e6f, 0, 0}});
	kiln_mesh_manifold manifold;
	kiln_vec3 corners[3];
	bool touches;
	uint32_t count;
	assert_int_equal(kiln_scene_manifolds(asset, &body, NULL, &manifold, 1, &count), KILN_E_ARGUMENT);
	assert_int_equal(kiln_mesh_manifolds(asset, 0, &body, NULL, &manifold, 1, &count), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_collide(&object, &object, NULL, &touches, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_collide(&object, &far, NULL, &touches, NULL), KILN_E_ARGUMENT);
	assert_false(kiln_triangle_corners(asset, 0, 0, corners));
	assert_int_equal(kiln_deformed_size(asset, 0, 0), 0);
	lazy_free(one);
	fixture_blob_free(&blob);
}

static void lazy_open_refuses_what_it_cannot_use(void **state)
{
	(void)state;
	fixture_blob blob;
	assert_true(fixture_blob_small(&blob));
	const uint32_t count = kiln_lazy_marks(blob.data, blob.size);
	uint8_t *marks = malloc(count);
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
	assert_int_equal(kiln_lazy_open(&lazy, blob.data, blob.size, marks, count, NULL).status, KILN_OK);
	assert_int_equal(kiln_lazy_result(NULL).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_lazy_result(&lazy).status, KILN_OK);
	free(marks);
	fixture_blob_free(&blob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lazy_queries_give_the_answers_of_an_opened_asset),
		cmocka_unit_test(lazy_queries_read_nothing_that_was_not_proved),
		cmocka_unit_test(a_damaged_place_is_refused_by_the_queries_that_need_it),
		cmocka_unit_test(children_of_two_parents_are_refused),
		cmocka_unit_test(chains_of_nodes_are_refused_at_the_last_level),
		cmocka_unit_test(functions_that_need_the_whole_proof_refuse_a_lazy_asset),
		cmocka_unit_test(lazy_open_refuses_what_it_cannot_use),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
