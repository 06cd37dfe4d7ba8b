// SPDX-License-Identifier: MIT
#ifndef KILN_METADATA_H
#define KILN_METADATA_H

#include "asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Values that the art gives to the scene, to nodes, materials and meshes: properties of glTF (`extras`) and of other formats.
/// kiln-cook keeps metadata on request (--metadata), and adds the mass of convex parts as `/kiln/parts/volume` and others. Each value has a path, a JSON Pointer (RFC 6901) such as
/// `/extras/health` or `/extras/tags/0`; in a key of the path, `~0` stands for `~` and `~1` for `/`.
///
///     kiln_metadata_int(kiln_metadata_find(&asset, KILN_METADATA_NODE, hit.node, "/extras/health"), 100)

/// Returns the entry of an owner with this path: a binary search that compares whole bytes. `index` is the owner's index
/// in the asset, 0 for the scene. Returns NULL where the asset has no such entry.
KILN_API const kiln_format_metadata *kiln_metadata_find(
	const kiln_asset *asset, kiln_metadata_owner owner, uint32_t index, const char *path);

/// Returns the first entry of an owner and stores in `*count` how many the owner has. The entries follow each other in
/// the order of the bytes of their paths, so that `/extras/10` comes before `/extras/2`. Returns NULL and 0 where the
/// owner has none. `count` may be NULL.
KILN_API const kiln_format_metadata *kiln_metadata_list(
	const kiln_asset *asset, kiln_metadata_owner owner, uint32_t index, uint32_t *count);

/// Returns the path of an entry of the asset; "" for NULL.
KILN_API const char *kiln_metadata_path(const kiln_asset *asset, const kiln_format_metadata *entry);

/// Returns the value of an entry that is true or false. Returns `missing` for other types and for NULL.
KILN_API bool kiln_metadata_bool(const kiln_format_metadata *entry, bool missing);

/// Returns the value of an entry that is a whole number: an integer, or a double without a fraction from -2^63 to below
/// 2^63. Returns `missing` for other values and for NULL.
KILN_API int64_t kiln_metadata_int(const kiln_format_metadata *entry, int64_t missing);

/// Returns the value of an entry that is a number; an integer beyond 2^53 is rounded. The result is finite. Returns
/// `missing` for other types and for NULL.
KILN_API double kiln_metadata_double(const kiln_format_metadata *entry, double missing);

/// Returns the value of an entry that is a string: valid UTF-8, which may hold any character but NUL. Returns `missing`
/// for other types and for NULL.
KILN_API const char *kiln_metadata_string(
	const kiln_asset *asset, const kiln_format_metadata *entry, const char *missing);

#ifdef __cplusplus
}
#endif

#endif
