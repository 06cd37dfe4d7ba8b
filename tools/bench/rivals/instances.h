// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_INSTANCES_H
#define KILN_BENCH_INSTANCES_H

#include "rivals.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Many instances of a few meshes, for rays and overlaps through a tree over instances.

#define INSTANCE_MESHES 4

typedef struct instance_set
{
	rival_mesh meshes[INSTANCE_MESHES];
	uint32_t count;
	uint32_t *mesh;		 ///< of each instance
	double (*place)[12]; ///< three rows of four: mesh to scene
} instance_set;

typedef struct instance_world instance_world;

typedef struct instance_library
{
	const char *name;
	instance_world *(*prepare)(const instance_set *set);
	void (*build)(instance_world *world);
	uint64_t (*bytes)(const instance_world *world);
	/// Returns t of the first triangle that each ray hits, and -1 without a hit.
	void (*closest)(const instance_world *world, const rival_ray *rays, uint32_t count, float *t);
	void (*release)(instance_world *world);
} instance_library;

/// Returns NULL when this program was built without the library.
const instance_library *instances_embree(void);

#ifdef KILN_BENCH_EMBREE
extern const instance_library instances_embree_adapter;
#endif

#ifdef __cplusplus
}
#endif

#endif
