// SPDX-License-Identifier: MIT
#include "epa.h"

#include "convex/distance/simplex.h"
#include "convex/shape/support_hull.h"
#include "epa_polytope.h"
#include "math/rounding.h"

#include <assert.h>
#include <math.h>

/// The number of vertices up to which the whole surface is refined; the rest serve the neighbourhood of the best way
/// out.
#define VERTICES_ALL_OVER 96

static_assert(VERTICES_ALL_OVER < KILN_EPA_VERTICES - 1, "a vertex is kept for supports that are not inserted");

/// Shares of the coordinates: the allowed difference of upper and lower bound, for polytopes and for other cores; and
/// the greatest error of faces' distances.
#define TOLERANCE 0x1p-47
#define TOLERANCE_CURVED 0x1p-32
#define FACE_ERROR 0x1p-37

/// The shortest way out that is known.
typedef struct epa_best
{
	double key;		///< its signed length times its size
	kiln_d3 normal; ///< of any length
	uint32_t face;	///< the face from which it was found
} epa_best;

typedef struct epa_work
{
	const kiln_convex *a, *b;
	double reach; ///< bounds the coordinates found so far of both cores, scaled
	double part;  ///< share of `reach` that is the allowed difference of upper and lower bound
	uint32_t steps;
	epa_best best;
	kiln_epa_polytope polytope;
} epa_work;

static bool is_curved(const kiln_convex *convex)
{
	for (; convex; convex = convex->plus)
		if (convex->round_count > 0)
			return true;
	return false;
}

static inline void set_vertex(epa_work *work, uint32_t i, kiln_d3 a, kiln_d3 b)
{
	double scale = work->polytope.scale;
	kiln_epa_vertex *vertex = &work->polytope.vertices[i];
	vertex->a = a;
	vertex->b = b;
	vertex->w = kiln_d3_scale(kiln_d3_sub(b, a), scale);
	// Bounds the terms, which may cancel.
	work->reach = kiln_double_max(work->reach, scale * (kiln_epa_largest(a) + kiln_epa_largest(b)));
}

/// The farthest point of a core, and its number. Normals of neighbouring faces differ too much for a walk from the last
/// vertex: a scan of all vertices of a hull that is not large is quicker (128 vertices: by a sixth).
static inline kiln_d3 support(const kiln_convex *convex, kiln_d3 direction, uint32_t near, uint32_t *number)
{
	*number = near;
	if (!convex->hull || convex->plus)
		return kilni_convex_support(convex, direction, number);
	if (convex->hull->vertex_count <= KILN_SUPPORT_SCAN_MOST)
		*number = KILN_NONE;
	kiln_d3 point;
	kilni_convex_hull_support(convex, &direction, number, &point);
	return point;
}

/// Sets the vertex behind the last to the difference farthest along a direction; the search starts at vertex `near`.
/// Returns its height times the direction's length.
static inline double support_along(epa_work *work, kiln_d3 direction, uint32_t near)
{
	uint32_t count = work->polytope.vertex_count;
	kiln_epa_vertex *vertex = &work->polytope.vertices[count];
	const kiln_epa_vertex *from = &work->polytope.vertices[near];
	kiln_d3 a = support(work->a, kiln_d3_scale(direction, -1), from->number_a, &vertex->number_a);
	kiln_d3 b = support(work->b, direction, from->number_b, &vertex->number_b);
	set_vertex(work, count, a, b);
	++work->steps;
	return kiln_d3_dot(direction, vertex->w);
}

static double tolerance_of(const epa_work *work)
{
	return work->part * work->reach;
}

/// The signed length that a key stands for.
static double length_of(double key)
{
	return key < 0 ? -sqrt(-key) : sqrt(key);
}

/// Computes the support along a normal of length sqrt(length2), and records the normal if it is the shortest way out so
/// far. Returns the support's height times the normal's length.
static inline double try_normal(epa_work *work, kiln_d3 normal, double length2, uint32_t near, uint32_t face)
{
	double height = support_along(work, normal, near), key = height * fabs(height) / length2;
	if (key < work->best.key)
		work->best = (epa_best){key, normal, face};
	return height;
}

/// A direction perpendicular to another one.
static kiln_d3 perpendicular_to(kiln_d3 v)
{
	kiln_d3 size = kiln_d3_abs(v);
	if (size.x <= size.y && size.x <= size.z)
		return (kiln_d3){0, -v.z, v.y};
	return size.y <= size.z ? (kiln_d3){v.z, 0, -v.x} : (kiln_d3){-v.y, v.x, 0};
}

static kiln_d3 between(const epa_work *work, uint32_t from, uint32_t to)
{
	return kiln_d3_sub(work->polytope.vertices[to].w, work->polytope.vertices[from].w);
}

/// Drops a vertex of a triangle that is a segment within rounding, or of a segment that is a point: the vertex that is
/// not on the longest side.
static void drop_flat(epa_work *work)
{
	kiln_epa_polytope *p = &work->polytope;
	double least = tolerance_of(work);
	if (p->vertex_count == 3)
	{
		double length2, longest = -1;
		uint32_t opposite = 0;
		kilni_epa_normal(&p->vertices[0].w, &p->vertices[1].w, &p->vertices[2].w, &length2);
		for (uint32_t i = 0; i < 3; ++i)
		{
			double side2 = kiln_d3_length2(between(work, (i + 1) % 3, (i + 2) % 3));
			opposite = side2 > longest ? i : opposite;
			longest = kiln_double_max(side2, longest);
		}
		if (!(length2 > least * least * longest))
			p->vertices[opposite] = p->vertices[--p->vertex_count];
	}
	if (p->vertex_count == 2 && !(kiln_d3_length2(between(work, 0, 1)) > least * least))
		p->vertex_count = 1;
}

/// A normal along which a point, segment or triangle has no extent.
static kiln_d3 normal_across(const epa_work *work, double *length2)
{
	const kiln_epa_vertex *v = work->polytope.vertices;
	kiln_d3 normal = {1, 0, 0};
	if (work->polytope.vertex_count == 3)
		return kilni_epa_normal(&v[0].w, &v[1].w, &v[2].w, length2);
	if (work->polytope.vertex_count == 2)
		normal = perpendicular_to(between(work, 0, 1));
	*length2 = kiln_d3_length2(normal);
	return normal;
}

/// Bounds the coordinates of both cores. Those of a simplex that is not a tetrahedron may all be far smaller.
static double reach_along_axes(const epa_work *work)
{
	double reach = 0;
	for (int i = 0; i < 6; ++i)
	{
		const double sign = i < 3 ? 1 : -1;
		const kiln_d3 axis = {i % 3 == 0 ? sign : 0, i % 3 == 1 ? sign : 0, i % 3 == 2 ? sign : 0};
		uint32_t seed_a = KILN_NONE, seed_b = KILN_NONE;
		double a = kiln_epa_largest(kilni_convex_support(work->a, axis, &seed_a));
		reach = kiln_double_max(reach, a + kiln_epa_largest(kilni_convex_support(work->b, axis, &seed_b)));
	}
	return reach;
}

/// Takes over the simplex and adds differences perpendicular to it until it is a tetrahedron. The simplex stays a face
/// of the tetrahedron, so the origin, which lies in the simplex, stays inside. Returns false where a difference adds
/// nothing: the origin then lies on the surface, and the best normal is the perpendicular.
static bool start(epa_work *work, const kiln_simplex *simplex)
{
	kiln_epa_polytope *p = &work->polytope;
	for (uint32_t i = 0; i < simplex->count; ++i)
		work->reach = kiln_double_max(work->reach, kiln_epa_largest(simplex->a[i]) + kiln_epa_largest(simplex->b[i]));
	if (simplex->count < 4)
		work->reach = kiln_double_max(work->reach, reach_along_axes(work));
	p->scale = work->reach > 0 ? 1 / kiln_power_below(work->reach) : 1;
	work->reach *= p->scale;
	for (uint32_t i = 0; i < simplex->count; ++i)
	{
		p->vertices[i].number_a = simplex->number_a[i];
		p->vertices[i].number_b = simplex->number_b[i];
		set_vertex(work, i, simplex->a[i], simplex->b[i]);
	}
	p->vertex_count = simplex->count;
	if (p->vertex_count == 4 && kilni_epa_begin(p))
		return true;
	p->vertex_count = p->vertex_count == 4 ? 3 : p->vertex_count;
	drop_flat(work);
	while (p->vertex_count < 4)
	{
		double length2;
		kiln_d3 normal = normal_across(work, &length2);
		double height = try_normal(work, normal, length2, 0, 0), least = tolerance_of(work);
		double gain = height - kiln_d3_dot(normal, p->vertices[0].w);
		if (!(gain > 0 && gain * gain > least * least * length2))
			return false;
		++p->vertex_count;
	}
	return kilni_epa_begin(p);
}

/// The weights of a face's corners at the point where a ray from the origin meets the face's plane, times a common
/// factor. Returns the corner of the least weight; 3 if no weight is below 0, so that the point is on the face.
static int weigh(const epa_work *work, uint32_t face, kiln_d3 ray, double weight[3])
{
	const kiln_epa_polytope *p = &work->polytope;
	for (int i = 0; i < 3; ++i)
	{
		kiln_d3 from = p->vertices[p->faces[face].corner[(i + 1) % 3]].w;
		kiln_d3 to = p->vertices[p->faces[face].corner[(i + 2) % 3]].w;
		weight[i] = kiln_d3_dot(ray, kiln_d3_cross(from, kiln_d3_sub(to, from)));
	}
	int least = weight[1] < weight[0] ? 1 : 0;
	least = weight[2] < weight[least] ? 2 : least;
	return weight[least] >= 0 ? 3 : least;
}

/// The face through which a ray from the origin leaves.
static uint32_t exit_of(const epa_work *work, kiln_d3 ray)
{
	const kiln_epa_polytope *p = &work->polytope;
	uint32_t face = 0;
	double first = HUGE_VAL;
	for (uint32_t i = 0; i < p->face_count; ++i)
	{
		double slope = kiln_d3_dot(p->faces[i].normal, ray);
		if (slope > 0 && p->faces[i].offset < first * slope)
		{
			first = p->faces[i].offset / slope;
			face = i;
		}
	}
	return face;
}

/// Whether a point is on a face's plane within the allowed difference of upper and lower bound. `height` is the point's
/// height above the plane, times the length of the normal.
static bool is_on(const epa_work *work, const kiln_epa_face *face, double height)
{
	double least = tolerance_of(work);
	return height <= 0 || height * height <= least * least * face->length2;
}

/// Refines the nearest faces until the best way out is proved to be the shortest, or there are `most` vertices, or an
/// insertion fails. Returns true when it is proved. `key` gets the nearest face's key.
static bool expand(epa_work *work, uint32_t most, double *key)
{
	kiln_epa_polytope *p = &work->polytope;
	for (;;)
	{
		uint32_t nearest = kilni_epa_nearest(p);
		const kiln_epa_face *face = &p->faces[nearest];
		*key = p->key[nearest];
		if (*key >= work->best.key)
			return true;
		if (p->vertex_count == most)
			return false;
		double height = try_normal(work, face->normal, face->length2, face->corner[2], nearest) - face->offset;
		if (is_on(work, face, height) || !kilni_epa_is_above(p, nearest, &p->vertices[p->vertex_count].w))
			return true;
		if (kilni_epa_insert(p, nearest) == 0)
			return false;
	}
}

/// Continues only where the best way out passes through the surface.
static void refine(epa_work *work)
{
	kiln_epa_polytope *p = &work->polytope;
	uint32_t face = exit_of(work, work->best.normal);
	double key = p->key[face];
	for (uint32_t i = 0; i < p->face_count; ++i)
		p->key[i] = HUGE_VAL;
	p->key[face] = key;
	// One vertex is kept for supports that are not inserted.
	expand(work, KILN_EPA_VERTICES - 1, &key);
}

#define DESCENTS 24
#define SEARCH_STEPS 44

/// The derivative of the way out's length with respect to t, times some length. The direction is `from` + t `side`,
/// made unit; computes the support along it.
static double slope_at(epa_work *work, kiln_d3 from, kiln_d3 side, double t)
{
	kiln_d3 normal = kiln_d3_along(from, t, side);
	double length2 = kiln_d3_length2(normal);
	try_normal(work, normal, length2, work->polytope.vertex_count - 1, 0);
	kiln_d3 tangent = kiln_d3_along(side, -kiln_d3_dot(side, normal) / length2, normal);
	return kiln_d3_dot(work->polytope.vertices[work->polytope.vertex_count].w, tangent);
}

/// Searches along `from` + t `side` for the shortest way out. Returns true and sets `mean` to a mean of the differences
/// on both sides of the zero of the slope: where the way has a sharp turn, the mean describes the change along the
/// turn.
static bool search_along(epa_work *work, kiln_d3 from, kiln_d3 side, kiln_d3 *mean)
{
	const kiln_d3 *w = &work->polytope.vertices[work->polytope.vertex_count].w;
	double low = 0, high = 1 / work->polytope.size, down = 0, up = 0;
	kiln_d3 before = {0, 0, 0}, behind = {0, 0, 0};
	for (int step = 0; step < SEARCH_STEPS; ++step)
	{
		double t = up > 0 ? (low + high) / 2 : high, slope = slope_at(work, from, side, t);
		if (slope < 0)
		{
			low = t;
			down = -slope;
			before = *w;
			high = up > 0 ? high : 2 * t;
		}
		else
		{
			high = t;
			up = slope;
			behind = *w;
		}
		// The slope need not approach zero, but the possible gain does.
		if (!(up > 0 || slope < 0) || (up > 0 && fabs(slope) * (high - low) <= tolerance_of(work)))
			break;
	}
	if (!(down > 0 && up > 0))
		return false;
	*mean = kiln_d3_along(kiln_d3_scale(before, up / (up + down)), down / (up + down), behind);
	return true;
}

/// Turns the best way out in the direction in which it shortens fastest, as far as it does, again and again. Smooth
/// bodies with nearly equal centers have ways of nearly equal lengths in all directions, for which faces are a poor
/// guide. The gradient of the length as a function of the direction is the support's part perpendicular to the
/// direction. At a sharp turn there are two gradients, and a mean of them leads along the turn.
static void descend(epa_work *work)
{
	bool turn = false, stuck = false;
	kiln_d3 mean = {0, 0, 0};
	for (int descent = 0; descent < DESCENTS; ++descent)
	{
		kiln_d3 from = kiln_d3_scale(work->best.normal, 1 / sqrt(kiln_d3_length2(work->best.normal))), side = {0, 0, 0};
		double before = length_of(work->best.key);
		slope_at(work, from, side, 0);
		kiln_d3 w = turn ? mean : work->polytope.vertices[work->polytope.vertex_count].w;
		side = kiln_d3_sub(kiln_d3_scale(from, kiln_d3_dot(from, w)), w);
		const bool found = search_along(work, from, side, &mean);
		if (before - length_of(work->best.key) > tolerance_of(work))
			stuck = false;
		else if (stuck || !(turn || found))
			return;
		else
			stuck = true;
		turn = found && !(stuck && turn);
	}
}

#define STARTS 16

/// Descends from each face whose way out is shorter than those of its neighbours, best first: more than one may lead to
/// a way about as long as the best.
static void survey(epa_work *work)
{
	const kiln_epa_polytope *p = &work->polytope;
	epa_best starts[STARTS + 1], best;
	double key[KILN_EPA_FACES];
	uint32_t count = 0;
	for (uint32_t i = 0; i < p->face_count; ++i)
	{
		const kiln_epa_face *face = &p->faces[i];
		key[i] = HUGE_VAL;
		if (!(p->key[i] < work->best.key))
			continue;
		double height = try_normal(work, face->normal, face->length2, face->corner[2], i);
		key[i] = height * fabs(height) / face->length2;
	}
	for (uint32_t i = 0; i < p->face_count; ++i)
	{
		const uint16_t *neighbours = p->faces[i].neighbours;
		if (!(key[i] < HUGE_VAL) || key[neighbours[0] / 4] < key[i] || key[neighbours[1] / 4] < key[i] ||
			key[neighbours[2] / 4] < key[i])
			continue;
		uint32_t at = count < STARTS ? count++ : STARTS;
		for (; at > 0 && key[i] < starts[at - 1].key; --at)
			starts[at] = starts[at - 1];
		starts[at] = (epa_best){key[i], p->faces[i].normal, i};
	}
	best = work->best;
	for (uint32_t i = 0; i < count; ++i)
	{
		work->best = starts[i];
		descend(work);
		best = work->best.key < best.key ? work->best : best;
	}
	work->best = best;
}

static void mean_of(const kiln_d3 *points, const double *weight, uint32_t count, kiln_d3 *mean)
{
	double sum = 0;
	*mean = (kiln_d3){0, 0, 0};
	for (uint32_t i = 0; i < count; ++i)
	{
		sum += weight[i];
		*mean = kiln_d3_along(*mean, weight[i], points[i]);
	}
	*mean = sum > 0 ? kiln_d3_scale(*mean, 1 / sum) : points[0];
}

/// The most steps from face to face: the triangles of one polygon, mostly two.
#define WALK_MOST 16

/// The weights of a face's corners at the face's point nearest to a place; returns the distance.
static double weigh_nearest(const epa_work *work, uint32_t face, kiln_d3 place, double weight[3])
{
	kiln_d3 away[3], mean = {0, 0, 0};
	double share[4];
	uint32_t kept[4];
	for (int i = 0; i < 3; ++i)
	{
		away[i] = kiln_d3_sub(work->polytope.vertices[work->polytope.faces[face].corner[i]].w, place);
		weight[i] = 0;
	}
	uint32_t count = kilni_simplex_closest(away, 3, kept, share);
	for (uint32_t i = 0; i < count; ++i)
	{
		weight[kept[i]] = share[i];
		mean = kiln_d3_along(mean, share[i], away[kept[i]]);
	}
	return sqrt(kiln_d3_length2(mean));
}

/// The greatest distance of a face from its stated place, as a share of the coordinates.
#define BESIDE 0x1p-32

/// The face of the polytope through which the best way out leaves, and the weights of its corners at the exit.
static uint32_t pierce(const epa_work *work, double weight[3])
{
	const kiln_epa_polytope *p = &work->polytope;
	kiln_d3 ray = work->best.normal;
	kiln_d3 place = kiln_d3_scale(ray, length_of(work->best.key) / sqrt(kiln_d3_length2(ray)));
	uint32_t face = work->best.face < p->face_count ? work->best.face : 0;
	for (int step = 0; step < WALK_MOST; ++step)
	{
		// Crosses the edge opposite to the corner of the least weight.
		int least = weigh(work, face, ray, weight);
		if (least < 3)
		{
			face = p->faces[face].neighbours[(least + 1) % 3] / 4u;
			continue;
		}
		// For curved bodies the surface is beyond the face.
		const kiln_epa_face *f = &p->faces[face];
		double height = fabs(kiln_d3_dot(f->normal, place) - f->offset) / sqrt(f->length2);
		kiln_d3 mean, corner[3];
		for (int i = 0; i < 3; ++i)
			corner[i] = p->vertices[f->corner[i]].w;
		mean_of(corner, weight, 3, &mean);
		if (sqrt(kiln_d3_length2(kiln_d3_sub(mean, place))) <= 2 * height + BESIDE * work->reach)
			return face;
		break;
	}
	// The signs cannot decide between thin faces nearly in one plane, or faces whose plane passes through the origin,
	// where bodies only touch.
	double nearest = HUGE_VAL;
	for (uint32_t i = 0; i < p->face_count; ++i)
	{
		double away = weigh_nearest(work, i, place, weight);
		if (away < nearest)
		{
			nearest = away;
			face = i;
		}
	}
	weigh_nearest(work, face, place, weight);
	return face;
}

/// The points of the cores where the best way out meets the polytope's surface. Returns their distance when a is moved
/// all the way.
static double meet(const epa_work *work, kiln_epa_answer *answer)
{
	const kiln_epa_polytope *p = &work->polytope;
	double weight[3];
	uint32_t face = pierce(work, weight);
	answer->count = 3;
	for (int i = 0; i < 3; ++i)
	{
		const kiln_epa_vertex *vertex = &p->vertices[p->faces[face].corner[i]];
		answer->a[i] = vertex->a;
		answer->b[i] = vertex->b;
		answer->number_a[i] = vertex->number_a;
		answer->number_b[i] = vertex->number_b;
	}
	kiln_d3 on_b;
	mean_of(answer->a, weight, 3, &answer->on_a);
	mean_of(answer->b, weight, 3, &on_b);
	kiln_d3 way = kiln_d3_sub(on_b, answer->on_a);
	return sqrt(kiln_d3_length2(kiln_d3_along(way, -answer->upper, answer->normal)));
}

/// The origin is on the surface: uses the point where the simplex holds it.
static void meet_simplex(const kiln_simplex *simplex, kiln_epa_answer *answer)
{
	answer->count = simplex->count < 3 ? simplex->count : 3;
	for (uint32_t i = 0; i < answer->count; ++i)
	{
		answer->a[i] = simplex->a[i];
		answer->b[i] = simplex->b[i];
		answer->number_a[i] = simplex->number_a[i];
		answer->number_b[i] = simplex->number_b[i];
	}
	mean_of(simplex->a, simplex->weight, simplex->count, &answer->on_a);
}

/// The points where the cores touch when a is moved all the way out. For bodies whose faces there are not fine enough
/// within the room: uses GJK if it finds points nearer to each other than `away`.
static void meet_outside(const epa_work *work, double away, kiln_epa_answer *answer)
{
	const kiln_d3 out = kiln_d3_scale(answer->normal, answer->upper);
	const kiln_enough enough = {work->part * work->reach / work->polytope.scale, HUGE_VAL, 0, 0};
	kiln_simplex simplex = {.count = 0, .first = kiln_d3_scale(answer->normal, -1)};
	kiln_gap gap;
	kilni_gjk(work->a, out, work->b, enough, &simplex, &gap);
	answer->steps += gap.steps;
	if (gap.upper < away)
		meet_simplex(&simplex, answer);
}

void kilni_epa(const kiln_convex *a, const kiln_convex *b, const kiln_simplex *simplex, kiln_epa_answer *answer)
{
	epa_work work;
	work.a = a;
	work.b = b;
	work.reach = 0;
	work.part = is_curved(a) || is_curved(b) ? TOLERANCE_CURVED : TOLERANCE;
	work.steps = 0;
	// Some direction, even if no key is a number.
	work.best = (epa_best){HUGE_VAL, {1, 0, 0}, 0};
	answer->settled = true;
	double key = 0, lower = 0;
	const bool solid = start(&work, simplex);
	if (solid)
	{
		answer->settled = expand(&work, VERTICES_ALL_OVER, &key);
		if (!answer->settled)
		{
			if (work.part == TOLERANCE_CURVED)
				survey(&work);
			refine(&work);
			if (work.part == TOLERANCE_CURVED)
				descend(&work);
		}
		lower = length_of(key) - FACE_ERROR * work.reach;
	}
	double upper = length_of(work.best.key);
	answer->normal = kiln_d3_scale(work.best.normal, 1 / sqrt(kiln_d3_length2(work.best.normal)));
	answer->upper = upper / work.polytope.scale;
	answer->lower = kiln_double_min(lower, upper) / work.polytope.scale;
	answer->steps = work.steps;
	if (!solid)
		meet_simplex(simplex, answer);
	else
	{
		double away = meet(&work, answer);
		if (!answer->settled)
			meet_outside(&work, away, answer);
	}
}
