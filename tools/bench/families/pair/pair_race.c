// SPDX-License-Identifier: MIT
#include "pair_race.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The answer to a refused query.
#define REFUSED ((double)NAN)

const char *pair_question_name(pair_question question)
{
	static const char *const names[] = {"any", "all", "distance", "within"};
	return names[question];
}

void pair_objects(kiln_object objects[2], const kiln_asset *asset, const kiln_pose *pose)
{
	objects[0] = kiln_object_from_shape(asset, 0, NULL);
	objects[1] = kiln_object_from_shape(asset, 0, pose);
}

double pair_query_kiln(
	const kiln_object objects[2], const pair_task *task, const kiln_pair_options *options, kiln_pair *contacts)
{
	const kiln_object *a = &objects[0], *b = &objects[1];
	bool verdict = false;
	uint32_t count = 0;
	kiln_pair_separation separation = {0};
	switch (task->question)
	{
	case PAIR_ANY:
		return kiln_pair_collide(a, b, options, &verdict, NULL) == KILN_OK ? verdict : REFUSED;
	case PAIR_ALL:
		return kiln_pair_contacts(a, b, options, contacts, contacts ? PAIR_CONTACTS_MAX : 0, &count) == KILN_OK
				   ? (double)count
				   : REFUSED;
	case PAIR_DISTANCE:
		return kiln_pair_distance(a, b, options, &separation) == KILN_OK ? (double)separation.distance : REFUSED;
	case PAIR_WITHIN:
		return kiln_pair_within(a, b, task->within, options, &verdict) == KILN_OK ? verdict : REFUSED;
	case PAIR_QUESTIONS:
		break;
	}
	return REFUSED;
}

static double query_rival(const pair_entry *entry, pair_question question, const rival_pose *pose)
{
	switch (question)
	{
	case PAIR_ANY:
		return entry->rival->any(entry->world, pose);
	case PAIR_ALL:
		return (double)entry->rival->all(entry->world, pose);
	default:
		return fmax(0, entry->rival->distance(entry->world, pose));
	}
}

static bool offers(const pair_entry *entry, pair_question question)
{
	const rival_pair_library *rival = entry->rival;
	if (!rival)
		return entry->asset != NULL;
	switch (question)
	{
	case PAIR_ANY:
		return rival->any != NULL;
	case PAIR_ALL:
		return rival->all != NULL;
	case PAIR_DISTANCE:
		return rival->distance != NULL;
	default:
		return false;
	}
}

static int compare_counts(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;
	return *a < *b ? -1 : *a > *b;
}

static uint64_t median_count(uint64_t *counts, uint32_t count)
{
	qsort(counts, count, sizeof *counts, compare_counts);
	return counts[(count - 1) / 2];
}

/// Returns the work of an entry for one pose; false when the entry does not report it.
static bool work_of(const pair_entry *entry, const pair_task *task, const pair_pose *pose, rival_pair_work *work)
{
	*work = (rival_pair_work){0};
	if (!entry->rival)
	{
		kiln_pair_counters counters = {0};
		kiln_pair_options options = {.descent = entry->descent, .counters = &counters};
		kiln_object objects[2];
		pair_objects(objects, entry->asset, &pose->ours);
		pair_query_kiln(objects, task, &options, NULL);
		*work = (rival_pair_work){counters.volume_tests, counters.triangle_tests};
		return true;
	}
	void (*count)(const rival_pair_world *, const rival_pose *, rival_pair_work *) =
		task->question == PAIR_ANY	 ? entry->rival->count_any
		: task->question == PAIR_ALL ? entry->rival->count_all
									 : entry->rival->count_distance;
	if (count)
		count(entry->world, &pose->rivals, work);
	return count != NULL;
}

static void count_work(pair_entry *entry, const pair_task *task)
{
	uint64_t volumes[PAIR_POSES_MAX], leaves[PAIR_POSES_MAX];
	entry->counted = true;
	for (uint32_t i = 0; i < task->pose_count && entry->counted; ++i)
	{
		rival_pair_work work;
		entry->counted = work_of(entry, task, &task->poses[i], &work);
		volumes[i] = work.volume_tests;
		leaves[i] = work.leaf_tests;
	}
	if (!entry->counted || task->pose_count == 0)
		return;
	entry->volume_tests = median_count(volumes, task->pose_count);
	entry->leaf_tests = median_count(leaves, task->pose_count);
}

/// Measures the time of reading the clock twice.
static double clock_cost(bench_clock *clock)
{
	double least = 1;
	for (uint32_t i = 0; i < 1000; ++i)
	{
		double begin = clock(), end = clock();
		least = end - begin < least ? end - begin : least;
	}
	return least;
}

/// Times one query, in seconds.
static double time_query(pair_entry *entry, const pair_task *task, uint32_t i, kiln_pair *contacts, bench_clock *clock)
{
	kiln_pair_options options = {.descent = entry->descent};
	const pair_pose *pose = &task->poses[i];
	double begin = clock();
	if (entry->rival)
		entry->answers[i] = query_rival(entry, task->question, &pose->rivals);
	else
	{
		kiln_object objects[2];
		pair_objects(objects, entry->asset, &pose->ours);
		entry->answers[i] = pair_query_kiln(objects, task, &options, contacts);
	}
	return clock() - begin;
}

/// Seconds of each pose: of its first query, and of its last one.
typedef struct pose_times
{
	double first;
	double again;
} pose_times;

static void run_round(
	pair_entry *entry, const pair_task *task, kiln_pair *contacts, bench_clock *clock, double cost, pose_times *times)
{
	for (uint32_t i = 0; i < task->pose_count; ++i)
	{
		double first = time_query(entry, task, i, contacts, clock), again = first;
		uint32_t repeats = first < 100e-6 / 16 ? 16 : first > 50e-6 ? 2 : (uint32_t)(100e-6 / first);
		for (uint32_t k = 0; k < repeats; ++k)
			again = time_query(entry, task, i, contacts, clock);
		times[i] = (pose_times){fmax(0, first - cost), fmax(0, again - cost)};
	}
}

void pair_race(pair_entry *entries, uint32_t count, const pair_task *task, uint32_t rounds, bench_clock *clock)
{
	size_t row = PAIR_POSES_MAX;
	pose_times *times = bench_memory(row * count * (rounds + 1), sizeof *times);
	double cost = clock_cost(clock);
	kiln_pair *contacts = bench_memory(PAIR_CONTACTS_MAX, sizeof *contacts);
	for (uint32_t k = 0; k < count; ++k)
	{
		entries[k].samples.count = entries[k].first.count = 0;
		entries[k].answered = offers(&entries[k], task->question);
		if (entries[k].answered)
			count_work(&entries[k], task);
	}
	for (uint32_t round = 0; round <= rounds; ++round)
		for (uint32_t k = 0; k < count; ++k)
			if (entries[k].answered)
				run_round(&entries[k], task, contacts, clock, cost, &times[(round * count + k) * row]);
	for (uint32_t k = 0; k < count; ++k)
		for (uint32_t i = 0; i < task->pose_count && entries[k].answered; ++i)
		{
			bench_samples first = {.count = 0}, again = {.count = 0};
			for (uint32_t round = 1; round <= rounds; ++round)
			{
				samples_add(&first, times[(round * count + k) * row + i].first);
				samples_add(&again, times[(round * count + k) * row + i].again);
			}
			samples_add(&entries[k].first, samples_median(&first));
			samples_add(&entries[k].samples, samples_median(&again));
		}
	free(contacts);
	free(times);
}

uint64_t pair_differing(const pair_entry *left, const pair_entry *right, const pair_task *task, bool verdict)
{
	uint64_t count = 0;
	for (uint32_t i = 0; i < task->pose_count; ++i)
	{
		double a = left->answers[i], b = right->answers[i];
		if (isnan(a) || isnan(b))
			++count;
		else if (task->question == PAIR_DISTANCE)
			count += fabs(a - b) > 1e-5 * fmax(a, b);
		else
			count += verdict ? (a > 0) != (b > 0) : fabs(a - b) > 0.5;
	}
	return count;
}

double pair_median_answer(const pair_entry *entry, const pair_task *task)
{
	bench_samples answers = {.count = 0};
	for (uint32_t i = 0; i < task->pose_count; ++i)
		samples_add(&answers, entry->answers[i]);
	return samples_median(&answers);
}

double pair_kiln_distance(void *user, const pair_pose *pose)
{
	kiln_object objects[2];
	pair_objects(objects, user, &pose->ours);
	return pair_query_kiln(objects, &(pair_task){.question = PAIR_DISTANCE}, NULL, NULL);
}
