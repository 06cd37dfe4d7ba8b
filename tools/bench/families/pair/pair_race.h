// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_PAIR_RACE_H
#define KILN_BENCH_PAIR_RACE_H

#include "bench/figures/timing.h"
#include "bench/scenes/pair_poses.h"
#include "kiln/pair.h"

/// Contestants that answer the same query about a mesh against itself in the same poses. Each query is timed alone: the
/// first query of a pose comes after all other poses, so that the caches are full of their data; then the same pose is
/// queried repeatedly.

#define PAIR_POSES_MAX BENCH_SAMPLES_MAX
#define PAIR_ROUNDS_MAX 15

typedef enum pair_question
{
	PAIR_ANY,	   ///< whether the meshes touch: 0 or 1
	PAIR_ALL,	   ///< every pair of triangles that touch, and where: the answer is their number
	PAIR_DISTANCE, ///< distance with the closest points
	PAIR_WITHIN,   ///< whether the meshes are at most so far apart: 0 or 1
	PAIR_QUESTIONS,
} pair_question;

const char *pair_question_name(pair_question question);

/// Poses of one kind, and the distance for PAIR_WITHIN.
typedef struct pair_task
{
	pair_question question;
	const pair_pose *poses;
	uint32_t pose_count; ///< at most PAIR_POSES_MAX
	float within;
} pair_task;

/// A contestant. The caller sets the first fields, pair_race fills in the others.
typedef struct pair_entry
{
	const kiln_asset *asset; ///< Kiln: queries its first shape; NULL: a rival
	const kiln_descent *descent;
	const rival_pair_library *rival; ///< NULL with a NULL asset: no contestant
	const rival_pair_world *world;

	bool answered; ///< false: it does not offer this query
	bool counted;  ///< it reported its work
	double answers[PAIR_POSES_MAX];
	bench_samples samples; ///< repeated queries; for each pose the median of the rounds, without the clock's own time
	bench_samples first;   ///< the same for the first query of a round
	uint64_t volume_tests; ///< medians over the poses
	uint64_t leaf_tests;   ///< pairs of triangles
} pair_entry;

/// Runs one untimed round, which records answers and work, then `rounds` timed rounds. In each timed round every entry
/// has its turn with all poses. Each pose is queried once, and then repeatedly for up to 100 us, at least twice and at
/// most 16 times; the last of these times counts.
void pair_race(pair_entry *entries, uint32_t count, const pair_task *task, uint32_t rounds, bench_clock *clock);

/// Most contacts of a query that are stored; further contacts are only counted.
#define PAIR_CONTACTS_MAX 65536

/// Returns one answer of Kiln; NaN when the query was refused. `options` may be NULL; `contacts` has room for
/// PAIR_CONTACTS_MAX, or is NULL to count contacts only.
double pair_query_kiln(
	const kiln_object objects[2], const pair_task *task, const kiln_pair_options *options, kiln_pair *contacts);

/// Makes two objects of the first shape of an asset; the second one is posed.
void pair_objects(kiln_object objects[2], const kiln_asset *asset, const kiln_pose *pose);

/// Counts poses in which two contestants answered differently: any difference for verdicts and counts, more than 1e-5
/// of the greater one for distances. With `verdict`, counts are compared as "any at all".
uint64_t pair_differing(const pair_entry *left, const pair_entry *right, const pair_task *task, bool verdict);

/// Returns the median of the answers.
double pair_median_answer(const pair_entry *entry, const pair_task *task);

/// Returns the distance of a mesh to itself by Kiln's own query, for pair_poses_make; `user` is the kiln_asset.
double pair_kiln_distance(void *user, const pair_pose *pose);

#endif
