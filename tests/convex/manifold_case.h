// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MANIFOLD_CASE_H
#define KILN_TESTS_MANIFOLD_CASE_H

#include "kiln/convex.h"
#include "math/double3.h"
#include "support/hull_case.h"

/// Placed hulls for the tests of manifolds, and what every list of contacts has to keep.

typedef struct manifold_hull
{
	hull_case cooked;
	kiln_convex_shape shape;
	kiln_convex_object object;
	double size; ///< no vertex is farther from the origin, before the pose
} manifold_hull;

/// The cooker's hull of about `count` random points of an ellipsoid of unlike axes with its side cut off: nothing of
/// it is symmetric. Of an odd number a third each is pressed flat at either end of z: faces of many corners. `h` must stay where it is.
void manifold_hull_make(manifold_hull *h, uint64_t *random, uint32_t count, double size);
void manifold_hull_free(manifold_hull *h);

/// Any pose: a rotation, and a translation in each coordinate up to `away`.
kiln_pose manifold_pose(uint64_t *random, double away);

/// A rotation that turns one unit vector to another.
kiln_quat manifold_turn(kiln_d3 from, kiln_d3 to);

/// Where a pose puts a vector or point, and back.
kiln_d3 manifold_turned(const kiln_pose *pose, kiln_d3 v);
kiln_d3 manifold_posed(const kiln_pose *pose, kiln_d3 p);
kiln_d3 manifold_posed_back(const kiln_pose *pose, kiln_d3 p);

/// How far a point of the world is out of the hull, by its highest plane; negative inside.
double manifold_outside(const manifold_hull *h, kiln_vec3 p);

/// All contacts of a pair.
typedef struct manifold_contacts
{
	uint32_t count;
	kiln_vec3 normal;
	kiln_contact contacts[KILN_CONTACTS_MAX];
} manifold_contacts;

manifold_contacts manifold_find(const kiln_convex_object *a, const kiln_convex_object *b, float skin);

/// Unit normal; on_b = on_a + depth normal to `tolerance`; deepest first; none beyond the skin, to `tolerance`; no name twice; the reduced
/// manifold is some of them, with the deepest, at most four.
void manifold_check(const kiln_convex_object *a, const kiln_convex_object *b, float skin, double tolerance);

/// The contacts of b and a are those of a and b, mirrored, to `tolerance`.
void manifold_check_swap(const kiln_convex_object *a, const kiln_convex_object *b, float skin, double tolerance);

/// Area of the convex hull of the contacts, across the normal.
double manifold_area(const kiln_contact *contacts, uint32_t count, kiln_vec3 normal);

#endif
