// SPDX-License-Identifier: MIT
#include "volume_run.h"

#include "volume_lanes.h"

#include <math.h>

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

/// Widens a range by the last points of a run, which fill no lanes.
static void extend(
	const volume_run *run, size_t from, const double middle[3], const double axis[3], double *low, double *high)
{
	for (size_t i = from; i < run->count; ++i)
	{
		double p[3];
		volume_run_point(run, i, middle, p);
		double at = obb_dot(p, axis);
		*low = at < *low ? at : *low;
		*high = at > *high ? at : *high;
	}
}

/// Measures a run along the first `count` axes, of at most three; inlined for each number.
static inline void measure(
	const volume_run *run, const double middle[3], const double (*axes)[3], int count, double *lows, double *highs)
{
	const d4 mx = d4_set1(middle[0]), my = d4_set1(middle[1]), mz = d4_set1(middle[2]);
	d4 low[3], high[3];
	size_t i = 0;
	for (int k = 0; k < count; ++k)
	{
		double p[3];
		volume_run_point(run, 0, middle, p);
		low[k] = high[k] = d4_set1(obb_dot(p, axes[k]));
	}
	for (; i + VOLUME_LANES <= run->count; i += VOLUME_LANES)
	{
		const d4 px = d4_sub(lanes_widen(run->at[0] + i), mx), py = d4_sub(lanes_widen(run->at[1] + i), my);
		const d4 pz = d4_sub(lanes_widen(run->at[2] + i), mz);
		for (int k = 0; k < count; ++k)
		{
			const d4 at = lanes_dot(px, py, pz, axes[k]);
			low[k] = d4_min(at, low[k]);
			high[k] = d4_max(at, high[k]);
		}
	}
	for (int k = 0; k < count; ++k)
	{
		lows[k] = lanes_least(low[k]);
		highs[k] = lanes_most(high[k]);
		extend(run, i, middle, axes[k], &lows[k], &highs[k]);
	}
}

obb_extents volume_run_measure(const volume_run *run, const double middle[3], const double axes[3][3])
{
	obb_extents e;
	measure(run, middle, axes, 3, e.low, e.high);
	return e;
}

void volume_run_extent(const volume_run *run, const double middle[3], const double axis[3], double *low, double *high)
{
	measure(run, middle, (const double(*)[3])axis, 1, low, high);
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
	for (; sample->count % VOLUME_LANES; ++sample->count)
		for (int k = 0; k < 3; ++k)
		{
			sample->at[k][sample->count] = sample->at[k][0];
			sample->local[k][sample->count] = sample->local[k][0];
		}
}

void volume_extremes_find(
	const volume_run *run, const volume_middle *middle, const uint32_t *among, size_t count, uint32_t *extremes)
{
	float least[VOLUME_DIRECTIONS], most[VOLUME_DIRECTIONS];
	uint32_t *low = extremes, *high = extremes + VOLUME_DIRECTIONS;
	for (int d = 0; d < VOLUME_DIRECTIONS; ++d)
	{
		least[d] = HUGE_VALF;
		most[d] = -HUGE_VALF;
		low[d] = high[d] = among ? among[0] : 0;
	}
	for (size_t n = 0; n < count; ++n)
	{
		uint32_t i = among ? among[n] : (uint32_t)n;
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
}

void volume_sample_take(
	const volume_run *run, const volume_middle *middle, const uint32_t *points, size_t count, volume_sample *sample)
{
	sample->count = 0;
	sample->whole = count >= run->count;
	for (size_t i = 0; i < count; ++i)
		take(run, points[i], middle->at, sample);
	pad(sample);
}

void volume_sample_make(const volume_run *run, const volume_middle *middle, volume_sample *sample)
{
	sample->count = 0;
	sample->whole = run->count <= VOLUME_WHOLE;
	if (sample->whole)
		for (size_t i = 0; i < run->count; ++i)
			take(run, i, middle->at, sample);
	else
	{
		uint32_t extremes[2 * VOLUME_DIRECTIONS];
		volume_extremes_find(run, middle, NULL, run->count, extremes);
		volume_sample_take(run, middle, extremes, 2 * VOLUME_DIRECTIONS, sample);
		return;
	}
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
	for (int k = 0; k < 3 && sample->count + 2 <= VOLUME_SAMPLE_MAX - VOLUME_LANES; ++k)
	{
		take(run, low[k], middle, sample);
		take(run, high[k], middle, sample);
	}
	pad(sample);
}
