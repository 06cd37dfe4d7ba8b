// SPDX-License-Identifier: MIT
#include "descend_step.h"

#include <string.h>

/// The curvature of levels across their normals, at lengths of the order of 1: of a round body.
#define CURVATURE 1.0

/// Adds to the blocks of a corner and the `count` - 1 later ones what a face's cuts say about them, and to the right
/// side what pushes the corner away from the cuts.
static inline void add_corner(
	const descent_face *face, uint32_t corner, float *const blocks[3], uint32_t count, float barrier, float *side)
{
	quad sums[9], push = quad_all(0);
	for (uint32_t m = 0; m < 3 * count; ++m)
		sums[m] = quad_all(0);
	for (uint32_t c = 0; c < face->slacks.count; ++c)
	{
		const quad own = quad_load(face->by[c][face->order[corner]]);
		const quad share = quad_mul(own, quad_all(face->slacks.product[c]));
		const quad shares[3] = {quad_x(share), quad_y(share), quad_z(share)};
		push = quad_add(push, own);
		for (uint32_t m = 0; m < count; ++m)
		{
			quad by = m ? quad_load(face->by[c][face->order[corner + m]]) : own;
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
	quad_store(side, quad_add(quad_load(side), quad_mul(quad_all(barrier), push)));
}

/// Gives new constraints the barrier as their product.
static inline void begin_products(descent_slacks *slacks, float barrier)
{
	for (uint32_t c = 0; c < DESCENT_ROOM; c += 4)
	{
		quad product = quad_load(slacks->product + c);
		quad_store(slacks->product + c, quad_unless_zero(product, product, quad_all(barrier)));
	}
}

/// Adds a face's cuts to the system.
static void assemble_face(descent_run *run, uint32_t f)
{
	simplify_system *s = &run->d->system;
	descent_face *face = &run->d->faces[f];
	const uint32_t *v = run->work->hull.faces[f].v;
	const float barrier = (float)run->barrier;
	uint32_t places[3];
	float *sides[3];
	run->constraints += face->slacks.count;
	begin_products(&face->slacks, barrier);
	for (int a = 0; a < 3; ++a)
	{
		places[a] = s->place[v[face->order[a]]];
		sides[a] = run->d->sides[places[a]][0];
	}
	float *const first[3] = {simplify_system_own(s, places[0]), simplify_system_block(s, places[0], face->blocks[0]),
		simplify_system_block(s, places[0], face->blocks[1])};
	float *const second[3] = {
		simplify_system_own(s, places[1]), simplify_system_block(s, places[1], face->blocks[2]), NULL};
	float *const third[3] = {simplify_system_own(s, places[2]), NULL, NULL};
	add_corner(face, 0, first, 3, barrier, sides[0]);
	add_corner(face, 1, second, 2, barrier, sides[1]);
	add_corner(face, 2, third, 1, barrier, sides[2]);
}

/// Adds the levels of the vertex at a place to the system.
static void assemble_vertex(descent_run *run, uint32_t place)
{
	simplify_system *s = &run->d->system;
	uint32_t i = s->vertex[place];
	descent_vertex *v = &run->d->vertices[i];
	float *block = simplify_system_own(s, place), *side = run->d->sides[place][0], *column = run->d->column[place];
	quad rows[3], push = quad_load(side), along = quad_all(0);
	double curved = 0;
	for (int k = 0; k < 3; ++k)
		rows[k] = quad_load(block + SYSTEM_ROW * k);
	begin_products(&v->slacks, (float)run->barrier);
	for (uint32_t c = 0; c < v->slacks.count; ++c)
	{
		double room = v->slacks.room[c] = descent_room_below(v->plane[c], run->work->now.x[i], run->level);
		double inverse = 1 / room, force = run->barrier * inverse;
		double bent = CURVATURE * (double)v->slacks.product[c] * inverse;
		double stiff = (double)v->slacks.product[c] * inverse * inverse;
		quad normal = quad_load(v->normal[c]), times = quad_mul(normal, quad_all((float)(stiff - bent)));
		rows[0] = quad_add(rows[0], quad_mul(quad_x(times), normal));
		rows[1] = quad_add(rows[1], quad_mul(quad_y(times), normal));
		rows[2] = quad_add(rows[2], quad_mul(quad_z(times), normal));
		push = quad_sub(push, quad_mul(normal, quad_all((float)force)));
		along = quad_sub(along, quad_mul(normal, quad_all((float)stiff)));
		curved += bent;
		run->level_side += force;
		run->level_pivot += stiff;
	}
	for (int k = 0; k < 3; ++k)
	{
		quad_store(block + SYSTEM_ROW * k, rows[k]);
		block[SYSTEM_ROW * k + k] += (float)curved;
	}
	quad_store(side, push);
	quad_store(column, along);
	quad_store(run->d->sides[place][1], along);
	run->constraints += v->slacks.count;
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
