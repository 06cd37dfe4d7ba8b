// SPDX-License-Identifier: MIT
#include "ahead.h"

#include "memory.h"
#include "platform/platform.h"

#include <xxhash.h>

/// The most sets of a window, and the most triangles, about: what is made ahead waits in memory. A full window takes up to a second on
/// two cores. Progress is reported between windows only, so that its steps are those of one thread.
#define SETS_MOST 64
#define TRIANGLES_MOST 131072
/// A set of more triangles gets all threads to itself.
#define TRIANGLES_ALONE 32768
/// The fewest triangles of a window: below, threads cost more than they save.
#define TRIANGLES_LEAST 1024

/// A set whose turn comes later. Nothing that a task writes is read by another.
typedef struct ahead_item
{
	uint32_t set;
	kilncook_shape shape; ///< to make; KILNCOOK_SHAPE_AUTO may become another in the set's turn
	const cook_job *job;
	clean_mesh mesh;
	double clean_seconds;
	uint64_t hash; ///< of the mesh and its settings
	bool cleaned;  ///< the mesh was not taken yet
	bool made;	   ///< the rest was made and not taken yet
	cook_facts_work work;
	cook_mesh_facts facts; ///< of a mesh; of other shapes only the survey
	cook_solid_facts solid;
	double solid_seconds;
} ahead_item;

struct cook_ahead
{
	ahead_item *items;
	cook_task *cleaning, *rest; ///< by item
	uint32_t count, capacity;
	uint32_t past;	///< sets before this one are in the window, or behind it
	uint64_t *seen; ///< open addressing: hashes of meshes whose rest was made
	uint32_t slot_count;
};

static bool is_solid(kilncook_shape shape)
{
	return shape >= KILNCOOK_SHAPE_HULL && shape <= KILNCOOK_SHAPE_CYLINDER;
}

/// About how many triangles the faces of a set give.
static uint64_t triangles_of(const cook_job *job, const cook_set *set)
{
	uint64_t corners = 0;
	for (uint32_t i = 0; i < set->mesh_count; ++i)
	{
		const art_mesh *mesh = &job->scene->meshes[job->set_meshes[set->mesh_first + i]];
		corners += mesh->face_first[mesh->face_count];
	}
	return corners / 3;
}

static kilncook_status run_cleaning(const kilncook_context *context, void *work)
{
	ahead_item *item = work;
	const cook_job *job = item->job;
	const cook_set *set = &job->sets[item->set];
	const double start = platform_seconds();
	const kilncook_status status = cook_clean(context, job, set, 1, &item->mesh);
	item->clean_seconds = platform_seconds() - start;
	item->cleaned = status == KILNCOOK_OK;
	if (!item->cleaned)
		return status;
	const clean_mesh *mesh = &item->mesh;
	item->hash = XXH3_64bits_withSeed(
		mesh->vertices, (size_t)mesh->vertex_count * sizeof *mesh->vertices, (uint64_t)set->settings << 8 | set->shape);
	item->hash =
		XXH3_64bits_withSeed(mesh->triangles, (size_t)mesh->triangle_count * sizeof *mesh->triangles, item->hash);
	return status;
}

/// Makes what the shape needs. What a shape does not need ahead is made in its turn.
static kilncook_status run_rest(const kilncook_context *context, void *work)
{
	ahead_item *item = work;
	const bool blob = item->job->purpose == COOK_BLOB;
	if (!item->made)
		return KILNCOOK_OK;
	if (blob && item->shape == KILNCOOK_SHAPE_MESH)
		return cook_facts_run(context, &item->work);
	kilncook_status status = cook_facts_survey(context, &item->work);
	if (status != KILNCOOK_OK || !blob || !is_solid(item->shape))
		return status;
	const double start = platform_seconds();
	status = cook_solid_facts_make(context, item->work.settings, item->shape, &item->mesh, true, &item->solid);
	item->solid_seconds = platform_seconds() - start;
	return status;
}

/// Whether no set of equal content was made before; such a set is stored once, and needs nothing of its own.
static bool is_new(cook_ahead *a, uint64_t hash)
{
	hash += hash == 0;
	uint32_t slot = (uint32_t)hash & (a->slot_count - 1);
	for (; a->seen[slot]; slot = (slot + 1) & (a->slot_count - 1))
		if (a->seen[slot] == hash)
			return false;
	a->seen[slot] = hash;
	return true;
}

/// Frees what nobody took.
static void empty(const kilncook_context *context, cook_ahead *a)
{
	for (uint32_t i = 0; i < a->count; ++i)
	{
		ahead_item *item = &a->items[i];
		cook_task_end(context, &a->cleaning[i], false);
		cook_task_end(context, &a->rest[i], false);
		if (item->cleaned)
			clean_mesh_free(context, &item->mesh);
		cook_mesh_facts_free(context, &item->facts);
		cook_solid_facts_free(context, &item->solid);
	}
	a->count = 0;
}

/// Fills the window with sets from `first` on and below `count`.
static void choose_sets(cook_job *job, cook_ahead *a, uint32_t first, uint32_t count)
{
	uint64_t sum = 0;
	for (a->past = first; a->past < count && a->count < a->capacity; ++a->past)
	{
		const cook_set *set = &job->sets[a->past];
		if (set->primitive)
			continue;
		const uint64_t triangles = triangles_of(job, set);
		if (triangles > TRIANGLES_ALONE || sum + triangles > TRIANGLES_MOST)
			break;
		sum += triangles;
		ahead_item *item = &a->items[a->count];
		*item = (ahead_item){.set = a->past, .shape = set->shape, .job = job};
		a->cleaning[a->count] = (cook_task){.run = run_cleaning, .work = item};
		a->rest[a->count++] = (cook_task){.run = run_rest, .work = item};
	}
	if (a->count < 2 || sum < TRIANGLES_LEAST)
		empty(&job->context, a);
}

/// Chooses the items whose rest is made.
static void choose_rest(cook_job *job, cook_ahead *a)
{
	for (uint32_t i = 0; i < a->count; ++i)
	{
		ahead_item *item = &a->items[i];
		const cook_set *set = &job->sets[item->set];
		item->made = item->cleaned && item->mesh.triangle_count && cook_is_plain(cook_set_options(job, set)) &&
					 is_new(a, item->hash);
		if (item->made)
			cook_facts_begin(job, set, &item->mesh, false, &item->facts, &item->work);
	}
}

static cook_ahead *ahead_new(cook_job *job, uint32_t count)
{
	const kilncook_context *context = &job->context;
	cook_ahead *a = cook_alloc_zero(context, 1, sizeof *a);
	if (!a)
		return NULL;
	a->capacity = count < SETS_MOST ? count : SETS_MOST;
	for (a->slot_count = 2; a->slot_count < 2 * (uint64_t)count && a->slot_count < 1u << 31;)
		a->slot_count *= 2;
	a->items = cook_alloc_zero(context, a->capacity, sizeof *a->items);
	a->cleaning = cook_alloc_zero(context, a->capacity, sizeof *a->cleaning);
	a->rest = cook_alloc_zero(context, a->capacity, sizeof *a->rest);
	a->seen = cook_alloc_zero(context, a->slot_count, sizeof *a->seen);
	if (a->items && a->cleaning && a->rest && a->seen)
		return a;
	cook_ahead_free(context, a);
	return NULL;
}

void cook_ahead_free(const kilncook_context *context, cook_ahead *a)
{
	if (!a)
		return;
	empty(context, a);
	cook_free(context, a->items, a->capacity, sizeof *a->items);
	cook_free(context, a->cleaning, a->capacity, sizeof *a->cleaning);
	cook_free(context, a->rest, a->capacity, sizeof *a->rest);
	cook_free(context, a->seen, a->slot_count, sizeof *a->seen);
	cook_free(context, a, 1, sizeof *a);
}

kilncook_status cook_ahead_turn(cook_job *job, uint32_t number, uint32_t count)
{
	// Each call of a host's allocator from a thread takes some 8 us, and a set needs hundreds.
	const bool wanted = job->options.threads > 1 && count > 1 && !job->tables && !job->context.allocator.resize;
	if (!wanted || (job->ahead && number < job->ahead->past))
		return KILNCOOK_OK;
	if (!job->ahead)
		job->ahead = ahead_new(job, count);
	if (!job->ahead)
		return cook_no_memory(job);
	cook_ahead *a = job->ahead;
	empty(&job->context, a);
	choose_sets(job, a, number, count);
	a->past = a->past > number ? a->past : number + 1;
	cook_tasks_make(&job->context, job->options.threads, a->cleaning, a->count);
	choose_rest(job, a);
	cook_tasks_make(&job->context, job->options.threads, a->rest, a->count);
	return KILNCOOK_OK;
}

/// Returns the item of a set; NULL where the window has none.
static ahead_item *find(const cook_job *job, const cook_set *set)
{
	const cook_ahead *a = job->ahead;
	for (uint32_t i = 0; a && i < a->count; ++i)
		if (a->items[i].set == (uint32_t)(set - job->sets))
			return &a->items[i];
	return NULL;
}

bool cook_ahead_clean(cook_job *job, const cook_set *set, clean_mesh *mesh, kilncook_status *status)
{
	ahead_item *item = find(job, set);
	if (!item)
		return false;
	*status = cook_task_end(&job->context, &job->ahead->cleaning[item - job->ahead->items], true);
	job->report.ms[KILNCOOK_STAGE_CLEAN] += 1e3 * item->clean_seconds;
	*mesh = item->mesh;
	item->cleaned = false;
	return true;
}

/// Returns the item of a set whose facts were made for a shape of this kind and are needed now; NULL for none.
static ahead_item *take_rest(cook_job *job, const cook_set *set, bool solid, kilncook_status *status)
{
	ahead_item *item = find(job, set);
	if (!item || !item->made || (solid ? !is_solid(item->shape) : item->shape != KILNCOOK_SHAPE_MESH))
		return NULL;
	item->made = false;
	*status = cook_task_end(&job->context, &job->ahead->rest[item - job->ahead->items], true);
	return item;
}

bool cook_ahead_mesh(cook_job *job, const cook_set *set, cook_mesh_facts *facts, kilncook_status *status)
{
	ahead_item *item = take_rest(job, set, false, status);
	if (!item)
		return false;
	*facts = item->facts;
	item->facts = (cook_mesh_facts){.kinds = NULL};
	cook_facts_end(job, &item->work);
	return true;
}

bool cook_ahead_solid(cook_job *job, const cook_set *set, cook_solid_facts *facts, kilncook_status *status)
{
	ahead_item *item = take_rest(job, set, true, status);
	if (!item)
		return false;
	*facts = item->solid;
	item->solid = (cook_solid_facts){.error = 0};
	job->report.ms[KILNCOOK_STAGE_BOUND] += 1e3 * item->solid_seconds;
	return true;
}

bool cook_ahead_survey(cook_job *job, const cook_set *set, survey *s)
{
	ahead_item *item = find(job, set);
	if (!item || !item->facts.survey)
		return false;
	*s = *item->facts.survey;
	cook_free(&job->context, item->facts.survey, 1, sizeof *s);
	item->facts.survey = NULL;
	job->report.ms[KILNCOOK_STAGE_SURVEY] += 1e3 * item->work.seconds[KILNCOOK_STAGE_SURVEY];
	return true;
}
