// SPDX-License-Identifier: MIT
#include "quickhull.h"

#include "memory.h"

#include <string.h>

/// Quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact signs. A point sees a face only if it is strictly in front. So
/// the faces that an outside point sees form a disk, the point lies on no line through an edge of the horizon, and a
/// point that sees no new face lies in the new hull. None of this needs an epsilon.

/// 32 * 2^-53; see make_plane.
#define BOUND_FACTOR 0x1p-48

#define FIRST_VERTICES 256

/// Faces are numbered so that half-edges fit into 32 bits.
#define MOST_VERTICES (1u << 28)

/// Makes the same plane in float, through the apex. A height has at most five roundings of 2^-24 a term, and the
/// normal's own error, 4 u P with P as below, times the distance; 2^-20 and 32 u P cover all other errors.
static void make_lane(const quickhull *q, const double normal[3], double sum, quick_lanes *lanes, uint32_t lane)
{
	double most = 0.0;
	for (int i = 0; i < 3; ++i)
		most = hull_magnitude(normal[i]) > most ? hull_magnitude(normal[i]) : most;
	// When the normal is zero, or differences overflow, float decides nothing.
	bool known = most > 0.0 && !q->huge;
	double inverse = known ? 1.0 / most : 0.0;
	double x = normal[0] * inverse, y = normal[1] * inverse, z = normal[2] * inverse;
	double slack = (hull_magnitude(x) + hull_magnitude(y) + hull_magnitude(z)) * 0x1p-20 + sum * inverse * BOUND_FACTOR;
	lanes->x[lane] = (float)x;
	lanes->y[lane] = (float)y;
	lanes->z[lane] = (float)z;
	lanes->slack[lane] = known ? (float)slack : 4.0f;
}

/// Sets the planes of a face and of a lane. With u = 2^-53, P[i] the sum of the magnitudes of the two products that
/// make normal[i] and E[i] the box's extent, the error of a height is at most: 4 u P.E from the normal (its
/// differences, products and sum), as normal . (p - a) with |p - a| <= E; 2 u P.E from p and a relative to the box's
/// corner; 3 u P.E from each of the two sums of products; u P.E from their difference: 13 u P.E but for terms of u^2.
/// The bound is 32 u P.E; its own rounding, also to float, is less than the difference. Nothing underflows or overflows
/// in double, whose range of exponents is more than three times that of float.
static void make_plane(const quickhull *q, quick_face *face, uint32_t lane)
{
	const float *corners[3];
	for (int k = 0; k < 3; ++k)
		corners[k] = q->vertices[face->corners[k]].position;
	double a[3], e[3], f[3], normal[3], sums[3];
	quick_relative(q, corners[0], a);
	for (int i = 0; i < 3; ++i)
	{
		e[i] = (double)corners[1][i] - (double)corners[0][i];
		f[i] = (double)corners[2][i] - (double)corners[0][i];
	}
	for (int i = 0; i < 3; ++i)
	{
		int j = i == 2 ? 0 : i + 1, k = i == 0 ? 2 : i - 1;
		double left = e[j] * f[k], right = e[k] * f[j];
		normal[i] = (left - right) * q->scale;
		sums[i] = (hull_magnitude(left) + hull_magnitude(right)) * q->scale;
		face->normal[i] = normal[i];
	}
	face->offset = normal[0] * a[0] + normal[1] * a[1] + normal[2] * a[2];
	double most = (sums[0] * q->extent[0] + sums[1] * q->extent[1] + sums[2] * q->extent[2]) * BOUND_FACTOR;
	face->bound = q->lattice ? 0.0f : (float)most + FLT_MIN;
	make_lane(q, normal, sums[0] + sums[1] + sums[2], &q->lanes[lane / 4], lane % 4);
}

/// Takes a free face; the caller has reserved room.
static uint32_t new_face(quickhull *q, uint32_t lane, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t number = q->spare;
	if (number == QUICK_NONE)
		number = q->face_count++;
	else
		q->spare = q->faces[number].corners[0];
	quick_face *face = &q->faces[number];
	face->stamp = 0;
	face->corners[0] = a;
	face->corners[1] = b;
	face->corners[2] = c;
	q->lists[number] = (quick_list){QUICK_NONE, 0, 0};
	make_plane(q, face, lane);
	return number;
}

static uint32_t new_vertex(quickhull *q, const hull_point *point)
{
	quick_vertex *vertex = &q->vertices[q->vertex_count];
	for (int i = 0; i < 3; ++i)
		vertex->position[i] = point->position[i];
	vertex->source = point->index;
	return q->vertex_count++;
}

/// Makes room for `vertices` vertices and the triangles of a sphere with them, fewer than twice as many. False when out
/// of memory.
static bool reserve(quickhull *q, uint32_t vertices)
{
	uint32_t faces = vertices * 2;
	if (vertices > MOST_VERTICES)
		return false;
	if (vertices > q->vertex_capacity)
	{
		void *grown = cook_resize(q->context, q->vertices, q->vertex_capacity, vertices, sizeof *q->vertices);
		if (!grown)
			return false;
		q->vertices = grown;
		q->vertex_capacity = vertices;
	}
	if (faces > q->face_capacity)
	{
		void *grown = cook_resize(q->context, q->faces, q->face_capacity, faces, sizeof *q->faces);
		if (!grown)
			return false;
		q->faces = grown;
		q->face_capacity = faces;
	}
	if (faces > q->list_capacity)
	{
		void *grown = cook_resize(q->context, q->lists, q->list_capacity, faces, sizeof *q->lists);
		if (!grown)
			return false;
		q->lists = grown;
		q->list_capacity = faces;
	}
	if (faces > q->scratch_capacity)
	{
		cook_free(q->context, q->lanes, q->scratch_capacity, QUICK_SCRATCH);
		q->scratch_capacity = 0;
		q->lanes = cook_alloc(q->context, faces, QUICK_SCRATCH);
		if (!q->lanes)
			return false;
		q->bests = (quick_best *)(void *)(q->lanes + faces / 4);
		q->seen = (uint32_t *)(void *)(q->bests + faces);
		q->horizon = q->seen + faces;
		q->scratch_capacity = faces;
	}
	return true;
}

/// Finds the faces that a point sees, starting at one of them, and the half-edges around them.
static void look_around(quickhull *q, uint32_t from, const float position[3])
{
	double at[3];
	quick_relative(q, position, at);
	uint32_t is_seen = (q->stamp += 2) + 1;
	q->faces[from].stamp = is_seen;
	q->seen[0] = from;
	q->seen_count = 1;
	q->horizon_count = 0;
	for (uint32_t i = 0; i < q->seen_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			uint32_t twin = q->faces[q->seen[i]].twins[k];
			quick_face *face = &q->faces[twin >> 2];
			if (face->stamp < q->stamp)
				face->stamp = q->stamp + quick_in_front(q, face, quick_height(face, at), position);
			else if (face->stamp == is_seen)
				continue;
			if (face->stamp == is_seen)
				q->seen[q->seen_count++] = twin >> 2;
			else
				q->horizon[q->horizon_count++] = twin;
		}
}

/// Moves the points of the visible faces to the hand, except the point that is being added.
static void pick_up(quickhull *q, uint32_t without)
{
	q->hand_count = 0;
	for (uint32_t i = 0; i < q->seen_count; ++i)
	{
		quick_list *list = &q->lists[q->seen[i]];
		const hull_point *points = q->store + list->first;
		for (uint32_t k = 0; k < list->count; ++k)
			if (points[k].index != without)
				q->hand[q->hand_count++] = points[k];
		list->count = 0;
	}
}

/// Replaces the visible faces by a cone over the horizon.
static void replace_seen(quickhull *q, uint32_t apex)
{
	for (uint32_t i = 0; i < q->seen_count; ++i)
	{
		q->faces[q->seen[i]].corners[0] = q->spare;
		q->faces[q->seen[i]].corners[1] = QUICK_NONE;
		q->spare = q->seen[i];
	}
	for (uint32_t i = 0; i < q->horizon_count; ++i)
	{
		uint32_t outside = q->horizon[i];
		const uint32_t *corners = q->faces[outside >> 2].corners;
		uint32_t start = corners[(outside & 3) == 2 ? 0 : (outside & 3) + 1];
		uint32_t number = new_face(q, i, start, corners[outside & 3], apex);
		q->faces[number].twins[0] = outside;
		q->faces[outside >> 2].twins[outside & 3] = number * 4;
		q->vertices[start].leaving = number;
		q->horizon[i] = number;
	}
	for (uint32_t i = 0; i < q->horizon_count; ++i)
	{
		quick_face *face = &q->faces[q->horizon[i]];
		uint32_t next = q->vertices[face->corners[1]].leaving;
		face->twins[1] = next * 4 + 2;
		q->faces[next].twins[2] = q->horizon[i] * 4 + 1;
	}
}

/// Adds the point farthest in front of a face. False when out of memory.
static bool add_farthest(quickhull *q, uint32_t face)
{
	if (q->vertex_count == q->vertex_capacity && !reserve(q, q->vertex_capacity * 2))
		return false;
	hull_point point = q->store[q->lists[face].first + q->lists[face].farthest];
	look_around(q, face, point.position);
	pick_up(q, point.index);
	memcpy(q->apex, point.position, sizeof q->apex);
	replace_seen(q, new_vertex(q, &point));
	quick_deal(q, q->horizon, q->horizon_count);
	return true;
}

/// Processes every list. The last list lies at the end of the store: the room of lost lists after it is free again.
static bool add_all(quickhull *q)
{
	while (q->pending_count)
	{
		quick_pending top = q->pending[--q->pending_count];
		const quick_list *list = &q->lists[top.face];
		q->store_count = top.first;
		if (list->count && list->first == top.first && !add_farthest(q, top.face))
			return false;
	}
	return true;
}

static void begin(quickhull *q, const hull_simplex *simplex)
{
	static const uint32_t corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {2, 3, 0}, {1, 3, 2}};
	static const uint32_t twins[4][3] = {{6, 14, 10}, {9, 12, 0}, {13, 4, 2}, {5, 8, 1}};
	uint32_t faces[4];
	for (int i = 0; i < 4; ++i)
		new_vertex(q, &simplex->corners[i]);
	for (uint32_t i = 0; i < 4; ++i)
	{
		faces[i] = new_face(q, i, corners[i][0], corners[i][1], corners[i][2]);
		for (int k = 0; k < 3; ++k)
			q->faces[faces[i]].twins[k] = twins[i][k];
	}
	// Face 3 lacks vertex 0, which the others share.
	memcpy(q->apex, q->vertices[0].position, sizeof q->apex);
	quick_deal(q, faces, 3);
	memcpy(q->apex, q->vertices[1].position, sizeof q->apex);
	make_plane(q, &q->faces[faces[3]], 0);
	quick_deal(q, faces + 3, 1);
}

static double longest_side(const hull_cloud *cloud)
{
	double longest = 0.0;
	for (int i = 0; i < 3; ++i)
	{
		double length = (double)cloud->high[i] - (double)cloud->low[i];
		longest = length > longest ? length : longest;
	}
	return longest;
}

/// Whether every coordinate is a multiple of one power of two, and the box has fewer than 2^16 such steps. Then
/// relative positions have 16 bits, normals 34, and heights less than 53: no operation rounds.
static bool is_lattice(const hull_cloud *cloud)
{
	double extent = longest_side(cloud), step = 0x1p-149;
	while (step * 0x1p16 <= extent)
		step *= 2.0;
	double inverse = 1.0 / step;
	for (uint32_t i = 0; i < cloud->count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			double steps = (double)cloud->points[i].position[k] * inverse;
			if (!(hull_magnitude(steps) < 0x1p50) || (double)(int64_t)steps != steps)
				return false;
		}
	return true;
}

/// Returns the power of two that makes the product of two lengths and a height about 1.
static double scale_for(const hull_cloud *cloud)
{
	double extent = longest_side(cloud), scale = 1.0;
	for (; extent >= 2.0; extent *= 0.5)
		scale *= 0.5;
	for (; extent < 1.0; extent *= 2.0)
		scale *= 2.0;
	return scale * scale * scale;
}

bool quick_grow(quickhull *q, const kilncook_context *context, const hull_cloud *cloud, const hull_simplex *simplex)
{
	uint32_t count = cloud->count, twice = count > UINT32_MAX / 2 ? UINT32_MAX : count * 2;
	*q = (quickhull){.context = context,
		.scale = scale_for(cloud),
		.huge = longest_side(cloud) > 0x1p120,
		.lattice = is_lattice(cloud),
		.spare = QUICK_NONE,
		.hand = cloud->points,
		.hand_count = count,
		.hand_count_most = count,
		.store_capacity = twice};
	for (int i = 0; i < 3; ++i)
	{
		q->low[i] = (double)cloud->low[i];
		q->extent[i] = (double)cloud->high[i] - q->low[i];
	}
	q->owners = cook_alloc(context, count, sizeof *q->owners);
	q->store = cook_alloc(context, twice, sizeof *q->store);
	q->pending = cook_alloc(context, twice, sizeof *q->pending);
	if (!q->owners || !q->store || !q->pending || !reserve(q, FIRST_VERTICES))
		return false;
	begin(q, simplex);
	return add_all(q);
}

void quick_release(quickhull *q)
{
	cook_free(q->context, q->vertices, q->vertex_capacity, sizeof *q->vertices);
	cook_free(q->context, q->faces, q->face_capacity, sizeof *q->faces);
	cook_free(q->context, q->lists, q->list_capacity, sizeof *q->lists);
	cook_free(q->context, q->lanes, q->scratch_capacity, QUICK_SCRATCH);
	cook_free(q->context, q->owners, q->hand_count_most, sizeof *q->owners);
	cook_free(q->context, q->store, q->store_capacity, sizeof *q->store);
	cook_free(q->context, q->pending, q->store_capacity, sizeof *q->pending);
}

kilncook_status hull_polyhedron(
	const kilncook_context *context, hull_cloud *cloud, const hull_simplex *simplex, convex_hull *out)
{
	quickhull q;
	kilncook_status status = KILNCOOK_INTERNAL;
	if (quick_grow(&q, context, cloud, simplex))
		status = quick_finish(&q, out);
	quick_release(&q);
	return status;
}
