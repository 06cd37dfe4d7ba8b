// SPDX-License-Identifier: MIT
#include "memory.h"
#include "platform/platform.h"

kilncook_status kilncook_write_atomic(const kilncook_context *context, const char *path, const void *data, size_t size)
{
	platform_output output = {0};
	char reason[PLATFORM_REASON] = "";
	bool good = platform_output_open(&output, path, reason) && platform_output_write(&output, data, size, reason) &&
				platform_output_commit(&output, reason);
	if (good)
		return KILNCOOK_OK;
	platform_output_discard(&output);
	cook_message(context, KILNCOOK_ERROR, "", "output", "cannot write %s: %s", path, reason);
	return KILNCOOK_IO;
}
