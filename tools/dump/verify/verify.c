// SPDX-License-Identifier: MIT
#include "verify.h"

#include "convex/convex.h"
#include "kiln/hull.h"
#include "tree/layout.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <xxhash.h>

// A box in double, which represents every plane exactly.
typedef struct box3
{
	double min[3];
	double max[3];
} box3;

// A subtree to prove, with the intersection of all boxes above.
typedef struct claim
{
	uint32_t node;
	box3 common;
} claim;

// The walk over one tree. Calls `leaf` for each leaf, which returns NULL or the broken rule.
typedef struct tree_prover
{
	const kiln_asset *asset;
	kiln_tree tree;
	const char *(*leaf)(struct tree_prover *prover, uint32_t item, const box3 *common, const void **at);
	box3 bounds; ///< of the vertices seen
} tree_prover;

static const box3 everywhere = {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};
static const box3 nowhere = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

kiln_result verify_hash(const raw_blob *raw)
{
	XXH64_hash_t seed = XXH3_64bits(raw->data, offsetof(kiln_format_header, content_hash));
	XXH128_hash_t hash =
		XXH3_128bits_withSeed(raw->data + KILN_FORMAT_HASHED_FROM, (size_t)(raw->size - KILN_FORMAT_HASHED_FROM), seed);
	XXH128_canonical_t canonical;
	XXH128_canonicalFromHash(&canonical, hash);
	if (memcmp(canonical.digest, raw->header.content_hash, sizeof raw->header.content_hash) != 0)
	{
		return (kiln_result){KILN_E_HASH, offsetof(kiln_format_header, content_hash),
			"the content hash does not match: bytes changed after cooking"};
	}
	return verify_passed();
}

// Computes origin + step * 2^(exponent - 127) in double. False when float32 cannot represent it exactly. By Dekker's
// Fast2Sum (1971), one of the two differences shows that the sum was rounded.
static bool decode_plane(float origin, uint8_t step, uint8_t exponent, double *plane)
{
	double a = (double)origin;
	double b = step * (double)kiln_exponent_scale(exponent);
	double sum = a + b;
	*plane = sum;
	bool summed = !(sum - a < b) && !(sum - a > b) && !(sum - b < a) && !(sum - b > a);
	double narrow = (double)(float)sum;
	return summed && !(narrow < sum) && !(narrow > sum);
}

static bool intersect_child(const kiln_format_tree_node *node, uint32_t child, box3 *common)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		double lo = 0.0;
		double hi = 0.0;
		if (!decode_plane(node->origin[axis], node->lo[axis][child], node->exponent[axis], &lo) ||
			!decode_plane(node->origin[axis], node->hi[axis][child], node->exponent[axis], &hi))
			return false;
		common->min[axis] = lo > common->min[axis] ? lo : common->min[axis];
		common->max[axis] = hi < common->max[axis] ? hi : common->max[axis];
	}
	return true;
}

static kiln_result walk(tree_prover *prover)
{
	claim stack[KILN_TREE_STACK];
	uint32_t top = 0;
	stack[top++] = (claim){0, everywhere};
	while (top > 0)
	{
		claim at = stack[--top];
		const kiln_format_tree_node *node = &prover->tree.nodes[at.node];
		uint32_t children = kiln_node_child_count(node);
		for (uint32_t i = 0; i < children; ++i)
		{
			box3 common = at.common;
			if (!intersect_child(node, i, &common))
			{
				return verify_refused(
					prover->asset, KILN_E_NUMBER, node, "a plane of a tree node's box is not exact in float32");
			}
			uint32_t child = kiln_node_child(node, i);
			if (!(child & KILN_LEAF_BIT))
			{
				stack[top++] = (claim){child, common};
				continue;
			}
			const void *where = node;
			const char *rule = prover->leaf(prover, child & ~KILN_LEAF_BIT, &common, &where);
			if (rule != NULL)
				return verify_refused(prover->asset, KILN_E_TREE, where, rule);
		}
	}
	return verify_passed();
}

static bool holds(const box3 *box, const double point[3])
{
	for (int axis = 0; axis < 3; ++axis)
		if (!(box->min[axis] <= point[axis] && point[axis] <= box->max[axis]))
			return false;
	return true;
}

static const char *prove_mesh_leaf(tree_prover *prover, uint32_t unit, const box3 *common, const void **at)
{
	kiln_leaf_room room;
	kiln_leaf leaf = kiln_leaf_at(prover->tree.leaves, unit, &room);
	for (uint32_t i = 0; i < leaf.triangle_count; ++i)
	{
		kiln_vec3 corners[3];
		kiln_leaf_triangle(&leaf, i, corners);
		for (int k = 0; k < 3; ++k)
		{
			const double point[3] = {(double)corners[k].x, (double)corners[k].y, (double)corners[k].z};
			if (!holds(common, point))
			{
				*at = prover->tree.leaves + (uint64_t)unit * KILN_LEAF_UNIT;
				return "a triangle leaves the box of one of its ancestors";
			}
			for (int axis = 0; axis < 3; ++axis)
			{
				prover->bounds.min[axis] = fmin(prover->bounds.min[axis], point[axis]);
				prover->bounds.max[axis] = fmax(prover->bounds.max[axis], point[axis]);
			}
		}
	}
	return NULL;
}

static bool same_bounds(const box3 *box, const float min[3], const float max[3])
{
	bool same = true;
	for (int axis = 0; axis < 3; ++axis)
	{
		same = same && box->min[axis] <= (double)min[axis] && box->min[axis] >= (double)min[axis];
		same = same && box->max[axis] <= (double)max[axis] && box->max[axis] >= (double)max[axis];
	}
	return same;
}

// Checks the verdicts that follow from the counts.
static const char *prove_verdicts(const kiln_format_mesh *mesh)
{
	int64_t euler = (int64_t)mesh->vertex_count - (int64_t)mesh->edge_count + (int64_t)mesh->triangle_count;
	if (euler != mesh->euler_characteristic)
		return "the Euler characteristic is not vertices - edges + triangles";
	if ((mesh->flags & KILN_MESH_CLOSED) != 0 && mesh->boundary_edges > 0)
		return "a mesh with boundary edges is called closed";
	if (((mesh->flags & KILN_MESH_MANIFOLD) != 0) != (mesh->nonmanifold_edges == 0))
		return "the verdict manifold contradicts the count of non-manifold edges";
	if ((mesh->flags & KILN_MESH_WOUND) != 0 && mesh->inconsistent_edges > 0)
		return "a mesh with inconsistent edges is called consistently wound";
	return NULL;
}

static kiln_result verify_mesh(const kiln_asset *asset, uint32_t index)
{
	const kiln_format_mesh *mesh = &asset->meshes[index];
	const char *rule = prove_verdicts(mesh);
	if (rule != NULL)
		return verify_refused(asset, KILN_E_VALUE, mesh, rule);
	tree_prover prover = {asset, kiln_mesh_tree(asset, index), prove_mesh_leaf, nowhere};
	kiln_result result = walk(&prover);
	if (result.status == KILN_OK && !same_bounds(&prover.bounds, mesh->bounds_min, mesh->bounds_max))
		return verify_refused(asset, KILN_E_NUMBER, mesh, "a mesh's bounds are not those of its vertices");
	return result;
}

// The walk over a placed mesh: whether its transformed vertices stay in the node's box.
typedef struct placement
{
	tree_prover prover; ///< first, so that a pointer to it is one to the placement
	const kiln_format_node *node;
	box3 box;
} placement;

static const char *prove_placed_leaf(tree_prover *base, uint32_t unit, const box3 *common, const void **at)
{
	(void)common;
	placement *placed = (placement *)base;
	kiln_leaf_room room;
	kiln_leaf leaf = kiln_leaf_at(base->tree.leaves, unit, &room);
	const float *m = placed->node->to_asset;
	for (uint32_t i = 0; i < leaf.vertex_count; ++i)
	{
		for (int axis = 0; axis < 3; ++axis, m += 4)
		{
			const double terms[4] = {(double)m[0] * (double)leaf.x[i], (double)m[1] * (double)leaf.y[i],
				(double)m[2] * (double)leaf.z[i], (double)m[3]};
			double sum = terms[0] + terms[1] + terms[2] + terms[3];
			// The products are exact; the sums are rounded, so the test allows the error of three roundings.
			double slack = 2.0 * DBL_EPSILON * (fabs(terms[0]) + fabs(terms[1]) + fabs(terms[2]) + fabs(terms[3]));
			if (!(placed->box.min[axis] - slack <= sum && sum <= placed->box.max[axis] + slack))
			{
				*at = placed->node;
				return "a triangle, placed by its node, leaves the node's box";
			}
		}
		m = placed->node->to_asset;
	}
	return NULL;
}

static box3 box_of(const float min[3], const float max[3])
{
	return (box3){{(double)min[0], (double)min[1], (double)min[2]}, {(double)max[0], (double)max[1], (double)max[2]}};
}

// Returns the point of a primitive that lies farthest along a direction, in its own coordinates.
static kiln_d3 extreme_point(const kiln_asset *asset, const kiln_format_shape *shape, kiln_d3 direction)
{
	const kiln_place unplaced = {.moved = false};
	kiln_body body = kilni_body_of(asset, shape);
	kiln_convex convex = kilni_convex_of(&body, &unplaced, (kiln_d3){0, 0, 0});
	uint32_t seed = KILN_NONE;
	kiln_d3 core = kilni_convex_support(&convex, direction, &seed);
	double length = sqrt(kiln_d3_length2(direction));
	return length > 0 ? kiln_d3_along(core, convex.margin / length, direction) : core;
}

// Whether a point of a node's shape stays in the node's box.
static bool stays(const kiln_format_node *node, const box3 *box, const double p[3])
{
	const float *m = node->to_asset;
	for (int axis = 0; axis < 3; ++axis, m += 4)
	{
		const double terms[4] = {(double)m[0] * p[0], (double)m[1] * p[1], (double)m[2] * p[2], (double)m[3]};
		double sum = terms[0] + terms[1] + terms[2] + terms[3];
		double slack = 4.0 * DBL_EPSILON * (fabs(terms[0]) + fabs(terms[1]) + fabs(terms[2]) + fabs(terms[3]));
		if (!(box->min[axis] - slack <= sum && sum <= box->max[axis] + slack))
			return false;
	}
	return true;
}

// Verifies a hull by its vertices, a primitive by the points that lie farthest along each axis of the asset.
static kiln_result verify_solid_node(const kiln_asset *asset, const kiln_format_node *node)
{
	const kiln_format_shape *shape = &asset->shapes[node->shape];
	box3 box = box_of(node->bounds_min, node->bounds_max);
	bool good = true;
	if (shape->kind == KILN_SHAPE_HULL)
	{
		kiln_hull view;
		good = kiln_hull_from_asset(asset, shape->index, &view);
		for (uint32_t i = 0; good && i < view.vertex_count; ++i)
		{
			const double p[3] = {(double)view.x[i], (double)view.y[i], (double)view.z[i]};
			good = stays(node, &box, p);
		}
	}
	for (int axis = 0; axis < 3 && good && shape->kind != KILN_SHAPE_HULL; ++axis)
	{
		for (int side = -1; side <= 1 && good; side += 2)
		{
			const float *row = node->to_asset + 4 * axis;
			kiln_d3 direction = kiln_d3_scale(kiln_d3_from((kiln_vec3){row[0], row[1], row[2]}), side);
			kiln_d3 p = extreme_point(asset, shape, direction);
			good = stays(node, &box, (const double[3]){p.x, p.y, p.z});
		}
	}
	return good ? verify_passed()
				: verify_refused(asset, KILN_E_NUMBER, node, "a solid, placed by its node, leaves the node's box");
}

static kiln_result verify_node(const kiln_asset *asset, uint32_t index)
{
	const kiln_format_node *node = &asset->nodes[index];
	if (node->mesh == KILN_NONE)
		return verify_solid_node(asset, node);
	kiln_result result = verify_passed();
	for (uint32_t level = 0; level < kiln_level_count(asset, node->mesh) && result.status == KILN_OK; ++level)
	{
		placement placed = {
			.prover = {asset, kiln_mesh_tree(asset, kiln_level_mesh(asset, node->mesh, level)), prove_placed_leaf,
				nowhere},
			.node = node,
			.box = box_of(node->bounds_min, node->bounds_max),
		};
		result = walk(&placed.prover);
	}
	return result;
}

static const char *prove_scene_leaf(tree_prover *prover, uint32_t item, const box3 *common, const void **at)
{
	const kiln_format_node *node = &prover->asset->nodes[item];
	box3 box = box_of(node->bounds_min, node->bounds_max);
	if (!holds(common, box.min) || !holds(common, box.max))
	{
		*at = node;
		return "a node's box leaves the box of one of its ancestors in the scene's tree";
	}
	box3 scene = box_of(prover->asset->scene->bounds_min, prover->asset->scene->bounds_max);
	if (!holds(&scene, box.min) || !holds(&scene, box.max))
	{
		*at = node;
		return "a node's box leaves the asset's";
	}
	return NULL;
}

kiln_result verify_asset(const kiln_asset *asset)
{
	for (uint32_t i = 0; i < asset->mesh_count; ++i)
	{
		kiln_result result = verify_mesh(asset, i);
		if (result.status != KILN_OK)
			return result;
	}
	for (uint32_t i = 0; i < asset->node_count; ++i)
	{
		kiln_result result = verify_node(asset, i);
		if (result.status != KILN_OK)
			return result;
	}
	tree_prover prover = {asset, kiln_scene_tree(asset), prove_scene_leaf, nowhere};
	return walk(&prover);
}
