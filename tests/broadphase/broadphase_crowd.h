// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BROADPHASE_CROWD_H
#define KILN_TESTS_BROADPHASE_CROWD_H

#include "broadphase/broadphase.h"

/// A broadphase with boxes in it, for tests of single methods.
typedef struct broadphase_crowd
{
	kiln_broadphase *broadphase;
	kiln_proxy *proxies;
	uint32_t count; ///< the number of boxes that were added
	void *memory;
	uint64_t random;
} broadphase_crowd;

/// Makes a crowd; fails the test when this is impossible.
broadphase_crowd crowd_make(const kiln_broadphase_method *method, uint32_t capacity);
broadphase_crowd crowd_make_as(const kiln_broadphase_options *options);
void crowd_free(broadphase_crowd *crowd);

kiln_aabb crowd_cube(float x, float y, float z, float edge);
void crowd_put(broadphase_crowd *crowd, kiln_aabb box);
/// Adds `count` cubes with an edge at random places of the cube from `low` to `high`.
void crowd_put_cubes(broadphase_crowd *crowd, uint32_t count, float edge, float low, float high);
void crowd_move(broadphase_crowd *crowd, uint32_t at, kiln_aabb box);
void crowd_remove(broadphase_crowd *crowd, uint32_t at);
void crowd_update(const broadphase_crowd *crowd);

/// Returns the pairs that the method reports, up to `most`.
size_t crowd_pairs(const broadphase_crowd *crowd, size_t most);

/// Checks that every pair, box and ray is reported as often as brute force finds it: boxes and rays at the boxes' own
/// places, before and after pairs are queried.
void crowd_check(broadphase_crowd *crowd);

/// Work with `count` boxes.
typedef void crowd_work(const kiln_broadphase_method *method, uint32_t count);

/// Fails the test if 8 `count` boxes take more than 24 times the processor time of `count`, with the minimum of up to
/// three runs each: linear work takes 8 times as long, and slightly more when it outgrows the caches, quadratic work 64
/// times.
void crowd_check_growth(crowd_work *work, const kiln_broadphase_method *method, uint32_t count);

/// Does the same for boxes that are moved to one place, moved to others, queried and removed, without reporting all
/// pairs.
void crowd_check_one_place(const kiln_broadphase_method *method, uint32_t count);

#endif
