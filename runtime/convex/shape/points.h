// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_POINTS_H
#define KILN_CONVEX_POINTS_H

#include "convex/convex.h"
#include "kiln/hull.h"

/// The fewest and the most points that are scanned eight at a time.
#define KILN_POINTS_LEAST 12
#define KILN_POINTS_MOST 256

/// Room for points as columns, for the time of one query, as a hull without edges.
typedef struct kiln_points_room
{
	kiln_hull hull;
	kiln_convex seen;
	float at[3][KILN_POINTS_MOST];
} kiln_points_room;

/// Whether a convex set is of bare points.
static inline bool kiln_points_are(const kiln_convex *convex)
{
	return !convex->hull && convex->form == KILN_FORM_POINTS;
}

/// Copies bare points to `room`, from where their supports are found; the supports are the same, to the bit. Does nothing for other
/// shapes and other numbers of points. `room` must stay in place as long as `convex` is used.
void kilni_points_prepare(kiln_convex *convex, kiln_points_room *room);

#endif
