// SPDX-License-Identifier: MIT
#include "front.h"
#include "descent.h"

#include "math/rounding.h"

#include <string.h>

#define FRONT_MAGIC 0x31746e6f72664b89ull

/// A front restarts when it has grown to more than this many times the pairs it began with.
#define FRONT_GROWTH 2
/// and this many more, so that small fronts can vary.
#define FRONT_BREATH 64
/// The most pairs of a front, however large the memory.
#define FRONT_MOST 0x10000000u
/// The number of frames without a front after one that did not fit.
#define FRONT_REST 16
/// Pairs nearer than this many motions of the frame are opened, so that the front lasts. Distances have no reserve: the
/// nearest pairs stay at the limit however they are opened.
#define FRONT_RESERVE 8.0

/// An object that moves more than this share of its size in a frame gains nothing from a front.
#define FRONT_FAST 0.01

#define FRONT_ALIGNMENT 16
/// The list has room for a multiple of this many pairs.
#define FRONT_BLOCK 8

size_t kiln_front_size(uint32_t pairs)
{
	uint64_t room = ((uint64_t)pairs + FRONT_BLOCK - 1) / FRONT_BLOCK * FRONT_BLOCK;
	uint64_t size = sizeof(kiln_front_head) + room * (sizeof(float) + sizeof(kiln_front_entry));
	return size <= SIZE_MAX ? (size_t)size : 0;
}

static const struct kiln_front_method method = {
	.begin = kilni_front_begin,
	.triangles = kilni_front_triangles,
	.open = kilni_front_open,
	.take = kilni_front_take,
	.end = kilni_front_end,
	.kernels = kilni_front_kernels_choose,
};

kiln_status kiln_front_init(kiln_front *front, void *memory, size_t size)
{
	if (front)
		*front = (kiln_front){0};
	if (!front || !memory)
		return KILN_E_ARGUMENT;
	if ((uintptr_t)memory % 16)
		return KILN_E_ALIGNMENT;
	if (size < kiln_front_size(1))
		return KILN_E_CAPACITY;
	*front = (kiln_front){memory, size, &method};
	kiln_front_clear(front);
	return KILN_OK;
}

void kiln_front_clear(kiln_front *front)
{
	if (front && front->memory && front->size >= sizeof(kiln_front_head))
		memset(front->memory, 0, sizeof(kiln_front_head));
}

/// A checksum of words of four bytes, taken in pairs: four independent chains, mixed at the end, because
/// multiplications have a long latency.
static uint64_t checksum(const void *data, size_t bytes)
{
	const uint8_t *at = data;
	uint64_t chain[4] = {1, 2, 3, 4};
	for (; bytes >= 32; bytes -= 32)
		for (int i = 0; i < 4; ++i, at += 8)
		{
			uint64_t word;
			memcpy(&word, at, sizeof word);
			uint64_t mixed = (chain[i] ^ word) * 0x9e3779b97f4a7c15ull;
			chain[i] = mixed ^ mixed >> 29;
		}
	for (; bytes >= 8; bytes -= 8, at += 8)
	{
		uint64_t word;
		memcpy(&word, at, sizeof word);
		uint64_t mixed = (chain[0] ^ word) * 0x9e3779b97f4a7c15ull;
		chain[0] = mixed ^ mixed >> 29;
	}
	uint32_t rest = 0;
	memcpy(&rest, at, bytes);
	chain[1] += rest;
	uint64_t sum = 0;
	for (int i = 0; i < 4; ++i)
	{
		sum = (sum ^ chain[i]) * 0xbf58476d1ce4e5b9ull;
		sum ^= sum >> 31;
	}
	return sum;
}

static uint64_t head_sum(const kiln_front_head *head)
{
	size_t from = offsetof(kiln_front_head, list_sum);
	return checksum((const uint8_t *)head + from, sizeof *head - from);
}

static uint64_t list_sum(const kiln_front_use *use)
{
	size_t count = use->head->count;
	uint64_t lower = checksum(use->list.lower, count * sizeof(float));
	return lower ^ checksum(use->list.entry, count * sizeof(kiln_front_entry)) * 3;
}

uint64_t kilni_mesh_identity(const kiln_asset *asset, uint32_t mesh, uint64_t more)
{
	uint64_t words[6] = {0, 0, asset->size, mesh, more, 0};
	memcpy(words, asset->header->content_hash, sizeof asset->header->content_hash);
	return checksum(words, sizeof words);
}

/// Makes the head of a new front, with all bytes set.
static void forget(kiln_front_head *head, const kiln_mesh_pair *pair)
{
	memset(head, 0, sizeof *head);
	head->magic = FRONT_MAGIC;
	for (int i = 0; i < 2; ++i)
	{
		head->identity[i] = pair->identity[i];
		head->node_count[i] = pair->node_count[i];
	}
	head->kind[0] = (uint32_t)pair->a.kind;
	head->kind[1] = (uint32_t)pair->b.kind;
	head->descent = kiln_descent_number(pair->descent);
	head->similar = pair->metric.similar;
	head->scale = pair->metric.scale;
	head->place.ref[0] = KILN_ROOT_REF;
}

/// Whether the head was written by a query of the same trees.
static bool belongs(const kiln_front_use *use, const kiln_mesh_pair *pair)
{
	const kiln_front_head *head = use->head;
	return head->magic == FRONT_MAGIC && head->sum == head_sum(head) && head->identity[0] == pair->identity[0] &&
		   head->identity[1] == pair->identity[1] && head->node_count[0] == pair->node_count[0] &&
		   head->node_count[1] == pair->node_count[1] && head->kind[0] == (uint32_t)pair->a.kind &&
		   head->kind[1] == (uint32_t)pair->b.kind && head->descent == kiln_descent_number(pair->descent) &&
		   head->count <= use->list.capacity;
}

/// The greatest motion of a point of b's box since the last frame, in a's coordinates. The motion is a convex function
/// of the point, so a corner reaches it. The maps round by less than 2^-48 of the coordinates.
static double motion_of(const kiln_mesh_pair *pair, const kiln_affine *before)
{
	const kiln_affine *now = &pair->b_to_a;
	double most = 0, size = 0;
	for (uint32_t corner = 0; corner < 8; ++corner)
	{
		const float *m = pair->b.middle, *h = pair->b.half;
		kiln_d3 p = {(double)m[0] + (corner & 1u ? (double)h[0] : -(double)h[0]),
			(double)m[1] + (corner & 2u ? (double)h[1] : -(double)h[1]),
			(double)m[2] + (corner & 4u ? (double)h[2] : -(double)h[2])};
		double length2 = kiln_d3_length2(kiln_d3_sub(kiln_affine_point(now, p), kiln_affine_point(before, p)));
		most = kiln_double_max(most, length2);
		double whole = kiln_d3_largest(now->origin) + kiln_d3_largest(before->origin);
		for (int k = 0; k < 3; ++k)
			whole += (kiln_d3_largest(now->column[k]) + kiln_d3_largest(before->column[k])) * kiln_d3_largest(p);
		size = kiln_double_max(size, whole);
	}
	return (sqrt(most) * (1 + 0x1p-40) + size * 0x1p-46) * pair->metric.scale * (1 + 0x1p-20);
}

kiln_front_use kilni_front_begin(const kiln_mesh_pair *pair)
{
	const kiln_front *front = pair->front;
	kiln_front_use use = {.method = &method};
	if (!front || !front->memory || front->size < kiln_front_size(1) || (uintptr_t)front->memory % FRONT_ALIGNMENT != 0)
		return use;
	use.head = front->memory;
	kiln_front_head *head = use.head;
	size_t room = (front->size - sizeof *head) / (sizeof(float) + sizeof(kiln_front_entry));
	use.list.capacity = (uint32_t)(room < FRONT_MOST ? room : FRONT_MOST) / FRONT_BLOCK * FRONT_BLOCK;
	use.list.lower = (float *)(void *)(head + 1);
	use.list.entry = (kiln_front_entry *)(void *)(use.list.lower + use.list.capacity);
	if (!belongs(&use, pair))
		forget(head, pair);
	// Bounds of distances are valid only while lengths and shapes are unchanged.
	use.bounded = pair->metric.similar && !pair->deformed[0] && !pair->deformed[1];
	if (!use.bounded || !head->similar || head->scale != pair->metric.scale)
		head->count = 0;
	head->motion = head->frames && use.bounded ? motion_of(pair, &head->b_to_a) : 0;
	head->travel = (head->travel + head->motion) * (1 + 0x1p-50);
	if (!(head->travel < (double)FLT_MAX))
		head->count = 0;
	head->similar = pair->metric.similar;
	head->scale = pair->metric.scale;
	head->b_to_a = pair->b_to_a;
	head->frames = head->frames < 2 ? head->frames + 1 : 2;
	return use;
}

bool kilni_front_has_triangles(const kiln_front_use *use)
{
	return use->head && use->head->place.ref[0] != KILN_ROOT_REF && use->head->place.ref[1] != KILN_ROOT_REF;
}

/// Whether a reference is a valid volume of the tree.
static bool ref_is_sound(const kiln_pair_tree *tree, uint32_t node_count, kiln_volume_ref ref)
{
	if (ref == KILN_ROOT_REF)
		return true;
	uint32_t node = ref / KILN_TREE_WIDTH;
	return node < node_count && ref % KILN_TREE_WIDTH < kiln_volume_count(tree, node);
}

bool kilni_front_triangles(const kiln_front_use *use, const kiln_mesh_pair *pair, kiln_pair_place *place,
	uint32_t triangle[2], kiln_d3 corner[2][3])
{
	if (!kilni_front_has_triangles(use))
		return false;
	*place = use->head->place;
	const kiln_pair_tree *tree[2] = {&pair->a, &pair->b};
	for (int side = 0; side < 2; ++side)
	{
		if (!ref_is_sound(tree[side], pair->node_count[side], place->ref[side]))
			return false;
		uint32_t under = kiln_volume_under(tree[side], place->ref[side]);
		if (!(under & KILN_LEAF_BIT))
			return false;
		kiln_leaf_room room;
		kiln_leaf leaf = kiln_leaf_at(tree[side]->leaves, under & ~KILN_LEAF_BIT, &room);
		if (place->place[side] >= leaf.triangle_count)
			return false;
		triangle[side] = leaf.triangle + place->place[side];
		if (side == 0)
			kiln_leaf_corners(&leaf, place->place[side], corner[side]);
		else
			kiln_leaf_corners_moved(&leaf, place->place[side], &pair->b_to_a, corner[side]);
	}
	return true;
}

double kilni_front_apart(const kiln_front_use *use)
{
	if (!use->head || !use->head->count)
		return 0;
	return use->head->least - use->head->travel;
}

/// Whether the list is unchanged since a walk wrote it, and all its references are valid.
static bool list_is_sound(const kiln_front_use *use, const kiln_mesh_pair *pair)
{
	const kiln_front_head *head = use->head;
	if (head->list_sum != list_sum(use))
		return false;
	for (uint32_t i = 0; i < head->count; ++i)
	{
		const kiln_front_entry *entry = &use->list.entry[i];
		if (!ref_is_sound(&pair->a, pair->node_count[0], entry->ref[0]) ||
			!ref_is_sound(&pair->b, pair->node_count[1], entry->ref[1]))
			return false;
	}
	return true;
}

/// Half the size of the smaller mesh's box, in the query's lengths.
static double size_of(const kiln_mesh_pair *pair)
{
	float a = kiln_volume_root_size(&pair->a) * pair->links[1].measure;
	float b = kiln_volume_root_size(&pair->b) * pair->links[0].measure;
	return (double)(a < b ? a : b);
}

bool kilni_front_open(kiln_front_use *use, const kiln_mesh_pair *pair, bool roots, bool lasting)
{
	kiln_front_head *head = use->head;
	if (!head || !use->bounded)
		return false;
	if (head->rest)
	{
		--head->rest;
		head->count = 0;
		return false;
	}
	// A new pair may never be queried again, and an object that moves fast is elsewhere in the next frame.
	if (head->frames < 2 || !(head->motion <= FRONT_FAST * size_of(pair)))
	{
		head->count = 0;
		return false;
	}
	if (roots || head->count > FRONT_GROWTH * head->fresh + FRONT_BREATH || (head->count && !list_is_sound(use, pair)))
		head->count = 0;
	if (!head->count)
	{
		head->travel = 0;
		head->fresh = 0;
	}
	use->list.count = head->count;
	use->list.fresh = head->fresh;
	use->list.lost = false;
	use->list.travel = kiln_float_up(head->travel);
	use->list.reserve = lasting ? kiln_float_up(FRONT_RESERVE * head->motion) : 0;
	return true;
}

void kilni_front_take(kiln_front_use *use)
{
	kiln_front_head *head = use->head;
	kiln_front_list *list = &use->list;
	head->count = list->count;
	if (list->lost)
	{
		head->count = 0;
		head->rest = FRONT_REST;
		return;
	}
	head->fresh = list->fresh ? list->fresh : list->count;
	float least = HUGE_VALF;
	for (uint32_t i = 0; i < list->count; ++i)
		least = list->lower[i] < least ? list->lower[i] : least;
	head->least = (double)least;
	head->list_sum = list_sum(use);
}

void kilni_front_end(const kiln_front_use *use, const kiln_pair_place *place)
{
	kiln_front_head *head = use->head;
	if (!head)
		return;
	if (place)
		head->place = *place;
	else
		head->place = (kiln_pair_place){{KILN_ROOT_REF, KILN_ROOT_REF}, {0, 0}};
	head->sum = head_sum(head);
}
