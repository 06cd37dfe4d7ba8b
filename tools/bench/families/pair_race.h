// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_PAIR_RACE_H
#define KILN_BENCH_PAIR_RACE_H

#include "bench/figures/timing.h"
#include "bench/scenes/pair_poses.h"
#include "kiln/pair.h"

/// Contestants that answer the same question about a mesh against itself in the same poses, each query timed alone: when
/// a pose is asked for the first time after all others, which finds the caches full of those, and when the same is asked
/// again and again.

#define PAIR_POSES_MAX BENCH_SAMPLES_MAX
#define PAIR_ROUNDS_MAX 15

typedef enum pair_question
{
	PAIR_ANY,	   ///< whether they touch: 0 or 1
	PAIR_ALL,	   ///< every pair of triangles that touch, and where: their number
	PAIR_DISTANCE, ///< with the closest points
	PAIR_WITHIN,   ///< whether they are at most so far apart: 0 or 1
	PAIR_QUESTIONS,
} pair_question;

const char *pair_question_name(pair_question question);

/// Poses of one kind, and how near is near enough for PAIR_WITHIN.
typedef struct pair_task
{
	pair_question question;
	const pair_pose *poses;
	uint32_t pose_count; ///< at most PAIR_POSES_MAX
	float within;
} pair_task;

/// One that answers. The first fields say who, the others are filled by pair_race.
typedef struct pair_entry
{
	const kiln_asset *asset; ///< ours: its first shape is asked; NULL: a rival
	kiln_descent descent;
	const rival_pair_library *rival; ///< NULL with a NULL asset: nobody
	const rival_pair_world *world;

	bool answered; ///< false: it does not offer this question
	bool counted;  ///< it reported its work
	double answers[PAIR_POSES_MAX];
	bench_samples samples; ///< asked again; of each pose the median of the rounds, without the clock's own time
	bench_samples first;   ///< the same, asked for the first time in a round
	uint64_t volume_tests; ///< medians over the poses
	uint64_t leaf_tests;   ///< pairs of triangles
} pair_entry;

/// One round that is not timed, in which answers and work are taken, then `rounds` timed ones in which each entry has all
/// poses in its turn, and each pose is asked once and then, as often as fits into 100 us, at least twice and at most 16
/// times, again; of these the last one counts.
void pair_race(pair_entry *entries, uint32_t count, const pair_task *task, uint32_t rounds, bench_clock *clock);

/// Contacts that are kept of a query; of more only the count is.
#define PAIR_CONTACTS_MAX 65536

/// One answer of ours; NaN when the query was refused. `options` may be NULL; `contacts` is room for PAIR_CONTACTS_MAX, or
/// NULL: they are counted only.
double pair_ask_kiln(
	const kiln_object objects[2], const pair_task *task, const kiln_pair_options *options, kiln_pair *contacts);

/// The first shape of an asset, twice, the second one posed.
void pair_objects(kiln_object objects[2], const kiln_asset *asset, const kiln_pose *pose);

/// Poses in which two answered differently: verdicts and counts at all, distances by more than 1e-5 of the greater one.
/// With `verdict`, counts are compared as "any at all".
uint64_t pair_differing(const pair_entry *left, const pair_entry *right, const pair_task *task, bool verdict);

/// Median of the answers.
double pair_median_answer(const pair_entry *entry, const pair_task *task);

/// Distance of a mesh to itself by our own query, for pair_poses_make; `user` is the kiln_asset.
double pair_kiln_distance(void *user, const pair_pose *pose);

#endif
