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
	CONVEX_TASK_DISTANCE, ///< nothing known
	CONVEX_TASK_WARM,	  ///< from the last answer for the pair, two frames to and fro
	CONVEX_TASK_OVERLAP,
	CONVEX_TASK_DEPTH,
	CONVEX_TASK_MANIFOLD, ///< up to four contacts, of pairs that overlap or nearly do; the answer is the deepest
	CONVEX_TASK_CAST,	  ///< time of contact of b, moved without turning; -1: none
	CONVEX_TASK_SPIN,	  ///< the same, turning
	CONVEX_TASK_COUNT
} convex_task;

/// Two hulls in `count` poses of the second one. Half of them overlap in the first frame.
typedef struct convex_set
{
	kiln_hull a, b;
	uint32_t count;
	kiln_pose pose_a;
	kiln_pose *frames[2]; ///< of b: the second a hundredth of its size and about a degree away from the first
	kiln_pose *from, *to; ///< of b on its way past or into a, which does not move
	void *owner;
} convex_set;

/// Hulls of points on two ellipsoids, with `vertices` each. False when out of memory, with nothing to free.
bool convex_set_make(uint64_t seed, uint32_t vertices, uint32_t count, convex_set *set);
void convex_set_free(convex_set *set);

/// Asks about every pair; `answers` has one number a pair: a distance, 0 or 1, a depth (0 apart), or a time. `frame` is
/// which of the two.
typedef void convex_run(void *prepared, uint32_t frame, float *answers);

typedef struct convex_library
{
	const char *key;  ///< of its column
	const char *name; ///< in the column's head
	/// The library's own objects, which is not timed. NULL when out of memory.
	void *(*prepare)(const convex_set *set);
	void (*release)(void *prepared);
	convex_run *(*find)(convex_task task); ///< NULL: not offered
} convex_library;

/// Who is asked. A library that this program was built without is NULL.
typedef enum convex_rival
{
	CONVEX_KILN,
	CONVEX_FCL,		///< its own GJK and EPA
	CONVEX_FCL_CCD, ///< libccd's, as FCL uses it
	CONVEX_BULLET,
	CONVEX_CCD,
	CONVEX_LIBRARY_COUNT
} convex_rival;

const convex_library *convex_kiln(void);
const convex_library *convex_fcl(void);
const convex_library *convex_fcl_ccd(void);
const convex_library *convex_bullet(void);
const convex_library *convex_ccd(void);

/// One of Kiln's ways to answer a task.
typedef struct convex_method
{
	const char *task, *name;
	convex_task answers; ///< what its answers are compared with
	convex_run *run;	 ///< on what convex_kiln prepares
	uint32_t share;		 ///< one of this many poses is measured
	uint32_t most;		 ///< vertices
} convex_method;

/// All of them, NULL behind the last.
const convex_method *convex_methods(uint32_t index);

/// Measures only the first `count` poses from now on.
void convex_kiln_ask(void *prepared, uint32_t count);

/// Steps that the last run of a method took in all; 0 where it does not say.
uint64_t convex_kiln_steps(const void *prepared);

#ifdef __cplusplus
}
#endif

#endif
