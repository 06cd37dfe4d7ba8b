// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_MASS_H
#define KILN_COOKER_MASS_H

#include "hull/hull.h"

/// Integrals over solids of density 1, in units of their coordinates.
typedef struct mass_properties
{
	bool closed;	  ///< false: an open surface; only `area` and `center` (of the area) are set, the rest is 0
	double volume;	  ///< negative for a surface wound inside out
	double area;	  ///< of the surface
	double center[3]; ///< of mass
	/// About the centre: xx, yy, zz, xy, xz, yz; off-diagonals are the tensor's entries, -sum(xy). The
	/// tensor does not depend on the winding of the surface.
	double inertia[6];
	double moments[3]; ///< principal moments, increasing
	double axes[3][3]; ///< their axes: unit, right-handed (jacobi_eigen); the coordinate axes where moments are equal
} mass_properties;

/// Integrates over a triangulated surface. `closed`: cleaning found that every edge is shared and the winding is
/// consistent. (Divergence theorem over tetrahedra to a point near the surface: Tonon 2004; Mirtich 1996; Eberly 2002.)
/// Terms are relative to the box's centre, which keeps precision far from the origin. For a volume of zero, the centre
/// is the centre of the area. A volume below the rounding error of a surface that folds back on itself counts as zero.
/// Where rounding would be visible in float32, as for needles and plates that are not aligned with an axis, the terms
/// are exact determinants. Sums are compensated. Terms are of fifth degree in the size: they neither overflow nor
/// underflow for sizes of 1e-45 to 1e40.
mass_properties mass_of_triangles(const float (*vertices)[3], uint32_t vertex_count, const uint32_t (*triangles)[3],
	uint32_t triangle_count, bool closed);

/// Integrates over a hull. Below dimension 3 the volume and the inertia are 0; the area is the area of both faces, and
/// the centre is the centre of the polygon, segment or point.
mass_properties mass_of_hull(const convex_hull *h);

/// Whether float32 can represent a solid's numbers: its volume and the largest of its inertia are neither too large nor
/// so small that digits are lost (denormal). False without volume.
bool mass_fits_float(const mass_properties *mass);

/// Integrals over primitives by formulas. A size of zero gives a volume of zero. Capsules and cylinders run from `a` to
/// `b`; the quaternion x, y, z, w is normalised here.
mass_properties mass_of_sphere(const float center[3], float radius);
mass_properties mass_of_capsule(const float a[3], const float b[3], float radius);
mass_properties mass_of_cylinder(const float a[3], const float b[3], float radius);
mass_properties mass_of_box(const float center[3], const float half_extents[3], const float quaternion[4]);

#endif
