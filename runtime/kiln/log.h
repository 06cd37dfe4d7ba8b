// SPDX-License-Identifier: MIT
#ifndef KILN_LOG_H
#define KILN_LOG_H

#include "closest.h"
#include "convex/cast.h"
#include "large.h"
#include "pair.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Query log: a ring buffer in the caller's memory that keeps the arguments of the last queries, bit for bit, to repeat
/// a query that went wrong. `kiln-query --replay LOG ASSET` repeats each query and compares its answer with brute
/// force.
///
/// A caller records a query with a second call beside the query itself, so that queries keep no state. Recording copies
/// some hundred bytes. One thread at a time writes a log. The memory has the layout of the file: save the log with
/// kiln_log_save, or find the memory in a crash dump.
///
/// In a large world, kiln_log_set_place records with each query where the asset is and where the coordinates of the query begin, in
/// double. So a query of a world is recorded as that of the member that should have answered: the numbers of the query, its
/// origin, and the asset, origin and pose of the member. `kiln-query --replay` repeats the query in a world with this member.
///
/// The log does not record shapes that point to other memory (points, hulls, sums), deformed objects, surfaces, the front of a
/// pair, which changes no answer, and queries of a broadphase or a kiln_world as such, whose bodies are not in the log. For
/// these, record the queries of the single bodies. Of filters, the log records masks and flags. A callback is recorded
/// as present, and its query cannot be repeated.

/// Kind of a recorded query. The values are pinned.
typedef uint32_t kiln_log_kind;
enum kiln_log_kind_values
{
	KILN_LOG_RAY_CLOSEST = 1,	 ///< arguments.ray
	KILN_LOG_RAY_ANY = 2,		 ///< arguments.ray
	KILN_LOG_RAY_ALL = 3,		 ///< arguments.ray
	KILN_LOG_CLOSEST_POINT = 4,	 ///< arguments.closest
	KILN_LOG_POINT_INSIDE = 5,	 ///< arguments.point
	KILN_LOG_OVERLAP_SPHERE = 6, ///< arguments.sphere, and so on
	KILN_LOG_OVERLAP_BOX = 7,
	KILN_LOG_OVERLAP_CAPSULE = 8,
	KILN_LOG_CAST_SPHERE = 9, ///< with motion
	KILN_LOG_CAST_BOX = 10,
	KILN_LOG_CAST_CAPSULE = 11,
	KILN_LOG_PAIR_COLLIDE = 12, ///< arguments.pair
	KILN_LOG_PAIR_CONTACTS = 13,
	KILN_LOG_PAIR_DISTANCE = 14,
	KILN_LOG_PAIR_WITHIN = 15, ///< with distance
	KILN_LOG_PAIR_PENETRATION = 16,
	KILN_LOG_PAIR_MANIFOLDS = 17,
	KILN_LOG_PAIR_TIME_OF_IMPACT = 18, ///< with sweeps; distance is the tolerance
	KILN_LOG_OVERLAP_CONVEX = 19,	   ///< arguments.convex
	KILN_LOG_CAST_CONVEX = 20,		   ///< with motion
	KILN_LOG_KIND_END = 21,
};

/// A sphere and its motion, where the query has a motion.
typedef struct kiln_log_sphere
{
	kiln_sphere shape;
	kiln_motion motion;
} kiln_log_sphere;

/// A box and its motion, where the query has a motion.
typedef struct kiln_log_box
{
	kiln_box shape;
	kiln_motion motion;
} kiln_log_box;

/// A capsule and its motion, where the query has a motion.
typedef struct kiln_log_capsule
{
	kiln_capsule shape;
	kiln_motion motion;
} kiln_log_capsule;

/// A kiln_convex_object without the memory that it points to.
typedef struct kiln_log_convex
{
	kiln_pose pose;
	kiln_motion motion;
	uint32_t kind; ///< kiln_convex_kind
	float margin;
	uint8_t shape[64]; ///< the member of kiln_convex_shape for that kind; zero behind it
} kiln_log_convex;

/// Two objects, and the options of a pair query.
typedef struct kiln_log_pair
{
	kiln_sweep a, b;		   ///< only `from` for queries without motion
	uint32_t shape_a, shape_b; ///< as in kiln_object
	uint32_t trees_a, trees_b; ///< as in kiln_object
	float distance;
	uint32_t descent;	///< number in kiln_school_descent (kiln/school.h); 0: the default
	float lower, upper; ///< as in kiln_pair_options
} kiln_log_pair;

/// Arguments of a query, by its kind.
typedef union kiln_log_arguments
{
	kiln_ray ray;
	kiln_point_query closest;
	kiln_vec3 point;
	kiln_log_sphere sphere;
	kiln_log_box box;
	kiln_log_capsule capsule;
	kiln_log_convex convex;
	kiln_log_pair pair;
	uint8_t bytes[192];
} kiln_log_arguments;

static_assert(sizeof(kiln_log_arguments) == 192, "kiln_log_arguments has another size");

/// The kiln_filter of an asset. All zero: no filter, or one that leaves out nothing.
typedef struct kiln_log_filter
{
	uint64_t ignores, belongs, layers, collides; ///< as in kiln_filter
	uint32_t flags;								 ///< kiln_filter_flags
	uint32_t keep;								 ///< 1: the filter had a callback
} kiln_log_filter;

/// The kiln_pair_filter of a pair query. All zero: no filter.
typedef struct kiln_log_pair_filter
{
	uint32_t masks;						  ///< 1: pieces collide by their masks
	uint32_t keep;						  ///< 1: the filter had a callback
	uint32_t mapped;					  ///< 1: `layers_of_b` was given
	uint32_t reserved;					  ///< 0
	uint8_t layers_of_b[KILN_LAYERS_MAX]; ///< as in kiln_pair_filter
} kiln_log_pair_filter;

/// One query; 416 bytes.
typedef struct kiln_log_entry
{
	uint64_t number;	 ///< number of queries recorded before
	uint64_t frame;		 ///< number last given to kiln_log_set_frame
	uint8_t asset[16];	 ///< content hash of the queried blob, as in its header
	uint8_t asset_b[16]; ///< of the second blob; all zero without a second blob
	uint32_t kind;		 ///< kiln_log_kind
	uint32_t mesh;		 ///< KILN_NONE: the whole asset
	uint64_t reserved;	 ///< 0
	kiln_log_arguments arguments;
	kiln_log_filter filter;			  ///< of the asset
	kiln_log_filter filter_b;		  ///< of the second asset
	kiln_log_pair_filter pair_filter; ///< of pair queries
} kiln_log_entry;

/// Where the asset of a query is in a large world, in double. All zero: the query is in the coordinates of the asset.
typedef struct kiln_log_place
{
	kiln_origin origin; ///< of the coordinates of the query and its answer: kiln_world_query_options.origin
	kiln_origin of;		///< of the coordinates that `pose` leads to: kiln_member.origin
	kiln_pose pose;		///< of the asset: kiln_member.pose
	uint32_t given;		///< 1: there is a place
	uint32_t reserved;	///< 0
} kiln_log_place;

static_assert(sizeof(kiln_log_place) == 88, "kiln_log_place has another size");

/// Header of the log, in memory and in the file; the entries follow, each with its kiln_log_place. The fields are read-only. A file
/// of version 3, which ends at `place` and has entries without places, is a log, too.
typedef struct kiln_log
{
	char magic[8];		 ///< "KilnLog" and a zero
	uint32_t endian;	 ///< 0x01020304 as this machine writes it
	uint32_t version;	 ///< 4; 3: without places
	uint32_t entry_size; ///< sizeof(kiln_log_entry) + sizeof(kiln_log_place); of version 3 without the place
	uint32_t capacity;	 ///< entries
	uint64_t recorded;	 ///< number of recorded queries, of which the last `capacity` are kept
	uint64_t frame;
	uint8_t reserved[24]; ///< 0
	kiln_log_place place; ///< of the next queries
} kiln_log;

/// Returns the bytes of a log with `capacity` entries; 0 for a capacity of 0, and for more bytes than memory has.
KILN_API size_t kiln_log_size(uint32_t capacity);

/// Makes an empty log in `size` bytes, aligned to 8, with as many entries as fit. KILN_E_CAPACITY where no entry fits;
/// KILN_E_ARGUMENT for NULL; KILN_E_ALIGNMENT. After these errors `*log` is NULL.
KILN_API kiln_status kiln_log_create(kiln_log **log, void *memory, size_t size);

/// Sets the frame number that is recorded with every following query.
KILN_API void kiln_log_set_frame(kiln_log *log, uint64_t frame);

/// Sets the place that is recorded with every following query, as given; NULL: none. Of pairs, only `origin` counts: their poses are
/// about it (kiln_large_pose_about). `given` and `reserved` are not read.
KILN_API void kiln_log_set_place(kiln_log *log, const kiln_log_place *place);

/// Records a query; does nothing for a NULL log. `kind` is a kind with such arguments; other kinds are not recorded.
/// `mesh` KILN_NONE is the whole asset. Arguments that queries refuse, NaN too, are kept unchanged.
KILN_API void kiln_log_add_ray(
	kiln_log *log, kiln_log_kind kind, const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray);
KILN_API void kiln_log_add_closest_point(
	kiln_log *log, const kiln_asset *asset, uint32_t mesh, const kiln_point_query *query);
KILN_API void kiln_log_add_point_inside(kiln_log *log, const kiln_asset *asset, uint32_t mesh, kiln_vec3 point);
/// Records an overlap where `motion` is NULL, else a cast.
KILN_API void kiln_log_add_sphere(
	kiln_log *log, const kiln_asset *asset, uint32_t mesh, const kiln_sphere *sphere, const kiln_motion *motion);
KILN_API void kiln_log_add_box(
	kiln_log *log, const kiln_asset *asset, uint32_t mesh, const kiln_box *box, const kiln_motion *motion);
KILN_API void kiln_log_add_capsule(
	kiln_log *log, const kiln_asset *asset, uint32_t mesh, const kiln_capsule *capsule, const kiln_motion *motion);
/// Records kiln_scene_overlap_convex or kiln_scene_cast_convex. Points, hulls and sums are not recorded.
KILN_API void kiln_log_add_convex(
	kiln_log *log, const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object, const kiln_motion *motion);
/// Records a pair query. Where a sweep is NULL, the object stays at its pose, and the pose is recorded. NULL options
/// are the defaults. Deformed objects are not recorded.
KILN_API void kiln_log_add_pair(kiln_log *log, kiln_log_kind kind, const kiln_object *a, const kiln_sweep *sweep_a,
	const kiln_object *b, const kiln_sweep *sweep_b, float distance, const kiln_pair_options *options);

/// Writes the log to a file: first to a temporary file in the same directory, which is then renamed. KILN_E_IO where
/// this fails; an older file at `path` is then unchanged.
KILN_API kiln_status kiln_log_save(const kiln_log *log, const char *path);

/// Opens a log in memory, with any content. The memory must not change. For content that is not a valid log:
/// KILN_E_NOT_KILN, KILN_E_ENDIAN, KILN_E_VERSION, KILN_E_VALUE (no entries) or KILN_E_TRUNCATED, with the offset.
/// KILN_E_ARGUMENT for NULL; KILN_E_ALIGNMENT for `data` that is not aligned to 8. After these errors `*log` is NULL.
KILN_API kiln_result kiln_log_open(const kiln_log **log, const void *data, size_t size);

/// Returns the number of kept entries, and one entry, the oldest first; NULL out of range. Kinds and hashes are those
/// of the file, unchecked.
KILN_API uint32_t kiln_log_count(const kiln_log *log);
KILN_API const kiln_log_entry *kiln_log_at(const kiln_log *log, uint32_t index);

/// Returns the place of an entry; NULL where no place was set, out of range, and for logs of version 3. Its numbers are unchecked.
KILN_API const kiln_log_place *kiln_log_place_at(const kiln_log *log, uint32_t index);

/// Makes the object that was recorded, with `shape` as room for its shape. Returns false, with nothing stored, for a
/// kind that no log has.
KILN_API bool kiln_convex_object_from_log(
	const kiln_log_convex *logged, kiln_convex_shape *shape, kiln_convex_object *object);

/// Makes the filter that was recorded. Returns false, with nothing stored, for a filter with a callback.
KILN_API bool kiln_filter_from_log(const kiln_log_filter *logged, kiln_filter *filter);

/// Makes the filter of pairs that was recorded, which points to the `layers_of_b` of `logged`. Returns false, with
/// nothing stored, for a filter with a callback, and for a layer that is not below KILN_LAYERS_MAX.
KILN_API bool kiln_filter_pairs_from_log(const kiln_log_pair_filter *logged, kiln_pair_filter *filter);

/// Returns a word for a kind, such as `ray-closest`; "" for an unknown kind.
KILN_API const char *kiln_log_kind_name(kiln_log_kind kind);

#ifdef __cplusplus
}
#endif

#endif
