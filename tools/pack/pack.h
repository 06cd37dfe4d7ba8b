// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_PACK_H
#define KILN_TOOLS_PACK_H

#include "command/command.h"
#include "kiln/pack.h"

/// The commands of kiln-pack. Each returns a tool_exit after it reported what went wrong.

typedef struct pack_options
{
	const char *output;	   ///< -o, or NULL
	const char *directory; ///< the folder of the inputs, or NULL
	const char *from;	   ///< the list of the inputs, or NULL
	uint32_t alignment;	   ///< 0: the default of the codec
	bool json;
	char **words; ///< the arguments behind the command
	size_t word_count;
} pack_options;

int pack_create(const pack_options *options);
int pack_list(const pack_options *options);
int pack_extract(const pack_options *options);
int pack_verify(const pack_options *options);

/// Reports a wrong command line; returns TOOL_USAGE.
int pack_usage(const char *text, const char *word);

/// Reports that memory ran out; returns TOOL_INTERNAL.
int pack_no_memory(const char *path);

/// Maps a pack, or reports why not.
int pack_open(const char *path, kiln_pack *pack);

/// Reports a refusal of a file; returns TOOL_IO or TOOL_REFUSED.
int pack_refused(const char *path, kiln_result result);

/// Returns the indices of the entries in the order of their blobs, then of the entries; the caller frees them. NULL
/// without memory.
uint32_t *pack_order(const kiln_pack *pack);

/// Reports the first name that no file below a folder can have, or the first two that differ only in the case of letters.
/// `entries` are indices of entries. Returns TOOL_DONE where every name can be extracted.
int pack_check_names(const char *path, const kiln_pack *pack, const uint32_t *entries, uint32_t count);

/// Checks the bytes of a blob against their hash and, where `proof`, opens them as a blob. Reports a fault under
/// `path:name`.
int pack_check_blob(
	const char *path, const kiln_pack *pack, const kiln_pack_item *item, const uint8_t *bytes, bool proof);

#endif
