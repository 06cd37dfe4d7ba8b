// SPDX-License-Identifier: MIT
#include "group.h"
#include "math/budget.h"
#include "pair/kernel/query.h"

/// The public queries of many objects against one.

/// The state of a grouped query.
typedef struct group_query
{
	kiln_pair_options options;
	kiln_group_one one;
	const kiln_object *others;
	uint32_t count;
	kiln_status *statuses; ///< or NULL
	kiln_status status;	   ///< of the call
	// The current run:
	uint32_t first;
	uint32_t members; ///< bits of the members that are valid objects
	kiln_pair_side side[KILN_GROUP_RUN];
	kiln_group_box box[KILN_GROUP_RUN];
} group_query;

static void refuse(group_query *query, uint32_t index)
{
	query->status = query->status == KILN_OK ? KILN_E_ARGUMENT : query->status;
	if (query->statuses)
		query->statuses[index] = KILN_E_ARGUMENT;
}

static bool has_ended(const group_query *query)
{
	return kiln_budget_ended(query->options.budget);
}

/// The work ran out: these members of the run have no answer, or only a part of it.
static void end_run(group_query *query, uint32_t members)
{
	if (!has_ended(query))
		return;
	query->status = KILN_E_BUDGET;
	for (; query->statuses && members; members &= members - 1)
		query->statuses[query->first + kiln_lowest_bit(members)] = KILN_E_BUDGET;
}

/// Returns false, with all statuses set, when the query is invalid.
static bool begin(group_query *query, const kiln_object *a, const kiln_object *others, uint32_t count,
	const kiln_pair_options *options, kiln_status *statuses, bool answerable)
{
	query->others = others;
	query->count = count;
	query->statuses = statuses;
	query->status = KILN_OK;
	query->first = 0;
	bool valid = answerable && (others || !count) && kilni_pair_options_of(&query->options, options) &&
				 kilni_group_one_of(&query->one, a);
	for (size_t i = 0; statuses && i < count; ++i)
		statuses[i] = valid ? KILN_OK : KILN_E_ARGUMENT;
	if (!valid)
		query->status = KILN_E_ARGUMENT;
	else
	{
		query->options.front = NULL;
		query->one.budget = query->options.budget;
		kilni_budget_begin(query->options.budget);
	}
	return valid;
}

/// Prepares the next run. Returns false after the last run. The caller adds KILN_GROUP_RUN to `first`.
static bool next_run(group_query *query)
{
	query->members = 0;
	if (query->first >= query->count)
		return false;
	for (uint32_t i = 0; i < KILN_GROUP_RUN && i < query->count - query->first; ++i)
	{
		if (!kilni_pair_side_of(&query->side[i], &query->others[query->first + i]))
		{
			refuse(query, query->first + i);
			continue;
		}
		query->members |= 1u << i;
		query->box[i] = kilni_group_box_of(&query->one, &query->side[i]);
		if (query->options.counters)
			++query->options.counters->updates;
	}
	return true;
}

/// The members to query one by one; all members where the work ran out.
static uint32_t in_question(const group_query *query, uint32_t members, double distance)
{
	uint32_t met = kilni_group_in_question(&query->one, query->box, members, distance, query->options.counters);
	return has_ended(query) ? members : met;
}

kiln_status kiln_pair_collide_group(const kiln_object *a, const kiln_object *others, uint32_t count,
	const kiln_pair_options *options, bool *touching, kiln_pair *firsts, kiln_status *statuses)
{
	group_query query;
	for (size_t i = 0; i < count; ++i)
	{
		if (touching)
			touching[i] = false;
		if (firsts)
			firsts[i] = kilni_pair_none();
	}
	if (!begin(&query, a, others, count, options, statuses, touching || !count))
		return query.status;
	for (; next_run(&query); query.first += KILN_GROUP_RUN)
	{
		uint32_t left = in_question(&query, query.members, 0);
		while (left && !has_ended(&query))
		{
			uint32_t i = kiln_lowest_bit(left);
			uint32_t at = query.first + i;
			touching[at] =
				kilni_sides_collide(&query.one.side, &query.side[i], &query.options, firsts ? &firsts[at] : NULL);
			left = has_ended(&query) ? left : left & (left - 1);
		}
		end_run(&query, left);
	}
	return query.status;
}

/// Passes the contacts of the current member to the caller's visitor.
typedef struct group_visit
{
	kiln_visit_group_pair *visit;
	void *user;
	uint32_t index;
	bool ended;
} group_visit;

static bool visit_member(void *user, const kiln_pair *pair)
{
	group_visit *visit = user;
	visit->ended = !visit->visit(visit->user, visit->index, pair);
	return !visit->ended;
}

kiln_status kiln_pair_contacts_visit_group(const kiln_object *a, const kiln_object *others, uint32_t count,
	const kiln_pair_options *options, kiln_visit_group_pair *visit, void *user, uint32_t *counts, kiln_status *statuses)
{
	group_query query;
	group_visit member = {.visit = visit, .user = user};
	for (size_t i = 0; counts && i < count; ++i)
		counts[i] = 0;
	if (!begin(&query, a, others, count, options, statuses, visit || counts || !count))
		return query.status;
	const uint64_t room = visit ? UINT64_MAX : 0;
	for (; next_run(&query); query.first += KILN_GROUP_RUN)
	{
		uint32_t left = member.ended ? 0 : in_question(&query, query.members, 0);
		while (left && !member.ended && !has_ended(&query))
		{
			uint32_t i = kiln_lowest_bit(left);
			member.index = query.first + i;
			uint64_t found =
				kilni_sides_contacts(&query.one.side, &query.side[i], &query.options, visit_member, &member, room);
			if (counts)
				counts[member.index] = kiln_pair_count(found);
			left = has_ended(&query) ? left : left & (left - 1);
		}
		end_run(&query, left);
	}
	return query.status;
}

/// The nearest of all members so far.
typedef struct group_nearest
{
	kiln_pair_separation best;
	uint32_t index;
	float upper; ///< larger distances do not matter; 0: no such limit
	bool good;	 ///< near enough
} group_nearest;

/// Queries one member of the run.
static void compute_distance(group_query *query, uint32_t i, group_nearest *nearest)
{
	kiln_pair_options options = query->options;
	options.upper = nearest->upper;
	kiln_pair_separation separation = kilni_sides_distance(&query->one.side, &query->side[i], &options);
	if (!separation.found || (nearest->best.found && !(separation.distance < nearest->best.distance)))
		return;
	nearest->best = separation;
	nearest->index = query->first + i;
	nearest->upper = separation.distance;
	nearest->good = separation.distance <= options.lower;
	// Among pairs that are good enough, the search returns the first one that it meets, which may depend on its limit.
	if (!nearest->good || has_ended(query))
		return;
	separation = kilni_sides_distance(&query->one.side, &query->side[i], &query->options);
	if (!has_ended(query))
		nearest->best = separation;
}

static void compute_run(group_query *query, group_nearest *nearest)
{
	bool bounded = nearest->upper > 0;
	float upper = nearest->upper;
	uint32_t left = bounded ? in_question(query, query->members, (double)upper) : query->members;
	while (left && !nearest->good && !has_ended(query))
	{
		uint32_t i = kiln_lowest_bit(left);
		if (nearest->upper == upper || in_question(query, 1u << i, (double)nearest->upper))
			compute_distance(query, i, nearest);
		left = has_ended(query) ? left : left & (left - 1);
	}
	end_run(query, left);
}

kiln_status kiln_pair_distance_group(const kiln_object *a, const kiln_object *others, uint32_t count,
	const kiln_pair_options *options, kiln_pair_separation *separation, uint32_t *index, kiln_status *statuses)
{
	group_query query;
	group_nearest nearest = {.best = kilni_separation_none(), .index = KILN_NONE};
	if (separation)
		*separation = nearest.best;
	if (index)
		*index = nearest.index;
	if (!begin(&query, a, others, count, options, statuses, separation != NULL))
		return query.status;
	nearest.upper = query.options.upper;
	for (; next_run(&query); query.first += KILN_GROUP_RUN)
		compute_run(&query, &nearest);
	*separation = nearest.best;
	if (index)
		*index = nearest.index;
	return query.status;
}
