// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BOUNDS_ORACLE_H
#define KILN_TESTS_BOUNDS_ORACLE_H

#include "kiln/bounds.h"
#include "support/shape_oracle.h"

/// Independent methods for bounding volumes, in long double (64 bits where available), and random volumes.

typedef struct oracle3
{
	long double v[3];
} oracle3;

/// Points within `radius` of anchor + center + sum r[i] side[i], |r[i]| <= 1.
typedef struct oracle_body
{
	oracle3 anchor; ///< a stored point
	oracle3 center; ///< relative to the anchor
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

/// Returns the set of points of a volume.
oracle_body oracle_body_of(const oracle_volume *volume);

/// From a's center to b's.
oracle3 oracle_between(const oracle_body *a, const oracle_body *b);

/// Bounds of the distance of two cores, which differ only by rounding.
typedef struct oracle_range
{
	long double low, high;
} oracle_range;

/// Computes the distance of two cores with at most four sides together: tries every way to set some sides to their ends
/// and to solve for up to three others; the least is the distance, and the bodies' extents along its direction give a
/// lower bound.
oracle_range oracle_core_distance(const oracle_body *a, const oracle_body *b);

/// Returns the largest size of the parts of the two bodies, and their distance.
long double oracle_scale(const oracle_body *a, const oracle_body *b);

/// Returns how far a body extends beyond another, measured at its corners; at most 0 when it is inside, because for
/// convex bodies the corners decide.
long double oracle_sticks_out(const oracle_body *inner, const oracle_body *outer);

/// Returns a random point of the core, or with `corner` one of its corners.
oracle3 oracle_point_of(uint64_t *random, const oracle_body *body, bool corner);

/// Makes a random volume around `center` of about `size`: sizes may be zero, whole numbers, or very different.
oracle_volume oracle_volume_random(uint64_t *random, oracle_kind kind, kiln_vec3 center, double size);

/// Makes two random volumes in one of many relations: any, close to each other, touching by construction except for
/// rounding, parallel or nearly so, with whole coordinates, far from the origin, of very different sizes.
void oracle_pair_random(uint64_t *random, oracle_kind a, oracle_kind b, oracle_volume pair[2]);

/// Moves a volume by an offset, each number rounded.
void oracle_volume_shift(oracle_volume *volume, oracle3 offset);

/// The image of a point under a pose.
oracle3 oracle_posed(const kiln_pose *pose, oracle3 p);
kiln_pose oracle_pose_random(uint64_t *random);

#endif
