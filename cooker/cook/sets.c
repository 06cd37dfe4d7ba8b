// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/// A node and its art meshes, before the nodes are grouped.
typedef struct entry
{
	const uint32_t *meshes; ///< increasing
	uint32_t mesh_count;
	uint32_t node;
	uint32_t leader; ///< first node with the same set
	const art_primitive *primitive;
	kilncook_shape shape;
	uint32_t settings; ///< in the plan
	uint32_t surface;
	uint32_t body;
	bool baked;
	kiln_format_node placed;
} entry;

static int compare_numbers(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
	return (a > b) - (a < b);
}

/// Whether two entries form one set; a baked node forms a set of its own.
static int compare_sets(const entry *a, const entry *b)
{
	if (a->baked != b->baked)
		return a->baked ? 1 : -1;
	if (a->baked)
		return (a->node > b->node) - (a->node < b->node);
	if (a->settings != b->settings)
		return a->settings > b->settings ? 1 : -1;
	if (a->surface != b->surface)
		return a->surface > b->surface ? 1 : -1;
	if (a->primitive != b->primitive)
		return a->primitive > b->primitive ? 1 : -1;
	if (a->mesh_count != b->mesh_count)
		return a->mesh_count > b->mesh_count ? 1 : -1;
	for (uint32_t i = 0; i < a->mesh_count; ++i)
		if (a->meshes[i] != b->meshes[i])
			return a->meshes[i] > b->meshes[i] ? 1 : -1;
	return 0;
}

static int compare_grouping(const void *left, const void *right)
{
	const entry *a = left, *b = right;
	int order = compare_sets(a, b);
	return order ? order : (a->node > b->node) - (a->node < b->node);
}

static int compare_leaders(const void *left, const void *right)
{
	const entry *a = left, *b = right;
	if (a->leader != b->leader)
		return a->leader > b->leader ? 1 : -1;
	return (a->node > b->node) - (a->node < b->node);
}

/// Copies a node's mesh list to `meshes`, sorted, without repetitions and invalid numbers; returns the count.
static uint32_t canonical_list(const art_scene *scene, const art_node *node, uint32_t *meshes)
{
	uint32_t count = 0, unique = 0;
	for (uint32_t i = 0; i < node->mesh_count; ++i)
		if (node->meshes[i] < scene->mesh_count)
			meshes[count++] = node->meshes[i];
	if (count)
		qsort(meshes, count, sizeof *meshes, compare_numbers);
	for (uint32_t i = 0; i < count; ++i)
		if (i == 0 || meshes[i] != meshes[i - 1])
			meshes[unique++] = meshes[i];
	return unique;
}

/// Checks a node's transform; false when the node must be dropped.
static bool place(cook_job *job, uint32_t node, entry *out, kilncook_status *status)
{
	static const double identity[12] = {[0] = 1, [5] = 1, [10] = 1};
	double exact[12];
	cook_to_asset(job, node, exact);
	out->placed = (kiln_format_node){.mesh = KILN_NONE, .name = job->node_names[node], .source_node = node};
	out->placed.tag = plan_tag(&job->plan, node);
	cook_mark_node(job, node, &out->placed);
	const char *where = job->scene->nodes[node].name;
	out->baked = job->in_place && job->in_place[node] && !out->primitive;
	switch (cook_place_node(out->baked ? identity : exact, &out->placed))
	{
	case COOK_PLACE_INSTANCE:
		return true;
	case COOK_PLACE_BAKE:
		if (out->primitive)
		{
			cook_message(&job->context, KILNCOOK_WARNING, where, "transform-singular",
				"node dropped: the transform of a primitive has no usable inverse");
			*status = cook_drop_node(job, node, "transform-singular");
			return false;
		}
		out->baked = true;
		cook_message(&job->context, KILNCOOK_NOTE, where, "transform-baked",
			"the transform has no usable inverse: its meshes are cooked in place");
		return true;
	case COOK_PLACE_NOT_FINITE:
		cook_message(&job->context, KILNCOOK_WARNING, where, "transform-not-finite",
			"node dropped: its transform is not finite");
		*status = cook_drop_node(job, node, "transform-not-finite");
		return false;
	case COOK_PLACE_OVERFLOW:
		cook_message(&job->context, KILNCOOK_WARNING, where, "transform-overflow",
			"node dropped: its transform leaves the range of float32");
		*status = cook_drop_node(job, node, "transform-overflow");
		return false;
	}
	return false;
}

/// Makes an entry of every node with meshes and a usable transform.
static kilncook_status collect(cook_job *job, entry *entries, uint32_t *count)
{
	const art_scene *scene = job->scene;
	kilncook_status status = KILNCOOK_OK;
	uint32_t used = 0;
	*count = 0;
	for (uint32_t i = 0; i < scene->node_count && status == KILNCOOK_OK; ++i)
	{
		const art_node *node = &scene->nodes[i];
		uint32_t *list = job->set_meshes + used;
		uint32_t length = canonical_list(scene, node, list);
		if (length == 0 && !node->primitive)
			continue;
		entry *e = &entries[*count];
		*e = (entry){.meshes = list, .mesh_count = length, .node = i, .primitive = node->primitive};
		e->body = job->body_count && node->body ? node->body - 1 : KILN_NONE;
		e->surface = cook_has_colliders(job) && node->physics ? node->physics->surface : KILN_NONE;
		e->settings = job->plan.decisions[job->plan.decision_of[i]].settings;
		e->shape = job->plan.settings[e->settings].shape;
		if (e->shape == KILNCOOK_SHAPE_NONE)
		{
			status = cook_drop_node(job, i, "left-out");
			continue;
		}
		if (node->primitive)
			e->shape = node->primitive->shape;
		if (!place(job, i, e, &status))
			continue;
		++*count;
		used += length;
	}
	return status;
}

/// Groups the sorted entries into sets and placed nodes. Mesh lists stay in the pool.
static void group(cook_job *job, entry *entries, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		entries[i].leader =
			i && compare_sets(&entries[i - 1], &entries[i]) == 0 ? entries[i - 1].leader : entries[i].node;
	qsort(entries, count, sizeof *entries, compare_leaders);
	for (uint32_t i = 0; i < count; ++i)
	{
		const entry *e = &entries[i];
		if (e->leader == e->node)
			job->sets[job->set_count++] = (cook_set){
				.mesh_first = (uint32_t)(e->meshes - job->set_meshes),
				.mesh_count = e->mesh_count,
				.primitive = e->primitive,
				.node_first = i,
				.name = KILN_NONE,
				.shape = e->shape,
				.surface = e->surface,
				.settings = e->settings,
				.fit_error = -1,
				.cooked = KILN_NONE,
				.baked = e->baked,
			};
		job->sets[job->set_count - 1].node_count++;
		job->sets[job->set_count - 1].named |= plan_named(&job->plan, e->node);
		job->placed[job->placed_count++] = (cook_placed){.set = job->set_count - 1, .body = e->body, .node = e->placed};
	}
}

/// Counts art meshes that no node places.
static void note_unused(cook_job *job, uint8_t *used)
{
	const art_scene *scene = job->scene;
	uint32_t unused = 0;
	for (uint32_t i = 0; i < scene->node_count; ++i)
		for (uint32_t k = 0; k < scene->nodes[i].mesh_count; ++k)
			if (scene->nodes[i].meshes[k] < scene->mesh_count)
				used[scene->nodes[i].meshes[k]] = 1;
	for (uint32_t i = 0; i < scene->node_count; ++i)
	{
		const art_physics *physics = scene->nodes[i].physics;
		for (uint32_t k = 0; physics && k < physics->render_count; ++k)
			used[physics->render[k]] = 1;
	}
	for (uint32_t i = 0; i < scene->mesh_count; ++i)
		unused += !used[i];
	if (unused)
		cook_message(&job->context, KILNCOOK_NOTE, "", "mesh-unused", "no node places %u of %u meshes", unused,
			scene->mesh_count);
}

kilncook_status cook_sets_build(cook_job *job)
{
	const art_scene *scene = job->scene;
	uint64_t references = 0, count = 0;
	for (uint32_t i = 0; i < scene->node_count; ++i)
	{
		references += scene->nodes[i].mesh_count;
		count += scene->nodes[i].mesh_count > 0 || scene->nodes[i].primitive;
	}
	if (references >= KILN_NONE)
	{
		cook_message(&job->context, KILNCOOK_ERROR, "", "too-large", "nodes name meshes 2^32 times or more");
		return KILNCOOK_REFUSED;
	}
	job->set_mesh_capacity = (uint32_t)references;
	job->set_capacity = job->placed_capacity = (uint32_t)count;
	job->set_meshes = cook_alloc(&job->context, (size_t)references, sizeof *job->set_meshes);
	job->sets = cook_alloc(&job->context, (size_t)count, sizeof *job->sets);
	job->placed = cook_alloc(&job->context, (size_t)count, sizeof *job->placed);
	entry *entries = cook_alloc(&job->context, (size_t)count, sizeof *entries);
	uint8_t *used = cook_alloc_zero(&job->context, scene->mesh_count, 1);
	kilncook_status status = KILNCOOK_OK;
	if (!job->set_meshes || !job->sets || !job->placed || !entries || !used)
		status = cook_no_memory(job);
	if (status == KILNCOOK_OK)
	{
		uint32_t entry_count = 0;
		note_unused(job, used);
		status = collect(job, entries, &entry_count);
		if (entry_count)
			qsort(entries, entry_count, sizeof *entries, compare_grouping);
		group(job, entries, entry_count);
	}
	cook_free(&job->context, used, scene->mesh_count, 1);
	cook_free(&job->context, entries, (size_t)count, sizeof *entries);
	return status;
}
