// SPDX-License-Identifier: MIT
#ifndef KILN_FORMAT_HULL_H
#define KILN_FORMAT_HULL_H

#include "blob.h"

/// Convex hulls.

/// Elements of the hull arrays that SIMD reads.
#define KILN_HULL_BLOCK 8
/// Directions with a seed vertex: all of {-1, 0, 1}^3 but the middle one.
#define KILN_HULL_SEEDS 26
/// Most levels of a hull's Dobkin-Kirkpatrick hierarchy.
#define KILN_HULL_LEVELS_MAX 24

/// Flags of a hull.
typedef uint32_t kiln_hull_flags;
enum kiln_hull_flags_values
{
	KILN_HULL_INNER = 1, ///< the hull lies inside the exact hull; without the flag, the hull contains the exact hull
	KILN_HULL_FLAGS_KNOWN = 1,
};

/// A convex hull. Its arrays lie in HULL_DATA in the order of kiln_format_hull_layout, each padded with zero bytes to a
/// multiple of 32. `index` stands for uint16_t or uint32_t, by index_size. V, E, F are the counts; V8 means V
/// rounded up to a multiple of KILN_HULL_BLOCK, whose extra elements repeat element 0.
///
///   float x[V8], y[V8], z[V8]               vertices
///   float nx[F8], ny[F8], nz[F8], d[F8]     planes: n . p <= d holds exactly for every vertex; n is unit to rounding
///   float ax[E8] .. az[E8], bx[E8] .. bz[E8]   the normals of every edge's two faces: the face of its first half-edge, of its second
///   index face_first[F + 1]                 half-edges of a face, counter-clockwise from outside
///   index origins[2E], twins[2E], faces[2E] for every half-edge
///   index edges[E]                          the first half-edge of every edge, increasing; its twin is the second
///   index vertex_first[V + 1], neighbours[2E]   vertices that an edge joins, increasing, for hill climbing
///   index seeds[KILN_HULL_SEEDS]            an extreme vertex of direction (i/9 - 1, i/3%3 - 1, i%3 - 1), i < 13, and of
///                                           i + 1 from there on
///   index level_sizes[level_count]          Dobkin-Kirkpatrick: level k is the hull of the first level_sizes[k]
///                                           vertices, increasing and less than V; the last level is the whole hull
///   index link_first[sum of (level_sizes[k] + 1)], links[link_count]   for each vertex of each level k: its
///                                           neighbours in the next level that are not in level k, increasing; link_first
///                                           counts from links[0]
typedef struct kiln_format_hull
{
	uint64_t data; ///< bytes from the start of HULL_DATA, multiple of KILN_FORMAT_ALIGNMENT; hulls lie without a gap
	uint64_t size; ///< bytes of the arrays, rounded up to a multiple of KILN_FORMAT_ALIGNMENT
	uint32_t dimension; ///< 3 polyhedron; 2 polygon, as two faces back to back; 1 segment; 0 point: no faces, no edges
	uint32_t vertex_count;		 ///< V > 0
	uint32_t edge_count;		 ///< E
	uint32_t face_count;		 ///< F; V - E + F = 2 where there are faces
	uint32_t index_size;		 ///< 2 where 2E < 65536 and link_count < 65536, else 4
	uint32_t level_count;		 ///< 0 without a hierarchy, at most KILN_HULL_LEVELS_MAX
	uint32_t link_first_count;	 ///< elements of link_first
	uint32_t link_count;		 ///< elements of links
	uint32_t exact_vertex_count; ///< vertices of the exact hull, before simplification
	float error; ///< largest distance between the hull's surface and the exact hull's, rounded up; 0: the hull is exact
	uint32_t flags; ///< kiln_hull_flags
	uint32_t reserved;
} kiln_format_hull;

/// The offsets of a hull's arrays, in bytes from the hull's `data`.
typedef struct kiln_format_hull_layout
{
	uint64_t x, y, z;
	uint64_t nx, ny, nz, d;
	uint64_t a[3], b[3];
	uint64_t face_first, origins, twins, faces, edges, vertex_first, neighbours, seeds;
	uint64_t level_sizes, link_first, links;
	uint64_t size; ///< bytes of all arrays, rounded up to KILN_FORMAT_ALIGNMENT
} kiln_format_hull_layout;

static inline uint64_t kiln_format_hull_place(uint64_t *end, uint64_t count, uint64_t element)
{
	uint64_t at = *end;
	*end = (at + count * element + 31) & ~(uint64_t)31;
	return at;
}

/// Computes the layout from the counts alone. The counts may have any value: no sum exceeds 64 bits.
static inline kiln_format_hull_layout kiln_format_hull_place_arrays(const kiln_format_hull *head)
{
	kiln_format_hull_layout at;
	uint64_t end = 0, index = head->index_size;
	uint64_t v = head->vertex_count, e = head->edge_count, f = head->face_count;
	uint64_t v8 = (v + 7) & ~(uint64_t)7, e8 = (e + 7) & ~(uint64_t)7, f8 = (f + 7) & ~(uint64_t)7;
	at.x = kiln_format_hull_place(&end, v8, 4);
	at.y = kiln_format_hull_place(&end, v8, 4);
	at.z = kiln_format_hull_place(&end, v8, 4);
	at.nx = kiln_format_hull_place(&end, f8, 4);
	at.ny = kiln_format_hull_place(&end, f8, 4);
	at.nz = kiln_format_hull_place(&end, f8, 4);
	at.d = kiln_format_hull_place(&end, f8, 4);
	for (int axis = 0; axis < 3; ++axis)
		at.a[axis] = kiln_format_hull_place(&end, e8, 4);
	for (int axis = 0; axis < 3; ++axis)
		at.b[axis] = kiln_format_hull_place(&end, e8, 4);
	at.face_first = kiln_format_hull_place(&end, f + 1, index);
	at.origins = kiln_format_hull_place(&end, 2 * e, index);
	at.twins = kiln_format_hull_place(&end, 2 * e, index);
	at.faces = kiln_format_hull_place(&end, 2 * e, index);
	at.edges = kiln_format_hull_place(&end, e, index);
	at.vertex_first = kiln_format_hull_place(&end, v + 1, index);
	at.neighbours = kiln_format_hull_place(&end, 2 * e, index);
	at.seeds = kiln_format_hull_place(&end, KILN_HULL_SEEDS, index);
	at.level_sizes = kiln_format_hull_place(&end, head->level_count, index);
	at.link_first = kiln_format_hull_place(&end, head->link_first_count, index);
	at.links = kiln_format_hull_place(&end, head->link_count, index);
	at.size = (end + (KILN_FORMAT_ALIGNMENT - 1)) & ~(uint64_t)(KILN_FORMAT_ALIGNMENT - 1);
	return at;
}

KILN_FORMAT_LAYOUT(kiln_format_hull, 64);
KILN_FORMAT_FIELD(kiln_format_hull, data, 0);
KILN_FORMAT_FIELD(kiln_format_hull, size, 8);
KILN_FORMAT_FIELD(kiln_format_hull, dimension, 16);
KILN_FORMAT_FIELD(kiln_format_hull, vertex_count, 20);
KILN_FORMAT_FIELD(kiln_format_hull, edge_count, 24);
KILN_FORMAT_FIELD(kiln_format_hull, face_count, 28);
KILN_FORMAT_FIELD(kiln_format_hull, index_size, 32);
KILN_FORMAT_FIELD(kiln_format_hull, level_count, 36);
KILN_FORMAT_FIELD(kiln_format_hull, link_first_count, 40);
KILN_FORMAT_FIELD(kiln_format_hull, link_count, 44);
KILN_FORMAT_FIELD(kiln_format_hull, exact_vertex_count, 48);
KILN_FORMAT_FIELD(kiln_format_hull, error, 52);
KILN_FORMAT_FIELD(kiln_format_hull, flags, 56);
KILN_FORMAT_FIELD(kiln_format_hull, reserved, 60);

#endif
