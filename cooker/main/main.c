// SPDX-License-Identifier: MIT
#include "arguments.h"
#include "each.h"
#include "import/import.h"
#include "job.h"
#include "kiln/base.h"
#include "kiln_format.h"
#include "messages.h"
#include "option.h"
#include "platform/platform.h"
#include "result.h"
#include "tiles.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static void print_version(bool json)
{
	char importer[64];
	art_importer_name(importer, sizeof importer);
	printf(json ? "{\"program\": \"kiln-cook\", \"version\": \"%s\", \"format\": \"%d.%d\", \"importer\": \"%s\"}\n"
				: "kiln-cook %s, format %d.%d, %s\n",
		kiln_version(), KILN_FORMAT_MAJOR, KILN_FORMAT_MINOR, importer);
}

int main(int argc, char **argv)
{
	cli_settings settings;
#if defined(SIGPIPE)
	// A closed pipe becomes an error of the write.
	signal(SIGPIPE, SIG_IGN);
#endif
	kilncook_status status = cli_arguments(argc, argv, &settings);
	if (status == KILNCOOK_OK && settings.help)
		command_help(&cli_command, kiln_version(), settings.help_format, stdout);
	else if (status == KILNCOOK_OK && settings.version)
		print_version(settings.version_json);
	else if (status == KILNCOOK_OK && settings.cache_stats)
		cli_cache_print(&settings);
	else if (status == KILNCOOK_OK && settings.each)
		status = cli_each(argc, argv, &settings);
	else if (status == KILNCOOK_OK && settings.field.tile_count)
		status = cli_tiles(&settings);
	else if (status == KILNCOOK_OK)
		status = cli_cook(&settings);
	errno = 0;
	if ((fflush(stdout) != 0 || ferror(stdout)) && status == KILNCOOK_OK && !platform_reader_is_gone())
	{
		cli_say(
			CLI_TOOL, KILNCOOK_ERROR, "output", "cannot write to standard output: %s", strerror(errno ? errno : EIO));
		status = KILNCOOK_IO;
	}
	cli_settings_free(&settings);
	return (int)status;
}
