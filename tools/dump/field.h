// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_FIELD_H
#define KILN_DUMP_FIELD_H

#include "kiln.h"

#include <stdio.h>

/// What kiln-dump shows of a height field.

/// Whether bytes begin with a height field's magic.
bool field_is(const uint8_t *data, size_t size);

/// Figures of a field, and of its bytes.
typedef struct field_figures
{
	uint64_t holes, turned, cells;
	uint64_t blocks, plain_blocks; ///< blocks; those without cells of their own
	uint64_t bits[17];			   ///< blocks by the bits of a sample
} field_figures;

/// Prints what a field holds, as text or as JSON; of a field that is broken, the header's figures and the rule.
void field_text(FILE *out, const kiln_heightfield *field, const char *path, uint64_t size, bool proved);
void field_json(FILE *out, const kiln_heightfield *field, const char *path, uint64_t size, bool proved);

/// Writes all triangles as Wavefront OBJ, `usemtl` by the number of the material. Samples at holes without a cell are vertices, too.
bool field_obj(FILE *out, const kiln_heightfield *field);

/// Draws a field from above as SVG: shades by slope, as lit from the upper left, lines of equal height, holes red. At most 128 x 128 squares: of
/// larger fields samples far apart.
bool field_svg(FILE *out, const kiln_heightfield *field);

#endif
