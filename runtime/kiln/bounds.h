// SPDX-License-Identifier: MIT
#ifndef KILN_BOUNDS_H
#define KILN_BOUNDS_H

#include "overlap.h"
#include "ray.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bounding volumes. Each is the set of points that its comment says, in exact arithmetic over the stored numbers: the
/// cooker proves that its volumes contain their points in that sense, and the tests here keep it: culling may keep too
/// much, never too little. Touching is overlap. Every number is finite and every size >= 0, else the answer of a test
/// is true, of a distance 0, and a merged volume is one of the two for which that holds. Lengths are in any one unit;
/// sizes of zero make points, segments and rectangles of volumes, which are treated as such.
///
/// What the tests add in double is bounded by a proven error, so that rounding may take bodies for overlapping that are
/// apart by about 2^-45 of their size and distance, and never the other way. A segment along an edge of a rectangle or
/// box whose stored edges are off right angles, as rounding leaves them, may make that 2^-30.

/// Points p with min <= p <= max on every axis. Empty when min > max on one.
typedef struct kiln_aabb
{
	kiln_vec3 min;
	kiln_vec3 max;
} kiln_aabb;

/// Points p with |p - center| <= half_extents on every axis (Ericson 2005, 4.2.1: the form that moves cheaply).
typedef struct kiln_aabb_center
{
	kiln_vec3 center;
	kiln_vec3 half_extents;
} kiln_aabb_center;

/// Where whole numbers stand: number i is at origin + i cell on every axis.
typedef struct kiln_grid
{
	kiln_vec3 origin;
	float cell; ///< > 0
} kiln_grid;

/// Points from number min to number max of a grid, both included, on every axis. INT32_MIN as a minimum and INT32_MAX
/// as a maximum stand for everything beyond, too.
typedef struct kiln_aabb_int
{
	int32_t min[3];
	int32_t max[3];
} kiln_aabb_int;

/// Points center + r[0] axes[0] + r[1] axes[1] + r[2] axes[2] with |r[i]| <= half_extents[i]. The axes are unit, at
/// right angles and right-handed, to rounding. Axes that do not span space leave nothing inside.
typedef struct kiln_obb
{
	kiln_vec3 center;
	kiln_vec3 axes[3];
	float half_extents[3];
} kiln_obb;

/// Rectangle swept by a sphere (lozenge): points within `radius` of origin + s edges[0] + t edges[1], 0 <= s, t <= 1.
/// The edges are at right angles to rounding; one or both may be zero, which makes a capsule or a sphere.
typedef struct kiln_rss
{
	kiln_vec3 origin;
	kiln_vec3 edges[2];
	float radius;
} kiln_rss;

/// The KILN_KDOP_AXES axes of a k-DOP, not normalised, are x, y, z; the corners (1,1,1), (1,1,-1), (1,-1,1), (-1,1,1); the
/// edges (1,1,0), (1,0,1), (0,1,1), (1,-1,0), (1,0,-1), (0,1,-1).
///
/// Points p with min[i] <= axis i . p <= max[i] for every axis of its k. The number k is the caller's to keep: slots of
/// axes outside it are not read. k = 6: x, y, z; 8: corners; 12: edges; 14: 6 + 8; 18: 6 + 12; 20: 8 + 12; 24: 18 and
/// the first three corners; 26: all.
typedef struct kiln_kdop
{
	float min[KILN_KDOP_AXES];
	float max[KILN_KDOP_AXES];
} kiln_kdop;

/// Points within `radius` of the line ab whose foot on it lies between a and b. Equal ends make a ball.
typedef struct kiln_cylinder
{
	kiln_vec3 a, b;
	float radius;
} kiln_cylinder;

/// Points p whose foot on the line from apex to base lies a share s of 0 .. 1 along it, and that are within s radius of
/// it. Equal ends make a ball.
typedef struct kiln_cone
{
	kiln_vec3 apex, base;
	float radius; ///< at the base
} kiln_cone;

/// Points center + r[0] axes[0] + r[1] axes[1] + r[2] axes[2] with sum (r[i] / radii[i])^2 <= 1; a zero radius allows
/// r[i] = 0 only. Axes as of an OBB.
typedef struct kiln_ellipsoid
{
	kiln_vec3 center;
	kiln_vec3 axes[3];
	float radii[3];
} kiln_ellipsoid;

/// The same content in two volumes, the cheap one to be asked first (Ericson 2005, 4.6.2).
typedef struct kiln_layered
{
	kiln_sphere sphere;
	kiln_obb obb;
} kiln_layered;

/// Where a body stands: p' = translation + scale * (rotation applied to p). `{0}` is the identity.
typedef struct kiln_pose
{
	kiln_quat rotation; ///< all zero: none
	kiln_vec3 translation;
	float scale; ///< > 0; 0 stands for 1
} kiln_pose;

// --- Overlap ---
//
// Of bodies as defined above. For the k-DOP, whether an interval of its axes separates: a k-DOP may be kept that no
// point of the other body is in. `k` is one of those above; the answer for another number is true. Cores of spheres,
// capsules and lozenges, a point, a segment or a rectangle, are compared by the distance that separates them and the
// sum of radii (Ericson 2005, 4.5.1); the direction of that distance then proves it.

/// By the intervals on x, y and z (Ericson 2005, 4.2.1). Exact.
KILN_API bool kiln_overlaps_aabb_aabb(const kiln_aabb *a, const kiln_aabb *b);
/// By distances of centers and sums of half extents (Ericson 2005, 4.2.1).
KILN_API bool kiln_overlaps_aabb_center_aabb_center(const kiln_aabb_center *a, const kiln_aabb_center *b);
/// Both of the same grid; by the intervals (Ericson 2005, 4.2.1). Exact. A box with min > max overlaps all.
KILN_API bool kiln_overlaps_aabb_int_aabb_int(const kiln_aabb_int *a, const kiln_aabb_int *b);
/// By squares of distance and sum of radii (Ericson 2005, 4.3.1).
KILN_API bool kiln_overlaps_sphere_sphere(const kiln_sphere *a, const kiln_sphere *b);
/// All 15 separating axes (Gottschalk, Lin, Manocha 1996; Ericson 2005, 4.4.1), after x, y and z, each taken as the
/// vector that it is: right for axes of any length and angle, and where edges are nearly parallel.
KILN_API bool kiln_overlaps_obb_obb(const kiln_obb *a, const kiln_obb *b);
/// The 6 face normals and x, y, z only (van den Bergen 1997): cheaper, and keeps pairs that only edges separate.
KILN_API bool kiln_overlaps_obb_obb_lite(const kiln_obb *a, const kiln_obb *b);
/// By the distance of two segments (Ericson 2005, 4.5.1 and 5.1.9), after their boxes. Parallel ones and those of
/// length zero too.
KILN_API bool kiln_overlaps_capsule_capsule(const kiln_capsule *a, const kiln_capsule *b);
/// By the distance of the rectangles (Ericson 2005, 4.5.1), which is taken at an edge of one of them, after their boxes
/// and normals.
KILN_API bool kiln_overlaps_rss_rss(const kiln_rss *a, const kiln_rss *b);
/// By the intervals on the axes of their k (Klosowski et al. 1998; Ericson 2005, 4.6.3). Exact, as far as they go.
KILN_API bool kiln_overlaps_kdop_kdop(const kiln_kdop *a, const kiln_kdop *b, uint32_t k);

/// By the distance of the center from the box (Arvo 1990; Ericson 2005, 5.2.5).
KILN_API bool kiln_overlaps_sphere_aabb(const kiln_sphere *a, const kiln_aabb *b);
/// The same in the frame of the box (Ericson 2005, 5.2.6).
KILN_API bool kiln_overlaps_sphere_obb(const kiln_sphere *a, const kiln_obb *b);
/// By the distance of the center from the segment (Ericson 2005, 4.5.1).
KILN_API bool kiln_overlaps_sphere_capsule(const kiln_sphere *a, const kiln_capsule *b);
/// By the distance of the center from the rectangle (Ericson 2005, 4.5.1).
KILN_API bool kiln_overlaps_sphere_rss(const kiln_sphere *a, const kiln_rss *b);
/// By the k-DOP's axes only, along which the sphere reaches as far as the axis is long (Klosowski et al. 1998).
KILN_API bool kiln_overlaps_sphere_kdop(const kiln_sphere *a, const kiln_kdop *b, uint32_t k);
/// By x, y, z, the OBB's face normals and the 9 products of edges (Gottschalk, Lin, Manocha 1996).
KILN_API bool kiln_overlaps_aabb_obb(const kiln_aabb *a, const kiln_obb *b);
/// By the k-DOP's axes only (Klosowski et al. 1998).
KILN_API bool kiln_overlaps_aabb_kdop(const kiln_aabb *a, const kiln_kdop *b, uint32_t k);
/// By the distance of the segment from the box: its square is convex along the segment, and a parabola between the
/// planes of the faces (Ericson 2005, 4.5.1, for the sum of radii).
KILN_API bool kiln_overlaps_capsule_aabb(const kiln_capsule *a, const kiln_aabb *b);
/// The same in the frame of the box.
KILN_API bool kiln_overlaps_capsule_obb(const kiln_capsule *a, const kiln_obb *b);
/// The same for a rectangle, a box without height.
KILN_API bool kiln_overlaps_capsule_rss(const kiln_capsule *a, const kiln_rss *b);
/// Spheres first, boxes where those overlap (Ericson 2005, 4.6.2).
KILN_API bool kiln_overlaps_layered(const kiln_layered *a, const kiln_layered *b);

// --- Distance ---

/// How far two bodies are apart.
typedef struct kiln_distance
{
	float distance; ///< never more than the exact one; 0 when they overlap
	/// Closest points of the cores: center, segment, rectangle. Rounded to nearest; where several pairs are closest, one
	/// of them. Of bodies that overlap, too.
	kiln_vec3 on_a, on_b;
} kiln_distance;

/// The least distance of points of a and b, here from center to center less the radii (Ericson 2005, 4.5.1). Equal
/// centers are no special case: 0, and both points there. Numbers that are not finite leave the distance 0 and no use
/// in the points; so for all that follow.
KILN_API kiln_distance kiln_distance_sphere_sphere(const kiln_sphere *a, const kiln_sphere *b);
/// From the center to the segment.
KILN_API kiln_distance kiln_distance_sphere_capsule(const kiln_sphere *a, const kiln_capsule *b);
/// From the center to the rectangle.
KILN_API kiln_distance kiln_distance_sphere_rss(const kiln_sphere *a, const kiln_rss *b);
/// From segment to segment (Ericson 2005, 5.1.9), parallel ones and those of length zero too.
KILN_API kiln_distance kiln_distance_capsule_capsule(const kiln_capsule *a, const kiln_capsule *b);
/// From the segment to the rectangle, by the convex square of the distance along the segment.
KILN_API kiln_distance kiln_distance_capsule_rss(const kiln_capsule *a, const kiln_rss *b);
/// From rectangle to rectangle (the volumes of Larsen et al. 2000): the least from an edge of either to the other.
KILN_API kiln_distance kiln_distance_rss_rss(const kiln_rss *a, const kiln_rss *b);

// --- Merge ---
//
// A volume that contains both.

/// The least one, exactly (Ericson 2005, 6.5.1). An empty box as of kiln_aabb_from_points changes nothing; NaN stays.
KILN_API kiln_aabb kiln_aabb_merge(const kiln_aabb *a, const kiln_aabb *b);
/// The least one, to rounding (Ericson 2005, 6.5.2); the larger sphere itself where it contains the other, the first
/// where they are equal.
KILN_API kiln_sphere kiln_sphere_merge(const kiln_sphere *a, const kiln_sphere *b);
/// The one of least surface among the boxes with a's axes, b's, the average of both (after Eberly 2006; Ericson 2005,
/// 6.5.3), and those with one along the centers.
KILN_API kiln_obb kiln_obb_merge(const kiln_obb *a, const kiln_obb *b);
/// The one of least volume among those around the four end balls along five directions: a's axis, b's, their average,
/// from center to center, and between the ends that are farthest apart.
KILN_API kiln_capsule kiln_capsule_merge(const kiln_capsule *a, const kiln_capsule *b);
/// The one of least volume among those around the eight corner balls in a's frame, b's, and those along the centers.
KILN_API kiln_rss kiln_rss_merge(const kiln_rss *a, const kiln_rss *b);
/// The least one, exactly (Ericson 2005, 6.5.4). Slots outside k are made empty, all for a number that is no k; NaN
/// stays.
KILN_API kiln_kdop kiln_kdop_merge(const kiln_kdop *a, const kiln_kdop *b, uint32_t k);

// --- Change of form and place ---
//
// Each result contains what it is made from, rounded outwards to the nearest float or little more. What is made from
// NaN has a number that is not finite, so that every test takes it for overlapping, unless something else is said.

/// Center and half extents (Ericson 2005, 4.2) as sides: sums, in double.
KILN_API kiln_aabb kiln_aabb_from_aabb_center(const kiln_aabb_center *box);
/// The middle, rounded to nearest, and half extents that reach both sides from there.
KILN_API kiln_aabb_center kiln_aabb_center_from_aabb(const kiln_aabb *box);
/// Outwards to whole numbers. A coordinate beyond them becomes INT32_MIN or INT32_MAX: boxes that overlap still do. A
/// cell that is not above 0 gives the box of everything, a coordinate that is NaN everything on its side.
KILN_API kiln_aabb_int kiln_aabb_int_from_aabb(const kiln_aabb *box, const kiln_grid *grid);
/// Sides at INT32_MIN and INT32_MAX become -FLT_MAX and FLT_MAX.
KILN_API kiln_aabb kiln_aabb_from_aabb_int(const kiln_aabb_int *box, const kiln_grid *grid);

/// The least box, exactly (Ericson 2005, 4.2.4); without points an empty one, which merging with anything drops. NaN
/// stays.
KILN_API kiln_aabb kiln_aabb_from_points(const kiln_vec3 *points, uint32_t count);
/// Center and radius (Ericson 2005, 4.2.3).
KILN_API kiln_aabb kiln_aabb_from_sphere(const kiln_sphere *sphere);
/// Around the balls at both ends.
KILN_API kiln_aabb kiln_aabb_from_capsule(const kiln_capsule *capsule);
/// Of a rotated box, by sums of sizes of its sides (Arvo 1990; Ericson 2005, 4.2.6).
KILN_API kiln_aabb kiln_aabb_from_obb(const kiln_obb *obb);
/// Around the image m . (p, 1) of a box under a 3x4 matrix of three rows of four (Arvo 1990; Ericson 2005, 4.2.6).
/// Always from the box as it was made: a box around a box around a box grows without end. kiln_hull_aabb has the least
/// box of what is inside, where that has a cooked hull.
KILN_API kiln_aabb kiln_aabb_transform(const kiln_aabb *box, const float matrix[12]);

/// The turned and moved center (the pose's matrix: Shoemake 1985), and the scaled radius with what the center's
/// rounding adds.
KILN_API kiln_sphere kiln_sphere_transform(const kiln_sphere *sphere, const kiln_pose *pose);
/// Both ends, and the radius with what the rounding of either adds at most.
KILN_API kiln_capsule kiln_capsule_transform(const kiln_capsule *capsule, const kiln_pose *pose);
/// The axes are made unit and perpendicular again (Gram and Schmidt), so that they stay so however often this is done;
/// the box grows by what that and rounding take.
KILN_API kiln_obb kiln_obb_transform(const kiln_obb *obb, const kiln_pose *pose);
/// The origin, both edges, and the radius with what the rounding of the three adds at most.
KILN_API kiln_rss kiln_rss_transform(const kiln_rss *rss, const kiln_pose *pose);

/// Moved without rotation: each interval by axis . shift (Ericson 2005, 4.6.4). Slots outside k are made empty, all for
/// a number that is no k.
KILN_API kiln_kdop kiln_kdop_translate(const kiln_kdop *kdop, kiln_vec3 shift, uint32_t k);

/// The least k-DOP around the points as the pose places them, each a ball of radius `margin` (>= 0, before scaling).
/// The first of three ways to make a k-DOP follow a rotation (Ericson 2005, 4.6.4): to compute it again, in O(count).
/// kiln_hull_kdop climbs on a cooked hull from where it ended last, kiln_kdop_vertices gives a few stored corners to
/// turn instead of all points, for a looser fit. Slots outside k are empty, and so is the whole without points or for a
/// number that is no k. A point that is not finite makes the intervals infinite or NaN, which every test takes for
/// overlapping.
KILN_API kiln_kdop kiln_kdop_from_points(
	const kiln_vec3 *points, uint32_t count, float margin, const kiln_pose *pose, uint32_t k);

/// Most corners that a k-DOP has: 2 k - 4.
#define KILN_KDOP_VERTICES_MAX 48

/// The k-DOP's corners, by its planes' triples. The balls of radius `*slack` around them have all of it in their hull:
/// kiln_kdop_from_points(vertices, count, slack, pose, k) contains the turned k-DOP. To be computed once, from the
/// k-DOP of the object at rest; turning the result of a turn again would make it grow without end. Looser than
/// kiln_kdop_from_points of the object's own points and kiln_hull_kdop of its hull, and at most 48 points to turn
/// whatever their number. Returns how many there are, 0 when there is no point in the k-DOP, when a number is not
/// finite, or for a number that is no k.
KILN_API uint32_t kiln_kdop_vertices(
	const kiln_kdop *kdop, uint32_t k, kiln_vec3 vertices[KILN_KDOP_VERTICES_MAX], float *slack);

// --- Rays ---

/// Times of a ray, in lengths of its direction.
typedef struct kiln_interval
{
	float enter, leave;
} kiln_interval;

/// Whether a ray meets the body, and from when to when: an interval that contains the exact one, cut to 0 .. t_max (0:
/// FLT_MAX). Touching meets; enter is 0 for a ray that starts inside. A direction of length zero asks for its origin. A
/// ray or body that is not finite, a negative size and a negative t_max meet from 0 to FLT_MAX. `*t` is set where the
/// answer is true. So for all that follow; this one by slabs on x, y and z (Kay and Kajiya 1986; Ericson 2005, 5.3.3).
KILN_API bool kiln_meets_ray_aabb(const kiln_ray *ray, const kiln_aabb *aabb, kiln_interval *t);
/// By slabs along the face normals (Kay and Kajiya 1986).
KILN_API bool kiln_meets_ray_obb(const kiln_ray *ray, const kiln_obb *obb, kiln_interval *t);
/// By the slabs of its axes (Kay and Kajiya 1986; Ericson 2005, 4.6.1). Another number than a k meets from 0 to
/// FLT_MAX.
KILN_API bool kiln_meets_ray_kdop(const kiln_ray *ray, const kiln_kdop *kdop, uint32_t k, kiln_interval *t);
/// By the roots of a quadratic (Ericson 2005, 5.3.2), whose discriminant may be off towards a hit by some 2^-48 of the
/// squares of distance and radius: what passes by that closely is met.
KILN_API bool kiln_meets_ray_sphere(const kiln_ray *ray, const kiln_sphere *sphere, kiln_interval *t);

#ifdef __cplusplus
}
#endif

#endif
