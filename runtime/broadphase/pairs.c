// SPDX-License-Identifier: MIT
#include "core.h"
#include "tree/layout.h"
#include <string.h>

/// Pairs: the pairs that the method finds, the test which of them are allowed, and the pairs that are new since the
/// last update.
///
/// Pairs are kept sorted. The found pairs are sorted, too, and both lists are joined in one pass: there is no table of
/// pairs, and nothing depends on the order in which pairs are found.

static bool displaced_meet(const kiln_broadphase *broadphase, uint32_t a, uint32_t b)
{
	const kiln_broadphase_core *core = broadphase->core;
	const kiln_aabb *from_a = broadphase->flags[a] & KILN_PROXY_SWEPT ? core->starts : broadphase->boxes;
	const kiln_aabb *from_b = broadphase->flags[b] & KILN_PROXY_SWEPT ? core->starts : broadphase->boxes;
	return kilni_boxes_meet(&from_a[a], broadphase->ways[a], &from_b[b], broadphase->ways[b]);
}

/// Whether two proxies whose boxes overlap are a pair. a < b.
static inline bool is_pair(const kiln_broadphase *broadphase, uint32_t a, uint32_t b)
{
	const kiln_broadphase_core *core = broadphase->core;
	if (core->ignoring > 0)
	{
		const kiln_slot *ours = &core->slots[a], *theirs = &core->slots[b];
		if ((ours->category & theirs->ignores) | (theirs->category & ours->ignores))
			return false;
	}
	if (core->swept_count > 0 && ((broadphase->flags[a] | broadphase->flags[b]) & KILN_PROXY_SWEPT) &&
		!displaced_meet(broadphase, a, b))
		return false;
	return !broadphase->options.filter || broadphase->options.filter(broadphase->options.filter_user, a, b);
}

bool kilni_sink_pair(kiln_pair_sink *sink, uint32_t a, uint32_t b)
{
	kiln_proxy_pair pair = {.a = a < b ? a : b, .b = a < b ? b : a};
	if (sink->ended)
		return false;
	if (!is_pair(sink->broadphase, pair.a, pair.b))
		return true;
	sink->pairs[sink->count++] = pair;
	if (sink->count == sink->capacity && !sink->flush(sink))
		sink->ended = true;
	return !sink->ended;
}

// --- Finding ----------------------------------------------------------------------------------------------------------

/// Removes repeated pairs, because some methods put a pair twice: then room may be left.
static bool flush_found(kiln_pair_sink *sink)
{
	const kiln_broadphase *broadphase = sink->broadphase;
	sink->count = kilni_pairs_sort(sink->pairs, sink->count, broadphase->end, broadphase->core->events);
	return sink->count <= broadphase->options.pair_capacity;
}

typedef struct swept_search
{
	kiln_pair_sink *sink;
	uint32_t index;
} swept_search;

static bool found_by_swept(void *user, uint32_t index)
{
	swept_search *search = user;
	return index == search->index || kilni_sink_pair(search->sink, search->index, index);
}

/// The boxes around whole ways may have overlapped before while the displaced boxes did not meet. The method then
/// reports nothing new. So this tests all proxies whose box is or was one around a way.
static void find_swept(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kiln_broadphase_core *core = broadphase->core;
	for (uint32_t i = 0; i < core->swept_count && !sink->ended; i++)
	{
		swept_search search = {.sink = sink, .index = core->swept[i]};
		broadphase->ops->box(broadphase, &broadphase->boxes[search.index], found_by_swept, &search);
	}
}

/// Fills a list with the found pairs, sorted: all, or `fresh` ones. Returns false if there are more than may be kept.
static bool find(kiln_broadphase *broadphase, bool fresh, kiln_pair_list *found)
{
	kiln_broadphase_core *core = broadphase->core;
	kiln_pair_sink sink = {
		.broadphase = broadphase, .pairs = found->pairs, .capacity = core->room, .flush = flush_found};
	if (!fresh)
		broadphase->ops->all(broadphase, &sink);
	else
	{
		broadphase->ops->fresh(broadphase, &sink);
		if (!broadphase->ops->fresh_is_complete)
			find_swept(broadphase, &sink);
	}
	if (sink.ended)
		return false;
	found->count = kilni_pairs_sort(sink.pairs, sink.count, broadphase->end, core->events);
	return found->count <= broadphase->options.pair_capacity;
}

// --- Joining ----------------------------------------------------------------------------------------------------------

static inline uint64_t key_of(kiln_proxy_pair pair)
{
	return (uint64_t)pair.a << 32 | pair.b;
}

/// The found pairs are complete: reports the pairs that are added and removed.
static void compare(kiln_broadphase *broadphase, const kiln_pair_list *found)
{
	kiln_broadphase_core *core = broadphase->core;
	const kiln_pair_list *kept = &core->kept;
	const uint8_t *flags = broadphase->flags;
	kiln_proxy_pair *added = core->events, *removed = core->events + core->room;
	// A found pair can have the numbers of another pair only after updates that were not compared.
	const unsigned other = core->stale ? KILN_PROXY_RENEWED : 0;
	size_t i = 0, j = 0;
	while (i < kept->count && j < found->count)
	{
		kiln_proxy_pair old = kept->pairs[i], new = found->pairs[j];
		if (key_of(old) == key_of(new))
		{
			if ((flags[old.a] | flags[old.b]) & other)
			{
				*removed++ = old;
				*added++ = new;
			}
			i++;
			j++;
		}
		else if (key_of(old) < key_of(new))
		{
			*removed++ = old;
			i++;
		}
		else
		{
			*added++ = new;
			j++;
		}
	}
	memcpy(removed, kept->pairs + i, (kept->count - i) * sizeof *removed);
	memcpy(added, found->pairs + j, (found->count - j) * sizeof *added);
	core->removed_count = (size_t)(removed - (core->events + core->room)) + kept->count - i;
	core->added_count = (size_t)(added - core->events) + found->count - j;
}

static inline uint64_t is_touched(const uint64_t *touched, kiln_proxy_pair pair)
{
	return (touched[pair.a / 64] >> pair.a % 64 | touched[pair.b / 64] >> pair.b % 64) & 1;
}

static bool still_is_pair(const kiln_broadphase *broadphase, kiln_proxy_pair pair)
{
	return (broadphase->flags[pair.a] & broadphase->flags[pair.b] & KILN_PROXY_LIVE) &&
		   !broadphase->ops->fresh_is_complete &&
		   kiln_boxes_overlap(&broadphase->boxes[pair.a], &broadphase->boxes[pair.b]) &&
		   is_pair(broadphase, pair.a, pair.b);
}

/// The number of kept pairs that are scanned at once.
#define BLOCK 256

/// Two sorted lists that become one. The touched pairs of the current block of kept pairs are known, and their boxes
/// are being fetched from memory.
typedef struct joining
{
	const kiln_proxy_pair *kept, *kept_end;
	const kiln_proxy_pair *block, *block_end;
	uint16_t marks[BLOCK]; ///< places of the touched pairs in the block
	uint32_t mark, mark_count;
	kiln_proxy_pair *out, *out_end;
	kiln_proxy_pair *added, *removed;
} joining;

static void look_over(const kiln_broadphase *broadphase, joining *lists)
{
	const uint64_t *touched = broadphase->core->touched;
	size_t left = (size_t)(lists->kept_end - lists->kept), count = left < BLOCK ? left : BLOCK;
	lists->block = lists->kept;
	lists->block_end = lists->kept + count;
	lists->mark = lists->mark_count = 0;
	// Has no branch to predict: without a mark, the next one overwrites the place.
	uint16_t marks[BLOCK + 1];
	for (uint32_t i = 0; i < count; i++)
	{
		marks[lists->mark_count] = (uint16_t)i;
		lists->mark_count += (uint32_t)is_touched(touched, lists->block[i]);
	}
	for (uint32_t i = 0; i < lists->mark_count; i++)
	{
		kiln_proxy_pair pair = lists->block[marks[i]];
		lists->marks[i] = marks[i];
		kiln_prefetch(&broadphase->boxes[pair.a]);
		kiln_prefetch(&broadphase->boxes[pair.b]);
	}
}

/// Copies kept pairs up to `end` that are below `next`; returns whether all were.
static bool copy_kept(joining *lists, const kiln_proxy_pair *end, uint64_t next)
{
	size_t count = (size_t)(end - lists->kept), room = (size_t)(lists->out_end - lists->out);
	count = count < room ? count : room;
	if (count > 0 && key_of(lists->kept[count - 1]) >= next)
		for (count = 0; key_of(lists->kept[count]) < next;)
			count++;
	memcpy(lists->out, lists->kept, count * sizeof *lists->out);
	lists->out += count;
	lists->kept += count;
	return lists->kept == end;
}

/// Keeps the kept pairs below `next` that are still pairs.
static void join_kept(const kiln_broadphase *broadphase, joining *lists, uint64_t next)
{
	while (lists->kept < lists->kept_end)
	{
		if (lists->kept == lists->block_end)
			look_over(broadphase, lists);
		bool marked = lists->mark < lists->mark_count;
		const kiln_proxy_pair *end = marked ? lists->block + lists->marks[lists->mark] : lists->block_end;
		if (lists->kept < end && !copy_kept(lists, end, next))
			return;
		if (!marked)
			continue;
		kiln_proxy_pair pair = *lists->kept;
		if (lists->out == lists->out_end || key_of(pair) >= next)
			return;
		lists->kept++;
		lists->mark++;
		if (still_is_pair(broadphase, pair))
			*lists->out++ = pair;
		else
			*lists->removed++ = pair;
	}
}

/// Skips the kept pair that was also found, whether or not it is still a pair.
static void skip_kept(joining *lists)
{
	lists->mark += lists->mark < lists->mark_count && lists->kept == lists->block + lists->marks[lists->mark];
	lists->kept++;
}

/// The found pairs may lack pairs of proxies that did not change and, for some methods, pairs that overlapped before.
/// Returns false if the joined list is more than may be kept.
static bool join(kiln_broadphase *broadphase, const kiln_pair_list *found, kiln_pair_list *all)
{
	kiln_broadphase_core *core = broadphase->core;
	joining lists = {.kept = core->kept.pairs,
		.kept_end = core->kept.pairs + core->kept.count,
		.block_end = core->kept.pairs,
		.out = all->pairs,
		.out_end = all->pairs + core->room,
		.added = core->events,
		.removed = core->events + core->room};
	for (size_t i = 0; i < found->count; i++)
	{
		const uint64_t next = key_of(found->pairs[i]);
		join_kept(broadphase, &lists, next);
		if (lists.out == lists.out_end)
			return false;
		*lists.out++ = found->pairs[i];
		if (lists.kept < lists.kept_end && key_of(*lists.kept) == next)
			skip_kept(&lists);
		else
			*lists.added++ = found->pairs[i];
	}
	join_kept(broadphase, &lists, UINT64_MAX);
	if (lists.kept < lists.kept_end)
		return false;
	all->count = (size_t)(lists.out - all->pairs);
	core->added_count = (size_t)(lists.added - core->events);
	core->removed_count = (size_t)(lists.removed - (core->events + core->room));
	return all->count <= broadphase->options.pair_capacity;
}

// --- Updates ----------------------------------------------------------------------------------------------------------

/// Reports the kept pairs of proxies that still exist, and keeps the list with which changes will be compared.
static void report_kept(kiln_broadphase *broadphase)
{
	kiln_broadphase_core *core = broadphase->core;
	kiln_pair_list reported = {.pairs = core->buffers[(core->kept_buffer + 1) % 3]};
	for (size_t i = 0; i < core->kept.count; i++)
	{
		kiln_proxy_pair pair = core->kept.pairs[i];
		reported.pairs[reported.count] = pair;
		reported.count +=
			((broadphase->flags[pair.a] | broadphase->flags[pair.b]) & (KILN_PROXY_GONE | KILN_PROXY_RENEWED)) == 0;
	}
	core->reported = reported;
	core->added_count = core->removed_count = 0;
	core->stale = true;
}

/// The pairs in this buffer become the kept and the reported ones.
static void keep(kiln_broadphase *broadphase, uint32_t buffer, const kiln_pair_list *pairs)
{
	kiln_broadphase_core *core = broadphase->core;
	// After updates that kept no pairs, any live proxy may be new.
	const uint32_t *renewed = core->stale ? broadphase->live : core->lists[KILN_PENDING_ADDED].indices;
	uint32_t count = core->stale ? broadphase->live_count : core->lists[KILN_PENDING_ADDED].count;
	for (uint32_t i = 0; i < count; i++)
		broadphase->flags[renewed[i]] &= (uint8_t)~KILN_PROXY_RENEWED;
	core->kept_buffer = buffer;
	core->kept = core->reported = *pairs;
	core->stale = false;
}

/// "Few" means less than this part of the boxes.
#define SWEPT_FEW 8

/// Whether to find new pairs only. If this leaves out pairs of swept boxes, each swept box is queried additionally; for
/// many of them, finding all pairs is quicker.
static bool wants_fresh(const kiln_broadphase *broadphase)
{
	const kiln_broadphase_core *core = broadphase->core;
	return broadphase->ops->fresh && !core->stale &&
		   (broadphase->ops->fresh_is_complete || core->swept_count <= broadphase->live_count / SWEPT_FEW);
}

static kiln_status find_and_keep(kiln_broadphase *broadphase)
{
	kiln_broadphase_core *core = broadphase->core;
	uint32_t first = (core->kept_buffer + 1) % 3, second = (core->kept_buffer + 2) % 3;
	kiln_pair_list found = {.pairs = core->buffers[first]}, joined = {.pairs = core->buffers[second]};
	bool fresh = wants_fresh(broadphase);
	bool fits = find(broadphase, fresh, &found);
	if (fits && fresh)
		fits = join(broadphase, &found, &joined);
	else if (fits)
		compare(broadphase, &found);
	if (!fits)
	{
		report_kept(broadphase);
		return KILN_E_CAPACITY;
	}
	keep(broadphase, fresh ? second : first, fresh ? &joined : &found);
	return KILN_OK;
}

kiln_status kiln_broadphase_update(kiln_broadphase *broadphase, kiln_broadphase_pairs *pairs)
{
	if (pairs)
		*pairs = (kiln_broadphase_pairs){0};
	if (!broadphase)
		return KILN_E_ARGUMENT;
	kiln_broadphase_core *core = broadphase->core;
	kiln_status status = KILN_OK;
	bool changed = kilni_changes_apply(broadphase);
	if (broadphase->options.pair_capacity > 0 && (changed || core->stale))
		status = find_and_keep(broadphase);
	else
		core->added_count = core->removed_count = 0;
	kilni_changes_done(broadphase);
	if (pairs)
		kiln_broadphase_last_pairs(broadphase, pairs);
	return status;
}

void kiln_broadphase_last_pairs(const kiln_broadphase *broadphase, kiln_broadphase_pairs *pairs)
{
	if (!pairs)
		return;
	*pairs = (kiln_broadphase_pairs){0};
	if (!broadphase)
		return;
	const kiln_broadphase_core *core = broadphase->core;
	*pairs = (kiln_broadphase_pairs){.pairs = core->reported.pairs,
		.count = (uint32_t)core->reported.count,
		.added = core->events,
		.added_count = (uint32_t)core->added_count,
		.removed = core->events ? core->events + core->room : NULL,
		.removed_count = (uint32_t)core->removed_count};
}

#define VISITED_AT_ONCE 256

typedef struct pair_visit
{
	kiln_visit_proxy_pair *visit;
	void *user;
} pair_visit;

static bool flush_visit(kiln_pair_sink *sink)
{
	const pair_visit *visitor = sink->user;
	size_t count = sink->count;
	sink->count = 0;
	for (size_t i = 0; i < count; i++)
		if (!visitor->visit(visitor->user, sink->pairs[i]))
			return false;
	return true;
}

void kiln_broadphase_pairs_visit(kiln_broadphase *broadphase, kiln_visit_proxy_pair *visit, void *user)
{
	if (!broadphase || !visit)
		return;
	if (kilni_changes_apply(broadphase))
	{
		broadphase->core->stale = true;
		kilni_changes_done(broadphase);
	}
	kiln_proxy_pair pairs[VISITED_AT_ONCE];
	pair_visit visitor = {.visit = visit, .user = user};
	kiln_pair_sink sink = {
		.broadphase = broadphase, .pairs = pairs, .capacity = VISITED_AT_ONCE, .flush = flush_visit, .user = &visitor};
	broadphase->ops->all(broadphase, &sink);
	if (!sink.ended)
		flush_visit(&sink);
}
