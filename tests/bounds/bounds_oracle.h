// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BOUNDS_ORACLE_H
#define KILN_TESTS_BOUNDS_ORACLE_H

#include "kiln/bounds.h"
#include "support/shape_oracle.h"

/// Second methods for bounding volumes, in long double (64 bits where it has them), and random volumes.

typedef struct oracle3
{
	long double v[3];
} oracle3;

/// Points within `radius` of anchor + center + sum r[i] side[i], |r[i]| <= 1.
typedef struct oracle_body
{
	oracle3 anchor; ///< a point as it is stored
	oracle3 center; ///< from there
	oracle3 side[3];
	int count;
	long double radius;
} oracle_body;

typedef enum oracle_kind
{
	ORACLE_SPHERE,
	ORACLE_CAPSULE,
	ORACLE_RSS,
	ORACLE_AABB,
	ORACLE_OBB,
	ORACLE_KINDS
} oracle_kind;

/// A volume of any of these kinds.
typedef struct oracle_volume
{
	oracle_kind kind;
	union
	{
		kiln_sphere sphere;
		kiln_capsule capsule;
		kiln_rss rss;
		kiln_aabb aabb;
		kiln_obb obb;
	};
} oracle_volume;

oracle3 oracle3_of(kiln_vec3 v);
oracle3 oracle3_along(oracle3 a, long double s, oracle3 b);
long double oracle3_dot(oracle3 a, oracle3 b);
oracle3 oracle3_cross(oracle3 a, oracle3 b);
long double oracle3_length(oracle3 a);

/// The set of points that a volume stands for.
oracle_body oracle_body_of(const oracle_volume *volume);

/// From a's center to b's.
oracle3 oracle_between(const oracle_body *a, const oracle_body *b);

/// How far cores are apart, between two numbers that rounding alone keeps apart.
typedef struct oracle_range
{
	long double low, high;
} oracle_range;

/// The distance of two cores with at most four sides together: every way to set some sides to their ends and to solve
/// for up to three others is tried; the least is the distance, and the bodies' extent along it bounds it from below.
oracle_range oracle_core_distance(const oracle_body *a, const oracle_body *b);

/// Largest size of what the two bodies are made of, and their distance.
long double oracle_scale(const oracle_body *a, const oracle_body *b);

/// By how much a body reaches out of another, measured at its corners; at most 0 when it is inside, which for convex
/// bodies the corners decide.
long double oracle_sticks_out(const oracle_body *inner, const oracle_body *outer);

/// A random point of the core, or with `corner` one of its corners.
oracle3 oracle_point_of(uint64_t *random, const oracle_body *body, bool corner);

/// A random volume around `center` of about `size`: sizes may be zero, of whole numbers, or differ by much.
oracle_volume oracle_volume_random(uint64_t *random, oracle_kind kind, kiln_vec3 center, double size);

/// Two random volumes in one of many relations: any, near each other, touching by construction and off by rounding,
/// parallel or nearly so, of whole coordinates, far from the origin, of very different sizes.
void oracle_pair_random(uint64_t *random, oracle_kind a, oracle_kind b, oracle_volume pair[2]);

/// Moves a volume by an offset, each number rounded.
void oracle_volume_shift(oracle_volume *volume, oracle3 offset);

/// The image of a point under a pose.
oracle3 oracle_posed(const kiln_pose *pose, oracle3 p);
kiln_pose oracle_pose_random(uint64_t *random);

#endif
