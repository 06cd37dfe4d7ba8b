// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BROADPHASE_RUN_H
#define KILN_TESTS_BROADPHASE_RUN_H

#include "fuzz/broadphase_trial.h"

/// A trial in progress: the data that its parts share.

/// The trial's data about an index.
typedef struct trial_member
{
	bool there;
	kiln_proxy handle;
	kiln_aabb box;	 ///< the box around the whole motion
	kiln_aabb start; ///< at time 0
	kiln_vec3 way;
	bool swept;
	kiln_proxy_options options;
} trial_member;

/// A pair by both handles, which remains valid after their removal.
typedef struct named_pair
{
	kiln_proxy a, b;
} named_pair;

/// The certainty of a pair: where rounding may decide, either answer is correct.
typedef enum truth
{
	TRUTH_NO,
	TRUTH_EITHER,
	TRUTH_YES,
} truth;

typedef struct trial_run
{
	const broadphase_trial *trial;
	kiln_broadphase *broadphase;
	trial_member *members;
	uint32_t capacity;
	uint32_t count;
	uint32_t *there; ///< existing indices, in no order
	uint32_t *gone;	 ///< indices that were removed since changes last took effect
	uint32_t gone_count;
	kiln_proxy stale[16]; ///< handles that are no longer valid
	uint32_t stale_count;
	named_pair *told; ///< the pairs of the last successful update
	size_t told_count;
	uint32_t *visits; ///< number of visits, by index
	kiln_proxy_pair *seen;
	size_t seen_count, seen_room;
	uint32_t left; ///< visits until the callback ends the query
	kiln_proxy_hit *hits;
	uint32_t *indices;
	uint32_t hit_count;
	uint64_t random;
	uint64_t digest;
	uint32_t operation;
} trial_run;

/// Fails the test and prints the trial and the operation.
void trial_broken(const trial_run *run, const char *what, int line);

#define CHECK(run, what)                                                                                               \
	do                                                                                                                 \
	{                                                                                                                  \
		if (!(what))                                                                                                   \
			trial_broken(run, #what, __LINE__);                                                                        \
	} while (0)

/// Returns a number between two numbers.
static inline float trial_within(uint64_t *random, float from, float to)
{
	return from + (to - from) * trial_unit(random);
}

/// Adds an answer to the digest.
void trial_digest(trial_run *run, uint64_t number);

static inline bool trial_overlap(const kiln_aabb *a, const kiln_aabb *b)
{
	return a->min.x <= b->max.x && a->max.x >= b->min.x && a->min.y <= b->max.y && a->max.y >= b->min.y &&
		   a->min.z <= b->max.z && a->max.z >= b->min.z;
}

/// Runs random queries and checks their answers.
void trial_query_region(trial_run *run, bool ball);
void trial_query_sweep(trial_run *run, bool ray);

#endif
