// SPDX-License-Identifier: MIT
#include "verify_art.h"

#include "bound/bound.h"
#include "bound/proof/turned_box.h"
#include "hull/pack/pack.h"
#include "parts/cover.h"
#include "tree/layout.h"
#include "verify.h"
#include "verify_clear.h"
#include "verify_error.h"
#include "verify_quiet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The solids that stand for one node of the art.
typedef struct stand
{
	convex_hull *hulls; // what the solids point to
	cover_solid *solids;
	uint32_t solid_count;
	const kiln_format_shape **round; // other primitives
	uint32_t round_count;
	const kiln_format_shape **shapes; // all primitives
	uint32_t shape_count;
} stand;

static bool is_level_box(const kiln_format_shape *shape)
{
	const float *q = shape->parameters + 6;
	return shape->kind == KILN_SHAPE_BOX && !(q[0] < 0 || q[0] > 0) && !(q[1] < 0 || q[1] > 0) &&
		   !(q[2] < 0 || q[2] > 0);
}

static bool begin(stand *s, const kiln_asset *asset)
{
	size_t count = asset->node_count > 0 ? asset->node_count : 1;
	*s = (stand){.hulls = calloc(count, sizeof *s->hulls), .solids = calloc(count, sizeof *s->solids)};
	s->round = calloc(count, sizeof *s->round);
	s->shapes = calloc(count, sizeof *s->shapes);
	return s->hulls != NULL && s->solids != NULL && s->round != NULL && s->shapes != NULL;
}

// Forgets the solids of a node.
static void forget(stand *s)
{
	for (uint32_t i = 0; i < s->solid_count; ++i)
		hull_free(&verify_quiet, &s->hulls[i]);
	s->solid_count = s->round_count = s->shape_count = 0;
}

static void end(stand *s)
{
	forget(s);
	free(s->hulls);
	free(s->solids);
	free(s->round);
	free(s->shapes);
}

// Adds the solid of a node. False when out of memory.
static bool add(stand *s, const kiln_asset *asset, const kiln_format_node *node)
{
	const kiln_format_shape *shape = &asset->shapes[node->shape];
	cover_solid *solid = &s->solids[s->solid_count];
	*solid = (cover_solid){.hull = NULL};
	if (shape->kind != KILN_SHAPE_HULL)
		s->shapes[s->shape_count++] = shape;
	if (shape->kind == KILN_SHAPE_HULL)
	{
		const kiln_format_hull *head = &asset->hulls[shape->index];
		// The hull is only read.
		const packed_hull packed = {.head = *head, .data = (uint8_t *)(uintptr_t)(asset->hull_data + head->data)};
		if (hull_unpack(&verify_quiet, &packed, &s->hulls[s->solid_count]) != KILNCOOK_OK)
			return false;
		solid->hull = &s->hulls[s->solid_count];
	}
	else if (is_level_box(shape))
	{
		memcpy(solid->center, shape->parameters, sizeof solid->center);
		memcpy(solid->half_extents, shape->parameters + 3, sizeof solid->half_extents);
	}
	else
	{
		s->round[s->round_count++] = shape;
		return true;
	}
	cover_bound(solid);
	++s->solid_count;
	return true;
}

// Whether a primitive has all three corners of a triangle.
static bool has(const kiln_format_shape *shape, const float corners[3][3])
{
	const float *p = shape->parameters;
	bound_volume volume = {.kind = BOUND_SPHERE};
	float needed[3];
	switch ((kiln_shape_kind)shape->kind)
	{
	case KILN_SHAPE_BOX:
		bound_turned_box(p, p + 6, corners, 3, needed);
		return needed[0] <= p[3] && needed[1] <= p[4] && needed[2] <= p[5];
	case KILN_SHAPE_SPHERE:
		volume.sphere = (kiln_sphere){{p[0], p[1], p[2]}, p[3]};
		break;
	case KILN_SHAPE_CAPSULE:
		volume.kind = BOUND_CAPSULE;
		volume.capsule = (kiln_capsule){{p[0], p[1], p[2]}, {p[3], p[4], p[5]}, p[6]};
		break;
	case KILN_SHAPE_CYLINDER:
		volume.kind = BOUND_CYLINDER;
		volume.cylinder = (kiln_cylinder){{p[0], p[1], p[2]}, {p[3], p[4], p[5]}, p[6]};
		break;
	default:
		return false;
	}
	return bound_prove(&volume, corners, 3, NULL);
}

static cover_verdict judge(const stand *s, const float corners[3][3])
{
	for (uint32_t i = 0; i < s->round_count; ++i)
		if (has(s->round[i], corners))
			return COVER_WHOLE;
	return cover_triangle(&verify_quiet, corners, s->solids, s->solid_count);
}

static kiln_result judge_mesh(const kiln_asset *asset, const kiln_format_node *at, const stand *s,
	const kiln_asset *art, uint32_t mesh, bool *memory)
{
	kiln_tree tree = kiln_mesh_tree(art, mesh);
	for (uint32_t unit = 0; unit < art->meshes[mesh].leaf_units;)
	{
		kiln_leaf_room room;
		kiln_leaf leaf = kiln_leaf_at(tree.leaves, unit, &room);
		for (uint32_t i = 0; i < leaf.triangle_count; ++i)
		{
			kiln_vec3 p[3];
			kiln_leaf_triangle(&leaf, i, p);
			const float corners[3][3] = {{p[0].x, p[0].y, p[0].z}, {p[1].x, p[1].y, p[1].z}, {p[2].x, p[2].y, p[2].z}};
			switch (judge(s, corners))
			{
			case COVER_WHOLE:
				break;
			case COVER_GAP:
				return verify_refused(
					asset, KILN_E_NUMBER, at, "a triangle of the art is not in the solids of its node");
			case COVER_UNDECIDED:
				return verify_refused(
					asset, KILN_E_NUMBER, at, "a triangle of the art crosses so many solids that nothing is proved");
			case COVER_NO_MEMORY:
				*memory = true;
				return verify_passed();
			}
		}
		unit += kiln_format_leaf_units(kiln_leaf_head(tree.leaves, unit));
	}
	return verify_passed();
}

// Proves that the solids leave the space of the ball.
static kiln_result judge_clear(const kiln_asset *asset, const kiln_format_node *at, const stand *s,
	const kiln_asset *art, uint32_t mesh, art_proof *proof, bool *memory)
{
	clear_space *space;
	kilncook_status status = clear_space_make(art, mesh, proof->limits.clear, &proof->limits.from, &space);
	double deepest = 0, allowed = status == KILNCOOK_OK ? clear_space_allowed(space) : 0;
	for (uint32_t i = 0; i < s->solid_count && status == KILNCOOK_OK; ++i)
	{
		double depth = s->solids[i].hull != NULL ? clear_space_depth(space, s->solids[i].hull, NULL) : 0;
		deepest = depth > deepest ? depth : deepest;
	}
	for (uint32_t i = 0; i < s->shape_count && status == KILNCOOK_OK; ++i)
	{
		double depth = clear_space_depth(space, NULL, s->shapes[i]);
		deepest = depth > deepest ? depth : deepest;
	}
	clear_space_free(space);
	*memory = status == KILNCOOK_INTERNAL;
	proof->depth = deepest > proof->depth ? deepest : proof->depth;
	if (status == KILNCOOK_REFUSED)
		return verify_refused(asset, KILN_E_NUMBER, at, "the ball is too small for a mesh of the art");
	return deepest > allowed ? verify_refused(asset, KILN_E_NUMBER, at, "a solid enters the space of the ball")
							 : verify_passed();
}

// The largest coordinate of the solids, in which the mesh was proved to be.
static double reach_of(const stand *s)
{
	double reach = 0;
	for (uint32_t i = 0; i < s->solid_count; ++i)
	{
		for (int k = 0; k < 3; ++k)
		{
			reach = fabs(s->solids[i].low[k]) > reach ? fabs(s->solids[i].low[k]) : reach;
			reach = fabs(s->solids[i].high[k]) > reach ? fabs(s->solids[i].high[k]) : reach;
		}
	}
	for (uint32_t i = 0; i < s->shape_count; ++i)
	{
		// No point of a primitive is farther out than the sum of its coordinates and sizes.
		double sum = 0;
		for (int k = 0; k < 7; ++k)
			sum += fabs((double)s->shapes[i]->parameters[k]);
		reach = sum > reach ? sum : reach;
	}
	return reach;
}

// Proves that hulls and boxes stick out of the mesh by no more than the limit.
static kiln_result judge_error(const kiln_asset *asset, const kiln_format_node *at, const stand *s,
	const kiln_asset *art, uint32_t mesh, art_proof *proof)
{
	error_search search = error_search_of(art, mesh, proof->limits.error, reach_of(s));
	error_verdict verdict = ERROR_KEPT;
	for (uint32_t i = 0; i < s->solid_count && verdict == ERROR_KEPT; ++i)
	{
		if (s->solids[i].hull != NULL)
			verdict = error_of_hull(&search, s->solids[i].hull);
	}
	for (uint32_t i = 0; i < s->shape_count && verdict == ERROR_KEPT; ++i)
	{
		if (s->shapes[i]->kind == KILN_SHAPE_BOX)
			verdict = error_of_box(&search, s->shapes[i]);
		else
			++proof->round;
	}
	if (verdict == ERROR_EXCEEDED)
		return verify_refused(asset, KILN_E_NUMBER, at, "a solid sticks out of the art farther than the error");
	return verdict == ERROR_KEPT && !search.vague ? verify_passed()
												  : verify_refused(asset, KILN_E_NUMBER, at,
														"whether a solid sticks out farther than the error cannot be "
														"proved: too much work, or within rounding");
}

// Proves one node of the art.
static kiln_result judge_node(const kiln_asset *asset, const kiln_asset *art, const kiln_format_node *node, stand *s,
	art_proof *proof, bool *memory)
{
	const kiln_format_node *at = NULL;
	bool mesh = false;
	for (uint32_t i = 0; i < asset->node_count; ++i)
	{
		const kiln_format_node *other = &asset->nodes[i];
		if (other->source_node != node->source_node)
			continue;
		if (memcmp(other->to_asset, node->to_asset, sizeof node->to_asset) != 0)
			return verify_refused(asset, KILN_E_VALUE, other, "a node is not where the node of the art is");
		at = other;
		mesh = mesh || other->mesh != KILN_NONE;
		if (other->mesh == KILN_NONE && !add(s, asset, other))
		{
			*memory = true;
			return verify_passed();
		}
	}
	if (at == NULL)
		return verify_refused(asset, KILN_E_VALUE, asset->nodes, "no node stands for a node of the art");
	if (mesh)
		return verify_passed();
	++proof->nodes;
	proof->triangles += art->meshes[node->mesh].triangle_count;
	kiln_result result = judge_mesh(asset, at, s, art, node->mesh, memory);
	if (result.status == KILN_OK && !*memory && proof->limits.clear > 0)
		result = judge_clear(asset, at, s, art, node->mesh, proof, memory);
	if (result.status == KILN_OK && !*memory && proof->limits.error > 0)
		result = judge_error(asset, at, s, art, node->mesh, proof);
	return result;
}

art_proof verify_art(const kiln_asset *asset, const kiln_asset *art, const art_limits *limits, bool *memory)
{
	art_proof proof = {.limits = *limits, .result = verify_passed()};
	stand s;
	*memory = !begin(&s, asset);
	for (uint32_t i = 0; i < art->node_count && proof.result.status == KILN_OK && !*memory; ++i)
	{
		if (art->nodes[i].mesh != KILN_NONE)
		{
			proof.result = judge_node(asset, art, &art->nodes[i], &s, &proof, memory);
			forget(&s);
		}
	}
	end(&s);
	return proof;
}
