// SPDX-License-Identifier: MIT
#include "multi_sap.h"
#include <float.h>
#include <math.h>

/// Multi-SAP: a coarse grid, and a sweep and prune of its own in each cell (Tracy, Buss, Woods 2009, section 5).
///
/// A box is in all cells that it touches, up to CELLS_A_BOX of them: cells are a few times as large as most boxes, and
/// most boxes are in one or two. Larger boxes, and those for which there is no room, are in a last set of their own.
/// They are swept against each other, and against the boxes of the cells under them. If two boxes have several common
/// cells, the pair is reported by the cell at the greater of their lowest coordinates on each axis: this cell is common
/// to both, and no table of reported pairs is needed. The cells of a box take eight bytes; comparing these gives the
/// cells that it left and entered.
///
/// Costs: an update sorts the cells of changed boxes by insertion, O(boxes in them) if they moved little. New pairs: a
/// sweep over the same cells; all pairs: over every cell. Box query: the cells under it, in each from the first box
/// that reaches far enough. Sweep: cells in the order of the way, by the bounds of their boxes, groups of 64 cells at a
/// time; all boxes of the cells met. About 200 bytes a proxy. Weak if sizes vary so much that many boxes are large, and
/// if most boxes are in a few cells. So the grid is chosen again when it no longer suits, unless the caller fixed it by
/// extent and resolution (up to 64 per axis, and one cell for eight proxies).

#define CELLS_A_BOX 16u

static size_t lay_out(const kiln_broadphase_options *options, kiln_multi_sap *state, void *base)
{
	kiln_room room = {.base = base};
	kiln_room_take(&room, 1, sizeof *state);
	uint32_t cells = kilni_multi_sap_limit(options);
	kilni_pruning_place(&state->pruning, &room, cells + 1, options->capacity);
	state->places = kiln_room_take(&room, options->capacity, sizeof *state->places);
	state->nexts = kiln_room_take(&room, options->capacity, sizeof *state->nexts);
	// There are fewer groups than cells, except for the partial groups at the end of each axis.
	uint32_t most = KILN_MULTI_SAP_GROUPS * KILN_MULTI_SAP_GROUPS * KILN_MULTI_SAP_GROUPS;
	state->groups = kiln_room_take(&room, cells < most ? cells : most, sizeof *state->groups);
	state->group_stamps = kiln_room_take(&room, cells < most ? cells : most, sizeof *state->group_stamps);
	return room.used;
}

static size_t size_of(const kiln_broadphase_options *options)
{
	kiln_multi_sap measured = {0};
	return lay_out(options, &measured, NULL);
}

static const kiln_aabb nothing = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};

/// Begins a grid without boxes in its cells.
static void begin_grid(kiln_multi_sap *state, const kiln_multi_sap_grid *grid)
{
	state->grid = *grid;
	uint32_t cells = grid->cells[0] * grid->cells[1] * grid->cells[2], groups = 1;
	kilni_pruning_clear(&state->pruning, cells + 1);
	for (uint32_t i = 0; i <= cells; i++)
		state->pruning.sets[i].axis = (uint8_t)grid->axis;
	for (uint32_t i = 0; i < 3; i++)
	{
		state->groups_an_axis[i] = (grid->cells[i] + KILN_MULTI_SAP_GROUP - 1) / KILN_MULTI_SAP_GROUP;
		groups *= state->groups_an_axis[i];
	}
	for (uint32_t i = 0; i < groups; i++)
	{
		state->groups[i] = nothing;
		state->group_stamps[i] = 0;
	}
}

static void begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_multi_sap *state = broadphase->state;
	lay_out(options, state, state);
	state->cell_limit = kilni_multi_sap_limit(options);
	const kiln_aabb *extent = &options->extent;
	double low[3], high[3];
	for (uint32_t i = 0; i < 3; i++)
	{
		low[i] = (double)kiln_box_low(extent, i);
		high[i] = (double)kiln_box_high(extent, i);
		state->fixed |= low[i] != 0 || high[i] != 0;
	}
	uint32_t each = state->fixed ? kilni_multi_sap_resolution(options) : 1;
	kiln_multi_sap_grid grid = kilni_multi_sap_grid_over(low, high, each > 0 ? each : 1);
	begin_grid(state, &grid);
}

// --- The cells of a box ----------------------------------------------------------------------------------------------

static uint32_t large_set(const kiln_multi_sap *state)
{
	return state->pruning.set_count - 1;
}

static uint64_t cells_under(const kiln_multi_sap_place *place)
{
	uint64_t count = 1;
	for (uint32_t i = 0; i < 3; i++)
		count *= place->high[i] - place->low[i] + 1u;
	return count;
}

static bool has_cell(const kiln_multi_sap_place *place, uint32_t x, uint32_t y, uint32_t z)
{
	return x >= place->low[0] && x <= place->high[0] && y >= place->low[1] && y <= place->high[1] &&
		   z >= place->low[2] && z <= place->high[2];
}

/// The sets of a place in increasing order, without those of another place; at most CELLS_A_BOX.
static uint32_t sets_of(const kiln_multi_sap *state, const kiln_multi_sap_place *place,
	const kiln_multi_sap_place *other, uint32_t sets[CELLS_A_BOX])
{
	uint32_t count = 0;
	if (place->kind == KILN_MULTI_SAP_LARGE && other->kind != KILN_MULTI_SAP_LARGE)
		sets[count++] = large_set(state);
	if (place->kind != KILN_MULTI_SAP_CELLS)
		return count;
	for (uint32_t z = place->low[2]; z <= place->high[2]; z++)
		for (uint32_t y = place->low[1]; y <= place->high[1]; y++)
			for (uint32_t x = place->low[0]; x <= place->high[0]; x++)
				if (other->kind != KILN_MULTI_SAP_CELLS || !has_cell(other, x, y, z))
					sets[count++] = kiln_multi_sap_cell(&state->grid, x, y, z);
	return count;
}

/// The wanted place of a box. Whether there is room is decided later.
static kiln_multi_sap_place place_for(const kiln_multi_sap *state, const kiln_aabb *box)
{
	kiln_multi_sap_place place = {0};
	kiln_multi_sap_cells(&state->grid, box, &place);
	place.kind = cells_under(&place) <= CELLS_A_BOX ? KILN_MULTI_SAP_CELLS : KILN_MULTI_SAP_LARGE;
	return place;
}

static bool same(const kiln_multi_sap_place *a, const kiln_multi_sap_place *b)
{
	bool equal = a->kind == b->kind;
	for (uint32_t i = 0; i < 3; i++)
		equal &= a->low[i] == b->low[i] && a->high[i] == b->high[i];
	return equal;
}

static bool holds(const void *owner, uint32_t set, uint32_t proxy)
{
	const kiln_multi_sap *state = owner;
	const kiln_multi_sap_place *place = &state->places[proxy];
	if (set == large_set(state))
		return place->kind == KILN_MULTI_SAP_LARGE;
	uint32_t across = state->grid.cells[0], plane = across * state->grid.cells[1];
	return place->kind == KILN_MULTI_SAP_CELLS && has_cell(place, set % across, set % plane / across, set / plane);
}

/// Decides by the boxes, which are at hand, unlike their places: the cell of the greater minimum is the greater of the
/// minima's cells.
static bool reports(const void *owner, uint32_t set, const kiln_pruned_box *a, const kiln_pruned_box *b)
{
	const kiln_multi_sap *state = owner;
	uint32_t cell[3];
	for (uint32_t i = 0; i < 3; i++)
		cell[i] = kiln_multi_sap_coordinate(&state->grid, i, a->min[i] > b->min[i] ? a->min[i] : b->min[i]);
	return kiln_multi_sap_cell(&state->grid, cell[0], cell[1], cell[2]) == set;
}

static kiln_pruning_rule rule_of(const kiln_multi_sap *state)
{
	return (kiln_pruning_rule){.owner = state, .reports = reports, .holds = holds};
}

// --- Update -----------------------------------------------------------------------------------------------------------

/// Removes a proxy from the sets that it leaves: its place becomes the part of the old one that it keeps.
static void leave(kiln_multi_sap *state, uint32_t proxy, const kiln_multi_sap_place *next)
{
	kiln_multi_sap_place *place = &state->places[proxy];
	const kiln_multi_sap_place old = *place;
	uint32_t sets[CELLS_A_BOX], count;
	if (!same(&old, next))
	{
		for (uint32_t i = 0; i < 3; i++)
		{
			place->low[i] = old.low[i] > next->low[i] ? old.low[i] : next->low[i];
			place->high[i] = old.high[i] < next->high[i] ? old.high[i] : next->high[i];
			// Nothing in common: then it stays in no cell.
			if (place->low[i] > place->high[i] && old.kind == KILN_MULTI_SAP_CELLS)
				place->kind = KILN_MULTI_SAP_NONE;
		}
		if (old.kind != next->kind)
			place->kind = KILN_MULTI_SAP_NONE;
		count = sets_of(state, &old, place, sets);
		for (uint32_t i = 0; i < count; i++)
			kiln_pruning_leave(&state->pruning, sets[i]);
	}
	count = sets_of(state, place, &(kiln_multi_sap_place){0}, sets);
	for (uint32_t i = 0; i < count; i++)
		kiln_pruning_touch(&state->pruning, sets[i]);
}

/// Reserves the additional sets that a proxy needs. Without room the proxy counts as large, and leaves its sets.
static void reserve(kiln_multi_sap *state, uint32_t proxy, const kiln_multi_sap_place *next)
{
	uint32_t sets[CELLS_A_BOX];
	uint32_t count = sets_of(state, next, &state->places[proxy], sets);
	state->nexts[proxy] = *next;
	if (kilni_pruning_reserve(&state->pruning, sets, count))
		return;
	state->nexts[proxy].kind = KILN_MULTI_SAP_LARGE;
	leave(state, proxy, &state->nexts[proxy]);
	count = sets_of(state, &state->nexts[proxy], &state->places[proxy], sets);
	kilni_pruning_reserve(&state->pruning, sets, count);
}

static void enter(void *owner, uint32_t proxy)
{
	kiln_multi_sap *state = owner;
	const kiln_multi_sap_place *next = &state->nexts[proxy];
	uint32_t sets[CELLS_A_BOX];
	uint32_t count = sets_of(state, next, &state->places[proxy], sets);
	for (uint32_t i = 0; i < count; i++)
		kilni_pruning_put(&state->pruning, sets[i], proxy);
	state->places[proxy] = *next;
	bool large = next->kind == KILN_MULTI_SAP_LARGE, several = !large && cells_under(next) > 1;
	uint32_t first =
		large ? large_set(state) : kiln_multi_sap_cell(&state->grid, next->low[0], next->low[1], next->low[2]);
	state->pruning.first[proxy] = first | (several ? KILN_PRUNED_SEVERAL : 0);
}

/// Deals all boxes out to the cells of another grid.
static void deal_out(
	kiln_broadphase *broadphase, const kiln_broadphase_changes *changes, const kiln_multi_sap_grid *grid)
{
	kiln_multi_sap *state = broadphase->state;
	begin_grid(state, grid);
	for (uint32_t i = 0; i < broadphase->live_count; i++)
	{
		uint32_t proxy = broadphase->live[i];
		bool removed = state->places[proxy].kind == KILN_MULTI_SAP_NONE;
		state->places[proxy].kind = state->nexts[proxy].kind = KILN_MULTI_SAP_NONE;
		if (removed)
			continue;
		bool moved = kiln_pruning_changed(&state->pruning, proxy);
		kiln_multi_sap_place next = place_for(state, moved ? &changes->next[proxy] : &broadphase->boxes[proxy]);
		reserve(state, proxy, &next);
	}
	for (uint32_t i = 0; i < changes->added_count; i++)
	{
		kiln_multi_sap_place next = place_for(state, &changes->next[changes->added[i]]);
		reserve(state, changes->added[i], &next);
	}
	kilni_pruning_make_room(&state->pruning);
	for (uint32_t i = 0; i < broadphase->live_count; i++)
		if (state->nexts[broadphase->live[i]].kind != KILN_MULTI_SAP_NONE)
			enter(state, broadphase->live[i]);
	for (uint32_t i = 0; i < changes->added_count; i++)
		enter(state, changes->added[i]);
}

/// Applies changes within the existing cells.
static void follow(kiln_multi_sap *state, const kiln_broadphase_changes *changes)
{
	const kiln_pruning_rule rule = rule_of(state);
	for (uint32_t i = 0; i < changes->moved_count; i++)
	{
		uint32_t proxy = changes->moved[i];
		state->nexts[proxy] = place_for(state, &changes->next[proxy]);
		leave(state, proxy, &state->nexts[proxy]);
	}
	kilni_pruning_expel(&state->pruning, &rule);
	for (uint32_t i = 0; i < changes->moved_count; i++)
	{
		uint32_t proxy = changes->moved[i];
		const kiln_multi_sap_place next = state->nexts[proxy];
		if (!same(&state->places[proxy], &next))
			reserve(state, proxy, &next);
	}
	for (uint32_t i = 0; i < changes->added_count; i++)
	{
		kiln_multi_sap_place next = place_for(state, &changes->next[changes->added[i]]);
		reserve(state, changes->added[i], &next);
	}
	kilni_pruning_expel(&state->pruning, &rule);
	kilni_pruning_let_in(&state->pruning, changes, enter, state);
}

/// Updates the bounds of groups that have a touched cell.
static void update_groups(kiln_multi_sap *state)
{
	const kiln_multi_sap_grid *grid = &state->grid;
	const uint32_t each = KILN_MULTI_SAP_GROUP, *groups = state->groups_an_axis;
	uint32_t large = large_set(state);
	for (uint32_t i = 0; i < state->pruning.touched_count; i++)
	{
		uint32_t set = state->pruning.touched[i];
		if (set == large)
			continue;
		uint32_t at[3] = {set % grid->cells[0] / each, set / grid->cells[0] % grid->cells[1] / each,
			set / grid->cells[0] / grid->cells[1] / each};
		uint32_t group = at[0] + groups[0] * (at[1] + groups[1] * at[2]);
		if (state->group_stamps[group] == state->pruning.now)
			continue;
		state->group_stamps[group] = state->pruning.now;
		kiln_aabb all = nothing;
		for (uint32_t z = at[2] * each; z < (at[2] + 1) * each && z < grid->cells[2]; z++)
			for (uint32_t y = at[1] * each; y < (at[1] + 1) * each && y < grid->cells[1]; y++)
				for (uint32_t x = at[0] * each; x < (at[0] + 1) * each && x < grid->cells[0]; x++)
					kiln_boxes_grow(&all, &state->pruning.sets[kiln_multi_sap_cell(grid, x, y, z)].bounds);
		state->groups[group] = all;
	}
}

static void apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_multi_sap *state = broadphase->state;
	kiln_multi_sap_grid grid;
	kilni_pruning_begin(&state->pruning, changes);
	for (uint32_t i = 0; i < changes->removed_count; i++)
		leave(state, changes->removed[i], &(kiln_multi_sap_place){0});
	for (uint32_t i = 0; i < changes->added_count; i++)
		state->places[changes->added[i]].kind = KILN_MULTI_SAP_NONE;
	if (kilni_multi_sap_outgrown(broadphase, changes, &grid))
		deal_out(broadphase, changes, &grid);
	else
		follow(state, changes);
	kilni_pruning_settle(&state->pruning, changes->next, broadphase->boxes);
	update_groups(state);
}

// --- Pairs ------------------------------------------------------------------------------------------------------------

/// Pairs of a large box with the boxes in the cells under it: with all of them, or with changed ones.
static void report_large(
	const kiln_multi_sap *state, const kiln_pruned_box *large, bool changed_only, kiln_pair_sink *sink)
{
	const kiln_pruning_rule rule = rule_of(state);
	const kiln_pruning *pruning = &state->pruning;
	const kiln_multi_sap_place *place = &state->places[large->proxy & KILN_PRUNED_INDEX];
	uint32_t over = large_set(state);
	if (changed_only && pruning->touched_count < cells_under(place))
	{
		// Fewer sets were touched than there are cells under the box.
		for (uint32_t i = 0; i < pruning->touched_count && !sink->ended; i++)
		{
			uint32_t set = pruning->touched[i], across = state->grid.cells[0];
			if (set != over &&
				has_cell(place, set % across, set / across % state->grid.cells[1], set / across / state->grid.cells[1]))
				kilni_pruning_against(pruning, set, large, true, &rule, sink);
		}
		return;
	}
	for (uint32_t z = place->low[2]; z <= place->high[2]; z++)
		for (uint32_t y = place->low[1]; y <= place->high[1]; y++)
			for (uint32_t x = place->low[0]; x <= place->high[0] && !sink->ended; x++)
			{
				uint32_t set = kiln_multi_sap_cell(&state->grid, x, y, z);
				if (!changed_only || pruning->sets[set].touched == pruning->now)
					kilni_pruning_against(pruning, set, large, changed_only, &rule, sink);
			}
}

static void find_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kiln_multi_sap *state = broadphase->state;
	const kiln_pruning_rule rule = rule_of(state);
	const uint32_t over = large_set(state);
	kilni_pruning_all_sets(&state->pruning, &rule, sink);
	const kiln_pruned_box *large = kiln_pruned_boxes(&state->pruning, over);
	for (uint32_t i = 0; i < state->pruning.sets[over].count && !sink->ended; i++)
		report_large(state, &large[i], false, sink);
}

static void find_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kiln_multi_sap *state = broadphase->state;
	const kiln_pruning *pruning = &state->pruning;
	const kiln_pruning_rule rule = rule_of(state);
	const uint32_t over = large_set(state);
	kilni_pruning_fresh_sets(pruning, &rule, sink);
	const kiln_pruned_box *large = kiln_pruned_boxes(pruning, over);
	for (uint32_t i = 0; i < pruning->sets[over].count && !sink->ended; i++)
		report_large(state, &large[i], large[i].stamp != pruning->now, sink);
}

// --- Queries ----------------------------------------------------------------------------------------------------------

typedef struct multi_sap_query
{
	const kiln_multi_sap *state;
	kiln_multi_sap_place place;
} multi_sap_query;

/// The cell that reports a found box: among those common to both, the one at the greater minima.
static bool accepts(const void *user, uint32_t set, uint32_t proxy)
{
	const multi_sap_query *query = user;
	const kiln_multi_sap_place *queried = &query->place, *place = &query->state->places[proxy];
	uint32_t cell[3];
	for (uint32_t i = 0; i < 3; i++)
		cell[i] = queried->low[i] > place->low[i] ? queried->low[i] : place->low[i];
	return kiln_multi_sap_cell(&query->state->grid, cell[0], cell[1], cell[2]) == set;
}

static void find_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_multi_sap *state = broadphase->state;
	multi_sap_query query = {.state = state};
	kiln_multi_sap_cells(&state->grid, box, &query.place);
	const kiln_multi_sap_place *under = &query.place;
	if (!kilni_pruning_box(&state->pruning, large_set(state), box, accepts, &query, found, user))
		return;
	for (uint32_t z = under->low[2]; z <= under->high[2]; z++)
		for (uint32_t y = under->low[1]; y <= under->high[1]; y++)
			for (uint32_t x = under->low[0]; x <= under->high[0]; x++)
			{
				uint32_t set = kiln_multi_sap_cell(&state->grid, x, y, z);
				if (!kilni_pruning_box(&state->pruning, set, box, accepts, &query, found, user))
					return;
			}
}

/// The walk of a sweep: visits all cells with boxes that the rest of the sweep meets.
typedef struct multi_sap_walk
{
	const kiln_multi_sap *state;
	kiln_box_sweep *sweep;
	kiln_found_hit *found;
	void *user;
	bool back[3]; ///< towards lesser coordinates
} multi_sap_walk;

/// The i-th of `count` places in the walk's direction.
static uint32_t step(const multi_sap_walk *walk, uint32_t axis, uint32_t i, uint32_t count)
{
	return walk->back[axis] ? count - 1 - i : i;
}

static bool walk_group(const multi_sap_walk *walk, const uint32_t group[3])
{
	const kiln_multi_sap_grid *grid = &walk->state->grid;
	uint32_t begin[3], count[3];
	double t;
	for (uint32_t i = 0; i < 3; i++)
	{
		uint32_t left = grid->cells[i] - group[i] * KILN_MULTI_SAP_GROUP;
		begin[i] = group[i] * KILN_MULTI_SAP_GROUP;
		count[i] = left < KILN_MULTI_SAP_GROUP ? left : KILN_MULTI_SAP_GROUP;
	}
	for (uint32_t z = 0; z < count[2]; z++)
		for (uint32_t y = 0; y < count[1]; y++)
			for (uint32_t x = 0; x < count[0]; x++)
			{
				uint32_t set = kiln_multi_sap_cell(grid, begin[0] + step(walk, 0, x, count[0]),
					begin[1] + step(walk, 1, y, count[1]), begin[2] + step(walk, 2, z, count[2]));
				const kiln_aabb *bounds = &walk->state->pruning.sets[set].bounds;
				if (bounds->min.x <= bounds->max.x && kilni_sweep_meets(walk->sweep, bounds, &t) &&
					!kilni_pruning_sweep(&walk->state->pruning, set, walk->sweep, walk->found, walk->user))
					return false;
			}
	return true;
}

/// Walks along each axis in the sweep's direction. The sweep never returns to a lesser place, so the order of cells is
/// nearly that in which it meets them.
static void find_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_multi_sap *state = broadphase->state;
	const uint32_t *count = state->groups_an_axis;
	multi_sap_walk walk = {.state = state, .sweep = sweep, .found = found, .user = user};
	double t;
	for (uint32_t i = 0; i < 3; i++)
		walk.back[i] = sweep->way[i] < 0;
	if (!kilni_pruning_sweep(&state->pruning, large_set(state), sweep, found, user))
		return;
	for (uint32_t z = 0; z < count[2]; z++)
		for (uint32_t y = 0; y < count[1]; y++)
			for (uint32_t x = 0; x < count[0]; x++)
			{
				const uint32_t at[3] = {
					step(&walk, 0, x, count[0]), step(&walk, 1, y, count[1]), step(&walk, 2, z, count[2])};
				const kiln_aabb *bounds = &state->groups[at[0] + count[0] * (at[1] + count[1] * at[2])];
				if (bounds->min.x <= bounds->max.x && kilni_sweep_meets(sweep, bounds, &t) && !walk_group(&walk, at))
					return;
			}
}

const kiln_broadphase_method kiln_broadphase_multi_sap = {
	.name = "multi-sap",
	.size = size_of,
	.begin = begin,
	.apply = apply,
	.fresh = find_fresh,
	.all = find_all,
	.box = find_box,
	.sweep = find_sweep,
	.fresh_is_complete = true,
};
