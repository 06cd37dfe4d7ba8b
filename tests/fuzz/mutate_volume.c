// SPDX-License-Identifier: MIT
#include "mutate_field.h"

#include "support/asset_fixture.h"

#include <math.h>
#include <string.h>

/// Mutations of volume trees and VERTICES: values that the proof allows, and any heads of nodes.

/// The largest number of a volume that the proof allows.
#define LARGEST (32 * KILN_COORDINATE_MAX)

/// A node of a volume tree of a mutant, at its place in the seed.
typedef struct node_pick
{
	kiln_format_volume_tree tree;
	uint32_t node_size;
	uint8_t *nodes; ///< the tree's root
	uint8_t *node;
	kiln_format_volume_head head; ///< the seed's head, so that its count is right
} node_pick;

static bool pick_node(mutant *m, node_pick *pick)
{
	uint32_t count = (uint32_t)m->seed->section[KILN_SECTION_VOLUME_TREES].count;
	if (count == 0)
		return false;
	const kiln_format_volume_tree *trees =
		(const void *)(m->seed->data + m->seed->section[KILN_SECTION_VOLUME_TREES].offset);
	pick->tree = trees[mutant_below(m, count)];
	pick->node_size = kiln_format_volume_node_size(pick->tree.kind);
	size_t root = m->seed->section[KILN_SECTION_VOLUME_NODES].offset + (size_t)pick->tree.nodes;
	size_t at = root + (size_t)mutant_below(m, pick->tree.node_count) * pick->node_size;
	memcpy(&pick->head, m->seed->data + at, sizeof pick->head);
	pick->nodes = m->data + root;
	pick->node = m->data + at;
	return root + (size_t)pick->tree.node_count * pick->node_size <= m->size;
}

/// Returns one of the used slots of one of `rows` rows of eight.
static uint32_t pick_number(mutant *m, const node_pick *pick, uint32_t rows)
{
	return mutant_below(m, rows) * KILN_TREE_WIDTH + mutant_below(m, pick->head.count);
}

static void change_number(mutant *m, float *value, bool negative)
{
	*value = mutant_float(m, *value, LARGEST);
	if (!negative)
		*value = fabsf(*value);
}

static void change_rotation(mutant *m, kiln_format_oriented_node *node, uint32_t i)
{
	uint32_t whole = mutant_below(m, 4);
	for (uint32_t k = 0; k < 4; ++k)
	{
		int value = mutant_below(m, 3) ? (int)mutant_below(m, 65536) - 32768 : 0;
		// One of the components makes the quaternion long enough.
		if (k == whole && value < 16384)
			value = value > -16384 ? 16384 : value;
		node->rotation[k][i] = (int16_t)value;
	}
}

/// Moves a slab's planes by whole steps, or scales them about 0 by a power of two.
static void change_slab_frame(mutant *m, float *origin, uint8_t *exponent)
{
	double step = ldexp(1, *exponent - 127);
	double first = (double)*origin / step + ((double)mutant_below(m, 1u << mutant_below(m, 20)) - 100);
	if (mutant_below(m, 2) && fabs(first) < 0x1p23 && fabs(first * step) < (double)LARGEST / 2)
	{
		*origin = (float)(first * step);
		return;
	}
	int changed = *exponent + (int)mutant_below(m, 9) - 4;
	*exponent = (uint8_t)(changed < 1 ? 1 : changed > 160 ? 160 : changed);
	*origin = 0;
}

static void change_slab(mutant *m, const node_pick *pick)
{
	uint32_t slabs = kiln_format_kdop_slabs(pick->tree.kind), s = mutant_below(m, slabs);
	kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(slabs);
	if (mutant_below(m, 4) == 0)
	{
		float *origin = (float *)(void *)(pick->node + at.origin);
		change_slab_frame(m, &origin[s], &pick->node[at.exponent + s]);
		return;
	}
	uint32_t i = s * KILN_TREE_WIDTH + mutant_below(m, pick->head.count);
	uint8_t a = (uint8_t)mutant_below(m, 256), b = mutant_below(m, 4) ? (uint8_t)mutant_below(m, 256) : a;
	pick->node[at.lo + i] = a < b ? a : b;
	pick->node[at.hi + i] = a < b ? b : a;
}

static void change_volume(mutant *m)
{
	node_pick pick;
	if (!pick_node(m, &pick))
		return;
	bool center = mutant_below(m, 2);
	if (pick.tree.kind == KILN_TREE_SPHERE)
	{
		kiln_format_sphere_node *node = (kiln_format_sphere_node *)(void *)pick.node;
		float *values = center ? node->center[0] : node->radius;
		change_number(m, &values[pick_number(m, &pick, center ? 3 : 1)], center);
	}
	else if (pick.tree.kind == KILN_TREE_OBB || pick.tree.kind == KILN_TREE_RSS)
	{
		kiln_format_oriented_node *node = (kiln_format_oriented_node *)(void *)pick.node;
		float *values = center ? node->center[0] : node->size[0];
		if (mutant_below(m, 3) == 0)
			change_rotation(m, node, mutant_below(m, pick.head.count));
		else
			change_number(m, &values[pick_number(m, &pick, 3)], center);
	}
	else
		change_slab(m, &pick);
}

/// Makes a tree lead to one of its leaves twice.
static void change_leaf(mutant *m)
{
	node_pick pick;
	if (!pick_node(m, &pick))
		return;
	kiln_format_volume_head *head = (kiln_format_volume_head *)(void *)pick.node;
	uint32_t other = mutant_below(m, pick.tree.node_count);
	const kiln_format_volume_head *from =
		(const kiln_format_volume_head *)(const void *)(pick.nodes + (size_t)other * pick.node_size);
	uint32_t *child = &head->child[mutant_below(m, pick.head.count)];
	uint32_t value = from->child[mutant_below(m, KILN_TREE_WIDTH)];
	if (*child & KILN_VOLUME_LEAF && value & KILN_VOLUME_LEAF && value != KILN_NONE)
		*child = value;
}

/// Chooses another of the mesh's or the scene's trees, or none, for pair queries.
static void change_pair_tree(mutant *m)
{
	uint32_t count = (uint32_t)m->seed->section[KILN_SECTION_VOLUME_TREES].count, pick = mutant_below(m, count);
	kiln_format_volume_tree tree;
	size_t at = m->seed->section[KILN_SECTION_VOLUME_TREES].offset + pick * sizeof tree;
	memcpy(&tree, m->seed->data + at, sizeof tree);
	uint32_t value = mutant_below(m, 4) ? pick : KILN_NONE;
	if (tree.mesh == KILN_NONE)
		at = m->seed->section[KILN_SECTION_SCENE].offset + offsetof(kiln_format_scene, pair_tree);
	else
		at = m->seed->section[KILN_SECTION_MESHES].offset + tree.mesh * sizeof(kiln_format_mesh) +
			 offsetof(kiln_format_mesh, pair_tree);
	if (at + sizeof value <= m->size)
		memcpy(m->data + at, &value, sizeof value);
}

static void change_figure(mutant *m)
{
	kiln_format_volume_tree *tree = mutant_element(m, KILN_SECTION_VOLUME_TREES, sizeof *tree);
	if (!tree)
		return;
	float *figures[3] = {&tree->sah_cost, &tree->volume, &tree->overlap};
	change_number(m, figures[mutant_below(m, 3)], false);
}

/// Changes the source of a vertex to another vertex of the same mesh.
static void change_source_vertex(mutant *m)
{
	const kiln_format_mesh *mesh = mutant_element(m, KILN_SECTION_MESHES, sizeof *mesh);
	if (!mesh || mesh->vertex_first == KILN_NONE)
		return;
	size_t at = m->seed->section[KILN_SECTION_VERTICES].offset +
				((size_t)mesh->vertex_first + mutant_below(m, mesh->leaf_vertex_count)) * sizeof(uint32_t);
	uint32_t value = mutant_below(m, mesh->source_vertex_count);
	if (at + sizeof value <= m->size)
		memcpy(m->data + at, &value, sizeof value);
}

bool mutate_volume_allowed(mutant *m)
{
	static void (*const ways[])(mutant *) = {change_volume, change_volume, change_volume, change_volume, change_leaf,
		change_pair_tree, change_figure, change_source_vertex};
	if (m->seed->section[KILN_SECTION_VOLUME_TREES].count == 0)
		return false;
	ways[mutant_below(m, sizeof ways / sizeof ways[0])](m);
	return true;
}

void mutate_volume_head(mutant *m)
{
	node_pick pick;
	if (!pick_node(m, &pick))
		return;
	// Changes children more often than other words.
	uint32_t words = (uint32_t)(sizeof(kiln_format_volume_head) / sizeof(uint32_t));
	uint32_t at = mutant_below(m, 2) ? 4 + mutant_below(m, pick.head.count) : mutant_below(m, words);
	uint32_t value, other, node = mutant_below(m, pick.tree.node_count), way = mutant_below(m, 6);
	memcpy(&value, pick.node + at * sizeof value, sizeof value);
	memcpy(&other, pick.nodes + (size_t)node * pick.node_size + at * sizeof other, sizeof other);
	if (way == 3)
		value = node;
	else if (way == 4)
		value ^= KILN_VOLUME_LEAF;
	else
		value = (uint32_t)mutant_neighbour(m, way, value, other);
	memcpy(pick.node + at * sizeof value, &value, sizeof value);
}
