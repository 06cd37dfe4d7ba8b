// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PARTS_COVER_H
#define KILN_COOKER_PARTS_COVER_H

#include "hull/hull.h"

/// Whether convex solids together contain a triangle, decided exactly.
///
/// The solids are subtracted from the triangle one after another. What a solid leaves is the pieces before its faces, which are convex polygons. A
/// polygon is the list of the lines that bound it, as exact linear functions on the triangle; a corner is the product of two of them. So no point is
/// rounded. Polygons without area are dropped: the solids are closed, so that what they leave has area or is nothing.

/// A convex solid: a hull, or a box along the axes.
typedef struct cover_solid
{
	const convex_hull *hull; ///< or NULL
	float center[3];		 ///< of a box
	float half_extents[3];
	double low[3]; ///< a box around the solid, but for rounding outwards
	double high[3];
} cover_solid;

typedef enum cover_verdict
{
	COVER_WHOLE,	 ///< every point of the triangle is in a solid
	COVER_GAP,		 ///< some point is in none
	COVER_UNDECIDED, ///< the counted work reached its limit
	COVER_NO_MEMORY,
} cover_verdict;

/// Sets the box around a solid.
void cover_bound(cover_solid *solid);

/// Decides about one triangle, which has an area. Cost: a few exact signs for each face of a solid whose box meets the triangle's; where the triangle crosses
/// solids, products of long integers, a microsecond each, for the faces that cross the triangle.
cover_verdict cover_triangle(
	const kilncook_context *context, const float corners[3][3], const cover_solid *solids, uint32_t count);

#endif
