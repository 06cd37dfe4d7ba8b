// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_GLTF_CASE_H
#define KILN_TESTS_GLTF_CASE_H

#include <stddef.h>
#include <stdint.h>

/// A .glb of its JSON and its binary chunk, in memory from malloc; NULL without memory.
uint8_t *gltf_case_binary(const char *json, size_t json_size, const void *bytes, size_t size, size_t *total);

/// A grid of 4 by 4 vertices in the plane z = 0 as 16 bit numbers, and its 18 triangles, compressed for
/// EXT_meshopt_compression: the JSON, and the bytes in memory from malloc. NULL without memory.
uint8_t *gltf_case_compressed(char *json, size_t room, size_t *size);

#endif
