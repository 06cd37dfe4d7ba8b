// SPDX-License-Identifier: MIT
#include "kilncook.h"
#include "support/trials.h"
#include "world_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Lists that exceed the capacity: every function with a capacity counts all entries and stores the first of the list
/// (runtime/kiln/README.md).

/// The words that identify an entry of a list.
typedef struct entry
{
	uint32_t word[6];
} entry;

typedef struct fit_case
{
	shape_asset meshes;
	kiln_ray ray;
	kiln_sphere sphere;
	kiln_box box;
	kiln_capsule capsule;
	kiln_convex_shape shape;
	kiln_convex_object object;
	kiln_object a, b;
	world_case world;
	const kiln_broadphase *boxes;
	kilncook_blob field_bytes;
	kiln_heightfield field; ///< heights 0 and 1 by turns
} fit_case;

/// Queries a list of which `capacity` entries fit and puts the stored ones into `entries`. Returns the count.
typedef uint32_t ask_list(const fit_case *c, entry *entries, uint32_t capacity);

#define AFTER 64

/// Allocates an array followed by some bytes that must not change. NULL for none.
static void *array_of(uint32_t capacity, size_t size)
{
	if (capacity == 0)
		return NULL;
	void *array = malloc(capacity * size + AFTER);
	assert_non_null(array);
	memset(array, 0xa5, capacity * size + AFTER);
	return array;
}

static void end_array(void *array, uint32_t capacity, size_t size)
{
	if (!array)
		return;
	const uint8_t *after = (const uint8_t *)array + capacity * size;
	for (int i = 0; i < AFTER; ++i)
		assert_int_equal(after[i], 0xa5);
	free(array);
}

static uint32_t bits(float x)
{
	uint32_t b;
	memcpy(&b, &x, sizeof b);
	return b;
}

/// `CALL` uses `array` and `capacity`; the other arguments are the words that identify an entry `*e`.
#define ASK(NAME, TYPE, CALL, ...)                                                                                     \
	static uint32_t NAME(const fit_case *c, entry *entries, uint32_t capacity)                                         \
	{                                                                                                                  \
		TYPE *array = array_of(capacity, sizeof *array);                                                               \
		const uint32_t count = CALL;                                                                                   \
		for (uint32_t i = 0; i < count && i < capacity; ++i)                                                           \
		{                                                                                                              \
			const TYPE *e = &array[i];                                                                                 \
			entries[i] = (entry){{__VA_ARGS__}};                                                                       \
		}                                                                                                              \
		end_array(array, capacity, sizeof *array);                                                                     \
		return count;                                                                                                  \
	}

ASK(scene_ray_all, kiln_hit, kiln_scene_ray_all(&c->meshes.asset, &c->ray, array, capacity), bits(e->t), e->node,
	e->triangle)
ASK(mesh_ray_all, kiln_hit, kiln_mesh_ray_all(&c->meshes.asset, 0, &c->ray, array, capacity), bits(e->t), e->triangle)

#define OVERLAPS(SHAPE, OF)                                                                                            \
	ASK(scene_overlap_##SHAPE, kiln_overlap, kiln_scene_overlap_##SHAPE(&c->meshes.asset, OF, array, capacity),        \
		e->node, e->triangle)                                                                                          \
	ASK(mesh_overlap_##SHAPE, kiln_overlap, kiln_mesh_overlap_##SHAPE(&c->meshes.asset, 0, OF, array, capacity),       \
		e->node, e->triangle)

OVERLAPS(sphere, &c->sphere)
OVERLAPS(box, &c->box)
OVERLAPS(capsule, &c->capsule)
OVERLAPS(convex, &c->object)

#define CASTS(SHAPE, OF)                                                                                               \
	ASK(scene_cast_##SHAPE##_all, kiln_hit,                                                                            \
		kiln_scene_cast_##SHAPE##_all(&c->meshes.asset, OF, &upwards, array, capacity), bits(e->t), e->node,           \
		e->triangle)

static const kiln_motion upwards = {.direction = {0.02f, 1, 0.1f}};

CASTS(sphere, &c->sphere)
CASTS(box, &c->box)
CASTS(capsule, &c->capsule)
CASTS(convex, &c->object)
ASK(mesh_cast_convex_all, kiln_hit,
	kiln_mesh_cast_convex_all(&c->meshes.asset, 0, &c->object, &upwards, array, capacity), bits(e->t), e->triangle)

static const kiln_ray across_field = {.origin = {-1, 0.5f, 8.2f}, .direction = {1, 0, 0}};
static const kiln_convex_shape field_ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{16, 0, 8}, 4}};
static const kiln_convex_object on_field = {.shape = &field_ball};

ASK(heightfield_ray_all, kiln_hit, kiln_heightfield_ray_all(&c->field, &across_field, array, capacity), bits(e->t),
	e->triangle)
ASK(heightfield_cast_convex_all, kiln_hit,
	kiln_heightfield_cast_convex_all(&c->field, &on_field, &upwards, array, capacity), bits(e->t), e->triangle)
ASK(heightfield_overlap_convex, kiln_overlap, kiln_heightfield_overlap_convex(&c->field, &on_field, array, capacity),
	e->triangle)

/// Without welding, which needs all of them.
static const kiln_mesh_contact_options every_edge = {.both_sides = true, .every_edge = true};

static uint32_t manifolds_of(const fit_case *c, uint32_t mesh, kiln_mesh_manifold *array, uint32_t capacity)
{
	uint32_t count = 99;
	const kiln_asset *asset = &c->meshes.asset;
	assert_int_equal(mesh == KILN_NONE
						 ? kiln_scene_manifolds(asset, &c->object, &every_edge, array, capacity, &count)
						 : kiln_mesh_manifolds(asset, mesh, &c->object, &every_edge, array, capacity, &count),
		KILN_OK);
	return count;
}

static uint32_t field_manifolds_of(const fit_case *c, kiln_mesh_manifold *array, uint32_t capacity)
{
	uint32_t count = 99;
	assert_int_equal(kiln_heightfield_manifolds(&c->field, &on_field, &every_edge, array, capacity, &count), KILN_OK);
	return count;
}

ASK(heightfield_manifolds, kiln_mesh_manifold, field_manifolds_of(c, array, capacity), e->triangle, e->manifold.count,
	bits(e->manifold.contacts[0].depth), e->source_face)
ASK(scene_manifolds, kiln_mesh_manifold, manifolds_of(c, KILN_NONE, array, capacity), e->node, e->triangle,
	e->manifold.count, bits(e->manifold.contacts[0].depth), e->source_face)
ASK(mesh_manifolds, kiln_mesh_manifold, manifolds_of(c, 0, array, capacity), e->node, e->triangle, e->manifold.count,
	bits(e->manifold.contacts[0].depth), e->source_face)

static uint32_t pair_contacts_of(const fit_case *c, kiln_pair *array, uint32_t capacity)
{
	uint32_t count = 99;
	assert_int_equal(kiln_pair_contacts(&c->a, &c->b, NULL, array, capacity, &count), KILN_OK);
	return count;
}

static uint32_t pair_manifolds_of(const fit_case *c, kiln_pair_manifold *array, uint32_t capacity)
{
	uint32_t count = 99;
	assert_int_equal(kiln_pair_manifolds(&c->a, &c->b, NULL, NULL, array, capacity, &count), KILN_OK);
	return count;
}

ASK(pair_contacts, kiln_pair, pair_contacts_of(c, array, capacity), e->node_a, e->triangle_a, e->node_b, e->triangle_b)
ASK(pair_manifolds, kiln_pair_manifold, pair_manifolds_of(c, array, capacity), e->node_a, e->triangle_a, e->node_b,
	e->triangle_b, bits(e->manifold.contacts[0].depth))

static const kiln_convex_shape drum = {
	.kind = KILN_CONVEX_CYLINDER, .cylinder = {.a = {0, 0, 0}, .b = {0, 0, 2}, .radius = 1}};
static const kiln_convex_object drums[2] = {
	{.shape = &drum}, {.shape = &drum, .pose = {.translation = {0.3f, 0.1f, 1.9f}}}};

static uint32_t convex_contacts_of(kiln_contact *array, uint32_t capacity)
{
	uint32_t count = 99;
	assert_int_equal(
		kiln_convex_contacts(&drums[0], &drums[1], NULL, NULL, array, capacity, &count, &(kiln_vec3){0}), KILN_OK);
	return count;
}

static uint32_t contacts_along_of(kiln_contact *array, uint32_t capacity)
{
	uint32_t count = 99;
	const kiln_vec3 down = {0, 0, -1};
	assert_int_equal(kiln_convex_contacts_along(&drums[0], &drums[1], down, NULL, array, capacity, &count), KILN_OK);
	return count;
}

ASK(convex_contacts, kiln_contact, ((void)c, convex_contacts_of(array, capacity)), bits(-e->depth), e->feature_a.index,
	e->feature_b.index, bits(e->on_a.x), bits(e->on_a.y))
ASK(convex_contacts_along, kiln_contact, ((void)c, contacts_along_of(array, capacity)), bits(-e->depth),
	e->feature_a.index, e->feature_b.index, bits(e->on_a.x), bits(e->on_a.y))

static const kiln_aabb around = {{-3, -3, -3}, {3, 3, 3}}, small = {{-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}};
static const kiln_motion ahead = {.direction = {1, 0.1f, 0.05f}};

ASK(broadphase_overlap_aabb, uint32_t, kiln_broadphase_overlap_aabb(c->boxes, &around, array, capacity), *e)
ASK(broadphase_overlap_sphere, uint32_t, kiln_broadphase_overlap_sphere(c->boxes, &c->sphere, array, capacity), *e)
ASK(broadphase_ray_all, kiln_proxy_hit, kiln_broadphase_ray_all(c->boxes, &c->ray, array, capacity), bits(e->t),
	e->index)
ASK(broadphase_cast_aabb_all, kiln_proxy_hit, kiln_broadphase_cast_aabb_all(c->boxes, &small, &ahead, array, capacity),
	bits(e->t), e->index)

ASK(world_overlap_convex, kiln_world_overlap,
	kiln_world_overlap_convex(c->world.world, &c->object, NULL, array, capacity), e->member, e->of.node, e->of.triangle)

ASK(world_cast_convex_all, kiln_world_hit,
	kiln_world_cast_convex_all(c->world.world, &c->object, &upwards, NULL, array, capacity), bits(e->hit.t), e->member,
	e->hit.node, e->hit.triangle)

static uint32_t world_ray_all(const fit_case *c, entry *entries, uint32_t capacity)
{
	kiln_hit *hits = array_of(capacity, sizeof *hits);
	uint32_t *members = array_of(capacity, sizeof *members);
	const uint32_t count = kiln_world_ray_all(c->world.world, &c->ray, NULL, hits, members, capacity);
	for (uint32_t i = 0; i < count && i < capacity; ++i)
		entries[i] = (entry){{bits(hits[i].t), members[i], hits[i].node, hits[i].triangle, hits[i].shape}};
	end_array(hits, capacity, sizeof *hits);
	end_array(members, capacity, sizeof *members);
	return count;
}

static uint32_t world_manifolds(const fit_case *c, entry *entries, uint32_t capacity)
{
	kiln_mesh_manifold *manifolds = array_of(capacity, sizeof *manifolds);
	uint32_t *members = array_of(capacity, sizeof *members), count = 99;
	assert_int_equal(
		kiln_world_manifolds(c->world.world, &c->object, NULL, &every_edge, manifolds, members, capacity, &count),
		KILN_OK);
	for (uint32_t i = 0; i < count && i < capacity; ++i)
		entries[i] = (entry){{members[i], manifolds[i].node, manifolds[i].triangle, manifolds[i].manifold.count,
			bits(manifolds[i].manifold.contacts[0].depth)}};
	end_array(manifolds, capacity, sizeof *manifolds);
	end_array(members, capacity, sizeof *members);
	return count;
}

// A row of balls that do not touch each other.
#define BALLS 12

static uint32_t spans_of(int path, kiln_implicit_span *array, uint32_t capacity)
{
	kiln_implicit leaves[BALLS];
	kiln_csg_node nodes[2 * BALLS - 1];
	uint32_t node_count = 0;
	char scratch[1 << 14];
	for (uint32_t i = 0; i < BALLS; ++i)
	{
		leaves[i] = (kiln_implicit){.kind = KILN_IMPLICIT_SPHERE};
		leaves[i].of.sphere = (kiln_sphere){.center = {3 * (float)i, 0, 0}, .radius = 1};
		nodes[node_count++] = (kiln_csg_node){KILN_CSG_LEAF, i};
		if (i > 0)
			nodes[node_count++] = (kiln_csg_node){KILN_CSG_UNION, 0};
	}
	const kiln_csg tree = {nodes, node_count, leaves, BALLS};
	const kiln_line line = {.direction = {1, 0, 0}};
	const kiln_ray ray = {.origin = {1.5f, 0, 0}, .direction = {1, 0, 0}};
	const kiln_segment segment = {{1.5f, 0, 0}, {100, 0, 0}};
	assert_true(kiln_csg_scratch_size(&tree) <= sizeof scratch);
	return path == 0   ? kiln_spans_line_csg(&line, &tree, scratch, sizeof scratch, array, capacity)
		   : path == 1 ? kiln_spans_ray_csg(&ray, &tree, scratch, sizeof scratch, array, capacity)
					   : kiln_spans_segment_csg(&segment, &tree, scratch, sizeof scratch, array, capacity);
}

ASK(spans_line_csg, kiln_implicit_span, ((void)c, spans_of(0, array, capacity)), e->enter.leaf, bits(e->leave.t))
ASK(spans_ray_csg, kiln_implicit_span, ((void)c, spans_of(1, array, capacity)), e->enter.leaf, bits(e->leave.t))
ASK(spans_segment_csg, kiln_implicit_span, ((void)c, spans_of(2, array, capacity)), e->enter.leaf, bits(e->leave.t))

/// All of them; tests/cli/convention.sh compares this list with the headers.
static const struct list
{
	const char *name;
	ask_list *ask;
	uint32_t sorted; ///< words that sort the list
	uint32_t least;	 ///< least number of entries, so that the test is meaningful
} lists[] = {
#define LIST(NAME, SORTED, LEAST)                                                                                      \
	{                                                                                                                  \
		"kiln_" #NAME, NAME, SORTED, LEAST                                                                             \
	}
	LIST(scene_ray_all, 2, 20),
	LIST(mesh_ray_all, 1, 20),
	LIST(scene_overlap_sphere, 2, 50),
	LIST(mesh_overlap_sphere, 2, 50),
	LIST(scene_overlap_box, 2, 50),
	LIST(mesh_overlap_box, 2, 50),
	LIST(scene_overlap_capsule, 2, 50),
	LIST(mesh_overlap_capsule, 2, 50),
	LIST(scene_overlap_convex, 2, 50),
	LIST(mesh_overlap_convex, 2, 50),
	LIST(scene_cast_sphere_all, 3, 50),
	LIST(scene_cast_box_all, 3, 50),
	LIST(scene_cast_capsule_all, 3, 50),
	LIST(scene_cast_convex_all, 3, 50),
	LIST(mesh_cast_convex_all, 2, 50),
	LIST(heightfield_ray_all, 2, 20),
	LIST(heightfield_cast_convex_all, 2, 50),
	LIST(heightfield_overlap_convex, 1, 50),
	LIST(heightfield_manifolds, 1, 50),
	LIST(scene_manifolds, 2, 50),
	LIST(mesh_manifolds, 2, 50),
	LIST(pair_contacts, 0, 50),
	LIST(pair_manifolds, 4, 50),
	LIST(convex_contacts, 1, 8),
	LIST(convex_contacts_along, 1, 8),
	LIST(broadphase_overlap_aabb, 1, 20),
	LIST(broadphase_overlap_sphere, 1, 20),
	LIST(broadphase_ray_all, 2, 8),
	LIST(broadphase_cast_aabb_all, 2, 8),
	LIST(world_ray_all, 2, 80),
	LIST(world_overlap_convex, 3, 100),
	LIST(world_cast_convex_all, 4, 100),
	LIST(world_manifolds, 3, 100),
	LIST(spans_line_csg, 1, BALLS),
	LIST(spans_ray_csg, 1, BALLS - 1),
	LIST(spans_segment_csg, 1, BALLS - 1),
#undef LIST
};

#define LIST_COUNT (sizeof lists / sizeof *lists)

/// Makes a scene, many copies of it, and balls between them; some of both are not in the broadphase yet.
static void make_field(fit_case *c)
{
	const kilncook_context context = {0};
	float heights[33 * 17];
	for (int i = 0; i < 33 * 17; ++i)
		heights[i] = (float)(i % 2);
	const kilncook_heightfield grid = {.columns = 33, .rows = 17, .heights = heights, .spacing = {1, 1}};
	assert_int_equal(kilncook_heightfield_make(&context, &grid, &c->field_bytes), KILNCOOK_OK);
	assert_int_equal(kiln_heightfield_open(&c->field, c->field_bytes.data, c->field_bytes.size).status, KILN_OK);
}

static void fit_make(fit_case *c)
{
	fixture_mesh soup = fixture_soup(900, 1.5f, 7);
	uint64_t random = 31;
	const kiln_world_options options = world_room(WORLD_MOST);
	c->meshes = shape_asset_of(&soup, KILN_ISA_AUTO);
	const kiln_format_scene *scene = c->meshes.asset.scene;
	const float *low = scene->bounds_min, *high = scene->bounds_max;
	const kiln_vec3 middle = {(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2};
	const float size = (high[0] - low[0]) / 2;
	c->ray = (kiln_ray){.origin = {low[0] - 5, middle.y, middle.z}, .direction = {1, 0.02f, 0.01f}};
	c->sphere = (kiln_sphere){middle, size / 2};
	c->box = (kiln_box){.center = middle, .half_extents = {size / 2, size / 3, size / 2}};
	c->capsule = (kiln_capsule){{low[0], middle.y, middle.z}, {high[0], middle.y, middle.z}, size / 4};
	c->shape = (kiln_convex_shape){.kind = KILN_CONVEX_SPHERE, .sphere = c->sphere};
	c->object = (kiln_convex_object){.shape = &c->shape};
	c->a = kiln_object_from_asset(&c->meshes.asset, NULL);
	c->b = kiln_object_from_asset(&c->meshes.asset, &(kiln_pose){.translation = {0.11f, 0.07f, 0.05f}});
	c->world = world_make(&options);
	for (uint32_t i = 0; i < 60; ++i)
	{
		const kiln_vec3 at = world_point_in(&random, size);
		kiln_member member = {.shape = KILN_NONE, .pose = {.translation = {at.x / 4, at.y / 4, at.z / 4}}};
		kiln_proxy proxy;
		if (i % 3 == 0)
			member.asset = &c->meshes.asset;
		else
			member.convex = &c->shape;
		assert_int_equal(kiln_world_add(c->world.world, &member, &proxy), KILN_OK);
		if (i == 40)
			assert_int_equal(kiln_world_update(c->world.world, NULL), KILN_OK);
	}
	c->boxes = kiln_world_broadphase(c->world.world);
	make_field(c);
}

static void fit_free(fit_case *c)
{
	const kilncook_context context = {0};
	kilncook_blob_free(&context, &c->field_bytes);
	free(c->world.memory);
	shape_asset_free(&c->meshes);
}

static bool is_sorted(const entry *a, const entry *b, uint32_t words)
{
	for (uint32_t i = 0; i < words; ++i)
		if (a->word[i] != b->word[i])
			return a->word[i] < b->word[i];
	return true;
}

static void lists_that_do_not_fit_hold_their_beginning_and_count_all(void **state)
{
	(void)state;
	static fit_case c;
	const uint32_t sizes = TRIALS_SLOW ? 4 : 8;
	fit_make(&c);
	for (size_t i = 0; i < LIST_COUNT; ++i)
	{
		const struct list *list = &lists[i];
		const uint32_t count = list->ask(&c, NULL, 0), step = count / sizes + 1;
		if (count < list->least)
			fail_msg("%s finds %u only", list->name, count);
		entry *all = calloc(2 * (size_t)count, sizeof *all), *some = all + count;
		assert_non_null(all);
		assert_int_equal(list->ask(&c, all, count), count);
		for (uint32_t k = 1; k < count; ++k)
			if (!is_sorted(&all[k - 1], &all[k], list->sorted))
				fail_msg("%s is not sorted at %u", list->name, k);
		for (uint32_t capacity = 1; capacity < count; capacity += capacity < 4 ? 1 : step)
		{
			memset(some, 0, count * sizeof *some);
			assert_int_equal(list->ask(&c, some, capacity), count);
			if (memcmp(some, all, capacity * sizeof *all) != 0)
				fail_msg("%s with room for %u of %u does not hold the first", list->name, capacity, count);
		}
		free(all);
	}
	fit_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_that_do_not_fit_hold_their_beginning_and_count_all),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
