// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_WIRE_H
#define KILN_COOKER_IMPORT_WIRE_H

#include "scene.h"

/// A scene as bytes, sent from the process that imports to the process that cooks. Both run the same program on the
/// same machine, so numbers are sent in memory layout. Art may have damaged the sender, so every received value is
/// checked.

/// Sends a scene in pieces.
void import_wire_write(const art_scene *scene, void (*put)(void *user, const void *bytes, size_t size), void *user);

/// Makes a scene of the bytes. KILNCOOK_REFUSED when they are not a whole scene or something in them contradicts
/// scene.h: a count that the bytes do not hold, a number out of range, a node before its parent, text that is not
/// valid. KILNCOOK_INTERNAL when out of memory. No message is reported in either case. After success the caller owns
/// `scene` (art_scene_free); otherwise it is unchanged.
kilncook_status import_wire_read(const kilncook_context *context, const uint8_t *bytes, size_t size, art_scene *scene);

#endif
