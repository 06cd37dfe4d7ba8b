// SPDX-License-Identifier: MIT
#include "bench/scenes/broadphase.h"
#include "kiln/school.h"

#include <stdlib.h>

/// One of Kiln's methods, which keeps pairs and reports added and removed ones: the queries of a game's frame.
typedef struct world
{
	kiln_broadphase *broadphase;
	kiln_proxy *proxies;
	size_t bytes;
} world;

static void *allocate(void *user, size_t size, size_t alignment)
{
	(void)user;
	return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release_memory(void *user, void *memory, size_t size)
{
	(void)user;
	(void)size;
	free(memory);
}

static void release(void *made)
{
	world *it = made;
	kiln_broadphase_destroy(it->broadphase);
	free(it->proxies);
	free(it);
}

static void *make(const broadphase_scene *scene, const kiln_broadphase_method *method)
{
	world *it = bench_memory(1, sizeof *it);
	*it = (world){.proxies = bench_memory(scene->count, sizeof *it->proxies)};
	kiln_allocator allocator = {.allocate = allocate, .release = release_memory};
	kiln_broadphase_options options = {
		.method = method, .capacity = scene->count, .pair_capacity = scene->pair_capacity};
	// The default needs no options.
	if (method != NULL)
		options.extent = scene->extent;
	kiln_status status = kiln_broadphase_create_with(&it->broadphase, &allocator, &options);
	// Kept pairs take the same bytes with all methods: the reported bytes exclude them.
	options.pair_capacity = 0;
	it->bytes = kiln_broadphase_size(&options);
	for (uint32_t i = 0; i < scene->count && status == KILN_OK; ++i)
		status = kiln_broadphase_add(it->broadphase, &scene->start[i], NULL, &it->proxies[i]);
	if (status == KILN_OK)
		status = kiln_broadphase_update(it->broadphase, NULL);
	if (status == KILN_OK)
		return it;
	release(it);
	return NULL;
}

static broadphase_answer run_frame(void *made, const broadphase_frame *frame)
{
	world *it = made;
	broadphase_answer answer = {0};
	kiln_broadphase_pairs pairs;
	for (uint32_t i = 0; i < frame->count; ++i)
		kiln_broadphase_move(it->broadphase, it->proxies[frame->index[i]], &frame->boxes[i]);
	if (kiln_broadphase_update(it->broadphase, &pairs) != KILN_OK)
		return answer;
	for (size_t i = 0; i < pairs.count; ++i)
		broadphase_count(&answer, pairs.pairs[i].a, pairs.pairs[i].b);
	return answer;
}

static size_t bytes(const void *made)
{
	return ((const world *)made)->bytes;
}

#define MADE(key, method)                                                                                              \
	static void *make_##key(const broadphase_scene *scene)                                                             \
	{                                                                                                                  \
		return make(scene, method);                                                                                    \
	}
#define LIBRARY(key, name)                                                                                             \
	{                                                                                                                  \
#key, name, make_##key, run_frame, release, bytes                                                              \
	}

MADE(kiln, NULL)
MADE(brute_force, &kiln_broadphase_brute_force)
MADE(sap_linked, &kiln_broadphase_sap_linked)
MADE(sap_array, &kiln_broadphase_sap_array)
MADE(sap_batch, &kiln_broadphase_sap_batch)
MADE(sap_segmented, &kiln_broadphase_sap_segmented)
MADE(multi_sap, &kiln_broadphase_multi_sap)
MADE(multi_box, &kiln_broadphase_multi_box)
MADE(grid_dense, &kiln_broadphase_grid_dense)
MADE(grid_hashed, &kiln_broadphase_grid_hashed)
MADE(grid_bits, &kiln_broadphase_grid_bits)
MADE(grid_hierarchical, &kiln_broadphase_grid_hierarchical)
MADE(octree, &kiln_broadphase_octree)
MADE(octree_loose, &kiln_broadphase_octree_loose)
MADE(octree_linear, &kiln_broadphase_octree_linear)
MADE(kd_tree, &kiln_broadphase_kd_tree)
MADE(aabb_tree, &kiln_broadphase_aabb_tree)
MADE(segment_trees, &kiln_broadphase_segment_trees)
MADE(range_tree, &kiln_broadphase_range_tree)
MADE(spatial_tree, &kiln_broadphase_spatial_tree)
MADE(sap_kinetic, &kiln_broadphase_sap_kinetic)
MADE(packed_tree, &kiln_broadphase_packed_tree)

const broadphase_library *broadphase_kiln(uint32_t number)
{
	static const broadphase_library libraries[KILN_SCHOOL_BROADPHASES] = {
		LIBRARY(kiln, "Kiln"),
		LIBRARY(brute_force, "brute force"),
		LIBRARY(sap_linked, "SAP, linked"),
		LIBRARY(sap_array, "SAP, array"),
		LIBRARY(sap_batch, "SAP, batch"),
		LIBRARY(sap_segmented, "SAP, segmented"),
		LIBRARY(multi_sap, "multi-SAP"),
		LIBRARY(multi_box, "multi-box"),
		LIBRARY(grid_dense, "grid, dense"),
		LIBRARY(grid_hashed, "grid, hashed"),
		LIBRARY(grid_bits, "grid, bits"),
		LIBRARY(grid_hierarchical, "grid, hierarchical"),
		LIBRARY(octree, "octree"),
		LIBRARY(octree_loose, "octree, loose"),
		LIBRARY(octree_linear, "octree, linear"),
		LIBRARY(kd_tree, "k-d tree"),
		LIBRARY(aabb_tree, "AABB tree"),
		LIBRARY(segment_trees, "segment trees"),
		LIBRARY(range_tree, "range tree"),
		LIBRARY(spatial_tree, "spatial tree"),
		LIBRARY(sap_kinetic, "SAP, kinetic"),
		LIBRARY(packed_tree, "packed tree"),
	};
	return &libraries[number];
}
