// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CLEAN_TRIANGLES_H
#define KILN_TESTS_CLEAN_TRIANGLES_H

#include "clean/clean.h"

/// Cleans triangles, three corners each, as the art of one mesh; or of two meshes, where `parts`, 0 or 1 for each triangle,
/// is not NULL. Fails the test when cleaning fails. The caller frees the mesh.
void clean_triangles(const kilncook_context *context, const float (*positions)[3], uint32_t vertex_count,
	const uint32_t (*triangles)[3], const uint32_t *parts, uint32_t triangle_count, clean_mesh *mesh);

#endif
