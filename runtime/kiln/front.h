// SPDX-License-Identifier: MIT
#ifndef KILN_FRONT_H
#define KILN_FRONT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// State that one frame's query of a pair of objects leaves to the next frame's query, in the caller's memory: where
/// the walk ended (front tracking, Ericson 2005, 6.7.2; Li and Chen 1998), and the triangles where it ended (surface
/// caching, 6.7.1).
///
/// The content of a front may cost time, but never changes an answer: the next query answers as without a front. This
/// holds as long as volumes contain their triangles, which the cooker proves and kiln_open does not, and as long as
/// nobody forges the 64-bit checksums in the memory.
typedef struct kiln_front
{
	void *memory;
	size_t size;
	const struct kiln_front_method *method; ///< set by kiln_front_init; NULL: the front keeps nothing
} kiln_front;

/// Returns the bytes of a front of up to `pairs` pairs of volumes; 0 where size_t cannot hold the number, as for 180
/// million pairs on a 32-bit machine. Of a walk that ends with more pairs the front keeps only the triangles where the
/// walk ended.
KILN_API size_t kiln_front_size(uint32_t pairs);

/// Makes an empty front in `memory`, aligned to 16 bytes. KILN_E_ARGUMENT for NULL; KILN_E_ALIGNMENT; KILN_E_CAPACITY
/// for less than kiln_front_size(1) bytes. After an error the front is {0}, which keeps nothing.
KILN_API kiln_status kiln_front_init(kiln_front *front, void *memory, size_t size);

/// Empties a front.
KILN_API void kiln_front_clear(kiln_front *front);

#ifdef __cplusplus
}
#endif

#endif
