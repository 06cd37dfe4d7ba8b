// SPDX-License-Identifier: MIT
#include "convex/shape/polytope_views.h"
#include "convex/shape/support_hull.h"
#include "flood.h"

// The surface at a vertex of the area is below a plane that is inclined to the plane of contact by no more than the angle.
// So no vertex is above the cone of this angle around it. Mostly this leaves the corners of the area and no others.

/// The corners of a cube whose map is not a similarity: parallel edges have the same slope.
static uint32_t find_cube_tops(kiln_flood *f)
{
	uint32_t highest = 0, level = 0;
	for (uint32_t i = 0; i < 3; ++i)
	{
		const double slope = kiln_d3_dot(f->p->column[i], f->out);
		highest |= (uint32_t)(slope > 0) << i;
		level |= (uint32_t) !(slope * slope > f->steep * f->steep * kiln_d3_length2(f->p->column[i])) << i;
	}
	f->tops = (uint64_t)1 << highest;
	for (uint32_t i = 0; i < 3; ++i)
	{
		const uint32_t way = 1U << i;
		if (level & way)
			f->tops |= highest & way ? f->tops >> way : f->tops << way;
	}
	return highest;
}

/// Drops the vertices that are too far below another one.
static void drop_under(kiln_flood *f, uint32_t highest)
{
	for (uint64_t rest = f->tops & ~((uint64_t)1 << highest); rest; rest &= rest - 1)
	{
		const uint32_t vertex = kiln_lowest_bit64(rest);
		const kiln_d3 along = kiln_flood_between(f, vertex, highest);
		const double slope = kiln_d3_dot(along, f->out);
		if (slope > 0 && slope * slope > f->steep * f->steep * kiln_d3_length2(along))
			f->tops &= ~((uint64_t)1 << vertex);
	}
}

bool kilni_flood_find_tops(kiln_flood *f, uint32_t *highest)
{
	const kiln_hull *hull = f->hull;
	f->has_tops = false;
	if (hull == &kilni_view_cube)
	{
		f->has_tops = true;
		*highest = find_cube_tops(f);
		return true;
	}
	const double slack = kiln_support_slack(hull);
	if (!f->own || hull->vertex_count > 8 * KILN_SUPPORT_CHUNK || !(slack > 0))
		return false;
	const uint32_t blocks = (hull->vertex_count + 7) / 8;
	f8 heights[KILN_SUPPORT_CHUNK];
	const f8 most = kiln_support_measure(hull, &f->out, blocks, heights);
	const double width2 = kiln_d3_length2(kiln_d3_sub(kiln_d3_from(hull->high), kiln_d3_from(hull->low)));
	const float top = f8_largest(most), drop = (float)(f->steep * sqrt(width2) + 4 * slack);
	// Lanes behind the last vertex repeat the first one.
	const uint64_t all = ~(uint64_t)0 >> (64 - hull->vertex_count);
	f->tops = kiln_support_candidates(heights, blocks, f8_set1(top - drop)) & all;
	*highest = kiln_lowest_bit64(kiln_support_candidates(heights, blocks, f8_set1(top)));
	// For a direction that is not a number, none or all are high.
	f->has_tops = *highest < 64 && (f->tops >> *highest & 1);
	if (f->has_tops)
		drop_under(f, *highest);
	return f->has_tops;
}

/// The half-edge from a vertex to another one; KILN_NONE if no edge joins them.
static uint32_t half_between(const kiln_hull *hull, uint32_t from, uint32_t to)
{
	const uint32_t first = kilni_polytope_half_from(hull, 0, from);
	uint32_t half = first;
	for (uint32_t turn = 0; turn < 2 * hull->edge_count; ++turn)
	{
		const uint32_t twin = kiln_hull_twin(hull, half);
		if (kiln_hull_origin(hull, twin) == to)
			return half;
		half = kiln_hull_next(hull, twin);
		if (half == first)
			break;
	}
	return KILN_NONE;
}

/// Two vertices: both, where the arc of their edge is within the angle, else the higher one.
static void take_two(const kiln_contact_frame *frame, kiln_flood *f, uint32_t highest, uint32_t other, kiln_area *area)
{
	const kiln_hull *hull = f->hull;
	const uint32_t half = half_between(hull, highest, other);
	if (half == KILN_NONE)
	{
		kilni_flood_gather_point(frame, f->p, highest, area);
		return;
	}
	const uint32_t twin = kiln_hull_twin(hull, half);
	const kiln_d3 along = kiln_flood_between(f, highest, other);
	const double slope = kiln_d3_dot(along, f->out);
	if (!kilni_flood_is_near(f, &along, slope, kiln_hull_face_of(hull, half), kiln_hull_face_of(hull, twin)))
	{
		kilni_flood_gather_point(frame, f->p, slope > 0 ? other : highest, area);
		return;
	}
	f->half[0] = half;
	f->half[1] = twin;
	f->count = 2;
	kilni_flood_gather(frame, f, area);
}

/// Whether the corners of a face are the tops, and no others.
static bool has_all_tops(const kiln_flood *f, uint32_t face)
{
	uint32_t count, first = kiln_hull_face(f->hull, face, &count);
	uint64_t corners = 0;
	for (uint32_t i = first; i < first + count; ++i)
		corners |= (uint64_t)1 << (kiln_hull_origin(f->hull, i) & 63);
	return corners == f->tops;
}

/// Finds the face whose corners are the tops; KILN_NONE if there is none.
static uint32_t face_of_tops(const kiln_flood *f, uint32_t highest)
{
	const kiln_hull *hull = f->hull;
	const uint32_t first = kilni_polytope_half_from(hull, 0, highest);
	uint32_t half = first;
	bool last = true;
	for (uint32_t turn = 0; turn < 2 * hull->edge_count; ++turn)
	{
		const uint32_t twin = kiln_hull_twin(hull, half);
		const bool high = f->tops >> (kiln_hull_origin(hull, twin) & 63) & 1;
		if (high && last && has_all_tops(f, kiln_hull_face_of(hull, half)))
			return kiln_hull_face_of(hull, half);
		last = high;
		half = kiln_hull_next(hull, twin);
		if (half == first)
			break;
	}
	return KILN_NONE;
}

bool kilni_flood_few(const kiln_contact_frame *frame, kiln_flood *f, uint32_t highest, kiln_area *area)
{
	const uint64_t others = f->tops & ~((uint64_t)1 << highest);
	if (!f->exact)
		return false;
	if (others == 0)
	{
		kilni_flood_gather_point(frame, f->p, highest, area);
		return true;
	}
	if ((others & (others - 1)) == 0)
	{
		take_two(frame, f, highest, kiln_lowest_bit64(others), area);
		return true;
	}
	const uint32_t face = f->hull->dimension == 3 ? face_of_tops(f, highest) : KILN_NONE;
	if (face == KILN_NONE || !kilni_flood_see_face(f, face))
		return false;
	return kilni_flood_gather_face(frame, f, area);
}
