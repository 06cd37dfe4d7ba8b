// SPDX-License-Identifier: MIT
#include "points.h"

#include "hull/extreme.h"
#include "hull/plane.h"
#include "hull/view.h"

#include <string.h>

/// Gives vertices, faces and edges the numbers that the cooker gives them, and writes the arrays of the blob's layout.

/// The arrays of a hull while they are written. `new_of` has a vertex for each point, `place_of` a half-edge for each
/// half-edge of the faces.
typedef struct writer
{
	const kiln_cloud *cloud;
	const kiln_cloud_faces *faces;
	kiln_format_hull head;
	kiln_format_hull_layout at;
	uint8_t *data;
	uint8_t old_of[KILN_HULL_POINTS_MAX], new_of[KILN_HULL_POINTS_MAX];
	uint16_t place_of[KILN_CLOUD_HALVES];
} writer;

static float *floats(const writer *w, uint64_t at)
{
	return (float *)(void *)(w->data + at);
}

static uint16_t *indices(const writer *w, uint64_t at)
{
	return (uint16_t *)(void *)(w->data + at);
}

/// Repeats element 0 up to a multiple of KILN_HULL_BLOCK.
static void pad(float *array, uint32_t count)
{
	for (; count % KILN_HULL_BLOCK; ++count)
		array[count] = array[0];
}

static void take(kiln_vec3 p, float to[3])
{
	to[0] = p.x;
	to[1] = p.y;
	to[2] = p.z;
}

/// A vertex and its sort key.
typedef struct keyed
{
	uint64_t key;
	uint8_t point;
} keyed;

/// Orders by key, then x, y and z. Vertices differ, so that no two are equal.
static bool before(const kiln_cloud *cloud, const keyed *a, const keyed *b)
{
	kiln_vec3 p = cloud->at[a->point], q = cloud->at[b->point];
	if (a->key != b->key)
		return a->key < b->key;
	if (p.x != q.x)
		return p.x < q.x;
	return p.y != q.y ? p.y < q.y : p.z < q.z;
}

/// Numbers the vertices in Morton order: neighbours in space get close numbers.
static void order_vertices(writer *w)
{
	keyed items[KILN_HULL_POINTS_MAX];
	uint32_t count = w->faces->vertex_count;
	float low[3], high[3], p[3];
	for (uint32_t i = 0; i < count; ++i)
	{
		take(w->cloud->at[w->faces->vertices[i]], p);
		for (int axis = 0; axis < 3; ++axis)
		{
			low[axis] = i == 0 || p[axis] < low[axis] ? p[axis] : low[axis];
			high[axis] = i == 0 || p[axis] > high[axis] ? p[axis] : high[axis];
		}
	}
	for (uint32_t i = 0; i < count; ++i)
	{
		take(w->cloud->at[w->faces->vertices[i]], p);
		items[i] = (keyed){kilni_hull_morton(p, low, high), w->faces->vertices[i]};
	}
	// Shell's sort with the gaps of Ciura (2001).
	static const uint32_t gaps[] = {132, 57, 23, 10, 4, 1};
	for (uint32_t g = 0; g < sizeof gaps / sizeof *gaps; ++g)
		for (uint32_t i = gaps[g]; i < count; ++i)
		{
			const keyed item = items[i];
			uint32_t place = i;
			for (; place >= gaps[g] && before(w->cloud, &item, &items[place - gaps[g]]); place -= gaps[g])
				items[place] = items[place - gaps[g]];
			items[place] = item;
		}
	for (uint32_t i = 0; i < count; ++i)
	{
		w->old_of[i] = items[i].point;
		w->new_of[items[i].point] = (uint8_t)i;
	}
}

static void write_vertices(const writer *w)
{
	uint32_t count = w->head.vertex_count;
	float *to[3] = {floats(w, w->at.x), floats(w, w->at.y), floats(w, w->at.z)}, p[3];
	for (uint32_t i = 0; i < count; ++i)
	{
		take(w->cloud->at[w->old_of[i]], p);
		for (int axis = 0; axis < 3; ++axis)
			to[axis][i] = p[axis];
	}
	for (int axis = 0; axis < 3; ++axis)
		pad(to[axis], count);
}

/// Sorts half-edges by the new number of the vertex where they start; stable.
static void sort_halves(const writer *w, const uint16_t *from, uint32_t count, bool next, uint16_t *to)
{
	uint16_t starts[KILN_HULL_POINTS_MAX + 1] = {0};
	const kiln_cloud_faces *faces = w->faces;
	for (int pass = 0; pass < 2; ++pass)
	{
		for (uint32_t i = 0; i < count; ++i)
		{
			uint32_t half = next ? faces->twins[from[i]] : from[i], key = w->new_of[faces->origins[half]];
			if (pass == 0)
				++starts[key + 1];
			else
				to[starts[key]++] = from[i];
		}
		for (uint32_t i = 0; pass == 0 && i < KILN_HULL_POINTS_MAX; ++i)
			starts[i + 1] = (uint16_t)(starts[i + 1] + starts[i]);
	}
}

/// Each face begins at its lowest vertex; faces are ordered by this vertex, then by the next. The start of a half-edge's
/// twin is the next vertex. `face_of` gets the old face of each half-edge.
static void order_faces(const writer *w, uint16_t *starts, uint16_t *face_of)
{
	const kiln_cloud_faces *faces = w->faces;
	uint16_t unsorted[KILN_CLOUD_TRIANGLES];
	for (uint32_t face = 0; face < faces->face_count; ++face)
	{
		uint32_t start = faces->face_first[face];
		for (uint32_t half = start; half < faces->face_first[face + 1]; ++half)
		{
			face_of[half] = (uint16_t)face;
			if (w->new_of[faces->origins[half]] < w->new_of[faces->origins[start]])
				start = half;
		}
		starts[face] = (uint16_t)start;
	}
	sort_halves(w, starts, faces->face_count, true, unsorted);
	sort_halves(w, unsorted, faces->face_count, false, starts);
}

/// Writes faces, half-edges and edges.
static void write_faces(writer *w)
{
	const kiln_cloud_faces *faces = w->faces;
	uint16_t starts[KILN_CLOUD_TRIANGLES] = {0}, face_of[KILN_CLOUD_HALVES];
	uint16_t *first = indices(w, w->at.face_first), *origins = indices(w, w->at.origins);
	uint16_t *twins = indices(w, w->at.twins), *of = indices(w, w->at.faces), *edges = indices(w, w->at.edges);
	uint32_t made = 0;
	order_faces(w, starts, face_of);
	for (uint32_t face = 0; face < faces->face_count; ++face)
	{
		uint32_t half = starts[face], old = face_of[half];
		first[face] = (uint16_t)made;
		do
		{
			w->place_of[half] = (uint16_t)made;
			origins[made] = w->new_of[faces->origins[half]];
			of[made++] = (uint16_t)face;
			half = half + 1u < faces->face_first[old + 1] ? half + 1u : faces->face_first[old];
		} while (half != starts[face]);
	}
	first[faces->face_count] = (uint16_t)made;
	for (uint32_t half = 0; half < made; ++half)
		twins[w->place_of[half]] = w->place_of[faces->twins[half]];
	for (uint32_t half = 0, edge = 0; half < made; ++half)
		if (half < twins[half])
			edges[edge++] = (uint16_t)half;
}

/// Lists the neighbours of each vertex, increasing: visiting the vertices in order and appending each to its
/// neighbours' lists keeps the lists sorted.
static void write_neighbours(writer *w)
{
	uint32_t count = w->head.vertex_count, halves = 2 * w->head.edge_count;
	const uint16_t *origins = indices(w, w->at.origins), *twins = indices(w, w->at.twins);
	uint16_t *first = indices(w, w->at.vertex_first), *neighbours = indices(w, w->at.neighbours);
	uint16_t next[KILN_HULL_POINTS_MAX], *unsorted = w->place_of; // the places are no longer needed
	for (uint32_t half = 0; half < halves; ++half)
		++first[origins[half] + 1];
	for (uint32_t i = 0; i < count; ++i)
		first[i + 1] = (uint16_t)(first[i + 1] + first[i]);
	memcpy(next, first, count * sizeof *next);
	for (uint32_t half = 0; half < halves; ++half)
		unsorted[next[origins[half]]++] = origins[twins[half]];
	memcpy(next, first, count * sizeof *next);
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t k = first[i]; k < first[i + 1]; ++k)
			neighbours[next[unsorted[k]]++] = (uint16_t)i;
}

/// Writes the seeds: the scan returns the lowest number of the highest vertices. Needs the vertices, sets the reach.
static void write_seeds(const writer *w, kiln_hull *hull)
{
	uint16_t *seeds = indices(w, w->at.seeds);
	for (uint32_t i = 0; i < hull->vertex_count; ++i)
	{
		const float p[3] = {hull->x[i], hull->y[i], hull->z[i]};
		for (int axis = 0; axis < 3; ++axis)
			hull->reach = (float)kiln_double_abs((double)p[axis]) > hull->reach
							  ? (float)kiln_double_abs((double)p[axis])
							  : hull->reach;
	}
	for (int i = 0; i < KILN_HULL_SEEDS; ++i)
	{
		int cell = i < KILN_HULL_SEEDS / 2 ? i : i + 1;
		const kiln_d3 direction = {cell / 9 - 1, cell / 3 % 3 - 1, cell % 3 - 1};
		seeds[i] = (uint16_t)kilni_hull_extreme_scan(hull, direction);
	}
}

/// The normal comes from three corners, which is enough because all corners are coplanar. The rounded normal may tilt,
/// so that a vertex of another face is the highest. The back of a polygon has the opposite normal of its front.
static void write_planes(const writer *w, const kiln_hull *hull)
{
	float *to[4] = {floats(w, w->at.nx), floats(w, w->at.ny), floats(w, w->at.nz), floats(w, w->at.d)};
	float corner[3][3], n[3], top[3];
	for (uint32_t face = 0; face < hull->face_count; ++face)
	{
		uint32_t count, first = kiln_hull_face(hull, face, &count), origin = kiln_hull_origin(hull, first);
		for (uint32_t i = 0; i < 3; ++i)
			take(kiln_hull_vertex(hull, kiln_hull_origin(hull, first + i)), corner[i]);
		if (hull->dimension == 3 || face == 0)
			kilni_hull_plane_normal(corner[0], corner[1], corner[2], n);
		else
			for (int axis = 0; axis < 3; ++axis)
				n[axis] = -n[axis] + 0.0f;
		const kiln_d3 direction = {(double)n[0], (double)n[1], (double)n[2]};
		take(kiln_hull_vertex(hull, kilni_hull_extreme_climb(hull, direction, origin)), top);
		for (int axis = 0; axis < 3; ++axis)
			to[axis][face] = n[axis];
		to[3][face] = kilni_hull_plane_height(n, top);
	}
	for (int i = 0; i < 4 && hull->face_count; ++i)
		pad(to[i], hull->face_count);
}

static void write_edge_normals(const writer *w, const kiln_hull *hull)
{
	const float *const n[3] = {hull->nx, hull->ny, hull->nz};
	for (int axis = 0; axis < 3 && hull->edge_count; ++axis)
	{
		float *a = floats(w, w->at.a[axis]), *b = floats(w, w->at.b[axis]);
		for (uint32_t i = 0; i < hull->edge_count; ++i)
		{
			uint32_t half = kiln_hull_edge(hull, i);
			a[i] = n[axis][kiln_hull_face_of(hull, half)];
			b[i] = n[axis][kiln_hull_face_of(hull, kiln_hull_twin(hull, half))];
		}
		pad(a, hull->edge_count);
		pad(b, hull->edge_count);
	}
}

void kilni_cloud_lay_out(const kiln_cloud *cloud, uint32_t dimension, const kiln_cloud_faces *faces, kiln_isa isa,
	uint8_t *data, kiln_hull *hull)
{
	writer w = {.cloud = cloud, .faces = faces, .data = data};
	w.head = kilni_cloud_head(dimension, faces->vertex_count, faces->half_count / 2, faces->face_count);
	w.at = kiln_format_hull_place_arrays(&w.head);
	memset(data, 0, (size_t)w.head.size);
	order_vertices(&w);
	write_vertices(&w);
	write_faces(&w);
	write_neighbours(&w);
	kilni_hull_view_arrays(&w.head, data, isa, hull);
	write_seeds(&w, hull);
	write_planes(&w, hull);
	write_edge_normals(&w, hull);
	// Now the seeds give the box, too.
	kilni_hull_view_arrays(&w.head, data, isa, hull);
}
