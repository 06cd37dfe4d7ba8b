// SPDX-License-Identifier: MIT
#include "name_hash.h"

#include <string.h>

#define PRIME_1 0x9e3779b185ebca87u
#define PRIME_2 0xc2b2ae3d27d4eb4fu
#define PRIME_3 0x165667b19e3779f9u
#define MIX_1 0x165667919e3779f9u
#define MIX_2 0x9fb21c651e98df25u

/// The first bytes of XXH3's default secret: as many as short inputs use.
static const uint8_t secret[136] = {0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21,
	0xad, 0x1c, 0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f, 0xcb,
	0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21, 0xb8, 0x08, 0x46, 0x74,
	0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c, 0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00,
	0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3, 0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19,
	0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8, 0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7,
	0x0b, 0x4f, 0x1d, 0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
	0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3};

static uint64_t read_32(const uint8_t *at)
{
	uint32_t value;
	memcpy(&value, at, sizeof value);
	return value;
}

static uint64_t read_64(const uint8_t *at)
{
	uint64_t value;
	memcpy(&value, at, sizeof value);
	return value;
}

static uint64_t swap_bytes(uint64_t value)
{
	value = (value & 0x00ff00ff00ff00ffu) << 8 | (value >> 8 & 0x00ff00ff00ff00ffu);
	value = (value & 0x0000ffff0000ffffu) << 16 | (value >> 16 & 0x0000ffff0000ffffu);
	return value << 32 | value >> 32;
}

static uint64_t rotate(uint64_t value, int bits)
{
	return value << bits | value >> (64 - bits);
}

/// Returns the two halves of the 128-bit product, combined by exclusive or.
static uint64_t fold_product(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__)
	__extension__ const unsigned __int128 product = (unsigned __int128)a * b;
	return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
	const uint64_t a_low = a & UINT32_MAX, a_high = a >> 32, b_low = b & UINT32_MAX, b_high = b >> 32;
	const uint64_t low = a_low * b_low, cross = a_high * b_low;
	const uint64_t middle = a_low * b_high + (low >> 32) + (cross & UINT32_MAX);
	return (a * b) ^ (a_high * b_high + (cross >> 32) + (middle >> 32));
#endif
}

static uint64_t avalanche(uint64_t hash)
{
	hash ^= hash >> 37;
	hash *= MIX_1;
	return hash ^ hash >> 32;
}

static uint64_t hash_to_3(const uint8_t *at, size_t size)
{
	const uint64_t bytes = (uint64_t)at[0] << 16 | (uint64_t)at[size / 2] << 24 | at[size - 1] | (uint64_t)size << 8;
	uint64_t hash = bytes ^ (read_32(secret) ^ read_32(secret + 4));
	hash ^= hash >> 33;
	hash *= PRIME_2;
	hash ^= hash >> 29;
	hash *= PRIME_3;
	return hash ^ hash >> 32;
}

static uint64_t hash_to_8(const uint8_t *at, size_t size)
{
	const uint64_t bytes = read_32(at + size - 4) + (read_32(at) << 32);
	uint64_t hash = bytes ^ (read_64(secret + 8) ^ read_64(secret + 16));
	hash ^= rotate(hash, 49) ^ rotate(hash, 24);
	hash *= MIX_2;
	hash ^= (hash >> 35) + size;
	hash *= MIX_2;
	return hash ^ hash >> 28;
}

static uint64_t hash_to_16(const uint8_t *at, size_t size)
{
	const uint64_t low = read_64(at) ^ read_64(secret + 24) ^ read_64(secret + 32);
	const uint64_t high = read_64(at + size - 8) ^ read_64(secret + 40) ^ read_64(secret + 48);
	return avalanche(size + swap_bytes(low) + high + fold_product(low, high));
}

static uint64_t mix_16(const uint8_t *at, const uint8_t *key)
{
	return fold_product(read_64(at) ^ read_64(key), read_64(at + 8) ^ read_64(key + 8));
}

static uint64_t hash_to_128(const uint8_t *at, size_t size)
{
	uint64_t sum = size * PRIME_1;
	// Pairs of blocks from both ends inwards.
	for (size_t i = 0; i <= (size - 1) / 32; ++i)
		sum += mix_16(at + 16 * i, secret + 32 * i) + mix_16(at + size - 16 * (i + 1), secret + 32 * i + 16);
	return avalanche(sum);
}

static uint64_t hash_to_240(const uint8_t *at, size_t size)
{
	uint64_t sum = size * PRIME_1;
	for (size_t i = 0; i < 8; ++i)
		sum += mix_16(at + 16 * i, secret + 16 * i);
	sum = avalanche(sum);
	for (size_t i = 8; i < size / 16; ++i)
		sum += mix_16(at + 16 * i, secret + 16 * (i - 8) + 3);
	return avalanche(sum + mix_16(at + size - 16, secret + sizeof secret - 17));
}

uint64_t kilni_pack_name_hash(const char *name, size_t size)
{
	const uint8_t *at = (const uint8_t *)name;
	if (size <= 3)
		return hash_to_3(at, size);
	if (size <= 8)
		return hash_to_8(at, size);
	if (size <= 16)
		return hash_to_16(at, size);
	return size <= 128 ? hash_to_128(at, size) : hash_to_240(at, size);
}
