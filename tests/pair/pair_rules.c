// SPDX-License-Identifier: MIT
#include "pair_rules.h"

#include "pair/link_of.h"
#include "primitive/triangle/pair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- Shapes -----------------------------------------------------------------------------------------------------------

/// Makes triangles much longer than wide; some cross all others.
static fixture_mesh needles(uint32_t count)
{
	fixture_mesh mesh = fixture_soup(count, 0.02f, 11);
	for (uint32_t i = 0; i < count; ++i)
		mesh.vertices[3 * i + i % 3][i % 2] += i % 4 ? 0.2f : 1.0f;
	return mesh;
}

/// Makes triangles whose third corner is slightly off the middle of the opposite edge.
static fixture_mesh slivers(uint32_t count)
{
	fixture_mesh mesh = fixture_soup(count, 0.6f, 12);
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			float(*corner)[3] = mesh.vertices + 3 * i;
			corner[2][k] = 0.5f * (corner[0][k] + corner[1][k]) + (k == (int)(i % 3) ? 0x1p-18f : 0);
		}
	return mesh;
}

/// Triangles of all sizes in all planes with one centroid.
static fixture_mesh concentric(uint32_t count)
{
	uint64_t random = 13;
	fixture_mesh mesh = fixture_loose(count);
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			float a = (float)case_unit(&random), b = (float)case_unit(&random);
			mesh.vertices[3 * i][k] = a;
			mesh.vertices[3 * i + 1][k] = b;
			mesh.vertices[3 * i + 2][k] = -(a + b);
		}
	return mesh;
}

/// Makes triangles that differ only in a last bit of one coordinate.
static fixture_mesh nearly_one(uint32_t count)
{
	fixture_mesh mesh = fixture_loose(count);
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t j = 0; j < 3; ++j)
		{
			mesh.vertices[3 * i + j][j] = 1;
			mesh.vertices[3 * i + j][(j + i) % 3] += (float)(i / 3 + 1) * 0x1p-23f;
		}
	return mesh;
}

static fixture_mesh lattice(uint32_t count, int64_t size, bool flat)
{
	uint64_t random = 14;
	fixture_mesh mesh = fixture_loose(count);
	for (uint32_t i = 0; i < count;)
	{
		lattice_triangle a, b;
		int64_t edge[2][3], normal[3];
		lattice_pair(&random, size, &a, &b);
		for (int k = 0; k < 3; ++k)
			for (int j = 0; j < 3; ++j)
			{
				if (flat && k == 2)
					a.at[j][k] = 0;
				mesh.vertices[3 * i + (uint32_t)j][k] = (float)a.at[j][k];
			}
		for (int k = 0; k < 3; ++k)
		{
			edge[0][k] = a.at[1][k] - a.at[0][k];
			edge[1][k] = a.at[2][k] - a.at[0][k];
		}
		lattice_cross(edge[0], edge[1], normal);
		i += !lattice_zero(normal);
	}
	return mesh;
}

/// A roof of two triangles.
static fixture_mesh roof(void)
{
	fixture_mesh mesh = fixture_ground(1, 5);
	mesh.vertices[1][2] += 0.5f;
	return mesh;
}

static fixture_mesh moved(fixture_mesh mesh, float scale, float shift)
{
	for (uint32_t i = 0; i < mesh.vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
			mesh.vertices[i][k] = mesh.vertices[i][k] * scale + shift;
	return mesh;
}

void rules_shapes_make(rules_shape shapes[RULES_SHAPES])
{
	const rules_shape made[RULES_SHAPES] = {
		{fixture_ground(6, 3), 6, false},
		{fixture_sphere(6, 8, 1), 2, false},
		{fixture_soup(70, 0.3f, 5), 1, false},
		{needles(60), 1, false},
		{slivers(60), 1, false},
		{fixture_ground(0, 1), 1, true},
		{roof(), 1, false},
		{concentric(50), 2, false},
		{nearly_one(60), 1, false},
		{lattice(60, 6, false), 12, true},
		{lattice(40, 8, true), 16, true},
		{fixture_box(2, 3, 4), 8, true},
		// So far away that float32 can just distinguish it from a point.
		{moved(fixture_sphere(5, 7, 1), 0.5f, 1e4f), 1, false},
		{moved(fixture_soup(40, 0.4f, 6), 1e-6f, 0), 1e-6, false},
	};
	memcpy(shapes, made, sizeof made);
}

void rules_shapes_free(rules_shape shapes[RULES_SHAPES])
{
	for (int i = 0; i < RULES_SHAPES; ++i)
		fixture_mesh_free(&shapes[i].mesh);
}

static kiln_d3 corner_of(const fixture_mesh *mesh, uint32_t triangle, uint32_t corner)
{
	const float *p = mesh->vertices[mesh->triangles[triangle][corner]];
	return (kiln_d3){(double)p[0], (double)p[1], (double)p[2]};
}

static kiln_d3 middle_of(const rules_shape *shape)
{
	kiln_d3 sum = {0, 0, 0};
	for (uint32_t i = 0; i < shape->mesh.triangle_count; ++i)
		sum = kiln_d3_add(sum, corner_of(&shape->mesh, i, 0));
	return kiln_d3_scale(sum, 1.0 / shape->mesh.triangle_count);
}

// --- The truth --------------------------------------------------------------------------------------------------------

/// Rows of a pose's rotation, without the code under test.
static void rows_of(const kiln_pose *pose, long double r[3][3])
{
	long double x = (long double)pose->rotation.x, y = (long double)pose->rotation.y;
	long double z = (long double)pose->rotation.z, w = (long double)pose->rotation.w;
	long double n = x * x + y * y + z * z + w * w;
	if (n == 0)
		w = n = 1;
	const long double rows[3][3] = {{1 - 2 * (y * y + z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n},
		{2 * (x * y + w * z) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - w * x) / n},
		{2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, 1 - 2 * (x * x + y * y) / n}};
	memcpy(r, rows, sizeof rows);
}

static long double scale_of(const kiln_pose *pose)
{
	return pose->scale == 0 ? 1 : (long double)pose->scale;
}

/// Converts from b's coordinates to a's: applies b's pose, then the inverse of a's.
static kiln_d3 carry(const rules_trial *trial, kiln_d3 p)
{
	const kiln_pose *a = &trial->pose_a, *b = &trial->pose_b;
	long double from[3][3], to[3][3], at[3], out[3];
	rows_of(b, from);
	rows_of(a, to);
	at[0] = (long double)b->translation.x - (long double)a->translation.x;
	at[1] = (long double)b->translation.y - (long double)a->translation.y;
	at[2] = (long double)b->translation.z - (long double)a->translation.z;
	for (int i = 0; i < 3; ++i)
		at[i] += scale_of(b) *
				 (from[i][0] * (long double)p.x + from[i][1] * (long double)p.y + from[i][2] * (long double)p.z);
	for (int i = 0; i < 3; ++i)
		out[i] = (to[0][i] * at[0] + to[1][i] * at[1] + to[2][i] * at[2]) / scale_of(a);
	return (kiln_d3){(double)out[0], (double)out[1], (double)out[2]};
}

/// Decides where the coordinates of both are integers in units of the smaller scale.
static bool touch_on_lattice(const rules_trial *trial, const kiln_d3 a[3], const kiln_d3 b[3])
{
	double unit = fmin((double)scale_of(&trial->pose_a), (double)scale_of(&trial->pose_b)) / trial->scale;
	lattice_triangle one, other;
	for (int i = 0; i < 3; ++i)
	{
		const double p[3] = {a[i].x, a[i].y, a[i].z}, q[3] = {b[i].x, b[i].y, b[i].z};
		for (int k = 0; k < 3; ++k)
		{
			one.at[i][k] = (int64_t)(p[k] / unit);
			other.at[i][k] = (int64_t)(q[k] / unit);
			if ((double)one.at[i][k] * unit != p[k] || (double)other.at[i][k] * unit != q[k])
				abort();
		}
	}
	return lattice_touch(&one, &other);
}

double rules_distance(const rules_trial *trial, uint32_t a, uint32_t b)
{
	const kiln_d3 *one = trial->corners_a + 3 * a, *other = trial->corners_b + 3 * b;
	return trial->scale * sqrt(kilni_triangles_distance2(one, other, NULL, NULL));
}

/// `random`: no pair is so close to touching that two maps could give different answers.
static void find_truth(rules_trial *trial, const rules_shape *shapes, bool random)
{
	const fixture_mesh *a = &shapes[trial->shape_a].mesh, *b = &shapes[trial->shape_b].mesh;
	const kiln_place place_a = kiln_place_of_pose(&trial->pose_a), place_b = kiln_place_of_pose(&trial->pose_b);
	const kiln_place between = kiln_place_between(&place_a, &place_b);
	const kiln_affine promised = kiln_affine_of_place(&between);
	trial->count_a = a->triangle_count;
	trial->count_b = b->triangle_count;
	trial->scale = (double)scale_of(&trial->pose_a);
	trial->touching = calloc((size_t)trial->count_a * trial->count_b, 1);
	trial->corners_a = calloc((size_t)trial->count_a * 3, sizeof(kiln_d3));
	trial->corners_b = calloc((size_t)trial->count_b * 3, sizeof(kiln_d3));
	kiln_d3 *own = calloc((size_t)trial->count_b * 3, sizeof(kiln_d3));
	if (!trial->touching || !trial->corners_a || !trial->corners_b || !own)
		abort();
	trial->size = kiln_d3_largest(kiln_d3_from(trial->pose_a.translation));
	trial->size = fmax(trial->size, kiln_d3_largest(kiln_d3_from(trial->pose_b.translation)));
	for (uint32_t i = 0; i < 3 * trial->count_a; ++i)
	{
		trial->corners_a[i] = corner_of(a, i / 3, i % 3);
		trial->size = fmax(trial->size, trial->scale * kiln_d3_largest(trial->corners_a[i]));
	}
	for (uint32_t i = 0; i < 3 * trial->count_b; ++i)
	{
		kiln_d3 p = corner_of(b, i / 3, i % 3);
		trial->corners_b[i] = kiln_affine_point(&promised, p);
		own[i] = carry(trial, p);
		trial->size = fmax(trial->size, (double)scale_of(&trial->pose_b) * kiln_d3_largest(p));
	}
	trial->least = HUGE_VAL;
	for (uint32_t i = 0; i < trial->count_a; ++i)
		for (uint32_t j = 0; j < trial->count_b; ++j)
		{
			const kiln_d3 *one = trial->corners_a + 3 * i, *other = trial->corners_b + 3 * j;
			bool touching = kilni_triangles_touch(one, other);
			if (trial->lattice)
				trial->differing += touching != touch_on_lattice(trial, one, own + 3 * j);
			else if (random)
				trial->differing += touching != kilni_triangles_touch(one, own + 3 * j);
			trial->touching[(size_t)i * trial->count_b + j] = touching;
			trial->touching_count += touching;
			trial->least = fmin(trial->least, touching ? 0 : rules_distance(trial, i, j));
		}
	free(own);
}

// --- Trials -----------------------------------------------------------------------------------------------------------

static rules_trial *next_trial(rules_trials *trials, uint32_t a, uint32_t b)
{
	trials->trial = realloc(trials->trial, (trials->count + 1) * sizeof *trials->trial);
	if (!trials->trial)
		abort();
	rules_trial *trial = &trials->trial[trials->count++];
	*trial = (rules_trial){.shape_a = a, .shape_b = b};
	return trial;
}

static kiln_quat random_turn(uint64_t *random)
{
	kiln_d3 v = case_point(random);
	return (kiln_quat){(float)v.x, (float)v.y, (float)v.z, (float)case_unit(random)};
}

/// Moves b so that the distance between the middles is `apart` of their sizes.
static void bring_together(rules_trial *trial, const rules_shape *shapes, kiln_d3 apart)
{
	const rules_shape *a = &shapes[trial->shape_a], *b = &shapes[trial->shape_b];
	const kiln_affine place_a = kiln_affine_of_pose(&trial->pose_a), place_b = kiln_affine_of_pose(&trial->pose_b);
	kiln_d3 from = kiln_affine_point(&place_a, middle_of(a)), to = kiln_affine_point(&place_b, middle_of(b));
	double reach = 0.5 * ((double)scale_of(&trial->pose_a) * a->size + (double)scale_of(&trial->pose_b) * b->size);
	kiln_d3 move = kiln_d3_along(kiln_d3_sub(from, to), reach, apart);
	trial->pose_b.translation = kiln_d3_to(kiln_d3_add(kiln_d3_from(trial->pose_b.translation), move));
}

static void add_random(rules_trials *trials, const rules_shape *shapes, uint64_t *random)
{
	static const float scales[7][2] = {
		{0, 0}, {1e-6f, 1e-6f}, {1e6f, 1e6f}, {1e-6f, 1e6f}, {3, 0.5f}, {1e6f, 1e-6f}, {1, 1e-24f}};
	for (uint32_t i = 0; i < 4 * RULES_SHAPES; ++i)
	{
		rules_trial *trial = next_trial(trials, i % RULES_SHAPES, (i * 5 + i / RULES_SHAPES) % RULES_SHAPES);
		const float *scale = scales[i / 2 % 7];
		trial->pose_a = (kiln_pose){random_turn(random), {0, 0, 0}, scale[0]};
		trial->pose_b = (kiln_pose){random_turn(random), {0, 0, 0}, scale[1]};
		if (i % 5 == 4)
			trial->pose_a.translation = (kiln_vec3){1e3f, -2e3f, 5e2f};
		bring_together(trial, shapes, kiln_d3_scale(case_point(random), i % 7 == 6 ? 2 : 0.6));
		find_truth(trial, shapes, true);
	}
}

/// Starts with separate shapes, then moves them until they touch, or nearly.
static void add_touching(rules_trials *trials, const rules_shape *shapes, uint64_t *random)
{
	for (uint32_t i = 0; i < 2 * RULES_SHAPES; ++i)
	{
		rules_trial apart = {.shape_a = i % RULES_SHAPES, .shape_b = (i * 3 + 1) % RULES_SHAPES};
		apart.pose_a.rotation = random_turn(random);
		apart.pose_b.rotation = random_turn(random);
		apart.pose_b.scale = i % 4 == 3 ? 0.25f : 0;
		bring_together(&apart, shapes, kiln_d3_scale((kiln_d3){1, 1, 1}, 1.5));
		find_truth(&apart, shapes, false);
		kiln_d3 on[2] = {{0, 0, 0}, {0, 0, 0}};
		double least = HUGE_VAL;
		for (uint32_t j = 0; j < apart.count_a * apart.count_b; ++j)
		{
			kiln_d3 point[2];
			double distance2 = kilni_triangles_distance2(
				apart.corners_a + j / apart.count_b * 3, apart.corners_b + j % apart.count_b * 3, &point[0], &point[1]);
			if (distance2 < least)
			{
				least = distance2;
				memcpy(on, point, sizeof on);
			}
		}
		const kiln_affine place = kiln_affine_of_pose(&apart.pose_a);
		const double parts[4] = {1, 1 + 1e-6, 1 - 1e-6, 0.999};
		kiln_d3 gap = kiln_d3_scale(kiln_affine_vector(&place, kiln_d3_sub(on[0], on[1])), parts[i % 4]);
		rules_trial *trial = next_trial(trials, apart.shape_a, apart.shape_b);
		trial->pose_a = apart.pose_a;
		trial->pose_b = apart.pose_b;
		trial->pose_b.translation = kiln_d3_to(kiln_d3_add(gap, kiln_d3_from(apart.pose_b.translation)));
		find_truth(trial, shapes, false);
		rules_trials one = {.trial = calloc(1, sizeof apart), .count = 1};
		if (!one.trial)
			abort();
		*one.trial = apart;
		rules_trials_free(&one);
	}
}

/// Pairs every shape with itself at the same place, at rest and moved.
static void add_same(rules_trials *trials, const rules_shape *shapes, uint64_t *random)
{
	for (uint32_t i = 0; i < 2 * RULES_SHAPES; ++i)
	{
		rules_trial *trial = next_trial(trials, i % RULES_SHAPES, i % RULES_SHAPES);
		if (i >= RULES_SHAPES)
			trial->pose_a = (kiln_pose){random_turn(random), kiln_d3_to(case_point(random)), i % 3 ? 0 : 1e-3f};
		trial->pose_b = trial->pose_a;
		find_truth(trial, shapes, false);
	}
}

/// Integers on both sides, times a power of two.
static void add_lattice(rules_trials *trials, const rules_shape *shapes, uint64_t *random)
{
	static const float scales[4] = {0, 0x1p-20f, 0x1p20f, 4};
	for (uint32_t i = 0; i < RULES_SHAPES * RULES_SHAPES * 3; ++i)
	{
		uint32_t a = i / 3 % RULES_SHAPES, b = i / 3 / RULES_SHAPES;
		if (!shapes[a].lattice || !shapes[b].lattice)
			continue;
		rules_trial *trial = next_trial(trials, a, b);
		float scale = scales[i % 4];
		float unit = scale == 0 ? 1 : scale;
		trial->lattice = true;
		trial->pose_a.scale = scale;
		trial->pose_b.scale = i % 2 ? 2 * unit : scale;
		float *at[2] = {&trial->pose_a.translation.x, &trial->pose_b.translation.x};
		for (int k = 0; k < 6; ++k)
			at[k / 3][k % 3] = unit * (float)((int)(case_next(random) % 9) - 4);
		find_truth(trial, shapes, false);
	}
}

void rules_trials_make(rules_trials *trials, const rules_shape shapes[RULES_SHAPES])
{
	uint64_t random = 0x9e3779b97f4a7c15u;
	*trials = (rules_trials){0};
	add_random(trials, shapes, &random);
	add_touching(trials, shapes, &random);
	add_same(trials, shapes, &random);
	add_lattice(trials, shapes, &random);
}

void rules_trials_free(rules_trials *trials)
{
	for (uint32_t i = 0; i < trials->count; ++i)
	{
		free(trials->trial[i].touching);
		free(trials->trial[i].corners_a);
		free(trials->trial[i].corners_b);
	}
	free(trials->trial);
	*trials = (rules_trials){0};
}
