// SPDX-License-Identifier: MIT
#include "bound/bound.h"

#include "math/double3.h"
#include "polytope.h"
#include "slabs.h"

#include <math.h>

#define PI 3.14159265358979323846

const char *bound_kind_name(bound_kind kind)
{
	static const char *const names[BOUND_KIND_COUNT] = {
		"aabb", "sphere", "obb", "kdop", "capsule", "rss", "cylinder", "cone", "ellipsoid"};
	return (unsigned)kind < BOUND_KIND_COUNT ? names[kind] : "unknown";
}

/// Volume and surface.
typedef struct measure
{
	double volume;
	double area;
} measure;

static double length(kiln_d3 v)
{
	double largest = kiln_d3_largest(v);
	return largest > 0 ? largest * sqrt(kiln_d3_length2((kiln_d3){v.x / largest, v.y / largest, v.z / largest})) : 0;
}

static double distance(kiln_vec3 a, kiln_vec3 b)
{
	return length(kiln_d3_sub(kiln_d3_from(b), kiln_d3_from(a)));
}

static measure of_aabb(const kiln_aabb *box)
{
	kiln_d3 d = kiln_d3_sub(kiln_d3_from(box->max), kiln_d3_from(box->min));
	return (measure){d.x * d.y * d.z, 2 * (d.x * d.y + d.y * d.z + d.z * d.x)};
}

static measure of_ball(double r)
{
	return (measure){4 * PI / 3 * r * r * r, 4 * PI * r * r};
}

static measure of_obb(const kiln_obb *box)
{
	measure m = {0, 0};
	kiln_d3 edges[3];
	for (int i = 0; i < 3; ++i)
		edges[i] = kiln_d3_scale(kiln_d3_from(box->axes[i]), 2 * (double)box->half_extents[i]);
	m.volume = kiln_double_abs(kiln_d3_dot(edges[0], kiln_d3_cross(edges[1], edges[2])));
	for (int i = 0; i < 3; ++i)
		m.area += 2 * length(kiln_d3_cross(edges[i], edges[(i + 1) % 3]));
	return m;
}

/// A convex plane figure of this area and perimeter swept by a ball (Steiner 1840).
static measure of_swept(double area, double perimeter, double r)
{
	measure ball = of_ball(r);
	return (measure){
		2 * area * r + PI / 2 * perimeter * r * r + ball.volume, 2 * area + PI * perimeter * r + ball.area};
}

static measure of_rss(const kiln_rss *rss)
{
	kiln_d3 e0 = kiln_d3_from(rss->edges[0]), e1 = kiln_d3_from(rss->edges[1]);
	return of_swept(length(kiln_d3_cross(e0, e1)), 2 * (length(e0) + length(e1)), (double)rss->radius);
}

static measure of_cylinder(const kiln_cylinder *cylinder)
{
	double h = distance(cylinder->a, cylinder->b), r = (double)cylinder->radius;
	return h > 0 ? (measure){PI * r * r * h, 2 * PI * r * (h + r)} : of_ball(r);
}

static measure of_cone(const kiln_cone *cone)
{
	double h = distance(cone->apex, cone->base), r = (double)cone->radius;
	return h > 0 ? (measure){PI / 3 * r * r * h, PI * r * (r + sqrt(r * r + h * h))} : of_ball(r);
}

/// Carlson's integrals R_F and R_D by duplication (Carlson 1979), which need square roots only. Each round brings the
/// arguments about four times closer together, so that after 60 rounds no difference is left for any start.
static double carlson_rf(double x, double y, double z)
{
	for (int round = 0; round < 60; ++round)
	{
		double move = sqrt(x * y) + sqrt(y * z) + sqrt(z * x);
		x = (x + move) / 4;
		y = (y + move) / 4;
		z = (z + move) / 4;
	}
	return 1 / sqrt((x + y + z) / 3);
}

static double carlson_rd(double x, double y, double z)
{
	double sum = 0, power = 1;
	for (int round = 0; round < 60; ++round)
	{
		double move = sqrt(x * y) + sqrt(y * z) + sqrt(z * x);
		sum += power / (sqrt(z) * (z + move));
		power /= 4;
		x = (x + move) / 4;
		y = (y + move) / 4;
		z = (z + move) / 4;
	}
	double mean = (x + y + 3 * z) / 5;
	return 3 * sum + power / (mean * sqrt(mean));
}

/// The surface is 4 pi R_G of the squared products of radii (Carlson 1995), to about 1e-14 of itself. The middle
/// argument goes last, which keeps the terms from cancelling.
static measure of_ellipsoid(const kiln_ellipsoid *ellipsoid)
{
	double r[3], largest = 0;
	for (int i = 0; i < 3; ++i)
	{
		r[i] = (double)ellipsoid->radii[i];
		largest = kiln_double_max(largest, r[i]);
	}
	kiln_d3 axes[3];
	for (int i = 0; i < 3; ++i)
		axes[i] = kiln_d3_from(ellipsoid->axes[i]);
	double scale = kiln_double_abs(kiln_d3_dot(axes[0], kiln_d3_cross(axes[1], axes[2])));
	measure m = {4 * PI / 3 * r[0] * r[1] * r[2] * scale, 0};
	for (int i = 0; i < 3 && largest > 0; ++i)
		r[i] /= largest;
	double x = r[0] * r[1], y = r[1] * r[2], z = r[2] * r[0];
	double low = kiln_double_min(x, kiln_double_min(y, z)), high = kiln_double_max(x, kiln_double_max(y, z));
	double middle = kiln_double_max(kiln_double_min(x, y), kiln_double_min(kiln_double_max(x, y), z));
	x = low * low;
	y = high * high;
	z = middle * middle;
	double rg = middle == 0
					? high / 2
					: (z * carlson_rf(x, y, z) - (x - z) * (y - z) / 3 * carlson_rd(x, y, z) + low * high / middle) / 2;
	m.area = 4 * PI * rg * largest * largest;
	return m;
}

static measure measured(const bound_volume *volume)
{
	measure m = {0, 0};
	switch (volume->kind)
	{
	case BOUND_AABB:
		return of_aabb(&volume->aabb);
	case BOUND_SPHERE:
		return of_ball((double)volume->sphere.radius);
	case BOUND_OBB:
		return of_obb(&volume->obb);
	case BOUND_KDOP:
		bound_polytope_measure(&volume->kdop, bound_kdop_mask(volume->k), &m.volume, &m.area);
		return m;
	case BOUND_CAPSULE:
		return of_swept(0, 2 * distance(volume->capsule.a, volume->capsule.b), (double)volume->capsule.radius);
	case BOUND_RSS:
		return of_rss(&volume->rss);
	case BOUND_CYLINDER:
		return of_cylinder(&volume->cylinder);
	case BOUND_CONE:
		return of_cone(&volume->cone);
	case BOUND_ELLIPSOID:
		return of_ellipsoid(&volume->ellipsoid);
	case BOUND_KIND_COUNT:
		break;
	}
	return m;
}

double bound_volume_of(const bound_volume *volume)
{
	return measured(volume).volume;
}

double bound_area_of(const bound_volume *volume)
{
	return measured(volume).area;
}
