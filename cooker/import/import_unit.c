// SPDX-License-Identifier: MIT
#include "import_unit.h"

#include "common/import_number.h"
#include "import_reader.h"
#include "import_xml.h"
#include "kiln_format.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/// Bytes at the start of a text in which units are searched.
#define HEAD 65536

/// Returns the unit from the first element of a 3MF model or an AMF file.
static double unit_of_element(const import_xml_tag *tag)
{
	static const struct
	{
		const char *word;
		double metres;
	} units[] = {{"micron", 1e-6}, {"millimeter", 1e-3}, {"centimeter", 1e-2}, {"inch", 0.0254}, {"foot", 0.3048},
		{"feet", 0.3048}, {"meter", 1}};
	size_t length = 0;
	if (!import_xml_attribute(tag, "unit", &length))
		return 1e-3;
	for (size_t i = 0; i < sizeof units / sizeof *units; ++i)
		if (import_xml_is(tag, "unit", units[i].word))
			return units[i].metres;
	return 0;
}

static double unit_of_xml(const kilncook_context *context, const char *path)
{
	import_xml *xml = import_xml_begin(context, path);
	double unit = 0;
	// Other formats also have elements with this name; 3MF is recognised by its namespace.
	if (xml && import_xml_next(xml) && xml->tag.starts &&
		(strcmp(xml->tag.name, "amf") == 0 ||
			(strcmp(xml->tag.name, "model") == 0 && strstr(xml->tag.attributes, "/3dmanufacturing/core/"))))
		unit = unit_of_element(&xml->tag);
	import_xml_end(context, xml);
	return unit;
}

/// Reads the start of a text, and terminates it with a NUL.
static bool read_head(const kilncook_context *context, const char *path, char *text)
{
	import_zip *file = cook_alloc(context, 1, sizeof *file);
	if (!file)
		return false;
	bool opened = import_zip_begin(context, path, file);
	size_t size = 0;
	for (int c; opened && size < HEAD - 1 && (c = import_zip_next(file)) > 0;)
		text[size++] = (char)c;
	text[size] = 0;
	import_zip_end(file);
	cook_free(context, file, 1, sizeof *file);
	return opened;
}

/// Reads a decimal number of at most fifteen digits without an exponent, rounded to the nearest double (Clinger 1990);
/// 0 for other texts.
static double read_decimal(const char *text)
{
	uint64_t digits = 0;
	double below = 1;
	bool point = false;
	int count = 0;
	for (; (*text >= '0' && *text <= '9') || (*text == '.' && !point); ++text)
		if (*text == '.')
			point = true;
		else
		{
			digits = digits * 10 + (uint64_t)(*text - '0');
			count += digits > 0;
			below = point ? below * 10 : below;
			if (count > 15 || below > 1e22)
				return 0;
		}
	return *text && strchr("eExX+-", *text) ? 0 : (double)digits / below;
}

/// Finds the value of an OpenGEX metric, after the inner brace of `Metric (key = "distance") {float {1}}`; NULL when
/// missing.
static const char *find_metric(const char *text, const char *key)
{
	size_t length = strlen(key);
	for (const char *at = text; (at = strstr(at, "Metric")) != NULL; ++at)
	{
		const char *name = at + strcspn(at, "\"\n{"), *value = name;
		if (*name != '"' || strncmp(name + 1, key, length) != 0 || name[length + 1] != '"')
			continue;
		for (int brace = 0; value && brace < 2; ++brace)
			if ((value = strchr(value, '{')) != NULL)
				++value;
		if (value)
			return value + strspn(value, " \t\r\n");
	}
	return NULL;
}

/// OpenGEX units are metres, and z is up.
static import_unit unit_of_ogex(const char *text)
{
	import_unit unit = {1, 2};
	const char *distance = find_metric(text, "distance"), *up = find_metric(text, "up");
	if (distance)
		unit.metres = read_decimal(distance);
	if (up && *up == '"')
		unit.up = up[1] == 'x' ? 0 : up[1] == 'y' ? 1 : 2;
	return unit;
}

/// DXF: each line holds a group code or a value. assimp converts the file's z to y.
static import_unit unit_of_dxf(const char *text)
{
	static const double metres[] = {0, 0.0254, 0.3048, 1609.344, 1e-3, 1e-2, 1, 1e3, 2.54e-8, 2.54e-5, 0.9144, 1e-10,
		1e-9, 1e-6, 0.1, 10, 100, 1e9};
	import_unit unit = {0, 1};
	const char *found = strstr(text, "$INSUNITS"), *code = found ? strchr(found, '\n') : NULL;
	const char *value = code ? strchr(code + 1, '\n') : NULL;
	int64_t number = 0;
	if (!value || strtol(code, NULL, 10) != 70)
		return unit;
	value += strspn(value, " \t\r\n");
	if (import_integer(value, strcspn(value, " \t\r\n"), &number) > 0 && number > 0 &&
		number < (int64_t)(sizeof metres / sizeof *metres))
		unit.metres = metres[number];
	return unit;
}

import_unit import_unit_of_file(const kilncook_context *context, const char *path)
{
	char extension[IMPORT_EXTENSION];
	import_extension(path, extension);
	bool ogex = strcmp(extension, "ogex") == 0, dxf = strcmp(extension, "dxf") == 0;
	import_unit unit = {0, KILN_NONE};
	if (!ogex && !dxf)
	{
		unit.metres = unit_of_xml(context, path);
		return unit;
	}
	char *text = cook_alloc(context, HEAD, 1);
	if (text && read_head(context, path, text))
		unit = ogex ? unit_of_ogex(text) : unit_of_dxf(text);
	cook_free(context, text, HEAD, 1);
	return unit;
}
