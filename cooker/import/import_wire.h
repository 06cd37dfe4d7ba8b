// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_WIRE_H
#define KILN_COOKER_IMPORT_WIRE_H

#include "scene.h"

/// A scene as bytes, from the process that imports to the one that cooks. Both are the same program on the same machine,
/// so numbers go as they lie in memory. The sender may have been damaged by the art: nothing it sends is believed.

/// Sends a scene in pieces.
void import_wire_write(const art_scene *scene, void (*put)(void *user, const void *bytes, size_t size), void *user);

/// Makes a scene of the bytes. KILNCOOK_REFUSED when they are not a whole scene or something in them contradicts
/// scene.h: a count that the bytes do not hold, a number out of range, a node before its parent, text that is not valid.
/// KILNCOOK_INTERNAL when out of memory. Neither has a message. `scene` is the caller's after success (art_scene_free),
/// untouched else.
kilncook_status import_wire_read(const kilncook_context *context, const uint8_t *bytes, size_t size, art_scene *scene);

#endif
