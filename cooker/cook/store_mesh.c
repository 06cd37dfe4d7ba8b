// SPDX-License-Identifier: MIT
#include "cook.h"

#include "clean/adjacency.h"
#include "memory.h"
#include "plan/keys.h"

#include <string.h>
#include <xxhash.h>

/// Computes the key of a mesh. Meshes are equal when their vertices, triangles, faces, materials and trees agree, and
/// also their source vertices if these are kept; names do not count. A hash of 128 bits represents all of these: a
/// collision between two different meshes is less likely than a hardware fault.
static bool content_key(
	const clean_mesh *mesh, const kiln_format_part *parts, const kilncook_options *options, uint64_t key[2])
{
	XXH3_state_t *state = XXH3_createState();
	if (!state)
		return false;
	XXH3_128bits_reset(state);
	uint32_t counts[3] = {mesh->vertex_count, mesh->triangle_count, mesh->part_count};
	XXH3_128bits_update(state, counts, sizeof counts);
	XXH3_128bits_update(state, mesh->vertices, (size_t)mesh->vertex_count * sizeof *mesh->vertices);
	XXH3_128bits_update(state, mesh->triangles, (size_t)mesh->triangle_count * sizeof *mesh->triangles);
	XXH3_128bits_update(state, mesh->faces, (size_t)mesh->triangle_count * sizeof *mesh->faces);
	if (options->deformable)
		XXH3_128bits_update(state, mesh->vertex_sources, (size_t)mesh->vertex_count * sizeof *mesh->vertex_sources);
	for (kilncook_key k = KILNCOOK_KEY_TREE; k <= KILNCOOK_KEY_DEFORMABLE; ++k)
	{
		uint64_t bits = key_bits(options, k);
		XXH3_128bits_update(state, &bits, sizeof bits);
	}
	XXH3_128bits_update(state, &mesh->grid, sizeof mesh->grid);
	XXH3_128bits_update(state, &options->bounds, sizeof options->bounds);
	XXH3_128bits_update(state, options->levels, key_level_count(options) * sizeof *options->levels);
	const double field[2] = {options->sdf, (double)(options->sdf < 0 || options->sdf > 0 ? options->sdf_blocks : 0)};
	XXH3_128bits_update(state, field, sizeof field);
	const uint32_t kept[2] = {options->simplify_side, options->simplify_borders};
	if (key_level_count(options))
		XXH3_128bits_update(state, kept, sizeof kept);
	for (uint32_t i = 0; i < mesh->part_count; ++i)
	{
		uint32_t part[3] = {parts[i].first_face, parts[i].face_count, parts[i].material};
		XXH3_128bits_update(state, part, sizeof part);
	}
	XXH128_hash_t hash = XXH3_128bits_digest(state);
	key[0] = hash.low64;
	key[1] = hash.high64;
	XXH3_freeState(state);
	return true;
}

static const uint64_t *key_of(const cook_job *job, uint32_t i)
{
	return job->meshes[i].key;
}

static void fill_head(
	const cook_job *job, const cook_set *set, const clean_mesh *mesh, const packed_tree *tree, kiln_format_mesh *head)
{
	*head = (kiln_format_mesh){
		.name = set->name,
		.flags = mesh->flags,
		.part_first = job->parts.count,
		.part_count = mesh->part_count,
		.triangle_count = mesh->triangle_count,
		.tree_count = tree->node_count,
		.leaf_units = tree->leaf_units,
		.leaf_count = tree->leaf_count,
		.depth = tree->depth,
		.vertex_count = mesh->vertex_count,
		.edge_count = mesh->edge_count,
		.boundary_edges = mesh->boundary_edges,
		.nonmanifold_edges = mesh->nonmanifold_edges,
		.inconsistent_edges = mesh->inconsistent_edges,
		.component_count = mesh->component_count,
		.euler_characteristic = mesh->euler_characteristic,
		.sah_cost = tree->sah_cost,
		.pair_tree = KILN_NONE,
		.choice = KILN_NONE,
		.vertex_first = KILN_NONE,
		.leaf_vertex_count = tree->leaf_vertex_count,
		.source_vertex_count = mesh->source_vertex_count,
	};
	for (uint32_t axis = 0; axis < 3; ++axis)
	{
		float min = mesh->vertices[0][axis], max = min;
		for (uint32_t v = 1; v < mesh->vertex_count; ++v)
		{
			min = mesh->vertices[v][axis] < min ? mesh->vertices[v][axis] : min;
			max = mesh->vertices[v][axis] > max ? mesh->vertices[v][axis] : max;
		}
		head->bounds_min[axis] = min + 0.0f;
		head->bounds_max[axis] = max + 0.0f;
	}
}

void cook_mesh_free(const kilncook_context *context, cook_mesh *mesh)
{
	cook_free(context, mesh->vertices, mesh->head.leaf_vertex_count, sizeof *mesh->vertices);
	cook_free(context, mesh->edges, mesh->head.triangle_count, sizeof *mesh->edges);
	cook_free(context, mesh->twins, mesh->head.triangle_count, sizeof *mesh->twins);
	cook_kept_survey_free(context, &mesh->survey);
	cook_free(context, mesh->junctions, (size_t)mesh->junction_count, sizeof *mesh->junctions);
	cook_trees_free(context, mesh->trees);
	sdf_free(context, &mesh->field);
	packed_tree_free(context, &mesh->tree);
	*mesh = (cook_mesh){.choice = KILN_NONE};
}

/// Stores the source vertex of every leaf vertex, if the settings keep them.
static kilncook_status keep_vertices(
	cook_job *job, const kilncook_options *options, const clean_mesh *mesh, cook_mesh *out)
{
	if (!options->deformable)
		return KILNCOOK_OK;
	out->vertices = cook_alloc(&job->context, out->head.leaf_vertex_count, sizeof *out->vertices);
	if (!out->vertices)
		return cook_no_memory(job);
	for (uint32_t i = 0; i < out->head.leaf_vertex_count; ++i)
		out->vertices[i] = mesh->vertex_sources[out->tree.leaf_vertices[i]];
	return KILNCOOK_OK;
}

/// Stores the kinds of edges in the order of the packed triangles, while the tree still has their clean numbers.
static kilncook_status keep_edges(cook_job *job, const uint16_t *kinds, cook_mesh *out)
{
	const uint32_t count = out->head.triangle_count;
	out->edges = cook_alloc(&job->context, count, sizeof *out->edges);
	if (!out->edges)
		return cook_no_memory(job);
	for (uint32_t i = 0; i < count; ++i)
		out->edges[i] = kinds[out->tree.order[i]];
	out->sides = clean_count_sides(out->edges, count);
	return KILNCOOK_OK;
}

/// Keeps the twins of sides in the order and by the numbers of the packed triangles, while the tree still has their clean
/// numbers.
static kilncook_status keep_adjacency(cook_job *job, const clean_mesh *mesh, const survey *s, cook_mesh *out)
{
	if (!job->options.adjacency)
		return KILNCOOK_OK;
	kilncook_context *context = &job->context;
	const uint32_t count = mesh->triangle_count, *order = out->tree.order;
	uint32_t(*twins)[3] = cook_alloc(context, count, sizeof *twins);
	uint32_t *packed = cook_alloc(context, count, sizeof *packed);
	out->twins = cook_alloc(context, count, sizeof *out->twins);
	bool done = twins && packed && out->twins;
	// A mesh may be too large for a survey, and has no edges there then.
	if (done && s->adjacency.edges.first)
		clean_twins_of(&s->adjacency.edges, twins);
	else if (done)
		done = clean_find_twins(context, (const uint32_t(*)[3])mesh->triangles, count, mesh->vertex_count, twins);
	for (uint32_t i = 0; done && i < count; ++i)
		packed[order[i]] = i;
	for (uint32_t i = 0; done && i < count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			uint32_t twin = twins[order[i]][k];
			out->twins[i][k] = twin == KILN_NONE ? KILN_NONE : 3 * packed[twin / 3] + twin % 3;
		}
	cook_free(context, packed, count, sizeof *packed);
	cook_free(context, twins, count, sizeof *twins);
	return done ? KILNCOOK_OK : cook_no_memory(job);
}

/// Stores the shape of a mesh, its volumes and its mass, and the volumes of its parts.
static kilncook_status describe(cook_job *job, const cook_set *set, const cook_mesh_facts *facts, cook_mesh *out)
{
	kiln_format_part *parts = job->parts.items + job->parts.count;
	out->shape = (kiln_format_shape){
		.kind = KILN_SHAPE_MESH,
		.name = set->name,
		.material = KILN_NONE,
		.part_first = job->parts.count,
		.part_count = out->head.part_count,
		.volumes = KILN_NONE,
	};
	kilncook_status status = cook_volumes_add(job, &facts->volumes, &out->shape.volumes);
	cook_mass_store(&out->shape, &facts->mass);
	if (status == KILNCOOK_OK && facts->mass.closed && facts->mass.volume < 0)
		cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, set->name), "mesh-inside-out",
			"the closed surface is wound inside out: its triangles face its inside (--flip)");
	if (!facts->parts)
		parts[0].volumes = out->shape.volumes;
	for (uint32_t i = 0; i < facts->part_count && status == KILNCOOK_OK; ++i)
		if (facts->parts[i].used)
			status = cook_volumes_add(job, &facts->parts[i].set, &parts[i].volumes);
	return status;
}

/// Moves the facts of a mesh to `out`, which the caller frees on failure.
static kilncook_status store_facts(
	cook_job *job, const cook_set *set, const clean_mesh *mesh, bool is_level, cook_mesh_facts *facts, cook_mesh *out)
{
	const kilncook_options *options = cook_set_options(job, set);
	out->tree = facts->tree;
	facts->tree = (packed_tree){0};
	fill_head(job, set, mesh, &out->tree, &out->head);
	kilncook_status status = keep_edges(job, facts->kinds, out);
	if (status == KILNCOOK_OK)
		status = keep_adjacency(job, mesh, facts->survey, out);
	if (status == KILNCOOK_OK)
		status = cook_store_survey(job, set, mesh, facts->survey, is_level, out);
	if (status == KILNCOOK_OK)
	{
		for (uint32_t i = 0; i < out->tree.order_count; ++i)
			out->tree.order[i] = mesh->faces[out->tree.order[i]];
		status = keep_vertices(job, options, mesh, out);
	}
	if (status == KILNCOOK_OK)
		status = describe(job, set, facts, out);
	if (status == KILNCOOK_OK && !is_level)
	{
		job->survey = facts->survey;
		facts->survey = NULL;
	}
	return status;
}

kilncook_status cook_pack_mesh(cook_job *job, const cook_set *set, clean_mesh *mesh, const uint64_t key[2])
{
	cook_mesh *out = &job->meshes[job->mesh_count];
	cook_mesh_facts facts;
	*out = (cook_mesh){.choice = KILN_NONE, .grid = mesh->grid};
	if (key)
		memcpy(out->key, key, sizeof out->key);
	kilncook_status status = cook_mesh_facts_make(job, set, mesh, !key, &facts);
	if (status != KILNCOOK_OK)
		return status;
	status = store_facts(job, set, mesh, !key, &facts, out);
	cook_mesh_facts_free(&job->context, &facts);
	if (status == KILNCOOK_OK)
		status = cook_mesh_trees(job, cook_set_options(job, set), out);
	if (status != KILNCOOK_OK)
	{
		cook_mesh_free(&job->context, out);
		return status;
	}
	job->parts.count += mesh->part_count;
	++job->mesh_count;
	return KILNCOOK_OK;
}

kilncook_status cook_store_mesh(cook_job *job, cook_set *set, clean_mesh *mesh)
{
	uint32_t fits;
	kilncook_status status =
		cook_bound_nodes(job, set, NULL, (const float(*)[3])mesh->vertices, mesh->vertex_count, &fits);
	if (status != KILNCOOK_OK || fits == 0)
		return status;
	uint64_t key[2];
	if (!content_key(mesh, job->parts.items + job->parts.count, cook_set_options(job, set), key))
		return cook_no_memory(job);
	uint32_t *slot = cook_find(job, job->mesh_slots, job->slot_count, key, key_of);
	set->shared = *slot != 0;
	if (!set->shared)
	{
		status = cook_pack_mesh(job, set, mesh, key);
		if (status == KILNCOOK_OK)
		{
			*slot = job->mesh_count;
			status = cook_store_levels(job, set, mesh, *slot - 1);
			if (status == KILNCOOK_OK)
				status = cook_store_sdf(job, set, mesh, *slot - 1);
		}
	}
	else
		cook_message(&job->context, KILNCOOK_NOTE, cook_names_get(&job->names, set->name), "mesh-shared",
			"the same as mesh %s: stored once", cook_names_get(&job->names, job->meshes[*slot - 1].head.name));
	if (status == KILNCOOK_OK)
	{
		set->cooked = *slot - 1;
		status = cook_bound_levels(job, set);
	}
	return status;
}
