// SPDX-License-Identifier: MIT
#include "world.h"

#include "broadphase/room.h"
#include "convex/convex.h"
#include "convex/motion/motion.h"
#include "convex/shape/shape.h"
#include "scene/cast_shape.h"
#include "scene/hit.h"
#include "scene/surface.h"

/// The members of a world, their places, and the slots of their pairs.

typedef struct layout
{
	kiln_world *world;
	uint8_t *broadphase;
	size_t size;
} layout;

/// Without a base, computes the size; with one, places everything.
static layout lay_out(const kiln_broadphase_options *options, size_t broadphase_size, void *base)
{
	kiln_room room = {.base = base};
	kiln_world measured = {0};
	layout result = {.world = kiln_room_take(&room, 1, sizeof *result.world)};
	kiln_world *world = base ? result.world : &measured;
	const size_t pairs = options->pair_capacity;
	world->members = kiln_room_take(&room, options->capacity, sizeof *world->members);
	world->pairs = kiln_room_take(&room, pairs, sizeof *world->pairs);
	world->other_pairs = kiln_room_take(&room, pairs, sizeof *world->other_pairs);
	world->slots = kiln_room_take(&room, pairs, sizeof *world->slots);
	world->other_slots = kiln_room_take(&room, pairs, sizeof *world->other_slots);
	world->free_slots = kiln_room_take(&room, pairs, sizeof *world->free_slots);
	world->stale = kiln_room_take(&room, pairs, sizeof *world->stale);
	result.broadphase = kiln_room_take(&room, broadphase_size, 1);
	result.size = room.used;
	return result;
}

size_t kiln_world_size(const kiln_world_options *options)
{
	bool usable = options && options->margin >= 0 && options->margin <= KILN_COORDINATE_MAX &&
				  kiln_origin_valid(&options->origin);
	size_t inner = usable ? kiln_broadphase_size(&options->broadphase) : 0;
	size_t size = inner > 0 ? lay_out(&options->broadphase, inner, NULL).size : 0;
	return size == SIZE_MAX ? 0 : size;
}

static bool may_pair(void *user, uint32_t a, uint32_t b)
{
	const kiln_world *world = user;
	if (world->members[a].member.fixed && world->members[b].member.fixed)
		return false;
	return !world->filter || world->filter(world->filter_user, a, b);
}

kiln_status kiln_world_create(kiln_world **world, void *memory, size_t size, const kiln_world_options *options)
{
	if (world)
		*world = NULL;
	size_t needed = kiln_world_size(options);
	if (needed == 0 || !memory || !world)
		return KILN_E_ARGUMENT;
	if ((uintptr_t)memory % 64 != 0)
		return KILN_E_ALIGNMENT;
	if (size < needed)
		return KILN_E_CAPACITY;
	kiln_broadphase_options inner = options->broadphase;
	const size_t inner_size = kiln_broadphase_size(&inner);
	memset(memory, 0, sizeof(kiln_world));
	layout place = lay_out(&inner, inner_size, memory);
	kiln_world *made = place.world;
	made->margin = options->margin;
	made->origin = options->origin;
	made->filter = inner.filter;
	made->filter_user = inner.filter_user;
	inner.filter = may_pair;
	inner.filter_user = made;
	for (uint32_t i = 0; i < inner.pair_capacity; i++)
		made->free_slots[i] = inner.pair_capacity - 1 - i;
	made->free_count = inner.pair_capacity;
	kiln_status status = kiln_broadphase_create(&made->broadphase, place.broadphase, inner_size, &inner);
	if (status == KILN_OK)
		*world = made;
	return status;
}

const kiln_broadphase *kiln_world_broadphase(const kiln_world *world)
{
	return world ? world->broadphase : NULL;
}

// --- Members ----------------------------------------------------------------------------------------------------------

uint32_t kilni_member_material(const kiln_placed_member *placed)
{
	const kiln_member *member = &placed->member;
	return member->asset ? member->asset->shapes[member->shape].material : KILN_NONE;
}

uint32_t kilni_member_source(const kiln_placed_member *placed)
{
	const kiln_member *member = &placed->member;
	return member->asset ? kiln_body_source(member->asset, &member->asset->shapes[member->shape]) : KILN_NONE;
}

kiln_hit kilni_member_hit(const kiln_placed_member *placed)
{
	kiln_hit hit;
	kiln_hit_clear(&hit);
	hit.hit = true;
	hit.triangle = hit.mesh = hit.source_face = hit.node = hit.face = KILN_NONE;
	hit.source_mesh = kilni_member_source(placed);
	hit.material = kilni_member_material(placed);
	hit.shape = kiln_member_shape(placed);
	return hit;
}

kiln_aabb kilni_object_box(const kiln_convex_object *object)
{
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	const kiln_cast_shape shape = kilni_cast_shape_of_object(object, terms);
	const kiln_d3 low = kiln_d3_sub(shape.center, shape.reach), high = kiln_d3_add(shape.center, shape.reach);
	return kiln_aabb_outwards(low, high);
}

/// Whether a coordinate is valid for a posed asset, except for rounding: the limit of pair queries.
static bool in_range(double x)
{
	return kiln_double_abs(x) <= (double)KILN_COORDINATE_MAX * (1 + 0x1p-20);
}

/// The box of an asset's posed box (Arvo 1990), with room for the rounding of queries. Returns false where it is out of
/// range.
static bool posed_box(const kiln_posing *posing, const float min[3], const float max[3], kiln_aabb *box)
{
	const kiln_d3 low = {(double)min[0], (double)min[1], (double)min[2]};
	const kiln_d3 high = {(double)max[0], (double)max[1], (double)max[2]};
	// An empty asset counts as a point.
	const bool empty = !(low.x <= high.x && low.y <= high.y && low.z <= high.z);
	const kiln_d3 middle = empty ? (kiln_d3){0, 0, 0} : kiln_d3_scale(kiln_d3_add(low, high), 0.5);
	const kiln_d3 half = empty ? (kiln_d3){0, 0, 0} : kiln_d3_scale(kiln_d3_sub(high, low), 0.5);
	const kiln_d3 center = kiln_posing_point(posing, middle);
	const double size = kiln_d3_largest(middle) + kiln_d3_largest(half);
	const double slack = 0x1p-21 * (size * posing->scale + kiln_d3_largest(posing->translation));
	const double *c = &center.x;
	float *out_min = &box->min.x, *out_max = &box->max.x;
	for (unsigned i = 0; i < 3; i++)
	{
		const kiln_d3 row = posing->row[i];
		double reach = posing->scale * (kiln_double_abs(row.x) * half.x + kiln_double_abs(row.y) * half.y +
										   kiln_double_abs(row.z) * half.z);
		out_min[i] = kiln_float_down(c[i] - reach - slack);
		out_max[i] = kiln_float_up(c[i] + reach + slack);
		if (!in_range(kiln_double_abs(c[i]) + reach))
			return false;
	}
	return true;
}

void kilni_cooked_bounds(const kiln_placed_member *placed, float min[3], float max[3])
{
	const kiln_asset *asset = placed->member.asset;
	if (!asset)
	{
		(void)placed->member.surface.operations->bounds(placed->member.surface.data, min, max);
		return;
	}
	const bool whole = placed->mesh == KILN_NONE;
	memcpy(min, whole ? asset->scene->bounds_min : asset->meshes[placed->mesh].bounds_min, 3 * sizeof *min);
	memcpy(max, whole ? asset->scene->bounds_max : asset->meshes[placed->mesh].bounds_max, 3 * sizeof *max);
}

bool kilni_cooked_box(const kiln_placed_member *placed, kiln_aabb *box)
{
	float min[3], max[3];
	kilni_cooked_bounds(placed, min, max);
	return posed_box(&placed->posing, min, max, box);
}

static bool is_mesh(const kiln_asset *asset, uint32_t shape)
{
	return asset->shapes[shape].kind == KILN_SHAPE_MESH;
}

/// Whether a member is exactly one of asset, convex shape and surface, which is usable.
static bool is_one(const kiln_member *member)
{
	const kiln_surface *surface = &member->surface;
	float min[3], max[3];
	if (surface->operations)
		return !member->asset && !member->convex && surface->operations->bounds(surface->data, min, max);
	return member->asset ? member->shape == KILN_NONE || member->shape < member->asset->shape_count
						 : member->convex != NULL;
}

/// Prepares a member and its box; returns false if the member is not usable. `placed` must stay in place, because it
/// points to its own hull.
static bool place(const kiln_member *member, kiln_placed_member *placed, kiln_aabb *box)
{
	const kiln_asset *asset = member->asset;
	if (!kiln_pose_valid(&member->pose) || !is_one(member))
		return false;
	placed->member = *member;
	placed->posing = kiln_posing_of(&member->pose);
	placed->rests = kiln_pose_rests(&member->pose);
	placed->mesh = KILN_NONE;
	placed->is_convex = asset ? member->shape != KILN_NONE && !is_mesh(asset, member->shape) : member->convex != NULL;
	if (placed->is_convex)
	{
		if (asset && !kiln_convex_from_asset(asset, member->shape, &placed->hull, &placed->own))
			return false;
		const kiln_convex_object object = kiln_member_object(placed);
		if (!kilni_convex_object_usable(&object))
			return false;
		*box = kilni_object_box(&object);
		const kiln_d3 low = kiln_d3_from(box->min), high = kiln_d3_from(box->max);
		return !asset || (in_range(kiln_d3_largest(low)) && in_range(kiln_d3_largest(high)));
	}
	if (asset && member->shape != KILN_NONE)
		placed->mesh = asset->shapes[member->shape].index;
	return kilni_cooked_box(placed, box);
}

kiln_aabb kilni_enlarged(const kiln_aabb *box, double by)
{
	const kiln_d3 more = {by, by, by};
	return kiln_aabb_outwards(kiln_d3_sub(kiln_d3_from(box->min), more), kiln_d3_add(kiln_d3_from(box->max), more));
}

/// Makes the box of the broadphase: enlarged by the margin, about the world's origin.
static void enter(const kiln_world *world, const kiln_member *member, kiln_aabb *box)
{
	const kiln_aabb enlarged = kilni_enlarged(box, (double)world->margin);
	*box = kilni_world_box(world, &member->origin, &enlarged);
}

kiln_status kiln_world_add(kiln_world *world, const kiln_member *member, kiln_proxy *handle)
{
	kiln_placed_member placed;
	kiln_aabb box;
	kiln_proxy proxy;
	if (handle)
		*handle = (kiln_proxy){0};
	if (!world || !member || !kilni_world_reaches(world, &member->origin) || !place(member, &placed, &box))
		return KILN_E_ARGUMENT;
	enter(world, member, &box);
	const kiln_proxy_options options = {.user = member->user, .category = member->category, .ignores = member->ignores};
	kiln_status status = kiln_broadphase_add(world->broadphase, &box, &options, &proxy);
	if (status != KILN_OK)
		return status;
	kilni_member_settle(&world->members[proxy.index], &placed);
	if (handle)
		*handle = proxy;
	return KILN_OK;
}

static bool names(const kiln_world *world, kiln_proxy handle)
{
	const kiln_proxy there = kiln_broadphase_proxy(world->broadphase, handle.index);
	return there.generation != 0 && there.generation == handle.generation;
}

static kiln_status move(kiln_world *world, kiln_proxy handle, const kiln_pose *pose, const kiln_origin *origin)
{
	kiln_placed_member placed;
	kiln_aabb box;
	if (!names(world, handle))
		return KILN_E_HANDLE;
	kiln_member member = world->members[handle.index].member;
	member.pose = *pose;
	member.origin = origin ? *origin : member.origin;
	if (!kilni_world_reaches(world, &member.origin) || !place(&member, &placed, &box))
		return KILN_E_ARGUMENT;
	enter(world, &member, &box);
	kiln_status status = kiln_broadphase_move(world->broadphase, handle, &box);
	if (status == KILN_OK)
		kilni_member_settle(&world->members[handle.index], &placed);
	return status;
}

kiln_status kiln_world_move(kiln_world *world, kiln_proxy handle, const kiln_pose *pose)
{
	return world && pose ? move(world, handle, pose, NULL) : KILN_E_ARGUMENT;
}

kiln_status kiln_world_move_large(kiln_world *world, kiln_proxy handle, const kiln_large_pose *pose)
{
	if (!world || !pose)
		return KILN_E_ARGUMENT;
	const kiln_pose about = {.rotation = pose->rotation, .scale = pose->scale};
	return move(world, handle, &about, &pose->translation);
}

/// The box of a ball around a point that contains a box, and some room.
static kiln_aabb ball_box(const kiln_aabb *box, kiln_d3 center, double room)
{
	const kiln_d3 low = kiln_d3_abs(kiln_d3_sub(kiln_d3_from(box->min), center));
	const kiln_d3 high = kiln_d3_abs(kiln_d3_sub(kiln_d3_from(box->max), center));
	const double radius = sqrt(kiln_d3_length2(kiln_d3_max(low, high))) * (1 + 0x1p-40) + room;
	return kiln_aabb_of_ball(center, radius);
}

/// The box at the start of a motion that contains a moving member at each time, moved back by the way so far. `way` is
/// the displacement, rounded to float32.
static kiln_aabb swept_box(const kiln_course *course, const kiln_aabb *first, const kiln_aabb *last, kiln_vec3 way)
{
	const double room = 0x1p-22 * kiln_d3_largest(course->way);
	const kiln_aabb box = course->bend > 0 ? ball_box(first, course->start, room) : *first;
	// Moved back, the last box differs from the first one by rounding, also that of the displacement. In between, the
	// member is between both.
	const kiln_d3 back = kiln_d3_from(way);
	const kiln_d3 low = kiln_d3_min(kiln_d3_from(box.min), kiln_d3_sub(kiln_d3_from(last->min), back));
	const kiln_d3 high = kiln_d3_max(kiln_d3_from(box.max), kiln_d3_sub(kiln_d3_from(last->max), back));
	return kiln_aabb_outwards(low, high);
}

kiln_status kiln_world_move_swept(kiln_world *world, kiln_proxy handle, const kiln_sweep *sweep)
{
	kiln_placed_member placed, ended;
	kiln_course course;
	kiln_aabb first, last;
	if (!world || !sweep)
		return KILN_E_ARGUMENT;
	if (!names(world, handle))
		return KILN_E_HANDLE;
	kiln_member member = world->members[handle.index].member;
	member.pose = sweep->to;
	if (!kilni_course_of(sweep, &course) || !place(&member, &ended, &last))
		return KILN_E_ARGUMENT;
	member.pose = sweep->from;
	if (!place(&member, &placed, &first))
		return KILN_E_ARGUMENT;
	const kiln_vec3 way = kiln_d3_to(course.way);
	kiln_aabb box = swept_box(&course, &first, &last, way);
	enter(world, &member, &box);
	kiln_status status = kiln_broadphase_move_swept(world->broadphase, handle, &box, way);
	if (status == KILN_OK)
		kilni_member_settle(&world->members[handle.index], &placed);
	return status;
}

kiln_status kiln_world_set_masks(kiln_world *world, kiln_proxy handle, const kiln_member *masks)
{
	if (!world || !masks)
		return KILN_E_ARGUMENT;
	if (!names(world, handle))
		return KILN_E_HANDLE;
	kiln_member *member = &world->members[handle.index].member;
	const bool pairs = member->category != masks->category || member->ignores != masks->ignores;
	member->category = masks->category;
	member->ignores = masks->ignores;
	member->layers = masks->layers;
	member->collides = masks->collides;
	member->trigger = masks->trigger;
	const kiln_proxy_options options = {.user = member->user, .category = member->category, .ignores = member->ignores};
	return pairs ? kiln_broadphase_set_options(world->broadphase, handle, &options) : KILN_OK;
}

kiln_status kiln_world_remove(kiln_world *world, kiln_proxy handle)
{
	return world ? kiln_broadphase_remove(world->broadphase, handle) : KILN_E_ARGUMENT;
}

const kiln_member *kiln_world_member(const kiln_world *world, uint32_t index)
{
	bool there = world && kiln_broadphase_proxy(world->broadphase, index).generation != 0;
	return there ? &world->members[index].member : NULL;
}

// --- Pairs ------------------------------------------------------------------------------------------------------------

static int order(kiln_proxy_pair x, kiln_proxy_pair y)
{
	return x.a != y.a ? (x.a < y.a ? -1 : 1) : x.b != y.b ? (x.b < y.b ? -1 : 1) : 0;
}

/// Stores the reported pairs, each with its slot; new pairs get the slots of ended ones.
static void keep_slots(kiln_world *world, const kiln_broadphase_pairs *reported)
{
	// Ended pairs first, so that slots are free for new ones. A proxy's pairs end at the update that finds the proxy
	// removed, and its index is reused only after that: equal numbers are the same pair.
	size_t j = 0;
	for (size_t i = 0; i < world->pair_count; i++)
	{
		while (j < reported->count && order(reported->pairs[j], world->pairs[i]) < 0)
			j++;
		if (j == reported->count || order(reported->pairs[j], world->pairs[i]) != 0)
		{
			world->free_slots[world->free_count++] = world->slots[i];
			world->slots[i] = KILN_NONE;
		}
	}
	j = 0;
	for (size_t i = 0; i < reported->count; i++)
	{
		while (j < world->pair_count && order(world->pairs[j], reported->pairs[i]) < 0)
			j++;
		bool had = j < world->pair_count && order(world->pairs[j], reported->pairs[i]) == 0;
		uint32_t slot = had ? world->slots[j] : KILN_NONE;
		if (slot == KILN_NONE)
		{
			slot = world->free_slots[--world->free_count];
			world->stale[slot] = KILN_SLOT_CACHE | KILN_SLOT_LASTING;
		}
		world->other_pairs[i] = reported->pairs[i];
		world->other_slots[i] = slot;
	}
	kiln_proxy_pair *pairs = world->pairs;
	uint32_t *slots = world->slots;
	world->pairs = world->other_pairs;
	world->slots = world->other_slots;
	world->other_pairs = pairs;
	world->other_slots = slots;
	world->pair_count = reported->count;
}

kiln_status kiln_world_update(kiln_world *world, kiln_broadphase_pairs *pairs)
{
	kiln_broadphase_pairs reported;
	if (pairs)
		*pairs = (kiln_broadphase_pairs){0};
	if (!world)
		return KILN_E_ARGUMENT;
	kiln_status status = kiln_broadphase_update(world->broadphase, &reported);
	keep_slots(world, &reported);
	if (pairs)
		*pairs = reported;
	return status;
}
