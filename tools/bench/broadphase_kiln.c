// SPDX-License-Identifier: MIT
#include "broadphase.h"

#include <stdlib.h>

/// One of Kiln's methods, with pairs kept and told as added and removed: what a game's frame asks for.
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

static void *make(const broadphase_scene *scene, kiln_broadphase_method method)
{
	world *it = bench_memory(1, sizeof *it);
	*it = (world){.proxies = bench_memory(scene->count, sizeof *it->proxies)};
	kiln_allocator allocator = {.allocate = allocate, .release = release_memory};
	kiln_broadphase_options options = {
		.method = method, .capacity = scene->count, .pair_capacity = scene->pair_capacity};
	// The default is to need no help.
	if (method != KILN_BROADPHASE_DEFAULT)
		options.extent = scene->extent;
	kiln_status status = kiln_broadphase_create_with(&options, &allocator, &it->broadphase);
	// Pairs kept are the same bytes for all methods: what is told are those without.
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

#define MADE(method)                                                                                                   \
	static void *make_##method(const broadphase_scene *scene)                                                          \
	{                                                                                                                  \
		return make(scene, KILN_BROADPHASE_##method);                                                                  \
	}
#define LIBRARY(method, key, name) [KILN_BROADPHASE_##method] = {key, name, make_##method, run_frame, release, bytes}

MADE(DEFAULT)
MADE(BRUTE_FORCE)
MADE(SAP_LINKED)
MADE(SAP_ARRAY)
MADE(SAP_BATCH)
MADE(SAP_SEGMENTED)
MADE(MULTI_SAP)
MADE(MULTI_BOX)
MADE(GRID_DENSE)
MADE(GRID_HASHED)
MADE(GRID_BITS)
MADE(GRID_HIERARCHICAL)
MADE(OCTREE)
MADE(OCTREE_LOOSE)
MADE(OCTREE_LINEAR)
MADE(KD_TREE)
MADE(AABB_TREE)
MADE(SEGMENT_TREES)
MADE(RANGE_TREE)
MADE(SPATIAL_TREE)
MADE(SAP_KINETIC)
MADE(PACKED_TREE)

const broadphase_library *broadphase_kiln(kiln_broadphase_method method)
{
	static const broadphase_library libraries[KILN_BROADPHASE_METHOD_COUNT] = {
		LIBRARY(DEFAULT, "kiln", "Kiln"),
		LIBRARY(BRUTE_FORCE, "brute_force", "brute force"),
		LIBRARY(SAP_LINKED, "sap_linked", "SAP, linked"),
		LIBRARY(SAP_ARRAY, "sap_array", "SAP, array"),
		LIBRARY(SAP_BATCH, "sap_batch", "SAP, batch"),
		LIBRARY(SAP_SEGMENTED, "sap_segmented", "SAP, segmented"),
		LIBRARY(MULTI_SAP, "multi_sap", "multi-SAP"),
		LIBRARY(MULTI_BOX, "multi_box", "multi-box"),
		LIBRARY(GRID_DENSE, "grid_dense", "grid, dense"),
		LIBRARY(GRID_HASHED, "grid_hashed", "grid, hashed"),
		LIBRARY(GRID_BITS, "grid_bits", "grid, bits"),
		LIBRARY(GRID_HIERARCHICAL, "grid_hierarchical", "grid, hierarchical"),
		LIBRARY(OCTREE, "octree", "octree"),
		LIBRARY(OCTREE_LOOSE, "octree_loose", "octree, loose"),
		LIBRARY(OCTREE_LINEAR, "octree_linear", "octree, linear"),
		LIBRARY(KD_TREE, "kd_tree", "k-d tree"),
		LIBRARY(AABB_TREE, "aabb_tree", "AABB tree"),
		LIBRARY(SEGMENT_TREES, "segment_trees", "segment trees"),
		LIBRARY(RANGE_TREE, "range_tree", "range tree"),
		LIBRARY(SPATIAL_TREE, "spatial_tree", "spatial tree"),
		LIBRARY(SAP_KINETIC, "sap_kinetic", "SAP, kinetic"),
		LIBRARY(PACKED_TREE, "packed_tree", "packed tree"),
	};
	return &libraries[method];
}
