// SPDX-License-Identifier: MIT
#ifndef KILN_DRAW_H
#define KILN_DRAW_H

#include "broadphase.h"
#include "convex/manifold.h"
#include "log.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Debug drawing: assets, trees, shapes, queries and contacts as lines and triangles, for any renderer. Nothing is kept
/// or allocated; the same calls draw the same lines in the same order.

/// Functions that draw lines and triangles. Either function may be NULL: without `triangle` the outlines of triangles
/// are drawn as lines; without `line` lines are not drawn. Corners are in the coordinates of the given poses. Triangles
/// run counter-clockwise seen from outside. All corners are finite: a line or triangle with a corner that float32
/// cannot hold is not drawn.
typedef struct kiln_draw
{
	void (*line)(void *user, kiln_vec3 a, kiln_vec3 b, uint32_t color);
	void (*triangle)(void *user, kiln_vec3 a, kiln_vec3 b, kiln_vec3 c, uint32_t color);
	void *user;
	uint32_t color; ///< passed to the functions
} kiln_draw;

/// Segments of a circle. Round shapes are drawn with some circles.
#define KILN_DRAW_CIRCLE 32

// --- Volumes ----------------------------------------------------------------------------------------------------------

/// Draws the edges of a box: twelve lines, some of them twice for a flat box. An infinite side is drawn at
/// KILN_COORDINATE_MAX, or at the opposite side where that is farther out.
KILN_API void kiln_draw_aabb(const kiln_draw *draw, const kiln_aabb *box);
KILN_API void kiln_draw_obb(const kiln_draw *draw, const kiln_obb *box);
/// Draws three great circles.
KILN_API void kiln_draw_sphere(const kiln_draw *draw, const kiln_sphere *sphere);
/// Draws the edges of the intersection of the slabs: the line of every two planes, cut by the others. `k` is a k of
/// kiln/bounds.h; an empty k-DOP has no edges.
KILN_API void kiln_draw_kdop(const kiln_draw *draw, const kiln_kdop *kdop, uint32_t k);

/// Draws any convex object. A segment is a line. A triangle, tetrahedron, rectangle, box or hull is its edges, unless
/// it is rounded or part of a sum. Every other shape is three closed curves of support points. A point is a cross of an
/// eighth of `size`, which is the size that the caller gives to small things. An object that is not usable is not
/// drawn.
KILN_API void kiln_draw_convex(const kiln_draw *draw, const kiln_convex_object *object, float size);

// --- Assets -----------------------------------------------------------------------------------------------------------

/// Draws everything that the nodes of an asset place, at a pose (NULL: the identity): triangles of meshes and hulls,
/// and the curves of other solids.
KILN_API void kiln_draw_asset(const kiln_draw *draw, const kiln_asset *asset, const kiln_pose *pose);

/// Draws the volumes in the nodes of a tree, of the levels first .. last (0: the children of the root). `mesh`
/// KILN_NONE is the tree of the scene, in asset coordinates; else the tree of the mesh, in mesh coordinates. A kind
/// that the asset lacks is not drawn.
KILN_API void kiln_draw_tree(const kiln_draw *draw, const kiln_asset *asset, uint32_t mesh, kiln_tree_kind kind,
	uint32_t first, uint32_t last, const kiln_pose *pose);

/// Draws the boxes of all proxies; swept boxes around their whole way.
KILN_API void kiln_draw_broadphase(const kiln_draw *draw, const kiln_broadphase *broadphase);

// --- Queries and answers ----------------------------------------------------------------------------------------------

/// Draws a ray up to its hit, and the normal there, `size` long. Without a hit (NULL, or hit false) the ray is drawn up
/// to t_max, or up to `reach` where it has no t_max.
KILN_API void kiln_draw_ray(const kiln_draw *draw, const kiln_ray *ray, const kiln_hit *hit, float reach, float size);

/// Draws a moving object at its start and at its end, which is its hit, the way of its middle, and the normal of the
/// hit.
KILN_API void kiln_draw_cast(const kiln_draw *draw, const kiln_convex_object *object, const kiln_motion *motion,
	const kiln_hit *hit, float reach, float size);

/// Draws a line from the point to its closest point.
KILN_API void kiln_draw_closest(
	const kiln_draw *draw, const kiln_point_query *query, const kiln_closest *closest, float size);

/// Draws each contact: a cross on both bodies, and the normal from b, `size` long.
KILN_API void kiln_draw_manifold(const kiln_draw *draw, const kiln_manifold *manifold, float size);

/// Draws a logged query: the ray, point, shape or way, and for pairs the boxes of both assets at their poses (a, b;
/// NULL: not drawn). Arguments that queries refuse are drawn as far as they are finite.
KILN_API void kiln_draw_log_entry(const kiln_draw *draw, const kiln_log_entry *entry, const kiln_asset *a,
	const kiln_asset *b, float reach, float size);

#ifdef __cplusplus
}
#endif

#endif
