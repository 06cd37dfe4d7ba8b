// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SIMPLIFY_SIDE_H
#define KILN_COOKER_SIMPLIFY_SIDE_H

#include "internal.h"

/// A closed surface.
typedef struct side_surface
{
	const float (*vertices)[3];
	const uint32_t (*triangles)[3];
	const uint32_t *parts; ///< per triangle: its connected part, numbered by first triangle
	uint32_t triangle_count;
} side_surface;

/// Proves that one closed surface lies inside another: no triangles of both touch, exactly; a vertex of each part of the inner one
/// has a positive winding number in the outer one; and no part of the outer one has a vertex of which the inner one says so. `*proved` stays
/// false where that is not so, or where the work, which is limited by number, runs out. `touched` receives, per triangle of the
/// surface `marked`, one of the two, whether it touches the other. False when out of memory.
bool side_prove(const kilncook_context *context, const side_surface *inner, const side_surface *outer, uint32_t threads,
	const side_surface *marked, bool *touched, bool *proved);

/// Moves the vertices of a result along their normals, to the side that the options ask for: all by a little, then those of triangles that
/// touch the mesh by more and more, until the result is proved to be on this side. It must also be within `error`, if that is above 0. work->moved gets
/// the positions, trial the bounds of the distance. False when out of memory.
bool simplify_to_side(simplify_work *work, simplify_trial *trial, double error, bool *proved);

#endif
