// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_VOLUME_FIT_H
#define KILN_COOKER_VOLUME_FIT_H

#include "volume_rotation.h"
#include "volume_run.h"

/// Fits of single volumes. They allocate nothing and are independent, so that threads can share them.

/// An OBB, an RSS or, with its radius in size[0] and no rotation, a sphere, with the stored numbers.
typedef struct volume_body
{
	float center[3];
	float size[3];
	volume_rotation rotation;
} volume_body;

/// Axes of a box of small surface around the points: the least among that along the coordinate axes,
///   - boxes along the edges of a large triangle of extreme points and of the two tetrahedra on it (Larsson and
///     Kallberg 2011),
///   - that along the principal axes of the extreme points (Gottschalk 2000 takes their hull's surface),
/// turned about each of its axes by turns until no turn helps much (Ericson 2005, section 4.4.4, with the surface in
/// place of the volume). Many points are first seen through a sample; what stands out of its box joins it.
obb_frame volume_frame_fit(const volume_run *run, const volume_middle *middle);

/// Returns the surface of the box that the search finds for a sample's points alone, or of the box `middle` if that is
/// less.
double volume_frame_area(const volume_sample *sample, const volume_middle *middle);

/// Surface and volume, rounded, of a body whose kind is KILN_TREE_OBB, _RSS or _SPHERE.
double volume_body_area(kiln_tree_kind kind, const float size[3]);
double volume_body_volume(kiln_tree_kind kind, const float size[3]);

/// The surface of all points within `radius` of a rectangle of sides x and y (Steiner).
double volume_rss_area(double x, double y, double radius);

/// Volumes of small surface that contain all points exactly, with the stored numbers.
volume_body volume_fit_obb(const volume_run *run);
volume_body volume_fit_rss(const volume_run *run);
volume_body volume_fit_sphere(const volume_run *run);

/// Finds a point of a rectangle near a given point: `st` gets two float32 numbers within the sizes such that center + s
/// axis 0 + t axis 1 is the nearest point, except for rounding. The distance to this point proves that an RSS contains
/// the given point.
void volume_rss_witness(
	const float center[3], const double axes[3][3], const float size[3], const double point[3], double st[2]);

#endif
