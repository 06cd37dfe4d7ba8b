// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SPREAD_H
#define KILN_BROADPHASE_SPREAD_H

#include "broadphase/broadphase.h"

/// Where most boxes are, and how large they are: the basis of a structure's layout if the caller gives none. Determined
/// from the middle half of a sample, instead of from its ends, so that a few boxes 1e9 away make no difference.
typedef struct kiln_spread
{
	double low[3];	///< finite
	double high[3]; ///< > low
	double edge;	///< three quarters of the boxes have no longer longest edge; >= 0
} kiln_spread;

/// Samples up to KILN_SPREAD_SAMPLE of the added and moved boxes and, if these are few, of those that stay. Skips
/// infinite boxes. Returns false if there is no box to sample.
bool kilni_spread_look(const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes, kiln_spread *spread);

/// Whether boxes have spread so differently that a structure laid out by `before` must be laid out again: twice or half
/// as wide, or moved by half the width.
bool kilni_spread_strays(const kiln_spread *before, const kiln_spread *now);

/// Whether options give an extent that can be divided: finite, and not flat on all axes. Flat axes are widened a
/// little.
bool kilni_spread_from_extent(const kiln_aabb *extent, kiln_spread *spread);

#define KILN_SPREAD_SAMPLE 255u

#endif
