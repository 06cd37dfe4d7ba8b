// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_DISTANCE_CACHE_H
#define KILN_CONVEX_DISTANCE_CACHE_H

#include "convex/shape/shape.h"
#include "gjk.h"

/// kiln_convex_cache as GJK uses it. Any bits may be in it.

/// Where to begin: at the last simplex's vertices where both cores have such, else along the last axis, if that is a
/// direction. Without a cache as if nothing were known.
void kilni_simplex_from_cache(const kiln_convex_cache *cache, const kiln_convex_pair *pair, kiln_simplex *simplex);

/// Simplex, seeds and axis for the next time. What other methods have left of features stays. NULL: nothing.
void kilni_simplex_to_cache(const kiln_simplex *simplex, const kiln_gap *gap, kiln_convex_cache *cache);

/// What a method without a simplex leaves: an axis, from b to a, of any length, and where supports were last found.
void kilni_axis_to_cache(kiln_d3 axis, const kiln_simplex *simplex, kiln_convex_cache *cache);

#endif
