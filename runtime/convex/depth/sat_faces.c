// SPDX-License-Identifier: MIT
#include "sat_search.h"
#include "tree/layout.h"

// Uses the baseline of the target: hulls are small, and the baseline needs no choice at run time.
#define KILN_BACKEND_BASE
#include "simd/simd8.h"

/// Twice the error of a float32 height whose terms' magnitudes sum to 1, and more: roundings of the point, of three
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

/// Transforms a placed point to the coordinates of the planes. The rows of the map's inverse are the normals' columns
/// divided by the stretch.
static void point_back(const kiln_sat_side *side, kiln_d3 point, float to[3])
{
	const kiln_polytope *p = side->p;
	kiln_d3 way = kiln_d3_sub(point, p->origin);
	if (p->scale != 0)
	{
		way = kiln_d3_scale(way, 1 / side->stretch);
		way = kiln_d3_add(p->from,
			(kiln_d3){kiln_d3_dot(p->normal[0], way), kiln_d3_dot(p->normal[1], way), kiln_d3_dot(p->normal[2], way)});
	}
	to[0] = (float)way.x;
	to[1] = (float)way.y;
	to[2] = (float)way.z;
}

/// The plane of a face under any map, relative to the origin.
static kiln_polytope_plane plane_by_map(const kiln_sat_side *side, uint32_t face)
{
	const kiln_polytope *p = side->p;
	kiln_d3 n = kiln_d3_from(kiln_hull_normal(p->hull, face)), mapped = kiln_polytope_normal_of(p, n);
	double top = side->stretch * ((double)p->hull->d[face] - kiln_d3_dot(n, p->from));
	double inverse = 1 / sqrt(kiln_d3_length2(mapped));
	return (kiln_polytope_plane){kiln_d3_scale(mapped, inverse), top * inverse};
}

/// The heights of eight faces over a cut.
static f8 heights_over(const kiln_sat_side *side, uint32_t block, const kiln_sat_cut *cut)
{
	const uint32_t i = KILN_HULL_BLOCK * block;
	if (!side->nx)
	{
		float lane[8];
		for (uint32_t k = 0; k < 8; ++k)
			lane[k] = kilni_sat_height(side, i + k < side->p->hull->face_count ? i + k : 0, cut);
		return f8_load(lane);
	}
	f8 height = f8_mul(f8_load(side->nx + i), f8_set1(cut->over[0]));
	height = f8_add(height, f8_mul(f8_load(side->ny + i), f8_set1(cut->over[1])));
	height = f8_add(height, f8_mul(f8_load(side->nz + i), f8_set1(cut->over[2])));
	return f8_mul(f8_sub(f8_load(side->d + i), height), f8_set1(side->scale));
}

float kilni_sat_height(const kiln_sat_side *side, uint32_t face, const kiln_sat_cut *cut)
{
	if (!side->nx)
	{
		kiln_polytope_plane plane = plane_by_map(side, face);
		return (float)(plane.offset - kiln_d3_dot(plane.normal, kiln_d3_sub(cut->point, side->p->origin)));
	}
	float height = side->nx[face] * cut->over[0] + side->ny[face] * cut->over[1];
	height += side->nz[face] * cut->over[2];
	return (side->d[face] - height) * side->scale;
}

uint32_t kilni_sat_low_faces(const kiln_sat_side *side, uint32_t block, const kiln_sat_cut *cut, float limit)
{
	const uint32_t left = side->p->hull->face_count - KILN_HULL_BLOCK * block;
	const uint32_t valid = left < 8 ? (1U << left) - 1 : 0xff;
	return m8_bits(m8_lt(heights_over(side, block, cut), f8_set1(limit))) & valid;
}

bool kilni_sat_both_high(const kiln_sat_side *side, uint32_t face, uint32_t beside, float limit)
{
	const uint32_t known = side->cut_count < KILN_SAT_CUTS ? side->cut_count : KILN_SAT_CUTS;
	for (uint32_t i = 1; i <= known; ++i)
	{
		const kiln_sat_cut *cut = &side->cuts[(side->cut_count - i) % KILN_SAT_CUTS];
		if (kilni_sat_height(side, beside, cut) >= limit && kilni_sat_height(side, face, cut) >= limit)
			return true;
	}
	return false;
}

/// Stores a point of the other side; returns false when it is already stored.
static bool add_cut(kiln_sat_side *side, uint32_t vertex, kiln_d3 point)
{
	const uint32_t known = side->cut_count < KILN_SAT_CUTS ? side->cut_count : KILN_SAT_CUTS;
	for (uint32_t i = 0; i < known; ++i)
		if (side->cuts[i].vertex == vertex)
			return false;
	kiln_sat_cut *cut = &side->cuts[side->cut_count++ % KILN_SAT_CUTS];
	cut->vertex = vertex;
	cut->point = point;
	point_back(side, point, cut->over);
	return true;
}

double kilni_sat_inner(const kiln_sat_side *side)
{
	if (side->p->hull->dimension < 3)
		return 0;
	kiln_sat_cut own = {.point = side->middle};
	point_back(side, side->middle, own.over);
	f8 least = heights_over(side, 0, &own);
	for (uint32_t block = 1; block * KILN_HULL_BLOCK < side->p->hull->face_count; ++block)
		least = f8_min(heights_over(side, block, &own), least);
	float lane[8];
	f8_store(lane, least);
	for (uint32_t i = 1; i < 8; ++i)
		lane[0] = lane[i] < lane[0] ? lane[i] : lane[0];
	return kiln_double_max(0, (double)lane[0] - side->slack);
}

/// Chooses the planes for heights, and bounds the float32 error of the heights: it is relative to terms as large as
/// both bodies, their distance, and the hull's own coordinates.
static void set_planes(kiln_sat_side *side, double sizes)
{
	const kiln_polytope *p = side->p;
	const kiln_hull *hull = p->hull;
	side->scale = 1;
	if (p->scale != 0)
	{
		side->scale = (float)p->scale;
		side->nx = hull->nx;
		side->ny = hull->ny;
		side->nz = hull->nz;
		side->d = hull->d;
		side->slack = HEIGHT_SLACK * (2 * sizes + 4 * p->scale * (double)hull->reach);
		return;
	}
	double widest =
		sqrt(kiln_d3_length2(p->column[0])) + sqrt(kiln_d3_length2(p->column[1])) + sqrt(kiln_d3_length2(p->column[2]));
	side->slack = HEIGHT_SLACK * (2 * sizes + widest * (double)hull->reach);
	if (hull->face_count > 8)
		return;
	for (uint32_t i = 0; i < 8; ++i)
	{
		kiln_polytope_plane plane = plane_by_map(side, i < hull->face_count ? i : 0);
		side->planes[0][i] = (float)plane.normal.x;
		side->planes[1][i] = (float)plane.normal.y;
		side->planes[2][i] = (float)plane.normal.z;
		side->planes[3][i] = (float)plane.offset;
	}
	side->nx = side->planes[0];
	side->ny = side->planes[1];
	side->nz = side->planes[2];
	side->d = side->planes[3];
}

static double size_of(const kiln_polytope *p)
{
	kiln_d3 wide = kiln_d3_sub(kiln_d3_from(p->hull->high), kiln_d3_from(p->hull->low));
	if (p->scale != 0)
		return p->scale * sqrt(kiln_d3_length2(wide));
	return sqrt(kiln_d3_length2(p->column[0])) * wide.x + sqrt(kiln_d3_length2(p->column[1])) * wide.y +
		   sqrt(kiln_d3_length2(p->column[2])) * wide.z;
}

void kilni_sat_begin(kiln_sat_search *search, const kiln_polytope *a, const kiln_polytope *b)
{
	const kiln_polytope *both[2] = {a, b};
	search->budget = NULL;
	double sizes = sqrt(kiln_d3_length2(kiln_d3_sub(a->origin, b->origin)));
	for (int i = 0; i < 2; ++i)
	{
		const kiln_polytope *p = both[i];
		const kiln_hull *hull = p->hull;
		kiln_sat_side *side = &search->side[i];
		side->p = p;
		side->nx = side->ny = side->nz = side->d = NULL;
		side->cut_count = 0;
		side->stretch = kiln_d3_dot(p->normal[0], p->column[0]);
		kiln_d3 middle = hull->edge_count > 0 ? mean_of_seeds(hull) : kiln_hull_middle(hull);
		side->middle = kiln_d3_add(p->origin, kiln_polytope_vector(p, kiln_d3_sub(middle, p->from)));
		side->size = size_of(p);
		sizes += side->size;
	}
	for (int i = 0; i < 2; ++i)
		if (search->side[i].p->hull->face_count > 0)
		{
			set_planes(&search->side[i], sizes);
			add_cut(&search->side[i], KILN_NONE, search->side[1 - i].middle);
			search->side[i].beyond = search->side[i].cuts[0];
		}
	search->best = (kiln_sat_axis){.kind = KILN_SAT_NOTHING, .depth = HUGE_VAL};
	search->shallow = 0x1p-21 * sizes;
	search->rounding = 0x1p-46 * (sizes + kiln_d3_largest(a->origin) + kiln_d3_largest(b->origin));
	search->apart = false;
	search->axes = 0;
}

kiln_sat_facing kilni_sat_face(const kiln_sat_search *search, int side, uint32_t face, uint32_t seed)
{
	const kiln_polytope *p = search->side[side].p, *other = search->side[1 - side].p;
	kiln_sat_facing facing;
	facing.normal = kiln_polytope_normal_of(p, kiln_d3_from(kiln_hull_normal(p->hull, face)));
	facing.down = kiln_polytope_direction_back(other, facing.normal);
	facing.vertex = kiln_hull_origin(p->hull, kiln_hull_index(p->hull, p->hull->face_first, face));
	facing.other = kilni_polytope_support_local(other, kiln_d3_scale(facing.down, -1), seed);
	kiln_d3 way = kiln_d3_sub(kiln_polytope_vertex(p, facing.vertex), kiln_polytope_vertex(other, facing.other));
	facing.depth = kiln_d3_dot(facing.normal, way);
	return facing;
}

bool kilni_sat_try_face(kiln_sat_search *search, int side, uint32_t face, uint32_t *seed)
{
	kiln_sat_facing facing = kilni_sat_face(search, side, face, *seed);
	*seed = facing.other;
	++search->axes;
	kiln_budget_take(search->budget, 1);
	double inverse = 1 / sqrt(kiln_d3_length2(facing.normal));
	kiln_sat_axis axis = {
		.kind = KILN_SAT_FACE,
		.side = side,
		.face = face,
		.vertex = {facing.vertex, facing.vertex},
		.other = {facing.other, facing.other},
		.outward = kiln_d3_scale(facing.normal, inverse),
		.depth = facing.depth * inverse,
		.supported = true,
	};
	kilni_sat_take(search, axis);
	const kiln_polytope *other = search->side[1 - side].p;
	return add_cut(&search->side[side], facing.other, kiln_polytope_vertex(other, facing.other));
}

/// The number of faces whose bounds are kept at a time.
#define MOST_FACES 512
#define MOST_BLOCKS (MOST_FACES / KILN_HULL_BLOCK)

/// Lower bounds of the depths of some of a side's faces, in blocks.
typedef struct bounds
{
	uint32_t first;				  ///< number of the first block
	uint32_t count;				  ///< number of blocks in which a face may still be less deep than the best
	uint32_t blocks[MOST_BLOCKS]; ///< their numbers, relative to `first`
	float depth[MOST_FACES];
	uint32_t least; ///< place of the least bound in `depth`
} bounds;

/// Finds the lane of the least of eight; of equal ones the lowest place.
static void set_least(bounds *b, f8 least, f8 block_of)
{
	float lane[8], which[8];
	f8_store(lane, least);
	f8_store(which, block_of);
	uint32_t best = 0;
	for (uint32_t i = 1; i < 8; ++i)
		if (lane[i] < lane[best] || (lane[i] == lane[best] && which[i] < which[best]))
			best = i;
	b->least = KILN_HULL_BLOCK * (uint32_t)which[best] + best;
}

/// Raises the bounds to the faces' heights over a cut (NULL: no change), drops blocks that can no longer improve the
/// best, and finds the least bound.
static void raise(const kiln_sat_side *side, const kiln_sat_cut *cut, float limit, bounds *b)
{
	f8 least = f8_set1(HUGE_VALF), block_of = f8_set1(0);
	const f8 high = f8_set1(limit);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < b->count; ++i)
	{
		const uint32_t block = b->blocks[i];
		float *depth = &b->depth[KILN_HULL_BLOCK * block];
		f8 known = f8_load(depth);
		if (cut)
		{
			known = f8_max(heights_over(side, b->first + block, cut), known);
			f8_store(depth, known);
		}
		b->blocks[kept] = block;
		kept += m8_bits(m8_lt(known, high)) != 0;
		block_of = f8_select(m8_lt(known, least), f8_set1((float)block), block_of);
		least = f8_min(known, least);
	}
	b->count = kept;
	set_least(b, least, block_of);
}

/// Tests the face of the least bound; its support raises the bounds of the others, and so on. A few faces are enough,
/// however many there are (the cutting planes of Kelley 1960, on the faces of a polytope).
static void cut_faces(kiln_sat_search *search, int side, uint32_t first, uint32_t *seed)
{
	const kiln_sat_side *s = &search->side[side];
	const uint32_t count = s->p->hull->face_count - first;
	bounds b;
	b.first = first / KILN_HULL_BLOCK;
	b.count = count < MOST_FACES ? (count + KILN_HULL_BLOCK - 1) / KILN_HULL_BLOCK : MOST_BLOCKS;
	for (uint32_t i = 0; i < b.count; ++i)
		b.blocks[i] = i;
	for (uint32_t i = 0; i < KILN_HULL_BLOCK * b.count; ++i)
		b.depth[i] = i < count ? -HUGE_VALF : HUGE_VALF;
	const uint32_t known = s->cut_count < KILN_SAT_CUTS ? s->cut_count : KILN_SAT_CUTS;
	for (uint32_t i = 0; i < known; ++i)
		raise(s, &s->cuts[i], kiln_sat_limit(search, side), &b);
	while (!kiln_sat_over(search) && b.count > 0 && b.depth[b.least] < kiln_sat_limit(search, side))
	{
		bool new = kilni_sat_try_face(search, side, first + b.least, seed);
		b.depth[b.least] = HUGE_VALF;
		raise(s, new ? &s->cuts[(s->cut_count - 1) % KILN_SAT_CUTS] : NULL, kiln_sat_limit(search, side), &b);
	}
}

void kilni_sat_faces(kiln_sat_search *search, int side)
{
	uint32_t seed = KILN_NONE;
	for (uint32_t first = 0; first < search->side[side].p->hull->face_count && !kiln_sat_over(search);)
	{
		cut_faces(search, side, first, &seed);
		first += MOST_FACES;
	}
}
