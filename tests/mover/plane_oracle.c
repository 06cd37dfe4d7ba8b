// SPDX-License-Identifier: MIT
#include "plane_oracle.h"

#include "math/ieee.h"

#include <math.h>
#include <string.h>

typedef long double wide;

typedef struct wide_plane
{
	wide n[3], bound;
	bool fixed; ///< never lowered
} wide_plane;

static wide_plane widen(const kiln_slide_plane *plane)
{
	const wide x = plane->normal.x, y = plane->normal.y, z = plane->normal.z, length = sqrtl(x * x + y * y + z * z);
	const wide gap = plane->gap, push = plane->push_limit;
	return (wide_plane){
		{x / length, y / length, z / length}, plane->speed - gap - (gap < 0 && -gap > push ? -gap - push : 0), false};
}

/// The planes and, behind them, the sides of the range of answers.
static wide_plane plane_at(const kiln_slide_plane *planes, uint32_t count, kiln_vec3 wanted, uint32_t i)
{
	if (i < count)
		return widen(&planes[i]);
	wide largest = fmaxl(fabsl(wanted.x), fmaxl(fabsl(wanted.y), fabsl(wanted.z)));
	for (uint32_t k = 0; k < count; k++)
		largest = fmaxl(largest, fabsl(widen(&planes[k]).bound));
	wide_plane side = {{0, 0, 0}, -1024 * largest, true};
	side.n[(i - count) / 2] = (i - count) % 2 ? 1 : -1;
	return side;
}

static wide dot(const wide a[3], const wide b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static wide lack(const wide_plane *planes, uint32_t count, wide lowered, const wide x[3])
{
	wide worst = -INFINITY;
	for (uint32_t i = 0; i < count; i++)
	{
		const wide missing = planes[i].bound - (planes[i].fixed ? 0 : lowered) - dot(planes[i].n, x);
		worst = missing > worst ? missing : worst;
	}
	return worst;
}

double plane_oracle_lack(const kiln_slide_plane *planes, uint32_t count, const double x[3])
{
	const wide at[3] = {x[0], x[1], x[2]};
	wide worst = -INFINITY;
	for (uint32_t i = 0; i < count; i++)
	{
		const wide_plane plane = widen(&planes[i]);
		worst = fmaxl(worst, lack(&plane, 1, 0, at));
	}
	return (double)worst;
}

/// Solves a system of up to four equations by elimination with full pivoting. Returns false for a singular one.
static bool solve(wide m[4][5], int size)
{
	int place[4] = {0, 1, 2, 3};
	for (int step = 0; step < size; step++)
	{
		int row = step, column = step;
		for (int i = step; i < size; i++)
			for (int j = step; j < size; j++)
				if (fabsl(m[i][j]) > fabsl(m[row][column]))
				{
					row = i;
					column = j;
				}
		if (!(fabsl(m[row][column]) > 0x1p-58L))
			return false;
		for (int j = 0; j <= size; j++)
		{
			const wide held = m[step][j];
			m[step][j] = m[row][j];
			m[row][j] = held;
		}
		for (int i = 0; i < size; i++)
		{
			const wide held = m[i][step];
			m[i][step] = m[i][column];
			m[i][column] = held;
		}
		const int held = place[step];
		place[step] = place[column];
		place[column] = held;
		for (int i = 0; i < size; i++)
		{
			const wide factor = m[i][step] / m[step][step];
			for (int j = step; i != step && j <= size; j++)
				m[i][j] -= factor * m[step][j];
		}
	}
	wide x[4];
	for (int i = 0; i < size; i++)
		x[place[i]] = m[i][size] / m[i][i];
	for (int i = 0; i < size; i++)
		m[i][size] = x[i];
	return true;
}

/// The point of some planes nearest to `wanted`: wanted + sum of multiples of the normals.
static bool foot_on(const wide_plane *set, int size, wide lowered, const wide wanted[3], wide x[3])
{
	wide m[4][5];
	for (int i = 0; i < size; i++)
	{
		for (int j = 0; j < size; j++)
			m[i][j] = dot(set[i].n, set[j].n);
		m[i][size] = set[i].bound - (set[i].fixed ? 0 : lowered) - dot(set[i].n, wanted);
	}
	if (!solve(m, size))
		return false;
	for (int axis = 0; axis < 3; axis++)
	{
		x[axis] = wanted[axis];
		for (int i = 0; i < size; i++)
			x[axis] += m[i][size] * set[i].n[axis];
	}
	return true;
}

double plane_oracle_nearest(
	const kiln_slide_plane *planes, uint32_t count, kiln_vec3 wanted, double lowered, double epsilon, double x[3])
{
	const wide from[3] = {wanted.x, wanted.y, wanted.z};
	const uint32_t none = count + 6; // and lower numbers stand for a plane
	wide_plane all[PLANE_ORACLE_MAX + 6];
	wide best = -1;
	for (uint32_t i = 0; i < none; i++)
		all[i] = plane_at(planes, count, wanted, i);
	for (uint32_t i = 0; i <= none; i++)
		for (uint32_t j = i; j <= none; j++)
			for (uint32_t k = j; k <= none; k++)
			{
				const uint32_t index[3] = {i, j, k};
				wide_plane set[3];
				int size = 0;
				for (int s = 0; s < 3; s++)
					if (index[s] < none && (s == 0 || index[s] != index[s - 1]))
						set[size++] = all[index[s]];
				wide at[3];
				if (!foot_on(set, size, lowered, from, at) || lack(all, none, lowered, at) > epsilon)
					continue;
				const wide way[3] = {at[0] - from[0], at[1] - from[1], at[2] - from[2]};
				const wide distance = sqrtl(dot(way, way));
				if (best >= 0 && distance >= best)
					continue;
				best = distance;
				for (int axis = 0; axis < 3; axis++)
					x[axis] = (double)at[axis];
			}
	return (double)best;
}

/// A lower bound of the amount, which some set of planes proves: weights >= 0 whose sum is 1 over the planes that are
/// lowered, so that the weighted sum of the normals vanishes. The bound is the weighted sum of the planes' bounds.
static wide certificate(const wide_plane *set, int size)
{
	wide m[4][5], sum[3] = {0, 0, 0}, value = 0, total = 0;
	for (int i = 0; i < size; i++)
	{
		for (int j = 0; j < size; j++)
			m[i][j] = dot(set[i].n, set[j].n) + (set[i].fixed || set[j].fixed ? 0 : 1);
		m[i][size] = set[i].fixed ? 0 : 1;
	}
	if (!solve(m, size))
		return -1;
	for (int i = 0; i < size; i++)
	{
		const wide weight = m[i][size];
		if (weight < -0x1p-50L)
			return -1;
		for (int axis = 0; axis < 3; axis++)
			sum[axis] += weight * set[i].n[axis];
		value += weight * set[i].bound;
		total += set[i].fixed ? 0 : weight;
	}
	return dot(sum, sum) < 0x1p-90L && total > 0.5L ? value / total : -1;
}

double plane_oracle_slack(const kiln_slide_plane *planes, uint32_t count, kiln_vec3 wanted)
{
	const uint32_t none = count + 6;
	wide_plane all[PLANE_ORACLE_MAX + 6];
	wide most = 0;
	for (uint32_t i = 0; i < none; i++)
		all[i] = plane_at(planes, count, wanted, i);
	for (uint32_t i = 0; i <= none; i++)
		for (uint32_t j = i; j <= none; j++)
			for (uint32_t k = j; k <= none; k++)
				for (uint32_t l = k; l <= none; l++)
				{
					const uint32_t index[4] = {i, j, k, l};
					wide_plane set[4];
					int size = 0;
					for (int s = 0; s < 4; s++)
						if (index[s] < none && (s == 0 || index[s] != index[s - 1]))
							set[size++] = all[index[s]];
					const wide value = size > 0 ? certificate(set, size) : 0;
					most = value > most ? value : most;
				}
	return (double)most;
}
