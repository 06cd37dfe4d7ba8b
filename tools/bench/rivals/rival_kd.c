// SPDX-License-Identifier: MIT
#include "rivals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A static k-d tree over triangles: the alternative to a tree of boxes that Kiln measured and left out. Nodes take 8 bytes, planes come
/// from the surface area heuristic (MacDonald and Booth 1990) over bins of the triangles' boxes, cut by the node's box; children that a
/// ray meets are visited from near to far, and the first hit within a node ends the walk (Havran 2000; Wald and Havran 2006). Rays meet
/// triangles by Moeller and Trumbore's test in float32, which is faster than Kiln's and not watertight.

enum
{
	BINS = 64,
	LEAF = 3, ///< in place of an axis
	DEPTH_MOST = 60,
};

#define COST_NODE 1.0
#define COST_TRIANGLE 1.5
/// What a plane with an empty side costs less.
#define EMPTY 0.8

typedef struct kd_node
{
	uint32_t word; ///< an axis and the second child, the first one follows; or LEAF and a count
	union
	{
		float plane;
		uint32_t first; ///< in `references`
	} at;
} kd_node;

typedef struct kd_item
{
	float box[2][3];
	uint32_t triangle;
} kd_item;

struct rival_world
{
	rival_mesh given;
	float box[2][3];
	kd_node *nodes;
	uint32_t *references;
	size_t node_count, node_room, reference_count, reference_room;
	bool failed; ///< out of memory
};

static void *grow(rival_world *world, void *block, size_t *room, size_t count, size_t size)
{
	if (count <= *room)
		return block;
	*room = 2 * count + 64;
	void *more = realloc(block, *room * size);
	world->failed = world->failed || !more;
	return more ? more : block;
}

static double area_of(const float box[2][3])
{
	double e[3];
	for (int k = 0; k < 3; ++k)
		e[k] = (double)box[1][k] - (double)box[0][k];
	return e[0] * e[1] + e[1] * e[2] + e[2] * e[0];
}

// --- Build ------------------------------------------------------------------------------------------------------------

typedef struct kd_split
{
	int axis; ///< -1: a leaf costs less
	float plane;
	double cost;
} kd_split;

static uint32_t bin_of(float at, float low, double scale)
{
	const double bin = ((double)at - (double)low) * scale;
	return bin < 0 ? 0 : bin >= BINS ? BINS - 1 : (uint32_t)bin;
}

/// Looks for a plane between two bins of an axis that costs less than `best`.
static void best_of_axis(const kd_item *items, size_t count, const float box[2][3], int axis, kd_split *best)
{
	size_t begin[BINS] = {0}, end[BINS] = {0};
	const float low = box[0][axis], high = box[1][axis];
	const double extent = (double)high - (double)low, scale = BINS / extent, whole = area_of(box);
	if (!(extent > 0) || !(whole > 0))
		return;
	for (size_t i = 0; i < count; ++i)
	{
		++begin[bin_of(items[i].box[0][axis], low, scale)];
		++end[bin_of(items[i].box[1][axis], low, scale)];
	}
	size_t left = 0, right = count;
	for (uint32_t bin = 0; bin + 1 < BINS; ++bin)
	{
		left += begin[bin];
		right -= end[bin];
		const float plane = (float)((double)low + extent * (bin + 1) / BINS);
		if (!(plane > low && plane < high))
			continue;
		float below[2][3], above[2][3];
		memcpy(below, box, sizeof below);
		memcpy(above, box, sizeof above);
		below[1][axis] = above[0][axis] = plane;
		double cost = COST_NODE + COST_TRIANGLE *
									  (area_of((const float(*)[3])below) * (double)left +
										  area_of((const float(*)[3])above) * (double)right) /
									  whole;
		if (left == 0 || right == 0)
			cost *= EMPTY;
		if (cost < best->cost)
			*best = (kd_split){axis, plane, cost};
	}
}

/// Returns the items that reach to one side of a plane, each cut at the plane; NULL for none and when out of memory.
static kd_item *side_of(
	rival_world *world, const kd_item *items, size_t count, const kd_split *split, int side, size_t *kept)
{
	size_t n = 0;
	const int axis = split->axis;
	for (size_t i = 0; i < count; ++i)
		n += side ? items[i].box[1][axis] >= split->plane : items[i].box[0][axis] <= split->plane;
	*kept = n;
	kd_item *out = n ? malloc(n * sizeof *out) : NULL;
	world->failed = world->failed || (n && !out);
	n = 0;
	for (size_t i = 0; out && i < count; ++i)
	{
		if (side ? items[i].box[1][axis] < split->plane : items[i].box[0][axis] > split->plane)
			continue;
		out[n] = items[i];
		float *cut = &out[n++].box[1 - side][axis];
		*cut = side ? fmaxf(*cut, split->plane) : fminf(*cut, split->plane);
	}
	return out;
}

static void make_leaf(rival_world *world, size_t node, const kd_item *items, size_t count)
{
	world->references = grow(
		world, world->references, &world->reference_room, world->reference_count + count, sizeof *world->references);
	if (world->failed)
		return;
	world->nodes[node].word = (uint32_t)count << 2 | LEAF;
	world->nodes[node].at.first = (uint32_t)world->reference_count;
	for (size_t i = 0; i < count; ++i)
		world->references[world->reference_count++] = items[i].triangle;
}

/// Builds the subtree of some items, which it frees.
static void build_node(rival_world *world, kd_item *items, size_t count, const float box[2][3], uint32_t depth)
{
	const size_t node = world->node_count++;
	kd_split split = {.axis = -1, .cost = COST_TRIANGLE * (double)count};
	world->nodes = grow(world, world->nodes, &world->node_room, world->node_count, sizeof *world->nodes);
	for (int axis = 0; axis < 3 && depth > 0 && count > 1; ++axis)
		best_of_axis(items, count, box, axis, &split);
	if (split.axis < 0 || world->failed)
	{
		if (!world->failed)
			make_leaf(world, node, items, count);
		free(items);
		return;
	}
	size_t kept[2];
	kd_item *sides[2];
	for (int side = 0; side < 2; ++side)
		sides[side] = side_of(world, items, count, &split, side, &kept[side]);
	free(items);
	for (int side = 0; side < 2; ++side)
	{
		float part[2][3];
		memcpy(part, box, sizeof part);
		part[1 - side][split.axis] = split.plane;
		if (side && !world->failed)
		{
			world->nodes[node].word = (uint32_t)world->node_count << 2 | (uint32_t)split.axis;
			world->nodes[node].at.plane = split.plane;
		}
		if (world->failed)
			free(sides[side]);
		else
			build_node(world, sides[side], kept[side], (const float(*)[3])part, depth - 1);
	}
}

static const float *corner_of(const rival_mesh *mesh, uint32_t triangle, int corner)
{
	return mesh->vertices + 3 * (size_t)mesh->triangles[3 * (size_t)triangle + (size_t)corner];
}

static void build(rival_world *world)
{
	const rival_mesh *mesh = &world->given;
	kd_item *items = malloc(mesh->triangle_count * sizeof *items);
	world->failed = !items;
	for (int k = 0; k < 3; ++k)
	{
		world->box[0][k] = HUGE_VALF;
		world->box[1][k] = -HUGE_VALF;
	}
	for (uint32_t i = 0; items && i < mesh->triangle_count; ++i)
	{
		items[i].triangle = i;
		for (int k = 0; k < 3; ++k)
		{
			const float a = corner_of(mesh, i, 0)[k], b = corner_of(mesh, i, 1)[k], c = corner_of(mesh, i, 2)[k];
			items[i].box[0][k] = fminf(a, fminf(b, c));
			items[i].box[1][k] = fmaxf(a, fmaxf(b, c));
			world->box[0][k] = fminf(world->box[0][k], items[i].box[0][k]);
			world->box[1][k] = fmaxf(world->box[1][k], items[i].box[1][k]);
		}
	}
	// As deep as Wald and Havran let trees be.
	const uint32_t depth = (uint32_t)(8 + 1.3 * log2(mesh->triangle_count + 1.0));
	if (items)
		build_node(
			world, items, mesh->triangle_count, (const float(*)[3])world->box, depth < DEPTH_MOST ? depth : DEPTH_MOST);
}

static rival_world *prepare(const rival_mesh *mesh, rival_kind kind)
{
	rival_world *world = kind == RIVAL_DEFAULT ? calloc(1, sizeof *world) : NULL;
	if (world)
		world->given = *mesh;
	return world;
}

static void release(rival_world *world)
{
	if (!world)
		return;
	free(world->nodes);
	free(world->references);
	free(world);
}

static uint64_t held_bytes(const rival_world *world)
{
	return world->node_count * sizeof *world->nodes + world->reference_count * sizeof *world->references;
}

// --- Rays -------------------------------------------------------------------------------------------------------------

static void subtract(const float a[3], const float b[3], float out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = a[k] - b[k];
}

static void cross(const float a[3], const float b[3], float out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static float dot(const float a[3], const float b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Returns t, or a negative number without a hit (Moeller and Trumbore 1997).
static float hit_triangle(const rival_mesh *mesh, const rival_ray *ray, uint32_t triangle)
{
	const float *a = corner_of(mesh, triangle, 0);
	float ab[3], ac[3], p[3], from[3], q[3];
	subtract(corner_of(mesh, triangle, 1), a, ab);
	subtract(corner_of(mesh, triangle, 2), a, ac);
	cross(ray->direction, ac, p);
	const float inverse = 1 / dot(ab, p);
	subtract(ray->origin, a, from);
	const float u = dot(from, p) * inverse;
	if (!(u >= 0 && u <= 1))
		return -1;
	cross(from, ab, q);
	const float v = dot(ray->direction, q) * inverse;
	return v >= 0 && u + v <= 1 ? dot(ac, q) * inverse : -1;
}

typedef struct kd_walk
{
	uint32_t node;
	float from, to;
} kd_walk;

/// Finds the interval of t in the box of the tree, widened by rounding; false when there is none.
static bool enter_box(const rival_world *world, const rival_ray *ray, const float inverse[3], kd_walk *now)
{
	*now = (kd_walk){0, 0, ray->t_end};
	for (int k = 0; k < 3; ++k)
	{
		if (ray->direction[k] == 0 && (ray->origin[k] < world->box[0][k] || ray->origin[k] > world->box[1][k]))
			return false;
		if (ray->direction[k] == 0)
			continue;
		const float a = (world->box[0][k] - ray->origin[k]) * inverse[k],
					b = (world->box[1][k] - ray->origin[k]) * inverse[k];
		now->from = fmaxf(now->from, fminf(a, b) * (1 - 0x1p-20f));
		now->to = fminf(now->to, fmaxf(a, b) * (1 + 0x1p-20f));
	}
	return now->from <= now->to;
}

/// Goes down to a leaf, and remembers the farther children on the way.
static void descend(const rival_world *world, const rival_ray *ray, const float inverse[3], kd_walk *now,
	kd_walk *stack, uint32_t *depth)
{
	for (;;)
	{
		const kd_node *node = &world->nodes[now->node];
		const uint32_t axis = node->word & 3, first = now->node + 1, second = node->word >> 2;
		if (axis == LEAF)
			return;
		const float plane = node->at.plane, origin = ray->origin[axis], slope = ray->direction[axis];
		const bool from_above = origin > plane || (origin == plane && slope < 0);
		const uint32_t near = from_above ? second : first, far = from_above ? first : second;
		// In the plane, both sides for the whole interval.
		const float t = slope == 0 ? (origin == plane ? 0 : -1) : (plane - origin) * inverse[axis];
		const bool along = slope == 0 && origin == plane;
		if (!along && (t < 0 || t * (1 - 0x1p-20f) > now->to))
			now->node = near;
		else if (!along && t * (1 + 0x1p-20f) < now->from)
			now->node = far;
		else
		{
			stack[(*depth)++] = (kd_walk){far, along ? now->from : fmaxf(now->from, t * (1 - 0x1p-20f)), now->to};
			now->node = near;
			now->to = along ? now->to : fminf(now->to, t * (1 + 0x1p-20f));
		}
	}
}

/// Returns t of the first hit, or of some hit, and -1 without a hit.
static float trace(const rival_world *world, const rival_ray *ray, bool first)
{
	kd_walk stack[DEPTH_MOST + 1], now;
	uint32_t depth = 0;
	float inverse[3], best = HUGE_VALF;
	for (int k = 0; k < 3; ++k)
		inverse[k] = 1 / ray->direction[k];
	if (world->failed || !enter_box(world, ray, inverse, &now))
		return -1;
	for (;;)
	{
		descend(world, ray, inverse, &now, stack, &depth);
		const kd_node *leaf = &world->nodes[now.node];
		for (uint32_t i = 0; i < leaf->word >> 2; ++i)
		{
			const float t = hit_triangle(&world->given, ray, world->references[leaf->at.first + i]);
			if (t >= 0 && t <= ray->t_end && t < best)
				best = t;
			if (best < HUGE_VALF && !first)
				return best;
		}
		// What is met beyond this leaf may be met nearer in another one.
		do
		{
			if (depth == 0)
				return best < HUGE_VALF ? best : -1;
			now = stack[--depth];
		} while (now.from > best);
	}
}

static void closest(const rival_world *world, const rival_ray *rays, uint32_t count, float *t)
{
	for (uint32_t i = 0; i < count; ++i)
		t[i] = trace(world, &rays[i], true);
}

static void any(const rival_world *world, const rival_ray *rays, uint32_t count, bool *met)
{
	for (uint32_t i = 0; i < count; ++i)
		met[i] = trace(world, &rays[i], false) >= 0;
}

static const rival_library adapter = {
	.name = "k-d tree",
	.version = "static, of 8-byte nodes",
	.prepare = prepare,
	.build = build,
	.bytes = held_bytes,
	.closest = closest,
	.any = any,
	.release = release,
};

const rival_library *rival_kd(void)
{
	return &adapter;
}
