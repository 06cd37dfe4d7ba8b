// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SHAPE_H
#define KILN_CONVEX_SHAPE_H

#include "../asset.h"
#include "../primitive/shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Convex shapes, in memory or inside a blob, and convex objects, which are shapes at a pose. The queries of
/// kiln/convex/ take convex objects.

/// Most shapes of a Minkowski sum.
#define KILN_CONVEX_TERMS_MAX 4

/// Kind of a convex shape: which member of kiln_convex_shape holds the shape.
typedef uint32_t kiln_convex_kind;
enum kiln_convex_kind_values
{
	KILN_CONVEX_POINT = 0,
	KILN_CONVEX_LINE = 1,
	KILN_CONVEX_RAY = 2, ///< with its t_max; flags are ignored
	KILN_CONVEX_SEGMENT = 3,
	KILN_CONVEX_SPHERE = 4,
	KILN_CONVEX_CAPSULE = 5,
	KILN_CONVEX_AABB = 6,
	KILN_CONVEX_OBB = 7,
	KILN_CONVEX_RECTANGLE = 8,
	KILN_CONVEX_TRIANGLE = 9,
	KILN_CONVEX_TETRAHEDRON = 10,
	KILN_CONVEX_CYLINDER = 11,
	KILN_CONVEX_CONE = 12,
	KILN_CONVEX_ELLIPSOID = 13,
	KILN_CONVEX_RSS = 14,
	KILN_CONVEX_POINTS = 15, ///< convex hull of points: a convex polygon, quad or polyhedron, a frustum
	KILN_CONVEX_HULL = 16,	 ///< a hull of a blob that was proved, or of kiln_hull_build; supports climb
};

/// Points in memory, which stand for their convex hull.
typedef struct kiln_convex_points
{
	const kiln_vec3 *points;
	uint32_t count;
} kiln_convex_points;

/// A shape and its kind. A shape is usable where the member of its kind is usable, and its margin is at most
/// KILN_COORDINATE_MAX.
///   - points: one or more, all usable. Each of some ten supports examines every point; kiln_hull_build makes a hull of
///     the same points, which is faster where they are used more than a few times.
///   - a sum: every term is usable, and there are at most KILN_CONVEX_TERMS_MAX terms.
///   - lines and rays: without margin, and not part of a sum.
///
/// Points and hulls that the shape points to must exist as long as the call.
typedef struct kiln_convex_shape
{
	kiln_convex_kind kind;
	union
	{
		kiln_vec3 point;
		kiln_line line;
		kiln_ray ray;
		kiln_segment segment;
		kiln_sphere sphere;
		kiln_capsule capsule;
		kiln_aabb aabb;
		kiln_obb obb;
		kiln_rectangle rectangle;
		kiln_triangle triangle;
		kiln_tetrahedron tetrahedron;
		kiln_cylinder cylinder;
		kiln_cone cone;
		kiln_ellipsoid ellipsoid;
		kiln_rss rss;
		kiln_convex_points points;
		const kiln_hull *hull;
	};
	float margin; ///< >= 0: radius of a ball that is added (Minkowski sum), which rounds the shape
	/// A shape that is added (Minkowski sum), or NULL. That shape may have its own `plus`: KILN_CONVEX_TERMS_MAX shapes
	/// in all.
	const struct kiln_convex_shape *plus;
} kiln_convex_shape;

// The largest member is an oriented box; pointers of eight bytes round the size of the union up.
static_assert(offsetof(kiln_convex_shape, point) == sizeof(void *), "the union of kiln_convex_shape has moved");
static_assert(offsetof(kiln_convex_shape, margin) - sizeof(void *) == (sizeof(void *) == 8 ? 64 : 60),
	"the union of kiln_convex_shape has another size");

/// A shape at a pose. The pose applies to a sum as a whole; margins scale with the pose. An object is usable where
///
///   - its shape is usable,
///   - its pose has finite numbers and a scale >= 0,
///   - its translation is at most KILN_COORDINATE_MAX on each axis, and
///   - where the scale is above 1, scale times the largest coordinate of the shape is at most KILN_COORDINATE_MAX.
///
/// Only kiln/primitive/convex.h takes lines and rays, which have no end; every other function refuses them. Large
/// coordinates lose no more than their own rounding, because a query computes relative to one of the objects, in
/// double.
typedef struct kiln_convex_object
{
	const kiln_convex_shape *shape;
	kiln_pose pose; ///< {0}: the shape's own coordinates
} kiln_convex_object;

/// Makes a convex shape from a cooked hull or primitive, in the coordinates of the asset's shape. `hull` is room for
/// the view of a hull, and must exist as long as the shape. Returns false, with nothing stored, for meshes and out of
/// range.
KILN_API bool kiln_convex_from_asset(
	const kiln_asset *asset, uint32_t shape, kiln_hull *hull, kiln_convex_shape *convex);

/// A part of the surface of a shape, or of the core of a rounded shape. Numbers of a hull's features are those of the
/// hull. Numbers of other shapes:
///   box          vertex: bit 0 is set at the greater end of the first axis, bit 1 of the second, bit 2 of the third;
///                faces: 2 i at the lower end of axis i, 2 i + 1 at the greater;
///                edges by their vertices: 0-4, 4-6, 6-2, 2-0, 1-3, 3-7, 7-5, 5-1, 0-1, 5-4, 6-7, 3-2
///   tetrahedron  vertex: the corner; face: the corner on the other side; edges: 1-2, 2-3, 3-1, 0-3, 2-0, 0-1
///   triangle     vertex: the corner; edges: 0-1, 1-2, 2-0; face 0 is seen counter-clockwise, face 1 is the other side
///   rectangle    vertex: bit 0 is set at the greater end of the first axis, bit 1 of the second; edges: 0-1, 1-3, 3-2,
///                2-0; face 0 is on the side of the first axis x the second, face 1 is the other; a lozenge (rss) too
///   segment      vertices a, b; edge 0 is the segment; a capsule too
///   point        vertex 0; a sphere too
///   points       vertex: the point; edges and faces have no numbers
/// The whole surface of a curved shape or sum is one feature. A shape without extent is numbered as the shape that
/// remains: a box of two or fewer extents as the rectangle, segment or point of its other axes in their order; a
/// triangle without area as the segment between the two corners that are farthest apart; a flat tetrahedron as a
/// triangle, or as a rectangle where it has four corners.
typedef uint32_t kiln_feature_kind;
enum kiln_feature_kind_values
{
	KILN_FEATURE_NONE = 0, ///< a curved surface, or a part without a number
	KILN_FEATURE_VERTEX = 1,
	KILN_FEATURE_EDGE = 2, ///< hulls: the number of the edge, not of a half-edge
	KILN_FEATURE_FACE = 3,
};

/// A feature: its kind and its number.
typedef struct kiln_feature
{
	kiln_feature_kind kind;
	uint32_t index;
} kiln_feature;

/// State that one query of a pair of objects leaves to the next query of the same pair, which then takes less time. {0}
/// is an empty cache. Any bits are valid: a cache from another pair, or random bits, cost time but never change an
/// answer.
typedef struct kiln_convex_cache
{
	uint32_t count;		  ///< vertices of the simplex
	uint32_t vertex_a[4]; ///< for hulls and other polytopes
	uint32_t vertex_b[4];
	uint32_t seed_a, seed_b; ///< vertices of the last supports, plus 1
	kiln_vec3 axis; ///< separated the objects, or is the shortest way out, in a's own coordinates; zero: not known
	kiln_feature axis_a, axis_b; ///< features that define the axis: a face, or an edge of either
} kiln_convex_cache;

/// Returns a point of the object that is farthest along a direction of any length, in the coordinates of its pose.
/// `seed` (initially 0; may be NULL) is where the search begins on a hull, and is updated for the next call. For a
/// zero, NaN or infinite direction the result is any point of the object; for an object that is not usable, zero.
KILN_API kiln_vec3 kiln_convex_object_support(const kiln_convex_object *object, kiln_vec3 direction, uint32_t *seed);

#ifdef __cplusplus
}
#endif

#endif
