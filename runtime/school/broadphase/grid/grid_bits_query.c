// SPDX-License-Identifier: MIT
#include "grid_bits.h"
#include "math/bits.h"

/// Pairs and queries of the grid of bits.

/// Words of one of the three axes that are joined by OR.
typedef struct bit_range
{
	const uint64_t *words, *summary; ///< of the first slice
	int32_t count;
} bit_range;

typedef struct bit_query
{
	const kiln_grid_bits *grid;
	bit_range ranges[3];
	int range_count;
} bit_query;

/// Begins a query of the slices min .. max. Returns false if there are no such slices. An axis that the query spans
/// completely is not tested, if another axis is.
static bool begin_query(bit_query *query, const kiln_grid_bits *grid, const int32_t min[3], const int32_t max[3])
{
	query->grid = grid;
	query->range_count = 0;
	for (int i = 0; i < 3; i++)
	{
		if (min[i] > max[i])
			return false;
		if (max[i] - min[i] + 1 == grid->layout.count[i] && (i < 2 || query->range_count > 0))
			continue;
		query->ranges[query->range_count++] = (bit_range){
			.words = grid->rows[i].words + (size_t)min[i] * grid->words,
			.summary = grid->rows[i].summary + (size_t)min[i] * grid->summary_words,
			.count = max[i] - min[i] + 1,
		};
	}
	return true;
}

static inline uint64_t join(const uint64_t *words, size_t stride, int32_t count, uint32_t at)
{
	uint64_t joined = words[at];
	for (int32_t i = 1; i < count; i++)
		joined |= words[(size_t)i * stride + at];
	return joined;
}

/// The words, among 64, that may have bits in all axes.
static inline uint64_t summary_word(const bit_query *query, uint32_t at)
{
	uint64_t bits = UINT64_MAX;
	for (int i = 0; i < query->range_count && bits != 0; i++)
		bits &= join(query->ranges[i].summary, query->grid->summary_words, query->ranges[i].count, at);
	return bits;
}

static inline uint64_t query_word(const bit_query *query, uint32_t at)
{
	uint64_t bits = UINT64_MAX;
	for (int i = 0; i < query->range_count && bits != 0; i++)
		bits &= join(query->ranges[i].words, query->grid->words, query->ranges[i].count, at);
	return bits;
}

typedef bool found_slot(void *user, uint32_t slot);

/// Calls `found` for every slot from `first` on that has bits in all axes. Returns false if the query was ended.
static inline bool each_slot(const bit_query *query, uint32_t first, found_slot *found, void *user)
{
	uint32_t words = (query->grid->slot_end + 63) / 64;
	uint64_t from = UINT64_MAX << (first % 64), words_from = UINT64_MAX << (first / 64 % 64);
	for (uint32_t s = first / 4096; s * 64 < words; s++)
	{
		uint64_t some = summary_word(query, s) & words_from;
		words_from = UINT64_MAX;
		for (; some != 0; some &= some - 1)
		{
			uint32_t word = s * 64 + kiln_lowest_bit64(some);
			uint64_t bits = query_word(query, word);
			if (word == first / 64)
				bits &= from;
			for (; bits != 0; bits &= bits - 1)
				if (!found(user, word * 64 + kiln_lowest_bit64(bits)))
					return false;
		}
	}
	return true;
}

// --- Boxes ------------------------------------------------------------------------------------------------------------

typedef struct box_search
{
	const kiln_broadphase *broadphase;
	kiln_aabb box;
	kiln_found_proxy *found;
	void *user;
} box_search;

static inline bool box_slot(void *user, uint32_t slot)
{
	const box_search *search = user;
	const kiln_grid_bits *grid = search->broadphase->state;
	uint32_t index = grid->proxy[slot];
	return !kiln_boxes_overlap_flat(&search->box, &search->broadphase->boxes[index]) ||
		   search->found(search->user, index);
}

/// Reports proxies in slots from `first` on. Returns false if the query was ended.
static bool box_in_slots(const box_search *search, uint32_t first)
{
	const kiln_grid_bits *grid = search->broadphase->state;
	bit_query query;
	if (grid->slot_end == 0)
		return true;
	kiln_cell_range range = kiln_grid_range(&grid->layout, &search->box);
	kiln_grid_clip(&grid->layout, &range);
	return !begin_query(&query, grid, range.min, range.max) || each_slot(&query, first, box_slot, (void *)search);
}

static bool box_in_cells(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const box_search search = {.broadphase = broadphase, .box = *box, .found = found, .user = user};
	return box_in_slots(&search, 0);
}

static bool box_anywhere(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_grid_bits *grid = broadphase->state;
	return kilni_grid_outside_box(&grid->outside, broadphase, box, found, user) &&
		   box_in_cells(broadphase, box, found, user);
}

void kilni_grid_bits_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	box_anywhere(broadphase, box, found, user);
}

// --- Pairs ------------------------------------------------------------------------------------------------------------

void kilni_grid_bits_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kiln_grid_bits *grid = broadphase->state;
	kiln_grid_pairing with = {.sink = sink};
	box_search search = {.broadphase = broadphase, .found = kiln_grid_pair_all, .user = &with};
	for (uint32_t slot = 0; slot + 1 < grid->slot_end && !sink->ended; slot++)
	{
		with.index = grid->proxy[slot];
		if (with.index == KILN_GRID_NONE)
			continue;
		search.box = broadphase->boxes[with.index];
		box_in_slots(&search, slot + 1);
	}
	kilni_grid_outside_pairs(&grid->outside, box_in_cells, sink);
}

void kilni_grid_bits_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kiln_grid_bits *grid = broadphase->state;
	if (grid->changed.marked_count > broadphase->live_count / 2)
	{
		kilni_grid_bits_all(broadphase, sink);
		return;
	}
	kilni_grid_pairs_of_changed(&grid->changed, box_anywhere, sink);
}

// --- Sweeps -----------------------------------------------------------------------------------------------------------

typedef struct sweep_search
{
	const kiln_broadphase *broadphase;
	const kiln_grid_walk *walk;
	kiln_box_sweep *sweep;
	kiln_found_hit *found;
	void *user;
} sweep_search;

static bool sweep_proxy(const sweep_search *search, uint32_t index)
{
	double t;
	return !kilni_sweep_meets(search->sweep, &search->broadphase->boxes[index], &t) ||
		   search->found(search->user, search->sweep, index, t);
}

static bool sweep_slot(void *user, uint32_t slot)
{
	const sweep_search *search = user;
	const kiln_grid_bits *grid = search->broadphase->state;
	const int16_t *range = grid->range[slot];
	const int32_t min[3] = {range[0], range[1], range[2]}, max[3] = {range[3], range[4], range[5]};
	return kiln_grid_walk_met(search->walk, min, max) || sweep_proxy(search, grid->proxy[slot]);
}

void kilni_grid_bits_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_grid_bits *grid = broadphase->state;
	kiln_grid_walk walk;
	sweep_search search = {.broadphase = broadphase, .walk = &walk, .sweep = sweep, .found = found, .user = user};
	for (uint32_t i = 0; i < grid->outside.count; i++)
		if (!sweep_proxy(&search, grid->outside.proxies[i]))
			return;
	if (grid->slot_end == 0)
		return;
	kilni_grid_walk_sweep(&walk, &grid->layout, sweep);
	while (kilni_grid_walk_next(&walk, sweep->t_max))
	{
		bit_query query;
		if (begin_query(&query, grid, walk.min, walk.max) && !each_slot(&query, 0, sweep_slot, &search))
			return;
	}
}
