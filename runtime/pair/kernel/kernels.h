// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_KERNELS_H
#define KILN_PAIR_KERNELS_H

#include "math/budget.h"
#include "math/near_key.h"
#include "pair/mesh_pair.h"
#include "primitive/triangle/pair.h"
#include "sift.h"
#include "tree/layout.h"

#include <math.h>

/// Walks of two trees at once, compiled once for every instruction set from the same source (kernels.c) and chosen at
/// open. All of them do the same tests in the same order.

/// A pair of volumes at which a walk ended, see front.h.
typedef struct kiln_front_entry
{
	kiln_volume_ref ref[2];
	float size[2]; ///< of the two volumes
	uint32_t turn; ///< see walk.h
} kiln_front_entry;

/// A front that a walk begins with and changes.
typedef struct kiln_front_list
{
	/// Per pair a lower bound of its distance in the query's lengths when it was tested, plus `travel` at that time.
	/// Minus the current `travel`, it is a lower bound now.
	float *lower;
	kiln_front_entry *entry;
	uint32_t count; ///< 0: the walk begins at the roots
	uint32_t capacity;
	uint32_t fresh; ///< number of pairs when it last began at the roots
	bool lost;		///< the list did not fit
	float travel;	///< how far any point may have moved since the front began, rounded up
	float reserve;	///< pairs beyond the limit by at most this are opened, so that the front lasts
} kiln_front_list;

/// The place of two triangles: the references of their leaves, and their places in the leaves.
typedef struct kiln_pair_place
{
	kiln_volume_ref ref[2];
	uint32_t place[2];
} kiln_pair_place;

/// One walk: the query, and its results.
typedef struct kiln_pair_run
{
	const kiln_mesh_pair *pair;
	kiln_pair_counters count; ///< of this walk
	kiln_visit_mesh_touch *visit;
	void *user;
	float good;				///< nearest: a key (kiln_near_key) that ends the walk
	float limit;			///< nearest: the greatest key of interest; that of the best pair, if there is one
	kiln_mesh_nearest best; ///< nearest: among equal keys the lowest triangles
	bool found;
	uint64_t patience;		///< nearest: most exact tests in a row that find nothing nearer; 0: no limit
	uint64_t tried;			///< number of these so far
	uint64_t ties;			///< how many of these found pairs equally near
	uint64_t leaves;		///< nearest: most pairs of leaves, and of pairs that filters exclude; 0: no limit
	uint64_t skipped;		///< pairs that filters excluded
	bool looked;			///< it was tested whether the boxes prove the best to be the nearest
	bool proved;			///< they prove it
	kiln_pair_place at;		///< of the best pair, or of the last one that touched
	kiln_front_list *front; ///< or NULL
} kiln_pair_run;

typedef struct kiln_pair_kernels
{
	/// Visits every pair of triangles that touches. Returns false when the visitor ended the walk.
	bool (*touch)(kiln_pair_run *run);
	/// Finds the nearest pair of triangles that is better than `best`.
	void (*nearest)(kiln_pair_run *run);
} kiln_pair_kernels;

/// `nearest` with a front.
typedef struct kiln_front_kernels
{
	bool (*touch)(kiln_pair_run *run);
	void (*nearest)(kiln_pair_run *run);
} kiln_front_kernels;

extern const kiln_pair_kernels kilni_pair_kernels_scalar;
#if defined(__x86_64__) || defined(_M_X64)
extern const kiln_pair_kernels kilni_pair_kernels_sse2;
extern const kiln_pair_kernels kilni_pair_kernels_avx2;
#elif defined(__aarch64__)
extern const kiln_pair_kernels kilni_pair_kernels_neon;
#elif defined(__wasm_simd128__)
extern const kiln_pair_kernels kilni_pair_kernels_simd128;
#endif

/// The kernels for an instruction set that kilni_isa_resolve returned.
const kiln_pair_kernels *kilni_pair_kernels_choose(kiln_isa isa);

/// The basic steps of a walk of two trees, as single functions for walks outside the kernels. volume.h and
/// volume_test.h document them.
typedef struct kiln_volume_kernels
{
	void (*transform)(const kiln_pair_tree *from, kiln_volume_ref ref, const kiln_pair_tree *to,
		const kiln_pair_link *link, kiln_pair_volume *volume);
	uint32_t (*overlaps)(const kiln_pair_tree *tree, uint32_t node, const kiln_pair_volume *volume,
		const kiln_pair_link *link, float size[8]);
	uint32_t (*near)(const kiln_pair_tree *tree, uint32_t node, const kiln_pair_volume *volume,
		const kiln_pair_link *link, float limit, float lower[8], float size[8]);
} kiln_volume_kernels;

extern const kiln_volume_kernels kilni_volume_kernels_scalar;
extern const kiln_front_kernels kilni_front_kernels_scalar;
#if defined(__x86_64__) || defined(_M_X64)
extern const kiln_volume_kernels kilni_volume_kernels_sse2;
extern const kiln_volume_kernels kilni_volume_kernels_avx2;
extern const kiln_front_kernels kilni_front_kernels_sse2;
extern const kiln_front_kernels kilni_front_kernels_avx2;
#elif defined(__aarch64__)
extern const kiln_volume_kernels kilni_volume_kernels_neon;
extern const kiln_front_kernels kilni_front_kernels_neon;
#elif defined(__wasm_simd128__)
extern const kiln_volume_kernels kilni_volume_kernels_simd128;
extern const kiln_front_kernels kilni_front_kernels_simd128;
#endif

/// The basic steps for an instruction set that kilni_isa_resolve returned.
const kiln_volume_kernels *kilni_volume_kernels_choose(kiln_isa isa);
const kiln_front_kernels *kilni_front_kernels_choose(kiln_isa isa);

/// Whether a `nearest` walk has done so much work that another search is better: then the walk ends, and its result
/// need not be the nearest.
static inline bool kiln_pair_is_tired(const kiln_pair_run *run)
{
	return run->proved || (run->patience && run->tried > run->patience) ||
		   (run->leaves && run->count.leaf_pairs > run->leaves);
}

/// Whether filters, which the pair has, leave two triangles in the walk. A search that meets too many that are left out
/// is tired.
bool kilni_pair_run_sift(kiln_pair_run *run, uint32_t triangle_a, uint32_t triangle_b);

/// Whether filters keep a pair of triangles in the walk.
static inline bool kiln_pair_run_keeps(kiln_pair_run *run, uint32_t triangle_a, uint32_t triangle_b)
{
	return !run->pair->sift || kilni_pair_run_sift(run, triangle_a, triangle_b);
}

/// Stores a pair of triangles if it is better than the best.
static inline bool kiln_pair_run_take(kiln_pair_run *run, const kiln_mesh_nearest *pair)
{
	float key = kiln_near_key(pair->distance);
	const uint32_t *old = run->best.triangle, *new = pair->triangle;
	bool nearer = key < run->limit || (key == run->limit && !run->found);
	run->tried = nearer ? 0 : run->tried + 1;
	run->ties = nearer ? 0 : run->ties + (key == run->limit);
	bool before = new[0] != old[0] ? new[0] < old[0] : new[1] < old[1];
	if (!nearer && !(key == run->limit && before))
		return false;
	run->best = *pair;
	run->limit = key;
	run->found = true;
	return true;
}

/// Triangle `i` of a leaf in double, unmoved.
static inline void kiln_leaf_corners(const kiln_leaf *leaf, uint32_t i, kiln_d3 corner[3])
{
	kiln_vec3 single[3];
	kiln_leaf_triangle(leaf, i, single);
	for (int k = 0; k < 3; ++k)
		corner[k] = kiln_d3_from(single[k]);
}

/// Triangle `i` of a leaf in double, moved.
static inline void kiln_leaf_corners_moved(const kiln_leaf *leaf, uint32_t i, const kiln_affine *map, kiln_d3 corner[3])
{
	kiln_leaf_corners(leaf, i, corner);
	for (int k = 0; k < 3; ++k)
		corner[k] = kiln_affine_point(map, corner[k]);
}

/// The distance of two triangles given in a's shape coordinates, in lengths of the query; 0 where they touch.
static inline double kiln_metric_distance(
	const kiln_pair_metric *metric, const kiln_d3 a[3], const kiln_d3 b[3], kiln_d3 point[2])
{
	if (metric->similar)
		return sqrt(kilni_triangles_distance2(a, b, &point[0], &point[1])) * metric->scale;
	kiln_d3 ends[2];
	bool coplanar;
	if (kilni_triangles_contact(a, b, ends, &coplanar))
	{
		point[0] = point[1] = ends[0];
		return 0;
	}
	kiln_d3 placed[2][3];
	for (int k = 0; k < 3; ++k)
	{
		placed[0][k] = kiln_affine_point(&metric->to_query, a[k]);
		placed[1][k] = kiln_affine_point(&metric->to_query, b[k]);
	}
	double distance = sqrt(kilni_triangles_distance2(placed[0], placed[1], &point[0], &point[1]));
	kiln_affine back = kiln_affine_inverse(&metric->to_query);
	point[0] = kiln_affine_point(&back, point[0]);
	point[1] = kiln_affine_point(&back, point[1]);
	// Triangles that do not touch have a distance above 0, however they are rounded elsewhere.
	return distance > 0 ? distance : 0x1p-1022;
}

#endif
