// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_VERIFY_H
#define KILN_DUMP_VERIFY_H

#include "../blob/raw.h"
#include "kiln.h"

/// Properties that kiln_open does not prove because the safety of queries does not depend on them: the bytes are those
/// that were cooked, and no tree hides a triangle from a query.

static inline kiln_result verify_passed(void)
{
	return (kiln_result){KILN_OK, 0, "every rule holds"};
}

/// Makes the refusal of an address in the blob.
static inline kiln_result verify_refused(
	const kiln_asset *asset, kiln_status status, const void *at, const char *reason)
{
	return (kiln_result){status, (uint64_t)((const uint8_t *)at - asset->data), reason};
}

/// Hashes the contents and compares. KILN_E_HASH when they differ. `raw` has a header.
kiln_result verify_hash(const raw_blob *raw);

/// Proves properties of a blob that kiln_open accepted: box planes are exact in float32, every triangle lies in the box
/// of every ancestor, mesh bounds are the vertices' bounds, and a mesh's verdicts agree with its counts. Every node's
/// box contains the node's triangles, those of levels too, in asset coordinates and lies in every ancestor's box in the scene's tree.
kiln_result verify_asset(const kiln_asset *asset);

#endif
