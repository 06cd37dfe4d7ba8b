// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MANIFOLD_CASE_H
#define KILN_TESTS_MANIFOLD_CASE_H

#include "kiln/convex.h"
#include "math/double3.h"
#include "support/hull_case.h"

/// Placed hulls for the tests of manifolds, and the requirements of every list of contacts.

typedef struct manifold_hull
{
	hull_case cooked;
	kiln_convex_shape shape;
	kiln_convex_object object;
	double size; ///< no vertex is farther from the origin, before the pose
} manifold_hull;

/// Makes the cooker's hull of about `count` random points of an ellipsoid with different axes and one side cut off: the
/// hull has no symmetry. For an odd number, a third of the points each is moved onto a plane at either end of z: faces
/// with many corners. `h` must not move in memory.
void manifold_hull_make(manifold_hull *h, uint64_t *random, uint32_t count, double size);
void manifold_hull_free(manifold_hull *h);

/// Any pose: a rotation, and a translation in each coordinate up to `away`.
kiln_pose manifold_pose(uint64_t *random, double away);

/// A rotation that turns one unit vector to another.
kiln_quat manifold_turn(kiln_d3 from, kiln_d3 to);

/// Transform a vector or a point by a pose, and back.
kiln_d3 manifold_turned(const kiln_pose *pose, kiln_d3 v);
kiln_d3 manifold_posed(const kiln_pose *pose, kiln_d3 p);
kiln_d3 manifold_posed_back(const kiln_pose *pose, kiln_d3 p);

/// Returns how far a point in world coordinates is outside the hull, by its highest plane; negative inside.
double manifold_outside(const manifold_hull *h, kiln_vec3 p);

/// All contacts of a pair.
typedef struct manifold_contacts
{
	uint32_t count;
	kiln_vec3 normal;
	kiln_contact contacts[KILN_CONTACTS_MAX];
} manifold_contacts;

manifold_contacts manifold_find(const kiln_convex_object *a, const kiln_convex_object *b, float skin);

/// Checks the contacts: the normal is unit; on_b = on_a + depth normal to `tolerance`; the deepest comes first; none is
/// beyond the skin, to `tolerance`; no name occurs twice; the reduced manifold is a subset with the deepest contact, at
/// most four.
void manifold_check(const kiln_convex_object *a, const kiln_convex_object *b, float skin, double tolerance);

/// Checks that the contacts of b and a are those of a and b, mirrored, to `tolerance`.
void manifold_check_swap(const kiln_convex_object *a, const kiln_convex_object *b, float skin, double tolerance);

/// Returns the area of the convex hull of the contacts, projected along the normal.
double manifold_area(const kiln_contact *contacts, uint32_t count, kiln_vec3 normal);

#endif
