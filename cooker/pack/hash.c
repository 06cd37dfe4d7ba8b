// SPDX-License-Identifier: MIT
#include "pack/hash.h"

#include <string.h>
#include <xxhash.h>

void pack_hash(const void *data, size_t size, uint8_t hash[16])
{
	XXH128_canonical_t canonical;
	XXH128_canonicalFromHash(&canonical, XXH3_128bits(data, size));
	memcpy(hash, canonical.digest, sizeof canonical.digest);
}

bool pack_hash_holds(const void *data, size_t size, const uint8_t hash[16])
{
	uint8_t own[16];
	pack_hash(data, size, own);
	return memcmp(own, hash, sizeof own) == 0;
}
