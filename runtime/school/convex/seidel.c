// SPDX-License-Identifier: MIT
#include "seidel.h"

#include "convex/distance/gjk.h"

#include <math.h>

/// The room on both sides of the plane that the search requires, in the programme's measure.
#define ROOM 0x1p-30
/// How much of the room may be missing.
#define SLACK 0x1p-31
/// The largest unknown: a plane with a larger one cannot have this room on both sides.
#define MOST 0x1p30
/// The rounding error of a height, as a share of the coordinates.
#define ROUNDING 0x1p-46
/// The number of vertices examined, per vertex: some 25 are usual. More means an unlucky order.
#define LOOKS 400

/// The vertices in conflict: no plane satisfies all of them.
typedef struct seidel_odds
{
	uint32_t count;
	uint32_t at[4];
} seidel_odds;

typedef struct seidel_work
{
	const kiln_polytope *side[2];
	uint32_t count, first_count; ///< number of vertices of both; number of vertices of a
	uint32_t mask, shift;		 ///< parameters of the order
	kiln_d3 middle[2];
	kiln_d3 frame[3]; ///< along q - p, divided by its squared length; two perpendicular ones, divided by its length
	kiln_d3 center;	  ///< half way
	double size;	  ///< bounds the coordinates
	int64_t looks;	  ///< vertices that may still be examined
	uint32_t steps;
	seidel_odds odds;
} seidel_work;

/// Half-plane p x + q y <= r.
typedef struct seidel_row
{
	double p, q, r;
} seidel_row;

typedef struct seidel_point
{
	double u, w;
} seidel_point;

/// A bijection of the numbers up to the mask, in pairs of steps: one multiplies by an odd number, the other adds higher
/// bits to lower ones.
static uint32_t in_order(const seidel_work *work, uint32_t i)
{
	uint32_t x = (i * 0x9e3779b1u + 0x7f4a7c15u) & work->mask;
	x ^= x >> work->shift;
	x = x * 0x85ebca6bu & work->mask;
	x ^= x >> work->shift;
	return x * 0xc2b2ae35u & work->mask;
}

static bool is_of_b(const seidel_work *work, uint32_t vertex)
{
	return vertex >= work->first_count;
}

static kiln_d3 vertex_of(const seidel_work *work, uint32_t vertex)
{
	return is_of_b(work, vertex) ? kiln_polytope_vertex(work->side[1], vertex - work->first_count)
								 : kiln_polytope_vertex(work->side[0], vertex);
}

/// A vertex in the programme's measure.
static kiln_d3 measured(const seidel_work *work, uint32_t vertex)
{
	kiln_d3 x = kiln_d3_sub(vertex_of(work, vertex), work->center);
	return (kiln_d3){kiln_d3_dot(work->frame[0], x), kiln_d3_dot(work->frame[1], x), kiln_d3_dot(work->frame[2], x)};
}

/// The constraint of vertex `k` on planes through vertex `h`, which is at `x`: vertices of one side must be behind the
/// plane, those of the other side in front of it, by the room for both.
static seidel_row row_of(seidel_work *work, uint32_t h, kiln_d3 x, uint32_t k)
{
	kiln_d3 d = kiln_d3_sub(measured(work, k), x);
	double sign = is_of_b(work, k) ? -1 : 1;
	--work->looks;
	return (seidel_row){sign * d.y, sign * d.z, -sign * d.x - (is_of_b(work, k) == is_of_b(work, h) ? 0 : 2 * ROOM)};
}

/// The interval that is left on a line, and the rows that bound it.
typedef struct seidel_line
{
	double low, high;
	double low_speed, high_speed; ///< of the bounding rows along the line
	uint32_t low_by, high_by;	  ///< KILN_NONE: the largest unknowns
	uint32_t against;			  ///< a vertex that leaves nothing at all; KILN_NONE: no such vertex
} seidel_line;

static void cut(seidel_line *line, double speed, double room, uint32_t by)
{
	// A row along the line holds for all of the line or for none of it.
	double tiny = 0x1p-40;
	if (kiln_double_abs(speed) <= tiny * kiln_double_abs(room))
	{
		if (room < -SLACK && line->against == KILN_NONE)
			line->against = by;
		return;
	}
	double t = room / speed;
	if (speed > 0 && t < line->high)
	{
		line->high = t;
		line->high_speed = speed;
		line->high_by = by;
	}
	if (speed < 0 && t > line->low)
	{
		line->low = t;
		line->low_speed = -speed;
		line->low_by = by;
	}
}

static void add_odds(seidel_work *work, uint32_t vertex)
{
	seidel_odds *odds = &work->odds;
	if (vertex != KILN_NONE && odds->count < 4)
		odds->at[odds->count++] = vertex;
}

/// Whether a part of a line is left; then `t` is its end farther along `gain`.
static bool choose(seidel_work *work, const seidel_line *line, double gain, double *t)
{
	double over = line->low - line->high;
	// An empty interval that both rows would allow within the slack counts as a point.
	bool bearable = over * line->low_speed <= 2 * SLACK && over * line->high_speed <= 2 * SLACK;
	if (line->against == KILN_NONE && !(over > 0 && !bearable))
	{
		*t = over > 0 || gain == 0 ? (line->low + line->high) / 2 : gain > 0 ? line->high : line->low;
		return true;
	}
	if (line->against != KILN_NONE)
		add_odds(work, line->against);
	else
	{
		add_odds(work, line->low_by);
		add_odds(work, line->high_by);
	}
	return false;
}

/// The best point on the border of row `j` that satisfies the rows before number `end` of the order.
static bool solve_line(
	seidel_work *work, uint32_t h, kiln_d3 x, uint32_t j, seidel_row border, uint32_t end, seidel_point *best)
{
	double length2 = border.p * border.p + border.q * border.q;
	double length = sqrt(length2);
	if (!(length > 0) || !(kiln_double_abs(border.r) <= MOST * length))
	{
		// No plane with enough room puts this vertex on its right side.
		add_odds(work, j);
		return false;
	}
	const seidel_point along = {-border.q / length, border.p / length};
	const seidel_point base = {border.p * (border.r / length2), border.q * (border.r / length2)};
	seidel_line line = {-MOST, MOST, 0, 0, KILN_NONE, KILN_NONE, KILN_NONE};
	for (uint32_t i = 0; i < end; ++i)
	{
		uint32_t k = in_order(work, i);
		if (k >= work->count || k == h || k == j)
			continue;
		seidel_row row = row_of(work, h, x, k);
		cut(&line, row.p * along.u + row.q * along.w, row.r - (row.p * base.u + row.q * base.w), k);
	}
	double t;
	if (!choose(work, &line, x.y * along.u + x.z * along.w, &t))
	{
		add_odds(work, j);
		return false;
	}
	best->u = base.u + t * along.u;
	best->w = base.w + t * along.w;
	return true;
}

/// The best plane through vertex `h` that satisfies the vertices before number `end` of the order.
static bool solve_plane(seidel_work *work, uint32_t h, kiln_d3 x, uint32_t end, seidel_point *best)
{
	*best = (seidel_point){x.y > 0 ? MOST : x.y < 0 ? -MOST : 0, x.z > 0 ? MOST : x.z < 0 ? -MOST : 0};
	for (uint32_t i = 0; i < end && work->looks >= 0; ++i)
	{
		uint32_t j = in_order(work, i);
		if (j >= work->count || j == h)
			continue;
		seidel_row row = row_of(work, h, x, j);
		if (row.p * best->u + row.q * best->w - row.r <= SLACK)
			continue;
		if (!solve_line(work, h, x, j, row, i, best))
		{
			add_odds(work, h);
			return false;
		}
	}
	return true;
}

/// A plane between all vertices; returns false when no plane is left, or when too many vertices were examined.
static bool solve(seidel_work *work, seidel_point *best)
{
	double height = HUGE_VAL;
	*best = (seidel_point){0, 0};
	for (uint32_t i = 0; i <= work->mask; ++i)
	{
		uint32_t h = in_order(work, i);
		if (h >= work->count)
			continue;
		--work->looks;
		kiln_d3 x = measured(work, h);
		double above = x.x + x.y * best->u + x.z * best->w - height;
		if ((is_of_b(work, h) ? -above : above) <= SLACK - ROOM)
			continue;
		++work->steps;
		if (!solve_plane(work, h, x, i, best) || work->looks < 0)
			return false;
		height = x.x + x.y * best->u + x.z * best->w + (is_of_b(work, h) ? -ROOM : ROOM);
	}
	return true;
}

/// Whether the origin is certainly in a tetrahedron: on the inner side of each face by more than rounding.
static bool is_inside(const kiln_d3 w[4])
{
	int inside = 0;
	for (int i = 0; i < 4; ++i)
	{
		kiln_d3 a = w[(i + 1) % 4], b = w[(i + 2) % 4], c = w[(i + 3) % 4];
		double volume = kiln_d3_dot(a, kiln_d3_cross(b, c));
		double slack = 0x1p-48 * kiln_d3_largest(a) * kiln_d3_largest(b) * kiln_d3_largest(c);
		// The winding of the other three corners alternates.
		volume = i % 2 ? -volume : volume;
		inside += volume > slack ? 1 : volume < -slack ? -1 : 0;
	}
	return inside == 4 || inside == -4;
}

/// Whether the origin is between the middles' difference and up to three differences of vertices: then the bodies have
/// a common point.
static bool holds_origin(const seidel_work *work, const kiln_d3 *differences, uint32_t count)
{
	kiln_d3 w[4] = {kiln_d3_sub(work->middle[1], work->middle[0])}, v = {0, 0, 0};
	uint32_t kept[4];
	double weight[4];
	for (uint32_t i = 0; i < count; ++i)
		w[1 + i] = differences[i];
	if (count == 3 && is_inside(w))
		return true;
	uint32_t left = kilni_simplex_closest(w, 1 + count, kept, weight);
	for (uint32_t i = 0; i < left; ++i)
		v = kiln_d3_along(v, weight[i], w[kept[i]]);
	return kiln_d3_largest(v) <= KILN_PROGRAMME_NEAR * work->size;
}

/// Whether the vertices in conflict, with the middles, prove an overlap.
static bool proves_overlap(const seidel_work *work)
{
	kiln_d3 a[4], b[4];
	uint32_t a_count = 0, b_count = 0;
	for (uint32_t i = 0; i < work->odds.count; ++i)
	{
		kiln_d3 vertex = vertex_of(work, work->odds.at[i]);
		if (is_of_b(work, work->odds.at[i]))
			b[b_count++] = vertex;
		else
			a[a_count++] = vertex;
	}
	if (a_count == 0 || b_count == 0)
		return false;
	// One vertex against up to three, or two against two: the corners of a parallelogram in order, tested three at a
	// time.
	kiln_d3 w[4];
	if (a_count == 2 && b_count == 2)
	{
		const kiln_d3 corners[4] = {
			kiln_d3_sub(b[0], a[0]), kiln_d3_sub(b[1], a[0]), kiln_d3_sub(b[1], a[1]), kiln_d3_sub(b[0], a[1])};
		const kiln_d3 other[3] = {corners[0], corners[2], corners[3]};
		return holds_origin(work, corners, 3) || holds_origin(work, other, 3);
	}
	uint32_t count = 0;
	for (uint32_t i = 0; i < a_count; ++i)
		for (uint32_t j = 0; j < b_count && count < 3; ++j)
			w[count++] = kiln_d3_sub(b[j], a[i]);
	return holds_origin(work, w, count);
}

/// The mean of a side's vertices, which belongs to its hull except for rounding.
static kiln_d3 middle_of(const kiln_polytope *side, uint32_t count, double *size)
{
	kiln_d3 sum = {0, 0, 0};
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 x = kiln_polytope_vertex(side, i);
		sum = kiln_d3_add(sum, x);
		*size = kiln_double_max(*size, kiln_d3_largest(x));
	}
	return kiln_d3_scale(sum, 1.0 / count);
}

/// Sets the measure; returns false when the middles coincide.
static bool begin(seidel_work *work, const kiln_polytope *a, const kiln_polytope *b)
{
	uint32_t a_count = a->hull->vertex_count, b_count = b->hull->vertex_count, bits = 2;
	*work = (seidel_work){.side = {a, b}, .count = a_count + b_count, .first_count = a_count};
	while (work->count >> bits)
		++bits;
	work->mask = (1u << bits) - 1;
	work->shift = bits / 2;
	work->looks = (int64_t)LOOKS * work->count;
	work->middle[0] = middle_of(a, a_count, &work->size);
	work->middle[1] = middle_of(b, b_count, &work->size);
	kiln_d3 c = kiln_d3_sub(work->middle[1], work->middle[0]);
	if (!(kiln_d3_largest(c) > KILN_PROGRAMME_NEAR * work->size))
		return false;
	double length = sqrt(kiln_d3_length2(c));
	kiln_d3 along = kiln_d3_scale(c, 1 / length), least = kiln_d3_abs(along);
	bool x = least.x <= least.y && least.x <= least.z, y = !x && least.y <= least.z;
	kiln_d3 across = kiln_d3_cross(along, (kiln_d3){x, y, !x && !y});
	across = kiln_d3_scale(across, 1 / sqrt(kiln_d3_length2(across)));
	work->frame[0] = kiln_d3_scale(along, 1 / length);
	work->frame[1] = kiln_d3_scale(across, 1 / length);
	work->frame[2] = kiln_d3_scale(kiln_d3_cross(along, across), 1 / length);
	work->center = kiln_d3_scale(kiln_d3_add(work->middle[0], work->middle[1]), 0.5);
	return true;
}

bool kilni_programme_part(const kiln_polytope *a, const kiln_polytope *b, kiln_d3 normal, kiln_programme *answer)
{
	double low = HUGE_VAL, high = -HUGE_VAL, size = a->margin + b->margin;
	normal = kiln_d3_scale(normal, 1 / sqrt(kiln_d3_length2(normal)));
	for (uint32_t i = 0; i < a->hull->vertex_count; ++i)
	{
		kiln_d3 vertex = kiln_polytope_vertex(a, i);
		low = kiln_double_min(low, kiln_d3_dot(normal, vertex));
		size = kiln_double_max(size, kiln_d3_largest(vertex));
	}
	for (uint32_t i = 0; i < b->hull->vertex_count; ++i)
	{
		kiln_d3 vertex = kiln_polytope_vertex(b, i);
		high = kiln_double_max(high, kiln_d3_dot(normal, vertex));
		size = kiln_double_max(size, kiln_d3_largest(vertex));
	}
	low -= a->margin;
	high += b->margin;
	double gap = (low - high) / 2 - ROUNDING * size;
	if (!(gap > 0))
		return false;
	answer->verdict = KILN_PROGRAMME_APART;
	answer->normal = normal;
	answer->d = (low + high) / 2;
	answer->gap = gap;
	return true;
}

/// A plane's normal, from b to a, of any length.
static kiln_d3 normal_of(const seidel_work *work, seidel_point plane)
{
	kiln_d3 n = kiln_d3_along(kiln_d3_along(work->frame[0], plane.u, work->frame[1]), plane.w, work->frame[2]);
	return kiln_d3_scale(n, -1);
}

kiln_programme kilni_seidel(const kiln_polytope *a, const kiln_polytope *b)
{
	seidel_work work;
	kiln_programme answer = {.verdict = KILN_PROGRAMME_UNDECIDED};
	if (!begin(&work, a, b))
	{
		answer.verdict = KILN_PROGRAMME_OVERLAP;
		return answer;
	}
	seidel_point plane;
	if (solve(&work, &plane))
		(void)kilni_programme_part(a, b, normal_of(&work, plane), &answer);
	else if (proves_overlap(&work))
		answer.verdict = KILN_PROGRAMME_OVERLAP;
	answer.steps = work.steps;
	return answer;
}
