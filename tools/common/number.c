// SPDX-License-Identifier: MIT
#include "number.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Longer numbers are valid; they are copied to the heap.
#define NUMBER_BUFFER 128

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t digits_from(const char *text, size_t size, size_t at)
{
	while (at < size && is_digit(text[at]))
		++at;
	return at;
}

// strtof accepts more forms (blanks, names, hexadecimal), so the form is checked first.
static bool is_decimal(const char *text, size_t size)
{
	size_t at = size > 0 && (text[0] == '+' || text[0] == '-') ? 1 : 0;
	size_t end = digits_from(text, size, at);
	size_t digits = end - at;
	at = end;
	if (at < size && text[at] == '.')
	{
		end = digits_from(text, size, ++at);
		digits += end - at;
		at = end;
	}
	if (digits == 0)
		return false;
	if (at < size && (text[at] == 'e' || text[at] == 'E'))
	{
		++at;
		at += at < size && (text[at] == '+' || text[at] == '-') ? 1 : 0;
		end = digits_from(text, size, at);
		if (end == at)
			return false;
		at = end;
	}
	return at == size;
}

// Returns a copy of a decimal number with an end, in the buffer or on the heap; NULL for anything else, or without memory.
static char *copy_decimal(const char *text, size_t size, char buffer[NUMBER_BUFFER], number_status *status)
{
	*status = is_decimal(text, size) ? NUMBER_RANGE : NUMBER_SYNTAX;
	if (*status == NUMBER_SYNTAX)
		return NULL;
	char *copy = size < NUMBER_BUFFER ? buffer : malloc(size + 1);
	if (copy == NULL)
		return NULL;
	memcpy(copy, text, size);
	copy[size] = '\0';
	return copy;
}

number_status number_float(const char *text, size_t size, float *value)
{
	char buffer[NUMBER_BUFFER];
	number_status status;
	char *copy = copy_decimal(text, size, buffer, &status);
	if (copy == NULL)
		return status;
	float read = strtof(copy, NULL);
	if (copy != buffer)
		free(copy);
	if (!isfinite(read))
		return NUMBER_RANGE;
	*value = read;
	return NUMBER_OK;
}

number_status number_double(const char *text, size_t size, double *value)
{
	char buffer[NUMBER_BUFFER];
	number_status status;
	char *copy = copy_decimal(text, size, buffer, &status);
	if (copy == NULL)
		return status;
	double read = strtod(copy, NULL);
	if (copy != buffer)
		free(copy);
	if (!isfinite(read))
		return NUMBER_RANGE;
	*value = read;
	return NUMBER_OK;
}

number_status number_uint32(const char *text, size_t size, uint32_t *value)
{
	if (size == 0 || digits_from(text, size, 0) != size)
		return NUMBER_SYNTAX;
	uint64_t read = 0;
	for (size_t i = 0; i < size; ++i)
	{
		read = read * 10 + (uint64_t)(text[i] - '0');
		if (read > UINT32_MAX)
			return NUMBER_RANGE;
	}
	*value = (uint32_t)read;
	return NUMBER_OK;
}
