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
/// 2^-45 of the sizes and distances that enter it: what is nearer to the boundary than that is taken for touching.
/// Solids without volume, such as a cylinder of radius 0, are all boundary.

/// Points within `radius` of the circle of radius `ring` about the axis through center: of the function
/// (sqrt(x^2 + y^2) - ring)^2 + z^2 - radius^2 in its own axes. With a radius larger than the ring the hole closes to a
/// spindle, which is full: there is no cave at its center. Radius 0 leaves the circle.
typedef struct kiln_torus
{
	kiln_vec3 center;
	kiln_vec3 axis; ///< any length above zero
	float ring;		///< > 0
	float radius;	///< >= 0
} kiln_torus;

/// Kinds of solids. Values are pinned.
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

/// Any of these solids; usable when the one that `kind` names is.
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

/// Where a point is, by the sign of the function there. Values are pinned.
typedef int32_t kiln_where;
enum kiln_where_values
{
	KILN_WHERE_INSIDE = -1,
	KILN_WHERE_BOUNDARY = 0, ///< to rounding
	KILN_WHERE_OUTSIDE = 1,
};

/// A sign function at a point.
typedef struct kiln_implicit_sample
{
	bool found; ///< false: the point or solid was refused; `where` is OUTSIDE and the other fields are zero
	kiln_where where;
	/// Negative inside. Never more than the distance from the boundary, so that a ball of that size around the point
	/// has none of it (Hart 1996, "Sphere tracing"); exactly that distance for half-spaces and spheres, outside of a
	/// torus, and where a box, cylinder or cone is nearest in the middle of one of its faces.
	float value;
	/// Unit, in the direction in which the function grows: on the boundary the outward normal. At edges that of one of
	/// the faces; zero where it has none, such as at the center of a sphere.
	kiln_vec3 normal;
	uint32_t leaf; ///< of a tree: the leaf whose surface that is; else 0
} kiln_implicit_sample;

/// Most parts of a line that one solid holds: those of a torus.
#define KILN_IMPLICIT_SPANS_MAX 2

/// Where a part of a line ends.
typedef struct kiln_implicit_end
{
	float t;
	bool surface;	 ///< false: the ray or segment itself begins or ends here, or the line at t = -FLT_MAX or FLT_MAX
	kiln_vec3 point; ///< at t
	kiln_vec3
		normal; ///< unit, outward, of the solid's surface; without `surface`, and where there is none, along the line
	uint32_t leaf; ///< of a tree: the leaf whose surface that is; of one solid 0; without `surface` KILN_NONE
} kiln_implicit_end;

/// A part of a line in a solid: enter.t <= leave.t. Equal where it only touches.
typedef struct kiln_implicit_span
{
	kiln_implicit_end enter, leave;
} kiln_implicit_span;

// --- One solid ---
//
// A line reaches from -FLT_MAX to FLT_MAX lengths of its direction, a ray from 0 to t_max (0: FLT_MAX), a segment from 0
// to 1. Touching is a hit. Arguments that are not usable, or NULL, are refused: nothing is found. Lines are met near the
// solid (Haines, Guenther, Akenine-Moller 2019, "Precision Improvements for Ray/Sphere Intersection"), so that a far
// origin costs no more than the rounding of its distance in double.

/// Whether a solid is usable, as shapes.h says.
KILN_API bool kiln_implicit_is_usable(const kiln_implicit *solid);

/// The sign function of a solid at a point. Of a box, cylinder, cone or half-space the largest of the heights over its
/// faces; of an ellipsoid (|q| - 1) r, with q the point divided by the radii and r the least radius that is not 0.
KILN_API kiln_implicit_sample kiln_sample_point_implicit(const kiln_vec3 *a, const kiln_implicit *b);
/// Only the sign. OUTSIDE for what is refused.
KILN_API kiln_where kiln_where_point_implicit(const kiln_vec3 *a, const kiln_implicit *b);

/// First and last common point, as of kiln_intersect_*; of a torus the hole may lie between them. `inside` is where
/// kiln_where_point_implicit says of the first point of a ray or segment that it is not outside. A line that comes from
/// infinity in a half-space has t = -FLT_MAX, and the normal against its direction, as has a ray that begins inside.
KILN_API kiln_intersection kiln_intersect_line_implicit(const kiln_line *a, const kiln_implicit *b);
KILN_API kiln_intersection kiln_intersect_ray_implicit(const kiln_ray *a, const kiln_implicit *b);
KILN_API kiln_intersection kiln_intersect_segment_implicit(const kiln_segment *a, const kiln_implicit *b);

/// All parts of the line that the solid holds, by increasing t. Returns how many there are, 0 to
/// KILN_IMPLICIT_SPANS_MAX. A segment without length has one with both t = 0 where its point is not outside.
KILN_API uint32_t kiln_spans_line_implicit(
	const kiln_line *a, const kiln_implicit *b, kiln_implicit_span spans[KILN_IMPLICIT_SPANS_MAX]);
KILN_API uint32_t kiln_spans_ray_implicit(
	const kiln_ray *a, const kiln_implicit *b, kiln_implicit_span spans[KILN_IMPLICIT_SPANS_MAX]);
KILN_API uint32_t kiln_spans_segment_implicit(
	const kiln_segment *a, const kiln_implicit *b, kiln_implicit_span spans[KILN_IMPLICIT_SPANS_MAX]);

/// The boundary belongs to the torus; a point or torus that is not usable is false.
KILN_API bool kiln_point_in_torus(const kiln_vec3 *a, const kiln_torus *b);

/// The same as kiln_intersect_*_implicit. The function of the distance from the ring's circle is followed from one of its
/// extrema to the next; between them it is monotone, so that no pair of roots is lost and no quartic is multiplied out
/// (compare Hanrahan 1983, "Ray tracing algebraic surfaces").
KILN_API kiln_intersection kiln_intersect_line_torus(const kiln_line *a, const kiln_torus *b);
KILN_API kiln_intersection kiln_intersect_ray_torus(const kiln_ray *a, const kiln_torus *b);
KILN_API kiln_intersection kiln_intersect_segment_torus(const kiln_segment *a, const kiln_torus *b);

// --- Trees ---

/// What a node of a tree is. Values are pinned.
typedef uint32_t kiln_csg_kind;
enum kiln_csg_kind_values
{
	KILN_CSG_LEAF = 0,
	KILN_CSG_UNION = 1,		   ///< of the two trees before it
	KILN_CSG_INTERSECTION = 2, ///< of the two trees before it
	KILN_CSG_DIFFERENCE = 3,   ///< of the two trees before it, the first less the second
};

typedef struct kiln_csg_node
{
	kiln_csg_kind kind;
	uint32_t leaf; ///< LEAF: which of the leaves
} kiln_csg_node;

/// Most nodes of a tree.
#define KILN_CSG_NODES_MAX 65536

/// Most trees that wait for their operation while the nodes are read in order. A chain that begins with its deepest
/// operation, a b - c - d - .., needs 2 whatever its length; a balanced tree one more than its height.
#define KILN_CSG_DEPTH_MAX 64

/// A tree in postfix order: operands before their operation, the whole tree's last. Several nodes may name one leaf.
typedef struct kiln_csg
{
	const kiln_csg_node *nodes;
	uint32_t node_count; ///< at most KILN_CSG_NODES_MAX
	const kiln_implicit *leaves;
	uint32_t leaf_count;
} kiln_csg;

/// Whether a tree can be asked: KILN_OK, or KILN_E_ARGUMENT for NULL and for too many nodes, KILN_E_VALUE for an unknown
/// kind, KILN_E_RANGE for a leaf that there is not, KILN_E_NUMBER for a leaf that is not usable, KILN_E_TREE where
/// operands are missing or left over, or more than KILN_CSG_DEPTH_MAX wait; `offset` is the number of the node. A tree
/// without nodes is missing its operand. The functions below refuse what is not KILN_OK: they look themselves, which
/// costs a little of what the answer does.
KILN_API kiln_result kiln_csg_check(const kiln_csg *tree);

/// The tree's sign function: least of a union, greatest of an intersection, and of a difference that of the first with
/// the other's turned round (Ricci 1973). As a value it keeps the bound by the distance. On the boundaries of two
/// operands at once the answer is BOUNDARY, also where they leave none between them, such as on the face at which two
/// boxes of a union meet; INSIDE and OUTSIDE are never wrong.
KILN_API kiln_implicit_sample kiln_sample_point_csg(const kiln_vec3 *a, const kiln_csg *b);
/// Only the sign. OUTSIDE for what is refused.
KILN_API kiln_where kiln_where_point_csg(const kiln_vec3 *a, const kiln_csg *b);

/// Bytes of scratch, of any alignment, that the functions below need for a tree; 0 for one that kiln_csg_check refuses.
/// It depends on the nodes and the kinds of leaves only.
KILN_API size_t kiln_csg_scratch_size(const kiln_csg *tree);

/// Parts of a line that the tree holds, by merging those of the leaves (Roth 1982, "Ray casting for modeling solids").
/// Normals are of the tree's surface: of leaves that are taken away, turned round. Coincident faces, which rounding may
/// set apart: parts of a union with no more than rounding between them are one. Solids of an intersection that touch
/// have that point. A difference is what is left of the first with its boundary (regularised: Requicha 1980): where a
/// face of the second lies on one of the first it takes that along, and what would be no longer than rounding goes, too;
/// where the second only touches, it takes nothing. Of ends at equal t the first operand's counts.
///
/// Returns how many parts there are; `spans` holds the first `capacity` of them, by increasing t. None for arguments that are refused: those that are not usable, and scratch that is NULL or shorter
/// than kiln_csg_scratch_size. What is left in the scratch is of no use.
KILN_API uint32_t kiln_spans_line_csg(const kiln_line *a, const kiln_csg *b, void *scratch, size_t scratch_size,
	kiln_implicit_span *spans, uint32_t capacity);
KILN_API uint32_t kiln_spans_ray_csg(const kiln_ray *a, const kiln_csg *b, void *scratch, size_t scratch_size,
	kiln_implicit_span *spans, uint32_t capacity);
KILN_API uint32_t kiln_spans_segment_csg(const kiln_segment *a, const kiln_csg *b, void *scratch, size_t scratch_size,
	kiln_implicit_span *spans, uint32_t capacity);

/// First hit and last common point; `face` is the leaf whose surface is at `point`, KILN_NONE where the ray or segment
/// begins inside, as kiln_where_point_csg says: a point of the boundary counts. Refuses what kiln_spans_*_csg refuse.
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
