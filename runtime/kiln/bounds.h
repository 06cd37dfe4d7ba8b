// SPDX-License-Identifier: MIT
#ifndef KILN_BOUNDS_H
#define KILN_BOUNDS_H

#include "overlap.h"
#include "ray.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bounding volumes. The comment of each volume defines a set of points, in exact arithmetic over the stored numbers.
/// The cooker proves that its volumes contain their points in that sense. The tests below keep that sense: culling may
/// keep too much, never too little. Touching is overlap. Every number must be finite and every size >= 0; otherwise a
/// test returns true, a distance is 0, and a merged volume is one of the two for which the condition holds. Lengths
/// have any one unit. Sizes of zero make points, segments and rectangles, which are valid volumes.
///
/// Tests compute in double and widen their result by a proven error. So rounding may report overlap of bodies that are
/// apart by about 2^-45 of their size and distance, and never reports overlapping bodies as apart. For a segment along
/// an edge of a rectangle or box whose stored edges are not quite perpendicular, after rounding, the error may be
/// 2^-30.

/// Points p with min <= p <= max on every axis. Empty where min > max on one axis.
typedef struct kiln_aabb
{
	kiln_vec3 min;
	kiln_vec3 max;
} kiln_aabb;

/// Points p with |p - center| <= half_extents on every axis (Ericson 2005, 4.2.1: the form that is cheap to move).
typedef struct kiln_aabb_center
{
	kiln_vec3 center;
	kiln_vec3 half_extents;
} kiln_aabb_center;

/// Grid of whole numbers: number i is at origin + i cell on every axis.
typedef struct kiln_grid
{
	kiln_vec3 origin;
	float cell; ///< > 0
} kiln_grid;

/// Points from number min to number max of a grid, both included, on every axis. INT32_MIN as a minimum and INT32_MAX
/// as a maximum also stand for everything beyond.
typedef struct kiln_aabb_int
{
	int32_t min[3];
	int32_t max[3];
} kiln_aabb_int;

/// Points center + r[0] axes[0] + r[1] axes[1] + r[2] axes[2] with |r[i]| <= half_extents[i]. The axes are unit,
/// perpendicular and right-handed, to rounding. Axes that do not span space contain nothing.
typedef struct kiln_obb
{
	kiln_vec3 center;
	kiln_vec3 axes[3];
	float half_extents[3];
} kiln_obb;

/// Rectangle swept by a sphere (lozenge): points within `radius` of origin + s edges[0] + t edges[1], 0 <= s, t <= 1.
/// The edges are perpendicular to rounding. One zero edge makes a capsule, two make a sphere.
typedef struct kiln_rss
{
	kiln_vec3 origin;
	kiln_vec3 edges[2];
	float radius;
} kiln_rss;

/// Points p with min[i] <= axis i . p <= max[i] for every axis of the number k.
///
/// The KILN_KDOP_AXES axes of a k-DOP are not normalised: x, y, z; the corners (1,1,1), (1,1,-1), (1,-1,1), (-1,1,1);
/// the edges (1,1,0), (1,0,1), (0,1,1), (1,-1,0), (1,0,-1), (0,1,-1). The axes of each k are: 6: x, y, z; 8: corners;
/// 12: edges; 14: 6 + 8; 18: 6 + 12; 20: 8 + 12; 24: 18 and the first three corners; 26: all. The caller stores the
/// number k. Functions do not read the slots of axes outside k.
typedef struct kiln_kdop
{
	float min[KILN_KDOP_AXES];
	float max[KILN_KDOP_AXES];
} kiln_kdop;

/// Points within `radius` of the line ab whose foot on the line lies between a and b. Equal ends make a ball.
typedef struct kiln_cylinder
{
	kiln_vec3 a, b;
	float radius;
} kiln_cylinder;

/// Points p whose foot on the line from apex to base lies at a share s of 0 .. 1, and whose distance from the line is
/// at most s radius. Equal ends make a ball.
typedef struct kiln_cone
{
	kiln_vec3 apex, base;
	float radius; ///< at the base
} kiln_cone;

/// Points center + r[0] axes[0] + r[1] axes[1] + r[2] axes[2] with sum (r[i] / radii[i])^2 <= 1. A zero radius allows
/// r[i] = 0 only. The axes are as in kiln_obb.
typedef struct kiln_ellipsoid
{
	kiln_vec3 center;
	kiln_vec3 axes[3];
	float radii[3];
} kiln_ellipsoid;

/// Two volumes around the same content; tests use the cheap one first (Ericson 2005, 4.6.2).
typedef struct kiln_layered
{
	kiln_sphere sphere;
	kiln_obb obb;
} kiln_layered;

/// Place of a body: p' = translation + scale * (rotation applied to p). `{0}` is the identity.
typedef struct kiln_pose
{
	kiln_quat rotation; ///< all zero: none
	kiln_vec3 translation;
	float scale; ///< > 0; 0 stands for 1
} kiln_pose;

// --- Overlap ---
//
// Each function reports whether two bodies, as defined above, overlap. A test with a k-DOP reports whether an interval
// of the k-DOP's axes separates the bodies, so the test may keep a k-DOP that has no point in common with the other
// body. `k` is one of the numbers above; the answer for any other number is true. Spheres, capsules and lozenges have a
// core: a point, a segment or a rectangle. Their tests compare the distance of the cores with the sum of radii (Ericson
// 2005, 4.5.1); the direction of that distance then proves the separation.

/// Compares the intervals on x, y and z (Ericson 2005, 4.2.1). Exact.
KILN_API bool kiln_overlaps_aabb_aabb(const kiln_aabb *a, const kiln_aabb *b);
/// Compares distances of centers with sums of half extents (Ericson 2005, 4.2.1).
KILN_API bool kiln_overlaps_aabb_center_aabb_center(const kiln_aabb_center *a, const kiln_aabb_center *b);
/// Compares the intervals of two boxes of the same grid (Ericson 2005, 4.2.1). Exact. A box with min > max overlaps all
/// boxes.
KILN_API bool kiln_overlaps_aabb_int_aabb_int(const kiln_aabb_int *a, const kiln_aabb_int *b);
/// Compares the squares of the distance and of the sum of radii (Ericson 2005, 4.3.1).
KILN_API bool kiln_overlaps_sphere_sphere(const kiln_sphere *a, const kiln_sphere *b);
/// Tests all 15 separating axes (Gottschalk, Lin, Manocha 1996; Ericson 2005, 4.4.1), after x, y and z. Each axis is
/// used as a vector of its own length, so the test holds for axes of any length and angle, and where edges are nearly
/// parallel.
KILN_API bool kiln_overlaps_obb_obb(const kiln_obb *a, const kiln_obb *b);
/// Tests only the 6 face normals and x, y, z (van den Bergen 1997). Cheaper, but keeps pairs that only edges separate.
KILN_API bool kiln_overlaps_obb_obb_lite(const kiln_obb *a, const kiln_obb *b);
/// Computes the distance of two segments (Ericson 2005, 4.5.1 and 5.1.9), after their boxes. Parallel segments and
/// segments of length zero are valid.
KILN_API bool kiln_overlaps_capsule_capsule(const kiln_capsule *a, const kiln_capsule *b);
/// Computes the distance of the rectangles (Ericson 2005, 4.5.1), after their boxes and normals. The least distance is
/// at an edge of one of them.
KILN_API bool kiln_overlaps_rss_rss(const kiln_rss *a, const kiln_rss *b);
/// Compares the intervals on the axes of k (Klosowski et al. 1998; Ericson 2005, 4.6.3). Exact on these axes.
KILN_API bool kiln_overlaps_kdop_kdop(const kiln_kdop *a, const kiln_kdop *b, uint32_t k);

/// Computes the distance of the center from the box (Arvo 1990; Ericson 2005, 5.2.5).
KILN_API bool kiln_overlaps_sphere_aabb(const kiln_sphere *a, const kiln_aabb *b);
/// Computes the distance of the center from the box, in the frame of the box (Ericson 2005, 5.2.6).
KILN_API bool kiln_overlaps_sphere_obb(const kiln_sphere *a, const kiln_obb *b);
/// Computes the distance of the center from the segment (Ericson 2005, 4.5.1).
KILN_API bool kiln_overlaps_sphere_capsule(const kiln_sphere *a, const kiln_capsule *b);
/// Computes the distance of the center from the rectangle (Ericson 2005, 4.5.1).
KILN_API bool kiln_overlaps_sphere_rss(const kiln_sphere *a, const kiln_rss *b);
/// Tests only the axes of the k-DOP; on each the sphere extends by its radius times the axis's length (Klosowski et al.
/// 1998).
KILN_API bool kiln_overlaps_sphere_kdop(const kiln_sphere *a, const kiln_kdop *b, uint32_t k);
/// Tests x, y, z, the face normals of the OBB and the 9 products of edges (Gottschalk, Lin, Manocha 1996).
KILN_API bool kiln_overlaps_aabb_obb(const kiln_aabb *a, const kiln_obb *b);
/// Tests only the axes of the k-DOP (Klosowski et al. 1998).
KILN_API bool kiln_overlaps_aabb_kdop(const kiln_aabb *a, const kiln_kdop *b, uint32_t k);
/// Computes the distance of the segment from the box (Ericson 2005, 4.5.1, for the sum of radii). The square of the
/// distance is convex along the segment, and a parabola between the planes of the faces.
KILN_API bool kiln_overlaps_capsule_aabb(const kiln_capsule *a, const kiln_aabb *b);
/// Computes the distance of the segment from the box, in the frame of the box.
KILN_API bool kiln_overlaps_capsule_obb(const kiln_capsule *a, const kiln_obb *b);
/// Computes the distance of the segment from the rectangle, as from a box without height.
KILN_API bool kiln_overlaps_capsule_rss(const kiln_capsule *a, const kiln_rss *b);
/// Tests the spheres, and the boxes where the spheres overlap (Ericson 2005, 4.6.2).
KILN_API bool kiln_overlaps_layered(const kiln_layered *a, const kiln_layered *b);

// --- Distance ---

/// Distance between two bodies.
typedef struct kiln_distance
{
	float distance; ///< never more than the exact distance; 0 where the bodies overlap
	/// Closest points of the cores (center, segment, rectangle), rounded to nearest; where several pairs are closest,
	/// one of them. Set for bodies that overlap, too.
	kiln_vec3 on_a, on_b;
} kiln_distance;

/// Computes the least distance between points of a and b, here from center to center less the radii (Ericson 2005,
/// 4.5.1). Equal centers are no special case: the distance is 0, and both points are the center. For numbers that are
/// not finite the distance is 0 and the points are meaningless. The last two rules hold for all the functions that
/// follow.
KILN_API kiln_distance kiln_distance_sphere_sphere(const kiln_sphere *a, const kiln_sphere *b);
/// Computes the distance from the center to the segment.
KILN_API kiln_distance kiln_distance_sphere_capsule(const kiln_sphere *a, const kiln_capsule *b);
/// Computes the distance from the center to the rectangle.
KILN_API kiln_distance kiln_distance_sphere_rss(const kiln_sphere *a, const kiln_rss *b);
/// Computes the distance from segment to segment (Ericson 2005, 5.1.9). Parallel segments and segments of length zero
/// are valid.
KILN_API kiln_distance kiln_distance_capsule_capsule(const kiln_capsule *a, const kiln_capsule *b);
/// Computes the distance from the segment to the rectangle, whose square is convex along the segment.
KILN_API kiln_distance kiln_distance_capsule_rss(const kiln_capsule *a, const kiln_rss *b);
/// Computes the distance from rectangle to rectangle (the volumes of Larsen et al. 2000): the least from an edge of
/// either to the other.
KILN_API kiln_distance kiln_distance_rss_rss(const kiln_rss *a, const kiln_rss *b);

// --- Merge ---
//
// Each function computes a volume that contains both arguments.

/// Computes the least box, exactly (Ericson 2005, 6.5.1). An empty box, as from kiln_aabb_from_points, changes nothing.
/// NaN stays.
KILN_API kiln_aabb kiln_aabb_merge(const kiln_aabb *a, const kiln_aabb *b);
/// Computes the least sphere, to rounding (Ericson 2005, 6.5.2). Where one sphere contains the other, the result is the
/// larger sphere itself; where both are equal, the first.
KILN_API kiln_sphere kiln_sphere_merge(const kiln_sphere *a, const kiln_sphere *b);
/// Computes the box of least surface among boxes with a's axes, with b's axes, with the average of both (after Eberly
/// 2006; Ericson 2005, 6.5.3), and with one axis along the line of centers.
KILN_API kiln_obb kiln_obb_merge(const kiln_obb *a, const kiln_obb *b);
/// Computes the capsule of least volume around the four end balls along five directions: a's axis, b's axis, their
/// average, from center to center, and between the ends that are farthest apart.
KILN_API kiln_capsule kiln_capsule_merge(const kiln_capsule *a, const kiln_capsule *b);
/// Computes the lozenge of least volume around the eight corner balls in a's frame, in b's frame, and in frames along
/// the line of centers.
KILN_API kiln_rss kiln_rss_merge(const kiln_rss *a, const kiln_rss *b);
/// Computes the least k-DOP, exactly (Ericson 2005, 6.5.4). Slots outside k are empty; all slots are empty for an
/// invalid k. NaN stays.
KILN_API kiln_kdop kiln_kdop_merge(const kiln_kdop *a, const kiln_kdop *b, uint32_t k);

// --- Change of form and place ---
//
// Each result contains its argument, rounded outwards to the nearest float or little more. An argument with NaN gives a
// result with a number that is not finite, so that every test reports overlap, unless a comment states otherwise.

/// Converts center and half extents (Ericson 2005, 4.2) to sides, with sums in double.
KILN_API kiln_aabb kiln_aabb_from_aabb_center(const kiln_aabb_center *box);
/// Converts sides to the center, rounded to nearest, and half extents that reach both sides from the center.
KILN_API kiln_aabb_center kiln_aabb_center_from_aabb(const kiln_aabb *box);
/// Rounds a box outwards to the whole numbers of a grid. A coordinate beyond their range becomes INT32_MIN or
/// INT32_MAX: boxes that overlap still do. A cell that is not above 0 gives the box of everything. A coordinate that is
/// NaN gives everything on its side.
KILN_API kiln_aabb_int kiln_aabb_int_from_aabb(const kiln_aabb *box, const kiln_grid *grid);
/// Converts a box of whole numbers to floats. Sides at INT32_MIN and INT32_MAX become -FLT_MAX and FLT_MAX.
KILN_API kiln_aabb kiln_aabb_from_aabb_int(const kiln_aabb_int *box, const kiln_grid *grid);

/// Computes the least box around points, exactly (Ericson 2005, 4.2.4). Without points the box is empty, and a merge
/// ignores it. NaN stays.
KILN_API kiln_aabb kiln_aabb_from_points(const kiln_vec3 *points, uint32_t count);
/// Computes the box around center and radius (Ericson 2005, 4.2.3).
KILN_API kiln_aabb kiln_aabb_from_sphere(const kiln_sphere *sphere);
/// Computes the box around the balls at both ends.
KILN_API kiln_aabb kiln_aabb_from_capsule(const kiln_capsule *capsule);
/// Computes the box around a rotated box, by sums of the absolute values of its sides (Arvo 1990; Ericson 2005, 4.2.6).
KILN_API kiln_aabb kiln_aabb_from_obb(const kiln_obb *obb);
/// Computes the box around the image m . (p, 1) of a box under a 3x4 matrix of three rows of four (Arvo 1990; Ericson
/// 2005, 4.2.6). Transform the original box each time: a box around a box around a box grows without end.
/// kiln_hull_aabb computes the least box of the content, where the content has a cooked hull.
KILN_API kiln_aabb kiln_aabb_transform(const kiln_aabb *box, const float matrix[12]);

/// Rotates and moves the center (the matrix of the pose: Shoemake 1985), and scales the radius. The radius grows by the
/// rounding of the center.
KILN_API kiln_sphere kiln_sphere_transform(const kiln_sphere *sphere, const kiln_pose *pose);
/// Transforms both ends. The radius grows by the most that the rounding of either end adds.
KILN_API kiln_capsule kiln_capsule_transform(const kiln_capsule *capsule, const kiln_pose *pose);
/// Transforms an OBB. The axes are made unit and perpendicular again (Gram and Schmidt), so that they stay so after any
/// number of transforms. The box grows by the loss of this step and of rounding.
KILN_API kiln_obb kiln_obb_transform(const kiln_obb *obb, const kiln_pose *pose);
/// Transforms the origin and both edges. The radius grows by the most that the rounding of the three adds.
KILN_API kiln_rss kiln_rss_transform(const kiln_rss *rss, const kiln_pose *pose);

/// Moves a k-DOP without rotation: each interval moves by axis . shift (Ericson 2005, 4.6.4). Slots outside k are
/// empty; all slots are empty for an invalid k.
KILN_API kiln_kdop kiln_kdop_translate(const kiln_kdop *kdop, kiln_vec3 shift, uint32_t k);

/// Computes the least k-DOP around points at a pose, each point a ball of radius `margin` (>= 0, before scaling).
///
/// This function is the first of three ways to rotate a k-DOP (Ericson 2005, 4.6.4): it computes the k-DOP again, in
/// O(count). kiln_hull_kdop climbs on a cooked hull from its last vertices. kiln_kdop_vertices gives a few stored
/// corners to rotate instead of all points, for a looser fit.
///
/// Slots outside k are empty. All slots are empty without points, and for an invalid k. A point that is not finite
/// makes the intervals infinite or NaN, so that every test reports overlap.
KILN_API kiln_kdop kiln_kdop_from_points(
	const kiln_vec3 *points, uint32_t count, float margin, const kiln_pose *pose, uint32_t k);

/// Most corners of a k-DOP: 2 k - 4.
#define KILN_KDOP_VERTICES_MAX 48

/// Computes the corners of a k-DOP, as intersections of three planes. The hull of the balls of radius `*slack` around
/// the corners contains the k-DOP: kiln_kdop_from_points(vertices, count, slack, pose, k) contains the rotated k-DOP.
///
/// Compute the corners once, from the k-DOP of the object at rest: rotating the result of a rotation grows without end.
/// The result is looser than kiln_kdop_from_points of the object's own points and kiln_hull_kdop of its hull. There are
/// at most 48 corners to rotate, whatever the number of points. Returns the number of corners; 0 where the k-DOP has no
/// point, where a number is not finite, and for an invalid k.
KILN_API uint32_t kiln_kdop_vertices(
	const kiln_kdop *kdop, uint32_t k, kiln_vec3 vertices[KILN_KDOP_VERTICES_MAX], float *slack);

// --- Rays ---

/// Interval of times of a ray, in lengths of its direction.
typedef struct kiln_interval
{
	float enter, leave;
} kiln_interval;

/// Reports whether a ray meets a box, by slabs on x, y and z (Kay and Kajiya 1986; Ericson 2005, 5.3.3). The following
/// rules hold for all the functions below, too.
///
/// `*t` gets an interval that contains the exact one, cut to 0 .. t_max (0: FLT_MAX). `*t` is set where the function
/// returns true. Touching meets. `enter` is 0 for a ray that starts inside. With a direction of length zero the
/// function tests the origin. A ray or body that is not finite, a negative size, and a negative t_max meet from 0 to
/// FLT_MAX.
KILN_API bool kiln_meets_ray_aabb(const kiln_ray *ray, const kiln_aabb *aabb, kiln_interval *t);
/// Reports whether a ray meets an OBB, by slabs along the face normals (Kay and Kajiya 1986).
KILN_API bool kiln_meets_ray_obb(const kiln_ray *ray, const kiln_obb *obb, kiln_interval *t);
/// Reports whether a ray meets a k-DOP, by the slabs of its axes (Kay and Kajiya 1986; Ericson 2005, 4.6.1). With an
/// invalid k the ray meets from 0 to FLT_MAX.
KILN_API bool kiln_meets_ray_kdop(const kiln_ray *ray, const kiln_kdop *kdop, uint32_t k, kiln_interval *t);
/// Reports whether a ray meets a sphere, by the roots of a quadratic (Ericson 2005, 5.3.2). The discriminant may be too
/// large by some 2^-48 of the squares of distance and radius: a ray that passes the sphere as closely as that meets the
/// sphere.
KILN_API bool kiln_meets_ray_sphere(const kiln_ray *ray, const kiln_sphere *sphere, kiln_interval *t);

#ifdef __cplusplus
}
#endif

#endif
