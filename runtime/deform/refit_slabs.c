// SPDX-License-Identifier: MIT
#include "refit.h"

#include "bounds/kdop_axes.h"
#include "frame.h"

/// Slabs of the points under a child, rounded outwards to float32.
typedef struct slab_set
{
	float min[KILN_KDOP_AXES];
	float max[KILN_KDOP_AXES];
} slab_set;

/// Sums of coordinates are exact in double or have a known error; the greatest error widens the slab.
static void leaf_slabs(const kiln_leaf *leaf, uint32_t kind, slab_set *set)
{
	uint32_t slabs = kiln_format_kdop_slabs(kind);
	for (uint32_t s = 0; s < slabs; ++s)
	{
		const signed char *n = kiln_kdop_axis[kiln_format_kdop_axis(kind, s)];
		double nx = n[0], ny = n[1], nz = n[2], error = 0, min = 0, max = 0;
		for (uint32_t i = 0; i < leaf->vertex_count; ++i)
		{
			kiln_sum sum = {nx * (double)leaf->x[i], 0};
			sum = kiln_sum_add(sum, ny * (double)leaf->y[i]);
			sum = kiln_sum_add(sum, nz * (double)leaf->z[i]);
			min = i == 0 || sum.value < min ? sum.value : min;
			max = i == 0 || sum.value > max ? sum.value : max;
			error = sum.error > error ? sum.error : error;
		}
		set->min[s] = kiln_tight_down(kiln_sum_low((kiln_sum){min, error}));
		set->max[s] = kiln_tight_up(kiln_sum_high((kiln_sum){max, error}));
	}
}

/// Quantizes one slab of all children; computes the node's slab from theirs.
static void quantize(
	uint8_t *node, const kiln_format_kdop_layout *at, uint32_t s, const slab_set *sets, uint32_t count, slab_set *all)
{
	float min = sets[0].min[s], max = sets[0].max[s];
	for (uint32_t i = 1; i < count; ++i)
	{
		min = sets[i].min[s] < min ? sets[i].min[s] : min;
		max = sets[i].max[s] > max ? sets[i].max[s] : max;
	}
	kiln_frame frame = kiln_frame_choose(min, max);
	memcpy(node + at->origin + 4 * s, &frame.origin, sizeof frame.origin);
	node[at->exponent + s] = frame.exponent;
	for (uint32_t i = 0; i < count; ++i)
	{
		node[at->lo + s * KILN_TREE_WIDTH + i] = kiln_frame_below(frame, sets[i].min[s]);
		node[at->hi + s * KILN_TREE_WIDTH + i] = kiln_frame_above(frame, sets[i].max[s]);
	}
	all->min[s] = min;
	all->max[s] = max;
}

double kilni_refit_slabs(const kiln_refit *refit)
{
	uint32_t slabs = kiln_format_kdop_slabs(refit->kind);
	kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(slabs);
	// The scratch of a node: `slabs` numbers for the least ends, then as many for the greatest.
	float *subtrees = refit->scratch;
	double surfaces = 0;
	for (uint32_t n = refit->node_count; n-- > 0;)
	{
		uint8_t *node = refit->nodes + (uint64_t)n * at.size;
		const kiln_format_volume_head *head = (const kiln_format_volume_head *)(const void *)node;
		slab_set sets[KILN_TREE_WIDTH], all;
		for (uint32_t i = 0; i < head->count; ++i)
		{
			uint32_t child = head->child[i];
			if (child & KILN_VOLUME_LEAF)
			{
				kiln_leaf_room room;
				kiln_leaf leaf = kiln_leaf_at(refit->leaves, child & ~KILN_VOLUME_LEAF, &room);
				leaf_slabs(&leaf, refit->kind, &sets[i]);
			}
			else
			{
				const float *from = subtrees + (uint64_t)child * 2 * slabs;
				memcpy(sets[i].min, from, slabs * sizeof *from);
				memcpy(sets[i].max, from + slabs, slabs * sizeof *from);
			}
			double size[3];
			for (int axis = 0; axis < 3; ++axis)
				size[axis] = (double)sets[i].max[axis] - (double)sets[i].min[axis];
			surfaces += kiln_refit_box_surface(size[0], size[1], size[2]);
		}
		for (uint32_t s = 0; s < slabs; ++s)
			quantize(node, &at, s, sets, head->count, &all);
		float *to = subtrees + (uint64_t)n * 2 * slabs;
		memcpy(to, all.min, slabs * sizeof *to);
		memcpy(to + slabs, all.max, slabs * sizeof *to);
	}
	return surfaces;
}
