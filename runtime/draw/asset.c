// SPDX-License-Identifier: MIT
#include "child.h"
#include "pen.h"

#include "tree/layout.h"

#include <string.h>

static kiln_affine affine_of(const float m[12])
{
	kiln_affine map;
	for (int k = 0; k < 3; ++k)
		map.column[k] = (kiln_d3){(double)m[k], (double)m[4 + k], (double)m[8 + k]};
	map.origin = (kiln_d3){(double)m[3], (double)m[7], (double)m[11]};
	return map;
}

static void draw_mesh(const kiln_pen *pen, const kiln_asset *asset, uint32_t mesh)
{
	for (uint32_t i = 0; i < asset->meshes[mesh].triangle_count; ++i)
	{
		kiln_vec3 c[3];
		if (kiln_triangle_corners(asset, mesh, i, c))
			kilni_pen_triangle(pen, kiln_d3_from(c[0]), kiln_d3_from(c[1]), kiln_d3_from(c[2]));
	}
}

/// Draws each face as a fan.
static void draw_faces(const kiln_pen *pen, const kiln_hull *hull)
{
	for (uint32_t face = 0; face < hull->face_count; ++face)
	{
		uint32_t count, first = kiln_hull_face(hull, face, &count);
		kiln_d3 apex = kiln_d3_from(kiln_hull_vertex(hull, kiln_hull_origin(hull, first)));
		for (uint32_t i = 1; i + 1 < count; ++i)
			kilni_pen_triangle(pen, apex, kiln_d3_from(kiln_hull_vertex(hull, kiln_hull_origin(hull, first + i))),
				kiln_d3_from(kiln_hull_vertex(hull, kiln_hull_origin(hull, first + i + 1))));
	}
}

/// Draws the points within `radius` of a segment: rings around both ends, and curves between the rings.
static void draw_rod(const kiln_pen *pen, kiln_d3 a, kiln_d3 b, double radius, bool round)
{
	kiln_d3 way = kiln_d3_sub(b, a), axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	int least = 0;
	double length = sqrt(kiln_d3_length2(way));
	if (length > 0)
	{
		kiln_d3 size = kiln_d3_abs(way);
		least = size.x <= size.y && size.x <= size.z ? 0 : size.y <= size.z ? 1 : 2;
		axes[2] = kiln_d3_scale(way, 1 / length);
		axes[1] = kiln_d3_cross(axes[2], (kiln_d3){least == 0, least == 1, least == 2});
		axes[1] = kiln_d3_scale(axes[1], 1 / sqrt(kiln_d3_length2(axes[1])));
		axes[0] = kiln_d3_cross(axes[1], axes[2]);
	}
	kiln_d3 middle = kiln_d3_scale(kiln_d3_add(a, b), 0.5), half = kiln_d3_scale(way, 0.5);
	if (round)
		kilni_pen_rounded(pen, middle, half, (kiln_d3){0}, axes, radius);
	for (uint32_t i = 0; i < KILN_DRAW_CIRCLE; ++i)
	{
		kiln_d3 from = kiln_d3_scale(kilni_pen_direction(axes, 2, i), radius);
		kiln_d3 to = kiln_d3_scale(kilni_pen_direction(axes, 2, i + 1), radius);
		kilni_pen_line(pen, kiln_d3_add(a, from), kiln_d3_add(a, to));
		kilni_pen_line(pen, kiln_d3_add(b, from), kiln_d3_add(b, to));
		if (i % 8 == 0)
			kilni_pen_line(pen, kiln_d3_add(a, from), kiln_d3_add(b, from));
	}
}

static void draw_shape(const kiln_pen *pen, const kiln_asset *asset, uint32_t shape)
{
	kiln_hull hull;
	kiln_convex_shape convex;
	const kiln_format_shape *of = &asset->shapes[shape];
	if (of->kind == KILN_SHAPE_MESH)
	{
		draw_mesh(pen, asset, of->index);
		return;
	}
	if (!kiln_convex_from_asset(asset, shape, &hull, &convex))
		return;
	kiln_d3 edge[3];
	switch (convex.kind)
	{
	case KILN_CONVEX_HULL:
		draw_faces(pen, &hull);
		break;
	case KILN_CONVEX_OBB:
		for (int k = 0; k < 3; ++k)
			edge[k] = kiln_d3_scale(kiln_d3_from(convex.obb.axes[k]), (double)convex.obb.half_extents[k]);
		kilni_pen_box(pen, kiln_d3_from(convex.obb.center), edge);
		break;
	case KILN_CONVEX_SPHERE:
		draw_rod(pen, kiln_d3_from(convex.sphere.center), kiln_d3_from(convex.sphere.center),
			(double)convex.sphere.radius, true);
		break;
	case KILN_CONVEX_CAPSULE:
		draw_rod(
			pen, kiln_d3_from(convex.capsule.a), kiln_d3_from(convex.capsule.b), (double)convex.capsule.radius, true);
		break;
	default:
		draw_rod(pen, kiln_d3_from(convex.cylinder.a), kiln_d3_from(convex.cylinder.b), (double)convex.cylinder.radius,
			false);
		break;
	}
}

void kiln_draw_asset(const kiln_draw *draw, const kiln_asset *asset, const kiln_pose *pose)
{
	if (!draw || !asset)
		return;
	kiln_pen all = kiln_pen_of(draw, pose);
	for (uint32_t i = 0; i < asset->node_count; ++i)
	{
		kiln_affine node = affine_of(asset->nodes[i].to_asset);
		kiln_pen pen = {draw, kiln_affine_compose(&all.map, &node)};
		draw_shape(&pen, asset, asset->nodes[i].shape);
	}
}

// --- Trees ------------------------------------------------------------------------------------------------------------

/// A tree of any kind, for a walk that draws its volumes.
typedef struct tree_view
{
	kiln_tree_kind kind;
	const uint8_t *nodes;
	uint32_t node_size;
	uint32_t node_count;
} tree_view;

static bool view_of(const kiln_asset *asset, uint32_t mesh, kiln_tree_kind kind, tree_view *view)
{
	if (mesh != KILN_NONE && (mesh >= asset->mesh_count || asset->lazy))
		return false;
	if (kind == KILN_TREE_AABB)
	{
		kiln_tree tree = mesh == KILN_NONE ? kiln_scene_tree(asset) : kiln_mesh_tree(asset, mesh);
		*view = (tree_view){kind, (const uint8_t *)tree.nodes, sizeof *tree.nodes,
			mesh == KILN_NONE ? asset->scene->tree_count : asset->meshes[mesh].tree_count};
		return true;
	}
	for (uint32_t i = 0; i < asset->volume_tree_count; ++i)
		if (asset->volume_trees[i].kind == (uint32_t)kind && asset->volume_trees[i].mesh == mesh)
		{
			*view = (tree_view){kind, asset->volume_nodes + asset->volume_trees[i].nodes,
				kiln_format_volume_node_size((uint32_t)kind), asset->volume_trees[i].node_count};
			return true;
		}
	return false;
}

static void draw_slab_child(const kiln_pen *pen, const uint8_t *bytes, kiln_tree_kind kind, uint32_t child)
{
	uint32_t count = kiln_format_kdop_slabs((uint32_t)kind);
	kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(count);
	const float *origin = (const float *)(const void *)(bytes + at.origin);
	kiln_kdop kdop = {{0}, {0}};
	for (uint32_t s = 0; s < count; ++s)
	{
		float scale = kiln_exponent_scale(bytes[at.exponent + s]);
		uint32_t axis = kiln_format_kdop_axis((uint32_t)kind, s);
		kdop.min[axis] = origin[s] + (float)bytes[at.lo + s * KILN_TREE_WIDTH + child] * scale;
		kdop.max[axis] = origin[s] + (float)bytes[at.hi + s * KILN_TREE_WIDTH + child] * scale;
	}
	kilni_pen_kdop(pen, &kdop, 2 * count);
}

static void draw_oriented_child(const kiln_pen *pen, const uint8_t *bytes, kiln_tree_kind kind, uint32_t child)
{
	const kiln_format_oriented_node *node = (const kiln_format_oriented_node *)(const void *)bytes;
	float axes[3][3];
	kiln_d3 unit[3], edge[3];
	kiln_d3 center = {(double)node->center[0][child], (double)node->center[1][child], (double)node->center[2][child]};
	kiln_format_axes((float)node->rotation[0][child], (float)node->rotation[1][child], (float)node->rotation[2][child],
		(float)node->rotation[3][child], axes);
	for (int k = 0; k < 3; ++k)
	{
		unit[k] = (kiln_d3){(double)axes[k][0], (double)axes[k][1], (double)axes[k][2]};
		edge[k] = kiln_d3_scale(unit[k], (double)node->size[k][child]);
	}
	if (kind == KILN_TREE_OBB)
		kilni_pen_box(pen, center, edge);
	else
		kilni_pen_rounded(pen, center, edge[0], edge[1], unit, (double)node->size[2][child]);
}

static void draw_child(const kiln_pen *pen, const tree_view *view, const uint8_t *bytes, uint32_t child)
{
	static const kiln_d3 upright[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	const kiln_format_tree_node *box = (const kiln_format_tree_node *)(const void *)bytes;
	const kiln_format_sphere_node *ball = (const kiln_format_sphere_node *)(const void *)bytes;
	double center[3], half[3];
	switch (view->kind)
	{
	case KILN_TREE_AABB:
		for (int axis = 0; axis < 3; ++axis)
		{
			double scale = (double)kiln_exponent_scale(box->exponent[axis]) / 2;
			center[axis] = (double)box->origin[axis] + scale * (box->lo[axis][child] + box->hi[axis][child]);
			half[axis] = scale * (box->hi[axis][child] - box->lo[axis][child]);
		}
		kilni_pen_box(pen, (kiln_d3){center[0], center[1], center[2]},
			(const kiln_d3[3]){{half[0], 0, 0}, {0, half[1], 0}, {0, 0, half[2]}});
		break;
	case KILN_TREE_SPHERE:
		kilni_pen_rounded(pen,
			(kiln_d3){(double)ball->center[0][child], (double)ball->center[1][child], (double)ball->center[2][child]},
			(kiln_d3){0}, (kiln_d3){0}, upright, (double)ball->radius[child]);
		break;
	case KILN_TREE_OBB:
	case KILN_TREE_RSS:
		draw_oriented_child(pen, bytes, view->kind, child);
		break;
	default:
		draw_slab_child(pen, bytes, view->kind, child);
		break;
	}
}

/// Lists the children of a node: the numbers of inner nodes, KILN_NONE for leaves.
static uint32_t children_of(const tree_view *view, const uint8_t *bytes, uint32_t numbers[KILN_TREE_WIDTH])
{
	if (view->kind == KILN_TREE_AABB)
	{
		const kiln_format_tree_node *node = (const kiln_format_tree_node *)(const void *)bytes;
		uint32_t count = kiln_node_child_count(node), inner = kiln_node_inner_count(node);
		for (uint32_t i = 0; i < count; ++i)
			numbers[i] = i < inner ? node->child_base + i : KILN_NONE;
		return count;
	}
	const kiln_format_volume_head *head = (const kiln_format_volume_head *)(const void *)bytes;
	for (uint32_t i = 0; i < head->count; ++i)
		numbers[i] = head->child[i] & KILN_VOLUME_LEAF ? KILN_NONE : head->child[i];
	return head->count;
}

void kiln_draw_tree(const kiln_draw *draw, const kiln_asset *asset, uint32_t mesh, kiln_tree_kind kind, uint32_t first,
	uint32_t last, const kiln_pose *pose)
{
	if (!draw || !asset)
		return;
	// The siblings of each level wait while the walk descends; this is room for all of them.
	uint32_t stack[KILN_TREE_DEPTH_MAX * KILN_TREE_WIDTH + 1], level[KILN_TREE_DEPTH_MAX * KILN_TREE_WIDTH + 1];
	uint32_t size = 1;
	kiln_pen pen = kiln_pen_of(draw, pose);
	tree_view view;
	if (!view_of(asset, mesh, kind, &view))
		return;
	stack[0] = level[0] = 0;
	while (size > 0)
	{
		uint32_t at = level[--size], numbers[KILN_TREE_WIDTH];
		const uint8_t *bytes = view.nodes + (uint64_t)stack[size] * view.node_size;
		uint32_t count = children_of(&view, bytes, numbers);
		for (uint32_t i = 0; i < count && at >= first; ++i)
			draw_child(&pen, &view, bytes, i);
		for (uint32_t i = count; i > 0 && at < last; --i)
		{
			if (numbers[i - 1] == KILN_NONE)
				continue;
			stack[size] = numbers[i - 1];
			level[size++] = at + 1;
		}
	}
}

bool kilni_draw_child(
	const kiln_draw *draw, const kiln_asset *asset, uint32_t mesh, kiln_tree_kind kind, uint32_t node, uint32_t child)
{
	uint32_t numbers[KILN_TREE_WIDTH];
	const kiln_pen pen = kiln_pen_of(draw, NULL);
	tree_view view;
	if (!view_of(asset, mesh, kind, &view) || node >= view.node_count)
		return false;
	const uint8_t *bytes = view.nodes + (uint64_t)node * view.node_size;
	if (child >= children_of(&view, bytes, numbers))
		return false;
	draw_child(&pen, &view, bytes, child);
	return true;
}

void kiln_draw_broadphase(const kiln_draw *draw, const kiln_broadphase *broadphase)
{
	if (!draw)
		return;
	for (uint32_t i = 0, left = kiln_broadphase_count(broadphase); left > 0; ++i)
	{
		kiln_aabb box;
		if (kiln_broadphase_bounds(broadphase, kiln_broadphase_proxy(broadphase, i), &box) != KILN_OK)
			continue;
		kiln_draw_aabb(draw, &box);
		--left;
	}
}
