// SPDX-License-Identifier: MIT
#include "spatial_tree.h"
#include "pieces.h"

/// Regular spatial tree: the cells of a uniform grid, only those that are not empty, in a balanced search tree
/// (Gavrilova and Rokne 2003; as measured in 2006). A box is listed in every cell that it touches; its pairs are found
/// in its cells' lists.
///
/// Corrections to the published method: cells have 2^21 places per axis, and no cell is out of range. A box that stays
/// in its cells is not touched; others leave before they are added again. A box of more than 8 cells, or for which no
/// cell is left, goes to a list that is scanned. Cells are twice as large as most boxes, or larger where boxes are
/// sparse, unless the options give the size. If the pairs of most boxes are needed, they are found cell by cell, and
/// each is reported in the first cell that both boxes touch; long lists are first sorted along x, and swept.
///
/// Costs: a change takes O(log cells) for each of the box's cells if it changes cells, else nothing; a box's pairs take
/// the content of its cells; a box query takes a search for each cell, except empty ones. Weak if many boxes are much
/// larger than the others, because each of these is tested against all; and if the caller's cells are so large that
/// they hold everything. Memory: 252 bytes a proxy, for scenes of any size.

/// The expected number of cells that each box touches: neighbours share theirs.
#define CELLS_EACH 4u

static void place(kiln_spatial_tree *state, kiln_room *room, const kiln_broadphase_options *options)
{
	uint32_t capacity = options->capacity;
	state->resolution = options->resolution < KILN_CELL_LAST ? options->resolution : KILN_CELL_LAST;
	kilni_cell_tree_place(&state->cells, room, CELLS_EACH * capacity + KILN_SPATIAL_LINKS);
	state->links = kiln_room_take(room, (size_t)capacity * KILN_SPATIAL_LINKS, sizeof *state->links);
	state->corners = kiln_room_take(room, capacity, sizeof *state->corners);
	state->large = kiln_room_take(room, capacity, sizeof *state->large);
	state->large_places = kiln_room_take(room, capacity, sizeof *state->large_places);
	state->gathered = kiln_room_take(room, capacity, sizeof *state->gathered);
	kiln_stamps_place(&state->stamps, room, capacity);
}

static size_t spatial_tree_size(const kiln_broadphase_options *options)
{
	kiln_spatial_tree counted;
	kiln_room room = {0};
	kiln_room_take(&room, 1, sizeof counted);
	place(&counted, &room, options);
	return room.used;
}

// --- Layout ----------------------------------------------------------------------------------------------------------

/// Lays out this many cells over the spread. Otherwise the cells are so large that three boxes of four touch at most
/// eight, and that evenly spread boxes have no more cells than boxes. The range is in the middle of all possible cells.
static void lay_out(kiln_spatial_tree *state, uint32_t count)
{
	double edge = 2 * state->spread.edge, volume = 1;
	for (int axis = 0; axis < KILN_SPATIAL_AXES; ++axis)
		volume *= state->spread.high[axis] - state->spread.low[axis];
	// An upper bound of the cube root, by halving and doubling: the cell is at most twice too large.
	double even = edge > 0 ? edge : 0x1p-120;
	while (even < 0x1p125 && even * even * even * (count > 0 ? count : 1) < volume)
		even *= 1.25;
	for (int axis = 0; axis < KILN_SPATIAL_AXES; ++axis)
	{
		double width = state->spread.high[axis] - state->spread.low[axis];
		double cell = state->resolution ? width / state->resolution : even;
		// At least so large that the range fits.
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
	kiln_spatial_tree *state = kiln_room_take(&room, 1, sizeof *state);
	place(state, &room, options);
	memset(state->large_places, 0xff, options->capacity * sizeof *state->large_places);
	state->extent_given = kilni_spread_from_extent(&options->extent, &state->spread);
	if (!state->extent_given)
		state->spread = (kiln_spread){{-1, -1, -1}, {1, 1, 1}, 0};
	lay_out(state, options->capacity);
}

static uint32_t cell_of(const kiln_spatial_tree *state, int axis, double x)
{
	double cell = (x - state->origin[axis]) * state->scale[axis];
	if (!(cell > 0))
		return 0;
	return cell >= KILN_CELL_LAST ? KILN_CELL_LAST : (uint32_t)cell;
}

static kiln_spatial_range cells_of(const kiln_spatial_tree *state, const kiln_aabb *box)
{
	kiln_spatial_range cells;
	for (int axis = 0; axis < KILN_SPATIAL_AXES; ++axis)
	{
		cells.low[axis] = cell_of(state, axis, (double)(&box->min.x)[axis]);
		cells.high[axis] = cell_of(state, axis, (double)(&box->max.x)[axis]);
	}
	return cells;
}

// --- Changes ---------------------------------------------------------------------------------------------------------

static void link_to(kiln_spatial_tree *state, uint32_t number, uint32_t node)
{
	kiln_cell_node *cell = &state->cells.nodes[node];
	state->links[number] = (kiln_spatial_link){.next = cell->entries, .node = node};
	if (cell->entries)
		state->links[cell->entries - 1].previous = number + 1;
	cell->entries = number + 1;
}

static void unlink_from(kiln_spatial_tree *state, uint32_t number)
{
	const kiln_spatial_link *link = &state->links[number];
	if (link->next)
		state->links[link->next - 1].previous = link->previous;
	if (link->previous)
		state->links[link->previous - 1].next = link->next;
	else
		state->cells.nodes[link->node].entries = link->next;
}

/// Deletes cells that no box touches any more, unless they are already deleted.
static void drop_empty(kiln_spatial_tree *state, const uint32_t *nodes, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		if (state->cells.nodes[nodes[i]].height && !state->cells.nodes[nodes[i]].entries)
			kilni_cell_tree_remove(&state->cells, state->cells.nodes[nodes[i]].key);
}

/// Removes a box from its lists. Its cells stay, including those that are now empty: they are returned.
static uint32_t depart(kiln_spatial_tree *state, uint32_t proxy, uint32_t nodes[KILN_SPATIAL_LINKS])
{
	uint32_t at = state->large_places[proxy], count = 0;
	state->large_places[proxy] = KILN_SPATIAL_NOWHERE;
	if (at == KILN_SPATIAL_NOWHERE)
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
	kiln_spatial_range cells = kiln_spatial_range_of(state, proxy);
	uint32_t links = (uint32_t)kiln_spatial_count(&cells);
	for (; count < links; ++count)
	{
		nodes[count] = state->links[proxy * KILN_SPATIAL_LINKS + count].node;
		unlink_from(state, proxy * KILN_SPATIAL_LINKS + count);
	}
	return count;
}

static void go_to_large(kiln_spatial_tree *state, uint32_t proxy)
{
	state->large[state->large_count++] = proxy;
	state->large_places[proxy] = state->large_count;
}

static void arrive(kiln_spatial_tree *state, uint32_t proxy, const kiln_spatial_range *cells)
{
	if (kiln_spatial_count(cells) > KILN_SPATIAL_LINKS)
	{
		go_to_large(state, proxy);
		return;
	}
	uint32_t nodes[KILN_SPATIAL_LINKS], count = 0;
	bool room = true;
	for (uint32_t x = cells->low[0]; x <= cells->high[0]; ++x)
		for (uint32_t y = cells->low[1]; y <= cells->high[1]; ++y)
			for (uint32_t z = cells->low[2]; z <= cells->high[2] && room; ++z)
			{
				nodes[count] = kilni_cell_tree_make(&state->cells, kiln_cell_key_of(x, y, z));
				room = nodes[count] != 0;
				if (room)
					link_to(state, proxy * KILN_SPATIAL_LINKS + count, nodes[count]);
				count += room;
			}
	state->corners[proxy][0] = kiln_cell_key_of(cells->low[0], cells->low[1], cells->low[2]);
	state->corners[proxy][1] = kiln_cell_key_of(cells->high[0], cells->high[1], cells->high[2]);
	state->large_places[proxy] = 0;
	if (room)
		return;
	for (uint32_t i = 0; i < count; ++i)
		unlink_from(state, proxy * KILN_SPATIAL_LINKS + i);
	drop_empty(state, nodes, count);
	go_to_large(state, proxy);
}

static void move_box(kiln_spatial_tree *state, uint32_t proxy, const kiln_aabb *box)
{
	kiln_spatial_range cells = cells_of(state, box);
	if (state->large_places[proxy] == 0)
	{
		kiln_spatial_range before = kiln_spatial_range_of(state, proxy);
		if (memcmp(&before, &cells, sizeof cells) == 0)
			return;
	}
	uint32_t nodes[KILN_SPATIAL_LINKS], count = depart(state, proxy, nodes);
	arrive(state, proxy, &cells);
	drop_empty(state, nodes, count);
}

/// Whether cells have a very wrong size or a wrong place.
static bool is_outgrown(const kiln_spatial_tree *state, const kiln_spread *now, uint32_t count)
{
	if (!state->laid || (!state->extent_given && kilni_spread_strays(&state->spread, now)))
		return true;
	if (state->resolution)
		return false;
	return now->edge > 2 * state->spread.edge || 2 * now->edge < state->spread.edge || count / 4 > state->laid_count ||
		   count < state->laid_count / 4;
}

static void look_around(kiln_broadphase *broadphase, kiln_spatial_tree *state, const kiln_broadphase_changes *changes)
{
	kiln_spread now;
	uint32_t count = broadphase->live_count - changes->removed_count + changes->added_count;
	state->changes += changes->added_count + changes->moved_count;
	if ((state->extent_given && state->resolution) || state->changes <= broadphase->live_count / 8 ||
		!kilni_spread_look(broadphase, changes, &now))
		return;
	state->changes = 0;
	if (!is_outgrown(state, &now, count))
		return;
	if (!state->extent_given)
		state->spread = now;
	state->spread.edge = now.edge;
	state->laid = true;
	lay_out(state, count);
	kilni_cell_tree_clear(&state->cells);
	state->large_count = 0;
	for (uint32_t i = 0; i < broadphase->live_count; ++i)
	{
		uint32_t proxy = broadphase->live[i];
		if (state->large_places[proxy] == KILN_SPATIAL_NOWHERE)
			continue;
		kiln_spatial_range cells = cells_of(state, &broadphase->boxes[proxy]);
		arrive(state, proxy, &cells);
	}
}

static void spatial_tree_apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_spatial_tree *state = broadphase->state;
	for (uint32_t i = 0; i < changes->removed_count; ++i)
	{
		uint32_t nodes[KILN_SPATIAL_LINKS];
		drop_empty(state, nodes, depart(state, changes->removed[i], nodes));
	}
	look_around(broadphase, state, changes);
	state->changed = changes->added_count + changes->moved_count;
	for (uint32_t i = 0; i < changes->moved_count; ++i)
		move_box(state, changes->moved[i], &changes->next[changes->moved[i]]);
	for (uint32_t i = 0; i < changes->added_count; ++i)
		move_box(state, changes->added[i], &changes->next[changes->added[i]]);
}

// --- Queries: a box in several cells is reported in the first common cell of the box and the query, without marks
// -------

static void spatial_tree_box(
	const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_spatial_tree *state = broadphase->state;
	kiln_spatial_range cells = cells_of(state, box);
	for (uint32_t i = 0; i < state->large_count; ++i)
		if (kiln_boxes_overlap(box, &broadphase->boxes[state->large[i]]) && !found(user, state->large[i]))
			return;
	kiln_cell_key key = kiln_cell_key_of(cells.low[0], cells.low[1], cells.low[2]);
	for (uint32_t node; (node = kilni_cell_tree_within(&state->cells, key, cells.low, cells.high)) != 0; ++key)
	{
		key = state->cells.nodes[node].key;
		for (uint32_t at = state->cells.nodes[node].entries; at; at = state->links[at - 1].next)
		{
			uint32_t proxy = (at - 1) / KILN_SPATIAL_LINKS;
			if (kiln_boxes_overlap(box, &broadphase->boxes[proxy]) &&
				kiln_spatial_home(key, &cells, state->corners[proxy][0]) && !found(user, proxy))
				return;
		}
	}
}

static bool sweep_cells(const kiln_broadphase *broadphase, const kiln_sweep_piece *piece, kiln_box_sweep *sweep,
	kiln_found_hit *found, void *user)
{
	const kiln_spatial_tree *state = broadphase->state;
	kiln_spatial_range cells;
	for (int axis = 0; axis < KILN_SPATIAL_AXES; ++axis)
	{
		cells.low[axis] = cell_of(state, axis, piece->low[axis]);
		cells.high[axis] = cell_of(state, axis, piece->high[axis]);
	}
	kiln_cell_key key = kiln_cell_key_of(cells.low[0], cells.low[1], cells.low[2]);
	for (uint32_t node; (node = kilni_cell_tree_within(&state->cells, key, cells.low, cells.high)) != 0; ++key)
	{
		key = state->cells.nodes[node].key;
		for (uint32_t at = state->cells.nodes[node].entries; at; at = state->links[at - 1].next)
		{
			uint32_t proxy = (at - 1) / KILN_SPATIAL_LINKS;
			if (kiln_spatial_home(key, &cells, state->corners[proxy][0]) &&
				!kiln_piece_report(broadphase, piece, sweep, proxy, found, user))
				return false;
		}
	}
	return true;
}

/// Pieces of a cell's length; if there were more than this, fewer and longer ones.
#define PIECES_MOST 1024

static void spatial_tree_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_spatial_tree *state = broadphase->state;
	double t;
	for (uint32_t i = 0; i < state->large_count; ++i)
		if (kilni_sweep_meets(sweep, &broadphase->boxes[state->large[i]], &t) &&
			!found(user, sweep, state->large[i], t))
			return;
	kiln_sweep_pieces pieces = kilni_sweep_cut(sweep, &state->spread, state->scale, 1, PIECES_MOST);
	for (uint32_t i = 0; i < pieces.count; ++i)
	{
		kiln_sweep_piece piece = kilni_sweep_piece_of(&pieces, sweep, i);
		if (piece.start > sweep->t_max || !sweep_cells(broadphase, &piece, sweep, found, user))
			return;
	}
}

const kiln_broadphase_method kiln_broadphase_spatial_tree = {
	.name = "spatial-tree",
	.size = spatial_tree_size,
	.begin = spatial_tree_begin,
	.apply = spatial_tree_apply,
	.fresh = kilni_spatial_fresh,
	.all = kilni_spatial_all,
	.box = spatial_tree_box,
	.sweep = spatial_tree_sweep,
	.fresh_is_complete = true,
};
