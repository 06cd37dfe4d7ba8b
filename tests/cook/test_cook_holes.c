// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kiln.h"
#include "kilncook.h"

/// Polygons with holes, from a scene in memory to the blob. Coordinates are small integers, so all oracles are exact.

#define CELLS 6
#define CELL 8
#define SIDE (CELLS * CELL)
#define CONTOURS (CELLS * CELLS + 1)

typedef struct polygon_case
{
	float positions[CONTOURS * 4][3];
	int32_t flat[CONTOURS * 4][2]; ///< x and y
	uint32_t sizes[CONTOURS];
	bool holes[CONTOURS];
	uint32_t contours;
	uint32_t corners;
	int64_t twice_area;
} polygon_case;

static uint32_t random_below(uint64_t *state, uint32_t below)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (uint32_t)(*state >> 33) % below;
}

static int64_t cross(const int32_t a[2], const int32_t b[2], const int32_t c[2])
{
	return (int64_t)(b[0] - a[0]) * (c[1] - a[1]) - (int64_t)(b[1] - a[1]) * (c[0] - a[0]);
}

/// Adds a contour of three or four corners, in the plane z = 2 x - 3 y.
static void add_contour(polygon_case *p, const int32_t corners[][2], uint32_t count, bool reversed)
{
	int64_t area = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		const int32_t *q = corners[reversed ? count - 1 - i : i];
		float *position = p->positions[p->corners];
		memcpy(p->flat[p->corners++], q, 2 * sizeof *q);
		position[0] = (float)q[0];
		position[1] = (float)q[1];
		position[2] = (float)(2 * q[0] - 3 * q[1]);
		if (i >= 2)
			area += cross(corners[0], corners[i - 1], corners[i]);
	}
	p->holes[p->contours] = p->contours > 0;
	p->sizes[p->contours] = count;
	p->twice_area += p->contours++ ? -llabs(area) : llabs(area);
}

/// A square with holes in random cells: triangles and diamonds that may touch each other and the square at corners.
static void make_polygon(polygon_case *p, uint64_t *state)
{
	static const int32_t square[4][2] = {{0, 0}, {SIDE, 0}, {SIDE, SIDE}, {0, SIDE}};
	*p = (polygon_case){.contours = 0};
	add_contour(p, square, 4, false);
	for (int32_t cell = 0; cell < CELLS * CELLS; ++cell)
	{
		int32_t x = cell % CELLS * CELL, y = cell / CELLS * CELL, a = (int32_t)random_below(state, 3);
		if (random_below(state, 2) == 0)
			continue;
		const int32_t diamond[4][2] = {{x + 4, y + 1}, {x + 7 - a, y + 3}, {x + 4, y + 7}, {x + 1, y + 5}};
		const int32_t triangle[3][2] = {{x + 1, y + a + 1}, {x + 7, y + 2}, {x + 3, y + 7 - a}};
		if (random_below(state, 2))
			add_contour(p, diamond, 4, random_below(state, 2));
		else
			add_contour(p, triangle, 3, random_below(state, 2));
	}
}

/// Cooks polygons, one per mesh, and opens the blob.
static kilncook_status cook(const kilncook_context *context, const kilncook_mesh *meshes, uint32_t count,
	const kilncook_options *options, kilncook_blob *blob, kilncook_report *report)
{
	const kilncook_scene scene = {.meshes = meshes, .mesh_count = count};
	return kilncook_cook_memory(context, &scene, options, blob, report);
}

static kilncook_mesh mesh_of(const polygon_case *p)
{
	return (kilncook_mesh){.positions = p->positions[0],
		.vertex_count = p->corners,
		.face_sizes = p->sizes,
		.face_count = p->contours,
		.holes = p->holes};
}

/// Returns whether a point, in sevenths of a unit, is inside a contour; sets `*on` if an edge passes through it.
static bool in_contour(const polygon_case *p, uint32_t first, uint32_t count, int32_t x, int32_t y, bool *on)
{
	bool inside = false;
	const int32_t point[2] = {x, y};
	for (uint32_t i = 0; i < count; ++i)
	{
		const int32_t *f = p->flat[first + i], *g = p->flat[first + (i + 1) % count];
		const int32_t a[2] = {7 * f[0], 7 * f[1]}, b[2] = {7 * g[0], 7 * g[1]};
		int64_t side = cross(a, b, point);
		*on = *on || side == 0;
		if ((a[1] > y) != (b[1] > y) && (side > 0) == (b[1] > a[1]))
			inside = !inside;
	}
	return inside;
}

/// Returns how many triangles strictly contain a point, in sevenths of a unit; -1 if the point lies on a line through
/// two corners.
static int count_around(const int32_t (*triangles)[3][2], uint32_t count, int32_t x, int32_t y)
{
	const int32_t point[2] = {x, y};
	int around = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		int inside = 1;
		for (uint32_t k = 0; k < 3; ++k)
		{
			const int32_t *f = triangles[i][k], *g = triangles[i][(k + 1) % 3];
			const int32_t a[2] = {7 * f[0], 7 * f[1]}, b[2] = {7 * g[0], 7 * g[1]};
			int64_t side = cross(a, b, point);
			if (side == 0)
				return -1;
			inside &= side > 0;
		}
		around += inside;
	}
	return around;
}

/// Compares triangles with the polygon: areas add up exactly, all triangles are wound as the outer contour, and each
/// sample point is in exactly one triangle if it is in the polygon, otherwise in none.
static uint32_t check_cover(const polygon_case *p, const int32_t (*triangles)[3][2], uint32_t count)
{
	int64_t sum = 0;
	uint32_t sampled = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		int64_t area = cross(triangles[i][0], triangles[i][1], triangles[i][2]);
		assert_true(area > 0);
		sum += area;
	}
	assert_true(sum == p->twice_area);
	for (int32_t y = 3; y < 7 * SIDE; y += 11)
		for (int32_t x = 5; x < 7 * SIDE; x += 13)
		{
			bool on = false, inside = in_contour(p, 0, p->sizes[0], x, y, &on);
			for (uint32_t i = 1, first = p->sizes[0]; i < p->contours; first += p->sizes[i++])
				if (in_contour(p, first, p->sizes[i], x, y, &on))
					inside = false;
			int around = on ? -1 : count_around(triangles, count, x, y);
			sampled += around >= 0;
			assert_true(around < 0 || around == (inside ? 1 : 0));
		}
	return sampled;
}

/// Returns the triangles of the blob's first mesh, in the plane.
static uint32_t read_triangles(const kilncook_blob *blob, int32_t (*triangles)[3][2])
{
	kiln_asset asset;
	assert_int_equal(kiln_open(&asset, blob->data, blob->size, NULL).status, KILN_OK);
	uint32_t count = asset.meshes[0].triangle_count;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_vec3 v[3];
		assert_true(kiln_triangle_corners(&asset, 0, i, v));
		for (uint32_t k = 0; k < 3; ++k)
		{
			triangles[i][k][0] = (int32_t)v[k].x;
			triangles[i][k][1] = (int32_t)v[k].y;
			assert_true(v[k].z == 2 * v[k].x - 3 * v[k].y);
		}
	}
	return count;
}

static void polygons_with_holes_in_memory_are_covered_once(void **state)
{
	(void)state;
	static polygon_case p;
	static int32_t triangles[CONTOURS * 8][3][2];
	const kilncook_context context = {.log = {NULL, NULL}};
	uint64_t random = 0x9e3779b97f4a7c15u;
	uint32_t sampled = 0, holes = 0;
	for (int round = 0; round < 60; ++round)
	{
		make_polygon(&p, &random);
		kilncook_mesh mesh = mesh_of(&p);
		kilncook_blob blob;
		kilncook_report report;
		assert_int_equal(cook(&context, &mesh, 1, NULL, &blob, &report), KILNCOOK_OK);
		assert_int_equal(report.counts.faces, 1);
		assert_int_equal(report.counts.triangulated, p.corners + 2 * (p.contours - 1) - 2);
		assert_int_equal(report.warnings, 0);
		sampled += check_cover(&p, triangles, read_triangles(&blob, triangles));
		holes += p.contours - 1;
		kilncook_report_free(&context, &report);
		kilncook_blob_free(&context, &blob);
	}
	assert_true(holes > 800 && sampled > 20000);
}

static void faces_are_numbered_without_their_holes(void **state)
{
	(void)state;
	// Two triangles around a square with a triangular hole.
	static const float positions[][3] = {{0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0}, {2, 2, 0}, {2, 6, 0}, {6, 2, 0},
		{20, 0, 0}, {24, 0, 0}, {20, 4, 0}, {30, 0, 0}, {34, 0, 0}, {30, 4, 0}};
	static const uint32_t indices[] = {7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 10, 11, 12}, sizes[] = {3, 4, 3, 3};
	static const bool holes[] = {false, false, true, false};
	const kilncook_context context = {.log = {NULL, NULL}};
	kilncook_mesh mesh = {.positions = positions[0],
		.vertex_count = 13,
		.indices = indices,
		.index_count = 13,
		.face_sizes = sizes,
		.face_count = 4,
		.holes = holes};
	kilncook_blob blob;
	kilncook_report report;
	kiln_asset asset;
	assert_int_equal(cook(&context, &mesh, 1, NULL, &blob, &report), KILNCOOK_OK);
	assert_int_equal(report.counts.faces, 3);
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	uint32_t by_face[3] = {0};
	for (uint32_t i = 0; i < asset.meshes[0].triangle_count; ++i)
		++by_face[kiln_triangle_source(&asset, 0, i).face];
	assert_int_equal(by_face[0], 1);
	assert_int_equal(by_face[1], 7);
	assert_int_equal(by_face[2], 1);
	kilncook_report_free(&context, &report);
	kilncook_blob_free(&context, &blob);
}

static void senseless_holes_are_usage_errors(void **state)
{
	(void)state;
	static const float positions[8][3] = {{0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0}, {2, 2, 0}, {4, 2, 0}, {2, 4, 0}};
	static const uint32_t whole[] = {4, 3}, thin_hole[] = {5, 2}, thin_face[] = {2, 5};
	static const bool first[] = {true, false}, second[] = {false, true};
	const kilncook_context context = {.log = {NULL, NULL}};
	kilncook_blob blob;
	const kilncook_mesh good = {
		.positions = positions[0], .vertex_count = 7, .face_sizes = whole, .face_count = 2, .holes = second};
	kilncook_mesh bad[4] = {good, good, good, good};
	bad[0].holes = first;
	bad[1].face_sizes = thin_hole;
	bad[2].face_sizes = thin_face;
	bad[3].face_sizes = NULL;
	bad[3].vertex_count = 6;
	assert_int_equal(cook(&context, &good, 1, NULL, &blob, NULL), KILNCOOK_OK);
	kilncook_blob_free(&context, &blob);
	for (int i = 0; i < 4; ++i)
		assert_int_equal(cook(&context, &bad[i], 1, NULL, &blob, NULL), KILNCOOK_USAGE);
}

static void hear(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	(void)severity, (void)where, (void)text;
	snprintf(user, 64, "%s", code);
}

static void holes_that_leave_their_face_warn(void **state)
{
	(void)state;
	static const float positions[7][3] = {{0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0}, {6, 2, 0}, {12, 3, 0}, {6, 4, 0}};
	static const uint32_t sizes[] = {4, 3};
	static const bool holes[] = {false, true};
	char code[64] = "";
	const kilncook_context context = {.log = {hear, code}};
	const kilncook_mesh mesh = {
		.positions = positions[0], .vertex_count = 7, .face_sizes = sizes, .face_count = 2, .holes = holes};
	kilncook_blob blob;
	assert_int_equal(cook(&context, &mesh, 1, NULL, &blob, NULL), KILNCOOK_OK);
	assert_string_equal(code, "clean-hole");
	kilncook_blob_free(&context, &blob);
}

static void many_holes_take_bounded_work(void **state)
{
	(void)state;
	// The time to join holes is the product of their number and the contour's size: without a limit, 40 000 holes would
	// take minutes.
	enum
	{
		SIDES = 200,
		HOLES = SIDES * SIDES
	};
	float(*positions)[3] = calloc(HOLES * 3 + 4, sizeof *positions);
	uint32_t *sizes = calloc(HOLES + 1, sizeof *sizes);
	bool *holes = calloc(HOLES + 1, sizeof *holes);
	assert_true(positions && sizes && holes);
	for (uint32_t i = 0; i < 4; ++i)
	{
		positions[i][0] = i == 1 || i == 2 ? SIDES : 0;
		positions[i][1] = i >= 2 ? SIDES : 0;
	}
	sizes[0] = 4;
	for (uint32_t h = 0; h < HOLES; ++h)
		for (uint32_t k = 0; k < 3; ++k)
		{
			sizes[h + 1] = 3;
			holes[h + 1] = true;
			positions[4 + 3 * h + k][0] = (float)(h % SIDES) + (k == 1 ? 0.75f : 0.25f);
			positions[4 + 3 * h + k][1] = (float)(h / SIDES) + (k == 2 ? 0.75f : 0.25f);
		}
	const kilncook_context context = {.log = {NULL, NULL}};
	const kilncook_mesh mesh = {.positions = positions[0],
		.vertex_count = HOLES * 3 + 4,
		.face_sizes = sizes,
		.face_count = HOLES + 1,
		.holes = holes};
	kilncook_blob blob;
	kilncook_report report;
	assert_int_equal(cook(&context, &mesh, 1, NULL, &blob, &report), KILNCOOK_OK);
	assert_int_equal(report.counts.triangulated, HOLES * 3 + 4 + 2 * HOLES - 2);
	kilncook_report_free(&context, &report);
	kilncook_blob_free(&context, &blob);
	free(positions);
	free(sizes);
	free(holes);
}

static void slivers_are_dropped_by_choice(void **state)
{
	(void)state;
	// A closed prism in which one triangle is thin, and next to it two slivers with other heights.
	static const float positions[][3] = {
		{0, 0, 0}, {10, 0, 0}, {5, 0.004f, 0}, {5, 3, 4}, {20, 0, 0}, {30, 0, 0}, {25, 0.0005f, 0}};
	static const uint32_t indices[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3, 4, 5, 6};
	static const uint32_t two[] = {0, 1};
	const kilncook_mesh whole = {.positions = positions[0], .vertex_count = 7, .indices = indices, .index_count = 15};
	kilncook_mesh closed = whole;
	closed.index_count = 12;
	const kilncook_node nodes[2] = {{.meshes = two, .mesh_count = 1}, {.meshes = two + 1, .mesh_count = 1}};
	const kilncook_mesh meshes[2] = {whole, closed};
	const kilncook_scene scene = {.meshes = meshes, .mesh_count = 2, .nodes = nodes, .node_count = 2};
	static const struct
	{
		double share;
		uint64_t kept, dropped, triangles;
		const char *code;
	} cases[] = {{0, 1, 0, 9, ""}, {1e-4, 0, 1, 8, "clean-dropped"}, {1e-3, 0, 3, 6, "clean-dropped"}};
	for (int i = 0; i < 3; ++i)
	{
		char code[64] = "";
		const kilncook_context context = {.log = {hear, code}};
		const kilncook_options options = {.drop_slivers = cases[i].share};
		kilncook_blob blob;
		kilncook_report report;
		assert_int_equal(kilncook_cook_memory(&context, &scene, &options, &blob, &report), KILNCOOK_OK);
		assert_int_equal(report.counts.slivers, cases[i].kept);
		assert_int_equal(report.counts.slivers_dropped, cases[i].dropped);
		assert_int_equal(report.triangles, cases[i].triangles);
		assert_string_equal(code, cases[i].code);
		bool opened = false;
		for (uint64_t m = 0; m < report.message_count; ++m)
			opened = opened || strcmp(report.messages[m].code, "clean-opened") == 0;
		assert_int_equal(opened, i == 2);
		uint64_t listed = 0;
		for (uint64_t d = 0; d < report.dropped_count; ++d)
			listed += strcmp(report.dropped[d].reason, "sliver-dropped") == 0;
		assert_int_equal(listed, cases[i].dropped);
		kilncook_report_free(&context, &report);
		kilncook_blob_free(&context, &blob);
	}
	const kilncook_options wide = {.drop_slivers = 0.2}, none = {.drop_slivers = (double)NAN};
	const kilncook_context context = {.log = {NULL, NULL}};
	kilncook_blob blob;
	assert_int_equal(kilncook_cook_memory(&context, &scene, &wide, &blob, NULL), KILNCOOK_USAGE);
	assert_int_equal(kilncook_cook_memory(&context, &scene, &none, &blob, NULL), KILNCOOK_USAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(polygons_with_holes_in_memory_are_covered_once),
		cmocka_unit_test(faces_are_numbered_without_their_holes),
		cmocka_unit_test(senseless_holes_are_usage_errors),
		cmocka_unit_test(holes_that_leave_their_face_warn),
		cmocka_unit_test(many_holes_take_bounded_work),
		cmocka_unit_test(slivers_are_dropped_by_choice),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
