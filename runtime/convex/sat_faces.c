// SPDX-License-Identifier: MIT
#include "sat_search.h"
#include "tree/layout.h"

// The baseline of the target: hulls are small, and this needs no choice at run time.
#define KILN_BACKEND_BASE
#include "simd/simd8.h"

/// More than float32 takes from a height whose terms' sizes sum to 1, twice over: roundings of the point, of three
/// products and four sums, of the stored distance and of the normal.
#define HEIGHT_SLACK 0x1p-20

/// The mean of the vertices that are farthest along the axes.
static kiln_d3 mean_of_seeds(const kiln_hull *hull)
{
	kiln_d3 sum = {0, 0, 0};
	for (int i = -1; i <= 1; i += 2)
	{
		sum = kiln_d3_add(sum, kiln_hull_point(hull, kiln_hull_seed(hull, i, 0, 0)));
		sum = kiln_d3_add(sum, kiln_hull_point(hull, kiln_hull_seed(hull, 0, i, 0)));
		sum = kiln_d3_add(sum, kiln_hull_point(hull, kiln_hull_seed(hull, 0, 0, i)));
	}
	return kiln_d3_scale(sum, 1.0 / 6);
}

/// A placed point in the hull's coordinates: the rows of the map's inverse are the normals' columns over the stretch.
static void point_back(const kiln_sat_side *side, kiln_d3 point, float to[3])
{
	const kiln_polytope *p = side->p;
	kiln_d3 way = kiln_d3_scale(kiln_d3_sub(point, p->origin), 1 / side->stretch);
	to[0] = (float)(kiln_d3_dot(p->normal[0], way) + p->from.x);
	to[1] = (float)(kiln_d3_dot(p->normal[1], way) + p->from.y);
	to[2] = (float)(kiln_d3_dot(p->normal[2], way) + p->from.z);
}

static double sum_of_sizes(const float v[3])
{
	return kiln_double_abs((double)v[0]) + kiln_double_abs((double)v[1]) + kiln_double_abs((double)v[2]);
}

/// Heights of eight faces over a point of the hull's coordinates, under a similarity.
static f8 heights_over(const kiln_sat_side *side, uint32_t block, const float over[3])
{
	const kiln_hull *hull = side->p->hull;
	const uint32_t i = KILN_HULL_BLOCK * block;
	f8 height =
		f8_add(f8_mul(f8_load(hull->nx + i), f8_set1(over[0])), f8_mul(f8_load(hull->ny + i), f8_set1(over[1])));
	height = f8_add(height, f8_mul(f8_load(hull->nz + i), f8_set1(over[2])));
	return f8_mul(f8_sub(f8_load(hull->d + i), height), f8_set1((float)side->p->scale));
}

/// The height of one over a placed point, under any map.
static double height_by_map(const kiln_sat_side *side, uint32_t face, kiln_d3 point)
{
	const kiln_polytope *p = side->p;
	kiln_d3 n = kiln_d3_from(kiln_hull_normal(p->hull, face)), mapped = kiln_polytope_normal_of(p, n);
	double top = side->stretch * ((double)p->hull->d[face] - kiln_d3_dot(n, p->from));
	double height = top + kiln_d3_dot(mapped, kiln_d3_sub(p->origin, point));
	return height / sqrt(kiln_d3_length2(mapped));
}

/// The lowest of a side's faces over its own middle, and over the other's. Both at once, eight at a time.
static void measure_similar(kiln_sat_side *side, double size)
{
	const kiln_polytope *p = side->p;
	float own[3], lane[8], which[8];
	point_back(side, side->middle, own);
	double terms = 2 * (double)p->hull->reach + sum_of_sizes(own) + sum_of_sizes(side->over);
	side->slack = HEIGHT_SLACK * (p->scale * terms + 2 * size);
	f8 inner = heights_over(side, 0, own), least = heights_over(side, 0, side->over), block_of = f8_set1(0);
	for (uint32_t block = 1; block * KILN_HULL_BLOCK < p->hull->face_count; ++block)
	{
		f8 height = heights_over(side, block, side->over);
		block_of = f8_select(m8_lt(height, least), f8_set1((float)block), block_of);
		least = f8_min(height, least);
		inner = f8_min(heights_over(side, block, own), inner);
	}
	f8_store(lane, inner);
	float smallest = lane[0];
	for (int i = 1; i < 8; ++i)
		smallest = lane[i] < smallest ? lane[i] : smallest;
	side->inner = (double)smallest;
	f8_store(lane, least);
	f8_store(which, block_of);
	uint32_t first = 0;
	for (uint32_t i = 1; i < 8; ++i)
		first = lane[i] < lane[first] ? i : first;
	side->lowest = KILN_HULL_BLOCK * (uint32_t)which[first] + first;
	// What fills the last block is face 0.
	side->lowest = side->lowest < p->hull->face_count ? side->lowest : 0;
}

static void measure_by_map(kiln_sat_side *side, double size)
{
	const kiln_polytope *p = side->p;
	double widest =
		sqrt(kiln_d3_length2(p->column[0])) + sqrt(kiln_d3_length2(p->column[1])) + sqrt(kiln_d3_length2(p->column[2]));
	double apart = sqrt(kiln_d3_length2(kiln_d3_sub(side->beyond, side->middle)));
	side->slack = HEIGHT_SLACK * (side->size + size + apart + widest * (double)p->hull->reach);
	side->inner = HUGE_VAL;
	double least = HUGE_VAL;
	for (uint32_t i = 0; i < p->hull->face_count; ++i)
	{
		double height = height_by_map(side, i, side->beyond);
		side->lowest = height < least ? i : side->lowest;
		least = kiln_double_min(height, least);
		side->inner = kiln_double_min(height_by_map(side, i, side->middle), side->inner);
		if (i < 8)
			side->heights[i] = (float)height;
	}
}

static void measure(kiln_sat_side *side, const kiln_sat_side *other)
{
	const kiln_hull *hull = side->p->hull;
	side->beyond = other->middle;
	if (hull->face_count == 0)
		return;
	point_back(side, side->beyond, side->over);
	if (side->p->scale != 0)
		measure_similar(side, other->size);
	else
		measure_by_map(side, other->size);
	side->inner = hull->dimension == 3 ? kiln_double_max(0, side->inner - side->slack) : 0;
}

void kiln_sat_begin(kiln_sat_search *search, const kiln_polytope *a, const kiln_polytope *b)
{
	const kiln_polytope *both[2] = {a, b};
	double sizes = sqrt(kiln_d3_length2(kiln_d3_sub(a->origin, b->origin)));
	for (int i = 0; i < 2; ++i)
	{
		const kiln_polytope *p = both[i];
		const kiln_hull *hull = p->hull;
		kiln_sat_side *side = &search->side[i];
		*side = (kiln_sat_side){.p = p, .stretch = kiln_d3_dot(p->normal[0], p->column[0])};
		kiln_d3 middle = hull->edge_count > 0 ? mean_of_seeds(hull) : kiln_hull_middle(hull);
		side->middle = kiln_d3_add(p->origin, kiln_polytope_vector(p, kiln_d3_sub(middle, p->from)));
		kiln_d3 wide = kiln_d3_sub(kiln_d3_from(hull->high), kiln_d3_from(hull->low));
		if (p->scale != 0)
			side->size = p->scale * sqrt(kiln_d3_length2(wide));
		else
			side->size = sqrt(kiln_d3_length2(p->column[0])) * wide.x + sqrt(kiln_d3_length2(p->column[1])) * wide.y +
						 sqrt(kiln_d3_length2(p->column[2])) * wide.z;
		sizes += side->size;
	}
	measure(&search->side[0], &search->side[1]);
	measure(&search->side[1], &search->side[0]);
	search->best = (kiln_sat_axis){.kind = KILN_SAT_NOTHING, .depth = HUGE_VAL};
	search->shallow = 0x1p-21 * sizes;
	search->rounding = 0x1p-46 * (sizes + kiln_d3_largest(a->origin) + kiln_d3_largest(b->origin));
	search->apart = false;
	search->axes = 0;
}

uint32_t kiln_sat_low_faces(const kiln_sat_side *side, uint32_t block, float limit)
{
	const uint32_t first = KILN_HULL_BLOCK * block, left = side->p->hull->face_count - first;
	const uint32_t valid = left < 8 ? (1U << left) - 1 : 0xff;
	if (side->p->scale != 0)
		return m8_bits(m8_lt(heights_over(side, block, side->over), f8_set1(limit))) & valid;
	uint32_t bits = 0;
	for (uint32_t i = 0; i < 8 && i < left; ++i)
		bits |= (uint32_t)kiln_sat_is_low(side, first + i, limit) << i;
	return bits;
}

bool kiln_sat_is_low(const kiln_sat_side *side, uint32_t face, float limit)
{
	const kiln_hull *hull = side->p->hull;
	if (side->p->scale == 0)
		return (hull->face_count <= 8 ? side->heights[face] : (float)height_by_map(side, face, side->beyond)) < limit;
	// As heights_over, to the bit.
	float height = hull->nx[face] * side->over[0] + hull->ny[face] * side->over[1];
	height += hull->nz[face] * side->over[2];
	return (hull->d[face] - height) * (float)side->p->scale < limit;
}

float kiln_sat_limit(const kiln_sat_search *search, int side)
{
	double limit = kiln_double_max(search->best.depth - search->side[1 - side].inner, 0) + search->side[side].slack;
	return limit < 0x1p+100 ? (float)(limit + 0x1p-20 * limit) : HUGE_VALF;
}

kiln_sat_facing kiln_sat_face(const kiln_sat_search *search, int side, uint32_t face, uint32_t seed)
{
	const kiln_polytope *p = search->side[side].p, *other = search->side[1 - side].p;
	kiln_sat_facing facing;
	facing.normal = kiln_polytope_normal_of(p, kiln_d3_from(kiln_hull_normal(p->hull, face)));
	facing.down = kiln_polytope_direction_back(other, facing.normal);
	facing.vertex = kiln_hull_origin(p->hull, kiln_hull_index(p->hull, p->hull->face_first, face));
	facing.other = kiln_polytope_support_local(other, kiln_d3_scale(facing.down, -1), seed);
	kiln_d3 way = kiln_d3_sub(kiln_polytope_vertex(p, facing.vertex), kiln_polytope_vertex(other, facing.other));
	facing.depth = kiln_d3_dot(facing.normal, way);
	return facing;
}

/// Remembers a support; false when it is known.
static bool add_cut(kiln_sat_search *search, int side, uint32_t vertex)
{
	kiln_sat_side *s = &search->side[side];
	const uint32_t known = s->cut_count < KILN_SAT_CUTS ? s->cut_count : KILN_SAT_CUTS;
	for (uint32_t i = 0; i < known; ++i)
		if (s->cuts[i].vertex == vertex)
			return false;
	kiln_sat_cut *cut = &s->cuts[s->cut_count++ % KILN_SAT_CUTS];
	cut->vertex = vertex;
	cut->point = kiln_polytope_vertex(search->side[1 - side].p, vertex);
	point_back(s, cut->point, cut->over);
	return true;
}

bool kiln_sat_try_face(kiln_sat_search *search, int side, uint32_t face, uint32_t *seed)
{
	kiln_sat_facing facing = kiln_sat_face(search, side, face, *seed);
	*seed = facing.other;
	++search->axes;
	double inverse = 1 / sqrt(kiln_d3_length2(facing.normal));
	kiln_sat_axis axis = {
		.kind = KILN_SAT_FACE,
		.side = side,
		.face = face,
		.vertex = {facing.vertex, facing.vertex},
		.other = {facing.other, facing.other},
		.outward = kiln_d3_scale(facing.normal, inverse),
		.depth = facing.depth * inverse,
	};
	kiln_sat_take(search, axis);
	return add_cut(search, side, facing.other);
}

uint32_t kiln_sat_cuts_over(const kiln_sat_side *side, uint32_t face, double limit, uint32_t asked)
{
	const kiln_hull *hull = side->p->hull;
	const uint32_t known = side->cut_count < KILN_SAT_CUTS ? side->cut_count : KILN_SAT_CUTS;
	uint32_t over = 0;
	for (uint32_t i = 0; i < known; ++i)
	{
		const kiln_sat_cut *cut = &side->cuts[i];
		double height;
		if (!(asked >> i & 1))
			continue;
		if (side->p->scale == 0)
			height = height_by_map(side, face, cut->point);
		else
		{
			float up = hull->nx[face] * cut->over[0] + hull->ny[face] * cut->over[1] + hull->nz[face] * cut->over[2];
			height = (double)(hull->d[face] - up) * side->p->scale;
		}
		over |= (uint32_t)(height >= limit) << i;
	}
	return over;
}

/// Faces whose bounds are kept in a search.
#define MOST_FACES 512

/// Lower bounds of the depths on a side's faces.
typedef struct bounds
{
	float depth[MOST_FACES];
	uint32_t least; ///< face of the least
} bounds;

/// Raises the bounds of all faces to their heights over a point, and finds the least: the lowest number of equals.
static void raise(const kiln_sat_side *side, const float over[3], float extra, bounds *b)
{
	const uint32_t count = side->p->hull->face_count;
	float lane[8], which[8];
	f8 least = f8_set1(HUGE_VALF), block_of = f8_set1(0);
	for (uint32_t block = 0; block * KILN_HULL_BLOCK < count; ++block)
	{
		float *depth = &b->depth[KILN_HULL_BLOCK * block];
		f8 known = f8_load(depth);
		if (over)
		{
			known = f8_max(f8_add(heights_over(side, block, over), f8_set1(extra)), known);
			f8_store(depth, known);
		}
		block_of = f8_select(m8_lt(known, least), f8_set1((float)block), block_of);
		least = f8_min(known, least);
	}
	f8_store(lane, least);
	f8_store(which, block_of);
	uint32_t first = 0;
	for (uint32_t i = 1; i < 8; ++i)
		if (lane[i] < lane[first] || (lane[i] == lane[first] && which[i] < which[first]))
			first = i;
	b->least = KILN_HULL_BLOCK * (uint32_t)which[first] + first;
}

/// The face of the least bound is looked at, its support raises the bounds of the others, and so on: a few faces are all
/// it takes, however many there are.
static void cut_faces(kiln_sat_search *search, int side)
{
	const kiln_sat_side *s = &search->side[side];
	const uint32_t count = s->p->hull->face_count, blocks = (count + KILN_HULL_BLOCK - 1) / KILN_HULL_BLOCK;
	const float inner = (float)search->side[1 - side].inner;
	bounds b;
	for (uint32_t i = 0; i < KILN_HULL_BLOCK * blocks; ++i)
		b.depth[i] = i < count ? -HUGE_VALF : HUGE_VALF;
	for (uint32_t i = 0; i < s->cut_count && i < KILN_SAT_CUTS; ++i)
		raise(s, s->cuts[i].over, 0, &b);
	raise(s, s->over, inner, &b);
	uint32_t seed = KILN_NONE;
	while (!kiln_sat_over(search) && (double)b.depth[b.least] < search->best.depth + s->slack)
	{
		bool new = kiln_sat_try_face(search, side, b.least, &seed);
		b.depth[b.least] = HUGE_VALF;
		raise(s, new ? s->cuts[(s->cut_count - 1) % KILN_SAT_CUTS].over : NULL, 0, &b);
	}
}

void kiln_sat_faces(kiln_sat_search *search, int side)
{
	const kiln_sat_side *s = &search->side[side];
	const uint32_t count = s->p->hull->face_count;
	uint32_t seed = KILN_NONE;
	if (s->p->scale != 0 && count <= MOST_FACES)
	{
		cut_faces(search, side);
		return;
	}
	for (uint32_t block = 0; block * KILN_HULL_BLOCK < count; ++block)
		for (uint32_t bits = kiln_sat_low_faces(s, block, kiln_sat_limit(search, side)); bits; bits &= bits - 1)
		{
			if (kiln_sat_over(search))
				return;
			kiln_sat_try_face(search, side, KILN_HULL_BLOCK * block + kiln_lowest_bit(bits), &seed);
		}
}
