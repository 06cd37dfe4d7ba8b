// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_VOLUME_RUN_H
#define KILN_COOKER_VOLUME_RUN_H

#include "bound/obb/frame.h"
#include "bound/proof/floats.h"
#include "volume_lanes.h"

#include <stddef.h>

/// Points to fit a volume to, and the operations that all fits share.

/// Points by coordinate, at least one.
typedef struct volume_run
{
	const float *at[3];
	size_t count;
} volume_run;

/// The box of a run: its middle in double, and half of its sides.
typedef struct volume_middle
{
	double at[3];
	double half[3];
} volume_middle;

volume_middle volume_run_middle(const volume_run *run);

/// Range of axis . (p - middle) over the points, rounded.
void volume_run_extent(const volume_run *run, const double middle[3], const double axis[3], double *low, double *high);

/// The same along three axes at once.
obb_extents volume_run_measure(const volume_run *run, const double middle[3], const double axes[3][3]);

/// Directions of the search for extreme points, and most points of a sample.
enum
{
	VOLUME_DIRECTIONS = 13,
	VOLUME_SAMPLE_MAX = 2 * VOLUME_DIRECTIONS + 22,
	/// A run of at most so many points is its own sample.
	VOLUME_WHOLE = 2 * VOLUME_DIRECTIONS,
};

/// A few points that represent a run: all points of a small run, else the extreme points along the axes of the 26-DOP.
typedef struct volume_sample
{
	float at[3][VOLUME_SAMPLE_MAX];
	double local[3][VOLUME_SAMPLE_MAX]; ///< the same, relative to the middle
	size_t count;						///< a multiple of VOLUME_LANES: the last ones repeat the first
	bool whole;							///< the sample has every point of the run
} volume_sample;

/// Finds the extreme points along the axes of the 26-DOP among `count` points: those listed in `among`, or the first
/// ones if `among` is NULL. `extremes` gets the numbers of VOLUME_WHOLE points, some of them equal. Float precision
/// suffices: points close to the extreme ones make an equally good sample. The extreme points of a union are among those
/// of its parts.
void volume_extremes_find(
	const volume_run *run, const volume_middle *middle, const uint32_t *among, size_t count, uint32_t *extremes);

/// Makes a sample of at most VOLUME_WHOLE points of a run.
void volume_sample_take(
	const volume_run *run, const volume_middle *middle, const uint32_t *points, size_t count, volume_sample *sample);

void volume_sample_make(const volume_run *run, const volume_middle *middle, volume_sample *sample);

/// Adds the extreme points along three axes, as far as the sample has room.
void volume_sample_learn(const volume_run *run, const double middle[3], const double axes[3][3], volume_sample *sample);

static inline volume_run volume_sample_run(const volume_sample *sample)
{
	return (volume_run){{sample->at[0], sample->at[1], sample->at[2]}, sample->count};
}

static inline void volume_run_point(const volume_run *run, size_t i, const double middle[3], double point[3])
{
	for (int k = 0; k < 3; ++k)
		point[k] = (double)run->at[k][i] - middle[k];
}

/// Returns the least float32 number that is not below x; infinity beyond FLT_MAX.
static inline float volume_float_up(double x)
{
	float nearest = x > (double)FLT_MAX ? FLT_MAX : (float)x;
	return (double)nearest < x ? bound_next_up(nearest) : nearest;
}

#endif
