// SPDX-License-Identifier: MIT
#include "descend_step.h"

/// How far the slacks and products of a descent can go along its step, and the products on the way.

/// A product stays within this factor of the barrier.
#define UNBALANCED 100

/// The least changes of slacks and of products, as shares of them, in four lanes.
typedef struct reach_least
{
	quad slack;
	quad product;
} reach_least;

/// Includes the changes of a face's or a vertex's constraints. A new product, 0, has no limit.
static inline void include(const descent_slacks *slacks, uint32_t first, float barrier, reach_least *least)
{
	quad change = quad_load(slacks->change + first), product = quad_load(slacks->product + first);
	quad share = quad_sub(quad_sub(quad_div(quad_all(barrier), product), quad_all(1)), change);
	least->slack = quad_min(change, least->slack);
	least->product = quad_min(share, least->product);
}

/// Computes how much the step changes the cuts of a face.
static void reach_in_face(descent_run *run, uint32_t f, reach_least *least)
{
	const uint32_t *v = run->work->hull.faces[f].v, *place = run->d->system.place;
	descent_face *face = &run->d->faces[f];
	quad step[3];
	for (int k = 0; k < 3; ++k)
		step[k] = quad_load(run->d->sides[place[v[k]]][0]);
	for (uint32_t c = 0; c < face->slacks.count; c += 4)
	{
		quad sums[4];
		for (uint32_t n = 0; n < 4; ++n)
		{
			sums[n] = quad_mul(quad_load(face->by[c + n][0]), step[0]);
			sums[n] = quad_add(sums[n], quad_mul(quad_load(face->by[c + n][1]), step[1]));
			sums[n] = quad_add(sums[n], quad_mul(quad_load(face->by[c + n][2]), step[2]));
		}
		quad_store(face->slacks.change + c, quad_sums(sums[0], sums[1], sums[2], sums[3]));
		include(&face->slacks, c, (float)run->barrier, least);
	}
}

/// Computes how much the step changes the levels of the vertex at a place.
static void reach_of_vertex(descent_run *run, uint32_t place, reach_least *least)
{
	descent_vertex *v = &run->d->vertices[run->d->system.vertex[place]];
	const float *to = run->d->sides[place][0];
	const double step[3] = {(double)to[0], (double)to[1], (double)to[2]};
	for (uint32_t c = 0; c < v->slacks.count; ++c)
		v->slacks.change[c] = (float)((run->level_step - simplify_dot(v->plane[c], step)) / v->slacks.room[c]);
	for (uint32_t c = 0; c < v->slacks.count; c += 4)
		include(&v->slacks, c, (float)run->barrier, least);
}

/// Returns the share of a change that leaves all of which the least has this one the share that is kept.
static double share_of(quad changes)
{
	double least = (double)quad_least(changes);
	return least < DESCENT_KEEP - 1 ? (DESCENT_KEEP - 1) / least : 1;
}

double descent_reach(descent_run *run)
{
	const outer_work *work = run->work;
	reach_least least = {quad_all(0), quad_all(0)};
	for (uint32_t place = 0; place < run->d->system.count; ++place)
		reach_of_vertex(run, place, &least);
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
		if (descent_is_face(work, f))
			reach_in_face(run, f, &least);
	run->reach = share_of(least.product);
	return share_of(least.slack);
}

/// Moves the products of a face or a vertex, whose slacks have moved.
static inline void move_products(const descent_run *run, descent_slacks *slacks)
{
	const quad barrier = quad_all((float)run->barrier), reach = quad_all((float)run->reach);
	const quad least = quad_mul(barrier, quad_all(1.0f / UNBALANCED)), most = quad_mul(barrier, quad_all(UNBALANCED));
	for (uint32_t c = 0; c < slacks->count; c += 4)
	{
		quad product = quad_load(slacks->product + c);
		quad change = quad_sub(quad_sub(barrier, product), quad_mul(product, quad_load(slacks->change + c)));
		quad growth = quad_div(quad_round(slacks->after + c), quad_round(slacks->room + c));
		quad next = quad_mul(quad_add(product, quad_mul(reach, change)), growth);
		next = quad_min(quad_max(next, least), most);
		quad_store(slacks->product + c, quad_unless_zero(product, next, barrier));
	}
	for (uint32_t c = 0; c < slacks->count; ++c)
		slacks->room[c] = slacks->after[c];
}

void descent_move_products(descent_run *run, double share)
{
	outer_work *work = run->work;
	for (uint32_t place = 0; place < run->d->system.count; ++place)
	{
		descent_vertex *v = &run->d->vertices[run->d->system.vertex[place]];
		for (uint32_t c = 0; c < v->slacks.count; ++c)
			v->slacks.after[c] = descent_room_below(v->plane[c], v->to, run->level + share * run->level_step);
		move_products(run, &v->slacks);
	}
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
	{
		if (!descent_is_face(work, f))
			continue;
		descent_face *face = &run->d->faces[f];
		descent_place at = descent_place_face(work, f, true);
		move_products(run, &face->slacks);
		for (uint32_t c = 0; c < face->slacks.count; ++c)
			descent_derive(&at, work->body->points[face->support[c]], face->slacks.room[c], face->by[c]);
	}
}
