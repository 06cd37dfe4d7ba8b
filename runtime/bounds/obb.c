// SPDX-License-Identifier: MIT
#include "core.h"

// Separating axes of two boxes (Gottschalk, Lin, Manocha 1996; Ericson 2005, 4.4.1). The usual test goes over to the
// frame of one box, which is right for perpendicular unit axes only, and lets a constant stand in for rounding where
// edges are nearly parallel. Here each axis is a vector of its own, and the boxes, as the parallelepipeds that their
// stored numbers are, are projected on it. Any vector, however it was rounded, gives a valid answer with the slack of
// kiln_core_gap, which shrinks with the vector: nearly parallel edges neither separate what overlaps nor let pass what
// does not. The products of two floats are exact in double, so that a cross product of axes keeps its direction to
// 2^-53 however short it is.

typedef struct box
{
	kiln_d3 axis[3];
	kiln_core core;
} box;

static box box_of_obb(const kiln_obb *obb)
{
	box b = {.core = kiln_core_of_obb(obb)};
	for (int i = 0; i < 3; ++i)
		b.axis[i] = kiln_d3_from(obb->axes[i]);
	return b;
}

static box box_of_aabb(const kiln_aabb *aabb)
{
	return (box){.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .core = kiln_core_of_aabb(aabb)};
}

static bool apart_by_faces(const kiln_core_pair *pair, const box *b)
{
	for (int i = 0; i < 3; ++i)
		if (kiln_core_gap(pair, kiln_d3_cross(b->axis[(i + 1) % 3], b->axis[(i + 2) % 3])) > 0)
			return true;
	return false;
}

static bool apart_by_edges(const kiln_core_pair *pair, const box *a, const box *b)
{
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
			if (kiln_core_gap(pair, kiln_d3_cross(a->axis[i], b->axis[j])) > 0)
				return true;
	return false;
}

static bool boxes_apart(const box *a, const box *b, bool edges)
{
	kiln_core_pair pair = kiln_core_pair_of(&a->core, &b->core);
	// The axes x, y and z are no part of the fifteen, but cheap.
	return kiln_core_boxes_apart(&pair) || apart_by_faces(&pair, a) || apart_by_faces(&pair, b) ||
		   (edges && apart_by_edges(&pair, a, b));
}

bool kiln_overlaps_obb_obb(const kiln_obb *a, const kiln_obb *b)
{
	box first = box_of_obb(a), second = box_of_obb(b);
	return !boxes_apart(&first, &second, true) || !kiln_sound_obb(a) || !kiln_sound_obb(b);
}

bool kiln_overlaps_obb_obb_lite(const kiln_obb *a, const kiln_obb *b)
{
	box first = box_of_obb(a), second = box_of_obb(b);
	return !boxes_apart(&first, &second, false) || !kiln_sound_obb(a) || !kiln_sound_obb(b);
}

bool kiln_overlaps_aabb_obb(const kiln_aabb *a, const kiln_obb *b)
{
	box first = box_of_aabb(a), second = box_of_obb(b);
	return !boxes_apart(&first, &second, true) || !kiln_sound_aabb(a) || !kiln_sound_obb(b);
}
