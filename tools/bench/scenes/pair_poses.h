// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_PAIR_POSES_H
#define KILN_BENCH_PAIR_POSES_H

#include "bench/rivals/pair/rival_pairs.h"
#include "meshes.h"

/// Seeded poses of a mesh against itself. With c the middle of its box, r half the box's diagonal, R a uniformly random
/// rotation and u a uniformly random unit vector, the second one is placed by p' = c + R (p - c) + s u. Let s0 be the
/// offset at which it first touches the first one when it approaches from far away along u. Conservative advancement
/// (Mirtich 1996) finds s0: starting at s = 2.1 r, s decreases by the distance of the two surfaces minus the wanted
/// gap, until the distance is at most 1.01 gaps.

typedef enum pair_pose_kind
{
	PAIR_COLLIDING, ///< s = t s0, t uniform in [0.5, 1); the triangles certainly touch
	PAIR_NEAR,		///< surfaces apart by 0.001 r (even poses) or 0.01 r (odd ones), to a hundredth of that
	PAIR_SEPARATED, ///< s uniform in [2 r, 4 r]: bounding spheres apart
	PAIR_POSE_KINDS,
} pair_pose_kind;

const char *pair_pose_name(pair_pose_kind kind);
/// Returns the formula above in one line.
const char *pair_pose_formula(pair_pose_kind kind);

typedef struct pair_pose
{
	kiln_pose ours;
	rival_pose rivals; ///< the same, in double: its rotation is that of the float quaternion, normalised
} pair_pose;

/// Returns the distance of the two surfaces, 0 where they touch.
typedef double pair_distance(void *user, const pair_pose *pose);

/// Makes the poses of one kind; random numbers depend on seed, kind and number only. False when fewer than `count` were
/// found in 8 tries each.
bool pair_poses_make(pair_pose *poses, uint32_t count, pair_pose_kind kind, const bench_mesh *mesh, uint64_t seed,
	pair_distance *distance, void *user);

/// Makes a pose of any rotation (not all zero) and translation, scale 1.
pair_pose pair_pose_of(const double quaternion[4], const double translation[3]);

/// Makes a uniformly random unit quaternion.
void pair_random_rotation(bench_random *random, double quaternion[4]);

/// Turns v by a quaternion of any length except zero.
void pair_turn(const double quaternion[4], const double v[3], double turned[3]);

#endif
