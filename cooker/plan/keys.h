// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_KEYS_H
#define KILN_COOKER_KEYS_H

#include "job/text.h"
#include "kilncook.h"
#include "math/ieee.h"

/// The settings that single nodes can have: one table of keys and of the fields of kilncook_options behind them.

/// Copies the field of a key.
void key_copy(kilncook_options *to, const kilncook_options *from, kilncook_key key);

/// The field of a key as a number that is the same for the same setting. Texts are the same where their addresses are.
uint64_t key_bits(const kilncook_options *options, kilncook_key key);

/// Appends the setting as kiln-cook's option takes it.
void key_text(const kilncook_options *options, kilncook_key key, cook_text *text);

/// Whether a setting changes what a node becomes: a hull's budget does nothing for a mesh. `options` are whole.
bool key_matters(const kilncook_options *options, kilncook_key key);

/// Puts the defaults into the fields of single nodes that say so, and into those that do nothing there, so that options
/// of the same effect are equal.
void key_fill(kilncook_options *options);

/// Stable words.
const char *key_method_name(kilncook_method method);
const char *key_split_name(kilncook_split split);
const char *key_axis_name(kilncook_split_axis axis);

#endif
