// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "internal.h"
#include "math/box_corner.h"
#include "memory.h"

/// parts_primitive_error: certain distances of a few points from a hull.

/// A circle is put into a polygon of 4 << ARC_CUTS sides, whose corners are 1 + 8e-5 radii from the centre.
#define ARC_CUTS 6

/// The surface of a hull.
typedef struct shell
{
	const convex_hull *h;
	nearest_tree tree;
	uint32_t nearest; ///< the last answer, the guess for the next one
	double slack;	  ///< exceeds the rounding of any distance
} shell;

static void wide(const convex_hull *h, uint32_t half_edge, double out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = (double)h->vertices[h->origins[half_edge]][k];
}

static bool is_inside(const shell *s, const double p[3])
{
	const convex_hull *h = s->h;
	for (uint32_t f = 0; f < h->face_count && h->dimension == 3; ++f)
	{
		double a[3], b[3], c[3];
		wide(h, h->face_first[f], a);
		wide(h, h->face_first[f] + 1, b);
		wide(h, h->face_first[f] + 2, c);
		if (exact_orient3d(a, b, c, p) > 0)
			return false;
	}
	return h->dimension == 3;
}

/// Bounds the distance of a point from the hull; of points inside, 0.
static double distance_of(shell *s, const double p[3])
{
	return is_inside(s, p) ? 0 : sqrt(nearest_find(&s->tree, p, &s->nearest)) + s->slack;
}

/// Bounds the distance of the farthest point of a ball.
static double ball_distance(shell *s, const float centre[3], double radius)
{
	const double p[3] = {(double)centre[0], (double)centre[1], (double)centre[2]};
	double near = sqrt(nearest_find(&s->tree, p, &s->nearest));
	if (!is_inside(s, p))
		return radius + near + s->slack;
	double depth = nearest_certain(&s->tree, p, near) - s->slack;
	double out = radius - (depth > 0 ? depth : 0);
	return (out > 0 ? out : 0) + s->slack;
}

static double box_distance(shell *s, const float p[12])
{
	double length2 = 0, size = 0, most = 0;
	for (int k = 0; k < 4; ++k)
		length2 += (double)p[6 + k] * (double)p[6 + k];
	for (int k = 0; k < 3; ++k)
		size += fabs((double)p[3 + k]);
	for (uint32_t corner = 0; corner < 8; ++corner)
	{
		double at[3];
		box_corner(p, corner, at);
		double distance = distance_of(s, at);
		most = distance > most ? distance : most;
	}
	// The quaternion was rounded: turned by the one of length 1, the corners move by a little.
	return most + 4 * fabs(length2 - 1) * size;
}

/// Goes along an arc between two unit vectors that are at most a right angle apart, and takes the largest distance of the corners of a
/// polygon around it. Uses no functions of angles, which machines round differently.
static double arc_distance(
	shell *s, const double centre[3], double radius, const double from[3], const double to[3], uint32_t cuts)
{
	double middle[3], cosine = 0, length2 = 0;
	for (int k = 0; k < 3; ++k)
	{
		middle[k] = from[k] + to[k];
		cosine += from[k] * to[k];
		length2 += middle[k] * middle[k];
	}
	if (cuts == 0)
	{
		for (int k = 0; k < 3; ++k)
			middle[k] = centre[k] + radius * middle[k] / (1 + cosine);
		return distance_of(s, middle);
	}
	for (int k = 0; k < 3; ++k)
		middle[k] /= sqrt(length2);
	double a = arc_distance(s, centre, radius, from, middle, cuts - 1);
	double b = arc_distance(s, centre, radius, middle, to, cuts - 1);
	return a > b ? a : b;
}

static double cylinder_distance(shell *s, const float p[12])
{
	double axis[3], u[3], v[3], length = 0, most = 0;
	for (int k = 0; k < 3; ++k)
	{
		axis[k] = (double)p[3 + k] - (double)p[k];
		length += axis[k] * axis[k];
	}
	length = sqrt(length);
	int least = 0;
	for (int k = 0; k < 3; ++k)
	{
		axis[k] /= length;
		least = fabs(axis[k]) < fabs(axis[least]) ? k : least;
	}
	double across = 0;
	for (int k = 0; k < 3; ++k)
	{
		u[k] = (k == least ? 1.0 : 0.0) - axis[k] * axis[least];
		across += u[k] * u[k];
	}
	for (int k = 0; k < 3; ++k)
		u[k] /= sqrt(across);
	for (int k = 0; k < 3; ++k)
		v[k] = axis[(k + 1) % 3] * u[(k + 2) % 3] - axis[(k + 2) % 3] * u[(k + 1) % 3];
	const double around[5][3] = {
		{u[0], u[1], u[2]}, {v[0], v[1], v[2]}, {-u[0], -u[1], -u[2]}, {-v[0], -v[1], -v[2]}, {u[0], u[1], u[2]}};
	for (int end = 0; end < 2; ++end)
		for (int quarter = 0; quarter < 4; ++quarter)
		{
			const double centre[3] = {(double)p[3 * end], (double)p[3 * end + 1], (double)p[3 * end + 2]};
			double distance = arc_distance(s, centre, (double)p[6], around[quarter], around[quarter + 1], ARC_CUTS);
			most = distance > most ? distance : most;
		}
	return most;
}

/// Builds the tree of a hull's faces, cut into triangles; of a flat one, of one side.
static bool build_shell(const kilncook_context *context, const convex_hull *h, nearest_tree *tree)
{
	uint32_t faces = h->dimension == 3 ? h->face_count : 1, count = h->face_first[faces] - 2 * faces, made = 0;
	uint32_t(*triangles)[3] = cook_alloc(context, count, sizeof *triangles);
	if (!triangles)
		return false;
	for (uint32_t f = 0; f < faces; ++f)
		for (uint32_t i = h->face_first[f] + 2; i < h->face_first[f + 1]; ++i, ++made)
		{
			triangles[made][0] = h->origins[h->face_first[f]];
			triangles[made][1] = h->origins[i - 1];
			triangles[made][2] = h->origins[i];
		}
	const hausdorff_surface surface = {
		(const float(*)[3])h->vertices, (const uint32_t(*)[3])triangles, h->vertex_count, count};
	bool built = nearest_build(context, &surface, 1, tree);
	cook_free(context, triangles, count, sizeof *triangles);
	return built;
}

static double largest_number(const convex_hull *h, const float parameters[12])
{
	double most = 0;
	for (int k = 0; k < 12; ++k)
		most = fabs((double)parameters[k]) > most ? fabs((double)parameters[k]) : most;
	for (uint32_t i = 0; i < 3 * h->vertex_count; ++i)
	{
		double x = fabs((double)h->vertices[i / 3][i % 3]);
		most = x > most ? x : most;
	}
	return most;
}

kilncook_status parts_primitive_error(const kilncook_context *context, const convex_hull *h, kilncook_shape shape,
	const float parameters[12], double *error)
{
	shell s = {.h = h, .slack = 0x1p-43 * largest_number(h, parameters)};
	*error = (double)INFINITY;
	if (h->dimension < 2)
		return KILNCOOK_OK;
	if (!build_shell(context, h, &s.tree))
	{
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory to measure a primitive");
		return KILNCOOK_INTERNAL;
	}
	s.tree.visits = UINT64_MAX;
	if (shape == KILNCOOK_SHAPE_SPHERE)
		*error = ball_distance(&s, parameters, (double)parameters[3]);
	else if (shape == KILNCOOK_SHAPE_CAPSULE)
	{
		double a = ball_distance(&s, parameters, (double)parameters[6]);
		double b = ball_distance(&s, parameters + 3, (double)parameters[6]);
		*error = a > b ? a : b;
	}
	else if (shape == KILNCOOK_SHAPE_BOX)
		*error = box_distance(&s, parameters);
	else if (shape == KILNCOOK_SHAPE_CYLINDER)
		*error = cylinder_distance(&s, parameters);
	nearest_free(context, &s.tree);
	return KILNCOOK_OK;
}
