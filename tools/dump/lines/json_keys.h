// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_JSON_KEYS_H
#define KILN_DUMP_JSON_KEYS_H

#include "../../common/json.h"
#include "kiln_format.h"

/// Write a key and its value; for an object, its beginning.

static inline void key_object(json_writer *json, const char *key)
{
	json_key(json, key);
	json_object(json);
}

/// Writes the object on one line.
static inline void key_inline(json_writer *json, const char *key)
{
	json_key(json, key);
	json_object_inline(json);
}

static inline void key_uint(json_writer *json, const char *key, uint64_t value)
{
	json_key(json, key);
	json_uint(json, value);
}

static inline void key_text(json_writer *json, const char *key, const char *value)
{
	json_key(json, key);
	json_text(json, value);
}

static inline void key_bool(json_writer *json, const char *key, bool value)
{
	json_key(json, key);
	json_bool(json, value);
}

static inline void key_float(json_writer *json, const char *key, float value)
{
	json_key(json, key);
	json_float(json, value);
}

static inline void key_floats(json_writer *json, const char *key, const float *values, size_t count)
{
	json_key(json, key);
	json_floats(json, values, count);
}

static inline void key_counts(json_writer *json, const char *key, const uint32_t *values, size_t count)
{
	json_key(json, key);
	json_counts(json, values, count);
}

static inline void key_hash(json_writer *json, const char *key, const uint8_t hash[16])
{
	json_key(json, key);
	json_hex(json, hash, 16);
}

static inline void key_double(json_writer *json, const char *key, double value)
{
	json_key(json, key);
	json_double(json, value);
}

static inline void key_index(json_writer *json, const char *key, uint32_t index)
{
	json_key(json, key);
	if (index == KILN_NONE)
		json_null(json);
	else
		json_uint(json, index);
}

#endif
