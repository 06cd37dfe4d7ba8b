// SPDX-License-Identifier: MIT
#ifndef KILN_FRONT_H
#define KILN_FRONT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What one frame's query of a pair of objects leaves to the next one, in the caller's memory: where the walk ended
/// (front tracking, Ericson 2005, 6.7.2; Li and Chen 1998) and the triangles it ended with (surface caching, 6.7.1). It
/// may cost time, never an answer: whatever it holds, the next query answers what it would answer without, as long as volumes
/// contain their triangles, which the cooker proves and kiln_open does not, and nobody forged the memory's 64-bit
/// checksums.
typedef struct kiln_front
{
	void *memory;
	size_t size;
} kiln_front;

/// Bytes for a front of up to `pairs` pairs of volumes; 0 where size_t does not hold that many, as for 180 million pairs on
/// a machine of 32 bits. A walk that ends with more is kept only as the triangles it ended with.
KILN_API size_t kiln_front_size(uint32_t pairs);

/// Makes `memory`, aligned to 16 bytes, an empty front. KILN_E_ARGUMENT for NULL, KILN_E_ALIGNMENT, and KILN_E_CAPACITY for
/// less than kiln_front_size(1) bytes: the front is {0} then, which keeps nothing.
KILN_API kiln_status kiln_front_init(kiln_front *front, void *memory, size_t size);

/// Forgets what it holds.
KILN_API void kiln_front_clear(kiln_front *front);

#ifdef __cplusplus
}
#endif

#endif
