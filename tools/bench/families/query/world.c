// SPDX-License-Identifier: MIT
#include "bench/bench.h"

#include "common/message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Queries of a world of meshes and convex shapes: about zero, and 10^9 m away, where each member has an origin of its own. The
/// boxes of the third world are about zero, as coarse as float32 is there. Answers must have the same bits.

enum
{
	WORLDS = 3,
	ROOM = 4096,
	MESHES_EVERY = 4, ///< one member of so many is a mesh
};

#define FAR 1e9
/// Share of the cube's volume that the balls around members fill.
#define FILL 0.2

typedef struct world_stage
{
	kilncook_blob blob;
	kiln_asset asset;
	double edge; ///< of the cube
	kiln_convex_shape shapes[3];
	uint32_t member_count;
	kiln_world *worlds[WORLDS];
	void *memory[WORLDS];
	kiln_mesh_manifold *manifolds;
	kiln_pair_manifold *pair_manifolds;
	uint32_t *members;
	kiln_world_overlap *overlaps;
} world_stage;

typedef struct question
{
	kiln_vec3 at, way;
} question;

typedef struct workload
{
	const world_stage *stage;
	kiln_world *world;
	kiln_world_query_options options;
	const question *questions;
	uint32_t count;
	uint64_t *digests;
	uint64_t (*ask)(const struct workload *work, const question *q);
} workload;

static kiln_origin origin_of(uint32_t world)
{
	return world == 0 ? (kiln_origin){0, 0, 0} : (kiln_origin){FAR, -FAR, FAR};
}

static uint64_t digest_hit(const kiln_world_hit *hit)
{
	return bench_digest(
		bench_digest(hit->member, &hit->hit.t, sizeof hit->hit.t), &hit->hit.point, sizeof hit->hit.point);
}

static uint64_t ask_ray(const workload *work, const question *q)
{
	const kiln_ray ray = {.origin = q->at, .direction = q->way};
	const kiln_world_hit hit = kiln_world_ray_closest(work->world, &ray, &work->options);
	return digest_hit(&hit);
}

static kiln_convex_object ball_at(const workload *work, const question *q)
{
	return (kiln_convex_object){.shape = &work->stage->shapes[0], .pose = {.translation = q->at}};
}

static uint64_t ask_cast(const workload *work, const question *q)
{
	const kiln_convex_object ball = ball_at(work, q);
	const kiln_motion motion = {.direction = q->way};
	const kiln_world_hit hit = kiln_world_cast_convex(work->world, &ball, &motion, &work->options);
	return digest_hit(&hit);
}

static uint64_t ask_closest(const workload *work, const question *q)
{
	const kiln_point_query query = {.point = q->at};
	const kiln_world_closest found = kiln_world_closest_point(work->world, &query, &work->options);
	return bench_digest(found.member, &found.closest.distance, sizeof found.closest.distance);
}

static uint64_t ask_overlap(const workload *work, const question *q)
{
	const world_stage *stage = work->stage;
	const kiln_convex_object ball = ball_at(work, q);
	const uint32_t count = kiln_world_overlap_convex(work->world, &ball, &work->options, stage->overlaps, ROOM);
	return bench_digest(count, stage->overlaps, (count < ROOM ? count : ROOM) * sizeof *stage->overlaps);
}

static uint64_t ask_manifolds(const workload *work, const question *q)
{
	const world_stage *stage = work->stage;
	const kiln_convex_object ball = ball_at(work, q);
	uint32_t count = 0;
	kiln_world_manifolds(work->world, &ball, &work->options, NULL, stage->manifolds, stage->members, ROOM, &count);
	uint64_t digest = count;
	for (uint32_t i = 0; i < count && i < ROOM; ++i)
		digest = bench_digest(digest, &stage->manifolds[i].manifold.contacts[0].depth, sizeof(float));
	return digest;
}

static bool count_contact(void *user, const kiln_world_contact *contact)
{
	uint64_t *sum = user;
	*sum += contact->a + 31ull * contact->b;
	return true;
}

/// All contacts of a frame. Their bits are about other origins; which members touch is the same.
static uint64_t ask_contacts(const workload *work, const question *q)
{
	const world_stage *stage = work->stage;
	const kiln_world_contact_options options = {.mesh_room = stage->manifolds,
		.mesh_room_capacity = ROOM,
		.pair_room = stage->pair_manifolds,
		.pair_room_capacity = ROOM};
	uint64_t sum = 0;
	(void)q;
	kiln_world_contacts_visit(work->world, &options, count_contact, &sum);
	return sum;
}

static const struct
{
	const char *name;
	uint64_t (*ask)(const workload *work, const question *q);
	bool once; ///< a single question for the whole world
} kinds[] = {
	{"closest ray", ask_ray, false},
	{"cast of a sphere", ask_cast, false},
	{"closest point", ask_closest, false},
	{"overlap of a sphere", ask_overlap, false},
	{"manifolds of a sphere", ask_manifolds, false},
	{"all contacts", ask_contacts, true},
};

static const table_column columns[] = {
	{"members", {"", "members"}, "", 0},
	{"query", {"", "query"}, "", 0},
	{"near", {"us, at", "zero"}, "us", 3},
	{"far", {"us, at", "10^9 m"}, "us", 3},
	{"coarse", {"us, boxes", "about zero"}, "us", 3},
	{"far_ratio", {"10^9 m /", "zero"}, "x", 2},
	{"differ", {"answers", "differ"}, "", 0},
};

static void run_workload(void *user)
{
	workload *work = user;
	for (uint32_t i = 0; i < work->count; ++i)
		work->digests[i] = work->ask(work, &work->questions[i]);
}

/// A coordinate on a grid, so that the difference of origins is exact.
static double on_grid(double x)
{
	return rint(x * 64) / 64;
}

static kiln_member any_member(const world_stage *stage, bench_random *random, uint32_t number)
{
	double place[3], turn[3];
	for (int k = 0; k < 3; ++k)
		place[k] = on_grid(stage->edge * (bench_random_unit(random) - 0.5));
	bench_random_ball(random, turn);
	const double length = turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2];
	const bool mesh = number % MESHES_EVERY == 0;
	return (kiln_member){.asset = mesh ? &stage->asset : NULL,
		.shape = KILN_NONE,
		.convex = mesh ? NULL : &stage->shapes[number % 3],
		.pose = {.rotation = {(float)turn[0], (float)turn[1], (float)turn[2], (float)sqrt(1 - length)},
			.translation = {(float)place[0], (float)place[1], (float)place[2]}}};
}

static bool make_worlds(world_stage *stage, uint32_t count, uint64_t seed)
{
	const kiln_origin base[WORLDS] = {origin_of(0), origin_of(1), origin_of(0)};
	bool good = true;
	for (uint32_t w = 0; w < WORLDS && good; ++w)
	{
		bench_random random = bench_random_make(seed);
		const kiln_world_options options = {
			.broadphase = {.capacity = count, .pair_capacity = count * count / 2 + 1}, .origin = base[w]};
		const size_t size = kiln_world_size(&options);
		stage->memory[w] = aligned_alloc(64, (size + 63) / 64 * 64);
		good = stage->memory[w] && kiln_world_create(&stage->worlds[w], stage->memory[w], size, &options) == KILN_OK;
		for (uint32_t i = 0; i < count && good; ++i)
		{
			kiln_member member = any_member(stage, &random, i);
			const kiln_vec3 at = member.pose.translation;
			const kiln_origin origin = origin_of(w);
			if (w > 0)
			{
				member.origin =
					(kiln_origin){origin.x + (double)at.x, origin.y + (double)at.y, origin.z + (double)at.z};
				member.pose.translation = (kiln_vec3){0, 0, 0};
			}
			good = kiln_world_add(stage->worlds[w], &member, NULL) == KILN_OK;
		}
		good = good && kiln_world_update(stage->worlds[w], NULL) == KILN_OK;
	}
	return good;
}

static bool make_stage(world_stage *stage, uint32_t count, const bench_options *options)
{
	static const mesh_spec spec = {"sphere", MESH_SPHERE, 24, ""};
	const kilncook_options plain = {0};
	bench_mesh mesh;
	if (!bench_mesh_make(&mesh, &spec, options->seed))
		return false;
	const float r = mesh.radius / 2;
	stage->member_count = count;
	stage->edge = (double)mesh.radius * cbrt(4.19 * count / FILL);
	stage->shapes[0] = (kiln_convex_shape){.kind = KILN_CONVEX_SPHERE, .sphere = {.radius = r}};
	stage->shapes[1] = (kiln_convex_shape){.kind = KILN_CONVEX_AABB, .aabb = {{-r, -r, -r}, {r, r, r}}};
	stage->shapes[2] = (kiln_convex_shape){.kind = KILN_CONVEX_CAPSULE, .capsule = {{-r, 0, 0}, {r, 0, 0}, r}};
	stage->manifolds = bench_memory(ROOM, sizeof *stage->manifolds);
	stage->pair_manifolds = bench_memory(ROOM, sizeof *stage->pair_manifolds);
	stage->members = bench_memory(ROOM, sizeof *stage->members);
	stage->overlaps = bench_memory(ROOM, sizeof *stage->overlaps);
	const bool good = bench_mesh_cook(&mesh, &plain, &stage->blob) &&
					  bench_blob_open(&stage->blob, KILN_ISA_AUTO, &stage->asset) &&
					  make_worlds(stage, count, options->seed);
	bench_mesh_free(&mesh);
	return good;
}

static void free_stage(world_stage *stage)
{
	kilncook_context context = bench_context();
	for (uint32_t w = 0; w < WORLDS; ++w)
		free(stage->memory[w]);
	free(stage->overlaps);
	free(stage->members);
	free(stage->pair_manifolds);
	free(stage->manifolds);
	kilncook_blob_free(&context, &stage->blob);
}

static void make_questions(const world_stage *stage, uint64_t seed, uint32_t count, question *questions)
{
	bench_random random = bench_random_make(seed);
	for (uint32_t i = 0; i < count; ++i)
	{
		double at[3], way[3];
		for (int k = 0; k < 3; ++k)
			at[k] = stage->edge * (bench_random_unit(&random) - 0.5);
		bench_random_ball(&random, way);
		questions[i] =
			(question){{(float)at[0], (float)at[1], (float)at[2]}, {(float)way[0], (float)way[1], (float)way[2]}};
	}
}

static void measure_kind(const bench_options *options, const world_stage *stage, uint32_t kind, bench_table *table)
{
	const uint32_t count = kinds[kind].once ? 1 : options->quick ? 200 : 5000;
	workload works[WORLDS];
	bench_contestant contestants[WORLDS];
	question *questions = bench_memory(count, sizeof *questions);
	make_questions(stage, options->seed + kind, count, questions);
	for (uint32_t w = 0; w < WORLDS; ++w)
	{
		works[w] = (workload){.stage = stage,
			.world = stage->worlds[w],
			.options = {.origin = origin_of(w)},
			.questions = questions,
			.count = count,
			.digests = bench_memory(count, sizeof(uint64_t)),
			.ask = kinds[kind].ask};
		contestants[w] = (bench_contestant){.run = run_workload, .user = &works[w]};
	}
	bench_contest(contestants, WORLDS, bench_repetitions(options), options->clock);
	uint32_t differ = 0;
	for (uint32_t w = 1; w < WORLDS; ++w)
		for (uint32_t i = 0; i < count; ++i)
			differ += works[w].digests[i] != works[0].digests[i];
	table_cell *row = table_row(table);
	row[0] = cell_count(stage->member_count);
	row[1] = cell_text(kinds[kind].name);
	for (uint32_t w = 0; w < WORLDS; ++w)
		row[2 + w] = cell_time(&contestants[w].samples, 1e6 / count);
	row[5] = cell_ratio(&row[3], &row[2]);
	row[6] = cell_count(differ);
	for (uint32_t w = 0; w < WORLDS; ++w)
		free(works[w].digests);
	free(questions);
}

int bench_world(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_table_add(result, "world", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"queries of a world, a quarter meshes of 2 208 triangles, about zero, 10^9 m away, and there with coarse "
		"boxes");
	static const uint32_t counts[] = {100, 1000};
	for (uint32_t i = 0; i < (options->quick ? 1 : 2); ++i)
	{
		world_stage stage = {.edge = 0};
		bench_progress("world", i == 0 ? "100" : "1000");
		const bool good = make_stage(&stage, counts[i], options);
		for (uint32_t kind = 0; good && kind < sizeof kinds / sizeof *kinds; ++kind)
			measure_kind(options, &stage, kind, table);
		free_stage(&stage);
		if (!good)
			return TOOL_INTERNAL;
	}
	return TOOL_DONE;
}
