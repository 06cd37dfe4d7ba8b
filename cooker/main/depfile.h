// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_DEPFILE_H
#define KILN_COOKER_DEPFILE_H

#include "arguments.h"
#include "write/text.h"

/// Writes one Make rule: the output depends on the art file, on the files that it names as far as they are there, and
/// on the recipes. Blanks, '#', ':' and '$' are escaped as Make and Ninja read them.
void cli_depfile(const cli_settings *settings, cook_text *text);

/// Calls `found` with the path of every file that an OBJ or glTF file names and that is there: material libraries,
/// buffers. Textures are left out, they change nothing about a cook.
void cli_side_files(const char *path, void (*found)(void *user, const char *side_file), void *user);

#endif
