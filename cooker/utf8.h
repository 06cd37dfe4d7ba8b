// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_UTF8_H
#define KILN_COOKER_UTF8_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Untrusted text: names in art and in blobs, and paths, may hold any bytes.

/// Bytes of the UTF-8 sequence at `text`, 1 .. 4, or 0 when it is not valid (RFC 3629: no overlong forms, surrogates,
/// or values past U+10FFFF). `size` > 0.
size_t utf8_sequence(const char *text, size_t size);

/// The character of a valid sequence of `length` bytes.
uint32_t utf8_character(const char *text, size_t length);

/// Whether a character is invisible and changes the text around it: a control (C0, DEL, C1), a line or paragraph
/// separator, or a bidirectional control (Unicode's property Bidi_Control), which can make text on a terminal read as
/// other text.
bool utf8_is_control(uint32_t character);

/// Bytes that utf8_show writes at most, with a NUL.
#define UTF8_SHOWN 8

/// Writes the first character of `text` in a form that is safe on a terminal: itself, \xNN for a byte that is not valid
/// UTF-8 or a control below U+0100, \uNNNN for another control. Returns the bytes taken; `size` > 0.
size_t utf8_show(const char *text, size_t size, char shown[UTF8_SHOWN]);

#endif
