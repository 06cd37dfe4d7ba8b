// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_WRAP_INTERNAL_H
#define KILN_COOKER_WRAP_INTERNAL_H

#include "mesh.h"
#include "soup.h"

/// What a round of wrapping shares. wrap.c describes the steps.

/// A side between a cell inside and one outside, or the box, that a ball of the radius `alpha` fits through.
typedef struct wrap_gate
{
	double radius2; ///< of the least sphere through the side's corners without a vertex inside
	uint32_t made;	///< wrap_cell.made of the cell inside
	uint32_t cell;	///< inside
	uint32_t side;
} wrap_gate;

typedef struct wrap_work
{
	const kilncook_context *context;
	const wrap_soup *soup;
	wrap_mesh mesh;
	double alpha;	  ///< radius of the balls that carve
	double offset;	  ///< of new vertices
	double apart;	  ///< least distance of two vertices
	wrap_gate *gates; ///< a heap, the widest on top
	uint32_t gate_count, gate_capacity;
	uint32_t filled;
} wrap_work;

/// How a step ended.
typedef enum wrap_end
{
	WRAP_DONE,
	WRAP_CELLS,	 ///< no more cells
	WRAP_MEMORY, ///< no more memory
} wrap_end;

/// Carves cells from outside until no gate is left.
wrap_end wrap_carve(wrap_work *work);

/// Makes the boundary of the inside manifold: fills what the outside does not reach, drops pieces without art, and fills cells
/// outside at vertices where surfaces meet.
wrap_end wrap_settle(wrap_work *work);

/// Whether a cell touches the art.
bool wrap_cell_touches(const wrap_work *work, uint32_t cell);

/// Extracts the boundary of the inside.
wrap_end wrap_extract(const wrap_work *work, const uint32_t *order, kilncook_wrap_surface *out);

/// Whether the surface has all properties that kilncook_wrap_build promises, apart from the distance.
wrap_end wrap_verify(const wrap_work *work, const kilncook_wrap_surface *surface, bool *sound);

/// An upper bound of the distance from any point of the surface to the art.
double wrap_bound_distance(const wrap_soup *soup, const kilncook_wrap_surface *surface);

#endif
