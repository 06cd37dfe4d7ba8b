// SPDX-License-Identifier: MIT
#include "volume_run.h"

#include "bound/proof/slabs.h"

#include <math.h>

enum
{
	LANES = VOLUME_LANES,
	/// A run of at most so many points is its own sample.
	WHOLE = 2 * VOLUME_DIRECTIONS,
};

volume_middle volume_run_middle(const volume_run *run)
{
	volume_middle m;
	for (int k = 0; k < 3; ++k)
	{
		const float *at = run->at[k];
		float low = at[0], high = at[0];
		for (size_t i = 1; i < run->count; ++i)
		{
			low = at[i] < low ? at[i] : low;
			high = at[i] > high ? at[i] : high;
		}
		m.half[k] = 0.5 * ((double)high - (double)low);
		m.at[k] = (double)low + m.half[k];
	}
	return m;
}

void volume_run_extent(const volume_run *run, const double middle[3], const double axis[3], double *low, double *high)
{
	const float *x = run->at[0], *y = run->at[1], *z = run->at[2];
	double mx = middle[0], my = middle[1], mz = middle[2], ax = axis[0], ay = axis[1], az = axis[2];
	double least[LANES], most[LANES];
	for (int j = 0; j < LANES; ++j)
		least[j] = most[j] = ((double)x[0] - mx) * ax + ((double)y[0] - my) * ay + ((double)z[0] - mz) * az;
	size_t i = 0;
	for (; i + LANES <= run->count; i += LANES)
		for (size_t j = 0; j < LANES; ++j)
		{
			double at = ((double)x[i + j] - mx) * ax + ((double)y[i + j] - my) * ay + ((double)z[i + j] - mz) * az;
			least[j] = at < least[j] ? at : least[j];
			most[j] = at > most[j] ? at : most[j];
		}
	for (; i < run->count; ++i)
	{
		double at = ((double)x[i] - mx) * ax + ((double)y[i] - my) * ay + ((double)z[i] - mz) * az;
		least[0] = at < least[0] ? at : least[0];
		most[0] = at > most[0] ? at : most[0];
	}
	for (int j = 1; j < LANES; ++j)
	{
		least[0] = least[j] < least[0] ? least[j] : least[0];
		most[0] = most[j] > most[0] ? most[j] : most[0];
	}
	*low = least[0];
	*high = most[0];
}

obb_extents volume_run_measure(const volume_run *run, const double middle[3], const double axes[3][3])
{
	obb_extents e;
	for (int k = 0; k < 3; ++k)
		volume_run_extent(run, middle, axes[k], &e.low[k], &e.high[k]);
	return e;
}

/// Appends a point if it is not in the sample yet.
static void take(const volume_run *run, size_t i, const double middle[3], volume_sample *sample)
{
	float x = run->at[0][i], y = run->at[1][i], z = run->at[2][i];
	for (size_t j = 0; j < sample->count; ++j)
		if (sample->at[0][j] == x && sample->at[1][j] == y && sample->at[2][j] == z)
			return;
	for (int k = 0; k < 3; ++k)
	{
		sample->at[k][sample->count] = run->at[k][i];
		sample->local[k][sample->count] = (double)run->at[k][i] - middle[k];
	}
	++sample->count;
}

static void pad(volume_sample *sample)
{
	for (; sample->count % LANES; ++sample->count)
		for (int k = 0; k < 3; ++k)
		{
			sample->at[k][sample->count] = sample->at[k][0];
			sample->local[k][sample->count] = sample->local[k][0];
		}
}

/// Finds the extreme points along the axes of the 26-DOP. Float precision suffices: points close to the extreme ones
/// make an equally good sample.
static void take_extremes(const volume_run *run, const volume_middle *middle, volume_sample *sample)
{
	float least[VOLUME_DIRECTIONS], most[VOLUME_DIRECTIONS];
	size_t low[VOLUME_DIRECTIONS] = {0}, high[VOLUME_DIRECTIONS] = {0};
	for (int d = 0; d < VOLUME_DIRECTIONS; ++d)
	{
		least[d] = HUGE_VALF;
		most[d] = -HUGE_VALF;
	}
	for (size_t i = 0; i < run->count; ++i)
	{
		float x = (float)((double)run->at[0][i] - middle->at[0]), y = (float)((double)run->at[1][i] - middle->at[1]);
		float z = (float)((double)run->at[2][i] - middle->at[2]), sum = x + y, gap = x - y;
		const float at[VOLUME_DIRECTIONS] = {
			x, y, z, sum + z, sum - z, gap + z, z - gap, sum, x + z, y + z, gap, x - z, y - z};
		for (int d = 0; d < VOLUME_DIRECTIONS; ++d)
		{
			if (at[d] < least[d])
			{
				least[d] = at[d];
				low[d] = i;
			}
			if (at[d] > most[d])
			{
				most[d] = at[d];
				high[d] = i;
			}
		}
	}
	for (int d = 0; d < VOLUME_DIRECTIONS; ++d)
	{
		take(run, low[d], middle->at, sample);
		take(run, high[d], middle->at, sample);
	}
}

void volume_sample_make(const volume_run *run, const volume_middle *middle, volume_sample *sample)
{
	sample->count = 0;
	sample->whole = run->count <= WHOLE;
	if (sample->whole)
		for (size_t i = 0; i < run->count; ++i)
			take(run, i, middle->at, sample);
	else
		take_extremes(run, middle, sample);
	pad(sample);
}

void volume_sample_learn(const volume_run *run, const double middle[3], const double axes[3][3], volume_sample *sample)
{
	size_t low[3] = {0}, high[3] = {0};
	double least[3], most[3];
	for (int k = 0; k < 3; ++k)
	{
		least[k] = HUGE_VAL;
		most[k] = -HUGE_VAL;
	}
	for (size_t i = 0; i < run->count; ++i)
	{
		double p[3];
		volume_run_point(run, i, middle, p);
		for (int k = 0; k < 3; ++k)
		{
			double at = obb_dot(p, axes[k]);
			if (at < least[k])
			{
				least[k] = at;
				low[k] = i;
			}
			if (at > most[k])
			{
				most[k] = at;
				high[k] = i;
			}
		}
	}
	for (int k = 0; k < 3 && sample->count + 2 <= VOLUME_SAMPLE_MAX - LANES; ++k)
	{
		take(run, low[k], middle, sample);
		take(run, high[k], middle, sample);
	}
	pad(sample);
}
