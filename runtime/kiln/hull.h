// SPDX-License-Identifier: MIT
#ifndef KILN_HULL_H
#define KILN_HULL_H

#include "bounds.h"
#include "ray.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A convex hull inside a blob: counts, and pointers to the arrays that kiln_format_hull describes. Copy it freely; it
/// lives as long as the asset. `dimension` says what it is:
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
	uint32_t index_size;	///< bytes of an element of the arrays of indices: 2 or 4
	uint32_t level_count;	///< of the Dobkin-Kirkpatrick hierarchy; 0 without one
	float error;			///< largest distance between its surface and that of the exact hull, rounded up; 0: exact
	uint32_t flags;			///< kiln_hull_flags
	kiln_vec3 low, high;	///< box of the vertices, exact
	float reach;			///< largest size of a vertex's coordinate
	const float *x, *y, *z; ///< vertices; up to the next multiple of KILN_HULL_BLOCK they repeat the first
	const float *nx, *ny, *nz, *d; ///< planes: n . p <= d for every p of the hull; padded likewise
	const float *a[3];			   ///< per edge, normal of the face of its first half-edge; padded likewise
	const float *b[3];			   ///< of its second
	const void *face_first, *origins, *twins, *faces, *edges; ///< indices: read them by the functions below
	const void *vertex_first, *neighbours, *seeds;
	const void *level_sizes, *link_first, *links;
	kiln_isa isa; ///< the asset's, for queries of the hull; KILN_ISA_AUTO: what every machine of the target has
} kiln_hull;

/// The asset's hull with this number; false, with `*hull` untouched, out of range.
KILN_API bool kiln_hull_from_asset(const kiln_asset *asset, uint32_t number, kiln_hull *hull);

/// Element `i` of one of the arrays of indices.
static inline uint32_t kiln_hull_index(const kiln_hull *hull, const void *array, uint32_t i)
{
	return hull->index_size == 2 ? ((const uint16_t *)array)[i] : ((const uint32_t *)array)[i];
}

/// Vertex `i` < vertex_count.
static inline kiln_vec3 kiln_hull_vertex(const kiln_hull *hull, uint32_t i)
{
	kiln_vec3 vertex = {hull->x[i], hull->y[i], hull->z[i]};
	return vertex;
}

/// Outward normal of face `i` < face_count, unit to rounding; `hull->d[i]` belongs to it.
static inline kiln_vec3 kiln_hull_normal(const kiln_hull *hull, uint32_t i)
{
	kiln_vec3 normal = {hull->nx[i], hull->ny[i], hull->nz[i]};
	return normal;
}

/// Half-edges of face `i` < face_count are first .. first + count - 1, counter-clockwise seen from outside: returns the
/// first.
static inline uint32_t kiln_hull_face(const kiln_hull *hull, uint32_t i, uint32_t *count)
{
	uint32_t first = kiln_hull_index(hull, hull->face_first, i);
	*count = kiln_hull_index(hull, hull->face_first, i + 1) - first;
	return first;
}

/// Of half-edge `h` < 2 edge_count: the vertex it starts at, the other half of its edge, the face on its left.
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

/// The half-edge behind `h` in its face.
static inline uint32_t kiln_hull_next(const kiln_hull *hull, uint32_t h)
{
	uint32_t face = kiln_hull_face_of(hull, h);
	return h + 1 < kiln_hull_index(hull, hull->face_first, face + 1) ? h + 1
																	 : kiln_hull_index(hull, hull->face_first, face);
}

/// First half-edge of edge `i` < edge_count. Its twin is the second.
static inline uint32_t kiln_hull_edge(const kiln_hull *hull, uint32_t i)
{
	return kiln_hull_index(hull, hull->edges, i);
}

/// Support mappings: number of a vertex that lies farthest along a direction of any length, exactly: all of them find
/// the same height to the last bit. Heights are compared in double, and where two are too close for that, as exact sums.
/// For a direction that is zero, NaN or infinite the answer is some vertex.

/// By looking at every vertex, eight at a time. Of equally high ones the lowest number.
KILN_API uint32_t kiln_hull_support_scan(const kiln_hull *hull, kiln_vec3 direction);

/// By walking from vertex to higher neighbour until none is higher, which on a convex body is the top. `*seed` is where
/// it starts, and gets where it ends; a start out of range (KILN_NONE) or NULL takes the nearest of 26 stored ones.
/// With the last answer for a similar direction as the seed about one vertex and its neighbours are looked at. Always
/// ends: each step is strictly higher.
KILN_API uint32_t kiln_hull_support_climb(const kiln_hull *hull, kiln_vec3 direction, uint32_t *seed);

/// By the Dobkin-Kirkpatrick hierarchy (1985, 1990): the top of a coarse hull, then from level to level the better of it
/// and its new neighbours; O(log n) whatever hull and direction. A hull without a hierarchy is climbed.
KILN_API uint32_t kiln_hull_support_hierarchy(const kiln_hull *hull, kiln_vec3 direction);

/// By the way that is the quickest for the hull's size and for what is known: climb from a seed, or hierarchy, or a scan
/// of a tetrahedron. `seed` as for the climb: NULL where nothing is known. Which of equally high vertices it is differs
/// from way to way.
KILN_API uint32_t kiln_hull_support(const kiln_hull *hull, kiln_vec3 direction, uint32_t *seed);

/// Whether a point lies in the hull of the vertices, boundary included: decided exactly. By the planes, and where one is
/// too close to tell, by the exact sign of a determinant. False for NaN and infinity.
KILN_API bool kiln_hull_contains(const kiln_hull *hull, kiln_vec3 point);

/// Where a line runs through a hull.
typedef struct kiln_hull_span
{
	bool hit;			 ///< false: the other fields are zero
	float enter, leave;	 ///< enter <= leave, in lengths of the direction as given; negative behind the origin
	uint32_t enter_face; ///< faces whose planes bound the span, the lowest of equals; KILN_NONE without faces
	uint32_t leave_face;
} kiln_hull_span;

/// Clips a ray's line against the planes (Cyrus, Beck 1978; Haines 1991), in double. `hit` says that the span and 0 ..
/// t_max have a point in common; the span itself is not cut to the ray: enter is negative when the ray starts inside.
/// Touching counts, along a face and at a vertex too: rounding, of the stored planes as well, only adds hits. A flat hull
/// is met where its plane is, or along it, and then face 0 stands for its edges too; segments and points are met when
/// the line meets them to rounding. No hit for a
/// zero direction, NaN or infinity (but for t_max), a negative t_max, and an origin beyond KILN_COORDINATE_MAX. `flags`
/// are not looked at.
KILN_API kiln_hull_span kiln_hull_ray(const kiln_hull *hull, const kiln_ray *ray);

/// The least box around the hull's image under a 3x4 matrix, m . (p, 1), in rows as of kiln_aabb_transform, rounded
/// outwards to the nearest float or little more: by six supports (Ericson 2005, 4.2.5), climbed from `seeds` where that
/// is not NULL (start with KILN_NONE; leave them to the next call for a slightly different matrix): the lowest and
/// highest vertex on x, y, z. Contains every vertex's exact image. A row that is not finite makes the box infinite on
/// its axis.
KILN_API kiln_aabb kiln_hull_aabb(const kiln_hull *hull, const float matrix[12], uint32_t seeds[6]);

/// The least k-DOP around the hull as the pose places it, rounded outwards to the nearest float or little more (some
/// 2^-44 of the largest extent when it turns): contains every vertex's exact image. By k supports, climbed from `seeds`
/// (Ericson 2005, 4.6.4) where that is not NULL: seeds[2 i] and seeds[2 i + 1] are the lowest and highest vertex on
/// axis i. Start with KILN_NONE, and leave them to the next call for a slightly different pose; only those of the k's
/// axes are read and set. Hulls of dimension 0 to 2 as any other. A pose that is not finite, or of negative scale,
/// leaves the seeds alone and makes the k's intervals infinite, which every test takes for overlapping. Slots outside k
/// are empty, and so is the whole for a number that is no k.
///
/// Of the three ways to make a k-DOP follow a rotation the one for what has a cooked hull; kiln_kdop_from_points looks at
/// all points, and kiln_kdop_vertices gives a few that bound looser.
KILN_API kiln_kdop kiln_hull_kdop(
	const kiln_hull *hull, const kiln_pose *pose, uint32_t k, uint32_t seeds[2 * KILN_KDOP_AXES]);

/// Approximate test of two hulls, `b` standing at a pose relative to `a`'s coordinates: their spheres first, then every
/// face plane of either against the other's vertices. True: they are disjoint, certainly, beyond all rounding. False
/// proves nothing: they touch, or overlap, or only a plane along an edge of each parts them, or the gap is within
/// rounding (some 2^-40 of the coordinates). A NaN in the pose is false.
KILN_API bool kiln_hull_planes_separate(const kiln_hull *a, const kiln_hull *b, const kiln_pose *pose);

#ifdef __cplusplus
}
#endif

#endif
