// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include "clean/clean.h"

#include <math.h>

/// The sums of one connected part.
typedef struct sums
{
	double volume, lost; ///< compensated (W. Kahan 1965)
	double size;		 ///< of the terms' products
} sums;

static void start_components(survey_work *w)
{
	const clean_adjacency *adjacency = &w->s->adjacency;
	for (uint32_t i = 0; i < adjacency->component_count; ++i)
	{
		const clean_verdict *v = &adjacency->verdicts[i];
		w->s->components[i] = (kilncook_component){
			.source_mesh = KILN_NONE,
			.flags = v->flags,
			.triangles = v->triangle_count,
			.vertices = v->vertex_count,
			.edges = v->edge_count,
			.boundary_edges = v->boundary_edges,
			.nonmanifold_edges = v->nonmanifold_edges,
			.inconsistent_edges = v->inconsistent_edges,
			.euler_characteristic = v->euler_characteristic,
			.genus = KILNCOOK_NO_GENUS,
			.bounds_min = {INFINITY, INFINITY, INFINITY},
			.bounds_max = {-INFINITY, -INFINITY, -INFINITY},
		};
	}
}

static void fit_bounds(survey_work *w)
{
	for (uint32_t t = 0; t < w->mesh->triangle_count; ++t)
	{
		kilncook_component *c = &w->s->components[w->s->adjacency.components[t]];
		if (c->source_mesh == KILN_NONE)
			survey_locate(w, t, &c->source_mesh, &c->face);
		for (int k = 0; k < 3; ++k)
		{
			const float *at = w->mesh->vertices[survey_triangle(w, t)[k]];
			for (int i = 0; i < 3; ++i)
			{
				c->bounds_min[i] = at[i] < c->bounds_min[i] ? at[i] : c->bounds_min[i];
				c->bounds_max[i] = at[i] > c->bounds_max[i] ? at[i] : c->bounds_max[i];
			}
		}
	}
}

/// Six times the volume of the tetrahedron from the middle of the part's box to a triangle, by the divergence
/// theorem; `size` is the sum of the terms' magnitudes. Returns twice the area.
static double take(const double corners[3][3], double *volume, double *size)
{
	const double *a = corners[0], *b = corners[1], *c = corners[2];
	double normal2 = 0;
	*volume = *size = 0;
	for (int i = 0; i < 3; ++i)
	{
		int m = (i + 1) % 3, n = (i + 2) % 3;
		*volume += a[i] * (b[m] * c[n] - b[n] * c[m]);
		*size += fabs(a[i]) * (fabs(b[m] * c[n]) + fabs(b[n] * c[m]));
		double x = (b[m] - a[m]) * (c[n] - a[n]) - (b[n] - a[n]) * (c[m] - a[m]);
		normal2 += x * x;
	}
	return sqrt(normal2);
}

static void add_up(survey_work *w, sums *all)
{
	for (uint32_t t = 0; t < w->mesh->triangle_count; ++t)
	{
		uint32_t number = w->s->adjacency.components[t];
		kilncook_component *c = &w->s->components[number];
		double corners[3][3], volume, size;
		for (int k = 0; k < 3; ++k)
		{
			survey_point(w, survey_triangle(w, t)[k], corners[k]);
			for (int i = 0; i < 3; ++i)
				corners[k][i] -= ((double)c->bounds_min[i] + (double)c->bounds_max[i]) / 2;
		}
		c->area += take((const double(*)[3])corners, &volume, &size) / 2;
		sums *s = &all[number];
		double term = volume - s->lost, sum = s->volume + term;
		s->lost = (sum - s->volume) - term;
		s->volume = sum;
		s->size += size;
	}
}

/// Rounding of the terms and of their sum, over the sum of the terms' sizes, is below this.
#define VOLUME_ROUNDING 0x1p-47

static void conclude(survey_work *w, const sums *all)
{
	const uint32_t solid = KILN_MESH_CLOSED | KILN_MESH_WOUND;
	for (uint32_t i = 0; i < w->s->adjacency.component_count; ++i)
	{
		kilncook_component *c = &w->s->components[i];
		bool certain = fabs(all[i].volume) > VOLUME_ROUNDING * all[i].size;
		if ((c->flags & solid) == solid && certain)
			c->volume = all[i].volume / 6;
	}
}

static bool add_slivers(survey_work *w)
{
	bool done = true;
	for (uint32_t t = 0; t < w->mesh->triangle_count && done; ++t)
	{
		uint32_t v[3];
		survey_order_corners(w, t, v);
		if (!clean_is_sliver(w->mesh->vertices[v[0]], w->mesh->vertices[v[1]], w->mesh->vertices[v[2]]))
			continue;
		double corners[3][3], volume, size, longest = 0;
		for (int k = 0; k < 3; ++k)
			survey_point(w, v[k], corners[k]);
		for (int k = 0; k < 3; ++k)
			longest = fmax(longest, sqrt(survey_distance2(corners[k], corners[(k + 1) % 3])));
		double middle[3];
		for (int i = 0; i < 3; ++i)
			middle[i] = (corners[0][i] + corners[1][i] + corners[2][i]) / 3;
		kilncook_fault fault = survey_fault(KILNCOOK_FAULT_SLIVER, t, KILN_NONE, middle);
		fault.length = (float)longest;
		fault.distance = (float)(take((const double(*)[3])corners, &volume, &size) / longest);
		done = survey_add(w, &fault);
	}
	return done;
}

static bool add_copies(survey_work *w)
{
	bool done = true;
	for (uint32_t i = 0; i < w->mesh->copy_count && done; ++i)
	{
		const clean_copy *copy = &w->mesh->copies[i];
		double middle[3] = {0};
		uint32_t corners[3];
		survey_order_corners(w, copy->original, corners);
		for (int k = 0; k < 3; ++k)
			for (int n = 0; n < 3; ++n)
				middle[n] += (double)w->mesh->vertices[corners[k]][n] / 3;
		kilncook_fault fault = survey_fault(
			copy->opposite ? KILNCOOK_FAULT_OPPOSITE : KILNCOOK_FAULT_DUPLICATE, KILN_NONE, copy->original, middle);
		fault.face = copy->face;
		done = survey_add(w, &fault);
	}
	return done;
}

bool survey_measure(survey_work *w)
{
	uint32_t count = w->s->adjacency.component_count;
	w->s->surveyed |= 1u << KILNCOOK_FAULT_SLIVER | 1u << KILNCOOK_FAULT_DUPLICATE | 1u << KILNCOOK_FAULT_OPPOSITE;
	w->s->components = cook_alloc(w->context, count, sizeof *w->s->components);
	sums *all = cook_alloc_zero(w->context, count, sizeof *all);
	bool done = w->s->components && all;
	if (done)
	{
		start_components(w);
		fit_bounds(w);
		add_up(w, all);
		conclude(w, all);
		done = add_slivers(w) && add_copies(w);
	}
	cook_free(w->context, all, count, sizeof *all);
	return done;
}
