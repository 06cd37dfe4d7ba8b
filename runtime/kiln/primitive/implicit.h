// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_IMPLICIT_H
#define KILN_PRIMITIVE_IMPLICIT_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Solids by sign functions, and trees of their unions, intersections and differences (constructive solid geometry).
///
/// Each solid has a function that is negative inside, 0 on its boundary and positive outside. Rounding is bounded by
/// 2^-45 of the sizes and distances in the computation: points nearer to the boundary than that count as touching.
/// Solids without volume, such as a cylinder of radius 0, are all boundary.

/// Points within `radius` of the circle of radius `ring` about the axis through center. The function, in the torus's
/// own axes, is (sqrt(x^2 + y^2) - ring)^2 + z^2 - radius^2. With a radius larger than the ring the hole closes to a
/// full spindle, without a cave at its center. Radius 0 makes the circle.
typedef struct kiln_torus
{
	kiln_vec3 center;
	kiln_vec3 axis; ///< any length above zero
	float ring;		///< > 0
	float radius;	///< >= 0
} kiln_torus;

/// Kind of a solid. The values are pinned.
typedef uint32_t kiln_implicit_kind;
enum kiln_implicit_kind_values
{
	KILN_IMPLICIT_HALFSPACE = 0,
	KILN_IMPLICIT_SPHERE = 1,
	KILN_IMPLICIT_BOX = 2,
	KILN_IMPLICIT_CYLINDER = 3,
	KILN_IMPLICIT_CONE = 4,
	KILN_IMPLICIT_ELLIPSOID = 5,
	KILN_IMPLICIT_TORUS = 6,
};

/// Any of these solids. An implicit solid is usable where the member for `kind` is usable.
typedef struct kiln_implicit
{
	kiln_implicit_kind kind;
	union
	{
		kiln_plane halfspace;
		kiln_sphere sphere;
		kiln_obb box;
		kiln_cylinder cylinder;
		kiln_cone cone;
		kiln_ellipsoid ellipsoid;
		kiln_torus torus;
	} of;
} kiln_implicit;

static_assert(sizeof(kiln_implicit) == 64, "the union of kiln_implicit has another size");

/// Place of a point, by the sign of the function there. The values are pinned.
typedef int32_t kiln_where;
enum kiln_where_values
{
	KILN_WHERE_INSIDE = -1,
	KILN_WHERE_BOUNDARY = 0, ///< to rounding
	KILN_WHERE_OUTSIDE = 1,
};

/// Sign function at a point.
typedef struct kiln_implicit_sample
{
	bool found; ///< false: the point or solid was refused; `where` is OUTSIDE, the other fields are zero
	kiln_where where;
	/// Negative inside. The size of `value` is never more than the distance from the boundary: a ball of that size
	/// around the point contains no boundary (Hart 1996, "Sphere tracing"). It is exactly that distance for half-spaces
	/// and spheres, outside of a torus, and where the nearest point of a box, cylinder or cone is in the middle of one
	/// of its faces.
	float value;
	/// Unit, in the direction in which the function grows: on the boundary the outward normal. At an edge the normal of
	/// one of the faces. Zero where the function has no direction, such as at the center of a sphere.
	kiln_vec3 normal;
	uint32_t leaf; ///< trees: the leaf whose surface the function describes here; else 0
} kiln_implicit_sample;

/// Most parts of a line in one solid: those of a torus.
#define KILN_IMPLICIT_SPANS_MAX 2

/// End of a part of a line.
typedef struct kiln_implicit_end
{
	float t;
	bool surface;	  ///< false: the end of the ray or segment itself, or of the line at t = -FLT_MAX or FLT_MAX
	kiln_vec3 point;  ///< at t
	kiln_vec3 normal; ///< unit, outward, of the solid's surface; along the line without surface or normal
	uint32_t leaf;	  ///< trees: the leaf of this surface; one solid: 0; without `surface`: KILN_NONE
} kiln_implicit_end;

/// A part of a line in a solid: enter.t <= leave.t, equal where the line only touches.
typedef struct kiln_implicit_span
{
	kiln_implicit_end enter, leave;
} kiln_implicit_span;

// --- One solid ---
//
// A line reaches from -FLT_MAX to FLT_MAX lengths of its direction, a ray from 0 to t_max (0: FLT_MAX), a segment from
// 0 to 1. Touching is a hit. Arguments that are not usable, or NULL, are refused: nothing is found. Functions compute
// near the solid (Haines, Guenther, Akenine-Moller 2019, "Precision Improvements for Ray/Sphere Intersection"): a far
// origin costs only the rounding of its distance in double.

/// Reports whether a solid is usable, as shapes.h defines.
KILN_API bool kiln_implicit_is_usable(const kiln_implicit *solid);

/// Computes the sign function of a solid at a point. For a box, cylinder, cone or half-space: the largest of the
/// heights over its faces. For an ellipsoid: (|q| - 1) r, with q the point divided by the radii and r the least radius
/// that is not 0.
KILN_API kiln_implicit_sample kiln_sample_point_implicit(const kiln_vec3 *a, const kiln_implicit *b);
/// Computes only the sign. OUTSIDE for arguments that are refused.
KILN_API kiln_where kiln_where_point_implicit(const kiln_vec3 *a, const kiln_implicit *b);

/// Computes first and last common point, as kiln_intersect_*; the hole of a torus may lie between them. `inside` is
/// true where kiln_where_point_implicit of the first point of a ray or segment is not OUTSIDE. A line that comes from
/// infinity in a half-space has t = -FLT_MAX, and the normal against its direction; so has a ray that begins inside.
KILN_API kiln_intersection kiln_intersect_line_implicit(const kiln_line *a, const kiln_implicit *b);
KILN_API kiln_intersection kiln_intersect_ray_implicit(const kiln_ray *a, const kiln_implicit *b);
KILN_API kiln_intersection kiln_intersect_segment_implicit(const kiln_segment *a, const kiln_implicit *b);

/// Finds all parts of the line in the solid, by increasing t. Returns the number of parts, 0 to
/// KILN_IMPLICIT_SPANS_MAX. A segment without length has one part with both t = 0 where its point is not outside.
KILN_API uint32_t kiln_spans_line_implicit(
	const kiln_line *a, const kiln_implicit *b, kiln_implicit_span spans[KILN_IMPLICIT_SPANS_MAX]);
KILN_API uint32_t kiln_spans_ray_implicit(
	const kiln_ray *a, const kiln_implicit *b, kiln_implicit_span spans[KILN_IMPLICIT_SPANS_MAX]);
KILN_API uint32_t kiln_spans_segment_implicit(
	const kiln_segment *a, const kiln_implicit *b, kiln_implicit_span spans[KILN_IMPLICIT_SPANS_MAX]);

/// Reports whether a torus contains a point. The boundary belongs to the torus. A point or torus that is not usable
/// gives false.
KILN_API bool kiln_point_in_torus(const kiln_vec3 *a, const kiln_torus *b);

/// Computes first and last common point, as kiln_intersect_*_implicit. The method follows the function of the distance
/// from the ring's circle from one extremum to the next. Between extrema the function is monotone, so that no pair of
/// roots is lost, and no quartic is expanded (compare Hanrahan 1983, "Ray tracing algebraic surfaces").
KILN_API kiln_intersection kiln_intersect_line_torus(const kiln_line *a, const kiln_torus *b);
KILN_API kiln_intersection kiln_intersect_ray_torus(const kiln_ray *a, const kiln_torus *b);
KILN_API kiln_intersection kiln_intersect_segment_torus(const kiln_segment *a, const kiln_torus *b);

// --- Trees ---

/// Kind of a node of a tree. The values are pinned.
typedef uint32_t kiln_csg_kind;
enum kiln_csg_kind_values
{
	KILN_CSG_LEAF = 0,
	KILN_CSG_UNION = 1,		   ///< of the two trees before it
	KILN_CSG_INTERSECTION = 2, ///< of the two trees before it
	KILN_CSG_DIFFERENCE = 3,   ///< of the two trees before it, the first less the second
};

/// A node of a tree: a leaf or an operation.
typedef struct kiln_csg_node
{
	kiln_csg_kind kind;
	uint32_t leaf; ///< LEAF: number of the leaf
} kiln_csg_node;

/// Most nodes of a tree.
#define KILN_CSG_NODES_MAX 65536

/// Most trees that wait for their operation while the nodes are read in order. A chain that begins with its deepest
/// operation, a b - c - d - .., needs 2 whatever its length; a balanced tree needs one more than its height.
#define KILN_CSG_DEPTH_MAX 64

/// A tree in postfix order: operands before their operation, the operation of the whole tree last. Several nodes may
/// name one leaf.
typedef struct kiln_csg
{
	const kiln_csg_node *nodes;
	uint32_t node_count; ///< at most KILN_CSG_NODES_MAX
	const kiln_implicit *leaves;
	uint32_t leaf_count;
} kiln_csg;

/// Checks a tree. KILN_OK for a valid tree. KILN_E_ARGUMENT for NULL and for too many nodes; KILN_E_VALUE for an
/// unknown kind; KILN_E_RANGE for a leaf that does not exist; KILN_E_NUMBER for a leaf that is not usable; KILN_E_TREE
/// where operands are missing or left over, or where more than KILN_CSG_DEPTH_MAX wait. `offset` is the number of the
/// node. A tree without nodes lacks its operand. The functions below refuse a tree that is not KILN_OK: each checks the
/// tree itself, at a small part of its cost.
KILN_API kiln_result kiln_csg_check(const kiln_csg *tree);

/// Computes the sign function of the tree: the least of a union, the greatest of an intersection, and for a difference
/// the greatest of the first and the negative second (Ricci 1973). Its value keeps the bound by the distance. On the
/// boundaries of two operands at once the answer is BOUNDARY, also where the operands leave no boundary between them,
/// such as on the common face of two boxes of a union. INSIDE and OUTSIDE are never wrong.
KILN_API kiln_implicit_sample kiln_sample_point_csg(const kiln_vec3 *a, const kiln_csg *b);
/// Computes only the sign. OUTSIDE for arguments that are refused.
KILN_API kiln_where kiln_where_point_csg(const kiln_vec3 *a, const kiln_csg *b);

/// Returns the bytes of scratch, of any alignment, that the functions below need for a tree; 0 for a tree that
/// kiln_csg_check refuses. The number depends only on the nodes and the kinds of leaves.
KILN_API size_t kiln_csg_scratch_size(const kiln_csg *tree);

/// Finds the parts of a line in the tree, by merging those of the leaves (Roth 1982, "Ray casting for modeling
/// solids"). Normals are those of the tree's surface: reversed for leaves that are subtracted.
///
/// Rounding may separate coincident faces. Parts of a union with no more than rounding between them are one part.
/// Solids of an intersection that touch share that point. A difference is the rest of the first operand with its
/// boundary (regularised: Requicha 1980). Where a face of the second lies on a face of the first, the second also takes
/// that face, and a rest no longer than rounding. Where the second only touches, it takes nothing. Of ends at equal t
/// the end of the first operand counts.
///
/// Returns the number of parts; `spans` holds the first `capacity` of them, by increasing t. Returns 0 for arguments
/// that are refused: arguments that are not usable, and scratch that is NULL or shorter than kiln_csg_scratch_size. The
/// content of the scratch is meaningless afterwards.
KILN_API uint32_t kiln_spans_line_csg(const kiln_line *a, const kiln_csg *b, void *scratch, size_t scratch_size,
	kiln_implicit_span *spans, uint32_t capacity);
KILN_API uint32_t kiln_spans_ray_csg(const kiln_ray *a, const kiln_csg *b, void *scratch, size_t scratch_size,
	kiln_implicit_span *spans, uint32_t capacity);
KILN_API uint32_t kiln_spans_segment_csg(const kiln_segment *a, const kiln_csg *b, void *scratch, size_t scratch_size,
	kiln_implicit_span *spans, uint32_t capacity);

/// Computes the first hit and the last common point. `face` is the leaf whose surface is at `point`; KILN_NONE where
/// the ray or segment begins inside, by kiln_where_point_csg: a point of the boundary counts. Refuses the arguments
/// that kiln_spans_*_csg refuse.
KILN_API kiln_intersection kiln_intersect_line_csg(
	const kiln_line *a, const kiln_csg *b, void *scratch, size_t scratch_size);
KILN_API kiln_intersection kiln_intersect_ray_csg(
	const kiln_ray *a, const kiln_csg *b, void *scratch, size_t scratch_size);
KILN_API kiln_intersection kiln_intersect_segment_csg(
	const kiln_segment *a, const kiln_csg *b, void *scratch, size_t scratch_size);

#ifdef __cplusplus
}
#endif

#endif
