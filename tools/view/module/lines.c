// SPDX-License-Identifier: MIT
#include "view.h"

#include "draw/child.h"

#include <stdlib.h>
#include <string.h>

static void append(void *user, kiln_vec3 a, kiln_vec3 b, uint32_t color)
{
	view_lines *lines = user;
	(void)color;
	if (lines->count == lines->capacity)
	{
		// Larger lists than this cannot be shown, and their bytes must not overflow.
		uint32_t capacity = lines->capacity < 256 ? 256 : lines->capacity * 2;
		void *more = capacity > 1u << 26 ? NULL : realloc(lines->segments, capacity * sizeof *lines->segments);
		if (more == NULL)
		{
			lines->lost = true;
			return;
		}
		lines->segments = more;
		lines->capacity = capacity;
	}
	memcpy(lines->segments[lines->count++], (const float[6]){a.x, a.y, a.z, b.x, b.y, b.z}, sizeof *lines->segments);
}

kiln_draw view_lines_draw(view_lines *lines)
{
	return (kiln_draw){.line = append, .user = lines};
}

void view_lines_free(view_lines *lines)
{
	free(lines->segments);
	*lines = (view_lines){0};
}

void view_edge_lines(view_lines *lines, const kiln_asset *asset, uint32_t mesh, uint32_t kinds)
{
	const uint32_t count = mesh < asset->mesh_count ? asset->meshes[mesh].triangle_count : 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		const uint32_t edges = kiln_triangle_edges(asset, mesh, i);
		kiln_vec3 corners[3];
		uint32_t sides = 0;
		for (uint32_t side = 0; side < 3; ++side)
			sides |= (kinds >> kiln_format_edge_kind(edges, side) & 1u) << side;
		if (sides == 0 || !kiln_triangle_corners(asset, mesh, i, corners))
			continue;
		for (uint32_t side = 0; side < 3; ++side)
		{
			if (sides >> side & 1u)
				append(lines, corners[side], corners[(side + 1) % 3], 0);
		}
	}
}

void view_volume_lines(view_lines *lines, const kiln_asset *asset, uint32_t index, bool is_part, view_volume_kind kind)
{
	kiln_volumes volumes;
	const kiln_draw draw = view_lines_draw(lines);
	kiln_convex_shape shape = {0};
	if (!(is_part ? kiln_part_volumes(asset, index, &volumes) : kiln_shape_volumes(asset, index, &volumes)))
		return;
	switch (kind)
	{
	case VIEW_VOLUME_AABB:
		kiln_draw_aabb(&draw, &volumes.aabb);
		return;
	case VIEW_VOLUME_SPHERE:
		kiln_draw_sphere(&draw, &volumes.sphere);
		return;
	case VIEW_VOLUME_OBB:
		kiln_draw_obb(&draw, &volumes.obb);
		return;
	case VIEW_VOLUME_KDOP:
		kiln_draw_kdop(&draw, &volumes.kdop, 26);
		return;
	case VIEW_VOLUME_CAPSULE:
		shape.kind = KILN_CONVEX_CAPSULE;
		shape.capsule = volumes.capsule;
		break;
	case VIEW_VOLUME_RSS:
		shape.kind = KILN_CONVEX_RSS;
		shape.rss = volumes.rss;
		break;
	default:
		return;
	}
	kiln_draw_convex(&draw, &(kiln_convex_object){.shape = &shape}, 0);
}

void view_tree_lines(
	view_lines *lines, const kiln_asset *asset, uint32_t mesh, kiln_tree_kind kind, uint32_t first, uint32_t last)
{
	const kiln_draw draw = view_lines_draw(lines);
	kiln_draw_tree(&draw, asset, mesh, kind, first, last, NULL);
}

bool view_child_lines(
	view_lines *lines, const kiln_asset *asset, uint32_t mesh, kiln_tree_kind kind, uint32_t node, uint32_t child)
{
	const kiln_draw draw = view_lines_draw(lines);
	return kilni_draw_child(&draw, asset, mesh, kind, node, child);
}
