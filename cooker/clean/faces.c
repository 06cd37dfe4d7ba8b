// SPDX-License-Identifier: MIT
#include "clean_internal.h"

#include "exact/exact.h"
#include "memory.h"

/// Not a reason: the face can be used.
#define FACE_GOOD ((clean_reason)-1)

void clean_drop(const kilncook_context *context, clean_drops *drops, uint32_t face, clean_reason reason)
{
	if (drops->failed)
		return;
	// A face that loses several triangles to one reason is listed once; its reasons come in any order.
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

bool clean_each_face(clean_work *work, bool (*visit)(clean_work *work, const clean_face *face))
{
	clean_face face = {.welded = work->welded};
	for (uint32_t part = 0; part < work->mesh_count; ++part)
	{
		face.mesh = &work->scene->meshes[work->meshes[part]];
		for (uint32_t i = 0; i < face.mesh->face_count; ++i)
		{
			face.corners = face.mesh->corners + face.mesh->face_first[i];
			face.count = face.mesh->face_first[i + 1] - face.mesh->face_first[i];
			if (!visit(work, &face))
				return false;
			++face.number;
		}
		face.welded += face.mesh->vertex_count;
	}
	return true;
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
	if (face->count <= 1)
		return CLEAN_POINT;
	if (face->count == 2)
		return face->corners[0] == face->corners[1] ? CLEAN_POINT : CLEAN_LINE;
	for (uint32_t i = 0; i < face->count; ++i)
		if (face->corners[i] >= face->mesh->vertex_count)
			return CLEAN_INVALID_INDEX;
	for (uint32_t i = 0; i < face->count; ++i)
		if (face->welded[face->corners[i]] == CLEAN_VERTEX_BAD)
			return CLEAN_INVALID_COORDINATE;
	return corners_equal(face) ? CLEAN_POINT : FACE_GOOD;
}

static void weld_corner(clean_work *work, const clean_face *face, uint32_t corner)
{
	uint32_t vertex = face->corners[corner];
	uint32_t *welded = &work->welded[(size_t)(face->welded - work->welded) + vertex];
	if (*welded != CLEAN_VERTEX_UNUSED)
		return;
	float position[3];
	clean_transform(work->transform, face->mesh->positions[vertex], position);
	*welded = clean_weld_add(&work->weld, position);
	++work->result.counts.welded;
}

bool clean_survey_face(clean_work *work, const clean_face *face)
{
	if (judge_face(face) != FACE_GOOD)
		return true;
	for (uint32_t i = 0; i < face->count; ++i)
		weld_corner(work, face, i);
	work->triangle_capacity += face->count - 2;
	if (face->count > work->ring_capacity)
		work->ring_capacity = face->count;
	return true;
}

/// Counts and lists a face that can't be used.
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

/// Height up to this share of the longest edge makes a sliver.
#define SLIVER_HEIGHT 1e-4

static bool is_sliver(const float a[3], const float b[3], const float c[3])
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
	// Height is twice the area over the longest edge; all squared.
	return x * x + y * y + z * z <= SLIVER_HEIGHT * SLIVER_HEIGHT * longest * longest;
}

/// Whether a triangle has no area. A triangle that is no sliver has one, whatever the rounding of that judgement.
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
	bool sliver = is_sliver(positions[a], positions[b], positions[c]);
	if (a == b || b == c || c == a || has_no_area(positions[a], positions[b], positions[c], sliver))
	{
		++mesh->counts.degenerate;
		clean_drop(work->context, &work->drops, face->number, CLEAN_DEGENERATE);
		return;
	}
	if (sliver)
		clean_drop(work->context, &work->slivers, mesh->triangle_count, CLEAN_SLIVER);
	uint32_t *out = mesh->triangles[mesh->triangle_count];
	out[0] = a;
	out[1] = work->reverse ? c : b;
	out[2] = work->reverse ? b : c;
	mesh->faces[mesh->triangle_count++] = face->number;
}

/// The face's welded corners without those that repeat their neighbour; returns how many.
static uint32_t gather_ring(clean_work *work, const clean_face *face)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < face->count; ++i)
	{
		uint32_t vertex = face->welded[face->corners[i]];
		if (count == 0 || work->ring[count - 1] != vertex)
			work->ring[count++] = vertex;
	}
	while (count > 1 && work->ring[count - 1] == work->ring[0])
		--count;
	return count;
}

bool clean_emit_face(clean_work *work, const clean_face *face)
{
	clean_reason reason = judge_face(face);
	if (reason != FACE_GOOD)
	{
		reject_face(work, face, reason);
		return !work->drops.failed && !work->slivers.failed;
	}
	if (face->count == 3)
	{
		const uint32_t triangle[3] = {
			face->welded[face->corners[0]], face->welded[face->corners[1]], face->welded[face->corners[2]]};
		add_triangle(work, face, triangle);
		return !work->drops.failed && !work->slivers.failed;
	}
	uint32_t count = gather_ring(work, face);
	if (count < 3)
	{
		// Nothing but a point or a line is left: one triangle without area.
		const uint32_t triangle[3] = {work->ring[0], work->ring[count - 1], work->ring[0]};
		add_triangle(work, face, triangle);
		return !work->drops.failed && !work->slivers.failed;
	}
	if (!clean_triangulate(
			work->context, &work->triangulation, (const float(*)[3])work->weld.positions, work->ring, &count, 1))
		return false;
	if (work->triangulation.limited && work->unproved++ == 0)
		work->unproved_first = face->number;
	for (uint32_t i = 0; i < work->triangulation.triangle_count; ++i)
		add_triangle(work, face, work->triangulation.triangles[i]);
	return !work->drops.failed && !work->slivers.failed;
}
