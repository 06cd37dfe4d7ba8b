// SPDX-License-Identifier: MIT
#include "clean/triangulate.h"
#include "memory.h"
#include "polygon.h"

#include <string.h>

static void push(piece_list *list, uint32_t **block, uint32_t count, uint32_t *capacity, uint32_t value)
{
	if (list->failed)
		return;
	if (count == *capacity)
	{
		size_t larger = (size_t)*capacity * 2 + 64;
		uint32_t *grown =
			larger > UINT32_MAX ? NULL : cook_resize(list->context, *block, *capacity, larger, sizeof **block);
		if (!grown)
		{
			list->failed = true;
			return;
		}
		*block = grown;
		*capacity = (uint32_t)larger;
	}
	(*block)[count] = value;
}

void piece_add(piece_list *list, uint32_t corner)
{
	push(list, &list->pieces.corners, list->pieces.corner_count, &list->corner_capacity, corner);
	list->pieces.corner_count += !list->failed;
}

void piece_end(piece_list *list)
{
	push(list, &list->pieces.piece_ends, list->pieces.piece_count, &list->piece_capacity, list->pieces.corner_count);
	list->pieces.piece_count += !list->failed;
}

void kilncook_pieces_free(const kilncook_context *context, kilncook_pieces *pieces)
{
	cook_free(context, pieces->corners, pieces->corner_count, sizeof *pieces->corners);
	cook_free(context, pieces->piece_ends, pieces->piece_count, sizeof *pieces->piece_ends);
	*pieces = (kilncook_pieces){0};
}

/// Shrinks the arrays to their sizes, and frees them on failure.
static bool finish(piece_list *list)
{
	kilncook_pieces *pieces = &list->pieces;
	uint32_t *corners = NULL, *ends = NULL;
	if (!list->failed)
	{
		corners = cook_alloc(list->context, pieces->corner_count, sizeof *corners);
		ends = cook_alloc(list->context, pieces->piece_count, sizeof *ends);
	}
	bool done = corners && ends;
	if (done && pieces->corner_count)
		memcpy(corners, pieces->corners, pieces->corner_count * sizeof *corners);
	if (done && pieces->piece_count)
		memcpy(ends, pieces->piece_ends, pieces->piece_count * sizeof *ends);
	cook_free(list->context, pieces->corners, list->corner_capacity, sizeof *pieces->corners);
	cook_free(list->context, pieces->piece_ends, list->piece_capacity, sizeof *pieces->piece_ends);
	if (!done)
	{
		cook_free(list->context, corners, pieces->corner_count, sizeof *corners);
		cook_free(list->context, ends, pieces->piece_count, sizeof *ends);
	}
	pieces->corners = done ? corners : NULL;
	pieces->piece_ends = done ? ends : NULL;
	return done;
}

/// Triangles of a polygon, by corners.
typedef struct triangle_list
{
	clean_triangulation cut;
	float (
		*positions)[3]; ///< one per corner: seen along the axis w, which the triangulation would not keep to by itself
	uint32_t *corners;
	bool crossed; ///< the polygon is not simple
} triangle_list;

static void free_triangles(const kilncook_context *context, const polygon_view *view, triangle_list *list)
{
	clean_triangulation_free(context, &list->cut);
	cook_free(context, list->positions, view->count, sizeof *list->positions);
	cook_free(context, list->corners, view->count, sizeof *list->corners);
}

/// Cuts the polygon as it is seen along its axis w. False when out of memory.
static bool triangulate(const kilncook_context *context, const polygon_view *view, triangle_list *list)
{
	*list = (triangle_list){0};
	list->positions = cook_alloc(context, view->count, sizeof *list->positions);
	list->corners = cook_alloc(context, view->count, sizeof *list->corners);
	if (!list->positions || !list->corners)
		return false;
	for (uint32_t i = 0; i < view->count; ++i)
	{
		const float *p = polygon_at(view, i);
		list->positions[i][0] = p[view->axes[0]];
		list->positions[i][1] = p[view->axes[1]];
		list->positions[i][2] = 0.0f;
		list->corners[i] = i;
	}
	if (!clean_triangulate(context, &list->cut, (const float(*)[3])list->positions, list->corners,
			view->given->contour_ends, view->given->contour_count))
		return false;
	bool area = false;
	list->crossed = list->cut.forced > 0 || list->cut.limited;
	for (uint32_t i = 0; i < list->cut.triangle_count; ++i)
	{
		const uint32_t *t = list->cut.triangles[i];
		int turn = polygon_turn(view, t[0], t[1], t[2]);
		list->crossed |= turn < 0;
		area |= turn > 0;
	}
	list->crossed |= !area;
	return true;
}

static void add_triangles(const clean_triangulation *cut, piece_list *out)
{
	for (uint32_t i = 0; i < cut->triangle_count; ++i)
	{
		for (int k = 0; k < 3; ++k)
			piece_add(out, cut->triangles[i][k]);
		piece_end(out);
	}
}

/// Cuts a polygon that is checked. Returns KILNCOOK_REFUSED without a message.
static kilncook_status cut(
	const kilncook_context *context, const polygon_view *view, kilncook_partition partition, piece_list *out)
{
	triangle_list list;
	bool done = triangulate(context, view, &list), crossed = list.crossed;
	if (done && !crossed)
	{
		if (partition == KILNCOOK_PARTITION_TRIANGLES)
			add_triangles(&list.cut, out);
		else if (partition == KILNCOOK_PARTITION_CONVEX)
			done = polygon_join(context, view, (const uint32_t(*)[3])list.cut.triangles, list.cut.triangle_count, out);
		else
		{
			bool found = true;
			done = polygon_fewest(context, view, out, &found);
			crossed = !found;
		}
	}
	free_triangles(context, view, &list);
	if (!done)
		return KILNCOOK_INTERNAL;
	return crossed ? KILNCOOK_REFUSED : KILNCOOK_OK;
}

kilncook_status kilncook_polygon_partition(const kilncook_context *context, const kilncook_polygon *polygon,
	kilncook_partition partition, kilncook_pieces *pieces)
{
	polygon_view view;
	kilncook_status status = polygon_view_of(context, polygon, &view);
	if (status != KILNCOOK_OK)
		return status;
	if (partition >= KILNCOOK_PARTITION_END ||
		(partition == KILNCOOK_PARTITION_FEWEST &&
			(polygon->contour_count > 1 || view.count > KILNCOOK_PARTITION_CORNERS_MAX)))
	{
		cook_message(context, KILNCOOK_ERROR, "", "usage",
			"an unknown way to cut a polygon, or holes or more than %d corners for the fewest pieces",
			KILNCOOK_PARTITION_CORNERS_MAX);
		return KILNCOOK_USAGE;
	}
	piece_list list = {.context = context};
	status = cut(context, &view, partition, &list);
	bool kept = finish(&list);
	if (status == KILNCOOK_OK && kept)
	{
		*pieces = list.pieces;
		return KILNCOOK_OK;
	}
	if (kept)
		kilncook_pieces_free(context, &list.pieces);
	if (status == KILNCOOK_REFUSED)
		cook_message(context, KILNCOOK_ERROR, "", "polygon-crossed",
			"the contours of a polygon cross, or the polygon has no area");
	else
	{
		status = KILNCOOK_INTERNAL;
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory to cut a polygon");
	}
	return status;
}
