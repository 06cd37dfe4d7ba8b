// SPDX-License-Identifier: MIT
#include "../common/message.h"
#include "../common/number.h"
#include "../common/page.h"
#include "pack.h"

#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

typedef struct pack_option
{
	command_row row;
	enum
	{
		PACK_OPTION_OUTPUT,
		PACK_OPTION_DIRECTORY,
		PACK_OPTION_FROM,
		PACK_OPTION_ALIGN,
		PACK_OPTION_ZSTD,
		PACK_OPTION_LIKE,
		PACK_OPTION_JSON,
	} kind;
} pack_option;

typedef struct pack_command
{
	command_row row;
	const char *name;
	int (*run)(const pack_options *options);
} pack_command;

static const pack_command command_rows[] = {
	{{"create -o P.kpack A.kiln...",
		 "packs assets in the order given, equal ones once. Each is proved first. Names are the paths as given; an "
		 "absolute path, or one that leads through .., gives its last part"},
		"create", pack_create},
	{{"list P.kpack", "prints size, stored bytes and name of each blob, in the order of the pack"}, "list", pack_list},
	{{"extract P.kpack [NAME...]",
		 "writes blobs as files below the folder -o, or here. Names that could lead outside are refused, and no "
		 "symbolic link is followed"},
		"extract", pack_extract},
	{{"verify P.kpack", "checks the index, the names, every hash and every blob"}, "verify", pack_verify},
	{{"diff OLD.kpack NEW.kpack", "prints the names whose assets were removed (-), added (+) or changed (~). The exit "
								  "code is 0 where no line is printed, "
								  "and 1 otherwise"},
		"diff", pack_diff},
	{{"patch OLD.kpack NEW.kpack -o X.kpatch", "writes what turns the old pack into the new one: only what changed"},
		"patch", pack_patch},
	{{"apply OLD.kpack X.kpatch -o NEW.kpack", "makes the new pack from the old one, byte for byte, and checks it"},
		"apply", pack_apply},
};

static const pack_option option_rows[] = {
	{{"-o, --output FILE", "the file to write; for extract the folder"}, PACK_OPTION_OUTPUT},
	{{"-d, --directory DIR", "the folder in which the paths of the inputs begin"}, PACK_OPTION_DIRECTORY},
	{{"--from FILE", "reads more inputs from a list, one path a line; - is standard input"}, PACK_OPTION_FROM},
	{{"--align N", "the alignment of blobs, a power of two from 64 to 65536, such as 4096 for pages. Without it: 64"},
		PACK_OPTION_ALIGN},
	{{"--zstd[=LEVEL]",
		 "compresses each asset, by level 1 to 19, or 12; each folder at the top with assets enough has a dictionary"},
		PACK_OPTION_ZSTD},
	{{"--like OLD.kpack",
		 "takes dictionaries and equal frames of an older zstd pack, so that a patch from that pack is small"},
		PACK_OPTION_LIKE},
	{{"--json", "prints what list or diff find as one JSON object"}, PACK_OPTION_JSON},
};

static const command_section *const sections[] = {
	COMMAND_SECTION("Commands", COMMAND_ROWS(command_rows), .plain = true),
	COMMAND_SECTION("Options", COMMAND_ROWS(option_rows)),
};

static const command_about pack_about = {
	.name = "kiln-pack",
	.purpose = "packs many collision assets into one file",
	.usage = "COMMAND [OPTION...] ARGUMENT...",
	.about = "Puts many Kiln assets into one file, a pack, which a game maps and queries in place (kiln/pack.h). @FILE "
			 "stands for the words of a file.",
	.refused = "an input or a pack was refused, or diff finds a difference",
	.sections = sections,
	.section_count = COUNT_OF(sections),
};

int pack_usage(const char *text, const char *word)
{
	return tool_usage_error(&pack_about, text, word);
}

static int take_option(const command_word *word, pack_options *options)
{
	const char *value = word->value;
	switch (((const pack_option *)(const void *)word->row)->kind)
	{
	case PACK_OPTION_OUTPUT:
		options->output = value;
		return value[0] != '\0' ? TOOL_DONE : pack_usage("-o takes a path", "");
	case PACK_OPTION_DIRECTORY:
		options->directory = value;
		return value[0] != '\0' ? TOOL_DONE : pack_usage("-d takes a folder", "");
	case PACK_OPTION_FROM:
		options->from = value;
		return value[0] != '\0' ? TOOL_DONE : pack_usage("--from takes a file", "");
	case PACK_OPTION_ALIGN:
		if (number_uint32(value, strlen(value), &options->alignment) != NUMBER_OK || options->alignment < 64 ||
			options->alignment > KILN_PACK_ALIGNMENT_MAX || (options->alignment & (options->alignment - 1)) != 0)
			return pack_usage("--align takes a power of two from 64 to 65536, not ", value);
		break;
	case PACK_OPTION_ZSTD:
		options->level = 12;
		if (value != NULL && (number_uint32(value, strlen(value), &options->level) != NUMBER_OK || options->level < 1 ||
								 options->level > 19))
			return pack_usage("--zstd takes a level from 1 to 19, not ", value);
		break;
	case PACK_OPTION_LIKE:
		options->like = value;
		return value[0] != '\0' ? TOOL_DONE : pack_usage("--like takes a pack", "");
	case PACK_OPTION_JSON:
		options->json = true;
		break;
	}
	return TOOL_DONE;
}

static const pack_command *find_command(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(command_rows); ++i)
		if (strcmp(command_rows[i].name, name) == 0)
			return &command_rows[i];
	return NULL;
}

static int unknown_command(const char *name)
{
	const char *names[COUNT_OF(command_rows)];
	for (size_t i = 0; i < COUNT_OF(command_rows); ++i)
		names[i] = command_rows[i].name;
	return tool_unknown(&pack_about, "kiln-pack", name, strlen(name), names, COUNT_OF(names));
}

/// Reads the command line. `*command` stays NULL where a page was printed.
static int parse(int argc, char **argv, pack_options *options, const pack_command **command)
{
	command_words words = tool_words(argc, argv);
	command_word word;
	int code = TOOL_DONE;
	const pack_command *found = NULL;
	while (code == TOOL_DONE && command_next(&pack_about, &words, &word) != COMMAND_END)
	{
		if (word.kind == COMMAND_OPTION)
			code = take_option(&word, options);
		else if (word.kind != COMMAND_PLAIN)
			return tool_page(&pack_about, &word);
		else if (found != NULL)
			options->words[options->word_count++] = argv[1 + word.at];
		else if ((found = find_command(word.value)) == NULL)
			code = unknown_command(word.value);
	}
	if (code == TOOL_DONE && found == NULL)
		return pack_usage("no command given", "");
	*command = found;
	return code;
}

static int run_command(int argc, char **argv)
{
	const pack_command *command = NULL;
	pack_options options = {.words = calloc((size_t)argc + 1, sizeof *options.words)};
	int code = options.words != NULL ? parse(argc, argv, &options, &command) : pack_no_memory("kiln-pack");
	if (code == TOOL_DONE && command != NULL)
		code = command->run(&options);
	free(options.words);
	return tool_finish("kiln-pack", code);
}

int main(int argc, char **argv)
{
	tool_start();
	return tool_run("kiln-pack", argc, argv, run_command);
}
