// SPDX-License-Identifier: MIT
#include "deform_case.h"

#include "volume/volume_node.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *some(size_t count, size_t size)
{
	void *block = calloc(count ? count : 1, size);
	if (!block)
		abort();
	return block;
}

static const kilncook_context context;

/// Copies a tree's topology into nodes of another kind, in preorder; returns the number of the written node.
static uint32_t turn_node(
	const packed_tree *from, uint32_t node, uint8_t *nodes, uint32_t kind, uint32_t *next, uint64_t *seed)
{
	const kiln_format_tree_node *source = &from->nodes[node];
	uint32_t number = (*next)++, size = kiln_format_volume_node_size(kind);
	kiln_format_volume_head *head = (kiln_format_volume_head *)(void *)(nodes + (size_t)number * size);
	head->count = source->counts & 15u;
	for (uint32_t i = 0; i < KILN_TREE_WIDTH; ++i)
	{
		uint32_t child = i < head->count ? kiln_node_child(source, i) : KILN_NONE;
		if (!(child & KILN_LEAF_BIT))
			child = turn_node(from, child, nodes, kind, next, seed);
		head->child[i] = child;
		if (i >= head->count || (kind != KILN_TREE_OBB && kind != KILN_TREE_RSS))
			continue;
		kiln_format_oriented_node *oriented = (kiln_format_oriented_node *)(void *)head;
		uint32_t length2 = 0;
		while (length2 < 1u << 28)
		{
			length2 = 0;
			for (int k = 0; k < 4; ++k)
			{
				int q = fixture_random(seed) % 5 == 0 ? (int)(fixture_random(seed) % 3) - 1
													  : (int)(fixture_random(seed) % 65536) - 32768;
				oriented->rotation[k][i] = (int16_t)q;
				length2 += (uint32_t)(q * q) / 4;
			}
			length2 = length2 > UINT32_MAX / 4 ? UINT32_MAX : length2 * 4;
		}
	}
	return number;
}

/// Appends a tree's nodes to those of the earlier trees.
static void add_tree(deform_case *c, uint32_t kind, const uint8_t *nodes, uint32_t node_count)
{
	uint64_t before = 0;
	for (uint32_t i = 0; i < c->asset.volume_tree_count; ++i)
		before += (uint64_t)c->trees[i].node_count * kiln_format_volume_node_size(c->trees[i].kind);
	size_t bytes = (size_t)kiln_format_volume_node_size(kind) * node_count;
	c->trees[c->asset.volume_tree_count++] =
		(kiln_format_volume_tree){.kind = kind, .nodes = before, .node_count = node_count, .width = 8};
	c->volume_nodes = realloc(c->volume_nodes, (size_t)before + bytes);
	if (!c->volume_nodes)
		abort();
	memcpy(c->volume_nodes + before, nodes, bytes);
}

static void turn_tree(deform_case *c, uint32_t kind, uint64_t *seed)
{
	uint32_t next = 0;
	uint8_t *nodes = some((size_t)kiln_format_volume_node_size(kind) * c->packed.node_count, 1);
	turn_node(&c->packed, 0, nodes, kind, &next, seed);
	add_tree(c, kind, nodes, next);
	free(nodes);
}

static volume_leaf_store leaves_of(const deform_case *c, const uint8_t *records)
{
	volume_leaf_store store;
	if (volume_leaves_of_records(&context, records, c->packed.leaf_units, c->packed.leaf_count, &store) != KILNCOOK_OK)
		abort();
	return store;
}

static void cook_trees(deform_case *c)
{
	volume_leaf_store store = leaves_of(c, c->leaves);
	for (uint32_t kind = KILN_TREE_OBB; kind < KILN_TREE_KIND_END; ++kind)
	{
		volume_tree tree;
		if (volume_tree_build(&context, (kiln_tree_kind)kind, &store.leaves, &(build_options){0}, 8, &tree) !=
			KILNCOOK_OK)
			abort();
		add_tree(c, kind, tree.nodes, tree.node_count);
		volume_tree_free(&context, &tree);
	}
	volume_leaf_store_free(&context, &store);
}

/// Gives every clean vertex a source vertex; every third source vertex is unused.
static void scatter_sources(deform_case *c, uint64_t *seed)
{
	uint32_t count = c->clean.vertex_count, total = count + count / 3 + 1;
	c->mesh.source_vertex_count = total;
	c->place = some(count, sizeof *c->place);
	c->positions = some(total, sizeof *c->positions);
	uint32_t *order = some(total, sizeof *order);
	for (uint32_t i = 0; i < total; ++i)
	{
		uint32_t at = (uint32_t)(fixture_random(seed) % (i + 1));
		order[i] = order[at];
		order[at] = i;
	}
	for (uint32_t v = 0; v < count; ++v)
	{
		c->place[v] = order[v];
		memcpy(c->positions[order[v]], c->clean.vertices[v], sizeof c->positions[0]);
	}
	for (uint32_t i = count; i < total; ++i)
		for (int axis = 0; axis < 3; ++axis)
			c->positions[order[i]][axis] = 1e6f * fixture_random_unit(seed);
	c->vertices = some(c->packed.leaf_vertex_count, sizeof *c->vertices);
	for (uint32_t i = 0; i < c->packed.leaf_vertex_count; ++i)
		c->vertices[i] = c->place[c->packed.leaf_vertices[i]];
	free(order);
}

void deform_case_make(deform_case *c, fixture_mesh shape, deform_trees trees, uint64_t seed)
{
	*c = (deform_case){.shape = shape};
	c->clean = pack_clean(&c->shape);
	if (pack_mesh(&context, &c->clean, &(build_options){0}, &c->packed) != KILNCOOK_OK)
		abort();
	uint32_t units = c->packed.leaf_units;
	c->leaves = some((size_t)units * KILN_LEAF_UNIT + KILN_LEAF_TAIL, 1);
	memcpy(c->leaves, c->packed.leaves, (size_t)units * KILN_LEAF_UNIT);
	c->mesh = (kiln_format_mesh){.triangle_count = c->packed.order_count,
		.tree_count = c->packed.node_count,
		.leaf_units = units,
		.leaf_count = c->packed.leaf_count,
		.leaf_vertex_count = c->packed.leaf_vertex_count};
	scatter_sources(c, &seed);
	memcpy(c->header.content_hash, &seed, sizeof seed);
	for (uint32_t kind = KILN_TREE_OBB; trees == DEFORM_TURNED && kind < KILN_TREE_KIND_END; ++kind)
		turn_tree(c, kind, &seed);
	if (trees == DEFORM_COOKED)
		cook_trees(c);
	c->asset.header = &c->header;
	c->asset.meshes = &c->mesh;
	c->asset.mesh_count = 1;
	c->asset.tree = c->packed.nodes;
	c->asset.leaves = c->leaves;
	c->asset.volume_trees = c->trees;
	c->asset.volume_nodes = c->volume_nodes;
	c->asset.vertices = c->vertices;
	c->asset.vertex_count = c->packed.leaf_vertex_count;
}

void deform_case_free(deform_case *c)
{
	packed_tree_free(&context, &c->packed);
	fixture_mesh_free(&c->shape);
	free(c->volume_nodes);
	free(c->leaves);
	free(c->vertices);
	free(c->place);
	free(c->positions);
	*c = (deform_case){0};
}

/// Computes the box of the used vertices.
static void rest_box(const deform_case *c, double min[3], double max[3])
{
	for (int axis = 0; axis < 3; ++axis)
	{
		min[axis] = max[axis] = (double)c->clean.vertices[0][axis];
		for (uint32_t v = 1; v < c->clean.vertex_count; ++v)
		{
			double at = (double)c->clean.vertices[v][axis];
			min[axis] = at < min[axis] ? at : min[axis];
			max[axis] = at > max[axis] ? at : max[axis];
		}
	}
}

static float limited(double x)
{
	const double most = (double)KILN_COORDINATE_MAX;
	return (float)(x > most ? most : x < -most ? -most : x);
}

static void deform_one(
	int way, const double rest[3], double extent, const double middle[3], uint64_t *seed, double to[3])
{
	double p[3], angle;
	for (int axis = 0; axis < 3; ++axis)
		to[axis] = p[axis] = rest[axis];
	switch (way)
	{
	case 1: // bend
		angle = 2 * (p[0] - middle[0]) / extent;
		to[0] = middle[0] + (extent / 2 + p[2] - middle[2]) * sin(angle);
		to[2] = middle[2] + (extent / 2 + p[2] - middle[2]) * cos(angle);
		break;
	case 2: // twist
		angle = 3 * (p[2] - middle[2]) / extent;
		to[0] = middle[0] + (p[0] - middle[0]) * cos(angle) - (p[1] - middle[1]) * sin(angle);
		to[1] = middle[1] + (p[0] - middle[0]) * sin(angle) + (p[1] - middle[1]) * cos(angle);
		break;
	case 3: // wave
		to[2] += extent * 0.1 * sin(9 * p[0] / extent);
		break;
	case 4: // noise
		for (int axis = 0; axis < 3; ++axis)
			to[axis] += extent * 0.1 * ((double)fixture_random_unit(seed) - 0.5);
		break;
	case 5: // to a point
		for (int axis = 0; axis < 3; ++axis)
			to[axis] = 0.1 * (double)(axis + 1) * extent;
		break;
	case 6: // to a slanted plane
		to[2] = 0.3 * p[0] - 0.7 * p[1];
		break;
	case 7: // to a line
		to[1] = to[2] = 0.1 * extent;
		break;
	case 8: // far away
		to[0] += 1e6 * extent;
		to[1] -= 3e5 * extent;
		break;
	case 9: // huge
		for (int axis = 0; axis < 3; ++axis)
			to[axis] = (p[axis] - middle[axis]) / extent * 2 * (double)KILN_COORDINATE_MAX;
		break;
	case 10: // tiny, down to denormal numbers
		for (int axis = 0; axis < 3; ++axis)
			to[axis] = (p[axis] - middle[axis]) / extent * 1e-41;
		break;
	default:
		break;
	}
}

void deform_positions(const deform_case *c, int way, uint64_t seed, float (*positions)[3])
{
	double min[3], max[3], middle[3], extent = 1e-44;
	rest_box(c, min, max);
	for (int axis = 0; axis < 3; ++axis)
	{
		extent = max[axis] - min[axis] > extent ? max[axis] - min[axis] : extent;
		middle[axis] = (min[axis] + max[axis]) / 2;
	}
	uint32_t count = c->mesh.source_vertex_count;
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t from = way == 11 ? (uint32_t)(fixture_random(&seed) % count) : i;
		double rest[3], to[3];
		for (int axis = 0; axis < 3; ++axis)
			rest[axis] = (double)c->positions[from][axis];
		deform_one(way, rest, extent, middle, &seed, to);
		for (int axis = 0; axis < 3; ++axis)
			positions[i][axis] = limited(to[axis]);
	}
}

/// Proves the leaves and the tree of AABBs by the cooker's own proof, which is exact.
static bool boxes_hold(const deform_case *c, const kiln_deformed *deformed, const float (*positions)[3])
{
	const kiln_deformed_head *head = kilni_deformed_head_of(deformed);
	uint8_t *memory = deformed->memory;
	clean_mesh clean = c->clean;
	clean.vertices = some(clean.vertex_count, sizeof *clean.vertices);
	for (uint32_t v = 0; v < clean.vertex_count; ++v)
		for (int axis = 0; axis < 3; ++axis)
			clean.vertices[v][axis] = positions[c->place[v]][axis] + 0.0f;
	packed_tree packed = c->packed;
	packed.nodes = (kiln_format_tree_node *)(void *)(memory + head->tree[KILN_TREE_AABB].nodes);
	packed.leaves = memory + head->leaves;
	bool held = pack_prove_mesh(&context, &clean, &packed) == KILNCOOK_OK;
	free(clean.vertices);
	return held;
}

static bool slabs_hold(const uint8_t *node, uint32_t kind, uint32_t i, const long double p[3])
{
	static const int axes[13][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1},
		{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};
	uint32_t slabs = kiln_format_kdop_slabs(kind);
	kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(slabs);
	for (uint32_t s = 0; s < slabs; ++s)
	{
		const int *n = axes[kiln_format_kdop_axis(kind, s)];
		float origin;
		memcpy(&origin, node + at.origin + 4 * s, sizeof origin);
		double scale = ldexp(1, node[at.exponent + s] - 127);
		double lo = (double)origin + node[at.lo + 8 * s + i] * scale,
			   hi = (double)origin + node[at.hi + 8 * s + i] * scale;
		long double along = n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
		if (lo != (double)(float)lo || hi != (double)(float)hi ||
			!(along >= (long double)lo && along <= (long double)hi))
			return false;
	}
	return true;
}

static bool oriented_holds(const kiln_format_oriented_node *node, uint32_t kind, uint32_t i, const long double p[3])
{
	float axes[3][3];
	kiln_format_axes((float)node->rotation[0][i], (float)node->rotation[1][i], (float)node->rotation[2][i],
		(float)node->rotation[3][i], axes);
	long double rest[3], along[3], size[3];
	for (int k = 0; k < 3; ++k)
		rest[k] = p[k] - (long double)node->center[k][i];
	for (int k = 0; k < 3; ++k)
	{
		size[k] = (long double)node->size[k][i];
		along[k] =
			(long double)axes[k][0] * rest[0] + (long double)axes[k][1] * rest[1] + (long double)axes[k][2] * rest[2];
	}
	if (kind == KILN_TREE_OBB)
		return fabsl(along[0]) <= size[0] && fabsl(along[1]) <= size[1] && fabsl(along[2]) <= size[2];
	for (int k = 0; k < 2; ++k)
	{
		long double t = along[k] > size[k] ? size[k] : along[k] < -size[k] ? -size[k] : along[k];
		for (int axis = 0; axis < 3; ++axis)
			rest[axis] -= t * (long double)axes[k][axis];
	}
	return rest[0] * rest[0] + rest[1] * rest[1] + rest[2] * rest[2] <= size[2] * size[2];
}

static bool volume_holds(const uint8_t *node, uint32_t kind, uint32_t i, const long double p[3])
{
	if (kiln_format_kdop_slabs(kind))
		return slabs_hold(node, kind, i, p);
	if (kind != KILN_TREE_SPHERE)
		return oriented_holds((const kiln_format_oriented_node *)(const void *)node, kind, i, p);
	const kiln_format_sphere_node *balls = (const kiln_format_sphere_node *)(const void *)node;
	long double sum = 0, radius = (long double)balls->radius[i];
	for (int axis = 0; axis < 3; ++axis)
	{
		long double gap = p[axis] - (long double)balls->center[axis][i];
		sum += gap * gap;
	}
	return sum <= radius * radius;
}

/// A walk down one tree, with the slots on the current path.
typedef struct hold_walk
{
	const uint8_t *nodes, *leaves;
	uint32_t kind, size, depth;
	uint32_t node[KILN_TREE_DEPTH_MAX], slot[KILN_TREE_DEPTH_MAX];
} hold_walk;

static bool leaf_holds(const hold_walk *walk, uint32_t unit)
{
	kiln_leaf_room room;
	kiln_leaf leaf = kiln_leaf_at(walk->leaves, unit, &room);
	for (uint32_t i = 0; i < leaf.vertex_count; ++i)
	{
		const long double p[3] = {(long double)leaf.x[i], (long double)leaf.y[i], (long double)leaf.z[i]};
		for (uint32_t level = 0; level < walk->depth; ++level)
			if (!volume_holds(walk->nodes + (size_t)walk->node[level] * walk->size, walk->kind, walk->slot[level], p))
				return false;
	}
	return true;
}

static bool tree_holds(hold_walk *walk, uint32_t node)
{
	const kiln_format_volume_head *head =
		(const kiln_format_volume_head *)(const void *)(walk->nodes + (size_t)node * walk->size);
	uint32_t level = walk->depth++;
	bool held = level < KILN_TREE_DEPTH_MAX;
	for (uint32_t i = 0; held && i < head->count; ++i)
	{
		walk->node[level] = node;
		walk->slot[level] = i;
		uint32_t child = head->child[i];
		held = child & KILN_VOLUME_LEAF ? leaf_holds(walk, child & ~KILN_VOLUME_LEAF) : tree_holds(walk, child);
	}
	walk->depth = level;
	return held;
}

bool deform_holds(const deform_case *c, const kiln_deformed *deformed, uint32_t kind, const float (*positions)[3])
{
	const kiln_deformed_head *head = kilni_deformed_head_of(deformed);
	if (!head || !head->tree[kind].nodes)
		return false;
	if (kind == KILN_TREE_AABB)
		return boxes_hold(c, deformed, positions);
	const uint8_t *memory = deformed->memory;
	hold_walk walk = {.nodes = memory + head->tree[kind].nodes,
		.leaves = memory + head->leaves,
		.kind = kind,
		.size = kiln_format_volume_node_size(kind)};
	return tree_holds(&walk, 0);
}

static double stored_surface(const uint8_t *node, uint32_t kind, uint32_t i)
{
	const double pi = 3.141592653589793;
	if (kind == KILN_TREE_SPHERE)
	{
		double r = (double)((const kiln_format_sphere_node *)(const void *)node)->radius[i];
		return 4 * pi * r * r;
	}
	double size[3];
	if (kind == KILN_TREE_OBB || kind == KILN_TREE_RSS)
		for (int k = 0; k < 3; ++k)
			size[k] = 2 * (double)((const kiln_format_oriented_node *)(const void *)node)->size[k][i];
	if (kind == KILN_TREE_RSS)
		return 2 * size[0] * size[1] + pi * size[2] * (size[0] + size[1] + size[2]);
	kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(kiln_format_kdop_slabs(kind));
	for (uint32_t s = 0; kind != KILN_TREE_OBB && s < 3; ++s)
	{
		const kiln_format_tree_node *box = (const kiln_format_tree_node *)(const void *)node;
		size[s] = kind == KILN_TREE_AABB
					  ? ldexp(box->hi[s][i] - box->lo[s][i], box->exponent[s] - 127)
					  : ldexp(node[at.hi + 8 * s + i] - node[at.lo + 8 * s + i], node[at.exponent + s] - 127);
	}
	return 2 * (size[0] * size[1] + size[1] * size[2] + size[2] * size[0]);
}

double deform_surfaces(const kiln_deformed *deformed, uint32_t kind, const uint8_t *nodes)
{
	const kiln_deformed_tree *tree = &kilni_deformed_head_of(deformed)->tree[kind];
	double sum = 0;
	for (uint32_t n = 0; n < tree->node_count; ++n)
	{
		const uint8_t *node = nodes + (size_t)n * tree->node_size;
		uint32_t count = kind == KILN_TREE_AABB ? ((const kiln_format_tree_node *)(const void *)node)->counts & 15u
												: ((const kiln_format_volume_head *)(const void *)node)->count;
		for (uint32_t i = 0; i < count; ++i)
			sum += stored_surface(node, kind, i);
	}
	return sum;
}

static uint32_t levels_of(const volume_tree *tree, uint32_t number)
{
	const kiln_format_volume_head *head = (const kiln_format_volume_head *)(const void *)volume_node_at(tree, number);
	uint32_t most = 0;
	for (uint32_t i = 0; i < head->count; ++i)
	{
		uint32_t levels = head->child[i] & KILN_VOLUME_LEAF ? 0 : levels_of(tree, head->child[i]);
		most = levels > most ? levels : most;
	}
	return most + 1;
}

bool deform_proved(const deform_case *c, const kiln_deformed *deformed, uint32_t kind)
{
	const kiln_deformed_head *head = kilni_deformed_head_of(deformed);
	uint8_t *memory = deformed->memory;
	volume_leaf_store store = leaves_of(c, memory + head->leaves);
	volume_tree tree = {.kind = (kiln_tree_kind)kind,
		.width = 8,
		.nodes = memory + head->tree[kind].nodes,
		.node_count = head->tree[kind].node_count};
	tree.depth = levels_of(&tree, 0);
	bool proved = volume_figures_of(&context, &store.leaves, &tree, &tree.figures) == KILNCOOK_OK &&
				  volume_tree_prove(&context, &store.leaves, &tree) == KILNCOOK_OK;
	volume_leaf_store_free(&context, &store);
	return proved;
}
