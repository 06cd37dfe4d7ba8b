// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_CONVEX_H
#define KILN_BENCH_CONVEX_H

#include "kiln/convex.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Pairs of convex hulls. Every library that has the query, and each of Kiln's methods, answers all of them.

typedef enum convex_task
{
	CONVEX_TASK_DISTANCE, ///< without a previous answer
	CONVEX_TASK_WARM,	  ///< starting from the last answer for the pair, between two frames and back
	CONVEX_TASK_OVERLAP,
	CONVEX_TASK_DEPTH,
	CONVEX_TASK_MANIFOLD, ///< up to four contacts, for pairs that overlap or nearly do; the answer is the deepest
	CONVEX_TASK_CAST,	  ///< time of contact of b, which moves without turning; -1: none
	CONVEX_TASK_SPIN,	  ///< the same, turning
	CONVEX_TASK_COUNT
} convex_task;

/// Two hulls in `count` poses of the second one. Half of them overlap in the first frame.
typedef struct convex_set
{
	kiln_hull a, b;
	uint32_t count;
	kiln_pose pose_a;
	kiln_pose *frames[2]; ///< poses of b: the second frame is a hundredth of its size and about a degree away from the
						  ///< first
	kiln_pose *from, *to; ///< start and end of b's motion past or into a, which does not move
	void *owner;
} convex_set;

/// Hulls of points on two ellipsoids, with `vertices` each. False when out of memory, with nothing to free.
bool convex_set_make(uint64_t seed, uint32_t vertices, uint32_t count, convex_set *set);
void convex_set_free(convex_set *set);

/// Runs the query for every pair; `answers` has one number a pair: a distance, 0 or 1, a depth (0 apart), or a time.
/// `frame` selects one of the two frames.
typedef void convex_run(void *prepared, uint32_t frame, float *answers);

typedef struct convex_library
{
	const char *key;  ///< the key of its column
	const char *name; ///< in the column's head
	/// Makes the library's own objects, which is not timed. NULL when out of memory.
	void *(*prepare)(const convex_set *set);
	void (*release)(void *prepared);
	convex_run *(*find)(convex_task task); ///< NULL: not offered
} convex_library;

/// The contestants. A library that this program was built without is NULL.
typedef enum convex_rival
{
	CONVEX_KILN,
	CONVEX_FCL,		///< its own GJK and EPA
	CONVEX_FCL_CCD, ///< libccd's GJK and EPA, through FCL
	CONVEX_BULLET,
	CONVEX_CCD,
	CONVEX_LIBRARY_COUNT
} convex_rival;

const convex_library *convex_kiln(void);
const convex_library *convex_fcl(void);
const convex_library *convex_fcl_ccd(void);
const convex_library *convex_bullet(void);
const convex_library *convex_ccd(void);

/// One of Kiln's methods for a task.
typedef struct convex_method
{
	const char *task, *name;
	convex_task answers; ///< the task with which its answers are compared
	convex_run *run;	 ///< uses the objects that convex_kiln prepares
	uint32_t share;		 ///< one of this many poses is measured
	uint32_t most;		 ///< most vertices
} convex_method;

/// Returns all methods, NULL after the last.
const convex_method *convex_methods(uint32_t index);

/// Restricts later measurements to the first `count` poses.
void convex_kiln_query(void *prepared, uint32_t count);

/// Returns the total steps of the last run of a method; 0 where it does not report steps.
uint64_t convex_kiln_steps(const void *prepared);

#ifdef __cplusplus
}
#endif

#endif
