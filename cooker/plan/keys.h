// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_KEYS_H
#define KILN_COOKER_KEYS_H

#include "job/text.h"
#include "kilncook.h"
#include "math/ieee.h"

/// The settings that nodes can have individually: a table of keys and their fields in kilncook_options.

/// Copies the field of a key.
void key_copy(kilncook_options *to, const kilncook_options *from, kilncook_key key);

/// Returns the number of levels before the first 0.
uint32_t key_level_count(const kilncook_options *options);

/// Returns the field of a key as a number that is equal for equal settings. Strings are equal if their addresses are; of levels it
/// is a hash.
uint64_t key_bits(const kilncook_options *options, kilncook_key key);

/// Appends the setting as an option of kiln-cook.
void key_text(const kilncook_options *options, kilncook_key key, cook_text *text);

/// Returns whether a setting changes the result for a node: a hull's budget does nothing for a mesh. `options` must be
/// complete.
bool key_matters(const kilncook_options *options, kilncook_key key);

/// Sets the defaults in fields that request them and in fields without effect, so that options with equal effect are
/// equal. Only for fields that nodes can have individually.
void key_fill(kilncook_options *options);

/// Returns a name that never changes.
const char *key_method_name(kilncook_method method);
const char *key_split_name(kilncook_split split);
const char *key_axis_name(kilncook_split_axis axis);

#endif
