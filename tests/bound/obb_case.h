// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_OBB_CASE_H
#define KILN_TESTS_OBB_CASE_H

#include "bound/obb/methods.h"
#include "clean/clean_shapes.h"

/// Points for the tests of oriented boxes, and the oracle that turns boxes at random.

#define OBB_CASE_MOST 400

typedef struct obb_case
{
	float points[OBB_CASE_MOST][3];
	uint32_t count;
} obb_case;

enum
{
	OBB_IN_BALL,
	OBB_ON_SPHERE,
	OBB_ON_ELLIPSOID,
	OBB_IN_CUBE,
	OBB_CLUSTERS,
	OBB_NEEDLE,
	OBB_LATTICE,
	OBB_SLAB,
	OBB_PRISM,
	OBB_SOLIDS, ///< the kinds before it span space
	OBB_FLAT = OBB_SOLIDS,
	OBB_TILTED_FLAT,
	OBB_COLLINEAR,
	OBB_SINGLE,
	OBB_REPEATED,
	OBB_FAR_AWAY,
	OBB_TINY,
	OBB_HUGE,
	OBB_DENORMAL,
	OBB_THIN,
	OBB_KINDS
};

/// From -1 to 1.
static inline double obb_signed_share(shape_random *random)
{
	return 2.0 * shape_share(random) - 1.0;
}

/// Returns a uniform point in the unit ball; with `on_sphere`, its direction.
void obb_ball_point(shape_random *random, bool on_sphere, double p[3]);

void obb_add(obb_case *c, double x, double y, double z);

/// `n` points of a kind.
obb_case obb_scatter(shape_random *random, int kind, uint32_t n);

/// Returns the input of a fit: `c` must outlive the input.
bound_input obb_case_input(const obb_case *c);

/// The rotation of a quaternion of any length, as a frame.
obb_frame obb_turned(const double q[4]);

/// obb_cost of a frame around a cloud.
double obb_cloud_cost(const obb_cloud *cloud, const obb_frame *frame);

/// Returns the least cost of randomly turned boxes; follows the best of them downhill by ever smaller steps.
double obb_least_by_brute_force(const obb_cloud *cloud, shape_random *random);

/// Returns the method with this name; fails the test when it does not exist.
const bound_method *obb_method(const char *name);

/// Returns the volume of the box that a method fits, and proves that the box contains every point.
double obb_fit_volume(const char *method, const obb_case *c);

/// Fails the test if that volume differs from `expected` by more than the share `tolerance`.
void obb_assert_volume(const char *method, const obb_case *c, double expected, double tolerance);

#endif
