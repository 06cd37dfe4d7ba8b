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
	bool quick;			///< few, small and short cases: whether everything works, not how fast it is
	bench_clock *clock; ///< wall-clock time, or processor time for a machine that is busy with other work
	const char *models; ///< directory of art files and of files that are kept between runs
	const char *only;	///< part of a mesh's or scene's name: measures only these; NULL: all
	const char *plots;	///< directory for the pictures of families with curves; NULL: none
	const char *vhacd;	///< the program of V-HACD; NULL: none
	const char *coacd;	///< the program of CoACD; NULL: none
} bench_options;

typedef struct bench_family
{
	command_row row; ///< name and description
	/// Returns a tool_exit. After a failure, the tables have the results so far.
	int (*run)(const bench_options *options, bench_result *result);
} bench_family;

int bench_cook(const bench_options *options, bench_result *result);
int bench_build(const bench_options *options, bench_result *result);
int bench_bytes(const bench_options *options, bench_result *result);
int bench_rays(const bench_options *options, bench_result *result);
int bench_queries(const bench_options *options, bench_result *result);
int bench_bounds(const bench_options *options, bench_result *result);
int bench_clean(const bench_options *options, bench_result *result);
int bench_survey(const bench_options *options, bench_result *result);
int bench_simplify(const bench_options *options, bench_result *result);
int bench_hausdorff(const bench_options *options, bench_result *result);
int bench_merge(const bench_options *options, bench_result *result);
int bench_wrap(const bench_options *options, bench_result *result);
int bench_sdf(const bench_options *options, bench_result *result);
int bench_turned(const bench_options *options, bench_result *result);
int bench_hull(const bench_options *options, bench_result *result);
int bench_parts(const bench_options *options, bench_result *result);
int bench_pairs(const bench_options *options, bench_result *result);
int bench_groups(const bench_options *options, bench_result *result);
int bench_motion(const bench_options *options, bench_result *result);
int bench_trees(const bench_options *options, bench_result *result);
int bench_solids(const bench_options *options, bench_result *result);
int bench_primitives(const bench_options *options, bench_result *result);
int bench_convex(const bench_options *options, bench_result *result);
int bench_instances(const bench_options *options, bench_result *result);
int bench_broadphase(const bench_options *options, bench_result *result);
int bench_world(const bench_options *options, bench_result *result);
int bench_walks(const bench_options *options, bench_result *result);
int bench_heightfield(const bench_options *options, bench_result *result);
int bench_mover(const bench_options *options, bench_result *result);
int bench_open(const bench_options *options, bench_result *result);

/// Adds bytes to a digest (FNV-1a), which starts with any number.
static inline uint64_t bench_digest(uint64_t digest, const void *data, size_t size)
{
	const uint8_t *bytes = (const uint8_t *)data;
	for (size_t i = 0; i < size; ++i)
		digest = (digest ^ bytes[i]) * 0x100000001b3ull;
	return digest;
}

/// How often each contestant runs, unless a family has a reason for another number.
static inline uint32_t bench_repetitions(const bench_options *options)
{
	return options->quick ? 3 : 7;
}

#endif
