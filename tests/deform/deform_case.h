// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_DEFORM_CASE_H
#define KILN_TESTS_DEFORM_CASE_H

#include "deform/deform.h"
#include "tree/pack_case.h"

/// A deformable mesh in an asset that the test builds: a tree of each kind over the same leaves.

typedef struct deform_case
{
	kiln_asset asset;
	fixture_mesh shape;
	clean_mesh clean;
	packed_tree packed;
	kiln_format_header header;
	kiln_format_mesh mesh;
	kiln_format_volume_tree trees[KILN_TREE_KIND_END];
	uint8_t *volume_nodes;
	uint8_t *leaves; ///< with the tail
	uint32_t *vertices;
	uint32_t *place;	   ///< per clean vertex: its source vertex
	float (*positions)[3]; ///< per source vertex: its position at rest; unused ones are anywhere
} deform_case;

/// The trees of a case besides the AABBs.
typedef enum deform_trees
{
	DEFORM_TURNED, ///< the AABBs' topology, with random rotations and meaningless volumes
	DEFORM_COOKED, ///< as cooked
} deform_trees;

/// Makes a case; takes ownership of the shape. Source vertices are in a random order, with unused ones between them.
void deform_case_make(deform_case *c, fixture_mesh shape, deform_trees trees, uint64_t seed);
void deform_case_free(deform_case *c);

/// The number of deformations that deform_positions has.
enum
{
	DEFORM_WAYS = 12,
};

/// Moves all source vertices: 0 leaves them at rest; bend, twist, wave, noise, collapse to a point, a plane or a line,
/// far away, huge, tiny, shuffled.
void deform_positions(const deform_case *c, int way, uint64_t seed, float (*positions)[3]);

/// Whether every leaf has the moved vertices, and each vertex lies in the volumes of all its ancestors in the tree of
/// `kind`, to long double precision; for the tree of AABBs, in exact arithmetic.
bool deform_holds(const deform_case *c, const kiln_deformed *deformed, uint32_t kind, const float (*positions)[3]);

/// Checks the same for a tree other than that of AABBs, by the cooker's own proof in exact arithmetic, which checks
/// every rule of the format.
bool deform_proved(const deform_case *c, const kiln_deformed *deformed, uint32_t kind);

/// Returns the sum of the surfaces of a tree's stored volumes; for k-DOPs, of their boxes.
double deform_surfaces(const kiln_deformed *deformed, uint32_t kind, const uint8_t *nodes);

#endif
