// SPDX-License-Identifier: MIT
#include "soup.h"

#include "exact/exact.h"
#include "memory.h"
#include "primitive/triangle/pair.h"
#include "primitive/triangle/pair_signs.h"
#include "shape/triangle_point.h"

#include <math.h>
#include <string.h>

/// One node of the binary tree waits for each level.
#define STACK (BUILD_MAX_DEPTH + 2)

/// A computed distance d may be wrong by e, 2^-34 of the diagonal of the art's box, where triangles are needles. The walk
/// passes boxes up to the squared distance (1 + 2^-20) d^2 + 2^21 e^2, which is above (d + e)^2: so it finds every triangle
/// whose computed distance is the least, and the answer does not depend on the tree.
#define SLACK 0x1p-47
#define SLACK_SHARE (1 + 0x1p-20)

static void sort_corners(kiln_d3 corners[3])
{
	for (int i = 0; i < 3; ++i)
		for (int k = i; k > 0 && kilni_lexically_less(&corners[k], &corners[k - 1]); --k)
		{
			kiln_d3 t = corners[k];
			corners[k] = corners[k - 1];
			corners[k - 1] = t;
		}
}

static void load(const kilncook_wrap_art *art, wrap_soup *soup)
{
	for (uint32_t i = 0; i < soup->triangle_count; ++i)
	{
		const uint32_t *t = art->triangles[soup->tree.order[i]];
		for (int k = 0; k < 3; ++k)
		{
			const float *v = art->vertices[t[k]];
			// Adding 0 turns -0 into 0.
			soup->corners[i][k] = (kiln_d3){(double)v[0] + 0.0, (double)v[1] + 0.0, (double)v[2] + 0.0};
		}
		sort_corners(soup->corners[i]);
	}
}

kilncook_status wrap_soup_build(
	const kilncook_context *context, const kilncook_wrap_art *art, uint32_t threads, wrap_soup *soup)
{
	*soup = (wrap_soup){.context = context, .triangle_count = art->triangle_count};
	const build_input input = {.count = art->triangle_count, .triangles = art->triangles, .vertices = art->vertices};
	const build_options options = {.leaf_size = 4, .block = 4, .threads = threads};
	if (build_tree_build(context, &input, &options, &soup->tree) != KILNCOOK_OK)
	{
		soup->tree = (build_tree){0};
		return KILNCOOK_INTERNAL;
	}
	soup->corners = cook_alloc(context, soup->triangle_count, sizeof *soup->corners);
	if (!soup->corners)
	{
		wrap_soup_free(soup);
		return KILNCOOK_INTERNAL;
	}
	load(art, soup);
	const build_box *box = &soup->tree.nodes[0].box;
	for (int k = 0; k < 3; ++k)
		soup->slack2 +=
			SLACK * ((double)box->max[k] - (double)box->min[k]) * ((double)box->max[k] - (double)box->min[k]);
	return KILNCOOK_OK;
}

void wrap_soup_free(wrap_soup *soup)
{
	cook_free(soup->context, soup->corners, soup->triangle_count, sizeof *soup->corners);
	if (soup->tree.nodes)
		build_tree_free(soup->context, &soup->tree);
	*soup = (wrap_soup){0};
}

// --- Distance ---------------------------------------------------------------------------------------------------------

/// The squared distance from a point to a box.
static double box_distance2(const build_box *box, kiln_d3 at)
{
	const double p[3] = {at.x, at.y, at.z};
	double sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		double low = (double)box->min[k] - p[k], high = p[k] - (double)box->max[k];
		double d = low > high ? low : high;
		sum += d > 0 ? d * d : 0;
	}
	return sum;
}

static void compare(const wrap_soup *soup, uint32_t triangle, kiln_d3 at, double *best2, wrap_near *best)
{
	const kiln_d3 *t = soup->corners[triangle];
	const kiln_d3 shifted[3] = {kiln_d3_sub(t[0], at), kiln_d3_sub(t[1], at), kiln_d3_sub(t[2], at)};
	kiln_d3 closest = kilni_triangle_closest(shifted);
	double distance2 = kiln_d3_length2(closest);
	if (distance2 > *best2)
		return;
	kiln_d3 point = kiln_d3_add(at, closest);
	if (distance2 >= *best2 && (best->triangle == KILN_NONE || !kilni_lexically_less(&point, &best->point)))
		return;
	*best2 = distance2;
	best->point = point;
	best->triangle = triangle;
}

wrap_near wrap_soup_nearest(const wrap_soup *soup, kiln_d3 at, double most)
{
	wrap_near best = {.distance = (double)INFINITY, .triangle = KILN_NONE};
	double best2 = most * most;
	struct
	{
		uint32_t node;
		double distance2;
	} stack[STACK];
	uint32_t depth = 0;
	stack[depth].node = 0;
	stack[depth++].distance2 = box_distance2(&soup->tree.nodes[0].box, at);
	while (depth > 0)
	{
		--depth;
		if (stack[depth].distance2 > best2 * SLACK_SHARE + soup->slack2)
			continue;
		const build_node *node = &soup->tree.nodes[stack[depth].node];
		if (node->count)
		{
			for (uint32_t i = 0; i < node->count; ++i)
				compare(soup, node->first + i, at, &best2, &best);
			continue;
		}
		double first = box_distance2(&soup->tree.nodes[node->first].box, at);
		double second = box_distance2(&soup->tree.nodes[node->first + 1].box, at);
		// The nearer child is on top.
		bool swap = second < first;
		stack[depth].node = node->first + !swap;
		stack[depth++].distance2 = swap ? first : second;
		stack[depth].node = node->first + swap;
		stack[depth++].distance2 = swap ? second : first;
	}
	if (best.triangle != KILN_NONE)
		best.distance = sqrt(best2);
	return best;
}

// --- Touching ---------------------------------------------------------------------------------------------------------

static const int sides[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/// The planes of the probe's sides, for boxes: points with normal . p above `limit` are in front, that is outside.
typedef struct probe_planes
{
	kiln_d3 normals[4];
	double limits[4];
	build_box box;
} probe_planes;

static probe_planes planes_of(const wrap_probe *probe)
{
	probe_planes planes = {.box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}};
	for (int i = 0; i < probe->count; ++i)
	{
		const kiln_d3 *c = &probe->corners[i];
		const float p[3] = {(float)c->x, (float)c->y, (float)c->z};
		for (int k = 0; k < 3; ++k)
		{
			planes.box.min[k] = p[k] < planes.box.min[k] ? p[k] : planes.box.min[k];
			planes.box.max[k] = p[k] > planes.box.max[k] ? p[k] : planes.box.max[k];
		}
	}
	for (int i = 0; i < 4 && probe->count == 4; ++i)
	{
		const kiln_d3 a = probe->corners[sides[i][0]];
		kiln_d3 n =
			kiln_d3_cross(kiln_d3_sub(probe->corners[sides[i][1]], a), kiln_d3_sub(probe->corners[sides[i][2]], a));
		// Whatever the rounding of n, this is a plane: the limit is that of all corners, with room for rounding.
		double limit = kiln_d3_dot(n, a), room = 0;
		for (int k = 0; k < 4; ++k)
		{
			kiln_d3 size = kiln_d3_abs(probe->corners[k]);
			limit = kiln_double_max(limit, kiln_d3_dot(n, probe->corners[k]));
			room = kiln_double_max(room, kiln_d3_dot(kiln_d3_abs(n), size));
		}
		planes.normals[i] = n;
		planes.limits[i] = limit + room * 0x1p-48;
	}
	return planes;
}

/// Whether the box may touch the probe.
static bool may_touch(const probe_planes *planes, int count, const build_box *box)
{
	for (int k = 0; k < 3; ++k)
		if (box->min[k] > planes->box.max[k] || planes->box.min[k] > box->max[k])
			return false;
	for (int i = 0; i < 4 && count == 4; ++i)
	{
		const kiln_d3 *n = &planes->normals[i];
		double x = n->x * (double)(n->x > 0 ? box->min[0] : box->max[0]);
		double y = n->y * (double)(n->y > 0 ? box->min[1] : box->max[1]);
		double z = n->z * (double)(n->z > 0 ? box->min[2] : box->max[2]);
		double size = kiln_double_abs(x) + kiln_double_abs(y) + kiln_double_abs(z);
		if (x + y + z - size * 0x1p-48 > planes->limits[i])
			return false;
	}
	return true;
}

static int side_of(const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c, const kiln_d3 *p)
{
	const double points[4][3] = {{a->x, a->y, a->z}, {b->x, b->y, b->z}, {c->x, c->y, c->z}, {p->x, p->y, p->z}};
	return exact_orient3d(points[0], points[1], points[2], points[3]);
}

/// Whether a triangle touches a tetrahedron.
static bool touches_cell(const wrap_probe *probe, const kiln_d3 t[3])
{
	bool in[3] = {true, true, true};
	for (int i = 0; i < 4; ++i)
	{
		int outside = 0;
		for (int k = 0; k < 3; ++k)
		{
			bool out = side_of(&probe->corners[sides[i][0]], &probe->corners[sides[i][1]], &probe->corners[sides[i][2]],
						   &t[k]) > 0;
			outside += out;
			in[k] &= !out;
		}
		if (outside == 3)
			return false;
	}
	if (in[0] || in[1] || in[2])
		return true;
	for (int i = 0; i < 4; ++i)
	{
		const kiln_d3 side[3] = {probe->corners[sides[i][0]], probe->corners[sides[i][1]], probe->corners[sides[i][2]]};
		if (kilni_triangles_touch(side, t))
			return true;
	}
	return false;
}

bool wrap_soup_touches(const wrap_soup *soup, const wrap_probe *probe)
{
	const probe_planes planes = planes_of(probe);
	uint32_t stack[STACK], depth = 0;
	stack[depth++] = 0;
	while (depth > 0)
	{
		const build_node *node = &soup->tree.nodes[stack[--depth]];
		if (!may_touch(&planes, probe->count, &node->box))
			continue;
		if (!node->count)
		{
			stack[depth++] = node->first + 1;
			stack[depth++] = node->first;
			continue;
		}
		for (uint32_t i = 0; i < node->count; ++i)
		{
			const kiln_d3 *t = soup->corners[node->first + i];
			if (probe->count == 4 ? touches_cell(probe, t) : kilni_triangles_touch(probe->corners, t))
				return true;
		}
	}
	return false;
}
