// SPDX-License-Identifier: MIT
#include "internal.h"

#include "memory.h"

#include <meshoptimizer.h>
#include <string.h>

/// Runs until the result passes the check.
#define ROUNDS 6

/// meshoptimizer takes several words of memory for each vertex and each corner from a heap of its own, which cannot fail. Whether as much
/// is left is found out in advance.
#define BYTES_PER_VERTEX 256u
#define BYTES_PER_CORNER 64u

/// The vertices as meshoptimizer gets them: wedges, then two more vertices at the place of each that stays. It keeps positions that three
/// vertices share where they are, which it calls locked; two could be a seam.
typedef struct places
{
	float (*at)[3];
	size_t count, capacity;
} places;

static bool is_kept(const simplify_work *work, uint32_t vertex)
{
	return work->fixed[vertex] || work->kept[vertex];
}

static bool make_places(const simplify_work *work, places *out)
{
	const clean_mesh *mesh = work->mesh;
	out->capacity = work->wedge_count;
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		out->capacity += is_kept(work, i) ? 2 : 0;
	out->at = cook_alloc(work->context, out->capacity, sizeof *out->at);
	if (!out->at)
		return false;
	for (uint32_t i = 0; i < work->wedge_count; ++i)
		memcpy(out->at[out->count++], mesh->vertices[work->wedge_vertex[i]], sizeof *out->at);
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		for (int k = 0; k < 2 && is_kept(work, i); ++k)
			memcpy(out->at[out->count++], mesh->vertices[i], sizeof *out->at);
	return true;
}

static bool has_memory(const simplify_work *work, size_t vertices, size_t corners)
{
	size_t size = vertices * BYTES_PER_VERTEX + corners * BYTES_PER_CORNER;
	void *block = cook_alloc(work->context, size, 1);
	cook_free(work->context, block, size, 1);
	return block != NULL;
}

static bool run_once(
	simplify_work *work, const simplify_trial *from, uint32_t target, double error, simplify_trial *out)
{
	places all = {0};
	const uint32_t(*triangles)[3] =
		from ? (const uint32_t(*)[3])from->triangles : (const uint32_t(*)[3])work->triangles;
	size_t corners = 3 * (size_t)(from ? from->count : work->mesh->triangle_count);
	size_t wanted = 3 * (size_t)target < corners ? 3 * (size_t)target : corners;
	bool done = make_places(work, &all) && has_memory(work, all.count, corners);
	++work->trials;
	if (done)
		out->count = (uint32_t)(meshopt_simplify(out->triangles[0], triangles[0], corners, all.at[0], all.count,
									sizeof *all.at, wanted, (float)error, 0, NULL) /
								3);
	cook_free(work->context, all.at, all.capacity, sizeof *all.at);
	return done;
}

bool simplify_run(simplify_work *work, const simplify_trial *from, uint32_t target, double error, simplify_trial *out)
{
	bool good = false, marked = true;
	for (int round = 0; round < ROUNDS && marked && !good; ++round)
		if (!run_once(work, from, target, error, out) || !simplify_check(work, out, &good, &marked))
			return false;
	out->count = good ? out->count : 0;
	return true;
}
