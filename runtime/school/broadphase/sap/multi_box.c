// SPDX-License-Identifier: MIT
#include "multi_box.h"
#include <float.h>
#include <math.h>

/// Multi-box pruning: the caller gives regions, boxes that may overlap. Each region has its boxes sorted along one axis
/// and swept ("multi box pruning" of the PhysX library; a form of the multi-SAP of Tracy, Buss, Woods 2009).
///
/// A box is in every region that it touches, up to KILN_REGIONS_A_BOX of them. If the regions do not cover it, which is
/// tested by cutting it with them, the box is also in a last set, the rest. So two boxes that overlap share a region or
/// are both in the rest, and no box outside is lost, as it is in the library. Boxes in more regions are large: they are
/// in the rest only, and tested against the boxes of the regions that they touch. A pair is reported by the rest if
/// both are in it, else by their first common region. If the caller gives no regions, space is cut at medians of a
/// sample of the boxes into up to 256 regions, which cover all of space. It is cut again when numbers have changed by a
/// factor of two, or boxes have crowded into few regions.
///
/// Costs: an update sorts the regions of changed boxes by insertion, O(boxes in them) if they moved little. The regions
/// of a box are found by six binary searches in their sides and the intersection of six rows of bits, unless the box
/// stays inside one region. New pairs: a sweep over the same regions, n (n / regions)^(2/3) for all in a cube. Box
/// query: the regions that it touches, each from the first box that reaches far enough. Sweep: regions in the order in
/// which the sweep meets their bounds, with all boxes in them that its way overlaps on one axis. About 200 bytes a
/// proxy, plus 170 KiB. Weak at too many boxes for the regions: beyond some 100 000 a region is a long list; and if the
/// given regions leave most of the boxes outside.

#define BOXES_A_REGION 64u
#define SIZES_A_REGION 4.0f

static size_t lay_out(const kiln_broadphase_options *options, kiln_multi_box *state, void *base)
{
	kiln_room room = {.base = base};
	kiln_room_take(&room, 1, sizeof *state);
	uint32_t most = options->region_count > 0 ? options->region_count : KILN_BROADPHASE_REGIONS_MAX;
	kilni_pruning_place(&state->pruning, &room, most + 1, options->capacity);
	state->places = kiln_room_take(&room, options->capacity, sizeof *state->places);
	state->nexts = kiln_room_take(&room, options->capacity, sizeof *state->nexts);
	state->sample = kiln_room_take(&room, options->region_count > 0 ? 0 : KILN_REGION_SAMPLES, sizeof *state->sample);
	return room.used;
}

static size_t size_of(const kiln_broadphase_options *options)
{
	kiln_multi_box measured = {0};
	return lay_out(options, &measured, NULL);
}

static void begin_regions(kiln_multi_box *state)
{
	kilni_pruning_clear(&state->pruning, state->regions.count + 1);
	for (uint32_t i = 0; i < state->regions.count; i++)
		state->pruning.sets[i].axis = state->regions.axes[i];
}

static void begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_multi_box *state = broadphase->state;
	lay_out(options, state, state);
	state->named = options->region_count > 0;
	state->regions.count = options->region_count;
	for (uint32_t i = 0; i < options->region_count; i++)
		state->regions.boxes[i] = options->regions[i];
	if (state->named)
		kilni_regions_index(&state->regions);
	else
		kilni_regions_cut(&state->regions, state->sample, 0, 1, (kiln_vec3){0});
	begin_regions(state);
}

// --- The regions of a box --------------------------------------------------------------------------------------------

static uint32_t rest_of(const kiln_multi_box *state)
{
	return state->regions.count;
}

static bool has_region(const kiln_multi_box_place *place, uint32_t region)
{
	for (uint32_t i = 0; i < place->count; i++)
		if (place->regions[i] == region)
			return true;
	return false;
}

static bool inside(const kiln_aabb *box, const kiln_aabb *region)
{
	return box->min.x > region->min.x && box->max.x < region->max.x && box->min.y > region->min.y &&
		   box->max.y < region->max.y && box->min.z > region->min.z && box->max.z < region->max.z;
}

/// The wanted place of a box whose place now is given. Whether there is room is decided later.
static kiln_multi_box_place place_for(
	const kiln_multi_box *state, const kiln_aabb *box, const kiln_multi_box_place *now)
{
	const kiln_regions *regions = &state->regions;
	if (now->kind == KILN_MULTI_BOX_REGIONS && now->count == 1 && !now->rest &&
		kiln_region_has(&regions->alone, now->regions[0]) && inside(box, &regions->boxes[now->regions[0]]))
		return *now;
	kiln_multi_box_place place = {.kind = KILN_MULTI_BOX_REGIONS};
	kiln_region_bits bits;
	kilni_regions_under(regions, box, &bits);
	for (uint32_t i = kiln_region_next(&bits, 0); i < KILN_BROADPHASE_REGIONS_MAX; i = kiln_region_next(&bits, i + 1))
	{
		if (place.count == KILN_REGIONS_A_BOX)
			return (kiln_multi_box_place){.kind = KILN_MULTI_BOX_LARGE, .rest = 1};
		place.regions[place.count++] = (uint8_t)i;
	}
	place.rest = !kilni_regions_cover(regions, box, &bits);
	return place;
}

/// The sets of a place without those of another, in increasing order.
static uint32_t sets_of(const kiln_multi_box *state, const kiln_multi_box_place *place,
	const kiln_multi_box_place *other, uint32_t sets[KILN_REGIONS_A_BOX + 1])
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < place->count; i++)
		if (!has_region(other, place->regions[i]))
			sets[count++] = place->regions[i];
	if (place->rest && !other->rest)
		sets[count++] = rest_of(state);
	return count;
}

static bool holds(const void *owner, uint32_t set, uint32_t proxy)
{
	const kiln_multi_box *state = owner;
	return set == rest_of(state) ? state->places[proxy].rest != 0 : has_region(&state->places[proxy], set);
}

static bool reports(const void *owner, uint32_t set, const kiln_pruned_box *a, const kiln_pruned_box *b)
{
	const kiln_multi_box *state = owner;
	const kiln_multi_box_place *one = &state->places[a->proxy & KILN_PRUNED_INDEX];
	const kiln_multi_box_place *other = &state->places[b->proxy & KILN_PRUNED_INDEX];
	if (one->rest && other->rest)
		return set == rest_of(state);
	for (uint32_t i = 0, j = 0; i < one->count && j < other->count;)
	{
		if (one->regions[i] == other->regions[j])
			return set == one->regions[i];
		if (one->regions[i] < other->regions[j])
			i++;
		else
			j++;
	}
	return false;
}

/// A box that is in none of the regions in `bits`, though it touches them, against the boxes that are: a large box, or
/// a query's.
typedef struct multi_box_visitor
{
	const kiln_multi_box *state;
	kiln_region_bits bits;
} multi_box_visitor;

static bool accepts(const void *user, uint32_t set, uint32_t proxy)
{
	const multi_box_visitor *visitor = user;
	const kiln_multi_box_place *place = &visitor->state->places[proxy];
	if (place->rest)
		return set == rest_of(visitor->state);
	for (uint32_t i = 0; i < place->count; i++)
		if (kiln_region_has(&visitor->bits, place->regions[i]))
			return set == place->regions[i];
	return false;
}

static bool reports_large(const void *owner, uint32_t set, const kiln_pruned_box *large, const kiln_pruned_box *box)
{
	(void)large;
	return accepts(owner, set, box->proxy & KILN_PRUNED_INDEX);
}

// --- Update -----------------------------------------------------------------------------------------------------------

/// Removes a proxy from the sets that it leaves: its place becomes the part of the old one that it keeps.
static void leave(kiln_multi_box *state, uint32_t proxy, const kiln_multi_box_place *next)
{
	kiln_multi_box_place *place = &state->places[proxy];
	uint32_t sets[KILN_REGIONS_A_BOX + 1], count = sets_of(state, place, next, sets);
	for (uint32_t i = 0; i < count; i++)
		kiln_pruning_leave(&state->pruning, sets[i]);
	kiln_multi_box_place kept = {.kind = next->kind, .rest = place->rest & next->rest};
	for (uint32_t i = 0; i < place->count; i++)
		if (has_region(next, place->regions[i]))
			kept.regions[kept.count++] = place->regions[i];
	*place = kept;
	count = sets_of(state, place, &(kiln_multi_box_place){0}, sets);
	for (uint32_t i = 0; i < count; i++)
		kiln_pruning_touch(&state->pruning, sets[i]);
}

/// Reserves the additional sets that a proxy needs. Without room the proxy counts as large, and leaves its sets.
static void reserve(kiln_multi_box *state, uint32_t proxy, const kiln_multi_box_place *next)
{
	uint32_t sets[KILN_REGIONS_A_BOX + 1], count = sets_of(state, next, &state->places[proxy], sets);
	state->nexts[proxy] = *next;
	if (kilni_pruning_reserve(&state->pruning, sets, count))
		return;
	const kiln_multi_box_place large = {.kind = KILN_MULTI_BOX_LARGE, .rest = 1};
	state->nexts[proxy] = large;
	leave(state, proxy, &large);
	count = sets_of(state, &large, &state->places[proxy], sets);
	kilni_pruning_reserve(&state->pruning, sets, count);
}

static void enter(void *owner, uint32_t proxy)
{
	kiln_multi_box *state = owner;
	const kiln_multi_box_place *next = &state->nexts[proxy];
	uint32_t sets[KILN_REGIONS_A_BOX + 1], count = sets_of(state, next, &state->places[proxy], sets);
	for (uint32_t i = 0; i < count; i++)
		kilni_pruning_put(&state->pruning, sets[i], proxy);
	state->places[proxy] = *next;
	state->pruning.first[proxy] = (next->count > 0 ? next->regions[0] : rest_of(state)) |
								  (next->count + next->rest > 1u ? KILN_PRUNED_SEVERAL : 0);
}

static void insert(float *sorted, uint32_t count, float x)
{
	uint32_t i = count;
	for (; i > 0 && sorted[i - 1] > x; i--)
		sorted[i] = sorted[i - 1];
	sorted[i] = x;
}

/// Chooses regions for the boxes after the changes; removed proxies have no place any more.
static void choose_regions(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes, uint32_t count)
{
	enum
	{
		SIZES = 64
	};
	kiln_multi_box *state = broadphase->state;
	const uint64_t all = (uint64_t)broadphase->live_count + changes->added_count;
	const uint32_t wanted = all < KILN_REGION_SAMPLES ? (uint32_t)all : KILN_REGION_SAMPLES;
	uint32_t taken = 0, sized = 0;
	float sizes[3][SIZES];
	for (uint32_t i = 0; i < wanted; i++)
	{
		const uint64_t at = i * all / wanted;
		const bool live = at < broadphase->live_count;
		const uint32_t proxy = live ? broadphase->live[at] : changes->added[at - broadphase->live_count];
		if (live && state->places[proxy].kind == KILN_MULTI_BOX_NONE)
			continue;
		const kiln_aabb *box =
			kiln_pruning_changed(&state->pruning, proxy) ? &changes->next[proxy] : &broadphase->boxes[proxy];
		if (!(box->min.x >= -FLT_MAX && box->min.y >= -FLT_MAX && box->min.z >= -FLT_MAX && box->max.x <= FLT_MAX &&
				box->max.y <= FLT_MAX && box->max.z <= FLT_MAX))
			continue;
		state->sample[taken++] = (kiln_vec3){
			box->min.x / 2 + box->max.x / 2, box->min.y / 2 + box->max.y / 2, box->min.z / 2 + box->max.z / 2};
		for (uint32_t j = 0; j < 3 && i % (wanted / SIZES + 1) == 0; j++)
			insert(sizes[j], sized, kiln_box_high(box, j) / 4 - kiln_box_low(box, j) / 4);
		sized += i % (wanted / SIZES + 1) == 0;
	}
	const uint32_t most = count / BOXES_A_REGION + 1;
	kiln_vec3 least = {0};
	if (sized > 0)
	{
		const uint32_t at = sized - 1 - sized / 4;
		least = (kiln_vec3){
			4 * SIZES_A_REGION * sizes[0][at], 4 * SIZES_A_REGION * sizes[1][at], 4 * SIZES_A_REGION * sizes[2][at]};
	}
	kilni_regions_cut(&state->regions, state->sample, taken,
		most < KILN_BROADPHASE_REGIONS_MAX ? most : KILN_BROADPHASE_REGIONS_MAX, least);
	state->laid_count = count;
	state->laid_most = 0;
}

/// The number of boxes in the fullest region.
static uint32_t fullest(const kiln_multi_box *state)
{
	uint32_t most = 0;
	for (uint32_t i = 0; i < state->regions.count; i++)
		most = state->pruning.sets[i].count > most ? state->pruning.sets[i].count : most;
	return most;
}

/// Whether regions must be chosen again.
static bool outgrown(kiln_multi_box *state, const kiln_broadphase_changes *changes, uint32_t count)
{
	if (state->named || count == 0)
		return false;
	state->moved += (uint64_t)changes->added_count + changes->moved_count + changes->removed_count;
	if (state->laid_count == 0 || count / 2 > state->laid_count || state->laid_count / 4 > count)
		return true;
	if (state->laid_most == 0)
		state->laid_most = fullest(state) + 1;
	if (state->moved < 2 * (uint64_t)count + 64)
		return false;
	state->moved = 0;
	return fullest(state) / 2 > state->laid_most + BOXES_A_REGION;
}

/// Deals all boxes out to other regions.
static void deal_out(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_multi_box *state = broadphase->state;
	const kiln_multi_box_place none = {0};
	begin_regions(state);
	for (uint32_t i = 0; i < broadphase->live_count; i++)
	{
		uint32_t proxy = broadphase->live[i];
		bool removed = state->places[proxy].kind == KILN_MULTI_BOX_NONE;
		state->places[proxy] = state->nexts[proxy] = none;
		if (removed)
			continue;
		bool moved = kiln_pruning_changed(&state->pruning, proxy);
		kiln_multi_box_place next = place_for(state, moved ? &changes->next[proxy] : &broadphase->boxes[proxy], &none);
		reserve(state, proxy, &next);
	}
	for (uint32_t i = 0; i < changes->added_count; i++)
	{
		kiln_multi_box_place next = place_for(state, &changes->next[changes->added[i]], &none);
		reserve(state, changes->added[i], &next);
	}
	kilni_pruning_make_room(&state->pruning);
	for (uint32_t i = 0; i < broadphase->live_count; i++)
		if (state->nexts[broadphase->live[i]].kind != KILN_MULTI_BOX_NONE)
			enter(state, broadphase->live[i]);
	for (uint32_t i = 0; i < changes->added_count; i++)
		enter(state, changes->added[i]);
}

/// Applies changes within the existing regions.
static void follow(kiln_multi_box *state, const kiln_broadphase_changes *changes)
{
	const kiln_pruning_rule rule = {.owner = state, .reports = reports, .holds = holds};
	for (uint32_t i = 0; i < changes->moved_count; i++)
	{
		uint32_t proxy = changes->moved[i];
		state->nexts[proxy] = place_for(state, &changes->next[proxy], &state->places[proxy]);
		leave(state, proxy, &state->nexts[proxy]);
	}
	kilni_pruning_expel(&state->pruning, &rule);
	for (uint32_t i = 0; i < changes->moved_count; i++)
	{
		const kiln_multi_box_place next = state->nexts[changes->moved[i]];
		reserve(state, changes->moved[i], &next);
	}
	for (uint32_t i = 0; i < changes->added_count; i++)
	{
		kiln_multi_box_place next =
			place_for(state, &changes->next[changes->added[i]], &state->places[changes->added[i]]);
		reserve(state, changes->added[i], &next);
	}
	kilni_pruning_expel(&state->pruning, &rule);
	kilni_pruning_let_in(&state->pruning, changes, enter, state);
}

static void apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_multi_box *state = broadphase->state;
	const kiln_multi_box_place none = {0};
	kilni_pruning_begin(&state->pruning, changes);
	for (uint32_t i = 0; i < changes->removed_count; i++)
		leave(state, changes->removed[i], &none);
	for (uint32_t i = 0; i < changes->added_count; i++)
		state->places[changes->added[i]] = none;
	uint32_t count = broadphase->live_count - changes->removed_count + changes->added_count;
	if (outgrown(state, changes, count))
	{
		choose_regions(broadphase, changes, count);
		deal_out(broadphase, changes);
	}
	else
		follow(state, changes);
	kilni_pruning_settle(&state->pruning, changes->next, broadphase->boxes);
}

// --- Pairs ------------------------------------------------------------------------------------------------------------

/// Pairs of the large boxes with the boxes in the regions that they touch: pairs with a changed box, or all.
static void report_large(const kiln_multi_box *state, bool fresh, kiln_pair_sink *sink)
{
	const kiln_pruning *pruning = &state->pruning;
	const uint32_t rest = rest_of(state);
	const kiln_pruned_box *large = kiln_pruned_boxes(pruning, rest);
	for (uint32_t i = 0; i < pruning->sets[rest].count && !sink->ended; i++)
	{
		if (state->places[large[i].proxy & KILN_PRUNED_INDEX].kind != KILN_MULTI_BOX_LARGE)
			continue;
		const kiln_aabb box = kiln_pruned_aabb(&large[i]);
		multi_box_visitor visitor = {.state = state};
		const kiln_pruning_rule rule = {.owner = &visitor, .reports = reports_large};
		const bool changed_only = fresh && large[i].stamp != pruning->now;
		kilni_regions_under(&state->regions, &box, &visitor.bits);
		for (uint32_t j = kiln_region_next(&visitor.bits, 0); j < KILN_BROADPHASE_REGIONS_MAX && !sink->ended;
			 j = kiln_region_next(&visitor.bits, j + 1))
			if (!changed_only || pruning->sets[j].touched == pruning->now)
				kilni_pruning_against(pruning, j, &large[i], changed_only, &rule, sink);
	}
}

static void find_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kiln_multi_box *state = broadphase->state;
	const kiln_pruning_rule rule = {.owner = state, .reports = reports, .holds = holds};
	kilni_pruning_all_sets(&state->pruning, &rule, sink);
	report_large(state, false, sink);
}

static void find_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kiln_multi_box *state = broadphase->state;
	const kiln_pruning_rule rule = {.owner = state, .reports = reports, .holds = holds};
	kilni_pruning_fresh_sets(&state->pruning, &rule, sink);
	report_large(state, true, sink);
}

// --- Queries ----------------------------------------------------------------------------------------------------------

static void find_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_multi_box *state = broadphase->state;
	multi_box_visitor visitor = {.state = state};
	kilni_regions_under(&state->regions, box, &visitor.bits);
	if (!kilni_pruning_box(&state->pruning, rest_of(state), box, accepts, &visitor, found, user))
		return;
	for (uint32_t i = kiln_region_next(&visitor.bits, 0); i < KILN_BROADPHASE_REGIONS_MAX;
		 i = kiln_region_next(&visitor.bits, i + 1))
		if (!kilni_pruning_box(&state->pruning, i, box, accepts, &visitor, found, user))
			return;
}

static void find_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_multi_box *state = broadphase->state;
	uint32_t sets[KILN_BROADPHASE_REGIONS_MAX + 1], count = 0;
	double times[KILN_BROADPHASE_REGIONS_MAX + 1], t;
	for (uint32_t i = 0; i <= rest_of(state); i++)
	{
		const kiln_aabb *bounds = &state->pruning.sets[i].bounds;
		if (!(bounds->min.x <= bounds->max.x) || !kilni_sweep_meets(sweep, bounds, &t))
			continue;
		uint32_t at = count++;
		for (; at > 0 && times[at - 1] > t; at--)
		{
			times[at] = times[at - 1];
			sets[at] = sets[at - 1];
		}
		times[at] = t;
		sets[at] = i;
	}
	for (uint32_t i = 0; i < count; i++)
		if (kilni_sweep_meets(sweep, &state->pruning.sets[sets[i]].bounds, &t) &&
			!kilni_pruning_sweep(&state->pruning, sets[i], sweep, found, user))
			return;
}

const kiln_broadphase_method kiln_broadphase_multi_box = {
	.name = "multi-box",
	.size = size_of,
	.begin = begin,
	.apply = apply,
	.fresh = find_fresh,
	.all = find_all,
	.box = find_box,
	.sweep = find_sweep,
	.fresh_is_complete = true,
};
