// SPDX-License-Identifier: MIT
// Collapses that the criterion allows keep the homology, the verdicts and the borders of any complex of triangles.

#include "clean/adjacency.h"
#include "clean/clean_shapes.h"
#include "simplify/complex.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

#define VERTICES 9
#define TRIANGLES 28
#define EDGES (VERTICES * (VERTICES - 1) / 2)

static const kilncook_context context;

/// A small complex, and what is known about it.
typedef struct small
{
	uint32_t triangles[TRIANGLES][3];
	uint32_t count;
	clean_verdict verdict;
	uint32_t parts;
	complex_kinds kinds;
	int betti[3];
	bool border[VERTICES][VERTICES];
	bool on_border[VERTICES];
} small;

/// The rank over the field of two elements.
static int rank_of(uint64_t *rows, int count)
{
	int rank = 0;
	for (int bit = 0; bit < 64; ++bit)
	{
		int found = rank;
		while (found < count && !(rows[found] >> bit & 1))
			++found;
		if (found == count)
			continue;
		uint64_t swap = rows[found];
		rows[found] = rows[rank];
		rows[rank] = swap;
		for (int i = 0; i < count; ++i)
			if (i != rank && rows[i] >> bit & 1)
				rows[i] ^= rows[rank];
		++rank;
	}
	return rank;
}

static int edge_number(uint32_t a, uint32_t b)
{
	uint32_t low = a < b ? a : b, high = a < b ? b : a;
	return (int)(high * (high - 1) / 2 + low);
}

/// Finds the Betti numbers by the ranks of the boundary matrices, the edges by counting, and the verdict.
static void judge(small *s)
{
	uint64_t edges[EDGES] = {0}, faces[TRIANGLES] = {0};
	int out[VERTICES][VERTICES] = {{0}}, edge_count = 0, vertex_count = 0;
	bool used[VERTICES] = {false};
	uint32_t numbers[VERTICES], compact[TRIANGLES][3];
	for (uint32_t i = 0; i < s->count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			uint32_t a = s->triangles[i][k], b = s->triangles[i][(k + 1) % 3];
			faces[i] |= 1ull << edge_number(a, b);
			++out[a][b];
			used[a] = true;
		}
	s->kinds = (complex_kinds){0};
	memset(s->border, 0, sizeof s->border);
	memset(s->on_border, 0, sizeof s->on_border);
	for (uint32_t a = 0; a < VERTICES; ++a)
	{
		numbers[a] = (uint32_t)vertex_count;
		vertex_count += used[a];
		for (uint32_t b = 0; b < a; ++b)
		{
			int sides = out[a][b] + out[b][a];
			if (sides == 0)
				continue;
			edges[edge_count++] = 1ull << a | 1ull << b;
			s->kinds.border += sides == 1;
			s->kinds.nonmanifold += sides > 2;
			s->kinds.odd += sides > 2 && sides % 2 != 0;
			s->kinds.unbalanced += sides > 1 && out[a][b] != out[b][a];
			s->border[a][b] = s->border[b][a] = sides == 1;
			s->on_border[a] |= sides == 1;
			s->on_border[b] |= sides == 1;
		}
	}
	for (uint32_t i = 0; i < s->count; ++i)
		for (int k = 0; k < 3; ++k)
			compact[i][k] = numbers[s->triangles[i][k]];
	int lines = rank_of(edges, edge_count), areas = rank_of(faces, (int)s->count);
	s->betti[0] = vertex_count - lines;
	s->betti[1] = edge_count - lines - areas;
	s->betti[2] = (int)s->count - areas;
	assert_true(clean_judge_surface(
		&context, (const uint32_t(*)[3])compact, s->count, (uint32_t)vertex_count, &s->verdict, &s->parts));
}

/// Adds a triangle unless it is there.
static void add(small *s, uint32_t a, uint32_t b, uint32_t c)
{
	bool known = a == b || b == c || c == a || s->count == TRIANGLES;
	for (uint32_t i = 0; i < s->count && !known; ++i)
	{
		uint32_t mask = 0;
		for (int k = 0; k < 3; ++k)
			mask |= 1u << s->triangles[i][k];
		known = mask == (1u << a | 1u << b | 1u << c);
	}
	if (known)
		return;
	const uint32_t t[3] = {a, b, c};
	memcpy(s->triangles[s->count++], t, sizeof t);
}

static uint32_t pick(shape_random *random, uint32_t count)
{
	return (uint32_t)(shape_share(random) * count) % count;
}

/// Solids that share vertices, edges and triangles, books, fans, flaps, and triangles at random.
static void make(small *s, shape_random *random)
{
	s->count = 0;
	uint32_t solids = pick(random, 4), loose = solids ? pick(random, 6) : 3 + pick(random, 20);
	for (uint32_t i = 0; i < solids; ++i)
	{
		uint32_t v[VERTICES], size = 4 + pick(random, 3);
		for (uint32_t k = 0; k < VERTICES; ++k)
			v[k] = k;
		for (uint32_t k = 0; k < VERTICES; ++k)
		{
			uint32_t other = pick(random, VERTICES), swap = v[k];
			v[k] = v[other];
			v[other] = swap;
		}
		// A double pyramid over a polygon; over a triangle, perhaps with the triangle.
		for (uint32_t k = 0; k < size - 2; ++k)
		{
			uint32_t a = v[2 + k], b = v[2 + (k + 1) % (size - 2)];
			if (size > 4)
				add(s, a, b, v[0]);
			if (size > 4)
				add(s, b, a, v[1]);
		}
		for (uint32_t k = 0; size == 4 && k < 4; ++k)
			add(s, v[k == 0 ? 1 : 0], v[k < 2 ? 2 : 1], v[k < 3 ? 3 : 2]);
	}
	for (uint32_t i = 0; i < loose; ++i)
		add(s, pick(random, VERTICES), pick(random, VERTICES), pick(random, VERTICES));
}

static void compare(const small *before, const small *after, uint32_t from, bool borders_move)
{
	assert_memory_equal(before->betti, after->betti, sizeof before->betti);
	assert_int_equal(before->verdict.flags, after->verdict.flags);
	assert_int_equal(before->verdict.euler_characteristic, after->verdict.euler_characteristic);
	assert_int_equal(before->parts, after->parts);
	assert_true(after->verdict.nonmanifold_edges <= before->verdict.nonmanifold_edges);
	assert_int_equal(before->verdict.nonmanifold_edges > 0, after->verdict.nonmanifold_edges > 0);
	assert_int_equal(before->verdict.boundary_edges > 0, after->verdict.boundary_edges > 0);
	for (uint32_t a = 0; a < VERTICES && !borders_move; ++a)
		for (uint32_t b = 0; b < VERTICES; ++b)
			assert_int_equal(before->border[a][b], after->border[a][b]);
	assert_true(borders_move || !before->on_border[from]);
}

/// Takes the triangles that are left. Checks that there is none twice, that degrees and kinds are right.
static void read_back(const complex_mesh *c, small *s)
{
	uint32_t degrees[VERTICES] = {0};
	s->count = 0;
	for (uint32_t i = 0; i < c->capacity; ++i)
		if (c->triangles[i][0] != KILN_NONE)
		{
			uint32_t count = s->count;
			add(s, c->triangles[i][0], c->triangles[i][1], c->triangles[i][2]);
			assert_int_equal(s->count, count + 1);
			for (int k = 0; k < 3; ++k)
				++degrees[c->triangles[i][k]];
		}
	assert_int_equal(s->count, c->count);
	assert_memory_equal(degrees, c->degree, c->vertex_count * sizeof *degrees);
	judge(s);
	assert_memory_equal(&s->kinds, &c->kinds, sizeof s->kinds);
}

/// Runs collapses at random while any is allowed. Returns their number.
static uint32_t run(small *s, shape_random *random, bool borders_move)
{
	clean_mesh mesh = {.triangles = s->triangles, .triangle_count = s->count, .vertex_count = VERTICES};
	complex_mesh c;
	complex_star star;
	uint32_t collapses = 0;
	judge(s);
	assert_true(complex_begin(&context, &mesh, &s->kinds, &c));
	c.borders_move = borders_move;
	// What simplify_begin locks.
	bool twisted = !(s->verdict.flags & KILN_MESH_ORIENTABLE) && s->kinds.odd == 0;
	for (uint32_t tries = 0; tries < 150; ++tries)
	{
		uint32_t from = pick(random, VERTICES);
		if ((!borders_move && s->on_border[from]) || !complex_look(&c, from, &star))
			continue;
		uint32_t to = star.around[pick(random, star.around_count)].vertex;
		bool locked = false;
		for (uint32_t i = 0; i < star.around_count; ++i)
		{
			uint32_t out = star.around[i].out, in = star.around[i].in;
			locked |= twisted && (out + in > 2 || (out + in == 2 && out != 1));
		}
		if (locked || !complex_may_collapse(&c, &star, to))
			continue;
		small after = {0};
		complex_collapse(&c, &star, to);
		read_back(&c, &after);
		compare(s, &after, from, borders_move);
		*s = after;
		++collapses;
	}
	complex_end(&context, &c);
	return collapses;
}

static void collapses_keep_homology_verdicts_and_borders(void **state)
{
	(void)state;
	shape_random random = {18};
	uint32_t collapses[2] = {0}, nonmanifold = 0, closed = 0;
	for (uint32_t i = 0; i < 20000; ++i)
	{
		small s;
		make(&s, &random);
		if (s.count == 0)
			continue;
		uint32_t done = run(&s, &random, i % 2 != 0);
		collapses[i % 2] += done;
		nonmanifold += done && s.kinds.nonmanifold;
		closed += done && (s.verdict.flags & KILN_MESH_CLOSED);
	}
	print_message("%u and %u collapses, of %u complexes that are not manifold, %u closed\n", collapses[0], collapses[1],
		nonmanifold, closed);
	assert_true(collapses[0] > 1000 && collapses[1] > 1000 && nonmanifold > 100 && closed > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(collapses_keep_homology_verdicts_and_borders)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
