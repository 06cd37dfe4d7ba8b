// SPDX-License-Identifier: MIT
#ifndef KILN_HEIGHTFIELD_HIT_H
#define KILN_HEIGHTFIELD_HIT_H

#include "field.h"
#include "scene/hit.h"

/// Sets the numbers that identify a triangle of a field in a hit.
static inline void kiln_field_identify(uint32_t triangle, uint32_t material, kiln_hit *hit)
{
	hit->triangle = triangle;
	hit->mesh = hit->source_mesh = hit->node = hit->shape = hit->face = KILN_NONE;
	hit->source_face = triangle / 2;
	hit->material = material;
	hit->tag = 0;
}

#endif
