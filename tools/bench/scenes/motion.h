// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_MOTION_H
#define KILN_BENCH_MOTION_H

#include "pair_poses.h"

/// Bodies that move at random through a box, as in J. Rasku's experiment (master's thesis, University of Tampere, 2003,
/// chapter 9): every frame moves and turns all bodies. For pairs whose cubes overlap, all touching triangles are found;
/// a cube has the half edge r, the largest distance of a vertex from the origin, so that it contains the body in any
/// rotation.

#define MOTION_BODIES_MAX 20
#define MOTION_PAIRS_MAX (MOTION_BODIES_MAX * (MOTION_BODIES_MAX - 1) / 2)

typedef struct motion_options
{
	uint32_t bodies; ///< at most MOTION_BODIES_MAX
	uint32_t frames;
	double side; ///< of the box in radii
	double step; ///< a body's motion in a frame in radii, uniform in [0, step)
	double spin; ///< its turn in a frame in radians, uniform in [0, spin) about a random axis
	uint64_t seed;
} motion_options;

/// The poses of all bodies in all frames: frames x bodies.
typedef struct motion_path
{
	pair_pose *poses;
	uint32_t bodies;
	uint32_t frames;
	double radius; ///< r
} motion_path;

/// Bodies begin at random places in random rotations, move straight, and are reflected where their origin would leave
/// the box.
motion_path motion_make(const motion_options *options, const bench_mesh *mesh);
void motion_free(motion_path *path);

typedef struct motion_pair
{
	uint32_t a, b; ///< a < b
	uint32_t slot; ///< number of the pair among all pairs
} motion_pair;

/// Finds the pairs of a frame whose cubes overlap; returns their number.
uint32_t motion_candidates(const motion_path *path, uint32_t frame, motion_pair pairs[MOTION_PAIRS_MAX]);

/// Returns the pose of b relative to a.
rival_pose motion_relative(const pair_pose *a, const pair_pose *b);

/// Counts the pairs of triangles that touch in a frame, of all bodies and all their triangles, decided exactly.
uint64_t motion_truth(const motion_path *path, uint32_t frame, const bench_mesh *mesh);

#endif
