// SPDX-License-Identifier: MIT
#include "convex_case.h"

#include "asset_fixture.h"
#include "shape_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double between(uint64_t *random, double low, double high)
{
	return low + (high - low) * (double)fixture_random_unit(random);
}

/// A unit quaternion.
static void turn(uint64_t *random, double q[4])
{
	double length2;
	do
	{
		length2 = 0;
		for (int i = 0; i < 4; ++i)
		{
			q[i] = oracle_signed(random);
			length2 += q[i] * q[i];
		}
	} while (length2 < 0.1 || length2 > 1);
	for (int i = 0; i < 4; ++i)
		q[i] /= sqrt(length2);
}

/// Rows of the rotation.
static void matrix_of(const double q[4], double m[9])
{
	double x = q[0], y = q[1], z = q[2], w = q[3];
	const double rows[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z),
		1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 2 * (x * z - w * y), 2 * (y * z + w * x),
		1 - 2 * (x * x + y * y)};
	memcpy(m, rows, sizeof rows);
}

static void multiply(const double a[9], const double b[9], double c[9])
{
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
			c[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

void convex_case_parameters(uint64_t *random, kiln_shape_kind kind, double size, float parameters[12])
{
	double p[12] = {0}, q[4];
	for (int i = 0; i < 3; ++i)
		p[i] = size * between(random, -0.3, 0.3);
	turn(random, q);
	switch (kind)
	{
	case KILN_SHAPE_SPHERE:
		p[3] = size * between(random, 0.1, 1);
		break;
	case KILN_SHAPE_BOX:
		for (int i = 3; i < 6; ++i)
			p[i] = size * between(random, 0.05, 1);
		memcpy(p + 6, q, sizeof q);
		break;
	default:
		for (int i = 3; i < 6; ++i)
			p[i] = p[i - 3] + size * between(random, -1, 1);
		p[6] = size * between(random, 0.1, 0.8);
		break;
	}
	for (int i = 0; i < 12; ++i)
		parameters[i] = (float)p[i];
}

void convex_case_matrix(uint64_t *random, convex_map map, double to_asset[12])
{
	double m[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, q[4], r[9], s[9] = {0}, left[9];
	turn(random, q);
	matrix_of(q, r);
	double alike = between(random, 0.5, 2);
	for (int i = 0; i < 3; ++i)
		s[4 * i] = map == CONVEX_SIMILAR ? alike : between(random, 0.3, 2);
	if (map != CONVEX_IDENTITY)
		multiply(r, s, m);
	if (map >= CONVEX_SHEARED)
	{
		turn(random, q);
		matrix_of(q, r);
		multiply(m, r, left);
		memcpy(m, left, sizeof left);
	}
	if (map == CONVEX_MIRRORED)
		for (int i = 0; i < 3; ++i)
			m[3 * i] = -m[3 * i];
	for (int i = 0; i < 3; ++i)
	{
		memcpy(to_asset + 4 * i, m + 3 * i, 3 * sizeof *m);
		to_asset[4 * i + 3] = map == CONVEX_IDENTITY ? 0 : between(random, -1, 1);
	}
}

static void invert(const float m[12], double inverse[9])
{
	long double a[9], cofactor[9], det = 0;
	for (int i = 0; i < 9; ++i)
		a[i] = (long double)m[4 * (i / 3) + i % 3];
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
		{
			int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
			cofactor[3 * i + j] = a[3 * i1 + j1] * a[3 * i2 + j2] - a[3 * i1 + j2] * a[3 * i2 + j1];
		}
	for (int j = 0; j < 3; ++j)
		det += a[j] * cofactor[j];
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
			inverse[3 * i + j] = (double)(cofactor[3 * j + i] / det);
}

static void plane_of(const kiln_hull *hull, uint32_t face, double plane[4])
{
	kiln_d3 at[3];
	uint32_t count, first = kiln_hull_face(hull, face, &count);
	for (uint32_t i = 0; i < 3; ++i)
		at[i] = kiln_d3_from(kiln_hull_vertex(hull, kiln_hull_origin(hull, first + i)));
	kiln_d3 n = kiln_d3_cross(kiln_d3_sub(at[1], at[0]), kiln_d3_sub(at[2], at[0]));
	n = kiln_d3_scale(n, 1 / sqrt(kiln_d3_length2(n)));
	const double found[4] = {n.x, n.y, n.z, kiln_d3_dot(n, at[0])};
	memcpy(plane, found, sizeof found);
}

static void allocate_planes(convex_case *c)
{
	c->planes = calloc(c->body.hull.face_count, sizeof *c->planes);
	if (!c->planes)
		abort();
}

/// Makes the hull of random points on a sphere, or inside it for points drawn near its center: the cooker, whose signs
/// are exact, drops points that are no vertices.
static void make_hull(convex_case *c, uint64_t *random, double size)
{
	float points[CONVEX_VERTICES][3];
	bool big = fixture_random(random) % 8 == 0;
	uint32_t count = 4 + (uint32_t)(fixture_random(random) % (big ? CONVEX_VERTICES - 3 : 7));
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 p = kiln_d3_from(oracle_vector(random, 1));
		double length = sqrt(kiln_d3_length2(p)) + 1e-3;
		points[i][0] = (float)(size * p.x / length);
		points[i][1] = (float)(size * p.y / length);
		points[i][2] = (float)(size * p.z / length);
	}
	hull_case_make_of(&c->cooked, (const float(*)[3])points, count, UINT32_MAX);
	c->body.hull = c->cooked.view;
	allocate_planes(c);
	for (uint32_t i = 0; i < c->body.hull.face_count; ++i)
		plane_of(&c->body.hull, i, c->planes[i]);
}

/// Returns the radius around the body's own origin.
static double own_size(const convex_case *c, double size)
{
	const float *p = c->shape.parameters;
	if (c->shape.kind == KILN_SHAPE_HULL)
		return size;
	double most = 0;
	for (int i = 0; i < 6; ++i)
		most += fabs((double)p[i]);
	return most + fabs((double)p[6]);
}

/// Computes the properties that follow from the body, whose `size` is in its own coordinates, and the node.
static void finish(convex_case *c, double size)
{
	const float *m = c->node.to_asset;
	double stretch = 0;
	invert(m, c->inverse);
	for (int i = 0; i < 9; ++i)
		stretch += (double)m[4 * (i / 3) + i % 3] * (double)m[4 * (i / 3) + i % 3];
	c->scale = sqrt(stretch / 3);
	c->size = sqrt(stretch) * own_size(c, size) + fabs((double)m[3]) + fabs((double)m[7]) + fabs((double)m[11]);
	c->place = kilni_place_of(&c->node);
	c->convex = kilni_convex_of(&c->body, &c->place, (kiln_d3){0, 0, 0});
}

void convex_case_make(convex_case *c, uint64_t *random, kiln_shape_kind kind, convex_map map, double size)
{
	double to_asset[12];
	memset(c, 0, sizeof *c);
	c->shape.kind = kind;
	convex_case_matrix(random, map, to_asset);
	for (int i = 0; i < 12; ++i)
		c->node.to_asset[i] = (float)to_asset[i];
	c->node.flags = map == CONVEX_IDENTITY ? KILN_NODE_IDENTITY : map == CONVEX_MIRRORED ? KILN_NODE_MIRRORED : 0;
	c->body.kind = kind;
	if (kind == KILN_SHAPE_HULL)
		make_hull(c, random, size);
	else
	{
		convex_case_parameters(random, kind, size, c->shape.parameters);
		c->body = kilni_body_of(NULL, &c->shape);
	}
	finish(c, size);
}

void convex_case_of_node(convex_case *c, const kiln_asset *asset, uint32_t node)
{
	memset(c, 0, sizeof *c);
	c->node = asset->nodes[node];
	c->shape = asset->shapes[c->node.shape];
	c->body = kilni_body_of(asset, &c->shape);
	double size = 0;
	const kiln_hull *hull = &c->body.hull;
	if (c->shape.kind == KILN_SHAPE_HULL)
	{
		allocate_planes(c);
		for (uint32_t i = 0; i < hull->face_count; ++i)
		{
			const double plane[4] = {(double)hull->nx[i], (double)hull->ny[i], (double)hull->nz[i], (double)hull->d[i]};
			memcpy(c->planes[i], plane, sizeof plane);
		}
		for (uint32_t i = 0; i < hull->vertex_count; ++i)
			size = fmax(size, sqrt(kiln_d3_length2(kiln_d3_from(kiln_hull_vertex(hull, i)))));
	}
	finish(c, size);
}

void convex_case_free(convex_case *c)
{
	hull_case_free(&c->cooked);
	free(c->planes);
}

static kiln_d3 own_point(const convex_case *c, kiln_d3 p)
{
	const float *m = c->node.to_asset;
	const double *i = c->inverse;
	kiln_d3 d = {p.x - (double)m[3], p.y - (double)m[7], p.z - (double)m[11]};
	return (kiln_d3){i[0] * d.x + i[1] * d.y + i[2] * d.z, i[3] * d.x + i[4] * d.y + i[5] * d.z,
		i[6] * d.x + i[7] * d.y + i[8] * d.z};
}

static kiln_d3 vector(const float *p)
{
	return (kiln_d3){(double)p[0], (double)p[1], (double)p[2]};
}

/// Computes a point's coordinate along the axis of a capsule or cylinder, from its middle, and its distance from the
/// axis.
static void cylindrical(const convex_case *c, kiln_d3 p, double *along, double *away, double *half)
{
	const float *q = c->shape.parameters;
	kiln_d3 a = vector(q), axis = kiln_d3_sub(vector(q + 3), a), v = kiln_d3_sub(p, a);
	double length = sqrt(kiln_d3_length2(axis));
	*along = kiln_d3_dot(v, axis) / length - length / 2;
	*away = sqrt(kiln_d3_length2(kiln_d3_cross(v, axis))) / length;
	*half = length / 2;
}

/// Coordinates in a box's axes.
static kiln_d3 in_box(const convex_case *c, kiln_d3 p)
{
	const float *q = c->shape.parameters;
	double turned[4], m[9], length2 = 0;
	for (int i = 6; i < 10; ++i)
		length2 += (double)q[i] * (double)q[i];
	for (int i = 0; i < 4; ++i)
		turned[i] = (double)q[6 + i] / sqrt(length2);
	matrix_of(turned, m);
	kiln_d3 v = kiln_d3_sub(p, vector(q));
	return (kiln_d3){m[0] * v.x + m[3] * v.y + m[6] * v.z, m[1] * v.x + m[4] * v.y + m[7] * v.z,
		m[2] * v.x + m[5] * v.y + m[8] * v.z};
}

double convex_case_depth(const convex_case *c, kiln_d3 point)
{
	const float *q = c->shape.parameters;
	kiln_d3 p = own_point(c, point);
	double along, away, half, depth = HUGE_VAL;
	switch (c->shape.kind)
	{
	case KILN_SHAPE_SPHERE:
		return (double)q[3] - sqrt(kiln_d3_length2(kiln_d3_sub(p, vector(q))));
	case KILN_SHAPE_CAPSULE:
		cylindrical(c, p, &along, &away, &half);
		along = fmax(fabs(along) - half, 0);
		return (double)q[6] - sqrt(along * along + away * away);
	case KILN_SHAPE_CYLINDER:
		cylindrical(c, p, &along, &away, &half);
		return fmin((double)q[6] - away, half - fabs(along));
	case KILN_SHAPE_BOX:
		p = kiln_d3_abs(in_box(c, p));
		return fmin((double)q[3] - p.x, fmin((double)q[4] - p.y, (double)q[5] - p.z));
	default:
		for (uint32_t f = 0; f < c->body.hull.face_count; ++f)
		{
			const double *n = c->planes[f];
			depth = fmin(depth, n[3] - n[0] * p.x - n[1] * p.y - n[2] * p.z);
		}
		return depth;
	}
}

/// A random point of the unit ball.
static kiln_d3 in_ball(uint64_t *random)
{
	kiln_d3 p;
	do
		p = kiln_d3_from(oracle_vector(random, 1));
	while (kiln_d3_length2(p) > 1);
	return p;
}

/// Returns a random point of the body by its definition.
static kiln_d3 random_own(const convex_case *c, uint64_t *random)
{
	const float *q = c->shape.parameters;
	kiln_d3 own = {0, 0, 0}, side = kiln_d3_sub(vector(q + 3), vector(q)), out = in_ball(random);
	double m[9], turned[4] = {(double)q[6], (double)q[7], (double)q[8], (double)q[9]}, sum = 0;
	switch (c->shape.kind)
	{
	case KILN_SHAPE_SPHERE:
		return kiln_d3_along(vector(q), (double)q[3], out);
	case KILN_SHAPE_BOX:
		matrix_of(turned, m);
		out = kiln_d3_from(oracle_vector(random, 1));
		out = (kiln_d3){out.x * (double)q[3], out.y * (double)q[4], out.z * (double)q[5]};
		own = (kiln_d3){m[0] * out.x + m[1] * out.y + m[2] * out.z, m[3] * out.x + m[4] * out.y + m[5] * out.z,
			m[6] * out.x + m[7] * out.y + m[8] * out.z};
		return kiln_d3_add(vector(q), own);
	case KILN_SHAPE_CYLINDER:
		out = kiln_d3_along(out, -kiln_d3_dot(out, side) / kiln_d3_length2(side), side);
		break;
	case KILN_SHAPE_HULL:
		for (uint32_t i = 0; i < c->body.hull.vertex_count; ++i)
		{
			// Gives most weight to few vertices, so that many points are near the surface.
			double weight = pow((double)fixture_random_unit(random), 20);
			sum += weight;
			own = kiln_d3_along(own, weight, kiln_d3_from(kiln_hull_vertex(&c->body.hull, i)));
		}
		return kiln_d3_scale(own, 1 / sum);
	default:
		break;
	}
	own = kiln_d3_along(vector(q), (double)fixture_random_unit(random), side);
	return kiln_d3_along(own, (double)q[6], out);
}

kiln_d3 convex_case_point(const convex_case *c, uint64_t *random)
{
	const float *m = c->node.to_asset;
	kiln_d3 own = random_own(c, random);
	return (kiln_d3){(double)m[0] * own.x + (double)m[1] * own.y + (double)m[2] * own.z + (double)m[3],
		(double)m[4] * own.x + (double)m[5] * own.y + (double)m[6] * own.z + (double)m[7],
		(double)m[8] * own.x + (double)m[9] * own.y + (double)m[10] * own.z + (double)m[11]};
}

double convex_case_away(const convex_case *c, kiln_d3 point)
{
	const float *q = c->shape.parameters;
	kiln_d3 p = own_point(c, point), none = {0, 0, 0};
	double along, away, half;
	switch (c->shape.kind)
	{
	case KILN_SHAPE_CYLINDER:
		cylindrical(c, p, &along, &away, &half);
		along = fmax(fabs(along) - half, 0);
		away = fmax(away - (double)q[6], 0);
		return c->scale * sqrt(along * along + away * away);
	case KILN_SHAPE_BOX:
		p = kiln_d3_max(kiln_d3_sub(kiln_d3_abs(in_box(c, p)), vector(q + 3)), none);
		return c->scale * sqrt(kiln_d3_length2(p));
	default:
		return c->scale * fmax(-convex_case_depth(c, point), 0);
	}
}
