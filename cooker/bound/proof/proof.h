// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_PROOF_H
#define KILN_COOKER_BOUND_PROOF_H

#include "approx.h"
#include "block.h"
#include "bound/bound.h"
#include "wide.h"

/// Decides whether points lie in a volume other than an AABB or a k-DOP.

typedef enum bound_verdict
{
	BOUND_OUTSIDE,
	BOUND_INSIDE,
	BOUND_UNSURE, ///< only exact arithmetic can decide
} bound_verdict;

/// Place, directions and sizes of a volume, in the layout that a proof uses.
typedef struct bound_frame
{
	bound_kind kind;
	float origin[3];  ///< centre, a, apex or the rectangle's corner
	float axes[3][3]; ///< the axes; or the other end, b or the base, in [0]; or the rectangle's edges in [0] and [1]
	float sizes[3];	  ///< half extents or radii; or the radius in [0]
	int size_count;	  ///< 1 or 3
} bound_frame;

bound_frame bound_frame_of(const bound_volume *volume);

/// Writes a frame's sizes into its volume.
void bound_set_sizes(bound_volume *volume, const float sizes[3]);

/// Whether every number is finite and every size at least 0.
bool bound_frame_valid(const bound_frame *frame);

#define NUMBER approx
#define BODY(x) approx_##x
#include "body_fields.inc"
#undef NUMBER
#undef BODY

#define NUMBER wide
#define BODY(x) wide_##x
#include "body_fields.inc"
#undef NUMBER
#undef BODY

/// A volume for tests of many points; about 15 kB.
typedef struct bound_proof
{
	bound_frame frame;
	approx_body fast;
	wide_body exact; ///< filled in when first needed
	bool exact_fixed;
	bool exact_sized;
} bound_proof;

/// Starts a proof. The frame must be valid.
void bound_proof_begin(bound_proof *proof, const bound_frame *frame);

/// Changes one size to a finite number >= 0.
void bound_proof_resize(bound_proof *proof, int size, float value);

#define BOUND_ALL_AXES (-1)

/// Whether a finite point is inside, decided exactly. With `axis` 0 .. 2 only that axis of an OBB is tested; the other
/// kinds ignore `axis`.
bool bound_proof_contains(bound_proof *proof, int axis, const float point[3]);

/// About how far out a point lies, as one size alone decides: the greater, the larger the size must be. False for the kinds where that
/// is not known.
bool bound_proof_height(const bound_proof *proof, int size, const float point[3], double *height);

/// Tests whole blocks of points from the first point on. Returns how many points are surely inside, a multiple of
/// BOUND_BLOCK; the next block is undecided. A block with a point that is not finite is never passed. `axis` as above.
uint32_t bound_proof_skip(bound_proof *proof, int axis, const float (*points)[3], uint32_t count);

#endif
