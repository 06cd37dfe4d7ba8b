// SPDX-License-Identifier: MIT
#ifndef KILN_SURFACE_H
#define KILN_SURFACE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What can be done with surfaces of one kind. Only the function that makes the surfaces names them, so that a program
/// links the code of the kinds that it makes.
typedef struct kiln_surface_operations kiln_surface_operations;

/// A surface that is no asset: a member of a world (kiln_member.surface), or a border of contacts. kiln_heightfield_surface
/// makes one of a height field. {0} is no surface.
typedef struct kiln_surface
{
	const void *data; ///< must stay at its address, and unchanged, as long as the surface is used
	const kiln_surface_operations *operations;
} kiln_surface;

#ifdef __cplusplus
}
#endif

#endif
