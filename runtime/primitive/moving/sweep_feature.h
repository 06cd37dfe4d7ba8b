// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_SWEEP_FEATURE_H
#define KILN_PRIMITIVE_SWEEP_FEATURE_H

#include "sweep.h"

/// A moving sphere against the features of a convex body that it does not touch at the start. The first contact is the
/// earliest of the first contacts with the insides of its faces, its edges and its corners (Ericson 2005, 5.5.6;
/// Schneider and Eberly 2003, 11.11). The sphere's center is at time * direction.

typedef struct kiln_ball_sweep
{
	kiln_d3 direction;
	double length2; ///< of the direction
	double radius;
	double start; ///< earlier contacts do not count
	double best;  ///< in: the limit, inclusive; then the least time so far
	bool met;
	kiln_d3 normal; ///< of the contact at `best`: the face's; zero for edges and corners
} kiln_ball_sweep;

/// A face with corner `origin` and sides `e` and `f`: a triangle, or a parallelogram with `four`.
void kilni_ball_face(kiln_ball_sweep *sweep, kiln_d3 origin, kiln_d3 e, kiln_d3 f, bool four);

/// The edge from `origin` to `origin` + `e`, without its ends.
void kilni_ball_edge(kiln_ball_sweep *sweep, kiln_d3 origin, kiln_d3 e);

void kilni_ball_corner(kiln_ball_sweep *sweep, kiln_d3 corner);

#endif
