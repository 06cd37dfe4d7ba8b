// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_H
#define KILN_BROADPHASE_H

#include "bounds.h"
#include "cast.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Broadphase: which of many moving boxes touch, and which of them a query meets. One interface, many methods
/// (runtime/broadphase/README.md says which to take when); all of them give the same answers, and all lists in the same order.
///
/// A box is a proxy for something of the caller's, named by a handle. Changes are gathered, and take effect on pairs with
/// kiln_broadphase_update: once a frame, say. Queries see every change at once; but they look at what has changed since the
/// last update one by one, so update before many of them.
///
/// Boxes are closed: touching is overlap. They may be flat, points, or infinite; NaN, min > max, and boxes that lie wholly at
/// infinity (min = +infinity or max = -infinity) are refused with KILN_E_ARGUMENT and nothing changes.
///
/// Nothing is allocated but by create_with. Queries on a broadphase that nobody changes may run on any number of threads.
/// Visitors and filters may ask queries of it, but not change it.

/// A way to find pairs: its operations, chosen by their address. libkiln has the packed tree; kiln/school.h has the others.
typedef struct kiln_broadphase_method kiln_broadphase_method;

/// Eight-wide tree over sorted boxes, with room for newcomers: the default, ahead or not far behind on every kind of scene.
KILN_API extern const kiln_broadphase_method kiln_broadphase_packed_tree;

/// A word for a method, such as `packed-tree`; `default` for NULL.
KILN_API const char *kiln_broadphase_method_name(const kiln_broadphase_method *method);

/// A handle. {0} names nothing. Its generation tells it from later owners of the same index, until that has had 2^32.
typedef struct kiln_proxy
{
	uint32_t index; ///< below the capacity. Results name proxies by it
	uint32_t generation;
} kiln_proxy;

/// What a proxy is made with.
typedef struct kiln_proxy_options
{
	uint64_t user;	   ///< the caller's own, see kiln_broadphase_user
	uint32_t category; ///< bits of what it is; 0 stands for 1
	uint32_t ignores;  ///< bits of the categories that it makes no pairs with: a pair needs neither to ignore the other
} kiln_proxy_options;

/// Whether two proxies may make a pair, beyond their categories; asked for pairs that overlap only, with a < b. An
/// answer must hold as long as both proxies are there: a pair may not be asked about again when its boxes move.
typedef bool kiln_broadphase_filter(void *user, uint32_t a, uint32_t b);

/// How a broadphase is made. {0} but for `capacity` is valid.
typedef struct kiln_broadphase_options
{
	const kiln_broadphase_method *method; ///< NULL: kiln_broadphase_packed_tree
	uint32_t capacity;					  ///< most proxies at a time, 1 .. KILN_BROADPHASE_PROXIES_MAX
	uint32_t
		pair_capacity; ///< most pairs kept, up to 2^30; 0: none are, and only kiln_broadphase_pairs_visit tells them
	/// Where most boxes are expected. Grids, octrees, segment and range trees lay themselves out over it; what is outside
	/// is found no less, only later. All zero: told by the boxes as they come.
	kiln_aabb extent;
	/// Cells an axis of grids, units of segment and range trees, cells an axis of multi-SAP. 0: chosen by the method.
	uint32_t resolution;
	const kiln_aabb *regions;		///< multi-box pruning; read while it is created. NULL: chosen by the method
	uint32_t region_count;			///< at most KILN_BROADPHASE_REGIONS_MAX
	kiln_isa isa;					///< as of kiln_open
	kiln_broadphase_filter *filter; ///< or NULL
	void *filter_user;
} kiln_broadphase_options;

#define KILN_BROADPHASE_PROXIES_MAX (1u << 26)
#define KILN_BROADPHASE_REGIONS_MAX 256u

typedef struct kiln_broadphase kiln_broadphase;

/// Bytes that a broadphase takes, all there is; 0 for options that are not usable.
KILN_API size_t kiln_broadphase_size(const kiln_broadphase_options *options);

/// Makes a broadphase in `size` bytes of the caller's memory, aligned to 64: it stays there, and ends with it.
/// KILN_E_ARGUMENT for options that are not usable; KILN_E_ALIGNMENT; KILN_E_CAPACITY where `size` is less than kiln_broadphase_size says.
KILN_API kiln_status kiln_broadphase_create(
	kiln_broadphase **broadphase, void *memory, size_t size, const kiln_broadphase_options *options);

/// Where memory comes from and goes to.
typedef struct kiln_allocator
{
	void *(*allocate)(void *user, size_t size, size_t alignment); ///< NULL: there is none
	void (*release)(void *user, void *memory, size_t size);
	void *user;
} kiln_allocator;

/// The same in memory of an allocator, which is asked once; KILN_E_CAPACITY where it has none.
KILN_API kiln_status kiln_broadphase_create_with(
	kiln_broadphase **broadphase, const kiln_allocator *allocator, const kiln_broadphase_options *options);

/// Gives the memory back to where it came from. NULL does nothing.
KILN_API void kiln_broadphase_destroy(kiln_broadphase *broadphase);

// --- Changes ----------------------------------------------------------------------------------------------------------

/// Adds a box. KILN_E_CAPACITY where as many as there may be are there, those included that the last update
/// knew and that were removed since; nothing is lost.
KILN_API kiln_status kiln_broadphase_add(
	kiln_broadphase *broadphase, const kiln_aabb *box, const kiln_proxy_options *options, kiln_proxy *proxy);

/// Puts a box elsewhere. KILN_E_HANDLE for a handle that names nothing, or something that was removed.
KILN_API kiln_status kiln_broadphase_move(kiln_broadphase *broadphase, kiln_proxy proxy, const kiln_aabb *box);

/// Puts a box elsewhere, whence it is displaced in a straight line until the next frame (continuous broadphase): pairs are those whose
/// boxes touch at one time of the motion, the same for both, from 0 to 1; rounding may add some, none is missed. Queries
/// see the box around the whole way. Displacements of NaN or infinity are refused. The next kiln_broadphase_move ends it.
KILN_API kiln_status kiln_broadphase_move_swept(
	kiln_broadphase *broadphase, kiln_proxy proxy, const kiln_aabb *box, kiln_vec3 displacement);

/// Takes a box away. KILN_E_HANDLE as of kiln_broadphase_move: removal twice does nothing.
KILN_API kiln_status kiln_broadphase_remove(kiln_broadphase *broadphase, kiln_proxy proxy);

/// What a handle names: its box as last given (of a swept one that around the whole way), or KILN_E_HANDLE.
KILN_API kiln_status kiln_broadphase_bounds(const kiln_broadphase *broadphase, kiln_proxy proxy, kiln_aabb *box);

/// The handle of what has that index now; {0} where nothing has.
KILN_API kiln_proxy kiln_broadphase_proxy(const kiln_broadphase *broadphase, uint32_t index);

/// What the proxy with that index was made with; of one that was removed, until the index is taken anew. 0 out of range.
KILN_API uint64_t kiln_broadphase_user(const kiln_broadphase *broadphase, uint32_t index);

/// How many proxies there are.
KILN_API uint32_t kiln_broadphase_count(const kiln_broadphase *broadphase);

/// The method at work: never NULL, except for a broadphase of NULL.
KILN_API const kiln_broadphase_method *kiln_broadphase_method_of(const kiln_broadphase *broadphase);

// --- Pairs ------------------------------------------------------------------------------------------------------------

/// Indices of two proxies whose boxes overlap, a < b.
typedef struct kiln_proxy_pair
{
	uint32_t a, b;
} kiln_proxy_pair;

/// Pairs by increasing a, then b. They stay until the next update.
typedef struct kiln_broadphase_pairs
{
	const kiln_proxy_pair *pairs; ///< all
	uint32_t count;
	const kiln_proxy_pair *added; ///< of these, those that the last update did not know
	uint32_t added_count;
	/// That the last update knew and are no more. A proxy that was removed, and another that took over its index, are two:
	/// their pairs may be removed and added at once.
	const kiln_proxy_pair *removed;
	uint32_t removed_count;
} kiln_broadphase_pairs;

/// Lets changes take effect and finds the pairs. `pairs` may be NULL. KILN_E_CAPACITY where there are more pairs than may
/// be kept: then the changes have taken effect, the pairs are those of the update before, without those of proxies that
/// were removed, and the next update that succeeds tells what was added and removed since then.
KILN_API kiln_status kiln_broadphase_update(kiln_broadphase *broadphase, kiln_broadphase_pairs *pairs);

/// The pairs of the last update once more.
KILN_API void kiln_broadphase_last_pairs(const kiln_broadphase *broadphase, kiln_broadphase_pairs *pairs);

/// When the boxes of two proxies as last given first touch, in shares 0 .. 1 of the frame, to rounding: 0 for those that
/// touch at its start, among them all pairs of boxes that are not swept. False, and 0: they don't touch in the frame, or one
/// of them isn't there. Categories and filters are not asked.
KILN_API bool kiln_broadphase_pair_time(const kiln_broadphase *broadphase, kiln_proxy_pair pair, float *t);

/// Receives proxies' pairs; false ends the visit.
typedef bool kiln_visit_proxy_pair(void *user, kiln_proxy_pair pair);

/// Lets changes take effect, and tells every pair once without keeping any, in the method's own order, which is the same
/// for the same calls. For more pairs than memory holds, and for frames that want no changes told. What
/// kiln_broadphase_update keeps and tells next is not touched.
KILN_API void kiln_broadphase_pairs_visit(kiln_broadphase *broadphase, kiln_visit_proxy_pair *visit, void *user);

// --- Queries ----------------------------------------------------------------------------------------------------------

/// Receives proxies; false ends the query.
typedef bool kiln_visit_proxy(void *user, uint32_t index);

/// Indices of the proxies whose boxes overlap a box, or a ball (by the distance of its center from the box, squared, in
/// double). Each returns how many there are; `indices` holds the first `capacity` of them, in increasing order. None for NaN and input that is not usable. Infinite
/// boxes may be asked about; a ball has finite numbers and radius >= 0.
KILN_API uint32_t kiln_broadphase_overlap_aabb(
	const kiln_broadphase *broadphase, const kiln_aabb *box, uint32_t *indices, uint32_t capacity);
KILN_API uint32_t kiln_broadphase_overlap_sphere(
	const kiln_broadphase *broadphase, const kiln_sphere *sphere, uint32_t *indices, uint32_t capacity);

/// The same, one call for each, once each, in the method's own order.
KILN_API void kiln_broadphase_overlap_aabb_visit(
	const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_visit_proxy *visit, void *user);
KILN_API void kiln_broadphase_overlap_sphere_visit(
	const kiln_broadphase *broadphase, const kiln_sphere *sphere, kiln_visit_proxy *visit, void *user);

/// A proxy that a ray or moving box meets.
typedef struct kiln_proxy_hit
{
	float
		t; ///< when it first touches the proxy's box, in lengths of the direction as given; 0 where it starts touching
	uint32_t index;
} kiln_proxy_hit;

/// Proxies that a ray meets, or a box displaced by t direction, 0 <= t <= t_max. By the slabs in double (Kay and Kajiya
/// 1986), widened by rounding: never missed, hit from at most 2^-40 of the coordinates away. Each returns
/// how many there are; `hits` holds the first `capacity` of them, by t, then index. None for a zero direction of a ray, and what kiln/ray.h and
/// kiln/cast.h answer "no hit" for; the moving box must be finite; flags are not looked at.
KILN_API uint32_t kiln_broadphase_ray_all(
	const kiln_broadphase *broadphase, const kiln_ray *ray, kiln_proxy_hit *hits, uint32_t capacity);
KILN_API uint32_t kiln_broadphase_cast_aabb_all(const kiln_broadphase *broadphase, const kiln_aabb *box,
	const kiln_motion *motion, kiln_proxy_hit *hits, uint32_t capacity);

/// Receives what a ray or moving box meets, and answers how far it still goes: `hit.t` ends what is behind it, a larger
/// number, such as FLT_MAX, lets it go on as far as before, a negative one ends the query.
typedef float kiln_visit_proxy_hit(void *user, kiln_proxy_hit hit);

/// The same, one call for each, once each, roughly by increasing t.
KILN_API void kiln_broadphase_ray_all_visit(
	const kiln_broadphase *broadphase, const kiln_ray *ray, kiln_visit_proxy_hit *visit, void *user);
KILN_API void kiln_broadphase_cast_aabb_all_visit(const kiln_broadphase *broadphase, const kiln_aabb *box,
	const kiln_motion *motion, kiln_visit_proxy_hit *visit, void *user);

#ifdef __cplusplus
}
#endif

#endif
