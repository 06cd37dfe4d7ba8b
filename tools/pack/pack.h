// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_PACK_H
#define KILN_TOOLS_PACK_H

#include "../common/refused.h"
#include "command/command.h"
#include "kiln/pack.h"

/// The commands of kiln-pack. Each returns a tool_exit after it reported what went wrong.

typedef struct pack_options
{
	const char *output;	   ///< -o, or NULL
	const char *directory; ///< the folder of the inputs, or NULL
	const char *from;	   ///< the list of the inputs, or NULL
	uint32_t alignment;	   ///< 0: the default of the codec
	uint32_t level;		   ///< of zstd; 0: a plain pack
	const char *like;	   ///< an older pack, or NULL
	bool json;
	char **words; ///< the arguments behind the command
	size_t word_count;
} pack_options;

int pack_create(const pack_options *options);
int pack_list(const pack_options *options);
int pack_extract(const pack_options *options);
int pack_verify(const pack_options *options);
int pack_diff(const pack_options *options);
int pack_patch(const pack_options *options);
int pack_apply(const pack_options *options);

/// Reports a wrong command line; returns TOOL_USAGE.
int pack_usage(const char *text, const char *word);

/// Reports that memory ran out; returns TOOL_INTERNAL.
int pack_no_memory(const char *path);

/// Maps a pack, or reports why not.
int pack_open(const char *path, kiln_pack *pack);

/// Returns the indices of the entries in the order of their blobs, then of the entries; the caller frees them. NULL
/// without memory.
uint32_t *pack_order(const kiln_pack *pack);

/// Reports the first name that no file below a folder can have, or the first two that differ only in the case of letters.
/// `entries` are indices of entries. Returns TOOL_DONE where every name can be extracted.
int pack_check_names(const char *path, const kiln_pack *pack, const uint32_t *entries, uint32_t count);

/// Reads the blobs of a pack, compressed or not. Begin with `{.path, .pack}`; end with pack_source_end.
typedef struct pack_source
{
	const char *path;
	const kiln_pack *pack;
	struct kilnpack_reader *reader;
	uint8_t *block;
	size_t capacity;
} pack_source;

/// Sets `*bytes` to the bytes of an entry's blob, at a multiple of 64 bytes, after they were checked against their hash.
/// They stay until the next call. Reports what went wrong.
int pack_source_read(pack_source *source, uint32_t entry, const uint8_t **bytes);
void pack_source_end(pack_source *source);

/// Proves the bytes of a blob, or reports the refusal with the blob's name.
int pack_prove_blob(const char *path, const kiln_pack_item *item, const uint8_t *bytes);

#endif
