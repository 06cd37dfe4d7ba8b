// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MESH_PAIR_CASE_H
#define KILN_TESTS_MESH_PAIR_CASE_H

#include "pair/kernel/kernels.h"
#include "pair/mesh_pair.h"
#include "support/asset_fixture.h"
#include "support/cook_bench.h"

/// Fixtures that the tests of two meshes share: meshes cooked with trees of every kind, poses, and the answers of all
/// pairs of their triangles.

/// A mesh with trees of every kind, or with AABBs only.
typedef struct case_mesh
{
	cooked cooked;
	fixture_blob blob;
	kiln_asset asset;
	bool from_fixture;
} case_mesh;

/// Cooks the mesh, with trees of `width` children, and frees `mesh`.
void case_cook(case_mesh *made, fixture_mesh *mesh, uint32_t width);
/// Lays out the mesh unchanged, duplicates included, and frees `mesh`; there are only AABBs.
void case_lay_out(case_mesh *made, fixture_mesh *mesh);
void case_mesh_free(case_mesh *made);

/// Whether it has trees of a kind.
bool case_has(const case_mesh *mesh, kiln_tree_kind kind);

/// Makes the pair of the first meshes of two assets; `scale` is that of a's pose, which converts lengths to the
/// query's.
kiln_mesh_pair case_pair(const case_mesh *a, kiln_tree_kind kind_a, const case_mesh *b, kiln_tree_kind kind_b,
	const kiln_affine *b_to_a, double scale, kiln_isa isa);

/// Numbers of the two triangles of a pair.
typedef struct case_touch
{
	uint32_t triangle[2];
} case_touch;

/// A list that grows; free it with case_list_free.
typedef struct case_list
{
	case_touch *touches;
	size_t count, capacity;
	size_t stop; ///< the visitor ends the walk after so many; 0: never
} case_list;

/// kiln_visit_mesh_touch of a case_list. Fails the test when the corners don't touch.
bool case_visit(void *user, const kiln_mesh_touch *touch);
void case_list_sort(case_list *list);
void case_list_free(case_list *list);
void case_assert_equal(const case_list *a, const case_list *b);

/// Every pair of triangles that touches, by number, and the nearest of all.
typedef struct case_answer
{
	case_list touching;
	kiln_mesh_nearest nearest;
} case_answer;

void case_brute(case_answer *answer, const case_mesh *a, const case_mesh *b, const kiln_mesh_pair *pair);

/// Returns the next number of a fixed sequence.
double case_random(uint64_t *state);
/// Makes a rotation about any axis, times `scale`, and a shift of each coordinate by at most `reach`.
kiln_affine case_pose(uint64_t *state, double scale, double reach);

#endif
