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
	s->numbers = cook_alloc(context, n * n, sizeof *s->numbers);
	s->values = cook_alloc(context, SYSTEM_BLOCK * n * (n + 1) / 2, sizeof *s->values);
	s->inverse = cook_alloc(context, SYSTEM_ROW * n, sizeof *s->inverse);
	if (s->joined && s->place && s->vertex && s->later_first && s->later && s->numbers && s->values && s->inverse)
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
	cook_free(context, s->numbers, n * n, sizeof *s->numbers);
	cook_free(context, s->values, SYSTEM_BLOCK * n * (n + 1) / 2, sizeof *s->values);
	cook_free(context, s->inverse, SYSTEM_ROW * n, sizeof *s->inverse);
	*s = (simplify_system){0};
}

/// Counts the bits that are set in `count` words (Warren 2012, 5-1).
static uint32_t count_bits(const uint64_t *words, uint32_t count)
{
	uint64_t sum = 0;
	for (uint32_t w = 0; w < count; ++w)
	{
		uint64_t x = words[w];
		x -= x >> 1 & 0x5555555555555555u;
		x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
		x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
		sum += x * 0x0101010101010101u >> 56;
	}
	return (uint32_t)sum;
}

static bool has_bit(const uint64_t words[SYSTEM_WORDS], uint32_t i)
{
	return words[i / 64] >> i % 64 & 1;
}

static void flip_bit(uint64_t words[SYSTEM_WORDS], uint32_t i)
{
	words[i / 64] ^= (uint64_t)1 << i % 64;
}

/// Returns the first bit of `count` words from bit `i` on that is set, or SYSTEM_MOST.
static uint32_t next_bit(const uint64_t *words, uint32_t count, uint32_t i)
{
	for (uint32_t w = i / 64; w < count; ++w, i = 64 * w)
	{
		uint64_t left = words[w] >> i % 64;
		if (left)
			return i + (uint32_t)__builtin_ctzll(left);
	}
	return SYSTEM_MOST;
}

/// The vertices that are left, by the number of their neighbours and themselves.
typedef struct system_degrees
{
	uint32_t of[SYSTEM_MOST];
	uint64_t with[SYSTEM_MOST + 1][SYSTEM_WORDS];
	uint32_t words; ///< in use
	uint32_t least; ///< no vertex has fewer
} system_degrees;

static void begin_degrees(const simplify_system *s, system_degrees *d)
{
	d->words = (s->capacity + 63) / 64;
	memset(d->with, 0, (s->capacity + 1) * sizeof *d->with);
	d->least = 0;
	for (uint32_t i = 0; i < s->capacity; ++i)
		if (has_bit(s->joined[i], i))
		{
			d->of[i] = count_bits(s->joined[i], d->words);
			flip_bit(d->with[d->of[i]], i);
		}
}

/// Removes the first vertex that has the fewest neighbours, and returns it; SYSTEM_MOST when none is left.
static uint32_t take_least(system_degrees *d, uint32_t capacity)
{
	for (; d->least <= capacity; ++d->least)
	{
		uint32_t v = next_bit(d->with[d->least], d->words, 0);
		if (v == SYSTEM_MOST)
			continue;
		flip_bit(d->with[d->least], v);
		return v;
	}
	return SYSTEM_MOST;
}

/// Removes vertex `v`: its neighbours become each other's. Appends them to `later`, as vertices.
static void eliminate(simplify_system *s, uint32_t v, system_degrees *d, uint32_t *used)
{
	uint64_t around[SYSTEM_WORDS];
	flip_bit(s->joined[v], v);
	memcpy(around, s->joined[v], sizeof around);
	for (uint32_t u = next_bit(around, d->words, 0); u < SYSTEM_MOST; u = next_bit(around, d->words, u + 1))
	{
		s->later[(*used)++] = (uint16_t)u;
		for (uint32_t w = 0; w < d->words; ++w)
			s->joined[u][w] |= around[w];
		flip_bit(s->joined[u], v);
		flip_bit(d->with[d->of[u]], u);
		d->of[u] = count_bits(s->joined[u], d->words);
		flip_bit(d->with[d->of[u]], u);
		d->least = d->of[u] < d->least ? d->of[u] : d->least;
	}
}

/// Replaces the later neighbours of place `k`, which are vertices, by their places, in increasing order, so that each
/// block is in the upper half.
static void sort_later(simplify_system *s, uint32_t k, uint32_t words)
{
	uint64_t places[SYSTEM_WORDS] = {0};
	uint8_t *numbers = s->numbers + (size_t)k * s->capacity;
	memset(numbers, 0, s->capacity);
	for (uint32_t i = s->later_first[k]; i < s->later_first[k + 1]; ++i)
		flip_bit(places, s->place[s->later[i]]);
	uint32_t i = s->later_first[k];
	for (uint32_t p = next_bit(places, words, 0); p < SYSTEM_MOST; p = next_bit(places, words, p + 1))
	{
		s->later[i++] = (uint16_t)p;
		numbers[p] = (uint8_t)(i - s->later_first[k]);
	}
}

void simplify_system_order(simplify_system *s)
{
	system_degrees degrees;
	uint32_t used = 0;
	s->count = 0;
	begin_degrees(s, &degrees);
	for (uint32_t v = take_least(&degrees, s->capacity); v < SYSTEM_MOST; v = take_least(&degrees, s->capacity))
	{
		s->place[v] = s->count;
		s->vertex[s->count] = v;
		s->later_first[s->count++] = used;
		eliminate(s, v, &degrees, &used);
	}
	s->later_first[s->count] = used;
	for (uint32_t k = 0; k < s->count; ++k)
		sort_later(s, k, degrees.words);
}

void simplify_system_clear(simplify_system *s)
{
	size_t blocks = (size_t)s->later_first[s->count] + s->count;
	memset(s->values, 0, SYSTEM_BLOCK * blocks * sizeof *s->values);
}

/// Factors the block of place `k` with itself: its upper half becomes that of a triangle with a diagonal of 1, whose
/// lower half and diagonal are stored as 0.
static bool factor_own(simplify_system *s, uint32_t k)
{
	float *own = simplify_system_own(s, k), *inverse = s->inverse + SYSTEM_ROW * (size_t)k;
	float xx = own[0], xy = own[1], xz = own[2], yy = own[5], yz = own[6], zz = own[10];
	if (!(xx > 0))
		return false;
	inverse[0] = 1 / xx;
	float by_xy = xy * inverse[0], by_xz = xz * inverse[0];
	yy -= by_xy * xy;
	yz -= by_xy * xz;
	zz -= by_xz * xz;
	if (!(yy > 0))
		return false;
	inverse[1] = 1 / yy;
	float by_yz = yz * inverse[1];
	zz -= by_yz * yz;
	if (!(zz > 0))
		return false;
	inverse[2] = 1 / zz;
	inverse[3] = 0;
	const float rows[SYSTEM_BLOCK] = {0, by_xy, by_xz, 0, 0, 0, by_yz};
	memcpy(own, rows, sizeof rows);
	return true;
}

/// Subtracts from each row of a block the rows of another one, times a number for each of them.
static inline void subtract_block(float *to, const float *from, const quad times[3][3])
{
	quad x = quad_load(from), y = quad_load(from + SYSTEM_ROW), z = quad_load(from + 2 * SYSTEM_ROW);
	for (int r = 0; r < 3; ++r)
	{
		quad row = quad_load(to + r * SYSTEM_ROW);
		row = quad_sub(row, quad_mul(times[r][0], x));
		row = quad_sub(row, quad_mul(times[r][1], y));
		row = quad_sub(row, quad_mul(times[r][2], z));
		quad_store(to + r * SYSTEM_ROW, row);
	}
}

/// Eliminates the unknowns of place `k` from each other, in its own rows.
static bool eliminate_own(simplify_system *s, uint32_t k)
{
	if (!factor_own(s, k))
		return false;
	const float *own = simplify_system_own(s, k);
	quad xy = quad_all(own[1]), xz = quad_all(own[2]), yz = quad_all(own[SYSTEM_ROW + 2]);
	float *block = simplify_system_block(s, k, 1);
	for (uint32_t j = s->later_first[k]; j < s->later_first[k + 1]; ++j, block += SYSTEM_BLOCK)
	{
		quad x = quad_load(block), y = quad_load(block + SYSTEM_ROW), z = quad_load(block + 2 * SYSTEM_ROW);
		y = quad_sub(y, quad_mul(xy, x));
		z = quad_sub(z, quad_mul(xz, x));
		z = quad_sub(z, quad_mul(yz, y));
		quad_store(block + SYSTEM_ROW, y);
		quad_store(block + 2 * SYSTEM_ROW, z);
	}
	return true;
}

/// Eliminates the unknowns of place `k` from the later ones.
static bool eliminate_place(simplify_system *s, uint32_t k)
{
	if (!eliminate_own(s, k))
		return false;
	const float *inverse = s->inverse + SYSTEM_ROW * (size_t)k;
	for (uint32_t i = s->later_first[k]; i < s->later_first[k + 1]; ++i)
	{
		const float *across = simplify_system_block(s, k, i + 1 - s->later_first[k]);
		const uint32_t place = s->later[i];
		quad times[3][3];
		for (int r = 0; r < 3; ++r)
		{
			quad row = quad_mul(quad_load(across + r * SYSTEM_ROW), quad_all(inverse[r]));
			times[0][r] = quad_x(row);
			times[1][r] = quad_y(row);
			times[2][r] = quad_z(row);
		}
		subtract_block(simplify_system_own(s, place), across, times);
		// Later neighbours of k are neighbours of each other.
		float *to = simplify_system_own(s, place);
		const uint8_t *numbers = s->numbers + (size_t)place * s->capacity;
		for (uint32_t j = i + 1; j < s->later_first[k + 1]; ++j)
		{
			across += SYSTEM_BLOCK;
			subtract_block(to + SYSTEM_BLOCK * (size_t)numbers[s->later[j]], across, times);
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
static void forward(const simplify_system *s, uint32_t k, simplify_sides *sides)
{
	const float *own = simplify_system_own(s, k);
	quad times[2][3];
	for (int side = 0; side < 2; ++side)
	{
		quad value = quad_load(sides[k][side]);
		value = quad_sub(value, quad_mul(quad_x(value), quad_load(own)));
		value = quad_sub(value, quad_mul(quad_y(value), quad_load(own + SYSTEM_ROW)));
		value = quad_mul(value, quad_load(s->inverse + SYSTEM_ROW * (size_t)k));
		quad_store(sides[k][side], value);
		times[side][0] = quad_x(value);
		times[side][1] = quad_y(value);
		times[side][2] = quad_z(value);
	}
	const float *block = simplify_system_block(s, k, 1);
	for (uint32_t i = s->later_first[k]; i < s->later_first[k + 1]; ++i, block += SYSTEM_BLOCK)
	{
		quad x = quad_load(block), y = quad_load(block + SYSTEM_ROW), z = quad_load(block + 2 * SYSTEM_ROW);
		for (int side = 0; side < 2; ++side)
		{
			float *to = sides[s->later[i]][side];
			quad value = quad_sub(quad_load(to), quad_mul(times[side][0], x));
			value = quad_sub(value, quad_mul(times[side][1], y));
			quad_store(to, quad_sub(value, quad_mul(times[side][2], z)));
		}
	}
}

/// Solves for the unknowns of place `k`, whose later ones are known.
static void backward(const simplify_system *s, uint32_t k, simplify_sides *sides)
{
	const float *own = simplify_system_own(s, k), *block = simplify_system_block(s, k, 1);
	quad sums[2][3];
	for (int n = 0; n < 6; ++n)
		sums[n / 3][n % 3] = quad_all(0);
	for (uint32_t i = s->later_first[k]; i < s->later_first[k + 1]; ++i, block += SYSTEM_BLOCK)
	{
		quad x = quad_load(block), y = quad_load(block + SYSTEM_ROW), z = quad_load(block + 2 * SYSTEM_ROW);
		for (int side = 0; side < 2; ++side)
		{
			quad known = quad_load(sides[s->later[i]][side]);
			sums[side][0] = quad_add(sums[side][0], quad_mul(x, known));
			sums[side][1] = quad_add(sums[side][1], quad_mul(y, known));
			sums[side][2] = quad_add(sums[side][2], quad_mul(z, known));
		}
	}
	quad inverse = quad_load(s->inverse + SYSTEM_ROW * (size_t)k);
	for (int side = 0; side < 2; ++side)
	{
		float *to = sides[k][side];
		quad across = quad_sums(sums[side][0], sums[side][1], sums[side][2], quad_all(0));
		quad_store(to, quad_sub(quad_load(to), quad_mul(inverse, across)));
		to[1] -= own[SYSTEM_ROW + 2] * to[2];
		to[0] -= own[1] * to[1] + own[2] * to[2];
	}
}

void simplify_system_solve(const simplify_system *s, simplify_sides *sides)
{
	for (uint32_t k = 0; k < s->count; ++k)
		forward(s, k, sides);
	for (uint32_t k = s->count; k-- > 0;)
		backward(s, k, sides);
}
