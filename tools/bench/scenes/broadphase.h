// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_BROADPHASE_H
#define KILN_BENCH_BROADPHASE_H

#include "bench/bench.h"
#include "kiln/school.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Scenes of moving boxes, and all libraries that find the pairs in them frame by frame.

typedef enum broadphase_layout
{
	BROADPHASE_UNIFORM,	  ///< distributed uniformly in a cube
	BROADPHASE_CLUSTERED, ///< nine tenths of them in balls that are dense in the middle
} broadphase_layout;

/// Parameters of a scene. Boxes have edges between 0.8 and 1.2 of their size. The cube's size gives two pairs a box
/// where boxes are distributed uniformly.
typedef struct broadphase_kind
{
	const char *key, *name;
	broadphase_layout layout;
	float spread;	///< largest size over smallest; the logarithm is uniform. 1: equal
	float moving;	///< share of boxes that move a tenth of their size a frame, always the same ones
	float teleport; ///< share of boxes that move anywhere in a frame, different ones each time
} broadphase_kind;

/// One frame: the new boxes of those that change.
typedef struct broadphase_frame
{
	uint32_t count;
	uint32_t *index;
	kiln_aabb *boxes;
} broadphase_frame;

typedef struct broadphase_scene
{
	const broadphase_kind *kind;
	uint32_t count;
	kiln_aabb *start;
	uint32_t frame_count;
	broadphase_frame *frames;
	kiln_aabb extent;		///< the box around all boxes in all frames
	uint32_t pair_capacity; ///< for Kiln: more than enough
} broadphase_scene;

broadphase_scene broadphase_scene_make(const broadphase_kind *kind, uint32_t count, uint32_t frames, uint64_t seed);
void broadphase_scene_free(broadphase_scene *scene);

/// Returns the measured scenes.
const broadphase_kind *broadphase_kinds(uint32_t *count);

/// The result of a frame: the number of pairs of boxes that overlap, and a sum over the pairs that does not depend on
/// their order.
typedef struct broadphase_answer
{
	uint64_t pairs;
	uint64_t sum;
} broadphase_answer;

static inline void broadphase_count(broadphase_answer *answer, uint32_t a, uint32_t b)
{
	uint64_t low = a < b ? a : b, high = a < b ? b : a;
	uint64_t key = (low << 32 | high) * UINT64_C(0x9E3779B97F4A7C15);
	++answer->pairs;
	answer->sum += key ^ key >> 29;
}

static inline int broadphase_touch(const kiln_aabb *a, const kiln_aabb *b)
{
	return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y &&
		   a->min.z <= b->max.z && b->min.z <= a->max.z;
}

typedef struct broadphase_library
{
	const char *key, *name;
	/// Makes a structure with the boxes of the first frame and finds pairs once. NULL when out of memory.
	void *(*make)(const broadphase_scene *scene);
	/// Moves boxes and visits all pairs.
	broadphase_answer (*frame)(void *made, const broadphase_frame *frame);
	void (*release)(void *made);
	size_t (*bytes)(const void *made); ///< or NULL
} broadphase_library;

/// Return libraries: NULL after the last one, and for libraries that this program was built without.
const broadphase_library *broadphase_bullet(uint32_t index);
const broadphase_library *broadphase_fcl(uint32_t index);
const broadphase_library *broadphase_ode(uint32_t index);
/// Returns the method with that number of kiln_school_broadphase; 0 is the default.
const broadphase_library *broadphase_kiln(uint32_t number);

/// Runs the experiment of 2006: one table for each of its questions.
int bench_broadphase_2006(const bench_options *options, bench_result *result);

#ifdef __cplusplus
}
#endif

#endif
