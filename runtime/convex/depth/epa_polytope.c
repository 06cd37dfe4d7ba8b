// SPDX-License-Identifier: MIT
#include "epa_polytope.h"

#define KILN_BACKEND_BASE
#include "simd/simd4.h"

#include <assert.h>

/// A triangle is a sliver if its normal's squared length is below this share of its sides' squared sizes: the normal's
/// rounding error would be above 2^-38.
#define SLIVER 0x1p-24

static kiln_d3 corner_of(const kiln_epa_polytope *polytope, uint32_t face, int i)
{
	return polytope->vertices[polytope->faces[face].corner[i]].w;
}

/// Computes each component separately, to the last digits.
static kiln_d3 careful_normal(const kiln_d3 *p, const kiln_d3 *q, const kiln_d3 *r)
{
	return (kiln_d3){
		kilni_orient2_value((kiln_d2){p->y, p->z}, (kiln_d2){q->y, q->z}, (kiln_d2){r->y, r->z}),
		kilni_orient2_value((kiln_d2){p->z, p->x}, (kiln_d2){q->z, q->x}, (kiln_d2){r->z, r->x}),
		kilni_orient2_value((kiln_d2){p->x, p->y}, (kiln_d2){q->x, q->y}, (kiln_d2){r->x, r->y}),
	};
}

static inline kiln_d3 normal_of(const kiln_d3 *p, const kiln_d3 *q, const kiln_d3 *r, double *length2, double *sides)
{
	kiln_d3 e = kiln_d3_sub(*q, *p), f = kiln_d3_sub(*r, *p);
	kiln_d3 normal = kiln_d3_cross(e, f);
	*length2 = kiln_d3_length2(normal);
	*sides = kiln_epa_largest(e) * kiln_epa_largest(f);
	if (!(*length2 > SLIVER * *sides * *sides))
	{
		normal = careful_normal(p, q, r);
		*length2 = kiln_d3_length2(normal);
	}
	return normal;
}

kiln_d3 kilni_epa_normal(const kiln_d3 *p, const kiln_d3 *q, const kiln_d3 *r, double *length2)
{
	double sides;
	return normal_of(p, q, r, length2, &sides);
}

/// Sets a face without its neighbours.
static inline void set_face(kiln_epa_polytope *polytope, uint32_t number, uint8_t p, uint8_t q, uint8_t r)
{
	kiln_epa_face *face = &polytope->faces[number];
	const kiln_d3 *corner = &polytope->vertices[p].w;
	double sides;
	face->normal = normal_of(corner, &polytope->vertices[q].w, &polytope->vertices[r].w, &face->length2, &sides);
	face->offset = kiln_d3_dot(face->normal, *corner);
	// A normal of two differences, products and their difference, then two heights and their difference: some ten
	// roundings of numbers that are at most six times the sides and the largest coordinate.
	face->slack = 0x1p-46 * sides;
	face->seen = 0;
	face->corner[0] = p;
	face->corner[1] = q;
	face->corner[2] = r;
	double key = face->offset * fabs(face->offset) / face->length2;
	// A face without area, which exact signs allow only where products underflow, is never selected.
	polytope->key[number] = face->length2 > 0 ? key : HUGE_VAL;
}

static void join(kiln_epa_polytope *polytope, uint32_t face, int i, uint32_t other, int j)
{
	polytope->faces[face].neighbours[i] = (uint16_t)(4 * other + (uint32_t)j);
	polytope->faces[other].neighbours[j] = (uint16_t)(4 * face + (uint32_t)i);
}

/// Fills the places behind the last face with keys that are never the least.
static void close_keys(kiln_epa_polytope *polytope)
{
	for (uint32_t i = 0; i < 4; ++i)
		polytope->key[polytope->face_count + i] = HUGE_VAL;
}

bool kilni_epa_begin(kiln_epa_polytope *polytope)
{
	const kiln_epa_vertex *v = polytope->vertices;
	double volume = kilni_orient3_sign(&v[0].w, &v[1].w, &v[2].w, &v[3].w);
	// Also rejects NaN, which has no sign.
	if (!(volume > 0) && !(volume < 0))
		return false;
	polytope->size = 0;
	for (int i = 0; i < 4; ++i)
		polytope->size = kiln_double_max(polytope->size, kiln_epa_largest(v[i].w));
	// Orients the first face so that the fourth corner is below it.
	uint8_t p = volume > 0 ? 1 : 0, q = volume > 0 ? 0 : 1;
	set_face(polytope, 0, p, q, 2);
	set_face(polytope, 1, q, p, 3);
	set_face(polytope, 2, 2, q, 3);
	set_face(polytope, 3, p, 2, 3);
	join(polytope, 0, 0, 1, 0);
	join(polytope, 0, 1, 2, 0);
	join(polytope, 0, 2, 3, 0);
	join(polytope, 1, 2, 2, 1);
	join(polytope, 2, 2, 3, 1);
	join(polytope, 3, 2, 1, 1);
	polytope->vertex_count = polytope->face_count = 4;
	close_keys(polytope);
	return true;
}

uint32_t kilni_epa_nearest(const kiln_epa_polytope *polytope)
{
	const double *key = polytope->key;
	uint32_t count = polytope->face_count;
	d4 least = d4_load(key);
	for (uint32_t i = 4; i < count; i += 4)
		least = d4_min(d4_load(key + i), least);
	double lane[4];
	d4_store(lane, least);
	double lowest = kiln_double_min(kiln_double_min(lane[0], lane[1]), kiln_double_min(lane[2], lane[3]));
	for (uint32_t i = 0; i < count; ++i)
		if (key[i] == lowest)
			return i;
	return 0;
}

/// Decides exactly where rounding may have changed the height's sign.
static bool is_exactly_above(const kiln_epa_polytope *polytope, uint32_t face, const kiln_d3 *point)
{
	kiln_d3 p = corner_of(polytope, face, 0), q = corner_of(polytope, face, 1), r = corner_of(polytope, face, 2);
	return kilni_orient3_exact(&p, &q, &r, point) > 0;
}

static inline bool is_above(const kiln_epa_polytope *polytope, uint32_t face, const kiln_d3 *point)
{
	const kiln_epa_face *f = &polytope->faces[face];
	double height = kiln_d3_dot(f->normal, *point) - f->offset, error = f->slack * polytope->size;
	return fabs(height) > error ? height > 0 : is_exactly_above(polytope, face, point);
}

bool kilni_epa_is_above(const kiln_epa_polytope *polytope, uint32_t face, const kiln_d3 *point)
{
	return is_above(polytope, face, point);
}

/// The state of an insertion.
typedef struct insertion
{
	kiln_epa_polytope *polytope;
	kiln_d3 point;
	uint16_t mark; ///< mark of faces that the point is above; one less marks the others
	uint32_t seen_count, rim_count;
	uint16_t seen[KILN_EPA_FACES]; ///< the faces that the point is above, each once: their mark shows this
	/// The edges around these faces, each an edge of a face beyond, coded as in kiln_epa_face.neighbours, and the vertex at
	/// which each starts, from within the rim. A loop that meets every vertex at most once has no more edges than there
	/// are vertices.
	uint16_t rim[KILN_EPA_VERTICES];
	uint8_t from[KILN_EPA_VERTICES];
	uint16_t made[KILN_EPA_VERTICES]; ///< the new face over each edge of the rim
} insertion;

static_assert(4 * KILN_EPA_FACES <= UINT16_MAX && KILN_EPA_VERTICES <= UINT8_MAX, "numbers of faces and vertices fit");

/// Visits the faces that the point sees, and lists the edges around them. Returns false if there are more edges than a
/// loop has: signs that are not exact, such as those of numbers beyond kilni_orient3_sign's range, can make any faces
/// visible.
static bool flood(insertion *in, uint32_t first)
{
	kiln_epa_face *faces = in->polytope->faces;
	in->seen_count = in->rim_count = 0;
	faces[first].seen = in->mark;
	in->seen[in->seen_count++] = (uint16_t)first;
	for (uint32_t i = 0; i < in->seen_count; ++i)
	{
		const kiln_epa_face *f = &faces[in->seen[i]];
		for (int k = 0; k < 3; ++k)
		{
			uint32_t number = f->neighbours[k] / 4u;
			kiln_epa_face *other = &faces[number];
			if ((other->seen | 1) != in->mark)
			{
				bool above = is_above(in->polytope, number, &in->point);
				other->seen = (uint16_t)(in->mark - !above);
				if (above)
					in->seen[in->seen_count++] = (uint16_t)number;
			}
			if (other->seen == in->mark)
				continue;
			if (in->rim_count == KILN_EPA_VERTICES)
				return false;
			in->from[in->rim_count] = f->corner[k];
			in->rim[in->rim_count++] = f->neighbours[k];
		}
	}
	return true;
}

/// The vertex at which an edge of the rim ends.
static uint32_t end_of(const insertion *in, uint32_t i)
{
	return in->polytope->faces[in->rim[i] / 4u].corner[in->rim[i] % 4u];
}

/// Whether every vertex of the rim starts one edge of it, as exact signs guarantee. `at` gets the place of this edge.
static bool is_loop(const insertion *in, uint16_t at[KILN_EPA_VERTICES])
{
	bool once = true;
	for (uint32_t i = 0; i < in->rim_count; ++i)
		at[in->from[i]] = (uint16_t)i;
	for (uint32_t i = 0; i < in->rim_count; ++i)
		once = once && at[in->from[i]] == i;
	return once;
}

/// Moves the last face to a free place.
static void move_last(kiln_epa_polytope *polytope, uint32_t to)
{
	uint32_t last = --polytope->face_count;
	if (to == last)
		return;
	polytope->faces[to] = polytope->faces[last];
	polytope->key[to] = polytope->key[last];
	for (int k = 0; k < 3; ++k)
	{
		uint32_t neighbour = polytope->faces[to].neighbours[k];
		join(polytope, to, k, neighbour / 4, (int)(neighbour % 4));
	}
}

/// Replaces the faces that the point sees by a fan of faces from the rim to the point.
static void build_fan(insertion *in, const uint16_t at[KILN_EPA_VERTICES])
{
	kiln_epa_polytope *polytope = in->polytope;
	uint8_t top = (uint8_t)polytope->vertex_count++;
	for (uint32_t i = 0; i < in->rim_count; ++i)
		in->made[i] = i < in->seen_count ? in->seen[i] : (uint16_t)polytope->face_count++;
	for (uint32_t i = 0; i < in->rim_count; ++i)
	{
		uint32_t end = end_of(in, i);
		set_face(polytope, in->made[i], in->from[i], (uint8_t)end, top);
		join(polytope, in->made[i], 0, in->rim[i] / 4u, in->rim[i] % 4u);
		join(polytope, in->made[i], 1, in->made[at[end]], 2);
	}
}

/// Closes the gaps among the faces. Gaps remain if the rim has fewer edges than it encloses faces: vertices have then
/// become inner points.
static void close_gaps(insertion *in)
{
	// From the highest place down, so that the last face is never a gap.
	for (uint32_t left = in->seen_count - in->rim_count; left > 0; --left)
	{
		uint32_t highest = in->rim_count;
		for (uint32_t i = in->rim_count; i < in->seen_count; ++i)
			if (in->seen[i] > in->seen[highest])
				highest = i;
		move_last(in->polytope, in->seen[highest]);
		in->seen[highest] = 0;
	}
}

uint32_t kilni_epa_insert(kiln_epa_polytope *polytope, uint32_t face)
{
	insertion in;
	uint16_t at[KILN_EPA_VERTICES];
	in.polytope = polytope;
	in.point = polytope->vertices[polytope->vertex_count].w;
	in.mark = (uint16_t)(2 * polytope->vertex_count + 1);
	polytope->size = kiln_double_max(polytope->size, kiln_epa_largest(in.point));
	if (!flood(&in, face) || polytope->face_count + in.rim_count > KILN_EPA_FACES + in.seen_count || !is_loop(&in, at))
	{
		// The next point has the same number, so its marks must be cleared.
		for (uint32_t i = 0; i < polytope->face_count; ++i)
			polytope->faces[i].seen = 0;
		return 0;
	}
	build_fan(&in, at);
	if (in.rim_count < in.seen_count)
		close_gaps(&in);
	close_keys(polytope);
	return in.rim_count;
}
