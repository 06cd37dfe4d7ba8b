// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_DESCEND_STEP_H
#define KILN_COOKER_HULL_SIMPLIFY_DESCEND_STEP_H

#include "outer.h"
#include "system_lanes.h"

/// The step of a descent of all vertices at once (descend.c).

/// The state of one descent.
typedef struct descent_run
{
	outer_work *work;
	descent *d;
	double level;
	double barrier;
	double level_side; ///< the right side, and the diagonal, of the level's own equation
	double level_pivot;
	double level_step;
	double worst; ///< the greatest distance where the step leads
	double reach; ///< the share of their changes that the products can go
	uint32_t constraints;
} descent_run;

static inline bool descent_is_face(const outer_work *work, uint32_t f)
{
	return work->hull.faces[f].v[0] != SHELL_NONE;
}

static inline double descent_room_below(const double plane[4], const double x[3], double level)
{
	return level - (simplify_dot(plane, x) - plane[3]);
}

/// A face where its vertices are, or where a step leads.
typedef struct descent_place
{
	const double *corners[3];
	double normal[3]; ///< twice the area long
} descent_place;

static inline descent_place descent_place_face(const outer_work *work, uint32_t f, bool after)
{
	descent_place at;
	double ab[3], ac[3];
	for (int k = 0; k < 3; ++k)
	{
		uint32_t v = work->hull.faces[f].v[k];
		at.corners[k] = after ? work->descent.vertices[v].to : work->now.x[v];
	}
	simplify_sub(at.corners[1], at.corners[0], ab);
	simplify_sub(at.corners[2], at.corners[0], ac);
	simplify_cross(ab, ac, at.normal);
	return at;
}

/// Returns six times the volume of the tetrahedron of a face and a point behind it.
static inline double descent_volume(const descent_place *at, const double point[3])
{
	double to[3];
	simplify_sub(at->corners[0], point, to);
	return simplify_dot(at->normal, to);
}

/// Computes the derivatives of a volume by the face's corners, as shares of the volume.
static inline void descent_derive(
	const descent_place *at, const double point[3], double volume, float by[3][SYSTEM_ROW])
{
	static const double zero[3] = {0, 0, 0};
	quad ab = quad_between(at->corners[1], at->corners[0]), ac = quad_between(at->corners[2], at->corners[0]);
	quad to = quad_between(at->corners[0], point), share = quad_all((float)(1 / volume));
	quad b = quad_mul(quad_cross(ac, to), share), c = quad_mul(quad_cross(to, ab), share);
	quad all = quad_mul(quad_between(at->normal, zero), share);
	quad_store(by[0], quad_sub(quad_sub(all, b), c));
	quad_store(by[1], b);
	quad_store(by[2], c);
}

/// The share of a slack, and of a product, that a step leaves.
#define DESCENT_KEEP 0.2

/// Computes the step of all vertices and of the level (Newton). False when the system is singular.
bool descent_find_step(descent_run *run);
/// Returns the share of the step that leaves each known constraint some slack, in the first order.
double descent_reach(descent_run *run);
/// Moves all products as far as they can go while the vertices and the level move along `share`.
void descent_move_products(descent_run *run, double share);

#endif
