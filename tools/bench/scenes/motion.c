// SPDX-License-Identifier: MIT
#include "motion.h"

#include "bench/figures/timing.h"
#include "primitive/triangle/pair.h"

#include <math.h>
#include <stdlib.h>

/// A moving body.
typedef struct motion_body
{
	double place[3];
	double rotation[4];
	double velocity[3];
	double turn[4]; ///< quaternion of its turn in a frame
} motion_body;

static void multiply(const double p[4], const double q[4], double product[4])
{
	double result[4] = {
		p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
		p[3] * q[1] + p[1] * q[3] + p[2] * q[0] - p[0] * q[2],
		p[3] * q[2] + p[2] * q[3] + p[0] * q[1] - p[1] * q[0],
		p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
	};
	double length = sqrt(result[0] * result[0] + result[1] * result[1] + result[2] * result[2] + result[3] * result[3]);
	for (int i = 0; i < 4; ++i)
		product[i] = result[i] / length;
}

static void random_direction(bench_random *random, double direction[3])
{
	bench_random_ball(random, direction);
	double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
	for (int i = 0; i < 3; ++i)
		direction[i] /= length;
}

static void body_begin(motion_body *body, const motion_options *options, double radius, bench_random *random)
{
	double way[3], axis[3];
	for (int i = 0; i < 3; ++i)
		body->place[i] = (bench_random_unit(random) - 0.5) * options->side * radius;
	pair_random_rotation(random, body->rotation);
	random_direction(random, way);
	random_direction(random, axis);
	double speed = bench_random_unit(random) * options->step * radius;
	double half = bench_random_unit(random) * options->spin / 2;
	for (int i = 0; i < 3; ++i)
	{
		body->velocity[i] = speed * way[i];
		body->turn[i] = sin(half) * axis[i];
	}
	body->turn[3] = cos(half);
}

static void body_step(motion_body *body, double half_side)
{
	multiply(body->turn, body->rotation, body->rotation);
	for (int i = 0; i < 3; ++i)
	{
		if (fabs(body->place[i] + body->velocity[i]) > half_side)
			body->velocity[i] = -body->velocity[i];
		body->place[i] += body->velocity[i];
	}
}

static double radius_of(const clean_mesh *mesh)
{
	double most = 0;
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
	{
		double square = 0;
		for (int axis = 0; axis < 3; ++axis)
			square += (double)mesh->vertices[i][axis] * (double)mesh->vertices[i][axis];
		most = square > most ? square : most;
	}
	return sqrt(most);
}

motion_path motion_make(const motion_options *options, const bench_mesh *mesh)
{
	motion_path result = {.bodies = options->bodies, .frames = options->frames, .radius = radius_of(&mesh->clean)};
	result.poses = bench_memory((size_t)options->frames * options->bodies, sizeof *result.poses);
	bench_random random = bench_random_make(options->seed);
	for (uint32_t i = 0; i < options->bodies; ++i)
	{
		motion_body body;
		body_begin(&body, options, result.radius, &random);
		for (uint32_t frame = 0; frame < options->frames; ++frame)
		{
			result.poses[frame * options->bodies + i] = pair_pose_of(body.rotation, body.place);
			body_step(&body, options->side * result.radius / 2);
		}
	}
	return result;
}

void motion_free(motion_path *path)
{
	free(path->poses);
	path->poses = NULL;
}

uint32_t motion_candidates(const motion_path *path, uint32_t frame, motion_pair pairs[MOTION_PAIRS_MAX])
{
	const pair_pose *poses = &path->poses[frame * path->bodies];
	uint32_t count = 0, slot = 0;
	for (uint32_t a = 0; a < path->bodies; ++a)
		for (uint32_t b = a + 1; b < path->bodies; ++b, ++slot)
		{
			bool apart = false;
			for (int i = 0; i < 3; ++i)
				apart |= fabs(poses[a].rivals.translation[i] - poses[b].rivals.translation[i]) > 2 * path->radius;
			if (!apart)
				pairs[count++] = (motion_pair){a, b, slot};
		}
	return count;
}

rival_pose motion_relative(const pair_pose *a, const pair_pose *b)
{
	rival_pose relative = {.rotation = {{0}}};
	for (int row = 0; row < 3; ++row)
		for (int k = 0; k < 3; ++k)
		{
			double turned = a->rivals.rotation[k][row];
			relative.translation[row] += turned * (b->rivals.translation[k] - a->rivals.translation[k]);
			for (int column = 0; column < 3; ++column)
				relative.rotation[row][column] += turned * b->rivals.rotation[k][column];
		}
	return relative;
}

static void corners(const clean_mesh *mesh, uint32_t triangle, kiln_d3 out[3])
{
	for (int i = 0; i < 3; ++i)
	{
		const float *p = mesh->vertices[mesh->triangles[triangle][i]];
		out[i] = (kiln_d3){(double)p[0], (double)p[1], (double)p[2]};
	}
}

static kiln_d3 moved(const rival_pose *pose, kiln_d3 p)
{
	const double(*r)[3] = pose->rotation, *t = pose->translation;
	return (kiln_d3){
		r[0][0] * p.x + r[0][1] * p.y + r[0][2] * p.z + t[0],
		r[1][0] * p.x + r[1][1] * p.y + r[1][2] * p.z + t[1],
		r[2][0] * p.x + r[2][1] * p.y + r[2][2] * p.z + t[2],
	};
}

static uint64_t touching(const clean_mesh *mesh, const rival_pose *relative)
{
	uint64_t count = 0;
	for (uint32_t j = 0; j < mesh->triangle_count; ++j)
	{
		kiln_d3 a[3], b[3];
		corners(mesh, j, b);
		for (int i = 0; i < 3; ++i)
			b[i] = moved(relative, b[i]);
		for (uint32_t k = 0; k < mesh->triangle_count; ++k)
		{
			corners(mesh, k, a);
			count += kilni_triangles_touch(a, b);
		}
	}
	return count;
}

uint64_t motion_truth(const motion_path *path, uint32_t frame, const bench_mesh *mesh)
{
	const pair_pose *poses = &path->poses[frame * path->bodies];
	uint64_t count = 0;
	for (uint32_t a = 0; a < path->bodies; ++a)
		for (uint32_t b = a + 1; b < path->bodies; ++b)
		{
			rival_pose relative = motion_relative(&poses[a], &poses[b]);
			double square = 0;
			for (int i = 0; i < 3; ++i)
				square += relative.translation[i] * relative.translation[i];
			// Skips spheres that are clearly apart.
			if (square <= 4.001 * path->radius * path->radius)
				count += touching(&mesh->clean, &relative);
		}
	return count;
}
