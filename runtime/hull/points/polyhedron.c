// SPDX-License-Identifier: MIT
#include "points.h"

#include "math/double3.h"
#include "math/orient.h"

#include <string.h>

/// Quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact signs. A point sees a face only where it is strictly in front
/// of it. So the faces that an outside point sees form a disk, the point lies on no line through an edge of the
/// horizon, and a point that sees no new face lies in the new hull. Every insertion takes at most a test for each face,
/// then for each pair of a new face and a point that lost its face.

/// A triangle of the growing hull, perhaps coplanar with its neighbours. A half-edge has the number 4 * face + k and
/// runs from corner k of the face to the next one.
typedef struct face
{
	kiln_d3 normal;		///< outwards, of any length
	kiln_d3 size;		///< sums of the magnitudes of the two products in each component of the normal
	uint16_t twins[3];	///< half-edges
	uint16_t stamp;		///< twice the number of the insertion that last visited the face, plus 1 if its point sees it
	uint8_t corners[3]; ///< points, counter-clockwise seen from outside
	bool dead;
} face;

typedef struct grower
{
	const kiln_cloud *cloud;
	uint32_t face_count, dead_count, seen_count, horizon_count, stamp;
	face faces[KILN_CLOUD_TRIANGLES];
	uint16_t dead[KILN_CLOUD_TRIANGLES];	///< faces to use again
	uint16_t seen[KILN_CLOUD_TRIANGLES];	///< faces that the new point sees
	uint16_t horizon[KILN_CLOUD_TRIANGLES]; ///< half-edges around them, of the faces outside; then the new faces
	uint16_t sees[KILN_HULL_POINTS_MAX];	///< per point: a face that it sees; KILN_CLOUD_NONE: in the hull
	double height[KILN_HULL_POINTS_MAX];	///< over that face, in lengths of its normal
	uint16_t leaving[KILN_HULL_POINTS_MAX]; ///< for a vertex on the horizon: the new face that starts there
} grower;

/// A point that lost its face.
#define ORPHAN 0xfffeu

static uint32_t next_of(uint32_t half)
{
	return (half & 3) == 2 ? half - 2 : half + 1;
}

static uint32_t origin_of(const grower *g, uint32_t half)
{
	return g->faces[half >> 2].corners[half & 3];
}

static uint32_t twin_of(const grower *g, uint32_t half)
{
	return g->faces[half >> 2].twins[half & 3];
}

static kiln_d3 between(kiln_vec3 from, kiln_vec3 to)
{
	return kiln_d3_sub(kiln_d3_from(to), kiln_d3_from(from));
}

/// The side of a face on which a point lies, exactly: 1 in front, -1 behind, 0 in its plane. With u = 2^-53, the normal
/// rounds by less than 4 u of the size; the point relative to a corner, the products and their sum by 4 u more. `height`
/// gets the rounded height.
static int side_of(const grower *g, const face *f, uint32_t point, double *height)
{
	const kiln_vec3 *at = g->cloud->at;
	kiln_d3 from = between(at[f->corners[0]], at[point]);
	double bound = 0x1p-49 * kiln_d3_dot(f->size, kiln_d3_abs(from));
	*height = kiln_d3_dot(f->normal, from);
	if (*height > bound || *height < -bound)
		return *height > 0 ? 1 : -1;
	const kiln_vec3 corner[3] = {at[f->corners[0]], at[f->corners[1]], at[f->corners[2]]};
	return kilni_orient3(corner, at[point]);
}

static uint32_t new_face(grower *g, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t number = g->dead_count ? g->dead[--g->dead_count] : g->face_count++;
	face *f = &g->faces[number];
	const kiln_vec3 *at = g->cloud->at;
	kiln_d3 u = between(at[a], at[b]), v = between(at[a], at[c]);
	kiln_d3 left = {u.y * v.z, u.z * v.x, u.x * v.y}, right = {u.z * v.y, u.x * v.z, u.y * v.x};
	f->normal = kiln_d3_sub(left, right);
	f->size = kiln_d3_add(kiln_d3_abs(left), kiln_d3_abs(right));
	f->corners[0] = (uint8_t)a;
	f->corners[1] = (uint8_t)b;
	f->corners[2] = (uint8_t)c;
	f->stamp = 0;
	f->dead = false;
	return number;
}

/// Gives a point to the first of some faces that it sees.
static void assign(grower *g, uint32_t point, const uint16_t *faces, uint32_t count)
{
	g->sees[point] = KILN_CLOUD_NONE;
	for (uint32_t i = 0; i < count; ++i)
		if (side_of(g, &g->faces[faces[i]], point, &g->height[point]) > 0)
		{
			g->sees[point] = faces[i];
			return;
		}
}

static void begin(grower *g, const kiln_cloud_span *span)
{
	static const uint8_t corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {2, 3, 0}, {1, 3, 2}};
	static const uint16_t twins[4][3] = {{6, 14, 10}, {9, 12, 0}, {13, 4, 2}, {5, 8, 1}};
	static const uint16_t faces[4] = {0, 1, 2, 3};
	const uint8_t *of = span->corners;
	for (uint32_t i = 0; i < 4; ++i)
	{
		new_face(g, of[corners[i][0]], of[corners[i][1]], of[corners[i][2]]);
		memcpy(g->faces[i].twins, twins[i], sizeof twins[i]);
	}
	for (uint32_t i = 0; i < g->cloud->count; ++i)
		assign(g, i, faces, 4);
}

/// Finds the faces that a point sees, starting at one of them, and the half-edges around them.
static void look_around(grower *g, uint32_t point)
{
	uint32_t is_seen = (g->stamp += 2) + 1;
	g->seen[0] = g->sees[point];
	g->faces[g->seen[0]].stamp = (uint16_t)is_seen;
	g->seen_count = 1;
	g->horizon_count = 0;
	for (uint32_t i = 0; i < g->seen_count; ++i)
		for (uint32_t k = 0; k < 3; ++k)
		{
			uint32_t twin = g->faces[g->seen[i]].twins[k];
			face *f = &g->faces[twin >> 2];
			if (f->stamp == is_seen)
				continue;
			double height;
			if (f->stamp < g->stamp)
				f->stamp = (uint16_t)(g->stamp + (side_of(g, f, point, &height) > 0));
			if (f->stamp == is_seen)
				g->seen[g->seen_count++] = (uint16_t)(twin >> 2);
			else
				g->horizon[g->horizon_count++] = (uint16_t)twin;
		}
}

/// Replaces the visible faces by a cone over the horizon.
static void replace_seen(grower *g, uint32_t apex)
{
	for (uint32_t i = 0; i < g->seen_count; ++i)
	{
		g->faces[g->seen[i]].dead = true;
		g->dead[g->dead_count++] = g->seen[i];
	}
	for (uint32_t i = 0; i < g->horizon_count; ++i)
	{
		uint32_t outside = g->horizon[i], start = origin_of(g, next_of(outside));
		uint32_t number = new_face(g, start, origin_of(g, outside), apex);
		g->faces[number].twins[0] = (uint16_t)outside;
		g->faces[outside >> 2].twins[outside & 3] = (uint16_t)(number * 4);
		g->leaving[start] = (uint16_t)number;
		g->horizon[i] = (uint16_t)number;
	}
	for (uint32_t i = 0; i < g->horizon_count; ++i)
	{
		face *f = &g->faces[g->horizon[i]];
		uint32_t next = g->leaving[f->corners[1]];
		f->twins[1] = (uint16_t)(next * 4 + 2);
		g->faces[next].twins[2] = (uint16_t)(g->horizon[i] * 4 + 1);
	}
}

/// Adds a point that lies outside.
static void add(grower *g, uint32_t point)
{
	look_around(g, point);
	for (uint32_t i = 0; i < g->cloud->count; ++i)
		if (g->sees[i] != KILN_CLOUD_NONE && g->faces[g->sees[i]].stamp == g->stamp + 1)
			g->sees[i] = ORPHAN;
	g->sees[point] = KILN_CLOUD_NONE;
	replace_seen(g, point);
	for (uint32_t i = 0; i < g->cloud->count; ++i)
		if (g->sees[i] == ORPHAN)
			assign(g, i, g->horizon, g->horizon_count);
}

/// Of the points that see the same face as `point`, returns the one that is farthest in front of it.
static uint32_t farthest(const grower *g, uint32_t point)
{
	uint32_t best = point;
	for (uint32_t i = point + 1; i < g->cloud->count; ++i)
		if (g->sees[i] == g->sees[point] && g->height[i] > g->height[best])
			best = i;
	return best;
}

// --- From triangles to polygons ---------------------------------------------------------------------------------------

/// A half-edge is a border where its two triangles are not coplanar. A polygon has one sector at each of its vertices,
/// so the number of polygons at a vertex is the number of borders that start there. Without a border, the vertex lies
/// inside a polygon; with two, inside an edge; with more, the vertex is extreme.
typedef struct finish
{
	const grower *g;
	uint8_t borders[KILN_HULL_POINTS_MAX];	   ///< per point: borders that start there
	uint16_t halves[4 * KILN_CLOUD_TRIANGLES]; ///< INSIDE, UNNUMBERED, or the number in the hull
} finish;

#define INSIDE 0xffffu	   ///< a half-edge that is no border
#define UNNUMBERED 0xfffeu ///< a border without a number yet

/// Whether the two triangles of a half-edge are coplanar.
static bool is_flat(const grower *g, uint32_t half)
{
	double height;
	uint32_t opposite = origin_of(g, next_of(next_of(twin_of(g, half))));
	return side_of(g, &g->faces[half >> 2], opposite, &height) == 0;
}

static void find_borders(finish *f)
{
	const grower *g = f->g;
	memset(f->borders, 0, sizeof f->borders);
	for (uint32_t i = 0; i < g->face_count * 4; ++i)
		f->halves[i] = (i & 3) == 3 || g->faces[i >> 2].dead ? INSIDE : UNNUMBERED;
	for (uint32_t i = 0; i < g->face_count * 4; ++i)
	{
		if (f->halves[i] == INSIDE)
			continue;
		uint32_t twin = twin_of(g, i);
		if (i < twin && is_flat(g, i))
			f->halves[i] = f->halves[twin] = INSIDE;
		else
			++f->borders[origin_of(g, i)];
	}
}

/// Walks around a polygon from a border on, and numbers each border that starts an edge of the hull. `twins` of each
/// edge gets the edge's last border, for now.
static void write_polygon(finish *f, uint32_t start, kiln_cloud_faces *out)
{
	uint32_t border = start, edge = out->half_count;
	do
	{
		uint32_t point = origin_of(f->g, border);
		if (f->borders[point] >= 3)
		{
			edge = out->half_count++;
			f->halves[border] = (uint16_t)edge;
			out->origins[edge] = (uint8_t)point;
		}
		out->twins[edge] = (uint16_t)border;
		border = next_of(border);
		while (f->halves[border] == INSIDE)
			border = next_of(twin_of(f->g, border));
	} while (border != start);
	out->face_first[++out->face_count] = (uint16_t)out->half_count;
}

static void write_polygons(const grower *g, kiln_cloud_faces *out)
{
	finish f = {.g = g};
	find_borders(&f);
	for (uint32_t i = 0; i < g->cloud->count; ++i)
		if (f.borders[i] >= 3)
			out->vertices[out->vertex_count++] = (uint8_t)i;
	out->face_first[0] = 0;
	for (uint32_t i = 0; i < g->face_count * 4; ++i)
		if (f.halves[i] == UNNUMBERED && f.borders[origin_of(g, i)] >= 3)
			write_polygon(&f, i, out);
	for (uint32_t i = 0; i < out->half_count; ++i)
		out->twins[i] = f.halves[twin_of(g, out->twins[i])];
}

void kilni_cloud_polyhedron(const kiln_cloud *cloud, const kiln_cloud_span *span, kiln_cloud_faces *faces)
{
	grower g;
	g.cloud = cloud;
	g.face_count = g.dead_count = g.stamp = 0;
	begin(&g, span);
	for (uint32_t i = 0; i < cloud->count;)
		if (g.sees[i] == KILN_CLOUD_NONE)
			++i;
		else
			add(&g, farthest(&g, i));
	write_polygons(&g, faces);
}
