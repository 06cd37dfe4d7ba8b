// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_SOLID_H
#define KILN_COOKER_IMPORT_SOLID_H

#include "import_build.h"

/// Polyhedra that approximate round solids for which the blob has no primitive. All are centred at the origin, are
/// round about y, and contain the solid, except for the rounding of their vertices to float32. Only + - * / and square
/// roots are used.

/// Most vertices of a solid.
#define IMPORT_SOLID_VERTICES_MAX 256

/// A polyhedron made by import_solid_*.
typedef struct import_solid
{
	float positions[IMPORT_SOLID_VERTICES_MAX][3];
	uint32_t vertex_count;
	import_faces faces;
	double error; ///< largest distance from a vertex to the solid
} import_solid;

/// Makes a cone or frustum from y = -height / 2 to height / 2. One radius may be 0. False when out of memory.
bool import_solid_frustum(
	const kilncook_context *context, double height, double bottom, double top, import_solid *solid);

/// Makes the hull of two spheres with centres at y = -height / 2 and height / 2. Neither sphere may contain the other.
bool import_solid_tapered_capsule(
	const kilncook_context *context, double height, double bottom, double top, import_solid *solid);

/// Makes a rectangle in the plane y = 0 whose normal points up.
bool import_solid_rectangle(const kilncook_context *context, double x, double z, import_solid *solid);

#endif
