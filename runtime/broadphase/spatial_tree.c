// SPDX-License-Identifier: MIT
#include "cell_tree.h"
#include "marks.h"
#include "pieces.h"
#include "spread.h"

/// Regular spatial tree: the cells of a uniform grid, only those that are not empty, in a balanced search tree
/// (Gavrilova and Rokne 2003; as measured in 2006). A box is listed in every cell that it touches; its pairs are looked
/// for in its cells' lists.
///
/// Mended here, against what was measured: cells have 2^21 places an axis and none is out of range; a box that stays in
/// its cells is left alone, others leave before they arrive; a box of more than 8 cells, or for which there is no cell
/// left, goes to a list that is looked at from end to end; cells are as large as most boxes unless the options say
/// otherwise.
///
/// Costs: a change O(log cells) for each of its cells when it changes cells, else nothing; a box's pairs what its cells
/// have; a box query a search for each cell, empty ones skipped. Weak where many boxes are large against the others,
/// since each of these is tested against all; and where cells were told too large, which then hold all. Memory: 248
/// bytes a proxy, however large the scene.

#define AXES 3
#define LINKS 8u
/// Of the cells that each box may touch: neighbours share theirs.
#define CELLS_EACH 4u
#define NOWHERE UINT32_MAX

/// A box in a cell's list: number 8 proxy + i is of the i-th of its cells.
typedef struct cell_link
{
	uint32_t next, previous; ///< links + 1; 0: none
	uint32_t node;
} cell_link;

/// A box among a cell's, side by side.
typedef struct cell_box
{
	kiln_aabb box;
	uint32_t proxy;
} cell_box;

/// Cells from low to high on every axis.
typedef struct cell_range
{
	uint32_t low[AXES], high[AXES];
} cell_range;

typedef struct spatial_tree
{
	kiln_spread spread;
	bool told; ///< the extent is the caller's
	bool laid; ///< there was something to lay out by
	uint32_t resolution;
	uint32_t changes; ///< since the spread was looked at
	uint32_t laid_count;
	double origin[AXES], scale[AXES]; ///< the cell of a coordinate is (x - origin) scale
	kiln_cell_tree cells;
	cell_link *links;			 ///< LINKS of each proxy
	kiln_cell_key (*corners)[2]; ///< by proxy: its first and last cell
	uint32_t *large;			 ///< proxies that are in no cell
	uint32_t large_count;
	uint32_t *large_places; ///< by proxy: where in `large`, + 1; 0: in cells; NOWHERE: it is not there
	cell_box *gathered;		///< room for one cell's
	uint32_t changed;		///< proxies, by the last update
	kiln_stamps stamps;
} spatial_tree;

static void place(spatial_tree *state, kiln_room *room, const kiln_broadphase_options *options)
{
	uint32_t capacity = options->capacity;
	state->resolution = options->resolution < KILN_CELL_LAST ? options->resolution : KILN_CELL_LAST;
	kiln_cell_tree_place(&state->cells, room, CELLS_EACH * capacity + LINKS);
	state->links = kiln_room_take(room, (size_t)capacity * LINKS, sizeof *state->links);
	state->corners = kiln_room_take(room, capacity, sizeof *state->corners);
	state->large = kiln_room_take(room, capacity, sizeof *state->large);
	state->large_places = kiln_room_take(room, capacity, sizeof *state->large_places);
	state->gathered = kiln_room_take(room, capacity, sizeof *state->gathered);
	kiln_stamps_place(&state->stamps, room, capacity);
}

static size_t spatial_tree_size(const kiln_broadphase_options *options)
{
	spatial_tree counted;
	kiln_room room = {0};
	kiln_room_take(&room, 1, sizeof counted);
	place(&counted, &room, options);
	return room.used;
}

// --- Layout ----------------------------------------------------------------------------------------------------------

/// So many cells over the spread; or cells so large that three boxes of four touch eight of them at most, and there are
/// no more cells than boxes if they were spread evenly. The range is in the middle of all the cells there may be.
static void lay_out(spatial_tree *state, uint32_t count)
{
	double edge = 2 * state->spread.edge, volume = 1;
	for (int axis = 0; axis < AXES; ++axis)
		volume *= state->spread.high[axis] - state->spread.low[axis];
	// The cube root, from above, by halving and doubling: a cell is twice too large at most.
	double even = edge > 0 ? edge : 0x1p-120;
	while (even < 0x1p125 && even * even * even * (count > 0 ? count : 1) < volume)
		even *= 1.25;
	for (int axis = 0; axis < AXES; ++axis)
	{
		double width = state->spread.high[axis] - state->spread.low[axis];
		double cell = state->resolution ? width / state->resolution : even;
		// No smaller than that the range fits.
		cell = cell > width * 0x1p-19 ? cell : width * 0x1p-19;
		state->scale[axis] = 1 / cell;
		state->origin[axis] = state->resolution
								  ? state->spread.low[axis] - 0x1p20 * cell
								  : 0.5 * (state->spread.low[axis] + state->spread.high[axis]) - 0x1p20 * cell;
	}
	state->laid_count = count;
}

static void spatial_tree_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_room room = {broadphase->state, 0};
	spatial_tree *state = kiln_room_take(&room, 1, sizeof *state);
	place(state, &room, options);
	memset(state->large_places, 0xff, options->capacity * sizeof *state->large_places);
	state->told = kiln_spread_told(&options->extent, &state->spread);
	if (!state->told)
		state->spread = (kiln_spread){{-1, -1, -1}, {1, 1, 1}, 0};
	lay_out(state, options->capacity);
}

static uint32_t cell_of(const spatial_tree *state, int axis, double x)
{
	double cell = (x - state->origin[axis]) * state->scale[axis];
	if (!(cell > 0))
		return 0;
	return cell >= KILN_CELL_LAST ? KILN_CELL_LAST : (uint32_t)cell;
}

static cell_range cells_of(const spatial_tree *state, const kiln_aabb *box)
{
	cell_range cells;
	for (int axis = 0; axis < AXES; ++axis)
	{
		cells.low[axis] = cell_of(state, axis, (double)(&box->min.x)[axis]);
		cells.high[axis] = cell_of(state, axis, (double)(&box->max.x)[axis]);
	}
	return cells;
}

static uint64_t cell_count(const cell_range *cells)
{
	uint64_t count = 1;
	for (int axis = 0; axis < AXES; ++axis)
		count *= (uint64_t)cells->high[axis] - cells->low[axis] + 1;
	return count;
}

// --- Changes ---------------------------------------------------------------------------------------------------------

static cell_range range_of(const spatial_tree *state, uint32_t proxy)
{
	cell_range cells;
	for (int axis = 0; axis < AXES; ++axis)
	{
		cells.low[axis] = kiln_cell_place(state->corners[proxy][0], axis);
		cells.high[axis] = kiln_cell_place(state->corners[proxy][1], axis);
	}
	return cells;
}

static void link_to(spatial_tree *state, uint32_t number, uint32_t node)
{
	kiln_cell_node *cell = &state->cells.nodes[node];
	state->links[number] = (cell_link){.next = cell->entries, .node = node};
	if (cell->entries)
		state->links[cell->entries - 1].previous = number + 1;
	cell->entries = number + 1;
}

static void unlink_from(spatial_tree *state, uint32_t number)
{
	const cell_link *link = &state->links[number];
	if (link->next)
		state->links[link->next - 1].previous = link->previous;
	if (link->previous)
		state->links[link->previous - 1].next = link->next;
	else
		state->cells.nodes[link->node].entries = link->next;
}

/// Cells that nothing touches any more are deleted, unless they are already.
static void drop_empty(spatial_tree *state, const uint32_t *nodes, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		if (state->cells.nodes[nodes[i]].height && !state->cells.nodes[nodes[i]].entries)
			kiln_cell_tree_remove(&state->cells, state->cells.nodes[nodes[i]].key);
}

/// Takes a box out of its list or lists. Its cells stay, also those that are empty now: they are returned.
static uint32_t depart(spatial_tree *state, uint32_t proxy, uint32_t nodes[LINKS])
{
	uint32_t at = state->large_places[proxy], count = 0;
	state->large_places[proxy] = NOWHERE;
	if (at == NOWHERE)
		return 0;
	if (at > 0)
	{
		uint32_t last = state->large[--state->large_count];
		if (last == proxy)
			return 0;
		state->large[at - 1] = last;
		state->large_places[last] = at;
		return 0;
	}
	cell_range cells = range_of(state, proxy);
	uint32_t links = (uint32_t)cell_count(&cells);
	for (; count < links; ++count)
	{
		nodes[count] = state->links[proxy * LINKS + count].node;
		unlink_from(state, proxy * LINKS + count);
	}
	return count;
}

static void go_to_large(spatial_tree *state, uint32_t proxy)
{
	state->large[state->large_count++] = proxy;
	state->large_places[proxy] = state->large_count;
}

static void arrive(spatial_tree *state, uint32_t proxy, const cell_range *cells)
{
	if (cell_count(cells) > LINKS)
	{
		go_to_large(state, proxy);
		return;
	}
	uint32_t nodes[LINKS], count = 0;
	bool room = true;
	for (uint32_t x = cells->low[0]; x <= cells->high[0]; ++x)
		for (uint32_t y = cells->low[1]; y <= cells->high[1]; ++y)
			for (uint32_t z = cells->low[2]; z <= cells->high[2] && room; ++z)
			{
				nodes[count] = kiln_cell_tree_make(&state->cells, kiln_cell_key_of(x, y, z));
				room = nodes[count] != 0;
				if (room)
					link_to(state, proxy * LINKS + count, nodes[count]);
				count += room;
			}
	state->corners[proxy][0] = kiln_cell_key_of(cells->low[0], cells->low[1], cells->low[2]);
	state->corners[proxy][1] = kiln_cell_key_of(cells->high[0], cells->high[1], cells->high[2]);
	state->large_places[proxy] = 0;
	if (room)
		return;
	for (uint32_t i = 0; i < count; ++i)
		unlink_from(state, proxy * LINKS + i);
	drop_empty(state, nodes, count);
	go_to_large(state, proxy);
}

static void move_box(spatial_tree *state, uint32_t proxy, const kiln_aabb *box)
{
	cell_range cells = cells_of(state, box);
	if (state->large_places[proxy] == 0)
	{
		cell_range before = range_of(state, proxy);
		if (memcmp(&before, &cells, sizeof cells) == 0)
			return;
	}
	uint32_t nodes[LINKS], count = depart(state, proxy, nodes);
	arrive(state, proxy, &cells);
	drop_empty(state, nodes, count);
}

/// Whether cells are of the wrong size by far, or in the wrong place.
static bool is_outgrown(const spatial_tree *state, const kiln_spread *now, uint32_t count)
{
	if (!state->laid || (!state->told && kiln_spread_strays(&state->spread, now)))
		return true;
	if (state->resolution)
		return false;
	return now->edge > 2 * state->spread.edge || 2 * now->edge < state->spread.edge || count / 4 > state->laid_count ||
		   count < state->laid_count / 4;
}

static void look_around(kiln_broadphase *broadphase, spatial_tree *state, const kiln_broadphase_changes *changes)
{
	kiln_spread now;
	uint32_t count = broadphase->live_count - changes->removed_count + changes->added_count;
	state->changes += changes->added_count + changes->moved_count;
	if ((state->told && state->resolution) || state->changes <= broadphase->live_count / 8 ||
		!kiln_spread_look(broadphase, changes, &now))
		return;
	state->changes = 0;
	if (!is_outgrown(state, &now, count))
		return;
	if (!state->told)
		state->spread = now;
	state->spread.edge = now.edge;
	state->laid = true;
	lay_out(state, count);
	kiln_cell_tree_clear(&state->cells);
	state->large_count = 0;
	for (uint32_t i = 0; i < broadphase->live_count; ++i)
	{
		uint32_t proxy = broadphase->live[i];
		if (state->large_places[proxy] == NOWHERE)
			continue;
		cell_range cells = cells_of(state, &broadphase->boxes[proxy]);
		arrive(state, proxy, &cells);
	}
}

static void spatial_tree_apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	spatial_tree *state = broadphase->state;
	for (uint32_t i = 0; i < changes->removed_count; ++i)
	{
		uint32_t nodes[LINKS];
		drop_empty(state, nodes, depart(state, changes->removed[i], nodes));
	}
	look_around(broadphase, state, changes);
	state->changed = changes->added_count + changes->moved_count;
	for (uint32_t i = 0; i < changes->moved_count; ++i)
		move_box(state, changes->moved[i], &changes->next[changes->moved[i]]);
	for (uint32_t i = 0; i < changes->added_count; ++i)
		move_box(state, changes->added[i], &changes->next[changes->added[i]]);
}

// --- Pairs -----------------------------------------------------------------------------------------------------------

/// Whether a cell is the first that a range and a box with this first cell have in common.
static bool is_home(kiln_cell_key cell, const cell_range *query, kiln_cell_key corner)
{
	for (int axis = 0; axis < AXES; ++axis)
	{
		uint32_t own = kiln_cell_place(corner, axis);
		if (kiln_cell_place(cell, axis) != (own > query->low[axis] ? own : query->low[axis]))
			return false;
	}
	return true;
}

/// A search for pairs. Of two boxes that are both asked for, the lesser index tells the pair, or the large one.
typedef struct pair_walk
{
	const kiln_broadphase *broadphase;
	spatial_tree *state;
	kiln_pair_sink *sink;
	kiln_aabb box;
	uint32_t proxy;
	uint8_t flag; ///< of those asked for
} pair_walk;

/// By its cells: what is listed there is looked at once.
static bool tell_cells(pair_walk *walk)
{
	spatial_tree *state = walk->state;
	const kiln_broadphase *broadphase = walk->broadphase;
	cell_range cells = range_of(state, walk->proxy);
	uint32_t links = (uint32_t)cell_count(&cells);
	kiln_stamps_next(&state->stamps);
	kiln_stamps_mark(&state->stamps, walk->proxy);
	for (uint32_t i = 0; i < links; ++i)
	{
		uint32_t node = state->links[walk->proxy * LINKS + i].node;
		for (uint32_t at = state->cells.nodes[node].entries; at; at = state->links[at - 1].next)
		{
			uint32_t other = (at - 1) / LINKS;
			if (!kiln_stamps_mark(&state->stamps, other) ||
				(other < walk->proxy && (broadphase->flags[other] & walk->flag)))
				continue;
			if (kiln_boxes_overlap(&walk->box, &broadphase->boxes[other]) &&
				!kiln_sink_pair(walk->sink, walk->proxy, other))
				return false;
		}
	}
	return true;
}

/// A cell's boxes against each other, of which those asked for come first; a pair is told in the first cell that both
/// touch.
static bool tell_cell(pair_walk *walk, kiln_cell_key key, const cell_box *boxes, uint32_t asked, uint32_t count)
{
	const spatial_tree *state = walk->state;
	for (uint32_t i = 0; i < asked; ++i)
	{
		const cell_box one = boxes[i];
		for (uint32_t j = i + 1; j < count; ++j)
		{
			if (!kiln_boxes_overlap(&one.box, &boxes[j].box))
				continue;
			cell_range cells = range_of(state, one.proxy);
			if (is_home(key, &cells, state->corners[boxes[j].proxy][0]) &&
				!kiln_sink_pair(walk->sink, one.proxy, boxes[j].proxy))
				return false;
		}
	}
	return true;
}

/// All cells, one by one, their boxes side by side: when most boxes are asked for.
static bool tell_by_cells(pair_walk *walk)
{
	spatial_tree *state = walk->state;
	const kiln_broadphase *broadphase = walk->broadphase;
	for (uint32_t node = 1; node < state->cells.end; ++node)
	{
		uint32_t first = state->cells.nodes[node].entries;
		if (!first || !state->links[first - 1].next)
			continue;
		uint32_t asked = 0, count = 0;
		for (uint32_t at = first; at; at = state->links[at - 1].next)
		{
			uint32_t proxy = (at - 1) / LINKS;
			bool is_asked = broadphase->flags[proxy] & walk->flag;
			if (is_asked)
				state->gathered[count] = state->gathered[asked];
			state->gathered[is_asked ? asked : count] = (cell_box){broadphase->boxes[proxy], proxy};
			asked += is_asked;
			++count;
		}
		if (!tell_cell(walk, state->cells.nodes[node].key, state->gathered, asked, count))
			return false;
	}
	return true;
}

/// With large ones that are not asked for.
static bool tell_unasked(pair_walk *walk)
{
	const kiln_broadphase *broadphase = walk->broadphase;
	for (uint32_t i = 0; i < walk->state->large_count; ++i)
	{
		uint32_t other = walk->state->large[i];
		if (!(broadphase->flags[other] & walk->flag) && kiln_boxes_overlap(&walk->box, &broadphase->boxes[other]) &&
			!kiln_sink_pair(walk->sink, walk->proxy, other))
			return false;
	}
	return true;
}

/// Of a large one: with all others.
static bool tell_large(pair_walk *walk)
{
	const kiln_broadphase *broadphase = walk->broadphase;
	for (uint32_t i = 0; i < broadphase->live_count; ++i)
	{
		uint32_t other = broadphase->live[i];
		if (!kiln_boxes_overlap(&walk->box, &broadphase->boxes[other]) || other == walk->proxy)
			continue;
		if (other < walk->proxy && walk->state->large_places[other] != 0 && (broadphase->flags[other] & walk->flag))
			continue;
		if (!kiln_sink_pair(walk->sink, walk->proxy, other))
			return false;
	}
	return true;
}

static void walk_all(kiln_broadphase *broadphase, kiln_pair_sink *sink, uint8_t flag, bool by_cells)
{
	pair_walk walk = {.broadphase = broadphase, .state = broadphase->state, .sink = sink, .flag = flag};
	bool more = !by_cells || tell_by_cells(&walk);
	for (uint32_t proxy = 0; proxy < broadphase->end && more; ++proxy)
	{
		if (!(broadphase->flags[proxy] & flag))
			continue;
		walk.proxy = proxy;
		walk.box = broadphase->boxes[proxy];
		if (walk.state->large_places[proxy] != 0)
			more = tell_large(&walk);
		else
			more = (by_cells || tell_cells(&walk)) && (flag == KILN_PROXY_LIVE || tell_unasked(&walk));
	}
}

static void spatial_tree_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const spatial_tree *state = broadphase->state;
	walk_all(broadphase, sink, KILN_PROXY_CHANGED, state->changed > broadphase->live_count / 4);
}

static void spatial_tree_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	walk_all(broadphase, sink, KILN_PROXY_LIVE, true);
}

// --- Queries: a box in several cells is told in the first that it and the query have in common, without marks --------

static void spatial_tree_box(
	const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const spatial_tree *state = broadphase->state;
	cell_range cells = cells_of(state, box);
	for (uint32_t i = 0; i < state->large_count; ++i)
		if (kiln_boxes_overlap(box, &broadphase->boxes[state->large[i]]) && !found(user, state->large[i]))
			return;
	kiln_cell_key key = kiln_cell_key_of(cells.low[0], cells.low[1], cells.low[2]);
	for (uint32_t node; (node = kiln_cell_tree_within(&state->cells, key, cells.low, cells.high)) != 0; ++key)
	{
		key = state->cells.nodes[node].key;
		for (uint32_t at = state->cells.nodes[node].entries; at; at = state->links[at - 1].next)
		{
			uint32_t proxy = (at - 1) / LINKS;
			if (kiln_boxes_overlap(box, &broadphase->boxes[proxy]) && is_home(key, &cells, state->corners[proxy][0]) &&
				!found(user, proxy))
				return;
		}
	}
}

static bool sweep_cells(const kiln_broadphase *broadphase, const kiln_sweep_piece *piece, kiln_box_sweep *sweep,
	kiln_found_hit *found, void *user)
{
	const spatial_tree *state = broadphase->state;
	cell_range cells;
	for (int axis = 0; axis < AXES; ++axis)
	{
		cells.low[axis] = cell_of(state, axis, piece->low[axis]);
		cells.high[axis] = cell_of(state, axis, piece->high[axis]);
	}
	kiln_cell_key key = kiln_cell_key_of(cells.low[0], cells.low[1], cells.low[2]);
	for (uint32_t node; (node = kiln_cell_tree_within(&state->cells, key, cells.low, cells.high)) != 0; ++key)
	{
		key = state->cells.nodes[node].key;
		for (uint32_t at = state->cells.nodes[node].entries; at; at = state->links[at - 1].next)
		{
			uint32_t proxy = (at - 1) / LINKS;
			if (is_home(key, &cells, state->corners[proxy][0]) &&
				!kiln_piece_tell(broadphase, piece, sweep, proxy, found, user))
				return false;
		}
	}
	return true;
}

/// Pieces of a cell's length; beyond this many of longer ones.
#define PIECES_MOST 1024

static void spatial_tree_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const spatial_tree *state = broadphase->state;
	double t;
	for (uint32_t i = 0; i < state->large_count; ++i)
		if (kiln_sweep_meets(sweep, &broadphase->boxes[state->large[i]], &t) && !found(user, sweep, state->large[i], t))
			return;
	kiln_sweep_pieces pieces = kiln_sweep_cut(sweep, &state->spread, state->scale, 1, PIECES_MOST);
	for (uint32_t i = 0; i < pieces.count; ++i)
	{
		kiln_sweep_piece piece = kiln_sweep_piece_of(&pieces, sweep, i);
		if (piece.start > sweep->t_max || !sweep_cells(broadphase, &piece, sweep, found, user))
			return;
	}
}

const kiln_broadphase_ops kiln_broadphase_spatial_tree = {
	.method = KILN_BROADPHASE_SPATIAL_TREE,
	.name = "spatial-tree",
	.size = spatial_tree_size,
	.begin = spatial_tree_begin,
	.apply = spatial_tree_apply,
	.fresh = spatial_tree_fresh,
	.all = spatial_tree_all,
	.box = spatial_tree_box,
	.sweep = spatial_tree_sweep,
	.fresh_is_complete = true,
};
