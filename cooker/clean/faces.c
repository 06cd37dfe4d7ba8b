// SPDX-License-Identifier: MIT
#include "clean_internal.h"

#include "exact/exact.h"
#include "memory.h"

/// Not a reason: the face is usable.
#define FACE_GOOD ((clean_reason)-1)

void clean_drop(const kilncook_context *context, clean_drops *drops, uint32_t face, clean_reason reason)
{
	if (drops->failed)
		return;
	// A face that loses several triangles for one reason is listed once. The reasons of a face are in no order.
	for (uint32_t i = drops->count; i > 0 && drops->items[i - 1].face == face; --i)
		if (drops->items[i - 1].reason == reason)
			return;
	if (drops->count == drops->capacity)
	{
		size_t capacity = drops->capacity ? (size_t)drops->capacity * 2 : 64;
		clean_dropped *items =
			capacity > UINT32_MAX ? NULL
								  : cook_resize(context, drops->items, drops->capacity, capacity, sizeof *drops->items);
		if (!items)
		{
			drops->failed = true;
			return;
		}
		drops->items = items;
		drops->capacity = (uint32_t)capacity;
	}
	drops->items[drops->count++] = (clean_dropped){face, reason};
}

bool clean_each_face(
	clean_work *work, clean_cursor *at, uint32_t most, bool (*visit)(clean_work *work, const clean_face *face))
{
	clean_cursor next = *at;
	clean_face face = {.number = next.number};
	bool done = true;
	for (; next.part < work->mesh_count; ++next.part, next.face = next.hole = 0)
	{
		face.mesh = &work->scene->meshes[work->meshes[next.part]];
		face.welded = work->welded + next.vertex;
		for (; next.face < face.mesh->face_count && most > 0 && done; ++next.face, --most)
		{
			uint32_t end = face.mesh->face_first[next.face + 1];
			face.first = face.mesh->face_first[next.face];
			face.corners = face.mesh->corners + face.first;
			face.count = end - face.first;
			face.holes = face.mesh->holes ? face.mesh->holes + next.hole : NULL;
			for (face.hole_count = 0; next.hole < face.mesh->hole_count && face.mesh->holes[next.hole] < end;
				 ++next.hole)
				++face.hole_count;
			face.outer = face.hole_count ? face.holes[0] - face.first : face.count;
			done = visit(work, &face);
			++face.number;
		}
		if (next.face < face.mesh->face_count || !done)
			break;
		next.vertex += face.mesh->vertex_count;
	}
	next.number = face.number;
	*at = next;
	return done;
}

static bool corners_equal(const clean_face *face)
{
	for (uint32_t i = 1; i < face->count; ++i)
		if (face->corners[i] != face->corners[0])
			return false;
	return true;
}

static clean_reason judge_face(const clean_face *face)
{
	if (face->outer <= 1)
		return CLEAN_POINT;
	if (face->outer == 2)
		return face->corners[0] == face->corners[1] ? CLEAN_POINT : CLEAN_LINE;
	for (uint32_t i = 0; i < face->count; ++i)
		if (face->corners[i] >= face->mesh->vertex_count)
			return CLEAN_INVALID_INDEX;
	for (uint32_t i = 0; i < face->count; ++i)
		if (face->welded[face->corners[i]] == CLEAN_VERTEX_BAD)
			return CLEAN_INVALID_COORDINATE;
	return corners_equal(face) ? CLEAN_POINT : FACE_GOOD;
}

void clean_weld_queue(clean_work *work)
{
	clean_queue *queue = &work->queue;
	for (uint32_t i = 0; i < queue->count; ++i)
		*queue->welded[i] = clean_weld_add_key(&work->weld, &queue->keys[i]);
	queue->count = 0;
}

static void weld_corner(clean_work *work, const clean_face *face, uint32_t corner)
{
	uint32_t vertex = face->corners[corner];
	uint32_t *welded = &work->welded[(size_t)(face->welded - work->welded) + vertex];
	if (*welded != CLEAN_VERTEX_UNUSED)
		return;
	float position[3];
	clean_queue *queue = &work->queue;
	clean_position(work, face->mesh, vertex, position);
	*welded = CLEAN_VERTEX_WAITS;
	queue->keys[queue->count] = clean_weld_prepare(&work->weld, position);
	queue->welded[queue->count++] = welded;
	++work->result.counts.welded;
	if (queue->count == CLEAN_QUEUE)
		clean_weld_queue(work);
}

bool clean_survey_face(clean_work *work, const clean_face *face)
{
	if (judge_face(face) != FACE_GOOD)
		return true;
	for (uint32_t i = 0; i < face->count; ++i)
		weld_corner(work, face, i);
	work->triangles_most += face->count + 2 * face->hole_count - 2;
	if (face->count > work->ring_capacity)
		work->ring_capacity = face->count;
	if (face->hole_count >= work->contour_capacity)
		work->contour_capacity = face->hole_count + 1;
	return true;
}

/// Counts and lists an unusable face.
static void reject_face(clean_work *work, const clean_face *face, clean_reason reason)
{
	clean_counts *counts = &work->result.counts;
	counts->points += reason == CLEAN_POINT;
	work->collapsed += reason == CLEAN_POINT && face->count > 2;
	work->out_of_range += reason == CLEAN_INVALID_INDEX;
	counts->lines += reason == CLEAN_LINE;
	counts->invalid += reason == CLEAN_INVALID_INDEX || reason == CLEAN_INVALID_COORDINATE;
	clean_drop(work->context, &work->drops, face->number, reason);
}

/// A triangle is a sliver if its height is at most this share of its longest edge.
#define SLIVER_HEIGHT 1e-4

/// Returns whether a triangle's height is at most `share` of its longest edge.
static bool is_thin(const float a[3], const float b[3], const float c[3], double share)
{
	double u[3], v[3], longest = 0.0, edges[3] = {0};
	for (int i = 0; i < 3; ++i)
	{
		u[i] = (double)b[i] - (double)a[i];
		v[i] = (double)c[i] - (double)a[i];
		double w = (double)c[i] - (double)b[i];
		edges[0] += u[i] * u[i];
		edges[1] += v[i] * v[i];
		edges[2] += w * w;
	}
	for (int i = 0; i < 3; ++i)
		longest = edges[i] > longest ? edges[i] : longest;
	double x = u[1] * v[2] - u[2] * v[1];
	double y = u[2] * v[0] - u[0] * v[2];
	double z = u[0] * v[1] - u[1] * v[0];
	// The height is twice the area divided by the longest edge; all values are squared.
	return x * x + y * y + z * z <= share * share * longest * longest;
}

bool clean_is_sliver(const float a[3], const float b[3], const float c[3])
{
	return is_thin(a, b, c, SLIVER_HEIGHT);
}

/// Returns whether a triangle has no area. A triangle that is not a sliver always has area, even if that test was
/// rounded.
static bool has_no_area(const float a[3], const float b[3], const float c[3], bool sliver)
{
	return sliver && exact_collinear(a, b, c);
}

static void add_triangle(clean_work *work, const clean_face *face, const uint32_t triangle[3])
{
	clean_mesh *mesh = &work->result;
	++mesh->counts.triangulated;
	const float(*positions)[3] = (const float(*)[3])work->weld.positions;
	uint32_t a = triangle[0], b = triangle[1], c = triangle[2];
	bool sliver = clean_is_sliver(positions[a], positions[b], positions[c]);
	if (a == b || b == c || c == a || has_no_area(positions[a], positions[b], positions[c], sliver))
	{
		++mesh->counts.degenerate;
		clean_drop(work->context, &work->drops, face->number, CLEAN_DEGENERATE);
		return;
	}
	if (work->drop_slivers > 0 && is_thin(positions[a], positions[b], positions[c], work->drop_slivers))
		clean_drop(work->context, &work->slivers, mesh->triangle_count, CLEAN_SLIVER_DROPPED);
	else if (sliver)
		clean_drop(work->context, &work->slivers, mesh->triangle_count, CLEAN_SLIVER);
	uint32_t *out = mesh->triangles[mesh->triangle_count];
	out[0] = a;
	out[1] = work->reverse ? c : b;
	out[2] = work->reverse ? b : c;
	mesh->faces[mesh->triangle_count++] = face->number;
}

/// Adds a contour's welded corners to the ring, without corners equal to their neighbour. Returns the end of the ring.
static uint32_t gather_contour(clean_work *work, const clean_face *face, uint32_t first, uint32_t end, uint32_t start)
{
	uint32_t *ring = work->ring;
	uint32_t count = start;
	for (uint32_t i = first; i < end; ++i)
	{
		uint32_t vertex = face->welded[face->corners[i]];
		if (count == start || ring[count - 1] != vertex)
			ring[count++] = vertex;
	}
	while (count - start > 1 && ring[count - 1] == ring[start])
		--count;
	return count;
}

/// Gathers all contours; leaves out holes that are points or lines. Returns the number of contours.
static uint32_t gather_contours(clean_work *work, const clean_face *face)
{
	uint32_t contours = 1, count = gather_contour(work, face, 0, face->outer, 0);
	work->contour_ends[0] = count;
	for (uint32_t i = 0; i < face->hole_count; ++i)
	{
		uint32_t end = i + 1 < face->hole_count ? face->holes[i + 1] - face->first : face->count;
		uint32_t after = gather_contour(work, face, face->holes[i] - face->first, end, count);
		if (after - count < 3)
			continue;
		work->contour_ends[contours++] = count = after;
	}
	return contours;
}

/// Triangulates a polygon with its holes.
static bool cut_face(clean_work *work, const clean_face *face)
{
	clean_triangulation *cut = &work->triangulation;
	uint32_t contours = gather_contours(work, face);
	if (work->contour_ends[0] < 3)
	{
		// Only a point or a line is left: emit one triangle without area.
		const uint32_t triangle[3] = {work->ring[0], work->ring[work->contour_ends[0] - 1], work->ring[0]};
		add_triangle(work, face, triangle);
		return true;
	}
	if (!clean_triangulate(
			work->context, cut, (const float(*)[3])work->weld.positions, work->ring, work->contour_ends, contours))
		return false;
	if (cut->limited)
		clean_tally(&work->unproved, face->number);
	if (!cut->limited && cut->forced > 0)
		clean_tally(contours > 1 ? &work->leaving : &work->crossed, face->number);
	if (cut->thickness > work->thickness_most)
		clean_tally(&work->nonplanar, face->number);
	if (cut->thickness > work->thickest)
		work->thickest = cut->thickness;
	for (uint32_t i = 0; i < cut->triangle_count; ++i)
		add_triangle(work, face, cut->triangles[i]);
	return true;
}

bool clean_emit_face(clean_work *work, const clean_face *face)
{
	clean_reason reason = judge_face(face);
	bool done = true;
	if (reason != FACE_GOOD)
		reject_face(work, face, reason);
	else if (face->count == 3)
	{
		const uint32_t triangle[3] = {
			face->welded[face->corners[0]], face->welded[face->corners[1]], face->welded[face->corners[2]]};
		add_triangle(work, face, triangle);
	}
	else
		done = cut_face(work, face);
	return done && !work->drops.failed && !work->slivers.failed;
}
