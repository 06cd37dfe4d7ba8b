// SPDX-License-Identifier: MIT
#include "brute.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BOX_CORNERS 8u

static kiln_vec3 transform(const float m[12], kiln_vec3 p)
{
	double x = (double)p.x, y = (double)p.y, z = (double)p.z;
	return (kiln_vec3){(float)((double)m[0] * x + (double)m[1] * y + (double)m[2] * z + (double)m[3]),
		(float)((double)m[4] * x + (double)m[5] * y + (double)m[6] * z + (double)m[7]),
		(float)((double)m[8] * x + (double)m[9] * y + (double)m[10] * z + (double)m[11])};
}

/// Returns the scale of a map with uniform scale; 0 for other maps.
static double even_scale(const float m[12])
{
	double squares[3], largest = 0, least = HUGE_VAL, lean = 0;
	for (int k = 0; k < 3; ++k)
	{
		squares[k] = 0;
		for (int row = 0; row < 3; ++row)
			squares[k] += (double)m[row * 4 + k] * (double)m[row * 4 + k];
		largest = fmax(largest, squares[k]);
		least = fmin(least, squares[k]);
	}
	for (int k = 0; k < 3; ++k)
	{
		double dot = 0;
		for (int row = 0; row < 3; ++row)
			dot += (double)m[row * 4 + k] * (double)m[row * 4 + (k + 1) % 3];
		lean = fmax(lean, fabs(dot));
	}
	return largest - least <= 1e-5 * largest && lean <= 1e-5 * largest ? sqrt(largest) : 0;
}

static const float identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

/// The arrays that are being filled with pieces.
typedef struct filling
{
	brute_pieces *to;
	const kiln_asset *asset;
	size_t corner_count;
	uint32_t material; ///< of the piece that begins
} filling;

static brute_piece *piece_begin(filling *it, uint32_t node, uint32_t triangle)
{
	static const kiln_filter none = {.ignores = 0};
	const kiln_filter *filter = it->asset->filter ? it->asset->filter : &none;
	const kiln_format_node *at = node == KILN_NONE ? NULL : &it->asset->nodes[node];
	const kiln_format_material *material = &it->asset->materials[it->material];
	brute_piece *piece = &it->to->pieces[it->to->count++];
	memset(piece, 0, sizeof *piece);
	piece->node = node;
	piece->triangle = triangle;
	piece->layers = at ? at->layers : filter->layers ? filter->layers : KILN_LAYER_DEFAULT;
	piece->collides = at ? at->collides : filter->collides ? filter->collides : UINT64_MAX;
	if (material->layers)
		piece->layers = material->layers;
	if (material->collides)
		piece->collides = material->collides;
	return piece;
}

static bool mirrors(const float m[12])
{
	double x[3] = {(double)m[0], (double)m[4], (double)m[8]};
	double y[3] = {(double)m[1], (double)m[5], (double)m[9]};
	double z[3] = {(double)m[2], (double)m[6], (double)m[10]};
	return x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) +
			   x[2] * (y[0] * z[1] - y[1] * z[0]) <
		   0;
}

/// Triangles keep the front side of the mesh, also under mirroring maps.
static void fill_mesh(filling *it, uint32_t mesh, uint32_t node, const float map[12])
{
	const kiln_format_mesh *of = &it->asset->meshes[mesh];
	int second = mirrors(map) ? 2 : 1;
	for (uint32_t i = 0; i < of->triangle_count; ++i)
	{
		kiln_vec3 corners[3];
		it->material = kiln_triangle_source(it->asset, mesh, i).material;
		brute_piece *piece = piece_begin(it, node, of->triangle_first + i);
		kiln_triangle_corners(it->asset, mesh, i, corners);
		piece->convex.kind = KILN_CONVEX_TRIANGLE;
		piece->convex.triangle = (kiln_triangle){
			{transform(map, corners[0]), transform(map, corners[second]), transform(map, corners[3 - second])}};
	}
}

static void fill_points(filling *it, uint32_t node, const float map[12], const kiln_vec3 *points, uint32_t count)
{
	brute_piece *piece = piece_begin(it, node, KILN_NONE);
	kiln_vec3 *corners = &it->to->corners[it->corner_count];
	for (uint32_t i = 0; i < count; ++i)
		corners[i] = transform(map, points[i]);
	it->corner_count += count;
	piece->convex.kind = KILN_CONVEX_POINTS;
	piece->convex.points.points = corners;
	piece->convex.points.count = count;
}

static void fill_hull(filling *it, uint32_t node, const float map[12], const kiln_hull *hull)
{
	kiln_vec3 *corners = &it->to->corners[it->corner_count];
	for (uint32_t i = 0; i < hull->vertex_count; ++i)
		corners[i] = (kiln_vec3){hull->x[i], hull->y[i], hull->z[i]};
	fill_points(it, node, map, corners, hull->vertex_count);
}

static void fill_box(filling *it, uint32_t node, const float map[12], const kiln_obb *box)
{
	kiln_vec3 corners[BOX_CORNERS];
	const float *h = box->half_extents;
	for (uint32_t i = 0; i < BOX_CORNERS; ++i)
	{
		float p[3] = {box->center.x, box->center.y, box->center.z};
		for (int k = 0; k < 3; ++k)
		{
			float way = i >> k & 1 ? h[k] : -h[k];
			p[0] += way * box->axes[k].x;
			p[1] += way * box->axes[k].y;
			p[2] += way * box->axes[k].z;
		}
		corners[i] = (kiln_vec3){p[0], p[1], p[2]};
	}
	fill_points(it, node, map, corners, BOX_CORNERS);
}

/// Balls, capsules and cylinders keep their kind when the node scales uniformly.
static void fill_round(filling *it, uint32_t node, const float map[12], const kiln_convex_shape *local)
{
	double scale = even_scale(map);
	if (scale == 0)
	{
		it->to->whole = false;
		return;
	}
	brute_piece *piece = piece_begin(it, node, KILN_NONE);
	piece->convex = *local;
	switch (local->kind)
	{
	case KILN_CONVEX_SPHERE:
		piece->convex.sphere.center = transform(map, local->sphere.center);
		piece->convex.sphere.radius = (float)(scale * (double)local->sphere.radius);
		break;
	case KILN_CONVEX_CAPSULE:
		piece->convex.capsule = (kiln_capsule){transform(map, local->capsule.a), transform(map, local->capsule.b),
			(float)(scale * (double)local->capsule.radius)};
		break;
	default:
		piece->convex.cylinder = (kiln_cylinder){transform(map, local->cylinder.a), transform(map, local->cylinder.b),
			(float)(scale * (double)local->cylinder.radius)};
		break;
	}
}

static void fill_shape(filling *it, uint32_t shape, uint32_t node, const float map[12])
{
	kiln_hull hull;
	kiln_convex_shape convex;
	const kiln_format_shape *of = &it->asset->shapes[shape];
	it->material = of->material;
	if (of->kind == KILN_SHAPE_MESH)
		fill_mesh(it, of->index, node, map);
	else if (!kiln_convex_from_asset(it->asset, shape, &hull, &convex))
		it->to->whole = false;
	else if (convex.kind == KILN_CONVEX_HULL)
		fill_hull(it, node, map, convex.hull);
	else if (convex.kind == KILN_CONVEX_OBB)
		fill_box(it, node, map, &convex.obb);
	else
		fill_round(it, node, map, &convex);
}

/// Counts the pieces and corners of a shape.
static void count_shape(const kiln_asset *asset, uint32_t shape, size_t *pieces, size_t *corners)
{
	const kiln_format_shape *of = &asset->shapes[shape];
	*pieces += of->kind == KILN_SHAPE_MESH ? asset->meshes[of->index].triangle_count : 1;
	*corners += of->kind == KILN_SHAPE_HULL ? asset->hulls[of->index].vertex_count : BOX_CORNERS;
}

static void grow(kiln_aabb *box, kiln_vec3 p, float by)
{
	box->min = (kiln_vec3){fminf(box->min.x, p.x - by), fminf(box->min.y, p.y - by), fminf(box->min.z, p.z - by)};
	box->max = (kiln_vec3){fmaxf(box->max.x, p.x + by), fmaxf(box->max.y, p.y + by), fmaxf(box->max.z, p.z + by)};
}

static kiln_aabb box_of(const kiln_convex_shape *convex)
{
	kiln_aabb box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
	switch (convex->kind)
	{
	case KILN_CONVEX_TRIANGLE:
		for (int i = 0; i < 3; ++i)
			grow(&box, convex->triangle.corners[i], 0);
		break;
	case KILN_CONVEX_POINTS:
		for (uint32_t i = 0; i < convex->points.count; ++i)
			grow(&box, convex->points.points[i], 0);
		break;
	case KILN_CONVEX_SPHERE:
		grow(&box, convex->sphere.center, convex->sphere.radius);
		break;
	case KILN_CONVEX_CAPSULE:
		grow(&box, convex->capsule.a, convex->capsule.radius);
		grow(&box, convex->capsule.b, convex->capsule.radius);
		break;
	default:
		grow(&box, convex->cylinder.a, convex->cylinder.radius);
		grow(&box, convex->cylinder.b, convex->cylinder.radius);
		break;
	}
	return box;
}

/// Returns the largest coordinate, which determines the rounding error.
static float size_of(const brute_pieces *pieces)
{
	kiln_aabb all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
	for (size_t i = 0; i < pieces->count; ++i)
	{
		grow(&all, pieces->pieces[i].box.min, 0);
		grow(&all, pieces->pieces[i].box.max, 0);
	}
	const float low[3] = {all.min.x, all.min.y, all.min.z}, high[3] = {all.max.x, all.max.y, all.max.z};
	float largest = 0;
	for (int axis = 0; axis < 3 && pieces->count > 0; ++axis)
		largest = fmaxf(largest, fmaxf(fabsf(low[axis]), fabsf(high[axis])));
	return largest;
}

/// Removes the pieces that masks and flags leave out; a piece without a node is no trigger.
static void sift(brute_pieces *pieces, const kiln_asset *asset)
{
	const kiln_filter *filter = asset->filter;
	size_t kept = 0;
	for (size_t i = 0; i < pieces->count; ++i)
	{
		const brute_piece *piece = &pieces->pieces[i];
		const bool trigger = piece->node != KILN_NONE && (asset->nodes[piece->node].flags & KILN_NODE_TRIGGER);
		if ((piece->layers & ~filter->ignores) == 0 || (filter->belongs && !(piece->collides & filter->belongs)) ||
			(trigger && (filter->flags & KILN_FILTER_NO_TRIGGERS)) ||
			(!trigger && (filter->flags & KILN_FILTER_ONLY_TRIGGERS)))
			continue;
		pieces->pieces[kept++] = *piece;
	}
	pieces->count = kept;
}

bool brute_make(brute_pieces *pieces, const kiln_asset *asset, uint32_t shape)
{
	size_t count = 0, corners = 0;
	uint32_t nodes = shape == KILN_NONE ? asset->node_count : 1;
	for (uint32_t i = 0; i < nodes; ++i)
		count_shape(asset, shape == KILN_NONE ? asset->nodes[i].shape : shape, &count, &corners);
	*pieces = (brute_pieces){.whole = true};
	pieces->pieces = malloc(count * sizeof *pieces->pieces + 1);
	pieces->corners = malloc(corners * sizeof *pieces->corners + 1);
	pieces->posed = malloc(count * sizeof *pieces->posed + 1);
	if (!pieces->pieces || !pieces->corners || !pieces->posed)
	{
		brute_free(pieces);
		return false;
	}
	filling it = {.to = pieces, .asset = asset};
	for (uint32_t i = 0; i < nodes; ++i)
		if (shape == KILN_NONE)
			fill_shape(&it, asset->nodes[i].shape, i, asset->nodes[i].to_asset);
		else
			fill_shape(&it, shape, KILN_NONE, identity);
	for (size_t i = 0; i < pieces->count; ++i)
		pieces->pieces[i].box = box_of(&pieces->pieces[i].convex);
	pieces->size = size_of(pieces);
	if (asset->filter)
		sift(pieces, asset);
	return true;
}

const brute_piece *brute_find(const brute_pieces *pieces, uint32_t node, uint32_t triangle)
{
	size_t first = 0, end = pieces->count;
	while (first < end)
	{
		size_t middle = first + (end - first) / 2;
		const brute_piece *piece = &pieces->pieces[middle];
		if (piece->node == node && piece->triangle == triangle)
			return piece;
		if (piece->node < node || (piece->node == node && piece->triangle < triangle))
			first = middle + 1;
		else
			end = middle;
	}
	return NULL;
}

void brute_free(brute_pieces *pieces)
{
	free(pieces->pieces);
	free(pieces->corners);
	free(pieces->posed);
	*pieces = (brute_pieces){0};
}
