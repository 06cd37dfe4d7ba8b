// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_BUILD_RULES_H
#define KILN_COOKER_TREE_BUILD_RULES_H

#include "build.h"
#include "vec4.h"

/// Types and functions that the builders share: the records that they partition, and the split rules.

/// A reference to a primitive with its box. 32 bytes, moved as a whole, so that every pass reads memory sequentially.
typedef struct build_ref
{
	float min[3];
	uint32_t index; ///< of the primitive
	float max[3];
	uint32_t zero;
} build_ref;

/// A range of references that becomes one node.
typedef struct split_range
{
	build_ref *refs;
	uint32_t count;
	box4 box;		///< around the references
	box4 centroids; ///< around their doubled centroids, min + max
} split_range;

/// The result of a rule: the references are partitioned, the first `left` of them go left.
typedef struct split_result
{
	uint32_t left;
	box4 box[2];
	box4 centroids[2];
} split_result;

typedef enum split_verdict
{
	SPLIT_DONE, ///< the result is filled in, neither side is empty
	SPLIT_LEAF, ///< the rule prefers a leaf; only for ranges of at most leaf_size
	SPLIT_NONE, ///< the rule finds no split, for example with equal centroids
} split_verdict;

/// Scratch memory and options of a rule.
typedef struct split_work
{
	build_axis axis;
	uint32_t leaf_size;
	uint32_t bins;
	uint32_t block_shift; ///< primitives that a leaf tests at the cost of one, as a power of two
	uint64_t *keys;		  ///< one a reference, for rules that project and select
	uint64_t *scratch;	  ///< the same again
} split_work;

enum
{
	SPLIT_SWEEP_MAX = 16,
};

/// Divides a range of at least two references.
typedef split_verdict (*split_rule)(const split_work *work, const split_range *range, split_result *result);

split_verdict split_sah(const split_work *work, const split_range *range, split_result *result);
/// The exact sweep for small ranges, of 2 to SPLIT_SWEEP_MAX references; split_sah calls it.
split_verdict split_sweep(const split_work *work, const split_range *range, split_result *result);
split_verdict split_mean(const split_work *work, const split_range *range, split_result *result);
split_verdict split_median(const split_work *work, const split_range *range, split_result *result);
split_verdict split_midpoint(const split_work *work, const split_range *range, split_result *result);
/// Never returns SPLIT_NONE: all other rules fall back to this rule.
split_verdict split_object_median(const split_work *work, const split_range *range, split_result *result);

/// Fills work->keys with each reference's centroid along the chosen axis, as ordered unsigned integers, above its
/// index.
void build_axis_project(const split_work *work, const split_range *range);
/// The coordinate of a key, and the lowest key with a coordinate.
float build_key_coordinate(uint64_t key);
uint64_t build_key_from_coordinate(float coordinate, uint32_t index);
/// The key of rank `rank` (0 is the lowest) among the projected ones. Linear time.
uint64_t build_key_select(const split_work *work, uint32_t count, uint32_t rank);
/// Sends keys below `limit` to the left; returns SPLIT_NONE if this leaves a side empty.
split_verdict build_key_partition(
	const split_work *work, const split_range *range, uint64_t limit, split_result *result);
/// Splits at a coordinate: smaller coordinates go left; if no coordinate is smaller, coordinates up to it go left.
split_verdict build_key_split_at(
	const split_work *work, const split_range *range, float coordinate, split_result *result);

/// Returns the box of a primitive.
static inline build_box build_input_box(const build_input *input, uint32_t primitive)
{
	if (input->boxes)
		return input->boxes[primitive];
	const uint32_t *triangle = input->triangles[primitive];
	const float *a = input->vertices[triangle[0]];
	const float *b = input->vertices[triangle[1]];
	const float *c = input->vertices[triangle[2]];
	build_box box;
	for (int axis = 0; axis < 3; ++axis)
	{
		float min = a[axis] < b[axis] ? a[axis] : b[axis];
		float max = a[axis] < b[axis] ? b[axis] : a[axis];
		box.min[axis] = c[axis] < min ? c[axis] : min;
		box.max[axis] = c[axis] > max ? c[axis] : max;
	}
	return box;
}

/// Fills in a node.
void build_node_store(build_node *node, box4 box, uint32_t first, uint32_t count);
/// Makes a record for each primitive.
void build_refs_fill(build_ref *refs, const build_input *input);
/// Computes the boxes of the references and of their doubled centroids.
void build_refs_measure(const build_ref *refs, uint32_t count, box4 *box, box4 *centroids);

/// Computes the box of the references' doubled centroids alone.
static inline void build_centroids_measure(const build_ref *refs, uint32_t count, box4 *centroids)
{
	box4 box = {vec4_all(3.0e38f), vec4_all(-3.0e38f)};
	for (uint32_t i = 0; i < count; ++i)
	{
		vec4 centroid = vec4_add(vec4_xyz(vec4_load(refs[i].min)), vec4_load(refs[i].max));
		box.min = vec4_min(box.min, centroid);
		box.max = vec4_max(box.max, centroid);
	}
	*centroids = box;
}

/// Returns the cost of testing some primitives.
static inline uint32_t build_blocks(const split_work *work, uint32_t count)
{
	return (count + ((1u << work->block_shift) - 1)) >> work->block_shift;
}

/// Whether a range always becomes a leaf: a leaf tests all of it at the cost of one primitive.
static inline bool build_is_leaf(const split_work *work, uint32_t count)
{
	return count <= work->leaf_size && build_blocks(work, count) == 1;
}

/// Whether a leaf is as cheap as two children whose half areas times blocks add up to `split`.
static inline bool build_prefers_leaf(const split_work *work, const split_range *range, float split)
{
	if (range->count > work->leaf_size)
		return false;
	float area = box4_half_area(range->box);
	return area * (float)build_blocks(work, range->count) <= area + split;
}

/// An empty box: its union with another box is the other box.
static inline box4 box4_empty(void)
{
	return (box4){vec4_all(3.0e38f), vec4_all(-3.0e38f)};
}

/// Returns a reference's box; lane 3 is cleared.
static inline box4 build_ref_box(const build_ref *ref)
{
	return (box4){vec4_xyz(vec4_load(ref->min)), vec4_load(ref->max)};
}

/// Returns the exponent of the lowest power of two that is at least `value`.
static inline uint32_t build_ceil_log2(uint32_t value)
{
	uint32_t log = 0;
	while ((uint64_t)1 << log < value)
		++log;
	return log;
}

#endif
