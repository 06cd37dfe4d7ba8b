// SPDX-License-Identifier: MIT
#include "race.h"

/// A racer that has taken so many seconds for at least so many frames stops.
#define PATIENCE 1.0
#define FEWEST 3

void race_enter(race *it, const broadphase_library *library)
{
	if (library && it->count < RACERS_MAX)
		it->racers[it->count++] = (racer){.library = library};
}

double racer_frame(const racer *it)
{
	return it->ran ? samples_median(&it->frames) : 0;
}

/// The time of a frame grows at least in proportion to the number of boxes, the time of making a structure at most with
/// its square.
static bool too_slow(const race *run, const racer *it, uint32_t boxes)
{
	if (it->last_count == 0)
		return false;
	double growth = (double)boxes / it->last_count;
	return it->last_frame * growth > run->limit || it->last_made * growth * growth > run->made_limit;
}

static uint32_t frames_of(uint32_t boxes, const bench_options *options)
{
	if (options->quick)
		return 3;
	return boxes <= 3000 ? 60 : boxes <= 30000 ? 20 : boxes <= 300000 ? 9 : 6;
}

static void make_all(race *it, const broadphase_scene *scene, void **made, const bench_options *options)
{
	for (uint32_t i = 0; i < it->count; ++i)
	{
		racer *one = &it->racers[i];
		one->frames.count = 0;
		one->differ = 0;
		one->ran = false;
		made[i] = NULL;
		if (i > 0 && too_slow(it, one, scene->count))
			continue;
		double start = options->clock();
		made[i] = one->library->make(scene);
		one->made = options->clock() - start;
		one->ran = made[i] != NULL;
		one->bytes = made[i] && one->library->bytes ? one->library->bytes(made[i]) : 0;
	}
}

static bool spent(const racer *it)
{
	double sum = 0;
	for (uint32_t i = 0; i < it->frames.count; ++i)
		sum += it->frames.seconds[i];
	return it->frames.count >= FEWEST && sum > PATIENCE;
}

/// The first frame is not counted: structures see motion for the first time there.
static void run_frame(race *it, const broadphase_scene *scene, uint32_t number, void **made, bench_clock *clock)
{
	broadphase_answer first = {0};
	for (uint32_t i = 0; i < it->count; ++i)
	{
		if (!made[i] || (i > 0 && spent(&it->racers[i])))
			continue;
		double start = clock();
		broadphase_answer answer = it->racers[i].library->frame(made[i], &scene->frames[number]);
		double seconds = clock() - start;
		if (number > 0)
			samples_add(&it->racers[i].frames, seconds);
		if (i == 0)
			first = answer;
		it->racers[i].differ += answer.pairs != first.pairs || answer.sum != first.sum;
	}
	it->pairs = first.pairs;
}

void race_run(race *it, const broadphase_kind *kind, uint32_t boxes, const bench_options *options)
{
	void *made[RACERS_MAX];
	broadphase_scene scene = broadphase_scene_make(kind, boxes, frames_of(boxes, options), options->seed);
	it->changed = scene.frames[0].count;
	make_all(it, &scene, made, options);
	for (uint32_t frame = 0; frame < scene.frame_count; ++frame)
		run_frame(it, &scene, frame, made, options->clock);
	for (uint32_t i = 0; i < it->count; ++i)
	{
		racer *one = &it->racers[i];
		if (!made[i])
			continue;
		one->library->release(made[i]);
		one->last_count = boxes;
		one->last_frame = racer_frame(one);
		one->last_made = one->made;
	}
	broadphase_scene_free(&scene);
}
