// SPDX-License-Identifier: MIT
#include "blob_seeds.h"
#include "fuzz.h"
#include "kiln/school.h"
#include "query_trial.h"
#include "support/asset_fixture.h"

#include <stdlib.h>
#include <string.h>

/// Fuzz target: reads the input as a query log and repeats its queries on two valid assets. An entry may have any bits;
/// queries must refuse it or answer.

const char *fuzz_verdict = "";

#define ENTRIES_MOST 24
#define FOUND 8

typedef struct stage
{
	kiln_asset assets[2];
} stage;

/// Makes a small scene of meshes and a seed with solids once: they are the same for every input.
static const stage *sound_assets(void)
{
	static stage made;
	static const size_t seeds[2] = {5, 7};
	for (int i = 0; i < 2 && !made.assets[i].data; ++i)
	{
		fixture_blob blob;
		trial_check(blob_seed_make(seeds[i], &blob));
		trial_check(kiln_open(&made.assets[i], blob.data, blob.size, NULL).status == KILN_OK);
	}
	return &made;
}

static void replay_pair(const stage *s, const kiln_log_entry *entry)
{
	kiln_filter filters[2];
	kiln_pair_filter pairs_filter = {.masks = false};
	kiln_asset assets[2] = {s->assets[0], s->assets[1]};
	if (kiln_filter_from_log(&entry->filter, &filters[0]))
		assets[0].filter = &filters[0];
	if (kiln_filter_from_log(&entry->filter_b, &filters[1]))
		assets[1].filter = &filters[1];
	(void)kiln_filter_pairs_from_log(&entry->pair_filter, &pairs_filter);
	const uint32_t kind = entry->kind;
	const kiln_log_pair *pair = &entry->arguments.pair;
	kiln_object a = kiln_object_from_shape(&assets[0], pair->shape_a, &pair->a.from);
	kiln_object b = kiln_object_from_shape(&assets[1], pair->shape_b, &pair->b.from);
	a.trees = pair->trees_a;
	b.trees = pair->trees_b;
	const kiln_pair_options options = {.descent = kiln_school_descent(pair->descent),
		.lower = pair->lower,
		.upper = pair->upper,
		.filter = &pairs_filter};
	bool answer;
	kiln_pair first, pairs[FOUND];
	kiln_pair_separation separation;
	kiln_pair_depth depth;
	kiln_pair_manifold manifolds[FOUND];
	kiln_pair_impact impact;
	uint32_t count;
	switch (kind)
	{
	case KILN_LOG_PAIR_COLLIDE:
		(void)kiln_pair_collide(&a, &b, &options, &answer, &first);
		break;
	case KILN_LOG_PAIR_CONTACTS:
		(void)kiln_pair_contacts(&a, &b, &options, pairs, FOUND, &count);
		break;
	case KILN_LOG_PAIR_DISTANCE:
		(void)kiln_pair_distance(&a, &b, &options, &separation);
		break;
	case KILN_LOG_PAIR_WITHIN:
		(void)kiln_pair_within(&a, &b, pair->distance, &options, &answer);
		break;
	case KILN_LOG_PAIR_PENETRATION:
		(void)kiln_pair_penetration(&a, &b, &options, &depth);
		break;
	case KILN_LOG_PAIR_MANIFOLDS:
		(void)kiln_pair_manifolds(&a, &b, &options, NULL, manifolds, FOUND, &count);
		break;
	case KILN_LOG_PAIR_TIME_OF_IMPACT:
		(void)kiln_pair_time_of_impact(&a, &pair->a, &b, &pair->b, pair->distance, &options, &impact);
		break;
	default:
		break;
	}
}

static void replay_convex(const kiln_asset *asset, bool cast, const kiln_log_convex *logged)
{
	kiln_convex_shape shape;
	kiln_convex_object object;
	kiln_overlap found[FOUND];
	if (!kiln_convex_object_from_log(logged, &shape, &object))
		return;
	if (cast)
		(void)kiln_scene_cast_convex(asset, &object, &logged->motion);
	else
		(void)kiln_scene_overlap_convex(asset, &object, found, FOUND);
}

static void replay(const stage *s, const kiln_log_entry *entry)
{
	kiln_filter filter;
	kiln_asset filtered = s->assets[entry->number % 2];
	if (kiln_filter_from_log(&entry->filter, &filter))
		filtered.filter = &filter;
	const kiln_asset *asset = &filtered;
	const kiln_log_arguments *given = &entry->arguments;
	kiln_overlap found[FOUND];
	kiln_hit hits[FOUND];
	switch (entry->kind)
	{
	case KILN_LOG_RAY_CLOSEST:
		(void)(entry->mesh == KILN_NONE ? kiln_scene_ray_closest(asset, &given->ray)
										: kiln_mesh_ray_closest(asset, entry->mesh, &given->ray));
		break;
	case KILN_LOG_RAY_ANY:
		(void)kiln_scene_ray_any(asset, &given->ray);
		break;
	case KILN_LOG_RAY_ALL:
		(void)kiln_scene_ray_all(asset, &given->ray, hits, FOUND);
		break;
	case KILN_LOG_CLOSEST_POINT:
		(void)kiln_scene_closest_point(asset, &given->closest);
		break;
	case KILN_LOG_POINT_INSIDE:
		(void)kiln_scene_point_inside(asset, given->point);
		break;
	case KILN_LOG_OVERLAP_SPHERE:
		(void)kiln_scene_overlap_sphere(asset, &given->sphere.shape, found, FOUND);
		break;
	case KILN_LOG_OVERLAP_BOX:
		(void)kiln_scene_overlap_box(asset, &given->box.shape, found, FOUND);
		break;
	case KILN_LOG_OVERLAP_CAPSULE:
		(void)kiln_scene_overlap_capsule(asset, &given->capsule.shape, found, FOUND);
		break;
	case KILN_LOG_CAST_SPHERE:
		(void)kiln_scene_cast_sphere(asset, &given->sphere.shape, &given->sphere.motion);
		break;
	case KILN_LOG_CAST_BOX:
		(void)kiln_scene_cast_box(asset, &given->box.shape, &given->box.motion);
		break;
	case KILN_LOG_CAST_CAPSULE:
		(void)kiln_scene_cast_capsule(asset, &given->capsule.shape, &given->capsule.motion);
		break;
	case KILN_LOG_OVERLAP_CONVEX:
	case KILN_LOG_CAST_CONVEX:
		replay_convex(asset, entry->kind == KILN_LOG_CAST_CONVEX, &given->convex);
		break;
	default:
		replay_pair(s, entry);
		break;
	}
}

/// A world with one member, at a place with any bits.
static void replay_in_world(const stage *s, const kiln_log_entry *entry, const kiln_log_place *place)
{
	const kiln_world_options options = {.broadphase = {.capacity = 1, .pair_capacity = 1}, .origin = place->of};
	const kiln_world_query_options query = {.origin = place->origin};
	const kiln_member member = {.asset = &s->assets[entry->number % 2],
		.shape = entry->mesh == KILN_NONE ? KILN_NONE : 0,
		.pose = place->pose,
		.origin = place->of};
	const size_t size = kiln_world_size(&options);
	uint8_t *memory = size ? fixture_memory(size) : NULL;
	kiln_world *world;
	kiln_hit hits[FOUND];
	uint32_t members[FOUND];
	if (memory && kiln_world_create(&world, memory, size, &options) == KILN_OK &&
		kiln_world_add(world, &member, NULL) == KILN_OK)
	{
		(void)kiln_world_ray_closest(world, &entry->arguments.ray, &query);
		(void)kiln_world_ray_all(world, &entry->arguments.ray, &query, hits, members, FOUND);
		(void)kiln_world_closest_point(world, &entry->arguments.closest, &query);
		(void)kiln_world_point_inside(world, &entry->arguments.point, &query);
		kiln_convex_shape shape;
		kiln_convex_object object;
		if (kiln_convex_object_from_log(&entry->arguments.convex, &shape, &object))
			(void)kiln_world_cast_convex(world, &object, &entry->arguments.convex.motion, &query);
	}
	free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const kiln_log *log;
	uint8_t *copy = fixture_memory(size);
	trial_check(copy != NULL);
	memcpy(copy, data, size);
	kiln_result result = kiln_log_open(&log, copy, size);
	trial_check(result.reason != NULL && result.offset <= size && (log != NULL) == (result.status == KILN_OK));
	fuzz_verdict = kiln_status_name(result.status);
	uint32_t count = result.status == KILN_OK ? kiln_log_count(log) : 0;
	for (uint32_t i = 0; i < count && i < ENTRIES_MOST; ++i)
	{
		const kiln_log_entry *entry = kiln_log_at(log, i);
		trial_check(entry && kiln_log_kind_name((kiln_log_kind)entry->kind) != NULL);
		replay(sound_assets(), entry);
		const kiln_log_place *place = kiln_log_place_at(log, i);
		if (place)
			replay_in_world(sound_assets(), entry, place);
	}
	if (result.status == KILN_OK)
		trial_check(kiln_log_at(log, count) == NULL);
	free(copy);
	return 0;
}

static void record_scene(kiln_log *log, const kiln_asset *asset, uint32_t mesh)
{
	const kiln_motion motion = {{1, 0.5f, -2}, 4};
	const kiln_ray ray = {{-4, 0.1f, 0.2f}, {1, 0, 0.1f}, 0, true};
	const kiln_point_query query = {{0.5f, 0.5f, 3}, 0};
	const kiln_sphere sphere = {{0, 0, 2}, 0.75f};
	const kiln_box box = {{0, 0, 2}, {0.5f, 1, 0.25f}, {0, 0.6f, 0, 0.8f}};
	const kiln_capsule capsule = {{0, 0, 2}, {1, 0, 3}, 0.5f};
	const kiln_convex_shape cone = {.kind = KILN_CONVEX_CONE, .cone = {{0, 0, 1}, {0, 0, -1}, 0.5f}};
	const kiln_convex_object object = {.shape = &cone, .pose = {.translation = {0, 0, 2}}};
	for (uint32_t kind = KILN_LOG_RAY_CLOSEST; kind <= KILN_LOG_RAY_ALL; ++kind)
		kiln_log_add_ray(log, (kiln_log_kind)kind, asset, mesh, &ray);
	kiln_log_add_closest_point(log, asset, mesh, &query);
	kiln_log_add_point_inside(log, asset, mesh, query.point);
	for (int cast = 0; cast < 2; ++cast)
	{
		kiln_log_add_sphere(log, asset, mesh, &sphere, cast ? &motion : NULL);
		kiln_log_add_box(log, asset, mesh, &box, cast ? &motion : NULL);
		kiln_log_add_capsule(log, asset, mesh, &capsule, cast ? &motion : NULL);
		kiln_log_add_convex(log, asset, mesh, &object, cast ? &motion : NULL);
	}
}

uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	const stage *s = sound_assets();
	uint8_t *memory = i < 3 ? fixture_memory(kiln_log_size(ENTRIES_MOST)) : NULL;
	kiln_log *log;
	*size = memory ? kiln_log_size(ENTRIES_MOST) : 0;
	if (!memory)
		return NULL;
	trial_check(kiln_log_create(&log, memory, *size) == KILN_OK);
	const kiln_log_place far = {
		.origin = {1e9, -4, 0x1p40}, .of = {1e9 - 1, -4, 0x1p40}, .pose = {.rotation = {0, 0.6f, 0, 0.8f}, .scale = 2}};
	kiln_log_set_place(log, i % 2 ? &far : NULL);
	if (i < 2)
		record_scene(log, &s->assets[i], i ? KILN_NONE : 0);
	for (uint32_t kind = KILN_LOG_PAIR_COLLIDE; i == 2 && kind <= KILN_LOG_PAIR_TIME_OF_IMPACT; ++kind)
		for (uint32_t trial = 0; trial < 3; ++trial)
		{
			const kiln_pose pose = {.rotation = {0, 0, 0.6f, 0.8f}, .translation = {0.4f * (float)trial, 1, 0.5f}};
			const kiln_object a = kiln_object_from_asset(&s->assets[0], NULL);
			const kiln_object b = kiln_object_from_shape(&s->assets[1], trial ? 0 : KILN_NONE, &pose);
			const kiln_sweep sweep = {.from = pose, .to = {.translation = {3, -1, 0}}};
			bool moves = kind == KILN_LOG_PAIR_TIME_OF_IMPACT;
			kiln_log_add_pair(log, (kiln_log_kind)kind, &a, NULL, &b, moves ? &sweep : NULL, 0.125f, NULL);
		}
	return memory;
}
