// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SPREAD_H
#define KILN_BROADPHASE_SPREAD_H

#include "broadphase/broadphase.h"

/// Where most boxes are, and how large: what a structure lays itself out by when nobody said. Told by a sample, and by
/// its middle half rather than by its ends, so that some boxes 1e9 away make no difference.
typedef struct kiln_spread
{
	double low[3];	///< finite
	double high[3]; ///< > low
	double edge;	///< of three quarters of the boxes the longest edge is no longer; >= 0
} kiln_spread;

/// Looks at up to KILN_SPREAD_SAMPLE of the boxes added and moved, and where these are few, at those that stay. False
/// when there is none to look at. Infinite boxes are left out.
bool kilni_spread_look(const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes, kiln_spread *spread);

/// Whether boxes lie so differently now that a structure laid out by `before` should be laid out again: twice as wide or
/// half, or half the width away.
bool kilni_spread_strays(const kiln_spread *before, const kiln_spread *now);

/// Whether options tell an extent that can be divided: finite, and not flat on all axes. Flat ones are widened a
/// little.
bool kilni_spread_told(const kiln_aabb *extent, kiln_spread *spread);

#define KILN_SPREAD_SAMPLE 255u

#endif
