// SPDX-License-Identifier: MIT
#include "cooked.h"

#include "kiln/convex/distance.h"

/// All contacts of a world, pair by pair.

typedef struct contact_search
{
	kiln_world *world;
	const kiln_world_contact_options *options;
	kiln_manifold_options own; ///< of two convex shapes
	kiln_visit_world_contact *visit;
	void *user;
	kiln_world_contact contact;
	bool ended;
	bool short_of_room;
	kiln_status refused; ///< the reason why a pair could not be tested
} contact_search;

/// Records the status of a pair; returns whether the pair has an answer.
static bool answered(contact_search *search, kiln_status status)
{
	if (status != KILN_OK && search->refused == KILN_OK)
		search->refused = status;
	return status == KILN_OK;
}

static bool is_trigger(const kiln_placed_member *placed, uint32_t node)
{
	const kiln_member *member = &placed->member;
	return member->trigger || (node != KILN_NONE && (member->asset->nodes[node].flags & KILN_NODE_TRIGGER));
}

static void report(contact_search *search)
{
	kiln_world_contact *contact = &search->contact;
	const kiln_placed_member *members = search->world->members;
	contact->trigger =
		is_trigger(&members[contact->a], contact->node_a) || is_trigger(&members[contact->b], contact->node_b);
	if (!search->visit(search->user, &search->contact))
		search->ended = true;
}

/// Exchanges the sides a and b.
static void turn_round(kiln_manifold *manifold)
{
	manifold->normal = (kiln_vec3){-manifold->normal.x, -manifold->normal.y, -manifold->normal.z};
	for (uint32_t i = 0; i < manifold->count; i++)
	{
		kiln_contact *contact = &manifold->contacts[i], before = *contact;
		contact->on_a = before.on_b;
		contact->on_b = before.on_a;
		contact->feature_a = before.feature_b;
		contact->feature_b = before.feature_a;
	}
}

/// Whether a member is a surface, whose masks are those of the member.
static bool is_surface(const kiln_placed_member *placed)
{
	return placed->member.surface.operations != NULL;
}

/// Whether the masks of two members let them collide, where the query looks at masks.
static bool may_collide(const contact_search *search, const kiln_placed_member *a, const kiln_placed_member *b)
{
	if (!search->options->masks)
		return true;
	const kiln_masks masks_a = kilni_member_masks(a), masks_b = kilni_member_masks(b);
	return kiln_masks_collide(&masks_a, &masks_b);
}

/// A member's side of the rule of masks, for the pieces of the other one.
static kiln_filter side_of(const kiln_placed_member *placed)
{
	const kiln_masks masks = kilni_member_masks(placed);
	return (kiln_filter){.ignores = ~masks.collides, .belongs = masks.layers};
}

// --- Two convex shapes ------------------------------------------------------------------------------------------------

static void update_manifold(contact_search *search, const kiln_convex_object *a, const kiln_convex_object *b)
{
	kiln_lasting_manifold *lasting = &search->options->lasting[search->contact.slot];
	kiln_manifold *manifold = &search->contact.manifold;
	if (!answered(search, kiln_convex_manifold_update(lasting, a, b, &search->own)) || lasting->count == 0)
		return;
	manifold->normal = lasting->normal;
	manifold->count = lasting->count;
	for (uint32_t i = 0; i < lasting->count; i++)
		manifold->contacts[i] = lasting->contacts[i].contact;
	search->contact.lasting = lasting;
	report(search);
}

static void touch_convex(contact_search *search, const kiln_placed_member *a, const kiln_placed_member *b)
{
	const kiln_convex_object object_a = kiln_member_object(a), object_b = kiln_member_object(b);
	kiln_convex_cache *caches = search->options->caches;
	kiln_convex_cache *cache = caches ? &caches[search->contact.slot] : NULL;
	kiln_manifold *manifold = &search->contact.manifold;
	if (!kiln_budget_take(search->options->budget, KILN_BUDGET_CONVEX))
		return;
	if (!may_collide(search, a, b))
		return;
	if (search->options->lasting)
		update_manifold(search, &object_a, &object_b);
	else if (answered(search, kiln_convex_manifold(&object_a, &object_b, &search->own, cache, manifold)) &&
			 manifold->count > 0)
		report(search);
}

// --- A convex shape with a cooked member ------------------------------------------------------------------------------

static void touch_cooked(
	contact_search *search, const kiln_placed_member *convex, const kiln_placed_member *cooked, bool cooked_is_a)
{
	const kiln_world_contact_options *options = search->options;
	const kiln_pose pose = convex->member.pose;
	const kiln_convex_object whole = kiln_member_object(convex);
	const kiln_convex_object local = {.shape = whole.shape, .pose = kilni_member_pose(cooked, &pose)};
	if (is_surface(cooked) && !may_collide(search, convex, cooked))
		return;
	const kiln_filter side = side_of(convex);
	const kiln_world_filters filters = {options->filter, options->masks ? &side : NULL};
	kiln_mesh_contact_options own = options->contact;
	uint32_t count = 0;
	if (!options->mesh_room || options->mesh_room_capacity == 0)
		return;
	kiln_borders borders;
	if (own.borders)
	{
		kiln_placed_member copy;
		borders = *own.borders;
		borders.pose = kiln_member_about(cooked, &options->origin, &copy)->member.pose;
		own.borders = &borders;
	}
	if (!cooked->rests)
		own.skin = (float)((double)own.skin / cooked->posing.scale);
	const uint32_t room = options->mesh_room_capacity;
	if (!answered(search,
			kilni_cooked_manifolds(cooked, options->budget, filters, &local, &own, options->mesh_room, room, &count)))
		return;
	search->short_of_room |= count > room;
	count = count < room ? count : room;
	kiln_world_contact *contact = &search->contact;
	for (uint32_t i = 0; i < count && !search->ended; i++)
	{
		const kiln_mesh_manifold *found = &options->mesh_room[i];
		contact->manifold = found->manifold;
		kilni_manifold_to_world(cooked, &contact->manifold);
		if (cooked_is_a)
			turn_round(&contact->manifold);
		contact->node_a = cooked_is_a ? found->node : KILN_NONE;
		contact->triangle_a = cooked_is_a ? found->triangle : KILN_NONE;
		contact->node_b = cooked_is_a ? KILN_NONE : found->node;
		contact->triangle_b = cooked_is_a ? KILN_NONE : found->triangle;
		report(search);
	}
}

// --- Two cooked members -----------------------------------------------------------------------------------------------

/// `side` and `view` must live as long as the object.
static kiln_object object_of(const contact_search *search, const kiln_placed_member *placed,
	const kiln_placed_member *other, kiln_filter *side, kiln_member_view *view)
{
	const kiln_world_contact_options *options = search->options;
	const kiln_member *member = &placed->member;
	if (is_surface(placed))
		return kiln_object_from_surface(&member->surface, &member->pose);
	// The masks of a member with a single shape reach the query only through a filter, so add one that excludes
	// nothing.
	*side = is_surface(other) ? side_of(other) : (kiln_filter){.ignores = 0};
	const kiln_world_filters filters = {options->filter, options->masks ? side : NULL};
	return (kiln_object){
		.asset = kilni_member_asset(placed, NULL, filters, view), .shape = member->shape, .pose = member->pose};
}

static void touch_both_cooked(contact_search *search, const kiln_placed_member *a, const kiln_placed_member *b)
{
	const kiln_world_contact_options *options = search->options;
	kiln_filter side_a, side_b;
	kiln_member_view view_a, view_b;
	const kiln_object object_a = object_of(search, a, b, &side_a, &view_a);
	const kiln_object object_b = object_of(search, b, a, &side_b, &view_b);
	const kiln_manifold_options own = {.tolerance = search->own.tolerance};
	const kiln_pair_filter rule = {.masks = true};
	const bool judged = options->masks && !is_surface(a) && !is_surface(b);
	if (is_surface(a) && is_surface(b) && !may_collide(search, a, b))
		return;
	const kiln_pair_options limits = {.budget = options->budget, .filter = judged ? &rule : NULL};
	uint32_t count = 0;
	if (!options->pair_room || options->pair_room_capacity == 0)
		return;
	const uint32_t room = options->pair_room_capacity;
	if (!answered(search, kiln_pair_manifolds(&object_a, &object_b, &limits, &own, options->pair_room, room, &count)))
		return;
	search->short_of_room |= count > room;
	count = count < room ? count : room;
	for (uint32_t i = 0; i < count && !search->ended; i++)
	{
		const kiln_pair_manifold *found = &options->pair_room[i];
		search->contact.manifold = found->manifold;
		search->contact.node_a = found->node_a;
		search->contact.node_b = found->node_b;
		search->contact.triangle_a = found->triangle_a;
		search->contact.triangle_b = found->triangle_b;
		report(search);
	}
}

/// The stored data of a slot belongs to another pair: clears it. An array that is missing in this call is cleared
/// later.
static void begin_slot(contact_search *search, uint32_t slot)
{
	const kiln_world_contact_options *options = search->options;
	uint8_t *stale = &search->world->stale[slot];
	if ((*stale & KILN_SLOT_CACHE) && options->caches)
	{
		memset(&options->caches[slot], 0, sizeof *options->caches);
		*stale &= (uint8_t)~KILN_SLOT_CACHE;
	}
	if ((*stale & KILN_SLOT_LASTING) && options->lasting)
	{
		memset(&options->lasting[slot], 0, sizeof *options->lasting);
		*stale &= (uint8_t)~KILN_SLOT_LASTING;
	}
}

/// The origin of the contacts of two members.
static kiln_origin origin_of(const kiln_member *a, const kiln_member *b)
{
	return a->fixed && !b->fixed ? b->origin : a->origin;
}

kiln_status kiln_world_contacts_visit(
	kiln_world *world, const kiln_world_contact_options *options, kiln_visit_world_contact *visit, void *user)
{
	static const kiln_world_contact_options none = {0};
	if (!world || !visit)
		return KILN_E_ARGUMENT;
	options = options ? options : &none;
	const kiln_mesh_contact_options *contact = &options->contact;
	if (!(contact->skin >= 0 && contact->skin <= KILN_COORDINATE_MAX) ||
		!(contact->tolerance >= 0 && contact->tolerance <= 0.5F))
		return KILN_E_ARGUMENT;
	contact_search search = {.world = world,
		.options = options,
		.own = {.skin = contact->skin, .tolerance = contact->tolerance},
		.visit = visit,
		.user = user};
	kilni_budget_begin(options->budget);
	for (size_t i = 0; i < world->pair_count && !search.ended && kiln_budget_take(options->budget, 1); i++)
	{
		const kiln_proxy_pair pair = world->pairs[i];
		if (!kiln_world_member(world, pair.a) || !kiln_world_member(world, pair.b))
			continue;
		const kiln_placed_member *a = &world->members[pair.a], *b = &world->members[pair.b];
		const kiln_origin origin = origin_of(&a->member, &b->member);
		begin_slot(&search, world->slots[i]);
		search.contact = (kiln_world_contact){.a = pair.a,
			.b = pair.b,
			.slot = world->slots[i],
			.node_a = KILN_NONE,
			.node_b = KILN_NONE,
			.triangle_a = KILN_NONE,
			.triangle_b = KILN_NONE,
			.origin = origin};
		const kiln_world_filters filters = {.query = options->filter};
		if (!kiln_member_passes(a, filters) || !kiln_member_passes(b, filters))
			continue;
		kiln_placed_member copy_a, copy_b;
		a = kiln_member_about(a, &origin, &copy_a);
		b = kiln_member_about(b, &origin, &copy_b);
		if (a->is_convex && b->is_convex)
			touch_convex(&search, a, b);
		else if (a->is_convex)
			touch_cooked(&search, a, b, false);
		else if (b->is_convex)
			touch_cooked(&search, b, a, true);
		else
			touch_both_cooked(&search, a, b);
	}
	if (kiln_budget_ended(options->budget))
		return KILN_E_BUDGET;
	if (search.refused != KILN_OK)
		return search.refused;
	return search.short_of_room ? KILN_E_CAPACITY : KILN_OK;
}
