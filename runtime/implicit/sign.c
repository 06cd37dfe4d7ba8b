// SPDX-License-Identifier: MIT
#include "line.h"

#include "bounds/core.h"
#include "shape/usable.h"

#include <float.h>
#include <math.h>

static bool usable_torus(const kiln_torus *torus)
{
	const kiln_line axis = {torus->center, torus->axis};
	const kiln_sphere sizes[2] = {{torus->center, torus->ring}, {torus->center, torus->radius}};
	return kilni_usable_line(&axis) && kilni_usable_sphere(&sizes[0]) && kilni_usable_sphere(&sizes[1]) &&
		   torus->ring > 0;
}

bool kiln_implicit_is_usable(const kiln_implicit *solid)
{
	if (!solid)
		return false;
	switch (solid->kind)
	{
	case KILN_IMPLICIT_HALFSPACE:
		return kilni_usable_plane(&solid->of.halfspace);
	case KILN_IMPLICIT_SPHERE:
		return kilni_usable_sphere(&solid->of.sphere);
	case KILN_IMPLICIT_BOX:
		return kilni_usable_obb(&solid->of.box);
	case KILN_IMPLICIT_CYLINDER:
		return kilni_usable_cylinder(&solid->of.cylinder);
	case KILN_IMPLICIT_CONE:
		return kilni_usable_cone(&solid->of.cone);
	case KILN_IMPLICIT_ELLIPSOID:
		return kilni_usable_ellipsoid(&solid->of.ellipsoid);
	case KILN_IMPLICIT_TORUS:
		return usable_torus(&solid->of.torus);
	default:
		return false;
	}
}

/// Adds the height over one more face; the largest height counts.
static void over_face(kiln_sign *sign, double height, kiln_d3 normal)
{
	if (height > sign->value)
	{
		sign->value = height;
		sign->normal = normal;
	}
}

static kiln_sign halfspace_sign(const kiln_plane *plane, kiln_d3 point)
{
	kiln_d3 normal = kiln_d3_from(plane->normal);
	double length = sqrt(kiln_d3_length2(normal)), d = (double)plane->d;
	kiln_sign sign = {.value = (kiln_d3_dot(normal, point) - d) / length, .normal = kilni_d3_unit(normal)};
	sign.error = kiln_implicit_grain(kiln_d3_largest(point) + kiln_double_abs(d) / length);
	return sign;
}

static kiln_sign ball_sign(kiln_d3 center, double radius, kiln_d3 point)
{
	kiln_d3 seen = kiln_d3_sub(point, center);
	kiln_sign sign = {.value = sqrt(kiln_d3_length2(seen)) - radius, .normal = kilni_d3_unit(seen)};
	sign.error = kiln_implicit_grain(kiln_d3_largest(seen) + radius);
	return sign;
}

static kiln_sign box_sign(const kiln_obb *box, kiln_d3 point)
{
	kiln_d3 seen = kiln_d3_sub(point, kiln_d3_from(box->center)), normals[3];
	kiln_sign sign = {.value = -HUGE_VAL};
	double size = kiln_d3_largest(seen);
	kilni_path_frame(box->axes, normals);
	for (int i = 0; i < 3; ++i)
	{
		double along = kiln_d3_dot(seen, normals[i]), length = sqrt(kiln_d3_length2(normals[i]));
		double height = (kiln_double_abs(along) - (double)box->half_extents[i]) / length;
		over_face(&sign, height, kiln_d3_scale(normals[i], (along < 0 ? -1 : 1) / length));
		size += (double)box->half_extents[i];
	}
	sign.error = kiln_implicit_grain(size);
	return sign;
}

/// A point relative to the axis from `a` to `b`.
typedef struct axial
{
	kiln_d3 along; ///< unit, from a to b
	kiln_d3 out;   ///< from the axis to the point
	double length; ///< of the axis
	double s;	   ///< the point's place on it, from a
	double error;
} axial;

static axial see_along(kiln_vec3 a, kiln_vec3 b, double radius, kiln_d3 point)
{
	kiln_d3 axis = kiln_d3_sub(kiln_d3_from(b), kiln_d3_from(a)), seen = kiln_d3_sub(point, kiln_d3_from(a));
	axial view = {.along = kilni_d3_unit(axis), .length = sqrt(kiln_d3_length2(axis))};
	view.s = kiln_d3_dot(seen, view.along);
	view.out = kiln_d3_along(seen, -view.s, view.along);
	view.error = kiln_implicit_grain(kiln_d3_largest(seen) + view.length + radius);
	return view;
}

static kiln_sign cylinder_sign(const kiln_cylinder *cylinder, kiln_d3 point)
{
	double radius = (double)cylinder->radius;
	axial view = see_along(cylinder->a, cylinder->b, radius, point);
	if (!(view.length > 0))
		return ball_sign(kiln_d3_from(cylinder->a), radius, point);
	kiln_sign sign = {.value = sqrt(kiln_d3_length2(view.out)) - radius, .error = view.error};
	sign.normal = kilni_d3_unit(view.out);
	over_face(&sign, view.s - view.length, view.along);
	over_face(&sign, -view.s, kiln_d3_scale(view.along, -1));
	return sign;
}

static kiln_sign cone_sign(const kiln_cone *cone, kiln_d3 point)
{
	double radius = (double)cone->radius;
	axial view = see_along(cone->apex, cone->base, radius, point);
	if (!(view.length > 0))
		return ball_sign(kiln_d3_from(cone->apex), radius, point);
	// The side's normal lies in the plane of axis and point.
	double slant = sqrt(view.length * view.length + radius * radius);
	double around = view.length / slant, back = radius / slant;
	kiln_sign sign = {.value = sqrt(kiln_d3_length2(view.out)) * around - view.s * back, .error = view.error};
	sign.normal = kilni_d3_unit(kiln_d3_along(kiln_d3_scale(kilni_d3_unit(view.out), around), -back, view.along));
	over_face(&sign, view.s - view.length, view.along);
	// A point behind the apex is above the side, unless it lies on the axis of a cone without radius.
	over_face(&sign, -view.s, kiln_d3_scale(view.along, -1));
	return sign;
}

/// The factor by which lengths may grow under the map with these rows, which are nearly orthonormal: the square root of
/// the largest sum of a row of their products (Gershgorin 1931).
static double growth(const kiln_d3 rows[3])
{
	double most = 0;
	for (int i = 0; i < 3; ++i)
	{
		double sum = 0;
		for (int j = 0; j < 3; ++j)
			sum += kiln_double_abs(kiln_d3_dot(rows[i], rows[j]));
		most = kiln_double_max(most, sum);
	}
	return sqrt(most);
}

static kiln_sign ellipsoid_sign(const kiln_ellipsoid *ellipsoid, kiln_d3 point)
{
	kiln_d3 seen = kiln_d3_sub(point, kiln_d3_from(ellipsoid->center)), rows[3], gradient = {0, 0, 0};
	kiln_sign sign = {.value = -HUGE_VAL};
	kilni_path_frame(ellipsoid->axes, rows);
	double grain = kiln_implicit_grain(kiln_d3_largest(seen)), least = HUGE_VAL, q2 = 0, weighted = 0, loss2 = 0;
	for (int i = 0; i < 3; ++i)
	{
		double radius = (double)ellipsoid->radii[i], along = kiln_d3_dot(seen, rows[i]);
		double length = sqrt(kiln_d3_length2(rows[i]));
		if (radius == 0)
		{
			// The box is flat: every point off the plane is above it.
			over_face(&sign, kiln_double_abs(along) / length, kiln_d3_scale(rows[i], (along < 0 ? -1 : 1) / length));
			continue;
		}
		double q = along / radius, loss = grain / radius;
		q2 += q * q;
		weighted += kiln_double_abs(q) * loss;
		loss2 += loss * loss;
		least = kiln_double_min(least, radius);
		gradient = kiln_d3_along(gradient, q / radius, rows[i]);
	}
	sign.error = 2 * grain;
	if (!(least < HUGE_VAL))
		return sign;
	// The rounding error of each part of q counts in proportion to the part's share of q's length. At length 0 the sign
	// is sure.
	double q = sqrt(q2), lost = (q > 0 ? weighted / q : 0) + loss2 + kiln_implicit_grain(q),
		   scale = least / growth(rows);
	if ((q - 1) * scale > sign.value)
		sign = (kiln_sign){.value = (q - 1) * scale, .error = lost * scale, .normal = kilni_d3_unit(gradient)};
	return sign;
}

static kiln_sign sign_of(const kiln_implicit *solid, kiln_d3 point)
{
	switch (solid->kind)
	{
	case KILN_IMPLICIT_HALFSPACE:
		return halfspace_sign(&solid->of.halfspace, point);
	case KILN_IMPLICIT_SPHERE:
		return ball_sign(kiln_d3_from(solid->of.sphere.center), (double)solid->of.sphere.radius, point);
	case KILN_IMPLICIT_BOX:
		return box_sign(&solid->of.box, point);
	case KILN_IMPLICIT_CYLINDER:
		return cylinder_sign(&solid->of.cylinder, point);
	case KILN_IMPLICIT_CONE:
		return cone_sign(&solid->of.cone, point);
	case KILN_IMPLICIT_ELLIPSOID:
		return ellipsoid_sign(&solid->of.ellipsoid, point);
	default:
		return kilni_torus_sign(&solid->of.torus, point);
	}
}

kiln_sign kilni_implicit_sign(const kiln_implicit *solid, kiln_d3 point, uint32_t leaf)
{
	kiln_sign sign = sign_of(solid, point);
	sign.leaf = leaf;
	sign.where = sign.value > sign.error	? KILN_WHERE_OUTSIDE
				 : sign.value < -sign.error ? KILN_WHERE_INSIDE
											: KILN_WHERE_BOUNDARY;
	return sign;
}
