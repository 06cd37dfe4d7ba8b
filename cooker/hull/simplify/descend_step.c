// SPDX-License-Identifier: MIT
#include "descend_step.h"

#include <string.h>

/// The curvature of levels across their normals, at lengths of the order of 1: of a round body.
#define CURVATURE 1.0

/// Adds to the blocks of a corner and the `count` - 1 later ones what a face's cuts say about them.
static inline void add_corner(const descent_face *face, uint32_t corner, float *const blocks[3], uint32_t count)
{
	quad sums[9];
	for (uint32_t m = 0; m < 3 * count; ++m)
		sums[m] = quad_all(0);
	for (uint32_t c = 0; c < face->count; ++c)
	{
		const descent_cut *cut = &face->cuts[c];
		const quad own = quad_load(cut->by + SYSTEM_ROW * face->order[corner]);
		const quad push = quad_mul(own, quad_all((float)cut->product));
		const quad shares[3] = {quad_x(push), quad_y(push), quad_z(push)};
		for (uint32_t m = 0; m < count; ++m)
		{
			quad by = m ? quad_load(cut->by + SYSTEM_ROW * face->order[corner + m]) : own;
			for (uint32_t k = 0; k < 3; ++k)
				sums[3 * m + k] = quad_add(sums[3 * m + k], quad_mul(shares[k], by));
		}
	}
	for (uint32_t m = 0; m < count; ++m)
		for (uint32_t k = 0; k < 3; ++k)
		{
			float *to = blocks[m] + SYSTEM_ROW * k;
			quad_store(to, quad_add(quad_load(to), sums[3 * m + k]));
		}
}

/// Adds to the right side what pushes a face's corners away from its cuts.
static void add_push(descent_run *run, const descent_face *face, const uint32_t places[3])
{
	for (uint32_t a = 0; a < 3; ++a)
	{
		quad sum = quad_all(0);
		for (uint32_t c = 0; c < face->count; ++c)
			sum = quad_add(sum, quad_load(face->cuts[c].by + SYSTEM_ROW * face->order[a]));
		float *side = run->d->sides[places[a]][0];
		quad_store(side, quad_add(quad_load(side), quad_mul(quad_all((float)run->barrier), sum)));
	}
}

/// Adds a face's cuts to the system.
static void assemble_face(descent_run *run, uint32_t f)
{
	simplify_system *s = &run->d->system;
	descent_face *face = &run->d->faces[f];
	const uint32_t *v = run->work->hull.faces[f].v;
	uint32_t places[3];
	run->constraints += face->count;
	for (uint32_t c = 0; c < face->count; ++c)
		face->cuts[c].product = face->cuts[c].product < 0 ? run->barrier : face->cuts[c].product;
	for (int a = 0; a < 3; ++a)
		places[a] = s->place[v[face->order[a]]];
	add_push(run, face, places);
	float *const first[3] = {simplify_system_own(s, places[0]), simplify_system_across(s, places[0], face->blocks[0]),
		simplify_system_across(s, places[0], face->blocks[1])};
	float *const second[3] = {
		simplify_system_own(s, places[1]), simplify_system_across(s, places[1], face->blocks[2]), NULL};
	float *const third[3] = {simplify_system_own(s, places[2]), NULL, NULL};
	add_corner(face, 0, first, 3);
	add_corner(face, 1, second, 2);
	add_corner(face, 2, third, 1);
}

/// Adds the levels of the vertex at a place to the system.
static void assemble_vertex(descent_run *run, uint32_t place)
{
	simplify_system *s = &run->d->system;
	uint32_t i = s->vertex[place];
	descent_vertex *v = &run->d->vertices[i];
	float *block = simplify_system_own(s, place), *side = run->d->sides[place][0], *column = run->d->column[place];
	quad rows[3], push = quad_load(side), along = quad_all(0);
	float curved = 0;
	for (int k = 0; k < 3; ++k)
		rows[k] = quad_load(block + SYSTEM_ROW * k);
	for (uint32_t c = 0; c < v->count; ++c)
	{
		descent_level *l = &v->levels[c];
		l->room = descent_room_below(l, run->work->now.x[i], run->level);
		l->product = l->product < 0 ? run->barrier : l->product;
		double inverse = 1 / l->room, force = run->barrier * inverse, bent = CURVATURE * l->product * inverse;
		double stiff = l->product * inverse * inverse;
		quad normal = quad_load(l->normal), times = quad_mul(normal, quad_all((float)(stiff - bent)));
		rows[0] = quad_add(rows[0], quad_mul(quad_x(times), normal));
		rows[1] = quad_add(rows[1], quad_mul(quad_y(times), normal));
		rows[2] = quad_add(rows[2], quad_mul(quad_z(times), normal));
		push = quad_sub(push, quad_mul(normal, quad_all((float)force)));
		along = quad_sub(along, quad_mul(normal, quad_all((float)stiff)));
		curved += (float)bent;
		run->level_side += force;
		run->level_pivot += stiff;
	}
	for (int k = 0; k < 3; ++k)
	{
		quad_store(block + SYSTEM_ROW * k, rows[k]);
		block[SYSTEM_ROW * k + k] += curved;
	}
	quad_store(side, push);
	quad_store(column, along);
	quad_store(run->d->sides[place][1], along);
	run->constraints += v->count;
}

/// Solves for the step of the level, and of the vertices with it.
static void solve(descent_run *run)
{
	descent *d = run->d;
	double step = 0, answer = 0;
	simplify_system_solve(&d->system, d->sides);
	for (uint32_t place = 0; place < d->system.count; ++place)
	{
		quad column = quad_load(d->column[place]);
		step += (double)quad_sum(quad_mul(column, quad_load(d->sides[place][0])));
		answer += (double)quad_sum(quad_mul(column, quad_load(d->sides[place][1])));
	}
	double pivot = run->level_pivot - answer;
	run->level_step = pivot > 0 ? (run->level_side - step) / pivot : 0;
	quad share = quad_all((float)run->level_step);
	for (uint32_t place = 0; place < d->system.count; ++place)
	{
		float *to = d->sides[place][0];
		quad_store(to, quad_sub(quad_load(to), quad_mul(quad_load(d->sides[place][1]), share)));
	}
}

bool descent_find_step(descent_run *run)
{
	descent *d = run->d;
	simplify_system_clear(&d->system);
	memset(d->sides, 0, d->system.count * sizeof *d->sides);
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
	solve(run);
	return true;
}
