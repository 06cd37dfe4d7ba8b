// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_SOLID_FACES_H
#define KILN_DUMP_SOLID_FACES_H

#include "kiln.h"
#include "math/double3.h"

/// Receives the surface of a solid.
typedef struct solid_sink
{
	void *user;
	/// The next vertex, in asset coordinates.
	void (*vertex)(void *user, const float at[3]);
	/// The next corner of a face, counter-clockwise from outside: a vertex by its number. `ends` is true for the last one.
	void (*corner)(void *user, uint32_t vertex, bool ends);
} solid_sink;

/// Computes a right-handed frame of unit vectors: axes[2] along ab, any vector for equal ends.
void solid_frame(const double a[3], const double b[3], double axes[3][3]);

/// Computes the corners of a box from its parameters (kiln_shape_kind). Bit k of a corner's number chooses the upper side of axis k.
void solid_box_corners(const float parameters[10], kiln_d3 corners[8]);

/// Passes on a solid's surface for viewing: hulls and boxes exactly, round solids in facets. All vertices come before the
/// corners.
void solid_faces(const kiln_asset *asset, const kiln_format_node *node, const solid_sink *sink);

#endif
