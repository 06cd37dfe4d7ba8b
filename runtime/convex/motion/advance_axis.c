// SPDX-License-Identifier: MIT
#include "advance_axis.h"

/// The most times at which one separating axis is evaluated.
#define LOOKS_MOST 24

/// Edges with a sine below this count as parallel.
#define PARALLEL 0x1p-20

// --- The axis ---------------------------------------------------------------------------------------------------------

static const kiln_course *course_of(const kiln_advance *advance, int body)
{
	return &advance->mover[body]->course;
}

static bool turns(const kiln_advance *advance, int body)
{
	return course_of(advance, body)->bend > 0;
}

/// A vector given in a body's own coordinates, in world coordinates at t.
static kiln_d3 turned_by(const kiln_advance *advance, int body, double t, kiln_d3 v)
{
	kiln_d3 axes[3];
	if (!turns(advance, body))
		return v;
	kilni_course_axes(course_of(advance, body), t, axes);
	return kiln_turned(axes, v);
}

static kiln_d3 turned_back(const kiln_advance *advance, int body, double t, kiln_d3 v)
{
	kiln_d3 axes[3];
	if (!turns(advance, body))
		return v;
	kilni_course_axes(course_of(advance, body), t, axes);
	return kiln_turned_back(axes, v);
}

static kiln_d3 normal_at(const kiln_axis *axis, double t)
{
	if (axis->carrier == KILN_AXIS_OF_WORLD)
		return axis->normal;
	if (axis->carrier != KILN_AXIS_OF_EDGES)
		return turned_by(axis->advance, (int)axis->carrier, t, axis->normal);
	kiln_d3 normal =
		kiln_d3_cross(turned_by(axis->advance, 0, t, axis->edges[0]), turned_by(axis->advance, 1, t, axis->edges[1]));
	return kiln_d3_scale(normal, 1 / sqrt(kiln_d3_length2(normal)));
}

double kilni_axis_separation(kiln_axis *axis, double t)
{
	const kiln_advance *advance = axis->advance;
	kiln_d3 normal = normal_at(axis, t);
	double apart = kiln_d3_dot(normal, kiln_advance_between(advance, t)) - advance->margin - advance->slack;
	for (int i = 0; i < 2; ++i)
	{
		kiln_d3 outward = i == 0 ? normal : kiln_d3_scale(normal, -1);
		apart -= axis->still[i] ? axis->height[i] : kilni_mover_height(advance->mover[i], t, outward, &axis->seeds[i]);
	}
	return apart;
}

// --- How fast it changes ----------------------------------------------------------------------------------------------

/// Bounds of an axis's first and second derivative.
typedef struct axis_change
{
	double speed, force;
} axis_change;

/// The second derivative of n . (c + q - p). c leads from center to center; p and q are points of the bodies relative
/// to their centers. It is n'' . (c + q - p) + 2 n' . (c + q - p)' + n . (q - p)'', with c'' = 0. p is at most `reach`
/// from the center and `swing` from the axis of rotation.
static double force_of_change(const kiln_axis *axis, axis_change change, double from)
{
	const kiln_advance *advance = axis->advance;
	double size = kiln_advance_distance(advance, from, axis->until);
	double speed = sqrt(kiln_d3_length2(advance->way)), force = 0;
	for (int i = 0; i < 2; ++i)
	{
		const kiln_mover *mover = advance->mover[i];
		kiln_spin spin = kilni_course_spin(&mover->course, from, axis->until);
		size += mover->reach;
		speed += spin.speed * mover->swing;
		force += spin.force * mover->swing;
	}
	return change.force * size + 2 * change.speed * speed + force;
}

/// For a fixed axis: a rotation moves points along it by the sine of its angle to the axis of rotation.
static double force_in_world(const kiln_axis *axis, kiln_d3 normal, double from)
{
	double force = 0;
	for (int i = 0; i < 2; ++i)
	{
		const kiln_mover *mover = axis->advance->mover[i];
		if (mover->course.bend > 0)
			force += kiln_course_sine(&mover->course, normal) * mover->swing *
					 kilni_course_spin(&mover->course, from, axis->until).force;
	}
	return force;
}

/// For an axis that turns with a body: the points of this body do not move relative to it.
static double force_with_body(const kiln_axis *axis, kiln_d3 normal, double from)
{
	const kiln_advance *advance = axis->advance;
	const kiln_mover *other = advance->mover[axis->carrier == KILN_AXIS_OF_A];
	const kiln_course *course = course_of(advance, (int)axis->carrier);
	kiln_spin turn = kilni_course_spin(course, from, axis->until);
	kiln_spin spin = kilni_course_spin(&other->course, from, axis->until);
	double sine = kiln_course_sine(course, normal);
	double size = kiln_advance_distance(advance, from, axis->until) + other->reach;
	double speed = sqrt(kiln_d3_length2(advance->way)) + spin.speed * other->swing;
	return sine * (turn.force * size + 2 * turn.speed * speed) + spin.force * other->swing;
}

/// For edges: n = u / |u| with the product u of two unit edges that turn. |u'| <= w and |u''| <= k + ...; with |u| at
/// least half of its initial value, |n'| <= |u'| / |u| and |n''| <= |u''| / |u| + 3 |u'|^2 / |u|^2.
static axis_change change_of_edges(const kiln_axis *axis, double sine, double from)
{
	kiln_spin a = kilni_course_spin(course_of(axis->advance, 0), from, axis->until);
	kiln_spin b = kilni_course_spin(course_of(axis->advance, 1), from, axis->until);
	double least = 0.5 * sine, speed = (a.speed + b.speed) / least;
	return (axis_change){speed, (a.force + 2 * a.speed * b.speed + b.force) / least + 3 * speed * speed};
}

// --- Its beginning ----------------------------------------------------------------------------------------------------

/// The number of points of a simplex of three that differ by more than the rounding of moving with a body; and an edge
/// between two of them.
static uint32_t distinct(const kiln_mover *mover, const kiln_d3 points[3], kiln_d3 *edge)
{
	const double same = 0x1p-40 * mover->reach;
	uint32_t count = 1;
	for (int i = 1; i < 3; ++i)
	{
		kiln_d3 away = kiln_d3_sub(points[i], points[0]);
		bool again = i == 2 && count == 2 && !(kiln_d3_largest(kiln_d3_sub(points[2], points[1])) > same);
		if (!(kiln_d3_largest(away) > same) || again)
			continue;
		*edge = away;
		++count;
	}
	return count;
}

kiln_axis_carrier kilni_axis_suggested(const kiln_advance *advance)
{
	const kiln_simplex *simplex = &advance->simplex;
	if (simplex->count != 3 || !(turns(advance, 0) || turns(advance, 1)))
		return KILN_AXIS_OF_WORLD;
	kiln_d3 edge;
	uint32_t of_a = distinct(advance->mover[0], simplex->a, &edge),
			 of_b = distinct(advance->mover[1], simplex->b, &edge);
	if (of_a == 2 && of_b == 2)
		return KILN_AXIS_OF_EDGES;
	if (of_a == 3 && turns(advance, 0))
		return KILN_AXIS_OF_A;
	return of_b == 3 && turns(advance, 1) ? KILN_AXIS_OF_B : KILN_AXIS_OF_WORLD;
}

/// How long the product of the edges stays at least half as long, and how fast it turns until then.
static bool begin_edges(kiln_axis *axis, kiln_d3 normal, double from)
{
	const kiln_advance *advance = axis->advance;
	kiln_d3 edges[2];
	distinct(advance->mover[0], advance->simplex.a, &axis->edges[0]);
	distinct(advance->mover[1], advance->simplex.b, &axis->edges[1]);
	double speed = 0;
	for (int i = 0; i < 2; ++i)
	{
		axis->edges[i] = kiln_d3_scale(axis->edges[i], 1 / sqrt(kiln_d3_length2(axis->edges[i])));
		edges[i] = turned_by(advance, i, from, axis->edges[i]);
		speed += kilni_course_spin(course_of(advance, i), from, 1).speed;
	}
	kiln_d3 product = kiln_d3_cross(edges[0], edges[1]);
	double sine = sqrt(kiln_d3_length2(product));
	if (!(sine > PARALLEL))
		return false;
	if (kiln_d3_dot(product, normal) < 0)
		axis->edges[0] = kiln_d3_scale(axis->edges[0], -1);
	axis->until = kiln_double_min(1, from + 0.5 * sine / speed);
	axis->force = force_of_change(axis, change_of_edges(axis, sine, from), from);
	return true;
}

bool kilni_axis_begin(
	kiln_axis *axis, const kiln_advance *advance, kiln_axis_carrier carrier, kiln_d3 normal, double from)
{
	*axis = (kiln_axis){.advance = advance, .carrier = carrier, .normal = normal, .until = 1};
	axis->seeds[0] = axis->seeds[1] = KILN_NONE;
	if (carrier == KILN_AXIS_OF_EDGES)
		return begin_edges(axis, normal, from);
	bool world = carrier == KILN_AXIS_OF_WORLD;
	axis->force = world ? force_in_world(axis, normal, from) : force_with_body(axis, normal, from);
	for (int i = 0; i < 2; ++i)
	{
		axis->still[i] = world ? !turns(advance, i) : i == (int)carrier;
		kiln_d3 outward = i == 0 ? normal : kiln_d3_scale(normal, -1);
		if (axis->still[i])
			axis->height[i] = kilni_mover_height(advance->mover[i], from, outward, &axis->seeds[i]);
	}
	if (!world)
		axis->normal = turned_back(advance, (int)carrier, from, normal);
	return true;
}

// --- Along it ---------------------------------------------------------------------------------------------------------

/// The state of a search along an axis. At `low`, up to which the separation is proved, it is `above`. At `high`, if
/// that is known, it is `below`, which is not more than 0.
typedef struct axis_search
{
	kiln_axis *axis;
	double low, above;
	bool bracketed;
	double high, below;
} axis_search;

/// Whether the separation stays at or above zero between two times: its minimum is at least that of chord - force s (1
/// - s) width^2 / 2. (The chord of the least separation of all points is below the chord of any two.)
static bool stays_apart(double force, double first, double last, double width)
{
	if (!(first > 0) || !(last > 0))
		return false;
	// The bound has been rounded a few times.
	double sag = (0.5 + 0x1p-40) * force * width * width, rise = last - first;
	if (!(sag > kiln_double_abs(rise)))
		return true;
	double most = sag - rise;
	return 4 * first * sag >= most * most;
}

/// Moves to a later time, if the separation is proved up to it.
static bool try_time(axis_search *search, double time)
{
	double there = kilni_axis_separation(search->axis, time);
	if (stays_apart(search->axis->force, search->above, there, time - search->low))
	{
		search->low = time;
		search->above = there;
		return true;
	}
	if (!(there > 0))
	{
		search->bracketed = true;
		search->high = time;
		search->below = there;
	}
	return false;
}

/// The next time to try. The separation is proved within sqrt(2 above / force) whatever happens; if the separation does
/// not shrink much, within 1.4 times that. Inside a bracket: false position, aimed a little above zero, and every third
/// time halving.
static double next_time(const axis_search *search, int look, double aim)
{
	if (search->bracketed)
	{
		double share = (search->above - aim) / (search->above - search->below);
		return search->low + (look % 3 == 2 ? 0.5 : share) * (search->high - search->low);
	}
	double sure = sqrt(2 * search->above / search->axis->force);
	return kiln_double_min(search->low + 1.4 * sure, search->axis->until);
}

double kilni_axis_follow(kiln_axis *axis, double *time)
{
	const double enough = 0.5 * axis->advance->tolerance;
	axis_search search = {.axis = axis, .low = *time, .above = kilni_axis_separation(axis, *time)};
	bool done = !(search.above > 0) || !(search.low < axis->until) || try_time(&search, axis->until);
	// A bracket this wide is of little use where the separation bends.
	search.bracketed = search.bracketed && !(axis->force > 0);
	for (int look = 0; look < LOOKS_MOST && !done && search.above > enough; ++look)
	{
		double next = next_time(&search, look, 0.5 * enough);
		bool moved = next > search.low && try_time(&search, next);
		if (!moved && !search.bracketed)
		{
			double sure = search.low + sqrt(2 * search.above / axis->force);
			moved = sure > search.low && sure < axis->until && try_time(&search, sure);
		}
		done = search.low >= axis->until || !(moved || search.bracketed);
	}
	*time = search.low;
	return search.above;
}
