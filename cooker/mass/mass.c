// SPDX-License-Identifier: MIT
#include "mass.h"

#include "exact/expansion.h"
#include "math/jacobi.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// A compensated sum, which keeps the rounding errors of its additions (Neumaier 1974).
typedef struct mass_sum
{
	double sum;
	double lost;
} mass_sum;

static inline void add(mass_sum *s, double term)
{
	double sum = s->sum + term;
	s->lost += fabs(s->sum) >= fabs(term) ? (s->sum - sum) + term : (term - sum) + s->sum;
	s->sum = sum;
}

static inline double total(const mass_sum *s)
{
	return s->sum + s->lost;
}

/// Integrals over a surface and over the enclosed solid, about `origin`. The integrals over the solid are stored times
/// 6, the first moments times 24 and the second moments times 120.
typedef struct mass_integrals
{
	double origin[3];
	mass_sum area;
	mass_sum area_moment[3]; ///< three times the moment
	mass_sum volume;
	mass_sum moment[3];
	mass_sum product[6]; ///< xx, yy, zz, xy, xz, yz
	double magnitude;	 ///< sum of all products' magnitudes in the volume; or of the determinants' magnitudes if they
						 ///< are exact
	bool exact;			 ///< determinants are rounded once
} mass_integrals;

static const uint32_t pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

/// Begins at the middle of the box around the points; exact integrals begin at the first point. This point is a corner
/// of a convex body, so that no tetrahedron has a negative volume, however thin the body is.
static mass_integrals integrals_about(const float (*points)[3], uint32_t count, bool exact)
{
	mass_integrals m = {{0}, .magnitude = 0, .exact = exact};
	for (uint32_t k = 0; k < 3 && exact && count > 0; ++k)
		m.origin[k] = (double)points[0][k];
	if (exact)
		return m;
	for (uint32_t k = 0; k < 3 && count > 0; ++k)
	{
		float low = points[0][k], high = low;
		for (uint32_t i = 1; i < count; ++i)
		{
			low = points[i][k] < low ? points[i][k] : low;
			high = points[i][k] > high ? points[i][k] : high;
		}
		m.origin[k] = ((double)low + (double)high) / 2.0;
	}
	return m;
}

static inline void cross(const double u[3], const double v[3], double out[3])
{
	out[0] = u[1] * v[2] - u[2] * v[1];
	out[1] = u[2] * v[0] - u[0] * v[2];
	out[2] = u[0] * v[1] - u[1] * v[0];
}

/// Returns the determinant whose rows are the vectors from `o` to three points, by expansions, rounded once.
static double exact_determinant(const double o[3], const float *const points[3])
{
	double d[3][3][2], product[8], other[8], scratch[96], minor[16], term[64], two[128], sum[192];
	int length[3][3], count = 0;
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 3; ++k)
			length[i][k] = expansion_from_difference((double)points[i][k], o[k], d[i][k]);
	for (int k = 0; k < 3; ++k)
	{
		int i = (k + 1) % 3, j = (k + 2) % 3;
		int left = expansion_product(d[1][i], length[1][i], d[2][j], length[2][j], product, scratch);
		int right = expansion_product(d[1][j], length[1][j], d[2][i], length[2][i], other, scratch);
		int cross = expansion_difference(product, left, other, right, minor);
		int terms = expansion_product(minor, cross, d[0][k], length[0][k], term, scratch);
		memcpy(two, sum, (size_t)count * sizeof *two);
		count = expansion_sum(two, count, term, terms, sum);
	}
	return expansion_estimate(sum, count);
}

/// Whether rounding errors may be visible in the volume's float32.
static bool is_vague(const mass_integrals *m)
{
	return fabs(total(&m->volume)) < 0x1p-24 * m->magnitude;
}

/// Adds a triangle of the surface and its tetrahedron with the origin.
static void add_triangle(mass_integrals *m, const float p[3], const float q[3], const float r[3])
{
	double a[3], b[3], c[3], u[3], v[3], n[3], sum[3];
	for (uint32_t k = 0; k < 3; ++k)
	{
		a[k] = (double)p[k] - m->origin[k];
		b[k] = (double)q[k] - m->origin[k];
		c[k] = (double)r[k] - m->origin[k];
		u[k] = (double)q[k] - (double)p[k];
		v[k] = (double)r[k] - (double)p[k];
		sum[k] = a[k] + b[k] + c[k];
	}
	cross(u, v, n);
	double area = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2.0;
	// (b - a) x (c - a) . a equals the determinant of a, b, c but loses less to rounding where the triangle is small.
	double volume = m->exact ? exact_determinant(m->origin, (const float *const[3]){p, q, r})
							 : n[0] * a[0] + n[1] * a[1] + n[2] * a[2];
	add(&m->area, area);
	add(&m->volume, volume);
	if (m->exact)
		m->magnitude += fabs(volume);
	for (uint32_t k = 0; k < 3 && !m->exact; ++k)
		m->magnitude += (fabs(u[(k + 1) % 3] * v[(k + 2) % 3]) + fabs(u[(k + 2) % 3] * v[(k + 1) % 3])) * fabs(a[k]);
	for (uint32_t k = 0; k < 3; ++k)
	{
		add(&m->area_moment[k], area * sum[k]);
		add(&m->moment[k], volume * sum[k]);
	}
	for (uint32_t k = 0; k < 6; ++k)
	{
		uint32_t i = pair[k][0], j = pair[k][1];
		add(&m->product[k], volume * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + sum[i] * sum[j]));
	}
}

/// Computes the inertia about the centre of mass, which is `center` relative to the origin of the integrals.
static void set_inertia(mass_properties *properties, const mass_integrals *m, const double center[3])
{
	// A surface that is wound inside out encloses the same solid.
	double sign = properties->volume < 0.0 ? -1.0 : 1.0, second[6];
	for (uint32_t k = 0; k < 6; ++k)
		second[k] =
			sign * (total(&m->product[k]) / 120.0 - properties->volume * center[pair[k][0]] * center[pair[k][1]]);
	properties->inertia[0] = second[1] + second[2];
	properties->inertia[1] = second[0] + second[2];
	properties->inertia[2] = second[0] + second[1];
	for (uint32_t k = 3; k < 6; ++k)
		properties->inertia[k] = 0.0 - second[k];
	jacobi_eigen(properties->inertia, properties->moments, properties->axes);
}

static mass_properties finish(const mass_integrals *m, bool closed, bool solid)
{
	mass_properties properties = {.closed = closed, .area = total(&m->area)};
	double center[3] = {0}, volume = solid ? total(&m->volume) / 6.0 : 0.0;
	// A product of three differences has six roundings, of half an epsilon each, and two more in the sum. A volume
	// below this bound means that the surface folds back on itself.
	if (fabs(volume) > 4.0 * DBL_EPSILON * m->magnitude / 6.0)
	{
		properties.volume = volume;
		for (uint32_t k = 0; k < 3; ++k)
			center[k] = total(&m->moment[k]) / 24.0 / volume;
	}
	else if (properties.area > 0.0)
		for (uint32_t k = 0; k < 3; ++k)
			center[k] = total(&m->area_moment[k]) / 3.0 / properties.area;
	for (uint32_t k = 0; k < 3; ++k)
		properties.center[k] = m->origin[k] + center[k];
	if (properties.volume != 0.0)
		set_inertia(&properties, m, center);
	else if (closed)
		properties.axes[0][0] = properties.axes[1][1] = properties.axes[2][2] = 1.0;
	return properties;
}

static mass_integrals sum_triangles(const float (*vertices)[3], uint32_t vertex_count, const uint32_t (*triangles)[3],
	uint32_t triangle_count, bool exact)
{
	mass_integrals m = integrals_about(vertices, vertex_count, exact);
	for (uint32_t i = 0; i < triangle_count; ++i)
		add_triangle(&m, vertices[triangles[i][0]], vertices[triangles[i][1]], vertices[triangles[i][2]]);
	return m;
}

mass_properties mass_of_triangles(const float (*vertices)[3], uint32_t vertex_count, const uint32_t (*triangles)[3],
	uint32_t triangle_count, bool closed)
{
	mass_integrals m = sum_triangles(vertices, vertex_count, triangles, triangle_count, false);
	if (closed && is_vague(&m))
		m = sum_triangles(vertices, vertex_count, triangles, triangle_count, true);
	return finish(&m, closed, closed);
}

static mass_integrals sum_faces(const convex_hull *h, bool exact)
{
	// A point's centre is the point, a segment's its middle: both are the middle of the box.
	mass_integrals m = integrals_about((const float(*)[3])h->vertices, h->vertex_count, exact);
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		const uint32_t *corner = h->origins + h->face_first[f];
		uint32_t count = h->face_first[f + 1] - h->face_first[f];
		for (uint32_t i = 2; i < count; ++i)
			add_triangle(&m, h->vertices[corner[0]], h->vertices[corner[i - 1]], h->vertices[corner[i]]);
	}
	return m;
}

mass_properties mass_of_hull(const convex_hull *h)
{
	mass_integrals m = sum_faces(h, false);
	if (h->dimension == 3 && is_vague(&m))
		m = sum_faces(h, true);
	return finish(&m, true, h->dimension == 3);
}

bool mass_fits_float(const mass_properties *mass)
{
	double inertia = 0, volume = fabs(mass->volume);
	for (uint32_t i = 0; i < 6; ++i)
		inertia = fabs(mass->inertia[i]) > inertia ? fabs(mass->inertia[i]) : inertia;
	for (uint32_t i = 0; i < 3; ++i)
		inertia = fabs(mass->moments[i]) > inertia ? fabs(mass->moments[i]) : inertia;
	return volume >= (double)FLT_MIN && volume <= (double)FLT_MAX && inertia >= (double)FLT_MIN &&
		   inertia <= (double)FLT_MAX;
}
