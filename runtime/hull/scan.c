// SPDX-License-Identifier: MIT
#include "along.h"
#include "tree/layout.h"

// Uses the baseline of the target instead of the widest instruction set: a hull that is scanned is small, and the
// baseline needs no choice at run time.
#define KILN_BACKEND_BASE
#include "simd/simd8.h"

/// The range of directions, by the sum of the components' magnitudes, whose float32 heights neither overflow nor lose
/// bits as denormals.
#define LEAST_DIRECTION 0x1p-40
#define MOST_DIRECTION 0x1p+80

/// The number of vertices after which the scan checks whether one of them needs a second look.
#define CHUNK 64

/// The state of a scan. Float32 heights select the vertices that may be the highest; exact comparisons select the
/// highest of these. The order of lanes does not affect the result.
typedef struct scan
{
	const kiln_along *along;
	f8 direction[3];
	double slack;  ///< more than the error of heights in float32
	double height; ///< of the best vertex
	uint32_t best;
} scan;

static void look(scan *s, uint32_t vertex)
{
	double height = kiln_along_height(s->along, vertex);
	if (vertex != s->best && kiln_along_higher(s->along, vertex, height, s->best, s->height))
	{
		s->height = height;
		s->best = vertex;
	}
}

static inline f8 heights(const scan *s, uint32_t i)
{
	const kiln_hull *hull = s->along->hull;
	f8 height = f8_add(f8_mul(f8_load(hull->x + i), s->direction[0]), f8_mul(f8_load(hull->y + i), s->direction[1]));
	return f8_add(height, f8_mul(f8_load(hull->z + i), s->direction[2]));
}

static float larger(float a, float b)
{
	return a > b ? a : b;
}

static float largest(f8 a)
{
	float lane[8];
	f8_store(lane, a);
	return larger(larger(larger(lane[0], lane[1]), larger(lane[2], lane[3])),
		larger(larger(lane[4], lane[5]), larger(lane[6], lane[7])));
}

/// Examines again the whole blocks of vertices first .. end - 1, whose greatest heights by lane are `most`.
static void look_again(scan *s, uint32_t first, uint32_t end, f8 most)
{
	f8 near = f8_set1((float)(kiln_double_max(s->height, (double)largest(most)) - s->slack));
	for (uint32_t i = first; i < end; i += KILN_HULL_BLOCK)
		for (uint32_t bits = m8_bits(m8_ge(heights(s, i), near)); bits; bits &= bits - 1)
			look(s, i + kiln_lowest_bit(bits));
}

static void look_at_chunks(scan *s, uint32_t count)
{
	for (uint32_t first = 0; first < count; first += CHUNK)
	{
		uint32_t end = count - first < CHUNK ? count : first + CHUNK;
		f8 most = heights(s, first);
		for (uint32_t i = first + KILN_HULL_BLOCK; i < end; i += KILN_HULL_BLOCK)
			most = f8_max(heights(s, i), most);
		if (m8_bits(m8_ge(most, f8_set1((float)(s->height - s->slack)))))
			look_again(s, first, end, most);
	}
}

uint32_t kilni_along_scan(const kiln_along *along, uint32_t count)
{
	scan s = {.along = along, .height = kiln_along_height(along, 0)};
	if (count <= KILN_HULL_BLOCK || !(along->size >= LEAST_DIRECTION && along->size <= MOST_DIRECTION))
	{
		for (uint32_t i = 1; i < count; ++i)
			look(&s, i);
		return s.best;
	}
	s.direction[0] = f8_set1((float)along->direction.x);
	s.direction[1] = f8_set1((float)along->direction.y);
	s.direction[2] = f8_set1((float)along->direction.z);
	// The direction, each product and each sum round by 2^-24 of at most size times reach, and size times reach is 2^48
	// times the bound. Products may lose 2^-150 more. The slack is four times the sum of these errors.
	s.slack = 0x1p+28 * along->bound + 0x1p-140;
	uint32_t blocks = count & ~(uint32_t)(KILN_HULL_BLOCK - 1);
	look_at_chunks(&s, blocks);
	for (uint32_t i = blocks; i < count; ++i)
		look(&s, i);
	return s.best;
}

uint32_t kilni_hull_extreme_scan(const kiln_hull *hull, kiln_d3 direction)
{
	kiln_along along;
	return kiln_along_make(&along, hull, direction) ? kilni_along_scan(&along, hull->vertex_count) : 0;
}
