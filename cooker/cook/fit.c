// SPDX-License-Identifier: MIT
#include "cook.h"

#include "mass/mass.h"
#include "math/box_corner.h"
#include "math/diagonal.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Measures how far a solid around a mesh is from the mesh. The distance to a convex set is a convex function, so that
/// it is largest at a box's corners and at a capsule's ends; for a ball around a point it is the radius plus the
/// largest n p - h(n) over all unit n, where h is the hull's support function.

/// The share of a shape's size by which a solid that a name requests may differ from its mesh without a warning. A box
/// is exact or is no box; meshes with corners approximate round shapes.
#define BOX_TOLERANCE 1e-4
#define ROUND_TOLERANCE 0.1
#define VOLUME_TOLERANCE 0.02

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void vertex(const convex_hull *h, uint32_t half_edge, double out[3])
{
	for (uint32_t k = 0; k < 3; ++k)
		out[k] = (double)h->vertices[h->origins[half_edge]][k];
}

/// Square of the distance from p to the segment a b.
static double segment_distance2(const double p[3], const double a[3], const double b[3])
{
	double u[3], v[3];
	for (uint32_t k = 0; k < 3; ++k)
	{
		u[k] = b[k] - a[k];
		v[k] = p[k] - a[k];
	}
	double uu = dot(u, u), t = uu > 0 ? dot(u, v) / uu : 0;
	t = t < 0 ? 0 : t > 1 ? 1 : t;
	for (uint32_t k = 0; k < 3; ++k)
		v[k] -= t * u[k];
	return dot(v, v);
}

/// Computes Newell's normal of a face, with length one; false when double cannot represent a normal.
static bool face_normal(const convex_hull *h, uint32_t face, double n[3])
{
	n[0] = n[1] = n[2] = 0;
	uint32_t first = h->face_first[face], end = h->face_first[face + 1];
	double o[3], a[3], b[3];
	vertex(h, first, o);
	for (uint32_t i = first + 1; i + 1 < end; ++i)
	{
		vertex(h, i, a);
		vertex(h, i + 1, b);
		for (uint32_t k = 0; k < 3; ++k)
		{
			uint32_t r = (k + 1) % 3, s = (k + 2) % 3;
			n[k] += (a[r] - o[r]) * (b[s] - o[s]) - (a[s] - o[s]) * (b[r] - o[r]);
		}
	}
	double length = sqrt(dot(n, n));
	for (uint32_t k = 0; k < 3; ++k)
		n[k] /= length;
	return length > 0 && isfinite(length);
}

/// Distance from p to a face, or to its plane where p lies directly above or below the face. `*height` gets the signed
/// height over the plane.
static double face_distance(const convex_hull *h, uint32_t face, const double p[3], const double n[3], double *height)
{
	uint32_t first = h->face_first[face], end = h->face_first[face + 1];
	double a[3], b[3], u[3], v[3], least2 = HUGE_VAL;
	bool inside = true;
	vertex(h, first, a);
	for (uint32_t k = 0; k < 3; ++k)
		v[k] = p[k] - a[k];
	*height = dot(v, n);
	for (uint32_t i = first; i < end; ++i)
	{
		vertex(h, i, a);
		vertex(h, i + 1 < end ? i + 1 : first, b);
		for (uint32_t k = 0; k < 3; ++k)
		{
			u[k] = b[k] - a[k];
			v[k] = p[k] - a[k];
		}
		const double side[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
		inside = inside && dot(side, n) >= 0;
		double distance2 = segment_distance2(p, a, b);
		least2 = distance2 < least2 ? distance2 : least2;
	}
	return inside ? fabs(*height) : sqrt(least2);
}

/// Distance from p to a hull; minus the depth when p lies inside.
static double signed_distance(const convex_hull *h, const double p[3])
{
	double deepest = -HUGE_VAL, nearest = HUGE_VAL;
	for (uint32_t face = 0; face < h->face_count; ++face)
	{
		double n[3], height;
		if (!face_normal(h, face, n))
			continue;
		double distance = face_distance(h, face, p, n, &height);
		nearest = distance < nearest ? distance : nearest;
		deepest = height > deepest ? height : deepest;
	}
	if (h->face_count == 0)
	{
		double a[3], b[3];
		for (uint32_t k = 0; k < 3; ++k)
		{
			a[k] = (double)h->vertices[0][k];
			b[k] = (double)h->vertices[h->vertex_count - 1][k];
		}
		return sqrt(segment_distance2(p, a, b));
	}
	// A flat hull has no depth: in its plane, only the distance from its polygon separates inside and outside.
	return h->dimension == 3 && deepest <= 0 ? deepest : nearest;
}

static double box_error(const float p[12], const convex_hull *h)
{
	double most = 0;
	for (uint32_t corner = 0; corner < 8; ++corner)
	{
		double at[3];
		box_corner(p, corner, at);
		double distance = signed_distance(h, at);
		most = distance > most ? distance : most;
	}
	return most;
}

static double ball_error(const float center[3], float radius, const convex_hull *h)
{
	const double p[3] = {(double)center[0], (double)center[1], (double)center[2]};
	double error = (double)radius + signed_distance(h, p);
	return error > 0 ? error : 0;
}

double cook_fit_error(kilncook_shape shape, const float parameters[12], const convex_hull *h)
{
	if (shape == KILNCOOK_SHAPE_BOX)
		return box_error(parameters, h);
	if (shape == KILNCOOK_SHAPE_SPHERE)
		return ball_error(parameters, parameters[3], h);
	if (shape != KILNCOOK_SHAPE_CAPSULE)
		return -1;
	double a = ball_error(parameters, parameters[6], h), b = ball_error(parameters + 3, parameters[6], h);
	return a > b ? a : b;
}

/// Compares the volumes of hull and mesh: they differ where the mesh is not convex.
static void judge_hull(cook_job *job, const cook_set *set, const clean_mesh *mesh, const convex_hull *exact)
{
	const uint32_t needed = KILN_MESH_CLOSED | KILN_MESH_WOUND;
	mass_properties own = mass_of_triangles((const float(*)[3])mesh->vertices, mesh->vertex_count,
		(const uint32_t(*)[3])mesh->triangles, mesh->triangle_count, (mesh->flags & needed) == needed);
	mass_properties hull = mass_of_hull(exact);
	double more = fabs(hull.volume) - fabs(own.volume);
	if (own.closed && hull.closed && more > VOLUME_TOLERANCE * fabs(hull.volume))
		cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, set->name), "name-fit",
			"the mesh is not convex: the hull, which its name requests, has %.3g%% more volume",
			100 * more / fabs(own.volume));
}

void cook_judge_fit(cook_job *job, const cook_set *set, const clean_mesh *mesh, const convex_hull *exact)
{
	double size = box_diagonal((const float(*)[3])exact->vertices, exact->vertex_count), error = (double)set->fit_error;
	double tolerance = set->shape == KILNCOOK_SHAPE_BOX ? BOX_TOLERANCE : ROUND_TOLERANCE / 2;
	if (set->shape == KILNCOOK_SHAPE_HULL)
		judge_hull(job, set, mesh, exact);
	else if (error > tolerance * size)
		cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, set->name), "name-fit",
			"the mesh is not a %s: the shape around it, which its name requests, is up to %.3g away, %.3g%% of the "
			"mesh's "
			"diagonal",
			kilncook_shape_name(set->shape), error, 100 * error / size);
}
