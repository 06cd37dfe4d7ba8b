// SPDX-License-Identifier: MIT
#include "ahead.h"
#include "cook.h"

#include "clean/adjacency.h"
#include "import/import.h"
#include "memory.h"
#include "plan/keys.h"
#include "platform/platform.h"

#include <stdio.h>
#include <string.h>

uint32_t *cook_find(const cook_job *job, uint32_t *slots, uint32_t slot_count, const uint64_t key[2],
	const uint64_t *(*key_of)(const cook_job *, uint32_t))
{
	// The table always has more slots than keys.
	uint32_t slot = (uint32_t)key[0] & (slot_count - 1);
	while (slots[slot])
	{
		const uint64_t *other = key_of(job, slots[slot] - 1);
		if (other[0] == key[0] && other[1] == key[1])
			break;
		slot = (slot + 1) & (slot_count - 1);
	}
	return &slots[slot];
}

/// Appends the set's parts to the list without counting them. The art scene must still exist.
static kilncook_status write_parts(cook_job *job, const cook_set *set, cook_parts *parts)
{
	if (!cook_reserve(&job->context, (void **)&parts->items, parts->count, &parts->capacity, set->mesh_count,
			sizeof *parts->items))
		return cook_no_memory(job);
	uint32_t chosen = cook_set_material(job, set);
	for (uint32_t i = 0; i < set->mesh_count; ++i)
	{
		uint32_t number = job->set_meshes[set->mesh_first + i];
		const art_mesh *mesh = &job->scene->meshes[number];
		parts->items[parts->count + i] = (kiln_format_part){
			.name = cook_names_add(&job->context, &job->names, mesh->name),
			.source_mesh = number,
			.material = chosen != KILN_NONE					   ? chosen
						: mesh->material < job->material_count ? mesh->material
															   : 0,
			.volumes = KILN_NONE,
		};
	}
	return KILNCOOK_OK;
}

/// Returns the list of parts that a set's parts are added to.
static cook_parts *parts_of(cook_job *job, const cook_set *set)
{
	return set->shape == KILNCOOK_SHAPE_MESH ? &job->parts : &job->solid_parts;
}

/// Returns the set's name: the name of its art mesh if there is only one mesh, else the name of its first node. If that
/// name is empty, uses the other of the two.
static uint32_t set_name(cook_job *job, const cook_set *set)
{
	uint32_t node = job->placed[set->node_first].node.name, own;
	const cook_parts *parts = parts_of(job, set);
	if (set->primitive)
		own = cook_names_add(&job->context, &job->names, set->primitive->name);
	else
		own = parts->items[parts->count].name;
	if (set->mesh_count <= 1)
		return own != KILN_NONE ? own : node;
	return node != KILN_NONE ? node : own;
}

bool cook_is_plain(const kilncook_options *settings)
{
	return settings->repair == 0 && settings->wrap == 0 && settings->merge == 0 && !(settings->simplify > 0) &&
		   settings->layout == 0;
}

kilncook_status cook_clean(
	const kilncook_context *context, const cook_job *job, const cook_set *set, uint32_t threads, clean_mesh *mesh)
{
	const kilncook_options *settings = cook_set_options(job, set);
	const clean_options options = {.weld_relative = settings->weld,
		.flip = settings->flip,
		.drop_slivers = settings->drop_slivers,
		.step = set->baked ? job->step : 0,
		// The facts of a mesh include a survey, which judges the surface.
		.unjudged = job->purpose == COOK_BLOB && set->shape == KILNCOOK_SHAPE_MESH && cook_is_plain(settings),
		.threads = threads};
	double transform[12];
	if (set->baked)
		cook_to_asset(job, job->placed[set->node_first].node.source_node, transform);
	return clean_build(context, job->scene, job->set_meshes + set->mesh_first, set->mesh_count,
		set->baked ? transform : NULL, &options, mesh);
}

/// Cleans a set's meshes, and repairs them where the settings ask for it.
static kilncook_status clean_set(cook_job *job, cook_set *set, clean_mesh *mesh, kilncook_repair_row *repairs)
{
	const uint32_t threads = job->context.allocator.resize ? 1 : job->options.threads;
	const double start = platform_seconds();
	kilncook_status status;
	if (!cook_ahead_clean(job, set, mesh, &status))
		status = cook_clean(&job->context, job, set, threads, mesh);
	if (status == KILNCOOK_OK)
		status = cook_repair(job, set, mesh, repairs);
	job->report.ms[KILNCOOK_STAGE_CLEAN] += 1e3 * (platform_seconds() - start);
	return status;
}

kilncook_status cook_drop_overflow(cook_job *job, const cook_placed *placed)
{
	cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, placed->node.name), "transform-overflow",
		"node dropped: it lies outside the range of the format");
	return cook_drop_node(job, placed->node.source_node, "transform-overflow");
}

kilncook_status cook_bound_nodes(cook_job *job, const cook_set *set, const kiln_format_shape *primitive,
	const float (*vertices)[3], uint32_t count, uint32_t *fits)
{
	kilncook_status status = KILNCOOK_OK;
	*fits = 0;
	for (uint32_t i = 0; i < set->node_count && status == KILNCOOK_OK; ++i)
	{
		cook_placed *placed = &job->placed[set->node_first + i];
		kiln_format_node *node = &placed->node;
		placed->kept = primitive ? cook_place_primitive(node, primitive) : cook_place_bounds(node, vertices, count);
		*fits += placed->kept;
		if (!placed->kept)
			status = cook_drop_overflow(job, placed);
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
	const kilncook_counts lost = {
		.points = c->points, .lines = c->lines, .invalid = c->invalid, .degenerate = c->degenerate};
	char why[256] = "it has no faces";
	cook_explain_counts(&lost, why, sizeof why);
	cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, set->name), "mesh-empty",
		"no triangle is left: %s", why);
}

/// Makes and stores convex parts. The sets may move.
static kilncook_status store_parts(cook_job *job, uint32_t number, const clean_mesh *mesh)
{
	parts_set parts = {0};
	kilncook_status status = cook_make_parts(job, &job->sets[number], mesh, &parts);
	if (status == KILNCOOK_OK)
		status = cook_store_parts(job, number, mesh, &parts, NULL);
	parts_free(&job->context, &parts);
	return status;
}

/// Stores the solid that was chosen for a set. The sets may move.
static kilncook_status store_choice(cook_job *job, uint32_t number, const clean_mesh *mesh, const cook_choice *choice)
{
	cook_set *set = &job->sets[number];
	double error;
	if (set->shape == KILNCOOK_SHAPE_PARTS)
		return cook_store_parts(job, number, mesh, &choice->parts, choice->fits);
	if (set->shape == KILNCOOK_SHAPE_HULL)
		return cook_store_hull(job, set, mesh, &choice->hull, &error);
	return cook_store_fitted(job, set, mesh, &choice->hull, choice->parameters);
}

/// Stores a cleaned set as a mesh, hulls or a primitive. The sets may move.
static kilncook_status store_set(cook_job *job, uint32_t number, clean_mesh *mesh, const cook_choice *choice)
{
	cook_set *set = &job->sets[number];
	cook_parts *parts = parts_of(job, set);
	for (uint32_t i = 0; i < mesh->part_count; ++i)
	{
		parts->items[parts->count + i].first_face = mesh->parts[i].first_face;
		parts->items[parts->count + i].face_count = mesh->parts[i].face_count;
	}
	if (mesh->triangle_count == 0)
	{
		say_empty(job, set, mesh);
		return drop_nodes(job, set);
	}
	if (job->purpose == COOK_SURVEY)
	{
		for (uint32_t i = 0; i < set->node_count; ++i)
			job->placed[set->node_first + i].kept = true;
		return KILNCOOK_OK;
	}
	if (set->shape == KILNCOOK_SHAPE_MESH)
		return cook_store_mesh(job, set, mesh);
	if (choice->hull.vertex_count)
		return store_choice(job, number, mesh, choice);
	return set->shape == KILNCOOK_SHAPE_PARTS ? store_parts(job, number, mesh) : cook_store_solid(job, set, mesh);
}

/// Chooses a set's shape; the parts of a set that becomes a mesh move to the list of the meshes' parts.
static kilncook_status choose(cook_job *job, cook_set *set, const clean_mesh *mesh, cook_choice *choice)
{
	kilncook_status status = cook_choose_shape(job, set, mesh, choice);
	cook_parts *parts = &job->parts;
	if (status != KILNCOOK_OK || set->shape != KILNCOOK_SHAPE_MESH)
		return status;
	if (!cook_reserve(&job->context, (void **)&parts->items, parts->count, &parts->capacity, set->mesh_count,
			sizeof *parts->items))
		return cook_no_memory(job);
	memcpy(parts->items + parts->count, job->solid_parts.items + job->solid_parts.count,
		set->mesh_count * sizeof *parts->items);
	return KILNCOOK_OK;
}

static kilncook_status assemble_meshes(cook_job *job, uint32_t number, bool last)
{
	cook_set *set = &job->sets[number];
	clean_mesh mesh = {0};
	cook_choice choice = {0};
	kilncook_repair_row repairs[KILNCOOK_REPAIR_END] = {0};
	kilncook_status status = write_parts(job, set, parts_of(job, set));
	if (status != KILNCOOK_OK)
		return status;
	set->name = set_name(job, set);
	status = clean_set(job, set, &mesh, repairs);
	if (status != KILNCOOK_OK)
		return status;
	if (last)
		art_scene_free(&job->context, job->scene);
	if (mesh.part_count != set->mesh_count)
	{
		cook_message(&job->context, KILNCOOK_ERROR, "", "internal", "cleaning lost a part");
		status = KILNCOOK_INTERNAL;
	}
	if (status == KILNCOOK_OK)
		status = cook_wrap(job, set, &mesh);
	if (status == KILNCOOK_OK && set->shape == KILNCOOK_SHAPE_AUTO)
		status = choose(job, set, &mesh, &choice);
	if (status == KILNCOOK_OK)
		status = cook_merge(job, set, &mesh);
	if (status == KILNCOOK_OK)
		status = cook_simplify(job, set, &mesh);
	if (status == KILNCOOK_OK)
		status = cook_snap(job, set, &mesh);
	if (status == KILNCOOK_OK)
		status = store_set(job, number, &mesh, &choice);
	// A mesh that was stored before, or lies out of range, has no facts of its own.
	if (status == KILNCOOK_OK && mesh.unjudged &&
		!clean_judge_mesh(
			&job->context, (const uint32_t(*)[3])mesh.triangles, mesh.triangle_count, mesh.vertex_count, &mesh))
		status = cook_no_memory(job);
	if (status == KILNCOOK_OK)
		status = cook_row_add(job, &job->sets[number], &mesh, repairs);
	cook_survey_release(job);
	cook_choice_free(&job->context, &choice);
	clean_mesh_free(&job->context, &mesh);
	return status;
}

static kilncook_status assemble_primitive(cook_job *job, cook_set *set)
{
	const clean_mesh none = {0};
	const kilncook_repair_row repairs[KILNCOOK_REPAIR_END] = {0};
	set->name = set_name(job, set);
	kilncook_status status = cook_store_primitive(job, set);
	return status == KILNCOOK_OK ? cook_row_add(job, set, &none, repairs) : status;
}

static kilncook_status reserve(cook_job *job)
{
	kilncook_context *context = &job->context;
	uint32_t slots = 2;
	while (slots < job->set_count * 2ull && slots < 1u << 31)
		slots *= 2;
	uint64_t meshes = job->set_count;
	for (uint32_t i = 0; i < job->set_count; ++i)
		meshes += key_level_count(cook_set_options(job, &job->sets[i]));
	if (meshes >= KILN_NONE)
		return cook_no_memory(job);
	job->cooked_capacity = (uint32_t)meshes;
	job->solid_capacity = job->set_count;
	job->slot_count = job->solid_slot_count = slots;
	job->meshes = cook_alloc(context, job->cooked_capacity, sizeof *job->meshes);
	job->solids = cook_alloc(context, job->solid_capacity, sizeof *job->solids);
	job->mesh_slots = cook_alloc_zero(context, slots, sizeof *job->mesh_slots);
	job->solid_slots = cook_alloc_zero(context, slots, sizeof *job->solid_slots);
	if (job->collect)
	{
		job->report.rows = cook_alloc(context, job->set_count, sizeof *job->report.rows);
		job->report.row_capacity = job->set_count;
		if (!job->report.rows)
			return cook_no_memory(job);
	}
	bool good = job->meshes && job->solids && job->mesh_slots && job->solid_slots;
	return good ? KILNCOOK_OK : cook_no_memory(job);
}

kilncook_status cook_assemble(cook_job *job)
{
	kilncook_status status = reserve(job);
	// Convex parts add sets of their own.
	uint32_t count = job->set_count;
	for (uint32_t i = 0; i < count && status == KILNCOOK_OK; ++i)
	{
		cook_set *set = &job->sets[i];
		status = cook_step(job, KILNCOOK_STAGE_CLEAN, i, count);
		if (status == KILNCOOK_OK)
			status = cook_ahead_turn(job, i, count);
		if (status == KILNCOOK_OK)
			status = set->primitive ? assemble_primitive(job, set) : assemble_meshes(job, i, i + 1 == count);
	}
	cook_ahead_free(&job->context, job->ahead);
	job->ahead = NULL;
	if (job->scene)
		art_scene_free(&job->context, job->scene);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < job->placed_count; ++i)
		kept += job->placed[i].kept;
	if (status == KILNCOOK_OK && kept == 0)
	{
		char why[256];
		cook_explain_empty(job, why, sizeof why);
		cook_message(&job->context, KILNCOOK_ERROR, "", "cook-empty", "nothing to cook: %s", why);
		status = KILNCOOK_REFUSED;
	}
	return status;
}
