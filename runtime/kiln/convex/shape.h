// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SHAPE_H
#define KILN_CONVEX_SHAPE_H

#include "../asset.h"
#include "../primitive/shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Convex shapes, in memory or inside a blob, and where they stand: what the queries of kiln/convex/ are asked about.

/// Most shapes of a Minkowski sum.
#define KILN_CONVEX_TERMS_MAX 4

/// What kiln_convex_shape holds.
typedef uint32_t kiln_convex_kind;
enum kiln_convex_kind_values
{
	KILN_CONVEX_POINT = 0,
	KILN_CONVEX_LINE = 1,
	KILN_CONVEX_RAY = 2, ///< with its t_max; flags are not looked at
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
	KILN_CONVEX_POINTS = 15, ///< the convex hull of points: of a convex polygon's, quad's or polyhedron's, a frustum's
	KILN_CONVEX_HULL = 16,	 ///< of a blob that was proved; supports are climbed to
};

/// Points in memory, of which the convex hull is meant.
typedef struct kiln_convex_points
{
	const kiln_vec3 *points;
	uint32_t count;
} kiln_convex_points;

/// A shape with its kind. Usable where the member of that kind is, and its margin is at most KILN_COORDINATE_MAX; points:
/// one or more, all usable, every one of them looked at for each of some ten supports; of a sum: every term, and
/// KILN_CONVEX_TERMS_MAX of them at most; lines and rays: without margin, and added to or by nothing. What they point to must
/// last as long as the call.
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
	float margin; ///< >= 0: the radius of a ball that is added to it (Minkowski sum), so that it is rounded
	/// Added to it (Minkowski sum), or NULL. Its own `plus` may go on: KILN_CONVEX_TERMS_MAX shapes in all.
	const struct kiln_convex_shape *plus;
} kiln_convex_shape;

// The largest member is an oriented box; pointers of eight bytes round the union's size up.
static_assert(offsetof(kiln_convex_shape, point) == sizeof(void *), "the union of kiln_convex_shape has moved");
static_assert(offsetof(kiln_convex_shape, margin) - sizeof(void *) == (sizeof(void *) == 8 ? 64 : 60),
	"the union of kiln_convex_shape has another size");

/// A shape somewhere: a sum is posed as a whole, margins are scaled with it. Usable: a usable shape, and a pose of finite
/// numbers with a scale >= 0, a translation of at most KILN_COORDINATE_MAX on each axis and, where the scale is above 1,
/// scale times the shape's largest coordinate at most KILN_COORDINATE_MAX. Lines and rays, which have no end, are refused
/// by everything but kiln/primitive/convex.h. Coordinates, however large, lose no more than their own rounding: objects
/// are seen from one of them, in double.
typedef struct kiln_convex_object
{
	const kiln_convex_shape *shape;
	kiln_pose pose; ///< {0}: where the shape's own coordinates put it
} kiln_convex_object;

/// A cooked hull or primitive as a convex shape, in the shape's own coordinates. `hull` is room for a hull's view, which
/// must last as long as the shape. False, with nothing set, for meshes and out of range.
KILN_API bool kiln_convex_from_asset(
	const kiln_asset *asset, uint32_t shape, kiln_hull *hull, kiln_convex_shape *convex);

/// A part of a shape's surface, or of a rounded one's core. Numbers are a hull's own, and for other shapes:
///   box          vertex: bit 0 is set at the greater end of the first axis, bit 1 of the second, bit 2 of the third;
///                faces: 2 i at the lower end of axis i, 2 i + 1 at the greater;
///                edges by their vertices: 0-4, 4-6, 6-2, 2-0, 1-3, 3-7, 7-5, 5-1, 0-1, 5-4, 6-7, 3-2
///   tetrahedron  vertex: the corner; face: the corner on the other side; edges: 1-2, 2-3, 3-1, 0-3, 2-0, 0-1
///   triangle     vertex: the corner; edges: 0-1, 1-2, 2-0; face 0 is seen counter-clockwise, face 1 is the other side
///   rectangle    vertex: bit 0 is set at the greater end of the first axis, bit 1 of the second; edges: 0-1, 1-3, 3-2,
///                2-0; face 0 is on the side of the first axis x the second, face 1 is the other; a lozenge's (rss) likewise
///   segment      vertices a, b; edge 0 is the segment; a capsule's likewise
///   point        vertex 0; a sphere's likewise
///   points       vertex: the point; edges and faces have no numbers
/// Of curved shapes and sums all is one. Shapes without extent are what is left of them: a box of two or fewer extents is
/// numbered as the rectangle, segment or point of the others in their order, a triangle without area as the segment between
/// the two corners that are farthest apart, a flat tetrahedron as a triangle, or as a rectangle where it has four corners.
typedef uint32_t kiln_feature_kind;
enum kiln_feature_kind_values
{
	KILN_FEATURE_NONE = 0, ///< a curved surface, or nothing that has a number
	KILN_FEATURE_VERTEX = 1,
	KILN_FEATURE_EDGE = 2, ///< of a hull the number of the edge, not of a half-edge
	KILN_FEATURE_FACE = 3,
};

typedef struct kiln_feature
{
	kiln_feature_kind kind;
	uint32_t index;
} kiln_feature;

/// What is carried from one query of a pair of objects to the next of the same pair, to make that one short. {0} knows
/// nothing. Any bits will do: a cache from another pair, or nonsense, costs time and never an answer.
typedef struct kiln_convex_cache
{
	uint32_t count;		  ///< vertices of the simplex
	uint32_t vertex_a[4]; ///< of hulls and other polytopes
	uint32_t vertex_b[4];
	uint32_t seed_a, seed_b; ///< where supports were last found, plus 1
	kiln_vec3 axis; ///< that separated the objects, or parts them soonest, in a's own coordinates; zero: not known
	kiln_feature axis_a, axis_b; ///< features that made it: a face, or an edge of either
} kiln_convex_cache;

/// Support mapping: a point of the object that is farthest along a direction of any length, in the coordinates of its
/// pose. `seed` (start with 0; may be NULL) is where to begin on a hull, and is set for the next call. For a zero, NaN or
/// infinite direction some point of it; zero for an object that is not usable.
KILN_API kiln_vec3 kiln_convex_object_support(const kiln_convex_object *object, kiln_vec3 direction, uint32_t *seed);

#ifdef __cplusplus
}
#endif

#endif
