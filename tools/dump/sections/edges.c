// SPDX-License-Identifier: MIT
#include "edges.h"

#include "../lines/json_keys.h"
#include "../lines/text_parts.h"
#include "../verify/verify.h"
#include "../verify/verify_quiet.h"
#include "clean/edge_kinds.h"
#include "survey/junctions.h"

#include <stdlib.h>

static clean_side_counts count(const kiln_asset *asset, uint32_t mesh)
{
	const kiln_format_mesh *m = &asset->meshes[mesh];
	clean_side_counts sides = {.of = {0}};
	for (uint32_t i = 0; i < m->triangle_count; ++i)
	{
		const uint16_t kinds = (uint16_t)kiln_triangle_edges(asset, mesh, i);
		const clean_side_counts one = clean_count_sides(&kinds, 1);
		for (uint32_t kind = 0; kind < KILN_EDGE_KIND_END; ++kind)
			sides.of[kind] += one.of[kind];
	}
	return sides;
}

/// The T-junctions of a mesh.
typedef struct junction_counts
{
	uint64_t sides; ///< that have any
	float distance; ///< the largest
} junction_counts;

static junction_counts count_junctions(const kiln_junctions *junctions)
{
	junction_counts counts = {0};
	for (uint32_t i = 0; i < junctions->count; ++i)
	{
		const kiln_format_junction *entry = &junctions->list[i];
		counts.sides += i == 0 || entry->side != entry[-1].side;
		counts.distance = entry->distance > counts.distance ? entry->distance : counts.distance;
	}
	return counts;
}

void edges_text(FILE *out, const kiln_asset *asset, uint32_t mesh)
{
	clean_side_counts sides = count(asset, mesh);
	write_label(out, "sides");
	fprintf(out, "%llu convex, %llu concave, %llu flat, %llu boundary, %llu non-manifold\n",
		(unsigned long long)sides.of[KILN_EDGE_CONVEX], (unsigned long long)sides.of[KILN_EDGE_CONCAVE],
		(unsigned long long)sides.of[KILN_EDGE_FLAT], (unsigned long long)sides.of[KILN_EDGE_BOUNDARY],
		(unsigned long long)sides.of[KILN_EDGE_NONMANIFOLD]);
	kiln_junctions junctions;
	const kiln_result result = kiln_junctions_open(&junctions, asset, mesh);
	if (result.status != KILN_OK)
	{
		write_label(out, "junctions");
		fprintf(out, "broken at byte %llu: %s\n", (unsigned long long)result.offset, result.reason);
	}
	else if (junctions.count > 0)
	{
		const junction_counts counts = count_junctions(&junctions);
		write_label(out, "junctions");
		fprintf(out, "%llu sides, %llu pairs of them run along each other at T-junctions, up to %.9g apart\n",
			(unsigned long long)counts.sides, (unsigned long long)junctions.count / 2, (double)counts.distance);
	}
}

void edges_json(json_writer *json, const kiln_asset *asset, uint32_t mesh)
{
	clean_side_counts sides = count(asset, mesh);
	key_inline(json, "sides");
	key_uint(json, "convex", sides.of[KILN_EDGE_CONVEX]);
	key_uint(json, "concave", sides.of[KILN_EDGE_CONCAVE]);
	key_uint(json, "flat", sides.of[KILN_EDGE_FLAT]);
	key_uint(json, "boundary", sides.of[KILN_EDGE_BOUNDARY]);
	key_uint(json, "nonmanifold", sides.of[KILN_EDGE_NONMANIFOLD]);
	json_object_end(json);
	kiln_junctions junctions;
	if (kiln_junctions_open(&junctions, asset, mesh).status != KILN_OK || junctions.count == 0)
		return;
	const junction_counts counts = count_junctions(&junctions);
	key_inline(json, "junctions");
	key_uint(json, "sides", counts.sides);
	key_uint(json, "pairs", junctions.count / 2);
	key_double(json, "distance", (double)counts.distance);
	json_object_end(json);
}

// The cooker's code does not accept triangles with equal corners.
static bool has_corners(const uint32_t (*triangles)[3], uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		const uint32_t *t = triangles[i];
		if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0])
			return false;
	}
	return true;
}

bool edges_weld(const kiln_asset *asset, uint32_t mesh, clean_weld *weld, uint32_t (*triangles)[3])
{
	for (uint32_t i = 0; i < asset->meshes[mesh].triangle_count; ++i)
	{
		kiln_vec3 corners[3];
		(void)kiln_triangle_corners(asset, mesh, i, corners);
		for (int k = 0; k < 3; ++k)
		{
			const float position[3] = {corners[k].x, corners[k].y, corners[k].z};
			triangles[i][k] = clean_weld_add(weld, position);
		}
	}
	return has_corners((const uint32_t(*)[3])triangles, asset->meshes[mesh].triangle_count);
}

static kiln_result compare(const kiln_asset *asset, uint32_t mesh, const uint16_t *kinds)
{
	const kiln_format_mesh *m = &asset->meshes[mesh];
	for (uint32_t i = 0; i < m->triangle_count; ++i)
	{
		if (kiln_triangle_edges(asset, mesh, i) != kinds[i])
		{
			const uint64_t at = ((uint64_t)m->triangle_first + i) * asset->edge_size;
			return verify_refused(asset, KILN_E_VALUE, asset->edges + at,
				"a side of a triangle is not the kind of edge that its mesh has there");
		}
	}
	return verify_passed();
}

static kiln_result verify_mesh(const kiln_asset *asset, uint32_t mesh, bool *memory)
{
	const kiln_format_mesh *m = &asset->meshes[mesh];
	kiln_result result = verify_passed();
	clean_weld weld;
	// In any blob from the cooker, three corners a triangle are at most 2^31 positions.
	if ((uint64_t)m->triangle_count * 3 > 1u << 31 || !clean_weld_begin(&verify_quiet, 3 * m->triangle_count, &weld))
	{
		*memory = true;
		return result;
	}
	uint32_t(*triangles)[3] = malloc(m->triangle_count * sizeof *triangles);
	uint16_t *kinds = malloc(m->triangle_count * sizeof *kinds);
	*memory = triangles == NULL || kinds == NULL;
	if (!*memory)
	{
		if (!edges_weld(asset, mesh, &weld, triangles))
			result = verify_refused(asset, KILN_E_VALUE, m, "a triangle has equal corners");
		else if (!clean_edge_kinds(&verify_quiet, (const float(*)[3])weld.positions, weld.count,
					 (const uint32_t(*)[3])triangles, m->triangle_count, asset->provenance->flat_edge, kinds))
			*memory = true;
		else
			result = compare(asset, mesh, kinds);
	}
	free(triangles);
	free(kinds);
	clean_weld_free(&verify_quiet, &weld);
	return result;
}

static bool same_place(const kiln_vec3 *a, const kiln_vec3 *b)
{
	return !(a->x < b->x || a->x > b->x || a->y < b->y || a->y > b->y || a->z < b->z || a->z > b->z);
}

// Twins share both ends of their side. With what the proof found at open, twins are then the sides of one edge.
static kiln_result verify_twins(const kiln_asset *asset, uint32_t mesh)
{
	const kiln_format_mesh *m = &asset->meshes[mesh];
	for (uint32_t i = 0; asset->adjacency != NULL && i < m->triangle_count; ++i)
	{
		kiln_vec3 own[3], others[3];
		(void)kiln_triangle_corners(asset, mesh, i, own);
		for (uint32_t k = 0; k < 3; ++k)
		{
			const uint32_t twin = kiln_triangle_twin(asset, mesh, i, k);
			if (twin == KILN_NONE)
				continue;
			(void)kiln_triangle_corners(asset, mesh, twin / 3, others);
			const kiln_vec3 *a = &own[k], *b = &own[(k + 1) % 3], *c = &others[twin % 3],
							*d = &others[(twin % 3 + 1) % 3];
			if (!(same_place(a, c) && same_place(b, d)) && !(same_place(a, d) && same_place(b, c)))
			{
				return verify_refused(asset, KILN_E_VALUE, &asset->adjacency[3 * ((uint64_t)m->triangle_first + i) + k],
					"a side and its twin are not one edge");
			}
		}
	}
	return verify_passed();
}

static void load_side(const kiln_asset *asset, uint32_t mesh, uint32_t side, float ends[2][3])
{
	kiln_vec3 corners[3];
	(void)kiln_triangle_corners(asset, mesh, side / 3, corners);
	for (uint32_t k = 0; k < 2; ++k)
	{
		const kiln_vec3 *at = &corners[(side % 3 + k) % 3];
		ends[k][0] = at->x;
		ends[k][1] = at->y;
		ends[k][2] = at->z;
	}
}

// The distance of a T-junction is that of its sides.
static kiln_result verify_junctions(const kiln_asset *asset, uint32_t mesh)
{
	kiln_junctions junctions;
	const kiln_result result = kiln_junctions_open(&junctions, asset, mesh);
	for (uint32_t i = 0; result.status == KILN_OK && i < junctions.count; ++i)
	{
		float own[2][3], others[2][3];
		load_side(asset, mesh, junctions.list[i].side, own);
		load_side(asset, mesh, junctions.list[i].other, others);
		const float apart = (float)survey_sides_apart((const float(*)[3])own, (const float(*)[3])others);
		if (apart < junctions.list[i].distance || apart > junctions.list[i].distance)
			return verify_refused(asset, KILN_E_VALUE, &junctions.list[i].distance,
				"the distance of a T-junction is not that of its sides");
	}
	return result;
}

kiln_result verify_edges(const kiln_asset *asset, bool *memory)
{
	kiln_result result = verify_passed();
	*memory = false;
	for (uint32_t i = 0; i < asset->mesh_count && result.status == KILN_OK && !*memory; ++i)
	{
		result = verify_mesh(asset, i, memory);
		if (result.status == KILN_OK)
			result = verify_twins(asset, i);
		if (result.status == KILN_OK && !*memory)
			result = verify_junctions(asset, i);
	}
	return result;
}
