// SPDX-License-Identifier: MIT
#include "primitive_implicit.h"

#include "math/quaternion.h"
#include "support/shape_oracle.h"

#include <math.h>

static float any_size(uint64_t *random, implicit_case shape, double size)
{
	double u = 0.5 * (1 + oracle_signed(random));
	if (shape == IMPLICIT_LATTICE)
		return (float)(1 + (double)(fixture_random(random) % 3));
	if (shape == IMPLICIT_FLAT && fixture_random(random) % 2)
		return 0;
	if (shape == IMPLICIT_NEEDLE && fixture_random(random) % 2)
		return (float)(size * 1e-3 * (0.1 + u));
	return (float)(size * (0.1 + 0.9 * u));
}

kiln_vec3 implicit_direction(uint64_t *random, implicit_case shape)
{
	kiln_vec3 v = {0, 0, 0};
	while (v.x == 0 && v.y == 0 && v.z == 0)
		v = shape == IMPLICIT_LATTICE ? oracle_integer_vector(random, 1) : oracle_vector(random, 1);
	return v;
}

static void any_axes(uint64_t *random, implicit_case shape, kiln_vec3 axes[3])
{
	kiln_d3 side[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	if (shape != IMPLICIT_LATTICE)
		kiln_quat_axes(oracle_rotation(random), side);
	for (int i = 0; i < 3; ++i)
		axes[i] = kiln_d3_to(side[i]);
}

static kiln_vec3 moved(kiln_vec3 from, kiln_vec3 by)
{
	return (kiln_vec3){from.x + by.x, from.y + by.y, from.z + by.z};
}

kiln_implicit implicit_random(
	uint64_t *random, kiln_implicit_kind kind, implicit_case shape, kiln_vec3 center, double size)
{
	kiln_implicit solid = {.kind = kind};
	kiln_vec3 along = shape == IMPLICIT_LATTICE ? implicit_direction(random, shape) : oracle_vector(random, size);
	if (shape == IMPLICIT_FLAT && fixture_random(random) % 3 == 0)
		along = (kiln_vec3){0, 0, 0};
	switch (kind)
	{
	case KILN_IMPLICIT_HALFSPACE:
		solid.of.halfspace.normal = implicit_direction(random, shape);
		solid.of.halfspace.d = (float)kiln_d3_dot(kiln_d3_from(solid.of.halfspace.normal), kiln_d3_from(center));
		break;
	case KILN_IMPLICIT_SPHERE:
		solid.of.sphere = (kiln_sphere){center, any_size(random, shape, size)};
		break;
	case KILN_IMPLICIT_BOX:
		solid.of.box.center = center;
		any_axes(random, shape, solid.of.box.axes);
		for (int i = 0; i < 3; ++i)
			solid.of.box.half_extents[i] = any_size(random, shape, size);
		break;
	case KILN_IMPLICIT_CYLINDER:
		solid.of.cylinder = (kiln_cylinder){center, moved(center, along), any_size(random, shape, size)};
		break;
	case KILN_IMPLICIT_CONE:
		solid.of.cone = (kiln_cone){center, moved(center, along), any_size(random, shape, size)};
		break;
	case KILN_IMPLICIT_ELLIPSOID:
		solid.of.ellipsoid.center = center;
		any_axes(random, shape, solid.of.ellipsoid.axes);
		for (int i = 0; i < 3; ++i)
			solid.of.ellipsoid.radii[i] = any_size(random, shape, size);
		break;
	default:
		solid.of.torus = (kiln_torus){center, implicit_direction(random, shape), 0, any_size(random, shape, size)};
		while (!(solid.of.torus.ring > 0))
			solid.of.torus.ring = any_size(random, shape, size);
		break;
	}
	return solid;
}

static double away(kiln_vec3 a, kiln_vec3 b)
{
	return sqrt(kiln_d3_length2(kiln_d3_sub(kiln_d3_from(a), kiln_d3_from(b))));
}

double implicit_size(const kiln_implicit *solid, kiln_vec3 from)
{
	const float *sizes;
	switch (solid->kind)
	{
	case KILN_IMPLICIT_HALFSPACE:
		return sqrt(kiln_d3_length2(kiln_d3_from(from))) +
			   fabs((double)solid->of.halfspace.d) / sqrt(kiln_d3_length2(kiln_d3_from(solid->of.halfspace.normal)));
	case KILN_IMPLICIT_SPHERE:
		return away(solid->of.sphere.center, from) + (double)solid->of.sphere.radius;
	case KILN_IMPLICIT_BOX:
		sizes = solid->of.box.half_extents;
		return away(solid->of.box.center, from) + (double)sizes[0] + (double)sizes[1] + (double)sizes[2];
	case KILN_IMPLICIT_CYLINDER:
		return away(solid->of.cylinder.a, from) + away(solid->of.cylinder.a, solid->of.cylinder.b) +
			   (double)solid->of.cylinder.radius;
	case KILN_IMPLICIT_CONE:
		return away(solid->of.cone.apex, from) + away(solid->of.cone.apex, solid->of.cone.base) +
			   (double)solid->of.cone.radius;
	case KILN_IMPLICIT_ELLIPSOID:
		sizes = solid->of.ellipsoid.radii;
		return away(solid->of.ellipsoid.center, from) + (double)sizes[0] + (double)sizes[1] + (double)sizes[2];
	default:
		return away(solid->of.torus.center, from) + (double)solid->of.torus.ring + (double)solid->of.torus.radius;
	}
}

static real of(float x)
{
	return real_from((double)x);
}

static real3 from_to(kiln_vec3 a, real3 b)
{
	return real3_sub(b, real3_from(a));
}

/// Normals of the planes of two axes each, their lengths, and the axes' determinant.
static real normals_of(const kiln_vec3 axes[3], real3 normals[3], real lengths[3])
{
	for (int i = 0; i < 3; ++i)
	{
		normals[i] = real3_cross(real3_from(axes[(i + 1) % 3]), real3_from(axes[(i + 2) % 3]));
		lengths[i] = real3_length(normals[i]);
	}
	return real_abs(real3_dot(real3_from(axes[0]), normals[0]));
}

static real box_height(const kiln_obb *box, real3 point)
{
	real3 q = from_to(box->center, point), normals[3];
	real lengths[3], most = real_from(0), volume = normals_of(box->axes, normals, lengths);
	for (int i = 0; i < 3; ++i)
	{
		real along = real_abs(real3_dot(q, normals[i])), half = real_mul(of(box->half_extents[i]), volume);
		real height = real_div(real_sub(along, half), lengths[i]);
		most = i ? real_max(most, height) : height;
	}
	return most;
}

static real ellipsoid_height(const kiln_ellipsoid *ellipsoid, real3 point)
{
	real3 q = from_to(ellipsoid->center, point), normals[3];
	real lengths[3], flat = real_from(-1e300), sum = real_from(0), growth = real_from(0), least = real_from(0);
	real volume = normals_of(ellipsoid->axes, normals, lengths);
	for (int i = 0; i < 3; ++i)
	{
		real along = real_abs(real3_dot(q, normals[i])), radius = of(ellipsoid->radii[i]), row = real_from(0);
		for (int j = 0; j < 3; ++j)
			row = real_add(row, real_abs(real3_dot(normals[i], normals[j])));
		growth = real_max(growth, row);
		if (real_sign(radius) == 0)
		{
			flat = real_max(flat, real_div(along, lengths[i]));
			continue;
		}
		real part = real_div(along, real_mul(volume, radius));
		sum = real_add(sum, real_mul(part, part));
		least = real_sign(least) == 0 ? radius : real_min(least, radius);
	}
	if (real_sign(least) == 0)
		return flat;
	real round = real_mul(real_sub(real_sqrt(sum), real_from(1)), real_div(real_mul(least, volume), real_sqrt(growth)));
	return real_max(flat, round);
}

/// For a cylinder or cone: computes coordinates along the axis and the distance from it, and its length. False without
/// length.
static bool see_axis(kiln_vec3 a, kiln_vec3 b, real3 point, real *s, real *beside, real *length)
{
	real3 axis = from_to(a, real3_from(b)), q = from_to(a, point);
	*length = real3_length(axis);
	if (real_sign(*length) == 0)
		return false;
	*s = real_div(real3_dot(q, axis), *length);
	*beside = real_div(real3_length(real3_cross(q, axis)), *length);
	return true;
}

static real between_caps(real side, real s, real length)
{
	return real_max(side, real_max(real_neg(s), real_sub(s, length)));
}

real implicit_height(const kiln_implicit *solid, real3 p)
{
	real s, beside, length, radius;
	switch (solid->kind)
	{
	case KILN_IMPLICIT_HALFSPACE:
	{
		real3 n = real3_from(solid->of.halfspace.normal);
		return real_div(real_sub(real3_dot(n, p), of(solid->of.halfspace.d)), real3_length(n));
	}
	case KILN_IMPLICIT_SPHERE:
		return real_sub(real3_length(from_to(solid->of.sphere.center, p)), of(solid->of.sphere.radius));
	case KILN_IMPLICIT_BOX:
		return box_height(&solid->of.box, p);
	case KILN_IMPLICIT_CYLINDER:
		radius = of(solid->of.cylinder.radius);
		if (!see_axis(solid->of.cylinder.a, solid->of.cylinder.b, p, &s, &beside, &length))
			return real_sub(real3_length(from_to(solid->of.cylinder.a, p)), radius);
		return between_caps(real_sub(beside, radius), s, length);
	case KILN_IMPLICIT_CONE:
		radius = of(solid->of.cone.radius);
		if (!see_axis(solid->of.cone.apex, solid->of.cone.base, p, &s, &beside, &length))
			return real_sub(real3_length(from_to(solid->of.cone.apex, p)), radius);
		beside = real_sub(real_mul(beside, length), real_mul(s, radius));
		return between_caps(
			real_div(beside, real_sqrt(real_add(real_mul(length, length), real_mul(radius, radius)))), s, length);
	case KILN_IMPLICIT_ELLIPSOID:
		return ellipsoid_height(&solid->of.ellipsoid, p);
	default:
		break;
	}
	const kiln_torus *torus = &solid->of.torus;
	real3 q = from_to(torus->center, p), axis = real3_from(torus->axis);
	length = real3_length(axis);
	s = real_div(real3_dot(q, axis), length);
	beside = real_sub(real_div(real3_length(real3_cross(q, axis)), length), of(torus->ring));
	return real_sub(real_sqrt(real_add(real_mul(s, s), real_mul(beside, beside))), of(torus->radius));
}

/// Returns the value of the subtree that ends at node *last, and sets *last before it.
static real height_below(const kiln_csg *tree, real3 point, uint32_t *last)
{
	const kiln_csg_node *node = tree->nodes + (*last)--;
	if (node->kind == KILN_CSG_LEAF)
		return implicit_height(tree->leaves + node->leaf, point);
	real second = height_below(tree, point, last), first = height_below(tree, point, last);
	if (node->kind == KILN_CSG_UNION)
		return real_min(first, second);
	return real_max(first, node->kind == KILN_CSG_DIFFERENCE ? real_neg(second) : second);
}

real implicit_tree_height(const kiln_csg *tree, real3 point)
{
	uint32_t last = tree->node_count - 1;
	return height_below(tree, point, &last);
}

void implicit_random_tree(uint64_t *random, implicit_case shape, uint32_t leaves, implicit_tree *made)
{
	uint32_t count = 0, waiting = 0;
	for (uint32_t leaf = 0; leaf < leaves || waiting > 1;)
	{
		if (leaf < leaves && (waiting < 2 || fixture_random(random) % 2))
		{
			kiln_vec3 center = shape == IMPLICIT_LATTICE ? oracle_integer_vector(random, 2) : oracle_vector(random, 1);
			kiln_implicit_kind kind = (kiln_implicit_kind)(fixture_random(random) % IMPLICIT_KINDS);
			made->leaves[leaf] = implicit_random(random, kind, shape, center, 1);
			made->nodes[count++] = (kiln_csg_node){KILN_CSG_LEAF, leaf++};
			++waiting;
		}
		else
		{
			made->nodes[count++] = (kiln_csg_node){(kiln_csg_kind)(1 + fixture_random(random) % 3), 0};
			--waiting;
		}
	}
	made->tree = (kiln_csg){made->nodes, count, made->leaves, leaves};
}
