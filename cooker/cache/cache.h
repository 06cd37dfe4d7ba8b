// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_CACHE_H
#define KILN_COOKER_CACHE_H

#include "kilncook.h"
#include "math/ieee.h"

/// A folder of finished cooks. A key stands for everything that is known before a cook: the art, the options, the program.
/// An index file by that key lists the further files that earlier cooks read, and those that they looked for in vain. The key
/// and the contents of these files give the name of the entry. So an entry is found only if a cook would read the same bytes.
///
/// Any number of processes and machines may use one folder: files appear whole, by a rename, and every file is checked by
/// its hash before it is used. A file that fails the check is removed and counts as missing. Nothing is flushed to the
/// disk: the check finds what a crash of the system cut. Contents are trusted as much as those who can write the folder.

typedef struct cook_cache
{
	const kilncook_context *context;
	const char *folder; ///< made when it is first used, with its parents
	/// Most bytes of all files: 0 for no limit. The folder has 16 parts, each of at most a 16th. After a store, the files of
	/// its part that were used longest ago are removed until the part fits.
	uint64_t limit;
	bool peeks; ///< does not count an entry that is not there
} cook_cache;

/// XXH3-128 in its canonical order of bytes.
typedef struct cache_key
{
	uint8_t bytes[16];
} cache_key;

typedef enum cache_part
{
	CACHE_ASSET,	///< the blob
	CACHE_REPORT,	///< the JSON report
	CACHE_TEXT,		///< the text report
	CACHE_MESSAGES, ///< the messages of the cook
	CACHE_SUMMARY,	///< the line that the command prints at its end
	CACHE_PARTS,
} cache_part;

/// Reports whether the files of a cook still have the contents that the cook read.
typedef struct cache_check
{
	bool (*holds)(const void *user);
	const void *user;
} cache_check;

typedef struct cache_bytes
{
	const void *data;
	size_t size;
} cache_bytes;

/// Files besides the art.
typedef struct cache_files
{
	char **read; ///< files that were read
	uint32_t read_count;
	char **missing; ///< files that do not exist, but would have been read
	uint32_t missing_count;
} cache_files;

typedef struct cache_entry
{
	cache_bytes parts[CACHE_PARTS]; ///< of one block
	cache_files files;				///< as the cook named them
	uint8_t *block;
	size_t block_size;
} cache_entry;

typedef enum cache_answer
{
	CACHE_MISS,
	CACHE_HIT,
	CACHE_DAMAGED, ///< a miss: what was there failed its check, and was removed
	CACHE_NO_MEMORY,
} cache_answer;

/// Hashes bytes.
cache_key cache_hash_bytes(const void *data, size_t size);

/// Hashes a regular file; false when it cannot be read.
bool cache_hash_file(const kilncook_context *context, const char *path, cache_key *hash);

/// Takes the entry of a key, whose files have the contents of now. Counts the answer for cache_count. After a hit the caller
/// frees the entry; after any other answer it is empty.
cache_answer cache_take(const cook_cache *cache, const cache_key *key, cache_entry *entry);

void cache_entry_free(const kilncook_context *context, cache_entry *entry);

/// Stores a finished cook of a key, in place of an entry with the same contents. `check` is made after the files were
/// hashed, so that the hashes are those of the contents that the cook read. False with a reason (PLATFORM_REASON bytes) when
/// the folder cannot be written or a file has changed; then nothing half-written is left. An entry that the limit has no room
/// for is not kept, which is no failure.
bool cache_store(const cook_cache *cache, const cache_key *key, const cache_files *files, const cache_check *check,
	const cache_bytes parts[CACHE_PARTS], char *reason);

typedef struct cache_counts
{
	uint64_t entries;
	uint64_t bytes; ///< of all files
	uint64_t hits;
	uint64_t misses;
} cache_counts;

/// Counts what the folder holds, and the answers since it was made. A folder that does not exist holds nothing.
cache_counts cache_count(const cook_cache *cache);

#endif
