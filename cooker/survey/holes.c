// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// A hole is a gap below this isoperimetric quotient, 4 pi area / length^2.
#define GAP_ROUNDNESS 0.1
#define FOUR_PI 12.566370614359172

/// Whether cracks and T-junctions explain a boundary side.
enum
{
	OPEN,
	SHORT, ///< at most twice the tolerance: the searches ignore the side
	EXPLAINED,
};

static void side_ends(const survey_work *w, uint32_t side, double ends[2][3])
{
	for (int k = 0; k < 2; ++k)
		survey_point(w, w->s->boundary_vertices[w->s->boundary_ends[side][k]], ends[k]);
}

/// Whether an end of the side makes a T-junction with another side that the other end is within the tolerance of, too.
static bool runs_along(const survey_work *w, uint32_t side)
{
	const survey *s = w->s;
	double own[2][3], other[2][3];
	side_ends(w, side, own);
	for (int k = 0; k < 2; ++k)
	{
		uint32_t junction = s->junctions[s->boundary_ends[side][k]];
		if (junction == KILN_NONE || junction == side)
			continue;
		side_ends(w, junction, other);
		if (survey_segment_distance2(own[1 - k], other[0], other[1]) <= s->tolerance * s->tolerance)
			return true;
	}
	return false;
}

static void judge_sides(const survey_work *w, uint8_t *states)
{
	const survey *s = w->s;
	double ends[2][3];
	for (uint32_t i = 0; i < s->boundary_count; ++i)
	{
		side_ends(w, i, ends);
		bool is_long = survey_distance2(ends[0], ends[1]) > 4 * s->tolerance * s->tolerance;
		states[i] = s->cracks[i] != KILN_NONE || runs_along(w, i) ? EXPLAINED : is_long ? OPEN : SHORT;
	}
	for (uint32_t v = 0; v < s->boundary_vertex_count; ++v)
		if (s->junctions[v] != KILN_NONE)
			states[s->junctions[v]] = EXPLAINED;
}

/// Whether cracks and T-junctions explain a loop: all sides but short ones, and one at least.
static bool is_explained(const survey *s, const survey_loop *loop, const uint8_t *states)
{
	bool explained = false;
	for (uint32_t i = 0; i < loop->count; ++i)
	{
		uint8_t state = states[s->loop_sides[loop->first + i] / 2];
		if (state == OPEN)
			return false;
		explained |= state == EXPLAINED;
	}
	return explained;
}

/// Where the loop's vertex number i is; an open chain has one more than sides.
static void loop_vertex(const survey_work *w, const survey_loop *loop, uint32_t i, double at[3])
{
	const survey *s = w->s;
	bool last = i == loop->count;
	uint32_t entry = s->loop_sides[loop->first + i - last];
	survey_point(w, s->boundary_vertices[s->boundary_ends[entry / 2][(entry ^ (uint32_t)last) & 1]], at);
}

typedef struct loop_figures
{
	double length;
	double middle[3]; ///< mean of the vertices
	double area;	  ///< of the loop seen along its mean normal (M. E. Newell)
	double flatness;
} loop_figures;

static loop_figures measure(const survey_work *w, const survey_loop *loop)
{
	loop_figures f = {0};
	double origin[3], from[3], to[3], normal[3] = {0};
	uint32_t vertices = loop->count + !loop->closed;
	loop_vertex(w, loop, 0, origin);
	memcpy(from, origin, sizeof from);
	for (uint32_t i = 0; i < vertices; ++i)
	{
		if (i + 1 < vertices)
			loop_vertex(w, loop, i + 1, to);
		else
			memcpy(to, origin, sizeof to);
		if (i < loop->count)
			f.length += sqrt(survey_distance2(from, to));
		for (int k = 0; k < 3; ++k)
		{
			int m = (k + 1) % 3, n = (k + 2) % 3;
			f.middle[k] += (from[k] - origin[k]) / vertices;
			normal[k] += (from[m] - origin[m]) * (to[n] - origin[n]) - (from[n] - origin[n]) * (to[m] - origin[m]);
		}
		memcpy(from, to, sizeof from);
	}
	double twice = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
	f.area = twice / 2;
	for (uint32_t i = 0; i < vertices && twice > 0; ++i)
	{
		double height = 0;
		loop_vertex(w, loop, i, from);
		for (int k = 0; k < 3; ++k)
			height += (from[k] - origin[k] - f.middle[k]) * normal[k];
		f.flatness = fmax(f.flatness, fabs(height) / twice);
	}
	for (int k = 0; k < 3; ++k)
		f.middle[k] += origin[k];
	return f;
}

static bool add_hole(survey_work *w, survey_loop *loop)
{
	const survey *s = w->s;
	loop_figures f = measure(w, loop);
	bool narrow = FOUR_PI * f.area < GAP_ROUNDNESS * f.length * f.length;
	uint32_t lowest = KILN_NONE;
	for (uint32_t i = 0; i < loop->count; ++i)
		lowest = s->loop_sides[loop->first + i] / 2 < lowest ? s->loop_sides[loop->first + i] / 2 : lowest;
	loop->fault = narrow ? KILNCOOK_FAULT_GAP : KILNCOOK_FAULT_HOLE;
	kilncook_fault fault = survey_fault(loop->fault, s->boundary[lowest] / 3, KILN_NONE, f.middle);
	fault.count = loop->count;
	fault.length = (float)f.length;
	fault.distance = (float)f.flatness;
	return survey_add(w, &fault);
}

bool survey_holes(survey_work *w)
{
	survey *s = w->s;
	s->surveyed |= 1u << KILNCOOK_FAULT_GAP | 1u << KILNCOOK_FAULT_HOLE;
	if (s->boundary_count == 0)
		return true;
	uint8_t *states = cook_alloc(w->context, s->boundary_count, sizeof *states);
	if (!states)
		return false;
	judge_sides(w, states);
	bool done = true;
	for (uint32_t i = 0; i < s->loop_count && done; ++i)
	{
		++s->components[s->adjacency.components[s->boundary[s->loop_sides[s->loops[i].first] / 2] / 3]].boundary_loops;
		if (!is_explained(s, &s->loops[i], states))
			done = add_hole(w, &s->loops[i]);
	}
	cook_free(w->context, states, s->boundary_count, sizeof *states);
	return done;
}
