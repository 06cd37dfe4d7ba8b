// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_WRAP_H
#define KILN_COOKER_WRAP_H

#include "kilncook.h"

/// kilncook_wrap_build, with messages that name the mesh `where`.
kilncook_status wrap_build(const kilncook_context *context, const char *where, const kilncook_wrap_art *art,
	const kilncook_wrap_options *options, kilncook_wrap_surface *out);

#endif
