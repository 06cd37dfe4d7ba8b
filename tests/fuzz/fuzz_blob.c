// SPDX-License-Identifier: MIT
#include "blob_seeds.h"
#include "fuzz.h"
#include "kiln/large.h"
#include "kiln/lazy.h"
#include "query_trial.h"
#include "support/asset_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Fuzz target: opens the input as a blob and, if the proof accepts it, runs every query. The refusal of a blob must
/// name a place inside it; queries of an accepted blob must return indices in range, the same on every instruction set. Lazy
/// assets answer or refuse queries of any blob.

const char *fuzz_verdict = "";

static void check(bool condition)
{
	if (!condition)
		abort();
}

/// Every entry of metadata is found under its own owner and path, and in the list of its owner.
static void check_metadata(const kiln_asset *asset)
{
	for (uint32_t i = 0; i < asset->metadata_count; ++i)
	{
		const kiln_format_metadata *entry = &asset->metadata[i];
		uint32_t count;
		const char *path = kiln_metadata_path(asset, entry);
		check(kiln_metadata_find(asset, entry->owner, entry->index, path) == entry);
		const kiln_format_metadata *first = kiln_metadata_list(asset, entry->owner, entry->index, &count);
		check(first && entry >= first && entry < first + count);
		const double number = kiln_metadata_double(entry, 0);
		check(number - number >= 0 && strlen(kiln_metadata_string(asset, entry, "")) < asset->size);
		(void)kiln_metadata_int(entry, 0);
	}
}

/// A field that opens answers every point and ends every cast.
static void check_fields(const kiln_asset *asset, uint64_t random)
{
	kiln_sdf sdf;
	for (uint32_t number = 0; number < 8; ++number)
	{
		// The first meshes, then the first hulls.
		const uint32_t shape = number < 4 ? number : asset->mesh_count + number - 4;
		const kiln_result opened = kiln_sdf_open(&sdf, asset, shape);
		check(opened.reason != NULL && opened.offset <= asset->size);
		if (opened.status != KILN_OK)
			continue;
		for (int i = 0; i < 16; ++i)
		{
			float p[6];
			for (int k = 0; k < 6; ++k)
			{
				random = random * 6364136223846793005u + 1442695040888963407u;
				const float share = (float)(random >> 40) * 0x1p-23f - 0.5f;
				p[k] = sdf.origin.x + share * 4 * (i % 4 == 3 ? 0x1p30f : sdf.head->edge);
			}
			kiln_vec3 gradient, closest;
			const kiln_vec3 point = {p[0], p[1], p[2]};
			const kiln_sdf_sample sample = kiln_sdf_gradient(&sdf, point, &gradient);
			check(sample.error >= 0);
			(void)kiln_sdf_closest_point(&sdf, point, &closest);
			const kiln_capsule capsule = {.a = point, .b = {p[1], p[2], p[0]}, .radius = 0.25f};
			const kiln_motion motion = {.direction = {p[3], p[4], p[5]}};
			const kiln_sdf_hit hit = kiln_sdf_cast_capsule(&sdf, &capsule, &motion);
			check(!hit.hit || hit.t >= 0);
			check(kiln_sdf_distance_exact(&sdf, asset, point, 0).error >= 0);
			const kiln_hit exact = kiln_sdf_cast_capsule_exact(&sdf, asset, &capsule, &motion);
			check(!exact.hit || (exact.t >= 0 && exact.shape == shape));
		}
	}
}

/// An origin that is proved is finite and in range; one that is refused is zero.
static void check_origin(const kiln_asset *asset)
{
	kiln_origin origin = {1, 1, 1};
	const kiln_result result = kiln_asset_origin(asset, &origin);
	check(result.reason != NULL && result.offset <= asset->size);
	check(fabs(origin.x) <= KILN_ORIGIN_MAX && fabs(origin.y) <= KILN_ORIGIN_MAX && fabs(origin.z) <= KILN_ORIGIN_MAX);
	check(result.status == KILN_OK || (origin.x == 0 && origin.y == 0 && origin.z == 0));
}

/// A survey that opens has lists that can be read, in order, with numbers of triangles and components that exist.
static void check_surveys(const kiln_asset *asset)
{
	kiln_survey survey;
	for (uint32_t mesh = 0; mesh < asset->mesh_count && mesh < 4; ++mesh)
	{
		const kiln_result opened = kiln_survey_open(&survey, asset, mesh);
		check(opened.reason != NULL && opened.offset <= asset->size);
		if (opened.status != KILN_OK)
			continue;
		uint32_t sum = 0;
		for (kiln_fault_kind kind = 0; kind < KILN_FAULT_KIND_END; ++kind)
		{
			uint32_t count;
			const kiln_format_fault *faults = kiln_survey_list(&survey, kind, &count);
			check(count <= survey.head->counts[kind]);
			for (uint32_t i = 0; i < count; ++i)
			{
				check(faults[i].kind == kind && faults[i].length >= 0);
				check(faults[i].triangle == KILN_NONE || faults[i].triangle < asset->meshes[mesh].triangle_count);
			}
			sum += count;
		}
		check(sum == survey.head->fault_count);
		for (uint32_t i = 0; i < survey.head->component_count; ++i)
			check(survey.components[i].area >= 0 &&
				  survey.components[i].bounds_min[0] <= survey.components[i].bounds_max[0]);
	}
}

/// T-junctions that open have sides that exist and have no twin, and each is found at both sides.
static void check_junctions(const kiln_asset *asset)
{
	kiln_junctions junctions;
	for (uint32_t mesh = 0; mesh < asset->mesh_count && mesh < 4; ++mesh)
	{
		const kiln_result opened = kiln_junctions_open(&junctions, asset, mesh);
		check(opened.reason != NULL && opened.offset <= asset->size);
		for (uint32_t i = 0; opened.status == KILN_OK && i < junctions.count; ++i)
		{
			const uint32_t side = junctions.list[i].side, other = junctions.list[i].other;
			uint32_t count = 0, mirrors = 0;
			check(other / 3 < asset->meshes[mesh].triangle_count);
			check(kiln_triangle_twin(asset, mesh, side / 3, side % 3) == KILN_NONE);
			const kiln_format_junction *found = kiln_junctions_at(&junctions, other / 3, other % 3, &count);
			for (uint32_t k = 0; k < count; ++k)
				mirrors += found[k].other == side;
			check(mirrors == 1);
		}
	}
}

/// Queries of a blob that is proved where they go: each is refused at a place inside the blob, or has an answer, which is that of
/// the opened asset where the whole proof accepts the blob (`opened`, or NULL).
static void check_lazy(const uint8_t *blob, size_t size, const kiln_asset *opened, uint64_t random)
{
	const uint32_t count = kiln_lazy_marks(blob, size);
	uint8_t *memory = malloc((size_t)count + 1);
	kiln_lazy lazy;
	const kiln_result began =
		count ? kiln_lazy_open(&lazy, blob, size, memory, count, NULL) : (kiln_result){KILN_E_RANGE, 0, ""};
	check(memory && began.reason && began.offset <= size && (!opened || began.status == KILN_OK));
	for (int i = 0; i < 24 && began.status == KILN_OK; ++i)
	{
		const kiln_format_scene *scene = lazy.asset.scene;
		float p[6];
		for (int k = 0; k < 6; ++k)
		{
			random = random * 6364136223846793005u + 1442695040888963407u;
			const float share = (float)(random >> 40) * 0x1p-24f;
			p[k] =
				scene->bounds_min[k % 3] + (scene->bounds_max[k % 3] - scene->bounds_min[k % 3]) * (2 * share - 0.5f);
		}
		const kiln_ray ray = {.origin = {p[0], p[1], p[2]}, .direction = {p[3] - p[0], p[4] - p[1], p[5] - p[2]}};
		const kiln_sphere sphere = {ray.origin, 0.1f * (scene->bounds_max[0] - scene->bounds_min[0])};
		const kiln_motion motion = {ray.direction, 1};
		const kiln_point_query near = {.point = ray.origin};
		kiln_overlap overlaps[4];
		const kiln_hit hit = kiln_scene_ray_closest(&lazy.asset, &ray);
		const kiln_hit cast = kiln_scene_cast_sphere(&lazy.asset, &sphere, &motion);
		const kiln_closest closest = kiln_scene_closest_point(&lazy.asset, &near);
		const uint32_t met = kiln_scene_overlap_sphere(&lazy.asset, &sphere, overlaps, 4);
		const kiln_result result = kiln_lazy_result(&lazy);
		check(result.reason && result.offset <= size);
		check(!hit.hit || hit.mesh == KILN_NONE || hit.triangle < lazy.asset.triangle_count);
		if (!opened)
			continue;
		const kiln_hit expected = kiln_scene_ray_closest(opened, &ray);
		check(result.status == KILN_OK && memcmp(&hit, &expected, sizeof hit) == 0);
		const kiln_hit expected_cast = kiln_scene_cast_sphere(opened, &sphere, &motion);
		const kiln_closest expected_closest = kiln_scene_closest_point(opened, &near);
		check(cast.hit == expected_cast.hit && cast.t == expected_cast.t);
		check(closest.found == expected_closest.found && closest.distance == expected_closest.distance);
		check(met == kiln_scene_overlap_sphere(opened, &sphere, overlaps, 4));
	}
	free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = NULL;
	const uint8_t *blob = data;
	if ((uintptr_t)data % KILN_FORMAT_ALIGNMENT)
	{
		blob = copy = fixture_memory(size);
		check(copy != NULL);
		memcpy(copy, data, size);
	}
	kiln_asset asset;
	kiln_result result = kiln_open(&asset, blob, size, NULL);
	check(result.reason != NULL && result.offset <= size);
	fuzz_verdict = kiln_status_name(result.status);
	check_lazy(blob, size, result.status == KILN_OK ? &asset : NULL, blob_seed_hash(blob, size));
	if (result.status == KILN_OK)
	{
		check_metadata(&asset);
		check_origin(&asset);
		check_surveys(&asset);
		check_junctions(&asset);
		check_fields(&asset, blob_seed_hash(blob, size));
		query_trial(&asset, blob_seed_hash(blob, size));
	}
	free(copy);
	return 0;
}

uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	fixture_blob blob = {0};
	bool made = blob_seed_make(i, &blob);
	*size = made ? blob.size : 0;
	return made ? blob.data : NULL;
}
