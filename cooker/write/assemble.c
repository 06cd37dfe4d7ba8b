// SPDX-License-Identifier: MIT
#include "cook.h"
#include "import/import.h"
#include "memory.h"
#include "platform/platform.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

/// A mesh is what it is by its vertices, triangles, faces and materials, whatever it is called. A hash of 128 bits
/// stands for them: two meshes of an asset that differ and agree in it are less likely than a broken machine.
static bool content_key(const clean_mesh *mesh, const kiln_format_part *parts, uint64_t key[2])
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

/// The slot of a cooked mesh with this key, or an empty one. There are always more slots than meshes.
static uint32_t *find_mesh(cook_job *job, const uint64_t key[2])
{
	uint32_t slot = (uint32_t)key[0] & (job->mesh_slot_count - 1);
	while (job->mesh_slots[slot])
	{
		const cook_mesh *mesh = &job->meshes[job->mesh_slots[slot] - 1];
		if (mesh->key[0] == key[0] && mesh->key[1] == key[1])
			break;
		slot = (slot + 1) & (job->mesh_slot_count - 1);
	}
	return &job->mesh_slots[slot];
}

/// Writes the set's parts behind the others without counting them yet; the art scene is still there.
static kilncook_status write_parts(cook_job *job, const cook_set *set)
{
	if (!cook_reserve(&job->context, (void **)&job->parts, job->part_count, &job->part_capacity, set->mesh_count,
			sizeof *job->parts))
		return cook_no_memory(job);
	for (uint32_t i = 0; i < set->mesh_count; ++i)
	{
		uint32_t number = job->set_meshes[set->mesh_first + i];
		const art_mesh *mesh = &job->scene->meshes[number];
		job->parts[job->part_count + i] = (kiln_format_part){
			.name = cook_names_add(&job->context, &job->names, mesh->name),
			.source_mesh = number,
			.material = mesh->material < job->material_count ? mesh->material : 0,
		};
	}
	return KILNCOOK_OK;
}

/// The set's name: its art mesh's if that is the only one, else its first node's; the other one when that has none.
static uint32_t set_name(const cook_job *job, const cook_set *set)
{
	uint32_t mesh = job->parts[job->part_count].name;
	uint32_t node = job->placed[set->node_first].node.name;
	if (set->mesh_count == 1)
		return mesh != KILN_NONE ? mesh : node;
	return node != KILN_NONE ? node : mesh;
}

static kilncook_status clean_set(cook_job *job, cook_set *set, clean_mesh *mesh)
{
	clean_options options = {job->options.weld, job->options.flip};
	double transform[12];
	if (set->baked)
	{
		uint32_t node = job->placed[set->node_first].node.source_node;
		cook_place_multiply(job->root, job->scene->nodes[node].to_root, transform);
	}
	double start = platform_seconds();
	kilncook_status status = clean_build(&job->context, job->scene, job->set_meshes + set->mesh_first, set->mesh_count,
		set->baked ? transform : NULL, &options, mesh);
	job->report.ms[KILNCOOK_STAGE_CLEAN] += 1e3 * (platform_seconds() - start);
	return status;
}

static void fill_head(
	const cook_job *job, const cook_set *set, const clean_mesh *mesh, const packed_tree *tree, kiln_format_mesh *head)
{
	*head = (kiln_format_mesh){
		.name = set->name,
		.flags = mesh->flags,
		.part_first = job->part_count,
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

/// Packs and proves a cleaned mesh and stores it as the job's next one.
static kilncook_status store_mesh(cook_job *job, cook_set *set, const clean_mesh *mesh, const uint64_t key[2])
{
	build_options options = {
		.split = (build_split)job->options.split,
		.axis = (build_axis)job->options.split_axis,
		.leaf_size = job->options.leaf_size,
		.optimize_passes = job->options.optimize,
		.threads = job->options.threads,
	};
	cook_mesh *out = &job->meshes[job->mesh_count];
	*out = (cook_mesh){.key = {key[0], key[1]}};
	double start = platform_seconds();
	kilncook_status status = pack_mesh(&job->context, mesh, &options, &out->tree);
	double packed = platform_seconds();
	if (status == KILNCOOK_OK)
	{
		status = pack_prove_mesh(&job->context, mesh, &out->tree);
		if (status != KILNCOOK_OK)
			packed_tree_free(&job->context, &out->tree);
	}
	job->report.ms[KILNCOOK_STAGE_TREE] += 1e3 * (packed - start);
	job->report.ms[KILNCOOK_STAGE_PROVE] += 1e3 * (platform_seconds() - packed);
	if (status != KILNCOOK_OK)
		return status;
	fill_head(job, set, mesh, &out->tree, &out->head);
	for (uint32_t i = 0; i < out->tree.order_count; ++i)
		out->tree.order[i] = mesh->faces[out->tree.order[i]];
	job->part_count += mesh->part_count;
	++job->mesh_count;
	return KILNCOOK_OK;
}

/// Boxes of the set's nodes, while the vertices are at hand. `fits` counts those inside the format's range, whose mesh
/// becomes 0 until its number is known; the others are dropped.
static kilncook_status bound_nodes(cook_job *job, const cook_set *set, const clean_mesh *mesh, uint32_t *fits)
{
	kilncook_status status = KILNCOOK_OK;
	*fits = 0;
	for (uint32_t i = 0; i < set->node_count && status == KILNCOOK_OK; ++i)
	{
		kiln_format_node *node = &job->placed[set->node_first + i].node;
		if (cook_place_bounds(node, (const float(*)[3])mesh->vertices, mesh->vertex_count))
		{
			node->mesh = 0;
			++*fits;
			continue;
		}
		cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, node->name), "transform-overflow",
			"node dropped: it lies outside the range of the format");
		status = cook_drop_node(job, node->source_node, "transform-overflow");
	}
	return status;
}

static kilncook_status drop_nodes(cook_job *job, const cook_set *set)
{
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t i = 0; i < set->node_count && status == KILNCOOK_OK; ++i)
		status = cook_drop_node(job, job->placed[set->node_first + i].node.source_node, "no-triangles");
	return status;
}

static void say_empty(cook_job *job, const cook_set *set, const clean_mesh *mesh)
{
	const clean_counts *c = &mesh->counts;
	cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, set->name), "mesh-empty",
		"no triangle left of %llu faces: %llu points, %llu lines, %llu invalid, %llu degenerate triangles",
		(unsigned long long)c->faces, (unsigned long long)c->points, (unsigned long long)c->lines,
		(unsigned long long)c->invalid, (unsigned long long)c->degenerate);
}

/// Stores a cleaned set, or finds it stored already.
static kilncook_status place_set(cook_job *job, cook_set *set, const clean_mesh *mesh)
{
	for (uint32_t i = 0; i < mesh->part_count; ++i)
	{
		job->parts[job->part_count + i].first_face = mesh->parts[i].first_face;
		job->parts[job->part_count + i].face_count = mesh->parts[i].face_count;
	}
	if (mesh->triangle_count == 0)
	{
		say_empty(job, set, mesh);
		return drop_nodes(job, set);
	}
	uint32_t fits;
	kilncook_status status = bound_nodes(job, set, mesh, &fits);
	if (status != KILNCOOK_OK || fits == 0)
		return status;
	uint64_t key[2];
	if (!content_key(mesh, job->parts + job->part_count, key))
		return cook_no_memory(job);
	uint32_t *slot = find_mesh(job, key);
	set->shared = *slot != 0;
	if (!set->shared)
	{
		status = store_mesh(job, set, mesh, key);
		if (status == KILNCOOK_OK)
			*slot = job->mesh_count;
	}
	else
		cook_message(&job->context, KILNCOOK_NOTE, cook_names_get(&job->names, set->name), "mesh-shared",
			"the same as mesh %s: stored once", cook_names_get(&job->names, job->meshes[*slot - 1].head.name));
	if (status != KILNCOOK_OK)
		return status;
	set->mesh = *slot - 1;
	for (uint32_t i = 0; i < set->node_count; ++i)
		if (job->placed[set->node_first + i].node.mesh != KILN_NONE)
			job->placed[set->node_first + i].node.mesh = set->mesh;
	return KILNCOOK_OK;
}

static kilncook_status assemble_set(cook_job *job, uint32_t number)
{
	cook_set *set = &job->sets[number];
	clean_mesh mesh = {0};
	kilncook_status status = write_parts(job, set);
	if (status != KILNCOOK_OK)
		return status;
	set->name = set_name(job, set);
	status = clean_set(job, set, &mesh);
	if (status != KILNCOOK_OK)
		return status;
	if (number + 1 == job->set_count)
		art_scene_free(&job->context, job->scene);
	if (mesh.part_count != set->mesh_count)
	{
		cook_message(&job->context, KILNCOOK_ERROR, "", "internal", "cleaning lost a part");
		status = KILNCOOK_INTERNAL;
	}
	if (status == KILNCOOK_OK)
		status = place_set(job, set, &mesh);
	if (status == KILNCOOK_OK)
		status = cook_row_add(job, set, &mesh);
	clean_mesh_free(&job->context, &mesh);
	return status;
}

static kilncook_status reserve_meshes(cook_job *job)
{
	job->mesh_capacity = job->set_count;
	job->mesh_slot_count = 2;
	while (job->mesh_slot_count < job->set_count * 2ull && job->mesh_slot_count < 1u << 31)
		job->mesh_slot_count *= 2;
	job->meshes = cook_alloc(&job->context, job->mesh_capacity, sizeof *job->meshes);
	job->mesh_slots = cook_alloc_zero(&job->context, job->mesh_slot_count, sizeof *job->mesh_slots);
	if (job->collect)
	{
		job->report.rows = cook_alloc(&job->context, job->set_count, sizeof *job->report.rows);
		job->report.row_capacity = job->set_count;
		if (!job->report.rows)
			return cook_no_memory(job);
	}
	return job->meshes && job->mesh_slots ? KILNCOOK_OK : cook_no_memory(job);
}

kilncook_status cook_assemble(cook_job *job)
{
	kilncook_status status = reserve_meshes(job);
	for (uint32_t i = 0; i < job->set_count && status == KILNCOOK_OK; ++i)
	{
		status = cook_step(job, KILNCOOK_STAGE_CLEAN, i, job->set_count);
		if (status == KILNCOOK_OK)
			status = assemble_set(job, i);
	}
	if (job->scene)
		art_scene_free(&job->context, job->scene);
	uint32_t placed = 0;
	for (uint32_t i = 0; i < job->placed_count; ++i)
		placed += job->placed[i].node.mesh != KILN_NONE;
	if (status == KILNCOOK_OK && placed == 0)
	{
		char why[256];
		cook_explain_empty(job, why, sizeof why);
		cook_message(&job->context, KILNCOOK_ERROR, "", "cook-empty", "nothing to cook: %s", why);
		status = KILNCOOK_REFUSED;
	}
	return status;
}
