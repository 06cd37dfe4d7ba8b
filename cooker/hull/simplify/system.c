// SPDX-License-Identifier: MIT
#include "system.h"
#include "memory.h"

#include <string.h>

bool simplify_system_create(const kilncook_context *context, uint32_t capacity, simplify_system *s)
{
	size_t n = capacity;
	*s = (simplify_system){.capacity = capacity};
	s->joined = cook_alloc(context, n, sizeof *s->joined);
	s->place = cook_alloc(context, n, sizeof *s->place);
	s->vertex = cook_alloc(context, n, sizeof *s->vertex);
	s->later_first = cook_alloc(context, n + 1, sizeof *s->later_first);
	s->later = cook_alloc(context, n * n, sizeof *s->later);
	s->values = cook_alloc(context, 9 * n * n, sizeof *s->values);
	s->inverse = cook_alloc(context, 3 * n, sizeof *s->inverse);
	if (s->joined && s->place && s->vertex && s->later_first && s->later && s->values && s->inverse)
		return true;
	simplify_system_free(context, s);
	return false;
}

void simplify_system_free(const kilncook_context *context, simplify_system *s)
{
	size_t n = s->capacity;
	cook_free(context, s->joined, n, sizeof *s->joined);
	cook_free(context, s->place, n, sizeof *s->place);
	cook_free(context, s->vertex, n, sizeof *s->vertex);
	cook_free(context, s->later_first, n + 1, sizeof *s->later_first);
	cook_free(context, s->later, n * n, sizeof *s->later);
	cook_free(context, s->values, 9 * n * n, sizeof *s->values);
	cook_free(context, s->inverse, 3 * n, sizeof *s->inverse);
	*s = (simplify_system){0};
}

static uint32_t count_bits(const uint64_t words[SYSTEM_WORDS])
{
	uint32_t count = 0;
	for (int w = 0; w < SYSTEM_WORDS; ++w)
		for (uint64_t left = words[w]; left; left &= left - 1)
			++count;
	return count;
}

static bool has_bit(const uint64_t words[SYSTEM_WORDS], uint32_t i)
{
	return words[i / 64] >> i % 64 & 1;
}

/// Removes vertex `v`: its neighbours become each other's. Appends them to `later`, as vertices.
static void eliminate(simplify_system *s, uint32_t v, uint32_t *degree, uint32_t *used)
{
	uint64_t around[SYSTEM_WORDS];
	s->joined[v][v / 64] &= ~((uint64_t)1 << v % 64);
	memcpy(around, s->joined[v], sizeof around);
	for (uint32_t u = 0; u < s->capacity; ++u)
	{
		if (!has_bit(around, u))
			continue;
		s->later[(*used)++] = (uint16_t)u;
		for (int w = 0; w < SYSTEM_WORDS; ++w)
			s->joined[u][w] |= around[w];
		s->joined[u][v / 64] &= ~((uint64_t)1 << v % 64);
		degree[u] = count_bits(s->joined[u]);
	}
}

void simplify_system_order(simplify_system *s)
{
	uint32_t degree[SYSTEM_MOST], used = 0;
	s->count = 0;
	for (uint32_t i = 0; i < s->capacity; ++i)
		degree[i] = has_bit(s->joined[i], i) ? count_bits(s->joined[i]) : UINT32_MAX;
	for (;;)
	{
		uint32_t least = 0;
		for (uint32_t i = 1; i < s->capacity; ++i)
			least = degree[i] < degree[least] ? i : least;
		if (degree[least] == UINT32_MAX)
			break;
		degree[least] = UINT32_MAX;
		s->place[least] = s->count;
		s->vertex[s->count] = least;
		s->later_first[s->count++] = used;
		eliminate(s, least, degree, &used);
	}
	s->later_first[s->count] = used;
	for (uint32_t i = 0; i < used; ++i)
		s->later[i] = (uint16_t)s->place[s->later[i]];
	// Increasing places, so that each block is in the upper half.
	for (uint32_t k = 0; k < s->count; ++k)
		for (uint32_t i = s->later_first[k] + 1; i < s->later_first[k + 1]; ++i)
		{
			uint16_t item = s->later[i];
			uint32_t at = i;
			for (; at > s->later_first[k] && s->later[at - 1] > item; --at)
				s->later[at] = s->later[at - 1];
			s->later[at] = item;
		}
}

void simplify_system_clear(simplify_system *s)
{
	size_t row = 3 * (size_t)s->capacity;
	for (uint32_t k = 0; k < s->count; ++k)
		for (size_t r = 0; r < 3; ++r)
		{
			memset(simplify_system_block(s, k, k) + r * row, 0, 3 * sizeof *s->values);
			for (uint32_t i = s->later_first[k]; i < s->later_first[k + 1]; ++i)
				memset(simplify_system_block(s, k, s->later[i]) + r * row, 0, 3 * sizeof *s->values);
		}
}

/// Subtracts from row `to`'s three numbers at `b` a multiple of row `from`'s.
static inline void subtract(double *to, const double *from, double times)
{
	to[0] -= times * from[0];
	to[1] -= times * from[1];
	to[2] -= times * from[2];
}

/// Eliminates unknown `r` of place `k` from the later unknowns.
static bool eliminate_unknown(simplify_system *s, uint32_t k, uint32_t r)
{
	size_t row = 3 * (size_t)s->capacity;
	const uint16_t *later = s->later + s->later_first[k];
	const uint32_t count = s->later_first[k + 1] - s->later_first[k];
	const double *pivot_row = s->values + (3 * (size_t)k + r) * row, pivot = pivot_row[3 * k + r];
	if (!(pivot > 0))
		return false;
	double inverse = 1 / pivot;
	s->inverse[3 * k + r] = inverse;
	for (uint32_t q = r + 1; q < 3; ++q)
	{
		double times = pivot_row[3 * k + q] * inverse, *to = s->values + (3 * (size_t)k + q) * row;
		subtract(to + 3 * (size_t)k, pivot_row + 3 * (size_t)k, times);
		for (uint32_t j = 0; j < count; ++j)
			subtract(to + 3 * (size_t)later[j], pivot_row + 3 * (size_t)later[j], times);
	}
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t q = 0; q < 3; ++q)
		{
			double times = pivot_row[3 * later[i] + q] * inverse, *to = s->values + (3 * (size_t)later[i] + q) * row;
			for (uint32_t j = i; j < count; ++j)
				subtract(to + 3 * (size_t)later[j], pivot_row + 3 * (size_t)later[j], times);
		}
	return true;
}

bool simplify_system_factor(simplify_system *s)
{
	for (uint32_t k = 0; k < s->count; ++k)
		for (uint32_t r = 0; r < 3; ++r)
			if (!eliminate_unknown(s, k, r))
				return false;
	return true;
}

void simplify_system_solve(const simplify_system *s, double *side)
{
	size_t row = 3 * (size_t)s->capacity;
	for (uint32_t k = 0; k < s->count; ++k)
		for (uint32_t r = 0; r < 3; ++r)
		{
			const double *from = s->values + (3 * (size_t)k + r) * row;
			double value = side[3 * k + r] * s->inverse[3 * k + r];
			for (uint32_t q = r + 1; q < 3; ++q)
				side[3 * k + q] -= from[3 * k + q] * value;
			for (uint32_t i = s->later_first[k]; i < s->later_first[k + 1]; ++i)
				subtract(side + 3 * (size_t)s->later[i], from + 3 * (size_t)s->later[i], value);
		}
	for (uint32_t k = s->count; k-- > 0;)
		for (uint32_t r = 3; r-- > 0;)
		{
			const double *from = s->values + (3 * (size_t)k + r) * row;
			double value = side[3 * k + r];
			for (uint32_t q = r + 1; q < 3; ++q)
				value -= from[3 * k + q] * side[3 * k + q];
			for (uint32_t i = s->later_first[k]; i < s->later_first[k + 1]; ++i)
			{
				size_t at = 3 * (size_t)s->later[i];
				value -= from[at] * side[at] + from[at + 1] * side[at + 1] + from[at + 2] * side[at + 2];
			}
			side[3 * k + r] = value * s->inverse[3 * k + r];
		}
}
