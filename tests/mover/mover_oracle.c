// SPDX-License-Identifier: MIT
#include "mover_oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

static void add_point(oracle_piece *piece, double x, double y, double z)
{
	assert_true(piece->count < LEVEL_POINTS);
	memcpy(piece->points[piece->count++], (double[3]){x, y, z}, sizeof piece->points[0]);
}

static oracle_piece *add_piece(oracle_pieces *pieces)
{
	assert_true(pieces->count < ORACLE_PIECES);
	oracle_piece *piece = &pieces->list[pieces->count++];
	piece->count = 0;
	return piece;
}

void oracle_collect(const mover_level *level, oracle_pieces *pieces)
{
	pieces->count = 0;
	for (uint32_t i = 0; i < level->triangle_count; i++)
	{
		oracle_piece *piece = add_piece(pieces);
		for (int k = 0; k < 3; k++)
		{
			const float *at = level->vertices[level->triangles[i][k]];
			add_point(piece, (double)at[0], (double)at[1], (double)at[2]);
		}
	}
	for (uint32_t i = 0; i < level->solid_count; i++)
	{
		const kiln_convex_points *cloud = &level->solids[i].points;
		const kiln_vec3 place = level->poses[i].translation;
		assert_true(level->solids[i].kind == KILN_CONVEX_POINTS);
		oracle_piece *piece = add_piece(pieces);
		for (uint32_t k = 0; k < cloud->count; k++)
			add_point(piece, (double)cloud->points[k].x + (double)place.x, (double)cloud->points[k].y + (double)place.y,
				(double)cloud->points[k].z + (double)place.z);
	}
}

void oracle_mover_of(const kiln_convex_shape *shape, oracle_mover *body)
{
	memset(body, 0, sizeof *body);
	body->radius = (double)shape->margin;
	if (shape->kind == KILN_CONVEX_SPHERE || shape->kind == KILN_CONVEX_CAPSULE)
	{
		const bool ball = shape->kind == KILN_CONVEX_SPHERE;
		body->points[body->count++] = ball ? shape->sphere.center : shape->capsule.a;
		if (!ball)
			body->points[body->count++] = shape->capsule.b;
		body->radius += (double)(ball ? shape->sphere.radius : shape->capsule.radius);
	}
	else if (shape->kind == KILN_CONVEX_AABB)
		for (int i = 0; i < 8; i++)
			body->points[body->count++] = (kiln_vec3){i & 1 ? shape->aabb.max.x : shape->aabb.min.x,
				i & 2 ? shape->aabb.max.y : shape->aabb.min.y, i & 4 ? shape->aabb.max.z : shape->aabb.min.z};
	else if (shape->kind == KILN_CONVEX_CYLINDER)
	{
		// Level discs, which lie along y.
		assert_true(shape->cylinder.a.x == shape->cylinder.b.x && shape->cylinder.a.z == shape->cylinder.b.z);
		body->points[body->count++] = shape->cylinder.a;
		body->points[body->count++] = shape->cylinder.b;
		body->disc = (double)shape->cylinder.radius;
	}
	else
	{
		assert_true(shape->kind == KILN_CONVEX_POINTS && shape->points.count <= ORACLE_POINTS);
		memcpy(body->points, shape->points.points, shape->points.count * sizeof *body->points);
		body->count = shape->points.count;
	}
}

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// What the body sweeps on its straight way.
typedef struct sweep
{
	const oracle_mover *body;
	double from[3], to[3];
	double largest; ///< coordinate
} sweep;

/// The farthest point of the sweep along a direction, without the round parts, which only have an effect on the value.
static double sweep_support(const sweep *s, const double n[3], double at[3])
{
	const double *place = dot(n, s->to) > dot(n, s->from) ? s->to : s->from;
	double most = -(double)INFINITY;
	for (uint32_t i = 0; i < s->body->count; i++)
	{
		const kiln_vec3 p = s->body->points[i];
		const double sum[3] = {place[0] + (double)p.x, place[1] + (double)p.y, place[2] + (double)p.z};
		const double along = dot(n, sum);
		if (along <= most)
			continue;
		most = along;
		memcpy(at, sum, sizeof sum);
	}
	const double level = sqrt(n[0] * n[0] + n[2] * n[2]), length = sqrt(dot(n, n));
	if (level > 0 && s->body->disc > 0)
	{
		at[0] += s->body->disc * n[0] / level;
		at[2] += s->body->disc * n[2] / level;
	}
	for (int axis = 0; axis < 3 && length > 0; axis++)
		at[axis] += s->body->radius * n[axis] / length;
	return most + s->body->disc * level + s->body->radius * length;
}

static double piece_support(const oracle_piece *piece, const double n[3], double at[3])
{
	double least = (double)INFINITY;
	for (uint32_t i = 0; i < piece->count; i++)
		if (dot(n, piece->points[i]) < least)
		{
			least = dot(n, piece->points[i]);
			memcpy(at, piece->points[i], sizeof piece->points[i]);
		}
	return least;
}

/// The point nearest to zero of the hull of at most four points, by trial of all subsets: where the normal equations have
/// a solution of positive weights. Keeps the points of that subset.
static void nearest_of(double points[4][3], int *count, double nearest[3])
{
	double best = (double)INFINITY, found[4][3];
	int kept = 0;
	for (int set = 1; set < 1 << *count; set++)
	{
		double p[4][3], m[3][4] = {{0}}, weights[4] = {1, 0, 0, 0};
		int n = 0;
		for (int i = 0; i < *count; i++)
			if (set >> i & 1)
				memcpy(p[n++], points[i], sizeof p[0]);
		for (int i = 1; i < n; i++)
			for (int k = 0; k <= n - 1; k++)
			{
				double e[3], f[3];
				for (int axis = 0; axis < 3; axis++)
				{
					e[axis] = p[i][axis] - p[0][axis];
					f[axis] = k + 1 < n ? p[k + 1][axis] - p[0][axis] : -p[0][axis];
				}
				m[i - 1][k] = dot(e, f);
			}
		bool valid = true;
		for (int i = 0; i < n - 1 && valid; i++)
		{
			valid = m[i][i] > 0;
			for (int r = 0; r < n - 1 && valid; r++)
				for (int k = n - 1; k >= i && r != i; k--)
					m[r][k] -= m[r][i] / m[i][i] * m[i][k];
		}
		for (int i = 1; i < n && valid; i++)
		{
			weights[i] = m[i - 1][n - 1] / m[i - 1][i - 1];
			weights[0] -= weights[i];
			valid = weights[i] > 0;
		}
		if (!valid || weights[0] <= 0)
			continue;
		double at[3] = {0, 0, 0};
		for (int i = 0; i < n; i++)
			for (int axis = 0; axis < 3; axis++)
				at[axis] += weights[i] * p[i][axis];
		if (dot(at, at) >= best)
			continue;
		best = dot(at, at);
		memcpy(nearest, at, sizeof at);
		memcpy(found, p, sizeof found);
		kept = n;
	}
	*count = kept;
	memcpy(points, found, sizeof found);
}

/// Whether a direction proves that a sweep and a piece are apart: by more than all rounding of the values, whose
/// relative error is a few 2^-53 of the sizes that are added.
static bool proves(const sweep *s, const oracle_piece *piece, const double n[3], double most, double least)
{
	double size = s->largest;
	for (uint32_t i = 0; i < piece->count; i++)
		for (int axis = 0; axis < 3; axis++)
			size = fmax(size, fabs(piece->points[i][axis]));
	return least - most > 0x1p-46 * size * (fabs(n[0]) + fabs(n[1]) + fabs(n[2]));
}

/// Proves that a sweep and a piece are apart, by a direction between them. Steps towards the nearest points of both find
/// the direction (Gilbert, Johnson and Keerthi 1988); any direction that passes the check is a proof.
static bool is_apart(const sweep *s, const oracle_piece *piece)
{
	double simplex[4][3], a[3], b[3], n[3];
	int count = 0;
	for (int side = 0; side < 6; side++)
	{
		const double axis[3] = {side / 2 == 0 ? 1 - side % 2 * 2 : 0, side / 2 == 1 ? 1 - side % 2 * 2 : 0,
			side / 2 == 2 ? 1 - side % 2 * 2 : 0};
		if (proves(s, piece, axis, sweep_support(s, axis, a), piece_support(piece, axis, b)))
			return true;
	}
	memcpy(n, (double[3]){0, 1, 0}, sizeof n);
	for (int step = 0; step < 200; step++)
	{
		const double most = sweep_support(s, n, a), least = piece_support(piece, n, b);
		if (proves(s, piece, n, most, least))
			return true;
		for (int axis = 0; axis < 3; axis++)
			simplex[count][axis] = b[axis] - a[axis];
		count++;
		nearest_of(simplex, &count, n);
		if (count == 0 || count == 4 || dot(n, n) == 0)
			return false;
	}
	return false;
}

static sweep sweep_of(const oracle_mover *body, kiln_vec3 from, kiln_vec3 to)
{
	sweep s = {.body = body,
		.from = {(double)from.x, (double)from.y, (double)from.z},
		.to = {(double)to.x, (double)to.y, (double)to.z}};
	for (int axis = 0; axis < 3; axis++)
		s.largest = fmax(s.largest, fmax(fabs(s.from[axis]), fabs(s.to[axis])));
	double reach = body->radius + body->disc;
	for (uint32_t i = 0; i < body->count; i++)
		reach = fmax(reach, fmax(fmax(fabs((double)body->points[i].x), fabs((double)body->points[i].y)),
								fabs((double)body->points[i].z)) +
								body->radius + body->disc);
	s.largest += reach;
	return s;
}

uint32_t oracle_unproved(const oracle_pieces *pieces, const oracle_mover *body, kiln_vec3 from, kiln_vec3 to, bool free)
{
	const sweep way = sweep_of(body, from, to);
	oracle_mover larger = *body;
	larger.radius += ORACLE_NEAR;
	const sweep start = sweep_of(&larger, from, from);
	uint32_t count = 0;
	for (uint32_t i = 0; i < pieces->count; i++)
		count += !is_apart(&way, &pieces->list[i]) && (free || is_apart(&start, &pieces->list[i]));
	return count;
}
