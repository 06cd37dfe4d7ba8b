// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_FEW_H
#define KILN_CONVEX_FEW_H

#include "support_hull.h"

#ifdef KILN_SUPPORT_WIDE

/// The vertices of a hull of up to KILN_SUPPORT_FEW vertices, or of a box of up to three bars, in double, prepared for many supports.
typedef struct kiln_few
{
	union
	{
		_Alignas(32) double own[3][KILN_SUPPORT_FEW]; ///< of a hull: before the map, less kiln_convex.from
		_Alignas(32) double bars[3][4];				  ///< of a box: x, y and z of its bars
	};
	_Alignas(32) double placed[3][KILN_SUPPORT_FEW]; ///< as supports
	bool box;
	bool many;	   ///< of a hull: more than eight
	uint32_t ends; ///< of a box: the bits of its vertices' numbers
} kiln_few;

/// Prepares a hull or box, with AVX2: the bits are those of kilni_convex_support.
void kilni_few_prepare(const kiln_convex *convex, kiln_few *few);

#endif

#endif
