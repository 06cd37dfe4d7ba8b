// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_DISTANCE_CACHE_H
#define KILN_CONVEX_DISTANCE_CACHE_H

#include "convex/shape/shape.h"
#include "gjk.h"

/// kiln_convex_cache as GJK uses it. The cache may hold any bits.

/// Sets where to start: at the last simplex's vertices where both cores have them, else along the last axis if it is a
/// direction. Without a cache, starts without any knowledge.
void kilni_simplex_from_cache(const kiln_convex_cache *cache, const kiln_convex_pair *pair, kiln_simplex *simplex);

/// Stores simplex, seeds and axis for the next call. Features that other methods stored stay. NULL: stores nothing.
void kilni_simplex_to_cache(const kiln_simplex *simplex, const kiln_gap *gap, kiln_convex_cache *cache);

/// Stores the result of a method without a simplex: an axis, from b to a, of any length, and the last supports.
void kilni_axis_to_cache(kiln_d3 axis, const kiln_simplex *simplex, kiln_convex_cache *cache);

#endif
