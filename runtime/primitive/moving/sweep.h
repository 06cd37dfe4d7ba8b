// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_SWEEP_H
#define KILN_PRIMITIVE_SWEEP_H

#include "primitive/solid.h"

/// Solids in straight motion without rotation against a triangle. Times are in lengths of the path's direction.

/// The motion, prepared.
typedef struct kiln_path
{
	kiln_d3 direction; ///< zero: the solid stands still
	double length2;	   ///< of the direction
} kiln_path;

kiln_path kilni_path_along(kiln_d3 direction);

/// The time and place at which a solid first touches a triangle.
typedef struct kiln_solid_contact
{
	double time; ///< 0: they touch at the start
	kiln_d3
		normal; ///< of the face or by the edges that meet, towards the solid, any length; zero: see kilni_contact_finish
	kiln_d3 point; ///< on the triangle, relative to the solid's center at the start; set by kilni_contact_finish
} kiln_solid_contact;

/// The first contact at 0 <= time <= limit with a triangle whose corners are relative to the solid's center at the
/// start. Returns false if there is no contact. Touching at the start (kilni_touch) is a contact at time 0; grazing is
/// contact. Sets all fields but the point.
bool kilni_solid_sweep(
	const kiln_solid *solid, const kiln_path *path, const kiln_d3 seen[3], double limit, kiln_solid_contact *contact);

/// Sets the point of contact and a unit normal towards the solid. The normal is the one found. If none was found, the
/// normal leads from the point to the solid's center (sphere, box) or axis (capsule). If this direction is zero, it is
/// the triangle's own normal, on the side from which the solid comes; at time 0 the winding decides, and `mirrored`
/// means that the winding is reversed. The normal is always finite and of length one.
void kilni_contact_finish(
	const kiln_solid *solid, const kiln_path *path, const kiln_d3 seen[3], bool mirrored, kiln_solid_contact *contact);

/// The sweeps of each kind, for a solid that does not touch at the start. Corners are relative to the point of the path
/// at time `from`, so that intermediate numbers are as large as the triangle, and not as the way to it.
bool kilni_sweep_sphere(const kiln_solid *sphere, const kiln_path *path, const kiln_d3 near[3], double from,
	double limit, kiln_solid_contact *contact);
bool kilni_sweep_box(const kiln_solid *box, const kiln_path *path, const kiln_d3 near[3], double from, double limit,
	kiln_solid_contact *contact);
bool kilni_sweep_capsule(const kiln_solid *capsule, const kiln_path *path, const kiln_d3 near[3], double from,
	double limit, kiln_solid_contact *contact);

#endif
