// SPDX-License-Identifier: MIT
#include "broadphase.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Pairs a box where boxes are distributed uniformly.
#define PAIRS_A_BOX 2.0
#define CLUSTER_SHARE 0.9
/// Boxes of a cluster, and how much denser its middle is than a uniform scene.
#define CLUSTER_BOXES 2000
#define CLUSTER_DENSITY 2.5
#define STEP 0.1
#define TURN 8

static const broadphase_kind kinds[] = {
	{"uniform-1", "uniform, 1 % move", BROADPHASE_UNIFORM, 1, 0.01f, 0},
	{"uniform-10", "uniform, 10 % move", BROADPHASE_UNIFORM, 1, 0.1f, 0},
	{"uniform-100", "uniform, all move", BROADPHASE_UNIFORM, 1, 1, 0},
	{"clustered-1", "clustered, 1 % move", BROADPHASE_CLUSTERED, 1, 0.01f, 0},
	{"clustered-10", "clustered, 10 % move", BROADPHASE_CLUSTERED, 1, 0.1f, 0},
	{"clustered-100", "clustered, all move", BROADPHASE_CLUSTERED, 1, 1, 0},
	{"spread-1", "1:1000 uniform, 1 % move", BROADPHASE_UNIFORM, 1000, 0.01f, 0},
	{"spread-10", "1:1000 uniform, 10 % move", BROADPHASE_UNIFORM, 1000, 0.1f, 0},
	{"spread-100", "1:1000 uniform, all move", BROADPHASE_UNIFORM, 1000, 1, 0},
	{"spread-clustered-100", "1:1000 clustered, all move", BROADPHASE_CLUSTERED, 1000, 1, 0},
	{"teleport", "uniform, 1 % teleport", BROADPHASE_UNIFORM, 1, 0, 0.01f},
	{"teleport-clustered", "clustered, 1 % teleport", BROADPHASE_CLUSTERED, 1, 0, 0.01f},
};

const broadphase_kind *broadphase_kinds(uint32_t *count)
{
	*count = sizeof kinds / sizeof *kinds;
	return kinds;
}

/// SplitMix64 (Steele, Lea, Flood 2014).
static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
	z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
	return z ^ z >> 31;
}

/// 0 <= x < 1.
static double real(uint64_t *state)
{
	return (double)(next(state) >> 11) * 0x1p-53;
}

static double between(uint64_t *state, double low, double high)
{
	return low + (high - low) * real(state);
}

/// Returns the mean of size^power where the logarithm of the size is uniform from 1 to spread.
static double moment(double spread, int power)
{
	return spread == 1 ? 1 : (pow(spread, power) - 1) / (power * log(spread));
}

typedef struct cluster
{
	double center[3];
} cluster;

/// The source of random positions.
typedef struct dice
{
	const broadphase_kind *kind;
	uint64_t state;
	double edge;   ///< of the cube
	double radius; ///< of a cluster
	cluster *clusters;
	uint32_t cluster_count;
} dice;

/// Chooses a point in a ball that is dense in the middle: the radius is uniform to the power 2.
static void place(dice *it, double position[3])
{
	bool clustered = it->kind->layout == BROADPHASE_CLUSTERED && real(&it->state) < CLUSTER_SHARE;
	const cluster *home = clustered ? &it->clusters[next(&it->state) % it->cluster_count] : NULL;
	double offset[3], square;
	do
	{
		square = 0;
		for (int axis = 0; axis < 3; ++axis)
		{
			offset[axis] = between(&it->state, -1, 1);
			square += offset[axis] * offset[axis];
		}
	} while (home && square > 1);
	for (int axis = 0; axis < 3; ++axis)
		position[axis] =
			home ? home->center[axis] + it->radius * sqrt(square) * offset[axis] : it->edge / 2 * offset[axis];
}

/// A box's size, position and motion in a frame. The motion reverses after TURN frames, so that a scene keeps its
/// density.
typedef struct mover
{
	double half[3], position[3], step[3];
	uint32_t phase;
} mover;

static mover mover_make(dice *it)
{
	mover made;
	double size = exp(between(&it->state, 0, log((double)it->kind->spread)));
	double length = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		made.half[axis] = size / 2 * between(&it->state, 0.8, 1.2);
		made.step[axis] = between(&it->state, -1, 1);
		length += made.step[axis] * made.step[axis];
	}
	for (int axis = 0; axis < 3; ++axis)
		made.step[axis] *= STEP * size / sqrt(length + 1e-9);
	made.phase = (uint32_t)(next(&it->state) % (2 * TURN));
	place(it, made.position);
	return made;
}

static kiln_aabb box_of(const mover *it)
{
	return (kiln_aabb){{(float)(it->position[0] - it->half[0]), (float)(it->position[1] - it->half[1]),
						   (float)(it->position[2] - it->half[2])},
		{(float)(it->position[0] + it->half[0]), (float)(it->position[1] + it->half[1]),
			(float)(it->position[2] + it->half[2])}};
}

static void grow(kiln_aabb *extent, const kiln_aabb *box)
{
	float *low = &extent->min.x, *high = &extent->max.x;
	const float *from = &box->min.x, *to = &box->max.x;
	for (int axis = 0; axis < 3; ++axis)
	{
		low[axis] = from[axis] < low[axis] ? from[axis] : low[axis];
		high[axis] = to[axis] > high[axis] ? to[axis] : high[axis];
	}
}

static dice dice_make(const broadphase_kind *kind, uint32_t count, uint64_t seed)
{
	dice it = {.kind = kind, .state = seed};
	double spread = (double)kind->spread;
	// Two boxes of sizes s and r overlap where their centers are within (s + r) / 2 on each axis, in a cube of edge s +
	// r: the probability is the share of its volume. E (s + r)^3 = 2 E s^3 + 6 E s^2 E s.
	double reach = 2 * moment(spread, 3) + 6 * moment(spread, 2) * moment(spread, 1);
	it.edge = cbrt(count * reach / (2 * PAIRS_A_BOX));
	it.cluster_count = count / CLUSTER_BOXES + 3;
	double volume = it.edge * it.edge * it.edge / CLUSTER_DENSITY * CLUSTER_SHARE / it.cluster_count;
	it.radius = cbrt(volume * 3 / (4 * 3.14159265358979));
	it.clusters = bench_memory(it.cluster_count, sizeof *it.clusters);
	for (uint32_t i = 0; i < it.cluster_count; ++i)
		for (int axis = 0; axis < 3; ++axis)
			it.clusters[i].center[axis] = between(&it.state, -it.edge / 2, it.edge / 2);
	return it;
}

/// Chooses the boxes that move, always the same: the first of a shuffled order.
static uint32_t *shuffle(dice *it, uint32_t count)
{
	uint32_t *order = bench_memory(count, sizeof *order);
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t k = (uint32_t)(next(&it->state) % (i + 1));
		order[i] = order[k];
		order[k] = i;
	}
	return order;
}

static broadphase_frame frame_make(dice *it, mover *movers, uint32_t count, const uint32_t *order)
{
	const broadphase_kind *kind = it->kind;
	uint32_t moving = (uint32_t)((float)count * kind->moving), jumping = (uint32_t)((float)count * kind->teleport);
	broadphase_frame frame = {.count = 0};
	frame.index = bench_memory(moving + jumping, sizeof *frame.index);
	frame.boxes = bench_memory(moving + jumping, sizeof *frame.boxes);
	for (uint32_t i = 0; i < moving + jumping; ++i)
	{
		uint32_t index = i < moving ? order[i] : (uint32_t)(next(&it->state) % count);
		mover *one = &movers[index];
		if (i >= moving)
			place(it, one->position);
		bool back = one->phase++ / TURN % 2;
		for (int axis = 0; axis < 3 && i < moving; ++axis)
			one->position[axis] += back ? -one->step[axis] : one->step[axis];
		frame.index[frame.count] = index;
		frame.boxes[frame.count++] = box_of(one);
	}
	return frame;
}

broadphase_scene broadphase_scene_make(const broadphase_kind *kind, uint32_t count, uint32_t frames, uint64_t seed)
{
	dice it = dice_make(kind, count, seed);
	mover *movers = bench_memory(count, sizeof *movers);
	broadphase_scene scene = {.kind = kind, .count = count, .frame_count = frames};
	scene.start = bench_memory(count, sizeof *scene.start);
	scene.frames = bench_memory(frames, sizeof *scene.frames);
	scene.extent = (kiln_aabb){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
	scene.pair_capacity = count < 100000 ? count * 64 + 4096 : count * 32;
	for (uint32_t i = 0; i < count; ++i)
	{
		movers[i] = mover_make(&it);
		scene.start[i] = box_of(&movers[i]);
		grow(&scene.extent, &scene.start[i]);
	}
	uint32_t *order = shuffle(&it, count);
	for (uint32_t i = 0; i < frames; ++i)
	{
		scene.frames[i] = frame_make(&it, movers, count, order);
		for (uint32_t k = 0; k < scene.frames[i].count; ++k)
			grow(&scene.extent, &scene.frames[i].boxes[k]);
	}
	free(order);
	free(movers);
	free(it.clusters);
	return scene;
}

void broadphase_scene_free(broadphase_scene *scene)
{
	for (uint32_t i = 0; i < scene->frame_count; ++i)
	{
		free(scene->frames[i].index);
		free(scene->frames[i].boxes);
	}
	free(scene->frames);
	free(scene->start);
}
