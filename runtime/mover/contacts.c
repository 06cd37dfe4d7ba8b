// SPDX-License-Identifier: MIT
#include "mover.h"

#include "world/world.h"

#include <math.h>
#include <string.h>

/// The surfaces around a mover: found, judged, and solved as planes.

static double height_of(const kiln_mover_run *run, kiln_vec3 point)
{
	return kiln_d3_dot(kiln_d3_from(point), run->up);
}

double kilni_mover_foot(const kiln_mover_run *run)
{
	const kiln_vec3 down = kiln_d3_to(kiln_d3_scale(run->up, -1));
	return height_of(run, kiln_convex_object_support(&run->body, down, NULL));
}

/// Sets whether a contact is ground: by its slope, or as the edge of a step.
static void judge_slope(kiln_mover_run *run, kiln_mover_contact *contact)
{
	const double rise = kiln_d3_dot(kiln_d3_from(contact->normal), run->up);
	contact->walkable = rise >= run->steepest;
	if (!contact->walkable && run->options->step_up > 0 && rise > 0x1p-6 &&
		height_of(run, contact->point) <= run->reachable)
		contact->walkable = kilni_mover_probe(run, contact);
}

/// Also the padding of the structure is set: results have the same bytes everywhere.
static kiln_mover_contact contact_of(const kiln_mesh_manifold *manifold, uint32_t member)
{
	kiln_mover_contact contact;
	memset(&contact, 0, sizeof contact);
	contact.normal = manifold->manifold.normal;
	contact.point = manifold->manifold.contacts[0].on_b;
	contact.gap = -manifold->manifold.contacts[0].depth;
	contact.member = member;
	contact.node = manifold->node;
	contact.triangle = manifold->triangle;
	contact.material = manifold->material;
	contact.tag = manifold->tag;
	return contact;
}

/// Finds manifolds within a distance, and appends those that fit to the `first` ones. Returns how many there are then,
/// which may be more than the room.
static uint32_t append_manifolds(kiln_mover_run *run, double skin, uint32_t first)
{
	const kiln_mesh_contact_options options = {
		.skin = (float)skin, .both_sides = true, .borders = run->options->borders};
	uint32_t count = 0;
	const kiln_status status = run->space->manifolds(run->space, &run->body, &options, run->manifolds + first,
		run->members + first, KILN_MOVER_ROOM - first, &count);
	if (status != KILN_OK)
		run->status = status;
	return first + count;
}

/// Finds all manifolds; where too many are near, those that are too near go first. Returns how many there are.
static uint32_t find_manifolds(kiln_mover_run *run)
{
	const uint32_t all = append_manifolds(run, 2 * run->padding, 0);
	run->crowded = all > KILN_MOVER_ROOM;
	if (!run->crowded || run->status != KILN_OK)
		return all < KILN_MOVER_ROOM ? all : KILN_MOVER_ROOM;
	const uint32_t close = append_manifolds(run, run->padding * 0.75, 0);
	append_manifolds(run, 2 * run->padding, close < KILN_MOVER_ROOM / 2 ? close : KILN_MOVER_ROOM / 2);
	return run->status == KILN_OK ? KILN_MOVER_ROOM : 0;
}

/// Whether a cache has all contacts of the body's place.
static bool cache_fits(const kiln_mover_run *run, const kiln_mover_cache *cache)
{
	const kiln_pose *a = &cache->pose, *b = &run->body.pose;
	return cache->count > 0 && cache->count - 1 <= KILN_MOVER_CACHE_MAX && cache->skin == (float)(2 * run->padding) &&
		   a->translation.x == b->translation.x && a->translation.y == b->translation.y &&
		   a->translation.z == b->translation.z && a->rotation.x == b->rotation.x && a->rotation.y == b->rotation.y &&
		   a->rotation.z == b->rotation.z && a->rotation.w == b->rotation.w && a->scale == b->scale;
}

static const kiln_mover_cache *known_place(const kiln_mover_run *run)
{
	for (uint32_t i = 0; i < KILN_MOVER_PLACES; i++)
		if (cache_fits(run, &run->places[i]))
			return &run->places[i];
	return NULL;
}

/// Copies a cache without the entries that are not in use.
static void copy_cache(kiln_mover_cache *to, const kiln_mover_cache *from)
{
	to->count = from->count;
	to->skin = from->skin;
	to->pose = from->pose;
	if (from->count > 0 && from->count - 1 <= KILN_MOVER_CACHE_MAX)
		memcpy(to->contacts, from->contacts, (from->count - 1) * sizeof *to->contacts);
}

void kilni_mover_load(kiln_mover_run *run)
{
	for (uint32_t i = 0; i < KILN_MOVER_PLACES; i++)
		run->places[i].count = 0;
	run->next_place = 0;
	const kiln_mover_cache *cache = run->options->cache;
	const kiln_origin origin = kiln_world_query_origin(run->space->query);
	if (cache && kiln_origin_equal(&cache->origin, &origin))
		copy_cache(&run->places[run->next_place++], cache);
}

void kilni_mover_save(const kiln_mover_run *run)
{
	kiln_mover_cache *cache = run->options->cache;
	const kiln_mover_cache *place = cache ? known_place(run) : NULL;
	if (place)
		copy_cache(cache, place);
	else if (cache)
		cache->count = 0;
	if (cache)
		cache->origin = kiln_world_query_origin(run->space->query);
}

/// Finds the contacts of the body's place, not judged yet: those that are known, or by a search.
static void find_contacts(kiln_mover_run *run)
{
	const kiln_mover_cache *known = known_place(run);
	if (known)
	{
		run->crowded = false;
		run->count = known->count - 1;
		memcpy(run->contacts, known->contacts, run->count * sizeof *run->contacts);
		return;
	}
	run->count = find_manifolds(run);
	for (uint32_t i = 0; i < run->count; i++)
		run->contacts[i] = contact_of(&run->manifolds[i], run->members[i]);
	if (run->crowded || run->status != KILN_OK || run->count > KILN_MOVER_CACHE_MAX)
		return;
	kiln_mover_cache *place = &run->places[run->next_place++ % KILN_MOVER_PLACES];
	place->count = run->count + 1;
	place->skin = (float)(2 * run->padding);
	place->pose = run->body.pose;
	memcpy(place->contacts, run->contacts, run->count * sizeof *run->contacts);
}

/// Coordinates of the body's place round to 2^-24 of their size: the padding must be much larger.
static void set_padding(kiln_mover_run *run)
{
	const kiln_d3 middle = kiln_d3_add(kiln_d3_from(run->body.pose.translation), run->middle);
	const double farthest = kiln_d3_largest(middle) + run->size;
	run->padding = kiln_double_max(kiln_double_max(run->asked, 0x1p-17 * farthest), 0x1p-60);
}

void kilni_mover_collect(kiln_mover_run *run)
{
	uint32_t kept = 0;
	set_padding(run);
	find_contacts(run);
	run->nearest = run->clear = (double)INFINITY;
	for (uint32_t i = 0; i < run->count; i++)
	{
		kiln_mover_contact contact = run->contacts[i];
		judge_slope(run, &contact);
		if (run->options->accepts && !run->options->accepts(run->options->user, &contact))
			continue;
		run->nearest = kiln_double_min(run->nearest, (double)contact.gap);
		if (contact.gap > 0)
			run->clear = kiln_double_min(run->clear, (double)contact.gap);
		run->contacts[kept++] = contact;
	}
	run->count = kept;
}

/// Adds a contact to the result, or its push to the same surface there.
static void report(kiln_mover_run *run, const kiln_mover_contact *contact, kiln_d3 wanted)
{
	const float pushed = (float)-kiln_d3_dot(wanted, kiln_d3_from(contact->normal));
	kiln_mover_result *result = run->result;
	if (!(pushed > 0))
		return;
	for (uint32_t i = 0; i < result->count; i++)
	{
		kiln_mover_contact *known = &result->contacts[i];
		if (known->member != contact->member || known->node != contact->node || known->triangle != contact->triangle)
			continue;
		known->pushed = known->pushed > pushed ? known->pushed : pushed;
		return;
	}
	if (result->count == KILN_MOVER_CONTACTS_MAX)
		return;
	result->contacts[result->count] = *contact;
	result->contacts[result->count++].pushed = pushed;
}

/// Makes the planes of one contact. A slope that is no ground is a wall besides: pushing against it lifts nothing.
static uint32_t make_planes(
	const kiln_mover_run *run, const kiln_mover_contact *contact, double share, bool out, kiln_slide_plane planes[2])
{
	const kiln_d3 normal = kiln_d3_from(contact->normal);
	const double rise = kiln_d3_dot(normal, run->up), gap = (double)contact->gap - run->padding;
	const double speed = share * kiln_d3_dot(kiln_d3_from(contact->displacement), normal);
	planes[0] = (kiln_slide_plane){
		.normal = contact->normal, .gap = (float)gap, .speed = (float)speed, .push_limit = out ? INFINITY : 0};
	const kiln_d3 level = kiln_d3_along(normal, -rise, run->up);
	const double length = sqrt(kiln_d3_length2(level));
	if (contact->walkable || rise <= 0 || length < 0x1p-10 || out)
		return 1;
	planes[1] = (kiln_slide_plane){.normal = kiln_d3_to(kiln_d3_scale(level, 1 / length)),
		.gap = (float)(gap / length),
		.speed = (float)(speed / length)};
	return 2;
}

kiln_d3 kilni_mover_solve(kiln_mover_run *run, kiln_d3 wanted, double share, bool out)
{
	enum
	{
		MOST = KILN_MOVER_ROOM + KILN_MOVER_HITS
	};
	kiln_slide_plane planes[2 * MOST];
	const kiln_mover_contact *owners[2 * MOST];
	const uint32_t hits = out ? 0 : run->hit_count;
	uint32_t count = 0;
	kiln_plane_solution solution;
	for (uint32_t i = 0; i < run->count + hits; i++)
	{
		const kiln_mover_contact *contact = i < run->count ? &run->contacts[i] : &run->hits[i - run->count];
		const uint32_t made = make_planes(run, contact, share, out, &planes[count]);
		for (uint32_t k = 0; k < made; k++)
			owners[count + k] = contact;
		count += made;
	}
	if (kiln_plane_solve(planes, count, kiln_d3_to(wanted), &solution) != KILN_OK)
		return (kiln_d3){0, 0, 0};
	for (uint32_t i = 0; i < solution.active_count && !out; i++)
		report(run, owners[solution.active[i]], wanted);
	return kiln_d3_from(solution.displacement);
}
