// SPDX-License-Identifier: MIT
#include "brute.h"

#include <math.h>
#include <string.h>

/// Relative to the coordinates involved: answers that differ by less are equal.
#define ROUNDING 1e-5f
/// To see whether an object only grazes a piece, it is tested this many roundings after the first touch.
#define BEYOND 16.0

float brute_rounding(const brute_pieces *pieces, float largest)
{
	return ROUNDING * fmaxf(pieces->size, largest);
}

static float largest_of(kiln_vec3 v)
{
	return fmaxf(fabsf(v.x), fmaxf(fabsf(v.y), fabsf(v.z)));
}

static double length_of(kiln_vec3 v)
{
	double x = (double)v.x, y = (double)v.y, z = (double)v.z;
	return sqrt(x * x + y * y + z * z);
}

double brute_gap(const kiln_convex_object *a, const kiln_convex_object *b)
{
	kiln_convex_separation apart;
	kiln_convex_depth deep;
	if (kiln_convex_distance(a, b, NULL, NULL, &apart) != KILN_OK)
		return (double)NAN;
	if (apart.distance > 0)
		return (double)apart.distance;
	if (kiln_convex_penetration(a, b, NULL, NULL, &deep) != KILN_OK)
		return (double)NAN;
	return -(double)deep.depth;
}

/// Returns whether convex queries accept an object.
static bool is_usable(const kiln_convex_object *object)
{
	const kiln_convex_shape point = {.kind = KILN_CONVEX_POINT};
	const kiln_convex_object other = {.shape = &point};
	kiln_convex_separation apart;
	return kiln_convex_distance(object, &other, NULL, NULL, &apart) == KILN_OK;
}

/// Returns the largest coordinate that an object reaches.
static float reach_of(const kiln_convex_object *object)
{
	float largest = 0;
	for (int way = 0; way < 6; ++way)
	{
		float d[3] = {0, 0, 0};
		d[way / 2] = way % 2 ? 1 : -1;
		largest = fmaxf(largest, largest_of(kiln_convex_object_support(object, (kiln_vec3){d[0], d[1], d[2]}, NULL)));
	}
	return largest;
}

static kiln_convex_object object_of(const brute_piece *piece)
{
	return (kiln_convex_object){.shape = &piece->convex};
}

static double gap_of(const brute_piece *piece, const kiln_convex_object *object)
{
	kiln_convex_object other = object_of(piece);
	return brute_gap(object, &other);
}

/// Returns whether rounding decides that a piece and an object touch.
static bool touch_is_doubtful(const brute_piece *piece, const kiln_convex_object *object, float rounding)
{
	return !(fabs(gap_of(piece, object)) > (double)rounding);
}

// --- Moving objects and rays ------------------------------------------------------------------------------------------

/// A moving object, or a ray's point, and the tolerance for equality.
typedef struct movement
{
	kiln_convex_object object;
	kiln_motion motion;
	double speed;	///< length of the direction
	float rounding; ///< a length
	bool ray;
	bool cull_back;
} movement;

/// Returns the object at time t.
static kiln_convex_object object_at(const movement *it, double t)
{
	kiln_convex_object moved = it->object;
	moved.pose.translation.x += (float)(t * (double)it->motion.direction.x);
	moved.pose.translation.y += (float)(t * (double)it->motion.direction.y);
	moved.pose.translation.z += (float)(t * (double)it->motion.direction.z);
	return moved;
}

/// Returns whether a ray hits a triangle from behind.
static bool from_behind(const movement *it, const brute_piece *piece)
{
	if (piece->convex.kind != KILN_CONVEX_TRIANGLE)
		return false;
	const kiln_vec3 *c = piece->convex.triangle.corners;
	double u[3] = {(double)c[1].x - (double)c[0].x, (double)c[1].y - (double)c[0].y, (double)c[1].z - (double)c[0].z};
	double v[3] = {(double)c[2].x - (double)c[0].x, (double)c[2].y - (double)c[0].y, (double)c[2].z - (double)c[0].z};
	double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
	kiln_vec3 d = it->motion.direction;
	return n[0] * (double)d.x + n[1] * (double)d.y + n[2] * (double)d.z > 0;
}

/// Returns a time at which a ray is beyond a piece.
static double beyond(const movement *it, const brute_piece *piece)
{
	return (length_of(it->object.pose.translation) + length_of(piece->box.min) + length_of(piece->box.max) + 1) /
		   it->speed;
}

/// Returns when a ray that starts in a solid leaves it; casts a ray from the far end. A negative number if this is not
/// before t_max.
static double leaving(const movement *it, const brute_piece *piece)
{
	double reach = beyond(it, piece);
	movement back = *it;
	back.object = object_at(it, reach);
	back.motion = (kiln_motion){{-it->motion.direction.x, -it->motion.direction.y, -it->motion.direction.z}, 0};
	kiln_convex_object other = object_of(piece);
	kiln_convex_impact impact;
	if (kiln_convex_cast(&back.object, &back.motion, &other, NULL, &impact) != KILN_OK || !impact.hit)
		return -1;
	double t = reach - (double)impact.t;
	return it->motion.t_max > 0 && t > (double)it->motion.t_max ? -1 : t < 0 ? 0 : t;
}

/// Returns when a piece is first met; a negative number for never.
static double meeting_time(const movement *it, const brute_piece *piece)
{
	kiln_convex_object other = object_of(piece);
	kiln_convex_impact impact;
	if (it->cull_back && from_behind(it, piece))
		return -1;
	if (kiln_convex_cast(&it->object, &it->motion, &other, NULL, &impact) != KILN_OK || !impact.hit)
		return -1;
	if (it->ray && impact.inside && piece->triangle == KILN_NONE)
		return it->cull_back ? -1 : leaving(it, piece);
	return (double)impact.t;
}

/// Returns whether the path of the ray between two times comes within rounding of a piece.
static bool path_is_near(const movement *it, const brute_piece *piece, double from, double to)
{
	kiln_convex_object start = object_at(it, from), end = object_at(it, to);
	kiln_convex_shape line = {.kind = KILN_CONVEX_SEGMENT, .segment = {start.pose.translation, end.pose.translation}};
	kiln_convex_object path = {.shape = &line};
	return touch_is_doubtful(piece, &path, it->rounding * 4);
}

/// Returns whether a piece met at t is only grazed: an object has not entered it a little later; a ray's line is inside
/// it by at most rounding.
static bool grazes(const movement *it, const brute_piece *piece, double t)
{
	double later = t + BEYOND * (double)it->rounding / it->speed;
	if (it->ray)
		return path_is_near(it, piece, t - (later - t), later);
	kiln_convex_object moved = object_at(it, later);
	return touch_is_doubtful(piece, &moved, it->rounding) || gap_of(piece, &moved) > 0;
}

/// Returns whether an answer may omit a piece met at t because of rounding: it is grazed, met at the very end, or met
/// where a ray starts.
static bool meeting_is_doubtful(const movement *it, const brute_piece *piece, double t)
{
	double slack = (double)it->rounding / it->speed;
	return grazes(it, piece, t) || (it->ray && t <= slack) ||
		   (it->motion.t_max > 0 && t >= (double)it->motion.t_max - slack);
}

/// Returns whether the headers call the query invalid.
static bool is_refused(const movement *it)
{
	kiln_vec3 start = it->object.pose.translation;
	if (!isfinite(it->speed) || it->motion.t_max < 0)
		return true;
	return it->ray && !(it->speed > 0 && isfinite(length_of(start)) && largest_of(start) <= (float)KILN_COORDINATE_MAX);
}

/// Returns the verdict if it needs no pieces; BRUTE_SAME if the pieces decide. Shapes that only the query accepts are
/// not compared.
static brute_verdict verdict_before(const brute_pieces *pieces, const movement *it, bool answered)
{
	if (is_refused(it))
		return answered ? BRUTE_DIFFERENT : BRUTE_NOT_ASKED;
	bool compared = pieces->whole && it->speed > 0 && it->motion.t_max >= 0 && is_usable(&it->object);
	return compared ? BRUTE_SAME : BRUTE_NOT_ASKED;
}

/// Returns whether the piece in an answer is met at the given time, up to rounding. If the object is so large that it
/// is out of range at this time, this is not compared.
static brute_verdict answer_holds(const brute_pieces *pieces, const movement *it, const kiln_hit *hit)
{
	const brute_piece *piece = brute_find(pieces, hit->node, hit->triangle);
	if (!piece)
		return BRUTE_DIFFERENT;
	kiln_convex_object moved = object_at(it, (double)hit->t);
	double gap = gap_of(piece, &moved);
	if (isnan(gap))
		return it->rounding > ROUNDING / 8 * (float)KILN_COORDINATE_MAX ? BRUTE_NOT_ASKED : BRUTE_DIFFERENT;
	return fabs(gap) <= (double)it->rounding * 4 || (hit->t == 0 && gap <= 0) ? BRUTE_SAME : BRUTE_DIFFERENT;
}

static brute_verdict first_hit(const brute_pieces *pieces, const movement *it, const kiln_hit *hit)
{
	double first = -1, slack = (double)it->rounding / it->speed;
	bool doubtful = false;
	brute_verdict verdict = verdict_before(pieces, it, hit->hit);
	if (verdict == BRUTE_SAME && hit->hit)
		verdict = answer_holds(pieces, it, hit);
	if (verdict != BRUTE_SAME)
		return verdict;
	for (size_t i = 0; i < pieces->count; ++i)
	{
		double t = meeting_time(it, &pieces->pieces[i]);
		if (t < 0)
			continue;
		first = first < 0 || t < first ? t : first;
		if (hit->hit && t >= (double)hit->t - slack)
			continue;
		if (!meeting_is_doubtful(it, &pieces->pieces[i], t))
			return BRUTE_DIFFERENT;
		doubtful = true;
	}
	return doubtful || (hit->hit && first < 0) ? BRUTE_DOUBTFUL : BRUTE_SAME;
}

static movement movement_of_ray(const brute_pieces *pieces, const kiln_ray *ray, const kiln_convex_shape *point)
{
	movement it = {.object = {.shape = point, .pose = {.translation = ray->origin}},
		.motion = {ray->direction, ray->t_max},
		.speed = length_of(ray->direction),
		.rounding = brute_rounding(pieces, largest_of(ray->origin)),
		.ray = true,
		.cull_back = ray->flags & KILN_RAY_CULL_BACK};
	return it;
}

static const kiln_convex_shape a_point = {.kind = KILN_CONVEX_POINT};

brute_verdict brute_ray(const brute_pieces *pieces, const kiln_ray *ray, const kiln_hit *hit)
{
	movement it = movement_of_ray(pieces, ray, &a_point);
	return first_hit(pieces, &it, hit);
}

brute_verdict brute_cast(
	const brute_pieces *pieces, const kiln_convex_object *object, const kiln_motion *motion, const kiln_hit *hit)
{
	movement it = {.object = *object,
		.motion = *motion,
		.speed = length_of(motion->direction),
		.rounding = brute_rounding(pieces, reach_of(object))};
	return first_hit(pieces, &it, hit);
}

brute_verdict brute_ray_any(const brute_pieces *pieces, const kiln_ray *ray, bool any)
{
	movement it = movement_of_ray(pieces, ray, &a_point);
	brute_verdict verdict = verdict_before(pieces, &it, any);
	bool near = false;
	if (verdict != BRUTE_SAME)
		return verdict;
	for (size_t i = 0; i < pieces->count; ++i)
	{
		const brute_piece *piece = &pieces->pieces[i];
		double t = meeting_time(&it, piece), end = beyond(&it, piece);
		if (t >= 0 && (any || !meeting_is_doubtful(&it, piece, t)))
			return any ? BRUTE_SAME : BRUTE_DIFFERENT;
		end = it.motion.t_max > 0 && (double)it.motion.t_max < end ? (double)it.motion.t_max : end;
		near |= t >= 0 || (any && !(it.cull_back && from_behind(&it, piece)) && path_is_near(&it, piece, 0, end));
	}
	return near ? BRUTE_DOUBTFUL : any ? BRUTE_DIFFERENT : BRUTE_SAME;
}

/// Counts every piece's hits: one for a triangle, entry and exit for a solid.
brute_verdict brute_ray_all(const brute_pieces *pieces, const kiln_ray *ray, const kiln_hit *hits, uint32_t count)
{
	movement it = movement_of_ray(pieces, ray, &a_point);
	brute_verdict verdict = verdict_before(pieces, &it, count > 0);
	uint64_t found = 0;
	if (verdict != BRUTE_SAME)
		return verdict;
	for (uint32_t i = 0; i < count; ++i)
		if (answer_holds(pieces, &it, &hits[i]) != BRUTE_SAME || (i > 0 && hits[i].t < hits[i - 1].t))
			return BRUTE_DIFFERENT;
	for (size_t i = 0; i < pieces->count; ++i)
	{
		const brute_piece *piece = &pieces->pieces[i];
		double t = meeting_time(&it, piece);
		uint32_t answered = 0;
		for (uint32_t k = 0; k < count; ++k)
			answered += hits[k].node == piece->node && hits[k].triangle == piece->triangle;
		found += answered;
		if ((t >= 0) == (answered > 0))
			continue;
		if (t >= 0 && !meeting_is_doubtful(&it, piece, t))
			return BRUTE_DIFFERENT;
		verdict = BRUTE_DOUBTFUL;
	}
	return found == count ? verdict : BRUTE_DIFFERENT;
}

// --- Points and shapes ------------------------------------------------------------------------------------------------

brute_verdict brute_closest(const brute_pieces *pieces, const kiln_point_query *query, const kiln_closest *closest)
{
	kiln_convex_object point = {.shape = &a_point, .pose = {.translation = query->point}};
	double rounding = (double)brute_rounding(pieces, largest_of(query->point)), least = HUGE_VAL;
	double limit = query->max_distance > 0 ? (double)query->max_distance : HUGE_VAL;
	if (!(query->max_distance >= 0 && query->max_distance < (float)INFINITY) || !is_usable(&point))
		return closest->found ? BRUTE_DIFFERENT : BRUTE_NOT_ASKED;
	if (!pieces->whole)
		return BRUTE_NOT_ASKED;
	for (size_t i = 0; i < pieces->count; ++i)
	{
		kiln_convex_object other = object_of(&pieces->pieces[i]);
		kiln_convex_separation apart;
		if (kiln_convex_distance(&point, &other, NULL, NULL, &apart) != KILN_OK)
			return BRUTE_NOT_ASKED;
		least = fmin(least, (double)apart.distance);
	}
	if (closest->found)
		return fabs((double)closest->distance - least) <= rounding ? BRUTE_SAME : BRUTE_DIFFERENT;
	if (least > limit)
		return BRUTE_SAME;
	return least >= limit - rounding ? BRUTE_DOUBTFUL : BRUTE_DIFFERENT;
}

/// Returns the solid angle of a triangle divided by that of the full sphere; positive if seen from behind.
static double turn_of(const kiln_vec3 corners[3], kiln_vec3 p)
{
	double v[3][3], l[3];
	for (int i = 0; i < 3; ++i)
	{
		v[i][0] = (double)corners[i].x - (double)p.x;
		v[i][1] = (double)corners[i].y - (double)p.y;
		v[i][2] = (double)corners[i].z - (double)p.z;
		l[i] = sqrt(v[i][0] * v[i][0] + v[i][1] * v[i][1] + v[i][2] * v[i][2]);
	}
	double triple = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) +
					v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
					v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
	double rest = l[0] * l[1] * l[2];
	for (int i = 0; i < 3; ++i)
	{
		int j = (i + 1) % 3, k = (i + 2) % 3;
		rest += (v[i][0] * v[j][0] + v[i][1] * v[j][1] + v[i][2] * v[j][2]) * l[k];
	}
	return atan2(triple, rest) / (2 * 3.14159265358979323846);
}

brute_verdict brute_inside(const brute_pieces *pieces, const kiln_asset *asset, kiln_vec3 point, kiln_inside inside)
{
	kiln_convex_object at = {.shape = &a_point, .pose = {.translation = point}};
	double rounding = (double)brute_rounding(pieces, largest_of(point)), turns = 0;
	bool within = false, near = false;
	if (!pieces->whole || inside == KILN_INSIDE_UNKNOWN)
		return BRUTE_NOT_ASKED;
	for (size_t i = 0; i < pieces->count; ++i)
	{
		const brute_piece *piece = &pieces->pieces[i];
		kiln_convex_object other = object_of(piece);
		double gap = brute_gap(&at, &other);
		near |= !(fabs(gap) > rounding);
		if (piece->triangle == KILN_NONE)
		{
			within |= gap <= 0;
			continue;
		}
		uint32_t number, mesh = kiln_triangle_mesh(asset, piece->triangle, &number);
		uint32_t flags = asset->meshes[mesh].flags;
		if ((flags & KILN_MESH_CLOSED) && !(flags & KILN_MESH_WOUND))
			return BRUTE_NOT_ASKED;
		turns = number == 0 ? 0 : turns;
		turns += flags & KILN_MESH_CLOSED ? turn_of(piece->convex.triangle.corners, point) : 0;
		within |= number + 1 == asset->meshes[mesh].triangle_count && fabs(turns) > 0.5;
	}
	if (within == (inside == KILN_INSIDE_YES))
		return BRUTE_SAME;
	return near ? BRUTE_DOUBTFUL : BRUTE_DIFFERENT;
}

brute_verdict brute_overlap(
	const brute_pieces *pieces, const kiln_convex_object *object, const kiln_overlap *overlaps, uint32_t count)
{
	float rounding = brute_rounding(pieces, reach_of(object));
	brute_verdict verdict = BRUTE_SAME;
	uint32_t next = 0;
	if (!pieces->whole)
		return BRUTE_NOT_ASKED;
	for (size_t i = 0; i < pieces->count; ++i)
	{
		const brute_piece *piece = &pieces->pieces[i];
		kiln_convex_object other = object_of(piece);
		bool touching = false;
		bool listed = next < count && overlaps[next].node == piece->node && overlaps[next].triangle == piece->triangle;
		next += listed;
		if (kiln_convex_collide(object, &other, NULL, NULL, &touching) != KILN_OK)
			return BRUTE_NOT_ASKED;
		if (touching == listed)
			continue;
		if (!touch_is_doubtful(piece, object, rounding))
			return BRUTE_DIFFERENT;
		verdict = BRUTE_DOUBTFUL;
	}
	// Answers that are left name no piece, or are out of order.
	return next == count ? verdict : BRUTE_DIFFERENT;
}
