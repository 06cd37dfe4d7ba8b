// SPDX-License-Identifier: MIT
#include "kiln/level.h"

#include "math/ieee.h"

#include <math.h>

/// The coarser levels of a mesh, by increasing distance.
typedef struct level_list
{
	const kiln_format_level *levels;
	uint32_t count;
} level_list;

/// Returns the first entry of LEVELS whose mesh is not below `mesh`, by binary search.
static uint32_t lower_bound(const kiln_asset *asset, uint64_t mesh)
{
	uint32_t low = 0, high = asset->level_count;
	while (low < high)
	{
		const uint32_t middle = low + (high - low) / 2;
		if (asset->levels[middle].mesh < mesh)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static level_list list_of(const kiln_asset *asset, uint32_t mesh)
{
	if (!asset || mesh >= asset->mesh_count || asset->level_count == 0)
		return (level_list){NULL, 0};
	const uint32_t first = lower_bound(asset, mesh);
	return (level_list){asset->levels + first, lower_bound(asset, (uint64_t)mesh + 1) - first};
}

uint32_t kiln_level_count(const kiln_asset *asset, uint32_t mesh)
{
	if (!asset || mesh >= asset->mesh_count)
		return 0;
	return 1 + list_of(asset, mesh).count;
}

uint32_t kiln_level_mesh(const kiln_asset *asset, uint32_t mesh, uint32_t level)
{
	if (level >= kiln_level_count(asset, mesh))
		return KILN_NONE;
	return level == 0 ? mesh : list_of(asset, mesh).levels[level - 1].level_mesh;
}

float kiln_level_distance(const kiln_asset *asset, uint32_t mesh, uint32_t level)
{
	if (level >= kiln_level_count(asset, mesh))
		return -1;
	return level == 0 ? 0 : list_of(asset, mesh).levels[level - 1].distance;
}

/// Returns the number of levels at the beginning of the list whose distance times the square root of `stretch2` is at most
/// `max_error`. Squares of floats times 2^124 are in the range of double.
static uint32_t count_within(const level_list *list, double stretch2, float max_error)
{
	const double limit2 = (double)max_error * (double)max_error;
	uint32_t count = 0;
	if (!(max_error >= 0))
		return 0;
	while (count < list->count)
	{
		const double distance = (double)list->levels[count].distance;
		if (!(distance * distance * stretch2 <= limit2))
			break;
		++count;
	}
	return count;
}

uint32_t kiln_level_for_error(const kiln_asset *asset, uint32_t mesh, float max_error)
{
	const level_list list = list_of(asset, mesh);
	return count_within(&list, 1, max_error);
}

/// Returns an upper bound of the square of the largest factor by which a matrix stretches lengths: of the largest eigenvalue of
/// its transpose times itself, by Gershgorin's circles.
static double stretch2_of(const float m[12])
{
	double most = 0;
	for (int i = 0; i < 3; ++i)
	{
		double sum = 0;
		for (int k = 0; k < 3; ++k)
		{
			double dot = 0, size = 0;
			for (int row = 0; row < 3; ++row)
			{
				const double product = (double)m[4 * row + i] * (double)m[4 * row + k];
				dot += product;
				size += fabs(product);
			}
			// The products are exact, their sums are not.
			sum += fabs(dot) + 0x1p-50 * size;
		}
		most = sum > most ? sum : most;
	}
	return most * (1 + 0x1p-40);
}

kiln_status kiln_asset_at_error(
	const kiln_asset *asset, float max_error, kiln_format_node *nodes, uint32_t room, kiln_asset *at_error)
{
	if (!asset || !at_error || at_error == asset || !nodes)
		return KILN_E_ARGUMENT;
	if (room < asset->node_count)
		return KILN_E_CAPACITY;
	for (uint32_t i = 0; i < asset->node_count; ++i)
	{
		kiln_format_node *node = &nodes[i];
		*node = asset->nodes[i];
		const level_list list = list_of(asset, node->mesh);
		const bool identity = (node->flags & KILN_NODE_IDENTITY) != 0;
		const uint32_t level =
			list.count == 0 ? 0 : count_within(&list, identity ? 1 : stretch2_of(node->to_asset), max_error);
		if (level == 0)
			continue;
		// The first shapes are those of the meshes, in their order.
		node->mesh = node->shape = list.levels[level - 1].level_mesh;
	}
	*at_error = *asset;
	at_error->nodes = nodes;
	at_error->mapping = NULL;
	at_error->mapping_size = 0;
	return KILN_OK;
}
