// SPDX-License-Identifier: MIT
#include "mass.h"

#include "math/jacobi.h"
#include "math/quaternion.h"

#include <math.h>

#define PI 3.14159265358979323846

/// The rows and columns of the entries of a symmetric matrix, in their order.
static const uint32_t pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

static mass_properties finish(mass_properties mass)
{
	mass.closed = true;
	jacobi_eigen(mass.inertia, mass.moments, mass.axes);
	return mass;
}

/// A body of revolution about the line from a to b, whose unit direction is `axis`: computes its moments about the line
/// and perpendicular to it.
static mass_properties revolution(
	const float a[3], const float b[3], const double axis[3], double volume, double area, double along, double across)
{
	mass_properties mass = {.volume = volume, .area = area};
	for (uint32_t i = 0; i < 3; ++i)
		mass.center[i] = ((double)a[i] + (double)b[i]) / 2;
	for (uint32_t i = 0; i < 6; ++i)
	{
		uint32_t r = pairs[i][0], c = pairs[i][1];
		mass.inertia[i] = (r == c ? across : 0) + (along - across) * axis[r] * axis[c];
	}
	return finish(mass);
}

/// Length from a to b and the unit direction, z where they are equal.
static double span(const float a[3], const float b[3], double axis[3])
{
	double length2 = 0;
	for (uint32_t i = 0; i < 3; ++i)
	{
		axis[i] = (double)b[i] - (double)a[i];
		length2 += axis[i] * axis[i];
	}
	double length = sqrt(length2);
	for (uint32_t i = 0; i < 3; ++i)
		axis[i] = length > 0 ? axis[i] / length : i == 2 ? 1.0 : 0.0;
	return length;
}

mass_properties mass_of_sphere(const float center[3], float radius)
{
	static const double z[3] = {0, 0, 1};
	double r = (double)radius, volume = 4.0 / 3.0 * PI * r * r * r, moment = 0.4 * volume * r * r;
	return revolution(center, center, z, volume, 4 * PI * r * r, moment, moment);
}

mass_properties mass_of_capsule(const float a[3], const float b[3], float radius)
{
	double axis[3], h = span(a, b, axis);
	double r = (double)radius, r2 = r * r;
	double cylinder = PI * r2 * h, ball = 4.0 / 3.0 * PI * r2 * r;
	// The centroid of a half ball is 3/8 r beyond the end of the cylinder: 2/5 r^2 + h^2/4 + 3/8 h r about the middle.
	double along = cylinder * r2 / 2 + ball * 0.4 * r2;
	double across = cylinder * (h * h / 12 + r2 / 4) + ball * (0.4 * r2 + h * h / 4 + 0.375 * h * r);
	return revolution(a, b, axis, cylinder + ball, 2 * PI * r * h + 4 * PI * r2, along, across);
}

mass_properties mass_of_cylinder(const float a[3], const float b[3], float radius)
{
	double axis[3], h = span(a, b, axis);
	double r = (double)radius, volume = PI * r * r * h;
	return revolution(a, b, axis, volume, 2 * PI * r * (h + r), volume * r * r / 2, volume * (r * r / 4 + h * h / 12));
}

mass_properties mass_of_box(const float center[3], const float half_extents[3], const float quaternion[4])
{
	double e[3];
	kiln_d3 axes[3];
	kiln_quat_axes((kiln_quat){quaternion[0], quaternion[1], quaternion[2], quaternion[3]}, axes);
	for (uint32_t i = 0; i < 3; ++i)
		e[i] = (double)half_extents[i];
	mass_properties mass = {.volume = 8 * e[0] * e[1] * e[2], .area = 8 * (e[0] * e[1] + e[1] * e[2] + e[2] * e[0])};
	for (uint32_t i = 0; i < 3; ++i)
	{
		double across = e[(i + 1) % 3] * e[(i + 1) % 3] + e[(i + 2) % 3] * e[(i + 2) % 3];
		const double axis[3] = {axes[i].x, axes[i].y, axes[i].z};
		mass.center[i] = (double)center[i];
		for (uint32_t k = 0; k < 6; ++k)
			mass.inertia[k] += mass.volume / 3 * across * axis[pairs[k][0]] * axis[pairs[k][1]];
	}
	return finish(mass);
}
