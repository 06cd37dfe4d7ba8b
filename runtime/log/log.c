// SPDX-License-Identifier: MIT
#include "kiln/log.h"

#include "open/map.h"
#include "pair/kernel/descent.h"

#include <string.h>

#define MAGIC "KilnLog"
#define ENDIAN 0x01020304u
#define VERSION 4u
/// The version before places.
#define VERSION_OLD 3u
/// Bytes of an entry with its place.
#define STRIDE (sizeof(kiln_log_entry) + sizeof(kiln_log_place))
/// The offset of the union of shapes: the kind selects the member.
#define MEMBER_AT offsetof(kiln_convex_shape, point)

_Static_assert(sizeof(kiln_log_arguments) == 192, "arguments are part of the file");
_Static_assert(sizeof(kiln_log_entry) == 416, "entries are part of the file");
_Static_assert(sizeof(kiln_log_place) == 88, "places are part of the file");
_Static_assert(offsetof(kiln_log, place) == 64, "the head is part of the file");

/// An entry of a log of the current version, which its place follows.
static kiln_log_entry *entry_of(kiln_log *log, uint64_t number)
{
	return (kiln_log_entry *)(void *)((uint8_t *)(log + 1) + number % log->capacity * STRIDE);
}

static kiln_log_place *place_behind(kiln_log_entry *entry)
{
	return (kiln_log_place *)(void *)(entry + 1);
}

size_t kiln_log_size(uint32_t capacity)
{
	// 64 bits cannot overflow here; a size_t may be shorter.
	uint64_t size = sizeof(kiln_log) + (uint64_t)capacity * STRIDE;
	return capacity > 0 && size == (size_t)size ? (size_t)size : 0;
}

kiln_status kiln_log_create(kiln_log **log, void *memory, size_t size)
{
	if (log)
		*log = NULL;
	if (!memory || !log)
		return KILN_E_ARGUMENT;
	if ((uintptr_t)memory % 8 != 0)
		return KILN_E_ALIGNMENT;
	if (size < kiln_log_size(1))
		return KILN_E_CAPACITY;
	size_t capacity = (size - sizeof(kiln_log)) / STRIDE;
	*log = memory;
	memset(memory, 0, size);
	**log = (kiln_log){.magic = MAGIC, .endian = ENDIAN, .version = VERSION, .entry_size = (uint32_t)STRIDE};
	(*log)->capacity = capacity > UINT32_MAX ? UINT32_MAX : (uint32_t)capacity;
	return KILN_OK;
}

void kiln_log_set_frame(kiln_log *log, uint64_t frame)
{
	if (log)
		log->frame = frame;
}

void kiln_log_set_place(kiln_log *log, const kiln_log_place *place)
{
	if (!log)
		return;
	// Field by field, so that padding and what the caller's `given` says leave no trace.
	log->place = (kiln_log_place){.given = place != NULL};
	if (place)
	{
		log->place.origin = place->origin;
		log->place.of = place->of;
		log->place.pose = place->pose;
	}
}

static void record_asset(const kiln_asset *asset, uint8_t hash[16], kiln_log_filter *logged)
{
	if (!asset)
		return;
	if (asset->header)
		memcpy(hash, asset->header->content_hash, sizeof asset->header->content_hash);
	const kiln_filter *filter = asset->filter;
	if (filter)
		*logged = (kiln_log_filter){
			filter->ignores, filter->belongs, filter->layers, filter->collides, filter->flags, filter->keep != NULL};
}

static void record_pair_filter(const kiln_pair_filter *filter, kiln_log_pair_filter *logged)
{
	if (!filter)
		return;
	logged->masks = filter->masks;
	logged->keep = filter->keep != NULL;
	logged->mapped = filter->layers_of_b != NULL;
	if (filter->layers_of_b)
		memcpy(logged->layers_of_b, filter->layers_of_b, sizeof logged->layers_of_b);
}

/// The next entry with its head filled in; its arguments are zero. If the log is full, the oldest entry is dropped.
static kiln_log_arguments *record(kiln_log *log, kiln_log_kind kind, const kiln_asset *asset, uint32_t mesh)
{
	kiln_log_entry *entry = entry_of(log, log->recorded);
	*place_behind(entry) = log->place;
	*entry = (kiln_log_entry){.number = log->recorded++, .frame = log->frame, .kind = kind, .mesh = mesh};
	memset(&entry->arguments, 0, sizeof entry->arguments);
	record_asset(asset, entry->asset, &entry->filter);
	return &entry->arguments;
}

void kiln_log_add_ray(kiln_log *log, kiln_log_kind kind, const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray)
{
	if (log && ray && kind >= KILN_LOG_RAY_CLOSEST && kind <= KILN_LOG_RAY_ALL)
		record(log, kind, asset, mesh)->ray = *ray;
}

void kiln_log_add_closest_point(kiln_log *log, const kiln_asset *asset, uint32_t mesh, const kiln_point_query *query)
{
	if (log && query)
		record(log, KILN_LOG_CLOSEST_POINT, asset, mesh)->closest = *query;
}

void kiln_log_add_point_inside(kiln_log *log, const kiln_asset *asset, uint32_t mesh, kiln_vec3 point)
{
	if (log)
		record(log, KILN_LOG_POINT_INSIDE, asset, mesh)->point = point;
}

/// The kind for an overlap, or for a cast if the shape has a `motion`; casts are three behind the overlaps.
static kiln_log_kind moved(kiln_log_kind overlap, const kiln_motion *motion)
{
	return motion ? overlap + (KILN_LOG_CAST_SPHERE - KILN_LOG_OVERLAP_SPHERE) : overlap;
}

void kiln_log_add_sphere(
	kiln_log *log, const kiln_asset *asset, uint32_t mesh, const kiln_sphere *sphere, const kiln_motion *motion)
{
	if (!log || !sphere)
		return;
	kiln_log_arguments *arguments = record(log, moved(KILN_LOG_OVERLAP_SPHERE, motion), asset, mesh);
	arguments->sphere.shape = *sphere;
	if (motion)
		arguments->sphere.motion = *motion;
}

void kiln_log_add_box(
	kiln_log *log, const kiln_asset *asset, uint32_t mesh, const kiln_box *box, const kiln_motion *motion)
{
	if (!log || !box)
		return;
	kiln_log_arguments *arguments = record(log, moved(KILN_LOG_OVERLAP_BOX, motion), asset, mesh);
	arguments->box.shape = *box;
	if (motion)
		arguments->box.motion = *motion;
}

void kiln_log_add_capsule(
	kiln_log *log, const kiln_asset *asset, uint32_t mesh, const kiln_capsule *capsule, const kiln_motion *motion)
{
	if (!log || !capsule)
		return;
	kiln_log_arguments *arguments = record(log, moved(KILN_LOG_OVERLAP_CAPSULE, motion), asset, mesh);
	arguments->capsule.shape = *capsule;
	if (motion)
		arguments->capsule.motion = *motion;
}

/// Size of a shape's member in bytes; 0 for invalid kinds and for kinds that hold a pointer.
static size_t member_size(uint32_t kind)
{
	static const uint8_t sizes[] = {
		[KILN_CONVEX_POINT] = sizeof(kiln_vec3),
		[KILN_CONVEX_LINE] = sizeof(kiln_line),
		[KILN_CONVEX_RAY] = sizeof(kiln_ray),
		[KILN_CONVEX_SEGMENT] = sizeof(kiln_segment),
		[KILN_CONVEX_SPHERE] = sizeof(kiln_sphere),
		[KILN_CONVEX_CAPSULE] = sizeof(kiln_capsule),
		[KILN_CONVEX_AABB] = sizeof(kiln_aabb),
		[KILN_CONVEX_OBB] = sizeof(kiln_obb),
		[KILN_CONVEX_RECTANGLE] = sizeof(kiln_rectangle),
		[KILN_CONVEX_TRIANGLE] = sizeof(kiln_triangle),
		[KILN_CONVEX_TETRAHEDRON] = sizeof(kiln_tetrahedron),
		[KILN_CONVEX_CYLINDER] = sizeof(kiln_cylinder),
		[KILN_CONVEX_CONE] = sizeof(kiln_cone),
		[KILN_CONVEX_ELLIPSOID] = sizeof(kiln_ellipsoid),
		[KILN_CONVEX_RSS] = sizeof(kiln_rss),
	};
	return kind < sizeof sizes ? sizes[kind] : 0;
}

// The largest member without a pointer.
_Static_assert(sizeof(kiln_obb) <= sizeof((kiln_log_convex){0}.shape), "a shape's numbers have room");
_Static_assert(sizeof(kiln_ellipsoid) <= sizeof((kiln_log_convex){0}.shape), "a shape's numbers have room");

void kiln_log_add_convex(
	kiln_log *log, const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object, const kiln_motion *motion)
{
	if (!log || !object || !object->shape || object->shape->plus)
		return;
	const kiln_convex_shape *shape = object->shape;
	size_t size = member_size((uint32_t)shape->kind);
	if (size == 0)
		return;
	kiln_log_convex *convex =
		&record(log, motion ? KILN_LOG_CAST_CONVEX : KILN_LOG_OVERLAP_CONVEX, asset, mesh)->convex;
	convex->pose = object->pose;
	if (motion)
		convex->motion = *motion;
	convex->kind = (uint32_t)shape->kind;
	convex->margin = shape->margin;
	memcpy(convex->shape, (const uint8_t *)shape + MEMBER_AT, size);
}

bool kiln_convex_object_from_log(const kiln_log_convex *logged, kiln_convex_shape *shape, kiln_convex_object *object)
{
	if (!logged || !shape || !object)
		return false;
	size_t size = member_size(logged->kind);
	if (size == 0)
		return false;
	*shape = (kiln_convex_shape){.kind = (kiln_convex_kind)logged->kind, .margin = logged->margin};
	memcpy((uint8_t *)shape + MEMBER_AT, logged->shape, size);
	*object = (kiln_convex_object){.shape = shape, .pose = logged->pose};
	return true;
}

/// A copy of the sweep, or of the object's pose for all times.
static kiln_sweep sweep_or_pose(const kiln_sweep *sweep, const kiln_object *object)
{
	return sweep ? *sweep : (kiln_sweep){.from = object->pose, .to = object->pose};
}

void kiln_log_add_pair(kiln_log *log, kiln_log_kind kind, const kiln_object *a, const kiln_sweep *sweep_a,
	const kiln_object *b, const kiln_sweep *sweep_b, float distance, const kiln_pair_options *options)
{
	if (!log || kind < KILN_LOG_PAIR_COLLIDE || kind > KILN_LOG_PAIR_TIME_OF_IMPACT || !a || !b || a->deformed ||
		b->deformed || a->surface.operations || b->surface.operations)
		return;
	kiln_log_pair *pair = &record(log, kind, a->asset, KILN_NONE)->pair;
	pair->a = sweep_or_pose(sweep_a, a);
	pair->b = sweep_or_pose(sweep_b, b);
	pair->shape_a = a->shape;
	pair->shape_b = b->shape;
	pair->trees_a = a->trees;
	pair->trees_b = b->trees;
	pair->distance = distance;
	kiln_log_entry *entry = entry_of(log, log->recorded - 1);
	if (options)
	{
		pair->descent = kiln_descent_number(options->descent);
		pair->lower = options->lower;
		pair->upper = options->upper;
		record_pair_filter(options->filter, &entry->pair_filter);
	}
	record_asset(b->asset, entry->asset_b, &entry->filter_b);
}

bool kiln_filter_from_log(const kiln_log_filter *logged, kiln_filter *filter)
{
	if (!logged || !filter || logged->keep)
		return false;
	*filter = (kiln_filter){.ignores = logged->ignores,
		.belongs = logged->belongs,
		.flags = logged->flags,
		.layers = logged->layers,
		.collides = logged->collides};
	return true;
}

bool kiln_filter_pairs_from_log(const kiln_log_pair_filter *logged, kiln_pair_filter *filter)
{
	if (!logged || !filter || logged->keep)
		return false;
	for (uint32_t i = 0; i < KILN_LAYERS_MAX; ++i)
		if (logged->layers_of_b[i] >= KILN_LAYERS_MAX)
			return false;
	*filter =
		(kiln_pair_filter){.masks = logged->masks != 0, .layers_of_b = logged->mapped ? logged->layers_of_b : NULL};
	return true;
}

kiln_status kiln_log_save(const kiln_log *log, const char *path)
{
	if (!log || !path)
		return KILN_E_ARGUMENT;
	return kilni_file_replace(path, log, kiln_log_size(log->capacity));
}

static kiln_result refuse(kiln_status status, uint64_t offset, const char *reason)
{
	return (kiln_result){status, offset, reason};
}

/// Bytes before the first entry of a log of either version.
static size_t head_size(const kiln_log *log)
{
	return log->version == VERSION_OLD ? offsetof(kiln_log, place) : sizeof *log;
}

kiln_result kiln_log_open(const kiln_log **log, const void *data, size_t size)
{
	const kiln_log *head = data;
	if (log)
		*log = NULL;
	if (!log || !data)
		return refuse(KILN_E_ARGUMENT, 0, "no memory");
	if ((uintptr_t)data % 8 != 0)
		return refuse(KILN_E_ALIGNMENT, 0, "not aligned to 8 bytes");
	if (size < offsetof(kiln_log, place))
		return refuse(KILN_E_TRUNCATED, size, "shorter than a log's head");
	if (memcmp(head->magic, MAGIC, sizeof head->magic) != 0)
		return refuse(KILN_E_NOT_KILN, 0, "not a query log");
	if (head->endian != ENDIAN)
		return refuse(KILN_E_ENDIAN, offsetof(kiln_log, endian), "recorded on a machine of the other endianness");
	const bool old = head->version == VERSION_OLD;
	if ((!old && head->version != VERSION) || head->entry_size != (old ? sizeof(kiln_log_entry) : STRIDE))
		return refuse(KILN_E_VERSION, offsetof(kiln_log, version), "a log of another version");
	if (head->capacity == 0)
		return refuse(KILN_E_VALUE, offsetof(kiln_log, capacity), "a log without entries");
	if (size < head_size(head) || (size - head_size(head)) / head->entry_size < head->capacity)
		return refuse(KILN_E_TRUNCATED, size, "shorter than its entries");
	*log = head;
	return refuse(KILN_OK, 0, "a query log");
}

uint32_t kiln_log_count(const kiln_log *log)
{
	if (!log)
		return 0;
	return log->recorded < log->capacity ? (uint32_t)log->recorded : log->capacity;
}

const kiln_log_entry *kiln_log_at(const kiln_log *log, uint32_t index)
{
	uint32_t count = kiln_log_count(log);
	if (index >= count)
		return NULL;
	const uint64_t number = (log->recorded - count + index) % log->capacity;
	return (const kiln_log_entry *)(const void *)((const uint8_t *)log + head_size(log) + number * log->entry_size);
}

const kiln_log_place *kiln_log_place_at(const kiln_log *log, uint32_t index)
{
	const kiln_log_entry *entry = kiln_log_at(log, index);
	if (!entry || log->version == VERSION_OLD)
		return NULL;
	const kiln_log_place *place = (const kiln_log_place *)(const void *)(entry + 1);
	return place->given ? place : NULL;
}

const char *kiln_log_kind_name(kiln_log_kind kind)
{
	static const char *const names[KILN_LOG_KIND_END] = {"", "ray-closest", "ray-any", "ray-all", "closest-point",
		"point-inside", "overlap-sphere", "overlap-box", "overlap-capsule", "cast-sphere", "cast-box", "cast-capsule",
		"pair-collide", "pair-contacts", "pair-distance", "pair-within", "pair-penetration", "pair-manifolds",
		"pair-time-of-impact", "overlap-convex", "cast-convex"};
	return (unsigned)kind < KILN_LOG_KIND_END ? names[kind] : "";
}
