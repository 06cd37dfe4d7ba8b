// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_FEW_H
#define KILN_CONVEX_FEW_H

#include "support_hull.h"

#ifdef KILN_SUPPORT_WIDE

/// The vertices of a hull of up to KILN_SUPPORT_FEW vertices, in double, prepared for many supports.
typedef struct kiln_few
{
	_Alignas(32) double own[3][KILN_SUPPORT_FEW];	 ///< before the map, less kiln_convex.from
	_Alignas(32) double placed[3][KILN_SUPPORT_FEW]; ///< as supports
	bool many;										 ///< more than eight
} kiln_few;

/// Prepares a hull, with AVX2: the bits are those of kiln_support_vertex and kiln_support_placed.
void kilni_few_prepare(const kiln_convex *convex, kiln_few *few);

#endif

#endif
