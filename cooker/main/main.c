// SPDX-License-Identifier: MIT
#include "arguments.h"
#include "import/import.h"
#include "job.h"
#include "kiln/base.h"
#include "kiln_format.h"

#include <stdio.h>

static void print_version(void)
{
	char importer[64];
	art_importer_name(importer, sizeof importer);
	printf("kiln-cook %d.%d.%d, format %d.%d, %s\n", KILN_VERSION_MAJOR, KILN_VERSION_MINOR, KILN_VERSION_PATCH,
		KILN_FORMAT_MAJOR, KILN_FORMAT_MINOR, importer);
}

int main(int argc, char **argv)
{
	cli_settings settings;
	kilncook_status status = cli_arguments(argc, argv, &settings);
	if (status == KILNCOOK_OK && settings.help)
		command_help(&cli_command, kiln_version(), settings.help_format, stdout);
	else if (status == KILNCOOK_OK && settings.version)
		print_version();
	else if (status == KILNCOOK_OK)
		status = cli_cook(&settings);
	if (fflush(stdout) != 0 && status == KILNCOOK_OK)
		status = KILNCOOK_IO;
	cli_settings_free(&settings);
	return (int)status;
}
