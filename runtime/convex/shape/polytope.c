// SPDX-License-Identifier: MIT
#include "polytope.h"

#include "bounds/posing.h"
#include "math/rounding.h"
#include "polytope_views.h"
#include "tree/layout.h"

#include <string.h>

/// A shape flatter than this share of its size counts as flat.
#define FLAT 0x1p-46

/// A shorter length counts as zero. It is half of the least float32, and products of six such lengths, which are
/// compared, are far above the least double.
#define NOTHING 0x1p-150

/// Sets the columns of a similarity.
static void set_similar(kiln_polytope *p, double scale)
{
	p->scale = scale;
	for (int i = 0; i < 3; ++i)
		p->normal[i] = kiln_d3_scale(p->column[i], 1 / scale);
}

/// Scales the normals so that the longest one's components are near 1 and squares of normals' products neither
/// underflow nor overflow.
static void level_normals(kiln_polytope *p)
{
	double most = 0;
	for (int i = 0; i < 3; ++i)
		most = kiln_double_max(most, kiln_d3_largest(p->normal[i]));
	if (!(most > 0 && most < HUGE_VAL))
		return;
	const double scale = 1 / kiln_power_below(most);
	for (int i = 0; i < 3; ++i)
		p->normal[i] = kiln_d3_scale(p->normal[i], scale);
}

/// Sets the columns of any other map. For normals these are the transposed inverse up to a positive factor: cofactors
/// with the determinant's sign.
KILN_NEVER_INLINE static bool set_affine(kiln_polytope *p)
{
	const kiln_d3 *c = p->column;
	double determinant = kiln_d3_dot(c[0], kiln_d3_cross(c[1], c[2]));
	double sign = determinant < 0 ? -1 : 1;
	p->scale = 0;
	p->mirrored = determinant < 0;
	for (int i = 0; i < 3; ++i)
		p->normal[i] = kiln_d3_scale(kiln_d3_cross(c[(i + 1) % 3], c[(i + 2) % 3]), sign);
	level_normals(p);
	return determinant != 0;
}

static kiln_d3 unit(kiln_d3 v)
{
	return kiln_d3_scale(v, 1 / sqrt(kiln_d3_length2(v)));
}

/// A unit vector perpendicular to a nonzero vector.
static kiln_d3 perpendicular_to(kiln_d3 v)
{
	kiln_d3 size = kiln_d3_abs(v);
	bool x = size.x <= size.y && size.x <= size.z, y = !x && size.y <= size.z;
	return unit(kiln_d3_cross(v, (kiln_d3){x, y, !x && !y}));
}

static void set_corners(kiln_polytope *p, uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
	p->corner[0] = a;
	p->corner[1] = b;
	p->corner[2] = c;
	p->corner[3] = d;
}

static void set_point(kiln_polytope *p, kiln_d3 at)
{
	*p = (kiln_polytope){
		.hull = &kilni_view_point, .origin = at, .column = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1};
	set_similar(p, 1);
}

/// Sets the segment from a to a + way.
static void set_segment(kiln_polytope *polytope, kiln_d3 a, kiln_d3 way)
{
	double length2 = kiln_d3_length2(way);
	set_point(polytope, a);
	if (!(length2 > NOTHING * NOTHING))
		return;
	kiln_d3 side = perpendicular_to(way);
	polytope->hull = &kilni_view_segment;
	polytope->column[0] = way;
	polytope->column[1] = side;
	polytope->column[2] = kiln_d3_scale(kiln_d3_cross(way, side), 1 / sqrt(length2));
	set_affine(polytope);
	set_corners(polytope, 0, 1, 0, 0);
}

void kilni_polytope_of_segment(kiln_d3 a, kiln_d3 b, kiln_polytope *polytope)
{
	set_segment(polytope, a, kiln_d3_sub(b, a));
}

/// Sets the segment between the two corners that are farthest apart.
KILN_RARE static void set_longest(kiln_polytope *p, const kiln_d3 *corner, uint8_t count)
{
	uint8_t a = 0, b = 0;
	double most = 0;
	for (uint8_t i = 0; i < count; ++i)
		for (uint8_t j = (uint8_t)(i + 1); j < count; ++j)
		{
			double length2 = kiln_d3_length2(kiln_d3_sub(corner[j], corner[i]));
			if (length2 > most)
			{
				most = length2;
				a = i;
				b = j;
			}
		}
	kilni_polytope_of_segment(corner[a], corner[b], p);
	set_corners(p, a, b, 0, 0);
}

/// Twice a triangle's area along its normal, computed from its two shorter edges, which give the most digits.
static kiln_d3 area_of(const kiln_d3 corner[3], double *longest2)
{
	double length2[3];
	for (int i = 0; i < 3; ++i)
		length2[i] = kiln_d3_length2(kiln_d3_sub(corner[(i + 2) % 3], corner[(i + 1) % 3]));
	int i = length2[0] >= length2[1] && length2[0] >= length2[2] ? 0 : length2[1] >= length2[2] ? 1 : 2;
	*longest2 = length2[i];
	return kiln_d3_cross(kiln_d3_sub(corner[(i + 1) % 3], corner[i]), kiln_d3_sub(corner[(i + 2) % 3], corner[i]));
}

void kilni_polytope_of_triangle(const kiln_d3 corner[3], kiln_polytope *polytope)
{
	double longest2;
	kiln_d3 area = area_of(corner, &longest2);
	if (!(kiln_d3_length2(area) > FLAT * FLAT * longest2 * longest2) || !(longest2 > NOTHING * NOTHING))
	{
		set_longest(polytope, corner, 3);
		return;
	}
	*polytope = (kiln_polytope){
		.hull = &kilni_view_triangle,
		.origin = corner[0],
		.column = {kiln_d3_sub(corner[1], corner[0]), kiln_d3_sub(corner[2], corner[0]), unit(area)},
		.corner = {0, 1, 2},
	};
	set_affine(polytope);
	polytope->mirrored = false;
	polytope->normal[2] = unit(area);
}

/// Sets the sum of two parallel half axes: the segment between the corners that are farthest apart.
KILN_RARE static void set_parallel(kiln_polytope *p, kiln_d3 center, const kiln_d3 half[2], const uint8_t axes[2])
{
	bool against = kiln_d3_dot(half[0], half[1]) < 0;
	kiln_d3 way = kiln_d3_along(half[0], against ? -1 : 1, half[1]);
	uint8_t first = (uint8_t)(1U << axes[0]), second = (uint8_t)(1U << axes[1]);
	set_segment(p, kiln_d3_sub(center, way), kiln_d3_scale(way, 2));
	set_corners(p, against ? second : 0, against ? first : (uint8_t)(first | second), 0, 0);
}

void kilni_polytope_of_box(kiln_d3 center, const kiln_d3 half[3], kiln_polytope *polytope)
{
	kiln_polytope p = {.origin = center};
	uint8_t axes[3] = {0, 0, 0};
	int count = 0;
	for (uint8_t i = 0; i < 3; ++i)
		if (kiln_d3_length2(half[i]) > NOTHING * NOTHING)
		{
			axes[count] = i;
			p.column[count++] = half[i];
		}
	if (count == 0)
	{
		set_point(polytope, center);
		return;
	}
	if (count == 1)
	{
		set_segment(polytope, kiln_d3_sub(center, p.column[0]), kiln_d3_scale(p.column[0], 2));
		polytope->corner[1] = (uint8_t)(1U << axes[0]);
		return;
	}
	if (count == 2)
	{
		kiln_d3 area = kiln_d3_cross(p.column[0], p.column[1]);
		double sizes2 = kiln_d3_length2(p.column[0]) * kiln_d3_length2(p.column[1]);
		if (!(kiln_d3_length2(area) > FLAT * FLAT * sizes2))
		{
			set_parallel(polytope, center, p.column, axes);
			return;
		}
		p.column[2] = unit(area);
	}
	p.hull = count == 2 ? &kilni_view_square : &kilni_view_cube;
	set_affine(&p);
	for (uint32_t i = 0; i < 8; ++i)
		for (int k = 0; k < count; ++k)
			p.corner[i] |= (uint8_t)((i >> k & 1) << axes[k]);
	*polytope = p;
}

/// The corners of each face of a tetrahedron of positive volume, counterclockwise from outside. Face i is opposite
/// corner i.
static const uint8_t around[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/// Sets the quadrilateral of corner `k` and the three corners of the opposite face. `k` lies beyond the edge that is
/// opposite the corner at place `m` in around[k].
KILN_RARE static void set_quadrilateral(
	kiln_polytope *p, const kiln_d3 corner[4], kiln_d3 area, uint8_t k, int m, kiln_polytope_room *room)
{
	const uint8_t *face = around[k];
	uint8_t a = face[m], b = face[(m + 1) % 3], c = face[(m + 2) % 3];
	*p = (kiln_polytope){.hull = &room->hull, .origin = corner[a]};
	p->column[0] = kiln_d3_sub(corner[b], corner[a]);
	p->column[1] = kiln_d3_sub(corner[c], corner[a]);
	p->column[2] = unit(area);
	set_affine(p);
	p->mirrored = false;
	p->normal[2] = unit(area);
	set_corners(p, a, b, c, k);
	// Expresses the fourth corner's place in terms of the columns, by areas.
	kiln_d3 way = kiln_d3_sub(corner[k], corner[a]);
	double whole = kiln_d3_length2(area);
	float u = (float)(kiln_d3_dot(area, kiln_d3_cross(way, p->column[1])) / whole);
	float v = (float)(kiln_d3_dot(area, kiln_d3_cross(p->column[0], way)) / whole);
	room->hull = kilni_view_square;
	memset(room->x, 0, sizeof room->x);
	memset(room->y, 0, sizeof room->y);
	room->x[1] = 1;
	room->y[2] = 1;
	room->x[3] = u;
	room->y[3] = v;
	room->hull.x = room->x;
	room->hull.y = room->y;
	room->hull.low = (kiln_vec3){0, 0, 0};
	room->hull.high = (kiln_vec3){u > 1 ? u : 1, v > 1 ? v : 1, 0};
	room->hull.reach = u > v ? room->hull.high.x : room->hull.high.y;
	room->hull.seeds = room->seeds;
	memset(room->seeds, 0, sizeof room->seeds);
	for (int i = 0; i < KILN_HULL_SEEDS; ++i)
	{
		int cell = i < KILN_HULL_SEEDS / 2 ? i : i + 1;
		float x = (float)(cell / 9 - 1), y = (float)(cell / 3 % 3 - 1), most = 0;
		for (uint16_t vertex = 1; vertex < 4; ++vertex)
		{
			float height = x * room->x[vertex] + y * room->y[vertex];
			room->seeds[i] = height > most ? vertex : room->seeds[i];
			most = height > most ? height : most;
		}
	}
}

/// Sets a tetrahedron that lies in a plane; its largest face is opposite corner `k`.
KILN_RARE static void set_flat(
	kiln_polytope *p, const kiln_d3 corner[4], kiln_d3 area, uint8_t k, kiln_polytope_room *room)
{
	const uint8_t *face = around[k];
	int least = 0;
	double weight[3];
	for (int i = 0; i < 3; ++i)
	{
		kiln_d3 b = kiln_d3_sub(corner[face[(i + 1) % 3]], corner[k]);
		kiln_d3 c = kiln_d3_sub(corner[face[(i + 2) % 3]], corner[k]);
		weight[i] = kiln_d3_dot(area, kiln_d3_cross(b, c));
		least = weight[i] < weight[least] ? i : least;
	}
	if (weight[least] < -FLAT * kiln_d3_length2(area))
	{
		set_quadrilateral(p, corner, area, k, least, room);
		return;
	}
	const kiln_d3 three[3] = {corner[face[0]], corner[face[1]], corner[face[2]]};
	kilni_polytope_of_triangle(three, p);
	for (int i = 0; i < 3; ++i)
		p->corner[i] = face[p->corner[i]];
}

KILN_RARE static void set_tetrahedron(kiln_polytope *p, const kiln_d3 corner[4], kiln_polytope_room *room)
{
	// Relative to the corner opposite the largest face: this face's normal is the sum of the other three, and so loses
	// least.
	kiln_d3 largest = {0, 0, 0};
	uint8_t base = 0;
	double most = -1, longest2 = 0;
	for (uint8_t i = 0; i < 4; ++i)
	{
		const kiln_d3 face[3] = {corner[around[i][0]], corner[around[i][1]], corner[around[i][2]]};
		double length2;
		kiln_d3 area = area_of(face, &length2);
		double size = kiln_d3_length2(area);
		longest2 = kiln_double_max(longest2, length2);
		if (size > most)
		{
			most = size;
			largest = area;
			base = i;
		}
	}
	if (!(most > FLAT * FLAT * longest2 * longest2) || !(longest2 > NOTHING * NOTHING))
	{
		set_longest(p, corner, 4);
		return;
	}
	*p = (kiln_polytope){.hull = &kilni_view_tetrahedron[base], .origin = corner[base], .corner = {0, 1, 2, 3}};
	for (int i = 0; i < 3; ++i)
		p->column[i] = kiln_d3_sub(corner[around[base][i]], corner[base]);
	double height = kiln_d3_dot(p->column[0], largest);
	if (height * height > FLAT * FLAT * longest2 * most && set_affine(p))
		return;
	set_flat(p, corner, largest, base, room);
}

/// An object's pose relative to an eye.
typedef struct placing
{
	bool rests;
	kiln_posing posing;
	kiln_d3 eye;
} placing;

static kiln_d3 vector_of(const placing *at, kiln_d3 v)
{
	return at->rests ? v : kiln_posing_turn(&at->posing, v);
}

/// A point at `offset` from a point `near` it, so that turning loses no digits of the offset.
static kiln_d3 point_of(const placing *at, kiln_d3 near, kiln_d3 offset)
{
	kiln_d3 there = kiln_d3_sub(at->rests ? near : kiln_posing_point(&at->posing, near), at->eye);
	return kiln_d3_add(there, vector_of(at, offset));
}

KILN_RARE static void place_segment(const placing *at, kiln_vec3 a, kiln_vec3 b, kiln_polytope *p)
{
	kiln_d3 from = kiln_d3_from(a), way = kiln_d3_sub(kiln_d3_from(b), from), none = {0, 0, 0};
	kilni_polytope_of_segment(point_of(at, from, none), point_of(at, from, way), p);
}

/// Places corners relative to the eye, by way of the first corner.
KILN_RARE static void place_corners(const placing *at, const kiln_vec3 *corners, int count, kiln_d3 *placed)
{
	kiln_d3 first = kiln_d3_from(corners[0]);
	for (int i = 0; i < count; ++i)
		placed[i] = point_of(at, first, kiln_d3_sub(kiln_d3_from(corners[i]), first));
}

KILN_RARE static void place_axes(
	const placing *at, kiln_vec3 center, const kiln_vec3 *axes, const float *sizes, int count, kiln_polytope *p)
{
	const kiln_d3 none = {0, 0, 0};
	kiln_d3 half[3] = {none, none, none};
	for (int i = 0; i < count; ++i)
		half[i] = vector_of(at, kiln_d3_scale(kiln_d3_from(axes[i]), (double)sizes[i]));
	kilni_polytope_of_box(point_of(at, kiln_d3_from(center), none), half, p);
}

static void place_aabb(const placing *at, const kiln_aabb *aabb, kiln_polytope *p)
{
	kiln_d3 low = kiln_d3_from(aabb->min);
	kiln_d3 half = kiln_d3_scale(kiln_d3_sub(kiln_d3_from(aabb->max), low), 0.5);
	const kiln_d3 placed[3] = {vector_of(at, (kiln_d3){half.x, 0, 0}), vector_of(at, (kiln_d3){0, half.y, 0}),
		vector_of(at, (kiln_d3){0, 0, half.z})};
	kilni_polytope_of_box(point_of(at, low, half), placed, p);
}

static void place_rss(const placing *at, const kiln_rss *rss, kiln_polytope *p)
{
	kiln_d3 half[3] = {
		kiln_d3_scale(kiln_d3_from(rss->edges[0]), 0.5), kiln_d3_scale(kiln_d3_from(rss->edges[1]), 0.5)};
	kiln_d3 middle = kiln_d3_add(half[0], half[1]);
	half[0] = vector_of(at, half[0]);
	half[1] = vector_of(at, half[1]);
	kilni_polytope_of_box(point_of(at, kiln_d3_from(rss->origin), middle), half, p);
	p->margin = (double)rss->radius;
}

static void place_hull(const placing *at, const kiln_hull *hull, kiln_polytope *p)
{
	kiln_d3 from = kiln_hull_middle(hull), none = {0, 0, 0};
	*p = (kiln_polytope){.hull = hull, .from = from, .origin = point_of(at, from, none)};
	p->column[0] = vector_of(at, (kiln_d3){1, 0, 0});
	p->column[1] = vector_of(at, (kiln_d3){0, 1, 0});
	p->column[2] = vector_of(at, (kiln_d3){0, 0, 1});
	set_similar(p, at->rests ? 1 : at->posing.scale);
}

static bool place_shape(
	const placing *at, const kiln_convex_shape *shape, kiln_polytope_room *room, kiln_polytope *p)
{
	kiln_d3 corners[4];
	switch (shape->kind)
	{
	case KILN_CONVEX_POINT:
		set_point(p, point_of(at, kiln_d3_from(shape->point), (kiln_d3){0, 0, 0}));
		return true;
	case KILN_CONVEX_SPHERE:
		set_point(p, point_of(at, kiln_d3_from(shape->sphere.center), (kiln_d3){0, 0, 0}));
		p->margin = (double)shape->sphere.radius;
		return true;
	case KILN_CONVEX_SEGMENT:
		place_segment(at, shape->segment.a, shape->segment.b, p);
		return true;
	case KILN_CONVEX_CAPSULE:
		place_segment(at, shape->capsule.a, shape->capsule.b, p);
		p->margin = (double)shape->capsule.radius;
		return true;
	case KILN_CONVEX_AABB:
		place_aabb(at, &shape->aabb, p);
		return true;
	case KILN_CONVEX_OBB:
		place_axes(at, shape->obb.center, shape->obb.axes, shape->obb.half_extents, 3, p);
		return true;
	case KILN_CONVEX_RECTANGLE:
		place_axes(at, shape->rectangle.center, shape->rectangle.axes, shape->rectangle.half_extents, 2, p);
		return true;
	case KILN_CONVEX_RSS:
		place_rss(at, &shape->rss, p);
		return true;
	case KILN_CONVEX_TRIANGLE:
		place_corners(at, shape->triangle.corners, 3, corners);
		kilni_polytope_of_triangle(corners, p);
		return true;
	case KILN_CONVEX_TETRAHEDRON:
		place_corners(at, shape->tetrahedron.corners, 4, corners);
		set_tetrahedron(p, corners, room);
		return true;
	case KILN_CONVEX_HULL:
		place_hull(at, shape->hull, p);
		return true;
	default:
		return false;
	}
}

bool kilni_polytope_of_object(
	const kiln_convex_object *object, kiln_d3 eye, kiln_polytope_room *room, kiln_polytope *polytope)
{
	const kiln_convex_shape *shape = object->shape;
	if (shape->plus)
		return false;
	const placing at = {kiln_pose_rests(&object->pose), kiln_posing_of(&object->pose), eye};
	if (!place_shape(&at, shape, room, polytope))
		return false;
	polytope->margin = (polytope->margin + (double)shape->margin) * at.posing.scale;
	return true;
}

/// Whether columns are those of a rotation with a positive scale, within their rounding.
static bool is_similarity(const kiln_d3 c[3], double *scale)
{
	double x = kiln_d3_length2(c[0]), slack = 0x1p-48 * x;
	*scale = sqrt(x);
	return kiln_double_abs(kiln_d3_length2(c[1]) - x) <= slack && kiln_double_abs(kiln_d3_length2(c[2]) - x) <= slack &&
		   kiln_double_abs(kiln_d3_dot(c[0], c[1])) <= slack && kiln_double_abs(kiln_d3_dot(c[0], c[2])) <= slack &&
		   kiln_double_abs(kiln_d3_dot(c[1], c[2])) <= slack && x > 0;
}

bool kilni_polytope_of_hull(const kiln_hull *hull, const kiln_place *place, kiln_d3 eye, kiln_polytope *polytope)
{
	kiln_d3 from = kiln_hull_middle(hull);
	kiln_polytope p = {.hull = hull, .from = from, .origin = kiln_d3_sub(kiln_place_point(place, from), eye)};
	p.column[0] = kiln_place_vector(place, (kiln_d3){1, 0, 0});
	p.column[1] = kiln_place_vector(place, (kiln_d3){0, 1, 0});
	p.column[2] = kiln_place_vector(place, (kiln_d3){0, 0, 1});
	if ((place->moved && place->flat) || !set_affine(&p))
		return false;
	double scale;
	if (is_similarity(p.column, &scale) && !p.mirrored)
		set_similar(&p, scale);
	*polytope = p;
	return true;
}
