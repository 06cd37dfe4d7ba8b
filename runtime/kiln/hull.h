// SPDX-License-Identifier: MIT
#ifndef KILN_HULL_H
#define KILN_HULL_H

#include "bounds.h"
#include "ray.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A convex hull inside a blob, or made by kiln_hull_build: counts, and pointers to the arrays that kiln_format_hull describes. Copy a kiln_hull
/// freely; the arrays live as long as the asset, or the memory that kiln_hull_build took. `dimension` is one of
///   3  a polyhedron;
///   2  a flat polygon: two faces back to back;
///   1  a segment: two vertices, no faces, no edges;
///   0  a point: one vertex.
typedef struct kiln_hull
{
	uint32_t dimension;
	uint32_t vertex_count; ///< > 0
	uint32_t edge_count;
	uint32_t face_count;
	uint32_t index_size;	///< bytes of one index in the index arrays: 2 or 4
	uint32_t level_count;	///< levels of the Dobkin-Kirkpatrick hierarchy; 0 without one
	float error;			///< largest distance of the surface from the exact hull's surface, rounded up; 0: exact
	uint32_t flags;			///< kiln_hull_flags
	kiln_vec3 low, high;	///< box of the vertices, exact
	float reach;			///< largest absolute value of a vertex's coordinate
	const float *x, *y, *z; ///< vertices, padded with the first vertex to a multiple of KILN_HULL_BLOCK
	const float *nx, *ny, *nz, *d; ///< planes: n . p <= d for every p of the hull; padded likewise
	const float *a[3];			   ///< for each edge, normal of the face of its first half-edge; padded likewise
	const float *b[3];			   ///< for each edge, normal of the face of its second half-edge
	const void *face_first, *origins, *twins, *faces, *edges; ///< indices: read them with the functions below
	const void *vertex_first, *neighbours, *seeds;
	const void *level_sizes, *link_first, *links;
	kiln_isa isa; ///< the asset's, for queries of the hull; KILN_ISA_AUTO: the target's baseline
} kiln_hull;

/// Most points of kiln_hull_build.
#define KILN_HULL_POINTS_MAX 255

/// Stores the hull of an asset with a number. Returns false, with `*hull` unchanged, out of range.
KILN_API bool kiln_hull_from_asset(const kiln_asset *asset, uint32_t number, kiln_hull *hull);

/// Returns the bytes of memory that kiln_hull_build takes for a number of points: 46 KB for the most, 3 KB for 16. 0 for
/// no points and for more than KILN_HULL_POINTS_MAX.
KILN_API size_t kiln_hull_build_size(uint32_t count);

/// Builds the convex hull of points in memory. The hull is exact: signs of determinants decide, so that each vertex is
/// one of the points, extreme, and each point lies in the hull (Quickhull: Barber, Dobkin, Huhdanpaa 1996). Coplanar
/// triangles become one face. Points that are equal, inside, or on a face or edge make no vertices. Points in one plane
/// make a hull of dimension 2, points on a line of dimension 1, equal points of dimension 0.
///
/// The arrays are those that the cooker makes of the same points, byte for byte, and do not depend on the order of the
/// points. Every query of hulls and convex shapes takes the result, which is faster there than KILN_CONVEX_POINTS: its
/// supports climb.
///
/// The arrays lie in `size` bytes of the caller's memory, aligned to KILN_FORMAT_ALIGNMENT; `hull` gets pointers to
/// them. `isa` is the instruction set of queries: the `isa` of an asset that this process opened, or KILN_ISA_AUTO, which
/// asks the processor each time (15 us on some virtual machines). The function takes 60 KB of stack. Its work is bounded:
/// each point that becomes a vertex is tested against the faces of the hull at that time, which are fewer than twice the
/// points, and every point against the new faces.
///
/// KILN_E_ARGUMENT for NULL, for a count of 0 or above KILN_HULL_POINTS_MAX, and for a coordinate that is NaN or beyond
/// KILN_COORDINATE_MAX. KILN_E_ALIGNMENT for memory that is not aligned. KILN_E_CAPACITY where `size` is less than
/// kiln_hull_build_size(count). An error leaves memory and `*hull` unchanged.
KILN_API kiln_status kiln_hull_build(
	kiln_hull *hull, const kiln_vec3 *points, uint32_t count, kiln_isa isa, void *memory, size_t size);

/// Returns element `i` of one of the index arrays.
static inline uint32_t kiln_hull_index(const kiln_hull *hull, const void *array, uint32_t i)
{
	return hull->index_size == 2 ? ((const uint16_t *)array)[i] : ((const uint32_t *)array)[i];
}

/// Returns vertex `i` < vertex_count.
static inline kiln_vec3 kiln_hull_vertex(const kiln_hull *hull, uint32_t i)
{
	kiln_vec3 vertex = {hull->x[i], hull->y[i], hull->z[i]};
	return vertex;
}

/// Returns the outward normal of face `i` < face_count, unit to rounding. `hull->d[i]` belongs to this normal.
static inline kiln_vec3 kiln_hull_normal(const kiln_hull *hull, uint32_t i)
{
	kiln_vec3 normal = {hull->nx[i], hull->ny[i], hull->nz[i]};
	return normal;
}

/// Returns the first half-edge of face `i` < face_count. The half-edges of the face are first .. first + count - 1,
/// counter-clockwise seen from outside.
static inline uint32_t kiln_hull_face(const kiln_hull *hull, uint32_t i, uint32_t *count)
{
	uint32_t first = kiln_hull_index(hull, hull->face_first, i);
	*count = kiln_hull_index(hull, hull->face_first, i + 1) - first;
	return first;
}

/// Returns, for half-edge `h` < 2 edge_count: the vertex where it starts, the other half of its edge, the face on its
/// left.
static inline uint32_t kiln_hull_origin(const kiln_hull *hull, uint32_t h)
{
	return kiln_hull_index(hull, hull->origins, h);
}

static inline uint32_t kiln_hull_twin(const kiln_hull *hull, uint32_t h)
{
	return kiln_hull_index(hull, hull->twins, h);
}

static inline uint32_t kiln_hull_face_of(const kiln_hull *hull, uint32_t h)
{
	return kiln_hull_index(hull, hull->faces, h);
}

/// Returns the half-edge that follows `h` in its face.
static inline uint32_t kiln_hull_next(const kiln_hull *hull, uint32_t h)
{
	uint32_t face = kiln_hull_face_of(hull, h);
	return h + 1 < kiln_hull_index(hull, hull->face_first, face + 1) ? h + 1
																	 : kiln_hull_index(hull, hull->face_first, face);
}

/// Returns the first half-edge of edge `i` < edge_count. Its twin is the second half-edge.
static inline uint32_t kiln_hull_edge(const kiln_hull *hull, uint32_t i)
{
	return kiln_hull_index(hull, hull->edges, i);
}

/// Support mappings: each returns the number of a vertex that lies farthest along a direction of any length. The vertex
/// is exact: all mappings find the same height, to the last bit. Heights are compared in double, and as exact sums
/// where double cannot separate two heights. For a direction that is zero, NaN or infinite the answer is any vertex.

/// Compares every vertex, eight at a time. Of equally high vertices the lowest number wins.
KILN_API uint32_t kiln_hull_support_scan(const kiln_hull *hull, kiln_vec3 direction);

/// Climbs from vertex to higher neighbour until no neighbour is higher; on a convex body that vertex is the top.
/// `*seed` is the first vertex, and gets the last one. For a seed out of range (KILN_NONE) or NULL the climb starts at
/// the nearest of 26 stored vertices. With the last answer for a similar direction as the seed, the climb examines
/// about one vertex and its neighbours. The climb always ends, because each step is strictly higher.
KILN_API uint32_t kiln_hull_support_climb(const kiln_hull *hull, kiln_vec3 direction, uint32_t *seed);

/// Searches the Dobkin-Kirkpatrick hierarchy (1985, 1990): the top of a coarse hull, then, from level to level, the
/// highest of that vertex and its new neighbours. O(log n) for every hull and direction. On a hull without a hierarchy
/// the function climbs.
KILN_API uint32_t kiln_hull_support_hierarchy(const kiln_hull *hull, kiln_vec3 direction);

/// Uses the mapping that is fastest for the size of the hull and for the seed: a climb from the seed, the hierarchy, or
/// a scan of a tetrahedron. `seed` is that of the climb; NULL without a seed. The mappings may return different
/// vertices of the same height.
KILN_API uint32_t kiln_hull_support(const kiln_hull *hull, kiln_vec3 direction, uint32_t *seed);

/// Reports whether a point lies in the hull of the vertices, boundary included. The answer is exact: the planes decide,
/// and where a plane is too close, the exact sign of a determinant. False for NaN and infinity.
KILN_API bool kiln_hull_contains(const kiln_hull *hull, kiln_vec3 point);

/// The part of a line that lies in a hull.
typedef struct kiln_hull_span
{
	bool hit;			 ///< false: the other fields are zero
	float enter, leave;	 ///< enter <= leave, in lengths of the given direction; negative behind the origin
	uint32_t enter_face; ///< faces whose planes bound the span, the lowest of equals; KILN_NONE without faces
	uint32_t leave_face;
} kiln_hull_span;

/// Clips the line of a ray against the planes of a hull (Cyrus, Beck 1978; Haines 1991), in double. `hit` is true where
/// the span and 0 .. t_max have a point in common. The span itself is not cut to the ray: enter is negative where the
/// ray starts inside.
///
/// Touching counts, also along a face and at a vertex. Rounding, also that of the stored planes, only adds hits. A flat
/// hull is met in its plane and along its plane; then face 0 also stands for its edges. Segments and points are met
/// where the line meets them, to rounding. No hit for a zero direction, for NaN or infinity anywhere but in t_max, for
/// a negative t_max, and for an origin beyond KILN_COORDINATE_MAX. `flags` are ignored.
KILN_API kiln_hull_span kiln_hull_ray(const kiln_hull *hull, const kiln_ray *ray);

/// Computes the least box around the image m . (p, 1) of a hull under a 3x4 matrix, in rows as in kiln_aabb_transform.
/// The box is rounded outwards to the nearest float or little more, and contains the exact image of every vertex. The
/// method is six supports (Ericson 2005, 4.2.5).
///
/// `seeds` may be NULL. Otherwise the supports climb from `seeds`, which are the lowest and highest vertex on x, y, z.
/// Start with KILN_NONE; keep the seeds for the next call with a slightly different matrix. A row that is not finite
/// makes the box infinite on its axis.
KILN_API kiln_aabb kiln_hull_aabb(const kiln_hull *hull, const float matrix[12], uint32_t seeds[6]);

/// Computes the least k-DOP around a hull at a pose. The k-DOP is rounded outwards to the nearest float or little more
/// (some 2^-44 of the largest extent for a rotated hull), and contains the exact image of every vertex. The method is k
/// supports (Ericson 2005, 4.6.4). Hulls of dimension 0 to 2 are valid.
///
/// `seeds` may be NULL. Otherwise the supports climb from `seeds`: seeds[2 i] and seeds[2 i + 1] are the lowest and
/// highest vertex on axis i. Start with KILN_NONE; keep the seeds for the next call with a slightly different pose.
/// Only the seeds of the axes of k are read and set.
///
/// A pose that is not finite, or of negative scale, leaves the seeds unchanged and makes the intervals of k infinite,
/// so that every test reports overlap. Slots outside k are empty; all slots are empty for an invalid k.
///
/// This function is the way to rotate a k-DOP for content with a cooked hull. kiln_kdop_from_points examines all
/// points. kiln_kdop_vertices gives a few points with looser bounds.
KILN_API kiln_kdop kiln_hull_kdop(
	const kiln_hull *hull, const kiln_pose *pose, uint32_t k, uint32_t seeds[2 * KILN_KDOP_AXES]);

/// Tests approximately whether two hulls are disjoint; `b` has a pose in the coordinates of `a`. The test compares the
/// spheres of the hulls, then every face plane of either against the vertices of the other. True: the hulls are
/// disjoint, beyond all rounding. False proves nothing: the hulls may touch or overlap, or only a plane along an edge
/// of each separates them, or the gap is within rounding (some 2^-40 of the coordinates). A NaN in the pose gives
/// false.
KILN_API bool kiln_hull_planes_separate(const kiln_hull *a, const kiln_hull *b, const kiln_pose *pose);

#ifdef __cplusplus
}
#endif

#endif
