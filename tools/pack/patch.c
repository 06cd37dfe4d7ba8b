// SPDX-License-Identifier: MIT
#include "pack/patch.h"
#include "../common/file.h"
#include "../common/message.h"
#include "pack.h"
#include "platform/platform.h"

#include <stdlib.h>

static int write_file(const char *path, const void *data, size_t size)
{
	platform_output output = {0};
	char reason[PLATFORM_REASON] = "";
	bool good = platform_output_open(&output, path, reason);
	output.changed_only = true;
	good = good && platform_output_write(&output, data, size, reason) && platform_output_commit(&output, reason);
	if (good)
		return TOOL_DONE;
	platform_output_discard(&output);
	tool_message(path, "error", "write", "cannot write: %s", reason);
	return TOOL_IO;
}

/// Refuses an output that is one of both inputs.
static int check_output(const pack_options *options, const char *text)
{
	if (options->word_count != 2 || options->output == NULL)
		return pack_usage(text, "");
	for (size_t i = 0; i < 2; ++i)
		if (platform_same_file(options->words[i], options->output))
			return pack_usage("-o would overwrite ", options->words[i]);
	return TOOL_DONE;
}

int pack_patch(const pack_options *options)
{
	kiln_pack old = {0}, new = {0};
	uint8_t *patch = NULL;
	size_t size = 0;
	int code = check_output(options, "patch takes two packs and -o X.kpatch");
	if (code == TOOL_DONE)
		code = pack_open(options->words[0], &old);
	if (code == TOOL_DONE)
		code = pack_open(options->words[1], &new);
	if (code == TOOL_DONE && pack_patch_make(&old, &new, &patch, &size) != KILN_OK)
		code = pack_no_memory(options->output);
	if (code == TOOL_DONE)
		code = write_file(options->output, patch, size);
	free(patch);
	kiln_pack_unmap(&old);
	kiln_pack_unmap(&new);
	return code;
}

int pack_apply(const pack_options *options)
{
	kiln_pack old = {0};
	file_bytes patch = {0};
	void *block = NULL;
	uint8_t *data = NULL;
	size_t size = 0;
	int code = check_output(options, "apply takes a pack, a patch and -o NEW.kpack");
	if (code == TOOL_DONE)
		code = pack_open(options->words[0], &old);
	if (code == TOOL_DONE)
		code = tool_read(options->words[1], &patch);
	if (code == TOOL_DONE)
	{
		const kiln_result result = pack_patch_apply(&old, patch.data, patch.size, &block, &data, &size);
		if (result.status == KILN_E_CAPACITY)
			code = pack_no_memory(options->words[1]);
		else if (result.status != KILN_OK)
			code = tool_refused(options->words[1], result);
	}
	if (code == TOOL_DONE)
		code = write_file(options->output, data, size);
	free(block);
	file_free(&patch);
	kiln_pack_unmap(&old);
	return code;
}
