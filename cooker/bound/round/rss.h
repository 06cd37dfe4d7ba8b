// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_RSS_H
#define KILN_COOKER_BOUND_RSS_H

#include "bound/obb/frame.h"

extern const bound_method bound_rss_principal;
/// Never of more volume than the minimum sphere.
extern const bound_method bound_rss_best;

extern const bound_method bound_rss_fast;

/// Volumes that the search for the best lozenge starts from, if they are already known; a NULL one is fitted.
typedef struct bound_rss_hints
{
	const kiln_obb *box;		 ///< the best box
	const kiln_capsule *capsule; ///< the best capsule
	const kiln_sphere *sphere;	 ///< the minimum sphere
} bound_rss_hints;

/// The fit of bound_rss_best with about `effort` point projections; 0 takes BOUND_SEARCH_EFFORT.
kilncook_status bound_rss_search(const kilncook_context *context, const obb_cloud *cloud, uint64_t effort,
	bound_rss_hints hints, bound_volume *volume);

/// bound_rss_fast's fit: the best of the frames of a small box and of the surface's principal axes, without a search.
/// What the hints lack is fitted fast.
kilncook_status bound_rss_quick(
	const kilncook_context *context, const obb_cloud *cloud, bound_rss_hints hints, bound_volume *volume);

#endif
