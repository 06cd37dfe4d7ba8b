// SPDX-License-Identifier: MIT
#include "answer.h"
#include "axes.h"
#include "bounds/core.h"
#include "primitive/triangle/pair.h"
#include "shape/usable.h"

/// Two polyhedra, relative to the first one's first vertex.
typedef struct hull_pair
{
	const kiln_polyhedron *a, *b;
	kiln_outline first, second;
	kiln_d3 eye;
} hull_pair;

static kiln_d3 vertex_of(const kiln_polyhedron *body, kiln_d3 eye, uint32_t place)
{
	return kiln_d3_sub(kiln_d3_from(body->vertices[body->face_vertices[place]]), eye);
}

/// A face's normal, twice the area long, from the triangles around its first corner.
static kiln_d3 face_normal(const kiln_polyhedron *body, uint32_t face)
{
	uint32_t first = body->face_first[face];
	kiln_d3 eye = vertex_of(body, (kiln_d3){0, 0, 0}, first), sum = {0, 0, 0};
	for (uint32_t i = first + 1; i + 1 < body->face_first[face + 1]; ++i)
		sum = kiln_d3_add(sum, kiln_d3_cross(vertex_of(body, eye, i), vertex_of(body, eye, i + 1)));
	return sum;
}

/// Walks the edges of a polyhedron. Two faces have each edge; the walk takes the one that runs from the lower to the
/// higher vertex.
typedef struct edge_walk
{
	const kiln_polyhedron *body;
	uint32_t face, place;
} edge_walk;

static bool next_edge(edge_walk *walk, kiln_d3 *edge)
{
	const kiln_polyhedron *body = walk->body;
	while (walk->face < body->face_count)
	{
		uint32_t end = body->face_first[walk->face + 1], place = walk->place++;
		uint32_t from = body->face_vertices[place];
		uint32_t to = body->face_vertices[place + 1 < end ? place + 1 : body->face_first[walk->face]];
		walk->face += walk->place == end;
		*edge = kiln_d3_sub(kiln_d3_from(body->vertices[to]), kiln_d3_from(body->vertices[from]));
		if (from < to)
			return true;
	}
	return false;
}

/// Whether an edge before this one is exactly parallel to it.
static bool known_direction(const edge_walk *walk, kiln_d3 edge)
{
	edge_walk before = {.body = walk->body};
	kiln_d3 other;
	next_edge(&before, &other);
	while (before.place < walk->place)
	{
		if (kiln_d3_largest(kiln_d3_cross(edge, other)) == 0)
			return true;
		next_edge(&before, &other);
	}
	return false;
}

static bool clip_faces(kiln_axes *axes, const kiln_polyhedron *body)
{
	for (uint32_t i = 0; i < body->face_count; ++i)
		if (!kilni_axes_clip(axes, face_normal(body, i)))
			return false;
	return true;
}

static bool clip_products(kiln_axes *axes, const kiln_polyhedron *body, kiln_d3 direction)
{
	edge_walk walk = {.body = body};
	kiln_d3 edge;
	while (next_edge(&walk, &edge))
		if (!kilni_axes_clip(axes, kilni_axes_product(direction, edge)))
			return false;
	return true;
}

/// The normal of the largest face.
static kiln_d3 main_normal(const kiln_polyhedron *body)
{
	kiln_d3 best = {0, 0, 0};
	for (uint32_t i = 0; i < body->face_count; ++i)
	{
		kiln_d3 normal = face_normal(body, i);
		best = kiln_d3_length2(normal) > kiln_d3_length2(best) ? normal : best;
	}
	return best;
}

static bool clip_all(kiln_axes *axes, const hull_pair *pair)
{
	// x, y and z first: they separate most pairs that do not meet.
	if (!kilni_axes_clip(axes, (kiln_d3){1, 0, 0}) || !kilni_axes_clip(axes, (kiln_d3){0, 1, 0}) ||
		!kilni_axes_clip(axes, (kiln_d3){0, 0, 1}) || !clip_faces(axes, pair->a) || !clip_faces(axes, pair->b))
		return false;
	edge_walk walk = {.body = pair->a};
	kiln_d3 edge;
	while (next_edge(&walk, &edge))
		if (!known_direction(&walk, edge) && !clip_products(axes, pair->b, edge))
			return false;
	// Two flat polyhedra in a common plane are separated within this plane.
	kiln_d3 normal = main_normal(pair->a);
	return clip_products(axes, pair->a, normal) && clip_products(axes, pair->b, normal);
}

/// Triangle `i` of the fan of a face.
static void fan_triangle(const kiln_polyhedron *body, kiln_d3 eye, uint32_t face, uint32_t i, kiln_d3 corner[3])
{
	uint32_t first = body->face_first[face];
	corner[0] = vertex_of(body, eye, first);
	corner[1] = vertex_of(body, eye, first + i + 1);
	corner[2] = vertex_of(body, eye, first + i + 2);
}

static uint32_t fan_size(const kiln_polyhedron *body, uint32_t face)
{
	return body->face_first[face + 1] - body->face_first[face] - 2;
}

/// The common part of two surfaces, or where they are nearest.
typedef struct surface_search
{
	kiln_d3 way;	///< the displacement of a
	kiln_d3 normal; ///< only triangles within `reach` of the plane at `height` along it count
	double height, reach;
	double least;  ///< squared distance
	kiln_d3 point; ///< on b
} surface_search;

static bool is_far(const surface_search *search, const kiln_d3 corner[3])
{
	for (int i = 0; i < 3; ++i)
		if (kiln_double_abs(kiln_d3_dot(corner[i], search->normal) - search->height) <= search->reach)
			return false;
	return true;
}

static void search_face(surface_search *search, const hull_pair *pair, const kiln_d3 of_a[3], uint32_t face)
{
	for (uint32_t i = 0; search->least > 0 && i < fan_size(pair->b, face); ++i)
	{
		kiln_d3 of_b[3], on_a, on_b;
		fan_triangle(pair->b, pair->eye, face, i, of_b);
		if (is_far(search, of_b))
			continue;
		double distance2 = kilni_triangles_distance2(of_a, of_b, &on_a, &on_b);
		search->point = distance2 < search->least ? on_b : search->point;
		search->least = kiln_double_min(distance2, search->least);
	}
}

static void search_surfaces(surface_search *search, const hull_pair *pair)
{
	for (uint32_t face = 0; face < pair->a->face_count; ++face)
		for (uint32_t i = 0; i < fan_size(pair->a, face); ++i)
		{
			kiln_d3 of_a[3];
			fan_triangle(pair->a, kiln_d3_sub(pair->eye, search->way), face, i, of_a);
			if (is_far(search, of_a))
				continue;
			for (uint32_t other = 0; search->least > 0 && other < pair->b->face_count; ++other)
				search_face(search, pair, of_a, other);
		}
}

/// Whether a point, relative to the pair's eye, lies behind all faces.
static bool contains(const kiln_polyhedron *body, kiln_d3 eye, kiln_d3 point)
{
	for (uint32_t i = 0; i < body->face_count; ++i)
	{
		kiln_d3 from = kiln_d3_sub(point, vertex_of(body, eye, body->face_first[i]));
		if (kiln_d3_dot(face_normal(body, i), from) > 0)
			return false;
	}
	return true;
}

/// A common point at the start: of both surfaces or, where one body is inside the other, one of its vertices.
static kiln_d3 shared_point(const hull_pair *pair)
{
	surface_search search = {.reach = HUGE_VAL, .least = HUGE_VAL};
	search_surfaces(&search, pair);
	if (search.least == 0)
		return search.point;
	kiln_d3 of_a = vertex_of(pair->a, pair->eye, 0), of_b = vertex_of(pair->b, pair->eye, 0);
	return contains(pair->b, pair->eye, of_a) ? of_a : contains(pair->a, pair->eye, of_b) ? of_b : search.point;
}

/// The point of b that is nearest to a at the first contact, among the triangles that reach the plane between both.
static kiln_d3 contact_point(const hull_pair *pair, const kiln_axes *axes)
{
	surface_search search = {.way = kiln_d3_scale(axes->motion, axes->span.enter),
		.normal = axes->normal,
		.height = -HUGE_VAL,
		.reach = 0x1p-30 * kiln_d3_largest(axes->size),
		.least = HUGE_VAL};
	for (uint32_t i = 0; i < pair->b->vertex_count; ++i)
	{
		kiln_d3 vertex = kiln_d3_sub(kiln_d3_from(pair->b->vertices[i]), pair->eye);
		search.height = kiln_double_max(search.height, kiln_d3_dot(vertex, search.normal));
	}
	search_surfaces(&search, pair);
	return search.point;
}

kiln_impact kiln_moving_polyhedron_polyhedron(
	const kiln_polyhedron *a, const kiln_vec3 *motion, const kiln_polyhedron *b)
{
	if (!kilni_usable_polyhedron(a) || !kilni_usable_point(motion) || !kilni_usable_polyhedron(b))
		return (kiln_impact){0};
	hull_pair pair = {.a = a, .b = b, .eye = kiln_d3_from(a->vertices[0])};
	pair.first = (kiln_outline){.points = a->vertices, .count = a->vertex_count};
	pair.second = (kiln_outline){.points = b->vertices, .count = b->vertex_count};
	kiln_axes axes = kilni_axes_of(&pair.first, &pair.second, pair.eye, kiln_d3_from(*motion));
	if (!clip_all(&axes, &pair))
		return (kiln_impact){0};
	if (!axes.still && axes.apart)
	{
		kiln_d3 point = contact_point(&pair, &axes);
		return kiln_impact_at(axes.span.enter, kiln_d3_add(pair.eye, point), axes.normal);
	}
	axes = kilni_axes_of(&pair.first, &pair.second, pair.eye, (kiln_d3){0, 0, 0});
	clip_all(&axes, &pair);
	if (axes.apart)
		return (kiln_impact){0};
	return kiln_impact_inside(kiln_d3_add(pair.eye, shared_point(&pair)), axes.normal);
}
