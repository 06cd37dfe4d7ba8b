// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// parts_build: searches several times and takes the best parts.

/// A hull's area counts as volume of this share of the diagonal, so that flat hulls of less area are better: for a solid, much less, as cuts
/// through solids have area.
#define FLAT_OPEN 1e-3
#define FLAT_CLOSED 1e-6

static double sum_of_volumes(const parts_job *job)
{
	double sum = 0;
	for (uint32_t i = 0; i < job->cell_count; ++i)
		sum += job->cells[i].size;
	return sum;
}

static double sum_of_parts(const parts_job *job, const parts_set *set)
{
	double sum = 0;
	for (uint32_t i = 0; i < set->count; ++i)
		sum += parts_size(&set->hulls[i], job->flatness);
	return sum;
}

bool parts_enters(const parts_job *job, const convex_hull *h)
{
	double most = CLEARANCE_SHARE * job->space.radius;
	return job->space.cubes && h->vertex_count && clearance_hull_depth(&job->space, h, most, true) > most;
}

static bool all_fit(const parts_job *job)
{
	for (uint32_t i = 0; i < job->cell_count; ++i)
		if (!job->cells[i].fits)
			return false;
	return true;
}

/// One search.
typedef struct attempt
{
	uint32_t steps; ///< planes of an axis
	uint32_t times; ///< cells before merging, for each part that is allowed
} attempt;

#define ATTEMPTS_MOST 4

/// The searches of a quality. Greedy cuts with other planes end elsewhere, sometimes far better, which no search knows before.
static uint32_t attempts_of(kilncook_parts_quality quality, attempt attempts[ATTEMPTS_MOST])
{
	static const attempt of[KILNCOOK_PARTS_QUALITY_END][ATTEMPTS_MOST] = {
		{{16, 2}}, {{8, 1}}, {{16, 2}, {8, 2}, {24, 2}, {32, 2}}};
	static const uint32_t counts[KILNCOOK_PARTS_QUALITY_END] = {1, 1, 4};
	memcpy(attempts, of[quality], sizeof of[quality]);
	return counts[quality];
}

static double error_of(const parts_set *set)
{
	double most = 0;
	for (uint32_t i = 0; i < set->count; ++i)
		most = set->errors[i] > most ? set->errors[i] : most;
	return most;
}

/// Frees a set's parts and the cells, cuts into so many cells again and merges them.
static kilncook_status search_again(parts_job *job, uint32_t cells, bool gently, parts_set *set)
{
	parts_free(job->context, set);
	parts_cells_free(job);
	*set = (parts_set){0};
	kilncook_status status = parts_cells_begin(job);
	if (status == KILNCOOK_OK)
		status = parts_cut_down(job, cells, &set->counts.cuts);
	return status == KILNCOOK_OK ? parts_merge(job, job->options->most, gently, set) : status;
}

/// Cuts and merges, or cuts alone where that is better, and proves the parts.
static kilncook_status search_once(parts_job *job, const attempt *a, parts_set *set)
{
	uint32_t most = job->options->most, cells = most;
	double cut_alone = (double)INFINITY;
	job->steps = a->steps;
	kilncook_status status = parts_cells_begin(job);
	if (status == KILNCOOK_OK)
		status = parts_cut_down(job, most, &set->counts.cuts);
	if (status == KILNCOOK_OK && job->cell_count >= most && most > 1 && a->times > 1 && !all_fit(job))
	{
		cut_alone = sum_of_volumes(job);
		cells = most * a->times;
		status = parts_cut_down(job, cells, &set->counts.cuts);
	}
	if (status == KILNCOOK_OK)
		status = parts_merge(job, most, false, set);
	// Pairs that add little were merged because there were too many cells, and then others, which fit, so that parts are left to spend.
	if (status == KILNCOOK_OK && set->count < most && job->cell_count > most && error_of(set) > job->options->error)
		status = search_again(job, cells, true, set);
	// Merging kept out of the space of the ball where it could; cutting did not.
	if (status == KILNCOOK_OK && set->count >= most && cut_alone < sum_of_parts(job, set) && !job->space.cubes)
		status = search_again(job, most, false, set);
	return status == KILNCOOK_OK ? parts_prove(job, set) : status;
}

static bool stays_out(const parts_job *job, const parts_set *set)
{
	bool out = true;
	for (uint32_t i = 0; i < set->count; ++i)
		out &= set->depths[i] <= CLEARANCE_SHARE * job->space.radius;
	return out;
}

bool parts_is_better(const parts_job *job, const parts_set *set, const parts_set *than)
{
	bool keeps = stays_out(job, set), other = stays_out(job, than);
	if (keeps != other)
		return keeps;
	keeps = error_of(set) <= job->options->error;
	other = error_of(than) <= job->options->error;
	if (keeps != other)
		return keeps;
	if (keeps && set->count != than->count)
		return set->count < than->count;
	return sum_of_parts(job, set) < sum_of_parts(job, than);
}

static uint32_t count_undecided(const parts_job *job)
{
	bool apart = job->bodies[0].stamps != job->whole.stamps;
	uint32_t count = apart ? job->whole.undecided : 0;
	for (uint32_t i = 0; i < job->body_count; ++i)
		count += job->bodies[i].undecided;
	return count;
}

/// Takes the best of up to `most` searches across the axes.
static kilncook_status search(parts_job *job, uint32_t most, parts_set *best)
{
	attempt attempts[ATTEMPTS_MOST];
	uint32_t count = attempts_of(job->options->quality, attempts);
	count = count < most ? count : most;
	kilncook_status status = parts_bodies_begin(job);
	if (status != KILNCOOK_OK)
		return status;
	if (job->options->clear > 0)
		status = clearance_begin(job->context, &job->whole.tree, job->whole.low, job->whole.high, job->options,
			job->step, job->user, &job->space);
	job->flatness = job->whole.diagonal * (job->whole.closed ? FLAT_CLOSED : FLAT_OPEN);
	for (uint32_t i = 0; i < count && status == KILNCOOK_OK; ++i)
	{
		parts_set set = {0};
		status = search_once(job, &attempts[i], &set);
		job->undecided = count_undecided(job);
		parts_cells_free(job);
		if (status == KILNCOOK_OK && (i == 0 || parts_is_better(job, &set, best)))
		{
			parts_free(job->context, best);
			*best = set;
		}
		else
			parts_free(job->context, &set);
		// Nothing is better than a single part that keeps the error.
		if (status == KILNCOOK_OK && best->count == 1)
			break;
	}
	return status;
}

kilncook_status parts_search_apart(
	const parts_job *job, const parts_art *art, const parts_options *options, parts_set *out)
{
	parts_job apart = {.context = job->context, .art = art, .options = options, .step = job->step, .user = job->user};
	kilncook_status status = search(&apart, 1, out);
	out->counts.undecided = apart.undecided;
	if (status != KILNCOOK_OK)
		parts_free(job->context, out);
	parts_cells_free(&apart);
	parts_bodies_free(&apart);
	cook_free(job->context, apart.points.at, apart.points.capacity, sizeof *apart.points.at);
	return status;
}

/// Parts that keep the symmetry of the art may be an eighth more, at least one, or have this share more volume.
#define SYMMETRY_SHARE 0.03

/// Whether parts that keep the symmetry of the art are so good that they are taken.
static bool is_worth(const parts_job *job, const parts_set *set, const parts_set *than)
{
	const uint32_t more = than->count / 8 > 1 ? than->count / 8 : 1;
	if (parts_is_better(job, set, than))
		return true;
	if (stays_out(job, set) != stays_out(job, than))
		return false;
	const bool keeps = error_of(set) <= job->options->error, other = error_of(than) <= job->options->error;
	if (keeps != other)
		return false;
	return keeps ? set->count <= than->count + more
				 : sum_of_parts(job, set) <= (1 + SYMMETRY_SHARE) * sum_of_parts(job, than);
}

/// Searches with cuts and merges in mirror images, and replaces parts that are no mirror images where that costs little.
static kilncook_status search_symmetric(parts_job *job, parts_symmetry *symmetry, parts_set *best)
{
	attempt attempts[ATTEMPTS_MOST];
	const uint32_t axes = symmetry->axes;
	bool done = best->count == 1 || parts_symmetry_of(best, symmetry) == axes;
	const uint32_t count = done ? 0 : attempts_of(job->options->quality, attempts);
	kilncook_status status = KILNCOOK_OK;
	job->symmetry = symmetry;
	for (uint32_t i = 0; i < count && status == KILNCOOK_OK; ++i)
	{
		parts_set set = {0};
		symmetry->axes = axes;
		status = search_once(job, &attempts[i], &set);
		parts_cells_free(job);
		const bool kept = symmetry->axes == axes;
		const bool taken =
			status == KILNCOOK_OK && kept && (done ? parts_is_better(job, &set, best) : is_worth(job, &set, best));
		if (taken)
			job->undecided = count_undecided(job);
		parts_free(job->context, taken ? best : &set);
		if (taken)
			*best = set;
		done |= taken;
	}
	symmetry->axes = axes;
	job->symmetry = NULL;
	best->counts.art_mirrors = axes;
	best->counts.mirrors = parts_symmetry_of(best, symmetry);
	return status;
}

static void count_up(const parts_job *job, parts_set *set)
{
	kilncook_parts_counts *counts = &set->counts;
	counts->parts = set->count;
	counts->components = job->body_count;
	counts->wanted = job->options->error;
	counts->art = parts_inside_volume(&job->whole, job->whole.low, job->whole.high);
	counts->volume = counts->error = counts->depth = 0;
	counts->clear = job->options->clear;
	counts->clear_cubes = job->space.cube_count;
	counts->open = !job->whole.closed;
	counts->undecided = job->undecided;
	for (uint32_t i = 0; i < set->count; ++i)
	{
		counts->volume += parts_volume(&set->hulls[i]);
		counts->error = set->errors[i] > counts->error ? set->errors[i] : counts->error;
		counts->depth = set->depths[i] > counts->depth ? set->depths[i] : counts->depth;
	}
}

void parts_free(const kilncook_context *context, parts_set *set)
{
	for (uint32_t i = 0; i < set->count; ++i)
		hull_free(context, &set->hulls[i]);
	cook_free(context, set->hulls, set->capacity, sizeof *set->hulls);
	cook_free(context, set->errors, set->capacity, sizeof *set->errors);
	cook_free(context, set->depths, set->capacity, sizeof *set->depths);
	*set = (parts_set){0};
}

kilncook_status parts_build(const kilncook_context *context, const parts_art *art, const parts_options *options,
	kilncook_status (*step)(void *user, uint64_t done, uint64_t total), void *user, parts_set *out)
{
	parts_job job = {.context = context, .art = art, .options = options, .step = step, .user = user};
	parts_set set = {0};
	kilncook_status status = search(&job, ATTEMPTS_MOST, &set);
	if (status == KILNCOOK_OK)
		status = parts_oblique(&job, &set);
	parts_symmetry symmetry = {0};
	if (status == KILNCOOK_OK && !parts_symmetry_find(&job, &symmetry))
		status = KILNCOOK_INTERNAL;
	if (status == KILNCOOK_OK)
		status = search_symmetric(&job, &symmetry, &set);
	if (status == KILNCOOK_OK)
	{
		count_up(&job, &set);
		*out = set;
	}
	else
		parts_free(context, &set);
	if (status == KILNCOOK_INTERNAL)
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for convex parts");
	parts_symmetry_free(context, &symmetry);
	parts_cells_free(&job);
	clearance_free(context, &job.space);
	parts_bodies_free(&job);
	cook_free(context, job.points.at, job.points.capacity, sizeof *job.points.at);
	return status;
}
