// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_CHECK_H
#define KILN_COOKER_HULL_CHECK_H

#include "hull_internal.h"

/// Functions that the parts of hull_check share. Each part relies only on the ranges that earlier parts have proved.

/// Room for one face for each direction.
#define CHECK_SCRATCH_MIN 6

typedef struct hull_checker
{
	const kilncook_context *context;
	const convex_hull *h;
	uint32_t where;	 ///< the place of the fault
	uint32_t *faces; ///< per half-edge: its face
	uint32_t *marks; ///< scratch with an element for each face or vertex, whichever are more, and at least
					 ///< CHECK_SCRATCH_MIN
	uint32_t *queue; ///< scratch of the same length
	bool has_centre; ///< a point strictly behind all faces is known, from which each face is visible once
	double centre[3];
} hull_checker;

static inline uint32_t check_next(const hull_checker *c, uint32_t half_edge)
{
	uint32_t face = c->faces[half_edge];
	return half_edge + 1 == c->h->face_first[face + 1] ? c->h->face_first[face] : half_edge + 1;
}

static inline const float *check_corner(const hull_checker *c, uint32_t half_edge)
{
	return c->h->vertices[c->h->origins[half_edge]];
}

/// Returns the exact side of a face, which must be flat.
int check_side(const hull_checker *c, uint32_t face, const double position[3]);

/// Finds two axes along which three points of a face's plane keep an area, exactly. False when they are collinear.
bool check_axes(const float a[3], const float b[3], const float c[3], int axes[2]);

/// Returns the exact turn at b, seen along the axis that is left out.
int check_turn(const int axes[2], const float a[3], const float b[3], const float c[3]);

/// Proves that faces are strictly convex and exactly flat polygons.
hull_fault check_faces(hull_checker *c);

/// Proves that edges and the whole hull are strictly convex; for dimension 3. Sets the centre.
hull_fault check_convex(hull_checker *c);

/// Proves that all points lie inside.
hull_fault check_points(hull_checker *c, const hull_points *points);

#endif
