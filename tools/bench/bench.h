// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_BENCH_H
#define KILN_BENCH_BENCH_H

#include "bench/figures/table.h"
#include "bench/scenes/meshes.h"
#include "command/command.h"

/// A run of the benchmark: options in, tables out. Each family of measurements is one function in its own file.

typedef struct bench_options
{
	uint64_t seed;		///< of rays and generated meshes
	bool quick;			///< few, small and short: whether everything works, not how fast
	bench_clock *clock; ///< the wall's, or the processor's on a machine that is busy with other things
	const char *models; ///< directory of art files and of what is worth keeping between runs
	const char *only;	///< part of a mesh's or scene's name, to leave the others out; NULL: all
	const char *plots;	///< directory that families with curves put pictures into; NULL: none
} bench_options;

typedef struct bench_family
{
	command_row row; ///< name and description
	/// Returns a tool_exit. Tables are filled as far as it came.
	int (*run)(const bench_options *options, bench_result *result);
} bench_family;

int bench_cook(const bench_options *options, bench_result *result);
int bench_build(const bench_options *options, bench_result *result);
int bench_bytes(const bench_options *options, bench_result *result);
int bench_rays(const bench_options *options, bench_result *result);
int bench_bounds(const bench_options *options, bench_result *result);
int bench_hull(const bench_options *options, bench_result *result);
int bench_pairs(const bench_options *options, bench_result *result);
int bench_motion(const bench_options *options, bench_result *result);
int bench_trees(const bench_options *options, bench_result *result);
int bench_primitives(const bench_options *options, bench_result *result);
int bench_convex(const bench_options *options, bench_result *result);
int bench_instances(const bench_options *options, bench_result *result);
int bench_broadphase(const bench_options *options, bench_result *result);
int bench_open(const bench_options *options, bench_result *result);

/// How often each contestant has its turn, where a family has no reason for another number.
static inline uint32_t bench_repetitions(const bench_options *options)
{
	return options->quick ? 3 : 7;
}

#endif
