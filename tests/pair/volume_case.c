// SPDX-License-Identifier: MIT
#include "volume_case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int slab_axes[13][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1},
	{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};

double volume_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (double)(int64_t)(*state >> 11) * 0x1p-52 - 1;
}

uint32_t volume_below(uint64_t *state, uint32_t n)
{
	return (uint32_t)((volume_random(state) + 1) * 0.5 * n) % n;
}

/// Makes a grid of 255 steps that begins at or below `low` and reaches `high`; all its planes are exact in float32.
static double grid_of(double low, double high, float *origin, uint8_t *exponent)
{
	for (int e = 1; e < 255; ++e)
	{
		double step = ldexp(1, e - 127), first = floor(low / step);
		if (fabs(first) + 255 < 16777216 && (first + 254) * step >= high)
		{
			*origin = (float)(first * step);
			*exponent = (uint8_t)e;
			return step;
		}
	}
	abort();
}

/// Returns the steps of an interval on a grid, rounded outwards.
static void steps_of(double low, double high, double origin, double step, uint8_t *lo, uint8_t *hi)
{
	double first = floor((low - origin) / step), last = ceil((high - origin) / step);
	*lo = (uint8_t)(first < 0 ? 0 : first > 255 ? 255 : first);
	*hi = (uint8_t)(last < *lo ? *lo : last > 255 ? 255 : last);
}

static double size_of(uint64_t *state, volume_look look, double extent)
{
	double size = fabs(volume_random(state)) * extent * 0.5;
	if (look == LOOK_POINT || (look == LOOK_FLAT && volume_below(state, 2)))
		return 0;
	return volume_below(state, 4) ? size : size * 0.01;
}

static void box_of_all(volume_case *out, const double low[3], const double high[3])
{
	float min[3], max[3];
	for (int k = 0; k < 3; ++k)
	{
		min[k] = nextafterf((float)low[k], -HUGE_VALF);
		max[k] = nextafterf((float)high[k], HUGE_VALF);
	}
	kilni_pair_tree_box(&out->tree, min, max);
}

static void make_aabb(volume_case *out, uint64_t *state, volume_look look, const double middle[3])
{
	kiln_format_tree_node *node = (kiln_format_tree_node *)(void *)out->node;
	double low[3], high[3];
	node->counts = (uint8_t)out->count;
	for (int k = 0; k < 3; ++k)
	{
		low[k] = middle[k] - out->extent;
		high[k] = middle[k] + out->extent;
		double step = grid_of(low[k], high[k], &node->origin[k], &node->exponent[k]);
		memset(node->lo[k], 255, 8);
		for (uint32_t i = 0; i < out->count; ++i)
		{
			double at = middle[k] + volume_random(state) * out->extent * 0.5;
			double half = size_of(state, look, out->extent);
			steps_of(at - half, at + half, (double)node->origin[k], step, &node->lo[k][i], &node->hi[k][i]);
			if (look == LOOK_POINT)
				node->hi[k][i] = node->lo[k][i];
		}
		low[k] = (double)node->origin[k];
		high[k] = low[k] + 255 * step;
	}
	box_of_all(out, low, high);
}

static kiln_format_volume_head *head_of(volume_case *out)
{
	kiln_format_volume_head *head = (kiln_format_volume_head *)(void *)out->node;
	head->count = out->count;
	for (uint32_t i = 0; i < 8; ++i)
		head->child[i] = i < out->count ? KILN_VOLUME_LEAF | i : KILN_NONE;
	return head;
}

static void make_sphere(volume_case *out, uint64_t *state, volume_look look, const double middle[3])
{
	kiln_format_sphere_node *node = (kiln_format_sphere_node *)(void *)out->node;
	double low[3], high[3];
	for (uint32_t i = 0; i < out->count; ++i)
	{
		node->radius[i] = (float)size_of(state, look, out->extent);
		for (int k = 0; k < 3; ++k)
		{
			node->center[k][i] = (float)(middle[k] + volume_random(state) * out->extent * 0.5);
			double from = (double)node->center[k][i] - (double)node->radius[i];
			double to = (double)node->center[k][i] + (double)node->radius[i];
			low[k] = i == 0 || from < low[k] ? from : low[k];
			high[k] = i == 0 || to > high[k] ? to : high[k];
		}
	}
	box_of_all(out, low, high);
}

static void make_rotation(kiln_format_oriented_node *node, uint32_t i, uint64_t *state, volume_look look)
{
	double q[4], length = 0;
	for (int k = 0; k < 4; ++k)
	{
		q[k] = volume_random(state);
		if (look == LOOK_STRAIGHT && k < 3)
			q[k] *= 0x1p-13 * (double)volume_below(state, 4);
		if (look == LOOK_STRAIGHT && k == 3)
			q[k] = 1;
		length += q[k] * q[k];
	}
	double most = 16385 + 16000 * (double)volume_below(state, 2);
	for (int k = 0; k < 4; ++k)
		node->rotation[k][i] = (int16_t)rint(q[k] / sqrt(length) * most);
}

static void make_oriented(volume_case *out, uint64_t *state, volume_look look, const double middle[3])
{
	kiln_format_oriented_node *node = (kiln_format_oriented_node *)(void *)out->node;
	double low[3], high[3];
	for (uint32_t i = 0; i < out->count; ++i)
	{
		double reach = 0;
		make_rotation(node, i, state, look);
		for (int k = 0; k < 3; ++k)
		{
			node->size[k][i] = (float)size_of(state, look, out->extent);
			reach += (double)node->size[k][i];
		}
		for (int k = 0; k < 3; ++k)
		{
			node->center[k][i] = (float)(middle[k] + volume_random(state) * out->extent * 0.5);
			double from = (double)node->center[k][i] - reach, to = (double)node->center[k][i] + reach;
			low[k] = i == 0 || from < low[k] ? from : low[k];
			high[k] = i == 0 || to > high[k] ? to : high[k];
		}
	}
	for (uint32_t i = out->count; i < 8; ++i)
		node->rotation[3][i] = 0;
	box_of_all(out, low, high);
}

static void make_kdop(volume_case *out, uint64_t *state, volume_look look, const double middle[3])
{
	uint32_t slabs = kiln_format_kdop_slabs((uint32_t)out->tree.kind);
	kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(slabs);
	float *origin = (float *)(void *)(out->node + at.origin);
	double center[8][3], low[3], high[3];
	for (uint32_t i = 0; i < out->count; ++i)
		for (int k = 0; k < 3; ++k)
			center[i][k] = middle[k] + volume_random(state) * out->extent * 0.5;
	for (uint32_t s = 0; s < slabs; ++s)
	{
		const int *n = slab_axes[kiln_format_kdop_axis((uint32_t)out->tree.kind, s)];
		double along = n[0] * middle[0] + n[1] * middle[1] + n[2] * middle[2];
		double reach = 2 * out->extent * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
		double step = grid_of(along - reach, along + reach, &origin[s], &out->node[at.exponent + s]);
		for (uint32_t i = 0; i < out->count; ++i)
		{
			double place = n[0] * center[i][0] + n[1] * center[i][1] + n[2] * center[i][2];
			double below = size_of(state, look, out->extent), above = size_of(state, look, out->extent);
			steps_of(place - below, place + above, (double)origin[s], step, &out->node[at.lo + 8 * s + i],
				&out->node[at.hi + 8 * s + i]);
		}
		if (s < 3)
		{
			low[s] = (double)origin[s];
			high[s] = low[s] + 255 * step;
		}
	}
	box_of_all(out, low, high);
}

void volume_case_make(
	volume_case *out, uint64_t *state, kiln_tree_kind kind, volume_look look, double extent, const double middle[3])
{
	memset(out, 0, sizeof *out);
	out->tree.kind = kind;
	out->tree.nodes = out->node;
	out->tree.node_size =
		kind == KILN_TREE_AABB ? (uint32_t)sizeof(kiln_format_tree_node) : kiln_format_volume_node_size((uint32_t)kind);
	out->count = 1 + volume_below(state, 8);
	out->extent = extent;
	if (kind != KILN_TREE_AABB)
		head_of(out);
	if (kind == KILN_TREE_AABB)
		make_aabb(out, state, look, middle);
	else if (kind == KILN_TREE_SPHERE)
		make_sphere(out, state, look, middle);
	else if (kind == KILN_TREE_OBB || kind == KILN_TREE_RSS)
		make_oriented(out, state, look, middle);
	else
		make_kdop(out, state, look, middle);
}

static void solid_of_aabb(const kiln_format_tree_node *node, uint32_t slot, volume_solid *solid)
{
	double center[3], half[3];
	for (int k = 0; k < 3; ++k)
	{
		double step = ldexp(0.5, node->exponent[k] - 127);
		center[k] = (double)node->origin[k] + (node->lo[k][slot] + node->hi[k][slot]) * step;
		half[k] = (node->hi[k][slot] - node->lo[k][slot]) * step;
		solid->normal[k] = (kiln_d3){k == 0, k == 1, k == 2};
		solid->edge[k] = kiln_d3_scale(solid->normal[k], half[k]);
	}
	solid->center = (kiln_d3){center[0], center[1], center[2]};
}

static void solid_of_oriented(const kiln_format_oriented_node *node, uint32_t slot, volume_solid *solid)
{
	float axes[3][3];
	kiln_format_axes((float)node->rotation[0][slot], (float)node->rotation[1][slot], (float)node->rotation[2][slot],
		(float)node->rotation[3][slot], axes);
	kiln_affine map = {0};
	for (int k = 0; k < 3; ++k)
		map.column[k] = (kiln_d3){(double)axes[k][0], (double)axes[k][1], (double)axes[k][2]};
	kiln_d3 row[3];
	kiln_affine_inverse_rows(&map, row);
	bool swept = solid->kind == KILN_TREE_RSS;
	for (int k = 0; k < 3; ++k)
	{
		// A box lies between planes perpendicular to its axes: its edges are the rows of the axes' inverse.
		solid->normal[k] = map.column[k];
		solid->edge[k] = kiln_d3_scale(swept ? map.column[k] : row[k], (double)node->size[k][slot]);
	}
	solid->center =
		(kiln_d3){(double)node->center[0][slot], (double)node->center[1][slot], (double)node->center[2][slot]};
	if (swept)
	{
		solid->radius = (double)node->size[2][slot];
		solid->edge[2] = (kiln_d3){0, 0, 0};
	}
}

typedef struct dop_planes
{
	kiln_d3 normal[26];
	double at[26]; ///< normal . (p - center) <= at
	uint32_t count;
	double size;
} dop_planes;

static bool dop_holds(const dop_planes *planes, kiln_d3 p)
{
	for (uint32_t i = 0; i < planes->count; ++i)
		if (kiln_d3_dot(planes->normal[i], p) > planes->at[i] + 1e-13 * planes->size)
			return false;
	return true;
}

static void dop_corners(const dop_planes *planes, volume_solid *solid)
{
	for (uint32_t i = 0; i < planes->count; ++i)
		for (uint32_t j = 0; j < i; ++j)
			for (uint32_t k = 0; k < j; ++k)
			{
				kiln_d3 jk = kiln_d3_cross(planes->normal[j], planes->normal[k]);
				double determinant = kiln_d3_dot(planes->normal[i], jk);
				if (determinant == 0)
					continue;
				kiln_d3 p = kiln_d3_scale(jk, planes->at[i]);
				p = kiln_d3_along(p, planes->at[j], kiln_d3_cross(planes->normal[k], planes->normal[i]));
				p = kiln_d3_along(p, planes->at[k], kiln_d3_cross(planes->normal[i], planes->normal[j]));
				p = kiln_d3_scale(p, 1 / determinant);
				if (dop_holds(planes, p) && solid->corner_count < 512)
					solid->corner[solid->corner_count++] = kiln_d3_add(solid->center, p);
			}
}

static void solid_of_kdop(const volume_case *from, uint32_t slot, volume_solid *solid)
{
	uint32_t slabs = kiln_format_kdop_slabs((uint32_t)from->tree.kind);
	kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(slabs);
	const float *origin = (const float *)(const void *)(from->node + at.origin);
	dop_planes planes = {.count = 2 * slabs};
	solid->center = (kiln_d3){(double)from->tree.middle[0], (double)from->tree.middle[1], (double)from->tree.middle[2]};
	for (uint32_t s = 0; s < slabs; ++s)
	{
		const int *n = slab_axes[kiln_format_kdop_axis((uint32_t)from->tree.kind, s)];
		double step = ldexp(1, from->node[at.exponent + s] - 127);
		planes.normal[2 * s] = (kiln_d3){n[0], n[1], n[2]};
		planes.normal[2 * s + 1] = (kiln_d3){-n[0], -n[1], -n[2]};
		double middle = kiln_d3_dot(planes.normal[2 * s], solid->center);
		planes.at[2 * s] = ((double)origin[s] - middle) + from->node[at.hi + 8 * s + slot] * step;
		planes.at[2 * s + 1] = -(((double)origin[s] - middle) + from->node[at.lo + 8 * s + slot] * step);
		planes.size = fmax(planes.size, 256 * step);
		if (s < 3)
			solid->normal[s] = planes.normal[2 * s];
	}
	solid->corner = malloc(512 * sizeof *solid->corner);
	if (!solid->corner)
		abort();
	dop_corners(&planes, solid);
}

bool volume_solid_of(const volume_case *from, uint32_t slot, volume_solid *solid)
{
	*solid = (volume_solid){.kind = from->tree.kind};
	if (solid->kind == KILN_TREE_AABB)
		solid_of_aabb((const kiln_format_tree_node *)(const void *)from->node, slot, solid);
	else if (solid->kind == KILN_TREE_OBB || solid->kind == KILN_TREE_RSS)
		solid_of_oriented((const kiln_format_oriented_node *)(const void *)from->node, slot, solid);
	else if (solid->kind == KILN_TREE_SPHERE)
	{
		const kiln_format_sphere_node *node = (const kiln_format_sphere_node *)(const void *)from->node;
		solid->center =
			(kiln_d3){(double)node->center[0][slot], (double)node->center[1][slot], (double)node->center[2][slot]};
		solid->radius = (double)node->radius[slot];
		for (int k = 0; k < 3; ++k)
			solid->normal[k] = (kiln_d3){k == 0, k == 1, k == 2};
	}
	else
	{
		solid_of_kdop(from, slot, solid);
		return solid->corner_count > 0;
	}
	return true;
}

void volume_solid_free(volume_solid *solid)
{
	free(solid->corner);
	solid->corner = NULL;
}

kiln_d3 volume_support(const volume_solid *solid, kiln_d3 direction)
{
	kiln_d3 best = solid->center;
	if (solid->corner)
	{
		best = solid->corner[0];
		for (uint32_t i = 1; i < solid->corner_count; ++i)
			if (kiln_d3_dot(kiln_d3_sub(solid->corner[i], best), direction) > 0)
				best = solid->corner[i];
		return best;
	}
	for (int k = 0; k < 3; ++k)
		best = kiln_d3_along(best, kiln_d3_dot(solid->edge[k], direction) < 0 ? -1 : 1, solid->edge[k]);
	return kiln_d3_along(best, solid->radius / sqrt(kiln_d3_length2(direction)), direction);
}
