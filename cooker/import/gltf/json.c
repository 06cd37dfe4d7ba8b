// SPDX-License-Identifier: MIT
#include "gltf.h"
#include "kiln_format.h"
#include "memory.h"

#include <stdio.h>

kilncook_status gltf_broken(const gltf_reader *reader, gltf_place place, const char *member, const char *what)
{
	char element[GLTF_POINTER_SIZE] = "";
	if (place.array)
		(void)snprintf(element, sizeof element, "/%s/%lu", place.array, (unsigned long)place.index);
	const char *inside = place.inside ? place.inside : "";
	cook_message(reader->context, KILNCOOK_ERROR, "", "import-failed", "%s%s%s%s%s: %s", element, *inside ? "/" : "",
		inside, *member ? "/" : "", member, what);
	return KILNCOOK_REFUSED;
}

kilncook_status gltf_broken_element(
	const gltf_reader *reader, gltf_place place, const char *member, size_t element, const char *what)
{
	char pointer[GLTF_POINTER_SIZE];
	(void)snprintf(pointer, sizeof pointer, "%s/%zu", member, element);
	return gltf_broken(reader, place, pointer, what);
}

kilncook_status gltf_count(const gltf_reader *reader, const char *array, uint32_t *count)
{
	json_t *elements = json_object_get(reader->root, array);
	*count = 0;
	if (!elements)
		return KILNCOOK_OK;
	if (!json_is_array(elements) || json_array_size(elements) >= KILN_NONE)
		return gltf_broken(reader, (gltf_place){.array = NULL}, array, "not an array");

	*count = (uint32_t)json_array_size(elements);
	return KILNCOOK_OK;
}

json_t *gltf_element(const gltf_reader *reader, gltf_place place)
{
	json_t *element = json_array_get(json_object_get(reader->root, place.array), place.index);
	if (json_is_object(element))
		return element;
	(void)gltf_broken(reader, place, "", "not an object");
	return NULL;
}

kilncook_status gltf_child(
	const gltf_reader *reader, gltf_place place, json_t *object, const char *member, json_type type, json_t **child)
{
	*child = json_object_get(object, member);
	if (!*child || json_typeof(*child) == type)
		return KILNCOOK_OK;
	return gltf_broken(reader, place, member, type == JSON_ARRAY ? "not an array" : "not an object");
}

kilncook_status gltf_extension(
	const gltf_reader *reader, gltf_place place, json_t *object, const char *name, json_t **extension)
{
	json_t *extensions;
	*extension = NULL;
	kilncook_status status = gltf_child(reader, place, object, "extensions", JSON_OBJECT, &extensions);
	char inside[GLTF_POINTER_SIZE];
	(void)snprintf(inside, sizeof inside, "%s%sextensions", place.inside ? place.inside : "", place.inside ? "/" : "");
	place.inside = inside;
	if (status == KILNCOOK_OK && extensions)
		status = gltf_child(reader, place, extensions, name, JSON_OBJECT, extension);
	return status;
}

kilncook_status gltf_integer(const gltf_reader *reader, gltf_place place, json_t *object, const char *member,
	uint64_t limit, uint64_t missing, uint64_t *value)
{
	json_t *number = json_object_get(object, member);
	*value = missing;
	if (!number)
		return KILNCOOK_OK;
	if (json_is_integer(number))
	{
		json_int_t integer = json_integer_value(number);
		*value = (uint64_t)integer;
		if (integer >= 0 && *value < limit)
			return KILNCOOK_OK;
	}
	else if (json_is_real(number))
	{
		// An integer may be written as `3.0`.
		double real = json_real_value(number);
		if (real >= 0.0 && real < 0x1p53 && real == (double)(uint64_t)real && (uint64_t)real < limit)
		{
			*value = (uint64_t)real;
			return KILNCOOK_OK;
		}
	}
	char what[64];
	(void)snprintf(what, sizeof what, "not an integer of 0 to %llu", (unsigned long long)(limit ? limit - 1 : 0));
	return gltf_broken(reader, place, member, limit ? what : "the file has no element to refer to");
}

kilncook_status gltf_index(
	const gltf_reader *reader, gltf_place place, json_t *object, const char *member, uint32_t count, uint32_t *index)
{
	uint64_t value;
	kilncook_status status = gltf_integer(reader, place, object, member, count, KILN_NONE, &value);
	*index = (uint32_t)value;
	return status;
}

kilncook_status gltf_numbers(const gltf_reader *reader, gltf_place place, json_t *object, const char *member,
	uint32_t count, double *values, bool *given)
{
	json_t *numbers = json_object_get(object, member);
	if (given)
		*given = numbers != NULL;
	if (!numbers)
		return KILNCOOK_OK;
	bool fine = json_is_array(numbers) && json_array_size(numbers) == count;
	for (uint32_t i = 0; fine && i < count; ++i)
	{
		json_t *number = json_array_get(numbers, i);
		fine = json_is_number(number);
		values[i] = json_number_value(number);
	}
	if (fine)
		return KILNCOOK_OK;
	char what[48];
	(void)snprintf(what, sizeof what, "not an array of %lu numbers", (unsigned long)count);
	return gltf_broken(reader, place, member, what);
}

kilncook_status gltf_name(
	const gltf_reader *reader, gltf_place place, json_t *object, const char **name, size_t *length)
{
	json_t *text = json_object_get(object, "name");
	*name = NULL;
	*length = 0;
	if (!text)
		return KILNCOOK_OK;
	if (!json_is_string(text))
		return gltf_broken(reader, place, "name", "not a string");
	*name = json_string_value(text);
	*length = json_string_length(text);
	return KILNCOOK_OK;
}
