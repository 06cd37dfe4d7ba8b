// SPDX-License-Identifier: MIT
#include "gap.h"

#include <math.h>

/// From corner 0 and sides 0 and 1.
static bool may_be_flat(kiln_gap *gap)
{
	gap->cubic = kilni_cubic_of(&gap->corner[0], &gap->side[0], &gap->side[1]);
	return !kilni_cubic_never_zero(&gap->cubic);
}

bool kilni_gap_point_triangle(kiln_gap *gap, const kiln_track *a, const kiln_track *const b[3])
{
	gap->count = 3;
	gap->corner[0] = kiln_track_sub(b[0], a);
	gap->side[0] = kiln_track_sub(b[1], b[0]);
	gap->side[1] = kiln_track_sub(b[2], b[1]);
	if (!may_be_flat(gap))
		return false;
	gap->corner[1] = kiln_track_sub(b[1], a);
	gap->corner[2] = kiln_track_sub(b[2], a);
	gap->side[2] = kiln_track_sub(b[0], b[2]);
	return true;
}

bool kilni_gap_segment_segment(kiln_gap *gap, const kiln_track *const a[2], const kiln_track *const b[2])
{
	gap->count = 4;
	gap->corner[0] = kiln_track_sub(b[0], a[0]);
	gap->side[0] = kiln_track_sub(a[1], a[0]);
	gap->side[1] = kiln_track_sub(b[1], b[0]);
	if (!may_be_flat(gap))
		return false;
	gap->corner[1] = kiln_track_sub(b[1], a[0]);
	gap->corner[2] = kiln_track_sub(b[1], a[1]);
	gap->corner[3] = kiln_track_sub(b[0], a[1]);
	return true;
}

/// Whether the gap is proven to stay on one side of the plane perpendicular to the direction of its middle. This
/// decides most pairs that pass each other, without a square root.
static bool passes(const kiln_gap *gap, double size)
{
	kiln_d3 middle = {0, 0, 0};
	for (int i = 0; i < gap->count; ++i)
		middle = kiln_d3_add(middle, kiln_d3_add(gap->corner[i].from, gap->corner[i].to));
	double least = HUGE_VAL;
	for (int i = 0; i < gap->count; ++i)
	{
		least = kiln_double_min(least, kiln_d3_dot(gap->corner[i].from, middle));
		least = kiln_double_min(least, kiln_d3_dot(gap->corner[i].to, middle));
	}
	// A product rounds by less than 4 * 2^-53 of the product of three of these.
	return least > 0x1p-48 * size * kiln_d3_largest(middle);
}

/// A gap at a time.
typedef struct still
{
	kiln_d3 corner[4];
	kiln_d3 side[2]; ///< the shorter two of a triangle: they give the best normal of a needle
	int first;		 ///< number in the gap of the first of them
	int count;
} still;

static double squared_at(const kiln_gap *gap, int side, double t)
{
	return kiln_d3_length2(kiln_track_at(&gap->side[side], t));
}

/// The side after the longest of a triangle.
static int first_side(const kiln_gap *gap, double t)
{
	if (gap->count == 4)
		return 0;
	double a = squared_at(gap, 0, t), b = squared_at(gap, 1, t), c = squared_at(gap, 2, t);
	return a >= b && a >= c ? 1 : b >= c ? 2 : 0;
}

static still still_at(const kiln_gap *gap, double t)
{
	still s = {.count = gap->count};
	for (int i = 0; i < gap->count; ++i)
		s.corner[i] = kiln_track_at(&gap->corner[i], t);
	s.first = first_side(gap, t);
	for (int i = 0; i < 2; ++i)
		s.side[i] = kiln_track_at(&gap->side[(s.first + i) % 3], t);
	return s;
}

/// The polygon's normal; zero where its sides are parallel to 2^-40, because the normal might then point anywhere.
static kiln_d3 normal_of(const still *s)
{
	kiln_d3 normal = kiln_d3_cross(s->side[0], s->side[1]);
	double full2 = kiln_d3_length2(s->side[0]) * kiln_d3_length2(s->side[1]);
	return kiln_d3_length2(normal) > 0x1p-80 * full2 ? normal : (kiln_d3){0, 0, 0};
}

static int next_corner(const still *s, int i)
{
	return i + 1 < s->count ? i + 1 : 0;
}

/// The part of the polygon closest to the origin, and a direction to its closest point.
typedef struct heading
{
	kiln_d3 direction;
	double distance; ///< how far the whole polygon is away along the direction; negative or NaN: not proven
	kiln_gap_part part;
	int corner;
} heading;

static heading measured(const still *s, heading h)
{
	double least = kiln_d3_dot(s->corner[0], h.direction);
	for (int i = 1; i < s->count; ++i)
		least = kiln_double_min(least, kiln_d3_dot(s->corner[i], h.direction));
	h.distance = least / sqrt(kiln_d3_length2(h.direction));
	return h;
}

static heading along_normal(const still *s, kiln_d3 normal)
{
	double side = kiln_d3_dot(normal, s->corner[0]) < 0 ? -1 : 1;
	return measured(s, (heading){.direction = kiln_d3_scale(normal, side), .part = KILN_GAP_FACE});
}

/// Whether the origin's foot in the plane is in the polygon.
static bool over_face(const still *s, kiln_d3 normal)
{
	bool over = kiln_d3_length2(normal) > 0;
	for (int i = 0; over && i < s->count; ++i)
		over = kiln_d3_dot(kiln_d3_cross(s->corner[i], s->corner[next_corner(s, i)]), normal) >= 0;
	return over;
}

static kiln_d3 perpendicular(kiln_d3 v, kiln_d3 to)
{
	return kiln_d3_along(v, -(kiln_d3_dot(v, to) / kiln_d3_length2(to)), to);
}

/// The direction to the closest corner or edge.
static heading to_rim(const still *s)
{
	heading best = {.direction = s->corner[0], .part = KILN_GAP_CORNER};
	for (int i = 0; i < s->count; ++i)
	{
		kiln_d3 from = s->corner[i], edge = kiln_d3_sub(s->corner[next_corner(s, i)], from);
		double length2 = kiln_d3_length2(edge), along = -kiln_d3_dot(from, edge);
		heading h = {.direction = from, .part = KILN_GAP_CORNER, .corner = i};
		if (along > 0 && along < length2)
		{
			h.part = KILN_GAP_EDGE;
			h.direction = kiln_d3_along(from, along / length2, edge);
		}
		if (kiln_d3_length2(h.direction) < kiln_d3_length2(best.direction))
			best = h;
	}
	return best;
}

static heading farther(heading a, heading b)
{
	return b.distance > a.distance ? b : a;
}

/// A direction along which the polygon is as far from the origin as possible. Rounding turns short directions. So an
/// edge's direction is made perpendicular to the edge a second time. Other directions are tried where the distance
/// along the direction is much less than the closest distance.
static heading heading_of(const still *s, double near)
{
	kiln_d3 normal = normal_of(s);
	heading best = along_normal(s, normal);
	if (best.distance > near && over_face(s, normal))
		return best;
	heading rim = to_rim(s);
	kiln_d3 from = s->corner[rim.corner];
	if (rim.part == KILN_GAP_EDGE)
		rim.direction = perpendicular(rim.direction, kiln_d3_sub(s->corner[next_corner(s, rim.corner)], from));
	rim = measured(s, rim);
	best = farther(rim, best);
	if (best.distance > 0.5 * sqrt(kiln_d3_length2(rim.direction)))
		return best;
	for (int i = 0; i < s->count; ++i)
	{
		heading other = rim;
		other.direction = perpendicular(rim.direction, kiln_d3_sub(s->corner[i], from));
		best = farther(best, measured(s, other));
	}
	return best;
}

/// The least x > 0 with a + b x + c x^2 = 0; 0 for a <= 0, and 2 if there is no root below 2.
static double first_root(double a, double b, double c)
{
	double rest = b * b - 4 * a * c;
	if (!(a > 0))
		return 0;
	if ((b >= 0 && c >= 0) || rest < 0)
		return 2;
	return kiln_double_min(2, b < 0 ? 2 * a / (sqrt(rest) - b) : (sqrt(rest) + b) / (-2 * c));
}

static double sum_of(kiln_d3 v)
{
	v = kiln_d3_sizes(v);
	return v.x + v.y + v.z;
}

/// How long the polygon is proven to stay on one side of a plane through the origin. The plane's normal is `direction`,
/// and changes by `turn` per unit of time. Rounding loses less than 2^-47 of the terms: at the start, of the direction
/// and the size; later, of the changed direction. In a short time, even a fast turn loses little.
static double stays(const kiln_gap *gap, const still *s, double size, kiln_d3 direction, kiln_d3 turn)
{
	double lost = 0x1p-47 * size, margin = lost * sum_of(direction), growth = lost * sum_of(turn), least = 2;
	for (int i = 0; i < s->count; ++i)
	{
		kiln_d3 motion = kiln_d3_sub(gap->corner[i].to, gap->corner[i].from);
		double speed = kiln_d3_dot(direction, motion) + kiln_d3_dot(turn, s->corner[i]) - growth;
		double start = kiln_d3_dot(direction, s->corner[i]) - margin;
		least = kiln_double_min(least, first_root(start, speed, kiln_d3_dot(turn, motion)));
	}
	return least;
}

/// How long the polygon is proven to stay apart from the origin: along a fixed direction, or along one that turns with
/// the closest part. The turning direction allows long steps where the motion turns in one plane.
static double stays_apart(const kiln_gap *gap, const still *s, double size, const heading *h)
{
	double least = stays(gap, s, size, h->direction, (kiln_d3){0, 0, 0});
	if (least > 1)
		return least;
	const kiln_track *corner = &gap->corner[h->corner], *next = &gap->corner[next_corner(s, h->corner)];
	kiln_d3 direction = s->corner[h->corner], turn = kiln_d3_sub(corner->to, corner->from);
	if (h->part == KILN_GAP_EDGE)
	{
		kiln_d3 edge = kiln_d3_sub(s->corner[next_corner(s, h->corner)], s->corner[h->corner]);
		kiln_d3 axis = kilni_d3_unit(kiln_d3_cross(edge, h->direction));
		direction = kiln_d3_cross(axis, edge);
		turn = kiln_d3_cross(axis, kiln_d3_sub(kiln_d3_sub(next->to, next->from), turn));
	}
	if (h->part == KILN_GAP_FACE)
	{
		const kiln_track *one = &gap->side[s->first], *other = &gap->side[(s->first + 1) % 3];
		kiln_d3 e = kiln_d3_sub(one->to, one->from), f = kiln_d3_sub(other->to, other->from);
		direction = h->direction;
		turn = kiln_d3_add(kiln_d3_cross(e, s->side[1]), kiln_d3_cross(s->side[0], f));
		if (kiln_d3_dot(direction, kiln_d3_cross(s->side[0], s->side[1])) < 0)
			turn = kiln_d3_scale(turn, -1);
	}
	return kiln_double_max(least, stays(gap, s, size, direction, turn));
}

/// Whether the polygon's normal at a time is more than rounding.
static bool upright(const still *s, kiln_d3 *normal)
{
	*normal = normal_of(s);
	return kiln_d3_length2(*normal) > 0;
}

/// The normal of a contact: the polygon's normal, towards the side on which the polygon was before. If the polygon has
/// no normal, the direction in which the features were last apart. At the start, the direction against their motion, or
/// perpendicular to the longer side of two parallel ones.
static kiln_d3 contact_normal(const kiln_gap *gap, const kiln_cubic *cubic, double t, int side, kiln_d3 last)
{
	const still s = still_at(gap, t);
	kiln_d3 normal, motion = kiln_d3_sub(gap->corner[0].to, gap->corner[0].from);
	if (upright(&s, &normal) && (side != 0 || !(kiln_d3_length2(last) > 0)))
	{
		bool with = side != 0 ? side < 0 : cubic->b[1] > cubic->b[0];
		return kilni_d3_unit(kiln_d3_scale(normal, with ? 1 : -1));
	}
	if (kiln_d3_length2(last) > 0)
		return kilni_d3_unit(kiln_d3_scale(last, -1));
	bool second = kiln_d3_length2(s.side[1]) > kiln_d3_length2(s.side[0]);
	kiln_d3 axis = kilni_d3_unit(s.side[second]);
	if (kiln_d3_length2(axis) > 0)
		return kilni_d3_across(axis);
	motion = kilni_d3_unit(motion);
	return kiln_d3_length2(motion) > 0 ? motion : (kiln_d3){0, 0, 1};
}

/// The number of steps after which a pair counts as in contact, early. One or two steps are usual. Pairs that need more
/// than twenty have a cubic that is zero within rounding, and most of them would never finish.
#define STEPS 100

/// The greatest distance that counts as contact, in sizes.
#define NEAR 0x1p-42

kiln_meeting kilni_gap_close(const kiln_gap *gap, double limit)
{
	const kiln_meeting none = {.t = 2};
	double size = 0, t = 0;
	for (int i = 0; i < gap->count; ++i)
		size = kiln_double_max(size, kiln_track_size(&gap->corner[i]));
	if (passes(gap, size))
		return none;
	kiln_cubic cubic = gap->cubic;
	kilni_cubic_split(&cubic);
	kiln_d3 last = {0, 0, 0};
	for (int step = 0;; ++step)
	{
		int side;
		t = kilni_cubic_next(&cubic, t, &side);
		if (t > limit)
			return none;
		const still s = still_at(gap, t);
		heading h = heading_of(&s, NEAR * size);
		if (!(h.distance > NEAR * size) || step == STEPS)
			return (kiln_meeting){t, h.part, h.corner, contact_normal(gap, &cubic, t, side, last)};
		last = h.direction;
		t += stays_apart(gap, &s, size, &h);
		if (t > limit)
			return none;
	}
}
