// SPDX-License-Identifier: MIT
// Every item of a survey against brute force, on small meshes at random.

#include "survey_case.h"

#include "clean/clean_shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

#define ROUNDS 1500

/// A mesh of few vertices on a small lattice and triangles between any three of them.
static void scatter(survey_case *c, shape_random *random, uint32_t cells)
{
	c->vertex_count = c->triangle_count = 0;
	uint32_t vertices = 4 + shape_below(random, 14), triangles = 1 + shape_below(random, 26);
	for (uint32_t i = 0; i < vertices; ++i)
		survey_case_vertex(c, shape_below(random, cells), shape_below(random, cells), shape_below(random, cells));
	for (uint32_t i = 0; i < triangles; ++i)
		survey_case_triangle(
			c, shape_below(random, vertices), shape_below(random, vertices), shape_below(random, vertices));
	survey_case_run(c);
}

// --- Pairs of triangles, by separating axes over whole numbers ---

typedef struct solid
{
	int64_t points[3][3];
	int count; ///< 3, or 2 for a segment
} solid;

static solid solid_of(const clean_mesh *mesh, uint32_t triangle)
{
	solid s = {.count = 3};
	for (int k = 0; k < 3; ++k)
		for (int i = 0; i < 3; ++i)
			s.points[k][i] = (int64_t)mesh->vertices[mesh->triangles[triangle][k]][i];
	return s;
}

static void cross(const int64_t a[3], const int64_t b[3], int64_t out[3])
{
	for (int i = 0; i < 3; ++i)
		out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void edge_of(const solid *s, int k, int64_t out[3])
{
	for (int i = 0; i < 3; ++i)
		out[i] = s->points[(k + 1) % s->count][i] - s->points[k][i];
}

static void span(const solid *s, const int64_t axis[3], int64_t range[2])
{
	for (int k = 0; k < s->count; ++k)
	{
		int64_t x = 0;
		for (int i = 0; i < 3; ++i)
			x += axis[i] * s->points[k][i];
		range[0] = k == 0 || x < range[0] ? x : range[0];
		range[1] = k == 0 || x > range[1] ? x : range[1];
	}
}

/// Whether some axis leaves room between two solids, and whether some axis separates their insides.
typedef struct axes_verdict
{
	bool apart, divided;
} axes_verdict;

static void try_axis(const solid *a, const solid *b, const int64_t axis[3], axes_verdict *verdict)
{
	int64_t p[2] = {0, 0}, q[2] = {0, 0};
	if (!axis[0] && !axis[1] && !axis[2])
		return;
	span(a, axis, p);
	span(b, axis, q);
	verdict->apart |= p[1] < q[0] || q[1] < p[0];
	verdict->divided |= p[1] <= q[0] || q[1] <= p[0];
}

/// Tries the normals and all cross products of edges; in a common plane those of edges and normals, alone.
static axes_verdict try_axes(const solid *a, const solid *b, bool flat)
{
	axes_verdict verdict = {false, false};
	int64_t normals[2][3] = {{0}}, e[3], f[3], axis[3];
	const solid *both[2] = {a, b};
	for (int s = 0; s < 2; ++s)
	{
		edge_of(both[s], 0, e);
		edge_of(both[s], 1, f);
		cross(e, f, normals[s]);
		if (!flat)
			try_axis(a, b, normals[s], &verdict);
	}
	for (int i = 0; i < a->count; ++i)
		for (int k = 0; k < b->count && !flat; ++k)
		{
			edge_of(a, i, e);
			edge_of(b, k, f);
			cross(e, f, axis);
			try_axis(a, b, axis, &verdict);
		}
	// For a segment in a plane with a triangle, too. Away from a common plane these axes prove that two are apart,
	// and say no more.
	axes_verdict more = {false, false};
	for (int s = 0; s < 2; ++s)
		for (int n = 0; n < 2; ++n)
			for (int i = 0; i < both[s]->count; ++i)
			{
				edge_of(both[s], i, e);
				cross(normals[n], e, axis);
				try_axis(a, b, axis, flat ? &verdict : &more);
			}
	verdict.apart |= more.apart;
	return verdict;
}

static solid far_edge(const solid *s, int corner)
{
	solid edge = {.count = 2};
	memcpy(edge.points[0], s->points[(corner + 1) % 3], sizeof edge.points[0]);
	memcpy(edge.points[1], s->points[(corner + 2) % 3], sizeof edge.points[0]);
	return edge;
}

static bool coplanar(const solid *a, const solid *b)
{
	int64_t e[3], f[3], normal[3], p[2] = {0, 0}, q[2] = {0, 0};
	edge_of(a, 0, e);
	edge_of(a, 1, f);
	cross(e, f, normal);
	span(a, normal, p);
	span(b, normal, q);
	return p[0] == q[0] && p[0] == q[1];
}

static kilncook_fault_kind judge_pair(const clean_mesh *mesh, uint32_t first, uint32_t second)
{
	solid a = solid_of(mesh, first), b = solid_of(mesh, second);
	int shared = 0, of_a = 0, of_b = 0;
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 3; ++k)
			if (mesh->triangles[first][i] == mesh->triangles[second][k])
			{
				++shared;
				of_a = i;
				of_b = k;
			}
	bool flat = coplanar(&a, &b), touch;
	bool area = flat && !try_axes(&a, &b, true).divided;
	if (shared == 0)
		touch = !try_axes(&a, &b, false).apart;
	else if (shared == 1)
	{
		solid edge_a = far_edge(&a, of_a), edge_b = far_edge(&b, of_b);
		touch = !try_axes(&edge_a, &b, false).apart || !try_axes(&edge_b, &a, false).apart;
	}
	else
		touch = area;
	if (!touch)
		return KILNCOOK_FAULT_KIND_END;
	if (flat)
		return area ? KILNCOOK_FAULT_COPLANAR : KILNCOOK_FAULT_TOUCHING;
	return try_axes(&a, &b, false).divided ? KILNCOOK_FAULT_TOUCHING : KILNCOOK_FAULT_CROSSING;
}

static void pairs_are_those_of_separating_axes(void **state)
{
	(void)state;
	shape_random random = {0x51u};
	survey_case c;
	uint32_t found[KILNCOOK_FAULT_KIND_END] = {0};
	survey_case_begin(&c);
	for (int round = 0; round < ROUNDS; ++round)
	{
		scatter(&c, &random, 3 + (uint32_t)round % 6);
		uint64_t next = 0;
		for (uint32_t i = 0; i < c.mesh.triangle_count; ++i)
			for (uint32_t k = i + 1; k < c.mesh.triangle_count; ++k)
			{
				kilncook_fault_kind kind = judge_pair(&c.mesh, i, k);
				if (kind == KILNCOOK_FAULT_KIND_END)
					continue;
				assert_true(next < c.s.pair_count);
				assert_int_equal(c.s.pairs[next].a, i);
				assert_int_equal(c.s.pairs[next].b, k);
				assert_int_equal(c.s.pairs[next++].kind, kind);
				++found[kind];
			}
		assert_int_equal(next, c.s.pair_count);
	}
	assert_true(found[KILNCOOK_FAULT_CROSSING] > 1000 && found[KILNCOOK_FAULT_COPLANAR] > 500 &&
				found[KILNCOOK_FAULT_TOUCHING] > 1000);
	survey_case_end(&c);
}

static void parts_overlap_whose_triangles_cross_or_share_an_area(void **state)
{
	(void)state;
	shape_random random = {0x52u};
	survey_case c;
	survey_case_begin(&c);
	for (int round = 0; round < ROUNDS / 3; ++round)
	{
		scatter(&c, &random, 5);
		uint64_t expected = 0;
		for (uint32_t a = 0; a < c.s.adjacency.component_count; ++a)
			for (uint32_t b = a + 1; b < c.s.adjacency.component_count; ++b)
			{
				uint32_t pairs = 0;
				for (uint64_t i = 0; i < c.s.pair_count; ++i)
				{
					uint32_t p = c.s.adjacency.components[c.s.pairs[i].a], q = c.s.adjacency.components[c.s.pairs[i].b];
					pairs += c.s.pairs[i].kind != KILNCOOK_FAULT_TOUCHING && ((p == a && q == b) || (p == b && q == a));
				}
				expected += pairs > 0;
			}
		assert_int_equal(c.s.counts[KILNCOOK_FAULT_OVERLAPPING], expected);
	}
	survey_case_end(&c);
}

// --- Edges, vertices, boundaries ---

/// How many triangles run from a to b.
static uint32_t runs(const clean_mesh *mesh, uint32_t a, uint32_t b)
{
	uint32_t count = 0;
	for (uint32_t t = 0; t < mesh->triangle_count; ++t)
		for (int k = 0; k < 3; ++k)
			count += mesh->triangles[t][k] == a && mesh->triangles[t][(k + 1) % 3] == b;
	return count;
}

static uint32_t edge_triangles(const clean_mesh *mesh, uint32_t a, uint32_t b)
{
	return runs(mesh, a, b) + runs(mesh, b, a);
}

static bool has_vertex(const clean_mesh *mesh, uint32_t t, uint32_t v)
{
	return mesh->triangles[t][0] == v || mesh->triangles[t][1] == v || mesh->triangles[t][2] == v;
}

/// How many sets there are of triangles at a vertex that are connected by edges at it.
static uint32_t count_sets(const clean_mesh *mesh, uint32_t v)
{
	uint32_t sets[64], count = 0;
	for (uint32_t t = 0; t < mesh->triangle_count; ++t)
		sets[t] = has_vertex(mesh, t, v) ? t : KILN_NONE;
	for (uint32_t round = 0; round < mesh->triangle_count; ++round)
		for (uint32_t t = 0; t < mesh->triangle_count; ++t)
			for (uint32_t u = 0; u < mesh->triangle_count; ++u)
				for (int k = 0; k < 3; ++k)
				{
					uint32_t other = mesh->triangles[t][k];
					if (sets[t] != KILN_NONE && sets[u] != KILN_NONE && other != v && has_vertex(mesh, u, other) &&
						sets[u] > sets[t])
						sets[u] = sets[t];
				}
	for (uint32_t t = 0; t < mesh->triangle_count; ++t)
		count += sets[t] == t;
	return count;
}

static void edges_and_vertices_are_those_of_brute_force(void **state)
{
	(void)state;
	shape_random random = {0x53u};
	survey_case c;
	survey_case_begin(&c);
	for (int round = 0; round < ROUNDS / 3; ++round)
	{
		scatter(&c, &random, 4);
		const clean_mesh *m = &c.mesh;
		uint32_t many = 0, twice = 0, single = 0, pinched = 0;
		for (uint32_t a = 0; a < m->vertex_count; ++a)
		{
			pinched += count_sets(m, a) > 1;
			for (uint32_t b = a + 1; b < m->vertex_count; ++b)
			{
				many += edge_triangles(m, a, b) > 2;
				single += edge_triangles(m, a, b) == 1;
				twice += edge_triangles(m, a, b) == 2 && runs(m, a, b) != 1;
			}
		}
		assert_int_equal(c.s.counts[KILNCOOK_FAULT_NONMANIFOLD_EDGE], many);
		assert_int_equal(c.s.counts[KILNCOOK_FAULT_NONMANIFOLD_VERTEX], pinched);
		assert_int_equal(c.s.counts[KILNCOOK_FAULT_WINDING], twice);
		assert_int_equal(c.s.boundary_count, single);
	}
	survey_case_end(&c);
}

/// The vertex where an entry of a loop begins, and where it leads.
static uint32_t loop_end(const survey *s, uint32_t entry, uint32_t end)
{
	return s->boundary_vertices[s->boundary_ends[entry / 2][(entry & 1) ^ end]];
}

static void loops_run_through_every_boundary_side_once_and_no_vertex_twice(void **state)
{
	(void)state;
	shape_random random = {0x54u};
	survey_case c;
	survey_case_begin(&c);
	for (int round = 0; round < ROUNDS; ++round)
	{
		scatter(&c, &random, 4);
		const survey *s = &c.s;
		uint32_t seen[128] = {0}, total = 0, odd = 0, open = 0;
		for (uint32_t i = 0; i < s->loop_count; ++i)
		{
			const survey_loop *loop = &s->loops[i];
			bool passed[64] = {false};
			total += loop->count;
			open += !loop->closed;
			for (uint32_t k = 0; k < loop->count; ++k)
			{
				uint32_t entry = s->loop_sides[loop->first + k], vertex = loop_end(s, entry, 0);
				++seen[entry / 2];
				assert_false(passed[vertex]);
				passed[vertex] = true;
				if (k + 1 < loop->count || loop->closed)
					assert_int_equal(
						loop_end(s, entry, 1), loop_end(s, s->loop_sides[loop->first + (k + 1) % loop->count], 0));
			}
		}
		assert_int_equal(total, s->boundary_count);
		for (uint32_t i = 0; i < s->boundary_count; ++i)
			assert_int_equal(seen[i], 1);
		// Each open chain ends where an odd number of boundary sides meet.
		for (uint32_t v = 0; v < s->boundary_vertex_count; ++v)
			odd += (s->vertex_sides_first[v + 1] - s->vertex_sides_first[v]) % 2;
		assert_int_equal(2 * open, odd);
	}
	survey_case_end(&c);
}

// --- Cracks and T-junctions ---

static double apart2(const clean_mesh *mesh, uint32_t a, uint32_t b)
{
	double sum = 0;
	for (int i = 0; i < 3; ++i)
	{
		double d = (double)mesh->vertices[a][i] - (double)mesh->vertices[b][i];
		sum += d * d;
	}
	return sum;
}

/// Strips of triangles that nearly meet.
static void scatter_near(survey_case *c, shape_random *random, double shake)
{
	c->vertex_count = c->triangle_count = 0;
	uint32_t triangles = 2 + shape_below(random, 20);
	for (uint32_t t = 0; t < triangles; ++t)
	{
		uint32_t corners[3];
		for (int k = 0; k < 3; ++k)
			corners[k] = survey_case_vertex(c, shape_below(random, 4) + shake * (shape_share(random) - 0.5),
				shape_below(random, 3) + shake * (shape_share(random) - 0.5), shake * (shape_share(random) - 0.5));
		survey_case_triangle(c, corners[0], corners[1], corners[2]);
	}
	survey_case_run(c);
}

static void side_vertices(const survey *s, uint32_t side, uint32_t out[2])
{
	out[0] = s->boundary_vertices[s->boundary_ends[side][0]];
	out[1] = s->boundary_vertices[s->boundary_ends[side][1]];
}

/// The place of a side among all: the coordinates of its ends, the lower end first. No two triangles here share a side.
static void key_of(const survey_case *c, uint32_t side, double key[6])
{
	uint32_t p[2], first = 0;
	side_vertices(&c->s, side, p);
	for (int i = 2; i >= 0; --i)
	{
		float a = c->mesh.vertices[p[0]][i], b = c->mesh.vertices[p[1]][i];
		first = a < b ? 0 : b < a ? 1 : first;
	}
	for (uint32_t i = 0; i < 6; ++i)
		key[i] = (double)c->mesh.vertices[p[i < 3 ? first : 1 - first]][i % 3];
}

/// Compares lists of numbers, the first numbers first.
static bool comes_first(const double *a, const double *b, int count)
{
	for (int i = 0; i < count; ++i)
		if (a[i] < b[i] || a[i] > b[i])
			return a[i] < b[i];
	return false;
}

/// The width of the crack between two sides at either end, the larger width first, and the place of the second side.
static void crack_key(const survey_case *c, uint32_t a, uint32_t b, double key[8])
{
	uint32_t p[2], q[2];
	side_vertices(&c->s, a, p);
	side_vertices(&c->s, b, q);
	for (uint32_t turn = 0; turn < 2; ++turn)
	{
		double x = apart2(&c->mesh, p[0], q[turn]), y = apart2(&c->mesh, p[1], q[1 - turn]);
		if (turn > 0 && fmax(x, y) >= key[0])
			continue;
		key[0] = fmax(x, y);
		key[1] = fmin(x, y);
	}
	key_of(c, b, key + 2);
}

static bool is_long(const survey_case *c, uint32_t side)
{
	uint32_t p[2];
	side_vertices(&c->s, side, p);
	return apart2(&c->mesh, p[0], p[1]) > 4 * c->s.tolerance * c->s.tolerance;
}

static uint32_t nearest_side(const survey_case *c, uint32_t side)
{
	uint32_t best = KILN_NONE;
	double nearest[8], key[8];
	for (uint32_t i = 0; i < c->s.boundary_count && is_long(c, side); ++i)
	{
		crack_key(c, side, i, key);
		if (i == side || !is_long(c, i) || key[0] > c->s.tolerance * c->s.tolerance ||
			(best != KILN_NONE && !comes_first(key, nearest, 8)))
			continue;
		best = i;
		memcpy(nearest, key, sizeof nearest);
	}
	return best;
}

/// The squared distance of a vertex from a side that it makes a T-junction with; infinity where it does not.
static double junction2(const survey_case *c, uint32_t vertex, uint32_t side)
{
	uint32_t p[2];
	side_vertices(&c->s, side, p);
	double limit2 = c->s.tolerance * c->s.tolerance, along = 0, length2 = apart2(&c->mesh, p[0], p[1]), sum = 0;
	if (!is_long(c, side) || apart2(&c->mesh, vertex, p[0]) <= limit2 || apart2(&c->mesh, vertex, p[1]) <= limit2 ||
		has_vertex(&c->mesh, c->s.boundary[side] / 3, vertex))
		return (double)INFINITY;
	const float *v = c->mesh.vertices[vertex];
	double ends[6];
	key_of(c, side, ends);
	for (int i = 0; i < 3; ++i)
		along += ((double)v[i] - ends[i]) * (ends[3 + i] - ends[i]);
	double t = fmin(1, fmax(0, along / length2));
	for (int i = 0; i < 3; ++i)
	{
		double d = (double)v[i] - (ends[i] + t * (ends[3 + i] - ends[i]));
		sum += d * d;
	}
	return sum <= limit2 ? sum : (double)INFINITY;
}

static void cracks_and_junctions_are_those_of_brute_force(void **state)
{
	(void)state;
	shape_random random = {0x55u};
	survey_case c;
	uint64_t cracks = 0, junctions = 0;
	survey_case_begin(&c);
	c.options.pairs = false;
	for (int round = 0; round < ROUNDS; ++round)
	{
		c.options.tolerance = round % 3 == 0 ? 0.05 : 0.003;
		scatter_near(&c, &random, round % 2 ? 0.01 : 0.1);
		for (uint32_t i = 0; i < c.s.boundary_count; ++i)
			assert_int_equal(c.s.cracks[i], nearest_side(&c, i));
		for (uint32_t v = 0; v < c.s.boundary_vertex_count; ++v)
		{
			uint32_t best = KILN_NONE, vertex = c.s.boundary_vertices[v];
			double nearest[7] = {(double)INFINITY}, key[7];
			for (uint32_t i = 0; i < c.s.boundary_count; ++i)
			{
				key[0] = junction2(&c, vertex, i);
				key_of(&c, i, key + 1);
				if (!(key[0] < (double)INFINITY) || (best != KILN_NONE && !comes_first(key, nearest, 7)))
					continue;
				best = i;
				memcpy(nearest, key, sizeof nearest);
			}
			assert_int_equal(c.s.junctions[v], best);
		}
		assert_int_equal(c.s.unfinished, 0);
		cracks += c.s.counts[KILNCOOK_FAULT_CRACK];
		junctions += c.s.counts[KILNCOOK_FAULT_T_JUNCTION];
	}
	assert_true(cracks > 500 && junctions > 500);
	survey_case_end(&c);
}

// --- Copies and parts ---

static void copies_and_slivers_are_those_that_cleaning_counts(void **state)
{
	(void)state;
	shape_random random = {0x56u};
	survey_case c;
	uint64_t opposite = 0, same = 0, slivers = 0;
	survey_case_begin(&c);
	for (int round = 0; round < ROUNDS; ++round)
	{
		if (round % 2)
			scatter(&c, &random, 3);
		else
			scatter_near(&c, &random, 2e-4);
		assert_int_equal(
			c.s.counts[KILNCOOK_FAULT_DUPLICATE] + c.s.counts[KILNCOOK_FAULT_OPPOSITE], c.mesh.counts.duplicates);
		assert_int_equal(c.s.counts[KILNCOOK_FAULT_SLIVER], c.mesh.counts.slivers);
		for (uint64_t i = 0; i < c.s.fault_count; ++i)
		{
			const kilncook_fault *f = &c.s.faults[i];
			if (f->kind != KILNCOOK_FAULT_DUPLICATE && f->kind != KILNCOOK_FAULT_OPPOSITE)
				continue;
			// By position: the corners of both faces in the art, turned until the first ones agree.
			const uint32_t *a = c.corners + 3 * f->face, *b = c.corners + 3 * f->other_face;
			int turn = 0;
			while (memcmp(c.positions[a[0]], c.positions[b[turn]], 12) != 0)
				assert_true(++turn < 3);
			bool ahead = memcmp(c.positions[a[1]], c.positions[b[(turn + 1) % 3]], 12) == 0;
			assert_int_equal(ahead, f->kind == KILNCOOK_FAULT_DUPLICATE);
		}
		opposite += c.s.counts[KILNCOOK_FAULT_OPPOSITE];
		same += c.s.counts[KILNCOOK_FAULT_DUPLICATE];
		slivers += c.s.counts[KILNCOOK_FAULT_SLIVER];
	}
	assert_true(opposite > 100 && same > 100 && slivers > 10);
	survey_case_end(&c);
}

/// Boxes that are apart or inside each other.
static void fill(survey_case *c, shape_random *random, const double low[3], const double high[3], int levels)
{
	bool inside_out = shape_below(random, 2);
	survey_case_box(c, low, high, inside_out);
	for (int half = 0; half < 2 && levels > 0; ++half)
	{
		double inner_low[3], inner_high[3];
		for (int i = 0; i < 3; ++i)
		{
			double size = high[i] - low[i], from = i == 0 && half ? 0.5 : 0, to = i == 0 && !half ? 0.5 : 1;
			inner_low[i] = low[i] + size * (from + (to - from) * (0.01 + 0.4 * shape_share(random)));
			inner_high[i] = low[i] + size * (to - (to - from) * (0.01 + 0.4 * shape_share(random)));
		}
		if (shape_below(random, 4))
			fill(c, random, inner_low, inner_high, levels - 1);
	}
}

static void depths_and_volumes_are_those_of_boxes(void **state)
{
	(void)state;
	shape_random random = {0x57u};
	survey_case c;
	survey_case_begin(&c);
	for (int round = 0; round < 40; ++round)
	{
		const double low[3] = {-4, -2, 1}, high[3] = {4, 3, 7};
		c.vertex_count = c.triangle_count = 0;
		fill(&c, &random, low, high, 6);
		survey_case_run(&c);
		uint32_t count = c.s.adjacency.component_count, inverted = 0, inner = 0;
		assert_int_equal(12 * count, c.triangle_count);
		for (uint32_t i = 0; i < count; ++i)
		{
			const kilncook_component *p = &c.s.components[i];
			uint32_t depth = 0;
			double volume = 1;
			for (uint32_t k = 0; k < count; ++k)
			{
				const kilncook_component *q = &c.s.components[k];
				bool in = k != i;
				for (int n = 0; n < 3; ++n)
					in &= p->bounds_min[n] > q->bounds_min[n] && p->bounds_max[n] < q->bounds_max[n];
				depth += in;
			}
			for (int n = 0; n < 3; ++n)
				volume *= (double)p->bounds_max[n] - (double)p->bounds_min[n];
			assert_int_equal(p->depth, depth);
			assert_true(fabs(fabs(p->volume) - volume) <= 1e-12 * volume);
			inverted += p->volume < 0 && depth % 2 == 0;
			inner += depth > 0 && !(p->volume < 0 && depth % 2 == 1);
		}
		assert_int_equal(c.s.counts[KILNCOOK_FAULT_INVERTED], inverted);
		assert_int_equal(c.s.counts[KILNCOOK_FAULT_INNER], inner);
	}
	survey_case_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs_are_those_of_separating_axes),
		cmocka_unit_test(parts_overlap_whose_triangles_cross_or_share_an_area),
		cmocka_unit_test(edges_and_vertices_are_those_of_brute_force),
		cmocka_unit_test(loops_run_through_every_boundary_side_once_and_no_vertex_twice),
		cmocka_unit_test(cracks_and_junctions_are_those_of_brute_force),
		cmocka_unit_test(copies_and_slivers_are_those_that_cleaning_counts),
		cmocka_unit_test(depths_and_volumes_are_those_of_boxes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
