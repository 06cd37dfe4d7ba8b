// SPDX-License-Identifier: MIT
#include "math/bits.h"
#include "polytope.h"

#include <string.h>

kiln_polytope_plane kilni_polytope_plane_of(const kiln_polytope *p, uint32_t i)
{
	kiln_d3 normal = kiln_polytope_normal(p, i), local = kiln_polytope_direction_back(p, normal);
	uint32_t count, first = kiln_hull_face(p->hull, i, &count);
	double most = kiln_d3_dot(local, kiln_polytope_local(p, kiln_hull_origin(p->hull, first)));
	for (uint32_t h = first + 1; h < first + count; ++h)
		most = kiln_double_max(most, kiln_d3_dot(local, kiln_polytope_local(p, kiln_hull_origin(p->hull, h))));
	return (kiln_polytope_plane){normal, most + kiln_d3_dot(normal, p->origin)};
}

/// The highest vertex; `best` if it is among the highest.
static uint32_t scan(const kiln_polytope *p, kiln_d3 direction, uint32_t best)
{
	double most = kiln_d3_dot(kiln_polytope_local(p, best), direction);
	for (uint32_t i = 0; i < p->hull->vertex_count; ++i)
	{
		double height = kiln_d3_dot(kiln_polytope_local(p, i), direction);
		best = height > most ? i : best;
		most = height > most ? height : most;
	}
	return best;
}

/// Up to this many vertices, a tie is settled by a scan of all of them, which then costs less than a walk.
#define SCAN_MOST 64
#define SCAN_FIRST 32

/// Whether an edge is no shorter than 2^-20 of the hull.
static bool is_long(const kiln_hull *hull, uint32_t a, uint32_t b)
{
	kiln_d3 wide = kiln_d3_sub(kiln_d3_from(hull->high), kiln_d3_from(hull->low));
	kiln_d3 edge = kiln_d3_sub(kiln_hull_point(hull, b), kiln_hull_point(hull, a));
	return kiln_d3_largest(edge) >= 0x1p-20 * kiln_d3_largest(wide);
}

/// Walks from vertex to higher neighbour. Every step increases the height, so that no vertex is visited twice, whatever
/// the arrays hold. The walk ends where no neighbour is higher. This is the top, unless rounding hid an increase: a
/// vertex inside a face that is almost, but not quite, flat to the last bit has all its neighbours in that face, and
/// the opposite side may be far higher. A single equal neighbour does not mean such a face, but the other end of an
/// edge perpendicular to the direction, unless the edge is very short.
static uint32_t climb(const kiln_polytope *p, kiln_d3 direction, uint32_t from)
{
	const kiln_hull *hull = p->hull;
	kiln_d3 size = kiln_d3_abs(direction);
	const double lost = 0x1p-49 * (size.x + size.y + size.z) * (double)hull->reach;
	uint32_t best = from;
	double most = kiln_d3_dot(kiln_polytope_local(p, best), direction);
	for (;;)
	{
		uint32_t next = best, end = kiln_hull_index(hull, hull->vertex_first, best + 1);
		double level = most - lost;
		uint32_t ties = 0, tie = best;
		for (uint32_t i = kiln_hull_index(hull, hull->vertex_first, best); i < end; ++i)
		{
			uint32_t neighbour = kiln_hull_index(hull, hull->neighbours, i);
			double height = kiln_d3_dot(kiln_polytope_local(p, neighbour), direction);
			ties += height >= level;
			tie = height >= level ? neighbour : tie;
			next = height > most ? neighbour : next;
			most = height > most ? height : most;
		}
		if (next == best && (ties == 0 || (ties == 1 && is_long(hull, best, tie))))
			return best;
		if (next == best)
			return hull->vertex_count <= SCAN_MOST ? scan(p, direction, best)
												   : kilni_hull_extreme_climb(hull, direction, best);
		best = next;
	}
}

uint32_t kilni_polytope_support_local(const kiln_polytope *p, kiln_d3 direction, uint32_t seed)
{
	const kiln_hull *hull = p->hull;
	if (hull->vertex_count <= SCAN_FIRST || hull->edge_count == 0)
		return scan(p, direction, seed < hull->vertex_count ? seed : 0);
	return climb(p, direction, seed < hull->vertex_count ? seed : kiln_hull_nearest_seed(hull, direction));
}

uint32_t kilni_polytope_support(const kiln_polytope *p, kiln_d3 direction, uint32_t seed)
{
	return kilni_polytope_support_local(p, kiln_polytope_direction_back(p, direction), seed);
}

/// Whether one of four 16-bit numbers may be `number`, which is in each quarter of `pattern` (the test for a zero byte
/// of Mycroft 1987: a borrow can make a quarter above a hit look like a hit).
static bool may_have(uint64_t four, uint64_t pattern)
{
	uint64_t off = four ^ pattern;
	return (off - 0x0001000100010001U) & ~off & 0x8000800080008000U;
}

uint32_t kilni_polytope_half_from(const kiln_hull *hull, uint32_t h, uint32_t vertex)
{
	const uint32_t count = 2 * hull->edge_count;
	if (hull->index_size == 2)
	{
		// Tests four at a time, up to the four that hold it.
		const uint64_t pattern = 0x0001000100010001U * (uint64_t)vertex;
		for (uint64_t four; h + 4 <= count; h += 4)
		{
			memcpy(&four, (const uint16_t *)hull->origins + h, sizeof four);
			if (may_have(four, pattern))
				break;
		}
	}
	while (h < count && kiln_hull_origin(hull, h) != vertex)
		++h;
	return h;
}

static uint32_t end_of(const kiln_hull *hull, uint32_t h)
{
	return kiln_hull_origin(hull, kiln_hull_twin(hull, h));
}

uint32_t kilni_polytope_edge_number(const kiln_hull *hull, uint32_t h)
{
	// By bisection: edges are in the order of their first half-edges. Every turn has the same steps, so that no branch is
	// guessed wrong.
	uint32_t twin = kiln_hull_twin(hull, h), half = h < twin ? h : twin, low = 0;
	for (uint32_t rest = hull->edge_count; rest > 1; rest -= rest / 2)
		low += (kiln_hull_edge(hull, low + rest / 2) <= half) * (rest / 2);
	return low;
}

/// Up to this many edges, half-edges are searched one behind the other, which then takes less time than a bisection.
#define FEW_EDGES 48

/// The half-edge from `from` to `to` whose next one in the face is the next one of all, in a hull of a few edges whose
/// numbers have 16 bits; KILN_NONE if there is none. In cooked hulls this is the half-edge to the higher of two vertices.
static uint32_t half_between(const kiln_hull *hull, uint32_t from, uint32_t to)
{
	const uint16_t *origins = hull->origins;
	const uint64_t pattern = 0x0001000100010001U * (uint64_t)from, next_pattern = 0x0001000100010001U * (uint64_t)to;
	const uint32_t last = 2 * hull->edge_count - 5;
	// Tests four at a time. The last four may be tested again.
	for (uint32_t h = 0;; h = h + 4 < last ? h + 4 : last)
	{
		uint64_t here, next;
		memcpy(&here, origins + h, sizeof here);
		memcpy(&next, origins + h + 1, sizeof next);
		uint64_t off = (here ^ pattern) | (next ^ next_pattern);
		// The top bit of each zero.
		uint64_t zeros = ~(((off & 0x7fff7fff7fff7fffU) + 0x7fff7fff7fff7fffU) | off | 0x7fff7fff7fff7fffU);
		for (; zeros; zeros &= zeros - 1)
		{
			uint32_t half = h + kiln_lowest_bit64(zeros) / 16;
			if (kiln_hull_face_of(hull, half) == kiln_hull_face_of(hull, half + 1))
				return half;
		}
		if (h == last)
			return KILN_NONE;
	}
}

static bool face_has(const kiln_hull *hull, uint32_t face, uint32_t vertex)
{
	uint32_t count, first = kiln_hull_face(hull, face, &count);
	for (uint32_t h = first; h < first + count; ++h)
		if (kiln_hull_origin(hull, h) == vertex)
			return true;
	return false;
}

/// The first face whose first half-edge starts at `vertex` or above it, by bisection. In cooked hulls each face begins
/// at its lowest vertex, and the faces are in the order of these vertices.
static uint32_t first_face_from(const kiln_hull *hull, uint32_t vertex)
{
	uint32_t low = 0;
	for (uint32_t rest = hull->face_count; rest > 0; rest -= (rest + 1) / 2)
	{
		uint32_t part = (rest + 1) / 2, first = kiln_hull_index(hull, hull->face_first, low + part - 1);
		low += (kiln_hull_origin(hull, first) < vertex) * part;
	}
	return low;
}

/// search_few for three vertices. Two faces share no three.
static bool search_three(const kiln_hull *hull, const uint32_t vertices[3], uint32_t lowest, kiln_feature *feature)
{
	for (uint32_t face = first_face_from(hull, lowest); face < hull->face_count; ++face)
	{
		uint32_t corners, first = kiln_hull_face(hull, face, &corners), found = 0;
		if (kiln_hull_origin(hull, first) != lowest)
			return false;
		for (uint32_t h = first; h < first + corners; ++h)
		{
			uint32_t corner = kiln_hull_origin(hull, h);
			found += (corner == vertices[0]) | (corner == vertices[1]) | (corner == vertices[2]);
		}
		if (found == 3)
		{
			*feature = (kiln_feature){KILN_FEATURE_FACE, face};
			return true;
		}
	}
	return false;
}

/// The result of `search`, if it is an edge or face among the faces that begin at the lowest of two or three vertices.
/// Returns false if it is not, or may not be the first.
static bool search_few(const kiln_hull *hull, const uint32_t *vertices, uint32_t count, kiln_feature *feature)
{
	uint32_t lowest = vertices[0] < vertices[1] ? vertices[0] : vertices[1];
	lowest = count == 3 && vertices[2] < lowest ? vertices[2] : lowest;
	if (count == 3)
		return search_three(hull, vertices, lowest, feature);
	const uint32_t other = vertices[0] + vertices[1] - lowest;
	for (uint32_t face = first_face_from(hull, lowest); face < hull->face_count; ++face)
	{
		uint32_t corners, first = kiln_hull_face(hull, face, &corners);
		if (kiln_hull_origin(hull, first) != lowest)
			return false;
		bool before = kiln_hull_origin(hull, first + corners - 1) == other;
		if (before || kiln_hull_origin(hull, first + 1) == other)
		{
			*feature = (kiln_feature){
				KILN_FEATURE_EDGE, kilni_polytope_edge_number(hull, before ? first + corners - 1 : first)};
			return true;
		}
	}
	return false;
}

/// The edge between two vertices, or the face of three and more vertices or of two that no edge joins.
static kiln_feature search(const kiln_hull *hull, const uint32_t *vertices, uint32_t count)
{
	const kiln_feature none = {KILN_FEATURE_NONE, 0};
	const uint32_t end = 2 * hull->edge_count;
	uint32_t best = KILN_NONE;
	for (uint32_t h = kilni_polytope_half_from(hull, 0, vertices[0]); h < end;
		 h = kilni_polytope_half_from(hull, h + 1, vertices[0]))
	{
		if (count == 2 && end_of(hull, h) == vertices[1])
			return (kiln_feature){KILN_FEATURE_EDGE, kilni_polytope_edge_number(hull, h)};
		// Half-edges are in the order of faces: the first face found has the lowest number.
		uint32_t face = kiln_hull_face_of(hull, h), i = 1;
		while (best == KILN_NONE && i < count && face_has(hull, face, vertices[i]))
			++i;
		best = best == KILN_NONE && i == count ? face : best;
		if (best != KILN_NONE && count > 2)
			break;
	}
	return best == KILN_NONE ? none : (kiln_feature){KILN_FEATURE_FACE, best};
}

kiln_feature kilni_polytope_feature_of(const kiln_hull *hull, const uint32_t *vertices, uint32_t count)
{
	if (count == 1)
		return (kiln_feature){KILN_FEATURE_VERTEX, vertices[0]};
	if (hull->dimension == 1)
		return (kiln_feature){KILN_FEATURE_EDGE, 0};
	if (count == 2 && hull->index_size == 2 && hull->edge_count >= 3 && hull->edge_count <= FEW_EDGES)
	{
		bool up = vertices[0] < vertices[1];
		uint32_t half = half_between(hull, vertices[!up], vertices[up]);
		if (half != KILN_NONE)
			return (kiln_feature){KILN_FEATURE_EDGE, kilni_polytope_edge_number(hull, half)};
	}
	kiln_feature feature;
	if (hull->dimension == 3 && count < 4 && search_few(hull, vertices, count, &feature))
		return feature;
	return search(hull, vertices, count);
}

kiln_feature kilni_polytope_feature(const kiln_polytope *p, const uint32_t *vertices, uint32_t count)
{
	const kiln_feature none = {KILN_FEATURE_NONE, 0};
	uint32_t distinct[4], found = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		bool known = false;
		for (uint32_t k = 0; k < found; ++k)
			known = known || distinct[k] == vertices[i];
		if (vertices[i] >= p->hull->vertex_count || (!known && found == 4))
			return none;
		if (!known)
			distinct[found++] = vertices[i];
	}
	return found == 0 ? none : kilni_polytope_feature_of(p->hull, distinct, found);
}

uint32_t kilni_polytope_feature_vertices(
	const kiln_polytope *p, kiln_feature feature, uint32_t *vertices, uint32_t most)
{
	const kiln_hull *hull = p->hull;
	uint32_t found[2] = {feature.index, 0}, count = 0, first;
	if (feature.kind == KILN_FEATURE_FACE && feature.index < hull->face_count)
	{
		first = kiln_hull_face(hull, feature.index, &count);
		count = count < most ? count : most;
		for (uint32_t i = 0; i < count; ++i)
			vertices[i] = kiln_hull_origin(hull, first + i);
		return count;
	}
	if (feature.kind == KILN_FEATURE_VERTEX && feature.index < hull->vertex_count)
		count = 1;
	else if (feature.kind == KILN_FEATURE_EDGE && hull->dimension == 1 && feature.index == 0)
	{
		found[1] = 1;
		count = 2;
	}
	else if (feature.kind == KILN_FEATURE_EDGE && feature.index < hull->edge_count)
	{
		kiln_polytope_edge edge = kiln_polytope_edge_of(p, feature.index);
		found[0] = edge.start;
		found[1] = edge.end;
		count = 2;
	}
	count = count < most ? count : most;
	for (uint32_t i = 0; i < count; ++i)
		vertices[i] = found[i];
	return count;
}
