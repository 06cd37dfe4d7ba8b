// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_JSON_H
#define KILN_TOOLS_JSON_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// Writes JSON (RFC 8259) to a stream. Adds commas and indentation. The caller keeps the order: in an object a key
/// before every value. The stream keeps errors (ferror).
typedef struct json_writer
{
	FILE *out;
	bool pretty;	  ///< one member a line, indented by tabs; otherwise everything on one line
	uint32_t depth;	  ///< open objects and arrays; at most 64
	uint64_t filled;  ///< bit per level: the level already has a member
	uint64_t inlined; ///< bit per level: its members share one line even when pretty
	bool after_key;
} json_writer;

/// Starts one value on `out`.
json_writer json_begin(FILE *out, bool pretty);
/// Ends the value with a newline.
void json_end(json_writer *json);

void json_object(json_writer *json);
/// An object whose members share one line.
void json_object_inline(json_writer *json);
void json_object_end(json_writer *json);
void json_array(json_writer *json);
/// An array whose members share one line.
void json_array_inline(json_writer *json);
void json_array_end(json_writer *json);

/// Key of the next value. Plain ASCII without quotes or backslashes.
void json_key(json_writer *json, const char *key);

/// Writes any bytes: invalid UTF-8 becomes U+FFFD; controls, also bidirectional ones, are escaped.
void json_bytes(json_writer *json, const char *text, size_t size);
/// Does the same up to the NUL.
void json_text(json_writer *json, const char *text);
void json_bool(json_writer *json, bool value);
void json_uint(json_writer *json, uint64_t value);
void json_int(json_writer *json, int64_t value);
/// Writes nine significant digits, from which the float can be read back to the bit; null for NaN and infinity.
void json_float(json_writer *json, float value);
/// Writes the fewest digits from which the double can be read back to the bit; null for NaN and infinity.
void json_double(json_writer *json, double value);
/// Room for the text of any double.
#define JSON_DOUBLE_SIZE 32
/// Writes these digits of a finite double.
void json_double_text(double value, char text[JSON_DOUBLE_SIZE]);
void json_null(json_writer *json);
/// Array of floats on one line.
void json_floats(json_writer *json, const float *values, size_t count);
/// Array of counts on one line.
void json_counts(json_writer *json, const uint32_t *values, size_t count);
/// Begins and ends a string that the caller writes to the stream: plain ASCII without quotes or backslashes.
void json_string_begin(json_writer *json);
void json_string_end(json_writer *json);
/// Bytes as a string of lower-case hexadecimal digits.
void json_hex(json_writer *json, const uint8_t *bytes, size_t size);

#endif
