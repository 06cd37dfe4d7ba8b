// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PRIMITIVE_MOVING_H
#define KILN_TESTS_PRIMITIVE_MOVING_H

#include "kiln/primitive/moving.h"
#include "support/real256.h"

/// The oracle of the moving tests: shapes are hulls of points with a radius; their distance at a time is the norm of
/// the point of least norm in their difference (Wolfe 1976), in 256 bits. The oracle uses no faces, edges or axes.

#define MOVING_POINTS_MAX 24

typedef struct moving_body
{
	real3 points[MOVING_POINTS_MAX];
	int count;
	double radius;
} moving_body;

moving_body moving_of_points(const kiln_vec3 *points, int count);
moving_body moving_of_sphere(const kiln_sphere *sphere);
moving_body moving_of_capsule(const kiln_capsule *capsule);
moving_body moving_of_aabb(const kiln_aabb *box);
moving_body moving_of_obb(const kiln_obb *box);

/// A query: a moves towards b, or towards the nearest of several parts of b; or b is a plane.
typedef struct moving_question
{
	moving_body a;
	const moving_body *parts;
	int part_count;
	const kiln_plane *plane; ///< or NULL
	bool solid;				 ///< a half-space
	kiln_vec3 motion;
	bool overlap;		///< the result of the pair's overlap function
	bool parts_soonest; ///< the normal of `inside` must be that of the least displacement
	bool closely;		///< also judge the point and normal
} moving_question;

/// Whether the impact is correct; prints the error on stderr.
bool moving_check(const moving_question *question, const kiln_impact *impact);

/// Random numbers of a fixed sequence.
typedef struct moving_random
{
	uint64_t state;
	int mode;	   ///< 0: anywhere; 1: on a lattice; 2: nearly so; 3: far from the origin
	double factor; ///< a power of two by which everything is scaled
} moving_random;

/// Starts trial `i` of a test, which chooses the mode and the factor. `near`: only degenerate modes.
void moving_next(moving_random *random, uint64_t i, bool near);

/// Runs one trial of a pair: makes the pair, queries it, and judges the answer by the oracle.
typedef bool moving_trial(moving_random *random, bool closely);

/// Runs `usual` random and half as many nearly degenerate trials (tests/support/trials.h) of a sequence that begins at
/// `state`; fails at the first wrong answer and prints its number.
void moving_try_many(moving_trial *one, uint64_t state, uint64_t usual);

uint32_t moving_below(moving_random *random, uint32_t end);
kiln_vec3 moving_point(moving_random *random);
float moving_size(moving_random *random);
kiln_sphere moving_sphere(moving_random *random);
kiln_capsule moving_capsule(moving_random *random);
kiln_aabb moving_aabb(moving_random *random);
kiln_obb moving_obb(moving_random *random);
kiln_triangle moving_triangle(moving_random *random);
kiln_plane moving_plane(moving_random *random);
/// Returns a motion that mostly leads from `from` towards `to` and beyond.
kiln_vec3 moving_motion(moving_random *random, kiln_vec3 from, kiln_vec3 to);

#endif
