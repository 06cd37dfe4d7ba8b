// SPDX-License-Identifier: MIT
#include "repair_case.h"

#include "hausdorff/hausdorff.h"
#include "kiln_format.h"
#include "support/surface_near.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static const kilncook_context context;

/// Most triangles of surfaces whose distance is found by brute force.
#define BRUTE_FORCE_MOST 400

void repair_case_begin(repair_case *c)
{
	*c = (repair_case){0};
	survey_case_begin(&c->art);
	survey_case_begin(&c->copy);
}

void repair_case_end(repair_case *c)
{
	survey_case_end(&c->art);
	survey_case_end(&c->copy);
}

/// Fails the test unless each hole that stays has a reason where the repair was to close holes, and the row counts those within the size.
static void check_reasons(const repair_case *c, const repair_options *options)
{
	const bool wanted = options->steps >> KILNCOOK_REPAIR_HOLES & 1;
	uint64_t within = 0;
	assert_true(repair_explain_holes(&context, options, &c->art.mesh, &c->art.s));
	for (uint64_t i = 0; i < c->art.s.fault_count; ++i)
	{
		const kilncook_fault *fault = &c->art.s.faults[i];
		const bool hole = fault->kind == KILNCOOK_FAULT_HOLE || fault->kind == KILNCOOK_FAULT_GAP;
		assert_int_equal(fault->stays != KILNCOOK_HOLE_NO_REASON, hole);
		within += hole && fault->stays != KILNCOOK_HOLE_OPEN && fault->stays != KILNCOOK_HOLE_LARGE;
	}
	if (wanted)
		assert_int_equal(c->rows[KILNCOOK_REPAIR_HOLES].left, within);
}

void repair_case_repair(repair_case *c, uint32_t steps)
{
	const repair_options options = {steps, c->art.options.tolerance, 0.5};
	assert_int_equal(repair_run(&context, &options, &c->art.mesh, c->rows), KILNCOOK_OK);
	survey_free(&context, &c->art.s);
	assert_int_equal(survey_build(&context, &c->art.mesh, &c->art.options, &c->art.s), KILNCOOK_OK);
	check_reasons(c, &options);
}

static void take(const float v[3], double out[3])
{
	for (int i = 0; i < 3; ++i)
		out[i] = (double)v[i];
}

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Whether the corners of one mesh's triangles, and the middles of triangles and of their sides, are within the limit of the other's
/// surface.
static bool are_points_within(const clean_mesh *from, const clean_mesh *to, double limit)
{
	surface_near near;
	surface_near_begin(&near, (const float(*)[3])to->vertices, (const uint32_t(*)[3])to->triangles, to->triangle_count);
	bool within = true;
	for (uint32_t t = 0; t < from->triangle_count && within; ++t)
		within = surface_near_triangle(&near, (const float(*)[3])from->vertices, from->triangles[t], limit);
	surface_near_end(&near);
	return within;
}

static hausdorff_surface surface_of(const clean_mesh *mesh)
{
	return (hausdorff_surface){(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles,
		mesh->vertex_count, mesh->triangle_count};
}

static void check_triangles(const survey_case *art)
{
	const clean_mesh *mesh = &art->mesh;
	for (uint32_t t = 0; t < mesh->triangle_count; ++t)
	{
		const uint32_t *v = mesh->triangles[t];
		assert_true(v[0] != v[1] && v[1] != v[2] && v[2] != v[0]);
		assert_true(v[0] < mesh->vertex_count && v[1] < mesh->vertex_count && v[2] < mesh->vertex_count);
		assert_true(mesh->faces[t] < art->triangle_count && (t == 0 || mesh->faces[t] >= mesh->faces[t - 1]));
	}
	for (uint32_t v = 0; v < mesh->vertex_count; ++v)
		assert_true(mesh->vertex_sources[v] < art->vertex_count);
	assert_int_equal(mesh->edge_count, art->s.adjacency.edges.edge_count);
	assert_int_equal(mesh->component_count, art->s.adjacency.component_count);
}

static uint32_t flags_of(const survey_case *art)
{
	uint32_t flags = KILN_MESH_FLAGS_KNOWN;
	for (uint32_t i = 0; i < art->s.adjacency.component_count; ++i)
		flags &= art->s.components[i].flags;
	return flags;
}

/// Kinds of which a repair may find more: parts that it closed can be inner or inverted ones; borders of surfaces that it cut apart
/// are holes; edges of more triangles that it cut apart can show that a surface is twisted, as it was before. A crack can become a
/// T-junction, and a T-junction a crack: their sum does not rise.
static void check_verdicts(const repair_case *c, uint32_t steps)
{
	const uint64_t *before = c->copy.s.counts, *after = c->art.s.counts;
	uint32_t unfinished = c->copy.s.unfinished | c->art.s.unfinished;
	uint32_t others = 1u << KILNCOOK_FAULT_INNER | 1u << KILNCOOK_FAULT_INVERTED | 1u << KILNCOOK_FAULT_GAP |
					  1u << KILNCOOK_FAULT_HOLE | 1u << KILNCOOK_FAULT_CROSSING | 1u << KILNCOOK_FAULT_COPLANAR |
					  1u << KILNCOOK_FAULT_TOUCHING | 1u << KILNCOOK_FAULT_OVERLAPPING | 1u << KILNCOOK_FAULT_CRACK |
					  1u << KILNCOOK_FAULT_T_JUNCTION;
	uint32_t missing = ~(flags_of(&c->copy) | flags_of(&c->art));
	if ((missing & (KILN_MESH_ORIENTABLE | KILN_MESH_WOUND)) == (KILN_MESH_ORIENTABLE | KILN_MESH_WOUND))
		others |= 1u << KILNCOOK_FAULT_WINDING;
	// Surfaces that cross meet at edges of four triangles when they are cut, and cuts beside a corner make slivers.
	bool cuts = steps & STEP(SELF_INTERSECTIONS);
	if (cuts)
		others |= 1u << KILNCOOK_FAULT_NONMANIFOLD_EDGE | 1u << KILNCOOK_FAULT_NONMANIFOLD_VERTEX |
				  1u << KILNCOOK_FAULT_SLIVER;
	for (kilncook_fault_kind kind = 0; kind < KILNCOOK_FAULT_KIND_END; ++kind)
		if (!((unfinished | others) >> kind & 1))
			assert_true(after[kind] <= before[kind]);
	if (!(unfinished & (1u << KILNCOOK_FAULT_CRACK | 1u << KILNCOOK_FAULT_T_JUNCTION)))
		assert_true(after[KILNCOOK_FAULT_CRACK] + after[KILNCOOK_FAULT_T_JUNCTION] <=
					before[KILNCOOK_FAULT_CRACK] + before[KILNCOOK_FAULT_T_JUNCTION]);
	if (!(steps & STEP(NON_MANIFOLD)) && !cuts)
		assert_true(after[KILNCOOK_FAULT_GAP] + after[KILNCOOK_FAULT_HOLE] <=
					before[KILNCOOK_FAULT_GAP] + before[KILNCOOK_FAULT_HOLE]);
	uint32_t lost = flags_of(&c->copy) & ~flags_of(&c->art);
	assert_true((lost & ~(cuts ? (uint32_t)KILN_MESH_MANIFOLD : 0)) == 0);
}

/// Whether no point of a surface is farther from the other one.
static bool is_within(const clean_mesh *from, const clean_mesh *to, double limit)
{
	if (from->triangle_count <= BRUTE_FORCE_MOST && to->triangle_count <= BRUTE_FORCE_MOST)
		return are_points_within(from, to, limit);
	const hausdorff_surface a = surface_of(from), b = surface_of(to);
	const hausdorff_options options = {.limit = limit};
	hausdorff_result result;
	assert_int_equal(hausdorff_one_sided(&context, &a, &b, &options, NULL, &result), KILNCOOK_OK);
	assert_true(result.finished);
	if (result.lower > limit)
		return false;
	// Over needles the bound may not close: brute force decides.
	return result.upper <= limit || are_points_within(from, to, limit);
}

/// Surfaces that were dropped are missing, those that close holes are new. The others moved by the distances of all steps at most.
static void check_distances(const repair_case *c)
{
	const clean_mesh *before = &c->copy.mesh, *after = &c->art.mesh;
	double allowed = 0;
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
	{
		assert_true(c->rows[step].distance <= c->copy.s.tolerance);
		allowed += c->rows[step].distance;
	}
	// The brute force rounds.
	double reach = 0;
	for (uint32_t v = 0; v < before->vertex_count; ++v)
		for (int k = 0; k < 3; ++k)
			reach = fmax(reach, fabs((double)before->vertices[v][k]));
	allowed += 1e-5 * c->copy.s.tolerance + 0x1p-44 * reach;
	if (c->rows[KILNCOOK_REPAIR_OPPOSITE].dropped || c->rows[KILNCOOK_REPAIR_INNER].dropped)
		return;
	assert_true(is_within(before, after, allowed));
	assert_true(c->rows[KILNCOOK_REPAIR_HOLES].made || is_within(after, before, allowed));
}

void repair_case_run(repair_case *c, uint32_t steps)
{
	survey_case_copy(&c->copy, &c->art);
	survey_case_run(&c->copy);
	survey_case_run(&c->art);
	repair_case_repair(c, steps);
	check_triangles(&c->art);
	check_verdicts(c, steps);
	check_distances(c);
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		assert_true(c->rows[step].undone || (c->rows[step].worse == 0 && c->rows[step].lost == 0));
	kilncook_repair_row first[KILNCOOK_REPAIR_END];
	memcpy(first, c->rows, sizeof first);
	repair_case_repair(c, steps);
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		if (c->rows[step].changed)
			fail_msg("a second repair by %s changes %u, the first one %u", kilncook_repair_name(step),
				(unsigned)c->rows[step].changed, (unsigned)first[step].changed);
	memcpy(c->rows, first, sizeof first);
}

void repair_case_shatter(survey_case *art, shape_random *random, double reach)
{
	uint32_t count = 3 * art->triangle_count;
	for (uint32_t i = 0; i < count; ++i)
	{
		double at[3], way[3], length = 2;
		take(art->positions[art->corners[i]], at);
		while (length > 1)
		{
			for (int k = 0; k < 3; ++k)
				way[k] = 2 * shape_share(random) - 1;
			length = dot(way, way);
		}
		art->corners[i] =
			survey_case_vertex(art, at[0] + reach * way[0], at[1] + reach * way[1], at[2] + reach * way[2]);
	}
}

void repair_case_reverse(survey_case *art, shape_random *random)
{
	for (uint32_t t = 0; t < art->triangle_count; ++t)
		if (shape_below(random, 2))
			survey_case_turn(art, t);
}

void repair_case_cut(survey_case *art, shape_random *random, double reach)
{
	uint32_t triangle = shape_below(random, art->triangle_count), k = shape_below(random, 3);
	uint32_t *c = art->corners + 3 * triangle, a = c[k], b = c[(k + 1) % 3], apex = c[(k + 2) % 3];
	double middle[3];
	for (int i = 0; i < 3; ++i)
		middle[i] =
			((double)art->positions[a][i] + (double)art->positions[b][i]) / 2 + reach * (shape_share(random) - 0.5);
	uint32_t vertex = survey_case_vertex(art, middle[0], middle[1], middle[2]);
	c[k] = vertex;
	survey_case_triangle(art, a, vertex, apex);
}

/// The corners of a triangle from its lowest one on.
typedef struct placed_triangle
{
	float at[3][3];
} placed_triangle;

static int compare_placed(const void *left, const void *right)
{
	const placed_triangle *a = left, *b = right;
	int order = 0;
	for (int k = 0; k < 3 && order == 0; ++k)
		order = survey_compare_positions(a->at[k], b->at[k]);
	return order;
}

static placed_triangle *place_triangles(const clean_mesh *mesh)
{
	placed_triangle *list = calloc((size_t)mesh->triangle_count + 1, sizeof *list);
	assert_non_null(list);
	for (uint32_t t = 0; t < mesh->triangle_count; ++t)
	{
		const uint32_t *c = mesh->triangles[t];
		uint32_t low = 0;
		for (uint32_t k = 1; k < 3; ++k)
			low = survey_compare_positions(mesh->vertices[c[k]], mesh->vertices[c[low]]) < 0 ? k : low;
		for (uint32_t k = 0; k < 3; ++k)
			memcpy(list[t].at[k], mesh->vertices[c[(low + k) % 3]], sizeof list[t].at[k]);
	}
	qsort(list, mesh->triangle_count, sizeof *list, compare_placed);
	return list;
}

bool repair_case_same_surface(const clean_mesh *a, const clean_mesh *b)
{
	placed_triangle *p = place_triangles(a), *q = place_triangles(b);
	bool same = a->triangle_count == b->triangle_count;
	for (uint32_t t = 0; t < a->triangle_count && same; ++t)
		same = compare_placed(&p[t], &q[t]) == 0;
	free(p);
	free(q);
	return same;
}

double repair_case_volume(const survey_case *art)
{
	double sum = 0;
	for (uint32_t i = 0; i < art->s.adjacency.component_count; ++i)
		sum += art->s.components[i].volume;
	return sum;
}

bool repair_case_sound(const survey_case *art, uint32_t kinds)
{
	bool good = survey_case_nothing_but(art, kinds);
	return good && flags_of(art) == KILN_MESH_FLAGS_KNOWN;
}

static void check_findings(const survey_case *a, const survey_case *b)
{
	assert_int_equal(a->s.fault_count, b->s.fault_count);
	survey_finding *p = survey_case_findings(a), *q = survey_case_findings(b);
	for (uint64_t i = 0; i < a->s.fault_count; ++i)
		assert_memory_equal(&p[i], &q[i], sizeof *p);
	free(p);
	free(q);
}

void repair_case_orders(repair_case *c, uint32_t steps, shape_random *random)
{
	repair_case other;
	repair_case_begin(&other);
	survey_case_copy(&other.art, &c->art);
	survey_case_permute(&other.art, random);
	survey_case_run(&other.art);
	repair_case_run(c, steps);
	// Of opposite triangles cleaning keeps the first one.
	bool alike = !c->copy.s.unfinished && !c->copy.s.counts[KILNCOOK_FAULT_OPPOSITE];
	if (alike)
		check_findings(&c->copy, &other.art);
	repair_case_repair(&other, steps);
	if (alike && !c->art.s.unfinished)
	{
		assert_memory_equal(c->rows, other.rows, sizeof c->rows);
		assert_true(repair_case_same_surface(&c->art.mesh, &other.art.mesh));
	}
	repair_case_end(&other);
}
