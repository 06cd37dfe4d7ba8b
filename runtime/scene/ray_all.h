// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_RAY_ALL_H
#define KILN_SCENE_RAY_ALL_H

#include "kiln/ray.h"

/// The hits of a ray in pages, for lists that are merged and do not fit in memory as a whole. Each page costs a query.
#define KILN_RAY_PAGE 32

/// {0} is the state before the first page.
typedef struct kiln_ray_page
{
	kiln_hit hits[KILN_RAY_PAGE];
	kiln_hit last; ///< last hit of the page before, in the query's order
	bool begun;
} kiln_ray_page;

/// The next hits in the order of kiln_scene_ray_all, or of kiln_mesh_ray_all if `mesh` is not KILN_NONE. Returns how
/// many the page has; fewer than KILN_RAY_PAGE means that no more follow.
uint32_t kilni_ray_all_page(const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray, kiln_ray_page *page);

#endif
