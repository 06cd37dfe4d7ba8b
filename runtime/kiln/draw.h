// SPDX-License-Identifier: MIT
#ifndef KILN_DRAW_H
#define KILN_DRAW_H

#include "broadphase.h"
#include "convex/manifold.h"
#include "log.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Debug drawing: assets, trees, shapes, queries and contacts as lines and triangles, for whatever the caller draws with. Nothing is
/// kept or allocated; the same calls draw the same lines in the same order.

/// Where lines and triangles go. Either function may be NULL: then the outlines of triangles are drawn as lines, or
/// nothing is. Corners are in the coordinates of the poses given; triangles are counter-clockwise from outside. All are
/// finite: a line or triangle with a corner that float32 can't hold is not drawn.
typedef struct kiln_draw
{
	void (*line)(void *user, kiln_vec3 a, kiln_vec3 b, uint32_t color);
	void (*triangle)(void *user, kiln_vec3 a, kiln_vec3 b, kiln_vec3 c, uint32_t color);
	void *user;
	uint32_t color; ///< handed on
} kiln_draw;

/// Segments of a circle; round shapes are drawn by some of them.
#define KILN_DRAW_CIRCLE 32

// --- Volumes ----------------------------------------------------------------------------------------------------------

/// Edges of a box: twelve lines, for a flat one some of them twice. An infinite side is drawn at KILN_COORDINATE_MAX, or at
/// the opposite one where that is farther out.
KILN_API void kiln_draw_aabb(const kiln_draw *draw, const kiln_aabb *box);
KILN_API void kiln_draw_obb(const kiln_draw *draw, const kiln_obb *box);
/// Three great circles.
KILN_API void kiln_draw_sphere(const kiln_draw *draw, const kiln_sphere *sphere);
/// Edges of the intersection of its slabs, by cutting the line of every two of its planes with the others. `k` as of
/// kiln/bounds.h; an empty one has none.
KILN_API void kiln_draw_kdop(const kiln_draw *draw, const kiln_kdop *kdop, uint32_t k);

/// Any convex object. A segment is a line, a triangle, tetrahedron, rectangle, box and hull its edges, unless it is rounded or
/// summed; those and all others are three closed curves of support points. A point is a cross, the eighth part of `size` of
/// which is the caller's idea of how large things are. Nothing for an object that is not usable.
KILN_API void kiln_draw_convex(const kiln_draw *draw, const kiln_convex_object *object, float size);

// --- Assets -----------------------------------------------------------------------------------------------------------

/// All that the asset's nodes place, at a pose (NULL: the identity): triangles of meshes and hulls, and the curves of
/// other solids.
KILN_API void kiln_draw_asset(const kiln_draw *draw, const kiln_asset *asset, const kiln_pose *pose);

/// The volumes that a tree's nodes hold, of the levels first .. last (0: the root's children). `mesh` KILN_NONE is the
/// scene's tree, in asset coordinates; else in the mesh's own. Nothing for a kind that the asset lacks.
KILN_API void kiln_draw_tree(const kiln_draw *draw, const kiln_asset *asset, uint32_t mesh, kiln_tree_kind kind,
	uint32_t first, uint32_t last, const kiln_pose *pose);

/// The boxes of all proxies, swept ones around their whole way.
KILN_API void kiln_draw_broadphase(const kiln_draw *draw, const kiln_broadphase *broadphase);

// --- Queries and answers ----------------------------------------------------------------------------------------------

/// A ray up to where it hits, and there the normal, `size` long; without a hit (NULL, or none) up to t_max, or `reach` where it has none.
KILN_API void kiln_draw_ray(const kiln_draw *draw, const kiln_ray *ray, const kiln_hit *hit, float reach, float size);

/// A moving object at its start, at its end, which is where it hits, and its middle's way; and the hit's normal.
KILN_API void kiln_draw_cast(const kiln_draw *draw, const kiln_convex_object *object, const kiln_motion *motion,
	const kiln_hit *hit, float reach, float size);

/// A line from the point to the closest one found.
KILN_API void kiln_draw_closest(
	const kiln_draw *draw, const kiln_point_query *query, const kiln_closest *closest, float size);

/// Each contact: a cross on both bodies, and the normal from b, `size` long.
KILN_API void kiln_draw_manifold(const kiln_draw *draw, const kiln_manifold *manifold, float size);

/// What was asked: the ray, point, shape or way, and of pairs the boxes of both assets where they stood (a, b; NULL: not
/// drawn). Arguments that queries refuse are drawn as far as they are finite.
KILN_API void kiln_draw_log_entry(const kiln_draw *draw, const kiln_log_entry *entry, const kiln_asset *a,
	const kiln_asset *b, float reach, float size);

#ifdef __cplusplus
}
#endif

#endif
