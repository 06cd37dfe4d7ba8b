// SPDX-License-Identifier: MIT
#include "pair_trial.h"
#include "kiln/school.h"

#include "pair/kernel/kernels.h"
#include "query_trial.h"
#include "support/asset_fixture.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CAPACITY 40
#define NODES_MOST 16
#define FRONT 4096
/// Units of work for each query (kiln/budget.h): the volumes of an arbitrary blob may cull nothing.
#define WORK 100000
#define VERTICES_MOST 65536
#define IMPACT_WORK 100000

typedef struct trial
{
	kiln_object object[2];
	kiln_object other[2]; ///< the same objects with other kernels
	kiln_deformed deformed[2];
	kiln_pair_options options;
	kiln_budget budget;
	/// Whether two queries must give the same answer. Volumes that do not contain everything below them hide it from a
	/// walk from the root, but not from a walk that a front begins below.
	bool same;
} trial;

/// Returns the options, with the full budget.
static const kiln_pair_options *asking(trial *t)
{
	t->budget.work = WORK;
	t->budget.used = 0;
	t->options.budget = &t->budget;
	return &t->options;
}

static kiln_pose random_pose(const kiln_asset *asset, uint64_t *random)
{
	const float *min = asset->scene->bounds_min, *max = asset->scene->bounds_max;
	float *number[8], size[3];
	kiln_pose pose = {.scale = 0};
	if (trial_below(random, 4) == 0)
		return pose;
	number[0] = &pose.rotation.x;
	number[1] = &pose.rotation.y;
	number[2] = &pose.rotation.z;
	number[3] = &pose.rotation.w;
	number[4] = &pose.translation.x;
	number[5] = &pose.translation.y;
	number[6] = &pose.translation.z;
	number[7] = &pose.scale;
	for (int i = 0; i < 3; ++i)
		size[i] = max[i] - min[i];
	for (int i = 0; i < 8; ++i)
	{
		float most = i < 4 ? 1 : i < 7 ? size[i - 4] : 2;
		if (trial_below(random, 4))
			*number[i] = trial_number(random, i < 7 ? -most : 0.5f, most);
	}
	return pose;
}

static void check_names(const kiln_object *object, uint32_t node, uint32_t triangle)
{
	const kiln_asset *asset = object->asset;
	uint32_t shape = object->shape;
	if (shape == KILN_NONE)
	{
		trial_check(node < asset->node_count);
		shape = asset->nodes[node].shape;
	}
	else
		trial_check(node == KILN_NONE);
	const kiln_format_shape *s = &asset->shapes[shape];
	if (s->kind != KILN_SHAPE_MESH)
	{
		trial_check(triangle == KILN_NONE);
		return;
	}
	const kiln_format_mesh *mesh = &asset->meshes[s->index];
	trial_check(triangle >= mesh->triangle_first && triangle - mesh->triangle_first < mesh->triangle_count);
}

static bool same_names(const kiln_pair *a, const kiln_pair *b)
{
	return a->node_a == b->node_a && a->node_b == b->node_b && a->triangle_a == b->triangle_a &&
		   a->triangle_b == b->triangle_b;
}

/// Whether two equal queries may end in these ways: a front that the first query changed may save work in the second,
/// or add work.
static bool same_end(const trial *t, kiln_status a, kiln_status b)
{
	return a == b || (!t->same && (a == KILN_OK || a == KILN_E_BUDGET) && (b == KILN_OK || b == KILN_E_BUDGET));
}

static void ask_contacts(trial *t)
{
	kiln_pair pairs[CAPACITY], others[CAPACITY], first;
	uint32_t count = 0, other = 0;
	bool touching;
	kiln_status status = kiln_pair_contacts(&t->object[0], &t->object[1], asking(t), pairs, CAPACITY, &count);
	trial_check(status == KILN_OK || status == KILN_E_BUDGET || (status == KILN_E_ARGUMENT && count == 0));
	trial_check(
		same_end(t, status, kiln_pair_contacts(&t->other[0], &t->other[1], asking(t), others, CAPACITY, &other)));
	trial_check(count == other || !t->same);
	for (uint64_t i = 0; i < count && i < CAPACITY; ++i)
	{
		trial_check(!t->same || same_names(&pairs[i], &others[i]));
		check_names(&t->object[0], pairs[i].node_a, pairs[i].triangle_a);
		check_names(&t->object[1], pairs[i].node_b, pairs[i].triangle_b);
	}
	kiln_status collide = kiln_pair_collide(&t->object[0], &t->object[1], asking(t), &touching, &first);
	trial_check(collide == status || (collide == KILN_OK && status == KILN_E_BUDGET) || !t->same);
	trial_check(touching == (count > 0) || !t->same);
	if (!touching)
		return;
	check_names(&t->object[0], first.node_a, first.triangle_a);
	check_names(&t->object[1], first.node_b, first.triangle_b);
}

static void ask_distance(trial *t, uint64_t *random)
{
	kiln_pair_separation s, other;
	bool within;
	kiln_status status = kiln_pair_distance(&t->object[0], &t->object[1], asking(t), &s);
	trial_check(same_end(t, status, kiln_pair_distance(&t->other[0], &t->other[1], asking(t), &other)));
	trial_check(status == KILN_OK || status == KILN_E_BUDGET || !s.found);
	trial_check(s.found == other.found || !t->same);
	if (s.found)
	{
		trial_check(s.distance >= 0 && (s.distance == other.distance || !t->same));
		check_names(&t->object[0], s.node_a, s.triangle_a);
		check_names(&t->object[1], s.node_b, s.triangle_b);
	}
	float distance = trial_number(random, 0, 1);
	status = kiln_pair_within(&t->object[0], &t->object[1], distance, asking(t), &within);
	trial_check(status == KILN_OK || !within);
}

static bool is_unit(kiln_vec3 v)
{
	return fabsf(v.x * v.x + v.y * v.y + v.z * v.z - 1) < 1e-5f;
}

/// Queries depth and manifolds, if they are few. The order of the kernels must not matter.
static void ask_pieces(trial *t)
{
	kiln_pair_manifold manifolds[CAPACITY], others[CAPACITY];
	kiln_pair_depth depth, other;
	uint32_t count = 0, again = 0;
	kiln_status status = kiln_pair_contacts(&t->object[0], &t->object[1], asking(t), NULL, 0, &count);
	if (count > CAPACITY || status == KILN_E_BUDGET)
		return;
	// The work of depths and manifolds counts, too.
	kiln_status more = kiln_pair_penetration(&t->object[0], &t->object[1], asking(t), &depth);
	trial_check(more == status || more == KILN_E_BUDGET);
	trial_check(kiln_pair_penetration(&t->other[0], &t->other[1], asking(t), &other) == more);
	trial_check(memcmp(&depth, &other, sizeof depth) == 0);
	trial_check(depth.touching == (count > 0) || more == KILN_E_BUDGET);
	if (depth.touching)
	{
		trial_check(depth.depth >= 0 && depth.depth <= FLT_MAX && is_unit(depth.normal));
		check_names(&t->object[0], depth.node_a, depth.triangle_a);
		check_names(&t->object[1], depth.node_b, depth.triangle_b);
	}
	more = kiln_pair_manifolds(&t->object[0], &t->object[1], asking(t), NULL, manifolds, CAPACITY, &again);
	trial_check(more == status || more == KILN_E_BUDGET);
	trial_check(again == count || (again < count && more == KILN_E_BUDGET));
	count = again;
	trial_check(kiln_pair_manifolds(&t->other[0], &t->other[1], asking(t), NULL, others, CAPACITY, &again) == more);
	trial_check(again == count && memcmp(manifolds, others, count * sizeof *manifolds) == 0);
	for (uint64_t i = 0; i < count; ++i)
	{
		const kiln_manifold *m = &manifolds[i].manifold;
		trial_check(m->count > 0 && m->count <= KILN_MANIFOLD_POINTS_MAX && is_unit(m->normal));
		for (uint32_t k = 0; k < m->count; ++k)
			trial_check(kiln_d3_largest(kiln_d3_from(m->contacts[k].on_a)) <= (double)FLT_MAX);
	}
}

/// Makes positions for all vertices of a mesh's art: anywhere near its box, many at one place, or too far away.
static float *random_positions(const kiln_format_mesh *mesh, uint64_t *random)
{
	float *positions = malloc(((size_t)mesh->source_vertex_count * 3 + 1) * sizeof *positions);
	uint32_t places = trial_below(random, 2) ? 1 + trial_below(random, 3) : KILN_NONE;
	bool awkward = trial_below(random, 2);
	trial_check(positions != NULL);
	for (size_t i = 0; i < mesh->source_vertex_count; ++i)
		for (size_t axis = 0; axis < 3; ++axis)
		{
			float min = mesh->bounds_min[axis], max = mesh->bounds_max[axis];
			float value = min + (max - min) * fixture_random_unit(random);
			if (awkward && trial_below(random, 16) == 0)
				value = trial_number(random, min, max);
			positions[i * 3 + axis] = i < places ? value : positions[trial_below(random, places) * 3 + axis];
		}
	return positions;
}

/// Whether kiln_deformed_move must accept them.
static bool are_sound(const float *positions, size_t count)
{
	bool sound = true;
	for (size_t i = 0; i < count; ++i)
		sound &= positions[i] >= -KILN_COORDINATE_MAX && positions[i] <= KILN_COORDINATE_MAX;
	return sound;
}

/// Deforms an object that is a deformable mesh, with some of its trees, in memory of exactly the needed size. Returns
/// the memory.
static void *deform(trial *t, int i, uint64_t *random)
{
	kiln_object *object = &t->object[i];
	const kiln_asset *asset = object->asset;
	if (object->shape == KILN_NONE || asset->shapes[object->shape].kind != KILN_SHAPE_MESH)
		return NULL;
	uint32_t number = asset->shapes[object->shape].index;
	uint32_t trees = trial_below(random, 2) ? trial_below(random, 1u << KILN_TREE_KIND_END) : UINT32_MAX;
	const kiln_format_mesh *mesh = &asset->meshes[number];
	size_t size = kiln_deformed_size(asset, number, trees);
	trial_check((size == 0) == (mesh->vertex_first == KILN_NONE));
	// A damaged count may request more than exists.
	if (size == 0 || mesh->source_vertex_count > VERTICES_MOST)
		return NULL;
	void *memory = fixture_memory(size);
	trial_check(memory && kiln_deformed_init(&t->deformed[i], asset, number, trees, memory, size) == KILN_OK);
	for (uint32_t n = trial_below(random, 3); n > 0; --n)
	{
		float *positions = random_positions(mesh, random);
		bool sound = are_sound(positions, (size_t)mesh->source_vertex_count * 3);
		kiln_status status = kiln_deformed_move(&t->deformed[i], positions, 0, mesh->source_vertex_count);
		trial_check(status == (sound ? KILN_OK : KILN_E_ARGUMENT));
		free(positions);
	}
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
	{
		float cost = kiln_deformed_cost(&t->deformed[i], (kiln_tree_kind)kind);
		trial_check(cost >= 0 && cost <= FLT_MAX);
	}
	object->deformed = t->other[i].deformed = &t->deformed[i];
	return memory;
}

/// Queries with a front, whatever its memory contains.
static void ask_with_front(trial *t, uint64_t *random)
{
	static _Alignas(16) uint8_t memory[FRONT];
	kiln_front front;
	kiln_front_init(&front, memory, sizeof memory);
	for (size_t i = 0; i < sizeof memory; i += 8)
		memcpy(memory + i, &(uint64_t){fixture_random(random)}, 8);
	if (trial_below(random, 4))
		kiln_front_clear(&front);
	t->options.front = &front;
	t->same = false;
	ask_contacts(t);
	ask_distance(t, random);
	t->same = true;
	t->options.front = NULL;
}

/// Chooses both objects, each an asset or one of its shapes, at random poses, and makes the same with other kernels.
static void draw_objects(
	trial *t, const kiln_asset *const assets[2], kiln_asset others[2], uint32_t most_nodes, uint64_t *random)
{
	kiln_isa isa = trial_below(random, 2) ? KILN_ISA_SCALAR : KILN_ISA_SSE2;
	for (int i = 0; i < 2; ++i)
	{
		const kiln_asset *asset = assets[i];
		others[i] = *asset;
		others[i].isa = isa;
		kiln_pose pose = random_pose(asset, random);
		// Boxes of an arbitrary blob may cull nothing: many nodes against many would take hours.
		bool whole = trial_below(random, 2) && asset->node_count <= most_nodes;
		uint32_t shape = whole ? KILN_NONE : trial_below(random, asset->shape_count);
		t->object[i] = kiln_object_from_shape(asset, shape, &pose);
		t->object[i].trees = trial_below(random, 3) ? trial_below(random, 1u << KILN_TREE_KIND_END) : 0;
		t->other[i] = t->object[i];
		t->other[i].asset = &others[i];
	}
}

void pair_trial(const kiln_asset *a, const kiln_asset *b, uint64_t *random)
{
	const kiln_asset *const assets[2] = {a, b};
	kiln_asset others[2];
	trial t = {.options = {.descent = kiln_school_descent(trial_below(random, KILN_SCHOOL_DESCENTS))}, .same = true};
	draw_objects(&t, assets, others, NODES_MOST, random);
	ask_contacts(&t);
	ask_distance(&t, random);
	ask_pieces(&t);
	ask_with_front(&t, random);
	void *memory[2] = {deform(&t, 0, random), deform(&t, 1, random)};
	if (memory[0] || memory[1])
	{
		ask_contacts(&t);
		ask_distance(&t, random);
		ask_pieces(&t);
		ask_with_front(&t, random);
	}
	free(memory[0]);
	free(memory[1]);
}

/// Makes a sweep from the object's pose to a random pose with the same scale.
static kiln_sweep random_sweep(const kiln_object *object, uint64_t *random)
{
	const float *min = object->asset->scene->bounds_min, *max = object->asset->scene->bounds_max;
	kiln_sweep sweep = {.from = object->pose, .to = random_pose(object->asset, random)};
	if (trial_below(random, 8))
		sweep.to.scale = sweep.from.scale;
	if (trial_below(random, 2))
		sweep.center = (kiln_vec3){trial_number(random, min[0], max[0]), trial_number(random, min[1], max[1]),
			trial_number(random, min[2], max[2])};
	return sweep;
}

void impact_trial(const kiln_asset *a, const kiln_asset *b, uint64_t *random)
{
	const kiln_asset *const assets[2] = {a, b};
	kiln_asset others[2];
	kiln_pair_impact impact, other;
	trial t = {.options = {.descent = kiln_school_descent(trial_below(random, KILN_SCHOOL_DESCENTS))}, .same = true};
	draw_objects(&t, assets, others, 2, random);
	const kiln_sweep sweeps[2] = {random_sweep(&t.object[0], random), random_sweep(&t.object[1], random)};
	float tolerance = trial_below(random, 2) ? 0 : trial_number(random, 0, 0.01f);
	// Damaged boxes may cull nothing; a budget bounds this: the same work on both.
	kiln_budget budgets[2] = {{.work = IMPACT_WORK}, {.work = IMPACT_WORK}};
	t.options.budget = &budgets[0];
	kiln_status status =
		kiln_pair_time_of_impact(&t.object[0], &sweeps[0], &t.object[1], &sweeps[1], tolerance, &t.options, &impact);
	t.options.budget = &budgets[1];
	trial_check(kiln_pair_time_of_impact(
					&t.other[0], &sweeps[0], &t.other[1], &sweeps[1], tolerance, &t.options, &other) == status);
	trial_check(memcmp(&impact, &other, sizeof impact) == 0 && budgets[0].used == budgets[1].used);
	trial_check(budgets[0].used <= IMPACT_WORK && budgets[0].ended == (status == KILN_E_BUDGET));
	trial_check(status == KILN_OK || status == KILN_E_BUDGET || !impact.hit);
	if (!impact.hit)
		return;
	trial_check(impact.t >= 0 && impact.t <= 1 && impact.gap >= 0);
	check_names(&t.object[0], impact.node_a, impact.triangle_a);
	check_names(&t.object[1], impact.node_b, impact.triangle_b);
}
