// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_H
#define KILN_BROADPHASE_H

#include "bounds.h"
#include "cast.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Broadphase: finds which of many moving boxes touch, and which boxes a query meets. There is one interface and many
/// methods (runtime/broadphase/README.md says which method suits which scene). All methods give the same answers, and
/// all lists are in the same order.
///
/// A proxy is a box that stands for an object of the caller; a handle names the proxy. Changes are collected, and take
/// effect on pairs with kiln_broadphase_update, for example once a frame. Queries see every change at once, but test
/// proxies that changed since the last update one by one: update before many queries.
///
/// Boxes are closed: touching is overlap. A box may be flat, a point, or infinite. A box fails with KILN_E_ARGUMENT,
/// and changes nothing, for NaN, for min > max, and where the whole box lies at infinity (min = +infinity or max =
/// -infinity).
///
/// Only kiln_broadphase_create_with allocates memory. While nobody changes a broadphase, any number of threads may
/// query it. Visitors and filters may query the broadphase, but must not change it.

/// A method to find pairs: a set of operations, chosen by its address. libkiln has the packed tree; kiln/school.h has
/// the others.
typedef struct kiln_broadphase_method kiln_broadphase_method;

/// The default: an eight-wide tree over sorted boxes, with room for new boxes. The packed tree is the fastest method,
/// or not far behind, in every kind of scene.
KILN_API extern const kiln_broadphase_method kiln_broadphase_packed_tree;

/// Returns a word for a method, such as `packed-tree`; `default` for NULL.
KILN_API const char *kiln_broadphase_method_name(const kiln_broadphase_method *method);

/// Handle of a proxy. {0} names nothing. The generation distinguishes a proxy from later owners of the same index, up
/// to 2^32 of them.
typedef struct kiln_proxy
{
	uint32_t index; ///< below the capacity; results name proxies by their index
	uint32_t generation;
} kiln_proxy;

/// Options of a proxy.
typedef struct kiln_proxy_options
{
	uint64_t user;	   ///< a value of the caller, see kiln_broadphase_user
	uint32_t category; ///< categories of the proxy, as bits; 0 stands for 1
	uint32_t ignores;  ///< categories, as bits, to make no pairs with; a pair needs neither to ignore the other
} kiln_proxy_options;

/// Decides whether two proxies may make a pair, in addition to their categories. The function is called only for pairs
/// that overlap, with a < b. A result must hold until a proxy's options change, or a proxy is removed: the broadphase
/// may not call the function again for a pair whose boxes move.
typedef bool kiln_broadphase_filter(void *user, uint32_t a, uint32_t b);

/// Options of a broadphase. `{0}` is valid except for `capacity`.
typedef struct kiln_broadphase_options
{
	const kiln_broadphase_method *method; ///< NULL: kiln_broadphase_packed_tree
	uint32_t capacity;					  ///< most proxies at a time, 1 .. KILN_BROADPHASE_PROXIES_MAX
	uint32_t pair_capacity; ///< most pairs kept, up to 2^30; 0: keeps none, use kiln_broadphase_pairs_visit
	/// Region where most boxes are expected. Grids, octrees, segment trees and range trees divide this region. Boxes
	/// outside are found too, but more slowly. All zero: the method derives the region from the boxes.
	kiln_aabb extent;
	/// Cells per axis of grids, units of segment and range trees, cells per axis of multi-SAP. 0: the method chooses.
	uint32_t resolution;
	const kiln_aabb *regions;		///< multi-box pruning; read only at creation. NULL: the method chooses
	uint32_t region_count;			///< at most KILN_BROADPHASE_REGIONS_MAX
	kiln_isa isa;					///< as in kiln_open
	kiln_broadphase_filter *filter; ///< or NULL
	void *filter_user;
} kiln_broadphase_options;

#define KILN_BROADPHASE_PROXIES_MAX (1u << 26)
#define KILN_BROADPHASE_REGIONS_MAX 256u

/// A broadphase, in the memory that kiln_broadphase_create or kiln_broadphase_create_with took.
typedef struct kiln_broadphase kiln_broadphase;

/// Returns all the bytes that a broadphase takes; 0 for invalid options.
KILN_API size_t kiln_broadphase_size(const kiln_broadphase_options *options);

/// Makes a broadphase in `size` bytes of the caller's memory, aligned to 64. The broadphase stays there, and ends with
/// the memory. KILN_E_ARGUMENT for invalid options; KILN_E_ALIGNMENT; KILN_E_CAPACITY where `size` is less than
/// kiln_broadphase_size returns.
KILN_API kiln_status kiln_broadphase_create(
	kiln_broadphase **broadphase, void *memory, size_t size, const kiln_broadphase_options *options);

/// Functions that allocate and release memory.
typedef struct kiln_allocator
{
	void *(*allocate)(void *user, size_t size, size_t alignment); ///< returns NULL where there is no memory
	void (*release)(void *user, void *memory, size_t size);
	void *user;
} kiln_allocator;

/// Makes a broadphase in memory of an allocator, with one allocation. KILN_E_CAPACITY where the allocator has no
/// memory.
KILN_API kiln_status kiln_broadphase_create_with(
	kiln_broadphase **broadphase, const kiln_allocator *allocator, const kiln_broadphase_options *options);

/// Returns the memory to its allocator. Does nothing for NULL.
KILN_API void kiln_broadphase_destroy(kiln_broadphase *broadphase);

// --- Changes ----------------------------------------------------------------------------------------------------------

/// Adds a box. KILN_E_CAPACITY where the broadphase is full; proxies that the last update knew and that were removed
/// since count until the next update. On failure nothing is lost.
KILN_API kiln_status kiln_broadphase_add(
	kiln_broadphase *broadphase, const kiln_aabb *box, const kiln_proxy_options *options, kiln_proxy *proxy);

/// Replaces the options of a proxy, in place: its handle and box stay. NULL stands for `{0}`. The next update looks at
/// all pairs again, and reports those that the options add or remove. KILN_E_HANDLE as in kiln_broadphase_move.
KILN_API kiln_status kiln_broadphase_set_options(
	kiln_broadphase *broadphase, kiln_proxy proxy, const kiln_proxy_options *options);

/// Moves a box. KILN_E_HANDLE for a handle that names nothing, or a removed proxy.
KILN_API kiln_status kiln_broadphase_move(kiln_broadphase *broadphase, kiln_proxy proxy, const kiln_aabb *box);

/// Moves a box that then moves by `displacement` in a straight line during the frame (continuous broadphase). Two such
/// boxes make a pair where they touch at the same time of the motion, from 0 to 1. Rounding may add pairs, but no pair
/// is missed. Queries see the box around the whole way. A displacement of NaN or infinity is invalid. The next
/// kiln_broadphase_move ends the motion.
KILN_API kiln_status kiln_broadphase_move_swept(
	kiln_broadphase *broadphase, kiln_proxy proxy, const kiln_aabb *box, kiln_vec3 displacement);

/// Removes a box. KILN_E_HANDLE as in kiln_broadphase_move: a second removal does nothing.
KILN_API kiln_status kiln_broadphase_remove(kiln_broadphase *broadphase, kiln_proxy proxy);

/// Stores the box that was last given for a proxy; for a swept box, the box around the whole way. KILN_E_HANDLE for a
/// handle that names nothing.
KILN_API kiln_status kiln_broadphase_bounds(const kiln_broadphase *broadphase, kiln_proxy proxy, kiln_aabb *box);

/// Returns the handle of the proxy that has an index now; {0} where no proxy has the index.
KILN_API kiln_proxy kiln_broadphase_proxy(const kiln_broadphase *broadphase, uint32_t index);

/// Returns the `user` of the proxy with an index; for a removed proxy, until another proxy takes the index. 0 out of
/// range.
KILN_API uint64_t kiln_broadphase_user(const kiln_broadphase *broadphase, uint32_t index);

/// Returns the number of proxies.
KILN_API uint32_t kiln_broadphase_count(const kiln_broadphase *broadphase);

/// Returns the method of a broadphase; NULL only for a broadphase of NULL.
KILN_API const kiln_broadphase_method *kiln_broadphase_method_of(const kiln_broadphase *broadphase);

// --- Pairs ------------------------------------------------------------------------------------------------------------

/// Indices of two proxies whose boxes overlap, a < b.
typedef struct kiln_proxy_pair
{
	uint32_t a, b;
} kiln_proxy_pair;

/// Pairs by increasing a, then b. The arrays are valid until the next update.
typedef struct kiln_broadphase_pairs
{
	const kiln_proxy_pair *pairs; ///< all pairs
	uint32_t count;
	const kiln_proxy_pair *added; ///< those of `pairs` that the last update did not have
	uint32_t added_count;
	/// Pairs of the last update that overlap no more. A removed proxy, and another proxy that took its index, are two
	/// proxies: the same indices may be in `removed` and `added` at once.
	const kiln_proxy_pair *removed;
	uint32_t removed_count;
} kiln_broadphase_pairs;

/// Applies changes and finds the pairs. `pairs` may be NULL. KILN_E_CAPACITY where there are more pairs than
/// pair_capacity. The changes have then taken effect, and the pairs are those of the update before, without those of
/// removed proxies. The next update that succeeds reports what was added and removed since then.
KILN_API kiln_status kiln_broadphase_update(kiln_broadphase *broadphase, kiln_broadphase_pairs *pairs);

/// Stores the pairs of the last update again.
KILN_API void kiln_broadphase_last_pairs(const kiln_broadphase *broadphase, kiln_broadphase_pairs *pairs);

/// Computes when the boxes of two proxies, as last given, first touch. `t` is a share 0 .. 1 of the frame, to rounding.
/// `t` is 0 for boxes that touch at the start of the frame, among them every pair of boxes that are not swept. Returns
/// false, with t 0, where the boxes do not touch in the frame, or where a proxy does not exist. Categories and filters
/// are ignored.
KILN_API bool kiln_broadphase_pair_time(const kiln_broadphase *broadphase, kiln_proxy_pair pair, float *t);

/// Receives pairs of proxies. False ends the visit.
typedef bool kiln_visit_proxy_pair(void *user, kiln_proxy_pair pair);

/// Applies changes and visits every pair once, without keeping any. The order is the method's own, the same for the
/// same calls. Use this function for more pairs than memory holds, and for frames that need no list of changes. The
/// pairs that kiln_broadphase_update keeps and reports next are unchanged.
KILN_API void kiln_broadphase_pairs_visit(kiln_broadphase *broadphase, kiln_visit_proxy_pair *visit, void *user);

// --- Queries ----------------------------------------------------------------------------------------------------------

/// Receives proxies. False ends the query.
typedef bool kiln_visit_proxy(void *user, uint32_t index);

/// Finds the indices of the proxies whose boxes overlap a box or a ball (by the squared distance of its center from the
/// box, in double). Each returns the number of proxies; `indices` holds the first `capacity` of them, in increasing
/// order. Returns 0 for NaN and invalid input. A query box may be infinite; a ball has finite numbers and radius >= 0.
KILN_API uint32_t kiln_broadphase_overlap_aabb(
	const kiln_broadphase *broadphase, const kiln_aabb *box, uint32_t *indices, uint32_t capacity);
KILN_API uint32_t kiln_broadphase_overlap_sphere(
	const kiln_broadphase *broadphase, const kiln_sphere *sphere, uint32_t *indices, uint32_t capacity);

/// Visits the same proxies, each once, in the method's own order.
KILN_API void kiln_broadphase_overlap_aabb_visit(
	const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_visit_proxy *visit, void *user);
KILN_API void kiln_broadphase_overlap_sphere_visit(
	const kiln_broadphase *broadphase, const kiln_sphere *sphere, kiln_visit_proxy *visit, void *user);

/// A proxy that a ray or moving box meets.
typedef struct kiln_proxy_hit
{
	float t; ///< when it first touches the proxy's box, in lengths of the given direction; 0 for touching at the start
	uint32_t index;
} kiln_proxy_hit;

/// Finds the proxies that a ray meets, or a box that moves by t direction, 0 <= t <= t_max. The method is slabs in
/// double (Kay and Kajiya 1986), widened by rounding: no proxy is missed, and a reported proxy is at most 2^-40 of the
/// coordinates away. Each returns the number of proxies; `hits` holds the first `capacity` of them, by t, then index.
/// Returns 0 for a ray with a zero direction, and for all input for which kiln/ray.h and kiln/cast.h report no hit. The
/// moving box must be finite. Flags are ignored.
KILN_API uint32_t kiln_broadphase_ray_all(
	const kiln_broadphase *broadphase, const kiln_ray *ray, kiln_proxy_hit *hits, uint32_t capacity);
KILN_API uint32_t kiln_broadphase_cast_aabb_all(const kiln_broadphase *broadphase, const kiln_aabb *box,
	const kiln_motion *motion, kiln_proxy_hit *hits, uint32_t capacity);

/// Receives a proxy that a ray or moving box meets, and returns how far the motion still goes. `hit.t` ends the motion
/// at the hit. A larger number, such as FLT_MAX, leaves the motion as long as before. A negative number ends the query.
typedef float kiln_visit_proxy_hit(void *user, kiln_proxy_hit hit);

/// Visits the same proxies, each once, roughly by increasing t.
KILN_API void kiln_broadphase_ray_all_visit(
	const kiln_broadphase *broadphase, const kiln_ray *ray, kiln_visit_proxy_hit *visit, void *user);
KILN_API void kiln_broadphase_cast_aabb_all_visit(const kiln_broadphase *broadphase, const kiln_aabb *box,
	const kiln_motion *motion, kiln_visit_proxy_hit *visit, void *user);

#ifdef __cplusplus
}
#endif

#endif
