// SPDX-License-Identifier: MIT
#include "pair_poses.h"

#include <math.h>

#define STEPS_MOST 400
#define TRIES_MOST 8

const char *pair_pose_name(pair_pose_kind kind)
{
	static const char *const names[] = {"colliding", "near", "separated"};
	return names[kind];
}

const char *pair_pose_formula(pair_pose_kind kind)
{
	static const char *const formulae[] = {
		"p' = c + R (p - c) + t s0 u, t in [0.5, 1), first touch at s0",
		"the same, surfaces 0.001 r or 0.01 r apart",
		"the same, c and its image 2 r to 4 r apart",
	};
	return formulae[kind];
}

static void matrix_of(const double q[4], double matrix[3][3])
{
	double x = q[0], y = q[1], z = q[2], w = q[3], s = 2 / (x * x + y * y + z * z + w * w);
	const double rows[3][3] = {
		{1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)},
		{s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)},
		{s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)},
	};
	for (int row = 0; row < 3; ++row)
		for (int column = 0; column < 3; ++column)
			matrix[row][column] = rows[row][column];
}

void pair_turn(const double quaternion[4], const double v[3], double turned[3])
{
	double matrix[3][3];
	matrix_of(quaternion, matrix);
	for (int row = 0; row < 3; ++row)
		turned[row] = matrix[row][0] * v[0] + matrix[row][1] * v[1] + matrix[row][2] * v[2];
}

void pair_random_rotation(bench_random *random, double quaternion[4])
{
	double square;
	do
	{
		square = 0;
		for (int i = 0; i < 4; ++i)
		{
			quaternion[i] = 2 * bench_random_unit(random) - 1;
			square += quaternion[i] * quaternion[i];
		}
	} while (square > 1 || square < 1e-3);
	for (int i = 0; i < 4; ++i)
		quaternion[i] /= sqrt(square);
}

pair_pose pair_pose_of(const double quaternion[4], const double translation[3])
{
	pair_pose pose = {
		.ours = {.rotation = {(float)quaternion[0], (float)quaternion[1], (float)quaternion[2], (float)quaternion[3]},
			.translation = {(float)translation[0], (float)translation[1], (float)translation[2]},
			.scale = 1}};
	const kiln_quat *q = &pose.ours.rotation;
	const kiln_vec3 *t = &pose.ours.translation;
	matrix_of((const double[4]){(double)q->x, (double)q->y, (double)q->z, (double)q->w}, pose.rivals.rotation);
	pose.rivals.translation[0] = (double)t->x;
	pose.rivals.translation[1] = (double)t->y;
	pose.rivals.translation[2] = (double)t->z;
	return pose;
}

/// The search for one pose.
typedef struct pose_search
{
	double rotation[4];
	double way[3];	  ///< u
	double middle[3]; ///< c
	double still[3];  ///< c - R c
	double radius;
	pair_distance *distance;
	void *user;
} pose_search;

static pair_pose pose_at(const pose_search *search, double offset)
{
	double translation[3];
	for (int i = 0; i < 3; ++i)
		translation[i] = search->still[i] + offset * search->way[i];
	return pair_pose_of(search->rotation, translation);
}

static void begin(pose_search *search, bench_random *random)
{
	double turned[3], length = 0;
	pair_random_rotation(random, search->rotation);
	bench_random_ball(random, search->way);
	for (int i = 0; i < 3; ++i)
		length += search->way[i] * search->way[i];
	pair_turn(search->rotation, search->middle, turned);
	for (int i = 0; i < 3; ++i)
	{
		search->way[i] /= sqrt(length);
		search->still[i] = search->middle[i] - turned[i];
	}
}

/// Moves closer until the surfaces are `gap` to 1.01 `gap` apart; negative when this takes too long.
static double advance(const pose_search *search, double gap)
{
	double offset = 2.1 * search->radius;
	for (uint32_t step = 0; step < STEPS_MOST && offset > 0; ++step)
	{
		pair_pose pose = pose_at(search, offset);
		double apart = search->distance(search->user, &pose);
		// Rounding of the pose may have made the distance too small already.
		if (apart <= 1.01 * gap)
			return apart >= 0.99 * gap ? offset : -1;
		offset -= apart - gap;
	}
	return -1;
}

static bool seek(const pose_search *search, pair_pose_kind kind, double gap, double share, pair_pose *pose)
{
	if (kind == PAIR_SEPARATED)
	{
		*pose = pose_at(search, (2 + 2 * share) * search->radius);
		return true;
	}
	double offset = advance(search, gap);
	if (kind == PAIR_COLLIDING)
		offset *= 0.5 + share / 2;
	*pose = pose_at(search, offset);
	return offset >= 0 && (kind == PAIR_NEAR || search->distance(search->user, pose) <= 0);
}

bool pair_poses_make(pair_pose *poses, uint32_t count, pair_pose_kind kind, const bench_mesh *mesh, uint64_t seed,
	pair_distance *distance, void *user)
{
	pose_search search = {.radius = (double)mesh->radius, .distance = distance, .user = user};
	for (int i = 0; i < 3; ++i)
		search.middle[i] = (double)mesh->center[i];
	for (uint32_t i = 0; i < count; ++i)
	{
		bench_random random = bench_random_make((seed * PAIR_POSE_KINDS + kind) * 1000003 + i);
		double gap = (kind == PAIR_NEAR && i % 2 ? 0.01 : 0.001) * search.radius;
		bool found = false;
		for (uint32_t k = 0; k < TRIES_MOST && !found; ++k)
		{
			begin(&search, &random);
			found = seek(&search, kind, gap, bench_random_unit(&random), &poses[i]);
		}
		if (!found)
			return false;
	}
	return true;
}
