// SPDX-License-Identifier: MIT
#include "arguments.h"
#include "import/import.h"
#include "job.h"
#include "kiln/base.h"
#include "kiln_format.h"

#include <stdio.h>

static void print_help(void)
{
	fputs("kiln-cook IN -o OUT.kiln [OPTION...] [@RECIPE...]   cooks an art file into a collision asset\n"
		  "  --shape [PATTERN=]mesh|hull|sphere|capsule|box|cylinder   what nodes become (mesh), or those whose\n"
		  "                    name matches PATTERN of * and ?; may be repeated, the last match counts\n"
		  "  --hull-vertices N  --hull-faces N  --hull-error REL   limits of hulls, REL of the diagonal; they\n"
		  "                    contain the exact hull, with --hull-inner they lie in it\n"
		  "  --up x|y|z        turn the asset so that this axis points up\n"
		  "  --art-up x|y|z    the art's up axis, where its file does not say or is wrong\n"
		  "  --unit METRES     length of the art's unit, likewise     --scale S   extra factor\n"
		  "  --flip            reverse the winding    --weld REL   merge vertices closer than REL diagonals (0)\n"
		  "  --tree LIST       trees to query two assets by: aabb (always made), obb, kdop14, kdop18, kdop26\n"
		  "                    sphere, rss between commas; auto: the one of least work        --tree-width 2..8\n"
		  "  --build top-down|agglomerative|ploc|insertion     --rotate PASSES     --optimize PASSES\n"
		  "  --split sah|mean|median|object-median|midpoint|spatial   --axis longest|variance|covariance\n"
		  "  --leaf TRIANGLES  --deformable   keep the art's vertices   --flat-edge SINE  flat up to it (0.025)\n"
		  "  -j THREADS        that may work at a time (0: one a processor); of no effect on the result\n"
		  "  --depfile F       write a Make rule: OUT depends on IN, its side files, the recipes\n"
		  "  --report F.json   write what was found     --allow-outside DIR   art may name files in DIR too\n"
		  "  --time-limit S    stop after S seconds (600; 0: never)\n"
		  "  --memory-limit MB stop above that (3/4 of the machine; imports 2048 + 256 times the files read)\n"
		  "  --no-isolation    cook in this process, without limits, for debuggers\n"
		  "  -q                warnings and errors only       -v   notes and a full report\n"
		  "  @RECIPE           options from a file: words, quotes, # comments; the command line wins\n"
		  "Messages go to stderr as `path:node: severity: text [code]`. Exit codes: 0 done, 1 the input\n"
		  "was refused, 2 usage, 3 input/output, 4 internal error. OUT is replaced at once or not at all.\n",
		stdout);
}

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
		print_help();
	else if (status == KILNCOOK_OK && settings.version)
		print_version();
	else if (status == KILNCOOK_OK)
		status = cli_cook(&settings);
	if (fflush(stdout) != 0 && status == KILNCOOK_OK)
		status = KILNCOOK_IO;
	cli_settings_free(&settings);
	return (int)status;
}
