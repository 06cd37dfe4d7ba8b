// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BROADPHASE_CROWD_H
#define KILN_TESTS_BROADPHASE_CROWD_H

#include "broadphase/broadphase.h"

/// A broadphase with boxes in it, for what is claimed of single methods.
typedef struct broadphase_crowd
{
	kiln_broadphase *broadphase;
	kiln_proxy *proxies;
	uint32_t count; ///< that were put in
	void *memory;
	uint64_t random;
} broadphase_crowd;

/// Fails the test where it can't be made.
broadphase_crowd crowd_make(const kiln_broadphase_method *method, uint32_t capacity);
broadphase_crowd crowd_make_as(const kiln_broadphase_options *options);
void crowd_free(broadphase_crowd *crowd);

kiln_aabb crowd_cube(float x, float y, float z, float edge);
void crowd_put(broadphase_crowd *crowd, kiln_aabb box);
/// `count` cubes of an edge at random places of the cube from `low` to `high`.
void crowd_put_cubes(broadphase_crowd *crowd, uint32_t count, float edge, float low, float high);
void crowd_move(broadphase_crowd *crowd, uint32_t at, kiln_aabb box);
void crowd_remove(broadphase_crowd *crowd, uint32_t at);
void crowd_update(const broadphase_crowd *crowd);

/// Pairs as the method tells them, up to `most`.
size_t crowd_pairs(const broadphase_crowd *crowd, size_t most);

/// Every pair, box and ray is reported as often as brute force tells it: boxes and rays at the boxes' own places, before and
/// after pairs are asked for.
void crowd_check(broadphase_crowd *crowd);

/// Something to do with `count` boxes.
typedef void crowd_work(const kiln_broadphase_method *method, uint32_t count);

/// Fails the test where 8 `count` boxes take the processor more than 24 times as long as `count`, the least of up to three
/// times each: what is linear takes 8 times as long, and a little more where it outgrows the caches, what is quadratic 64 times.
void crowd_check_growth(crowd_work *work, const kiln_broadphase_method *method, uint32_t count);

/// The same for boxes that are put into one place, moved to others, asked for and removed, all but the telling of all pairs.
void crowd_check_one_place(const kiln_broadphase_method *method, uint32_t count);

#endif
