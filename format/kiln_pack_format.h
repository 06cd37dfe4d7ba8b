// SPDX-License-Identifier: MIT
#ifndef KILN_PACK_FORMAT_H
#define KILN_PACK_FORMAT_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/// The on-disk structures of a Kiln pack, a file of many blobs. PACK.md describes the same structures, with the rules that
/// a reader checks.
///
/// A pack is little-endian, position independent and never written to. Offsets are bytes from the first byte of the pack
/// unless a field names another start. Every reserved byte is zero.

#define KILN_PACK_FORMAT_MAJOR 1
#define KILN_PACK_FORMAT_MINOR 0

/// The first eight bytes. Every text-mode or 7-bit transfer damages the high bit, CR LF or SUB.
#define KILN_PACK_FORMAT_MAGIC "\x89KPK\r\n\x1a\n"
#define KILN_PACK_FORMAT_MAGIC_SIZE 8
/// Offset of the first byte that `index_hash` covers.
#define KILN_PACK_HASHED_FROM 40
/// Dictionaries and blobs start behind the index at a multiple of this many bytes.
#define KILN_PACK_INDEX_ALIGNMENT 64
/// Largest alignment of blobs.
#define KILN_PACK_ALIGNMENT_MAX 65536
/// Most bytes of a name, without its NUL.
#define KILN_PACK_NAME_MAX 240
/// Most bytes of a dictionary.
#define KILN_PACK_DICTIONARY_MAX (1u << 24)
/// Most dictionaries of a pack.
#define KILN_PACK_DICTIONARIES_MAX 256
/// A zstd frame holds at most this many bytes for each of its own: a block of 4 bytes repeats one byte 2^17 times.
#define KILN_PACK_RATIO_MAX 32768

/// How blobs are stored. Values are fixed.
typedef uint32_t kiln_pack_codec;
enum kiln_pack_codec_values
{
	KILN_PACK_PLAIN = 0, ///< as they are: mapped and queried in place
	KILN_PACK_ZSTD = 1,	 ///< each blob is one zstd frame (RFC 8878)
	KILN_PACK_CODEC_END = 2,
};

typedef struct kiln_format_pack_header
{
	uint8_t magic[KILN_PACK_FORMAT_MAGIC_SIZE]; ///< KILN_PACK_FORMAT_MAGIC
	uint32_t endian;							///< 0x01020304
	uint16_t version_major;						///< KILN_PACK_FORMAT_MAJOR
	uint16_t version_minor;						///< versions above KILN_PACK_FORMAT_MINOR only add optional parts
	uint64_t size;								///< bytes of the whole pack
	uint8_t index_hash[16];		///< XXH3-128, canonical, of the bytes from the next field to `data_offset`
	uint64_t required_features; ///< a reader refuses unknown bits; version 1.0 defines no bit
	uint64_t data_offset;		///< end of the index: the first dictionary, or the first blob
	uint64_t names_size;		///< bytes of the names
	uint32_t entry_count;
	uint32_t blob_count;
	uint32_t dictionary_count;
	kiln_pack_codec codec;
	uint32_t alignment;		  ///< of every blob: a power of two
	uint16_t tool_version[4]; ///< major, minor, patch of kiln-pack, then 0
	uint32_t reserved[9];
} kiln_format_pack_header;

/// A name. Entries follow the header, by increasing hash, then by increasing bytes of their names.
typedef struct kiln_format_pack_entry
{
	uint64_t hash; ///< XXH3-64 of the name without its NUL, seed 0
	uint32_t name; ///< offset in the names
	uint32_t blob; ///< index in the blobs; several names may have one blob
} kiln_format_pack_entry;

/// The place of a blob. Blobs follow the entries, in the order of their bytes in the pack.
typedef struct kiln_format_pack_blob
{
	uint64_t offset;		  ///< the first multiple of `alignment` behind the blob before
	uint64_t stored;		  ///< bytes in the pack
	uint64_t size;			  ///< bytes of the blob, a multiple of 64
	uint8_t content_hash[16]; ///< XXH3-128, canonical, of the blob
	uint32_t dictionary;	  ///< index in the dictionaries, or 0xffffffff
	uint32_t reserved;
} kiln_format_pack_blob;

/// The place of a dictionary. Dictionaries follow the blobs; the names follow the dictionaries.
typedef struct kiln_format_pack_dictionary
{
	uint64_t offset;		  ///< the first one at `data_offset`, each other one at the end of the one before
	uint64_t size;			  ///< at most KILN_PACK_DICTIONARY_MAX
	uint8_t content_hash[16]; ///< XXH3-128, canonical
} kiln_format_pack_dictionary;

#ifndef __cplusplus
static_assert(sizeof(kiln_format_pack_header) == 128, "the header has 128 bytes");
static_assert(sizeof(kiln_format_pack_entry) == 16, "an entry has 16 bytes");
static_assert(sizeof(kiln_format_pack_blob) == 48, "a blob's place has 48 bytes");
static_assert(sizeof(kiln_format_pack_dictionary) == 32, "a dictionary's place has 32 bytes");
#endif

#endif
