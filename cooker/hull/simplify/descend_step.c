// SPDX-License-Identifier: MIT
#include "descend_step.h"
#include "system_lanes.h"

#include <string.h>

/// The curvature of levels across their normals, at lengths of the order of 1: of a round body.
#define CURVATURE 1.0

/// The cuts of one face as rows of the system: the corners in increasing order of their places.
typedef struct face_rows
{
	uint32_t corners[3];					 ///< numbers of the face's corners
	double by[DESCENT_CUTS][3 * SYSTEM_ROW]; ///< per cut and corner: the derivatives as shares of the slack
	double product[DESCENT_CUTS];
	uint32_t count;
} face_rows;

/// Returns the cuts of face `f`, and adds what pushes its corners away from them to the right side.
static void begin_rows(descent_run *run, uint32_t f, face_rows *rows)
{
	const uint32_t *v = run->work->hull.faces[f].v, *place = run->d->system.place;
	descent_face *face = &run->d->faces[f];
	uint32_t least = place[v[1]] < place[v[0]] ? 1 : 0, most = 1 - least;
	least = place[v[2]] < place[v[least]] ? 2 : least;
	most = place[v[2]] > place[v[most]] ? 2 : most;
	rows->corners[0] = least;
	rows->corners[1] = 3 - least - most;
	rows->corners[2] = most;
	rows->count = face->count;
	for (uint32_t c = 0; c < face->count; ++c)
	{
		descent_cut *cut = &face->cuts[c];
		double inverse = 1 / cut->room;
		cut->product = cut->product < 0 ? run->barrier : cut->product;
		rows->product[c] = cut->product;
		for (int a = 0; a < 3; ++a)
		{
			for (int k = 0; k < 3; ++k)
				rows->by[c][a * SYSTEM_ROW + k] = cut->by[3 * rows->corners[a] + (uint32_t)k] * inverse;
			rows->by[c][a * SYSTEM_ROW + 3] = 0;
		}
	}
	for (int a = 0; a < 3; ++a)
		for (int k = 0; k < 3; ++k)
		{
			double sum = 0;
			for (uint32_t c = 0; c < face->count; ++c)
				sum += rows->by[c][a * SYSTEM_ROW + k];
			run->d->step[3 * place[v[rows->corners[a]]] + (uint32_t)k] += run->barrier * sum;
		}
}

/// Adds row `k` of a face's corner to the blocks of this corner and the `count` - 1 later ones.
static inline void add_row(const face_rows *rows, size_t corner, size_t k, double *const blocks[3], size_t count)
{
	lane_pair sums[6];
	for (size_t m = 0; m < 2 * count; ++m)
		sums[m] = lane_both(0);
	for (uint32_t c = 0; c < rows->count; ++c)
	{
		const double *by = rows->by[c] + corner * SYSTEM_ROW;
		lane_pair share = lane_both(rows->product[c] * by[k]);
		for (size_t m = 0; m < 2 * count; ++m)
			sums[m] = lane_add(sums[m], lane_mul(share, lane_load(by + 2 * m)));
	}
	for (size_t m = 0; m < 2 * count; ++m)
	{
		double *to = blocks[m / 2] + k * SYSTEM_ROW + m % 2 * 2;
		lane_store(to, lane_add(lane_load(to), sums[m]));
	}
}

/// Adds a face's cuts to the system.
static void assemble_face(descent_run *run, uint32_t f)
{
	simplify_system *s = &run->d->system;
	face_rows rows;
	begin_rows(run, f, &rows);
	run->constraints += rows.count;
	const uint32_t *v = run->work->hull.faces[f].v;
	uint32_t a = s->place[v[rows.corners[0]]], b = s->place[v[rows.corners[1]]], c = s->place[v[rows.corners[2]]];
	uint32_t first = simplify_system_find(s, s->later_first[a], b), second = simplify_system_find(s, first, c);
	uint32_t third = simplify_system_find(s, s->later_first[b], c);
	double *const of_a[3] = {
		simplify_system_own(s, a), simplify_system_across(s, a, first), simplify_system_across(s, a, second)};
	double *const of_b[3] = {simplify_system_own(s, b), simplify_system_across(s, b, third)};
	double *const of_c[3] = {simplify_system_own(s, c)};
	for (size_t k = 0; k < 3; ++k)
	{
		add_row(&rows, 0, k, of_a, 3);
		add_row(&rows, 1, k, of_b, 2);
		add_row(&rows, 2, k, of_c, 1);
	}
}

/// Adds the levels of the vertex at a place to the system.
static void assemble_vertex(descent_run *run, uint32_t place)
{
	simplify_system *s = &run->d->system;
	uint32_t i = s->vertex[place];
	descent_vertex *v = &run->d->vertices[i];
	double *block = simplify_system_own(s, place);
	for (uint32_t c = 0; c < v->count; ++c)
	{
		descent_level *l = &v->levels[c];
		double room = descent_room_below(l, run->work->now.x[i], run->level), force = run->barrier / room;
		l->product = l->product < 0 ? run->barrier : l->product;
		double stiff = l->product / (room * room), curved = CURVATURE * l->product / room;
		for (size_t k = 0; k < 3; ++k)
		{
			for (size_t m = 0; m < 3; ++m)
				block[k * SYSTEM_ROW + m] += l->plane[k] * l->plane[m] * (stiff - curved) + (k == m ? curved : 0);
			run->d->step[3 * place + k] -= l->plane[k] * force;
			run->d->column[3 * place + k] -= l->plane[k] * stiff;
		}
		run->level_side += force;
		run->level_pivot += stiff;
	}
	run->constraints += v->count;
}

bool descent_find_step(descent_run *run)
{
	descent *d = run->d;
	uint32_t count = 3 * d->system.count;
	simplify_system_clear(&d->system);
	memset(d->step, 0, count * sizeof *d->step);
	memset(d->column, 0, count * sizeof *d->column);
	run->level_side = -1;
	run->level_pivot = 0;
	run->constraints = 0;
	for (uint32_t f = 0; f < run->work->hull.face_end; ++f)
		if (descent_is_face(run->work, f))
			assemble_face(run, f);
	for (uint32_t place = 0; place < d->system.count; ++place)
		assemble_vertex(run, place);
	shell_look(&run->work->hull, 8 * (uint64_t)run->constraints);
	if (!simplify_system_factor(&d->system))
		return false;
	double step = 0, answer = 0;
	for (uint32_t k = 0; k < count; ++k)
	{
		d->sides[k][0] = d->step[k];
		d->sides[k][1] = d->column[k];
	}
	simplify_system_solve(&d->system, d->sides);
	for (uint32_t k = 0; k < count; ++k)
	{
		step += d->column[k] * d->sides[k][0];
		answer += d->column[k] * d->sides[k][1];
	}
	double pivot = run->level_pivot - answer;
	run->level_step = pivot > 0 ? (run->level_side - step) / pivot : 0;
	for (uint32_t k = 0; k < count; ++k)
		d->step[k] = d->sides[k][0] - d->sides[k][1] * run->level_step;
	return true;
}
