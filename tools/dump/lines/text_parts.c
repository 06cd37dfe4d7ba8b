// SPDX-License-Identifier: MIT
#include "text_parts.h"

#include "utf8.h"

#include <string.h>

void write_name(FILE *out, const char *name)
{
	char shown[UTF8_SHOWN];
	putc('"', out);
	for (size_t left = strlen(name), taken = 0; left > 0; left -= taken, name += taken)
	{
		if (*name == '"' || *name == '\\')
			putc('\\', out);
		taken = utf8_show(name, left, shown);
		fputs(shown, out);
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
