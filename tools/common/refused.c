// SPDX-License-Identifier: MIT
#include "refused.h"

#include "message.h"
#include "platform/platform.h"

int tool_refused(const char *path, kiln_result result)
{
	const char *code = kiln_status_name(result.status);
	char why[PLATFORM_REASON] = "";
	if (result.status != KILN_E_IO)
	{
		tool_message(path, "error", code, "offset %llu: %s", (unsigned long long)result.offset, result.reason);
		return TOOL_REFUSED;
	}
	const bool regular = platform_file_kind(path, NULL, why) == PLATFORM_REGULAR;
	tool_message(path, "error", code, "%s%s%s", result.reason, regular ? "" : ": ", regular ? "" : why);
	return TOOL_IO;
}
