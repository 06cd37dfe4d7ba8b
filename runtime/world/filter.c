// SPDX-License-Identifier: MIT
#include "world.h"

/// Applies filters to members.

/// Every filter of a view must keep a piece. The masks of the first filter were already tested.
static bool keep_all(void *user, const kiln_asset *asset, uint32_t node, uint32_t triangle, uint32_t material)
{
	const kiln_member_view *view = user;
	const kiln_format_node *at = node == KILN_NONE ? NULL : &asset->nodes[node];
	const kiln_masks masks = kiln_masks_of(&view->filter, at, &asset->materials[material]);
	for (uint32_t i = 0; i < view->count; ++i)
	{
		const kiln_filter *filter = view->all[i];
		if ((i > 0 && !kiln_filter_lets(filter, &masks)) ||
			(filter->keep && !filter->keep(filter->user, asset, node, triangle, material)))
			return false;
	}
	return true;
}

/// Sets the masks that replace a node's masks.
static void set_masks(const kiln_member *member, kiln_filter *filter)
{
	const kiln_filter *own = member->asset ? member->asset->filter : NULL;
	filter->layers = member->layers ? member->layers : own ? own->layers : 0;
	filter->collides = member->collides ? member->collides : own ? own->collides : 0;
}

const kiln_asset *kilni_member_asset(
	const kiln_placed_member *placed, kiln_budget *budget, kiln_world_filters filters, kiln_member_view *view)
{
	const kiln_member *member = &placed->member;
	const kiln_filter *from[3] = {filters.query, filters.other, member->asset->filter};
	kiln_filter_flags flags = 0;
	view->count = 0;
	for (int i = 0; i < 3; ++i)
	{
		if (!from[i])
			continue;
		view->all[view->count++] = from[i];
		flags |= from[i]->flags;
	}
	if (!budget && !view->count)
		return member->asset;
	view->asset = *member->asset;
	if (budget)
		view->asset.budget = budget;
	if (!view->count)
		return &view->asset;
	view->filter = *view->all[0];
	// A member that is a trigger was already tested as a whole.
	view->filter.flags = member->trigger ? 0 : flags;
	set_masks(member, &view->filter);
	if (view->count > 1)
	{
		view->filter.keep = keep_all;
		view->filter.user = view;
	}
	view->asset.filter = &view->filter;
	return &view->asset;
}

kiln_masks kilni_member_masks(const kiln_placed_member *placed)
{
	const kiln_member *member = &placed->member;
	const kiln_asset *asset = member->asset;
	const kiln_format_material none = {.layers = 0};
	kiln_filter filter;
	set_masks(member, &filter);
	return kiln_masks_of(&filter, NULL, asset ? &asset->materials[asset->shapes[member->shape].material] : &none);
}

bool kilni_member_passes(const kiln_placed_member *placed, kiln_world_filters filters)
{
	const kiln_member *member = &placed->member;
	const kiln_asset *asset = member->asset;
	const kiln_filter *all[3] = {filters.query, filters.other, asset ? asset->filter : NULL};
	kiln_filter_flags flags = 0;
	for (int i = 0; i < 3; ++i)
		flags |= all[i] ? all[i]->flags : 0;
	if (member->trigger && (flags & KILN_FILTER_NO_TRIGGERS))
		return false;
	if (asset && !placed->is_convex)
		return true;
	if (asset)
	{
		kiln_member_view view;
		return kiln_filter_shape(kilni_member_asset(placed, NULL, filters, &view), member->shape) != KILN_FILTER_NONE;
	}
	const kiln_masks masks = kilni_member_masks(placed);
	return (member->trigger || !(flags & KILN_FILTER_ONLY_TRIGGERS)) && (!all[0] || kiln_filter_lets(all[0], &masks)) &&
		   (!all[1] || kiln_filter_lets(all[1], &masks));
}
