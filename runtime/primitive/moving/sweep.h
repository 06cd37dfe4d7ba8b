// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_SWEEP_H
#define KILN_PRIMITIVE_SWEEP_H

#include "primitive/solid.h"

/// Solids in straight motion without rotation against a triangle. Times are lengths of the path's direction.

/// The motion, made ready.
typedef struct kiln_path
{
	kiln_d3 direction; ///< zero: the solid stands still
	double length2;	   ///< of the direction
} kiln_path;

kiln_path kilni_path_along(kiln_d3 direction);

/// When a solid first touches a triangle.
typedef struct kiln_solid_contact
{
	double time; ///< 0: they touch from the start
	kiln_d3
		normal; ///< of the face or by the edges that meet, towards the solid, any length; zero: see kilni_contact_finish
	kiln_d3 point; ///< on the triangle, seen from the solid's center at the start; set by kilni_contact_finish
} kiln_solid_contact;

/// First contact at 0 <= time <= limit with a triangle whose corners are seen from the solid's center at the start.
/// False when no contact comes; touching from the start (kilni_touch) is time 0, grazing is contact. Fills in all but the
/// point.
bool kilni_solid_sweep(
	const kiln_solid *solid, const kiln_path *path, const kiln_d3 seen[3], double limit, kiln_solid_contact *contact);

/// Sets the point of contact, and a unit normal towards the solid: the one found, or else from the point to the solid's
/// center (sphere, box), axis (capsule), or else the triangle's own, on the side from which the solid comes; at time 0
/// by the winding, `mirrored` telling that it runs the other way around. Always finite and of length one.
void kilni_contact_finish(
	const kiln_solid *solid, const kiln_path *path, const kiln_d3 seen[3], bool mirrored, kiln_solid_contact *contact);

/// The kinds, for a solid that does not touch at the start. Corners are seen from the point of the path at time
/// `from`, so that what is computed is as large as the triangle and not as the way to it.
bool kilni_sweep_sphere(const kiln_solid *sphere, const kiln_path *path, const kiln_d3 near[3], double from,
	double limit, kiln_solid_contact *contact);
bool kilni_sweep_box(const kiln_solid *box, const kiln_path *path, const kiln_d3 near[3], double from, double limit,
	kiln_solid_contact *contact);
bool kilni_sweep_capsule(const kiln_solid *capsule, const kiln_path *path, const kiln_d3 near[3], double from,
	double limit, kiln_solid_contact *contact);

#endif
