// SPDX-License-Identifier: MIT
#include "text_parts.h"

#include "../common/json.h"

#include <string.h>

void write_name(FILE *out, const char *name)
{
	size_t size = strlen(name);
	putc('"', out);
	for (size_t i = 0; i < size;)
	{
		size_t length = utf8_sequence(name + i, size - i);
		unsigned char c = (unsigned char)name[i];
		if (length == 0 || c < 0x20 || c == 0x7f)
		{
			fprintf(out, "\\x%02x", (unsigned)c);
			++i;
			continue;
		}
		if (c == '"' || c == '\\')
		{
			putc('\\', out);
		}
		fwrite(name + i, 1, length, out);
		i += length;
	}
	putc('"', out);
}

void write_label(FILE *out, const char *label)
{
	fprintf(out, "  %-15s ", label);
}

const char *plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

void write_material_name(FILE *out, const kiln_asset *asset, uint32_t material)
{
	fprintf(out, "%lu ", (unsigned long)material);
	write_name(out, kiln_name(asset, asset->materials[material].name));
}

void write_histogram(FILE *out, const char *label, const uint32_t *counts, uint32_t end)
{
	write_label(out, label);
	bool any = false;
	for (uint32_t i = 0; i < end; ++i)
	{
		if (counts[i] > 0)
		{
			fprintf(out, "%s%lu:%lu", any ? " " : "", (unsigned long)i, (unsigned long)counts[i]);
			any = true;
		}
	}
	putc('\n', out);
}
