// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_H
#define KILNCOOK_H

/// libkilncook cooks an art file, or a scene in memory, into a Kiln blob.
///
/// Every function takes a kilncook_context, which the caller fills in; there is no global state. Functions return a
/// kilncook_status. A function that fails leaves its out-parameters untouched and reports the reason to the context's log.

#include "kilncook/base.h"
#include "kilncook/heightfield.h"
#include "kilncook/options.h"
#include "kilncook/parts.h"
#include "kilncook/polygon.h"
#include "kilncook/repair.h"
#include "kilncook/report.h"
#include "kilncook/scene.h"
#include "kilncook/sdf.h"
#include "kilncook/simplify.h"
#include "kilncook/survey.h"
#include "kilncook/wrap.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads an art file and cooks it. The same file name, bytes and options give the same blob on every machine for OBJ, PLY,
/// STL, OFF and glTF 2.0, which are read without assimp. For other formats they give the same blob with the same version of
/// assimp on the same kind of processor. `report` may be NULL. KILNCOOK_REFUSED when the file holds nothing usable,
/// KILNCOOK_IO when the file cannot be read.
KILNCOOK_API kilncook_status kilncook_cook_file(const kilncook_context *context, const char *path,
	const kilncook_options *options, kilncook_blob *blob, kilncook_report *report);

/// Reads an art file and decides what becomes of each node, without cooking it: the report has the source's figures,
/// `node_rows` and `decisions`. Warns as kilncook_cook_file does up to there.
KILNCOOK_API kilncook_status kilncook_explain_file(
	const kilncook_context *context, const char *path, const kilncook_options *options, kilncook_report *report);

/// Cooks a scene in memory. KILNCOOK_USAGE when the scene contradicts itself (a mesh or material number out of
/// range, an odd index size, face sizes that don't add up, a node with meshes and a primitive, a primitive out of
/// range); broken geometry is cleaned or refused as in a file.
KILNCOOK_API kilncook_status kilncook_cook_memory(const kilncook_context *context, const kilncook_scene *scene,
	const kilncook_options *options, kilncook_blob *blob, kilncook_report *report);

/// Writes a file so that `path` holds either its old bytes or all new bytes, never a part: writes a temporary file in the
/// same folder, flushes it to the disk and renames it. Writes directly to a device or pipe. KILNCOOK_IO with a message.
KILNCOOK_API kilncook_status kilncook_write_atomic(
	const kilncook_context *context, const char *path, const void *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
