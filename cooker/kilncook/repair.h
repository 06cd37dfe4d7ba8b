// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_REPAIR_H
#define KILNCOOK_REPAIR_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A step of the repair of a mesh. cooker/README.md says what each step changes, and when it leaves
/// a fault.
typedef uint32_t kilncook_repair_step;
enum kilncook_repair_step_values
{
	KILNCOOK_REPAIR_OPPOSITE = 0,	  ///< drops pairs of opposite triangles between closed surfaces, and all copies
	KILNCOOK_REPAIR_CRACKS = 1,		  ///< welds the ends of the edges of cracks
	KILNCOOK_REPAIR_T_JUNCTIONS = 2,  ///< cuts the edge of a T-junction at its vertex
	KILNCOOK_REPAIR_ORIENT = 3,		  ///< winds triangles consistently, closed parts outwards
	KILNCOOK_REPAIR_HOLES = 4,		  ///< closes holes by triangulations of least area
	KILNCOOK_REPAIR_NON_MANIFOLD = 5, ///< cuts surfaces apart that meet at an edge or a vertex that is not manifold
	KILNCOOK_REPAIR_INNER = 6,		  ///< drops parts inside closed parts, which nothing outside can reach
	KILNCOOK_REPAIR_SLIVERS = 7,	  ///< collapses needles and flips caps
	KILNCOOK_REPAIR_SELF_INTERSECTIONS = 8, ///< cuts triangles where they cross or overlap others
	KILNCOOK_REPAIR_END = 9,
};

/// Sets of steps: all steps but `self-intersections`, which makes edges of four triangles where whole surfaces cross, as they often
/// do on purpose; the steps that move no vertex, add and drop no surface, and move the surface by no more than the
/// tolerance.
#define KILNCOOK_REPAIR_ALL (((1u << KILNCOOK_REPAIR_END) - 1u) & ~(1u << KILNCOOK_REPAIR_SELF_INTERSECTIONS))
#define KILNCOOK_REPAIR_SAFE                                                                                           \
	(1u << KILNCOOK_REPAIR_T_JUNCTIONS | 1u << KILNCOOK_REPAIR_ORIENT | 1u << KILNCOOK_REPAIR_NON_MANIFOLD)

/// Returns the name of a step, such as `t-junctions`. Names do not change from version to version.
KILNCOOK_API const char *kilncook_repair_name(kilncook_repair_step step);

/// What a step of the repair did to a mesh. A change of the step `opposite` is a copy that it dropped; of `cracks`, a vertex
/// that it welded; of `t-junctions`, a side that it cut; of `orient`, a triangle that it turned; of `holes`, a hole that it
/// closed; of `non-manifold`, a vertex that it made; of `inner`, a part that it dropped; of `slivers`, an edge that
/// it collapsed or flipped; of `self-intersections`, a triangle that it cut.
typedef struct kilncook_repair_row
{
	bool requested; ///< whether the options ask for the step
	/// The step would have made other faults worse, and was undone: in these places if `changed` is not 0, else as a whole.
	bool undone;
	/// Why: bits 1 << kilncook_fault_kind of the kinds of which there would have been more, and bits of kiln_mesh_flags that parts
	/// would have lost. Both are 0 where the step would have no end within the tolerance, or leave no triangle, and where `undone` is false.
	uint32_t worse, lost;
	uint64_t changed; ///< changes, as above
	uint64_t made;	  ///< triangles made
	uint64_t dropped; ///< triangles dropped
	uint64_t
		left; ///< faults of the step's kinds that the repaired mesh has; of `holes`, loops within the size that it closes
	double distance; ///< the farthest that a vertex or the surface moved, in the mesh's own units
} kilncook_repair_row;

/// Why a hole stays that the step `holes` was asked to close.
typedef uint32_t kilncook_hole_reason;
enum kilncook_hole_reason_values
{
	KILNCOOK_HOLE_NO_REASON = 0,	///< no hole, or the step was not asked for
	KILNCOOK_HOLE_OPEN = 1,			///< no loop: its border ends at edges of three or more triangles
	KILNCOOK_HOLE_LARGE = 2,		///< the diagonal of its box is larger than kilncook_options.hole_size
	KILNCOOK_HOLE_EDGES = 3,		///< it has more than 256 edges
	KILNCOOK_HOLE_WINDING = 4,		///< its edges are wound two ways
	KILNCOOK_HOLE_TRIANGLE = 5,		///< it is the border of a triangle on its own
	KILNCOOK_HOLE_NO_TRIANGLES = 6, ///< every way to fill it has a sliver, or an edge that is there already
	KILNCOOK_HOLE_CROSSING = 7,		///< the triangles would cross others
	KILNCOOK_HOLE_MANY = 8,			///< the triangles would share an edge with two or more
	KILNCOOK_HOLE_WORSE = 9,		///< another fault would become worse: `worse` and `lost` of the step's row
	KILNCOOK_HOLE_WORK = 10,		///< the holes of the mesh take more work than the limit
	KILNCOOK_HOLE_REASON_END = 11,
};

/// Returns a reason in words, such as `too large`; "" for KILNCOOK_HOLE_NO_REASON. Words do not change from version to version.
KILNCOOK_API const char *kilncook_hole_reason_name(kilncook_hole_reason reason);

/// Returns word `index` of why a step was undone: the names of the kinds of `worse`, then `not closed`, `not manifold`, `not orientable`
/// and `not consistently wound`. NULL after the last one.
KILNCOOK_API const char *kilncook_repair_reason_name(const kilncook_repair_row *row, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
