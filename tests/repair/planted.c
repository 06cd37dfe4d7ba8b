// SPDX-License-Identifier: MIT
#include "planted.h"

#include "kiln_format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BIT(kind) (1u << KILNCOOK_FAULT_##kind)
#define TRIALS 200

/// Edges and heights of triangles at a spot are longer than this many tolerances.
#define CLEARANCE 32

static void point_of(const survey_case *c, uint32_t vertex, double at[3])
{
	for (int i = 0; i < 3; ++i)
		at[i] = (double)c->mesh.vertices[vertex][i];
}

static double distance(const double a[3], const double b[3])
{
	double sum = 0;
	for (int i = 0; i < 3; ++i)
		sum += (a[i] - b[i]) * (a[i] - b[i]);
	return sqrt(sum);
}

/// Whether the edges and the heights of a triangle are long.
static bool is_large(const survey_case *c, uint32_t triangle)
{
	double at[3][3], area2 = 0, longest = 0, shortest = INFINITY, limit = CLEARANCE * c->s.tolerance;
	for (int k = 0; k < 3; ++k)
		point_of(c, c->mesh.triangles[triangle][k], at[k]);
	for (int k = 0; k < 3; ++k)
	{
		int m = (k + 1) % 3, n = (k + 2) % 3;
		double edge = distance(at[k], at[m]);
		double x = (at[1][m] - at[0][m]) * (at[2][n] - at[0][n]) - (at[1][n] - at[0][n]) * (at[2][m] - at[0][m]);
		longest = fmax(longest, edge);
		shortest = fmin(shortest, edge);
		area2 += x * x;
	}
	return shortest > limit && sqrt(area2) > limit * longest;
}

/// Marks the triangles that meet others where they should not.
static uint8_t *mark_pairs(const survey_case *c)
{
	uint8_t *marks = calloc(c->mesh.triangle_count, 1);
	for (uint64_t i = 0; marks && i < c->s.pair_count; ++i)
		marks[c->s.pairs[i].a] = marks[c->s.pairs[i].b] = 1;
	return marks;
}

/// Whether a fault can stand at a triangle: its part is closed and consistent, and the triangles around it are large and meet no
/// others. Fits the box.
static bool is_free(const survey_case *c, const uint8_t *pairs, uint32_t triangle, planted_spot *spot)
{
	const clean_adjacency *a = &c->s.adjacency;
	if (c->s.components[a->components[triangle]].flags != KILN_MESH_FLAGS_KNOWN)
		return false;
	*spot = (planted_spot){.triangle = triangle,
		.min = {(double)INFINITY, (double)INFINITY, (double)INFINITY},
		.max = {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY}};
	for (int k = 0; k < 3; ++k)
	{
		uint32_t v = c->mesh.triangles[triangle][k];
		for (uint32_t i = a->vertex_first[v]; i < a->vertex_first[v + 1]; ++i)
		{
			uint32_t t = a->vertex_triangles[i];
			if (pairs[t] || !is_large(c, t))
				return false;
			for (int n = 0; n < 9; ++n)
			{
				double x = (double)c->mesh.vertices[c->mesh.triangles[t][n / 3]][n % 3];
				spot->min[n % 3] = fmin(spot->min[n % 3], x);
				spot->max[n % 3] = fmax(spot->max[n % 3], x);
			}
		}
	}
	return true;
}

static bool are_apart(const planted_spot *a, const planted_spot *b, double gap)
{
	for (int i = 0; i < 3; ++i)
		if (a->min[i] > b->max[i] + gap || b->min[i] > a->max[i] + gap)
			return true;
	return false;
}

/// Whether a repair closes the hole that a triangle leaves: those of half the diagonal of the model's box at most.
static bool may_close(const survey_case *c, uint32_t triangle)
{
	double at[3][3];
	for (int k = 0; k < 3; ++k)
		point_of(c, c->mesh.triangles[triangle][k], at[k]);
	double longest = fmax(distance(at[0], at[1]), fmax(distance(at[1], at[2]), distance(at[2], at[0])));
	// A box around the triangle is at most as long as its three sides.
	return 3 * longest < 0.5 * c->s.tolerance / c->options.tolerance;
}

static void expect(planted_spot *spot, uint32_t kinds, const double place[3], double reach)
{
	planted_fault *fault = &spot->faults[spot->fault_count++];
	*fault = (planted_fault){.kinds = kinds, .reach = reach};
	memcpy(fault->place, place, sizeof fault->place);
}

static void middle_of(const survey_case *c, const uint32_t *vertices, int count, double middle[3])
{
	memset(middle, 0, 3 * sizeof *middle);
	for (int k = 0; k < count; ++k)
		for (int i = 0; i < 3; ++i)
			middle[i] += (double)c->mesh.vertices[vertices[k]][i] / count;
}

/// The triangle at a vertex whose side leads from the vertex to another one.
static uint32_t follow(const survey_case *c, uint32_t vertex, uint32_t to)
{
	const clean_adjacency *a = &c->s.adjacency;
	for (uint32_t i = a->vertex_first[vertex]; i < a->vertex_first[vertex + 1]; ++i)
	{
		const uint32_t *corners = c->mesh.triangles[a->vertex_triangles[i]];
		for (int k = 0; k < 3; ++k)
			if (corners[k] == vertex && corners[(k + 1) % 3] == to)
				return a->vertex_triangles[i];
	}
	return KILN_NONE;
}

/// Gives a run of the triangles around the first corner of the spot's triangle a vertex of its own. False when the numbers are too
/// coarse for that.
static bool split(const survey_case *c, shape_random *random, planted_spot *spot, survey_case *damaged)
{
	const clean_adjacency *a = &c->s.adjacency;
	uint32_t v = c->mesh.triangles[spot->triangle][0], degree = a->vertex_first[v + 1] - a->vertex_first[v];
	uint32_t wanted = 1 + shape_below(random, degree - 1), t = spot->triangle, ends[2] = {v, v}, k;
	double old[3], at[3];
	point_of(c, v, old);
	for (int i = 0; i < 3; ++i)
		at[i] = (double)(float)(old[i] + 0.5 * c->s.tolerance * (shape_share(random) - 0.5));
	double moved = distance(old, at);
	if (!(moved > 0.02 * c->s.tolerance && moved < 0.5 * c->s.tolerance))
		return false;
	uint32_t vertex = survey_case_vertex(damaged, at[0], at[1], at[2]);
	for (uint32_t n = 0; n < wanted; ++n)
	{
		const uint32_t *corners = c->mesh.triangles[t];
		for (k = 0; corners[k] != v; ++k)
			;
		damaged->corners[3 * (size_t)t + k] = vertex;
		if (n == 0)
			ends[0] = corners[(k + 1) % 3];
		ends[1] = corners[(k + 2) % 3];
		t = follow(c, v, ends[1]);
	}
	for (k = 0; k < 2; ++k)
	{
		const uint32_t edge[2] = {v, ends[k]};
		double middle[3];
		middle_of(c, edge, 2, middle);
		expect(spot, BIT(CRACK), middle, c->s.tolerance);
	}
	return true;
}

static bool plant(const survey_case *c, shape_random *random, planted_spot *spot, survey_case *damaged)
{
	uint32_t *corners = damaged->corners + 3 * (size_t)spot->triangle, kept = corners[0];
	const uint32_t *whole = c->mesh.triangles[spot->triangle];
	double middle[3], reach = 1e-3 * c->s.tolerance;
	switch (spot->kind)
	{
	case PLANTED_HOLE:
		if (!may_close(c, spot->triangle))
			return false;
		// A triangle without area: cleaning drops it.
		corners[0] = corners[1];
		middle_of(c, whole, 3, middle);
		expect(spot, BIT(HOLE) | BIT(GAP), middle, reach);
		return true;
	case PLANTED_CRACKS:
		return split(c, random, spot, damaged);
	case PLANTED_TURNED:
		corners[0] = corners[1];
		corners[1] = kept;
		for (int k = 0; k < 3; ++k)
		{
			const uint32_t edge[2] = {whole[k], whole[(k + 1) % 3]};
			middle_of(c, edge, 2, middle);
			expect(spot, BIT(WINDING), middle, reach);
		}
		return true;
	case PLANTED_KINDS:
		break;
	}
	return false;
}

planted planted_damage(const survey_case *model, shape_random *random, survey_case *damaged)
{
	const clean_mesh *mesh = &model->mesh;
	planted p = {.count = 0};
	for (uint32_t v = 0; v < mesh->vertex_count; ++v)
		survey_case_vertex(
			damaged, (double)mesh->vertices[v][0], (double)mesh->vertices[v][1], (double)mesh->vertices[v][2]);
	for (uint32_t t = 0; t < mesh->triangle_count; ++t)
		survey_case_triangle(damaged, mesh->triangles[t][0], mesh->triangles[t][1], mesh->triangles[t][2]);
	damaged->options = model->options;
	uint8_t *pairs = mark_pairs(model);
	for (int trial = 0; pairs && trial < TRIALS && p.count < PLANTED_MOST; ++trial)
	{
		planted_spot spot;
		bool apart = is_free(model, pairs, shape_below(random, mesh->triangle_count), &spot);
		for (uint32_t i = 0; i < p.count && apart; ++i)
			apart = are_apart(&spot, &p.spots[i], CLEARANCE * model->s.tolerance);
		if (!apart)
			continue;
		spot.kind = (planted_kind)shape_below(random, PLANTED_KINDS);
		if (plant(model, random, &spot, damaged))
			p.spots[p.count++] = spot;
	}
	free(pairs);
	return p;
}

static bool is_at(const survey_finding *f, const double place[3], double reach)
{
	double at[3] = {(double)f->place[0], (double)f->place[1], (double)f->place[2]};
	double size = fmax(fabs(at[0]), fmax(fabs(at[1]), fabs(at[2])));
	return distance(at, place) <= reach + 0x1p-22 * size;
}

/// Takes a fault off the list of those that are still to be found.
static bool take(planted *rest, const survey_finding *f)
{
	for (uint32_t i = 0; i < rest->count; ++i)
	{
		planted_spot *spot = &rest->spots[i];
		for (uint32_t k = 0; k < spot->fault_count; ++k)
			if (spot->faults[k].kinds >> f->kind & 1 && is_at(f, spot->faults[k].place, spot->faults[k].reach))
			{
				spot->faults[k] = spot->faults[--spot->fault_count];
				return true;
			}
	}
	return false;
}

/// Whether a finding follows from the damage: the two sides of a crack may overlap instead of opening, and an open part has no inside.
static bool follows(const planted *p, const survey_case *model, const survey_finding *f, bool lost)
{
	const uint32_t sheets = BIT(CROSSING) | BIT(COPLANAR) | BIT(TOUCHING), nests = BIT(INNER) | BIT(INVERTED);
	if (nests >> f->kind & 1)
		return lost || model->s.nest_count > 0;
	for (uint32_t i = 0; i < p->count; ++i)
	{
		const planted_spot *spot = &p->spots[i];
		bool inside = spot->kind == PLANTED_CRACKS && sheets >> f->kind & 1;
		for (int k = 0; k < 3 && inside; ++k)
		{
			double x = (double)f->place[k], room = model->s.tolerance;
			inside = x >= spot->min[k] - room && x <= spot->max[k] + room;
		}
		if (inside)
			return true;
	}
	return false;
}

bool planted_found(const planted *p, const survey_case *model, const survey_case *damaged)
{
	survey_finding *before = survey_case_findings(model), *after = survey_case_findings(damaged);
	uint64_t i = 0, k = 0, before_count = model->s.fault_count, after_count = damaged->s.fault_count;
	planted rest = *p;
	bool good = true;
	while (i < before_count || k < after_count)
	{
		int order = i == before_count ? 1 : k == after_count ? -1 : survey_case_compare(&before[i], &after[k]);
		const survey_finding *f = order < 0 ? &before[i] : &after[k];
		i += order <= 0;
		k += order >= 0;
		if (order == 0 || (order > 0 && take(&rest, f)) || follows(p, model, f, order < 0))
			continue;
		printf("%s at %.9g %.9g %.9g: %s\n", kilncook_fault_name(f->kind), (double)f->place[0], (double)f->place[1],
			(double)f->place[2], order < 0 ? "not found any more" : "not planted");
		good = false;
	}
	for (uint32_t n = 0; n < rest.count; ++n)
		for (uint32_t m = 0; m < rest.spots[n].fault_count; ++m)
		{
			const double *at = rest.spots[n].faults[m].place;
			printf("planted at %.9g %.9g %.9g: not found\n", at[0], at[1], at[2]);
			good = false;
		}
	free(before);
	free(after);
	return good;
}
