// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_KERNELS_H
#define KILN_PAIR_KERNELS_H

#include "math/budget.h"
#include "math/near_key.h"
#include "pair/mesh_pair.h"
#include "primitive/triangle/pair.h"
#include "tree/layout.h"

#include <math.h>

/// Walks of two trees at once, compiled once for every instruction set from the same source (kernels.c) and chosen at
/// open. All of them do the same tests in the same order.

/// A pair of volumes at which a walk ended, see front.h.
typedef struct kiln_front_entry
{
	kiln_volume_ref ref[2];
	float size[2]; ///< of the two
	uint32_t turn; ///< see walk.h
} kiln_front_entry;

/// A front that a walk begins with and changes.
typedef struct kiln_front_list
{
	/// Per pair a lower bound of its distance in the query's lengths when it was tested, plus what had moved until then:
	/// less `travel`, it is one now.
	float *lower;
	kiln_front_entry *entry;
	uint32_t count; ///< 0: the walk begins at the roots
	uint32_t capacity;
	uint32_t fresh; ///< pairs when it was last begun at the roots
	bool lost;		///< it did not fit
	float travel;	///< how far any point may have moved since the front began, rounded up
	float reserve;	///< pairs that are so little farther apart than the limit are opened, so that the front lasts
} kiln_front_list;

/// Where two triangles stand: the leaves by their volumes, and the places in them.
typedef struct kiln_pair_place
{
	kiln_volume_ref ref[2];
	uint32_t place[2];
} kiln_pair_place;

/// One walk: what is asked, and what was found.
typedef struct kiln_pair_run
{
	const kiln_mesh_pair *pair;
	kiln_pair_counters count; ///< of this walk
	kiln_visit_mesh_touch *visit;
	void *user;
	float good;				///< nearest: a key (kiln_near_key) that ends the walk
	float limit;			///< nearest: the greatest key that is of interest, that of the best where there is one
	kiln_mesh_nearest best; ///< nearest: of equal keys the lowest triangles
	bool found;
	uint64_t patience;		///< nearest: exact tests in a row that find nothing nearer, at most; 0: any number
	uint64_t tried;			///< so many there were
	uint64_t ties;			///< of these, that found pairs as near
	uint64_t leaves;		///< nearest: pairs of leaves at most; 0: any number
	bool looked;			///< whether the boxes prove the best to be the nearest was looked at
	bool proved;			///< they do
	kiln_pair_place at;		///< of the best, or of the last that touched
	kiln_front_list *front; ///< or NULL
} kiln_pair_run;

typedef struct kiln_pair_kernels
{
	kiln_isa isa;
	/// Every pair of triangles that touches. Returns false when the visitor ended it. Without a front only.
	bool (*touch)(kiln_pair_run *run);
	/// The same by lower bounds of distances, with a front.
	bool (*touch_front)(kiln_pair_run *run);
	/// The nearest pair of triangles that is better than `best`.
	void (*nearest)(kiln_pair_run *run);
	/// The same with a front.
	void (*nearest_front)(kiln_pair_run *run);
} kiln_pair_kernels;

extern const kiln_pair_kernels kilni_pair_kernels_scalar;
#if defined(__x86_64__) || defined(_M_X64)
extern const kiln_pair_kernels kilni_pair_kernels_sse2;
extern const kiln_pair_kernels kilni_pair_kernels_avx2;
#elif defined(__aarch64__)
extern const kiln_pair_kernels kilni_pair_kernels_neon;
#endif

/// The kernels for an instruction set that kilni_isa_resolve has answered.
const kiln_pair_kernels *kilni_pair_kernels_choose(kiln_isa isa);

/// Whether a nearest walk has done so much that another way to search is the better one: it ends, and what it found need not
/// be the nearest.
static inline bool kiln_pair_is_tired(const kiln_pair_run *run)
{
	return run->proved || (run->patience && run->tried > run->patience) ||
		   (run->leaves && run->count.leaf_pairs > run->leaves);
}

/// Takes a pair of triangles where it is better than the best.
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

/// Triangle `i` of a leaf in double, as it stands.
static inline void kiln_leaf_corners(const kiln_leaf *leaf, uint32_t i, kiln_d3 corner[3])
{
	kiln_vec3 single[3];
	kiln_leaf_triangle(leaf, i, single);
	for (int k = 0; k < 3; ++k)
		corner[k] = kiln_d3_from(single[k]);
}

/// The same, moved.
static inline void kiln_leaf_corners_moved(const kiln_leaf *leaf, uint32_t i, const kiln_affine *map, kiln_d3 corner[3])
{
	kiln_leaf_corners(leaf, i, corner);
	for (int k = 0; k < 3; ++k)
		corner[k] = kiln_affine_point(map, corner[k]);
}

/// Distance of two triangles given in a's shape coordinates, in lengths of the query; 0 where they touch.
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
	// Triangles that do not touch are apart, however they are rounded elsewhere.
	return distance > 0 ? distance : 0x1p-1022;
}

#endif
