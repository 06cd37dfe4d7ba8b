// SPDX-License-Identifier: MIT
#include "broadphase_trial.h"
#include "broadphase/broadphase_run.h"
#include "broadphase/core.h"
#include "support/trials.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void trial_broken(const trial_run *run, const char *what, int line)
{
	const broadphase_trial *trial = run->trial;
	fail_msg("%s, boxes of kind %d, seed %llu, capacity %u, isa %d, operation %u: not %s (line %d)",
		kiln_broadphase_method_name(trial->options.method), (int)trial->boxes, (unsigned long long)trial->seed,
		run->capacity, (int)trial->options.isa, run->operation, what, line);
}

void trial_digest(trial_run *run, uint64_t number)
{
	run->digest = (run->digest ^ number) * 0x100000001b3u;
	run->digest ^= run->digest >> 29;
}

// --- Truth ------------------------------------------------------------------------------------------------------------

static void axis_times(long double gap, long double rate, long double *from, long double *to)
{
	if (rate == 0)
	{
		if (gap > 0)
			*from = INFINITY;
		return;
	}
	long double t = -gap / rate;
	if (rate > 0)
		*to = t < *to ? t : *to;
	else
		*from = t > *from ? t : *from;
}

static truth ways_meet(const trial_member *a, const trial_member *b)
{
	long double from = 0, to = 1;
	const float *min_a = &a->start.min.x, *max_a = &a->start.max.x, *way_a = &a->way.x;
	const float *min_b = &b->start.min.x, *max_b = &b->start.max.x, *way_b = &b->way.x;
	for (unsigned i = 0; i < 3; i++)
	{
		long double rate = (long double)way_a[i] - (long double)way_b[i];
		axis_times((long double)min_a[i] - (long double)max_b[i], rate, &from, &to);
		axis_times((long double)min_b[i] - (long double)max_a[i], -rate, &from, &to);
	}
	if (from <= to)
		return TRUTH_YES;
	return from <= to + 0x1p-46L ? TRUTH_EITHER : TRUTH_NO;
}

static uint32_t category_of(const kiln_proxy_options *options)
{
	return options->category ? options->category : 1;
}

static bool users_agree(uint64_t a, uint64_t b)
{
	return (a ^ b) % 11 != 0;
}

static bool trial_filter(void *user, uint32_t a, uint32_t b)
{
	const trial_run *run = user;
	CHECK(run, a < b);
	CHECK(run, b < run->capacity && run->members[a].there && run->members[b].there);
	CHECK(run, trial_overlap(&run->members[a].box, &run->members[b].box));
	return users_agree(run->members[a].options.user, run->members[b].options.user);
}

static truth pair_truth(const trial_run *run, uint32_t a, uint32_t b)
{
	const trial_member *x = &run->members[a], *y = &run->members[b];
	if (!x->there || !y->there || !trial_overlap(&x->box, &y->box))
		return TRUTH_NO;
	if ((category_of(&x->options) & y->options.ignores) || (category_of(&y->options) & x->options.ignores) ||
		!users_agree(x->options.user, y->options.user))
		return TRUTH_NO;
	return x->swept || y->swept ? ways_meet(x, y) : TRUTH_YES;
}

static bool pair_before(kiln_proxy_pair x, kiln_proxy_pair y)
{
	return x.a < y.a || (x.a == y.a && x.b < y.b);
}

/// Checks that pairs are in order, occur once, and that all required pairs and only permitted pairs occur.
static void check_pairs(const trial_run *run, const kiln_proxy_pair *pairs, size_t count)
{
	for (size_t i = 1; i < count; i++)
		CHECK(run, pair_before(pairs[i - 1], pairs[i]));
	size_t at = 0;
	for (uint32_t a = 0; a < run->capacity; a++)
		for (uint32_t b = a + 1; run->members[a].there && b < run->capacity; b++)
		{
			bool found = at < count && pairs[at].a == a && pairs[at].b == b;
			truth is = pair_truth(run, a, b);
			CHECK(run, found ? is != TRUTH_NO : is != TRUTH_YES);
			at += found;
		}
	CHECK(run, at == count);
}

static int order_pairs(const void *x, const void *y)
{
	const kiln_proxy_pair *a = x, *b = y;
	return pair_before(*a, *b) ? -1 : pair_before(*b, *a);
}

// --- Pairs ------------------------------------------------------------------------------------------------------------

static bool same_proxy(kiln_proxy a, kiln_proxy b)
{
	return a.index == b.index && a.generation == b.generation;
}

static named_pair name(const trial_run *run, kiln_proxy_pair pair)
{
	return (named_pair){.a = run->members[pair.a].handle, .b = run->members[pair.b].handle};
}

static bool is_pair_of(const kiln_proxy_pair *pairs, size_t count, size_t at, named_pair pair)
{
	return at < count && pairs[at].a == pair.a.index && pairs[at].b == pair.b.index;
}

/// Checks added and removed pairs against the pairs that were reported before.
static void check_events(const trial_run *run, const kiln_broadphase_pairs *pairs)
{
	size_t i = 0, j = 0, added = 0, removed = 0;
	while (i < run->told_count || j < pairs->count)
	{
		kiln_proxy_pair old = i < run->told_count ? (kiln_proxy_pair){run->told[i].a.index, run->told[i].b.index}
												  : (kiln_proxy_pair){UINT32_MAX, UINT32_MAX};
		kiln_proxy_pair new = j < pairs->count ? pairs->pairs[j] : (kiln_proxy_pair){UINT32_MAX, UINT32_MAX};
		bool take_old = !pair_before(new, old), take_new = !pair_before(old, new);
		named_pair named = take_new ? name(run, new) : (named_pair){0};
		bool same = take_old && take_new && same_proxy(named.a, run->told[i].a) && same_proxy(named.b, run->told[i].b);
		if (take_old && !same)
			CHECK(run, is_pair_of(pairs->removed, pairs->removed_count, removed++, run->told[i]));
		if (take_new && !same)
			CHECK(run, is_pair_of(pairs->added, pairs->added_count, added++, named));
		i += take_old;
		j += take_new;
	}
	CHECK(run, added == pairs->added_count && removed == pairs->removed_count);
}

/// After an update without enough room: the earlier pairs, without removed proxies, must remain.
static void check_old_pairs(const trial_run *run, const kiln_broadphase_pairs *pairs)
{
	size_t at = 0, least = 0;
	for (uint32_t a = 0; a < run->capacity; a++)
		for (uint32_t b = a + 1; run->members[a].there && b < run->capacity; b++)
			least += pair_truth(run, a, b) != TRUTH_NO;
	CHECK(run, least > run->trial->options.pair_capacity);
	CHECK(run, pairs->added_count == 0 && pairs->removed_count == 0);
	for (size_t i = 0; i < run->told_count; i++)
	{
		named_pair old = run->told[i];
		if (run->members[old.a.index].there && run->members[old.b.index].there &&
			same_proxy(run->members[old.a.index].handle, old.a) && same_proxy(run->members[old.b.index].handle, old.b))
			CHECK(run, is_pair_of(pairs->pairs, pairs->count, at++, old));
	}
	CHECK(run, at == pairs->count);
}

static void update(trial_run *run)
{
	kiln_broadphase_pairs pairs, again;
	kiln_status status = kiln_broadphase_update(run->broadphase, &pairs);
	run->gone_count = 0;
	kiln_broadphase_last_pairs(run->broadphase, &again);
	CHECK(run, pairs.pairs == again.pairs && pairs.count == again.count && pairs.added == again.added &&
				   pairs.added_count == again.added_count && pairs.removed == again.removed &&
				   pairs.removed_count == again.removed_count);
	trial_digest(run, (uint64_t)pairs.count << 32 ^ pairs.added_count << 16 ^ pairs.removed_count);
	if (run->trial->options.pair_capacity == 0)
	{
		CHECK(run, status == KILN_OK && pairs.count == 0 && pairs.added_count == 0 && pairs.removed_count == 0);
		return;
	}
	if (status != KILN_OK)
	{
		CHECK(run, status == KILN_E_CAPACITY);
		check_old_pairs(run, &pairs);
		return;
	}
	CHECK(run, pairs.count <= run->trial->options.pair_capacity);
	check_pairs(run, pairs.pairs, pairs.count);
	check_events(run, &pairs);
	run->told_count = pairs.count;
	for (size_t i = 0; i < pairs.count; i++)
		run->told[i] = name(run, pairs.pairs[i]);
}

static bool see_pair(void *user, kiln_proxy_pair pair)
{
	trial_run *run = user;
	trial_digest(run, (uint64_t)pair.a << 32 | pair.b);
	CHECK(run, run->left > 0);
	CHECK(run, run->seen_count < run->seen_room);
	run->seen[run->seen_count++] = pair;
	return --run->left > 0;
}

static void visit_pairs(trial_run *run)
{
	bool all = trial_random(&run->random) % 4 != 0;
	uint32_t left = all ? UINT32_MAX : 1 + trial_random(&run->random) % 20;
	run->left = left;
	run->seen_count = 0;
	kiln_broadphase_pairs_visit(run->broadphase, see_pair, run);
	run->gone_count = 0;
	qsort(run->seen, run->seen_count, sizeof *run->seen, order_pairs);
	if (run->left > 0)
		check_pairs(run, run->seen, run->seen_count);
	else
		for (size_t i = 0; i < run->seen_count; i++)
			CHECK(run, pair_truth(run, run->seen[i].a, run->seen[i].b) != TRUTH_NO &&
						   (i == 0 || pair_before(run->seen[i - 1], run->seen[i])));
}

// --- Changes ----------------------------------------------------------------------------------------------------------

static void add(trial_run *run)
{
	kiln_aabb box = trial_box(run->trial->boxes, &run->random);
	kiln_proxy_options options = {.user = trial_random(&run->random)};
	if (trial_random(&run->random) % 4 == 0)
	{
		options.category = 1u << trial_random(&run->random) % 3;
		options.ignores = trial_random(&run->random) & trial_random(&run->random) & 7;
	}
	kiln_proxy proxy;
	kiln_status status = kiln_broadphase_add(run->broadphase, &box, &options, &proxy);
	if (run->count + run->gone_count == run->capacity)
	{
		CHECK(run, status == KILN_E_CAPACITY && proxy.index == 0 && proxy.generation == 0);
		return;
	}
	CHECK(run, status == KILN_OK);
	CHECK(run, proxy.index < run->capacity && proxy.generation != 0 && !run->members[proxy.index].there);
	trial_digest(run, (uint64_t)proxy.generation << 32 | proxy.index);
	for (uint32_t i = 0; i < run->gone_count; i++)
		CHECK(run, run->gone[i] != proxy.index);
	run->members[proxy.index] =
		(trial_member){.there = true, .handle = proxy, .box = box, .start = box, .options = options};
	run->there[run->count++] = proxy.index;
}

static trial_member *any_member(trial_run *run)
{
	return run->count ? &run->members[run->there[trial_random(&run->random) % run->count]] : NULL;
}

static bool was_seen_by_an_update(const trial_run *run, const trial_member *one)
{
	const kiln_broadphase *broadphase = run->broadphase;
	return (broadphase->flags[one->handle.index] & KILN_PROXY_LIVE) != 0;
}

static void take_away(trial_run *run)
{
	if (run->count == 0)
		return;
	uint32_t at = trial_random(&run->random) % run->count;
	trial_member *one = &run->members[run->there[at]];
	bool waits = was_seen_by_an_update(run, one);
	CHECK(run, kiln_broadphase_remove(run->broadphase, one->handle) == KILN_OK);
	CHECK(run, kiln_broadphase_remove(run->broadphase, one->handle) == KILN_E_HANDLE);
	CHECK(run, kiln_broadphase_user(run->broadphase, one->handle.index) == one->options.user);
	if (waits)
		run->gone[run->gone_count++] = one->handle.index;
	run->stale[run->stale_count++ % 16] = one->handle;
	one->there = false;
	run->there[at] = run->there[--run->count];
}

static kiln_aabb shifted(const kiln_aabb *box, kiln_vec3 way)
{
	return (kiln_aabb){.min = {box->min.x + way.x, box->min.y + way.y, box->min.z + way.z},
		.max = {box->max.x + way.x, box->max.y + way.y, box->max.z + way.z}};
}

static float small_step(trial_run *run)
{
	if (run->trial->boxes == TRIAL_POINTS || run->trial->boxes == TRIAL_LATTICE || run->trial->boxes == TRIAL_IDENTICAL)
		return (float)(trial_random(&run->random) % 3) - 1;
	return trial_within(&run->random, -2, 2);
}

static void move(trial_run *run, trial_member *one, bool far)
{
	if (!one)
		return;
	kiln_vec3 step = {small_step(run), small_step(run), small_step(run)};
	kiln_aabb box = far ? trial_box(run->trial->boxes, &run->random) : shifted(&one->start, step);
	CHECK(run, kiln_broadphase_move(run->broadphase, one->handle, &box) == KILN_OK);
	one->box = one->start = box;
	one->way = (kiln_vec3){0};
	one->swept = false;
}

static void move_swept(trial_run *run)
{
	trial_member *one = any_member(run);
	if (!one)
		return;
	kiln_vec3 way = {10 * small_step(run), 5 * small_step(run), 20 * small_step(run)};
	if (trial_random(&run->random) % 2)
		way.y = 0;
	CHECK(run, kiln_broadphase_move_swept(run->broadphase, one->handle, &one->start, way) == KILN_OK);
	one->way = way;
	one->swept = way.x != 0 || way.y != 0 || way.z != 0;
	CHECK(run, kiln_broadphase_bounds(run->broadphase, one->handle, &one->box) == KILN_OK);
	const float *all_min = &one->box.min.x, *all_max = &one->box.max.x, *steps = &way.x;
	const float *start_min = &one->start.min.x, *start_max = &one->start.max.x;
	for (unsigned i = 0; i < 3; i++)
		CHECK(run, (double)all_min[i] <= (double)start_min[i] + fmin((double)steps[i], 0) &&
					   (double)all_max[i] >= (double)start_max[i] + fmax((double)steps[i], 0));
}

static void refuse(trial_run *run)
{
	kiln_aabb good = {{0, 0, 0}, {1, 1, 1}};
	const kiln_aabb bad[] = {{{NAN, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {1, NAN, 1}}, {{0, 0, 2}, {1, 1, 1}},
		{{INFINITY, 0, 0}, {INFINITY, 1, 1}}, {{0, -INFINITY, 0}, {1, -INFINITY, 1}}};
	const kiln_aabb *box = &bad[trial_random(&run->random) % 5];
	kiln_proxy proxy;
	CHECK(run, kiln_broadphase_add(run->broadphase, box, NULL, &proxy) == KILN_E_ARGUMENT);
	const trial_member *one = any_member(run);
	if (one)
	{
		CHECK(run, kiln_broadphase_move(run->broadphase, one->handle, box) == KILN_E_ARGUMENT);
		CHECK(run,
			kiln_broadphase_move_swept(run->broadphase, one->handle, box, (kiln_vec3){1, 0, 0}) == KILN_E_ARGUMENT);
		CHECK(run,
			kiln_broadphase_move_swept(run->broadphase, one->handle, &good, (kiln_vec3){0, NAN, 0}) == KILN_E_ARGUMENT);
	}
	for (uint32_t i = 0; i < 16 && i < run->stale_count; i++)
	{
		kiln_proxy stale = run->stale[i];
		CHECK(run, kiln_broadphase_move(run->broadphase, stale, &good) == KILN_E_HANDLE);
		CHECK(run, kiln_broadphase_remove(run->broadphase, stale) == KILN_E_HANDLE);
		CHECK(run, kiln_broadphase_bounds(run->broadphase, stale, &good) == KILN_E_HANDLE);
	}
	CHECK(run, kiln_broadphase_remove(run->broadphase, (kiln_proxy){0}) == KILN_E_HANDLE);
	CHECK(run, kiln_broadphase_remove(run->broadphase, (kiln_proxy){UINT32_MAX, 1}) == KILN_E_HANDLE);
}

static void look_up(trial_run *run)
{
	CHECK(run, kiln_broadphase_count(run->broadphase) == run->count);
	for (uint32_t i = 0; i < run->capacity; i++)
	{
		const trial_member *one = &run->members[i];
		kiln_proxy proxy = kiln_broadphase_proxy(run->broadphase, i);
		kiln_aabb box;
		CHECK(run, one->there ? same_proxy(proxy, one->handle) : proxy.index == 0 && proxy.generation == 0);
		if (!one->there)
			continue;
		CHECK(run, kiln_broadphase_user(run->broadphase, i) == one->options.user);
		CHECK(run, kiln_broadphase_bounds(run->broadphase, proxy, &box) == KILN_OK);
		CHECK(run, memcmp(&box, &one->box, sizeof box) == 0);
	}
}

/// A special kind of frame: moves all, removes most, or adds as many as the capacity allows.
static void many(trial_run *run)
{
	uint32_t kind = trial_random(&run->random) % 8;
	if (kind < 4)
		for (uint32_t i = 0; i < run->count; i++)
			move(run, &run->members[run->there[i]], kind == 0);
	else if (kind < 6)
		for (uint32_t i = 0; i < run->capacity; i++)
			add(run);
	else
		for (uint32_t i = run->count * (kind == 6 ? 1 : 8) / 8; i > 0; i--)
			take_away(run);
}

// --- Runs -------------------------------------------------------------------------------------------------------------

static void operate(trial_run *run)
{
	uint32_t kind = trial_random(&run->random) % 200;
	if (kind < 60)
		move(run, any_member(run), false);
	else if (kind < 72)
		move(run, any_member(run), true);
	else if (kind < 92)
		add(run);
	else if (kind < 108)
		take_away(run);
	else if (kind < 116)
		move_swept(run);
	else if (kind < 134)
		update(run);
	else if (kind < 138)
		visit_pairs(run);
	else if (kind < 152)
		trial_query_region(run, false);
	else if (kind < 164)
		trial_query_region(run, true);
	else if (kind < 178)
		trial_query_sweep(run, true);
	else if (kind < 190)
		trial_query_sweep(run, false);
	else if (kind < 193)
		refuse(run);
	else if (kind < 196)
		look_up(run);
	else
		many(run);
}

static void *some(size_t count, size_t size)
{
	void *memory = calloc(count > 0 ? count : 1, size);
	assert_non_null(memory);
	return memory;
}

uint64_t broadphase_trial_run(const broadphase_trial *trial)
{
	uint32_t capacity = trial->options.capacity;
	size_t pair_room = (size_t)capacity * (capacity - 1) / 2 + 1;
	trial_run run = {.trial = trial,
		.capacity = capacity,
		.members = some(capacity, sizeof *run.members),
		.there = some(capacity, sizeof *run.there),
		.gone = some(capacity, sizeof *run.gone),
		.told = some(pair_room, sizeof *run.told),
		.visits = some(capacity, sizeof *run.visits),
		.seen = some(pair_room, sizeof *run.seen),
		.seen_room = pair_room,
		.hits = some(capacity, sizeof *run.hits),
		.indices = some(capacity, sizeof *run.indices),
		.random = trial->seed * 2 + 1};
	kiln_broadphase_options options = trial->options;
	options.filter = trial_filter;
	options.filter_user = &run;
	size_t size = kiln_broadphase_size(&options);
	CHECK(&run, size > 0);
	void *memory = aligned_alloc(64, size);
	assert_non_null(memory);
	// Fills the memory, so that reads before writes are found.
	memset(memory, 0xa5, size);
	CHECK(&run, kiln_broadphase_create(&run.broadphase, memory, size, &options) == KILN_OK);
	for (uint32_t i = 0; i < capacity / 2; i++)
		add(&run);
	for (; run.operation < trial->operations; run.operation++)
		operate(&run);
	update(&run);
	look_up(&run);
	kiln_broadphase_destroy(run.broadphase);
	free(memory);
	free(run.members);
	free(run.there);
	free(run.gone);
	free(run.told);
	free(run.visits);
	free(run.seen);
	free(run.hits);
	free(run.indices);
	return run.digest;
}

void broadphase_trials(const kiln_broadphase_options *options, uint64_t operations)
{
	static const kiln_aabb extents[3] = {
		{{0, 0, 0}, {0, 0, 0}}, {{-100, -100, -100}, {100, 100, 100}}, {{-3, -4, -5}, {8, 7, 6}}};
	static const uint32_t capacities[5] = {5, 60, 24, 150, 400};
	const uint32_t at_once = 250;
	uint64_t runs = (trials_random(operations) + at_once - 1) / at_once;
	for (uint64_t i = 0; i < runs; i++)
	{
		broadphase_trial trial = {
			.options = *options, .boxes = (trial_boxes)(i % TRIAL_BOXES_COUNT), .seed = i + 1, .operations = at_once};
		trial.options.extent = extents[i / TRIAL_BOXES_COUNT % 3];
		trial.options.capacity = capacities[i % 17 == 16 ? 4 : i % 7 % 4];
		uint32_t all = trial.options.capacity * (trial.options.capacity - 1) / 2;
		trial.options.pair_capacity = i % 5 == 4 ? all / 16 + 1 : i % 11 == 10 ? 0 : all;
		broadphase_trial_run(&trial);
	}
}
