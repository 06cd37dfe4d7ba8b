// SPDX-License-Identifier: MIT
#include "levels.h"

#include "../lines/json_keys.h"
#include "../lines/text_parts.h"
#include "../verify/verify.h"
#include "../verify/verify_quiet.h"
#include "hausdorff/hausdorff.h"
#include "math/ieee.h"

#include <stdlib.h>
#include <string.h>

void levels_text(FILE *out, const kiln_asset *asset, uint32_t mesh)
{
	for (uint32_t level = 1; level < kiln_level_count(asset, mesh); ++level)
	{
		const uint32_t number = kiln_level_mesh(asset, mesh, level);
		const uint32_t triangles = asset->meshes[number].triangle_count;
		write_label(out, level == 1 ? "levels" : "");
		fprintf(out, "%lu: mesh %lu, %lu triangle%s, within %.6g\n", (unsigned long)level, (unsigned long)number,
			(unsigned long)triangles, plural(triangles), (double)kiln_level_distance(asset, mesh, level));
	}
}

void levels_json(json_writer *json, const kiln_asset *asset, uint32_t mesh)
{
	if (kiln_level_count(asset, mesh) == 1)
		return;
	json_key(json, "levels");
	json_array(json);
	for (uint32_t level = 1; level < kiln_level_count(asset, mesh); ++level)
	{
		const uint32_t number = kiln_level_mesh(asset, mesh, level);
		json_object_inline(json);
		key_uint(json, "mesh", number);
		key_uint(json, "triangles", asset->meshes[number].triangle_count);
		key_float(json, "distance", kiln_level_distance(asset, mesh, level));
		json_object_end(json);
	}
	json_array_end(json);
}

void levels_diff(diff_lines *lines, const kiln_asset *const asset[2], diff_thing thing, const uint32_t mesh[2])
{
	const uint32_t count[2] = {kiln_level_count(asset[0], mesh[0]), kiln_level_count(asset[1], mesh[1])};
	diff_counts(lines, thing, "levels", count[0] - 1, count[1] - 1);
	for (uint32_t level = 1; level < count[0] && level < count[1]; ++level)
	{
		char what[40];
		snprintf(what, sizeof what, "distance of level %lu", (unsigned long)level);
		diff_numbers(lines, thing, what, (double)kiln_level_distance(asset[0], mesh[0], level),
			(double)kiln_level_distance(asset[1], mesh[1], level));
	}
}

// The triangles of a mesh, each with vertices of its own.
typedef struct soup
{
	float (*vertices)[3];
	uint32_t (*triangles)[3];
	uint32_t count;
} soup;

static bool soup_make(const kiln_asset *asset, uint32_t mesh, soup *out)
{
	out->count = asset->meshes[mesh].triangle_count;
	out->vertices = malloc(3 * (size_t)out->count * sizeof *out->vertices);
	out->triangles = malloc((size_t)out->count * sizeof *out->triangles);
	for (uint32_t i = 0; out->vertices != NULL && out->triangles != NULL && i < out->count; ++i)
	{
		kiln_vec3 corners[3];
		(void)kiln_triangle_corners(asset, mesh, i, corners);
		for (uint32_t k = 0; k < 3; ++k)
		{
			memcpy(out->vertices[3 * i + k], &corners[k], sizeof *out->vertices);
			out->triangles[i][k] = 3 * i + k;
		}
	}
	return out->vertices != NULL && out->triangles != NULL;
}

static void soup_free(soup *s)
{
	free(s->vertices);
	free(s->triangles);
}

static hausdorff_surface surface_of(const soup *s)
{
	return (hausdorff_surface){
		(const float(*)[3])s->vertices, (const uint32_t(*)[3])s->triangles, 3 * s->count, s->count};
}

// The search ends as soon as the distance is certainly within the stored one, or certainly beyond.
static kiln_result verify_level(const kiln_asset *asset, const kiln_format_level *level, bool *memory)
{
	// Larger meshes are beyond the measurement, and the cooker makes no levels of them.
	const uint32_t most = 1u << 28;
	soup full = {0}, coarse = {0};
	kiln_result result = verify_passed();
	if (asset->meshes[level->mesh].triangle_count > most || asset->meshes[level->level_mesh].triangle_count > most)
		return result;
	hausdorff_result found = {.lower = 0};
	if (soup_make(asset, level->mesh, &full) && soup_make(asset, level->level_mesh, &coarse))
	{
		const hausdorff_surface a = surface_of(&full), b = surface_of(&coarse);
		const hausdorff_options options = {.limit = (double)level->distance};
		*memory |= hausdorff_measure(&verify_quiet, &a, &b, &options, &found) != KILNCOOK_OK;
	}
	else
	{
		*memory = true;
	}
	if (!*memory && found.lower > (double)level->distance)
	{
		result = verify_refused(
			asset, KILN_E_NUMBER, &level->distance, "a level is farther from its mesh than its distance says");
	}
	soup_free(&full);
	soup_free(&coarse);
	return result;
}

kiln_result verify_levels(const kiln_asset *asset, bool *memory)
{
	kiln_result result = verify_passed();
	for (uint32_t i = 0; i < asset->level_count && result.status == KILN_OK && !*memory; ++i)
		result = verify_level(asset, &asset->levels[i], memory);
	return result;
}
