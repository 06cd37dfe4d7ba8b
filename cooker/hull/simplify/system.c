// SPDX-License-Identifier: MIT
#include "system.h"
#include "memory.h"
#include "system_lanes.h"

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
	s->values = cook_alloc(context, SYSTEM_BLOCK * n * (n + 1) / 2, sizeof *s->values);
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
	cook_free(context, s->values, SYSTEM_BLOCK * n * (n + 1) / 2, sizeof *s->values);
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

/// Returns the first bit from `i` on that is set, or SYSTEM_MOST.
static uint32_t next_bit(const uint64_t words[SYSTEM_WORDS], uint32_t i)
{
	for (uint32_t w = i / 64; w < SYSTEM_WORDS; ++w, i = 64 * w)
	{
		uint64_t left = words[w] >> i % 64;
		if (left)
			return i + (uint32_t)__builtin_ctzll(left);
	}
	return SYSTEM_MOST;
}

/// Removes vertex `v`: its neighbours become each other's. Appends them to `later`, as vertices.
static void eliminate(simplify_system *s, uint32_t v, uint32_t *degree, uint32_t *used)
{
	uint64_t around[SYSTEM_WORDS];
	s->joined[v][v / 64] &= ~((uint64_t)1 << v % 64);
	memcpy(around, s->joined[v], sizeof around);
	for (uint32_t u = next_bit(around, 0); u < SYSTEM_MOST; u = next_bit(around, u + 1))
	{
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
	size_t blocks = (size_t)s->later_first[s->count] + s->count;
	memset(s->values, 0, SYSTEM_BLOCK * blocks * sizeof *s->values);
}

/// Subtracts from a row of a block a multiple of another row.
static inline void subtract(double *to, const double *from, double times)
{
	lane_pair by = lane_both(times);
	lane_store(to, lane_sub(lane_load(to), lane_mul(by, lane_load(from))));
	lane_store(to + 2, lane_sub(lane_load(to + 2), lane_mul(by, lane_load(from + 2))));
}

/// Subtracts from each row of a block a multiple of each row of another one; the three multiples of a row stand one
/// after the other.
static inline void subtract_block(double *to, const double *from, const double times[9])
{
	lane_pair left[3], right[3];
	for (int r = 0; r < 3; ++r)
	{
		left[r] = lane_load(from + r * SYSTEM_ROW);
		right[r] = lane_load(from + r * SYSTEM_ROW + 2);
	}
	for (int q = 0; q < 3; ++q)
	{
		lane_pair a = lane_load(to + q * SYSTEM_ROW), b = lane_load(to + q * SYSTEM_ROW + 2);
		for (int r = 0; r < 3; ++r)
		{
			lane_pair by = lane_both(times[3 * q + r]);
			a = lane_sub(a, lane_mul(by, left[r]));
			b = lane_sub(b, lane_mul(by, right[r]));
		}
		lane_store(to + q * SYSTEM_ROW, a);
		lane_store(to + q * SYSTEM_ROW + 2, b);
	}
}

/// Eliminates the unknowns of place `k` from each other, in its own rows.
static bool eliminate_own(simplify_system *s, uint32_t k)
{
	double *own = simplify_system_own(s, k);
	for (size_t r = 0; r < 3; ++r)
	{
		double pivot = own[r * SYSTEM_ROW + r];
		if (!(pivot > 0))
			return false;
		double inverse = 1 / pivot;
		s->inverse[3 * k + r] = inverse;
		for (size_t q = r + 1; q < 3; ++q)
		{
			double times = own[r * SYSTEM_ROW + q] * inverse;
			subtract(own + q * SYSTEM_ROW, own + r * SYSTEM_ROW, times);
			for (uint32_t j = s->later_first[k]; j < s->later_first[k + 1]; ++j)
			{
				double *block = simplify_system_across(s, k, j);
				subtract(block + q * SYSTEM_ROW, block + r * SYSTEM_ROW, times);
			}
		}
	}
	return true;
}

/// Eliminates the unknowns of place `k` from the later ones.
static bool eliminate_place(simplify_system *s, uint32_t k)
{
	if (!eliminate_own(s, k))
		return false;
	const double *inverse = s->inverse + 3 * k;
	for (uint32_t i = s->later_first[k]; i < s->later_first[k + 1]; ++i)
	{
		const double *across = simplify_system_across(s, k, i);
		const uint32_t place = s->later[i];
		double times[9];
		for (int q = 0; q < 3; ++q)
			for (int r = 0; r < 3; ++r)
				times[3 * q + r] = across[r * SYSTEM_ROW + q] * inverse[r];
		subtract_block(simplify_system_own(s, place), across, times);
		// The places that come later and are neighbours of k are neighbours of each other, in the same order.
		for (uint32_t j = i + 1, at = s->later_first[place]; j < s->later_first[k + 1]; ++j)
		{
			at = simplify_system_find(s, at, s->later[j]);
			subtract_block(simplify_system_across(s, place, at), simplify_system_across(s, k, j), times);
		}
	}
	return true;
}

bool simplify_system_factor(simplify_system *s)
{
	for (uint32_t k = 0; k < s->count; ++k)
		if (!eliminate_place(s, k))
			return false;
	return true;
}

/// Eliminates the unknowns of place `k` from the later right sides.
static void forward(const simplify_system *s, uint32_t k, double (*sides)[2])
{
	lane_pair value[3];
	const double *own = simplify_system_own(s, k);
	for (size_t r = 0; r < 3; ++r)
	{
		value[r] = lane_load(sides[3 * k + r]);
		for (size_t q = 0; q < r; ++q)
			value[r] = lane_sub(value[r], lane_mul(lane_both(own[q * SYSTEM_ROW + r]), value[q]));
		lane_store(sides[3 * k + r], value[r]);
		value[r] = lane_mul(value[r], lane_both(s->inverse[3 * k + r]));
	}
	for (uint32_t i = s->later_first[k]; i < s->later_first[k + 1]; ++i)
	{
		const double *block = simplify_system_across(s, k, i);
		double(*to)[2] = sides + 3 * (size_t)s->later[i];
		for (size_t c = 0; c < 3; ++c)
		{
			lane_pair side = lane_load(to[c]);
			for (size_t r = 0; r < 3; ++r)
				side = lane_sub(side, lane_mul(lane_both(block[r * SYSTEM_ROW + c]), value[r]));
			lane_store(to[c], side);
		}
	}
}

/// Solves for the unknowns of place `k`, whose later ones are known.
static void backward(const simplify_system *s, uint32_t k, double (*sides)[2])
{
	const double *own = simplify_system_own(s, k);
	for (size_t r = 3; r-- > 0;)
	{
		lane_pair value = lane_load(sides[3 * k + r]);
		for (size_t q = r + 1; q < 3; ++q)
			value = lane_sub(value, lane_mul(lane_both(own[r * SYSTEM_ROW + q]), lane_load(sides[3 * k + q])));
		for (uint32_t i = s->later_first[k]; i < s->later_first[k + 1]; ++i)
		{
			const double *row = simplify_system_across(s, k, i) + r * SYSTEM_ROW;
			const double(*known)[2] = (const double(*)[2])sides + 3 * (size_t)s->later[i];
			lane_pair sum = lane_mul(lane_both(row[0]), lane_load(known[0]));
			sum = lane_add(sum, lane_mul(lane_both(row[1]), lane_load(known[1])));
			sum = lane_add(sum, lane_mul(lane_both(row[2]), lane_load(known[2])));
			value = lane_sub(value, sum);
		}
		lane_store(sides[3 * k + r], lane_mul(value, lane_both(s->inverse[3 * k + r])));
	}
}

void simplify_system_solve(const simplify_system *s, double (*sides)[2])
{
	for (uint32_t k = 0; k < s->count; ++k)
		forward(s, k, sides);
	for (uint32_t k = s->count; k-- > 0;)
		backward(s, k, sides);
}
