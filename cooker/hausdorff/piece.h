// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HAUSDORFF_PIECE_H
#define KILN_COOKER_HAUSDORFF_PIECE_H

#include "nearest.h"

#define PIECE_CORNERS_MOST 10

/// A point, and its distance from the nearest triangle of the other surface.
typedef struct piece_corner
{
	double at[3];
	double distance;
	uint32_t nearest;
} piece_corner;

/// A convex piece of a triangle whose distance from the other surface is bounded.
typedef struct piece
{
	piece_corner corners[PIECE_CORNERS_MOST]; ///< in their order around it
	uint32_t count;							  ///< of corners, 3 or more
	uint32_t best;							  ///< the triangle of the upper bound, or one of those near
	uint32_t owner;							  ///< the triangle that it is a piece of
	uint32_t depth;							  ///< cuts so far
	double upper;							  ///< no point of it is farther, but for rounding
} piece;

/// A plane that cuts a piece: points x with normal * (x - at) = 0.
typedef struct piece_plane
{
	double at[3];
	double normal[3];
} piece_plane;

/// Lowers the upper bound by one triangle.
void piece_try(const nearest_tree *to, piece *p, uint32_t triangle);

/// Lowers the upper bound by the triangles that are nearest to the corners, and by the piece's size.
void piece_bound(const nearest_tree *to, piece *p);

/// The mean of the corners.
void piece_centre(const piece *p, double out[3]);

/// Chooses a plane: along an edge of a nearest triangle and perpendicular to it, so that the part on this side lies over the triangle;
/// else halfway between the nearest triangles of two corners; else across the piece, which is also the choice at every fourth
/// cut, so that pieces shrink. `central` is the triangle nearest to the centre.
void piece_choose_plane(const nearest_tree *to, const piece *p, uint32_t central, double rounding, piece_plane *plane);

/// Sets the plane across the middle of the two corners that are farthest apart.
void piece_cross(const piece *p, piece_plane *plane);

/// Cuts a piece. Each part gets the corners on its side and the points of the cut, whose distances are not set yet: `fresh` receives
/// their places in both parts, or PIECE_CORNERS_MOST for less than two points. A piece of PIECE_CORNERS_MOST corners is cut along a diagonal
/// instead. False where the plane does not cut.
bool piece_cut(const piece *p, const piece_plane *plane, piece parts[2], uint32_t fresh[2][2]);

#endif
